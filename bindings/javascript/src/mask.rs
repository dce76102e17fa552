//! Pixel masks. Their pixels are passed as words of 64 pixels, in the order of `bumper::Mask::new`: for each stripe of 64 columns, a word
//! per row, with the leftmost pixel in the lowest bit. A word of the scratch buffer holds the bits of such a word.

use crate::handles::Slots;
use crate::scratch;
use crate::{Status, answer, answer_f64, integer, size};
use engine::{Aabb, Mask, MaskBuf, Vector};
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// The masks.
    pub static MASKS: RefCell<Slots<Rc<MaskBuf>>> = const { RefCell::new(Slots::new()) };
}

fn keep(mask: MaskBuf) -> Result<f64, Status> {
    MASKS.with_borrow_mut(|masks| masks.insert(Rc::new(mask)))
}

fn with<T>(handle: f64, read: impl FnOnce(&Mask<'_>) -> T) -> Result<T, Status> {
    MASKS.with_borrow(|masks| masks.get(handle).map(|mask| read(&mask.as_mask())))
}

fn change(handle: f64, change: impl FnOnce(&mut MaskBuf)) -> i32 {
    answer(MASKS.with_borrow_mut(|masks| {
        change(Rc::make_mut(masks.get_mut(handle)?));
        Ok(0)
    }))
}

/// Creates a mask from the words in the scratch buffer, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn mask_new(width: f64, height: f64) -> f64 {
    let read = || {
        let size: [u16; 2] = [integer(width)?, integer(height)?];
        let count = usize::from(size[0]).div_ceil(64) * usize::from(size[1]);
        let words =
            scratch::read(|words| Ok(words.list(count)?.iter().map(|word| word.to_bits()).collect()))?;
        keep(MaskBuf::from_words(size, words).ok_or(Status::Malformed)?)
    };
    answer_f64(read())
}

/// Frees a mask.
#[unsafe(no_mangle)]
pub extern "C" fn mask_free(handle: f64) -> i32 {
    answer(MASKS.with_borrow_mut(|masks| masks.remove(handle)).map(|_| 0))
}

/// Writes the width and the height of a mask, and then its words. Returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn mask_words(handle: f64) -> i32 {
    answer(with(handle, |mask| {
        let mut words = mask.size().map(f64::from).to_vec();
        let bits = mask.words().iter();
        words.extend(bits.map(|word| f64::from_bits(*word)));
        scratch::write(&words)
    }))
}

/// Whether a pixel is solid. A pixel outside the mask is not.
#[unsafe(no_mangle)]
pub extern "C" fn mask_get(handle: f64, x: f64, y: f64) -> i32 {
    answer(with(handle, |mask| match (integer(x), integer(y)) {
        (Ok(x), Ok(y)) => u32::from(mask.get(x, y)),
        _ => 0,
    }))
}

/// Makes a rectangle of pixels solid or empty. Its pixels outside the mask are ignored.
#[unsafe(no_mangle)]
pub extern "C" fn mask_fill(handle: f64, x: f64, y: f64, width: f64, height: f64, solid: i32) -> i32 {
    let area = || -> Result<Aabb<i32, 2>, Status> {
        let min: [i32; 2] = [integer(x)?, integer(y)?];
        let max: [i32; 2] = [integer(x + size(width)?)?, integer(y + size(height)?)?];
        Ok(Aabb::new(min, max))
    };
    match area() {
        Ok(area) => change(handle, |mask| mask.fill(&area, solid != 0)),
        Err(status) => status as i32,
    }
}

/// The number of solid pixels.
#[unsafe(no_mangle)]
pub extern "C" fn mask_count(handle: f64) -> f64 {
    answer_f64(with(handle, |mask| f64::from(mask.count())))
}

/// Calls `query` with two masks.
fn pair<T>(a: f64, b: f64, query: impl FnOnce(&Mask<'_>, &Mask<'_>) -> T) -> Result<T, Status> {
    with(a, |a| with(b, |b| query(a, b)))?
}

fn offset(x: f64, y: f64) -> Result<[i32; 2], Status> {
    Ok([integer(x)?, integer(y)?])
}

/// Whether two masks have a solid pixel in common, if the top left corner of `b` is at `x, y` relative to that of `a`.
#[unsafe(no_mangle)]
pub extern "C" fn mask_overlaps(a: f64, b: f64, x: f64, y: f64) -> i32 {
    answer(offset(x, y).and_then(|at| pair(a, b, |a, b| u32::from(a.overlaps(b, at)))))
}

/// The number of solid pixels that two masks have in common.
#[unsafe(no_mangle)]
pub extern "C" fn mask_overlap_area(a: f64, b: f64, x: f64, y: f64) -> f64 {
    answer_f64(offset(x, y).and_then(|at| pair(a, b, |a, b| f64::from(a.overlap_area(b, at)))))
}

/// Writes the first solid pixel, row by row, that mask `a` has in common with `b`. Returns whether there is one.
#[unsafe(no_mangle)]
pub extern "C" fn mask_first_overlap(a: f64, b: f64, x: f64, y: f64) -> i32 {
    answer(offset(x, y).and_then(|at| pair(a, b, |a, b| a.first_overlap(b, at))).map(|pixel| {
        pixel.map_or(0, |pixel| {
            scratch::write(&pixel.map(f64::from));
            1
        })
    }))
}

/// Creates a mirrored copy of a mask, and returns its handle. Axis 0 mirrors it horizontally, axis 1 vertically.
#[unsafe(no_mangle)]
pub extern "C" fn mask_flipped(handle: f64, axis: u32) -> f64 {
    answer_f64(with(handle, |mask| mask.flipped(axis as usize)).and_then(keep))
}

/// Draws the solid pixels of mask `b` into mask `a`, or erases them, with the top left corner of `b` at `x, y`.
#[unsafe(no_mangle)]
pub extern "C" fn mask_draw(a: f64, b: f64, x: f64, y: f64, solid: i32) -> i32 {
    let at = offset(x, y);
    let other = MASKS.with_borrow(|masks| masks.get(b).cloned());
    match at.and_then(|at| Ok((at, other?))) {
        Ok((at, other)) if solid != 0 => change(a, |mask| mask.draw(&other.as_mask(), at)),
        Ok((at, other)) => change(a, |mask| mask.erase(&other.as_mask(), at)),
        Err(status) => status as i32,
    }
}

/// Writes polygons that follow the outline of a mask within a tolerance: for each the number of its corners, then their coordinates.
/// Returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn mask_trace(handle: f64, tolerance: f64) -> i32 {
    answer(size(tolerance).and_then(|tolerance| with(handle, |mask| polygons(&mask.polygons(tolerance)))))
}

/// Writes convex polygons with at most `corners` corners each that cover a mask, in the format of [`mask_trace`].
#[unsafe(no_mangle)]
pub extern "C" fn mask_trace_convex(handle: f64, tolerance: f64, corners: f64) -> i32 {
    let read = || Ok((size(tolerance)?, integer::<u32>(corners)? as usize));
    answer(read().and_then(|(tolerance, corners)| {
        with(handle, |mask| polygons(&mask.convex_polygons(tolerance, corners)))
    }))
}

fn polygons(polygons: &[Vec<Vector<f64, 2>>]) -> u32 {
    let words = polygons.iter().flat_map(|corners| {
        let coordinates = corners.iter().flat_map(|corner| corner.0);
        std::iter::once(corners.len() as f64).chain(coordinates)
    });
    scratch::write(&words.collect::<Vec<_>>())
}

/// Writes boxes that cover the solid pixels of a mask exactly, with four words each: x, y, width, height. Returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn mask_boxes(handle: f64) -> i32 {
    answer(with(handle, |mask| {
        let boxes = mask.boxes().into_iter().flat_map(|area| {
            let [[x, y], [right, bottom]] = [area.min().0, area.max().0];
            [x, y, right - x, bottom - y].map(f64::from)
        });
        scratch::write(&boxes.collect::<Vec<_>>())
    }))
}
