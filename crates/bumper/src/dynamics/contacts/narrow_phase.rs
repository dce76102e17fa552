//! The narrow phase: computes the contact manifolds of nearby pairs of parts.
//!
//! Two shortcuts save most of the work. Most pairs do not touch, and usually the separating axis of the previous step still separates them.
//! Pairs that touch keep their manifold if their bodies have hardly moved relative to each other: only its separations are updated.

use super::contact::{PairContact, RelativePose};
use super::time_of_impact::{BodyMotion, ToiResult, relative_at, time_of_impact};
use crate::dynamics::Simulation;
use crate::dynamics::bodies::convex_parts::ConvexPart;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::math::{V, num};
use crate::dynamics::tolerance::{
    MAX_PREDICTION_ERROR, RECYCLE_DISTANCE, RECYCLE_FACE, RECYCLE_SLENDER, RECYCLE_SLOW_FACE,
    SEPARATION_ROUNDING, SLENDER, SLOW_MOTION, SMALLEST_PREDICTED, SPECULATIVE_MARGIN,
};
use crate::narrow;
use crate::scalar::Real;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

impl<R: Real> Simulation<R> {
    /// Updates the manifolds of contacts for a step of length `dt`. Returns the ids of the sleeping islands that awake bodies touch: those
    /// of each sleeping body that has a contact with contact points.
    pub(in crate::dynamics) fn update_contacts(&self, contacts: &mut [PairContact<R>], dt: R) -> Vec<u32> {
        let mut corner_buffers = [Vec::new(), Vec::new()];
        let mut touched_islands = Vec::new();
        for contact in contacts {
            contact.flags.was_touching = contact.flags.touching;
            contact.flags.disabled = false;
            let [p, q] = contact.parts().map(|part| &self.parts[part].swept_aabb);
            let bodies = contact.bodies.map(|slot| &self.bodies[slot as usize]);
            if !overlap(p, q) {
                // Early out: most pairs have disjoint swept AABBs and cannot touch in this step.
                contact.count = 0;
                contact.flags.touching = false;
                if contact.flags.sensor {
                    contact.relative_pose = RelativePose::of(bodies);
                }
                continue;
            }
            if !contact.needs_update(&self.bodies) {
                continue;
            }
            self.update_contact(contact, bodies, dt, &mut corner_buffers);
            if contact.count > 0 && !contact.flags.sensor {
                touched_islands.extend(bodies.iter().filter_map(|body| body.sleep.island));
            }
        }
        touched_islands
    }

    /// Updates the contact of a pair: recomputes its manifold or, if the bodies have hardly moved relative to each other, updates only the
    /// separations.
    pub(in crate::dynamics) fn update_contact(
        &self,
        contact: &mut PairContact<R>,
        [a, b]: [&RigidBody<R>; 2],
        dt: R,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) {
        let relative_pose = RelativePose::of([a, b]);
        if contact.count == 0 && self.is_separated_by_cached_axis(contact, &relative_pose, [a, b], dt) {
            contact.flags.touching = false;
            if contact.flags.sensor {
                contact.relative_pose = relative_pose;
            }
            return;
        }
        let length_scale = length_scale(a, b);
        let recycle_distance = match contact.count == 2 && contact.flags.touching {
            true if relative_speed([a, b]) * dt < length_scale * num(SLOW_MOTION) => RECYCLE_SLOW_FACE,
            true => RECYCLE_FACE,
            false => RECYCLE_DISTANCE,
        };
        // The distance for slender bodies, such as cards; not positive for other bodies.
        let slender_distance = (breadth(a, b) - length_scale * num(SLENDER)) * num(RECYCLE_SLENDER);
        let max_distance = (length_scale * num(recycle_distance)).max(slender_distance);
        let radii = contact.parts().map(|part| self.parts[part].shape.radius);
        let mut rotations_since = relative_pose.rotations_since(&contact.relative_pose);
        if !(contact.is_recyclable()
            && relative_pose.may_recycle(
                &contact.relative_pose,
                rotations_since,
                max_distance,
                [a.properties.bounding_radius, b.properties.bounding_radius],
            ))
        {
            let found = self.find_manifold(contact, &relative_pose, [a, b], dt, corner_buffers);
            match found {
                None => contact.set_manifold(&relative_pose, None),
                Some((found, pose)) if pose != relative_pose => {
                    contact.set_manifold(&pose, Some(found));
                    contact.move_back(&relative_pose, radii);
                }
                Some((found, _)) => match self.contact_at_predicted_impact(
                    contact,
                    &relative_pose,
                    &found,
                    [a, b],
                    dt,
                    corner_buffers,
                ) {
                    Some((later, found)) => contact.set_manifold(&later, found),
                    None => contact.set_manifold(&relative_pose, Some(found)),
                },
            }
            rotations_since = relative_pose.rotations_since(&contact.relative_pose);
        }
        contact.update_separations(&relative_pose, rotations_since, radii);
        self.apply_one_way_sides(contact);
    }

    /// The manifold of a pair, and the relative pose for which it was computed. `None` if the pair neither touches nor will touch within
    /// the step. Also stores the normal in `contact`: a pair without a manifold uses it as its cached separating axis.
    fn find_manifold(
        &self,
        contact: &mut PairContact<R>,
        relative_pose: &RelativePose<R>,
        [a, b]: [&RigidBody<R>; 2],
        dt: R,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) -> Option<(crate::Contact<R, 2>, RelativePose<R>)> {
        let margin = if contact.flags.sensor { R::ZERO } else { margin(a, b) };
        let displacement = (b.velocity - a.velocity).scaled(dt);
        let rotation_bound = (a.angular_velocity.abs() * a.properties.bounding_radius
            + b.angular_velocity.abs() * b.properties.bounding_radius)
            * dt;
        let motion = displacement.dot(displacement).sqrt() + rotation_bound;
        let max_separation = if contact.flags.sensor { margin } else { margin + motion };
        // No maximum separation is passed, because `manifold_of_parts` returns nothing for pairs beyond it. The normal of distant pairs is
        // needed, too, as their cached separating axis.
        let found = self.manifold_of_parts(contact, relative_pose, num(f64::MAX), corner_buffers)?;
        contact.normal = found.normal;
        let separation = found.separation;
        if separation > max_separation
            || separation > margin && stays_separated(separation, found.normal, relative_pose, [a, b], dt)
        {
            return None;
        }
        if separation > margin {
            let speculative = self.contact_at_time_of_impact(contact, [a, b], dt, corner_buffers);
            if speculative.is_some() {
                return speculative;
            }
        }
        let now = self.contact_with_ground(contact, relative_pose, found);
        if separation <= margin {
            return now.map(|found| (found, *relative_pose));
        }
        // The separation exceeds the speculative margin. So the pair gets a contact only if its separation will be within the margin at the
        // end of the step.
        let later = relative_pose.after(dt, [a, b]);
        let then = self.manifold_at(contact, &later, margin, corner_buffers)?;
        match now {
            Some(found) => Some((found, *relative_pose)),
            None => self.contact_with_surface_ahead(contact, relative_pose, then, [a, b], dt, corner_buffers),
        }
    }

    /// The manifold of a pair that has no contact with the exposed surface of the ground yet, because the body is beside that surface now
    /// and reaches it within the step. `then` is the manifold at the end of the step. The result is the manifold at the predicted impact,
    /// if there is one, otherwise `then`. `None` if the body will be too far inside for a reliable normal.
    fn contact_with_surface_ahead(
        &self,
        contact: &PairContact<R>,
        relative_pose: &RelativePose<R>,
        then: crate::Contact<R, 2>,
        bodies: [&RigidBody<R>; 2],
        dt: R,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) -> Option<(crate::Contact<R, 2>, RelativePose<R>)> {
        let margin = if contact.flags.sensor { R::ZERO } else { margin(bodies[0], bodies[1]) };
        let later = relative_pose.after(dt, bodies);
        let approach_speed = approach_speed_at(&then, &later, bodies);
        if approach_speed > R::ZERO {
            let time = (dt + then.separation.min(R::ZERO) / approach_speed).max(R::ZERO);
            let impact = relative_pose.after(time, bodies);
            let found = self.manifold_at(contact, &impact, margin, corner_buffers);
            if let Some(found) = found.filter(|found| found.separation.abs() <= margin) {
                return Some((found, impact));
            }
        }
        let is_shallow = then.separation > -(margin * num(MAX_PREDICTION_ERROR));
        is_shallow.then_some((then, later))
    }

    /// The manifold at the time of impact of two fast bodies, and the relative pose of the bodies at that time. The manifold becomes a
    /// speculative contact: the solver lets the bodies approach until they meet, but no further. `None` if the bodies are too slow to pass
    /// through each other within the step, or do not meet.
    fn contact_at_time_of_impact(
        &self,
        contact: &PairContact<R>,
        bodies: [&RigidBody<R>; 2],
        dt: R,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) -> Option<(crate::Contact<R, 2>, RelativePose<R>)> {
        let [a, b] =
            bodies.map(|body| BodyMotion::new(body, body.velocity.scaled(dt), body.angular_velocity * dt));
        let dynamic = bodies.map(RigidBody::is_dynamic);
        if !self.is_fast_pair(contact.bodies, [&a, &b], self.safe_motion(contact.bodies)) {
            return None;
        }
        let (inset, tolerance) =
            self.inset_pair(contact.parts(), dynamic, self.pair_half_thickness(contact.bodies, dynamic), 1.0);
        let impact_time =
            |shapes: [&ConvexPart<R>; 2]| match time_of_impact(shapes, [&a, &b], R::ZERO, tolerance) {
                ToiResult::Hit(impact) | ToiResult::Unknown(impact) => Some(impact.time),
                ToiResult::Miss | ToiResult::Overlap => None,
            };
        // Unless one body is a bullet, grazing collisions are ignored: the bodies must meet even if their shapes are shrunk by the inset of
        // continuous collision.
        let bullet = bodies.iter().any(|body| body.settings.bullet);
        let inset_time = if bullet { None } else { Some(impact_time([&inset[0], &inset[1]])?) };
        let time = impact_time(contact.parts().map(|part| &self.parts[part].shape)).or(inset_time)?;
        let (offset, rotations) = relative_at([&a, &b], time);
        let later = RelativePose { offset, rotations };
        Some((self.manifold_at(contact, &later, margin(bodies[0], bodies[1]), corner_buffers)?, later))
    }

    /// Predicts when two bodies meet within this step. Returns the relative pose of the bodies and the contact manifold at that time. The
    /// manifold is `None` if a body will then have left a part of the ground, and will be beside another one.
    ///
    /// The contact points at the beginning of the step would be wrong for bodies that move past each other. A contact point is stored as a
    /// point of each body. If it were computed now, these two points would have moved apart when the bodies meet. The solver would then
    /// apply opposite impulses at different places, which changes the total angular momentum.
    fn contact_at_predicted_impact(
        &self,
        contact: &PairContact<R>,
        relative_pose: &RelativePose<R>,
        found: &crate::Contact<R, 2>,
        [a, b]: [&RigidBody<R>; 2],
        dt: R,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) -> Option<(RelativePose<R>, Option<crate::Contact<R, 2>>)> {
        let separation = found.separation;
        if contact.flags.sensor || !(separation > length_scale(a, b) * num(SMALLEST_PREDICTED)) {
            return None;
        }
        let approach_speed = approach_speed_at(found, relative_pose, [a, b]);
        // The approach speed is doubled to allow for rotation, which may bring the bodies together sooner.
        if !((approach_speed + approach_speed) * dt > separation) {
            return None;
        }
        let later = relative_pose.after((separation / approach_speed).min(dt), [a, b]);
        let found = self.manifold_at(contact, &later, num(f64::MAX), corner_buffers);
        let is_near =
            |found: crate::Contact<R, 2>| found.separation.abs() < margin(a, b) * num(MAX_PREDICTION_ERROR);
        found.is_none_or(is_near).then_some((later, found))
    }

    /// The manifold of a pair at a relative pose. Its points are relative to the center of mass of the first body. `None` if the separation
    /// exceeds `max_separation`, or if the place of the contact is covered by other parts of the ground.
    pub(in crate::dynamics) fn manifold_at(
        &self,
        contact: &PairContact<R>,
        relative_pose: &RelativePose<R>,
        max_separation: R,
        corner_buffers: &mut [Vec<V<R>>; 2],
    ) -> Option<crate::Contact<R, 2>> {
        let found = self.manifold_of_parts(contact, relative_pose, max_separation, corner_buffers)?;
        let found = self.contact_with_ground(contact, relative_pose, found)?;
        (found.separation <= max_separation).then_some(found)
    }

    /// The manifold of a pair at a relative pose, as if the two parts were alone. Its points are relative to the center of mass of the
    /// first body. `None` if the separation exceeds `max_separation`.
    pub(in crate::dynamics) fn manifold_of_parts(
        &self,
        contact: &PairContact<R>,
        relative_pose: &RelativePose<R>,
        max_separation: R,
        [first, second]: &mut [Vec<V<R>>; 2],
    ) -> Option<crate::Contact<R, 2>> {
        let [p, q] = contact.parts().map(|part| &self.parts[part].shape);
        let p = p.view_at(Vector::ZERO, relative_pose.rotations[0], first);
        let q = q.view_at(relative_pose.offset, relative_pose.rotations[1], second);
        narrow::contact(&p.convex(), &q.convex(), max_separation)
    }

    /// Whether the cached separating axis of a pair without a manifold still separates the pair. The separation along the axis must exceed
    /// the speculative margin at the beginning and at the end of the step. If so, the pair has no contact in this step. The cache saves
    /// time and never changes the result.
    ///
    /// The separation along any axis is a lower bound of the distance, so an outdated axis can only fail to separate, but never separate
    /// wrongly. (Caching of separating axes: G. van den Bergen, A Fast and Robust GJK Implementation, Journal of Graphics Tools, 1999.)
    pub(in crate::dynamics) fn is_separated_by_cached_axis(
        &self,
        contact: &PairContact<R>,
        relative_pose: &RelativePose<R>,
        [a, b]: [&RigidBody<R>; 2],
        dt: R,
    ) -> bool {
        let separation = self.separation_along(contact, relative_pose);
        stays_separated(separation, contact.normal, relative_pose, [a, b], dt)
    }

    /// The separation of two parts along `contact.normal`, which is the normal of their contact or their cached separating axis.
    pub(in crate::dynamics) fn separation_along(
        &self,
        contact: &PairContact<R>,
        relative_pose: &RelativePose<R>,
    ) -> R {
        let direction = contact.normal;
        let [p, q] = contact.parts().map(|part| &self.parts[part].shape);
        let support_sum = p.support(relative_pose.rotations[0].inv_rotate(direction))
            + q.support(relative_pose.rotations[1].inv_rotate(-direction));
        relative_pose.offset.dot(direction) - support_sum
    }
}

/// The relative velocity of two bodies along a normal at a point; positive if they separate. `anchors` are the offsets of the point from
/// the two centers of mass.
pub(in crate::dynamics) fn separation_speed<R: Real>(
    [a, b]: [&RigidBody<R>; 2],
    normal: V<R>,
    anchors: [V<R>; 2],
) -> R {
    let levers = anchors.map(|anchor| anchor.cross(normal));
    (b.velocity - a.velocity).dot(normal) + (b.angular_velocity * levers[1] - a.angular_velocity * levers[0])
}

/// The speed at which two bodies approach each other at the deepest point of a manifold that was computed for a relative pose.
fn approach_speed_at<R: Real>(
    found: &crate::Contact<R, 2>,
    pose: &RelativePose<R>,
    bodies: [&RigidBody<R>; 2],
) -> R {
    let deeper =
        |p: crate::ContactPoint<R, 2>, q: crate::ContactPoint<R, 2>| match q.separation < p.separation {
            true => q,
            false => p,
        };
    let deepest = found.points().iter().copied().reduce(deeper);
    deepest.map_or(R::ZERO, |deepest| {
        -separation_speed(bodies, found.normal, [deepest.point, deepest.point - pose.offset])
    })
}

/// The approximate relative speed of two bodies at their contact: the relative speed of their centers, plus the speed that their relative
/// rotation gives to a point of the smaller body.
fn relative_speed<R: Real>([a, b]: [&RigidBody<R>; 2]) -> R {
    let velocity = b.velocity - a.velocity;
    velocity.dot(velocity).sqrt()
        + (b.angular_velocity - a.angular_velocity).abs()
            * a.properties.bounding_radius.min(b.properties.bounding_radius)
}

/// Whether two parts have no contact in a step: their separation along a direction exceeds the speculative margin at the beginning and, by
/// an upper bound of their motion, also at the end.
pub(in crate::dynamics) fn stays_separated<R: Real>(
    separation: R,
    direction: V<R>,
    relative_pose: &RelativePose<R>,
    [a, b]: [&RigidBody<R>; 2],
    dt: R,
) -> bool {
    let rotation_bound = (a.angular_velocity.abs() * a.properties.bounding_radius
        + b.angular_velocity.abs() * b.properties.bounding_radius)
        * dt;
    let approach = (a.velocity - b.velocity).dot(direction) * dt + rotation_bound;
    let pair_extent = relative_pose.offset[0].abs()
        + relative_pose.offset[1].abs()
        + a.properties.bounding_radius
        + b.properties.bounding_radius;
    let threshold = margin(a, b) + pair_extent * (R::EPSILON * num(SEPARATION_ROUNDING));
    // The comparisons are false if the direction is zero or a number is NaN.
    separation > threshold && separation - approach > threshold
}

/// The length to which the tolerances of a pair are proportional: the size of its dynamic body, or the smaller size if both bodies are
/// dynamic.
#[inline]
pub(in crate::dynamics) fn length_scale<R: Real>(a: &RigidBody<R>, b: &RigidBody<R>) -> R {
    smaller_of_dynamic([a, b], [a.properties.size, b.properties.size])
}

/// The length that limits how fast penetration of a pair is corrected: the breadth of its dynamic body, or the smaller breadth if both
/// bodies are dynamic. The breadth of a body is its size or its bounding radius, whichever is larger.
#[inline]
pub(in crate::dynamics) fn breadth<R: Real>(a: &RigidBody<R>, b: &RigidBody<R>) -> R {
    smaller_of_dynamic([a, b], [a.breadth(), b.breadth()])
}

/// The speculative margin of a pair: the margin of its dynamic body, or the smaller margin if both bodies are dynamic.
#[inline]
pub(in crate::dynamics) fn margin<R: Real>(a: &RigidBody<R>, b: &RigidBody<R>) -> R {
    smaller_of_dynamic([a, b], [a.margin(), b.margin()])
}

/// Chooses one of two quantities, `p` of the body `a` and `q` of the body `b`: that of the dynamic body, or the smaller one if both bodies
/// are dynamic.
#[inline]
fn smaller_of_dynamic<R: Real>([a, b]: [&RigidBody<R>; 2], [p, q]: [R; 2]) -> R {
    match (a.is_dynamic(), b.is_dynamic()) {
        (true, true) => p.min(q),
        (true, false) => p,
        (false, _) => q,
    }
}

impl<R: Real> RigidBody<R> {
    #[inline]
    pub(in crate::dynamics) fn margin(&self) -> R {
        self.breadth() * num(SPECULATIVE_MARGIN)
    }

    /// The breadth: the size of the body or its bounding radius, whichever is larger. The speculative margin and the correction speed of
    /// penetration are proportional to it. The size alone would make them too small for thin bodies.
    #[inline]
    pub(in crate::dynamics) fn breadth(&self) -> R {
        self.properties.size.max(self.properties.bounding_radius)
    }
}

/// Whether two AABBs have a common point.
#[inline]
pub(in crate::dynamics) fn overlap<R: Real>(p: &Aabb<R, 2>, q: &Aabb<R, 2>) -> bool {
    let overlap_on = |k: usize| p.min()[k] <= q.max()[k] && q.min()[k] <= p.max()[k];
    overlap_on(0) && overlap_on(1)
}
