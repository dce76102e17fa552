//! Continuous collision: after the solver, fast bodies are swept along their motion, and are stopped at bodies that they would pass
//! through.
//!
//! The narrow phase finds the contacts that exist at the beginning of a step, and the contacts that will begin within the step if the
//! bodies keep their velocities. It misses contacts that begin because a collision or a joint accelerates a body during the step, or
//! because a corner rotates into another body. The sweep finds these.
//!
//! The impacts of all bodies are resolved in order of time. Each impact removes the approach speed of the two bodies from their motion in
//! the rest of the step. Usually it does not change the velocities that the bodies have after the step: the contact of the next step
//! applies restitution and friction to these.
//!
//! An impact near the beginning of the step also changes the velocities after the step, with restitution. Otherwise the next step would
//! begin with the same velocities and have the same early impact, so the body would hardly move in either step.

mod impact_response;
mod part_impact;
mod sensor;

use super::Simulation;
use super::contacts::contact::{ContactOrigin, PairContact};
use super::contacts::narrow_phase::{margin, overlap};
use super::contacts::time_of_impact::{BodyMotion, Impact};
use super::graph_coloring::NULL_INDEX;
use super::math::{V, num};
use crate::dynamics::tolerance::{FAST_MOTION, SPECULATIVE_MARGIN};
use crate::scalar::Real;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// Two limits on the number of impacts of a body in a step. A body that overlaps several others deeply may not be able to leave all of
/// them. So after the first limit, only a small disc at the center of each part is swept instead of the part (see
/// [`core_impact`](Simulation::core_impact)). At the second limit, the body stops for the rest of the step.
const MAX_IMPACTS: [u32; 2] = [8, 16];

/// The motion of a body in the solver during the step. Impacts change it.
struct SweptBody<R> {
    motion: BodyMotion<R>,
    /// The velocity and the angular velocity that the body has after the step.
    velocity: V<R>,
    angular_velocity: R,
    /// The inverse mass and the inverse inertia. Both are zero for a body that impacts do not move: a kinematic body, the dummy body, or a
    /// body that an impact has stopped for the rest of the step.
    inv_masses: [R; 2],
    /// The number of impacts of the body in this step.
    impacts: u32,
    /// Whether the body was fast at the beginning of the sweep.
    is_fast: bool,
}

/// A pending impact of two parts: found, but not resolved yet. `impacts` has the number of impacts that each of the two bodies had already
/// had in this step at that time. If either body has had more when the pending impact is to be resolved, its motion has changed and the
/// pending impact is out of date.
struct PendingImpact<R> {
    key: u64,
    impact: Impact<R>,
    impacts: [u32; 2],
}

/// The motions of all bodies in the solver, and the pending impacts, sorted by descending time: the earliest impact is last.
struct Sweep<R> {
    bodies: Vec<SweptBody<R>>,
    impacts: Vec<PendingImpact<R>>,
}

impl<R: Real> Sweep<R> {
    /// Adds a pending impact. Impacts at the same time are sorted by the key of their pair of parts. So the order of the pairs that the
    /// tree of the broad phase finds has no influence on the result.
    fn add(&mut self, impact: PendingImpact<R>) {
        let comes_later = |other: &PendingImpact<R>| {
            let t = other.impact.time;
            let u = impact.impact.time;
            t > u || t == u && other.key > impact.key
        };
        let index = self.impacts.partition_point(comes_later);
        self.impacts.insert(index, impact);
    }
}

impl<R: Real> Simulation<R> {
    /// Sweeps all fast bodies: stops them at the time of impact with bodies that they would pass through, or lets them slide on. Returns
    /// the indices, in the solver, of the bodies that the solver has moved by more than a small part of their bounding radius. These may
    /// have left their AABBs, which the caller has to check.
    pub(super) fn sweep_fast_bodies(&mut self, dt: R) -> Vec<usize> {
        let mut fast_bodies = Vec::new();
        let mut moved_bodies = Vec::new();
        for index in 0..self.solver.states.len() {
            let (is_fast, has_moved) = self.classify_motion(index);
            if is_fast {
                fast_bodies.push(index);
            }
            if has_moved {
                moved_bodies.push(index);
            }
        }
        if !fast_bodies.is_empty() {
            self.sweep_bodies(&fast_bodies, dt);
        }
        moved_bodies
    }

    /// Sweeps the given fast bodies; `fast_bodies` are their indices in the solver.
    fn sweep_bodies(&mut self, fast_bodies: &[usize], dt: R) {
        let mut sweep = self.start_sweep();
        let start = R::ZERO;
        for &index in fast_bodies {
            sweep.bodies[index].is_fast = true;
        }
        let is_fast = |slot: u32| self.solver_index(slot).is_some_and(|index| sweep.bodies[index].is_fast);
        let contacts = self
            .contacts
            .awake
            .iter()
            .filter(|contact| !contact.flags.sensor && contact.bodies.into_iter().any(is_fast));
        let impacts: Vec<_> = contacts
            .filter_map(|contact| self.next_impact(contact.key, Some(contact), start, &sweep.bodies))
            .collect();
        impacts.into_iter().for_each(|impact| sweep.add(impact));
        // The broad phase has found pairs by the swept AABBs, so `contacts` has all pairs of parts that meet within these. But the solver
        // may have moved a body out of its swept AABBs. For such a body, the tree is searched for further parts on its path.
        let has_left = |index: &usize| {
            let slot = self.solver.slots[*index] as usize;
            !self.bodies[slot].stays_in_swept_aabbs(&self.solver.states[*index].get(), dt)
        };
        let uncovered: Vec<usize> = fast_bodies.iter().copied().filter(has_left).collect();
        for &index in &uncovered {
            self.extend_aabbs(index, &sweep.bodies[index].motion, start);
        }
        for index in uncovered {
            self.find_impacts(index, start, &mut sweep, |key| self.contacts.find(key).is_none());
        }
        while let Some(pending) = sweep.impacts.pop() {
            self.resolve_impact(&pending, &mut sweep);
        }
        for (body, swept) in self.solver.states.iter_mut().zip(&sweep.bodies) {
            if swept.impacts > 0 {
                let mut state = body.get();
                swept.motion.store_end(&mut state);
                state.velocity = swept.velocity;
                state.angular_velocity = swept.angular_velocity;
                *body = state.into();
            }
        }
    }

    /// Whether the motion of a body in the step is so long that the body has to be swept, and whether the body may have left its AABBs,
    /// because it has moved by more than a small fraction of its bounding radius. `index` is the index of the body in the solver.
    fn classify_motion(&self, index: usize) -> (bool, bool) {
        let slot = self.solver.slots[index];
        if slot == NULL_INDEX {
            return (false, false);
        }
        let body = &self.bodies[slot as usize];
        let state = self.solver.states[index].get();
        let rotation_bound = (Vector([state.delta_rotation.cos, state.delta_rotation.sin])
            - Vector([R::ONE, R::ZERO]))
        .map(R::abs);
        let motion_bound = state.delta_position.dot(state.delta_position).sqrt()
            + (rotation_bound[0] + rotation_bound[1]) * body.properties.bounding_radius;
        let always_swept = body.settings.bullet || self.solver.deep[index];
        let is_fast = (motion_bound > body.properties.half_thickness * num(FAST_MOTION)
            || always_swept && motion_bound > R::ZERO)
            && motion_bound < R::MAX_RADIUS;
        (is_fast, motion_bound > body.properties.bounding_radius * num(SPECULATIVE_MARGIN))
    }

    /// The sweep before the first impact: all bodies move as the solver has determined.
    fn start_sweep(&self) -> Sweep<R> {
        let swept = |(solver_body, slot): (&super::solver_body::SolverBody<R>, &u32)| {
            let state = solver_body.get();
            let zero_masses = [R::ZERO; 2];
            // The dummy body stands for all bodies at rest and is not a stored body, so it has no pose. It is never swept, and its pose is
            // never used. The pose of the first stored body takes its place.
            let body = &self.bodies[if *slot == NULL_INDEX { 0 } else { *slot as usize }];
            SweptBody {
                motion: BodyMotion::new(body, state.delta_position, state.delta_angle),
                velocity: state.velocity,
                angular_velocity: state.angular_velocity,
                inv_masses: if *slot == NULL_INDEX {
                    zero_masses
                } else {
                    [body.properties.inv_mass, body.properties.inv_inertia]
                },
                impacts: 0,
                is_fast: false,
            }
        };
        let bodies = self.solver.states.iter().zip(&self.solver.slots).map(swept).collect();
        Sweep { bodies, impacts: Vec::new() }
    }

    /// The AABB that a part sweeps from a time to the end of the step.
    fn swept_aabb_of(&self, key: u32, motion: &BodyMotion<R>, time: R) -> Aabb<R, 2> {
        let part = &self.parts[key as usize];
        let remaining = R::ONE - time;
        let (center, rotation) = motion.pose(time);
        let aabb = part.shape.aabb(center, rotation);
        // Two bounds of the displacement of a point by rotation: it is at most the angle times the bounding radius, and the point stays
        // inside the bounding circle.
        let bounding_radius = self.bodies[part.body as usize].properties.bounding_radius;
        let rotation_bound = motion.angular_velocity.abs() * remaining * bounding_radius;
        let [margin, radius] = [rotation_bound, bounding_radius].map(Vector::splat);
        let lowest = (aabb.min() - margin).zip(center - radius, R::max);
        let highest = (aabb.max() + margin).zip(center + radius, R::min);
        let displacement = motion.velocity.scaled(remaining);
        Aabb::new(
            lowest + displacement.zip(Vector::ZERO, R::min),
            highest + displacement.zip(Vector::ZERO, R::max),
        )
    }

    /// Extends the swept and fat AABBs of the parts of a body by its motion from a time to the end of the step, so that sweeps of other
    /// bodies find it.
    fn extend_aabbs(&mut self, index: usize, motion: &BodyMotion<R>, time: R) {
        let slot = self.solver.slots[index] as usize;
        for k in 0..self.bodies[slot].parts.len() {
            let key = self.bodies[slot].parts[k];
            let swept = self.swept_aabb_of(key, motion, time);
            let part = &mut self.parts[key as usize];
            part.swept_aabb = part.swept_aabb.union(&swept);
            let union = part.fat_aabb.union(&part.swept_aabb);
            if union.min() != part.fat_aabb.min() || union.max() != part.fat_aabb.max() {
                part.fat_aabb = union;
                let _ = self.broad_phase.tree.set(key as usize, union);
                self.broad_phase.moved_parts.push(key);
            }
        }
    }

    /// Finds the first impact of each part of a body with each other part after a time, and adds these impacts to the pending impacts.
    /// Skips pairs of parts for whose key `accepts` returns false.
    fn find_impacts(&self, index: usize, time: R, sweep: &mut Sweep<R>, accepts: impl Fn(u64) -> bool) {
        let slot = self.solver.slots[index];
        for &key in &self.bodies[slot as usize].parts {
            if self.parts[key as usize].material.sensor {
                continue;
            }
            let swept = self.swept_aabb_of(key, &sweep.bodies[index].motion, time);
            let mut pairs = Vec::new();
            self.broad_phase.tree.each_intersecting(&swept, |other| {
                let other_part = &self.parts[other];
                let [a, b] = [other.min(key as usize), other.max(key as usize)];
                let other_is_fast =
                    || self.solver_index(other_part.body).is_some_and(|index| sweep.bodies[index].is_fast);
                // Early out: most parts near the path of the body are not on it. `intersects_aabb` compares the path with the pose that the
                // other part has at the beginning of the step. It is skipped if the other body is fast, because that body may move onto the
                // path later.
                if !other_part.material.sensor
                    && overlap(&other_part.swept_aabb, &swept)
                    && (other_is_fast()
                        || other_part.intersects_aabb(&self.bodies[other_part.body as usize], &swept))
                    && self.may_collide(a, b)
                {
                    pairs.push((a as u64) << 32 | b as u64);
                }
            });
            for key in pairs.into_iter().filter(|key| accepts(*key)) {
                if let Some(impact) = self.next_impact(key, self.contacts.find(key), time, &sweep.bodies) {
                    sweep.add(impact);
                }
            }
        }
    }

    /// The index in the solver of the body in a slot, or `None` if the body is not in the solver.
    fn solver_index(&self, slot: u32) -> Option<usize> {
        let index = self.solver.indices[slot as usize];
        (index != NULL_INDEX).then_some(index as usize)
    }

    /// The first impact of two parts after a time. `contact` is their contact in the list of awake contacts, if there is one. `None` if the
    /// parts do not meet or neither body can be moved. Also `None` if the bodies neither move fast relative to each other nor overlap
    /// deeply, because such bodies do not pass through each other.
    fn next_impact(
        &self,
        key: u64,
        contact: Option<&PairContact<R>>,
        time: R,
        bodies: &[SweptBody<R>],
    ) -> Option<PendingImpact<R>> {
        let keys = [(key >> 32) as usize, (key & 0xffff_ffff) as usize];
        let slots = keys.map(|key| self.parts[key].body);
        let indices = slots.map(|slot| self.solver_index(slot));
        let stationary = [0, 1].map(|k| self.stationary_motion(slots[k]));
        let motions = [0, 1].map(|k| indices[k].map_or(&stationary[k], |index| &bodies[index].motion));
        let inv_masses = indices.map(|index| index.map_or([R::ZERO; 2], |index| bodies[index].inv_masses));
        let is_movable = inv_masses.iter().any(|inv_masses| inv_masses[0] > R::ZERO);
        let is_fast =
            || self.is_fast_pair(slots, motions, self.safe_motion(slots)) || self.is_deep_pair(slots);
        if !is_movable || !is_fast() {
            return None;
        }
        if contact.is_some_and(|contact| contact.flags.disabled || self.stays_apart(contact, motions, time)) {
            return None;
        }
        let has_contact = contact.is_some_and(|contact| contact.count > 0);
        let impacts = indices.map(|index| index.map_or(0, |index| bodies[index].impacts));
        let uses_core = impacts.into_iter().any(|impacts| impacts >= MAX_IMPACTS[0]);
        let impact = match uses_core {
            _ if self.is_one_way(keys) && !has_contact => {
                let from_outside = contact.is_some_and(|contact| contact.origin == ContactOrigin::Outside);
                self.one_way_impact(keys, motions, time, from_outside)
            }
            true => self.core_impact(keys, motions, time),
            false => self.part_impact(keys, motions, time, has_contact),
        }?;
        Some(PendingImpact { key, impact, impacts })
    }

    /// The motion of a body that is at rest during the step, given by its slot.
    pub(super) fn stationary_motion(&self, slot: u32) -> BodyMotion<R> {
        BodyMotion::new(&self.bodies[slot as usize], Vector::ZERO, R::ZERO)
    }

    /// Whether one of two bodies is dynamic, the other is not, and the dynamic body overlaps a body that is not dynamic so deeply that it
    /// could pass through it at any speed.
    fn is_deep_pair(&self, slots: [u32; 2]) -> bool {
        let deep = |slot: u32| self.solver_index(slot).is_some_and(|index| self.solver.deep[index]);
        let [a, b] = slots.map(|slot| self.bodies[slot as usize].is_dynamic());
        deep(slots[0]) && !b || deep(slots[1]) && !a
    }

    /// For each of two bodies, whether it is dynamic.
    fn dynamic(&self, slots: [u32; 2]) -> [bool; 2] {
        slots.map(|slot| self.bodies[slot as usize].is_dynamic())
    }

    /// The smaller half thickness of two bodies. A body is ignored if its element of `counts` is false. If both are ignored, the result is
    /// infinite.
    pub(super) fn pair_half_thickness(&self, slots: [u32; 2], counts: [bool; 2]) -> R {
        let [a, b] = [0, 1].map(|k| {
            if counts[k] { self.bodies[slots[k] as usize].properties.half_thickness } else { R::INFINITY }
        });
        a.min(b)
    }

    /// The largest relative motion in a step at which two bodies certainly do not pass through each other. It is a fraction of the
    /// thickness of the thinner dynamic body, or the speculative margin if that is larger. The margin is safe however thin the bodies are:
    /// bodies that are closer to each other than the margin have a contact already.
    pub(super) fn safe_motion(&self, slots: [u32; 2]) -> R {
        let [a, b] = slots.map(|slot| &self.bodies[slot as usize]);
        (self.pair_half_thickness(slots, self.dynamic(slots)) * num(FAST_MOTION)).max(margin(a, b))
    }

    /// Whether the relative motion of two bodies in a step exceeds the distance `safe`, at which they cannot pass through each other.
    /// Always true if one body is a bullet and they move relative to each other.
    pub(super) fn is_fast_pair(&self, slots: [u32; 2], motions: [&BodyMotion<R>; 2], safe: R) -> bool {
        let bodies = slots.map(|slot| &self.bodies[slot as usize]);
        let displacement = motions[1].velocity - motions[0].velocity;
        let rotation_bound = motions[0].angular_velocity.abs() * bodies[0].properties.bounding_radius
            + motions[1].angular_velocity.abs() * bodies[1].properties.bounding_radius;
        let motion_bound = displacement.dot(displacement).sqrt() + rotation_bound;
        let always_swept = (bodies[0].settings.bullet || bodies[1].settings.bullet) && motion_bound > R::ZERO;
        always_swept || motion_bound > safe
    }
}
