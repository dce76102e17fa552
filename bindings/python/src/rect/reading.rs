//! Reads rects, points and lines in all forms that pygame accepts: separate numbers, pairs, sequences, or objects with a `rect`.

use super::class::{FRect, Rect};
use super::reader::{Reader, reader};
use super::{Area, Number};
use crate::pygame::Known;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple, PyType};

/// The largest number of `rect` attributes that are followed: the `rect` of an object may itself be an object with a `rect`, and so on.
const DEEPEST: u8 = 8;

fn no_rect() -> PyErr {
    PyTypeError::new_err("rect: a rect is needed, or four numbers, or two pairs")
}

/// Reads the first `COUNT` numbers of a sequence, which must be at least that long.
#[inline]
fn numbers<N: Number, const COUNT: usize>(object: &Bound<'_, PyAny>) -> PyResult<[N; COUNT]> {
    let mut found = [N::default(); COUNT];
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        for (place, item) in found.iter_mut().zip(tuple.iter_borrowed()) {
            *place = N::read(&item)?;
        }
    } else {
        for (k, place) in found.iter_mut().enumerate() {
            *place = N::read(&object.get_item(k)?)?;
        }
    }
    Ok(found)
}

/// Reads a pair of numbers from a sequence.
#[inline]
pub fn pair<N: Number>(object: &Bound<'_, PyAny>) -> PyResult<(N, N)> {
    if !object.cast_exact::<PyTuple>().is_ok_and(|tuple| tuple.len() == 2) {
        let fault = || PyTypeError::new_err("two numbers are needed");
        if object.is_instance_of::<PyString>() || object.len().map_err(|_| fault())? != 2 {
            return Err(fault());
        }
    }
    numbers(object).map(<[N; 2]>::into)
}

/// Reads two separate numbers, or one pair of numbers.
#[inline]
pub fn offset<N: Number>(args: &Bound<'_, PyTuple>) -> PyResult<(N, N)> {
    match args.len() {
        1 => pair(&*args.get_borrowed_item(0)?),
        2 => numbers(args.as_any()).map(<[N; 2]>::into),
        count => Err(PyTypeError::new_err(format!("two numbers are needed, not {count}"))),
    }
}

/// Reads a rect from a sequence of two pairs or four numbers.
fn of_sequence<N: Number>(object: &Bound<'_, PyAny>, count: usize) -> PyResult<Area<N>> {
    if count != 2 {
        return numbers(object).map(Area::new);
    }
    let ((x, y), (w, h)) = match object.cast_exact::<PyTuple>() {
        Ok(tuple) => (pair(&*tuple.get_borrowed_item(0)?)?, pair(&*tuple.get_borrowed_item(1)?)?),
        Err(_) => (pair(&object.get_item(0)?)?, pair(&object.get_item(1)?)?),
    };
    Ok(Area::new([x, y, w, h]))
}

/// Reads a rect from a tuple of four numbers, without running Python code.
#[inline(never)]
fn of_tuple<N: Number>(tuple: &Bound<'_, PyTuple>) -> Option<Area<N>> {
    let mut found = [N::default(); 4];
    if tuple.len() != found.len() {
        return None;
    }
    for (place, item) in found.iter_mut().zip(tuple.iter_borrowed()) {
        *place = N::read_fast(&item)?;
    }
    Some(Area::new(found))
}

/// Returns the numbers of a Rect or FRect of this package. Returns `None` for other objects.
#[inline]
pub fn own<N: Number>(object: &Bound<'_, PyAny>) -> Option<Area<N>> {
    let py = object.py();
    if let Ok(rect) = object.cast::<Rect>() {
        return Some(Area::new(rect.get().area(py).numbers().map(N::of_whole)));
    }
    let rect = object.cast::<FRect>().ok()?;
    Some(Area::new(rect.get().area(py).numbers().map(N::of_float)))
}

/// Reads many rects. Remembers the last pygame type, because usually all rects have the same type.
pub struct Rects<'py> {
    /// The last pygame type that was read, and the layout of its objects.
    last: Option<(Bound<'py, PyType>, Known)>,
}

impl<'py> Rects<'py> {
    pub fn new() -> Self {
        Self { last: None }
    }

    /// Reads a rect in any accepted form.
    #[inline(always)]
    pub fn read<N: Number>(&mut self, object: &Bound<'py, PyAny>) -> PyResult<Area<N>> {
        self.read_fast(object).map_or_else(|| self.other(object, 0), Ok)
    }

    /// Reads a rect without running Python code. Returns `None` if that is not possible. Rects of this package, tuples of four numbers and
    /// rects of the remembered pygame type are possible.
    #[inline(always)]
    pub fn read_fast<N: Number>(&self, object: &Bound<'py, PyAny>) -> Option<Area<N>> {
        let py = object.py();
        if let Some((class, known)) = &self.last
            && class.as_type_ptr() == object.get_type_ptr()
        {
            return Some(Area::new(known.numbers(object, N::of_whole, N::of_float)));
        }
        if let Ok(rect) = object.cast_exact::<Rect>() {
            return Some(Area::new(rect.get().area(py).numbers().map(N::of_whole)));
        }
        if let Ok(rect) = object.cast_exact::<FRect>() {
            return Some(Area::new(rect.get().area(py).numbers().map(N::of_float)));
        }
        object.cast_exact::<PyTuple>().map_or(None, of_tuple)
    }

    #[inline(never)]
    fn other<N: Number>(&mut self, object: &Bound<'py, PyAny>, depth: u8) -> PyResult<Area<N>> {
        if depth == DEEPEST {
            return Err(no_rect());
        }
        if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            return match tuple.len() {
                4 => numbers(object).map(Area::new).map_err(|_| no_rect()),
                _ => self.sequence(object, depth),
            };
        }
        match reader(object)? {
            Reader::Own => own(object).ok_or_else(no_rect),
            Reader::Known(known) => {
                self.last = Some((object.get_type(), known));
                Ok(Area::new(known.numbers(object, N::of_whole, N::of_float)))
            }
            Reader::Rect | Reader::Sequence => self.sequence(object, depth),
            Reader::Circle | Reader::Line | Reader::Other => {
                let rect = object.getattr_opt(intern!(object.py(), "rect"))?.ok_or_else(no_rect)?;
                let rect = if rect.is_callable() { rect.call0()? } else { rect };
                self.other(&rect, depth + 1)
            }
        }
    }

    fn sequence<N: Number>(&mut self, object: &Bound<'py, PyAny>, depth: u8) -> PyResult<Area<N>> {
        match object.len() {
            Ok(count @ (2 | 4)) if is_sequence(object) => of_sequence(object, count).map_err(|_| no_rect()),
            Ok(1) if object.is_instance_of::<PyTuple>() => self.other(&object.get_item(0)?, depth + 1),
            _ => Err(no_rect()),
        }
    }
}

/// Reads a rect in any accepted form.
pub fn rect<N: Number>(object: &Bound<'_, PyAny>) -> PyResult<Area<N>> {
    Rects::new().read(object)
}

/// Reads a rect from the one, two or four arguments of a method.
pub fn given<N: Number>(args: &Bound<'_, PyTuple>) -> PyResult<Area<N>> {
    match args.len() {
        1 => rect(&*args.get_borrowed_item(0)?),
        count @ (2 | 4) => of_sequence(args.as_any(), count).map_err(|_| no_rect()),
        _ => Err(no_rect()),
    }
}

/// The indices of the numbers of a rect that a key selects: one index, or the indices of a slice.
pub enum Selection {
    One(usize),
    Some(Vec<usize>),
}

pub fn selection(key: &Bound<'_, PyAny>) -> PyResult<Selection> {
    let py = key.py();
    if key.is(py.Ellipsis()) {
        return Ok(Selection::Some((0..4).collect()));
    }
    if let Ok(slice) = key.cast::<PySlice>() {
        let along = slice.indices(4)?;
        let place = |k: usize| (along.start + k as isize * along.step) as usize;
        return Ok(Selection::Some((0..along.slicelength).map(place).collect()));
    }
    // Any other key acts as on a list of four items: an index selects one item, and anything else raises the error of lists.
    PyList::new(py, 0..4usize)?.as_any().get_item(key)?.extract().map(Selection::One)
}

/// Whether an object is a sequence. Dicts and strings do not count.
pub fn is_sequence(object: &Bound<'_, PyAny>) -> bool {
    !object.is_instance_of::<PyDict>() && !object.is_instance_of::<PyString>() && object.len().is_ok()
}

/// Reads a line from four numbers or two pairs, given as separate arguments or as a single sequence.
pub fn line<N: Number>(args: &Bound<'_, PyTuple>) -> PyResult<[engine::Vector<N, 2>; 2]> {
    let given = if args.len() == 1 { args.get_item(0)? } else { args.as_any().clone() };
    let fault = || PyTypeError::new_err("line: four numbers are needed, or two points");
    let count = given.len().map_err(|_| fault())?;
    if !matches!(count, 2 | 4) || given.is_instance_of::<PyString>() {
        return Err(fault());
    }
    let [ax, ay, bx, by] = of_sequence::<N>(&given, count)?.numbers();
    Ok([engine::Vector([ax, ay]), engine::Vector([bx, by])])
}

/// Sets attributes of a rect by name. Methods and unknown names raise an error.
pub fn attributes<'py>(rect: &Bound<'py, PyAny>, named: &Bound<'py, PyDict>) -> PyResult<()> {
    named.iter().try_for_each(|(name, value)| rect.setattr(name.cast_into::<PyString>()?, value))
}

/// The truth value of an object. As in pygame, any object can be a flag.
pub struct Truth(pub bool);

impl<'a, 'py> FromPyObject<'a, 'py> for Truth {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.is_truthy().map(Self)
    }
}

/// Reads the scale factors of a rect: one or two numbers, or a pair of numbers.
pub fn factors(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<[f64; 2]> {
    let fault = || PyTypeError::new_err("scale_by: one factor, two factors or a pair of them are needed");
    let mut named = [None, None];
    for (name, value) in kwargs.into_iter().flatten() {
        match &*name.extract::<String>()? {
            "x" => named[0] = Some(value),
            "y" => named[1] = Some(value),
            "scale_by" if args.is_empty() && kwargs.is_some_and(|all| all.len() == 1) => {
                return pair(&value).map(|(x, y)| [x, if y == 0.0 { x } else { y }]);
            }
            _ => return Err(fault()),
        }
    }
    let [x, y] = named;
    let (x, y) = match (args.len(), x, y) {
        (0, Some(x), y) => (x, y),
        (1, None, y) => (args.get_item(0)?, y),
        (2, None, None) => (args.get_item(0)?, Some(args.get_item(1)?)),
        _ => return Err(fault()),
    };
    let [x, y] = match (x.extract::<f64>(), y) {
        (Ok(x), Some(y)) => [x, y.extract()?],
        (Ok(x), None) => [x; 2],
        (Err(_), None) => pair(&x).map(|(x, y)| [x, y])?,
        (Err(fault), Some(_)) => return Err(fault),
    };
    // As in pygame, a second factor of zero means that the first factor is used for both axes.
    Ok([x, if y == 0.0 { x } else { y }])
}
