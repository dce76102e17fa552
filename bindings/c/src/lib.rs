//! The C API: thin functions that call the crate `bumper`. `cbindgen` generates `include/bumper.h` from this crate; the doc comments here
//! become the comments of the header.
//!
//! The `unsafe` code does three things: it reads or writes through pointers of the caller, after checking for null; it frees objects that
//! the library has created for the caller; and it reads the member of a union that the kind of the shape selects. All members of unions are
//! plain numbers and pointers.

#![allow(non_camel_case_types)]
// The safety requirements of all functions are documented once, at the top of the header.
#![allow(clippy::missing_safety_doc)]
#![warn(missing_docs)]

mod body;
mod body_queries;
mod body_settings;
mod carry;
mod colliders;
mod extent;
mod half_space;
mod height_field;
mod height_field3;
mod joint_settings;
mod joints;
mod mask;
mod material;
mod mesh;
mod mover;
mod mover_bodies;
mod owned_shape3;
mod owner;
mod query;
mod saving;
mod shape;
mod shape_view;
mod simulation;
mod space;
mod typed;
mod world;

use std::ffi::c_char;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// The status of a call. Functions write their output parameters only if they return BUMPER_OK, unless their comment says otherwise.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_status {
    /// Success.
    BUMPER_OK = 0,
    /// A required pointer is null.
    BUMPER_NULL = 1,
    /// A kind, a side, a rule or a response is not one of the known values.
    BUMPER_UNKNOWN = 2,
    /// A coordinate, a length or a time is NaN, or it is infinite or too large although it must be finite; or a direction, a normal or a
    /// quaternion has length zero.
    BUMPER_NOT_A_NUMBER = 3,
    /// The shape is empty: a mask without a solid pixel, a compound without parts, a hull of no points, or a mesh in which every
    /// triangle is degenerate.
    BUMPER_EMPTY = 4,
    /// The object with this id has been removed, never existed, or is in another world or simulation.
    BUMPER_GONE = 5,
    /// A limit on the number of objects has been reached, or the buffer of the caller is too small.
    BUMPER_FULL = 6,
    /// The corners do not form a valid polygon: there are too few or too many, they are collinear, the outline crosses itself, or it is not
    /// convex although it must be.
    BUMPER_NO_POLYGON = 7,
    /// A bug in the library: a panic. The object that was passed may be in an inconsistent state; do nothing with it except free it.
    BUMPER_FAULT = 8,
    /// The body has no shapes, or it is not static and one of its shapes has no area (a point, a segment or a height field).
    BUMPER_NO_AREA = 9,
    /// A number is out of range: a density, friction, restitution, damping, limit, length, time or size; compounds are nested too deeply;
    /// a list contains the same mover twice; the body of a mover is not dynamic, can rotate, or is that of another mover too; a height or a
    /// cell is not in the height field; a triangle is not in the mesh, or a triangle of a new mesh uses a point that does not exist; or a
    /// half-space is a shape of a body that is not static, or has a one-way side.
    BUMPER_OUT_OF_RANGE = 10,
    /// The joint is impossible: both bodies are the same, neither is dynamic, or the axis has length zero.
    BUMPER_NO_JOINT = 11,
    /// The bytes to restore are damaged, are those of another kind of object, or were saved from a simulation with other bodies or joints.
    BUMPER_NOT_SAVED = 12,
    /// The id belongs to an object of the wrong kind: for example, to a collider although the function needs a body.
    /// bumper_simulation_body_of writes the id of the body of a collider, and bumper_simulation_colliders_of writes the ids of the
    /// colliders of a body.
    BUMPER_WRONG_KIND = 13,
}
use bumper_status::*;

/// The relation of two shapes, from the weakest to the strongest.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_relation {
    /// The shapes have no point in common.
    BUMPER_APART = 0,
    /// The shapes have a point in common, but an arbitrarily small motion separates them.
    BUMPER_TOUCHING = 1,
    /// The shapes have points in common, and an arbitrarily small motion does not separate them.
    BUMPER_OVERLAPPING = 2,
}

impl From<engine::Relation> for bumper_relation {
    fn from(relation: engine::Relation) -> Self {
        match relation {
            engine::Relation::Apart => Self::BUMPER_APART,
            engine::Relation::Touching => Self::BUMPER_TOUCHING,
            engine::Relation::Overlapping => Self::BUMPER_OVERLAPPING,
        }
    }
}

/// Returns the meaning of a status in English, or "unknown status" for any other number. The string is static and must not be freed.
#[no_mangle]
pub extern "C" fn bumper_message(status: u32) -> *const c_char {
    const MESSAGES: [&str; 14] = [
        "no error\0",
        "a pointer is null\0",
        "the kind is unknown\0",
        "a coordinate, a length or a time is not a number, or a direction has no length\0",
        "the shape is empty\0",
        "the object with this id has been removed, or belongs to another world\0",
        "there is not enough room\0",
        "the corners do not form such a polygon\0",
        "an error in the library\0",
        "a shape of the body has no area\0",
        "a number is out of range\0",
        "such a joint is impossible\0",
        "the bytes were not saved from this mover or from this simulation\0",
        "the id is of another kind: bumper_simulation_body_of gives the body of a collider\0",
    ];
    let message = usize::try_from(status).ok().and_then(|k| MESSAGES.get(k));
    message.unwrap_or(&"unknown status\0").as_ptr().cast()
}

/// Returns the version of the library, such as "0.1.0". The string is static and must not be freed.
#[no_mangle]
pub extern "C" fn bumper_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns the number, or BUMPER_NOT_A_NUMBER if it is NaN or infinite.
fn finite(number: f32) -> Result<f32, bumper_status> {
    number.is_finite().then_some(number).ok_or(BUMPER_NOT_A_NUMBER)
}

/// Returns the number, or an error if it is NaN or negative. It may be infinite.
fn not_negative(number: f32) -> Result<f32, bumper_status> {
    match number {
        _ if number.is_nan() => Err(BUMPER_NOT_A_NUMBER),
        _ if number < 0.0 => Err(BUMPER_OUT_OF_RANGE),
        _ => Ok(number),
    }
}

/// Returns the vector, or BUMPER_NOT_A_NUMBER if a coordinate is NaN or infinite.
fn finite_vector<const N: usize>(
    of: engine::Vector<f32, N>,
) -> Result<engine::Vector<f32, N>, bumper_status> {
    of.0.iter().all(|c| c.is_finite()).then_some(of).ok_or(BUMPER_NOT_A_NUMBER)
}

/// Runs the body of a C function and returns its status. A panic, which must not unwind into C, becomes BUMPER_FAULT.
fn guard(call: impl FnOnce() -> Result<(), bumper_status>) -> bumper_status {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => BUMPER_OK,
        Ok(Err(status)) => status,
        Err(_) => BUMPER_FAULT,
    }
}

/// Converts a pointer of the caller to a shared reference. Returns BUMPER_NULL for a null pointer.
///
/// # Safety
/// The pointer is null, or points to a valid value that nobody changes during the call.
unsafe fn read<'a, T>(pointer: *const T) -> Result<&'a T, bumper_status> {
    pointer.as_ref().ok_or(BUMPER_NULL)
}

/// Converts a pointer of the caller to a mutable reference. Returns BUMPER_NULL for a null pointer.
///
/// # Safety
/// The pointer is null, or points to a valid value that nobody else uses during the call.
unsafe fn change<'a, T>(pointer: *mut T) -> Result<&'a mut T, bumper_status> {
    pointer.as_mut().ok_or(BUMPER_NULL)
}

/// Converts pointers of the caller to mutable references. Returns BUMPER_NULL for a null pointer, and BUMPER_OUT_OF_RANGE if two pointers
/// are the same.
///
/// # Safety
/// The pointers are null, or point to valid values that nobody else uses during the call.
unsafe fn distinct<'a, T>(pointers: impl Iterator<Item = *mut T>) -> Result<Vec<&'a mut T>, bumper_status> {
    let pointers: Vec<*mut T> = pointers.collect();
    let mut sorted = pointers.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1] && !pair[0].is_null()) {
        return Err(BUMPER_OUT_OF_RANGE);
    }
    pointers.into_iter().map(|pointer| change(pointer)).collect()
}

/// Writes a value to an output pointer of the caller, which may point to uninitialized memory. Returns BUMPER_NULL for a null pointer.
///
/// # Safety
/// The pointer is null, or valid for writing a value.
unsafe fn give<T>(output: *mut T, value: T) -> Result<(), bumper_status> {
    if output.is_null() {
        return Err(BUMPER_NULL);
    }
    output.write(value);
    Ok(())
}

/// Converts an array of the caller to a slice. If `count` is 0, the pointer may be null.
///
/// # Safety
/// The pointer is null, or points to `count` valid values.
unsafe fn list<'a, T>(first: *const T, count: usize) -> Result<&'a [T], bumper_status> {
    match (first.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(BUMPER_NULL),
        // The count is wrong: no array in memory can have so many values.
        _ if count > isize::MAX as usize / std::mem::size_of::<T>().max(1) => Err(BUMPER_OUT_OF_RANGE),
        _ => Ok(std::slice::from_raw_parts(first, count)),
    }
}

/// An output buffer of the caller. Values beyond its capacity are counted, but not written.
struct Room<T> {
    first: *mut T,
    capacity: usize,
    count: usize,
}

impl<T> Room<T> {
    /// Wraps the buffer that begins at `first`. This pointer may be null only if `capacity` is 0.
    ///
    /// # Safety
    /// `first` is null, or valid for writing `capacity` values.
    unsafe fn new(first: *mut T, capacity: usize) -> Result<Self, bumper_status> {
        if first.is_null() && capacity > 0 {
            return Err(BUMPER_NULL);
        }
        Ok(Self { first, capacity, count: 0 })
    }

    fn put(&mut self, value: T) {
        if self.count < self.capacity {
            // The place for the value is in the buffer: `count` is less than the capacity that the caller has specified.
            unsafe { self.first.add(self.count).write(value) };
        }
        self.count += 1;
    }
}

/// Frees an object that the library has created for the caller. Does nothing for null.
///
/// # Safety
/// The pointer is null, or comes from `Box::into_raw` and is not used again.
unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        let _ = catch_unwind(AssertUnwindSafe(|| drop(Box::from_raw(object))));
    }
}
