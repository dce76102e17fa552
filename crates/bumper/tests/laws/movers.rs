//! Movers: where they may be, what carries them, and that worlds and simulations agree.

use crate::build::{Track, Walk, overlaps_ground, run, run_movers};
use crate::draw;
use crate::ground::{Role, fixtures};
use crate::law::{Fault, Law};
use crate::scene::{Body, Number, Part, Scene, Walker};
use crate::solid::{Point, Solid, Transform};
use bumper::query::contact::contact;
use bumper::{AsShape, Relate, ShapeBuf};
use fastrand::Rng;

/// A mover on a surface, with a ceiling, a wall or a plank.
fn level(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(120);
    scene.ground = vec![draw::surface(rng)];
    match rng.u8(0..4) {
        0 => {
            let low = draw::between(rng, 6.8, 9.0);
            let thickness = draw::between(rng, 0.2, 1.0);
            scene.ground.push(Part::Block { min: [-12.0, low], max: [12.0, low + thickness] });
        }
        1 => {
            let x = draw::between(rng, -3.0, 1.0);
            scene.ground.push(Part::Block { min: [x, -1.0], max: [x + 1.0, 4.0] });
        }
        2 => {
            let y = draw::between(rng, 1.0, 3.0);
            scene.ground.push(Part::Plank { from: [-4.0, y], to: [draw::between(rng, -3.0, 2.0), y] });
        }
        _ => (),
    }
    let walker = draw::walker(rng, -5.5, 4.5);
    let jump_height = walker.jump_height * draw::pick(rng, &[1.0, 4.0]);
    scene.walkers = vec![Walker { jump_height, ..walker }];
    scene.form = draw::pick(rng, &scene.forms());
    draw::rescaled(rng, scene)
}

/// The walker of a scene with a single one that starts outside of the ground.
fn walker_of(scene: &Scene) -> Option<&Walker> {
    let [walker] = &scene.walkers[..] else { return None };
    (!overlaps_ground(scene)).then_some(walker)
}

/// The class of a scene with a mover.
fn class(scene: &Scene) -> String {
    let kind = scene.walkers.first().map_or("none", |walker| walker.solid.kind());
    let extra = scene.ground.iter().skip(1).map(|part| match part {
        Part::Surface { .. } => " surface",
        Part::Block { .. } => " block",
        Part::Plank { .. } => " plank",
        Part::Room { .. } => " room",
        Part::Sensor(_) => " sensor",
    });
    format!("{}{} {kind}", scene.ground_kind(), extra.collect::<String>())
}

#[test]
fn mover_moves_alike_in_world_and_simulation() {
    Law { name: "world and simulation", cases: 150, left_out: &[] }.holds(level, |scene| {
        let Some(walker) = walker_of(scene) else { return Ok(false) };
        let (a, b) = (run_movers(scene), run(scene));
        for (frame, (a, b)) in a.walks.iter().zip(&b.walks).enumerate() {
            let way = (a[0].position[0] - b[0].position[0]).hypot(a[0].position[1] - b[0].position[1]);
            if way > 1e-3 * walker.solid.size() {
                let text = format!(
                    "{:?} in a world, {:?} in a simulation in frame {frame}",
                    a[0].position, b[0].position
                );
                return Err(Fault::of(scene, text).classed(class(scene)));
            }
        }
        Ok(true)
    });
}

/// The tangent of the floor angle of a walker.
fn steepest(walker: &Walker) -> f64 {
    walker.floor_angle.to_radians().tan()
}

fn stays_below_jump(scene: &Scene, walker: &Walker, track: &Track) -> Result<bool, Fault> {
    let size = walker.solid.size();
    let (mut floor, mut limit, mut before) = (None, f64::MAX, [0.0; 2]);
    for (frame, walks) in track.walks.iter().enumerate() {
        let Walk { position, grounded, .. } = walks[0];
        let gravity_step = -scene.gravity[1] * scene.step(frame).powi(2);
        let allowed = match (floor, grounded) {
            (None, _) => f64::MAX,
            // On a slope a mover rises without a jump, up to the floor angle.
            (Some(_), true) => limit + walker.step + (position[0] - before[0]).abs() * steepest(walker),
            (Some(_), false) => limit,
        };
        if position[1] > allowed + 0.02 * size + gravity_step {
            let text = format!(
                "at {position:?} in frame {frame}, at most {allowed:.3} can be reached from the last ground"
            );
            return Err(Fault::of(scene, text).in_world().classed(class(scene)));
        }
        if grounded {
            floor = Some(position[1]);
            // A ramp launches a mover that does not follow the ground.
            let ramp = if walker.step > 0.0 { 0.0 } else { ramp_height(scene, walker) };
            limit = position[1] + if walker.jumps.is_empty() { 0.0 } else { walker.jump_height } + ramp;
        }
        before = position;
    }
    Ok(floor.is_some())
}

/// The height to which the steepest slope on which a walker stands can launch it.
fn ramp_height(scene: &Scene, walker: &Walker) -> f64 {
    let Some(Part::Surface { points, .. }) = scene.ground.first() else { return 0.0 };
    let slopes = points.windows(2).map(|pair| (pair[1][1] - pair[0][1]) / (pair[1][0] - pair[0][0]));
    let steepest =
        slopes.filter(|slope| slope.abs() < steepest(walker) * 1.01).fold(0.0, |a: f64, b| a.max(b.abs()));
    (walker.speed * steepest).powi(2) / (-2.0 * scene.gravity[1])
}

#[test]
fn mover_rises_no_higher_than_its_jump() {
    Law { name: "height of a jump", cases: 200, left_out: &["valley block", "stairs"] }.holds(
        level,
        |scene| {
            let Some(walker) = walker_of(scene) else { return Ok(false) };
            stays_below_jump(scene, walker, &run_movers(scene))
        },
    );
}

/// The solids of the ground, and whether they are one-way.
fn solids(scene: &Scene) -> Vec<(ShapeBuf<f64, 2>, bool)> {
    let solid = fixtures(scene).into_iter().filter(|fixture| fixture.role != Role::Sensor);
    let shapes = solid.flat_map(|fixture| {
        let one_way = fixture.role == Role::OneWay;
        fixture.solids.into_iter().map(move |solid| (solid.shape(), one_way))
    });
    shapes.collect()
}

/// The shape of a walker at a position.
fn placed(walker: &Walker, position: Point) -> ShapeBuf<f64, 2> {
    walker.solid.transformed(&Transform { mirror: false, scale: 1.0, offset: position }).shape()
}

#[test]
fn mover_stays_outside_of_solids_and_stands_on_something() {
    Law { name: "outside and above", cases: 150, left_out: &["floats, slope block ball"] }.holds(
        level,
        |scene| {
            let Some(walker) = walker_of(scene) else { return Ok(false) };
            let (solids, size) = (solids(scene), walker.solid.size());
            let mut has_stood = false;
            for (frame, walks) in run_movers(scene).walks.iter().enumerate() {
                let Walk { position, grounded, .. } = walks[0];
                let shape = placed(walker, position);
                let depth = solids
                    .iter()
                    .filter(|(_, one_way)| !one_way)
                    .map(|(solid, _)| contact(solid, &shape).separation);
                let depth = depth.fold(f64::MAX, f64::min);
                if depth < -2e-3 * size {
                    let text = format!("{:.2e} of its size inside a solid in frame {frame}", -depth / size);
                    return Err(Fault::of(scene, text)
                        .in_world()
                        .classed(format!("inside, {}", class(scene))));
                }
                let lower = placed(walker, [position[0], position[1] - 0.01 * size]);
                // A mover whose middle is at a plank does not stand on it.
                let is_on = |solid: &ShapeBuf<f64, 2>| contact(solid, &shape).separation > -0.01 * size;
                let stands = solids.iter().any(|(solid, one_way)| {
                    solid.as_shape().overlaps(&lower.as_shape()) && (!one_way || is_on(solid))
                });
                if grounded && !stands {
                    let text = format!("grounded without a ground below in frame {frame}");
                    return Err(Fault::of(scene, text)
                        .in_world()
                        .classed(format!("floats, {}", class(scene))));
                }
                has_stood |= grounded;
            }
            Ok(has_stood)
        },
    );
}

#[test]
fn mover_has_at_most_eight_hits_per_step() {
    Law { name: "eight hits", cases: 150, left_out: &[] }.holds(level, |scene| {
        let Some(_) = walker_of(scene) else { return Ok(false) };
        for (frame, walks) in run_movers(scene).walks.iter().enumerate() {
            let count = walks[0].hits.len();
            if count > 8 {
                return Err(Fault::of(scene, format!("{count} hits in frame {frame}"))
                    .in_world()
                    .classed(class(scene)));
            }
        }
        Ok(true)
    });
}

/// A mover that jumps and walks in a closed room. In some scenes, it crosses the room many times in a step, or the jump does.
fn closed_room(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(150);
    let thickness = draw::pick(rng, &[0.0, 0.1, 1.0]);
    scene.ground = vec![Part::Room { min: [-3.0, 0.0], max: [3.0, draw::between(rng, 3.0, 5.0)], thickness }];
    let walker = draw::walker(rng, 0.0, 0.01);
    scene.walkers = vec![Walker {
        speed: draw::between(rng, 1.0, 60.0) * draw::pick(rng, &[1.0, 1.0, 30.0]),
        jump_height: draw::between(rng, 0.5, 60.0) * draw::pick(rng, &[1.0, 1.0, 100.0]),
        ..walker
    }];
    draw::rescaled(rng, scene)
}

#[test]
fn mover_stays_in_its_room() {
    Law { name: "room", cases: 150, left_out: &[] }.holds(closed_room, |scene| {
        let Some(walker) = walker_of(scene) else { return Ok(false) };
        let Some(Part::Room { min, max, .. }) = scene.ground.first() else { return Ok(false) };
        for (track, in_world) in [(run_movers(scene), true), (run(scene), false)] {
            for (frame, walks) in track.walks.iter().enumerate() {
                let aabb = placed(walker, walks[0].position).bounds().expect("bounds");
                let center = [0, 1].map(|k| (aabb.min()[k] + aabb.max()[k]) / 2.0);
                if (0..2).any(|k| !(min[k] < center[k] && center[k] < max[k])) {
                    let place = if in_world { "world" } else { "simulation" };
                    let text = format!("center at {center:?} in frame {frame} in a {place}");
                    let fault = Fault::of(scene, text).classed(format!("{place} {}", walker.solid.kind()));
                    return Err(Fault { in_world, ..fault });
                }
            }
        }
        Ok(true)
    });
}

/// A mover that walks up or down stairs that it can climb.
fn climb(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(0);
    let stairs = draw::stairs(rng);
    let Part::Surface { points, grid: Some(grid), .. } = &stairs else { unreachable!("stairs") };
    let (top, down) = (points[points.len() - 1][1], rng.bool());
    let x = if down { 7.0 } else { -4.0 };
    let walker = draw::walker(rng, x, if down { top } else { 0.0 });
    let speed = draw::between(rng, 1.5, 5.0);
    let step = grid * draw::between(rng, 1.1, 1.5);
    scene.walkers =
        vec![Walker { speed: if down { -speed } else { speed }, step, jumps: Vec::new(), ..walker }];
    scene.ground = vec![stairs];
    scene.form = draw::pick(rng, &scene.forms());
    let scene = draw::rescaled(rng, scene);
    let steps = vec![draw::pick(rng, &[1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0])];
    let frames = (11.5 * scene.unit / (scene.walkers[0].speed.abs() * steps[0])) as usize;
    Scene { frames, steps, ..scene }
}

#[test]
fn round_and_square_movers_climb_the_same_stairs() {
    Law { name: "stairs", cases: 150, left_out: &[] }.holds(climb, |scene| {
        let Some(walker) = walker_of(scene).filter(|_| scene.frames > 0) else { return Ok(false) };
        let Some(Part::Surface { points, grid: Some(grid), .. }) = scene.ground.first() else {
            return Ok(false);
        };
        if walker.step <= *grid || !walker.jumps.is_empty() {
            return Ok(false);
        }
        let walks = run_movers(scene).walks;
        let way: f64 = (0..scene.frames).map(|frame| scene.step(frame) * walker.speed).sum();
        let start = (placed(walker, [0.0; 2]).bounds().expect("bounds").min(), walker.solid.size());
        let end = walks[walks.len() - 1][0].position;
        let (bottom, size) = (start.0.y(), start.1);
        let wanted = if walker.speed > 0.0 { points[points.len() - 1][1] } else { points[0][1] } - bottom;
        let kind = walker.solid.kind();
        let direction = if walker.speed > 0.0 { "up" } else { "down" };
        if (end[1] - wanted).abs() > 0.02 * size || (end[0] - way).abs() > 0.02 * size + 0.01 * way.abs() {
            let text = format!("{kind} walks {direction} to {end:?} instead of [{way:.3}, {wanted:.3}]");
            return Err(Fault::of(scene, text).in_world().classed(format!("{kind} {direction}")));
        }
        if let Some(frame) = walks.iter().skip(1).position(|walks| !walks[0].grounded) {
            let text = format!("{kind} walks {direction} and is not grounded in frame {}", frame + 1);
            return Err(Fault::of(scene, text).in_world().classed(format!("{kind} {direction} in the air")));
        }
        Ok(true)
    });
}

/// A mover on a floor that ends in a steep wall.
fn beside_wall(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(150);
    let angle = draw::between(rng, 62.0, 89.0);
    scene.ground = vec![draw::cliff(rng, angle)];
    let walker = draw::walker(rng, -2.0, 0.0);
    scene.walkers = vec![Walker {
        floor_angle: draw::pick(rng, &[45.0, 60.0]),
        speed: draw::between(rng, 2.0, 15.0),
        ..walker
    }];
    draw::rescaled(rng, scene)
}

#[test]
fn mover_does_not_climb_a_wall_steeper_than_its_floor_angle() {
    Law { name: "steep wall", cases: 150, left_out: &["round"] }.holds(beside_wall, |scene| {
        let Some(walker) = walker_of(scene) else { return Ok(false) };
        if scene.ground_kind() != "cliff" || scene.number == Number::I16 {
            return Ok(false);
        }
        let is_box = matches!(walker.solid, Solid::Box { .. });
        stays_below_jump(scene, walker, &run_movers(scene))
            .map_err(|fault| fault.classed(if is_box { "box" } else { "round" }))
    });
}

/// A mover of any convex shape that presses a crate against a wall, at 5 to 50 times its width per second.
fn press(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(120);
    scene.ground = vec![draw::floor(rng), Part::Block { min: [5.0, 0.0], max: [6.0, 8.0] }];
    scene.material = draw::material(rng);
    let half = draw::between(rng, 0.45, 0.7);
    let crate_ = Body { solid: Solid::square([half; 2]), ..draw::body(rng, [3.0, half]) };
    scene.bodies = vec![crate_];
    let walker = draw::walker(rng, -1.0, 0.0);
    let width = draw::between(rng, 0.3, 0.8);
    let solid = match rng.u8(0..4) {
        0 => Solid::Ellipse { center: [-1.0, width], half: [width / 2.0, width] },
        1 => {
            let [near, far] = [width * 0.25, width * 0.5];
            Solid::Polygon(vec![[near, 0.0], [far, width], [near, width * 2.0], [-far, width], [-near, 0.0]])
        }
        _ => walker.solid.clone(),
    };
    let speed = width * draw::between(rng, 5.0, 50.0);
    let step = width * draw::pick(rng, &[0.1, 0.2, 0.3]);
    scene.walkers = vec![Walker { solid, speed, step, jumps: Vec::new(), ..walker }];
    draw::rescaled(rng, scene)
}

#[test]
fn mover_that_presses_a_crate_against_a_wall_does_not_climb_it() {
    Law { name: "pressed crate", cases: 200, left_out: &[] }.holds(press, |scene| {
        let Some(walker) = walker_of(scene) else { return Ok(false) };
        let track = run(scene);
        let mut has_pressed = false;
        for (frame, (states, walks)) in track.bodies.iter().zip(&track.walks).enumerate() {
            // A crate that tips over is a ramp.
            if states.iter().any(|crate_| crate_.angle.abs() > 0.1) {
                return Ok(has_pressed);
            }
            has_pressed |= walks[0].hits.iter().any(|normal| normal[0] < -0.5);
            let height = walks[0].position[1];
            if height > 0.02 * walker.solid.size() {
                let text = format!("at the height {height:.3} in frame {frame}");
                return Err(Fault::of(scene, text).classed(walker.solid.kind()));
            }
        }
        Ok(has_pressed)
    });
}

/// A round mover that walks slowly over the end of a block, below which there is nothing.
fn walk_off(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(240);
    scene.ground = vec![Part::Block { min: [-12.0, -2.0], max: [0.0, 0.0] }];
    let walker = draw::walker(rng, 0.0, 0.0);
    let radius = draw::between(rng, 0.2, 0.5);
    let (x, top) = (draw::between(rng, -0.6, -0.3), radius + draw::between(rng, 0.0, 1.5));
    let solid = match rng.bool() {
        true => Solid::Ball { center: [x, radius], radius },
        false => Solid::Capsule { from: [x, radius], to: [x, top], radius },
    };
    scene.walkers = vec![Walker { solid, speed: draw::between(rng, 0.5, 6.0), jumps: Vec::new(), ..walker }];
    draw::rescaled(rng, scene)
}

#[test]
fn round_mover_rolls_off_the_end_of_the_ground() {
    Law { name: "end of the ground", cases: 150, left_out: &[] }.holds(walk_off, |scene| {
        let Some(walker) = walker_of(scene) else { return Ok(false) };
        let (start, radius) = match walker.solid {
            Solid::Ball { center, radius } => (center[0], radius),
            Solid::Capsule { from, radius, .. } => (from[0], radius),
            _ => return Ok(false),
        };
        let [Part::Block { max: [end, _], .. }] = scene.ground[..] else { return Ok(false) };
        if !walker.jumps.is_empty() {
            return Ok(false);
        }
        // At the edge, the normal leans by the floor angle when the center is so far beyond it.
        let farthest = radius * (walker.floor_angle.to_radians().sin() + 0.05);
        let mut has_left = false;
        for (frame, walks) in run_movers(scene).walks.iter().enumerate() {
            let beyond = start + walks[0].position[0] - end;
            has_left |= beyond > farthest;
            if walks[0].grounded && beyond > farthest {
                let text =
                    format!("stands {:.2} of its radius beyond the end in frame {frame}", beyond / radius);
                return Err(Fault::of(scene, text).in_world().classed(walker.solid.kind()));
            }
        }
        Ok(has_left)
    });
}
