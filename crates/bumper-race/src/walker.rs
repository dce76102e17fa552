//! Benchmarks of a character: a box walks back and forth on a floor of tiles under gravity, with and without step climbing. bumper is
//! compared with rapier's character controller.

use bumper::motion::{Mover, Response, WalkSettings};
use bumper::world::{Collider, World};
use bumper::{Aabb, Vector};
use rapier2d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier2d::prelude::{ColliderBuilder, PhysicsWorld, QueryFilter, SharedShape};
use std::time::Instant;

const FRAMES: usize = 20_000;
const SPEED: f32 = 2.0;
const TILE: f32 = 16.0;

/// How far a character has walked, and in how many frames it was caught on an edge (it moved less than expected). Also the measured time in
/// seconds.
struct Walk {
    distance: f32,
    caught: usize,
    seconds: f64,
}

/// The positions of the upper left corners of the tiles of a floor.
fn floor(tiles: usize) -> impl Iterator<Item = [f32; 2]> {
    (0..tiles).flat_map(|k| (0..3).map(move |row| [k as f32 * TILE, 100.0 + row as f32 * TILE]))
}

/// Lets a character walk to the end of the floor and back. `step` moves the character by a displacement along x, and returns its new x.
fn walk(tiles: usize, mut step: impl FnMut(f32) -> f32) -> Walk {
    let mut x = 20.0;
    let mut direction = 1.0;
    let mut distance = 0.0;
    let mut caught = 0;
    let start = Instant::now();
    for _ in 0..FRAMES {
        let next = step(direction * SPEED);
        distance += (next - x).abs();
        caught += usize::from((next - x).abs() < SPEED * 0.98);
        x = next;
        if x > tiles as f32 * TILE - 40.0 {
            direction = -1.0;
        } else if x < 20.0 {
            direction = 1.0;
        }
    }
    Walk { distance, caught, seconds: start.elapsed().as_secs_f64() }
}

fn bumper(tiles: usize, follows_ground: bool) -> Walk {
    let mut world = World::<f32, 2>::new();
    for [x, y] in floor(tiles) {
        world.insert(Collider::new(Aabb::new([x, y], [x + TILE, y + TILE]))).expect("a box is taken");
    }
    let mut mover = Mover::new(Aabb::new([20.0, 80.0], [30.0, 100.0]));
    mover.gravity = Vector([0.0, 0.25]);
    mover.walk_settings = follows_ground.then_some(WalkSettings { stair_height: 4.0, snap_distance: 2.0 });
    walk(tiles, |direction| {
        *mover.velocity.x_mut() = direction;
        mover.step(1.0, &world, |_| Some(Response::Slide), |_| ());
        mover.position().x() + 20.0
    })
}

fn rapier(tiles: usize, follows_ground: bool) -> Walk {
    let mut world = PhysicsWorld::new();
    for [x, y] in floor(tiles) {
        let tile = ColliderBuilder::cuboid(TILE / 2.0, TILE / 2.0);
        world.insert_collider(tile.translation([x + TILE / 2.0, -y - TILE / 2.0].into()), None);
    }
    world.step();
    let controller = KinematicCharacterController {
        autostep: follows_ground.then_some(CharacterAutostep {
            max_height: CharacterLength::Absolute(4.0),
            min_width: CharacterLength::Absolute(2.0),
            include_dynamic_bodies: false,
        }),
        snap_to_ground: follows_ground.then_some(CharacterLength::Absolute(2.0)),
        ..KinematicCharacterController::default()
    };
    let shape = SharedShape::cuboid(5.0, 10.0);
    let mut place = rapier2d::math::Pose::translation(25.0, -89.8);
    walk(tiles, |direction| {
        let queries = world.broad_phase.as_query_pipeline(
            world.narrow_phase.query_dispatcher(),
            &world.bodies,
            &world.colliders,
            QueryFilter::default(),
        );
        let moved = controller.move_shape(1.0, &queries, &*shape, &place, [direction, -0.25].into(), |_| ());
        place.translation += moved.translation;
        place.translation.x - 5.0
    })
}

pub fn run(words: &[String]) {
    if !words.iter().all(|word| "walker".contains(word.as_str())) {
        return;
    }
    println!(
        "\n| a walk of {FRAMES} frames | tiles | rapier to bumper | caught, bumper | caught, rapier | ns a frame |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (name, follows_ground) in [("slides", false), ("climbs and snaps", true)] {
        for tiles in [30, 1000, 10_000] {
            let mut runs: Vec<_> =
                (0..7).map(|_| (bumper(tiles, follows_ground), rapier(tiles, follows_ground))).collect();
            runs.sort_by(|a, b| (a.1.seconds / a.0.seconds).total_cmp(&(b.1.seconds / b.0.seconds)));
            let (ours, peer) = &runs[runs.len() / 2];
            assert!((ours.distance - FRAMES as f32 * SPEED).abs() < 1.0, "{}", ours.distance);
            println!(
                "| {name} | {tiles} | {:.1} | {} | {} | {:.0} |",
                peer.seconds / ours.seconds,
                ours.caught,
                peer.caught,
                ours.seconds * 1e9 / FRAMES as f64
            );
        }
    }
}
