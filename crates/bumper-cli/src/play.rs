//! The window of `bumper play`: a game loop that runs a scene with a fixed time step.

mod controls;
mod file_watcher;
mod game;
mod paint;
mod panel;
mod running_stage;
mod save;
mod shape_style;
mod view;

use crate::backdrop::{Backdrop, Files};
use crate::input::{MotionInput, OpenedScene};
use crate::output;
use anyhow::{Context, Result, anyhow};
use bumper_scene::{ByDimension, Image, KeyTrack};
use controls::Toggles;
use game::Game;
use macroquad::miniquad::conf::Platform;
use macroquad::prelude::*;
use paint::RunningScene;
use running_stage::RunningStage;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The largest size of the window, in pixels. Scenes that are smaller are enlarged by an integer factor.
const MAX_WINDOW: [f64; 2] = [1120.0, 720.0];

/// The smallest size of the window, in pixels. The help fits into a window of this size.
const MIN_WINDOW: [f64; 2] = [532.0, 430.0];

/// Whether the window has been opened. A panic before that means that there is no display, and is reported as an error. A panic after that
/// is a bug, and is reported as a panic.
static WINDOW_OPENED: AtomicBool = AtomicBool::new(false);

pub fn window(input: &MotionInput, fps: Option<u32>, json: bool, record: Option<&Path>) -> Result<()> {
    let (running_stage, images) = load(input, fps)?;
    let write = |track: &KeyTrack| {
        let Some(path) = record else { return Ok(()) };
        output::write_whole(path, track.to_string().as_bytes()).with_context(|| path.display().to_string())
    };
    // If the file for the recording does not exist, create it now, so that an error is reported before the game starts. An existing file
    // stays unchanged until the window closes.
    if record.is_some_and(|path| !path.exists()) {
        write(&KeyTrack::default())?;
    }
    let track = Arc::new(Mutex::new(KeyTrack::default()));
    let [width, height] = running_stage.area().size;
    let fit = (MAX_WINDOW[0] / width).min(MAX_WINDOW[1] / height);
    let zoom = if fit >= 1.0 { fit.floor() } else { fit };
    let conf = Conf {
        window_title: format!("bumper: {}", input.name()),
        window_width: (width * zoom).round().max(MIN_WINDOW[0]) as i32,
        window_height: (height * zoom).round().max(MIN_WINDOW[1]) as i32 + view::BAR as i32,
        platform: Platform { swap_interval: Some(1), ..Platform::default() },
        ..Conf::default()
    };
    // Without a display, the window library panics. Do not print this panic; it is reported below as an error in one line.
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if WINDOW_OPENED.load(Ordering::Relaxed) {
            default_hook(info);
        }
    }));
    let opened = panic::catch_unwind(AssertUnwindSafe(|| {
        let input = input.clone();
        let track = Arc::clone(&track);
        macroquad::Window::from_config(conf, async move {
            WINDOW_OPENED.store(true, Ordering::Relaxed);
            Game::new((running_stage, images), input, fps, json, track).run().await;
        });
    }));
    match opened {
        Ok(()) => write(&track.lock().unwrap_or_else(PoisonError::into_inner)),
        Err(cause) if WINDOW_OPENED.load(Ordering::Relaxed) => panic::resume_unwind(cause),
        Err(_) => Err(anyhow!(
            "no window can be opened here; bumper run writes frames, films and pictures without one"
        )),
    }
}

/// A running scene and its pictures.
type Loaded = (Box<dyn RunningScene>, Vec<Image>);

fn load(input: &MotionInput, fps: Option<u32>) -> Result<Loaded> {
    let OpenedScene { scene, images } = input.open(true)?;
    let name = input.name();
    let running_stage: Box<dyn RunningScene> = match scene.into_dyn_stage().with_context(|| name.clone())? {
        ByDimension::In2d(stage) => Box::new(RunningStage::new(stage, fps, name)),
        ByDimension::In3d(stage) => Box::new(RunningStage::new(stage, fps, name)),
    };
    Ok((running_stage, images))
}

/// The largest number of pixels of a texture. Every graphics card supports textures of this size, and no screen has more pixels.
const MAX_PIXELS: u32 = 1 << 24;

/// Creates one texture for the pictures that do not move, and one for each moving shape with pictures.
fn textures(running_stage: &dyn RunningScene, images: &[Image], name: &str) -> Vec<paint::Sprite> {
    let mut files = Files::default();
    let object = |image: &Image| {
        image
            .object
            .as_deref()
            .and_then(|id| running_stage.find(id))
            .filter(|object| running_stage.moves(*object))
    };
    let (moving, static_images): (Vec<Image>, Vec<Image>) =
        images.iter().cloned().partition(|image| object(image).is_some());
    let mut add = |images: &[Image], object: Option<usize>| {
        let backdrop = Backdrop::of(images, running_stage.area().y, MAX_PIXELS, &mut files)?;
        Some(paint::Sprite::new(&backdrop, object.map(|object| (object, running_stage.corner(object)))))
    };
    let mut sprites: Vec<_> = add(&static_images, None).into_iter().collect();
    sprites.extend(moving.iter().filter_map(|image| add(std::slice::from_ref(image), object(image))));
    files.warn(name);
    sprites
}
