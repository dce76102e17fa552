//! The distance of two polyhedra from their features (corner, edge or face) along an approximate normal.
//!
//! GJK may end, because of rounding, before its normal is accurate. This happens if the closest features are narrow faces, or edges at a
//! small angle. Closed forms then compute the closest points of these features. Their error does not depend on the simplex of GJK.

use super::closest_point::{ClosestPoints, segments, to_triangle};
use super::face::Face;
use crate::Vector;
use crate::narrow::gjk::GjkDistance;
use crate::narrow::minkowski::SupportPoint;
use crate::view::Core;

/// The largest number of rounds of [`refined`]. Each round computes a better normal from the features along the current normal. The next
/// round uses the features along the new normal.
const MAX_ROUNDS: usize = 4;

/// Improves a distance that GJK has found inaccurately. In each round, the features of both cores along the current normal are searched for
/// their closest points. The direction between these points replaces the normal if the separation of the cores along it is larger. The
/// points replace the points of `distance` if they are nearer to each other.
pub(super) fn refined(
    a: &Core<'_, f64, 3>,
    b: &Core<'_, f64, 3>,
    mut distance: GjkDistance<f64>,
) -> GjkDistance<f64> {
    for _ in 0..MAX_ROUNDS {
        if distance.is_known() {
            break;
        }
        let along = distance.normal;
        let faces = [Face::new(a, Vector::ZERO, along), Face::new(b, Vector::ZERO, -along)];
        let mut search =
            FeatureSearch { faces: &faces, normal: along, gap: f64::NEG_INFINITY, nearest: None };
        search.test_all();
        let normal = search.normal;
        let length = SupportPoint::new(a, b, normal).w.dot(normal);
        if let Some(nearest) = search.nearest.filter(|nearest| nearest.distance < distance.upper) {
            distance = GjkDistance { upper: nearest.distance, points: nearest.points, ..distance };
        }
        if length <= distance.length {
            break;
        }
        distance = GjkDistance { length, normal, ..distance };
    }
    distance
}

/// The search over all pairs of parts of two features: two edges, or a corner and a triangle.
struct FeatureSearch<'f> {
    faces: &'f [Face<f64>; 2],
    /// The direction along which the features have the largest separation so far.
    normal: Vector<f64, 3>,
    gap: f64,
    nearest: Option<ClosestPoints<f64>>,
}

impl FeatureSearch<'_> {
    fn test_all(&mut self) {
        let [first, second] = self.faces;
        for p in edges(first) {
            for q in edges(second) {
                self.test(segments(p, q));
            }
        }
        for triangle in triangles(second) {
            for corner in &first.corners[..first.len] {
                let closest = to_triangle(*corner, triangle);
                let points = [*corner, closest.point];
                self.test(ClosestPoints { distance: closest.length, normal: closest.normal, points });
            }
        }
        for triangle in triangles(first) {
            for corner in &second.corners[..second.len] {
                let closest = to_triangle(*corner, triangle);
                let points = [closest.point, *corner];
                self.test(ClosestPoints { distance: closest.length, normal: -closest.normal, points });
            }
        }
    }

    /// Compares the closest points of two parts with the best ones so far: by their distance, and by the separation of the features along
    /// the direction between the points.
    fn test(&mut self, candidate: ClosestPoints<f64>) {
        let gap = self.gap_along(candidate.normal);
        if gap > self.gap {
            self.gap = gap;
            self.normal = candidate.normal;
        }
        if self.nearest.is_none_or(|nearest| candidate.distance < nearest.distance) {
            self.nearest = Some(candidate);
        }
    }

    /// The separation of the two features along a unit vector.
    fn gap_along(&self, normal: Vector<f64, 3>) -> f64 {
        let [first, second] = self.faces;
        // Corners are projected relative to a corner of the first feature. Projections of the corners themselves would be large far from
        // the origin, and their difference would lose digits.
        let origin = first.corners[0];
        let projections = |face: &Face<f64>| {
            face.corners.into_iter().take(face.len).map(move |corner| (corner - origin).dot(normal))
        };
        projections(second).fold(f64::INFINITY, f64::min)
            - projections(first).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The edges of a feature. A corner counts as an edge without length.
fn edges(face: &Face<f64>) -> impl Iterator<Item = [Vector<f64, 3>; 2]> + '_ {
    let count = if face.len > 2 { face.len } else { 1 };
    (0..count).map(|k| [face.corners[k], face.corners[(k + 1) % face.len.max(1)]])
}

/// The triangles of a fan that divides a face. None for an edge or a corner.
fn triangles(face: &Face<f64>) -> impl Iterator<Item = [Vector<f64, 3>; 3]> + '_ {
    (2..face.len).map(|k| [face.corners[0], face.corners[k - 1], face.corners[k]])
}
