//! The solver of contact constraints. Both points of a manifold are solved together. If they were solved one after the other, the impulse
//! at the first point would rotate a body that lies flat before the second point is solved.

use super::{ConstraintPoint, ContactBlock, ContactSoftness, MIN_DETERMINANT};
use crate::dynamics::lanes::{Lanes, VectorLanes};
use crate::dynamics::solver_body::{SolverBodies, TransformLanes, VelocityLanes};
use crate::scalar::Real;

/// The target of a contact point in an iteration. `speed` is the relative velocity along the normal that the point should have after the
/// iteration. Softness is applied by two factors: `response_scale` multiplies the inverse effective mass, and its reciprocal `mass_scale`
/// multiplies the effective mass. Both are stored to save a division.
#[derive(Clone, Copy)]
struct PointTarget<R> {
    speed: Lanes<R>,
    response_scale: Lanes<R>,
    mass_scale: Lanes<R>,
}

impl<R: Real> ContactBlock<R> {
    /// Stores the velocities of both bodies of each contact. Only dynamic bodies are changed.
    #[inline]
    fn store_velocities(
        &self,
        solver_bodies: &mut SolverBodies<R>,
        p: &VelocityLanes<R>,
        q: &VelocityLanes<R>,
    ) {
        solver_bodies.store_velocities(&self.bodies[0], p);
        solver_bodies.store_velocities(&self.bodies[1], q);
    }

    /// The current separation at a contact point. `m` and `n` are the motions of the first and the second body since the beginning of the
    /// step.
    #[inline]
    fn separation(
        &self,
        point: &ConstraintPoint<R>,
        m: &TransformLanes<R>,
        n: &TransformLanes<R>,
    ) -> Lanes<R> {
        let [first_extent, second_extent] = [
            m.cos * point.extents[0] + m.sin * point.levers[0],
            n.cos * point.extents[1] + n.sin * point.levers[1],
        ];
        point.base_separation
            + (n.delta_position - m.delta_position).dot(self.normal)
            + (second_extent - first_extent)
    }

    /// The relative velocity along the normal at a contact point; positive if the bodies separate.
    #[inline]
    fn normal_speed(
        &self,
        point: &ConstraintPoint<R>,
        p: &VelocityLanes<R>,
        q: &VelocityLanes<R>,
    ) -> Lanes<R> {
        (q.velocity - p.velocity).dot(self.normal)
            + (q.angular_velocity * point.levers[1] - p.angular_velocity * point.levers[0])
    }

    /// Applies an impulse to the second body and the opposite impulse to the first. `angular_q` is the angular impulse on the second body;
    /// the angular impulse on the first body is the negative of `angular_p`.
    #[inline]
    fn apply(
        &self,
        p: &mut VelocityLanes<R>,
        q: &mut VelocityLanes<R>,
        impulse: VectorLanes<R>,
        [angular_p, angular_q]: [Lanes<R>; 2],
    ) {
        let [[a, i], [b, j]] = self.inv_masses;
        p.velocity = p.velocity - impulse.scaled(a);
        p.angular_velocity = p.angular_velocity - angular_p * i;
        q.velocity = q.velocity + impulse.scaled(b);
        q.angular_velocity = q.angular_velocity + angular_q * j;
    }

    /// Sets the accumulated normal impulses of both points, and applies the difference from the old impulses to the velocities.
    #[inline]
    fn set_normal_impulses(
        &mut self,
        p: &mut VelocityLanes<R>,
        q: &mut VelocityLanes<R>,
        impulses: [Lanes<R>; 2],
    ) {
        let [first, second] = &mut self.points;
        let d = impulses[0] - first.normal_impulse;
        let e = impulses[1] - second.normal_impulse;
        let angular_impulses =
            [first.levers[0] * d + second.levers[0] * e, first.levers[1] * d + second.levers[1] * e];
        first.normal_impulse = impulses[0];
        first.max_normal_impulse = first.max_normal_impulse.max(impulses[0]);
        second.normal_impulse = impulses[1];
        second.max_normal_impulse = second.max_normal_impulse.max(impulses[1]);
        self.apply(p, q, self.normal.scaled(d + e), angular_impulses);
    }

    /// Solves for the normal impulses of both points together (block solver). Neither of the two impulses is negative. After they are
    /// applied, the relative velocity along the normal is at least the target speed at each point.
    ///
    /// The two impulses are the solution of a linear complementarity problem: at each point, either the impulse is zero or the point moves
    /// exactly at its target speed. A point with an impulse is called active. So there are four cases: both points are active, or only the
    /// first, or only the second, or none (E. Catto, Box2D 2, `b2ContactSolver`; here with softness). Only one of the cases fits, because
    /// an impulse changes the velocity at its own point more than at the other. If `rigid` is true, the targets have no softness.
    #[inline]
    fn solve_block(
        &self,
        p: &VelocityLanes<R>,
        q: &VelocityLanes<R>,
        targets: [PointTarget<R>; 2],
        rigid: bool,
    ) -> [Lanes<R>; 2] {
        let zero = Lanes::zero();
        let [first, second] = &self.points;
        let [target, second_target] = targets;
        let coupling = self.coupling;
        let a = first.inv_effective_mass * target.response_scale;
        let b = second.inv_effective_mass * second_target.response_scale;
        let c = first.effective_mass * target.mass_scale;
        let d = second.effective_mass * second_target.mass_scale;
        let u = self.normal_speed(first, p, q)
            - target.speed
            - first.inv_effective_mass * first.normal_impulse
            - coupling * second.normal_impulse;
        let v = self.normal_speed(second, p, q)
            - second_target.speed
            - second.inv_effective_mass * second.normal_impulse
            - coupling * first.normal_impulse;
        let inv_determinant = match rigid {
            true => self.inv_determinant,
            false => Lanes::constant(1.0) / (a * b - coupling * coupling),
        };
        let x = (coupling * v - b * u) * inv_determinant;
        let y = (coupling * u - a * v) * inv_determinant;
        // The solution if at most one point is active (has an impulse). First the impulse of the first point alone is computed. If it also
        // brings the second point to its target speed, it is the solution; otherwise the second point alone is active. If a point reaches
        // its target without an impulse, `max` makes its impulse zero.
        let s = -(u * c);
        let t = -(v * d);
        let second_speed = coupling * s.max(zero) + v;
        let one = [
            zero.select_greater(second_speed, [zero, s.max(zero)]),
            zero.select_greater(second_speed, [t.max(zero), zero]),
        ];
        let smaller_impulse = x.min(y);
        let mut impulses = [
            smaller_impulse.select_greater_equal(zero, [x, one[0]]),
            smaller_impulse.select_greater_equal(zero, [y, one[1]]),
        ];
        if self.ill_conditioned {
            let x = (-((u + coupling * second.normal_impulse) * c)).max(zero);
            let y = (-((v + coupling * x) * d)).max(zero);
            let determinant = a * b - coupling * coupling;
            let threshold = a * b * Lanes::constant(MIN_DETERMINANT);
            impulses = [
                determinant.select_greater(threshold, [impulses[0], x]),
                determinant.select_greater(threshold, [impulses[1], y]),
            ];
        }
        impulses
    }

    /// Solves for the normal impulse of contacts with a single point, and applies it.
    #[inline]
    fn solve_single_point(
        &mut self,
        p: &mut VelocityLanes<R>,
        q: &mut VelocityLanes<R>,
        target: PointTarget<R>,
    ) {
        let point = &self.points[0];
        let speed_error =
            self.normal_speed(point, p, q) - target.speed - point.inv_effective_mass * point.normal_impulse;
        let normal_impulse = (-(speed_error * (point.effective_mass * target.mass_scale))).max(Lanes::zero());
        let change = normal_impulse - point.normal_impulse;
        let angular_impulses = point.levers;
        let angular_impulses = angular_impulses.map(|lever| lever * change);
        let point = &mut self.points[0];
        point.normal_impulse = normal_impulse;
        point.max_normal_impulse = point.max_normal_impulse.max(normal_impulse);
        self.apply(p, q, self.normal.scaled(change), angular_impulses);
    }

    /// Solves the contacts with bias, the additional velocity that corrects penetration. Also prevents new penetration, and applies
    /// friction.
    #[inline]
    pub(in crate::dynamics) fn solve(
        &mut self,
        solver_bodies: &mut SolverBodies<R>,
        softness: &ContactSoftness<R>,
    ) {
        let mut p = solver_bodies.velocities(&self.bodies[0]);
        let mut q = solver_bodies.velocities(&self.bodies[1]);
        let target = self.target_with_bias(self.points[0].separation, softness);
        if self.single_point {
            self.solve_single_point(&mut p, &mut q, target);
        } else {
            let second_target = self.target_with_bias(self.points[1].separation, softness);
            let impulses = self.solve_block(&p, &q, [target, second_target], false);
            self.set_normal_impulses(&mut p, &mut q, impulses);
        }
        self.solve_friction(&mut p, &mut q);
        self.store_velocities(solver_bodies, &p, &q);
    }

    /// The target of a contact point in the iteration with bias. Penetrating surfaces get a target speed that separates them, at most
    /// `max_correction_speed`.
    #[inline]
    fn target_with_bias(&self, separation: Lanes<R>, softness: &ContactSoftness<R>) -> PointTarget<R> {
        let zero = Lanes::zero();
        let one = Lanes::constant(1.0);
        let softened = one + Lanes::splat(softness.compliance);
        // Speculative contact: separated surfaces may approach, but not so fast that they overlap at the end of the sub-step.
        let rate = separation
            .select_greater(zero, [Lanes::splat(softness.inv_sub_dt), Lanes::splat(softness.bias_rate)]);
        PointTarget {
            speed: (-(separation * rate)).min(self.max_correction_speed),
            response_scale: separation.select_greater(zero, [one, softened]),
            mass_scale: separation.select_greater(zero, [one, one / softened]),
        }
    }

    /// The target of a contact point in the relax iteration, which has no bias. Separated surfaces may approach, but not so fast that they
    /// overlap at the end of the sub-step. Penetration is not corrected: the target speed of penetrating surfaces is zero.
    #[inline]
    fn target_without_bias(
        &self,
        point: &ConstraintPoint<R>,
        softness: &ContactSoftness<R>,
    ) -> PointTarget<R> {
        let zero = Lanes::zero();
        let one = Lanes::constant(1.0);
        let mut speed = -(point.separation.max(zero) * Lanes::splat(softness.inv_sub_dt));
        if self.has_restitution {
            let least = speed.min(self.max_relax_speed);
            speed = point.normal_impulse.select_greater(zero, [speed, least]);
        }
        PointTarget { speed, response_scale: one, mass_scale: one }
    }

    /// Solves the contacts without the bias that corrects penetration (relaxation), and applies rolling resistance and friction. Also
    /// updates the separations, and adds the impulses of this sub-step to the sums over all sub-steps.
    #[inline]
    pub(in crate::dynamics) fn relax(
        &mut self,
        solver_bodies: &mut SolverBodies<R>,
        softness: &ContactSoftness<R>,
    ) {
        let m = solver_bodies.transforms(&self.bodies[0]);
        let n = solver_bodies.transforms(&self.bodies[1]);
        let mut p = solver_bodies.velocities(&self.bodies[0]);
        let mut q = solver_bodies.velocities(&self.bodies[1]);
        let separation = self.separation(&self.points[0], &m, &n);
        self.points[0].separation = separation;
        if self.single_point {
            let target = self.target_without_bias(&self.points[0], softness);
            self.solve_single_point(&mut p, &mut q, target);
            self.solve_rolling(&mut p, &mut q);
        } else {
            let second_separation = self.separation(&self.points[1], &m, &n);
            self.points[1].separation = second_separation;
            let targets = [0, 1].map(|k| self.target_without_bias(&self.points[k], softness));
            let impulses = self.solve_block(&p, &q, targets, true);
            self.set_normal_impulses(&mut p, &mut q, impulses);
        }
        self.solve_friction(&mut p, &mut q);
        self.store_velocities(solver_bodies, &p, &q);
        for point in &mut self.points {
            point.total_normal_impulse = point.total_normal_impulse + point.normal_impulse;
        }
        self.total_tangent_impulse = self.total_tangent_impulse + self.tangent_impulse;
    }

    /// Applies friction, whose impulse is at most the friction coefficient times the sum of the normal impulses (Coulomb).
    #[inline]
    fn solve_friction(&mut self, p: &mut VelocityLanes<R>, q: &mut VelocityLanes<R>) {
        let tangent = self.normal.perp();
        let tangent_speed = (q.velocity - p.velocity).dot(tangent)
            + (q.angular_velocity * self.tangent_levers[1] - p.angular_velocity * self.tangent_levers[0])
            + self.surface_speed;
        let limit = self.friction * (self.points[0].normal_impulse + self.points[1].normal_impulse);
        let impulse = (self.tangent_impulse - self.tangent_mass * tangent_speed).max(-limit).min(limit);
        let change = impulse - self.tangent_impulse;
        self.tangent_impulse = impulse;
        self.apply(
            p,
            q,
            tangent.scaled(change),
            [self.tangent_levers[0] * change, self.tangent_levers[1] * change],
        );
    }

    /// Applies rolling resistance to contacts with a single point.
    #[inline]
    fn solve_rolling(&mut self, p: &mut VelocityLanes<R>, q: &mut VelocityLanes<R>) {
        let [[_, i], [_, j]] = self.inv_masses;
        let limit = self.rolling_limit * self.points[0].normal_impulse;
        let impulse = self.rolling_impulse - self.rolling_mass * (q.angular_velocity - p.angular_velocity);
        // If neither body can rotate, `rolling_mass` is infinite and the impulse may be NaN. `max` returns `self` if a number is NaN, so
        // with the operands in this order it replaces the NaN by a finite number. That number has no effect, because both inverse inertias
        // are zero.
        let impulse = (-limit).max(impulse).min(limit);
        let change = impulse - self.rolling_impulse;
        self.rolling_impulse = impulse;
        p.angular_velocity = p.angular_velocity - change * i;
        q.angular_velocity = q.angular_velocity + change * j;
    }

    /// Applies the impulses of the previous step (warm starting).
    #[inline]
    pub(in crate::dynamics) fn warm_start(&self, solver_bodies: &mut SolverBodies<R>) {
        let mut p = solver_bodies.velocities(&self.bodies[0]);
        let mut q = solver_bodies.velocities(&self.bodies[1]);
        let [first, second] = &self.points;
        let impulse = self.normal.scaled(first.normal_impulse + second.normal_impulse)
            + self.normal.perp().scaled(self.tangent_impulse);
        let angular_impulse = |k: usize| {
            first.levers[k] * first.normal_impulse
                + second.levers[k] * second.normal_impulse
                + self.tangent_levers[k] * self.tangent_impulse
        };
        let angular_impulses = [angular_impulse(0), angular_impulse(1)];
        self.apply(&mut p, &mut q, impulse, angular_impulses);
        self.store_velocities(solver_bodies, &p, &q);
    }
}
