//! The deepest contact of two masks of the same pixels: by shifted words, not pixel by pixel.

use super::super::rounded::Rounded;
use crate::scalar::Scalar;
use crate::{Shape, Sprite};

/// Two pixels, as boxes.
type Pair<R, const N: usize> = [Rounded<R, N>; 2];

/// The two pixels that overlap most: the first such pair, row by row. `None` where no pixels overlap, and for
/// sprites that do not match.
///
/// Seen from a pixel of the first, the pixels of the second lie at one rest of an offset and so at one of at most four
/// places that overlap it; all pairs at one place are equally deep.
pub(super) fn deepest<S: Scalar, const N: usize>(
    a: &Sprite<'_, S, N>,
    b: &Sprite<'_, S, N>,
) -> Option<Pair<S::Real, N>> {
    if !a.matches(b) {
        return None;
    }
    let offsets = [a.offset(b, 0)?, a.offset(b, 1)?];
    let mut best: Option<(S::Real, Pair<S::Real, N>)> = None;
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
        let boxes = [a.pixel_box(i, j), b.pixel_box(k, l)].map(Shape::Aabb);
        let [first, second] = boxes.map(|shape| Rounded::placed((&shape, None)));
        let pair = [first?, second?];
        let (separation, _) = pair[0].gap(&pair[1]);
        if best.is_none_or(|best| separation < best.0) {
            best = Some((separation, pair));
        }
    }
    // Where rounding leaves them no depth, the search among all pixels answers.
    best.filter(|best| best.0 < S::Real::default()).map(|best| best.1)
}
