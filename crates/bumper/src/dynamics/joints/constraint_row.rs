//! Constraint rows of joints, for several joints at once in SIMD lanes. A row constrains the relative velocity of two bodies along a
//! direction, or their relative angular velocity. There are two kinds of rows. A locked row allows no motion. The other rows have a spring,
//! a motor or limits.

use super::joint::{JointAxis, SpringForce};
use super::softness::{SoftnessLanes, effective_mass};
use super::spring::SpringLanes;
use crate::dynamics::lanes::{Lanes, VectorLanes};
use crate::dynamics::math::num;
use crate::dynamics::solver_body::{Softness, VelocityLanes};
use crate::scalar::Real;

/// The frequency of the soft constraint that holds the locked rows of joints, in cycles per sub-step. It is higher than that of contacts,
/// so joints are stiffer than contacts.
const JOINT_CYCLES: f64 = 0.25;
/// The damping ratio of the soft constraint of the locked rows of joints.
const JOINT_DAMPING: f64 = 2.0;

/// The inverse mass and the inverse inertia of each of two bodies, in SIMD lanes.
pub(in crate::dynamics) type InverseMasses<R> = [[Lanes<R>; 2]; 2];

/// A constraint row: the Jacobian of one constraint. A row with a `direction` constrains the relative velocity along that direction, and
/// `levers` are the lever arms of an impulse along it. A row without a direction constrains the relative angular velocity.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct ConstraintRow<R> {
    direction: Option<VectorLanes<R>>,
    levers: [Lanes<R>; 2],
    inv_masses: InverseMasses<R>,
}

impl<R: Real> ConstraintRow<R> {
    /// The row that constrains the relative velocity of two anchors along a direction. `levers` are the offsets of the anchors from the
    /// centers of mass.
    #[inline]
    pub(in crate::dynamics) fn along(
        direction: VectorLanes<R>,
        levers: [VectorLanes<R>; 2],
        inv_masses: InverseMasses<R>,
    ) -> Self {
        Self {
            direction: Some(direction),
            levers: [levers[0].cross(direction), levers[1].cross(direction)],
            inv_masses,
        }
    }

    /// The row that constrains the relative angular velocity.
    #[inline]
    pub(in crate::dynamics) fn angular(inv_masses: InverseMasses<R>) -> Self {
        Self { direction: None, levers: [Lanes::constant(1.0); 2], inv_masses }
    }

    /// This row minus a multiple of the row of the relative angular velocity, and the factor of that multiple. Used if a locked angle
    /// solves the multiple. The impulses of the returned row do not change the relative angular velocity. The impulses act on the bodies as
    /// if they were rigidly connected, so the lever arms depend only on the distance of the centers of mass. With the lever arms of distant
    /// anchors, nearly all of the response would be cancelled, and only rounding errors would remain.
    #[inline]
    pub(in crate::dynamics) fn with_locked_angle(mut self) -> (Self, Lanes<R>) {
        let [[_, i], [_, j]] = self.inv_masses;
        let [s, t] = self.levers;
        let zero = Lanes::zero();
        // If neither body can rotate, the lever arms have no effect.
        let inverse = effective_mass(i + j);
        self.levers = [j * inverse * (s - t), i * inverse * (t - s)];
        (self, (i + j).select_greater(zero, [(i * s + j * t) * inverse, zero]))
    }

    /// The response: the change of the relative velocity that this row constrains, per unit of impulse. Its reciprocal is the effective
    /// mass.
    #[inline]
    pub(in crate::dynamics) fn response(&self) -> Lanes<R> {
        self.linear_response() + self.angular_response()
    }

    /// The part of the response that comes from the masses alone, without the rotation of the bodies.
    #[inline]
    fn linear_response(&self) -> Lanes<R> {
        let [[a, _], [b, _]] = self.inv_masses;
        self.direction.map_or(Lanes::zero(), |direction| (a + b) * direction.dot(direction))
    }

    /// The part of the response that comes from the rotation of the bodies.
    #[inline]
    fn angular_response(&self) -> Lanes<R> {
        let [[_, i], [_, j]] = self.inv_masses;
        let [s, t] = self.levers;
        i * s * s + j * t * t
    }

    /// The change of the relative velocity that this row constrains, per unit of impulse along another row of the same joint. If both rows
    /// have directions, the directions must be perpendicular: then they are coupled only by the rotation of the bodies.
    #[inline]
    pub(in crate::dynamics) fn coupling(&self, other: &Self) -> Lanes<R> {
        let [[_, i], [_, j]] = self.inv_masses;
        i * self.levers[0] * other.levers[0] + j * self.levers[1] * other.levers[1]
    }

    /// The response of this row while the row `locked` of the same joint keeps its velocity (the Schur complement of that row). An impulse
    /// along this row also changes the velocity that `locked` constrains, and the impulse of `locked` that corrects this takes back a part
    /// of the change along this row. The directions of the rows must be perpendicular, as for [`coupling`](Self::coupling).
    ///
    /// The result is a sum of positive terms, so it is accurate even if the other row cancels nearly all of the response. If bodies have
    /// long lever arms, the difference of the two responses would consist of rounding errors.
    #[inline]
    pub(in crate::dynamics) fn response_beside_locked(&self, locked: &Self) -> Lanes<R> {
        let [[_, i], [_, j]] = self.inv_masses;
        let total = locked.response();
        let cross = self.levers[0] * locked.levers[1] - self.levers[1] * locked.levers[0];
        let rotation = self.angular_response();
        let remaining = locked.linear_response() * rotation + i * j * cross * cross;
        // If neither body can be moved along the locked row, the row has no effect.
        self.linear_response() + total.select_greater(Lanes::zero(), [remaining / total, rotation])
    }

    /// The relative velocity that this row constrains: the relative velocity of the anchors along the direction, or the relative angular
    /// velocity.
    #[inline]
    pub(in crate::dynamics) fn relative_speed(&self, p: &VelocityLanes<R>, q: &VelocityLanes<R>) -> Lanes<R> {
        match self.direction {
            Some(direction) => {
                (q.velocity - p.velocity).dot(direction) + self.levers[1] * q.angular_velocity
                    - self.levers[0] * p.angular_velocity
            }
            None => q.angular_velocity - p.angular_velocity,
        }
    }

    /// Applies an impulse along this row to the velocities of both bodies.
    #[inline]
    pub(in crate::dynamics) fn apply_impulse(
        &self,
        p: &mut VelocityLanes<R>,
        q: &mut VelocityLanes<R>,
        impulse: Lanes<R>,
    ) {
        let [[a, i], [b, j]] = self.inv_masses;
        if let Some(direction) = self.direction {
            p.velocity = p.velocity - direction.scaled(impulse * a);
            q.velocity = q.velocity + direction.scaled(impulse * b);
        }
        p.angular_velocity = p.angular_velocity - impulse * self.levers[0] * i;
        q.angular_velocity = q.angular_velocity + impulse * self.levers[1] * j;
    }

    /// Solves a locked row, which keeps a position error at zero. `bias` is the speed at which the row corrects its error, and
    /// `accumulated` the accumulated impulse of the row. For `speed` and `response` see [`RowMotion`].
    #[inline]
    pub(in crate::dynamics) fn solve_locked(
        &self,
        [p, q]: [&mut VelocityLanes<R>; 2],
        speed: Lanes<R>,
        response: Lanes<R>,
        bias: Lanes<R>,
        softness: &SoftnessLanes<R>,
        accumulated: &mut Lanes<R>,
    ) {
        let impulse = -effective_mass(response) * softness.mass_scale * (speed + bias)
            - softness.impulse_scale * *accumulated;
        *accumulated = *accumulated + impulse;
        self.apply_impulse(p, q, impulse);
    }

    /// Solves the free axis of joints (the translation or rotation that they allow): first springs, then limits, then motors. `coordinate`
    /// is the joint coordinate: angle, translation or length.
    #[inline]
    pub(in crate::dynamics) fn solve_axis(
        &self,
        [p, q]: [&mut VelocityLanes<R>; 2],
        axis: &mut AxisConstraints<R>,
        coordinate: Lanes<R>,
        mut motion: RowMotion<R>,
        spring: &SoftnessLanes<R>,
        settings: &IterationSettings<R>,
    ) {
        let old_impulse = axis.sum();
        if axis.has_spring {
            axis.solve_spring(&mut motion, spring);
        }
        let distances = [coordinate - axis.low, axis.high - coordinate];
        if axis.has_limits {
            axis.solve_limits(&mut motion, distances, settings);
        }
        if axis.has_motor {
            axis.solve_motor(&motion, distances, settings);
        }
        self.apply_impulse(p, q, axis.sum() - old_impulse);
    }
}

/// The motion along a row while its joint is solved.
///
/// An impulse along the row also changes velocities that the locked rows of the joint constrain. Their impulses correct that, and thereby
/// take back a part of the change, so `response` is less than [`ConstraintRow::response`]. A hinge at the end of a bar, for example, has
/// the inertia about the hinge instead of the inertia about the center of mass. With the inertia about the center of mass, its motor and
/// its limits would need many iterations to reach a speed or to stop, and its spring would be too slow.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct RowMotion<R> {
    /// The relative velocity that the row constrains, as it will be after the locked rows are solved.
    pub(in crate::dynamics) speed: Lanes<R>,
    /// The change of that velocity per unit of impulse in this iteration.
    pub(in crate::dynamics) response: Lanes<R>,
    /// The response that the row would have beside rigid locked rows.
    pub(in crate::dynamics) held_response: Lanes<R>,
}

/// The largest allowed speed of a joint towards a limit that is `distance` away: at this speed the joint reaches the limit at the end
/// of the sub-step. Negative if the joint is beyond the limit, so that it is moved back.
#[inline]
fn limit_speed<R: Real>(distance: Lanes<R>, settings: &IterationSettings<R>) -> Lanes<R> {
    distance.select_greater(
        Lanes::zero(),
        [distance / Lanes::splat(settings.sub_dt), Lanes::splat(settings.rigid.bias_rate) * distance],
    )
}

/// The accumulated impulses of the spring, the motor and the limits of an axis along which, or about which, the joint can move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::dynamics) struct AxisImpulses<T> {
    pub(in crate::dynamics) spring: T,
    pub(in crate::dynamics) motor: T,
    /// The impulses of the lower and of the upper limit.
    pub(in crate::dynamics) low: T,
    pub(in crate::dynamics) high: T,
}

impl<T> AxisImpulses<T> {
    /// Applies `f` to each impulse.
    pub(in crate::dynamics) fn map<U>(self, f: impl Fn(T) -> U) -> AxisImpulses<U> {
        let Self { spring, motor, low, high } = self;
        AxisImpulses { spring: f(spring), motor: f(motor), low: f(low), high: f(high) }
    }
}

/// The springs, motors and limits of several joints, one joint per SIMD lane, with their accumulated impulses. They act along the free axis
/// of each joint.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct AxisConstraints<R> {
    /// Whether any of the joints has a spring, a motor or limits. In the lanes of joints without them, the corresponding values have no
    /// effect.
    pub(in crate::dynamics) has_spring: bool,
    /// Whether the spring of any of the joints only pulls or only pushes.
    has_one_way_spring: bool,
    has_motor: bool,
    has_limits: bool,
    /// The target speeds of the motors.
    speed: Lanes<R>,
    /// The largest impulses of the motors in a sub-step.
    max_motor_impulse: Lanes<R>,
    /// The lower and the upper limits.
    low: Lanes<R>,
    high: Lanes<R>,
    /// The rest position of the spring, as a value of its error: at this value, the spring exerts no force.
    spring_target: Lanes<R>,
    /// The largest impulses with which the spring may pull while the joint coordinate is above the rest position, and push while it is
    /// below: infinite or zero.
    max_pull: Lanes<R>,
    max_push: Lanes<R>,
    /// The largest impulse in the opposite directions: infinite, or zero for a spring that only pulls or only pushes.
    max_opposite: Lanes<R>,
    /// The bias of the spring in this sub-step, and the lowest and the highest impulse.
    spring_bias: Lanes<R>,
    spring_bounds: [Lanes<R>; 2],
    pub(in crate::dynamics) impulses: AxisImpulses<Lanes<R>>,
}

impl<R: Real> AxisConstraints<R> {
    /// Axis constraints without springs, motors and limits.
    pub(in crate::dynamics) fn none() -> Self {
        let zero = Lanes::zero();
        let unlimited = Lanes::splat(R::MAX_RADIUS);
        let infinite = Lanes::splat(R::INFINITY);
        Self {
            has_spring: false,
            has_one_way_spring: false,
            has_motor: false,
            has_limits: false,
            speed: zero,
            max_motor_impulse: zero,
            low: -unlimited,
            high: unlimited,
            spring_target: zero,
            max_pull: infinite,
            max_push: infinite,
            max_opposite: infinite,
            spring_bias: zero,
            spring_bounds: [-infinite, infinite],
            impulses: AxisImpulses { spring: zero, motor: zero, low: zero, high: zero },
        }
    }

    /// Sets the spring, the motor, the limits and the accumulated impulses of one joint.
    pub(in crate::dynamics) fn set_lane(
        &mut self,
        lane: usize,
        axis: &JointAxis<R>,
        sub_dt: R,
        impulses: &AxisImpulses<R>,
    ) {
        self.has_spring |= axis.spring.is_some();
        self.has_motor |= axis.motor.is_some();
        self.has_limits |= axis.limits.is_some();
        if let Some(motor) = axis.motor {
            self.speed.0[lane] = motor.speed;
            self.max_motor_impulse.0[lane] = motor.max_force * sub_dt;
        }
        if let Some([low, high]) = axis.limits {
            self.low.0[lane] = low;
            self.high.0[lane] = high;
        }
        self.spring_target.0[lane] = axis.spring_target;
        self.has_one_way_spring |= axis.spring.is_some() && axis.spring_force != SpringForce::Both;
        let bound = |is_free: bool| if is_free { R::INFINITY } else { R::ZERO };
        self.max_pull.0[lane] = bound(axis.spring_force != SpringForce::Push);
        self.max_push.0[lane] = bound(axis.spring_force != SpringForce::Pull);
        self.max_opposite.0[lane] = bound(axis.spring_force == SpringForce::Both);
        self.impulses.spring.0[lane] = impulses.spring;
        self.impulses.motor.0[lane] = impulses.motor;
        self.impulses.low.0[lane] = impulses.low;
        self.impulses.high.0[lane] = impulses.high;
    }

    /// Sets the bias and the bounds of the springs for a sub-step. `error` is the difference between the joint coordinate and the rest length
    /// of a distance joint; for other joints, it is the coordinate itself. `speed` is its rate of change.
    #[inline]
    pub(in crate::dynamics) fn update_spring_bias(
        &mut self,
        springs: &SpringLanes<R>,
        error: Lanes<R>,
        speed: Lanes<R>,
    ) {
        let deflection = error - self.spring_target;
        self.spring_bias = springs.bias(deflection, speed);
        if self.has_one_way_spring {
            let zero = Lanes::zero();
            let pull = deflection.select_greater(zero, [self.max_pull, self.max_opposite]);
            let push = zero.select_greater(deflection, [self.max_push, self.max_opposite]);
            self.spring_bounds = [-pull, push];
        }
    }

    /// Solves the springs.
    #[inline]
    fn solve_spring(&mut self, motion: &mut RowMotion<R>, spring: &SoftnessLanes<R>) {
        let spring = spring.beside_soft_rows(motion.response, motion.held_response);
        let mass = effective_mass(motion.held_response);
        let mut impulse = -mass * spring.mass_scale * (motion.speed + self.spring_bias)
            - spring.impulse_scale * self.impulses.spring;
        if self.has_one_way_spring {
            let [low, high] = self.spring_bounds;
            impulse = (self.impulses.spring + impulse).max(low).min(high) - self.impulses.spring;
        }
        self.impulses.spring = self.impulses.spring + impulse;
        motion.speed = motion.speed + impulse * motion.response;
    }

    /// Solves the limits. `distances` are the distances from the lower and to the upper limits.
    #[inline]
    fn solve_limits(
        &mut self,
        motion: &mut RowMotion<R>,
        distances: [Lanes<R>; 2],
        settings: &IterationSettings<R>,
    ) {
        let zero = Lanes::zero();
        let one = Lanes::constant(1.0);
        let mass = effective_mass(motion.response);
        let rigid = &settings.rigid;
        let AxisImpulses { low, high, .. } = &mut self.impulses;
        for ((accumulated, sign), distance) in [(low, one), (high, -one)].into_iter().zip(distances) {
            let mass_scale = distance.select_greater(zero, [one, Lanes::splat(rigid.mass_scale)]);
            let impulse_scale = distance.select_greater(zero, [zero, Lanes::splat(rigid.impulse_scale)]);
            let speed_error = motion.speed * sign + limit_speed(distance, settings);
            let sum =
                (*accumulated - mass * mass_scale * speed_error - impulse_scale * *accumulated).max(zero);
            motion.speed = motion.speed + (sum - *accumulated) * sign * motion.response;
            *accumulated = sum;
        }
    }

    /// Solves the motors. `distances` are the distances from the lower and to the upper limits.
    #[inline]
    fn solve_motor(
        &mut self,
        motion: &RowMotion<R>,
        distances: [Lanes<R>; 2],
        settings: &IterationSettings<R>,
    ) {
        let zero = Lanes::zero();
        let mass = effective_mass(motion.response);
        let motor_impulse = |target: Lanes<R>| self.impulses.motor - mass * (motion.speed - target);
        let mut sum = motor_impulse(self.speed);
        if self.has_limits {
            // A motor may drive the joint as far as a limit, but must not push against it: the limit is a soft constraint and would yield.
            let [low, high] = distances.map(|distance| limit_speed(distance, settings));
            sum = sum.min(motor_impulse(high).max(zero)).max(motor_impulse(-low).min(zero));
        }
        self.impulses.motor = sum.max(-self.max_motor_impulse).min(self.max_motor_impulse);
    }

    /// The sum of the accumulated impulses along the axis. An impulse that increases the joint coordinate is positive.
    #[inline]
    pub(in crate::dynamics) fn sum(&self) -> Lanes<R> {
        let AxisImpulses { spring, motor, low, high } = self.impulses;
        spring + motor + low - high
    }
}

/// The settings of one solver iteration over all joints.
pub(in crate::dynamics) struct IterationSettings<R> {
    pub(in crate::dynamics) sub_dt: R,
    /// The soft constraint of locked rows. In the relax iteration it has no softness and does not correct position errors.
    pub(in crate::dynamics) rigid: Softness<R>,
}

impl<R: Real> IterationSettings<R> {
    /// The settings for a sub-step of duration `sub_dt`. If `with_bias` is false, as in the relax iteration, position errors are not
    /// corrected.
    pub(in crate::dynamics) fn new(sub_dt: R, with_bias: bool) -> Self {
        let angular_step = num(core::f64::consts::TAU * JOINT_CYCLES);
        let softness = Softness::new(angular_step, num(JOINT_DAMPING), R::ONE / sub_dt);
        Self { sub_dt, rigid: if with_bias { softness } else { Softness::rigid() } }
    }
}
