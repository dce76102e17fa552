//! Rects, points and ways as pygame takes them: one by one, as pairs, as sequences, or as what has a `rect`.

use super::class::{FRect, Rect};
use super::{Area, Number};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// So often a `rect` of a `rect` is looked at.
const DEEPEST: u8 = 8;

fn no_rect() -> PyErr {
    PyTypeError::new_err("rect: a rect is needed, or four numbers, or two pairs")
}

/// A pair of numbers in a sequence.
pub fn pair<N: Number>(object: &Bound<'_, PyAny>) -> PyResult<(N, N)> {
    let fault = || PyTypeError::new_err("two numbers are needed");
    if object.is_instance_of::<PyString>() || object.len().map_err(|_| fault())? != 2 {
        return Err(fault());
    }
    Ok((N::read(&object.get_item(0)?)?, N::read(&object.get_item(1)?)?))
}

/// Two numbers, or a pair of them.
pub fn way<N: Number>(args: &Bound<'_, PyTuple>) -> PyResult<(N, N)> {
    match args.len() {
        1 => pair(&args.get_item(0)?),
        2 => pair(args.as_any()),
        count => Err(PyTypeError::new_err(format!("two numbers are needed, not {count}"))),
    }
}

fn of_sequence<N: Number>(object: &Bound<'_, PyAny>, count: usize) -> PyResult<Area<N>> {
    let item = |k: usize| object.get_item(k);
    if count == 2 {
        let ((x, y), (w, h)) = (pair(&item(0)?)?, pair(&item(1)?)?);
        return Ok(Area::new([x, y, w, h]));
    }
    let read = |k: usize| N::read(&item(k)?);
    Ok(Area::new([read(0)?, read(1)?, read(2)?, read(3)?]))
}

/// A rect of ours as it is, with its numbers as others are read.
pub fn own<N: Number>(object: &Bound<'_, PyAny>) -> PyResult<Option<Area<N>>> {
    let numbers = if let Ok(rect) = object.cast::<Rect>() {
        rect.try_borrow()?.0.numbers().map(f64::from)
    } else if let Ok(rect) = object.cast::<FRect>() {
        rect.try_borrow()?.0.numbers()
    } else {
        return Ok(None);
    };
    Ok(Some(Area::new(numbers.map(N::of_float))))
}

fn of_object<N: Number>(object: &Bound<'_, PyAny>, depth: u8) -> PyResult<Area<N>> {
    if let Some(own) = own(object)? {
        return Ok(own);
    }
    if depth == DEEPEST || object.is_instance_of::<PyString>() {
        return Err(no_rect());
    }
    match object.len() {
        Ok(count @ (2 | 4)) => of_sequence(object, count).map_err(|_| no_rect()),
        Ok(1) if object.is_instance_of::<PyTuple>() => of_object(&object.get_item(0)?, depth + 1),
        Ok(_) => Err(no_rect()),
        Err(_) => {
            let rect = object.getattr("rect").map_err(|_| no_rect())?;
            let rect = if rect.is_callable() { rect.call0()? } else { rect };
            of_object(&rect, depth + 1)
        }
    }
}

/// A rect in whatever form it has.
pub fn rect<N: Number>(object: &Bound<'_, PyAny>) -> PyResult<Area<N>> {
    of_object(object, 0)
}

/// A rect in the arguments of a method: in one, two or four.
pub fn given<N: Number>(args: &Bound<'_, PyTuple>) -> PyResult<Area<N>> {
    match args.len() {
        1 => rect(&args.get_item(0)?),
        count @ (2 | 4) => of_sequence(args.as_any(), count).map_err(|_| no_rect()),
        _ => Err(no_rect()),
    }
}

/// Which of its four numbers a key stands for, and whether it is a number itself.
pub fn places(key: &Bound<'_, PyAny>) -> PyResult<(Vec<usize>, bool)> {
    let all = PyList::new(key.py(), 0..4usize)?;
    if key.is(key.py().Ellipsis()) {
        return Ok(((0..4).collect(), false));
    }
    let found = all.as_any().get_item(key)?;
    match found.extract::<usize>() {
        Ok(place) => Ok((vec![place], true)),
        Err(_) => Ok((found.extract()?, false)),
    }
}

/// The items of a list, which no dict is.
pub fn items<'py>(
    list: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>>> {
    let fault = || PyTypeError::new_err(format!("{name}: a sequence of rects is needed"));
    if list.is_instance_of::<PyDict>() || list.is_instance_of::<PyString>() || list.len().is_err() {
        return Err(fault());
    }
    list.try_iter().map_err(|_| fault())
}

/// The numbers of a line: four, two pairs, or either in a sequence.
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

/// Sets attributes of a rect by their names. What is a method of it, or nothing, cannot be set, and it says so.
pub fn attributes<'py>(rect: &Bound<'py, PyAny>, named: &Bound<'py, PyDict>) -> PyResult<()> {
    named.iter().try_for_each(|(name, value)| rect.setattr(name.cast_into::<PyString>()?, value))
}

/// By how much a rect is scaled: one factor, two, or a pair.
pub fn factors(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<[f64; 2]> {
    let fault = || PyTypeError::new_err("scale_by: a factor is needed, two, or a pair of them");
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
    // As with pygame zero is what is not given.
    Ok([x, if y == 0.0 { x } else { y }])
}
