//! Intersection of convex polygons, and offsetting of convex polygons with sharp corners. Both clip polygons at half-planes.

use super::Polygon;
use crate::Vector;
use crate::scalar::{Real, Scalar, Zero};
use alloc::vec::Vec;

/// The part of a convex polygon on one side of the line from `a` to `b`, the line included. With y pointing up, this is the left side (I.
/// Sutherland and G. Hodgman, Reentrant Polygon Clipping, 1974).
fn clip_to_left<R: Real>(corners: &[Vector<R, 2>], a: Vector<R, 2>, b: Vector<R, 2>) -> Vec<Vector<R, 2>> {
    let height = |p: Vector<R, 2>| (b - a).cross(p - a);
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (k, &p) in corners.iter().enumerate() {
        let q = corners[(k + 1) % corners.len()];
        let from = height(p);
        let to = height(q);
        if from >= R::ZERO {
            kept.push(p);
        }
        if from > R::ZERO && to < R::ZERO || from < R::ZERO && to > R::ZERO {
            kept.push(p + (q - p).scaled(from / (from - to)));
        }
    }
    kept.dedup();
    while kept.len() > 1 && kept.first() == kept.last() {
        kept.pop();
    }
    kept
}

impl<S: Scalar> Polygon<'_, S, 2> {
    /// The corners in the float type of the scalar, counter-clockwise.
    fn real_corners(&self) -> Vec<Vector<S::Real, 2>> {
        self.corners().map(|corner| corner.map(S::to_real)).collect()
    }

    /// The corners of the intersection of two convex polygons, counter-clockwise if y points up. Empty if the polygons are apart; one or
    /// two points if they only touch, up to rounding. Radii are ignored. Costs O(m n) for m and n corners. Needs the feature `alloc`.
    ///
    /// ```
    /// use bumper::{Polygon, Vector};
    /// let (a, b) = ([[0, 0], [4, 0], [4, 4], [0, 4]].map(Vector), [[2, 3], [9, 3], [9, 9], [2, 9]].map(Vector));
    /// let shared = Polygon::new(&a).unwrap().intersection(&Polygon::new(&b).unwrap());
    /// assert_eq!(shared, [[4.0, 3.0], [4.0, 4.0], [2.0, 4.0], [2.0, 3.0]].map(Vector));
    /// ```
    #[doc(alias("clip", "intersection_polygon"))]
    #[must_use]
    pub fn intersection(&self, other: &Polygon<'_, S, 2>) -> Vec<Vector<S::Real, 2>> {
        let edges = other.real_corners();
        (0..edges.len())
            .fold(self.real_corners(), |kept, k| clip_to_left(&kept, edges[k], edges[(k + 1) % edges.len()]))
    }

    /// The corners of the polygon after each edge has been moved outwards by a distance, or inwards if `by` is negative. They are
    /// counter-clockwise if y points up. Empty if nothing is left of the polygon. If it shrinks to a segment or a point, the result may
    /// have one or two corners.
    ///
    /// Corners stay sharp, so a corner with a small angle moves far: by `by` / sin(angle / 2). For round corners, use
    /// [`rounded`](Polygon::rounded) instead. The radius of the polygon is ignored. Costs O(n²). Needs the feature `alloc`.
    ///
    /// ```
    /// use bumper::{Polygon, Vector};
    /// let square = [[0, 0], [4, 0], [4, 4], [0, 4]].map(Vector);
    /// let square = Polygon::new(&square).unwrap();
    /// assert_eq!(square.offset(1.0), [[-1.0, -1.0], [5.0, -1.0], [5.0, 5.0], [-1.0, 5.0]].map(Vector));
    /// assert_eq!(square.offset(-1.0).len(), 4);
    /// assert!(square.offset(-3.0).is_empty());
    /// ```
    #[doc(alias("inflated", "buffer"))]
    #[must_use]
    pub fn offset(&self, by: S::Real) -> Vec<Vector<S::Real, 2>> {
        let corners = self.real_corners();
        let n = corners.len();
        let edges: Vec<_> =
            (0..n).map(|k| [corners[k], corners[(k + 1) % n]]).filter(|[a, b]| a != b).collect();
        let moved: Vec<_> = edges
            .iter()
            .filter_map(|&[a, b]| {
                let direction = (b - a).normalized()?;
                let offset = Vector([direction.y(), -direction.x()]).scaled(by);
                Some((a + offset, b + offset))
            })
            .collect();
        if by < S::Real::ZERO {
            return moved.iter().fold(corners, |kept, &(a, b)| clip_to_left(&kept, a, b));
        }
        let count = edges.len();
        (0..count).map(|k| moved_corner(edges[(k + count - 1) % count], edges[k], by)).collect()
    }
}

/// The corner between two successive edges of a convex polygon after both have been moved outwards by a distance: the intersection of
/// their lines. It is the original corner plus a multiple of the sum of both normals, so that the moved ends of a tiny edge, which are
/// rounded, do not determine its direction. If the edges are parallel, it is the end of the first moved edge.
fn moved_corner<R: Real>([a, b]: [Vector<R, 2>; 2], [c, d]: [Vector<R, 2>; 2], by: R) -> Vector<R, 2> {
    let normal = |a: Vector<R, 2>, b: Vector<R, 2>| {
        let direction = (b - a).normalized().unwrap_or_default();
        Vector([direction.y(), -direction.x()])
    };
    let m = normal(a, b);
    let n = normal(c, d);
    let sum = m + n;
    // The corner moves by `by` along both normals. The product of the sum with either normal is 1 plus the cosine of the turn.
    let product = sum.dot(m);
    let is_turn = (b - a).cross(d - c) > R::ZERO && product > R::EPSILON;
    b + if is_turn { sum.scaled(by / product) } else { m.scaled(by) }
}
