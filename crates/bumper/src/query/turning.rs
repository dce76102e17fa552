//! Sweeps of shapes that move and turn.
//!
//! ```
//! use bumper::{Aabb, Ball, Motion, sweep_turning};
//! let blade = Aabb::new([0.0, -0.1], [4.0, 0.1]);
//! let still = Motion::new([0.0, 0.0]);
//! assert!(sweep_turning(blade, &still.turning([0.0, 0.0], 45.0), Ball::new([0.0, 3.0], 0.5), &still).is_none());
//! ```

use super::contact::overlap;
use super::sweep::{First, SweepHit, overlapping};
use crate::form::Convex;
use crate::narrow::{self, Gap, Sought};
use crate::pieces::{Leaf, Piece, search};
use crate::scalar::{Real, Scalar};
use crate::{Pose, Relate, Relation, Rotation, Shape, Vector};

/// How a shape moves and turns in a sweep: a rotation about a pivot at a steady rate, on top of a translation.
///
/// ```
/// use bumper::{Motion, Vector};
/// let door = Motion::<f64, 2>::new([0.0, 0.0]).turning([0.0, 0.0], 90.0);
/// assert_eq!(door.pose_at(1.0).apply(Vector([1.0, 0.0])), Vector([0.0, 1.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<R, const N: usize> {
    step: Vector<R, N>,
    pivot: Vector<R, N>,
    axis: Vector<R, 3>,
    degrees: R,
}

impl<R: Real, const N: usize> Motion<R, N> {
    /// A translation alone.
    ///
    /// ```
    /// use bumper::{Motion, Vector};
    /// assert_eq!(Motion::new([4.0, 0.0]).pose_at(0.5).translation, Vector([2.0, 0.0]));
    /// ```
    pub fn new(step: impl Into<Vector<R, N>>) -> Self {
        let (zero, pivot) = (R::default(), Vector::default());
        Self { step: step.into(), pivot, axis: Vector([zero, zero, R::from_f64(1.0)]), degrees: zero }
    }

    /// Where the shape is after a part of the motion, from 0 to 1: the pose that takes it there from its start.
    ///
    /// ```
    /// use bumper::{Motion, Rotation};
    /// let door = Motion::new([0.0, 0.0]).turning([1.0, 0.0], 90.0);
    /// assert_eq!(door.pose_at(1.0 / 3.0).rotation, Rotation::from_degrees(30.0));
    /// ```
    pub fn pose_at(&self, time: R) -> Pose<R, N> {
        let rotation = Rotation::around(self.axis, self.degrees * time);
        Pose::new(rotation, self.pivot + self.step.scaled(time) - rotation.apply(self.pivot))
    }

    fn to_f64(self) -> Motion<f64, N> {
        Motion {
            step: self.step.map(Scalar::to_f64),
            pivot: self.pivot.map(Scalar::to_f64),
            axis: self.axis.map(Scalar::to_f64),
            degrees: Scalar::to_f64(self.degrees),
        }
    }
}

impl<R: Real> Motion<R, 2> {
    /// The motion with a rotation about a point that moves along, from +x towards +y.
    ///
    /// ```
    /// use bumper::{Motion, Vector};
    /// let wheel = Motion::new([6.28, 0.0]).turning([0.0, 1.0], 360.0);
    /// assert_eq!(wheel.pose_at(0.5).apply(Vector([0.0, 0.0])), Vector([3.14, 2.0]));
    /// ```
    pub fn turning(self, pivot: impl Into<Vector<R, 2>>, degrees: R) -> Self {
        Self { pivot: pivot.into(), degrees, ..self }
    }
}

impl<R: Real> Motion<R, 3> {
    /// The motion with a rotation about an axis (of any length but zero) through a point that moves along. An axis
    /// without length turns nothing.
    ///
    /// ```
    /// use bumper::{Motion, Vector};
    /// let lid = Motion::new([0.0, 0.0, 0.0]).turning([0.0, 0.0, 0.0], [0.0, 1.0, 0.0], -90.0);
    /// assert_eq!(lid.pose_at(1.0).apply(Vector([1.0, 0.0, 0.0])), Vector([0.0, 0.0, 1.0]));
    /// ```
    pub fn turning(self, pivot: impl Into<Vector<R, 3>>, axis: impl Into<Vector<R, 3>>, degrees: R) -> Self {
        match axis.into().normalized() {
            Some(axis) => Self { pivot: pivot.into(), axis, degrees, ..self },
            None => self,
        }
    }
}

/// The first touch of two shapes that move and turn. A pair that touches at the start hits at once, unless it parts.
/// Of compounds, the first touch of any two parts.
///
/// By conservative advancement (Mirtich, section 2.3): each step goes as far as the shapes could not have met, by the
/// gap, and the fastest that any of their points approaches along the normal now, or ever. It ends within 10⁻⁷ of the size of the shapes from each
/// other, and costs some dozen contacts a pair of parts.
///
/// ```
/// use bumper::{Aabb, Ball, Motion, sweep_turning};
/// // A door swings against a doorstop.
/// let door = Aabb::new([0.0f64, -0.1], [4.0, 0.1]);
/// let stop = Ball::new([0.0, 3.0], 0.5);
/// let still = Motion::new([0.0, 0.0]);
/// let hit = sweep_turning(door, &still.turning([0.0, 0.0], 90.0), stop, &still).unwrap();
/// let expected: f64 = 90.0 - f64::asin(0.6 / 3.0).to_degrees();
/// assert!((90.0 * hit.time - expected).abs() < 1e-5);
/// ```
pub fn sweep_turning<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    a_moves: &Motion<S::Real, N>,
    b: impl Into<Shape<'b, S, N>>,
    b_moves: &Motion<S::Real, N>,
) -> Option<SweepHit<S::Real, N>> {
    let (a, b) = (a.into(), b.into());
    if a.relation(&b) == Relation::Overlapping {
        return Some(overlapping(overlap(&a, &b)));
    }
    let (u, v) = (a_moves.to_f64(), b_moves.to_f64());
    let (p, q) = (Piece::<S, f64, N>::new(&a)?, Piece::<S, f64, N>::new(&b)?);
    // How far turning takes any point of a shape from where it would be.
    let swing = |piece: &Piece<'_, S, f64, N>, motion: &Motion<f64, N>| {
        let farthest = |end: Vector<f64, N>| (end - motion.pivot).map(f64::abs);
        let arm = farthest(piece.bounds.min()).zip(farthest(piece.bounds.max()), f64::max).length();
        arm * motion.radians().min(2.0)
    };
    let swing = swing(&p, &u) + swing(&q, &v);
    let look = |p: &Convex<'_, f64, N>, q: &Convex<'_, f64, N>| {
        let hit = turning(p, &u, q, &v)?;
        Some((hit.time, hit.order(v.step - u.step), hit))
    };
    let mut first = First { hit: None, step: v.step - u.step, swing, in_any_order: true, look };
    search(&p.kind, &q.kind, Leaf::Convex, &mut first);
    first.hit.map(|(.., hit)| {
        let number = S::Real::from_f64;
        let (normal, point) = (hit.normal.map(number), hit.point.map(number));
        SweepHit { time: number(hit.time), normal, point, starts_overlapping: false }
    })
}

impl<const N: usize> Motion<f64, N> {
    /// How far it turns.
    fn radians(&self) -> f64 {
        self.degrees.abs() * (core::f64::consts::PI / 180.0)
    }

    /// The shape after a part of the motion.
    fn of<'a>(&self, shape: &Convex<'a, f64, N>, time: f64) -> Convex<'a, f64, N> {
        shape.placed(&self.pose_at(time))
    }

    /// How far from the pivot a point of the shape's core is at most. What is round around the core turns with it, but is as thick in
    /// every direction: it brings nothing nearer.
    fn arm(&self, shape: &Convex<'_, f64, N>) -> f64 {
        (shape.core.middle() - self.pivot).length() + shape.core.reach()
    }

    /// How fast turning takes the shape, where it is at a time, in a direction.
    fn pace(&self, shape: &Convex<'_, f64, N>, time: f64, direction: Vector<f64, N>) -> f64 {
        let turn = self.axis.scaled(self.degrees * (core::f64::consts::PI / 180.0));
        let across = direction.resized::<3>().cross(turn).resized::<N>();
        (shape.core.support(across) - self.pivot - self.step.scaled(time)).dot(across)
    }
}

/// How many steps conservative advancement takes at most; where it stops there, the shapes are that near.
const ADVANCES: usize = 1000;

/// How near is a touch, as a part of the size of the shapes: what advancement reaches in some dozen steps.
const NEAR: f64 = 1e-7;

/// How far along the way it is first looked whether what touches at the start parts.
const AHEAD: f64 = 1e-5;

fn turning<const N: usize>(
    a: &Convex<'_, f64, N>,
    u: &Motion<f64, N>,
    b: &Convex<'_, f64, N>,
    v: &Motion<f64, N>,
) -> Option<SweepHit<f64, N>> {
    let tolerance = (a.core.reach() + a.radius + b.core.reach() + b.radius) * NEAR;
    let relative = v.step - u.step;
    // How fast turning moves any point, and how fast it changes that.
    let spins = u.radians() * u.arm(a) + v.radians() * v.arm(b);
    let bends = u.radians() * u.radians() * u.arm(a) + v.radians() * v.radians() * v.arm(b);
    let gap = |time: f64| narrow::gap(&u.of(a, time), &v.of(b, time), f64::INFINITY, Sought::Length);
    let mut time = 0.0;
    for advance in 0..ADVANCES {
        if time > 1.0 {
            return None;
        }
        let (p, q) = (u.of(a, time), v.of(b, time));
        let found = gap(time)?;
        let passing = relative.dot(found.normal);
        let touches = found.length <= tolerance;
        if touches
            && time == 0.0
            && let Some(parted) = parted(gap, found.length, tolerance)
        {
            time = parted;
            continue;
        }
        if touches || advance + 1 == ADVANCES {
            let found = narrow::contact(&p, &q, f64::INFINITY)?;
            let point = found.point();
            return Some(SweepHit { time, normal: found.normal, point, starts_overlapping: false });
        }
        if spins <= passing {
            return None;
        }
        let closing = u.pace(&p, time, found.normal) + v.pace(&q, time, -found.normal) - passing;
        // The longer of two steps that are both too short to meet. A NaN is no step.
        time += (found.length / (spins - passing)).max(until(found.length, closing, bends));
    }
    None
}

/// When what touches at the start, and parts, is no longer near: beyond the end where it never is. `None` where it does not part.
fn parted<const N: usize>(
    gap: impl Fn(f64) -> Option<Gap<f64, N>>,
    mut before: f64,
    tolerance: f64,
) -> Option<f64> {
    let mut time = AHEAD;
    while time <= 1.0 {
        let length = gap(time)?.length;
        if length <= before {
            return None;
        }
        if length > tolerance {
            break;
        }
        (before, time) = (length, time * 2.0);
    }
    Some(time)
}

/// When a gap closes that shrinks at a speed which grows at a rate.
fn until(gap: f64, speed: f64, rate: f64) -> f64 {
    let root = Real::sqrt(speed * speed + 2.0 * rate * gap);
    if speed > 0.0 { 2.0 * gap / (speed + root) } else { (root - speed) / rate }
}
