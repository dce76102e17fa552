//! What a contact tells: the separation, its normal, and the points where two shapes meet.

use super::measure::extent;
use crate::scalar::Real;
use crate::{Pose, Relation, Vector};

/// A separation of shapes that overlap or are apart by less than rounding.
const LEAST: f64 = 1e-30;

/// How two shapes meet, or miss each other.
///
/// ```
/// use bumper::{Aabb, query::contact::contact};
/// let found = contact(Aabb::new([0.0, 0.0], [4.0, 4.0]), Aabb::new([3.0, 1.0], [7.0, 3.0]));
/// assert_eq!(found.separation, -1.0);
/// assert_eq!(found.points().len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contact<R, const N: usize> {
    /// The length of the gap; below zero, of the shortest push of the second shape along the normal that leaves the
    /// two touching.
    pub separation: R,
    /// The unit direction of the gap or of that push, from the first shape to the second. Where several are equally
    /// short, one of them.
    pub normal: Vector<R, N>,
    points: [ContactPoint<R, N>; 4],
    count: u8,
    /// Whether the separation is within the rounding of what it was computed from, so that its sign is not known.
    is_unsure: bool,
}

impl<R: PartialEq, const N: usize> PartialEq for Contact<R, N> {
    fn eq(&self, other: &Self) -> bool {
        let points = |of: &Self| usize::from(of.count);
        self.separation == other.separation
            && self.normal == other.normal
            && self.points[..points(self)] == other.points[..points(other)]
    }
}

/// One of the points where two shapes meet.
///
/// ```
/// use bumper::{Ball, Vector, query::contact::contact};
/// let found = contact(Ball::new([0.0, 0.0], 5.0), Ball::new([8.0, 0.0], 5.0));
/// assert_eq!((found.points()[0].point, found.points()[0].separation), (Vector([4.0, 0.0]), -2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint<R, const N: usize> {
    /// Half-way between the two surfaces.
    pub point: Vector<R, N>,
    /// How far apart the surfaces are there along the normal, below zero how deep.
    pub separation: R,
    /// Which corners and edges made it: the same number as long as those meet, so that a solver finds the point again
    /// in the next frame.
    pub feature: u32,
}

impl<R: Real, const N: usize> Contact<R, N> {
    /// A contact without points.
    #[inline]
    pub(crate) fn new(separation: R, normal: Vector<R, N>) -> Self {
        let none = ContactPoint { point: Vector::default(), separation, feature: 0 };
        Self { separation, normal, points: [none; 4], count: 0, is_unsure: false }
    }

    /// A contact of one point.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn of_one(separation: R, normal: Vector<R, N>, at: Vector<R, N>) -> Self {
        let zero = R::default();
        let none = ContactPoint { point: Vector::default(), separation: zero, feature: 0 };
        let point = ContactPoint { point: at, separation, feature: 0 };
        Self { separation, normal, points: [point, none, none, none], count: 1, is_unsure: false }
    }

    /// Adds a point, while there is room.
    #[inline]
    pub(crate) fn offer(&mut self, at: Vector<R, N>, separation: R, feature: u32) {
        if let Some(point) = self.points.get_mut(usize::from(self.count)) {
            *point = ContactPoint { point: at, separation, feature };
            self.count += 1;
        }
    }

    /// A contact of two points, the deeper one first, of which the second may not count.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn of_two(
        separation: R,
        normal: Vector<R, N>,
        points: [ContactPoint<R, N>; 2],
        is_second: bool,
    ) -> Self {
        let none = ContactPoint { point: Vector::default(), separation, feature: 0 };
        let is_first = points[0].separation <= points[1].separation;
        let [near, far] = if is_first { points } else { [points[1], points[0]] };
        let count = 1 + u8::from(is_second);
        Self { separation, normal, points: [near, far, none, none], count, is_unsure: false }
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
        self.points().first().map(|point| point.point).unwrap_or_default()
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
        [point.point - way, point.point + way]
    }

    /// Whether of two pairs of parts it is the one that is told: that with the least separation, and of equals the one whose point comes
    /// first, whatever is looked at first.
    pub(crate) fn is_before(&self, other: Option<&Self>) -> bool {
        let order = |found: &Self| (found.separation, found.point().0, found.normal.0);
        other.is_none_or(|other| order(self) < order(other))
    }

    /// Whether rounding may have hidden the sign of the separation: see [`settle`](Contact::settle). It is below so many parts of the
    /// coordinates, or was noted to be within its rounding.
    #[inline]
    pub(crate) fn is_unsure(&self, part: R) -> bool {
        let size = self.separation.distance(R::default());
        self.is_unsure || size <= extent(self.points[0].point) * part
    }

    /// Whether the normal has a length: not where numbers have left the range of the type on the way.
    #[inline]
    pub(crate) fn is_sound(&self) -> bool {
        // Also false for NaN.
        self.normal.dot(self.normal) > R::from_f64(0.5)
    }

    /// Notes whether the separation is within a tolerance of nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn within(mut self, tolerance: R) -> Self {
        self.is_unsure = self.separation.distance(R::default()) <= tolerance;
        self
    }

    /// Gives the separation the sign that the relation of the shapes has, where rounding has hidden it.
    pub(crate) fn settle(&mut self, relation: Relation) {
        let (zero, least) = (R::default(), R::from_f64(LEAST));
        let size = self.separation.distance(zero);
        let size = if size < least { least } else { size };
        match relation {
            Relation::Overlapping if self.separation >= zero => self.separation = -size,
            Relation::Apart if self.separation <= zero => self.separation = size,
            Relation::Overlapping | Relation::Apart | Relation::Touching => {}
        }
    }

    /// Makes it the contact of the same two shapes in the other order.
    #[inline]
    pub(crate) fn mirror(&mut self) {
        self.normal = -self.normal;
        // The halves of a feature belong to the two shapes.
        let points = &mut self.points[..usize::from(self.count)];
        points.iter_mut().for_each(|point| point.feature = point.feature.rotate_left(16));
    }

    /// The same contact where both shapes are placed.
    pub(crate) fn placed(mut self, pose: &Pose<R, N>) -> Self {
        self.normal = pose.rotation.apply(self.normal);
        let points = &mut self.points[..usize::from(self.count)];
        points.iter_mut().for_each(|point| point.point = pose.apply(point.point));
        self
    }

    /// The same contact in another float, and larger or smaller, seen from the origin.
    #[cfg(not(bumper_small))]
    pub(crate) fn cast<T: Real>(&self, factor: T) -> Contact<T, N> {
        let number = |c: R| T::from_f64(c.to_f64());
        Contact {
            separation: number(self.separation) * factor,
            normal: self.normal.map(number),
            points: self.points.map(|point| ContactPoint {
                point: point.point.map(number).scaled(factor),
                separation: number(point.separation) * factor,
                feature: point.feature,
            }),
            count: self.count,
            is_unsure: self.is_unsure,
        }
    }
}
