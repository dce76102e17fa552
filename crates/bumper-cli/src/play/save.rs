//! Saves a scene with its shapes at the positions to which they were dragged.

use crate::input::MotionInput;
use anyhow::{Context, Result, bail};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a new scene file beside the file of `input`. In the new file, the shapes with the given indices are moved by their offsets.
/// Returns the path of the new file. Existing files are not changed: if the name is taken, a number is appended.
pub fn save(input: &MotionInput, offsets: &[(usize, Vec<f64>)]) -> Result<PathBuf> {
    if offsets.is_empty() {
        bail!("nothing to save: no shape was dragged");
    }
    let text = input.text()?;
    let moved = bumper_scene::with_offsets(&text, offsets).with_context(|| input.name())?;
    let original = input.scene.as_deref().unwrap_or(Path::new("example.json"));
    write_new(original, moved.as_bytes())
}

/// Creates a file in the folder of `original`. Its name is the name of `original` with `-moved` appended, and a number if that name is
/// taken.
fn write_new(original: &Path, bytes: &[u8]) -> Result<PathBuf> {
    let stem = original.file_stem().unwrap_or_default().to_string_lossy();
    for number in 1.. {
        let end = if number == 1 { String::new() } else { format!("-{number}") };
        let path = original.with_file_name(format!("{stem}-moved{end}.json"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                file.write_all(bytes).with_context(|| path.display().to_string())?;
                return Ok(path);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        }
    }
    bail!("{}: there is no free name", original.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saving_never_overwrites() {
        let folder = tempfile::tempdir().unwrap();
        let scene = folder.path().join("level.json");
        std::fs::write(&scene, r#"{"bumper": 1, "shapes": [{"point": [0, 0]}]}"#).unwrap();
        let input = MotionInput::of(&scene);
        let names = ["level-moved.json", "level-moved-2.json"].map(|name| folder.path().join(name));
        for name in &names {
            assert_eq!(save(&input, &[(0, vec![1.0, 2.5])]).unwrap(), *name);
        }
        let text = std::fs::read_to_string(&names[1]).unwrap();
        assert_eq!(text, r#"{"bumper": 1, "shapes": [{ "at": [1, 2.5],"point": [0, 0]}]}"#);
        assert!(save(&input, &[]).unwrap_err().to_string().starts_with("nothing to save"));
        let map = folder.path().join("map.tmx");
        std::fs::write(&map, "<map></map>").unwrap();
        let error = save(&MotionInput::of(&map), &[(0, vec![1.0, 2.5])]).unwrap_err();
        assert!(error.to_string().contains("is a map"), "{error}");
    }
}
