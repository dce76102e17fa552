//! The broad phase of bodies finds the pairs of convex parts whose fat AABBs overlap. A fat AABB is larger than its part, so the pairs are
//! updated only when a part leaves its fat AABB.

use super::Simulation;
use super::bodies::body::BodyKind;
use super::bodies::part::Part;
use super::bodies::rigid_body::RigidBody;
use super::contacts::contact::{Contact, RelativePose};
use super::contacts::narrow_phase::overlap;
use super::math::{V, num};
use super::solver_body::SolverBodyState;
use super::tolerance::FAT_AABB_MARGIN;
use crate::broad_phase::sort;
use crate::scalar::Real;
use crate::{Aabb, Vector};

/// If more than 1/`FULL_UPDATE_FRACTION` of all parts have left their fat AABBs, the broad phase searches the tree for all pairs at once.
/// Otherwise it queries the tree for each of these parts.
const FULL_UPDATE_FRACTION: usize = 2;

impl<R: Real> Simulation<R> {
    /// Prepares the fat AABBs and the list of contacts for a step of length `dt`. Replaces the fat AABB of each part that may leave it
    /// during the step, and then searches for new pairs of these parts.
    pub(super) fn update_pairs(&mut self, dt: R) {
        for k in 0..self.awake_set.bodies.len() {
            self.update_aabbs(self.awake_set.bodies[k], dt, FAT_AABB_MARGIN);
        }
        if core::mem::take(&mut self.disabled_pairs_outdated) {
            self.update_disabled_pairs();
            self.remove_contacts(|bodies, contact| {
                let [a, b] = contact.parts();
                !bodies.may_collide(a, b)
            });
        }
        let mut moved_parts = core::mem::take(&mut self.moved_parts);
        if moved_parts.len() * FULL_UPDATE_FRACTION > self.parts.slot_count() {
            self.all_pairs();
            self.merge_pairs(|_, _| false);
        } else {
            self.new_pairs(&moved_parts);
            if !self.pairs.is_empty() {
                self.merge_pairs(Self::remains);
            }
        }
        moved_parts.clear();
        self.moved_parts = moved_parts;
    }

    /// Computes the swept AABBs of the parts of a body for a step, and replaces each fat AABB that does not contain the swept AABB of its
    /// part. `margin` is the margin of the new fat AABBs, as a fraction of the size of the body. If it is zero, all fat AABBs are replaced;
    /// callers do this if the pose or the parts of a body change between steps.
    pub(super) fn update_aabbs(&mut self, slot: u32, dt: R, margin: f64) {
        let body = &self.bodies[slot as usize];
        let extension = body.aabb_extension(dt);
        let margin = body.size * num(margin);
        for &key in &body.parts {
            let part = &mut self.parts[key as usize];
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
    pub(super) fn refit_aabbs(&mut self, slot: u32) {
        let body = &self.bodies[slot as usize];
        let margin = Vector::splat(body.size * num(FAT_AABB_MARGIN) + body.aabb_margin());
        for &key in &body.parts {
            let part = &mut self.parts[key as usize];
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
    fn all_pairs(&mut self) {
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        self.tree.pairs(|a, b| {
            let key = (a as u64) << 32 | b as u64;
            if self.may_collide(a, b)
                && !self.sleeping_contacts.contains(key)
                && self.static_part_reaches(a, b)
            {
                pairs.push(key);
            }
        });
        sort(&mut pairs, &mut self.sort_buffer);
        self.pairs = pairs;
    }

    /// Lists the pairs of the given parts that may collide, whose fat AABBs overlap, and that have no contact yet, awake or asleep. Stores
    /// the list in `pairs`, sorted by key: the two part indices as one number.
    fn new_pairs(&mut self, moved_parts: &[u32]) {
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        for &key in moved_parts {
            let Some(part) = self.parts.get(key) else { continue };
            self.tree.intersect_all(&part.fat_aabb, |other| {
                let [a, b] = [other.min(key as usize), other.max(key as usize)];
                if self.may_collide(a, b) && self.static_part_reaches(a, b) {
                    pairs.push((a as u64) << 32 | b as u64);
                }
            });
        }
        sort(&mut pairs, &mut self.sort_buffer);
        pairs.dedup();
        pairs.retain(|key| !contains_key(&self.contacts, *key) && !self.sleeping_contacts.contains(*key));
        self.pairs = pairs;
    }

    /// Whether a contact stays in the list of contacts when new pairs are added. It stays if the fat AABBs of its parts overlap, and if the
    /// parts have contact points or may touch according to [`static_part_reaches`](Self::static_part_reaches).
    fn remains(&self, contact: &Contact<R>) -> bool {
        let [a, b] = contact.parts();
        overlap(&self.parts[a].fat_aabb, &self.parts[b].fat_aabb)
            && (contact.count > 0 || self.static_part_reaches(a, b))
    }

    /// Merges `pairs` into the list of contacts. A pair that has a contact already keeps it with its data. A contact whose pair is not in
    /// `pairs` is removed, unless `remains` accepts it or its parts touched in the last step.
    ///
    /// A contact whose parts touched stays for one more step, however far apart the parts are. The narrow phase then ends it in the sorted
    /// list, so [`events`](Self::events) reports its end event in the same order as all others. If the broad phase removed it, the order of
    /// events would depend on the size of the fat AABBs.
    fn merge_pairs(&mut self, remains: impl Fn(&Self, &Contact<R>) -> bool) {
        let mut contacts = core::mem::take(&mut self.contacts_buffer);
        contacts.clear();
        let mut old = self.contacts.iter().peekable();
        let stays = |contact: &&Contact<R>| contact.touching || remains(self, contact);
        for &key in &self.pairs {
            while let Some(contact) = old.next_if(|contact| contact.key < key) {
                contacts.extend(Some(contact).filter(stays));
            }
            contacts.push(old.next_if(|contact| contact.key == key).copied().unwrap_or_else(|| {
                let [a, b] = [key >> 32, key & 0xffff_ffff].map(|part| &self.parts[part as usize]);
                self.contact(key, [a, b])
            }));
        }
        contacts.extend(old.filter(stays));
        self.contacts_buffer = core::mem::replace(&mut self.contacts, contacts);
    }

    /// A new contact of two parts, without a manifold.
    pub(super) fn contact(&self, key: u64, [p, q]: [&Part<R>; 2]) -> Contact<R> {
        let is_dynamic = [p, q].map(|part| self.bodies[part.body as usize].is_dynamic());
        let (sensor, non_dynamic) =
            (p.material.sensor || q.material.sensor, !(is_dynamic[0] && is_dynamic[1]));
        // NaN differs from every relative pose. Sensors are tested only if the relative pose has changed (see
        // [`needs_update`](Self::needs_update)), so this makes sure that a new pair with a sensor is tested once even if neither body
        // moves.
        let relative_pose = RelativePose { offset: Vector::splat(R::NAN), ..RelativePose::default() };
        Contact { key, bodies: [p.body, q.body], sensor, non_dynamic, relative_pose, ..Contact::default() }
    }

    /// Whether two parts may collide. They must belong to different bodies, the filter of each must accept the layers of the other, and no
    /// joint may disable their collision. At most one of them is a sensor. One of the bodies must be dynamic; if one part is a sensor, it
    /// is enough that one of the bodies is not static.
    pub(super) fn may_collide(&self, a: usize, b: usize) -> bool {
        let p: &Part<R> = &self.parts[a];
        let q: &Part<R> = &self.parts[b];
        if p.body == q.body || !p.material.interacts_with(&q.material) {
            return false;
        }
        let first = &self.bodies[p.body as usize];
        let second = &self.bodies[q.body as usize];
        let pair = (p.body.min(q.body), p.body.max(q.body));
        let disabled = !first.joints.is_empty()
            && !second.joints.is_empty()
            && self.disabled_pairs.binary_search(&pair).is_ok();
        let can_move = match p.material.sensor || q.material.sensor {
            true => first.kind != BodyKind::Static || second.kind != BodyKind::Static,
            false => first.is_dynamic() || second.is_dynamic(),
        };
        can_move && !disabled
    }

    /// Whether the two parts of a pair may touch. False if exactly one part belongs to a static body, and an edge normal of that part
    /// separates it from the fat AABB of the other part. This test excludes many of the thin triangles into which concave ground is split:
    /// the AABB of an oblique thin triangle is much larger than the triangle. It only saves time and does not change results.
    fn static_part_reaches(&self, a: usize, b: usize) -> bool {
        let [p, q] = [a, b].map(|part| &self.parts[part]);
        match [p, q].map(|part| self.bodies[part.body as usize].kind == BodyKind::Static) {
            [true, false] => self.intersects_aabb(p, &q.fat_aabb),
            [false, true] => self.intersects_aabb(q, &p.fat_aabb),
            _ => true,
        }
    }

    /// Whether a part may intersect an AABB. False if an edge normal of the part is a separating axis of the two. Always true for parts
    /// without corners (boxes, ellipses).
    pub(super) fn intersects_aabb(&self, part: &Part<R>, aabb: &Aabb<R, 2>) -> bool {
        let body = &self.bodies[part.body as usize];
        let corners = part.shape.corners();
        let half_extents = (aabb.max() - aabb.min()).scaled(R::HALF);
        let center = body.rotation.inv_rotate(aabb.min() + half_extents - body.center);
        let magnitude = center[0].abs() + center[1].abs() + body.bounding_radius;
        let rounding = magnitude * R::EPSILON * num(32.0) + part.shape.radius;
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

    /// Removes those contacts of awake bodies for which `condition` returns true, and records an end event for each removed contact whose
    /// parts touched.
    pub(super) fn remove_contacts(&mut self, condition: impl Fn(&Self, &Contact<R>) -> bool) {
        let mut contacts = core::mem::take(&mut self.contacts);
        contacts.retain(|contact| {
            let remove = condition(self, contact);
            if remove {
                self.push_end_event(contact);
            }
            !remove
        });
        self.contacts = contacts;
    }

    /// Removes those sleeping contacts of the given parts for which `condition` returns true, and records an end event for each removed
    /// contact whose parts touched.
    pub(super) fn remove_sleeping_contacts(
        &mut self,
        parts: &[u32],
        condition: impl Fn(&Self, &Contact<R>) -> bool,
    ) {
        for key in self.sleeping_contacts.keys_of(parts) {
            let contact = self.sleeping_contacts.get(key).filter(|contact| condition(self, contact)).copied();
            if let Some(contact) = contact {
                self.sleeping_contacts.remove(key);
                self.push_end_event(&contact);
            }
        }
    }
}

impl<R: Real> RigidBody<R> {
    /// The speculative margin in the AABBs of the parts. Zero for a body that is not dynamic: a pair has the margin of its dynamic body. The
    /// margin of a wide ground would be much larger, and each body on the ground would be near many of its parts.
    fn aabb_margin(&self) -> R {
        if self.is_dynamic() { self.margin() } else { R::ZERO }
    }

    /// The lengths by which the AABBs of the parts are extended to get their swept AABBs for a step: first at the lower corner, then at the
    /// upper corner. They cover the motion in the step, the speculative margin, and rounding errors.
    fn aabb_extension(&self, dt: R) -> [V<R>; 2] {
        let displacement = self.velocity.scaled(dt);
        let rotation_bound = (self.angular_velocity.abs() * dt).min(R::ONE) * self.bounding_radius;
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
        let rotation = state.delta_angle.abs() * self.bounding_radius;
        let displacement = state.delta_position;
        (0..2).all(|k| displacement[k] + rotation <= high[k] && rotation - displacement[k] <= low[k])
    }
}

/// Whether a list of contacts, sorted by key, contains a contact with the given key.
fn contains_key<R: Real>(contacts: &[Contact<R>], key: u64) -> bool {
    contacts.binary_search_by_key(&key, |contact| contact.key).is_ok()
}
