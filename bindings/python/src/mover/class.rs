//! The methods of movers, for 2D and 3D. They are defined by a macro, because Python needs separate classes.

macro_rules! class {
    (
        $(#[$about:meta])*
        $Mover:ident in $N:literal of $Given:ident among $World:ident as $Obstacles:ident, hits $Hit:ident;
        points $Point:ty = $point:ident, boxes $Area:ty = $area:path: $bounds_doc:literal, shapes $wrap:path;
        $signature:literal
    ) => {
        $(#[$about])*
        #[pyclass(module = "bumper", frozen, weakref)]
        pub struct $Mover {
            pub of: Shared<Moving<$N>>,
        }

        /// The obstacles: a world, or the shapes of any iterable.
        pub enum $Obstacles<'py> {
            World(Bound<'py, $World>),
            List(Vec<ShapeBuf<f64, $N>>),
        }

        impl<'a, 'py> FromPyObject<'a, 'py> for $Obstacles<'py> {
            type Error = PyErr;

            // Test the type before the conversion: a failed conversion builds a long error message, which takes longer than a step of a
            // mover.
            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
                if let Ok(world) = object.cast::<$World>() {
                    return Ok(Self::World(world.to_owned()));
                }
                let fault = || PyTypeError::new_err(format!("a world or an iterable of shapes is needed, not {}", type_name(&object)));
                // Reject a world of the other dimension. It could be iterated like a list of shapes, but its items are ids.
                if object.cast::<World>().is_ok() || object.cast::<World3>().is_ok() {
                    return Err(fault());
                }
                // Reject a simulation, because iterating over it would give ids, too.
                if !object.is_instance_of::<PyList>() && object.get_type().name()? == "Simulation" {
                    return Err(PyTypeError::new_err(
                        "to move among the bodies of a simulation, use simulation.insert_mover and simulation.step_with_movers",
                    ));
                }
                let shapes = object.try_iter().map_err(|_| fault())?.enumerate();
                let read = |(k, item): (usize, PyResult<Bound<'py, PyAny>>)| {
                    let given = item?.extract::<$Given>().map_err(|error| at_index(object.py(), "obstacles", k, error));
                    given.map($Given::into_owned)
                };
                shapes.map(read).collect::<PyResult<_>>().map(Self::List)
            }
        }

        impl $Mover {
            pub fn new_of(of: Moving<$N>) -> Self {
                Self { of: Shared::new(of) }
            }

            /// Reads a moving platform: an id of the world, a shape, or an iterable of these. Returns its shapes as they will be after the
            /// platform has moved by `displacement`.
            fn platform(
                of: &Bound<'_, PyAny>,
                displacement: Numbers<$N>,
                content: Option<&Content<$N>>,
            ) -> PyResult<Platform<$N>> {
                let mut platform = Platform { displacement, parts: Vec::new(), ids: Vec::new() };
                let mut add = |object: &Bound<'_, PyAny>| {
                    let (shape, one_way) = match (object.extract::<u64>(), content) {
                        (Ok(id), Some(content)) => {
                            let of = content.get(id)?;
                            platform.ids.push(id);
                            (of.shape.clone(), of.one_way)
                        }
                        _ => (object.extract::<$Given>()?.into_owned(), None),
                    };
                    let fault = || PyValueError::new_err("displacement: the platform would leave the range of numbers");
                    platform.parts.push((shape.translated(displacement.vector()).ok_or_else(fault)?, one_way));
                    PyResult::Ok(())
                };
                // A list contains ids or shapes. It is never read as one shape, even if its numbers could be coordinates.
                let one = (!of.is_instance_of::<PyList>()).then(|| add(of));
                match one {
                    Some(Ok(())) => {}
                    Some(Err(error)) if !error.is_instance_of::<PyTypeError>(of.py()) => return Err(error),
                    failed => {
                        let items = of.try_iter().map_err(|error| failed.and_then(Result::err).unwrap_or(error))?;
                        for (k, item) in items.enumerate() {
                            add(&item?).map_err(|error| at_index(of.py(), "platform", k, error))?;
                        }
                    }
                }
                Ok(platform)
            }

            fn advance(
                &self,
                py: Python<'_>,
                motion: impl FnOnce(Option<&Content<$N>>) -> PyResult<Motion<$N>>,
                obstacles: &$Obstacles<'_>,
                selection: ObstacleFilter,
                response: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<(Vec<$Hit>, bool)> {
                let world = match obstacles {
                    $Obstacles::World(world) => Some(world.get().of.read(py)?),
                    $Obstacles::List(_) => None,
                };
                let held_locks = usize::from(world.is_some());
                let motion = motion(world.as_deref())?;
                let own = selection.own;
                let mut hits = Vec::new();
                let go = |of: &mut Moving<$N>| match (obstacles, &world) {
                    ($Obstacles::List(list), _) => {
                        in_list(of, &motion, list, response, |hit| hits.push($Hit::new(hit, |k| k as u64)))
                    }
                    ($Obstacles::World(_), Some(content)) => {
                        in_world(of, &motion, content, selection, response, |hit| hits.push($Hit::new(hit, number)))
                    }
                    ($Obstacles::World(_), None) => Ok(true),
                };
                let room;
                if response.is_some_and(|of| of.is_callable()) {
                    // Move a copy: a callback may read the mover, and if the callback raises an exception, the mover must not have moved.
                    let start = self.of.intend(py, held_locks)?;
                    let mut moving = start.clone();
                    room = go(&mut moving)?;
                    *start.write(py, held_locks)? = moving;
                } else {
                    room = go(&mut *self.of.write_with_locks(py, held_locks)?)?;
                }
                drop(world);
                if let (Some(own), $Obstacles::World(world)) = (own, obstacles) {
                    let mut world = world.get().of.write(py)?;
                    // Read the shape only now that the world is locked: another thread may have moved the mover since this call unlocked
                    // it.
                    let shape = self.of.read_with_locks(py, 1 + 1)?.shape().clone();
                    let put = world.shapes.set_shape(id(own), shape);
                    put.map_err(|refusal| PyValueError::new_err(refusal.to_string()))?;
                }
                Ok((hits, room))
            }
        }

        #[pymethods]
        #[allow(clippy::too_many_arguments)]
        impl $Mover {
            #[new]
            #[pyo3(signature = (shape, *, velocity=Numbers([0.0; $N]), gravity=Numbers([0.0; $N]), response="slide"),
                text_signature = $signature)]
            fn new(shape: $Given, velocity: Numbers<$N>, gravity: Numbers<$N>, response: &str) -> PyResult<Self> {
                let mut of = engine::motion::Mover::new(shape.into_owned());
                of.velocity = velocity.finite("velocity")?;
                of.gravity = gravity.finite("gravity")?;
                of.response = named(response)?;
                Ok(Self::new_of(of))
            }

            /// Advances the mover by a time, among the shapes of a world or an iterable, and returns its hits. `id` is the id of the
            /// mover's own shape in the world. This shape is not an obstacle; its layers and filter apply to the mover, and it moves with
            /// the mover.
            #[pyo3(signature = (time, obstacles, /, *, id=None, response=None, layers=0xFFFF_FFFF, ignore=None))]
            fn step(
                &self,
                py: Python<'_>,
                time: f64,
                obstacles: $Obstacles<'_>,
                id: Option<u64>,
                response: Option<Bound<'_, PyAny>>,
                layers: u32,
                ignore: Option<Ids>,
            ) -> PyResult<Vec<$Hit>> {
                let time = length(time, "time")?;
                let selection = ObstacleFilter { own: id, layers, ignore };
                Ok(self.advance(py, |_| Ok(Motion::Time(time)), &obstacles, selection, response.as_ref())?.0)
            }

            /// Moves the mover by `displacement`, regardless of its velocity, and returns its hits. The other arguments are those of
            /// `step`.
            #[pyo3(signature = (displacement, obstacles, /, *, id=None, response=None, layers=0xFFFF_FFFF, ignore=None))]
            fn travel(
                &self,
                py: Python<'_>,
                displacement: Numbers<$N>,
                obstacles: $Obstacles<'_>,
                id: Option<u64>,
                response: Option<Bound<'_, PyAny>>,
                layers: u32,
                ignore: Option<Ids>,
            ) -> PyResult<Vec<$Hit>> {
                displacement.finite("displacement")?;
                let selection = ObstacleFilter { own: id, layers, ignore };
                Ok(self.advance(py, |_| Ok(Motion::Displacement(displacement)), &obstacles, selection, response.as_ref())?.0)
            }

            /// Carries or pushes the mover, because a platform is about to move by `displacement`. For a game that keeps its shapes in a
            /// list; in a world, `World.carry` moves a platform with all its movers. A mover that stands on the platform moves with it, and
            /// a mover in the way of the platform is pushed. Call this method for each mover, and then move the platform. `platform` is an
            /// id of the world, a shape at its current position, or a list of these. If `obstacles` is a list, it must not contain the
            /// platform. Returns False if an obstacle blocks the mover. Then the mover does not move, and if the platform moves
            /// nevertheless, it overlaps the mover.
            #[pyo3(signature = (platform, displacement, obstacles, /, *, id=None, response=None, layers=0xFFFF_FFFF, ignore=None))]
            fn carry(
                &self,
                py: Python<'_>,
                platform: &Bound<'_, PyAny>,
                displacement: Numbers<$N>,
                obstacles: $Obstacles<'_>,
                id: Option<u64>,
                response: Option<Bound<'_, PyAny>>,
                layers: u32,
                ignore: Option<Ids>,
            ) -> PyResult<bool> {
                displacement.finite("displacement")?;
                let motion = |content: Option<&Content<$N>>| Self::platform(platform, displacement, content).map(Motion::Carry);
                let selection = ObstacleFilter { own: id, layers, ignore };
                Ok(self.advance(py, motion, &obstacles, selection, response.as_ref())?.1)
            }

            /// Requests a jump of this height, which must not be negative, for the next step. The mover jumps if it stands on the ground or
            /// left it less than `coyote_time` ago. Otherwise the request stays pending for `buffer_time`.
            #[pyo3(signature = (height, /))]
            fn jump(&self, py: Python<'_>, height: f64) -> PyResult<()> {
                self.of.write(py)?.jump(length(height, "height")?);
                Ok(())
            }

            /// The shape of the mover at its current position.
            #[getter]
            fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                $wrap(py, self.of.read(py)?.shape().clone())
            }

            /// The position: the displacement of the mover's shape since the mover was created. Setting it moves the mover, and ignores
            /// obstacles. If the position changes, the mover is not grounded until its next step, which begins with a search for ground. In
            /// that step, a mover that was put on ground can jump, and a mover that was put into the air cannot. The velocity and a
            /// requested jump are kept.
            #[getter]
            fn position(&self, py: Python<'_>) -> PyResult<$Point> {
                Ok($point(self.of.read(py)?.position()))
            }

            #[setter]
            fn set_position(&self, py: Python<'_>, position: Numbers<$N>) -> PyResult<()> {
                let position = position.finite("position")?;
                let fault = || PyValueError::new_err("position: the shape would leave the range of numbers");
                self.of.write(py)?.set_position(position).then_some(()).ok_or_else(fault)
            }

            /// The center of the bounding box of the mover's shape; None if the shape is empty. Setting it moves the mover like setting
            /// `position`.
            #[getter]
            fn center(&self, py: Python<'_>) -> PyResult<Option<$Point>> {
                Ok(self.of.read(py)?.center().map($point))
            }

            #[setter]
            fn set_center(&self, py: Python<'_>, center: Numbers<$N>) -> PyResult<()> {
                let center = center.finite("center")?;
                let mut of = self.of.write(py)?;
                let fault = || PyValueError::new_err("center: the shape is empty, or would leave the range of numbers");
                let position = of.center().map(|old| of.position() + (center - old)).ok_or_else(fault)?;
                of.set_position(position).then_some(()).ok_or_else(fault)
            }

            /// Whether the mover stood on the ground at the end of its last step; False after a change of its position.
            #[getter]
            fn grounded(&self, py: Python<'_>) -> PyResult<bool> {
                Ok(self.of.read(py)?.is_grounded())
            }

            /// The velocity, in lengths per unit of time.
            #[getter]
            fn velocity(&self, py: Python<'_>) -> PyResult<$Point> {
                Ok($point(self.of.read(py)?.velocity))
            }

            #[setter]
            fn set_velocity(&self, py: Python<'_>, velocity: Numbers<$N>) -> PyResult<()> {
                self.of.write(py)?.velocity = velocity.finite("velocity")?;
                Ok(())
            }

            /// The acceleration of gravity: the change of the velocity per unit of time.
            #[getter]
            fn gravity(&self, py: Python<'_>) -> PyResult<$Point> {
                Ok($point(self.of.read(py)?.gravity))
            }

            #[setter]
            fn set_gravity(&self, py: Python<'_>, gravity: Numbers<$N>) -> PyResult<()> {
                self.of.write(py)?.gravity = gravity.finite("gravity")?;
                Ok(())
            }

            /// The response to the bounds and to obstacles: "back-up", "stop", "slide", "bounce" or "cross". A call that specifies another
            /// response uses that one for obstacles.
            #[getter]
            fn response(&self, py: Python<'_>) -> PyResult<&'static str> {
                Ok(name(self.of.read(py)?.response))
            }

            #[setter]
            fn set_response(&self, py: Python<'_>, response: &str) -> PyResult<()> {
                self.of.write(py)?.response = named(response)?;
                Ok(())
            }

            #[doc = $bounds_doc]
            #[getter]
            fn bounds(&self, py: Python<'_>) -> PyResult<Option<$Area>> {
                Ok(self.of.read(py)?.bounds.map($area))
            }

            #[setter]
            fn set_bounds(&self, py: Python<'_>, bounds: Option<$Given>) -> PyResult<()> {
                let area = |given: $Given| -> PyResult<Aabb<f64, $N>> {
                    match given.shape() {
                        engine::Shape::Aabb(area) => Ok(area),
                        _ => Err(PyTypeError::new_err("bounds: a box is needed")),
                    }
                };
                self.of.write(py)?.bounds = bounds.map(area).transpose()?;
                Ok(())
            }

            /// The settings of a walking mover, a pair (stair_height, snap_distance): the largest height of a stair that it climbs, and the
            /// largest drop of the ground per time step that it follows. None if the mover does not walk.
            #[getter]
            fn walk_settings(&self, py: Python<'_>) -> PyResult<Option<(f64, f64)>> {
                Ok(self.of.read(py)?.walk_settings.map(|walk_settings| (walk_settings.stair_height, walk_settings.snap_distance)))
            }

            #[setter]
            fn set_walk_settings(&self, py: Python<'_>, walk_settings: Option<Pair>) -> PyResult<()> {
                let read = |Numbers([stair_height, snap_distance])| -> PyResult<WalkSettings<f64>> {
                    Ok(WalkSettings { stair_height: length(stair_height, "walk_settings")?, snap_distance: length(snap_distance, "walk_settings")? })
                };
                self.of.write(py)?.walk_settings = walk_settings.map(read).transpose()?;
                Ok(())
            }

            /// The steepest slope on which the mover stands, as an angle from the horizontal in degrees, from 0 to 180. Steeper surfaces
            /// are walls.
            #[getter]
            fn floor_angle(&self, py: Python<'_>) -> PyResult<f64> {
                // Conversions round, so the result is rounded to a billionth of a degree: 30 is returned as 30.
                Ok((self.of.read(py)?.floor_angle.to_degrees() * 1e9).round() / 1e9)
            }

            #[setter]
            fn set_floor_angle(&self, py: Python<'_>, degrees: f64) -> PyResult<()> {
                if length(degrees, "floor_angle")? > 180.0 {
                    return Err(PyValueError::new_err(format!("floor_angle: {degrees} is above 180")));
                }
                self.of.write(py)?.floor_angle = degrees.to_radians();
                Ok(())
            }

            /// The time after leaving the ground during which the mover can still jump. It may be infinite.
            #[getter]
            fn coyote_time(&self, py: Python<'_>) -> PyResult<f64> {
                Ok(self.of.read(py)?.coyote_time)
            }

            #[setter]
            fn set_coyote_time(&self, py: Python<'_>, time: f64) -> PyResult<()> {
                self.of.write(py)?.coyote_time = not_negative(time, "coyote_time")?;
                Ok(())
            }

            /// The time for which a jump that is requested in the air stays pending. It may be infinite.
            #[getter]
            fn buffer_time(&self, py: Python<'_>) -> PyResult<f64> {
                Ok(self.of.read(py)?.buffer_time)
            }

            #[setter]
            fn set_buffer_time(&self, py: Python<'_>, time: f64) -> PyResult<()> {
                self.of.write(py)?.buffer_time = not_negative(time, "buffer_time")?;
                Ok(())
            }

            /// Whether one-way obstacles let the mover pass on all sides, so that it drops through the plank on which it stands.
            #[getter]
            fn drop_through(&self, py: Python<'_>) -> PyResult<bool> {
                Ok(self.of.read(py)?.drop_through)
            }

            #[setter]
            fn set_drop_through(&self, py: Python<'_>, drop_through: bool) -> PyResult<()> {
                self.of.write(py)?.drop_through = drop_through;
                Ok(())
            }

            /// Whether a jump from a moving platform adds the velocity of the platform. If the platform moves downwards, only the other
            /// components of its velocity are added. Nothing is added if the platform has not carried the mover since the last step of the
            /// mover.
            #[getter]
            fn keep_platform_velocity(&self, py: Python<'_>) -> PyResult<bool> {
                Ok(self.of.read(py)?.keep_platform_velocity)
            }

            #[setter]
            fn set_keep_platform_velocity(&self, py: Python<'_>, keep_platform_velocity: bool) -> PyResult<()> {
                self.of.write(py)?.keep_platform_velocity = keep_platform_velocity;
                Ok(())
            }

            /// Which obstacles a step reports if several stop the mover at the same time, such as the floor and the spikes on which a hero
            /// lands: all of them if true. If false, only one, usually the one with the smallest id or index in the list.
            #[getter]
            fn report_all(&self, py: Python<'_>) -> PyResult<bool> {
                Ok(self.of.read(py)?.report_all)
            }

            #[setter]
            fn set_report_all(&self, py: Python<'_>, report_all: bool) -> PyResult<()> {
                self.of.write(py)?.report_all = report_all;
                Ok(())
            }

            /// Pickles and copies the complete mover: its shape, position, velocity and settings, and also the time since it left the
            /// ground, a requested jump and how far platforms have moved it since its last step. The copy gives the same results, bit for
            /// bit.
            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, $Point>> {
                let saved = postcard::to_stdvec(&*self.of.read(py)?).map_err(|error| PyValueError::new_err(error.to_string()))?;
                Ok((py.get_type::<Self>(), ($point(Vector::default()),), PyBytes::new(py, &saved)))
            }

            fn __setstate__(&self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
                let read = postcard::take_from_bytes::<Moving<$N>>(state).ok().filter(|(_, rest)| rest.is_empty());
                let (of, _) = read.ok_or_else(|| PyValueError::new_err("state: not that of a mover"))?;
                *self.of.write(py)? = of;
                Ok(())
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                Ok(format!("<{} at {:?}>", stringify!($Mover), self.position(py)?))
            }
        }
    };
}

pub(super) use class;
