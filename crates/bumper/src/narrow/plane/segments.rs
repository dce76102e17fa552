//! Two segments on a plane, in closed form.

use super::closed::{may_reach, off_segment};
use crate::Vector;
use crate::narrow::Separation;
use crate::narrow::measure::{abs, extent, smaller};
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::{Mapped, from_fn};

/// Whether two segments cross: the ends of each are on both sides of the other.
#[inline]
pub(super) fn are_crossing<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2]) -> bool {
    let zero = R::default();
    let cross = |u: Vector<R, N>, v: Vector<R, N>| {
        let ([a, b], [c, d]) = (flat(u), flat(v));
        a * d - b * c
    };
    let (u, v) = (p[1] - p[0], q[1] - q[0]);
    // How far each end is to the left of the other segment.
    let left = [0, 1].mapped(|k| [cross(u, q[k] - p[0]), cross(v, p[k] - q[0])]);
    let is_between =
        |k: usize| (left[0][k] < zero) & (left[1][k] > zero) | (left[0][k] > zero) & (left[1][k] < zero);
    is_between(0) & is_between(1)
}

/// Two segments: where they cross by the edges of their difference, which is a parallelogram; else an end of one is nearest. `None` where
/// they are surely farther apart than `reach`.
#[inline]
pub(super) fn segments<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
    reach: R,
) -> Option<Separation<R, N>> {
    if are_crossing(p, q) {
        let (own, other) = (least_deep(p, q), turned(least_deep(q, p)));
        return Some(if other.length > own.length { other } else { own });
    }
    // A NaN stays.
    let least = |best: (R, usize), next: (R, usize)| {
        if next.0 < best.0 || next.0.partial_cmp(&next.0).is_none() { next } else { best }
    };
    let (squares, is_beside) = squares_of_ends(p, q);
    let (squared, nearest) = (1..4).fold((squares[0], 0), |best, k| least(best, (squares[k], k)));
    if !may_reach(squared, reach, extent(p[1] - p[0]) + extent(q[1] - q[0]) + extent(q[0] - p[0])) {
        return None;
    }
    // An end may be as far as what is beside another, but for rounding: only one of their normals keeps all four ends apart.
    let most = squared + squared * R::EPSILON * R::from_f64(TIED);
    let is_tied: [bool; 4] = from_fn(|k| is_beside[k] & (squares[k] <= most));
    if !is_beside[nearest] && (is_tied[0] | is_tied[1] | is_tied[2] | is_tied[3]) {
        return Some(untied(p, q, is_tied, nearest));
    }
    Some(off_end(p, q, nearest))
}

/// Seen from the other of the two.
#[inline]
fn turned<R: Real, const N: usize>(gap: Separation<R, N>) -> Separation<R, N> {
    Separation { normal: -gap.normal, on: gap.on.map(|[a, b]| [b, a]), ..gap }
}

/// From one segment to an end of the other: the first two are those of the second.
#[inline]
fn off_end<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
    end: usize,
) -> Separation<R, N> {
    if end < 2 { off_segment(p, q[end]) } else { turned(off_segment(q, p[end & 1])) }
}

/// Of ends that are as near the one whose normal keeps the segments farther apart.
#[cold]
fn untied<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
    is_tied: [bool; 4],
    nearest: usize,
) -> Separation<R, N> {
    let mut found = off_end(p, q, nearest);
    let apart = |gap: &Separation<R, N>| {
        let along = |i: usize, j: usize| (q[j] - p[i]).dot(gap.normal);
        smaller(smaller(along(0, 0), along(0, 1)), smaller(along(1, 0), along(1, 1)))
    };
    for end in (0..4).filter(|end| is_tied[*end]) {
        let next = off_end(p, q, end);
        found = if apart(&next) > apart(&found) { next } else { found };
    }
    found
}

/// How many rounding errors two squared distances may differ by that are one.
const TIED: f64 = 16.0;

/// The squares of the distances of points from segments, and which points are beside theirs.
#[inline]
pub(super) fn squares_off<R: Real, const W: usize, const N: usize>(
    segments: [[Vector<R, N>; 2]; W],
    points: [Vector<R, N>; W],
) -> ([R; W], [bool; W]) {
    // One after the other the code for it is there once.
    let way: [[R; 2]; W] = from_fn(|k| flat(segments[k][1] - segments[k][0]));
    let off: [[R; 2]; W] = from_fn(|k| flat(points[k] - segments[k][0]));
    let beyond: [[R; 2]; W] = from_fn(|k| flat(points[k] - segments[k][1]));
    let (x, y): ([R; W], [R; W]) = (from_fn(|k| way[k][0]), from_fn(|k| way[k][1]));
    let (u, v): ([R; W], [R; W]) = (from_fn(|k| off[k][0]), from_fn(|k| off[k][1]));
    let (s, t): ([R; W], [R; W]) = (from_fn(|k| beyond[k][0]), from_fn(|k| beyond[k][1]));
    let squared: [R; W] = from_fn(|k| x[k] * x[k] + y[k] * y[k]);
    let along: [R; W] = from_fn(|k| u[k] * x[k] + v[k] * y[k]);
    // Side by side, by selects: where a point is cannot be foreseen, and a division alone would be jumped over.
    let beside: [R; W] = from_fn(|k| {
        let height = x[k] * v[k] - y[k] * u[k];
        height * height / squared[k]
    });
    let (before, after): ([R; W], [R; W]) =
        (from_fn(|k| u[k] * u[k] + v[k] * v[k]), from_fn(|k| s[k] * s[k] + t[k] * t[k]));
    let end: [R; W] = from_fn(|k| if along[k] <= R::default() { before[k] } else { after[k] });
    let is_beside: [bool; W] = from_fn(|k| !((along[k] <= R::default()) | (along[k] >= squared[k])));
    (from_fn(|k| if is_beside[k] { beside[k] } else { end[k] }), is_beside)
}

/// The same for the ends of each of two segments and the other: those of the second come first.
#[inline]
pub(super) fn squares_of_ends<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
) -> ([R; 4], [bool; 4]) {
    squares_off([p, p, q, q], [q[0], q[1], p[0], p[1]])
}

/// What pushes the ends of another segment off a line by the side on which they are, whichever is less.
#[inline]
fn least_deep<R: Real, const N: usize>(
    [from, to]: [Vector<R, N>; 2],
    ends: [Vector<R, N>; 2],
) -> Separation<R, N> {
    let way = to - from;
    let [x, y] = flat(way);
    let scale = R::from_f64(1.0) / Real::sqrt(way.dot(way));
    let across: Vector<R, N> = Vector([y * scale, -x * scale]).resized();
    let [first, second] = ends.mapped(|end| (end - from).dot(across));
    let height = if abs(second) < abs(first) { second } else { first };
    let normal = if height < R::default() { across } else { -across };
    Separation { length: -abs(height), normal, on: None }
}
