//! Movers for C, in 2D and in 3D: kinematic characters and projectiles, which do not tunnel through obstacles.

use crate::bumper_status::{self, *};
use crate::owned_shape3::OwnedShape3;
use crate::shape::{bumper_shape, keep, OwnedShape};
use crate::space::{bumper_shape3, keep as keep3};
use crate::typed::{
    bumper_box3_f32, bumper_box_f32, bumper_point3_f32, bumper_point_f32, point, point3, Shaped,
};
use crate::world::{bumper_world, bumper_world3};
use crate::{change, finite, finite_vector, free, give, guard, not_negative, read, Room};
use engine::motion::{Hit, HitTarget, Mover, Response, WalkSettings};
use engine::world::{Collider, Id};
use std::f32::consts::PI;

/// The response of a mover to an obstacle in its way.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_response {
    /// The mover moves axis by axis, first along x, then along y. If it would overlap an obstacle after the motion along an axis, it does
    /// not move along that axis at all, and may stop at a distance from the obstacle.
    BUMPER_BACK_UP = 0,
    /// The mover moves up to the obstacle, and stops there.
    BUMPER_STOP = 1,
    /// The mover moves up to the obstacle, and continues along its surface.
    BUMPER_SLIDE = 2,
    /// The mover bounces off the obstacle: its velocity and the rest of its motion are reflected at the surface.
    BUMPER_BOUNCE = 3,
    /// The mover passes through the obstacle. A hit is reported in every step while the mover and the obstacle overlap.
    BUMPER_CROSS = 4,
}
use bumper_response::*;

/// Converts a response to C.
pub fn response_of(of: Response) -> bumper_response {
    match of {
        Response::BackUp => BUMPER_BACK_UP,
        Response::Stop => BUMPER_STOP,
        Response::Slide => BUMPER_SLIDE,
        Response::Bounce => BUMPER_BOUNCE,
        Response::Cross => BUMPER_CROSS,
    }
}

fn response(of: u32) -> Result<Response, bumper_status> {
    let all = [Response::BackUp, Response::Stop, Response::Slide, Response::Bounce, Response::Cross];
    all.get(of as usize).copied().ok_or(BUMPER_UNKNOWN)
}

/// Defines the type of movers and its functions for one number of dimensions. In 3D, the names contain a 3.
macro_rules! movers {
    ($d:literal, $n:literal, $Owned:ty, $keep:ident, $give:ident) => {pastey::paste! {
        /// A shape that moves among the shapes of a world: a kinematic character or a projectile. Created by its _new function, freed by
        /// its _free function.
        pub struct [<bumper_mover $d>](pub(crate) Mover<f32, $n, $Owned>);

        /// The velocity, gravity and settings of a mover. Any unit of time is possible, but the time of the steps must have the same unit.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_motion $d>] {
            pub velocity: [<bumper_point $d _f32>],
            pub gravity: [<bumper_point $d _f32>],
            /// The response to obstacles and to the bounds, a bumper_response.
            pub response: u32,
            /// Whether the mover stays within `bounds`; 0 or 1.
            pub bounded: u32,
            pub bounds: [<bumper_box $d _f32>],
            /// Whether the mover walks; 0 or 1. A walking mover climbs steps up to `stair_height`, and follows ground that drops by up to
            /// `snap_distance` per time step.
            pub walks: u32,
            pub stair_height: f32,
            pub snap_distance: f32,
            /// The steepest slope on which the mover stands, as an angle from the horizontal, from 0 to pi. Steeper surfaces are walls.
            pub floor_angle: f32,
            /// The time after leaving the ground during which the mover can still jump.
            pub coyote_time: f32,
            /// The time for which a jump that is requested in the air stays pending.
            pub buffer_time: f32,
            /// Whether one-way obstacles let the mover pass on all sides, so that it drops through the plank on which it stands; 0 or 1.
            pub drop_through: u32,
            /// Whether a jump from a moving platform adds the velocity of the platform; 0 or 1. If the platform moves downwards, only the
            /// other components of its velocity are added. Nothing is added if the platform has not carried the mover since the last step
            /// of the mover.
            pub keep_platform_velocity: u32,
            /// Which obstacles a step reports if several stop the mover at the same time, such as the floor and the spikes on which a hero
            /// lands: 1 for all, 0 for one of them, usually the one with the smallest user data.
            pub report_all: u32,
        }

        /// A hit of a mover with an obstacle or with its bounds.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_hit $d>] {
            /// The id of the obstacle; 0 for the bounds.
            pub id: u64,
            /// The unit normal of the surface, pointing away from the obstacle.
            pub normal: [<bumper_point $d _f32>],
            /// The time of the hit, as a fraction of the step, from 0 to 1.
            pub time: f32,
            pub response: bumper_response,
            /// The parts of the mover and of the obstacle that meet, as in a contact; 0 for the bounds.
            pub parts: [u32; 2],
        }

        impl [<bumper_hit $d>] {
            fn of(hit: Hit<Id, f32, $n>, world: &[<bumper_world $d>]) -> Self {
                let id = match hit.target {
                    HitTarget::Obstacle(id) => world.number(id),
                    HitTarget::Bounds => 0,
                };
                let Hit { normal, time, parts, .. } = hit;
                Self { id, normal: $give(normal), time, response: response_of(hit.response), parts }
            }
        }

        /// Creates a mover from a copy of a shape. The mover is at rest, and its response is BUMPER_SLIDE.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _new>](
            shape: *const [<bumper_shape $d>],
            mover: *mut *mut [<bumper_mover $d>],
        ) -> bumper_status {
            guard(|| {
                if mover.is_null() {
                    return Err(BUMPER_NULL);
                }
                give(mover, Box::into_raw(Box::new([<bumper_mover $d>](Mover::new($keep(shape)?)))))
            })
        }

        /// Frees a mover. Does nothing for null.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _free>](mover: *mut [<bumper_mover $d>]) {
            free(mover);
        }

        /// Writes the current velocity and the settings of a mover to `motion`. Steps change the velocity, for example at obstacles.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _motion>](
            mover: *const [<bumper_mover $d>],
            motion: *mut [<bumper_motion $d>],
        ) -> bumper_status {
            guard(|| {
                let of = &read(mover)?.0;
                let none = [<bumper_box $d _f32>] { min: $give(Default::default()), max: $give(Default::default()) };
                let bounds = of
                    .bounds
                    .map_or(none, |bounds| [<bumper_box $d _f32>] { min: $give(bounds.min()), max: $give(bounds.max()) });
                let walk_settings = of.walk_settings.unwrap_or(WalkSettings { stair_height: 0.0, snap_distance: 0.0 });
                give(
                    motion,
                    [<bumper_motion $d>] {
                        velocity: $give(of.velocity),
                        gravity: $give(of.gravity),
                        response: of.response as u32,
                        bounded: of.bounds.is_some().into(),
                        bounds,
                        walks: of.walk_settings.is_some().into(),
                        stair_height: walk_settings.stair_height,
                        snap_distance: walk_settings.snap_distance,
                        floor_angle: of.floor_angle,
                        coyote_time: of.coyote_time,
                        buffer_time: of.buffer_time,
                        drop_through: of.drop_through.into(),
                        keep_platform_velocity: of.keep_platform_velocity.into(),
                        report_all: of.report_all.into(),
                    },
                )
            })
        }

        /// Sets the velocity and all settings of a mover. Returns BUMPER_NOT_A_NUMBER if a number is NaN, or is infinite although it must
        /// be finite: only `bounds`, `coyote_time` and `buffer_time` may be infinite. Returns BUMPER_OUT_OF_RANGE if a length, an angle or
        /// a time is negative, or if `floor_angle` is above pi. After an error, nothing has changed.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _set_motion>](
            mover: *mut [<bumper_mover $d>],
            motion: *const [<bumper_motion $d>],
        ) -> bumper_status {
            guard(|| {
                let of = &mut change(mover)?.0;
                let motion = read(motion)?;
                let response = response(motion.response)?;
                let velocity = finite_vector(motion.velocity.shape())?;
                let gravity = finite_vector(motion.gravity.shape())?;
                // These must be finite, unlike `coyote_time` and `buffer_time`.
                for length in [motion.stair_height, motion.snap_distance, motion.floor_angle] {
                    not_negative(finite(length)?)?;
                }
                not_negative(motion.coyote_time)?;
                not_negative(motion.buffer_time)?;
                if motion.floor_angle > PI {
                    return Err(BUMPER_OUT_OF_RANGE);
                }
                let bounds = motion.bounds.shape();
                if motion.bounded != 0 && bounds.min().0.iter().chain(&bounds.max().0).any(|c| c.is_nan()) {
                    return Err(BUMPER_NOT_A_NUMBER);
                }
                of.velocity = velocity;
                of.gravity = gravity;
                of.response = response;
                of.bounds = (motion.bounded != 0).then_some(bounds);
                of.walk_settings = (motion.walks != 0)
                    .then_some(WalkSettings { stair_height: motion.stair_height, snap_distance: motion.snap_distance });
                of.floor_angle = motion.floor_angle;
                of.coyote_time = motion.coyote_time;
                of.buffer_time = motion.buffer_time;
                of.drop_through = motion.drop_through != 0;
                of.keep_platform_velocity = motion.keep_platform_velocity != 0;
                of.report_all = motion.report_all != 0;
                Ok(())
            })
        }

        /// Writes the position of the mover: the displacement of its shape since the mover was created.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _position>](
            mover: *const [<bumper_mover $d>],
            position: *mut [<bumper_point $d _f32>],
        ) -> bumper_status {
            guard(|| give(position, $give(read(mover)?.0.position())))
        }

        /// Sets the position of the mover: the displacement of its shape since the mover was created. Obstacles are ignored. If the
        /// position changes, the mover is not grounded until its next step, which begins with a search for ground. In that step, a mover
        /// that was put on ground can jump, and a mover that was put into the air cannot. The velocity and a requested jump do not change.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _set_position>](
            mover: *mut [<bumper_mover $d>],
            position: [<bumper_point $d _f32>],
        ) -> bumper_status {
            guard(|| change(mover)?.0.set_position(position.shape()).then_some(()).ok_or(BUMPER_NOT_A_NUMBER))
        }

        /// Writes whether the mover stood on the ground at the end of its last step; false after a change of its position.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _is_grounded>](
            mover: *const [<bumper_mover $d>],
            yes: *mut bool,
        ) -> bumper_status {
            guard(|| give(yes, read(mover)?.0.is_grounded()))
        }

        /// Requests a jump of this height, which must not be negative, for the next step. The mover jumps if it stands on the ground or
        /// left the ground less than `coyote_time` ago. Otherwise the request stays pending for `buffer_time`.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _jump>](mover: *mut [<bumper_mover $d>], height: f32) -> bumper_status {
            guard(|| {
                let height = not_negative(finite(height)?)?;
                change(mover)?.0.jump(height);
                Ok(())
            })
        }

        /// Advances the mover by `time`, which must not be negative. The obstacles are the colliders of the world on one of `layers`,
        /// except `ignored` (the collider of the mover itself, or 0). Writes at most `capacity` hits to `hits`, which may be null if
        /// `capacity` is 0. Sets `count`, unless it is null, to the number of all hits.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _step>](
            mover: *mut [<bumper_mover $d>],
            time: f32,
            world: *const [<bumper_world $d>],
            layers: u32,
            ignored: u64,
            hits: *mut [<bumper_hit $d>],
            capacity: usize,
            count: *mut usize,
        ) -> bumper_status {
            guard(|| {
                let of = &mut change(mover)?.0;
                let world = read(world)?;
                let time = not_negative(finite(time)?)?;
                let ignored = world.id_or_none(ignored)?;
                let mut room = Room::new(hits, capacity)?;
                let response = of.response;
                let respond = |other: Id| {
                    let on = world.shapes.get(other).is_some_and(|collider| collider.layers & layers != 0);
                    (on && Some(other) != ignored).then_some(response)
                };
                of.step(time, &world.shapes, respond, |found| room.put([<bumper_hit $d>]::of(found, world)));
                if !count.is_null() {
                    give(count, room.count)?;
                }
                Ok(())
            })
        }

        /// Moves the shape with this id by `displacement`, as far as the other shapes on one of `layers` allow. `response` is its response
        /// to them, a bumper_response; sensors do not stop it. Writes its actual displacement to `moved`, and at most `capacity` hits to
        /// `hits`, which may be null if `capacity` is 0. Sets `count`, unless it is null, to the number of all hits.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _travel>](
            world: *mut [<bumper_world $d>],
            id: u64,
            displacement: [<bumper_point $d _f32>],
            response: u32,
            layers: u32,
            moved: *mut [<bumper_point $d _f32>],
            hits: *mut [<bumper_hit $d>],
            capacity: usize,
            count: *mut usize,
        ) -> bumper_status {
            guard(|| {
                if moved.is_null() {
                    return Err(BUMPER_NULL);
                }
                let mut room = Room::new(hits, capacity)?;
                let world = change(world)?;
                let id = world.id(id)?;
                let displacement = finite_vector(displacement.shape())?;
                let response = self::response(response)?;
                let mut found = Vec::new();
                let respond = |_, other: &Collider<$Owned>| (other.layers & layers != 0).then_some(response);
                let actual = world.shapes.travel(id, displacement, respond, |hit| found.push(hit))?;
                found.into_iter().for_each(|hit| room.put([<bumper_hit $d>]::of(hit, world)));
                if !count.is_null() {
                    give(count, room.count)?;
                }
                give(moved, $give(actual))
            })
        }

        /// Replaces the shape of a collider in the world by the shape of the mover at its current position.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _show>](
            mover: *const [<bumper_mover $d>],
            world: *mut [<bumper_world $d>],
            id: u64,
        ) -> bumper_status {
            guard(|| {
                let world = change(world)?;
                let id = world.id(id)?;
                Ok(world.shapes.set_shape(id, read(mover)?.0.shape().clone())?)
            })
        }
    }};
}

movers!("", 2, OwnedShape, keep, point);
movers!("3", 3, OwnedShape3, keep3, point3);
