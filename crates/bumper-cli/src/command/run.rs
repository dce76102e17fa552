//! `bumper run`: runs the movers and bodies of a scene frame by frame.

use crate::backdrop::{Backdrop, Files, VISIBLE_PIXELS};
use crate::draw::{self, Figure, Picture};
use crate::film::Film;
use crate::input::{self, MotionInput, OpenedScene};
use crate::output;
use crate::report::{self, StageReport, rate};
use crate::text::{self, Table};
use anyhow::{Context, Result, anyhow};
use bumper::{Aabb, Relation, Vector};
use bumper_scene::{ByDimension, DynStage, Image, KeyTrack};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    input: MotionInput,

    /// Number of frames [default: those of the key file, or 60]
    #[arg(long, value_name = "N")]
    frames: Option<u64>,

    /// The keys held in each frame: one line per frame with left, right, up, down and jump, optionally followed by a number of frames
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,

    /// Write a film (.gif), or a picture of the last frame with the paths of the movers (.png, .svg)
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Frames per second of the film [default: 1 divided by the time step of the scene; 60 if this step is 0.1 or more]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    fps: Option<u32>,

    /// Print one JSON object per frame instead of the final positions
    #[arg(long)]
    json: bool,

    /// Print every hit of a mover and every new contact of two bodies
    #[arg(long, conflicts_with = "json")]
    trace: bool,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let keys = arguments.keys.as_deref().map_or(Ok(KeyTrack::default()), read_keys)?;
    if let Some(out) = &arguments.out
        && output::ending(out) != "gif"
    {
        output::is_png(out).map_err(|_| {
            anyhow!("{}: the name of a film must end in .gif, of a picture in .png or .svg", out.display())
        })?;
    }
    let OpenedScene { scene, images } = arguments.input.open(arguments.out.is_some())?;
    match scene.into_dyn_stage().with_context(|| arguments.input.name())? {
        ByDimension::In2d(stage) => play(arguments, stage, &images, &keys),
        ByDimension::In3d(stage) => play(arguments, stage, &images, &keys),
    }
}

fn read_keys(path: &Path) -> Result<KeyTrack> {
    let name = || path.display().to_string();
    let bytes = input::load(path).with_context(name)?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{}: the file is not UTF-8", name()))?;
    KeyTrack::read(&text).map_err(|reason| anyhow!("{}: {reason}", name()))
}

fn play<const N: usize>(
    arguments: &Arguments,
    mut stage: Box<dyn DynStage<N>>,
    images: &[Image],
    keys: &KeyTrack,
) -> Result<()> {
    let default = if keys.frames() == 0 { 60 } else { keys.frames() };
    let frames = arguments.frames.unwrap_or(default);
    let rate = rate(stage.scene().time_step(), arguments.fps);
    let mut out = BufWriter::new(stdout().lock());
    let bar = progress(frames);
    let mut camera = arguments.out.as_ref().map(|path| Camera {
        backdrop: static_backdrop(images, &*stage, &arguments.input.name()),
        ..Camera::new(path, &*stage, rate, &film_region(&*stage, keys, frames))
    });
    let table = Table([8, 16, 16, 24, 0]);
    if arguments.trace {
        table.head(&mut out, ["FRAME", "WHO", "WITH", "NORMAL", "MOVED"])?;
    }
    let mut hits = 0;
    let mut line = Vec::new();
    for frame in 0..frames {
        stage.step(keys.at(frame));
        if frame % 256 == 0 {
            bar.set_position(frame);
        }
        if arguments.json {
            line.clear();
            report::line(&mut line, &StageReport(&*stage));
            out.write_all(&line)?;
        }
        if arguments.trace {
            report::trace(&mut out, &table, &StageReport(&*stage))?;
        }
        // Only the text output prints the number of hits; JSON does not.
        if !arguments.json {
            hits += report::hits(&StageReport(&*stage));
        }
        if let Some(camera) = &mut camera {
            camera.record(&*stage)?;
        }
    }
    bar.finish_and_clear();
    if !arguments.json {
        let movers = stage.movers().len();
        let bodies = stage.bodies().len();
        if !arguments.trace && (movers > 0 || bodies == 0) {
            report::movers(&mut out, &StageReport(&*stage))?;
        }
        if !arguments.trace && bodies > 0 {
            report::bodies(&mut out, &StageReport(&*stage))?;
        }
        let bodies = if bodies > 0 { format!(", {}", report::count(bodies)) } else { String::new() };
        let movers = text::count(movers as u64, "mover");
        writeln!(out, "\n{}, {movers}{bodies}: {}", text::count(frames, "frame"), text::count(hits, "hit"))?;
    }
    if let (Some(camera), Some(path)) = (camera, &arguments.out) {
        let bytes = camera.finish(&*stage).with_context(|| path.display().to_string())?;
        output::write_whole(path, &bytes).with_context(|| path.display().to_string())?;
    }
    out.flush()?;
    Ok(())
}

fn progress(frames: u64) -> ProgressBar {
    if !stderr().is_terminal() || stdout().is_terminal() && frames < 10_000 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} frames, {eta} left");
    ProgressBar::new(frames).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The region of the scene that a film shows. If the scene has bounds, it is the area within them. Otherwise the run is simulated first.
/// The region then contains all objects at the start, and the paths of all movers and bodies. It grows on each side by at most half of the
/// longest side that it has at the start, so that objects that fly away do not make it huge.
fn film_region<const N: usize>(stage: &dyn DynStage<N>, keys: &KeyTrack, frames: u64) -> Aabb<f64, N> {
    let start = stage.extent();
    if stage.scene().bounds().is_some() {
        return start;
    }
    let size = (start.max() - start.min()).0.into_iter().fold(0.0, f64::max);
    let limit = Aabb::new(start.min() - Vector::splat(size / 2.0), start.max() + Vector::splat(size / 2.0));
    let mut stage = stage.boxed_clone();
    let mut region = start;
    for frame in 0..frames {
        stage.step(keys.at(frame));
        for aabb in stage.movers().into_iter().chain(stage.bodies()).filter_map(|object| stage.aabb(object)) {
            region = aabb.intersection(&limit).map_or(region, |aabb| region.union(&aabb));
        }
    }
    region
}

/// The backdrop of a film, composed of all pictures that do not belong to a moving object.
fn static_backdrop<const N: usize>(
    images: &[Image],
    stage: &dyn DynStage<N>,
    name: &str,
) -> Option<Backdrop> {
    let scene = stage.scene();
    let is_moving = |image: &&Image| {
        let object =
            image.object.as_ref().and_then(|id| (0..scene.len()).find(|&object| scene.id(object) == id));
        object.is_some_and(|object| moves(stage, object))
    };
    let static_images: Vec<Image> = images.iter().filter(|image| !is_moving(image)).cloned().collect();
    let mut files = Files::default();
    let backdrop = Backdrop::of(&static_images, scene.y(), VISIBLE_PIXELS, &mut files);
    files.warn(name);
    backdrop
}

/// Whether an object can move: whether it is a mover, or a body that is not static.
fn moves<const N: usize>(stage: &dyn DynStage<N>, object: usize) -> bool {
    stage.mover_state(object).is_some() || stage.body(object).is_some()
}

/// Records the frames of a run, as a film or as a single picture of the last frame.
struct Camera<const N: usize> {
    film: Option<Film>,
    png: bool,
    backdrop: Option<Backdrop>,
    /// The region of the scene that is visible in the film or picture.
    region: Aabb<f64, N>,
    /// The duration of one frame of the run, in hundredths of a second, the unit of time in GIF files.
    frame_time: f64,
    /// The duration of all frames that the film has so far, in hundredths of a second.
    recorded_time: f64,
    trails: Vec<Vec<Vector<f64, N>>>,
}

/// The largest number of movers whose paths are drawn as trails.
const MAX_TRAILS: usize = 60;

/// The size of a pixel of the SVG in pixels of the film. Each frame is drawn as SVG and then converted to pixels.
const ZOOM: f32 = 0.75;

/// The shortest duration of a frame in a film, in hundredths of a second. Viewers show shorter frames too slowly.
const MIN_FRAME_TIME: f64 = 2.0;

impl<const N: usize> Camera<N> {
    fn new(path: &Path, stage: &dyn DynStage<N>, rate: f64, region: &Aabb<f64, N>) -> Self {
        let film = (output::ending(path) == "gif").then(Film::default);
        let trails = if stage.movers().len() <= MAX_TRAILS { stage.movers().len() } else { 0 };
        let mut camera = Self {
            png: output::ending(path) == "png",
            film,
            backdrop: None,
            region: *region,
            frame_time: 100.0 / rate,
            recorded_time: 0.0,
            trails: vec![Vec::new(); trails],
        };
        camera.extend_trails(stage);
        camera
    }

    /// Appends the current center of each mover to its trail.
    fn extend_trails(&mut self, stage: &dyn DynStage<N>) {
        for (trail, object) in self.trails.iter_mut().zip(stage.movers()) {
            trail.extend(stage.center(object));
        }
    }

    fn record(&mut self, stage: &dyn DynStage<N>) -> Result<()> {
        if self.film.is_none() {
            self.extend_trails(stage);
            return Ok(());
        }
        // Skip frames of the run that would be shown for a shorter time than viewers support.
        let now = stage.frame() as f64 * self.frame_time;
        if now - self.recorded_time < MIN_FRAME_TIME - 1e-9 {
            return Ok(());
        }
        let delay = now.round() - self.recorded_time.round();
        self.recorded_time = now;
        let svg = self.picture(stage);
        let pixels = draw::pixels(&svg, ZOOM)?;
        let width = pixels.width();
        let height = pixels.height();
        let picture = image::RgbaImage::from_raw(width, height, pixels.take()).context("the picture")?;
        let Some(film) = &mut self.film else { return Ok(()) };
        film.add(picture, delay as u16)
    }

    fn picture(&self, stage: &dyn DynStage<N>) -> String {
        let scene = stage.scene();
        let mut relations = vec![Relation::Apart; scene.len()];
        for object in stage.movers() {
            for hit in stage.hits(object) {
                for object in [Some(object), hit.with].into_iter().flatten() {
                    relations[object] = Relation::Touching;
                }
            }
        }
        let figure = |(object, relation): (usize, Relation)| {
            let parts = stage.sketches(object);
            let moves = moves(stage, object);
            Figure { id: scene.id(object), parts, relation, moves }
        };
        let figures = relations.into_iter().enumerate().map(figure).collect();
        let trails = if self.film.is_some() { Vec::new() } else { self.trails.clone() };
        let picture = Picture {
            y: scene.y(),
            figures,
            marks: Vec::new(),
            beams: Vec::new(),
            ghosts: Vec::new(),
            backdrop: self.backdrop.as_ref(),
            trails,
            frame: Some(self.region),
            bounds: scene.bounds(),
        };
        draw::svg(&picture)
    }

    fn finish(mut self, stage: &dyn DynStage<N>) -> Result<Vec<u8>> {
        match self.film.take() {
            Some(film) => film.finish(),
            None if self.png => draw::png(&self.picture(stage)),
            None => Ok(self.picture(stage).into_bytes()),
        }
    }
}
