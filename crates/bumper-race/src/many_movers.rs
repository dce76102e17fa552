//! Benchmarks of a frame of a mover among ten, a thousand and a hundred thousand boxes. Two collision responses are compared. For the
//! axis-by-axis method of game tutorials, bumper is compared with a loop as the tutorials write it. For sliding, it is compared with
//! rapier's character controller. All start from the same positions and take the same steps.

use bumper::motion::{Mover, Obstacles, Response};
use bumper::world::{Collider, World};
use bumper::{Aabb, Relation};
use bumper_bench::input::Random;
use rapier2d::control::KinematicCharacterController;
use rapier2d::math::Pose;
use rapier2d::prelude::{ColliderBuilder, PhysicsWorld, QueryFilter, SharedShape};
use std::time::Instant;

/// The width and the height of the mover.
const SIZE: [f32; 2] = [10.0, 20.0];

/// The distance between the centers of neighbouring boxes in the grid, in pixels. The boxes are 16 to 40 pixels wide.
const CELL: usize = 56;

/// The largest step of the mover on an axis. It is smaller than any box. Otherwise a step could jump over a box, which the loop of the
/// tutorials does not detect.
const STEP: u8 = 15;

const FRAMES: usize = 4096;
const RUNS: usize = 15;

/// The largest difference of the final positions of bumper's and rapier's mover, on each axis and in pixels, up to which they count as
/// equal. rapier's controller keeps a distance from obstacles: a hundredth of the height of the mover, which is 0.2 pixels. The tolerance
/// is twice this distance.
const POSITION_TOLERANCE: f32 = 0.4;

/// The position of the mover's upper left corner, and its displacement in the frame. All numbers are integers, so that rounding does not
/// affect the answers.
type Frame = [[f32; 2]; 2];

/// Creates boxes at jittered positions in a square grid.
fn boxes(count: usize) -> Vec<Aabb<f32, 2>> {
    let mut random = Random(7);
    let side = (count as f64).sqrt().ceil() as usize;
    let mut one = |k: usize| {
        let mut place = |cell: usize| (cell * CELL) as f32 + f32::from(random.below(8));
        let at = [place(k % side), place(k / side)];
        Aabb::new(at, at.map(|c| c + 16.0 + f32::from(random.below(25))))
    };
    (0..count).map(&mut one).collect()
}

/// Returns positions along a walk between the boxes. Each is at least a pixel away from all boxes. Each position comes with a displacement.
fn frames(count: usize, world: &World<f32, 2>) -> Vec<Frame> {
    let mut random = Random(8);
    // The last row of boxes may be incomplete. So walk only between the other rows.
    let side = (count as f64).sqrt().floor() as f32 * CELL as f32;
    let mut at = [0.0f32; 2];
    let mut velocity = [1.0f32; 2];
    let mut frames = Vec::new();
    while frames.len() < FRAMES {
        for axis in 0..2 {
            if random.below(64) == 0 || !(0.0..side).contains(&(at[axis] + velocity[axis])) {
                velocity[axis] = if at[axis] > side * 0.5 { -1.0 } else { 1.0 } * f32::from(random.below(9));
            }
            at[axis] += velocity[axis];
        }
        let margin_box = Aabb::new(at.map(|c| c - 1.0), [at[0] + SIZE[0] + 1.0, at[1] + SIZE[1] + 1.0]);
        let mut free = true;
        world.each_intersecting(margin_box, |_, _| true, |_, _| free = false);
        if free {
            let mut step = || f32::from(random.below(2 * STEP + 1)) - f32::from(STEP);
            frames.push([at, [step(), step()]]);
        }
    }
    frames
}

/// The collision response as game tutorials write it. The mover moves on x first and then on y. Each of these moves is undone if the mover
/// then overlaps a wall.
fn by_hand(walls: &[[f32; 4]], [mut at, step]: Frame) -> [f32; 2] {
    for axis in 0..2 {
        let before = at[axis];
        at[axis] += step[axis];
        let [x, y] = at;
        let meets =
            |wall: &[f32; 4]| x < wall[2] && x + SIZE[0] > wall[0] && y < wall[3] && y + SIZE[1] > wall[1];
        if walls.iter().any(meets) {
            at[axis] = before;
        }
    }
    at
}

/// Runs the closure `frame`, which moves the mover of one implementation, for all frames. Returns the final position in each frame, and the
/// time of the fastest run over all frames, in seconds.
fn timed(frames: &[Frame], mut frame: impl FnMut(Frame) -> [f32; 2]) -> (Vec<[f32; 2]>, f64) {
    let ends = frames.iter().map(|one| frame(*one)).collect();
    let run = |_| {
        let start = Instant::now();
        frames.iter().for_each(|one| _ = std::hint::black_box(frame(std::hint::black_box(*one))));
        start.elapsed().as_secs_f64()
    };
    (ends, (0..RUNS).map(run).fold(f64::INFINITY, f64::min))
}

/// Runs all frames with rapier's character controller. Returns the final position in each frame, and the shortest time of a run in seconds.
fn rapier(boxes: &[Aabb<f32, 2>], frames: &[Frame]) -> (Vec<[f32; 2]>, f64) {
    let mut world = PhysicsWorld::new();
    for wall in boxes {
        let middle = wall.min().zip(wall.max(), |a, b| (a + b) / 2.0);
        let size = wall.max() - wall.min();
        let collider = ColliderBuilder::cuboid(size.x() / 2.0, size.y() / 2.0);
        world.insert_collider(collider.translation(middle.0.into()), None);
    }
    world.step();
    let queries = world.broad_phase.as_query_pipeline(
        world.narrow_phase.query_dispatcher(),
        &world.bodies,
        &world.colliders,
        QueryFilter::default(),
    );
    let controller = KinematicCharacterController { snap_to_ground: None, ..Default::default() };
    let shape = SharedShape::cuboid(SIZE[0] / 2.0, SIZE[1] / 2.0);
    timed(frames, |[at, step]| {
        let place = Pose::translation(at[0] + SIZE[0] / 2.0, at[1] + SIZE[1] / 2.0);
        let moved = controller.move_shape(1.0, &queries, &*shape, &place, step.into(), |_| ());
        [at[0] + moved.translation.x, at[1] + moved.translation.y]
    })
}

/// Runs all frames with bumper: places a mover at the position of each frame and lets it make the step. Returns the final position in each
/// frame, and the shortest time of a run in seconds.
fn travels<O: Obstacles<f32, 2> + ?Sized>(
    frames: &[Frame],
    response: Response,
    among: &O,
) -> (Vec<[f32; 2]>, f64) {
    let mut dot = Mover::new(Aabb::new([0.0, 0.0], SIZE));
    dot.response = response;
    timed(frames, |[at, step]| {
        dot.set_position(at);
        dot.travel(step, among, |_| Some(response), |_| ());
        dot.position().0
    })
}

/// Checks that bumper's sliding movers never end inside a box, and that obstacles have blocked a plausible share of them. Returns the share
/// of final positions that are equal to those of rapier.
///
/// Panics if a check fails.
fn agreement(
    world: &World<f32, 2>,
    frames: &[Frame],
    slide_ends: &[[f32; 2]],
    rapier_ends: &[[f32; 2]],
) -> f64 {
    let free = |end: &[f32; 2]| {
        let own = Aabb::new(*end, [end[0] + SIZE[0], end[1] + SIZE[1]]);
        let mut free = true;
        world.each_intersecting(own, |_, _| true, |_, relation| free &= relation != Relation::Overlapping);
        free
    };
    assert!(slide_ends.iter().all(free));
    let blocked =
        |(end, [at, step]): &(&[f32; 2], &Frame)| (0..2).any(|axis| end[axis] != at[axis] + step[axis]);
    let blocked = slide_ends.iter().zip(frames).filter(blocked).count();
    assert!((FRAMES / 20..FRAMES * 9 / 10).contains(&blocked), "{blocked}");
    let agrees =
        |(a, b): &(&[f32; 2], &[f32; 2])| (0..2).all(|axis| (a[axis] - b[axis]).abs() < POSITION_TOLERANCE);
    let same = slide_ends.iter().zip(rapier_ends).filter(agrees).count() as f64 / FRAMES as f64;
    assert!(same > 0.9, "{same}");
    same
}

pub fn run(words: &[String]) {
    if !words.iter().all(|word| "walker crowd".contains(word.as_str())) {
        return;
    }
    println!(
        "\n| a mover's frame | loop | slice | world | rapier to world, sliding | ns, world, sliding | rapier agrees |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for count in [10, 1000, 100_000] {
        let boxes = boxes(count);
        let mut world = World::<f32, 2>::new();
        boxes.iter().for_each(|wall| _ = world.insert(Collider::new(*wall)).expect("a box is taken"));
        let frames = frames(count, &world);
        let walls: Vec<_> =
            boxes.iter().map(|b| [b.min().x(), b.min().y(), b.max().x(), b.max().y()]).collect();
        // The implementations that test every box are slow. If there are many boxes, they run only the first of the frames.
        let frames_of_slow = &frames[..(FRAMES * 1000 / count.max(1000)).max(16)];
        let (by_loop, slow) = timed(frames_of_slow, |frame| by_hand(&walls, frame));
        let (in_slice, slice) = travels(frames_of_slow, Response::BackUp, &boxes[..]);
        let (in_world, backs) = travels(&frames, Response::BackUp, &world);
        assert!(by_loop == in_slice && by_loop == in_world[..frames_of_slow.len()], "the tutorials' rule");
        let (slide_ends, slides) = travels(&frames, Response::Slide, &world);
        let (rapier_ends, peer) = rapier(&boxes, &frames);
        let same = agreement(&world, &frames, &slide_ends, &rapier_ends) * 100.0;
        let share = frames_of_slow.len() as f64 / FRAMES as f64;
        println!(
            "| among {count} | 1.00 | {:.2} | {:.4} | {:.2} | {:.0} | {same:.1} % |",
            slice / slow,
            backs * share / slow,
            peer / slides,
            slides * 1e9 / FRAMES as f64,
        );
    }
}
