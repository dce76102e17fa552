//! Closed forms in 3D: the separation of a point and each kind of core, and of two segments (C. Ericson, Real-Time Collision Detection,
//! 2005, chapter 5.1).

use crate::Vector;
use crate::narrow::measure::{
    any_perpendicular, clamped, dot, is_well_scaled, l1_norm, largest, norm, triangle_normal, unit,
};
use crate::narrow::tolerance::{DETERMINATE_LENGTH, LARGE_COORDINATE, NARROW_TRIANGLE_SINE, TINY_TRIANGLE};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::{CylinderCore, OrientedCore};

/// The closest point of a core to a given point, the query point.
#[derive(Clone, Copy)]
pub(super) struct ClosestPoint<R> {
    /// The signed distance of the query point from the core; negative inside the core.
    pub(super) length: R,
    /// The unit normal from the query point to the core. If the query point is inside the core, the normal points inwards from the nearest
    /// surface.
    pub(super) normal: Vector<R, 3>,
    /// The closest point of the core. If the query point is inside the core, the closest point of its surface.
    pub(super) point: Vector<R, 3>,
}

impl<R: Real> ClosestPoint<R> {
    /// The result for a closest point `point`. `delta` is the vector from the query point to it. If `delta` is zero, its direction is
    /// unknown, and `normal` is called for the normal.
    #[inline]
    fn new(delta: Vector<R, 3>, point: Vector<R, 3>, normal: impl FnOnce() -> Vector<R, 3>) -> Self {
        let length = delta.length();
        let normal = if length > R::ZERO { delta.map(|c| c / length) } else { normal() };
        Self { length, normal, point }
    }
}

/// The x axis, used as the normal if every direction is valid.
#[inline]
pub(super) fn x_axis<R: Real>() -> Vector<R, 3> {
    Vector::ZERO.with(0, R::ONE)
}

#[inline]
pub(super) fn to_point<R: Real>(p: Vector<R, 3>, q: Vector<R, 3>) -> ClosestPoint<R> {
    ClosestPoint::new(q - p, q, x_axis)
}

#[inline(always)]
pub(super) fn to_segment<R: Real>(p: Vector<R, 3>, [from, to]: [Vector<R, 3>; 2]) -> ClosestPoint<R> {
    let edge = to - from;
    let offset = p - from;
    let t = offset.dot(edge) / edge.dot(edge);
    // If the closest point is between the ends, the vector from the query point to it is perpendicular to the segment. For a long segment,
    // rounding leaves a component along the segment. `perpendicular` removes it.
    let perpendicular = |v: Vector<R, 3>| v - edge.scaled(v.dot(edge) / edge.dot(edge));
    let min_length = min_determinate(l1_norm(p) + l1_norm(edge));
    let to_end = |end: Vector<R, 3>| {
        let delta = end - p;
        let along = delta.dot(edge);
        let squared = edge.dot(edge);
        if squared > R::ZERO && along * along <= min_length * min_length * squared {
            perpendicular(delta)
        } else {
            delta
        }
    };
    let (delta, point) = if t >= R::ONE {
        (to_end(to), to)
    } else if t <= R::ZERO || edge.dot(edge) <= R::ZERO {
        // A segment of length zero counts as its first end. Its `t` is NaN.
        (to_end(from), from)
    } else {
        // If `t` is NaN, so is the result.
        let along = edge.scaled(t);
        (perpendicular(along - offset), from + along)
    };
    let closest = ClosestPoint::new(delta, point, x_axis);
    if closest.length <= min_length {
        return ClosestPoint { normal: any_perpendicular(edge), ..closest };
    }
    closest
}

/// The length below which a vector is mostly rounding error and does not determine a normal. `size` is the sum of the absolute coordinates
/// from which the vector was computed.
#[inline]
fn min_determinate<R: Real>(size: R) -> R {
    size * R::EPSILON * R::from_f64(DETERMINATE_LENGTH)
}

/// The distance of a triangle from a point. `None` for thin triangles and if an intermediate result overflows or underflows: then
/// [`to_triangle`] is to be used. It also finds the normal, which takes longer: without it, the distance of a point from a mesh of small triangles
/// takes 0.8 of the time.
#[inline]
pub(super) fn distance_to_triangle<R: Real>(p: Vector<R, 3>, corners: [Vector<R, 3>; 3]) -> Option<R> {
    let relative = corners.mapped(|corner| corner - p);
    // Most triangles have no narrow angle at the first corner. Sorting the corners of all would take longer.
    distance_from_origin(relative).or_else(|| distance_from_origin(opposite_of_longest_first(relative)))
}

/// The distance of a triangle from the origin. `None` if its angle at the first corner is narrow or nearly 180 degrees, so that the cross
/// product of its edges is inaccurate, and if an intermediate result overflows or underflows.
#[inline(always)]
fn distance_from_origin<R: Real>([a, b, c]: [Vector<R, 3>; 3]) -> Option<R> {
    let e = b - a;
    let f = c - a;
    let g = c - b;
    let n = e.cross(f);
    let e_squared = dot(e, e);
    let f_squared = dot(f, f);
    let g_squared = dot(g, g);
    let n_squared = dot(n, n);
    let narrow_sine = R::from_f64(NARROW_TRIANGLE_SINE * NARROW_TRIANGLE_SINE);
    let is_wide = n_squared >= e_squared * f_squared * narrow_sine;
    if !(is_wide && is_well_scaled(n_squared) && is_well_scaled(g_squared)) {
        return None;
    }
    // For each edge, a number that is positive or zero if the projection of the point lies on the inner side.
    let side = dot(e.cross(n), a).min(dot(g.cross(n), b)).min(-dot(f.cross(n), a));
    if side >= R::ZERO {
        return Some(dot(n, a).abs() / n_squared.sqrt());
    }
    let squared_distance = |from: Vector<R, 3>, edge: Vector<R, 3>, edge_squared: R| {
        let nearest = from - edge.scaled(clamped(dot(from, edge) / edge_squared));
        dot(nearest, nearest)
    };
    let nearest = squared_distance(a, -e, e_squared)
        .min(squared_distance(a, -f, f_squared))
        .min(squared_distance(b, -g, g_squared));
    is_well_scaled(nearest).then(|| nearest.sqrt())
}

/// The corners in such an order that the longest edge is opposite to the first one. The cross product of the other two edges is then the
/// most accurate normal.
#[inline]
fn opposite_of_longest_first<R: Real>([a, b, c]: [Vector<R, 3>; 3]) -> [Vector<R, 3>; 3] {
    let ab = dot(b - a, b - a);
    let bc = dot(c - b, c - b);
    let ca = dot(a - c, a - c);
    if bc >= ab && bc >= ca {
        [a, b, c]
    } else if ca >= ab {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

/// The closest point of a triangle, which may be degenerate, to a point in 3D.
pub(super) fn to_triangle<R: Real>(p: Vector<R, 3>, corners: [Vector<R, 3>; 3]) -> ClosestPoint<R> {
    let relative = corners.mapped(|corner| corner - p);
    let [a, b, c] = relative;
    let e = b - a;
    let f = c - a;
    // A triangle that is tiny compared to its distance is replaced by its first corner. Products of its edges could underflow, and the
    // rounding of its corners relative to the point could rotate it in any direction.
    let tiny_squared = a.dot(a) * R::EPSILON * R::EPSILON * R::from_f64(TINY_TRIANGLE * TINY_TRIANGLE);
    if e.dot(e) <= tiny_squared && f.dot(f) <= tiny_squared {
        return to_point(p, corners[0]);
    }
    let n = e.cross(f);
    // In a narrow triangle, the cross product of two arbitrary edges is not accurate enough as a normal. `triangle_normal` uses the longest
    // edge.
    let narrow = n.dot(n) < e.dot(e) * f.dot(f) * R::from_f64(NARROW_TRIANGLE_SINE * NARROW_TRIANGLE_SINE);
    let n = if narrow { triangle_normal([a, b, c]) } else { n };
    let n = if is_well_scaled(n.dot(n)) { n } else { unit(n).unwrap_or_default() };
    let squared = n.dot(n);
    // For each edge, a number that tells on which side of the edge the projection of the query point lies: positive or zero on the inner
    // side.
    let edge_sides = [a.cross(b).dot(n), b.cross(c).dot(n), c.cross(a).dot(n)];
    if squared > R::ZERO && edge_sides.iter().all(|side| *side >= R::ZERO) {
        let long = squared.sqrt();
        let n = n.map(|c| c / long);
        let height = n.dot(a);
        let (height, n) = if height < R::ZERO { (-height, -n) } else { (height, n) };
        return ClosestPoint { length: height, normal: n, point: p + n.scaled(height) };
    }
    let min_length = min_determinate(l1_norm(p) + l1_norm(e) + l1_norm(f));
    let gap_along =
        |n: Vector<R, 3>| relative.into_iter().map(|corner| corner.dot(n)).reduce(R::min).unwrap_or_default();
    let mut best: Option<ClosestPoint<R>> = None;
    // `slack` is the rounding error of the numbers in `edge_sides`. If a number is larger, the query point surely lies on the inner side of
    // that edge, so the edge need not be searched for the closest point. In a narrow triangle, the signs of smaller numbers may be wrong.
    let size = l1_norm(a) + l1_norm(b) + l1_norm(c);
    let slack = size * size * l1_norm(n) * R::EPSILON * R::from_f64(DETERMINATE_LENGTH);
    for (k, side) in edge_sides.iter().enumerate() {
        if *side > slack {
            continue;
        }
        let from = corners[k];
        let to = corners[(k + 1) % 3];
        let next = if from == to { to_point(p, from) } else { to_segment(p, [from, to]) };
        let is_better = |best: &ClosestPoint<R>| match next.length.distance(best.length) > min_length {
            true => next.length < best.length,
            // If the closest point is a corner, both of its edges give the same distance, but slightly different normals. The normal along
            // which the separation of the triangle is larger is the more accurate one.
            false => gap_along(next.normal) > gap_along(best.normal),
        };
        if best.as_ref().is_none_or(is_better) {
            best = Some(next);
        }
    }
    let closest = best.unwrap_or_else(|| to_point(p, corners[0]));
    if closest.length > min_length || squared <= R::ZERO {
        return closest;
    }
    ClosestPoint { normal: n.map(|c| c / squared.sqrt()), ..closest }
}

/// The closest point of an axis-aligned box, which may be infinite, to a point.
#[inline(always)]
pub(super) fn to_aabb<R: Real>(p: Vector<R, 3>, [min, max]: [Vector<R, 3>; 2]) -> ClosestPoint<R> {
    let mut delta = Vector::ZERO;
    let mut axis = 0;
    let mut largest_gap = R::ZERO;
    let mut outside = false;
    let mut point = p;
    for k in 0..3 {
        let below = min[k] - p[k];
        let above = p[k] - max[k];
        let (gap, end) = if below >= above { (below, min[k]) } else { (above, max[k]) };
        if k == 0 || gap > largest_gap {
            axis = k;
            largest_gap = gap;
        }
        if gap > R::ZERO {
            (delta[k], point[k], outside) = (end - p[k], end, true);
        }
    }
    if outside {
        return ClosestPoint::new(delta, point, x_axis);
    }
    let below = min[axis] - p[axis];
    let above = p[axis] - max[axis];
    let (sign, end) = if below >= above { (R::ONE, min[axis]) } else { (-R::ONE, max[axis]) };
    ClosestPoint { length: largest_gap, normal: Vector::ZERO.with(axis, sign), point: point.with(axis, end) }
}

#[inline(always)]
pub(super) fn to_box<R: Real>(p: Vector<R, 3>, shape: &OrientedCore<R, 3>) -> ClosestPoint<R> {
    let delta = p - shape.center;
    let local = Vector(crate::vector::from_fn(|k| delta.dot(shape.axes[k])));
    let closest = to_aabb(local, [-shape.half, shape.half]);
    let rotated =
        |v: Vector<R, 3>| (1..3).fold(shape.axes[0].scaled(v[0]), |sum, k| sum + shape.axes[k].scaled(v[k]));
    ClosestPoint {
        length: closest.length,
        normal: rotated(closest.normal),
        point: shape.center + rotated(closest.point),
    }
}

#[inline(always)]
pub(super) fn to_cylinder<R: Real>(p: Vector<R, 3>, cylinder: &CylinderCore<R, 3>) -> ClosestPoint<R> {
    let delta = p - cylinder.center;
    let along = delta.dot(cylinder.axis);
    let side = delta - cylinder.axis.scaled(along);
    let side = side - cylinder.axis.scaled(side.dot(cylinder.axis));
    let distance = norm(side);
    // If `side`, the part of `delta` perpendicular to the axis, is shorter than this, it is mostly rounding error and may even point along
    // the axis.
    let outwards = match distance > min_determinate(along.abs()) {
        true => side.map(|c| c / distance),
        false => any_perpendicular(cylinder.axis),
    };
    let (height, end) = if along < R::ZERO { (-along, -cylinder.axis) } else { (along, cylinder.axis) };
    let radial = distance - cylinder.radius;
    let axial = height - cylinder.half;
    // The length is computed without branches, before the normal and the point. So if the caller uses only the length, the compiler removes
    // the rest of the inlined function.
    let outside = norm(Vector([radial.max(R::ZERO), axial.max(R::ZERO)]));
    let length = outside + radial.max(axial).min(R::ZERO);
    let surface = |out: R, up: R| cylinder.center + outwards.scaled(out) + end.scaled(up);
    if radial > R::ZERO && axial > R::ZERO {
        let normal = -(outwards.scaled(radial / length) + end.scaled(axial / length));
        return ClosestPoint { length, normal, point: surface(cylinder.radius, cylinder.half) };
    }
    if axial > radial {
        return ClosestPoint { length, normal: -end, point: surface(distance, cylinder.half) };
    }
    ClosestPoint { length, normal: -outwards, point: surface(cylinder.radius, height) }
}

/// The closest points of two features.
#[derive(Clone, Copy)]
pub(super) struct ClosestPoints<R> {
    pub(super) distance: R,
    /// The unit normal, from the first feature to the second.
    pub(super) normal: Vector<R, 3>,
    /// The closest point of each feature.
    pub(super) points: [Vector<R, 3>; 2],
}

/// The closest points of two segments.
pub(super) fn segments<R: Real>([a, b]: [Vector<R, 3>; 2], [c, d]: [Vector<R, 3>; 2]) -> ClosestPoints<R> {
    let u = b - a;
    let v = d - c;
    let w = c - a;
    let n = u.cross(v);
    let u_squared = u.dot(u);
    let v_squared = v.dot(v);
    let n_squared = n.dot(n);
    if !n_squared.is_finite() {
        return segments_scaled([a, b], [c, d]);
    }
    // The point of the first line that is closest to the second line, as a fraction of the first segment; arbitrary if the lines are
    // parallel.
    let first = if n_squared > R::ZERO { clamped(w.cross(v).dot(n) / n_squared) } else { R::ZERO };
    // A segment of length zero is represented by its first end: the fraction is zero. A NaN propagates.
    let fraction = |along: R, squared: R| if squared <= R::ZERO { R::ZERO } else { clamped(along / squared) };
    let second = fraction((u.scaled(first) - w).dot(v), v_squared);
    let first = fraction((w + v.scaled(second)).dot(u), u_squared);
    let is_inner = |t: R| t > R::ZERO && t < R::ONE;
    // If a closest point is between the ends of its segment, the vector between the closest points is perpendicular to that segment.
    // Rounding leaves a component along the segment. `perpendicular_to` removes it.
    let perpendicular_to = |delta: Vector<R, 3>, edge: Vector<R, 3>, t: R, squared: R| match is_inner(t) {
        true => delta - edge.scaled(delta.dot(edge) / squared),
        false => delta,
    };
    let delta = w + v.scaled(second) - u.scaled(first);
    let delta = perpendicular_to(perpendicular_to(delta, u, first, u_squared), v, second, v_squared);
    let points = [a + u.scaled(first), c + v.scaled(second)];
    let length = norm(delta);
    // If both closest points are between the ends of their segments, the cross product of the segments has the direction of the normal. It
    // is more accurate than the vector between the closest points if this vector is short and the angle between the segments is large.
    let shorter = v_squared.min(u_squared);
    let are_inner = [is_inner(first), is_inner(second)];
    if are_inner == [true; 2] && length * length * shorter < n_squared {
        let n = perpendicular(u, v, n);
        let normal = if n.dot(delta) < R::ZERO { -n } else { n };
        return ClosestPoints { distance: length, normal, points };
    }
    let min_length = min_determinate(l1_norm(a) + l1_norm(u) + l1_norm(v));
    // A computed closest point may be an end of its segment although the true one lies between the ends. This is possible if the vector
    // between the closest points is perpendicular to the segment within rounding.
    let may_be_perpendicular = |edge: Vector<R, 3>, squared: R| {
        let along = delta.dot(edge);
        squared > R::ZERO && along * along <= min_length * min_length * squared
    };
    let is_uncertain = !are_inner[0] && may_be_perpendicular(u, u_squared)
        || !are_inner[1] && may_be_perpendicular(v, v_squared);
    let normal = match length > min_length {
        true if is_uncertain => best_direction([a, b], [c, d], [delta, perpendicular(u, v, n)]),
        true => delta.map(|c| c / length),
        false => perpendicular(u, v, n),
    };
    ClosestPoints { distance: length, normal, points }
}

/// The result of [`segments`] for coordinates so large that their products overflow: computed after all coordinates are divided by the
/// largest one. NaN if a coordinate is infinite or NaN.
#[cold]
#[inline(never)]
fn segments_scaled<R: Real>(p: [Vector<R, 3>; 2], q: [Vector<R, 3>; 2]) -> ClosestPoints<R> {
    let size = p.iter().chain(&q).fold(R::ZERO, |size, end| size.max(largest(*end)));
    // The caller has found a product that is infinite or NaN. If no coordinate is large enough for an overflow, a NaN must be the cause. So
    // the result is NaN unless the coordinates are both large and finite.
    if !(size > R::from_f64(LARGE_COORDINATE) && size.is_finite()) {
        return ClosestPoints { distance: R::NAN, normal: x_axis(), points: [p[0].map(|_| R::NAN); 2] };
    }
    let scaled = |ends: [Vector<R, 3>; 2]| ends.mapped(|end| end.map(|c| c / size));
    let ClosestPoints { distance, normal, points } = segments(scaled(p), scaled(q));
    ClosestPoints { distance: distance * size, normal, points: points.mapped(|point| point.scaled(size)) }
}

/// The unit vector along which two segments have the largest separation. The candidates are made from `delta`, a vector from the first
/// segment to the second, and `cross`, a vector perpendicular to both segments. They are `delta` itself, its components perpendicular to
/// one or both segments, and `cross`.
#[cold]
#[inline(never)]
fn best_direction<R: Real>(
    [a, b]: [Vector<R, 3>; 2],
    [c, d]: [Vector<R, 3>; 2],
    [delta, cross]: [Vector<R, 3>; 2],
) -> Vector<R, 3> {
    let perpendicular_to = |delta: Vector<R, 3>, edge: Vector<R, 3>| {
        let squared = edge.dot(edge);
        if squared > R::ZERO { delta - edge.scaled(delta.dot(edge) / squared) } else { delta }
    };
    let u = b - a;
    let v = d - c;
    let cross = if cross.dot(delta) < R::ZERO { -cross } else { cross };
    // Points are projected relative to one end, so that segments far from the origin lose no digits.
    let gap = |n: Vector<R, 3>| (c - a).dot(n).min((d - a).dot(n)) - R::ZERO.max(u.dot(n));
    let candidates = [
        delta,
        perpendicular_to(delta, u),
        perpendicular_to(delta, v),
        perpendicular_to(perpendicular_to(delta, u), v),
        perpendicular_to(perpendicular_to(delta, v), u),
        cross,
    ];
    let better = |best: Vector<R, 3>, next: Vector<R, 3>| if gap(next) > gap(best) { next } else { best };
    candidates.into_iter().filter_map(unit).reduce(better).unwrap_or(cross)
}

/// A unit vector perpendicular to two segments, given their cross product `n`. Rounding may leave a component of `n` along the longer
/// segment, which is removed. If the segments are parallel, any vector perpendicular to the longer one is returned.
fn perpendicular<R: Real>(u: Vector<R, 3>, v: Vector<R, 3>, n: Vector<R, 3>) -> Vector<R, 3> {
    let (long, short) = if u.dot(u) < v.dot(v) { (v, u) } else { (u, v) };
    let n = n - long.scaled(n.dot(long) / long.dot(long));
    let length = norm(n);
    if length > min_determinate(norm(long) * norm(short)) {
        n.map(|c| c / length)
    } else {
        any_perpendicular(long)
    }
}
