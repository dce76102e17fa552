//! A character of the simplest kind as a benchmark: a dot that the player moves, as in many game tutorials, with a wall and the edges of
//! the screen as obstacles. In each frame the dot moves on one axis after the other. A move is undone if the dot then hits something.
//!
//! ```
//! for case in bumper_bench::mover::cases() {
//!     assert!(case.hits() > case.pairs / 10);
//! }
//! ```

use crate::{Case, Entrant};
use bumper::motion::{Mover, Response};
use bumper::world::{Collider, World};
use bumper::{Aabb, Shape};
use std::hint::black_box;

const FRAMES: usize = 1000;

/// Returns the steps of the dot along x and y in a frame. They change sign from time to time, as if a player pressed keys.
fn step(frame: usize) -> [i16; 2] {
    let direction = |turns: bool| if turns { -10 } else { 10 };
    [direction((frame / 40).is_multiple_of(3)), direction(!(frame / 25).is_multiple_of(2))]
}

/// Two cases: the dot among one wall, and the dot among this wall and a thousand other boxes. A hit is a move on one axis that is undone.
///
/// ```
/// assert_eq!(bumper_bench::mover::cases().len(), 2);
/// ```
pub fn cases() -> Vec<Case> {
    let wall = [300i16, 40, 340, 440];
    let others =
        (0..1000i16).map(|k| [k % 40 * 16 + 4, 480 + k / 40 * 16, k % 40 * 16 + 12, 488 + k / 40 * 16]);
    [("dot and wall", vec![wall]), ("dot and 1001 walls", std::iter::once(wall).chain(others).collect())]
        .map(|(name, walls)| case(name, walls))
        .into()
}

fn case(name: &str, walls: Vec<[i16; 4]>) -> Case {
    let boxes: Vec<Shape<'static, i16, 2>> =
        walls.iter().map(|&[x, y, right, bottom]| Aabb::new([x, y], [right, bottom]).into()).collect();
    let mut world = World::<i16, 2>::new();
    for shape in &boxes {
        world.insert(Collider::new(*shape)).expect("a box is taken");
    }
    let dot = || {
        let mut dot = Mover::new(Aabb::new([0i16, 0], [20, 20]));
        dot.response = Response::BackUp;
        dot.bounds = Some(Aabb::new([0, 0], [640, 480]));
        dot
    };
    let by_hand = move || {
        let mut dot = [0i16; 2];
        let mut hits = 0;
        for frame in 0..FRAMES {
            for (axis, step) in step(frame).into_iter().enumerate() {
                let before = dot[axis];
                dot[axis] += step;
                let [x, y] = dot;
                let outside = x < 0 || y < 0 || x + 20 > 640 || y + 20 > 480;
                let meets =
                    |wall: &[i16; 4]| x < wall[2] && x + 20 > wall[0] && y < wall[3] && y + 20 > wall[1];
                if outside || walls.iter().any(meets) {
                    dot[axis] = before;
                    hits += 1;
                }
            }
        }
        hits
    };
    let slice = move || {
        let mut dot = dot();
        let mut hits = 0;
        for frame in 0..FRAMES {
            dot.travel(black_box(step(frame)), &boxes[..], |_| Some(Response::BackUp), |_| hits += 1);
        }
        hits
    };
    let in_world = move || {
        let mut dot = dot();
        let mut hits = 0;
        for frame in 0..FRAMES {
            dot.travel(black_box(step(frame)), &world, |_| Some(Response::BackUp), |_| hits += 1);
        }
        hits
    };
    let entrants = vec![
        Entrant { name: "hand", count: Box::new(by_hand) },
        Entrant { name: "slice", count: Box::new(slice) },
        Entrant { name: "world", count: Box::new(in_world) },
    ];
    Case { name: name.into(), pairs: FRAMES, entrants }
}
