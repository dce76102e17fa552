//! The distance of two cores with few corners in 2D, in closed form.
//!
//! A box is transformed into its own frame, where it is axis-aligned. The distances of the other core's corners from the box then follow
//! from their coordinates. Of the box's corners, only the one that is farthest behind the line of an edge of the other core can be nearest
//! to the interior of that edge; signs determine which one it is.
//!
//! For two other cores, only edges that do not surely have the other core behind them are measured. At the corner of the Minkowski
//! difference that is nearest to the origin, at least one adjacent edge has the origin in front of it, so this finds the nearest corners as
//! well.

use super::outline::{Point, lanes};
use super::rectangle::Rectangle;
use crate::Vector;
use crate::narrow::measure::{abs, extent, larger, smaller};
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::{Mapped, from_fn};
use crate::view::{Core, FEW};

/// The distance of two cores: zero if they overlap, NaN or infinite if a number is NaN. `None` for points, curved cores and cores with many
/// corners.
#[inline]
pub(super) fn of_few<R: Real, const N: usize>(p: &Core<'_, R, N>, q: &Core<'_, R, N>) -> Option<R> {
    match (boxed(p), boxed(q)) {
        (Some(p), Some(q)) => Some(boxes(&p, &q)),
        (Some(p), None) => of_corners(&p, q),
        (None, Some(q)) => of_corners(&q, p),
        (None, None) => of_edges(p, q),
    }
}

#[inline]
fn boxed<R: Real, const N: usize>(core: &Core<'_, R, N>) -> Option<Rectangle<R>> {
    // A segment as a box would need a square root.
    if matches!(core, Core::Segment(_)) { None } else { Rectangle::of(core) }
}

/// The distance of two boxes: a corner of one of them is a closest point.
#[inline(never)]
fn boxes<R: Real>(p: &Rectangle<R>, q: &Rectangle<R>) -> R {
    let off = q.center - p.center;
    let magnitude = extent(off) + (p.half[0] + p.half[1]) + (q.half[0] + q.half[1]);
    // Also true for NaN.
    if !(magnitude < R::from_f64(f64::INFINITY)) {
        return magnitude;
    }
    // The axes of the second box in the frame of the first.
    let (cosine, sine) = (p.axes[0].dot(q.axes[0]), p.axes[1].dot(q.axes[0]));
    let (ahead, left) = (Vector([cosine, sine]), Vector([-sine, cosine]));
    let center = Vector([off.dot(p.axes[0]), off.dot(p.axes[1])]);
    let own = off_sides(center, [ahead.scaled(q.half[0]), left.scaled(q.half[1])], p.half);
    let (ahead, left) = (Vector([cosine, -sine]), Vector([sine, cosine]));
    let center = Vector([off.dot(q.axes[0]), off.dot(q.axes[1])]);
    let other = off_sides(center, [ahead.scaled(p.half[0]), left.scaled(p.half[1])], q.half);
    if larger(own.1, other.1) < -rounding_error(magnitude) {
        return R::default();
    }
    let least: [R; 4] = from_fn(|k| smaller(own.0[k], other.0[k]));
    Real::sqrt(smaller(smaller(least[0], least[1]), smaller(least[2], least[3])))
}

/// The squared distances of a box's corners from an axis-aligned box around the origin, and the largest separation along the axes of the
/// latter. The signs of the half axes `u` and `v` do not matter.
#[inline]
fn off_sides<R: Real>(center: Point<R>, [u, v]: [Point<R>; 2], half: [R; 2]) -> ([R; 4], R) {
    let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let beyond = |axis: usize| -> [R; 4] {
        from_fn(|k| {
            let at = R::from_f64(signs[k][0]) * u[axis] + R::from_f64(signs[k][1]) * v[axis];
            larger(abs(center[axis] + at) - half[axis], R::default())
        })
    };
    let (x, y) = (beyond(0), beyond(1));
    let gaps: [R; 2] = from_fn(|k| abs(center[k]) - (abs(u[k]) + abs(v[k])) - half[k]);
    (from_fn(|k| x[k] * x[k] + y[k] * y[k]), larger(gaps[0], gaps[1]))
}

#[inline(never)]
fn of_corners<R: Real, const N: usize>(shape: &Rectangle<R>, core: &Core<'_, R, N>) -> Option<R> {
    if let Some(corners) = four(core, shape.center) {
        return Some(off_corners(shape, &corners));
    }
    Some(off_corners(shape, &eight(core, shape.center)?))
}

/// Corners, counterclockwise, and the edges that begin at them. Unused lanes repeat the first corner.
type Ring<R, const W: usize> = crate::view::SmallPolygon<R, W>;

/// The distance of a box and a convex polygon.
#[inline]
fn off_corners<R: Real, const W: usize>(shape: &Rectangle<R>, ring: &Ring<R, W>) -> R {
    let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
    let (x, y, u, v) = (ring.x, ring.y, ring.u, ring.v);
    let ([i, j], [w, h]) = (shape.axes[0].0, shape.half);
    // Edges are rotated separately: differences of rotated corners would lose the direction of short edges far from the box.
    let (u, v): ([R; W], [R; W]) = (from_fn(|k| u[k] * i + v[k] * j), from_fn(|k| v[k] * i - u[k] * j));
    let (x, y): ([R; W], [R; W]) = (from_fn(|k| x[k] * i + y[k] * j), from_fn(|k| y[k] * i - x[k] * j));
    let sizes: [R; W] = from_fn(|k| abs(x[k]) + abs(y[k]));
    // Zero, or NaN if a corner has a NaN or infinity, which the comparisons below might ignore.
    let none = lanes(&sizes, |a, b| a + b) * zero;
    let tolerance = rounding_error(lanes(&sizes, larger) + (w + h) + none);
    if !(tolerance < infinity) {
        return infinity;
    }
    // Squared distances of the corners from the box.
    let across: [R; W] = from_fn(|k| larger(abs(x[k]) - w, zero));
    let along: [R; W] = from_fn(|k| larger(abs(y[k]) - h, zero));
    let off: [R; W] = from_fn(|k| across[k] * across[k] + along[k] * along[k]);
    let gaps = [lanes(&x, smaller), -lanes(&x, larger), lanes(&y, smaller), -lanes(&y, larger)];
    let sides = larger(larger(gaps[0], gaps[1]) - w, larger(gaps[2], gaps[3]) - h);
    // Distances of the box from the edges, times their lengths: of the box's corner that is farthest behind each edge.
    let gap: [R; W] = from_fn(|k| (y[k] * u[k] - x[k] * v[k]) - (w * abs(v[k]) + h * abs(u[k])));
    let (p, q): ([R; W], [R; W]) = (
        from_fn(|k| (if v[k] < zero { w } else { -w }) - x[k]),
        from_fn(|k| (if u[k] < zero { -h } else { h }) - y[k]),
    );
    let along: [R; W] = from_fn(|k| p[k] * u[k] + q[k] * v[k]);
    let squared: [R; W] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
    // A gap within rounding of zero counts as in front of the edge.
    let slack: [R; W] = from_fn(|k| tolerance * (abs(u[k]) + abs(v[k])));
    let beside: [R; W] = from_fn(|k| {
        let is_beside = (along[k] > zero) & (along[k] < squared[k]) & (gap[k] >= -slack[k]);
        // Evaluated in this order, so that tiny numbers do not underflow.
        let height = gap[k] / squared[k] * gap[k];
        if is_beside { height } else { infinity }
    });
    // Edges without length are ignored.
    let mut is_behind = sides < -tolerance;
    for k in 0..W {
        is_behind &= (gap[k] < -slack[k]) | (squared[k] <= zero);
    }
    let least: [R; W] = from_fn(|k| smaller(off[k], beside[k]));
    if is_behind { zero } else { Real::sqrt(lanes(&least, smaller)) }
}

/// Corners, counterclockwise, and the vectors to the next ones. Unused lanes repeat the first corner and have no edge.
struct Side<R, const W: usize> {
    x: [R; W],
    y: [R; W],
    u: [R; W],
    v: [R; W],
}

impl<R: Real, const W: usize> Side<R, W> {
    #[inline]
    fn new(ring: &Ring<R, W>) -> Self {
        Self { x: ring.x, y: ring.y, u: ring.u, v: ring.v }
    }

    /// An upper bound of the coordinates; NaN if one is not finite.
    #[inline]
    fn magnitude(&self) -> R {
        let sizes: [R; W] = from_fn(|k| abs(self.x[k]) + abs(self.y[k]));
        lanes(&sizes, larger) + lanes(&sizes, |a, b| a + b) * R::default()
    }

    /// A bit mask of the edges that do not surely have all corners of the other core behind them.
    #[inline]
    #[expect(clippy::needless_range_loop, reason = "five arrays in one loop, or the compiler takes it apart")]
    fn facing<const V: usize>(&self, other: &Side<R, V>, tolerance: R) -> u32 {
        let reach = |k: usize| -> [R; W] { from_fn(|e| other.x[k] * self.v[e] - other.y[k] * self.u[e]) };
        let mut least = reach(0);
        for k in 1..V {
            let next = reach(k);
            least = from_fn(|e| smaller(least[e], next[e]));
        }
        let mut found = 0;
        for e in 0..W {
            let low = least[e] - (self.x[e] * self.v[e] - self.y[e] * self.u[e]);
            let length = abs(self.u[e]) + abs(self.v[e]);
            let is_facing = !(low < -(tolerance * length)) & (length > R::default());
            found |= u32::from(is_facing) << e;
        }
        found
    }

    /// For each corner, the smaller of `least` and its squared distance from an edge of another core.
    #[inline]
    fn off_edge<const V: usize>(&self, other: &Side<R, V>, edge: usize, least: [R; W]) -> [R; W] {
        let (zero, one, edge) = (R::default(), R::from_f64(1.0), edge & (V - 1));
        let (x, y, u, v) = (other.x[edge], other.y[edge], other.u[edge], other.v[edge]);
        let squared = u * u + v * v;
        let inverse = if squared > zero { one / squared } else { zero };
        from_fn(|k| {
            let (x, y) = (self.x[k] - x, self.y[k] - y);
            let along = (x * u + y * v) * inverse;
            let along = if along < zero { zero } else { along };
            let along = if along > one { one } else { along };
            let (x, y) = (x - u * along, y - v * along);
            smaller(least[k], x * x + y * y)
        })
    }
}

/// The distance of a point from a polygon: zero inside, infinite if there is a NaN. `None` for many corners.
#[inline(never)]
pub(super) fn off_point<R: Real, const N: usize>(core: &Core<'_, R, N>, point: Vector<R, N>) -> Option<R> {
    let (zero, one, infinity) = (R::default(), R::from_f64(1.0), R::from_f64(f64::INFINITY));
    let side = Side::new(&eight(core, Vector(flat(point)))?);
    let Side { x, y, u, v } = &side;
    let tolerance = rounding_error(side.magnitude());
    if !(tolerance < infinity) {
        return Some(infinity);
    }
    let squared: [R; FEW] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
    let squares: [R; FEW] = from_fn(|k| {
        let share = (zero - (x[k] * u[k] + y[k] * v[k])) / if squared[k] > zero { squared[k] } else { one };
        let share = if share < zero { zero } else { share };
        let share = if share > one { one } else { share };
        let (x, y) = (x[k] + u[k] * share, y[k] + v[k] * share);
        x * x + y * y
    });
    // Inside, the point is to the left of all edges. A point within rounding of an edge is measured.
    let mut is_inside = lanes(&squared, larger) > zero;
    for k in 0..FEW {
        let height = x[k] * v[k] - y[k] * u[k];
        is_inside &= (height > tolerance * (abs(u[k]) + abs(v[k]))) | (squared[k] <= zero);
    }
    Some(if is_inside { zero } else { Real::sqrt(lanes(&squares, smaller)) })
}

/// The distance of two cores that are not boxes. There are specialized versions for at most three corners.
#[inline(never)]
fn of_edges<R: Real, const N: usize>(p: &Core<'_, R, N>, q: &Core<'_, R, N>) -> Option<R> {
    // Coordinates relative to a corner of the first core.
    let origin = Vector(flat(first(p)?));
    match (four(p, origin), four(q, origin)) {
        (Some(p), Some(q)) => return Some(sides(&p, &q)),
        (Some(p), None) => return Some(sides(&p, &eight(q, origin)?)),
        (None, Some(q)) => return Some(sides(&eight(p, origin)?, &q)),
        (None, None) => {}
    }
    Some(sides(&eight(p, origin)?, &eight(q, origin)?))
}

#[inline]
fn first<R: Real, const N: usize>(core: &Core<'_, R, N>) -> Option<Vector<R, N>> {
    match core {
        Core::Segment([a, _]) | Core::Triangle([a, ..]) => Some(*a),
        Core::Corners(corners) => Some(corners.at(0)),
        _ => None,
    }
}

/// The corners of a segment or triangle relative to an origin; `None` for other cores.
#[inline]
fn four<R: Real, const N: usize>(core: &Core<'_, R, N>, origin: Point<R>) -> Option<Ring<R, 4>> {
    let corners = match core {
        Core::Segment([a, b]) => [*a, *b, *a, *a],
        Core::Triangle([a, b, c]) => [*a, *b, *c, *a],
        _ => return None,
    };
    Some(ring(corners.mapped(flat), origin))
}

/// Corners relative to an origin, and the edges between them. The edges are differences of the original corners: far from the origin, short
/// ones would lose their direction.
#[inline]
fn ring<R: Real, const W: usize>(corners: [[R; 2]; W], origin: Point<R>) -> Ring<R, W> {
    let (x, y): ([R; W], [R; W]) = (from_fn(|k| corners[k][0]), from_fn(|k| corners[k][1]));
    let next = |k: usize| (k + 1) & (W - 1);
    let (u, v) = (from_fn(|k| x[next(k)] - x[k]), from_fn(|k| y[next(k)] - y[k]));
    Ring { x: x.map(|x| x - origin[0]), y: y.map(|y| y - origin[1]), u, v, len: W }
}

#[inline]
fn eight<R: Real, const N: usize>(core: &Core<'_, R, N>, origin: Point<R>) -> Option<Ring<R, FEW>> {
    match core {
        Core::Segment([a, b]) => Some(ring(from_fn(|k| flat(if k == 1 { *b } else { *a })), origin)),
        Core::Triangle([a, b, c]) => {
            let corner = |k: usize| {
                if k == 1 {
                    *b
                } else if k == 2 {
                    *c
                } else {
                    *a
                }
            };
            Some(ring(from_fn(|k| flat(corner(k))), origin))
        }
        Core::Corners(corners) => corners.few::<FEW>(origin.resized()),
        _ => None,
    }
}

#[inline(never)]
fn sides<R: Real, const W: usize, const V: usize>(p: &Ring<R, W>, q: &Ring<R, V>) -> R {
    let (a, b) = (Side::new(p), Side::new(q));
    let tolerance = rounding_error(a.magnitude() + b.magnitude());
    if !(tolerance < R::from_f64(f64::INFINITY)) {
        return tolerance;
    }
    let (mut own, mut other) = (a.facing(&b, tolerance), b.facing(&a, tolerance));
    // Each core has the other one behind all of its edges: they overlap.
    if own | other == 0 {
        return R::default();
    }
    let infinity = R::from_f64(f64::INFINITY);
    let (mut first, mut second) = ([infinity; W], [infinity; V]);
    while own != 0 {
        second = b.off_edge(&a, own.trailing_zeros() as usize, second);
        own &= own - 1;
    }
    while other != 0 {
        first = a.off_edge(&b, other.trailing_zeros() as usize, first);
        other &= other - 1;
    }
    Real::sqrt(smaller(lanes(&first, smaller), lanes(&second, smaller)))
}
