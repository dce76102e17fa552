//! Where no face lies across the normal: edges and corners.

use super::{Meeting, size};
use crate::Vector;
use crate::narrow::manifold::Contact;
use crate::narrow::space::face::{Face, lies_across, tilt};
use crate::narrow::space::near::segments;
use crate::scalar::Real;

/// The square of the sine of the angle up to which two edges are said to lie along each other: a thirtieth of a turn of 1.
const ALONG: f64 = 1e-3;

/// How far two edges may be beside each other, seen along the normal, where they are said to meet along each other: the square of that, in
/// roundings and radii. Half of it is how far a point half-way between is off each.
const BESIDE: f64 = 4.0;

/// An edge as one end, the way to the other, and the names of both.
struct Edge<R> {
    from: Vector<R, 3>,
    way: Vector<R, 3>,
    names: [u16; 2],
}

impl<R: Real> Edge<R> {
    /// Of a face, the edge that reaches farthest in a direction, where that lies across it.
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
            // The one at the top that falls less.
            let (next, last) = ((top + 1) % face.len, (top + face.len - 1) % face.len);
            let slope = |k: usize| fall(k) / Real::sqrt(way(top, k).dot(way(top, k)));
            other = if slope(last) < slope(next) { last } else { next };
        } else {
            // Some corners of it may lie between its ends.
            one = farthest(other);
        }
        // In the order of the corners, whichever reaches farther by rounding.
        let (from, to) = if one < other { (one, other) } else { (other, one) };
        let way = face.corners[to] - face.corners[from];
        let edge = Self { from: face.corners[from], way, names: [face.names[from], face.names[to]] };
        let level = lies_across(way, direction) || size(way.dot(direction)) <= slack;
        (level && way.dot(way) > slack * slack).then_some(edge)
    }
}

/// Whether two edges lie along each other, about.
fn is_along<R: Real>(p: &Edge<R>, q: &Edge<R>) -> bool {
    let across = p.way.cross(q.way);
    across.dot(across) <= p.way.dot(p.way) * q.way.dot(q.way) * R::from_f64(ALONG)
}

/// A share of an edge that is on it.
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
    /// Tells where two edges or corners meet.
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

    /// From where to where two edges go together, as shares of the first; the second may lie beyond an end of it.
    fn shared(p: &Edge<R>, q: &Edge<R>) -> [R; 2] {
        let place = |point: Vector<R, 3>| (point - p.from).dot(p.way) / p.way.dot(p.way);
        let ends = [place(q.from), place(q.from + q.way)];
        if ends[0] < ends[1] { ends } else { [ends[1], ends[0]] }
    }

    /// Two edges along each other: the ends of what they share, where they meet there.
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
        // How far beside each other they may be: the round of both hides some of that.
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
        // Where what they share is a point, it is told once.
        let last = last.filter(|_| (clamped(high) - clamped(low)) > beyond || first.is_none());
        for (index, (at, there, core)) in [first, last].into_iter().flatten().enumerate() {
            let name = u32::from(p.names[0]) << 16 | u32::from(q.names[0]);
            self.tell_between(at, there, core + shift, name + ((index as u32) << 8), contact);
        }
    }

    /// Tells the point where the shapes are nearest, or deepest in each other.
    pub(super) fn tell_nearest(&self, contact: &mut Contact<R, N>) {
        let name = u32::from(self.faces[0].names[0]) << 16 | u32::from(self.faces[1].names[0]);
        let [p, q] = self.on.unwrap_or_else(|| self.witnesses_of_faces());
        self.tell_between(p, q, self.core, name, contact);
    }

    /// Tells the point half-way between the surfaces at two points of the cores.
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

    /// Points of both cores that are nearest, from what the faces show.
    pub(super) fn nearest(&self) -> [Vector<R, 3>; 2] {
        let way = self.normal.scaled(self.core);
        let edges = [
            Edge::of(&self.faces[0], self.normal, self.slack),
            Edge::of(&self.faces[1], -self.normal, self.slack),
        ];
        if let [Some(p), Some(q)] = &edges {
            // Of the two lines (C. Ericson, Real-Time Collision Detection, 2005, section 5.1.8).
            let turn = p.way.cross(q.way);
            let whole = turn.dot(turn);
            if whole > p.way.dot(p.way) * q.way.dot(q.way) * tilt() {
                let way_between = q.from - p.from;
                let at = |edge: &Edge<R>, other: &Edge<R>| {
                    edge.from + edge.way.scaled(clamped(way_between.cross(other.way).dot(turn) / whole))
                };
                // Both are one but for rounding, by which the shorter edge is off less.
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
            // They are not quite parallel, so that they meet in one place.
            let (_, _, on) = segments([p.from, p.from + p.way], [other, other + q.way]);
            return [on[0], on[1] + way];
        }
        // A corner, rather than what has more to show.
        let [p, q] = [self.faces[0].top(self.normal), self.faces[1].top(-self.normal)];
        if edges[0].is_none() && !self.faces[0].is_across { [p, p + way] } else { [q - way, q] }
    }
}
