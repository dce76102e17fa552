//! Contact events: they alternate, agree with the shapes, and explain every change of velocity.

use crate::build::{Stage, overlaps_ground};
use crate::draw;
use crate::law::{Fault, Law};
use crate::order::sensor;
use crate::scene::{Body, Number, Scene};
use bumper::dynamics::ColliderId;
use bumper::query::contact::contact;
use bumper::scalar::Real;
use bumper::world::Change;
use fastrand::Rng;
use std::collections::BTreeSet;

/// Some bodies that fall on a surface with a sensor.
fn falling(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(100);
    scene.material = draw::material(rng);
    scene.ground = vec![draw::surface(rng), sensor(rng)];
    for k in 0..rng.usize(1..5) {
        let at = [draw::between(rng, -4.0, 4.0), 3.0 + 1.6 * k as f64];
        let velocity = [draw::between(rng, -8.0, 8.0), draw::between(rng, -8.0, 2.0)];
        scene.bodies.push(Body { velocity, spin: draw::between(rng, -3.0, 3.0), ..draw::body(rng, at) });
    }
    scene.form = draw::pick(rng, &scene.forms());
    draw::rescaled(rng, scene)
}

/// Checks the events of the last step against the pairs that touched before, and updates these pairs.
fn alternate<R: Real>(stage: &Stage<R>, touching: &mut BTreeSet<[ColliderId; 2]>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for event in stage.simulation.events() {
        let mut pair = event.colliders;
        pair.sort();
        let what = if event.sensor { "sensor" } else { "contact" };
        if !seen.insert(pair) {
            return Err(format!("{what}: two events of one pair in a step"));
        }
        let was_touching = touching.contains(&pair);
        match event.change {
            Change::Enter if was_touching => return Err(format!("{what}: Enter after Enter")),
            Change::Stay if !was_touching => return Err(format!("{what}: Stay without Enter")),
            Change::Leave if !was_touching => return Err(format!("{what}: Leave without Enter")),
            Change::Enter => _ = touching.insert(pair),
            Change::Stay => (),
            Change::Leave => _ = touching.remove(&pair),
        }
    }
    if touching.iter().any(|pair| !seen.contains(pair)) {
        return Err("a pair that touches has no event".into());
    }
    Ok(())
}

/// Checks that pairs that touch are near each other.
fn near<R: Real>(stage: &Stage<R>, touching: &BTreeSet<[ColliderId; 2]>, margin: f64) -> Result<(), String> {
    for pair in touching {
        let [Some(a), Some(b)] = pair.map(|id| stage.simulation.shape_of(id)) else { continue };
        let separation = contact(&a, &b).separation.to_f64();
        if separation > margin {
            return Err(format!("touching at a distance of {separation:.3}"));
        }
    }
    Ok(())
}

fn events_are_right<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let mut touching = BTreeSet::new();
    let mut has_touched = false;
    for frame in 0..scene.frames {
        let (before, dt) = (stage.states(), scene.step(frame));
        stage.step();
        let fault = |(class, text): (&str, String)| {
            Err(Fault::of(scene, format!("{text} in frame {frame}"))
                .classed(format!("{class} {}", scene.ground_kind())))
        };
        if let Err(text) = alternate(&stage, &mut touching) {
            return fault(("alternate", text));
        }
        has_touched |= !touching.is_empty();
        let states = stage.states();
        let speed = |velocity: [f64; 2], spin: f64| velocity[0].hypot(velocity[1]) + spin.abs() * scene.unit;
        let fastest =
            before.iter().chain(&states).map(|state| speed(state.velocity, state.spin)).fold(0.0, f64::max);
        if let Err(text) = near(&stage, &touching, 2.0 * fastest * dt + 0.05 * scene.unit) {
            return fault(("near", text));
        }
        for (k, (old, new)) in before.iter().zip(&states).enumerate() {
            let fall = [0, 1].map(|axis| old.velocity[axis] + scene.gravity[axis] * dt);
            let change = (new.velocity[0] - fall[0]).hypot(new.velocity[1] - fall[1]);
            let spin = (new.spin - old.spin).abs() * scene.unit;
            let is_changed =
                change.max(spin) > 1e-3 * (speed(old.velocity, old.spin) - scene.gravity[1] * dt);
            let mut contacts = stage.simulation.events().filter(|event| !event.sensor);
            let id = stage.bodies[k];
            if is_changed && !new.asleep && !contacts.any(|event| event.a == id || event.b == id) {
                return fault((
                    "silent",
                    format!("the velocity of body {k} changes by {change:.3} without an event"),
                ));
            }
        }
    }
    Ok(has_touched)
}

#[test]
fn events_alternate_and_explain_changes_of_velocity() {
    Law { name: "events", cases: 150, left_out: &[] }.holds(falling, |scene| {
        if scene.bodies.is_empty() || overlaps_ground(scene) {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => events_are_right::<f32>(scene),
            Number::F64 | Number::I32 | Number::I16 => events_are_right::<f64>(scene),
        }
    });
}
