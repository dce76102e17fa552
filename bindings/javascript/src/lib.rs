//! The WebAssembly module of the package `bumper-collision`: functions that JavaScript calls with numbers.
//!
//! The TypeScript files beside these are the only callers. Conventions, which every file here follows:
//!
//! - **Arguments** that are single numbers are parameters (`f64`, `i32`). Everything else, such as shapes and lists, is in the *scratch
//!   buffer* (`scratch.rs`), a list of `f64` words that JavaScript writes from word 0 on. The order is in the comment of each function.
//! - **Answers**: a function returns a count, a relation or 0 and 1 for no and yes; or a negative number, which is a [`Status`]. Distances
//!   and handles are returned as `f64` in the same way. Everything else is written to the scratch buffer from word 0 on. Up to
//!   [`scratch::ROOM`] words the buffer does not move; after a longer answer, JavaScript asks for its address again.
//! - **Objects** live in tables (`handles.rs`), one per type. Their handles are safe integers, and never 0. A stale handle is an error.
//! - **Callbacks**: a function that calls JavaScript in the middle must have read its arguments before, must hold no borrow of a table or
//!   of the scratch buffer, and must have taken the object out of its table ([`handles::Slots::lend`]), so that a call to it from the
//!   callback is refused with [`Status::Busy`]. JavaScript catches what a callback throws, and throws it after the call, because an
//!   exception must not unwind through the module.
//! - **Panics** abort. JavaScript turns the trap into an error, and refuses further calls: see `src/module.ts`.
//!
//! Each type for JavaScript has a file in Rust and one in TypeScript, side by side (`mask.rs` and `mask.ts`). Its exports have the name of
//! the type as prefix. The 3D part is in the directory `space`, and its exports begin with `space_`. It is a module of its own, so that
//! pages that need only 2D do not load it.
//!
//! The only unsafe code is the attribute `no_mangle`, and the declaration of the function that calls back in `callback.rs`.

#![warn(missing_docs)]

pub mod callback;
pub mod handles;
#[cfg(feature = "plane")]
pub mod height_field;
#[cfg(any(feature = "world", feature = "space"))]
pub mod ids;
#[cfg(feature = "plane")]
pub mod kind;
#[cfg(feature = "plane")]
pub mod mask;
#[cfg(feature = "movement")]
pub mod mover;
#[cfg(feature = "movement")]
pub mod mover_motion;
#[cfg(feature = "plane")]
pub mod pairs;
#[cfg(feature = "plane")]
pub mod query;
pub mod response;
#[cfg(feature = "world")]
pub mod saving;
pub mod scratch;
#[cfg(any(feature = "world", feature = "space"))]
pub mod selection;
#[cfg(feature = "plane")]
pub mod shape;
#[cfg(feature = "plane")]
pub mod shape_words;
#[cfg(feature = "bodies")]
pub mod simulation;
#[cfg(feature = "space")]
pub mod space;
#[cfg(feature = "world")]
pub mod world;
#[cfg(feature = "movement")]
pub mod world_carry;
#[cfg(feature = "world")]
pub mod world_queries;

use engine::HeightFieldError;

/// The reasons to refuse a call. The exports return them as negative numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// A word that should be a kind is none, or the words end too early. A bug in the TypeScript.
    Malformed = -1,
    /// A number is NaN or infinite.
    NotFinite = -2,
    /// A size or a radius is negative, or another number is out of its range.
    OutOfRange = -3,
    /// The object with this handle has been disposed of.
    Gone = -4,
    /// Compounds are nested more than 16 deep.
    TooDeep = -5,
    /// The polygon has fewer than three different corners.
    TooFewCorners = -6,
    /// All corners of the polygon are on a line.
    FlatPolygon = -7,
    /// The polygon has a radius, but is not convex.
    RoundedConcave = -8,
    /// Two edges of the polygon cross or touch.
    CrossingEdges = -9,
    /// A direction or a normal has length zero.
    ZeroDirection = -10,
    /// The object is in use by the call that has called back.
    Busy = -11,
    /// The shape contains no point: a compound without parts or a mask without solid pixels.
    Empty = -12,
    /// The world has as many items as it can have.
    Full = -13,
    /// The bytes are not those of a saved object of this version.
    NotSaved = -14,
    /// A body has no shape, or a shape of a body that is not static has no area.
    NoArea = -20,
    /// A shape of a body is a half-space or has one as a part, and the body is not static or the collider has a one-way side.
    InfiniteBody = -21,
    /// A joint connects a body to itself.
    SameBody = -22,
    /// Neither body of a joint is dynamic; for a mouse joint, the second body is not dynamic.
    NoDynamicBody = -23,
    /// The body of a mover is not dynamic, its rotation is not fixed, or another mover of the step has it.
    MoverBody = -24,
}

impl From<HeightFieldError> for Status {
    fn from(error: HeightFieldError) -> Self {
        match error {
            HeightFieldError::NotFinite { .. } => Status::NotFinite,
            // Errors of sizes and of places outside the field, and errors that later versions may add.
            _ => Status::OutOfRange,
        }
    }
}

/// The number that an export returns: the answer, or the status that refuses the call.
fn answer(result: Result<u32, Status>) -> i32 {
    match result {
        Ok(answer) => answer as i32,
        Err(status) => status as i32,
    }
}

/// As [`answer`], for distances and handles.
fn answer_f64(result: Result<f64, Status>) -> f64 {
    result.unwrap_or_else(|status| f64::from(status as i32))
}

/// The number, or an error if it is NaN or infinite.
fn finite(number: f64) -> Result<f64, Status> {
    number.is_finite().then_some(number).ok_or(Status::NotFinite)
}

/// The number, or an error if it is NaN, infinite or negative.
fn size(number: f64) -> Result<f64, Status> {
    let number = finite(number)?;
    (number >= 0.0).then_some(number).ok_or(Status::OutOfRange)
}

/// The number as an integer of type `T`, or an error if it is not one.
fn integer<T: TryFrom<i64>>(number: f64) -> Result<T, Status> {
    let number = finite(number)?;
    let is_whole = number.trunc() == number && number.abs() < 9e15;
    is_whole.then_some(number as i64).and_then(|whole| T::try_from(whole).ok()).ok_or(Status::OutOfRange)
}
