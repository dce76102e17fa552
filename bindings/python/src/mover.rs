//! The classes `Mover` and `Mover3`: shapes that move without tunneling and without ending in an overlap.

mod class;

use crate::answer::{self, pair, triple};
use crate::guarded::Shared;
use crate::reading::{Given, Numbers, Pair, at_index, length, not_negative};
use crate::space::Given3;
use crate::world::filter::{Filter, Ignored};
use crate::world::{Content, Data, World, World3, id, number};
use crate::{shape, space};
use class::class;
use engine::motion::{Hit as Found, HitTarget, Obstacle, Obstacles, Response, StepSettings};
use engine::world::Id;
use engine::{Aabb, AsShape, ShapeBuf, Side};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
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

/// The response to each obstacle: always the same one, or the result of a Python callback that gets the id and the data of the obstacle. If
/// the callback raises, no more calls are made, and the exception is raised at the end.
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

    /// The response to an obstacle; `None` to ignore it.
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

/// A mover with a shape of any kind.
type Moving<const N: usize> = engine::motion::Mover<f64, N, ShapeBuf<f64, N>>;

/// A motion of a mover.
enum Step<const N: usize> {
    /// Move by an offset.
    Way(Numbers<N>),
    /// Move by velocity and gravity for a time.
    Time(f64),
    /// Ride on a moving object, or make room for it. The offset is that of the object.
    Carry(Lift<N>, Numbers<N>),
}

/// The shapes of a moving platform at its new position, each with its one-way side, and the ids of those that are in the world.
#[derive(Default)]
struct Lift<const N: usize> {
    parts: Vec<(ShapeBuf<f64, N>, Option<Side>)>,
    ids: Vec<u64>,
}

/// Makes the motion. Returns whether the mover could make room for the platform; true for other motions.
fn make<O: Obstacles<f64, N> + ?Sized, const N: usize>(
    of: &mut Moving<N>,
    step: &Step<N>,
    obstacles: &O,
    respond: impl FnMut(O::Id) -> Option<Response>,
    hit: impl FnMut(Found<O::Id, f64, N>),
) -> bool {
    match step {
        Step::Way(way) => of.travel(way.vector(), obstacles, respond, hit),
        Step::Time(time) => of.step(*time, obstacles, respond, hit),
        Step::Carry(lift, by) => {
            let parts = lift.parts.iter();
            let parts = parts
                .map(|(shape, one_way)| Obstacle { one_way: *one_way, ..Obstacle::new(shape.as_shape()) });
            return of.carry(&parts.collect::<Vec<_>>(), by.vector(), obstacles, respond, hit);
        }
    }
    true
}

fn in_list<const N: usize>(
    of: &mut Moving<N>,
    step: &Step<N>,
    shapes: &[ShapeBuf<f64, N>],
    response: Option<&Bound<'_, PyAny>>,
    hit: impl FnMut(Found<usize, f64, N>),
) -> PyResult<bool> {
    let responses = Responses::read(response, of.response, None)?;
    let room = make(of, step, shapes, |k| responses.at(k as u64), hit);
    responses.end(room)
}

/// The selection of obstacles in a world: those on one of `layers` that are not ignored, except the mover's own collider.
struct Among {
    own: Option<u64>,
    layers: u32,
    ignore: Option<Ignored>,
}

fn in_world<const N: usize>(
    of: &mut Moving<N>,
    step: &Step<N>,
    content: &Content<N>,
    among: Among,
    response: Option<&Bound<'_, PyAny>>,
    hit: impl FnMut(Found<Id, f64, N>),
) -> PyResult<bool> {
    if among.own.is_some_and(|own| content.shapes.get(id(own)).is_none()) {
        return Err(PyKeyError::new_err("id: no shape of the world has it"));
    }
    let responses = Responses::read(response, of.response, Some(content.data()))?;
    let filter = Filter::new(content.data(), among.layers, among.ignore, None);
    let lift = match step {
        Step::Carry(lift, _) => &lift.ids[..],
        Step::Way(_) | Step::Time(_) => &[],
    };
    let respond = |other: Id| {
        let wanted = content.shapes.get(other).is_some_and(|of| filter.is_candidate(other, of));
        if wanted && !lift.contains(&number(other)) { responses.at(number(other)) } else { None }
    };
    let room = match among.own {
        Some(own) => make(of, step, &content.shapes.except(id(own)), respond, hit),
        None => make(of, step, &content.shapes, respond, hit),
    };
    responses.end(room)
}

class! {
    /// A shape that moves by its velocity and gravity, as a character or a projectile, among the shapes of a world or a list. It stops,
    /// slides or bounces at obstacles and does not tunnel.
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
    /// A 3D shape that moves by its velocity and gravity, as a character or a projectile, among the shapes of a World3 or a list. The
    /// methods are those of Mover.
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
