//! The separation of polyhedral shapes, by exhaustive search. For the penetration depth, all directions perpendicular to two edges; for the
//! distance, all pairs of corner, edge and face. The search is done in `f64` first. Candidates near the best are computed again with twice
//! the digits.

use super::body::{Body, core_gap};
use super::number::{Double, Number, V, add, cross, dot, length, scale, sub, unit};
use super::{Bounds, extent};

/// Two directions count as parallel in `f64` if the sine of their angle is below this.
const PARALLEL: f64 = 1e-6;

/// Two directions count as parallel in [`Double`] if the sine of their angle is below this, because their cross product is then only
/// rounding error.
const SURELY_PARALLEL: f64 = 1e-26;

/// How far outside of a triangle a point may be and still count as inside, as a fraction of the triangle. A point on the common edge of two
/// triangles of a face must be inside of one of them.
const SEAM: f64 = 1e-24;

/// A pair of features (corner, edge or face) of two shapes, by their indices.
#[derive(Clone, Copy)]
enum Pair {
    Corners(usize, usize),
    CornerEdge(usize, usize),
    EdgeCorner(usize, usize),
    Edges(usize, usize),
    CornerFace(usize, usize),
    FaceCorner(usize, usize),
}

/// The shortest vector from a point to a segment.
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

/// The shortest vector between the lines of two segments, if both of its ends are on the segments (extended by `slack` as a fraction).
/// `Err` if the lines are parallel, with the tolerance `parallel`.
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

/// The vector from a point to the plane of a triangle, perpendicular to it, if it ends inside the triangle. `Err` if the triangle is
/// degenerate.
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

    /// The vector from the first feature to the second. `None` if another pair of features is nearer, `Err` if this cannot be decided.
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

/// The shortest vector from the first body to the second. They must be apart.
fn shortest(a: &Body<Double>, b: &Body<Double>, space: bool) -> V<Double> {
    let (p, q) = (a.short(), b.short());
    let size = extent(&p, &q);
    // A generous bound on the error in `f64`. The worst case, lines that cross at a small angle, is computed again in any case.
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
    // These pairs always have a vector.
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

/// The candidate directions for the penetration depth: perpendicular to two edges of any of the shapes, in 2D to one edge.
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
    // A flat shape has one normal; a segment or a point has many normals. The coordinate axes are added so that a normal is found for each
    // of these shapes.
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

/// The best candidate direction for the penetration depth. Stops early if one direction shows that the shapes are clearly apart.
fn deepest(a: &Body<Double>, b: &Body<Double>, space: bool) -> (Double, V<Double>) {
    let (p, q) = (a.short(), b.short());
    // The error of a cross product in `f64` is a rounding error divided by the sine of the angle.
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
    // The candidates are in the same order as above.
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

/// The candidates of [`across_edges`], computed one at a time with twice the digits.
struct Fine {
    directions: Vec<V<Double>>,
    pairs: Vec<(usize, usize)>,
    space: bool,
}

impl Fine {
    fn new(a: &Body<Double>, b: &Body<Double>, space: bool) -> Self {
        let (zero, one) = (Double::from(0.0), Double::from(1.0));
        let axes = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
        // Decide in `f64` which directions have a length, so that the indices in both lists are the same.
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
    // The gap along any direction is at most the distance. If the gap along this direction equals the distance, both are correct.
    let by = core_gap(a, b, normal);
    let (low, normal) = if by > gap { (by, normal) } else { (gap, u) };
    Bounds { low, high: length(way), normal }
}
