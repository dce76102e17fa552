//! Events of pairs of colliders. A collider may consist of several convex parts, and each part has separate contacts. They are merged to
//! one event: a pair of colliders begins to touch with the first of its parts, and ends with the last.

use super::contact::{ContactEvent, ManifoldPoint, PairContact};
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::ColliderId;
use crate::scalar::Real;
use crate::world::Change;
use alloc::vec::Vec;

impl<R: Real> Simulation<R> {
    /// The events of all pairs of colliders whose contact began, continued or ended in the last step. A pair has one event, even if several
    /// convex parts of the colliders touch. The contacts of sleeping bodies continue, too. The order of the events is deterministic: it
    /// depends only on the bodies and their history.
    pub fn events(&self) -> impl Iterator<Item = ContactEvent<R>> {
        let events = self.merged_events(self.contacts.all());
        let mut ended = self.contacts.reported_events().to_vec();
        if !ended.is_empty() {
            // The contact of one part was removed, but another part of the same colliders still has the contact that was there before. Then
            // the event of that contact says whether the colliders still touch.
            let continued = events.iter().filter(|event| event.change != Change::Enter);
            let mut reported: Vec<[ColliderId; 2]> = continued.map(|event| event.colliders).collect();
            reported.sort_unstable();
            ended.retain(|event| match reported.binary_search(&event.colliders) {
                Ok(_) => false,
                Err(index) => {
                    reported.insert(index, event.colliders);
                    true
                }
            });
        }
        ended.into_iter().chain(events)
    }

    /// The events of contacts that touch or touched before the last step, one for each pair of colliders, in the order of the first contact
    /// of each pair.
    pub(in crate::dynamics) fn merged_events<'a>(
        &self,
        contacts: impl Iterator<Item = &'a PairContact<R>>,
    ) -> Vec<ContactEvent<R>> {
        let mut events = Vec::new();
        // The colliders and the index of each event of a collider with several parts.
        let mut shared: Vec<([u32; 2], usize)> = Vec::new();
        for contact in contacts.filter(|contact| contact.flags.touching || contact.flags.was_touching) {
            let mut colliders = contact.parts().map(|part| self.parts[part].collider);
            if colliders.iter().any(|slot| self.colliders[*slot as usize].part_count > 1) {
                colliders.sort_unstable();
                shared.push((colliders, events.len()));
            }
            events.push(Some(self.event(contact, contact.flags.touching)));
        }
        shared.sort_unstable();
        for group in shared.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
            let merged = group.iter().filter_map(|(_, index)| events[*index].take()).reduce(merge);
            events[group[0].1] = merged;
        }
        events.into_iter().flatten().collect()
    }
}

/// The event of two colliders from the events of two pairs of their parts.
fn merge<R: Real>(first: ContactEvent<R>, second: ContactEvent<R>) -> ContactEvent<R> {
    let touches = |event: &ContactEvent<R>| event.change != Change::Leave;
    let touched = |event: &ContactEvent<R>| event.change != Change::Enter;
    let separation = |event: &ContactEvent<R>| {
        event.points().fold(R::INFINITY, |least, point| least.min(point.separation))
    };
    let is_second = match (touches(&first), touches(&second)) {
        (true, true) => {
            let impulses = [first.normal_impulse(), second.normal_impulse()];
            impulses[1] > impulses[0]
                || impulses[1] == impulses[0] && separation(&second) < separation(&first)
        }
        (is_first, is_second) => is_second && !is_first,
    };
    let (main, other) = if is_second { (second, first) } else { (first, second) };
    let mut points = main.points;
    for added in other.points() {
        let distance = |point: &ManifoldPoint<R>| {
            let offset = point.point - added.point;
            offset.dot(offset)
        };
        let nearest =
            points.iter_mut().flatten().reduce(|a, b| if distance(b) < distance(a) { b } else { a });
        if let Some(point) = nearest {
            point.normal_impulse = point.normal_impulse + added.normal_impulse;
            point.tangent_impulse = point.tangent_impulse + added.tangent_impulse;
        }
    }
    let change = match (touched(&first) || touched(&second), touches(&main)) {
        (false, _) => Change::Enter,
        (true, true) => Change::Stay,
        (true, false) => Change::Leave,
    };
    let approach_speed = first.approach_speed.max(second.approach_speed);
    ContactEvent { change, approach_speed, points, ..main }
}
