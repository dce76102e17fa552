//! Where a command's scene comes from: a file, standard input, or the examples that are built in.

use anyhow::{Context, Result, bail};
use bumper_scene::AnyScene;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

const EXAMPLE_2D: &str = include_str!("../scenes/example-2d.json");
const EXAMPLE_3D: &str = include_str!("../scenes/example-3d.json");

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
        if let Some(path) = self.scene.as_deref().filter(|path| bumper_scene::is_map(path)) {
            let map = bumper_scene::read_map(path).with_context(|| self.name())?;
            return Ok(map.scene);
        }
        let text = match &self.scene {
            Some(path) => load(path).with_context(|| self.name())?,
            None if self.three => EXAMPLE_3D.into(),
            None => EXAMPLE_2D.into(),
        };
        let folder = self.scene.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        bumper_scene::read_in(&text, folder).with_context(|| self.name())
    }
}

fn load(path: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let source: Box<dyn Read> =
        if path == Path::new("-") { Box::new(std::io::stdin()) } else { Box::new(File::open(path)?) };
    source.take(LARGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST {
        bail!("the file is larger than 1 GiB");
    }
    Ok(text)
}
