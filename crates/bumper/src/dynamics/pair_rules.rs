//! Rules for pairs of colliders: one-way sides, moving surfaces, and contacts that the user disables.

use super::Simulation;
use super::contact::{Contact, ContactEvent};
use super::math::{V, num};
use super::narrow_phase::{length_scale, separation_speed};
use super::part::Part;
use super::rigid_body::RigidBody;
use crate::narrow::measure::{larger, smaller};
use crate::scalar::Real;
use crate::{Axis, Side, Vector};

/// The cosine of the largest angle between a contact normal and the normal of a one-way side at which the side stops bodies.
const ONE_WAY_COS: f64 = 0.5;

/// The largest penetration depth at which a one-way side stops a body that had no contact in the previous step, as a fraction of the size
/// of the smaller dynamic body. A body that is deeper is already inside, and passes through.
const ONE_WAY_DEPTH: f64 = 1.0 / 64.0;

/// The velocity of the surface of the second part relative to the surface of the first, as on conveyor belts. The motion of their bodies is
/// not included. `None` if neither part has a surface velocity.
pub(super) fn surface_velocity<R: Real>(bodies: [&RigidBody<R>; 2], parts: [&Part<R>; 2]) -> Option<V<R>> {
    let [a, b] = parts.map(|part| part.material.surface_velocity);
    let moves = a != Vector::default() || b != Vector::default();
    moves.then(|| bodies[1].rotation.rotate(b) - bodies[0].rotation.rotate(a))
}

/// Whether the one-way sides of two parts stop the bodies at a contact with the given normal, which points from the first part to the
/// second. The angle between a one-way side's outward normal and the direction to the other part must be at most 60 degrees. True if
/// neither part has a one-way side.
fn is_on_one_way_sides<R: Real>(normal: V<R>, bodies: [&RigidBody<R>; 2], parts: [&Part<R>; 2]) -> bool {
    [normal, -normal].into_iter().zip(bodies).zip(parts).all(|((outwards, body), part)| {
        part.material
            .one_way
            .is_none_or(|side| outwards.dot(body.rotation.rotate(outward_normal(side))) >= num(ONE_WAY_COS))
    })
}

/// The outward unit normal of a side. Zero for a side on the z axis, which does not exist in 2D.
pub(super) fn outward_normal<R: Real>(side: Side) -> V<R> {
    let length = num(if side.negative { -1.0 } else { 1.0 });
    match side.axis {
        Axis::X => Vector([length, R::default()]),
        Axis::Y => Vector([R::default(), length]),
        Axis::Z => Vector::default(),
    }
}

impl<R: Real> Simulation<R> {
    /// Whether one of two parts has a one-way side.
    pub(super) fn is_one_way(&self, keys: [usize; 2]) -> bool {
        keys.iter().any(|key| self.parts[*key].material.one_way.is_some())
    }

    /// Whether an impact with the given normal stops the bodies. If a part has a one-way side, the outward normal of that side must be
    /// within 60 degrees of the direction to the other part.
    pub(super) fn hits_one_way_side(&self, keys: [usize; 2], normal: V<R>) -> bool {
        let parts = keys.map(|key| &self.parts[key]);
        is_on_one_way_sides(normal, parts.map(|part| &self.bodies[part.body as usize]), parts)
    }

    /// Removes the manifold of a contact if a one-way side of a part lets the bodies pass through each other. There are two cases. Either
    /// the contact normal is not within 60 degrees of the normal of the one-way side. Or the bodies overlap, and the contact had no
    /// manifold before this step (`was_solid` is false), so they have not come from outside.
    pub(super) fn apply_one_way_sides(
        &self,
        contact: &mut Contact<R>,
        [a, b]: [&RigidBody<R>; 2],
        was_solid: bool,
    ) {
        let keys = contact.parts();
        if contact.sensor || contact.count == 0 || !self.is_one_way(keys) {
            return;
        }
        let min_separation =
            contact.points().iter().fold(num(f64::INFINITY), |min, point| smaller(min, point.separation));
        let is_outside = min_separation >= -(length_scale(a, b) * num(ONE_WAY_DEPTH));
        if !(self.hits_one_way_side(keys, contact.normal) && (was_solid || is_outside)) {
            (contact.count, contact.touching) = (0, false);
        }
    }

    /// Calls `accepts` with each contact that would be solved in this step. If `accepts` returns false, the contact is disabled for this
    /// step.
    pub(super) fn disable_contacts(&mut self, accepts: &mut dyn FnMut(&ContactEvent<R>) -> bool) {
        let mut contacts = core::mem::take(&mut self.contacts);
        for contact in &mut contacts {
            let bodies = contact.bodies.map(|slot| &self.bodies[slot as usize]);
            if contact.count == 0 || contact.sensor || !bodies.iter().any(|body| body.is_awake()) {
                continue;
            }
            let approach_speeds =
                contact.points().iter().map(|point| -separation_speed(bodies, contact.normal, point.anchors));
            contact.approach_speed = approach_speeds.fold(R::default(), larger);
            contact.disabled = !accepts(&self.event(contact, true));
            if contact.disabled {
                (contact.count, contact.touching) = (0, false);
                self.any_disabled = true;
            }
        }
        self.contacts = contacts;
    }
}
