//! The lists of awake bodies and their joints. A step visits only these lists and the list of awake contacts, so sleeping bodies cost
//! nothing. When a body wakes, its contacts and joints are moved to the lists. The cost depends only on their number, not on the number of
//! bodies that are still asleep.

use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::contacts::contact::PairContact;
use crate::dynamics::contacts::sleeping_contacts::SleepingContacts;
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::slot_list::SlotList;
use crate::scalar::Real;
use alloc::vec::Vec;

/// The slots of the awake bodies and of their joints, in ascending order.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct AwakeSet {
    pub(in crate::dynamics) bodies: Vec<u32>,
    pub(in crate::dynamics) joints: Vec<u32>,
    /// The bodies that have woken and are not in `bodies` yet.
    woken: Vec<u32>,
    /// Whether the lists of awake bodies, joints and contacts are out of date, because a body has woken, fallen asleep, been added or
    /// removed.
    pub(in crate::dynamics) outdated: bool,
}

impl AwakeSet {
    /// Schedules a body to be added to the list of awake bodies. Does nothing if the body is scheduled or in the list already.
    pub(in crate::dynamics) fn mark_awake<R: Real>(
        &mut self,
        bodies: &mut SlotList<RigidBody<R>>,
        slot: u32,
    ) {
        let body = &mut bodies[slot as usize];
        if !body.sleep.listed {
            body.sleep.listed = true;
            self.woken.push(slot);
            self.outdated = true;
        }
    }

    /// Wakes a body and its island, and resets the time for which the body has been slow.
    pub(in crate::dynamics) fn wake<R: Real>(&mut self, bodies: &mut SlotList<RigidBody<R>>, slot: u32) {
        bodies[slot as usize].sleep.slow_time = R::ZERO;
        if let Some(island) = bodies[slot as usize].sleep.island {
            self.wake_island(bodies, island);
        }
        self.mark_awake(bodies, slot);
    }

    /// Wakes all bodies of a sleeping island, given by its id. Costs O(1) per body.
    pub(in crate::dynamics) fn wake_island<R: Real>(
        &mut self,
        bodies: &mut SlotList<RigidBody<R>>,
        island: u32,
    ) {
        let mut slot = island;
        while bodies[slot as usize].sleep.island == Some(island) {
            let body = &mut bodies[slot as usize];
            body.sleep.island = None;
            body.sleep.slow_time = R::ZERO;
            let next = body.sleep.next;
            self.mark_awake(bodies, slot);
            slot = next;
        }
    }

    /// Wakes the islands of those of the given bodies that are asleep.
    pub(in crate::dynamics) fn wake_islands_of<R: Real>(
        &mut self,
        bodies: &mut SlotList<RigidBody<R>>,
        slots: Vec<u32>,
    ) {
        for slot in slots {
            if let Some(island) = bodies[slot as usize].sleep.island {
                self.wake_island(bodies, island);
            }
        }
    }

    /// The awake bodies, also those that have woken since the last update. Some of them may have been removed.
    pub(in crate::dynamics) fn listed(&self) -> impl Iterator<Item = u32> {
        self.bodies.iter().chain(&self.woken).copied()
    }

    /// Appends the bodies that have woken and their joints to the lists, and moves their contacts to the list of awake contacts.
    pub(in crate::dynamics) fn add_woken<R: Real>(
        &mut self,
        bodies: &SlotList<RigidBody<R>>,
        sleeping_contacts: &mut SleepingContacts<R>,
        contacts: &mut Vec<PairContact<R>>,
    ) {
        for slot in core::mem::take(&mut self.woken) {
            if let Some(body) = bodies.get(slot) {
                sleeping_contacts.move_contacts_of(&body.parts, contacts);
                self.joints.extend(&body.joints);
            }
            self.bodies.push(slot);
        }
    }

    /// Removes the bodies and joints that are no longer awake, and sorts the lists.
    pub(in crate::dynamics) fn remove_sleeping<R: Real>(
        &mut self,
        bodies: &mut SlotList<RigidBody<R>>,
        joints: &SlotList<JointData<R>>,
    ) {
        self.bodies.retain(|slot| {
            let is_awake = bodies.get(*slot).is_some_and(RigidBody::is_awake);
            bodies[*slot as usize].sleep.listed = is_awake;
            is_awake
        });
        self.bodies.sort_unstable();
        self.joints.retain(|slot| {
            let is_awake = |body: &u32| bodies[*body as usize].is_awake();
            joints.get(*slot).is_some_and(|joint| joint.bodies.iter().any(is_awake))
        });
        self.joints.sort_unstable();
        self.joints.dedup();
    }
}
