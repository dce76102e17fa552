//! The game loop: runs a scene with a fixed time step, and draws it.

use super::controls::{self, SPEEDS, State};
use super::file_watcher::{Change, FileWatcher};
use super::paint::{self, RunningScene, Sprite};
use super::panel::TextPainter;
use super::view::{Camera, View};
use super::{Loaded, load, save, textures};
use crate::input::MotionInput;
use bumper_scene::{KeyTrack, Keys};
use macroquad::prelude::*;
use std::io::{Write, stdout};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The largest number of steps of the scene for each displayed frame. If a slow machine would need more steps to keep up with real time,
/// the game runs slower than real time.
const MAX_STEPS: u32 = 8;

/// The largest frame rate, for displays without vertical synchronization.
const MAX_FRAME_RATE: f64 = 120.0;

/// The time for which the window shows the message after saving.
const NOTICE_DURATION: Duration = Duration::from_secs(5);

pub struct Game {
    scene: Box<dyn RunningScene>,
    sprites: Vec<Sprite>,
    input: MotionInput,
    fps: Option<u32>,
    /// Whether each frame is printed as a line of JSON on standard output.
    json: bool,
    /// The keys that were held in each frame since the start of the scene.
    key_track: Arc<Mutex<KeyTrack>>,
    font: Option<Font>,
    state: State,
    camera: Camera,
    file_watcher: FileWatcher,
    /// The time that the next steps have to simulate: how far the simulation is behind real time, in seconds.
    unsimulated_time: f64,
    /// The keys that are held, or were pressed since the last step of the scene. So a key has an effect even if it is released before the
    /// next step.
    pressed_keys: Keys,
    dragged: Option<Dragged>,
    /// Why the displayed scene may be outdated: the scene file was deleted or cannot be read. `None` if it is not outdated.
    error: Option<String>,
    /// The outcome of the last attempt to save, and the time at which it was first shown.
    notice: Option<(String, Instant)>,
}

/// An object that is dragged with the mouse.
struct Dragged {
    object: usize,
    /// The position of the pointer, in the scene, that the object has followed so far. It may lag behind the pointer, because the scalar
    /// cannot represent every displacement, so the object may move by less.
    at: [f64; 2],
    /// Whether the object is a dynamic body. A mouse joint pulls dynamic bodies; all other objects are moved directly.
    is_body: bool,
}

impl Game {
    pub fn new(
        (scene, images): Loaded,
        input: MotionInput,
        fps: Option<u32>,
        json: bool,
        key_track: Arc<Mutex<KeyTrack>>,
    ) -> Self {
        let sprites = textures(&*scene, &images, &input.name());
        let file_watcher = FileWatcher::new(input.scene.as_deref());
        Self {
            scene,
            sprites,
            input,
            fps,
            json,
            key_track,
            // `None` if the built-in font cannot be read. Then the default font of the window library is used.
            font: load_ttf_font_from_bytes(dejavu::sans::regular()).ok(),
            state: State::default(),
            camera: Camera::default(),
            file_watcher,
            unsimulated_time: 0.0,
            pressed_keys: Keys::default(),
            dragged: None,
            error: None,
            notice: None,
        }
    }

    /// Runs the game until the window is closed.
    pub async fn run(mut self) {
        while !is_key_pressed(KeyCode::Escape) && !is_quit_requested() {
            let began = Instant::now();
            self.state.press();
            self.reload();
            self.simulate();
            let focus = if self.dragged.is_some() { None } else { self.scene.focus() };
            let area = self.scene.area();
            self.camera.steer(&area, focus);
            let view = View::new(&area, &self.camera);
            self.drag(&view);
            self.save();
            self.draw(&view);
            // Sleep for the rest of the displayed frame. On a display without vertical synchronization, the program would otherwise use a
            // whole core.
            if let Some(rest) = Duration::from_secs_f64(1.0 / MAX_FRAME_RATE).checked_sub(began.elapsed()) {
                std::thread::sleep(rest);
            }
            next_frame().await;
        }
    }

    fn recorded_keys(&self) -> MutexGuard<'_, KeyTrack> {
        self.key_track.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the scene again if its file has changed, or if the key R (restart) was pressed.
    fn reload(&mut self) {
        let change = self.file_watcher.poll();
        if change == Change::Deleted {
            let name = self.input.name();
            self.error = Some(format!("{name}: the file was deleted; this is the scene as it was last read"));
        }
        if change != Change::Written && !is_key_pressed(KeyCode::R) {
            return;
        }
        match load(&self.input, self.fps) {
            Ok((scene, images)) => {
                self.sprites = textures(&*scene, &images, &self.input.name());
                self.scene = scene;
                self.error = None;
                self.dragged = None;
                *self.recorded_keys() = KeyTrack::default();
            }
            Err(error) => self.error = Some(one_line(&error)),
        }
    }

    /// Runs as many frames of the scene as correspond to the time that has passed since the last call.
    fn simulate(&mut self) {
        let step = 1.0 / self.scene.rate();
        let held = controls::held();
        self.pressed_keys = controls::union(self.pressed_keys, held);
        let single = is_key_pressed(KeyCode::N);
        let passed = f64::from(get_frame_time()) * SPEEDS[self.state.speed].0;
        self.unsimulated_time = (self.unsimulated_time + passed).min(step * f64::from(MAX_STEPS));
        if self.state.paused || single {
            self.unsimulated_time = if single { step } else { 0.0 };
            self.state.paused = true;
        }
        while self.unsimulated_time >= step * (1.0 - 1e-6) {
            self.scene.step(self.pressed_keys);
            self.recorded_keys().push(self.pressed_keys, 1);
            // Writing fails if the reader of the frames has closed the pipe. The game continues without writing.
            self.json = self.json && stdout().write_all(&self.scene.json_line()).is_ok();
            self.pressed_keys = held;
            self.unsimulated_time -= step;
        }
    }

    /// Starts, continues or ends dragging the shape under the pointer with the left mouse button.
    fn drag(&mut self, view: &View) {
        let at = view.scene(mouse_position());
        if is_mouse_button_pressed(MouseButton::Left) {
            let object = self.scene.object_at(at);
            self.dragged = object.map(|object| Dragged { object, at, is_body: self.scene.grab(object, at) });
        }
        if let Some(Dragged { object, at: from, is_body }) = &mut self.dragged {
            if *is_body {
                self.scene.pull(at);
            } else {
                let moved = self.scene.drag(*object, [at[0] - from[0], at[1] - from[1]]);
                *from = [from[0] + moved[0], from[1] + moved[1]];
            }
        }
        if is_mouse_button_released(MouseButton::Left) && self.dragged.take().is_some_and(|held| held.is_body)
        {
            self.scene.let_go();
        }
    }

    /// If the key F2 was just pressed, saves a copy of the scene with the dragged objects at their new positions.
    fn save(&mut self) {
        if !is_key_pressed(KeyCode::F2) {
            return;
        }
        let text = match save::save(&self.input, &self.scene.dragged()) {
            Ok(path) => format!("saved as {}", path.display()),
            Err(error) => one_line(&error),
        };
        self.notice = Some((text, Instant::now()));
    }

    fn draw(&mut self, view: &View) {
        paint::scene(&*self.scene, view, &self.sprites, self.state.toggles);
        let text_painter = TextPainter { font: self.font.as_ref() };
        text_painter.status(&*self.scene, &self.state);
        let pointer = mouse_position();
        if self.state.toggles.values && is_inside(pointer) {
            let dragged = self.dragged.as_ref().map(|dragged| dragged.object);
            if let Some(object) = dragged.or_else(|| self.scene.object_at(view.scene(pointer))) {
                text_painter.values(&self.scene.info_lines(object), pointer);
            }
        }
        self.notice = self.notice.take().filter(|(_, since)| since.elapsed() < NOTICE_DURATION);
        let message = match (&self.error, &self.notice) {
            (Some(error), _) => text_painter.message(error, true),
            (None, Some((notice, _))) => text_painter.message(notice, false),
            (None, None) => 0.0,
        };
        if self.state.toggles.help {
            text_painter.help(&*self.scene, &self.state, message);
        }
    }
}

/// Whether a position is in the part of the window above the status bar.
fn is_inside((x, y): (f32, f32)) -> bool {
    x > 0.0 && y > 0.0 && x < screen_width() - 1.0 && y < screen_height() - super::view::BAR
}

/// The message of an error in one line, without control characters.
fn one_line(error: &anyhow::Error) -> String {
    format!("{error:#}").replace(char::is_control, " ")
}
