//! The classes `Mover` and `Mover3`: what moves, never tunnels and is never left overlapping.

mod class;

use crate::answer::{self, pair, triple};
use crate::reading::{Given, Numbers, Pair, finite, length};
use crate::space::Given3;
use crate::world::filter::{Filter, Ignored};
use crate::world::{Data, World, World3, id, number};
use crate::{shape, space};
use class::class;
use engine::motion::{Hit as Found, Legs, Obstacles, Response, With};
use engine::world::Id;
use engine::{Aabb, ShapeBuf};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::cell::RefCell;

const NAMES: [(&str, Response); 5] = [
    ("back-up", Response::BackUp),
    ("stop", Response::Stop),
    ("slide", Response::Slide),
    ("bounce", Response::Bounce),
    ("cross", Response::Cross),
];

fn named(name: &str) -> PyResult<Response> {
    let known = NAMES.iter().find(|(known, _)| *known == name).map(|(_, response)| *response);
    known.ok_or_else(|| {
        let text = format!("response: {name:?} is not 'back-up', 'stop', 'slide', 'bounce' or 'cross'");
        PyValueError::new_err(text)
    })
}

fn name(of: Response) -> &'static str {
    NAMES.iter().find(|(_, response)| *response == of).map_or("", |(name, _)| name)
}

/// What is done at obstacles: always the same, or what a function of the user's says of an id and its data.
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

    fn read(of: Option<&Bound<'py, PyAny>>, usual: Response, data: Option<&'w Data>) -> PyResult<Self> {
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

    /// None lets it be, as if it were not there.
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

/// How far to move: by a way, or for a time.
#[derive(Clone, Copy)]
enum Step<const N: usize> {
    Way(Numbers<N>),
    Time(f64),
}

class! {
    /// A shape that moves: by its velocity and gravity, through a world or a list of shapes.
    ///
    /// >>> import bumper
    /// >>> player = bumper.Mover((0, 0, 10, 20), gravity=(0, 900))
    /// >>> for _ in range(60):
    /// ...     hits = player.step(1 / 60, [(-100, 100, 300, 20)])
    /// >>> player.grounded, player.position
    /// (True, (0.0, 80.0))
    Mover in 2 of Given among World as Around, told by Hit;
    places (f64, f64) = pair, boxes (f64, f64, f64, f64) = answer::rect: "The box that it does not leave, x, y, width and height, or None.", shapes shape::kinds::wrap;
    "(shape, *, velocity=(0, 0), gravity=(0, 0), response='slide')"
}

class! {
    /// A shape in space that moves: by its velocity and gravity, through a World3 or a list of shapes. The methods are those of Mover.
    ///
    /// >>> import bumper
    /// >>> player = bumper.Mover3(bumper.Capsule3((0, 0, 5), (0, 0, 8), 2), gravity=(0, 0, -900))
    /// >>> floor = bumper.Box3(-100, -100, -20, 200, 200, 20)
    /// >>> for _ in range(60):
    /// ...     hits = player.step(1 / 60, [floor])
    /// >>> player.grounded, player.position
    /// (True, (0.0, 0.0, -3.0))
    Mover3 in 3 of Given3 among World3 as Around3, told by Hit3;
    places (f64, f64, f64) = triple, boxes (f64, f64, f64, f64, f64, f64) = answer::cuboid: "The box that it does not leave, x, y, z, width, height and depth, or None.", shapes space::kinds::wrap;
    "(shape, *, velocity=(0, 0, 0), gravity=(0, 0, 0), response='slide')"
}
