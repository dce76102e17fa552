//! Lifts: shapes of a world that carry movers and push them, on a plane and in space.

use crate::bumper_status::{self, *};
use crate::mover::{bumper_mover, bumper_mover3};
use crate::typed::{bumper_point3_f32, bumper_point_f32, Shaped};
use crate::world::{bumper_world, bumper_world3};
use crate::{change, give, guard, read};
use engine::motion::{Movable, Obstacle};
use engine::world::Id;
use engine::AsShape;

/// The functions of a dimension: its number is in their names, where it is not two.
macro_rules! lifts {
    ($d:literal, $n:literal) => {pastey::paste! {
        /// Makes room for a shape of the world, a lift, that is about to move by a way, and takes the mover along if it stands on it. Call
        /// it for each mover that may be concerned, then move the lift. The mover heeds the shapes of the world on some of these layers, but
        /// for the lift and `ignored` (its own shape there, or 0). `room` tells whether there is room for the lift now: if not, something
        /// holds the mover in the way; it stays where it is, and a lift that moves on all the same crushes it.
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
                let (lift, ignored, by) = (owner.id(lift)?, owner.id_or_none(ignored)?, by.shape());
                if !by.0.iter().all(|c| c.is_finite()) {
                    return Err(BUMPER_NOT_A_NUMBER);
                }
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
