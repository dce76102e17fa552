//! Movers that have bodies in a simulation: they push other bodies, weigh on them and ride on them.

use super::bodies::added;
use super::{StoredSimulation, change, ids};
use crate::callback::with_lent;
use crate::mover::{MOVERS, Moving, read_list, state_words};
use crate::query::part;
use crate::response::response_number;
use crate::scratch::{self, Reader};
use crate::{Status, answer, answer_f64, finite};
use engine::Vector;
use engine::dynamics::{BodyId, ColliderId, MoverMotion, MoverStep};
use engine::motion::{Hit, HitTarget};

/// The words of a hit.
const HIT_WORDS: usize = 8;

/// A mover that is lent, and its body.
struct Driver {
    handle: f64,
    mover: Box<Moving>,
    body: BodyId,
}

/// Adds a body for a mover. `layers` and `filter` are those of its colliders. Returns the id of the body.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_insert_mover(
    handle: f64,
    mover: f64,
    mass: f64,
    layers: u32,
    filter: u32,
) -> f64 {
    let insert = |simulation: &mut StoredSimulation, mover: &Moving| -> Result<f64, Status> {
        let body = simulation.of.insert_mover(mover, mass)?;
        let colliders: Vec<ColliderId> = simulation.of.colliders_of(body).collect();
        for collider in colliders {
            simulation.of.modify_collider(collider, |of| {
                of.layers = layers;
                of.filter = filter;
            })?;
        }
        added(simulation, body)
    };
    answer_f64(change(handle, |simulation| with_lent(&MOVERS, mover, |mover| insert(simulation, mover))))
}

/// Advances a simulation and movers by a time step. The words: the number of movers, and for each its handle and the id of its body. The
/// answer: for each mover its [`state_words`], whether it is crushed, the number of its hits, and for each hit the ids of the collider and
/// of its body, which are 0 for the bounds, the normal, the time, the response, and the parts. Returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_step_with_movers(handle: f64, dt: f64) -> i32 {
    if !(dt > 0.0 && dt.is_finite()) {
        return Status::OutOfRange as i32;
    }
    answer(scratch::read(read_list).and_then(|list| {
        change(handle, |simulation| {
            let mut drivers = Vec::with_capacity(list.len());
            let lent = lend(&list, &mut drivers);
            let movers: Vec<_> = drivers.iter_mut().map(|driver| (&mut *driver.mover, driver.body)).collect();
            let steps = lent.and_then(|()| Ok(simulation.of.step_with_movers(dt, movers)?));
            let words = steps.map(|steps| words_of(simulation, &drivers, &steps));
            for Driver { handle, mover, .. } in drivers {
                MOVERS.with_borrow_mut(|movers| movers.give_back(handle, mover));
            }
            Ok(scratch::write(&words?))
        })
    }))
}

/// Lends the movers of a list of handles and ids of bodies. After an error, those before it are lent.
fn lend(list: &[[f64; 2]], drivers: &mut Vec<Driver>) -> Result<(), Status> {
    for &[handle, body] in list {
        let mover = MOVERS.with_borrow_mut(|movers| movers.lend(handle))?;
        drivers.push(Driver { handle, mover, body: ids::body_id(body) });
    }
    Ok(())
}

/// The words of the answer to a step.
fn words_of(simulation: &StoredSimulation, drivers: &[Driver], steps: &[MoverStep<f64>]) -> Vec<f64> {
    let mut words = Vec::with_capacity(16 * drivers.len());
    for (driver, step) in drivers.iter().zip(steps) {
        words.extend(state_words(&driver.mover));
        words.extend([f64::from(u8::from(step.crushed)), step.hits.len() as f64]);
        words.extend(step.hits.iter().flat_map(|hit| hit_words(simulation, hit)));
    }
    words
}

fn hit_words(simulation: &StoredSimulation, hit: &Hit<ColliderId, f64, 2>) -> [f64; HIT_WORDS] {
    // The ids fit, because they fitted when the objects were added.
    let [collider, body] = match hit.target {
        HitTarget::Obstacle(id) => [
            ids::collider_number(id).unwrap_or(0.0),
            simulation.of.body_of(id).map_or(0.0, |body| ids::body_number(body).unwrap_or(0.0)),
        ],
        HitTarget::Bounds => [0.0, 0.0],
    };
    let [normal_x, normal_y] = hit.normal.0;
    let [own, other] = hit.parts.map(part);
    [collider, body, normal_x, normal_y, hit.time, response_number(hit.response), own, other]
}

/// Sets the velocity of the body of a mover to that of its own step. The words: the start and the end of the step, the displacement by
/// which it was carried before, its desired velocity, the number of hits, and for each hit the id of the body and the normal.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_drive_mover(handle: f64, body: f64, dt: f64) -> i32 {
    if !(dt > 0.0 && dt.is_finite()) {
        return Status::OutOfRange as i32;
    }
    let read = |words: &mut Reader<'_>| {
        let mut vector = || Ok::<_, Status>(Vector(*words.finite()?));
        let motion =
            MoverMotion { start: vector()?, end: vector()?, carried: vector()?, desired_velocity: vector()? };
        let hits = (0..words.count()?).map(|_| {
            let &[body, x, y] = words.words()?;
            Ok((ids::body_id(body), Vector([finite(x)?, finite(y)?])))
        });
        Ok((motion, hits.collect::<Result<Vec<_>, Status>>()?))
    };
    answer(change(handle, |simulation| {
        let (motion, hits) = scratch::read(read)?;
        simulation.of.drive_mover(ids::body_id(body), dt, &motion, hits)?;
        Ok(0)
    }))
}
