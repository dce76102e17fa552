//! A simulation that was saved and restored, loaded or cloned continues with the same bits.

use crate::build::{Stage, overlaps_ground};
use crate::draw;
use crate::law::{Fault, Law};
use crate::scene::{Body, Number, Part, Scene};
use bumper::scalar::Real;
use fastrand::Rng;

/// The number of frames between two saves.
const INTERVAL: usize = 7;

/// Bodies and a mover on a surface with planks side by side and a belt or none.
fn ordinary(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(150);
    scene.material = draw::material(rng);
    scene.material.belt = draw::pick(rng, &[0.0, 0.0, 0.0, 1.0]);
    scene.ground = vec![draw::surface(rng)];
    let x = draw::between(rng, -3.0, 1.0);
    for k in 0..rng.usize(0..4) {
        let left = x + k as f64;
        scene.ground.push(Part::Plank { from: [left, 3.5], to: [left + 1.0, 3.5] });
    }
    if rng.bool() {
        scene.walkers = vec![draw::walker(rng, -5.5, 4.5)];
    }
    for k in 0..rng.usize(1..5) {
        let at = [draw::between(rng, -3.0, 3.0), 5.0 + 1.8 * k as f64];
        let velocity = [draw::between(rng, -4.0, 4.0), draw::pick(rng, &[0.0, 0.0, -30.0])];
        scene.bodies.push(Body { velocity, spin: draw::between(rng, -3.0, 3.0), ..draw::body(rng, at) });
    }
    scene.form = draw::pick(rng, &scene.forms());
    draw::rescaled(rng, scene)
}

/// The simulation after saving and loading it with `serde`.
#[cfg(feature = "serde")]
fn loaded<R>(stage: &Stage<R>) -> Stage<R>
where
    R: Real + serde::Serialize + serde::de::DeserializeOwned,
{
    let bytes = postcard::to_stdvec(&stage.simulation).expect("it fits in memory");
    let simulation = postcard::from_bytes(&bytes).expect("a saved simulation");
    Stage { simulation, ..stage.clone() }
}

/// Checks the copies of a simulation that `copies` makes every few frames: each has the same state as the simulation in the frames until
/// the next copies are made.
fn continues<R: Real>(
    scene: &Scene,
    copies: impl Fn(&Stage<R>) -> Vec<(&'static str, Stage<R>)>,
) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let mut others = Vec::new();
    let mut has_touched = false;
    for frame in 0..scene.frames {
        if frame % INTERVAL == 0 {
            others = copies(&stage);
        }
        stage.step();
        has_touched |= stage.bodies.iter().any(|id| stage.simulation.contacts_of(*id).next().is_some());
        let (hash, saved) = (stage.simulation.state_hash(), stage.simulation.save());
        for (name, other) in &mut others {
            other.step();
            let is_same = other.states() == stage.states() && other.simulation.state_hash() == hash;
            if !is_same || other.simulation.save() != saved {
                let what = if is_same { "snapshot" } else { "state" };
                let text = format!("the {what} of the {name} simulation differs in frame {frame}");
                return Err(Fault::of(scene, text).classed(format!("{name} {}", scene.ground_kind())));
            }
        }
    }
    Ok(has_touched)
}

/// The clone of a simulation, and a new simulation of the same scene into which its snapshot was restored.
fn clone_and_restored<R: Real>(stage: &Stage<R>) -> Vec<(&'static str, Stage<R>)> {
    let mut simulation = Stage::<R>::new(&stage.scene).simulation;
    simulation.restore(&stage.simulation.save()).expect("the same bodies");
    vec![("cloned", stage.clone()), ("restored", Stage { simulation, ..stage.clone() })]
}

#[test]
fn saved_simulation_continues_with_the_same_bits() {
    Law { name: "saved simulation", cases: 200, left_out: &[] }.holds(ordinary, |scene| {
        if overlaps_ground(scene) || scene.bodies.is_empty() {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => continues::<f32>(scene, clone_and_restored),
            Number::F64 | Number::I32 | Number::I16 => continues::<f64>(scene, clone_and_restored),
        }
    });
}

#[cfg(feature = "serde")]
#[test]
fn loaded_simulation_continues_with_the_same_bits() {
    Law { name: "loaded simulation", cases: 200, left_out: &[] }.holds(ordinary, |scene| {
        if overlaps_ground(scene) || scene.bodies.is_empty() {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => continues::<f32>(scene, |stage| vec![("loaded", loaded(stage))]),
            Number::F64 | Number::I32 | Number::I16 => {
                continues::<f64>(scene, |stage| vec![("loaded", loaded(stage))])
            }
        }
    });
}
