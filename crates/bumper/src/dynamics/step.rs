//! The simulation step: the order of its phases, the integration of velocities and positions, and storing the results in the bodies.

use super::SUB_STEPS;
use super::Simulation;
use super::bodies::rigid_body::RigidBody;
use super::contacts::contact::ContactEvent;
use super::contacts::time_of_impact::MAX_STEP_ROTATION;
use super::graph_coloring::NULL_INDEX;
use super::lanes::{LANE_COUNT, Lanes, VectorLanes, to_columns, to_rows};
use super::math::num;
use super::solver::Solver;
use super::solver::contact_preparation::StepInputs;
use super::solver_body::{Integration, SolverBody, SolverBodyState};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::from_fn;
use alloc::vec::Vec;

/// The largest rotation of a body per sub-step, in radians.
const MAX_SUBSTEP_ROTATION: f64 = MAX_STEP_ROTATION / SUB_STEPS as f64;

/// A function of the user that decides whether a contact is solved in this step.
type PreSolveHook<'r, R> = &'r mut dyn FnMut(&ContactEvent<R>) -> bool;

impl<R: Real> Simulation<R> {
    /// Advances the simulation by a time step of length `dt`. Does nothing if `dt` is not positive, if it exceeds
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), or if its reciprocal is infinite. Use the same length in every step: then stacks
    /// that are at rest stay at rest.
    ///
    /// A step costs O(n) for n awake bodies and their contacts, and O(n log n) if the fat AABBs of bodies begin to overlap. It allocates
    /// memory if lists grow, and for short-lived lists of the narrow phase and of sleep.
    pub fn step(&mut self, dt: R) {
        self.step_with_hook(dt, None);
    }

    /// Advances the simulation like [`step`](Self::step), and calls `accepts` with each contact before the contact is solved (a pre-solve
    /// hook). If `accepts` returns false, the contact has no effect and no event in this step. The event that is passed to `accepts` has
    /// the impulses of the previous step, and its `change` says whether the contact is new.
    ///
    /// `accepts` is called in every step for each contact that has contact points and an awake body, even if the bodies will touch only
    /// later within the step. It is not called for sensors. To reject a contact of two sleeping bodies, wake one of them first. The result
    /// of `accepts` should depend only on the state of the simulation, so that simulations stay reproducible. Layers, filters and one-way
    /// sides need no hook.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let trapdoor = simulation.insert_static(&ColliderDef::new(Aabb::new([-2.0, -0.2], [2.0, 0.0]))).unwrap();
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.5], 0.5))]).unwrap();
    /// for step in 0..120 {
    ///     simulation.step_with(1.0 / 60.0, |contact| step < 20 || !contact.colliders.contains(&trapdoor));
    /// }
    /// assert!(simulation.get(ball).unwrap().center.y() < -3.0);
    /// ```
    #[doc(alias("PhysicsHooks", "b2World_SetPreSolveCallback", "PreSolve", "modify_solver_contacts"))]
    pub fn step_with(&mut self, dt: R, mut accepts: impl FnMut(&ContactEvent<R>) -> bool) {
        self.step_with_hook(dt, Some(&mut accepts));
    }

    /// Advances the simulation by a step, with or without a pre-solve hook.
    fn step_with_hook(&mut self, dt: R, accepts: Option<PreSolveHook<'_, R>>) {
        let sub_dt = dt * num(1.0 / f64::from(SUB_STEPS));
        if !(dt > R::ZERO && dt <= R::MAX_RADIUS && R::ONE / sub_dt < R::INFINITY) {
            return;
        }
        self.contacts.forget_reported_events();
        self.wake_for_gravity();
        let woken = self.update_awake_lists();
        self.update_pairs(dt);
        self.contacts.collect_ground_pairs(&self.bodies, &mut self.solver.ground_contacts);
        self.collect_ground_impulses();
        self.find_bodies_outside();
        let mut contacts = core::mem::take(&mut self.contacts.awake);
        let touched_islands = self.update_contacts(&mut contacts, dt);
        self.contacts.awake = contacts;
        self.wake_touched_islands(touched_islands, woken, dt);
        self.suppress_ghost_collisions();
        if let Some(accepts) = accepts {
            self.disable_contacts(accepts);
        }

        self.solver.begin(&self.bodies, &self.awake_set.bodies, self.gravity, sub_dt);
        self.find_contact_patches();
        let inputs = StepInputs { bodies: &self.bodies, parts: &self.parts, gravity: self.gravity, dt };
        self.solver.prepare_contacts(&mut self.contacts.awake, &inputs);
        self.solver.prepare_joints(&mut self.joints, &self.awake_set, &self.bodies, sub_dt);
        let softness = Solver::contact_softness(R::ONE / sub_dt);
        for k in 0..SUB_STEPS {
            self.solver.begin_springs();
            self.solver.integrate_velocities();
            self.solver.apply_locks();
            if k == 0 {
                self.solver.warm_start();
            }
            self.resolve_impacts(sub_dt);
            self.solver.solve_joints(sub_dt, true);
            self.solver.solve_contacts(&softness, k % 2 == 1);
            self.solver.apply_locks();
            self.solver.integrate_positions(sub_dt);
            self.solver.shift_hit_bodies();
            self.solver.solve_joints(sub_dt, false);
            self.solver.relax_contacts(&softness, k % 2 == 1);
        }
        self.solver.store_impulses(&mut self.contacts.awake);
        self.solver.store_joint_impulses(&mut self.joints);
        self.break_joints();
        self.finalize_positions(dt);
        self.update_sleep(dt);
        self.contacts.report_ended_events();
    }

    /// Finishes a step after the solver: applies continuous collision, detects sensors that were crossed within the step, and stores the
    /// final states in the bodies.
    fn finalize_positions(&mut self, dt: R) {
        let moved_bodies = self.sweep_fast_bodies(dt);
        self.solver.apply_locks_to_positions();
        self.detect_sensor_crossings();
        let mut uncovered = Vec::new();
        let mut all_finite = true;
        for index in moved_bodies {
            let slot = self.solver.slots[index];
            let state = self.solver.states[index].get();
            if !self.bodies[slot as usize].stays_in_swept_aabbs(&state, dt) {
                self.note_one_way_sides_on_path(slot, &state);
                uncovered.push(slot);
            }
        }
        for index in 0..self.solver.states.len() {
            let slot = self.solver.slots[index];
            let state = self.solver.states[index].get();
            // The dummy body, which stands for all bodies at rest, has no slot, and its state is not stored.
            if slot != NULL_INDEX {
                all_finite &= self.bodies[slot as usize].store_motion(&state);
            }
        }
        if !all_finite {
            self.discard_impulses();
        }
        uncovered
            .into_iter()
            .for_each(|slot| self.broad_phase.refit_aabbs(&self.bodies[slot as usize], &mut self.parts));
    }

    /// Sets the impulses of all awake contacts and joints to zero. Called after a step if numbers have left the range of the float.
    /// Impulses that are infinite or NaN could not be saved, and would stop the bodies again in every step.
    fn discard_impulses(&mut self) {
        for contact in &mut self.contacts.awake {
            contact.tangent_impulse = R::ZERO;
            contact.total_tangent_impulse = R::ZERO;
            for point in &mut contact.points {
                point.normal_impulse = R::ZERO;
                point.total_normal_impulse = R::ZERO;
            }
        }
        for slot in &self.awake_set.joints {
            self.joints[*slot as usize].impulses = Default::default();
        }
    }
}

impl<R: Real> Solver<R> {
    /// Integrates gravity, forces and damping (by the implicit Euler method). In the same pass, the contact impulses of the previous
    /// sub-step act again: this replaces the warm start of the contacts.
    ///
    /// The free velocity of a body is its velocity without the changes by contact impulses. So at the start of this function, the velocity
    /// minus the free velocity is the change by the contact impulses of the previous sub-step. The lever arms of contacts stay constant
    /// during a step, so the same impulses would cause the same change again. Adding the change to the new free velocity is therefore a
    /// warm start that has to visit no contact.
    fn integrate_velocities(&mut self) {
        for (body, integration) in self.states.iter_mut().zip(&mut self.integrations) {
            let contact_change = body.velocity - integration.free_velocity;
            integration.free_velocity =
                (body.velocity + integration.velocity_change) * integration.damping_factor;
            body.velocity = integration.free_velocity + contact_change;
        }
    }

    /// Integrates the positions of all bodies over a sub-step, several bodies at a time.
    fn integrate_positions(&mut self, sub_dt: R) {
        let (chunks, rest) = self.states.as_chunks_mut::<LANE_COUNT>();
        let (integrations, rest_integrations) = self.integrations.as_chunks_mut::<LANE_COUNT>();
        chunks
            .iter_mut()
            .zip(integrations)
            .for_each(|(states, integrations)| integrate_body_positions(states, integrations, sub_dt));
        let rest = rest.as_chunks_mut::<1>().0;
        let rest_integrations = rest_integrations.as_chunks_mut::<1>().0;
        rest.iter_mut()
            .zip(rest_integrations)
            .for_each(|(states, integration)| integrate_body_positions(states, integration, sub_dt));
    }
}

/// Integrates the positions of several bodies over a sub-step. The rotation of a body is limited to [`MAX_SUBSTEP_ROTATION`]. If it would
/// be larger, the angular velocity is reduced accordingly.
fn integrate_body_positions<R: Real, const W: usize>(
    states: &mut [SolverBody<R>; W],
    integrations: &mut [Integration<R>; W],
    sub_dt: R,
) {
    let limit = Lanes::constant(MAX_SUBSTEP_ROTATION);
    let dt = Lanes::splat(sub_dt);
    let [x, y, mut angular_velocity, angle] = to_columns::<R, W>(&from_fn(|k| states[k].velocity.0));
    let [dx, dy, cos, sin] = to_columns::<R, W>(&from_fn(|k| states[k].transform.0));
    let [correction_x, correction_y, ..] =
        to_columns::<R, W>(&from_fn(|k| integrations[k].position_correction.0));
    let angle_change = angular_velocity * dt;
    let clamped = angle_change.max(-limit).min(limit);
    if angle_change.0 != clamped.0 {
        for (k, integration) in integrations.iter_mut().enumerate() {
            if angle_change.0[k].abs() > num(MAX_SUBSTEP_ROTATION) {
                let limited = clamped.0[k] / sub_dt;
                integration.free_velocity.0[2] =
                    integration.free_velocity.0[2] + (limited - angular_velocity.0[k]);
                angular_velocity.0[k] = limited;
            }
        }
    }
    let VectorLanes([next_cos, next_sin]) = VectorLanes::cos_sin(clamped);
    let velocities = to_rows([&x, &y, &angular_velocity, &(angle + clamped)]);
    let transforms = to_rows([
        &(dx + (x * dt - correction_x)),
        &(dy + (y * dt - correction_y)),
        &(next_cos * cos - next_sin * sin),
        &(next_sin * cos + next_cos * sin),
    ]);
    for k in 0..W {
        states[k] = SolverBody { velocity: Lanes(velocities[k]), transform: Lanes(transforms[k]) };
    }
}

impl<R: Real> RigidBody<R> {
    /// Stores the pose and the velocities at the end of the step in the body, clears its forces, and counts its full turns. Returns false
    /// if a number is out of range: then the body keeps its pose and stops.
    fn store_motion(&mut self, state: &SolverBodyState<R>) -> bool {
        let limit = R::MAX_RADIUS;
        let is_finite = |number: R| number.abs() <= limit;
        let clamped = |number: R| number.clamp(-limit, limit);
        self.force = Vector::ZERO;
        self.torque = R::ZERO;
        let delta_position = state.delta_position;
        let numbers = [
            state.velocity[0],
            state.velocity[1],
            state.angular_velocity,
            delta_position[0],
            delta_position[1],
            state.delta_rotation.cos,
        ];
        if !numbers.into_iter().all(is_finite) {
            self.velocity = Vector::ZERO;
            self.angular_velocity = R::ZERO;
            return false;
        }
        self.velocity = state.velocity;
        self.angular_velocity = state.angular_velocity;
        self.center = (self.center + delta_position).map(clamped);
        let delta = state.delta_rotation;
        let rotation = self.rotation.then(delta).normalized();
        let was_negative = self.rotation.sin < R::ZERO;
        let is_negative = rotation.sin < R::ZERO;
        match delta.sin > R::ZERO {
            true if !was_negative && is_negative => self.full_turns = self.full_turns.wrapping_add(1),
            false if was_negative && !is_negative => self.full_turns = self.full_turns.wrapping_sub(1),
            _ => {}
        }
        self.rotation = rotation;
        true
    }

    /// The gravity scale if the body is dynamic, otherwise zero.
    pub(super) fn gravity_scale_if_free(&self) -> R {
        if self.is_dynamic() { self.settings.gravity_scale } else { R::ZERO }
    }
}
