//! The time step of a mover: jumps, gravity, and the motion by the velocity.

use super::hit::{Hit, Response};
use super::jump::{Ballistic, Integrator};
use super::move_context::MoveContext;
use super::mover::Mover;
use super::obstacle_cache;
use super::obstacles::{Movable, Obstacles};
use super::vectors::to_scalar;
use crate::Vector;
use crate::scalar::{Real, Scalar, Zero};

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Requests a jump that rises by `height` against gravity. The next [`step`](Mover::step) launches the jump if the mover is grounded or
    /// left the ground at most [`coyote_time`](Mover::coyote_time) ago. Otherwise the jump is launched when the mover lands, if it lands
    /// within [`buffer_time`](Mover::buffer_time). The launch speed takes into account that the motion consists of time steps: the highest
    /// position of the mover is exactly at `height`, or as close to it as possible with integers and fixed point. Without gravity the mover
    /// cannot jump.
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
        self.state.requested_jump = Some((height, S::Real::ZERO));
    }

    /// Advances the mover by a time step of length `time`: launches a requested jump, applies gravity, and moves by the velocity. For
    /// `respond` and `hit` see [`travel`](Mover::travel). The integration is semi-implicit Euler: the velocity changes before the position.
    /// With integers, use a `time` of 1; otherwise the fractions of velocities and displacements are lost by rounding. If `time` is zero,
    /// negative, infinite or NaN, the mover does not move, and a requested jump stays pending.
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
        let time = if time > S::Real::ZERO && time < S::Real::INFINITY { time } else { S::Real::ZERO };
        let dt = time.to_f64();
        let step = (self.velocity.map(S::to_f64) + self.gravity.map(S::to_f64).scaled(dt)).scaled(dt);
        let mut storage = obstacle_cache::empty_storage();
        let mut context = MoveContext::new(self, obstacles, &mut respond, &mut hit, &mut storage);
        context.gather_obstacles(step);
        context.depenetrate();
        if context.mover.state.air_time.is_none() {
            context.mover.state.air_time =
                Some(if context.find_floor().is_some() { S::Real::ZERO } else { S::Real::INFINITY });
        }
        let was_grounded = context.mover.is_grounded();
        let launches = context.mover.launch_jump(context.floor_test.up, time);
        let step = context.mover.accelerate(time);
        let walked = was_grounded && !launches && context.walk(step);
        if !walked {
            context.advance(step);
        }
        // In the step that launches a jump, the mover is not grounded, even if it hardly rises and a floor is still within the tolerance
        // below it.
        let standing = match context.find_floor() {
            _ if launches => None,
            None if walked && context.floor_below.is_some() => context.floor_below,
            None => context.find_floor_after_fall(),
            floor => floor,
        };
        let mover = context.mover;
        mover.state.carried = Vector::ZERO;
        mover.state.carrier = None;
        mover.state.ground_normal = standing.unwrap_or(mover.state.ground_normal);
        mover.state.air_time =
            if standing.is_some() { Some(S::Real::ZERO) } else { mover.state.air_time.map(|air| air + time) };
        let request = mover.state.requested_jump.map(|(height, age)| (height, age + time));
        mover.state.requested_jump = request.filter(|(_, age)| *age <= mover.buffer_time);
    }

    /// Applies gravity to the velocity for a time, and returns the displacement in that time. A change of velocity or a displacement that
    /// is out of range is replaced by zero.
    fn accelerate(&mut self, time: S::Real) -> Vector<S, N> {
        let dt = time.to_f64();
        let change = self.gravity.map(|g| g.to_f64() * dt).map(S::nearest).all_some();
        self.velocity += change.unwrap_or_default();
        self.velocity.map(|v| v.to_f64() * dt).map(S::nearest).all_some().unwrap_or_default()
    }

    /// Launches the requested jump if the mover is grounded or left the ground recently. Returns whether the jump was launched.
    fn launch_jump(&mut self, up: Option<Vector<f64, N>>, time: S::Real) -> bool {
        let (Some((height, _)), Some(up), Some(air)) = (self.state.requested_jump, up, self.state.air_time)
        else {
            return false;
        };
        // If `time` is zero, the launch speed is undefined, because it is a displacement divided by `time`. The request then stays pending.
        if air > self.coyote_time || time <= S::Real::ZERO {
            return false;
        }
        let speed = self.launch_speed(height, time.to_f64());
        let velocity = self.velocity.map(S::to_f64);
        let level = velocity - up.scaled(velocity.dot(up));
        let mut launch = level + up.scaled(speed);
        if self.keep_platform_velocity {
            let platform = self.state.carried.map(|c| c.to_f64() / time.to_f64());
            launch += platform - up.scaled(platform.dot(up).min(0.0));
        }
        self.velocity = to_scalar(launch).unwrap_or(self.velocity);
        self.state.requested_jump = None;
        // The mover is marked as in the air for an infinite time: a second jump is not possible before it has been grounded again.
        self.state.air_time = Some(S::Real::INFINITY);
        true
    }

    /// The launch speed of a jump that rises to a height, for time steps of length `time` as [`step`](Self::step) integrates them.
    fn launch_speed(&self, height: S, time: f64) -> f64 {
        let fall = self.gravity.map(|g| g.to_f64() * time);
        let change = fall.map(|c| S::nearest(c).unwrap_or_default().to_f64()).length();
        let exact = height.to_f64().launch(change * time, Integrator::SemiImplicit) / time;
        if S::IS_FLOAT || !exact.is_finite() {
            return exact;
        }
        // The launch speed `exact` assumes exact displacements. With integers and fixed point, the displacement of every time step is
        // rounded, so the mover may miss the height. The rise is simulated for the representable speeds near `exact`, and the speed with
        // the closest rise is used.
        let rise = |speed: f64| {
            let mut speed = speed;
            let mut height = 0.0;
            for _ in 0..MAX_RISE_STEPS {
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

/// The largest number of time steps for which the rise of a jump is simulated, so that a tiny gravity does not make the simulation endless.
const MAX_RISE_STEPS: usize = 1 << 20;
