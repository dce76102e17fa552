//! Height fields: ground from a list of heights.

use crate::handles::Slots;
use crate::scratch;
use crate::{Status, answer, answer_f64, finite, integer};
use engine::{HeightField, HeightFieldError};
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// The height fields.
    pub static HEIGHT_FIELDS: RefCell<Slots<Rc<HeightField<f64, 2>>>> = const { RefCell::new(Slots::new()) };
}

fn with<T>(handle: f64, read: impl FnOnce(&HeightField<f64, 2>) -> Result<T, Status>) -> Result<T, Status> {
    HEIGHT_FIELDS.with_borrow(|fields| read(fields.get(handle)?))
}

fn change(
    handle: f64,
    change: impl FnOnce(&mut HeightField<f64, 2>) -> Result<(), HeightFieldError>,
) -> Result<u32, Status> {
    HEIGHT_FIELDS.with_borrow_mut(|fields| Ok(change(Rc::make_mut(fields.get_mut(handle)?)).map(|()| 0)?))
}

/// The `count` heights in the scratch buffer.
fn heights(count: f64) -> Result<Vec<f64>, Status> {
    let count: u32 = integer(count)?;
    scratch::read(|words| Ok(words.list(count as usize)?.to_vec()))
}

/// Creates a height field from `count` heights in the scratch buffer, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn height_field_new(x: f64, y: f64, cell: f64, count: f64) -> f64 {
    let make = || {
        let field = HeightField::line([finite(x)?, finite(y)?], finite(cell)?, heights(count)?)?;
        HEIGHT_FIELDS.with_borrow_mut(|fields| fields.insert(Rc::new(field)))
    };
    answer_f64(make())
}

/// Frees a height field.
#[unsafe(no_mangle)]
pub extern "C" fn height_field_free(handle: f64) -> i32 {
    answer(HEIGHT_FIELDS.with_borrow_mut(|fields| fields.remove(handle)).map(|_| 0))
}

/// Writes the origin and the cell size, and then the heights. Returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn height_field_get(handle: f64) -> i32 {
    answer(with(handle, |field| {
        let [x, y] = field.origin().0;
        let mut words = vec![x, y, field.cell()[0]];
        words.extend(field.heights());
        Ok(scratch::write(&words))
    }))
}

/// Replaces `count` heights from `first` on by those in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn height_field_set(handle: f64, first: f64, count: f64) -> i32 {
    let set = || {
        let heights = heights(count)?;
        let first: u32 = integer(first)?;
        change(handle, |field| field.set_heights(first as usize, 0, heights.len(), &heights))
    };
    answer(set())
}

/// Makes a cell a hole, or fills it.
#[unsafe(no_mangle)]
pub extern "C" fn height_field_set_hole(handle: f64, cell: f64, hole: i32) -> i32 {
    let cell = integer::<u32>(cell);
    answer(cell.and_then(|cell| change(handle, |field| field.set_hole(cell as usize, 0, hole != 0))))
}

/// Whether a cell is a hole.
#[unsafe(no_mangle)]
pub extern "C" fn height_field_is_hole(handle: f64, cell: f64) -> i32 {
    let cell = integer::<u32>(cell);
    answer(cell.and_then(|cell| with(handle, |field| Ok(u32::from(field.is_hole(cell as usize, 0))))))
}

/// Writes the y coordinate and the unit normal of the ground at the coordinate `x`. Returns whether there is ground.
#[unsafe(no_mangle)]
pub extern "C" fn height_field_at(handle: f64, x: f64) -> i32 {
    answer(finite(x).and_then(|x| {
        with(handle, |field| {
            let Some((height, normal)) = field.height_at([x, 0.0]).zip(field.normal_at([x, 0.0])) else {
                return Ok(0);
            };
            let [normal_x, normal_y] = normal.0;
            scratch::write(&[height, normal_x, normal_y]);
            Ok(1)
        })
    }))
}
