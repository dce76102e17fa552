//! A fast test for the relation of two oriented cylinders. It tries a few separating axes and searches for a common point, and leaves the
//! few pairs that this does not decide to GJK.

use super::measure::norm;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::view::CylinderCore;
use crate::{OrientedCylinder, Vector, Verdict};

/// The number of times that a point is projected onto the first and then the second cylinder. With more projections, the test would decide
/// few additional pairs.
const PROJECTIONS: usize = 4;

/// The search for a common point projects a point onto the first and then the second cylinder, and again. The step to the second cylinder
/// is the vector to the closest point there times this factor (over-relaxation). With a factor of 1, the point would end on the boundary of
/// the second cylinder, and would approach the interior of both cylinders only slowly.
const OVERSHOOT: f64 = 2.0;

/// The relation of two cylinders, if they are clearly apart or clearly overlap. `None` for the few other pairs, which need GJK.
#[inline]
pub(super) fn relate<S: Scalar, const N: usize, V: Verdict>(
    a: &OrientedCylinder<S, N>,
    b: &OrientedCylinder<S, N>,
) -> Option<V> {
    // The margin as a fraction of the sum of the half heights and radii. Pairs whose separation or depth is smaller are left to GJK.
    let relative_margin = (S::Real::EPSILON.to_f64() * 16.0).max(1e-9);
    let [p, q] = [a, b].mapped(|cylinder| {
        let axis = cylinder.direction().map(S::to_f64);
        // In the scalar type, the direction is a unit vector only within rounding. One step of Newton's method for the reciprocal of its
        // length normalizes it in `f64`.
        let axis = axis.scaled(1.5 - 0.5 * axis.dot(axis));
        let half = cylinder.half_height().to_f64();
        let radius = cylinder.radius().to_f64();
        CylinderCore { center: cylinder.center().map(S::to_f64), axis, half, radius }
    });
    let margin = (p.half + q.half + p.radius + q.radius) * relative_margin;
    overlap(&p, &q, margin).map(|overlap| if overlap { V::OVERLAPPING } else { V::APART })
}

/// Whether two cylinders overlap. `Some(false)` if a separating axis is found, `Some(true)` if a common point is found, each by more than
/// `margin`; `None` if neither is found.
///
/// The candidate axes are the two cylinder axes, the vector between the closest points of the two center lines (C. Ericson, Real-Time
/// Collision Detection, 2005, section 5.1.9), and the directions of successive projections of a point onto the two cylinders (L. Bregman,
/// The method of successive projection for finding a common point of convex sets, Soviet Mathematics 6, 1965).
fn overlap<const N: usize>(a: &CylinderCore<f64, N>, b: &CylinderCore<f64, N>, margin: f64) -> Option<bool> {
    let offset = b.center - a.center;
    let cosine = a.axis.dot(b.axis);
    let along_a = offset.dot(a.axis);
    let along_b = offset.dot(b.axis);
    let perpendicular = b.axis - a.axis.scaled(cosine);
    let sine_squared = perpendicular.dot(perpendicular);
    let sine = sine_squared.sqrt();
    let slope = cosine.abs();
    if along_a.abs() > a.half + b.half * slope + b.radius * sine + margin
        || along_b.abs() > b.half + a.half * slope + a.radius * sine + margin
    {
        return Some(false);
    }
    // The closest points of the two center lines, which are segments along the axes. `first` and `second` are their signed distances from
    // the centers of the cylinders. Each one is clamped to its segment in turn.
    let first = if sine_squared > 1e-12 { (along_a - cosine * along_b) / sine_squared } else { 0.0 };
    let second = clamped(clamped(first, a.half) * cosine - along_b, b.half);
    let first = clamped(second * cosine + along_a, a.half);
    let mut direction = offset + b.axis.scaled(second) - a.axis.scaled(first);
    let radii = a.radius + b.radius;
    // The capsule around the center line of a cylinder, with the same radius, contains the cylinder. So if the two capsules are apart, the
    // cylinders are too. This test needs no square root.
    if direction.dot(direction) > (radii + margin) * (radii + margin) {
        return Some(false);
    }
    // The start of the projections, relative to the center of the first cylinder. It lies on the vector between the closest points of the
    // center lines and divides it in the ratio of the radii.
    let mut point = a.axis.scaled(first) + direction.scaled(if radii > 0.0 { a.radius / radii } else { 0.5 });
    for _ in 0..PROJECTIONS {
        if offset.dot(direction) > support(a, direction) + support(b, direction) + margin * norm(direction) {
            return Some(false);
        }
        point += delta_into(a, point, margin).unwrap_or_default();
        let Some(to_second) = delta_into(b, point - offset, margin) else { return Some(true) };
        direction = to_second;
        point += to_second.scaled(OVERSHOOT);
    }
    None
}

/// Clamps a number to the interval from −limit to limit.
#[inline]
fn clamped(c: f64, limit: f64) -> f64 {
    c.max(-limit).min(limit)
}

/// The support function of a cylinder relative to its center, for a direction of any length.
#[inline]
fn support<const N: usize>(cylinder: &CylinderCore<f64, N>, direction: Vector<f64, N>) -> f64 {
    let along = direction.dot(cylinder.axis);
    cylinder.half * along.abs() + cylinder.radius * norm(direction - cylinder.axis.scaled(along))
}

/// The vector from a point to the closest point that is inside a cylinder by at least `margin`. The point is given relative to the center
/// of the cylinder. `None` if the point itself is inside by more than `margin`.
#[inline]
fn delta_into<const N: usize>(
    cylinder: &CylinderCore<f64, N>,
    point: Vector<f64, N>,
    margin: f64,
) -> Option<Vector<f64, N>> {
    let half = cylinder.half - margin;
    let radius = cylinder.radius - margin;
    let along = point.dot(cylinder.axis);
    let side = point - cylinder.axis.scaled(along);
    let squared = side.dot(side);
    let axial = cylinder.axis.scaled(clamped(along, half) - along);
    if radius > 0.0 && squared < radius * radius {
        return (along.abs() >= half).then_some(axial);
    }
    Some(axial + side.scaled(radius / squared.sqrt() - 1.0))
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::{Relation, Vector, contact_within};

    /// If `relate` decides a pair, the separation that the contact query returns has the same sign. This is tested for thin and for flat
    /// cylinders too.
    #[test]
    fn early_out_agrees_with_search() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut apart = 0;
        let mut overlapping = 0;
        for _ in 0..20_000 {
            let mut number = |least: f32, limit: f32| least + (limit - least) * rng.f32();
            let mut cylinder = |support: f32| {
                let [center, axis] = [support, 1.0].map(|c| Vector([(); 3].map(|()| number(-c, c))));
                let [half, radius] = [(); 2].map(|()| 2.0 * number(0.1, 1.0).powi(3));
                OrientedCylinder::new(center, axis, half, radius).unwrap()
            };
            let p = cylinder(0.0);
            let q = cylinder(1.2);
            match relate::<_, 3, Relation>(&p, &q) {
                None | Some(Relation::Touching) => {}
                Some(Relation::Apart) => {
                    apart += 1;
                    assert!(contact_within(p, q, 0.0).is_none(), "{p:?} {q:?}");
                }
                Some(Relation::Overlapping) => {
                    overlapping += 1;
                    assert!(contact_within(p, q, 0.0).is_some_and(|c| c.separation < 0.0), "{p:?} {q:?}");
                }
            }
        }
        assert!(apart > 5_000 && overlapping > 5_000, "{apart} {overlapping}");
    }
}
