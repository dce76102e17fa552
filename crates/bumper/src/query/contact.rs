//! Where two shapes meet, how deep, and which way out: contacts and distances, on floats.
//!
//! One function answers for shapes that are apart, touching or overlapping: the *separation* is the length of the
//! shortest gap, or, below zero, of the shortest push that leaves the shapes touching. It is the largest value that
//! any direction u gives to (gap between the shapes along u), and that direction is the normal.
//!
//! Needs the feature `std` or `libm` for the square root. Lengths are right within a few roundings of the largest
//! coordinate involved.
//!
//! ```
//! use bumper::{Aabb, Ball, Vector, query::contact::contact};
//!
//! let floor = Aabb::new([0.0, 10.0], [100.0, 20.0]);
//! let dot = Ball::new([50.0, 7.0], 5.0);
//! let found = contact(dot, floor);
//! assert_eq!(found.depth(), 2.0);
//! assert_eq!(found.normal, Vector([0.0, 1.0]));
//! assert_eq!(contact(Ball::new([50.0, 1.0], 5.0), floor).separation, 4.0);
//! ```

pub(super) mod crossing;
mod patch;

use super::rounded::{Round, Rounded};
use crate::scalar::{Real, Scalar, Span};
use crate::{Aabb, Ball, Cylinder, Shape, Vector};

/// How two shapes meet, or miss each other.
///
/// ```
/// use bumper::{Aabb, query::contact::contact};
/// let found = contact(Aabb::new([0.0, 0.0], [4.0, 4.0]), Aabb::new([3.0, 1.0], [7.0, 3.0]));
/// assert_eq!(found.separation, -1.0);
/// assert_eq!(found.points().len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<R, const N: usize> {
    /// The length of the gap; below zero, of the shortest push of the second shape along the normal that leaves the
    /// two touching.
    pub separation: R,
    /// The unit direction of the gap or of that push, from the first shape to the second. Where several are equally
    /// short, one of them: along the first axis before the others, and forwards before backwards.
    pub normal: Vector<R, N>,
    points: [Vector<R, N>; 4],
    count: u8,
}

impl<R: Real, const N: usize> Contact<R, N> {
    /// How deep the shapes overlap: zero where they are apart or touch.
    ///
    /// ```
    /// use bumper::{Ball, query::contact::contact};
    /// assert_eq!(contact(Ball::new([0.0, 0.0], 5.0), Ball::new([8.0, 0.0], 5.0)).depth(), 2.0);
    /// ```
    pub fn depth(&self) -> R {
        if self.separation < R::default() { -self.separation } else { R::default() }
    }

    /// Where they meet: one or two points in 2D, up to four in 3D, half-way between the two surfaces and spread over
    /// the patch where they meet. For shapes that are apart, half-way across the gap.
    ///
    /// ```
    /// use bumper::{Ball, Vector, query::contact::contact};
    /// let found = contact(Ball::new([0.0, 0.0], 5.0), Ball::new([8.0, 0.0], 5.0));
    /// assert_eq!(found.points(), [Vector([4.0, 0.0])]);
    /// ```
    pub fn points(&self) -> &[Vector<R, N>] {
        &self.points[..usize::from(self.count)]
    }
}

/// The contact of two shapes. For compounds, that of the pair of parts with the least separation (the first of
/// equals). An empty compound and a shape with a NaN are infinitely far from everything.
///
/// Costs up to about a hundred operations a pair of parts; two overlapping cylinders on crossing axes, some thousands.
///
/// ```
/// use bumper::{Axis, Cylinder, Vector, query::contact::contact};
/// let pillar = Cylinder::new(Axis::Y, [0.0, 0.0, 0.0], 10.0, 2.0);
/// let beam = Cylinder::new(Axis::X, [-5.0, 4.0, 3.0], 5.0, 2.0);
/// let found = contact(pillar, beam);
/// assert_eq!((found.separation, found.normal), (-1.0, Vector([0.0, 0.0, 1.0])));
/// ```
pub fn contact<'a, R: Real, const N: usize>(
    a: impl Into<Shape<'a, R, N>>,
    b: impl Into<Shape<'a, R, N>>,
) -> Contact<R, N> {
    least(&a.into(), &b.into())
}

fn least<R: Real, const N: usize>(a: &Shape<'_, R, N>, b: &Shape<'_, R, N>) -> Contact<R, N> {
    let parts = |shape| match shape {
        &Shape::Compound(parts) => Some(parts),
        _ => None,
    };
    let nearer = |best: Contact<R, N>, next: Contact<R, N>| {
        if next.separation < best.separation { next } else { best }
    };
    let nothing = Contact {
        separation: R::from_f64(f64::INFINITY),
        normal: Vector::default().with(0, R::from_f64(1.0)),
        points: [Vector::default(); 4],
        count: 0,
    };
    match (parts(a), parts(b), Rounded::new(a), Rounded::new(b)) {
        (Some(parts), ..) => parts.iter().map(|part| least(part, b)).reduce(nearer).unwrap_or(nothing),
        (_, Some(parts), ..) => parts.iter().map(|part| least(a, part)).reduce(nearer).unwrap_or(nothing),
        (_, _, Some(a), Some(b)) => {
            let found = a.contact(&b);
            if found.separation.to_f64().is_finite() {
                return found;
            }
            // Beyond the range of the type: the same shapes an eighth as large have the same normal.
            let (eighth, eight) = (R::from_f64(0.125), R::from_f64(8.0));
            let small = a.scaled(eighth).contact(&b.scaled(eighth));
            let points = small.points.map(|point| point.scaled(eight));
            Contact { separation: small.separation * eight, points, ..small }
        }
        _ => nothing,
    }
}

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// The shape in floats, each number rounded to nearest, for contacts of shapes on whole numbers and fixed point;
    /// `f64` holds all but 64-bit ones exactly. A ball by its squared radius becomes one by its radius. `None` for a
    /// compound, whose parts would need a place to be.
    ///
    /// ```
    /// use bumper::{Ball, Shape, query::contact::contact};
    /// let (a, b): (Shape<i16, 2>, Shape<i16, 2>) = (Ball::new([0, 0], 5).into(), Ball::new([9, 0], 5).into());
    /// assert_eq!(contact(a.to_real::<f64>().unwrap(), b.to_real().unwrap()).depth(), 1.0);
    /// ```
    pub fn to_real<R: Real>(&self) -> Option<Shape<'static, R, N>> {
        let number = |c: S| R::from_f64(c.to_f64());
        let vector = |v: Vector<S, N>| v.map(number);
        Some(match self {
            Shape::Point(point) => Shape::Point(vector(*point)),
            Shape::Aabb(shape) => Aabb::new(vector(shape.min()), vector(shape.max())).into(),
            Shape::Ball(ball) => Ball::new(vector(ball.center()), number(ball.radius())).into(),
            Shape::SquaredBall(ball) => {
                let squared = R::from_f64(S::Span::area_to_f64(ball.radius_squared()));
                Ball::new(vector(ball.center()), Real::sqrt(squared)).into()
            }
            Shape::Cylinder(cylinder) => {
                let (from, to) = (vector(cylinder.spine().min()), vector(cylinder.spine().max()));
                let axis = cylinder.axis();
                Cylinder::in_space(axis, from, to[axis.index()], number(cylinder.radius()))?.into()
            }
            Shape::Compound(_) => return None,
        })
    }
}

/// A separation and its normal.
pub(super) type Gap<R, const N: usize> = (R, Vector<R, N>);

/// The contact of two convex shapes.
impl<R: Real, const N: usize> Rounded<R, N> {
    pub(super) fn contact(&self, other: &Self) -> Contact<R, N> {
        let (separation, normal) = self.gap(other);
        let (points, count) = patch::points(self, other, normal);
        Contact { separation, normal, points, count }
    }

    pub(super) fn gap(&self, other: &Self) -> Gap<R, N> {
        let axes = self.interval_gaps(other);
        let radii = self.radius + other.radius;
        let (axis, ball) = match (self.round, other.round) {
            (Round::Ball, Round::Ball) => {
                let (gap, normal) = boxes(&axes, None);
                return (gap - radii, normal);
            }
            (Round::Disc(i), Round::Disc(j)) if i != j => return crossing::gap(self, other, i, j),
            (Round::Disc(axis), Round::Disc(_)) => (axis, R::default()),
            (Round::Disc(axis), Round::Ball) => (axis, other.radius),
            (Round::Ball, Round::Disc(axis)) => (axis, self.radius),
        };
        // The difference is the product of a rounded box across the axis and an interval along it, grown by `ball`.
        let (across, side) = boxes(&axes, Some(axis));
        let across = across - (radii - ball);
        let (along, sign) = axes[axis];
        let end = Vector::default().with(axis, sign);
        let zero = R::default();
        let (gap, normal) = if across > zero && along > zero {
            let corner = (side.scaled(across) + end.scaled(along)).length();
            (corner, side.scaled(across / corner) + end.scaled(along / corner))
        } else if along > across {
            (along, end)
        } else {
            (across, side)
        };
        (gap - ball, normal)
    }

    /// The separation across an axis, of the discs of two cylinders or of one and the outline of a box.
    pub(super) fn gap_across(&self, other: &Self, axis: usize) -> Gap<R, N> {
        let (gap, normal) = boxes(&self.interval_gaps(other), Some(axis));
        (gap - (self.radius + other.radius), normal)
    }

    /// The separation of the cores on each axis, and its sign: 1 where `other` lies (mostly) beyond.
    fn interval_gaps(&self, other: &Self) -> Vector<(R, R), N> {
        Vector(core::array::from_fn(|axis| {
            let forwards = other.core.min()[axis] - self.core.max()[axis];
            let backwards = self.core.min()[axis] - other.core.max()[axis];
            if backwards > forwards { (backwards, R::from_f64(-1.0)) } else { (forwards, R::from_f64(1.0)) }
        }))
    }
}

/// The separation of two boxes from their separations on each axis, leaving one axis out.
fn boxes<R: Real, const N: usize>(axes: &Vector<(R, R), N>, without: Option<usize>) -> Gap<R, N> {
    let zero = R::default();
    let used = |axis: &usize| Some(*axis) != without;
    let mut gap = Vector::default();
    for axis in (0..N).filter(used) {
        let (separation, sign) = axes[axis];
        gap[axis] = if separation > zero { sign * separation } else { zero };
    }
    let length = gap.length();
    if length > zero {
        return (length, gap.map(|c| c / length));
    }
    let deepest = |a: usize, b: usize| if axes[b].0 > axes[a].0 { b } else { a };
    let axis = (0..N).filter(used).reduce(deepest).unwrap_or(0);
    (axes[axis].0, Vector::default().with(axis, axes[axis].1))
}

/// The length of the shortest gap between two shapes: zero where they touch or overlap.
///
/// ```
/// use bumper::{Aabb, Vector, query::contact::distance};
/// assert_eq!(distance(Aabb::new([0.0, 0.0], [1.0, 1.0]), Vector([4.0, 5.0])), 5.0);
/// ```
pub fn distance<'a, R: Real, const N: usize>(
    a: impl Into<Shape<'a, R, N>>,
    b: impl Into<Shape<'a, R, N>>,
) -> R {
    let separation = contact(a, b).separation;
    if separation > R::default() { separation } else { R::default() }
}
