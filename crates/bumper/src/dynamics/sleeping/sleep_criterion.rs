//! The sleep criterion: which bodies are slow, and for how long a body has to be slow before it falls asleep.

use crate::dynamics::BodyKind;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::BodyId;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::error::DynamicsError;
use crate::dynamics::math::{V, num};
use crate::dynamics::solver_body::SolverBodyState;
use crate::dynamics::tolerance::{DAMPED_DISTANCE, DRIFT_DISTANCE, GRAVITY_FRACTION, MIN_SLEEP_STEPS};
use crate::scalar::Real;

/// The settings of sleep: the speed up to which a body counts as slow, and the time for which it has to be slow to fall asleep.
///
/// An island is a group of bodies that touch or are joined. An island falls asleep when each of its bodies has been slow for `time`. An
/// island on which gravity acts must also be supported by a static body, or by a kinematic body that does not move. A body that is driven
/// by an active motor, pushed in every step, or in contact with a moving kinematic body keeps its island awake.
///
/// ```
/// use bumper::{Aabb, dynamics::{BodyDef, ColliderDef, Simulation, SleepSettings}};
/// let mut simulation = Simulation::new([0.0f32, 0.0]);
/// simulation.sleep_settings = SleepSettings { speed: Some(0.1), time: 1.0 };
/// let drifts = BodyDef { velocity: [0.05, 0.0].into(), ..BodyDef::default() };
/// let crate_ = simulation.insert(&drifts, &[ColliderDef::new(Aabb::new([0.0, 0.0], [1.0, 1.0]))]).unwrap();
/// (0..7).for_each(|_| simulation.step(0.125));
/// assert!(!simulation.get(crate_).unwrap().asleep);
/// simulation.step(0.125);
/// assert!(simulation.get(crate_).unwrap().asleep);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SleepSettings<R> {
    /// The speed up to which a body counts as slow, in length per unit of time. Both the speed of the center of mass and the angular
    /// velocity times the bounding radius must not exceed it. If it is negative or NaN, no body is slow.
    ///
    /// With `None`, the default, the largest speed follows from the gravity g and from a length L of the body, the square root of half of
    /// its area. So the default works in any units. The largest speed is √(g L) / 64, but at most g · time / 64. For a box of side 1 and a
    /// gravity of 10, it is 0.04. The second limit keeps accelerated bodies awake: a body in free fall exceeds it after 1/64 of `time`.
    ///
    /// A body without gravity is slow only if it is practically at rest: if damping will stop it within L / 1024, or if it moves by at most
    /// L / 2²⁰ in `time`.
    pub speed: Option<R>,
    /// The time for which a body has to be slow before it falls asleep, in the time unit of the steps. It is 0.5 by default, and at least
    /// eight steps in any case. If it is NaN or infinite, bodies never fall asleep.
    pub time: R,
}

impl<R: Real> Default for SleepSettings<R> {
    fn default() -> Self {
        Self { speed: None, time: R::HALF }
    }
}

/// The sleep criterion for the settings and the gravity of a step.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct SleepCriterion<R> {
    speed: Option<R>,
    time: R,
    dt: R,
    /// The magnitude of the gravity of the simulation.
    gravity: R,
    /// The largest speed of a slow body without gravity and damping, divided by the length L of the body (the square root of half of its
    /// area).
    drift_rate: R,
}

impl<R: Real> SleepCriterion<R> {
    /// The sleep criterion for a step of length `dt`.
    pub(in crate::dynamics) fn new(settings: &SleepSettings<R>, gravity: V<R>, dt: R) -> Self {
        let min_time = dt * num(MIN_SLEEP_STEPS);
        let time = if settings.time < min_time { min_time } else { settings.time };
        Self {
            speed: settings.speed,
            time,
            dt,
            gravity: gravity.dot(gravity).sqrt(),
            drift_rate: num::<R>(DRIFT_DISTANCE) / time,
        }
    }

    /// The magnitude of the gravity that acts on a body.
    fn gravity_on(&self, body: &RigidBody<R>) -> R {
        self.gravity * body.settings.gravity_scale.abs()
    }

    /// Whether gravity acts on a body, so that it has to be supported to sleep.
    pub(in crate::dynamics) fn is_under_gravity(&self, body: &RigidBody<R>) -> bool {
        self.gravity_on(body) > R::ZERO
    }

    /// Adds the length of the step to the time for which a body has been slow, or resets that time if the body is not slow. Returns whether
    /// the body has been slow for long enough to sleep. `motion` is the state of the body in the solver at the end of the step.
    pub(in crate::dynamics) fn update(&self, body: &mut RigidBody<R>, motion: &SolverBodyState<R>) -> bool {
        let is_slow = body.settings.can_sleep && self.is_slow(body, motion);
        body.sleep.slow_time = if is_slow { body.sleep.slow_time + self.dt } else { R::ZERO };
        // The sum of the step lengths has rounding errors. Half a step is added to it, so that a sum just below `time` is enough.
        body.sleep.slow_time + self.dt * R::HALF >= self.time
    }

    /// Whether a body is slow enough for sleep in this step. For a body with joints, its speed is the smaller one of two: its velocity
    /// after the step, and the distance that it has moved in the step, divided by the length of the step. A body that springs hold at rest
    /// has a velocity after each step, which the springs cancel in the next step.
    fn is_slow(&self, body: &RigidBody<R>, motion: &SolverBodyState<R>) -> bool {
        let mut speed = body.velocity.dot(body.velocity);
        let mut angular_speed = body.angular_velocity.abs();
        if !body.joints.is_empty() {
            let rate = R::ONE / self.dt;
            let velocity = motion.delta_position.scaled(rate);
            speed = speed.min(velocity.dot(velocity));
            angular_speed = angular_speed.min((motion.delta_angle * rate).abs());
        }
        let rim_speed = angular_speed * body.properties.bounding_radius;
        if let Some(max_speed) = self.speed {
            return max_speed >= R::ZERO && speed <= max_speed * max_speed && rim_speed <= max_speed;
        }
        let gravity = self.gravity_on(body);
        let max_drift = body.properties.sleep_length * self.drift_rate;
        if !(gravity > R::ZERO) {
            return self.comes_to_rest(body, [speed, rim_speed], max_drift);
        }
        let max_gain = gravity * self.time;
        let max_square = (gravity * body.properties.sleep_length).min(max_gain * max_gain)
            * num(GRAVITY_FRACTION * GRAVITY_FRACTION);
        let max_speed = max_square.max(max_drift * max_drift);
        speed <= max_speed && rim_speed * rim_speed <= max_speed
    }

    /// Whether a body on which no gravity acts is practically at rest. Either damping will stop it within [`DAMPED_DISTANCE`] times its
    /// length L (the square root of half of its area), or it moves by at most [`DRIFT_DISTANCE`] times L in the time before sleep.
    /// `square` is the square of the speed, and `rim_speed` the angular speed times the bounding radius.
    fn comes_to_rest(&self, body: &RigidBody<R>, [square, rim_speed]: [R; 2], max_drift: R) -> bool {
        // The spring of a joint could keep a body moving in spite of damping. So for a body with joints, damping is ignored.
        let stopping_distance = if body.joints.is_empty() {
            body.properties.sleep_length * num(DAMPED_DISTANCE)
        } else {
            R::ZERO
        };
        let [max_speed, max_rim_speed] = [body.settings.linear_damping, body.settings.angular_damping]
            .map(|damping| max_drift.max(damping * stopping_distance));
        square <= max_speed * max_speed && rim_speed <= max_rim_speed
    }
}

impl<R: Real> Simulation<R> {
    /// Allows a body to fall asleep, or forbids it and wakes the body. This overwrites the setting
    /// [`BodyDef::can_sleep`](crate::dynamics::BodyDef::can_sleep) of the body. Bodies that touch a body that must not sleep stay awake,
    /// too.
    ///
    /// # Errors
    /// [`DynamicsError::NotFound`] if the body was removed.
    ///
    /// ```
    /// # use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// simulation.set_can_sleep(ball, false).unwrap();
    /// (0..99).for_each(|_| simulation.step(0.1));
    /// assert!(!simulation.get(ball).unwrap().asleep);
    /// ```
    pub fn set_can_sleep(&mut self, id: BodyId, allow: bool) -> Result<(), DynamicsError> {
        let index = self.index_of(id).ok_or(DynamicsError::NotFound)?;
        self.bodies[index].settings.can_sleep = allow;
        if !allow && self.bodies[index].settings.kind == BodyKind::Dynamic {
            self.awake_set.wake(&mut self.bodies, id.slot);
        }
        Ok(())
    }
}
