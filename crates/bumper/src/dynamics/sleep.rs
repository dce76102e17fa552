//! The sleep criterion: the speed up to which a body counts as slow, and the time for which it has to be slow.

use super::body::{BodyId, Refusal, RigidBody};
use super::turn::{V, num};
use super::{Bodies, Kind};
use crate::narrow::measure::{abs, larger, smaller};
use crate::scalar::Real;

/// The speed up to which a body counts as slow, and the time for which it has to be slow to fall asleep.
///
/// An island of bodies that touch or are joined falls asleep when all its bodies have been slow for that time, and if a static body, or a
/// kinematic one at rest, supports it. A body on which gravity acts never falls asleep without support. Neither does a body that is driven
/// by an active motor, pushed in every step, or in contact with a moving kinematic body.
///
/// ```
/// use bumper::{Aabb, dynamics::{Bodies, Body, SleepSettings, Solid}};
/// let mut bodies = Bodies::new([0.0f32, 0.0]);
/// bodies.sleep = SleepSettings { speed: Some(0.1), time: 1.0 };
/// let drifts = Body { velocity: [0.05, 0.0].into(), ..Body::default() };
/// let crate_ = bodies.add(&drifts, &[Solid::new(Aabb::new([0.0, 0.0], [1.0, 1.0]))]).unwrap();
/// (0..7).for_each(|_| bodies.step(0.125));
/// assert!(!bodies.state(crate_).unwrap().asleep);
/// bodies.step(0.125);
/// assert!(bodies.state(crate_).unwrap().asleep);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SleepSettings<R> {
    /// The speed up to which a body is slow, in units of length per unit of time: that of its center of mass, and its angular velocity
    /// times its bounding radius. If negative or NaN, no body is slow.
    ///
    /// `None`, the default, is a speed in proportion to the body, which works in any units. With gravity g and L, the square root of half
    /// the area, it is √(g L) / 64, but at most g · time / 64, so that a body that accelerates by more than a small part of gravity is not
    /// slow: 0.04 for a box of side 1 and a gravity of 10. A body without gravity drifts on, and is slow only if it can hardly get
    /// anywhere: if damping will stop it within L / 1024, or if it moves less than L / 2²⁰ in the time.
    pub speed: Option<R>,
    /// The time for which a body has to be slow, in the time unit of the steps; 0.5 by default. At least eight steps are required. With NaN
    /// or infinity, bodies never fall asleep.
    pub time: R,
}

impl<R: Real> Default for SleepSettings<R> {
    fn default() -> Self {
        Self { speed: None, time: num(0.5) }
    }
}

/// The smallest number of steps for which a body has to be slow. Two would not suffice: a body moving upwards is slow for a moment at its
/// highest point.
const MIN_STEPS: f64 = 8.0;

/// The default speed, as a fraction of the smaller of √(g L) and g · time.
const FALL_PART: f64 = 1.0 / 64.0;

/// The distance that a slow body without gravity may still move until damping stops it, as a fraction of its length.
const DAMPED_PART: f64 = 1.0 / 1024.0;

/// The distance that a slow body without gravity and damping may drift in the sleep time, as a fraction of its length.
const DRIFT_PART: f64 = 1.0 / 1_048_576.0;

/// The sleep criterion with the values of a step.
#[derive(Clone, Copy)]
pub(super) struct SleepCriterion<R> {
    speed: Option<R>,
    time: R,
    step: R,
    /// The magnitude of the gravity.
    gravity: R,
    drift_rate: R,
}

impl<R: Real> SleepCriterion<R> {
    pub(super) fn new(settings: &SleepSettings<R>, gravity: V<R>, step: R) -> Self {
        let least = step * num(MIN_STEPS);
        let time = if settings.time < least { least } else { settings.time };
        Self {
            speed: settings.speed,
            time,
            step,
            gravity: Real::sqrt(gravity.dot(gravity)),
            drift_rate: num::<R>(DRIFT_PART) / time,
        }
    }

    /// The magnitude of the gravity that acts on a body.
    fn gravity_of(&self, held: &RigidBody<R>) -> R {
        self.gravity * abs(held.gravity_scale)
    }

    /// Whether gravity acts on a body, so that it has to be supported to sleep.
    pub(super) fn falls(&self, held: &RigidBody<R>) -> bool {
        self.gravity_of(held) > R::default()
    }

    /// Adds the step to the time for which a body has been slow, or resets that time. Returns whether the body has been slow for long
    /// enough.
    pub(super) fn update(&self, held: &mut RigidBody<R>) -> bool {
        held.slow_time =
            if held.sleeps && self.is_slow(held) { held.slow_time + self.step } else { R::default() };
        // Half a step of tolerance, so that rounding errors of the sum do not matter.
        held.slow_time + self.step * num(0.5) >= self.time
    }

    /// Whether a body is slow in this step.
    fn is_slow(&self, held: &RigidBody<R>) -> bool {
        let (speed, swing) = (held.velocity.dot(held.velocity), abs(held.spin) * held.reach);
        if let Some(most) = self.speed {
            return most >= R::default() && speed <= most * most && swing <= most;
        }
        let (gravity, drift) = (self.gravity_of(held), held.extent * self.drift_rate);
        if !(gravity > R::default()) {
            return self.hardly_drifts(held, drift);
        }
        let in_time = gravity * self.time;
        let fall = smaller(gravity * held.extent, in_time * in_time) * num(FALL_PART * FALL_PART);
        let most = larger(fall, drift * drift);
        speed <= most && swing * swing <= most
    }

    /// Whether a body without gravity will come to rest, or drift, within a small part of its length unless it is pushed.
    fn hardly_drifts(&self, held: &RigidBody<R>, drift: R) -> bool {
        // Damping does not count for jointed bodies: a spring could pull against it.
        let part = if held.joints.is_empty() { held.extent * num(DAMPED_PART) } else { R::default() };
        let [speed, swing] =
            [held.linear_damping, held.angular_damping].map(|damping| larger(drift, damping * part));
        held.velocity.dot(held.velocity) <= speed * speed && abs(held.spin) * held.reach <= swing
    }
}

impl<R: Real> Bodies<R> {
    /// Allows a body to fall asleep, or forbids it and wakes it. [`Body::sleeps`](super::Body::sleeps) is the value for a new body. Bodies
    /// that touch a body that must not sleep stay awake, too.
    ///
    /// # Errors
    /// [`Refusal::Gone`] if the body does not exist.
    ///
    /// ```
    /// # use bumper::{Ball, dynamics::{Bodies, Body, Solid}};
    /// # let mut bodies = Bodies::new([0.0f32, 0.0]);
    /// let ball = bodies.add(&Body::default(), &[Solid::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// bodies.allow_sleep(ball, false).unwrap();
    /// (0..99).for_each(|_| bodies.step(0.1));
    /// assert!(!bodies.state(ball).unwrap().asleep);
    /// ```
    pub fn allow_sleep(&mut self, id: BodyId, allow: bool) -> Result<(), Refusal> {
        let place = self.place(id).ok_or(Refusal::Gone)?;
        self.held[place].sleeps = allow;
        if !allow && self.held[place].kind == Kind::Dynamic {
            self.wake_slot(id.slot);
        }
        Ok(())
    }
}
