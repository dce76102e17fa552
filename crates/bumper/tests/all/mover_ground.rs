//! Tests of movers that stand on a ground, for all sizes of movers and grounds, near the origin, far from it, and up to the ends of the
//! range. Also tests the hits that a step reports, and their order.

use super::motion::cases;
use bumper::motion::{Ballistic, HitTarget, Movable, Mover, Obstacle, Response};
use bumper::scalar::{Real, Scalar};
use bumper::world::{Collider, World};
use bumper::{Aabb, Ball, OrientedBox, OrientedCylinder, Relate, Rotation, Shape, Vector};
use fastrand::Rng;
#[cfg(feature = "fixed")]
use fixed::types::I16F16;

/// The largest value of the scalar that is at most this number.
fn number<S: Scalar>(number: f64) -> S {
    let whole = if S::IS_FLOAT { number } else { (number / S::QUANTUM).floor() * S::QUANTUM };
    S::nearest(whole).unwrap()
}

/// A random length between two powers of ten, with uniformly distributed magnitudes.
fn decades(rng: &mut Rng, from: i32, to: i32) -> f64 {
    10f64.powf(f64::from(from) + rng.f64() * f64::from(to - from))
}

/// A mover that stands on a ground. Both are centered on the same vertical line, and `size` is the size of the mover.
struct Stand<S: Scalar, const N: usize> {
    mover: Shape<'static, S, N>,
    ground: Shape<'static, S, N>,
    size: f64,
}

/// A box on a box, or a ball on a box. The sizes on the axes are independent of each other.
fn boxes<S: Scalar, const N: usize>(rng: &mut Rng, [from, to]: [i32; 2], far: f64) -> Stand<S, N> {
    let size = decades(rng, from, to);
    let at: [S; N] = std::array::from_fn(|_| {
        number(match rng.u8(..3) {
            0 => 0.0,
            1 => size * rng.f64(),
            _ => (size * decades(rng, 0, 3)).min(far),
        })
    });
    let half =
        |rng: &mut Rng, own: f64| number::<S>(own.max(S::QUANTUM)).max_of(number(decades(rng, from, to)));
    let mut min = at;
    let mut max = at;
    for axis in 0..N {
        // The ground is at least as wide as the mover. Its thickness may be anything.
        let wide = half(rng, if axis == 1 { 0.0 } else { size });
        if axis != 1 {
            min[axis] = S::nearest(at[axis].to_f64() - wide.to_f64()).unwrap();
        }
        max[axis] = S::nearest(at[axis].to_f64() + wide.to_f64()).unwrap();
    }
    let ground = Aabb::new(min, max);
    let radius = number::<S>((size * 0.5).max(S::QUANTUM));
    let mut feet = at;
    feet[1] = S::nearest(at[1].to_f64() - radius.to_f64()).unwrap();
    let mover: Shape<'static, S, N> = if rng.bool() {
        Ball::new(feet, radius).into()
    } else {
        let low = std::array::from_fn(|axis| {
            S::nearest(at[axis].to_f64() - radius.to_f64() * if axis == 1 { 2.0 } else { 1.0 }).unwrap()
        });
        let high: [S; N] = std::array::from_fn(|axis| {
            S::nearest(at[axis].to_f64() + if axis == 1 { 0.0 } else { radius.to_f64() }).unwrap()
        });
        Aabb::new(low, high).into()
    };
    Stand { mover, ground: ground.into(), size: radius.to_f64() * 2.0 }
}

trait Larger {
    fn max_of(self, other: Self) -> Self;
}

impl<S: Scalar> Larger for S {
    fn max_of(self, other: Self) -> Self {
        if self < other { other } else { self }
    }
}

/// Checks that a mover can ride on the ground, jump from it, and stand on it, without a step that detects the ground first.
fn assert_stands_rides_and_jumps<S: Ballistic, const N: usize>(stand: &Stand<S, N>)
where
    Shape<'static, S, N>: Movable<S, N>,
{
    let Stand { mover: shape, ground, size } = stand;
    let context = || format!("{shape:?} on {ground:?}");
    let one = S::Real::from_f64(1.0);
    let level = [*ground];
    let small = number::<S>((size * 0.25).max(S::QUANTUM));
    let mut start = Mover::new(*shape);
    start.gravity = Vector::default().with(1, number::<S>((size * 0.05).max(S::QUANTUM)));
    let others = |_| None::<Response>;
    for axis in [0, N - 1] {
        if axis == 1 {
            continue;
        }
        let way = Vector::default().with(axis, small);
        let mut rider = start.clone();
        if let Some(there) = ground.moved(way) {
            assert!(rider.carry(&[Obstacle::new(there)], way, &level[..], others, |_| ()), "{}", context());
            let gone = (rider.position()[axis].to_f64() - small.to_f64()).abs();
            assert!(gone <= small.to_f64() * 0.01, "left behind: {}", context());
        }
    }
    let mut jumper = start.clone();
    let height = number::<S>(*size * 2.0);
    jumper.jump(height);
    jumper.step(one, &level[..], |_| Some(Response::Slide), |_| ());
    assert!(jumper.position().y() < S::default(), "no jump: {}", context());
    assert!(!jumper.is_grounded());
    let mut idler = start;
    for frame in 0..20 {
        *idler.velocity.x_mut() = if frame % 2 == 0 { small } else { S::nearest(-small.to_f64()).unwrap() };
        idler.step(one, &level[..], |_| Some(Response::Slide), |_| ());
        assert!(idler.is_grounded(), "falls in frame {frame}: {} at {:?}", context(), idler.position());
        assert!(!idler.shape().overlaps(ground), "{}", context());
        assert!(idler.position().y().to_f64().abs() < size * 0.01, "{}", context());
    }
}

#[test]
fn mover_stands_rides_and_jumps_on_ground_of_any_size() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..cases(1500) {
        assert_stands_rides_and_jumps::<f32, 2>(&boxes(&mut rng, [-4, 4], f64::INFINITY));
        assert_stands_rides_and_jumps::<f64, 2>(&boxes(&mut rng, [-4, 4], f64::INFINITY));
        assert_stands_rides_and_jumps::<f32, 3>(&boxes(&mut rng, [-4, 4], f64::INFINITY));
        assert_stands_rides_and_jumps::<f64, 3>(&boxes(&mut rng, [-4, 4], f64::INFINITY));
        assert_stands_rides_and_jumps::<i16, 2>(&boxes(&mut rng, [1, 4], 1e4));
        assert_stands_rides_and_jumps::<i32, 2>(&boxes(&mut rng, [1, 8], 1e8));
        assert_stands_rides_and_jumps::<i32, 3>(&boxes(&mut rng, [1, 8], 1e8));
        #[cfg(feature = "fixed")]
        assert_stands_rides_and_jumps::<I16F16, 2>(&boxes(&mut rng, [-3, 4], 1e4));
    }
}

#[test]
fn small_mover_rides_on_wide_box_near_origin() {
    for wide in [50.0f32, 100.0, 1e4, 1e8, 1e20, 1e38] {
        let ground = Aabb::new([-wide, 2.0], [wide, 3.0]).into();
        assert_stands_rides_and_jumps(&Stand::<f32, 2> {
            mover: Aabb::new([0.0, 0.0], [1.0, 2.0]).into(),
            ground,
            size: 1.0,
        });
        assert_stands_rides_and_jumps(&Stand::<f32, 2> {
            mover: Ball::new([0.5, 1.0], 1.0).into(),
            ground,
            size: 1.0,
        });
    }
}

/// The coordinates of slanted grounds are rounded relative to the farthest coordinate, so sizes differ by at most three powers of ten here.
#[test]
fn small_mover_stands_rides_and_jumps_on_wide_slope() {
    fn slanted<S: Ballistic<Real = S> + Real>(rng: &mut Rng)
    where
        Shape<'static, S, 2>: Movable<S, 2>,
    {
        let (size, wide) = (1.0, decades(rng, 0, 3));
        let degrees = rng.f64() * 60.0 - 30.0;
        let value = |c: f64| S::nearest(c).unwrap();
        let turn = Rotation::from_degrees(S::Real::from_f64(degrees));
        let ground: Shape<'static, S, 2> =
            OrientedBox::new([value(0.0), value(0.0)], [value(wide), value(1.0)], turn).into();
        // The mover starts above the middle of the ground and falls onto it.
        let mover: Shape<'static, S, 2> = if rng.bool() {
            Ball::new([value(0.0), value(-4.0)], value(size * 0.5)).into()
        } else {
            Aabb::new([value(-0.5), value(-5.0)], [value(0.5), value(-4.0)]).into()
        };
        let mut mover = Mover::new(mover);
        mover.gravity = Vector([value(0.0), value(0.1)]);
        mover.walk_settings =
            Some(bumper::motion::WalkSettings { stair_height: value(0.1), snap_distance: value(0.1) });
        let mut landed = false;
        for frame in 0..60 {
            mover.step(S::Real::from_f64(1.0), &[ground][..], |_| Some(Response::Slide), |_| ());
            assert!(!landed || mover.is_grounded(), "{frame}: {:?} on {ground:?}", mover.shape());
            landed |= mover.is_grounded();
        }
        assert!(landed, "{:?} on {ground:?}", mover.shape());
        // The mover rides from its first step on, and can jump.
        let mut rider = Mover::new(*mover.shape());
        rider.gravity = mover.gravity;
        let mut jumper = rider.clone();
        let way = Vector([value(0.25), value(0.0)]);
        let there = [Obstacle::new(ground.moved(way).unwrap())];
        assert!(
            rider.carry(&there, way, &[ground][..], |_| None, |_| ()),
            "{:?} on {ground:?}",
            rider.shape()
        );
        let gone = rider.position().map(S::to_f64) - Vector([0.25, 0.0]);
        assert!(gone.length() < 0.01, "left behind: {:?} on {ground:?}", rider.shape());
        jumper.jump(value(1.0));
        jumper.step(S::Real::from_f64(1.0), &[ground][..], |_| Some(Response::Slide), |_| ());
        assert!(jumper.position().y() < value(-0.01), "no jump: {:?} on {ground:?}", jumper.shape());
    }
    let mut rng = Rng::with_seed(2);
    for _ in 0..cases(300) {
        slanted::<f32>(&mut rng);
        slanted::<f64>(&mut rng);
    }
}

#[test]
fn mover_rides_on_wide_rotated_cylinder() {
    for wide in [2.0f64, 20.0, 100.0] {
        for turned in [
            OrientedCylinder::new([0.0, 3.0, 0.0], [0.0, 1.0, 0.0], 1.0, wide),
            OrientedCylinder::new([0.0, 4.0, 0.0], [1.0, 0.0, 0.3], wide, 2.0),
        ] {
            let turned = Shape::<f64, 3>::from(turned.unwrap());
            let mut rider = Mover::new(Aabb::new([-0.5, 1.0, -0.5], [0.5, 2.0, 0.5]));
            rider.gravity = Vector([0.0, 0.01, 0.0]);
            for _ in 0..10 {
                rider.step(1.0, &[turned][..], |_| Some(Response::Slide), |_| ());
                assert!(rider.is_grounded(), "{wide} {turned:?} {:?}", rider.position());
            }
            let (way, before) = (Vector([0.25, 0.0, 0.0]), rider.position());
            let there = turned.moved(way).unwrap();
            assert!(rider.carry(&[Obstacle::new(there)], way, &[turned][..], |_| None, |_| ()));
            assert!((rider.position().x() - before.x() - 0.25).abs() < 1e-3, "{wide}");
        }
    }
}

/// Movers can move up to the last value of the range on each axis, in one step or in many.
fn assert_reaches_range_limits<S: Ballistic>(rng: &mut Rng, [least, most]: [f64; 2])
where
    Shape<'static, S, 2>: Movable<S, 2>,
{
    let span = (most - least) * 0.5;
    let mut length = || number::<S>(decades(rng, -8, 0) * span);
    let (size, gap) = ([length(), length()], [length(), length()]);
    let step = [length(), length()];
    let up = [rng.bool(), rng.bool()];
    let place = |axis: usize| {
        let [near, far] =
            [gap[axis].to_f64(), (gap[axis].to_f64() + size[axis].to_f64()).min((most - least) * 0.9)];
        let ends = if up[axis] { [most - far, most - near] } else { [least + near, least + far] };
        ends.map(|end| S::nearest(end).unwrap())
    };
    let (x, y) = (place(0), place(1));
    let shape = Aabb::new([x[0], y[0]], [x[1], y[1]]);
    let way = [0, 1].map(|axis| {
        let c = step[axis].to_f64();
        S::nearest(if up[axis] { c } else { -c }).unwrap()
    });
    let room = [0, 1].map(|axis| {
        if up[axis] { most - shape.max()[axis].to_f64() } else { shape.min()[axis].to_f64() - least }
    });
    for response in [Response::Slide, Response::BackUp] {
        let mut mover = Mover::new(shape);
        mover.response = response;
        let mut ends = 0;
        mover.travel(
            way,
            &[] as &[Shape<S, 2>],
            |_| Some(response),
            |hit| {
                assert!(hit.target == HitTarget::Bounds);
                ends += 1;
            },
        );
        for axis in 0..2 {
            let wanted = way[axis].to_f64().abs();
            let expected = match response {
                Response::BackUp if wanted > room[axis] => 0.0,
                _ => wanted.min(room[axis]),
            };
            let gone = mover.position()[axis].to_f64().abs();
            let error = if S::IS_FLOAT { most * S::Real::EPSILON.to_f64() * 4.0 } else { 0.0 };
            assert!(
                (gone - expected).abs() <= error,
                "{response:?}: {shape:?} by {way:?}: {gone}, not {expected} on axis {axis}"
            );
        }
        let beyond = (0..2).filter(|axis| way[*axis].to_f64().abs() > room[*axis]).count();
        assert!(S::IS_FLOAT || ends == beyond, "{ends} {beyond}");
    }
    assert_falls_to_range_limit(shape, most);
}

/// A fall stops at the end of the range.
fn assert_falls_to_range_limit<S: Ballistic>(shape: Aabb<S, 2>, most: f64) {
    let span = most * 0.5;
    let mut faller = Mover::new(shape);
    faller.gravity = Vector([S::default(), number::<S>((span / 48.0).max(S::QUANTUM))]);
    for _ in 0..60 {
        faller.step(S::Real::from_f64(1.0), &[] as &[Shape<S, 2>], |_| Some(Response::Slide), |_| ());
    }
    // The displacement from the start is limited to the range as well.
    let left = (most - shape.max().y().to_f64()).min(most) - faller.position().y().to_f64();
    let error = if S::IS_FLOAT { most * S::Real::EPSILON.to_f64() * 4.0 } else { 0.0 };
    assert!(left <= error && faller.is_grounded(), "{left} above the end: {shape:?} {:?}", faller);
}

#[test]
fn mover_travels_up_to_range_limits() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..cases(500) {
        assert_reaches_range_limits::<i8>(&mut rng, [-128.0, 127.0]);
        assert_reaches_range_limits::<i16>(&mut rng, [-32_768.0, 32_767.0]);
        assert_reaches_range_limits::<i32>(&mut rng, [f64::from(i32::MIN), f64::from(i32::MAX)]);
        assert_reaches_range_limits::<f32>(&mut rng, [f64::from(f32::MIN), f64::from(f32::MAX)]);
        #[cfg(feature = "fixed")]
        assert_reaches_range_limits::<I16F16>(&mut rng, [-32_768.0, 32_768.0 - 1.0 / 65_536.0]);
    }
    let mut dot = Mover::new(Aabb::new([32_700i16, 0], [32_710, 10]));
    dot.travel([58, 0], &[] as &[Shape<i16, 2>], |_| None, |_| ());
    assert_eq!(dot.position(), Vector([57, 0]));
    let mut dot = Mover::new(Aabb::new([i64::MAX - 67, 0], [i64::MAX - 57, 10]));
    dot.travel([58, 3], &[] as &[Shape<i64, 2>], |_| None, |_| ());
    assert_eq!(dot.position(), Vector([57, 3]));
}

/// A mover bounces between two walls whose distance is its width or a little more (`extra`). It moves along the gap by the full step.
fn assert_bounces<S: Ballistic>(rng: &mut Rng, extra: f64) {
    let width = number::<S>(1.0 + rng.f64() * 40.0);
    let left = number::<S>(rng.f64() * 200.0 - 100.0);
    let value = |c: f64| S::nearest(c).unwrap();
    let right = left.to_f64() + width.to_f64();
    let wall = |x: f64, to: f64| -> Shape<S, 2> {
        Aabb::new([value(x), value(-1000.0)], [value(to), value(1000.0)]).into()
    };
    let walls = [wall(left.to_f64() - 5.0, left.to_f64()), wall(right + extra, right + extra + 5.0)];
    let mut dot = Mover::new(Aabb::new([left, value(0.0)], [value(right), width]));
    let step = [number::<S>(rng.f64() * 400.0 - 200.0), number::<S>(rng.f64() * 400.0 - 200.0)];
    dot.response = Response::Bounce;
    dot.velocity = Vector(step);
    let mut hits = 0;
    dot.travel(step, &walls[..], |_| Some(Response::Bounce), |_| hits += 1);
    let off = dot.position().map(S::to_f64) - Vector([0.0, step[1].to_f64()]);
    let error = S::QUANTUM * 96.0 * f64::from(extra > 0.0) + 1e-3;
    assert!(
        off.x().abs() <= extra + 1e-4 && off.y().abs() <= error,
        "{width:?} {step:?} {extra} {off:?} {hits}"
    );
    assert_eq!(dot.velocity.map(|c| c.to_f64().abs()), Vector(step.map(|c| c.to_f64().abs())));
}

#[test]
fn mover_bouncing_in_tight_gap_keeps_full_step() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..cases(300) {
        for extra in [0.0, 1.0] {
            assert_bounces::<i16>(&mut rng, extra);
            assert_bounces::<i32>(&mut rng, extra);
        }
        for extra in [0.0, 1e-3, 0.25] {
            assert_bounces::<f32>(&mut rng, extra);
            assert_bounces::<f64>(&mut rng, extra);
            #[cfg(feature = "fixed")]
            assert_bounces::<I16F16>(&mut rng, extra);
        }
    }
}

#[test]
fn grounded_flag_agrees_with_tiles_below_at_end_of_step() {
    let mut rng = Rng::with_seed(5);
    let (mut stood, mut hung) = (0, 0);
    for case in 0..cases(300) {
        let tile = |rng: &mut Rng| {
            let at = [rng.i16(-60..60), rng.i16(-60..60)];
            Aabb::new(at, [at[0] + rng.i16(1..30), at[1] + rng.i16(1..20)])
        };
        let level: Vec<Aabb<i16, 2>> = (0..rng.usize(1..20)).map(|_| tile(&mut rng)).collect();
        let mut mover = Mover::new(tile(&mut rng));
        mover.response =
            [Response::Slide, Response::Stop, Response::Bounce, Response::BackUp][case as usize % 4];
        mover.gravity = Vector([0, 2]);
        mover.bounds = Some(Aabb::new([-90, -90], [90, 90]));
        let response = mover.response;
        if level.iter().any(|tile| tile.overlaps(mover.shape())) {
            continue;
        }
        for _ in 0..40 {
            if rng.u8(..3) == 0 {
                mover.velocity = Vector([rng.i16(-20..20), rng.i16(-20..20)]);
            }
            mover.step(1.0, &level[..], |_| Some(response), |_| ());
            let own = *mover.shape();
            let below = |tile: &Aabb<i16, 2>| {
                own.max().y() == tile.min().y()
                    && own.min().x() < tile.max().x()
                    && own.max().x() > tile.min().x()
            };
            let stands = own.max().y() == 90 || level.iter().any(below);
            assert_eq!(mover.is_grounded(), stands, "{response:?} {own:?} {level:?}");
            *(if stands { &mut stood } else { &mut hung }) += 1;
        }
    }
    assert!(stood > 500 && hung > 500, "{stood} {hung}");
    // Two movers that do not stand: a mover that leaves the floor after a bounce, and a mover that slides off a ball.
    let floor: [Shape<f32, 2>; 1] = [Aabb::new([-50.0, 10.0], [50.0, 20.0]).into()];
    let mut ball = Mover::new(Ball::new([0.0, 0.0], 1.0));
    ball.gravity = Vector([0.0, 0.5]);
    ball.velocity = Vector([0.0, 20.0]);
    ball.step(1.0, &floor[..], |_| Some(Response::Bounce), |_| ());
    assert!(!ball.is_grounded() && ball.shape().center().y() < 8.0);
    let knob: [Shape<f32, 2>; 1] = [Ball::new([0.0, 10.0], 3.0).into()];
    let mut slider = Mover::new(Ball::new([0.5, 0.0], 1.0));
    slider.gravity = Vector([0.0, 0.5]);
    slider.velocity = Vector([10.0, 20.0]);
    slider.step(1.0, &knob[..], |_| Some(Response::Slide), |_| ());
    assert!(!slider.is_grounded(), "{slider:?}");
}

#[test]
fn jump_request_survives_step_of_zero_or_invalid_time() {
    let floor: [Shape<f64, 2>; 1] = [Aabb::new([0.0, 10.0], [9.0, 11.0]).into()];
    for time in [0.0, f64::NAN, f64::INFINITY, -1.0] {
        let mut player = Mover::new(Aabb::new([0.0, 9.0], [1.0, 10.0]));
        player.gravity = Vector([0.0, 30.0]);
        player.jump(3.0);
        player.step(time, &floor[..], |_| Some(Response::Slide), |_| ());
        assert_eq!(player.position(), Vector([0.0, 0.0]));
        assert!(player.is_grounded());
        player.step(1.0 / 60.0, &floor[..], |_| Some(Response::Slide), |_| ());
        assert!(player.position().y() < 0.0, "{time}");
        // In the air, such a step does not make the mover grounded.
        let mut faller = Mover::new(Aabb::new([0.0, 0.0], [1.0, 1.0]));
        faller.gravity = Vector([0.0, 30.0]);
        faller.step(time, &floor[..], |_| Some(Response::Slide), |_| ());
        faller.jump(3.0);
        faller.step(1.0 / 60.0, &floor[..], |_| Some(Response::Slide), |_| ());
        assert!(faller.position().y() > 0.0);
    }
}

/// The hits of a step: the obstacle, the response, and the time.
type Hits = Vec<(HitTarget<usize>, Response, f64)>;

/// Makes a step in `parts` small steps. Reports objects that are crossed only when they are entered.
fn small_steps(
    mover: &mut Mover<f64, 2, Aabb<f64, 2>>,
    walls: &[Aabb<f64, 2>],
    parts: usize,
    respond: impl Fn(usize) -> Response,
) -> Hits {
    let mut reported = Vec::new();
    for part in 0..parts {
        let start = *mover.shape();
        let step = mover.velocity.map(|c| c / parts as f64);
        let mut stopped = false;
        mover.travel(
            step,
            walls,
            |id| Some(respond(id)),
            |hit| {
                let HitTarget::Obstacle(id) = hit.target else { return };
                if part == 0 || hit.response != Response::Cross || !walls[id].overlaps(&start) {
                    reported.push((hit.target, hit.response, (part as f64 + hit.time) / parts as f64));
                }
                stopped |= hit.response == Response::Stop;
            },
        );
        if stopped {
            break;
        }
    }
    reported
}

#[test]
fn mover_hits_agree_with_small_steps_and_are_ordered_by_time() {
    let mut rng = Rng::with_seed(6);
    let mut mixed = 0;
    for _ in 0..cases(4000) {
        // Thin walls at random positions, which may be narrower than the mover.
        let mut walls: Vec<Aabb<f64, 2>> = (0..rng.usize(1..12))
            .map(|_| {
                let at = [rng.f64() * 40.0 - 8.0, rng.f64() * 12.0 - 6.0];
                Aabb::new(at, [at[0] + rng.f64(), at[1] + rng.f64() * 6.0])
            })
            .collect();
        rng.shuffle(&mut walls);
        let responses: Vec<Response> = walls
            .iter()
            .map(|_| match rng.u8(..8) {
                0 => Response::Slide,
                1 => Response::Stop,
                2 => Response::Bounce,
                _ => Response::Cross,
            })
            .collect();
        let mut mover = Mover::new(Aabb::new([0.0, 0.0], [rng.f64() + 0.01, rng.f64() + 0.01]));
        mover.velocity = Vector([rng.f64() * 40.0, rng.f64() * 10.0 - 5.0]);
        let solid = |(wall, response): (&Aabb<f64, 2>, &Response)| {
            *response != Response::Cross && wall.overlaps(mover.shape())
        };
        if walls.iter().zip(&responses).any(solid) {
            continue;
        }
        let mut slow = mover.clone();
        let expected = small_steps(&mut slow, &walls, 97, |id| responses[id]);
        let mut reported: Hits = Vec::new();
        let step = mover.velocity;
        mover.travel(
            step,
            &walls[..],
            |id| Some(responses[id]),
            |hit| {
                reported.push((hit.target, hit.response, hit.time));
            },
        );
        let place = |(with, response, _): &(HitTarget<usize>, Response, f64)| (*with, *response);
        assert_eq!(
            reported.iter().map(place).collect::<Vec<_>>(),
            expected.iter().map(place).collect::<Vec<_>>(),
            "{walls:?} {responses:?} {step:?} {reported:?} {expected:?}"
        );
        for (reported, expected) in reported.iter().zip(&expected) {
            assert!((reported.2 - expected.2).abs() < 1e-9, "{reported:?} {expected:?} {walls:?} {step:?}");
        }
        assert!((mover.position() - slow.position()).length() < 1e-9);
        assert!(reported.windows(2).all(|two| two[0].2 <= two[1].2));
        mixed += u32::from(reported.len() > 2 && reported.iter().any(|hit| hit.1 != Response::Cross));
    }
    assert!(mixed > 100, "{mixed}");
}

#[test]
fn simultaneous_crossings_are_reported_in_list_order() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..cases(200) {
        // Coins in columns. Many are at the same position.
        let mut coins: Vec<[i32; 2]> = (0..rng.i32(1..60)).map(|k| [k % 4 * 7 - 3, k % 9]).collect();
        rng.shuffle(&mut coins);
        let shape = |[x, y]: [i32; 2]| Aabb::new([x, y], [x + 2, y + 2]);
        let list: Vec<Aabb<i32, 2>> = coins.iter().map(|coin| shape(*coin)).collect();
        let mut world = World::<i32, 2>::new();
        // Hits of a world at the same time are sorted by the data of the colliders.
        for (place, coin) in list.iter().enumerate().rev() {
            world.insert(Collider { data: place as u64, ..Collider::new(*coin) }).unwrap();
        }
        let expected = {
            let mut all: Vec<(f64, usize)> = coins
                .iter()
                .enumerate()
                .filter(|(_, [x, y])| *x > 0 && *y < 8)
                .map(|(place, [x, _])| (f64::from((x - 4).max(0)) / 40.0, place))
                .collect();
            all.sort_by(|a, b| a.partial_cmp(b).unwrap());
            all
        };
        let dot = || Mover::new(Aabb::new([0, 0], [4, 8]));
        let mut reported = Vec::new();
        dot().travel(
            [40, 0],
            &list[..],
            |_| Some(Response::Cross),
            |hit| {
                let HitTarget::Obstacle(id) = hit.target else { panic!() };
                reported.push((hit.time, id));
            },
        );
        assert_eq!(reported, expected);
        reported.clear();
        dot().travel(
            [40, 0],
            &world,
            |_| Some(Response::Cross),
            |hit| {
                let HitTarget::Obstacle(id) = hit.target else { panic!() };
                reported.push((hit.time, world.get(id).unwrap().data as usize));
            },
        );
        assert_eq!(reported, expected);
    }
}

#[test]
fn crossing_time_is_fraction_of_whole_step() {
    let things = [Aabb::new([15.0f64, 0.0], [16.0, 9.0]), Aabb::new([30.0, 0.0], [40.0, 40.0])];
    let mut dot = Mover::new(Aabb::new([0.0, 0.0], [10.0, 10.0]));
    let mut reported = Vec::new();
    let respond = |id| Some(if id == 0 { Response::Cross } else { Response::Stop });
    dot.travel([100.0, 0.0], &things[..], respond, |hit| reported.push((hit.target, hit.time)));
    assert_eq!(reported, [(HitTarget::Obstacle(0), 0.05), (HitTarget::Obstacle(1), 0.2)]);
    // A step that is undone reports no crossed obstacles.
    reported.clear();
    let mut dot = Mover::new(Aabb::new([0.0, 0.0], [10.0, 10.0]));
    dot.response = Response::BackUp;
    let respond = |id| Some(if id == 0 { Response::Cross } else { Response::BackUp });
    dot.travel([100.0, 0.0], &things[..], respond, |hit| reported.push((hit.target, hit.time)));
    assert_eq!(reported, [(HitTarget::Obstacle(1), 0.2)]);
}
