//! When a shape that moves begins to overlap another: the sweep that movers ask for.
//!
//! A sweep tells when two shapes first touch, and a touch is no obstacle: what slides along a floor touches every tile of it,
//! and comes to touch the next one at its corner. So here a pair counts when it gets deeper into each other than it is at the
//! start, by more than rounding may have made it ([`advance`] finds when). Boxes are judged axis by axis, those on whole numbers
//! without any tolerance.

mod flat;

use super::sweep::First;
use crate::form::{Convex, Core};
use crate::narrow::{self, Sought, advance};
use crate::pieces::{Kind, Leaf, search};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Shape, Vector};

/// How a shape that moves comes to overlap another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry<const N: usize> {
    /// The part of the motion after which it begins: from 0 to 1.
    pub(crate) time: f64,
    /// The unit normal of the other there, out of it and towards what moves.
    pub(crate) normal: Vector<f64, N>,
    /// Whether two boxes meet corner to corner. What slides along a row of boxes does that, and a hit on a face goes before.
    pub(crate) corner: bool,
    /// How far rounding may have put the two from where they touch.
    pub(crate) slack: f64,
}

/// How the first of two shapes, moving by `step`, begins to overlap the second, or gets deeper into it.
pub(crate) fn entry<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    step: Vector<f64, N>,
    b: &Shape<'_, S, N>,
) -> Option<Entry<N>> {
    // What most levels are made of needs no form.
    if let (Shape::Aabb(p), Shape::Aabb(q)) = (a, b) {
        let wide =
            |aabb: &Aabb<S, N>| Aabb::ordered(aabb.min().map(S::to_f64).0, aabb.max().map(S::to_f64).0);
        if let Some(verdict) = of_boxes::<S, N>(&wide(p), step, &wide(q)) {
            return verdict;
        }
    }
    let (p, q) = (Kind::<S, f64, N>::new(a, None)?, Kind::new(b, None)?);
    if let (Kind::Convex(p), Kind::Convex(q)) = (&p, &q) {
        return convex(p, step, q, Error::of::<S>());
    }
    let look = |p: &Convex<'_, f64, N>, q: &Convex<'_, f64, N>| {
        let entry = convex(p, step, q, Error::of::<S>())?;
        // Of several at the same time one that is no mere corner.
        Some((entry.time, entry.corner, entry))
    };
    let mut first = First { hit: None, step: -step, swing: 0.0, in_any_order: false, look };
    search(&p, &q, Leaf::Convex, &mut first);
    first.hit.map(|(.., entry)| entry)
}

/// The same for two boxes along the axes, whose corners are of a scalar; `None` where they overlap at the start.
pub(crate) fn of_boxes<S: Scalar, const N: usize>(
    a: &Aabb<f64, N>,
    step: Vector<f64, N>,
    b: &Aabb<f64, N>,
) -> Option<Option<Entry<N>>> {
    let (a, b) = ([a.min(), a.max()], [b.min(), b.max()]);
    match boxes(a, b, step, epsilon::<S>()) {
        Some(None) => Some(flat::boxes(a, b, step, Error::of::<S>())),
        verdict => verdict,
    }
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

/// What a box has to move on each axis so that the two begin or cease to overlap, and what of it may be rounding.
#[derive(Clone, Copy)]
struct End<const N: usize> {
    way: Vector<f64, N>,
    slack: Vector<f64, N>,
}

impl<const N: usize> End<N> {
    /// From one face on each axis to another. They alone count: how far away the other ends of the boxes are, and how large the
    /// coordinates on other axes, says nothing of these.
    fn new(from: Vector<f64, N>, to: Vector<f64, N>, epsilon: f64) -> Self {
        let size = |c: f64| if c.is_finite() { c.abs() } else { 0.0 };
        let slack = if epsilon > 0.0 { epsilon.max(ERRORS[0]) } else { 0.0 };
        Self { way: to - from, slack: from.zip(to, |a, b| size(a).max(size(b)) * slack) }
    }
}

/// A box that moves, seen from another: it overlaps it between two ends. Both are excluded, and what is within the slack of them is
/// no overlap. `None` where they overlap at the start.
fn boxes<const N: usize>(
    [p_min, p_max]: [Vector<f64, N>; 2],
    [q_min, q_max]: [Vector<f64, N>; 2],
    step: Vector<f64, N>,
    epsilon: f64,
) -> Option<Option<Entry<N>>> {
    let (near, far) = (End::new(p_max, q_min, epsilon), End::new(p_min, q_max, epsilon));
    // Most are not reached, or are passed along a face: that needs no divide.
    for axis in 0..N {
        let speed = step[axis];
        let is_out = if speed > 0.0 {
            near.way[axis] >= speed
        } else if speed < 0.0 {
            far.way[axis] <= speed
        } else {
            near.way[axis] >= -near.slack[axis] || far.way[axis] <= far.slack[axis]
        };
        if is_out {
            return Some(None);
        }
    }
    let (mut enter, mut side, mut corner, mut slack) = (f64::NEG_INFINITY, None, false, 0.0);
    // When it is deeper than the slack on all axes.
    let (mut deep, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in 0..N {
        let speed = step[axis].abs();
        let (first, last, sign) = if step[axis] < 0.0 { (&far, &near, -1.0) } else { (&near, &far, 1.0) };
        let (from, to) = (first.way[axis] * sign, last.way[axis] * sign);
        if from.is_nan() || to.is_nan() {
            return None;
        }
        if speed > 0.0 {
            let time = from / speed;
            // Of axes entered at the same time, the one along which it moves less.
            let slower = |side: usize| speed < step[side].abs();
            corner = time == enter || corner && time < enter;
            if time > enter || (time == enter && side.is_some_and(slower)) {
                (enter, side, slack) = (time, Some(axis), first.slack[axis]);
            }
            deep = deep.max((from + first.slack[axis]) / speed);
            leave = leave.min((to - last.slack[axis]) / speed);
        } else if from >= -first.slack[axis] || to <= last.slack[axis] {
            return Some(None);
        }
    }
    match side {
        Some(axis) if enter >= 0.0 => {
            let normal = Vector::default().with(axis, if step[axis] > 0.0 { -1.0 } else { 1.0 });
            Some((deep < leave && deep < 1.0).then_some(Entry { time: enter, normal, corner, slack }))
        }
        // It leaves before it starts, or does not move.
        _ if leave <= 0.0 => Some(None),
        _ => None,
    }
}

/// What of a place may be wrong.
#[derive(Clone, Copy)]
struct Error {
    /// As a part of the largest coordinate.
    epsilon: f64,
    /// The step between two numbers of the scalar; zero for floats.
    quantum: f64,
}

impl Error {
    fn of<S: Scalar>() -> Self {
        Self { epsilon: epsilon::<S>(), quantum: S::QUANTUM }
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
    error: Error,
) -> Option<Entry<N>> {
    if let (Some(p), Some(q)) = (ends(a), ends(b))
        && let Some(verdict) = boxes(p, q, step, error.epsilon)
    {
        return verdict.or_else(|| flat::boxes(p, q, step, error));
    }
    let (a, b) = (nearby(a, b, step), nearby(b, a, step));
    // Seen from the middle of the first, nothing is far away.
    let (middle, slack) = (a.core.middle(), slack(&a, &b, error.epsilon));
    let (a, b) = (a.moved(-middle), b.moved(-middle));
    deepens(&a, &b, step, slack).or_else(|| flat::convex(&a, &b, step, error.quantum + slack + slack))
}

/// What separations are right to at worst, as a part of the size.
pub(crate) fn error<S: Scalar, const N: usize>() -> f64 {
    epsilon::<S>().max(ERRORS[if N == 2 { 0 } else { 2 }])
}

/// By how much two shapes may be in each other, or beside each other where they touch: what rounding may have made.
fn slack<const N: usize>(a: &Convex<'_, f64, N>, b: &Convex<'_, f64, N>, epsilon: f64) -> f64 {
    let is_round = a.core.is_curved() || b.core.is_curved();
    let error = ERRORS[if N == 2 { 0 } else { 1 + usize::from(is_round) }];
    a.magnitude().max(b.magnitude()) * epsilon.max(error)
}

/// How far from a shape that moves a box is looked at, in sizes of the shape.
const NEARBY: f64 = 16.0;

/// What of a box may matter to another shape: a wide ground is as precise under a small mover as a narrow one, as no end of it that
/// is far away has a part in the answer. Other kinds are as they are.
fn nearby<'a, const N: usize>(
    own: &Convex<'a, f64, N>,
    other: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
) -> Convex<'a, f64, N> {
    let Core::Upright([min, max]) = own.core else { return *own };
    let around = crate::pieces::around(other);
    let size = (around.max() - around.min()).zip(step, |size, step| size + step.abs());
    let margin = size.0.into_iter().fold(own.radius, f64::max) * NEARBY;
    // A point that does not move has no size to measure by.
    if margin <= 0.0 {
        return *own;
    }
    let (low, high) = (around.min().map(|c| c - margin), around.max().map(|c| c + margin));
    let clamped = |end: Vector<f64, N>| end.zip(low, f64::max).zip(high, f64::min);
    Convex { core: Core::Upright([clamped(min), clamped(max)]), ..*own }
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
    let (time, found) = advance::until(gap, -step, limit, tolerance * 0.5, [0.0, 1.0])?;
    // Back to where they only touch.
    let speed = step.dot(found.normal);
    let back = if speed > 0.0 { (limit + tolerance - found.length) / speed } else { 0.0 };
    let time = (time - back).clamp(0.0, 1.0);
    Some(Entry { time, normal: -found.normal, corner: false, slack: tolerance })
}
