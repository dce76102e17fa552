//! The class `Mover`: what moves, never tunnels and is never left overlapping.

use crate::answer::pair;
use crate::reading::{Given, Pair, finite, length};
use crate::shape::kinds::wrap;
use crate::world::filter::{Filter, Ignored};
use crate::world::{Data, World, id, number};
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

/// What has been hit.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct Hit {
    /// Whose shape, by its id or its place in the list; None for the bounds.
    id: Option<u64>,
    /// The unit normal out of the obstacle.
    normal: (f64, f64),
    /// When, in parts of the step from 0 to 1.
    time: f64,
    /// What was done there.
    response: &'static str,
}

impl Hit {
    pub fn new<I>(of: Found<I, f64, 2>, number: impl Fn(I) -> u64) -> Self {
        let id = match of.with {
            With::Obstacle(id) => Some(number(id)),
            With::Bounds => None,
        };
        Self { id, normal: pair(of.normal), time: of.time, response: name(of.response) }
    }
}

#[pymethods]
impl Hit {
    fn __repr__(&self) -> String {
        let id = self.id.map_or("None".into(), |id| id.to_string());
        format!("Hit(id={id}, normal={:?}, time={:?}, response={:?})", self.normal, self.time, self.response)
    }
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

/// A shape that moves: by its velocity and gravity, through a world or a list of shapes.
///
/// >>> import bumper
/// >>> player = bumper.Mover((0, 0, 10, 20), gravity=(0, 900))
/// >>> for _ in range(60):
/// ...     hits = player.step(1 / 60, [(-100, 100, 300, 20)])
/// >>> player.grounded, player.position
/// (True, (0.0, 80.0))
#[pyclass(module = "bumper")]
pub struct Mover {
    of: engine::motion::Mover<f64, 2, ShapeBuf<f64, 2>>,
}

/// What is in the way.
#[derive(FromPyObject)]
enum Around<'py> {
    World(Bound<'py, World>),
    List(Vec<Given<'py>>),
}

/// How far to move: by a way, or for a time.
#[derive(Clone, Copy)]
enum Step {
    Way(Pair),
    Time(f64),
}

impl Mover {
    pub fn new_of(of: engine::motion::Mover<f64, 2, ShapeBuf<f64, 2>>) -> Self {
        Self { of }
    }

    fn make<O: Obstacles<f64, 2> + ?Sized>(
        &mut self,
        step: Step,
        obstacles: &O,
        respond: impl FnMut(O::Id) -> Option<Response>,
        number: impl Fn(O::Id) -> u64,
    ) -> Vec<Hit> {
        let mut hits = Vec::new();
        let hit = |found| hits.push(Hit::new(found, &number));
        match step {
            Step::Way(way) => self.of.travel(way.vector(), obstacles, respond, hit),
            Step::Time(time) => self.of.step(time, obstacles, respond, hit),
        }
        hits
    }

    fn among(
        &mut self,
        step: Step,
        around: Around<'_>,
        own: Option<u64>,
        response: Option<&Bound<'_, PyAny>>,
        filter: (u32, Option<Ignored>),
    ) -> PyResult<Vec<Hit>> {
        // What was not answered is no step: it is as it was.
        let start = response.is_some_and(|of| of.is_callable()).then(|| self.of.clone());
        let found = self.go(step, around, own, response, filter);
        if let (true, Some(start)) = (found.is_err(), start) {
            self.of = start;
        }
        found
    }

    fn go(
        &mut self,
        step: Step,
        around: Around<'_>,
        own: Option<u64>,
        response: Option<&Bound<'_, PyAny>>,
        filter: (u32, Option<Ignored>),
    ) -> PyResult<Vec<Hit>> {
        let usual = self.of.response;
        let world = match around {
            Around::World(world) => world,
            Around::List(list) => {
                let shapes: Vec<ShapeBuf<f64, 2>> = list.into_iter().map(Given::into_owned).collect();
                let responses = Responses::read(response, usual, None)?;
                let found = self.make(step, &shapes[..], |k| responses.at(k as u64), |k| k as u64);
                return responses.end(found);
            }
        };
        let found = {
            let world = world.try_borrow()?;
            if own.is_some_and(|own| world.shapes.get(id(own)).is_none()) {
                return Err(PyKeyError::new_err("id: no shape of the world has it"));
            }
            let responses = Responses::read(response, usual, Some(world.data()))?;
            let filter = Filter::new(world.data(), filter.0, filter.1, None);
            let respond = |other: Id| {
                let wanted = world.shapes.get(other).is_some_and(|of| filter.wants(other, of));
                if wanted { responses.at(number(other)) } else { None }
            };
            let found = match own {
                Some(own) => self.make(step, &world.shapes.others(id(own)), respond, number),
                None => self.make(step, &world.shapes, respond, number),
            };
            responses.end(found)?
        };
        if let Some(own) = own {
            let shape = self.of.shape().clone();
            let mut world = world.try_borrow_mut()?;
            world
                .shapes
                .set_shape(id(own), shape)
                .map_err(|refusal| PyValueError::new_err(refusal.to_string()))?;
        }
        Ok(found)
    }
}

#[pymethods]
impl Mover {
    #[new]
    #[pyo3(signature = (shape, *, velocity=Pair([0.0; 2]), gravity=Pair([0.0; 2]), response="slide"),
        text_signature = "(shape, *, velocity=(0, 0), gravity=(0, 0), response='slide')")]
    fn new(shape: Given, velocity: Pair, gravity: Pair, response: &str) -> PyResult<Self> {
        let mut of = engine::motion::Mover::new(shape.into_owned());
        (of.velocity, of.gravity) = (velocity.finite("velocity")?, gravity.finite("gravity")?);
        of.response = named(response)?;
        Ok(Self { of })
    }

    /// A step of time among the shapes of a world or a list: what has been hit. With `id` it is that shape of the world, which it
    /// leaves out, and which is then where it has come to.
    #[pyo3(signature = (time, obstacles, /, *, id=None, response=None, layers=u32::MAX, ignore=None))]
    fn step(
        &mut self,
        time: f64,
        obstacles: Around<'_>,
        id: Option<u64>,
        response: Option<Bound<'_, PyAny>>,
        layers: u32,
        ignore: Option<Ignored>,
    ) -> PyResult<Vec<Hit>> {
        let step = Step::Time(length(time, "time")?);
        self.among(step, obstacles, id, response.as_ref(), (layers, ignore))
    }

    /// Moves it by a way, whatever its velocity: what has been hit.
    #[pyo3(signature = (way, obstacles, /, *, id=None, response=None, layers=u32::MAX, ignore=None))]
    fn travel(
        &mut self,
        way: Pair,
        obstacles: Around<'_>,
        id: Option<u64>,
        response: Option<Bound<'_, PyAny>>,
        layers: u32,
        ignore: Option<Ignored>,
    ) -> PyResult<Vec<Hit>> {
        way.finite("way")?;
        self.among(Step::Way(way), obstacles, id, response.as_ref(), (layers, ignore))
    }

    /// Has it jump so high with its next step, if it can.
    #[pyo3(signature = (height, /))]
    fn jump(&mut self, height: f64) -> PyResult<()> {
        self.of.jump(finite(height, "height")?);
        Ok(())
    }

    /// The shape where it is now.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, self.of.shape().clone())
    }

    /// How far it is from where it was made.
    #[getter]
    fn position(&self) -> (f64, f64) {
        pair(self.of.position())
    }

    #[setter]
    fn set_position(&mut self, position: Pair) -> PyResult<()> {
        let position = position.finite("position")?;
        let fault = || PyValueError::new_err("position: the shape would leave the range of numbers");
        self.of.set_position(position).then_some(()).ok_or_else(fault)
    }

    /// The middle of its box.
    #[getter]
    fn center(&self) -> Option<(f64, f64)> {
        self.of.center().map(pair)
    }

    /// Whether it stands on the ground.
    #[getter]
    fn grounded(&self) -> bool {
        self.of.is_grounded()
    }

    /// The way in a unit of time.
    #[getter]
    fn velocity(&self) -> (f64, f64) {
        pair(self.of.velocity)
    }

    #[setter]
    fn set_velocity(&mut self, velocity: Pair) -> PyResult<()> {
        self.of.velocity = velocity.finite("velocity")?;
        Ok(())
    }

    /// What is added to the velocity in a unit of time.
    #[getter]
    fn gravity(&self) -> (f64, f64) {
        pair(self.of.gravity)
    }

    #[setter]
    fn set_gravity(&mut self, gravity: Pair) -> PyResult<()> {
        self.of.gravity = gravity.finite("gravity")?;
        Ok(())
    }

    /// What it does at its bounds, and at obstacles where nothing else is said.
    #[getter]
    fn response(&self) -> &'static str {
        name(self.of.response)
    }

    #[setter]
    fn set_response(&mut self, response: &str) -> PyResult<()> {
        self.of.response = named(response)?;
        Ok(())
    }

    /// The box that it does not leave, x, y, width and height, or None.
    #[getter]
    fn bounds(&self) -> Option<(f64, f64, f64, f64)> {
        let area = self.of.bounds?;
        let (min, size) = (area.min(), area.max() - area.min());
        Some((min.x(), min.y(), size.x(), size.y()))
    }

    #[setter]
    fn set_bounds(&mut self, bounds: Option<Given>) -> PyResult<()> {
        let area = |given: Given| -> PyResult<Aabb<f64, 2>> {
            match given.shape() {
                engine::Shape::Aabb(area) => Ok(area),
                _ => Err(PyTypeError::new_err("bounds: a rect is needed")),
            }
        };
        self.of.bounds = bounds.map(area).transpose()?;
        Ok(())
    }

    /// How it walks, if it does: how high the steps are that it climbs, and how deep the ground that it follows down.
    #[getter]
    fn legs(&self) -> Option<(f64, f64)> {
        self.of.legs.map(|legs| (legs.step_height, legs.snap_distance))
    }

    #[setter]
    fn set_legs(&mut self, legs: Option<Pair>) -> PyResult<()> {
        let read = |Pair([step, snap])| -> PyResult<Legs<f64>> {
            Ok(Legs { step_height: length(step, "legs")?, snap_distance: length(snap, "legs")? })
        };
        self.of.legs = legs.map(read).transpose()?;
        Ok(())
    }

    /// The steepest slope to stand on, in degrees.
    #[getter]
    fn floor_angle(&self) -> f64 {
        self.of.floor_angle
    }

    #[setter]
    fn set_floor_angle(&mut self, degrees: f64) -> PyResult<()> {
        self.of.floor_angle = finite(degrees, "floor_angle")?;
        Ok(())
    }

    /// For how long it can jump after it has left the ground.
    #[getter]
    fn coyote_time(&self) -> f64 {
        self.of.coyote_time
    }

    #[setter]
    fn set_coyote_time(&mut self, time: f64) -> PyResult<()> {
        self.of.coyote_time = length(time, "coyote_time")?;
        Ok(())
    }

    /// For how long a jump in the air is remembered.
    #[getter]
    fn buffer_time(&self) -> f64 {
        self.of.buffer_time
    }

    #[setter]
    fn set_buffer_time(&mut self, time: f64) -> PyResult<()> {
        self.of.buffer_time = length(time, "buffer_time")?;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Mover at {:?}>", self.position())
    }
}
