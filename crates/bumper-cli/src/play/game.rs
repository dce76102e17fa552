//! The game loop: runs a scene with a fixed time step, and draws it.

use super::controls::{self, SPEEDS, State};
use super::paint::{self, Show, Sprite};
use super::panel::Words;
use super::view::{Camera, View};
use super::watch::{Change, Watch};
use super::{Loaded, load, save, textures};
use crate::input::Moving;
use bumper_scene::{KeyTrack, Keys};
use macroquad::prelude::*;
use std::io::{Write, stdout};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The largest number of steps per displayed frame. If the machine is slower, the game runs slower than real time.
const MAX_STEPS: u32 = 8;

/// The largest frame rate, for displays without vertical synchronization.
const MAX_PICTURES: f64 = 120.0;

/// How long a message about success is shown.
const NOTICE: Duration = Duration::from_secs(5);

pub struct Game {
    show: Box<dyn Show>,
    sprites: Vec<Sprite>,
    input: Moving,
    fps: Option<u32>,
    /// Whether frames are printed as JSON.
    json: bool,
    /// The keys that were held in each frame.
    track: Arc<Mutex<KeyTrack>>,
    font: Option<Font>,
    state: State,
    camera: Camera,
    watch: Watch,
    /// The time in seconds for which the scene has not been run yet.
    owed: f64,
    /// The keys that were pressed since the last step. A key that is released before the next step still has an effect.
    tapped: Keys,
    dragged: Option<Dragged>,
    /// Why the scene could not be read or saved.
    trouble: Option<String>,
    /// A message about success, and since when it is shown.
    notice: Option<(String, Instant)>,
}

/// An object that is dragged with the mouse.
struct Dragged {
    object: usize,
    /// The position of the pointer in the scene, after the part of its motion that the object followed.
    at: [f64; 2],
    /// Whether the object is a body, which is pulled by a spring instead of moved.
    is_body: bool,
}

impl Game {
    pub fn new(
        (show, images): Loaded,
        input: Moving,
        fps: Option<u32>,
        json: bool,
        track: Arc<Mutex<KeyTrack>>,
    ) -> Self {
        let sprites = textures(&*show, &images, &input.name());
        let watch = Watch::new(input.scene.as_deref());
        Self {
            show,
            sprites,
            input,
            fps,
            json,
            track,
            // If the built-in font cannot be read, the font of the window library is used.
            font: load_ttf_font_from_bytes(dejavu::sans::regular()).ok(),
            state: State::default(),
            camera: Camera::default(),
            watch,
            owed: 0.0,
            tapped: Keys::default(),
            dragged: None,
            trouble: None,
            notice: None,
        }
    }

    /// Runs until the window closes.
    pub async fn run(mut self) {
        while !is_key_pressed(KeyCode::Escape) && !is_quit_requested() {
            let began = Instant::now();
            self.state.press();
            self.reload();
            self.simulate();
            let focus = if self.dragged.is_some() { None } else { self.show.focus() };
            let area = self.show.area();
            self.camera.steer(&area, focus);
            let view = View::new(&area, &self.camera);
            self.drag(&view);
            self.save();
            self.draw(&view);
            // Sleep for the rest of the frame. Otherwise, without vertical synchronization, the program would use a whole core.
            if let Some(rest) = Duration::from_secs_f64(1.0 / MAX_PICTURES).checked_sub(began.elapsed()) {
                std::thread::sleep(rest);
            }
            next_frame().await;
        }
    }

    fn recorded(&self) -> MutexGuard<'_, KeyTrack> {
        self.track.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the scene again if its file has changed, or if the key for a restart was pressed.
    fn reload(&mut self) {
        let change = self.watch.poll();
        if change == Change::Deleted {
            let name = self.input.name();
            self.trouble =
                Some(format!("{name}: the file was deleted; this is the scene as it was last read"));
        }
        if change != Change::Written && !is_key_pressed(KeyCode::R) {
            return;
        }
        match load(&self.input, self.fps) {
            Ok((show, images)) => {
                self.sprites = textures(&*show, &images, &self.input.name());
                (self.show, self.trouble, self.dragged) = (show, None, None);
                *self.recorded() = KeyTrack::default();
            }
            Err(error) => self.trouble = Some(one_line(&error)),
        }
    }

    /// Runs as many frames of the scene as the time that has passed.
    fn simulate(&mut self) {
        let step = 1.0 / self.show.rate();
        let held = controls::held();
        self.tapped = controls::join(self.tapped, held);
        let single = is_key_pressed(KeyCode::N);
        let passed = f64::from(get_frame_time()) * SPEEDS[self.state.speed].0;
        self.owed = (self.owed + passed).min(step * f64::from(MAX_STEPS));
        if self.state.paused || single {
            self.owed = if single { step } else { 0.0 };
            self.state.paused = true;
        }
        while self.owed >= step * (1.0 - 1e-6) {
            self.show.step(self.tapped);
            self.recorded().push(self.tapped, 1);
            // If the program that reads the frames has closed the pipe, stop writing. The game continues.
            if self.json && stdout().write_all(&self.show.line()).is_err() {
                break;
            }
            self.tapped = held;
            self.owed -= step;
        }
    }

    /// Drags the shape under the pointer while the mouse button is down.
    fn drag(&mut self, view: &View) {
        let at = view.scene(mouse_position());
        if is_mouse_button_pressed(MouseButton::Left) {
            let object = self.show.object_at(at);
            self.dragged = object.map(|object| Dragged { object, at, is_body: self.show.grab(object, at) });
        }
        if let Some(Dragged { object, at: from, is_body }) = &mut self.dragged {
            if *is_body {
                self.show.pull(at);
            } else {
                let moved = self.show.drag(*object, [at[0] - from[0], at[1] - from[1]]);
                *from = [from[0] + moved[0], from[1] + moved[1]];
            }
        }
        if is_mouse_button_released(MouseButton::Left) && self.dragged.take().is_some_and(|held| held.is_body)
        {
            self.show.let_go();
        }
    }

    /// Saves what was dragged if the key for it was pressed.
    fn save(&mut self) {
        if !is_key_pressed(KeyCode::F2) {
            return;
        }
        let text = match save::save(&self.input, &self.show.dragged()) {
            Ok(path) => format!("saved as {}", path.display()),
            Err(error) => one_line(&error),
        };
        self.notice = Some((text, Instant::now()));
    }

    fn draw(&mut self, view: &View) {
        paint::scene(&*self.show, view, &self.sprites, self.state.toggles);
        let words = Words { font: self.font.as_ref() };
        words.status(&*self.show, &self.state);
        let pointer = mouse_position();
        if self.state.toggles.values && is_inside(pointer) {
            let dragged = self.dragged.as_ref().map(|dragged| dragged.object);
            if let Some(object) = dragged.or_else(|| self.show.object_at(view.scene(pointer))) {
                words.values(&self.show.values(object), pointer);
            }
        }
        self.notice = self.notice.take().filter(|(_, since)| since.elapsed() < NOTICE);
        let message = match (&self.trouble, &self.notice) {
            (Some(trouble), _) => words.message(trouble, true),
            (None, Some((notice, _))) => words.message(notice, false),
            (None, None) => 0.0,
        };
        if self.state.toggles.help {
            words.help(&*self.show, &self.state, message);
        }
    }
}

/// Whether a position is in the window and above the status bar.
fn is_inside((x, y): (f32, f32)) -> bool {
    x > 0.0 && y > 0.0 && x < screen_width() - 1.0 && y < screen_height() - super::view::BAR
}

/// An error in one line, without control characters.
fn one_line(error: &anyhow::Error) -> String {
    format!("{error:#}").replace(char::is_control, " ")
}
