//! The contacts without an awake body, indexed by their parts. So a body that wakes moves only its own contacts to the awake list.

use super::contact::PairContact;
use crate::scalar::Real;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// The contacts without an awake body: both bodies are asleep, static, or kinematic and at rest.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct SleepingContacts<R: Real> {
    by_key: BTreeMap<u64, PairContact<R>>,
    /// The keys of all contacts with the two part indices swapped, for finding contacts by their second part.
    swapped_keys: BTreeSet<u64>,
}

impl<R: Real> SleepingContacts<R> {
    pub(in crate::dynamics) fn new() -> Self {
        Self { by_key: BTreeMap::new(), swapped_keys: BTreeSet::new() }
    }

    pub(in crate::dynamics) fn clear(&mut self) {
        self.by_key.clear();
        self.swapped_keys.clear();
    }

    pub(in crate::dynamics) fn insert(&mut self, contact: PairContact<R>) {
        self.by_key.insert(contact.key, contact);
        self.swapped_keys.insert(contact.key.rotate_left(32));
    }

    pub(in crate::dynamics) fn remove(&mut self, key: u64) -> Option<PairContact<R>> {
        self.swapped_keys.remove(&key.rotate_left(32));
        self.by_key.remove(&key)
    }

    pub(in crate::dynamics) fn get(&self, key: u64) -> Option<&PairContact<R>> {
        self.by_key.get(&key)
    }

    pub(in crate::dynamics) fn get_mut(&mut self, key: u64) -> Option<&mut PairContact<R>> {
        self.by_key.get_mut(&key)
    }

    pub(in crate::dynamics) fn contains(&self, key: u64) -> bool {
        self.by_key.contains_key(&key)
    }

    /// All contacts, ordered by their keys.
    pub(in crate::dynamics) fn iter(&self) -> impl Iterator<Item = &PairContact<R>> {
        self.by_key.values()
    }

    /// The keys of the contacts of the given parts, in ascending order.
    pub(in crate::dynamics) fn keys_of(&self, parts: &[u32]) -> Vec<u64> {
        let mut keys = Vec::new();
        for part in parts {
            let first = u64::from(*part) << 32;
            let range = first..=first | u64::from(u32::MAX);
            keys.extend(self.by_key.range(range.clone()).map(|(key, _)| *key));
            keys.extend(self.swapped_keys.range(range).map(|key| key.rotate_left(32)));
        }
        keys.sort_unstable();
        keys
    }

    /// The contacts of the given parts, sorted by key.
    pub(in crate::dynamics) fn contacts_of(&self, parts: &[u32]) -> impl Iterator<Item = &PairContact<R>> {
        self.keys_of(parts).into_iter().filter_map(|key| self.by_key.get(&key))
    }

    /// Removes the contacts of the given parts from this collection and appends them to `contacts`.
    pub(in crate::dynamics) fn move_contacts_of(
        &mut self,
        parts: &[u32],
        contacts: &mut Vec<PairContact<R>>,
    ) {
        for key in self.keys_of(parts) {
            contacts.extend(self.remove(key));
        }
    }
}
