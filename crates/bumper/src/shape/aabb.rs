//! The axis-aligned box: also the core of every shape so far, because a point and a segment along an axis are boxes
//! without extent on some axes.

mod edges;
mod fit;

use crate::scalar::{Scalar, Span};
use crate::vector::Mapped;
use crate::{Relate, Vector, Verdict};

/// A closed box along the axes: all points between two corners, the corners included.
///
/// It may be flat, down to a point. With floats it may be infinite on some axes; then it is a half-plane, a strip or
/// the like, to all that lies along the axes and to outlines on a plane. Kinds that turn, and shapes in space with corners,
/// take it for nothing.
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

/// A box on a plane.
///
/// ```
/// let tile: bumper::Aabb2<i16> = bumper::Aabb::new([0, 0], [8, 8]);
/// ```
pub type Aabb2<S> = Aabb<S, 2>;

/// A box in space.
///
/// ```
/// let crate_: bumper::Aabb3<i16> = bumper::Aabb::new([0, 0, 0], [8, 8, 8]);
/// ```
pub type Aabb3<S> = Aabb<S, 3>;

/// Which way the second axis goes.
///
/// ```
/// use bumper::YAxis;
/// assert_ne!(YAxis::Down, YAxis::Up);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum YAxis {
    /// As on screens: the top has the smallest y.
    Down,
    /// As in mathematics: the top has the greatest y.
    Up,
}

/// The smallest push along an axis that parts two boxes. See [`Aabb::minimum_translation`].
///
/// ```
/// use bumper::{Aabb, Push};
/// let push: Option<Push<i16>> = Aabb::new([0i16, 0], [10, 10]).minimum_translation(&Aabb::new([8, 0], [18, 10]));
/// assert_eq!(push.unwrap().length, 2u16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push<S: Scalar> {
    /// The axis, 0 for x.
    pub axis: usize,
    /// Whether the second box moves towards smaller coordinates.
    pub backwards: bool,
    /// How far it moves until the boxes touch.
    pub length: S::Span,
}

impl<S: Scalar, const N: usize> Aabb<S, N> {
    /// The box between two opposite corners, in either order on each axis.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([10i16, 0], [0, 5]).min(), Vector([0, 0]));
    /// ```
    #[inline]
    pub fn new(corner: impl Into<Vector<S, N>>, opposite: impl Into<Vector<S, N>>) -> Self {
        let (a, b) = (corner.into(), opposite.into());
        let min = a.zip(b, |a, b| if b < a { b } else { a });
        let max = a.zip(b, |a, b| if b < a { a } else { b });
        Self::between(min, max)
    }

    /// The box between corners in order. Where `max` is NaN, `min` becomes NaN, as [`Scalar::outside`] asks.
    #[inline]
    #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
    fn between(min: Vector<S, N>, max: Vector<S, N>) -> Self {
        Self { min: min.zip(max, |min, max| if max == max { min } else { max }), max }
    }

    /// The box between corners that are known to be in order and no NaN.
    #[inline]
    pub(crate) fn ordered(min: [S; N], max: [S; N]) -> Self {
        Self { min: Vector(min), max: Vector(max) }
    }

    /// The box without extent: one point.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert_eq!(Aabb::point([3i16, 4]), Aabb::new([3, 4], [3, 4]));
    /// ```
    #[inline]
    pub fn point(point: impl Into<Vector<S, N>>) -> Self {
        let point = point.into();
        Self { min: point, max: point }
    }

    /// The box around a centre that reaches `half_size` to either side on each axis (whatever its sign). It ends
    /// where the range of the scalar does.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert_eq!(Aabb::centered([10i16, 10], [2, 3]), Aabb::new([8, 7], [12, 13]));
    /// assert_eq!(Aabb::centered([0i8, 120], [1, 10]), Aabb::new([-1, 110], [1, 127]));
    /// ```
    #[inline]
    pub fn centered(center: impl Into<Vector<S, N>>, half_size: impl Into<Vector<S, N>>) -> Self {
        let (center, half) = (center.into(), half_size.into());
        Self::new(center - half, center + half)
    }

    /// The corner with the smallest coordinates.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([1i16, 2], [3, 4]).min(), Vector([1, 2]));
    /// ```
    #[inline]
    pub fn min(&self) -> Vector<S, N> {
        self.min
    }

    /// The corner with the greatest coordinates.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([1i16, 2], [3, 4]).max(), Vector([3, 4]));
    /// ```
    #[inline]
    pub fn max(&self) -> Vector<S, N> {
        self.max
    }

    /// The extent on each axis, exact for whole numbers and fixed point.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([-30000i16, 0], [30000, 1]).size(), Vector([60000u16, 1]));
    /// ```
    #[inline]
    pub fn size(&self) -> Vector<S::Span, N> {
        self.max.zip(self.min, S::distance)
    }

    /// The box moved. A coordinate that would leave the range of the scalar stops at its end.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert_eq!(Aabb::new([0i16, 0], [2, 2]).translated([5, -1]), Aabb::new([5, -1], [7, 1]));
    /// ```
    #[doc(alias("move", "move_ip", "offset"))]
    #[inline]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        let offset = offset.into();
        Self::between(self.min + offset, self.max + offset)
    }

    /// Whether a point is in the box, its boundary included.
    ///
    /// ```
    /// use bumper::Aabb;
    /// assert!(Aabb::new([0i16, 0], [2, 2]).contains([2, 1]));
    /// ```
    #[doc(alias("collidepoint", "SDL_PointInRect", "CheckCollisionPointRec"))]
    #[inline]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }

    /// The point of the box that is nearest to `point`: `point` itself where it is inside.
    ///
    /// ```
    /// use bumper::{Aabb, Vector};
    /// assert_eq!(Aabb::new([0i16, 0], [10, 10]).closest_point([15, 5]), Vector([10, 5]));
    /// ```
    #[doc(alias("clamp"))]
    #[inline]
    pub fn closest_point(&self, point: impl Into<Vector<S, N>>) -> Vector<S, N> {
        let raised = point.into().zip(self.min, |p, min| if p < min { min } else { p });
        raised.zip(self.max, |p, max| if p > max { max } else { p })
    }

    /// The points that two boxes share: a flat box where they only touch, `None` where they are apart. Exact.
    ///
    /// ```
    /// use bumper::Aabb;
    /// let (a, b) = (Aabb::new([0i16, 0], [10, 10]), Aabb::new([8, 4], [20, 20]));
    /// assert_eq!(a.intersection(&b), Some(Aabb::new([8, 4], [10, 10])));
    /// ```
    #[doc(alias("clip", "SDL_IntersectRect", "SDL_GetRectIntersection", "GetCollisionRec"))]
    #[inline]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        self.intersects(other).then(|| Self {
            min: self.min.zip(other.min, |a, b| if a < b { b } else { a }),
            max: self.max.zip(other.max, |a, b| if b < a { b } else { a }),
        })
    }

    /// The smallest box around two boxes.
    ///
    /// ```
    /// use bumper::Aabb;
    /// let around = Aabb::new([0i16, 0], [1, 1]).union(&Aabb::new([5, -1], [6, 0]));
    /// assert_eq!(around, Aabb::new([0, -1], [6, 1]));
    /// ```
    #[doc(alias("SDL_UnionRect", "SDL_GetRectUnion", "merged", "b2AABB_Union"))]
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.zip(other.min, |a, b| if b < a { b } else { a }),
            max: self.max.zip(other.max, |a, b| if a < b { b } else { a }),
        }
    }

    /// The smallest push of `other` along an axis after which the boxes touch: zero where they touch now, `None`
    /// where they are apart. Of equal pushes the first axis counts, and forwards before backwards. Exact for whole
    /// numbers and fixed point.
    ///
    /// ```
    /// use bumper::{Aabb, Push};
    /// let floor = Aabb::new([-30000i16, 0], [30000, 20]);
    /// let push = floor.minimum_translation(&Aabb::new([0, 15], [10, 25])).unwrap();
    /// assert_eq!(push, Push { axis: 1, backwards: false, length: 5 });
    /// ```
    pub fn minimum_translation(&self, other: &Self) -> Option<Push<S>> {
        if !self.intersects(other) {
            return None;
        }
        (0..N)
            .flat_map(|axis| {
                let forwards = self.max[axis].distance(other.min[axis]);
                let backwards = other.max[axis].distance(self.min[axis]);
                [(forwards, false), (backwards, true)].mapped(|(length, backwards)| Push {
                    axis,
                    backwards,
                    length,
                })
            })
            .reduce(|best, push| if push.length < best.length { push } else { best })
    }

    /// On each axis the gap between the two intervals; zero where they meet.
    #[inline]
    pub(crate) fn gaps(&self, other: &Self) -> Vector<S::Span, N> {
        let before = other.min.zip(self.max, S::beyond);
        let after = self.min.zip(other.max, S::beyond);
        before.zip(after, S::Span::plus)
    }

    /// On each axis the gap between the interval and a point's coordinate: `gaps` where the other box is a point.
    #[inline]
    pub(crate) fn gaps_to(&self, point: Vector<S, N>) -> Vector<S::Span, N> {
        self.min.zip(self.max, |min, max| (min, max)).zip(point, |(min, max), p| p.outside(min, max))
    }

    /// On each axis the relation of the two intervals.
    #[inline]
    pub(crate) fn axes<V: Verdict>(&self, other: &Self) -> Vector<V, N> {
        let before = other.min.zip(self.max, V::within);
        let after = self.min.zip(other.max, V::within);
        before.zip(after, V::and)
    }
}

impl<S: Scalar> Aabb<S, 2> {
    /// The box from its top left corner and its size, as screens and sprite editors give it. It ends where the range
    /// of the scalar does.
    ///
    /// ```
    /// use bumper::{Aabb, YAxis};
    /// assert_eq!(Aabb::from_top_left([300i16, 40], [40, 400], YAxis::Down), Aabb::new([300, 40], [340, 440]));
    /// assert_eq!(Aabb::from_top_left([300i16, 40], [40, 400], YAxis::Up), Aabb::new([300, -360], [340, 40]));
    /// ```
    #[inline]
    pub fn from_top_left(top_left: impl Into<Vector<S, 2>>, size: impl Into<Vector<S, 2>>, y: YAxis) -> Self {
        let (corner, size) = (top_left.into(), size.into());
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

    /// Only the far end becomes NaN there, and a ball is compared with the near end first.
    #[test]
    fn an_infinite_box_moved_by_infinity_is_apart_from_balls() {
        let all_above = Aabb::new([0.0f32, 0.0], [f32::INFINITY, f32::INFINITY]);
        let ball = Ball::new([5.0, 5.0], 1.0);
        assert!(all_above.overlaps(&ball));
        assert!(!all_above.translated([f32::NEG_INFINITY, 0.0]).intersects(&ball));
    }
}
