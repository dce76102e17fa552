//! A step of time: jumps, gravity, and the way by the velocity.

use super::cast::Course;
use super::hit::{Hit, Response};
use super::jump::{Ballistic, Integrator};
use super::mover::Mover;
use super::near;
use super::obstacles::{Movable, Obstacles};
use super::vectors::cut;
use crate::Vector;
use crate::scalar::{Real, Scalar};

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Asks for a jump of a height: the next step launches it if the mover stands, or has stood up to [`coyote_time`](Mover::coyote_time)
    /// ago, or as soon as it lands within [`buffer_time`](Mover::buffer_time). The speed is the one with which the discrete steps rise exactly
    /// that high; with whole numbers and fixed point, as near as they can.
    ///
    /// ```
    /// use bumper::motion::{Mover, Response};
    /// use bumper::{Aabb, Shape, Vector};
    /// let floor: [Shape<f64, 2>; 1] = [Aabb::new([0.0, 10.0], [9.0, 11.0]).into()];
    /// let mut player = Mover::new(Aabb::new([0.0, 9.0], [1.0, 10.0]));
    /// player.gravity = Vector([0.0, 30.0]);
    /// player.jump(3.0);
    /// let mut highest = 0.0f64;
    /// for _ in 0..60 {
    ///     player.step(1.0 / 60.0, &floor[..], |_| Some(Response::Slide), |_| ());
    ///     highest = highest.max(-player.position().y());
    /// }
    /// assert!((highest - 3.0).abs() < 1e-9);
    /// ```
    pub fn jump(&mut self, height: S) {
        self.wanted = Some((height, S::Real::default()));
    }

    /// Makes one step of time: a jump that was asked for, gravity, and the way by the velocity, as [`travel`](Mover::travel) does.
    /// Semi-implicit: the velocity changes before the place. Whole numbers need a time of 1, or what is lost by rounding is lost.
    /// A time that is zero, negative, infinite or NaN makes no way, and a jump that was asked for waits.
    ///
    /// ```
    /// use bumper::motion::{Mover, Response};
    /// use bumper::{Aabb, Shape, Vector};
    /// let mut stone = Mover::new(Vector([0, 0]));
    /// stone.gravity = Vector([0, 2]);
    /// for _ in 0..3 {
    ///     stone.step(1.0, &[] as &[Shape<i32, 2>], |_| Some(Response::Stop), |_| ());
    /// }
    /// assert_eq!((stone.position(), stone.velocity), (Vector([0, 2 + 4 + 6]), Vector([0, 6])));
    /// ```
    pub fn step<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        time: S::Real,
        obstacles: &O,
        mut respond: impl FnMut(O::Id) -> Option<Response>,
        mut hit: impl FnMut(Hit<O::Id, S::Real, N>),
    ) {
        let (zero, never) = (S::Real::default(), S::Real::from_f64(f64::INFINITY));
        let time = if time > zero && time < never { time } else { zero };
        let seconds = time.to_f64();
        let step =
            (self.velocity.map(S::to_f64) + self.gravity.map(S::to_f64).scaled(seconds)).scaled(seconds);
        let mut kept = near::none();
        let mut course = Course::new(self, obstacles, &mut respond, &mut hit, &mut kept);
        course.look_around(step);
        course.come_out();
        if course.mover.air.is_none() {
            course.mover.air = Some(if course.standing().is_some() { zero } else { never });
        }
        let was_grounded = course.mover.is_grounded();
        let leaps = course.mover.leap(course.footing.up, time);
        let step = course.mover.accelerate(time);
        let walked = was_grounded && !leaps && course.walk(step);
        if !walked {
            course.advance(step);
        }
        // Who leaps has left the ground, however little the first step rises.
        let standing = if leaps { None } else { course.standing() };
        let mover = course.mover;
        mover.ground = standing.unwrap_or(mover.ground);
        mover.air = if standing.is_some() { Some(zero) } else { mover.air.map(|air| air + time) };
        let wanted = mover.wanted.map(|(height, age)| (height, age + time));
        mover.wanted = wanted.filter(|(_, age)| *age <= mover.buffer_time);
    }

    /// Adds what gravity does in a time to the velocity; returns the step that is to be made in that time.
    fn accelerate(&mut self, time: S::Real) -> Vector<S, N> {
        let seconds = time.to_f64();
        let change = self.gravity.map(|g| g.to_f64() * seconds).map(S::nearest).all_some();
        self.velocity += change.unwrap_or_default();
        self.velocity.map(|v| v.to_f64() * seconds).map(S::nearest).all_some().unwrap_or_default()
    }

    /// Launches the jump that was asked for, if it can.
    fn leap(&mut self, up: Option<Vector<f64, N>>, time: S::Real) -> bool {
        let (Some((height, _)), Some(up), Some(air)) = (self.wanted, up, self.air) else {
            return false;
        };
        // A step without time has no speed.
        if air > self.coyote_time || time <= S::Real::default() {
            return false;
        }
        let speed = self.launch_speed(height, time.to_f64());
        let velocity = self.velocity.map(S::to_f64);
        let level = velocity - up.scaled(velocity.dot(up));
        self.velocity = cut(level + up.scaled(speed)).unwrap_or(self.velocity);
        self.wanted = None;
        // It does not leap again before it has stood.
        self.air = Some(S::Real::from_f64(f64::INFINITY));
        true
    }

    /// The speed whose steps rise to a height, as [`step`](Self::step) makes them.
    fn launch_speed(&self, height: S, time: f64) -> f64 {
        let fall = self.gravity.map(|g| g.to_f64() * time);
        let change = fall.map(|c| S::nearest(c).unwrap_or_default().to_f64()).length();
        let exact = height.to_f64().launch(change * time, Integrator::SemiImplicit) / time;
        if S::IS_FLOAT || !exact.is_finite() {
            return exact;
        }
        // The neighbours in the scalar, by trial: a step of fixed point is rounded too.
        let rise = |speed: f64| {
            let (mut speed, mut height) = (speed, 0.0);
            for _ in 0..RISE {
                speed -= change;
                match S::nearest(speed * time).map_or(0.0, S::to_f64) {
                    step if step > 0.0 => height += step,
                    _ => break,
                }
            }
            height
        };
        let least = crate::scalar::round::floor(exact / S::QUANTUM);
        let speeds = [-1.0, 0.0, 1.0, 2.0].map(|more| (least + more) * S::QUANTUM);
        let miss = |speed: &f64| (rise(*speed) - height.to_f64()).abs();
        speeds.into_iter().min_by(|a, b| miss(a).total_cmp(&miss(b))).unwrap_or(exact)
    }
}

/// How many steps of a rise are tried at most.
const RISE: usize = 1 << 20;
