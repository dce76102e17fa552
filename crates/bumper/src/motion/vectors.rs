//! Vector operations of movers: projection onto surfaces, and conversion to the scalar.

use super::tolerance::{INTEGER_TOLERANCE, MIN_EDGE_SINE, PARALLEL_TOLERANCE};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// The largest number of surfaces that constrain the rest of a step. If the mover hits more, only the latest ones count.
pub(super) const MAX_SURFACES: usize = 8;

/// The vector closest to `v` that points into none of the given surfaces. `surfaces` are the normals of the surfaces. Zero if every other
/// vector points into one of them.
pub(super) fn project_onto_surfaces<const N: usize>(
    v: Vector<f64, N>,
    surfaces: &[Vector<f64, N>],
) -> Vector<f64, N> {
    let tolerance = v.length() * PARALLEL_TOLERANCE;
    let free = |v: &Vector<f64, N>| surfaces.iter().all(|normal| v.dot(*normal) >= -tolerance);
    let flat = |v: Vector<f64, N>, normal: Vector<f64, N>| v - normal.scaled(v.dot(normal));
    if free(&v) {
        return v;
    }
    let longer = |a: &Vector<f64, N>, b: &Vector<f64, N>| a.dot(*a).total_cmp(&b.dot(*b));
    // Projects `v` onto one surface or, in 3D, onto the edge between two surfaces. For an edge, the component along the normal of the first
    // surface is removed first. Then the component across the edge in the first surface is removed.
    let on_one = surfaces.iter().map(|normal| flat(v, *normal)).filter(free).max_by(longer);
    let edges = || {
        let pairs =
            surfaces.iter().enumerate().flat_map(|(k, p)| surfaces[..k].iter().map(move |q| (*p, *q)));
        let edge = |(p, q): (Vector<f64, N>, Vector<f64, N>)| {
            let within = flat(q, p);
            let length = within.length();
            (length > MIN_EDGE_SINE).then(|| flat(flat(v, p), within.scaled(1.0 / length)))
        };
        pairs.filter_map(edge).filter(free).max_by(longer)
    };
    on_one.or_else(|| if N > 2 { edges() } else { None }).unwrap_or_default()
}

/// Divides a number by the smallest step of the scalar, and rounds the quotient if it is almost an integer. Returns the quotient and
/// whether it was rounded.
fn steps<S: Scalar>(number: f64) -> (f64, bool) {
    let steps = number / S::QUANTUM;
    let rounded = crate::scalar::round::round(steps);
    if (steps - rounded).abs() < INTEGER_TOLERANCE { (rounded, true) } else { (steps, false) }
}

/// Converts a vector to the scalar: rounds to nearest for floats, and truncates towards zero for integers and fixed point. `None` if a
/// coordinate leaves the range of the scalar.
pub(super) fn to_scalar<S: Scalar, const N: usize>(v: Vector<f64, N>) -> Option<Vector<S, N>> {
    let value = |number: f64| match S::nearest(number) {
        Some(near) if S::IS_FLOAT || (near.to_f64() - number).abs() < INTEGER_TOLERANCE * S::QUANTUM => {
            Some(near)
        }
        _ if S::IS_FLOAT => None,
        _ => S::nearest(crate::scalar::round::trunc(number / S::QUANTUM) * S::QUANTUM),
    };
    v.map(value).all_some()
}

/// Converts a step that ends at a surface to the scalar. Works like [`to_scalar`], except if the normal of the surface is axis-aligned:
/// then the component on this axis is rounded to nearest, not truncated. The scalar can represent the exact distance to such a surface, so
/// the nearest value is the exact distance.
pub(super) fn round_step<S: Scalar, const N: usize>(
    step: Vector<f64, N>,
    normal: Option<Vector<f64, N>>,
) -> Option<Vector<S, N>> {
    let nearest = step.map(S::nearest).all_some()?;
    let cut = to_scalar(step)?;
    let square = |axis: usize| normal.is_some_and(|normal| normal[axis].abs() == 1.0);
    Some(Vector(crate::vector::from_fn(|axis| if square(axis) { nearest[axis] } else { cut[axis] })))
}

/// Rounds a step along an oblique surface to integers or fixed point, so that rounding leads away from the surface and not into it. For
/// floats and for axis-aligned surfaces, returns the step unchanged.
pub(super) fn round_away_from_surface<S: Scalar, const N: usize>(
    step: Vector<f64, N>,
    normal: Vector<f64, N>,
) -> Vector<f64, N> {
    if S::IS_FLOAT || normal.0.iter().any(|c| c.abs() == 1.0) {
        return step;
    }
    step.zip(normal, |c, n| {
        let (count, is_whole) = steps::<S>(c);
        let count = match n {
            _ if is_whole => count,
            n if n > 0.0 => crate::scalar::round::ceil(count),
            n if n < 0.0 => crate::scalar::round::floor(count),
            _ => crate::scalar::round::trunc(count),
        };
        count * S::QUANTUM
    })
}

/// A displacement of the given length in a direction. For integers and fixed point, each component is rounded away from zero. A component
/// out of the range of the scalar becomes zero.
pub(super) fn round_away_from_zero<S: Scalar, const N: usize>(
    direction: Vector<f64, N>,
    length: f64,
) -> Vector<S, N> {
    let value = |c: f64| {
        let number = c * length;
        if S::IS_FLOAT {
            return S::nearest(number).unwrap_or_default();
        }
        let (count, _) = steps::<S>(number);
        S::nearest(
            if count > 0.0 { crate::scalar::round::ceil(count) } else { crate::scalar::round::floor(count) }
                * S::QUANTUM,
        )
        .unwrap_or_default()
    };
    direction.map(value)
}

/// The cosine of an angle in radians, from 0 to π/2, accurate to a few ulps. It is computed from the sine of half the angle, whose series
/// needs few terms. Unlike the functions of `libm`, it is available in every build.
pub(super) fn cosine(angle: f64) -> f64 {
    let half = angle * 0.5;
    let square = half * half;
    // The series x − x³/3! + … of the sine by Horner's method. The first omitted term, x¹⁹/19!, is less than the rounding error of x for
    // angles up to π/4.
    let series = (1..9).rev().fold(1.0, |sum, k| 1.0 - sum * square / f64::from(2 * k * (2 * k + 1)));
    let sine = half * series;
    1.0 - 2.0 * sine * sine
}

/// The tangent of an angle in radians that is at least 0 and less than π/2. It is computed from [`cosine`], so it is available in every
/// build, too.
pub(super) fn tangent(angle: f64) -> f64 {
    let cosine = cosine(angle);
    Real::sqrt((1.0 - cosine) * (1.0 + cosine)) / cosine
}

/// The horizontal part of a normal, as a unit vector; `None` if the surface is level.
pub(super) fn level_normal<const N: usize>(
    normal: Vector<f64, N>,
    up: Vector<f64, N>,
) -> Option<Vector<f64, N>> {
    let level = normal - up.scaled(normal.dot(up));
    let length = level.length();
    (length > MIN_EDGE_SINE).then(|| level.scaled(1.0 / length))
}

/// The smallest height of a corner of a box.
pub(super) fn lowest_height<const N: usize>(aabb: &Aabb<f64, N>, up: Vector<f64, N>) -> f64 {
    let lowest = |axis: usize| (aabb.min()[axis] * up[axis]).min(aabb.max()[axis] * up[axis]);
    (0..N).map(lowest).sum()
}
