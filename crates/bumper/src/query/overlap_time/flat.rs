//! Shapes without thickness that cross others without thickness, such as a segment and a parallel wall.
//!
//! Such a pair never overlaps: its separation falls to zero and rises again. Nevertheless the moving shape has passed through the other
//! one. On the other one it would be on neither side, so it stops slightly before: by one smallest step of integers and fixed point, or by
//! a few rounding errors of floats. A shape that is on the other one at the start may leave it to either side.

use super::{End, Entry, Error};
use crate::Vector;
use crate::narrow::{self, Accuracy, advance};
use crate::view::{Convex, Core};

/// The entry of a moving box that crosses another one, if both are flat on one common axis only.
pub(super) fn boxes<const N: usize>(
    [p_min, p_max]: [Vector<f64, N>; 2],
    [q_min, q_max]: [Vector<f64, N>; 2],
    step: Vector<f64, N>,
    error: Error,
) -> Option<Entry<N>> {
    let is_flat = |axis: usize| p_min[axis] >= p_max[axis] && q_min[axis] >= q_max[axis];
    let axis = (0..N).find(|&axis| is_flat(axis))?;
    let (near, far) = (End::new(p_max, q_min, error.epsilon), End::new(p_min, q_max, error.epsilon));
    let speed = step[axis].abs();
    let gap = if step[axis] < 0.0 { -near.way[axis] } else { near.way[axis] };
    let slack = near.slack[axis];
    let left = error.quantum + slack + slack;
    // Also false for NaN.
    if !(gap > 0.0 && speed > 0.0 && gap - left < speed) {
        return None;
    }
    // When they are in one plane, they have to overlap on the other axes.
    let time = gap / speed;
    let meets = |k: usize| {
        let moved = step[k] * time;
        near.way[k] - moved < -near.slack[k] && far.way[k] - moved > far.slack[k]
    };
    if !(0..N).all(|k| k == axis || meets(k)) {
        return None;
    }
    let normal = Vector::default().with(axis, if step[axis] > 0.0 { -1.0 } else { 1.0 });
    Some(Entry { time: ((gap - left) / speed).max(0.0), normal, corner: false, slack })
}

/// The entry of a moving convex shape near the origin that crosses another one; `left` is the gap that remains between them.
pub(super) fn convex<const N: usize>(
    a: &Convex<'_, f64, N>,
    b: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
    left: f64,
) -> Option<Entry<N>> {
    if !is_flat(a) || !is_flat(b) {
        return None;
    }
    // At a distance of zero the normal is undefined. So the search ends where half of the remaining gap is between them.
    let (level, tolerance) = (left * 0.5, left * 0.25);
    let gap = |time: f64| narrow::gap(a, &b.moved(-step.scaled(time)), f64::INFINITY, Accuracy::Normal);
    let start = gap(0.0).filter(|start| start.length > 0.0)?;
    // By this later time the shape has surely passed the other one; at the end of the step it may still be on it.
    let speed = step.dot(start.normal);
    if !(speed > 0.0) {
        return None;
    }
    let most = 1.0 + left / speed;
    let (time, found) = match start.length <= level + tolerance {
        true => (0.0, start),
        false => advance::until(gap, -step, level, tolerance, [0.0, most])?,
    };
    let speed = step.dot(found.normal);
    if !(speed > 0.0) {
        return None;
    }
    let beyond = gap(time + (found.length + left) / speed)?;
    // The shape has passed through if the other one is directly behind it. Past an end of the other one, the normal has only rotated.
    let is_through = beyond.normal.dot(found.normal) < -BEHIND && beyond.length < left * FAR;
    let time = (time - (left - found.length) / speed).clamp(0.0, 1.0);
    is_through.then_some(Entry { time, normal: -found.normal, corner: false, slack: left })
}

/// The smallest absolute value of the cosine between two directions that count as opposite.
const BEHIND: f64 = 0.9;

/// The largest gap behind the shape, as a multiple of the remaining gap.
const FAR: f64 = 4.0;

/// Whether a shape has no thickness. Hulls are not tested.
fn is_flat<const N: usize>(shape: &Convex<'_, f64, N>) -> bool {
    if shape.radius > 0.0 {
        return false;
    }
    match &shape.core {
        Core::Point(_) | Core::Segment(_) => true,
        Core::Triangle(_) => N > 2,
        Core::Upright([min, max]) => (0..N).any(|k| min[k] >= max[k]),
        Core::Box(shape) => (0..N).any(|k| shape.half[k] <= 0.0),
        Core::Cylinder(rod) => rod.half <= 0.0,
        Core::Corners(_) | Core::Ellipse(_) => false,
    }
}
