//! Movers, lifts and bodies that stand on each other.

use bumper_scene::{AnyScene, Keys, Stage, with_scene};

/// Runs a scene for a number of frames, and returns the displacements of its objects: of movers and of bodies.
fn run(text: &str, frames: usize, keys: &str) -> Vec<[f64; 2]> {
    let scene = bumper_scene::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    with_scene!(scene, scene => {
        let mut stage = Stage::new(scene).unwrap();
        (0..frames).for_each(|_| stage.step(Keys::read(keys).unwrap()));
        let moved = |object: usize| {
            let mover = stage.moved(object).map(|moved| [0, 1].map(|axis| bumper::scalar::Scalar::to_f64(moved[axis])));
            mover.or_else(|| Some(stage.body(object)?.moved)).unwrap_or_default()
        };
        (0..stage.scene().objects.len()).map(moved).collect()
    })
}

#[track_caller]
fn assert_near(moved: &[[f64; 2]], expected: &[[f64; 2]], tolerance: f64) {
    let near = |(a, b): (&[f64; 2], &[f64; 2])| (0..2).all(|axis| (a[axis] - b[axis]).abs() <= tolerance);
    assert!(moved.iter().zip(expected).all(near), "{moved:?} is not {expected:?}");
}

#[test]
fn mover_on_crate_on_lift_rises_without_pushing_crate_through_lift() {
    for scalar in ["f32", "f64"] {
        for height in [8, 20, 40] {
            for hero in [4, 16, 60] {
                let level = |lift: &str| {
                    format!(
                        r#"{{"bumper": 1, "scalar": "{scalar}", "gravity": [0, 900], "shapes": [
                        {{"id": "lift", "box": {{"top_left": [0, 100], "size": [80, {height}]}}, "velocity": [0, -20], {lift}}},
                        {{"id": "crate", "box": {{"top_left": [20, 84], "size": [16, 16]}}, "body": {{}}}},
                        {{"id": "hero", "box": {{"top_left": [20, {}], "size": [16, {hero}]}}, "move": {{}}}}]}}"#,
                        84 - hero
                    )
                };
                let lift = level(r#""move": {"response": "carry", "travel": [0, -80]}"#);
                assert_near(&run(&lift, 200, ""), &[[0.0, -200.0 / 3.0]; 3], 1.0);
                let body = level(r#""body": {"kind": "kinematic"}"#);
                assert_near(&run(&body, 200, ""), &[[0.0, -200.0 / 3.0]; 3], 1.0);
            }
        }
    }
}

#[test]
fn stack_of_movers_goes_along_with_lift() {
    for scalar in ["i16", "i32", "f32", "f64"] {
        for (velocity, travel, expected) in
            [("[0, -1]", "[0, -20]", [0.0, -20.0]), ("[1, 0]", "[20, 0]", [20.0, 0.0])]
        {
            let text = format!(
                r#"{{"bumper": 1, "scalar": "{scalar}", "time_step": 1, "gravity": [0, 1], "shapes": [
                {{"id": "lift", "box": {{"top_left": [0, 100], "size": [40, 8]}}, "velocity": {velocity},
                "move": {{"response": "carry", "travel": {travel}}}}},
                {{"id": "low", "box": {{"top_left": [10, 84], "size": [16, 16]}}, "move": {{}}}},
                {{"id": "high", "box": {{"top_left": [10, 68], "size": [16, 16]}}, "move": {{}}}}]}}"#
            );
            assert_near(&run(&text, 20, ""), &[expected; 3], 1e-4);
            // After 200 frames, the lift and both movers are back at their start.
            assert_near(&run(&text, 200, ""), &[[0.0; 2]; 3], 1e-3);
        }
    }
}

#[test]
fn ram_pushes_row_of_movers() {
    // With floats, rounding may refuse the last step before the wall.
    for (scalar, tolerance) in [("i16", 0.0), ("f32", 1.01)] {
        let text = format!(
            r#"{{"bumper": 1, "scalar": "{scalar}", "time_step": 1, "gravity": [0, 1], "shapes": [
            {{"id": "floor", "box": {{"top_left": [-50, 100], "size": [300, 8]}}}},
            {{"id": "ram", "box": {{"top_left": [0, 84], "size": [8, 16]}}, "velocity": [1, 0],
            "move": {{"response": "carry", "travel": [60, 0]}}}},
            {{"id": "a", "box": {{"top_left": [10, 84], "size": [16, 16]}}, "move": {{}}}},
            {{"id": "b", "box": {{"top_left": [30, 84], "size": [16, 16]}}, "move": {{}}}},
            {{"id": "wall", "box": {{"top_left": [60, 50], "size": [8, 50]}}}}]}}"#
        );
        assert_near(&run(&text, 20, ""), &[[0.0; 2], [20.0, 0.0], [18.0, 0.0], [14.0, 0.0]], tolerance);
        // Then the wall stops the row, and the ram turns back.
        assert_near(&run(&text, 25, ""), &[[0.0; 2], [16.0, 0.0], [18.0, 0.0], [14.0, 0.0]], 2.0 * tolerance);
    }
}

#[test]
fn mover_pushes_crate_by_its_mass() {
    let pushed = |size: i32, frames: usize| {
        let text = format!(
            r#"{{"bumper": 1, "scalar": "f64", "gravity": [0, 900], "shapes": [
            {{"id": "floor", "box": {{"top_left": [-50, 100], "size": [900, 8]}}}},
            {{"id": "hero", "box": {{"top_left": [0, 84], "size": [16, 16]}}, "move": {{"arrows": [80, 0]}}}},
            {{"id": "crate", "box": {{"top_left": [20, {}], "size": [{size}, {size}]}}, "body": {{}}}}]}}"#,
            100 - size
        );
        let moved = run(&text, frames, "right");
        // The hero does not enter the crate.
        assert!(moved[1][0] < 4.5 + moved[2][0], "{moved:?}");
        moved[2][0]
    };
    assert!(pushed(8, 120) > 100.0, "{}", pushed(8, 120));
    assert!(pushed(16, 120) > 60.0, "{}", pushed(16, 120));
    assert!(pushed(80, 120) < 10.0, "{}", pushed(80, 120));
}

#[test]
fn mover_weighs_on_seesaw() {
    let tilt = |x: i32| {
        let text = format!(
            r#"{{"bumper": 1, "scalar": "f64", "gravity": [0, 900], "shapes": [
            {{"id": "hero", "box": {{"top_left": [{x}, 80], "size": [16, 16]}}, "move": {{}}}},
            {{"id": "plank", "box": {{"top_left": [-60, 96], "size": [120, 4]}}, "body": {{}}}},
            {{"id": "post", "ball": {{"center": [0, 104], "radius": 4}}}}]}}"#
        );
        let scene = bumper_scene::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let AnyScene::F64x2(scene) = scene else { panic!() };
        let mut stage = Stage::new(scene).unwrap();
        (0..20).for_each(|_| stage.step(Keys::default()));
        stage.body(1).unwrap().angle
    };
    assert!(tilt(40) > 1.0 && tilt(-56) < -1.0, "{} {}", tilt(40), tilt(-56));
}

#[test]
fn conveyor_belt_carries_movers_and_crates() {
    for scalar in ["f32", "f64"] {
        for (time_step, frames) in [(1.0 / 30.0, 60), (1.0 / 60.0, 120), (1.0 / 240.0, 480)] {
            let text = format!(
                r#"{{"bumper": 1, "scalar": "{scalar}", "y": "up", "gravity": [0, -10], "time_step": {time_step}, "shapes": [
                {{"box": {{"min": [-60, -1], "max": [0, 0]}}, "body": {{"kind": "static", "surface_velocity": [2, 0]}}}},
                {{"box": {{"min": [0, -1], "max": [60, 0]}}, "body": {{"kind": "static", "surface_velocity": [2, 0]}}}},
                {{"box": {{"min": [-0.4, 0], "max": [0.4, 1.8]}}, "move": {{}}}},
                {{"box": {{"min": [6, 0], "max": [7, 1]}}, "body": {{}}}}]}}"#
            );
            let moved = run(&text, frames, "");
            assert_near(&moved[2..], &[[4.0, 0.0], [4.0, 0.0]], 0.4);
            assert_near(&moved[2..3], &[[4.0, 0.0]], 0.08);
        }
    }
}
