//! Lifts: laws that hold in each frame of random scenes, and the arrangements in which lifts meet.
//!
//! `BUMPER_SEED` draws other scenes, `BUMPER_CASES` sets their number. A scene that breaks a law is reduced, and printed as a scene file.

use bumper::Aabb;
use bumper_scene::{ByDimension, DynStage, Keys};
use fastrand::Rng;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// The motion of an object of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Wall,
    Rider,
    Crate,
    Lift { velocity: [i32; 2], travel: [i32; 2] },
}

/// An object of a scene: a box, in units of [`Level::unit`].
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    role: Role,
    at: [i32; 2],
    size: [i32; 2],
}

/// A scene of boxes.
#[derive(Clone, Debug)]
struct Level {
    scalar: &'static str,
    /// The length of a unit, and the time step. Velocities are in units per time step.
    unit: f64,
    time_step: f64,
    pieces: Vec<Piece>,
}

impl Piece {
    fn new(role: Role, at: [i32; 2], size: [i32; 2]) -> Self {
        Self { role, at, size }
    }

    fn lift(at: [i32; 2], size: [i32; 2], velocity: [i32; 2], travel: [i32; 2]) -> Self {
        Self::new(Role::Lift { velocity, travel }, at, size)
    }

    fn overlaps(&self, other: &Piece) -> bool {
        (0..2).all(|k| self.at[k] < other.at[k] + other.size[k] && other.at[k] < self.at[k] + self.size[k])
    }
}

impl Level {
    /// The text of the scene file, with the pieces in the given order.
    fn text(&self, order: &[usize]) -> String {
        let number = |c: i32, factor: f64| {
            if factor == 1.0 { c.to_string() } else { (f64::from(c) * factor).to_string() }
        };
        let list = |c: [i32; 2], factor: f64| format!("[{}, {}]", number(c[0], factor), number(c[1], factor));
        let rate = self.unit / self.time_step;
        let shape = |&index: &usize| {
            let Piece { role, at, size } = self.pieces[index];
            let motion = match role {
                Role::Wall => String::new(),
                Role::Rider => r#", "move": {}"#.into(),
                Role::Crate => r#", "body": {}"#.into(),
                Role::Lift { velocity, travel } => format!(
                    r#", "velocity": {}, "move": {{"response": "carry", "travel": {}}}"#,
                    list(velocity, rate),
                    list(travel, self.unit)
                ),
            };
            format!(
                r#"  {{"id": "{index}", "box": {{"top_left": {}, "size": {}}}{motion}}}"#,
                list(at, self.unit),
                list(size, self.unit)
            )
        };
        let shapes: Vec<String> = order.iter().map(shape).collect();
        let gravity = number(1, rate / self.time_step);
        format!(
            "{{\"bumper\": 1, \"scalar\": \"{}\", \"time_step\": {}, \"gravity\": [0, {gravity}], \"shapes\": [\n{}\n]}}",
            self.scalar,
            self.time_step,
            shapes.join(",\n")
        )
    }

    fn stage(&self, order: &[usize]) -> Box<dyn DynStage<2>> {
        let text = self.text(order);
        let scene = bumper_scene::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        match scene.into_dyn_stage() {
            Ok(ByDimension::In2d(stage)) => stage,
            _ => panic!("{text}"),
        }
    }

    fn in_order(&self) -> Vec<usize> {
        (0..self.pieces.len()).collect()
    }

    /// The largest error of a position, and of the agreement of two positions, in units: zero for integers and fixed point.
    fn tolerance(&self) -> f64 {
        match self.scalar {
            "f32" => 0.01,
            "f64" => 1e-6,
            _ => 0.0,
        }
    }

    /// The AABBs of the pieces, in units.
    fn boxes(&self, stage: &dyn DynStage<2>, order: &[usize]) -> Vec<Aabb<f64, 2>> {
        let mut boxes = vec![Aabb::new([0.0; 2], [0.0; 2]); order.len()];
        for (object, &index) in order.iter().enumerate() {
            let aabb = stage.aabb(object).unwrap();
            boxes[index] = Aabb::new(aabb.min().map(|c| c / self.unit), aabb.max().map(|c| c / self.unit));
        }
        boxes
    }

    fn is_lift(&self, index: usize) -> bool {
        matches!(self.pieces[index].role, Role::Lift { .. })
    }
}

fn depth(a: &Aabb<f64, 2>, b: &Aabb<f64, 2>) -> f64 {
    (0..2).map(|k| a.max()[k].min(b.max()[k]) - a.min()[k].max(b.min()[k])).fold(f64::INFINITY, f64::min)
}

/// The displacements of lifts and riders, in units.
fn displacements(level: &Level, boxes: &[Aabb<f64, 2>]) -> Vec<[f64; 2]> {
    let moved =
        |(piece, aabb): (&Piece, &Aabb<f64, 2>)| [0, 1].map(|k| aabb.min()[k] - f64::from(piece.at[k]));
    level.pieces.iter().zip(boxes).map(moved).collect()
}

/// The law that the lift `index` breaks at a displacement, if any: it stays inside its path and on its line.
fn path_fault(level: &Level, index: usize, moved: [f64; 2]) -> Option<String> {
    let Role::Lift { velocity, travel } = level.pieces[index].role else { return None };
    if velocity == [0, 0] {
        return None;
    }
    let travel = travel.map(f64::from);
    let error = level.tolerance();
    let inside =
        (0..2).all(|k| moved[k] >= travel[k].min(0.0) - error && moved[k] <= travel[k].max(0.0) + error);
    if !inside {
        return Some(format!("lift {index} at {moved:?} is outside its path {travel:?}"));
    }
    let is_whole = level.scalar.starts_with('i');
    let length = travel[0].hypot(travel[1]).max(1e-9);
    let off = (moved[0] * travel[1] - moved[1] * travel[0]).abs() / length;
    let allowed = if is_whole { 1.0 } else { 0.01 };
    (off > allowed).then(|| format!("lift {index} at {moved:?} is {off} off its line {travel:?}"))
}

/// The law that a scene breaks within a number of frames, if any.
fn fault(level: &Level, frames: usize, shuffle: u64) -> Option<String> {
    let mut rng = Rng::with_seed(shuffle);
    let order = level.in_order();
    let mut other_order = order.clone();
    rng.shuffle(&mut other_order);
    let mut stage = level.stage(&order);
    let mut other = level.stage(&other_order);
    let error = level.tolerance();
    // Riders that touch each other, and crates, go in the order of the file.
    let count = |role: Role| level.pieces.iter().filter(|piece| piece.role == role).count();
    let has_order = count(Role::Rider) > 1 || count(Role::Rider) > 0 && count(Role::Crate) > 0;
    let mut before = level.boxes(&*stage, &order);
    for frame in 0..frames {
        let grounded: Vec<bool> =
            order.iter().map(|&k| stage.mover_state(k).is_some_and(|state| state.is_grounded)).collect();
        stage.step(Keys::default());
        other.step(Keys::default());
        let now = level.boxes(&*stage, &order);
        let moved = displacements(level, &now);
        let found = order.iter().find_map(|&index| {
            path_fault(level, index, moved[index])
                .or_else(|| overlap_fault(level, index, &now, error))
                .or_else(|| rider_fault(level, index, grounded[index], &before, &now))
        });
        if let Some(found) = found {
            return Some(format!("frame {frame}: {found}"));
        }
        let others = level.boxes(&*other, &other_order);
        let differs = |&index: &usize| level.pieces[index].role != Role::Crate && now[index] != others[index];
        if !has_order && let Some(index) = order.iter().copied().find(|index| differs(index)) {
            return Some(format!(
                "frame {frame}: {index} is at {:?}, and in the order {other_order:?} at {:?}",
                now[index], others[index]
            ));
        }
        before = now;
    }
    None
}

/// The overlap of a lift or a rider with a wall or a lift, if any.
fn overlap_fault(level: &Level, index: usize, now: &[Aabb<f64, 2>], error: f64) -> Option<String> {
    let role = level.pieces[index].role;
    if role == Role::Wall || role == Role::Crate {
        return None;
    }
    let solid = |other: &usize| level.pieces[*other].role == Role::Wall || level.is_lift(*other);
    let inside = |other: &usize| *other != index && solid(other) && depth(&now[index], &now[*other]) > error;
    (0..now.len()).find(inside).map(|other| format!("{index} at {:?} is inside {other}", now[index]))
}

/// The law that a rider breaks, if any: if it stands on a lift, and nothing else is near it, the lift takes it along.
fn rider_fault(
    level: &Level,
    index: usize,
    is_grounded: bool,
    before: &[Aabb<f64, 2>],
    now: &[Aabb<f64, 2>],
) -> Option<String> {
    if level.pieces[index].role != Role::Rider || !is_grounded {
        return None;
    }
    let own = before[index];
    let reach = own.inflated([8.0, 8.0]);
    let near: Vec<usize> =
        (0..now.len()).filter(|&k| k != index && depth(&reach, &before[k].union(&now[k])) >= 0.0).collect();
    let &[lift] = &near[..] else { return None };
    let stands = (own.max()[1] - before[lift].min()[1]).abs() < 0.02 && depth(&reach, &before[lift]) > 8.5;
    if !level.is_lift(lift) || !stands {
        return None;
    }
    let by = |k: usize| now[k].min() - before[k].min();
    let off = by(index) - by(lift);
    let is_carried = off.0.iter().all(|c| c.abs() <= 2.0 * level.tolerance());
    (!is_carried)
        .then(|| format!("rider {index} moves by {:?}, and its lift {lift} by {:?}", by(index), by(lift)))
}

/// Removes pieces from a level that breaks a law, as long as it still does.
fn reduced(mut level: Level, frames: usize, shuffle: u64) -> Level {
    let mut index = 0;
    while index < level.pieces.len() {
        let mut smaller = level.clone();
        smaller.pieces.remove(index);
        if fault(&smaller, frames, shuffle).is_some() {
            level = smaller;
            index = 0;
        } else {
            index += 1;
        }
    }
    level
}

fn random_level(rng: &mut Rng) -> Level {
    let (scalar, unit, time_step) = KINDS[rng.usize(0..KINDS.len())];
    let mut level = Level { scalar, unit, time_step, pieces: Vec::new() };
    let alike = ([rng.i32(-3..4), rng.i32(-3..4)], [rng.i32(-24..25), rng.i32(-24..25)]);
    // Most lifts touch an earlier one, side by side, in a stack, or corner to corner.
    for _ in 0..rng.usize(2..14) {
        let size = [8 * rng.i32(1..5), 8 * rng.i32(1..3)];
        let at = match level.pieces.is_empty() || rng.u8(0..4) == 0 {
            true => [rng.i32(-60..60), rng.i32(-40..40)],
            false => {
                let other = level.pieces[rng.usize(0..level.pieces.len())];
                let along = |k: usize, place: u8, gap: i32| match place {
                    0 => other.at[k] - size[k] - gap,
                    1 => other.at[k] + other.size[k] + gap,
                    _ => other.at[k],
                };
                let gap = [0, 0, 1, 2, 3, 5][rng.usize(0..6)];
                let axis = rng.usize(0..2);
                let places =
                    if axis == 0 { [rng.u8(0..2), rng.u8(0..3)] } else { [rng.u8(0..3), rng.u8(0..2)] };
                [along(0, places[0], gap), along(1, places[1], gap)]
            }
        };
        let role = match rng.u8(0..10) {
            0 | 1 => Role::Wall,
            2 | 3 => Role::Rider,
            4 if scalar.starts_with("f3") || scalar.starts_with("f6") => Role::Crate,
            5 | 6 => Role::Lift { velocity: alike.0, travel: alike.1 },
            7 => Role::Lift { velocity: [0, 0], travel: [0, 0] },
            8 => Role::Lift { velocity: [rng.i32(-3..4), 0], travel: [rng.i32(-24..25), 0] },
            _ => Role::Lift {
                velocity: [rng.i32(-3..4), rng.i32(-3..4)],
                travel: [rng.i32(-24..25), rng.i32(-24..25)],
            },
        };
        let piece = Piece::new(role, at, if role == Role::Rider { [6, 10] } else { size });
        if level.pieces.iter().all(|other| !other.overlaps(&piece)) {
            level.pieces.push(piece);
        }
    }
    level
}

#[test]
fn lifts_obey_laws_in_random_scenes() {
    let mut rng = Rng::with_seed(setting("BUMPER_SEED", 54));
    for case in 0..setting("BUMPER_CASES", 40) {
        let level = random_level(&mut rng);
        let shuffle = rng.u64(..);
        if let Some(found) = fault(&level, 60, shuffle) {
            let level = reduced(level, 60, shuffle);
            let again = fault(&level, 60, shuffle).unwrap_or_default();
            panic!("case {case}: {found}\nreduced: {again}\n{}", level.text(&level.in_order()));
        }
    }
}

const KINDS: [(&str, f64, f64); 7] = [
    ("i16", 1.0, 1.0),
    ("i32", 1.0, 1.0),
    ("fixed", 1.0, 1.0),
    ("f32", 1.0, 1.0),
    ("f32", 0.1, 1.0 / 60.0),
    ("f64", 16.0, 1.0 / 240.0),
    ("f64", 0.37, 1.0 / 30.0),
];

/// Calls `check` with a level of these pieces for each kind of scalar, and with three orders of the file: that of the pieces, its reverse,
/// and a rotation.
fn in_all_orders(pieces: &[Piece], mut check: impl FnMut(&Level, &[usize])) {
    for (scalar, unit, time_step) in KINDS.into_iter().step_by(2) {
        let level = Level { scalar, unit, time_step, pieces: pieces.to_vec() };
        let mut order = level.in_order();
        check(&level, &order);
        order.reverse();
        check(&level, &order);
        order.rotate_left(1);
        check(&level, &order);
    }
}

/// The displacements of all pieces in each of a number of frames.
fn run(level: &Level, order: &[usize], frames: usize) -> Vec<Vec<[f64; 2]>> {
    let mut stage = level.stage(order);
    let frame = |_| {
        stage.step(Keys::default());
        displacements(level, &level.boxes(&*stage, order))
    };
    (0..frames).map(frame).collect()
}

fn near(a: [f64; 2], b: [f64; 2], error: f64) -> bool {
    (0..2).all(|k| (a[k] - b[k]).abs() <= error)
}

/// The displacement of a lift that nothing stops, after a number of frames: to and fro, with a shorter step at the ends.
fn free_lift(velocity: [i32; 2], travel: [i32; 2], frames: usize) -> [f64; 2] {
    let length = |v: [i32; 2]| f64::from(v[0]).hypot(f64::from(v[1]));
    let steps = (length(travel) / length(velocity) - 1e-9).ceil() as usize;
    let phase = frames % (2 * steps);
    let way = if phase <= steps {
        (phase as f64 * length(velocity)).min(length(travel))
    } else {
        (length(travel) - (phase - steps) as f64 * length(velocity)).max(0.0)
    };
    travel.map(|c| f64::from(c) * way / length(travel))
}

#[test]
fn lifts_that_move_alike_move_together_in_any_order() {
    let arrangements: [&[[i32; 2]]; 6] = [
        &[[0, 0], [32, 0], [64, 0]],
        &[[0, 0], [0, -8], [0, -16]],
        &[[0, 0], [32, 8], [64, 16]],
        &[[0, 0], [32, -8], [-32, -8]],
        &[[0, 0], [32, 0], [0, 8], [32, 8]],
        &[[0, 0], [33, 0], [16, -8], [10, 11]],
    ];
    for places in arrangements {
        for (velocity, travel) in [
            ([1, 0], [20, 0]),
            ([-3, 0], [-20, 0]),
            ([0, -1], [0, -20]),
            ([0, 5], [0, 12]),
            ([1, 1], [20, 20]),
            ([2, -1], [20, -10]),
            ([3, 0], [17, -11]),
        ] {
            let pieces: Vec<_> =
                places.iter().map(|at| Piece::lift(*at, [32, 8], velocity, travel)).collect();
            in_all_orders(&pieces, |level, order| {
                // On integers, a lift is on the rounded line.
                let error = if level.scalar.starts_with('i') { 0.5001 } else { level.tolerance().max(0.001) };
                for (frame, moved) in run(level, order, 45).iter().enumerate() {
                    let expected = free_lift(velocity, travel, frame + 1);
                    let alike = moved.iter().all(|moved_one| near(*moved_one, moved[0], level.tolerance()));
                    assert!(
                        alike && near(moved[0], expected, error),
                        "{frame} {expected:?} {moved:?}\n{}",
                        level.text(order)
                    );
                }
            });
        }
    }
}

#[test]
fn lifts_that_meet_turn_in_the_same_frame_and_do_not_enter_a_smaller_gap() {
    for speed in [1, 2, 3] {
        for gap in 0..12 {
            for axis in [0, 1] {
                let along = |c: i32| if axis == 0 { [c, 0] } else { [0, c] };
                let size = if axis == 0 { [32, 8] } else { [8, 32] };
                let a = Piece::lift(along(0), size, along(speed), along(30));
                let b = Piece::lift(along(32 + gap), size, along(-speed), along(-30));
                in_all_orders(&[a, b], |level, order| {
                    let error = level.tolerance();
                    let steps = gap / (2 * speed);
                    for (frame, moved) in run(level, order, 25).iter().enumerate() {
                        let [a, b] = [moved[0], moved[1]];
                        assert!(near(a, b.map(|c| -c), error), "{frame} {moved:?}\n{}", level.text(order));
                        let farthest = f64::from(speed * steps) + error;
                        assert!(
                            a[axis] <= farthest && a[axis] >= -error,
                            "{frame} {moved:?}\n{}",
                            level.text(order)
                        );
                    }
                    // The lifts turn in the frame after their last step towards each other.
                    let frames = run(level, order, steps as usize + 2);
                    let place = |frame: i32| frames[frame as usize][0][axis];
                    let last = f64::from(speed * steps);
                    let reached = steps == 0 || (place(steps - 1) - last).abs() <= error;
                    let stayed = (place(steps) - last).abs() <= error;
                    let turned = (place(steps + 1) - (last - f64::from(speed)).max(0.0)).abs() <= error;
                    assert!(reached && stayed && turned, "{frames:?}\n{}", level.text(order));
                });
            }
        }
    }
}

#[test]
fn lift_turns_at_a_wall_inside_its_path() {
    for gap in 0..7 {
        for velocity in [[1, 0], [2, 0], [3, 3], [2, 1]] {
            let travel = velocity.map(|c| c * 10);
            let lift = Piece::lift([0, 0], [32, 8], velocity, travel);
            let wall = Piece::new(Role::Wall, [32 + gap, -10], [10, 60]);
            let rider = Piece::new(Role::Rider, [10, -10], [6, 10]);
            in_all_orders(&[lift, wall, rider], |level, order| {
                let error = level.tolerance();
                let farthest = f64::from(gap / velocity[0] * velocity[0]);
                let mut reached = false;
                for (frame, moved) in run(level, order, 40).iter().enumerate() {
                    reached |= (moved[0][0] - farthest).abs() <= error;
                    let fault = path_fault(level, 0, moved[0]);
                    let inside = moved[0][0] <= farthest + error;
                    let text = || format!("{frame} {fault:?} {moved:?}\n{}", level.text(order));
                    assert!(fault.is_none() && inside && near(moved[0], moved[2], 2.0 * error), "{}", text());
                }
                assert!(reached, "{}", level.text(order));
            });
        }
    }
}

#[test]
fn lift_turns_at_floor_and_stays_on_its_line() {
    let lift = Piece::lift([100, 100], [32, 8], [2, 2], [20, 20]);
    let floor = Piece::new(Role::Wall, [90, 118], [200, 10]);
    in_all_orders(&[lift, floor], |level, order| {
        let places: Vec<f64> = run(level, order, 14).iter().map(|moved| moved[0][1]).collect();
        let expected = [2.0, 4.0, 6.0, 8.0, 10.0, 10.0, 8.0, 6.0, 4.0, 2.0, 0.0, 2.0, 4.0, 6.0];
        let right = places.iter().zip(expected).all(|(a, b)| (a - b).abs() <= level.tolerance());
        assert!(right, "{places:?}\n{}", level.text(order));
    });
}

#[test]
fn lift_without_motion_is_carried_by_the_lift_below() {
    let at_rest = |at: [i32; 2], size: [i32; 2]| Piece::lift(at, size, [0, 0], [0, 0]);
    for (velocity, travel) in [([1, 0], [20, 0]), ([0, -2], [0, -20]), ([1, -1], [20, -20])] {
        let pieces = [
            Piece::lift([0, 0], [96, 8], velocity, travel),
            at_rest([8, -8], [16, 8]),
            at_rest([10, -16], [8, 8]),
            Piece::new(Role::Rider, [10, -26], [6, 10]),
            // It touches the side of the moving lift, so it is not carried.
            at_rest([-16, 4], [16, 8]),
            // It has a motion of its own.
            Piece::lift([84, -8], [8, 8], velocity.map(|c| -c), travel.map(|c| -c)),
        ];
        let pieces = if velocity[0] > 0 && velocity[1] == 0 { &pieces[..] } else { &pieces[..4] };
        in_all_orders(pieces, |level, order| {
            let error = 3.0 * level.tolerance() + 1e-9;
            for (frame, moved) in run(level, order, 50).iter().enumerate() {
                let expected = free_lift(velocity, travel, frame + 1);
                let carried = moved[..4].iter().all(|moved| near(*moved, expected, error));
                let others = moved.get(4).is_none_or(|moved| near(*moved, [0.0; 2], error))
                    && moved.get(5).is_none_or(|moved| near(*moved, expected.map(|c| -c), error));
                assert!(carried && others, "{frame} {expected:?} {moved:?}\n{}", level.text(order));
            }
        });
    }
}

#[test]
fn rider_across_two_lifts_that_move_alike_moves_once() {
    for (velocity, travel) in [
        ([1, 0], [20, 0]),
        ([-2, 0], [-20, 0]),
        ([0, -2], [0, -20]),
        ([0, 3], [0, 15]),
        ([2, 2], [20, 20]),
        ([-2, 2], [-20, 20]),
    ] {
        for overhang in [1, 3, 5] {
            let pieces = [
                Piece::lift([0, 0], [32, 8], velocity, travel),
                Piece::lift([32, 0], [32, 8], velocity, travel),
                Piece::new(Role::Rider, [32 - overhang, -10], [6, 10]),
            ];
            in_all_orders(&pieces, |level, order| {
                for (frame, moved) in run(level, order, 25).iter().enumerate() {
                    let together = near(moved[2], moved[0], 3.0 * level.tolerance());
                    assert!(together, "{frame} {moved:?}\n{}", level.text(order));
                }
            });
        }
    }
}
