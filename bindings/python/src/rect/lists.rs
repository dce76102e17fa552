//! What of lists and dicts collides with a rect.

#![allow(unsafe_code)]

use super::reading::{Rects, is_sequence};
use super::{Area, Number};
use pyo3::exceptions::PyTypeError;
#[cfg(not(any(Py_LIMITED_API, Py_GIL_DISABLED)))]
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::ops::ControlFlow::{self, Break, Continue};

/// How a look through a list or dict goes on: to its end, or until there is enough, or something is wrong.
type Flow = ControlFlow<PyResult<()>>;

fn flow(found: PyResult<Flow>) -> Flow {
    found.unwrap_or_else(|fault| Break(Err(fault)))
}

/// Calls with the items of a list, which no dict is: with those that `skipped` says nothing of.
///
/// That takes no Python code: what it is lent the list alone holds.
#[inline(always)]
fn each<'py, S>(
    list: &Bound<'py, PyAny>,
    mut state: S,
    skipped: impl Fn(&mut S, &Bound<'py, PyAny>) -> bool,
    mut each: impl FnMut(&mut S, usize, Bound<'py, PyAny>) -> PyResult<Flow>,
) -> PyResult<S> {
    let fault = || PyTypeError::new_err("rects: a sequence of rects is needed");
    let flow = if let Some(items) = Items::of(list) {
        let mut k = 0;
        loop {
            k += items.skipped(k, |item| skipped(&mut state, item));
            if k >= items.len() {
                break Continue(());
            }
            let flow = flow(items.get(k).and_then(|item| each(&mut state, k, item)));
            if flow.is_break() {
                break flow;
            }
            k += 1;
        }
    } else if is_sequence(list) {
        let mut items = list.try_iter().map_err(|_| fault())?.enumerate();
        items.try_for_each(|(k, item)| flow(item.and_then(|item| each(&mut state, k, item))))
    } else {
        return Err(fault());
    };
    flow.break_value().unwrap_or(Ok(())).map(|()| state)
}

/// The items of what is nearly always given.
enum Items<'a, 'py> {
    List(&'a Bound<'py, PyList>),
    Tuple(&'a Bound<'py, PyTuple>),
}

impl<'a, 'py> Items<'a, 'py> {
    fn of(list: &'a Bound<'py, PyAny>) -> Option<Self> {
        match list.cast_exact::<PyList>() {
            Ok(list) => Some(Self::List(list)),
            Err(_) => list.cast_exact::<PyTuple>().ok().map(Self::Tuple),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::Tuple(tuple) => tuple.len(),
        }
    }

    fn get(&self, k: usize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::List(list) => list.get_item(k),
            Self::Tuple(tuple) => tuple.get_item(k),
        }
    }

    /// How many from one on are skipped.
    #[cfg(not(any(Py_LIMITED_API, Py_GIL_DISABLED)))]
    #[inline(always)]
    fn skipped(&self, from: usize, mut skipped: impl FnMut(&Bound<'py, PyAny>) -> bool) -> usize {
        let py = match self {
            Self::List(list) => list.py(),
            Self::Tuple(tuple) => tuple.py(),
        };
        // SAFETY: there so many are, and the list holds them for as long as they are looked at: nothing takes Python code meanwhile.
        let items = unsafe {
            let first = match self {
                Self::List(list) => (*list.as_ptr().cast::<ffi::PyListObject>()).ob_item.cast_const(),
                Self::Tuple(tuple) => {
                    (&raw const (*tuple.as_ptr().cast::<ffi::PyTupleObject>()).ob_item).cast()
                }
            };
            if first.is_null() { &[] } else { std::slice::from_raw_parts(first, self.len()) }
        };
        let rest = items.get(from..).unwrap_or_default();
        let stop = rest.iter().position(|&item| {
            // SAFETY: as above.
            let item = unsafe { Borrowed::from_ptr(py, item) };
            !skipped(&item)
        });
        stop.unwrap_or(rest.len())
    }

    /// None, where a list may change while it is looked at, or does not show where its items are.
    #[cfg(any(Py_LIMITED_API, Py_GIL_DISABLED))]
    fn skipped(&self, _: usize, _: impl FnMut(&Bound<'py, PyAny>) -> bool) -> usize {
        0
    }
}

/// Calls with what of a list collides, and where it is.
#[inline(always)]
fn colliding<'py, N: Number>(
    own: Area<N>,
    list: &Bound<'py, PyAny>,
    key: Option<&Bound<'py, PyAny>>,
    mut found: impl FnMut(usize, Bound<'py, PyAny>) -> Flow,
) -> PyResult<()> {
    let far = |rects: &mut Rects<'py>, item: &_| {
        key.is_none() && rects.plain(item).is_some_and(|other| !own.collides(other))
    };
    each(list, Rects::new(), far, |rects, k, item| {
        let other = match key {
            Some(key) => rects.read(&key.call1((&item,))?)?,
            None => rects.read(&item)?,
        };
        Ok(if own.collides(other) { found(k, item) } else { Continue(()) })
    })
    .map(|_| ())
}

/// The first of a list that collides, and where it is.
pub fn first<'py, N: Number>(
    own: Area<N>,
    list: &Bound<'py, PyAny>,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<(usize, Bound<'py, PyAny>)>> {
    let mut first = None;
    colliding(own, list, key, |k, item| {
        first = Some((k, item));
        Break(Ok(()))
    })?;
    Ok(first)
}

/// What of a list collides: of each what is asked for.
pub fn all<'py, N: Number, T>(
    own: Area<N>,
    list: &Bound<'py, PyAny>,
    key: Option<&Bound<'py, PyAny>>,
    asked: impl Fn(usize, Bound<'py, PyAny>) -> T,
) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    colliding(own, list, key, |k, item| {
        all.push(asked(k, item));
        Continue(())
    })?;
    Ok(all)
}

/// The smallest around a rect and all of a list.
pub fn around<N: Number>(own: Area<N>, list: &Bound<'_, PyAny>) -> PyResult<Area<N>> {
    let plain = |(all, rects): &mut (Area<N>, Rects<'_>), item: &_| {
        let other = rects.plain(item);
        other.inspect(|&other| *all = all.union(other)).is_some()
    };
    let (all, _) = each(list, (own, Rects::new()), plain, |(all, rects), _, item| {
        *all = all.union(rects.read(&item)?);
        Ok(Continue(()))
    })?;
    Ok(all)
}

/// A key and its value.
pub type Entry<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Calls with the entries of a dict of which the key, or else the value, collides.
fn entries<'py, N: Number>(
    own: Area<N>,
    dict: &Bound<'py, PyAny>,
    values: bool,
    mut found: impl FnMut(Entry<'py>) -> Flow,
) -> PyResult<()> {
    let mut rects = Rects::new();
    let dict = dict.cast::<PyDict>().map_err(|_| PyTypeError::new_err("rect_dict: a dict is needed"))?;
    let mut judge = |entry: Entry<'py>| {
        let other = rects.read(if values { &entry.1 } else { &entry.0 })?;
        Ok(if own.collides(other) { found(entry) } else { Continue(()) })
    };
    dict.iter().try_for_each(|entry| flow(judge(entry))).break_value().unwrap_or(Ok(()))
}

/// The first entry of a dict of which the key, or else the value, collides.
pub fn first_entry<'py, N: Number>(
    own: Area<N>,
    dict: &Bound<'py, PyAny>,
    values: bool,
) -> PyResult<Option<Entry<'py>>> {
    let mut first = None;
    entries(own, dict, values, |entry| {
        first = Some(entry);
        Break(Ok(()))
    })?;
    Ok(first)
}

/// All entries of a dict of which the key, or else the value, collides.
pub fn all_entries<'py, N: Number>(
    own: Area<N>,
    dict: &Bound<'py, PyAny>,
    values: bool,
) -> PyResult<Vec<Entry<'py>>> {
    let mut all = Vec::new();
    entries(own, dict, values, |entry| {
        all.push(entry);
        Continue(())
    })?;
    Ok(all)
}
