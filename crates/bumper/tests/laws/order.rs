//! The order in which bodies and colliders are inserted has no influence on single bodies, movers and events.

use crate::build::{Stage, overlaps_ground, run};
use crate::draw;
use crate::law::{Fault, Law};
use crate::scene::{Body, Number, Part, Scene};
use crate::solid::Solid;
use bumper::scalar::Real;
use bumper::world::Change;
use fastrand::Rng;

/// A body or a mover on a surface with a plank and a sensor.
fn single(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(120);
    scene.material = draw::material(rng);
    scene.ground = vec![draw::surface(rng)];
    let x = draw::between(rng, -3.0, 1.0);
    scene.ground.push(Part::Plank { from: [x - 1.0, 3.5], to: [x + 1.0, 3.5] });
    scene.ground.push(sensor(rng));
    if rng.bool() {
        scene.walkers = vec![draw::walker(rng, -5.5, 4.5)];
    } else {
        let at = [draw::between(rng, -4.0, 4.0), draw::between(rng, 4.5, 6.0)];
        let velocity = [draw::between(rng, -4.0, 4.0), 0.0];
        scene.bodies = vec![Body { velocity, ..draw::body(rng, at) }];
    }
    scene.form = draw::pick(rng, &scene.forms());
    draw::rescaled(rng, scene)
}

/// A concave sensor near the ground.
pub fn sensor(rng: &mut Rng) -> Part {
    let x = draw::between(rng, -3.0, 2.0);
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 4.0], [2.0, 2.0], [0.0, 2.0]];
    Part::Sensor(Solid::Region(corners.map(|[a, b]| [a + x, b]).to_vec()))
}

/// The class of a scene with a body or mover.
fn class(scene: &Scene) -> String {
    let kind = scene.bodies.first().map_or("mover", |body| body.solid.kind());
    format!("{} {:?} {kind}", scene.ground_kind(), scene.form)
}

#[test]
fn single_body_or_mover_does_not_depend_on_the_order_of_the_ground() {
    Law { name: "order of the ground", cases: 200, left_out: &[] }.holds(single, |scene| {
        let solids = scene.bodies.iter().map(|body| &body.solid);
        let Some(solid) = solids.chain(scene.walkers.iter().map(|walker| &walker.solid)).next() else {
            return Ok(false);
        };
        if overlaps_ground(scene) {
            return Ok(false);
        }
        let other = Scene { reversed: true, ..scene.clone() };
        let (a, b) = (run(scene), run(&other));
        let bodies =
            a.bodies.iter().flatten().zip(b.bodies.iter().flatten()).map(|(a, b)| (a.center, b.center));
        let walks =
            a.walks.iter().flatten().zip(b.walks.iter().flatten()).map(|(a, b)| (a.position, b.position));
        for (frame, (a, b)) in bodies.chain(walks).enumerate() {
            let way = (a[0] - b[0]).hypot(a[1] - b[1]) / solid.size();
            if !(way <= 1e-3) {
                let text = format!(
                    "the order of the ground changes the position by {way:.2e} of the size in frame {frame}"
                );
                return Err(Fault::between(scene, &other, text).classed(class(scene)));
            }
        }
        Ok(true)
    });
}

/// The begin and end events of a run: the frame, the indices of the bodies in the scene (`None` is the ground), and the change.
fn events<R: Real>(scene: &Scene) -> Vec<(usize, Vec<Option<usize>>, Change, bool)> {
    let mut stage = Stage::<R>::new(scene);
    let mut all = Vec::new();
    for frame in 0..scene.frames {
        stage.step();
        let index = |id| stage.bodies.iter().position(|body| *body == id);
        let mut now: Vec<_> = (stage.simulation.events())
            .filter(|event| event.change != Change::Stay)
            .map(|event| {
                let mut bodies = vec![index(event.a), index(event.b)];
                bodies.sort();
                (frame, bodies, event.change, event.sensor)
            })
            .collect();
        now.sort_by_key(|(_, bodies, change, sensor)| (bodies.clone(), *sensor, *change == Change::Leave));
        all.extend(now);
    }
    all
}

/// Bodies far from each other that fall on a floor with sensors.
fn apart(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(120);
    scene.ground = vec![draw::floor(rng), sensor(rng), sensor(rng)];
    for k in 0..rng.usize(1..4) {
        let at = [-6.0 + 5.0 * k as f64, draw::between(rng, 1.5, 5.0)];
        scene.bodies.push(draw::body(rng, at));
    }
    draw::rescaled(rng, scene)
}

#[test]
fn events_do_not_depend_on_the_order_of_insertion() {
    Law { name: "order of events", cases: 150, left_out: &[] }.holds(apart, |scene| {
        if overlaps_ground(scene) {
            return Ok(false);
        }
        let mut other = Scene { reversed: true, ..scene.clone() };
        other.bodies.reverse();
        let runs = |scene: &Scene| match scene.number {
            Number::F32 => events::<f32>(scene),
            Number::F64 | Number::I32 | Number::I16 => events::<f64>(scene),
        };
        let (a, mut b) = (runs(scene), runs(&other));
        for (_, bodies, ..) in &mut b {
            bodies.iter_mut().for_each(|body| *body = body.map(|k| scene.bodies.len() - 1 - k));
            bodies.sort();
        }
        b.sort_by_key(|(frame, bodies, change, sensor)| {
            (*frame, bodies.clone(), *sensor, *change == Change::Leave)
        });
        if a == b {
            return Ok(!a.is_empty());
        }
        let differs = a.iter().zip(&b).find(|(a, b)| a != b);
        Err(Fault::between(scene, &other, format!("the events depend on the order: {differs:?}"))
            .classed("events"))
    });
}
