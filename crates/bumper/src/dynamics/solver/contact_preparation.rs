//! The preparation of contact constraints at the beginning of the solver.

use super::contact_constraint::{ContactBlock, ContactInputs};
use super::{RestitutionContact, Solver};
use crate::Vector;
use crate::dynamics::bodies::part::Part;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::contacts::contact::PairContact;
use crate::dynamics::contacts::narrow_phase::{breadth, length_scale, separation_speed};
use crate::dynamics::contacts::pair_rules::surface_velocity;
use crate::dynamics::math::num;
use crate::dynamics::slot_list::SlotList;
use crate::dynamics::tolerance::{MAX_CORRECTION, MIN_ROLLING_LEVER, RESTITUTION_STEPS, SLOW_ROLLING, deep};
use crate::scalar::Real;

/// The data of a step on which contact constraints depend.
pub(in crate::dynamics) struct StepInputs<'a, R: Real> {
    pub(in crate::dynamics) bodies: &'a SlotList<RigidBody<R>>,
    pub(in crate::dynamics) parts: &'a SlotList<Part<R>>,
    pub(in crate::dynamics) gravity: Vector<R, 2>,
    pub(in crate::dynamics) dt: R,
}

impl<R: Real> Solver<R> {
    /// Adds a constraint to the solver for each contact that has a manifold and an awake body. Records which contacts have restitution, and
    /// which bodies penetrate deeply.
    pub(in crate::dynamics) fn prepare_contacts(
        &mut self,
        contacts: &mut [PairContact<R>],
        step: &StepInputs<'_, R>,
    ) {
        self.restitution_threshold = step.gravity.dot(step.gravity).sqrt() * step.dt * num(RESTITUTION_STEPS);
        let mut ground = core::mem::take(&mut self.ground_order);
        ground.clear();
        for (index, contact) in (0..).zip(&mut *contacts) {
            let is_solved = contact.count > 0
                && !contact.flags.sensor
                && contact.bodies.iter().any(|body| step.bodies[*body as usize].is_awake());
            match contact.flags.non_dynamic {
                _ if !is_solved => {}
                true => ground.push(step.ground_order(index, contact)),
                false => self.prepare_contact(index, contact, step),
            }
        }
        // Contacts with the ground come last, in an order that depends only on their geometry. So the impulses on a body in a corner depend
        // neither on how the ground is divided into parts nor on the order of insertion.
        ground.sort_unstable();
        for key in &ground {
            self.prepare_contact(key.index, &mut contacts[key.index as usize], step);
        }
        self.ground_order = ground;
        self.restitution_contacts.sort_unstable_by_key(|entry| entry.index);
        self.contacts.for_each_block(false, ContactBlock::compute_masses);
    }

    /// Adds the constraint of a contact to the solver.
    fn prepare_contact(&mut self, index: u32, contact: &mut PairContact<R>, step: &StepInputs<'_, R>) {
        let bodies = contact.bodies.map(|slot| &step.bodies[slot as usize]);
        let parts = contact.parts().map(|part| &step.parts[part]);
        let indices = self.indices_of(contact.bodies);
        let inputs = contact_inputs(bodies, parts, indices, step.dt);
        contact.flags.moving_surface = inputs.surface_velocity.is_some();
        let mut approach_velocities = [R::ZERO; 2];
        // The acceleration by gravity of the second body relative to the first.
        let acceleration =
            step.gravity.scaled(bodies[1].gravity_scale_if_free() - bodies[0].gravity_scale_if_free());
        for (k, point) in contact.points().iter().enumerate() {
            for side in (0..2).filter(|side| {
                contact.flags.non_dynamic && point.separation < -deep(bodies[*side].properties.half_thickness)
            }) {
                self.deep[indices[side] as usize] = true;
            }
            let speed = separation_speed(bodies, contact.normal, point.anchors);
            approach_velocities[k] =
                speed_at_impact(speed, -acceleration.dot(contact.normal), point.separation);
        }
        contact.approach_speed = R::ZERO.max((-approach_velocities[0]).max(-approach_velocities[1]));
        let slot = match self.patch_of(index).map(|patch| patch.merged) {
            Some(merged) => self.add_contact(index, &merged, &inputs),
            None if self.hidden_contacts.binary_search(&index).is_ok() => return,
            None => self.add_contact(index, contact, &inputs),
        };
        let restitution = inputs.restitution;
        if restitution > R::ZERO {
            self.restitution_contacts.push(RestitutionContact { slot, index, restitution });
        }
    }
}

impl<R: Real> StepInputs<'_, R> {
    /// The place of a contact with the ground in the order of the contacts of its body: floors come first, then slopes, then walls.
    fn ground_order(&self, index: u32, contact: &PairContact<R>) -> GroundOrder {
        let side = usize::from(self.bodies[contact.bodies[1] as usize].is_dynamic());
        let normal = if side == 1 { contact.normal } else { -contact.normal };
        let length = self.gravity.dot(self.gravity).sqrt();
        let slope = if length > R::ZERO { -normal.dot(self.gravity) / length } else { R::ZERO };
        GroundOrder {
            body: contact.bodies[side],
            normal: [-slope, normal[0], normal[1]].map(rounded),
            part: contact.parts()[side] as u32,
            index,
        }
    }
}

/// The sort key of the contacts of a body with the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroundOrder {
    body: u32,
    /// The slope and the normal, rounded, because rounding errors must not change the order.
    normal: [i32; 3],
    part: u32,
    index: u32,
}

/// A number between -1 and 1, rounded to a multiple of 1/1024.
fn rounded<R: Real>(number: R) -> i32 {
    let scaled = number.to_f64() * 1024.0;
    (if scaled < 0.0 { scaled - 0.5 } else { scaled + 0.5 }) as i32
}

/// The inputs of a contact constraint: inverse masses, friction, correction speed, rolling resistance. `bodies` are indices in the solver.
fn contact_inputs<R: Real>(
    [a, b]: [&RigidBody<R>; 2],
    [p, q]: [&Part<R>; 2],
    bodies: [u32; 2],
    dt: R,
) -> ContactInputs<R> {
    let length_scale = length_scale(a, b);
    let surface_velocity = surface_velocity([a, b], [p, q]);
    let factor = p.material.rolling_resistance.max(q.material.rolling_resistance);
    let radius = match (p.shape.is_ball(), q.shape.is_ball()) {
        (true, true) => Some(p.shape.radius.min(q.shape.radius)),
        (true, false) => Some(p.shape.radius),
        (false, true) => Some(q.shape.radius),
        (false, false) => None,
    };
    // Balls roll freely. The exception are slow balls on other dynamic bodies, because they would roll to and fro in a heap.
    let resists = radius.is_none_or(|radius| {
        let rolled_distance = (b.angular_velocity - a.angular_velocity).abs() * radius * dt;
        a.is_dynamic() && b.is_dynamic() && rolled_distance < length_scale * num(SLOW_ROLLING)
    });
    let min_lever = if resists { length_scale * num(MIN_ROLLING_LEVER) } else { R::ZERO };
    ContactInputs {
        bodies,
        inv_masses: [
            [a.properties.inv_mass, a.properties.inv_inertia],
            [b.properties.inv_mass, b.properties.inv_inertia],
        ],
        friction: p.material.friction_with(&q.material),
        restitution: p.material.restitution_with(&q.material),
        surface_velocity,
        max_correction_speed: breadth(a, b) * num(MAX_CORRECTION) / dt,
        rolling_limit: (factor * radius.unwrap_or(length_scale)).max(min_lever),
        radii: [p.shape.radius, q.shape.radius],
    }
}

/// The relative velocity along the normal at the moment when the surfaces meet. `speed` is the current relative velocity, negative if the
/// bodies approach. `gravity` is the acceleration of gravity towards each other along the normal. It makes approaching bodies faster over
/// the remaining `separation`.
fn speed_at_impact<R: Real>(speed: R, gravity: R, separation: R) -> R {
    if speed < R::ZERO && separation > R::ZERO && gravity > R::ZERO {
        return -(speed * speed + (gravity + gravity) * separation).sqrt();
    }
    speed
}
