//! Closed forms in 2D: the separation of a point and a core with straight edges, and the separation of two axis-aligned boxes.
//!
//! The separation of a point and a polygon follows from the edge along whose normal the separation is largest
//! ([`separation_at_edge`]).

use super::degenerate::{is_short, separation_at_short_edge, separation_from_boundary};
use super::edges::{Edges, FourPoints, SeparatingEdge, largest, reduce};
use super::point_separation::{
    PointSeparation, between_points, is_segment_within_limit, is_within_limit, segment_separation,
    separation_of_points,
};
use crate::Vector;
use crate::narrow::measure::l1_norm;
use crate::narrow::tolerance::{NO_LENGTH, SQUARED_HEIGHT_ERROR};
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::vector::from_fn;
use crate::view::{Core, Corners, OrientedCore, SMALL_POLYGON};

/// The separation of two axis-aligned boxes, whose ends may be infinite. The gap on each axis is rounded only once.
#[inline]
pub(super) fn separation_of_aabbs<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
) -> Separation<R, N> {
    let mut outside = Vector::<R, N>::ZERO;
    let mut best = (R::NEG_INFINITY, Vector::ZERO);
    let mut witnesses = [Vector::<R, N>::ZERO; 2];
    for axis in 0..N {
        let forwards = q[0][axis] - p[1][axis];
        let backwards = p[0][axis] - q[1][axis];
        let (gap, sign) = if backwards > forwards { (backwards, -R::ONE) } else { (forwards, R::ONE) };
        if gap > R::ZERO {
            outside[axis] = gap * sign;
        }
        if gap > best.0 {
            best = (gap, Vector::ZERO.with(axis, sign));
        }
        let low = q[0][axis].max(p[0][axis]);
        let high = q[1][axis].min(p[1][axis]);
        let middle = low + (high - low) * R::HALF;
        let ends = if sign > R::ZERO { [p[1][axis], q[0][axis]] } else { [p[0][axis], q[1][axis]] };
        let both = if gap > R::ZERO { ends } else { [middle, middle] };
        (witnesses[0][axis], witnesses[1][axis]) = (both[0], both[1]);
    }
    // A NaN makes the comparison of both ends of an interval false.
    let mut is_sound = true;
    for k in 0..N {
        is_sound &= (p[0][k] <= p[1][k]) & (q[0][k] <= q[1][k]);
    }
    if !is_sound {
        return Separation { length: R::NAN, normal: Vector::ZERO, witnesses: None };
    }
    if best.0 > R::ZERO {
        let length = outside.length();
        return Separation { length, normal: outside.scaled(R::ONE / length), witnesses: Some(witnesses) };
    }
    Separation { length: best.0, normal: best.1, witnesses: None }
}

/// The signed separation of a core and a point, with the normal from the core to the point. `None` for curved cores. Also `None` if an
/// inexpensive test shows that the separation is above `limit`; a larger separation may nevertheless be returned.
#[inline(always)]
pub(crate) fn separation_from_point<R: Real, const N: usize>(
    core: &Core<'_, R, N>,
    point: Vector<R, N>,
    limit: R,
) -> Option<PointSeparation<R, N>> {
    match core {
        Core::Point(center) => Some(between_points(*center, point)),
        // A `match` on a boolean instead of `bool::then`: the variables that its closure captures would be spilled to the stack.
        Core::Segment(ends) => match is_segment_within_limit(*ends, point, limit) {
            true => Some(segment_separation(*ends, point)),
            false => None,
        },
        Core::Aabb(ends) => aabb_separation(*ends, point, limit),
        Core::Box(shape) => box_separation(shape, point, limit),
        Core::Triangle(corners) => triangle_separation(*corners, point, limit),
        Core::Corners(corners) => polygon_separation(corners, point, limit),
        Core::HalfSpace(half_space) => {
            Some(PointSeparation { length: half_space.height(point), normal: half_space.normal })
        }
        Core::Ellipse(_) | Core::Cylinder(_) => None,
    }
}

/// The separation of an axis-aligned box and a point. `None` if it is above `limit`, which is decided without a square root.
#[inline(always)]
fn aabb_separation<R: Real, const N: usize>(
    ends: [Vector<R, N>; 2],
    point: Vector<R, N>,
    limit: R,
) -> Option<PointSeparation<R, N>> {
    match is_within_limit(squared_distance_to_aabb(ends, point), limit, limit.abs()) {
        true => {
            let Separation { length, normal, .. } = separation_of_aabbs(ends, [point, point]);
            Some(PointSeparation { length, normal })
        }
        false => None,
    }
}

/// The squared distance of a point from an axis-aligned box. A NaN propagates, unless it is in only one of the two ends of an axis.
#[inline]
pub(super) fn squared_distance_to_aabb<R: Real, const N: usize>(
    [min, max]: [Vector<R, N>; 2],
    point: Vector<R, N>,
) -> R {
    (0..N).fold(R::ZERO, |squared, axis| {
        let before = min[axis] - point[axis];
        let after = point[axis] - max[axis];
        let outside = after.max(before);
        let outside = if outside <= R::ZERO { R::ZERO } else { outside };
        squared + outside * outside
    })
}

/// The separation of an oriented box and a point, computed in the local space of the box, in which it is axis-aligned.
#[inline(always)]
fn box_separation<R: Real, const N: usize>(
    shape: &OrientedCore<R, N>,
    point: Vector<R, N>,
    limit: R,
) -> Option<PointSeparation<R, N>> {
    let delta = point - shape.center;
    let local: Vector<R, N> = Vector(crate::vector::from_fn(|k| delta.dot(shape.axes[k])));
    let found = aabb_separation([-shape.half, shape.half], local, limit + rounding_error(l1_norm(delta)))?;
    let turn = |v: Vector<R, N>| (0..N).fold(Vector::ZERO, |sum, k| sum + shape.axes[k].scaled(v[k]));
    Some(PointSeparation { length: found.length, normal: turn(found.normal) })
}

/// The separation of a polygon and a point. The point is transformed into the local space of the polygon, so that short edges keep their
/// direction.
#[inline(never)]
fn polygon_separation<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    point: Vector<R, N>,
    limit: R,
) -> Option<PointSeparation<R, N>> {
    if corners.is_as_given() {
        return local_polygon_separation(corners, point, limit);
    }
    let found = local_polygon_separation(
        corners,
        corners.local(point),
        limit + rounding_error(l1_norm(point) + limit.abs()),
    )?;
    Some(PointSeparation { length: found.length, normal: corners.turn(found.normal) })
}

/// The separation of a polygon and a point, both in the local space of the polygon.
#[inline]
fn local_polygon_separation<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    point: Vector<R, N>,
    limit: R,
) -> Option<PointSeparation<R, N>> {
    let mut buffer = [Vector::ZERO; SMALL_POLYGON];
    let all = corners.given(&mut buffer).filter(|all| all.len() <= SMALL_POLYGON).unwrap_or_default();
    match (all, all.first_chunk::<4>(), all.last_chunk::<4>()) {
        ([a, b, c], ..) => triangle_separation([*a, *b, *c], point, limit),
        // A polygon of four to eight corners fills eight SIMD lanes: its first four and its last four corners. With fewer than eight
        // corners, some corners are in two lanes.
        (_, Some(first), Some(last)) => {
            let eight: [Vector<R, N>; SMALL_POLYGON] =
                from_fn(|k| if k < 4 { first[k] } else { last[k - 4] });
            small_polygon_separation(&eight, *all.get(4).unwrap_or(&first[0]), all, point, limit)
        }
        _ => large_polygon_separation(corners, point),
    }
}

/// The separation of a triangle and a point.
#[inline(always)]
fn triangle_separation<R: Real, const N: usize>(
    corners: [Vector<R, N>; 3],
    point: Vector<R, N>,
    limit: R,
) -> Option<PointSeparation<R, N>> {
    let [a, b, c] = corners;
    small_polygon_separation(&[a, b, c, a], a, &corners, point, limit)
}

/// The separation of a point and a small convex polygon, counterclockwise. `None` if a comparison of squared distances shows that it is
/// above `limit`, as it does for most distant points.
///
/// - `corners`: one corner for each SIMD lane, the start of an edge. A triangle has four lanes; the last one repeats the first corner.
///   Other polygons have eight lanes: their first four and their last four corners.
/// - `fifth`: the end of the edge that starts in the fourth lane. For a triangle it is the corner of that lane, so this edge has no length.
/// - `all`: each corner once.
#[inline(always)]
fn small_polygon_separation<R: Real, const W: usize, const N: usize>(
    corners: &[Vector<R, N>; W],
    fifth: Vector<R, N>,
    all: &[Vector<R, N>],
    point: Vector<R, N>,
    limit: R,
) -> Option<PointSeparation<R, N>> {
    let relative: [[R; 2]; W] = from_fn(|k| xy(corners[k] - point));
    let x: [R; W] = from_fn(|k| relative[k][0]);
    let y: [R; W] = from_fn(|k| relative[k][1]);
    // Edges are differences of the original corners, because differences of corners relative to a distant point would lose the direction of
    // short edges.
    let edge = |k: usize| xy((if k == 3 { fifth } else { corners[(k + 1) & (W - 1)] }) - corners[k]);
    let u: [R; W] = from_fn(|k| edge(k)[1]);
    let v: [R; W] = from_fn(|k| -edge(k)[0]);
    // For each edge, the signed distance of the point from its line, positive outside, times the length of the edge.
    let heights: [R; W] = from_fn(|k| R::ZERO - (x[k] * u[k] + y[k] * v[k]));
    let squares: [R; W] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
    let max_squared = limit * limit * R::from_f64(1.0 + SQUARED_HEIGHT_ERROR * R::EPSILON.to_f64());
    let size = l1_norm(point);
    let mut is_above_limit = false;
    for k in 0..W {
        // Rounding of the corners rotates short edges, so a distant point may wrongly seem to be in front of one. The subtraction of the
        // rounding error prevents that.
        let distance = x[k].abs() + y[k].abs();
        let height = heights[k] - rounding_error(size + distance) * distance;
        is_above_limit |= (height > R::ZERO) & (height * height > max_squared * squares[k]);
    }
    if is_above_limit & (limit >= R::ZERO) {
        return None;
    }
    // If an edge is no longer than the rounding error of the longest edge, rounding may have given it any direction. Such an edge is
    // ignored. With four lanes the shape is a segment or a triangle, and only edges of length zero are ignored: whatever rounding does to
    // three corners, they form a triangle, and no corner is in front of an edge.
    let longest = if W > 4 { reduce(&squares, R::max) } else { R::ZERO };
    let shortest = longest * R::from_f64(NO_LENGTH * NO_LENGTH) * R::EPSILON * R::EPSILON;
    let scale: [R; W] = from_fn(|k| if squares[k] > shortest { R::ONE / squares[k].sqrt() } else { R::ZERO });
    let gaps: [R; W] =
        from_fn(|k| if squares[k] > shortest { heights[k] * scale[k] } else { R::NEG_INFINITY });
    let mut best = (R::NEG_INFINITY, 0);
    for first in (0..W).step_by(4) {
        let (gap, lane) = largest(from_fn(|k| gaps[first + k]));
        best = if gap > best.0 { (gap, first + lane) } else { best };
    }
    let lane = best.1 & (W - 1);
    let normal = Vector([u[lane] * scale[lane], v[lane] * scale[lane]]);
    let index = if lane < 4 { lane } else { all.len() + lane - W };
    let edge = SeparatingEdge { gap: best.0, normal, index, second: false };
    Some(separation_at_edge(all.len(), &|index| all[index], point, &edge, |_| longest))
}

/// The separation of a point and a polygon with any number of corners. Processes four edges at a time and reads their corners from memory
/// for each group, because many corners do not fit into registers.
#[inline(never)]
fn large_polygon_separation<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    point: Vector<R, N>,
) -> Option<PointSeparation<R, N>> {
    let len = corners.len();
    let at = |index: usize| corners.given_at(index);
    let mut best = SeparatingEdge { gap: R::NEG_INFINITY, normal: Vector::ZERO, index: 0, second: false };
    for first in (0..len).step_by(4) {
        let five: [Vector<R, N>; 5] = from_fn(|k| at(if first + k < len { first + k } else { 0 }));
        let relative = FourPoints::new(from_fn(|k| Vector(xy(five[k] - point))));
        let edges = FourPoints::new(from_fn(|k| Vector(xy(five[k + 1] - five[k]))));
        let edges = Edges::from_edges(relative, edges, R::ZERO);
        let (gap, lane) = largest(edges.distances_of_origin());
        if gap > best.gap {
            best = SeparatingEdge { gap, normal: edges.normal(lane), index: first + lane, second: false };
        }
    }
    // The squared length of the longer one of the two edges next to an edge. If one of these two has no length, the result is infinite, so
    // that the edge between them counts as short.
    let longest = |index: usize| {
        let squared = |from: usize| {
            let edge = at((from + 1) % len) - at(from % len);
            edge.dot(edge)
        };
        let [before, after] = [squared(index + len - 1), squared(index + 1)];
        match before.min(after) > R::ZERO {
            true => before.max(after),
            false => R::INFINITY,
        }
    };
    Some(separation_at_edge(len, &at, point, &best, longest))
}

/// The separation of a point and a convex polygon, given the edge along whose normal the separation is largest. The closest point is on
/// this edge or near one of its ends.
///
/// - `len`, `at`: the number of corners, and the corner with a given index.
/// - `best`: the edge.
/// - `longest`: returns the squared length that the edge with a given index is compared with, that of the longest edge of the polygon or
///   of the longer neighbour. If the edge is much shorter, it is short, so rounding may have rotated it. With a result of zero, no edge
///   is short.
#[inline]
fn separation_at_edge<R: Real, const N: usize>(
    len: usize,
    at: &impl Fn(usize) -> Vector<R, N>,
    point: Vector<R, N>,
    best: &SeparatingEdge<R>,
    longest: impl FnOnce(usize) -> R,
) -> PointSeparation<R, N> {
    // If no edge has a length, the separation is −∞. This happens far from the origin, if rounding has moved all corners to the same point.
    let SeparatingEdge { gap, normal, index, .. } = *best;
    if gap <= R::NEG_INFINITY {
        return separation_of_points(at(0), point, R::ZERO, Vector::ZERO.with(0, R::ONE));
    }
    let next = if index + 1 < len { index + 1 } else { 0 };
    let normal = normal.resized();
    let from = at(index);
    let to = at(next);
    let edge = to - from;
    let offset = point - from;
    let squared = edge.dot(edge);
    let along = offset.dot(edge);
    let outside = gap > R::ZERO;
    // A projection beyond the end of the edge is verified from that end. For a point near the end, the rounding error is smaller there.
    let is_past_end = |along: R| along > squared && !((point - to).dot(edge) <= R::ZERO);
    let tolerance = rounding_error(l1_norm(edge) + l1_norm(offset));
    if !outside && gap >= -tolerance {
        return separation_from_boundary(len, at, point, tolerance + tolerance);
    }
    if !(along >= R::ZERO) || is_past_end(along) {
        let forwards = along > squared;
        let near = separation_past_corner(len, at, if forwards { next } else { index }, forwards, point);
        return match near {
            // `found` is the separation from the next edge. The point is in front of the edge `index`, but behind the next one. This
            // contradiction occurs in a sliver: rounding has rotated its short end edge, so the next edge found may be on the far side. So
            // the edges beyond the other end of the edge `index` are tried too.
            Ok(found) if outside && found.length < R::ZERO => {
                let index = if forwards { index } else { next };
                match separation_past_corner(len, at, index, !forwards, point) {
                    Ok(other) if other.length > found.length => other,
                    Ok(_) | Err(_) => found,
                }
            }
            Ok(found) => found,
            Err(corner) if outside => separation_of_points(corner, point, l1_norm(edge), normal),
            Err(_) => PointSeparation { length: gap, normal },
        };
    }
    let found = PointSeparation { length: gap, normal };
    match outside && is_short(squared, longest(index)) {
        true => separation_at_short_edge(len, at, point, [from, to], found),
        false => found,
    }
}

/// The separation of a polygon and a point beyond an end of an edge, at the corner `index`. Because of rounding, the point may be beside
/// one of the next edges. The result is then the separation from that edge. Otherwise, `Err` returns the closest corner.
#[inline]
fn separation_past_corner<R: Real, const N: usize>(
    len: usize,
    at: &impl Fn(usize) -> Vector<R, N>,
    mut index: usize,
    forwards: bool,
    point: Vector<R, N>,
) -> Result<PointSeparation<R, N>, Vector<R, N>> {
    let mut corner = at(index);
    for _ in 0..len {
        index = match forwards {
            true if index + 1 < len => index + 1,
            true => 0,
            false if index > 0 => index - 1,
            false => len - 1,
        };
        let next = at(index);
        let edge = next - corner;
        let offset = point - corner;
        // Edges without length are skipped. The loop also ends if a projection is NaN.
        if !(offset.dot(edge) > R::ZERO) && next != corner {
            break;
        }
        // A point that is not past the far end is beside this edge. This is tested from the far end, because a projection measured from the
        // near end has too large a rounding error to be compared with the length of the edge.
        if (point - next).dot(edge) < R::ZERO {
            let [x, y] = xy(edge);
            let scale = R::ONE / edge.dot(edge).sqrt();
            let left: Vector<R, N> = Vector([-y * scale, x * scale]).resized();
            let (normal, ends) = if forwards { (-left, [corner, next]) } else { (left, [next, corner]) };
            let found = PointSeparation { length: offset.dot(normal), normal };
            return Ok(separation_at_short_edge(len, at, point, ends, found));
        }
        corner = next;
    }
    Err(corner)
}
