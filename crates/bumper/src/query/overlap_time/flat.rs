//! Shapes without thickness that pass through other shapes without thickness, such as a segment through a parallel wall.
//!
//! Such a pair never overlaps: its separation falls to zero and rises again after the moving shape has passed through the other one. So the
//! moving shape has to be stopped. If it stopped exactly on the other shape, it would be on neither side of it. So it stops slightly
//! before: by one smallest step of the scalar for integers and fixed point, or by a few rounding errors for floats. A shape that lies
//! exactly on the other one at the start may leave to either side.

use super::{Displacement, Entry, Error};
use crate::Vector;
use crate::composite::tolerance::{MAX_GAP_BEHIND, OPPOSITE_COSINE};
use crate::narrow::{self, Accuracy, advance};
use crate::view::{Convex, Core};

/// The entry of a moving box that passes through another box. `None` unless both boxes have no thickness on a common axis.
pub(super) fn boxes<const N: usize>(
    [p_min, p_max]: [Vector<f64, N>; 2],
    [q_min, q_max]: [Vector<f64, N>; 2],
    step: Vector<f64, N>,
    error: Error,
) -> Option<Entry<N>> {
    let is_flat = |axis: usize| p_min[axis] >= p_max[axis] && q_min[axis] >= q_max[axis];
    let axis = (0..N).find(|&axis| is_flat(axis))?;
    // How far the second box is ahead of the first one on each axis: from maximum to minimum, and from minimum to maximum.
    let (near, far) =
        (Displacement::new(p_max, q_min, error.epsilon), Displacement::new(p_min, q_max, error.epsilon));
    let speed = step[axis].abs();
    let gap = if step[axis] < 0.0 { -near.displacement[axis] } else { near.displacement[axis] };
    let slack = near.slack[axis];
    let remaining_gap = error.quantum + slack + slack;
    // The condition is also false if the gap is NaN.
    if !(gap > 0.0 && speed > 0.0 && gap - remaining_gap < speed) {
        return None;
    }
    // At `time`, both boxes lie in the same plane. The moving box passes through the other one if they overlap on the other axes at that
    // time.
    let time = gap / speed;
    let overlaps_on = |k: usize| {
        let moved = step[k] * time;
        near.displacement[k] - moved < -near.slack[k] && far.displacement[k] - moved > far.slack[k]
    };
    if !(0..N).all(|k| k == axis || overlaps_on(k)) {
        return None;
    }
    let normal = Vector::ZERO.with(axis, if step[axis] > 0.0 { -1.0 } else { 1.0 });
    let time = ((gap - remaining_gap) / speed).max(0.0);
    Some(Entry { time, normal, corner: false, slack, parts: [0; 2] })
}

/// The entry of a moving convex shape without thickness that passes through another one. Both are near the origin. `remaining_gap` is the
/// separation at which the moving shape stops.
pub(super) fn convex<const N: usize>(
    a: &Convex<'_, f64, N>,
    b: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
    remaining_gap: f64,
) -> Option<Entry<N>> {
    if !is_flat(a) || !is_flat(b) {
        return None;
    }
    // At a separation of zero the normal is undefined. So the search looks for the time at which the separation falls to half of
    // `remaining_gap`.
    let level = remaining_gap * 0.5;
    let tolerance = remaining_gap * 0.25;
    let gap =
        |time: f64| narrow::separation(a, &b.moved(-step.scaled(time)), f64::INFINITY, Accuracy::Normal);
    let start = gap(0.0).filter(|start| start.length > 0.0)?;
    // The search continues slightly beyond the end of the step, because the step may end with the shape exactly on the other one.
    let speed = step.dot(start.normal);
    if !(speed > 0.0) {
        return None;
    }
    let end = 1.0 + remaining_gap / speed;
    let (time, found) = match start.length <= level + tolerance {
        true => (0.0, start),
        false => advance::until(gap, -step, level, tolerance, [0.0, end])?,
    };
    let speed = step.dot(found.normal);
    if !(speed > 0.0) {
        return None;
    }
    let beyond = gap(time + (found.length + remaining_gap) / speed)?;
    // The moving shape has passed through the other one if the normal has reversed and the other shape is directly behind it. If the moving
    // shape has only passed by an end of the other one, the normal has rotated by less than 180°.
    let is_through =
        beyond.normal.dot(found.normal) < -OPPOSITE_COSINE && beyond.length < remaining_gap * MAX_GAP_BEHIND;
    let time = (time - (remaining_gap - found.length) / speed).clamp(0.0, 1.0);
    let (normal, slack) = (-found.normal, remaining_gap);
    is_through.then_some(Entry { time, normal, corner: false, slack, parts: [0; 2] })
}

/// Whether a shape has no thickness. False for polygons and hulls, even if all of their points lie in a plane.
fn is_flat<const N: usize>(shape: &Convex<'_, f64, N>) -> bool {
    if shape.radius > 0.0 {
        return false;
    }
    match &shape.core {
        Core::Point(_) | Core::Segment(_) => true,
        Core::Triangle(_) => N > 2,
        Core::Aabb([min, max]) => (0..N).any(|k| min[k] >= max[k]),
        Core::Box(shape) => (0..N).any(|k| shape.half[k] <= 0.0),
        Core::Cylinder(cylinder) => cylinder.half <= 0.0,
        Core::Corners(_) | Core::Ellipse(_) | Core::HalfSpace(_) => false,
    }
}
