//! Hulls that hold their corners: which points are corners, by the distance of each from the hull of those found so far.

use crate::narrow::{Accuracy, rounding_error, space};
use crate::scalar::Scalar;
use crate::view::{Convex, ShapeView};
use crate::{Hull, HullBuf, Shape, Vector};

impl<S: Scalar, const N: usize> HullBuf<S, N> {
    /// The hull of these points; `None` where [`Hull::new`] has none. Points that are surely within the hull of others
    /// are left out, so that queries cost as the corners, not as the points.
    ///
    /// Costs up to O(n · corners).
    ///
    /// ```
    /// use bumper::HullBuf;
    /// assert!(HullBuf::<f32>::new([]).is_none());
    /// ```
    pub fn new(points: impl IntoIterator<Item = Vector<S, N>>) -> Option<Self> {
        let mut points: alloc::vec::Vec<_> = points.into_iter().collect();
        Hull::new(&points)?;
        if let Some(corners) = corners(&points) {
            let mut corners = corners.into_iter();
            points.retain(|_| corners.next().unwrap_or(true));
        }
        Some(Self::known(points))
    }
}

/// For each point whether it is a corner of the hull of all; `None` where there are too few to tell.
///
/// A set of corners grows: where a point is apart from their hull, the point that reaches farthest on its side is a
/// corner too.
fn corners<S: Scalar, const N: usize>(points: &[Vector<S, N>]) -> Option<alloc::vec::Vec<bool>> {
    let first = *points.first()?;
    let mut is_corner = alloc::vec![false; points.len()];
    let mut found = alloc::vec![];
    let farthest = |direction: Vector<f64, N>| {
        let reach = |index: usize| (points[index] - first).map(S::to_f64).dot(direction);
        (1..points.len()).fold(0, |best, index| if reach(index) > reach(best) { index } else { best })
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
            add(farthest(Vector::default().with(k, sign)), &mut found);
        }
    }
    for (index, point) in points.iter().enumerate() {
        let point = Convex::point((*point - first).map(S::to_f64));
        loop {
            let around: alloc::vec::Vec<_> =
                found.iter().map(|corner: &Vector<S, N>| *corner - first).collect();
            let shape = Shape::Hull(Hull::new(&around)?);
            let ShapeView::Convex(hull) = shape.view::<f64>(None) else { break };
            let Some(gap) = space::gap(&hull, &point, f64::INFINITY, Accuracy::Length) else { break };
            if gap.length <= rounding_error(hull.magnitude()) {
                break;
            }
            let normal = gap.normal;
            if !add(farthest(normal), &mut found) {
                // Rounding alone sees it there.
                add(index, &mut found);
                break;
            }
        }
    }
    Some(is_corner)
}
