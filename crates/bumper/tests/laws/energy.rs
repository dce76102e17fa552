//! Energy and momentum: contacts create neither.

use crate::build::{Stage, overlaps_ground};
use crate::draw;
use crate::law::{Fault, Law};
use crate::scene::{Body, Material, Number, Part, Scene};
use crate::solid::{Point, Solid, point};
use bumper::scalar::Real;
use fastrand::Rng;

/// The quantities of a moment that contacts do not increase.
#[derive(Clone, Copy, Debug)]
struct Sums {
    kinetic: f64,
    /// Above the height zero.
    potential: f64,
    momentum: Point,
    /// The sum of the magnitudes of all momenta.
    total_momentum: f64,
    /// The mass times the speed of all bodies that touch anything.
    touching_momentum: f64,
    /// The mass of all bodies that touch anything.
    touching_mass: f64,
}

/// The sums over all bodies of a scene.
fn sums<R: Real>(stage: &Stage<R>) -> Sums {
    let gravity = stage.scene.gravity;
    let mut sums = Sums {
        kinetic: 0.0,
        potential: 0.0,
        momentum: [0.0; 2],
        total_momentum: 0.0,
        touching_momentum: 0.0,
        touching_mass: 0.0,
    };
    for id in &stage.bodies {
        let body = stage.simulation.get(*id).expect("the body exists");
        let (mass, inertia) = (body.mass.to_f64(), body.inertia.to_f64());
        let (velocity, center) = (point(body.velocity), point(body.center));
        let (speed, spin) = (velocity[0].hypot(velocity[1]), body.angular_velocity.to_f64());
        sums.kinetic += 0.5 * (mass * speed * speed + inertia * spin * spin);
        sums.potential -= mass * (gravity[0] * center[0] + gravity[1] * center[1]);
        sums.momentum[0] += mass * velocity[0];
        sums.momentum[1] += mass * velocity[1];
        sums.total_momentum += mass * speed;
        if stage.simulation.contacts_of(*id).next().is_some() {
            let turning = (inertia * mass).sqrt() * spin.abs();
            sums.touching_momentum += mass * speed + turning;
            sums.touching_mass += mass;
        }
    }
    sums
}

/// Some bodies on a surface or in a room, with random velocities.
fn some_bodies(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(120);
    scene.material = draw::material(rng);
    scene.ground = vec![draw::surface(rng)];
    for k in 0..rng.usize(1..6) {
        let at = [draw::between(rng, -4.0, 4.0), 3.0 + 1.6 * k as f64];
        let velocity = [draw::between(rng, -6.0, 6.0), draw::between(rng, -4.0, 2.0)];
        let spin = draw::between(rng, -3.0, 3.0);
        let angle = draw::between(rng, -1.0, 1.0);
        scene.bodies.push(Body { velocity, spin, angle, ..draw::body(rng, at) });
    }
    scene.form = draw::pick(rng, &scene.forms());
    draw::rescaled(rng, scene)
}

/// The largest growth of the energy as a fraction of its scale, besides one gravity step per bounce.
const GROWTH: f64 = 0.02;

fn energy_grows<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let (before, mut touched) = (sums(&stage), false);
    let gravity = scene.gravity[0].hypot(scene.gravity[1]);
    let mut least = before.kinetic + before.potential;
    // Energy at which nothing moves any more: the deepest point that a body can reach is about 3 units below zero.
    let mut largest = least.abs().max(before.kinetic);
    for frame in 0..scene.frames {
        let dt = scene.step(frame);
        stage.step();
        let now = sums(&stage);
        touched |= now.touching_mass > 0.0;
        largest = largest.max(now.kinetic);
        let bounce = (now.touching_momentum + now.touching_mass * gravity * dt) * gravity * dt;
        let energy = now.kinetic + now.potential;
        if energy > least + bounce + GROWTH * largest {
            let text =
                format!("energy grew to {:.3} of its scale in frame {frame}", (energy - least) / largest);
            return Err(Fault::of(scene, text).classed(kinds(scene)));
        }
        least = least.min(energy);
    }
    Ok(touched)
}

/// The class of a scene of bodies.
fn kinds(scene: &Scene) -> String {
    let bouncy =
        scene.material.restitution > 0.0 || scene.bodies.iter().any(|body| body.material.restitution > 0.0);
    let (count, ground) = (scene.bodies.len().min(2), scene.ground_kind());
    format!(
        "{ground} {:?} {} {}",
        scene.form,
        if bouncy { "bouncy" } else { "hard" },
        ["none", "one", "several"][count]
    )
}

#[test]
fn energy_does_not_grow() {
    Law { name: "energy does not grow", cases: 200, left_out: &["valley ColumnsOfOneBody bouncy"] }.holds(
        some_bodies,
        |scene| {
            if overlaps_ground(scene) {
                return Ok(false);
            }
            match scene.number {
                Number::F32 => energy_grows::<f32>(scene),
                Number::F64 | Number::I32 | Number::I16 => energy_grows::<f64>(scene),
            }
        },
    );
}

/// Elastic bodies without friction in a room without gravity.
fn elastic_room(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(240);
    scene.gravity = [0.0; 2];
    let elastic = Material { friction: 0.0, restitution: 1.0, belt: 0.0 };
    scene.material = elastic;
    scene.ground =
        vec![Part::Room { min: [-4.0, -4.0], max: [4.0, 4.0], thickness: draw::pick(rng, &[0.0, 1.0]) }];
    let count = rng.usize(1..5);
    let balls = rng.bool();
    for k in 0..count {
        let at = [[-2.0, -2.0], [2.0, -2.0], [-2.0, 2.0], [2.0, 2.0]][k];
        let velocity = [draw::between(rng, -8.0, 8.0), draw::between(rng, -8.0, 8.0)];
        let mut body = Body { velocity, material: elastic, ..draw::body(rng, at) };
        if balls {
            body.solid = Solid::Ball { center: [0.0; 2], radius: draw::between(rng, 0.2, 0.6) };
        }
        scene.bodies.push(body);
    }
    draw::rescaled(rng, scene)
}

fn energy_is_kept<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let before = sums(&stage).kinetic;
    for frame in 0..scene.frames {
        stage.step();
        let now = sums(&stage).kinetic;
        if (now / before - 1.0).abs() > 0.01 {
            let text = format!("elastic bodies have {:.4} of their energy in frame {frame}", now / before);
            let balls = scene.bodies.iter().all(|body| matches!(body.solid, Solid::Ball { .. }));
            let count = if scene.bodies.len() == 1 { "one" } else { "several" };
            let walls = if let Some(Part::Room { thickness: 0.0, .. }) = scene.ground.first() {
                "thin"
            } else {
                "thick"
            };
            return Err(Fault::of(scene, text)
                .classed(format!("{count} {} {walls}", if balls { "balls" } else { "shapes" })));
        }
    }
    Ok(true)
}

#[test]
fn elastic_bodies_without_friction_keep_their_energy() {
    Law { name: "elastic", cases: 150, left_out: &["several shapes thin"] }.holds(elastic_room, |scene| {
        let elastic = scene.material.restitution == 1.0 && scene.material.friction == 0.0;
        let all = scene.bodies.iter().all(|body| body.material == scene.material);
        let moves = scene.bodies.iter().any(|body| body.velocity != [0.0; 2]);
        if !(elastic && all && moves) || overlaps_ground(scene) {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => energy_is_kept::<f32>(scene),
            Number::F64 | Number::I32 | Number::I16 => energy_is_kept::<f64>(scene),
        }
    });
}

/// A symmetric body that falls flat on a level floor.
fn drop_on_floor(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(400);
    scene.ground = vec![draw::floor(rng)];
    let restitution = draw::between(rng, 0.3, 0.9);
    scene.material = Material { friction: draw::pick(rng, &[0.0, 0.6]), restitution, belt: 0.0 };
    let half = draw::between(rng, 0.2, 0.8);
    let solid = match rng.u8(0..4) {
        0 => Solid::square([half, draw::between(rng, 0.2, 0.8)]),
        1 => Solid::Ball { center: [0.0; 2], radius: half },
        2 => Solid::Capsule { from: [-half, 0.0], to: [half, 0.0], radius: 0.3 },
        _ => Solid::Ellipse { center: [0.0; 2], half: [half, 0.4] },
    };
    let at = [draw::between(rng, -4.0, 4.0), draw::between(rng, 3.0, 6.0)];
    scene.bodies = vec![Body { solid, ..draw::body(rng, at) }];
    scene.bodies[0].material = Material { restitution: 0.0, ..scene.material };
    scene.form = draw::pick(rng, &scene.forms());
    let scene = draw::rescaled(rng, scene);
    Scene { steps: vec![draw::pick(rng, &[1.0 / 60.0, 1.0 / 120.0])], ..scene }
}

fn apex_is_right<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let start = stage.states()[0].clone();
    let (mut bounced, mut falls_again, mut apex, mut spin) = (false, false, f64::MIN, 0.0f64);
    for _ in 0..scene.frames {
        stage.step();
        let state = stage.states()[0].clone();
        spin = spin.max(state.spin.abs());
        if !bounced {
            bounced = state.velocity[1] > 0.0;
        } else {
            apex = apex.max(state.center[1]);
            falls_again = state.velocity[1] < 0.0;
            if falls_again {
                break;
            }
        }
    }
    // A body that still rises at the end has not reached its apex.
    if !falls_again {
        return Ok(false);
    }
    let rest = rest_height(&scene.bodies[0].solid);
    let (drop, e) = (start.center[1] - rest, scene.material.restitution);
    let ratio = (apex - rest) / drop / (e * e);
    // The impact is at most one step early or late.
    let speed = (2.0 * drop * -scene.gravity[1]).sqrt();
    let tolerance = 0.02 + speed * scene.step(0) / (drop * e * e);
    let turns = spin * scene.step(0) > 1e-3;
    if turns || (ratio - 1.0).abs() > tolerance {
        let text = format!("rises to {ratio:.3} of the right height, largest spin {spin:.2e}");
        let class =
            format!("{:?} {}{}", scene.form, scene.bodies[0].solid.kind(), if turns { " spins" } else { "" });
        return Err(Fault::of(scene, text).classed(class));
    }
    Ok(true)
}

/// The height of the center of a symmetric shape that lies on a level floor.
fn rest_height(solid: &Solid) -> f64 {
    -solid.shape::<f64>().bounds().expect("bounds").min().y()
}

#[test]
fn apex_after_a_bounce_is_the_square_of_the_restitution() {
    Law { name: "apex", cases: 200, left_out: &[] }.holds(drop_on_floor, |scene| {
        let level = scene.ground_kind() == "floor" && scene.material.restitution >= 0.3;
        let [body] = &scene.bodies[..] else { return Ok(false) };
        if !level
            || body.angle != 0.0
            || body.spin != 0.0
            || body.velocity != [0.0; 2]
            || overlaps_ground(scene)
        {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => apex_is_right::<f32>(scene),
            Number::F64 | Number::I32 | Number::I16 => apex_is_right::<f64>(scene),
        }
    });
}

/// Bodies that fly at each other without gravity.
fn swarm(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(120);
    scene.gravity = [0.0; 2];
    for k in 0..rng.usize(2..7) {
        let place = [[-3.0, 0.0], [3.0, 0.0], [0.0, 3.0], [0.0, -3.0], [2.5, 2.5], [-2.5, -2.5]][k];
        let shift = [draw::between(rng, -0.4, 0.4), draw::between(rng, -0.4, 0.4)];
        let rate = draw::between(rng, 0.5, 5.0);
        let velocity = [-place[0] * rate, -place[1] * rate].map(|c| (c * 1000.0).round() / 1000.0);
        let at = [place[0] + shift[0], place[1] + shift[1]];
        scene.bodies.push(Body { velocity, spin: draw::between(rng, -5.0, 5.0), ..draw::body(rng, at) });
    }
    draw::rescaled(rng, scene)
}

fn momentum_is_kept<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let (before, mut touched) = (sums(&stage), false);
    for frame in 0..scene.frames {
        stage.step();
        let now = sums(&stage);
        touched |= now.touching_mass > 0.0;
        let change = (now.momentum[0] - before.momentum[0]).hypot(now.momentum[1] - before.momentum[1]);
        if change > 1e-4 * before.total_momentum {
            let text = format!(
                "momentum changes by {:.2e} of the total in frame {frame}",
                change / before.total_momentum
            );
            return Err(Fault::of(scene, text).classed("momentum"));
        }
        let energy = now.kinetic / before.kinetic;
        if energy > 1.005 {
            let text = format!("energy grows to {energy:.4} of its first value in frame {frame}");
            return Err(Fault::of(scene, text).classed("energy"));
        }
    }
    Ok(touched)
}

#[test]
fn free_bodies_keep_their_momentum_and_gain_no_energy() {
    Law { name: "free bodies", cases: 150, left_out: &[] }.holds(swarm, |scene| {
        if scene.bodies.is_empty() || scene.gravity != [0.0; 2] || overlaps_ground(scene) {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => momentum_is_kept::<f32>(scene),
            Number::F64 | Number::I32 | Number::I16 => momentum_is_kept::<f64>(scene),
        }
    });
}

/// A ball that hits a resting ball obliquely, without friction and gravity.
fn oblique_hit(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(60);
    scene.gravity = [0.0; 2];
    let material = Material { friction: 0.0, restitution: draw::pick(rng, &[0.0, 0.5, 1.0]), belt: 0.0 };
    let [a, b] = [draw::between(rng, 0.3, 0.6), draw::between(rng, 0.3, 0.6)];
    let offset = draw::between(rng, -0.7, 0.7) * (a + b);
    let ball = |radius, at, velocity| Body {
        solid: Solid::Ball { center: [0.0; 2], radius },
        at,
        angle: 0.0,
        velocity,
        spin: 0.0,
        material,
    };
    let speed = draw::pick(rng, &[5.0, 15.0, 40.0]);
    scene.bodies =
        vec![ball(a, [-4.0, offset], [speed, 0.0]), ball(b, [draw::between(rng, 0.0, 0.5), 0.0], [0.0; 2])];
    let scene = draw::rescaled(rng, scene);
    Scene { steps: vec![1.0 / 60.0], ..scene }
}

/// The largest angle between the velocity of a ball that was hit and the line of centres, in degrees.
const LINE_DEGREES: f64 = 2.0;

fn leaves_along_line<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let radius = |k: usize| scene.bodies[k].solid.size() / 2.0;
    let [first, second] = [0, 1].map(|k| scene.bodies[k].at);
    let height = second[1] - first[1];
    let wanted = height.atan2(((radius(0) + radius(1)).powi(2) - height * height).sqrt());
    for frame in 0..scene.frames {
        stage.step();
        let velocity = stage.states()[1].velocity;
        if velocity == [0.0; 2] {
            continue;
        }
        let angle = (velocity[1].atan2(velocity[0]) - wanted).to_degrees().abs();
        if angle > LINE_DEGREES {
            let text = format!("leaves {angle:.2} degrees off the line of centres in frame {frame}");
            let speed = scene.bodies[0].velocity[0] / scene.unit;
            return Err(Fault::of(scene, text).classed(format!("speed {speed:.0}")));
        }
        return Ok(true);
    }
    Ok(false)
}

#[test]
fn ball_leaves_along_the_line_of_centres() {
    Law { name: "line of centres", cases: 200, left_out: &[] }.holds(oblique_hit, |scene| {
        let [a, b] = &scene.bodies[..] else { return Ok(false) };
        let balls = [a, b]
            .iter()
            .all(|body| matches!(body.solid, Solid::Ball { .. }) && body.material.friction == 0.0);
        let sums = a.solid.size() / 2.0 + b.solid.size() / 2.0;
        let hits = (a.at[1] - b.at[1]).abs() < sums && a.velocity[0] > 0.0 && a.velocity[1] == 0.0;
        if !balls || !hits || b.velocity != [0.0; 2] || overlaps_ground(scene) {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => leaves_along_line::<f32>(scene),
            Number::F64 | Number::I32 | Number::I16 => leaves_along_line::<f64>(scene),
        }
    });
}

/// A body without friction that falls and slides to the right on a ground that descends to the right: a floor, a slope, or stairs.
fn slide(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(150);
    scene.material = Material { friction: 0.0, restitution: draw::pick(rng, &[0.0, 0.0, 0.5]), belt: 0.0 };
    let ground = match rng.u8(0..3) {
        0 => draw::floor(rng),
        1 => draw::slope(rng),
        _ => draw::stairs(rng).transformed(&crate::solid::Transform::MIRROR),
    };
    let Part::Surface { points, .. } = &ground else { unreachable!("a surface") };
    let x = draw::between(rng, -4.0, -1.0);
    let ([a, b], velocity) = ([points[0], points[1]], [draw::between(rng, 0.5, 4.0), 0.0]);
    let top = crate::ground::height(points, x).unwrap_or(a[1].max(b[1]));
    let at = [x, top + draw::between(rng, 0.9, 2.0)];
    scene.bodies = vec![Body { velocity, ..draw::body(rng, at) }];
    if let Solid::Box { .. } = scene.bodies[0].solid
        && ground_slope(points) < 0.0
    {
        scene.bodies[0].angle = ground_slope(points);
    }
    scene.bodies[0].material = scene.material;
    scene.ground = vec![ground];
    scene.form = draw::pick(rng, &scene.forms());
    draw::rescaled(rng, scene)
}

/// The angle of the first edge of a surface.
fn ground_slope(points: &[Point]) -> f64 {
    (points[1][1] - points[0][1]).atan2(points[1][0] - points[0][0])
}

fn keeps_speed<R: Real>(scene: &Scene) -> Result<bool, Fault> {
    let mut stage = Stage::<R>::new(scene);
    let (mut speed, mut touched) = (scene.bodies[0].velocity[0], false);
    for frame in 0..scene.frames {
        stage.step();
        touched |= stage.simulation.contacts_of(stage.bodies[0]).next().is_some();
        let state = stage.states()[0].clone();
        if state.center[1] < -scene.unit {
            break;
        }
        if state.velocity[0] < speed * (1.0 - 1e-3) - 1e-3 * scene.unit {
            let text =
                format!("speed along x falls from {speed:.4} to {:.4} in frame {frame}", state.velocity[0]);
            let class = format!("{} {:?} {}", scene.ground_kind(), scene.form, scene.bodies[0].solid.kind());
            return Err(Fault::of(scene, text).classed(class));
        }
        speed = state.velocity[0];
    }
    Ok(touched)
}

#[test]
fn frictionless_ground_that_descends_takes_no_speed() {
    Law { name: "no friction", cases: 200, left_out: &[] }.holds(slide, |scene| {
        let [body] = &scene.bodies[..] else { return Ok(false) };
        let Some(Part::Surface { points, .. }) = scene.ground.first() else { return Ok(false) };
        let descends = points.windows(2).all(|pair| pair[0][1] >= pair[1][1]);
        let smooth = scene.material.friction == 0.0 && body.material.friction == 0.0;
        if !descends || !smooth || body.velocity[0] < 0.0 || overlaps_ground(scene) {
            return Ok(false);
        }
        match scene.number {
            Number::F32 => keeps_speed::<f32>(scene),
            Number::F64 | Number::I32 | Number::I16 => keeps_speed::<f64>(scene),
        }
    });
}
