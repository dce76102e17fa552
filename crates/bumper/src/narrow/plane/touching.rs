//! The closest points of two polygons that touch within rounding, by comparing corners of one with edges of the other.

use super::closest_points::{PolygonClosestPoints, closest_on_edge};
use super::edges::{Point, PolygonEdges, gap_along};
use super::segments;
use crate::narrow::rounding_error;
use crate::scalar::Real;

/// The number of corners from which on only edges near the place where two polygons touch are compared. For fewer corners, comparing all
/// edges is faster than selecting some.
const SELECTING: usize = 32;

/// Two polygons and a unit direction, usually that of the axis of least penetration.
///
/// Projected onto the direction, `a` ends at `a_max`, and `b` begins at `b_min`. Two points with the distance `d` have projections that
/// differ by at most `d`. So the point of `a` is at `b_min` minus `d` or beyond, and the point of `b` at `a_max` plus `d` or before. Other
/// edges need not be compared.
pub(super) struct EdgePairs<'p, R, A: ?Sized, B: ?Sized> {
    a: &'p A,
    b: &'p B,
    direction: Point<R>,
    /// The end of `a` along the direction, and the beginning of `b`. `None` if all edges are compared.
    ends: Option<[R; 2]>,
}

impl<'p, R: Real, A: PolygonEdges<R> + ?Sized, B: PolygonEdges<R> + ?Sized> EdgePairs<'p, R, A, B> {
    pub(super) fn new(a: &'p A, b: &'p B, direction: Point<R>) -> Self {
        let is_large = a.len() >= SELECTING || b.len() >= SELECTING;
        let a_max = || a.at(a.support(direction)).dot(direction);
        let ends = is_large.then(|| [a_max(), a_max() + gap_along(a, b, direction)]);
        Self { a, b, direction, ends }
    }

    /// Limits of the projections of edges that may be closer to each other than `distance`: edges of `a` reach the first limit or go beyond
    /// it, edges of `b` begin at the second limit or before. `None` if there are no limits.
    fn limits(&self, distance: R) -> Option<[R; 2]> {
        let [a_max, b_min] = self.ends?;
        let error = rounding_error(self.a.magnitude() + self.b.magnitude() + distance);
        Some([b_min - distance - error - error, a_max + distance + error + error])
    }

    fn edge_of_a(&self, index: usize) -> [Point<R>; 2] {
        [self.a.at(index), self.a.at(self.a.next(index))]
    }

    fn edge_of_b(&self, index: usize) -> [Point<R>; 2] {
        [self.b.at(index), self.b.at(self.b.next(index))]
    }

    /// The edges of `a` that are within the limits.
    fn edges_of_a(&self, limits: Option<[R; 2]>) -> impl Iterator<Item = [Point<R>; 2]> {
        let edges = (0..self.a.len()).map(|index| self.edge_of_a(index));
        edges.filter(move |[from, to]| {
            limits.is_none_or(|[min, _]| !(from.dot(self.direction).max(to.dot(self.direction)) < min))
        })
    }

    /// The edges of `b` that are within the limits.
    fn edges_of_b(&self, limits: Option<[R; 2]>) -> impl Iterator<Item = [Point<R>; 2]> {
        let edges = (0..self.b.len()).map(|index| self.edge_of_b(index));
        edges.filter(move |[from, to]| {
            limits.is_none_or(|[_, max]| !(from.dot(self.direction).min(to.dot(self.direction)) > max))
        })
    }

    /// The closest points of the boundaries of the polygons.
    pub(super) fn closest_points(&self) -> PolygonClosestPoints<R> {
        let limits = self.ends.and_then(|_| self.limits(self.distance_of_supports().sqrt()));
        let first = [self.a.at(0), self.b.at(0)];
        let mut best = PolygonClosestPoints { squared: R::INFINITY, points: first, end: None };
        for [p, after_p] in self.edges_of_a(limits) {
            for [q, after_q] in self.edges_of_b(limits) {
                let (squared, near) = closest_on_edge(p, after_p, q);
                if squared < best.squared {
                    best = PolygonClosestPoints { squared, points: [near, q], end: None };
                }
                let (squared, near) = closest_on_edge(q, after_q, p);
                if squared < best.squared {
                    best = PolygonClosestPoints { squared, points: [p, near], end: None };
                }
            }
        }
        best
    }

    /// The squared distance of the support point of each polygon from the boundary of the other one, the smaller of the two.
    fn distance_of_supports(&self) -> R {
        let p = self.a.support(self.direction);
        let q = self.b.support(-self.direction);
        squared_distance_to_boundary(self.b, self.a.at(p))
            .min(squared_distance_to_boundary(self.a, self.b.at(q)))
    }

    /// Whether an edge of one polygon crosses an edge of the other.
    pub(super) fn are_crossing(&self) -> bool {
        let limits = self.limits(R::ZERO);
        self.edges_of_a(limits)
            .any(|edge| self.edges_of_b(limits).any(|other| segments::are_crossing(edge, other)))
    }
}

/// The squared distance of a point from the boundary of a polygon.
pub(super) fn squared_distance_to_boundary<R: Real>(
    polygon: &(impl PolygonEdges<R> + ?Sized),
    point: Point<R>,
) -> R {
    let squares =
        (0..polygon.len()).map(|k| closest_on_edge(polygon.at(k), polygon.at(polygon.next(k)), point).0);
    squares.fold(R::INFINITY, R::min)
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::Vector;
    use crate::narrow::convex_polygon::ConvexPolygon;
    use alloc::vec::Vec;
    use core::cell::Cell;

    /// A polygon that counts how often a corner is read.
    struct Counted {
        corners: Vec<Point<f64>>,
        reads: Cell<usize>,
    }

    impl ConvexPolygon<f64> for Counted {
        fn len(&self) -> usize {
            self.corners.len()
        }
        fn at(&self, index: usize) -> Point<f64> {
            self.reads.set(self.reads.get() + 1);
            self.corners[index]
        }
    }

    impl PolygonEdges<f64> for Counted {
        fn has_short_edge(&self) -> bool {
            false
        }
    }

    fn regular(center: [f64; 2], radius: f64, count: usize, phase: f64) -> Counted {
        let corner = |k: usize| {
            let (sine, cosine) = ((k as f64 + phase) / count as f64 * core::f64::consts::TAU).sin_cos();
            Vector([center[0] + radius * cosine, center[1] + radius * sine])
        };
        Counted { corners: (0..count).map(corner).collect(), reads: Cell::new(0) }
    }

    #[test]
    fn touching_polygons_compare_only_edges_near_the_contact() {
        let mut crossings = 0;
        for (count, phase, gap) in [(1000, 0.0, 0.0), (1000, 0.5, 1e-3), (700, 0.3, -1e-3), (40, 0.2, -0.01)]
        {
            let (a, b) =
                (regular([0.0, 0.0], 9.0, count, 0.0), regular([12.0 + gap, 0.0], 3.0, count, phase));
            let pairs = EdgePairs::new(&a, &b, Vector([1.0, 0.0]));
            let all = EdgePairs { ends: None, ..EdgePairs::new(&a, &b, Vector([1.0, 0.0])) };
            a.reads.set(0);
            b.reads.set(0);
            let found = pairs.closest_points();
            let crosses = pairs.are_crossing();
            let reads = a.reads.get() + b.reads.get();
            assert_eq!(found, all.closest_points());
            assert_eq!(crosses, all.are_crossing());
            crossings += usize::from(crosses);
            assert!(count < 100 || reads < 200 * count, "{reads} reads of {count} corners");
        }
        assert!((1..4).contains(&crossings), "{crossings}");
    }
}
