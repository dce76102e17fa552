//! The window of `bumper play`: a game loop that runs a scene with a fixed time step.

mod paint;
mod show;

use crate::backdrop::{Backdrop, Files};
use crate::input::{Moving, Opened};
use crate::output;
use anyhow::{Context, Result, anyhow};
use bumper_scene::{ByDimension, Image, KeyTrack, Keys};
use macroquad::miniquad::conf::Platform;
use macroquad::prelude::*;
use paint::Show;
use show::Showing;
use std::io::{Write, stdout};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// The largest size of the window, in pixels. Smaller scenes are enlarged by whole factors.
const LARGEST: [f64; 2] = [1120.0, 720.0];

/// The largest number of steps per displayed frame. If the machine is slower, the game runs slower than real time.
const MAX_STEPS: u32 = 8;

/// The largest frame rate, for displays without vertical synchronization.
const MAX_PICTURES: f64 = 120.0;

/// The interval at which the scene file is checked for changes.
const CHECK_INTERVAL: Duration = Duration::from_millis(300);

/// The display options of the window.
#[derive(Clone, Copy)]
pub struct Toggles {
    pub hitboxes: bool,
    pub contacts: bool,
    pub boxes: bool,
    pub pictures: bool,
    pub help: bool,
}

/// Whether the window has been opened.
static OPEN: AtomicBool = AtomicBool::new(false);

pub fn window(input: &Moving, fps: Option<u32>, json: bool, record: Option<&Path>) -> Result<()> {
    let (show, images) = load(input, fps)?;
    let write = |track: &KeyTrack| {
        let Some(path) = record else { return Ok(()) };
        output::write_whole(path, track.to_string().as_bytes()).with_context(|| path.display().to_string())
    };
    // Fail early if the recording cannot be written. An existing file is not touched until the end.
    if record.is_some_and(|path| !path.exists()) {
        write(&KeyTrack::default())?;
    }
    let track = Arc::new(Mutex::new(KeyTrack::default()));
    let [width, height] = show.size();
    let fit = (LARGEST[0] / width).min(LARGEST[1] / height);
    let zoom = if fit >= 1.0 { fit.floor() } else { fit };
    let conf = Conf {
        window_title: format!("bumper: {}", input.name()),
        window_width: (width * zoom).round().max(320.0) as i32,
        window_height: (height * zoom).round().max(200.0) as i32 + paint::BAR as i32,
        platform: Platform { swap_interval: Some(1), ..Platform::default() },
        ..Conf::default()
    };
    // Without a display the window library panics. Report that as an error in one line.
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if OPEN.load(Ordering::Relaxed) {
            usual(info);
        }
    }));
    let opened = panic::catch_unwind(AssertUnwindSafe(|| {
        macroquad::Window::from_config(
            conf,
            run((show, images), input.clone(), fps, json, Arc::clone(&track)),
        );
    }));
    match opened {
        Ok(()) => write(&track.lock().unwrap_or_else(PoisonError::into_inner)),
        Err(cause) if OPEN.load(Ordering::Relaxed) => panic::resume_unwind(cause),
        Err(_) => Err(anyhow!(
            "no window can be opened here; bumper run writes frames, films and pictures without one"
        )),
    }
}

/// A running scene and its pictures.
type Loaded = (Box<dyn Show>, Vec<Image>);

fn load(input: &Moving, fps: Option<u32>) -> Result<Loaded> {
    let Opened { scene, images } = input.open(true)?;
    let name = input.name();
    let show: Box<dyn Show> = match scene.into_dyn_stage().with_context(|| name.clone())? {
        ByDimension::In2d(stage) => Box::new(Showing::new(stage, fps, name)),
        ByDimension::In3d(stage) => Box::new(Showing::new(stage, fps, name)),
    };
    Ok((show, images))
}

/// The largest number of pixels of a texture. It is more than any screen has, and every graphics card supports it.
const MAX_PIXELS: u32 = 1 << 24;

/// Creates one texture for everything that does not move, and one for each moving shape.
fn textures(show: &dyn Show, images: &[Image], name: &str) -> Vec<paint::Sprite> {
    let mut files = Files::default();
    let object = |image: &Image| {
        image.object.as_deref().and_then(|id| show.find(id)).filter(|object| show.moves(*object))
    };
    let (moving, still): (Vec<Image>, Vec<Image>) =
        images.iter().cloned().partition(|image| object(image).is_some());
    let mut add = |images: &[Image], object: Option<usize>| {
        let backdrop = Backdrop::of(images, show.y(), MAX_PIXELS, &mut files)?;
        Some(paint::Sprite::new(&backdrop, object.map(|object| (object, show.corner(object)))))
    };
    let mut sprites: Vec<_> = add(&still, None).into_iter().collect();
    sprites.extend(moving.iter().filter_map(|image| add(std::slice::from_ref(image), object(image))));
    files.warn(name);
    sprites
}

/// The modification time of the scene file, if there is one.
fn changed(input: &Moving) -> Option<SystemTime> {
    let path: &PathBuf = input.scene.as_ref()?;
    path.metadata().ok()?.modified().ok()
}

/// The state of the keys that scenes use.
fn keys() -> Keys {
    let held = |keys: [KeyCode; 2]| keys.into_iter().any(is_key_down);
    Keys {
        left: held([KeyCode::Left, KeyCode::A]),
        right: held([KeyCode::Right, KeyCode::D]),
        up: held([KeyCode::Up, KeyCode::W]),
        down: held([KeyCode::Down, KeyCode::S]),
        jump: is_key_down(KeyCode::Space),
    }
}

async fn run(
    (mut show, images): Loaded,
    input: Moving,
    fps: Option<u32>,
    json: bool,
    track: Arc<Mutex<KeyTrack>>,
) {
    let recorded = || track.lock().unwrap_or_else(PoisonError::into_inner);
    OPEN.store(true, Ordering::Relaxed);
    // If the built-in font cannot be read, the font of the window library is used.
    let font = load_ttf_font_from_bytes(dejavu::sans::regular()).ok();
    let mut toggles = Toggles { hitboxes: true, contacts: false, boxes: false, pictures: true, help: false };
    let mut sprites = textures(&*show, &images, &input.name());
    let mut camera = paint::Camera::default();
    let (mut paused, mut owed) = (false, 0.0);
    let (mut seen, mut looked) = (changed(&input), Instant::now());
    let mut trouble: Option<String> = None;
    let mut dragged: Option<(usize, [f64; 2])> = None;
    // Whether the object that is dragged is a body. A body is pulled by a spring instead of moved.
    let mut held_by_hand = false;
    // The keys that were pressed since the last step. A key that is released before the next step still has an effect.
    let mut tapped = Keys::default();
    while !is_key_pressed(KeyCode::Escape) && !is_quit_requested() {
        let began = Instant::now();
        press(&mut toggles, &mut paused);
        let restart = is_key_pressed(KeyCode::R);
        let mut reload = false;
        if looked.elapsed() > CHECK_INTERVAL {
            looked = Instant::now();
            let now = changed(&input);
            reload = now.is_some() && now != seen;
            seen = now.or(seen);
        }
        if restart || reload {
            match load(&input, fps) {
                Ok((new, images)) => {
                    sprites = textures(&*new, &images, &input.name());
                    (show, trouble, dragged, held_by_hand) = (new, None, None, false);
                    *recorded() = KeyTrack::default();
                }
                Err(error) => trouble = Some(format!("{error:#}").replace(char::is_control, " ")),
            }
        }
        let step = 1.0 / show.rate();
        let held = keys();
        tapped = join(tapped, held);
        let single = is_key_pressed(KeyCode::N);
        owed = (owed + f64::from(get_frame_time())).min(step * f64::from(MAX_STEPS));
        if paused || single {
            owed = if single { step } else { 0.0 };
            paused = true;
        }
        while owed >= step * (1.0 - 1e-6) {
            show.step(tapped);
            recorded().push(tapped, 1);
            // If the program that reads the frames has closed the pipe, stop writing. The game continues.
            if json && stdout().write_all(&show.line()).is_err() {
                break;
            }
            tapped = held;
            owed -= step;
        }
        camera.steer(&*show, dragged.is_some());
        let view = paint::View::new(&*show, &camera);
        let at = view.scene(mouse_position());
        if is_mouse_button_pressed(MouseButton::Left) {
            dragged = show.object_at(at).map(|object| (object, at));
            held_by_hand = dragged.is_some_and(|(object, at)| show.grab(object, at));
        }
        if held_by_hand {
            show.pull(at);
        } else if let Some((object, from)) = &mut dragged {
            let moved = show.drag(*object, [at[0] - from[0], at[1] - from[1]]);
            *from = [from[0] + moved[0], from[1] + moved[1]];
        }
        if is_mouse_button_released(MouseButton::Left) {
            dragged = None;
            if std::mem::take(&mut held_by_hand) {
                show.let_go();
            }
        }
        paint::scene(&*show, &view, &sprites, toggles);
        paint::Words { font: font.as_ref() }.status(&*show, paused, trouble.as_deref(), toggles);
        // Sleep for the rest of the frame. Otherwise, without vertical synchronization, the program would use a whole core.
        if let Some(rest) = Duration::from_secs_f64(1.0 / MAX_PICTURES).checked_sub(began.elapsed()) {
            std::thread::sleep(rest);
        }
        next_frame().await;
    }
}

/// Handles the keys that toggle options.
fn press(toggles: &mut Toggles, paused: &mut bool) {
    for (key, toggle) in [
        (KeyCode::H, &mut toggles.hitboxes),
        (KeyCode::C, &mut toggles.contacts),
        (KeyCode::B, &mut toggles.boxes),
        (KeyCode::T, &mut toggles.pictures),
        (KeyCode::F1, &mut toggles.help),
        (KeyCode::P, paused),
    ] {
        *toggle ^= is_key_pressed(key);
    }
}

fn join(a: Keys, b: Keys) -> Keys {
    Keys {
        left: a.left | b.left,
        right: a.right | b.right,
        up: a.up | b.up,
        down: a.down | b.down,
        jump: a.jump | b.jump,
    }
}
