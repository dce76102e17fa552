//! Test sprites, and functions that run the command on them.

use assert_cmd::Command;
use image::{Rgba, RgbaImage};
use serde_json::Value;
use std::path::Path;

pub fn bumper(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bumper"));
    command.current_dir(folder);
    command
}

pub fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = bumper(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the command and returns its error. Checks that the command fails with an error of one line.
pub fn fails(folder: &Path, arguments: &[&str]) -> String {
    let output = bumper(folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    text.trim_end().to_string()
}

pub fn picture(rows: &[&str]) -> RgbaImage {
    RgbaImage::from_fn(rows[0].len() as u32, rows.len() as u32, |x, y| {
        match rows[y as usize].as_bytes()[x as usize] {
            b'#' => Rgba([200, 40, 40, 255]),
            b'+' => Rgba([40, 200, 40, 100]),
            _ => Rgba([0, 0, 0, 0]),
        }
    })
}

pub const DOT: [&str; 20] = [
    ".......######.......",
    ".....##########.....",
    "...##############...",
    "..################..",
    "..################..",
    ".##################.",
    ".##################.",
    "####################",
    "####################",
    "####################",
    "####################",
    "####################",
    "####################",
    ".##################.",
    ".##################.",
    "..################..",
    "..################..",
    "...##############...",
    ".....##########.....",
    ".......######.......",
];
pub const KEY: [&str; 6] = [".####...", ".#..#...", ".####...", "..#.....", "..###...", "..#....."];

pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    picture(&DOT).save(folder.path().join("dot.png")).unwrap();
    picture(&KEY).save(folder.path().join("key.png")).unwrap();
    folder
}

pub fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
