//! Tests of movers: invariants in random worlds, long runs, and the ends of the range.

use bumper::motion::{Ballistic, HitTarget, Movable, Mover, Response};
use bumper::scalar::Scalar;
use bumper::world::{Collider, World};
use bumper::{Aabb, AsShape, Ball, Capsule, OrientedBox, Relate, Relation, Segment, Shape, Triangle, Vector};
use fastrand::Rng;
#[cfg(feature = "fixed")]
use fixed::types::I16F16;

/// The number of cases of a test: `BUMPER_CASES`, or else `usual`.
pub fn cases(usual: u64) -> u64 {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

const SOLID: [Response; 4] = [Response::BackUp, Response::Stop, Response::Slide, Response::Bounce];

/// A scalar with which random worlds can be built.
pub trait Random: Scalar + Ballistic {
    /// A length of this many quarters of a unit.
    fn quarters(count: i32) -> Self;

    /// A random shape of the kinds that only floats support; for other scalars, a box.
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

/// Checks invariants of movers among random obstacles, in a closed room.
fn assert_invariants<S: Random>(seed: u64)
where
    Shape<'static, S, 2>: Movable<S, 2>,
{
    let mut rng = Rng::with_seed(seed);
    let number = S::quarters;
    let (mut hits, mut moves) = (0u32, 0u32);
    for case in 0..cases(250) {
        let mut world = World::<S, 2>::new();
        // The walls of the room are thin.
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
            world.each_intersecting(
                shape,
                |_, _| true,
                |_, relation| free &= relation != Relation::Overlapping,
            );
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
            let mut reported = Vec::new();
            mover.travel(mover.velocity, &world, |_| Some(response), |hit| reported.push(hit));
            hits += reported.len() as u32;
            let place = *mover.shape();
            world.each_intersecting(
                place,
                |_, _| true,
                |id, relation| {
                    let obstacle = &world.get(id).unwrap().shape;
                    assert!(
                        relation != Relation::Overlapping || before.shape().overlaps(obstacle),
                        "{response:?}: {:?} by {:?} overlaps {obstacle:?} at {:?}, hits {reported:?}",
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
                "out of the room: {response:?} {before:?} to {:?}, hits {reported:?}, among {:?}",
                mover.position(),
                world
                    .iter()
                    .map(|(_, c)| c.shape.as_shape())
                    .filter(|s| !bumper::distance(*s, *before.shape()).to_f64().gt(&100.0))
                    .collect::<Vec<_>>()
            );
            let (now, then) = (energy(mover.velocity), energy(before.velocity));
            assert!(now <= then * (1.0 + 1e-6), "{response:?} faster: {then} {now} {reported:?}");
            for hit in reported {
                let length = hit.normal.map(Scalar::to_f64).0.iter().map(|c| c * c).sum::<f64>();
                assert!((length - 1.0).abs() < 1e-5 && (0.0..=1.0).contains(&hit.time.to_f64()));
            }
        }
    }
    assert!(hits > moves / 20, "{hits} of {moves}");
}

#[test]
fn mover_invariants_hold_with_integers() {
    assert_invariants::<i16>(11);
    assert_invariants::<i32>(12);
}

#[cfg(feature = "fixed")]
#[test]
fn mover_invariants_hold_with_fixed_point() {
    assert_invariants::<I16F16>(13);
}

#[test]
fn mover_invariants_hold_with_f32() {
    assert_invariants::<f32>(14);
}

#[test]
fn mover_invariants_hold_with_f64() {
    assert_invariants::<f64>(15);
}

#[test]
fn mover_inside_floor_is_pushed_out_by_shortest_way() {
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

/// Mixes a number into a hash (FNV-1a with 64-bit words).
#[cfg(feature = "fixed")]
fn mixed(hash: u64, number: u64) -> u64 {
    (hash ^ number).wrapping_mul(0x100_0000_01b3)
}

#[cfg(feature = "fixed")]
#[test]
fn mover_run_matches_pinned_hashes() {
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
    let known = [0xd630540693db6afd, 0xaf1e9885ed745a6f, 0x0424ffce73481ce6, 0x4874c937d3d22edd];
    assert_eq!(hashes, known, "{hashes:x?}");
}

#[test]
fn mover_stops_at_range_limits() {
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
                |hit| ends += i32::from(hit.target == HitTarget::Bounds),
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
fn crossing_mover_leaves_bounds_and_reports_hits() {
    let mut ghost = Mover::new(Ball::new([5i16, 5], 2));
    ghost.response = Response::Cross;
    ghost.bounds = Some(Aabb::new([0, 0], [20, 20]));
    let mut hits = Vec::new();
    for step in [[9, 0], [9, 0], [9, -9]] {
        ghost.travel(
            step,
            &[] as &[Shape<i16, 2>],
            |_| None,
            |hit| hits.push((hit.target, hit.normal.0, hit.time)),
        );
    }
    assert_eq!(ghost.position(), Vector([27, -9]));
    // In the second step its right side moves from 16 to 25 and leaves the bounds at 20. In the third it starts outside.
    let first = (HitTarget::Bounds, [-1.0, 0.0], 4.0 / 9.0);
    assert_eq!(
        hits,
        [first, (HitTarget::Bounds, [-1.0, 0.0], 0.0), (HitTarget::Bounds, [0.0, 1.0], 3.0 / 9.0)]
    );
}

#[test]
fn movers_in_3d_never_overlap_or_leave_room() {
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
        world.each_intersecting(shape, |_, _| true, |_, _| free = false);
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
            world.each_intersecting(
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

#[test]
fn set_shape_succeeds_only_without_new_overlap() {
    fn tries<S: Random>(seed: u64) -> [u32; 2] {
        let (mut rng, mut seen) = (Rng::with_seed(seed), [0; 2]);
        for _ in 0..cases(3000) {
            let mut tile = |spread: i32, size: i32| {
                let at = Vector([0; 2].map(|_: i32| S::quarters(rng.i32(-spread..=spread))));
                Aabb::new(at, at + Vector([0; 2].map(|_: i32| S::quarters(rng.i32(1..=size)))))
            };
            let walls: Vec<_> = (0..12).map(|_| tile(90, 30)).collect();
            let (before, after) = (tile(60, 20), tile(60, 40));
            let bounds = Aabb::new([-70, -70].map(S::quarters), [70, 70].map(S::quarters));
            let by = Vector([0; 2].map(|_: i32| S::quarters(rng.i32(-20..=20))));
            let mut mover = Mover::new(before);
            assert!(mover.set_position(by));
            mover.bounds = rng.bool().then_some(bounds);
            let respond = |id: usize| {
                [Some(Response::Slide), None, Some(Response::Cross), Some(Response::Stop)][id % 4]
            };
            let (old, new) = (*mover.shape(), after.translated(by));
            let solid = |(id, _): &(usize, &Aabb<S, 2>)| id % 4 == 0 || id % 4 == 3;
            let newly = |(_, wall): (usize, &Aabb<S, 2>)| new.overlaps(wall) && !old.overlaps(wall);
            let farther = |bounds: Aabb<S, 2>| {
                (0..2).any(|k| {
                    new.min()[k] < bounds.min()[k] && new.min()[k] < old.min()[k]
                        || new.max()[k] > bounds.max()[k] && new.max()[k] > old.max()[k]
                })
            };
            let room =
                !walls.iter().enumerate().filter(solid).any(newly) && !mover.bounds.is_some_and(farther);
            let mut world = World::<S, 2>::new();
            walls
                .iter()
                .for_each(|wall| _ = world.insert(Collider { layers: 1, ..Collider::new(*wall) }).unwrap());
            let place = |id| world.iter().position(|(other, _)| other == id).unwrap();
            assert_eq!(mover.clone().set_shape(after, &world, |id| respond(place(id))), room);
            assert_eq!(mover.set_shape(after, &walls[..], respond), room, "{old:?} {new:?} {walls:?}");
            assert_eq!((*mover.shape(), mover.position()), (if room { new } else { old }, by));
            let half = |k: usize| (mover.shape().min()[k].to_f64() + mover.shape().max()[k].to_f64()) / 2.0;
            let center = mover.center().unwrap();
            assert!((0..2).all(|k| (center[k].to_f64() - half(k)).abs() < 1e-5));
            seen[usize::from(room)] += 1;
        }
        seen
    }
    for seen in [tries::<i16>(31), tries::<i32>(32), tries::<f32>(33)] {
        assert!(seen.iter().all(|count| *count > 300), "{seen:?}");
    }
    let mut last = Mover::new(Aabb::new([0i16, 0], [9, 9]));
    assert!(last.set_position([32_700, 0]));
    let none: [Shape<i16, 2>; 0] = [];
    assert!(!last.set_shape(Aabb::new([0, 0], [99, 9]), &none[..], |_| None));
    assert!(last.set_shape(Aabb::new([0, 0], [67, 9]), &none[..], |_| None));
}
