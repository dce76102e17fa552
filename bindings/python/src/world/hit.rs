//! The classes `Hit` and `Hit3`, and the responses of movers to obstacles.

use super::Data;
use crate::answer::{pair, triple};
use engine::motion::{HitTarget, Response};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::cell::RefCell;

const NAMES: [(&str, Response); 5] = [
    ("back-up", Response::BackUp),
    ("stop", Response::Stop),
    ("slide", Response::Slide),
    ("bounce", Response::Bounce),
    ("cross", Response::Cross),
];

/// Returns the response with a name. Raises ValueError if there is none.
pub fn named(name: &str) -> PyResult<Response> {
    crate::reading::named("response", name, &NAMES)
}

/// The name of a response.
pub fn name(of: Response) -> &'static str {
    NAMES.iter().find(|(_, response)| *response == of).map_or("", |(name, _)| name)
}

/// The responses to obstacles: one response for all obstacles, or the results of a Python callback that gets the id and the data of each
/// obstacle. If the callback raises an exception, it is not called again, the other obstacles are ignored, and the exception is raised at
/// the end of the motion.
pub struct Responses<'w, 'py> {
    always: Response,
    ask: Option<Bound<'py, PyAny>>,
    data: Option<&'w Data>,
    fault: RefCell<Option<PyErr>>,
}

impl<'w, 'py> Responses<'w, 'py> {
    pub fn new(of: Option<&Bound<'py, PyAny>>, data: &'w Data) -> PyResult<Self> {
        Self::read(of, Response::Slide, Some(data))
    }

    pub fn read(of: Option<&Bound<'py, PyAny>>, usual: Response, data: Option<&'w Data>) -> PyResult<Self> {
        let (always, ask) = match of {
            None => (usual, None),
            Some(of) if of.is_callable() => (usual, Some(of.clone())),
            Some(of) => {
                let fault = |_| PyTypeError::new_err("response: a name or a function is needed");
                (named(&of.extract::<String>().map_err(fault)?)?, None)
            }
        };
        Ok(Self { always, ask, data, fault: RefCell::new(None) })
    }

    /// Returns the response to an obstacle, or `None` to ignore the obstacle.
    pub fn at(&self, id: u64) -> Option<Response> {
        let Some(ask) = &self.ask else { return Some(self.always) };
        if self.fault.borrow().is_some() {
            return None;
        }
        let data = self.data.and_then(|data| data.get(&id));
        let answer = ask.call1((id, data)).and_then(|answer| {
            let name = answer.extract::<Option<String>>()?;
            name.map(|name| named(&name)).transpose()
        });
        answer.unwrap_or_else(|error| {
            *self.fault.borrow_mut() = Some(error);
            None
        })
    }

    pub fn end<T>(self, found: T) -> PyResult<T> {
        self.fault.into_inner().map_or(Ok(found), Err)
    }
}

macro_rules! class {
    ($Hit:ident in $N:literal, points $Point:ty = $point:ident) => {
        /// A hit of a mover with an obstacle or with its bounds.
        #[pyclass(module = "bumper", frozen, get_all)]
        pub struct $Hit {
            /// The obstacle: its id if it is a collider of a world or a simulation, or its index if the obstacles were passed as a list.
            /// None for the bounds of the mover.
            id: Option<u64>,
            /// The unit normal of the surface, pointing away from the obstacle.
            normal: $Point,
            /// The time of the hit, as a fraction of the step, from 0 to 1.
            time: f64,
            /// The response of the mover: "back-up", "stop", "slide", "bounce" or "cross".
            response: &'static str,
            /// The parts of the mover and of the obstacle that meet; see Contact.parts. 0 for the bounds.
            parts: (u32, u32),
        }

        impl $Hit {
            pub fn new<I>(of: engine::motion::Hit<I, f64, $N>, number: impl Fn(I) -> u64) -> Self {
                let id = match of.target {
                    HitTarget::Obstacle(id) => Some(number(id)),
                    HitTarget::Bounds => None,
                };
                let response = name(of.response);
                Self { id, normal: $point(of.normal), time: of.time, response, parts: of.parts.into() }
            }
        }

        #[pymethods]
        impl $Hit {
            fn __repr__(&self) -> String {
                let id = self.id.map_or("None".into(), |id| id.to_string());
                let (class, Self { normal, time, response, .. }) = (stringify!($Hit), self);
                format!("{class}(id={id}, normal={normal:?}, time={time:?}, response={response:?})")
            }
        }
    };
}

class!(Hit in 2, points (f64, f64) = pair);
class!(Hit3 in 3, points (f64, f64, f64) = triple);
