//! Movers and their settings. `mover_motion.rs` moves them.

use crate::callback::with_lent;
use crate::handles::Slots;
use crate::response::{response, response_number};
use crate::scratch::{self, Reader};
use crate::shape::ShapeInput;
use crate::{Status, answer, answer_f64, finite, saving, shape_words, size};
use engine::motion::{Mover, WalkSettings};
use engine::{Aabb, AsShape, ShapeBuf, Vector};
use std::cell::RefCell;
use std::f64::consts::PI;

/// A mover of the library.
pub type Moving = Mover<f64, 2, ShapeBuf<f64, 2>>;

thread_local! {
    /// The movers.
    pub static MOVERS: RefCell<Slots<Box<Moving>>> = const { RefCell::new(Slots::new()) };
}

/// The settings that `mover_set` changes. The list is repeated in `src/mover.ts`.
pub mod setting {
    /// `x, y`
    pub const POSITION: u32 = 0;
    /// `x, y`
    pub const VELOCITY: u32 = 1;
    /// `x, y`
    pub const GRAVITY: u32 = 2;
    /// The number of the response.
    pub const RESPONSE: u32 = 3;
    /// `stairHeight, snapDistance`
    pub const WALK: u32 = 4;
    /// No walk settings.
    pub const NO_WALK: u32 = 5;
    /// An angle in radians.
    pub const FLOOR_ANGLE: u32 = 6;
    /// A time.
    pub const COYOTE_TIME: u32 = 7;
    /// A time.
    pub const BUFFER_TIME: u32 = 8;
    /// 0 or 1.
    pub const DROP_THROUGH: u32 = 9;
    /// 0 or 1.
    pub const KEEP_PLATFORM_VELOCITY: u32 = 10;
    /// 0 or 1.
    pub const REPORT_ALL: u32 = 11;
    /// No bounds.
    pub const NO_BOUNDS: u32 = 12;
}

/// Adds a mover to the table, and returns its handle.
fn keep(mover: Moving) -> Result<f64, Status> {
    MOVERS.with_borrow_mut(|movers| movers.insert(Box::new(mover)))
}

/// Makes a mover with the shape in the scratch buffer, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn mover_new() -> f64 {
    answer_f64(scratch::read(ShapeInput::read).and_then(|shape| {
        let mover = Moving::new(shape.into_buf());
        mover.center().ok_or(Status::Empty)?;
        keep(mover)
    }))
}

/// Copies a mover, and returns the handle of the copy.
#[unsafe(no_mangle)]
pub extern "C" fn mover_clone(handle: f64) -> f64 {
    answer_f64(with_lent(&MOVERS, handle, |mover| Ok(mover.clone())).and_then(keep))
}

/// Frees a mover.
#[unsafe(no_mangle)]
pub extern "C" fn mover_free(handle: f64) -> i32 {
    answer(MOVERS.with_borrow_mut(|movers| movers.remove(handle)).map(|_| 0))
}

/// Changes a mover. Returns 0.
fn change(handle: f64, change: impl FnOnce(&mut Moving) -> Result<(), Status>) -> i32 {
    answer(MOVERS.with_borrow_mut(|movers| change(movers.get_mut(handle)?)).map(|()| 0))
}

/// A number that is not NaN and not negative.
fn duration(time: f64) -> Result<f64, Status> {
    if time.is_nan() {
        return Err(Status::NotFinite);
    }
    (time >= 0.0).then_some(time).ok_or(Status::OutOfRange)
}

/// Changes one of the settings in [`setting`]. Settings with one number ignore `y`.
#[unsafe(no_mangle)]
pub extern "C" fn mover_set(handle: f64, of: u32, x: f64, y: f64) -> i32 {
    change(handle, |mover| {
        match of {
            setting::POSITION => {
                let done = mover.set_position([finite(x)?, finite(y)?]);
                return done.then_some(()).ok_or(Status::NotFinite);
            }
            setting::VELOCITY => mover.velocity = Vector([finite(x)?, finite(y)?]),
            setting::GRAVITY => mover.gravity = Vector([finite(x)?, finite(y)?]),
            setting::RESPONSE => mover.response = response(x)?,
            setting::WALK => {
                mover.walk_settings = Some(WalkSettings { stair_height: size(x)?, snap_distance: size(y)? });
            }
            setting::NO_WALK => mover.walk_settings = None,
            setting::FLOOR_ANGLE if x > PI => return Err(Status::OutOfRange),
            setting::FLOOR_ANGLE => mover.floor_angle = size(x)?,
            setting::COYOTE_TIME => mover.coyote_time = duration(x)?,
            setting::BUFFER_TIME => mover.buffer_time = duration(x)?,
            setting::DROP_THROUGH => mover.drop_through = x != 0.0,
            setting::KEEP_PLATFORM_VELOCITY => mover.keep_platform_velocity = x != 0.0,
            setting::REPORT_ALL => mover.report_all = x != 0.0,
            setting::NO_BOUNDS => mover.bounds = None,
            _ => return Err(Status::Malformed),
        }
        Ok(())
    })
}

/// Sets the bounds to the bounding box of the shape in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn mover_set_bounds(handle: f64) -> i32 {
    change(handle, |mover| {
        let shape = scratch::read(ShapeInput::read)?;
        let inner = shape.inner();
        mover.bounds = Some(shape.placed(&inner).bounds().ok_or(Status::Empty)?);
        Ok(())
    })
}

/// The words of the state of a mover, which its motions change: its position, its velocity, whether it is grounded, and the normal of the
/// ground.
pub fn state_words(mover: &Moving) -> [f64; 7] {
    let [[x, y], [velocity_x, velocity_y]] = [mover.position().0, mover.velocity.0];
    let [normal_x, normal_y] = mover.ground_normal().unwrap_or_default().0;
    let is_grounded = f64::from(u8::from(mover.is_grounded()));
    [x, y, velocity_x, velocity_y, is_grounded, normal_x, normal_y]
}

/// Writes the [`state_words`] of a mover.
#[unsafe(no_mangle)]
pub extern "C" fn mover_state(handle: f64) -> i32 {
    answer(with_lent(&MOVERS, handle, |mover| Ok(scratch::write(&state_words(mover)))))
}

/// Writes the settings of a mover: gravity, response, whether it walks, the walk settings, floor angle, coyote time, buffer time, the three
/// settings that are 0 or 1, whether it has bounds, and these.
#[unsafe(no_mangle)]
pub extern "C" fn mover_settings(handle: f64) -> i32 {
    answer(with_lent(&MOVERS, handle, |mover| {
        let walk = mover.walk_settings.unwrap_or(WalkSettings { stair_height: 0.0, snap_distance: 0.0 });
        let bounds = mover.bounds.unwrap_or(Aabb::new([0.0; 2], [0.0; 2]));
        let [x, y] = bounds.min().0;
        let [right, bottom] = bounds.max().0;
        let is = |condition: bool| f64::from(u8::from(condition));
        let mut words = mover.gravity.0.to_vec();
        words.push(response_number(mover.response));
        words.extend([is(mover.walk_settings.is_some()), walk.stair_height, walk.snap_distance]);
        words.extend([mover.floor_angle, mover.coyote_time, mover.buffer_time]);
        words.extend([mover.drop_through, mover.keep_platform_velocity, mover.report_all].map(is));
        words.extend([is(mover.bounds.is_some()), x, y, right - x, bottom - y]);
        Ok(scratch::write(&words))
    }))
}

/// Writes the shape of a mover at its position, and returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn mover_shape(handle: f64) -> i32 {
    answer(with_lent(&MOVERS, handle, |mover| shape_words::write(&mover.shape().as_shape())))
}

/// Writes the center of the bounding box of a mover.
#[unsafe(no_mangle)]
pub extern "C" fn mover_center(handle: f64) -> i32 {
    answer(with_lent(&MOVERS, handle, |mover| {
        Ok(scratch::write(&mover.center().ok_or(Status::NotFinite)?.0))
    }))
}

/// Requests a jump.
#[unsafe(no_mangle)]
pub extern "C" fn mover_jump(handle: f64, height: f64) -> i32 {
    change(handle, |mover| {
        mover.jump(size(height)?);
        Ok(())
    })
}

/// Writes the bytes of a mover to the scratch buffer, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn mover_save(handle: f64) -> i32 {
    answer(with_lent(&MOVERS, handle, |mover| saving::save(mover)))
}

/// Makes a mover from the bytes in the scratch buffer, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn mover_load(bytes: f64) -> f64 {
    answer_f64(saving::load(bytes).and_then(keep))
}

/// Writes the hash of a mover: see [`saving::hash`].
#[unsafe(no_mangle)]
pub extern "C" fn mover_hash(handle: f64) -> i32 {
    answer(with_lent(&MOVERS, handle, |mover| saving::hash(mover)))
}

/// Reads the handle of a mover and the id of its item, for each of a list of movers.
pub fn read_list(words: &mut Reader<'_>) -> Result<Vec<[f64; 2]>, Status> {
    let count = words.count()?;
    let (pairs, _) = words.list(2 * count)?.as_chunks();
    Ok(pairs.to_vec())
}
