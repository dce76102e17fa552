//! Arrays of rows of numbers: numpy's, or whatever has a buffer. They are read in pieces that never leave the cache, so that nothing as
//! large as the array is made of it.

#[cfg(not(Py_LIMITED_API))]
mod buffer;
mod view;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// So many numbers are given at a time: whole rows of 2, 3 and 4.
pub const BLOCK: usize = 1536;

/// An array whose rows are of so many numbers.
pub struct Array<'py> {
    object: Bound<'py, PyAny>,
    numbers: Numbers,
    pub rows: usize,
    pub columns: usize,
    name: &'static str,
}

/// How many numbers an array has along each of its axes, and what they are.
struct Numbers {
    shape: Vec<usize>,
    /// As in Python's `struct`.
    format: String,
    /// The bytes of a number.
    size: usize,
}

/// What is known of numbers: where they are, and how to read them.
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

/// How numbers of a format of Python's `struct` are read; `None` for those that are not known, or of the other order of bytes.
fn reader(format: &str, size: usize) -> Option<Read> {
    macro_rules! of {
        ($number:ty) => {
            Some(|bytes, block, each| {
                read(bytes, block, each, |number| <$number>::from_ne_bytes(number) as f64)
            })
        };
    }
    let foreign = if cfg!(target_endian = "little") { ['>', '!'] } else { ['<', '<'] };
    let kind = format.chars().next_back().filter(|_| !format.starts_with(foreign))?;
    match (kind, size) {
        ('d', 8) => of!(f64),
        ('f', 4) => of!(f32),
        ('b' | 'h' | 'i' | 'l' | 'q', 1) => of!(i8),
        ('b' | 'h' | 'i' | 'l' | 'q', 2) => of!(i16),
        ('b' | 'h' | 'i' | 'l' | 'q', 4) => of!(i32),
        ('b' | 'h' | 'i' | 'l' | 'q', 8) => of!(i64),
        ('B' | 'H' | 'I' | 'L' | 'Q', 1) => of!(u8),
        ('B' | 'H' | 'I' | 'L' | 'Q', 2) => of!(u16),
        ('B' | 'H' | 'I' | 'L' | 'Q', 4) => of!(u32),
        ('B' | 'H' | 'I' | 'L' | 'Q', 8) => of!(u64),
        _ => None,
    }
}

impl Numbers {
    /// `None` where an object has no buffer.
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        #[cfg(not(Py_LIMITED_API))]
        return Ok(buffer::numbers(object));
        #[cfg(Py_LIMITED_API)]
        view::numbers(object)
    }
}

impl<'py> Array<'py> {
    /// `None` where it is no array; `name` is that of the argument.
    pub fn of(object: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Option<Self>> {
        let Some(numbers) = Numbers::of(object)? else { return Ok(None) };
        let &[rows, columns] = &numbers.shape[..] else {
            let text = format!("{name}: an array of rows is needed, not of {:?}", numbers.shape);
            return Err(PyValueError::new_err(text));
        };
        if !(2..=4).contains(&columns) {
            let text = format!("{name}: rows have 2, 3 or 4 numbers (points, circles, boxes), not {columns}");
            return Err(PyValueError::new_err(text));
        }
        Ok(Some(Self { object: object.clone(), numbers, rows, columns, name }))
    }

    /// Calls with all its numbers, whole rows at a time. Other threads run meanwhile.
    pub fn each(&self, mut each: impl FnMut(&[f64]) + Send) -> PyResult<()> {
        let (name, Numbers { format, size, .. }) = (self.name, &self.numbers);
        let fault = || PyTypeError::new_err(format!("{name}: numbers of the type {format:?} are not known"));
        let read = reader(format, *size).ok_or_else(fault)?;
        let mut block = [0.0; BLOCK];
        // Floats are what they will be read as.
        #[cfg(not(Py_LIMITED_API))]
        if format.ends_with('d') && buffer::blocks(&self.object, &mut block, &mut each)? {
            return Ok(());
        }
        let mut read = |bytes: &[u8]| read(bytes, &mut block, &mut each);
        #[cfg(not(Py_LIMITED_API))]
        if buffer::blocks(&self.object, &mut [0; BLOCK * size_of::<u64>()][..BLOCK * size], &mut read)? {
            return Ok(());
        }
        view::pieces(&self.object, BLOCK * size, &mut read)
    }

    /// What is wrong with a number of it.
    pub fn wrong(&self, number: f64) -> PyErr {
        let name = self.name;
        PyValueError::new_err(format!("{name}: {number} is not a finite number, or a radius below zero"))
    }
}
