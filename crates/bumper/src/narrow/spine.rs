//! A ball and a capsule by squares alone: whether they touch is nearly always known without a root.

use super::measure::{clamped, extent};
use super::roundings;
use crate::form::reals;
use crate::scalar::{Real, Scalar, real};
use crate::vector::Mapped;
use crate::{Segment, Vector, Verdict};

/// How many of the tolerances of [`roundings`] a distance from a segment and its square add up.
const SURE: f64 = 4.0;

/// The relation of a ball to all points near a segment: both may have a radius of zero. `None` where rounding may decide, and where
/// there is a NaN or an infinity.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn ball<S: Scalar, const N: usize, V: Verdict>(
    center: Vector<S, N>,
    spine: &Segment<S, N>,
    radii: [S; 2],
) -> Option<V> {
    let [center, from, to] = [center, spine.from(), spine.to()].mapped(reals::<S, S::Real, N>);
    let radii = real::<S, S::Real>(radii[0]) + real(radii[1]);
    let (way, off) = (to - from, center - from);
    // Of a spine without length this is no number, and nothing is known.
    let beyond = off - way.scaled(clamped(off.dot(way) / way.dot(way)));
    let squared = beyond.dot(beyond);
    let tolerance = roundings(extent(from) + extent(to) + extent(center) + radii) * S::Real::from_f64(SURE);
    let (least, most) = (radii - tolerance, radii + tolerance);
    if squared > most * most {
        Some(V::APART)
    } else if least > S::Real::default() && squared < least * least {
        Some(V::OVERLAPPING)
    } else {
        None
    }
}
