//! Islands: bodies that touch or hang together, which come to rest together and wake together.

use super::Bodies;
use super::body::Kind;
use crate::scalar::Real;
use alloc::vec::Vec;

/// After how many slow steps an island rests: half a second of sixty.
const STILL_STEPS: u32 = 30;

impl<R: Real> Bodies<R> {
    /// Wakes a body and its island.
    pub(super) fn wake_slot(&mut self, slot: u32) {
        let held = &mut self.held[slot as usize];
        held.still = 0;
        if let Some(island) = held.asleep {
            self.wake_islands(&[island]);
        }
    }

    fn wake_islands(&mut self, islands: &[u32]) {
        for held in &mut self.held {
            if held.asleep.is_some_and(|island| islands.contains(&island)) {
                (held.asleep, held.still) = (None, 0);
            }
        }
    }

    /// Wakes what touches a body.
    pub(super) fn wake_touching(&mut self, slot: u32) {
        let touching = self.contacts.iter().filter(|contact| contact.is_of(slot) && contact.count > 0);
        let islands: Vec<u32> = touching
            .flat_map(|contact| contact.bodies)
            .filter_map(|body| self.held[body as usize].asleep)
            .collect();
        self.wake_islands(&islands);
    }

    /// Wakes what is touched by what is awake, and all that rests with it, until nothing more wakes.
    pub(super) fn wake_touched(&mut self, step: R) {
        while self.held.iter().any(|held| held.asleep.is_some()) {
            let mut islands: Vec<u32> = Vec::new();
            for contact in self.contacts.iter().filter(|contact| contact.count > 0 && !contact.sensor) {
                let [a, b] = contact.bodies.map(|body| &self.held[body as usize]);
                let island = match (a.asleep, b.asleep) {
                    (Some(island), None) if b.is_awake() => island,
                    (None, Some(island)) if a.is_awake() => island,
                    _ => continue,
                };
                if !islands.contains(&island) {
                    islands.push(island);
                }
            }
            for [a, b] in self.links.iter().filter_map(|link| link.pair()) {
                let [p, q] = [a, b].map(|body| &self.held[body as usize]);
                match (p.asleep, q.asleep) {
                    (Some(island), None) if q.is_awake() => islands.push(island),
                    (None, Some(island)) if p.is_awake() => islands.push(island),
                    _ => {}
                }
            }
            if islands.is_empty() {
                return;
            }
            self.wake_islands(&islands);
            // Their boxes are as they were, and so are their pairs; where they touch may be old.
            self.touch_all(step);
        }
    }

    /// Lets islands rest whose bodies all have been slow for long.
    pub(super) fn fall_asleep(&mut self) {
        let tired = |held: &super::Held<R>| held.alive && held.is_dynamic() && held.still >= STILL_STEPS;
        if !self.sleeping || !self.held.iter().any(|held| held.asleep.is_none() && tired(held)) {
            return;
        }
        let mut roots: Vec<u32> = (0..self.held.len() as u32).collect();
        let mut restless = alloc::vec![false; self.held.len()];
        for contact in self.contacts.iter().filter(|contact| contact.count > 0 && !contact.sensor) {
            let [a, b] = contact.bodies;
            let [p, q] = contact.bodies.map(|body| &self.held[body as usize]);
            if p.is_dynamic() && q.is_dynamic() {
                unite(&mut roots, a, b);
            } else if !p.is_dynamic() && p.moves_itself() {
                restless[b as usize] = true;
            } else if !q.is_dynamic() && q.moves_itself() {
                restless[a as usize] = true;
            }
        }
        for [a, b] in self.links.iter().filter_map(|link| link.pair()) {
            let [p, q] = [a, b].map(|body| &self.held[body as usize]);
            if p.is_dynamic() && q.is_dynamic() {
                unite(&mut roots, a, b);
            } else {
                // A lift that pulls keeps what hangs on it awake.
                restless[a as usize] |= q.kind == Kind::Kinematic && q.moves_itself();
                restless[b as usize] |= p.kind == Kind::Kinematic && p.moves_itself();
            }
        }
        for slot in 0..self.held.len() as u32 {
            let root = root(&mut roots, slot) as usize;
            let held = &self.held[slot as usize];
            let awake = held.alive && held.is_dynamic() && held.asleep.is_none();
            restless[root] |= restless[slot as usize] || awake && !tired(held);
        }
        let mut any = false;
        for slot in 0..self.held.len() as u32 {
            let root = root(&mut roots, slot);
            let held = &mut self.held[slot as usize];
            if held.alive && held.is_dynamic() && held.asleep.is_none() && !restless[root as usize] {
                held.asleep = Some(root);
                (held.velocity, held.spin) = (crate::Vector::default(), R::default());
                any = true;
            }
        }
        if any {
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
