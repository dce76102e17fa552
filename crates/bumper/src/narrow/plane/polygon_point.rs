//! The separation of a point and a convex polygon, from the edge along whose normal the separation is largest.

use super::edges::is_short;
use crate::Vector;
use crate::narrow::measure::{clamped, l1_norm};
use crate::narrow::tolerance::COINCIDENT_POINTS;
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::xy;

/// The signed separation of a core and a point.
#[derive(Clone, Copy)]
pub(crate) struct PointSeparation<R, const N: usize> {
    /// The distance of the point; if it is inside the core, minus the penetration depth.
    pub(crate) length: R,
    /// The unit normal, from the core to the point.
    pub(crate) normal: Vector<R, N>,
}

impl<R: Real, const N: usize> PointSeparation<R, N> {
    /// The separation with the core as the first shape and the point as the second. It has witness points if the point is not inside.
    #[inline]
    pub(super) fn core_to_point(self, point: Vector<R, N>) -> Separation<R, N> {
        let witnesses = (self.length >= R::ZERO).then(|| [point - self.normal.scaled(self.length), point]);
        Separation { length: self.length, normal: self.normal, witnesses }
    }

    /// The separation with the point as the first shape and the core as the second. It has witness points if the point is not inside.
    #[inline]
    pub(super) fn point_to_core(self, point: Vector<R, N>) -> Separation<R, N> {
        let Separation { length, normal, witnesses } = self.core_to_point(point);
        Separation { length, normal: -normal, witnesses: witnesses.map(|[near, point]| [point, near]) }
    }
}

/// The separation of the point `near` of a core and the point `point`. If they coincide within the rounding error of coordinates as large
/// as `size`, they determine no normal, and the normal is `otherwise`.
#[inline]
pub(super) fn separation_of_points<R: Real, const N: usize>(
    near: Vector<R, N>,
    point: Vector<R, N>,
    size: R,
    otherwise: Vector<R, N>,
) -> PointSeparation<R, N> {
    let delta = point - near;
    let length = delta.length();
    let has_direction = length > size * R::EPSILON * R::from_f64(COINCIDENT_POINTS);
    let normal = if has_direction { delta.scaled(R::ONE / length) } else { otherwise };
    PointSeparation { length, normal }
}

/// The separation of a point and a convex polygon, given the edge along whose normal the separation is largest. The closest point is on
/// this edge or near one of its ends.
///
/// - `len`, `at`: the number of corners, and the corner with a given index.
/// - `index`, `best`, `normal`: the index of the edge, the separation along its normal, and the normal.
/// - `longest`: returns the squared length that the edge `index` is compared with, that of the longest edge of the polygon or of the longer
///   neighbour. If the edge is much shorter, it is short, so rounding may have rotated it. With a result of zero, no edge is short.
#[inline]
pub(super) fn separation_at_edge<R: Real, const N: usize>(
    len: usize,
    at: &impl Fn(usize) -> Vector<R, N>,
    point: Vector<R, N>,
    index: usize,
    best: R,
    normal: Vector<R, 2>,
    longest: impl FnOnce(usize) -> R,
) -> PointSeparation<R, N> {
    // If no edge has a length, `best` is −∞. This happens far from the origin, if rounding has moved all corners to the same point.
    if best <= R::NEG_INFINITY {
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
    let outside = best > R::ZERO;
    // A projection beyond the end of the edge is verified from that end. For a point near the end, the rounding error is smaller there.
    let is_past_end = |along: R| along > squared && !((point - to).dot(edge) <= R::ZERO);
    let tolerance = rounding_error(l1_norm(edge) + l1_norm(offset));
    if !outside && best >= -tolerance {
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
            Err(_) => PointSeparation { length: best, normal },
        };
    }
    let found = PointSeparation { length: best, normal };
    match outside && is_short(squared, longest(index)) {
        true => separation_at_short_edge(len, at, point, [from, to], found),
        false => found,
    }
}

/// The separation of a polygon and a point beside a short edge. `found` is the separation from the line of that edge.
///
/// Rounding may have rotated the edge so far that other corners of the polygon are in front of its line. The result is then the separation
/// from another line. This line goes through the foremost of these corners and through the end of the edge that is farther away from it.
#[cold]
fn separation_at_short_edge<R: Real, const N: usize>(
    len: usize,
    at: &impl Fn(usize) -> Vector<R, N>,
    point: Vector<R, N>,
    [from, to]: [Vector<R, N>; 2],
    found: PointSeparation<R, N>,
) -> PointSeparation<R, N> {
    let mut height = R::ZERO;
    let mut corner = from;
    for other in (0..len).map(at) {
        let next = (other - from).dot(found.normal);
        (height, corner) = if next > height { (next, other) } else { (height, corner) };
    }
    if !(height > R::ZERO) {
        return found;
    }
    let [before, after] = [to - corner, corner - from];
    let (end, edge) = if before.dot(before) > after.dot(after) { (to, before) } else { (from, after) };
    let [x, y] = xy(edge);
    let normal = Vector([y, -x]).scaled(R::ONE / edge.length()).resized();
    PointSeparation { length: (point - end).dot(normal), normal }
}

/// The separation of a polygon and a point that is behind all edges within rounding. If the polygon is a sliver, such a point may still be
/// outside, beyond an end of the sliver.
///
/// If the point is farther from the boundary than `tolerance`, the result comes from the closest point of the boundary, unless the point is
/// inside. Otherwise it comes from the longest of the edges within `tolerance` of the point, because the normal of a long edge is the most
/// accurate.
#[cold]
fn separation_from_boundary<R: Real, const N: usize>(
    len: usize,
    at: &impl Fn(usize) -> Vector<R, N>,
    point: Vector<R, N>,
    tolerance: R,
) -> PointSeparation<R, N> {
    let mut least = R::INFINITY;
    let mut near = point;
    let mut longest = R::ZERO;
    let mut height = R::ZERO;
    let mut normal = Vector::ZERO.with(0, R::ONE);
    for index in 0..len {
        let from = at(index);
        let to = at(if index + 1 < len { index + 1 } else { 0 });
        let edge = to - from;
        let offset = point - from;
        let squared = edge.dot(edge);
        let closest =
            from + edge.scaled(clamped(offset.dot(edge) / if squared > R::ZERO { squared } else { R::ONE }));
        let distance = (point - closest).length();
        if distance < least {
            least = distance;
            near = closest;
        }
        if distance <= tolerance && squared > longest {
            let [x, y] = xy(edge);
            longest = squared;
            normal = Vector([y, -x]).scaled(R::ONE / squared.sqrt()).resized();
            height = offset.dot(normal);
        }
    }
    if least <= tolerance {
        return PointSeparation { length: height, normal };
    }
    // If rounding has rotated a short edge, a point clearly inside may seem to be on its line. So the depth is computed again from all
    // corners.
    let inside = deepest_separation(len, at, point);
    if inside.length < -tolerance { inside } else { separation_of_points(near, point, R::ZERO, normal) }
}

/// The largest separation of a point and a polygon along the normals of the edges. All corners of the polygon are projected onto each
/// normal, because rounding may have rotated an edge so that other corners are in front of it. So the function takes O(n²) time for n
/// corners.
fn deepest_separation<R: Real, const N: usize>(
    len: usize,
    at: &impl Fn(usize) -> Vector<R, N>,
    point: Vector<R, N>,
) -> PointSeparation<R, N> {
    let least = R::NEG_INFINITY;
    let mut best = PointSeparation { length: least, normal: Vector::ZERO };
    for index in 0..len {
        let edge = at(if index + 1 < len { index + 1 } else { 0 }) - at(index);
        let ([x, y], length) = (xy(edge), edge.length());
        if length > R::ZERO {
            let normal = Vector([y, -x]).scaled(R::ONE / length).resized();
            let behind = (0..len).map(|k| (point - at(k)).dot(normal)).fold(-least, R::min);
            best = if behind > best.length { PointSeparation { length: behind, normal } } else { best };
        }
    }
    best
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
