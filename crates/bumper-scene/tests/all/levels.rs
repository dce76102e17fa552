//! Half-spaces, meshes and height fields in scenes: queries with the parts that were hit, runs, and drawings.

use bumper::{Aabb, Relate, Relation, Shape, Vector};
use bumper_scene::{
    AnyScene, ByDimension, DynScene, Keys, Number, Part, PartOutline, Scene, Sketch, read, read_in,
    with_scene,
};

fn scene(head: &str, shapes: &str) -> AnyScene {
    let text = format!(r#"{{"bumper": 1, {head} "shapes": [{shapes}]}}"#);
    read(text.as_bytes()).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// The relation, the separation and the parts of the first two objects.
fn first_pair<const N: usize>(scene: &dyn DynScene<N>) -> (Relation, f64, [Option<u32>; 2]) {
    let mut first = None;
    scene.judge().pairs_of(0..1, &mut |pair| {
        first = first.or(Some((pair.relation, pair.separation, pair.parts)));
    });
    first.unwrap()
}

fn pair_of(scene: &AnyScene) -> (Relation, f64, [Option<u32>; 2]) {
    match scene.as_dyn() {
        ByDimension::In2d(scene) => first_pair(scene),
        ByDimension::In3d(scene) => first_pair(scene),
    }
}

/// A point and a normal, then a ball, in 2D and in 3D. The ball has the height 20 above the plane, which is moved by the vector of the normal.
const PLANES: [(&str, &str); 2] = [
    (
        r#""dimensions": 2,"#,
        r#"{"at": [3, 4], "half_space": {"point": [0, 0], "normal": [3, 4]}}, {"ball": {"center": [15, 20], "radius": R}}"#,
    ),
    (
        r#""dimensions": 3,"#,
        r#"{"at": [2, 3, 6], "half_space": {"point": [0, 0, 0], "normal": [2, 3, 6]}},
           {"ball": {"center": [9, 7, 25], "radius": R}}"#,
    ),
];

#[test]
fn half_spaces_of_all_scalars_have_exact_relations() {
    for scalar in ["i16", "i32", "fixed", "f32", "f64"] {
        for (dimensions, shapes) in PLANES {
            for radius in [19, 20, 21] {
                let found = pair_of(&scene(
                    &format!(r#""scalar": "{scalar}", {dimensions}"#),
                    &shapes.replace('R', &radius.to_string()),
                ));
                let gap = 20.0 - f64::from(radius);
                let expected = match gap {
                    0.0 => Relation::Touching,
                    _ if gap > 0.0 => Relation::Apart,
                    _ => Relation::Overlapping,
                };
                assert_eq!(found.0, expected, "{scalar} {dimensions} {radius}");
                assert!((found.1 - gap).abs() < 1e-5, "{scalar} {dimensions} {radius}: {}", found.1);
                assert_eq!(found.2, [None; 2]);
            }
        }
    }
}

#[test]
fn half_spaces_in_compounds_are_parts() {
    let shapes = r#"{"at": [0, 5], "compound": [{"point": [90, -99]}, {"half_space": {"point": [0, -5], "normal": [0, -2]}}]},
                    {"compound": [{"point": [1e6, -3]}, {"point": [70, -4]}]}"#;
    assert_eq!(pair_of(&scene("", shapes)), (Relation::Apart, 3.0, [Some(1), Some(0)]));
    let shapes = shapes.replace("-3]", "2]");
    assert_eq!(pair_of(&scene("", &shapes)), (Relation::Overlapping, -2.0, [Some(1), Some(0)]));
}

/// Two squares of two triangles each, in the plane y = 0. The second one begins at x = 4.
const SQUARES: &str = r#"{"at": [0, 1, 0], "mesh": {"points": [[0, -1, 0], [4, -1, 0], [0, -1, 4], [4, -1, 4], [8, -1, 0], [8, -1, 4]],
    "triangles": [[0, 2, 1], [1, 2, 3], [1, 3, 4], [4, 3, 5]]}}"#;

/// The same surface as a height field.
const FIELD: &str = r#"{"at": [0, 1, 0], "height_field": {"origin": [0, -1, 0], "cell": [4, 4], "columns": 3, "heights": [0, 0, 0, 0, 0, 0]}}"#;

#[test]
fn hits_of_surfaces_name_the_triangle_or_the_cell() {
    for scalar in ["f32", "f64"] {
        for (surface, expected) in [(SQUARES, [1, 3]), (FIELD, [0, 1])] {
            let rays = r#"{"from": [3, 7, 3], "direction": [0, -1, 0]}, {"from": [7, 7, 3], "direction": [0, -1, 0]},
                          {"from": [7, -7, 3], "direction": [0, 1, 0]}, {"from": [9, 7, 3], "direction": [0, -1, 0]}"#;
            let ball = r#"{"ball": {"center": [7, 1.5, 3.5], "radius": 1}, "velocity": [0, -1, 0]}"#;
            let head = format!(r#""scalar": "{scalar}", "dimensions": 3, "rays": [{rays}],"#);
            let scene = scene(&head, &format!("{surface}, {ball}"));
            let ByDimension::In3d(scene) = scene.as_dyn() else { panic!() };
            let hits = scene.judge().hits();
            let hit = |ray: usize| hits.iter().find(|hit| hit.ray == ray && hit.object == 0);
            let found = [0, 1, 2].map(|ray| (hit(ray).unwrap().at.distance, hit(ray).unwrap().part));
            let [first, second] = expected.map(|part| (7.0, Some(part)));
            assert_eq!(found, [first, second, second]);
            assert!(hit(3).is_none());
            let (relation, gap, parts) = first_pair(scene);
            assert_eq!((relation, gap, parts), (Relation::Apart, 0.5, [Some(expected[1]), None]));
            let mut touches = Vec::new();
            scene.judge().each_touch(&mut |touch| touches.push((touch.hit.time, touch.parts)));
            assert_eq!(touches, [(0.5, [Some(expected[1]), None])]);
        }
    }
}

#[test]
fn rays_hit_both_sides_of_meshes_and_pass_holes_of_height_fields() {
    let ray = |y: i32| format!(r#"{{"from": [7, {y}, 3], "direction": [0, {}, 0]}}"#, -y);
    let head = format!(r#""dimensions": 3, "rays": [{}, {}],"#, ray(5), ray(-5));
    let hits = |shape: &str| {
        let scene = scene(&head, shape);
        let ByDimension::In3d(scene) = scene.as_dyn() else { panic!() };
        scene.judge().hits().iter().map(|hit| hit.ray).collect::<Vec<_>>()
    };
    assert_eq!(hits(SQUARES), [0, 1]);
    assert_eq!(hits(&SQUARES.replace("\"triangles\"", "\"one_sided\": false, \"triangles\"")), [0, 1]);
    // The triangles of the squares are counterclockwise as seen from above.
    assert_eq!(hits(&SQUARES.replace("\"triangles\"", "\"one_sided\": true, \"triangles\"")), [0]);
    assert_eq!(hits(FIELD), [0, 1]);
    assert_eq!(hits(&FIELD.replace("\"heights\"", "\"holes\": [[0, 0]], \"heights\"")), [0, 1]);
    assert!(hits(&FIELD.replace("\"heights\"", "\"holes\": [[1, 0]], \"heights\"")).is_empty());
}

/// The points and triangles of the mesh that is the only part of a scene.
fn mesh_of<S: Number, const N: usize>(scene: &Scene<S, N>) -> (Vec<Vec<f64>>, Vec<[u32; 3]>) {
    let Part::Mesh(mesh) = &scene.parts[0] else { panic!() };
    let points = mesh.points().iter().map(|point| point.map(S::to_f64).0.to_vec()).collect();
    (points, mesh.triangles().to_vec())
}

/// For each mesh of a scene of meshes, whether it is one-sided.
fn sides_of<S: Number, const N: usize>(scene: &Scene<S, N>) -> Vec<bool> {
    let is_one_sided = |part: &Part<S, N>| matches!(part, Part::Mesh(mesh) if mesh.is_one_sided());
    scene.parts.iter().map(is_one_sided).collect()
}

#[test]
fn a_mesh_in_a_file_equals_the_same_mesh_in_the_scene() {
    let folder = std::env::temp_dir().join(format!("bumper-levels-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let obj = "# squares\no left\nv 0 -1 0\nv 4 -1 0\nv 0 -1 4\nv 4 -1 4\nf 1 3 2\nf 2 3 4\no right\nv 8 -1 0.1\nv 8 -1 4\nf 2 4 -2\nf -2 4 -1\n";
    std::fs::write(folder.join("squares.obj"), obj).unwrap();
    let inline = SQUARES.replace("[8, -1, 0]", "[8, -1, 0.1]");
    let file = r#"{"at": [0, 1, 0], "mesh": {"file": "squares.obj"}}"#;
    for scalar in ["f32", "f64"] {
        let read = |shape: &str| {
            let text =
                format!(r#"{{"bumper": 1, "dimensions": 3, "scalar": "{scalar}", "shapes": [{shape}]}}"#);
            let scene = read_in(text.as_bytes(), &folder).unwrap();
            with_scene!(&scene, scene => mesh_of(scene))
        };
        assert_eq!(read(file), read(&inline), "{scalar}");
        let one_sided = file.replace("{\"file", "{\"one_sided\": true, \"file");
        let both = format!("{file}, {one_sided}, {file}");
        let text = format!(r#"{{"bumper": 1, "dimensions": 3, "scalar": "{scalar}", "shapes": [{both}]}}"#);
        let sides = with_scene!(&read_in(text.as_bytes(), &folder).unwrap(), scene => sides_of(scene));
        assert_eq!(sides, [false, true, false]);
        assert_eq!(read(file).0[4][2], if scalar == "f64" { 0.1 } else { f64::from(0.1f32) });
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn height_fields_in_2d_have_holes_and_offsets() {
    let shapes = r#"{"at": [10, 2], "height_field": {"origin": [0, 0], "cell": 2, "heights": [0, 1, 0, 3], "holes": [1]}}"#;
    let AnyScene::F32x2(scene) = scene("", shapes) else { panic!() };
    let shape = scene.parts[0].shape();
    let touches = |x: f32, y: f32| shape.intersects(&Vector([x, y]));
    assert!(touches(10.0, 2.0) && touches(11.0, 2.5) && touches(16.0, 5.0));
    assert!(!touches(13.0, 2.5) && !touches(11.0, 2.0));
    let Sketch::Surface(faces) = &Sketch::of(&shape)[0] else { panic!() };
    assert_eq!(
        faces[..],
        [[[10.0, 2.0], [12.0, 3.0]], [[14.0, 2.0], [16.0, 5.0]]].map(|face| face.map(Vector))
    );
}

/// Runs a scene with gravity downwards, and returns the displacement of its last object.
fn fallen(head: &str, shapes: &str, frames: usize) -> Vec<f64> {
    let gravity = if head.contains("\"dimensions\": 3") { "[0, -10, 0]" } else { "[0, -10]" };
    let head = format!(r#"{head} "y": "up", "gravity": {gravity},"#);
    let scene = scene(&head, shapes);
    macro_rules! run {
        ($stage:expr) => {{
            let mut stage = $stage;
            (0..frames).for_each(|_| stage.step(Keys::default()));
            let object = stage.scene().len() - 1;
            let moved = stage.mover_state(object).map(|mover| mover.moved.0.to_vec());
            moved.or(stage.body(object).map(|body| body.moved.to_vec())).unwrap()
        }};
    }
    match scene.into_dyn_stage().unwrap() {
        ByDimension::In2d(stage) => run!(stage),
        ByDimension::In3d(stage) => run!(stage),
    }
}

fn assert_near(found: &[f64], expected: &[f64], context: &str) {
    let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.02);
    assert!(near && found.len() == expected.len(), "{context}: {found:?} instead of {expected:?}");
}

#[test]
fn movers_walk_on_levels() {
    let walker = |center: &str, velocity: &str| {
        format!(
            r#"{{"ball": {{"center": {center}, "radius": 0.5}}, "velocity": {velocity}, "move": {{"step": 0.2, "snap": 0.2}}}}"#
        )
    };
    let flat = walker("[1, 1.5]", "[2, 0]");
    for ground in [
        r#"{"half_space": {"point": [77, 0], "normal": [0, 3]}}"#,
        r#"{"height_field": {"origin": [0, 0], "cell": 0.5, "heights": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}}"#,
    ] {
        assert_near(&fallen("", &format!("{ground}, {flat}"), 90), &[3.0, -1.0], ground);
    }
    let high = walker("[1, 1.5, 1.5]", "[2, 0, 0.5]");
    for ground in [SQUARES, FIELD, r#"{"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}"#] {
        let head = r#""dimensions": 3, "scalar": "f64","#;
        assert_near(&fallen(head, &format!("{ground}, {high}"), 90), &[3.0, -1.0, 0.75], ground);
    }
    // An integer floor, with times in frames.
    let shapes = r#"{"half_space": {"point": [5, 0], "normal": [0, 7]}},
                    {"box": {"min": [0, 90], "max": [10, 100]}, "velocity": [3, 0], "move": {"snap": 1}}"#;
    assert_eq!(fallen(r#""scalar": "i16", "time_step": 1,"#, shapes, 40), [120.0, -90.0]);
}

#[test]
fn bodies_rest_on_half_spaces_and_height_fields() {
    for ground in [
        r#"{"half_space": {"point": [77, 0], "normal": [0, 3]}}"#,
        r#"{"height_field": {"origin": [-8, -1], "cell": 2, "heights": [1, 1, 1, 1, 1, 1, 1, 1, 1]}}"#,
    ] {
        for shape in [
            r#""box": {"min": [-1, 2], "max": [1, 4]}"#,
            r#""ball": {"center": [0, 3], "radius": 1}"#,
            r#""polygon": [[-1, 2], [1, 2], [0, 4]]"#,
        ] {
            let shapes = format!(r#"{ground}, {{{shape}, "body": {{}}}}"#);
            assert_near(&fallen("", &shapes, 180), &[0.0, -2.0], &shapes);
        }
    }
}

#[test]
fn levels_are_refused_as_moving_bodies() {
    let refusal = |shape: &str| {
        let scene = scene("", &format!(r#"{{"point": [0, 0]}}, {{"id": "level", {shape}}}"#));
        scene.into_dyn_stage().err().map(|fault| fault.to_string()).unwrap_or_default()
    };
    let half_space = r#""half_space": {"point": [0, 0], "normal": [0, 1]}"#;
    let field = r#""height_field": {"origin": [0, 0], "cell": 1, "heights": [0, 0]}"#;
    for kind in ["dynamic", "kinematic"] {
        let body = format!(r#""body": {{"kind": "{kind}"}}"#);
        assert_eq!(
            refusal(&format!("{half_space}, {body}")),
            r#"shapes[1] "level": a half-space needs a static body and must not have a one-way side"#
        );
        let reason = refusal(&format!("{field}, {body}"));
        assert_eq!(reason, r#"shapes[1] "level": a shape of the body has no area"#);
    }
    for shape in [half_space, field] {
        assert_eq!(refusal(&format!(r#"{shape}, "body": {{"kind": "static"}}"#)), "");
    }
}

#[test]
fn half_spaces_are_shown_near_the_other_shapes() {
    let shapes = r#"{"half_space": {"point": [1, 1], "normal": [0, 2]}}, {"box": {"min": [90, 20], "max": [100, 30]}}"#;
    let ByDimension::In2d(stage) = scene("", shapes).into_dyn_stage().unwrap() else { panic!() };
    assert_eq!(stage.extent(), Aabb::new([1.0, 1.0], [100.0, 30.0]));
    assert_eq!(stage.center(0), Some(Vector([1.0, 1.0])));
    let [Sketch::HalfSpace { point, normal }] = &stage.sketches(0)[..] else { panic!() };
    assert_eq!([*point, *normal], [Vector([1.0, 1.0]), Vector([0.0, 1.0])]);
    let mut corners = Vec::new();
    stage.each_outline(0, &mut |part| {
        let PartOutline::Lines(lines) = part else { panic!() };
        corners.extend(lines.iter().map(|[from, _]| *from));
    });
    // All corners are on the line or below it, and the square is wider than the area to show.
    assert!(corners.len() == 4 && corners.iter().all(|corner| corner[1] <= 1.0), "{corners:?}");
    let bounds = corners.iter().map(|corner| Aabb::point(*corner)).reduce(|a, b| a.union(&b)).unwrap();
    assert!(bounds.contains([-50.0, 1.0]) && bounds.contains([150.0, -50.0]), "{bounds:?}");
}

#[test]
fn surfaces_are_drawn_as_their_triangles() {
    let AnyScene::F32x3(scene) = scene(r#""dimensions": 3,"#, &format!("{SQUARES}, {FIELD}")) else {
        panic!()
    };
    let sorted = |shape: Shape<f32, 3>| {
        let [Sketch::Surface(faces)] = &Sketch::of(&shape)[..] else { panic!() };
        let mut faces: Vec<_> = faces.iter().map(|face| face.map(|corner| corner.0)).collect();
        faces.iter_mut().for_each(|face| face.sort_by(|a, b| a.partial_cmp(b).unwrap()));
        faces.sort_by(|a, b| a.partial_cmp(b).unwrap());
        faces
    };
    let faces = sorted(scene.parts[0].shape());
    assert_eq!(faces.len(), 4);
    assert_eq!(faces, sorted(scene.parts[1].shape()));
    let sketch = &Sketch::of(&scene.parts[0].shape())[0];
    assert_eq!(sketch.bounds(), Aabb::new([0.0, 0.0, 0.0], [8.0, 0.0, 4.0]));
}
