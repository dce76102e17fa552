//! What moves, and never tunnels: on a plane and in space, the same functions.

use crate::bumper_status::{self, *};
use crate::query::{point, point3};
use crate::shape::{bumper_shape, keep, Kept};
use crate::space::{bumper_shape3, keep as keep3};
use crate::typed::{bumper_box3_f32, bumper_box_f32, bumper_point3_f32, bumper_point_f32, Shaped};
use crate::world::{bumper_world, bumper_world3};
use crate::{change, finite, finite_vector, free, give, guard, not_negative, read, Room};
use engine::motion::{Hit, Legs, Mover, Response, With};
use engine::world::Id;
use engine::ShapeBuf;

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

/// What was done there, as C has it.
fn told(of: Response) -> bumper_response {
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

/// The movers of a dimension: its number is in their names, where it is not two.
macro_rules! movers {
    ($d:literal, $n:literal, $Kept:ty, $keep:ident, $give:ident) => {pastey::paste! {
        /// What moves in a world. Made by its _new, freed by its _free.
        pub struct [<bumper_mover $d>](pub(crate) Mover<f32, $n, $Kept>);

        /// How a mover moves. Speeds are in units of length a unit of time, whichever you choose; times are in that unit too.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_motion $d>] {
            pub velocity: [<bumper_point $d _f32>],
            pub gravity: [<bumper_point $d _f32>],
            /// A bumper_response.
            pub response: u32,
            /// Whether it stays within `bounds`; 0 or 1.
            pub bounded: u32,
            pub bounds: [<bumper_box $d _f32>],
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
        pub struct [<bumper_hit $d>] {
            /// Whose shape; 0 for the bounds.
            pub id: u64,
            /// The unit normal out of the obstacle.
            pub normal: [<bumper_point $d _f32>],
            /// When, in parts of the step from 0 to 1.
            pub time: f32,
            pub response: bumper_response,
        }

        impl [<bumper_hit $d>] {
            fn of(hit: Hit<Id, f32, $n>, world: &[<bumper_world $d>]) -> Self {
                let id = match hit.with {
                    With::Obstacle(id) => world.number(id),
                    With::Bounds => 0,
                };
                Self { id, normal: $give(hit.normal), time: hit.time, response: told(hit.response) }
            }
        }

        /// A mover of a shape, which stands still and slides.
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

        /// Frees a mover; null is nothing.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _free>](mover: *mut [<bumper_mover $d>]) {
            free(mover);
        }

        /// How it moves: the velocity is that after the last step.
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
                let legs = of.legs.unwrap_or(Legs { step_height: 0.0, snap_distance: 0.0 });
                give(
                    motion,
                    [<bumper_motion $d>] {
                        velocity: $give(of.velocity),
                        gravity: $give(of.gravity),
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
        pub unsafe extern "C" fn [<bumper_mover $d _set_motion>](
            mover: *mut [<bumper_mover $d>],
            motion: *const [<bumper_motion $d>],
        ) -> bumper_status {
            guard(|| {
                let (of, motion) = (&mut change(mover)?.0, read(motion)?);
                let response = response(motion.response)?;
                let velocity = finite_vector(motion.velocity.shape())?;
                let gravity = finite_vector(motion.gravity.shape())?;
                // Times may be infinite, lengths may not.
                for length in [motion.step_height, motion.snap_distance, motion.floor_angle] {
                    not_negative(finite(length)?)?;
                }
                not_negative(motion.coyote_time)?;
                not_negative(motion.buffer_time)?;
                if motion.floor_angle > 180.0 {
                    return Err(BUMPER_OUT_OF_RANGE);
                }
                let bounds = motion.bounds.shape();
                if motion.bounded != 0 && bounds.min().0.iter().chain(&bounds.max().0).any(|c| c.is_nan()) {
                    return Err(BUMPER_NOT_A_NUMBER);
                }
                (of.velocity, of.gravity, of.response) = (velocity, gravity, response);
                of.bounds = (motion.bounded != 0).then_some(bounds);
                of.legs = (motion.walks != 0)
                    .then_some(Legs { step_height: motion.step_height, snap_distance: motion.snap_distance });
                (of.floor_angle, of.coyote_time, of.buffer_time) =
                    (motion.floor_angle, motion.coyote_time, motion.buffer_time);
                Ok(())
            })
        }

        /// How far it is from where its shape was made.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _position>](
            mover: *const [<bumper_mover $d>],
            position: *mut [<bumper_point $d _f32>],
        ) -> bumper_status {
            guard(|| give(position, $give(read(mover)?.0.position())))
        }

        /// Puts it elsewhere, whatever is there.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _set_position>](
            mover: *mut [<bumper_mover $d>],
            position: [<bumper_point $d _f32>],
        ) -> bumper_status {
            guard(|| change(mover)?.0.set_position(position.shape()).then_some(()).ok_or(BUMPER_NOT_A_NUMBER))
        }

        /// Whether it stands on the ground.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _is_grounded>](
            mover: *const [<bumper_mover $d>],
            yes: *mut bool,
        ) -> bumper_status {
            guard(|| give(yes, read(mover)?.0.is_grounded()))
        }

        /// Has it jump so high with its next step, if it can; not below zero.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _jump>](mover: *mut [<bumper_mover $d>], height: f32) -> bumper_status {
            guard(|| {
                let height = not_negative(finite(height)?)?;
                change(mover)?.0.jump(height);
                Ok(())
            })
        }

        /// A step of time, not below zero, among the shapes of a world on some of these layers, but for `ignored` (its own shape there, or 0). As many hits
        /// as there is room for are written; `count`, which may be null, is how many there are in all.
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
                let (of, world) = (&mut change(mover)?.0, read(world)?);
                let time = not_negative(finite(time)?)?;
                let ignored = world.id_or_none(ignored)?;
                let (mut room, response) = (Room::new(hits, capacity)?, of.response);
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

        /// Puts its shape, where it is now, in the place of one of the world.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _show>](
            mover: *const [<bumper_mover $d>],
            world: *mut [<bumper_world $d>],
            id_of: u64,
        ) -> bumper_status {
            guard(|| {
                let world = change(world)?;
                let id = world.id(id_of)?;
                Ok(world.shapes.set_shape(id, read(mover)?.0.shape().clone())?)
            })
        }
    }};
}

movers!("", 2, Kept, keep, point);
movers!("3", 3, ShapeBuf<f32, 3>, keep3, point3);
