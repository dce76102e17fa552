//! One-way sides: which contacts with them stop bodies, and the contact of a body that comes from outside with the surface of the side.
//!
//! A body that comes from outside is stopped until it has left the part again, however deep the solver lets it sink in and whatever the
//! nearest way out of the part is. So each contact stores whether its body has come from outside. Parts whose surfaces meet, such as tiles
//! in a row, are one platform: a body that has come from outside at one of them does so at all of them. Otherwise a body that slides or
//! rolls on would enter the next tile from the side, and fall through.

use super::contact::{ContactOrigin, PairContact, RelativePose};
use super::ground::GroundContact;
use super::narrow_phase::length_scale;
use super::placed_part::{PartEdge, PlacedPart};
use crate::dynamics::Simulation;
use crate::dynamics::bodies::part::Part;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::math::{V, num};
use crate::dynamics::solver_body::SolverBodyState;
use crate::dynamics::tolerance::{ONE_WAY_COS, OUTSIDE_DEPTH};
use crate::scalar::Real;
use crate::{Axis, Relate, Side, Vector};
use alloc::vec::Vec;

/// A contact of a part of a body with a part that has a one-way side.
struct OneWayContact {
    /// The key of the part of the body, and that of the part with the one-way side.
    visitor: usize,
    owner: usize,
    /// The index in the list of contacts.
    index: usize,
    origin: ContactOrigin,
}

/// The outward unit normal of a side. Zero for a side on the z axis, which does not exist in 2D.
pub(in crate::dynamics) fn outward_normal<R: Real>(side: Side) -> V<R> {
    let length = num(if side.negative { -1.0 } else { 1.0 });
    match side.axis {
        Axis::X => Vector([length, R::ZERO]),
        Axis::Y => Vector([R::ZERO, length]),
        Axis::Z => Vector::ZERO,
    }
}

/// The outward normal of the one-way side of a part in the world. `None` if the part has no one-way side.
fn side_normal<R: Real>(body: &RigidBody<R>, part: &Part<R>) -> Option<V<R>> {
    part.material.one_way.map(|side| body.rotation.rotate(outward_normal(side)))
}

impl<R: Real> Simulation<R> {
    /// Whether one of two parts has a one-way side.
    pub(in crate::dynamics) fn is_one_way(&self, keys: [usize; 2]) -> bool {
        keys.iter().any(|key| self.parts[*key].material.one_way.is_some())
    }

    /// The outward normal of the one-way side of a part in the world. `None` if the part has no one-way side.
    pub(in crate::dynamics) fn side_normal(&self, key: usize) -> Option<V<R>> {
        let part = &self.parts[key];
        side_normal(&self.bodies[part.body as usize], part)
    }

    /// Whether an impact with the given normal, which points from the first part to the second, stops the bodies. If a part has a one-way
    /// side, the outward normal of that side must be within 60 degrees of the direction to the other part.
    pub(in crate::dynamics) fn hits_one_way_side(&self, keys: [usize; 2], normal: V<R>) -> bool {
        let directions = [normal, -normal].into_iter().zip(keys);
        directions
            .into_iter()
            .all(|(outwards, key)| self.side_normal(key).is_none_or(|side| is_on_side(outwards, side)))
    }

    /// Determines for all contacts with one-way sides whether the bodies come from outside, at the poses at the beginning of the step.
    pub(in crate::dynamics) fn find_bodies_outside(&mut self) {
        if !self.contacts.has_one_way {
            return;
        }
        let mut contacts = core::mem::take(&mut self.contacts.awake);
        let mut found = Vec::new();
        for (index, contact) in contacts.iter_mut().enumerate() {
            let keys = contact.parts();
            let [a, b] = keys.map(|key| &self.parts[key]);
            // Parts that cannot meet in this step are ignored. Whether they have a contact at all depends on their fat AABBs, and thus on
            // steps that a loaded simulation does not know.
            if contact.flags.sensor || !self.is_one_way(keys) || !a.swept_aabb.intersects(&b.swept_aabb) {
                contact.origin = ContactOrigin::Undecided;
                continue;
            }
            contact.origin = self.origin_of(contact);
            let is_first_one_way = a.material.one_way.is_some();
            if is_first_one_way != b.material.one_way.is_some() {
                let [visitor, owner] = if is_first_one_way { [keys[1], keys[0]] } else { keys };
                found.push(OneWayContact { visitor, owner, index, origin: contact.origin });
            }
        }
        found.sort_unstable_by_key(|contact| (contact.visitor, contact.index));
        for platform in found.chunk_by_mut(|a, b| a.visitor == b.visitor) {
            let mut others = platform;
            for origin in [ContactOrigin::Outside, ContactOrigin::Inside] {
                let count = self.reach_over_surfaces(others, |contact| contact.origin == origin);
                let (reached, rest) = others.split_at_mut(count);
                reached.iter_mut().for_each(|contact| contact.origin = origin);
                others = rest;
            }
        }
        for contact in found {
            contacts[contact.index].origin = contact.origin;
        }
        self.contacts.awake = contacts;
    }

    /// Adds contacts with the one-way sides that a body may have reached in a step although the broad phase did not expect it, because
    /// another body has pushed it. Called before the poses of the step are stored, so that the contacts say whether the body has come from
    /// outside.
    pub(in crate::dynamics) fn note_one_way_sides_on_path(&mut self, slot: u32, state: &SolverBodyState<R>) {
        if !self.contacts.has_one_way {
            return;
        }
        let body = &self.bodies[slot as usize];
        let center = body.center + state.delta_position;
        let rotation = body.rotation.then(state.delta_rotation);
        let mut reached = Vec::new();
        for &key in &body.parts {
            let aabb = self.parts[key as usize].shape.aabb(center, rotation);
            self.broad_phase.tree.each_intersecting(&aabb, |other| {
                let [a, b] = [other.min(key as usize), other.max(key as usize)];
                let pair = (a as u64) << 32 | b as u64;
                if self.is_one_way([a, b]) && self.may_collide(a, b) {
                    reached.push(pair);
                }
            });
        }
        for pair in reached {
            if self.is_outside(&PairContact::new(&self.bodies, &self.parts, pair)) {
                let contact = self.contacts.find_or_insert(&self.bodies, &self.parts, pair);
                contact.origin = ContactOrigin::Outside;
            }
        }
    }

    /// Moves the contacts that `is_source` accepts to the front of a list, and all those with parts whose surfaces meet those of contacts
    /// at the front. Returns the number of contacts at the front. The contacts are those of one part of a body.
    fn reach_over_surfaces(
        &self,
        contacts: &mut [OneWayContact],
        is_source: impl Fn(&OneWayContact) -> bool,
    ) -> usize {
        let mut reached = 0;
        for k in 0..contacts.len() {
            if is_source(&contacts[k]) {
                contacts.swap(reached, k);
                reached += 1;
            }
        }
        let mut next = 0;
        while next < reached {
            let first = reached;
            for k in first..contacts.len() {
                if self.surfaces_meet(&contacts[next], &contacts[k]) {
                    contacts.swap(reached, k);
                    reached += 1;
                }
            }
            next += 1;
        }
        reached
    }

    /// The origin of a contact with a one-way side at the current poses, without regard to other parts of the platform.
    fn origin_of(&self, contact: &PairContact<R>) -> ContactOrigin {
        if self.is_outside(contact) {
            return ContactOrigin::Outside;
        }
        let depth = self.depth_of(contact);
        // A contact with points was stopped in the last step, even if the side has become one-way since.
        let was_stopped = contact.origin == ContactOrigin::Outside || contact.count > 0;
        if was_stopped && depth > R::ZERO {
            return ContactOrigin::Outside;
        }
        match depth > self.outside_depth(contact) {
            true => ContactOrigin::Inside,
            false => ContactOrigin::Undecided,
        }
    }

    /// The depth up to which the bodies of a contact count as outside of a one-way side.
    fn outside_depth(&self, contact: &PairContact<R>) -> R {
        let [a, b] = contact.bodies.map(|slot| &self.bodies[slot as usize]);
        length_scale(a, b) * num(OUTSIDE_DEPTH)
    }

    /// Whether a body is outside of the one-way sides of the other: along the normal of the side, it is beyond the farthest point of the
    /// part, or hardly deeper.
    fn is_outside(&self, contact: &PairContact<R>) -> bool {
        let parts = contact.parts().map(|key| &self.parts[key]);
        let bodies = contact.bodies.map(|slot| &self.bodies[slot as usize]);
        let tolerance = self.outside_depth(contact);
        (0..2).all(|k| {
            let other = 1 - k;
            side_normal(bodies[k], parts[k]).is_none_or(|side| {
                let own = parts[k].shape.support(bodies[k].rotation.inv_rotate(side));
                let reach = parts[other].shape.support(bodies[other].rotation.inv_rotate(-side));
                let distance = (bodies[other].center - bodies[k].center).dot(side);
                distance - reach - own >= -tolerance
            })
        })
    }

    /// The penetration depth of the two parts of a contact. Not positive if they do not overlap.
    fn depth_of(&self, contact: &PairContact<R>) -> R {
        let pose = RelativePose::of(contact.bodies.map(|slot| &self.bodies[slot as usize]));
        let mut corner_buffers = [Vec::new(), Vec::new()];
        let found = self.manifold_of_parts(contact, &pose, num(f64::MAX), &mut corner_buffers);
        found.map_or(R::ZERO, |found| -found.separation)
    }

    /// Whether the surfaces of the one-way sides of two parts meet: they face the same way, do not move relative to each other, and an end
    /// of one is at the other.
    fn surfaces_meet(&self, a: &OneWayContact, b: &OneWayContact) -> bool {
        let [p, q] = [a, b].map(|contact| &self.parts[contact.owner]);
        let [first, second] = [p, q].map(|part| &self.bodies[part.body as usize]);
        let (Some(side), Some(other_side)) = (side_normal(first, p), side_normal(second, q)) else {
            return false;
        };
        if side != other_side || !self.move_together(p.body, q.body) {
            return false;
        }
        let visitor = &self.bodies[self.parts[a.visitor].body as usize];
        let tolerance = visitor.properties.size * num(OUTSIDE_DEPTH);
        let offset = second.center - first.center;
        let [p, q] = [
            PlacedPart::new(&p.shape, V::default(), first.rotation),
            PlacedPart::new(&q.shape, offset, second.rotation),
        ];
        let reach = tolerance + p.shape.radius + q.shape.radius;
        let upper = |part: PlacedPart<'_, R>| -> Vec<PartEdge<R>> {
            part.edges().filter(|edge| is_on_side(edge.normal, side)).collect()
        };
        let [upper_p, upper_q] = [upper(p), upper(q)];
        let has_end_at = |edges: &[PartEdge<R>], others: &[PartEdge<R>]| {
            edges.iter().any(|edge| {
                let ends = [edge.start, edge.start + edge.tangent.scaled(edge.length)];
                ends.into_iter().any(|end| others.iter().any(|other| is_near(end, other, reach)))
            })
        };
        has_end_at(&upper_p, &upper_q) || has_end_at(&upper_q, &upper_p)
    }

    /// Removes the manifold of a contact if a one-way side of a part lets the bodies pass through each other. There are two cases. Either
    /// the contact normal is not within 60 degrees of the normal of the one-way side. Or the bodies overlap, and have not come from
    /// outside.
    pub(in crate::dynamics) fn apply_one_way_sides(&self, contact: &mut PairContact<R>) {
        let keys = contact.parts();
        if contact.flags.sensor || contact.count == 0 || !self.is_one_way(keys) {
            return;
        }
        let min_separation =
            contact.points().iter().fold(R::INFINITY, |min, point| min.min(point.separation));
        let stops = match contact.origin {
            ContactOrigin::Outside => true,
            ContactOrigin::Inside => false,
            ContactOrigin::Undecided => min_separation >= -self.outside_depth(contact),
        };
        if stops && self.hits_one_way_side(keys, contact.normal) {
            contact.origin = ContactOrigin::Outside;
        } else {
            contact.count = 0;
            contact.flags.touching = false;
        }
    }
}

impl<R: Real> GroundContact<'_, R> {
    /// The contact of a body that comes from outside with the surface of a one-way side, whose outward normal is `side`. The body may be so
    /// deep in the part that another way out is shorter.
    pub(in crate::dynamics) fn with_side(&self, side: V<R>) -> Option<crate::Contact<R, 2>> {
        let edges = self.ground.edges().filter(|edge| is_on_side(edge.normal, side));
        let contacts = edges.filter_map(|edge| {
            let range = self.exposed_interval(self.key, &edge)?;
            self.one_sided_contact(&self.ground, &edge, range)
        });
        contacts.reduce(|best, found| if found.separation > best.separation { found } else { best })
    }
}

/// Whether the angle between a direction and the normal of a one-way side is at most 60 degrees.
fn is_on_side<R: Real>(direction: V<R>, side: V<R>) -> bool {
    direction.dot(side) >= num(ONE_WAY_COS)
}

/// Whether a point is at most `reach` from an edge.
fn is_near<R: Real>(point: V<R>, edge: &PartEdge<R>, reach: R) -> bool {
    let offset = point - edge.start;
    let along = offset.dot(edge.tangent).clamp(R::ZERO, edge.length);
    let rejection = offset - edge.tangent.scaled(along);
    rejection.dot(rejection) <= reach * reach
}
