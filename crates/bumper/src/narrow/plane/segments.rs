//! The separation of two segments in 2D, in closed form.

use super::point_separation::{is_within_limit, segment_separation};
use crate::Vector;
use crate::narrow::measure::l1_norm;
use crate::narrow::tolerance::NEAR_SEGMENTS;
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::vector::{Mapped, from_fn};

/// Whether two segments cross: the ends of each segment lie strictly on different sides of the line of the other segment.
#[inline]
pub(super) fn are_crossing<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2]) -> bool {
    let cross = |u: Vector<R, N>, v: Vector<R, N>| {
        let [a, b] = xy(u);
        let [c, d] = xy(v);
        a * d - b * c
    };
    let u = p[1] - p[0];
    let v = q[1] - q[0];
    // For each end, its signed distance from the line of the other segment, positive on the left side, times the length of that other
    // segment.
    let left = [0, 1].mapped(|k| [cross(u, q[k] - p[0]), cross(v, p[k] - q[0])]);
    let is_between = |k: usize| {
        (left[0][k] < R::ZERO) & (left[1][k] > R::ZERO) | (left[0][k] > R::ZERO) & (left[1][k] < R::ZERO)
    };
    is_between(0) & is_between(1)
}

/// The separation of two segments along a unit vector.
#[inline]
fn min_gap<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2], normal: Vector<R, N>) -> R {
    let along = |i: usize, j: usize| (q[j] - p[i]).dot(normal);
    along(0, 0).min(along(0, 1)).min(along(1, 0).min(along(1, 1)))
}

/// The separation of two segments. `None` if it is surely above `limit`.
///
/// If the segments cross, the shortest translation that separates them is along a normal of one of them: the Minkowski difference is a
/// parallelogram, and the origin is inside it. Otherwise, at least one of the closest points is an end.
#[inline]
pub(super) fn separation_of_segments<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
    limit: R,
) -> Option<Separation<R, N>> {
    if are_crossing(p, q) {
        let own = min_penetration(p, q);
        let other = swapped(min_penetration(q, p));
        return Some(if other.length > own.length { other } else { own });
    }
    // If a square is NaN, so is the result.
    let nearer = |best: (R, usize), next: (R, usize)| {
        if next.0 < best.0 || next.0.partial_cmp(&next.0).is_none() { next } else { best }
    };
    let (squares, is_beside) = squared_end_distances(p, q);
    let first = (squares[0], 0);
    let (squared, nearest) = (1..4).fold(first, |best, k| nearer(best, (squares[k], k)));
    if !is_within_limit(squared, limit, l1_norm(p[1] - p[0]) + l1_norm(q[1] - q[0]) + l1_norm(q[0] - p[0])) {
        return None;
    }
    // Two ends may seem to be the closest points, although an end and a point inside a segment are equally near within rounding. Only one
    // of the two normals then separates the segments. `resolve_tie` chooses it.
    if !is_beside[nearest] {
        let max_distance = squared.sqrt() + rounding_error(l1_norm(p[1] - p[0]) + l1_norm(q[1] - q[0]));
        let is_tied: [bool; 4] = from_fn(|k| is_beside[k] & (squares[k] <= max_distance * max_distance));
        if is_tied[0] | is_tied[1] | is_tied[2] | is_tied[3] {
            return Some(resolve_tie(p, q, nearest, |end| is_tied[end]));
        }
    }
    let found = end_separation(p, q, nearest);
    // If two ends are near each other, rounding may have rotated the vector between them so far that the segments are not separated along
    // it.
    let size = l1_norm(p[1] - p[0]) + l1_norm(q[1] - q[0]);
    if found.length * R::from_f64(NEAR_SEGMENTS) < size
        && min_gap(p, q, found.normal) + rounding_error(size) < found.length
    {
        let max_distance = found.length + rounding_error(size);
        return Some(resolve_tie(p, q, nearest, |end| squares[end] <= max_distance * max_distance));
    }
    Some(found)
}

/// The separation with the two shapes swapped.
#[inline]
fn swapped<R: Real, const N: usize>(gap: Separation<R, N>) -> Separation<R, N> {
    Separation { normal: -gap.normal, witnesses: gap.witnesses.map(|[a, b]| [b, a]), ..gap }
}

/// The separation of one segment and an end of the other segment. The indices 0 and 1 of `end` are the ends of the segment `q`, the indices
/// 2 and 3 those of `p`.
#[inline]
fn end_separation<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
    end: usize,
) -> Separation<R, N> {
    match end < 2 {
        true => segment_separation(p, q[end]).core_to_point(q[end]),
        false => segment_separation(q, p[end & 1]).point_to_core(p[end & 1]),
    }
}

/// Chooses among several ends that are equally near within rounding: the end with the largest separation of the segments along its normal.
/// If the separation along a normal of one of the segments is even larger, it is returned instead.
#[cold]
fn resolve_tie<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
    nearest: usize,
    is_tied: impl Fn(usize) -> bool,
) -> Separation<R, N> {
    let mut found = end_separation(p, q, nearest);
    let min_gap = |gap: &Separation<R, N>| min_gap(p, q, gap.normal);
    for end in (0..4).filter(|&end| is_tied(end)) {
        let next = end_separation(p, q, end);
        found = if min_gap(&next) > min_gap(&found) { next } else { found };
    }
    for edge in [p[1] - p[0], q[1] - q[0]] {
        let [x, y] = xy(edge);
        let scale = R::ONE / edge.dot(edge).sqrt();
        for scale in [scale, -scale] {
            let mut next = Separation { normal: Vector([y * scale, -x * scale]).resized(), ..found };
            next.length = min_gap(&next);
            found = if next.length > min_gap(&found) { next } else { found };
        }
    }
    found
}

/// For each pair of a segment and a point: their squared distance, and whether the point is beside the segment instead of beyond an end.
#[inline]
pub(super) fn squared_distances<R: Real, const W: usize, const N: usize>(
    segments: [[Vector<R, N>; 2]; W],
    points: [Vector<R, N>; W],
) -> ([R; W], [bool; W]) {
    // Coordinates are stored in arrays, which the compiler turns into SIMD lanes.
    let edge: [[R; 2]; W] = from_fn(|k| xy(segments[k][1] - segments[k][0]));
    let from_start: [[R; 2]; W] = from_fn(|k| xy(points[k] - segments[k][0]));
    let from_end: [[R; 2]; W] = from_fn(|k| xy(points[k] - segments[k][1]));
    let x: [R; W] = from_fn(|k| edge[k][0]);
    let y: [R; W] = from_fn(|k| edge[k][1]);
    let u: [R; W] = from_fn(|k| from_start[k][0]);
    let v: [R; W] = from_fn(|k| from_start[k][1]);
    let s: [R; W] = from_fn(|k| from_end[k][0]);
    let t: [R; W] = from_fn(|k| from_end[k][1]);
    let squared: [R; W] = from_fn(|k| x[k] * x[k] + y[k] * y[k]);
    let along: [R; W] = from_fn(|k| u[k] * x[k] + v[k] * y[k]);
    // Selects instead of branches: the position of a point is unpredictable, and the compiler would branch around a conditional division.
    let heights: [R; W] = from_fn(|k| {
        let height = x[k] * v[k] - y[k] * u[k];
        height * height / squared[k]
    });
    let before: [R; W] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
    let after: [R; W] = from_fn(|k| s[k] * s[k] + t[k] * t[k]);
    let end: [R; W] = from_fn(|k| if along[k] <= R::ZERO { before[k] } else { after[k] });
    let is_beside: [bool; W] = from_fn(|k| !((along[k] <= R::ZERO) | (along[k] >= squared[k])));
    (from_fn(|k| if is_beside[k] { heights[k] } else { end[k] }), is_beside)
}

/// The squared distance of each end of two segments from the other segment, and whether the end is beside that segment. The ends of the
/// second segment come first.
#[inline]
pub(super) fn squared_end_distances<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
) -> ([R; 4], [bool; 4]) {
    squared_distances([p, p, q, q], [q[0], q[1], p[0], p[1]])
}

/// The separation of two crossing segments along the better one of the two normals of the first segment. Its length is minus the distance
/// of an end of the second segment, the nearer one, from the line of the first segment. The normal points towards the farther end, because
/// the nearer one may be on the line within rounding. Then the sign of its distance is unknown.
#[inline]
fn min_penetration<R: Real, const N: usize>(
    [from, to]: [Vector<R, N>; 2],
    ends: [Vector<R, N>; 2],
) -> Separation<R, N> {
    let edge = to - from;
    let [x, y] = xy(edge);
    let scale = R::ONE / edge.dot(edge).sqrt();
    let side_normal: Vector<R, N> = Vector([y * scale, -x * scale]).resized();
    let [first, second] = ends.mapped(|end| (end - from).dot(side_normal));
    let (near, far) = if second.abs() < first.abs() { (second, first) } else { (first, second) };
    let normal = if far > R::ZERO { side_normal } else { -side_normal };
    Separation { length: -near.abs(), normal, witnesses: None }
}
