//! Moving platforms for C: colliders of a world that carry and push movers.

use crate::bumper_status::{self, *};
use crate::mover::{bumper_mover, bumper_mover3};
use crate::shape::{bumper_shape, keep};
use crate::space::{bumper_shape3, keep as keep3};
use crate::typed::{bumper_point3_f32, bumper_point_f32, point, point3, Shaped};
use crate::world::{bumper_world, bumper_world3};
use crate::{change, distinct, finite_vector, give, guard, list, Room};
use engine::motion::{Movable, Mover, PushRule, Response, WorldMover};
use engine::world::Id;
use engine::{AsShape, Vector};
use std::ffi::c_void;

/// How a platform treats the movers in its way. The movers that stand on it are its riders: it always carries them.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_push_rule {
    /// The platform pushes the movers in its way. If one of them has no room, nothing moves, not even the platform.
    BUMPER_PUSH_STOP = 0,
    /// The platform pushes the movers in its way. It passes into movers that have no room, and these movers do not move.
    BUMPER_PUSH_CRUSH = 1,
    /// The platform does not push the movers in its way, but passes into them. It only carries its riders.
    BUMPER_PUSH_NEVER = 2,
}
use bumper_push_rule::*;

fn push_rule(of: u32) -> Result<PushRule, bumper_status> {
    match of {
        k if k == BUMPER_PUSH_STOP as u32 => Ok(PushRule::Stop),
        k if k == BUMPER_PUSH_CRUSH as u32 => Ok(PushRule::Crush),
        k if k == BUMPER_PUSH_NEVER as u32 => Ok(PushRule::Never),
        _ => Err(BUMPER_UNKNOWN),
    }
}

/// A mover and the id of its collider in the world.
struct Rider<'a, const N: usize, M> {
    mover: &'a mut Mover<f32, N, M>,
    id: Id,
}

impl<const N: usize, M: Movable<f32, N> + Clone> WorldMover<f32, N, M> for Rider<'_, N, M> {
    type Shape = M;

    fn mover(&mut self) -> &mut Mover<f32, N, M> {
        self.mover
    }

    fn colliders(&self) -> &[Id] {
        std::slice::from_ref(&self.id)
    }

    fn collider_shape(&mut self, _index: usize) -> Option<M> {
        Some(self.mover.shape().clone())
    }

    fn response(&self) -> Response {
        self.mover.response
    }
}

/// Defines the functions that move platforms, for one number of dimensions. In 3D, their names contain a 3.
macro_rules! platforms {
    ($d:literal, $n:literal, $keep:ident, $give:ident) => {pastey::paste! {
        /// A mover, and the id of its collider in a world.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_world $d _mover>] {
            pub mover: *mut [<bumper_mover $d>],
            /// The collider of the mover: it moves with the mover, and its layers and filter apply to the mover.
            pub id: u64,
        }

        /// An entry of the list `parts` that is passed to the function whose name ends in _carry_to: the id of a collider of a platform,
        /// and the shape that this function gives to the collider, in world coordinates.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_world $d _part>] {
            pub id: u64,
            pub shape: [<bumper_shape $d>],
        }

        /// A conveyor belt: a collider of a world, and the displacement of its surface in a step.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct [<bumper_world $d _belt>] {
            pub id: u64,
            pub displacement: [<bumper_point $d _f32>],
        }

        impl [<bumper_world $d>] {
            fn ids(&self, numbers: &[u64]) -> Result<Vec<Id>, bumper_status> {
                numbers.iter().map(|number| self.id(*number)).collect()
            }

            /// Converts a list of movers from C. BUMPER_OUT_OF_RANGE if a mover is in the list twice.
            ///
            /// # Safety
            /// `movers` is null or points to `count` entries. The movers of the entries are null, or valid and used by nobody else.
            unsafe fn riders<'a>(
                &self,
                movers: *const [<bumper_world $d _mover>],
                count: usize,
            ) -> Result<Vec<Rider<'a, $n, [<Shape $d>]>>, bumper_status> {
                let movers = list(movers, count)?;
                let found = distinct(movers.iter().map(|of| of.mover))?;
                let found = found.into_iter().zip(movers);
                found.map(|(mover, of)| Ok(Rider { mover: &mut mover.0, id: self.id(of.id)? })).collect()
            }
        }

        /// Moves a platform by `displacement`. The platform is one or more colliders of the world, for example a lift. It carries the
        /// movers that stand on it, also movers that stand on each other, and pushes the movers in its way, which push other movers. If a
        /// mover has no room, nothing moves. Sets `crushed` to the collider of the mover that the platform would crush, or to 0 if the
        /// platform has moved. This function is for worlds: in a bumper_simulation, a lift is a kinematic body, and
        /// bumper_simulation_step_with_movers carries the movers.
        ///
        /// Pass all movers that the platform may carry or push, usually all movers of the level, each with its collider in the world. The
        /// colliders of the movers and of the platform move with them. Other colliders stop movers, but not the platform. A rider that is
        /// stopped stays behind, and the platform slides under it. Two colliders have an effect on each other only if the filter of each
        /// contains a layer of the other. Movers with the response BUMPER_CROSS are neither carried nor pushed, and stop no other mover.
        /// BUMPER_OUT_OF_RANGE if a mover is in the list twice. After an error, nothing has moved.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _carry>](
            world: *mut [<bumper_world $d>],
            platform: *const u64,
            platform_count: usize,
            displacement: [<bumper_point $d _f32>],
            movers: *const [<bumper_world $d _mover>],
            mover_count: usize,
            crushed: *mut u64,
        ) -> bumper_status {
            guard(|| {
                if crushed.is_null() {
                    return Err(BUMPER_NULL);
                }
                let world = change(world)?;
                let displacement = finite_vector(displacement.shape())?;
                let ids = world.ids(list(platform, platform_count)?)?;
                let riders = world.riders(movers, mover_count)?;
                let found = world.shapes.carry(ids, displacement, riders)?;
                give(crushed, found.map_or(0, |id| world.number(id)))
            })
        }

        /// Moves a platform like the function whose name ends in _carry, with one difference: if a mover has no room, the platform moves
        /// nevertheless. It passes into that mover, which does not move and counts as crushed. Writes the colliders of at most `capacity`
        /// crushed movers to `crushed`, which may be null if `capacity` is 0. Sets `count` to the total number of crushed movers.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _carry_and_crush>](
            world: *mut [<bumper_world $d>],
            platform: *const u64,
            platform_count: usize,
            displacement: [<bumper_point $d _f32>],
            movers: *const [<bumper_world $d _mover>],
            mover_count: usize,
            crushed: *mut u64,
            capacity: usize,
            count: *mut usize,
        ) -> bumper_status {
            guard(|| {
                let mut room = Room::new(crushed, capacity)?;
                if count.is_null() {
                    return Err(BUMPER_NULL);
                }
                let world = change(world)?;
                let displacement = finite_vector(displacement.shape())?;
                let ids = world.ids(list(platform, platform_count)?)?;
                let riders = world.riders(movers, mover_count)?;
                let found = world.shapes.carry_and_crush(ids, displacement, riders)?;
                found.into_iter().for_each(|id| room.put(world.number(id)));
                give(count, room.count)
            })
        }

        /// Replaces the shapes of the colliders of a platform, for example because the platform rotates. The platform carries the movers
        /// that stand on it, and pushes the movers in its way as `rule` says, which is a bumper_push_rule; with BUMPER_PUSH_STOP, nothing
        /// moves if a mover is crushed. `displacement` is called once for each mover, with the center of the bounding box of the mover and
        /// with `data`, and returns the displacement of the platform at that point. This callback must not use the world or the movers.
        /// Writes the colliders of at most `capacity` crushed movers to `crushed`, which may be null if `capacity` is 0. Sets `count` to
        /// the total number of crushed movers.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _carry_to>](
            world: *mut [<bumper_world $d>],
            parts: *const [<bumper_world $d _part>],
            part_count: usize,
            displacement: Option<unsafe extern "C" fn(at: [<bumper_point $d _f32>], data: *mut c_void) -> [<bumper_point $d _f32>]>,
            data: *mut c_void,
            rule: u32,
            movers: *const [<bumper_world $d _mover>],
            mover_count: usize,
            crushed: *mut u64,
            capacity: usize,
            count: *mut usize,
        ) -> bumper_status {
            guard(|| {
                let mut room = Room::new(crushed, capacity)?;
                if count.is_null() {
                    return Err(BUMPER_NULL);
                }
                let world = change(world)?;
                let rule = push_rule(rule)?;
                let parts = list(parts, part_count)?;
                let displacement = displacement.ok_or(BUMPER_NULL)?;
                let parts = parts.iter().map(|part| {
                    let shape = $keep(&part.shape)?;
                    let of = shape.as_shape();
                    if of.bounds().is_none() && !of.is_infinite() {
                        return Err(BUMPER_EMPTY);
                    }
                    Ok((world.id(part.id)?, shape))
                });
                let parts: Vec<_> = parts.collect::<Result<_, bumper_status>>()?;
                let riders = world.riders(movers, mover_count)?;
                // `displacement` may return an invalid number, and after an error nothing may have moved. So call it for all movers before
                // anything moves.
                let centers = riders.iter().filter_map(|rider| rider.mover.center());
                let steps = centers.map(|center| finite_vector(displacement($give(center), data).shape()));
                let steps: Vec<Vector<f32, $n>> = steps.collect::<Result<_, _>>()?;
                let mut steps = steps.into_iter();
                let found = world.shapes.carry_to(parts, |_| steps.next().unwrap_or_default(), rule, riders)?;
                found.into_iter().for_each(|id| room.put(world.number(id)));
                give(count, room.count)
            })
        }

        /// Carries movers on conveyor belts: colliders that stay where they are, and whose surfaces move. The component of `displacement`
        /// along the surface of a belt moves the movers that stand on it, and the movers that stand on these. Obstacles stop them, and they
        /// push nothing. A mover on two belts that move alike moves once. Sensors are ignored. This function is for worlds: in a
        /// bumper_simulation, a belt is a collider with a `surface_velocity`. BUMPER_OUT_OF_RANGE if a mover is in the list twice. After an
        /// error, nothing has moved.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _carry_on_belts>](
            world: *mut [<bumper_world $d>],
            belts: *const [<bumper_world $d _belt>],
            belt_count: usize,
            movers: *const [<bumper_world $d _mover>],
            mover_count: usize,
        ) -> bumper_status {
            guard(|| {
                let world = change(world)?;
                let belts = list(belts, belt_count)?;
                let belts = belts.iter().map(|belt| Ok((world.id(belt.id)?, finite_vector(belt.displacement.shape())?)));
                let belts: Vec<_> = belts.collect::<Result<_, bumper_status>>()?;
                let riders = world.riders(movers, mover_count)?;
                Ok(world.shapes.carry_on_belts(belts, riders)?)
            })
        }
    }};
}

type Shape = crate::shape::OwnedShape;
type Shape3 = crate::owned_shape3::OwnedShape3;

platforms!("", 2, keep, point);
platforms!("3", 3, keep3, point3);
