//! The methods of movers, which are the same on a plane and in space: a macro, as each class of Python's is a type.

macro_rules! class {
    (
        $(#[$about:meta])*
        $Mover:ident in $N:literal of $Given:ident among $World:ident as $Around:ident, told by $Hit:ident;
        places $Place:ty = $place:ident, boxes $Area:ty = $area:path: $bounds_doc:literal, shapes $wrap:path;
        $signature:literal
    ) => {
        /// What has been hit.
        #[pyclass(module = "bumper", frozen, get_all)]
        pub struct $Hit {
            /// Whose shape, by its id or its place in the list; None for the bounds.
            id: Option<u64>,
            /// The unit normal out of the obstacle.
            normal: $Place,
            /// When, in parts of the step from 0 to 1.
            time: f64,
            /// What was done there.
            response: &'static str,
        }

        impl $Hit {
            pub fn new<I>(of: Found<I, f64, $N>, number: impl Fn(I) -> u64) -> Self {
                let id = match of.with {
                    With::Obstacle(id) => Some(number(id)),
                    With::Bounds => None,
                };
                Self { id, normal: $place(of.normal), time: of.time, response: name(of.response) }
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

        $(#[$about])*
        #[pyclass(module = "bumper")]
        pub struct $Mover {
            of: engine::motion::Mover<f64, $N, ShapeBuf<f64, $N>>,
        }

        /// What is in the way.
        pub enum $Around<'py> {
            World(Bound<'py, $World>),
            List(Vec<$Given<'py>>),
        }

        impl<'a, 'py> FromPyObject<'a, 'py> for $Around<'py> {
            type Error = PyErr;

            // What is tried in vain tells at length why, which takes longer than a step.
            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
                if let Ok(world) = object.cast::<$World>() {
                    return Ok(Self::World(world.to_owned()));
                }
                // A world of the other kind has items, too, but none in an order.
                let fault = || PyTypeError::new_err("a world is needed, or a list of shapes");
                let is_lost = |error: &PyErr| error.is_instance_of::<PyKeyError>(object.py());
                object.extract().map(Self::List).map_err(|error| if is_lost(&error) { fault() } else { error })
            }
        }

        impl $Mover {
            pub fn new_of(of: engine::motion::Mover<f64, $N, ShapeBuf<f64, $N>>) -> Self {
                Self { of }
            }

            fn make<O: Obstacles<f64, $N> + ?Sized>(
                &mut self,
                step: Step<$N>,
                obstacles: &O,
                respond: impl FnMut(O::Id) -> Option<Response>,
                number: impl Fn(O::Id) -> u64,
            ) -> Vec<$Hit> {
                let mut hits = Vec::new();
                let hit = |found| hits.push($Hit::new(found, &number));
                match step {
                    Step::Way(way) => self.of.travel(way.vector(), obstacles, respond, hit),
                    Step::Time(time) => self.of.step(time, obstacles, respond, hit),
                }
                hits
            }

            fn among(
                &mut self,
                step: Step<$N>,
                around: $Around<'_>,
                own: Option<u64>,
                response: Option<&Bound<'_, PyAny>>,
                filter: (u32, Option<Ignored>),
            ) -> PyResult<Vec<$Hit>> {
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
                step: Step<$N>,
                around: $Around<'_>,
                own: Option<u64>,
                response: Option<&Bound<'_, PyAny>>,
                filter: (u32, Option<Ignored>),
            ) -> PyResult<Vec<$Hit>> {
                let usual = self.of.response;
                let world = match around {
                    $Around::World(world) => world,
                    $Around::List(list) => {
                        let shapes: Vec<ShapeBuf<f64, $N>> = list.into_iter().map($Given::into_owned).collect();
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
        impl $Mover {
            #[new]
            #[pyo3(signature = (shape, *, velocity=Numbers([0.0; $N]), gravity=Numbers([0.0; $N]), response="slide"),
                text_signature = $signature)]
            fn new(shape: $Given, velocity: Numbers<$N>, gravity: Numbers<$N>, response: &str) -> PyResult<Self> {
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
                obstacles: $Around<'_>,
                id: Option<u64>,
                response: Option<Bound<'_, PyAny>>,
                layers: u32,
                ignore: Option<Ignored>,
            ) -> PyResult<Vec<$Hit>> {
                let step = Step::Time(length(time, "time")?);
                self.among(step, obstacles, id, response.as_ref(), (layers, ignore))
            }

            /// Moves it by a way, whatever its velocity: what has been hit.
            #[pyo3(signature = (way, obstacles, /, *, id=None, response=None, layers=u32::MAX, ignore=None))]
            fn travel(
                &mut self,
                way: Numbers<$N>,
                obstacles: $Around<'_>,
                id: Option<u64>,
                response: Option<Bound<'_, PyAny>>,
                layers: u32,
                ignore: Option<Ignored>,
            ) -> PyResult<Vec<$Hit>> {
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
                $wrap(py, self.of.shape().clone())
            }

            /// How far it is from where it was made.
            #[getter]
            fn position(&self) -> $Place {
                $place(self.of.position())
            }

            #[setter]
            fn set_position(&mut self, position: Numbers<$N>) -> PyResult<()> {
                let position = position.finite("position")?;
                let fault = || PyValueError::new_err("position: the shape would leave the range of numbers");
                self.of.set_position(position).then_some(()).ok_or_else(fault)
            }

            /// The middle of its box.
            #[getter]
            fn center(&self) -> Option<$Place> {
                self.of.center().map($place)
            }

            /// Whether it stands on the ground.
            #[getter]
            fn grounded(&self) -> bool {
                self.of.is_grounded()
            }

            /// The way in a unit of time.
            #[getter]
            fn velocity(&self) -> $Place {
                $place(self.of.velocity)
            }

            #[setter]
            fn set_velocity(&mut self, velocity: Numbers<$N>) -> PyResult<()> {
                self.of.velocity = velocity.finite("velocity")?;
                Ok(())
            }

            /// What is added to the velocity in a unit of time.
            #[getter]
            fn gravity(&self) -> $Place {
                $place(self.of.gravity)
            }

            #[setter]
            fn set_gravity(&mut self, gravity: Numbers<$N>) -> PyResult<()> {
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

            #[doc = $bounds_doc]
            #[getter]
            fn bounds(&self) -> Option<$Area> {
                self.of.bounds.map($area)
            }

            #[setter]
            fn set_bounds(&mut self, bounds: Option<$Given>) -> PyResult<()> {
                let area = |given: $Given| -> PyResult<Aabb<f64, $N>> {
                    match given.shape() {
                        engine::Shape::Aabb(area) => Ok(area),
                        _ => Err(PyTypeError::new_err("bounds: a box is needed")),
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
                let read = |Numbers([step, snap])| -> PyResult<Legs<f64>> {
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
                format!("<{} at {:?}>", stringify!($Mover), self.position())
            }
        }
    };
}

pub(super) use class;
