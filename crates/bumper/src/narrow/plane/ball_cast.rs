//! The cast of a ball against another shape: the path of its center is a ray, cast against the other shape extended by the sum of both
//! radii.

use super::{SweepResult, separation_from_point};
use crate::Vector;
use crate::narrow::measure::{l1_norm, unit};
use crate::narrow::ray::{RawHit, ball_entry, segment_entry, slab_entry};
use crate::narrow::rounding_error;
use crate::narrow::tolerance::PARALLEL_SPEED;
use crate::scalar::Real;
use crate::vector::from_fn;
use crate::view::{Convex, Core};

/// The first contact when the second of two shapes moves by `step`.
///
/// `None` if this function cannot decide; the caller then uses the general sweep. It decides if one shape is a ball and the core of the
/// other one is a segment or a box, unless the sum of the radii is zero and a corner is sharp, or rounding hides the result. For a point,
/// triangle or polygon as the other core, it decides only if the shapes meet at the start.
pub(crate) fn ball_cast<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    step: Vector<R, N>,
) -> Option<SweepResult<R, N>> {
    let sum = a.radius + b.radius;
    match (&a.core, &b.core) {
        (core, Core::Point(center)) => {
            let result = cast_point(core, *center, sum, step)?;
            Some(result.map(|normal, middle| (normal, middle - normal.scaled(b.radius))))
        }
        (Core::Point(center), core) => {
            let result = cast_point(core, *center, sum, -step)?;
            // The first shape does not move, so the contact point is computed on its surface.
            Some(result.map(|normal, _| (-normal, *center - normal.scaled(a.radius))))
        }
        _ => None,
    }
}

/// The first contact of a point that moves by `step` with a core that is extended by the radius `sum`. The normal points from the core to
/// the point.
fn cast_point<R: Real, const N: usize>(
    core: &Core<'_, R, N>,
    center: Vector<R, N>,
    sum: R,
    step: Vector<R, N>,
) -> Option<SweepResult<R, N>> {
    let offset = core.middle() - center;
    let speed = step.length();
    let tolerance = rounding_error(l1_norm(offset) + core.extent() + sum);
    // With radii of zero, the shape keeps its sharp corners. If the point touches a corner at the start, it moves into the core only if it
    // moves to the inner side of both edges that meet there. A single normal cannot decide this, so such cases are left to the general
    // sweep ([`convex_cast`](super::convex_cast)).
    let is_sharp = sum <= tolerance && !matches!(core, Core::Segment(_));
    if core.is_curved() || is_sharp || !(tolerance < R::INFINITY && speed < R::INFINITY) {
        return None;
    }
    if let Some(found) = separation_from_point(core, center, sum + tolerance) {
        let length = found.length - sum;
        if length < -tolerance {
            return Some(SweepResult::Inside);
        }
        if length <= tolerance {
            let is_approaching = -found.normal.dot(step) > speed * R::EPSILON * R::from_f64(PARALLEL_SPEED);
            let touching = SweepResult::Touching { is_approaching, normal: found.normal, point: center };
            return (sum > tolerance).then_some(touching);
        }
    }
    if !(speed > R::ZERO) {
        return Some(SweepResult::Never);
    }
    let direction = step.scaled(R::ONE / speed);
    let hit = match core {
        Core::Segment([from, to]) => segment_entry([*from - center, *to - center], sum, tolerance, direction),
        Core::Aabb([min, max]) => {
            rounded_box_entry([*min - center, *max - center], sum, tolerance, direction)?
        }
        Core::Box(shape) => {
            let local = |v: Vector<R, N>| Vector::<R, N>(from_fn(|k| shape.axes[k].dot(v)));
            let offset = local(offset);
            let ray = local(direction);
            let hit = rounded_box_entry([offset - shape.half, offset + shape.half], sum, tolerance, ray)?;
            let turn = |v: Vector<R, N>| (0..N).fold(Vector::ZERO, |all, k| all + shape.axes[k].scaled(v[k]));
            hit.map(|(distance, normal)| (distance, turn(normal)))
        }
        Core::HalfSpace(_) => return None,
        Core::Point(_) | Core::Triangle(_) | Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => {
            return None;
        }
    };
    Some(match hit {
        Some((distance, normal)) if distance >= R::ZERO && distance <= speed => {
            SweepResult::At { time: distance / speed, normal, point: center + direction.scaled(distance) }
        }
        _ => SweepResult::Never,
    })
}

/// The hit of a ray on an axis-aligned box extended by a radius. The ray starts outside. It hits one of the straight sides, which are moved
/// outwards by the radius, or the circle around a corner of the original box. `Some(None)` if the ray misses. `None` if the start seems to
/// be inside because of rounding.
#[inline]
fn rounded_box_entry<R: Real, const N: usize>(
    [min, max]: [Vector<R, N>; 2],
    radius: R,
    tolerance: R,
    direction: Vector<R, N>,
) -> Option<Option<RawHit<R, N>>> {
    let radii = Vector::splat(radius);
    let Some((axis, distance)) = slab_entry(min - radii, max + radii, direction) else { return Some(None) };
    let hit = direction.scaled(distance);
    let near: Vector<R, N> = Vector(from_fn(|k| {
        let clamped = hit[k].max(min[k]);
        clamped.min(max[k])
    }));
    let axes_outside = (0..N).filter(|k| near[*k] != hit[*k]).count();
    if axes_outside > 1 {
        let Some((distance, normal)) = ball_entry(near, radius, tolerance, direction) else {
            return Some(None);
        };
        // At a corner of the box, each component of the normal must point away from the box. With a small radius, rounding may rotate the
        // normal by a large angle. So components that point towards the box are set to zero.
        let is_inward = |k: usize| hit[k] != near[k] && (normal[k] > R::ZERO) != (hit[k] > near[k]);
        let outward = Vector(from_fn(|k| if is_inward(k) { R::ZERO } else { normal[k] }));
        let normal = if (0..N).any(is_inward) { unit(outward).unwrap_or(normal) } else { normal };
        return Some(Some((distance, normal)));
    }
    let axis = axis?;
    let normal = Vector::ZERO.with(axis, if direction[axis] > R::ZERO { -R::ONE } else { R::ONE });
    Some(Some((distance, normal)))
}
