//! The solver for all joints except plain revolute joints. Joints with the same constraint rows are solved together in SIMD lanes.

mod solve;

use super::constraint_row::{AxisConstraints, AxisImpulses, ConstraintRow, IterationSettings};
use super::joint::JointAxis;
use super::revolute_solver::{Anchors, RevoluteBlock, RevoluteConstraint};
use super::spring::{SpringCoefficients, SpringLanes};
use crate::Vector;
use crate::dynamics::graph_coloring::ColorGraph;
use crate::dynamics::lanes::{Lanes, VectorLanes};
use crate::dynamics::math::V;
use crate::dynamics::solver_body::{SolverBodies, TransformLanes, warm_start_factor};
use crate::scalar::Real;
use crate::vector::from_fn;
use alloc::vec::Vec;

/// The constraint rows that a joint has: a point constraint (`point`), a locked direction (`lateral`), a locked angle (`angular`), a
/// translation (`translation`) and a rotation (`rotation`). The last two have a spring, a motor or limits. Joints with the same rows form a
/// group. The groups are solved in the order of their `JointRows`, compared field by field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::dynamics) struct JointRows {
    pub(in crate::dynamics) point: bool,
    pub(in crate::dynamics) lateral: bool,
    pub(in crate::dynamics) angular: bool,
    pub(in crate::dynamics) translation: bool,
    pub(in crate::dynamics) rotation: bool,
    /// Whether the joint is a distance joint, whose axis is the line between its anchors, and whether the distance is fixed.
    pub(in crate::dynamics) distance: bool,
    pub(in crate::dynamics) fixed_distance: bool,
    /// Whether the joint is a mouse joint, whose force is limited.
    pub(in crate::dynamics) mouse: bool,
}

/// The accumulated impulses of a joint. Each constraint row has its own field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::dynamics) struct JointImpulses<R: Real> {
    pub(in crate::dynamics) point: V<R>,
    pub(in crate::dynamics) lateral: R,
    /// The impulse of the locked angle. In prismatic joints, without the part that balances the lever arms of the other impulses; see
    /// [`ConstraintRow::with_locked_angle`].
    pub(in crate::dynamics) angular: R,
    pub(in crate::dynamics) translation: AxisImpulses<R>,
    pub(in crate::dynamics) rotation: AxisImpulses<R>,
}

impl<R: Real> JointImpulses<R> {
    /// All impulses as an array, as a snapshot stores them.
    pub(in crate::dynamics) fn to_array(self) -> [R; 12] {
        let Self { point: Vector([x, y]), lateral, angular, translation, rotation } = self;
        let AxisImpulses { spring, motor, low, high } = translation;
        let AxisImpulses { spring: t, motor: n, low: j, high: k } = rotation;
        [x, y, lateral, angular, spring, motor, low, high, t, n, j, k]
    }

    /// Sets all impulses from the result of [`to_array`](Self::to_array).
    pub(in crate::dynamics) fn set_from_array(&mut self, from: &[R; 12]) {
        let [x, y, lateral, angular, s, m, l, h, t, n, j, k] = *from;
        *self = Self {
            point: Vector([x, y]),
            lateral,
            angular,
            translation: AxisImpulses { spring: s, motor: m, low: l, high: h },
            rotation: AxisImpulses { spring: t, motor: n, low: j, high: k },
        };
    }
}

/// The data of a joint that the solver needs, before they are copied into a lane of a block.
pub(in crate::dynamics) struct JointConstraint<'r, R: Real> {
    pub(in crate::dynamics) point: RevoluteConstraint<R>,
    /// The axis in the world; the angle of the second body relative to the first, minus this angle when the joint was added; and the rest
    /// length of a distance joint.
    pub(in crate::dynamics) axis: V<R>,
    pub(in crate::dynamics) angle: R,
    pub(in crate::dynamics) rest_length: R,
    /// The limits, the motor and the spring of the free translation and of the free rotation of the joint.
    pub(in crate::dynamics) axes: [Option<JointAxis<R>>; 2],
    /// The springs of the relative position and of the relative angle.
    pub(in crate::dynamics) springs: [Option<SpringCoefficients<R>>; 2],
    pub(in crate::dynamics) max_force: R,
    pub(in crate::dynamics) impulses: &'r JointImpulses<R>,
    pub(in crate::dynamics) sub_dt: R,
}

/// Joints with the same constraint rows, one joint per SIMD lane. No dynamic body occurs in two lanes.
#[derive(Clone, Copy, Debug)]
struct JointBlock<R> {
    point_block: RevoluteBlock<R>,
    axis: VectorLanes<R>,
    angle: Lanes<R>,
    rest_length: Lanes<R>,
    translation: AxisConstraints<R>,
    rotation: AxisConstraints<R>,
    springs: [SpringLanes<R>; 2],
    has_spring: bool,
    /// The biases of the springs of the relative position and of the relative angle in this sub-step, for joints where these take the
    /// places of the point constraint and of the locked angle.
    point_bias: VectorLanes<R>,
    angular_bias: Lanes<R>,
    /// Whether the relative position and the relative angle are rigid: above zero in the lanes of joints without a spring, zero in the
    /// others.
    rigid_mask: [Lanes<R>; 2],
    max_force: Lanes<R>,
    /// The accumulated impulses of the rows of the locked direction and of the locked angle.
    lateral: Lanes<R>,
    angular: Lanes<R>,
}

/// A group: the constraint rows that its joints have, and the joints with their graph colouring.
type JointGroup<R> = (JointRows, ColorGraph<JointBlock<R>>);

/// The joints of a step, grouped by their constraint rows. The groups are sorted by rows.
#[derive(Debug, Default)]
pub(in crate::dynamics) struct JointGroups<R: Real> {
    all: Vec<JointGroup<R>>,
    /// The number of bodies in the solver, and the number of those that are dynamic.
    counts: [usize; 2],
}

impl<R: Real> JointGroups<R> {
    /// Calls `for_each` for each joint with its slot and its accumulated impulses.
    pub(in crate::dynamics) fn for_each(&mut self, mut for_each: impl FnMut(usize, JointImpulses<R>)) {
        for (_, group) in &mut self.all {
            group.for_each_block(false, |block| block.for_each(&mut for_each));
        }
    }

    /// Removes all joints and starts a step with `bodies` bodies in the solver; the first `dynamic_count` of them are dynamic.
    pub(in crate::dynamics) fn begin(&mut self, bodies: usize, dynamic_count: usize) {
        self.counts = [bodies, dynamic_count];
        self.all.iter_mut().for_each(|(_, group)| group.begin(bodies, dynamic_count));
    }

    /// Adds a joint to the group of joints with the given rows.
    pub(in crate::dynamics) fn add(&mut self, rows: JointRows, constraint: &JointConstraint<'_, R>) {
        // The groups are sorted, so that the order of solving does not depend on earlier steps.
        let index = self.all.binary_search_by_key(&rows, |(other, _)| *other).unwrap_or_else(|index| {
            let mut group = ColorGraph::default();
            group.begin(self.counts[0], self.counts[1]);
            self.all.insert(index, (rows, group));
            index
        });
        let group = &mut self.all[index].1;
        let slot = group.add(constraint.point.bodies, 0, JointBlock::empty);
        group.block_mut(slot).set(slot.lane, constraint);
    }

    /// Applies the impulses of the previous sub-step (warm starting). The impulses of a joint are dropped if one of its bodies rotated too
    /// far; see [`warm_start_factor`].
    pub(in crate::dynamics) fn warm_start(&mut self, solver_bodies: &mut SolverBodies<R>, sub_dt: R) {
        for (rows, group) in &mut self.all {
            group.for_each_block(false, |block| block.warm_start(*rows, solver_bodies, sub_dt));
        }
    }

    /// Prepares the springs for a sub-step.
    pub(in crate::dynamics) fn begin_springs(&mut self, solver_bodies: &SolverBodies<R>) {
        for (rows, group) in &mut self.all {
            group.for_each_block(false, |block| {
                if block.has_spring {
                    block.begin_springs(*rows, solver_bodies);
                }
            });
        }
    }

    /// Solves all joints once.
    pub(in crate::dynamics) fn solve(
        &mut self,
        solver_bodies: &mut SolverBodies<R>,
        settings: &IterationSettings<R>,
    ) {
        for (rows, group) in &mut self.all {
            group.for_each_block(false, |block| block.solve(*rows, solver_bodies, settings));
        }
    }
}

impl<R: Real> JointBlock<R> {
    /// A block without joints. Empty lanes also need bodies, so they refer to the dummy body, which never moves: it stands for all bodies
    /// at rest. `static_index` is its index in the solver.
    fn empty(static_index: u32) -> Self {
        let zero = Lanes::zero();
        let one = Lanes::constant(1.0);
        Self {
            point_block: RevoluteBlock::empty(static_index),
            axis: VectorLanes::zero(),
            angle: zero,
            rest_length: zero,
            translation: AxisConstraints::none(),
            rotation: AxisConstraints::none(),
            springs: [SpringLanes::none(); 2],
            has_spring: false,
            point_bias: VectorLanes::zero(),
            angular_bias: zero,
            rigid_mask: [one; 2],
            max_force: zero,
            lateral: zero,
            angular: zero,
        }
    }

    /// Copies a joint into a lane of the block.
    fn set(&mut self, lane: usize, constraint: &JointConstraint<'_, R>) {
        self.point_block.set(lane, &constraint.point);
        self.axis.set_lane(lane, constraint.axis);
        self.angle.0[lane] = constraint.angle;
        self.rest_length.0[lane] = constraint.rest_length;
        self.max_force.0[lane] = constraint.max_force * constraint.sub_dt;
        let impulses = [&constraint.impulses.translation, &constraint.impulses.rotation];
        for ((axes, axis), impulses) in
            [&mut self.translation, &mut self.rotation].into_iter().zip(&constraint.axes).zip(impulses)
        {
            if let Some(axis) = axis {
                axes.set_lane(lane, axis, constraint.sub_dt, impulses);
            }
        }
        for (k, spring) in constraint.springs.iter().enumerate() {
            if let Some(spring) = spring {
                self.springs[k].set_lane(lane, spring);
                self.has_spring = true;
                self.rigid_mask[k].0[lane] = R::ZERO;
            }
        }
        self.lateral.0[lane] = constraint.impulses.lateral;
        self.angular.0[lane] = constraint.impulses.angular;
    }

    /// The direction of the free translation, and the coordinate along it: the distance between the anchors of distance joints, otherwise
    /// the translation. `separation` is the vector from the first anchor to the second.
    #[inline]
    fn free_axis(
        &self,
        rows: JointRows,
        m: &TransformLanes<R>,
        separation: VectorLanes<R>,
    ) -> (VectorLanes<R>, Lanes<R>) {
        if !rows.distance {
            let axis = self.axis.rotated(m.cos, m.sin);
            return (axis, separation.dot(axis));
        }
        let zero = Lanes::zero();
        let one = Lanes::constant(1.0);
        let length = sqrt(separation.dot(separation));
        // If the anchors coincide, the direction is +x.
        let VectorLanes([x, y]) = separation.scaled(one / length);
        (VectorLanes([length.select_greater(zero, [x, one]), length.select_greater(zero, [y, zero])]), length)
    }

    /// The row of a direction of the translation, and the factor of the relative angle that it leaves to the locked angle of a prismatic
    /// joint (see [`with_locked_angle`](ConstraintRow::with_locked_angle)), zero for other joints. In prismatic and wheel joints, impulses
    /// act at the current anchor of the second body.
    #[inline]
    fn slider_row(
        &self,
        rows: JointRows,
        direction: VectorLanes<R>,
        anchors: &Anchors<R>,
    ) -> (ConstraintRow<R>, Lanes<R>) {
        let Anchors { levers: [r, s], separation } = *anchors;
        let row = ConstraintRow::along(direction, [separation + r, s], self.point_block.inv_masses);
        if rows.angular { row.with_locked_angle() } else { (row, Lanes::zero()) }
    }

    /// Computes the biases of the springs for a sub-step.
    fn begin_springs(&mut self, rows: JointRows, solver_bodies: &SolverBodies<R>) {
        let bodies = self.point_block.bodies;
        let [m, n] = bodies.map(|indices| solver_bodies.transforms(&indices));
        let [p, q] = bodies.map(|indices| solver_bodies.velocities(&indices));
        let anchors = self.point_block.anchors_in_world(&m, &n);
        let separation = anchors.separation;
        let angle = self.angle + q.delta_angle - p.delta_angle;
        let [translation_spring, rotation_spring] = &self.springs;
        if rows.translation && self.translation.has_spring {
            let (axis, coordinate) = self.free_axis(rows, &m, separation);
            let (row, factor) = self.slider_row(rows, axis, &anchors);
            let error =
                if rows.distance { coordinate - self.rest_length } else { coordinate - factor * angle };
            self.translation.update_spring_bias(translation_spring, error, row.relative_speed(&p, &q));
        }
        let angular_speed = q.angular_velocity - p.angular_velocity;
        if rows.rotation && self.rotation.has_spring {
            self.rotation.update_spring_bias(rotation_spring, angle, angular_speed);
        }
        self.angular_bias = rotation_spring.bias(angle, angular_speed);
        let VectorLanes([x, y]) = separation;
        let VectorLanes([u, v]) = self.point_block.anchor_velocity([&p, &q], anchors.levers);
        self.point_bias = VectorLanes([translation_spring.bias(x, u), translation_spring.bias(y, v)]);
    }

    /// Applies the impulses of the previous sub-step to the velocities of the bodies (warm starting).
    #[inline]
    fn warm_start(&mut self, rows: JointRows, solver_bodies: &mut SolverBodies<R>, sub_dt: R) {
        let bodies = self.point_block.bodies;
        let inv_masses = self.point_block.inv_masses;
        let m = solver_bodies.transforms(&bodies[0]);
        let n = solver_bodies.transforms(&bodies[1]);
        let mut p = solver_bodies.velocities(&bodies[0]);
        let mut q = solver_bodies.velocities(&bodies[1]);
        let anchors = self.point_block.anchors_in_world(&m, &n);
        let Anchors { levers: [r, s], separation } = anchors;
        // In a prismatic or wheel joint, impulses act at the current anchor of the second body, so the lever arm of the first body ends
        // there.
        let lever = if rows.lateral { r + separation } else { r };
        let sub_dt = Lanes::splat(sub_dt);
        self.scale_impulses(
            warm_start_factor(p.angular_velocity * sub_dt, lever, inv_masses[0])
                * warm_start_factor(q.angular_velocity * sub_dt, s, inv_masses[1]),
        );
        if rows.translation {
            let axis = self.free_axis(rows, &m, separation).0;
            let row = |direction| self.slider_row(rows, direction, &anchors).0;
            row(axis).apply_impulse(&mut p, &mut q, self.translation.sum());
            if rows.lateral {
                row(axis.perp()).apply_impulse(&mut p, &mut q, self.lateral);
            }
        }
        if rows.angular || rows.rotation {
            ConstraintRow::angular(inv_masses).apply_impulse(
                &mut p,
                &mut q,
                self.angular + self.rotation.sum(),
            );
        }
        if rows.point {
            self.point_block.apply([&mut p, &mut q], [r, s], self.point_block.impulse);
        }
        solver_bodies.store_velocities(&bodies[0], &p);
        solver_bodies.store_velocities(&bodies[1], &q);
    }

    /// Multiplies all accumulated impulses by a factor per lane.
    #[inline]
    fn scale_impulses(&mut self, factor: Lanes<R>) {
        self.point_block.impulse = self.point_block.impulse.scaled(factor);
        for AxisImpulses { spring, motor, low, high } in
            [&mut self.translation.impulses, &mut self.rotation.impulses]
        {
            [spring, motor, low, high].into_iter().for_each(|impulse| *impulse = *impulse * factor);
        }
        self.lateral = self.lateral * factor;
        self.angular = self.angular * factor;
    }

    /// Calls `for_each` with the slot and the accumulated impulses of each joint of the block.
    fn for_each(&self, mut for_each: impl FnMut(usize, JointImpulses<R>)) {
        self.point_block.for_each(|lane, joint, point| {
            let translation = self.translation.impulses.map(|lanes| lanes.0[lane]);
            let rotation = self.rotation.impulses.map(|lanes| lanes.0[lane]);
            for_each(
                joint,
                JointImpulses {
                    point,
                    lateral: self.lateral.0[lane],
                    angular: self.angular.0[lane],
                    translation,
                    rotation,
                },
            );
        });
    }
}

/// The square root of each lane. It is correctly rounded, so that all builds give the same bits.
#[inline]
fn sqrt<R: Real>(squares: Lanes<R>) -> Lanes<R> {
    Lanes(from_fn(|k| squares.0[k].sqrt()))
}
