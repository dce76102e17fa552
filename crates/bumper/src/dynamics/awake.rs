//! The lists of awake bodies, their contacts and their joints. A step, or a change of an awake body, costs nothing for sleeping ones.

use super::Bodies;
use crate::scalar::Real;
use alloc::vec::Vec;

impl<R: Real> Bodies<R> {
    /// Adds a body to the awake list. Does nothing if it is in the list.
    pub(super) fn stir(&mut self, slot: u32) {
        let held = &mut self.held[slot as usize];
        if !held.listed {
            held.listed = true;
            self.woken.push(slot);
            self.stirred = true;
        }
    }

    /// Wakes a body and its island.
    pub(super) fn wake_slot(&mut self, slot: u32) {
        self.held[slot as usize].slow_time = R::default();
        if let Some(island) = self.held[slot as usize].asleep {
            self.wake_island(island);
        }
        self.stir(slot);
    }

    /// Wakes all bodies of a sleeping island. Costs O(1) for each of them.
    pub(super) fn wake_island(&mut self, island: u32) {
        let mut slot = island;
        while self.held[slot as usize].asleep == Some(island) {
            let held = &mut self.held[slot as usize];
            (held.asleep, held.slow_time) = (None, R::default());
            let next = held.next_asleep;
            self.stir(slot);
            slot = next;
        }
    }

    /// Wakes the islands that touch a body.
    pub(super) fn wake_touching(&mut self, slot: u32) {
        let parts = &self.held[slot as usize].parts;
        let awake = self.contacts.iter().filter(|contact| contact.is_of(slot));
        let touching = awake.chain(self.resting.contacts_of(parts)).filter(|contact| contact.count > 0);
        let islands: Vec<u32> = touching
            .flat_map(|contact| contact.bodies)
            .filter_map(|body| self.held[body as usize].asleep)
            .collect();
        islands.into_iter().for_each(|island| self.wake_island(island));
    }

    /// Updates the lists of awake bodies, contacts and joints, if any body has woken, fallen asleep, or been added or removed. Costs O(n
    /// log n) for awake bodies and contacts, and O(log n) for each contact that wakes or falls asleep. Returns whether there was such a
    /// change.
    pub(super) fn list_awake(&mut self) -> bool {
        if !core::mem::take(&mut self.stirred) {
            return false;
        }
        self.list_woken();
        let held = &mut self.held;
        self.awake.retain(|slot| {
            let body = &mut held[*slot as usize];
            body.listed = body.alive && body.is_awake();
            body.listed
        });
        self.awake.sort_unstable();
        let (held, links) = (&self.held, &self.links);
        self.awake_links.retain(|slot| {
            let link = &links[*slot as usize];
            link.alive && link.bodies.iter().any(|body| held[*body as usize].is_awake())
        });
        self.awake_links.sort_unstable();
        self.awake_links.dedup();
        let resting = &mut self.resting;
        self.contacts.retain_mut(|contact| {
            let awake = Self::is_due(held, contact);
            if !awake {
                (contact.touched, contact.speed) = (contact.touches, R::default());
                resting.insert(*contact);
            }
            awake
        });
        // Most contacts are in order already; the standard sort merges such runs.
        self.contacts.sort_by_key(|contact| contact.key);
        true
    }

    /// Appends the bodies that woke, their contacts and their joints to the awake lists.
    pub(super) fn list_woken(&mut self) {
        for slot in core::mem::take(&mut self.woken) {
            let held = &self.held[slot as usize];
            if held.alive {
                self.resting.take_contacts_of(&held.parts, &mut self.contacts);
                self.awake_links.extend(&held.joints);
            }
            self.awake.push(slot);
        }
    }
}
