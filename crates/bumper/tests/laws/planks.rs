//! Planks hold what comes from above, however fast it is and whatever lands on it, and let pass what comes from below.

use crate::build::{Stage, overlaps_ground};
use crate::draw;
use crate::law::{Fault, Law};
use crate::scene::{Body, Number, Part, Scene};
use crate::solid::Solid;
use bumper::scalar::Real;
use fastrand::Rng;

/// The half width of a plank, far more than bodies move.
const HALF_WIDTH: f64 = 200.0;

/// A column of bodies above a plank, of which the highest falls, some slowly and some fast, onto the others.
fn column(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(60);
    scene.material = draw::material(rng);
    scene.ground = vec![Part::Plank { from: [-HALF_WIDTH, 0.0], to: [HALF_WIDTH, 0.0] }];
    let count = rng.usize(1..4);
    let mut height = 0.0;
    for k in 0..count {
        let body = draw::body(rng, [0.0; 2]);
        let half = body.solid.size();
        height += half + draw::between(rng, 0.05, 1.0);
        let speed = if k + 1 == count { draw::pick(rng, &[0.0, 10.0, 30.0, 80.0, 150.0]) } else { 0.0 };
        let at = [draw::between(rng, -0.2, 0.2), height];
        scene.bodies.push(Body { at, velocity: [0.0, -speed], ..body });
        height += half;
    }
    draw::rescaled(rng, scene)
}

/// The size of the smallest body of a scene.
fn smallest(scene: &Scene) -> f64 {
    scene.bodies.iter().map(|body| body.solid.size()).fold(f64::MAX, f64::min)
}

/// The largest speed of a scene at the size 1, rounded.
fn speed_class(scene: &Scene) -> f64 {
    let fastest = scene.bodies.iter().map(|body| body.velocity[1].abs()).fold(0.0, f64::max);
    (fastest / scene.unit).round()
}

fn holds_bodies<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let mut has_touched = false;
    for frame in 0..scene.frames {
        stage.step();
        has_touched |= stage.bodies.iter().any(|id| stage.simulation.contacts_of(*id).next().is_some());
        for (k, state) in stage.states().iter().enumerate() {
            let on_plank = state.center[0].abs() < (HALF_WIDTH - 5.0) * scene.unit;
            if on_plank && state.center[1] < -0.01 * smallest(scene) {
                let count = if scene.bodies.len() == 1 { "one" } else { "several" };
                let text = format!("body {k} falls through a plank in frame {frame}");
                return Err(Fault::of(scene, text).classed(format!("{count} at {}", speed_class(scene))));
            }
        }
    }
    Ok(has_touched)
}

/// Whether a plank holds the bodies of a scene; `Ok(false)` if nothing falls on a plank.
fn plank_holds(scene: &Scene) -> Result<bool, Fault> {
    let is_plank = matches!(scene.ground[..], [Part::Plank { .. }]);
    if scene.bodies.is_empty() || !is_plank || overlaps_ground(scene) {
        return Ok(false);
    }
    match scene.number {
        Number::F32 => holds_bodies::<f32>(scene),
        Number::F64 | Number::I32 | Number::I16 => holds_bodies::<f64>(scene),
    }
}

#[test]
fn plank_holds_bodies_that_fall_on_it() {
    Law { name: "plank from above", cases: 200, left_out: &[] }.holds(column, plank_holds);
}

/// A body that is thrown up through a plank.
fn thrown(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(60);
    scene.material = draw::material(rng);
    scene.ground = vec![Part::Plank { from: [-HALF_WIDTH, 0.0], to: [HALF_WIDTH, 0.0] }];
    let at = [0.0, draw::between(rng, -4.0, -1.5)];
    let body = draw::body(rng, at);
    let velocity = [draw::between(rng, -2.0, 2.0), draw::between(rng, 2.0, 20.0)];
    scene.bodies = vec![Body { velocity, spin: draw::between(rng, -3.0, 3.0), ..body }];
    draw::rescaled(rng, scene)
}

fn lets_pass<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let size = scene.bodies[0].solid.size();
    let mut before = stage.states()[0].clone();
    let mut has_met = false;
    for frame in 0..scene.frames {
        stage.step();
        let now = stage.states()[0].clone();
        let dt = scene.step(frame);
        // A body whose center is above the plank may come down on it with a corner, if it turns.
        if now.center[1] > 0.0 {
            break;
        }
        has_met |= now.center[1] > -0.5 * size;
        let wanted = [0, 1].map(|axis| before.velocity[axis] + scene.gravity[axis] * dt);
        let change = (now.velocity[0] - wanted[0]).hypot(now.velocity[1] - wanted[1]);
        let is_rising = before.velocity[1] > -scene.gravity[1] * dt;
        if is_rising && change > 1e-3 * before.velocity[1].abs() - 1e-3 * scene.gravity[1] * dt {
            let text =
                format!("a plank changes the velocity of a rising body by {change:.3} in frame {frame}");
            return Err(Fault::of(scene, text).classed(scene.bodies[0].solid.kind()));
        }
        before = now;
    }
    Ok(has_met)
}

#[test]
fn plank_lets_bodies_pass_from_below() {
    Law { name: "plank from below", cases: 150, left_out: &[] }.holds(thrown, |scene| {
        let is_plank = matches!(scene.ground[..], [Part::Plank { .. }]);
        let [body] = &scene.bodies[..] else { return Ok(false) };
        // Each part of a compound passes a plank on its own.
        if !is_plank || matches!(body.solid, Solid::Compound(_)) {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => lets_pass::<f32>(scene),
            Number::F64 | Number::I32 | Number::I16 => lets_pass::<f64>(scene),
        }
    });
}
