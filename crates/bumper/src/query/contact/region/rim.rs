//! The pieces that the rim of a difference of two shapes lies on, and what of them is in no difference of their parts.
//!
//! An edge and a corner make a piece where the corner is one that reaches farthest across the edge, among those beside it; a corner
//! that turns inwards makes none, as the shape lies on all sides of a line through it (E. Behar and J.-M. Lien, Fast and robust 2D
//! Minkowski sum using reduced convolution, IROS 2011). With a radius, the pieces move outwards, and circles around sums of
//! corners are between them.

use super::differences::Differences;
use super::{Area, Point};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::Mapped;
use alloc::vec::Vec;

/// The search for the nearest point in no difference.
pub(super) struct Nearest {
    /// The best so far.
    pub(super) push: Point,
    pub(super) tolerance: f64,
}

/// A piece that the rim may lie on.
enum Piece {
    Edge([Point; 2]),
    /// A circle around a point.
    Circle(Point),
}

/// A corner counts as one that reaches farthest, where another is no more than so much of their distance in front: as edges that are
/// parallel but for rounding have both ends. One too many does no harm.
const ACROSS: f64 = 1e-9;

/// Which corners turn outwards, each with those beside it, seen from it.
fn outward(outline: &[Point]) -> Vec<(Point, [Point; 2])> {
    let n = outline.len();
    let corners = (0..n).map(|k| {
        let (before, at, next) = (outline[(k + n - 1) % n], outline[k], outline[(k + 1) % n]);
        (at, [before - at, next - at])
    });
    // Of a point and a segment all do.
    corners.filter(|(_, [back, ahead])| n < 3 || ahead[0] * back[1] - ahead[1] * back[0] > 0.0).collect()
}

impl Nearest {
    /// Looks at all pieces that are nearer than the best push, the nearest first. The second outline is mirrored.
    pub(super) fn on_rims(&mut self, a: &[Point], b: &[Point], differences: &Differences) {
        let (p, q) = (outward(a), outward(b));
        let mut pieces: Vec<(f64, Piece)> = Vec::new();
        self.edges(a, &q, differences.radius, &mut pieces);
        self.edges(b, &p, differences.radius, &mut pieces);
        if differences.radius > 0.0 {
            for (corner, _) in &p {
                for (other, _) in &q {
                    let center = *corner + *other;
                    self.offer(
                        (center.length() - differences.radius).abs(),
                        Piece::Circle(center),
                        &mut pieces,
                    );
                }
            }
        }
        pieces.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut spans = Vec::new();
        for (distance, piece) in pieces {
            if distance >= self.push.length() {
                break;
            }
            match piece {
                Piece::Edge(ends) => self.on_edge(ends, differences, &mut spans),
                Piece::Circle(center) => self.on_circle(center, differences),
            }
        }
    }

    /// The edges of an outline at the corners of another that reach farthest across them.
    fn edges(
        &self,
        outline: &[Point],
        corners: &[(Point, [Point; 2])],
        radius: f64,
        pieces: &mut Vec<(f64, Piece)>,
    ) {
        let n = outline.len();
        for k in 0..n {
            let (from, to) = (outline[k], outline[(k + 1) % n]);
            let way = to - from;
            let length = way.length();
            if length <= 0.0 {
                continue;
            }
            let normal = Vector([way[1], -way[0]]).scaled(1.0 / length);
            let out = normal.scaled(radius);
            for (corner, beside) in corners {
                if beside.iter().all(|beside| normal.dot(*beside) <= beside.length() * ACROSS) {
                    let ends = [from + *corner + out, to + *corner + out];
                    let place = (-ends[0].dot(way) / (length * length)).clamp(0.0, 1.0);
                    let near = ends[0] + way.scaled(place);
                    self.offer(near.length(), Piece::Edge(ends), pieces);
                }
            }
        }
    }

    fn offer(&self, distance: f64, piece: Piece, pieces: &mut Vec<(f64, Piece)>) {
        // Also false for NaN.
        if distance < self.push.length() {
            pieces.push((distance, piece));
        }
    }

    fn take(&mut self, place: Point) {
        if place.dot(place) < self.push.dot(self.push) {
            self.push = place;
        }
    }

    /// From the nearest point of an edge both ways, until nothing holds it.
    fn on_edge(&mut self, [from, to]: [Point; 2], differences: &Differences, spans: &mut Vec<[f64; 2]>) {
        let length = (to - from).length();
        let way = (to - from).scaled(1.0 / length);
        let middle = -from.dot(way);
        let across = from + way.scaled(middle);
        let half = Real::sqrt((self.push.dot(self.push) - across.dot(across)).max(0.0));
        // What of it is nearer than the best so far.
        let (least, most) = ((middle - half).max(0.0), (middle + half).min(length));
        let foot = middle.clamp(0.0, length);
        let ends = [from + way.scaled(least), from + way.scaled(most)];
        let Some(window) = Area::around(&ends) else { return };
        spans.clear();
        for one in differences.each.iter().filter(|one| one.area.meets(&window)) {
            match differences.inside(one, from, way, self.tolerance) {
                Some([enter, leave]) if enter < least && leave > most => return,
                Some(span) if span[0] < most && span[1] > least => spans.push(span),
                _ => {}
            }
        }
        let [mut back, mut ahead] = [foot; 2];
        // Each round but the last leaves a span for good.
        loop {
            let start = [back, ahead];
            for [enter, leave] in spans.iter() {
                ahead = if *enter < ahead && ahead < *leave { *leave } else { ahead };
                back = if *enter < back && back < *leave { *enter } else { back };
            }
            if start == [back, ahead] {
                break;
            }
        }
        if back >= least {
            self.take(from + way.scaled(back));
        }
        if ahead <= most {
            self.take(from + way.scaled(ahead));
        }
    }

    /// The nearest point of a circle, or where it leaves a difference.
    fn on_circle(&mut self, center: Point, differences: &Differences) {
        let (radius, length) = (differences.radius, center.length());
        let way = if length > 0.0 { center.scaled(1.0 / length) } else { Vector([1.0, 0.0]) };
        let near = center - way.scaled(radius);
        if !differences.hold(near, self.tolerance) {
            return self.take(near);
        }
        let around = Area { min: center - Vector::splat(radius), max: center + Vector::splat(radius) };
        let best = self.push.dot(self.push);
        let mut places: Vec<(f64, Point)> = Vec::new();
        let mut place = |place: Point| {
            let squared = place.dot(place);
            if squared < best {
                places.push((squared, place));
            }
        };
        for one in differences.each.iter().filter(|one| one.area.meets(&around)) {
            for (edge, start, end) in differences.edges(one) {
                each_on_edge(
                    center,
                    radius,
                    [start, end].mapped(|c| c + edge.normal.scaled(radius)),
                    &mut place,
                );
                each_on_circle(center, radius, start, &mut place);
            }
        }
        places.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let free = places.into_iter().find(|(_, place)| !differences.hold(*place, self.tolerance));
        if let Some((_, place)) = free {
            self.take(place);
        }
    }
}

/// Where a circle meets an edge.
fn each_on_edge(center: Point, radius: f64, [from, to]: [Point; 2], each: &mut impl FnMut(Point)) {
    let (way, off) = (to - from, center - from);
    let squared = way.dot(way);
    let middle = off.dot(way) / squared;
    let across = off - way.scaled(middle);
    let rest = radius * radius - across.dot(across);
    // Also false for an edge without length.
    if rest >= 0.0 {
        let half = Real::sqrt(rest / squared);
        let on = [middle - half, middle + half].into_iter().filter(|place| (0.0..=1.0).contains(place));
        on.for_each(|place| each(from + way.scaled(place)));
    }
}

/// Where a circle meets another that is as large.
fn each_on_circle(center: Point, radius: f64, other: Point, each: &mut impl FnMut(Point)) {
    let way = other - center;
    let squared = way.dot(way);
    let rest = radius * radius / squared - 0.25;
    // Also false for the same circle.
    if rest >= 0.0 && squared > 0.0 {
        let across = Vector([-way[1], way[0]]).scaled(Real::sqrt(rest));
        let middle = center + way.scaled(0.5);
        each(middle + across);
        each(middle - across);
    }
}
