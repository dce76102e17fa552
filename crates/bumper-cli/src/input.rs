//! Reads the scene of a command from a file, from standard input, or from a built-in example.

use crate::terminal::{HINT, WARNING, say};
use anyhow::{Context, Result, bail};
use bumper_scene::{AnyScene, Choice, Image, Map, MapKind};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

const EXAMPLE_2D: &str = include_str!("../scenes/example-2d.json");
const EXAMPLE_3D: &str = include_str!("../scenes/example-3d.json");
const EXAMPLE_MOVING: &str = include_str!("../scenes/example-moving.json");

/// The largest size in bytes of a file or of standard input. It is enough for ten million shapes, and ends the reading of a stream that
/// never ends.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// The largest number of names that a warning about a map or its pictures lists, for example of layers that were left out. The warning only
/// counts the others.
pub const MAX_NAMED: usize = 8;

#[derive(clap::Args)]
pub struct Input {
    /// The scene file, a map of Tiled or LDtk, or - for standard input [default: a built-in example]
    scene: Option<PathBuf>,

    /// Use the built-in 3D example
    #[arg(long = "3d", conflicts_with = "scene")]
    three: bool,

    #[command(flatten)]
    layers: Layers,
}

/// Options that select layers, worlds and levels of a map.
#[derive(clap::Args, Clone, Default)]
pub struct Layers {
    /// Treat all tiles of these layers of a map as solid, even if they are invisible: a name, or patterns such as 'ground*,walls' or all.
    /// Can be repeated
    #[arg(long, value_name = "LAYER")]
    solid: Vec<String>,

    /// Ignore these layers of a map, given as in --solid, or these values of IntGrid layers of LDtk (LAYER/VALUE). Can be repeated
    #[arg(long, value_name = "LAYER")]
    ignore: Vec<String>,

    /// Read this world of an LDtk project instead of the first one
    #[arg(long, value_name = "WORLD")]
    world: Option<String>,

    /// Read only this level of an LDtk project. Can be repeated
    #[arg(long, value_name = "LEVEL")]
    level: Vec<String>,
}

impl Layers {
    fn is_empty(&self) -> bool {
        self.solid.is_empty() && self.ignore.is_empty() && self.world.is_none() && self.level.is_empty()
    }
}

/// A scene, and the pictures that belong to it.
pub struct OpenedScene {
    pub scene: AnyScene,
    /// The pictures that belong to the scene, from back to front.
    pub images: Vec<Image>,
}

impl Input {
    /// The name of the scene in messages.
    pub fn name(&self) -> String {
        match &self.scene {
            Some(path) => path.display().to_string(),
            None if self.three => "the built-in example in 3D".into(),
            None => "the built-in example in 2D".into(),
        }
    }

    /// If no scene file was given, prints that the results are those of the built-in example.
    pub fn introduce(&self, out: &mut impl Write) -> std::io::Result<()> {
        match self.scene {
            Some(_) => Ok(()),
            None => writeln!(out, "This is {}. Give a scene file to see your own.\n", self.name()),
        }
    }

    pub fn read(&self) -> Result<AnyScene> {
        self.open(false).map(|opened| opened.scene)
    }

    /// Reads the scene, and its pictures if `pictures` is true.
    pub fn open(&self, pictures: bool) -> Result<OpenedScene> {
        let name = self.name();
        let example = if self.three { EXAMPLE_3D } else { EXAMPLE_2D };
        open(self.scene.as_deref(), example, &self.layers, pictures, &name).with_context(|| name)
    }
}

/// The scene of `run` and `play`. Its built-in example has a mover.
#[derive(clap::Args, Clone)]
pub struct MotionInput {
    /// The scene file, a map of Tiled or LDtk, or - for standard input [default: a built-in example of a mover]
    pub scene: Option<PathBuf>,

    #[command(flatten)]
    layers: Layers,
}

impl MotionInput {
    /// The scene of the file `path`.
    #[cfg(all(test, feature = "window"))]
    pub fn of(path: &Path) -> Self {
        Self { scene: Some(path.into()), layers: Layers::default() }
    }

    /// The name of the scene in messages.
    pub fn name(&self) -> String {
        self.scene
            .as_ref()
            .map_or_else(|| "the built-in example of a mover".into(), |path| path.display().to_string())
    }

    /// The text of the scene file, to save a changed copy of it. Fails for a map, because its text is not a scene. Fails for standard
    /// input, because it cannot be read again.
    #[cfg(feature = "window")]
    pub fn text(&self) -> Result<Vec<u8>> {
        let Some(path) = &self.scene else { return Ok(EXAMPLE_MOVING.into()) };
        let name = || self.name();
        if path == Path::new("-") {
            bail!("a scene from standard input cannot be saved");
        }
        let text = load(path).with_context(name)?;
        if MapKind::of(Some(path), &text).is_some() {
            bail!("{} is a map: move its objects in the map editor", name());
        }
        Ok(text)
    }

    /// Reads the scene. Also reads its pictures if `pictures` is true.
    pub fn open(&self, pictures: bool) -> Result<OpenedScene> {
        let name = self.name();
        let opened = open(self.scene.as_deref(), EXAMPLE_MOVING, &self.layers, pictures, &name);
        let opened = opened.with_context(|| name.clone())?;
        if !opened.scene.has_motion() {
            say(
                HINT,
                &format!(
                    "{name}: 0 movers: add the key \"move\" to a shape, or to an object of a map the property \"move\" \
                 with the text {{}} (bumper help scene)"
                ),
            );
        }
        Ok(opened)
    }
}

/// Reads the scene in the file `path`, or the text `example` if there is no path.
fn open(
    path: Option<&Path>,
    example: &str,
    layers: &Layers,
    pictures: bool,
    name: &str,
) -> Result<OpenedScene> {
    let Some(path) = path else {
        return Ok(OpenedScene { scene: bumper_scene::read(example.as_bytes())?, images: Vec::new() });
    };
    let text = load(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    if image::guess_format(&text).is_ok() {
        bail!("a picture, not a scene or a map: bumper trace converts pictures to scenes");
    }
    let mut has_candidates = false;
    let opened = match MapKind::of(Some(path), &text) {
        Some(kind) => {
            let Layers { solid, ignore, world, level } = layers.clone();
            let choice = Choice { solid, ignore, world, levels: level, pictures };
            let map = bumper_scene::read_map_text(&text, kind, folder, &choice)?;
            warn(name, &map);
            has_candidates = !map.candidates.is_empty();
            OpenedScene { scene: map.scene, images: map.images }
        }
        None if !(layers.world.is_none() && layers.level.is_empty()) => {
            bail!("--world and --level select parts of LDtk projects, but this is a scene");
        }
        None if !layers.is_empty() => {
            bail!("--solid and --ignore select layers of maps, but this is a scene");
        }
        None => {
            let scene = bumper_scene::read_in(&text, folder)?;
            let images = if pictures { scene.sprites() } else { Vec::new() };
            OpenedScene { scene, images }
        }
    };
    if opened.scene.object_count() == 0 && !has_candidates {
        say(
            HINT,
            &format!(
                "{name}: 0 shapes: scenes have them in \"shapes\", maps in object layers and solid tiles (bumper help maps)"
            ),
        );
    }
    Ok(opened)
}

/// Prints warnings about the objects of a map that are left out, and about the layers that contribute no shape to the scene.
fn warn(name: &str, map: &Map) {
    for fault in map.warnings.iter().take(MAX_NAMED) {
        say(WARNING, &format!("{name}: left out: {fault}"));
    }
    if map.warnings.len() > MAX_NAMED {
        say(WARNING, &format!("{name}: left out: {} more objects", map.warnings.len() - MAX_NAMED));
    }
    if map.left_out.is_empty() {
        return;
    }
    let entries =
        map.left_out.iter().take(MAX_NAMED).map(|(layer, reason)| format!("\"{layer}\" ({reason})"));
    let mut layers = entries.collect::<Vec<_>>().join(", ");
    if map.left_out.len() > MAX_NAMED {
        layers += &format!(" and {} more", map.left_out.len() - MAX_NAMED);
    }
    say(
        WARNING,
        &format!(
            "{name}: left out: {layers}; --solid LAYER or the property \"solid\" includes a layer, --ignore LAYER silences this warning"
        ),
    );
    suggest_solid(name, &map.candidates);
}

/// Prints a hint that names the layers that are probably solid, if nothing in the map is marked as solid.
fn suggest_solid(name: &str, candidates: &[String]) {
    let options: Vec<_> =
        candidates.iter().take(MAX_NAMED).map(|layer| format!("--solid \"{layer}\"")).collect();
    if !options.is_empty() {
        let options = options.join(" or ");
        say(HINT, &format!("{name}: nothing in this map is marked as solid; try {options}, or --solid all"));
    }
}

/// Reads a file or standard input. Fails if it is larger than the largest permitted size.
pub fn load(path: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let source: Box<dyn Read> =
        if path == Path::new("-") { Box::new(std::io::stdin()) } else { Box::new(File::open(path)?) };
    source.take(MAX_FILE_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MAX_FILE_BYTES {
        bail!("the file is larger than 1 GiB");
    }
    Ok(text)
}
