//! The first impact of two parts: of their inset shapes or of a core, and the early out that decides most pairs.

use super::super::Simulation;
use super::super::contact::{Contact, RelativePose};
use super::super::convex_parts::{ConvexPart, PartCore};
use super::super::math::num;
use super::super::narrow_phase::margin;
use super::super::time_of_impact::{Impact, Motion, ToiResult, deepening, relative_at, time_of_impact};
use super::{DEEP_INSET, INSET};
use crate::Vector;
use crate::narrow::measure::{abs, larger};
use crate::scalar::Real;

/// The separation at which swept shapes are stopped, as a fraction of their inset.
const TOLERANCE: f64 = 0.25;

/// The radius of the core of a part, as a fraction of half the thickness. The core is swept if even the inset shapes overlap at the
/// beginning of the step.
const CORE_RADIUS: f64 = 1.0 / 16.0;

impl<R: Real> Simulation<R> {
    /// The inset shapes of two parts, and the tolerance for their time of impact. The inset is `inset_scale` times the depth to which bodies
    /// with a half thickness of `half_thickness` may overlap. Only the shapes for which `counts` is true are inset; if both are, each by half
    /// of that depth.
    pub(in super::super) fn inset_pair(
        &self,
        keys: [usize; 2],
        counts: [bool; 2],
        half_thickness: R,
        inset_scale: f64,
    ) -> ([ConvexPart<R>; 2], R) {
        let depth = half_thickness * num(INSET * inset_scale);
        let depth_each = if counts[0] && counts[1] { depth * num(0.5) } else { depth };
        let shapes = [0, 1].map(|k| {
            let shape = &self.parts[keys[k]].shape;
            if counts[k] { shape.inset(depth_each) } else { shape.clone() }
        });
        (shapes, half_thickness * num(INSET * TOLERANCE * inset_scale.min(1.0)))
    }

    /// The first impact of two parts after a time: of their inset shapes or, if these overlap at that time, of the core of the smaller body
    /// with the other part. `has_contact` is whether the solver had a contact of the two parts in this step: if so, the solver has handled
    /// the pair, and the parts may penetrate deeper.
    pub(super) fn part_impact(
        &self,
        keys: [usize; 2],
        motions: [&Motion<R>; 2],
        time: R,
        has_contact: bool,
    ) -> Option<Impact<R>> {
        let counts = self.dynamic(keys.map(|key| self.parts[key].body));
        // Two bodies that are thinner than the speculative margin may penetrate by more than their thickness; then only the core is swept.
        let slots = keys.map(|key| self.parts[key].body);
        let [p, q] = slots.map(|slot| &self.bodies[slot as usize]);
        let half_thickness = self.pair_half_thickness(slots, counts);
        let is_thin = counts == [true, true] && half_thickness < margin(p, q);
        let stages: &[f64] = match (has_contact, is_thin) {
            (false, _) => &[1.0, DEEP_INSET],
            (true, false) => &[DEEP_INSET],
            (true, true) => &[],
        };
        for &part in stages {
            let ([a, b], tolerance) = self.inset_pair(keys, counts, half_thickness, part);
            match time_of_impact([&a, &b], motions, time, tolerance) {
                ToiResult::Miss => return None,
                ToiResult::Hit(impact) | ToiResult::Unknown(impact) => return Some(impact),
                ToiResult::Overlap => {}
            }
        }
        self.core_impact(keys, motions, time)
    }

    /// The first impact, after a time, of two parts that have no contact and at least one of which has a one-way side. `None` if they pass
    /// through each other, because they overlap or do not meet at that side.
    pub(super) fn one_way_impact(
        &self,
        keys: [usize; 2],
        motions: [&Motion<R>; 2],
        time: R,
    ) -> Option<Impact<R>> {
        let slots = keys.map(|key| self.parts[key].body);
        let counts = self.dynamic(slots);
        let ([a, b], tolerance) = self.inset_pair(keys, counts, self.pair_half_thickness(slots, counts), 1.0);
        match time_of_impact([&a, &b], motions, time, tolerance) {
            ToiResult::Miss | ToiResult::Overlap => None,
            ToiResult::Hit(impact) | ToiResult::Unknown(impact) => {
                self.hits_one_way_side(keys, impact.normal).then_some(impact)
            }
        }
    }

    /// The awake contact of two parts, given its key, with or without contact points.
    pub(super) fn contact_of(&self, key: u64) -> Option<&Contact<R>> {
        let found = self.contacts.binary_search_by_key(&key, |contact| contact.key);
        found.ok().map(|index| &self.contacts[index])
    }

    /// Whether the normal of a contact, or its cached separating axis, shows that two parts do not penetrate by more than the depth that a
    /// sweep allows, from a time to the end of the step. This is an early out that saves the search for the time of impact.
    pub(super) fn stays_apart(&self, contact: &Contact<R>, motions: [&Motion<R>; 2], time: R) -> bool {
        let slots = contact.bodies;
        let inset_scale = if contact.count > 0 { DEEP_INSET } else { 1.0 };
        let depth = self.pair_half_thickness(slots, self.dynamic(slots)) * num(INSET * inset_scale);
        let [a, b] = slots.map(|slot| &self.bodies[slot as usize]);
        let rotation_bound = abs(motions[0].angular_velocity) * a.bounding_radius
            + abs(motions[1].angular_velocity) * b.bounding_radius;
        let approach_speed = (motions[0].velocity - motions[1].velocity).dot(contact.normal) + rotation_bound;
        let (offset, rotations) = relative_at(motions, time);
        let separation = self.separation_along(contact, &RelativePose { offset, rotations });
        let is_axis = contact.normal != Vector::default();
        let lowest = separation - larger(approach_speed, R::default()) * (num::<R>(1.0) - time);
        is_axis && lowest > -depth
    }

    /// The first impact of a core with the other part after a time. The core is that of the smaller body, or of the only dynamic one.
    pub(super) fn core_impact(
        &self,
        keys: [usize; 2],
        motions: [&Motion<R>; 2],
        time: R,
    ) -> Option<Impact<R>> {
        let parts = keys.map(|key| &self.parts[key]);
        let slots = parts.map(|part| part.body);
        let dynamic = self.dynamic(slots);
        let [p, q] = slots.map(|slot| &self.bodies[slot as usize]);
        let smaller = match dynamic {
            [true, true] => usize::from(q.bounding_radius < p.bounding_radius),
            [first, _] => usize::from(!first),
        };
        let radius = [p, q][smaller].half_thickness * num(CORE_RADIUS);
        let core = ConvexPart { core: PartCore::Point(parts[smaller].center), radius };
        let shapes = [0, 1].map(|k| if k == smaller { &core } else { &parts[k].shape });
        let tolerance = radius * num(TOLERANCE);
        match time_of_impact(shapes, motions, time, tolerance) {
            ToiResult::Miss => None,
            ToiResult::Hit(impact) | ToiResult::Unknown(impact) => Some(impact),
            // If the core overlaps already, it must not penetrate deeper.
            ToiResult::Overlap => deepening(shapes, motions, time, tolerance),
        }
    }
}
