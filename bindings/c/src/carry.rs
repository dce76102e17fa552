//! Moving platforms for C: colliders that carry and push movers.

use crate::bumper_status::{self, *};
use crate::mover::{bumper_mover, bumper_mover3};
use crate::typed::{bumper_point3_f32, bumper_point_f32, Shaped};
use crate::world::{bumper_world, bumper_world3};
use crate::{change, finite_vector, give, guard, read};
use engine::motion::{Movable, Obstacle};
use engine::world::Id;
use engine::AsShape;

/// Defines the functions for one number of dimensions. In 3D, their names contain a 3.
macro_rules! lifts {
    ($d:literal, $n:literal) => {pastey::paste! {
        /// Carries a mover along with a moving platform: the collider `lift` of the world, which is about to move by `by`. If the mover
        /// stands on the platform, it moves with it; if it is in the way of the platform, it is pushed. Call this for each mover that may
        /// be affected, and then move the platform. The mover is stopped by colliders of the world on one of `layers`, except by the
        /// platform and by `ignored` (the collider of the mover itself, or 0). If one of them blocks the mover, `room` is set to false and
        /// the mover does not move. If the platform moves nevertheless, it overlaps the mover.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_mover $d _carry>](
            mover: *mut [<bumper_mover $d>],
            lift: u64,
            by: [<bumper_point $d _f32>],
            world: *const [<bumper_world $d>],
            layers: u32,
            ignored: u64,
            room: *mut bool,
        ) -> bumper_status {
            guard(|| {
                let (of, owner) = (&mut change(mover)?.0, read(world)?);
                let world = &owner.shapes;
                if room.is_null() {
                    return Err(BUMPER_NULL);
                }
                let (lift, ignored) = (owner.id(lift)?, owner.id_or_none(ignored)?);
                let by = finite_vector(by.shape())?;
                let collider = world.get(lift).ok_or(BUMPER_GONE)?;
                let there = collider.shape.moved(by).ok_or(BUMPER_NOT_A_NUMBER)?;
                let part: Obstacle<f32, $n> = Obstacle { one_way: collider.one_way, ..Obstacle::new(there.as_shape()) };
                let response = of.response;
                let respond = |other: Id| {
                    let on = world.get(other).is_some_and(|collider| collider.layers & layers != 0);
                    (on && other != lift && Some(other) != ignored).then_some(response)
                };
                give(room, of.carry(&[part], by, world, respond, |_| ()))
            })
        }
    }};
}

lifts!("", 2);
lifts!("3", 3);
