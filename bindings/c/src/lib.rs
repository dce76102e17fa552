//! The library for C: thin functions around the crate `bumper`, which has all that is computed. `include/bumper.h` is made of
//! this by `cbindgen`; the comments here are those of the header.
//!
//! All `unsafe` code of the project is here, and of three kinds: a pointer of the caller's is read or written through, after a look
//! whether it is null; an object that was given out is taken back to be freed; a union is read by its kind, all members of which
//! are plain numbers and pointers.

#![allow(non_camel_case_types)]
// The safety requirements of all functions are documented once, at the top of the header.
#![allow(clippy::missing_safety_doc)]
#![warn(missing_docs)]

mod bodies;
mod body;
mod carry;
mod joints;
mod mask;
mod mover;
mod owner;
mod query;
mod shape;
mod space;
mod typed;
mod world;

use std::ffi::c_char;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// How a call went. What it was to write is written only where it is BUMPER_OK.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_status {
    /// Well.
    BUMPER_OK = 0,
    /// A pointer is null where there must be something.
    BUMPER_NULL = 1,
    /// A number that tells a kind, a relation or the like is none of those there are.
    BUMPER_UNKNOWN = 2,
    /// A coordinate, a length or a time is not a number, or infinite where it must not be; or a direction or a quaternion has no
    /// length.
    BUMPER_NOT_A_NUMBER = 3,
    /// There is nothing in the shape: a mask without a solid pixel, a hull of no points.
    BUMPER_EMPTY = 4,
    /// What had this id has been removed or never was, or is in another world.
    BUMPER_GONE = 5,
    /// There is no room for more, or not enough for all.
    BUMPER_FULL = 6,
    /// The corners make no such polygon: too few or too many, in a line, not convex, or crossing each other.
    BUMPER_NO_POLYGON = 7,
    /// The library has a fault. The call has changed what it was given in part; free it.
    BUMPER_FAULT = 8,
    /// A shape of a body is a point or a line, or there is none.
    BUMPER_NO_AREA = 9,
    /// A number is out of its range: a density, a friction, a restitution, a damping, a limit, a length, a time or a size; or
    /// compounds are too many within each other.
    BUMPER_OUT_OF_RANGE = 10,
    /// No such joint can be: of a body with itself, of two that no force moves, or along an axis of no length.
    BUMPER_NO_JOINT = 11,
    /// The bytes are not what was saved of these bodies and joints.
    BUMPER_NOT_SAVED = 12,
}
use bumper_status::*;

/// How two shapes lie to each other, from the weakest to the strongest.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_relation {
    /// They share no point.
    BUMPER_APART = 0,
    /// They share a point, but the smallest push parts them.
    BUMPER_TOUCHING = 1,
    /// They share more than that.
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

/// What a status means, in English: a text that is never freed. For a number that is no status, that it is none.
#[no_mangle]
pub extern "C" fn bumper_message(status: u32) -> *const c_char {
    const MESSAGES: [&str; 13] = [
        "no error\0",
        "a pointer is null\0",
        "there is no such kind\0",
        "a coordinate, a length or a time is not a number, or a direction has no length\0",
        "the shape is empty\0",
        "what had this id has been removed, or is in another world\0",
        "there is not enough room\0",
        "the corners make no such polygon\0",
        "a fault in the library\0",
        "a shape of the body has no area\0",
        "a number is out of its range\0",
        "no such joint can be\0",
        "the bytes are not what was saved of these\0",
    ];
    let message = usize::try_from(status).ok().and_then(|k| MESSAGES.get(k));
    message.unwrap_or(&"not a status\0").as_ptr().cast()
}

/// The version of the library: "0.1.0". A text that is never freed.
#[no_mangle]
pub extern "C" fn bumper_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Refuses what is infinite or no number.
fn finite(number: f32) -> Result<f32, bumper_status> {
    number.is_finite().then_some(number).ok_or(BUMPER_NOT_A_NUMBER)
}

/// Refuses what is no number, or below zero.
fn not_negative(number: f32) -> Result<f32, bumper_status> {
    match number {
        _ if number.is_nan() => Err(BUMPER_NOT_A_NUMBER),
        _ if number < 0.0 => Err(BUMPER_OUT_OF_RANGE),
        _ => Ok(number),
    }
}

/// A vector of finite numbers.
fn finite_vector<const N: usize>(
    of: engine::Vector<f32, N>,
) -> Result<engine::Vector<f32, N>, bumper_status> {
    of.0.iter().all(|c| c.is_finite()).then_some(of).ok_or(BUMPER_NOT_A_NUMBER)
}

/// Runs a call; its answer is its status. No panic of the library gets out into C.
fn guard(call: impl FnOnce() -> Result<(), bumper_status>) -> bumper_status {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => BUMPER_OK,
        Ok(Err(status)) => status,
        Err(_) => BUMPER_FAULT,
    }
}

/// Reads through a pointer of the caller's.
///
/// # Safety
/// It is null, or points to a value that nobody changes meanwhile.
unsafe fn read<'a, T>(pointer: *const T) -> Result<&'a T, bumper_status> {
    pointer.as_ref().ok_or(BUMPER_NULL)
}

/// Reads and writes through a pointer of the caller's.
///
/// # Safety
/// It is null, or points to a value that nobody else uses meanwhile.
unsafe fn change<'a, T>(pointer: *mut T) -> Result<&'a mut T, bumper_status> {
    pointer.as_mut().ok_or(BUMPER_NULL)
}

/// Writes to a place of the caller's, whose value may be anything before.
///
/// # Safety
/// It is null, or room for a value.
unsafe fn give<T>(place: *mut T, value: T) -> Result<(), bumper_status> {
    if place.is_null() {
        return Err(BUMPER_NULL);
    }
    place.write(value);
    Ok(())
}

/// A list of the caller's; an empty one may be null.
///
/// # Safety
/// It is null, or holds so many values.
unsafe fn list<'a, T>(first: *const T, count: usize) -> Result<&'a [T], bumper_status> {
    match (first.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(BUMPER_NULL),
        // No list can be that long: the count is wrong.
        _ if count > isize::MAX as usize / std::mem::size_of::<T>().max(1) => Err(BUMPER_OUT_OF_RANGE),
        _ => Ok(std::slice::from_raw_parts(first, count)),
    }
}

/// Room of the caller's for answers, filled one by one; how many there would be is counted beyond it.
struct Room<T> {
    first: *mut T,
    capacity: usize,
    count: usize,
}

impl<T> Room<T> {
    /// The room, which may be null only for no values.
    ///
    /// # Safety
    /// `first` is null, or room for so many values.
    unsafe fn new(first: *mut T, capacity: usize) -> Result<Self, bumper_status> {
        if first.is_null() && capacity > 0 {
            return Err(BUMPER_NULL);
        }
        Ok(Self { first, capacity, count: 0 })
    }

    fn put(&mut self, value: T) {
        if self.count < self.capacity {
            // Within the capacity that the caller has specified.
            unsafe { self.first.add(self.count).write(value) };
        }
        self.count += 1;
    }
}

/// Takes back what was given out, and frees it; null is nothing.
///
/// # Safety
/// It comes from `Box::into_raw` and is not used again.
unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        let _ = catch_unwind(AssertUnwindSafe(|| drop(Box::from_raw(object))));
    }
}
