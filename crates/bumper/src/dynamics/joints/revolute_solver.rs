//! The solver for plain revolute joints: revolute joints without limits, motors and springs. Most joints are of this kind. They are solved
//! in SIMD lanes.

use super::constraint_row::InverseMasses;
use super::softness::SoftnessLanes;
use crate::Vector;
use crate::dynamics::graph_coloring::{ColorGraph, NULL_INDEX};
use crate::dynamics::lanes::{LANE_COUNT, Lanes, VectorLanes};
use crate::dynamics::math::V;
use crate::dynamics::solver_body::{
    Softness, SolverBodies, TransformLanes, VelocityLanes, warm_start_factor,
};
use crate::scalar::Real;

/// Several revolute constraints, one per SIMD lane. No dynamic body occurs in two lanes.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct RevoluteBlock<R> {
    /// The slot of the joint in each lane; [`NULL_INDEX`] for an empty lane.
    joints: [u32; LANE_COUNT],
    pub(in crate::dynamics) bodies: [[u32; LANE_COUNT]; 2],
    /// The anchors relative to the centers of mass at the beginning of the step.
    anchors: [VectorLanes<R>; 2],
    /// The vector from the first center of mass to the second at the beginning of the step.
    offset: VectorLanes<R>,
    /// The inverse mass and the inverse inertia of each body.
    pub(in crate::dynamics) inv_masses: InverseMasses<R>,
    /// The accumulated impulses of the constraints.
    pub(in crate::dynamics) impulse: VectorLanes<R>,
}

/// A revolute constraint with the data that the solver needs, before they are copied into a lane of a block.
pub(in crate::dynamics) struct RevoluteConstraint<R> {
    pub(in crate::dynamics) joint: u32,
    pub(in crate::dynamics) bodies: [u32; 2],
    pub(in crate::dynamics) anchors: [V<R>; 2],
    pub(in crate::dynamics) offset: V<R>,
    pub(in crate::dynamics) inv_masses: [[R; 2]; 2],
    pub(in crate::dynamics) impulse: V<R>,
}

/// The plain revolute constraints of a step, with their graph colouring.
#[derive(Debug, Default)]
pub(in crate::dynamics) struct RevoluteConstraints<R: Real>(ColorGraph<RevoluteBlock<R>>);

impl<R: Real> RevoluteConstraints<R> {
    /// Calls `for_each` for each joint with its slot and its accumulated impulse.
    pub(in crate::dynamics) fn for_each(&mut self, mut for_each: impl FnMut(usize, V<R>)) {
        self.0.for_each_block(false, |block| block.for_each(|_, joint, impulse| for_each(joint, impulse)));
    }

    /// Removes all constraints and starts a step with `bodies` bodies in the solver; the first `dynamic_count` of them are dynamic.
    pub(in crate::dynamics) fn begin(&mut self, bodies: usize, dynamic_count: usize) {
        self.0.begin(bodies, dynamic_count);
    }

    pub(in crate::dynamics) fn add(&mut self, constraint: &RevoluteConstraint<R>) {
        let slot = self.0.add(constraint.bodies, 0, RevoluteBlock::empty);
        self.0.block_mut(slot).set(slot.lane, constraint);
    }

    /// Applies the impulses of the previous sub-step (warm starting). The impulse of a joint is dropped if one of its bodies rotated too
    /// far; see [`warm_start_factor`].
    pub(in crate::dynamics) fn warm_start(&mut self, solver_bodies: &mut SolverBodies<R>, sub_dt: R) {
        self.0.for_each_block(false, |block| block.warm_start(solver_bodies, sub_dt));
    }

    /// Solves all constraints once.
    pub(in crate::dynamics) fn solve(&mut self, solver_bodies: &mut SolverBodies<R>, softness: &Softness<R>) {
        self.0.for_each_block(false, |block| block.solve(solver_bodies, softness));
    }
}

/// The anchors of joints, one joint per SIMD lane.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct Anchors<R> {
    /// The lever arms: the vectors from the centers of mass to the anchors.
    pub(in crate::dynamics) levers: [VectorLanes<R>; 2],
    /// The vectors from the first anchors to the second ones.
    pub(in crate::dynamics) separation: VectorLanes<R>,
}

impl<R: Real> RevoluteBlock<R> {
    /// A block without constraints. Empty lanes also need bodies, so they refer to the dummy body, which never moves: it stands for all
    /// bodies at rest. `static_index` is its index in the solver.
    pub(in crate::dynamics) fn empty(static_index: u32) -> Self {
        let zero_vector = VectorLanes::zero();
        let zero = Lanes::zero();
        Self {
            joints: [NULL_INDEX; LANE_COUNT],
            bodies: [[static_index; LANE_COUNT]; 2],
            anchors: [zero_vector; 2],
            offset: zero_vector,
            inv_masses: [[zero; 2]; 2],
            impulse: zero_vector,
        }
    }

    /// Copies a constraint into a lane.
    pub(in crate::dynamics) fn set(&mut self, lane: usize, constraint: &RevoluteConstraint<R>) {
        self.joints[lane] = constraint.joint;
        for side in 0..2 {
            self.bodies[side][lane] = constraint.bodies[side];
            self.anchors[side].set_lane(lane, constraint.anchors[side]);
            for k in 0..2 {
                self.inv_masses[side][k].0[lane] = constraint.inv_masses[side][k];
            }
        }
        self.offset.set_lane(lane, constraint.offset);
        self.impulse.set_lane(lane, constraint.impulse);
    }

    /// The current anchors relative to the centers of mass, and the vector from the first anchor to the second. `m` and `n` are the motions
    /// of the bodies since the beginning of the step.
    #[inline]
    pub(in crate::dynamics) fn anchors_in_world(
        &self,
        m: &TransformLanes<R>,
        n: &TransformLanes<R>,
    ) -> Anchors<R> {
        let r = self.anchors[0].rotated(m.cos, m.sin);
        let s = self.anchors[1].rotated(n.cos, n.sin);
        let separation = self.offset + (n.delta_position - m.delta_position) + (s - r);
        Anchors { levers: [r, s], separation }
    }

    /// Applies impulses to the second bodies at their anchors `s`, and the opposite impulses to the first bodies at their anchors `r`.
    #[inline]
    pub(in crate::dynamics) fn apply(
        &self,
        [p, q]: [&mut VelocityLanes<R>; 2],
        [r, s]: [VectorLanes<R>; 2],
        impulse: VectorLanes<R>,
    ) {
        let [[a, i], [b, j]] = self.inv_masses;
        p.velocity = p.velocity - impulse.scaled(a);
        p.angular_velocity = p.angular_velocity - r.cross(impulse) * i;
        q.velocity = q.velocity + impulse.scaled(b);
        q.angular_velocity = q.angular_velocity + s.cross(impulse) * j;
    }

    /// Applies the impulses of the previous sub-step to the velocities of the bodies (warm starting).
    #[inline]
    fn warm_start(&mut self, solver_bodies: &mut SolverBodies<R>, sub_dt: R) {
        let m = solver_bodies.transforms(&self.bodies[0]);
        let n = solver_bodies.transforms(&self.bodies[1]);
        let [mut p, mut q] =
            [solver_bodies.velocities(&self.bodies[0]), solver_bodies.velocities(&self.bodies[1])];
        let anchors = self.anchors_in_world(&m, &n).levers;
        let factor = |side: usize, angular_velocity: Lanes<R>| {
            warm_start_factor(angular_velocity * Lanes::splat(sub_dt), anchors[side], self.inv_masses[side])
        };
        self.impulse = self.impulse.scaled(factor(0, p.angular_velocity) * factor(1, q.angular_velocity));
        self.apply([&mut p, &mut q], anchors, self.impulse);
        solver_bodies.store_velocities(&self.bodies[0], &p);
        solver_bodies.store_velocities(&self.bodies[1], &q);
    }

    /// Solves the constraints once.
    #[inline]
    fn solve(&mut self, solver_bodies: &mut SolverBodies<R>, softness: &Softness<R>) {
        let m = solver_bodies.transforms(&self.bodies[0]);
        let n = solver_bodies.transforms(&self.bodies[1]);
        let [mut p, mut q] =
            [solver_bodies.velocities(&self.bodies[0]), solver_bodies.velocities(&self.bodies[1])];
        let Anchors { levers, separation } = self.anchors_in_world(&m, &n);
        let bias = separation.scaled(Lanes::splat(softness.bias_rate));
        let impulse = self.solve_impulse([&p, &q], levers, bias, &SoftnessLanes::splat(softness));
        self.set_impulse([&mut p, &mut q], levers, impulse);
        solver_bodies.store_velocities(&self.bodies[0], &p);
        solver_bodies.store_velocities(&self.bodies[1], &q);
    }

    /// The determinant of the matrix K, which maps an impulse at the anchors to the change of their relative velocity. K is the matrix (a +
    /// b) I + i r⊥ r⊥ᵀ + j s⊥ s⊥ᵀ for inverse masses a and b, inverse inertias i and j, and lever arms r and s; r⊥ is r rotated by 90°.
    ///
    /// The determinant is computed as a sum of positive terms. If lever arms are long, the difference of the products of the entries of K
    /// would consist of rounding errors.
    #[inline]
    fn determinant(&self, [r, s]: [VectorLanes<R>; 2]) -> Lanes<R> {
        let [[a, i], [b, j]] = self.inv_masses;
        let sum = a + b;
        let cross = r.cross(s);
        sum * (sum + i * r.dot(r) + j * s.dot(s)) + i * j * cross * cross
    }

    /// The change of the relative angular velocity per unit of angular impulse, while the point constraint keeps the relative velocity of
    /// the anchors.
    ///
    /// An angular impulse also moves the anchors apart. The impulse of the point constraint keeps them together, and thereby takes back a
    /// part of the rotation. What remains is the Schur complement of K. It is a quotient of sums of positive terms, so it is accurate for
    /// lever arms of any length.
    #[inline]
    pub(in crate::dynamics) fn response_about_anchors(&self, [r, s]: [VectorLanes<R>; 2]) -> Lanes<R> {
        let [[a, i], [b, j]] = self.inv_masses;
        let determinant = self.determinant([r, s]);
        let sum = a + b;
        let between = s - r;
        let remaining = sum * (sum * (i + j) + i * j * between.dot(between));
        // If neither body can be moved at the anchors, the point constraint has no effect.
        determinant.select_greater(Lanes::zero(), [remaining / determinant, i + j])
    }

    /// The change of the relative angular velocity per unit of impulse at the anchors, as a vector whose cross product with the impulse is
    /// the change.
    #[inline]
    pub(in crate::dynamics) fn angular_lever(&self, [r, s]: [VectorLanes<R>; 2]) -> VectorLanes<R> {
        let [[_, i], [_, j]] = self.inv_masses;
        r.scaled(i) + s.scaled(j)
    }

    /// The velocity of the anchors of the second bodies relative to those of the first.
    #[inline]
    pub(in crate::dynamics) fn anchor_velocity(
        &self,
        [p, q]: [&VelocityLanes<R>; 2],
        [r, s]: [VectorLanes<R>; 2],
    ) -> VectorLanes<R> {
        let point_velocity = |velocities: &VelocityLanes<R>, anchor: VectorLanes<R>| {
            velocities.velocity + anchor.perp().scaled(velocities.angular_velocity)
        };
        point_velocity(q, s) - point_velocity(p, r)
    }

    /// The accumulated impulses of the constraints after one iteration. The x and y coordinates are solved together, with the inverse of
    /// the matrix K. `bias` is the velocity at which the constraints correct the separation of the anchors.
    #[inline]
    pub(in crate::dynamics) fn solve_impulse(
        &self,
        velocities: [&VelocityLanes<R>; 2],
        [r, s]: [VectorLanes<R>; 2],
        bias: VectorLanes<R>,
        softness: &SoftnessLanes<R>,
    ) -> VectorLanes<R> {
        let [[a, i], [b, j]] = self.inv_masses;
        let determinant = self.determinant([r, s]);
        // If neither body can be moved, the determinant is zero. Then the scale is zero, so no impulse is added.
        let scale =
            determinant.select_greater(Lanes::zero(), [softness.mass_scale / determinant, Lanes::zero()]);
        let error = self.anchor_velocity(velocities, [r, s]) + bias;
        // The adjugate of K is (a + b) I + i r rᵀ + j s sᵀ.
        let adjugate_error = error.scaled(a + b) + r.scaled(i * r.dot(error)) + s.scaled(j * s.dot(error));
        let solved = adjugate_error.scaled(scale);
        self.impulse - (solved + self.impulse.scaled(softness.impulse_scale))
    }

    /// Sets the accumulated impulses, and applies the difference from the old impulses to the velocities.
    #[inline]
    pub(in crate::dynamics) fn set_impulse(
        &mut self,
        velocities: [&mut VelocityLanes<R>; 2],
        anchors: [VectorLanes<R>; 2],
        impulse: VectorLanes<R>,
    ) {
        let change = impulse - self.impulse;
        self.impulse = impulse;
        self.apply(velocities, anchors, change);
    }

    /// Calls `for_each` for each constraint with its lane, the slot of its joint and its accumulated impulse.
    pub(in crate::dynamics) fn for_each(&self, mut for_each: impl FnMut(usize, usize, V<R>)) {
        for (lane, joint) in self.joints.into_iter().enumerate().filter(|(_, joint)| *joint != NULL_INDEX) {
            let [x, y] = self.impulse.0;
            for_each(lane, joint as usize, Vector([x.0[lane], y.0[lane]]));
        }
    }
}
