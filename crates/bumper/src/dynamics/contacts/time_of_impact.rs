//! The time of impact of two convex shapes that move along straight lines and rotate at constant angular velocities during a step.
//!
//! The method is conservative advancement (B. Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996). The separation of the
//! shapes is divided by an upper bound of their approach speed. The result is a time within which they cannot meet. So the search advances
//! by this time and computes the separation again, until it is small enough.

use crate::Vector;
use crate::dynamics::bodies::convex_parts::ConvexPart;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::math::{Rot, V, num};
use crate::dynamics::solver_body::SolverBodyState;
use crate::dynamics::tolerance::SLIDING_SPEED;
use crate::narrow::{self, manifold::Contact};
use crate::scalar::Real;
use alloc::vec::Vec;

/// The largest rotation per step in radians. It is less than half a turn, so that full turns can be counted.
pub(in crate::dynamics) const MAX_STEP_ROTATION: f64 = 3.0;

/// The largest number of iterations of the search. Only bodies that rotate fast, and slide along each other at a separation within the
/// tolerance, need more. The result is then [`ToiResult::Unknown`].
const MAX_ITERATIONS: u32 = 64;

/// The motion of a body during a step, in two parts. Until the time `start`, the body moves by a known displacement and angle. After that,
/// it moves at constant velocities. Times are fractions of the step, velocities are per step.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct BodyMotion<R> {
    /// The center of mass and the rotation at the beginning of the step.
    center: V<R>,
    rotation: Rot<R>,
    /// `velocity` and `angular_velocity` are valid from the time `start` on. `displacement` and `angle` are the motion from the beginning
    /// of the step to that time.
    start: R,
    displacement: V<R>,
    angle: R,
    /// The velocity of the center of mass in length per step, and the angular velocity in radians per step.
    pub(in crate::dynamics) velocity: V<R>,
    pub(in crate::dynamics) angular_velocity: R,
}

impl<R: Real> BodyMotion<R> {
    /// The motion of a body at constant velocities during the whole step.
    pub(in crate::dynamics) fn new(body: &RigidBody<R>, velocity: V<R>, angular_velocity: R) -> Self {
        let limit = num::<R>(MAX_STEP_ROTATION);
        Self {
            center: body.center,
            rotation: body.rotation,
            start: R::ZERO,
            displacement: Vector::ZERO,
            angle: R::ZERO,
            velocity,
            angular_velocity: angular_velocity.clamp(-limit, limit),
        }
    }

    /// The displacement of the center of mass and the rotation angle in radians, from the beginning of the step to the given time.
    fn progress(&self, time: R) -> (V<R>, R) {
        let elapsed = time - self.start;
        (self.displacement + self.velocity.scaled(elapsed), self.angle + self.angular_velocity * elapsed)
    }

    /// Stores the displacement and the rotation in the whole step in the state of the body in the solver.
    pub(in crate::dynamics) fn store_end(&self, state: &mut SolverBodyState<R>) {
        let (displacement, angle) = self.progress(R::ONE);
        state.delta_position = displacement;
        state.delta_rotation = rotation_by(angle);
        state.delta_angle = angle;
    }

    /// The center of mass and the rotation of the body at the given time.
    pub(in crate::dynamics) fn pose(&self, time: R) -> (V<R>, Rot<R>) {
        let (displacement, angle) = self.progress(time);
        (self.center + displacement, self.rotation.then(rotation_by(angle)))
    }

    /// Changes the velocities of the body from the given time on.
    pub(in crate::dynamics) fn deflect(&mut self, time: R, velocity: V<R>, angular_velocity: R) {
        (self.displacement, self.angle) = self.progress(time);
        self.start = time;
        self.velocity = velocity;
        self.angular_velocity = angular_velocity;
    }

    /// Whether the body rotates by at most [`MAX_STEP_ROTATION`] in the whole step if it has the given angular velocity from the given time
    /// on.
    pub(in crate::dynamics) fn may_rotate(&self, time: R, angular_velocity: R) -> bool {
        let angle = self.progress(time).1 + angular_velocity * (R::ONE - time);
        angle.abs() <= num(MAX_STEP_ROTATION)
    }

    /// The velocity of a point of the body, given by its offset from the center of mass.
    fn velocity_at(&self, anchor: V<R>) -> V<R> {
        self.velocity + anchor.perp().scaled(self.angular_velocity)
    }
}

/// The rotation by an angle of at most [`MAX_STEP_ROTATION`]. [`Rot::from_angle`] is accurate only for small angles, so the rotation is
/// composed of four rotations by a quarter of the angle.
fn rotation_by<R: Real>(angle: R) -> Rot<R> {
    let quarter = Rot::from_angle(angle * num(0.25));
    let half = quarter.then(quarter);
    half.then(half)
}

/// The relative pose of two bodies at the given time: the offset from the first center of mass to the second, and the rotations of both
/// bodies.
pub(in crate::dynamics) fn relative_at<R: Real>([a, b]: [&BodyMotion<R>; 2], time: R) -> (V<R>, [Rot<R>; 2]) {
    let [(p, u), (q, v)] = [a.progress(time), b.progress(time)];
    // The difference of the centers is computed first, and the displacements are added to it. Added to the centers, which may have large
    // coordinates, they would lose digits.
    ((b.center - a.center) + (q - p), [a.rotation.then(rotation_by(u)), b.rotation.then(rotation_by(v))])
}

/// The impact of two shapes: its time, point and normal.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Impact<R> {
    pub(in crate::dynamics) time: R,
    /// The unit normal from the first shape to the second.
    pub(in crate::dynamics) normal: V<R>,
    /// The point of impact: its offset from the center of mass of each body at the time of impact.
    pub(in crate::dynamics) anchors: [V<R>; 2],
    /// The relative velocity along the normal at the point of impact, in length per step; negative if the shapes approach.
    pub(in crate::dynamics) rate: R,
}

/// The result of [`time_of_impact`].
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) enum ToiResult<R> {
    /// The shapes do not meet until the end of the step.
    Miss,
    /// The shapes meet: their separation falls to the tolerance while they approach.
    Hit(Impact<R>),
    /// The iteration cap was reached. The shapes do not meet before the time of this impact, but may meet after it.
    Unknown(Impact<R>),
    /// The shapes overlap already at the start of the search interval.
    Overlap,
}

/// The first time, from `start` to the end of the step, at which two moving shapes approach and their separation is at most `tolerance`.
/// The search steps towards a separation of half of the tolerance. So usually the separation at the result is between half of the tolerance
/// and the tolerance. It is smaller if the shapes were closer at `start` or have slid along each other.
pub(in crate::dynamics) fn time_of_impact<R: Real>(
    shapes: [&ConvexPart<R>; 2],
    motions: [&BodyMotion<R>; 2],
    start: R,
    tolerance: R,
) -> ToiResult<R> {
    let mut time = start;
    let mut corner_buffers = [Vec::new(), Vec::new()];
    // Upper bounds of the speeds that rotation gives to points of the two shapes. A rounded shape is a core plus a disc around each of its
    // points. A disc does not change when it rotates, so only the bounding radius of the core counts.
    let [p, q] =
        [0, 1].map(|k| motions[k].angular_velocity.abs() * (shapes[k].bounding_radius() - shapes[k].radius));
    let mut last_impact = None;
    for _ in 0..MAX_ITERATIONS {
        let (offset, rotations) = relative_at(motions, time);
        let [first, second] = &mut corner_buffers;
        let a = shapes[0].view_at(Vector::ZERO, rotations[0], first);
        let b = shapes[1].view_at(offset, rotations[1], second);
        let Some(found) = narrow::contact(&a.convex(), &b.convex(), num(f64::MAX)) else {
            return ToiResult::Miss;
        };
        let separation = found.separation;
        if separation <= R::ZERO && time == start {
            return ToiResult::Overlap;
        }
        // The separation along a fixed normal is a lower bound of the distance at all later times. `approach_speed` is an upper bound of
        // the approach speed along the normal. So the shapes cannot meet before the motion at this speed has used up the separation.
        let approach_speed = (motions[0].velocity - motions[1].velocity).dot(found.normal) + p + q;
        if !(approach_speed > R::ZERO) || approach_speed * (R::ONE - time) < separation - tolerance {
            return ToiResult::Miss;
        }
        let within_tolerance = separation <= tolerance;
        if within_tolerance || last_impact.is_none() {
            let impact = impact_at(&found, motions, time, offset, tolerance);
            if within_tolerance && impact.rate * (R::ONE - time) < -tolerance * num(SLIDING_SPEED) {
                return ToiResult::Hit(impact);
            }
            last_impact = Some(impact);
        }
        let advance = if within_tolerance { tolerance * num(0.25) } else { separation - tolerance * R::HALF };
        time = time + advance / approach_speed;
        // The negation also ends the search if the time is NaN.
        if !(time < R::ONE) {
            return ToiResult::Miss;
        }
    }
    last_impact.map_or(ToiResult::Miss, |impact| ToiResult::Unknown(Impact { time, ..impact }))
}

/// The impact of two shapes at the given time, when they have the contact `found`. The point of impact is the average of the contact points
/// that approach, weighted by their approach speeds.
fn impact_at<R: Real>(
    found: &Contact<R, 2>,
    motions: [&BodyMotion<R>; 2],
    time: R,
    offset: V<R>,
    tolerance: R,
) -> Impact<R> {
    let separation_speed = |point: V<R>| {
        let [u, v] = [motions[0].velocity_at(point), motions[1].velocity_at(point - offset)];
        (v - u).dot(found.normal)
    };
    let mut sum = Vector::ZERO;
    let mut weights = R::ZERO;
    for point in found.points().iter().take(2) {
        let rate = separation_speed(point.point);
        if rate < R::ZERO && point.separation <= found.separation + tolerance {
            sum += point.point.scaled(-rate);
            weights = weights - rate;
        }
    }
    let first = found.points().first().map_or(Vector::ZERO, |point| point.point);
    let point = if weights > R::ZERO { sum.scaled(R::ONE / weights) } else { first };
    Impact { time, normal: found.normal, anchors: [point, point - offset], rate: separation_speed(point) }
}

/// The impact of two shapes that overlap at `time` and penetrate deeper until the end of the step. `None` if they do not overlap, or if the
/// penetration increases by at most [`SLIDING_SPEED`] times the tolerance.
pub(in crate::dynamics) fn deepening<R: Real>(
    shapes: [&ConvexPart<R>; 2],
    motions: [&BodyMotion<R>; 2],
    time: R,
    tolerance: R,
) -> Option<Impact<R>> {
    let (offset, rotations) = relative_at(motions, time);
    let [mut first, mut second] = [Vec::new(), Vec::new()];
    let a = shapes[0].view_at(Vector::ZERO, rotations[0], &mut first);
    let b = shapes[1].view_at(offset, rotations[1], &mut second);
    let found = narrow::contact(&a.convex(), &b.convex(), R::ZERO)?;
    let impact = impact_at(&found, motions, time, offset, tolerance);
    (impact.rate * (R::ONE - time) < -tolerance * num(SLIDING_SPEED)).then_some(impact)
}

impl<R: Real> Impact<R> {
    /// The inverse effective mass along the normal at the point of impact, given the inverse mass and the inverse inertia of each body.
    pub(in crate::dynamics) fn inverse_mass(&self, [[a, i], [b, j]]: [[R; 2]; 2]) -> R {
        let [u, v] = self.levers();
        a + b + i * u * u + j * v * v
    }

    /// The lever arms, on the two bodies, of an impulse along the normal at the point of impact.
    pub(in crate::dynamics) fn levers(&self) -> [R; 2] {
        self.anchors.map(|anchor| anchor.cross(self.normal))
    }

    /// The relative velocity along the normal at the point of impact; positive if the bodies separate. `velocities` has the velocity and
    /// the angular velocity of each body.
    pub(in crate::dynamics) fn separation_speed(&self, velocities: [(V<R>, R); 2]) -> R {
        let [u, v] = self.levers();
        let [(p, angular_velocity), (q, other)] = velocities;
        (q - p).dot(self.normal) + (other * v - angular_velocity * u)
    }
}
