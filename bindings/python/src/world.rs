//! The class `World`: shapes by id, each with anything of the user's.

pub mod filter;

use crate::answer::{Contact, RayHit, Relation, SweepHit, pair};
use crate::mover::{Hit, Responses};
use crate::query;
use crate::reading::{Given, Pair, finite};
use crate::shape::kinds::wrap;
use engine::world::{Collider, Event as Found, Id, Refusal};
use engine::{AsShape, Axis, Rotation, ShapeBuf, Side};
use filter::{Filter, Ignored};
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::collections::HashMap;

pub type Shapes = engine::world::World<f64, 2, ShapeBuf<f64, 2>>;
pub type Data = HashMap<u64, Py<PyAny>>;

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
#[pyclass(module = "bumper")]
pub struct World {
    pub shapes: Shapes,
    data: Data,
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

/// The side that holds what comes from there.
fn side(name: Option<&str>) -> PyResult<Option<Side>> {
    let (axis, negative) = match name {
        None => return Ok(None),
        Some("up") => (Axis::Y, true),
        Some("down") => (Axis::Y, false),
        Some("left") => (Axis::X, true),
        Some("right") => (Axis::X, false),
        Some(other) => {
            let text = format!("one_way: {other:?} is not 'up', 'down', 'left' or 'right'");
            return Err(PyValueError::new_err(text));
        }
    };
    Ok(Some(Side { axis, negative }))
}

/// What `one_way` is called, as `side` reads it.
pub fn side_name(side: Side) -> &'static str {
    match (side.axis, side.negative) {
        (Axis::X, true) => "left",
        (Axis::X, false) => "right",
        (_, true) => "up",
        (_, false) => "down",
    }
}

impl World {
    pub fn empty() -> Self {
        Self { shapes: Shapes::default(), data: Data::new() }
    }

    pub fn add(&mut self, collider: Collider<ShapeBuf<f64, 2>>, data: Option<Py<PyAny>>) -> PyResult<u64> {
        let id = number(self.shapes.insert(collider).map_err(refused)?);
        if let Some(data) = data {
            self.data.insert(id, data);
        }
        Ok(id)
    }

    fn get(&self, id_of: u64) -> PyResult<&Collider<ShapeBuf<f64, 2>>> {
        self.shapes.get(id(id_of)).ok_or_else(|| PyKeyError::new_err(format!("id: no shape has {id_of}")))
    }

    pub fn data(&self) -> &Data {
        &self.data
    }
}

#[pymethods]
impl World {
    #[new]
    fn new() -> Self {
        Self::empty()
    }

    /// Puts a shape into the world: its id, which is never zero and never given again.
    #[pyo3(signature = (shape, data=None, *, layers=1, filter=u32::MAX, sensor=false, one_way=None))]
    fn insert(
        &mut self,
        shape: Given,
        data: Option<Py<PyAny>>,
        layers: u32,
        filter: u32,
        sensor: bool,
        one_way: Option<&str>,
    ) -> PyResult<u64> {
        let one_way = side(one_way)?;
        self.add(Collider { shape: shape.into_owned(), layers, filter, sensor, one_way, data: 0 }, data)
    }

    /// Takes a shape out: what was given with it.
    #[pyo3(signature = (id, /))]
    fn remove(&mut self, id: u64) -> PyResult<Option<Py<PyAny>>> {
        self.get(id)?;
        self.shapes.remove(self::id(id));
        Ok(self.data.remove(&id))
    }

    fn __len__(&self) -> usize {
        self.shapes.len()
    }

    fn __contains__(&self, id: u64) -> bool {
        self.get(id).is_ok()
    }

    /// All ids.
    fn ids(&self) -> Vec<u64> {
        self.shapes.iter().map(|(id, _)| number(id)).collect()
    }

    /// The shape of an id.
    fn __getitem__<'py>(&self, py: Python<'py>, id: u64) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, self.get(id)?.shape.clone())
    }

    /// Puts another shape in its place, most often the same elsewhere.
    fn __setitem__(&mut self, id: u64, shape: Given) -> PyResult<()> {
        self.shapes.set_shape(self::id(id), shape.into_owned()).map_err(refused)
    }

    fn __delitem__(&mut self, id: u64) -> PyResult<()> {
        self.remove(id).map(|_| ())
    }

    /// What was given with a shape.
    #[pyo3(signature = (id, /))]
    fn data_of(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
        self.get(id)?;
        Ok(self.data.get(&id).map(|data| data.clone_ref(py)))
    }

    /// Moves a shape by a way.
    #[pyo3(signature = (id, by, /))]
    fn move_by(&mut self, id: u64, by: Pair) -> PyResult<()> {
        self.shapes.move_by(self::id(id), by.finite("by")?).map_err(refused)
    }

    /// Moves a shape so that the middle of its box is there.
    #[pyo3(signature = (id, center, /))]
    fn move_to(&mut self, id: u64, center: Pair) -> PyResult<()> {
        self.shapes.move_to(self::id(id), center.finite("center")?).map_err(refused)
    }

    /// Turns a shape by degrees from x towards y about a point, or else the middle of its box.
    #[pyo3(signature = (id, degrees, /, about=None))]
    fn turn(&mut self, id: u64, degrees: f64, about: Option<Pair>) -> PyResult<()> {
        let about = match about {
            Some(about) => about.finite("about")?,
            None => self.get(id)?.shape.center().ok_or_else(|| refused(Refusal::Empty))?,
        };
        let rotation = Rotation::from_degrees(finite(degrees, "degrees")?);
        self.shapes.turn(self::id(id), &rotation, about).map_err(refused)
    }

    /// Finds the pairs that began to touch or overlap, go on or ended since the last update: once a frame.
    fn update(&mut self, py: Python<'_>) -> Vec<Event> {
        let shapes = &mut self.shapes;
        py.detach(move || shapes.update().iter().map(Event::from).collect())
    }

    /// The ids of the shapes that touch or overlap a given one.
    #[pyo3(signature = (shape, /, *, layers=u32::MAX, ignore=None, accept=None))]
    fn intersecting(
        &self,
        shape: Given,
        layers: u32,
        ignore: Option<Ignored>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Vec<u64>> {
        let (filter, mut found) = (Filter::new(&self.data, layers, ignore, accept), Vec::new());
        self.shapes.intersect_all(
            shape.shape(),
            |id, of| filter.wants(id, of),
            |id, _| found.push(number(id)),
        );
        filter.end(found)
    }

    /// The first shape that a ray hits: its id, and the hit.
    #[pyo3(signature = (origin, direction, /, reach=f64::INFINITY, *, layers=u32::MAX, ignore=None, accept=None))]
    fn cast(
        &self,
        origin: Pair,
        direction: Pair,
        reach: f64,
        layers: u32,
        ignore: Option<Ignored>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<(u64, RayHit)>> {
        let (ray, filter) =
            (query::ray(origin, direction, reach)?, Filter::new(&self.data, layers, ignore, accept));
        let first = self.shapes.cast(&ray, |id, of| filter.wants(id, of));
        filter.end(first.map(|(id, hit)| (number(id), hit.into())))
    }

    /// The first shape that a given one touches on its way: its id, and the hit.
    #[pyo3(signature = (shape, moves, /, *, layers=u32::MAX, ignore=None, accept=None))]
    fn sweep(
        &self,
        shape: Given,
        moves: Pair,
        layers: u32,
        ignore: Option<Ignored>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<(u64, SweepHit)>> {
        let (moves, filter) = (moves.finite("moves")?, Filter::new(&self.data, layers, ignore, accept));
        let first = self.shapes.sweep(shape.shape(), moves, |id, of| filter.wants(id, of));
        filter.end(first.map(|(id, hit)| (number(id), hit.into())))
    }

    /// The nearest shape, at most `reach` away: its id, and the contact of the given one with it.
    #[pyo3(signature = (shape, /, reach=f64::INFINITY, *, layers=u32::MAX, ignore=None, accept=None))]
    fn nearest(
        &self,
        shape: Given,
        reach: f64,
        layers: u32,
        ignore: Option<Ignored>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<(u64, Contact)>> {
        let filter = Filter::new(&self.data, layers, ignore, accept);
        let first = self.shapes.nearest(shape.shape(), reach, |id, of| filter.wants(id, of));
        filter.end(first.map(|(id, contact)| (number(id), Contact(contact))))
    }

    /// Moves one of its shapes by a way, as far as the others let it: how far it has come, and what it has hit. Sensors are passed.
    #[pyo3(signature = (id, step, /, response=None, *, layers=u32::MAX, ignore=None))]
    fn travel(
        &mut self,
        id: u64,
        step: Pair,
        response: Option<Bound<'_, PyAny>>,
        layers: u32,
        ignore: Option<Ignored>,
    ) -> PyResult<((f64, f64), Vec<Hit>)> {
        let start = self.get(id)?.shape.clone();
        let step = step.finite("step")?;
        let filter = Filter::new(&self.data, layers, ignore, None);
        let responses = Responses::new(response.as_ref(), &self.data)?;
        let mut hits = Vec::new();
        let way = self.shapes.travel(
            self::id(id),
            step,
            |other, of| if filter.wants(other, of) { responses.at(number(other)) } else { None },
            |hit| hits.push(Hit::new(hit, number)),
        );
        let ended = responses.end((way.map(pair).map_err(refused)?, hits));
        if ended.is_err() {
            // What was not answered is no way: it stays where it was.
            self.shapes.set_shape(self::id(id), start).map_err(refused)?;
        }
        ended
    }

    /// Lines around the boxes of the broad phase, to draw: each x, y, width and height.
    fn boxes(&self) -> Vec<(f64, f64, f64, f64)> {
        let mut boxes = Vec::new();
        self.shapes.each_box(|area| {
            let (min, max) = (area.min().map(f64::from), area.max().map(f64::from));
            boxes.push((min.x(), min.y(), max.x() - min.x(), max.y() - min.y()));
        });
        boxes
    }

    /// How the shapes of two ids lie to each other.
    #[pyo3(signature = (a, b, /))]
    fn relation(&self, a: u64, b: u64) -> PyResult<Relation> {
        let (a, b) = (&self.get(a)?.shape, &self.get(b)?.shape);
        Ok(engine::Relate::relation(&a.as_shape(), &b.as_shape()).into())
    }

    fn __repr__(&self) -> String {
        format!("<World of {} shapes>", self.shapes.len())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.data.values().try_for_each(|data| visit.call(data))
    }

    fn __clear__(&mut self) {
        self.data.clear();
    }
}
