//! Movers: the tutorials' rules frame by frame, laws on random worlds, jumps.

use bumper::motion::{Ballistic, Integrator, Movable, Mover, Response, With};
use bumper::scalar::Scalar;
use bumper::world::{Collider, World};
use bumper::{Aabb, Ball, Capsule, OrientedBox, Relate, Relation, Segment, Shape, Triangle, Vector};
use fastrand::Rng;
#[cfg(feature = "fixed")]
use fixed::types::I16F16;

/// How many cases a test tries; more in longer runs.
fn cases(usual: u64) -> u64 {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

const SOLID: [Response; 4] = [Response::BackUp, Response::Stop, Response::Slide, Response::Bounce];

/// The dot of the tutorial: its step on each axis is undone whole if it leaves the screen or overlaps, or has passed, a wall.
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
fn the_dot_and_the_wall_play_as_in_the_tutorial() {
    let mut rng = Rng::with_seed(1);
    let mut stopped = 0;
    for case in 0..cases(300) {
        // The first level is that of the tutorial, the others are random.
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

#[test]
fn the_dot_of_eleven_rectangles_stops_pixel_by_pixel() {
    // Its rows, as wide as those of a disc.
    let rows =
        [[7, 6], [5, 10], [3, 14], [2, 16], [1, 18], [0, 20], [1, 18], [2, 16], [3, 14], [5, 10], [7, 6]];
    let heights = [1, 1, 1, 1, 2, 8, 2, 1, 1, 1, 1];
    let mut y = 0;
    let parts: Vec<Aabb<i16, 2>> = rows
        .iter()
        .zip(heights)
        .map(|([x, w], h)| {
            y += h;
            Aabb::new([*x, y - h], [x + w, y])
        })
        .collect();
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
                // Towards the other, mostly.
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

/// What bump.lua documents for one box: where the mover gets to, from where it touches.
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
            // Corner to corner either side is right.
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
fn boxes_stop_slide_bounce_and_cross_as_in_bump() {
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

/// What random worlds are made of.
trait Random: Scalar + Ballistic {
    /// A length, of so many small parts.
    fn quarters(count: i32) -> Self;

    /// The kinds that only floats have; others get a box.
    fn round(at: Vector<Self, 2>, to: Vector<Self, 2>, _: i32) -> Shape<'static, Self, 2> {
        Aabb::new(at, at + to).into()
    }
}

macro_rules! random {
    ($($scalar:ident: $count:ident => $value:expr;)*) => {$(
        impl Random for $scalar {
            fn quarters($count: i32) -> Self {
                $value
            }
        }
    )*};
}

random! {
    i16: count => count as i16;
    i32: count => count;
}

#[cfg(feature = "fixed")]
random! {
    I16F16: count => I16F16::from_bits(count * 16384 / 3);
}

macro_rules! random_float {
    ($float:ident) => {
        impl Random for $float {
            fn quarters(count: i32) -> Self {
                count as $float * 0.1
            }
            fn round(at: Vector<Self, 2>, to: Vector<Self, 2>, number: i32) -> Shape<'static, Self, 2> {
                if number % 2 == 0 {
                    return Capsule::new(at, at + to, Self::quarters(number / 100)).into();
                }
                let size = to.map(Self::abs);
                OrientedBox::new(at, size, bumper::Rotation::from_degrees(Self::quarters(number))).into()
            }
        }
    };
}

random_float!(f32);
random_float!(f64);

fn shape<S: Random>(rng: &mut Rng, spread: i32) -> Shape<'static, S, 2> {
    let mut vector = |range: i32| Vector([0; 2].map(|_: i32| S::quarters(rng.i32(-range..=range))));
    let at = vector(spread);
    let (u, v) = (vector(60), vector(60));
    match rng.u8(0..if S::IS_FLOAT { 7 } else { 4 }) {
        0 => Aabb::new(at, at + u).into(),
        1 => Ball::new(at, S::quarters(rng.i32(0..40))).into(),
        2 => Triangle::new(at, at + u, at + v).into(),
        3 => Segment::new(at, at + u).into(),
        _ => S::round(at, u, rng.i32(0..3600)),
    }
}

/// Laws of movers among random obstacles, in a closed room.
fn laws<S: Random>(seed: u64)
where
    Shape<'static, S, 2>: Movable<S, 2>,
{
    let mut rng = Rng::with_seed(seed);
    let number = S::quarters;
    let (mut hits, mut moves) = (0u32, 0u32);
    for case in 0..cases(250) {
        let mut world = World::<S, 2>::new();
        // The walls of the room are hardly thicker than a line.
        for (a, b) in [
            ([-500, -500], [500, -499]),
            ([-500, 499], [500, 500]),
            ([-500, -500], [-499, 500]),
            ([499, -500], [500, 500]),
        ] {
            world.insert(Collider::new(Aabb::new(a.map(number), b.map(number)))).unwrap();
        }
        for _ in 0..rng.usize(0..40) {
            let shape = shape::<S>(&mut rng, 480);
            if world.insert(Collider { data: world.len() as u64, ..Collider::new(shape) }).is_err() {
                continue;
            }
        }
        let mut mover = Mover::new(loop {
            let shape = shape::<S>(&mut rng, 400);
            let mut free = true;
            world.meet(shape, |_, _| true, |_, relation| free &= relation != Relation::Overlapping);
            if free {
                break shape;
            }
        });
        let response = SOLID[case as usize % 4];
        mover.response = response;
        let mut velocity = || Vector([0; 2].map(|_: i32| number(rng.i32(-900..=900) / (1 << rng.u32(0..8)))));
        mover.velocity = velocity();
        for frame in 0..60 {
            if frame % 20 == 19 || mover.velocity == Vector::default() {
                mover.velocity = velocity();
            }
            let before = mover.clone();
            let energy = |v: Vector<S, 2>| v.map(S::to_f64).0.iter().map(|c| c * c).sum::<f64>();
            moves += 1;
            let mut told = Vec::new();
            mover.travel(mover.velocity, &world, |_| Some(response), |hit| told.push(hit));
            hits += told.len() as u32;
            let place = *mover.shape();
            world.meet(
                place,
                |_, _| true,
                |id, relation| {
                    let obstacle = world.get(id).unwrap().shape;
                    assert!(
                        relation != Relation::Overlapping || before.shape().overlaps(&obstacle),
                        "{response:?}: {:?} by {:?} overlaps {obstacle:?} at {:?}, hits {told:?}",
                        before.shape(),
                        before.velocity,
                        mover.position()
                    );
                },
            );
            let extent = place.bounds().unwrap();
            let (low, high) = (number(-500).to_f64(), number(500).to_f64());
            let inside = |c: S::Real| c.to_f64() >= low && c.to_f64() <= high;
            assert!(
                extent.min().0.into_iter().chain(extent.max().0).all(inside),
                "out of the room: {response:?} {before:?} to {:?}, hits {told:?}, among {:?}",
                mover.position(),
                world
                    .iter()
                    .map(|(_, c)| c.shape)
                    .filter(|s| !bumper::distance(*s, *before.shape()).to_f64().gt(&100.0))
                    .collect::<Vec<_>>()
            );
            let (now, then) = (energy(mover.velocity), energy(before.velocity));
            assert!(now <= then * (1.0 + 1e-6), "{response:?} faster: {then} {now} {told:?}");
            for hit in told {
                let length = hit.normal.map(Scalar::to_f64).0.iter().map(|c| c * c).sum::<f64>();
                assert!((length - 1.0).abs() < 1e-5 && (0.0..=1.0).contains(&hit.time.to_f64()));
            }
        }
    }
    assert!(hits > moves / 20, "{hits} of {moves}");
}

#[test]
fn laws_on_whole_numbers() {
    laws::<i16>(11);
    laws::<i32>(12);
}

#[cfg(feature = "fixed")]
#[test]
fn laws_on_fixed_point() {
    laws::<I16F16>(13);
}

#[test]
fn laws_on_f32() {
    laws::<f32>(14);
}

#[test]
fn laws_on_f64() {
    laws::<f64>(15);
}

#[test]
fn a_mover_that_starts_inside_comes_out_by_the_shortest_way_and_stays_there() {
    let mut rng = Rng::with_seed(6);
    let floor: Vec<Shape<f32, 2>> =
        (0..30).map(|k| Aabb::new([k as f32 * 4.0, 100.0], [k as f32 * 4.0 + 4.0, 150.0]).into()).collect();
    for _ in 0..cases(500) {
        let depth = rng.f32() * 9.0 + 0.01;
        let x = 20.0 + rng.f32() * 60.0;
        for shape in [
            Shape::from(Aabb::new([x, 90.0 + depth], [x + 10.0, 100.0 + depth])),
            Ball::new([x, 95.0 + depth], 5.0).into(),
        ] {
            let mut mover = Mover::new(shape);
            mover.gravity = Vector([0.0, 900.0]);
            for frame in 0..10 {
                mover.step(1.0 / 60.0, &floor[..], |_| Some(Response::Slide), |_| ());
                let way = mover.position();
                assert!(
                    (way.y() + depth).abs() < 1e-4 && way.x().abs() < 1e-4,
                    "frame {frame}: {depth} {way:?} {shape:?}"
                );
                assert!(mover.velocity.y().abs() < 1e-3);
            }
        }
    }
}

#[test]
fn jumps_rise_as_high_as_asked() {
    fn rises<S: Random>(height: S, gravity: S, time: f64) -> f64 {
        let at = |x, y| [S::quarters(x), S::quarters(y)];
        let floor: [Shape<S, 2>; 1] = [Aabb::new(at(-40, 0), at(40, 40)).into()];
        let mut mover = Mover::new(Aabb::new(at(-20, -40), at(20, 0)));
        mover.gravity = Vector([S::default(), gravity]);
        mover.jump(height);
        let mut highest = 0.0f64;
        for frame in 0.. {
            if frame > 2 && mover.is_grounded() {
                break;
            }
            assert!(frame < 10_000);
            let step = <S::Real as bumper::scalar::Real>::from_f64(time);
            mover.step(step, &floor[..], |_| Some(Response::Slide), |_| ());
            highest = highest.max(-mover.position().y().to_f64());
        }
        highest
    }
    for height in [0.5f64, 1.0, 3.0, 96.0, 500.0] {
        for gravity in [10.0f64, 33.0, 900.0] {
            for time in [1.0 / 60.0, 1.0 / 50.0, 1.0 / 144.0] {
                let off = |found: f64| (found - height).abs() / height;
                assert!(off(rises(height, gravity, time)) < 1e-9);
                assert!(off(rises(height as f32, gravity as f32, time)) < 1e-3);
                #[cfg(feature = "fixed")]
                {
                    let fixed = rises(I16F16::from_num(height), I16F16::from_num(gravity), time);
                    assert!(off(fixed) < 1e-3, "{height} {gravity} {time}: {fixed}");
                }
            }
        }
    }
    // Whole numbers: no launch gets nearer.
    for height in 1..200i16 {
        for gravity in 1..20i16 {
            let found = rises(height, gravity, 1.0) as i32;
            let reachable = (0..400i32).map(|speed| {
                (1..).map(|k| speed - k * i32::from(gravity)).take_while(|v| *v > 0).sum::<i32>()
            });
            let best = reachable.map(|rise| (rise - i32::from(height)).abs()).min().unwrap();
            assert_eq!((found - i32::from(height)).abs(), best, "{height} {gravity}: {found}");
        }
    }
}

#[test]
fn launches_are_the_best_there_are_for_every_integrator() {
    for integrator in [Integrator::Explicit, Integrator::SemiImplicit, Integrator::Verlet] {
        // By the integrator's own steps.
        let climb = |speed: i16, gravity: i16| {
            let (mut place, mut velocity, mut highest) = (0i16, speed, 0);
            for _ in 0..300 {
                (place, velocity) = integrator.step(place, velocity, -gravity);
                highest = highest.max(place);
            }
            highest
        };
        for gravity in 1..12i16 {
            let heights: Vec<i16> = (0..150).map(|speed| climb(speed, gravity)).collect();
            for speed in 0..150i16 {
                assert_eq!(
                    speed.rise(gravity, integrator),
                    heights[speed as usize],
                    "{integrator:?} {speed} {gravity}"
                );
            }
            for height in 1..300i16 {
                let speed = height.launch(gravity, integrator);
                let miss = |found: &i16| (found - height).abs();
                let best = heights.iter().map(miss).min().unwrap();
                assert_eq!(
                    miss(&heights[speed as usize]),
                    best,
                    "{integrator:?} {height} {gravity}: {speed}"
                );
            }
        }
        let mut rng = Rng::with_seed(7);
        for _ in 0..1000 {
            let (height, gravity) = (rng.f64() * 100.0 + 0.001, rng.f64() * 5.0 + 0.001);
            let speed = height.launch(gravity, integrator);
            let (mut place, mut velocity, mut highest) = (0.0, speed, 0.0f64);
            for _ in 0..3000 {
                (place, velocity) = integrator.step(place, velocity, -gravity);
                highest = highest.max(place);
            }
            assert!(
                (highest - height).abs() < 1e-9 * height.max(1.0),
                "{integrator:?} {height} {gravity}: {highest}"
            );
            assert!((speed.rise(gravity, integrator) - height).abs() < 1e-9 * height.max(1.0));
        }
    }
    // The ends of the range.
    for (height, gravity) in [(i64::MAX, 1), (i64::MAX, i64::MAX), (1, i64::MAX), (-5, 3), (5, -3), (0, 0)] {
        for integrator in [Integrator::Explicit, Integrator::SemiImplicit, Integrator::Verlet] {
            let speed = height.launch(gravity, integrator);
            assert!(speed >= 0 && speed.rise(gravity, integrator) >= 0);
        }
    }
    assert_eq!(i64::MAX.gravity(0), i64::MAX);
}

#[test]
fn coyote_time_and_buffered_jumps() {
    let ledge: [Shape<i32, 2>; 2] =
        [Aabb::new([0, 100], [50, 110]).into(), Aabb::new([0, 200], [900, 210]).into()];
    let jumps = |coyote: f64, buffer: f64, ask: i32| {
        let mut player = Mover::new(Aabb::new([30, 80], [40, 100]));
        player.gravity = Vector([0, 1]);
        (player.coyote, player.buffer) = (coyote, buffer);
        let mut leaps = Vec::new();
        for frame in 0..60 {
            player.velocity.0[0] = 4;
            if frame == ask {
                player.jump(20);
            }
            player.step(1.0, &ledge[..], |_| Some(Response::Slide), |_| ());
            if player.velocity.y() < 0 && leaps.last() != Some(&(frame - 1)) {
                leaps.push(frame);
            }
        }
        leaps.first().copied()
    };
    // It leaves the ledge at frame 5 and lands on the floor at frame 19.
    assert_eq!(jumps(0.0, 0.0, 3), Some(3));
    assert_eq!(jumps(0.0, 0.0, 7), None);
    assert_eq!(jumps(5.0, 0.0, 7), Some(7));
    assert_eq!(jumps(1.0, 0.0, 9), None);
    assert_eq!(jumps(0.0, 0.0, 17), None);
    let landing = jumps(0.0, 6.0, 17).unwrap();
    assert!((18..=23).contains(&landing), "{landing}");
}

/// Numbers mixed into one, as FNV does it.
#[cfg(feature = "fixed")]
fn mixed(hash: u64, number: u64) -> u64 {
    (hash ^ number).wrapping_mul(0x100_0000_01b3)
}

#[cfg(feature = "fixed")]
#[test]
fn a_long_run_gives_the_same_bits_everywhere() {
    fn run<S: Random>(bits: impl Fn(S) -> u64) -> u64 {
        let mut rng = Rng::with_seed(99);
        let mut world = World::<S, 2>::new();
        for k in 0..60 {
            let shape = shape::<S>(&mut rng, 480);
            let _ = world.insert(Collider { data: k, ..Collider::new(shape) });
        }
        let mut hash = 0xcbf2_9ce4_8422_2325;
        for response in SOLID {
            let at = |c: [i32; 2]| c.map(S::quarters);
            let mut mover = Mover::new(Shape::from(Ball::new(at([0, -490]), S::quarters(7))));
            mover.bounds = Some(Aabb::new(at([-500, -500]), at([500, 500])));
            mover.response = response;
            mover.gravity = Vector(at([0, 3]));
            for _ in 0..2000 {
                if rng.u8(..) < 9 {
                    mover.velocity = Vector(at([rng.i32(-90..90), rng.i32(-90..90)]));
                }
                let one = <S::Real as bumper::scalar::Real>::from_f64(1.0);
                mover.step(one, &world, |_| Some(response), |_| ());
                for axis in 0..2 {
                    hash = mixed(mixed(hash, bits(mover.position()[axis])), bits(mover.velocity[axis]));
                }
            }
        }
        hash
    }
    let hashes = [
        run::<i16>(|c| c as u16 as u64),
        run::<I16F16>(|c| c.to_bits() as u32 as u64),
        run::<f32>(|c| (c + 0.0).to_bits().into()),
        run::<f64>(|c| (c + 0.0).to_bits()),
    ];
    let known = [0xb6fc706557f2b0de, 0x4edf19cf852dbf1f, 0xca059636f5f69cb2, 0xbd754d4050034fe9];
    assert_eq!(hashes, known, "{hashes:x?}");
}

#[test]
fn nothing_moves_past_the_ends_of_the_range() {
    let none: [Shape<i16, 2>; 0] = [];
    for response in SOLID {
        let mut mover = Mover::new(Aabb::new([0i16, 0], [20, 20]));
        mover.response = response;
        mover.velocity = Vector([30_000, -32_768]);
        let mut ends = 0;
        for _ in 0..5 {
            let step = mover.velocity;
            mover.travel(
                step,
                &none[..],
                |_| Some(response),
                |hit| ends += i32::from(hit.with == With::Bounds),
            );
            assert_eq!(mover.shape().max() - mover.shape().min(), Vector([20, 20]));
        }
        assert!(ends > 0);
    }
    let mut mover = Mover::new(Ball::new([0.0f32, 0.0], 1.0));
    for step in [[f32::NAN, 0.0], [f32::INFINITY, 0.0], [0.0, f32::NEG_INFINITY]] {
        mover.travel(step, &[] as &[Shape<f32, 2>], |_| Some(Response::Slide), |_| ());
        assert!(mover.position().0.iter().all(|c| c.is_finite()));
    }
}

#[test]
fn what_crosses_leaves_its_bounds_and_tells() {
    let mut ghost = Mover::new(Ball::new([5i16, 5], 2));
    ghost.response = Response::Cross;
    ghost.bounds = Some(Aabb::new([0, 0], [20, 20]));
    let mut hits = Vec::new();
    for step in [[9, 0], [9, 0], [9, -9]] {
        ghost.travel(
            step,
            &[] as &[Shape<i16, 2>],
            |_| None,
            |hit| hits.push((hit.with, hit.normal.0, hit.time)),
        );
    }
    assert_eq!(ghost.position(), Vector([27, -9]));
    // With its right side from 16 to 25; then it is out.
    let first = (With::Bounds, [-1.0, 0.0], 4.0 / 9.0);
    assert_eq!(hits, [first, (With::Bounds, [-1.0, 0.0], 0.0), (With::Bounds, [0.0, 1.0], 3.0 / 9.0)]);
}

#[test]
fn movers_in_space_slide_along_edges_and_never_leave_the_room() {
    let mut rng = Rng::with_seed(21);
    let mut world = World::<f32, 3>::new();
    for axis in 0..3 {
        for side in [-1.0f32, 1.0] {
            let (mut min, mut max) = ([-50.0f32; 3], [50.0f32; 3]);
            (min[axis], max[axis]) = (side * 50.0 - 0.05, side * 50.0 + 0.05);
            world.insert(Collider::new(Aabb::new(min, max))).unwrap();
        }
    }
    for _ in 0..30 {
        let at = [0; 3].map(|_| rng.f32() * 80.0 - 40.0);
        let shape: Shape<f32, 3> = match rng.u8(0..3) {
            0 => Ball::new(at, rng.f32() * 6.0).into(),
            1 => Aabb::centered(at, [rng.f32() * 6.0, rng.f32() * 6.0, rng.f32() * 6.0]).into(),
            _ => Capsule::new(at, at.map(|c| c + rng.f32() * 9.0), 1.0 + rng.f32()).into(),
        };
        world.insert(Collider::new(shape)).unwrap();
    }
    let mut hits = 0;
    for case in 0..cases(80) {
        let at = [0; 3].map(|_| rng.f32() * 80.0 - 40.0);
        let shape = if rng.bool() {
            Shape::from(Ball::new(at, 2.0))
        } else {
            Aabb::centered(at, [2.0, 1.0, 1.5]).into()
        };
        let mut free = true;
        world.meet(shape, |_, _| true, |_, _| free = false);
        if !free {
            continue;
        }
        let response = SOLID[case as usize % 4];
        let mut mover = Mover::new(shape);
        mover.response = response;
        for _ in 0..40 {
            mover.velocity = Vector([0; 3].map(|_| (rng.f32() - 0.5) * f32::powi(4.0, rng.i32(0..6))));
            let before = mover.velocity.length();
            mover.step(1.0, &world, |_| Some(response), |_| hits += 1);
            assert!(mover.velocity.length() <= before * 1.000_01);
            let extent = mover.shape().bounds().unwrap();
            assert!(extent.min().0.iter().all(|c| *c > -50.0) && extent.max().0.iter().all(|c| *c < 50.0));
            world.meet(
                *mover.shape(),
                |_, _| true,
                |id, relation| {
                    assert!(relation != Relation::Overlapping, "{response:?} {mover:?} {:?}", world.get(id));
                },
            );
        }
    }
    assert!(hits > 300);
}
