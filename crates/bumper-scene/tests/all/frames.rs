//! Compares the frames of running scenes with an independent simulation of axis-aligned boxes in small sub-steps, and with movers of the
//! library.

use bumper::motion::{Mover, Response, WalkSettings};
use bumper::scalar::Real;
use bumper::{Aabb, Shape, Triangle, Vector};
use bumper_scene::{AnyScene, Keys, Number, Scene, Stage};
use fastrand::Rng;

/// The number of sub-steps into which the simulation divides the remaining displacement. Walls are thicker than the displacement in one
/// sub-step.
const PARTS: usize = 512;

/// The distance in scene units below which two boxes count as touching. It is far above the rounding error of coordinates, and far below
/// the sizes of boxes.
const NEAR: f64 = 1e-9;

/// The largest accepted difference between final positions. Rounding errors of times and positions add up over a step with several hits.
const SAME: f64 = 1e-7;

const NAMES: [&str; 5] = ["back-up", "stop", "slide", "bounce", "cross"];

/// A box of the simulation. A box with a response is a mover.
#[derive(Clone, Debug)]
struct Block<const N: usize> {
    min: [f64; N],
    max: [f64; N],
    velocity: [f64; N],
    response: Option<&'static str>,
}

/// The object that was hit (`None` for the bounds), and the axis and sign of the normal. There is no normal if a mover crosses an object
/// that it entered in an earlier frame.
type Hit = (Option<usize>, Option<(usize, f64)>);

impl<const N: usize> Block<N> {
    fn at(&self, step: [f64; N]) -> Self {
        let mut moved = self.clone();
        for (axis, step) in step.into_iter().enumerate() {
            moved.min[axis] += step;
            moved.max[axis] += step;
        }
        moved
    }

    /// The penetration depth of two boxes on an axis; negative if they are apart on it.
    fn depth(&self, other: &Self, axis: usize) -> f64 {
        (self.max[axis] - other.min[axis]).min(other.max[axis] - self.min[axis])
    }

    fn overlaps(&self, other: &Self) -> bool {
        (0..N).all(|axis| self.depth(other, axis) > NEAR)
    }
}

/// A hit: its time as a fraction of the step, the object that is hit, and the axis and sign of the normal.
struct BlockHit {
    time: f64,
    with: Option<usize>,
    axis: usize,
    sign: f64,
}

/// All objects that a box hits if it moves by `step`, sorted by time. `None` if two hits are so close in time that rounding decides about
/// their order.
fn block_hits<const N: usize>(
    all: &[Block<N>],
    mover_index: usize,
    step: [f64; N],
    bounds: &Block<N>,
) -> Option<Vec<BlockHit>> {
    let mut found: Vec<BlockHit> = Vec::new();
    let part = |k: usize| all[mover_index].at(step.map(|c| c * k as f64 / PARTS as f64));
    for (other, block) in all.iter().enumerate().filter(|(other, _)| *other != mover_index) {
        // An object that stays apart on some axis during the whole step needs no sub-steps.
        let end = part(PARTS);
        let beside = |axis: usize| {
            all[mover_index].min[axis].min(end.min[axis]) > block.max[axis]
                || all[mover_index].max[axis].max(end.max[axis]) < block.min[axis]
        };
        if (0..N).any(beside) {
            continue;
        }
        let entered = (1..=PARTS).find(|&k| part(k).overlaps(block) && !part(k - 1).overlaps(block));
        // If the box ends in contact with the object, within rounding, the outcome is ambiguous.
        let ends =
            |axis: usize| all[mover_index].depth(block, axis) < -NEAR && end.depth(block, axis).abs() <= NEAR;
        if (0..N).any(ends) && (0..N).all(|axis| end.depth(block, axis) >= -NEAR) {
            return None;
        }
        // If the box only grazes the object between two sub-steps, the simulation would miss it, so the outcome is ambiguous.
        let sub_step = step.iter().fold(NEAR, |most: f64, c| most.max(c.abs())) / PARTS as f64;
        let grazes = |k: usize| (0..N).all(|axis| part(k).depth(block, axis) > -sub_step);
        // The outcome is also ambiguous if the box touches the object at the start and leaves it within a sub-step.
        let slips = |axis: usize| (NEAR..2.0 * sub_step).contains(&all[mover_index].depth(block, axis).abs());
        let is_ambiguous = if grazes(0) { (0..N).any(slips) } else { (1..=PARTS).any(grazes) };
        if entered.is_none() && is_ambiguous {
            return None;
        }
        let Some(k) = entered else { continue };
        // The axis of the hit: of all axes on which the boxes were apart or touching in the previous sub-step, the axis on which they
        // overlap last.
        let before = part(k - 1);
        let gap = |axis: usize| -before.depth(block, axis);
        let times = (0..N).filter(|&axis| gap(axis) >= -NEAR && step[axis] != 0.0);
        let times =
            times.map(|axis| (gap(axis).max(0.0) / step[axis].abs() + (k - 1) as f64 / PARTS as f64, axis));
        let (time, axis) = times.max_by(|a, b| a.0.total_cmp(&b.0))?;
        found.push(BlockHit { time, with: Some(other), axis, sign: -step[axis].signum() });
    }
    for (axis, step) in step.into_iter().enumerate() {
        let distance = if step > 0.0 {
            bounds.max[axis] - all[mover_index].max[axis]
        } else {
            all[mover_index].min[axis] - bounds.min[axis]
        };
        if distance > NEAR && (distance - step.abs()).abs() <= NEAR {
            return None;
        }
        if distance < step.abs() - NEAR {
            let time = distance.max(0.0) / step.abs();
            found.push(BlockHit { time, with: None, axis, sign: -step.signum() });
        }
    }
    found.sort_by(|a, b| a.time.total_cmp(&b.time));
    let clear = found.windows(2).all(|two| two[1].time - two[0].time > NEAR);
    clear.then_some(found)
}

/// Simulates a frame of one box and returns its hits. Returns `None` if the outcome depends on rounding.
fn frame<const N: usize>(
    all: &mut [Block<N>],
    mover_index: usize,
    time: f64,
    gravity: f64,
    bounds: &Block<N>,
) -> Option<Vec<Hit>> {
    all[mover_index].velocity[1] += gravity * time;
    let (response, mut rest) = (all[mover_index].response?, all[mover_index].velocity.map(|c| c * time));
    let mut hits = Vec::new();
    if response == "back-up" {
        let mut timed: Vec<(f64, Hit)> = Vec::new();
        for axis in 0..N {
            let mut step = [0.0; N];
            step[axis] = rest[axis];
            match block_hits(all, mover_index, step, bounds)?.first() {
                Some(first) => timed.push((first.time, (first.with, Some((axis, first.sign))))),
                None => all[mover_index] = all[mover_index].at(step),
            }
        }
        // On each axis the hit has a time as a fraction of the step on that axis. The hits are reported in the order of these times.
        timed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let clear = timed.windows(2).all(|two| two[1].0 - two[0].0 > NEAR);
        return clear.then(|| timed.into_iter().map(|(_, hit)| hit).collect());
    }
    if response == "cross" {
        let within =
            (0..all.len()).filter(|&other| other != mover_index && all[mover_index].overlaps(&all[other]));
        hits.extend(within.map(|other| (Some(other), None)));
        let passed = block_hits(all, mover_index, rest, bounds)?;
        // It is ambiguous where a hit at time zero is reported among the objects that the box is already inside of.
        if !hits.is_empty() && passed.first().is_some_and(|first| first.time <= NEAR) {
            return None;
        }
        hits.extend(passed.iter().map(|hit| (hit.with, Some((hit.axis, hit.sign)))));
        all[mover_index] = all[mover_index].at(rest);
        return Some(hits);
    }
    for _ in 0..40 {
        let all_hits = block_hits(all, mover_index, rest, bounds)?;
        let Some(first) = all_hits.first() else {
            all[mover_index] = all[mover_index].at(rest);
            return Some(hits);
        };
        hits.push((first.with, Some((first.axis, first.sign))));
        all[mover_index] = all[mover_index].at(rest.map(|c| c * first.time));
        rest = rest.map(|c| c * (1.0 - first.time));
        let turned = if response == "bounce" { -1.0 } else { 0.0 };
        rest[first.axis] *= turned;
        all[mover_index].velocity[first.axis] *= turned;
        if response == "stop" {
            return Some(hits);
        }
    }
    None
}

/// Random boxes that are apart from each other: walls, and movers with all responses.
fn blocks<const N: usize>(rng: &mut Rng) -> Vec<Block<N>> {
    let mut all: Vec<Block<N>> = Vec::new();
    while all.len() < 14 {
        let min = [0; N].map(|_| rng.f64() * 18.0 - 9.0);
        let max = min.map(|c| (c + 0.3 + rng.f64() * 2.5).min(10.0));
        let moves = all.len() >= 7;
        let velocity = [0; N].map(|_| if moves { (rng.f64() - 0.5) * 60.0 } else { 0.0 });
        let block = Block { min, max, velocity, response: moves.then(|| NAMES[rng.usize(..5)]) };
        if all.iter().all(|other| (0..N).any(|axis| block.depth(other, axis) < -0.01)) {
            all.push(block);
        }
    }
    rng.shuffle(&mut all);
    all
}

fn scene<const N: usize>(all: &[Block<N>], gravity: f64) -> String {
    let shape = |block: &Block<N>| {
        let moves =
            block.response.map_or(String::new(), |name| format!(r#", "move": {{"response": "{name}"}}"#));
        let Block { min, max, velocity, .. } = block;
        format!(r#"{{"box": {{"min": {min:?}, "max": {max:?}}}, "velocity": {velocity:?}{moves}}}"#)
    };
    let shapes: Vec<_> = all.iter().map(shape).collect();
    let mut down = [0.0; N];
    down[1] = gravity;
    format!(
        r#"{{"bumper": 1, "scalar": "f64", "dimensions": {N}, "time_step": 0.05, "gravity": {down:?},
            "bounds": {{"min": {:?}, "max": {:?}}}, "shapes": [{}]}}"#,
        [-10.0; N],
        [10.0; N],
        shapes.join(", ")
    )
}

/// The number of frames of movers that were compared, and the number of their hits, for each response.
#[derive(Default)]
struct Seen {
    frames: [usize; 5],
    hits: [usize; 5],
}

fn compare<S: Number, const N: usize>(
    stage: &mut Stage<S, N>,
    all: &mut [Block<N>],
    gravity: f64,
    seen: &mut Seen,
) {
    let bounds = Block { min: [-10.0; N], max: [10.0; N], velocity: [0.0; N], response: None };
    for number in 0..12 {
        let start = all.to_vec();
        // A mover that overlaps another box at the start of its own step is pushed out, which other tests cover.
        let starts_overlapping = |all: &[Block<N>], mover_index: usize| {
            all[mover_index].response != Some("cross")
                && (0..all.len()).any(|other| other != mover_index && all[mover_index].overlaps(&all[other]))
        };
        let mut expected = Vec::new();
        for mover_index in (0..all.len()).filter(|&mover_index| start[mover_index].response.is_some()) {
            let hits = if starts_overlapping(all, mover_index) {
                None
            } else {
                frame(all, mover_index, 0.05, gravity, &bounds)
            };
            let Some(hits) = hits else { return };
            expected.push((mover_index, hits));
        }
        stage.step(Keys::default());
        for (mover_index, hits) in expected {
            let (own_block, context) =
                (&all[mover_index], || format!("frame {number}, mover {mover_index}: {start:?}"));
            let center = stage.center(mover_index).unwrap();
            for axis in 0..N {
                let middle = (own_block.min[axis] + own_block.max[axis]) / 2.0;
                assert!(
                    (center[axis] - middle).abs() < SAME,
                    "{center:?}, not {middle} on {axis}; {}",
                    context()
                );
                let velocity = stage.mover(mover_index).unwrap().velocity[axis].to_f64();
                assert!(
                    (velocity - own_block.velocity[axis]).abs() < SAME,
                    "velocity {velocity}; {}",
                    context()
                );
            }
            let reported: Vec<_> = stage.hits(mover_index).iter().map(|hit| (hit.with, hit.normal)).collect();
            // Repeated hits of the same side of an object are reported only once.
            let mut once: Vec<Hit> = Vec::new();
            hits.iter().for_each(|hit| {
                if !once.contains(hit) {
                    once.push(*hit)
                }
            });
            assert_eq!(reported.len(), once.len(), "{reported:?}, not {once:?}; {}", context());
            let inside = once.iter().filter(|hit| hit.1.is_none()).count();
            for ((with, side), (reported, normal)) in once.iter().zip(&reported) {
                assert_eq!(with, reported, "{}", context());
                if let Some((axis, sign)) = side {
                    assert_eq!(*normal, Vector::default().with(*axis, *sign), "{}", context());
                }
            }
            let name = NAMES.iter().position(|name| Some(*name) == own_block.response).unwrap();
            seen.frames[name] += 1;
            seen.hits[name] += once.len() - inside;
        }
    }
}

#[test]
fn scene_frames_agree_with_fine_marching() {
    let cases = std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400);
    let (mut rng, mut seen) = (Rng::with_seed(1), Seen::default());
    for case in 0..cases {
        let gravity = [0.0, 40.0, -25.0][rng.usize(..3)];
        if case % 3 < 2 {
            let mut all = blocks::<2>(&mut rng);
            let Ok(AnyScene::F64x2(scene)) = bumper_scene::read(scene(&all, gravity).as_bytes()) else {
                panic!()
            };
            compare(&mut Stage::new(scene).unwrap(), &mut all, gravity, &mut seen);
        } else {
            let mut all = blocks::<3>(&mut rng);
            let Ok(AnyScene::F64x3(scene)) = bumper_scene::read(scene(&all, gravity).as_bytes()) else {
                panic!()
            };
            compare(&mut Stage::new(scene).unwrap(), &mut all, gravity, &mut seen);
        }
    }
    assert!(
        seen.frames.iter().all(|frames| *frames > 50) && seen.hits.iter().all(|hits| *hits > 20),
        "{:?} {:?}",
        seen.frames,
        seen.hits
    );
}

/// Chooses random settings for walking: sets them for the mover, and returns them as keys of `move`.
fn walker<S: Number>(rng: &mut Rng, mover: &mut Mover<S, 2, Aabb<S, 2>>) -> String {
    let number = |c: i32| S::nearest(f64::from(c)).unwrap();
    let mut keys = String::new();
    if rng.bool() {
        let (step, snap) = (rng.i32(0..5), rng.i32(0..5));
        mover.walk_settings = Some(WalkSettings { stair_height: number(step), snap_distance: number(snap) });
        keys += &format!(r#", "step": {step}, "snap": {snap}"#);
    }
    let (floor, coyote, buffer) = (rng.i32(20..80), rng.i32(0..4), rng.i32(0..4));
    mover.floor_angle = S::Real::from_f64(f64::from(floor).to_radians());
    mover.coyote_time = S::Real::from_f64(coyote.into());
    mover.buffer_time = S::Real::from_f64(buffer.into());
    keys + &format!(r#", "floor": {floor}, "coyote": {coyote}, "buffer": {buffer}"#)
}

/// Runs a scene with one mover among random boxes and ramps, and compares it with a [`Mover`] of the library among the same shapes. Returns
/// the number of frames with hits, and the number of frames in which the mover stood on the ground.
fn beside_mover<S: Number>(
    rng: &mut Rng,
    scalar: &str,
    open: fn(AnyScene) -> Option<Scene<S, 2>>,
) -> [u32; 2] {
    let number = |c: i32| S::nearest(f64::from(c)).unwrap();
    let at = |p: [i32; 2]| Vector(p.map(number));
    let (mut shapes, mut level) = (Vec::new(), Vec::<Shape<'static, S, 2>>::new());
    for k in 0..rng.i32(3..14) {
        let ([x, y], [w, h]) = ([rng.i32(-60..60), rng.i32(0..40)], [rng.i32(4..50), rng.i32(3..12)]);
        if k > 0 && rng.u8(0..3) == 0 {
            shapes.push(format!(r#"{{"triangle": [[{x}, {y}], [{}, {y}], [{x}, {}]]}}"#, x + w, y - h));
            level.push(Triangle::new(at([x, y]), at([x + w, y]), at([x, y - h])).into());
        } else {
            shapes.push(format!(r#"{{"box": {{"min": [{x}, {y}], "max": [{}, {}]}}}}"#, x + w, y + h));
            level.push(Aabb::new(at([x, y]), at([x + w, y + h])).into());
        }
    }
    let (x, arrows, jump) = (rng.i32(-40..40), rng.i32(1..9), rng.i32(5..40));
    let mut mover = Mover::new(Aabb::new(at([x, -40]), at([x + 6, -30])));
    mover.gravity = at([0, 2]);
    let response = [Response::Slide, Response::Stop, Response::BackUp][rng.usize(0..3)];
    mover.response = response;
    let name = ["slide", "stop", "back-up"]
        [[Response::Slide, Response::Stop, Response::BackUp].iter().position(|r| *r == response).unwrap()];
    let keys = walker(rng, &mut mover);
    let text = format!(
        r#"{{"bumper": 1, "scalar": "{scalar}", "y": "down", "time_step": 1, "gravity": [0, 2], "shapes": [{}, {{"id": "it",
        "box": {{"min": [{x}, -40], "max": [{}, -30]}}, "move": {{"response": "{name}", "arrows": [{arrows}, 0], "jump": {jump}{keys}}}}}]}}"#,
        shapes.join(", "),
        x + 6
    );
    let scene = bumper_scene::read(text.as_bytes()).ok().and_then(open).unwrap_or_else(|| panic!("{text}"));
    let (mut stage, object, mut counts) = (Stage::new(scene).unwrap(), shapes.len(), [0; 2]);
    for frame in 0..60 {
        let held = ["", "left", "right", "right jump", "left jump", "jump"][rng.usize(0..6)];
        stage.step(Keys::read(held).unwrap());
        mover.velocity[0] = match held.split(' ').next() {
            Some("left") => number(-arrows),
            Some("right") => number(arrows),
            _ => number(0),
        };
        if held.contains("jump") {
            mover.jump(number(jump));
        }
        let mut hits = 0;
        mover.step(S::Real::from_f64(1.0), &level[..], |_| Some(response), |_| hits += 1);
        let stage_mover = stage.mover(object).unwrap();
        assert_eq!(
            (stage_mover.position(), stage_mover.velocity, stage_mover.is_grounded()),
            (mover.position(), mover.velocity, mover.is_grounded()),
            "frame {frame}, {held:?}: {text}"
        );
        assert_eq!(stage.hits(object).is_empty(), hits == 0, "frame {frame}: {text}");
        counts[0] += u32::from(hits > 0);
        counts[1] += u32::from(stage_mover.is_grounded());
    }
    counts
}

#[test]
fn scene_frames_agree_with_library_movers() {
    let mut counts = [0; 2];
    for seed in 0..250 {
        let mut rng = Rng::with_seed(seed);
        let both = [
            beside_mover(&mut rng, "i16", |scene| {
                if let AnyScene::I16x2(scene) = scene { Some(scene) } else { None }
            }),
            beside_mover(&mut rng, "f32", |scene| {
                if let AnyScene::F32x2(scene) = scene { Some(scene) } else { None }
            }),
        ];
        both.into_iter().for_each(|[hits, stood]| counts = [counts[0] + hits, counts[1] + stood]);
    }
    assert!(counts[0] > 4000 && counts[1] > 1000, "{counts:?}");
}
