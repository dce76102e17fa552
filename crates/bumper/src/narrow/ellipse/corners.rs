//! An ellipse against what has corners: a point, a segment, a polygon.
//!
//! The boundary of the difference of the two is the polygon's edges, each as far out as the ellipse reaches, and the ellipse
//! around each corner. Where that is nearest to the origin its normal is the edge's, or leads through the corner; so all
//! directions in which the separation can be largest are known, and the best of them is the answer.

use super::oval::{Oval, Side, left, unit};
use super::{Asked, Found};
use crate::Vector;
use crate::form::Core;
use crate::scalar::{Real, Scalar};

/// How many corners a core has: none, if it is curved.
fn len<S: Scalar, R: Real, const N: usize>(core: &Core<'_, S, R, N>) -> usize {
    match core {
        Core::Point(_) => 1,
        Core::Segment(_) => 2,
        Core::Triangle(_) => 3,
        Core::Upright(_) | Core::Box(_) => 4,
        Core::Corners(corners) => corners.len(),
        Core::Cylinder(_) | Core::Ellipse(_) => 0,
    }
}

/// A corner; they run counterclockwise.
fn corner<S: Scalar, R: Real, const N: usize>(core: &Core<'_, S, R, N>, index: usize) -> Vector<R, 2> {
    // Of four: the sides on which they lie of both axes.
    let high = [index == 1 || index == 2, index >= 2];
    let last = N - 1;
    match core {
        Core::Point(point) => *point,
        Core::Segment(ends) => ends[index & 1],
        Core::Triangle(corners) => corners[index % 3],
        Core::Upright([min, max]) => {
            let ends = |k: usize, axis: usize| if high[k] { max[axis] } else { min[axis] };
            return Vector([ends(0, 0), ends(1, last)]);
        }
        Core::Box(shape) => {
            let along = |k: usize, axis: usize| {
                shape.axes[axis].scaled(if high[k] { shape.half[axis] } else { -shape.half[axis] })
            };
            shape.center + (along(0, 0) + along(1, last))
        }
        Core::Corners(corners) => corners.at(index),
        Core::Cylinder(_) | Core::Ellipse(_) => core.middle(),
    }
    .resized()
}

/// The corners from one on, round.
fn edge<S: Scalar, R: Real, const N: usize>(core: &Core<'_, S, R, N>, index: usize) -> [Vector<R, 2>; 2] {
    let next = index + 1;
    [corner(core, index), corner(core, if next == len(core) { 0 } else { next })]
}

/// How the ellipse lies to a core that has corners, both seen from its centre. `None` where they are surely more than a limit
/// apart.
pub(super) fn search<S: Scalar, R: Real, const N: usize>(
    oval: &Oval<R>,
    core: &Core<'_, S, R, N>,
    limit: R,
    asked: Asked,
) -> Option<Found<R>> {
    let zero = R::default();
    let nowhere = R::from_f64(f64::NEG_INFINITY);
    let mut best = Found { gap: nowhere, normal: Vector::default(), on: [Vector::default(); 2] };
    let count = len(core);
    for index in 0..if count > 1 { count } else { 0 } {
        let Some(found) = by_edge(oval, core, index, best.gap) else { continue };
        best = found.0;
        if best.gap > limit {
            return None;
        }
        // Of two that are apart one pair of points is the nearest.
        if best.gap > zero && found.1 {
            return Some(best);
        }
    }
    for index in 0..count {
        let point = corner(core, index);
        for side in [Side::Near, Side::Far] {
            if side == Side::Far && (asked == Asked::Distance || best.gap > zero) {
                break;
            }
            let Some(normal) = oval.normal_through(point, side) else { continue };
            if !(point.dot(normal) - oval.reach(normal) > best.gap) {
                continue;
            }
            // What another corner begins at earlier is not so far away.
            let gap = begin(core, normal) - oval.reach(normal);
            if gap > best.gap {
                best = Found { gap, normal, on: [point - normal.scaled(gap), point] };
            }
        }
        if best.gap > limit {
            return None;
        }
    }
    Some(best)
}

/// What the core begins at in a direction.
fn begin<S: Scalar, R: Real, const N: usize>(core: &Core<'_, S, R, N>, normal: Vector<R, 2>) -> R {
    let smaller = |a: R, b: R| if b < a { b } else { a };
    (1..len(core)).map(|k| corner(core, k).dot(normal)).fold(corner(core, 0).dot(normal), smaller)
}

/// What the normal of an edge gives, if that is better than `least`; and whether the point of the ellipse nearest to the edge's
/// line lies beside the edge.
fn by_edge<S: Scalar, R: Real, const N: usize>(
    oval: &Oval<R>,
    core: &Core<'_, S, R, N>,
    index: usize,
    least: R,
) -> Option<(Found<R>, bool)> {
    let [from, to] = edge(core, index);
    let way = to - from;
    let length = way.length();
    if !(length > R::default()) {
        return None;
    }
    // Counterclockwise, the inside is to the left: from the ellipse inwards.
    let normal = unit(left(way));
    let reach = oval.reach(normal);
    if !(from.dot(normal) - reach > least) {
        return None;
    }
    // The direction of an edge that is short beside its place is rounded so that others may reach beyond it.
    let gap = begin(core, normal) - reach;
    if !(gap > least) {
        return None;
    }
    let (rim, ..) = oval.rim(normal);
    let along = (rim - from).dot(way) / length;
    let beside = along >= R::default() && along <= length;
    let place = match beside {
        true => along / length,
        false => R::from_f64(if along > length { 1.0 } else { 0.0 }),
    };
    let on = from + way.scaled(place);
    Some((Found { gap, normal, on: [on - normal.scaled(gap), on] }, beside))
}

/// How near a core comes to the centre where the ellipse is the unit circle: zero where it holds the centre.
pub(super) fn distance_circled<S: Scalar, R: Real, const N: usize>(
    oval: &Oval<R>,
    core: &Core<'_, S, R, N>,
) -> R {
    let (zero, count) = (R::default(), len(core));
    let mut nearest = oval.circled(corner(core, 0)).length();
    let mut inside = count > 2;
    for index in 0..if count > 1 { count } else { 0 } {
        let [from, to] = edge(core, index).map(|end| oval.circled(end));
        let way = to - from;
        let squared = way.dot(way);
        inside &= way.dot(left(from)) <= zero;
        let place = if squared > zero { -from.dot(way) / squared } else { zero };
        let one = R::from_f64(1.0);
        let place = if place > one { one } else { if place > zero { place } else { zero } };
        let distance = (from + way.scaled(place)).length();
        if distance < nearest {
            nearest = distance;
        }
    }
    if inside { zero } else { nearest }
}
