//! Rays against what has the same closed form on a plane and in space: balls, capsules and boxes. Everything is seen from the
//! start of the ray.

use super::measure::{abs, dot, extent, larger, norm, smaller, unit};
use super::rounding_error;
use crate::Vector;
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::view::OrientedCore;

/// A distance along the ray and the unit normal there.
pub(crate) type Hit<R, const N: usize> = (R, Vector<R, N>);

/// How many squares of EPSILON, beside those of [`rounding_error`], the square of such a sine holds.
const ALONG: f64 = 4.0;

/// The square of the sine of an angle that is all rounding: a ray that makes it with an axis goes along that.
#[inline]
pub(crate) fn parallel<R: Real>() -> R {
    rounding_error(R::EPSILON) * R::from_f64(ALONG)
}

/// A ray that has entered before it starts: it hits at once where it starts within a radius of the core, of which it sees the
/// nearest point. On the surface, but for rounding, and inwards, the normal is that of the surface. Not inlined: few rays start there,
/// and what it needs would be put aside for all.
#[inline(never)]
pub(crate) fn start<R: Real, const N: usize>(
    nearest: Vector<R, N>,
    radius: R,
    magnitude: R,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let length = nearest.length();
    let tolerance = rounding_error(magnitude);
    // Also true for NaN.
    if !(length <= radius + tolerance) {
        return None;
    }
    let on_surface = length >= radius - tolerance && radius > tolerance && nearest.dot(way) > R::default();
    let normal = if on_surface { nearest.scaled(R::from_f64(-1.0) / length) } else { -way };
    Some((R::default(), normal))
}

#[inline(always)]
pub(crate) fn ball<R: Real, const N: usize>(
    center: Vector<R, N>,
    radius: R,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let magnitude = extent(center) + radius;
    let tolerance = rounding_error(magnitude);
    let (along, most) = (center.dot(way), radius + tolerance);
    let across = center - way.scaled(along);
    let squared = dot(across, across);
    // Behind the start it is not met, nor beside it. One comparison for both, so that there is one jump. Also true for NaN.
    if !(larger(squared - most * most, -along - most) <= R::default()) {
        return None;
    }
    let (mut distance, mut normal) = half_a_chord_before((along, across, squared), radius, tolerance, way);
    // Taken apart, or whatever is found would be kept in memory.
    if !(distance > R::default()) {
        (distance, normal) = start(center, radius, magnitude, way)?;
    }
    Some((distance, normal))
}

/// Where a line enters a ball.
#[inline]
pub(crate) fn ball_entry<R: Real, const N: usize>(
    center: Vector<R, N>,
    radius: R,
    tolerance: R,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let along = center.dot(way);
    let across = center - way.scaled(along);
    let squared = dot(across, across);
    let most = radius + tolerance;
    // Also true for NaN.
    if !(squared <= most * most) {
        return None;
    }
    Some(half_a_chord_before((along, across, squared), radius, tolerance, way))
}

/// Where a line enters a ball: half a chord before the point that is nearest to the centre, by how far along the line that is, the way
/// from the line to the centre, and its square. Unlike the quadratic formula, that subtracts no squares of large numbers.
#[inline]
fn half_a_chord_before<R: Real, const N: usize>(
    (along, across, squared): (R, Vector<R, N>, R),
    radius: R,
    tolerance: R,
    way: Vector<R, N>,
) -> Hit<R, N> {
    let zero = R::default();
    let chord = radius * radius - squared;
    // It grazes, or there is no radius, where there is no chord. No closures here: what they borrow is kept in memory.
    let half = if chord > zero { Real::sqrt(chord) } else { zero };
    let out = if chord > zero { across + way.scaled(half) } else { across };
    let length = Real::sqrt(dot(out, out));
    let is_known = radius > tolerance && length > zero;
    let normal = if is_known { out.scaled(R::from_f64(-1.0) / length) } else { -way };
    (along - half, normal)
}

/// A segment with a radius, perhaps none.
#[inline]
pub(crate) fn capsule<R: Real, const N: usize>(
    ends: [Vector<R, N>; 2],
    radius: R,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let [a, b] = ends;
    let spine = b - a;
    let magnitude = extent(a) + extent(spine) + radius;
    let tolerance = rounding_error(magnitude);
    if let Some(plain) = plainly(ends, radius, radius + tolerance + tolerance, way) {
        return plain;
    }
    let (distance, normal) = segment_entry(ends, radius, tolerance, way)?;
    if distance > zero {
        return Some((distance, normal));
    }
    let long = spine.dot(spine);
    let place = if long > zero { -a.dot(spine) / long } else { zero };
    let place = if place < zero { zero } else { place };
    let (distance, normal) =
        start(a + spine.scaled(if place > one { one } else { place }), radius, magnitude, way)?;
    Some((distance, normal))
}

/// What most rays do to a segment with a radius, told without a root: they surely stay farther away than that, or plainly cross one
/// without a radius. `most` is the radius and twice the rounding. `None` for others.
#[inline]
fn plainly<R: Real, const N: usize>(
    [a, b]: [Vector<R, N>; 2],
    radius: R,
    most: R,
    way: Vector<R, N>,
) -> Option<Option<Hit<R, N>>> {
    let (before, after) = (a.dot(way), b.dot(way));
    if const { N != 2 } {
        let behind = (before < -most) & (after < -most);
        let (near, far) = (a - way.scaled(before), b - way.scaled(after));
        let length = norm(near);
        return (behind | ((length > most) & (near.dot(far) > most * length))).then_some(None);
    }
    let ([x, y], [s, t], [u, v]) = (flat(a), flat(b), flat(way));
    let (left, other) = (u * y - v * x, u * t - v * s);
    // How far both ends are on one side of the ray, or behind its start: one comparison, so that there is one jump.
    let beside = larger(smaller(left, other), -larger(left, other));
    if larger(beside, -larger(before, after)) > most {
        return Some(None);
    }
    let is_crossed = (radius <= R::default()) & (abs(left) > most) & (abs(other) > most);
    let distance = before + (after - before) * (left / (left - other));
    if !(is_crossed && distance > most) {
        // Behind the start, which is surely off the line of the segment.
        let is_off = abs(distance) * abs(left - other) > most * (abs(s - x) + abs(t - y));
        return (is_crossed && distance < -most && is_off).then_some(None);
    }
    let turn = if left > other { R::from_f64(1.0) } else { R::from_f64(-1.0) };
    let scale = turn / Real::sqrt((s - x) * (s - x) + (t - y) * (t - y));
    Some(Some((distance, Vector([(t - y) * scale, (x - s) * scale]).resized())))
}

/// Where a line enters a capsule. Of all balls along the segment the one that the line enters first is at a place that is a
/// root; beyond the ends it is the ball there. Seen along the ray, the segment goes from `near` by `side`.
#[inline]
pub(crate) fn segment_entry<R: Real, const N: usize>(
    [a, b]: [Vector<R, N>; 2],
    radius: R,
    tolerance: R,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let spine = b - a;
    let (before, along) = (a.dot(way), spine.dot(way));
    let (near, side) = (a - way.scaled(before), spine - way.scaled(along));
    let (wide, long) = (side.dot(side), spine.dot(spine));
    // Along the ray both ends are one: the line enters at the first.
    let mut place = if along > zero { -one } else { one + one };
    let mut depth = zero;
    if wide > long * parallel() {
        let inverse = one / wide;
        let middle = near.dot(side) * inverse;
        let off = near - side.scaled(middle);
        let squared = off.dot(off);
        let most = radius + tolerance;
        if squared > most * most {
            return None;
        }
        let chord = radius * radius - squared;
        let slope = if chord > zero { Real::sqrt(chord * inverse * (one / long)) } else { zero };
        place = -middle - along * slope;
        depth = slope * wide;
    }
    let beyond = place < zero || place > one;
    let mut hit = if beyond {
        let mut hit = ball_entry(if place < zero { a } else { b }, radius, tolerance, way)?;
        // No normal leans to the other end: beside a small radius, rounding may turn it by much.
        let lean = hit.1.dot(spine);
        if lean != zero && (lean > zero) == (place < zero) {
            hit.1 = unit(hit.1 - spine.scaled(lean / long)).unwrap_or(hit.1);
        }
        hit
    } else {
        let out = near + side.scaled(place) + way.scaled(depth);
        // Square to the spine: what rounding left along it is much, beside a small radius.
        let out = out - spine.scaled(out.dot(spine) / long);
        (before + place * along - depth, unit(-out).unwrap_or(-way))
    };
    // Without thickness it is met across the segment, or at the end that looks to the ray.
    if radius <= tolerance && (!beyond || (place < zero) == (along < zero)) {
        let across = spine.scaled(along / long) - way;
        // Twice is enough: what rounding left along the segment is gone.
        hit.1 = unit(across - spine.scaled(across.dot(spine) / long)).unwrap_or(-way);
    }
    Some(hit)
}

/// A box by the slab method (T. Kay and J. Kajiya, Ray Tracing Complex Scenes, 1986): the ray is within all pairs of planes
/// at once. Its corners are seen from the start.
#[inline]
pub(crate) fn slabs<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let (axis, distance) = slab_entry(min, max, way)?;
    let one = R::from_f64(1.0);
    let normal = match axis {
        Some(axis) => Vector::default().with(axis, if way[axis] > R::default() { -one } else { one }),
        None => -way,
    };
    Some((distance, normal))
}

/// The axis whose plane is met first, and how far; none where the ray starts within.
#[inline(always)]
pub(crate) fn slab_entry<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    way: Vector<R, N>,
) -> Option<(Option<usize>, R)> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let infinity = R::from_f64(f64::INFINITY);
    let (mut enter, mut exit) = ((-infinity, 0), (infinity, 0));
    for k in 0..N {
        let speed = way[k];
        if speed == zero {
            let out = if min[k] > zero { min[k] } else { -max[k] };
            if out > zero && out > rounding_error(magnitude(min, max)) {
                return None;
            }
        } else {
            let inverse = one / speed;
            let (from, to) = (min[k] * inverse, max[k] * inverse);
            let (near, far) = if speed > zero { (from, to) } else { (to, from) };
            enter = if near > enter.0 { (near, k) } else { enter };
            exit = if far < exit.0 { (far, k) } else { exit };
        }
        // Not for a NaN.
        min[k].partial_cmp(&max[k])?;
    }
    let (first, last) = (enter.1, exit.1);
    // Divided at last, so that it is rounded once.
    let mut distance = (if way[first] > zero { min[first] } else { max[first] }) / way[first];
    if enter.0 > exit.0 {
        let slowest = if abs(way[first]) < abs(way[last]) { way[first] } else { way[last] };
        let tolerance = rounding_error(magnitude(min, max));
        // It leaves one pair of planes before it enters another: by more than an edge that grazes?
        if (enter.0 - exit.0) * abs(slowest) > tolerance + tolerance {
            return None;
        }
        distance = grazed(min, max, way, tolerance, distance)?;
    }
    if distance > zero {
        return Some((Some(first), distance));
    }
    let tolerance = rounding_error(magnitude(min, max));
    if -exit.0 * abs(way[last]) > tolerance {
        return None;
    }
    let on_surface = -enter.0 * abs(way[first]) <= tolerance && -enter.0 < exit.0;
    Some((on_surface.then_some(first), zero))
}

/// Where a ray meets a box that is larger by a tolerance, as near as can be to a distance.
#[inline(never)]
pub(crate) fn grazed<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    way: Vector<R, N>,
    tolerance: R,
    distance: R,
) -> Option<R> {
    let (mut enter, mut exit) = (R::from_f64(f64::NEG_INFINITY), R::from_f64(f64::INFINITY));
    for k in (0..N).filter(|k| way[*k] != R::default()) {
        let (near, far) = if way[k] > R::default() { (min[k], max[k]) } else { (max[k], min[k]) };
        let slack = tolerance / abs(way[k]);
        let (near, far) = (near / way[k] - slack, far / way[k] + slack);
        enter = if near > enter { near } else { enter };
        exit = if far < exit { far } else { exit };
    }
    (enter <= exit).then_some(if distance < exit { distance } else { exit })
}

/// The largest of the coordinates that are finite.
pub(crate) fn magnitude<R: Real, const N: usize>(min: Vector<R, N>, max: Vector<R, N>) -> R {
    let larger =
        |most: R, c: R| if abs(c) > most && abs(c) < R::from_f64(f64::INFINITY) { abs(c) } else { most };
    min.0.into_iter().chain(max.0).fold(R::default(), larger)
}

/// Whether a ray surely misses a box, known without a division: the box is behind its start, or reaches less far across the ray than
/// its centre is off.
#[inline(always)]
fn misses<R: Real, const N: usize>(center: Vector<R, N>, half: Vector<R, N>, way: Vector<R, N>) -> bool {
    let tolerance = rounding_error(extent(center) + extent(half));
    let mut reach = tolerance + tolerance;
    for i in 0..N {
        reach = reach + half[i] * abs(way[i]);
    }
    let mut missed = dot(center, way) < -reach;
    for i in 0..N {
        for j in 0..i {
            let off = abs(center[i] * way[j] - center[j] * way[i]);
            let reach = half[i] * abs(way[j]) + half[j] * abs(way[i]);
            missed |= off > reach + (tolerance + tolerance);
        }
    }
    missed
}

/// Where a ray on a plane plainly enters a box: the side that it meets first is known by far more than rounding, and so is that it meets
/// the box, before any number is divided by another. `None` for others.
#[inline]
fn enters<R: Real, const N: usize>(
    center: Vector<R, N>,
    half: Vector<R, N>,
    way: Vector<R, N>,
) -> Option<(usize, R)> {
    let tolerance = rounding_error(extent(center) + extent(half));
    let ([x, y], [w, h], [u, v]) = (flat(center), flat(half), flat(way));
    let (across, up) = (abs(u), abs(v));
    // How far in front of the box the start is on each axis, and when it is past that, times both speeds.
    let near = [if u > R::default() { x } else { -x } - w, if v > R::default() { y } else { -y } - h];
    let (first, second) = (near[0] * up, near[1] * across);
    let is_second = second > first;
    let (ahead, speed) = if is_second { (near[1], up) } else { (near[0], across) };
    let most = tolerance + tolerance;
    let is_met = abs(x * v - y * u) + most < w * up + h * across;
    let is_well_scaled = is_met & (abs(first - second) > most) & (ahead > most);
    (N == 2 && is_well_scaled).then(|| (usize::from(is_second), ahead / speed))
}

/// A box in any direction, in its own frame.
#[inline(always)]
pub(crate) fn turned<R: Real, const N: usize>(
    shape: &OrientedCore<R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
) -> Option<Hit<R, N>> {
    let center = shape.center - from;
    let local = |v: Vector<R, N>| Vector::<R, N>(crate::vector::from_fn(|k| dot(shape.axes[k], v)));
    let (center, half, ray) = (local(center), shape.half, local(way));
    if misses(center, half, ray) {
        return None;
    }
    if let Some((axis, distance)) = enters(center, half, ray) {
        let normal = shape.axes[axis];
        return Some((distance, if ray[axis] > R::default() { -normal } else { normal }));
    }
    let (axis, distance) = slab_entry(center - half, center + half, ray)?;
    let normal = match axis {
        Some(axis) => {
            let normal = shape.axes[axis];
            if ray[axis] > R::default() { -normal } else { normal }
        }
        None => -way,
    };
    Some((distance, normal))
}
