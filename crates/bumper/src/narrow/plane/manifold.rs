//! The points where two shapes on a plane meet, by reference-edge clipping (E. Catto, Contact Manifolds, Game Developers
//! Conference 2007): the edge across the normal is the reference, the other shape's edge that faces it is cut to its length.

use super::outline::{Outline, Point, Read, outlines};
use super::{closest, gap, intervals, separation};
use crate::Vector;
use crate::form::{Convex, Core};
use crate::narrow::manifold::Contact;
use crate::narrow::measure::extent;
use crate::narrow::{ellipse, roundings};
use crate::scalar::Real;
use crate::vector::Mapped;
use core::cmp::Ordering;

/// Where an edge is still taken to lie across the normal: the sine of the angle that it may miss, in roundings.
const ACROSS: f64 = 64.0;

/// The contact of two convex shapes; `None` where they are more than `limit` apart, and where there is a NaN or an infinity.
pub(crate) fn contact<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    match (&a.core, &b.core) {
        (Core::Ellipse(_), _) | (_, Core::Ellipse(_)) => {
            ellipse::gap(a, b, limit).map(|found| ellipse::manifold(a, b, &found))
        }
        (Core::Point(_), _) | (_, Core::Point(_)) => single(a, b, limit),
        (Core::Upright(p), Core::Upright(q)) => boxes(*p, *q, limit),
        _ => edges(a, b, limit),
    }
}

/// One point, half-way between the surfaces: what something round has.
#[inline]
fn single<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    let found = gap(a, b, limit)?;
    let mut contact = Contact::new(found.length, found.normal);
    // On the surface of the one that is a point with a radius, and half of the separation from there.
    let half = found.length * R::from_f64(0.5);
    let at = match (&a.core, &b.core) {
        (Core::Point(center), _) => *center + found.normal.scaled(a.radius + half),
        (_, core) => core.middle() - found.normal.scaled(b.radius + half),
    };
    contact.offer(at, found.length, 0);
    Some(contact)
}

/// Two boxes along the axes: the ends of what they share across the normal.
fn boxes<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
    limit: R,
) -> Option<Contact<R, N>> {
    let found = intervals(p, q);
    // Also true for NaN.
    if !(found.length <= limit) {
        return None;
    }
    let half = R::from_f64(0.5);
    let mut contact = Contact::new(found.length, found.normal);
    let low = p[0].zip(q[0], |s, t| if s < t { t } else { s });
    let high = p[1].zip(q[1], |s, t| if t < s { t } else { s });
    // Along the normal between the two faces, across it between the ends of what they share.
    let middle: Vector<R, N> = Vector(crate::vector::from_fn(|k| {
        let (from, to) = match found.normal[k].partial_cmp(&R::default()) {
            Some(Ordering::Greater) => (p[1][k], q[0][k]),
            Some(Ordering::Less) => (p[0][k], q[1][k]),
            _ => (low[k], high[k]),
        };
        from + (to - from) * half
    }));
    let shared = (0..N).find(|&k| found.normal[k] == R::default() && low[k] < high[k]);
    match shared {
        Some(k) => {
            contact.offer(middle.with(k, low[k]), found.length, 0);
            contact.offer(middle.with(k, high[k]), found.length, 1);
        }
        None => contact.offer(middle, found.length, 0),
    }
    Some(contact)
}

fn edges<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    let middle = a.core.middle();
    let (p, q) = (Read::new(&a.core, middle), Read::new(&b.core, middle));
    let radii = [a.radius, b.radius];
    outlines!(p, q, a, b => of_outlines(a, b, radii, limit, middle), None)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn of_outlines<R: Real, const N: usize>(
    a: &impl Outline<R>,
    b: &impl Outline<R>,
    radii: [R; 2],
    limit: R,
    origin: Vector<R, N>,
) -> Option<Contact<R, N>> {
    let sum = radii[0] + radii[1];
    let (core, normal, on) = separation(a, b, limit + sum)?;
    // Also true for NaN.
    if !(core - sum <= limit) {
        return None;
    }
    let (first, second) = (Face::new(a, normal), Face::new(b, -normal));
    let mut contact = Contact::new(core - sum, normal.resized());
    // A longer reference is less sensitive; of about equal ones the first, so that it stays.
    let across = [first.is_across(), second.is_across()];
    let swap = across[1] && (!across[0] || second.length > first.length * R::from_f64(LONGER));
    if across[0] || across[1] {
        let (reference, incident) = if swap { (&second, &first) } else { (&first, &second) };
        clip(reference, incident, swap, core, if swap { [radii[1], radii[0]] } else { radii }, &mut contact);
    }
    if contact.points().is_empty() {
        // Corner against corner.
        let [p, q] = on.unwrap_or_else(|| closest(a, b).1);
        let (p, q) = (p + normal.scaled(radii[0]), q - normal.scaled(radii[1]));
        let id = first.corner_id(0) << 16 | second.corner_id(0) & 0xffff;
        contact.offer((p + (q - p).scaled(R::from_f64(0.5))).resized(), contact.separation, id);
    }
    contact.shift(origin);
    Some(contact)
}

/// How much longer an edge is to be to take the place of the first shape's: more than rounding makes it.
const LONGER: f64 = 1.001;

/// The edge that a shape shows in a direction, counterclockwise.
struct Face<R> {
    ends: [Point<R>; 2],
    /// The places of its ends.
    corners: [usize; 2],
    length: R,
    /// How far one end lies behind the other.
    slope: R,
    /// The corner that reaches farthest.
    farthest: Point<R>,
}

impl<R: Real> Face<R> {
    /// Of the two edges at the corner that reaches farthest the one that lies more across, with what continues it in a line.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(outline: &impl Outline<R>, direction: Point<R>) -> Self {
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
        let mut face = Self {
            ends: corners.mapped(|k| outline.at(k)),
            corners,
            length: zero,
            slope: zero,
            farthest: at,
        };
        // Up to four corners have no edge that is cut into several.
        if outline.width() > 4 {
            face.extend(outline, direction);
        }
        let way = face.ends[1] - face.ends[0];
        // A segment has two sides.
        if way[1] * direction[0] < way[0] * direction[1] {
            (face.ends, face.corners) = ([face.ends[1], face.ends[0]], [face.corners[1], face.corners[0]]);
        }
        (face.length, face.slope) = (Real::sqrt(way.dot(way)), way.dot(direction).distance(zero));
        face
    }

    /// Goes on to the next corners while they are as far but for rounding: an edge may be cut into several.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extend(&mut self, outline: &impl Outline<R>, direction: Point<R>) {
        let size = extent(self.ends[0]) + extent(self.ends[1]);
        let least = self.farthest.dot(direction) - roundings(size);
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

    /// What a solver may know it by: corners are even, edges odd.
    fn edge_id(&self) -> u32 {
        2 * self.corners[0] as u32 + 1
    }

    fn corner_id(&self, end: usize) -> u32 {
        2 * self.corners[end] as u32
    }
}

/// Offers the ends of the part of the incident edge that is over the reference, if any is. With `swap` the reference is the
/// second shape's. `core` is the separation of the cores, the radii are those of the reference's shape and of the other.
#[cfg_attr(not(debug_assertions), inline(always))]
fn clip<R: Real, const N: usize>(
    reference: &Face<R>,
    incident: &Face<R>,
    swap: bool,
    core: R,
    [own, other]: [R; 2],
    contact: &mut Contact<R, N>,
) {
    let (zero, half) = (R::default(), R::from_f64(0.5));
    let radii = own + other;
    let normal = Vector([contact.normal[0], contact.normal[1]]);
    let outwards = if swap { -normal } else { normal };
    let start = reference.ends[0];
    // Counterclockwise, the edge runs to the left of its normal.
    let tangent = Vector([-outwards[1], outwards[0]]);
    let along = |p: Point<R>| (p - start).dot(tangent);
    let id = |of_reference: u32, of_incident: u32| match swap {
        false => of_reference << 16 | of_incident & 0xffff,
        true => of_incident << 16 | of_reference & 0xffff,
    };
    // Both edges run counterclockwise: the incident one ends where the reference begins.
    let ([from, to], length) = (incident.ends, reference.length);
    let (low, high) = (along(to), along(from));
    let slack = roundings(length + core.distance(zero) + radii);
    if low > length + slack || high < -slack {
        return;
    }
    let way =
        if high > low { (from - to).scaled(R::from_f64(1.0) / (high - low)) } else { Vector([zero; 2]) };
    let at = |place: R| to + way.scaled(place - low);
    let first = match low < zero && high > low {
        true => (at(if high < zero { high } else { zero }), id(reference.corner_id(0), incident.edge_id())),
        false => (to, id(reference.edge_id(), incident.corner_id(1))),
    };
    let last = match high > length && high > low {
        true => (at(if low > length { low } else { length }), id(reference.corner_id(1), incident.edge_id())),
        false => (from, id(reference.edge_id(), incident.corner_id(0))),
    };
    let span = first.0.zip(last.0, |a, b| a.distance(b));
    let span = span[0] + span[1];
    let highest = if core > radii { core } else { radii };
    let most = highest + slack + span * R::EPSILON * R::from_f64(ACROSS);
    let height = |point: Point<R>| (point - start).dot(outwards);
    let mut offer = |(point, id): (Point<R>, u32)| {
        let middle = point + outwards.scaled((own - other - height(point)) * half);
        contact.offer(middle.resized(), height(point) - radii, id);
    };
    let (near, far) = if height(last.0) < height(first.0) { (last, first) } else { (first, last) };
    if height(near.0) <= most {
        offer(near);
        if height(far.0) <= most && span > slack {
            offer(far);
        }
    }
}
