//! Checks that the format reference and the JSON schema have exactly the keys that the reader accepts. Also tests the help and the messages
//! of the command.

use assert_cmd::Command;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn bumper(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_bumper")).args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn reference() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scene-format.md")).unwrap()
}

fn schema() -> Value {
    serde_json::from_str(&bumper(&["help", "schema"], "").1).unwrap()
}

/// The valid keys, taken from the error message about an unknown key.
fn known(scene: &str) -> BTreeSet<String> {
    let (code, _, error) = bumper(&["check", "-"], scene);
    let keys = error.trim_end().split_once(" keys are ").unwrap_or_else(|| panic!("{scene}: {error}")).1;
    assert_eq!(code, Some(2));
    keys.split(", ").map(String::from).collect()
}

#[test]
fn schema_and_reference_list_all_keys_of_reader() {
    let (schema, reference) = (schema(), reference());
    let shape = |head: &str, inner: &str| format!(r#"{{"bumper": 1, {head} "shapes": [{{{inner}}}]}}"#);
    let objects = [
        ("/properties", r#"{"bumper": 1, "shapes": [], "?": 1}"#.to_string()),
        ("/properties/sleep/properties", r#"{"bumper": 1, "shapes": [], "sleep": {"?": 1}}"#.to_string()),
        ("/$defs/shape/properties", shape("", r#""?": 1"#)),
        ("/$defs/ray/properties", r#"{"bumper": 1, "shapes": [], "rays": [{"?": 1}]}"#.to_string()),
        ("/$defs/box/properties", shape("", r#""box": {"?": 1}"#)),
        ("/$defs/ball/properties", shape("", r#""ball": {"?": 1}"#)),
        ("/$defs/cylinder/properties", shape(r#""dimensions": 3,"#, r#""cylinder": {"?": 1}"#)),
        ("/$defs/segment/properties", shape("", r#""segment": {"?": 1}"#)),
        ("/$defs/capsule/properties", shape("", r#""capsule": {"?": 1}"#)),
        ("/$defs/ellipse/properties", shape("", r#""ellipse": {"?": 1}"#)),
        ("/$defs/half_space/properties", shape("", r#""half_space": {"?": 1}"#)),
        ("/$defs/mesh/properties", shape("", r#""mesh": {"?": 1}"#)),
        ("/$defs/height_field/properties", shape(r#""dimensions": 3,"#, r#""height_field": {"?": 1}"#)),
        ("/$defs/mask/properties", shape("", r#""mask": {"?": 1}"#)),
        ("/$defs/move/properties", shape("", r#""point": [0, 0], "move": {"?": 1}"#)),
        ("/$defs/body/properties", shape("", r#""point": [0, 0], "body": {"?": 1}"#)),
    ];
    for (place, scene) in objects {
        let object = schema.pointer(place).and_then(Value::as_object).unwrap();
        let written: BTreeSet<String> = object.keys().filter(|key| *key != "$schema").cloned().collect();
        let known = known(&scene);
        assert_eq!(written, known, "{place}");
        for key in known {
            let named =
                [format!("`{key}`"), format!("\"{key}\"")].iter().any(|word| reference.contains(word));
            assert!(named, "{place} {key} is not in the reference");
        }
    }
    // Oriented boxes have different keys in 2D and in 3D.
    let turned = schema.pointer("/$defs/oriented_box/properties").and_then(Value::as_object).unwrap();
    let mut both = known(&shape("", r#""oriented_box": {"?": 1}"#));
    both.extend(known(&shape(r#""dimensions": 3,"#, r#""oriented_box": {"?": 1}"#)));
    assert_eq!(turned.keys().cloned().collect::<BTreeSet<_>>(), both);
}

#[test]
fn every_enum_value_of_schema_is_read() {
    let schema = schema();
    let words = |place: &str| {
        let words = schema.pointer(place).unwrap()["enum"].as_array().unwrap();
        words.iter().map(Value::to_string).collect::<Vec<_>>()
    };
    let read = |scene: String| assert_eq!(bumper(&["check", "-"], &scene).2, "", "{scene}");
    let shape = r#"{"point": [0, 0]}"#;
    for word in words("/properties/scalar") {
        read(format!(r#"{{"bumper": 1, "scalar": {word}, "shapes": [{shape}]}}"#));
    }
    for word in words("/properties/y") {
        read(format!(r#"{{"bumper": 1, "y": {word}, "shapes": [{shape}]}}"#));
    }
    for word in words("/$defs/move/properties/response") {
        read(format!(r#"{{"bumper": 1, "shapes": [{{"point": [0, 0], "move": {{"response": {word}}}}}]}}"#));
        assert!(reference().contains(&format!("| `{}` |", word.trim_matches('"'))), "{word}");
    }
    for word in words("/$defs/shape/properties/one_way") {
        read(format!(r#"{{"bumper": 1, "shapes": [{{"point": [0, 0], "one_way": {word}}}]}}"#));
    }
}

#[test]
fn help_prints_reference_and_its_scenes_are_valid() {
    let reference = reference();
    assert_eq!(bumper(&["help", "scene"], ""), (Some(0), reference.clone(), String::new()));
    let blocks = reference.split("```json\n").skip(1).map(|block| block.split("```").next().unwrap());
    let mut count = 0;
    for block in blocks {
        assert_eq!(bumper(&["check", "-"], block).0, Some(0), "{block}");
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn unknown_key_error_suggests_intended_key() {
    let reason = |shape: &str| {
        let (_, _, error) = bumper(&["check", "-"], &format!(r#"{{"bumper": 1, "shapes": [{shape}]}}"#));
        error.strip_prefix("error: -: shapes[0]: ").unwrap().trim_end().to_string()
    };
    assert_eq!(
        reason(r#"{"ball": {"center": [0, 0], "radiusSquared": 4}}"#),
        r#"ball has an unknown key "radiusSquared": is it "radius_squared"? The keys are center, radius, radius_squared"#
    );
    for (shape, meant) in [
        (r#"{"box": {"x": 0, "y": 0}}"#, "top_left"),
        (r#"{"rect": {}}"#, "box"),
        (r#"{"box": {"min": [0, 0], "max": [1, 1], "angle": 30}}"#, "oriented_box"),
        (r#"{"line": {}}"#, "segment"),
        (r#"{"point": [0, 0], "velocty": [1, 0]}"#, "velocity"),
    ] {
        assert!(reason(shape).contains(&format!(" is it \"{meant}\"?")), "{}", reason(shape));
    }
}

#[test]
fn new_writes_valid_scene_and_never_overwrites() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("level.json");
    let path = file.to_str().unwrap();
    assert_eq!(bumper(&["new", path, "--schema"], "").0, Some(0));
    let scene: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let beside = folder.path().join(scene["$schema"].as_str().unwrap());
    assert!(serde_json::from_str::<Value>(&fs::read_to_string(beside).unwrap()).is_ok());
    let (code, out, error) = bumper(&["run", path, "--frames", "30", "--json"], "");
    assert_eq!((code, out.lines().count(), error.as_str()), (Some(0), 30, ""));
    assert_eq!(bumper(&["check", path], "").2, "");
    let (code, _, error) = bumper(&["new", path], "");
    assert_eq!((code, error), (Some(2), format!("error: {path}: the file already exists\n")));
}

#[test]
fn version_help_completions_and_manual_are_printed() {
    assert_eq!(bumper(&["--version"], "").1, format!("bumper {}\n", env!("CARGO_PKG_VERSION")));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, text, _) = bumper(&["completions", shell], "");
        assert!(code == Some(0) && text.contains("bumper") && text.contains("trace"), "{shell}");
    }
    let man = bumper(&["man"], "").1;
    assert!(man.contains(".TH bumper 1") && man.contains("BUMPER TRACE"), "{man}");
    assert!(bumper(&["help", "check"], "").1.contains("--all"));
    assert!(bumper(&["help"], "").1.contains("completions"));
    let (code, _, error) = bumper(&["help", "nothing"], "");
    assert!(code == Some(2) && error.contains("scene, maps and schema"));
    // The topic `maps` is the last section of the page.
    let (scene, maps) = (bumper(&["help", "scene"], "").1, bumper(&["help", "maps"], "").1);
    assert!(scene.ends_with(&maps) && maps.starts_with("## Maps\n") && maps.contains("IntGrid"), "{maps}");
}

#[test]
fn ids_are_not_shortened_in_pipes() {
    let id = "a-name-that-is-longer-than-a-column-of-a-table";
    let scene =
        format!(r#"{{"bumper": 1, "shapes": [{{"id": "{id}", "point": [0, 0]}}, {{"point": [0, 0]}}]}}"#);
    assert!(bumper(&["check", "-"], &scene).1.contains(id));
}

#[test]
fn empty_scenes_give_hints_and_unused_layers_warnings() {
    let (code, out, error) = bumper(&["check", "-"], r#"{"bumper": 1, "shapes": []}"#);
    assert!(
        code == Some(0) && out.contains("0 shapes") && error.starts_with("hint: -: 0 shapes: "),
        "{error}"
    );
    let (code, _, error) = bumper(&["run", "-"], r#"{"bumper": 1, "shapes": [{"point": [0, 0]}]}"#);
    assert!(code == Some(0) && error.starts_with("hint: -: 0 movers: "), "{error}");
    let map = r#"<map orientation="orthogonal" tilewidth="8" tileheight="8"><tileset firstgid="1" tilewidth="8" tileheight="8"/>
        <layer name="land" width="2" height="1"><data encoding="csv">1,1</data></layer>
        <layer name="sky" width="2" height="1"><data encoding="csv">1,1</data></layer></map>"#;
    let (code, out, error) = bumper(&["check", "-", "--all", "--json"], map);
    assert_eq!((code, out.as_str()), (Some(0), ""));
    let warning = r#"warning: -: left out: "land" (no tile is solid), "sky" (no tile is solid); "#;
    assert!(error.starts_with(warning) && error.lines().count() == 2, "{error}");
    let hint = "hint: -: nothing in this map is marked as solid; try --solid \"land\" or --solid \"sky\", or --solid all\n";
    assert!(error.ends_with(hint), "{error}");
    let (code, out, error) = bumper(&["check", "-", "--solid", "l*,sky", "--ignore", "sky"], map);
    assert!(code == Some(0) && out.contains("1 shape,") && error.is_empty(), "{error}");
    let (code, out, error) = bumper(&["check", "-", "--solid", "land", "--ignore", "sky"], map);
    assert!(code == Some(0) && out.contains("1 shape,") && error.is_empty(), "{error}");
    let (code, _, error) = bumper(&["check", "-", "--solid", "land"], r#"{"bumper": 1, "shapes": []}"#);
    assert!(code == Some(2) && error.contains("select layers of maps"), "{error}");
    let (code, _, error) = bumper(&["check", "-", "--solid", "water"], map);
    assert_eq!(
        (code, error.as_str()),
        (Some(2), "error: -: there is no layer \"water\"; the layers are \"land\", \"sky\"\n")
    );
}

#[test]
fn draw_puts_tile_and_sprite_pictures_below_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    image::RgbaImage::from_pixel(8, 8, image::Rgba([0, 99, 0, 255])).save(path("set.png")).unwrap();
    let map = r#"<map orientation="orthogonal" tilewidth="8" tileheight="8"><tileset firstgid="1" tilewidth="8" tileheight="8">
        <image source="set.png" width="8"/></tileset>
        <layer name="land" width="2" height="1" class="solid"><data encoding="csv">0,1</data></layer></map>"#;
    let sprite = r#"{"bumper": 1, "shapes": [{"mask": {"image": "set.png", "top_left": [3, 4]}}]}"#;
    for (name, text) in [("map.tmx", map), ("sprite.json", sprite)] {
        fs::write(path(name), text).unwrap();
        let (scene, out) = (path(name), path("out.svg"));
        let draw = ["draw", scene.to_str().unwrap(), "-o", out.to_str().unwrap()];
        assert_eq!(bumper(&draw, "").2, "");
        assert_eq!(fs::read_to_string(&out).unwrap().matches("<image ").count(), 1, "{name}");
        assert_eq!(bumper(&[&draw[..], &["--no-pictures"]].concat(), "").0, Some(0));
        assert!(!fs::read_to_string(&out).unwrap().contains("<image "));
    }
    // The picture of a layer is visible even if the layer has no shapes.
    fs::write(path("map.tmx"), map.replace("class=\"solid\"", "")).unwrap();
    let (scene, out) = (path("map.tmx"), path("out.png"));
    bumper(&["draw", scene.to_str().unwrap(), "--ignore", "land", "-o", out.to_str().unwrap()], "");
    let drawn = image::open(&out).unwrap().into_rgba8();
    assert!(drawn.pixels().filter(|pixel| pixel.0 == [0, 99, 0, 255]).count() > 1000);
}
