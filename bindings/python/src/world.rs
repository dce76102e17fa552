//! The classes `World` and `World3`: sets of shapes with ids and user data.

mod class;
pub mod filter;
pub mod hit;

use crate::answer::{self, Contact, Contact3, RayHit, RayHit3, Relation, SweepHit, SweepHit3, pair, triple};
use crate::checked;
use crate::guarded::Shared;
use crate::reading::{Numbers, Pair, Triple, argument, finite, named, not_negative, unknown};
use crate::shape::drawing::Pen;
use crate::shape::extent::pivot;
use crate::shape::given::Given;
use crate::space::Given3;
use crate::{shape, space};
use class::class;
use engine::motion::Mover;
use engine::world::{Collider, ColliderError, Id, IntersectionEvent};
use engine::{Aabb, AsShape, Axis, Rotation, ShapeBuf, Side};
use filter::{Filter, Ids};
use hit::{Hit, Hit3, Responses};
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyType};
use std::collections::HashMap;

pub type Shapes<const N: usize> = engine::world::World<f64, N, ShapeBuf<f64, N>>;
pub type Data = HashMap<u64, Py<PyAny>>;

/// The result of `__reduce__` for `pickle`: the class, no arguments for its constructor, and the saved world with the user data.
type Reduced<'py> = (Bound<'py, PyType>, (), (Bound<'py, PyBytes>, Bound<'py, PyDict>));

/// A 3D box as x, y, z, width, height and depth.
type Cuboid = (f64, f64, f64, f64, f64, f64);

/// The contents of a world: its shapes, and the user data of the shapes that have any. A lock protects them against calls from several
/// threads.
pub struct Content<const N: usize> {
    pub shapes: Shapes<N>,
    data: Data,
}

impl<const N: usize> Content<N> {
    pub fn empty() -> Self {
        Self { shapes: Shapes::default(), data: Data::new() }
    }

    /// Inserts a shape with its data and returns its id.
    pub fn add(&mut self, collider: Collider<ShapeBuf<f64, N>>, data: Option<Py<PyAny>>) -> PyResult<u64> {
        let id = number(self.shapes.insert(collider).map_err(refused)?);
        if let Some(data) = data {
            self.data.insert(id, data);
        }
        Ok(id)
    }

    pub fn get(&self, id_of: u64) -> PyResult<&Collider<ShapeBuf<f64, N>>> {
        self.shapes.get(id(id_of)).ok_or_else(|| PyKeyError::new_err(format!("no shape has the id {id_of}")))
    }

    pub fn data(&self) -> &Data {
        &self.data
    }

    /// Sets the user data of a shape, and returns the old data. The data None removes the entry.
    fn set_data(&mut self, py: Python<'_>, of: u64, data: Py<PyAny>) -> Option<Py<PyAny>> {
        if data.is_none(py) { self.data.remove(&of) } else { self.data.insert(of, data) }
    }
}

/// Converts the id of a shape in the Rust library to an id for Python, which is never zero.
pub fn number(id: Id) -> u64 {
    id.to_bits().wrapping_add(1)
}

pub fn id(number: u64) -> Id {
    Id::from_bits(number.wrapping_sub(1))
}

pub fn refused(error: ColliderError) -> PyErr {
    match error {
        ColliderError::NotFound => PyKeyError::new_err("no shape has this id"),
        ColliderError::Full => PyMemoryError::new_err("the world is full"),
        other => PyValueError::new_err(format!("shape: {other}")),
    }
}

/// A pair of shapes that touch or overlap, or that did so at the previous update.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct Event {
    /// The id of the first shape.
    a: u64,
    /// The id of the second shape.
    b: u64,
    /// The relation at the previous update.
    was: Relation,
    /// The relation at this update.
    now: Relation,
}

impl From<&IntersectionEvent> for Event {
    fn from(event: &IntersectionEvent) -> Self {
        Self { a: number(event.a), b: number(event.b), was: event.was.into(), now: event.now.into() }
    }
}

#[pymethods]
impl Event {
    /// Whether the shapes began to touch or overlap in this update.
    #[getter]
    fn began(&self) -> bool {
        self.was == Relation::Apart
    }

    /// Whether the shapes touched or overlapped at the previous update and no longer do.
    #[getter]
    fn ended(&self) -> bool {
        self.now == Relation::Apart
    }

    fn __repr__(&self) -> String {
        format!("Event(a={}, b={}, was={}, now={})", self.a, self.b, self.was.name(), self.now.name())
    }
}

/// A name that the argument `one_way` accepts, and the side that it stands for.
type Named = (&'static str, Side);

/// The names of sides in 2D.
const SIDES: [Named; 4] =
    [("min-x", Side::MIN_X), ("max-x", Side::MAX_X), ("min-y", Side::MIN_Y), ("max-y", Side::MAX_Y)];

/// The names of sides in 3D.
const SIDES3: [Named; 6] = [
    ("min-x", Side::MIN_X),
    ("max-x", Side::MAX_X),
    ("min-y", Side::MIN_Y),
    ("max-y", Side::MAX_Y),
    ("min-z", Side { axis: Axis::Z, negative: true }),
    ("max-z", Side { axis: Axis::Z, negative: false }),
];

fn side(name: Option<&str>, sides: &[Named]) -> PyResult<Option<Side>> {
    name.map(|name| named("one_way", name, sides)).transpose()
}

/// Changes a setting of a collider, given by the name of its keyword argument.
fn change_setting<T>(
    of: &mut Collider<T>,
    name: &str,
    value: &Bound<'_, PyAny>,
    sides: &[Named],
) -> PyResult<()> {
    match name {
        "layers" => of.layers = argument(value, name)?,
        "filter" => of.filter = argument(value, name)?,
        "sensor" => of.sensor = argument(value, name)?,
        "one_way" => of.one_way = side(argument::<Option<String>>(value, name)?.as_deref(), sides)?,
        _ => return Err(unknown("a shape of a world", name)),
    }
    Ok(())
}

/// Returns the 2D side with a name.
pub fn side_named(name: Option<&str>) -> PyResult<Option<Side>> {
    side(name, &SIDES)
}

/// Returns the name of a 2D side.
pub fn side_name(side: Side) -> &'static str {
    SIDES.iter().find(|(_, known)| *known == side).map_or("", |(name, _)| name)
}

fn boxes<const N: usize, T>(of: &Shapes<N>, convert: impl Fn(Aabb<f64, N>) -> T) -> Vec<T> {
    let mut boxes = Vec::new();
    of.each_aabb(|area| boxes.push(convert(Aabb::new(area.min().map(f64::from), area.max().map(f64::from)))));
    boxes
}

class! {
    /// A set of 2D shapes with ids. It has queries (overlap, ray cast, sweep, nearest shape), and events when two shapes begin or end
    /// touching.
    ///
    /// >>> import bumper
    /// >>> world = bumper.World()
    /// >>> wall = world.insert((100, 0, 10, 90), "a wall")
    /// >>> ball = world.insert(bumper.Circle(50, 50, 5))
    /// >>> world.update()
    /// []
    /// >>> displacement, hits = world.travel(ball, (100, 0), "stop")
    /// >>> displacement, world.data_of(hits[0].id)
    /// ((45.0, 0.0), 'a wall')
    /// >>> [event.began for event in world.update()]
    /// [True]
    World in 2 of Given, sides SIDES, points (f64, f64) = pair, shapes shape::kinds::wrap;
    Contact SweepHit RayHit Hit;

    /// Rotates a shape of the world by an angle in degrees, from x towards y (clockwise on a screen). `about` is the point about which it
    /// rotates, by default the center of its bounding box, or the point of a half-space.
    #[pyo3(signature = (id, degrees, /, about=None))]
    fn rotate(&self, py: Python<'_>, id: u64, degrees: f64, about: Option<Pair>) -> PyResult<()> {
        let mut content = self.of.write(py)?;
        let about = match about {
            Some(about) => about.finite("about")?,
            None => pivot(&content.get(id)?.shape).ok_or_else(|| refused(ColliderError::Empty))?,
        };
        let rotation = Rotation::from_degrees(finite(degrees, "degrees")?);
        content.shapes.rotate(self::id(id), &rotation, about).map_err(refused)
    }

    /// Draws on a pygame surface those shapes of the world that are at least partly inside its area: their outlines, or filled if `width`
    /// is 0. `offset` is added to all positions, as for a camera.
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
        let view = pen.view()?;
        let mut shapes = Vec::new();
        let content = self.of.read(py)?;
        content.shapes.each_intersecting(view, |_, _| true, |id, _| shapes.push(id));
        let shapes: Vec<_> = shapes.into_iter().filter_map(|id| Some(content.shapes.get(id)?.shape.clone())).collect();
        drop(content);
        shapes.iter().try_for_each(|shape| pen.draw(shape))
    }

    /// The bounding boxes that the broad phase stores, for debug drawing. Each is (x, y, width, height).
    fn boxes(&self, py: Python<'_>) -> PyResult<Vec<(f64, f64, f64, f64)>> {
        Ok(boxes(&self.of.read(py)?.shapes, answer::rect))
    }
}

class! {
    /// A set of 3D shapes with ids. It has queries (overlap, ray cast, sweep, nearest shape), and events when two shapes begin or end
    /// touching. Its methods are those of World.
    ///
    /// >>> import bumper
    /// >>> world = bumper.World3()
    /// >>> wall = world.insert((10, 0, 0, 1, 8, 8), "a wall")
    /// >>> ball = world.insert(bumper.Sphere(0, 4, 4, 1))
    /// >>> displacement, hits = world.travel(ball, (20, 0, 0), "stop")
    /// >>> displacement, world.data_of(hits[0].id)
    /// ((9.0, 0.0, 0.0), 'a wall')
    /// >>> [event.began for event in world.update()]
    /// [True]
    World3 in 3 of Given3, sides SIDES3, points (f64, f64, f64) = triple, shapes space::kinds::wrap;
    Contact3 SweepHit3 RayHit3 Hit3;

    /// Rotates a shape of the world by an angle in degrees about the direction `axis`. A positive angle about z rotates x towards y.
    /// `about` is a point on the axis of rotation, by default the center of the bounding box of the shape, or the point of a half-space.
    #[pyo3(signature = (id, axis, degrees, /, about=None))]
    fn rotate(&self, py: Python<'_>, id: u64, axis: Triple, degrees: f64, about: Option<Triple>) -> PyResult<()> {
        let mut content = self.of.write(py)?;
        let about = match about {
            Some(about) => about.finite("about")?,
            None => pivot(&content.get(id)?.shape).ok_or_else(|| refused(ColliderError::Empty))?,
        };
        let rotation = space::rotation(axis, degrees, "axis")?;
        content.shapes.rotate(self::id(id), &rotation, about).map_err(refused)
    }

    /// The bounding boxes that the broad phase stores, for debug drawing. Each is (x, y, z, width, height, depth).
    fn boxes(&self, py: Python<'_>) -> PyResult<Vec<Cuboid>> {
        Ok(boxes(&self.of.read(py)?.shapes, answer::cuboid))
    }
}
