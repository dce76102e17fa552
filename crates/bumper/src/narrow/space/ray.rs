//! Rays in space: where a ray first meets a convex shape, in closed form for every core but a hull.
//!
//! Each core tells where the ray's line enters it, before or behind the start. Everything is seen from the start of the ray, and
//! then from a point of the line near the shape, so that a far start costs digits of the distance alone. A ray that grazes within
//! a few rounding errors of the magnitudes involved hits: one that is aimed at something without thickness finds it.

mod hull;

use crate::Vector;
use crate::narrow::measure::{abs, dot, extent, smaller, unit};
use crate::narrow::ray::{self, ball, capsule, parallel, segment_entry, slabs, turned};
use crate::narrow::rounding_error;
use crate::narrow::space::face::{height, longest_first};
use crate::scalar::Real;
use crate::view::{Convex, Core, CylinderCore};

/// A distance along the ray and the unit normal there.
type Hit<R> = ray::Hit<R, 3>;

/// How many times the square of a triangle's edges may be what a ray sees of its area: beyond, it is looked at with care.
/// With less seen, the products below lose this part of their digits.
const SLANTED: f64 = 128.0;

/// The first distance along a ray at which it meets a shape, and the outward normal there: for something flat, that of the side
/// from which the ray comes. A ray that starts within meets it at once, its normal against the ray. `way` has length 1.
///
/// The distance is right within a few EPSILON of the largest of it and the shape's size, divided by the slope at which the ray
/// meets the surface.
#[inline(always)]
pub(crate) fn cast<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
) -> Option<(R, Vector<R, N>)> {
    let seen = |point: &Vector<R, N>| (*point - from).resized::<3>();
    let (ray, radius) = (way.resized::<3>(), shape.radius);
    let flat = |hit: ray::Hit<R, N>| (hit.0, hit.1.resized::<3>());
    let (distance, normal) = match &shape.core {
        Core::Point(center) => ball(seen(center), radius, ray),
        Core::Segment([p, q]) => capsule([seen(p), seen(q)], radius, ray),
        Core::Triangle([a, b, c]) => triangle_from([seen(a), seen(b), seen(c)], ray),
        Core::Upright([min, max]) => slabs(seen(min), seen(max), ray),
        Core::Box(shape) => turned(shape, from, way).map(flat),
        Core::Corners(_) => hull::cast(&shape.core, from, ray),
        Core::Cylinder(rod) => cylinder(rod, seen(&rod.center), ray),
        // There is none in space.
        Core::Ellipse(_) => None,
    }?;
    Some((distance, normal.resized()))
}

/// Whether a distance is surely more than rounding, seen from a point: by the coordinates alone, of which many are not looked at.
#[inline(always)]
pub(crate) fn is_far<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    distance: R,
) -> bool {
    let sum = |point: &Vector<R, N>| extent(*point - from);
    // At least half of the magnitude of the shape.
    let around = match &shape.core {
        Core::Point(p) => sum(p),
        Core::Segment([p, q]) | Core::Upright([p, q]) => sum(p) + sum(q),
        Core::Triangle([a, b, c]) => sum(a) + sum(b) + sum(c),
        Core::Box(shape) | Core::Ellipse(shape) => sum(&shape.center) + extent(shape.half),
        Core::Cylinder(rod) => sum(&rod.center) + rod.half + rod.radius,
        Core::Corners(_) => return false,
    };
    distance > rounding_error(around + around + shape.radius)
}

/// A triangle seen from the start.
#[inline(always)]
fn triangle_from<R: Real>([a, b, c]: [Vector<R, 3>; 3], way: Vector<R, 3>) -> Option<Hit<R>> {
    let before = dot(a, way);
    let along = way.scaled(before);
    let (near, edges) = (a - along, [b - a, c - a]);
    let (place, normal) = match triangle(near, edges, abs(before), -before, way) {
        Met::Yes((place, normal)) => (place, normal),
        Met::No => return None,
        Met::Slanted => {
            let (place, normal) = slanted([near, b - along, c - along], abs(before), -before, way)?;
            (place, normal)
        }
    };
    let (distance, off) = (before + place, extent(near));
    let tolerance = rounding_error(abs(before) + off + off + extent(edges[0]) + extent(edges[1]));
    let zero = R::default();
    (distance >= -tolerance).then_some((if distance > zero { distance } else { zero }, normal))
}

/// Whether a line meets a triangle.
enum Met<R> {
    Yes(Hit<R>),
    No,
    /// It is thin or seen edge on, or the line passes close to an edge: [`slanted`] tells.
    Slanted,
}

/// Where a line meets a triangle (T. Möller and B. Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997), if not
/// surely before `least`. Its first corner is seen from a point of the line, and from numbers of a magnitude; the others from there.
#[inline(always)]
fn triangle<R: Real>(
    a: Vector<R, 3>,
    [e, f]: [Vector<R, 3>; 2],
    magnitude: R,
    least: R,
    way: Vector<R, 3>,
) -> Met<R> {
    let (turn, beside) = (f.cross(e), way.cross(a));
    let (seen, height, u, v) = (dot(way, turn), dot(a, turn), dot(f, beside), -dot(e, beside));
    // Both sides are one. By a factor: which it is cannot be foreseen.
    let side = R::from_f64(if seen > R::default() { 1.0 } else { -1.0 });
    let (deep, u, v, area) = (height * side, u * side, v * side, seen * side);
    let edges = extent(e) + extent(f);
    let slack = rounding_error(magnitude + extent(a) + edges) * edges;
    let inside = smaller(smaller(u, v), area - u - v);
    // One comparison for the edges and what is before, so that there is one jump.
    if smaller(inside + slack, deep - (least * area - slack * edges)) < R::default() {
        return Met::No;
    }
    if (inside > slack) & (area * R::from_f64(SLANTED) > edges * edges) {
        // Against the ray; about as long as 1 before it is squared.
        let scale = R::from_f64(1.0) / edges;
        let normal = turn.scaled(scale).scaled(scale);
        return Met::Yes((height / seen, normal.scaled(-side / Real::sqrt(dot(normal, normal)))));
    }
    Met::Slanted
}

/// The same with care, for every triangle: what the line meets of the plane in the triangle's own frame, and what of the edges. It
/// is on the triangle from the first of these to the last; the first that is not before `least` is told.
#[inline(never)]
fn slanted<R: Real>(corners: [Vector<R, 3>; 3], magnitude: R, least: R, way: Vector<R, 3>) -> Option<Hit<R>> {
    let zero = R::default();
    let tolerance = rounding_error(corners.iter().fold(magnitude, |sum, corner| sum + extent(*corner)));
    let [p, q, s] = longest_first(corners);
    let Some(frame) = Frame::new([p, q, s], tolerance) else {
        let first = segment_entry([p, q], zero, tolerance, way)?;
        let last = -segment_entry([p, q], zero, tolerance, -way)?.0;
        return Some(from_least(first, last, least, way));
    };
    let slope = frame.normal.dot(way);
    let against = if slope > zero { -frame.normal } else { frame.normal };
    let mut last = frame.meets(p, way);
    let mut first = last.map(|at| (at, against));
    // Seen edge on, the plane tells little, and an edge may come first.
    let edge_on = slope * slope <= R::EPSILON;
    if first.is_none() || edge_on {
        for [p, q, s] in [[p, q, s], [q, s, p], [s, p, q]] {
            let Some((at, normal)) = segment_entry([p, q], zero, tolerance, way) else { continue };
            if first.is_none_or(|first| at < first.0) {
                // Not where it leaves across the edge.
                let outwards = edge_on && normal.dot(s - p) <= zero;
                first = Some((at, if outwards { normal } else { against }));
            }
            last = last.filter(|last| at <= *last).or(Some(at));
        }
    }
    Some(from_least(first?, last?, least, way))
}

/// What is met from a first place to a last, but not before the least distance.
fn from_least<R: Real>(first: Hit<R>, last: R, least: R, way: Vector<R, 3>) -> Hit<R> {
    if first.0 < least && last >= least { (least, -way) } else { first }
}

/// A triangle as coordinates on its plane: from its first corner, along its first edge and across that.
#[derive(Clone, Copy)]
struct Frame<R> {
    axes: [Vector<R, 3>; 2],
    normal: Vector<R, 3>,
    /// The coordinates of the second corner and the third; the others are zero.
    long: R,
    apex: [R; 2],
}

impl<R: Real> Frame<R> {
    /// None for what is no wider than a tolerance.
    fn new([p, q, s]: [Vector<R, 3>; 3], tolerance: R) -> Option<Self> {
        let x = unit(q - p)?;
        let up = height(x, s - p);
        let high = Real::sqrt(up.dot(up));
        let y = unit(up).filter(|_| high > tolerance)?;
        let normal = unit(x.cross(y))?;
        Some(Self { axes: [x, y], normal, long: (q - p).dot(x), apex: [(s - p).dot(x), high] })
    }

    /// How far along a line the triangle is met, the first corner being seen from where the line starts.
    fn meets(&self, corner: Vector<R, 3>, way: Vector<R, 3>) -> Option<R> {
        let zero = R::default();
        let slope = self.normal.dot(way);
        if slope == zero {
            return None;
        }
        let at = corner.dot(self.normal) / slope;
        let point = way.scaled(at) - corner;
        let (x, y, [u, v]) = (point.dot(self.axes[0]), point.dot(self.axes[1]), self.apex);
        let inside = y >= zero && x * v >= u * y && (self.long - x) * v >= (self.long - u) * y;
        inside.then_some(at)
    }
}

/// A cylinder whose centre is seen from the start: the ray is within the disc and between the ends at once.
#[inline(always)]
fn cylinder<R: Real, const N: usize>(
    rod: &CylinderCore<R, N>,
    center: Vector<R, 3>,
    way: Vector<R, 3>,
) -> Option<Hit<R>> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let infinity = R::from_f64(f64::INFINITY);
    let (axis, half, radius) = (rod.axis.resized::<3>(), rod.half, rod.radius);
    let before = center.dot(way);
    let near = center - way.scaled(before);
    let (height, rise) = (near.dot(axis), way.dot(axis));
    let (across, step) = (near - axis.scaled(height), way - axis.scaled(rise));
    let magnitude = abs(before) + radius + half;
    let tolerance = rounding_error(magnitude);
    // Across the axis: half a chord before and behind the point of the line that is nearest to it.
    let speed = step.dot(step);
    let slanted = speed > parallel();
    let middle = if slanted { across.dot(step) / speed } else { zero };
    let off = across - step.scaled(middle);
    let squared = off.dot(off);
    let most = radius + tolerance;
    if squared > most * most {
        return None;
    }
    let chord = radius * radius - squared;
    let chord = if chord > zero { chord } else { zero };
    let (disc, disc_end) = match slanted {
        true => {
            let wide = Real::sqrt(chord / speed);
            (middle - wide, middle + wide)
        }
        false => (-infinity, infinity),
    };
    let (flat, flat_end) = match rise == zero {
        true if abs(height) > half + tolerance => return None,
        true => (-infinity, infinity),
        false => {
            let (place, wide) = (height / rise, half / abs(rise));
            (place - wide, place + wide)
        }
    };
    let by_disc = disc > flat;
    let mut enter = if by_disc { disc } else { flat };
    let exit = if disc_end < flat_end { disc_end } else { flat_end };
    if enter > exit {
        // It passes the rim: how far, where it is over the disc or between the ends?
        let (over, between) = if by_disc { (disc, flat_end) } else { (disc_end, flat) };
        let above = abs(over * rise - height) - half;
        let beside = (step.scaled(between) - across).length() - radius;
        if above > tolerance && beside > tolerance {
            return None;
        }
        enter = if above <= tolerance { over } else { between };
    }
    let place = before + enter;
    let end = if rise > zero { -axis } else { axis };
    if place > zero {
        let out = step.scaled(enter) - across;
        // What rounding left along the axis is much, beside a small radius.
        let out = out - axis.scaled(out.dot(axis));
        let normal = if by_disc { unit(out).or(unit(-step)) } else { Some(end) };
        return Some((place, normal.unwrap_or(-way)));
    }
    // It starts within, or behind.
    let high = center.dot(axis);
    let out = axis.scaled(high) - center;
    let (above, beside) = (abs(high) - half, out.length() - radius);
    let within = above <= tolerance && beside <= tolerance;
    let normal = match by_disc {
        true if beside >= -tolerance && out.dot(way) < zero => out.scaled(one / out.length()),
        false if above >= -tolerance && high * rise > zero => end,
        _ => -way,
    };
    within.then_some((zero, normal))
}

#[cfg(all(test, feature = "std"))]
mod tests;
