//! Convex polygons with a fixed capacity.

use super::{Polygon, PolygonError, between, winding};
use crate::scalar::{Real, Scalar};
use crate::shape::ball::clamped_radius;
use crate::{Relate, Vector};
use core::cmp::Ordering;

/// A closed convex polygon that stores up to `CAP` corners without a heap, optionally rounded by a radius.
/// [`as_polygon`](PolygonBuf::as_polygon) borrows it as a [`Polygon`].
///
/// ```
/// use bumper::{Ball, PolygonBuf, Relate, Relation};
/// // Clockwise, with a repeated point and a point on an edge; both are dropped.
/// let ramp = PolygonBuf::<i16, 8>::new([[0, 0], [0, 0], [0, 30], [40, 0], [20, 0]]).unwrap();
/// assert_eq!(ramp.corners().len(), 3);
/// assert_eq!(ramp.relation(&Ball::new([26, 23], 10)), Relation::Touching);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PolygonBuf<S, const CAP: usize> {
    corners: [Vector<S, 2>; CAP],
    len: usize,
    radius: S,
}

impl<S: Scalar, const CAP: usize> PolygonBuf<S, CAP> {
    /// Creates a convex polygon from its corners, in either winding. Repeated points are merged, and points on a straight edge are dropped.
    ///
    /// # Errors
    /// [`PolygonError`] if the points do not form a convex polygon, or if they have more than `CAP` corners.
    ///
    /// ```
    /// use bumper::{PolygonBuf, PolygonError};
    /// assert_eq!(PolygonBuf::<i16, 4>::new([[0, 0], [9, 0], [1, 1], [0, 9]]).err(), Some(PolygonError::NotConvex));
    /// ```
    pub fn new(points: impl IntoIterator<Item = impl Into<Vector<S, 2>>>) -> Result<Self, PolygonError> {
        let mut all = Self { corners: [Vector::ZERO; CAP], len: 0, radius: S::ZERO };
        for point in points {
            let point = point.into();
            // Drop the last corner if it lies on the straight line between its neighbours.
            while all.len > 1 && between(all.corners[all.len - 2], all.corners[all.len - 1], point) {
                all.len -= 1;
            }
            if all.len == 0 || all.corners[all.len - 1] != point {
                *all.corners.get_mut(all.len).ok_or(PolygonError::TooMany)? = point;
                all.len += 1;
            }
        }
        // The loop above has not compared the last corners with the first ones. Drop repeated points and points on straight edges there,
        // too.
        while all.len > 2 {
            let first = all.corners[0];
            let last = all.corners[all.len - 1];
            if last == first || between(all.corners[all.len - 2], last, first) {
                all.len -= 1;
            } else if between(last, first, all.corners[1]) {
                all.corners.copy_within(1..all.len, 0);
                all.len -= 1;
            } else {
                break;
            }
        }
        if winding(all.corners())? == Ordering::Less {
            all.corners[..all.len].reverse();
        }
        Ok(all)
    }

    /// The corners, counter-clockwise if y points up (clockwise on a screen).
    ///
    /// ```
    /// use bumper::{PolygonBuf, Vector};
    /// let ramp = PolygonBuf::<i16, 4>::new([[0, 0], [0, 9], [9, 0]]).unwrap();
    /// assert_eq!(ramp.corners(), [Vector([9, 0]), Vector([0, 9]), Vector([0, 0])]);
    /// ```
    #[inline]
    #[must_use]
    pub fn corners(&self) -> &[Vector<S, 2>] {
        &self.corners[..self.len]
    }

    /// Borrows the polygon as a [`Polygon`].
    ///
    /// ```
    /// use bumper::{PolygonBuf, Shape};
    /// let ramp = PolygonBuf::<i16, 4>::new([[0, 0], [0, 9], [9, 0]]).unwrap();
    /// assert!(Shape::from(ramp.as_polygon()).contains([4, 5]));
    /// ```
    #[inline]
    #[must_use]
    pub fn as_polygon(&self) -> Polygon<'_, S, 2> {
        Polygon { corners: self.corners(), clockwise: false, radius: self.radius }
    }

    /// The polygon with the given radius, which is not checked. The caller guarantees that it is between zero and [`Scalar::MAX_RADIUS`].
    #[cfg(all(feature = "serde", feature = "alloc"))]
    pub(crate) fn known_rounded(self, radius: S) -> Self {
        Self { radius, ..self }
    }

    /// The radius of the rounded corners; zero for a sharp polygon.
    ///
    /// ```
    /// use bumper::PolygonBuf;
    /// assert_eq!(PolygonBuf::<i16, 4>::new([[0, 0], [0, 9], [9, 0]]).unwrap().radius(), 0);
    /// ```
    #[must_use]
    pub fn radius(&self) -> S {
        self.radius
    }

    /// The polygon moved by an offset. `None` if a coordinate would leave the range of the scalar or become infinite or NaN.
    ///
    /// ```
    /// use bumper::PolygonBuf;
    /// let ramp = PolygonBuf::<i8, 4>::new([[0, 0], [0, 9], [9, 0]]).unwrap();
    /// assert!(ramp.translated([100, 0]).is_some() && ramp.translated([120, 0]).is_none());
    /// ```
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, 2>>) -> Option<Self> {
        let mut moved = *self;
        let offset = offset.into();
        for corner in &mut moved.corners[..moved.len] {
            *corner = corner.checked_add(offset)?;
        }
        Some(moved)
    }

    /// Whether a point is in the polygon (extended by its radius) or on its boundary.
    ///
    /// ```
    /// use bumper::PolygonBuf;
    /// assert!(PolygonBuf::<i8, 4>::new([[0, 0], [0, 9], [9, 0]]).unwrap().contains([1, 1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, 2>>) -> bool {
        self.intersects(&point.into())
    }
}

impl<R: Real, const CAP: usize> PolygonBuf<R, CAP> {
    /// The polygon extended by a radius on all sides, with round corners. An earlier radius is replaced. The radius is clamped to the range
    /// from zero to [`Scalar::MAX_RADIUS`].
    ///
    /// ```
    /// use bumper::PolygonBuf;
    /// let ramp = PolygonBuf::<f32, 4>::new([[0.0, 0.0], [0.0, 9.0], [9.0, 0.0]]).unwrap().rounded(1.0);
    /// assert!(ramp.contains([-1.0, 4.0]));
    /// ```
    #[must_use]
    pub fn rounded(self, radius: R) -> Self {
        Self { radius: clamped_radius(radius), ..self }
    }
}

/// Polygons are equal if their corners and radii are equal; unused capacity does not matter.
impl<S: PartialEq, const CAP: usize> PartialEq for PolygonBuf<S, CAP> {
    fn eq(&self, other: &Self) -> bool {
        self.corners[..self.len] == other.corners[..other.len] && self.radius == other.radius
    }
}
