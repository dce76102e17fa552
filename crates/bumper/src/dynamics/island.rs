//! Islands: connected components of touching or joined bodies, which fall asleep and wake together.

use super::Bodies;
use super::seats::NONE;
use super::sleep::SleepCriterion;
use crate::scalar::Real;
use alloc::vec::Vec;

/// The island has a body that must stay awake.
const RESTLESS: u8 = 1;

/// The island has a body on which gravity acts, so that it has to be supported to sleep.
const FALLS: u8 = 2;

/// A static body, or a kinematic one at rest, supports the island.
const BORNE: u8 = 4;

impl<R: Real> Bodies<R> {
    /// Wakes the sleeping islands that awake bodies touch, and those that they are joined to if any body has woken since the last step,
    /// until no more wake.
    pub(super) fn wake_touched(&mut self, mut islands: Vec<u32>, mut woken: bool, step: R) {
        loop {
            let links = if woken { &self.awake_links[..] } else { &[] };
            for [a, b] in links.iter().filter_map(|link| self.links[*link as usize].pair()) {
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
            islands.into_iter().for_each(|island| self.wake_island(island));
            woken = true;
            let count = self.contacts.len();
            self.list_woken();
            // The AABBs and the pairs of bodies that woke are still valid, but their manifolds may be outdated.
            let mut contacts = core::mem::take(&mut self.contacts);
            islands = self.touch_all(&mut contacts[count..], step);
            self.contacts = contacts;
        }
        self.list_awake();
    }

    /// Puts islands to sleep that are supported and whose bodies have all been slow for long enough.
    pub(super) fn fall_asleep(&mut self, step: R) {
        let moved = self.solver.moved;
        let criterion = SleepCriterion::new(&self.sleep_settings, self.gravity, step);
        let slots = self.solver.slots[..moved].iter();
        let mut flags: Vec<u8> = slots
            .map(|slot| {
                let held = &mut self.held[*slot as usize];
                match criterion.update(held) {
                    false => RESTLESS,
                    true if criterion.falls(held) => FALLS,
                    true => 0,
                }
            })
            .collect();
        if !self.sleep_enabled || flags.iter().all(|flags| *flags == RESTLESS) {
            return;
        }
        let roots = self.find_islands(&mut flags);
        let mut can_sleep = false;
        for (place, root) in (0u32..).zip(roots) {
            let flags = flags[root as usize];
            if flags & RESTLESS != 0 || flags & (FALLS | BORNE) == FALLS {
                continue;
            }
            can_sleep = true;
            let (slot, island) = (self.solver.slots[place as usize], self.solver.slots[root as usize]);
            self.held[slot as usize].asleep = Some(island);
            self.link_asleep(slot, island);
            let held = &mut self.held[slot as usize];
            (held.velocity, held.angular_velocity) = (crate::Vector::default(), R::default());
        }
        if can_sleep {
            self.stirred = true;
            self.rest_contacts();
        }
    }

    /// Adds a body to the circular list of a sleeping island, which starts with the body whose slot is the island's id.
    pub(super) fn link_asleep(&mut self, slot: u32, island: u32) {
        let next = if slot == island { slot } else { self.held[island as usize].next_asleep };
        self.held[slot as usize].next_asleep = next;
        self.held[island as usize].next_asleep = slot;
    }

    /// The root of the island of each dynamic body in the solver: the lowest index in it (union-find). The flags of a root become the union
    /// of those of all its bodies.
    fn find_islands(&self, flags: &mut [u8]) -> Vec<u32> {
        let mut roots: Vec<u32> = (0..flags.len() as u32).collect();
        let places = |bodies: [u32; 2]| bodies.map(|body| self.solver.places[body as usize]);
        for contact in self.contacts.iter().filter(|contact| contact.count > 0 && !contact.sensor) {
            let bears = contact.points().iter().any(|point| point.push > R::default());
            connect(&mut roots, flags, places(contact.bodies), bears);
        }
        for link in self.awake_links.iter().map(|slot| &self.links[*slot as usize]).filter(|link| link.alive)
        {
            let [a, b] = places(link.bodies);
            match link.target {
                // The joint pulls towards a fixed target, and its first body is unused.
                Some(_) => connect(&mut roots, flags, [NONE, b], true),
                None => connect(&mut roots, flags, [a, b], true),
            }
            if link.has_active_motor() {
                for place in [a, b] {
                    flags.get_mut(place as usize).into_iter().for_each(|flags| *flags |= RESTLESS);
                }
            }
        }
        for place in 0..roots.len() {
            let root = root(&mut roots, place as u32);
            roots[place] = root;
            flags[root as usize] |= flags[place];
        }
        roots
    }
}

/// Unites the islands of two dynamic bodies. If only one of them is dynamic, records that the other one supports it (if that is at rest and
/// `bears` is set) or keeps it awake (a moving kinematic body).
fn connect(roots: &mut [u32], flags: &mut [u8], [a, b]: [u32; 2], bears: bool) {
    let moved = |place: u32| (place as usize) < roots.len();
    let borne_by = |other: u32| match other {
        NONE if bears => BORNE,
        NONE => 0,
        _ => RESTLESS,
    };
    match [moved(a), moved(b)] {
        [true, true] => unite(roots, a, b),
        [true, false] => flags[a as usize] |= borne_by(b),
        [false, true] => flags[b as usize] |= borne_by(a),
        [false, false] => {}
    }
}

/// The root of a body's island, with path compression (halving).
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
    let (a, b) = (root(roots, a), root(roots, b));
    roots[a.max(b) as usize] = a.min(b);
}
