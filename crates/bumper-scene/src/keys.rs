//! The keys that are held in a frame, and files with the keys of many frames.

use crate::fields::quoted;
use std::fmt;

/// The keys that are held during a frame (time step).
///
/// ```
/// use bumper_scene::Keys;
/// let keys = Keys::read("left  jump").unwrap();
/// assert!(keys.left && keys.jump && !keys.up);
/// assert_eq!(keys.to_string(), "left jump");
/// assert_eq!(Keys::read("fire").unwrap_err(), "the key \"fire\" is not left, right, up, down or jump");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Keys {
    pub left: bool,
    pub right: bool,
    pub up: bool,
    pub down: bool,
    pub jump: bool,
}

impl Keys {
    /// Reads the names of keys, separated by white space.
    ///
    /// # Errors
    ///
    /// Returns a message if a name is not the name of a key.
    ///
    /// ```
    /// use bumper_scene::Keys;
    /// assert_eq!(Keys::read(""), Ok(Keys::default()));
    /// ```
    pub fn read(line: &str) -> Result<Self, String> {
        let mut keys = Self::default();
        for name in line.split_whitespace() {
            match name {
                "left" => keys.left = true,
                "right" => keys.right = true,
                "up" => keys.up = true,
                "down" => keys.down = true,
                "jump" => keys.jump = true,
                _ => return Err(format!("the key {} is not left, right, up, down or jump", quoted(name))),
            }
        }
        Ok(keys)
    }
}

impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let all = [
            (self.left, "left"),
            (self.right, "right"),
            (self.up, "up"),
            (self.down, "down"),
            (self.jump, "jump"),
        ];
        let held: Vec<_> = all.iter().filter(|(held, _)| *held).map(|(_, name)| *name).collect();
        f.write_str(&held.join(" "))
    }
}

/// The keys of many frames (time steps). In text form, each line contains the names of the keys of one frame. A number at the end of a line
/// means that the keys of the line are held for this number of frames.
///
/// ```
/// use bumper_scene::{Keys, KeyTrack};
/// let track = KeyTrack::read("right 60\n\nright jump\n").unwrap();
/// assert_eq!((track.frames(), track.at(59).right, track.at(61).jump), (62, true, true));
/// assert_eq!((track.at(60), track.at(62)), (Keys::default(), Keys::default()));
/// assert_eq!(track.to_string(), "right 60\n\nright jump\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyTrack {
    /// The frames as runs with equal keys. The number of a run is the index of the first frame after it, counted from 0.
    runs: Vec<(Keys, u64)>,
}

impl KeyTrack {
    /// Reads the keys of many frames from the text of a file.
    ///
    /// # Errors
    ///
    /// Returns a message with the line number if a name is not the name of a key.
    ///
    /// ```
    /// use bumper_scene::KeyTrack;
    /// let error = KeyTrack::read("left\n5 left").unwrap_err();
    /// assert_eq!(error, "line 2: the key \"5\" is not left, right, up, down or jump");
    /// ```
    pub fn read(text: &str) -> Result<Self, String> {
        let mut track = Self::default();
        for (place, line) in text.lines().enumerate() {
            let last =
                line.split_whitespace().next_back().filter(|word| word.bytes().all(|b| b.is_ascii_digit()));
            let (names, frames) = match last.and_then(|word| word.parse().ok()) {
                Some(frames) => (&line[..line.trim_end().len() - last.map_or(0, str::len)], frames),
                None => (line, 1),
            };
            let keys = Keys::read(names).map_err(|reason| format!("line {}: {reason}", place + 1))?;
            track.push(keys, frames);
        }
        Ok(track)
    }

    /// Appends a number of frames with the same keys. Does nothing for zero frames. The total number of frames saturates.
    ///
    /// ```
    /// use bumper_scene::{Keys, KeyTrack};
    /// let mut track = KeyTrack::default();
    /// track.push(Keys { up: true, ..Keys::default() }, 1);
    /// track.push(Keys { up: true, ..Keys::default() }, 2);
    /// assert_eq!(track.to_string(), "up 3\n");
    /// ```
    pub fn push(&mut self, keys: Keys, frames: u64) {
        let end = self.frames().saturating_add(frames);
        match self.runs.last_mut() {
            _ if frames == 0 => {}
            Some((last, until)) if *last == keys => *until = end,
            _ => self.runs.push((keys, end)),
        }
    }

    /// The total number of frames.
    ///
    /// ```
    /// use bumper_scene::KeyTrack;
    /// assert_eq!(KeyTrack::default().frames(), 0);
    /// ```
    pub fn frames(&self) -> u64 {
        self.runs.last().map_or(0, |(_, end)| *end)
    }

    /// The keys of the frame with this index, counted from 0. No keys are held after the last frame. Costs O(log n).
    ///
    /// ```
    /// use bumper_scene::{Keys, KeyTrack};
    /// assert_eq!(KeyTrack::default().at(7), Keys::default());
    /// ```
    pub fn at(&self, frame: u64) -> Keys {
        let place = self.runs.partition_point(|(_, end)| *end <= frame);
        self.runs.get(place).map_or(Keys::default(), |(keys, _)| *keys)
    }
}

impl fmt::Display for KeyTrack {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut begin = 0;
        for (keys, end) in &self.runs {
            match end - begin {
                1 => writeln!(f, "{keys}")?,
                frames if *keys == Keys::default() => writeln!(f, "{frames}")?,
                frames => writeln!(f, "{keys} {frames}")?,
            }
            begin = *end;
        }
        Ok(())
    }
}
