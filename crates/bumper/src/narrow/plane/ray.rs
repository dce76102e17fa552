//! Rays on a plane: in closed form for every core. A polygon with a radius is met as a point that moves is.

use super::{Meeting, meeting};
use crate::Vector;
use crate::form::{Convex, Core, Corners, ROOM};
use crate::narrow::measure::size;
use crate::narrow::ray::{Hit, ball, capsule, slabs, turned};
use crate::narrow::{ellipse, roundings};
use crate::scalar::Real;
use crate::shape::polygon::flat;

/// How far a point goes along a unit vector until it meets the shape, and the normal there: at most `reach`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn cast<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
    reach: R,
) -> Option<Hit<R, N>> {
    let radius = shape.radius;
    let (distance, normal) = match &shape.core {
        Core::Point(center) => ball(*center - from, radius, way),
        Core::Segment([p, q]) => capsule([*p - from, *q - from], radius, way),
        Core::Upright([min, max]) => slabs(*min - from, *max - from, way),
        Core::Box(shape) => turned(shape, from, way),
        Core::Triangle(corners) => outline(3, |index| corners[index], from, way),
        Core::Corners(_) if radius > R::default() => return rounded(shape, from, way, reach),
        Core::Corners(corners) => polygon(corners, from, way),
        Core::Ellipse(_) | Core::Cylinder(_) => return ellipse::cast(shape, from, way, reach),
    }?;
    // Also false for NaN.
    (distance <= reach).then_some((distance, normal))
}

#[inline(never)]
fn rounded<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
    reach: R,
) -> Option<Hit<R, N>> {
    let zero = R::default();
    match meeting(shape, &Convex::point(from), way, reach)? {
        Meeting::Never => None,
        Meeting::At { time, normal, .. } => Some((time, normal)),
        // One that starts on the boundary, but for rounding, meets the shape right there.
        Meeting::Touching { normal, .. } if reach >= zero && normal.dot(way) < zero => Some((zero, normal)),
        Meeting::Inside | Meeting::Touching { .. } => (reach >= zero).then(|| (zero, -way)),
    }
}

/// A polygon: the ray is brought to its corners as they were given, so that short edges keep their direction.
#[cfg_attr(not(debug_assertions), inline(always))]
fn polygon<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    if corners.is_as_given() {
        return given(corners, from, way);
    }
    let (distance, normal) = given(corners, corners.local(from), corners.local_direction(way))?;
    Some((distance, corners.turn(normal)))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn given<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let mut room = [Vector::default(); ROOM];
    match corners.given(&mut room) {
        Some(corners) => outline(corners.len(), |index| corners[index], from, way),
        None => outline(corners.len(), |index| corners.given_at(index), from, way),
    }
}

/// A convex polygon by its corners, counterclockwise: the line is within all edges at once (M. Cyrus and
/// J. Beck, Generalized Two- and Three-Dimensional Clipping, Computers and Graphics 3, 1978).
#[cfg_attr(not(debug_assertions), inline(always))]
fn outline<R: Real, const N: usize>(
    len: usize,
    corner: impl Fn(usize) -> Vector<R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
    let at = |index: usize| corner(index) - from;
    let [u, v] = flat(way);
    // Most rays miss: those with all corners on one side of them, or behind them.
    let (mut most, mut least, mut ahead, mut size_of) = (-infinity, infinity, -infinity, zero);
    for index in 0..len {
        let [x, y] = flat(at(index));
        let (left, along, sum) = (u * y - v * x, u * x + v * y, size(x) + size(y));
        most = if left > most { left } else { most };
        least = if left < least { left } else { least };
        ahead = if along > ahead { along } else { ahead };
        size_of = if sum > size_of { sum } else { size_of };
    }
    let tolerance = roundings(size_of);
    // Also true for NaN.
    let may_meet =
        (tolerance < infinity) & (least <= tolerance) & (most >= -tolerance) & (ahead >= -tolerance);
    if !may_meet {
        return None;
    }
    // Across the ray, where is it passed from right to left, and where back? Those are the edges that the line enters and leaves by.
    let (mut enter, mut exit) = (-infinity, infinity);
    let (mut near, mut far) = (None, None);
    let mut p = flat(at(len - 1));
    let mut left = u * p[1] - v * p[0];
    for index in 0..len {
        let q = flat(at(index));
        let next = u * q[1] - v * q[0];
        // Counterclockwise: the edge goes from the right to the left of the ray where that leaves.
        if left < zero && next >= zero || left > zero && next <= zero || left == zero && next != zero {
            let share = left / (left - next);
            let (along, other) = (u * p[0] + v * p[1], u * q[0] + v * q[1]);
            let place = along + (other - along) * share;
            if next > left {
                if place < exit {
                    (exit, far) = (place, Some(index));
                }
            } else if place > enter {
                (enter, near) = (place, Some(index));
            }
        }
        (p, left) = (q, next);
    }
    // With corners on both sides it goes through, also where rounding has turned over what is thin.
    let is_through = enter <= exit + tolerance || most > tolerance && least < -tolerance;
    match (near, far) {
        (Some(near), Some(_)) if is_through => {
            // Between the corners as they lie: seen from far, a short edge would lose its direction.
            let (p, q) = (corner(if near > 0 { near - 1 } else { len - 1 }), corner(near));
            within(enter, exit, flat(p - from), flat(q - p), tolerance, way)
        }
        _ => grazed(len, at, tolerance, way),
    }
}

/// Where a line enters at an edge, by a corner seen from the start and the vector to the next: at once, if that is behind the start.
#[cfg_attr(not(debug_assertions), inline(always))]
fn within<R: Real, const N: usize>(
    enter: R,
    exit: R,
    p: [R; 2],
    edge: [R; 2],
    tolerance: R,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let zero = R::default();
    if exit < -tolerance {
        return None;
    }
    let (x, y) = (edge[1], -edge[0]);
    let scale = R::from_f64(1.0) / Real::sqrt(x * x + y * y);
    let normal: Vector<R, N> = Vector([x * scale, y * scale]).resized();
    if enter > zero {
        return Some((enter, normal));
    }
    // On the surface, but for rounding, and inwards, the normal is that of the surface.
    let on_surface =
        (p[0] * normal[0] + p[1] * normal[N - 1]).distance(zero) <= tolerance && exit > tolerance;
    Some((zero, if on_surface { normal } else { -way }))
}

/// A line that passes no edge, or two of which rounding hides which is first: it grazes a corner or goes along an edge. The normal is
/// across it.
#[cold]
fn grazed<R: Real, const N: usize>(
    len: usize,
    at: impl Fn(usize) -> Vector<R, N>,
    tolerance: R,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let zero = R::default();
    let [u, v] = flat(way);
    let (mut first, mut last, mut left) = (R::from_f64(f64::INFINITY), R::from_f64(f64::NEG_INFINITY), zero);
    for [x, y] in (0..len).map(|index| flat(at(index))) {
        let off = u * y - v * x;
        left = left + off;
        if size(off) <= tolerance {
            let along = u * x + v * y;
            first = if along < first { along } else { first };
            last = if along > last { along } else { last };
        }
    }
    if !(last >= -tolerance) {
        return None;
    }
    let normal = if left > zero { Vector([v, -u]) } else { Vector([-v, u]) };
    Some((if first > zero { first } else { zero }, normal.resized()))
}
