//! Closed forms in 2D: a point and any straight core, and two axis-aligned boxes.

use super::outline::{Edges, largest};
use crate::Vector;
use crate::narrow::measure::{abs, extent, smaller};
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::from_fn;
use crate::view::{Core, Corners, FEW, OrientedCore};

/// The separation of two axis-aligned boxes: exact except for one rounding, also if they are infinite.
#[inline(always)]
pub(super) fn intervals<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
) -> Separation<R, N> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let mut beyond = Vector::<R, N>::default();
    let mut best = (R::from_f64(f64::NEG_INFINITY), Vector::default());
    let mut on = [Vector::<R, N>::default(); 2];
    for axis in 0..N {
        let (forwards, backwards) = (q[0][axis] - p[1][axis], p[0][axis] - q[1][axis]);
        let (gap, sign) = if backwards > forwards { (backwards, -one) } else { (forwards, one) };
        if gap > zero {
            beyond[axis] = gap * sign;
        }
        if gap > best.0 {
            best = (gap, Vector::default().with(axis, sign));
        }
        let low = if p[0][axis] > q[0][axis] { p[0][axis] } else { q[0][axis] };
        let high = if p[1][axis] < q[1][axis] { p[1][axis] } else { q[1][axis] };
        let middle = low + (high - low) * R::from_f64(0.5);
        let ends = if sign > zero { [p[1][axis], q[0][axis]] } else { [p[0][axis], q[1][axis]] };
        let both = if gap > zero { ends } else { [middle, middle] };
        (on[0][axis], on[1][axis]) = (both[0], both[1]);
    }
    // False if there is a NaN.
    let mut is_sound = true;
    for k in 0..N {
        is_sound &= (p[0][k] <= p[1][k]) & (q[0][k] <= q[1][k]);
    }
    if !is_sound {
        return Separation { length: R::from_f64(f64::NAN), normal: Vector::default(), on: None };
    }
    if best.0 > zero {
        let length = beyond.length();
        return Separation { length, normal: beyond.scaled(one / length), on: Some(on) };
    }
    Separation { length: best.0, normal: best.1, on: None }
}

/// The signed separation of a core and a point, with the normal from the core to the point. `None` for curved cores; may be `None` if it is
/// surely larger than `reach`.
#[inline(always)]
pub(crate) fn from_point<R: Real, const N: usize>(
    core: &Core<'_, R, N>,
    point: Vector<R, N>,
    reach: R,
) -> Option<Separation<R, N>> {
    match core {
        Core::Point(center) => Some(between_points(*center, point)),
        // Not closures, because their captured variables would be spilled to the stack.
        Core::Segment(ends) => match is_within(*ends, point, reach) {
            true => Some(off_segment(*ends, point)),
            false => None,
        },
        Core::Upright(ends) => off_upright(*ends, point, reach),
        Core::Box(shape) => off_box(shape, point, reach),
        Core::Triangle(corners) => off_triangle(*corners, point, reach),
        Core::Corners(corners) => off_corners(corners, point, reach),
        Core::Ellipse(_) | Core::Cylinder(_) => None,
    }
}

/// The separation of two points. If they coincide, the normal is the x axis.
#[inline(always)]
pub(crate) fn between_points<R: Real, const N: usize>(
    from: Vector<R, N>,
    to: Vector<R, N>,
) -> Separation<R, N> {
    off_point(from, to, R::default(), Vector::default().with(0, R::from_f64(1.0)))
}

/// A distance below this number of rounding errors of the coordinates does not determine its direction.
const NEAR: f64 = 4.0;

/// The separation of a point of a core and another point. If they coincide within the rounding of coordinates of a size, the normal is
/// `otherwise`.
#[inline(always)]
fn off_point<R: Real, const N: usize>(
    near: Vector<R, N>,
    point: Vector<R, N>,
    size: R,
    otherwise: Vector<R, N>,
) -> Separation<R, N> {
    let way = point - near;
    let length = way.length();
    let is_known = length > size * R::EPSILON * R::from_f64(NEAR);
    let normal = if is_known { way.scaled(R::from_f64(1.0) / length) } else { otherwise };
    Separation { length, normal, on: Some([near, point]) }
}

#[inline(always)]
pub(super) fn off_segment<R: Real, const N: usize>(
    [from, to]: [Vector<R, N>; 2],
    point: Vector<R, N>,
) -> Separation<R, N> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let (way, off) = (to - from, point - from);
    let (squared, along) = (way.dot(way), off.dot(way));
    let size = extent(way) + extent(point);
    // A point a few rounding errors beyond an end still counts as beside the segment, because the normal of the segment then has both ends behind
    // it; but not if the point is on the segment's line.
    let slack = squared * R::EPSILON * R::from_f64(NEAR);
    let is_off = |gap: &Separation<R, N>| gap.length > size * R::EPSILON * R::from_f64(NEAR);
    if along <= zero {
        let gap = off_point(from, point, size, way.scaled(-one / Real::sqrt(squared)));
        if along < -slack || !is_off(&gap) {
            return gap;
        }
    } else if along >= squared {
        let gap = off_point(to, point, size, way.scaled(one / Real::sqrt(squared)));
        if along > squared + slack || !is_off(&gap) {
            return gap;
        }
    }
    // Beside the segment, the height over its line is more accurate: near it, the vector to the closest point is mostly rounding.
    let [x, y] = flat(way);
    let scale = one / Real::sqrt(squared);
    let across: Vector<R, N> = Vector([y * scale, -x * scale]).resized();
    let height = off.dot(across);
    let near = from + way.scaled(along / squared);
    match height < zero {
        true => Separation { length: -height, normal: -across, on: Some([near, point]) },
        false => Separation { length: height, normal: across, on: Some([near, point]) },
    }
}

/// Whether a squared distance, computed from coordinates of a size, may be within a reach in spite of rounding.
#[inline(always)]
pub(super) fn may_reach<R: Real>(squared: R, reach: R, size: R) -> bool {
    let most = reach + rounding_error(size);
    // Also true for NaN.
    !(squared > most * most)
}

/// Whether a point may be within a reach of a segment. Uses selects instead of branches, and multiplies all squares by the squared length
/// of the segment instead of dividing.
#[inline(always)]
fn is_within<R: Real, const N: usize>([from, to]: [Vector<R, N>; 2], point: Vector<R, N>, reach: R) -> bool {
    let (way, off, beyond) = (to - from, point - from, point - to);
    let (squared, along) = (way.dot(way), off.dot(way));
    let ([x, y], [u, v]) = (flat(way), flat(off));
    let height = x * v - y * u;
    let end = smaller(off.dot(off), beyond.dot(beyond)) * squared;
    let is_beside = (along > R::default()) & (along < squared);
    let most = reach + rounding_error(extent(way) + extent(off));
    // Also true for NaN.
    !((if is_beside { height * height } else { end }) > most * most * squared)
}

/// The separation of an axis-aligned box and a point; `None` if out of reach, which is found before any square root.
#[inline(always)]
fn off_upright<R: Real, const N: usize>(
    ends: [Vector<R, N>; 2],
    point: Vector<R, N>,
    reach: R,
) -> Option<Separation<R, N>> {
    match may_reach(squared_off_upright(ends, point), reach, abs(reach)) {
        true => Some(intervals(ends, [point, point])),
        false => None,
    }
}

/// The squared distance of a point from an axis-aligned box. A NaN propagates, unless it is in only one end of an axis.
#[inline(always)]
pub(super) fn squared_off_upright<R: Real, const N: usize>(
    [min, max]: [Vector<R, N>; 2],
    point: Vector<R, N>,
) -> R {
    let zero = R::default();
    (0..N).fold(zero, |squared, axis| {
        let (before, after) = (min[axis] - point[axis], point[axis] - max[axis]);
        let beyond = if before > after { before } else { after };
        let beyond = if beyond <= zero { zero } else { beyond };
        squared + beyond * beyond
    })
}

/// The separation of an oriented box and a point, in the frame of the box, where it is axis-aligned.
#[inline(always)]
fn off_box<R: Real, const N: usize>(
    shape: &OrientedCore<R, N>,
    point: Vector<R, N>,
    reach: R,
) -> Option<Separation<R, N>> {
    let way = point - shape.center;
    let local: Vector<R, N> = Vector(crate::vector::from_fn(|k| way.dot(shape.axes[k])));
    let found = off_upright([-shape.half, shape.half], local, reach + rounding_error(extent(way)))?;
    let turn = |v: Vector<R, N>| (0..N).fold(Vector::default(), |sum, k| sum + shape.axes[k].scaled(v[k]));
    Some(Separation {
        length: found.length,
        normal: turn(found.normal),
        on: found.on.map(|[near, _]| [shape.center + turn(near), point]),
    })
}

/// The separation of a polygon and a point. The point is transformed into the polygon's local space, so that short edges keep their
/// direction.
#[inline(never)]
fn off_corners<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    point: Vector<R, N>,
    reach: R,
) -> Option<Separation<R, N>> {
    if corners.is_as_given() {
        return off_given(corners, point, reach);
    }
    let found = off_given(corners, corners.local(point), reach + rounding_error(extent(point) + abs(reach)))?;
    let (normal, on) = (corners.turn(found.normal), found.on.map(|[near, _]| [corners.place(near), point]));
    Some(Separation { length: found.length, normal, on })
}

#[inline(always)]
fn off_given<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    point: Vector<R, N>,
    reach: R,
) -> Option<Separation<R, N>> {
    let mut room = [Vector::default(); FEW];
    let all = corners.given(&mut room).filter(|all| all.len() <= FEW).unwrap_or_default();
    match (all, all.first_chunk::<4>(), all.last_chunk::<4>()) {
        ([a, b, c], ..) => off_triangle([*a, *b, *c], point, reach),
        // Fills eight lanes from memory; some corners appear twice.
        (_, Some(first), Some(last)) => {
            let eight: [Vector<R, N>; FEW] = from_fn(|k| if k < 4 { first[k] } else { last[k - 4] });
            off_few(&eight, *all.get(4).unwrap_or(&first[0]), all, point, reach)
        }
        _ => off_many(corners, point),
    }
}

#[inline(always)]
fn off_triangle<R: Real, const N: usize>(
    corners: [Vector<R, N>; 3],
    point: Vector<R, N>,
    reach: R,
) -> Option<Separation<R, N>> {
    let [a, b, c] = corners;
    off_few(&[a, b, c, a], a, &corners, point, reach)
}

/// The separation of a point and a convex polygon of up to four or eight corners, counterclockwise. The lanes are its first four and last
/// four corners, some of them twice; `fifth` follows the fourth lane. A triangle has its first corner twice. Most distant points are
/// rejected by squared distances alone.
#[inline(always)]
fn off_few<R: Real, const W: usize, const N: usize>(
    corners: &[Vector<R, N>; W],
    fifth: Vector<R, N>,
    all: &[Vector<R, N>],
    point: Vector<R, N>,
    reach: R,
) -> Option<Separation<R, N>> {
    let (zero, one, none) = (R::default(), R::from_f64(1.0), R::from_f64(f64::NEG_INFINITY));
    let seen: [[R; 2]; W] = from_fn(|k| flat(corners[k] - point));
    let (x, y): ([R; W], [R; W]) = (from_fn(|k| seen[k][0]), from_fn(|k| seen[k][1]));
    // Edges are differences of the original corners: relative to a distant point, short ones would lose their direction.
    let way = |k: usize| flat((if k == 3 { fifth } else { corners[(k + 1) & (W - 1)] }) - corners[k]);
    let (u, v): ([R; W], [R; W]) = (from_fn(|k| way(k)[1]), from_fn(|k| -way(k)[0]));
    // Distances of the point in front of each edge, times the length of the edge.
    let heights: [R; W] = from_fn(|k| zero - (x[k] * u[k] + y[k] * v[k]));
    let squares: [R; W] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
    let most = reach * reach * R::from_f64(1.0 + SQUARED * R::EPSILON.to_f64());
    let mut is_beyond = false;
    for k in 0..W {
        is_beyond |= (heights[k] > zero) & (heights[k] * heights[k] > most * squares[k]);
    }
    if is_beyond & (reach >= zero) {
        return None;
    }
    let scale: [R; W] = from_fn(|k| if squares[k] > zero { one / Real::sqrt(squares[k]) } else { zero });
    let gaps: [R; W] = from_fn(|k| if squares[k] > zero { heights[k] * scale[k] } else { none });
    let mut best = (none, 0);
    for first in (0..W).step_by(4) {
        let (gap, lane) = largest(from_fn(|k| gaps[first + k]));
        best = if gap > best.0 { (gap, first + lane) } else { best };
    }
    let lane = best.1 & (W - 1);
    let normal = [u[lane] * scale[lane], v[lane] * scale[lane]];
    let index = if lane < 4 { lane } else { all.len() + lane - W };
    Some(in_front((all.len(), |index: usize| all[index]), point, (best.0, index), normal))
}

/// The separation of a point and a polygon of any number of corners, which are read again for every four edges.
#[inline(never)]
fn off_many<R: Real, const N: usize>(
    corners: &Corners<'_, R, N>,
    point: Vector<R, N>,
) -> Option<Separation<R, N>> {
    let (len, at) = (corners.len(), |index: usize| corners.given_at(index));
    let mut best = (R::from_f64(f64::NEG_INFINITY), 0);
    let mut normal = [R::default(); 2];
    for first in (0..len).step_by(4) {
        let five: [Vector<R, N>; 5] = from_fn(|k| at(if first + k < len { first + k } else { 0 }));
        let seen = from_fn(|k| Vector(flat(five[k] - point)));
        let edges = Edges::along(seen, from_fn(|k| flat(five[k + 1] - five[k])));
        let (gap, lane) = largest(edges.of_origin());
        if gap > best.0 {
            (best, normal) = ((gap, first + lane), edges.normal(lane).0);
        }
    }
    Some(in_front((len, at), point, best, normal))
}

/// The separation of a point and a convex polygon, given the edge with the largest separation and its normal: that edge, or the region of a
/// corner next to it, contains the closest point.
#[inline(always)]
fn in_front<R: Real, const N: usize>(
    (len, at): (usize, impl Fn(usize) -> Vector<R, N>),
    point: Vector<R, N>,
    (best, index): (R, usize),
    normal: [R; 2],
) -> Separation<R, N> {
    // No edge has a length: far from the origin, rounding may have merged all corners.
    if best <= R::from_f64(f64::NEG_INFINITY) {
        return off_point(at(0), point, R::default(), Vector::default().with(0, R::from_f64(1.0)));
    }
    let next = if index + 1 < len { index + 1 } else { 0 };
    let normal = Vector(normal).resized();
    let (from, to) = (at(index), at(next));
    let (way, off) = (to - from, point - from);
    let (squared, along) = (way.dot(way), off.dot(way));
    let outside = best > R::default();
    if outside && !(along >= R::default() && along <= squared) {
        let forwards = along > squared;
        let near = round_corner((len, at), if forwards { next } else { index }, forwards, point);
        return near.unwrap_or_else(|corner| off_point(corner, point, extent(way), normal));
    }
    let on = outside.then(|| [from + way.scaled(along / squared), point]);
    Separation { length: best, normal, on }
}

/// The error of the squared height over an edge, in rounding errors.
const SQUARED: f64 = 16.0;

/// The separation of a point beyond the end of an edge of a polygon. Because of rounding, it may be beside one of the next edges. The error
/// is the nearest corner, if it is not.
#[inline(always)]
fn round_corner<R: Real, const N: usize>(
    (len, at): (usize, impl Fn(usize) -> Vector<R, N>),
    mut index: usize,
    forwards: bool,
    point: Vector<R, N>,
) -> Result<Separation<R, N>, Vector<R, N>> {
    let mut corner = at(index);
    for _ in 0..len {
        index = match forwards {
            true if index + 1 < len => index + 1,
            true => 0,
            false if index > 0 => index - 1,
            false => len - 1,
        };
        let next = at(index);
        let (way, off) = (next - corner, point - corner);
        let (squared, along) = (way.dot(way), off.dot(way));
        // Skips edges without length. Also true for NaN.
        if !(along > R::default()) && next != corner {
            break;
        }
        if along < squared {
            let [x, y] = flat(way);
            let scale = R::from_f64(1.0) / Real::sqrt(squared);
            let left: Vector<R, N> = Vector([-y * scale, x * scale]).resized();
            let normal = if forwards { -left } else { left };
            let on = Some([corner + way.scaled(along / squared), point]);
            return Ok(Separation { length: off.dot(normal), normal, on });
        }
        corner = next;
    }
    Err(corner)
}
