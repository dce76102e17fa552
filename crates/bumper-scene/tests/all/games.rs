//! Scenes as worlds and simulations of games.

use bumper::dynamics::BodyKind;
use bumper::world::Collider;
use bumper::{Aabb, Ball, Relation, Vector};
use bumper_scene::{AnyScene, Choice, Keys, MapKind, Scene, SceneSimulation, Stage, read_map_text};
use std::path::Path;

fn scene(text: &str) -> Scene<f32, 2> {
    match bumper_scene::read(text.as_bytes()) {
        Ok(AnyScene::F32x2(scene)) => scene,
        other => panic!("{other:?}\n{text}"),
    }
}

/// The map of a platformer with slopes, planks, a lift and a ferry.
fn platformer() -> Scene<f32, 2> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/maps/platformer.tmx");
    let text = std::fs::read(&file).unwrap();
    let map = read_map_text(&text, MapKind::Tiled, file.parent().unwrap(), &Choice::default()).unwrap();
    let AnyScene::F32x2(scene) = map.scene else { panic!() };
    scene
}

const STEP: f32 = 1.0 / 60.0;

/// A hero on a lift that rises by 60 and returns, beside a crate that falls to the floor.
const LIFT: &str = r#"{"bumper": 1, "gravity": [0, 900], "shapes": [
    {"id": "floor", "box": {"min": [-100, 100], "max": [300, 120]}},
    {"id": "hero", "compound": [{"box": {"min": [10, 70], "max": [20, 80]}}, {"box": {"min": [12, 60], "max": [18, 70]}}], "move": {"jump": 40}},
    {"id": "lift", "box": {"min": [0, 80], "max": [40, 90]}, "velocity": [0, 30], "move": {"response": "carry", "travel": [0, -60]}}CRATE
]}"#;

fn lift(body: &str) -> Scene<f32, 2> {
    scene(&LIFT.replace("CRATE", body))
}

#[test]
fn movers_and_lifts_of_a_world_move_as_on_the_stage() {
    for scene in [platformer(), lift("")] {
        let mut stage = Stage::new(scene.clone()).unwrap();
        let mut game = scene.clone().into_world().unwrap();
        let movers: Vec<usize> = stage.movers().collect();
        assert_eq!(game.movers().collect::<Vec<_>>(), movers);
        let mut moved = 0.0f32;
        for frame in 0..400 {
            let keys = Keys { right: frame % 90 < 60, jump: frame % 50 == 7, ..Keys::default() };
            stage.step(keys);
            for &object in &movers {
                let moves = game.settings(object).unwrap().clone();
                let mover = game.mover_mut(object).unwrap();
                if moves.arrows[0] > 0.0 {
                    mover.velocity[0] = if keys.right { moves.arrows[0] } else { 0.0 };
                }
                if let Some(height) = moves.jump.filter(|_| keys.jump) {
                    mover.jump(height);
                }
            }
            game.step(STEP);
            for &object in &movers {
                let (a, b) = (stage.moved(object).unwrap(), game.mover(object).unwrap().position());
                assert!((a - b).length() < 1e-2, "frame {frame}, {:?}: {a:?} {b:?}", game.name(object));
                moved = moved.max(b.length());
                let collider = game.world.get(game.id_of(object).unwrap()).unwrap();
                assert_eq!(&collider.shape, game.mover(object).unwrap().shape());
            }
        }
        assert!(moved > 50.0, "{moved}");
    }
}

#[test]
fn colliders_of_the_game_stop_the_first_mover_of_a_world() {
    let text = r#"{"bumper": 1, "shapes": [
        {"id": "dot", "box": {"min": [0, 0], "max": [10, 10]}, "velocity": [600, 0], "move": {"response": "stop"}},
        {"id": "far", "box": {"min": [200, 0], "max": [210, 10]}}]}"#;
    let mut game = scene(text).into_world().unwrap();
    // The user data of the wall is 0, which is also the index of the dot.
    let wall = game.world.insert(Collider::new(Aabb::new([35.0, 0.0], [40.0, 10.0]))).unwrap();
    (0..10).for_each(|_| game.step(STEP));
    assert_eq!(game.mover(0).unwrap().position(), Vector([25.0, 0.0]));
    assert_eq!((game.object_of(wall), game.object_of(game.id("far").unwrap())), (None, Some(1)));
    game.world.remove(wall);
    game.mover_mut(0).unwrap().velocity = Vector([600.0, 0.0]);
    game.step(STEP);
    assert_eq!(game.hits(0).len(), 0);
    (0..100).for_each(|_| game.step(STEP));
    assert_eq!(game.mover(0).unwrap().position(), Vector([190.0, 0.0]));
}

#[test]
fn bodies_that_move_need_a_simulation() {
    let body = r#"{"bumper": 1, "shapes": [{"id": "b", "ball": {"center": [0, 0], "radius": 1}, "body": {"kind": "KIND"}}]}"#;
    for kind in ["dynamic", "kinematic"] {
        let error = scene(&body.replace("KIND", kind)).into_world().unwrap_err();
        assert!(error.to_string().contains("into_simulation"), "{error}");
    }
    assert!(scene(&body.replace("KIND", "static")).into_world().is_ok());
}

fn position(game: &SceneSimulation<f32>, name: &str) -> Vector<f32, 2> {
    game.simulation.get(game.body(name).unwrap()).unwrap().pose.translation
}

#[test]
fn lift_of_a_simulation_carries_its_rider_up_and_down() {
    let mut game = lift(r#", {"id": "crate", "box": {"min": [25, 60], "max": [35, 70]}, "body": {}}"#)
        .into_simulation()
        .unwrap();
    let hero = game.object("hero").unwrap();
    let (mut highest, mut turns) = (0.0f32, 0);
    let mut rises = true;
    for frame in 0..600 {
        game.step(STEP).unwrap();
        let lift = position(&game, "lift");
        let rider = game.mover(hero).unwrap();
        if frame > 30 {
            assert!((rider.position().y() - lift.y()).abs() < 0.1 && rider.is_grounded(), "frame {frame}");
            // The crate hops by v² / 2g where the lift turns down, which changes its speed by 60.
            let gap = lift.y() - (position(&game, "crate").y() - 10.0);
            assert!((-0.2..2.2).contains(&gap), "frame {frame}: {gap}");
        }
        highest = highest.min(lift.y());
        let now_rises = game.simulation.get(game.body("lift").unwrap()).unwrap().velocity.y() < 0.0;
        turns += u32::from(now_rises != rises);
        rises = now_rises;
    }
    assert!((highest + 60.0).abs() < 1e-3, "{highest}");
    assert_eq!(turns, 4);
    assert_eq!(game.simulation.definition(game.body("hero").unwrap()).unwrap().kind, BodyKind::Dynamic);
}

#[test]
fn lift_without_a_path_turns_at_static_bodies_and_pushes_crates() {
    let text = r#"{"bumper": 1, "shapes": [
        {"id": "left", "box": {"min": [-10, 0], "max": [0, 10]}},
        {"id": "lift", "box": {"min": [20, 0], "max": [40, 10]}, "velocity": [60, 0], "move": {"response": "carry"}},
        {"id": "crate", "box": {"min": [42, 0], "max": [50, 8]}, "body": {}},
        {"id": "right", "box": {"min": [100, 20], "max": [110, 30]}},
        {"id": "end", "box": {"min": [160, 0], "max": [170, 10]}}]}"#;
    let mut game = scene(text).into_simulation().unwrap();
    let mut range = [f32::MAX, f32::MIN];
    for _ in 0..600 {
        game.step(STEP).unwrap();
        let x = position(&game, "lift").x() + 20.0;
        range = [range[0].min(x), range[1].max(x)];
    }
    // It turns where its next step would enter a wall.
    assert!((0.0..1.1).contains(&range[0]) && (138.9..=140.01).contains(&range[1]), "{range:?}");
}

#[test]
fn loaded_state_of_a_simulation_continues_with_equal_bits() {
    let original = lift(r#", {"id": "crate", "box": {"min": [25, 60], "max": [35, 70]}, "body": {}}"#);
    let mut game = original.clone().into_simulation().unwrap();
    (0..77).for_each(|_| game.step(STEP).unwrap());
    let saved = serde_json::to_vec(&game.state()).unwrap();
    let mut loaded = original.into_simulation().unwrap();
    assert!(loaded.set_state(serde_json::from_slice(&saved).unwrap()));
    for _ in 0..150 {
        game.step(STEP).unwrap();
        loaded.step(STEP).unwrap();
        assert_eq!(game.simulation.state_hash(), loaded.simulation.state_hash());
        assert_eq!(game.mover(1), loaded.mover(1));
    }
    let mut other = scene(r#"{"bumper": 1, "shapes": []}"#).into_simulation().unwrap();
    assert!(!other.set_state(game.state()));
}

#[test]
fn names_of_a_scene_find_bodies_and_joints() {
    let text = r#"{"bumper": 1, "shapes": [
        {"id": "a", "box": {"min": [0, 0], "max": [1, 1]}},
        {"id": "ghost", "ball": {"center": [50, 0], "radius": 1}, "velocity": [60, 0], "move": {"response": "cross"}},
        {"id": "b", "box": {"min": [2, 0], "max": [3, 1]}, "body": {}}
    ], "joints": [{"id": "pin", "revolute": {"a": "a", "b": "b", "at": [1, 1]}}]}"#;
    let mut game = scene(text).into_simulation().unwrap();
    let joint = game.joint("pin").unwrap();
    let ends = game.simulation.joints().find(|(id, _)| *id == joint).unwrap().1;
    assert_eq!(ends.map(Some), [game.body("a"), game.body("b")]);
    assert_eq!(
        (game.joint("a"), game.body("pin"), game.body("ghost"), game.name(2)),
        (None, None, None, Some("b"))
    );
    let collider = game.simulation.colliders_of(game.body("b").unwrap()).next().unwrap();
    assert_eq!(game.object_of(collider), Some(2));
    (0..60).for_each(|_| game.step(STEP).unwrap());
    assert!((game.mover(1).unwrap().position() - Vector([60.0, 0.0])).length() < 1e-3);
    let flat = scene(r#"{"bumper": 1, "shapes": [{"id": "dot", "point": [0, 0], "move": {}}]}"#);
    assert!(flat.into_simulation().unwrap_err().to_string().contains("area"));
}

#[test]
fn stage_lends_its_simulation() {
    let stage =
        Stage::new(lift(r#", {"id": "crate", "box": {"min": [25, 60], "max": [35, 70]}, "body": {}}"#))
            .unwrap();
    let simulation = stage.simulation().unwrap();
    let (hero, crate_) = (stage.body_id(1).unwrap(), stage.body_id(3).unwrap());
    assert_eq!(simulation.get(crate_).unwrap().center, Vector([30.0, 65.0]));
    assert_ne!(hero, crate_);
    assert!(Stage::new(lift("")).unwrap().simulation().is_none());
}

#[test]
fn teleported_mover_takes_its_colliders_along() {
    let mut game = lift("").into_world().unwrap();
    assert!(game.set_position(1, [100.0, 0.0]) && !game.set_position(0, [1.0, 0.0]));
    let found = game.world.intersecting(Ball::new([115.0, 75.0], 1.0), |_, _| true);
    assert!(found.iter().any(|hit| Some(hit.collider) == game.id("hero") && hit.hit != Relation::Apart));
}

#[test]
fn path_of_a_teleported_lift_moves_with_it() {
    let mut game = lift("").into_world().unwrap();
    let lift = game.object("lift").unwrap();
    (0..60).for_each(|_| game.step(STEP));
    let before = game.mover(lift).unwrap().position();
    assert!(game.set_position(lift, before + Vector([150.0, 5.0])));
    let (mut highest, mut lowest) = (f32::MAX, f32::MIN);
    for _ in 0..400 {
        game.step(STEP);
        let position = game.mover(lift).unwrap().position();
        assert_eq!(position.x(), 150.0);
        (highest, lowest) = (highest.min(position.y()), lowest.max(position.y()));
    }
    assert!((highest + 55.0).abs() < 1e-3 && (lowest - 5.0).abs() < 1e-3, "{highest} {lowest}");
}

#[test]
fn loaded_state_of_a_world_continues_with_equal_bits() {
    let original = platformer();
    let mut game = original.clone().into_world().unwrap();
    let coin = game.world.insert(Collider::new(Ball::new([5.0, 5.0], 1.0))).unwrap();
    // A path that has moved with its lift is part of the state.
    let has_path = |object: &usize| game.settings(*object).unwrap().travel.is_some();
    let ferry = game.movers().find(has_path).unwrap();
    assert!(game.set_position(ferry, [3.0, -2.0]));
    (0..77).for_each(|_| game.step(STEP));
    let saved = serde_json::to_vec(&game.state()).unwrap();
    let mut loaded = original.into_world().unwrap();
    assert!(loaded.set_state(serde_json::from_slice(&saved).unwrap()));
    assert!(loaded.world.get(coin).is_some());
    for _ in 0..150 {
        game.step(STEP);
        loaded.step(STEP);
        for object in game.movers() {
            assert_eq!(game.mover(object), loaded.mover(object));
            assert_eq!(game.hits(object), loaded.hits(object));
        }
    }
    let mut other = scene(r#"{"bumper": 1, "shapes": []}"#).into_world().unwrap();
    assert!(!other.set_state(game.state()));
}

#[test]
fn loaded_state_of_a_stage_continues_with_equal_bits() {
    let further = r###", {"id": "crate", "box": {"min": [25, 60], "max": [35, 70]}, "body": {}},
        {"id": "rock", "polygon": [[60, 60], [80, 60], [80, 80], [70, 70], [60, 80]], "body": {"spin": 40}},
        {"id": "ship", "mask": {"rows": [".#", "##"], "top_left": [120, 20]}, "velocity": [9, 0], "move": {}}"###;
    let original = lift(further);
    let keys = |frame: i32| Keys { jump: frame % 50 == 7, ..Keys::default() };
    let mut stage = Stage::new(original.clone()).unwrap();
    assert!(stage.grab(4, [62.0, 62.0]));
    stage.pull([70.0, 30.0]);
    assert!(stage.drag(0, Vector([0.0, 3.0])));
    (0..77).for_each(|frame| stage.step(keys(frame)));
    let saved = serde_json::to_vec(&stage.state()).unwrap();
    let mut loaded = Stage::new(original).unwrap();
    assert!(loaded.set_state(serde_json::from_slice(&saved).unwrap()));
    for frame in 77..300 {
        if frame == 150 {
            stage.let_go();
            loaded.let_go();
        }
        stage.step(keys(frame));
        loaded.step(keys(frame));
        assert_eq!(stage.frame(), loaded.frame());
        for object in 0..stage.scene().objects.len() {
            assert_eq!(stage.mover(object).is_some(), loaded.mover(object).is_some());
            assert_eq!(
                stage.mover(object).map(|mover| mover.velocity),
                loaded.mover(object).map(|mover| mover.velocity)
            );
            assert_eq!(stage.moved(object), loaded.moved(object), "frame {frame}, object {object}");
            assert_eq!(stage.body(object), loaded.body(object), "frame {frame}, object {object}");
            assert_eq!(stage.aabb(object), loaded.aabb(object), "frame {frame}, object {object}");
            assert_eq!(stage.hits(object), loaded.hits(object), "frame {frame}, object {object}");
        }
        assert_eq!(stage.touching(), loaded.touching());
        let hash = |stage: &Stage<f32, 2>| stage.simulation().unwrap().state_hash();
        assert_eq!(hash(&stage), hash(&loaded));
    }
    assert!(stage.body(4).unwrap().angle != 0.0 && stage.moved(1).unwrap() != Vector::ZERO);
    for text in [r#"{"bumper": 1, "shapes": []}"#, LIFT] {
        let mut other = Stage::new(scene(&text.replace("CRATE", ""))).unwrap();
        assert!(!other.set_state(stage.state()) && other.frame() == 0);
    }
}

#[test]
fn lift_of_a_simulation_passes_bodies_of_other_layers_and_sensors() {
    for (body, stops) in [
        (r#"{"kind": "static"}"#, true),
        (r#"{"kind": "static", "filter": [2]}"#, false),
        (r#"{"kind": "static", "layers": [2]}"#, true),
        (r#"{"kind": "static", "sensor": true}"#, false),
    ] {
        let text = r#"{"bumper": 1, "shapes": [
            {"id": "lift", "box": {"min": [20, 0], "max": [40, 10]}, "velocity": [60, 0], "move": {"response": "carry", "travel": [100, 0]}},
            {"id": "wall", "box": {"min": [80, 0], "max": [90, 10]}, "body": BODY}]}"#;
        let mut game = scene(&text.replace("BODY", body)).into_simulation().unwrap();
        (0..60).for_each(|_| game.step(STEP).unwrap());
        assert_eq!(position(&game, "lift").x() < 50.0, stops, "{body}");
    }
}

#[test]
fn teleported_mover_of_a_simulation_takes_its_body_along() {
    let mut game = lift("").into_simulation().unwrap();
    (0..30).for_each(|_| game.step(STEP).unwrap());
    assert!(game.set_position(1, [100.0, 0.0]) && !game.set_position(0, [1.0, 0.0]));
    assert_eq!(position(&game, "hero"), Vector([100.0, 0.0]));
    (0..60).for_each(|_| game.step(STEP).unwrap());
    let hero = game.mover(1).unwrap();
    assert!(hero.is_grounded() && (hero.position() - Vector([100.0, 20.0])).length() < 1e-2);
}
