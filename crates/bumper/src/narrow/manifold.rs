//! Contact manifolds: the separation of two shapes, its normal, and up to four contact points.

use super::measure::l1_norm;
use crate::narrow::tolerance::MIN_SEPARATION;
use crate::scalar::Real;
use crate::{Pose, Relation, Vector};
use core::cmp::Ordering;

/// The contact manifold of two shapes, which may also be apart.
///
/// ```
/// use bumper::{Aabb, query::contact::contact};
/// let found = contact(Aabb::new([0.0, 0.0], [4.0, 4.0]), Aabb::new([3.0, 1.0], [7.0, 3.0]));
/// assert_eq!(found.separation, -1.0);
/// assert_eq!(found.points().len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contact<R, const N: usize> {
    /// The distance of the shapes. If they overlap, minus the penetration depth: the length of the shortest translation of the second
    /// shape, along the normal, after which they only touch.
    pub separation: R,
    /// The unit normal, from the first shape to the second: the direction of the shortest vector between them or, if they overlap, of the
    /// shortest translation of the second shape that separates them. If several vectors or translations are equally short, one of them
    /// determines the normal.
    pub normal: Vector<R, N>,
    /// The parts of the two shapes that the contact belongs to; 0 for shapes without parts. The part of a compound or group is an index in the
    /// list of its parts; parts of a part have the index of the outermost one. The part of a region (a concave polygon) is an edge, given by
    /// the index of its first corner, or [`NO_PART`](crate::NO_PART) if the shapes overlap and the normal belongs to no edge. The part of a
    /// mask is a pixel: its row times the width of the mask plus its column, in the mask as stored, without the mirroring of the sprite.
    pub parts: [u32; 2],
    points: [ContactPoint<R, N>; 4],
    count: u8,
    /// Whether the separation is so close to zero that rounding may have changed its sign.
    is_unsure: bool,
}

impl<R: PartialEq, const N: usize> PartialEq for Contact<R, N> {
    fn eq(&self, other: &Self) -> bool {
        let points = |of: &Self| usize::from(of.count);
        self.separation == other.separation
            && self.normal == other.normal
            && self.parts == other.parts
            && self.points[..points(self)] == other.points[..points(other)]
    }
}

/// A point of a contact manifold.
///
/// ```
/// use bumper::{Ball, Vector, query::contact::contact};
/// let found = contact(Ball::new([0.0, 0.0], 5.0), Ball::new([8.0, 0.0], 5.0));
/// assert_eq!((found.points()[0].point, found.points()[0].separation), (Vector([4.0, 0.0]), -2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint<R, const N: usize> {
    /// The position, halfway between the two surfaces.
    pub point: Vector<R, N>,
    /// The separation of the surfaces at this point, along the normal; negative if they overlap.
    pub separation: R,
    /// An identifier of the two features that meet at the point: a corner or edge of each shape. It stays the same while these features
    /// meet, so that a solver can match points between time steps for warm starting.
    pub feature: u32,
    /// The parts of the two shapes that meet at the point, as in [`Contact::parts`].
    pub parts: [u32; 2],
}

impl<R: Real, const N: usize> Contact<R, N> {
    /// Creates a contact without points.
    #[inline]
    pub(crate) fn new(separation: R, normal: Vector<R, N>) -> Self {
        let none = ContactPoint { point: Vector::ZERO, separation, feature: 0, parts: [0; 2] };
        Self { separation, normal, parts: [0; 2], points: [none; 4], count: 0, is_unsure: false }
    }

    /// Creates a contact of one point.
    #[inline]
    pub(crate) fn of_one(separation: R, normal: Vector<R, N>, at: Vector<R, N>) -> Self {
        let none = ContactPoint { point: Vector::ZERO, separation: R::ZERO, feature: 0, parts: [0; 2] };
        let point = ContactPoint { point: at, separation, feature: 0, parts: [0; 2] };
        let points = [point, none, none, none];
        Self { separation, normal, parts: [0; 2], points, count: 1, is_unsure: false }
    }

    /// Adds a contact point. Points after the fourth are ignored.
    #[inline]
    pub(crate) fn push_point(&mut self, at: Vector<R, N>, separation: R, feature: u32) {
        if let Some(point) = self.points.get_mut(usize::from(self.count)) {
            *point = ContactPoint { point: at, separation, feature, parts: [0; 2] };
            self.count += 1;
        }
    }

    /// Creates a contact of two points, the deeper point first. If `is_second` is false, the contact has only the deeper one of the given
    /// points.
    #[inline]
    pub(crate) fn of_two(
        separation: R,
        normal: Vector<R, N>,
        points: [ContactPoint<R, N>; 2],
        is_second: bool,
    ) -> Self {
        let none = ContactPoint { point: Vector::ZERO, separation, feature: 0, parts: [0; 2] };
        let is_first = points[0].separation <= points[1].separation;
        let [deeper, shallower] = if is_first { points } else { [points[1], points[0]] };
        let count = 1 + u8::from(is_second);
        let points = [deeper, shallower, none, none];
        Self { separation, normal, parts: [0; 2], points, count, is_unsure: false }
    }

    /// Sets the parts of the two shapes that the contact and all its points belong to.
    #[inline]
    pub(crate) fn set_parts(&mut self, parts: [u32; 2]) {
        self.parts = parts;
        self.points[..usize::from(self.count)].iter_mut().for_each(|point| point.parts = parts);
    }

    /// The penetration depth: zero if the shapes are apart or touch.
    ///
    /// ```
    /// use bumper::{Ball, query::contact::contact};
    /// assert_eq!(contact(Ball::new([0.0, 0.0], 5.0), Ball::new([8.0, 0.0], 5.0)).depth(), 2.0);
    /// ```
    pub fn depth(&self) -> R {
        if self.separation < R::ZERO { -self.separation } else { R::ZERO }
    }

    /// The contact points: one or two in 2D, up to four in 3D, spread over the contact patch. If the shapes are apart, the points are
    /// halfway between the two surfaces. Empty for shapes that are empty or have a NaN, and for infinitely deep overlaps.
    ///
    /// ```
    /// use bumper::{Ball, Vector, query::contact::contact};
    /// let found = contact(Ball::new([0.0, 0.0], 5.0), Ball::new([8.0, 0.0], 5.0));
    /// assert_eq!(found.points().len(), 1);
    /// ```
    pub fn points(&self) -> &[ContactPoint<R, N>] {
        &self.points[..usize::from(self.count)]
    }

    /// The first contact point; the origin if there is none.
    pub(crate) fn point(&self) -> Vector<R, N> {
        self.points().first().map(|point| point.point).unwrap_or_default()
    }

    /// The closest points of the two shapes (witness points). If the shapes overlap, these are the points on the two surfaces that coincide
    /// after the shortest translation that separates the shapes.
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
        let way = self.normal.scaled(point.separation * R::HALF);
        [point.point - way, point.point + way]
    }

    /// Whether this contact takes precedence over the contact of another pair of parts: it has the smaller separation. On a tie, the first
    /// points and then the normals are compared by coordinates, then all points with their features, then the indices of the parts. So the
    /// result does not depend on the order in which pairs are visited.
    pub(crate) fn is_before(&self, other: Option<&Self>) -> bool {
        let Some(other) = other else { return true };
        let order = |found: &Self| (found.separation, found.point().0, found.normal.0);
        match order(self).partial_cmp(&order(other)) {
            Some(Ordering::Equal) => {
                let key = |point: ContactPoint<R, N>| (point.point.0, point.separation, point.feature);
                let keys = self.points.into_iter().map(key).partial_cmp(other.points.into_iter().map(key));
                keys.is_some_and(|order| order.then(self.parts.cmp(&other.parts)).is_lt())
            }
            order => order == Some(Ordering::Less),
        }
    }

    /// Whether rounding may have changed the sign of the separation, so that [`settle`](Contact::settle) is needed: the contact is marked
    /// as uncertain, or the absolute separation is at most `part` times the sum of the absolute coordinates of the first point.
    #[inline]
    pub(crate) fn is_unsure(&self, part: R) -> bool {
        let size = self.separation.abs();
        self.is_unsure || size <= l1_norm(self.points[0].point) * part
    }

    /// Whether the normal is a unit vector. It is not if intermediate results have left the range of the float.
    #[inline]
    pub(crate) fn is_sound(&self) -> bool {
        // The comparison is also false if the normal is NaN.
        self.normal.dot(self.normal) > R::HALF
    }

    /// Marks the separation as uncertain if it is within a tolerance of zero.
    #[inline]
    pub(crate) fn within(mut self, tolerance: R) -> Self {
        self.is_unsure = self.separation.abs() <= tolerance;
        self
    }

    /// Corrects the sign of the separation, so that it agrees with the relation of the shapes. For touching shapes the separation is
    /// unchanged.
    pub(crate) fn settle(&mut self, relation: Relation) {
        let minimum = R::from_f64(MIN_SEPARATION);
        let size = self.separation.abs();
        let size = size.max(minimum);
        match relation {
            Relation::Overlapping if self.separation >= R::ZERO => self.separation = -size,
            Relation::Apart if self.separation <= R::ZERO => self.separation = size,
            Relation::Overlapping | Relation::Apart | Relation::Touching => {}
        }
    }

    /// Swaps the two shapes of the contact.
    #[inline]
    pub(crate) fn mirror(&mut self) {
        self.normal = -self.normal;
        // The upper and the lower 16 bits of a feature identifier belong to one shape each. The rotation swaps them.
        let points = &mut self.points[..usize::from(self.count)];
        for point in points {
            point.feature = point.feature.rotate_left(16);
            point.parts.reverse();
        }
        self.parts.reverse();
    }

    /// The contact after a pose is applied to both shapes.
    pub(crate) fn placed(mut self, pose: &Pose<R, N>) -> Self {
        self.normal = pose.rotation.apply(self.normal);
        let points = &mut self.points[..usize::from(self.count)];
        points.iter_mut().for_each(|point| point.point = pose.apply(point.point));
        self
    }

    /// The contact in another float type, scaled about the origin by a factor.
    pub(crate) fn cast<T: Real>(&self, factor: T) -> Contact<T, N> {
        let number = |c: R| T::from_f64(c.to_f64());
        Contact {
            separation: number(self.separation) * factor,
            normal: self.normal.map(number),
            parts: self.parts,
            points: self.points.map(|point| ContactPoint {
                point: point.point.map(number).scaled(factor),
                separation: number(point.separation) * factor,
                feature: point.feature,
                parts: point.parts,
            }),
            count: self.count,
            is_unsure: self.is_unsure,
        }
    }
}
