//! Ray casts against balls, capsules and boxes, by closed forms for 2D and 3D. All coordinates are relative to the start of the ray.

use super::measure::{clamped, dot, l1_norm, norm, unit};
use super::rounding_error;
use crate::Vector;
use crate::narrow::tolerance::{PARALLEL_RAY_ERRORS, ROTATED_COORDINATE_ERROR, SLOW_RAY};
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::view::{HalfSpaceCore, OrientedCore};

/// A hit of a ray on a shape: the distance along the ray, and the unit normal of the surface there.
pub(crate) type RawHit<R, const N: usize> = (R, Vector<R, N>);

/// The largest squared sine of the angle between a ray and an axis at which the two count as parallel.
#[inline]
pub(crate) fn max_parallel_squared_sine<R: Real>() -> R {
    rounding_error(R::EPSILON) * R::from_f64(PARALLEL_RAY_ERRORS)
}

/// The hit at distance zero of a ray that starts inside a rounded shape (a core with a radius); `None` if the ray starts outside.
///
/// `nearest` is the point of the core that is closest to the start of the ray, relative to this start. So the start is inside if the length
/// of `nearest` is at most `radius`. If the ray starts on the surface within rounding and points inwards, the hit has the normal of the
/// surface; otherwise its normal is the opposite of the direction. Not inlined, because rays that start outside would otherwise have to
/// store registers on the stack.
#[inline(never)]
pub(crate) fn hit_at_start<R: Real, const N: usize>(
    nearest: Vector<R, N>,
    radius: R,
    magnitude: R,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let length = nearest.length();
    let tolerance = rounding_error(magnitude);
    // The condition is also true if the length is NaN.
    if !(length <= radius + tolerance) {
        return None;
    }
    let on_surface = length >= radius - tolerance && radius > tolerance && nearest.dot(direction) > R::ZERO;
    let normal = if on_surface { nearest.scaled(-R::ONE / length) } else { -direction };
    Some((R::ZERO, normal))
}

#[inline(always)]
pub(crate) fn ball<R: Real, const N: usize>(
    center: Vector<R, N>,
    radius: R,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let magnitude = l1_norm(center) + radius;
    let tolerance = rounding_error(magnitude);
    let along = center.dot(direction);
    let threshold = radius + tolerance;
    let across = center - direction.scaled(along);
    let squared = dot(across, across);
    // The ray misses if the ball is behind the start, or if the line of the ray is too far from the center. Both conditions are tested in
    // one comparison, for a single branch. It is also true if a coordinate is NaN.
    if !((squared - threshold * threshold).max(-along - threshold) <= R::ZERO) {
        return None;
    }
    let (mut distance, mut normal) = chord_entry(along, across, radius, tolerance, direction);
    // Two variables instead of a tuple, so that the hit stays in registers.
    if !(distance > R::ZERO) {
        (distance, normal) = hit_at_start(center, radius, magnitude, direction)?;
    }
    Some((distance, normal))
}

/// The hit at which the line of a ray enters a ball; the distance is negative if the hit is behind the start of the ray. `None` if the line
/// misses the ball.
#[inline]
pub(crate) fn ball_entry<R: Real, const N: usize>(
    center: Vector<R, N>,
    radius: R,
    tolerance: R,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let along = center.dot(direction);
    let across = center - direction.scaled(along);
    let squared = dot(across, across);
    let threshold = radius + tolerance;
    // The condition is also true if a coordinate is NaN.
    if !(squared <= threshold * threshold) {
        return None;
    }
    Some(chord_entry(along, across, radius, tolerance, direction))
}

/// The hit at which the line of a ray enters a ball: half a chord before the point of the line that is closest to the center.
///
/// `along` is the distance of this closest point along the line, and `across` the vector from it to the center. Unlike the quadratic
/// formula, this method does not subtract squares of large numbers.
#[inline]
fn chord_entry<R: Real, const N: usize>(
    along: R,
    across: Vector<R, N>,
    radius: R,
    tolerance: R,
    direction: Vector<R, N>,
) -> RawHit<R, N> {
    let chord = radius * radius - dot(across, across);
    // If `chord` is not positive, the line grazes the ball, or the radius is zero. No closures are used, because the variables that they
    // capture would be stored on the stack.
    let half = if chord > R::ZERO { chord.sqrt() } else { R::ZERO };
    let out = if chord > R::ZERO { across + direction.scaled(half) } else { across };
    let length = dot(out, out).sqrt();
    let is_known = radius > tolerance && length > R::ZERO;
    let normal = if is_known { out.scaled(-R::ONE / length) } else { -direction };
    (along - half, normal)
}

/// The hit of a ray on a capsule, or on a segment if the radius is zero.
#[inline]
pub(crate) fn capsule<R: Real, const N: usize>(
    ends: [Vector<R, N>; 2],
    radius: R,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let [a, b] = ends;
    let axis_vector = b - a;
    let magnitude = l1_norm(a) + l1_norm(axis_vector) + radius;
    let tolerance = rounding_error(magnitude);
    if let Some(hit) = cast_clear(ends, radius, radius + tolerance + tolerance, direction) {
        return hit;
    }
    let (distance, normal) = segment_entry(ends, radius, tolerance, direction)?;
    if distance > R::ZERO {
        return Some((distance, normal));
    }
    let axis_squared = axis_vector.dot(axis_vector);
    let parameter = if axis_squared > R::ZERO { -a.dot(axis_vector) / axis_squared } else { R::ZERO };
    let (distance, normal) =
        hit_at_start(a + axis_vector.scaled(clamped(parameter)), radius, magnitude, direction)?;
    Some((distance, normal))
}

/// A fast test that decides most rays: `Some(None)` if the ray surely misses the capsule. In 2D also the hit, if the radius is zero and the
/// ray clearly crosses the segment. `None` for all other rays. `threshold` is the radius plus twice the rounding error. In 2D, a miss needs
/// no square root.
#[inline]
fn cast_clear<R: Real, const N: usize>(
    [a, b]: [Vector<R, N>; 2],
    radius: R,
    threshold: R,
    direction: Vector<R, N>,
) -> Option<Option<RawHit<R, N>>> {
    let before = a.dot(direction);
    let after = b.dot(direction);
    if const { N != 2 } {
        let behind = (before < -threshold) & (after < -threshold);
        let near = a - direction.scaled(before);
        let far = b - direction.scaled(after);
        let length = norm(near);
        return (behind | ((length > threshold) & (near.dot(far) > threshold * length))).then_some(None);
    }
    let [x, y] = xy(a);
    let [s, t] = xy(b);
    let [u, v] = xy(direction);
    let left = u * y - v * x;
    let other = u * t - v * s;
    // The ray misses if both ends of the segment are on the same side of it, farther away than the threshold, or if both are behind the
    // start. Both conditions are tested in one comparison, for a single branch.
    let line_distance = left.min(other).max(-left.max(other));
    if line_distance.max(-before.max(after)) > threshold {
        return Some(None);
    }
    let is_crossed = (radius <= R::ZERO) & (left.abs() > threshold) & (other.abs() > threshold);
    let distance = before + (after - before) * (left / (left - other));
    if !(is_crossed && distance > threshold) {
        // The ray misses if its line crosses the segment behind the start. However, the start must surely be off the line of the segment,
        // because rounding may otherwise hide a hit at the start.
        let is_clear_of_line =
            distance.abs() * (left - other).abs() > threshold * ((s - x).abs() + (t - y).abs());
        return (is_crossed && distance < -threshold && is_clear_of_line).then_some(None);
    }
    let sign = if left > other { R::ONE } else { -R::ONE };
    let scale = sign / ((s - x) * (s - x) + (t - y) * (t - y)).sqrt();
    Some(Some((distance, Vector([(t - y) * scale, (x - s) * scale]).resized())))
}

/// The hit at which the line of a ray enters a capsule; the distance is negative if the hit is behind the start of the ray. `None` if the
/// line misses the capsule.
///
/// The capsule is the union of balls whose centers are on its segment. `parameter` is the position on the segment of the center of that
/// ball which the line enters first. It is the root of a quadratic equation. If the root is beyond an end of the segment, the line first
/// enters the ball at this end.
///
/// The equation is solved in the projection along the ray: there, the segment starts at `near` and has the direction `side`.
#[inline]
pub(crate) fn segment_entry<R: Real, const N: usize>(
    [a, b]: [Vector<R, N>; 2],
    radius: R,
    tolerance: R,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let axis_vector = b - a;
    let before = a.dot(direction);
    let along = axis_vector.dot(direction);
    let near = a - direction.scaled(before);
    let side = axis_vector - direction.scaled(along);
    let side_squared = side.dot(side);
    let axis_squared = axis_vector.dot(axis_vector);
    // These values hold if the segment is parallel to the ray. The line then enters the ball at one end of the segment, the end that the
    // ray reaches first. So `parameter` is beyond that end.
    let mut parameter = if along > R::ZERO { -R::ONE } else { R::ONE + R::ONE };
    let mut depth = R::ZERO;
    // The segment also counts as parallel if both ends are equally far from the ray within rounding, although the segment is long.
    let is_parallel = side_squared <= axis_squared * max_parallel_squared_sine()
        || side_squared <= tolerance * tolerance
            && axis_squared * R::from_f64(SLOW_RAY * SLOW_RAY) > tolerance * tolerance;
    if !is_parallel {
        let inverse = R::ONE / side_squared;
        let middle = near.dot(side) * inverse;
        let offset = near - side.scaled(middle);
        let squared = offset.dot(offset);
        let threshold = radius + tolerance;
        if squared > threshold * threshold {
            return None;
        }
        let chord = radius * radius - squared;
        let slope =
            if chord > R::ZERO { (chord * inverse * (R::ONE / axis_squared)).sqrt() } else { R::ZERO };
        parameter = -middle - along * slope;
        depth = slope * side_squared;
    }
    let beyond = parameter < R::ZERO || parameter > R::ONE;
    let mut hit = if beyond {
        let mut hit = ball_entry(if parameter < R::ZERO { a } else { b }, radius, tolerance, direction)?;
        // At an end of the segment, the normal must not point towards the other end. With a small radius, rounding may rotate the normal by
        // a large angle. Its component along the segment is then removed.
        let lean = hit.1.dot(axis_vector);
        if lean != R::ZERO && (lean > R::ZERO) == (parameter < R::ZERO) {
            hit.1 = unit(hit.1 - axis_vector.scaled(lean / axis_squared)).unwrap_or(hit.1);
        }
        hit
    } else {
        let out = near + side.scaled(parameter) + direction.scaled(depth);
        // `out` is the vector from the hit to the center of the ball that the line enters. In exact arithmetic it is perpendicular to the
        // segment. Its rounding error along the segment may be large compared with a small radius, so it is removed.
        let out = out - axis_vector.scaled(out.dot(axis_vector) / axis_squared);
        (before + parameter * along - depth, unit(-out).unwrap_or(-direction))
    };
    // With a radius of zero, the normal is perpendicular to the segment. The only exception is a hit at the end that the ray reaches first.
    if radius <= tolerance && (!beyond || (parameter < R::ZERO) == (along < R::ZERO)) {
        let across = axis_vector.scaled(along / axis_squared) - direction;
        // The component along the segment is subtracted a second time, which removes the rounding error of the first time.
        hit.1 =
            unit(across - axis_vector.scaled(across.dot(axis_vector) / axis_squared)).unwrap_or(-direction);
    }
    Some(hit)
}

/// Casts a ray against a half-space with a radius: the distance and the normal of the plane. A ray that starts inside hits at distance zero,
/// with a normal opposite to its direction. If it starts on the surface within rounding and points inwards, the normal is that of the plane.
pub(crate) fn half_space<R: Real, const N: usize>(
    shape: &HalfSpaceCore<R, N>,
    radius: R,
    from: Vector<R, N>,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let height = shape.height(from) - radius;
    let terms = shape.normal.zip(from - shape.point, |n, c| (n * c).abs());
    let tolerance = if shape.axis().is_some() { R::ZERO } else { rounding_error(l1_norm(terms) + radius) };
    let speed = shape.normal.dot(direction);
    if height < -tolerance {
        return Some((R::ZERO, -direction));
    }
    if height <= tolerance {
        return Some((R::ZERO, if speed < R::ZERO { shape.normal } else { -direction }));
    }
    // The comparison is also false if a coordinate is NaN.
    (speed < R::ZERO && height < R::INFINITY).then(|| (-height / speed, shape.normal))
}

/// The hit of a ray on an axis-aligned box by the slab method (T. Kay and J. Kajiya, Ray Tracing Complex Scenes, 1986). The slab of an axis
/// is the space between the two faces of the box perpendicular to that axis. The ray is in the box while it is in all slabs. The corners of
/// the box are relative to the start of the ray.
#[inline]
pub(crate) fn slabs<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let (axis, distance) = slab_entry(min, max, direction)?;
    let normal = match axis {
        Some(axis) => Vector::ZERO.with(axis, if direction[axis] > R::ZERO { -R::ONE } else { R::ONE }),
        None => -direction,
    };
    Some((distance, normal))
}

/// The axis of the face at which the ray enters an axis-aligned box, and the distance along the ray. The axis is `None` and the distance
/// zero if the ray starts inside. Returns `None` if the ray misses the box.
#[inline(always)]
pub(crate) fn slab_entry<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    direction: Vector<R, N>,
) -> Option<(Option<usize>, R)> {
    let mut enter = (R::NEG_INFINITY, 0);
    let mut exit = (R::INFINITY, 0);
    for k in 0..N {
        let speed = direction[k];
        if speed == R::ZERO {
            let out = if min[k] > R::ZERO { min[k] } else { -max[k] };
            if out > R::ZERO && out > rounding_error(magnitude(min, max)) {
                return None;
            }
        } else {
            let inverse = R::ONE / speed;
            let from = min[k] * inverse;
            let to = max[k] * inverse;
            let (near, far) = if speed > R::ZERO { (from, to) } else { (to, from) };
            enter = if near > enter.0 { (near, k) } else { enter };
            exit = if far < exit.0 { (far, k) } else { exit };
        }
        // A NaN has no ordering, so the function returns `None` if a coordinate is NaN.
        min[k].partial_cmp(&max[k])?;
    }
    let latest = enter.1;
    let last = exit.1;
    // The first element of `enter` is rounded twice: it is a product with the reciprocal of the speed. A single division gives a more
    // accurate distance.
    let mut distance =
        (if direction[latest] > R::ZERO { min[latest] } else { max[latest] }) / direction[latest];
    let mut first = latest;
    if direction[first].abs() < R::from_f64(SLOW_RAY) && distance > R::ZERO {
        (first, distance) = entry_along_face(min, max, direction, (first, distance));
    }
    if enter.0 > exit.0 {
        let slowest =
            if direction[latest].abs() < direction[last].abs() { direction[latest] } else { direction[last] };
        let tolerance = rounding_error(magnitude(min, max));
        // The ray leaves the slab of one axis before it enters the slab of another one, so it misses. If it passes within the tolerance, it
        // may still graze an edge.
        if (enter.0 - exit.0) * slowest.abs() > tolerance + tolerance {
            return None;
        }
        distance = grazing_entry(min, max, direction, tolerance, distance)?;
    }
    if distance > R::ZERO {
        return Some((Some(first), distance));
    }
    let tolerance = rounding_error(magnitude(min, max));
    if -exit.0 * direction[last].abs() > tolerance {
        return None;
    }
    let on_surface = -enter.0 * direction[first].abs() <= tolerance && -enter.0 < exit.0;
    Some((on_surface.then_some(first), R::ZERO))
}

/// The entry of a ray that is almost parallel to the face at which it seems to enter a box. If the ray is in the slab of this face within
/// rounding, it runs along the face and enters the box elsewhere, earlier. The distance is zero if it is there at the start. `entry` is the
/// axis of the face and the distance; it is returned unless the ray runs along the face.
#[cold]
fn entry_along_face<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    direction: Vector<R, N>,
    entry: (usize, R),
) -> (usize, R) {
    // The coordinates of an oriented box have been rotated, so their error is larger.
    let tolerance = rounding_error(magnitude(min, max)) * R::from_f64(ROTATED_COORDINATE_ERROR);
    let near = |k: usize| (if direction[k] > R::ZERO { min[k] } else { max[k] }) / direction[k];
    // The axis of the slab, extended by the tolerance, that the ray enters last.
    let mut last = None;
    let mut enter = R::ZERO;
    for k in (0..N).filter(|k| direction[*k] != R::ZERO) {
        let extended = near(k) - tolerance / direction[k].abs();
        if extended > enter {
            last = Some(k);
            enter = extended;
        }
    }
    match last {
        Some(last) if last == entry.0 => entry,
        Some(last) => (last, near(last).max(R::ZERO)),
        None => (entry.0, R::ZERO),
    }
}

/// The distance at which a ray hits a box that it only grazes: it hits the box extended by the tolerance. The result is the argument
/// `distance`, at most the distance at which the ray leaves the extended box. `None` if the ray misses the extended box.
#[inline(never)]
pub(crate) fn grazing_entry<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    direction: Vector<R, N>,
    tolerance: R,
    distance: R,
) -> Option<R> {
    let mut enter = R::NEG_INFINITY;
    let mut exit = R::INFINITY;
    for k in (0..N).filter(|k| direction[*k] != R::ZERO) {
        let (near, far) = if direction[k] > R::ZERO { (min[k], max[k]) } else { (max[k], min[k]) };
        let slack = tolerance / direction[k].abs();
        let near = near / direction[k] - slack;
        let far = far / direction[k] + slack;
        enter = enter.max(near);
        exit = exit.min(far);
    }
    (enter <= exit).then_some(exit.min(distance))
}

/// The largest absolute value of the finite coordinates of a box.
pub(crate) fn magnitude<R: Real, const N: usize>(min: Vector<R, N>, max: Vector<R, N>) -> R {
    let larger_finite = |threshold: R, c: R| {
        if c.abs() > threshold && c.abs() < R::INFINITY { c.abs() } else { threshold }
    };
    min.0.into_iter().chain(max.0).fold(R::ZERO, larger_finite)
}

/// Whether a ray surely misses a box. Needs no division: it tests separating axes, namely the direction of the ray and directions
/// perpendicular to it (in 3D, also perpendicular to an axis of the box).
#[inline]
fn surely_misses<R: Real, const N: usize>(
    center: Vector<R, N>,
    half: Vector<R, N>,
    direction: Vector<R, N>,
) -> bool {
    let tolerance = rounding_error(l1_norm(center) + l1_norm(half));
    let mut projected = tolerance + tolerance;
    for i in 0..N {
        projected = projected + half[i] * direction[i].abs();
    }
    let mut missed = dot(center, direction) < -projected;
    for i in 0..N {
        for j in 0..i {
            let offset = (center[i] * direction[j] - center[j] * direction[i]).abs();
            let projected = half[i] * direction[j].abs() + half[j] * direction[i].abs();
            missed |= offset > projected + (tolerance + tolerance);
        }
    }
    missed
}

/// The axis of the side at which a ray in 2D enters a box, and the distance, computed by a single division. `None` if rounding may decide
/// which side the ray enters or whether it hits the box at all.
#[inline]
fn clear_entry<R: Real, const N: usize>(
    center: Vector<R, N>,
    half: Vector<R, N>,
    direction: Vector<R, N>,
) -> Option<(usize, R)> {
    let tolerance = rounding_error(l1_norm(center) + l1_norm(half));
    let [x, y] = xy(center);
    let [w, h] = xy(half);
    let [u, v] = xy(direction);
    let across = u.abs();
    let up = v.abs();
    // For each axis, how far in front of the box the start is. The ray enters at the axis whose distance it covers later. To compare the
    // two times without divisions, both are multiplied by the product of the speeds along both axes.
    let near = [if u > R::ZERO { x } else { -x } - w, if v > R::ZERO { y } else { -y } - h];
    let first = near[0] * up;
    let second = near[1] * across;
    let is_second = second > first;
    let (ahead, speed) = if is_second { (near[1], up) } else { (near[0], across) };
    let threshold = tolerance + tolerance;
    let is_met = (x * v - y * u).abs() + threshold < w * up + h * across;
    let is_clear = is_met & ((first - second).abs() > threshold) & (ahead > threshold);
    (N == 2 && is_clear).then(|| (usize::from(is_second), ahead / speed))
}

/// The hit on an oriented box, computed in its local space.
#[inline(always)]
pub(crate) fn cast_oriented_box<R: Real, const N: usize>(
    shape: &OrientedCore<R, N>,
    from: Vector<R, N>,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let center = shape.center - from;
    let local = |v: Vector<R, N>| Vector::<R, N>(crate::vector::from_fn(|k| dot(shape.axes[k], v)));
    let center = local(center);
    let half = shape.half;
    let ray = local(direction);
    if surely_misses(center, half, ray) {
        return None;
    }
    let outwards = |axis: usize| {
        let normal = shape.axes[axis];
        if ray[axis] > R::ZERO { -normal } else { normal }
    };
    if let Some((axis, distance)) = clear_entry(center, half, ray) {
        return Some((distance, outwards(axis)));
    }
    let (axis, distance) = slab_entry(center - half, center + half, ray)?;
    Some((distance, axis.map_or(-direction, outwards)))
}
