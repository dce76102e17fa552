//! When a shape that moves begins to overlap another: the sweep that movers ask for.
//!
//! A sweep tells when two shapes first touch, and a touch is no obstacle: what slides along a floor touches every tile of it,
//! and comes to touch the next one at its corner. So here a pair counts when it gets deeper into each other than it is at the
//! start, by more than rounding may have made it ([`advance`] finds when). Boxes are judged axis by axis, those on whole numbers
//! without any tolerance.

use super::sweep::First;
use crate::form::{Convex, Core};
use crate::narrow::{self, Sought, advance};
use crate::pieces::{Kind, Leaf, search};
use crate::scalar::{Real, Scalar};
use crate::{Shape, Vector};

/// How a shape that moves comes to overlap another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry<const N: usize> {
    /// The part of the motion after which it begins: from 0 to 1.
    pub(crate) time: f64,
    /// The unit normal of the other there, out of it and towards what moves.
    pub(crate) normal: Vector<f64, N>,
    /// Whether two boxes meet corner to corner. What slides along a row of boxes does that, and a hit on a face goes before.
    pub(crate) corner: bool,
}

/// How the first of two shapes, moving by `step`, begins to overlap the second, or gets deeper into it.
pub(crate) fn entry<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    step: Vector<f64, N>,
    b: &Shape<'_, S, N>,
) -> Option<Entry<N>> {
    let (p, q) = (Kind::<S, f64, N>::new(a, None)?, Kind::new(b, None)?);
    if let (Kind::Convex(p), Kind::Convex(q)) = (&p, &q) {
        return convex(p, step, q, epsilon::<S>());
    }
    let look = |p: &Convex<'_, f64, N>, q: &Convex<'_, f64, N>| {
        let entry = convex(p, step, q, epsilon::<S>())?;
        Some(((entry.time, entry.corner), entry))
    };
    let mut first = First { hit: None, step: -step, swing: 0.0, look };
    search(&p, &q, Leaf::Convex, &mut first);
    first.hit.map(|(_, entry)| entry)
}

/// The corners of a box along the axes, or of a point.
fn ends<const N: usize>(convex: &Convex<'_, f64, N>) -> Option<[Vector<f64, N>; 2]> {
    match convex.core {
        _ if convex.radius > 0.0 => None,
        Core::Upright(ends) => Some(ends),
        Core::Point(point) => Some([point; 2]),
        // Without width it may still lie along an axis.
        Core::Segment([from, to]) => {
            let along = (0..N).filter(|&k| from[k] != to[k]).count() <= 1;
            let low = from.zip(to, f64::min);
            along.then(|| [low, from.zip(to, f64::max)])
        }
        Core::Triangle(_) | Core::Box(_) | Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => None,
    }
}

/// A box that moves, seen from another: from how far to how far it may move so that the two overlap, on each axis. Both ends
/// excluded, and what is within a tolerance of them is no overlap. `None` where they overlap at the start.
fn boxes<const N: usize>(
    near: Vector<f64, N>,
    far: Vector<f64, N>,
    step: Vector<f64, N>,
    tolerance: f64,
) -> Option<Option<Entry<N>>> {
    let (mut enter, mut side, mut corner) = (f64::NEG_INFINITY, None, false);
    // When it is deeper than the tolerance on all axes.
    let (mut deep, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in 0..N {
        let speed = step[axis].abs();
        let (from, to) = if step[axis] < 0.0 { (-far[axis], -near[axis]) } else { (near[axis], far[axis]) };
        if speed > 0.0 {
            let time = from / speed;
            // Of axes entered at the same time, the one along which it moves less.
            let slower = |side: usize| speed < step[side].abs();
            corner = time == enter || corner && time < enter;
            if time > enter || (time == enter && side.is_some_and(slower)) {
                (enter, side) = (time, Some(axis));
            }
            deep = deep.max((from + tolerance) / speed);
            leave = leave.min((to - tolerance) / speed);
        } else if from >= -tolerance || to <= tolerance {
            return Some(None);
        }
    }
    match side {
        Some(axis) if enter >= 0.0 => {
            let normal = Vector::default().with(axis, if step[axis] > 0.0 { -1.0 } else { 1.0 });
            Some((deep < leave && deep < 1.0).then_some(Entry { time: enter, normal, corner }))
        }
        // It leaves before it starts, or does not move.
        _ if leave <= 0.0 => Some(None),
        _ => None,
    }
}

/// Two roundings of the largest coordinate of a float; nothing where differences are exact.
fn epsilon<S: Scalar>() -> f64 {
    if S::IS_FLOAT { S::Real::EPSILON.to_f64() * 2.0 } else { 0.0 }
}

/// What separations are right to, as a part of the size: on a plane, in space, and where there is a curved rim.
const ERRORS: [f64; 3] = [1e-12, 1e-10, 1e-6];

fn convex<const N: usize>(
    a: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
    b: &Convex<'_, f64, N>,
    epsilon: f64,
) -> Option<Entry<N>> {
    if let (Some([p_min, p_max]), Some([q_min, q_max])) = (ends(a), ends(b)) {
        let size = [p_min, p_max, q_min, q_max].into_iter().flat_map(|end| end.0);
        let size = size.filter(|c| c.is_finite()).fold(0.0, |most: f64, c| most.max(c.abs()));
        let tolerance = if epsilon > 0.0 { size * epsilon.max(ERRORS[0]) } else { 0.0 };
        if let Some(verdict) = boxes(q_min - p_max, q_max - p_min, step, tolerance) {
            return verdict;
        }
    }
    let size = a.magnitude().max(b.magnitude());
    // Seen from the middle of the first, nothing is far away.
    let middle = a.core.middle();
    let (p, q) = (a.moved(-middle), b.moved(-middle));
    let is_round = p.core.is_curved() || q.core.is_curved();
    let error = ERRORS[if N == 2 { 0 } else { 1 + usize::from(is_round) }];
    deepens(&p, &q, step, size * epsilon.max(error))
}

/// The time at which the separation falls below what it is at the start (or zero, if they are apart), by more than a tolerance.
fn deepens<const N: usize>(
    a: &Convex<'_, f64, N>,
    b: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
    tolerance: f64,
) -> Option<Entry<N>> {
    let gap = |time: f64| narrow::gap(a, &b.moved(-step.scaled(time)), f64::INFINITY, Sought::Normal);
    let limit = gap(0.0)?.length.min(0.0) - tolerance;
    // It may end within the tolerance: then it has not come deeper.
    let (time, found) = advance::until(gap, -step, limit, tolerance * 0.5, 1.0)?;
    // Back to where they only touch.
    let speed = step.dot(found.normal);
    let back = if speed > 0.0 { (limit + tolerance - found.length) / speed } else { 0.0 };
    Some(Entry { time: (time - back).clamp(0.0, 1.0), normal: -found.normal, corner: false })
}
