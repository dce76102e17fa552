//! Convex hulls of points in 3D.

use crate::scalar::Scalar;
use crate::{Relate, Vector};

/// The convex hull of one or more borrowed 3D points. It may be flat, or a single point. Only for float scalars.
///
/// Points inside the hull change no answer, but cost time, because a query reads all points several times. [`HullBuf`] keeps
/// only the corners.
///
/// ```
/// use bumper::{Ball, Hull, Relate, Vector};
/// let points = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]].map(Vector);
/// let pyramid = Hull::new(&points).unwrap();
/// assert!(pyramid.contains([3.0, 3.0, 3.0]) && !pyramid.contains([3.1, 3.0, 3.0]));
/// assert!(pyramid.overlaps(&Ball::new([4.0, 4.0, 4.0], 2.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ConvexPolyhedron", "ConvexHull", "ConvexPolygonShape3D"))]
pub struct Hull<'a, S, const N: usize = 3> {
    points: &'a [Vector<S, N>],
}

impl<'a, S: Scalar, const N: usize> Hull<'a, S, N> {
    /// Borrows points as their convex hull. `None` if the list is empty, if a coordinate is infinite or NaN, if the dimension is not 3, or
    /// if the scalar is not a float.
    ///
    /// ```
    /// use bumper::{Hull, Vector};
    /// assert!(Hull::<f32>::new(&[]).is_none());
    /// ```
    #[must_use]
    pub fn new(points: &'a [Vector<S, N>]) -> Option<Self> {
        let finite = points.iter().flat_map(|point| point.0).all(|c| c.to_f64().is_finite());
        (N == 3 && S::IS_FLOAT && finite && !points.is_empty()).then_some(Self { points })
    }

    /// The points passed to [`new`](Hull::new), in the same order.
    ///
    /// ```
    /// use bumper::{Hull, Vector};
    /// assert_eq!(Hull::new(&[Vector([1.0, 2.0, 3.0])]).unwrap().points().len(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub fn points(&self) -> &'a [Vector<S, N>] {
        self.points
    }

    /// Whether a point is in the hull or on its surface.
    ///
    /// ```
    /// use bumper::{Hull, Vector};
    /// assert!(Hull::new(&[Vector([1.0, 2.0, 3.0])]).unwrap().contains([1.0, 2.0, 3.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}

/// A convex hull of 3D points that owns its points. Needs the feature `alloc`.
///
/// ```
/// use bumper::{HullBuf, Relate, Vector};
/// let cube = (0..27).map(|k| Vector([k % 3, k / 3 % 3, k / 9]).map(f64::from));
/// let hull = HullBuf::new(cube).unwrap();
/// assert_eq!(hull.as_hull().points().len(), 8);
/// assert!(hull.as_hull().contains([1.0, 2.0, 1.0]));
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq)]
pub struct HullBuf<S, const N: usize = 3> {
    points: alloc::vec::Vec<Vector<S, N>>,
}

#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize> HullBuf<S, N> {
    /// Creates a hull from a non-empty list of finite points. Keeps all points, including points inside the hull.
    pub(crate) fn known(points: alloc::vec::Vec<Vector<S, N>>) -> Self {
        Self { points }
    }

    /// Borrows the hull as a [`Hull`].
    ///
    /// ```
    /// use bumper::{HullBuf, Vector};
    /// let point = HullBuf::new([Vector([1.0, 2.0, 3.0])]).unwrap();
    /// assert!(point.as_hull().contains([1.0, 2.0, 3.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn as_hull(&self) -> Hull<'_, S, N> {
        Hull { points: &self.points }
    }

    /// The hull moved by an offset. `None` if a coordinate would become infinite or NaN. Costs O(n).
    ///
    /// ```
    /// use bumper::{HullBuf, Vector};
    /// let point = HullBuf::new([Vector([1.0, 2.0, 3.0])]).unwrap();
    /// assert!(point.translated([1.0, 0.0, 0.0]).unwrap().as_hull().contains([2.0, 2.0, 3.0]));
    /// ```
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Option<Self> {
        let offset = offset.into();
        let points = self.points.iter().map(|point| point.checked_add(offset)).collect::<Option<_>>()?;
        Some(Self { points })
    }
}
