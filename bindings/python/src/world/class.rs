//! The methods of worlds, for 2D and 3D. They are defined by a macro, because Python needs separate classes.

macro_rules! class {
    (
        $(#[$about:meta])*
        $World:ident in $N:literal of $Given:ident, sides $SIDES:ident, points $Point:ty = $point:ident, shapes $wrap:path;
        $Contact:ident $SweepHit:ident $RayHit:ident $Hit:ident;
        $($own:tt)*
    ) => {
        $(#[$about])*
        #[pyclass(module = "bumper", frozen, weakref)]
        pub struct $World {
            pub of: Shared<Content<$N>>,
        }

        impl $World {
            pub fn new_of(content: Content<$N>) -> Self {
                Self { of: Shared::new(content) }
            }
        }

        #[pymethods]
        #[allow(clippy::too_many_arguments)]
        impl $World {
            #[new]
            fn new() -> Self {
                Self::new_of(Content::empty())
            }

            /// Inserts a shape and returns its id, which is never zero and is not reused. `layers` has a bit for each layer of the shape,
            /// and `filter` has a bit for each layer that the shape interacts with. Two shapes interact only if the filter of each contains
            /// a layer of the other. A `sensor` detects other shapes, but does not stop movers. If `one_way` is given, only this side stops
            /// movers: "min-x", "max-x", "min-y" or "max-y" (in 3D also "min-z" and "max-z").
            #[pyo3(signature = (shape, data=None, *, layers=1, filter=0xFFFF_FFFF, sensor=false, one_way=None))]
            fn insert(
                &self,
                py: Python<'_>,
                shape: $Given,
                data: Option<Py<PyAny>>,
                layers: u32,
                filter: u32,
                sensor: bool,
                one_way: Option<&str>,
            ) -> PyResult<u64> {
                let one_way = side(one_way, &$SIDES)?;
                self.of.write(py)?.add(Collider { shape: shape.into_owned(), layers, filter, sensor, one_way, data: 0 }, data)
            }

            /// Removes a shape and returns its user data.
            #[pyo3(signature = (id, /))]
            fn remove(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
                let mut content = self.of.write(py)?;
                content.get(id)?;
                content.shapes.remove(self::id(id));
                Ok(content.data.remove(&id))
            }

            fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
                Ok(self.of.read(py)?.shapes.len())
            }

            fn __contains__(&self, py: Python<'_>, id: u64) -> PyResult<bool> {
                Ok(self.of.read(py)?.get(id).is_ok())
            }

            /// An iterator over the ids of the shapes that exist at the time of the call, like the keys of a dict. Shapes may be inserted
            /// and removed during the iteration.
            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
                self.ids(py)?.into_pyobject(py)?.try_iter()
            }

            /// The ids of all shapes.
            fn ids(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
                Ok(self.of.read(py)?.shapes.iter().map(|(id, _)| number(id)).collect())
            }


            /// The shape with an id. Raises KeyError if there is none.
            fn __getitem__<'py>(&self, py: Python<'py>, id: u64) -> PyResult<Bound<'py, PyAny>> {
                let shape = self.of.read(py)?.get(id)?.shape.clone();
                $wrap(py, shape)
            }

            /// Replaces the shape with an id, for example by a moved copy. The id stays the same.
            fn __setitem__(&self, py: Python<'_>, id: u64, shape: $Given) -> PyResult<()> {
                self.of.write(py)?.shapes.set_shape(self::id(id), shape.into_owned()).map_err(refused)
            }

            fn __delitem__(&self, py: Python<'_>, id: u64) -> PyResult<()> {
                self.remove(py, id).map(|_| ())
            }

            /// Changes settings of a shape: any of the keyword arguments `layers`, `filter`, `sensor` and `one_way` of `insert`, and
            /// `shape` and `data`. The id stays the same. After an error, nothing has changed.
            #[pyo3(signature = (id, /, **changes))]
            fn modify(&self, py: Python<'_>, id: u64, changes: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
                // Lock the world for changing it only after the arguments have been read: that may run Python code, which may read the
                // world.
                let content = self.of.intend(py, 0)?;
                let mut new = content.get(id)?.clone();
                let mut data = None;
                for (name, value) in changes.into_iter().flatten() {
                    match &*name.extract::<String>()? {
                        "shape" => new.shape = value.extract::<$Given>()?.into_owned(),
                        "data" => data = Some(value.unbind()),
                        name => change_setting(&mut new, name, &value, &$SIDES)?,
                    }
                }
                let mut content = content.write(py, 0)?;
                content.shapes.modify(self::id(id), |of| *of = new).map_err(refused)?;
                let old = data.and_then(|data| content.set_data(py, id, data));
                // Drop the old user data only after the lock has been released, because its `__del__` may read the world.
                drop(content);
                drop(old);
                Ok(())
            }

            /// The user data of a shape, or None if it has none.
            #[pyo3(signature = (id, /))]
            fn data_of(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
                let content = self.of.read(py)?;
                content.get(id)?;
                Ok(content.data.get(&id).map(|data| data.clone_ref(py)))
            }

            /// Moves a shape by an offset, even if other shapes are in its way.
            #[pyo3(signature = (id, offset, /))]
            fn move_by(&self, py: Python<'_>, id: u64, offset: Numbers<$N>) -> PyResult<()> {
                self.of.write(py)?.shapes.move_by(self::id(id), offset.finite("offset")?).map_err(refused)
            }

            /// Moves a shape so that the center of its bounding box is at a point, even if other shapes are in its way.
            #[pyo3(signature = (id, center, /))]
            fn move_to(&self, py: Python<'_>, id: u64, center: Numbers<$N>) -> PyResult<()> {
                self.of.write(py)?.shapes.move_to(self::id(id), center.finite("center")?).map_err(refused)
            }

            /// Computes the events since the last update: the pairs of shapes that begin, continue or stop touching or overlapping. Call
            /// this method once for every frame of the game.
            fn update(&self, py: Python<'_>) -> PyResult<Vec<Event>> {
                let mut content = self.of.write(py)?;
                let shapes = &mut content.shapes;
                Ok(py.detach(move || shapes.update().iter().map(Event::from).collect()))
            }

            /// The ids of the shapes that touch or overlap a given shape. Like all queries, this one finds only shapes that are on one of
            /// `layers`, that are not in `ignore`, and for which `accept(id, data)` returns true.
            #[pyo3(signature = (shape, /, *, layers=0xFFFF_FFFF, ignore=None, accept=None))]
            fn intersecting(
                &self,
                py: Python<'_>,
                shape: $Given,
                layers: u32,
                ignore: Option<Ids>,
                accept: Option<Bound<'_, PyAny>>,
            ) -> PyResult<Vec<u64>> {
                let content = self.of.read(py)?;
                let filter = Filter::new(&content.data, layers, ignore, accept);
                let mut found = Vec::new();
                content.shapes.each_intersecting(
                    shape.shape(),
                    |id, of| filter.is_candidate(id, of),
                    |id, _| found.push(number(id)),
                );
                filter.end(found)
            }

            /// The first shape that a ray hits, as a tuple of its id and the hit, or None.
            #[pyo3(signature = (origin, direction, /, max_distance=f64::INFINITY, *, layers=u32::MAX, ignore=None, accept=None),
                text_signature = "($self, origin, direction, /, max_distance=1e999, *, layers=4294967295, ignore=None, accept=None)")]
            fn cast(
                &self,
                py: Python<'_>,
                origin: Numbers<$N>,
                direction: Numbers<$N>,
                max_distance: f64,
                layers: u32,
                ignore: Option<Ids>,
                accept: Option<Bound<'_, PyAny>>,
            ) -> PyResult<Option<(u64, $RayHit)>> {
                let ray = checked::ray(origin, direction, max_distance)?;
                let content = self.of.read(py)?;
                let filter = Filter::new(&content.data, layers, ignore, accept);
                let first = content.shapes.cast(&ray, |id, of| filter.is_candidate(id, of));
                filter.end(first.map(|found| (number(found.collider), found.hit.into())))
            }

            /// All shapes that a ray hits, as tuples of the id and the first hit, sorted by distance.
            #[pyo3(signature = (origin, direction, /, max_distance=f64::INFINITY, *, layers=u32::MAX, ignore=None, accept=None),
                text_signature = "($self, origin, direction, /, max_distance=1e999, *, layers=4294967295, ignore=None, accept=None)")]
            fn cast_all(
                &self,
                py: Python<'_>,
                origin: Numbers<$N>,
                direction: Numbers<$N>,
                max_distance: f64,
                layers: u32,
                ignore: Option<Ids>,
                accept: Option<Bound<'_, PyAny>>,
            ) -> PyResult<Vec<(u64, $RayHit)>> {
                let ray = checked::ray(origin, direction, max_distance)?;
                let content = self.of.read(py)?;
                let filter = Filter::new(&content.data, layers, ignore, accept);
                let all = content.shapes.cast_all(&ray, |id, of| filter.is_candidate(id, of));
                filter.end(all.into_iter().map(|found| (number(found.collider), found.hit.into())).collect())
            }

            /// The first shape that a given shape touches while it moves by `moves`, as a tuple of its id and the hit, or None.
            #[pyo3(signature = (shape, moves, /, *, layers=0xFFFF_FFFF, ignore=None, accept=None))]
            fn sweep(
                &self,
                py: Python<'_>,
                shape: $Given,
                moves: Numbers<$N>,
                layers: u32,
                ignore: Option<Ids>,
                accept: Option<Bound<'_, PyAny>>,
            ) -> PyResult<Option<(u64, $SweepHit)>> {
                let moves = moves.finite("moves")?;
                let content = self.of.read(py)?;
                let filter = Filter::new(&content.data, layers, ignore, accept);
                let first = content.shapes.sweep(shape.shape(), moves, |id, of| filter.is_candidate(id, of));
                filter.end(first.map(|found| (number(found.collider), found.hit.into())))
            }

            /// All shapes that a given shape touches while it moves by `moves`, as tuples of the id and the first hit, sorted by time.
            #[pyo3(signature = (shape, moves, /, *, layers=0xFFFF_FFFF, ignore=None, accept=None))]
            fn sweep_all(
                &self,
                py: Python<'_>,
                shape: $Given,
                moves: Numbers<$N>,
                layers: u32,
                ignore: Option<Ids>,
                accept: Option<Bound<'_, PyAny>>,
            ) -> PyResult<Vec<(u64, $SweepHit)>> {
                let moves = moves.finite("moves")?;
                let content = self.of.read(py)?;
                let filter = Filter::new(&content.data, layers, ignore, accept);
                let all = content.shapes.sweep_all(shape.shape(), moves, |id, of| filter.is_candidate(id, of));
                filter.end(all.into_iter().map(|found| (number(found.collider), found.hit.into())).collect())
            }

            /// The shape of the world that is nearest to a given shape, as a tuple of its id and the contact, or None. Considers only
            /// shapes whose separation is at most `max_distance`. The normal of the contact points from the given shape to the nearest
            /// shape.
            #[pyo3(signature = (shape, /, max_distance=f64::INFINITY, *, layers=u32::MAX, ignore=None, accept=None),
                text_signature = "($self, shape, /, max_distance=1e999, *, layers=4294967295, ignore=None, accept=None)")]
            fn nearest(
                &self,
                py: Python<'_>,
                shape: $Given,
                max_distance: f64,
                layers: u32,
                ignore: Option<Ids>,
                accept: Option<Bound<'_, PyAny>>,
            ) -> PyResult<Option<(u64, $Contact)>> {
                let max_distance = not_negative(max_distance, "max_distance")?;
                let content = self.of.read(py)?;
                let filter = Filter::new(&content.data, layers, ignore, accept);
                let first = content.shapes.nearest(shape.shape(), max_distance, |id, of| filter.is_candidate(id, of));
                filter.end(first.map(|found| (number(found.collider), $Contact(found.hit))))
            }

            /// Moves a shape of the world by `displacement`, as far as the other shapes allow. Returns its actual displacement and its
            /// hits. Sensors do not stop the shape. The response to other shapes is "slide" by default.
            #[pyo3(signature = (id, displacement, /, response=None, *, layers=0xFFFF_FFFF, ignore=None))]
            fn travel(
                &self,
                py: Python<'_>,
                id: u64,
                displacement: Numbers<$N>,
                response: Option<Bound<'_, PyAny>>,
                layers: u32,
                ignore: Option<Ids>,
            ) -> PyResult<($Point, Vec<$Hit>)> {
                let displacement = displacement.finite("displacement")?;
                let own = self::id(id);
                // A callback may read the world, so the shape is moved only at the end. If the callback raises an exception, the shape is
                // not moved.
                let content = self.of.intend(py, 0)?;
                let mut mover = Mover::new(content.get(id)?.shape.clone());
                let filter = Filter::new(&content.data, layers, ignore, None);
                let responses = Responses::new(response.as_ref(), &content.data)?;
                let mut hits = Vec::new();
                mover.travel(
                    displacement,
                    &content.shapes.except(own),
                    |other| {
                        let wanted = content.shapes.get(other).is_some_and(|of| filter.is_candidate(other, of));
                        if wanted { responses.at(number(other)) } else { None }
                    },
                    |hit| hits.push($Hit::new(hit, number)),
                );
                let actual = responses.end($point(mover.position()))?;
                drop(filter);
                content.write(py, 0)?.shapes.set_shape(own, mover.shape().clone()).map_err(refused)?;
                Ok((actual, hits))
            }

            /// The relation of two shapes of the world, which are given by their ids.
            #[pyo3(signature = (a, b, /))]
            fn relation(&self, py: Python<'_>, a: u64, b: u64) -> PyResult<Relation> {
                let content = self.of.read(py)?;
                let a = &content.get(a)?.shape;
                let b = &content.get(b)?.shape;
                Ok(engine::Relate::relation(&a.as_shape(), &b.as_shape()).into())
            }

            /// Pickles and copies the world with its ids, user data and events.
            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
                let content = self.of.read(py)?;
                let saved = postcard::to_stdvec(&content.shapes).map_err(|error| PyValueError::new_err(error.to_string()))?;
                let data = PyDict::new(py);
                let mut ids: Vec<_> = content.data.keys().collect();
                ids.sort_unstable();
                ids.into_iter().try_for_each(|id| data.set_item(id, &content.data[id]))?;
                Ok((py.get_type::<Self>(), (), (PyBytes::new(py, &saved), data)))
            }

            fn __setstate__(&self, py: Python<'_>, state: (Vec<u8>, Data)) -> PyResult<()> {
                let read = postcard::take_from_bytes::<Shapes<$N>>(&state.0).ok().filter(|(_, rest)| rest.is_empty());
                let (shapes, _) = read.ok_or_else(|| PyValueError::new_err("state: not that of a world"))?;
                let mut content = Content { shapes, data: state.1 };
                content.data.retain(|id_of, _| content.shapes.get(id(*id_of)).is_some());
                let old = std::mem::replace(&mut *self.of.write(py)?, content);
                // Drop the old user data only after the lock has been released, because its `__del__` may read the world.
                drop(old);
                Ok(())
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                Ok(format!("<{} of {} shapes>", stringify!($World), self.of.read(py)?.shapes.len()))
            }

            fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
                let visited = self.of.peek(|of| of.data.values().try_for_each(|data| visit.call(data)));
                visited.unwrap_or(Ok(()))
            }

            fn __clear__(&self) {
                // Drop the user data only after the lock has been released, because its `__del__` may read the world.
                drop(self.of.take(|of| std::mem::take(&mut of.data)));
            }

            $($own)*
        }
    };
}

pub(super) use class;
