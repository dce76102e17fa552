//! Movers that have bodies in a simulation, for C: they push other bodies, weigh on them and ride on them.

use crate::bumper_status::{self, *};
use crate::mover::{bumper_mover, bumper_response, response_of};
use crate::simulation::{bumper_simulation, time_step};
use crate::typed::{bumper_point_f32, point, Shaped};
use crate::{change, distinct, finite_vector, give, guard, list, read, Room};
use engine::dynamics::{BodyId, ColliderId, MoverMotion};
use engine::motion::{Hit, HitTarget};
use engine::Vector;

/// A hit of a mover with a collider of a simulation or with its bounds.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_simulation_mover_hit {
    /// The collider that was hit, and its body; both are 0 for the bounds. If the mover has hit another mover, they are the collider and
    /// the body of that mover.
    pub collider: u64,
    pub body: u64,
    /// The unit normal of the surface, pointing away from the obstacle.
    pub normal: bumper_point_f32,
    /// The time of the hit, as a fraction of the step, from 0 to 1.
    pub time: f32,
    pub response: bumper_response,
    /// The parts of the mover and of the obstacle that meet, as in a contact; 0 for the bounds.
    pub parts: [u32; 2],
}

/// A mover, its body in a simulation, and the results of a step: an entry of the list for bumper_simulation_step_with_movers. Set the first
/// four members, for example by bumper_simulation_mover_of; bumper_simulation_step_with_movers sets the others.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_simulation_mover {
    pub mover: *mut bumper_mover,
    pub body: u64,
    /// An array for the hits of the mover, which may be null if `capacity` is 0.
    pub hits: *mut bumper_simulation_mover_hit,
    pub capacity: usize,
    /// The number of all hits, even if it exceeds `capacity`: the hits in the own step of the mover, and the hits while bodies carried or
    /// pushed the mover.
    pub count: usize,
    /// Whether a kinematic body has moved into the mover, because the mover had no room to give way.
    pub crushed: bool,
}

/// The motion of a mover in a step that the game has made with bumper_mover_step, for bumper_simulation_drive_mover.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_drive {
    /// The positions of the mover before and after its step.
    pub start: bumper_point_f32,
    pub end: bumper_point_f32,
    /// The total displacement of the mover by bodies and platforms that have carried or pushed it since its previous step. It is already
    /// contained in `start`.
    pub carried: bumper_point_f32,
    /// The velocity of the mover before its step. The mover would move with this velocity if nothing stopped it.
    pub desired_velocity: bumper_point_f32,
}

/// A body that a mover has hit, and the unit normal from the body to the mover.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_drive_hit {
    pub body: u64,
    pub normal: bumper_point_f32,
}

impl bumper_simulation {
    fn mover_hit(&self, hit: &Hit<ColliderId, f32, 2>) -> bumper_simulation_mover_hit {
        let (collider, body) = match hit.target {
            HitTarget::Obstacle(id) => {
                (self.collider_number(id), self.of.body_of(id).map_or(0, |body| self.body_number(body)))
            }
            HitTarget::Bounds => (0, 0),
        };
        let normal = point(hit.normal);
        let response = response_of(hit.response);
        let Hit { time, parts, .. } = *hit;
        bumper_simulation_mover_hit { collider, body, normal, time, response, parts }
    }
}

/// Returns an entry for the list of bumper_simulation_step_with_movers: a mover and its body, without an array for hits.
#[no_mangle]
pub extern "C" fn bumper_simulation_mover_of(mover: *mut bumper_mover, body: u64) -> bumper_simulation_mover {
    bumper_simulation_mover { mover, body, hits: std::ptr::null_mut(), capacity: 0, count: 0, crushed: false }
}

/// Adds a dynamic body for a mover, with the shape of the mover and the given mass, which must be above zero. Writes the id of the body.
/// The body does not rotate and has no friction. bumper_simulation_step_with_movers moves the mover and the body. The weight of the body
/// acts on the bodies on which the mover stands. The mover pushes the dynamic bodies against which it moves: in each step it applies the
/// impulse of an inelastic collision, v * m * M / (m + M), where m and M are the two masses and v is the speed at which the mover
/// approaches. As this impulse is limited, a light mover does not push a heavy crate that friction holds, and no mover presses a crate
/// through a wall. The layers and the filter of the collider of the body apply to the mover; to change them, use
/// bumper_simulation_set_material.
///
/// Set the gravity of the mover before this call. If it is zero at the time of this call, gravity has no effect on the body.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_insert_mover(
    simulation: *mut bumper_simulation,
    mover: *const bumper_mover,
    mass: f32,
    body: *mut u64,
) -> bumper_status {
    guard(|| {
        if body.is_null() {
            return Err(BUMPER_NULL);
        }
        let simulation = change(simulation)?;
        let added = simulation.of.insert_mover(&read(mover)?.0, mass)?;
        give(body, simulation.number_of_new(added)?)
    })
}

/// Advances the simulation and the movers that have bodies in it by `time`, which must be above zero. First each mover makes its own step
/// among the bodies and the other movers. Then the bodies move, pushed by the movers. Then bodies carry the movers that stand on them, and
/// kinematic bodies push the movers in their way. Movers ride on lifts, on crates on lifts, on rotating platforms and on each other. Call
/// this function once for every frame of the game with all movers, instead of bumper_simulation_step and bumper_mover_step.
///
/// Whatever its response is, a mover slides along all bodies. Its body moves with it in the same step. A mover without room does not stop a
/// kinematic body, and is reported as crushed. Writes the results to the members `count` and `crushed` of each entry, and the hits to its
/// array `hits`. BUMPER_GONE if a body has been removed, BUMPER_OUT_OF_RANGE if a mover or a body is in the list twice, or if the body of a
/// mover is not dynamic or its rotation is not fixed. After an error, nothing has moved.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_step_with_movers(
    simulation: *mut bumper_simulation,
    time: f32,
    movers: *mut bumper_simulation_mover,
    mover_count: usize,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let time = time_step(time)?;
        let entries = list(movers, mover_count)?;
        let found = distinct(entries.iter().map(|entry| entry.mover))?;
        let bodies = entries.iter().map(|entry| simulation.body(entry.body));
        let bodies = bodies.collect::<Result<Vec<BodyId>, _>>()?;
        let rooms = entries.iter().map(|entry| Room::new(entry.hits, entry.capacity));
        let rooms = rooms.collect::<Result<Vec<_>, _>>()?;
        let movers_of = found.into_iter().map(|mover| &mut mover.0).zip(bodies);
        let steps = simulation.of.step_with_movers(time, movers_of)?;
        for (index, (step, mut room)) in steps.iter().zip(rooms).enumerate() {
            step.hits.iter().for_each(|hit| room.put(simulation.mover_hit(hit)));
            // `index` is less than `mover_count`, because `steps` has one element for each mover.
            let entry = &mut *movers.add(index);
            entry.count = room.count;
            entry.crushed = step.crushed;
        }
        Ok(())
    })
}

/// For games that call bumper_mover_step and bumper_simulation_step themselves: call this function between the two. It sets the velocity of
/// the body of a mover to the actual velocity of the mover in its step of length `time`, so that the next step of the simulation moves the
/// body with the mover. `hits` are the bodies that the mover has hit; the mover pushes the dynamic bodies among them with an impulse. The
/// array may be null if `count` is 0; removed bodies in it are ignored. If the mover is at rest, its body does not change, so that the body
/// can fall asleep.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_drive_mover(
    simulation: *mut bumper_simulation,
    body: u64,
    time: f32,
    motion: *const bumper_drive,
    hits: *const bumper_drive_hit,
    count: usize,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let time = time_step(time)?;
        let of = read(motion)?;
        let body = simulation.body(body)?;
        let vector = |point: bumper_point_f32| finite_vector(point.shape());
        let motion = MoverMotion {
            start: vector(of.start)?,
            end: vector(of.end)?,
            carried: vector(of.carried)?,
            desired_velocity: vector(of.desired_velocity)?,
        };
        let hits = list(hits, count)?.iter().map(|hit| Ok((simulation.body(hit.body)?, vector(hit.normal)?)));
        let hits: Vec<(BodyId, Vector<f32, 2>)> = hits.collect::<Result<_, bumper_status>>()?;
        Ok(simulation.of.drive_mover(body, time, &motion, hits)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::bumper_body_def_default;
    use crate::body::bumper_body_kind::{self, *};
    use crate::material::bumper_body_collider_of;
    use crate::mover::bumper_mover_new;
    use crate::saving::bumper_simulation_state_hash;
    use crate::shape::{bumper_shape, bumper_shape_of_box};
    use crate::simulation::{bumper_simulation_insert, bumper_simulation_new};
    use crate::typed::bumper_box_from_top_left_f32;
    use engine::dynamics::{BodyDef, BodyKind, ColliderDef, Simulation};
    use engine::motion::Mover;
    use engine::Aabb;
    use std::ptr::null_mut;

    const TIME: f32 = 1.0 / 60.0;
    const BOXES: [(bumper_body_kind, [f32; 4]); 3] = [
        (BUMPER_KINEMATIC, [-10.0, -1.0, 20.0, 1.0]),
        (BUMPER_DYNAMIC, [0.0, 0.0, 2.0, 1.0]),
        (BUMPER_DYNAMIC, [4.0, 0.0, 1.0, 1.0]),
    ];
    const HERO: [f32; 4] = [0.6, 1.0, 0.8, 1.8];

    fn shape([x, y, width, height]: [f32; 4]) -> bumper_shape {
        bumper_shape_of_box(bumper_box_from_top_left_f32(x, y, width, height))
    }

    fn aabb([x, y, width, height]: [f32; 4]) -> Aabb<f32, 2> {
        Aabb::new([x, y], [x + width, y + height])
    }

    /// A hero on a crate on a rising lift walks off the crate and pushes another crate. The calls from C and the calls from Rust give the
    /// same bits.
    #[test]
    fn calls_from_c_give_the_same_bits_as_calls_from_rust() {
        let mut of = Simulation::<f32>::new([0.0, -10.0]);
        let mut simulation = null_mut();
        let mut hero = Mover::new(aabb(HERO));
        hero.gravity = Vector([0.0, -10.0]);
        let mut id = 0;
        let mut mover = null_mut();
        // All pointers that are passed to the C functions are valid or null.
        unsafe {
            assert_eq!(bumper_simulation_new(point(of.gravity), &mut simulation), BUMPER_OK);
            for (kind, bounds) in BOXES {
                let (kind_of, velocity) = match kind {
                    BUMPER_KINEMATIC => (BodyKind::Kinematic, Vector([0.0, 1.0])),
                    BUMPER_STATIC | BUMPER_DYNAMIC => (BodyKind::Dynamic, Vector([0.0, 0.0])),
                };
                let def = BodyDef { kind: kind_of, velocity, ..BodyDef::default() };
                of.insert(&def, &[ColliderDef::new(aabb(bounds))]).unwrap();
                let mut def = bumper_body_def_default();
                def.kind = kind as u32;
                def.velocity = point(velocity);
                let collider = bumper_body_collider_of(shape(bounds));
                assert_eq!(bumper_simulation_insert(simulation, &def, &collider, 1, &mut id), BUMPER_OK);
            }
            let body = of.insert_mover(&hero, 2.0).unwrap();
            assert_eq!(bumper_mover_new(&shape(HERO), &mut mover), BUMPER_OK);
            (*mover).0.gravity = hero.gravity;
            assert_eq!(bumper_simulation_insert_mover(simulation, mover, 2.0, &mut id), BUMPER_OK);
            let mut entry = bumper_simulation_mover_of(mover, id);
            for step in 0..240 {
                if step >= 60 {
                    hero.velocity[0] = 3.0;
                    (*mover).0.velocity.0[0] = 3.0;
                }
                let steps = of.step_with_movers(TIME, [(&mut hero, body)]).unwrap();
                assert_eq!(bumper_simulation_step_with_movers(simulation, TIME, &mut entry, 1), BUMPER_OK);
                assert_eq!((entry.count, entry.crushed), (steps[0].hits.len(), false));
                let bits = |mover: Vector<f32, 2>| mover.0.map(f32::to_bits);
                assert_eq!(bits((*mover).0.position()), bits(hero.position()), "step {step}");
                let mut hash = 0;
                assert_eq!(bumper_simulation_state_hash(simulation, &mut hash), BUMPER_OK);
                assert_eq!(hash, of.state_hash(), "step {step}");
            }
            crate::simulation::bumper_simulation_free(simulation);
            crate::mover::bumper_mover_free(mover);
        }
        // The hero has pushed the second crate along x. The hero has risen by 3: the lift has carried it up by 4, and it has stepped down
        // from the first crate, which is 1 high.
        assert!(hero.position().x() > 4.0 && (hero.position().y() - 3.0).abs() < 0.02);
    }
}
