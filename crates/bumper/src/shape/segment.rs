//! Line segments.

use crate::scalar::{Real, Scalar, Zero};
use crate::vector::Mapped;
use crate::{Relate, Vector};

/// A closed line segment between two points, which may be equal. In 2D it accepts any scalar type and is exact for integers; in 3D it
/// needs a float scalar.
///
/// ```
/// use bumper::{Relate, Relation, Segment};
/// let (a, b) = (Segment::new([0i16, 0], [9, 9]), Segment::new([0, 9], [9, 0]));
/// assert_eq!(a.relation(&b), Relation::Overlapping); // the segments cross
/// assert_eq!(a.relation(&Segment::new([5, 5], [9, 0])), Relation::Touching);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias("Line", "Edge", "b2Segment", "SegmentShape2D"))]
pub struct Segment<S, const N: usize> {
    from: Vector<S, N>,
    to: Vector<S, N>,
}

impl<S: Scalar, const N: usize> Segment<S, N> {
    /// Creates a segment between two points. Does not compile for integers and fixed point in 3D.
    ///
    /// ```
    /// use bumper::Segment;
    /// let edge = Segment::new([0.0, 0.0, 0.0], [1.0, 2.0, 3.0]);
    /// assert_eq!(edge.to().z(), 3.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn new(from: impl Into<Vector<S, N>>, to: impl Into<Vector<S, N>>) -> Self {
        const { assert!(N == 2 || S::IS_FLOAT, "a segment in space needs floats") };
        Self { from: from.into(), to: to.into() }
    }

    /// Creates a segment in generic code, like [`new`](Segment::new). `None` in 3D if the scalar is not a float.
    ///
    /// ```
    /// use bumper::{Segment, Vector};
    /// assert_eq!(Segment::try_new(Vector([0i16; 3]), Vector([1; 3])), None);
    /// ```
    #[must_use]
    pub fn try_new(from: Vector<S, N>, to: Vector<S, N>) -> Option<Self> {
        (N == 2 || S::IS_FLOAT).then_some(Self { from, to })
    }

    /// The intersection point of two 2D segments. If they have more than one point in common, the result is the common point that is
    /// closest to the start of this segment. `None` if the segments have no point in common; [`intersects`](Relate::intersects) decides
    /// this, exactly for integer scalars. The point is accurate to a few ulps of the coordinates. Does not compile in 3D.
    ///
    /// ```
    /// use bumper::{Segment, Vector};
    /// let (a, b) = (Segment::new([0i16, 0], [8, 8]), Segment::new([0, 6], [6, 0]));
    /// assert_eq!(a.crossing(&b), Some(Vector([3.0, 3.0])));
    /// assert_eq!(a.crossing(&Segment::new([5, 5], [20, 20])), Some(Vector([5.0, 5.0])));
    /// ```
    #[doc(alias("segment_intersection", "CheckCollisionLines"))]
    #[must_use]
    pub fn crossing(&self, other: &Self) -> Option<Vector<S::Real, N>> {
        const { assert!(N == 2, "segments cross on a plane") };
        if !self.intersects(other) {
            return None;
        }
        let real = |v: Vector<S, N>| v.map(S::to_real);
        let from = real(self.from);
        let to = real(self.to);
        let start = real(other.from);
        let end = real(other.to);
        let direction = to - from;
        let other_direction = end - start;
        let offset = start - from;
        let cross = |a: Vector<S::Real, N>, b: Vector<S::Real, N>| a[0] * b[N - 1] - a[N - 1] * b[0];
        let zero = S::Real::ZERO;
        let one = S::Real::ONE;
        let cross_product = cross(direction, other_direction);
        let clamped = |parameter: S::Real| {
            if parameter < zero {
                zero
            } else if parameter > one {
                one
            } else {
                parameter
            }
        };
        // The segments are not parallel: the intersection of both lines.
        if cross_product != zero {
            return Some(from + direction.scaled(clamped(cross(offset, other_direction) / cross_product)));
        }
        let length_squared = direction.dot(direction);
        // This segment is a point.
        if !(length_squared > zero) {
            return Some(from);
        }
        // The segments are collinear: the first common point along this segment.
        let [first, last] = [offset, end - from].mapped(|v| clamped(v.dot(direction) / length_squared));
        Some(from + direction.scaled(if last < first { last } else { first }))
    }

    /// The first end point, as passed to the constructor.
    ///
    /// ```
    /// use bumper::{Segment, Vector};
    /// assert_eq!(Segment::new([1, 2], [3, 4]).from(), Vector([1, 2]));
    /// ```
    #[inline]
    #[must_use]
    pub fn from(&self) -> Vector<S, N> {
        self.from
    }

    /// The second end point, as passed to the constructor.
    ///
    /// ```
    /// use bumper::{Segment, Vector};
    /// assert_eq!(Segment::new([1, 2], [3, 4]).to(), Vector([3, 4]));
    /// ```
    #[inline]
    #[must_use]
    pub fn to(&self) -> Vector<S, N> {
        self.to
    }

    /// The segment moved by an offset. Integers and fixed point saturate at the ends of the scalar's range, which may change the direction
    /// of the segment.
    ///
    /// ```
    /// use bumper::Segment;
    /// assert_eq!(Segment::new([1, 2], [3, 4]).translated([1, 0]), Segment::new([2, 2], [4, 4]));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        let offset = offset.into();
        Self { from: self.from + offset, to: self.to + offset }
    }

    /// Whether a point is on the segment. In 2D there is no tolerance. Integers and fixed point decide exactly, and so does `f32` for
    /// coordinates of similar magnitude; other floats round products of coordinates. With floats, few points lie exactly on a slanted
    /// segment, so compare a [`distance`](crate::distance()) with your own tolerance instead. In 3D, the computed distance may be up to 4
    /// EPSILON times the size of the coordinates; see [`relation`](crate::query::relation).
    ///
    /// ```
    /// use bumper::Segment;
    /// assert!(Segment::new([0, 0], [6, 4]).contains([3, 2]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}
