//! The axis-aligned bounding box (AABB).

mod edges;
mod fit;

use crate::scalar::{Scalar, Span};
use crate::vector::Mapped;
use crate::{Relate, Vector, Verdict};

/// A closed axis-aligned box (AABB): all points between two corners, boundary included.
///
/// The box may be flat or a single point. With floats, coordinates may be infinite, so a box may be a half-plane or a strip. Movers, sweeps
/// and ray casts support infinite boxes. Relations support infinite boxes against points, boxes, balls and cylinders and, in 2D, against
/// segments, triangles and polygons without a radius; shapes of other kinds are always apart from an infinite box. For distances and
/// contacts, use a large finite box instead.
///
/// ```
/// use bumper::{Aabb, Relate};
/// let room = Aabb::new([0i16, 0], [640, 480]);
/// assert!(room.overlaps(&Aabb::new([600, 400], [700, 500])));
/// ```
#[doc(alias("Rect", "SDL_Rect", "SDL_FRect", "Rectangle", "b2AABB", "Cuboid", "BoundingBox", "box"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aabb<S, const N: usize> {
    min: Vector<S, N>,
    max: Vector<S, N>,
}

/// A 2D box.
///
/// ```
/// let tile: bumper::Aabb2<i16> = bumper::Aabb::new([0, 0], [8, 8]);
/// ```
pub type Aabb2<S> = Aabb<S, 2>;

/// A 3D box.
///
/// ```
/// let crate_: bumper::Aabb3<i16> = bumper::Aabb::new([0, 0, 0], [8, 8, 8]);
/// ```
pub type Aabb3<S> = Aabb<S, 3>;

/// The direction of the y axis.
///
/// ```
/// use bumper::YAxis;
/// assert_ne!(YAxis::Down, YAxis::Up);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum YAxis {
    /// y grows downwards, as on screens: the top of a box has the smallest y.
    Down,
    /// y grows upwards, as in mathematics: the top of a box has the largest y.
    Up,
}

/// The smallest translation along one axis that separates two boxes, as returned by [`Aabb::minimum_translation`].
///
/// ```
/// use bumper::{Aabb, MinimumTranslation};
/// let push: Option<MinimumTranslation<i16>> = Aabb::new([0i16, 0], [10, 10]).minimum_translation(&Aabb::new([8, 0], [18, 10]));
/// assert_eq!(push.unwrap().length, 2u16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimumTranslation<S: Scalar> {
    /// The index of the axis along which the second box moves: 0 for x.
    pub axis: usize,
    /// Whether the second box moves in the negative direction of the axis.
    pub negative: bool,
    /// The distance that the second box has to move. Afterwards the boxes only touch.
    pub length: S::Span,
}

impl<S: Scalar, const N: usize> Aabb<S, N> {
    /// Creates a box from two opposite corners, given in either order. On each axis, the smaller coordinate becomes the minimum.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([10i16, 0], [0, 5]).min(), Vector([0, 0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn new(corner: impl Into<Vector<S, N>>, opposite: impl Into<Vector<S, N>>) -> Self {
        let a = corner.into();
        let b = opposite.into();
        let min = a.zip(b, |a, b| if b < a { b } else { a });
        let max = a.zip(b, |a, b| if b < a { a } else { b });
        Self::between(min, max)
    }

    /// Creates a box from its minimum and maximum corner. On an axis with a NaN in `max`, `min` becomes NaN as well, because
    /// [`Scalar::outside`] detects a NaN only in `min`.
    #[inline]
    #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
    fn between(min: Vector<S, N>, max: Vector<S, N>) -> Self {
        Self { min: min.zip(max, |min, max| if max == max { min } else { max }), max }
    }

    /// Creates a box from its minimum and maximum corner, which must not contain a NaN.
    #[inline]
    pub(crate) fn ordered(min: [S; N], max: [S; N]) -> Self {
        Self { min: Vector(min), max: Vector(max) }
    }

    /// Creates a box of zero size: a single point.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert_eq!(Aabb::point([3i16, 4]), Aabb::new([3, 4], [3, 4]));
    /// ```
    #[inline]
    #[must_use]
    pub fn point(point: impl Into<Vector<S, N>>) -> Self {
        let point = point.into();
        Self { min: point, max: point }
    }

    /// Creates a box from its center and half of its size on each axis. A negative half size counts as positive. The corners saturate at
    /// the ends of the scalar's range.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert_eq!(Aabb::centered([10i16, 10], [2, 3]), Aabb::new([8, 7], [12, 13]));
    /// assert_eq!(Aabb::centered([0i8, 120], [1, 10]), Aabb::new([-1, 110], [1, 127]));
    /// ```
    #[inline]
    #[must_use]
    pub fn centered(center: impl Into<Vector<S, N>>, half_size: impl Into<Vector<S, N>>) -> Self {
        let center = center.into();
        let half = half_size.into();
        Self::new(center - half, center + half)
    }

    /// The corner with the smallest coordinates.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([1i16, 2], [3, 4]).min(), Vector([1, 2]));
    /// ```
    #[inline]
    #[must_use]
    pub fn min(&self) -> Vector<S, N> {
        self.min
    }

    /// The corner with the largest coordinates.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([1i16, 2], [3, 4]).max(), Vector([3, 4]));
    /// ```
    #[inline]
    #[must_use]
    pub fn max(&self) -> Vector<S, N> {
        self.max
    }

    /// The extent on each axis, as an unsigned number: exact for integers and fixed point, rounded once for floats.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([-30000i16, 0], [30000, 1]).size(), Vector([60000u16, 1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn size(&self) -> Vector<S::Span, N> {
        self.max.zip(self.min, S::distance)
    }

    /// The box moved by an offset. Integers and fixed point saturate at the ends of the scalar's range, which makes the box smaller.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert_eq!(Aabb::new([0i16, 0], [2, 2]).translated([5, -1]), Aabb::new([5, -1], [7, 1]));
    /// ```
    #[doc(alias("move", "move_ip", "offset"))]
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        let offset = offset.into();
        Self::between(self.min + offset, self.max + offset)
    }

    /// Whether a point is in the box or on its boundary.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert!(Aabb::new([0i16, 0], [2, 2]).contains([2, 1]));
    /// ```
    #[doc(alias("collidepoint", "SDL_PointInRect", "CheckCollisionPointRec"))]
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }

    /// The point of the box that is closest to `point`. It is `point` itself if `point` is inside the box.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([0i16, 0], [10, 10]).closest_point([15, 5]), Vector([10, 5]));
    /// ```
    #[doc(alias("clamp"))]
    #[inline]
    #[must_use]
    pub fn closest_point(&self, point: impl Into<Vector<S, N>>) -> Vector<S, N> {
        let raised = point.into().zip(self.min, |p, min| if p < min { min } else { p });
        raised.zip(self.max, |p, max| if p > max { max } else { p })
    }

    /// The intersection of two boxes: flat or a single point if they only touch, `None` if they are apart. Exact for every scalar, because
    /// its coordinates are coordinates of the two boxes.
    ///
    /// ```
    /// use bumper::Aabb;
    /// let (a, b) = (Aabb::new([0i16, 0], [10, 10]), Aabb::new([8, 4], [20, 20]));
    /// assert_eq!(a.intersection(&b), Some(Aabb::new([8, 4], [10, 10])));
    /// ```
    #[doc(alias("clip", "SDL_IntersectRect", "SDL_GetRectIntersection", "GetCollisionRec"))]
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        self.intersects(other).then(|| Self {
            min: self.min.zip(other.min, |a, b| if a < b { b } else { a }),
            max: self.max.zip(other.max, |a, b| if b < a { b } else { a }),
        })
    }

    /// The smallest box that contains this box and `other`.
    ///
    /// ```
    /// use bumper::Aabb;
    /// let around = Aabb::new([0i16, 0], [1, 1]).union(&Aabb::new([5, -1], [6, 0]));
    /// assert_eq!(around, Aabb::new([0, -1], [6, 1]));
    /// ```
    #[doc(alias("SDL_UnionRect", "SDL_GetRectUnion", "merged", "b2AABB_Union"))]
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.zip(other.min, |a, b| if b < a { b } else { a }),
            max: self.max.zip(other.max, |a, b| if a < b { b } else { a }),
        }
    }

    /// The smallest translation of `other` along one axis after which the boxes only touch. The length is zero if the boxes already
    /// touch. `None` if the boxes are apart. If several translations are equally short, the first axis is preferred, then the positive
    /// direction. Exact for integers and fixed point.
    ///
    /// ```
    /// use bumper::{Aabb, MinimumTranslation};
    /// let floor = Aabb::new([-30000i16, 0], [30000, 20]);
    /// let push = floor.minimum_translation(&Aabb::new([0, 15], [10, 25])).unwrap();
    /// assert_eq!(push, MinimumTranslation { axis: 1, negative: false, length: 5 });
    /// ```
    #[must_use]
    pub fn minimum_translation(&self, other: &Self) -> Option<MinimumTranslation<S>> {
        if !self.intersects(other) {
            return None;
        }
        (0..N)
            .flat_map(|axis| {
                let forwards = self.max[axis].distance(other.min[axis]);
                let backwards = other.max[axis].distance(self.min[axis]);
                [(forwards, false), (backwards, true)].mapped(|(length, negative)| MinimumTranslation {
                    axis,
                    negative,
                    length,
                })
            })
            .reduce(|best, push| if push.length < best.length { push } else { best })
    }

    /// On each axis, the gap between the intervals that the two boxes cover; zero if the intervals intersect.
    #[inline]
    pub(crate) fn gaps(&self, other: &Self) -> Vector<S::Span, N> {
        let before = other.min.zip(self.max, S::beyond);
        let after = self.min.zip(other.max, S::beyond);
        before.zip(after, S::Span::plus)
    }

    /// On each axis, the distance of a point from the interval that the box covers; zero inside the interval.
    #[inline]
    pub(crate) fn gaps_to(&self, point: Vector<S, N>) -> Vector<S::Span, N> {
        self.min.zip(self.max, |min, max| (min, max)).zip(point, |(min, max), p| p.outside(min, max))
    }

    /// On each axis, the relation (apart, touching or overlapping) of the intervals that the two boxes cover.
    #[inline]
    pub(crate) fn axes<V: Verdict>(&self, other: &Self) -> Vector<V, N> {
        let before = other.min.zip(self.max, V::within);
        let after = self.min.zip(other.max, V::within);
        before.zip(after, V::and)
    }
}

impl<S: Scalar> Aabb<S, 2> {
    /// Creates a box from its top left corner and its size, as used for screens and in sprite editors. On an axis with a negative size, the
    /// box extends to the other side of the corner. `y` is the direction of the y axis. Coordinates saturate at the ends of the scalar's
    /// range.
    ///
    /// ```
    /// use bumper::{Aabb, YAxis};
    /// assert_eq!(Aabb::from_top_left([300i16, 40], [40, 400], YAxis::Down), Aabb::new([300, 40], [340, 440]));
    /// assert_eq!(Aabb::from_top_left([300i16, 40], [40, 400], YAxis::Up), Aabb::new([300, -360], [340, 40]));
    /// ```
    #[inline]
    #[must_use]
    pub fn from_top_left(top_left: impl Into<Vector<S, 2>>, size: impl Into<Vector<S, 2>>, y: YAxis) -> Self {
        let corner = top_left.into();
        let size = size.into();
        let opposite = match y {
            YAxis::Down => corner + size,
            YAxis::Up => Vector([corner.x().plus(size.x()), corner.y().minus(size.y())]),
        };
        Self::new(corner, opposite)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ball;

    /// Translating an infinite box by minus infinity gives a NaN in `max` only. Code that compares coordinates only with `min` would not
    /// notice this NaN.
    #[test]
    fn infinite_box_translated_by_infinity_is_apart_from_balls() {
        let all_above = Aabb::new([0.0f32, 0.0], [f32::INFINITY, f32::INFINITY]);
        let ball = Ball::new([5.0, 5.0], 1.0);
        assert!(all_above.overlaps(&ball));
        assert!(!all_above.translated([f32::NEG_INFINITY, 0.0]).intersects(&ball));
    }
}
