//! Islands: connected components of touching or joined bodies, which fall asleep and wake together.

use super::sleep_criterion::SleepCriterion;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::graph_coloring::NULL_INDEX;
use crate::dynamics::slot_list::SlotList;
use crate::scalar::Real;
use alloc::vec::Vec;

/// The flag of an island with at least one body that must stay awake, for example because it is not slow. Such an island does not fall
/// asleep.
const STAYS_AWAKE: u8 = 1;

/// The flag of an island that sleeps only if it is supported, because gravity acts on at least one of its bodies.
const NEEDS_SUPPORT: u8 = 2;

/// The flag of an island that is supported by a static body, or by a kinematic body at rest.
const SUPPORTED: u8 = 4;

impl<R: Real> Simulation<R> {
    /// Wakes the given islands. A woken body may touch or be joined to further sleeping islands, so this is repeated until no sleeping
    /// island is found. `woken` says whether any body has woken since the last step. A joint connects an awake body with a sleeping one
    /// only if one of them has just woken. So if `woken` is false, joints are searched only after this function has woken an island.
    pub(in crate::dynamics) fn wake_touched_islands(
        &mut self,
        mut islands: Vec<u32>,
        mut woken: bool,
        dt: R,
    ) {
        loop {
            let joints = if woken { &self.awake_set.joints[..] } else { &[] };
            for [a, b] in joints.iter().filter_map(|joint| self.joints.get(*joint)?.body_pair()) {
                let [p, q] = [a, b].map(|slot| &self.bodies[slot as usize]);
                match (p.sleep.island, q.sleep.island) {
                    (Some(island), None) if q.is_awake() => islands.push(island),
                    (None, Some(island)) if p.is_awake() => islands.push(island),
                    _ => {}
                }
            }
            if islands.is_empty() {
                break;
            }
            islands.into_iter().for_each(|island| self.awake_set.wake_island(&mut self.bodies, island));
            woken = true;
            let count = self.contacts.awake.len();
            self.add_woken();
            // The AABBs and the list of pairs of parts are still valid for woken bodies, but their manifolds may be out of date, so these
            // are updated. The contacts of woken bodies are at the end of the list.
            self.contacts.collect_ground_pairs(&self.bodies, &mut self.solver.ground_contacts);
            let mut contacts = core::mem::take(&mut self.contacts.awake);
            islands = self.update_contacts(&mut contacts[count..], dt);
            self.contacts.awake = contacts;
        }
        self.update_awake_lists_within_step();
    }

    /// Puts all islands to sleep whose bodies have all been slow for long enough. An island on which gravity acts must also be supported.
    pub(in crate::dynamics) fn update_sleep(&mut self, dt: R) {
        let dynamic_count = self.solver.dynamic_count;
        let criterion = SleepCriterion::new(&self.sleep_settings, self.gravity, dt);
        let solver_bodies = self.solver.slots[..dynamic_count].iter().zip(&self.solver.states);
        let mut flags: Vec<u8> = solver_bodies
            .map(|(slot, state)| {
                let body = &mut self.bodies[*slot as usize];
                match criterion.update(body, &state.get()) {
                    false => STAYS_AWAKE,
                    true if criterion.is_under_gravity(body) => NEEDS_SUPPORT,
                    true => 0,
                }
            })
            .collect();
        if !self.sleep_enabled || flags.iter().all(|flags| *flags == STAYS_AWAKE) {
            return;
        }
        let roots = self.find_islands(&mut flags);
        let mut any_asleep = false;
        for (index, root) in (0u32..).zip(roots) {
            let flags = flags[root as usize];
            if flags & STAYS_AWAKE != 0 || flags & (NEEDS_SUPPORT | SUPPORTED) == NEEDS_SUPPORT {
                continue;
            }
            any_asleep = true;
            let slot = self.solver.slots[index as usize];
            let island = self.solver.slots[root as usize];
            self.bodies[slot as usize].sleep.island = Some(island);
            add_to_island(&mut self.bodies, slot, island);
            let body = &mut self.bodies[slot as usize];
            body.velocity = crate::Vector::ZERO;
            body.angular_velocity = R::ZERO;
        }
        if any_asleep {
            self.awake_set.outdated = true;
            // The bodies in the solver were awake in this step.
            self.refresh_sleeping_contacts(|simulation, slot| {
                simulation.solver.indices[slot as usize] != NULL_INDEX
            });
        }
    }

    /// Finds the islands by union-find. Each body in the solver is given by its index there. Returns for each dynamic body the root of its
    /// island: the body with the lowest index. `flags` are the flags of the bodies; afterwards the flags of a root are the union of the
    /// flags of all bodies of its island.
    fn find_islands(&self, flags: &mut [u8]) -> Vec<u32> {
        let mut roots: Vec<u32> = (0..flags.len() as u32).collect();
        let indices = |bodies: [u32; 2]| bodies.map(|body| self.solver.indices[body as usize]);
        for contact in self.contacts.awake.iter().filter(|contact| contact.count > 0 && !contact.flags.sensor)
        {
            let is_supporting = contact.points().iter().any(|point| point.normal_impulse > R::ZERO);
            let indices = indices(contact.bodies);
            connect(&mut roots, flags, indices, is_supporting);
            if contact.flags.moving_surface {
                keep_awake(flags, indices);
            }
        }
        let joints = self.awake_set.joints.iter().filter_map(|slot| self.joints.get(*slot));
        for joint in joints.filter(|joint| joint.enabled) {
            let [a, b] = indices(joint.bodies);
            match joint.target {
                // A mouse joint has no effect on its first body. It connects the second body with a fixed target point, which counts as a
                // body at rest.
                Some(_) => connect(&mut roots, flags, [NULL_INDEX, b], true),
                None => connect(&mut roots, flags, [a, b], true),
            }
            if joint.has_active_motor() {
                keep_awake(flags, [a, b]);
            }
        }
        for index in 0..roots.len() {
            let root = root(&mut roots, index as u32);
            roots[index] = root;
            flags[root as usize] |= flags[index];
        }
        roots
    }
}

/// Adds a body to the circular list of the bodies of a sleeping island. `island` is the id of the island: the slot of its first body.
pub(in crate::dynamics) fn add_to_island<R: Real>(
    bodies: &mut SlotList<RigidBody<R>>,
    slot: u32,
    island: u32,
) {
    let next = if slot == island { slot } else { bodies[island as usize].sleep.next };
    bodies[slot as usize].sleep.next = next;
    bodies[island as usize].sleep.next = slot;
}

/// Records that two bodies touch or are joined. If both are dynamic, unites their islands. If only one is dynamic, sets a flag of the
/// dynamic body that depends on the other body. If that body moves, it is kinematic, and the dynamic body must stay awake. If it is at rest
/// and `is_supporting` is true, the dynamic body is supported. Joints are supporting, and so are contacts that exert an impulse.
fn connect(roots: &mut [u32], flags: &mut [u8], [a, b]: [u32; 2], is_supporting: bool) {
    let is_dynamic = |index: u32| (index as usize) < roots.len();
    let supported_by = |other: u32| match other {
        NULL_INDEX if is_supporting => SUPPORTED,
        NULL_INDEX => 0,
        _ => STAYS_AWAKE,
    };
    match [is_dynamic(a), is_dynamic(b)] {
        [true, true] => unite(roots, a, b),
        [true, false] => flags[a as usize] |= supported_by(b),
        [false, true] => flags[b as usize] |= supported_by(a),
        [false, false] => {}
    }
}

/// Keeps the islands of two bodies awake. `indices` are their indices in the solver; those of bodies that are not dynamic are ignored.
fn keep_awake(flags: &mut [u8], indices: [u32; 2]) {
    for index in indices {
        flags.get_mut(index as usize).into_iter().for_each(|flags| *flags |= STAYS_AWAKE);
    }
}

/// The root of the island of a body. Shortens the path to the root (path halving).
fn root(roots: &mut [u32], mut body: u32) -> u32 {
    while roots[body as usize] != body {
        let next = roots[body as usize];
        roots[body as usize] = roots[next as usize];
        body = roots[next as usize];
    }
    body
}

/// Unites two islands; the lower root becomes the root of both.
fn unite(roots: &mut [u32], a: u32, b: u32) {
    let a = root(roots, a);
    let b = root(roots, b);
    roots[a.max(b) as usize] = a.min(b);
}
