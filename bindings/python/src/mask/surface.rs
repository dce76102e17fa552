//! Creates masks from pygame surfaces. (Drawing on surfaces is in `drawing`.) Surfaces are recognised by their methods, so pygame is not
//! needed. Their bytes are read directly.

mod alpha;
mod drawing;

use super::{Mask, words};
use crate::reading::type_name;
pub use drawing::{Ink, draw};
use engine::MaskBuf;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyString};

/// The pixel format of a surface.
struct Format {
    size: [i32; 2],
    /// The number of bytes per pixel.
    bytes: usize,
    masks: [u32; 4],
    shifts: [u32; 4],
    losses: [u32; 4],
}

impl Format {
    fn of(surface: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = surface.py();
        let get = |method: &Py<PyString>| {
            let fault =
                |_| PyTypeError::new_err(format!("{name}: a surface is needed, not {}", type_name(surface)));
            surface.call_method0(method.bind(py)).map_err(fault)
        };
        let masks = four(&get(intern!(py, "get_masks").as_unbound())?)?;
        Ok(Self {
            size: get(intern!(py, "get_size").as_unbound())?.extract::<(i32, i32)>()?.into(),
            // If the channels use all 32 bits, pixels have four bytes. This test saves a Python call.
            bytes: match masks.iter().fold(0, |all, mask| all | mask) {
                u32::MAX => 4,
                _ => get(intern!(py, "get_bytesize").as_unbound())?.extract()?,
            },
            masks,
            // The shift of a channel is the index of the lowest bit of its bit mask, so `get_shifts` need not be called.
            shifts: masks.map(|mask| if mask == 0 { 0 } else { mask.trailing_zeros() }),
            losses: masks.map(|mask| 8 - mask.count_ones().min(8)),
        })
    }

    /// Returns channel `k` of a pixel (red, green, blue, alpha), scaled to eight bits. A channel that the format does not have is 255.
    fn channel(&self, pixel: u32, k: usize) -> u8 {
        let bits = 8 - self.losses[k].min(8);
        if self.masks[k] == 0 || bits == 0 {
            return 255;
        }
        let value = (pixel & self.masks[k]) >> self.shifts[k];
        // Scale the value so that the largest value of the channel becomes 255.
        (value * 255 / ((1 << bits) - 1)) as u8
    }

    fn mask_size(&self) -> PyResult<[u16; 2]> {
        let fault = |_| {
            PyValueError::new_err(format!(
                "surface: {} x {} exceeds the largest size of a mask",
                self.size[0], self.size[1]
            ))
        };
        Ok([u16::try_from(self.size[0]).map_err(fault)?, u16::try_from(self.size[1]).map_err(fault)?])
    }
}

/// Reads four unsigned 32-bit numbers. pygame may return numbers from 2³¹ upwards as negative numbers.
fn four(of: &Bound<'_, PyAny>) -> PyResult<[u32; 4]> {
    let (r, g, b, a): (i64, i64, i64, i64) = of.extract()?;
    Ok([r, g, b, a].map(|number| number as u32))
}

/// The bytes of a surface, row by row.
struct Pixels<'py> {
    bytes: Bound<'py, PyBytes>,
    /// The number of bytes from one row to the next.
    pitch: usize,
}

impl<'py> Pixels<'py> {
    fn of(surface: &Bound<'py, PyAny>, format: &Format) -> PyResult<Self> {
        let py = surface.py();
        let bytes = surface.call_method0(intern!(py, "get_buffer"))?.getattr(intern!(py, "raw"))?;
        let bytes = bytes.cast_into::<PyBytes>()?;
        // In the buffer of a subsurface (a part of another surface), rows are as far apart as in the other surface. So the distance of rows
        // follows from the length of the buffer, not from the width.
        let pitch = bytes.as_bytes().len() / usize::try_from(format.size[1]).unwrap_or(1).max(1);
        if pitch < format.size[0].max(0) as usize * format.bytes && format.size[1] > 0 {
            return Err(PyValueError::new_err("surface: it has fewer bytes than its size requires"));
        }
        Ok(Self { bytes, pitch })
    }

    fn row(&self, y: usize) -> &[u8] {
        self.bytes.as_bytes().get(y * self.pitch..(y + 1) * self.pitch).unwrap_or_default()
    }

    fn pixel(&self, format: &Format, x: usize, y: usize) -> u32 {
        let at = x * format.bytes;
        let mut whole = [0; 4];
        if let Some(pixel) = self.row(y).get(at..at + format.bytes.min(4)) {
            whole[..pixel.len()].copy_from_slice(pixel);
        }
        u32::from_le_bytes(whole)
    }
}

pub fn opaque(surface: &Bound<'_, PyAny>, threshold: i64) -> PyResult<MaskBuf> {
    let fault = |_| PyTypeError::new_err(format!("surface: a surface is needed, not {}", type_name(surface)));
    let key = surface.call_method0(intern!(surface.py(), "get_colorkey")).map_err(fault)?;
    if key.is_none()
        && let Ok(threshold) = u8::try_from(threshold)
        && let Some(found) = alpha::above(surface, threshold)
    {
        return Ok(found);
    }
    let format = Format::of(surface, "surface")?;
    let size = format.mask_size()?;
    if key.is_none() && format.masks[3] == 0 {
        // Without an alpha channel, the alpha of all pixels is 255.
        let mut mask = MaskBuf::new(size);
        mask.fill_all(255 > threshold);
        return Ok(mask);
    }
    let pixels = Pixels::of(surface, &format)?;
    let row = |y: usize| &pixels.row(y).as_chunks().0[..size[0].into()];
    if !key.is_none() {
        let key = surface.call_method1("map_rgb", (key,))?.extract::<i64>()? as u32;
        return Ok(match format.bytes {
            4 => words::from_rows(size, row, |pixel| u32::from_le_bytes(*pixel) != key),
            _ => MaskBuf::from_fn(size, |x, y| pixels.pixel(&format, x.into(), y.into()) != key),
        });
    }
    let whole = format.bytes == 4 && format.losses[3] == 0;
    Ok(match (u8::try_from(threshold), format.shifts[3] / 8) {
        // The alpha channel is one of the four bytes of a pixel.
        (Ok(threshold), 0..4) if whole => {
            let shift = format.shifts[3];
            let threshold = u32::from(threshold);
            let solid = |pixel: &[u8; 4]| u32::from_le_bytes(*pixel) >> shift & 255 > threshold;
            words::from_rows(size, row, solid)
        }
        _ => MaskBuf::from_fn(size, |x, y| {
            i64::from(format.channel(pixels.pixel(&format, x.into(), y.into()), 3)) > threshold
        }),
    })
}

/// Returns the colours of the pixels of a surface. If `palette` is true, pixels of one byte are looked up in the palette of the surface.
fn colors(surface: &Bound<'_, PyAny>, format: &Format, palette: bool) -> PyResult<Vec<[u8; 3]>> {
    let pixels = Pixels::of(surface, format)?;
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
        let pixel = pixels.pixel(format, k % w, k / w);
        match table.get(pixel as usize) {
            Some(color) => *color,
            None if format.bytes == 1 => [pixel as u8; 3],
            None => [0, 1, 2].map(|k| format.channel(pixel, k)),
        }
    };
    Ok((0..w * h).map(color).collect())
}

/// Converts a pygame colour to a pixel value of the surface. A number is a pixel value already, and is returned unchanged.
fn pixel_of(color: &Bound<'_, PyAny>, surface: &Bound<'_, PyAny>, name: &str) -> PyResult<u32> {
    if let Ok(pixel) = color.cast::<PyInt>() {
        return Ok(pixel.extract::<i64>()? as u32);
    }
    Ok(surface.call_method1("map_rgb", (full(color, name)?,))?.extract::<i64>()? as u32)
}

/// Converts an object to a `pygame.Color`. `name` is the name of the argument for error messages.
fn full<'py>(color: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static COLOR: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = color.py();
    COLOR.import(py, "pygame", "Color")?.call1((color,)).map_err(|error| {
        let known = color.is_instance_of::<PyString>() || color.get_item(0).is_ok();
        let text = format!("{name}: {}", error.value(py));
        if known { PyValueError::new_err(text) } else { PyTypeError::new_err(text) }
    })
}

/// Returns the red, green and blue of a colour after it has been rounded to the pixel format of the surface.
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

/// Creates a mask of the solid pixels of a surface. If the surface has a colour key, the pixels of all other colours are solid. Otherwise
/// the pixels whose alpha exceeds the threshold are solid.
#[pyfunction]
#[pyo3(signature = (surface, threshold=127))]
pub fn from_surface(surface: &Bound<'_, PyAny>, threshold: i64) -> PyResult<Mask> {
    opaque(surface, threshold).map(Mask::new_of)
}

/// Creates a mask of the pixels whose colour is similar to a given colour, or to the colour of the pixel at the same position in another
/// surface. Two colours are similar if they differ by less than the threshold in red, in green and in blue.
#[pyfunction]
#[pyo3(signature = (surface, color, threshold=None, othersurface=None, palette_colors=1),
    text_signature = "(surface, color, threshold=(0, 0, 0, 255), othersurface=None, palette_colors=1)")]
pub fn from_threshold(
    surface: &Bound<'_, PyAny>,
    color: &Bound<'_, PyAny>,
    threshold: Option<&Bound<'_, PyAny>>,
    othersurface: Option<&Bound<'_, PyAny>>,
    palette_colors: i64,
) -> PyResult<Mask> {
    near(surface, color, threshold, othersurface, palette_colors != 0).map(Mask::new_of)
}
