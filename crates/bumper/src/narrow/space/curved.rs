//! Cylinders against cores that are not aligned with their axes, by GJK and EPA in `f64`. On a curved rim, every iteration of these
//! algorithms can come slightly nearer to the exact result, so both end at a permitted error. The error of lengths is at most 10⁻⁶ of the
//! size of the pair (the sum of the largest coordinates of both cores). Two cylinders along different coordinate axes have a closed form.

mod perpendicular_cylinders;

use crate::narrow::epa::curved_penetration;
use crate::narrow::gjk::{GjkDistance, GjkOptions, GjkResult, closest_points};
use crate::narrow::minkowski::SupportPoint;
use crate::narrow::tolerance::{
    CURVED_LENGTH_ERROR, CURVED_RELATIVE_ERROR, MAX_CURVED_RELATIVE_ERROR, MIN_CURVED_DISTANCE,
    MIN_INACCURATE_CURVED_DISTANCE,
};
use crate::narrow::{Accuracy, Separation, classify};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::Core;
use crate::{Vector, Verdict};

/// A core in `f64`.
type Wide<'a> = Core<'a, f64, 3>;

/// An upper bound of the absolute values of a core's coordinates.
fn largest(core: &Wide<'_>) -> f64 {
    let middle = core.middle();
    middle.0.into_iter().fold(core.bounding_radius(), |sum, c| sum + c.abs())
}

/// A pair of cores near the origin, in `f64`, and the permitted error of their distance.
struct CurvedPair<'a> {
    a: Wide<'a>,
    b: Wide<'a>,
    size: f64,
    error: f64,
}

/// The result of GJK for a pair of cores.
enum GjkOutcome {
    /// The distance of the cores is above the caller's limit.
    Beyond,
    Separated(GjkDistance<f64>),
    /// The cores intersect, at least within rounding. The value is a tetrahedron in the Minkowski difference that contains the origin, if
    /// GJK has found one.
    Intersecting(Option<[SupportPoint<f64>; 4]>),
    /// The cores are apart or touch, but their distance is so small or inaccurate that the normal is not known.
    Touching,
}

impl<'a> CurvedPair<'a> {
    /// Converts two cores to `f64`. The permitted error follows from the epsilon of their original float type.
    fn new<R: Real>(a: &'a Core<'a, R, 3>, b: &'a Core<'a, R, 3>) -> Self {
        let a = a.wide();
        let b = b.wide();
        let size = largest(&a) + largest(&b);
        Self { a, b, size, error: size * R::EPSILON.to_f64() * CURVED_LENGTH_ERROR }
    }

    /// Runs GJK until the error of the distance is below `error`, or below the permitted relative error.
    fn search(&self, limit: f64, error: f64) -> GjkOutcome {
        let options = GjkOptions { error, relative_error: CURVED_RELATIVE_ERROR, ..GjkOptions::up_to(limit) };
        match closest_points(&self.a, &self.b, options) {
            GjkResult::BeyondMax => GjkOutcome::Beyond,
            GjkResult::Separated(distance) => {
                let difference = distance.upper - distance.length;
                let is_accurate = difference <= error.max(distance.upper * MAX_CURVED_RELATIVE_ERROR);
                let least = if is_accurate { MIN_CURVED_DISTANCE } else { MIN_INACCURATE_CURVED_DISTANCE };
                match distance.upper > self.size * f64::EPSILON * least {
                    true => GjkOutcome::Separated(distance),
                    false => GjkOutcome::Touching,
                }
            }
            GjkResult::Intersecting(_, tetrahedron) => GjkOutcome::Intersecting(tetrahedron),
            GjkResult::BelowMin => GjkOutcome::Touching,
        }
    }

    /// The separation of cores that intersect or touch.
    fn penetration(&self, tetrahedron: Option<[SupportPoint<f64>; 4]>) -> Separation<f64, 3> {
        curved_penetration(&self.a, &self.b, tetrahedron, self.error)
    }
}

/// The separation of two cylinders along different coordinate axes; `None` for other pairs.
fn closed_form<R: Real>(a: &Core<'_, R, 3>, b: &Core<'_, R, 3>) -> Option<Separation<R, 3>> {
    match (a, b) {
        (Core::Cylinder(p), Core::Cylinder(q)) => perpendicular_cylinders::separation(p, q),
        _ => None,
    }
}

/// The signed separation of two cores near the origin; `None` if they are more than `limit` apart.
pub(super) fn separation<R: Real>(
    a: &Core<'_, R, 3>,
    b: &Core<'_, R, 3>,
    limit: R,
    accuracy: Accuracy,
) -> Option<Separation<R, 3>> {
    if let Some(found) = closed_form(a, b) {
        return Some(found);
    }
    let pair = CurvedPair::new(a, b);
    let error = match accuracy {
        Accuracy::Normal => 0.0,
        Accuracy::Length => pair.error,
    };
    let found = match pair.search(limit.to_f64(), error) {
        GjkOutcome::Beyond => return None,
        GjkOutcome::Separated(GjkDistance { upper, normal, points, .. }) => {
            Separation { length: upper, normal, witnesses: Some(points) }
        }
        GjkOutcome::Intersecting(tetrahedron) => pair.penetration(tetrahedron),
        GjkOutcome::Touching => pair.penetration(None),
    };
    let witnesses = found.witnesses.map(|witnesses| witnesses.mapped(|point| point.map(R::from_f64)));
    Some(Separation { length: R::from_f64(found.length), normal: found.normal.map(R::from_f64), witnesses })
}

/// The closest points of two cores near the origin; `None` if they intersect.
pub(super) fn closest(a: &Wide<'_>, b: &Wide<'_>) -> Option<[Vector<f64, 3>; 2]> {
    let options = GjkOptions { relative_error: CURVED_RELATIVE_ERROR, ..GjkOptions::up_to(f64::INFINITY) };
    match closest_points(a, b, options) {
        GjkResult::Separated(distance) => Some(distance.points),
        GjkResult::BeyondMax | GjkResult::BelowMin | GjkResult::Intersecting(..) => None,
    }
}

/// The distance of two cores near the origin. Zero or negative if they intersect; the depth is not computed.
pub(super) fn distance<R: Real>(a: &Core<'_, R, 3>, b: &Core<'_, R, 3>) -> R {
    if let Some(found) = closed_form(a, b) {
        return found.length;
    }
    let pair = CurvedPair::new(a, b);
    R::from_f64(match pair.search(f64::INFINITY, pair.error) {
        GjkOutcome::Beyond => f64::INFINITY,
        GjkOutcome::Separated(distance) => distance.upper,
        GjkOutcome::Intersecting(_) => 0.0,
        GjkOutcome::Touching => pair.penetration(None).length,
    })
}

/// The relation of two shapes whose cores are near the origin. `radii` is the sum of the radii of both shapes.
pub(super) fn relate<R: Real, V: Verdict>(
    a: &Core<'_, R, 3>,
    b: &Core<'_, R, 3>,
    radii: R,
    tolerance: R,
) -> V {
    let radii = radii.to_f64();
    let tolerance = tolerance.to_f64();
    let pair = CurvedPair { error: tolerance * CURVED_LENGTH_ERROR, ..CurvedPair::new(a, b) };
    match pair.search(radii + tolerance, pair.error) {
        GjkOutcome::Beyond => V::APART,
        GjkOutcome::Separated(distance) => classify(distance.upper - radii, tolerance),
        GjkOutcome::Touching => classify(pair.penetration(None).length - radii, tolerance),
        GjkOutcome::Intersecting(_) if radii > tolerance => V::OVERLAPPING,
        GjkOutcome::Intersecting(tetrahedron) => {
            V::within_or(0.0, 0.0, || classify(pair.penetration(tetrahedron).length - radii, tolerance))
        }
    }
}
