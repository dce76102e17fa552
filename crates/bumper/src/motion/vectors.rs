//! Steps as vectors: what of one is left at surfaces, and made of values of the scalar; and what is met on one.

use super::obstacles::{Movable, Obstacle, around};
use super::tolerance::{EDGE, FLAT, WHOLE, WITHIN};
use crate::query::contact::contact;
use crate::query::entry::{Entry, entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Relate, Relation, Shape, Side, Vector};

/// How far a box is from the end of its bounds that an inward normal on an axis belongs to.
pub(super) fn room<S: Scalar, const N: usize>(
    bounds: &Aabb<S, N>,
    around: &Aabb<f64, N>,
    axis: usize,
    sign: f64,
) -> f64 {
    match sign {
        -1.0 => bounds.max()[axis].to_f64() - around.max()[axis],
        _ => around.min()[axis] - bounds.min()[axis].to_f64(),
    }
}

/// The first entry of any part of a mover.
pub(super) fn entry_of<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    rest: Vector<f64, N>,
    obstacle: &Obstacle<'_, S, N>,
) -> Option<Entry<N>> {
    if obstacle.one_way.is_some_and(|side| !side.faces(rest.scaled(-1.0))) {
        return None;
    }
    let mut first: Option<Entry<N>> = None;
    mover.each_part(&mut |part| {
        if let Some(entry) = entry(&part, rest, &obstacle.shape)
            && first.is_none_or(|first| (entry.time, entry.corner) < (first.time, first.corner))
        {
            first = Some(entry);
        }
    });
    // A one-way side lets out what is within, by more than rounding, and holds only what comes to that side.
    let within = || {
        overlaps(mover, &obstacle.shape)
            && push(mover, &obstacle.shape)
                .is_none_or(|(depth, normal)| depth > WITHIN * roundings(mover, normal))
    };
    let holds = |side: Side| first.is_some_and(|first| side.faces(first.normal)) && !within();
    first.filter(|_| obstacle.one_way.is_none_or(holds))
}

/// About what rounding does to a place of a mover in a direction; nothing with whole numbers. How large its coordinates on other axes
/// are has no part in it.
pub(super) fn roundings<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    direction: Vector<f64, N>,
) -> f64 {
    let (true, Some(around)) = (S::IS_FLOAT, around(mover)) else { return 0.0 };
    let farthest = around.min().zip(around.max(), |low, high| low.abs().max(high.abs()));
    farthest.dot(direction.map(f64::abs)) * S::Real::EPSILON.to_f64()
}

/// Whether any part of a mover overlaps a shape.
pub(super) fn overlaps<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    shape: &Shape<'_, S, N>,
) -> bool {
    let mut found = false;
    // The one form in which movers ask for relations: each is compiled by itself.
    mover.each_part(&mut |part| found = found || part.relation(shape) == Relation::Overlapping);
    found
}

/// How far and which way the deepest part of a mover gets out of a shape.
pub(super) fn push<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    shape: &Shape<'_, S, N>,
) -> Option<(f64, Vector<f64, N>)> {
    let mut deepest: Option<(f64, Vector<f64, N>)> = None;
    mover.each_part(&mut |part| {
        let found = contact(*shape, part);
        let depth = -found.separation.to_f64();
        if depth.is_finite() && deepest.is_none_or(|deepest| depth > deepest.0) {
            deepest = Some((depth, found.normal.map(Scalar::to_f64)));
        }
    });
    deepest
}

/// What of a vector is left when it goes into none of some surfaces: the nearest vector that does not.
pub(super) fn along<const N: usize>(v: Vector<f64, N>, surfaces: &[Vector<f64, N>]) -> Vector<f64, N> {
    let tolerance = v.length() * FLAT;
    let free = |v: &Vector<f64, N>| surfaces.iter().all(|normal| v.dot(*normal) >= -tolerance);
    let flat = |v: Vector<f64, N>, normal: Vector<f64, N>| v - normal.scaled(v.dot(normal));
    if free(&v) {
        return v;
    }
    let longer = |a: &Vector<f64, N>, b: &Vector<f64, N>| a.dot(*a).total_cmp(&b.dot(*b));
    // On one surface; else along the edge of two. Flat on both is flat on one and on what of the other lies in it.
    let on_one = surfaces.iter().map(|normal| flat(v, *normal)).filter(free).max_by(longer);
    let edges = || {
        let pairs =
            surfaces.iter().enumerate().flat_map(|(k, p)| surfaces[..k].iter().map(move |q| (*p, *q)));
        let edge = |(p, q): (Vector<f64, N>, Vector<f64, N>)| {
            let within = flat(q, p);
            let length = within.length();
            (length > EDGE).then(|| flat(flat(v, p), within.scaled(1.0 / length)))
        };
        pairs.filter_map(edge).filter(free).max_by(longer)
    };
    on_one.or_else(|| if N > 2 { edges() } else { None }).unwrap_or_default()
}

/// A number in steps of the scalar, if it is within a hair of whole ones.
fn steps<S: Scalar>(number: f64) -> (f64, bool) {
    let steps = number / S::QUANTUM;
    let whole = crate::scalar::round::round(steps);
    if (steps - whole).abs() < WHOLE { (whole, true) } else { (steps, false) }
}

/// Made of values of the scalar: to the nearest for floats, else cut off towards zero.
pub(super) fn cut<S: Scalar, const N: usize>(v: Vector<f64, N>) -> Option<Vector<S, N>> {
    let value = |number: f64| match S::nearest(number) {
        Some(near) if S::IS_FLOAT || (near.to_f64() - number).abs() < WHOLE * S::QUANTUM => Some(near),
        _ if S::IS_FLOAT => None,
        _ => S::nearest(crate::scalar::round::trunc(number / S::QUANTUM) * S::QUANTUM),
    };
    v.map(value).all_some()
}

/// The same for a step up to a surface: square to it to the nearest, as the distance of two values is one.
pub(super) fn rounded<S: Scalar, const N: usize>(
    step: Vector<f64, N>,
    normal: Option<Vector<f64, N>>,
) -> Option<Vector<S, N>> {
    let nearest = step.map(S::nearest).all_some()?;
    let cut = cut(step)?;
    let square = |axis: usize| normal.is_some_and(|normal| normal[axis].abs() == 1.0);
    Some(Vector(crate::vector::from_fn(|axis| if square(axis) { nearest[axis] } else { cut[axis] })))
}

/// For whole numbers, a step along a surface made of whole ones that lead away from it, where it does not lie along an axis.
pub(super) fn outward<S: Scalar, const N: usize>(
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

/// A step of at least this length in a direction, on each axis.
pub(super) fn away<S: Scalar, const N: usize>(direction: Vector<f64, N>, length: f64) -> Vector<S, N> {
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

/// The cosine of an angle from 0 to 90 degrees, to the last digits: by the sine of its half, which needs few terms of its
/// series. Movers need no other, and have it in every build.
pub(super) fn cosine(degrees: f64) -> f64 {
    let half = degrees * (core::f64::consts::PI / 360.0);
    let square = half * half;
    // x - x³/3! + … from the end, by Horner: the term left out, x¹⁹/19!, is below a rounding of its first at 45 degrees.
    let series = (1..9).rev().fold(1.0, |sum, k| 1.0 - sum * square / f64::from(2 * k * (2 * k + 1)));
    let sine = half * series;
    1.0 - 2.0 * sine * sine
}

/// The tangent of an angle from 0 to less than 90 degrees.
pub(super) fn tangent(degrees: f64) -> f64 {
    let cosine = cosine(degrees);
    Real::sqrt((1.0 - cosine) * (1.0 + cosine)) / cosine
}
