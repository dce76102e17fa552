//! The response to an impact: the impulses that remove the approach speed of two swept bodies.

use super::{MAX_IMPACTS, PendingImpact, Sweep};
use crate::Vector;
use crate::dynamics::Simulation;
use crate::dynamics::contacts::contact::ContactOrigin;
use crate::dynamics::contacts::time_of_impact::Impact;
use crate::dynamics::math::num;
use crate::dynamics::tolerance::EARLY_IMPACT;
use crate::scalar::Real;
use alloc::vec::Vec;

impl<R: Real> Simulation<R> {
    /// Resolves an impact: removes the approach speed of the two bodies, and finds the next impacts of the bodies that this has moved. Does
    /// nothing if one of the bodies has had another impact since this impact was found: then this impact is out of date.
    pub(super) fn resolve_impact(&mut self, pending: &PendingImpact<R>, sweep: &mut Sweep<R>) {
        let keys = [pending.key >> 32, pending.key & 0xffff_ffff];
        let indices = keys.map(|key| self.solver_index(self.parts[key as usize].body));
        let impacts = indices.map(|index| index.map_or(0, |index| sweep.bodies[index].impacts));
        if impacts != pending.impacts {
            return;
        }
        let time = pending.impact.time;
        let parts = keys.map(|key| &self.parts[key as usize].material);
        let restitution = parts[0].restitution_with(parts[1]);
        let bounce = Bounce { restitution, threshold: self.solver.restitution_threshold };
        let stopped_speed = sweep.apply_impact(&pending.impact, indices, &bounce);
        if stopped_speed > R::ZERO {
            let contact = self.contacts.find_or_insert(&self.bodies, &self.parts, pending.key);
            contact.mark_impact(pending.impact.normal, stopped_speed);
        }
        if self.is_one_way(keys.map(|key| key as usize)) {
            // The bodies overlap a little after the step. Without this, they would then count as being inside the one-way part.
            let contact = self.contacts.find_or_insert(&self.bodies, &self.parts, pending.key);
            contact.origin = ContactOrigin::Outside;
        }
        // Only the bodies that the impact has moved need a new search. Any other body keeps its motion, so its pending impacts are still
        // valid.
        let moved: Vec<usize> = [0, 1]
            .into_iter()
            .filter_map(|k| indices[k].filter(|index| sweep.bodies[*index].impacts > impacts[k]))
            .collect();
        for &index in &moved {
            self.extend_aabbs(index, &sweep.bodies[index].motion, time);
        }
        for index in moved {
            self.find_impacts(index, time, sweep, |_| true);
        }
    }
}

/// The restitution of two parts, and the approach speed up to which they do not bounce.
struct Bounce<R> {
    restitution: R,
    threshold: R,
}

impl<R: Real> Sweep<R> {
    /// Changes the motions of two bodies in the rest of the step by an impulse that removes their approach speed. If the impact is early
    /// (see [`EARLY_IMPACT`]), a second impulse, with restitution, changes the velocities that the bodies have after the step. Both
    /// impulses only push: they never pull the bodies together.
    ///
    /// In two cases, the first impulse is replaced by a stop until the end of the step. If both bodies are dynamic and the impact is not
    /// early, both stop, and the solver distributes their momentum in the next step. A body that has had too many impacts in this step
    /// stops, too.
    ///
    /// Returns the approach speed that the second impulse has removed; zero if the velocities after the step have not changed.
    fn apply_impact(&mut self, impact: &Impact<R>, indices: [Option<usize>; 2], bounce: &Bounce<R>) -> R {
        let inv_masses =
            indices.map(|index| index.map_or([R::ZERO; 2], |index| self.bodies[index].inv_masses));
        let scale = |inv_masses| R::ONE / impact.inverse_mass(inv_masses);
        let velocities = indices.map(|index| {
            index.map_or((Vector::ZERO, R::ZERO), |index| {
                let swept = &self.bodies[index];
                (swept.velocity, swept.angular_velocity)
            })
        });
        let is_early = impact.time < num(EARLY_IMPACT);
        let both_movable = inv_masses.iter().all(|inv_masses| inv_masses[0] > R::ZERO);
        let approach_speed = (-impact.rate).max(R::ZERO);
        let motion_masses = self.motion_masses(impact, indices, inv_masses, approach_speed);
        let motion_impulse = approach_speed * scale(motion_masses);
        let closing_speed = (-impact.separation_speed(velocities)).max(R::ZERO);
        let stopped_speed = if is_early { closing_speed } else { R::ZERO };
        let rebound = if stopped_speed > bounce.threshold { bounce.restitution } else { R::ZERO };
        let velocity_impulse = stopped_speed * (R::ONE + rebound) * scale(inv_masses);
        for (k, lever) in impact.levers().into_iter().enumerate() {
            let Some(index) = indices[k].filter(|_| inv_masses[k][0] > R::ZERO) else { continue };
            let swept = &mut self.bodies[index];
            let sign = if k == 0 { -R::ONE } else { R::ONE };
            let change = |impulse: R, inv_masses: [R; 2]| {
                let impulse = sign * impulse;
                (impact.normal.scaled(impulse * inv_masses[0]), lever * impulse * inv_masses[1])
            };
            let ((motion_change, rotation_change), (velocity, angular_velocity)) =
                (change(motion_impulse, motion_masses[k]), change(velocity_impulse, inv_masses[k]));
            swept.impacts += 1;
            swept.velocity += velocity;
            swept.angular_velocity = swept.angular_velocity + angular_velocity;
            if both_movable && !is_early || swept.impacts >= MAX_IMPACTS[1] {
                swept.motion.deflect(impact.time, Vector::ZERO, R::ZERO);
                swept.inv_masses = [R::ZERO; 2];
            } else {
                let motion = &swept.motion;
                let velocity = motion.velocity + motion_change;
                let angular_velocity = motion.angular_velocity + rotation_change;
                swept.motion.deflect(impact.time, velocity, angular_velocity);
            }
        }
        stopped_speed
    }

    /// The inverse mass and the inverse inertia of each body for the impulse that changes the motions in the rest of the step. They are
    /// those of the body, with one exception: the inverse inertia is zero if the body would otherwise rotate by more than
    /// `MAX_STEP_ROTATION` in the step.
    fn motion_masses(
        &self,
        impact: &Impact<R>,
        indices: [Option<usize>; 2],
        inv_masses: [[R; 2]; 2],
        approach_speed: R,
    ) -> [[R; 2]; 2] {
        let mut motion_masses = inv_masses;
        let scale = R::ONE / impact.inverse_mass(inv_masses);
        for (k, lever) in impact.levers().into_iter().enumerate() {
            let Some(index) = indices[k] else { continue };
            let motion = &self.bodies[index].motion;
            let change = approach_speed * scale * lever * inv_masses[k][1];
            let angular_velocity = motion.angular_velocity + if k == 0 { -change } else { change };
            if !motion.may_rotate(impact.time, angular_velocity) {
                motion_masses[k][1] = R::ZERO;
            }
        }
        motion_masses
    }
}
