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
mod flat;
mod masks;
mod patch;
mod quick;
#[cfg(feature = "alloc")]
mod region;
mod space;

use super::rounded::{Round, Rounded};
use crate::gap::part::{Leaf, Part, Search, least_separation, search};
use crate::gap::solid::Solid;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Pose, Shape, Vector};
use quick::Quick;

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
    /// short, one of them.
    pub normal: Vector<R, N>,
    points: [ContactPoint<R, N>; 4],
    count: u8,
}

/// One of the points where two shapes meet.
///
/// ```
/// use bumper::{Ball, Vector, query::contact::contact};
/// let found = contact(Ball::new([0.0, 0.0], 5.0), Ball::new([8.0, 0.0], 5.0));
/// assert_eq!((found.points()[0].at, found.points()[0].separation), (Vector([4.0, 0.0]), -2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint<R, const N: usize> {
    /// Half-way between the two surfaces.
    pub at: Vector<R, N>,
    /// How far apart the surfaces are there along the normal, below zero how deep.
    pub separation: R,
    /// Which corners and edges made it: the same number as long as those meet, so that a solver finds the point again
    /// in the next frame.
    pub feature: u32,
}

impl<R: Real, const N: usize> Contact<R, N> {
    pub(crate) fn new(separation: R, normal: Vector<R, N>) -> Self {
        let none = ContactPoint { at: Vector::default(), separation, feature: 0 };
        Self { separation, normal, points: [none; 4], count: 0 }
    }

    pub(crate) fn offer(&mut self, at: Vector<R, N>, separation: R, feature: u32) {
        if let Some(point) = self.points.get_mut(usize::from(self.count)) {
            *point = ContactPoint { at, separation, feature };
            self.count += 1;
        }
    }

    /// How deep the shapes overlap: zero where they are apart or touch.
    ///
    /// ```
    /// use bumper::{Ball, query::contact::contact};
    /// assert_eq!(contact(Ball::new([0.0, 0.0], 5.0), Ball::new([8.0, 0.0], 5.0)).depth(), 2.0);
    /// ```
    pub fn depth(&self) -> R {
        if self.separation < R::default() { -self.separation } else { R::default() }
    }

    /// Where they meet: one or two points in 2D, up to four in 3D, spread over the patch where they meet. For shapes that
    /// are apart, half-way across the gap.
    ///
    /// ```
    /// use bumper::{Ball, Vector, query::contact::contact};
    /// let found = contact(Ball::new([0.0, 0.0], 5.0), Ball::new([8.0, 0.0], 5.0));
    /// assert_eq!(found.points().len(), 1);
    /// ```
    pub fn points(&self) -> &[ContactPoint<R, N>] {
        &self.points[..usize::from(self.count)]
    }

    /// The first of the points; the origin where a shape is no shape.
    pub(crate) fn point(&self) -> Vector<R, N> {
        self.points().first().map(|point| point.at).unwrap_or_default()
    }

    /// A point of each shape that are nearest to each other; where the shapes overlap, points on the two surfaces that
    /// the push would bring together.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, query::contact::contact};
    /// let found = contact(Aabb::new([0.0, 0.0], [1.0, 1.0]), Vector([4.0, 0.5]));
    /// assert_eq!(found.nearest(), [Vector([1.0, 0.5]), Vector([4.0, 0.5])]);
    /// ```
    pub fn nearest(&self) -> [Vector<R, N>; 2] {
        let deepest = |best: ContactPoint<R, N>, next: &ContactPoint<R, N>| {
            if next.separation < best.separation { *next } else { best }
        };
        let point = self.points().iter().fold(self.points[0], deepest);
        let way = self.normal.scaled(point.separation * R::from_f64(0.5));
        [point.at - way, point.at + way]
    }

    /// The same contact in another float.
    pub(crate) fn cast<T: Real>(&self) -> Contact<T, N> {
        let number = |c: R| T::from_f64(Scalar::to_f64(c));
        Contact {
            separation: number(self.separation),
            normal: self.normal.map(number),
            points: self.points.map(|point| ContactPoint {
                at: point.at.map(number),
                separation: number(point.separation),
                feature: point.feature,
            }),
            count: self.count,
        }
    }
}

/// The contact of two shapes. For compounds, that of the pair of parts with the least separation (the first of
/// equals). A [`Region`](crate::Region) counts as a whole, unless it is placed or has some thousand edges: then as its convex
/// parts do. An empty compound or mask and a shape with a NaN are infinitely far from everything.
///
/// Shapes on whole numbers and fixed point have contacts in `f64`. Points, boxes, balls and cylinders along the axes are
/// computed in the float that the answer is given in; other kinds in `f64`, right within 10⁻⁹ of the largest length
/// involved and then rounded.
///
/// Costs up to about a hundred operations a pair of parts; polygons that are apart or have a radius some hundreds, and
/// shapes in space with corners or curved rims some thousands.
///
/// ```
/// use bumper::{Axis, Cylinder, Vector, query::contact::contact};
/// let pillar = Cylinder::new(Axis::Y, [0.0, 0.0, 0.0], 10.0, 2.0);
/// let beam = Cylinder::new(Axis::X, [-5.0, 4.0, 3.0], 5.0, 2.0);
/// let found = contact(pillar, beam);
/// assert_eq!((found.separation, found.normal), (-1.0, Vector([0.0, 0.0, 1.0])));
/// ```
pub fn contact<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    b: impl Into<Shape<'b, S, N>>,
) -> Contact<S::Real, N> {
    whole(&a.into(), &b.into())
}

/// The contact of two shapes that are at most a margin apart; `None` for others. What a solver asks: shapes that are
/// farther apart cost little.
///
/// ```
/// use bumper::{OrientedBox, Rotation, contact_within};
/// let floor = OrientedBox::new([0.0, 0.0], [10.0, 1.0], Rotation::from_degrees(0.0));
/// let crate_ = OrientedBox::new([3.0, 2.0], [1.0, 1.1], Rotation::from_degrees(0.0));
/// assert_eq!(contact_within(floor, crate_, 0.0).unwrap().points().len(), 2);
/// assert!(contact_within(floor, crate_.translated([0.0, 0.5]), 0.1).is_none());
/// ```
#[inline]
pub fn contact_within<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    b: impl Into<Shape<'b, S, N>>,
    margin: S::Real,
) -> Option<Contact<S::Real, N>> {
    let (a, b) = (a.into(), b.into());
    match quick::contact(&a, &b, margin) {
        Quick::Beyond => None,
        Quick::Contact(found) => Some(found),
        Quick::Unknown => Some(whole(&a, &b)).filter(|found| found.separation <= margin),
    }
}

/// The contact of two shapes: the least of all pairs of parts, of a region its own.
fn whole<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> Contact<S::Real, N> {
    if let (Shape::Mask(p), Shape::Mask(q)) = (a, b)
        && let Some([p, q]) = masks::deepest(p, q)
    {
        return p.contact(&q);
    }
    least(a, b, Leaf::Region)
}

fn least<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    leaf: Leaf,
) -> Contact<S::Real, N> {
    let nowhere = S::Real::from_f64(f64::INFINITY);
    let mut least = Least(Contact::new(nowhere, Vector::default().with(0, S::Real::from_f64(1.0))));
    search(*a, *b, leaf, &mut least);
    least.0
}

/// The search for the least separation.
struct Least<R, const N: usize>(Contact<R, N>);

impl<S: Scalar, const N: usize> Search<S, N> for Least<S::Real, N> {
    fn bound(&self, a: &Aabb<f64, N>, b: &Aabb<f64, N>) -> f64 {
        least_separation(a, b, 8.0 * S::Real::EPSILON.to_f64())
    }
    fn best(&self) -> f64 {
        self.0.separation.to_f64()
    }
    fn look(&mut self, a: &Part<'_, S, N>, b: &Part<'_, S, N>) {
        let Some(next) = pair(a, b) else { return };
        if next.separation < self.0.separation || self.0.count == 0 {
            self.0 = next;
        }
    }
}

/// The contact of two parts.
fn pair<S: Scalar, const N: usize>(a: &Part<'_, S, N>, b: &Part<'_, S, N>) -> Option<Contact<S::Real, N>> {
    #[cfg(feature = "alloc")]
    if !a.is_leaf(Leaf::Convex) || !b.is_leaf(Leaf::Convex) {
        // A region: by its parts where it is apart, else as a whole.
        let mut found: Option<Contact<S::Real, N>> = None;
        a.each_convex(&mut |p| {
            b.each_convex(&mut |q| {
                let next = convex(p.placed(), q.placed());
                if next.is_some_and(|next| found.is_none_or(|found| next.separation < found.separation)) {
                    found = next;
                }
            });
        });
        let overlap = found.is_some_and(|found| found.separation < S::Real::default());
        let whole = if overlap { region::contact(a, b) } else { None };
        return whole.map(|whole| whole.cast()).or(found);
    }
    convex(a.placed(), b.placed())
}

/// A convex shape and where it is placed.
pub(super) type Placed<'s, 'a, S, const N: usize> = (&'s Shape<'a, S, N>, Option<&'s Pose<f64, N>>);

/// The contact of two convex shapes.
pub(super) fn convex<S: Scalar, const N: usize>(
    a: Placed<S, N>,
    b: Placed<S, N>,
) -> Option<Contact<S::Real, N>> {
    let upright = (Rounded::placed(a), Rounded::placed(b));
    let both = upright.0.is_some() && upright.1.is_some();
    if let (false, None, None) = (both, a.1, b.1)
        && let Quick::Contact(found) = quick::contact(a.0, b.0, S::Real::from_f64(f64::INFINITY))
    {
        return Some(found);
    }
    if let (Some(p), Some(q)) = upright {
        let found = p.contact(&q);
        if found.separation.to_f64().is_finite() {
            return Some(found);
        }
        // Beyond the range of the type: the same shapes an eighth as large have the same normal.
        let (eighth, eight) = (S::Real::from_f64(0.125), S::Real::from_f64(8.0));
        let mut small = p.scaled(eighth).contact(&q.scaled(eighth));
        small.separation = small.separation * eight;
        for point in &mut small.points {
            (point.at, point.separation) = (point.at.scaled(eight), point.separation * eight);
        }
        return Some(small);
    }
    let (a, b) = (Solid::new(a.0, a.1)?, Solid::new(b.0, b.1)?);
    Some(a.contact(&b).cast())
}

impl<S: Scalar, const N: usize> Solid<'_, S, N> {
    /// The separation and its normal.
    pub(super) fn gap(&self, other: &Self) -> Gap<f64, N> {
        let ((core, normal), _) = self.separation(other);
        (core - self.radius - other.radius, normal)
    }

    fn separation(&self, other: &Self) -> (Gap<f64, N>, Option<[Vector<f64, N>; 2]>) {
        if N == 2 { flat::separation(self, other) } else { space::separation(self, other) }
    }

    pub(super) fn contact(&self, other: &Self) -> Contact<f64, N> {
        // Seen from a point between them, nothing is far away.
        let origin = self.middle();
        let (a, b) = (self.moved(origin.scaled(-1.0)), other.moved(origin.scaled(-1.0)));
        let (gap, on) = a.separation(&b);
        let mut found = if N == 2 { flat::contact(&a, &b, gap, on) } else { space::contact(&a, &b, gap, on) };
        for point in &mut found.points[..usize::from(found.count)] {
            point.at = point.at + origin;
        }
        found
    }
}

/// A separation and its normal.
pub(super) type Gap<R, const N: usize> = (R, Vector<R, N>);

/// The contact of two convex shapes.
impl<R: Real, const N: usize> Rounded<R, N> {
    pub(super) fn contact(&self, other: &Self) -> Contact<R, N> {
        let (separation, normal) = self.gap(other);
        let mut contact = Contact::new(separation, normal);
        patch::points(self, other, normal, |feature, at| contact.offer(at, separation, feature));
        contact
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
pub fn distance<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    b: impl Into<Shape<'b, S, N>>,
) -> S::Real {
    let (zero, separation) = (S::Real::default(), contact(a, b).separation);
    if separation > zero { separation } else { zero }
}
