//! The example of a platformer does what it says.

#[path = "../../examples/platformer.rs"]
#[allow(dead_code, reason = "the program of the example is not called")]
mod example;

use bumper::dynamics::BodyKind;
use bumper::{AsShape, Relate, Relation};
use example::{Game, Keys};
use fastrand::Rng;

const NONE: Keys = Keys { left: false, right: false, down: false, jump: false };
const RIGHT: Keys = Keys { right: true, ..NONE };

/// Checks that the hero overlaps no tile.
fn assert_free(game: &Game, context: &str) {
    for (body, _) in game.simulation.iter().filter(|(_, body)| body.kind == BodyKind::Static) {
        for id in game.simulation.colliders_of(body) {
            let (collider, shape) =
                (game.simulation.get_collider(id).unwrap(), game.simulation.shape_of(id).unwrap());
            if !collider.sensor && collider.one_way.is_none() {
                let relation = game.hero.shape().relation(&shape.as_shape());
                assert_ne!(relation, Relation::Overlapping, "{context} {id:?}");
            }
        }
    }
}

#[test]
fn platformer_example_collects_coins_pushes_crates_and_rides_lift() {
    let mut game = Game::new();
    let crates: Vec<_> =
        game.simulation.iter().filter(|(_, body)| body.kind == BodyKind::Dynamic).map(|(id, _)| id).collect();
    let start = game.simulation.get(crates[0]).unwrap().center;
    (0..90).for_each(|_| game.step(RIGHT));
    assert_eq!(game.coins, 1);
    let pushed = game.simulation.get(crates[0]).unwrap().center;
    assert!(pushed.x() > start.x() + 0.5, "{pushed:?}");
    // On the lift, the hero goes along, up and down.
    let mut game = Game::new();
    game.hero.set_position([11.5, 2.0]);
    game.hero.velocity = [0.0, 0.0].into();
    (0..60).for_each(|_| game.step(NONE));
    let mut heights = [f32::MAX, f32::MIN];
    for frame in 0..400 {
        game.step(NONE);
        let lift = game.simulation.get(game.lift).unwrap().center;
        let gap = lift.y() - 0.1 - game.hero.shape().max().y();
        assert!(gap.abs() < 1e-3 && game.hero.is_grounded(), "{frame}: {gap}");
        heights = [heights[0].min(lift.y()), heights[1].max(lift.y())];
    }
    assert!(heights[1] - heights[0] > 3.0 && !game.is_crushed);
    // The hero stands on the plank until it drops through.
    game.hero.set_position([4.0, 2.0]);
    (0..60).for_each(|_| game.step(NONE));
    assert!(game.hero.is_grounded() && (game.hero.shape().max().y() - 4.0).abs() < 1e-3);
    (0..10).for_each(|_| game.step(Keys { down: true, ..NONE }));
    (0..60).for_each(|_| game.step(NONE));
    assert!(game.hero.is_grounded() && game.hero.shape().max().y() > 6.0);
}

#[test]
fn saved_platformer_continues_with_same_bits() {
    let mut coins = 0;
    for seed in 0..12 {
        let rng = &mut Rng::with_seed(seed);
        let (mut game, mut keys) = (Game::new(), NONE);
        for frame in 0..400 {
            if rng.u8(0..12) == 0 {
                keys = Keys {
                    left: rng.u8(0..4) == 0,
                    right: rng.bool(),
                    down: rng.u8(0..5) == 0,
                    jump: rng.bool(),
                };
            }
            let mut loaded = (frame % 5 == 0).then(|| Game::load(&game.save()).unwrap());
            game.step(keys);
            assert_free(&game, &format!("{seed} {frame}"));
            if let Some(loaded) = &mut loaded {
                loaded.step(keys);
                assert!(loaded.save() == game.save(), "seed {seed} frame {frame}");
                game = loaded.clone();
            }
        }
        coins += game.coins;
    }
    assert!(coins > 10, "{coins}");
}
