//! Draws masks on surfaces, and creates surfaces from masks.

use super::{Format, Pixels, full, pixel_of};
use crate::reading::{Numbers, Pair, numbers};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt};

/// The colour for the solid, or for the empty, pixels of a mask.
pub enum Ink<'py> {
    /// The default: white for solid pixels, black for empty pixels.
    Default,
    /// The pixels are not drawn, so they stay as they are.
    None,
    Color(Bound<'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Ink<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(if object.is_none() { Self::None } else { Self::Color(object.to_owned()) })
    }
}

impl Ink<'_> {
    /// Returns the colour as four bytes: blue, green, red and alpha. `Ink::None` is transparent. `default` is the grey level of
    /// `Ink::Default`.
    fn bytes(&self, name: &str, default: u8) -> PyResult<[u8; 4]> {
        Ok(match self {
            Self::Default => [default, default, default, 255],
            Self::None => [0; 4],
            Self::Color(color) => match color.cast::<PyInt>() {
                Ok(pixel) => (pixel.extract::<i64>()? as u32).to_le_bytes(),
                Err(_) => {
                    let [r, g, b, a] = numbers(&full(color, name)?)?;
                    [b, g, r, a].map(|channel: f64| channel as u8)
                }
            },
        })
    }
}

/// How the solid pixels of a mask are drawn, or how the empty ones are. `picture` is the surface that the caller has passed as `setsurface`
/// or `unsetsurface`: a drawn pixel is copied from the same position in it. `color` is used for pixels outside of the picture, and for all
/// pixels if there is no picture. If `color` is `None`, these pixels of the surface do not change.
struct Brush<'py> {
    picture: Option<(Format, Pixels<'py>)>,
    color: Option<u32>,
}

impl<'py> Brush<'py> {
    fn new(
        surface: &Bound<'py, PyAny>,
        target: &Format,
        picture: Option<Bound<'py, PyAny>>,
        ink: Ink<'py>,
        names: [&str; 2],
        default: u8,
    ) -> PyResult<Self> {
        let picture = picture.map(|picture| {
            let format = Format::of(&picture, names[0])?;
            if format.bytes != target.bytes || format.masks != target.masks {
                return Err(PyValueError::new_err(format!("{}: not of the format of the surface", names[0])));
            }
            let pixels = Pixels::of(&picture, &format)?;
            Ok((format, pixels))
        });
        let color = match ink {
            Ink::None => None,
            Ink::Color(color) => Some(pixel_of(&color, surface, names[1])?),
            Ink::Default => {
                let grey = (default, default, default, 255u8).into_pyobject(surface.py())?;
                Some(surface.call_method1("map_rgb", (grey,))?.extract::<i64>()? as u32)
            }
        };
        Ok(Self { picture: picture.transpose()?, color })
    }

    fn pixel(&self, x: i32, y: i32) -> Option<u32> {
        match &self.picture {
            Some((format, pixels)) if x < format.size[0] && y < format.size[1] => {
                Some(pixels.pixel(format, x as usize, y as usize))
            }
            _ => self.color,
        }
    }
}

/// Reads the four integers of a rect, or those of the `rect` of an object.
fn area_of(object: &Bound<'_, PyAny>) -> PyResult<[i32; 4]> {
    let fault = |_| PyTypeError::new_err("area: invalid rectstyle argument");
    if let Ok([x, y, w, h]) = numbers::<4>(object) {
        return Ok([x, y, w, h].map(|c| c as i32));
    }
    if let Ok(rect) = object.getattr("rect") {
        let rect = if rect.is_callable() { rect.call0()? } else { rect };
        return area_of(&rect);
    }
    let ([x, y], [w, h]) = (
        numbers(&object.get_item(0).map_err(fault)?).map_err(fault)?,
        numbers(&object.get_item(1).map_err(fault)?).map_err(fault)?,
    );
    Ok([x, y, w, h].map(|c: f64| c as i32))
}

/// Returns the part of a mask that is drawn, as left, top, right and bottom: the whole mask or, if there is an `area`, the part inside this
/// rect.
fn clipped(size: [u16; 2], area: Option<&Bound<'_, PyAny>>) -> PyResult<[i32; 4]> {
    let [w, h] = size.map(i32::from);
    let Some(area) = area else { return Ok([0, 0, w, h]) };
    let [x, y, width, height] = area_of(area)?;
    let left = x.min(x.saturating_add(width));
    let right = x.max(x.saturating_add(width));
    let top = y.min(y.saturating_add(height));
    let bottom = y.max(y.saturating_add(height));
    let left = left.clamp(0, w);
    let top = top.clamp(0, h);
    Ok([left, top, right.clamp(left, w), bottom.clamp(top, h)])
}

/// The number of bytes that are written in one call. It is small, because the memory of a larger buffer would be requested from the
/// operating system, which takes longer than writing the bytes.
const AT_ONCE: usize = 1 << 16;

/// Appends the pixels of the row `y` of a mask, from column `from` to column `to` (exclusive), to `pixels`: empty pixels in the first
/// colour, solid pixels in the second. Fast where 64 adjacent pixels are all solid or all empty.
fn row(
    mask: &engine::Mask<'_>,
    y: i32,
    [from, to]: [i32; 2],
    colors: [[u8; 4]; 2],
    pixels: &mut Vec<[u8; 4]>,
) {
    for first in (from..to).step_by(64) {
        // A mask is stored in stripes, which are 64 columns wide and have one word per row. The next 64 pixels may lie in two adjacent
        // stripes.
        let stripe = first as usize / 64;
        let bit = first as u32 % 64;
        let word = |k: usize| mask.stripe(k).get(y as usize).copied().unwrap_or(0);
        let next = if bit == 0 { 0 } else { word(stripe + 1) << (64 - bit) };
        let word = word(stripe) >> bit | next;
        let count = (to - first).min(64) as usize;
        match word {
            0 => pixels.extend_from_slice(&[colors[0]; 64][..count]),
            u64::MAX => pixels.extend_from_slice(&[colors[1]; 64][..count]),
            _ => pixels.extend((0..count).map(|k| colors[(word >> k & 1) as usize])),
        }
    }
}

/// Draws a mask in two colours on a surface that has four bytes per pixel. Writes several rows in one call if the drawn part is as wide as
/// the surface.
fn fill<'py>(
    mask: &engine::Mask<'_>,
    surface: &Bound<'py, PyAny>,
    buffer: &Bound<'py, PyAny>,
    format: &Format,
    [from, to]: [[i32; 2]; 2],
    shift: [i32; 2],
    colors: [u32; 2],
) -> PyResult<Bound<'py, PyAny>> {
    let py = surface.py();
    let colors = colors.map(u32::to_le_bytes);
    let width = (to[0] - from[0]) as usize * format.bytes;
    let pitch: usize = surface.call_method0(intern!(py, "get_pitch"))?.extract()?;
    let start = (from[1] - shift[1]) as usize * pitch + (from[0] - shift[0]) as usize * format.bytes;
    let rows = if width == pitch { (AT_ONCE / width).max(1) } else { 1 };
    let mut pixels: Vec<[u8; 4]> = Vec::with_capacity(width / format.bytes * rows);
    for y in from[1]..to[1] {
        row(mask, y, [from[0], to[0]], colors, &mut pixels);
        let done = (y + 1 - from[1]) as usize;
        if done.is_multiple_of(rows) || y + 1 == to[1] {
            let first = done.div_ceil(rows) * rows - rows;
            let bytes = PyBytes::new(py, pixels.as_flattened());
            buffer.call_method1(intern!(py, "write"), (bytes, start + first * pitch))?;
            pixels.clear();
        }
    }
    Ok(surface.clone())
}

/// Creates a surface with an alpha channel and draws a part of a mask on it, in a single Python call.
fn new_surface<'py>(
    py: Python<'py>,
    mask: &engine::Mask<'_>,
    [left, top, right, bottom]: [i32; 4],
    [unset, set]: [Ink<'py>; 2],
) -> PyResult<Bound<'py, PyAny>> {
    static FROM_BYTES: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let colors = [unset.bytes("unsetcolor", 0)?, set.bytes("setcolor", 255)?];
    let mut pixels = Vec::with_capacity(((right - left) * (bottom - top)) as usize);
    (top..bottom).for_each(|y| row(mask, y, [left, right], colors, &mut pixels));
    let bytes = PyBytes::new(py, pixels.as_flattened());
    let from_bytes = FROM_BYTES.import(py, "pygame.image", "frombytes")?;
    from_bytes.call1((bytes, (right - left, bottom - top), intern!(py, "BGRA")))
}

pub fn draw<'py>(
    py: Python<'py>,
    mask: &engine::Mask<'_>,
    surface: Option<Bound<'py, PyAny>>,
    [unset, set]: [(Option<Bound<'py, PyAny>>, Ink<'py>); 2],
    dest: Option<Bound<'py, PyAny>>,
    area: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let part @ [left, top, right, bottom] = clipped(mask.size(), area.as_ref())?;
    let bytes = i64::from(right - left) * i64::from(bottom - top) * 4;
    let plain = surface.is_none() && dest.is_none() && unset.0.is_none() && set.0.is_none();
    if plain && (1..=AT_ONCE as i64).contains(&bytes) {
        return new_surface(py, mask, part, [unset.1, set.1]);
    }
    let surface = match surface {
        Some(surface) => surface,
        None => {
            let pygame = py.import("pygame")?;
            let kind = (pygame.getattr("SRCALPHA")?, 32);
            pygame.getattr("Surface")?.call1(((right - left, bottom - top), kind.0, kind.1))?
        }
    };
    let format = Format::of(&surface, "surface")?;
    let [x, y] = match dest {
        None => [0, 0],
        Some(dest) => match dest.extract::<Pair>() {
            Ok(Numbers(place)) => place.map(|c| c as i32),
            Err(_) => match area_of(&dest) {
                Ok([x, y, ..]) => [x, y],
                Err(_) => return Err(PyTypeError::new_err("dest: a position or a rect is needed")),
            },
        },
    };
    let brushes = [
        Brush::new(&surface, &format, unset.0, unset.1, ["unsetsurface", "unsetcolor"], 0)?,
        Brush::new(&surface, &format, set.0, set.1, ["setsurface", "setcolor"], 255)?,
    ];
    // Draw only inside the clip area of the surface.
    let clip = numbers::<4>(&surface.call_method0("get_clip")?)?.map(|c| c as i32);
    let from = [left.max(left + clip[0] - x), top.max(top + clip[1] - y)];
    let to = [right.min(left + clip[0] + clip[2] - x), bottom.min(top + clip[1] + clip[3] - y)];
    if from[0] >= to[0] || from[1] >= to[1] {
        return Ok(surface);
    }
    let buffer = surface.call_method0("get_buffer")?;
    let plain = brushes.iter().all(|brush| brush.picture.is_none());
    if let (true, 4, [Some(unset), Some(set)]) =
        (plain, format.bytes, [&brushes[0], &brushes[1]].map(|brush| brush.color))
    {
        return fill(mask, &surface, &buffer, &format, [from, to], [left - x, top - y], [unset, set]);
    }
    let old = Pixels::of(&surface, &format)?;
    let start = (from[0] - left + x) as usize * format.bytes;
    let width = (to[0] - from[0]) as usize * format.bytes;
    for j in from[1]..to[1] {
        let y = (j - top + y) as usize;
        let mut row = old.row(y)[start..start + width].to_vec();
        for (i, place) in (from[0]..to[0]).zip(row.chunks_exact_mut(format.bytes)) {
            if let Some(pixel) = brushes[usize::from(mask.get(i as u16, j as u16))].pixel(i, j) {
                place.copy_from_slice(&pixel.to_le_bytes()[..place.len()]);
            }
        }
        buffer.call_method1("write", (PyBytes::new(py, &row), y * old.pitch + start))?;
    }
    drop(buffer);
    Ok(surface)
}
