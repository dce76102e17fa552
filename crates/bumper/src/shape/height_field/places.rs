//! The surface of a height field at a place of its grid.

use super::HeightField;
use crate::Vector;
use crate::scalar::{Real, Scalar};

impl<S: Scalar, const N: usize> HeightField<S, N> {
    /// The y coordinate of the surface at the x coordinate (in 3D, also the z coordinate) of a point, whose own y coordinate has no
    /// influence. `None` outside the grid and in a hole. Costs O(1).
    ///
    /// ```
    /// use bumper::HeightField;
    /// let ground = HeightField::line([0.0, 1.0], 2.0, [0.0, 4.0]).unwrap();
    /// assert_eq!((ground.height_at([0.5, 9.0]), ground.height_at([2.5, 9.0])), (Some(2.0), None));
    /// ```
    #[must_use]
    pub fn height_at(&self, point: impl Into<Vector<S, N>>) -> Option<S> {
        let place = self.place(point.into())?;
        let [a, b, c] = place.corners;
        let [u, v] = place.fractions;
        let height = |corner: Vector<S, N>| corner[1].to_f64();
        S::nearest(height(a) + u * (height(b) - height(a)) + v * (height(c) - height(a)))
    }

    /// The unit normal of the surface, with a positive y component, at the place that [`height_at`](Self::height_at) describes. On an edge
    /// between two faces, it is the normal of one of them. `None` outside the grid and in a hole. Costs O(1).
    ///
    /// ```
    /// use bumper::{HeightField, Vector};
    /// let slope = HeightField::line([0.0, 0.0], 4.0, [0.0, 3.0]).unwrap();
    /// assert_eq!(slope.normal_at([1.0, 0.0]), Some(Vector([-0.6, 0.8])));
    /// ```
    #[must_use]
    pub fn normal_at(&self, point: impl Into<Vector<S, N>>) -> Option<Vector<S::Real, N>> {
        let place = self.place(point.into())?;
        let wide = |corner: Vector<S, N>| corner.map(S::to_f64);
        let [a, b, c] = place.corners.map(wide);
        let slope = |from: Vector<f64, N>, to: Vector<f64, N>, axis: usize| {
            (to[1] - from[1]) / (to[axis] - from[axis])
        };
        // Subtracted from zero, so that flat ground has no negative zero.
        let mut normal = Vector::ZERO.with(1, 1.0).with(0, 0.0 - slope(a, b, 0));
        if N == 3 {
            normal = normal.with(2, 0.0 - slope(a, c, 2));
        }
        let length = normal.length();
        Some(normal.map(|c| S::Real::from_f64(c / length)))
    }
}

/// The face of the surface that contains a point, and the coordinates of the point on this face.
struct Place<S, const N: usize> {
    /// Three points of the grid: the corner of the cell from which the fractions are measured, its neighbour along x, and its neighbour
    /// along z (in 2D the first corner again).
    corners: [Vector<S, N>; 3],
    /// The distance from the first corner as fractions of the sides along x and z, 0 to 1.
    fractions: [f64; 2],
}

impl<S: Scalar, const N: usize> HeightField<S, N> {
    /// The face at the horizontal position of a point; `None` outside the grid and in a hole.
    fn place(&self, point: Vector<S, N>) -> Option<Place<S, N>> {
        let column = self.cell_index(0, point[0])?;
        let row = if N == 3 { self.cell_index(1, point[N - 1])? } else { 0 };
        if self.is_hole(column, row) {
            return None;
        }
        let fraction = |axis: usize, index: usize, at: S| {
            let [low, high] = [index, index + 1].map(|index| self.coordinate(axis, index).to_f64());
            (at.to_f64() - low) / (high - low)
        };
        let u = fraction(0, column, point[0]);
        if N == 2 {
            let corner = |column| self.point_at(column, 0);
            let from = corner(column);
            return Some(Place { corners: [from, corner(column + 1), from], fractions: [u, 0.0] });
        }
        let v = fraction(1, row, point[N - 1]);
        let corner = |i, k| self.point_at(column + i, row + k);
        Some(if u + v <= 1.0 {
            Place { corners: [corner(0, 0), corner(1, 0), corner(0, 1)], fractions: [u, v] }
        } else {
            Place { corners: [corner(1, 1), corner(0, 1), corner(1, 0)], fractions: [1.0 - u, 1.0 - v] }
        })
    }

    /// The cell that contains a coordinate along x (axis 0) or z (axis 1); `None` outside the grid.
    fn cell_index(&self, axis: usize, at: S) -> Option<usize> {
        let count = self.grid.cells()[axis];
        if !(at >= self.coordinate(axis, 0) && at <= self.coordinate(axis, count)) {
            return None;
        }
        let origin = self.origin[if axis == 0 { 0 } else { N - 1 }].to_f64();
        let guess = (at.to_f64() - origin) / self.cell[axis].to_f64();
        // Rounding may have moved the quotient across an integer.
        let mut index = (guess as usize).min(count - 1);
        while index > 0 && at < self.coordinate(axis, index) {
            index -= 1;
        }
        while index + 1 < count && at > self.coordinate(axis, index + 1) {
            index += 1;
        }
        Some(index)
    }
}
