//! Pixel masks for C.

use crate::bumper_status::{self, *};
use crate::{change, free, give, guard, list, read};
use engine::MaskBuf;
use std::sync::Arc;

/// A pixel mask: the solid pixels of a picture. Created by bumper_mask_new or bumper_mask_from_rows, freed by bumper_mask_free.
pub struct bumper_mask(pub(crate) Arc<MaskBuf>);

/// Creates a mask of this size without solid pixels.
#[no_mangle]
pub unsafe extern "C" fn bumper_mask_new(
    width: u16,
    height: u16,
    mask: *mut *mut bumper_mask,
) -> bumper_status {
    guard(|| {
        if mask.is_null() {
            return Err(BUMPER_NULL);
        }
        give(mask, Box::into_raw(Box::new(bumper_mask(Arc::new(MaskBuf::new([width, height]))))))
    })
}

/// Creates a mask from rows of bytes, such as the tables that the command `bumper trace` writes. Pixel x of a row is bit x % 8 of byte x /
/// 8 of that row, where bit 0 is the lowest. Every row starts at a new byte. BUMPER_OUT_OF_RANGE if `size` is not height * ((width + 7) /
/// 8).
#[no_mangle]
pub unsafe extern "C" fn bumper_mask_from_rows(
    rows: *const u8,
    size: usize,
    width: u16,
    height: u16,
    mask: *mut *mut bumper_mask,
) -> bumper_status {
    guard(|| {
        let stride = usize::from(width).div_ceil(8);
        if mask.is_null() {
            return Err(BUMPER_NULL);
        }
        if size != stride * usize::from(height) {
            return Err(BUMPER_OUT_OF_RANGE);
        }
        let bytes = list(rows, size)?;
        let solid = |x: u16, y: u16| bytes[usize::from(y) * stride + usize::from(x / 8)] >> (x % 8) & 1 == 1;
        let made = bumper_mask(Arc::new(MaskBuf::from_fn([width, height], solid)));
        give(mask, Box::into_raw(Box::new(made)))
    })
}

/// Frees a mask. Does nothing for null. Worlds and movers that contain the mask are not affected, because they have their own copy.
#[no_mangle]
pub unsafe extern "C" fn bumper_mask_free(mask: *mut bumper_mask) {
    free(mask);
}

/// Makes a pixel solid or empty. Does nothing if the pixel is outside the mask. Sprites that are already in a world or a mover do not
/// change.
#[no_mangle]
pub unsafe extern "C" fn bumper_mask_set(
    mask: *mut bumper_mask,
    x: u16,
    y: u16,
    solid: bool,
) -> bumper_status {
    guard(|| {
        Arc::make_mut(&mut change(mask)?.0).set(x, y, solid);
        Ok(())
    })
}

/// Tests whether a pixel is solid. A pixel outside the mask is not solid.
#[no_mangle]
pub unsafe extern "C" fn bumper_mask_get(
    mask: *const bumper_mask,
    x: u16,
    y: u16,
    solid: *mut bool,
) -> bumper_status {
    guard(|| give(solid, read(mask)?.0.as_mask().get(x, y)))
}

/// The number of solid pixels.
#[no_mangle]
pub unsafe extern "C" fn bumper_mask_count(mask: *const bumper_mask, count: *mut u32) -> bumper_status {
    guard(|| give(count, read(mask)?.0.as_mask().count()))
}

/// Tests whether two masks have a solid pixel in common if the top left corner of `b` is at (x, y) relative to the top left corner of `a`.
#[no_mangle]
pub unsafe extern "C" fn bumper_mask_overlaps(
    a: *const bumper_mask,
    b: *const bumper_mask,
    x: i32,
    y: i32,
    yes: *mut bool,
) -> bumper_status {
    guard(|| give(yes, read(a)?.0.as_mask().overlaps(&read(b)?.0.as_mask(), [x, y])))
}

/// The number of solid pixels that two masks have in common if the top left corner of `b` is at (x, y) relative to the top left corner of
/// `a`.
#[no_mangle]
pub unsafe extern "C" fn bumper_mask_overlap_area(
    a: *const bumper_mask,
    b: *const bumper_mask,
    x: i32,
    y: i32,
    area: *mut u32,
) -> bumper_status {
    guard(|| give(area, read(a)?.0.as_mask().overlap_area(&read(b)?.0.as_mask(), [x, y])))
}
