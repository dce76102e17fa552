//! The keys of the window and the options that they switch.

use bumper_scene::Keys;
use macroquad::prelude::*;

/// The display options of the window.
#[derive(Clone, Copy)]
pub struct Toggles {
    pub hitboxes: bool,
    pub contacts: bool,
    pub boxes: bool,
    pub pictures: bool,
    pub values: bool,
    pub help: bool,
}

/// The speeds of the game relative to real time, with their names. The key M selects the next speed.
pub const SPEEDS: [(f64, &str); 4] = [(1.0, "off"), (0.5, "1/2"), (0.25, "1/4"), (0.0625, "1/16")];

/// Everything that keys change about how the game is shown and how fast it runs.
pub struct State {
    pub toggles: Toggles,
    pub paused: bool,
    /// The index of the selected speed in [`SPEEDS`].
    pub speed: usize,
}

impl Default for State {
    fn default() -> Self {
        let toggles = Toggles {
            hitboxes: true,
            contacts: false,
            boxes: false,
            pictures: true,
            values: true,
            help: false,
        };
        Self { toggles, paused: false, speed: 0 }
    }
}

impl State {
    /// Handles the keys that switch options, if they were just pressed.
    pub fn press(&mut self) {
        let toggles = &mut self.toggles;
        for (key, toggle) in [
            (KeyCode::H, &mut toggles.hitboxes),
            (KeyCode::C, &mut toggles.contacts),
            (KeyCode::B, &mut toggles.boxes),
            (KeyCode::T, &mut toggles.pictures),
            (KeyCode::V, &mut toggles.values),
            (KeyCode::F1, &mut toggles.help),
            (KeyCode::P, &mut self.paused),
        ] {
            *toggle ^= is_key_pressed(key);
        }
        if is_key_pressed(KeyCode::M) {
            self.speed = (self.speed + 1) % SPEEDS.len();
        }
    }
}

/// Returns which of the keys that control the movers of a scene are currently down.
pub fn held() -> Keys {
    let held = |keys: [KeyCode; 2]| keys.into_iter().any(is_key_down);
    Keys {
        left: held([KeyCode::Left, KeyCode::A]),
        right: held([KeyCode::Right, KeyCode::D]),
        up: held([KeyCode::Up, KeyCode::W]),
        down: held([KeyCode::Down, KeyCode::S]),
        jump: is_key_down(KeyCode::Space),
    }
}

/// The keys that are down in `a` or in `b`.
pub fn union(a: Keys, b: Keys) -> Keys {
    Keys {
        left: a.left | b.left,
        right: a.right | b.right,
        up: a.up | b.up,
        down: a.down | b.down,
        jump: a.jump | b.jump,
    }
}
