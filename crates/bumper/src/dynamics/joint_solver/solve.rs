//! Solving the constraint rows of a block of joints once.

use super::super::constraint_row::{ConstraintRow, IterationSettings};
use super::super::lanes::{Lanes, VectorLanes};
use super::super::locked_direction::LockedDirection;
use super::super::softness::SoftnessLanes;
use super::super::solver_body::{SolverBodies, TransformLanes, VelocityLanes};
use super::{JointBlock, JointRows, sqrt};
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
        let (anchors, separation) = self.point_block.anchors_and_separation(&m, &n);
        let angle = self.angle + q.delta_angle - p.delta_angle;
        if rows.lateral {
            self.solve_slider(rows, [&mut p, &mut q], &m, (anchors, separation, angle), settings);
        } else {
            if rows.rotation || rows.angular {
                self.solve_angle(rows, [&mut p, &mut q], (anchors, separation), angle, settings);
            }
            if rows.point {
                self.solve_point(rows, [&mut p, &mut q], (anchors, separation), settings);
            }
            if rows.translation {
                self.solve_distance(rows, [&mut p, &mut q], &m, (anchors, separation), settings);
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
        (anchors, separation): ([VectorLanes<R>; 2], VectorLanes<R>),
        settings: &IterationSettings<R>,
    ) {
        let softness = self.point_softness(settings);
        let bias = self.point_bias(separation, settings);
        let impulse = self.point_block.solve_impulse([&*p, &*q], (anchors, bias), &softness);
        let impulse = if rows.mouse { self.clamp_force(impulse) } else { impulse };
        self.point_block.set_impulse([p, q], anchors, impulse);
    }

    /// Solves the constraints on the angle of joints without a locked direction: spring, limits and motor of the rotation of a revolute
    /// joint, or the locked angle of a weld joint. The point constraint is solved afterwards. Motors, limits and springs allow for the
    /// impulse that it will have, so that one iteration satisfies both. `separation` is the vector from the first anchor to the second, and
    /// `angle` the angle of the joint.
    #[inline]
    fn solve_angle(
        &mut self,
        rows: JointRows,
        [p, q]: [&mut VelocityLanes<R>; 2],
        (anchors, separation): ([VectorLanes<R>; 2], VectorLanes<R>),
        angle: Lanes<R>,
        settings: &IterationSettings<R>,
    ) {
        let row = ConstraintRow::angular(self.point_block.inv_masses);
        let free_speed = row.relative_speed(p, q);
        let free_response = row.response();
        let zero = Lanes::zero();
        let mut speed = free_speed;
        let mut response = free_response;
        let mut held_response = free_response;
        if rows.point {
            let softness = self.point_softness(settings);
            let bias = self.point_bias(separation, settings);
            let impulse = self.point_block.solve_impulse([&*p, &*q], (anchors, bias), &softness)
                - self.point_block.impulse;
            speed = speed + self.point_block.angular_lever(anchors).cross(impulse);
            // A soft point constraint takes back only a fraction of what a rigid one would take back.
            held_response = self.point_block.response_about_anchors(anchors);
            let share = softness.mass_scale;
            response = free_response * (Lanes::constant(1.0) - share) + held_response * share;
        }
        if rows.rotation {
            row.solve_axis(
                [&mut *p, &mut *q],
                &mut self.rotation,
                angle,
                &self.springs[1].softness,
                ([speed, response, held_response], settings),
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
            let speed = select(speed, free_speed);
            let response = select(response, free_response);
            let held_response = select(held_response, free_response);
            let spring = self.springs[1].softness.beside_soft_rows(response, held_response);
            let softness = spring.select_where(&rigid, self.rigid_mask[1]);
            row.solve_locked([p, q], [speed, bias, held_response], &softness, &mut self.angular);
        }
    }

    /// Solves the constraint on the distance of a distance joint: the fixed distance, or spring, limits and motor.
    #[inline]
    fn solve_distance(
        &mut self,
        rows: JointRows,
        [p, q]: [&mut VelocityLanes<R>; 2],
        m: &TransformLanes<R>,
        ([r, s], separation): ([VectorLanes<R>; 2], VectorLanes<R>),
        settings: &IterationSettings<R>,
    ) {
        let (axis, length) = self.free_axis(rows, m, separation);
        let row = ConstraintRow::along(axis, [separation + r, s], self.point_block.inv_masses);
        let speed = row.relative_speed(p, q);
        let response = row.response();
        if rows.fixed_distance {
            let rigid = SoftnessLanes::splat(&settings.rigid);
            let bias = rigid.bias_rate * (length - self.rest_length);
            row.solve_locked([p, q], [speed, bias, response], &rigid, &mut self.translation.impulses[0]);
        } else {
            row.solve_axis(
                [p, q],
                &mut self.translation,
                length,
                &self.springs[0].softness,
                ([speed, response, response], settings),
            );
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
        (anchors, separation, angle): ([VectorLanes<R>; 2], VectorLanes<R>, Lanes<R>),
        settings: &IterationSettings<R>,
    ) {
        let (axis, coordinate) = self.free_axis(rows, m, separation);
        let [(row, factor), (lateral_row, lateral_factor)] =
            [axis, axis.perp()].map(|direction| self.slider_row(rows, direction, anchors, separation));
        let rigid = &settings.rigid;
        let angular_row = ConstraintRow::angular(self.point_block.inv_masses);
        let lateral_error = separation.dot(axis.perp()) - lateral_factor * angle;
        let lateral = LockedDirection::new(lateral_row, lateral_error, rigid);
        if rows.rotation {
            let speeds = lateral.speed_and_response(&angular_row, [&*p, &*q], self.lateral);
            angular_row.solve_axis(
                [&mut *p, &mut *q],
                &mut self.rotation,
                angle,
                &self.springs[1].softness,
                (speeds, settings),
            );
        }
        let speeds = lateral.speed_and_response(&row, [&*p, &*q], self.lateral);
        row.solve_axis(
            [&mut *p, &mut *q],
            &mut self.translation,
            coordinate - factor * angle,
            &self.springs[0].softness,
            (speeds, settings),
        );
        lateral.solve([&mut *p, &mut *q], &mut self.lateral);
        if rows.angular {
            let speed = angular_row.relative_speed(p, q);
            let response = angular_row.response();
            let rigid = SoftnessLanes::splat(rigid);
            let bias = rigid.bias_rate * angle;
            angular_row.solve_locked([p, q], [speed, bias, response], &rigid, &mut self.angular);
        }
    }

    /// The impulse, shortened to the largest impulse of a mouse joint if it is longer.
    #[inline]
    fn clamp_force(&self, impulse: VectorLanes<R>) -> VectorLanes<R> {
        let length = sqrt(impulse.dot(impulse));
        impulse.scaled(length.select_greater(self.max_force, [self.max_force / length, Lanes::constant(1.0)]))
    }
}
