//! Filters that select shapes for a query on a world.

use super::{Data, number};
use crate::reading::{Each, one_of};
use engine::world::{Collider, Id};
use pyo3::prelude::*;
use std::cell::RefCell;

/// An argument that is one id or several ids.
pub enum Ids {
    One(u64),
    Many(Each<u64>),
}

one_of!(Ids: One | Many, "an id or an iterable of ids");

impl Ids {
    pub fn into_vec(self) -> Vec<u64> {
        match self {
            Self::One(id) => vec![id],
            Self::Many(Each(ids)) => ids,
        }
    }
}

/// A filter by layers, by ids, and by a Python callback that gets the id and the data of a shape. If the callback raises an exception, it
/// is not called again, and the exception is raised at the end of the query.
pub struct Filter<'w, 'py> {
    data: &'w Data,
    layers: u32,
    ignored: Vec<u64>,
    accept: Option<Bound<'py, PyAny>>,
    fault: RefCell<Option<PyErr>>,
}

impl<'w, 'py> Filter<'w, 'py> {
    pub fn new(data: &'w Data, layers: u32, ignore: Option<Ids>, accept: Option<Bound<'py, PyAny>>) -> Self {
        let ignored = ignore.map_or_else(Vec::new, Ids::into_vec);
        Self { data, layers, ignored, accept, fault: RefCell::new(None) }
    }

    pub fn is_candidate<T>(&self, id: Id, of: &Collider<T>) -> bool {
        let id = number(id);
        of.layers & self.layers != 0 && !self.ignored.contains(&id) && self.accepts(id)
    }

    fn accepts(&self, id: u64) -> bool {
        let Some(accept) = &self.accept else { return true };
        if self.fault.borrow().is_some() {
            return false;
        }
        let answer = accept.call1((id, self.data.get(&id))).and_then(|answer| answer.is_truthy());
        answer.unwrap_or_else(|error| {
            *self.fault.borrow_mut() = Some(error);
            false
        })
    }

    /// Returns the result `found` of a query or, if the callback raised an exception during the query, this exception.
    pub fn end<T>(self, found: T) -> PyResult<T> {
        self.fault.into_inner().map_or(Ok(found), Err)
    }
}
