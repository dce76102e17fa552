//! Masks from surfaces and on them. A surface is known by its methods: its bytes are read and written as they lie.

use super::words;
use crate::reading::{Numbers, Pair, numbers};
use engine::MaskBuf;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyString};

/// What the pixels of a surface look like.
struct Format {
    size: [i32; 2],
    /// From row to row, in bytes.
    pitch: usize,
    /// Of a pixel.
    bytes: usize,
    masks: [u32; 4],
    shifts: [u32; 4],
    losses: [u32; 4],
}

impl Format {
    fn of(surface: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = surface.py();
        let get = |method: &Py<PyString>| {
            let fault = |_| PyTypeError::new_err(format!("{name}: a surface is needed"));
            surface.call_method0(method.bind(py)).map_err(fault)
        };
        let masks = four(&get(intern!(py, "get_masks").as_unbound())?)?;
        Ok(Self {
            size: get(intern!(py, "get_size").as_unbound())?.extract::<(i32, i32)>()?.into(),
            pitch: get(intern!(py, "get_pitch").as_unbound())?.extract()?,
            bytes: get(intern!(py, "get_bytesize").as_unbound())?.extract()?,
            masks,
            // A call each would tell the same.
            shifts: masks.map(|mask| if mask == 0 { 0 } else { mask.trailing_zeros() }),
            losses: masks.map(|mask| 8 - mask.count_ones().min(8)),
        })
    }

    /// A channel of a pixel, as eight bits.
    fn channel(&self, pixel: u32, k: usize) -> u8 {
        let bits = 8 - self.losses[k].min(8);
        if self.masks[k] == 0 || bits == 0 {
            return 255;
        }
        let value = (pixel & self.masks[k]) >> self.shifts[k];
        // The largest value of few bits stands for 255.
        (value * 255 / ((1 << bits) - 1)) as u8
    }

    fn pixel(&self, bytes: &[u8], x: usize, y: usize) -> u32 {
        let at = y * self.pitch + x * self.bytes;
        let mut whole = [0; 4];
        if let Some(pixel) = bytes.get(at..at + self.bytes.min(4)) {
            whole[..pixel.len()].copy_from_slice(pixel);
        }
        u32::from_le_bytes(whole)
    }

    fn mask_size(&self) -> PyResult<[u16; 2]> {
        let fault =
            |_| PyValueError::new_err(format!("surface: {:?} is larger than a mask can be", self.size));
        Ok([u16::try_from(self.size[0]).map_err(fault)?, u16::try_from(self.size[1]).map_err(fault)?])
    }
}

/// Numbers of pygame's, the upper half of which may be given as negative.
fn four(of: &Bound<'_, PyAny>) -> PyResult<[u32; 4]> {
    let (r, g, b, a): (i64, i64, i64, i64) = of.extract()?;
    Ok([r, g, b, a].map(|number| number as u32))
}

/// The bytes of a surface, rows with their pitch.
fn pixels<'py>(surface: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = surface.py();
    Ok(surface.call_method0(intern!(py, "get_buffer"))?.getattr(intern!(py, "raw"))?.cast_into()?)
}

pub fn opaque(surface: &Bound<'_, PyAny>, threshold: i64) -> PyResult<MaskBuf> {
    let format = Format::of(surface, "surface")?;
    let size = format.mask_size()?;
    let key = surface.call_method0(intern!(surface.py(), "get_colorkey"))?;
    if key.is_none() && format.masks[3] == 0 {
        // All are opaque: 255.
        return Ok(MaskBuf::from_fn(size, |_, _| 255 > threshold));
    }
    let bytes = pixels(surface)?;
    let bytes = bytes.as_bytes();
    let width = usize::from(size[0]) * format.bytes;
    if size[1] > 0 && bytes.len() < (usize::from(size[1]) - 1) * format.pitch + width {
        return Err(PyValueError::new_err("surface: it has less bytes than its size takes"));
    }
    let row = |y: usize| bytes.get(y * format.pitch..y * format.pitch + width).unwrap_or_default();
    if !key.is_none() {
        let key = surface.call_method1("map_rgb", (key,))?.extract::<i64>()? as u32;
        return Ok(match format.bytes {
            4 => words::from_rows(size, |y| row(y).as_chunks().0, |pixel| u32::from_le_bytes(*pixel) != key),
            _ => MaskBuf::from_fn(size, |x, y| format.pixel(bytes, x.into(), y.into()) != key),
        });
    }
    let whole = format.bytes == 4 && format.losses[3] == 0;
    Ok(match (u8::try_from(threshold), format.shifts[3] / 8) {
        // Alpha is a byte of four.
        (Ok(threshold), 0..4) if whole => {
            let (shift, threshold) = (format.shifts[3], u32::from(threshold));
            let solid = |pixel: &[u8; 4]| u32::from_le_bytes(*pixel) >> shift & 255 > threshold;
            words::from_rows(size, |y| row(y).as_chunks().0, solid)
        }
        _ => MaskBuf::from_fn(size, |x, y| {
            i64::from(format.channel(format.pixel(bytes, x.into(), y.into()), 3)) > threshold
        }),
    })
}

/// What the pixels of a surface are as colours.
fn colors(surface: &Bound<'_, PyAny>, format: &Format, palette: bool) -> PyResult<Vec<[u8; 3]>> {
    let bytes = pixels(surface)?;
    let bytes = bytes.as_bytes();
    let table: Vec<[u8; 3]> = if format.bytes == 1 && palette {
        let entries: Vec<Bound<'_, PyAny>> = surface.call_method0("get_palette")?.extract()?;
        let rgb = |entry: &Bound<'_, PyAny>| {
            Ok([entry.get_item(0)?.extract()?, entry.get_item(1)?.extract()?, entry.get_item(2)?.extract()?])
        };
        entries.iter().map(rgb).collect::<PyResult<_>>()?
    } else {
        Vec::new()
    };
    let [w, h] = format.mask_size()?.map(usize::from);
    let color = |k: usize| {
        let pixel = format.pixel(bytes, k % w, k / w);
        match table.get(pixel as usize) {
            Some(color) => *color,
            None if format.bytes == 1 => [pixel as u8; 3],
            None => [0, 1, 2].map(|k| format.channel(pixel, k)),
        }
    };
    Ok((0..w * h).map(color).collect())
}

/// The pixel of a surface for whatever pygame takes for a colour; a number is such a pixel.
fn pixel_of(color: &Bound<'_, PyAny>, surface: &Bound<'_, PyAny>, name: &str) -> PyResult<u32> {
    if let Ok(pixel) = color.cast::<PyInt>() {
        return Ok(pixel.extract::<i64>()? as u32);
    }
    Ok(surface.call_method1("map_rgb", (full(color, name)?,))?.extract::<i64>()? as u32)
}

/// A colour of pygame's.
fn full<'py>(color: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static COLOR: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = color.py();
    COLOR.import(py, "pygame", "Color")?.call1((color,)).map_err(|error| {
        let known = color.is_instance_of::<PyString>() || color.get_item(0).is_ok();
        let text = format!("{name}: {}", error.value(py));
        if known { PyValueError::new_err(text) } else { PyTypeError::new_err(text) }
    })
}

/// Red, green and blue of a colour, as pixels of the surface have them.
fn rgb(color: &Bound<'_, PyAny>, surface: &Bound<'_, PyAny>, name: &str) -> PyResult<[u8; 3]> {
    let full = surface.call_method1("unmap_rgb", (pixel_of(color, surface, name)?,))?;
    Ok([full.get_item(0)?.extract()?, full.get_item(1)?.extract()?, full.get_item(2)?.extract()?])
}

pub fn near(
    surface: &Bound<'_, PyAny>,
    color: &Bound<'_, PyAny>,
    threshold: Option<&Bound<'_, PyAny>>,
    other: Option<&Bound<'_, PyAny>>,
    palette: bool,
) -> PyResult<MaskBuf> {
    let format = Format::of(surface, "surface")?;
    let size = format.mask_size()?;
    let own = colors(surface, &format, palette)?;
    let threshold = threshold.map_or(Ok([0; 3]), |threshold| rgb(threshold, surface, "threshold"))?;
    let wanted = rgb(color, surface, "color")?;
    let others = match other {
        None => None,
        Some(other) => {
            let format = Format::of(other, "othersurface")?;
            Some((colors(other, &format, palette)?, format.mask_size()?))
        }
    };
    Ok(MaskBuf::from_fn(size, |x, y| {
        let own = own[usize::from(y) * usize::from(size[0]) + usize::from(x)];
        let to = match &others {
            None => wanted,
            Some((others, [w, h])) if x < *w && y < *h => {
                others[usize::from(y) * usize::from(*w) + usize::from(x)]
            }
            Some(_) => return false,
        };
        (0..3).all(|k| own[k].abs_diff(to[k]) < threshold[k])
    }))
}

/// A colour to draw with.
pub enum Ink<'py> {
    /// What is drawn if nothing is said.
    Default,
    /// Nothing is drawn.
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
    /// Blue, green, red and alpha. What is not drawn is clear.
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

/// What one of the two kinds of pixels is drawn with: a picture, where it reaches, and a colour.
struct Brush<'py> {
    picture: Option<(Format, Bound<'py, PyBytes>)>,
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
            Ok((format, pixels(&picture)?))
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
            Some((format, bytes)) if x < format.size[0] && y < format.size[1] => {
                Some(format.pixel(bytes.as_bytes(), x as usize, y as usize))
            }
            _ => self.color,
        }
    }
}

/// Four whole numbers of a rect, or of what has one.
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

/// The part of the mask to draw, from x to x and from y to y, and where its corner comes to lie.
fn clipped(size: [u16; 2], area: Option<&Bound<'_, PyAny>>) -> PyResult<[i32; 4]> {
    let [w, h] = size.map(i32::from);
    let Some(area) = area else { return Ok([0, 0, w, h]) };
    let [x, y, width, height] = area_of(area)?;
    let (left, right) = (x.min(x.saturating_add(width)), x.max(x.saturating_add(width)));
    let (top, bottom) = (y.min(y.saturating_add(height)), y.max(y.saturating_add(height)));
    let (left, top) = (left.clamp(0, w), top.clamp(0, h));
    Ok([left, top, right.clamp(left, w), bottom.clamp(top, h)])
}

/// How many bytes are written at once: what is larger is got from the system anew each time, which costs more than to write it.
const AT_ONCE: usize = 1 << 16;

/// The pixels of a part of a row, in two colours. Most words are all of one.
fn row(
    mask: &engine::Mask<'_>,
    y: i32,
    [from, to]: [i32; 2],
    colors: [[u8; 4]; 2],
    pixels: &mut Vec<[u8; 4]>,
) {
    for first in (from..to).step_by(64) {
        // The next 64 pixels, from a stripe and the one after it.
        let (stripe, bit) = (first as usize / 64, first as u32 % 64);
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

/// Pixels of four bytes in two colours: nothing of what was there is left. Rows that are whole are written many at once.
fn fill<'py>(
    mask: &engine::Mask<'_>,
    surface: &Bound<'py, PyAny>,
    buffer: &Bound<'py, PyAny>,
    format: &Format,
    [from, to]: [[i32; 2]; 2],
    shift: [i32; 2],
    colors: [u32; 2],
) -> PyResult<Bound<'py, PyAny>> {
    let (py, colors) = (surface.py(), colors.map(u32::to_le_bytes));
    let width = (to[0] - from[0]) as usize * format.bytes;
    let start = (from[1] - shift[1]) as usize * format.pitch + (from[0] - shift[0]) as usize * format.bytes;
    let rows = if width == format.pitch { (AT_ONCE / width).max(1) } else { 1 };
    let mut pixels: Vec<[u8; 4]> = Vec::with_capacity(width / format.bytes * rows);
    for y in from[1]..to[1] {
        row(mask, y, [from[0], to[0]], colors, &mut pixels);
        let done = (y + 1 - from[1]) as usize;
        if done.is_multiple_of(rows) || y + 1 == to[1] {
            let first = done.div_ceil(rows) * rows - rows;
            let bytes = PyBytes::new(py, pixels.as_flattened());
            buffer.call_method1(intern!(py, "write"), (bytes, start + first * format.pitch))?;
            pixels.clear();
        }
    }
    Ok(surface.clone())
}

/// A surface of its own for a part of a mask, made of its bytes in one call: as pygame makes them, with alpha.
fn fresh<'py>(
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
        return fresh(py, mask, part, [unset.1, set.1]);
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
                Err(_) => return Err(PyTypeError::new_err("dest: a place or a rect is needed")),
            },
        },
    };
    let brushes = [
        Brush::new(&surface, &format, unset.0, unset.1, ["unsetsurface", "unsetcolor"], 0)?,
        Brush::new(&surface, &format, set.0, set.1, ["setsurface", "setcolor"], 255)?,
    ];
    // Only within the surface's own clip.
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
    let old = buffer.getattr("raw")?;
    let old = old.cast::<PyBytes>()?.as_bytes();
    let start = (from[0] - left + x) as usize * format.bytes;
    let width = (to[0] - from[0]) as usize * format.bytes;
    for j in from[1]..to[1] {
        let at = (j - top + y) as usize * format.pitch + start;
        let mut row = old[at..at + width].to_vec();
        for (i, place) in (from[0]..to[0]).zip(row.chunks_exact_mut(format.bytes)) {
            if let Some(pixel) = brushes[usize::from(mask.get(i as u16, j as u16))].pixel(i, j) {
                place.copy_from_slice(&pixel.to_le_bytes()[..place.len()]);
            }
        }
        buffer.call_method1("write", (PyBytes::new(py, &row), at))?;
    }
    drop(buffer);
    Ok(surface)
}
