//! The broad phase of bodies finds the pairs of convex parts whose fat AABBs overlap. A fat AABB is larger than its part, so the pairs are
//! updated only when a part leaves its fat AABB.

use super::Simulation;
use super::bodies::body::BodyKind;
use super::bodies::convex_parts::PartCore;
use super::bodies::part::Part;
use super::bodies::rigid_body::RigidBody;
use super::contacts::contact::PairContact;
use super::contacts::narrow_phase::overlap;
use super::contacts::sleeping_contacts::SleepingContacts;
use super::joints::joint_data::JointData;
use super::math::{V, num};
use super::slot_list::SlotList;
use super::solver_body::SolverBodyState;
use super::tolerance::FAT_AABB_MARGIN;
use crate::broad_phase::{MixedTree, sort};
use crate::scalar::Real;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// If more than 1/`FULL_UPDATE_FRACTION` of all parts have left their fat AABBs, the broad phase searches the tree for all pairs at once.
/// Otherwise it queries the tree for each of these parts.
const FULL_UPDATE_FRACTION: usize = 2;

/// The tree of the fat AABBs of all parts, and the lists that are used to find the pairs of parts.
#[derive(Clone, Debug)]
pub(super) struct BroadPhase<R: Real> {
    /// The fat AABB of each part, with the index of the part as its key.
    pub(super) tree: MixedTree<R, 2>,
    /// The parts for which the broad phase has to search for pairs: new parts, and parts that have left their fat AABBs.
    pub(super) moved_parts: Vec<u32>,
    /// The pairs of bodies that must not collide with each other because a joint connects them, sorted. A pair has the slots of the bodies,
    /// the lower one first.
    disabled_pairs: Vec<(u32, u32)>,
    /// Whether `disabled_pairs` is out of date because a joint was added, removed or changed.
    pub(super) disabled_pairs_outdated: bool,
    /// The pairs of parts that were found, as keys: the two part indices as one number.
    pairs: Vec<u64>,
    /// Memory for sorting the pairs.
    sort_buffer: Vec<u64>,
}

impl<R: Real> BroadPhase<R> {
    pub(super) fn new() -> Self {
        Self {
            tree: MixedTree::new(),
            moved_parts: Vec::new(),
            disabled_pairs: Vec::new(),
            disabled_pairs_outdated: false,
            pairs: Vec::new(),
            sort_buffer: Vec::new(),
        }
    }

    /// Updates the sorted list of the pairs of bodies that do not collide because of a joint. Returns whether it was out of date.
    fn update_disabled_pairs(&mut self, joints: &SlotList<JointData<R>>) -> bool {
        let outdated = core::mem::take(&mut self.disabled_pairs_outdated);
        if outdated {
            self.disabled_pairs.clear();
            let disabled_pairs = joints.values().filter(|data| data.enabled && !data.collide);
            self.disabled_pairs.extend(disabled_pairs.map(JointData::ordered_bodies));
            self.disabled_pairs.sort_unstable();
        }
        outdated
    }

    /// Computes the swept AABBs of the parts of a body for a step, and replaces each fat AABB that does not contain the swept AABB of its
    /// part. `margin` is the margin of the new fat AABBs, as a fraction of the size of the body. If it is zero, all fat AABBs are replaced;
    /// callers do this if the pose or the parts of a body change between steps.
    pub(super) fn update_aabbs(
        &mut self,
        body: &RigidBody<R>,
        parts: &mut SlotList<Part<R>>,
        dt: R,
        margin: f64,
    ) {
        let extension = body.aabb_extension(dt);
        let margin = body.properties.size * num(margin);
        for &key in &body.parts {
            let part = &mut parts[key as usize];
            let aabb = part.shape.aabb(body.center, body.rotation);
            let low = aabb.min() - extension[0];
            let high = aabb.max() + extension[1];
            part.swept_aabb = Aabb::new(low, high);
            let inside = |k: usize| part.fat_aabb.min()[k] <= low[k] && high[k] <= part.fat_aabb.max()[k];
            if margin > R::ZERO && inside(0) && inside(1) {
                continue;
            }
            part.fat_aabb = Aabb::new(low - Vector::splat(margin), high + Vector::splat(margin));
            // `Tree::set` fails only for a box with NaN, and the state of a body is never NaN.
            let _ = self.tree.set(key as usize, part.fat_aabb);
            self.moved_parts.push(key);
        }
    }

    /// Replaces the fat AABBs that the parts of a body have left because the step has moved them. So queries after the step still find the
    /// body.
    pub(super) fn refit_aabbs(&mut self, body: &RigidBody<R>, parts: &mut SlotList<Part<R>>) {
        let margin = Vector::splat(body.properties.size * num(FAT_AABB_MARGIN) + body.aabb_margin());
        for &key in &body.parts {
            let part = &mut parts[key as usize];
            let aabb = part.shape.aabb(body.center, body.rotation);
            let inside =
                |k: usize| part.fat_aabb.min()[k] <= aabb.min()[k] && aabb.max()[k] <= part.fat_aabb.max()[k];
            if !(inside(0) && inside(1)) {
                part.fat_aabb = Aabb::new(aabb.min() - margin, aabb.max() + margin);
                // `Tree::set` fails only for a box with NaN, and the state of a body is never NaN.
                let _ = self.tree.set(key as usize, part.fat_aabb);
                self.moved_parts.push(key);
            }
        }
    }

    /// Lists all pairs of parts that may collide and whose fat AABBs overlap. Pairs that have a sleeping contact are left out. Stores the
    /// list in `pairs`, sorted by key: the two part indices as one number.
    fn all_pairs(
        &mut self,
        bodies: &SlotList<RigidBody<R>>,
        parts: &SlotList<Part<R>>,
        sleeping: &SleepingContacts<R>,
    ) {
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        self.tree.pairs(|a, b| {
            let key = (a as u64) << 32 | b as u64;
            if self.may_collide(bodies, parts, [a, b])
                && !sleeping.contains(key)
                && static_part_reaches(bodies, parts, [a, b])
            {
                pairs.push(key);
            }
        });
        sort(&mut pairs, &mut self.sort_buffer);
        self.pairs = pairs;
    }

    /// Lists the pairs of the moved parts that may collide and whose fat AABBs overlap. Stores the list in `pairs`, sorted by key: the two
    /// part indices as one number.
    fn new_pairs(&mut self, bodies: &SlotList<RigidBody<R>>, parts: &SlotList<Part<R>>) {
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        for &key in &self.moved_parts {
            let Some(part) = parts.get(key) else { continue };
            self.tree.each_intersecting(&part.fat_aabb, |other| {
                let [a, b] = [other.min(key as usize), other.max(key as usize)];
                if self.may_collide(bodies, parts, [a, b]) && static_part_reaches(bodies, parts, [a, b]) {
                    pairs.push((a as u64) << 32 | b as u64);
                }
            });
        }
        sort(&mut pairs, &mut self.sort_buffer);
        pairs.dedup();
        self.pairs = pairs;
    }

    /// Whether two parts may collide. They must belong to different bodies, the filter of each must accept the layers of the other, and no
    /// joint may disable their collision. At most one of them is a sensor. One of the bodies must be dynamic; if one part is a sensor, it
    /// is enough that one of the bodies is not static.
    fn may_collide(
        &self,
        bodies: &SlotList<RigidBody<R>>,
        parts: &SlotList<Part<R>>,
        [a, b]: [usize; 2],
    ) -> bool {
        let p = &parts[a];
        let q = &parts[b];
        if p.body == q.body || !p.material.interacts_with(&q.material) {
            return false;
        }
        let first = &bodies[p.body as usize];
        let second = &bodies[q.body as usize];
        let pair = (p.body.min(q.body), p.body.max(q.body));
        let disabled = !first.joints.is_empty()
            && !second.joints.is_empty()
            && self.disabled_pairs.binary_search(&pair).is_ok();
        let can_move = match p.material.sensor || q.material.sensor {
            true => first.settings.kind != BodyKind::Static || second.settings.kind != BodyKind::Static,
            false => first.is_dynamic() || second.is_dynamic(),
        };
        can_move && !disabled
    }
}

impl<R: Real> Simulation<R> {
    /// Prepares the fat AABBs and the list of contacts for a step of length `dt`. Replaces the fat AABB of each part that may leave it
    /// during the step, and then searches for new pairs of these parts.
    pub(super) fn update_pairs(&mut self, dt: R) {
        for k in 0..self.awake_set.bodies.len() {
            let body = &self.bodies[self.awake_set.bodies[k] as usize];
            self.broad_phase.update_aabbs(body, &mut self.parts, dt, FAT_AABB_MARGIN);
        }
        if self.broad_phase.update_disabled_pairs(&self.joints) {
            self.remove_contacts(|bodies, contact| {
                let [a, b] = contact.parts();
                !bodies.may_collide(a, b)
            });
        }
        let Self { bodies, parts, broad_phase, contacts, .. } = self;
        let new_contact = |key: u64| PairContact::new(bodies, parts, key);
        if broad_phase.moved_parts.len() * FULL_UPDATE_FRACTION > parts.slot_count() {
            broad_phase.all_pairs(bodies, parts, &contacts.sleeping);
            contacts.merge_pairs(&broad_phase.pairs, new_contact, |_| false);
        } else {
            broad_phase.new_pairs(bodies, parts);
            broad_phase.pairs.retain(|key| !contacts.contains(*key));
            if !broad_phase.pairs.is_empty() {
                contacts
                    .merge_pairs(&broad_phase.pairs, new_contact, |contact| remains(bodies, parts, contact));
            }
        }
        broad_phase.moved_parts.clear();
    }

    /// Whether two parts may collide; see [`BroadPhase::may_collide`].
    pub(super) fn may_collide(&self, a: usize, b: usize) -> bool {
        self.broad_phase.may_collide(&self.bodies, &self.parts, [a, b])
    }
}

impl<R: Real> RigidBody<R> {
    /// The speculative margin in the AABBs of the parts. Zero for a body that is not dynamic: a pair has the margin of its dynamic body.
    /// The margin of a wide ground would be much larger, and each body on the ground would be near many of its parts.
    fn aabb_margin(&self) -> R {
        if self.is_dynamic() { self.margin() } else { R::ZERO }
    }

    /// The extension of the AABBs of the parts to their swept AABBs for a step: first at the lower corner, then at the upper corner. It
    /// covers the motion in the step, the speculative margin, and rounding errors.
    fn aabb_extension(&self, dt: R) -> [V<R>; 2] {
        let displacement = self.velocity.scaled(dt);
        let rotation_bound = (self.angular_velocity.abs() * dt).min(R::ONE) * self.properties.bounding_radius;
        let rounding = (self.center[0].abs() + self.center[1].abs()) * R::EPSILON * num(8.0);
        let margin = Vector::splat(self.aabb_margin() + rotation_bound + rounding);
        [margin + (-displacement).zip(Vector::ZERO, R::max), margin + displacement.zip(Vector::ZERO, R::max)]
    }
}

impl<R: Real> RigidBody<R> {
    /// Whether the body is certainly inside its swept AABBs at the end of a step of length `dt`. The swept AABBs were computed from the
    /// velocities at the beginning of the step, which collisions may have changed since. `state` is the state of the body at the end of the
    /// step. The test uses an upper bound of the motion, so it may also be false for a body inside its swept AABBs.
    pub(super) fn stays_in_swept_aabbs(&self, state: &SolverBodyState<R>, dt: R) -> bool {
        let [low, high] = self.aabb_extension(dt);
        let rotation = state.delta_angle.abs() * self.properties.bounding_radius;
        let displacement = state.delta_position;
        (0..2).all(|k| displacement[k] + rotation <= high[k] && rotation - displacement[k] <= low[k])
    }
}

/// Whether a contact stays in the list of contacts when new pairs are added. It stays if the fat AABBs of its parts overlap, and if the
/// parts have contact points or may touch according to [`static_part_reaches`].
fn remains<R: Real>(
    bodies: &SlotList<RigidBody<R>>,
    parts: &SlotList<Part<R>>,
    contact: &PairContact<R>,
) -> bool {
    let [a, b] = contact.parts();
    overlap(&parts[a].fat_aabb, &parts[b].fat_aabb)
        && (contact.count > 0 || static_part_reaches(bodies, parts, [a, b]))
}

/// Whether the two parts of a pair may touch. False if exactly one part belongs to a static body, and an edge normal of that part
/// separates it from the fat AABB of the other part. This test excludes many of the thin triangles into which concave ground is split:
/// the AABB of an oblique thin triangle is much larger than the triangle. It only saves time and does not change results.
fn static_part_reaches<R: Real>(
    bodies: &SlotList<RigidBody<R>>,
    parts: &SlotList<Part<R>>,
    pair: [usize; 2],
) -> bool {
    let [p, q] = pair.map(|part| &parts[part]);
    let [a, b] = [p, q].map(|part| &bodies[part.body as usize]);
    match [a, b].map(|body| body.settings.kind == BodyKind::Static) {
        [true, false] => p.intersects_aabb(a, &q.fat_aabb),
        [false, true] => q.intersects_aabb(b, &p.fat_aabb),
        _ => true,
    }
}

impl<R: Real> Part<R> {
    /// Whether the part of a body may intersect an AABB. False if an edge normal of the part is a separating axis of the two. Always true
    /// for parts without corners (boxes, ellipses).
    pub(super) fn intersects_aabb(&self, body: &RigidBody<R>, aabb: &Aabb<R, 2>) -> bool {
        let corners = self.shape.corners();
        let half_extents = (aabb.max() - aabb.min()).scaled(R::HALF);
        let center = body.rotation.inv_rotate(aabb.min() + half_extents - body.center);
        let magnitude = center[0].abs() + center[1].abs() + body.properties.bounding_radius;
        let rounding = magnitude * R::EPSILON * num(32.0) + self.shape.radius;
        if let PartCore::HalfSpace { point, normal } = &self.shape.core {
            let world_normal = body.rotation.rotate(*normal).map(R::abs);
            return !((center - *point).dot(*normal) - world_normal.dot(half_extents) > rounding);
        }
        // A triangle may have its corners in clockwise order, all other polygons have them counterclockwise. The outward normal of an edge
        // points to its left in the first case, to its right in the second.
        let clockwise =
            corners.len() == 3 && (corners[1] - corners[0]).cross(corners[2] - corners[0]) < R::ZERO;
        (0..corners.len()).all(|k| {
            let edge = corners[(k + 1) % corners.len()] - corners[k];
            let normal = if clockwise { Vector([-edge[1], edge[0]]) } else { Vector([edge[1], -edge[0]]) };
            let world_normal = body.rotation.rotate(normal);
            let separation = (center - corners[k]).dot(normal)
                - (world_normal[0].abs() * half_extents[0] + world_normal[1].abs() * half_extents[1]);
            // The normals are not unit vectors, so the tolerance is multiplied by the length of the normal. The L1 norm replaces the length
            // because it needs no square root. It is never smaller than the length, so the test is conservative.
            let normal_length = normal[0].abs() + normal[1].abs();
            !(separation > rounding * normal_length)
        })
    }
}
