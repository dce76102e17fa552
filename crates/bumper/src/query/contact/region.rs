//! How deep a shape is in a polygon that may be concave: as a whole, whatever parts it is split into.
//!
//! The pushes that leave two parts overlapping are the inside of their difference, a polygon with a radius. Those that leave
//! anything overlapping are the union of these, and the shortest push out leads to its boundary: to the foot of an edge, to
//! a corner, to the near side of a rounded corner, or to where two boundaries meet. All such points are looked at from the
//! nearest on, and the first that no difference holds is the answer.

use crate::Vector;
use crate::form::Convex;
use crate::narrow::{self, manifold::Contact, plane, roundings};
use crate::pieces::Kind;
use crate::scalar::{Real, Scalar};
use alloc::vec::Vec;

/// With more edges than this the parts are judged one by one: the pairs of edges would take too long.
const MOST_EDGES: usize = 2000;

type Point = Vector<f64, 2>;

/// The difference of two convex parts.
struct Difference {
    /// Of the cores, counterclockwise.
    corners: Vec<Point>,
    radius: f64,
}

/// A piece of a boundary.
#[derive(Clone, Copy)]
enum Piece {
    Edge(Point, Point),
    Circle(Point, f64),
}

/// By how many roundings of the coordinates a push may fall short: places are where two boundaries meet, perhaps at a small angle.
const SHORT: f64 = 1e3;

/// The contact of two shapes that overlap, of which one is a region. `None` where the parts will do.
pub(super) fn contact<S: Scalar, R: Real, const N: usize>(
    a: &Kind<'_, S, R, N>,
    b: &Kind<'_, S, R, N>,
) -> Option<Contact<R, N>> {
    let (mut differences, mut known) = (Vec::new(), true);
    a.each_convex(&mut |p| {
        b.each_convex(&mut |q| match Difference::new(p, q) {
            Some(difference) => differences.push(difference),
            None => known = false,
        });
    });
    let edges: usize = differences.iter().map(|difference| difference.corners.len()).sum();
    if !known || differences.len() < 2 || edges > MOST_EDGES {
        return None;
    }
    let size = differences.iter().flat_map(|d| &d.corners).fold(0.0, |most: f64, c| most.max(c.length()));
    let tolerance = roundings(size) * SHORT;
    let push = shortest(&differences, tolerance)?;
    let depth = push.length();
    if depth <= tolerance {
        return None;
    }
    let normal: Vector<R, N> = push.scaled(1.0 / depth).resized().map(R::from_f64);
    let depth = R::from_f64(depth);
    // Where they touch after the push, half of it back.
    let offset = normal.scaled(depth);
    let mut touch: Option<Contact<R, N>> = None;
    a.each_convex(&mut |p| {
        b.each_convex(&mut |q| {
            let limit = touch.as_ref().map_or(R::from_f64(f64::INFINITY), |touch| touch.separation);
            let found = narrow::contact(p, &q.moved(offset), limit);
            if found.as_ref().is_some_and(|found| found.separation < limit) {
                touch = found;
            }
        });
    });
    let mut contact = Contact::new(-depth, normal);
    for point in touch?.points() {
        contact.offer(point.at - normal.scaled(depth * R::from_f64(0.5)), -depth, point.feature);
    }
    Some(contact)
}

/// The shortest push that no difference holds.
fn shortest(differences: &[Difference], tolerance: f64) -> Option<Point> {
    let pieces: Vec<(usize, Piece)> = differences
        .iter()
        .enumerate()
        .flat_map(|(owner, difference)| difference.pieces().into_iter().map(move |piece| (owner, piece)))
        .collect();
    let mut places: Vec<Point> = Vec::new();
    for (index, &(owner, piece)) in pieces.iter().enumerate() {
        piece.nearest(&mut places);
        for &(other, next) in pieces[index + 1..].iter().filter(|piece| piece.0 != owner) {
            debug_assert_ne!(owner, other);
            piece.meets(next, &mut places);
        }
    }
    places.retain(|place| place.0.iter().all(|c| c.is_finite()));
    places.sort_by(|p, q| p.dot(*p).total_cmp(&q.dot(*q)));
    places
        .into_iter()
        .find(|&place| differences.iter().all(|difference| difference.depth(place) <= tolerance))
}

impl Difference {
    /// `None` where one of them has no corners.
    fn new<S: Scalar, R: Real, const N: usize>(
        a: &Convex<'_, S, R, N>,
        b: &Convex<'_, S, R, N>,
    ) -> Option<Self> {
        let corners = |convex: &Convex<'_, S, R, N>| -> Option<Vec<Point>> {
            let mut corners = Vec::new();
            plane::each_corner(&convex.core, |corner| corners.push(corner.map(Scalar::to_f64)))?;
            Some(corners)
        };
        let (p, q) = (corners(a)?, corners(b)?);
        let all = p.iter().flat_map(|p| q.iter().map(move |q| *p - *q)).collect();
        Some(Self { corners: hull(all), radius: (a.radius + b.radius).to_f64() })
    }

    fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let n = self.corners.len();
        (0..n).map(move |k| (self.corners[k], self.corners[(k + 1) % n]))
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (from, to) in self.edges() {
            let way = to - from;
            let length = way.length();
            if length > 0.0 {
                let out = Vector([way[1], -way[0]]).scaled(self.radius / length);
                pieces.push(Piece::Edge(from + out, to + out));
            }
            if self.radius > 0.0 {
                pieces.push(Piece::Circle(from, self.radius));
            }
        }
        pieces
    }

    /// How deep a point is inside; below zero outside.
    fn depth(&self, point: Point) -> f64 {
        let (mut inner, mut nearest) = (f64::INFINITY, f64::INFINITY);
        for (from, to) in self.edges() {
            let (way, off) = (to - from, point - from);
            let squared = way.dot(way);
            let place = if squared > 0.0 { (off.dot(way) / squared).clamp(0.0, 1.0) } else { 0.0 };
            nearest = nearest.min((off - way.scaled(place)).length());
            if squared > 0.0 {
                inner = inner.min((way[0] * off[1] - way[1] * off[0]) / Real::sqrt(squared));
            }
        }
        if self.corners.len() > 2 && inner > 0.0 { self.radius + inner } else { self.radius - nearest }
    }
}

impl Piece {
    /// Where the piece is nearest to the origin, and its ends.
    fn nearest(self, places: &mut Vec<Point>) {
        match self {
            Piece::Edge(from, to) => {
                let way = to - from;
                let place = -from.dot(way) / way.dot(way);
                if (0.0..=1.0).contains(&place) {
                    // Along the normal: the foot of an edge through the origin is the origin.
                    places.push(from + way.scaled(place));
                }
                places.extend([from, to]);
            }
            Piece::Circle(center, radius) => {
                let length = center.length();
                let way = if length > 0.0 { center.scaled(1.0 / length) } else { Vector([1.0, 0.0]) };
                places.extend([center - way.scaled(radius), center + way.scaled(radius)]);
            }
        }
    }

    /// Where it meets another.
    fn meets(self, other: Self, places: &mut Vec<Point>) {
        match (self, other) {
            (Piece::Edge(p, q), Piece::Edge(r, s)) => {
                let (u, v, w) = (q - p, s - r, r - p);
                let turn = u[0] * v[1] - u[1] * v[0];
                let (t, o) = ((w[0] * v[1] - w[1] * v[0]) / turn, (w[0] * u[1] - w[1] * u[0]) / turn);
                if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&o) {
                    places.push(p + u.scaled(t));
                }
            }
            (Piece::Edge(p, q), Piece::Circle(center, radius))
            | (Piece::Circle(center, radius), Piece::Edge(p, q)) => {
                let (way, off) = (q - p, center - p);
                let squared = way.dot(way);
                let middle = off.dot(way) / squared;
                let across = off - way.scaled(middle);
                let half = Real::sqrt((radius * radius - across.dot(across)).max(0.0) / squared);
                let on = [middle - half, middle + half].into_iter().filter(|t| (0.0..=1.0).contains(t));
                places.extend(on.map(|t| p + way.scaled(t)));
            }
            (Piece::Circle(p, r), Piece::Circle(q, s)) => {
                let way = q - p;
                let squared = way.dot(way);
                let along = 0.5 + (r * r - s * s) / (2.0 * squared);
                let across = Real::sqrt((r * r / squared - along * along).max(0.0));
                let side = Vector([-way[1], way[0]]);
                places.extend([across, -across].map(|across| p + way.scaled(along) + side.scaled(across)));
            }
        }
    }
}

/// The corners of the convex hull, counterclockwise (A. M. Andrew, 1979).
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut corners: Vec<Point> = Vec::new();
    for pass in 0..2 {
        let start = corners.len();
        for index in 0..points.len() {
            let p = points[if pass == 0 { index } else { points.len() - 1 - index }];
            while corners.len() >= start + 2 {
                let (a, b) = (corners[corners.len() - 2], corners[corners.len() - 1]);
                let (u, v) = (b - a, p - a);
                if u[0] * v[1] - u[1] * v[0] > 0.0 {
                    break;
                }
                corners.pop();
            }
            corners.push(p);
        }
        corners.pop();
    }
    corners
}
