//! Tests of invalid input: the command prints one line on standard error, nothing on standard output, and exits with code 2.

use assert_cmd::Command;

fn bumper(arguments: &[&str], input: impl Into<Vec<u8>>) -> (Option<i32>, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_bumper")).args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The reason in the error message for an invalid scene. Also checks the exit code and that the message is one line.
fn refusal(scene: impl Into<Vec<u8>>) -> String {
    let (code, out, error) = bumper(&["check", "--json", "-"], scene);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{error}");
    assert_eq!(error.matches('\n').count(), 1, "{error}");
    let reason = error.strip_prefix("error: -: ").unwrap_or_else(|| panic!("{error}")).trim_end();
    // Cut off the list of known keys after an unknown key, which the tests of the format check.
    let short = reason.split_once(": the keys are ").or(reason.split_once(": is it "));
    let short = short.map_or(reason, |(short, _)| short);
    // Replace the message of Windows for a missing file by that of Unix.
    short.replace("The system cannot find the file specified.", "No such file or directory")
}

/// A scene with one shape. `head` has further keys of the scene.
fn scene(head: &str, shape: &str) -> String {
    format!(r#"{{"bumper": 1, {head} "shapes": [{shape}]}}"#)
}

#[test]
fn bad_shape_error_states_place_and_reason() {
    let cases = [
        (
            "",
            r#"{"id": "wall", "box": {"min": [40, 0], "max": [30, 9]}}"#,
            r#"shapes[0] "wall": box min.x 40 is greater than max.x 30"#,
        ),
        (
            r#""scalar": "i16","#,
            r#"{"point": [1.5, 0]}"#,
            "shapes[0]: point.x 1.5 is not a whole number, which i16 needs",
        ),
        (
            r#""scalar": "i16","#,
            r#"{"point": [0, 40000]}"#,
            "shapes[0]: point.y 40000 is out of range for i16 (-32768 to 32767)",
        ),
        (
            r#""scalar": "i32","#,
            r#"{"point": [0, 3e9]}"#,
            "shapes[0]: point.y 3000000000 is out of range for i32 (-2147483648 to 2147483647)",
        ),
        (
            r#""scalar": "fixed","#,
            r#"{"point": [0, 32768]}"#,
            "shapes[0]: point.y 32768 is out of range for fixed (-32768 to 32767.99998)",
        ),
        (
            "",
            r#"{"point": [0, 1e39]}"#,
            "shapes[0]: point.y 1e39 is out of range for f32 (-3.4028235e38 to 3.4028235e38)",
        ),
        ("", r#"{"ball": {"center": [0, 0], "radius": -1}}"#, "shapes[0]: ball radius -1 is negative"),
        (
            "",
            r#"{"circle": {"center": [0, 0], "radius_squared": -1}}"#,
            "shapes[0]: circle radius_squared -1 is negative",
        ),
        (
            "",
            r#"{"ball": {"center": [0, 0], "radius": 1, "radius_squared": 1}}"#,
            r#"shapes[0]: ball has both "radius" and "radius_squared""#,
        ),
        (
            "",
            r#"{"ball": {"center": [0, 0]}}"#,
            r#"shapes[0]: ball has neither "radius" nor "radius_squared""#,
        ),
        ("", r#"{"ball": {"radius": 1}}"#, r#"shapes[0]: ball has no "center""#),
        (
            "",
            r#"{"ball": {"center": [0, 0], "radius": 1e30}}"#,
            "shapes[0]: ball radius 1e30 is above 4.611686e18, the maximum for f32",
        ),
        (
            r#""scalar": "i16","#,
            r#"{"ball": {"center": [0, 0], "radius_squared": 1073676290}}"#,
            "shapes[0]: ball radius_squared 1073676290 is out of range (0 to 1073676289, the square of 32767)",
        ),
        (
            "",
            r#"{"box": {"center": [0, 0], "half_size": [1, -2]}}"#,
            "shapes[0]: box half_size.y -2 is negative",
        ),
        ("", r#"{"box": {"top_left": [0, 0], "size": [-1, 2]}}"#, "shapes[0]: box size.x -1 is negative"),
        (
            "",
            r#"{"box": {"min": [0, 0], "size": [1, 2]}}"#,
            r#"shapes[0]: box key "size" does not fit "min""#,
        ),
        (
            "",
            r#"{"box": {"size": [1, 2], "center": [0, 0]}}"#,
            r#"shapes[0]: box key "size" does not fit "center""#,
        ),
        (
            "",
            r#"{"box": {"min": [0, 0], "max": [1, 2], "half_size": [1, 1]}}"#,
            r#"shapes[0]: box key "half_size" does not fit "min""#,
        ),
        (
            "",
            r#"{"box": {"max": [0, 0], "half_size": [1, 2]}}"#,
            r#"shapes[0]: box key "half_size" does not fit "max""#,
        ),
        ("", r#"{"box": {"top_left": [0, 0]}}"#, r#"shapes[0]: box has "top_left" but no "size""#),
        ("", r#"{"box": {"half_size": [1, 2]}}"#, r#"shapes[0]: box has "half_size" but no "center""#),
        (
            "",
            r#"{"box": {}}"#,
            "shapes[0]: box needs min and max, or center and half_size, or (in 2D) top_left and size",
        ),
        (
            r#""scalar": "i16","#,
            r#"{"box": {"top_left": [32000, 0], "size": [800, 2]}}"#,
            "shapes[0]: box top_left + size is out of range for i16",
        ),
        (
            r#""scalar": "i16", "y": "up","#,
            r#"{"box": {"top_left": [0, -32000], "size": [8, 800]}}"#,
            "shapes[0]: box top_left - size is out of range for i16",
        ),
        (
            r#""scalar": "i16","#,
            r#"{"box": {"center": [-32760, 0], "half_size": [9, 2]}}"#,
            "shapes[0]: box center - half_size is out of range for i16",
        ),
        (
            r#""scalar": "i16","#,
            r#"{"at": [1, 0], "point": [32767, 0]}"#,
            "shapes[0]: point + at is out of range for i16",
        ),
        (
            r#""scalar": "i16","#,
            r##"{"mask": {"rows": ["#"], "top_left": [32767, 0]}}"##,
            "shapes[0]: mask has an x that is out of range for i16",
        ),
        (
            "",
            r#"{"point": [1, 2], "box": {}}"#,
            r#"shapes[0]: the shape has two shape keys, "point" and "box""#,
        ),
        (
            "",
            r#"{"id": "nothing"}"#,
            r#"shapes[0] "nothing": the shape has no shape key (such as "box" or "ball")"#,
        ),
        ("", r#"{"point": [1, 2], "colour": 1}"#, r#"shapes[0]: the shape has an unknown key "colour""#),
        ("", r#"{"point": [1, 2], "point": [1, 2]}"#, r#"shapes[0]: the shape has the key "point" twice"#),
        ("", r#"{"box": {"min": [1, 2], "min": [1, 2]}}"#, r#"shapes[0]: box has the key "min" twice"#),
        ("", r#"{"point": [1, 2, 3]}"#, "shapes[0]: point has 3 numbers, not 2"),
        ("", r#"{"point": 7}"#, "shapes[0]: point is a number, not a list of 2 numbers"),
        ("", r#"{"point": [1, "2"]}"#, "shapes[0]: point.y is a string, not a number"),
        ("", "7", "shapes[0]: the shape is a number, not an object"),
        ("", r#"{"point": [1, 2], "id": 5}"#, "shapes[0]: id is a number, not a string"),
        ("", r#"{"point": [1, 2], "velocity": [1]}"#, "shapes[0]: velocity has 1 number, not 2"),
        (
            "",
            r#"{"id": "a", "point": [1, 2]}, {"id": "a", "point": [1, 2]}"#,
            r#"shapes[1] "a": the id "a" is taken by an earlier shape"#,
        ),
        (
            "",
            r##"{"id": "#1", "point": [1, 2]}, {"point": [1, 2]}"##,
            r##"shapes[1]: the id "#1" is taken by an earlier shape"##,
        ),
        ("", r#"{"compound": []}"#, "shapes[0]: compound has no parts"),
        (
            "",
            r#"{"compound": [{"point": [0, 0]}, {"id": "x", "point": [0, 0]}]}"#,
            r#"shapes[0]: compound[1]: the shape has an unknown key "id""#,
        ),
        (
            "",
            r#"{"compound": [{"compound": [{"ball": {"center": [0, 0], "radius": -1}}]}]}"#,
            "shapes[0]: compound[0]: compound[0]: ball radius -1 is negative",
        ),
        ("", r#"{"mask": {"rows": ["..", ""], "top_left": [0, 0]}}"#, "shapes[0]: mask has no solid pixel"),
        ("", r#"{"mask": {"top_left": [0, 0]}}"#, r#"shapes[0]: mask has neither "rows" nor "image""#),
        (
            "",
            r#"{"mask": {"image": "a.png", "top_left": [0, 0]}}"#,
            r#"shapes[0]: mask image "a.png": No such file or directory (os error 2)"#,
        ),
        ("", r#"{"cylinder": {}}"#, r#"shapes[0]: cylinder has no "axis""#),
        (
            "",
            r#"{"cylinder": {"axis": "z", "center": [0, 0], "radius": 1, "from": 0, "to": 1}}"#,
            "shapes[0]: cylinder is for 3 dimensions",
        ),
        (
            "",
            r#"{"cylinder": {"axis": "x", "center": [0, 0], "radius": 1, "from": 0, "to": 1}}"#,
            "shapes[0]: cylinder is for 3 dimensions",
        ),
        (
            r#""dimensions": 3,"#,
            r#"{"cylinder": {"axis": "w", "center": [0, 0], "radius": 1, "from": 0, "to": 1}}"#,
            r#"shapes[0]: cylinder axis "w" is not "x", "y" or "z""#,
        ),
        (
            r#""dimensions": 3,"#,
            r#"{"cylinder": {"axis": "x", "center": [0, 0], "radius": 1, "from": 2, "to": 1}}"#,
            "shapes[0]: cylinder from 2 is greater than to 1",
        ),
        (
            r#""dimensions": 3,"#,
            r#"{"circle": {"center": [0, 0, 0], "radius": 1}}"#,
            "shapes[0]: circle is for 2 dimensions: in 3 it is a sphere",
        ),
        (
            "",
            r#"{"sphere": {"center": [0, 0], "radius": 1}}"#,
            "shapes[0]: sphere is for 3 dimensions: in 2 it is a circle",
        ),
        (
            r#""dimensions": 3,"#,
            r#"{"box": {"top_left": [0, 0, 0], "size": [1, 1, 1]}}"#,
            "shapes[0]: box by top_left and size is for 2 dimensions",
        ),
        (
            r#""dimensions": 3,"#,
            r##"{"mask": {"rows": ["#"], "top_left": [0, 0, 0]}}"##,
            "shapes[0]: mask is for 2 dimensions",
        ),
        (
            "",
            r#"{"point": [0, 0], "move": {"response": "fly"}}"#,
            r#"shapes[0]: move response "fly" is not back-up, stop, slide, bounce, cross or carry"#,
        ),
        (
            "",
            r#"{"point": [0, 0], "move": {}, "body": {}}"#,
            r#"shapes[0]: the shape has both "move" and "body""#,
        ),
        (
            r#""scalar": "i16","#,
            r#"{"point": [0, 0], "body": {}}"#,
            "shapes[0]: body is for 2 dimensions and the scalars f32 and f64",
        ),
    ];
    for (head, shape, expected) in cases {
        assert_eq!(refusal(scene(head, shape)), expected);
    }
}

#[test]
fn errors_of_levels_name_the_place_and_the_part() {
    let triangle = r#""points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]"#;
    let mesh = |triangles: &str| format!(r#"{{"mesh": {{{triangle}, "triangles": {triangles}}}}}"#);
    let field =
        |keys: &str| format!(r#"{{"height_field": {{"origin": [0, 0, 0], "cell": [1, 1], {keys}}}}}"#);
    let cases = [
        (
            r#"{"id": "sea", "half_space": {"point": [0, 0, 0], "normal": [0, 0, 0]}}"#.to_string(),
            r#"shapes[0] "sea": half_space normal is zero"#,
        ),
        (
            r#"{"half_space": {"point": [0, 0], "normal": [0, 1, 0]}}"#.into(),
            "shapes[0]: half_space point has 2 numbers, not 3",
        ),
        (r#"{"half_space": {"normal": [0, 1, 0]}}"#.into(), r#"shapes[0]: half_space has no "point""#),
        (r#"{"mesh": {}}"#.into(), r#"shapes[0]: mesh has neither "file" nor "points""#),
        (
            r#"{"mesh": {"file": "a.obj", "points": []}}"#.into(),
            r#"shapes[0]: mesh has both "file" and "points""#,
        ),
        (
            r#"{"mesh": {"file": "a.obj", "triangles": []}}"#.into(),
            r#"shapes[0]: mesh triangles requires "points""#,
        ),
        (format!(r#"{{"mesh": {{{triangle}}}}}"#), r#"shapes[0]: mesh has no "triangles""#),
        (
            r#"{"mesh": {"file": "a.obj"}}"#.into(),
            r#"shapes[0]: mesh file "a.obj": No such file or directory (os error 2)"#,
        ),
        (
            mesh("[[0, 1, 2], [0, 1, 3]]"),
            "shapes[0]: mesh: triangle 1 of the mesh uses point 3, which does not exist",
        ),
        (mesh("[[0, 1, -1]]"), "shapes[0]: mesh triangles[0] -1 is not a whole number from 0 to 4294967295"),
        (
            mesh("[[0, 1, 0.5]]"),
            "shapes[0]: mesh triangles[0] 0.5 is not a whole number from 0 to 4294967295",
        ),
        (mesh("[[0, 1, 2], [0, 1]]"), "shapes[0]: mesh triangles[1] has 2 numbers, not 3"),
        (mesh("[[0, 1, 2]], \"one_sided\": 1"), "shapes[0]: mesh one_sided is a number, not true or false"),
        (mesh("[]"), "shapes[0]: mesh: there are no triangles"),
        (mesh("[[0, 1, 1]]"), "shapes[0]: mesh: the corners of every triangle lie on a line"),
        (
            mesh("[[0, 1, 2]]").replace("[1, 0, 0]", "[1, 1e39, 0]"),
            "shapes[0]: mesh points[1].y 1e39 is out of range for f32 (-3.4028235e38 to 3.4028235e38)",
        ),
        (
            mesh("[[0, 1, 2]]")
                .replace("[1, 0, 0]", "[3e38, 0, 0]")
                .replace("{\"mesh", "{\"at\": [3e38, 0, 0], \"mesh"),
            "shapes[0]: mesh + at is out of range for f32",
        ),
        (field(r#""heights": [0, 0, 0, 0]"#), r#"shapes[0]: height_field has no "columns""#),
        (
            field(r#""columns": 2.5, "heights": [0, 0, 0, 0]"#),
            "shapes[0]: height_field columns 2.5 is not a whole number from 0 to 4294967295",
        ),
        (
            field(r#""columns": 2, "heights": [0, 0, 0, 0, 0]"#),
            "shapes[0]: height_field: the last row of the height field is incomplete",
        ),
        (
            field(r#""columns": 2, "heights": [0, 0]"#),
            "shapes[0]: height_field: a height field needs two heights along each axis",
        ),
        (
            field(r#""columns": 2, "heights": [0, 0, 0, "high"]"#),
            "shapes[0]: height_field heights[3] is a string, not a number",
        ),
        (
            field(r#""columns": 2, "heights": [0, 0, 0, 3e38]"#).replace("[0, 0, 0],", "[0, 3e38, 0],"),
            "shapes[0]: height_field: the height in column 1 of row 1 is not finite",
        ),
        (
            field(r#""columns": 2, "heights": [0, 0, 0, 0]"#).replace("[1, 1]", "[1, 0]"),
            "shapes[0]: height_field: the sides of a cell must be positive, and large enough for the coordinates",
        ),
        (
            field(r#""columns": 2, "heights": [0, 0, 0, 0], "holes": [[0, 0], [1, 0]]"#),
            "shapes[0]: height_field holes[1]: the column or row is outside the height field",
        ),
        (
            field(r#""columns": 2, "heights": [0, 0, 0, 0], "holes": [0]"#),
            "shapes[0]: height_field holes[0] is a number, not a list",
        ),
    ];
    for (shape, reason) in &cases {
        assert_eq!(refusal(scene(r#""dimensions": 3,"#, shape)), *reason);
    }
    let mesh = mesh("[[0, 1, 2]]");
    let flat = r#"{"height_field": {"origin": [0, 0], "cell": 1, "heights": [0, 0]}}"#;
    for (head, shape, reason) in [
        ("", mesh.as_str(), "shapes[0]: mesh is for 3 dimensions"),
        (
            r#""scalar": "i16", "dimensions": 3,"#,
            &mesh,
            "shapes[0]: mesh is for the scalars f32 and f64, not for i16",
        ),
        (
            r#""scalar": "fixed","#,
            flat,
            "shapes[0]: height_field is for the scalars f32 and f64, not for fixed",
        ),
        (
            "",
            &flat.replace("\"cell\"", "\"columns\": 2, \"cell\""),
            r#"shapes[0]: height_field has an unknown key "columns""#,
        ),
        ("", &flat.replace("1,", "[1, 1],"), "shapes[0]: height_field cell is a list, not a number"),
    ] {
        assert_eq!(refusal(scene(head, shape)), reason);
    }
}

#[test]
fn errors_in_obj_files_name_the_file_and_the_triangle() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("level.json");
    let text = scene(r#""dimensions": 3,"#, r#"{"id": "hall", "mesh": {"file": "hall.obj"}}"#);
    std::fs::write(&level, text).unwrap();
    let check = |obj: &str| {
        std::fs::write(folder.path().join("hall.obj"), obj).unwrap();
        let (code, out, error) = bumper(&["check", level.to_str().unwrap()], "");
        if code == Some(0) {
            return String::new();
        }
        assert_eq!((code, out.as_str()), (Some(2), ""), "{error}");
        error.trim_end().strip_prefix(&format!("error: {}: ", level.display())).unwrap_or(&error).to_string()
    };
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let place = r#"shapes[0] "hall": mesh file "hall.obj": "#;
    for (rest, reason) in [
        ("f 1 2 3\nf 1 2 4\n", "line 5: triangle 1 uses point 4, but there are 3 points"),
        ("f 1 2 3\nf 1 2 low\n", r#"line 5: triangle 1: "low" is not the number of a point"#),
        ("v 0 NaN 0\nf 1 2 4\n", "line 4: y NaN is out of range for f32 (-3.4028235e38 to 3.4028235e38)"),
        ("", "there are no triangles"),
    ] {
        assert_eq!(check(&format!("{corners}{rest}")), format!("{place}{reason}"));
    }
    assert_eq!(check(&format!("{corners}f 1 2 3\n")), "");
}

#[test]
fn bad_oriented_shape_error_states_reason() {
    let f64_3d = r#""scalar": "f64", "dimensions": 3,"#;
    let i16_3d = r#""scalar": "i16", "dimensions": 3,"#;
    let i16 = r#""scalar": "i16","#;
    let cases = [
        ("", r#"{"segment": []}"#, "segment is a list, not an object"),
        ("", r#"{"segment": {"from": [0, 0]}}"#, r#"segment has no "to""#),
        (
            i16_3d,
            r#"{"segment": {"from": [0, 0, 0], "to": [1, 1, 1]}}"#,
            "segment in 3 dimensions is for the scalars f32 and f64, not for i16",
        ),
        ("", r#"{"triangle": [[0, 0], [1, 1]]}"#, "triangle needs three points"),
        ("", r#"{"triangle": [[0, 0], [1, 1], [2]]}"#, "triangle[2] has 1 number, not 2"),
        (
            i16_3d,
            r#"{"triangle": [[0, 0, 0], [1, 1, 1], [2, 2, 0]]}"#,
            "triangle in 3 dimensions is for the scalars f32 and f64, not for i16",
        ),
        ("", r#"{"polygon": [[0, 0], [1, 1], [1, 1]]}"#, "polygon needs three or more different points"),
        ("", r#"{"polygon": [[0, 0], [1, 1], [3, 3]]}"#, "polygon has no area"),
        ("", r#"{"polygon": [[0, 0], [9, 9], [9, 0], [0, 9]]}"#, "polygon has edges that cross"),
        (
            "",
            r#"{"polygon": [[0, 0], [9, 0], [4, 0], [4, 9]]}"#,
            "polygon has edges that touch or overlap, as at the slit of a hole; split it there",
        ),
        (f64_3d, r#"{"polygon": [[0, 0, 0], [9, 0, 0], [4, 0, 1]]}"#, "polygon is for 2 dimensions"),
        (
            i16,
            r#"{"at": [30000, 0], "polygon": [[0, 0], [9000, 0], [0, 9]]}"#,
            "polygon[1] + at is out of range for i16",
        ),
        (
            i16,
            r#"{"capsule": {"from": [0, 0], "to": [1, 1], "radius": 1}}"#,
            "capsule is for the scalars f32 and f64, not for i16",
        ),
        ("", r#"{"capsule": {"from": [0, 0], "to": [1, 1], "radius": -1}}"#, "capsule radius -1 is negative"),
        (
            i16,
            r#"{"oriented_box": {"center": [0, 0], "half_size": [1, 1], "angle": 0}}"#,
            "oriented_box is for the scalars f32 and f64, not for i16",
        ),
        (
            "",
            r#"{"oriented_box": {"center": [0, 0], "half_size": [1, -1], "angle": 0}}"#,
            "oriented_box half_size.y -1 is negative",
        ),
        (
            "",
            r#"{"oriented_box": {"center": [0, 0], "half_size": [1, 1], "rotation": 0}}"#,
            r#"oriented_box has an unknown key "rotation""#,
        ),
        (
            "",
            r#"{"oriented_box": {"center": [3e38, 0], "half_size": [3e38, 1], "angle": 0}}"#,
            "oriented_box has a corner that is out of range for f32",
        ),
        (
            f64_3d,
            r#"{"oriented_box": {"center": [0, 0, 0], "half_size": [1, 1, 1], "rotation": [0, 0, 0, 0]}}"#,
            "oriented_box rotation is zero",
        ),
        (
            i16,
            r#"{"ellipse": {"center": [0, 0], "half_size": [2, 1]}}"#,
            "ellipse is for the scalars f32 and f64, not for i16",
        ),
        (
            "",
            r#"{"ellipse": {"center": [0, 0], "half_size": [-2, 1]}}"#,
            "ellipse half_size.x -2 is negative",
        ),
        (
            "",
            r#"{"ellipse": {"center": [0, 0], "half_size": [2, 1], "angle": "up"}}"#,
            "ellipse angle is a string, not a number",
        ),
        (
            "",
            r#"{"ellipse": {"center": [0, 0], "half_size": [2, 1], "radius": 1}}"#,
            r#"ellipse has an unknown key "radius""#,
        ),
        ("", r#"{"ellipse": {"center": [0, 0]}}"#, r#"ellipse has no "half_size""#),
        (
            "",
            r#"{"ellipse": {"center": [3e38, 0], "half_size": [3e38, 1], "angle": 0}}"#,
            "ellipse has an end that is out of range for f32",
        ),
        (
            f64_3d,
            r#"{"ellipse": {"center": [0, 0, 0], "half_size": [1, 1, 1]}}"#,
            "ellipse is for 2 dimensions",
        ),
        (f64_3d, r#"{"hull": []}"#, "hull has no points"),
        ("", r#"{"hull": [[0, 0]]}"#, "hull is for 3 dimensions"),
        (i16_3d, r#"{"hull": [[0, 0, 0]]}"#, "hull is for the scalars f32 and f64, not for i16"),
    ];
    for (head, shape, expected) in cases {
        assert_eq!(refusal(scene(head, shape)), format!("shapes[0]: {expected}"), "{shape}");
    }
}

#[test]
fn bad_scene_error_states_reason() {
    let cases = [
        (r#"{"shapes": []}"#, r#"the scene has no "bumper" (the format version, 1)"#),
        (r#"{"bumper": 2, "shapes": []}"#, "bumper is 2: only version 1 of the format is supported"),
        (r#"{"bumper": 1}"#, r#"the scene has no "shapes""#),
        (r#"{"bumper": 1, "shapes": [], "colour": 1}"#, r#"the scene has an unknown key "colour""#),
        (r#"{"bumper": 1, "shapes": [], "shapes": []}"#, r#"the scene has the key "shapes" twice"#),
        (r#"{"bumper": 1, "shapes": [], "y": "left"}"#, r#"y "left" is not "down" or "up""#),
        (
            r#"{"bumper": 1, "shapes": [], "scalar": "u8"}"#,
            r#"scalar "u8" is not i16, i32, fixed, f32 or f64"#,
        ),
        (r#"{"bumper": 1, "shapes": [], "dimensions": 4}"#, "dimensions is 4, not 2 or 3"),
        (r#"{"bumper": 1, "shapes": [], "time_step": 0}"#, "time_step 0 is not above zero"),
        (r#"{"bumper": 1, "shapes": [], "gravity": [0]}"#, "gravity has 1 number, not 2"),
        (
            r#"{"bumper": 1, "shapes": [], "bounds": {"min": [1, 0], "max": [0, 0]}}"#,
            "bounds min.x 1 is greater than max.x 0",
        ),
        (
            r#"{"bumper": 1, "shapes": [], "rays": [{"from": [0, 0], "direction": [0, 0]}]}"#,
            "rays[0]: direction is zero",
        ),
        (
            r#"{"bumper": 1, "shapes": [], "rays": [{"from": [0, 0], "direction": [1, 0], "max": -1}]}"#,
            "rays[0]: the ray max -1 is negative",
        ),
        (r#"{"bumper": 1, "shapes": [{"point": [1e999, 0]}]}"#, "line 1 column 41: number out of range"),
        (r#"{"bumper": 1, "shapes": [{"point": [NaN, 0]}]}"#, "line 1 column 37: expected value"),
        (r#"{"bumper": 1, "shapes": {}}"#, "line 1 column 24: invalid type: map, expected a list of shapes"),
        (r#"{"bumper": 1, "shapes": []} x"#, "line 1 column 29: trailing characters"),
        ("[]", "line 1 column 0: invalid type: sequence, expected a scene (an object)"),
        ("", "line 1 column 0: EOF while parsing a value"),
    ];
    for (scene, expected) in cases {
        assert_eq!(refusal(scene), expected, "{scene}");
    }
}

#[test]
fn errors_escape_control_characters() {
    let scene = scene("", "{\"id\": \"a\\nb\\u0007\", \"point\": [], \"x\\r\": 1}");
    assert_eq!(refusal(scene), r#"shapes[0] "a\nb\u{7}": the shape has an unknown key "x\r""#);
}

#[test]
fn invalid_utf8_is_refused() {
    assert!(
        refusal(b"{\"bumper\": 1, \"shapes\": [{\"id\": \"\xff\", \"point\": [0, 0]}]}".to_vec())
            .contains("unicode")
    );
}

#[test]
fn compounds_nest_at_most_64_deep() {
    let nested = |depth: usize| {
        let shape =
            format!("{}{}{}", r#"{"compound": ["#.repeat(depth), r#"{"point": [0, 0]}"#, "]}".repeat(depth));
        scene("", &shape)
    };
    assert_eq!(bumper(&["check", "-"], nested(64)).0, Some(0));
    assert!(refusal(nested(65)).ends_with("compounds are nested deeper than 64"));
    for depth in [100, 1_000, 100_000] {
        assert!(refusal(nested(depth)).contains("nested too deeply"), "{depth}");
    }
}

#[test]
fn deep_nesting_does_not_overflow_stack() {
    for text in ["[", "{\"a\":"] {
        let deep = text.repeat(1_000_000);
        refusal(deep.clone());
        refusal(format!("{{\"bumper\": 1, \"shapes\": {deep}"));
        refusal(format!("{{\"bumper\": 1, \"shapes\": [], \"rays\": {deep}"));
        refusal(scene("", &format!("{{\"point\": {deep}")));
    }
}

#[test]
fn many_unknown_keys_are_refused_quickly() {
    let keys: Vec<String> = (0..200_000).map(|key| format!("\"k{key}\": 0")).collect();
    refusal(scene("", &format!("{{\"point\": [0, 0], {}}}", keys.join(", "))));
}

#[test]
fn unreadable_and_unwritable_files_are_named() {
    let (code, out, error) = bumper(&["check", "no-such-file.json"], "");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(error.starts_with("error: no-such-file.json: ") && error.lines().count() == 1, "{error}");
    let (code, out, error) = bumper(&["draw", "-o", "no-such-folder/a.svg"], "");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert_eq!(error, "error: no-such-folder/a.svg: there is no folder no-such-folder\n");
    let (code, out, error) = bumper(&["draw", "-o", "a.bmp"], "");
    assert_eq!(
        (code, out.as_str(), error.as_str()),
        (Some(2), "", "error: a.bmp: the name of a picture must end in .svg or .png\n")
    );
}

#[test]
fn bad_scene_keeps_old_picture() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.svg");
    std::fs::write(&picture, "old").unwrap();
    let (code, ..) = bumper(&["draw", "-", "-o", picture.to_str().unwrap()], "{");
    assert_eq!(code, Some(2));
    assert_eq!(std::fs::read_to_string(&picture).unwrap(), "old");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn bad_arguments_give_one_line() {
    let cases: [(&[&str], &str); 6] = [
        (
            &["trace", "a.png", "--as", "blob"],
            "invalid value 'blob' for '--as <KIND>' [possible values: boxes, polygons, convex, circle, capsule, box, mask]; tip: a similar value exists: 'box'",
        ),
        (
            &["trace", "a.png", "--tolerance", "x"],
            "invalid value 'x' for '--tolerance <PX>': invalid float literal",
        ),
        (&["check", "--solid"], "a value is required for '--solid <LAYER>' but none was supplied"),
        (&["check", "a", "b"], "unexpected argument 'b' found"),
        (&["draw"], "the following required arguments were not provided: --out <FILE>"),
        (&["chek"], "unrecognized subcommand 'chek'; tip: a similar subcommand exists: 'check'"),
    ];
    for (arguments, expected) in cases {
        assert_eq!(bumper(arguments, ""), (Some(2), String::new(), format!("error: {expected}\n")));
    }
    // Without arguments, the help is printed.
    let (code, _, help) = bumper(&[], "");
    assert!(code == Some(2) && help.contains("Usage: bumper <COMMAND>"), "{help}");
    assert_eq!(bumper(&["--version"], "").2, "");
}

#[test]
fn picture_is_refused_as_scene() {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbaImage::new(2, 2).write_to(&mut png, image::ImageFormat::Png).unwrap();
    assert_eq!(
        refusal(png.into_inner()),
        "a picture, not a scene or a map: bumper trace converts pictures to scenes"
    );
}

#[test]
fn truncated_map_is_refused_as_map() {
    let reason = refusal("{ \"height\":2,\n \"layers\":[\n  { \"data\":[1, 1, 0");
    assert_eq!(reason, "not a Tiled map: line 3 column 19: the file ends too early");
}
