//! The classes `World` and `World3`: shapes by id, each with anything of the user's.

mod class;
pub mod filter;

use crate::answer::{self, Contact, Contact3, RayHit, RayHit3, Relation, SweepHit, SweepHit3, pair, triple};
use crate::guarded::Shared;
use crate::mover::{Hit, Hit3, Responses};
use crate::query;
use crate::reading::{Given, Numbers, Pair, Triple, finite};
use crate::shape::drawing::Pen;
use crate::space::Given3;
use crate::{shape, space};
use class::class;
use engine::motion::Mover;
use engine::world::{Collider, Event as Found, Id, Refusal};
use engine::{Aabb, AsShape, Axis, Rotation, ShapeBuf, Side};
use filter::{Filter, Ignored};
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::collections::HashMap;

pub type Shapes<const N: usize> = engine::world::World<f64, N, ShapeBuf<f64, N>>;
pub type Data = HashMap<u64, Py<PyAny>>;

/// x, y, z, width, height and depth.
type Cuboid = (f64, f64, f64, f64, f64, f64);

/// What a world consists of: its shapes, and the data of those that have some.
pub struct Content<const N: usize> {
    pub shapes: Shapes<N>,
    data: Data,
}

impl<const N: usize> Content<N> {
    pub fn empty() -> Self {
        Self { shapes: Shapes::default(), data: Data::new() }
    }

    /// Inserts a shape with its data: its id.
    pub fn add(&mut self, collider: Collider<ShapeBuf<f64, N>>, data: Option<Py<PyAny>>) -> PyResult<u64> {
        let id = number(self.shapes.insert(collider).map_err(refused)?);
        if let Some(data) = data {
            self.data.insert(id, data);
        }
        Ok(id)
    }

    pub fn get(&self, id_of: u64) -> PyResult<&Collider<ShapeBuf<f64, N>>> {
        self.shapes.get(id(id_of)).ok_or_else(|| PyKeyError::new_err(format!("id: no shape has {id_of}")))
    }

    pub fn data(&self) -> &Data {
        &self.data
    }
}

/// The id as Python has it: zero is none.
pub fn number(id: Id) -> u64 {
    id.to_bits().wrapping_add(1)
}

pub fn id(number: u64) -> Id {
    Id::from_bits(number.wrapping_sub(1))
}

fn refused(refusal: Refusal) -> PyErr {
    match refusal {
        Refusal::Gone => PyKeyError::new_err("id: no shape has it"),
        Refusal::Full => PyMemoryError::new_err("the world is full"),
        other => PyValueError::new_err(format!("shape: {other}")),
    }
}

/// A pair whose relation was not apart in this update or the one before.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct Event {
    /// The id of one shape.
    a: u64,
    /// The id of the other.
    b: u64,
    /// How they lay to each other before this update.
    was: Relation,
    /// How they lie to each other now.
    now: Relation,
}

impl From<&Found> for Event {
    fn from(event: &Found) -> Self {
        Self { a: number(event.a), b: number(event.b), was: event.was.into(), now: event.now.into() }
    }
}

#[pymethods]
impl Event {
    /// Whether they began to touch or overlap.
    #[getter]
    fn began(&self) -> bool {
        self.was == Relation::Apart
    }

    /// Whether they have parted.
    #[getter]
    fn ended(&self) -> bool {
        self.now == Relation::Apart
    }

    fn __repr__(&self) -> String {
        format!("Event(a={}, b={}, was={}, now={})", self.a, self.b, self.was.name(), self.now.name())
    }
}

/// A side that holds what comes from there, by its name.
type Named = (&'static str, Side);

const fn named(name: &'static str, axis: Axis, negative: bool) -> Named {
    (name, Side { axis, negative })
}

/// As on a screen, where y goes down.
const SIDES: [Named; 4] = [
    named("up", Axis::Y, true),
    named("down", Axis::Y, false),
    named("left", Axis::X, true),
    named("right", Axis::X, false),
];

/// In space nothing says which way is up.
const SIDES3: [Named; 6] = [
    named("-x", Axis::X, true),
    named("+x", Axis::X, false),
    named("-y", Axis::Y, true),
    named("+y", Axis::Y, false),
    named("-z", Axis::Z, true),
    named("+z", Axis::Z, false),
];

fn side(name: Option<&str>, sides: &[Named]) -> PyResult<Option<Side>> {
    let Some(name) = name else { return Ok(None) };
    let known = sides.iter().find(|(known, _)| *known == name);
    let fault = || {
        let names: Vec<String> = sides.iter().map(|(known, _)| format!("{known:?}")).collect();
        PyValueError::new_err(format!("one_way: {name:?} is not one of {}", names.join(", ")))
    };
    known.map(|(_, side)| Some(*side)).ok_or_else(fault)
}

/// What `one_way` is called on a plane.
pub fn side_name(side: Side) -> &'static str {
    SIDES.iter().find(|(_, known)| *known == side).map_or("", |(name, _)| name)
}

fn boxes<const N: usize, T>(of: &Shapes<N>, told: impl Fn(Aabb<f64, N>) -> T) -> Vec<T> {
    let mut boxes = Vec::new();
    of.each_box(|area| boxes.push(told(Aabb::new(area.min().map(f64::from), area.max().map(f64::from)))));
    boxes
}

class! {
    /// Shapes by id: who is here, what is hit first, what began and what ended.
    ///
    /// >>> import bumper
    /// >>> world = bumper.World()
    /// >>> wall = world.insert((100, 0, 10, 90), "a wall")
    /// >>> ball = world.insert(bumper.Circle(50, 50, 5))
    /// >>> world.update()
    /// []
    /// >>> way, hits = world.travel(ball, (100, 0), "stop")
    /// >>> way, world.data_of(hits[0].id)
    /// ((45.0, 0.0), 'a wall')
    /// >>> [event.began for event in world.update()]
    /// [True]
    World in 2 of Given, sides SIDES, places (f64, f64) = pair, shapes shape::kinds::wrap;
    Contact SweepHit RayHit Hit;

    /// Turns a shape by degrees from x towards y about a point, or else the middle of its box.
    #[pyo3(signature = (id, degrees, /, about=None))]
    fn turn(&self, py: Python<'_>, id: u64, degrees: f64, about: Option<Pair>) -> PyResult<()> {
        let mut content = self.of.write(py)?;
        let about = match about {
            Some(about) => about.finite("about")?,
            None => content.get(id)?.shape.center().ok_or_else(|| refused(Refusal::Empty))?,
        };
        let rotation = Rotation::from_degrees(finite(degrees, "degrees")?);
        content.shapes.turn(self::id(id), &rotation, about).map_err(refused)
    }

    /// Draws the outlines of its shapes on a surface of pygame's, or with a width of 0 filled shapes. `offset` is added to their places,
    /// for a camera.
    #[pyo3(signature = (surface, color, width=1, *, offset=Numbers([0.0; 2])),
        text_signature = "($self, surface, color, width=1, *, offset=(0, 0))")]
    fn draw(
        &self,
        py: Python<'_>,
        surface: &Bound<'_, PyAny>,
        color: &Bound<'_, PyAny>,
        width: i64,
        offset: Pair,
    ) -> PyResult<()> {
        let pen = Pen::new(surface, color, width, offset)?;
        let (view, mut shapes) = (pen.view()?, Vec::new());
        let content = self.of.read(py)?;
        content.shapes.intersect_all(view, |_, _| true, |id, _| shapes.push(id));
        let shapes: Vec<_> = shapes.into_iter().filter_map(|id| Some(content.shapes.get(id)?.shape.clone())).collect();
        drop(content);
        shapes.iter().try_for_each(|shape| pen.draw(shape))
    }

    /// Lines around the boxes of the broad phase, to draw: each x, y, width and height.
    fn boxes(&self, py: Python<'_>) -> PyResult<Vec<(f64, f64, f64, f64)>> {
        Ok(boxes(&self.of.read(py)?.shapes, answer::rect))
    }
}

class! {
    /// Shapes in space by id: who is here, what is hit first, what began and ended. The methods are those of World.
    ///
    /// >>> import bumper
    /// >>> world = bumper.World3()
    /// >>> wall = world.insert((10, 0, 0, 1, 8, 8), "a wall")
    /// >>> ball = world.insert(bumper.Sphere(0, 4, 4, 1))
    /// >>> way, hits = world.travel(ball, (20, 0, 0), "stop")
    /// >>> way, world.data_of(hits[0].id)
    /// ((9.0, 0.0, 0.0), 'a wall')
    /// >>> [event.began for event in world.update()]
    /// [True]
    World3 in 3 of Given3, sides SIDES3, places (f64, f64, f64) = triple, shapes space::kinds::wrap;
    Contact3 SweepHit3 RayHit3 Hit3;

    /// Turns a shape by degrees about an axis through a point, or else through the middle of its box: about z from x towards y.
    #[pyo3(signature = (id, axis, degrees, /, about=None))]
    fn turn(&self, py: Python<'_>, id: u64, axis: Triple, degrees: f64, about: Option<Triple>) -> PyResult<()> {
        let mut content = self.of.write(py)?;
        let about = match about {
            Some(about) => about.finite("about")?,
            None => content.get(id)?.shape.center().ok_or_else(|| refused(Refusal::Empty))?,
        };
        let rotation = space::rotation(axis, degrees, "axis")?;
        content.shapes.turn(self::id(id), &rotation, about).map_err(refused)
    }

    /// The boxes of the broad phase, to draw: each x, y, z, width, height and depth.
    fn boxes(&self, py: Python<'_>) -> PyResult<Vec<Cuboid>> {
        Ok(boxes(&self.of.read(py)?.shapes, answer::cuboid))
    }
}
