//! When a shape that moves comes as near to another as is asked, or as deep into it.
//!
//! The separation of two convex shapes, of which one moves along a line, is a convex function of time: it is the signed distance of a
//! moving point from the boundary of a convex set. Its slope is the speed along the normal. So Newton's method from the start never
//! steps past the first place. Where the shapes meet head on it takes a few steps; where they graze each step leaves a quarter of the
//! gap (conservative advancement: B. Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996, section 2.3).

use super::Separation;
use crate::Vector;
use crate::scalar::Real;

/// More steps than any pair needs: each leaves at most a quarter of a grazing gap, of which a tolerance of some rounding errors is
/// reached after a few dozen.
const STEPS: usize = 128;

/// The first time from `from` to `most` at which the separation is `level` or less, but for a tolerance, and the separation there. `gap` gives it
/// when the second has moved by `step` times the time; it says `None` where it is nowhere.
#[inline]
pub(crate) fn until<R: Real, const N: usize>(
    mut gap: impl FnMut(R) -> Option<Separation<R, N>>,
    step: Vector<R, N>,
    level: R,
    tolerance: R,
    [from, most]: [R; 2],
) -> Option<(R, Separation<R, N>)> {
    let mut time = from;
    let mut before: Option<Vector<R, N>> = None;
    for _ in 0..STEPS {
        let found = gap(time)?;
        if found.length <= level + tolerance {
            // Where two points meet but for rounding, the way between them says nothing; what it was before does.
            let way = found.on.map(|[p, q]| q - p).filter(|way| way.dot(*way) <= tolerance * tolerance);
            let normal = way.and(before).unwrap_or(found.normal);
            return Some((time, Separation { normal, ..found }));
        }
        before = Some(found.normal);
        let speed = -step.dot(found.normal);
        // Also true for NaN. A convex function that does not fall any more never does.
        if !(speed > R::default()) {
            return None;
        }
        time = time + (found.length - level) / speed;
        if !(time <= most) {
            return None;
        }
    }
    // So slow that nothing is left but rounding.
    gap(time).map(|found| (time, found))
}
