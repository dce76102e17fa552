//! Platforms that move far in one step, with movers listed in any order.

use super::platforms::{Game, Units, add, at, bar, for_all, half, overlaps, solid};
use bumper::motion::PushRule;
use bumper::world::Id;
use bumper::{AsShape, Ball, Relation, Vector};
use fastrand::Rng;

/// Moves a lift, with the movers listed in a random order. Returns the colliders of crushed movers, and the positions of all movers by id.
fn carry_shuffled<S: Units, const N: usize>(
    game: &Game<S, N>,
    lift: &[Id],
    by: Vector<S, N>,
    rule: PushRule,
    rng: &mut Rng,
) -> (Game<S, N>, Vec<Id>) {
    let (mut world, movers, ids) = game.clone();
    let mut listed: Vec<_> = movers.into_iter().zip(ids).collect();
    rng.shuffle(&mut listed);
    let group = listed.iter_mut().map(|(mover, id)| (mover, *id));
    let mut crushed = match rule {
        PushRule::Crush => world.carry_and_crush(lift, by, group).unwrap(),
        PushRule::Stop | PushRule::Never => world.carry(lift, by, group).unwrap().into_iter().collect(),
    };
    crushed.sort_unstable();
    listed.sort_by_key(|(_, id)| *id);
    let (movers, ids) = listed.into_iter().unzip();
    ((world, movers, ids), crushed)
}

/// Adds a mover if it overlaps nothing.
fn add_if_free<S: Units, const N: usize>(game: &mut Game<S, N>, rect: [i32; 4], round: bool) {
    let [x, y, width, height] = rect;
    let shape = bar::<S, N>(x, y, width, height);
    let ball = || Ball::new((shape.min() + shape.max()).map(half), half(S::units(width))).into();
    let shape: bumper::ShapeBuf<S, N> = if round && S::IS_FLOAT { ball() } else { shape.into() };
    let mut free = true;
    game.0.each_intersecting(
        shape.as_shape(),
        |_, _| true,
        |_, relation| free &= relation != Relation::Overlapping,
    );
    if free {
        add(game, shape);
    }
}

for_all! {
    stack_rises_farther_than_height_of_its_parts_in_any_order => rising_stack;
    front_rider_stops_first_in_any_order => riders_in_row;
    random_stacks_do_not_depend_on_order_of_movers => random_stacks;
}

fn rising_stack<S: Units, const N: usize>() {
    let rng = &mut Rng::with_seed(1);
    for rise in [9, 11, 30, 70] {
        let mut game = Game::<S, N>::default();
        let lift = solid(&mut game, bar(0, 90, 100, 8));
        // The top is smaller than the rise, and in the path of the lift.
        for (k, height) in [10, 20, 4, 10, 6].into_iter().enumerate() {
            let below = [0, 10, 30, 34, 44][k];
            add(&mut game, bar::<S, N>(45, 90 - below - height, 10, height));
        }
        for _ in 0..12 {
            for (x, y) in [(0, -rise), (5, -rise), (0, rise), (-rise, -3)] {
                let (after, crushed) = carry_shuffled(&game, &[lift], at(x, y), PushRule::Stop, rng);
                assert_eq!(crushed, []);
                for mover in &after.1 {
                    let apart = (mover.position() - at(x, y)).map(S::to_f64).length();
                    assert!(apart < 1e-4, "{:?} is not {:?}", mover.position(), (x, y));
                }
            }
        }
    }
}

/// Two riders side by side, and a wall at a distance of 4 in front of them.
fn riders_in_row<S: Units, const N: usize>() {
    let rng = &mut Rng::with_seed(1);
    let mut game = Game::<S, N>::default();
    let lift = solid(&mut game, bar(0, 100, 100, 8));
    solid(&mut game, bar(46, 50, 8, 49));
    add(&mut game, bar::<S, N>(10, 84, 16, 16));
    add(&mut game, bar::<S, N>(26, 84, 16, 16));
    for _ in 0..8 {
        let (after, crushed) = carry_shuffled(&game, &[lift], at(30, 0), PushRule::Stop, rng);
        assert_eq!(crushed, []);
        for mover in &after.1 {
            assert!((mover.position() - at(4, 0)).map(S::to_f64).length() < 1e-4, "{:?}", mover.position());
        }
    }
}

fn random_stacks<S: Units, const N: usize>() {
    let (mut carried, mut stopped) = (0, 0);
    for seed in 0..crate::motion::cases(150) {
        let rng = &mut Rng::with_seed(seed);
        let mut game = Game::<S, N>::default();
        let mut lift = vec![solid(&mut game, bar(-40, 50, 80, 6))];
        if rng.bool() {
            // A wall on the lift.
            lift.push(solid(&mut game, bar(-40, 30, 4, 20)));
        }
        for _ in 0..rng.i32(0..3) {
            solid(&mut game, bar(rng.i32(-100..90), rng.i32(-150..40), rng.i32(2..40), rng.i32(2..20)));
        }
        // Stacks on the lift, and movers anywhere.
        for _ in 0..rng.i32(1..4) {
            let (x, mut y) = (rng.i32(-40..30), 50);
            for _ in 0..rng.i32(1..7) {
                let (width, height, round) = (rng.i32(4..30), rng.i32(3..20), rng.u8(0..6) == 0);
                let height = if round { width } else { height };
                y -= height;
                add_if_free(&mut game, [x + rng.i32(-3..4), y, width, height], round);
            }
        }
        for _ in 0..rng.i32(0..6) {
            let (x, y, size) = (rng.i32(-70..60), rng.i32(-120..50), rng.i32(4..20));
            add_if_free(&mut game, [x, y, size, size], rng.bool());
        }
        let before = overlaps(&game);
        for _ in 0..6 {
            let by = at::<S, N>(rng.i32(-40..41), rng.i32(-70..41));
            let rule = if rng.bool() { PushRule::Stop } else { PushRule::Crush };
            let (first, crushed) = carry_shuffled(&game, &lift, by, rule, rng);
            let context = format!("{} {N} seed {seed} {by:?} {rule:?}", std::any::type_name::<S>());
            for _ in 0..4 {
                let (again, crushed_again) = carry_shuffled(&game, &lift, by, rule, rng);
                assert_eq!(crushed_again, crushed, "{context}");
                for (a, b) in first.1.iter().zip(&again.1) {
                    assert!(
                        a.position() == b.position() && a.velocity == b.velocity,
                        "{context} {a:?} {b:?}"
                    );
                }
            }
            // A crushed mover may overlap the lift.
            let is_new = |pair: &&(Id, Id)| !before.contains(pair) && !crushed.contains(&pair.0);
            assert_eq!(overlaps(&first).iter().find(is_new), None, "{context}");
            carried += first.1.iter().filter(|mover| mover.position() != Vector::default()).count();
            stopped += crushed.len();
        }
    }
    assert!(carried > 500 && stopped > 50, "{carried} {stopped}");
}
