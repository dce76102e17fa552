//! Contacts with ground that consists of several convex parts: the parts of a concave polygon, a compound or a mask, tiles, segments that
//! meet. A body must move over them as over one shape, the union of the parts.
//!
//! The contact of a body with one part may have a normal that the boundary of the union does not have: the normal of an edge where another
//! part covers it (an internal edge, such as the cut of a concave polygon or the side of a tile), or a normal at a corner where another
//! part continues the surface. Such contacts stop or lift a body that slides over the seam (ghost collisions). They are replaced by the
//! contact with an exposed edge of the part, with the normal of this edge, or dropped if the body is not above one.
//!
//! The exposed edges are those of one-sided chains (E. Catto, Ghost Collisions, box2d.org, 2020). Here they are found from the parts near
//! the body, so that tiles may be added, removed and moved at any time.

use super::contact::{ContactOrigin, PairContact, RelativePose};
use super::placed_part::{Interval, PartEdge, PlacedPart};
use crate::dynamics::Simulation;
use crate::dynamics::bodies::convex_parts::PartCore;
use crate::dynamics::bodies::part::Part;
use crate::dynamics::math::{Rot, V, num};
use crate::dynamics::tolerance::deep;
use crate::dynamics::tolerance::{
    EDGE_SIN, FOUND_MARGIN, LEVEL_HEIGHT, NEAR_EDGE_COS, PROTRUSION, SEAM_TOLERANCE,
};
use crate::scalar::Real;
use crate::{Aabb, ContactPoint, Vector};
use alloc::vec::Vec;

/// A contact of a body with a part of the ground, in coordinates relative to the center of mass of the first body of the contact.
pub(in crate::dynamics) struct GroundContact<'a, R: Real> {
    simulation: &'a Simulation<R>,
    /// The part of the dynamic body.
    body: PlacedPart<'a, R>,
    /// The part of the ground.
    pub(in crate::dynamics) ground: PlacedPart<'a, R>,
    /// The index of the part of the ground in the list of parts.
    pub(in crate::dynamics) key: usize,
    /// The center of mass of the part of the dynamic body.
    center: V<R>,
    /// Whether the ground is the first of the two parts of the contact.
    is_first: bool,
    tolerance: R,
    /// The keys of all parts of the ground near the body, in the lower half of each number.
    neighbors: &'a [u64],
}

/// A corner or clipped point of the body above an edge of the ground.
#[derive(Clone, Copy)]
struct EdgePoint<R> {
    /// The position along the edge, and the height above it. Both are those of the core of the body, without its radius.
    along: R,
    height: R,
    /// The feature of the body: twice the index of a corner, or twice the index of an edge plus one.
    feature: u32,
}

impl<R: Real> Simulation<R> {
    /// Lists the pairs of a part of a dynamic body and a part of the ground near it, when there is no list of contacts yet. The list has
    /// all pairs of [`collect_ground_pairs`](super::contact_store::ContactStore::collect_ground_pairs), and some that are farther apart,
    /// which have no influence on contacts.
    pub(in crate::dynamics) fn find_ground_pairs(&mut self) {
        let mut pairs = core::mem::take(&mut self.contacts.ground_pairs);
        pairs.clear();
        let is_dynamic = |part: &Part<R>| self.bodies[part.body as usize].is_dynamic();
        for (key, part) in self.parts.iter().filter(|(_, part)| is_dynamic(part)) {
            let key = key as usize;
            let margin = self.bodies[part.body as usize].breadth() * num(FOUND_MARGIN);
            let near = Aabb::new(
                part.fat_aabb.min() - Vector::splat(margin),
                part.fat_aabb.max() + Vector::splat(margin),
            );
            self.broad_phase.tree.each_intersecting(&near, |other| {
                let other_part = &self.parts[other];
                if !is_dynamic(other_part)
                    && !part.material.sensor
                    && !other_part.material.sensor
                    && self.may_collide(key.min(other), key.max(other))
                {
                    pairs.push((key as u64) << 32 | other as u64);
                }
            });
        }
        pairs.sort_unstable();
        self.contacts.ground_pairs = pairs;
    }

    /// The contact of a body with a part of the ground, as a part of the boundary of the union of all parts near the body. `found` is the
    /// contact with the part alone. `None` if other parts cover the place of the contact. Returns `found` for all other pairs of bodies,
    /// and for a body that is so deep in the part that the nearest way out is the safest.
    pub(in crate::dynamics) fn contact_with_ground(
        &self,
        contact: &PairContact<R>,
        relative_pose: &RelativePose<R>,
        found: crate::Contact<R, 2>,
    ) -> Option<crate::Contact<R, 2>> {
        let on_boundary = self.contact_with_union(contact, relative_pose, found);
        if contact.origin != ContactOrigin::Outside || found.separation >= R::ZERO {
            return on_boundary;
        }
        // A body that has come from the outside of a one-way side leaves the part on that side, even if another way out is shorter.
        let keys = contact.parts();
        let stops = |found: &crate::Contact<R, 2>| self.hits_one_way_side(keys, found.normal);
        if on_boundary.as_ref().map_or(stops(&found), stops) {
            return on_boundary;
        }
        let with_side = |owner: usize| {
            let ground_contact = self.ground_contact(contact, relative_pose, owner);
            ground_contact.with_side(self.side_normal(keys[owner])?)
        };
        with_side(0).or_else(|| with_side(1))
    }

    /// The contact of a body with the union of all parts of the ground near it. `found` is its contact with one of these parts. It is
    /// returned unchanged for all other pairs of bodies, and for a body that is deep in the part.
    fn contact_with_union(
        &self,
        contact: &PairContact<R>,
        relative_pose: &RelativePose<R>,
        found: crate::Contact<R, 2>,
    ) -> Option<crate::Contact<R, 2>> {
        if contact.flags.sensor || !contact.flags.non_dynamic {
            return Some(found);
        }
        let ground = usize::from(self.bodies[contact.bodies[0] as usize].is_dynamic());
        let dynamic_body = &self.bodies[contact.bodies[1 - ground] as usize];
        let is_alone = self.contacts.ground_near(contact.parts()[1 - ground]).len() < 2;
        let is_single = found.points().len() == 1;
        if is_alone && !is_single || found.separation < -deep(dynamic_body.properties.half_thickness) {
            return Some(found);
        }
        let ground_contact = self.ground_contact(contact, relative_pose, ground);
        let on_boundary = if is_alone { Some(found) } else { ground_contact.on_boundary(found) };
        on_boundary.map(|found| ground_contact.with_both_ends(found))
    }

    /// The contact of a body with the ground at a pose. `ground` is the side of the contact that is the ground.
    fn ground_contact(
        &self,
        contact: &PairContact<R>,
        relative_pose: &RelativePose<R>,
        ground: usize,
    ) -> GroundContact<'_, R> {
        let keys = contact.parts();
        let body = 1 - ground;
        let positions = [V::default(), relative_pose.offset];
        let placed =
            |k: usize| PlacedPart::new(&self.parts[keys[k]].shape, positions[k], relative_pose.rotations[k]);
        GroundContact {
            simulation: self,
            body: placed(body),
            ground: placed(ground),
            key: keys[ground],
            center: placed(body).place(self.parts[keys[body]].center),
            is_first: ground == 0,
            tolerance: self.bodies[contact.bodies[body] as usize].properties.size * num(SEAM_TOLERANCE),
            neighbors: self.contacts.ground_near(keys[body]),
        }
    }

    /// Whether two bodies that are not dynamic do not move relative to each other: they are one body, or both are at rest, or they move
    /// like one rigid body.
    pub(in crate::dynamics) fn move_together(&self, a: u32, b: u32) -> bool {
        let [p, q] = [a, b].map(|slot| &self.bodies[slot as usize]);
        let offset = q.center - p.center;
        let carried = p.velocity + Vector([-offset[1], offset[0]]).scaled(p.angular_velocity);
        a == b || p.angular_velocity == q.angular_velocity && carried == q.velocity
    }
}

impl<'a, R: Real> GroundContact<'a, R> {
    /// The contact if it is one with the boundary of the union, otherwise the contact with an exposed edge of the part, if there is one.
    fn on_boundary(&self, found: crate::Contact<R, 2>) -> Option<crate::Contact<R, 2>> {
        let normal = if self.is_first { found.normal } else { -found.normal };
        let surface = found
            .points()
            .iter()
            .map(|point| (point.separation, point.point - normal.scaled(point.separation * R::HALF)));
        let Some((_, deepest)) = surface.clone().reduce(|a, b| if b.0 < a.0 { b } else { a }) else {
            return Some(found);
        };
        let facing = self
            .edges_of(&self.ground)
            .reduce(|a, b| if b.normal.dot(normal) > a.normal.dot(normal) { b } else { a });
        let is_valid = match facing {
            Some(edge) if self.is_on_edge(&edge, normal, deepest) => {
                let range = surface.fold(None, |range: Option<Interval<R>>, (_, point)| {
                    let along = (point - edge.start).dot(edge.tangent);
                    Some(range.map_or(Interval { low: along, high: along }, |range| Interval {
                        low: range.low.min(along),
                        high: range.high.max(along),
                    }))
                });
                let exposed = self.exposed_interval(self.key, &edge);
                exposed.zip(range).is_some_and(|(exposed, range)| {
                    exposed.low - self.tolerance <= range.low && range.high <= exposed.high + self.tolerance
                })
            }
            _ => {
                let is_near_edge = facing.is_some_and(|edge| edge.normal.dot(normal) > num(NEAR_EDGE_COS));
                if !is_near_edge && self.is_corner_of_level_edge(normal, deepest) {
                    return None;
                }
                !self.is_corner_covered(normal, deepest, is_near_edge)
            }
        };
        if is_valid {
            return Some(found);
        }
        let replaced = self.edge_contact(&self.ground, self.key);
        if replaced.is_none() && self.is_deep_inside() { Some(found) } else { replaced }
    }

    /// The edges of a part of the ground. The edge of a half-space is longer than the body beside it.
    fn edges_of(&self, part: &PlacedPart<'a, R>) -> impl Iterator<Item = PartEdge<R>> {
        let body = self.body.shape;
        let reach = (body.bounding_radius() + body.thickness()) * num(4.0) + self.tolerance;
        part.edges_near(self.center, reach)
    }

    /// The contact of a body that lies almost flat on an edge with both ends of the body's edge. The contact of two shapes has the second
    /// end only if it is level with the first up to rounding errors. But a body that falls flat must not begin to turn because of an angle
    /// that is hardly more than that.
    fn with_both_ends(&self, found: crate::Contact<R, 2>) -> crate::Contact<R, 2> {
        if found.points().len() != 1 || self.body.len() < 2 {
            return found;
        }
        let normal = if self.is_first { found.normal } else { -found.normal };
        let edges = self.edges_of(&self.ground).filter(|edge| edge.normal.dot(normal) > num(NEAR_EDGE_COS));
        let Some(edge) = edges.reduce(|a, b| if b.normal.dot(normal) > a.normal.dot(normal) { b } else { a })
        else {
            return found;
        };
        let both = self
            .exposed_interval(self.key, &edge)
            .and_then(|range| self.one_sided_contact(&self.ground, &edge, range));
        both.filter(|both| both.points().len() > 1).unwrap_or(found)
    }

    /// Whether a contact with the given normal is on an edge, not at one of its ends.
    fn is_on_edge(&self, edge: &PartEdge<R>, normal: V<R>, point: V<R>) -> bool {
        let along = (point - edge.start).dot(edge.tangent);
        edge.normal.cross(normal).abs() <= R::EPSILON * num(EDGE_SIN) && edge.normal.dot(normal) > R::ZERO
            || along > self.tolerance
                && along < edge.length - self.tolerance
                && ((point - edge.start).dot(edge.normal) - self.ground.shape.radius).abs() <= self.tolerance
    }

    /// The other parts of the ground near the body that do not move relative to a part, with their keys.
    fn neighbors_of(&self, key: usize) -> impl Iterator<Item = (usize, PlacedPart<'a, R>)> {
        let simulation = self.simulation;
        let own = &simulation.parts[self.key];
        let part = &simulation.parts[key];
        let position = self.ground.position;
        let rotation = self.ground.rotation;
        let other =
            self.neighbors.iter().map(|pair| (pair & 0xffff_ffff) as usize).filter(move |k| *k != key);
        other.filter_map(move |other_key| {
            let other = &simulation.parts[other_key];
            let is_one_way = other.material.one_way.is_some()
                && (other.material.one_way != part.material.one_way
                    || simulation.bodies[other.body as usize].rotation
                        != simulation.bodies[part.body as usize].rotation);
            if is_one_way || !simulation.move_together(part.body, other.body) {
                return None;
            }
            let [p, q] = [own, other].map(|part| &simulation.bodies[part.body as usize]);
            let turn = rotation.relative_to(p.rotation);
            let offset = if own.body == other.body { V::default() } else { turn.rotate(q.center - p.center) };
            let placed = PlacedPart::new(&other.shape, position + offset, q.rotation.then(turn));
            Some((other_key, placed))
        })
    }

    /// Whether another part contains the point of a contact at a corner and rises above the contact plane. If `is_near_edge`, the normal is
    /// almost that of an edge of this part, and the contact with this edge takes its place wherever parts meet.
    fn is_corner_covered(&self, normal: V<R>, point: V<R>, is_near_edge: bool) -> bool {
        let level = point.dot(normal) + self.tolerance * num(PROTRUSION);
        self.neighbors_of(self.key).any(|(_, other)| {
            other.contains(point, self.tolerance) && (is_near_edge || other.support(normal) > level)
        })
    }

    /// Whether the point of a contact at a corner is on an edge of another part that faces along the normal. The contact with that part has
    /// the same point and normal.
    fn is_corner_of_level_edge(&self, normal: V<R>, point: V<R>) -> bool {
        let tolerance = self.tolerance;
        let is_on_edge = |edge: PartEdge<R>, radius: R| {
            let offset = point - edge.start;
            let along = offset.dot(edge.tangent);
            edge.normal.dot(normal) > num(NEAR_EDGE_COS)
                && (offset.dot(edge.normal) - radius).abs() <= tolerance
                && along >= -tolerance
                && along <= edge.length + tolerance
        };
        self.neighbors_of(self.key)
            .any(|(_, other)| self.edges_of(&other).any(|edge| is_on_edge(edge, other.shape.radius)))
    }

    /// The range of an edge of the part `key` that no other part covers and that is beside the body: from the first to the last exposed
    /// point in the range of the body along the edge.
    pub(in crate::dynamics) fn exposed_interval(
        &self,
        key: usize,
        edge: &PartEdge<R>,
    ) -> Option<Interval<R>> {
        let reach = edge.start.dot(edge.tangent);
        let low = -self.body.support(-edge.tangent) - reach;
        let high = self.body.support(edge.tangent) - reach;
        let mut range = Interval { low: low.max(R::ZERO), high: high.min(edge.length) };
        if !(range.low <= range.high) {
            return None;
        }
        let covers: Vec<Interval<R>> = self
            .neighbors_of(key)
            .filter_map(|(_, other)| other.covered_interval(edge, self.tolerance))
            .collect();
        for _ in 0..covers.len() {
            for cover in &covers {
                if cover.low <= range.low && range.low < cover.high {
                    range.low = cover.high;
                }
                if cover.high >= range.high && range.high > cover.low {
                    range.high = cover.low;
                }
            }
        }
        (range.low < range.high || covers.is_empty()).then_some(range)
    }

    /// The contact of the body with the exposed edge of a part that it penetrates least. An edge that has the center of the body in front
    /// of it takes precedence. An edge with the center behind it counts only if the center is in the part.
    fn edge_contact(&self, part: &PlacedPart<'a, R>, key: usize) -> Option<crate::Contact<R, 2>> {
        let mut best: Option<crate::Contact<R, 2>> = None;
        let is_inside = part.contains(self.center, R::ZERO);
        for edge in self.edges_of(part) {
            if !is_inside && (self.center - edge.start).dot(edge.normal) <= R::ZERO {
                continue;
            }
            let range = self.exposed_interval(key, &edge);
            let found = range.and_then(|range| self.one_sided_contact(part, &edge, range));
            let is_better =
                |found: &crate::Contact<R, 2>| best.is_none_or(|best| found.separation > best.separation);
            best = found.filter(is_better).or(best);
        }
        best
    }

    /// Whether the center of the body is in the part, and no part near it has an exposed edge beside the body that could push it out.
    fn is_deep_inside(&self) -> bool {
        self.ground.contains(self.center, -self.ground.shape.radius)
            && self.neighbors_of(self.key).all(|(key, other)| self.edge_contact(&other, key).is_none())
    }

    /// The contact of the body with a range of an edge, along the normal of the edge. `None` if no point of the body is above the range.
    pub(in crate::dynamics) fn one_sided_contact(
        &self,
        part: &PlacedPart<'a, R>,
        edge: &PartEdge<R>,
        range: Interval<R>,
    ) -> Option<crate::Contact<R, 2>> {
        let [deepest, second] = self.points_above(edge, range)?;
        let own = self.body.shape.radius;
        let radius = part.shape.radius;
        let radii = own + radius;
        let contact_point = |point: EdgePoint<R>| {
            let height = (point.height + radius - own) * R::HALF;
            let features = [2 * edge.index as u32 + 1, point.feature & 0xffff];
            ContactPoint {
                point: edge.start + edge.tangent.scaled(point.along) + edge.normal.scaled(height),
                separation: point.height - radii,
                feature: match self.is_first {
                    true => features[0] << 16 | features[1],
                    false => features[1] << 16 | features[0],
                },
                parts: [0; 2],
            }
        };
        let normal = if self.is_first { edge.normal } else { -edge.normal };
        let is_second = (second.along - deepest.along).abs() > self.tolerance * num(PROTRUSION)
            && second.height <= deepest.height.max(radii) + self.tolerance * num(LEVEL_HEIGHT);
        let points = [deepest, second].map(contact_point);
        Some(crate::Contact::of_two(deepest.height - radii, normal, points, is_second))
    }

    /// The lowest point of the body above a range of an edge, and the other end of the lowest edge of the body there.
    fn points_above(&self, edge: &PartEdge<R>, range: Interval<R>) -> Option<[EdgePoint<R>; 2]> {
        let at = |point: V<R>, feature: u32| {
            let offset = point - edge.start;
            EdgePoint { along: offset.dot(edge.tangent), height: offset.dot(edge.normal), feature }
        };
        if self.body.len() < 2 {
            let point = at(self.lowest_point(edge.normal), 0);
            let is_inside =
                point.along >= range.low - self.tolerance && point.along <= range.high + self.tolerance;
            return is_inside.then_some([point; 2]);
        }
        let mut lowest: Option<[EdgePoint<R>; 2]> = None;
        let mut slope = R::INFINITY;
        let rounding = self.tolerance * num(PROTRUSION);
        for own in self.body.edges() {
            let feature = 2 * own.index as u32;
            let next = 2 * ((own.index + 1) % self.body.len()) as u32;
            let ends = [at(own.start, feature), at(own.start + own.tangent.scaled(own.length), next)];
            let Some(ends) = clip_to_range(ends, range, feature + 1) else { continue };
            let ends = if ends[1].height < ends[0].height { [ends[1], ends[0]] } else { ends };
            let own_slope = own.normal.dot(edge.normal);
            // Two edges that meet in the lowest corner may have different heights there by rounding.
            let better = lowest.is_none_or(|best| {
                let above = ends[0].height - best[0].height;
                above < -rounding || above <= rounding && own_slope < slope
            });
            if better {
                lowest = Some(ends);
                slope = own_slope;
            }
        }
        lowest
    }

    /// The point of a ball or ellipse that is lowest along a direction; for a ball, its center.
    fn lowest_point(&self, up: V<R>) -> V<R> {
        match &self.body.shape.core {
            PartCore::Ellipse { center, half, rotation } => {
                let axes: Rot<R> = rotation.then(self.body.rotation);
                let local = axes.inv_rotate(up);
                let scaled = local.zip(*half, |a, b| a * b);
                let length = scaled.dot(scaled).sqrt();
                let offset = scaled.zip(*half, |a, b| -(a * b) / length);
                self.body.place(*center) + axes.rotate(offset)
            }
            PartCore::Point(_)
            | PartCore::Segment(_)
            | PartCore::Triangle(_)
            | PartCore::Box { .. }
            | PartCore::Corners(_)
            | PartCore::HalfSpace { .. } => self.body.corner(0),
        }
    }
}

/// The part of an edge of the body that is above a range of an edge of the ground. An end that is clipped has the feature `feature`.
fn clip_to_range<R: Real>(
    [a, b]: [EdgePoint<R>; 2],
    range: Interval<R>,
    feature: u32,
) -> Option<[EdgePoint<R>; 2]> {
    let is_left = a.along <= b.along;
    let (left, right) = if is_left { (a, b) } else { (b, a) };
    if right.along < range.low || left.along > range.high {
        return None;
    }
    let at = |along: R| {
        let fraction = (along - left.along) / (right.along - left.along);
        EdgePoint { along, height: left.height + (right.height - left.height) * fraction, feature }
    };
    let low = if left.along < range.low { at(range.low) } else { left };
    let high = if right.along > range.high { at(range.high) } else { right };
    Some([low, high])
}
