//! Benchmarks of characters that walk on levels in 3D, beside rapier's character controller. All have the same settings, start at the same
//! places and want to walk in the same directions.

use super::grounds::{GROUNDS, Ground};
use super::input::{Point, middle_of_room};
use crate::clock::seconds;
use crate::growth::median;
use bumper::motion::{Movable, Mover, Response, WalkSettings};
use bumper::world::World;
use bumper::{Aabb, Axis, Capsule, Cylinder, Vector, distance};
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::math::Pose;
use rapier3d::prelude::{QueryFilter, SharedShape};
use std::f32::consts::{FRAC_PI_3, TAU};

const FRAMES: usize = 600;
const STEP: f32 = 1.0 / 60.0;
const SPEED: f32 = 3.0;
const GRAVITY: f32 = -20.0;

/// The height of the stairs that a walker climbs, and the snap distance.
const REACH: f32 = 0.35;

const RADIUS: f32 = 0.4;
const HEIGHT: f32 = 1.8;

/// The number of walks of a walker on a ground.
const WALKS: usize = 8;

/// The walks begin with a fall. Only later steps are compared with the wanted speed.
const LANDED: usize = 30;

/// A step that is shorter than this part of the wanted step is slow.
const SLOW: f32 = 0.99;

/// A walker whose feet are lower than the surface by more than this has fallen through the ground.
const BELOW: f32 = 0.05;

/// A walker on a ground. `walk` makes the walk with an index, and returns the places of the feet after each frame.
struct Walker<'g> {
    name: String,
    walk: Box<dyn Fn(usize) -> Vec<Point> + 'g>,
}

/// What the walks of a walker show.
#[derive(Default)]
struct Findings {
    /// The length of all walks, in horizontal directions.
    meters: f32,
    /// The number of steps on free flat floor, and of those that are slow.
    flat: usize,
    slow: usize,
    /// The number of walks on which the walker fell through the ground.
    fallen: usize,
}

/// The wanted velocity: it turns every two seconds, and leads back from the border of the ground.
fn wanted(walk: usize, frame: usize, feet: Point, half: f32) -> Point {
    let angle = walk as f32 / WALKS as f32 * TAU + (frame / 120) as f32 * 2.4;
    let back = |along: f32, at: f32| if at.abs() > half { -along.abs() * at.signum() } else { along };
    Vector([back(SPEED * angle.cos(), feet.x()), 0.0, back(SPEED * angle.sin(), feet.z())])
}

/// The place where a walk begins: beside the stairs of a room, a little above the ground.
fn start(ground: &Ground, walk: usize) -> Point {
    let [x, z] = middle_of_room(walk as i32);
    let place = Vector([x, 0.0, z + 2.5]);
    place.with(1, ground.top(place) + 0.2)
}

/// A walk of a mover of bumper. `shape` stands on the origin.
fn own_walk<M>(ground: &Ground, world: &World<f32, 3>, shape: M, walk: usize) -> Vec<Point>
where
    M: Movable<f32, 3> + Clone,
{
    let mut mover = Mover::new(shape);
    mover.gravity = Vector([0.0, GRAVITY, 0.0]);
    mover.walk_settings = Some(WalkSettings { stair_height: REACH, snap_distance: REACH });
    mover.set_position(start(ground, walk));
    let step = |frame| {
        let wanted = wanted(walk, frame, mover.position(), ground.half);
        mover.velocity = wanted.with(1, mover.velocity.y());
        mover.step(STEP, world, |_| Some(Response::Slide), |_| ());
        mover.position()
    };
    (0..FRAMES).map(step).collect()
}

/// A walk of rapier's controller. Its vertical speed is zero after a step that ends on the ground.
fn peer_walk(ground: &Ground, walk: usize) -> Vec<Point> {
    let controller = KinematicCharacterController {
        autostep: Some(CharacterAutostep {
            max_height: CharacterLength::Absolute(REACH),
            min_width: CharacterLength::Absolute(RADIUS / 2.0),
            include_dynamic_bodies: false,
        }),
        snap_to_ground: Some(CharacterLength::Absolute(REACH)),
        max_slope_climb_angle: FRAC_PI_3,
        min_slope_slide_angle: FRAC_PI_3,
        ..KinematicCharacterController::default()
    };
    let shape = SharedShape::capsule_y(HEIGHT / 2.0 - RADIUS, RADIUS);
    let middle = Vector([0.0, HEIGHT / 2.0, 0.0]);
    let mut feet = start(ground, walk);
    let mut fall = 0.0;
    let step = |frame| {
        let peer = &ground.peer;
        let queries = peer.broad_phase.as_query_pipeline(
            peer.narrow_phase.query_dispatcher(),
            &peer.bodies,
            &peer.colliders,
            QueryFilter::default(),
        );
        fall += GRAVITY * STEP;
        let way = wanted(walk, frame, feet, ground.half).with(1, fall).scaled(STEP);
        let pose = Pose::from_translation((feet + middle).0.into());
        let moved = controller.move_shape(STEP, &queries, &*shape, &pose, way.0.into(), |_| ());
        feet += Vector(moved.translation.to_array());
        fall = if moved.grounded { 0.0 } else { fall };
        feet
    };
    (0..FRAMES).map(step).collect()
}

fn walkers(ground: &Ground) -> Vec<Walker<'_>> {
    let capsule = Capsule::new([0.0, RADIUS, 0.0], [0.0, HEIGHT - RADIUS, 0.0], RADIUS);
    let cuboid = Aabb::new([-RADIUS, 0.0, -RADIUS], [RADIUS, HEIGHT, RADIUS]);
    let cylinder = Cylinder::new(Axis::Y, [0.0, 0.0, 0.0], HEIGHT, RADIUS);
    let mut all = Vec::new();
    for (place, world) in &ground.worlds {
        let walk = Box::new(move |walk| own_walk(ground, world, capsule, walk));
        all.push(Walker { name: format!("bumper, capsule{place}"), walk });
    }
    let (place, world) = &ground.worlds[0];
    let walk = Box::new(move |walk| own_walk(ground, world, cuboid, walk));
    all.push(Walker { name: format!("bumper, box{place}"), walk });
    let walk = Box::new(move |walk| own_walk(ground, world, cylinder, walk));
    all.push(Walker { name: format!("bumper, cylinder{place}"), walk });
    all.push(Walker { name: "rapier, capsule".into(), walk: Box::new(|walk| peer_walk(ground, walk)) });
    all
}

/// Whether a walker whose feet are at a point stands on flat floor, and is so far from everything else that it hits nothing in the next
/// step: a wider capsule a little above the floor is far from the level.
fn is_free(ground: &Ground, feet: Point) -> bool {
    let radius = 1.5 * RADIUS;
    let lift = 0.15;
    let low = feet + Vector([0.0, radius + lift, 0.0]);
    let capsule = Capsule::new(low, low + Vector([0.0, HEIGHT / 2.0, 0.0]), radius);
    ground.is_flat && feet.y().abs() < BELOW && distance(capsule, &ground.level) > lift - 0.03
}

/// Adds what a walk shows.
fn examine(findings: &mut Findings, ground: &Ground, walk: &[Point]) {
    let mut has_fallen = false;
    for (frame, pair) in walk.windows(2).enumerate() {
        let length = (pair[1] - pair[0]).with(1, 0.0).length();
        findings.meters += length;
        if frame >= LANDED && pair.iter().all(|&feet| is_free(ground, feet)) {
            findings.flat += 1;
            findings.slow += usize::from(length < SLOW * SPEED * STEP);
        }
        // Every tenth step is enough to find a fall, which does not end.
        has_fallen |= frame % 10 == 0 && pair[1].y() < ground.top(pair[1]) - BELOW;
    }
    findings.fallen += usize::from(has_fallen);
}

/// Measures all walkers on a ground, which take turns, and prints a row for each.
fn measure(name: &str, ground: &Ground) {
    let walkers = walkers(ground);
    let mut times = vec![Vec::new(); walkers.len()];
    let mut walks = vec![Vec::new(); walkers.len()];
    let begin = seconds();
    let mut turns = 1;
    while turns <= 7 && (turns <= 3 || seconds() - begin < 20.0) {
        for ((walker, times), walks) in walkers.iter().zip(&mut times).zip(&mut walks) {
            let start = seconds();
            *walks = (0..WALKS).map(|walk| (walker.walk)(walk)).collect();
            times.push(seconds() - start);
        }
        turns += 1;
    }
    let times: Vec<f64> = times.into_iter().map(median).collect();
    let peer = times[times.len() - 1];
    for ((walker, time), made) in walkers.iter().zip(&times).zip(&walks) {
        let mut found = Findings::default();
        made.iter().for_each(|walk| examine(&mut found, ground, walk));
        let last = |walk: &Vec<Point>| walk[FRAMES - 1];
        let ends = made.iter().zip(&walks[0]).map(|(a, b)| (last(a) - last(b)).length());
        println!(
            "| {}: {} | {:.2} | {:.2} | {:.2} | {:.1} | {} of {} | {} of {WALKS} | {:.2} |",
            name,
            walker.name,
            time / peer,
            time / times[0],
            time * 1e6 / (WALKS * FRAMES) as f64,
            found.meters / WALKS as f32,
            found.slow,
            found.flat,
            found.fallen,
            median(ends.map(f64::from).collect())
        );
    }
}

/// Measures all walkers if the words of the command line select them.
pub fn run(words: &[String]) {
    let is_wanted = |ground: &str| {
        let name = format!("levels 3D: walkers on {ground}");
        words.iter().all(|word| name.contains(word.as_str()))
    };
    let grounds: Vec<_> = GROUNDS.into_iter().filter(|(name, _)| is_wanted(name)).collect();
    if grounds.is_empty() {
        return;
    }
    println!(
        "\n| {WALKS} walks of {FRAMES} frames | time to rapier | to our capsule | µs a step | m a walk | slow on flat floor | \
         fallen | end, m from ours |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, make) in grounds {
        measure(name, &make());
    }
}
