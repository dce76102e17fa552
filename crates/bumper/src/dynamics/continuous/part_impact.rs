//! The first impact of two parts in a sweep. First their inset shapes are swept: the shapes of the parts, shrunk so that touching bodies do
//! not collide. If even these overlap, a small disc at the center of one part is swept against the other part. An early out by a separating
//! axis decides most pairs without a sweep.

use crate::Vector;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::convex_parts::{ConvexPart, PartCore};
use crate::dynamics::contacts::contact::{PairContact, RelativePose};
use crate::dynamics::contacts::narrow_phase::margin;
use crate::dynamics::contacts::time_of_impact::{
    BodyMotion, Impact, ToiResult, deepening, relative_at, time_of_impact,
};
use crate::dynamics::math::num;
use crate::dynamics::tolerance::{CORE_RADIUS, DEEP_INSET, INSET, SWEEP_TOLERANCE};
use crate::scalar::Real;

impl<R: Real> Simulation<R> {
    /// The shapes of two parts, shrunk for the sweep, and the tolerance for their time of impact. `counts` says which of the two parts are
    /// shrunk. The total inset is `inset_scale` times [`INSET`] times `half_thickness`. If both parts are shrunk, each is shrunk by half of
    /// it.
    pub(in crate::dynamics) fn inset_pair(
        &self,
        keys: [usize; 2],
        counts: [bool; 2],
        half_thickness: R,
        inset_scale: f64,
    ) -> ([ConvexPart<R>; 2], R) {
        let depth = half_thickness * num(INSET * inset_scale);
        let depth_each = if counts[0] && counts[1] { depth * R::HALF } else { depth };
        let shapes = [0, 1].map(|k| {
            let shape = &self.parts[keys[k]].shape;
            if counts[k] { shape.inset(depth_each) } else { shape.clone() }
        });
        (shapes, half_thickness * num(INSET * SWEEP_TOLERANCE * inset_scale.min(1.0)))
    }

    /// The first impact of two parts after a time. Their inset shapes are swept. If these overlap at that time, the core of the smaller
    /// body is swept against the other part (see [`core_impact`](Simulation::core_impact)).
    ///
    /// `has_contact` says whether the solver had a contact of the two parts in this step. If so, the solver has handled the pair already,
    /// and the sweep only has to stop a deep penetration. So the shapes are shrunk by a larger inset, and the parts have to penetrate
    /// deeper before they collide in the sweep.
    pub(super) fn part_impact(
        &self,
        keys: [usize; 2],
        motions: [&BodyMotion<R>; 2],
        time: R,
        has_contact: bool,
    ) -> Option<Impact<R>> {
        let counts = self.dynamic(keys.map(|key| self.parts[key].body));
        // Two thin dynamic bodies, thinner than the speculative margin, may penetrate each other by more than their thickness. Then even
        // shapes shrunk by a fraction of that thickness may overlap at the start, and their sweep gives no time of impact. So if the parts
        // have a contact, only the core of one of them is swept.
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

    /// The first impact after a time of two parts without a contact. At least one of the parts has a one-way side. `None` if they do not
    /// meet, if they overlap already, or if they meet at a side that lets bodies pass. A body that comes from outside
    /// (`from_outside`) may rotate so that it enters the part through another side. Then its core is swept (see
    /// [`core_impact`](Self::core_impact)).
    pub(super) fn one_way_impact(
        &self,
        keys: [usize; 2],
        motions: [&BodyMotion<R>; 2],
        time: R,
        from_outside: bool,
    ) -> Option<Impact<R>> {
        let slots = keys.map(|key| self.parts[key].body);
        let counts = self.dynamic(slots);
        let ([a, b], tolerance) = self.inset_pair(keys, counts, self.pair_half_thickness(slots, counts), 1.0);
        let stops = |impact: &Impact<R>| self.hits_one_way_side(keys, impact.normal);
        let found = match time_of_impact([&a, &b], motions, time, tolerance) {
            ToiResult::Miss => return None,
            ToiResult::Overlap => None,
            ToiResult::Hit(impact) | ToiResult::Unknown(impact) => Some(impact).filter(stops),
        };
        let by_core = || if from_outside { self.core_impact(keys, motions, time) } else { None };
        found.or_else(|| by_core().filter(stops))
    }

    /// Whether two parts certainly do not penetrate by more than the inset of swept shapes from a time to the end of the step. This early
    /// out saves the search for the time of impact. The test bounds their motion along one direction: the contact normal if the contact has
    /// points, otherwise the cached separating axis.
    pub(super) fn stays_apart(
        &self,
        contact: &PairContact<R>,
        motions: [&BodyMotion<R>; 2],
        time: R,
    ) -> bool {
        let slots = contact.bodies;
        let inset_scale = if contact.count > 0 { DEEP_INSET } else { 1.0 };
        let depth = self.pair_half_thickness(slots, self.dynamic(slots)) * num(INSET * inset_scale);
        let [a, b] = slots.map(|slot| &self.bodies[slot as usize]);
        let rotation_bound = motions[0].angular_velocity.abs() * a.properties.bounding_radius
            + motions[1].angular_velocity.abs() * b.properties.bounding_radius;
        let approach_speed = (motions[0].velocity - motions[1].velocity).dot(contact.normal) + rotation_bound;
        let (offset, rotations) = relative_at(motions, time);
        let pose = RelativePose { offset, rotations };
        let separation = self.separation_along(contact, &pose);
        let is_axis = contact.normal != Vector::ZERO;
        let lowest = separation - approach_speed.max(R::ZERO) * (R::ONE - time);
        is_axis && lowest > -depth && (separation >= R::ZERO || self.has_core_in_front(contact, &pose))
    }

    /// Whether the center of the smaller or dynamic part is outside of the other part along the normal of their contact. If it is not, the
    /// normal may push the body out of a thin part on the far side.
    fn has_core_in_front(&self, contact: &PairContact<R>, pose: &RelativePose<R>) -> bool {
        let keys = contact.parts();
        let side = self.core_side(contact.bodies);
        let core = pose.rotations[side].rotate(self.parts[keys[side]].center);
        let other = 1 - side;
        let sign = num(if side == 1 { 1.0 } else { -1.0 });
        let outwards = contact.normal.scaled(sign);
        let reach = self.parts[keys[other]].shape.support(pose.rotations[other].inv_rotate(outwards));
        (pose.offset.scaled(sign) + core).dot(outwards) >= reach
    }

    /// Which of two parts has the core: that of the smaller body if both bodies are dynamic, otherwise that of the dynamic body.
    fn core_side(&self, slots: [u32; 2]) -> usize {
        let [p, q] = slots.map(|slot| &self.bodies[slot as usize]);
        match self.dynamic(slots) {
            [true, true] => usize::from(q.properties.bounding_radius < p.properties.bounding_radius),
            [first, _] => usize::from(!first),
        }
    }

    /// The first impact after a time of the core of one part with the other part. The core is a small disc at the center of mass of its
    /// part. If both bodies are dynamic, the part of the smaller body has the core, otherwise the part of the dynamic body.
    pub(super) fn core_impact(
        &self,
        keys: [usize; 2],
        motions: [&BodyMotion<R>; 2],
        time: R,
    ) -> Option<Impact<R>> {
        let parts = keys.map(|key| &self.parts[key]);
        let slots = parts.map(|part| part.body);
        let smaller = self.core_side(slots);
        let radius = self.bodies[slots[smaller] as usize].properties.half_thickness * num(CORE_RADIUS);
        let core = ConvexPart { core: PartCore::Point(parts[smaller].center), radius };
        let shapes = [0, 1].map(|k| if k == smaller { &core } else { &parts[k].shape });
        let tolerance = radius * num(SWEEP_TOLERANCE);
        match time_of_impact(shapes, motions, time, tolerance) {
            ToiResult::Miss => None,
            ToiResult::Hit(impact) | ToiResult::Unknown(impact) => Some(impact),
            // If the core overlaps the other part already, an impact stops it from penetrating deeper.
            ToiResult::Overlap => deepening(shapes, motions, time, tolerance),
        }
    }
}
