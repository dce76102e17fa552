//! The construction of owned hulls: finds the vertices of the convex hull of points, so that points that are surely inside can be removed.

use crate::narrow::{self, Accuracy, rounding_error};
use crate::scalar::Scalar;
use crate::view::{Convex, ShapeView};
use crate::{Hull, HullBuf, Shape, Vector};

impl<S: Scalar, const N: usize> HullBuf<S, N> {
    /// The hull of the given points; `None` if [`Hull::new`] rejects them. Points that are surely inside the hull of the others are
    /// removed, so that the cost of queries depends on the number of vertices.
    ///
    /// ```
    /// use bumper::HullBuf;
    /// let corner = HullBuf::new([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0f32]]).unwrap();
    /// assert!(corner.as_hull().contains([1.0, 1.0, 1.0]) && !corner.as_hull().contains([2.0, 2.0, 2.0]));
    /// ```
    pub fn new(points: impl IntoIterator<Item = impl Into<Vector<S, N>>>) -> Option<Self> {
        let mut points: alloc::vec::Vec<Vector<S, N>> = points.into_iter().map(Into::into).collect();
        Hull::new(&points)?;
        if let Some(find_corners) = find_corners(&points) {
            let mut find_corners = find_corners.into_iter();
            points.retain(|_| find_corners.next().unwrap_or(true));
        }
        Some(Self::known(points))
    }
}

/// For each point, whether it is a vertex of the hull of all points; `None` if there are too few points.
///
/// The set of known vertices grows: if a point is outside the hull of the known vertices, the support point in the direction of this point
/// is another vertex.
fn find_corners<S: Scalar, const N: usize>(points: &[Vector<S, N>]) -> Option<alloc::vec::Vec<bool>> {
    let first = *points.first()?;
    let mut is_corner = alloc::vec![false; points.len()];
    let mut found = alloc::vec![];
    let support = |direction: Vector<f64, N>| {
        let projection = |index: usize| (points[index] - first).map(S::to_f64).dot(direction);
        (1..points.len())
            .fold(0, |best, index| if projection(index) > projection(best) { index } else { best })
    };
    let mut add = |index: usize, found: &mut alloc::vec::Vec<Vector<S, N>>| {
        let new = !is_corner[index];
        if new {
            is_corner[index] = true;
            found.push(points[index]);
        }
        new
    };
    for k in 0..N {
        for sign in [1.0, -1.0] {
            add(support(Vector::ZERO.with(k, sign)), &mut found);
        }
    }
    for (index, point) in points.iter().enumerate() {
        let point = Convex::point((*point - first).map(S::to_f64));
        loop {
            let relative: alloc::vec::Vec<_> =
                found.iter().map(|corner: &Vector<S, N>| *corner - first).collect();
            let shape = Shape::Hull(Hull::new(&relative)?);
            let ShapeView::Convex(hull) = shape.view::<f64>(None) else { break };
            let separation = narrow::separation(&hull, &point, f64::INFINITY, Accuracy::Length);
            let Some(separation) = separation else { break };
            if separation.length <= rounding_error(hull.magnitude()) {
                break;
            }
            let normal = separation.normal;
            if !add(support(normal), &mut found) {
                // If the support point is a known vertex already, `point` lies outside the hull only by a rounding error. It is kept as a
                // vertex, because it is not surely inside.
                add(index, &mut found);
                break;
            }
        }
    }
    Some(is_corner)
}
