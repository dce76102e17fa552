//! What moves, and never tunnels.

use crate::bumper_status::{self, *};
use crate::query::point;
use crate::shape::{bumper_shape, keep, Kept};
use crate::typed::{bumper_box_f32, bumper_point_f32, Shaped};
use crate::world::{bumper_world, id, number};
use crate::{change, free, give, guard, read, Room};
use engine::motion::{Hit, Legs, Mover, Response, With};
use engine::world::Id;

/// What moves in a world. Made by bumper_mover_new, freed by bumper_mover_free.
pub struct bumper_mover(Mover<f32, 2, Kept>);

/// What a mover does at what is in its way.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_response {
    /// x, then y: back to where it was on that axis. The tutorials' rule.
    BUMPER_BACK_UP = 0,
    /// It stops there.
    BUMPER_STOP = 1,
    /// It slides on along the surface.
    BUMPER_SLIDE = 2,
    /// It bounces off.
    BUMPER_BOUNCE = 3,
    /// It goes through, and tells of it.
    BUMPER_CROSS = 4,
}
use bumper_response::*;

/// How a mover moves. Speeds are in units of length a unit of time, whichever you choose; times are in that unit too.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_motion {
    pub velocity: bumper_point_f32,
    pub gravity: bumper_point_f32,
    /// A bumper_response.
    pub response: u32,
    /// Whether it stays within `bounds`; 0 or 1.
    pub bounded: u32,
    pub bounds: bumper_box_f32,
    /// Whether it walks: climbs steps up to `step_height` and follows ground down to `snap_distance`; 0 or 1.
    pub walks: u32,
    pub step_height: f32,
    pub snap_distance: f32,
    /// The steepest slope to stand on, in degrees.
    pub floor_angle: f32,
    /// For how long it can jump after it has left the ground.
    pub coyote_time: f32,
    /// For how long a jump in the air is remembered.
    pub buffer_time: f32,
}

/// What a mover has hit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_hit {
    /// Whose shape; 0 for the bounds.
    pub id: u64,
    /// The unit normal out of the obstacle.
    pub normal: bumper_point_f32,
    /// When, in parts of the step from 0 to 1.
    pub time: f32,
    pub response: bumper_response,
}

fn hit(of: Hit<Id, f32, 2>) -> bumper_hit {
    let id = match of.with {
        With::Obstacle(id) => number(id),
        With::Bounds => 0,
    };
    let response = match of.response {
        Response::BackUp => BUMPER_BACK_UP,
        Response::Stop => BUMPER_STOP,
        Response::Slide => BUMPER_SLIDE,
        Response::Bounce => BUMPER_BOUNCE,
        Response::Cross => BUMPER_CROSS,
    };
    bumper_hit { id, normal: point(of.normal), time: of.time, response }
}

fn response(of: u32) -> Result<Response, bumper_status> {
    let all = [Response::BackUp, Response::Stop, Response::Slide, Response::Bounce, Response::Cross];
    all.get(of as usize).copied().ok_or(BUMPER_UNKNOWN)
}

/// A mover of a shape, which stands still and slides.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_new(
    shape: *const bumper_shape,
    mover: *mut *mut bumper_mover,
) -> bumper_status {
    guard(|| {
        if mover.is_null() {
            return Err(BUMPER_NULL);
        }
        give(mover, Box::into_raw(Box::new(bumper_mover(Mover::new(keep(shape)?)))))
    })
}

/// Frees a mover; null is nothing.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_free(mover: *mut bumper_mover) {
    free(mover);
}

/// How it moves: the velocity is that after the last step.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_motion(
    mover: *const bumper_mover,
    motion: *mut bumper_motion,
) -> bumper_status {
    guard(|| {
        let of = &read(mover)?.0;
        let none = bumper_box_f32 { min: point(Default::default()), max: point(Default::default()) };
        let bounds = of
            .bounds
            .map_or(none, |bounds| bumper_box_f32 { min: point(bounds.min()), max: point(bounds.max()) });
        let legs = of.legs.unwrap_or(Legs { step_height: 0.0, snap_distance: 0.0 });
        give(
            motion,
            bumper_motion {
                velocity: point(of.velocity),
                gravity: point(of.gravity),
                response: of.response as u32,
                bounded: of.bounds.is_some().into(),
                bounds,
                walks: of.legs.is_some().into(),
                step_height: legs.step_height,
                snap_distance: legs.snap_distance,
                floor_angle: of.floor_angle,
                coyote_time: of.coyote_time,
                buffer_time: of.buffer_time,
            },
        )
    })
}

/// Changes how it moves: all of it at once.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_set_motion(
    mover: *mut bumper_mover,
    motion: *const bumper_motion,
) -> bumper_status {
    guard(|| {
        let (of, motion) = (&mut change(mover)?.0, read(motion)?);
        let response = response(motion.response)?;
        let numbers = [
            motion.velocity.x,
            motion.velocity.y,
            motion.gravity.x,
            motion.gravity.y,
            motion.step_height,
            motion.snap_distance,
        ];
        if numbers
            .iter()
            .chain([&motion.floor_angle, &motion.coyote_time, &motion.buffer_time])
            .any(|number| number.is_nan())
        {
            return Err(BUMPER_NOT_A_NUMBER);
        }
        (of.velocity, of.gravity, of.response) = (motion.velocity.shape(), motion.gravity.shape(), response);
        of.bounds = (motion.bounded != 0).then(|| motion.bounds.shape());
        of.legs = (motion.walks != 0)
            .then_some(Legs { step_height: motion.step_height, snap_distance: motion.snap_distance });
        (of.floor_angle, of.coyote_time, of.buffer_time) =
            (motion.floor_angle, motion.coyote_time, motion.buffer_time);
        Ok(())
    })
}

/// How far it is from where its shape was made.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_position(
    mover: *const bumper_mover,
    position: *mut bumper_point_f32,
) -> bumper_status {
    guard(|| give(position, point(read(mover)?.0.position())))
}

/// Puts it elsewhere, whatever is there.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_set_position(
    mover: *mut bumper_mover,
    position: bumper_point_f32,
) -> bumper_status {
    guard(|| change(mover)?.0.set_position(position.shape()).then_some(()).ok_or(BUMPER_NOT_A_NUMBER))
}

/// Whether it stands on the ground.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_is_grounded(
    mover: *const bumper_mover,
    yes: *mut bool,
) -> bumper_status {
    guard(|| give(yes, read(mover)?.0.is_grounded()))
}

/// Has it jump so high with its next step, if it can.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_jump(mover: *mut bumper_mover, height: f32) -> bumper_status {
    guard(|| {
        if height.is_nan() {
            return Err(BUMPER_NOT_A_NUMBER);
        }
        change(mover)?.0.jump(height);
        Ok(())
    })
}

/// A step of time among the shapes of a world on some of these layers, but for `ignored` (its own shape there, or 0). As many hits
/// as there is room for are written; `count`, which may be null, is how many there are in all.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_step(
    mover: *mut bumper_mover,
    time: f32,
    world: *const bumper_world,
    layers: u32,
    ignored: u64,
    hits: *mut bumper_hit,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        let (of, world) = (&mut change(mover)?.0, &read(world)?.shapes);
        if !time.is_finite() {
            return Err(BUMPER_NOT_A_NUMBER);
        }
        let (mut room, response, ignored) = (Room::new(hits, capacity), of.response, id(ignored));
        let respond = |other: Id| {
            let on = world.get(other).is_some_and(|collider| collider.layers & layers != 0);
            (on && other != ignored).then_some(response)
        };
        of.step(time, world, respond, |found| room.put(hit(found)));
        if !count.is_null() {
            give(count, room.count)?;
        }
        Ok(())
    })
}

/// Puts its shape, where it is now, in the place of one of the world.
#[no_mangle]
pub unsafe extern "C" fn bumper_mover_show(
    mover: *const bumper_mover,
    world: *mut bumper_world,
    id_of: u64,
) -> bumper_status {
    guard(|| Ok(change(world)?.shapes.set_shape(id(id_of), read(mover)?.0.shape().clone())?))
}
