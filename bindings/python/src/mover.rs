//! The classes `Mover` and `Mover3`: shapes that do not tunnel through obstacles and do not end a motion in an overlap.

mod class;
mod platform;

use crate::answer::{self, pair, triple};
use crate::guarded::Shared;
use crate::reading::{Numbers, Pair, at_index, length, not_negative, type_name};
use crate::shape::given::Given;
use crate::space::Given3;
use crate::world::filter::{Filter, Ids};
use crate::world::hit::{Hit, Hit3, Responses, name, named};
use crate::world::{Content, World, World3, id, number};
use crate::{shape, space};
use class::class;
use engine::motion::{Hit as Found, Obstacle, Obstacles, Response, WalkSettings};
use engine::world::Id;
use engine::{Aabb, AsShape, ShapeBuf, Side, Vector};
use pyo3::PyClass;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};
use std::collections::HashSet;

/// A mover of the Rust library, with a shape of any kind.
pub type Moving<const N: usize> = engine::motion::Mover<f64, N, ShapeBuf<f64, N>>;

/// The result of `__reduce__` for `pickle`: the class, the only argument of its constructor (a point, as a placeholder for the shape), and
/// the saved mover.
type Reduced<'py, Point> = (Bound<'py, PyType>, (Point,), Bound<'py, PyBytes>);

/// Reads a list of movers with their ids: an iterable of pairs. Raises ValueError if a mover is in the list twice.
pub fn listed<'py, M: PyClass>(movers: &Bound<'py, PyAny>) -> PyResult<Vec<(Bound<'py, M>, u64)>> {
    let py = movers.py();
    let fault = || PyTypeError::new_err("movers: an iterable of pairs of a mover and its id is needed");
    let mut found: Vec<(Bound<'py, M>, u64)> = Vec::new();
    let mut known = HashSet::new();
    for (k, item) in movers.try_iter().map_err(|_| fault())?.enumerate() {
        let pair: Vec<Bound<'py, PyAny>> = item?.try_iter().map_err(|_| fault())?.collect::<PyResult<_>>()?;
        let Ok([mover, id]) = <[_; 2]>::try_from(pair) else { return Err(fault()) };
        let id = id.extract().map_err(|error| at_index(py, "movers", k, error))?;
        let mover = mover.cast_into::<M>().map_err(|error| at_index(py, "movers", k, error.into()))?;
        if !known.insert(mover.as_ptr()) {
            return Err(PyValueError::new_err(format!("movers[{k}]: this mover is in the list twice")));
        }
        found.push((mover, id));
    }
    Ok(found)
}

/// A motion of a mover.
enum Motion<const N: usize> {
    /// The mover moves by a displacement.
    Displacement(Numbers<N>),
    /// The mover moves for a time, with its velocity and gravity.
    Time(f64),
    /// A moving platform carries or pushes the mover.
    Carry(Platform<N>),
}

/// A platform that is about to move by `displacement`. `parts` are its shapes at the new position, each with its one-way side. `ids` are
/// the ids of those shapes that are colliders of the world, which are not obstacles for the mover.
struct Platform<const N: usize> {
    displacement: Numbers<N>,
    parts: Vec<(ShapeBuf<f64, N>, Option<Side>)>,
    ids: Vec<u64>,
}

/// Moves the mover. Returns false only if the mover could not make room for a platform.
fn advance<O: Obstacles<f64, N> + ?Sized, const N: usize>(
    of: &mut Moving<N>,
    motion: &Motion<N>,
    obstacles: &O,
    respond: impl FnMut(O::Id) -> Option<Response>,
    hit: impl FnMut(Found<O::Id, f64, N>),
) -> bool {
    match motion {
        Motion::Displacement(displacement) => of.travel(displacement.vector(), obstacles, respond, hit),
        Motion::Time(time) => of.step(*time, obstacles, respond, hit),
        Motion::Carry(platform) => {
            let parts = platform.parts.iter();
            let parts = parts
                .map(|(shape, one_way)| Obstacle { one_way: *one_way, ..Obstacle::new(shape.as_shape()) });
            return of.carry(
                &parts.collect::<Vec<_>>(),
                platform.displacement.vector(),
                obstacles,
                respond,
                hit,
            );
        }
    }
    true
}

fn in_list<const N: usize>(
    of: &mut Moving<N>,
    motion: &Motion<N>,
    shapes: &[ShapeBuf<f64, N>],
    response: Option<&Bound<'_, PyAny>>,
    hit: impl FnMut(Found<usize, f64, N>),
) -> PyResult<bool> {
    let responses = Responses::read(response, of.response, None)?;
    let room = advance(of, motion, shapes, |k| responses.at(k as u64), hit);
    responses.end(room)
}

/// Selects the obstacles in a world: colliders on one of `layers`, except those in `ignore` and the mover's own collider `own`.
struct ObstacleFilter {
    own: Option<u64>,
    layers: u32,
    ignore: Option<Ids>,
}

fn in_world<const N: usize>(
    of: &mut Moving<N>,
    motion: &Motion<N>,
    content: &Content<N>,
    selection: ObstacleFilter,
    response: Option<&Bound<'_, PyAny>>,
    hit: impl FnMut(Found<Id, f64, N>),
) -> PyResult<bool> {
    if selection.own.is_some_and(|own| content.shapes.get(id(own)).is_none()) {
        return Err(PyKeyError::new_err("id: no shape of the world has it"));
    }
    let responses = Responses::read(response, of.response, Some(content.data()))?;
    let filter = Filter::new(content.data(), selection.layers, selection.ignore, None);
    let platform_ids = match motion {
        Motion::Carry(platform) => &platform.ids[..],
        Motion::Displacement(_) | Motion::Time(_) => &[],
    };
    let respond = |other: Id| {
        let wanted = content.shapes.get(other).is_some_and(|of| filter.is_candidate(other, of));
        if wanted && !platform_ids.contains(&number(other)) { responses.at(number(other)) } else { None }
    };
    let room = match selection.own {
        Some(own) => advance(of, motion, &content.shapes.except(id(own)), respond, hit),
        None => advance(of, motion, &content.shapes, respond, hit),
    };
    responses.end(room)
}

class! {
    /// A shape that moves by its velocity and gravity, as a character or a projectile, among the shapes of a world or a list. The mover
    /// stops, slides or bounces at obstacles and does not tunnel.
    ///
    /// >>> import bumper
    /// >>> player = bumper.Mover((0, 0, 10, 20), gravity=(0, 900))
    /// >>> for _ in range(60):
    /// ...     hits = player.step(1 / 60, [(-100, 100, 300, 20)])
    /// >>> player.grounded, player.position
    /// (True, (0.0, 80.0))
    Mover in 2 of Given among World as ObstacleArgument, hits Hit;
    points (f64, f64) = pair, boxes (f64, f64, f64, f64) = answer::rect: "The box (x, y, width, height) that keeps the mover inside, or None.", shapes shape::kinds::wrap;
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
    Mover3 in 3 of Given3 among World3 as ObstacleArgument3, hits Hit3;
    points (f64, f64, f64) = triple, boxes (f64, f64, f64, f64, f64, f64) = answer::cuboid: "The box (x, y, z, width, height, depth) that keeps the mover inside, or None.", shapes space::kinds::wrap;
    "(shape, *, velocity=(0, 0, 0), gravity=(0, 0, 0), response='slide')"
}
