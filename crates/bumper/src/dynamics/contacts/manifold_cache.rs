//! The cached manifold of a contact. It is stored with its impulses for warm starting, and updated or recomputed when the bodies move.

use super::contact::{CachedPoint, PairContact, RelativePose};
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::math::{Rot, num};
use crate::dynamics::tolerance::MIN_RECYCLE_COS;
use crate::scalar::Real;

impl<R: Real> PairContact<R> {
    /// Whether this manifold can be reused: it is updated instead of recomputed if the bodies have hardly moved relative to each other.
    /// Speculative manifolds and the manifolds of sensors are always recomputed.
    pub(in crate::dynamics) fn is_recyclable(&self) -> bool {
        self.count > 0 && !self.flags.sensor && !self.flags.speculative
    }

    /// Stores a new manifold, which was computed for the given relative pose, or removes the manifold if `found` is `None`. If a new point
    /// has the feature id of an old one, it gets the impulses of the old point, for warm starting.
    pub(in crate::dynamics) fn set_manifold(
        &mut self,
        relative_pose: &RelativePose<R>,
        found: Option<crate::Contact<R, 2>>,
    ) {
        let old = *self;
        self.count = 0;
        self.relative_pose = *relative_pose;
        self.flags.speculative = false;
        self.tangent_impulse = R::ZERO;
        self.total_tangent_impulse = R::ZERO;
        // Points that the new manifold does not use are cleared. Old values in them would change saved simulations and the state hash.
        self.points = [CachedPoint::default(); 2];
        let Some(found) = found else { return };
        self.normal = found.normal;
        for point in found.points().iter().take(2) {
            // A speculative manifold was computed for a time of impact, so the impulses of its points do not predict those of the next
            // step. Its points are not matched with the new points.
            let matches =
                |old_point: &&CachedPoint<R>| !old.flags.speculative && old_point.feature == point.feature;
            let old_point = old.points().iter().find(matches);
            if old_point.is_some() {
                self.tangent_impulse = old.tangent_impulse;
                self.total_tangent_impulse = old.total_tangent_impulse;
            }
            self.points[usize::from(self.count)] = CachedPoint {
                feature: point.feature,
                anchors: [point.point, point.point - relative_pose.offset],
                base_separation: point.separation,
                separation: point.separation,
                normal_impulse: old_point.map_or(R::ZERO, |old_point| old_point.normal_impulse),
                total_normal_impulse: old_point.map_or(R::ZERO, |old_point| old_point.total_normal_impulse),
            };
            self.count += 1;
        }
    }

    /// Converts a manifold that was computed for a predicted impact, at a later relative pose, to the current relative pose. On each body,
    /// the contact point is rotated back by the rotation until the impact. So when the bodies reach the impact, each point is where it was
    /// computed. The separation is increased by the distance that the bodies approach until then. The contact becomes speculative.
    pub(in crate::dynamics) fn move_back(&mut self, current: &RelativePose<R>, radii: [R; 2]) {
        let rotations = current.rotations_since(&self.relative_pose);
        let normal = self.normal;
        let offset_change = (current.offset - self.relative_pose.offset).dot(self.normal);
        // Only the point on the core of a part rotates with the body. The rounded surface is always at the same distance from it, along the
        // normal. So this offset is subtracted before the rotation and added again after it.
        let radius_offsets = [normal.scaled(radii[0]), normal.scaled(-radii[1])];
        for point in &mut self.points[..usize::from(self.count)] {
            let anchors = point.anchors;
            point.anchors =
                [0, 1].map(|k| rotations[k].rotate(anchors[k] - radius_offsets[k]) + radius_offsets[k]);
            let anchor_change = (point.anchors[1] - anchors[1]) - (point.anchors[0] - anchors[0]);
            point.base_separation = point.base_separation + offset_change + anchor_change.dot(normal);
            point.separation = point.base_separation;
        }
        self.relative_pose = *current;
        self.flags.speculative = true;
    }

    /// Updates the separations for the current poses without computing the manifold again. Each body has a contact point that moves and
    /// rotates with it; `p` and `q` are the rotations of the bodies since the manifold was computed. The separation is the distance between
    /// the two points along the normal. The normal and the lever arms stay as they were. So a slight lean of a tower does not change the
    /// directions of its contact forces.
    pub(in crate::dynamics) fn update_separations(
        &mut self,
        current: &RelativePose<R>,
        [p, q]: [Rot<R>; 2],
        radii: [R; 2],
    ) {
        let offset_change = (current.offset - self.relative_pose.offset).dot(self.normal);
        let mut min_separation = R::INFINITY;
        for point in &mut self.points[..usize::from(self.count)] {
            // The coordinates of the contact points along the normal, relative to the centers of mass. The points are moved from the
            // surfaces to the cores of the parts, by the radii of the rounding, because a rounded surface does not rotate with its body.
            let [r, s] =
                [point.anchors[0].dot(self.normal) - radii[0], point.anchors[1].dot(self.normal) + radii[1]];
            let [u, v] = point.anchors.map(|anchor| anchor.cross(self.normal));
            let extent_change = (q.cos * s + q.sin * v - s) - (p.cos * r + p.sin * u - r);
            point.separation = point.base_separation + offset_change + extent_change;
            min_separation = min_separation.min(point.separation);
        }
        self.flags.touching = min_separation <= R::ZERO;
    }
}

impl<R: Real> RelativePose<R> {
    /// The current relative pose of two bodies.
    pub(in crate::dynamics) fn of([a, b]: [&RigidBody<R>; 2]) -> Self {
        Self { offset: b.center - a.center, rotations: [a.rotation, b.rotation] }
    }

    /// The relative pose of two bodies after a time, if they keep their current velocities.
    pub(in crate::dynamics) fn after(&self, time: R, [a, b]: [&RigidBody<R>; 2]) -> Self {
        let rotated = |k: usize, body: &RigidBody<R>| {
            self.rotations[k].then(Rot::from_angle((body.angular_velocity * time).clamp(-R::ONE, R::ONE)))
        };
        let displacement = (b.velocity - a.velocity).scaled(time);
        Self { offset: self.offset + displacement, rotations: [rotated(0, a), rotated(1, b)] }
    }

    /// The rotation of each body since an earlier relative pose.
    pub(in crate::dynamics) fn rotations_since(&self, old: &Self) -> [Rot<R>; 2] {
        [0, 1].map(|k| self.rotations[k].relative_to(old.rotations[k]))
    }

    /// Whether the manifold may be updated because this relative pose differs little from the relative pose `old`. The bodies must be
    /// displaced relative to each other by less than `max_distance`, and neither body may have rotated far. `p` and `q` are the rotations
    /// of the bodies since the old pose, `r` and `s` their bounding radii.
    pub(in crate::dynamics) fn may_recycle(
        &self,
        old: &Self,
        [p, q]: [Rot<R>; 2],
        max_distance: R,
        [r, s]: [R; 2],
    ) -> bool {
        if self == old {
            return true;
        }
        let min_cos = num::<R>(MIN_RECYCLE_COS);
        let relative_rotation = q.relative_to(p);
        let displacement = p.inv_rotate(self.offset) - old.offset;
        // The displacement at the contact by the relative rotation is estimated as the sine of the angle times the smaller bounding radius.
        // It is taken off the allowed displacement.
        let remaining = max_distance - relative_rotation.sin.abs() * r.min(s);
        p.cos > min_cos
            && q.cos > min_cos
            && remaining > R::ZERO
            && displacement.dot(displacement) < remaining * remaining
    }
}
