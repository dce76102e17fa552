//! Tests `bumper trace` on pictures without an alpha channel, tables of frames, and files that state wrong sizes.

#[path = "common/aseprite.rs"]
mod aseprite;
#[path = "common/sprites.rs"]
mod sprites;

use aseprite::aseprite;
use image::{DynamicImage, RgbaImage};
use sprites::{DOT, KEY, bumper, fails, folder, lines, picture, run};
use std::fs;

#[test]
fn key_colour_is_transparent_and_opaque_pictures_warn() {
    let folder = folder();
    let path = folder.path();
    let mut opaque = picture(&KEY);
    opaque.pixels_mut().filter(|pixel| pixel.0[3] == 0).for_each(|pixel| pixel.0 = [0, 255, 255, 255]);
    let rgb = DynamicImage::from(opaque.clone()).into_rgb8();
    rgb.save(path.join("key.bmp")).unwrap();
    rgb.save(path.join("opaque.png")).unwrap();
    // Indexed pictures, one without alpha and one with alpha.
    let palette = |name: &str, alpha: bool| {
        let file = fs::File::create(path.join(name)).unwrap();
        let mut encoder = png::Encoder::new(file, 8, 6);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(vec![0, 255, 255, 200, 40, 40]);
        if alpha {
            encoder.set_trns(vec![0, 255]);
        }
        let bytes: Vec<u8> = KEY.concat().bytes().map(|pixel| u8::from(pixel == b'#')).collect();
        encoder.write_header().unwrap().write_image_data(&bytes).unwrap();
    };
    palette("palette.png", false);
    palette("clear.png", true);
    let rows = serde_json::json!(KEY);
    for (name, key) in
        [("key.bmp", "#00ffff"), ("opaque.png", "00FFFF"), ("palette.png", "cyan"), ("clear.png", "black")]
    {
        let frames = lines(&run(path, &["trace", name, "--key-color", key, "--as", "mask", "--json"]));
        assert_eq!(frames[0]["hitboxes"][0]["shapes"][0]["mask"]["rows"], rows, "{name}");
    }
    let output = bumper(path).args(["trace", "opaque.png"]).output().unwrap();
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && warning.lines().count() == 1, "{warning}");
    assert!(
        warning.starts_with("warning: opaque.png: every pixel of opaque is solid; --key-color \"#00ffff\""),
        "{warning}"
    );
    assert!(bumper(path).args(["trace", "clear.png"]).output().unwrap().stderr.is_empty());
    let output = bumper(path).args(["trace", "key.bmp", "--key-color", "blue-ish"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn frame_tables_have_sizes_and_anchors() {
    let folder = folder();
    let path = folder.path();
    let mut sheet = RgbaImage::new(60, 20);
    image::imageops::overlay(&mut sheet, &picture(&DOT), 0, 0);
    image::imageops::overlay(&mut sheet, &picture(&KEY), 40, 7);
    sheet.save(path.join("sheet.png")).unwrap();
    let trace = |more: &[&str]| {
        run(path, &[&["trace", "sheet.png", "--grid", "20x20", "--anchor", "bottom"], more].concat())
    };
    let frames = lines(&trace(&["--json"]));
    assert!(frames.iter().all(|frame| frame["anchor"] == serde_json::json!([10, 20])));
    // The program prints, for each frame of its table, the size, the anchor and the total area of its boxes.
    trace(&["-o", "sheet.h"]);
    let program = "#include <stdio.h>\n#include \"sheet.h\"\nint main(void) {\n  int k, b, area;\n  for (k = 0; k < SHEET_FRAMES_COUNT; k++) {\n    area = 0;\n    for (b = 0; b < sheet_body_counts[k]; b++)\n      area += sheet_body_boxes[k][b][2] > 0;\n    printf(\"%d %d %d %d %d %d\\n\", sheet_frames[k][0], sheet_frames[k][1], sheet_frames[k][2], sheet_frames[k][3], area, sheet_body_boxes[k] == 0);\n  }\n  return 0;\n}\n";
    fs::write(path.join("main.c"), program).unwrap();
    let flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", "main", "main.c"];
    let compiled = std::process::Command::new("gcc").current_dir(path).args(flags).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = std::process::Command::new(path.join("main")).output().unwrap();
    let counts: Vec<usize> = frames
        .iter()
        .map(|frame| {
            frame["hitboxes"]
                .as_array()
                .unwrap()
                .first()
                .map_or(0, |first| first["shapes"].as_array().unwrap().len())
        })
        .collect();
    let expected: String =
        counts.iter().map(|count| format!("20 20 10 20 {count} {}\n", u8::from(*count == 0))).collect();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    assert!(counts.contains(&0));
    let text = trace(&["-o", "-", "--format", "rust"]);
    assert!(
        text.contains("pub const FRAMES: [Frame; 3]")
            && text.contains("anchor: [10.0, 20.0], body_boxes: &[] }"),
        "{text}"
    );
    // The tables of all other kinds of hitboxes compile.
    for kind in ["polygons", "circle", "mask"] {
        trace(&["--as", kind, "-o", "sheet.h"]);
        fs::write(path.join("main.c"), "#include \"sheet.h\"\nint main(void) { return 0; }\n").unwrap();
        let compiled = std::process::Command::new("gcc").current_dir(path).args(flags).output().unwrap();
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    }
    // The default format for standard output is a scene.
    assert!(trace(&["-o", "-"]).starts_with("{\n  \"bumper\": 1"));
}

#[test]
fn files_with_false_sizes_are_refused_early() {
    let folder = folder();
    let path = folder.path();
    let start = std::time::Instant::now();
    let honest = aseprite();
    let changed = |name: &str, changes: &[(usize, &[u8])]| {
        let mut file = honest.clone();
        for (at, bytes) in changes {
            file[*at..at + bytes.len()].copy_from_slice(bytes);
        }
        fs::write(path.join(name), file).unwrap();
        fails(path, &["trace", name])
    };
    let large = changed("large.aseprite", &[(8, &[0xff, 0xff, 0xff, 0xff])]);
    assert!(large.contains("3 frames of 65535 x 65535 pixels"), "{large}");
    let many = changed("many.aseprite", &[(6, &[0xff, 0xff])]);
    assert!(many.contains("it ends too early"), "{many}");
    // A GIF of one pixel that states the largest possible size.
    let gif = b"GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    fs::write(path.join("large.gif"), gif).unwrap();
    assert!(fails(path, &["trace", "large.gif"]).contains("2^24"));
    let frame = r#"{"filename": "a", "frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "sourceSize": {"w": 8000, "h": 8000}}"#;
    fs::write(path.join("atlas.json"), format!(r#"{{"frames": [{}]}}"#, [frame; 50].join(","))).unwrap();
    assert!(
        fails(path, &["trace", "dot.png", "--sheet", "atlas.json"]).contains("more than 2^25 pixels in all")
    );
    RgbaImage::new(1024, 1024).save(path.join("fine.png")).unwrap();
    assert!(fails(path, &["trace", "fine.png", "--grid", "1x1"]).contains("1048576 cells"));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
