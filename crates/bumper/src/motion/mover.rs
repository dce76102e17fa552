//! The mover: a shape with a velocity, under gravity, that walks, jumps and rides. Here is what it is.

use super::hit::Response;
use super::obstacles::{Movable, around};
use super::tolerance::{SLOPE, STEEPEST, UPRIGHT};
use super::vectors::{cosine, tangent};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// How a mover walks. Without legs it slides down every slope, and hops off where one falls away.
///
/// On what is no steeper than [`Mover::floor_angle`] it stands, and walks as fast as on level ground, seen from above; steeper ones are
/// walls to it while it stands.
///
/// ```
/// use bumper::motion::{Legs, Mover, Response};
/// use bumper::{Aabb, Shape, Vector};
/// // Stairs of 4 by 4.
/// let stairs: Vec<Shape<i16, 2>> =
///     (0..10).map(|k| Aabb::new([k * 4, 100 - k * 4], [400, 104 - k * 4]).into()).collect();
/// let mut player = Mover::new(Aabb::new([-20, 80], [-10, 100]));
/// player.gravity = Vector([0, 1]);
/// player.legs = Some(Legs { step_height: 4, snap_distance: 4 });
/// let mut level = stairs.clone();
/// level.push(Aabb::new([-100, 100], [0, 104]).into());
/// for _ in 0..40 {
///     player.velocity.0[0] = 2;
///     player.step(1.0, &level[..], |_| Some(Response::Slide), |_| ());
/// }
/// assert_eq!(player.position(), Vector([80, -36]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Legs<S> {
    /// The height of the steps that it climbs.
    pub step_height: S,
    /// How far the ground may fall away below it in a step of time, beyond what a slope does, before it falls too.
    pub snap_distance: S,
}

/// A shape that moves among obstacles.
///
/// A bullet or a ball uses [`travel`](Mover::travel) alone, or [`step`](Mover::step) for its velocity and gravity. A character adds
/// [`legs`](Mover::legs) for slopes and stairs, and [`jump`](Mover::jump).
///
/// Its position is an offset from where its shape was made, so that nothing adds up in the shape. Everything is computed with
/// operations that round alike on every machine: the same input gives the same bits. Nothing is allocated, but for shapes that
/// own lists.
///
/// ```
/// use bumper::motion::{Mover, Response};
/// use bumper::{Aabb, Shape, Vector};
///
/// // 16-bit numbers, one unit of time a frame.
/// let level: [Shape<i16, 2>; 2] = [Aabb::new([0, 100], [300, 120]).into(), Aabb::new([200, 0], [220, 100]).into()];
/// let mut player = Mover::new(Aabb::new([0i16, 80], [16, 100]));
/// player.gravity = Vector([0, 1]);
/// player.velocity = Vector([3, 0]);
/// let (mut highest, mut frames) = (0, 0);
/// while player.position().x() < 184 {
///     // It jumps as soon as it can.
///     player.jump(30);
///     player.step(1.0, &level[..], |_| Some(Response::Slide), |_| ());
///     highest = highest.min(player.position().y());
///     frames += 1;
///     assert!(frames < 100);
/// }
/// // 28 = 1 + 2 + … + 7 is the sum of steps that is nearest to 30.
/// assert_eq!(highest, -28);
/// ```
#[derive(Clone, Debug)]
pub struct Mover<S: Scalar, const N: usize, M> {
    pub(super) start: M,
    pub(super) now: M,
    pub(super) position: Vector<S, N>,
    /// The way in a unit of time.
    pub velocity: Vector<S, N>,
    /// What is added to the velocity in a unit of time; at first nothing.
    pub gravity: Vector<S, N>,
    /// What it does at its bounds; with [`Response::BackUp`] steps are made axis by axis. At first [`Response::Slide`].
    pub response: Response,
    /// The box that it does not leave, if any.
    pub bounds: Option<Aabb<S, N>>,
    /// How it walks, if it does.
    pub legs: Option<Legs<S>>,
    /// How steep a surface may be, in degrees from level, to stand on: at first 60.
    pub floor_angle: S::Real,
    /// For how long after it left the ground it can still jump: at first zero. In the unit of the time steps.
    pub coyote_time: S::Real,
    /// For how long a jump that was asked for in the air is kept: at first zero.
    pub buffer_time: S::Real,
    /// The normal of what it stood on last; nothing before.
    pub(super) ground: Vector<f64, N>,
    /// Since when it is in the air; not known before the first step.
    pub(super) air: Option<S::Real>,
    /// The height of the jump that was asked for, and how long ago.
    pub(super) wanted: Option<(S, S::Real)>,
    /// The steepest floor, as it was asked for last.
    slope: Slope,
}

/// An angle from level, in degrees, and what takes a series to know of it.
#[derive(Clone, Copy, Debug)]
struct Slope {
    angle: f64,
    cosine: f64,
    tangent: f64,
}

impl Slope {
    fn of(angle: f64) -> Self {
        Self { angle, cosine: cosine(angle.clamp(0.0, 90.0)), tangent: tangent(angle.clamp(0.0, STEEPEST)) }
    }
}

/// What a mover can stand on, as its gravity and its angle are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing<const N: usize> {
    /// The direction against gravity, if there is any.
    pub(super) up: Option<Vector<f64, N>>,
    /// The least cosine that a floor has.
    least: f64,
    /// How much the steepest floor rises on a level unit.
    pub(super) rise: f64,
}

impl<const N: usize> Footing<N> {
    /// Whether a surface can be stood on.
    pub(super) fn holds(&self, normal: Vector<f64, N>) -> bool {
        self.up.is_some_and(|up| up.dot(normal) > self.least)
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N> + Clone> Mover<S, N, M> {
    /// A mover at rest, where the shape is.
    ///
    /// ```
    /// use bumper::{Ball, Vector, motion::Mover};
    /// let ball = Mover::new(Ball::new([5.0, 5.0], 1.0));
    /// assert_eq!((ball.position(), ball.velocity), (Vector([0.0, 0.0]), Vector([0.0, 0.0])));
    /// ```
    pub fn new(shape: M) -> Self {
        let zero = S::Real::default();
        Self {
            now: shape.clone(),
            start: shape,
            position: Vector::default(),
            velocity: Vector::default(),
            gravity: Vector::default(),
            response: Response::Slide,
            bounds: None,
            legs: None,
            floor_angle: S::Real::from_f64(60.0),
            coyote_time: zero,
            buffer_time: zero,
            // Computed when it is asked for: what only travels never does.
            slope: Slope { angle: f64::NAN, cosine: 0.0, tangent: 0.0 },
            ground: Vector::default(),
            air: None,
            wanted: None,
        }
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// The shape where it is now.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// let mut ball = Mover::new(Ball::new([5, 5], 1));
    /// ball.set_position([2, 0]);
    /// assert_eq!(ball.shape(), &Ball::new([7, 5], 1));
    /// ```
    pub fn shape(&self) -> &M {
        &self.now
    }

    /// How far it is from where its shape was made: on no axis farther than the scalar can say.
    ///
    /// ```
    /// use bumper::{Ball, Vector, motion::Mover};
    /// assert_eq!(Mover::new(Ball::new([5, 5], 1)).position(), Vector([0, 0]));
    /// ```
    pub fn position(&self) -> Vector<S, N> {
        self.position
    }

    /// The middle of the box around its shape where it is now; `None` where there is no such box.
    ///
    /// ```
    /// use bumper::{Ball, Vector, motion::Mover};
    /// let mut ball = Mover::new(Ball::new([5i16, 5], 1));
    /// ball.set_position([2, 0]);
    /// assert_eq!(ball.center(), Some(Vector([7.0, 5.0])));
    /// ```
    pub fn center(&self) -> Option<Vector<S::Real, N>> {
        // Halved first: the sum of two ends may be beyond the range.
        let around = around(&self.now)?;
        Some(around.min().zip(around.max(), |a, b| S::Real::from_f64(a * 0.5 + b * 0.5)))
    }

    /// Puts it elsewhere, whatever is there; false, and nothing changes, where its shape would leave the range of the scalar.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// assert!(!Mover::new(Ball::new([5i16, 5], 1)).set_position([i16::MAX, 0]));
    /// ```
    pub fn set_position(&mut self, position: impl Into<Vector<S, N>>) -> bool {
        let position = position.into();
        let Some(moved) = self.start.moved(position) else { return false };
        (self.position, self.now) = (position, moved);
        true
    }

    pub(super) fn put(&mut self, position: Vector<S, N>) {
        self.set_position(position);
    }

    /// Whether something was below it, against gravity, at the end of its last step, whatever it hit on the way; in the step of a jump
    /// nothing is.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// assert!(!Mover::new(Ball::new([5, 5], 1)).is_grounded());
    /// ```
    pub fn is_grounded(&self) -> bool {
        self.air == Some(S::Real::default())
    }

    /// What it can stand on.
    pub(super) fn footing(&mut self) -> Footing<N> {
        if self.gravity == Vector::default() {
            return Footing { up: None, least: UPRIGHT, rise: 0.0 };
        }
        let (gravity, angle) = (self.gravity.map(S::to_f64), self.floor_angle.to_f64());
        if self.slope.angle != angle {
            self.slope = Slope::of(angle);
        }
        let length = gravity.length();
        let up = (length > 0.0 && length.is_finite()).then(|| gravity.scaled(-1.0 / length));
        Footing { up, least: (self.slope.cosine - SLOPE).max(UPRIGHT), rise: self.slope.tangent }
    }
}
