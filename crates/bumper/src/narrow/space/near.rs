//! Closed forms in 3D: a point and each core, and two segments (C. Ericson, Real-Time Collision Detection, 2005, chapter 5.1).

use crate::Vector;
use crate::narrow::measure::{
    any_perpendicular, clamped, extent, is_finite, is_well_scaled, larger, largest, norm, smaller,
    triangle_normal, unit,
};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::{CylinderCore, OrientedCore};

/// The sine of the angle between two edges below which a triangle counts as narrow.
const NARROW: f64 = 1.0 / 8.0;

/// The closest point of a core to a point.
#[derive(Clone, Copy)]
pub(super) struct Near<R, const N: usize> {
    /// The signed distance; negative inside the core.
    pub(super) length: R,
    /// The unit normal, from the point to the core. Inside, it points inwards from the nearest surface.
    pub(super) normal: Vector<R, N>,
    /// The closest point of the core; inside, of its surface.
    pub(super) on: Vector<R, N>,
}

impl<R: Real, const N: usize> Near<R, N> {
    /// Creates the result from the vector to the closest point. If that is zero, `normal` provides the normal.
    #[inline(always)]
    fn new(way: Vector<R, N>, on: Vector<R, N>, normal: impl FnOnce() -> Vector<R, N>) -> Self {
        let length = norm(way);
        let normal = if length > R::default() { way.map(|c| c / length) } else { normal() };
        Self { length, normal, on }
    }
}

/// An arbitrary direction: the x axis.
#[inline(always)]
pub(super) fn any<R: Real, const N: usize>() -> Vector<R, N> {
    Vector::default().with(0, R::from_f64(1.0))
}

#[inline(always)]
pub(super) fn to_point<R: Real, const N: usize>(p: Vector<R, N>, q: Vector<R, N>) -> Near<R, N> {
    Near::new(q - p, q, any)
}

#[inline(always)]
pub(super) fn to_segment<R: Real, const N: usize>(
    p: Vector<R, N>,
    [from, to]: [Vector<R, N>; 2],
) -> Near<R, N> {
    let (edge, at) = (to - from, p - from);
    let place = at.dot(edge) / edge.dot(edge);
    let (zero, one) = (R::default(), R::from_f64(1.0));
    // Beside the segment, the vector to the closest point is perpendicular to it. The component along a long segment that rounding left is
    // removed.
    let across = |v: Vector<R, N>| v - edge.scaled(v.dot(edge) / edge.dot(edge));
    let tiny = hidden(extent(p) + extent(edge));
    let beyond = |end: Vector<R, N>| {
        let way = end - p;
        let along = way.dot(edge);
        let squared = edge.dot(edge);
        if squared > zero && along * along <= tiny * tiny * squared { across(way) } else { way }
    };
    let (way, on) = if place >= one {
        (beyond(to), to)
    } else if place <= zero || edge.dot(edge) <= zero {
        // After rounding, the ends may coincide. Then there is no position between them.
        (beyond(from), from)
    } else {
        // Propagates a NaN.
        let along = edge.scaled(place);
        (across(along - at), from + along)
    };
    let near = Near::new(way, on, any);
    if near.length <= tiny {
        return Near { normal: any_perpendicular(edge), ..near };
    }
    near
}

/// The number of rounding errors below which the direction between two points is unknown.
const HIDDEN: f64 = 4.0;

/// The length, for coordinates of this size, below which a vector is mostly rounding error and does not determine a normal.
#[inline(always)]
fn hidden<R: Real>(size: R) -> R {
    size * R::EPSILON * R::from_f64(HIDDEN)
}

/// The closest point of a triangle, which may be degenerate, to a point in 3D.
pub(super) fn to_triangle<R: Real, const N: usize>(
    p: Vector<R, N>,
    corners: [Vector<R, N>; 3],
) -> Near<R, N> {
    let zero = R::default();
    let seen = corners.mapped(|corner| corner - p);
    let [a, b, c] = seen.map(|corner| corner.resized::<3>());
    let (e, f) = (b - a, c - a);
    // From so far away the triangle is a point, and products of its edges would underflow.
    let far = a.dot(a) * R::EPSILON * R::EPSILON;
    if e.dot(e) <= far && f.dot(f) <= far {
        return to_point(p, corners[0]);
    }
    let n = e.cross(f);
    // In a narrow triangle, the cross product of two arbitrary edges is not accurate enough.
    let narrow = n.dot(n) < e.dot(e) * f.dot(f) * R::from_f64(NARROW * NARROW);
    let n = if narrow { triangle_normal([a, b, c]) } else { n };
    let n = if is_well_scaled(n.dot(n)) { n } else { unit(n).unwrap_or_default() };
    let whole = n.dot(n);
    // Not negative if the point is on the inner side of the edge.
    let sides = [a.cross(b).dot(n), b.cross(c).dot(n), c.cross(a).dot(n)];
    if whole > zero && sides.iter().all(|side| *side >= zero) {
        let long = Real::sqrt(whole);
        let n = n.map(|c| c / long);
        let height = n.dot(a);
        let (height, n) = if height < zero { (-height, -n) } else { (height, n) };
        return Near { length: height, normal: n.resized(), on: p + n.scaled(height).resized() };
    }
    let mut best: Option<Near<R, N>> = None;
    for (k, side) in sides.iter().enumerate() {
        if *side >= zero && whole > zero {
            continue;
        }
        let (from, to) = (corners[k], corners[(k + 1) % 3]);
        let next = if from == to { to_point(p, from) } else { to_segment(p, [from, to]) };
        if best.as_ref().is_none_or(|best| next.length < best.length) {
            best = Some(next);
        }
    }
    let near = best.unwrap_or_else(|| to_point(p, corners[0]));
    if near.length > hidden(extent(p) + extent(e) + extent(f)) || whole <= zero {
        return near;
    }
    Near { normal: n.map(|c| c / Real::sqrt(whole)).resized(), ..near }
}

/// The closest point of an axis-aligned box, which may be infinite, to a point.
#[inline(always)]
pub(super) fn to_upright<R: Real, const N: usize>(
    p: Vector<R, N>,
    [min, max]: [Vector<R, N>; 2],
) -> Near<R, N> {
    let zero = R::default();
    let (mut way, mut deepest, mut most, mut outside) = (Vector::default(), 0, R::default(), false);
    let mut on = p;
    for k in 0..N {
        let (below, above) = (min[k] - p[k], p[k] - max[k]);
        let (gap, end) = if below >= above { (below, min[k]) } else { (above, max[k]) };
        if k == 0 || gap > most {
            (deepest, most) = (k, gap);
        }
        if gap > zero {
            (way[k], on[k], outside) = (end - p[k], end, true);
        }
    }
    if outside {
        return Near::new(way, on, any);
    }
    let (below, above) = (min[deepest] - p[deepest], p[deepest] - max[deepest]);
    let (sign, end) =
        if below >= above { (R::from_f64(1.0), min[deepest]) } else { (R::from_f64(-1.0), max[deepest]) };
    Near { length: most, normal: Vector::default().with(deepest, sign), on: on.with(deepest, end) }
}

#[inline(always)]
pub(super) fn to_box<R: Real, const N: usize>(p: Vector<R, N>, shape: &OrientedCore<R, N>) -> Near<R, N> {
    let way = p - shape.center;
    let local = Vector(crate::vector::from_fn(|k| way.dot(shape.axes[k])));
    let near = to_upright(local, [-shape.half, shape.half]);
    let turned =
        |v: Vector<R, N>| (1..N).fold(shape.axes[0].scaled(v[0]), |sum, k| sum + shape.axes[k].scaled(v[k]));
    Near { length: near.length, normal: turned(near.normal), on: shape.center + turned(near.on) }
}

#[inline(always)]
pub(super) fn to_cylinder<R: Real, const N: usize>(p: Vector<R, N>, rod: &CylinderCore<R, N>) -> Near<R, N> {
    let zero = R::default();
    let way = p - rod.center;
    let along = way.dot(rod.axis);
    let side = way - rod.axis.scaled(along);
    let side = side - rod.axis.scaled(side.dot(rod.axis));
    let far = norm(side);
    let outwards = if far > zero { side.map(|c| c / far) } else { any_perpendicular(rod.axis) };
    let (height, end) = if along < zero { (-along, -rod.axis) } else { (along, rod.axis) };
    let (beyond, above) = (far - rod.radius, height - rod.half);
    // Branch-free, because this is all that remains of the function if only the length is needed.
    let outside = norm(Vector([larger(beyond, zero), larger(above, zero)]));
    let length = outside + smaller(larger(beyond, above), zero);
    let surface = |out: R, up: R| rod.center + outwards.scaled(out) + end.scaled(up);
    if beyond > zero && above > zero {
        let normal = -(outwards.scaled(beyond / length) + end.scaled(above / length));
        return Near { length, normal, on: surface(rod.radius, rod.half) };
    }
    if above > beyond {
        return Near { length, normal: -end, on: surface(far, rod.half) };
    }
    Near { length, normal: -outwards, on: surface(rod.radius, height) }
}

/// The distance of two segments, the unit normal from the first to the second, and their closest points.
pub(super) fn segments<R: Real, const N: usize>(
    [a, b]: [Vector<R, N>; 2],
    [c, d]: [Vector<R, N>; 2],
) -> (R, Vector<R, N>, [Vector<R, N>; 2]) {
    let zero = R::default();
    let (u, v, w) = (b - a, d - c, c - a);
    let n = u.resized::<3>().cross(v.resized());
    let (square, other, whole) = (u.dot(u), v.dot(v), n.dot(n));
    if !is_finite(whole) {
        return large_segments([a, b], [c, d]);
    }
    // The closest point of the lines; arbitrary for parallel ones.
    let first = if whole > zero { clamped(w.resized::<3>().cross(v.resized()).dot(n) / whole) } else { zero };
    // After rounding, the ends may coincide. Then there is no position between them. Propagates a NaN.
    let share = |along: R, squared: R| if squared <= zero { zero } else { clamped(along / squared) };
    let second = share((u.scaled(first) - w).dot(v), other);
    let first = share((w + v.scaled(second)).dot(u), square);
    let inner = |place: R| place > zero && place < R::from_f64(1.0);
    // Beside a segment, the vector between the closest points is perpendicular to it. The component along it that rounding left is removed.
    let beside = |way: Vector<R, N>, edge: Vector<R, N>, place: R, squared: R| match inner(place) {
        true => way - edge.scaled(way.dot(edge) / squared),
        false => way,
    };
    let way = w + v.scaled(second) - u.scaled(first);
    let way = beside(beside(way, u, first, square), v, second, other);
    let on = [a + u.scaled(first), c + v.scaled(second)];
    let length = norm(way);
    // If the closest points are inside both segments, the normal is the cross product. It is more accurate than the vector between these
    // points if that is short compared to the angle.
    let shorter = if square < other { square } else { other };
    let are_inner = [inner(first), inner(second)];
    if are_inner == [true; 2] && length * length * shorter < whole {
        let n = across(u, v, n);
        return (length, if n.dot(way) < zero { -n } else { n }, on);
    }
    let tiny = hidden(extent(a) + extent(u) + extent(v));
    // At an end of a segment, if the vector deviates from the perpendicular by no more than rounding, the closest point may really be
    // beside the segment.
    let may_be_beside = |edge: Vector<R, N>, squared: R| {
        let along = way.dot(edge);
        squared > zero && along * along <= tiny * tiny * squared
    };
    let unsure = !are_inner[0] && may_be_beside(u, square) || !are_inner[1] && may_be_beside(v, other);
    let normal = match length > tiny {
        true if unsure => widest([a, b], [c, d], [way, across(u, v, n)]),
        true => way.map(|c| c / length),
        false => across(u, v, n),
    };
    (length, normal, on)
}

/// The result for segments so large that products of their coordinates overflow. Propagates a NaN.
#[cold]
#[inline(never)]
fn large_segments<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
) -> (R, Vector<R, N>, [Vector<R, N>; 2]) {
    let none = R::from_f64(f64::NAN);
    let size = p.iter().chain(&q).fold(R::default(), |most, end| larger(most, largest(*end)));
    // Either there is a NaN, or the products cannot have overflowed.
    if !(size > R::from_f64(LARGE) && is_finite(size)) {
        return (none, any(), [p[0].map(|_| none); 2]);
    }
    let scaled = |ends: [Vector<R, N>; 2]| ends.mapped(|end| end.map(|c| c / size));
    let (length, normal, on) = segments(scaled(p), scaled(q));
    (length * size, normal, on.mapped(|point| point.scaled(size)))
}

/// Coordinates below this have products of four that do not overflow.
const LARGE: f64 = 1e8;

/// The unit vector along which two segments have the largest separation, among: a vector between them, its components perpendicular to one
/// or both of them, and a direction perpendicular to both.
#[cold]
#[inline(never)]
fn widest<R: Real, const N: usize>(
    [a, b]: [Vector<R, N>; 2],
    [c, d]: [Vector<R, N>; 2],
    [way, both]: [Vector<R, N>; 2],
) -> Vector<R, N> {
    let beside = |way: Vector<R, N>, edge: Vector<R, N>| {
        let squared = edge.dot(edge);
        if squared > R::default() { way - edge.scaled(way.dot(edge) / squared) } else { way }
    };
    let (u, v) = (b - a, d - c);
    let both = if both.dot(way) < R::default() { -both } else { both };
    // Relative to one end, so that segments far from the origin keep their digits.
    let gap = |n: Vector<R, N>| smaller((c - a).dot(n), (d - a).dot(n)) - larger(R::default(), u.dot(n));
    let ways =
        [way, beside(way, u), beside(way, v), beside(beside(way, u), v), beside(beside(way, v), u), both];
    let wider = |best: Vector<R, N>, next: Vector<R, N>| if gap(next) > gap(best) { next } else { best };
    ways.into_iter().filter_map(unit).reduce(wider).unwrap_or(both)
}

/// A unit vector perpendicular to two segments, given their cross product. It is made perpendicular to the longer one, so it is to both
/// within rounding.
fn across<R: Real, const N: usize>(u: Vector<R, N>, v: Vector<R, N>, n: Vector<R, 3>) -> Vector<R, N> {
    let (long, short) = if u.dot(u) < v.dot(v) { (v, u) } else { (u, v) };
    let n: Vector<R, N> = n.resized();
    let n = n - long.scaled(n.dot(long) / long.dot(long));
    let length = norm(n);
    if length > hidden(norm(long) * norm(short)) { n.map(|c| c / length) } else { any_perpendicular(long) }
}
