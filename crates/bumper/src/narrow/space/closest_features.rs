//! The distance of two polyhedra from their features (corner, edge or face) along an approximate normal.
//!
//! If the closest features are edges at a small angle or narrow faces, rounding ends GJK before its normal is accurate. The closest points
//! of the features are then computed by closed forms, whose error does not depend on the simplex of GJK.

use super::closest_point::{segments, to_triangle};
use super::face::Face;
use crate::Vector;
use crate::narrow::gjk::{GjkDistance, SupportPoint};
use crate::vector::Mapped;
use crate::view::Core;

/// The largest number of iterations. Each iteration computes a better normal from a pair of features; the features along this normal are
/// the next pair.
const MAX_ROUNDS: usize = 4;

/// The closest points of a part of one feature and a part of the other feature. A part is a corner, an edge or a triangle. The fields are
/// the distance of the points, the unit vector from the first point to the second, and both points.
type Candidate = (f64, Vector<f64, 3>, [Vector<f64, 3>; 2]);

/// Refines a distance by the features of both cores along its normal. The closest points of the features give candidate directions. If the
/// largest separation along a candidate exceeds the length of `distance`, it becomes the new length, and the candidate the new normal. The
/// closest points of the features replace the points of `distance` if they are nearer to each other.
pub(super) fn refined<const N: usize>(
    a: &Core<'_, f64, N>,
    b: &Core<'_, f64, N>,
    mut distance: GjkDistance<f64, N>,
) -> GjkDistance<f64, N> {
    for _ in 0..MAX_ROUNDS {
        if distance.is_known() {
            break;
        }
        let along = distance.normal.resized();
        let faces = [Face::new(a, Vector::default(), along), Face::new(b, Vector::default(), -along)];
        let mut search =
            FeatureSearch { faces: &faces, normal: along, gap: f64::NEG_INFINITY, nearest: None };
        search.test_all();
        let normal = search.normal.resized();
        let length = SupportPoint::new(a, b, normal).w.dot(normal);
        if let Some((upper, _, points)) = search.nearest.filter(|nearest| nearest.0 < distance.upper) {
            distance = GjkDistance { upper, points: points.mapped(|point| point.resized()), ..distance };
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
    nearest: Option<Candidate>,
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
                self.test((closest.length, closest.normal, [*corner, closest.point]));
            }
        }
        for triangle in triangles(first) {
            for corner in &second.corners[..second.len] {
                let closest = to_triangle(*corner, triangle);
                self.test((closest.length, -closest.normal, [closest.point, *corner]));
            }
        }
    }

    /// Tests the unit vector between the closest points as the direction of the largest separation.
    fn test(&mut self, candidate: Candidate) {
        let gap = self.gap_along(candidate.1);
        if gap > self.gap {
            (self.gap, self.normal) = (gap, candidate.1);
        }
        if self.nearest.is_none_or(|nearest| candidate.0 < nearest.0) {
            self.nearest = Some(candidate);
        }
    }

    /// The separation of the two features along a unit vector.
    fn gap_along(&self, normal: Vector<f64, 3>) -> f64 {
        let [first, second] = self.faces;
        // Projections are relative to a corner of the first feature, so that a small separation keeps its digits.
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

/// The triangles into which a face is divided.
fn triangles(face: &Face<f64>) -> impl Iterator<Item = [Vector<f64, 3>; 3]> + '_ {
    (2..face.len).map(|k| [face.corners[0], face.corners[k - 1], face.corners[k]])
}
