//! Triangles.

use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::{Relate, Vector};
use core::cmp::Ordering;

/// A closed triangle, which may be degenerate. In 2D it accepts any scalar type and is exact for integers. In 3D it has no thickness and
/// needs a float scalar.
///
/// ```
/// use bumper::{Relate, Relation, Triangle, Vector};
/// let slope = Triangle::new([0i16, 0], [30000, 0], [30000, 29999]);
/// assert_eq!(slope.relation(&Vector([20000, 19999])), Relation::Overlapping);
/// assert_eq!(slope.relation(&Vector([20000, 20000])), Relation::Apart);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Triangle<S, const N: usize> {
    corners: [Vector<S, N>; 3],
}

impl<S: Scalar, const N: usize> Triangle<S, N> {
    /// Creates a triangle from three corners in any order. In 2D they are stored counter-clockwise (with y up), so the second and third may
    /// be swapped. Collinear corners give a segment or a point. Does not compile for integers and fixed point in 3D.
    ///
    /// ```
    /// use bumper::{Triangle, Vector};
    /// let one = Triangle::new([0, 0], [4, 0], [0, 4]);
    /// assert_eq!(one, Triangle::new([0, 0], [0, 4], [4, 0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn new(a: impl Into<Vector<S, N>>, b: impl Into<Vector<S, N>>, c: impl Into<Vector<S, N>>) -> Self {
        const { assert!(N == 2 || S::IS_FLOAT, "a triangle in space needs floats") };
        Self::ordered([a.into(), b.into(), c.into()])
    }

    /// Creates a triangle, like [`new`](Triangle::new), in code that is generic over the scalar. `None` in 3D if the scalar is not a
    /// float.
    ///
    /// ```
    /// use bumper::{Triangle, Vector};
    /// assert_eq!(Triangle::try_new([Vector([0i16; 3]); 3]), None);
    /// ```
    #[must_use]
    pub fn try_new(corners: [Vector<S, N>; 3]) -> Option<Self> {
        (N == 2 || S::IS_FLOAT).then(|| Self::ordered(corners))
    }

    #[inline]
    fn ordered([a, b, c]: [Vector<S, N>; 3]) -> Self {
        let clockwise = N == 2
            && S::orient2d([a[0], a[N - 1]], [b[0], b[N - 1]], [c[0], c[N - 1]]) == Some(Ordering::Less);
        Self { corners: if clockwise { [a, c, b] } else { [a, b, c] } }
    }

    /// The corners, beginning with the first corner passed to the constructor. In 2D they are counter-clockwise if y points up; in 3D they
    /// are in the order of the constructor.
    ///
    /// ```
    /// use bumper::{Triangle, Vector};
    /// let corners = Triangle::new([0, 0], [0, 4], [4, 0]).corners();
    /// assert_eq!(corners, [Vector([0, 0]), Vector([4, 0]), Vector([0, 4])]);
    /// ```
    #[inline]
    #[must_use]
    pub fn corners(&self) -> [Vector<S, N>; 3] {
        self.corners
    }

    /// The triangle moved by an offset. Integers and fixed point saturate at the ends of the scalar's range, which changes the form of the
    /// triangle.
    ///
    /// ```
    /// use bumper::Triangle;
    /// let moved = Triangle::new([0, 0], [4, 0], [0, 4]).translated([1, 1]);
    /// assert_eq!(moved, Triangle::new([1, 1], [5, 1], [1, 5]));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        let offset = offset.into();
        Self::ordered(self.corners.mapped(|corner| corner + offset))
    }

    /// Whether a point is in the triangle or on its boundary. In 2D this is exact for integer scalars, otherwise up to rounding.
    ///
    /// ```
    /// use bumper::Triangle;
    /// assert!(Triangle::new([0, 0], [4, 0], [0, 4]).contains([2, 2]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}
