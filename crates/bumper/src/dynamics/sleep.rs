//! When bodies fall asleep: how slow they have to be, and for how long.

use super::body::{BodyId, Held, Refusal};
use super::turn::{V, num};
use super::{Bodies, Kind};
use crate::narrow::measure::{larger, size, smaller};
use crate::scalar::Real;

/// How slow and for how long bodies have to be to fall asleep.
///
/// An island of bodies that touch or are joined falls asleep when all its bodies have been slow for the time, and if something static, or kinematic
/// and at rest, bears it. A body that gravity pulls and nothing bears never falls asleep. Neither does one that an active motor drives, that is
/// pushed in each step, or that touches a kinematic body that moves.
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
    /// The speed up to which a body is slow: of its centre, and of its spin times how far it reaches. Below zero, or NaN: no body is slow.
    ///
    /// `None`, as at first, stands for a speed in proportion to the body, so that no unit has to be known. With gravity g and the root L of half of the
    /// area it is √(g L) / 64, and at most g · time / 64, so that nothing is slow that accelerates by more than a part of the gravity: 0.04 for a box of 1 and a
    /// gravity of 10. Without gravity a body drifts on and is slow only when it can hardly get anywhere: when less than L / 1024 is left of the way on which
    /// damping stops it, or when it moves less than L / 2²⁰ in the time.
    pub speed: Option<R>,
    /// For how long it has to be slow, in the unit of time of the steps: 0.5 at first. At least eight steps are needed. NaN or infinity: for ever.
    pub time: R,
}

impl<R: Real> Default for SleepSettings<R> {
    fn default() -> Self {
        Self { speed: None, time: num(0.5) }
    }
}

/// The least number of steps for which a body has to be slow: in one or two, even what is thrown up is slow.
const MIN_STEPS: f64 = 8.0;

/// The default speed, as a part of the speed that gravity gives on the way of a body's length, or in the time.
const FALL_PART: f64 = 1.0 / 64.0;

/// How far a body without gravity may still move under damping, as a part of its length.
const DAMPED_PART: f64 = 1.0 / 1024.0;

/// How far a body without gravity and damping may drift in the time, as a part of its length.
const DRIFT_PART: f64 = 1.0 / 1_048_576.0;

/// Tells which bodies are slow in a step.
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

    /// The magnitude of the gravity that a body feels.
    fn gravity_of(&self, held: &Held<R>) -> R {
        self.gravity * size(held.gravity_scale)
    }

    /// Whether a body falls if nothing bears it.
    pub(super) fn falls(&self, held: &Held<R>) -> bool {
        self.gravity_of(held) > R::default()
    }

    /// Adds the step to the time for which a body has been slow, or resets that. Returns whether it has been slow for long enough.
    pub(super) fn update(&self, held: &mut Held<R>) -> bool {
        held.slow_time =
            if held.sleeps && self.is_slow(held) { held.slow_time + self.step } else { R::default() };
        // Half a step more, so that rounding of the sum does not matter.
        held.slow_time + self.step * num(0.5) >= self.time
    }

    fn is_slow(&self, held: &Held<R>) -> bool {
        let (speed, swing) = (held.velocity.dot(held.velocity), size(held.spin) * held.reach);
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

    /// Whether a body without gravity gets no farther than a small part of its length, as long as nothing pushes it.
    fn hardly_drifts(&self, held: &Held<R>, drift: R) -> bool {
        // A spring could pull against the damping.
        let part = if held.joints.is_empty() { held.extent * num(DAMPED_PART) } else { R::default() };
        let [speed, swing] =
            [held.linear_damping, held.angular_damping].map(|damping| larger(drift, damping * part));
        held.velocity.dot(held.velocity) <= speed * speed && size(held.spin) * held.reach <= swing
    }
}

impl<R: Real> Bodies<R> {
    /// Allows a body to fall asleep, or forbids it and wakes it: as [`Body::sleeps`](super::Body::sleeps) does when it is added. What touches a body that
    /// must not sleep stays awake, too.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`].
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
