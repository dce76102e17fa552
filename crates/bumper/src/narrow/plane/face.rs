//! The edges that two shapes on a plane show each other, and the points where they meet, by reference-edge clipping (E. Catto, Contact
//! Manifolds, Game Developers Conference 2007): the edge across the normal is the reference, the other shape's edge that faces it is cut
//! to its length.

use super::outline::{Outline, Point};
use crate::Vector;
use crate::narrow::manifold::{Contact, ContactPoint};
use crate::narrow::measure::{extent, larger, smaller};
use crate::narrow::roundings;
use crate::scalar::Real;
use crate::vector::{Mapped, from_fn};

/// Where an edge is still taken to lie across the normal: the sine of the angle that it may miss, in roundings.
const ACROSS: f64 = 64.0;

/// How much longer an edge is to be to take the place of the first shape's: more than rounding makes it.
const LONGER: f64 = 1.001;

/// The edge that a shape shows in a direction, counterclockwise.
pub(super) struct Face<R> {
    pub(super) ends: [Point<R>; 2],
    /// The places of its ends.
    pub(super) corners: [usize; 2],
    pub(super) length: R,
    /// How far one end lies behind the other.
    pub(super) slope: R,
}

impl<R: Real> Face<R> {
    /// Of the two edges at the corner that reaches farthest the one that lies more across, with what continues it in a line.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(outline: &impl Outline<R>, direction: Point<R>) -> Self {
        let corner = outline.farthest(direction);
        let (next, before) = (outline.next(corner), outline.before(corner));
        let at = outline.at(corner);
        let (ahead, behind) = (outline.at(next) - at, outline.at(before) - at);
        // How steep each is, squared and compared crosswise. What has no length is no edge.
        let steep = |way: Point<R>| {
            let along = way.dot(direction);
            (along * along, way.dot(way))
        };
        let ((p, own), (q, other)) = (steep(ahead), steep(behind));
        let zero = R::default();
        let forwards = own > zero && (other <= zero || p * other <= q * own);
        let corners = if forwards { [corner, next] } else { [before, corner] };
        let mut face = Self { ends: corners.mapped(|k| outline.at(k)), corners, length: zero, slope: zero };
        // Up to four corners have no edge that is cut into several.
        if outline.width() > 4 {
            face.extend(outline, direction, at);
        }
        face.seen_from(direction);
        face
    }

    /// The edge of a segment.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of_segment(ends: [Point<R>; 2], direction: Point<R>) -> Self {
        let zero = R::default();
        let mut face = Self { ends, corners: [0, 1], length: zero, slope: zero };
        face.seen_from(direction);
        face
    }

    /// Turns it so that it runs counterclockwise, a segment having two sides, and measures it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seen_from(&mut self, direction: Point<R>) {
        let way = self.ends[1] - self.ends[0];
        if way[1] * direction[0] < way[0] * direction[1] {
            (self.ends, self.corners) = ([self.ends[1], self.ends[0]], [self.corners[1], self.corners[0]]);
        }
        (self.length, self.slope) = (Real::sqrt(way.dot(way)), way.dot(direction).distance(R::default()));
    }

    /// Goes on to the next corners while they are as far but for rounding: an edge may be cut into several.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extend(&mut self, outline: &impl Outline<R>, direction: Point<R>, farthest: Point<R>) {
        let size = extent(self.ends[0]) + extent(self.ends[1]);
        let least = farthest.dot(direction) - roundings(size);
        for _ in 2..outline.len() {
            let (before, next) = (outline.before(self.corners[0]), outline.next(self.corners[1]));
            let way = self.ends[1] - self.ends[0];
            let goes_on = |from: Point<R>, to: Point<R>| {
                to.dot(direction) >= least && (to - from).dot(way) > R::default()
            };
            if goes_on(self.ends[1], outline.at(next)) {
                (self.corners[1], self.ends[1]) = (next, outline.at(next));
            } else if goes_on(outline.at(before), self.ends[0]) && outline.at(before).dot(direction) >= least
            {
                (self.corners[0], self.ends[0]) = (before, outline.at(before));
            } else {
                break;
            }
        }
    }

    /// Whether it lies across the normal, but for what rounding did to its ends: that matters most to a short edge far out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_across(&self) -> bool {
        let slope = self.length * R::EPSILON * R::from_f64(ACROSS);
        let size = extent(self.ends[0]) + extent(self.ends[1]);
        self.length > R::default() && self.slope <= slope + roundings(size)
    }

    /// Whether the end of an edge which faces this one that is nearer lies in front of it, not beside it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn has_before(&self, other: &Self) -> bool {
        let way = self.ends[1] - self.ends[0];
        // Out of this face, to the right of it.
        let height = |point: Point<R>| point[0] * way[1] - point[1] * way[0];
        let near = other.ends[usize::from(height(other.ends[1]) < height(other.ends[0]))];
        let along = (near - self.ends[0]).dot(way);
        along >= R::default() && along <= way.dot(way)
    }

    /// What a solver may know it by: corners are even, edges odd.
    fn edge_id(&self) -> u32 {
        2 * self.corners[0] as u32 + 1
    }

    pub(super) fn corner_id(&self, end: usize) -> u32 {
        2 * self.corners[end] as u32
    }
}

/// What is left of one edge over another: its ends, and what a solver may know them by.
struct Cut<R> {
    ends: [Point<R>; 2],
    ids: [u32; 2],
}

impl<R: Real> Cut<R> {
    /// The part of the incident edge that is over the reference, seen along the reference's tangent; `None` where none is, but for a slack.
    /// Whether an end is cut cannot be foreseen: it is computed as if it always were.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(reference: &Face<R>, incident: &Face<R>, tangent: Point<R>, slack: R, swap: bool) -> Option<Self> {
        let (zero, start, length) = (R::default(), reference.ends[0], reference.length);
        // Both edges run counterclockwise: the incident one ends where the reference begins.
        let [from, to] = incident.ends;
        let (low, high) = ((to - start).dot(tangent), (from - start).dot(tangent));
        if low > length + slack || high < -slack {
            return None;
        }
        let wide = high > low;
        let way = (from - to).scaled(if wide { R::from_f64(1.0) / (high - low) } else { zero });
        let begin = to + way.scaled(larger(low, smaller(high, zero)) - low);
        let end = from - way.scaled(high - smaller(high, larger(low, length)));
        let id = |of_reference: u32, of_incident: u32| match swap {
            false => of_reference << 16 | of_incident & 0xffff,
            true => of_incident << 16 | of_reference & 0xffff,
        };
        let (edge, other) = (reference.edge_id(), incident.edge_id());
        let ids = [
            match low < zero && wide {
                true => id(reference.corner_id(0), other),
                false => id(edge, incident.corner_id(1)),
            },
            match high > length && wide {
                true => id(reference.corner_id(1), other),
                false => id(edge, incident.corner_id(0)),
            },
        ];
        Some(Self { ends: [begin, end], ids })
    }
}

/// The contact of two faces: the ends of the part of the incident edge that is over the reference. `None` where no edge lies across the
/// normal, or nothing is over it. `core` is the separation of the cores; the faces are seen from an origin.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn clip<R: Real, const N: usize>(
    [first, second]: &[Face<R>; 2],
    normal: Point<R>,
    core: R,
    radii: [R; 2],
    origin: Point<R>,
) -> Option<Contact<R, N>> {
    // A longer reference is less sensitive; of about equal ones it is the first, so that it stays.
    let across = [first.is_across(), second.is_across()];
    if !(across[0] || across[1]) {
        return None;
    }
    let swap = across[1] && (!across[0] || second.length > first.length * R::from_f64(LONGER));
    let (reference, incident) = if swap { (second, first) } else { (first, second) };
    let (own, other) = if swap { (radii[1], radii[0]) } else { (radii[0], radii[1]) };
    let outwards = if swap { -normal } else { normal };
    let radii = own + other;
    // Counterclockwise, the edge runs to the left of its normal.
    let tangent = Vector([-outwards[1], outwards[0]]);
    let slack = roundings(reference.length + core.distance(R::default()) + radii);
    let Cut { ends, ids } = Cut::new(reference, incident, tangent, slack, swap)?;
    let heights: [R; 2] = from_fn(|k| (ends[k] - reference.ends[0]).dot(outwards));
    let span = ends[0].zip(ends[1], |a, b| a.distance(b));
    let span = span[0] + span[1];
    let most = larger(core, radii) + slack + span * R::EPSILON * R::from_f64(ACROSS);
    if smaller(heights[0], heights[1]) > most {
        return None;
    }
    let half = R::from_f64(0.5);
    let points = from_fn(|k| ContactPoint {
        point: (ends[k] + outwards.scaled((own - other - heights[k]) * half) + origin).resized(),
        separation: heights[k] - radii,
        feature: ids[k],
    });
    let is_second = larger(heights[0], heights[1]) <= most && span > slack;
    Some(Contact::of_two(core - radii, normal.resized(), points, is_second))
}
