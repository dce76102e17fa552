//! Sleep, and copies of simulations.

use crate::build::{Stage, overlaps_ground};
use crate::draw;
use crate::law::{Fault, Law};
use crate::scene::{Number, Part, Scene};
use bumper::dynamics::{BodyId, Simulation};
use bumper::query::contact::contact;
use bumper::scalar::Real;
use fastrand::Rng;

/// Some bodies that fall into a pit.
fn pit(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(480);
    scene.material = draw::material(rng);
    scene.ground = vec![draw::floor(rng)];
    for x in [-3.0, 2.0] {
        scene.ground.push(Part::Block { min: [x, -1.0], max: [x + 1.0, 6.0] });
    }
    for k in 0..rng.usize(1..6) {
        let at = [draw::between(rng, -1.2, 1.2), 1.0 + 1.6 * k as f64];
        scene.bodies.push(draw::body(rng, at));
    }
    scene.form = draw::pick(rng, &scene.forms());
    let scene = draw::rescaled(rng, scene);
    Scene { steps: vec![draw::pick(rng, &[1.0 / 60.0, 1.0 / 50.0, 1.0 / 120.0])], ..scene }
}

/// Whether two bodies are at most a given distance apart.
fn are_near<R: Real>(simulation: &Simulation<R>, a: BodyId, b: BodyId, distance: f64) -> bool {
    let shapes = |id| simulation.colliders_of(id).filter_map(|collider| simulation.shape_of(collider));
    shapes(a).any(|a| shapes(b).any(|b| contact(&a, &b).separation.to_f64() <= distance))
}

/// The bodies of a scene that rest on the ground, directly or on other such bodies.
fn supported<R: Real>(stage: &Stage<R>, distance: f64) -> Vec<BodyId> {
    let simulation = &stage.simulation;
    let mut supported: Vec<BodyId> =
        simulation.iter().map(|(id, _)| id).filter(|id| !stage.bodies.contains(id)).collect();
    loop {
        let is_new = |id: &&BodyId| {
            !supported.contains(id)
                && supported.iter().any(|other| are_near(simulation, **id, *other, distance))
        };
        let Some(id) = stage.bodies.iter().find(is_new) else { return supported };
        supported.push(*id);
    }
}

/// The time after which a body at rest must sleep.
const LONGEST_REST: f64 = 2.0;

fn sleeps_in_time<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let mut rest = 0.0;
    let limit = (-scene.gravity[1] * scene.unit).sqrt() * 1e-3;
    for frame in 0..scene.frames {
        stage.step();
        let states = stage.states();
        let slow = |speed: f64, spin: f64| speed < limit && spin.abs() * scene.unit < limit;
        let all_slow =
            states.iter().all(|state| slow(state.velocity[0].hypot(state.velocity[1]), state.spin));
        let asleep = states.iter().filter(|state| state.asleep).count();
        rest = if all_slow && asleep < states.len() { rest + scene.step(frame) } else { 0.0 };
        if rest > LONGEST_REST {
            return Err(
                Fault::of(scene, format!("awake at rest for {rest:.1} s in frame {frame}")).classed("awake")
            );
        }
    }
    let (states, supported) = (stage.states(), supported(&stage, 0.02 * scene.unit));
    for (k, state) in states.iter().enumerate() {
        if state.asleep && !supported.contains(&stage.bodies[k]) {
            return Err(Fault::of(scene, format!("body {k} sleeps without support")).classed("floats"));
        }
    }
    Ok(states.iter().any(|state| state.asleep))
}

#[test]
fn bodies_at_rest_sleep_and_only_with_support() {
    Law { name: "sleep", cases: 60, left_out: &[] }.holds(pit, |scene| {
        if scene.bodies.is_empty() || overlaps_ground(scene) {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => sleeps_in_time::<f32>(scene),
            Number::F64 | Number::I32 | Number::I16 => sleeps_in_time::<f64>(scene),
        }
    });
}

/// A copy of a simulation by way of a snapshot, which is restored into a copy of the simulation a few steps later.
fn restored<R: Real>(stage: &Stage<R>) -> Stage<R> {
    let saved = stage.simulation.save();
    let mut later = stage.clone();
    (0..5).for_each(|_| later.simulation.step(R::from_f64(1.0 / 60.0)));
    later.simulation.restore(&saved).expect("the bodies are the same");
    later
}

/// A simulation that can be saved as bytes, if the feature `serde` is on.
#[cfg(feature = "serde")]
trait Saved: serde::Serialize + serde::de::DeserializeOwned {}
#[cfg(feature = "serde")]
impl<T: serde::Serialize + serde::de::DeserializeOwned> Saved for T {}
#[cfg(not(feature = "serde"))]
trait Saved {}
#[cfg(not(feature = "serde"))]
impl<T> Saved for T {}

/// A copy of a simulation by way of bytes; a clone without the feature `serde`.
fn loaded<R: Real>(stage: &Stage<R>) -> Stage<R>
where
    Simulation<R>: Saved,
{
    #[cfg(feature = "serde")]
    let simulation = {
        let bytes = postcard::to_stdvec(&stage.simulation).expect("bytes");
        postcard::from_bytes(&bytes).expect("the same simulation")
    };
    #[cfg(not(feature = "serde"))]
    let simulation = stage.simulation.clone();
    Stage { simulation, ..stage.clone() }
}

fn copies_continue_alike<R: Real>(scene: &Scene) -> Result<bool, Fault>
where
    Simulation<R>: Saved,
{
    let mut stage = Stage::<R>::new(scene);
    for _ in 0..scene.frames / 8 {
        stage.step();
    }
    let mut copies = [("clone", stage.clone()), ("snapshot", restored(&stage)), ("load", loaded(&stage))];
    for frame in 0..scene.frames / 8 {
        stage.step();
        let hash = stage.simulation.state_hash();
        for (name, copy) in &mut copies {
            copy.step();
            if copy.simulation.state_hash() != hash {
                return Err(
                    Fault::of(scene, format!("the {name} differs after {frame} frames")).classed(*name)
                );
            }
        }
    }
    Ok(true)
}

#[test]
fn clone_snapshot_and_load_continue_with_the_same_bits() {
    Law { name: "copies", cases: 60, left_out: &[] }.holds(pit, |scene| match scene.number {
        Number::F32 => copies_continue_alike::<f32>(scene),
        Number::F64 | Number::I32 | Number::I16 => copies_continue_alike::<f64>(scene),
    });
}
