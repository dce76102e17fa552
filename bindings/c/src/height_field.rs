//! 2D height fields for C: lines of ground.

use crate::bumper_status::{self, *};
use crate::typed::{bumper_point_f32, point, Shaped};
use crate::{change, finite, finite_vector, free, give, guard, list, read};
use engine::{HeightField, HeightFieldError, Vector};
use std::sync::Arc;

/// A height field: ground whose heights are given at equal distances along the x axis. It is a polyline without an inside: a shape that is
/// below the line without touching it is apart. Heights are along y, also if y points down. Only static bodies may have it as a shape. For
/// another direction of the heights, rotate it as the part of a compound. Created by bumper_height_field_new, freed by
/// bumper_height_field_free.
pub struct bumper_height_field(pub(crate) Arc<HeightField<f32, 2>>);

/// The origin, the cell size and the heights of a height field. Its points are origin + (k * cell, heights[k]) for k from 0 to `count` - 1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_height_field_grid {
    pub origin: bumper_point_f32,
    /// The distance of neighbouring points along the x axis.
    pub cell: f32,
    /// The heights, which belong to the height field. They are valid until the next change of the height field or until it is freed.
    pub heights: *const f32,
    pub count: usize,
}

impl From<HeightFieldError> for bumper_status {
    fn from(refusal: HeightFieldError) -> Self {
        match refusal {
            HeightFieldError::NotFinite { .. } => BUMPER_NOT_A_NUMBER,
            // Errors of sizes, of places outside the grid, and errors that later versions of the library may add.
            _ => BUMPER_OUT_OF_RANGE,
        }
    }
}

/// Creates a height field with `count` points from a copy of `heights`. Point k is origin + (k * cell, heights[k]). Between two
/// neighbouring points, the ground is a segment. BUMPER_NOT_A_NUMBER if a number is NaN or infinite. BUMPER_OUT_OF_RANGE if there are
/// fewer than two or more than 2^31 heights, or if `cell` is not positive or so small that rounding makes neighbouring points equal.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field_new(
    origin: bumper_point_f32,
    cell: f32,
    heights: *const f32,
    count: usize,
    field: *mut *mut bumper_height_field,
) -> bumper_status {
    guard(|| {
        if field.is_null() {
            return Err(BUMPER_NULL);
        }
        let heights = list(heights, count)?;
        let made = HeightField::line(finite_vector(origin.shape())?, finite(cell)?, heights.iter().copied())?;
        give(field, Box::into_raw(Box::new(bumper_height_field(Arc::new(made)))))
    })
}

/// Frees a height field. Does nothing for null. Worlds, movers and simulations that contain the height field are not affected, because they
/// have their own copy.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field_free(field: *mut bumper_height_field) {
    free(field);
}

/// Gets the origin, the cell size and the heights.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field_get(
    field: *const bumper_height_field,
    grid: *mut bumper_height_field_grid,
) -> bumper_status {
    guard(|| {
        let of = &read(field)?.0;
        let origin = point(of.origin());
        let [cell, _] = of.cell();
        let heights = of.heights().as_ptr();
        give(grid, bumper_height_field_grid { origin, cell, heights, count: of.heights().len() })
    })
}

/// Replaces `count` heights from the height with the index `first` on. Height fields that are already in a world, a mover or a simulation
/// do not change; pass the shape to bumper_world_set_shape or bumper_simulation_set_shape. BUMPER_OUT_OF_RANGE if there are no such
/// heights, BUMPER_NOT_A_NUMBER if a height is NaN or infinite; then nothing changes. The first change after the height field was passed
/// to a world or a mover copies all heights, others cost O(n) for n new heights.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field_set_heights(
    field: *mut bumper_height_field,
    first: usize,
    heights: *const f32,
    count: usize,
) -> bumper_status {
    guard(|| {
        let field = change(field)?;
        let heights = list(heights, count)?;
        Ok(Arc::make_mut(&mut field.0).set_heights(first, 0, count, heights)?)
    })
}

/// Makes a cell a hole, or fills it. Cell k is the segment between the points k and k + 1. A hole stops nothing. Height fields that are
/// already in a world, a mover or a simulation do not change. BUMPER_OUT_OF_RANGE if there is no such cell.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field_set_hole(
    field: *mut bumper_height_field,
    cell: usize,
    hole: bool,
) -> bumper_status {
    guard(|| Ok(Arc::make_mut(&mut change(field)?.0).set_hole(cell, 0, hole)?))
}

/// Tests whether a cell is a hole. False if there is no such cell.
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field_is_hole(
    field: *const bumper_height_field,
    cell: usize,
    hole: *mut bool,
) -> bumper_status {
    guard(|| give(hole, read(field)?.0.is_hole(cell, 0)))
}

/// Computes the y coordinate of the ground at the coordinate `x`. Sets `found` to whether there is ground: false outside the height field
/// and in a hole. Writes `height` only if there is. Costs O(1).
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field_height_at(
    field: *const bumper_height_field,
    x: f32,
    found: *mut bool,
    height: *mut f32,
) -> bumper_status {
    guard(|| {
        let at = read(field)?.0.height_at(point_at_x(x)?);
        if let Some(at) = at {
            give(height, at)?;
        }
        give(found, at.is_some())
    })
}

/// Computes the unit normal of the ground at the coordinate `x`. Its y component is positive, also if y points down. At the common point
/// of two segments, it is the normal of one of them. Sets `found` as bumper_height_field_height_at does, and writes `normal` only if there
/// is ground. Costs O(1).
#[no_mangle]
pub unsafe extern "C" fn bumper_height_field_normal_at(
    field: *const bumper_height_field,
    x: f32,
    found: *mut bool,
    normal: *mut bumper_point_f32,
) -> bumper_status {
    guard(|| {
        let at = read(field)?.0.normal_at(point_at_x(x)?);
        if let Some(at) = at {
            give(normal, point(at))?;
        }
        give(found, at.is_some())
    })
}

/// A point with this x coordinate. BUMPER_NOT_A_NUMBER if it is NaN or infinite.
fn point_at_x(x: f32) -> Result<Vector<f32, 2>, bumper_status> {
    Ok(Vector([finite(x)?, 0.0]))
}
