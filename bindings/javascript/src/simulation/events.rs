//! Contact events of simulations.

use super::{ids, with};
use crate::query::part;
use crate::{answer, scratch};
use engine::dynamics::ContactEvent;
use engine::world::Change;

/// The number of words of an event.
const EVENT_WORDS: usize = 26;

/// The words of an event: the ids of the two bodies and of their colliders, the change (0 enter, 1 stay, 2 leave), whether one is a sensor,
/// the normal, the approach speed, the parts, the number of points, and for each of two points its position, separation, normal and
/// tangent impulse and parts.
pub fn event_words(event: &ContactEvent<f64>) -> [f64; EVENT_WORDS] {
    let mut words = [0.0; EVENT_WORDS];
    // The ids of objects that were removed are valid, because they fitted when the objects were added.
    let body = |id| ids::body_number(id).unwrap_or(0.0);
    let [collider_a, collider_b] = event.colliders.map(|id| ids::collider_number(id).unwrap_or(0.0));
    let change = match event.change {
        Change::Enter => 0.0,
        Change::Stay => 1.0,
        Change::Leave => 2.0,
    };
    let [normal_x, normal_y] = event.normal.0;
    let [part_a, part_b] = event.parts.map(part);
    words[..12].copy_from_slice(&[
        body(event.a),
        body(event.b),
        collider_a,
        collider_b,
        change,
        f64::from(u8::from(event.sensor)),
        normal_x,
        normal_y,
        event.approach_speed,
        part_a,
        part_b,
        event.points().count() as f64,
    ]);
    for (words, point) in words[12..].chunks_exact_mut(7).zip(event.points()) {
        let [x, y] = point.point.0;
        let [part_a, part_b] = point.parts.map(part);
        words.copy_from_slice(&[
            x,
            y,
            point.separation,
            point.normal_impulse,
            point.tangent_impulse,
            part_a,
            part_b,
        ]);
    }
    words
}

fn write(events: impl Iterator<Item = ContactEvent<f64>>) -> u32 {
    let words: Vec<_> = events.flat_map(|event| event_words(&event)).collect();
    scratch::write(&words) / EVENT_WORDS as u32
}

/// Writes the contacts that began, ended, or, if `stay` is not 0, continued in the last step, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_events(handle: f64, stay: i32) -> i32 {
    answer(with(handle, |simulation| {
        Ok(write(simulation.of.events().filter(|event| stay != 0 || event.change != Change::Stay)))
    }))
}

/// Writes the contacts of a body that began, continued or ended in the last step, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn body_contacts(handle: f64, body: f64) -> i32 {
    answer(with(handle, |simulation| Ok(write(simulation.of.contacts_of(ids::body_id(body))))))
}
