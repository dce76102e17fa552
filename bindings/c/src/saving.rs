//! Saving and restoring simulations and movers as bytes, and the hash of the state of simulations.

use crate::bumper_status::{self, *};
use crate::mover::{bumper_mover, bumper_mover3};
use crate::simulation::bumper_simulation;
use crate::{change, give, guard, list, read};
use std::ffi::c_void;

/// Copies saved bytes to a buffer of the caller, and writes their number to `size`. If the buffer is too small, writes only `size` and
/// returns BUMPER_FULL. If `bytes` is null, writes only `size`.
///
/// # Safety
/// `bytes` is null, or valid for writing `capacity` bytes; `size` is null or valid for writing.
unsafe fn copy_out(
    saved: &[u8],
    bytes: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> Result<(), bumper_status> {
    if size.is_null() || bytes.is_null() && capacity > 0 {
        return Err(BUMPER_NULL);
    }
    give(size, saved.len())?;
    if bytes.is_null() {
        return Ok(());
    }
    if saved.len() > capacity {
        return Err(BUMPER_FULL);
    }
    // The buffer has room for these bytes: their number does not exceed `capacity`.
    std::ptr::copy_nonoverlapping(saved.as_ptr(), bytes.cast(), saved.len());
    Ok(())
}

/// Returns the value that was read. BUMPER_NOT_SAVED if reading failed, or if bytes are left over after the value.
fn all_of<T>(read: Result<(T, &[u8]), postcard::Error>) -> Result<T, bumper_status> {
    let (saved, rest) = read.map_err(|_| BUMPER_NOT_SAVED)?;
    rest.is_empty().then_some(saved).ok_or(BUMPER_NOT_SAVED)
}

/// Saves the state of the simulation as bytes, for rollback or for another machine: poses, velocities, which bodies sleep, the impulses of
/// contacts and joints, and the frames of joints. Shapes, motors and limits of joints, gravity and other settings are not saved, so the
/// bytes can be restored only into a simulation with the same bodies and joints. Movers are not included; bumper_mover_save saves them.
/// Sets `size` to the number of bytes. If `capacity` is less than this number, returns BUMPER_FULL and writes only `size`. To query the
/// size, pass null and a capacity of 0.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_save(
    simulation: *const bumper_simulation,
    bytes: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> bumper_status {
    guard(|| {
        let saved = postcard::to_stdvec(&read(simulation)?.of.save()).map_err(|_| BUMPER_FAULT)?;
        copy_out(&saved, bytes, capacity, size)
    })
}

/// Restores a state that was saved by bumper_simulation_save. Later steps give the same results as after saving, bit for bit, if forces and
/// settings are the same. Forces that were applied for the next step are discarded. Returns BUMPER_NOT_SAVED and changes nothing if the
/// bytes are damaged, or if the non-static bodies, their colliders or the joints of the simulation differ from the saved ones.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_restore(
    simulation: *mut bumper_simulation,
    bytes: *const c_void,
    size: usize,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let bytes = list(bytes.cast::<u8>(), size)?;
        let saved = all_of(postcard::take_from_bytes(bytes))?;
        simulation.of.restore(&saved).map_err(|_| BUMPER_NOT_SAVED)
    })
}

/// Saves the whole simulation as bytes: bodies, colliders, joints and settings with the state, for a save game, for rollback across
/// additions and removals, or for a player who joins later. Movers are not included; bumper_mover_save saves them. Sets `size` to the
/// number of bytes. If `capacity` is less than this number, returns BUMPER_FULL and writes only `size`. To query the size, pass null and a
/// capacity of 0.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_save_all(
    simulation: *const bumper_simulation,
    bytes: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> bumper_status {
    guard(|| {
        let saved = postcard::to_stdvec(&read(simulation)?.of).map_err(|_| BUMPER_FAULT)?;
        copy_out(&saved, bytes, capacity, size)
    })
}

/// Replaces the content of `simulation`, which may be empty, by a simulation that was saved by bumper_simulation_save_all. Later steps give
/// the same results as after saving, bit for bit, and objects that are added later get the same ids. Each id contains a number of its
/// simulation: the lowest number that was free when the simulation was created. Therefore bodies, colliders and joints keep their ids from
/// the time of saving if `simulation` is the simulation that was saved, or, on another machine, if the program there has created and freed
/// its worlds and simulations in the same order. Returns BUMPER_NOT_SAVED and changes nothing if the bytes are damaged.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_restore_all(
    simulation: *mut bumper_simulation,
    bytes: *const c_void,
    size: usize,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let bytes = list(bytes.cast::<u8>(), size)?;
        simulation.of = all_of(postcard::take_from_bytes(bytes))?;
        Ok(())
    })
}

/// Defines the functions that save and restore movers, for one number of dimensions. In 3D, their names contain a 3.
macro_rules! movers {
    ($d:literal) => {
        pastey::paste! {
            /// Saves a complete mover as bytes: its shape, position, velocity and settings, and its hidden state (whether it is grounded,
            /// the time since it left the ground, a requested jump, and how far platforms have moved it since its last step). Sets `size`
            /// to the number of bytes. If `capacity` is less than this number, returns BUMPER_FULL and writes only `size`. To query the
            /// size, pass null and a capacity of 0.
            #[no_mangle]
            pub unsafe extern "C" fn [<bumper_mover $d _save>](
                mover: *const [<bumper_mover $d>],
                bytes: *mut c_void,
                capacity: usize,
                size: *mut usize,
            ) -> bumper_status {
                guard(|| {
                    let saved = postcard::to_stdvec(&read(mover)?.0).map_err(|_| BUMPER_FAULT)?;
                    copy_out(&saved, bytes, capacity, size)
                })
            }

            /// Replaces a mover, with its shape and settings, by a mover that was saved by the function _save. Later steps give the same
            /// results as after saving, bit for bit. Returns BUMPER_NOT_SAVED and changes nothing if the bytes are damaged.
            #[no_mangle]
            pub unsafe extern "C" fn [<bumper_mover $d _restore>](
                mover: *mut [<bumper_mover $d>],
                bytes: *const c_void,
                size: usize,
            ) -> bumper_status {
                guard(|| {
                    let mover = change(mover)?;
                    let bytes = list(bytes.cast::<u8>(), size)?;
                    mover.0 = all_of(postcard::take_from_bytes(bytes))?;
                    Ok(())
                })
            }
        }
    };
}

movers!("");
movers!("3");

/// Gets a hash of everything on which the results of further steps depend: settings, bodies, colliders, joints, forces for the next step
/// and the impulses of contacts. Two simulations with the same history have the same hash on every machine, so peers of a network game can
/// compare their hashes. The hash does not depend on ids.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_state_hash(
    simulation: *const bumper_simulation,
    hash: *mut u64,
) -> bumper_status {
    guard(|| give(hash, read(simulation)?.of.state_hash()))
}
