//! How far two convex shapes are apart on a plane, and nothing else: no normal, no depth, one root in the end.
//!
//! Two outlines that are apart have their nearest points at a corner of one and an edge of the other. So all corners are measured
//! against all edges, four at a time, and what is clearly behind all edges of both overlaps (separating axes).

use super::closed::intervals;
use super::segments::{are_crossing, squared_off};
use crate::form::{Convex, Core, FEW};
use crate::narrow::{far, roundings};
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::{Mapped, from_fn};
use crate::{Vector, narrow::ellipse};

/// The length of the gap: zero where they meet, infinite where there is a NaN.
#[inline]
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    let length = match (&a.core, &b.core) {
        (Core::Ellipse(_), _) | (_, Core::Ellipse(_)) => return ellipse::distance(a, b),
        (Core::Point(point), core) | (core, Core::Point(point)) => off(core, *point),
        (Core::Upright(p), Core::Upright(q)) => intervals(*p, *q).length,
        (Core::Segment(p), Core::Segment(q)) => segments(*p, *q),
        (p, q) => {
            let origin = p.middle();
            match (Ring::new(p, origin), Ring::new(q, origin)) {
                (Some(p), Some(q)) => between(&p, &q),
                _ => return far(super::gap(a, b, R::from_f64(f64::INFINITY)).map(|found| found.length)),
            }
        }
    };
    far(Some(length - (a.radius + b.radius)))
}

/// How far a point is from a core: at most zero within it, NaN where there is a NaN, and for what has no corners.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn off<R: Real, const N: usize>(core: &Core<'_, R, N>, point: Vector<R, N>) -> R {
    match core {
        Core::Point(center) => (point - *center).length(),
        Core::Segment(ends) => Real::sqrt(squared_off(*ends, point).0),
        Core::Upright(ends) => off_upright(*ends, point),
        Core::Box(shape) => {
            let way = point - shape.center;
            off_upright([-shape.half, shape.half], Vector(from_fn(|k| way.dot(shape.axes[k]))))
        }
        Core::Triangle(corners) => off_triangle(corners.mapped(|corner| flat(corner - point))),
        Core::Corners(_) => off_corners(core, point),
        Core::Ellipse(_) | Core::Cylinder(_) => R::from_f64(f64::NAN),
    }
}

/// How far two segments are apart: zero where they cross, else an end of one is nearest.
#[inline]
fn segments<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2]) -> R {
    let squares = [squared_off(p, q[0]), squared_off(p, q[1]), squared_off(q, p[0]), squared_off(q, p[1])];
    // A NaN or an infinity in one end would not be seen in the distances of others.
    let sum = squares[0].0 + squares[1].0 + squares[2].0 + squares[3].0;
    if !(sum < R::from_f64(f64::INFINITY)) {
        return sum;
    }
    if are_crossing(p, q) {
        return R::default();
    }
    let lesser = |a: R, b: R| if b < a { b } else { a };
    Real::sqrt(lesser(lesser(squares[0].0, squares[1].0), lesser(squares[2].0, squares[3].0)))
}

/// How far the origin is from a triangle: zero within it. What is within rounding of an edge is measured, as in [`between`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn off_triangle<R: Real>(corners: [[R; 2]; 3]) -> R {
    let (zero, one, infinity) = (R::default(), R::from_f64(1.0), R::from_f64(f64::INFINITY));
    let size = corners.into_iter().fold(zero, |sum, [x, y]| sum + (x.distance(zero) + y.distance(zero)));
    let tolerance = roundings(size);
    // Side by side, the last of four being no edge.
    let [a, b, c] = corners;
    let (from, to) = ([a, b, c, a], [b, c, a, a]);
    let (mut squares, mut is_inside) = ([infinity; 4], true);
    for k in 0..4 {
        let ([x, y], [s, t]) = (from[k], to[k]);
        let (u, v) = (s - x, t - y);
        let squared = u * u + v * v;
        let share = (zero - (x * u + y * v)) / if squared > zero { squared } else { one };
        let share = if share < zero { zero } else { share };
        let share = if share > one { one } else { share };
        let (x, y, height) = (x + u * share, y + v * share, x * v - y * u);
        squares[k] = x * x + y * y;
        // Counterclockwise, it is to the left of all edges.
        is_inside &= k == 3 || height > zero && height * height > tolerance * tolerance * squared;
    }
    // A NaN or an infinity in one corner would not be seen in the distances of others.
    if !(size < infinity) {
        return size;
    }
    let lesser = |a: R, b: R| if b < a { b } else { a };
    let squared = lesser(lesser(squares[0], squares[1]), lesser(squares[2], squares[3]));
    if is_inside { zero } else { Real::sqrt(squared) }
}

#[inline(never)]
fn off_corners<R: Real, const N: usize>(core: &Core<'_, R, N>, point: Vector<R, N>) -> R {
    match Ring::new(core, point) {
        Some(ring) => between(&ring, &Ring::of([point], point)),
        None => super::from_point(core, point, R::from_f64(f64::INFINITY))
            .map_or(R::from_f64(f64::NAN), |found| found.length),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn off_upright<R: Real, const N: usize>([min, max]: [Vector<R, N>; 2], point: Vector<R, N>) -> R {
    let zero = R::default();
    let mut squared = zero;
    for axis in 0..N {
        // A NaN in one end would not be seen from the other.
        if !(min[axis] <= max[axis]) {
            return R::from_f64(f64::NAN);
        }
        let (before, after) = (min[axis] - point[axis], point[axis] - max[axis]);
        let larger = if before > after { before } else { after };
        // A NaN stays.
        let out = if larger <= zero { zero } else { larger };
        squared = squared + out * out;
    }
    Real::sqrt(squared)
}

/// Up to eight corners, counterclockwise, seen from an origin. What fills up is the first.
struct Ring<R> {
    x: [R; FEW],
    y: [R; FEW],
    len: usize,
}

impl<R: Real> Ring<R> {
    /// `None` where a core has more corners, or none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new<const N: usize>(core: &Core<'_, R, N>, origin: Vector<R, N>) -> Option<Self> {
        match core {
            Core::Point(point) => Some(Self::of([*point], origin)),
            Core::Segment(ends) => Some(Self::of(*ends, origin)),
            Core::Triangle(corners) => Some(Self::of(*corners, origin)),
            Core::Upright([min, max]) => {
                let (low, high) = (max.with(1, min[1]), min.with(1, max[1]));
                Some(Self::of([*min, low, *max, high], origin))
            }
            Core::Box(shape) => {
                let [u, v] = [0, 1].mapped(|k| shape.axes[k % N].scaled(shape.half[k % N]));
                let at = shape.center - origin;
                Some(Self::of([at - u - v, at + u - v, at + u + v, at - u + v], Vector::default()))
            }
            Core::Corners(corners) => {
                let (corners, len) = corners.few::<FEW>()?;
                Some(Self { len, ..Self::of(corners, origin) })
            }
            Core::Ellipse(_) | Core::Cylinder(_) => None,
        }
    }

    /// Some corners, at least one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of<const LEN: usize, const N: usize>(corners: [Vector<R, N>; LEN], origin: Vector<R, N>) -> Self {
        let seen: [[R; 2]; LEN] = corners.mapped(|corner| flat(corner - origin));
        let at = |k: usize| seen[if k < LEN { k } else { 0 }];
        Self { x: from_fn(|k| at(k)[0]), y: from_fn(|k| at(k)[1]), len: LEN }
    }

    /// A bound of the coordinates.
    fn magnitude(&self) -> R {
        let all = self.x.iter().chain(&self.y);
        let larger = |most: R, c: R| if most < c { c } else { most };
        let most = all.fold(R::default(), |most, c| larger(most, c.distance(R::default())));
        most + most
    }
}

/// How far two rings are apart; zero where they overlap, infinite where there is a NaN.
#[inline(never)]
fn between<R: Real>(a: &Ring<R>, b: &Ring<R>) -> R {
    let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
    let lesser = |a: R, b: R| if b < a { b } else { a };
    // The square of how deep they overlap by an edge at least; infinite where there is none.
    let (mut least, mut depth) = ([infinity; 4], [infinity; 4]);
    for [p, q] in [[a, b], [b, a]] {
        // A point has no edge.
        let edges = if p.len > 1 { p.len } else { 0 };
        for first in (0..edges).step_by(4) {
            let four = Four::new(p, first);
            // A NaN or an infinity in one corner would not be seen in the distances of others.
            if !four.squared.iter().fold(true, |all, squared| all & (*squared < infinity)) {
                return infinity;
            }
            four.measure(q, &mut least, &mut depth);
        }
    }
    let depth = depth.into_iter().fold(infinity, lesser);
    // What is within rounding of an edge is measured: it may lie beside a sliver.
    if depth > zero && depth < infinity {
        let tolerance = roundings(a.magnitude() + b.magnitude());
        if depth > tolerance * tolerance {
            return zero;
        }
    }
    Real::sqrt(least.into_iter().fold(infinity, lesser))
}

/// Four edges of a ring: where they begin, their ways, and the squares of their lengths.
struct Four<R> {
    x: [R; 4],
    y: [R; 4],
    u: [R; 4],
    v: [R; 4],
    squared: [R; 4],
}

impl<R: Real> Four<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(ring: &Ring<R>, first: usize) -> Self {
        let first = first & (FEW - 4);
        let next = |k: usize| (first + k + 1) & (FEW - 1);
        let (x, y): ([R; 4], [R; 4]) = (from_fn(|k| ring.x[first + k]), from_fn(|k| ring.y[first + k]));
        let (u, v): ([R; 4], [R; 4]) =
            (from_fn(|k| ring.x[next(k)] - x[k]), from_fn(|k| ring.y[next(k)] - y[k]));
        Self { x, y, u, v, squared: from_fn(|k| u[k] * u[k] + v[k] * v[k]) }
    }

    /// Takes the squares of the distances of corners from the edges, and of how deep they are behind them: what is less than before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn measure(&self, ring: &Ring<R>, least: &mut [R; 4], depth: &mut [R; 4]) {
        let (zero, one, infinity) = (R::default(), R::from_f64(1.0), R::from_f64(f64::INFINITY));
        let inverse: [R; 4] = from_fn(|k| if self.squared[k] > zero { one / self.squared[k] } else { zero });
        let mut low = [infinity; 4];
        for corner in 0..ring.len {
            let (x, y) = (ring.x[corner & (FEW - 1)], ring.y[corner & (FEW - 1)]);
            for k in 0..4 {
                let (x, y) = (x - self.x[k], y - self.y[k]);
                let along = (x * self.u[k] + y * self.v[k]) * inverse[k];
                let along = if along < zero { zero } else { along };
                let along = if along > one { one } else { along };
                let height = x * self.v[k] - y * self.u[k];
                let (x, y) = (x - self.u[k] * along, y - self.v[k] * along);
                let squared = x * x + y * y;
                least[k] = if squared < least[k] { squared } else { least[k] };
                low[k] = if height < low[k] { height } else { low[k] };
            }
        }
        for k in 0..4 {
            // In this order, so that what is tiny does not come to nothing.
            let behind = if low[k] < zero { low[k] * inverse[k] * low[k] } else { zero };
            let behind = if self.squared[k] > zero { behind } else { infinity };
            depth[k] = if behind < depth[k] { behind } else { depth[k] };
        }
    }
}
