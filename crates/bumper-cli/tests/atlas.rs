//! Tests `bumper trace --sheet` with texture atlases in the formats of several programs.

#[path = "common/sprites.rs"]
mod sprites;

use image::{Rgba, RgbaImage};
use serde_json::{Value, json};
use sprites::{fails, folder, lines, run};
use std::fs;
use std::path::Path;

/// Saves a sheet of twelve sprites of 16 by 16 pixels. Sprite k (from 0) has k + 1 solid pixels in its first row.
fn walk(path: &Path) {
    let solid = |x: u32, y: u32| y == 0 && x % 16 <= x / 16;
    let color = |x, y| if solid(x, y) { Rgba([9, 9, 9, 255]) } else { Rgba([0; 4]) };
    RgbaImage::from_fn(192, 16, color).save(path.join("walk.png")).unwrap();
}

fn place(k: u32) -> Value {
    json!({"x": k * 16, "y": 0, "w": 16, "h": 16})
}

/// Traces the picture with a table, and returns the name of each frame with the number of its solid pixels.
fn names(path: &Path, picture: &str, table: &Value) -> Vec<(String, usize)> {
    fs::write(path.join("sheet.json"), table.to_string()).unwrap();
    names_of(path, picture)
}

fn names_of(path: &Path, picture: &str) -> Vec<(String, usize)> {
    let frames = lines(&run(path, &["trace", picture, "--sheet", "sheet.json", "--as", "mask", "--json"]));
    let solid = |frame: &Value| frame["hitboxes"].to_string().matches('#').count();
    frames.iter().map(|frame| (frame["frame"].as_str().unwrap().into(), solid(frame))).collect()
}

fn refused(path: &Path, sprite: Value) -> String {
    fs::write(path.join("sheet.json"), json!({"frames": {"a": sprite}}).to_string()).unwrap();
    fails(path, &["trace", "walk.png", "--sheet", "sheet.json"])
}

#[test]
fn frames_keep_order_of_file_in_every_format() {
    let folder = folder();
    let path = folder.path();
    walk(path);
    // Written as text, because `json!` would sort the frames by name.
    let frame = |k: u32| format!(r#""walk {k}.aseprite": {{"frame": {}}}"#, place(k));
    let table: Vec<_> = (0..12).map(frame).collect();
    // Adobe Animate writes a byte order mark.
    fs::write(path.join("sheet.json"), format!("\u{feff}{{\"frames\": {{{}}}}}", table.join(", "))).unwrap();
    let expected: Vec<_> = (0..12).map(|k| (format!("walk {k}"), k + 1)).collect();
    assert_eq!(names_of(path, "walk.png"), expected);
    let all: Vec<_> = (0..12).collect();
    let written = |format: &str| {
        run(path, &["trace", "walk.png", "--sheet", "sheet.json", "--as", "box", "--format", format])
    };
    for (format, before) in [
        ("rust", "name: \"walk "),
        ("c", "    {16, 16, 0, 0}, /* walk "),
        ("csv", "\nwalk "),
        ("scene", "\"id\":\"walk "),
    ] {
        let text = written(format);
        let order: Vec<_> = text.split(before).skip(1).filter_map(leading_number).collect();
        assert_eq!(order, all, "{format}: {text}");
    }
    let tiled: Value = serde_json::from_str(&written("tiled")).unwrap();
    let left = |tile: &Value| tile["x"].as_u64().unwrap_or(0) as u32 / 16;
    assert_eq!(tiled["tiles"].as_array().unwrap().iter().map(left).collect::<Vec<_>>(), all);
    let text = written("c");
    let pointers = text.split_once("body_boxes[12]").unwrap().1;
    let order: Vec<_> = pointers.split("walk_").skip(1).filter_map(leading_number).collect();
    assert_eq!(order, all);
}

fn leading_number(text: &str) -> Option<u32> {
    text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn only_extensions_of_picture_files_are_removed_from_names() {
    let folder = folder();
    let path = folder.path();
    walk(path);
    let file_names =
        ["walk.00", "walk.01", "a/b.PNG", "x.aseprite", "hero.idle.png", ".png", "v1.2", "w.tga"];
    let expected = ["walk.00", "walk.01", "a/b", "x", "hero.idle", ".png", "v1.2", "w"];
    let frame = |(k, name): (usize, &str)| json!({"filename": name, "frame": place(k as u32)});
    let table = json!({"frames": file_names.into_iter().enumerate().map(frame).collect::<Vec<_>>()});
    let found: Vec<_> = names(path, "walk.png", &table).into_iter().map(|(name, _)| name).collect();
    assert_eq!(found, expected);
    // Sprites without names are numbered.
    let table = json!({"frames": [{"frame": place(2)}, {"frame": place(0)}]});
    assert_eq!(names(path, "walk.png", &table), [("walk-0".into(), 3), ("walk-1".into(), 1)]);
}

#[test]
fn atlas_of_several_pictures_is_cut_by_picture() {
    let folder = folder();
    let path = folder.path();
    walk(path);
    fs::copy(path.join("walk.png"), path.join("run.png")).unwrap();
    let page =
        |image: &str, k: u32| json!({"image": image, "frames": [{"filename": image, "frame": place(k)}]});
    let one = json!({"textures": [page("other.png", 4)], "meta": {}});
    assert_eq!(names(path, "walk.png", &one), [("other".into(), 5)]);
    let two = json!({"textures": [page("assets\\walk.png", 1), page("assets/RUN.png", 2)]});
    assert_eq!(names(path, "run.png", &two), [("assets/RUN".into(), 3)]);
    let all = lines(&run(path, &["trace", "walk.png", "run.png", "--sheet", "sheet.json", "--json"]));
    assert_eq!(all.len(), 2);
    assert!(fails(path, &["trace", "dot.png", "--sheet", "sheet.json"]).ends_with(
        "sheet.json: the sheet describes assets\\walk.png, assets/RUN.png, not a picture of this name"
    ));
    fs::write(path.join("sheet.json"), json!({"frames": []}).to_string()).unwrap();
    assert!(
        fails(path, &["trace", "walk.png", "run.png", "--sheet", "sheet.json"]).contains("single picture")
    );
    fs::write(path.join("sheet.json"), "{}").unwrap();
    assert!(fails(path, &["trace", "walk.png", "--sheet", "sheet.json"]).contains("\"textures\""));
}

#[test]
fn aseprite_border_is_not_part_of_sprite() {
    let folder = folder();
    let path = folder.path();
    // A solid square of 8 by 8 pixels with a border of 2 pixels: 1 of inner padding and 1 of extrusion.
    let inside = |c: u32| (3..11).contains(&c);
    let color = |x, y| if inside(x) && inside(y) { Rgba([9, 9, 9, 255]) } else { Rgba([0; 4]) };
    RgbaImage::from_fn(16, 16, color).save(path.join("pad.png")).unwrap();
    let sprite = |x: i32, source: u32| {
        json!({"frame": {"x": 1, "y": 1, "w": 12, "h": 12}, "trimmed": true,
            "spriteSourceSize": {"x": x, "y": x, "w": 8, "h": 8}, "sourceSize": {"w": source, "h": source}})
    };
    for (x, source) in [(3, 16), (0, 8)] {
        fs::write(path.join("sheet.json"), json!({"frames": {"p": sprite(x, source)}}).to_string()).unwrap();
        let frames = lines(&run(path, &["trace", "pad.png", "--sheet", "sheet.json", "--json"]));
        assert_eq!(frames[0]["size"], json!([source, source]));
        let square = json!([{"box": {"top_left": [x, x], "size": [8, 8]}}]);
        assert_eq!(frames[0]["hitboxes"][0]["shapes"], square);
    }
    // In a Tiled tileset, the rectangle of the tile is the sprite without the border.
    let tiled = run(path, &["trace", "pad.png", "--sheet", "sheet.json", "--format", "tiled"]);
    let tile = serde_json::from_str::<Value>(&tiled).unwrap()["tiles"][0].take();
    assert_eq!([&tile["x"], &tile["y"], &tile["width"]], [&json!(3), &json!(3), &json!(8)]);
}

#[test]
fn errors_name_invalid_number_of_frame() {
    let folder = folder();
    let path = folder.path();
    walk(path);
    let float = json!({"frames": [{"filename": "a", "frame": {"x": 32.0, "y": 0.0, "w": 16.0, "h": 16.0}}]});
    assert_eq!(names(path, "walk.png", &float), [("a".into(), 3)]);
    let part =
        |size: Value| json!({"frame": place(4), "spriteSourceSize": size, "sourceSize": {"w": 16, "h": 16}});
    // Transparent pixels may lie outside of the frame, solid ones may not.
    let below = json!({"frames": {"a": part(json!({"x": 0, "y": 3, "w": 16, "h": 16}))}});
    assert_eq!(names(path, "walk.png", &below), [("a".into(), 5)]);
    for (sprite, wanted) in [
        (
            part(json!({"x": -1, "y": 0, "w": 16, "h": 16})),
            "spriteSourceSize puts the sprite of 16x16 pixels at -1, 0",
        ),
        (part(json!({"x": 0.5, "y": 0, "w": 16, "h": 16})), "spriteSourceSize.x is 0.5, not a whole number"),
        (part(json!({"x": 0, "y": 0, "w": -16, "h": 16})), "spriteSourceSize.w is -16, which is negative"),
        (json!({"frame": {"x": -1, "y": 0, "w": 16, "h": 16}}), "frame.x is -1, which is negative"),
        (json!({"frame": {"x": 1e9, "y": 0, "w": 16, "h": 16}}), "frame.x is 1000000000, above 65535"),
        (json!({"frame": {"x": 0, "y": 0, "w": 16}}), "frame.h is not a number"),
        (json!({"frame": {"x": 0, "y": 0, "w": "16", "h": 16}}), "frame.w is not a number"),
        (json!({"frame": {"x": 190, "y": 0, "w": 16, "h": 16}}), "beyond the sheet of 192x16 pixels"),
        (
            json!({"frame": place(0), "sourceSize": {"w": 16, "h": -2}}),
            "sourceSize.h is -2, which is negative",
        ),
        (json!({"frame": place(0), "rotated": 90}), "rotated is 90, not true or false"),
        (json!({"frame": place(0), "pivot": {"x": 0.5}}), "pivot.y is not a number"),
        (json!({"x": 0}), "it has no \"frame\""),
        (json!(7), "it has no \"frame\""),
    ] {
        let line = refused(path, sprite);
        assert!(line.contains("sheet.json: frame \"a\": ") && line.contains(wanted), "{line}");
    }
}

#[test]
fn anchors_are_read_from_pivot_and_from_anchor() {
    let folder = folder();
    let path = folder.path();
    walk(path);
    let table = json!({"frames": [
        {"filename": "a", "frame": place(0), "pivot": {"x": 0.5, "y": 1}},
        {"filename": "b", "frame": place(1), "anchor": {"x": 0, "y": 0.25}},
    ]});
    fs::write(path.join("sheet.json"), table.to_string()).unwrap();
    let frames = lines(&run(path, &["trace", "walk.png", "--sheet", "sheet.json", "--json"]));
    assert_eq!([&frames[0]["anchor"], &frames[1]["anchor"]], [&json!([8, 16]), &json!([0, 4])]);
}
