//! All pairs of a list of boxes or shapes that touch or overlap.

use crate::scratch::{self, Reader};
use crate::shape::ShapeInput;
use crate::{Status, answer, integer};
use bumper_javascript_speed::BoxPairs;
use engine::{Relate, Relation, Shape};
use std::cell::RefCell;

/// The buffers of a search, which are kept for the next one.
#[derive(Default)]
struct Search {
    boxes: BoxPairs,
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
    answer(SEARCH.with_borrow_mut(|Search { boxes, pairs }| {
        let count: u32 = integer(count)?;
        pairs.clear();
        let is_valid = scratch::read(|words| Ok(boxes.read(words.list(4 * count as usize)?.as_chunks().0)))?;
        if !is_valid {
            return Err(Status::OutOfRange);
        }
        boxes.find(touching != 0, pairs);
        Ok(pairs.len() as u32 / 2)
    }))
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

fn find(shapes: &[Shape<'_, f64, 2>], touching: bool, Search { boxes, pairs }: &mut Search) {
    boxes.boxes.clear();
    pairs.clear();
    let mut bounded = Vec::with_capacity(shapes.len());
    let mut unbounded = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        match shape.bounds() {
            Some(bounds) => {
                boxes.boxes.push(bounds);
                bounded.push(index as u32);
            }
            None => unbounded.push(index as u32),
        }
    }
    let mut candidates = Vec::new();
    boxes.find(true, &mut candidates);
    // Their indices are those of the boxes.
    candidates.iter_mut().for_each(|index| *index = bounded[*index as usize]);
    // Shapes without a bounding box are infinite or empty. They are tested with all others.
    for (place, a) in unbounded.iter().enumerate() {
        let others = bounded.iter().chain(&unbounded[place + 1..]);
        candidates.extend(others.flat_map(|b| [*a.min(b), *a.max(b)]));
    }
    let least = if touching { Relation::Touching } else { Relation::Overlapping };
    for [a, b] in candidates.as_chunks().0 {
        if shapes[*a as usize].relation(&shapes[*b as usize]) >= least {
            pairs.extend([a, b]);
        }
    }
}
