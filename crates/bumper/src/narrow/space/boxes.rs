//! The separating axis test of two boxes with any orientations (S. Gottschalk, M. Lin, D. Manocha, OBBTree, SIGGRAPH 1996).
//!
//! Cross products of edges are not normalized here. If the length of a cross product may change the result, the search in [`super::axes`]
//! normalizes it.

use super::axes::{AxisSearch, SatCore, SatResult, cross_error};

use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::vector::from_fn;
use crate::view::{Core, OrientedCore};
use crate::{Vector, Verdict};

#[inline]
fn as_oriented<R: Real>(core: &Core<R, 3>) -> Option<OrientedCore<R, 3>> {
    match core {
        Core::Box(shape) => Some(*shape),
        Core::Aabb([min, max]) => {
            let half = (*max - *min).scaled(R::HALF);
            let axes = from_fn(|k| Vector::ZERO.with(k, R::ONE));
            Some(OrientedCore { center: *min + half, half, axes })
        }
        _ => None,
    }
}

/// The separation of two boxes along each candidate axis. For a cross product of two edges, it is multiplied by the length of the cross
/// product, which is the sine of the angle between the edges.
struct AxisSeparations<R> {
    faces: [[R; 3]; 2],
    edges: [[R; 3]; 3],
    /// The cosines of the angles between the axes of both boxes: `cosines[i][j]` belongs to axis `i` of the first box and axis `j` of the
    /// second.
    cosines: [Vector<R, 3>; 3],
    /// A bound of the rounding error of each separation.
    tolerance: R,
}

impl<R: Real> AxisSeparations<R> {
    #[inline]
    fn of_faces(a: &OrientedCore<R, 3>, b: &OrientedCore<R, 3>) -> (Self, Vector<R, 3>) {
        let offset = b.center - a.center;
        let cosines: [Vector<R, 3>; 3] = from_fn(|i| Vector(from_fn(|j| a.axes[i].dot(b.axes[j]))));
        let local_offset: Vector<R, 3> = Vector(from_fn(|i| offset.dot(a.axes[i])));
        let sum = (0..3).fold(R::ZERO, |sum, k| sum + a.half[k] + b.half[k] + local_offset[k].abs());
        let first = from_fn(|i| {
            local_offset[i].abs() - (0..3).fold(a.half[i], |sum, j| sum + b.half[j] * cosines[i][j].abs())
        });
        let second = from_fn(|j| {
            let projection = (0..3).fold(b.half[j], |sum, i| sum + a.half[i] * cosines[i][j].abs());
            offset.dot(b.axes[j]).abs() - projection
        });
        (
            Self {
                faces: [first, second],
                edges: [[R::ZERO; 3]; 3],
                cosines,
                tolerance: rounding_error(sum),
            },
            local_offset,
        )
    }

    #[inline]
    fn compute_edges(&mut self, a: &OrientedCore<R, 3>, b: &OrientedCore<R, 3>, local_offset: Vector<R, 3>) {
        let cosines = &self.cosines;
        let abs_cosines = cosines.map(|row| row.map(R::abs));
        for i in 0..3 {
            let i1 = (i + 1) % 3;
            let i2 = (i + 2) % 3;
            for j in 0..3 {
                let j1 = (j + 1) % 3;
                let j2 = (j + 2) % 3;
                let length = (local_offset[i2] * cosines[i1][j] - local_offset[i1] * cosines[i2][j]).abs();
                let projection = a.half[i1] * abs_cosines[i2][j]
                    + a.half[i2] * abs_cosines[i1][j]
                    + b.half[j1] * abs_cosines[i][j2]
                    + b.half[j2] * abs_cosines[i][j1];
                self.edges[i][j] = length - projection;
            }
        }
    }
}

#[inline]
fn max<R: Real>(separations: &[R]) -> R {
    separations.iter().fold(R::NEG_INFINITY, |max, length| max.max(*length))
}

/// The relation of two boxes without radii. `None` for other cores, and if the largest separation along a cross product of edges is zero
/// within rounding.
#[inline]
pub(super) fn relate<R: Real, V: Verdict>(a: &Core<R, 3>, b: &Core<R, 3>) -> Option<V> {
    let a = as_oriented(a)?;
    let b = as_oriented(b)?;
    let (mut lengths, local_offset) = AxisSeparations::of_faces(&a, &b);
    let faces_max = max(lengths.faces.as_flattened());
    let tolerance = lengths.tolerance;
    if faces_max > tolerance {
        return Some(V::APART);
    }
    lengths.compute_edges(&a, &b, local_offset);
    let edges = max(lengths.edges.as_flattened());
    // A separation along a cross product is multiplied by a length of at most 1. So if it exceeds the tolerance, the true separation does
    // too, and the boxes are apart.
    if edges > tolerance {
        return Some(V::APART);
    }
    // `is_decided` is also false if a coordinate is NaN.
    let is_decided = edges < -tolerance && faces_max <= tolerance && tolerance < R::INFINITY;
    is_decided.then(|| V::within(if faces_max.abs() <= tolerance { R::ZERO } else { faces_max }, R::ZERO))
}

/// The separating axis test of two boxes; `None` for other cores. A cheap pass over all axes comes first. Only the axes that may have the
/// smallest penetration depth are then tested accurately. If several axes have equal separations, the first one is used.
#[inline(never)]
pub(super) fn separating_axis_test<R: Real>(
    a: &Core<R, 3>,
    b: &Core<R, 3>,
    limit: R,
) -> Option<SatResult<R>> {
    let p = as_oriented(a)?;
    let q = as_oriented(b)?;
    let (mut lengths, local_offset) = AxisSeparations::of_faces(&p, &q);
    let faces_max = max(lengths.faces.as_flattened());
    let tolerance = lengths.tolerance;
    let limit_with_error = limit + tolerance;
    if faces_max > limit_with_error {
        return Some(SatResult::Separated);
    }
    lengths.compute_edges(&p, &q, local_offset);
    let edges = max(lengths.edges.as_flattened());
    if edges > limit_with_error && limit >= R::ZERO {
        return Some(SatResult::Separated);
    }
    // The result is also undecided if a coordinate is infinite or NaN.
    if !(faces_max < -tolerance && edges < -tolerance && tolerance < R::INFINITY) {
        return Some(SatResult::Undecided);
    }
    let a = SatCore::new(a)?;
    let b = SatCore::new(b)?;
    let mut search = AxisSearch { a: &a, b: &b, best: None, cross_error: cross_error(tolerance) };
    for (lengths, faces) in lengths.faces.iter().zip([&a.faces, &b.faces]) {
        for (length, face) in lengths.iter().zip(faces) {
            if *length >= faces_max - search.cross_error {
                search.test(*face);
            }
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            let cosine = lengths.cosines[i][j];
            if search.may_be_best(lengths.edges[i][j], (R::ONE - cosine) * (R::ONE + cosine)) {
                search.test_edges(a.faces[i], b.faces[j]);
            }
        }
    }
    Some(SatResult::Penetrating(search.result()))
}
