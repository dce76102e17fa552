//! The separation of a point and a convex polygon, from the edge along whose normal the separation is largest.

use super::point_separation::{PointSeparation, separation_of_points};
use super::rotated_edges::{self, is_short};
use crate::Vector;
use crate::narrow::measure::{clamped, l1_norm};
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::shape::polygon::xy;

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
        true => rotated_edges::separation_at_short_edge(len, at, point, [from, to], found),
        false => found,
    }
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
    let inside = rotated_edges::deepest_separation(len, at, point);
    if inside.length < -tolerance { inside } else { separation_of_points(near, point, R::ZERO, normal) }
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
            return Ok(rotated_edges::separation_at_short_edge(len, at, point, ends, found));
        }
        corner = next;
    }
    Err(corner)
}
