//! Tests the warnings of `check` and `draw` about maps with errors, and the pictures of tiles that `draw` shows.

use assert_cmd::Command;
use image::{Rgba, RgbaImage};
use std::path::Path;

fn bumper(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_bumper")).current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A map with two tiles. Their pictures are visible if no shape covers them.
fn map(image: &str) -> String {
    format!(
        r#"<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
        <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" columns="1">{image}</tileset>
        <layer name="land" width="2" height="1"><data encoding="csv">1,1</data></layer></map>"#
    )
}

/// Draws a map, and returns the number of pixels of approximately this colour, and the warnings.
fn drawn(folder: &Path, text: &str, color: [u8; 3]) -> (usize, String) {
    std::fs::write(folder.join("map.tmx"), text).unwrap();
    let (code, _, error) = bumper(folder, &["draw", "map.tmx", "--ignore", "land", "-o", "out.png"]);
    assert_eq!(code, Some(0), "{error}");
    let out = image::open(folder.join("out.png")).unwrap().into_rgba8();
    let like = |pixel: &&Rgba<u8>| (0..3).all(|k| pixel.0[k].abs_diff(color[k]) < 8);
    let warnings = error.lines().filter(|line| line.starts_with("warning")).collect::<Vec<_>>().join("\n");
    (out.pixels().filter(like).count(), warnings)
}

#[test]
fn each_bad_object_gives_one_warning() {
    let folder = tempfile::tempdir().unwrap();
    let bad = r#"<object id="2" name="slip"><polygon points="0,0 0,0"/></object>"#;
    let text = |bad: &str| {
        format!(
            r#"<map orientation="orthogonal"><objectgroup name="o"><object id="1" name="floor" width="64" height="16"/>{bad}</objectgroup></map>"#
        )
    };
    std::fs::write(folder.path().join("map.tmx"), text(bad)).unwrap();
    let (code, out, error) = bumper(folder.path(), &["check", "map.tmx"]);
    assert!(code == Some(0) && out.contains("1 shape,"), "{out}");
    let line = "warning: map.tmx: left out: layer \"o\": object 2 \"slip\": polygon needs three or more different points";
    assert_eq!(error, format!("{line}\n"));
    std::fs::write(folder.path().join("map.tmx"), text(&bad.repeat(20))).unwrap();
    let error = bumper(folder.path(), &["check", "map.tmx"]).2;
    assert_eq!(error, format!("{line}\n").repeat(8) + "warning: map.tmx: left out: 12 more objects\n");
}

#[test]
fn jpeg_pictures_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let picture = image::RgbImage::from_pixel(16, 16, image::Rgb([200, 120, 40]));
    picture.save(folder.path().join("t.jpg")).unwrap();
    let text = map(r#"<image source="t.jpg" width="16" height="16"/>"#);
    let (count, error) = drawn(folder.path(), &text, [200, 120, 40]);
    assert!(count > 1000 && error.is_empty(), "{count} {error}");
}

#[test]
fn picture_size_omitted_by_map_is_read_from_file() {
    let folder = tempfile::tempdir().unwrap();
    let half = |x, _| if x < 16 { Rgba([255, 0, 255, 255]) } else { Rgba([0, 99, 0, 255]) };
    RgbaImage::from_fn(32, 48, half).save(folder.path().join("t.png")).unwrap();
    let text = map(r#"<image source="t.png"/>"#).replace("columns=\"1\"", "").replace(">1,1<", ">2,2<");
    let (count, error) = drawn(folder.path(), &text, [0, 99, 0]);
    assert!(count > 1000 && error.is_empty(), "{count} {error}");
    // A tile object without a size, whose tile has its own picture.
    let text = r#"<map orientation="orthogonal" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="64" tileheight="64">
        <tile id="0"><image source="t.png"/></tile></tileset><objectgroup name="o"><object id="1" name="tree" gid="1" x="0" y="48"/>
        <object id="2" name="in" x="31" y="47"><point/></object><object id="3" name="out" x="33" y="47"><point/></object></objectgroup></map>"#;
    std::fs::write(folder.path().join("map.tmx"), text).unwrap();
    let (_, out, _) = bumper(folder.path(), &["check", "map.tmx"]);
    assert!(out.contains("3 shapes, 3 pairs: 1 overlapping, 0 touching"), "{out}");
}

#[test]
fn transparent_colour_is_not_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let half = |x, _| if x < 8 { Rgba([255, 0, 255, 255]) } else { Rgba([0, 99, 0, 255]) };
    RgbaImage::from_fn(16, 16, half).save(folder.path().join("t.png")).unwrap();
    let counts = ["", r#"trans="ff00ff""#, r##"trans="#ff00ff""##, r#"trans="ff00fe""#].map(|trans| {
        let text = map(&format!(r#"<image source="t.png" {trans} width="16" height="16"/>"#));
        [[255, 0, 255], [0, 99, 0]].map(|color| drawn(folder.path(), &text, color).0 > 1000)
    });
    assert_eq!(counts, [[true, true], [false, true], [false, true], [true, true]]);
}

#[test]
fn undrawable_pictures_give_warning() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("text.png"), "no picture").unwrap();
    for (name, reason) in [
        ("none.png", "No such file or directory (os error 2)"),
        ("text.png", "Format error decoding Png: Invalid PNG signature."),
        (".", "it is a folder, not a file"),
        ("none.aseprite", "No such file or directory (os error 2)"),
    ] {
        let text = map(&format!(r#"<image source="{name}" width="16" height="16"/>"#));
        let error = drawn(folder.path(), &text, [0; 3]).1;
        assert_eq!(error, format!("warning: map.tmx: picture {name}: {reason}"));
        // Commands that do not use the pictures do not warn about them.
        assert_eq!(
            bumper(folder.path(), &["check", "map.tmx", "--ignore", "land"]).2.matches("warning").count(),
            0
        );
        let quiet = ["draw", "map.tmx", "--ignore", "land", "--no-pictures", "-o", "out.png"];
        assert_eq!(bumper(folder.path(), &quiet).2.matches("warning").count(), 0);
    }
}

#[cfg(unix)]
#[test]
fn pipe_as_picture_gives_warning_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["pipe.png", "pipe.aseprite"] {
        let pipe = folder.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let text = map(&format!(r#"<image source="{name}" width="16" height="16"/>"#));
        let error = drawn(folder.path(), &text, [0; 3]).1;
        assert!(error.starts_with(&format!("warning: map.tmx: picture {name}: it is")), "{error}");
    }
}
