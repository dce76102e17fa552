//! How deep a shape is in a polygon that may be concave: as a whole, whatever parts it is split into.
//!
//! The pushes that leave two parts overlapping are the inside of their difference, a convex polygon with a radius. Those that leave
//! anything overlapping are the union of these, the difference of the whole shapes, and the shortest push out leads to the
//! nearest point of its rim. The rim lies on sums of an edge of one shape and a corner of the other ([`rim`]); of such a
//! piece what is nearest and in no difference ([`differences`]) is found by leaving one after the other. Only what is nearer
//! than the best push so far is looked at.

mod differences;
mod rim;

use crate::Vector;
use crate::narrow::{self, manifold::Contact, plane, roundings};
use crate::pieces::Kind;
use crate::scalar::{Real, Scalar};
use alloc::vec::Vec;
use core::ops::Range;
use differences::Differences;
use rim::Nearest;

/// With more differences near than this the parts are judged one by one: the whole would take milliseconds.
const MOST: usize = 4000;

type Point = Vector<f64, 2>;

/// By how many roundings of the coordinates a push may fall short: places are where two boundaries meet, perhaps at a small angle.
const SHORT: f64 = 1e3;

/// The contact of two shapes that overlap, of which one is a region. `None` where the parts will do.
pub(super) fn contact<S: Scalar, R: Real, const N: usize>(
    a: &Kind<'_, S, R, N>,
    b: &Kind<'_, S, R, N>,
) -> Option<Contact<R, N>> {
    let (p, q) = (Side::new(a, 1.0)?, Side::new(b, -1.0)?);
    if p.parts.len() * q.parts.len() < 2 {
        return None;
    }
    let tolerance = roundings(p.size() + q.size()) * SHORT;
    let radius = p.radius + q.radius;
    // Out of the box around all is out of everything.
    let all = p.around().difference(&q.around(), radius);
    let mut nearest = Nearest { push: all.way_out(), tolerance };
    let differences = Differences::new(&p, &q, nearest.push.length(), MOST)?;
    nearest.on_rims(&p.outline, &q.outline, &differences);
    let push = nearest.push;
    let depth = push.length();
    if depth <= tolerance {
        return None;
    }
    let normal: Vector<R, N> = push.scaled(1.0 / depth).resized().map(R::from_f64);
    let depth = R::from_f64(depth);
    // Where they touch after the push, half of it back.
    let offset = normal.scaled(depth);
    let mut touch: Option<Contact<R, N>> = None;
    for [i, j] in differences.touching(push, tolerance + tolerance) {
        let (first, second) = (a.shape_at(i), b.shape_at(j));
        let (Some(p), Some(q)) = (part(a, &first), part(b, &second)) else { continue };
        let (Kind::Convex(p), Kind::Convex(q)) = (p, q) else { continue };
        let limit = touch.as_ref().map_or(R::from_f64(f64::INFINITY), |touch| touch.separation);
        let found = narrow::contact(&p, &q.moved(offset), limit);
        if found.as_ref().is_some_and(|found| found.separation < limit) {
            touch = found;
        }
    }
    let mut contact = Contact::new(-depth, normal);
    for point in touch?.points() {
        contact.offer(point.point - normal.scaled(depth * R::from_f64(0.5)), -depth, point.feature);
    }
    Some(contact)
}

/// A convex part; the whole, where there are none.
fn part<'a, S: Scalar, R: Real, const N: usize>(
    kind: &Kind<'a, S, R, N>,
    part: &'a Option<crate::Shape<'a, S, N>>,
) -> Option<Kind<'a, S, R, N>> {
    part.as_ref().map_or(Some(*kind), |part| kind.part(part))
}

/// A shape, mirrored through the origin if it is the second.
struct Side {
    /// Its corners, counterclockwise.
    outline: Vec<Point>,
    radius: f64,
    /// The corners of its convex parts, one part's after the other's, each counterclockwise from its lowest corner, and of these
    /// the leftmost.
    points: Vec<Point>,
    parts: Vec<(Range<usize>, Area)>,
}

impl Side {
    /// `None` for what has a curved rim that is no circle's.
    fn new<S: Scalar, R: Real, const N: usize>(kind: &Kind<'_, S, R, N>, sign: f64) -> Option<Self> {
        let mut side = Self { outline: Vec::new(), radius: 0.0, points: Vec::new(), parts: Vec::new() };
        let mut known = true;
        kind.each_convex(&mut |convex| {
            let start = side.points.len();
            let mut corner = |corner: Vector<R, 2>| side.points.push(corner.map(Scalar::to_f64).scaled(sign));
            known &= plane::each_corner(&convex.core, &mut corner).is_some();
            side.radius = convex.radius.to_f64();
            side.end_part(start);
        });
        match kind {
            Kind::Region(region, _) => {
                let corner = |corner: &Vector<S, N>| corner.map(Scalar::to_f64).resized().scaled(sign);
                side.outline = region.corners().iter().map(corner).collect();
            }
            _ => side.outline = side.points.clone(),
        }
        (known && !side.outline.is_empty()).then_some(side)
    }

    /// Makes a part of the points from a place on, without those that stand there twice.
    fn end_part(&mut self, start: usize) {
        let corners = &mut self.points[start..];
        let lower = |a: &Point, b: &Point| (a[1], a[0]) < (b[1], b[0]);
        let lowest =
            (1..corners.len()).fold(0, |best, k| if lower(&corners[k], &corners[best]) { k } else { best });
        corners.rotate_left(lowest);
        let mut end = start;
        for k in start..self.points.len() {
            let point = self.points[k];
            if end == start || point != self.points[end - 1] && point != self.points[start] {
                self.points[end] = point;
                end += 1;
            }
        }
        self.points.truncate(end);
        if let Some(area) = Area::around(&self.points[start..]) {
            self.parts.push((start..end, area));
        }
    }

    fn around(&self) -> Area {
        let all = self.parts.iter().map(|(_, area)| *area);
        all.reduce(Area::union).unwrap_or(Area { min: Point::default(), max: Point::default() })
    }

    /// A bound of the coordinates and the radius.
    fn size(&self) -> f64 {
        let around = self.around();
        around.min.length().max(around.max.length()) + self.radius
    }
}

/// A box.
#[derive(Clone, Copy)]
struct Area {
    min: Point,
    max: Point,
}

impl Area {
    fn around(points: &[Point]) -> Option<Self> {
        points.iter().map(|&point| Self { min: point, max: point }).reduce(Self::union)
    }

    fn union(self, other: Self) -> Self {
        Self { min: self.min.zip(other.min, f64::min), max: self.max.zip(other.max, f64::max) }
    }

    /// That of the sums of two, with a radius: of the difference, where the second is mirrored.
    fn difference(&self, other: &Self, radius: f64) -> Self {
        let radius = Vector::splat(radius);
        Self { min: self.min + other.min - radius, max: self.max + other.max + radius }
    }

    /// The shortest way from the origin, within it, to its boundary.
    fn way_out(&self) -> Point {
        let zero = Point::default();
        let ways = (0..2).flat_map(|k| [zero.with(k, self.min[k]), zero.with(k, self.max[k])]);
        ways.reduce(|a, b| if b.dot(b) < a.dot(a) { b } else { a }).unwrap_or(zero)
    }

    /// How far it is from the origin.
    fn distance(&self) -> f64 {
        self.min.zip(self.max, |min, max| min.max(-max).max(0.0)).length()
    }

    fn holds(&self, point: Point) -> bool {
        (0..2).all(|k| self.min[k] <= point[k] && point[k] <= self.max[k])
    }

    fn meets(&self, other: &Self) -> bool {
        (0..2).all(|k| self.min[k] <= other.max[k] && other.min[k] <= self.max[k])
    }
}
