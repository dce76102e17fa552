//! Worlds of colliders for C, in 2D and in 3D: their queries and events.

use crate::bumper_status::{self, *};
use crate::owned_shape3::OwnedShape3;
use crate::owner::Owner;
use crate::query::{
    bumper_contact, bumper_contact3, bumper_ray, bumper_ray3, bumper_ray3_hit, bumper_ray_hit,
    bumper_sweep3_hit, bumper_sweep_hit,
};
use crate::shape::{bumper_shape, keep, with, OwnedShape};
use crate::space::{bumper_shape3, keep as keep3, with as with3};
use crate::typed::{bumper_point3_f32, bumper_point_f32, Shaped};
use crate::{bumper_relation, change, finite_vector, free, give, guard, not_negative, read, Room};
use engine::world::{Collider, ColliderError, Id, World};
use engine::{Axis, Side};

/// The side of a one-way collider that stops movers and bodies. They pass through all other sides.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_side {
    /// All sides stop movers and bodies.
    BUMPER_ALL_SIDES = 0,
    /// The side with the smallest x.
    BUMPER_MIN_X = 1,
    BUMPER_MAX_X = 2,
    /// The side with the smallest y. If y points down, as on a screen, this makes a platform that can be jumped onto from below.
    BUMPER_MIN_Y = 3,
    BUMPER_MAX_Y = 4,
    /// The side with the smallest z; only in 3D.
    BUMPER_MIN_Z = 5,
    BUMPER_MAX_Z = 6,
}
use bumper_side::*;

/// The collision layers, the sensor flag, the one-way side and the user data of a shape in a world.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_collider {
    /// The layers of the shape, one bit each.
    pub layers: u32,
    /// The layers that the shape collides with, one bit each. Two shapes have events if the filter of each contains a layer of the other.
    pub filter: u32,
    /// The only side of the shape that stops movers, a bumper_side.
    pub one_way: u32,
    /// Whether the shape is a sensor; 0 or 1. A sensor has events with other shapes, but does not stop movers.
    pub sensor: u32,
    /// User data, which the world does not use.
    pub data: u64,
}

/// An event: a pair of shapes that touch or overlap, or did so at the previous update. `was` is the relation at the previous update, and
/// `now` the relation at this update.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_event {
    pub a: u64,
    pub b: u64,
    /// The user data of the two shapes. It is set even if the shapes have been removed.
    pub data: [u64; 2],
    pub was: bumper_relation,
    pub now: bumper_relation,
}

impl From<ColliderError> for bumper_status {
    fn from(refusal: ColliderError) -> Self {
        match refusal {
            ColliderError::NotANumber => BUMPER_NOT_A_NUMBER,
            ColliderError::Empty => BUMPER_EMPTY,
            ColliderError::OutOfRange => BUMPER_OUT_OF_RANGE,
            ColliderError::NotFound => BUMPER_GONE,
            ColliderError::Full => BUMPER_FULL,
        }
    }
}

/// Returns the default collider: solid on all sides, on the first layer, and colliding with all layers.
#[no_mangle]
pub extern "C" fn bumper_collider_default() -> bumper_collider {
    bumper_collider { layers: 1, filter: u32::MAX, one_way: BUMPER_ALL_SIDES as u32, sensor: 0, data: 0 }
}

/// For each side: its axis, and whether it is the side with the smallest coordinate on this axis.
const SIDES: [(bumper_side, Axis, bool); 6] = [
    (BUMPER_MIN_X, Axis::X, true),
    (BUMPER_MAX_X, Axis::X, false),
    (BUMPER_MIN_Y, Axis::Y, true),
    (BUMPER_MAX_Y, Axis::Y, false),
    (BUMPER_MIN_Z, Axis::Z, true),
    (BUMPER_MAX_Z, Axis::Z, false),
];

/// Converts a one-way side from C. `None` stands for all sides. BUMPER_UNKNOWN if the side does not exist in this number of dimensions.
pub fn side(of: u32, dimensions: usize) -> Result<Option<Side>, bumper_status> {
    if of == BUMPER_ALL_SIDES as u32 {
        return Ok(None);
    }
    let known = |(side, axis, _): &(bumper_side, Axis, bool)| *side as u32 == of && axis.index() < dimensions;
    let (_, axis, negative) = SIDES.into_iter().find(known).ok_or(BUMPER_UNKNOWN)?;
    Ok(Some(Side { axis, negative }))
}

/// Converts a one-way side to a bumper_side.
pub fn side_number(of: Option<Side>) -> u32 {
    let is_same = |(_, axis, negative): &(bumper_side, Axis, bool)| {
        of == Some(Side { axis: *axis, negative: *negative })
    };
    SIDES.into_iter().find(is_same).map_or(BUMPER_ALL_SIDES, |(side, ..)| side) as u32
}

/// Returns the collider with this shape and the settings from C. BUMPER_UNKNOWN if its side does not exist in this number of dimensions.
fn with_settings<T>(shape: T, of: &bumper_collider, dimensions: usize) -> Result<Collider<T>, bumper_status> {
    let one_way = side(of.one_way, dimensions)?;
    let &bumper_collider { layers, filter, sensor, data, .. } = of;
    Ok(Collider { shape, layers, filter, sensor: sensor != 0, one_way, data })
}

/// Defines the type of worlds and its functions for one number of dimensions. In 3D, the names contain a 3.
macro_rules! worlds {
    ($d:literal, $n:literal, $Owned:ty, $keep:ident, $with:ident) => {pastey::paste! {
        /// A set of shapes with ids. It has queries (overlap, ray cast, sweep, nearest shape), and events when two shapes begin or end
        /// touching. Created by its _new function, freed by its _free function.
        pub struct [<bumper_world $d>] {
            pub(crate) shapes: World<f32, $n, $Owned>,
            pub(crate) owner: Owner,
            events: Vec<bumper_event>,
        }

        impl [<bumper_world $d>] {
            /// Converts an id of this world to an id for C.
            pub(crate) fn number(&self, id: Id) -> u64 {
                self.owner.known(id.to_bits())
            }

            /// Converts an id from C. BUMPER_GONE if the id belongs to another world.
            pub(crate) fn id(&self, number: u64) -> Result<Id, bumper_status> {
                self.owner.bits(number).map(Id::from_bits)
            }

            /// Like `id`, converts an id from C. But 0, which stands for no shape, gives `None` instead of BUMPER_GONE.
            pub(crate) fn id_or_none(&self, number: u64) -> Result<Option<Id>, bumper_status> {
                Ok(self.owner.bits_or_none(number)?.map(Id::from_bits))
            }
        }

        /// Creates an empty world.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _new>](world: *mut *mut [<bumper_world $d>]) -> bumper_status {
            guard(|| {
                if world.is_null() {
                    return Err(BUMPER_NULL);
                }
                let shapes = World::default();
                let owner = Owner::new();
                give(world, Box::into_raw(Box::new([<bumper_world $d>] { shapes, owner, events: Vec::new() })))
            })
        }

        /// Frees a world. Does nothing for null.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _free>](world: *mut [<bumper_world $d>]) {
            free(world);
        }

        /// Adds a copy of a shape to the world with the settings `collider`, and writes its id. `collider` may be null, which means
        /// bumper_collider_default. Costs O(log n) for n shapes.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _insert>](
            world: *mut [<bumper_world $d>],
            shape: *const [<bumper_shape $d>],
            collider: *const bumper_collider,
            id: *mut u64,
        ) -> bumper_status {
            guard(|| {
                if id.is_null() {
                    return Err(BUMPER_NULL);
                }
                let of = collider.as_ref().copied().unwrap_or(bumper_collider_default());
                let world = change(world)?;
                let put = world.shapes.insert(with_settings($keep(shape)?, &of, $n)?)?;
                let Some(number) = world.owner.number(put.to_bits()) else {
                    world.shapes.remove(put);
                    return Err(BUMPER_FULL);
                };
                give(id, number)
            })
        }

        /// Removes a shape. Its id is not reused. The next update reports that its contacts have ended.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _remove>](world: *mut [<bumper_world $d>], id: u64) -> bumper_status {
            guard(|| {
                let world = change(world)?;
                let id = world.id(id)?;
                world.shapes.remove(id).map(|_| ()).ok_or(BUMPER_GONE)
            })
        }

        /// Replaces the shape with this id, for example to move it. The id remains valid.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _set_shape>](
            world: *mut [<bumper_world $d>],
            id: u64,
            shape: *const [<bumper_shape $d>],
        ) -> bumper_status {
            guard(|| {
                let world = change(world)?;
                let id = world.id(id)?;
                Ok(world.shapes.set_shape(id, $keep(shape)?)?)
            })
        }

        /// Moves the shape with this id by `offset`. Other shapes do not stop it. BUMPER_OUT_OF_RANGE if a coordinate would become infinite.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _move_by>](
            world: *mut [<bumper_world $d>],
            id: u64,
            offset: [<bumper_point $d _f32>],
        ) -> bumper_status {
            guard(|| {
                let world = change(world)?;
                let id = world.id(id)?;
                Ok(world.shapes.move_by(id, finite_vector(offset.shape())?)?)
            })
        }

        /// Sets the layers, the one-way side, the sensor flag and the user data of a shape.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _set_collider>](
            world: *mut [<bumper_world $d>],
            id: u64,
            collider: *const bumper_collider,
        ) -> bumper_status {
            guard(|| {
                let world = change(world)?;
                let id = world.id(id)?;
                let shape = world.shapes.get(id).ok_or(BUMPER_GONE)?.shape.clone();
                let new = with_settings(shape, read(collider)?, $n)?;
                world.shapes.modify(id, |old| *old = new)?;
                Ok(())
            })
        }

        /// The number of shapes in the world.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _len>](world: *const [<bumper_world $d>], len: *mut usize) -> bumper_status {
            guard(|| give(len, read(world)?.shapes.len()))
        }

        /// Computes the events since the last update: the pairs of shapes that begin, continue or stop touching or overlapping. Call this
        /// function once for every frame of the game. The list of events belongs to the world, and is valid until the next update or until
        /// the world is freed.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _update>](
            world: *mut [<bumper_world $d>],
            events: *mut *const bumper_event,
            count: *mut usize,
        ) -> bumper_status {
            guard(|| {
                if events.is_null() || count.is_null() {
                    return Err(BUMPER_NULL);
                }
                let world = change(world)?;
                let owner = &world.owner;
                world.events.clear();
                world.events.extend(world.shapes.update().iter().map(|event| bumper_event {
                    a: owner.known(event.a.to_bits()),
                    b: owner.known(event.b.to_bits()),
                    data: event.data,
                    was: event.was.into(),
                    now: event.now.into(),
                }));
                give(count, world.events.len())?;
                give(events, world.events.as_ptr())
            })
        }

        /// Lists the shapes on one of `layers` that touch or overlap a given shape. Writes at most `capacity` ids to `ids`, which may be
        /// null if `capacity` is 0. Sets `count` to the number of all such shapes. The order of the ids depends on the history of the
        /// world.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _intersecting>](
            world: *const [<bumper_world $d>],
            shape: *const [<bumper_shape $d>],
            layers: u32,
            ids: *mut u64,
            capacity: usize,
            count: *mut usize,
        ) -> bumper_status {
            guard(|| {
                let world = read(world)?;
                let mut room = Room::new(ids, capacity)?;
                $with(shape, |shape| {
                    world.shapes.each_intersecting(shape, |_, of| of.layers & layers != 0, |id, _| room.put(world.number(id)));
                })?;
                give(count, room.count)
            })
        }

        /// Casts a ray, and finds the first shape on one of `layers` that the ray hits. Sets `found` to whether the ray hits such a shape.
        /// Writes `hit` only if it does.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _cast>](
            world: *const [<bumper_world $d>],
            ray: [<bumper_ray $d>],
            layers: u32,
            found: *mut bool,
            hit: *mut [<bumper_ray $d _hit>],
        ) -> bumper_status {
            guard(|| {
                let world = read(world)?;
                let first = world.shapes.cast(&ray.ray()?, |_, of| of.layers & layers != 0);
                if let Some(first) = first {
                    give(hit, [<bumper_ray $d _hit>]::new(world.number(first.collider), first.hit))?;
                }
                give(found, first.is_some())
            })
        }

        /// Casts a ray, and finds all shapes on one of `layers` that the ray hits, each with its first hit, sorted by distance. Writes at
        /// most `capacity` hits to `hits`, which may be null if `capacity` is 0. Sets `count` to the number of all hits.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _cast_all>](
            world: *const [<bumper_world $d>],
            ray: [<bumper_ray $d>],
            layers: u32,
            hits: *mut [<bumper_ray $d _hit>],
            capacity: usize,
            count: *mut usize,
        ) -> bumper_status {
            guard(|| {
                let world = read(world)?;
                let mut room = Room::new(hits, capacity)?;
                let all = world.shapes.cast_all(&ray.ray()?, |_, of| of.layers & layers != 0);
                all.iter().for_each(|found| room.put([<bumper_ray $d _hit>]::new(world.number(found.collider), found.hit)));
                give(count, room.count)
            })
        }

        /// Sweeps a shape by `moves`, and finds the first shape in the world that it touches. Considers only shapes on one of `layers`,
        /// except the shape with the id `ignored` (0 for none). Sets `found` to whether it touches such a shape. Writes `hit` only if it
        /// does.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _sweep>](
            world: *const [<bumper_world $d>],
            shape: *const [<bumper_shape $d>],
            moves: [<bumper_point $d _f32>],
            layers: u32,
            ignored: u64,
            found: *mut bool,
            hit: *mut [<bumper_sweep $d _hit>],
        ) -> bumper_status {
            guard(|| {
                let world = read(world)?;
                let moves = finite_vector(moves.shape())?;
                let ignored = world.id_or_none(ignored)?;
                let wanted = |other: Id, of: &Collider<$Owned>| of.layers & layers != 0 && Some(other) != ignored;
                let first = $with(shape, |shape| world.shapes.sweep(shape, moves, wanted))?;
                if let Some(first) = first {
                    give(hit, [<bumper_sweep $d _hit>]::new(world.number(first.collider), first.hit))?;
                }
                give(found, first.is_some())
            })
        }

        /// Sweeps a shape by `moves`, and finds all shapes in the world that it touches, each with its first hit, sorted by time. Considers
        /// only shapes on one of `layers`, except the shape with the id `ignored` (0 for none). Writes at most `capacity` hits to `hits`,
        /// which may be null if `capacity` is 0. Sets `count` to the number of all hits.
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _sweep_all>](
            world: *const [<bumper_world $d>],
            shape: *const [<bumper_shape $d>],
            moves: [<bumper_point $d _f32>],
            layers: u32,
            ignored: u64,
            hits: *mut [<bumper_sweep $d _hit>],
            capacity: usize,
            count: *mut usize,
        ) -> bumper_status {
            guard(|| {
                let world = read(world)?;
                let mut room = Room::new(hits, capacity)?;
                let moves = finite_vector(moves.shape())?;
                let ignored = world.id_or_none(ignored)?;
                let wanted = |other: Id, of: &Collider<$Owned>| of.layers & layers != 0 && Some(other) != ignored;
                let all = $with(shape, |shape| world.shapes.sweep_all(shape, moves, wanted))?;
                all.iter().for_each(|found| room.put([<bumper_sweep $d _hit>]::new(world.number(found.collider), found.hit)));
                give(count, room.count)
            })
        }

        /// Finds the shape in the world with the smallest separation from a given shape. Considers only shapes on one of `layers` whose
        /// separation is at most `max_distance`, except the shape with the id `ignored` (0 for none). The separation of overlapping shapes
        /// is negative: minus the penetration depth. Sets `id` to the nearest shape, or to 0 if there is none. Writes `contact` only if
        /// there is a nearest shape: the contact manifold of the given shape (first) and the nearest shape (second).
        #[no_mangle]
        pub unsafe extern "C" fn [<bumper_world $d _nearest>](
            world: *const [<bumper_world $d>],
            shape: *const [<bumper_shape $d>],
            max_distance: f32,
            layers: u32,
            ignored: u64,
            id: *mut u64,
            contact: *mut [<bumper_contact $d>],
        ) -> bumper_status {
            guard(|| {
                let world = read(world)?;
                let max_distance = not_negative(max_distance)?;
                let ignored = world.id_or_none(ignored)?;
                let wanted = |other: Id, of: &Collider<$Owned>| of.layers & layers != 0 && Some(other) != ignored;
                let nearest = $with(shape, |shape| world.shapes.nearest(shape, max_distance, wanted))?;
                if let Some(nearest) = nearest {
                    give(contact, nearest.hit.into())?;
                }
                give(id, nearest.map_or(0, |nearest| world.number(nearest.collider)))
            })
        }
    }};
}

worlds!("", 2, OwnedShape, keep, with);
worlds!("3", 3, OwnedShape3, keep3, with3);
