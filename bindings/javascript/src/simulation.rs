//! Simulations of rigid bodies in 2D.
//!
//! The ids of bodies, colliders and joints are safe integers: see `simulation/ids.rs`. Bodies and colliders are defined by fields in the
//! scratch buffer of which each may be missing: the first word is a mask with a bit for each field, and all fields follow.

mod bodies;
mod colliders;
mod events;
mod ids;
mod joint_kinds;
mod joints;
mod movers;
mod queries;
mod saving;

use crate::callback::{Callback, with_lent};
use crate::handles::Slots;
use crate::scratch;
use crate::{Status, answer, answer_f64, finite};
use engine::dynamics::{BodyId, DynamicsError, Simulation, SleepSettings};
use std::cell::RefCell;

/// A simulation that JavaScript holds.
#[derive(Clone, Debug)]
pub struct StoredSimulation {
    of: Simulation<f64>,
    /// The bodies in order of insertion.
    order: Vec<BodyId>,
    /// The poses of all bodies, three words for each: x, y and angle.
    poses: Vec<f64>,
}

thread_local! {
    static SIMULATIONS: RefCell<Slots<Box<StoredSimulation>>> = const { RefCell::new(Slots::new()) };
}

/// Calls `read` with a simulation.
fn with<T>(handle: f64, read: impl FnOnce(&StoredSimulation) -> Result<T, Status>) -> Result<T, Status> {
    SIMULATIONS.with_borrow(|simulations| read(simulations.get(handle)?))
}

/// Calls `change` with a simulation.
fn change<T>(
    handle: f64,
    change: impl FnOnce(&mut StoredSimulation) -> Result<T, Status>,
) -> Result<T, Status> {
    SIMULATIONS.with_borrow_mut(|simulations| change(simulations.get_mut(handle)?))
}

/// Stores a simulation, and returns its handle.
fn keep(of: StoredSimulation) -> Result<f64, Status> {
    SIMULATIONS.with_borrow_mut(|simulations| simulations.insert(Box::new(of)))
}

impl From<DynamicsError> for Status {
    fn from(error: DynamicsError) -> Self {
        match error {
            DynamicsError::NotFinite => Self::NotFinite,
            DynamicsError::NoArea => Self::NoArea,
            DynamicsError::HalfSpace => Self::InfiniteBody,
            DynamicsError::NotFound => Self::Gone,
            DynamicsError::SameBody => Self::SameBody,
            DynamicsError::NoDynamicBody => Self::NoDynamicBody,
            DynamicsError::ZeroAxis => Self::ZeroDirection,
            DynamicsError::MoverBody | DynamicsError::SharedMoverBody => Self::MoverBody,
            // Sizes that are out of range, a full simulation, and errors that later versions of the library may add.
            _ => Self::OutOfRange,
        }
    }
}

/// Creates an empty simulation.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_new(gravity_x: f64, gravity_y: f64) -> f64 {
    let new = || {
        let gravity = [finite(gravity_x)?, finite(gravity_y)?];
        keep(StoredSimulation { of: Simulation::new(gravity), order: Vec::new(), poses: Vec::new() })
    };
    answer_f64(new())
}

/// Frees a simulation.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_free(handle: f64) -> i32 {
    answer(SIMULATIONS.with_borrow_mut(|simulations| simulations.remove(handle)).map(|_| 0))
}

/// Copies a simulation, and returns the handle of the copy.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_clone(handle: f64) -> f64 {
    answer_f64(with(handle, |simulation| Ok(simulation.clone())).and_then(keep))
}

/// Writes the settings: the gravity, whether bodies may sleep, and the speed and the time of the sleep criterion. A negative speed is the
/// default.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_settings(handle: f64) -> i32 {
    answer(with(handle, |simulation| {
        let of = &simulation.of;
        let speed = of.sleep_settings.speed.unwrap_or(-1.0);
        let sleeps = f64::from(u8::from(of.sleep_enabled));
        Ok(scratch::write(&[of.gravity.x(), of.gravity.y(), sleeps, speed, of.sleep_settings.time]))
    }))
}

/// Sets the settings, which are in the scratch buffer as in [`simulation_settings`]. The time may be infinite.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_set_settings(handle: f64) -> i32 {
    answer(change(handle, |simulation| {
        let [x, y, sleeps, speed, time] = scratch::read(|words| words.words().copied())?;
        let of = &mut simulation.of;
        if speed.is_nan() || time.is_nan() {
            return Err(Status::NotFinite);
        }
        of.gravity = [finite(x)?, finite(y)?].into();
        of.sleep_enabled = sleeps != 0.0;
        of.sleep_settings = SleepSettings { speed: (speed >= 0.0).then_some(speed), time };
        Ok(0)
    }))
}

/// Advances a simulation by a time step. If `asks` is not 0, JavaScript is called back
/// for each contact, whose words are in the scratch buffer: see `simulation/events.rs`. It returns 0 if the contact has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_step(handle: f64, dt: f64, asks: i32) -> i32 {
    if !(dt > 0.0 && dt.is_finite()) {
        return Status::OutOfRange as i32;
    }
    let step = |simulation: &mut StoredSimulation| {
        bumper_javascript_speed::bodies::step(&mut simulation.of, dt);
        Ok(0)
    };
    let callback = Callback::default();
    let step_asking = |simulation: &mut StoredSimulation| {
        bumper_javascript_speed::bodies::step_with(&mut simulation.of, dt, &mut |event| {
            if !callback.has_thrown() {
                scratch::write(&events::event_words(event));
            }
            callback.call(0.0) != Some(0)
        });
        Ok(0)
    };
    answer(if asks == 0 { change(handle, step) } else { with_lent(&SIMULATIONS, handle, step_asking) })
}

/// Computes the poses of all bodies in order of insertion, three words for each: x, y and angle. Returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_poses(handle: f64) -> i32 {
    answer(change(handle, |simulation| {
        let StoredSimulation { of, order, poses, .. } = simulation;
        poses.clear();
        for state in order.iter().filter_map(|id| of.get(*id)) {
            let [x, y] = state.pose.translation.0;
            poses.extend([x, y, state.angle]);
        }
        Ok(poses.len() as u32)
    }))
}

/// The address of the poses of the last call of [`simulation_poses`] for this simulation, or null.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_poses_address(handle: f64) -> *const f64 {
    with(handle, |simulation| Ok(simulation.poses.as_ptr())).unwrap_or(std::ptr::null())
}
