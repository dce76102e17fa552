//! Queries on the colliders of simulations. The filter and then the shape, if there is one, are in the scratch buffer.

use super::{SIMULATIONS, StoredSimulation, ids};
use crate::callback::{Callback, with_lent};
use crate::query::{contact_words, number, ray, ray_words, sweep_words};
use crate::scratch::{self, Reader};
use crate::shape::ShapeInput;
use crate::{Status, answer, finite, integer};
use engine::dynamics::{BodyHit, BodyId, ColliderDef, ColliderId, QueryFilter};
use engine::{Shape, Vector};

/// The bits of the flags of a filter. The list is repeated in `src/simulation/queries.ts`.
mod flag {
    pub const SENSORS: u32 = 1;
    pub const STATIC: u32 = 1 << 1;
    pub const KINEMATIC: u32 = 1 << 2;
    pub const DYNAMIC: u32 = 1 << 3;
    /// JavaScript is called back with the id of each collider. It returns 1 if the query considers it.
    pub const ASKS: u32 = 1 << 4;
}

/// A filter that JavaScript has passed: the layers that it accepts, its own layers, flags, the number of bodies to ignore and their ids, the
/// number of colliders to ignore and their ids.
struct FilterInput {
    filter: u32,
    layers: u32,
    flags: u32,
    bodies: Vec<BodyId>,
    colliders: Vec<ColliderId>,
    callback: Callback,
}

impl FilterInput {
    fn read(words: &mut Reader<'_>) -> Result<Self, Status> {
        let &[filter, layers, flags] = words.words()?;
        let bodies = words.count()?;
        let bodies = words.list(bodies)?.iter().map(|id| ids::body_id(*id)).collect();
        let colliders = words.count()?;
        let colliders = words.list(colliders)?.iter().map(|id| ids::collider_id(*id)).collect();
        Ok(Self {
            filter: integer(filter)?,
            layers: integer(layers)?,
            flags: flags as u32,
            bodies,
            colliders,
            callback: Callback::default(),
        })
    }

    /// Calls `query` with the filter.
    fn with_filter<T>(&self, query: impl FnOnce(&QueryFilter<'_, f64>) -> T) -> T {
        let asks = |collider: ColliderId, _: &ColliderDef<'_, f64>| {
            ids::collider_number(collider).is_ok_and(|number| self.callback.call(number) == Some(1))
        };
        let has = |flag: u32| self.flags & flag != 0;
        query(&QueryFilter {
            layers: self.layers,
            filter: self.filter,
            sensors: has(flag::SENSORS),
            static_bodies: has(flag::STATIC),
            kinematic_bodies: has(flag::KINEMATIC),
            dynamic_bodies: has(flag::DYNAMIC),
            exclude_bodies: &self.bodies,
            exclude_colliders: &self.colliders,
            predicate: if has(flag::ASKS) { Some(&asks) } else { None },
        })
    }
}

/// Writes hits, each as the ids of the collider and its body and the words of the hit. Returns their number.
fn write<H, const N: usize>(
    hits: impl IntoIterator<Item = BodyHit<H>>,
    hit_words: impl Fn(&H) -> [f64; N],
) -> Result<u32, Status> {
    let mut count = 0;
    let mut words = Vec::new();
    for hit in hits {
        count += 1;
        words.push(ids::collider_number(hit.collider)?);
        words.push(ids::body_number(hit.body)?);
        words.extend(hit_words(&hit.hit));
    }
    scratch::write(&words);
    Ok(count)
}

/// Casts a ray, as in `raycast`, and writes the first hit, or all hits if `all` is not 0. Returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_cast(
    handle: f64,
    x: f64,
    y: f64,
    towards_x: f64,
    towards_y: f64,
    to_point: i32,
    max: f64,
    all: i32,
) -> i32 {
    answer(with_lent(&SIMULATIONS, handle, |simulation| {
        let ray = ray([x, y], [towards_x, towards_y], to_point != 0, max)?;
        let input = scratch::read(FilterInput::read)?;
        input.with_filter(|filter| {
            if all != 0 {
                write(simulation.of.cast_all(&ray, filter), ray_words)
            } else {
                write(simulation.of.cast(&ray, filter), ray_words)
            }
        })
    }))
}

/// Calls `query` with the filter and the shape in the scratch buffer.
fn with_shape(
    handle: f64,
    query: impl FnOnce(&StoredSimulation, Shape<'_, f64, 2>, &QueryFilter<'_, f64>) -> Result<u32, Status>,
) -> i32 {
    answer(with_lent(&SIMULATIONS, handle, |simulation| {
        let (input, shape) =
            scratch::read(|words| Ok((FilterInput::read(words)?, ShapeInput::read(words)?)))?;
        let inner = shape.inner();
        input.with_filter(|filter| query(simulation, shape.placed(&inner), filter))
    }))
}

/// Sweeps a shape by a displacement, and writes the first hit, or all hits if `all` is not 0. Returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_sweep(handle: f64, x: f64, y: f64, all: i32) -> i32 {
    with_shape(handle, |simulation, shape, filter| {
        let displacement = Vector([finite(x)?, finite(y)?]);
        if all != 0 {
            write(simulation.of.sweep_all(shape, displacement, filter), sweep_words)
        } else {
            write(simulation.of.sweep(shape, displacement, filter), sweep_words)
        }
    })
}

/// Writes the colliders that touch or overlap a shape, each with the relation. Returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_intersecting(handle: f64) -> i32 {
    with_shape(handle, |simulation, shape, filter| {
        write(simulation.of.intersecting(shape, filter), |relation| [f64::from(number(*relation))])
    })
}

/// Writes the collider that is nearest to a shape, at most `max` away. Returns 0 if there is none, otherwise 1.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_nearest(handle: f64, max: f64) -> i32 {
    with_shape(handle, |simulation, shape, filter| {
        if max.is_nan() {
            return Err(Status::NotFinite);
        }
        write(simulation.of.nearest(shape, max, filter), contact_words)
    })
}
