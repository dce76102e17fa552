//! The methods of worlds, which are the same on a plane and in space: a macro, as each class of Python's is a type.

macro_rules! class {
    (
        $(#[$about:meta])*
        $World:ident in $N:literal of $Given:ident, sides $SIDES:ident, places $Place:ty = $place:ident, shapes $wrap:path;
        $Contact:ident $SweepHit:ident $RayHit:ident $Hit:ident;
        $($own:tt)*
    ) => {
        $(#[$about])*
        #[pyclass(module = "bumper")]
        pub struct $World {
            pub shapes: Shapes<$N>,
            data: Data,
        }

        impl $World {
            pub fn empty() -> Self {
                Self { shapes: Shapes::default(), data: Data::new() }
            }

            pub fn add(&mut self, collider: Collider<ShapeBuf<f64, $N>>, data: Option<Py<PyAny>>) -> PyResult<u64> {
                let id = number(self.shapes.insert(collider).map_err(refused)?);
                if let Some(data) = data {
                    self.data.insert(id, data);
                }
                Ok(id)
            }

            fn get(&self, id_of: u64) -> PyResult<&Collider<ShapeBuf<f64, $N>>> {
                self.shapes.get(id(id_of)).ok_or_else(|| PyKeyError::new_err(format!("id: no shape has {id_of}")))
            }

            pub fn data(&self) -> &Data {
                &self.data
            }
        }

        #[pymethods]
        impl $World {
            #[new]
            fn new() -> Self {
                Self::empty()
            }

            /// Puts a shape into the world: its id, which is never zero and never given again.
            #[pyo3(signature = (shape, data=None, *, layers=1, filter=u32::MAX, sensor=false, one_way=None))]
            fn insert(
                &mut self,
                shape: $Given,
                data: Option<Py<PyAny>>,
                layers: u32,
                filter: u32,
                sensor: bool,
                one_way: Option<&str>,
            ) -> PyResult<u64> {
                let one_way = side(one_way, &$SIDES)?;
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
                $wrap(py, self.get(id)?.shape.clone())
            }

            /// Puts another shape in its place, most often the same elsewhere.
            fn __setitem__(&mut self, id: u64, shape: $Given) -> PyResult<()> {
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
            fn move_by(&mut self, id: u64, by: Numbers<$N>) -> PyResult<()> {
                self.shapes.move_by(self::id(id), by.finite("by")?).map_err(refused)
            }

            /// Moves a shape so that the middle of its box is there.
            #[pyo3(signature = (id, center, /))]
            fn move_to(&mut self, id: u64, center: Numbers<$N>) -> PyResult<()> {
                self.shapes.move_to(self::id(id), center.finite("center")?).map_err(refused)
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
                shape: $Given,
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
                origin: Numbers<$N>,
                direction: Numbers<$N>,
                reach: f64,
                layers: u32,
                ignore: Option<Ignored>,
                accept: Option<Bound<'_, PyAny>>,
            ) -> PyResult<Option<(u64, $RayHit)>> {
                let (ray, filter) =
                    (query::ray(origin, direction, reach)?, Filter::new(&self.data, layers, ignore, accept));
                let first = self.shapes.cast(&ray, |id, of| filter.wants(id, of));
                filter.end(first.map(|(id, hit)| (number(id), hit.into())))
            }

            /// The first shape that a given one touches on its way: its id, and the hit.
            #[pyo3(signature = (shape, moves, /, *, layers=u32::MAX, ignore=None, accept=None))]
            fn sweep(
                &self,
                shape: $Given,
                moves: Numbers<$N>,
                layers: u32,
                ignore: Option<Ignored>,
                accept: Option<Bound<'_, PyAny>>,
            ) -> PyResult<Option<(u64, $SweepHit)>> {
                let (moves, filter) = (moves.finite("moves")?, Filter::new(&self.data, layers, ignore, accept));
                let first = self.shapes.sweep(shape.shape(), moves, |id, of| filter.wants(id, of));
                filter.end(first.map(|(id, hit)| (number(id), hit.into())))
            }

            /// The nearest shape, at most `reach` away: its id, and the contact of the given one with it.
            #[pyo3(signature = (shape, /, reach=f64::INFINITY, *, layers=u32::MAX, ignore=None, accept=None))]
            fn nearest(
                &self,
                shape: $Given,
                reach: f64,
                layers: u32,
                ignore: Option<Ignored>,
                accept: Option<Bound<'_, PyAny>>,
            ) -> PyResult<Option<(u64, $Contact)>> {
                let filter = Filter::new(&self.data, layers, ignore, accept);
                let first = self.shapes.nearest(shape.shape(), reach, |id, of| filter.wants(id, of));
                filter.end(first.map(|(id, contact)| (number(id), $Contact(contact))))
            }

            /// Moves one of its shapes by a way, as far as the others let it: how far it has come, and what it has hit. Sensors are passed.
            #[pyo3(signature = (id, step, /, response=None, *, layers=u32::MAX, ignore=None))]
            fn travel(
                &mut self,
                id: u64,
                step: Numbers<$N>,
                response: Option<Bound<'_, PyAny>>,
                layers: u32,
                ignore: Option<Ignored>,
            ) -> PyResult<($Place, Vec<$Hit>)> {
                // What was not answered is no way: it stays where it was.
                let start = self.get(id)?.shape.clone();
                let step = step.finite("step")?;
                let filter = Filter::new(&self.data, layers, ignore, None);
                let responses = Responses::new(response.as_ref(), &self.data)?;
                let mut hits = Vec::new();
                let way = self.shapes.travel(
                    self::id(id),
                    step,
                    |other, of| if filter.wants(other, of) { responses.at(number(other)) } else { None },
                    |hit| hits.push($Hit::new(hit, number)),
                );
                let ended = responses.end((way.map($place).map_err(refused)?, hits));
                if ended.is_err() {
                    self.shapes.set_shape(self::id(id), start).map_err(refused)?;
                }
                ended
            }

            /// How the shapes of two ids lie to each other.
            #[pyo3(signature = (a, b, /))]
            fn relation(&self, a: u64, b: u64) -> PyResult<Relation> {
                let (a, b) = (&self.get(a)?.shape, &self.get(b)?.shape);
                Ok(engine::Relate::relation(&a.as_shape(), &b.as_shape()).into())
            }

            fn __repr__(&self) -> String {
                format!("<{} of {} shapes>", stringify!($World), self.shapes.len())
            }

            fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
                self.data.values().try_for_each(|data| visit.call(data))
            }

            fn __clear__(&mut self) {
                self.data.clear();
            }

            $($own)*
        }
    };
}

pub(super) use class;
