//! Solving the constraint rows of a block of joints once.

use super::super::constraint_row::{ConstraintRow, IterationSettings, RowMotion};
use super::super::locked_direction::LockedDirection;
use super::super::revolute_solver::Anchors;
use super::super::softness::SoftnessLanes;
use super::{JointBlock, JointRows, sqrt};
use crate::dynamics::lanes::{Lanes, VectorLanes};
use crate::dynamics::solver_body::{SolverBodies, TransformLanes, VelocityLanes};
use crate::scalar::Real;

impl<R: Real> JointBlock<R> {
    /// Solves all rows once: first motors, springs and limits, then the rows that hold the joint together, because the rows that are solved
    /// last have the smallest error.
    #[inline]
    pub(super) fn solve(
        &mut self,
        rows: JointRows,
        solver_bodies: &mut SolverBodies<R>,
        settings: &IterationSettings<R>,
    ) {
        let bodies = self.point_block.bodies;
        let m = solver_bodies.transforms(&bodies[0]);
        let n = solver_bodies.transforms(&bodies[1]);
        let mut p = solver_bodies.velocities(&bodies[0]);
        let mut q = solver_bodies.velocities(&bodies[1]);
        let anchors = self.point_block.anchors_in_world(&m, &n);
        let angle = self.angle + q.delta_angle - p.delta_angle;
        if rows.lateral {
            self.solve_slider(rows, [&mut p, &mut q], &m, &anchors, angle, settings);
        } else {
            if rows.rotation || rows.angular {
                self.solve_angle(rows, [&mut p, &mut q], &anchors, angle, settings);
            }
            if rows.point {
                self.solve_point(rows, [&mut p, &mut q], &anchors, settings);
            }
            if rows.translation {
                self.solve_distance(rows, [&mut p, &mut q], &m, &anchors, settings);
            }
        }
        solver_bodies.store_velocities(&bodies[0], &p);
        solver_bodies.store_velocities(&bodies[1], &q);
    }

    /// The coefficients of the point constraint as a soft constraint: a spring, or the stiffness of rigid constraints.
    #[inline]
    fn point_softness(&self, settings: &IterationSettings<R>) -> SoftnessLanes<R> {
        let rigid = SoftnessLanes::splat(&settings.rigid);
        self.springs[0].softness.select_where(&rigid, self.rigid_mask[0])
    }

    /// The bias of the point constraint: that of a spring, or that of a rigid constraint with the given separation of the anchors.
    #[inline]
    fn point_bias(&self, separation: VectorLanes<R>, settings: &IterationSettings<R>) -> VectorLanes<R> {
        let VectorLanes([x, y]) = separation.scaled(Lanes::splat(settings.rigid.bias_rate));
        let VectorLanes([u, v]) = self.point_bias;
        let select = |soft, rigid| self.rigid_mask[0].select_greater(Lanes::zero(), [rigid, soft]);
        VectorLanes([select(u, x), select(v, y)])
    }

    /// Solves the point constraint.
    #[inline]
    fn solve_point(
        &mut self,
        rows: JointRows,
        [p, q]: [&mut VelocityLanes<R>; 2],
        anchors: &Anchors<R>,
        settings: &IterationSettings<R>,
    ) {
        let softness = self.point_softness(settings);
        let bias = self.point_bias(anchors.separation, settings);
        let impulse = self.point_block.solve_impulse([&*p, &*q], anchors.levers, bias, &softness);
        let impulse = if rows.mouse { self.clamp_force(impulse) } else { impulse };
        self.point_block.set_impulse([p, q], anchors.levers, impulse);
    }

    /// Solves the constraints on the angle of joints without a locked direction: spring, limits and motor of the rotation of a revolute
    /// joint, or the locked angle of a weld joint. The point constraint is solved afterwards. Motors, limits and springs allow for the
    /// impulse that it will have, so that one iteration satisfies both. `angle` is the angle of the joint.
    #[inline]
    fn solve_angle(
        &mut self,
        rows: JointRows,
        [p, q]: [&mut VelocityLanes<R>; 2],
        anchors: &Anchors<R>,
        angle: Lanes<R>,
        settings: &IterationSettings<R>,
    ) {
        let row = ConstraintRow::angular(self.point_block.inv_masses);
        let free_speed = row.relative_speed(p, q);
        let free_response = row.response();
        let zero = Lanes::zero();
        let mut motion =
            RowMotion { speed: free_speed, response: free_response, held_response: free_response };
        if rows.point {
            let softness = self.point_softness(settings);
            let bias = self.point_bias(anchors.separation, settings);
            let impulse = self.point_block.solve_impulse([&*p, &*q], anchors.levers, bias, &softness)
                - self.point_block.impulse;
            motion.speed = motion.speed + self.point_block.angular_lever(anchors.levers).cross(impulse);
            // A soft point constraint takes back only a fraction of what a rigid one would take back.
            motion.held_response = self.point_block.response_about_anchors(anchors.levers);
            let share = softness.mass_scale;
            motion.response = free_response * (Lanes::constant(1.0) - share) + motion.held_response * share;
        }
        if rows.rotation {
            row.solve_axis(
                [&mut *p, &mut *q],
                &mut self.rotation,
                angle,
                motion,
                &self.springs[1].softness,
                settings,
            );
        }
        if rows.angular {
            let rigid = SoftnessLanes::splat(&settings.rigid);
            let rigid_bias = rigid.bias_rate * angle;
            let bias = self.rigid_mask[1].select_greater(zero, [rigid_bias, self.angular_bias]);
            // Only the angular spring of a weld joint allows for the point constraint, because its frequency depends on the inertia about
            // the anchor; and only if the point constraint is rigid.
            let select = |held, free| {
                let held = self.rigid_mask[1].select_greater(zero, [free, held]);
                self.rigid_mask[0].select_greater(zero, [held, free])
            };
            let speed = select(motion.speed, free_speed);
            let response = select(motion.response, free_response);
            let held_response = select(motion.held_response, free_response);
            let spring = self.springs[1].softness.beside_soft_rows(response, held_response);
            let softness = spring.select_where(&rigid, self.rigid_mask[1]);
            row.solve_locked([p, q], speed, held_response, bias, &softness, &mut self.angular);
        }
    }

    /// Solves the constraint on the distance of a distance joint: the fixed distance, or spring, limits and motor.
    #[inline]
    fn solve_distance(
        &mut self,
        rows: JointRows,
        [p, q]: [&mut VelocityLanes<R>; 2],
        m: &TransformLanes<R>,
        anchors: &Anchors<R>,
        settings: &IterationSettings<R>,
    ) {
        let Anchors { levers: [r, s], separation } = *anchors;
        let (axis, length) = self.free_axis(rows, m, separation);
        let row = ConstraintRow::along(axis, [separation + r, s], self.point_block.inv_masses);
        let speed = row.relative_speed(p, q);
        let response = row.response();
        if rows.fixed_distance {
            let rigid = SoftnessLanes::splat(&settings.rigid);
            let bias = rigid.bias_rate * (length - self.rest_length);
            let accumulated = &mut self.translation.impulses.spring;
            row.solve_locked([p, q], speed, response, bias, &rigid, accumulated);
        } else {
            let motion = RowMotion { speed, response, held_response: response };
            let spring = &self.springs[0].softness;
            row.solve_axis([p, q], &mut self.translation, length, motion, spring, settings);
        }
    }

    /// Solves the constraints of prismatic and wheel joints: the motor of a wheel; spring, limits and motor of the translation; then the
    /// locked direction and the locked angle of a prismatic joint. Motors, limits and springs allow for the impulses that the locked rows
    /// will have, so that one iteration satisfies all of them; see [`LockedDirection`] and
    /// [`with_locked_angle`](ConstraintRow::with_locked_angle).
    #[inline]
    fn solve_slider(
        &mut self,
        rows: JointRows,
        [p, q]: [&mut VelocityLanes<R>; 2],
        m: &TransformLanes<R>,
        anchors: &Anchors<R>,
        angle: Lanes<R>,
        settings: &IterationSettings<R>,
    ) {
        let separation = anchors.separation;
        let (axis, coordinate) = self.free_axis(rows, m, separation);
        let [(row, factor), (lateral_row, lateral_factor)] =
            [axis, axis.perp()].map(|direction| self.slider_row(rows, direction, anchors));
        let rigid = &settings.rigid;
        let angular_row = ConstraintRow::angular(self.point_block.inv_masses);
        let lateral_error = separation.dot(axis.perp()) - lateral_factor * angle;
        let lateral = LockedDirection::new(lateral_row, lateral_error, rigid);
        if rows.rotation {
            let motion = lateral.motion_beside(&angular_row, [&*p, &*q], self.lateral);
            let spring = &self.springs[1].softness;
            let bodies = [&mut *p, &mut *q];
            angular_row.solve_axis(bodies, &mut self.rotation, angle, motion, spring, settings);
        }
        let motion = lateral.motion_beside(&row, [&*p, &*q], self.lateral);
        let spring = &self.springs[0].softness;
        let bodies = [&mut *p, &mut *q];
        row.solve_axis(bodies, &mut self.translation, coordinate - factor * angle, motion, spring, settings);
        lateral.solve([&mut *p, &mut *q], &mut self.lateral);
        if rows.angular {
            let speed = angular_row.relative_speed(p, q);
            let response = angular_row.response();
            let rigid = SoftnessLanes::splat(rigid);
            let bias = rigid.bias_rate * angle;
            angular_row.solve_locked([p, q], speed, response, bias, &rigid, &mut self.angular);
        }
    }

    /// The impulse, shortened to the largest impulse of a mouse joint if it is longer.
    #[inline]
    fn clamp_force(&self, impulse: VectorLanes<R>) -> VectorLanes<R> {
        let length = sqrt(impulse.dot(impulse));
        impulse.scaled(length.select_greater(self.max_force, [self.max_force / length, Lanes::constant(1.0)]))
    }
}
