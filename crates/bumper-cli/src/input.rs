//! Where a command's scene comes from: a file, standard input, or the examples that are built in.

use anyhow::{Context, Result, bail};
use bumper_scene::AnyScene;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

const EXAMPLE_2D: &str = include_str!("../scenes/example-2d.json");
const EXAMPLE_3D: &str = include_str!("../scenes/example-3d.json");
const EXAMPLE_MOVING: &str = include_str!("../scenes/example-moving.json");

/// The largest file that is read: ten million shapes, and an end to files without one.
const LARGEST: u64 = 1 << 30;

#[derive(clap::Args)]
pub struct Input {
    /// The scene file, a map (.tmx and .tmj of Tiled, .ldtk), or - for standard input [default: a built-in example]
    scene: Option<PathBuf>,

    /// Take the built-in example in 3D
    #[arg(long = "3d", conflicts_with = "scene")]
    three: bool,
}

impl Input {
    /// What the scene is called in messages.
    pub fn name(&self) -> String {
        match &self.scene {
            Some(path) => path.display().to_string(),
            None if self.three => "the built-in example in 3D".into(),
            None => "the built-in example in 2D".into(),
        }
    }

    /// Says what is shown where that was not asked for.
    pub fn introduce(&self, out: &mut impl Write) -> std::io::Result<()> {
        match self.scene {
            Some(_) => Ok(()),
            None => writeln!(out, "This is {}. Give a scene file to see your own.\n", self.name()),
        }
    }

    pub fn read(&self) -> Result<AnyScene> {
        open(self.scene.as_deref(), if self.three { EXAMPLE_3D } else { EXAMPLE_2D })
            .with_context(|| self.name())
    }
}

/// What `run` and `play` take: a scene with movers.
#[derive(clap::Args, Clone)]
pub struct Moving {
    /// The scene file, a map (.tmx and .tmj of Tiled, .ldtk), or - for standard input [default: the tutorials' dot and wall]
    pub scene: Option<PathBuf>,
}

impl Moving {
    /// What the scene is called in messages.
    pub fn name(&self) -> String {
        self.scene
            .as_ref()
            .map_or_else(|| "the built-in dot and wall".into(), |path| path.display().to_string())
    }

    pub fn read(&self) -> Result<AnyScene> {
        open(self.scene.as_deref(), EXAMPLE_MOVING).with_context(|| self.name())
    }
}

/// The scene of a file, or of the text of an example where there is none.
fn open(path: Option<&Path>, example: &str) -> Result<AnyScene> {
    let Some(path) = path else { return Ok(bumper_scene::read(example.as_bytes())?) };
    if bumper_scene::is_map(path) {
        return Ok(bumper_scene::read_map(path)?.scene);
    }
    Ok(bumper_scene::read_in(&load(path)?, path.parent().unwrap_or(Path::new("")))?)
}

/// The bytes of a file that a command reads, within reason.
pub fn load(path: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let source: Box<dyn Read> =
        if path == Path::new("-") { Box::new(std::io::stdin()) } else { Box::new(File::open(path)?) };
    source.take(LARGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST {
        bail!("the file is larger than 1 GiB");
    }
    Ok(text)
}
