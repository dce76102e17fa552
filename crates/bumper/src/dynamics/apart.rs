//! What keeps two parts apart: most pairs that are near do not touch, and the direction that tells so in one step mostly does in the
//! next one, too.

use super::Bodies;
use super::body::Held;
use super::contact::{Contact, Seen};
use super::turn::{V, num};
use crate::narrow::measure::{size, smaller};
use crate::scalar::Real;

/// How near shapes are taken for touching, as a part of their size: a contact that is there before it is needed.
pub(super) const MARGIN: f64 = 1.0 / 32.0;

/// How many roundings the parts have to be farther apart than would be enough, so that no query can tell otherwise: as a part of how far
/// the two reach.
const ROUNDINGS: f64 = 32.0;

impl<R: Real> Bodies<R> {
    /// Whether the direction that is kept with a pair which did not touch keeps the two farther apart than contacts are sought, at the
    /// beginning of the step and at its end: then there is none, whatever else would find it so. What is kept changes the time that
    /// takes, and no answer.
    ///
    /// The gap along any direction is a bound of the distance (separating axes; that one of them is kept is from G. van den Bergen, A Fast
    /// and Robust GJK Implementation, Journal of Graphics Tools, 1999).
    pub(super) fn stay_apart(
        &self,
        contact: &Contact<R>,
        seen: &Seen<R>,
        [a, b]: [&Held<R>; 2],
        step: R,
    ) -> bool {
        let way = contact.normal;
        let [p, q] = contact.parts().map(|part| &self.parts[part].figure);
        let reach =
            p.support(seen.turns[0].apply_inverse(way)) + q.support(seen.turns[1].apply_inverse(-way));
        let gap = seen.offset.dot(way) - reach;
        is_far(gap, way, seen, [a, b], step)
    }
}

/// Whether a gap along a direction, at the beginning of a step, is so wide that at no time in it a contact would be found.
pub(super) fn is_far<R: Real>(gap: R, way: V<R>, seen: &Seen<R>, [a, b]: [&Held<R>; 2], step: R) -> bool {
    let swing = (size(a.spin) * a.reach + size(b.spin) * b.reach) * step;
    let closing = (a.velocity - b.velocity).dot(way) * step + swing;
    let sizes = size(seen.offset[0]) + size(seen.offset[1]) + a.reach + b.reach;
    let need = length(a, b) * num(MARGIN) + sizes * (R::EPSILON * num(ROUNDINGS));
    // Also false without a direction, and for NaN.
    gap > need && gap - closing > need
}

/// The length that tolerances of a pair are parts of: of what can be moved the smaller size.
#[inline]
pub(super) fn length<R: Real>(a: &Held<R>, b: &Held<R>) -> R {
    match (a.is_dynamic(), b.is_dynamic()) {
        (true, true) => smaller(a.size, b.size),
        (true, false) => a.size,
        (false, _) => b.size,
    }
}
