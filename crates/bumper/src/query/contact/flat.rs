//! Contacts of convex shapes on a plane.
//!
//! The separation of two overlapping polygons is the largest along the normals of their edges (separating axes); of two
//! that are apart, their distance. The points are those of reference-edge clipping (E. Catto, Contact Manifolds, Game
//! Developers Conference 2007): the edge across the normal is the reference, the other shape's edge that faces it is cut
//! to its length.

use super::{Contact, Gap};
use crate::Vector;
use crate::gap::gjk::{Nearest, nearest, rounding};
use crate::gap::plane::Outline;
use crate::gap::solid::Solid;
use crate::scalar::{Real, Scalar};
use crate::shape::polygon::flat;

/// Where an edge is still taken to lie across the normal: the sine of the angle that it may miss, in roundings.
const ACROSS: f64 = 64.0;

/// The separation of the cores, its normal, and the nearest points where they are apart.
pub(super) fn separation<S: Scalar, const N: usize>(
    a: &Solid<S, N>,
    b: &Solid<S, N>,
) -> (Gap<f64, N>, Option<[Vector<f64, N>; 2]>) {
    let mut best: Gap<f64, 2> = (f64::NEG_INFINITY, Vector([1.0, 0.0]));
    deepest(a, b, 1.0, &mut best);
    deepest(b, a, -1.0, &mut best);
    if a.len() <= 3 && b.len() <= 3 {
        // Perhaps the difference is flat: then the ends of its edges count as well.
        ends(a, b, 1.0, &mut best);
        ends(b, a, -1.0, &mut best);
    }
    let no_edges = best.0 == f64::NEG_INFINITY;
    if no_edges {
        best.0 = 0.0;
    }
    let may_be_apart = best.0 > rounding(a.largest() + b.largest()) || no_edges;
    if may_be_apart && let Nearest::Apart { distance, normal, on, .. } = nearest(a, b, f64::INFINITY) {
        // Where rounding cannot tell a corner from its edge, the edge knows the normal best.
        let edge = distance - best.0 <= distance * f64::EPSILON * 4.0;
        return ((distance, if edge { lift(best.1) } else { normal }), Some(on));
    }
    ((best.0, lift(best.1)), None)
}

/// A vector on a plane as one of `N` axes.
#[inline]
pub(super) fn lift<R: Real, const N: usize>(v: Vector<R, 2>) -> Vector<R, N> {
    Vector(core::array::from_fn(|k| v.0.get(k).copied().unwrap_or_default()))
}

/// Offers the normals of the edges of `a`, times a sign, with what separates `b` there.
fn deepest<S: Scalar, const N: usize>(a: &Solid<S, N>, b: &Solid<S, N>, sign: f64, best: &mut Gap<f64, 2>) {
    let mut support = None;
    let slack = rounding(a.largest() + b.largest());
    for index in 0..a.len() {
        let (from, to) = (Vector(a.at(index)), Vector(a.at(a.next(index))));
        let way = to - from;
        let length = way.dot(way);
        if length <= 0.0 {
            continue;
        }
        let normal = Vector([way[1], -way[0]]).scaled(1.0 / Real::sqrt(length));
        // The corner of `b` that lies deepest turns with the edge.
        let depth = |corner: usize| (Vector(b.at(corner)) - from).dot(normal);
        let deeper = |best: usize, corner: usize| if depth(corner) < depth(best) { corner } else { best };
        let mut corner = support.unwrap_or_else(|| (1..b.len()).fold(0, deeper));
        let (mut least, mut next) = (depth(corner), corner);
        for _ in 0..b.len() {
            next = b.next(next);
            let depth = depth(next);
            // Rounding makes no valley.
            if depth > least + slack {
                break;
            }
            if depth < least {
                (corner, least) = (next, depth);
            }
        }
        support = Some(corner);
        if least > best.0 {
            *best = (least, normal.scaled(sign));
        }
    }
}

/// Offers the ways along the edges of `a`.
fn ends<S: Scalar, const N: usize>(a: &Solid<S, N>, b: &Solid<S, N>, sign: f64, best: &mut Gap<f64, 2>) {
    let reach = |solid: &Solid<S, N>, way: Vector<f64, 2>| {
        (0..solid.len()).map(|index| Vector(solid.at(index)).dot(way)).fold(f64::NEG_INFINITY, f64::max)
    };
    for index in 0..a.len() {
        let way = Vector(a.at(a.next(index))) - Vector(a.at(index));
        let length = way.length();
        if length > 0.0 {
            let way = way.scaled(1.0 / length);
            let gap = -reach(a, way) - reach(b, way.scaled(-1.0));
            if gap > best.0 {
                *best = (gap, way.scaled(sign));
            }
        }
    }
}

/// The edge of a shape that faces a direction, counterclockwise; a corner where the shape is a point.
pub(super) struct Edge<R> {
    pub(super) ends: [Vector<R, 2>; 2],
    /// The places of its ends.
    pub(super) corners: [usize; 2],
    /// The cosine of the angle between the edge and the direction; infinite for a point.
    pub(super) slope: R,
}

impl Edge<f64> {
    /// Of the two edges at the corner that reaches farthest, the one that lies more across.
    fn facing<S: Scalar, const N: usize>(solid: &Solid<S, N>, direction: Vector<f64, 2>) -> Self {
        let n = solid.len();
        let reach = |index: usize| Vector(solid.at(index)).dot(direction);
        let farthest = (1..n).fold(0, |best, index| if reach(index) > reach(best) { index } else { best });
        let corner = Vector(solid.at(farthest));
        let mut best = Self { ends: [corner; 2], corners: [farthest; 2], slope: f64::INFINITY };
        for step in [1, n - 1] {
            // Past equal neighbours: between those is no edge.
            let mut other = (farthest + step) % n;
            while other != farthest && Vector(solid.at(other)) == corner {
                other = (other + step) % n;
            }
            let end = Vector(solid.at(other));
            let way = end - corner;
            let length = way.length();
            let slope = (way.dot(direction) / length).abs();
            // Not for an edge without length.
            if slope < best.slope {
                let ahead = way[1] * direction[0] >= way[0] * direction[1];
                best = match ahead {
                    true => Self { ends: [corner, end], corners: [farthest, other], slope },
                    false => Self { ends: [end, corner], corners: [other, farthest], slope },
                };
            }
        }
        best
    }
}

impl<R: Real> Edge<R> {
    fn length(&self) -> R {
        let way = self.ends[1] - self.ends[0];
        Real::sqrt(way.dot(way))
    }

    /// What a solver may know it by: corners are even, edges odd.
    fn edge_id(&self) -> u32 {
        2 * self.corners[0] as u32 + 1
    }

    fn corner_id(&self, end: usize) -> u32 {
        2 * self.corners[end] as u32
    }
}

/// The contact where an edge across the normal, with its length, is the reference and the other is cut to it; without points where
/// nothing of it is over the reference. With `swap` the reference is the second shape's. `core` is the separation of the
/// cores and the normal, `radii` are those of the reference's shape and of the other.
#[inline]
pub(super) fn clip<R: Real, const N: usize>(
    (reference, length): (&Edge<R>, R),
    incident: &Edge<R>,
    swap: bool,
    (core, normal): Gap<R, N>,
    [own, other]: [R; 2],
    epsilon: R,
) -> Contact<R, N> {
    let (zero, half) = (R::default(), R::from_f64(0.5));
    let radii = own + other;
    let mut contact = Contact::new(core - radii, normal);
    let outwards = Vector(flat(normal));
    let outwards = if swap { outwards.map(|c| -c) } else { outwards };
    let start = reference.ends[0];
    // Counterclockwise, the edge runs to the left of its normal.
    let tangent = Vector([-outwards[1], outwards[0]]);
    let along = |p: Vector<R, 2>| (p - start).dot(tangent);
    let id = |of_reference: u32, of_incident: u32| match swap {
        false => of_reference << 16 | of_incident & 0xffff,
        true => of_incident << 16 | of_reference & 0xffff,
    };
    // Both edges run counterclockwise: the incident one ends where the reference begins.
    let [from, to] = incident.ends;
    let (low, high) = (along(to), along(from));
    let slack = (length + core.distance(zero) + radii) * epsilon * R::from_f64(16.0);
    if low > length + slack || high < -slack {
        return contact;
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
    let distinct = span > slack;
    let highest = if core > radii { core } else { radii };
    let most = highest + slack + span * epsilon * R::from_f64(ACROSS);
    for (place, (point, id)) in [first, last].into_iter().enumerate() {
        let height = (point - start).dot(outwards);
        if height <= most && (place == 0 || contact.count == 0 || distinct) {
            let middle = point + outwards.scaled((own - other - height) * half);
            contact.offer(lift(middle), height - radii, id);
        }
    }
    contact
}

/// The whole contact, from the separation of the cores, its normal, and their nearest points where they are apart.
pub(super) fn contact<S: Scalar, const N: usize>(
    a: &Solid<S, N>,
    b: &Solid<S, N>,
    (core, normal): Gap<f64, N>,
    on: Option<[Vector<f64, N>; 2]>,
) -> Contact<f64, N> {
    let epsilon = Scalar::to_f64(S::Real::EPSILON);
    let outwards = Vector(flat(normal));
    let (first, second) = (Edge::facing(a, outwards), Edge::facing(b, outwards.scaled(-1.0)));
    let across = |edge: &Edge<f64>| edge.slope <= ACROSS * epsilon;
    // A longer reference is less sensitive; of about equal ones the first, so that it stays.
    let swap = across(&second) && (!across(&first) || second.length() > first.length() * 1.001);
    let mut contact = match (swap, across(&first)) {
        (true, _) => {
            clip((&second, second.length()), &first, true, (core, normal), [b.radius, a.radius], epsilon)
        }
        (false, true) => {
            clip((&first, first.length()), &second, false, (core, normal), [a.radius, b.radius], epsilon)
        }
        _ => Contact::new(core - a.radius - b.radius, normal),
    };
    if contact.count == 0 {
        // Corner against corner.
        let [p, q] = on.unwrap_or([a.support(normal), b.support(normal.scaled(-1.0))]);
        let (p, q) = (p + normal.scaled(a.radius), q - normal.scaled(b.radius));
        let id = first.corner_id(0) << 16 | second.corner_id(0) & 0xffff;
        contact.offer(p + (q - p).scaled(0.5), contact.separation, id);
    }
    contact
}
