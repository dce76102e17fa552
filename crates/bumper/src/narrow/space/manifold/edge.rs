//! Contacts of edges and corners, if neither shape has a face perpendicular to the normal.

use super::{Meeting, abs};
use crate::Vector;
use crate::narrow::manifold::Contact;
use crate::narrow::space::face::{Face, lies_across, tilt};
use crate::narrow::space::near::segments;
use crate::scalar::Real;

/// The squared sine of the angle up to which two edges count as parallel: about 1/30 radian.
const ALONG: f64 = 1e-3;

/// The factor in the largest squared offset, perpendicular to the normal, of parallel edges that meet (see `along`). A contact point
/// halfway between two edges is off each by half that offset.
const BESIDE: f64 = 4.0;

/// An edge: one end, the vector to the other, and the feature names of both.
struct Edge<R> {
    from: Vector<R, 3>,
    way: Vector<R, 3>,
    names: [u16; 2],
}

impl<R: Real> Edge<R> {
    /// The edge of a face at its support point in a direction; `None` if no edge there is perpendicular to the direction.
    fn of(face: &Face<R>, direction: Vector<R, 3>, slack: R) -> Option<Self> {
        if face.disc.is_some() || face.len < 2 {
            return None;
        }
        let reach = |k: usize| face.corners[k].dot(direction);
        let top = (1..face.len).fold(0, |best, k| if reach(k) > reach(best) { k } else { best });
        let way = |from: usize, to: usize| face.corners[to] - face.corners[from];
        let fall = |k: usize| -way(top, k).dot(direction);
        let farthest = |from: usize| {
            let away = |k: usize| way(from, k).dot(way(from, k));
            let level = (0..face.len).filter(|k| fall(*k) <= slack);
            level.fold(from, |best, k| if away(k) > away(best) { k } else { best })
        };
        let (mut one, mut other) = (top, farthest(top));
        if other == top {
            // The edge at the support point that descends less steeply.
            let (next, last) = ((top + 1) % face.len, (top + face.len - 1) % face.len);
            let slope = |k: usize| fall(k) / Real::sqrt(way(top, k).dot(way(top, k)));
            other = if slope(last) < slope(next) { last } else { next };
        } else {
            // The support point may lie between the ends of the edge, if corners are collinear.
            one = farthest(other);
        }
        // In the order of the corners, so that the result does not depend on rounding.
        let (from, to) = if one < other { (one, other) } else { (other, one) };
        let way = face.corners[to] - face.corners[from];
        let edge = Self { from: face.corners[from], way, names: [face.names[from], face.names[to]] };
        let level = lies_across(way, direction) || abs(way.dot(direction)) <= slack;
        (level && way.dot(way) > slack * slack).then_some(edge)
    }
}

/// Whether two edges are approximately parallel.
fn is_along<R: Real>(p: &Edge<R>, q: &Edge<R>) -> bool {
    let across = p.way.cross(q.way);
    across.dot(across) <= p.way.dot(p.way) * q.way.dot(q.way) * R::from_f64(ALONG)
}

/// A fraction of an edge, clamped to the edge; NaN becomes zero.
fn clamped<R: Real>(share: R) -> R {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    if share > one {
        one
    } else if share > zero {
        share
    } else {
        zero
    }
}

impl<R: Real, const N: usize> Meeting<'_, R, N> {
    /// Adds the contact points of two edges, or of a corner and another feature.
    pub(super) fn edges(&self, contact: &mut Contact<R, N>) {
        let edges = [
            Edge::of(&self.faces[0], self.normal, self.slack),
            Edge::of(&self.faces[1], -self.normal, self.slack),
        ];
        let [Some(p), Some(q)] = edges else { return self.tell_nearest(contact) };
        if is_along(&p, &q) {
            self.along(&p, &q, contact);
        }
        if contact.points().is_empty() {
            self.tell_nearest(contact);
        }
    }

    /// The interval of the first edge that the second one covers, as fractions of the first; not clamped to it.
    fn shared(p: &Edge<R>, q: &Edge<R>) -> [R; 2] {
        let place = |point: Vector<R, 3>| (point - p.from).dot(p.way) / p.way.dot(p.way);
        let ends = [place(q.from), place(q.from + q.way)];
        if ends[0] < ends[1] { ends } else { [ends[1], ends[0]] }
    }

    /// Adds the contact points of two parallel edges: the ends of their overlap, as far as they meet there.
    fn along(&self, p: &Edge<R>, q: &Edge<R>, contact: &mut Contact<R, N>) {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        let clamped = |c: R| {
            if c < zero {
                zero
            } else if c > one {
                one
            } else {
                c
            }
        };
        let (long, other) = (p.way.dot(p.way), q.way.dot(q.way));
        let [low, high] = Self::shared(p, q);
        let beyond = self.slack / Real::sqrt(long);
        if low > one + beyond || high < -beyond {
            return;
        }
        // The largest squared offset of the edges: rounded edges tolerate more.
        let round = if self.radii[0] < self.radii[1] { self.radii[0] } else { self.radii[1] };
        let most = self.slack * (self.slack + round) * R::from_f64(BESIDE);
        let mut deepest = R::from_f64(f64::INFINITY);
        let mut found = [None, None];
        for (found, share) in found.iter_mut().zip([clamped(low), clamped(high)]) {
            let at = p.from + p.way.scaled(share);
            let there = q.from + q.way.scaled(clamped((at - q.from).dot(q.way) / other));
            let way = there - at;
            let core = way.dot(self.normal);
            let beside = way - self.normal.scaled(core);
            if beside.dot(beside) <= most && core <= self.most() {
                *found = Some((at, there, core));
                deepest = if core < deepest { core } else { deepest };
            }
        }
        let shift = self.taken_out(deepest, contact);
        let [first, last] = found;
        // If the overlap is a point, it is added once.
        let last = last.filter(|_| (clamped(high) - clamped(low)) > beyond || first.is_none());
        for (index, (at, there, core)) in [first, last].into_iter().flatten().enumerate() {
            let name = u32::from(p.names[0]) << 16 | u32::from(q.names[0]);
            self.tell_between(at, there, core + shift, name + ((index as u32) << 8), contact);
        }
    }

    /// Adds the point at which the shapes are nearest, or deepest in each other.
    pub(super) fn tell_nearest(&self, contact: &mut Contact<R, N>) {
        let name = u32::from(self.faces[0].names[0]) << 16 | u32::from(self.faces[1].names[0]);
        let [p, q] = self.on.unwrap_or_else(|| self.witnesses_of_faces());
        self.tell_between(p, q, self.core, name, contact);
    }

    /// Adds the contact point of two witness points of the cores: halfway between the two surfaces.
    fn tell_between(
        &self,
        p: Vector<R, 3>,
        q: Vector<R, 3>,
        core: R,
        name: u32,
        contact: &mut Contact<R, N>,
    ) {
        let half = R::from_f64(0.5);
        let radii = (self.radii[0] - self.radii[1]) * half;
        let at = p + (q - p).scaled(half) + self.normal.scaled(radii);
        contact.offer(self.origin + at.resized(), core - (self.radii[0] + self.radii[1]), name);
    }

    /// Witness points of both cores, computed from the features that they present.
    pub(super) fn nearest(&self) -> [Vector<R, 3>; 2] {
        let way = self.normal.scaled(self.core);
        let edges = [
            Edge::of(&self.faces[0], self.normal, self.slack),
            Edge::of(&self.faces[1], -self.normal, self.slack),
        ];
        if let [Some(p), Some(q)] = &edges {
            // The closest points of the two lines (C. Ericson, Real-Time Collision Detection, 2005, section 5.1.8).
            let turn = p.way.cross(q.way);
            let whole = turn.dot(turn);
            if whole > p.way.dot(p.way) * q.way.dot(q.way) * tilt() {
                let way_between = q.from - p.from;
                let at = |edge: &Edge<R>, other: &Edge<R>| {
                    edge.from + edge.way.scaled(clamped(way_between.cross(other.way).dot(turn) / whole))
                };
                // Both formulas agree except for rounding, which is smaller on the shorter edge.
                let shorter = p.way.dot(p.way) <= q.way.dot(q.way);
                return if shorter { [at(p, q), at(p, q) + way] } else { [at(q, p) - way, at(q, p)] };
            }
            let [low, high] = Self::shared(p, q).map(clamped);
            let at = p.from + p.way.scaled((low + high) * R::from_f64(0.5));
            let other = q.from - way;
            let beside = at - other - q.way.scaled(clamped((at - other).dot(q.way) / q.way.dot(q.way)));
            if beside.dot(beside) <= self.slack * self.slack {
                return [at, at + way];
            }
            // The edges are not quite parallel, so that their closest points are unique.
            let (_, _, on) = segments([p.from, p.from + p.way], [other, other + q.way]);
            return [on[0], on[1] + way];
        }
        // A corner defines the point, in contrast to an edge or a face.
        let [p, q] = [self.faces[0].top(self.normal), self.faces[1].top(-self.normal)];
        if edges[0].is_none() && !self.faces[0].is_across { [p, p + way] } else { [q - way, q] }
    }
}
