//! The contact solver: contact constraints are prepared once per step and solved in each sub-step.
//!
//! Soft constraints follow E. Catto, Soft Constraints, Game Developers Conference 2011. Relaxation after solving with bias follows his
//! Solver2D, 2024. Graph colouring, with several contacts solved in SIMD lanes, follows his SIMD Matters, 2024. Impacts with restitution
//! are resolved before that, in the sub-step in which the surfaces meet (`impacts`, `impact_solver`).

pub(super) mod contact_constraint;
mod impact_solver;
mod impacts;
mod joints;

use super::Simulation;
use super::bodies::part::Part;
use super::bodies::rigid_body::RigidBody;
use super::contacts::contact::PairContact;
use super::contacts::contact_patches::{ContactPatch, GroundImpulse};
use super::contacts::narrow_phase::{breadth, length_scale, separation_speed};
use super::contacts::pair_rules::surface_velocity;
use super::graph_coloring::{ColorGraph, ConstraintSlot, NULL_INDEX};
use super::joints::joint_solver::JointGroups;
use super::joints::revolute_solver::RevoluteConstraints;
use super::lanes::Lanes;
use super::math::num;
use super::slot_list::SlotList;
use super::solver_body::{Integration, Softness, SolverBodies, SolverBody, SolverBodyState};
use super::tolerance::deep;
use crate::Vector;
use crate::dynamics::tolerance::{MAX_CORRECTION, MIN_ROLLING_LEVER, RESTITUTION_STEPS, SLOW_ROLLING};
use crate::scalar::Real;
use alloc::vec::Vec;
use contact_constraint::{ContactBlock, ContactInputs, ContactSoftness};
use impact_solver::ImpactBody;

/// The frequency of soft contacts in cycles per sub-step. The penetration under a load is inversely proportional to the square of the
/// frequency, so tall towers bend if the frequency is low. Above about 1/6 cycle per sub-step, the solver iterations can no longer follow
/// the stiff contacts: squeezed bodies jitter, and heavy bodies do not rest on light ones.
const CONTACT_CYCLES: f64 = 0.15;

/// The damping ratio of soft contacts. It is far above 1 (overdamped), so that contacts never oscillate.
const CONTACT_DAMPING: f64 = 20.0;

/// A contact with restitution.
#[derive(Clone, Copy, Debug)]
struct RestitutionContact<R> {
    slot: ConstraintSlot,
    /// The index of the contact in the list of awake contacts.
    index: u32,
    restitution: R,
}

/// The working data of a step. They are computed anew in each step, and stored between steps only to reuse their memory.
#[derive(Debug, Default)]
pub(super) struct Solver<R: Real> {
    /// The states of the bodies in the solver: first the awake dynamic bodies, then one dummy body for all bodies at rest, then the moving
    /// kinematic bodies.
    pub(super) states: Vec<SolverBody<R>>,
    pub(super) dynamic_count: usize,
    pub(super) integrations: Vec<Integration<R>>,
    /// The dynamic bodies with locked axes: the index in the solver, and which axes are locked.
    locked: Vec<(u32, [bool; 2])>,
    /// For each body in the solver, whether it penetrates a body that is not dynamic so deeply (see [`deep`]) that it could pass through
    /// that body even at a low speed. So continuous collision sweeps it at any speed.
    pub(super) deep: Vec<bool>,
    /// The slot of each body in the solver; [`NULL_INDEX`] for the dummy body.
    pub(super) slots: Vec<u32>,
    /// The index in the solver of the body in each slot; [`NULL_INDEX`] for a body that is not in the solver.
    pub(super) indices: Vec<u32>,
    /// Whether there are any joints in this step.
    pub(super) has_joints: bool,
    /// The contact constraints by colour. Each colour has a list for contacts with two points and a list for contacts with one point.
    contacts: ColorGraph<ContactBlock<R>>,
    /// The contacts that are solved as one, sorted by the index of their first contact.
    pub(super) patches: Vec<ContactPatch<R>>,
    /// The indices of the contacts that belong to patches, but do not stand for them, sorted.
    pub(super) hidden_contacts: Vec<u32>,
    /// The indices of the contacts with the ground. Most contacts are between dynamic bodies, so a list is faster than a search.
    pub(super) ground_contacts: Vec<u32>,
    /// The contacts with the ground in the order in which they are solved.
    ground_order: Vec<GroundOrder>,
    /// The impulses of the contacts with the ground in the previous step, sorted by the part of the dynamic body.
    pub(super) ground_impulses: Vec<GroundImpulse<R>>,
    pub(super) revolutes: RevoluteConstraints<R>,
    pub(super) joint_groups: JointGroups<R>,
    /// The contacts with restitution, in ascending order of their indices.
    restitution_contacts: Vec<RestitutionContact<R>>,
    /// The approach speed up to which contacts have no restitution.
    pub(super) restitution_threshold: R,
    /// The state of each body during impacts. Empty in steps without impacts.
    impact_bodies: Vec<ImpactBody<R>>,
}

impl<R: Real> Clone for Solver<R> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<R: Real> Solver<R> {
    /// Fills the solver with the awake bodies at the beginning of a step, and removes all constraints.
    pub(super) fn begin(
        &mut self,
        bodies: &SlotList<RigidBody<R>>,
        awake: &[u32],
        gravity: Vector<R, 2>,
        sub_dt: R,
    ) {
        self.states.clear();
        self.integrations.clear();
        self.locked.clear();
        for slot in self.slots.drain(..).filter(|slot| *slot != NULL_INDEX) {
            self.indices[slot as usize] = NULL_INDEX;
        }
        self.indices.resize(bodies.slot_count(), NULL_INDEX);
        for is_dynamic in [true, false] {
            for &slot in awake {
                let body = &bodies[slot as usize];
                if body.is_dynamic() != is_dynamic {
                    continue;
                }
                self.add_body(slot, body, gravity, sub_dt);
            }
            if is_dynamic {
                self.dynamic_count = self.states.len();
                self.slots.push(NULL_INDEX);
                self.states.push(SolverBodyState::new(Vector::ZERO, R::ZERO).into());
                self.integrations.push(Integration::identity());
            }
        }
        self.deep.clear();
        self.deep.resize(self.states.len(), false);
        self.contacts.begin(self.states.len(), self.dynamic_count);
        self.revolutes.begin(self.states.len(), self.dynamic_count);
        self.joint_groups.begin(self.states.len(), self.dynamic_count);
        self.restitution_contacts.clear();
        self.impact_bodies.clear();
    }

    /// Appends an awake body with its current velocities.
    fn add_body(&mut self, slot: u32, body: &RigidBody<R>, gravity: Vector<R, 2>, sub_dt: R) {
        self.indices[slot as usize] = self.states.len() as u32;
        if body.is_dynamic() && body.locked_axes != [false; 2] {
            self.locked.push((self.states.len() as u32, body.locked_axes));
        }
        self.slots.push(slot);
        self.states.push(SolverBodyState::new(body.velocity, body.angular_velocity).into());
        let damping_factor = |damping: R| R::ONE / (R::ONE + sub_dt * damping);
        let acceleration = gravity.scaled(body.gravity_scale_if_free()) + body.force.scaled(body.inv_mass);
        let change = acceleration.scaled(sub_dt);
        let [linear, angular] = match body.is_dynamic() {
            true => [damping_factor(body.linear_damping), damping_factor(body.angular_damping)],
            false => [R::ONE; 2],
        };
        let correction = change.scaled(sub_dt * R::HALF);
        let angular_change = body.torque * body.inv_inertia * sub_dt;
        self.integrations.push(Integration {
            velocity_change: Lanes([change[0], change[1], angular_change, R::ZERO]),
            damping_factor: Lanes([linear, linear, angular, R::ZERO]),
            position_correction: Lanes([correction[0], correction[1], R::ZERO, R::ZERO]),
            free_velocity: Lanes([body.velocity[0], body.velocity[1], body.angular_velocity, R::ZERO]),
        });
    }

    /// Sets the velocities of bodies along their locked axes to zero.
    pub(super) fn apply_locks(&mut self) {
        for (index, axes) in &self.locked {
            let body = &mut self.states[*index as usize];
            let integration = &mut self.integrations[*index as usize];
            for axis in (0..2).filter(|axis| axes[*axis]) {
                body.velocity.0[axis] = R::ZERO;
                integration.free_velocity.0[axis] = R::ZERO;
                integration.position_correction.0[axis] = R::ZERO;
            }
        }
    }

    /// Sets the velocities and displacements of bodies along their locked axes to zero.
    pub(super) fn apply_locks_to_positions(&mut self) {
        for (index, axes) in &self.locked {
            let body = &mut self.states[*index as usize];
            for axis in (0..2).filter(|axis| axes[*axis]) {
                body.velocity.0[axis] = R::ZERO;
                body.transform.0[axis] = R::ZERO;
            }
        }
    }

    /// Records that constraints act on two bodies, given by their indices in the solver. The acceleration of such bodies is not constant.
    /// So the correction ½ a h² for a constant acceleration is not applied to their positions; see [`Integration::position_correction`].
    pub(super) fn mark_constrained(&mut self, indices: [u32; 2]) {
        for index in indices {
            self.integrations[index as usize].position_correction = Lanes::zero();
        }
    }

    /// The indices in the solver of two bodies, given by their slots. A body at rest gets the index of the dummy body, which stands for all
    /// bodies at rest.
    pub(super) fn indices_of(&self, bodies: [u32; 2]) -> [u32; 2] {
        let index = |body: u32| self.indices[body as usize];
        bodies.map(|body| if index(body) == NULL_INDEX { self.dynamic_count as u32 } else { index(body) })
    }

    /// The patch for which a contact stands, if there is one.
    fn patch_of(&self, index: u32) -> Option<&ContactPatch<R>> {
        let found = self.patches.binary_search_by_key(&index, |patch| patch.members[0]).ok()?;
        Some(&self.patches[found])
    }

    /// Adds a contact constraint to a block of its colour, and returns the place of the constraint in the graph. `index` is the index of
    /// the contact in the list of awake contacts.
    fn add_contact(
        &mut self,
        index: u32,
        contact: &PairContact<R>,
        inputs: &ContactInputs<R>,
    ) -> ConstraintSlot {
        self.mark_constrained(inputs.bodies);
        let slot = self.contacts.add(inputs.bodies, usize::from(contact.count == 1), ContactBlock::empty);
        self.contacts.block_mut(slot).set(slot.lane, index, contact, inputs);
        slot
    }

    /// Replaces the free velocity of each body, which is its velocity without the changes by contacts, by the difference between its
    /// velocity and its free velocity. The difference is the change of velocity by contacts. A second call replaces the difference by the
    /// free velocity again.
    ///
    /// The first call comes before the joints are solved, the second after. In between, joints change the velocity, but not the stored
    /// change by contacts. So the effect of the joints becomes a part of the free velocity.
    pub(super) fn exchange_free_velocities(&mut self) {
        for (body, integration) in self.states.iter().zip(&mut self.integrations) {
            integration.free_velocity = body.velocity - integration.free_velocity;
        }
    }

    /// The contact constraints and the bodies of the solver, borrowed at the same time.
    fn contacts_and_bodies(&mut self) -> (&mut ColorGraph<ContactBlock<R>>, SolverBodies<'_, R>) {
        (&mut self.contacts, SolverBodies { states: &mut self.states, dynamic_count: self.dynamic_count })
    }

    /// The joint constraints and the bodies of the solver, borrowed at the same time.
    pub(super) fn joints_and_bodies(
        &mut self,
    ) -> (&mut JointGroups<R>, &mut RevoluteConstraints<R>, SolverBodies<'_, R>) {
        (
            &mut self.joint_groups,
            &mut self.revolutes,
            SolverBodies { states: &mut self.states, dynamic_count: self.dynamic_count },
        )
    }

    /// The coefficients of soft contacts, given the reciprocal of the duration of a sub-step.
    pub(super) fn contact_softness(inv_sub_dt: R) -> ContactSoftness<R> {
        let angular_step = num(core::f64::consts::TAU * CONTACT_CYCLES);
        let soft = Softness::new(angular_step, num(CONTACT_DAMPING), inv_sub_dt);
        ContactSoftness { inv_sub_dt, bias_rate: soft.bias_rate, compliance: soft.compliance }
    }

    /// Applies the contact impulses of the previous step (warm starting).
    pub(super) fn warm_start(&mut self) {
        let (contacts, mut solver_bodies) = self.contacts_and_bodies();
        contacts.for_each_block(false, |block| block.warm_start(&mut solver_bodies));
    }

    /// Solves all contacts with bias: corrects penetration, prevents new penetration, and applies friction. The caller sets `reverse`,
    /// which reverses the order of the contacts, in every other sub-step, so that a pile does not lean to one side.
    pub(super) fn solve_contacts(&mut self, softness: &ContactSoftness<R>, reverse: bool) {
        let (contacts, mut solver_bodies) = self.contacts_and_bodies();
        contacts.for_each_block(reverse, |block| block.solve(&mut solver_bodies, softness));
    }

    /// Solves all contacts without bias (relaxation): removes the velocity that the correction of penetration has added, and applies
    /// friction. For the same `reverse`, this function visits the contacts in the opposite order of `solve_contacts`. The contacts that are
    /// solved last have the smallest error, so each order makes up for the other.
    pub(super) fn relax_contacts(&mut self, softness: &ContactSoftness<R>, reverse: bool) {
        let (contacts, mut solver_bodies) = self.contacts_and_bodies();
        contacts.for_each_block(!reverse, |block| block.relax(&mut solver_bodies, softness));
    }

    /// Stores the impulses in the contacts, for warm starting in the next step. Marks contacts that had a normal impulse as touching.
    pub(super) fn store_impulses(&mut self, contacts: &mut [PairContact<R>]) {
        let patches = &mut self.patches;
        self.contacts.for_each_block(false, |block| block.store_impulses(contacts, patches));
        patches.iter().for_each(|patch| patch.store_impulses(contacts));
    }
}

impl<R: Real> ContactBlock<R> {
    /// Stores the impulses of each lane in the contact of the lane.
    fn store_impulses(&self, contacts: &mut [PairContact<R>], patches: &mut [ContactPatch<R>]) {
        for (lane, index) in self.contacts.into_iter().enumerate() {
            let contact = match patches.binary_search_by_key(&index, |patch| patch.members[0]) {
                Ok(patch) => &mut patches[patch].merged,
                Err(_) => match contacts.get_mut(index as usize) {
                    Some(contact) => contact,
                    None => continue,
                },
            };
            let count = usize::from(contact.count);
            for (point, constraint_point) in contact.points[..count].iter_mut().zip(&self.points) {
                point.normal_impulse = constraint_point.normal_impulse.0[lane];
                point.total_normal_impulse = constraint_point.total_normal_impulse.0[lane];
                contact.touching |= constraint_point.max_normal_impulse.0[lane] > R::ZERO;
            }
            contact.tangent_impulse = self.tangent_impulse.0[lane];
            contact.total_tangent_impulse = self.total_tangent_impulse.0[lane];
        }
    }
}

impl<R: Real> Simulation<R> {
    /// Adds a constraint to the solver for each contact that has a manifold and an awake body. Records which contacts have restitution, and
    /// which bodies penetrate deeply.
    pub(super) fn prepare_contacts(&mut self, dt: R) {
        self.solver.restitution_threshold =
            self.gravity.dot(self.gravity).sqrt() * dt * num(RESTITUTION_STEPS);
        let mut ground = core::mem::take(&mut self.solver.ground_order);
        ground.clear();
        for index in 0..self.contacts.awake.len() as u32 {
            let contact = &self.contacts.awake[index as usize];
            let is_solved = contact.count > 0
                && !contact.sensor
                && contact.bodies.iter().any(|body| self.bodies[*body as usize].is_awake());
            match contact.non_dynamic {
                _ if !is_solved => {}
                true => ground.push(self.ground_order(index, contact)),
                false => self.prepare_contact(index, dt),
            }
        }
        // Contacts with the ground come last, in an order that depends only on their geometry. So the impulses on a body in a corner do not
        // depend on how the ground is divided and in which order its parts were inserted.
        ground.sort_unstable();
        ground.iter().for_each(|key| self.prepare_contact(key.index, dt));
        self.solver.ground_order = ground;
        self.solver.restitution_contacts.sort_unstable_by_key(|entry| entry.index);
        self.solver.contacts.for_each_block(false, ContactBlock::compute_masses);
    }

    /// Adds the constraint of a contact to the solver.
    fn prepare_contact(&mut self, index: u32, dt: R) {
        let contact = &mut self.contacts.awake[index as usize];
        let bodies = contact.bodies.map(|slot| &self.bodies[slot as usize]);
        let parts = contact.parts().map(|part| &self.parts[part]);
        let indices = self.solver.indices_of(contact.bodies);
        let inputs = contact_inputs(bodies, parts, indices, dt);
        contact.moving_surface = inputs.surface_velocity.is_some();
        let mut approach_velocities = [R::ZERO; 2];
        // The acceleration by gravity of the second body relative to the first.
        let acceleration =
            self.gravity.scaled(bodies[1].gravity_scale_if_free() - bodies[0].gravity_scale_if_free());
        for (k, point) in contact.points().iter().enumerate() {
            for side in (0..2)
                .filter(|side| contact.non_dynamic && point.separation < -deep(bodies[*side].half_thickness))
            {
                self.solver.deep[indices[side] as usize] = true;
            }
            let speed = separation_speed(bodies, contact.normal, point.anchors);
            approach_velocities[k] =
                speed_at_impact(speed, -acceleration.dot(contact.normal), point.separation);
        }
        contact.approach_speed = R::ZERO.max((-approach_velocities[0]).max(-approach_velocities[1]));
        let slot = match self.solver.patch_of(index).map(|patch| patch.merged) {
            Some(merged) => self.solver.add_contact(index, &merged, &inputs),
            None if self.solver.hidden_contacts.binary_search(&index).is_ok() => return,
            None => self.solver.add_contact(index, contact, &inputs),
        };
        let restitution = inputs.restitution;
        if restitution > R::ZERO {
            self.solver.restitution_contacts.push(RestitutionContact { slot, index, restitution });
        }
    }

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

/// The key by which the contacts of a body with the ground are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct GroundOrder {
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
        inv_masses: [[a.inv_mass, a.inv_inertia], [b.inv_mass, b.inv_inertia]],
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

#[cfg(all(test, feature = "std"))]
mod tests;
