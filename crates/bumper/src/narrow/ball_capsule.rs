//! A ball and a capsule by squares alone: whether they touch is nearly always known without a root, a division, or a jump.

use super::measure::{dot, extent};
use super::rounding_error;
use crate::scalar::{Real, Scalar, real};
use crate::vector::Mapped;
use crate::view::reals;
use crate::{Segment, Shape, Vector, Verdict};

/// How many of the tolerances of [`rounding_error`] a distance from a segment and its square add up.
const SURE: f64 = 4.0;

/// Below this, the least square that is compared has lost digits, or there is none.
const VANISHING: f64 = 1e-30;

/// A ball or a point and a capsule or a segment; `None` for others, and where rounding may decide.
#[inline]
pub(super) fn relate<S: Scalar, const N: usize, V: Verdict>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<V> {
    match (a, b) {
        (Shape::Ball(p), Shape::Capsule(q)) | (Shape::Capsule(q), Shape::Ball(p)) => {
            ball(p.center(), &q.spine(), [p.radius(), q.radius()])
        }
        (Shape::Ball(p), Shape::Segment(q)) | (Shape::Segment(q), Shape::Ball(p)) => {
            ball(p.center(), q, [p.radius(), S::default()])
        }
        (Shape::Point(p), Shape::Capsule(q)) | (Shape::Capsule(q), Shape::Point(p)) => {
            ball(*p, &q.spine(), [S::default(), q.radius()])
        }
        _ => None,
    }
}

/// The relation of a ball to all points near a segment: both may have a radius of zero. `None` where rounding may decide, and where
/// there is a NaN or an infinity.
#[inline(always)]
fn ball<S: Scalar, const N: usize, V: Verdict>(
    center: Vector<S, N>,
    spine: &Segment<S, N>,
    radii: [S; 2],
) -> Option<V> {
    let [center, from, to] = [center, spine.from(), spine.to()].mapped(reals::<S, S::Real, N>);
    let radii = real::<S, S::Real>(radii[0]) + real(radii[1]);
    let (zero, way, off) = (S::Real::default(), to - from, center - from);
    // All squares are times that of the length of the spine, so that nothing is divided.
    let (length, along) = (dot(way, way), dot(off, way));
    let beyond = center - to;
    let (before, after) = (dot(off, off), dot(beyond, beyond));
    // Selects, not jumps.
    let end = if after < before { after } else { before };
    let mut beside = zero;
    for i in 1..N {
        for j in 0..i {
            let across = off[i] * way[j] - off[j] * way[i];
            beside = if i == 1 { across * across } else { beside + across * across };
        }
    }
    let is_beside = (along > zero) & (along < length);
    let squared = if is_beside { beside } else { end * length };
    // Differences of coordinates are exact but for a rounding of themselves: far from the origin no more is lost.
    let tolerance = rounding_error(extent(way) + radii) * S::Real::from_f64(SURE);
    let (least, most) = (radii - tolerance, radii + tolerance);
    let is_apart = squared > most * most * length;
    let is_inside = (least > zero) & (squared < least * least * length);
    // One branch for both, that is nearly always taken; of a spine without length nothing is known.
    let is_known = (is_apart | is_inside) & (most * most * length > S::Real::from_f64(VANISHING));
    is_known.then_some(if is_apart { V::APART } else { V::OVERLAPPING })
}
