//! Islands: bodies that touch or hang together, which come to rest together and wake together.

use super::Bodies;
use super::contact::Contact;
use super::seats::NONE;
use crate::broad::sort;
use crate::scalar::Real;
use alloc::vec::Vec;

/// After how many slow steps an island rests: half a second of sixty.
const STILL_STEPS: u32 = 30;

impl<R: Real> Bodies<R> {
    /// Notes that a body may have woken, or changed so that it is to be stepped or not.
    pub(super) fn stir(&mut self, slot: u32) {
        if let Err(place) = self.awake.binary_search(&slot) {
            self.awake.insert(place, slot);
        }
        self.stirred = true;
    }

    /// Wakes a body and its island.
    pub(super) fn wake_slot(&mut self, slot: u32) {
        let held = &mut self.held[slot as usize];
        held.still = 0;
        if let Some(island) = held.asleep {
            self.wake_islands(&[island]);
        }
        self.stir(slot);
    }

    fn wake_islands(&mut self, islands: &[u32]) {
        for slot in 0..self.held.len() as u32 {
            let held = &mut self.held[slot as usize];
            if held.asleep.is_some_and(|island| islands.contains(&island)) {
                (held.asleep, held.still) = (None, 0);
                self.stir(slot);
            }
        }
    }

    /// Wakes what touches a body.
    pub(super) fn wake_touching(&mut self, slot: u32) {
        let touching = self.all_contacts().filter(|contact| contact.is_of(slot) && contact.count > 0);
        let islands: Vec<u32> = touching
            .flat_map(|contact| contact.bodies)
            .filter_map(|body| self.held[body as usize].asleep)
            .collect();
        if !islands.is_empty() {
            self.wake_islands(&islands);
        }
    }

    /// Lists the bodies that are stepped, and puts pairs that rest aside or brings them back.
    pub(super) fn list_awake(&mut self) {
        if !core::mem::take(&mut self.stirred) {
            return;
        }
        let held = &self.held;
        self.awake.retain(|slot| held[*slot as usize].alive && held[*slot as usize].is_awake());
        self.bring_back();
        let count = self.resting.len();
        let (held, resting) = (&self.held, &mut self.resting);
        self.contacts.retain_mut(|contact| {
            let awake = Self::is_due(held, contact);
            if !awake {
                (contact.touched, contact.speed) = (contact.touches, R::default());
                resting.push(*contact);
            }
            awake
        });
        let came = self.resting.len() > count;
        let (mut contacts, mut resting) =
            (core::mem::take(&mut self.contacts), core::mem::take(&mut self.resting));
        self.put_in_order(&mut contacts);
        // Most of them are far from all that moves, and are not to be touched for nothing.
        if came {
            self.put_in_order(&mut resting);
        }
        (self.contacts, self.resting) = (contacts, resting);
    }

    /// Puts pairs in the order of their places again, where some have come.
    fn put_in_order(&mut self, contacts: &mut Vec<Contact<R>>) {
        if cfg!(not(bumper_small)) {
            // It finds the runs that are in order, and merges them; but it is a great deal of code.
            return contacts.sort_by_key(|contact| contact.key);
        }
        if contacts.is_sorted_by_key(|contact| contact.key) {
            return;
        }
        self.pairs.clear();
        self.pairs.extend(contacts.iter().zip(0..).map(|(contact, place)| (contact.key, place)));
        sort(&mut self.pairs, &mut self.spare);
        *contacts = self.pairs.iter().map(|(_, place)| contacts[*place as usize]).collect();
    }

    /// Puts what does not rest any more at the end of the pairs that are looked at.
    fn bring_back(&mut self) {
        let (held, contacts) = (&self.held, &mut self.contacts);
        self.resting.retain(|contact| {
            let awake = Self::is_due(held, contact);
            if awake {
                contacts.push(*contact);
            }
            !awake
        });
    }

    /// Wakes what is touched by what is awake, or hangs on it, and all that rests with it, until nothing more wakes.
    pub(super) fn wake_touched(&mut self, mut islands: Vec<u32>, step: R) {
        loop {
            for [a, b] in self.links.iter().filter_map(|link| link.pair()) {
                let [p, q] = [a, b].map(|body| &self.held[body as usize]);
                match (p.asleep, q.asleep) {
                    (Some(island), None) if q.is_awake() => islands.push(island),
                    (None, Some(island)) if p.is_awake() => islands.push(island),
                    _ => {}
                }
            }
            if islands.is_empty() {
                break;
            }
            self.wake_islands(&islands);
            let count = self.contacts.len();
            self.bring_back();
            // Their boxes are as they were, and so are their pairs; where they touch may be old.
            let mut contacts = core::mem::take(&mut self.contacts);
            islands = self.touch_all(&mut contacts[count..], step);
            self.contacts = contacts;
        }
        self.list_awake();
    }

    /// Lets islands rest whose bodies all have been slow for long.
    pub(super) fn fall_asleep(&mut self) {
        let (held, places, moved) = (&mut self.held, &self.solver.places, self.solver.moved);
        let slots = &self.solver.slots[..moved];
        let mut restless: Vec<_> =
            slots.iter().map(|slot| held[*slot as usize].still < STILL_STEPS).collect();
        if !self.sleeping || restless.iter().all(|restless| *restless) {
            return;
        }
        let mut roots: Vec<u32> = (0..moved as u32).collect();
        let touching = self.contacts.iter().filter(|contact| contact.count > 0 && !contact.sensor);
        let joined = self.links.iter().filter_map(|link| link.pair());
        for pair in touching.map(|contact| contact.bodies).chain(joined) {
            let [a, b] = pair.map(|body| places[body as usize]);
            match [a, b].map(|place| (place as usize) < moved) {
                [true, true] => unite(&mut roots, a, b),
                // What a lift carries, or pulls, stays awake.
                [true, false] => restless[a as usize] |= b != NONE,
                [false, true] => restless[b as usize] |= a != NONE,
                [false, false] => {}
            }
        }
        for place in 0..moved {
            let root = root(&mut roots, place as u32) as usize;
            restless[root] |= restless[place];
        }
        let mut any = false;
        for (place, slot) in (0u32..).zip(slots) {
            let root = root(&mut roots, place) as usize;
            if !restless[root] {
                let held = &mut held[*slot as usize];
                held.asleep = Some(slots[root]);
                (held.velocity, held.spin) = (crate::Vector::default(), R::default());
                any = true;
            }
        }
        if any {
            self.stirred = true;
            self.rest_contacts();
        }
    }
}

/// The one that stands for all that are united with a body: the lowest.
fn root(roots: &mut [u32], mut body: u32) -> u32 {
    while roots[body as usize] != body {
        let next = roots[body as usize];
        roots[body as usize] = roots[next as usize];
        body = roots[next as usize];
    }
    body
}

fn unite(roots: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(roots, a), root(roots, b));
    roots[a.max(b) as usize] = a.min(b);
}
