//! Restitution of contacts, applied at the end of a step.

use super::super::contact::{Contact, RelativePose};
use super::super::contact_constraint::ContactBlock;
use super::super::graph_coloring::NULL_INDEX;
use super::super::math::{V, num};
use super::super::solver_body::SolverBodies;
use super::super::{RigidBody, Simulation};
use super::{RestitutionContact, contact_inputs};
use crate::scalar::Real;
use alloc::vec::Vec;

/// The approach speed up to which a contact has no restitution, in multiples of the speed that gravity adds in a step. Without this
/// threshold, resting bodies would bounce, because gravity accelerates them towards each other in each step.
const RESTITUTION_STEPS: f64 = 2.0;

impl<R: Real> Simulation<R> {
    /// Applies restitution to all contacts whose bodies have collided fast enough in this step.
    pub(in super::super) fn apply_restitution(&mut self, dt: R) {
        let restitution_contacts = core::mem::take(&mut self.solver.restitution_contacts);
        let threshold = Real::sqrt(self.gravity.dot(self.gravity)) * dt * num(RESTITUTION_STEPS);
        let mut corner_buffers = [Vec::new(), Vec::new()];
        for entry in &restitution_contacts {
            let points = &self.solver.contacts.block_mut(entry.slot).points;
            let target_speeds = [0, 1].map(|k| {
                let (speed, had_impulse) = (
                    entry.approach_velocities[k],
                    points[k].max_normal_impulse.0[entry.slot.lane] > R::default(),
                );
                (had_impulse && speed < -threshold).then(|| -entry.restitution * speed)
            });
            if target_speeds != [None; 2] {
                self.apply_contact_restitution(entry, target_speeds, dt, &mut corner_buffers);
            }
        }
        self.solver.restitution_contacts = restitution_contacts;
    }

    /// Applies restitution to one contact. `target_speeds` has the speed at which the bodies should separate at each point; `None` for a
    /// point without restitution, which was not hit or not fast enough.
    ///
    /// The bodies have moved since the step began, so the manifold is computed again for their current poses. With the lever arms of the
    /// old poses, the impulses would change the total angular momentum of the bodies.
    fn apply_contact_restitution(
        &mut self,
        entry: &RestitutionContact<R>,
        target_speeds: [Option<R>; 2],
        dt: R,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) {
        let old = self.contacts[entry.index as usize];
        let indices = self.solver.indices_of(old.bodies);
        let bodies = old.bodies.map(|slot| &self.bodies[slot as usize]);
        let (contact, points) = self.current_contact(&old, bodies, indices, corner_buffers);
        let inputs = contact_inputs(bodies, old.parts().map(|part| &self.parts[part]), indices, dt);
        let mut block = ContactBlock::empty(self.solver.dynamic_count as u32);
        block.set(0, NULL_INDEX, &contact, &inputs);
        block.compute_masses();
        // The energy of the rebound should be the energy of the impact times the square of the restitution. The energy of an impact is half
        // the effective mass times the square of the approach speed. But the solver has moved the bodies since the impact, so the effective
        // mass has changed. The target speed is scaled to compensate for that.
        let old_points = &self.solver.contacts.block_mut(entry.slot).points;
        let target_speeds = [0, 1].map(|k| {
            let (old_mass, mass) = (
                old_points[points[k]?].inv_effective_mass.0[entry.slot.lane],
                block.points[k].inv_effective_mass.0[0],
            );
            Some(target_speeds[points[k]?]? * Real::sqrt(mass / old_mass))
        });
        let mut solver_bodies =
            SolverBodies { states: &mut self.solver.states, dynamic_count: self.solver.dynamic_count };
        block.apply_restitution(&mut solver_bodies, target_speeds);
        // The impulses of restitution are added to the impulses of the step, which events report and which warm-start the next step.
        let step_block = self.solver.contacts.block_mut(entry.slot);
        for impulse in [&mut step_block.tangent_impulse, &mut step_block.total_tangent_impulse] {
            impulse.0[entry.slot.lane] = impulse.0[entry.slot.lane] + block.tangent_impulse.0[0];
        }
        for (point, constraint_point) in points.into_iter().zip(&block.points) {
            if let Some(k) = point {
                for impulse in
                    [&mut step_block.points[k].normal_impulse, &mut step_block.points[k].total_normal_impulse]
                {
                    impulse.0[entry.slot.lane] =
                        impulse.0[entry.slot.lane] + constraint_point.normal_impulse.0[0];
                }
            }
        }
    }

    /// The contact `old`, recomputed for the current poses of the bodies, with impulses of zero. Also returns for each of its points the
    /// index of the point of `old` with the same feature id. If there is no manifold at the current poses, the manifold of `old` is used.
    fn current_contact(
        &self,
        old: &Contact<R>,
        bodies: [&RigidBody<R>; 2],
        indices: [u32; 2],
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) -> (Contact<R>, [Option<usize>; 2]) {
        let [m, n] = indices.map(|index| self.solver.states[index as usize].get());
        let [a, b] = bodies;
        let offset = (b.center + n.delta_position) - (a.center + m.delta_position);
        let current = RelativePose {
            offset,
            rotations: [a.rotation.then(m.delta_rotation), b.rotation.then(n.delta_rotation)],
        };
        let points = |contact: &Contact<R>| {
            [0, 1].map(|k| {
                let feature = contact.points().get(k)?.feature;
                old.points().iter().position(|point| point.feature == feature)
            })
        };
        let mut contact = *old;
        contact.set_manifold(&current, self.manifold_at(old, &current, num(f64::MAX), corner_buffers));
        if contact.count == 0 {
            contact = *old;
        }
        contact.points.iter_mut().for_each(|point| point.normal_impulse = R::default());
        contact.tangent_impulse = R::default();
        match points(&contact) {
            // No current point may have the feature id of a point of `old`, because the bodies have moved. Then the first current point
            // gets the restitution of the first point of `old`.
            [None, None] => (contact, [Some(0), None]),
            points => (contact, points),
        }
    }
}
