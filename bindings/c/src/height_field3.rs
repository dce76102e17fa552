//! 3D height fields for C: terrain over a regular grid.

use crate::bumper_status::{self, *};
use crate::typed::{bumper_point3_f32, point3, Shaped};
use crate::{change, finite, finite_vector, free, give, guard, list, read};
use engine::{HeightField, Vector};
use std::sync::Arc;

/// A height field in 3D: terrain whose heights are given over a regular grid. The grid is along x and z, and heights are along y, also if y
/// points down. Heights are listed row by row: the columns of a row are along x, and rows follow one another along z. The cell in column i
/// of row k is between the columns i and i + 1 and the rows k and k + 1. It consists of two triangles, divided by the diagonal from its
/// corner with the largest x to its corner with the largest z.
///
/// A height field has no inside: a shape that is below the surface without touching it is apart. For another direction of the heights,
/// rotate it as the part of a compound: if z points up, by a quarter turn about the x axis, which turns y into z and z into -y. Created by
/// bumper_height_field3_new, freed by bumper_height_field3_free.
pub struct bumper_height_field3(pub(crate) Arc<HeightField<f32, 3>>);

/// The origin, the cell size and the heights of a 3D height field. The point in column i of row k is origin + (i * cell_x,
/// heights[k * columns + i], k * cell_z).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_height_field3_grid {
    pub origin: bumper_point3_f32,
    /// The distance of neighbouring points along the x axis.
    pub cell_x: f32,
    /// The distance of neighbouring points along the z axis.
    pub cell_z: f32,
    /// The number of heights along the x axis.
    pub columns: usize,
    /// The number of heights along the z axis.
    pub rows: usize,
    /// The heights, row by row, which belong to the height field. They are valid until the next change of the height field or until it is
    /// freed.
    pub heights: *const f32,
}

/// Converts the heights of a rectangle from C. BUMPER_OUT_OF_RANGE if no array can have so many heights.
///
/// # Safety
/// `heights` is null, or points to `columns` * `rows` heights.
unsafe fn rectangle<'a>(
    heights: *const f32,
    columns: usize,
    rows: usize,
) -> Result<&'a [f32], bumper_status> {
    list(heights, columns.checked_mul(rows).ok_or(BUMPER_OUT_OF_RANGE)?)
}

/// Creates a 3D height field from a copy of the `columns` * `rows` heights, row by row. The point in column i of row k is origin +
/// (i * cell_x, heights[k * columns + i], k * cell_z). BUMPER_NOT_A_NUMBER if a number is NaN or infinite. BUMPER_OUT_OF_RANGE if there are
/// fewer than two columns or rows or more than 2^31 heights, or if `cell_x` or `cell_z` is not positive or so small that rounding makes
/// neighbouring points equal. Costs O(n) for n heights.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field3_new(
    origin: bumper_point3_f32,
    cell_x: f32,
    cell_z: f32,
    columns: usize,
    rows: usize,
    heights: *const f32,
    field: *mut *mut bumper_height_field3,
) -> bumper_status {
    guard(|| {
        if field.is_null() {
            return Err(BUMPER_NULL);
        }
        let heights = rectangle(heights, columns, rows)?.iter().copied();
        let cell = [finite(cell_x)?, finite(cell_z)?];
        let made = HeightField::grid(finite_vector(origin.shape())?, cell, columns, heights)?;
        give(field, Box::into_raw(Box::new(bumper_height_field3(Arc::new(made)))))
    })
}

/// Frees a 3D height field. Does nothing for null. Worlds and movers that contain the height field keep it.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field3_free(field: *mut bumper_height_field3) {
    free(field);
}

/// Gets the origin, the cell size and the heights.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field3_get(
    field: *const bumper_height_field3,
    grid: *mut bumper_height_field3_grid,
) -> bumper_status {
    guard(|| {
        let of = &read(field)?.0;
        let origin = point3(of.origin());
        let [cell_x, cell_z] = of.cell();
        let columns = of.columns();
        let rows = of.rows();
        let heights = of.heights().as_ptr();
        give(grid, bumper_height_field3_grid { origin, cell_x, cell_z, columns, rows, heights })
    })
}

/// Replaces the heights of a rectangle of the grid. `column` and `row` are its first ones, and `heights` are its `columns` * `rows` heights,
/// row by row. Height fields that are already in a world or a mover do not change; pass the shape to bumper_world3_set_shape.
/// BUMPER_OUT_OF_RANGE if the rectangle is not inside the grid, BUMPER_NOT_A_NUMBER if a height is NaN or infinite; then nothing changes.
/// The first change after the height field was passed to a world or a mover copies all heights, others cost O(n) for n new heights.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field3_set_heights(
    field: *mut bumper_height_field3,
    column: usize,
    row: usize,
    columns: usize,
    rows: usize,
    heights: *const f32,
) -> bumper_status {
    guard(|| {
        let field = change(field)?;
        let heights = rectangle(heights, columns, rows)?;
        Ok(Arc::make_mut(&mut field.0).set_heights(column, row, columns, heights)?)
    })
}

/// Makes a cell a hole, or fills it. The cell in column i of row k is between the columns i and i + 1 and the rows k and k + 1. A hole stops
/// nothing. Height fields that are already in a world or a mover do not change. BUMPER_OUT_OF_RANGE if there is no such cell.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field3_set_hole(
    field: *mut bumper_height_field3,
    column: usize,
    row: usize,
    hole: bool,
) -> bumper_status {
    guard(|| Ok(Arc::make_mut(&mut change(field)?.0).set_hole(column, row, hole)?))
}

/// Tests whether a cell is a hole. False if there is no such cell.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field3_is_hole(
    field: *const bumper_height_field3,
    column: usize,
    row: usize,
    hole: *mut bool,
) -> bumper_status {
    guard(|| give(hole, read(field)?.0.is_hole(column, row)))
}

/// Computes the y coordinate of the surface at the coordinates `x` and `z`. Sets `found` to whether there is ground: false outside the grid
/// and in a hole. Writes `height` only if there is. Costs O(1).
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field3_height_at(
    field: *const bumper_height_field3,
    x: f32,
    z: f32,
    found: *mut bool,
    height: *mut f32,
) -> bumper_status {
    guard(|| {
        let at = read(field)?.0.height_at(point_above(x, z)?);
        if let Some(at) = at {
            give(height, at)?;
        }
        give(found, at.is_some())
    })
}

/// Computes the unit normal of the surface at the coordinates `x` and `z`. Its y component is positive, also if y points down. On a common
/// edge of two triangles, it is the normal of one of them. Sets `found` as bumper_height_field3_height_at does, and writes `normal` only if
/// there is ground. Costs O(1).
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field3_normal_at(
    field: *const bumper_height_field3,
    x: f32,
    z: f32,
    found: *mut bool,
    normal: *mut bumper_point3_f32,
) -> bumper_status {
    guard(|| {
        let at = read(field)?.0.normal_at(point_above(x, z)?);
        if let Some(at) = at {
            give(normal, point3(at))?;
        }
        give(found, at.is_some())
    })
}

/// A point with these coordinates. BUMPER_NOT_A_NUMBER if one is NaN or infinite.
fn point_above(x: f32, z: f32) -> Result<Vector<f32, 3>, bumper_status> {
    finite_vector(Vector([x, 0.0, z]))
}
