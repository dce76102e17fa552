//! All pairs of a list of boxes or shapes that touch or overlap.

use crate::scratch::{self, Reader};
use crate::shape::ShapeInput;
use crate::{Status, answer, integer};
use engine::broad_phase::AllPairs;
use engine::{Aabb, Relate, Shape};
use std::cell::RefCell;

/// The buffers of a search, which are kept for the next one.
#[derive(Default)]
struct Search {
    boxes: Vec<Aabb<f64, 2>>,
    all_pairs: AllPairs<f64, 2>,
    /// The answer: the two indices of each pair, the smaller one first.
    pairs: Vec<u32>,
}

thread_local! {
    static SEARCH: RefCell<Search> = RefCell::new(Search::default());
}

/// The address of the pairs of the last search: two indices of 32 bits for each.
#[unsafe(no_mangle)]
pub extern "C" fn pairs_address() -> *const u32 {
    SEARCH.with_borrow(|search| search.pairs.as_ptr())
}

/// Finds all pairs of `count` boxes in the scratch buffer, of four words each: x, y, width, height. If `touching` is 0, without those that
/// only touch. Returns the number of pairs.
#[unsafe(no_mangle)]
pub extern "C" fn pairs_of_boxes(count: f64, touching: i32) -> i32 {
    answer(SEARCH.with_borrow_mut(|search| {
        let count: u32 = integer(count)?;
        search.boxes.clear();
        scratch::read(|words| read_boxes(words, count as usize, &mut search.boxes))?;
        let Search { boxes, all_pairs, pairs } = search;
        pairs.clear();
        if touching != 0 {
            all_pairs.find(boxes, |a, b| push(pairs, a, b));
        } else {
            all_pairs.find(boxes, |a, b| {
                if boxes[a].overlaps(&boxes[b]) {
                    push(pairs, a, b);
                }
            });
        }
        Ok(pairs.len() as u32 / 2)
    }))
}

fn read_boxes(words: &mut Reader<'_>, count: usize, boxes: &mut Vec<Aabb<f64, 2>>) -> Result<(), Status> {
    let (list, _) = words.list(4 * count)?.as_chunks::<4>();
    for [x, y, width, height] in list {
        let is_finite = (x + width) * 0.0 == 0.0 && (y + height) * 0.0 == 0.0;
        if !is_finite {
            return Err(Status::NotFinite);
        }
        if *width < 0.0 || *height < 0.0 {
            return Err(Status::OutOfRange);
        }
        boxes.push(Aabb::new([*x, *y], [x + width, y + height]));
    }
    Ok(())
}

/// Finds all pairs of `count` shapes in the scratch buffer. If `touching` is 0, without those that only touch. Returns the number of
/// pairs.
#[unsafe(no_mangle)]
pub extern "C" fn pairs_of_shapes(count: f64, touching: i32) -> i32 {
    let read = |words: &mut Reader<'_>| (0..integer(count)?).map(|_: u32| ShapeInput::read(words)).collect();
    answer(scratch::read(read).map(|inputs: Vec<ShapeInput>| {
        let inner: Vec<_> = inputs.iter().map(ShapeInput::inner).collect();
        let shapes: Vec<_> = inputs.iter().zip(&inner).map(|(input, inner)| input.placed(inner)).collect();
        SEARCH.with_borrow_mut(|search| find(&shapes, touching != 0, search));
        SEARCH.with_borrow(|search| search.pairs.len() as u32 / 2)
    }))
}

fn find(shapes: &[Shape<'_, f64, 2>], touching: bool, search: &mut Search) {
    let Search { boxes, all_pairs, pairs } = search;
    boxes.clear();
    pairs.clear();
    let mut bounded = Vec::with_capacity(shapes.len());
    let mut unbounded = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        match shape.bounds() {
            Some(bounds) => {
                boxes.push(bounds);
                bounded.push(index);
            }
            None => unbounded.push(index),
        }
    }
    let mut test = |a: usize, b: usize| {
        let relation = shapes[a].relation(&shapes[b]);
        if relation >= (if touching { engine::Relation::Touching } else { engine::Relation::Overlapping }) {
            push(pairs, a, b);
        }
    };
    all_pairs.find(boxes, |a, b| test(bounded[a], bounded[b]));
    // Shapes without a bounding box are infinite or empty. They are tested with all others.
    for (place, a) in unbounded.iter().enumerate() {
        bounded.iter().for_each(|b| test(*a, *b));
        unbounded[place + 1..].iter().for_each(|b| test(*a, *b));
    }
}

fn push(pairs: &mut Vec<u32>, a: usize, b: usize) {
    pairs.push(a.min(b) as u32);
    pairs.push(a.max(b) as u32);
}
