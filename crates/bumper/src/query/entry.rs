//! When a shape that moves begins to overlap another: the sweep that movers ask for.
//!
//! A sweep tells when two shapes first touch, and a touch is no obstacle: what slides along a floor touches every tile of it,
//! and comes to touch the next one at its corner. So here a pair counts when it gets deeper into each other than it is at the
//! start, by more than rounding may have made it. The signed separation of two convex shapes is a convex function of time,
//! below zero too (it is the distance of a moving point from the boundary of a convex set), so Newton's method finds the time
//! from the left. Boxes are judged axis by axis, whole
//! numbers among them without any tolerance.

use super::contact::Placed;
use super::rounded::Rounded;
use super::sweep::First;
use crate::gap::part::{Leaf, Part, search};
use crate::gap::solid::Solid;
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
    // Boxes have no parts to be looked for.
    if matches!((a, b), (Shape::Aabb(_) | Shape::Point(_), Shape::Aabb(_) | Shape::Point(_))) {
        return convex((a, None), step, (b, None));
    }
    let look = |p: &Part<'_, S, N>, q: &Part<'_, S, N>| {
        let entry = convex(p.placed(), step, q.placed())?;
        Some(((entry.time, entry.corner), entry))
    };
    let mut first = First { hit: None, step: step.scaled(-1.0), swing: 0.0, look };
    search(*a, *b, Leaf::Convex, &mut first);
    first.hit.map(|(_, entry)| entry)
}

/// The corners of a box, or of a point.
fn ends<S: Scalar, const N: usize>((shape, pose): Placed<S, N>) -> Option<[Vector<f64, N>; 2]> {
    match shape {
        _ if pose.is_some() => None,
        Shape::Aabb(aabb) => Some([aabb.min(), aabb.max()].map(|end| end.map(S::to_f64))),
        Shape::Point(point) => Some([point.map(S::to_f64); 2]),
        _ => None,
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

fn convex<S: Scalar, const N: usize>(
    a: Placed<S, N>,
    step: Vector<f64, N>,
    b: Placed<S, N>,
) -> Option<Entry<N>> {
    // Two roundings of the largest coordinate; nothing where differences are exact.
    let epsilon = if S::IS_FLOAT { (S::Real::EPSILON.to_f64() * 2.0).max(1e-12) } else { 0.0 };
    if let (Some([p_min, p_max]), Some([q_min, q_max])) = (ends(a), ends(b)) {
        let size = [p_min, p_max, q_min, q_max].into_iter().flat_map(|end| end.0);
        let size = if S::IS_FLOAT {
            size.filter(|c| c.is_finite()).fold(0.0, |most: f64, c| most.max(c.abs()))
        } else {
            0.0
        };
        if let Some(verdict) = boxes(q_min - p_max, q_max - p_min, step, size * epsilon) {
            return verdict;
        }
    }
    if let (Some(p), Some(q)) = (Rounded::placed(a), Rounded::placed(b)) {
        let (p, q) = (p.to_f64(), q.to_f64());
        let size = p.largest().max(q.largest());
        return deepens(|time| p.moved(step.scaled(time)).gap(&q), step, size * epsilon.max(1e-12));
    }
    let (p, q) = (Solid::new(a.0, a.1)?, Solid::new(b.0, b.1)?);
    let size = p.largest().max(q.largest());
    // Seen from the middle of the first, nothing is far away.
    let origin = p.middle().scaled(-1.0);
    let (p, q) = (p.moved(origin), q.moved(origin));
    // What the queries in space are right to.
    let least = if N == 2 { 1e-12 } else { if p.is_curved() || q.is_curved() { 1e-6 } else { 1e-10 } };
    deepens(|time| p.moved(step.scaled(time)).gap(&q), step, size * epsilon.max(least))
}

/// The time at which a separation that is a convex function of it falls below what it is at the start (or zero, if they are
/// apart), by more than a tolerance. `gap` also gives the normal from what moves to what stays.
fn deepens<const N: usize>(
    gap: impl Fn(f64) -> (f64, Vector<f64, N>),
    step: Vector<f64, N>,
    tolerance: f64,
) -> Option<Entry<N>> {
    let (mut here, mut normal) = gap(0.0);
    let limit = here.min(0.0) - tolerance;
    let mut time = 0.0;
    for _ in 0..STEPS {
        if here <= limit + tolerance * 0.5 {
            // Back to where they only touch.
            let speed = step.dot(normal);
            let back = if speed > 0.0 { (limit + tolerance - here) / speed } else { 0.0 };
            let time = (time - back).clamp(0.0, 1.0);
            return Some(Entry { time, normal: normal.scaled(-1.0), corner: false });
        }
        let speed = step.dot(normal);
        // Also true for NaN. A convex function that does not fall any more never does.
        if !matches!(speed.partial_cmp(&0.0), Some(core::cmp::Ordering::Greater)) {
            return None;
        }
        time += (here - limit) / speed;
        if time > 1.0 {
            // It may end within the tolerance: then it has not come deeper.
            return None;
        }
        (here, normal) = gap(time);
    }
    None
}

/// More than Newton's method needs; see [`sweep`](super::sweep).
const STEPS: usize = 128;
