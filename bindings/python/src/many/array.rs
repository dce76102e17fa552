//! Arrays of rows of numbers: numpy's, or whatever has a buffer. They are read in pieces that never leave the cache, so that nothing as
//! large as the array is made of it.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySlice};

/// So many numbers are given at a time: whole rows of 2, 3 and 4.
pub const BLOCK: usize = 1536;

/// As many as are copied at once: few enough for the cache, enough that asking for them costs nothing.
const PIECE: usize = 4 * BLOCK;

/// An array whose rows are of so many numbers.
pub struct Array<'py> {
    view: Bound<'py, PyAny>,
    format: String,
    /// The bytes of a number.
    size: usize,
    pub rows: usize,
    pub columns: usize,
    name: &'static str,
}

/// What is known of numbers: where they are, and how to read them.
type Read = fn(&[u8], &mut dyn FnMut(&[f64]));

fn read<const SIZE: usize>(bytes: &[u8], each: &mut dyn FnMut(&[f64]), number: impl Fn([u8; SIZE]) -> f64) {
    let mut block = [0.0; BLOCK];
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
            Some(|bytes, each| read(bytes, each, |number| <$number>::from_ne_bytes(number) as f64))
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

impl<'py> Array<'py> {
    /// `None` where it is no array; `name` is that of the argument.
    pub fn of(object: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Option<Self>> {
        let py = object.py();
        let Ok(view) = py.get_type::<PyMemoryView>().call1((object,)) else { return Ok(None) };
        let shape: Vec<usize> = view.getattr(intern!(py, "shape"))?.extract()?;
        let &[rows, columns] = &shape[..] else {
            let text = format!("{name}: an array of rows is needed, not of {shape:?}");
            return Err(PyValueError::new_err(text));
        };
        if !(2..=4).contains(&columns) {
            let text = format!("{name}: rows have 2, 3 or 4 numbers (points, circles, boxes), not {columns}");
            return Err(PyValueError::new_err(text));
        }
        let (format, size) = (
            view.getattr(intern!(py, "format"))?.extract()?,
            view.getattr(intern!(py, "itemsize"))?.extract()?,
        );
        Ok(Some(Self { view, format, size, rows, columns, name }))
    }

    /// Calls with all its numbers, whole rows at a time. Other threads run meanwhile.
    pub fn each(&self, mut each: impl FnMut(&[f64]) + Send) -> PyResult<()> {
        let (py, name, format) = (self.view.py(), self.name, &self.format);
        let fault = || PyTypeError::new_err(format!("{name}: numbers of the type {format:?} are not known"));
        let read = reader(format, self.size).ok_or_else(fault)?;
        let mut piece = |view: &Bound<'_, PyAny>| -> PyResult<()> {
            let bytes = view.call_method0(intern!(py, "tobytes"))?;
            let bytes = bytes.cast::<PyBytes>()?.as_bytes();
            py.detach(|| read(bytes, &mut each));
            Ok(())
        };
        let whole = self.rows * self.columns * self.size;
        if whole <= PIECE * self.size || !self.view.getattr("c_contiguous")?.is_truthy()? {
            return piece(&self.view);
        }
        let flat = self.view.call_method1("cast", ("B",))?;
        for start in (0..whole).step_by(PIECE * self.size) {
            let end = whole.min(start + PIECE * self.size);
            piece(&flat.get_item(PySlice::new(py, start as isize, end as isize, 1))?)?;
        }
        Ok(())
    }

    /// What is wrong with a number of it.
    pub fn wrong(&self, number: f64) -> PyErr {
        let name = self.name;
        PyValueError::new_err(format!("{name}: {number} is not a finite number, or a radius below zero"))
    }
}
