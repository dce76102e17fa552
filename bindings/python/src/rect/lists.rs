//! Tests a rect against the items of lists and dicts.

use super::borrowed::{Entries, Entry, Items};
use super::reading::Rects;
use super::{Area, Corners, Number};
use crate::reading::is_text;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow::{self, Break, Continue};

/// How an iteration goes on: it continues, or stops with success or with an error.
type Flow = ControlFlow<PyResult<()>>;

fn flow(found: PyResult<Flow>) -> Flow {
    found.unwrap_or_else(|fault| Break(Err(fault)))
}

/// Calls `each` with the items of a list (not a dict), except those for which `skipped` returns true. `skipped` only borrows an item, which
/// saves the cost of counting a reference to it; it must not run Python code, which could remove the item from the list. It is called only
/// for lists and tuples. Other sequences create their items when these are read, so `each` gets all of them.
#[inline(always)]
fn each<'py, S>(
    list: &Bound<'py, PyAny>,
    mut state: S,
    skipped: impl Fn(&mut S, &Bound<'py, PyAny>) -> bool,
    mut each: impl FnMut(&mut S, usize, Bound<'py, PyAny>) -> PyResult<Flow>,
) -> PyResult<S> {
    let fault = || PyTypeError::new_err("rects: an iterable of rects is needed");
    let flow = if let Some(items) = Items::of(list) {
        let mut from = 0;
        loop {
            let next = items.next(from, |item| skipped(&mut state, item));
            let Some((k, item)) = next else { break Continue(()) };
            let flow = flow(each(&mut state, k, item));
            if flow.is_break() {
                break flow;
            }
            from = k + 1;
        }
    } else if !list.is_instance_of::<PyDict>() && !is_text(list) {
        let mut items = list.try_iter().map_err(|_| fault())?.enumerate();
        items.try_for_each(|(k, item)| flow(item.and_then(|item| each(&mut state, k, item))))
    } else {
        return Err(fault());
    };
    flow.break_value().unwrap_or(Ok(())).map(|()| state)
}

/// Calls a function with each item of a list that collides with a rect, and with its index. `key`, if given, is called with an item and
/// returns its rect.
#[inline(always)]
fn colliding<'py, N: Number>(
    own: Area<N>,
    list: &Bound<'py, PyAny>,
    key: Option<&Bound<'py, PyAny>>,
    mut found: impl FnMut(usize, Bound<'py, PyAny>) -> Flow,
) -> PyResult<()> {
    let own = own.against();
    let far = |rects: &mut Rects<'py>, item: &_| {
        key.is_none() && rects.read_fast(item).is_some_and(|other| !own.collides(other))
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

/// The first item of a list that collides with a rect, and its index.
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

/// Calls `asked` with each item of a list that collides with a rect, and with its index. Returns the results of these calls.
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

/// Returns the smallest rect that contains a rect and all rects of a list.
pub fn union_all<N: Number>(own: Area<N>, list: &Bound<'_, PyAny>) -> PyResult<Area<N>> {
    let plain = |(all, rects): &mut (Corners<N>, Rects<'_>), item: &_| {
        let other = rects.read_fast::<N>(item);
        other.inspect(|other| all.add(other.corners())).is_some()
    };
    let (all, _) = each(list, (own.corners(), Rects::new()), plain, |(all, rects), _, item| {
        all.add(rects.read::<N>(&item)?.corners());
        Ok(Continue(()))
    })?;
    Ok(all.area())
}

/// Calls a function with each entry of a dict whose key collides with a rect, or whose value does if `values` is true.
#[inline(always)]
fn entries<'py, N: Number>(
    own: Area<N>,
    dict: &Bound<'py, PyAny>,
    values: bool,
    mut found: impl FnMut(Entry<'py>) -> Flow,
) -> PyResult<()> {
    let mut rects = Rects::new();
    let own = own.against();
    let dict = dict.cast::<PyDict>().map_err(|_| PyTypeError::new_err("rect_dict: a dict is needed"))?;
    let mut entries = Entries::of(dict);
    loop {
        let far = |key: &_, value: &_| {
            rects.read_fast(if values { value } else { key }).is_some_and(|other| !own.collides(other))
        };
        let Some(entry) = entries.next(far)? else { return Ok(()) };
        let other = rects.read(if values { &entry.1 } else { &entry.0 })?;
        if own.collides(other)
            && let Break(ended) = found(entry)
        {
            return ended;
        }
    }
}

/// The first entry of a dict whose key collides with a rect, or whose value does if `values` is true.
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

/// All entries of a dict whose keys collide with a rect, or whose values do if `values` is true.
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
