//! Bodies of simulations.

use super::colliders::{ColliderInput, collider_numbers};
use super::{StoredSimulation, change, ids, with};
use crate::scratch::{self, Reader};
use crate::{Status, answer, answer_f64, finite};
use engine::dynamics::{BodyDef, BodyId, BodyKind, BodyState};
use engine::{Pose, Rotation, Vector};

/// The bits of the fields of a body. The list is repeated in `src/simulation/options.ts`.
mod field {
    pub const KIND: u32 = 1;
    pub const POSITION: u32 = 1 << 1;
    pub const ANGLE: u32 = 1 << 2;
    pub const VELOCITY: u32 = 1 << 3;
    pub const ANGULAR_VELOCITY: u32 = 1 << 4;
    pub const GRAVITY_SCALE: u32 = 1 << 5;
    pub const LINEAR_DAMPING: u32 = 1 << 6;
    pub const ANGULAR_DAMPING: u32 = 1 << 7;
    pub const FIXED_ROTATION: u32 = 1 << 8;
    pub const LOCKED_X: u32 = 1 << 9;
    pub const LOCKED_Y: u32 = 1 << 10;
    /// The mass 0 means the mass of the colliders.
    pub const MASS: u32 = 1 << 11;
    pub const CAN_SLEEP: u32 = 1 << 12;
    pub const BULLET: u32 = 1 << 13;
    /// An infinite number means the center of mass of the colliders.
    pub const CENTER_OF_MASS: u32 = 1 << 14;
}

/// Fields of a body that JavaScript has passed: a mask, and then a word for each bit of the mask, but two for each point.
struct BodyFields {
    mask: u32,
    words: [f64; 18],
}

impl BodyFields {
    fn read(words: &mut Reader<'_>) -> Result<Self, Status> {
        let &[mask, ref fields @ ..] = words.words::<19>()?;
        Ok(Self { mask: mask as u32, words: *fields })
    }

    /// The definition with these fields replaced.
    fn apply(&self, old: BodyDef<f64>) -> Result<BodyDef<f64>, Status> {
        let has = |field: u32| self.mask & field != 0;
        let number = |field: u32, word: usize, old: f64| if has(field) { self.words[word] } else { old };
        let flag =
            |field: u32, word: usize, old: bool| if has(field) { self.words[word] != 0.0 } else { old };
        let vector = |field: u32, word: usize, old: Vector<f64, 2>| {
            if has(field) { Vector([self.words[word], self.words[word + 1]]) } else { old }
        };
        let rotation = if has(field::ANGLE) {
            Rotation::from_radians(finite(self.words[3])?)
        } else {
            old.pose.rotation
        };
        let own_center = Vector([self.words[16], self.words[17]]);
        let center_of_mass = match has(field::CENTER_OF_MASS) {
            true => Some(own_center).filter(|center| center.x() != f64::INFINITY),
            false => old.center_of_mass,
        };
        let mass = if has(field::MASS) { Some(self.words[13]).filter(|mass| *mass != 0.0) } else { old.mass };
        Ok(BodyDef {
            kind: if has(field::KIND) { kind(self.words[0])? } else { old.kind },
            pose: Pose::new(rotation, vector(field::POSITION, 1, old.pose.translation)),
            velocity: vector(field::VELOCITY, 4, old.velocity),
            angular_velocity: number(field::ANGULAR_VELOCITY, 6, old.angular_velocity),
            gravity_scale: number(field::GRAVITY_SCALE, 7, old.gravity_scale),
            linear_damping: number(field::LINEAR_DAMPING, 8, old.linear_damping),
            angular_damping: number(field::ANGULAR_DAMPING, 9, old.angular_damping),
            fixed_rotation: flag(field::FIXED_ROTATION, 10, old.fixed_rotation),
            locked_axes: [
                flag(field::LOCKED_X, 11, old.locked_axes[0]),
                flag(field::LOCKED_Y, 12, old.locked_axes[1]),
            ],
            mass,
            center_of_mass,
            can_sleep: flag(field::CAN_SLEEP, 14, old.can_sleep),
            bullet: flag(field::BULLET, 15, old.bullet),
            data: old.data,
        })
    }
}

fn kind(number: f64) -> Result<BodyKind, Status> {
    match number as u32 {
        0 => Ok(BodyKind::Static),
        1 => Ok(BodyKind::Kinematic),
        2 => Ok(BodyKind::Dynamic),
        _ => Err(Status::Malformed),
    }
}

fn kind_number(kind: BodyKind) -> f64 {
    match kind {
        BodyKind::Static => 0.0,
        BodyKind::Kinematic => 1.0,
        BodyKind::Dynamic => 2.0,
    }
}

/// Adds a body with `count` colliders: the fields of the body, and then each collider, are in the scratch buffer. Returns the id of the
/// body, and writes the ids of its colliders.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_insert(handle: f64, count: u32) -> f64 {
    let insert = |simulation: &mut StoredSimulation| {
        let (fields, inputs) = scratch::read(|words| {
            let fields = BodyFields::read(words)?;
            let inputs = (0..count).map(|_| ColliderInput::read(words));
            Ok((fields, inputs.collect::<Result<Vec<_>, Status>>()?))
        })?;
        let def = fields.apply(BodyDef::default())?;
        let colliders = inputs.iter().map(ColliderInput::def).collect::<Result<Vec<_>, Status>>()?;
        let id = simulation.of.insert(&def, &colliders)?;
        added(simulation, id)
    };
    answer_f64(change(handle, insert))
}

/// Appends a new body to the order of insertion, writes the ids of its colliders, and returns its id. If one of the ids does not fit,
/// removes the body.
pub fn added(simulation: &mut StoredSimulation, id: BodyId) -> Result<f64, Status> {
    let numbers = ids::body_number(id).and_then(|number| Ok((number, collider_numbers(&simulation.of, id)?)));
    match numbers {
        Ok((number, colliders)) => {
            simulation.order.push(id);
            scratch::write(&colliders);
            Ok(number)
        }
        Err(status) => {
            simulation.of.remove(id);
            Err(status)
        }
    }
}

/// Removes a body. Its index in the order of insertion is `index`.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_remove(handle: f64, body: f64, index: u32) -> i32 {
    answer(change(handle, |simulation| {
        let id = ids::body_id(body);
        if simulation.order.get(index as usize) == Some(&id) {
            simulation.order.remove(index as usize);
        }
        simulation.of.remove(id).then_some(0).ok_or(Status::Gone)
    }))
}

/// Writes the ids of all bodies in order of insertion, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_bodies(handle: f64) -> i32 {
    answer(with(handle, |simulation| {
        let numbers: Result<Vec<_>, _> = simulation.order.iter().map(|id| ids::body_number(*id)).collect();
        Ok(scratch::write(&numbers?))
    }))
}

/// Writes the state of a body and its settings: see [`state_words`].
#[unsafe(no_mangle)]
pub extern "C" fn body_get(handle: f64, body: f64) -> i32 {
    answer(with(handle, |simulation| {
        let id = ids::body_id(body);
        let def = simulation.of.definition(id).ok_or(Status::Gone)?;
        let state = simulation.of.get(id).ok_or(Status::Gone)?;
        Ok(scratch::write(&state_words(&state, &def)))
    }))
}

/// A number of the state of a body, which does not use the scratch buffer: see `body_number` in `speed/src/bodies.rs`. NaN if the call is
/// refused.
#[unsafe(no_mangle)]
pub extern "C" fn body_number(handle: f64, body: f64, number: u32) -> f64 {
    let read = |simulation: &StoredSimulation| {
        let number = bumper_javascript_speed::bodies::body_number(&simulation.of, ids::body_id(body), number);
        number.ok_or(Status::Gone)
    };
    with(handle, read).unwrap_or(f64::NAN)
}

/// The words of a body: position, angle, cosine, sine, center, velocity, angular velocity, mass, moment of inertia, whether it sleeps, kind,
/// gravity scale, linear and angular damping, fixed rotation, locked axes, its own mass or 0, whether it may sleep, bullet.
fn state_words(state: &BodyState<f64>, def: &BodyDef<f64>) -> [f64; 22] {
    let flag = |flag: bool| f64::from(u8::from(flag));
    let (cosine, sine) = state.pose.rotation.complex();
    let [x, y] = state.pose.translation.0;
    let [center_x, center_y] = state.center.0;
    let [velocity_x, velocity_y] = state.velocity.0;
    let [locked_x, locked_y] = def.locked_axes.map(flag);
    [
        x,
        y,
        state.angle,
        cosine,
        sine,
        center_x,
        center_y,
        velocity_x,
        velocity_y,
        state.angular_velocity,
        state.mass,
        state.inertia,
        flag(state.asleep),
        kind_number(state.kind),
        def.gravity_scale,
        def.linear_damping,
        def.angular_damping,
        flag(def.fixed_rotation),
        locked_x,
        locked_y,
        flag(def.can_sleep),
        flag(def.bullet),
    ]
}

/// Changes the fields of a body that are in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn body_set(handle: f64, body: f64) -> i32 {
    answer(change(handle, |simulation| {
        let id = ids::body_id(body);
        let fields = scratch::read(BodyFields::read)?;
        let new = fields.apply(simulation.of.definition(id).ok_or(Status::Gone)?)?;
        simulation.of.modify(id, |def| *def = new)?;
        Ok(0)
    }))
}

/// Calls `call` with a simulation and the id of a body.
fn with_body<E: Into<Status>>(
    handle: f64,
    body: f64,
    call: impl FnOnce(&mut StoredSimulation, BodyId) -> Result<(), E>,
) -> i32 {
    answer(change(handle, |simulation| {
        call(simulation, ids::body_id(body)).map_err(Into::into)?;
        Ok(0)
    }))
}

fn pose(x: f64, y: f64, angle: f64) -> Result<Pose<f64, 2>, Status> {
    Ok(Pose::new(Rotation::from_radians(finite(angle)?), Vector([finite(x)?, finite(y)?])))
}

/// Teleports a body.
#[unsafe(no_mangle)]
pub extern "C" fn body_set_pose(handle: f64, body: f64, x: f64, y: f64, angle: f64) -> i32 {
    with_body(handle, body, |simulation, id| {
        let pose = pose(x, y, angle)?;
        simulation.of.set_pose(id, &pose).map_err(Status::from)
    })
}

/// Sets the velocities with which a body reaches a pose in the time `dt`.
#[unsafe(no_mangle)]
pub extern "C" fn body_set_target_pose(handle: f64, body: f64, x: f64, y: f64, angle: f64, dt: f64) -> i32 {
    with_body(handle, body, |simulation, id| {
        let pose = pose(x, y, angle)?;
        simulation.of.set_target_pose(id, &pose, dt).map_err(Status::from)
    })
}

/// The point at which a force acts: the center of mass, if `at_center` is not 0.
fn point(
    simulation: &StoredSimulation,
    id: BodyId,
    at: [f64; 2],
    at_center: bool,
) -> Result<Vector<f64, 2>, Status> {
    if at_center { Ok(simulation.of.get(id).ok_or(Status::Gone)?.center) } else { Ok(Vector(at)) }
}

/// Applies a force during the next step.
#[unsafe(no_mangle)]
pub extern "C" fn body_apply_force(
    handle: f64,
    body: f64,
    x: f64,
    y: f64,
    at_x: f64,
    at_y: f64,
    at_center: i32,
) -> i32 {
    with_body(handle, body, |simulation, id| {
        let at = point(simulation, id, [at_x, at_y], at_center != 0)?;
        simulation.of.apply_force(id, [x, y], at).map_err(Status::from)
    })
}

/// Applies an impulse, which changes the velocities at once.
#[unsafe(no_mangle)]
pub extern "C" fn body_apply_impulse(
    handle: f64,
    body: f64,
    x: f64,
    y: f64,
    at_x: f64,
    at_y: f64,
    at_center: i32,
) -> i32 {
    with_body(handle, body, |simulation, id| {
        let at = point(simulation, id, [at_x, at_y], at_center != 0)?;
        simulation.of.apply_impulse(id, [x, y], at).map_err(Status::from)
    })
}

/// Applies a torque during the next step.
#[unsafe(no_mangle)]
pub extern "C" fn body_apply_torque(handle: f64, body: f64, torque: f64) -> i32 {
    with_body(handle, body, |simulation, id| simulation.of.apply_torque(id, torque))
}

/// Applies an angular impulse, which changes the angular velocity at once.
#[unsafe(no_mangle)]
pub extern "C" fn body_apply_angular_impulse(handle: f64, body: f64, impulse: f64) -> i32 {
    with_body(handle, body, |simulation, id| simulation.of.apply_angular_impulse(id, impulse))
}

/// Wakes a body, or puts it to sleep.
#[unsafe(no_mangle)]
pub extern "C" fn body_wake(handle: f64, body: f64, awake: i32) -> i32 {
    with_body(handle, body, |simulation, id| {
        let exists = if awake != 0 { simulation.of.wake(id) } else { simulation.of.sleep(id) };
        exists.then_some(()).ok_or(Status::Gone)
    })
}
