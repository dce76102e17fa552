//! What the handbook's figures ask, as text in and JSON out.
//!
//! A page writes a request to the bytes at [`room`], calls [`ask`] with its length, and reads as many bytes as that returns at
//! [`answer`]. The first line of a request says what is asked, the rest is a scene, or what the words below say:
//!
//! | first line | rest | answer |
//! | --- | --- | --- |
//! | `check` | a scene | `pairs`, `touches` and `hits` as `bumper check --all`, `sweep` and `cast` print them, and `gaps` |
//! | `start SLOT` | a scene | what `step` would tell before the first frame |
//! | `step SLOT FRAMES [KEY…]` | | `frame`, `movers`, `bodies` as `bumper run --json` prints them, and more |
//! | `move SLOT PLACE X Y` | | puts an object elsewhere by an offset |
//! | `grab SLOT PLACE X Y`, `pull SLOT X Y`, `drop SLOT` | | takes hold of a body, as a hand does |
//! | `stop SLOT` | | forgets the scene |
//! | `trace TOLERANCE CORNERS BOXES` | rows of a mask | `boxes`, `convex`, `outlines`, `circle`, `capsule`, `pixels` |
//! | `jump HEIGHT GRAVITY` | | launch speeds and rises for each integrator, on whole numbers |
//!
//! ```
//! let answer = figure::answered(r#"check
//! {"bumper": 1, "scalar": "i16", "shapes": [
//!     {"id": "a", "point": [0, 0]}, {"id": "b", "ball": {"center": [3, 4], "radius": 5}}]}"#);
//! assert!(answer.contains(r#"{"a":"a","b":"b","relation":"touching","depth":0"#), "{answer}");
//! assert!(figure::answered("check\n{").contains("\"error\""));
//! ```

mod check;
mod json;
mod run;
mod space;
mod sprite;

use bumper_scene::Fault;
use json::Json;
use std::cell::RefCell;

/// What goes wrong, and where.
type Answer = Result<Json, Fault>;

thread_local! {
    static TEXT: RefCell<(Vec<u8>, String)> = const { RefCell::new((Vec::new(), String::new())) };
}

/// What a page is told whose request is none: pages make them, not readers.
const UNKNOWN: &str = "no such request";

/// Where a request of so many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|(request, _)| {
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request; returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    TEXT.with_borrow_mut(|(request, reply)| {
        *reply = answered(&String::from_utf8_lossy(request));
        reply.len()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    TEXT.with_borrow(|(_, reply)| reply.as_ptr())
}

/// The answer to a request, as JSON: `{"error": {"place", "reason"}}` where something is wrong.
pub fn answered(request: &str) -> String {
    let (head, body) = request.split_once('\n').unwrap_or((request, ""));
    let words: Vec<&str> = head.split_whitespace().collect();
    let answer = dispatch(&words, body).unwrap_or_else(|fault| {
        let error = Json::object().text("place", &fault.place).text("reason", &fault.reason);
        Json::object().json("error", error)
    });
    answer.done()
}

fn dispatch(words: &[&str], body: &str) -> Answer {
    match words {
        ["check"] => check::check(body),
        ["trace", tolerance, corners, boxes] => {
            sprite::trace(body, number(tolerance)?, number(corners)? as usize, number(boxes)? as u16)
        }
        ["jump", height, gravity] => run::jump(number(height)? as i16, number(gravity)? as i16),
        [verb, slot, rest @ ..] => run::dispatch(verb, number(slot)? as usize, rest, body),
        _ => wrong(UNKNOWN),
    }
}

fn wrong<T>(reason: &str) -> Result<T, Fault> {
    Err(Fault { place: String::new(), reason: reason.into() })
}

fn number(word: &str) -> Result<f64, Fault> {
    word.parse().or_else(|_| wrong(UNKNOWN))
}
