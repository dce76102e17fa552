//! Ray casts in 2D, by a closed form for every shape except rounded polygons. A ray cast against a rounded polygon is computed as the sweep
//! of a point.

use super::{SweepResult, convex_cast};
use crate::Vector;
use crate::narrow::ray::{RawHit, ball, capsule, cast_oriented_box, half_space, slabs};
use crate::narrow::{ellipse, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::vector::Mapped;
use crate::view::{Convex, Core, Corners, HULL_BUFFER};

/// Casts a ray: the distance along a unit vector to the shape, and the normal there. `None` if the ray misses the shape or hits it beyond
/// `max_distance`.
#[inline(always)]
pub(crate) fn cast<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    direction: Vector<R, N>,
    max_distance: R,
) -> Option<RawHit<R, N>> {
    let radius = shape.radius;
    let (distance, normal) = match &shape.core {
        Core::Point(center) => ball(*center - from, radius, direction),
        Core::Segment([p, q]) => capsule([*p - from, *q - from], radius, direction),
        Core::Aabb([min, max]) => slabs(*min - from, *max - from, direction),
        Core::Box(shape) => cast_oriented_box(shape, from, direction),
        Core::Triangle(corners) => cast_corners(3, |index| corners[index], from, direction),
        Core::Corners(_) if radius > R::ZERO => {
            return cast_rounded(shape, from, direction, max_distance);
        }
        Core::Corners(corners) => cast_polygon(corners, from, direction),
        Core::HalfSpace(shape) => half_space(shape, radius, from, direction),
        Core::Ellipse(_) | Core::Cylinder(_) => return ellipse::cast(shape, from, direction, max_distance),
    }?;
    // The comparison is also false if the distance is NaN.
    (distance <= max_distance).then_some((distance, normal))
}

#[inline(never)]
fn cast_rounded<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    direction: Vector<R, N>,
    max_distance: R,
) -> Option<RawHit<R, N>> {
    match convex_cast(shape, &Convex::point(from), direction, max_distance)? {
        SweepResult::Never => None,
        SweepResult::At { time, normal, .. } => Some((time, normal)),
        // If the ray starts on the boundary within rounding and points inwards, the hit is at distance zero and has the normal of the
        // boundary.
        SweepResult::Touching { normal, .. }
            if max_distance >= R::ZERO && normal.dot(direction) < R::ZERO =>
        {
            Some((R::ZERO, normal))
        }
        SweepResult::Inside | SweepResult::Touching { .. } => {
            (max_distance >= R::ZERO).then(|| (R::ZERO, -direction))
        }
    }
}

/// The hit on a polygon. The ray is transformed into the local space of the polygon, so that short edges keep their direction.
#[inline]
fn cast_polygon<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    from: Vector<R, N>,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    if corners.is_as_given() {
        return cast_in_local_space(corners, from, direction);
    }
    if !corners.has_pose() {
        return cast_corners(corners.len(), |index| corners.at(index), from, direction);
    }
    let (distance, normal) =
        cast_in_local_space(corners, corners.local(from), corners.local_direction(direction))?;
    Some((distance, corners.turn(normal)))
}

#[inline]
fn cast_in_local_space<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    from: Vector<R, N>,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let mut buffer = [Vector::ZERO; HULL_BUFFER];
    match corners.given(&mut buffer) {
        Some(corners) => cast_corners(corners.len(), |index| corners[index], from, direction),
        None => cast_corners(corners.len(), |index| corners.given_at(index), from, direction),
    }
}

/// The extent of a polygon relative to a ray: `left` is the distance of a corner to the left of the ray, `along` its distance along the
/// ray.
struct PolygonExtent<R> {
    min_left: R,
    max_left: R,
    max_along: R,
    /// The rounding error of the other fields; infinite or NaN if a coordinate of the polygon is.
    tolerance: R,
}

impl<R: Real> PolygonExtent<R> {
    /// The extent of a polygon, given its corners relative to the start of the ray.
    #[inline(always)]
    fn new<const N: usize>(len: usize, at: impl Fn(usize) -> Vector<R, N>, [u, v]: [R; 2]) -> Self {
        let mut max_left = R::NEG_INFINITY;
        let mut min_left = R::INFINITY;
        let mut max_along = R::NEG_INFINITY;
        let mut size = R::ZERO;
        for index in 0..len {
            let [x, y] = xy(at(index));
            let left = u * y - v * x;
            let along = u * x + v * y;
            let sum = x.abs() + y.abs();
            max_left = max_left.max(left);
            min_left = min_left.min(left);
            max_along = max_along.max(along);
            size = size.max(sum);
        }
        Self { min_left, max_left, max_along, tolerance: rounding_error(size) }
    }

    /// Whether the ray may hit the polygon: not all corners are on one side of the ray, or behind its start. False if a coordinate is NaN.
    #[inline(always)]
    fn may_be_hit(&self) -> bool {
        (self.tolerance < R::INFINITY)
            & (self.min_left <= self.tolerance)
            & (self.max_left >= -self.tolerance)
            & (self.max_along >= -self.tolerance)
    }
}

/// A crossing of the line of a ray and an edge of a polygon.
#[derive(Clone, Copy)]
struct Crossing<R> {
    /// The distance from the start of the ray.
    distance: R,
    /// The index of the corner at which the edge ends.
    edge_end: usize,
}

/// Where the line of a ray enters a convex polygon and where it leaves it, given the corners relative to the start of the ray. The line is
/// clipped against all edges (M. Cyrus and J. Beck, Generalized Two- and Three-Dimensional Clipping, Computers and Graphics 3, 1978).
/// `None` if it crosses no edge inwards, or none outwards.
#[inline(always)]
fn clip_line<R: Real, const N: usize>(
    len: usize,
    at: impl Fn(usize) -> Vector<R, N>,
    [u, v]: [R; 2],
) -> Option<[Crossing<R>; 2]> {
    // `left` is the distance of a corner to the left of the ray. Corners are counterclockwise, so at an edge from left to right of the ray
    // the line enters the polygon. At an edge from right to left it leaves the polygon.
    let mut enter = R::NEG_INFINITY;
    let mut exit = R::INFINITY;
    let mut entry_edge = None;
    let mut exit_edge = None;
    let mut p = xy(at(len - 1));
    let mut left = u * p[1] - v * p[0];
    for index in 0..len {
        let q = xy(at(index));
        let next = u * q[1] - v * q[0];
        if left < R::ZERO && next >= R::ZERO
            || left > R::ZERO && next <= R::ZERO
            || left == R::ZERO && next != R::ZERO
        {
            let fraction = left / (left - next);
            let along = u * p[0] + v * p[1];
            let other = u * q[0] + v * q[1];
            let distance = along + (other - along) * fraction;
            if next > left {
                if distance < exit {
                    exit = distance;
                    exit_edge = Some(index);
                }
            } else if distance > enter {
                enter = distance;
                entry_edge = Some(index);
            }
        }
        p = q;
        left = next;
    }
    let entry = Crossing { distance: enter, edge_end: entry_edge? };
    Some([entry, Crossing { distance: exit, edge_end: exit_edge? }])
}

/// The hit on a convex polygon, given its corners in counterclockwise order.
#[inline]
fn cast_corners<R: Real, const N: usize>(
    len: usize,
    corner: impl Fn(usize) -> Vector<R, N>,
    from: Vector<R, N>,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let at = |index: usize| corner(index) - from;
    // Early out for most rays, which miss.
    let extent = PolygonExtent::new(len, at, xy(direction));
    if !extent.may_be_hit() {
        return None;
    }
    let PolygonExtent { min_left, max_left, tolerance, .. } = extent;
    // In a thin polygon, rounding may make the distance of the entry larger than that of the exit. It still counts as a hit if corners are
    // clearly on both sides of the line of the ray.
    let is_through = |entry: Crossing<R>, exit: Crossing<R>| {
        entry.distance <= exit.distance + tolerance || max_left > tolerance && min_left < -tolerance
    };
    match clip_line(len, at, xy(direction)) {
        Some([entry, exit]) if is_through(entry, exit) => {
            // The edge vector is the difference of the original corners. Relative to a distant start of the ray, rounded corners would lose
            // the direction of a short edge.
            let p = corner(if entry.edge_end > 0 { entry.edge_end - 1 } else { len - 1 });
            let q = corner(entry.edge_end);
            let edge = [p - from, q - p].mapped(|v| Vector(xy(v)));
            let hit = hit_on_edge(entry.distance, exit.distance, edge, tolerance, direction);
            // If the polygon is on one side of the ray within rounding, the ray may run along an edge, and the entry may be anywhere on it.
            if min_left >= -tolerance || max_left <= tolerance {
                return earlier_grazing_hit(len, at, tolerance, direction, hit);
            }
            hit
        }
        Some(_) | None => grazing_hit(len, at, tolerance, direction),
    }
}

/// The hit of a ray on a polygon. Its line enters the polygon at the distance `enter` and leaves it at the distance `exit`. The entry is on
/// an edge: `p` is the first corner of this edge relative to the start of the ray, `edge` is the vector to the next corner. If the ray
/// starts inside, the hit is at the start. `None` if the exit is behind the start.
#[inline]
fn hit_on_edge<R: Real, const N: usize>(
    enter: R,
    exit: R,
    [p, edge]: [Vector<R, 2>; 2],
    tolerance: R,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    if exit < -tolerance {
        return None;
    }
    let x = edge[1];
    let y = -edge[0];
    let scale = R::ONE / (x * x + y * y).sqrt();
    let normal: Vector<R, N> = Vector([x * scale, y * scale]).resized();
    if enter > R::ZERO {
        return Some((enter, normal));
    }
    // If the ray starts on the entry edge within rounding and points inwards, the hit has the normal of this edge.
    let on_surface = (p[0] * normal[0] + p[1] * normal[N - 1]).abs() <= tolerance && exit > tolerance;
    Some((R::ZERO, if on_surface { normal } else { -direction }))
}

/// The hit of a ray along an edge, at the end that the ray reaches first. `hit` is the hit computed from the edges that the ray crosses; it
/// is returned if it is not clearly later.
#[cold]
fn earlier_grazing_hit<R: Real, const N: usize>(
    len: usize,
    at: impl Fn(usize) -> Vector<R, N>,
    tolerance: R,
    direction: Vector<R, N>,
    hit: Option<RawHit<R, N>>,
) -> Option<RawHit<R, N>> {
    let Some(grazing) = grazing_hit(len, at, tolerance, direction) else { return hit };
    match hit {
        Some(hit) if hit.0 <= grazing.0 + tolerance => Some(hit),
        Some(_) | None => Some(grazing),
    }
}

/// The hit of a ray that only grazes a polygon: its line touches a corner or runs along an edge. It crosses no edge, or rounding makes the
/// entry and the exit indistinguishable. The normal is perpendicular to the ray.
#[cold]
fn grazing_hit<R: Real, const N: usize>(
    len: usize,
    at: impl Fn(usize) -> Vector<R, N>,
    tolerance: R,
    direction: Vector<R, N>,
) -> Option<RawHit<R, N>> {
    let [u, v] = xy(direction);
    let mut first = R::INFINITY;
    let mut last = R::NEG_INFINITY;
    let mut left = R::ZERO;
    for [x, y] in (0..len).map(|index| xy(at(index))) {
        let height = u * y - v * x;
        left = left + height;
        if height.abs() <= tolerance {
            let along = u * x + v * y;
            first = first.min(along);
            last = last.max(along);
        }
    }
    if !(last >= -tolerance) {
        return None;
    }
    let normal = if left > R::ZERO { Vector([v, -u]) } else { Vector([-v, u]) };
    Some((R::ZERO.max(first), normal.resized()))
}
