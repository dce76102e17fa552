//! The deepest contact of two masks of the same pixels: by shifted words, not pixel by pixel.

use crate::form::Form;
use crate::narrow::{self, manifold::Contact};
use crate::scalar::{Real, Scalar};
use crate::{Shape, Sprite};

/// The contact of the two pixels that overlap most: of the first such pair, row by row. `None` where no pixels overlap, and for
/// sprites that do not match.
///
/// Seen from a pixel of the first, the pixels of the second lie at one rest of an offset and so at one of at most four
/// places that overlap it; all pairs at one place are equally deep.
pub(super) fn deepest<S: Scalar, R: Real, const N: usize>(
    a: &Sprite<'_, S, N>,
    b: &Sprite<'_, S, N>,
) -> Option<Contact<R, N>> {
    if !a.matches(b) {
        return None;
    }
    let offsets = [a.offset(b, 0)?, a.offset(b, 1)?];
    let mut best: Option<Contact<R, N>> = None;
    for place in 0..4 {
        let steps = [place & 1, place >> 1];
        if (0..2).any(|axis| steps[axis] == 1 && !offsets[axis].1) {
            continue;
        }
        let offset = [0, 1].map(|axis| offsets[axis].0 + steps[axis]);
        let between = a.mask_offset(b, offset);
        let (p, q) = (a.mask(), b.mask());
        let Some([i, j]) = p.first_overlap(&q, between) else { continue };
        let [k, l] = [(i, 0), (j, 1)].map(|(at, axis)| (i32::from(at) - between[axis]) as u16);
        let pixels = [a.pixel_box(i, j), b.pixel_box(k, l)].map(|pixel| Shape::Aabb(pixel).form(None));
        let [Form::Convex(first), Form::Convex(second)] = &pixels else { continue };
        let Some(found) = narrow::contact(first, second, R::from_f64(f64::INFINITY)) else { continue };
        if best.as_ref().is_none_or(|best| found.separation < best.separation) {
            best = Some(found);
        }
    }
    // Where rounding leaves them no depth, the search among all pixels answers.
    best.filter(|best| best.separation < R::default())
}
