//! Sweeps of shapes that move and rotate at the same time.
//!
//! ```
//! use bumper::{Aabb, Ball, Motion, sweep_turning};
//! let blade = Aabb::new([0.0, -0.1], [4.0, 0.1]);
//! let still = Motion::new([0.0, 0.0]);
//! assert!(sweep_turning(blade, &still.turning([0.0, 0.0], 0.8), Ball::new([0.0, 3.0], 0.5), &still).is_none());
//! ```

#[cfg(feature = "alloc")]
use super::contact::faces::contact_of_faces;
use super::contact::overlap;
use super::first_contact::FirstContact;
use super::one_sided::meets_front;
use super::sweep::{SweepHit, overlapping};
use crate::composite::tolerance::{FIRST_STEP, TOUCH_TOLERANCE};
use crate::composite::{BoundedView, LeafKind, search};
use crate::narrow::{self, Accuracy, Separation};
use crate::rotation::SineCosine;
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core, ShapeView};
use crate::{Aabb, Pose, Relate, Relation, Rotation, Shape, Vector};

/// The motion of a shape during a sweep: a translation and a rotation about a pivot, both at constant velocity.
///
/// ```
/// use bumper::{Motion, Vector};
/// use std::f64::consts::FRAC_PI_2;
/// let door = Motion::<f64, 2>::new([0.0, 0.0]).turning([0.0, 0.0], FRAC_PI_2);
/// assert!((door.pose_at(1.0).apply(Vector([1.0, 0.0])) - Vector([0.0, 1.0])).length() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("NonlinearRigidMotion", "b2Sweep"))]
pub struct Motion<R, const N: usize> {
    step: Vector<R, N>,
    pivot: Vector<R, N>,
    axis: Vector<R, 3>,
    /// The angle of the rotation over the whole motion, in radians.
    angle: R,
}

impl<R: Real, const N: usize> Motion<R, N> {
    /// Creates a translation by `step` without a rotation.
    ///
    /// ```
    /// use bumper::{Motion, Vector};
    /// assert_eq!(Motion::new([4.0, 0.0]).pose_at(0.5).translation, Vector([2.0, 0.0]));
    /// ```
    pub fn new(step: impl Into<Vector<R, N>>) -> Self {
        let pivot = Vector::ZERO;
        Self { step: step.into(), pivot, axis: Vector([R::ZERO, R::ZERO, R::ONE]), angle: R::ZERO }
    }

    /// The pose of the shape relative to its start, after a fraction `time` of the motion: 0 at the start, 1 at the end.
    ///
    /// ```
    /// use bumper::{Motion, Rotation};
    /// let door = Motion::new([0.0, 0.0]).turning([1.0, 0.0], 1.5);
    /// assert_eq!(door.pose_at(0.5).rotation, Rotation::from_radians(0.75));
    /// ```
    pub fn pose_at(&self, time: R) -> Pose<R, N> {
        let rotation = Rotation::around(self.axis, SineCosine::of_radians(Scalar::to_f64(self.angle * time)));
        Pose::new(rotation, self.pivot + self.step.scaled(time) - rotation.apply(self.pivot))
    }

    fn to_f64(self) -> Motion<f64, N> {
        let axis = self.axis.map(Scalar::to_f64);
        Motion {
            step: self.step.map(Scalar::to_f64),
            pivot: self.pivot.map(Scalar::to_f64),
            // A unit vector in `f32` has the length 1 only within the rounding of `f32`. In `f64` this error matters, because a rotation
            // about such an axis would scale the shape. So the axis is normalized again.
            axis: axis.normalized().unwrap_or(axis),
            angle: Scalar::to_f64(self.angle),
        }
    }
}

impl<R: Real> Motion<R, 2> {
    /// The motion with a rotation by an angle in radians over its whole duration. The shape rotates about `pivot`, given at the start of
    /// the motion; the translation carries it along. Positive angles rotate +x towards +y. Replaces an earlier rotation.
    ///
    /// ```
    /// use bumper::{Motion, Vector};
    /// use std::f64::consts::{PI, TAU};
    /// let wheel = Motion::new([TAU, 0.0]).turning([0.0, 1.0], TAU);
    /// assert!((wheel.pose_at(0.5).apply(Vector([0.0, 0.0])) - Vector([PI, 2.0])).length() < 1e-15);
    /// ```
    pub fn turning(self, pivot: impl Into<Vector<R, 2>>, angle: R) -> Self {
        Self { pivot: pivot.into(), angle, ..self }
    }
}

impl<R: Real> Motion<R, 3> {
    /// The motion with a rotation by `angle` in radians over its whole duration, at a constant rate, about `axis` through `pivot`. The
    /// pivot is given in world coordinates at the start of the motion, and the translation carries it along. `axis` may have any length
    /// except zero, and positive angles follow the right-hand rule. Replaces an earlier rotation. If the axis is zero, infinite or NaN, the
    /// motion is unchanged.
    ///
    /// ```
    /// use bumper::{Motion, Vector};
    /// use std::f64::consts::FRAC_PI_2;
    /// let lid = Motion::new([0.0, 0.0, 0.0]).turning([0.0, 0.0, 0.0], [0.0, 1.0, 0.0], -FRAC_PI_2);
    /// assert!((lid.pose_at(1.0).apply(Vector([1.0, 0.0, 0.0])) - Vector([0.0, 0.0, 1.0])).length() < 1e-15);
    /// ```
    pub fn turning(self, pivot: impl Into<Vector<R, 3>>, axis: impl Into<Vector<R, 3>>, angle: R) -> Self {
        match axis.into().normalized() {
            Some(axis) => Self { pivot: pivot.into(), axis, angle, ..self },
            None => self,
        }
    }
}

/// The first contact of two shapes that move and rotate. `None` if they do not meet. The time of the hit is the fraction of the motions
/// that the shapes have made, from 0 to 1. Shapes that overlap at the start hit at time 0, and so do shapes that touch at the start, except
/// if they move apart from there. For compounds, the result is the first contact of any two parts. A face of a
/// [one-sided mesh](crate::Mesh::one_sided) counts only if the linear displacement of the centre of the other shape relative to the mesh,
/// from the start to the end, runs against its front. The centre is that of the AABB. So a shape that makes a whole turn in place passes
/// all faces.
///
/// Uses conservative advancement (B. Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996, section 2.3). The search
/// advances in steps of time that are so short that the shapes cannot meet within a step. The length of a step follows from the distance of
/// the shapes and from an upper bound of the speed at which their points approach each other. The search ends when the distance is at most
/// 10⁻⁷ times the shapes' size. Costs a few dozen distance queries per pair of parts.
///
/// ```
/// use bumper::{Aabb, Ball, Motion, sweep_turning};
/// // A door swings against a doorstop.
/// let door = Aabb::new([0.0f64, -0.1], [4.0, 0.1]);
/// let stop = Ball::new([0.0, 3.0], 0.5);
/// let still = Motion::new([0.0, 0.0]);
/// let hit = sweep_turning(door, &still.turning([0.0, 0.0], 1.5), stop, &still).unwrap();
/// let expected = std::f64::consts::FRAC_PI_2 - f64::asin(0.6 / 3.0);
/// assert!((1.5 * hit.time - expected).abs() < 1e-7);
/// ```
pub fn sweep_turning<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    a_moves: &Motion<S::Real, N>,
    b: impl Into<Shape<'b, S, N>>,
    b_moves: &Motion<S::Real, N>,
) -> Option<SweepHit<S::Real, N>> {
    let a = a.into();
    let b = b.into();
    let has_one_sided_faces = a.has_one_sided_faces() || b.has_one_sided_faces();
    if !has_one_sided_faces && a.relation(&b) == Relation::Overlapping {
        return Some(overlapping(overlap(&a, &b)));
    }
    let u = a_moves.to_f64();
    let v = b_moves.to_f64();
    let p = BoundedView::<S, f64, N>::new(&a)?;
    let q = BoundedView::<S, f64, N>::new(&b)?;
    // A bound for the motion of a point of a shape due to the rotation: its distance from the point's position after the translation alone.
    let margin = |piece: &BoundedView<'_, S, f64, N>, motion: &Motion<f64, N>| {
        let farthest = |end: Vector<f64, N>| (end - motion.pivot).map(f64::abs);
        let arm = farthest(piece.bounds.min()).zip(farthest(piece.bounds.max()), f64::max).length();
        arm * motion.radians().min(2.0)
    };
    let margin = margin(&p, &u) + margin(&q, &v);
    let cast_pair = |p: &Convex<'_, f64, N>, q: &Convex<'_, f64, N>| {
        let hit = turning(p, &u, q, &v)?;
        Some((hit.time, hit.order(v.step - u.step), hit))
    };
    let displacements = [displacement(q.bounds, [&u, &v]), displacement(p.bounds, [&v, &u])];
    let counts_face = |face: &Convex<'_, f64, N>, _: &ShapeView<'_, S, f64, N>, first: bool| {
        meets_front(displacements[usize::from(!first)], face)
    };
    #[cfg(feature = "alloc")]
    if has_one_sided_faces
        && let Some(found) = contact_of_faces([&p.view, &q.view], 0.0, &counts_face)
        && found.overlaps
    {
        return Some(overlapping(found.contact.cast(S::Real::ONE)));
    }
    let mut first = FirstContact { hit: None, step: v.step - u.step, margin, cast_pair, counts_face };
    search(&p.view, &q.view, LeafKind::Convex, &mut first);
    first.hit.map(|(.., parts, hit)| {
        // The normal before the rotations, because the views are those before the motion.
        let before = |motion: &Motion<f64, N>, normal| motion.turned(normal, [hit.time, 0.0]);
        let parts = [
            p.view.reported_part(parts[0], before(&u, hit.normal)),
            q.view.reported_part(parts[1], before(&v, -hit.normal)),
        ];
        let number = S::Real::from_f64;
        let normal = hit.normal.map(number);
        let point = hit.point.map(number);
        SweepHit { time: number(hit.time), normal, point, starts_overlapping: false, parts }
    })
}

/// The linear displacement of the centre of a shape with the AABB `bounds` and the motion `own`, relative to another shape with the motion
/// `other`, in the coordinates of the other shape at the start.
fn displacement<const N: usize>(bounds: Aabb<f64, N>, [other, own]: [&Motion<f64, N>; 2]) -> Vector<f64, N> {
    let center = bounds.min().scaled(0.5) + bounds.max().scaled(0.5);
    let end = own.pose_at(1.0).apply(center);
    other.pose_at(1.0).apply_inverse(end) - center
}

impl<const N: usize> Motion<f64, N> {
    /// The absolute value of the angle of rotation, in radians.
    fn radians(&self) -> f64 {
        self.angle.abs()
    }

    /// The shape placed where the motion has moved it at `time`, a fraction of the motion.
    fn place<'a>(&self, shape: &Convex<'a, f64, N>, time: f64) -> Convex<'a, f64, N> {
        shape.placed(&self.pose_at(time))
    }

    /// The largest distance of a point of the shape's core from the pivot, which limits the speed of points due to the rotation. The radius
    /// of the shape is left out, because the distance of two shapes is the distance of their cores minus the radii, however they are
    /// rotated.
    fn arm(&self, shape: &Convex<'_, f64, N>) -> f64 {
        (shape.core.middle() - self.pivot).length() + shape.core.bounding_radius()
    }

    /// The largest speed along `direction` that the rotation gives to any point of the shape's core at `time`. `shape` is already placed
    /// where the motion has moved it at this time.
    fn approach_speed(&self, shape: &Convex<'_, f64, N>, time: f64, direction: Vector<f64, N>) -> f64 {
        let turn = self.spin();
        let across = direction.resized::<3>().cross(turn).resized::<N>();
        (shape.core.support(across) - self.pivot - self.step.scaled(time)).dot(across)
    }

    /// The angular velocity, in radians per unit of time.
    fn spin(&self) -> Vector<f64, 3> {
        self.axis.scaled(self.angle)
    }

    /// Rotates a direction as the shape rotates between the times `from` and `to`.
    fn turned(&self, direction: Vector<f64, N>, [from, to]: [f64; 2]) -> Vector<f64, N> {
        let local = self.pose_at(from).rotation.apply_inverse(direction);
        self.pose_at(to).rotation.apply(local)
    }

    /// The largest projection of a point of the shape's core onto a direction at `time`. `shape` is the shape before the motion.
    fn support(&self, shape: &Convex<'_, f64, N>, time: f64, direction: Vector<f64, N>) -> f64 {
        let pose = self.pose_at(time);
        pose.apply(shape.core.support(pose.rotation.apply_inverse(direction))).dot(direction)
    }
}

/// The largest number of iterations of conservative advancement. If they do not suffice, a hit is reported at the time that has been
/// reached.
const MAX_STEPS: usize = 1000;

/// The first contact of two convex shapes with the motions `u` and `v`.
fn turning<const N: usize>(
    a: &Convex<'_, f64, N>,
    u: &Motion<f64, N>,
    b: &Convex<'_, f64, N>,
    v: &Motion<f64, N>,
) -> Option<SweepHit<f64, N>> {
    if let Some([a, b]) = without_half_spaces([(a, u), (b, v)]) {
        return turning(&a, u, &b, v);
    }
    let tolerance =
        (a.core.bounding_radius() + a.radius + b.core.bounding_radius() + b.radius) * TOUCH_TOLERANCE;
    let relative = v.step - u.step;
    // Upper bounds for all points: of the approach speed due to the rotations, and of the acceleration.
    let max_rotation_speed = u.radians() * u.arm(a) + v.radians() * v.arm(b);
    let max_acceleration = u.radians() * u.radians() * u.arm(a) + v.radians() * v.radians() * v.arm(b);
    let gap =
        |time: f64| narrow::separation(&u.place(a, time), &v.place(b, time), f64::INFINITY, Accuracy::Length);
    let mut time = 0.0;
    for advance in 0..MAX_STEPS {
        if time > 1.0 {
            return None;
        }
        let p = u.place(a, time);
        let q = v.place(b, time);
        let found = gap(time)?;
        let separating_speed = relative.dot(found.normal);
        let touches = found.length <= tolerance;
        if touches
            && time == 0.0
            && let Some(separation_time) = separation_time(gap, found.length, tolerance)
        {
            time = separation_time;
            continue;
        }
        if touches || advance + 1 == MAX_STEPS {
            let found = narrow::contact(&p, &q, f64::INFINITY)?;
            let point = found.point();
            let (normal, parts) = (found.normal, [0; 2]);
            return Some(SweepHit { time, normal, point, starts_overlapping: false, parts });
        }
        if max_rotation_speed <= separating_speed {
            return None;
        }
        let closing = u.approach_speed(&p, time, found.normal) + v.approach_speed(&q, time, -found.normal)
            - separating_speed;
        // Several lower bounds of the time until the shapes can meet are computed, and the search advances by the longest one. A NaN is
        // ignored.
        let step = (found.length / (max_rotation_speed - separating_speed)).max(time_to_close(
            found.length,
            closing,
            max_acceleration,
        ));
        time = (time + step).max(apart_until([(a, u), (b, v)], time, found.normal, max_acceleration));
    }
    None
}

/// The two shapes with each half-space replaced by a box: the part of the half-space that the other shape may reach during the motions. `None`
/// if neither shape is a half-space.
fn without_half_spaces<'a, const N: usize>(
    shapes: [(&Convex<'a, f64, N>, &Motion<f64, N>); 2],
) -> Option<[Convex<'a, f64, N>; 2]> {
    let is_half_space = |shape: &Convex<'_, f64, N>| matches!(shape.core, Core::HalfSpace(_));
    let [(a, u), (b, v)] = shapes;
    if !is_half_space(a) && !is_half_space(b) {
        return None;
    }
    // Two half-spaces that rotate relative to each other meet far away at once. Their boxes are only as large as their motions.
    let near = |own: &Motion<f64, N>,
                shape: &Convex<'a, f64, N>,
                other: &Convex<'a, f64, N>,
                other_motion: &Motion<f64, N>| {
        let Core::HalfSpace(half_space) = &shape.core else { return *shape };
        let arm = if is_half_space(other) { 0.0 } else { other_motion.arm(other) };
        let reach = arm + other.radius + own.step.length() + other_motion.step.length();
        let center = other_motion.pivot;
        // The half-space rotates about its own pivot, so that the other shape is at most this far from it at any time.
        let reach = reach + (center - own.pivot).length();
        Convex { core: Core::Box(half_space.near(own.pivot, reach)), radius: shape.radius }
    };
    Some([near(u, a, b, v), near(v, b, a, u)])
}

/// A time until which two shapes surely stay apart. At the given `time`, the direction `normal` separates them. The result is the latest of
/// three bounds. The first keeps the direction fixed; the other two rotate it with the first or the second shape. A rotating direction is
/// better for a long shape that rotates about a point close to the other shape: the far end of the shape moves fast, but does not move
/// along this direction. `max_acceleration` bounds the acceleration of any point along a fixed direction.
fn apart_until<const N: usize>(
    [(a, u), (b, v)]: [(&Convex<'_, f64, N>, &Motion<f64, N>); 2],
    time: f64,
    normal: Vector<f64, N>,
    max_acceleration: f64,
) -> f64 {
    let along = |to: f64, normal: Vector<f64, N>| {
        -v.support(b, to, -normal) - u.support(a, to, normal) - (a.radius + b.radius)
    };
    let pivots = u.pivot - v.pivot;
    let steps = u.step - v.step;
    let far = pivots.length().max((pivots + steps).length());
    let fast = steps.length();
    // A bound of the acceleration of the points of one shape, seen in coordinates that rotate with the other shape. It consists of the
    // centrifugal and Coriolis accelerations and of the acceleration due to the relative rotation.
    let relative = (u.spin() - v.spin()).length();
    let twist = relative * if N == 2 { relative } else { u.radians() + v.radians() };
    let seen =
        |own: &Motion<f64, N>, arm: f64| own.radians() * (own.radians() * far + 2.0 * fast) + twist * arm;
    let fixed = stays_positive(|to| along(to, normal), time, max_acceleration);
    let with = |own: &Motion<f64, N>, max_acceleration: f64| {
        stays_positive(|to| along(to, own.turned(normal, [time, to])), time, max_acceleration)
    };
    fixed.max(with(u, seen(u, v.arm(b)))).max(with(v, seen(v, u.arm(a))))
}

/// A time until which the function `value` is surely positive. `value` is the minimum of functions whose second derivatives are at most
/// `max_acceleration`. So within an interval of length t, it is at most ⅛ · `max_acceleration` · t² below the chord, the line between its
/// values at both ends.
fn stays_positive(value: impl Fn(f64) -> f64, time: f64, max_acceleration: f64) -> f64 {
    let now = value(time);
    // `span` is the length of the interval. Even if the chord stays at `now`, the lower bound is positive only for lengths up to √(8 · now
    // / max_acceleration). So longer intervals are not worth trying. The 6 in place of the 8 leaves a margin.
    let span = (6.0 * now / max_acceleration).sqrt().min(1.0 - time);
    // The condition is also true if `now` is NaN.
    if !(span > 0.0 && now > 0.0) {
        return time;
    }
    let fall = (now - value(time + span)) / span + max_acceleration * span * 0.5;
    let root = fall * fall - 2.0 * max_acceleration * now;
    if fall > 0.0 && root >= 0.0 { time + 2.0 * now / (fall + root.sqrt()) } else { time + span }
}

/// A time at which two shapes that touch at the start are farther apart than the tolerance. If their distance grows all the time but stays
/// within the tolerance, the result is after the end of the motion. `None` if their distance stops growing before it exceeds the tolerance.
/// `before` is the distance at the start.
fn separation_time<const N: usize>(
    gap: impl Fn(f64) -> Option<Separation<f64, N>>,
    mut before: f64,
    tolerance: f64,
) -> Option<f64> {
    let mut time = FIRST_STEP;
    while time <= 1.0 {
        let length = gap(time)?.length;
        if length <= before {
            return None;
        }
        if length > tolerance {
            break;
        }
        before = length;
        time *= 2.0;
    }
    Some(time)
}

/// A lower bound of the time until a separation `gap` is closed. `speed` is the current closing speed. `rate` is an upper bound of the
/// closing acceleration.
fn time_to_close(gap: f64, speed: f64, rate: f64) -> f64 {
    let root = (speed * speed + 2.0 * rate * gap).sqrt();
    if speed > 0.0 { 2.0 * gap / (speed + root) } else { (root - speed) / rate }
}
