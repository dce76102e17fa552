//! Tests of running scenes: invariants on random scenes with all kinds of shapes, and maps that contain settings for motion.

use bumper::{Relate, Relation};
use bumper_scene::{AnyScene, ByDimension, DynStage, Keys, Number, Scene, Stage, with_scene};
use fastrand::Rng;

fn cases(usual: u64) -> u64 {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// A shape of a random kind near a position, with integer coordinates.
fn shape(rng: &mut Rng, float: bool, [x, y]: [i32; 2], depth: u8) -> String {
    let mut number = |most: i32| rng.i32(2..most);
    let (w, h, r) = (number(30), number(30), number(14));
    match rng.u8(0..if float { 10 } else { 7 }) {
        0 => format!(r#""box": {{"min": [{x}, {y}], "max": [{}, {}]}}"#, x + w, y + h),
        1 => format!(r#""ball": {{"center": [{x}, {y}], "radius": {r}}}"#),
        2 => format!(r#""triangle": [[{x}, {y}], [{}, {y}], [{x}, {}]]"#, x + w, y + h),
        3 => format!(
            r#""polygon": [[{x}, {y}], [{}, {y}], [{}, {}], [{}, {}], [{x}, {}]]"#,
            x + 2 * w,
            x + 2 * w,
            y + r,
            x + w,
            y + r,
            y + h + r
        ),
        4 => {
            let rows: Vec<String> =
                (0..6).map(|_| (0..8).map(|_| if rng.u8(0..3) > 0 { '#' } else { '.' }).collect()).collect();
            format!(
                r##""mask": {{"rows": {:?}, "top_left": [{x}, {y}]}}"##,
                [&rows[..], &["########".to_string()]].concat()
            )
        }
        5 if depth == 0 => {
            let parts: Vec<_> = (0..rng.i32(1..4))
                .map(|k| format!("{{{}}}", shape(rng, float, [x + k * 9, y + k % 2 * 7], 1)))
                .collect();
            format!(r#""compound": [{}]"#, parts.join(", "))
        }
        5 | 6 => format!(r#""segment": {{"from": [{x}, {y}], "to": [{}, {}]}}"#, x + w, y + h),
        7 => format!(r#""capsule": {{"from": [{x}, {y}], "to": [{}, {}], "radius": {r}}}"#, x + w, y + h),
        8 => format!(r#""ellipse": {{"center": [{x}, {y}], "half_size": [{w}, {h}], "angle": {}}}"#, h * 11),
        _ => format!(
            r#""oriented_box": {{"center": [{x}, {y}], "half_size": [{w}, {h}], "angle": {}}}"#,
            w * 7
        ),
    }
}

fn overlap<S: Number>(stage: &Stage<S, 2>, a: usize, b: usize) -> bool {
    stage.parts(a).any(|p| stage.parts(b).any(|q| p.shape().relation(&q.shape()) == Relation::Overlapping))
}

fn assert_invariants<S: Number>(scene: Scene<S, 2>, rng: &mut Rng, text: &str) -> u64 {
    let count = scene.objects.len();
    let mut stage = Stage::new(scene).unwrap();
    let crosses = |stage: &Stage<S, 2>, object: usize| {
        stage.mover(object).is_some_and(|mover| mover.response == bumper::motion::Response::Cross)
    };
    let mut hits = 0;
    for frame in 0..40 {
        let pairs: Vec<_> = (0..count).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let before: Vec<_> = pairs.iter().map(|&(a, b)| overlap(&stage, a, b)).collect();
        let keys = ["", "left", "right up", "down", "jump", "left jump"];
        stage.step(Keys::read(keys[rng.usize(0..keys.len())]).unwrap());
        for (&(a, b), before) in pairs.iter().zip(before) {
            let free = crosses(&stage, a) || crosses(&stage, b);
            assert!(
                before || free || !overlap(&stage, a, b),
                "frame {frame}: {a} and {b} overlap\n{text}\n{:?} {:?}",
                stage.hits(a),
                stage.hits(b)
            );
        }
        for object in stage.movers() {
            hits += stage.hits(object).len() as u64;
            let moved = stage.moved(object).unwrap().map(S::to_f64);
            assert!(moved.0.iter().all(|c| c.is_finite()));
        }
    }
    hits
}

#[test]
fn movers_never_overlap_on_random_scenes() {
    let mut rng = Rng::with_seed(5);
    let mut hits = 0;
    for _ in 0..cases(200) {
        let scalar = ["i16", "i32", "fixed", "f32", "f64"][rng.usize(0..5)];
        let float = scalar.starts_with('f') && scalar != "fixed";
        let objects: Vec<_> = (0..rng.usize(3..14))
            .map(|k| {
                let at = [rng.i32(-100..100), rng.i32(-100..100)];
                let mut text = shape(&mut rng, float, at, 0);
                if k % 2 == 0 {
                    let response = ["back-up", "stop", "slide", "bounce", "cross", "carry"][rng.usize(0..6)];
                    let velocity = [rng.i32(-30..30), rng.i32(-30..30)];
                    let arrows = if rng.bool() { r#", "arrows": [7, 0], "jump": 20"# } else { "" };
                    let legs = if rng.bool() { r#", "step": 4, "snap": 3"# } else { "" };
                    text += &format!(
                        r#", "velocity": {velocity:?}, "move": {{"response": "{response}"{arrows}{legs}}}"#
                    );
                } else if rng.u8(0..6) == 0 {
                    // Do not make it one-way: a one-way shape can be entered from other sides, which would violate the invariant.
                    text = format!(r#""box": {{"min": [{}, 0], "max": [{}, 1]}}"#, at[0], at[0] + 40);
                }
                format!("{{{text}}}")
            })
            .collect();
        let gravity = rng.i32(0..3);
        let text = format!(
            r#"{{"bumper": 1, "scalar": "{scalar}", "time_step": 1, "gravity": [0, {gravity}],
            "bounds": {{"min": [-150, -150], "max": [180, 180]}}, "shapes": [{}]}}"#,
            objects.join(",\n")
        );
        let scene = bumper_scene::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        hits += match scene {
            AnyScene::I16x2(scene) => assert_invariants(scene, &mut rng, &text),
            AnyScene::I32x2(scene) => assert_invariants(scene, &mut rng, &text),
            AnyScene::Fixedx2(scene) => assert_invariants(scene, &mut rng, &text),
            AnyScene::F32x2(scene) => assert_invariants(scene, &mut rng, &text),
            AnyScene::F64x2(scene) => assert_invariants(scene, &mut rng, &text),
            _ => unreachable!(),
        };
    }
    assert!(hits > 5 * cases(200));
}

#[test]
fn map_properties_define_movers() {
    let map = |name: &str, text: &str| {
        let path = std::env::temp_dir().join(format!("bumper-stage-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let map = bumper_scene::read_map(&path).map(|map| map.scene);
        std::fs::remove_file(&path).unwrap();
        map
    };
    let xml = |keys: &str| {
        format!(
            r#"<map version="1.10" orientation="orthogonal" width="8" height="3" tilewidth="16" tileheight="16" infinite="0">
            <properties><property name="bumper" value='"gravity": [0, 900]'/></properties>
            <objectgroup id="1" name="planks"><properties><property name="bumper" value='{{"one_way": "up"}}'/></properties>
            <object id="1" name="plank" x="0" y="40" width="60" height="4"/></objectgroup>
            <objectgroup id="2" name="actors"><object id="2" name="player" x="9" y="9" width="5" height="5">
            <properties><property name="bumper" value='{keys}'/></properties></object></objectgroup></map>"#
        )
    };
    let json = |keys: &str| {
        let keys = serde_json::Value::from(keys);
        format!(
            r#"{{"orientation": "orthogonal", "properties": [{{"name": "bumper", "value": "\"gravity\": [0, 900]"}}], "layers": [
            {{"name": "planks", "properties": [{{"name": "bumper", "value": "{{\"one_way\": \"up\"}}"}}], "objects": [
            {{"id": 1, "name": "plank", "x": 0, "y": 40, "width": 60, "height": 4}}]}},
            {{"name": "actors", "objects": [{{"id": 2, "name": "player", "x": 9, "y": 9, "width": 5, "height": 5,
            "properties": [{{"name": "bumper", "value": {keys}}}]}}]}}]}}"#
        )
    };
    for (name, text) in
        [("a.tmx", xml(r#""move": {"jump": 20}"#)), ("a.tmj", json(r#""move": {"jump": 20}"#))]
    {
        with_scene!(map(name, &text).unwrap(), scene => {
            let mut stage = Stage::new(scene).unwrap();
            assert!(stage.scene().objects[0].one_way.is_some());
            for _ in 0..60 {
                stage.step(Keys::default());
            }
            assert!(stage.mover(1).unwrap().is_grounded());
            assert_eq!(stage.moved(1).unwrap().0[1].to_string(), "26");
        });
    }
    for (name, text) in [("b.tmx", xml("move")), ("b.tmj", json("move"))] {
        let fault = map(name, &text).unwrap_err().to_string();
        assert!(
            fault.contains(r#"object 2 "player": the property "bumper" is not a JSON object"#),
            "{fault}"
        );
    }
    let fault = map("c.tmx", &xml(r#""moves": {}"#)).unwrap_err().to_string();
    assert!(
        fault.starts_with(r#"layer "actors": object 2 "player": "#) && fault.contains("moves"),
        "{fault}"
    );
}

#[test]
fn bounds_confine_bodies_and_movers() {
    let text = br#"{"bumper": 1, "scalar": "f64", "gravity": [0, -10], "bounds": {"min": [0, 0], "max": [10, 20]}, "shapes": [
        {"ball": {"center": [5, 3], "radius": 1}, "body": {"restitution": 0.5}, "velocity": [300, 0]},
        {"box": {"center": [3, 8], "half_size": [1, 1]}, "body": {}, "velocity": [-40, 500]}
    ]}"#;
    let Ok(AnyScene::F64x2(scene)) = bumper_scene::read(text) else { panic!() };
    let mut stage = Stage::new(scene).unwrap();
    let starts = [[5.0, 3.0], [3.0, 8.0]];
    for _ in 0..600 {
        stage.step(Keys::default());
        for (object, start) in starts.into_iter().enumerate() {
            let [x, y] = stage.body(object).unwrap().moved;
            let (x, y) = (start[0] + x, start[1] + y);
            assert!(x > 0.5 && x < 9.5 && y > 0.5 && y < 19.5, "{object}: {x} {y}");
        }
    }
    let heights = [0, 1].map(|object| starts[object][1] + stage.body(object).unwrap().moved[1]);
    assert!(heights.iter().any(|y| (y - 1.0).abs() < 0.05), "{heights:?}");
}

/// Runs a scene for two seconds, with gravity pointing down. Its first object is a mover, its second a body. Returns their displacements.
fn ridden(shapes: &str) -> [[f64; 2]; 2] {
    let text = format!(r#"{{"bumper": 1, "scalar": "f64", "gravity": [0, -10], "shapes": [{shapes}]}}"#);
    let Ok(AnyScene::F64x2(scene)) = bumper_scene::read(text.as_bytes()) else { panic!("{text}") };
    let mut stage = Stage::new(scene).unwrap();
    (0..120).for_each(|_| stage.step(Keys::default()));
    [stage.moved(0).unwrap().0, stage.body(1).unwrap().moved]
}

#[test]
fn movers_ride_on_bodies() {
    let rider = r#"{"box": {"min": [-0.5, 1], "max": [0.5, 2]}, "move": {"response": "slide"}}"#;
    let plank = |body: &str, velocity: &str| {
        let plank = format!(
            r#"{{"box": {{"min": [-4, 0], "max": [4, 1]}}, "body": {{{body}}}, "velocity": {velocity}}}"#
        );
        ridden(&format!(r#"{rider}, {plank}, {{"box": {{"min": [-50, -9], "max": [50, -0.001]}}}}"#))
    };
    for velocity in ["[3, 0]", "[-1, 0]", "[0, 2]", "[1, 1]"] {
        let [mover, body] = plank(r#""kind": "kinematic""#, velocity);
        assert!(body != [0.0; 2]);
        assert!((0..2).all(|axis| (mover[axis] - body[axis]).abs() < 0.01), "{velocity}: {mover:?} {body:?}");
    }
    // A plank without friction keeps sliding, and also carries the mover.
    let [mover, body] = plank(r#""friction": 0"#, "[2, 0]");
    assert!((body[0] - 4.0).abs() < 0.01 && (mover[0] - body[0]).abs() < 0.01, "{mover:?} {body:?}");
}

#[test]
fn kinematic_bodies_push_movers() {
    let mover = r#"{"ball": {"center": [2, 1], "radius": 1}, "move": {"response": "slide"}}"#;
    let wall =
        r#"{"box": {"min": [-1, 0.5], "max": [0, 9]}, "body": {"kind": "kinematic"}, "velocity": [4, 0]}"#;
    let ground = r#"{"box": {"min": [-50, -9], "max": [50, 0]}}"#;
    let [moved, body] = ridden(&format!("{mover}, {wall}, {ground}"));
    assert!((body[0] - 8.0).abs() < 0.01 && (moved[0] - 7.0).abs() < 0.05, "{moved:?} {body:?}");
}

#[test]
fn bodies_fall_and_sleep_by_settings_of_scene() {
    let asleep = |keys: &str, body: &str, frames: usize| {
        let text = format!(
            r#"{{"bumper": 1, "y": "up", "gravity": [0, -10], {keys} "shapes": [
            {{"box": {{"min": [-500, -1], "max": [500, 0]}}}},
            {{"box": {{"min": [-75, 50], "max": [75, 200]}}, "body": {{{body}}}}},
            {{"box": {{"min": [200, 50], "max": [201, 51]}}, "body": {{{body}}}}}]}}"#
        );
        let scene = bumper_scene::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"));
        let AnyScene::F32x2(scene) = scene else { panic!("{text}") };
        let mut stage = Stage::new(scene).unwrap();
        (0..frames).for_each(|_| stage.step(Keys::default()));
        [1, 2].map(|object| {
            let body = stage.body(object).unwrap();
            assert!((body.moved[1] + 50.0).abs() < 0.2, "{keys} {body:?}");
            body.asleep
        })
    };
    assert_eq!(asleep("", "", 600), [true; 2]);
    assert_eq!(asleep("", r#""sleeps": false"#, 600), [false; 2]);
    assert_eq!(asleep(r#""sleep": {"time": 8},"#, "", 600), [false; 2]);
    assert_eq!(asleep(r#""sleep": {"speed": 2, "time": 0.1},"#, "", 300), [true; 2]);
    let fault = bumper_scene::read(br#"{"bumper": 1, "sleep": {"speed": -1}, "shapes": []}"#).unwrap_err();
    assert!(fault.to_string().contains("sleep speed -1 is negative"), "{fault}");
    let fault =
        bumper_scene::read(br#"{"bumper": 1, "scalar": "i32", "sleep": {}, "shapes": []}"#).unwrap_err();
    assert!(fault.to_string().contains("sleep is for 2 dimensions"), "{fault}");
}

/// The distance that a ball falls until it lands on a shape. The shape is dragged by an offset, before the first step or after five
/// seconds.
fn fall_to_dragged(shape: &str, by: [f64; 2], later: bool) -> f64 {
    let text = format!(
        r#"{{"bumper": 1, "scalar": "f64", "gravity": [0, -10], "shapes": [{shape},
            {{"ball": {{"center": [3, 6], "radius": 1}}, "body": {{}}}}]}}"#
    );
    let Ok(AnyScene::F64x2(scene)) = bumper_scene::read(text.as_bytes()) else { panic!("{text}") };
    let mut stage = Stage::new(scene).unwrap();
    if later {
        (0..300).for_each(|_| stage.step(Keys::default()));
    }
    assert!(stage.drag(0, by.into()));
    (0..300).for_each(|_| stage.step(Keys::default()));
    assert!(!stage.drag(1, [5.0, 5.0].into()));
    -stage.body(1).unwrap().moved[1]
}

#[test]
fn bodies_land_on_dragged_shape() {
    let plank = |motion: &str| format!(r#"{{"box": {{"min": [0, -1], "max": [6, 0]}}{motion}}}"#);
    for motion in [
        "",
        r#", "body": {"kind": "static"}"#,
        r#", "body": {"kind": "kinematic"}"#,
        r#", "move": {"response": "carry"}"#,
    ] {
        for later in [false, true] {
            let fallen = fall_to_dragged(&plank(motion), [1.0, -3.0], later);
            assert!((fallen - 8.0).abs() < 0.05, "{motion} {later}: {fallen}");
            // If the shape is dragged away, the ball falls past it.
            let fallen = fall_to_dragged(&plank(motion), [20.0, 0.0], later);
            assert!(fallen > 50.0, "{motion} {later}: {fallen}");
        }
    }
}

#[test]
fn meetings_follow_dragged_shape() {
    let text = r#"{"bumper": 1, "scalar": "i32", "shapes": [
        {"box": {"min": [0, 0], "max": [9, 9]}},
        {"compound": [{"point": [9, 9]}, {"ball": {"center": [20, 5], "radius": 2}}]},
        {"box": {"min": [30, 0], "max": [39, 9]}}
    ]}"#;
    let ByDimension::In2d(mut stage) = bumper_scene::read(text.as_bytes()).unwrap().into_dyn_stage().unwrap()
    else {
        panic!()
    };
    let meetings = |stage: &dyn DynStage<2>, object| {
        let mut all = Vec::new();
        stage.each_meeting(object, &mut |other, relation| all.push((other, relation)));
        all
    };
    assert_eq!(meetings(&*stage, 0), [(1, Relation::Touching)]);
    assert_eq!(meetings(&*stage, 2), []);
    stage.drag(1, [10.0, 0.0].into());
    assert_eq!(meetings(&*stage, 0), []);
    assert_eq!(meetings(&*stage, 1), [(2, Relation::Overlapping)]);
}
