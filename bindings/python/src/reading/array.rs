//! Reads arrays with rows of numbers: numpy arrays, and other objects with a buffer. Arrays are read in blocks that fit into the cache, so
//! that no array is copied as a whole.

#[cfg(not(Py_LIMITED_API))]
mod buffer;
mod view;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The number of numbers in a block. It is a multiple of 2, 3 and 4, so that blocks contain whole rows of this length.
pub const BLOCK: usize = 1536;

/// A 2D array with `rows` rows of `columns` numbers.
pub struct Array<'py> {
    object: Bound<'py, PyAny>,
    numbers: Numbers,
    pub rows: usize,
    pub columns: usize,
    name: &'static str,
}

/// The shape and the element type of an array.
struct Numbers {
    shape: Vec<usize>,
    /// The format of a number, as in Python's module `struct`.
    format: String,
    /// The size of a number in bytes.
    size: usize,
}

/// A function that converts bytes to numbers. It stores the numbers in a block, and passes each full block to its last argument, a
/// callback. If numbers remain at the end, the last block is shorter.
type Read = fn(&[u8], &mut Block, &mut dyn FnMut(&[f64]));

type Block = [f64; BLOCK];

fn read<const SIZE: usize>(
    bytes: &[u8],
    block: &mut Block,
    each: &mut dyn FnMut(&[f64]),
    number: impl Fn([u8; SIZE]) -> f64,
) {
    for numbers in bytes.as_chunks::<SIZE>().0.chunks(BLOCK) {
        for (place, bytes) in block.iter_mut().zip(numbers) {
            *place = number(*bytes);
        }
        each(&block[..numbers.len()]);
    }
}

/// Returns the type character of a format of Python's `struct`, and whether the byte order of the format differs from that of this machine.
/// Returns `None` for formats that are not a single number, such as complex numbers and records.
fn kind(format: &str) -> Option<(char, bool)> {
    let native = if cfg!(target_endian = "little") { '<' } else { '>' };
    let (order, kind) = match format.as_bytes() {
        [kind] => ('@', kind),
        [order, kind] => (char::from(*order), kind),
        _ => return None,
    };
    let swapped = match order {
        '@' | '=' | '^' => false,
        '<' | '>' => order != native,
        '!' => native != '>',
        _ => return None,
    };
    Some((char::from(*kind), swapped))
}

/// Returns the function that converts numbers of a format, or `None` for unknown formats.
fn reader(format: &str, size: usize) -> Option<Read> {
    macro_rules! of {
        ($number:ty, $swapped:expr, $convert:expr) => {
            Some(match $swapped {
                false => |bytes, block, each| {
                    read(bytes, block, each, |number| $convert(<$number>::from_ne_bytes(number)))
                },
                true => |bytes, block, each| {
                    read(bytes, block, each, |mut number| {
                        number.reverse();
                        $convert(<$number>::from_ne_bytes(number))
                    })
                },
            })
        };
        ($number:ty, $swapped:expr) => {
            of!($number, $swapped, |number: $number| number as f64)
        };
    }
    let (kind, swapped) = kind(format)?;
    match (kind, size) {
        // `g` is a long double, which has 64 bits on some platforms.
        ('d' | 'g', 8) => of!(f64, swapped),
        ('f', 4) => of!(f32, swapped),
        ('e', 2) => of!(u16, swapped, half),
        ('?', 1) => of!(u8, swapped, |number: u8| f64::from(u8::from(number != 0))),
        ('b' | 'h' | 'i' | 'l' | 'q' | 'n', 1) => of!(i8, swapped),
        ('b' | 'h' | 'i' | 'l' | 'q' | 'n', 2) => of!(i16, swapped),
        ('b' | 'h' | 'i' | 'l' | 'q' | 'n', 4) => of!(i32, swapped),
        ('b' | 'h' | 'i' | 'l' | 'q' | 'n', 8) => of!(i64, swapped),
        ('B' | 'H' | 'I' | 'L' | 'Q' | 'N', 1) => of!(u8, swapped),
        ('B' | 'H' | 'I' | 'L' | 'Q' | 'N', 2) => of!(u16, swapped),
        ('B' | 'H' | 'I' | 'L' | 'Q' | 'N', 4) => of!(u32, swapped),
        ('B' | 'H' | 'I' | 'L' | 'Q' | 'N', 8) => of!(u64, swapped),
        _ => None,
    }
}

/// Converts a half-precision float. The conversion is exact.
fn half(bits: u16) -> f64 {
    let exponent = bits >> 10 & 31;
    let fraction = f64::from(bits & 1023);
    let size = match exponent {
        0 => fraction / f64::from(1 << 24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        // A normal number: 1024 is the implicit leading bit, and 25 is the exponent bias of 15 plus the 10 bits of the fraction.
        _ => (1024.0 + fraction) * f64::from(1u32 << exponent) / f64::from(1 << 25),
    };
    if bits >> 15 == 0 { size } else { -size }
}

impl Numbers {
    /// Returns the shape and the element type of an object's buffer, or `None` if the object has no buffer.
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        #[cfg(not(Py_LIMITED_API))]
        return Ok(buffer::numbers(object));
        #[cfg(Py_LIMITED_API)]
        view::numbers(object)
    }
}

impl<'py> Array<'py> {
    /// Reads the number of rows and columns of an array, but not its numbers. Returns `None` if the object is not an array. `name` is the
    /// name of the argument for error messages.
    pub fn of(object: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Option<Self>> {
        let Some(mut numbers) = Numbers::of(object)? else { return Ok(None) };
        let mut object = object.clone();
        // Rust has no type for floats with more than 64 bits, so let numpy convert them to 64-bit floats.
        if matches!(kind(&numbers.format), Some(('g', _))) && numbers.size > size_of::<f64>() {
            object = object.call_method1("astype", ("float64",))?;
            numbers = Numbers::of(&object)?.ok_or_else(|| PyTypeError::new_err("an array is needed"))?;
        }
        let &[rows, columns] = &numbers.shape[..] else {
            let text =
                format!("{name}: an array with 2 dimensions is needed, not with {}", numbers.shape.len());
            return Err(PyValueError::new_err(text));
        };
        Ok(Some(Self { object, numbers, rows, columns, name }))
    }

    /// Calls `each` with all numbers of the array, row by row, in blocks of at most [`BLOCK`] numbers. The GIL may be released during these
    /// calls.
    pub fn each(&self, mut each: impl FnMut(&[f64]) + Send) -> PyResult<()> {
        let (name, Numbers { format, size, .. }) = (self.name, &self.numbers);
        let fault =
            || PyTypeError::new_err(format!("{name}: numbers of the type '{format}' are not supported"));
        let read = reader(format, *size).ok_or_else(fault)?;
        let mut block = [0.0; BLOCK];
        // 64-bit floats in the byte order of this machine need no conversion.
        #[cfg(not(Py_LIMITED_API))]
        if kind(format) == Some(('d', false)) && buffer::blocks(&self.object, &mut block, &mut each)? {
            return Ok(());
        }
        let mut read = |bytes: &[u8]| read(bytes, &mut block, &mut each);
        #[cfg(not(Py_LIMITED_API))]
        if buffer::blocks(&self.object, &mut [0; BLOCK * size_of::<u64>()][..BLOCK * size], &mut read)? {
            return Ok(());
        }
        view::pieces(&self.object, BLOCK * size, &mut read)
    }

    /// The exception for an invalid number in the array.
    pub fn wrong(&self, number: f64) -> PyErr {
        let name = self.name;
        PyValueError::new_err(format!("{name}: {number} is not a finite number, or a negative radius"))
    }
}
