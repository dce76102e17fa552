//! The contact solver: contact constraints are prepared once per step and solved in each sub-step.
//!
//! Soft constraints follow E. Catto, Soft Constraints, Game Developers Conference 2011. Relaxation after solving with bias follows his
//! Solver2D, 2024. Graph colouring, with several contacts solved in SIMD lanes, follows his SIMD Matters, 2024. Impacts with restitution
//! are resolved before that, in the sub-step when the surfaces meet (`impacts`, `impact_solver`).

pub(super) mod contact_constraint;
pub(super) mod contact_preparation;
mod impact_solver;
mod impacts;
mod joints;

use super::bodies::rigid_body::RigidBody;
use super::contacts::contact::PairContact;
use super::contacts::contact_patches::{ContactPatch, GroundImpulse};
use super::graph_coloring::{ColorGraph, ConstraintSlot, NULL_INDEX};
use super::joints::joint_solver::JointGroups;
use super::joints::revolute_solver::RevoluteConstraints;
use super::lanes::Lanes;
use super::math::num;
use super::slot_list::SlotList;
use super::solver_body::{Integration, Softness, SolverBodies, SolverBody, SolverBodyState};
use crate::Vector;
use crate::scalar::Real;
use alloc::vec::Vec;
use contact_constraint::{ContactBlock, ContactInputs, ContactSoftness};
use contact_preparation::GroundOrder;
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
    /// For each body in the solver, whether it penetrates a body that is not dynamic so deeply (see `deep`) that it could pass through
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
    /// The contacts with the ground, in the order of solving.
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

/// The joint constraints and the bodies of the solver.
pub(super) struct JointsAndBodies<'a, R: Real> {
    pub(super) groups: &'a mut JointGroups<R>,
    pub(super) revolutes: &'a mut RevoluteConstraints<R>,
    pub(super) bodies: SolverBodies<'a, R>,
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
        if body.is_dynamic() && body.settings.locked_axes != [false; 2] {
            self.locked.push((self.states.len() as u32, body.settings.locked_axes));
        }
        self.slots.push(slot);
        self.states.push(SolverBodyState::new(body.velocity, body.angular_velocity).into());
        let damping_factor = |damping: R| R::ONE / (R::ONE + sub_dt * damping);
        let acceleration =
            gravity.scaled(body.gravity_scale_if_free()) + body.force.scaled(body.properties.inv_mass);
        let change = acceleration.scaled(sub_dt);
        let [linear, angular] = match body.is_dynamic() {
            true => {
                [damping_factor(body.settings.linear_damping), damping_factor(body.settings.angular_damping)]
            }
            false => [R::ONE; 2],
        };
        let correction = change.scaled(sub_dt * R::HALF);
        let angular_change = body.torque * body.properties.inv_inertia * sub_dt;
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
    pub(super) fn joints_and_bodies(&mut self) -> JointsAndBodies<'_, R> {
        JointsAndBodies {
            groups: &mut self.joint_groups,
            revolutes: &mut self.revolutes,
            bodies: SolverBodies { states: &mut self.states, dynamic_count: self.dynamic_count },
        }
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
                contact.flags.touching |= constraint_point.max_normal_impulse.0[lane] > R::ZERO;
            }
            contact.tangent_impulse = self.tangent_impulse.0[lane];
            contact.total_tangent_impulse = self.total_tangent_impulse.0[lane];
        }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests;
