//! Compares movers, frame by frame, with other methods: the dots of many tutorials, and the boxes of bump.lua.

use super::motion::cases;
use bumper::motion::{Mover, Response};
use bumper::world::{Collider, World};
use bumper::{Aabb, Relate, Shape};
use fastrand::Rng;

/// The dot of the tutorial. On each axis, its step is undone if the dot would leave the screen, or would overlap or pass through a wall.
fn tutorial(dot: &mut [i32; 2], velocity: [i32; 2], size: i32, walls: &[[i32; 4]], screen: [i32; 2]) {
    for axis in 0..2 {
        let before = dot[axis];
        dot[axis] += velocity[axis];
        let (mut low, mut high) = (*dot, [dot[0] + size, dot[1] + size]);
        low[axis] = before.min(dot[axis]);
        high[axis] = before.max(dot[axis]) + size;
        let hits = |[x, y, w, h]: &[i32; 4]| low[0] < x + w && high[0] > *x && low[1] < y + h && high[1] > *y;
        if dot[axis] < 0 || dot[axis] + size > screen[axis] || walls.iter().any(hits) {
            dot[axis] = before;
        }
    }
}

#[test]
fn dot_among_walls_agrees_with_tutorial() {
    let mut rng = Rng::with_seed(1);
    let mut stopped = 0;
    for case in 0..cases(300) {
        // The first level is the level of the tutorial; the other levels are random.
        let mut walls = vec![[300, 40, 40, 400]];
        if case > 0 {
            walls = (0..rng.usize(1..20))
                .map(|_| [rng.i32(25..600), rng.i32(0..450), rng.i32(1..60), rng.i32(1..60)])
                .collect();
        }
        let speed = if case == 0 { 10 } else { rng.i32(1..120) };
        let level: Vec<Shape<i16, 2>> = walls
            .iter()
            .map(|&[x, y, w, h]| Aabb::new([x as i16, y as i16], [(x + w) as i16, (y + h) as i16]).into())
            .collect();
        let mut world = World::<i16, 2>::new();
        for wall in &level {
            world.insert(Collider::new(*wall)).unwrap();
        }
        let mut dot = Mover::new(Aabb::new([0i16, 0], [20, 20]));
        dot.response = Response::BackUp;
        dot.bounds = Some(Aabb::new([0, 0], [640, 480]));
        let mut in_world = dot.clone();
        let mut naive = [0; 2];
        let mut velocity = [0; 2];
        for _ in 0..300 {
            if rng.u8(..) < 60 {
                velocity = [rng.i32(-1..=1) * speed, rng.i32(-1..=1) * speed];
            }
            let before = naive;
            tutorial(&mut naive, velocity, 20, &walls, [640, 480]);
            stopped += u32::from(velocity != [0; 2] && naive == before);
            let step = velocity.map(|v| v as i16);
            dot.travel(step, &level[..], |_| Some(Response::BackUp), |_| ());
            in_world.travel(step, &world, |_| Some(Response::BackUp), |_| ());
            assert_eq!(dot.position().0.map(i32::from), naive);
            assert_eq!(in_world.position(), dot.position());
        }
    }
    assert!(stopped > 100);
}

/// The widths and heights of the rectangles that form the dot in the tutorial about pixel collision. Each is centered in 20 columns.
const WIDTHS: [i16; 11] = [6, 10, 14, 16, 18, 20, 18, 16, 14, 10, 6];
const HEIGHTS: [i16; 11] = [1, 1, 1, 2, 2, 6, 2, 2, 1, 1, 1];

pub fn eleven_rectangles() -> Vec<Aabb<i16, 2>> {
    let mut top = 0;
    let rectangle = |(width, height): (i16, i16)| {
        top += height;
        Aabb::new([10 - width / 2, top - height], [10 + width / 2, top])
    };
    WIDTHS.into_iter().zip(HEIGHTS).map(rectangle).collect()
}

#[test]
fn two_dots_agree_with_tutorial() {
    let parts = eleven_rectangles();
    let area = parts.iter().map(|part| part.size()).map(|size| size.x() * size.y()).sum::<u16>();
    assert_eq!((area, parts[10].max().y()), (316, 20));
    // One dot stands at (20, 20), the other dot starts in the corner. The screen has 640 × 480 pixels.
    let other: Vec<Aabb<i16, 2>> = parts.iter().map(|part| part.translated([20, 20])).collect();
    let (mut rng, mut met) = (Rng::with_seed(4), 0);
    for _ in 0..cases(30) {
        let mut dot = Mover::new(parts.clone());
        dot.response = Response::BackUp;
        dot.bounds = Some(Aabb::new([0, 0], [640, 480]));
        let (mut place, mut velocity) = ([0i16; 2], [1i16; 2]);
        for _ in 0..200 {
            if rng.u8(..) < 40 {
                velocity = [rng.i16(-1..=1), rng.i16(-1..=1)];
            }
            for axis in 0..2 {
                let mut goal = place;
                goal[axis] += velocity[axis];
                let hits = parts.iter().any(|a| other.iter().any(|b| a.translated(goal).overlaps(b)));
                met += u32::from(hits);
                let beyond = goal[axis] < 0 || goal[axis] + 20 > [640, 480][axis];
                place = if hits || beyond { place } else { goal };
            }
            dot.travel(velocity, &other[..], |_| Some(Response::BackUp), |_| ());
            assert_eq!(dot.position().0, place);
        }
    }
    assert!(met > 200, "{met}");
}

#[test]
fn dot_of_eleven_boxes_agrees_with_naive_loop() {
    let parts = eleven_rectangles();
    let (mut rng, mut met) = (Rng::with_seed(2), 0);
    for _ in 0..cases(30) {
        let at = [rng.i16(60..200), rng.i16(60..200)];
        let other: Vec<Aabb<i16, 2>> = parts.iter().map(|part| part.translated(at)).collect();
        let mut dot = Mover::new(parts.clone());
        dot.response = Response::BackUp;
        let mut place = [0i16; 2];
        let mut velocity = [0i16; 2];
        for _ in 0..600 {
            if rng.u8(..) < 20 {
                velocity = [rng.i16(-1..=1), rng.i16(-1..=1)];
                // Usually move towards the other dot.
                if rng.bool() {
                    velocity = [(at[0] - place[0]).signum(), (at[1] - place[1]).signum()];
                }
            }
            for axis in 0..2 {
                let mut goal = place;
                goal[axis] += velocity[axis];
                let hits = parts.iter().any(|a| other.iter().any(|b| a.translated(goal).overlaps(b)));
                met += u32::from(hits);
                place = if hits { place } else { goal };
            }
            dot.travel(velocity, &other[..], |_| Some(Response::BackUp), |_| ());
            assert_eq!(dot.position().0, place);
        }
    }
    assert!(met > 1000);
}

/// What bump.lua documents for one obstacle: the final position of the mover for each response.
fn bump(step: [f64; 2], mover: [f64; 4], wall: [f64; 4], response: Response) -> [f64; 2] {
    let (mut enter, mut leave, mut axis) = (f64::NEG_INFINITY, f64::INFINITY, 0);
    for k in 0..2 {
        let (near, far) = (wall[k] - mover[k] - mover[k + 2], wall[k] + wall[k + 2] - mover[k]);
        let (near, far) = if step[k] >= 0.0 { (near, far) } else { (far, near) };
        if step[k] == 0.0 {
            if near >= 0.0 || far <= 0.0 {
                return step;
            }
            continue;
        }
        if near / step[k] == enter {
            // If corners meet exactly, either side is correct.
            return [f64::NAN; 2];
        }
        if near / step[k] > enter {
            (enter, axis) = (near / step[k], k);
        }
        leave = leave.min(far / step[k]);
    }
    if !(0.0..1.0).contains(&enter) || enter >= leave {
        return step;
    }
    let touch = step.map(|c| c * enter);
    let mut goal = step;
    match response {
        Response::Stop => touch,
        Response::Slide => {
            goal[axis] = touch[axis];
            goal
        }
        Response::Bounce => {
            goal[axis] = touch[axis] - (step[axis] - touch[axis]);
            goal
        }
        _ => step,
    }
}

#[test]
fn responses_agree_with_bump_lua() {
    let mut rng = Rng::with_seed(3);
    let mut hits = 0;
    for _ in 0..cases(60_000) {
        let mut number = |range: i32| f64::from(rng.i32(-range..=range)) / 2.0;
        let (mover, step) =
            ([number(40), number(40), number(9).abs(), number(9).abs()], [number(90), number(90)]);
        let wall = [number(40), number(40), number(30).abs() + 1.0, number(30).abs() + 1.0];
        let shape = |[x, y, w, h]: [f64; 4]| Aabb::new([x, y], [x + w, y + h]);
        if shape(mover).overlaps(&shape(wall)) {
            continue;
        }
        let walls: [Shape<f64, 2>; 1] = [shape(wall).into()];
        for response in [Response::Stop, Response::Slide, Response::Bounce, Response::Cross] {
            let expected = bump(step, mover, wall, response);
            if expected[0].is_nan() {
                continue;
            }
            let mut dot = Mover::new(shape(mover));
            dot.travel(step, &walls[..], |_| Some(response), |_| hits += 1);
            let found = dot.position().0;
            let off = (0..2).map(|k| (found[k] - expected[k]).abs()).fold(0.0, f64::max);
            assert!(
                off < 1e-9,
                "{response:?} {mover:?} by {step:?} at {wall:?}: {found:?}, not {expected:?}"
            );
        }
    }
    assert!(hits > 10_000);
}
