//! Contacts of edges and corners, for two shapes without a face perpendicular to the normal.

use super::FeaturePair;
use crate::Vector;
use crate::narrow::manifold::Contact;
use crate::narrow::space::closest_point::segments;
use crate::narrow::space::face::{Face, is_perpendicular_to, max_squared_tilt};
use crate::narrow::tolerance::{EDGE_CONTACT_OFFSET, NEARLY_PARALLEL_SQUARED_SINE};
use crate::scalar::Real;

/// An edge: one end, the vector to the other end, and the feature ids of both ends.
struct FeatureEdge<R> {
    from: Vector<R, 3>,
    delta: Vector<R, 3>,
    ids: [u16; 2],
}

impl<R: Real> FeatureEdge<R> {
    /// The edge of a face that contains its support point in a direction. `None` if no edge there is perpendicular to the direction.
    fn of(face: &Face<R>, direction: Vector<R, 3>, tolerance: R) -> Option<Self> {
        if face.disc().is_some() || face.len < 2 {
            return None;
        }
        let projection = |k: usize| face.corners[k].dot(direction);
        let top = (1..face.len).fold(0, |best, k| if projection(k) > projection(best) { k } else { best });
        let delta = |from: usize, to: usize| face.corners[to] - face.corners[from];
        let drop = |k: usize| -delta(top, k).dot(direction);
        let farthest = |from: usize| {
            let squared = |k: usize| delta(from, k).dot(delta(from, k));
            let is_level = (0..face.len).filter(|k| drop(*k) <= tolerance);
            is_level.fold(from, |best, k| if squared(k) > squared(best) { k } else { best })
        };
        let mut start = top;
        let mut end = farthest(top);
        if end == top {
            // No other corner is as far in the direction as the support point. Of the two edges that meet there, the one that descends less
            // steeply is used.
            let next = (top + 1) % face.len;
            let last = (top + face.len - 1) % face.len;
            let slope = |k: usize| drop(k) / delta(top, k).dot(delta(top, k)).sqrt();
            end = if slope(last) < slope(next) { last } else { next };
        } else {
            // If several corners are equally far in the direction, they lie on one line, and the support point may be in its middle. So
            // both ends of the line are searched.
            start = farthest(end);
        }
        // The ends are stored in the order of the face's corners. Otherwise rounding would decide which of two equally far corners comes
        // first.
        let (from, to) = if start < end { (start, end) } else { (end, start) };
        let delta = face.corners[to] - face.corners[from];
        let edge = Self { from: face.corners[from], delta, ids: [face.ids[from], face.ids[to]] };
        let is_level = is_perpendicular_to(delta, direction) || delta.dot(direction).abs() <= tolerance;
        (is_level && delta.dot(delta) > tolerance * tolerance).then_some(edge)
    }

    /// Whether the distance of a point from the edge is at most `tolerance`.
    fn is_near(&self, point: Vector<R, 3>, tolerance: R) -> bool {
        let offset = point - self.from;
        let offset = offset - self.delta.scaled(clamped(offset.dot(self.delta) / self.delta.dot(self.delta)));
        offset.dot(offset) <= tolerance * tolerance
    }
}

/// Whether two edges are approximately parallel.
fn are_parallel<R: Real>(p: &FeatureEdge<R>, q: &FeatureEdge<R>) -> bool {
    let cross = p.delta.cross(q.delta);
    cross.dot(cross)
        <= p.delta.dot(p.delta) * q.delta.dot(q.delta) * R::from_f64(NEARLY_PARALLEL_SQUARED_SINE)
}

/// Clamps the parameter of a point on an edge to the interval from 0 to 1. NaN becomes zero.
fn clamped<R: Real>(t: R) -> R {
    if t > R::ONE {
        R::ONE
    } else if t > R::ZERO {
        t
    } else {
        R::ZERO
    }
}

impl<R: Real> FeaturePair<'_, R> {
    /// Adds the contact points of two parallel edges. If a shape has no edge there, or if the edges cross or are too far apart, adds a
    /// single contact point between the witness points.
    pub(super) fn edges(&self, contact: &mut Contact<R, 3>) {
        let edges = [
            FeatureEdge::of(&self.faces[0], self.normal, self.tolerance),
            FeatureEdge::of(&self.faces[1], -self.normal, self.tolerance),
        ];
        let [Some(p), Some(q)] = edges else { return self.add_witness_point(contact) };
        if are_parallel(&p, &q) {
            self.add_parallel_edges(&p, &q, contact);
        }
        if contact.points().is_empty() {
            self.add_witness_point(contact);
        }
    }

    /// The interval of the first edge that the second edge covers, in fractions of the first edge. It may extend beyond the first edge.
    fn covered_interval(p: &FeatureEdge<R>, q: &FeatureEdge<R>) -> [R; 2] {
        let parameter = |point: Vector<R, 3>| (point - p.from).dot(p.delta) / p.delta.dot(p.delta);
        let ends = [parameter(q.from), parameter(q.from + q.delta)];
        if ends[0] < ends[1] { ends } else { [ends[1], ends[0]] }
    }

    /// Adds the contact points of two parallel edges: the two ends of the stretch along which the edges overlap. An end is left out if the
    /// edges are too far apart there.
    fn add_parallel_edges(&self, p: &FeatureEdge<R>, q: &FeatureEdge<R>, contact: &mut Contact<R, 3>) {
        let clamped = |c: R| {
            if c < R::ZERO {
                R::ZERO
            } else if c > R::ONE {
                R::ONE
            } else {
                c
            }
        };
        let p_squared = p.delta.dot(p.delta);
        let q_squared = q.delta.dot(q.delta);
        let [low, high] = Self::covered_interval(p, q);
        let parameter_tolerance = self.tolerance / p_squared.sqrt();
        if low > R::ONE + parameter_tolerance || high < -parameter_tolerance {
            return;
        }
        // The largest squared offset at which the edges are in contact. The offset is their distance perpendicular to the normal. It may be
        // larger for rounded edges: at a small offset from its highest line, the surface of a rounded edge is lower only by an amount
        // proportional to the square of the offset.
        let smaller_radius = self.radii[1].min(self.radii[0]);
        let max_squared_offset =
            self.tolerance * (self.tolerance + smaller_radius) * R::from_f64(EDGE_CONTACT_OFFSET);
        let mut deepest = R::INFINITY;
        let mut points = [None, None];
        for (points, t) in points.iter_mut().zip([clamped(low), clamped(high)]) {
            let on_first = p.from + p.delta.scaled(t);
            let on_second = q.from + q.delta.scaled(clamped((on_first - q.from).dot(q.delta) / q_squared));
            let delta = on_second - on_first;
            let core_separation = delta.dot(self.normal);
            let offset = delta - self.normal.scaled(core_separation);
            if offset.dot(offset) <= max_squared_offset && core_separation <= self.max_separation() {
                *points = Some((on_first, on_second, core_separation));
                deepest = deepest.min(core_separation);
            }
        }
        let shift = self.separation_correction(deepest, contact);
        let [first, last] = points;
        // If the overlap is no longer than the tolerance, only one of its ends is added.
        let last = last.filter(|_| (clamped(high) - clamped(low)) > parameter_tolerance || first.is_none());
        for (index, (on_first, on_second, core_separation)) in [first, last].into_iter().flatten().enumerate()
        {
            let id = u32::from(p.ids[0]) << 16 | u32::from(q.ids[0]);
            self.add_midpoint(
                on_first,
                on_second,
                core_separation + shift,
                id + ((index as u32) << 8),
                contact,
            );
        }
    }

    /// Adds a single contact point, halfway between the witness points: the closest points of the shapes or, if they overlap, the deepest
    /// points.
    pub(super) fn add_witness_point(&self, contact: &mut Contact<R, 3>) {
        let id = u32::from(self.faces[0].ids[0]) << 16 | u32::from(self.faces[1].ids[0]);
        let [p, q] = self.witnesses.unwrap_or_else(|| self.witnesses_of_faces());
        self.add_midpoint(p, q, self.core_separation, id, contact);
    }

    /// Adds the contact point halfway between the surfaces of the shapes, given the witness points `p` and `q` of their cores.
    fn add_midpoint(
        &self,
        p: Vector<R, 3>,
        q: Vector<R, 3>,
        core_separation: R,
        id: u32,
        contact: &mut Contact<R, 3>,
    ) {
        let radii = (self.radii[0] - self.radii[1]) * R::HALF;
        let midpoint = p + (q - p).scaled(R::HALF) + self.normal.scaled(radii);
        contact.push_point(self.origin + midpoint, core_separation - (self.radii[0] + self.radii[1]), id);
    }

    /// Witness points of both cores computed from their features: from the edges or, if one of the cores has none there, from a corner. The
    /// boolean is whether both points lie on these features.
    pub(super) fn feature_witnesses(&self) -> ([Vector<R, 3>; 2], bool) {
        let delta = self.normal.scaled(self.core_separation);
        let edges = [
            FeatureEdge::of(&self.faces[0], self.normal, self.tolerance),
            FeatureEdge::of(&self.faces[1], -self.normal, self.tolerance),
        ];
        if let [Some(p), Some(q)] = &edges {
            // The closest points of the infinite lines through both edges (C. Ericson, Real-Time Collision Detection, 2005, section 5.1.8).
            let cross = p.delta.cross(q.delta);
            let squared = cross.dot(cross);
            if squared > p.delta.dot(p.delta) * q.delta.dot(q.delta) * max_squared_tilt() {
                let between = q.from - p.from;
                let point = |edge: &FeatureEdge<R>, other: &FeatureEdge<R>| {
                    edge.from + edge.delta.scaled(clamped(between.cross(other.delta).dot(cross) / squared))
                };
                // The witness points are found on one of the edges and moved along the normal to get the other one. The shorter edge is
                // used, because the rounding error is smaller there.
                return if p.delta.dot(p.delta) <= q.delta.dot(q.delta) {
                    let on_first = point(p, q);
                    ([on_first, on_first + delta], q.is_near(on_first + delta, self.tolerance))
                } else {
                    let on_second = point(q, p);
                    ([on_second - delta, on_second], p.is_near(on_second - delta, self.tolerance))
                };
            }
            let [low, high] = Self::covered_interval(p, q).map(clamped);
            let point = p.from + p.delta.scaled((low + high) * R::HALF);
            let other = q.from - delta;
            let offset =
                point - other - q.delta.scaled(clamped((point - other).dot(q.delta) / q.delta.dot(q.delta)));
            if offset.dot(offset) <= self.tolerance * self.tolerance {
                return ([point, point + delta], true);
            }
            // Seen along the normal, the edges do not meet in the middle of their overlap. So they are not exactly parallel. Their closest
            // points are then unique, and are computed after the second edge is moved to the first one along the normal.
            let found = segments([p.from, p.from + p.delta], [other, other + q.delta]);
            let [on_first, on_second] = found.points;
            return ([on_first, on_second + delta], found.distance <= self.tolerance);
        }
        // At least one core has no edge here. Its feature is a corner, and this corner is one of the two witness points. A face without an
        // edge counts as a corner, because it is no larger than rounding.
        let [p, q] = [self.faces[0].support_point(self.normal), self.faces[1].support_point(-self.normal)];
        let is_disc = self.faces[0].disc().is_some() && self.faces[0].is_perpendicular();
        let is_on = |point: Vector<R, 3>, edge: &Option<FeatureEdge<R>>, corner: Vector<R, 3>| match edge {
            Some(edge) => edge.is_near(point, self.tolerance),
            None => (point - corner).dot(point - corner) <= self.tolerance * self.tolerance,
        };
        if edges[0].is_none() && !is_disc {
            ([p, p + delta], is_on(p + delta, &edges[1], q))
        } else {
            ([q - delta, q], is_on(q - delta, &edges[0], p))
        }
    }
}
