//! Cylinders against cores that are not aligned with their axes: in `f64`, by GJK until convergence, and EPA. The error of lengths is at
//! most 10⁻⁶ of the size. Cylinders along two coordinate axes have a closed form.

mod epa;
mod gjk;
mod perpendicular_cylinders;

use crate::narrow::{Accuracy, Separation, classify};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::Core;
use crate::{Vector, Verdict};
use epa::penetration;
use gjk::{Nearest, nearest, rounding};

/// A core in `f64`.
type Wide<'a, const N: usize> = Core<'a, f64, N>;

/// The permitted error of a length, in rounding errors of the size or as a fraction of a tolerance.
const ERROR: f64 = 0.25;

/// The error of a distance if rounding ended the search, as a multiple of the rounding error.
const UNCERTAIN: f64 = 1e9;

/// An upper bound of the coordinates.
fn largest<const N: usize>(core: &Wide<'_, N>) -> f64 {
    let middle = core.middle();
    middle.0.into_iter().fold(core.bounding_radius(), |sum, c| sum + c.abs())
}

/// The signed separation of two cores near the origin; `None` if they are more than `limit` apart.
pub(super) fn separation<R: Real, const N: usize>(
    a: &Core<'_, R, N>,
    b: &Core<'_, R, N>,
    limit: R,
    accuracy: Accuracy,
) -> Option<Separation<R, N>> {
    if let (Core::Cylinder(p), Core::Cylinder(q)) = (a, b)
        && let Some(found) = perpendicular_cylinders::separation(p, q)
    {
        return Some(found);
    }
    let (a, b) = (a.wide(), b.wide());
    // If the cores almost touch, the vector between the closest points does not determine the normal; a face of the EPA polytope does.
    let size = largest(&a) + largest(&b);
    let min_determinate = rounding(size) * 16.0;
    let error = size * R::EPSILON.to_f64() * ERROR;
    let search_error = match accuracy {
        Accuracy::Normal => 0.0,
        Accuracy::Length => error,
    };
    let (length, normal, on) = match nearest(&a, &b, limit.to_f64(), search_error) {
        Nearest::Beyond => return None,
        Nearest::Apart { distance, normal, on, sure }
            if distance > if sure { min_determinate } else { min_determinate * UNCERTAIN } =>
        {
            (distance, normal, Some(on))
        }
        Nearest::Apart { .. } => {
            let (length, normal) = penetration(&a, &b, error, None);
            (length, normal, None)
        }
        Nearest::Meeting(tetrahedron) => {
            let (length, normal) = penetration(&a, &b, error, tetrahedron);
            (length, normal, None)
        }
    };
    let on = on.map(|on| on.mapped(|point| point.map(R::from_f64)));
    Some(Separation { length: R::from_f64(length), normal: normal.map(R::from_f64), on })
}

/// The closest points of two cores near the origin; `None` if they intersect.
pub(super) fn nearest_points<const N: usize>(
    a: &Wide<'_, N>,
    b: &Wide<'_, N>,
) -> Option<[Vector<f64, N>; 2]> {
    match nearest(a, b, f64::INFINITY, 0.0) {
        Nearest::Apart { on, .. } => Some(on),
        Nearest::Beyond | Nearest::Meeting(_) => None,
    }
}

/// The distance of two cores near the origin: zero or negative if they intersect, which a search finds long before the depth.
pub(super) fn distance<R: Real, const N: usize>(a: &Core<'_, R, N>, b: &Core<'_, R, N>) -> R {
    if let (Core::Cylinder(p), Core::Cylinder(q)) = (a, b)
        && let Some(found) = perpendicular_cylinders::separation(p, q)
    {
        return found.length;
    }
    let (a, b) = (a.wide(), b.wide());
    let size = largest(&a) + largest(&b);
    let min_determinate = rounding(size) * 16.0;
    let length = match nearest(&a, &b, f64::INFINITY, size * R::EPSILON.to_f64() * ERROR) {
        Nearest::Beyond => f64::INFINITY,
        Nearest::Meeting(_) => 0.0,
        Nearest::Apart { distance, sure, .. }
            if distance > if sure { min_determinate } else { min_determinate * UNCERTAIN } =>
        {
            distance
        }
        Nearest::Apart { .. } => penetration(&a, &b, size * R::EPSILON.to_f64() * ERROR, None).0,
    };
    R::from_f64(length)
}

/// The relation of two cores near the origin, with the sum of their radii and a tolerance.
pub(super) fn relate<R: Real, const N: usize, V: Verdict>(
    a: &Core<'_, R, N>,
    b: &Core<'_, R, N>,
    (radii, tolerance): (R, R),
) -> V {
    let (p, q) = (a.wide(), b.wide());
    let (radii, tolerance) = (radii.to_f64(), tolerance.to_f64());
    let min_determinate = rounding(largest(&p) + largest(&q));
    match nearest(&p, &q, radii + tolerance, tolerance * ERROR) {
        Nearest::Beyond => V::APART,
        Nearest::Apart { distance, sure, .. }
            if distance > if sure { min_determinate } else { min_determinate * UNCERTAIN } =>
        {
            classify(distance - radii, tolerance)
        }
        Nearest::Apart { .. } => classify(penetration(&p, &q, tolerance * ERROR, None).0 - radii, tolerance),
        Nearest::Meeting(_) if radii > tolerance => V::OVERLAPPING,
        Nearest::Meeting(tetrahedron) => V::within_or(0.0, 0.0, || {
            classify(penetration(&p, &q, tolerance * ERROR, tetrahedron).0 - radii, tolerance)
        }),
    }
}
