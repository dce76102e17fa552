//! Impacts with restitution. They are resolved in the sub-step when the surfaces meet, before the soft contact solver. The contact solver
//! spreads the impulses of an impact over several contacts and iterations, and energy that is lost there could not be restored.
//!
//! Impacts are resolved in rounds. A round solves all contact points together that are reached in this sub-step, each with Newton's law of
//! restitution (`impact_solver`). So all points under a body that falls flat act together, and a mirror-symmetric hit stays symmetric.
//! After a round, bodies may approach that did not approach before; their impacts are the next round. So in a row of balls, the impulse is
//! passed on to the last ball, whether or not there are gaps between the balls.
//!
//! Contacts that do not bounce support the bodies that are hit: contacts without restitution, and resting contacts with the ground. They
//! take part in the rounds without restitution.

use super::impact_solver::{
    ImpactBodies, ImpactBody, ImpactContact, ImpactDirection, ImpactPoint, time_until_contact,
};
use super::{RestitutionContact, Solver};
use crate::Vector;
use crate::dynamics::Simulation;
use crate::dynamics::contacts::contact::{PairContact, RelativePose};
use crate::dynamics::contacts::narrow_phase::margin;
use crate::dynamics::graph_coloring::ConstraintSlot;
use crate::dynamics::lanes::LANE_COUNT;
use crate::dynamics::math::{Rot, V, num};
use crate::dynamics::solver_body::Integration;
use crate::dynamics::tolerance::{MIN_NORMAL_COS, REACHED_TIME, SMALLEST_IMPACT, TIME_TOLERANCE};
use crate::scalar::Real;
use alloc::vec::Vec;

/// The limit of the number of rounds in a sub-step. The contact solver resolves the remaining impacts without restitution.
const MAX_ROUNDS: u32 = 64;

/// The manifold of an impact is computed again, up to this number of times, until the time of the impact changes by no more than a fraction
/// of the sub-step.
const MAX_PREDICTIONS: u32 = 4;
/// The number of contacts over which the impulse of an impact is passed on to supports in a round. Beyond it, bodies of a pile are treated
/// as free, which has little effect, because an impulse moves many bodies only a little.
const SUPPORT_DEPTH: usize = 8;

/// The conditions of the rounds of a sub-step: its duration, and the approach speed up to which contacts have no restitution.
#[derive(Clone, Copy)]
struct ImpactRules<R> {
    sub_dt: R,
    threshold: R,
}

/// A contact point at the beginning of a sub-step.
#[derive(Clone, Copy)]
struct PointState<R> {
    /// The index of the point in its contact constraint.
    index: usize,
    normal: ImpactDirection<R>,
    /// The lever arms of friction.
    tangent_levers: [R; 2],
    separation: R,
    /// The time in the sub-step for which the point was computed; `None` if it was computed for the beginning of the step.
    time: Option<R>,
}

/// A contact that may support bodies that are hit.
#[derive(Clone, Copy)]
struct Support {
    slot: ConstraintSlot,
    bodies: [u32; 2],
    has_restitution: bool,
}

impl<R: Real> Simulation<R> {
    /// Resolves all impacts with restitution in the sub-step that follows, in rounds.
    pub(in crate::dynamics) fn resolve_impacts(&mut self, sub_dt: R) {
        if self.solver.restitution_contacts.is_empty() {
            return;
        }
        let entries = core::mem::take(&mut self.solver.restitution_contacts);
        let mut rules = ImpactRules { sub_dt, threshold: self.solver.restitution_threshold };
        let mut corner_buffers = [Vec::new(), Vec::new()];
        let mut supports = Vec::new();
        for round in 1..=MAX_ROUNDS {
            let solver = &self.solver;
            let reached: Vec<_> =
                entries.iter().filter(|entry| solver.is_reached(entry, round, &rules)).collect();
            if reached.is_empty() {
                break;
            }
            if self.solver.impact_bodies.is_empty() {
                self.add_impact_bodies();
            }
            let mut contacts: Vec<_> = reached
                .into_iter()
                .filter_map(|entry| self.impact_of(entry, &rules, &mut corner_buffers))
                .collect();
            if round == 1 {
                supports = self.find_supports(&entries, &contacts, &rules);
                let smallest_speed = largest_approach_speed(&contacts) * num(SMALLEST_IMPACT);
                rules.threshold = rules.threshold.max(smallest_speed);
            }
            self.solver.add_supports(&mut contacts, &supports, &rules);
            self.solver.solve_round(&mut contacts, round);
        }
        self.solver.update_separations_of_hit_bodies();
        self.solver.restitution_contacts = entries;
    }

    /// Adds the states of the bodies during impacts to the solver.
    fn add_impact_bodies(&mut self) {
        let bodies = self.solver.slots.iter().enumerate().map(|(index, slot)| {
            if index >= self.solver.dynamic_count {
                return ImpactBody::new([R::ZERO; 3]);
            }
            let body = &self.bodies[*slot as usize];
            let [x, y] = body
                .settings
                .locked_axes
                .map(|is_locked| if is_locked { R::ZERO } else { body.properties.inv_mass });
            ImpactBody::new([x, y, body.properties.inv_inertia])
        });
        self.solver.impact_bodies = bodies.collect();
    }

    /// The impact of a contact that is reached in the sub-step.
    ///
    /// The manifold is computed again for the moment when the surfaces meet. The manifold of the step is a prediction of that moment, which
    /// does not know of earlier impacts in the step; it is used if there is no impact at the predicted time.
    fn impact_of(
        &self,
        entry: &RestitutionContact<R>,
        rules: &ImpactRules<R>,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) -> Option<ImpactContact<R>> {
        let predicted = self.solver.point_states(entry.slot);
        let bodies = self.solver.bodies_of(entry.slot);
        let mut time = self.solver.first_time(bodies, &predicted, rules)?;
        let mut current = None;
        for _ in 0..MAX_PREDICTIONS {
            let Some(states) = self.point_states_at(entry, bodies, time, corner_buffers) else { break };
            current = Some(states);
            let Some(next) = self.solver.first_time(bodies, &states, rules) else { break };
            if (next - time).abs() <= rules.sub_dt * num(TIME_TOLERANCE) {
                break;
            }
            time = next;
        }
        current
            .and_then(|states| self.solver.bounce(entry, &states, rules))
            .or_else(|| self.solver.bounce(entry, &predicted, rules))
    }

    /// The contact points of a contact with the bodies where they are at `time` in the sub-step. Only the positions and the normal are those
    /// at this time. The separations are converted to the beginning of the sub-step, as `bounce` expects them. `None` if the surfaces are not
    /// close to each other at `time`, or if the normal of a contact with the ground differs much from the one at the beginning.
    fn point_states_at(
        &self,
        entry: &RestitutionContact<R>,
        indices: [u32; 2],
        time: R,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) -> Option<[Option<PointState<R>>; 2]> {
        let pose_of = |contact: &PairContact<R>| {
            let [a, b] = contact.bodies.map(|slot| &self.bodies[slot as usize]);
            let motions =
                self.solver.indices_of(contact.bodies).map(|index| self.solver.motion_until(index, time));
            RelativePose {
                offset: (b.center + motions[1].0) - (a.center + motions[0].0),
                rotations: [a.rotation.then(motions[0].1), b.rotation.then(motions[1].1)],
            }
        };
        let patch = self.solver.patch_of(entry.index);
        let contact = patch.map_or(&self.contacts.awake[entry.index as usize], |patch| &patch.merged);
        let found = match patch {
            Some(patch) => self.patch_at(patch, pose_of, corner_buffers)?,
            None => {
                let pose = pose_of(contact);
                let [a, b] = contact.bodies.map(|slot| &self.bodies[slot as usize]);
                let mut found = *contact;
                found.set_manifold(
                    &pose,
                    Some(self.manifold_at(contact, &pose, margin(a, b), corner_buffers)?),
                );
                found
            }
        };
        // The normal of a body that overlaps a narrow part of the ground may point sideways.
        if contact.flags.non_dynamic && !(found.normal.dot(contact.normal) > num(MIN_NORMAL_COS)) {
            return None;
        }
        let mut states = [None; 2];
        for (state, point) in states.iter_mut().zip(found.points()) {
            let tangent = found.normal.perp();
            let normal = ImpactDirection {
                direction: found.normal,
                levers: point.anchors.map(|anchor| anchor.cross(found.normal)),
            };
            let index = contact.points().iter().position(|other| other.feature == point.feature);
            *state = Some(PointState {
                index: index.unwrap_or(0),
                normal,
                tangent_levers: point.anchors.map(|anchor| anchor.cross(tangent)),
                separation: point.base_separation - self.solver.speed(indices, &normal) * time,
                time: Some(time),
            });
        }
        Some(states)
    }

    /// The contacts near the given impacts that may support bodies.
    fn find_supports(
        &self,
        entries: &[RestitutionContact<R>],
        impacts: &[ImpactContact<R>],
        rules: &ImpactRules<R>,
    ) -> Vec<Support> {
        // The bodies may get twice the speed of an impact.
        let reach = largest_approach_speed(impacts) * rules.sub_dt * R::TWO;
        let mut supports = Vec::new();
        for (first, block) in self.solver.contacts.blocks() {
            for (lane, index) in block.contacts.into_iter().enumerate() {
                let Some(contact) = self.contacts.awake.get(index as usize) else { continue };
                let has_restitution = entries.binary_search_by_key(&index, |entry| entry.index).is_ok();
                let is_near = block.points.iter().any(|point| point.separation.0[lane] < reach);
                if is_near && (contact.flags.non_dynamic || !has_restitution) {
                    let slot = ConstraintSlot { lane, ..first };
                    supports.push(Support { slot, bodies: self.solver.bodies_of(slot), has_restitution });
                }
            }
        }
        supports
    }
}

impl<R: Real> Solver<R> {
    /// The bodies of a contact constraint.
    fn bodies_of(&self, slot: ConstraintSlot) -> [u32; 2] {
        self.contacts.block(slot).bodies.map(|bodies| bodies[slot.lane])
    }

    /// The linear and the angular velocity of a body.
    fn velocity(&self, body: u32) -> [R; 3] {
        let [x, y, angular, _] = self.states[body as usize].velocity.0;
        [x, y, angular]
    }

    /// The relative velocity of two bodies along a direction.
    fn speed(&self, bodies: [u32; 2], along: &ImpactDirection<R>) -> R {
        along.speed(self.velocity(bodies[0]), self.velocity(bodies[1]))
    }

    /// The displacement that a body has to be given because of earlier impacts in the sub-step.
    fn shift(&self, body: u32) -> [R; 3] {
        self.impact_bodies.get(body as usize).map_or([R::ZERO; 3], |body| body.shift)
    }

    /// The displacement and the rotation of a body from the beginning of the step until a time in the sub-step.
    fn motion_until(&self, index: u32, time: R) -> (V<R>, Rot<R>) {
        let state = self.states[index as usize].get();
        let [x, y, angle] = self.shift(index);
        let rotation = Rot::from_angle(state.angular_velocity * time + angle);
        (
            state.delta_position + state.velocity.scaled(time) + Vector([x, y]),
            state.delta_rotation.then(rotation),
        )
    }

    /// The time in the sub-step at which the first of the given points of two bodies meets; `None` if no point approaches.
    fn first_time(
        &self,
        bodies: [u32; 2],
        states: &[Option<PointState<R>>; 2],
        rules: &ImpactRules<R>,
    ) -> Option<R> {
        let times = states.iter().flatten().filter_map(|state| {
            let speed = self.speed(bodies, &state.normal);
            (speed < R::ZERO).then(|| time_until_contact(state.separation, speed, rules.sub_dt))
        });
        times.reduce(R::min)
    }

    /// The points of a contact constraint, as the solver has predicted them at the beginning of the step.
    fn point_states(&self, slot: ConstraintSlot) -> [Option<PointState<R>>; 2] {
        let block = self.contacts.block(slot);
        let lane = slot.lane;
        let bodies = self.bodies_of(slot);
        let direction = Vector(block.normal.0.map(|coordinates| coordinates.0[lane]));
        let shifts = bodies.map(|body| self.shift(body));
        [0, 1].map(|index| {
            let point = &block.points[index];
            let normal = ImpactDirection { direction, levers: point.levers.map(|levers| levers.0[lane]) };
            let separation = point.separation.0[lane] + normal.speed(shifts[0], shifts[1]);
            let tangent_levers = block.tangent_levers.map(|levers| levers.0[lane]);
            // A missing second point has a separation that no body bridges.
            (separation < R::MAX_RADIUS * R::HALF).then_some(PointState {
                index,
                normal,
                tangent_levers,
                separation,
                time: None,
            })
        })
    }

    /// Whether a contact with restitution has a point that is reached in the sub-step, at a speed above the threshold. After the first
    /// round, only contacts of bodies that the previous round has changed can be reached.
    fn is_reached(&self, entry: &RestitutionContact<R>, round: u32, rules: &ImpactRules<R>) -> bool {
        let bodies = self.bodies_of(entry.slot);
        let changed = |body: u32| {
            self.impact_bodies.get(body as usize).is_some_and(|body| body.last_round + 1 == round)
        };
        if round > 1 && !bodies.into_iter().any(changed) {
            return false;
        }
        self.point_states(entry.slot).iter().flatten().any(|state| {
            let speed = self.speed(bodies, &state.normal);
            speed < -rules.threshold && state.separation < -speed * rules.sub_dt * num(REACHED_TIME)
        })
    }

    /// The impact of a contact with the given points, or `None` if no point approaches faster than the threshold. Points that are not
    /// reached in this sub-step do not take part, except that the first point always does, because this method is called only for contacts
    /// that are reached.
    fn bounce(
        &self,
        entry: &RestitutionContact<R>,
        states: &[Option<PointState<R>>; 2],
        rules: &ImpactRules<R>,
    ) -> Option<ImpactContact<R>> {
        let bodies = self.bodies_of(entry.slot);
        let time_of = |state: &PointState<R>| {
            let speed = self.speed(bodies, &state.normal);
            (speed < -rules.threshold).then(|| state.separation / -speed)
        };
        let times = states.map(|state| time_of(&state?));
        let earliest = times.into_iter().flatten().reduce(R::min)?;
        let latest = earliest.max(rules.sub_dt * num(REACHED_TIME));
        let mut impact: Option<ImpactContact<R>> = None;
        for (k, state) in states.iter().enumerate() {
            let Some(state) = state.as_ref().filter(|_| times[k].is_some_and(|time| time <= latest)) else {
                continue;
            };
            let contact = impact.get_or_insert_with(|| self.impact_contact(entry.slot, state));
            contact.points[k] = Some(self.bounce_point(bodies, state, entry.restitution, rules));
        }
        impact
    }

    /// A point at which bodies bounce.
    fn bounce_point(
        &self,
        bodies: [u32; 2],
        state: &PointState<R>,
        restitution: R,
        rules: &ImpactRules<R>,
    ) -> ImpactPoint<R> {
        let speed = self.speed(bodies, &state.normal);
        // An impulse keeps the angular momentum only at the poses for which its lever arms were computed.
        let time = state.time.unwrap_or_else(|| time_until_contact(state.separation, speed, rules.sub_dt));
        // The velocities are those at the end of the sub-step. Until the impact, gravity has added only a part of its change, and it acts
        // in the rest of the sub-step, too.
        let changes = bodies.map(|body| self.change_in_free_fall(body));
        let later_change = state.normal.speed(changes[0], changes[1]) * (R::ONE - time / rules.sub_dt);
        ImpactPoint {
            index: state.index,
            normal: state.normal,
            time: Some(time),
            speed,
            later_change,
            rebound_speed: ((R::ONE + restitution) * later_change - restitution * speed).max(R::ZERO),
            least_speed: R::ZERO,
            impulse: R::ZERO,
        }
    }

    /// The change of velocity of a body by gravity and forces in a sub-step; zero if contacts hold the body.
    fn change_in_free_fall(&self, body: u32) -> [R; 3] {
        let Integration { velocity_change, free_velocity, .. } = self.integrations[body as usize];
        let contact_change = self.states[body as usize].velocity - free_velocity;
        let [x, y, angle, _] = velocity_change.0;
        let [u, v, _, _] = contact_change.0;
        let is_free = num::<R>(4.0) * (u * u + v * v) <= x * x + y * y;
        if is_free { [x, y, angle] } else { [R::ZERO; 3] }
    }

    /// A contact of an impact without points.
    fn impact_contact(&self, slot: ConstraintSlot, state: &PointState<R>) -> ImpactContact<R> {
        let block = self.contacts.block(slot);
        ImpactContact {
            friction: block.friction.0[slot.lane],
            surface_speed: block.surface_speed.0[slot.lane],
            ..ImpactContact::new(slot, self.bodies_of(slot), state.normal.direction, state.tangent_levers)
        }
    }

    /// Adds the contacts to the impacts of a round that support the bodies that are hit, and the bodies that these support.
    fn add_supports(
        &mut self,
        impacts: &mut Vec<ImpactContact<R>>,
        supports: &[Support],
        rules: &ImpactRules<R>,
    ) {
        let largest_speed = largest_approach_speed(impacts);
        let bouncing: Vec<_> = impacts.iter().map(|contact| contact.slot).collect();
        let may_support = |support: &Support| !support.has_restitution || !bouncing.contains(&support.slot);
        let mut remaining: Vec<_> = supports.iter().copied().filter(may_support).collect();
        let mut first = 0;
        for _ in 0..SUPPORT_DEPTH {
            for body in impacts[first..].iter().flat_map(|contact| contact.bodies) {
                let body = &mut self.impact_bodies[body as usize];
                body.takes_part = body.is_movable();
            }
            first = impacts.len();
            remaining.retain(|support| {
                let takes_part = |body: u32| self.impact_bodies[body as usize].takes_part;
                if !support.bodies.into_iter().any(takes_part) {
                    return true;
                }
                impacts.extend(self.support(support, largest_speed, rules));
                false
            });
            if impacts.len() == first {
                break;
            }
        }
        // Contacts that are solved last have the smallest error.
        impacts.reverse();
    }

    /// The contact of a support, if it may carry a load in a round with the given largest approach speed.
    fn support(
        &self,
        support: &Support,
        largest_speed: R,
        rules: &ImpactRules<R>,
    ) -> Option<ImpactContact<R>> {
        let rounding = largest_speed * R::EPSILON * num(16.0);
        let reach = if support.has_restitution { rules.threshold } else { largest_speed } * rules.sub_dt;
        let mut contact: Option<ImpactContact<R>> = None;
        for state in self.point_states(support.slot).iter().flatten() {
            let speed = self.speed(support.bodies, &state.normal);
            let is_slow = speed <= rules.threshold + rounding
                && (!support.has_restitution || speed >= -rules.threshold - rounding);
            if !is_slow || state.separation > reach {
                continue;
            }
            let contact = contact.get_or_insert_with(|| self.impact_contact(support.slot, state));
            contact.points[state.index] = Some(ImpactPoint {
                index: state.index,
                normal: state.normal,
                time: None,
                speed,
                later_change: R::ZERO,
                rebound_speed: R::ZERO,
                least_speed: -state.separation.max(R::ZERO) / rules.sub_dt,
                impulse: R::ZERO,
            });
        }
        contact
    }

    /// Solves the impacts of a round, and adds their impulses to those of the step, which events report.
    fn solve_round(&mut self, impacts: &mut [ImpactContact<R>], round: u32) {
        let mut bodies = ImpactBodies { states: &mut self.states, bodies: &mut self.impact_bodies };
        bodies.solve_round(impacts);
        bodies.finish_round(impacts, &mut self.integrations, round);
        for impact in impacts {
            let lane = impact.slot.lane;
            let block = self.contacts.block_mut(impact.slot);
            let total = &mut block.total_tangent_impulse.0[lane];
            *total = *total + impact.tangent_impulse;
            for point in impact.points.iter().flatten() {
                let constraint_point = &mut block.points[point.index];
                let total = &mut constraint_point.total_normal_impulse.0[lane];
                *total = *total + point.impulse;
                let largest = &mut constraint_point.max_normal_impulse.0[lane];
                *largest = (*largest).max(point.impulse);
            }
        }
    }

    /// Adds the displacements of the bodies that were hit in a sub-step to the separations of their contacts. The contact solver uses these
    /// to compute how far the bodies may move in the sub-step.
    fn update_separations_of_hit_bodies(&mut self) {
        if self.impact_bodies.iter().all(|body| body.last_round == 0) {
            return;
        }
        let bodies = &self.impact_bodies;
        self.contacts.for_each_block(false, |block| {
            for lane in 0..LANE_COUNT {
                let shifts = block.bodies.map(|indices| bodies[indices[lane] as usize].shift);
                let direction = Vector(block.normal.0.map(|coordinates| coordinates.0[lane]));
                for point in &mut block.points {
                    let normal =
                        ImpactDirection { direction, levers: point.levers.map(|levers| levers.0[lane]) };
                    let separation = &mut point.separation.0[lane];
                    *separation = *separation + normal.speed(shifts[0], shifts[1]);
                }
            }
        });
    }

    /// Moves bodies that were hit in a sub-step to where they would be if they had moved with their old velocities until the impact. Comes
    /// after the integration of the positions.
    pub(in crate::dynamics) fn shift_hit_bodies(&mut self) {
        for (state, body) in self.states.iter_mut().zip(&mut self.impact_bodies) {
            if body.last_round == 0 {
                continue;
            }
            let [x, y, angle] = body.shift;
            let mut moved = state.get();
            moved.delta_position += Vector([x, y]);
            moved.delta_rotation = moved.delta_rotation.then(Rot::from_angle(angle));
            moved.delta_angle = moved.delta_angle + angle;
            *state = moved.into();
            body.shift = [R::ZERO; 3];
            body.last_round = 0;
        }
    }
}

/// The largest approach speed of the points of impacts.
fn largest_approach_speed<R: Real>(impacts: &[ImpactContact<R>]) -> R {
    impacts.iter().fold(R::ZERO, |speed, contact| speed.max(contact.approach_speed()))
}
