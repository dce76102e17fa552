//! Compounds from tables of numbers, as printed by the command `bumper trace`.

use super::ShapeBuf;
use crate::scalar::Scalar;
use crate::shape::polygon::PolygonError;
use crate::{Aabb, Polygon, Region, Vector, YAxis};
use alloc::vec::Vec;

impl<S: Scalar> ShapeBuf<S, 2> {
    /// Creates a compound of boxes. Each row is `[left, top, width, height]` with y pointing down: the box extends from `[left, top]` to
    /// `[left + width, top + height]`, and y is not converted. A negative width or height extends the other way. Sums saturate. Without
    /// rows, the compound is empty.
    ///
    /// ```
    /// use bumper::{AsShape, ShapeBuf};
    /// const DOT_BOXES: [[i8; 4]; 2] = [[0, 7, 20, 6], [7, 0, 6, 20]];
    /// let dot = ShapeBuf::<i16, 2>::from_boxes(&DOT_BOXES);
    /// assert!(dot.as_shape().contains([10, 19]) && !dot.as_shape().contains([2, 2]));
    /// ```
    #[must_use]
    pub fn from_boxes<T: Copy + Into<S>>(rows: &[[T; 4]]) -> Self {
        let box_ = |row: &[T; 4]| {
            let [x, y, width, height] = row.map(Into::into);
            Aabb::from_top_left([x, y], [width, height], YAxis::Down)
        };
        Self::compound(rows.iter().map(box_))
    }

    /// Creates a compound of polygons, convex or concave. Each row is the list of the polygon's corners, in either winding.
    ///
    /// # Errors
    /// [`PolygonError`] if a row is not a simple polygon; see [`Region::new`].
    ///
    /// ```
    /// use bumper::{AsShape, ShapeBuf};
    /// const FLAG_POLYGONS: [&[[f32; 2]]; 1] = [&[[0.0, 0.0], [9.0, 0.0], [6.0, 3.0], [9.0, 6.0], [0.0, 6.0]]];
    /// let flag = ShapeBuf::<f32, 2>::from_polygons(&FLAG_POLYGONS).unwrap();
    /// assert!(flag.as_shape().contains([5.0, 3.0]) && !flag.as_shape().contains([8.0, 3.0]));
    /// ```
    pub fn from_polygons<T: Copy + Into<S>>(rows: &[&[[T; 2]]]) -> Result<Self, PolygonError> {
        let parts = rows.iter().map(|corners| {
            let corners: Vec<_> = corners.iter().map(|corner| Vector(corner.map(Into::into))).collect();
            match Polygon::new(&corners) {
                Ok(polygon) => Ok(polygon.into()),
                Err(_) => Region::new(corners).map(Self::from),
            }
        });
        Ok(Self::compound(parts.collect::<Result<Vec<_>, _>>()?))
    }
}
