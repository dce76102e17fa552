//! The interface between the handbook's pages and the library for their figures: requests are text, answers are JSON.
//!
//! A page writes a request into the buffer that [`room`] returns, and calls [`ask`], which returns the length of the answer. Then it reads
//! the answer at the address that [`answer`] returns. A request is text. Its first line names the query and its arguments, as in the table,
//! which also shows what the other lines contain, and what the answer is. SLOT is a number that the page chooses for a running scene. PLACE
//! is the index of an object of the scene. X and Y are a position or an offset, and KEY is the name of a key that is held. TOLERANCE is the
//! largest distance of polygons from the outline of the mask, in pixels. CORNERS is the largest number of corners of a convex polygon.
//! BOXES is the tolerance of boxes, in whole pixels.
//!
//! | first line | rest | answer |
//! | --- | --- | --- |
//! | `check` | a scene | `pairs`, `touches`, `hits` as `bumper check --all`, `sweep`, `cast` print them; `gaps`: distances and normals |
//! | `start SLOT` | a scene | the state before the first frame, in the format of `step` |
//! | `step SLOT FRAMES [KEY…]` | | as `bumper run --json` prints it; `shapes` of bodies; `stand`: grounded movers; `marks`: contacts |
//! | `move SLOT PLACE X Y` | | the state after an object was moved by an offset |
//! | `grab SLOT PLACE X Y`, `pull SLOT X Y`, `drop SLOT` | | the state after a body was grabbed, dragged or released |
//! | `boxes SLOT` | | the AABBs of the broad phase |
//! | `stop SLOT` | | an empty object; the scene is removed |
//! | `trace TOLERANCE CORNERS BOXES` | rows of a mask | `boxes`, `convex`, their numbers of wrong pixels, `outlines`, `circle`, and more |
//! | `jump HEIGHT GRAVITY` | | launch speeds and heights with explicit and semi-implicit Euler and Verlet, in integers |
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

/// The answer to a request, or an error with its location.
type Answer = Result<Json, Fault>;

thread_local! {
    static TEXT: RefCell<(Vec<u8>, String)> = const { RefCell::new((Vec::new(), String::new())) };
}

/// The error for a request that the table does not contain. Readers of the handbook never see it, because only the pages make requests.
const UNKNOWN: &str = "no such request";

/// Returns the address of a buffer into which the page writes its request. `bytes` is the length of the request.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|(request, _)| {
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request in the buffer, and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    TEXT.with_borrow_mut(|(request, reply)| {
        *reply = answered(&String::from_utf8_lossy(request));
        reply.len()
    })
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    TEXT.with_borrow(|(_, reply)| reply.as_ptr())
}

/// Returns the answer to a request, as JSON. If there is an error, the answer is `{"error": {"place", "reason"}}`.
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
