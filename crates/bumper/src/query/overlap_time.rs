//! The time at which a moving shape begins to overlap another one: the sweep that movers use.
//!
//! An ordinary sweep finds the first touch, but a touch is not an obstacle: a shape that slides along a floor touches every tile of it, and
//! comes to touch the next one at its corner. So here a pair counts if it penetrates deeper than at the start, by more than the rounding
//! error ([`advance`] finds the time). Boxes are tested axis by axis; boxes of integers and fixed point without any tolerance.

mod flat;

use super::sweep::First;
use crate::composite::{LeafKind, Operand, search};
use crate::narrow::{self, Accuracy, advance, space};
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core};
use crate::{Aabb, Shape, Vector};

/// The entry of a moving shape into another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry<const N: usize> {
    /// The fraction of the motion at which the overlap begins, from 0 to 1.
    pub(crate) time: f64,
    /// The unit normal of the other shape at the entry, pointing out of it and towards the moving shape.
    pub(crate) normal: Vector<f64, N>,
    /// Whether two boxes meet corner to corner. A shape that slides along a row of boxes does that, so a hit on a face takes precedence.
    pub(crate) corner: bool,
    /// The rounding error of the distance between the two shapes where they touch.
    pub(crate) slack: f64,
}

/// The first time at which shape `a`, moving by `step`, begins to overlap shape `b`, or penetrates it deeper than at the start.
pub(crate) fn entry<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    step: Vector<f64, N>,
    b: &Shape<'_, S, N>,
) -> Option<Entry<N>> {
    // Fast path for boxes: most levels consist of them.
    if let (Shape::Aabb(p), Shape::Aabb(q)) = (a, b) {
        let wide =
            |aabb: &Aabb<S, N>| Aabb::ordered(aabb.min().map(S::to_f64).0, aabb.max().map(S::to_f64).0);
        if let Some(verdict) = of_boxes::<S, N>(&wide(p), step, &wide(q)) {
            return verdict;
        }
    }
    let (p, q) = (Operand::<S, f64, N>::new(a, None)?, Operand::new(b, None)?);
    if let (Operand::Convex(p), Operand::Convex(q)) = (&p, &q) {
        return convex(p, step, q, Error::of::<S>());
    }
    let look = |p: &Convex<'_, f64, N>, q: &Convex<'_, f64, N>| {
        let entry = convex(p, step, q, Error::of::<S>())?;
        // At equal times, hits on faces come before corners.
        Some((entry.time, entry.corner, entry))
    };
    let mut first = First { hit: None, step: -step, swing: 0.0, is_order_independent: false, look };
    search(&p, &q, LeafKind::Convex, &mut first);
    first.hit.map(|(.., entry)| entry)
}

/// The entry of a moving AABB into another one, whose corners are values of a scalar: `Some(None)` if there is no entry, `None` if they
/// overlap at the start.
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

/// The corners of an AABB, a point or an axis-aligned segment; `None` for other shapes.
fn ends<const N: usize>(convex: &Convex<'_, f64, N>) -> Option<[Vector<f64, N>; 2]> {
    match convex.core {
        _ if convex.radius > 0.0 => None,
        Core::Upright(ends) => Some(ends),
        Core::Point(point) => Some([point; 2]),
        // A segment without a radius may be axis-aligned.
        Core::Segment([from, to]) => {
            let along = (0..N).filter(|&k| from[k] != to[k]).count() <= 1;
            let low = from.zip(to, f64::min);
            along.then(|| [low, from.zip(to, f64::max)])
        }
        Core::Triangle(_) | Core::Box(_) | Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => None,
    }
}

/// The displacement on each axis at which two boxes begin or cease to overlap, and its rounding error.
#[derive(Clone, Copy)]
struct End<const N: usize> {
    way: Vector<f64, N>,
    slack: Vector<f64, N>,
}

impl<const N: usize> End<N> {
    /// The displacement from one face on each axis to another one. The error depends on these faces alone: the opposite faces and the
    /// coordinates on other axes do not matter.
    fn new(from: Vector<f64, N>, to: Vector<f64, N>, epsilon: f64) -> Self {
        let size = |c: f64| if c.is_finite() { c.abs() } else { 0.0 };
        let slack = if epsilon > 0.0 { epsilon.max(ERRORS[0]) } else { 0.0 };
        Self { way: to - from, slack: from.zip(to, |a, b| size(a).max(size(b)) * slack) }
    }
}

/// The entry of a moving box into another one. They overlap between two displacements, both excluded; an overlap within the slack does not
/// count. `Some(None)` if there is no entry, `None` if they overlap at the start.
fn boxes<const N: usize>(
    [p_min, p_max]: [Vector<f64, N>; 2],
    [q_min, q_max]: [Vector<f64, N>; 2],
    step: Vector<f64, N>,
    epsilon: f64,
) -> Option<Option<Entry<N>>> {
    let (near, far) = (End::new(p_max, q_min, epsilon), End::new(p_min, q_max, epsilon));
    // Early out without a division: most boxes are not reached, or are passed along a face.
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
    // The interval of time in which the penetration exceeds the slack on all axes.
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
            // If two axes are entered at the same time, the one with the smaller motion defines the normal.
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
        // The box has left before the start, or does not move.
        _ if leave <= 0.0 => Some(None),
        _ => None,
    }
}

/// The error of a position.
#[derive(Clone, Copy)]
struct Error {
    /// The relative error, as a fraction of the largest coordinate.
    epsilon: f64,
    /// The smallest step of the scalar; zero for floats.
    quantum: f64,
}

impl Error {
    fn of<S: Scalar>() -> Self {
        Self { epsilon: epsilon::<S>(), quantum: S::QUANTUM }
    }
}

/// The relative error of differences: two rounding errors of the largest coordinate for floats, zero if differences are exact.
fn epsilon<S: Scalar>() -> f64 {
    if S::IS_FLOAT { S::Real::EPSILON.to_f64() * 2.0 } else { 0.0 }
}

/// The relative error of separations, as a fraction of the size: in 2D, in 3D, and in 3D with a curved rim.
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
    // Relative to the center of the first shape, all coordinates are small.
    let (middle, slack) = (a.core.middle(), slack(&a, &b, error.epsilon));
    let (a, b) = (a.moved(-middle), b.moved(-middle));
    deepens(&a, &b, step, slack).or_else(|| flat::convex(&a, &b, step, error.quantum + slack + slack))
}

/// The largest relative error of separations, as a fraction of the size.
pub(crate) fn error<S: Scalar, const N: usize>() -> f64 {
    epsilon::<S>().max(ERRORS[if N == 2 { 0 } else { 2 }])
}

/// The penetration or gap that rounding may have produced for two shapes that touch.
fn slack<const N: usize>(a: &Convex<'_, f64, N>, b: &Convex<'_, f64, N>, epsilon: f64) -> f64 {
    // A search along a rim errs; closed forms do not.
    let is_round = (a.core.is_curved() || b.core.is_curved()) && !space::is_closed(&a.core, &b.core);
    let error = ERRORS[if N == 2 { 0 } else { 1 + usize::from(is_round) }];
    a.magnitude().max(b.magnitude()) * epsilon.max(error)
}

/// The distance from a moving shape up to which a box is considered, in sizes of the shape.
const NEARBY: f64 = 16.0;

/// The part of a box that may matter to another shape. Its distant ends have no influence on the result, so a small mover on a wide ground
/// is as accurate as on a narrow one. Other kinds are returned unchanged.
fn nearby<'a, const N: usize>(
    own: &Convex<'a, f64, N>,
    other: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
) -> Convex<'a, f64, N> {
    let Core::Upright([min, max]) = own.core else { return *own };
    let around = crate::composite::around(other);
    let size = (around.max() - around.min()).zip(step, |size, step| size + step.abs());
    let margin = size.0.into_iter().fold(own.radius, f64::max) * NEARBY;
    // A point that does not move defines no scale.
    if margin <= 0.0 {
        return *own;
    }
    let (low, high) = (around.min().map(|c| c - margin), around.max().map(|c| c + margin));
    let clamped = |end: Vector<f64, N>| end.zip(low, f64::max).zip(high, f64::min);
    Convex { core: Core::Upright([clamped(min), clamped(max)]), ..*own }
}

/// The time at which the separation falls below its value at the start (or below zero, if they are apart), by more than a tolerance.
fn deepens<const N: usize>(
    a: &Convex<'_, f64, N>,
    b: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
    tolerance: f64,
) -> Option<Entry<N>> {
    let gap = |time: f64| narrow::gap(a, &b.moved(-step.scaled(time)), f64::INFINITY, Accuracy::Normal);
    let limit = gap(0.0)?.length.min(0.0) - tolerance;
    // A motion that ends within the tolerance does not count as deeper.
    let (time, found) = advance::until(gap, -step, limit, tolerance * 0.5, [0.0, 1.0])?;
    // Goes back to the time at which they only touch.
    let speed = step.dot(found.normal);
    let back = if speed > 0.0 { (limit + tolerance - found.length) / speed } else { 0.0 };
    let time = (time - back).clamp(0.0, 1.0);
    Some(Entry { time, normal: -found.normal, corner: false, slack: tolerance })
}
