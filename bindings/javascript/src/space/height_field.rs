//! Height fields in 3D: terrain from a grid of heights along x and z. Heights are along y.

use crate::handles::Slots;
use crate::scratch;
use crate::{Status, answer, answer_f64, finite, integer};
use engine::{HeightField, HeightFieldError, Vector};
use std::cell::RefCell;
use std::rc::Rc;

type Field = HeightField<f64, 3>;

thread_local! {
    /// The height fields.
    pub static HEIGHT_FIELDS: RefCell<Slots<Rc<Field>>> = const { RefCell::new(Slots::new()) };
}

fn with<T>(handle: f64, read: impl FnOnce(&Field) -> Result<T, Status>) -> Result<T, Status> {
    HEIGHT_FIELDS.with_borrow(|fields| read(fields.get(handle)?))
}

fn change(
    handle: f64,
    change: impl FnOnce(&mut Field) -> Result<(), HeightFieldError>,
) -> Result<u32, Status> {
    HEIGHT_FIELDS.with_borrow_mut(|fields| Ok(change(Rc::make_mut(fields.get_mut(handle)?)).map(|()| 0)?))
}

/// The index of a column or a row, or of a number of them.
fn index(number: f64) -> Result<usize, Status> {
    integer::<u32>(number).map(|index| index as usize)
}

/// Creates a height field from the words x, y, z, the distances of neighbouring points along x and z, the number of columns, the number of
/// heights, and the heights, row by row. Returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn space_height_field_new() -> f64 {
    let field = scratch::read(|words| {
        let origin = super::vector(words)?;
        let cell = *words.finite()?;
        let columns = index(words.word()?)?;
        let count = words.count()?;
        Ok(Field::grid(origin, cell, columns, words.list(count)?.iter().copied())?)
    });
    answer_f64(field.and_then(|field| HEIGHT_FIELDS.with_borrow_mut(|fields| fields.insert(Rc::new(field)))))
}

/// Frees a height field.
#[unsafe(no_mangle)]
pub extern "C" fn space_height_field_free(handle: f64) -> i32 {
    answer(HEIGHT_FIELDS.with_borrow_mut(|fields| fields.remove(handle)).map(|_| 0))
}

/// Writes the heights, row by row. Returns the number of words.
#[unsafe(no_mangle)]
pub extern "C" fn space_height_field_get(handle: f64) -> i32 {
    answer(with(handle, |field| Ok(scratch::write(field.heights()))))
}

/// Replaces the heights of a rectangle, which begins at `column` and `row` and has `columns` columns, by `count` heights in the scratch
/// buffer.
#[unsafe(no_mangle)]
pub extern "C" fn space_height_field_set(
    handle: f64,
    column: f64,
    row: f64,
    columns: f64,
    count: f64,
) -> i32 {
    let set = || {
        let count = index(count)?;
        let heights = scratch::read(|words| Ok(words.list(count)?.to_vec()))?;
        let first = [index(column)?, index(row)?];
        let columns = index(columns)?;
        change(handle, |field| field.set_heights(first[0], first[1], columns, &heights))
    };
    answer(set())
}

/// Makes a cell a hole, or fills it.
#[unsafe(no_mangle)]
pub extern "C" fn space_height_field_set_hole(handle: f64, column: f64, row: f64, hole: i32) -> i32 {
    let set = || {
        let cell = [index(column)?, index(row)?];
        change(handle, |field| field.set_hole(cell[0], cell[1], hole != 0))
    };
    answer(set())
}

/// Whether a cell is a hole.
#[unsafe(no_mangle)]
pub extern "C" fn space_height_field_is_hole(handle: f64, column: f64, row: f64) -> i32 {
    answer(with(handle, |field| Ok(u32::from(field.is_hole(index(column)?, index(row)?)))))
}

/// Writes the y coordinate and the unit normal of the ground at coordinates. Returns whether there is ground.
#[unsafe(no_mangle)]
pub extern "C" fn space_height_field_at(handle: f64, x: f64, z: f64) -> i32 {
    answer(with(handle, |field| {
        let at = Vector([finite(x)?, 0.0, finite(z)?]);
        let Some((height, normal)) = field.height_at(at).zip(field.normal_at(at)) else {
            return Ok(0);
        };
        let [normal_x, normal_y, normal_z] = normal.0;
        scratch::write(&[height, normal_x, normal_y, normal_z]);
        Ok(1)
    }))
}
