//! The rules of bodies in a scene: sensors, layers, conveyor belts and one-way sides.

use bumper_scene::{AnyScene, Keys, Stage, read};

/// Runs a scene with gravity 10 downwards at 100 frames a second.
fn run(shapes: &str, frames: usize) -> Stage<f64, 2> {
    let text = format!(
        r#"{{"bumper": 1, "scalar": "f64", "y": "up", "gravity": [0, -10], "time_step": 0.01, "shapes": [{shapes}]}}"#
    );
    let Ok(AnyScene::F64x2(scene)) = read(text.as_bytes()) else {
        panic!("{:?}", read(text.as_bytes()).err())
    };
    let mut stage = Stage::new(scene).unwrap();
    (0..frames).for_each(|_| stage.step(Keys::default()));
    stage
}

fn moved(stage: &Stage<f64, 2>, object: usize) -> [f64; 2] {
    stage.body(object).unwrap().moved
}

#[test]
fn sensors_report_bodies_and_movers_and_let_them_pass() {
    let stage = run(
        r#"{"box": {"min": [-9, -1], "max": [9, 0]}},
           {"id": "coin", "box": {"min": [1, 0], "max": [2, 3]}, "body": {"kind": "static", "sensor": true}},
           {"ball": {"center": [1.5, 9], "radius": 0.5}, "body": {}},
           {"box": {"min": [-1, 0], "max": [0, 1]}, "velocity": [3, 0], "move": {}}"#,
        50,
    );
    assert!(stage.moved(3).unwrap()[0] > 1.49, "{:?}", stage.moved(3));
    let stage = run(
        r#"{"box": {"min": [-9, -1], "max": [9, 0]}},
           {"id": "coin", "box": {"min": [1, 0], "max": [2, 3]}, "body": {"kind": "static", "sensor": true}},
           {"ball": {"center": [1.5, 9], "radius": 0.5}, "body": {}}"#,
        300,
    );
    assert!((moved(&stage, 2)[1] + 8.5).abs() < 0.02, "{:?}", moved(&stage, 2));
}

#[test]
fn layers_and_filters_decide_which_bodies_and_movers_collide() {
    for (rules, falls) in [
        ("", false),
        (r#""filter": [1]"#, true),
        (r#""layers": [3], "filter": [0, 3]"#, false),
        (r#""layers": [], "filter": [0]"#, true),
    ] {
        let stage = run(
            &format!(
                r#"{{"box": {{"min": [-9, -1], "max": [9, 0]}}}},
                   {{"box": {{"min": [0, 0], "max": [1, 1]}}, "body": {{{rules}}}}},
                   {{"box": {{"min": [-3, 0.1], "max": [-2, 0.9]}}, "velocity": [3, 0], "move": {{"response": "stop"}}}}"#
            ),
            90,
        );
        assert_eq!(moved(&stage, 1)[1] < -2.0, falls, "{rules}: {:?}", moved(&stage, 1));
    }
    let ghost = run(
        r#"{"box": {"min": [0, 0], "max": [1, 1]}, "body": {"kind": "static", "filter": [4]}},
           {"point": [-1, 0.5], "velocity": [3, 10], "move": {}}"#,
        100,
    );
    assert!(ghost.moved(1).unwrap()[0] > 2.9);
    for (rules, message) in [
        (r#""layers": [32]"#, "body layers has a layer that is not a whole number from 0 to 31"),
        (r#""filter": 3"#, "body filter is a number, not a list"),
        (r#""surface_velocity": [1]"#, "body surface_velocity has 1 number, not 2"),
    ] {
        let text = format!(
            r#"{{"bumper": 1, "shapes": [{{"box": {{"min": [0, 0], "max": [1, 1]}}, "body": {{{rules}}}}}]}}"#
        );
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_conveyor_belt_carries_bodies_along() {
    let stage = run(
        r#"{"box": {"min": [-99, -1], "max": [99, 0]}, "body": {"kind": "static", "surface_velocity": [2, 0]}},
           {"box": {"min": [0, 0], "max": [1, 1]}, "body": {}}"#,
        300,
    );
    let state = stage.body(1).unwrap();
    assert!((state.velocity[0] - 2.0).abs() < 0.01 && !state.asleep, "{state:?}");
}

#[test]
fn bodies_pass_a_one_way_plank_from_below_and_land_on_it() {
    let stage = run(
        r#"{"box": {"min": [-9, 0], "max": [9, 0.5]}, "one_way": "up"},
           {"ball": {"center": [0, -2], "radius": 0.5}, "velocity": [0, 9], "body": {}}"#,
        400,
    );
    assert!((moved(&stage, 1)[1] - 3.0).abs() < 0.02, "{:?}", moved(&stage, 1));
}

#[test]
fn elastic_rope_of_a_scene_only_pulls() {
    for (force, falls) in [(r#", "force": "pull""#, true), (r#", "force": "push""#, false), ("", false)] {
        let text = format!(
            r#"{{"bumper": 1, "scalar": "f64", "y": "up", "gravity": [0, -10], "time_step": 0.01,
            "shapes": [{{"id": "post", "ball": {{"center": [0, 0], "radius": 0.1}}, "body": {{"kind": "static"}}}},
                {{"id": "load", "ball": {{"center": [0, -1], "radius": 0.5}}, "body": {{}}}}],
            "joints": [{{"distance": {{"a": "post", "b": "load", "from": [0, 0], "to": [0, -1], "length": 5,
                "spring": {{"hertz": 5, "damping": 1{force}}}}}}}]}}"#
        );
        let Ok(AnyScene::F64x2(scene)) = read(text.as_bytes()) else {
            panic!("{:?}", read(text.as_bytes()).err())
        };
        let mut stage = Stage::new(scene).unwrap();
        (0..50).for_each(|_| stage.step(Keys::default()));
        // Without a force, it falls by half of g t² from -1. Otherwise, the spring pushes it to its rest length at once.
        let fallen = moved(&stage, 1)[1];
        assert_eq!((fallen + 1.25).abs() < 0.05, falls, "{force}: {fallen}");
        let wrong = text.replace("\"damping\": 1", "\"damping\": 1, \"force\": \"up\"").replacen(
            force,
            "",
            usize::from(!force.is_empty()),
        );
        let message = read(wrong.as_bytes()).err().unwrap().to_string();
        assert!(message.contains("spring force \"up\" is not both, pull or push"), "{message}");
    }
}
