//! Moving platforms and the movers that they carry and push: known situations, and random operation sequences checked against invariants.

use bumper::motion::{HitTarget, Mover, Response, WalkSettings};
use bumper::query::contact::contact;
use bumper::scalar::{Real, Scalar};
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, AsShape, Axis, Ball, Relate, Relation, ShapeBuf, Side, Vector};
use fastrand::Rng;

/// A scalar whose values are written as numbers of units.
pub trait Units: Scalar {
    fn units(count: i32) -> Self;
}

macro_rules! units {
    ($($scalar:ty: $count:ident => $value:expr;)*) => {$(
        impl Units for $scalar {
            fn units($count: i32) -> Self {
                $value
            }
        }
    )*};
}

units! {
    i16: count => count as i16;
    i32: count => count * 3;
    f32: count => count as f32 * 0.37;
    f64: count => f64::from(count) * 0.37;
}

#[cfg(feature = "fixed")]
units! {
    fixed::types::I16F16: count => fixed::types::I16F16::from_bits(count * 21_845);
}

pub type Game<S, const N: usize> = (World<S, N>, Vec<Mover<S, N, ShapeBuf<S, N>>>, Vec<Id>);

/// A vector along the first axis and along y.
pub fn at<S: Units, const N: usize>(x: i32, y: i32) -> Vector<S, N> {
    Vector::default().with(0, S::units(x)).with(1, S::units(y))
}

/// A box; in 3D, all boxes have the same thickness.
pub fn bar<S: Units, const N: usize>(x: i32, y: i32, width: i32, height: i32) -> Aabb<S, N> {
    let (mut min, mut max) = (at::<S, N>(x, y), at::<S, N>(x + width, y + height));
    for axis in 2..N {
        (min[axis], max[axis]) = (S::units(0), S::units(16));
    }
    Aabb::new(min, max)
}

pub fn half<S: Units>(length: S) -> S {
    S::nearest(length.to_f64() * 0.5).unwrap()
}

/// Adds a mover that falls downwards (y), with a collider.
pub fn add<S: Units, const N: usize>(game: &mut Game<S, N>, shape: impl Into<ShapeBuf<S, N>>) {
    let mut mover = Mover::new(shape.into());
    mover.gravity = at(0, 1);
    game.2.push(game.0.insert(Collider::new(mover.shape().clone())).unwrap());
    game.1.push(mover);
}

pub fn solid<S: Units, const N: usize>(game: &mut Game<S, N>, shape: Aabb<S, N>) -> Id {
    game.0.insert(Collider::new(shape)).unwrap()
}

fn carry<S: Units, const N: usize>(
    game: &mut Game<S, N>,
    lift: impl AsRef<[Id]>,
    by: Vector<S, N>,
) -> Option<Id> {
    game.0.carry(lift, by, game.1.iter_mut().zip(game.2.iter().copied())).unwrap()
}

fn slide_all<S: Units, const N: usize>(game: &mut Game<S, N>) {
    let (world, movers, ids) = game;
    for (mover, id) in movers.iter_mut().zip(ids) {
        mover.slide(S::Real::from_f64(1.0), world, *id).unwrap();
    }
}

/// Checks that the movers have moved by these numbers of units, up to rounding.
#[track_caller]
fn assert_moved<S: Units, const N: usize>(game: &Game<S, N>, moved: &[(i32, i32)]) {
    for (mover, &(x, y)) in game.1.iter().zip(moved) {
        let apart = (mover.position() - at(x, y)).map(S::to_f64).length();
        assert!(apart < 1e-4, "{:?} is not {:?}: {:?}", mover.position(), (x, y), moved);
    }
}

/// Runs a test for scalars of all kinds in 2D and 3D.
macro_rules! for_all {
    ($($(#[$attribute:meta])* $name:ident => $test:ident;)*) => {$(
        $(#[$attribute])*
        #[test]
        fn $name() {
            $test::<i16, 2>();
            $test::<i32, 3>();
            $test::<f32, 2>();
            $test::<f32, 3>();
            $test::<f64, 2>();
            #[cfg(feature = "fixed")]
            $test::<fixed::types::I16F16, 2>();
        }
    )*};
}
pub(crate) use for_all;

for_all! {
    stack_on_lift_goes_along_in_all_directions => stack_on_lift;
    rider_on_two_lifts_side_by_side_moves_once => lifts_side_by_side;
    ram_pushes_row_until_last_one_is_stopped => ram;
    rider_stops_at_wall_and_those_behind_it_too => riders_at_wall;
    rising_rider_pushes_what_is_above => push_from_below;
    movers_on_a_pushed_mover_go_along => riders_of_pushed;
    crushed_mover_is_reported_and_nothing_moves => crushed;
    mover_drops_through_plank_when_asked => drop_through;
    jump_keeps_velocity_of_lift_when_asked => jump_from_lift;
    slide_reports_all_hits_at_once => all_hits;
}

fn stack_on_lift<S: Units, const N: usize>() {
    for (x, y) in [(0, -3), (2, 0), (-2, 0), (0, 3), (3, 4), (-2, -3)] {
        for on_lift in 1..5 {
            let mut game = Game::default();
            let lift = solid(&mut game, bar::<S, N>(0, 100, 40, 8));
            (1..=on_lift).for_each(|k| add(&mut game, bar::<S, N>(10, 100 - 16 * k, 16, 16)));
            add(&mut game, bar::<S, N>(60, 60, 16, 16));
            for k in 1..6 {
                assert_eq!(carry(&mut game, lift, at(x, y)), None);
                let mut expected = vec![(x * k, y * k); on_lift as usize];
                expected.push((0, 0));
                assert_moved(&game, &expected);
                let (world, movers, ids) = &mut game;
                for (mover, id) in movers.iter_mut().zip(ids).take(on_lift as usize) {
                    mover.slide(S::Real::from_f64(1.0), world, *id).unwrap();
                    assert!(mover.is_grounded(), "{x} {y} {on_lift} {k}");
                }
                assert_moved(&game, &expected);
            }
        }
    }
}

fn lifts_side_by_side<S: Units, const N: usize>() {
    for (x, y) in [(2, 0), (-2, 0), (0, -2), (0, 2), (1, 2)] {
        let mut game = Game::<S, N>::default();
        let lifts = [0, 20, 40].map(|left| solid(&mut game, bar(left, 100, 20, 8)));
        add(&mut game, bar::<S, N>(12, 84, 16, 16));
        add(&mut game, bar::<S, N>(12, 68, 16, 16));
        for k in 1..9 {
            for lift in lifts {
                assert_eq!(carry(&mut game, lift, at(x, y)), None);
            }
            assert_moved(&game, &[(x * k, y * k); 2]);
            slide_all(&mut game);
            assert_moved(&game, &[(x * k, y * k); 2]);
        }
    }
}

fn ram<S: Units, const N: usize>() {
    for mirror in [1, -1] {
        let mut game = Game::<S, N>::default();
        let right = |x: i32, width: i32| if mirror == 1 { x } else { -x - width };
        solid(&mut game, bar(-200, 100, 400, 8));
        solid(&mut game, bar(right(80, 8), 50, 8, 50));
        let ram = solid(&mut game, bar(right(0, 8), 84, 8, 16));
        for x in [10, 30, 50] {
            add(&mut game, bar::<S, N>(right(x, 16), 84, 16, 16));
        }
        let mut moved = 0;
        slide_all(&mut game);
        while carry(&mut game, ram, at(mirror, 0)).is_none() {
            moved += 1;
            slide_all(&mut game);
            assert!(moved < 100);
        }
        // The three movers end side by side at the wall.
        assert_eq!(moved, 80 - 3 * 16 - 8);
        assert_moved(&game, &[(mirror * 22, 0), (mirror * 18, 0), (mirror * 14, 0)]);
        // A longer step is refused as a whole.
        assert!(carry(&mut game, ram, at(mirror * 5, 0)).is_some());
        assert_moved(&game, &[(mirror * 22, 0), (mirror * 18, 0), (mirror * 14, 0)]);
    }
}

fn riders_at_wall<S: Units, const N: usize>() {
    for mirror in [1, -1] {
        let mut game = Game::<S, N>::default();
        let right = |x: i32, width: i32| if mirror == 1 { x } else { -x - width };
        let lift = solid(&mut game, bar(right(0, 100), 100, 100, 8));
        solid(&mut game, bar(right(70, 8), 50, 8, 49));
        // Two riders behind each other, one on top of the first.
        add(&mut game, bar::<S, N>(right(20, 16), 84, 16, 16));
        add(&mut game, bar::<S, N>(right(50, 16), 84, 16, 16));
        add(&mut game, bar::<S, N>(right(50, 16), 68, 16, 16));
        for k in 1..40 {
            assert_eq!(carry(&mut game, lift, at(mirror, 0)), None);
            let at_wall = (mirror * 4.min(k), 0);
            assert_moved(&game, &[(mirror * 18.min(k), 0), at_wall, at_wall]);
            slide_all(&mut game);
        }
    }
}

fn push_from_below<S: Units, const N: usize>() {
    let mut game = Game::<S, N>::default();
    let lift = solid(&mut game, bar(0, 100, 40, 8));
    solid(&mut game, bar(26, 68, 30, 8));
    add(&mut game, bar::<S, N>(10, 84, 16, 16));
    // This mover stands on the ledge above the rider, and is pushed off the ledge.
    add(&mut game, bar::<S, N>(20, 52, 16, 16));
    for k in 1..30 {
        slide_all(&mut game);
        assert_eq!(carry(&mut game, lift, at(0, -1)), None);
        assert_moved(&game, &[(0, -k)]);
        assert!(game.1[1].position()[1].to_f64() <= S::units(0.min(16 - k)).to_f64() + 1e-4);
    }
}

fn riders_of_pushed<S: Units, const N: usize>() {
    for mirror in [1, -1] {
        let mut game = Game::<S, N>::default();
        let right = |x: i32, width: i32| if mirror == 1 { x } else { -x - width };
        solid(&mut game, bar(-200, 100, 400, 8));
        // The wall stops the mover on top of the stack, but not those below.
        solid(&mut game, bar(right(60, 8), 40, 8, 28));
        let ram = solid(&mut game, bar(right(0, 8), 84, 8, 16));
        add(&mut game, bar::<S, N>(right(10, 32), 84, 32, 16));
        // Two movers side by side on the pushed one, and one on the first of these.
        add(&mut game, bar::<S, N>(right(10, 16), 68, 16, 16));
        add(&mut game, bar::<S, N>(right(26, 16), 68, 16, 16));
        add(&mut game, bar::<S, N>(right(26, 16), 52, 16, 16));
        slide_all(&mut game);
        for k in 1..40 {
            assert_eq!(carry(&mut game, ram, at(mirror, 0)), None);
            let pushed = (mirror * (k - 2).max(0), 0);
            let at_wall = (mirror * (k - 2).clamp(0, 18), 0);
            assert_moved(&game, &[pushed, pushed, pushed, at_wall]);
            slide_all(&mut game);
        }
    }
}

fn crushed<S: Units, const N: usize>() {
    let mut game = Game::<S, N>::default();
    let lift = solid(&mut game, bar(0, 100, 40, 8));
    solid(&mut game, bar(0, 55, 40, 8));
    add(&mut game, bar::<S, N>(10, 84, 16, 16));
    add(&mut game, bar::<S, N>(10, 68, 16, 16));
    let top = game.2[1];
    assert_eq!(carry(&mut game, lift, at(0, -4)), None);
    assert_eq!(carry(&mut game, lift, at(0, -4)), Some(top));
    assert_moved(&game, &[(0, -4), (0, -4)]);
    let by = at::<S, N>(0, -4);
    let found = game.0.carry_and_crush(lift, by, game.1.iter_mut().zip(game.2.iter().copied())).unwrap();
    assert_eq!(found, [game.2[0], top]);
    assert_moved(&game, &[(0, -4), (0, -4)]);
    let top = game.0.get(lift).unwrap().shape.as_shape().bounds().unwrap().min()[1].to_f64();
    assert!((top - S::units(92).to_f64()).abs() < 1e-4, "{top}");
}

fn drop_through<S: Units, const N: usize>() {
    for settings in [None, Some(WalkSettings { stair_height: S::units(4), snap_distance: S::units(4) })] {
        let mut game = Game::<S, N>::default();
        let up = Some(Side { axis: Axis::Y, negative: true });
        let plank = Collider { one_way: up, ..Collider::new(bar::<S, N>(0, 50, 40, 2)) };
        let plank = game.0.insert(plank).unwrap();
        solid(&mut game, bar(0, 100, 40, 8));
        add(&mut game, bar::<S, N>(10, 34, 16, 16));
        game.1[0].walk_settings = settings;
        (0..9).for_each(|_| slide_all(&mut game));
        assert_moved(&game, &[(0, 0)]);
        assert_eq!(carry(&mut game, plank, at(1, -1)), None);
        assert_moved(&game, &[(1, -1)]);
        game.1[0].drop_through = true;
        // The plank does not carry a mover that drops through it.
        assert_eq!(carry(&mut game, plank, at(1, -1)), None);
        assert_moved(&game, &[(1, -1)]);
        slide_all(&mut game);
        game.1[0].drop_through = false;
        (0..30).for_each(|_| slide_all(&mut game));
        assert_moved(&game, &[(1, 50)]);
    }
}

fn jump_from_lift<S: Units, const N: usize>() {
    let rise = |keep: bool, by: Vector<S, N>| {
        let mut game = Game::<S, N>::default();
        let lift = solid(&mut game, bar(0, 100, 40, 8));
        add(&mut game, bar::<S, N>(10, 84, 16, 16));
        game.1[0].keep_platform_velocity = keep;
        slide_all(&mut game);
        assert_eq!(carry(&mut game, lift, by), None);
        game.1[0].jump(S::units(21));
        slide_all(&mut game);
        game.1[0].velocity.map(S::to_f64)
    };
    let by = at::<S, N>(2, -3);
    let more = rise(true, by) - rise(false, by);
    assert!((more - by.map(S::to_f64)).length() < 1e-4, "{more:?}");
    // A falling lift does not weaken the jump.
    let by = at::<S, N>(2, 3);
    let more = rise(true, by) - rise(false, by);
    assert!((more - by.with(1, S::units(0)).map(S::to_f64)).length() < 1e-4, "{more:?}");
}

fn all_hits<S: Units, const N: usize>() {
    let mut game = Game::<S, N>::default();
    let floor = solid(&mut game, bar(0, 100, 20, 8));
    let spikes = solid(&mut game, bar(20, 100, 20, 8));
    let lower = solid(&mut game, bar(20, 101, 20, 8));
    add(&mut game, bar::<S, N>(10, 70, 20, 16));
    let mut both = 0;
    for _ in 0..30 {
        let (world, movers, ids) = &mut game;
        let hits = movers[0].slide(S::Real::from_f64(1.0), world, ids[0]).unwrap();
        let found = |id| hits.iter().any(|hit| hit.target == HitTarget::Obstacle(id));
        assert!(!found(lower) && found(floor) == found(spikes));
        both += u32::from(found(floor));
    }
    assert!(both > 10, "{both}");
}

/// Whether a mover overlaps a shape. With floats, a mover that exactly fills the gap between a pusher and a wall may overlap both by the
/// gap that is allowed below a standing mover, 128 ulps of the largest coordinate.
fn penetrates<S: Units, const N: usize>(mover: &ShapeBuf<S, N>, other: &ShapeBuf<S, N>) -> bool {
    let [a, b] = [mover, other].map(AsShape::as_shape);
    let largest_coordinate = 128.0;
    let tolerance: f64 =
        if S::IS_FLOAT { 128.0 * largest_coordinate * S::Real::EPSILON.to_f64() } else { 0.0 };
    a.relation(&b) == Relation::Overlapping && Scalar::to_f64(contact(a, b).depth()) > tolerance
}

/// The pairs that overlap: of two movers, or of a mover and another collider.
pub fn overlaps<S: Units, const N: usize>(game: &Game<S, N>) -> Vec<(Id, Id)> {
    let mut found = Vec::new();
    for (mover, own) in game.1.iter().zip(&game.2) {
        let shape = mover.shape();
        assert_eq!(game.0.get(*own).unwrap().shape, *shape);
        for (id, collider) in game.0.iter().filter(|(id, _)| id != own) {
            if collider.one_way.is_none() && penetrates(shape, &collider.shape) {
                found.push((*own, id));
            }
        }
    }
    found
}

/// A copy of a game that is saved and loaded.
#[cfg(feature = "serde")]
macro_rules! copied {
    ($scalar:ty, $n:literal) => {
        |game: &Game<$scalar, $n>| {
            let bytes = postcard::to_stdvec(&(&game.0, &game.1, &game.2)).unwrap();
            postcard::from_bytes(&bytes).unwrap()
        }
    };
}

#[cfg(not(feature = "serde"))]
macro_rules! copied {
    ($scalar:ty, $n:literal) => {
        |game: &Game<$scalar, $n>| game.clone()
    };
}

#[test]
fn random_games_keep_invariants() {
    random_games::<i16, 2>(copied!(i16, 2));
    random_games::<i32, 3>(copied!(i32, 3));
    random_games::<f32, 2>(copied!(f32, 2));
    random_games::<f32, 3>(copied!(f32, 3));
    random_games::<f64, 2>(copied!(f64, 2));
    #[cfg(feature = "fixed")]
    random_games::<fixed::types::I16F16, 2>(copied!(fixed::types::I16F16, 2));
}

fn random_games<S: Units, const N: usize>(copied: fn(&Game<S, N>) -> Game<S, N>) {
    let (mut carried, mut blocked, mut rode) = (0, 0, 0);
    for seed in 0..crate::motion::cases(120) {
        let rng = &mut Rng::with_seed(seed);
        let mut game = Game::<S, N>::default();
        for (x, y, width, height) in
            [(-110, -110, 10, 220), (100, -110, 10, 220), (-110, -110, 220, 10), (-110, 100, 220, 10)]
        {
            solid(&mut game, bar(x, y, width, height));
        }
        for _ in 0..rng.i32(0..5) {
            solid(&mut game, bar(rng.i32(-100..90), rng.i32(-100..90), rng.i32(2..40), rng.i32(2..20)));
        }
        let mut lifts: Vec<Vec<Id>> = Vec::new();
        for _ in 0..rng.i32(1..4) {
            let (x, y, width) = (rng.i32(-90..60), rng.i32(-40..90), rng.i32(10..40));
            let mut lift = vec![solid(&mut game, bar(x, y, width, rng.i32(2..9)))];
            if rng.bool() {
                // A wall on the lift.
                lift.push(solid(&mut game, bar(x, y - 12, 3, 12)));
            }
            if rng.u8(0..4) == 0 {
                let up = Some(Side { axis: Axis::Y, negative: true });
                game.0.modify(lift[0], |plank| plank.one_way = up).unwrap();
            }
            lifts.push(lift);
        }
        for _ in 0..rng.i32(3..16) {
            let (x, y, size) = (rng.i32(-90..80), rng.i32(-40..80), rng.i32(4..24));
            let shape: ShapeBuf<S, N> = if rng.u8(0..4) == 0 && S::IS_FLOAT {
                let center =
                    (bar::<S, N>(x, y, size, size).min() + bar::<S, N>(x, y, size, size).max()).map(half);
                Ball::new(center, half(S::units(size))).into()
            } else {
                bar::<S, N>(x, y, size, rng.i32(4..16)).into()
            };
            let mut free = true;
            game.0.each_intersecting(
                shape.as_shape(),
                |_, _| true,
                |_, relation| free &= relation != Relation::Overlapping,
            );
            if free {
                add(&mut game, shape);
                let mover = game.1.last_mut().unwrap();
                let settings = WalkSettings { stair_height: S::units(3), snap_distance: S::units(3) };
                mover.walk_settings = rng.bool().then_some(settings);
            }
        }
        let mut before = overlaps(&game);
        for frame in 0..40 {
            let context = format!("{} {N} seed {seed} frame {frame}", std::any::type_name::<S>());
            let lift = lifts[rng.usize(0..lifts.len())].clone();
            let by = at::<S, N>(rng.i32(-6..7), rng.i32(-6..7));
            let positions: Vec<_> = game.1.iter().map(Mover::position).collect();
            // A saved game goes on in the same way.
            let mut copy = (frame % 8 == 0).then(|| copied(&game));
            let crushed = carry(&mut game, &lift, by);
            if let Some(copy) = &mut copy {
                assert_eq!(carry(copy, &lift, by), crushed, "{context}");
                let mut again = game.clone();
                slide_all(copy);
                slide_all(&mut again);
                for (a, b) in copy.1.iter().zip(&again.1) {
                    assert!(
                        a.position() == b.position() && a.velocity == b.velocity,
                        "{context} {a:?} {b:?}"
                    );
                }
            }
            let now = overlaps(&game);
            assert!(
                now.iter().all(|pair| before.contains(pair)),
                "{context} {lift:?} {by:?} {now:?} {:?}",
                game.2
            );
            before = now;
            let moved = game
                .1
                .iter()
                .zip(&positions)
                .filter(|(mover, position)| mover.position() != **position)
                .count();
            match crushed {
                Some(_) => {
                    assert_eq!(moved, 0, "{context}");
                    blocked += 1;
                }
                None => carried += moved,
            }
            let full = |(mover, position): (&Mover<S, N, _>, &Vector<S, N>)| {
                (mover.position() - *position - by).map(S::to_f64).length() < 1e-3
            };
            rode += game.1.iter().zip(&positions).filter(|pair| full(*pair)).count();
            let (world, movers, ids) = &mut game;
            for (mover, id) in movers.iter_mut().zip(&*ids) {
                if rng.bool() {
                    mover.velocity[0] = S::units(rng.i32(-3..4));
                    if rng.u8(0..8) == 0 {
                        mover.jump(S::units(10));
                    }
                    mover.slide(S::Real::from_f64(1.0), world, *id).unwrap();
                }
            }
            let now = overlaps(&game);
            assert!(now.iter().all(|pair| before.contains(pair)), "{context} {now:?}");
            before = now;
            let room = bar::<S, N>(-101, -101, 202, 202);
            for mover in &game.1 {
                let bounds = mover.shape().as_shape().bounds().unwrap();
                let inside = (0..2).all(|axis| {
                    bounds.min()[axis].to_f64() >= room.min()[axis].to_f64()
                        && bounds.max()[axis].to_f64() <= room.max()[axis].to_f64()
                });
                assert!(inside, "{context} {bounds:?}");
            }
        }
    }
    assert!(carried > 300 && blocked > 4 && rode > 100, "{carried} {blocked} {rode}");
}

#[test]
fn mover_that_crosses_is_not_carried() {
    let mut world = World::<f32, 2>::new();
    let lift = world.insert(Collider::new(Aabb::new([0.0, 10.0], [9.0, 11.0]))).unwrap();
    let mut ghost = Mover::new(Aabb::new([4.0, 9.0], [5.0, 10.0]));
    ghost.gravity = Vector([0.0, 1.0]);
    let id = world.insert(Collider { layers: 2, filter: 2, ..Collider::new(*ghost.shape()) }).unwrap();
    assert_eq!(world.carry(lift, [1.0, -2.0], [(&mut ghost, id)]), Ok(None));
    assert_eq!(ghost.position(), Vector([0.0, 0.0]));
    ghost.step(1.0, &world.except(id), |_| Some(Response::Slide), |_| ());
    assert_eq!(ghost.position(), Vector([0.0, 1.0]));
}
