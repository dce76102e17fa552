//! A contact in a snapshot: its parts, manifold and impulses.

use super::hashing::{AddToHash, hash_fields};
use crate::Vector;
use crate::dynamics::contacts::contact::{CachedPoint, ContactFlags, PairContact, RelativePose};
use crate::dynamics::math::Rot;
use crate::scalar::Real;
use crate::state_hash::StateHash;

/// The highest bit of an index, used as a flag. It is free, because indices are smaller than 2³¹.
pub(super) const FLAG: u32 = 1 << 31;

/// A contact in a snapshot: its parts and two flags.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct SavedContact {
    /// The indices of the two parts. The highest bit of the first index is set if the contact has an entry in `manifolds`. The highest bit
    /// of the second index is set if the parts touch. A contact with a one-way side is in the snapshot only if the bodies have come from
    /// outside, even if neither bit is set.
    pub(super) parts: [u32; 2],
}

/// The points of a contact, and the relative pose of the bodies for which they were computed. They are saved and not computed again,
/// because they depend on all parts of the ground that were near the contact at that time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct SavedManifold<R> {
    /// The vector between the centers of mass.
    offset: [R; 2],
    /// Cosine and sine of the rotation of each body.
    rotations: [[R; 2]; 2],
    normal: [R; 2],
    points: [Option<SavedPoint<R>>; 2],
}

/// A contact point, relative to the center of mass of the first body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct SavedPoint<R> {
    feature: u32,
    point: [R; 2],
    separation: R,
}

impl<R: Real> SavedManifold<R> {
    pub(super) fn new(contact: &PairContact<R>) -> Self {
        let RelativePose { offset, rotations } = contact.relative_pose;
        let saved_point = |k: usize| {
            let point = contact.points().get(k)?;
            Some(SavedPoint {
                feature: point.feature,
                point: point.anchors[0].0,
                separation: point.base_separation,
            })
        };
        Self {
            offset: offset.0,
            rotations: rotations.map(|rotation| [rotation.cos, rotation.sin]),
            normal: contact.normal.0,
            points: [0, 1].map(saved_point),
        }
    }

    /// The points of the manifold.
    pub(super) fn points(&self) -> impl Iterator<Item = &SavedPoint<R>> {
        self.points.iter().flatten()
    }

    /// All numbers of the manifold.
    pub(super) fn numbers(&self) -> impl Iterator<Item = R> {
        let points = self.points().flat_map(|point| [point.point[0], point.point[1], point.separation]);
        let rotations = self.rotations.into_iter().flatten();
        self.offset.into_iter().chain(rotations).chain(self.normal).chain(points)
    }

    /// Stores the manifold in a contact without impulses.
    pub(super) fn restore(&self, contact: &mut PairContact<R>) {
        let offset = Vector(self.offset);
        contact.relative_pose =
            RelativePose { offset, rotations: self.rotations.map(|[cos, sin]| Rot { cos, sin }) };
        contact.normal = Vector(self.normal);
        contact.count = 0;
        for (to, saved) in contact.points.iter_mut().zip(self.points()) {
            let point = Vector(saved.point);
            *to = CachedPoint {
                feature: saved.feature,
                anchors: [point, point - offset],
                base_separation: saved.separation,
                separation: saved.separation,
                ..CachedPoint::default()
            };
            contact.count += 1;
        }
    }
}

impl SavedContact {
    pub(super) fn new<R: Real>(contact: &PairContact<R>) -> Self {
        // `SavedManifold` and `saved_impulses` contain the fields up to the relative pose. The others follow from the parts, or hold only
        // during a step.
        let PairContact {
            key: _,
            bodies: _,
            normal: _,
            points: _,
            tangent_impulse: _,
            total_tangent_impulse: _,
            relative_pose: _,
            count: _,
            flags,
            origin: _,
            approach_speed: _,
        } = contact;
        let ContactFlags {
            sensor: _,
            non_dynamic: _,
            speculative: _,
            touching,
            was_touching: _,
            disabled: _,
            moving_surface: _,
        } = flags;
        let [a, b] = contact.parts().map(|part| part as u32);
        let manifold = if contact.is_recyclable() { FLAG } else { 0 };
        let touching = if *touching { FLAG } else { 0 };
        Self { parts: [a | manifold, b | touching] }
    }

    /// Whether the contact has an entry in the list `manifolds` of the snapshot.
    pub(super) fn has_manifold(&self) -> bool {
        self.parts[0] & FLAG != 0
    }

    /// The indices of the two parts, without the flags.
    pub(super) fn part_indices(&self) -> [u32; 2] {
        self.parts.map(|part| part & !FLAG)
    }

    /// Whether the contact has an entry in the list `impulses` of the snapshot.
    pub(super) fn has_impulses(&self) -> bool {
        self.has_manifold() || self.touching()
    }

    /// Whether the two parts touch.
    pub(super) fn touching(&self) -> bool {
        self.parts[1] & FLAG != 0
    }
}

hash_fields!(SavedManifold { offset, rotations, normal, points } without {});
hash_fields!(SavedPoint { feature, point, separation } without {});

/// The impulses of a contact as a snapshot stores them.
pub(super) fn saved_impulses<R: Real>(contact: &PairContact<R>) -> [R; 6] {
    let [p, q] = &contact.points;
    [
        p.normal_impulse,
        q.normal_impulse,
        contact.tangent_impulse,
        p.total_normal_impulse,
        q.total_normal_impulse,
        contact.total_tangent_impulse,
    ]
}

/// Sets the impulses of a contact from the result of [`saved_impulses`].
pub(super) fn restore_impulses<R: Real>(contact: &mut PairContact<R>, impulses: &[R; 6]) {
    let [p, q] = &mut contact.points;
    [
        p.normal_impulse,
        q.normal_impulse,
        contact.tangent_impulse,
        p.total_normal_impulse,
        q.total_normal_impulse,
        contact.total_tangent_impulse,
    ] = *impulses;
}
