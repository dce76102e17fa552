//! The methods of worlds that move a platform together with the movers on it and in its way, for 2D and 3D.

use super::{Mover, Mover3, Moving, listed};
use crate::answer::{pair, triple};
use crate::guarded::{Shared, Writing};
use crate::reading::{Numbers, at_index, named};
use crate::shape::extent::is_empty;
use crate::shape::given::Given;
use crate::space::Given3;
use crate::world::filter::Ids;
use crate::world::{World, World3, id, number, refused};
use engine::motion::{PushRule, Response, WorldMover};
use engine::world::{ColliderError, Id};
use engine::{AsShape, ShapeBuf, Vector};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A mover, and the id of its collider in the world.
struct Rider<'a, const N: usize> {
    mover: &'a mut Moving<N>,
    id: Id,
}

impl<const N: usize> WorldMover<f64, N, ShapeBuf<f64, N>> for Rider<'_, N> {
    type Shape = ShapeBuf<f64, N>;

    fn mover(&mut self) -> &mut Moving<N> {
        self.mover
    }

    fn colliders(&self) -> &[Id] {
        std::slice::from_ref(&self.id)
    }

    fn collider_shape(&mut self, _index: usize) -> Option<ShapeBuf<f64, N>> {
        Some(self.mover.shape().clone())
    }

    fn response(&self) -> Response {
        self.mover.response
    }
}

/// Combines locked movers with the ids of their colliders.
fn riders<'a, const N: usize>(
    locked: &'a mut [Writing<'_, Moving<N>>],
    ids: impl Iterator<Item = u64>,
) -> Vec<Rider<'a, N>> {
    locked.iter_mut().zip(ids).map(|(mover, number)| Rider { mover, id: id(number) }).collect()
}

fn rule_named(name: &str) -> PyResult<PushRule> {
    named("rule", name, &[("stop", PushRule::Stop), ("crush", PushRule::Crush), ("never", PushRule::Never)])
}

/// Converts the error of a platform that cannot be moved to an exception, whose message names the argument `displacement`.
fn platform_refused(error: ColliderError) -> PyErr {
    match error {
        ColliderError::OutOfRange => {
            PyValueError::new_err("displacement: the platform would leave the range of numbers")
        }
        other => refused(other),
    }
}

macro_rules! platforms {
    ($World:ident, $Mover:ident in $N:literal of $Given:ident, points $point:ident) => {
        impl $World {
            /// Raises KeyError if an id of the platform or of a mover is not in the world.
            fn check(
                &self,
                py: Python<'_>,
                platform: &[u64],
                movers: &[(Bound<'_, $Mover>, u64)],
            ) -> PyResult<()> {
                let content = self.of.read(py)?;
                platform.iter().try_for_each(|&id| content.get(id).map(|_| ()))?;
                movers.iter().enumerate().try_for_each(|(k, (_, id))| {
                    let fault = |_| {
                        PyKeyError::new_err(format!("movers[{k}]: no shape of the world has the id {id}"))
                    };
                    content.get(*id).map(|_| ()).map_err(fault)
                })
            }

            fn carry_by(
                &self,
                py: Python<'_>,
                platform: Ids,
                displacement: Numbers<$N>,
                movers: &Bound<'_, PyAny>,
                crush: bool,
            ) -> PyResult<Vec<u64>> {
                let platform = platform.into_vec();
                let displacement = displacement.finite("displacement")?;
                let movers = listed::<$Mover>(movers)?;
                self.check(py, &platform, &movers)?;
                let platform: Vec<Id> = platform.into_iter().map(id).collect();
                let mut world = self.of.write(py)?;
                let shared: Vec<&Shared<_>> = movers.iter().map(|(mover, _)| &mover.get().of).collect();
                let mut locked = Shared::write_all(&shared, py, 2)?;
                let riders = riders(&mut locked, movers.iter().map(|(_, id)| *id));
                let crushed = match crush {
                    true => world.shapes.carry_and_crush(platform, displacement, riders),
                    false => world
                        .shapes
                        .carry(platform, displacement, riders)
                        .map(|crushed| crushed.into_iter().collect()),
                };
                Ok(crushed.map_err(platform_refused)?.into_iter().map(number).collect())
            }

            /// Returns the displacement of a platform at the center of each mover. `displacement` is an offset, or a function that returns
            /// the displacement at a point.
            fn displacements(
                py: Python<'_>,
                displacement: &Bound<'_, PyAny>,
                movers: &[(Bound<'_, $Mover>, u64)],
            ) -> PyResult<Vec<Vector<f64, $N>>> {
                let constant = match displacement.is_callable() {
                    true => None,
                    false => Some(displacement.extract::<Numbers<$N>>()?.finite("displacement")?),
                };
                let mut found = Vec::new();
                for (mover, _) in movers {
                    let Some(center) = mover.get().of.read(py)?.center() else { continue };
                    found.push(match constant {
                        Some(constant) => constant,
                        None => {
                            let local = displacement.call1(($point(center),))?;
                            local.extract::<Numbers<$N>>()?.finite("displacement")?
                        }
                    });
                }
                Ok(found)
            }
        }

        #[pymethods]
        impl $World {
            /// Moves a platform, such as a lift, by `displacement`. `platform` is the id of a shape in this world, or several ids. The
            /// platform carries the movers that stand on it, also movers that stand on each other, and pushes the movers in its way, which
            /// push other movers. If a mover has no room, nothing moves, and the result is the id of that mover; otherwise it is None.
            ///
            /// `movers` is a list of pairs of a mover and its id in this world: all movers that the platform may carry or push. Their
            /// shapes in the world move with them. Other shapes stop movers, but not the platform. Two shapes have an effect on each other
            /// only if the filter of each contains a layer of the other. Movers with the response "cross" are neither carried nor pushed,
            /// and stop no other mover.
            #[pyo3(signature = (platform, displacement, movers, /))]
            fn carry(
                &self,
                py: Python<'_>,
                platform: Ids,
                displacement: Numbers<$N>,
                movers: &Bound<'_, PyAny>,
            ) -> PyResult<Option<u64>> {
                Ok(self.carry_by(py, platform, displacement, movers, false)?.first().copied())
            }

            /// Moves a platform like `carry`, with one difference: if a mover has no room, the platform moves nevertheless. It passes into
            /// that mover, which does not move and counts as crushed. Returns the ids of the crushed movers.
            #[pyo3(signature = (platform, displacement, movers, /))]
            fn carry_and_crush(
                &self,
                py: Python<'_>,
                platform: Ids,
                displacement: Numbers<$N>,
                movers: &Bound<'_, PyAny>,
            ) -> PyResult<Vec<u64>> {
                self.carry_by(py, platform, displacement, movers, true)
            }

            /// Moves a platform to new shapes, for example because it rotates. `parts` is a dict: its keys are the ids of the platform's
            /// shapes, and its values the new shapes. `displacement` is the displacement of the platform, or a function that returns the
            /// displacement at a point; it is called with the center of each mover. `rule` says what happens to movers in the way of the
            /// platform. With "stop" and "crush" they are pushed: if a mover has no room, nothing moves ("stop"), or the platform passes
            /// into the mover ("crush"). With "never" they are not pushed. Returns the ids of the crushed movers.
            #[pyo3(signature = (parts, displacement, movers, /, *, rule="stop"))]
            fn carry_to(
                &self,
                py: Python<'_>,
                parts: &Bound<'_, PyDict>,
                displacement: &Bound<'_, PyAny>,
                movers: &Bound<'_, PyAny>,
                rule: &str,
            ) -> PyResult<Vec<u64>> {
                let rule = rule_named(rule)?;
                let movers = listed::<$Mover>(movers)?;
                let mut shapes: Vec<(u64, ShapeBuf<f64, $N>)> = Vec::new();
                for (k, (part, shape)) in parts.iter().enumerate() {
                    let read = || Ok((part.extract()?, shape.extract::<$Given>()?.into_owned()));
                    shapes.push(read().map_err(|error| at_index(py, "parts", k, error))?);
                }
                if shapes.iter().any(|(_, shape)| is_empty(&shape.as_shape())) {
                    return Err(refused(ColliderError::Empty));
                }
                let ids: Vec<u64> = shapes.iter().map(|(id, _)| *id).collect();
                self.check(py, &ids, &movers)?;
                let mut steps = Self::displacements(py, displacement, &movers)?.into_iter();
                let mut world = self.of.write(py)?;
                let shared: Vec<&Shared<_>> = movers.iter().map(|(mover, _)| &mover.get().of).collect();
                let mut locked = Shared::write_all(&shared, py, 2)?;
                let riders = riders(&mut locked, movers.iter().map(|(_, id)| *id));
                let parts = shapes.into_iter().map(|(number, shape)| (id(number), shape));
                let crushed =
                    world.shapes.carry_to(parts, |_| steps.next().unwrap_or_default(), rule, riders);
                Ok(crushed.map_err(refused)?.into_iter().map(number).collect())
            }

            /// Carries movers on conveyor belts: shapes that stay where they are, and whose surfaces move. `belts` is a dict: its keys are
            /// the ids of the belts, and its values the displacements of their surfaces in this step. The component of the displacement
            /// along the surface moves the movers that stand on the belt, and the movers that stand on these. Other shapes stop them, and
            /// they push nothing. A mover on two belts that move alike moves once. Sensors are ignored. `movers` is as in `carry`.
            #[pyo3(signature = (belts, movers, /))]
            fn carry_on_belts(
                &self,
                py: Python<'_>,
                belts: &Bound<'_, PyDict>,
                movers: &Bound<'_, PyAny>,
            ) -> PyResult<()> {
                let movers = listed::<$Mover>(movers)?;
                let mut found: Vec<(u64, Vector<f64, $N>)> = Vec::new();
                for (k, (belt, displacement)) in belts.iter().enumerate() {
                    let read = || {
                        Ok((belt.extract()?, displacement.extract::<Numbers<$N>>()?.finite("displacement")?))
                    };
                    found.push(read().map_err(|error| at_index(py, "belts", k, error))?);
                }
                let ids: Vec<u64> = found.iter().map(|(id, _)| *id).collect();
                self.check(py, &ids, &movers)?;
                let mut world = self.of.write(py)?;
                let shared: Vec<&Shared<_>> = movers.iter().map(|(mover, _)| &mover.get().of).collect();
                let mut locked = Shared::write_all(&shared, py, 2)?;
                let riders = riders(&mut locked, movers.iter().map(|(_, id)| *id));
                let belts = found.into_iter().map(|(number, displacement)| (id(number), displacement));
                world.shapes.carry_on_belts(belts, riders).map_err(refused)
            }
        }
    };
}

platforms!(World, Mover in 2 of Given, points pair);
platforms!(World3, Mover3 in 3 of Given3, points triple);
