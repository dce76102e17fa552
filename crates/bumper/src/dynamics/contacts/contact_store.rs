//! The contacts of the simulation, awake and sleeping, and their end events.

use super::contact::{ContactEvent, PairContact};
use super::sleeping_contacts::SleepingContacts;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::part::Part;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::slot_list::SlotList;
use crate::scalar::Real;
use alloc::vec::Vec;

/// All contacts, and the end events of contacts that were removed.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct ContactStore<R: Real> {
    /// The pairs of parts with overlapping fat AABBs, where at least one part belongs to an awake body. Sorted by the indices of the parts.
    pub(in crate::dynamics) awake: Vec<PairContact<R>>,
    /// The contacts between two bodies that are both asleep, static, or kinematic and at rest.
    pub(in crate::dynamics) sleeping: SleepingContacts<R>,
    /// A buffer for building the next list of awake contacts.
    buffer: Vec<PairContact<R>>,
    /// The end events of contacts that were removed from the lists. The first `ended_count` of them belong to the last step, and
    /// [`events`](Simulation::events) reports them now. The others were recorded after the last step, for example because a body was
    /// removed; they are reported after the next step.
    pub(in crate::dynamics) ended_events: Vec<ContactEvent<R>>,
    pub(in crate::dynamics) ended_count: usize,
    /// The pairs of a part of a dynamic body and a part of the ground near it, see
    /// [`collect_ground_pairs`](Self::collect_ground_pairs).
    pub(in crate::dynamics) ground_pairs: Vec<u64>,
    /// Whether a collider has ever had a one-way side.
    pub(in crate::dynamics) has_one_way: bool,
}

impl<R: Real> ContactStore<R> {
    pub(in crate::dynamics) fn new() -> Self {
        Self {
            awake: Vec::new(),
            sleeping: SleepingContacts::new(),
            buffer: Vec::new(),
            ended_events: Vec::new(),
            ended_count: 0,
            ground_pairs: Vec::new(),
            has_one_way: false,
        }
    }

    /// Removes all contacts and end events.
    pub(in crate::dynamics) fn clear(&mut self) {
        self.ended_events.clear();
        self.ended_count = 0;
        self.awake.clear();
        self.sleeping.clear();
    }

    /// Whether two parts have a contact, awake or asleep.
    pub(in crate::dynamics) fn contains(&self, key: u64) -> bool {
        self.awake.binary_search_by_key(&key, |contact| contact.key).is_ok() || self.sleeping.contains(key)
    }

    /// The awake contact of two parts, given its key. It may have no contact points.
    pub(in crate::dynamics) fn find(&self, key: u64) -> Option<&PairContact<R>> {
        let found = self.awake.binary_search_by_key(&key, |contact| contact.key);
        found.ok().map(|index| &self.awake[index])
    }

    /// The awake contact of two parts. It is added to the list of awake contacts if they have none there.
    pub(in crate::dynamics) fn find_or_insert(
        &mut self,
        bodies: &SlotList<RigidBody<R>>,
        parts: &SlotList<Part<R>>,
        key: u64,
    ) -> &mut PairContact<R> {
        let index = self.awake.binary_search_by_key(&key, |contact| contact.key);
        let index = index.unwrap_or_else(|index| {
            self.awake.insert(index, PairContact::new(bodies, parts, key));
            index
        });
        &mut self.awake[index]
    }

    /// Lists the pairs of a part of a dynamic body and a part of the ground that is near it, sorted: the key of the part of the body in the
    /// upper half of each number, that of the ground in the lower half. Ground is a solid part of a static or kinematic body. Also
    /// collects, in `ground_contacts`, the indices of the contacts with a body that is not dynamic.
    pub(in crate::dynamics) fn collect_ground_pairs(
        &mut self,
        bodies: &SlotList<RigidBody<R>>,
        ground_contacts: &mut Vec<u32>,
    ) {
        self.ground_pairs.clear();
        ground_contacts.clear();
        for (index, contact) in (0..).zip(&self.awake) {
            if contact.flags.non_dynamic {
                ground_contacts.push(index);
            }
            if contact.flags.non_dynamic && !contact.flags.sensor && !contact.flags.disabled {
                let [a, b] = contact.parts().map(|part| part as u64);
                let is_second = bodies[contact.bodies[1] as usize].is_dynamic();
                self.ground_pairs.push(if is_second { b << 32 | a } else { a << 32 | b });
            }
        }
        self.ground_pairs.sort_unstable();
    }

    /// The pairs of a part of a dynamic body with the parts of the ground near it.
    pub(in crate::dynamics) fn ground_near(&self, key: usize) -> &[u64] {
        let low = self.ground_pairs.partition_point(|pair| pair >> 32 < key as u64);
        let count = self.ground_pairs[low..].partition_point(|pair| pair >> 32 == key as u64);
        &self.ground_pairs[low..low + count]
    }

    /// Sorts the awake contacts by key. They are sorted already, except that the contacts of woken bodies were appended to them. The sort
    /// of the standard library merges sorted runs, so it is fast for such a list.
    pub(in crate::dynamics) fn sort(&mut self) {
        self.awake.sort_by_key(|contact| contact.key);
    }

    /// Forgets the end events of the last step, at the beginning of a step.
    pub(in crate::dynamics) fn forget_reported_events(&mut self) {
        self.ended_events.drain(..self.ended_count);
    }

    /// Makes all recorded end events those of the last step, at the end of a step.
    pub(in crate::dynamics) fn report_ended_events(&mut self) {
        self.ended_count = self.ended_events.len();
    }

    /// The end events of the last step.
    pub(in crate::dynamics) fn reported_events(&self) -> &[ContactEvent<R>] {
        &self.ended_events[..self.ended_count]
    }

    /// All contacts, awake and sleeping, sorted by the indices of their parts.
    pub(in crate::dynamics) fn all(&self) -> impl Iterator<Item = &PairContact<R>> {
        let mut first = self.awake.iter().peekable();
        let mut second = self.sleeping.iter().peekable();
        core::iter::from_fn(move || match (first.peek(), second.peek()) {
            (Some(a), Some(b)) if b.key < a.key => second.next(),
            (None, _) => second.next(),
            _ => first.next(),
        })
    }

    /// Merges `pairs`, sorted by key, into the list of awake contacts. A pair that has a contact already keeps it with its data. A contact
    /// whose pair is not in `pairs` is removed, unless `remains` accepts it or its parts touched in the last step.
    ///
    /// A contact whose parts touched stays for one more step, however far apart the parts are. The narrow phase then ends it in the sorted
    /// list, so [`events`](crate::dynamics::Simulation::events) reports its end event in the same order as all others. If the broad phase
    /// removed it, the order of events would depend on the size of the fat AABBs.
    pub(in crate::dynamics) fn merge_pairs(
        &mut self,
        pairs: &[u64],
        new_contact: impl Fn(u64) -> PairContact<R>,
        remains: impl Fn(&PairContact<R>) -> bool,
    ) {
        let mut contacts = core::mem::take(&mut self.buffer);
        contacts.clear();
        let mut old = self.awake.iter().peekable();
        let stays = |contact: &&PairContact<R>| contact.flags.touching || remains(contact);
        for &key in pairs {
            while let Some(contact) = old.next_if(|contact| contact.key < key) {
                contacts.extend(Some(contact).filter(stays));
            }
            contacts
                .push(old.next_if(|contact| contact.key == key).copied().unwrap_or_else(|| new_contact(key)));
        }
        contacts.extend(old.filter(stays));
        self.buffer = core::mem::replace(&mut self.awake, contacts);
    }
}

impl<R: Real> Simulation<R> {
    /// Removes those contacts of awake bodies for which `condition` returns true, and records an end event for each removed contact whose
    /// parts touched.
    pub(in crate::dynamics) fn remove_contacts(
        &mut self,
        condition: impl Fn(&Self, &PairContact<R>) -> bool,
    ) {
        let mut contacts = core::mem::take(&mut self.contacts.awake);
        contacts.retain(|contact| {
            let remove = condition(self, contact);
            if remove {
                self.push_end_event(contact);
            }
            !remove
        });
        self.contacts.awake = contacts;
    }

    /// Removes those sleeping contacts of the given parts for which `condition` returns true, and records an end event for each removed
    /// contact whose parts touched.
    pub(in crate::dynamics) fn remove_sleeping_contacts(
        &mut self,
        parts: &[u32],
        condition: impl Fn(&Self, &PairContact<R>) -> bool,
    ) {
        for key in self.contacts.sleeping.keys_of(parts) {
            let contact = self.contacts.sleeping.get(key).filter(|contact| condition(self, contact)).copied();
            if let Some(contact) = contact {
                self.contacts.sleeping.remove(key);
                self.push_end_event(&contact);
            }
        }
    }
}
