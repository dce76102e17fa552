//! Saving and loading worlds with `serde`.

use super::bounds::{conservative_aabb, is_box};
use super::{Collider, ColliderError, IntersectionEvent, World};
use crate::AsShape;
use crate::Relation;
use crate::broad_phase::MixedTree;
use crate::format_version::FormatVersion;
use crate::scalar::Scalar;
use crate::state_hash::hash_of;
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// The serialized form of a world: everything that cannot be recomputed.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "World", deny_unknown_fields)]
struct SerializedWorld<L, V> {
    version: FormatVersion,
    slots: L,
    free: V,
    events: Vec<IntersectionEvent>,
}

/// The serialized form of a slot (a storage place of a collider): its generation, whether it has changed since the last update, and its
/// collider if it has one.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Slot", deny_unknown_fields)]
struct SerializedSlot<C> {
    generation: u32,
    changed: bool,
    collider: Option<C>,
}

impl<S: Scalar, const N: usize, T: Serialize> Serialize for World<S, N, T> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        // The tree is built again, and the other fields only save time.
        let Self {
            slots,
            free,
            tree: _,
            inserted: _,
            changed,
            event_list,
            is_unchanged: _,
            candidates: _,
            sort_buffer: _,
            sort_starts: _,
            scalar: _,
        } = self;
        let save = slots.iter().map(|(id, collider)| SerializedSlot {
            generation: id.generation,
            changed: changed.has(id.slot),
            collider,
        });
        let slots: Vec<_> = save.collect();
        let events = event_list.events.clone();
        SerializedWorld { version: FormatVersion, slots, free, events }.serialize(serializer)
    }
}

impl<S: Scalar, const N: usize, T: Serialize> World<S, N, T> {
    /// A hash of everything that a save contains: the colliders with their ids, the pairs that touch, and which colliders have changed since
    /// the last [`update`](Self::update). Needs the feature `serde`.
    ///
    /// Two worlds with equal histories have the same hash on every machine, so peers of a network game can compare their hashes. A clone or
    /// a loaded world has the hash of the original. Equal hashes mean equal states, up to collisions of the 64 bits. A collider whose shape
    /// cannot be saved, because shapes are nested more than 64 deep, and everything after it, are not part of the hash. Costs O(n).
    ///
    /// ```
    /// use bumper::{Ball, world::{Collider, World}};
    /// let mut world = World::<f32, 2>::new();
    /// let ball = world.insert(Collider::new(Ball::new([0.0, 4.0], 0.5))).unwrap();
    /// let peer = world.clone();
    /// assert_eq!(world.state_hash(), peer.state_hash());
    /// world.set_shape(ball, Ball::new([0.0, 4.0], 0.50001)).unwrap();
    /// assert_ne!(world.state_hash(), peer.state_hash());
    /// ```
    #[must_use]
    #[doc(alias("checksum", "desync"))]
    pub fn state_hash(&self) -> u64 {
        hash_of(self)
    }
}

impl<'de, S: Scalar, const N: usize, T: AsShape<S, N> + Deserialize<'de>> Deserialize<'de>
    for World<S, N, T>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SerializedWorld::<Vec<SerializedSlot<Collider<T>>>, Vec<u32>>::deserialize(deserializer)?;
        let mut world = Self::default();
        // An empty slot gets a box of NaN, which the tree leaves out.
        let mut boxes = Vec::with_capacity(saved.slots.len());
        for (index, slot) in (0..).zip(saved.slots) {
            let no_box = crate::Aabb::point([f32::NAN; N]);
            let bounds = slot
                .collider
                .as_ref()
                .map_or(Ok(no_box), |collider| conservative_aabb(&collider.shape.as_shape()));
            boxes.push(bounds.map_err(|error| D::Error::custom(format_args!("slot {index}: {error}")))?);
            if slot.changed {
                world.changed.add(index);
            }
            if world.slots.add(slot.generation).is_none() {
                return Err(D::Error::custom(ColliderError::Full));
            }
            if let Some(collider) = slot.collider {
                let is_box = is_box(&collider.shape.as_shape());
                world.slots.fill(index, collider, is_box);
            }
        }
        world.tree = MixedTree::of_boxes(boxes);
        let mut free = alloc::vec![false; world.slots.count()];
        for slot in &saved.free {
            let index = *slot as usize;
            let empty = index < free.len() && world.slots.get(*slot).is_none();
            if !empty || core::mem::replace(&mut free[index], true) {
                return Err(D::Error::custom(format_args!("slot {slot} is not free, or twice")));
            }
        }
        let order = |event: &IntersectionEvent| (event.slots(), event.a, event.b);
        if !saved.events.windows(2).all(|pair| order(&pair[0]) < order(&pair[1])) {
            return Err(D::Error::custom("the events are out of order"));
        }
        let is_valid = |id: super::Id| {
            world.get(id).is_some()
                || ((id.slot as usize) < world.slots.count() && world.changed.has(id.slot))
        };
        if !saved
            .events
            .iter()
            .all(|event| event.now == Relation::Apart || is_valid(event.a) && is_valid(event.b))
        {
            return Err(D::Error::custom("an event is of a shape that is not there"));
        }
        world.free = saved.free;
        world.event_list.events = saved.events;
        Ok(world)
    }
}
