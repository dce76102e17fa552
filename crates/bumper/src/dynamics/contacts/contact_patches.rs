//! Contact patches: the contacts of one part of a body with several parts of the ground whose surfaces are level, such as tiles in a row.
//! The solver sees a patch as one contact with its two outermost points. So a body lies on a row of tiles as on one shape: the seams under
//! it carry no load, and the impulses do not depend on how the ground is divided.
//!
//! Each contact keeps its points, and the impulses of the patch are stored in those points from which it was made.

use super::contact::{CachedPoint, ContactFlags, PairContact, RelativePose};
use super::narrow_phase::margin;
use super::placed_part::{Interval, PartEdge, PlacedPart};
use crate::dynamics::Simulation;
use crate::dynamics::math::{V, num};
use crate::dynamics::tolerance::{DISTINCT_POINTS, FACE_COS, SEAM_TOLERANCE};
use crate::scalar::Real;
use alloc::vec::Vec;

/// The contact point from which a point of a patch comes: the index of its contact in the list of awake contacts, and its index in that
/// contact.
#[derive(Clone, Copy, Debug, Default)]
struct PointOwner {
    contact: u32,
    point: usize,
}

/// Several contacts that the solver sees as one.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct ContactPatch<R: Real> {
    /// The indices of the contacts in the list of awake contacts. The first one stands for the patch in the solver.
    pub(in crate::dynamics) members: Vec<u32>,
    /// The contact that the solver sees, and the owners of its points.
    pub(in crate::dynamics) merged: PairContact<R>,
    owners: [PointOwner; 2],
    tolerance: R,
}

/// The impulses of a contact of a part of a dynamic body with the ground in the previous step.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct GroundImpulse<R: Real> {
    /// The key of the part of the dynamic body, and that of the contact.
    part: u32,
    contact: u64,
    /// The normal towards the dynamic body.
    normal: V<R>,
    tangent_impulse: R,
    count: u8,
    points: [FeatureImpulse<R>; 2],
}

/// The impulses at a corner or edge (feature) of a dynamic body in the previous step.
#[derive(Clone, Copy, Debug, Default)]
struct FeatureImpulse<R> {
    feature: u32,
    normal_impulse: R,
}

/// A point that may become a point of a patch.
#[derive(Clone, Copy)]
struct PatchPoint<R> {
    /// The position along the surface, relative to the center of mass of the dynamic body.
    along: R,
    separation: R,
    impulse: R,
    owner: PointOwner,
}

/// A contact of a part of a dynamic body with a part of the ground, at some pose.
#[derive(Clone, Copy)]
struct PlacedContact<'a, R: Real> {
    contact: &'a PairContact<R>,
    index: u32,
    /// The edge of the ground, in coordinates relative to the center of mass of the dynamic body.
    edge: PartEdge<R>,
    /// Which of the two parts of the contact is that of the dynamic body.
    side: usize,
}

/// The feature of the part at one side of a contact.
pub(in crate::dynamics) fn feature_of(feature: u32, side: usize) -> u32 {
    if side == 0 { feature >> 16 } else { feature & 0xffff }
}

/// The normal of a contact, pointing towards the part at one side.
fn towards<R: Real>(normal: V<R>, side: usize) -> V<R> {
    if side == 1 { normal } else { -normal }
}

impl<R: Real> PartEdge<R> {
    /// Whether the line of this edge and the edge `other` are level: parallel, facing the same way, and at most `tolerance` apart.
    fn is_level_with(&self, other: &Self, tolerance: R) -> bool {
        let height = |point: V<R>| (point - self.start).dot(self.normal).abs();
        self.normal.dot(other.normal) > num(FACE_COS)
            && height(other.start) <= tolerance
            && height(other.start + other.tangent.scaled(other.length)) <= tolerance
    }

    /// The range of the edge along a direction, which is parallel to it.
    fn interval(&self, direction: V<R>) -> Interval<R> {
        let start = self.start.dot(direction);
        let end = (self.start + self.tangent.scaled(self.length)).dot(direction);
        Interval { low: start.min(end), high: start.max(end) }
    }
}

impl<R: Real> PlacedContact<'_, R> {
    /// The points of a contact that may become points of a patch: those that are not on a seam between two parts of the ground. `tangent`
    /// is the direction of the surface, and `surfaces` are the surfaces of all contacts of the patch.
    fn outer_points(
        &self,
        tangent: V<R>,
        surfaces: &[Interval<R>],
        tolerance: R,
    ) -> impl Iterator<Item = PatchPoint<R>> {
        let own = self.edge.interval(tangent);
        let points = self.contact.points().iter().enumerate();
        points.filter_map(move |(index, point)| {
            let along = point.anchors[self.side].dot(tangent);
            // The feature of a point of a body above an end of the ground is an edge.
            let is_cut = feature_of(point.feature, self.side) % 2 == 1;
            let is_high = (own.high - along).abs() < (along - own.low).abs();
            let continues = |surface: &Interval<R>| match is_high {
                true => surface.low <= own.high + tolerance && surface.high > own.high + tolerance,
                false => surface.high >= own.low - tolerance && surface.low < own.low - tolerance,
            };
            if is_cut && surfaces.iter().any(continues) {
                return None;
            }
            let owner = PointOwner { contact: self.index, point: index };
            let CachedPoint { separation, normal_impulse: impulse, .. } = *point;
            Some(PatchPoint { along, separation, impulse, owner })
        })
    }
}

/// The two outermost of several points, the deeper one first. If several are at the same place, the one with the largest impulse.
fn outermost<R: Real>(points: &[PatchPoint<R>], distinct: R) -> Option<[Option<PatchPoint<R>>; 2]> {
    let outer = |sign: R| {
        points.iter().copied().reduce(|best, point| {
            let beyond = (point.along - best.along) * sign;
            let is_better = beyond > distinct || beyond >= -distinct && point.impulse > best.impulse;
            if is_better { point } else { best }
        })
    };
    let low = outer(-R::ONE)?;
    let high = outer(R::ONE)?;
    if high.along - low.along <= distinct {
        let deeper = if high.separation < low.separation { high } else { low };
        return Some([Some(deeper), None]);
    }
    let is_low_deeper = low.separation <= high.separation;
    Some(if is_low_deeper { [Some(low), Some(high)] } else { [Some(high), Some(low)] })
}

impl<R: Real> ContactPatch<R> {
    /// Stores the impulses of the patch in the contacts that own its points.
    pub(in crate::dynamics) fn store_impulses(&self, contacts: &mut [PairContact<R>]) {
        let merged = &self.merged;
        let sum = |impulse: fn(&CachedPoint<R>) -> R| {
            merged.points().iter().fold(R::ZERO, |sum, point| sum + impulse(point))
        };
        let normal = sum(|point| point.normal_impulse);
        let total = sum(|point| point.total_normal_impulse);
        let share =
            |impulse: R, part: R, sum: R| if sum > R::ZERO { impulse * (part / sum) } else { R::ZERO };
        for (point, owner) in merged.points().iter().zip(&self.owners) {
            let contact = &mut contacts[owner.contact as usize];
            let own = &mut contact.points[owner.point];
            own.normal_impulse = point.normal_impulse;
            own.total_normal_impulse = point.total_normal_impulse;
            contact.tangent_impulse =
                contact.tangent_impulse + share(merged.tangent_impulse, point.normal_impulse, normal);
            contact.total_tangent_impulse = contact.total_tangent_impulse
                + share(merged.total_tangent_impulse, point.total_normal_impulse, total);
        }
        if !merged.flags.touching {
            return;
        }
        let deepest = |contact: &PairContact<R>| {
            contact.points().iter().fold(R::INFINITY, |deepest, point| deepest.min(point.separation))
        };
        let level = deepest(merged) + self.tolerance;
        for &member in &self.members {
            let contact = &mut contacts[member as usize];
            contact.flags.touching |= deepest(contact) <= level;
        }
    }
}

impl<R: Real> Simulation<R> {
    /// Which of the two parts of a contact with the ground is that of the dynamic body.
    fn dynamic_side(&self, contact: &PairContact<R>) -> usize {
        usize::from(self.bodies[contact.bodies[1] as usize].is_dynamic())
    }

    /// Records the impulses of contacts with the ground, before the step updates their manifolds.
    pub(in crate::dynamics) fn collect_ground_impulses(&mut self) {
        let mut impulses = core::mem::take(&mut self.solver.ground_impulses);
        impulses.clear();
        for &index in &self.solver.ground_contacts {
            let contact = &self.contacts.awake[index as usize];
            let has_impulse = contact.points().iter().any(|point| point.normal_impulse > R::ZERO);
            if !has_impulse || contact.flags.speculative {
                continue;
            }
            let side = self.dynamic_side(contact);
            impulses.push(GroundImpulse {
                part: contact.parts()[side] as u32,
                contact: contact.key,
                normal: towards(contact.normal, side),
                tangent_impulse: contact.tangent_impulse,
                count: contact.count,
                points: contact.points.map(|point| FeatureImpulse {
                    feature: feature_of(point.feature, side),
                    normal_impulse: point.normal_impulse,
                }),
            });
        }
        impulses.sort_by_key(|impulse| impulse.part);
        self.solver.ground_impulses = impulses;
    }

    /// Finds the contact patches of this step.
    pub(in crate::dynamics) fn find_contact_patches(&mut self) {
        let mut patches = core::mem::take(&mut self.solver.patches);
        patches.clear();
        let mut contacts: Vec<(u32, u32)> = Vec::new();
        for &index in &self.solver.ground_contacts {
            let contact = &self.contacts.awake[index as usize];
            if contact.count > 0 {
                contacts.push((contact.parts()[self.dynamic_side(contact)] as u32, index));
            }
        }
        contacts.sort_unstable();
        let all_impulses = core::mem::take(&mut self.solver.ground_impulses);
        let mut impulses = &all_impulses[..];
        for group in contacts.chunk_by(|a, b| a.0 == b.0) {
            let part = group[0].0;
            let before = impulses.iter().take_while(|impulse| impulse.part < part).count();
            let count = impulses[before..].iter().take_while(|impulse| impulse.part == part).count();
            let own = &impulses[before..before + count];
            impulses = &impulses[before + count..];
            let first = patches.len();
            if group.len() > 1 {
                self.find_patches_of_part(group, &mut patches);
            }
            for patch in &mut patches[first..] {
                self.inherit_impulses(own, &mut patch.merged);
                for &member in &patch.members {
                    let contact = &mut self.contacts.awake[member as usize];
                    contact.tangent_impulse = R::ZERO;
                    contact.total_tangent_impulse = R::ZERO;
                    for point in &mut contact.points {
                        point.normal_impulse = R::ZERO;
                        point.total_normal_impulse = R::ZERO;
                    }
                }
            }
            let is_hidden = |index: u32| patches[first..].iter().any(|patch| patch.members.contains(&index));
            for &(_, index) in group.iter().filter(|(_, index)| !is_hidden(*index)) {
                if own.iter().any(|impulse| impulse.contact != self.contacts.awake[index as usize].key) {
                    let mut contact = self.contacts.awake[index as usize];
                    self.inherit_impulses(own, &mut contact);
                    self.contacts.awake[index as usize] = contact;
                }
            }
        }
        self.solver.ground_impulses = all_impulses;
        patches.sort_unstable_by_key(|patch| patch.members[0]);
        let mut hidden: Vec<u32> = patches.iter().flat_map(|patch| &patch.members[1..]).copied().collect();
        hidden.sort_unstable();
        self.solver.hidden_contacts = hidden;
        self.solver.patches = patches;
    }

    /// Adds the patches of a part of a dynamic body, given by its contacts with the ground.
    fn find_patches_of_part(&self, group: &[(u32, u32)], patches: &mut Vec<ContactPatch<R>>) {
        let pose_of = |contact: &PairContact<R>| {
            RelativePose::of(contact.bodies.map(|slot| &self.bodies[slot as usize]))
        };
        let mut placed: Vec<PlacedContact<'_, R>> = Vec::new();
        for &(_, index) in group {
            let contact = &self.contacts.awake[index as usize];
            placed.extend(self.placed_contact(contact, index, &pose_of(contact)));
        }
        let mut rest = &mut placed[..];
        while rest.len() > 1 {
            let first = rest[0];
            let tolerance = self.tolerance_of(first.contact);
            let mut count = 1;
            for k in 1..rest.len() {
                if first.edge.is_level_with(&rest[k].edge, tolerance)
                    && self.have_same_surface(&first, &rest[k])
                {
                    rest[count..=k].rotate_right(1);
                    count += 1;
                }
            }
            let (members, others) = rest.split_at_mut(count);
            if count > 1 {
                patches.extend(self.patch_of(members, first.contact, &pose_of(first.contact)));
            }
            rest = others;
        }
    }

    /// The length up to which level surfaces may differ in height.
    fn tolerance_of(&self, contact: &PairContact<R>) -> R {
        let body = contact.bodies[self.dynamic_side(contact)];
        self.bodies[body as usize].properties.size * num(SEAM_TOLERANCE)
    }

    /// A contact with the edge of the ground on which it is. `None` if it is not on an edge.
    fn placed_contact<'a>(
        &self,
        contact: &'a PairContact<R>,
        index: u32,
        pose: &RelativePose<R>,
    ) -> Option<PlacedContact<'a, R>> {
        let side = self.dynamic_side(contact);
        let ground = 1 - side;
        let position = towards(-pose.offset, side);
        let part = &self.parts[contact.parts()[ground]];
        let normal = towards(contact.normal, side);
        // The coordinates are relative to the dynamic body. Its breadth bounds the distance of its contact points.
        let reach = self.bodies[contact.bodies[side] as usize].breadth() * num(4.0);
        let edge = PlacedPart::new(&part.shape, position, pose.rotations[ground])
            .edges_near(V::default(), reach)
            .reduce(|a, b| if b.normal.dot(normal) > a.normal.dot(normal) { b } else { a })?;
        (edge.normal.dot(normal) > num(FACE_COS)).then_some(PlacedContact { contact, index, edge, side })
    }

    /// Whether the parts of the ground of two contacts have the same material and radius, and do not move relative to each other.
    fn have_same_surface(&self, a: &PlacedContact<'_, R>, b: &PlacedContact<'_, R>) -> bool {
        let [p, q] = [a, b].map(|placed| &self.parts[placed.contact.parts()[1 - placed.side]]);
        p.shape.radius == q.shape.radius && p.material == q.material && self.move_together(p.body, q.body)
    }

    /// Merges several contacts into a patch. `first` is the contact that stands for the patch in the solver, and `pose` the relative pose
    /// of its bodies.
    fn patch_of(
        &self,
        members: &[PlacedContact<'_, R>],
        first: &PairContact<R>,
        pose: &RelativePose<R>,
    ) -> Option<ContactPatch<R>> {
        let side = self.dynamic_side(first);
        let tolerance = self.tolerance_of(first);
        let tangent = members.first()?.edge.normal.perp();
        let surfaces: Vec<_> = members.iter().map(|member| member.edge.interval(tangent)).collect();
        let points: Vec<_> =
            members.iter().flat_map(|member| member.outer_points(tangent, &surfaces, tolerance)).collect();
        let points = outermost(&points, tolerance * num(DISTINCT_POINTS))?;
        let flags = ContactFlags { touching: false, ..first.flags };
        let mut merged = PairContact { count: 0, flags, ..*first };
        let mut owners = [PointOwner::default(); 2];
        for point in points.into_iter().flatten() {
            let count = usize::from(merged.count);
            let owner = members.iter().find(|member| member.index == point.owner.contact)?;
            let mut own = owner.contact.points[point.owner.point];
            let anchor = own.anchors[owner.side];
            own.anchors[side] = anchor;
            own.anchors[1 - side] = anchor + towards(pose.offset, side);
            own.feature = feature_of(own.feature, owner.side) << if side == 0 { 16 } else { 0 };
            if count == 0 {
                merged.normal = towards(towards(owner.contact.normal, owner.side), side);
            }
            merged.points[count] = own;
            owners[count] = point.owner;
            merged.count += 1;
        }
        if merged.count == 1 {
            merged.points[1] = CachedPoint::default();
        }
        let members = members.iter().map(|member| member.index).collect();
        Some(ContactPatch { members, merged, owners, tolerance })
    }

    /// The merged contact of a patch, computed again for other poses of its bodies. `pose_of` returns the relative pose of the bodies of a
    /// contact.
    pub(in crate::dynamics) fn patch_at(
        &self,
        patch: &ContactPatch<R>,
        pose_of: impl Fn(&PairContact<R>) -> RelativePose<R>,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) -> Option<PairContact<R>> {
        let mut contacts = Vec::new();
        for &index in &patch.members {
            let mut contact = self.contacts.awake[index as usize];
            let pose = pose_of(&contact);
            let [a, b] = contact.bodies.map(|slot| &self.bodies[slot as usize]);
            if let Some(found) = self.manifold_at(&contact, &pose, margin(a, b), corner_buffers) {
                contact.set_manifold(&pose, Some(found));
                contacts.push((contact, index));
            }
        }
        let placed = contacts
            .iter()
            .filter_map(|(contact, index)| self.placed_contact(contact, *index, &pose_of(contact)));
        let members: Vec<_> = placed.collect();
        let first = &self.contacts.awake[patch.members[0] as usize];
        self.patch_of(&members, first, &pose_of(first)).map(|patch| patch.merged)
    }

    /// Warm-starts those points of a contact with the ground that have no impulse yet: each takes over the impulse that the same feature of
    /// the body had in the previous step on another part of the ground.
    fn inherit_impulses(&self, impulses: &[GroundImpulse<R>], contact: &mut PairContact<R>) {
        let side = self.dynamic_side(contact);
        let normal = towards(contact.normal, side);
        let olds = impulses.iter().filter(|impulse| impulse.normal.dot(normal) > num(FACE_COS));
        if contact.flags.speculative || olds.clone().all(|old| old.contact == contact.key) {
            return;
        }
        let count = usize::from(contact.count);
        let mut is_inherited = false;
        for point in &mut contact.points[..count] {
            let feature = feature_of(point.feature, side);
            let same = olds.clone().flat_map(|old| &old.points[..usize::from(old.count)]);
            let largest = same
                .filter(|old| old.feature == feature)
                .fold(R::ZERO, |largest, old| largest.max(old.normal_impulse));
            if !(point.normal_impulse > R::ZERO) && largest > R::ZERO {
                point.normal_impulse = largest;
            }
            is_inherited |= largest > R::ZERO;
        }
        if is_inherited {
            contact.tangent_impulse = olds.fold(R::ZERO, |sum, old| sum + old.tangent_impulse);
        }
    }
}
