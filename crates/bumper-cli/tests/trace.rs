//! Tests `bumper trace` on small pictures with every kind of hitbox, output format and source, and compares the hitboxes with the pixels.

#[path = "common/aseprite.rs"]
mod aseprite;
#[path = "common/sprites.rs"]
mod sprites;

use aseprite::aseprite;
use image::{DynamicImage, Rgba, RgbaImage};
use serde_json::Value;
use sprites::{DOT, KEY, bumper, fails, folder, lines, picture, run};
use std::fs;
use std::path::Path;

#[test]
fn example_dots_agree_with_tutorial() {
    // The sprite is a dot. Its rows have these widths from top to bottom, each centered in 20 columns.
    let widths = [6, 10, 14, 16, 18, 20, 18, 16, 14, 10, 6];
    let heights = [1, 1, 1, 2, 2, 6, 2, 2, 1, 1, 1];
    let rows: Vec<_> = std::iter::zip(widths, heights)
        .flat_map(|(width, height)| vec![format!("{:.^20}", "#".repeat(width)); height])
        .collect();
    assert_eq!(rows, DOT);
    assert_eq!(rows.concat().matches('#').count(), 316);
    let example = |path: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(path);
    let sprite = image::open(example("sprites/dot.png")).unwrap().into_rgba8();
    let solid = |y: u32| (0..20).map(|x| if sprite[(x, y)][3] == 255 { '#' } else { '.' }).collect();
    assert_eq!((0..20).map(solid).collect::<Vec<String>>(), DOT);
    for (path, shape, at) in
        [("two-dots", 0, [0, 0]), ("two-dots", 1, [20, 20]), ("dot-of-11-rectangles", 0, [0, 0])]
    {
        let scene = fs::read_to_string(example(&format!("scenes/{path}.json"))).unwrap();
        let scene: Value = serde_json::from_str(&scene).unwrap();
        let mut top = at[1];
        let boxes: Vec<Value> = std::iter::zip(widths, heights)
            .map(|(w, h)| {
                top += h;
                let corner = [at[0] + 10 - w / 2, top - h];
                serde_json::json!({"box": {"top_left": corner, "size": [w, h]}})
            })
            .collect();
        assert_eq!(scene["shapes"][shape]["compound"], Value::from(boxes), "{path}");
    }
}

#[test]
fn dot_is_covered_by_six_boxes() {
    let folder = folder();
    let frames = lines(&run(folder.path(), &["trace", "dot.png", "--json"]));
    let body = &frames[0]["hitboxes"][0];
    assert_eq!(
        (body["shapes"].as_array().unwrap().len(), &body["missed"], &body["added"]),
        (6, &0.into(), &0.into())
    );
    let table = run(folder.path(), &["trace", "dot.png", "key.png"]);
    assert!(table.contains("6 boxes, exact") && table.lines().count() == 3, "{table}");
}

#[test]
fn every_hitbox_kind_gives_valid_scene() {
    let folder = folder();
    for kind in ["boxes", "polygons", "convex", "circle", "capsule", "box", "mask"] {
        let out = format!("{kind}.json");
        run(folder.path(), &["trace", "dot.png", "key.png", "--as", kind, "-o", &out, "--preview", "p.png"]);
        // The scene has the sprites side by side, so that they do not touch.
        assert_eq!(run(folder.path(), &["check", &out, "--json"]), "", "{kind}");
        run(folder.path(), &["draw", &out, "-o", "drawn.svg"]);
        assert!(fs::read(folder.path().join("p.png")).unwrap().starts_with(b"\x89PNG"));
        // A second run gives the same bytes.
        let first = fs::read(folder.path().join(&out)).unwrap();
        run(folder.path(), &["trace", "dot.png", "key.png", "--as", kind, "-o", &out]);
        assert_eq!(first, fs::read(folder.path().join(&out)).unwrap());
    }
    let scene = fs::read_to_string(folder.path().join("boxes.json")).unwrap();
    assert!(scene.contains(r#""scalar": "i16""#));
}

#[test]
fn exact_hitboxes_agree_with_mask() {
    let folder = folder();
    let shape = |kind: &str| {
        let text =
            run(folder.path(), &["trace", "key.png", "--as", kind, "--tolerance", "0", "--format", "scene"]);
        serde_json::from_str::<Value>(&text).unwrap()["shapes"][0].clone()
    };
    let kinds = ["boxes", "polygons", "convex", "mask"].map(shape);
    for x in -2..9 {
        for y in -2..7 {
            let scene = |shape: &Value| {
                let mut shape = shape.clone();
                shape["at"] = serde_json::json!([x, y]);
                let text = serde_json::json!({"bumper": 1, "shapes": [shape, {"mask": {"image": "key.png", "top_left": [0, 0]}}]});
                fs::write(folder.path().join("pair.json"), text.to_string()).unwrap();
                let found = lines(&run(folder.path(), &["check", "pair.json", "--json"]));
                found.first().map(|pair| pair["relation"].clone())
            };
            let [first, others @ ..] = &kinds;
            let expected = scene(first);
            assert!(others.iter().all(|other| scene(other) == expected), "{x} {y}");
        }
    }
}

#[test]
fn c_and_rust_output_compiles_without_warnings() {
    let folder = folder();
    let path = folder.path();
    let compiles = |command: &str, arguments: &[&str]| {
        let output = std::process::Command::new(command).current_dir(path).args(arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && text.is_empty(), "{command}: {text}");
    };
    for kind in ["boxes", "polygons", "convex", "circle", "capsule", "box", "mask"] {
        run(path, &["trace", "dot.png", "key.png", "--as", kind, "-o", "boxes.h"]);
        fs::write(path.join("main.c"), "#include \"boxes.h\"\nint main(void) { return 0; }\n").unwrap();
        compiles("gcc", &["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", "main", "main.c"]);
        run(path, &["trace", "dot.png", "key.png", "--as", kind, "-o", "boxes.rs"]);
        compiles(
            "rustc",
            &[
                "--edition",
                "2024",
                "--crate-type",
                "lib",
                "-D",
                "warnings",
                "-D",
                "missing-docs",
                "--emit",
                "metadata",
                "-A",
                "missing-docs",
                "boxes.rs",
            ],
        );
    }
    // The tables reproduce the pixels of the picture.
    run(path, &["trace", "dot.png", "--as", "boxes", "-o", "boxes.h"]);
    let program = "#include <stdio.h>\n#include \"boxes.h\"\nint main(void) {\n  int x, y, k;\n  for (y = 0; y < 20; y++) {\n    for (x = 0; x < 20; x++) {\n      int solid = 0;\n      for (k = 0; k < DOT_COUNT; k++)\n        solid |= x >= dot_boxes[k][0] && x < dot_boxes[k][0] + dot_boxes[k][2] && y >= dot_boxes[k][1] && y < dot_boxes[k][1] + dot_boxes[k][3];\n      putchar(solid ? '#' : '.');\n    }\n    putchar('\\n');\n  }\n  return 0;\n}\n";
    fs::write(path.join("main.c"), program).unwrap();
    compiles("gcc", &["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.c"]);
    let output = std::process::Command::new(path.join("main")).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().collect::<Vec<_>>(), DOT);
    assert!(fs::read_to_string(path.join("boxes.h")).unwrap().contains("int8_t dot_boxes[6][4]"));
}

#[test]
fn grids_and_sheets_are_cut_into_their_frames() {
    let folder = folder();
    let path = folder.path();
    let mut sheet = RgbaImage::new(60, 20);
    image::imageops::overlay(&mut sheet, &picture(&DOT), 0, 0);
    image::imageops::overlay(&mut sheet, &picture(&KEY), 40, 7);
    sheet.save(path.join("sheet.png")).unwrap();
    let frames = lines(&run(path, &["trace", "sheet.png", "--grid", "20x20", "--as", "mask", "--json"]));
    assert_eq!(
        frames.iter().map(|f| f["frame"].as_str().unwrap()).collect::<Vec<_>>(),
        ["sheet-0", "sheet-1", "sheet-2"]
    );
    assert_eq!(frames[0]["hitboxes"][0]["shapes"][0]["mask"]["rows"], serde_json::json!(DOT));
    assert_eq!(frames[1]["hitboxes"], serde_json::json!([]));
    // The same cells with a margin and with spacing.
    let mut lined = RgbaImage::from_pixel(70, 26, Rgba([9, 9, 9, 255]));
    for k in 0..3u32 {
        image::imageops::replace(
            &mut lined,
            &image::imageops::crop_imm(&sheet, k * 20, 0, 20, 20).to_image(),
            i64::from(3 + k * 22),
            3,
        );
    }
    lined.save(path.join("lined.png")).unwrap();
    let grid = [
        "trace",
        "lined.png",
        "--grid",
        "20x20",
        "--margin",
        "3",
        "--spacing",
        "2",
        "--as",
        "mask",
        "--json",
    ];
    let cells = |frames: &[Value]| frames.iter().map(|frame| frame["hitboxes"].clone()).collect::<Vec<_>>();
    assert_eq!(cells(&lines(&run(path, &grid))), cells(&frames));
    assert!(
        fails(path, &["trace", "lined.png", "--grid", "20x20", "--margin", "3"]).contains("does not divide")
    );
    assert!(
        fails(path, &["trace", "lined.png", "--grid", "1x1", "--margin", "80"]).contains("does not divide")
    );
    assert_eq!(
        fails(path, &["trace", "sheet.png", "--grid", "7x20"]),
        "error: sheet.png: a grid of 7x20 does not divide the sheet of 60x20 pixels"
    );

    // The second sprite is trimmed of empty columns and rotated clockwise, as TexturePacker stores it.
    let trimmed = image::imageops::crop_imm(&picture(&KEY), 1, 0, 4, 6).to_image();
    let mut sheet = RgbaImage::new(40, 30);
    image::imageops::overlay(&mut sheet, &image::imageops::rotate90(&trimmed), 3, 2);
    image::imageops::overlay(&mut sheet, &picture(&DOT), 15, 5);
    sheet.save(path.join("atlas.png")).unwrap();
    let key = r#"{"filename": "key.png", "frame": {"x": 3, "y": 2, "w": 4, "h": 6}, "rotated": true, "trimmed": true,
        "spriteSourceSize": {"x": 1, "y": 0, "w": 4, "h": 6}, "sourceSize": {"w": 8, "h": 6}}"#;
    let dot = r#"{"filename": "dot.png", "frame": {"x": 15, "y": 5, "w": 20, "h": 20}, "rotated": false}"#;
    let map = format!(r#"{{"frames": {{"key.png": {key}, "dot.png": {dot}}}, "meta": {{}}}}"#);
    for text in [format!(r#"{{"frames": [{key}, {dot}]}}"#), map] {
        fs::write(path.join("atlas.json"), text).unwrap();
        let mut frames =
            lines(&run(path, &["trace", "atlas.png", "--sheet", "atlas.json", "--as", "mask", "--json"]));
        frames.sort_by_key(|frame| frame["frame"].as_str().unwrap().to_string());
        assert_eq!(frames[1]["hitboxes"][0]["shapes"][0]["mask"]["rows"], serde_json::json!(KEY));
        assert_eq!(frames[0]["hitboxes"][0]["shapes"][0]["mask"]["rows"], serde_json::json!(DOT));
    }
    fs::write(path.join("atlas.json"), format!(r#"{{"frames": [{}]}}"#, dot.replace("15", "25"))).unwrap();
    assert_eq!(
        fails(path, &["trace", "atlas.png", "--sheet", "atlas.json"]),
        r#"error: atlas.png: atlas.json: frame "dot.png": the frame extends beyond the sheet of 40x30 pixels"#
    );
}

#[test]
fn sheet_of_1024_sprites_is_split_in_seconds() {
    let folder = folder();
    let path = folder.path();
    let mut sheet = RgbaImage::new(1024, 1024);
    for k in 0..1024 {
        let (x, y) = (k % 32 * 32, k / 32 * 32);
        image::imageops::overlay(&mut sheet, &picture(if k % 2 == 0 { &DOT } else { &KEY }), x, y);
    }
    sheet.save(path.join("sheet.png")).unwrap();
    let body = |name: &str, tolerance: &str| {
        let arguments = ["trace", name, "--as", "convex", "--tolerance", tolerance, "--json"];
        let mut body = lines(&run(path, &arguments))[0]["hitboxes"][0].take();
        let shapes = body["shapes"].as_array_mut().unwrap().iter_mut().map(|shape| shape["polygon"].take());
        (shapes.collect::<Vec<_>>(), [&body["missed"], &body["added"]].map(|count| count.as_u64().unwrap()))
    };
    let start = std::time::Instant::now();
    for tolerance in ["0", "1"] {
        let [dot, key, sheet] = ["dot.png", "key.png", "sheet.png"].map(|name| body(name, tolerance));
        // The polygons of the second sprite in the sheet must equal the polygons of this sprite in its own file, moved to its position in
        // the sheet.
        let moved = key.0.iter().map(|polygon| {
            let corner = |corner: &Value| [corner[0].as_f64().unwrap() + 32.0, corner[1].as_f64().unwrap()];
            polygon.as_array().unwrap().iter().map(corner).collect::<Vec<_>>()
        });
        let found =
            sheet.0.iter().map(|polygon| serde_json::from_value::<Vec<[f64; 2]>>(polygon.clone()).unwrap());
        let mut found: Vec<_> = found.collect();
        assert_eq!(found.len(), 512 * (dot.0.len() + key.0.len()));
        found.retain(|polygon| polygon.iter().all(|[x, y]| (32.0..64.0).contains(x) && *y < 32.0));
        assert_eq!(found, moved.collect::<Vec<_>>());
        assert_eq!(sheet.1, [0, 1].map(|k| 512 * (dot.1[k] + key.1[k])));
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn tiled_output_names_picture_and_its_shapes() {
    let folder = folder();
    let path = folder.path();
    run(path, &["trace", "dot.png", "key.png", "--as", "convex", "-o", "sprites.tsj"]);
    let tileset: Value =
        serde_json::from_str(&fs::read_to_string(path.join("sprites.tsj")).unwrap()).unwrap();
    assert_eq!(tileset["tiles"][1]["image"], "key.png");
    assert!(tileset["tiles"][1]["objectgroup"]["objects"].as_array().unwrap().len() > 1);
    assert!(fails(path, &["trace", "dot.png", "--as", "mask", "-o", "sprites.tsj"]).contains("Tiled has no"));
}

#[test]
fn every_animation_frame_is_traced() {
    let folder = folder();
    let path = folder.path();
    let mut gif = image::codecs::gif::GifEncoder::new(fs::File::create(path.join("two.gif")).unwrap());
    let mut key = RgbaImage::new(20, 20);
    image::imageops::overlay(&mut key, &picture(&KEY), 0, 0);
    gif.encode_frames([picture(&DOT), key].map(image::Frame::new)).unwrap();
    drop(gif);
    let frames = lines(&run(path, &["trace", "two.gif", "--as", "mask", "--json"]));
    assert_eq!((frames.len(), &frames[1]["frame"]), (2, &Value::from("two-1")));
    assert_eq!(frames[0]["hitboxes"][0]["shapes"][0]["mask"]["rows"], serde_json::json!(DOT));
    picture(&DOT).save(path.join("dot.webp")).unwrap();
    let frames = lines(&run(path, &["trace", "dot.webp", "--as", "mask", "--json"]));
    assert_eq!(frames[0]["hitboxes"][0]["shapes"][0]["mask"]["rows"], serde_json::json!(DOT));
}

#[test]
fn every_colour_type_and_its_alpha_is_read() {
    let folder = folder();
    let path = folder.path();
    let soft = ["#+.", "+#."];
    let image = DynamicImage::from(picture(&soft));
    image.to_rgba16().save(path.join("deep.png")).unwrap();
    image.save(path.join("soft.png")).unwrap();
    image.to_luma_alpha8().save(path.join("grey.png")).unwrap();
    image.to_rgb8().save(path.join("opaque.png")).unwrap();
    let rows = |name: &str, alpha: &str| {
        let frames = lines(&run(path, &["trace", name, "--as", "mask", "--alpha", alpha, "--json"]));
        frames[0]["hitboxes"][0]["shapes"][0]["mask"]["rows"].to_string()
    };
    for name in ["soft.png", "deep.png", "grey.png"] {
        assert_eq!(rows(name, "128"), r####"["#..",".#."]"####, "{name}");
        assert_eq!(rows(name, "100"), r####"["##.","##."]"####, "{name}");
        assert_eq!(rows(name, "101"), r####"["#..",".#."]"####, "{name}");
    }
    assert_eq!(rows("opaque.png", "128"), r####"["###","###"]"####);
}

#[test]
fn bad_pictures_are_reported_and_others_traced() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("broken.png"), b"\x89PNG\r\n\x1a\nnothing").unwrap();
    RgbaImage::new(4, 4).save(path.join("empty.png")).unwrap();
    let output = bumper(path)
        .args(["trace", "broken.png", "dot.png", "empty.png", "none.png", "-o", "out.json"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<_> = errors.lines().collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(errors[0].starts_with("error: broken.png: "));
    assert_eq!(errors[1], "error: empty.png: there is no solid pixel");
    assert_eq!(errors[2], "error: none.png: No such file or directory (os error 2)");
    assert!(fs::read_to_string(path.join("out.json")).unwrap().contains("dot"));

    // The header states a size of 60000 by 60000 pixels. The file has no content.
    let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xea\x60\0\0\xea\x60\x08\x06\0\0\0".to_vec();
    let mut crc = !0u32;
    for byte in &bomb[12..] {
        crc ^= u32::from(*byte);
        (0..8).for_each(|_| crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 });
    }
    bomb.extend((!crc).to_be_bytes());
    bomb.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    fs::write(path.join("bomb.png"), bomb).unwrap();
    let error = fails(path, &["trace", "bomb.png"]);
    assert!(error.contains("60000") || error.contains("limit"), "{error}");
    for name in ["broken.ase", "broken.gif", "broken.webp"] {
        fs::write(path.join(name), b"GIF89anothing").unwrap();
        fails(path, &["trace", name]);
    }
    assert!(fails(path, &["trace", "dot.png", "-o", "out.xyz"]).contains("use --format"));
    assert!(fails(path, &["trace", "dot.png", "--tolerance=-1"]).contains("tolerance"));
}

#[test]
fn aseprite_tags_layers_and_slices_are_read() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("hero.aseprite"), aseprite()).unwrap();
    let frames = lines(&run(path, &["trace", "hero.aseprite", "--json"]));
    let names: Vec<_> = frames.iter().map(|frame| frame["frame"].as_str().unwrap()).collect();
    assert_eq!(names, ["hero-0", "hero-run-0", "hero-run-1"]);
    let hitboxes = |frame: usize| {
        let all = frames[frame]["hitboxes"].as_array().unwrap();
        let one = |hitbox: &Value| format!("{} {}", hitbox["kind"].as_str().unwrap(), hitbox["shapes"]);
        all.iter().map(one).collect::<Vec<_>>()
    };
    let boxed =
        |x: i32, y: i32, w: i32, h: i32| format!(r#"{{"box":{{"size":[{w},{h}],"top_left":[{x},{y}]}}}}"#);
    // The hidden layer `Hit` is a separate hitbox and not part of the body.
    assert_eq!(
        hitboxes(0),
        [
            format!("body [{}]", boxed(0, 0, 4, 4)),
            format!("hit [{}]", boxed(5, 5, 2, 1)),
            format!("hurt [{}]", boxed(1, 1, 3, 3))
        ]
    );
    assert_eq!(
        hitboxes(1),
        [
            format!("body [{},{}]", boxed(1, 0, 4, 4), boxed(6, 6, 1, 1)),
            format!("hurt [{}]", boxed(1, 1, 3, 3))
        ]
    );
    // From this frame on, the second key of the slice applies.
    assert_eq!(
        hitboxes(2),
        [format!("body [{}]", boxed(2, 0, 4, 4)), format!("hurt [{}]", boxed(2, 2, 4, 4))]
    );
    // A file that is truncated anywhere gives an error or the remaining frames, but does not panic.
    let whole = aseprite();
    for end in (0..whole.len()).step_by(7) {
        fs::write(path.join("cut.ase"), &whole[..end]).unwrap();
        let output = bumper(path).args(["trace", "cut.ase"]).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 2)), "{end}");
        assert!(String::from_utf8_lossy(&output.stderr).lines().count() <= 1, "{end}");
    }
}

#[test]
fn tileset_names_picture_relative_to_its_folder() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir_all(path.join("out/deep")).unwrap();
    fs::create_dir(path.join("art")).unwrap();
    fs::copy(path.join("dot.png"), path.join("art/dot.png")).unwrap();
    let absolute = path.join("art/dot.png").display().to_string();
    for (picture, out, expected) in [
        ("dot.png", "t.tsj", "dot.png"),
        ("art/dot.png", "t.tsj", "art/dot.png"),
        ("dot.png", "out/t.tsj", "../dot.png"),
        ("art/dot.png", "out/deep/t.tsj", "../../art/dot.png"),
        ("./art/dot.png", "./art/t.tsj", "dot.png"),
        (&absolute, "out/t.tsj", "../art/dot.png"),
    ] {
        run(path, &["trace", picture, "-o", out]);
        let tileset: Value = serde_json::from_str(&fs::read_to_string(path.join(out)).unwrap()).unwrap();
        assert_eq!(tileset["tiles"][0]["image"], expected, "{picture} {out}");
    }
}

#[test]
fn options_without_effect_are_refused() {
    let folder = folder();
    for kind in ["circle", "capsule", "box", "mask"] {
        let error = fails(folder.path(), &["trace", "dot.png", "--as", kind, "--tolerance", "2"]);
        assert_eq!(error, "error: --tolerance is for --as boxes, polygons and convex");
    }
    let error = fails(folder.path(), &["trace", "dot.png", "--as", "polygons", "--corners", "5"]);
    assert_eq!(error, "error: --corners is for --as convex");
}

#[test]
fn tolerance_of_boxes_is_rounded_down() {
    let folder = folder();
    let boxes =
        |tolerance: &str| run(folder.path(), &["trace", "key.png", "--json", "--tolerance", tolerance]);
    assert_eq!(boxes("0.9"), boxes("0"));
    assert_ne!(boxes("0"), boxes("1"));
}

#[test]
fn sheet_without_frames_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("empty.json"), r#"{"frames": {}, "meta": {"image": "dot.png"}}"#).unwrap();
    let error = fails(folder.path(), &["trace", "dot.png", "--sheet", "empty.json"]);
    assert_eq!(error, "error: dot.png: the sheet has no frames");
}
