//! The separation of shapes with corners, by trying everything: all directions across two edges for how deep they are,
//! all pairs of corner, edge and face for how far they are from each other. In floats first; what comes near the best is
//! done again with twice the digits.

use super::body::{Body, core_gap};
use super::number::{Double, Number, V, add, cross, dot, length, scale, sub, unit};
use super::{Bounds, extent};

/// Two directions are as good as parallel in floats where the sine of their angle is below this.
const PARALLEL: f64 = 1e-6;

/// And in pairs of floats, where what is across is rounding alone.
const SURELY_PARALLEL: f64 = 1e-26;

/// How far outside of a triangle a point may be, as a part of it: one on the seam of two triangles of a face is in one of them.
const SEAM: f64 = 1e-24;

/// What two features of the shapes are.
#[derive(Clone, Copy)]
enum Pair {
    Corners(usize, usize),
    CornerEdge(usize, usize),
    EdgeCorner(usize, usize),
    Edges(usize, usize),
    CornerFace(usize, usize),
    FaceCorner(usize, usize),
}

/// The shortest way from a point to a segment.
fn to_segment<T: Number>(p: V<T>, from: V<T>, to: V<T>) -> V<T> {
    let (way, start) = (sub(to, from), sub(from, p));
    let squared = dot(way, way);
    let (zero, one) = (T::from(0.0), T::from(1.0));
    if squared <= zero {
        return start;
    }
    let at = (-dot(start, way) / squared).most(zero).least(one);
    add(start, scale(way, at))
}

/// The shortest way between the lines of two segments, if it starts and ends on them (by `slack` of them outside is
/// let pass); `Err` where they are parallel, but for `parallel`.
fn across<T: Number>(a: [V<T>; 2], b: [V<T>; 2], slack: f64, parallel: f64) -> Result<Option<V<T>>, ()> {
    let (d, e, r) = (sub(a[1], a[0]), sub(b[1], b[0]), sub(b[0], a[0]));
    let n = cross(d, e);
    let squared = dot(n, n);
    if squared.sqrt() <= length(d) * length(e) * T::from(parallel) {
        return Err(());
    }
    let (s, t) = (dot(cross(r, e), n) / squared, dot(cross(r, d), n) / squared);
    let on = |part: T| part >= T::from(-slack) && part <= T::from(1.0 + slack);
    Ok((on(s) && on(t)).then(|| scale(n, dot(r, n) / squared)))
}

/// The way from a point to the plane of a triangle, if it ends in that; `Err` where that has no width.
fn to_face<T: Number>(p: V<T>, face: [V<T>; 3], slack: f64, parallel: f64) -> Result<Option<V<T>>, ()> {
    let [a, b, c] = face;
    let (d, e) = (sub(b, a), sub(c, a));
    let n = cross(d, e);
    let squared = dot(n, n);
    if squared.sqrt() <= length(d) * length(e) * T::from(parallel) {
        return Err(());
    }
    let part = |from: V<T>, to: V<T>| dot(cross(sub(to, from), sub(p, from)), n) / squared;
    let inside = [(a, b), (b, c), (c, a)].iter().all(|&(from, to)| part(from, to) >= T::from(-slack));
    Ok(inside.then(|| scale(n, dot(sub(a, p), n) / squared)))
}

impl Pair {
    fn all<T>(a: &Body<T>, b: &Body<T>, space: bool) -> Vec<Self> {
        let product = |n: usize, m: usize| (0..n).flat_map(move |i| (0..m).map(move |j| (i, j)));
        let mut all: Vec<Self> = vec![];
        let (p, q) = (a.points.len(), b.points.len());
        all.extend(product(p, q).map(|(i, j)| Pair::Corners(i, j)));
        all.extend(product(p, b.edges.len()).map(|(i, j)| Pair::CornerEdge(i, j)));
        all.extend(product(a.edges.len(), q).map(|(i, j)| Pair::EdgeCorner(i, j)));
        if space {
            all.extend(product(a.edges.len(), b.edges.len()).map(|(i, j)| Pair::Edges(i, j)));
            all.extend(product(p, b.faces.len()).map(|(i, j)| Pair::CornerFace(i, j)));
            all.extend(product(a.faces.len(), q).map(|(i, j)| Pair::FaceCorner(i, j)));
        }
        all
    }

    /// The way from the first to the second; `None` where another pair is nearer, `Err` where that cannot be told.
    fn way<T: Number>(self, a: &Body<T>, b: &Body<T>, slack: f64, parallel: f64) -> Result<Option<V<T>>, ()> {
        let edge = |body: &Body<T>, k: usize| body.edges[k].map(|i| body.points[i]);
        let face = |body: &Body<T>, k: usize| body.faces[k].map(|i| body.points[i]);
        let back = |way: V<T>| scale(way, T::from(-1.0));
        match self {
            Pair::Corners(i, j) => Ok(Some(sub(b.points[j], a.points[i]))),
            Pair::CornerEdge(i, j) => {
                let [from, to] = edge(b, j);
                Ok(Some(to_segment(a.points[i], from, to)))
            }
            Pair::EdgeCorner(i, j) => {
                let [from, to] = edge(a, i);
                Ok(Some(back(to_segment(b.points[j], from, to))))
            }
            Pair::Edges(i, j) => across(edge(a, i), edge(b, j), slack, parallel),
            Pair::CornerFace(i, j) => to_face(a.points[i], face(b, j), slack, parallel),
            Pair::FaceCorner(i, j) => {
                to_face(b.points[j], face(a, i), slack, parallel).map(|way| way.map(back))
            }
        }
    }
}

/// The shortest way from one to the other, which are apart.
fn shortest(a: &Body<Double>, b: &Body<Double>, space: bool) -> V<Double> {
    let (p, q) = (a.short(), b.short());
    let size = extent(&p, &q);
    // What a float may be wrong by, with room: lines that cross at a small angle, the worst, are done again anyway.
    let margin = size * 1e-7;
    let far: Vec<(Pair, f64)> = Pair::all(&p, &q, space)
        .into_iter()
        .filter_map(|pair| match pair.way(&p, &q, 1e-6, PARALLEL) {
            Ok(way) => way.map(|way| (pair, length(way))),
            Err(()) => Some((pair, 0.0)),
        })
        .collect();
    let corners = |pair: &&(Pair, f64)| {
        !matches!(pair.0, Pair::Edges(..) | Pair::CornerFace(..) | Pair::FaceCorner(..))
    };
    // Those always give a way that is there.
    let near = far.iter().filter(corners).map(|pair| pair.1).fold(f64::INFINITY, f64::min);
    let mut best: Option<(Double, V<Double>)> = None;
    for (pair, _) in far.iter().filter(|pair| pair.1 <= near + margin) {
        if let Ok(Some(way)) = pair.way(a, b, SEAM, SURELY_PARALLEL) {
            let length = length(way);
            if best.is_none_or(|best| length < best.0) {
                best = Some((length, way));
            }
        }
    }
    best.expect("corners are always there").1
}

/// The directions that may part two shapes best where they overlap: across two edges of either, on a plane across one.
pub fn across_edges<T: Number>(a: &Body<T>, b: &Body<T>, space: bool, parallel: f64) -> Vec<Option<V<T>>> {
    let (zero, one) = (T::from(0.0), T::from(1.0));
    let axes = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
    let mut directions: Vec<V<T>> =
        a.directions.iter().chain(&b.directions).filter_map(|&d| unit(d)).collect();
    let edges = directions.len();
    if !space {
        directions = directions.iter().map(|&[x, y, _]| [-y, x, zero]).collect();
        directions.extend(&axes[..2]);
        return directions.into_iter().map(Some).collect();
    }
    // What is flat has a normal, what is straight or a point has many: one of them is across an axis, or an axis.
    directions.extend(axes);
    let mut found: Vec<_> = axes.into_iter().map(Some).collect();
    for i in 0..edges {
        for j in i + 1..directions.len() {
            let normal = cross(directions[i], directions[j]);
            found.push(if length(normal) > T::from(parallel) { unit(normal) } else { None });
        }
    }
    found
}

/// Of the directions that may part them best, the best; without looking on where one parts them for sure.
fn deepest(a: &Body<Double>, b: &Body<Double>, space: bool) -> (Double, V<Double>) {
    let (p, q) = (a.short(), b.short());
    // What is across directions of f64 is wrong by a rounding over the sine of the angle.
    let error = extent(&p, &q) * f64::EPSILON * 16.0 / PARALLEL;
    let surely = extent(&p, &q) * 1e-7;
    let candidates = across_edges(&p, &q, space, PARALLEL);
    let mut gaps = Vec::with_capacity(candidates.len());
    for candidate in &candidates {
        let gap =
            candidate.map_or(f64::INFINITY, |u| core_gap(&p, &q, u).max(core_gap(&p, &q, scale(u, -1.0))));
        if gap > surely && gap < f64::INFINITY {
            return (gap.into(), super::number::wide(candidate.unwrap_or_default()));
        }
        gaps.push(gap);
    }
    let known = gaps.iter().copied().filter(|gap| gap.is_finite()).fold(f64::NEG_INFINITY, f64::max);
    let mut best: Option<(Double, V<Double>)> = None;
    // The same order again.
    let fine = Fine::new(a, b, space);
    for (k, _) in gaps.iter().enumerate().filter(|(_, gap)| **gap >= known - 2.0 * error) {
        let Some(u) = fine.direction(k) else { continue };
        for u in [u, scale(u, Double::from(-1.0))] {
            let gap = core_gap(a, b, u);
            if best.is_none_or(|best| gap > best.0) {
                best = Some((gap, u));
            }
        }
    }
    best.expect("the axes are always tried")
}

/// The candidates of [`across_edges`] one at a time, with twice the digits.
struct Fine {
    directions: Vec<V<Double>>,
    pairs: Vec<(usize, usize)>,
    space: bool,
}

impl Fine {
    fn new(a: &Body<Double>, b: &Body<Double>, space: bool) -> Self {
        let (zero, one) = (Double::from(0.0), Double::from(1.0));
        let axes = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
        // Which have a length is told by floats, as before: the places in the two lists are the same.
        let all = a.directions.iter().chain(&b.directions);
        let mut directions: Vec<_> =
            all.filter(|&&d| unit(super::number::rounded(d)).is_some()).filter_map(|&d| unit(d)).collect();
        let edges = directions.len();
        directions.extend(axes);
        let pairs = (0..edges).flat_map(|i| (i + 1..edges + 3).map(move |j| (i, j))).collect();
        Self { directions, pairs, space }
    }

    fn direction(&self, index: usize) -> Option<V<Double>> {
        let edges = self.directions.len() - 3;
        if !self.space {
            let [x, y, zero] = self.directions[index];
            return Some(if index < edges { [-y, x, zero] } else { [x, y, zero] });
        }
        let Some(pair) = index.checked_sub(3) else { return Some(self.directions[edges + index]) };
        let (i, j) = self.pairs[pair];
        let normal = cross(self.directions[i], self.directions[j]);
        if length(normal).value() > SURELY_PARALLEL { unit(normal) } else { None }
    }
}

/// The separation of the cores of two shapes without a rim, and the direction that gives it.
pub fn separation(a: &Body<Double>, b: &Body<Double>, space: bool) -> Bounds {
    let (gap, u) = deepest(a, b, space);
    if gap.value() <= 0.0 {
        return Bounds { low: gap, high: gap, normal: u };
    }
    let way = shortest(a, b, space);
    let Some(normal) = unit(way) else { return Bounds { low: gap, high: gap, normal: u } };
    // No direction parts them by more than they are apart: if this one parts them as much, both are right.
    let by = core_gap(a, b, normal);
    let (low, normal) = if by > gap { (by, normal) } else { (gap, u) };
    Bounds { low, high: length(way), normal }
}
