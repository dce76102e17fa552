//! When a ball that moves meets another shape: a ray against that shape with both radii.

use super::{Meeting, from_point};
use crate::Vector;
use crate::narrow::measure::{extent, unit};
use crate::narrow::ray::{Hit, ball_entry, segment_entry, slab_entry};
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::vector::from_fn;
use crate::view::{Convex, Core};

/// How slow along a normal is still along the surface, in rounding errors of the whole step.
const ALONG: f64 = 8.0;

/// How the second of two shapes, moving by `step`, meets the first, where one is a ball; `None` for others, for cores without a closed
/// form, and where both are sharp and touch.
pub(crate) fn ball_cast<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    step: Vector<R, N>,
) -> Option<Meeting<R, N>> {
    let sum = a.radius + b.radius;
    match (&a.core, &b.core) {
        (core, Core::Point(center)) => {
            let meeting = onto(core, *center, sum, step)?;
            Some(meeting.map(|normal, middle| (normal, middle - normal.scaled(b.radius))))
        }
        (Core::Point(center), core) => {
            let meeting = onto(core, *center, sum, -step)?;
            // As it is at the start.
            Some(meeting.map(|normal, _| (-normal, *center - normal.scaled(a.radius))))
        }
        _ => None,
    }
}

/// How a point meets a core with a radius around it, when it moves by `step`: the normal is from the core to the point.
fn onto<R: Real, const N: usize>(
    core: &Core<'_, R, N>,
    center: Vector<R, N>,
    sum: R,
    step: Vector<R, N>,
) -> Option<Meeting<R, N>> {
    let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
    let (off, speed) = (core.middle() - center, step.length());
    let tolerance = rounding_error(extent(off) + core.extent() + sum);
    // A box without a radius has corners that are met from two sides. Also true for NaN.
    let is_sharp = sum <= tolerance && !matches!(core, Core::Segment(_));
    if core.is_curved() || is_sharp || !(tolerance < infinity && speed < infinity) {
        return None;
    }
    if let Some(found) = from_point(core, center, sum + tolerance) {
        let length = found.length - sum;
        if length < -tolerance {
            return Some(Meeting::Inside);
        }
        if length <= tolerance {
            let closes = -found.normal.dot(step) > speed * R::EPSILON * R::from_f64(ALONG);
            let touching = Meeting::Touching { closes, normal: found.normal, point: center };
            return (sum > tolerance).then_some(touching);
        }
    }
    if !(speed > zero) {
        return Some(Meeting::Never);
    }
    let way = step.scaled(R::from_f64(1.0) / speed);
    let hit = match core {
        Core::Segment([from, to]) => segment_entry([*from - center, *to - center], sum, tolerance, way),
        Core::Upright([min, max]) => rounded([*min - center, *max - center], sum, tolerance, way)?,
        Core::Box(shape) => {
            let local = |v: Vector<R, N>| Vector::<R, N>(from_fn(|k| shape.axes[k].dot(v)));
            let (off, ray) = (local(off), local(way));
            let hit = rounded([off - shape.half, off + shape.half], sum, tolerance, ray)?;
            let turn =
                |v: Vector<R, N>| (0..N).fold(Vector::default(), |all, k| all + shape.axes[k].scaled(v[k]));
            hit.map(|(distance, normal)| (distance, turn(normal)))
        }
        Core::Point(_) | Core::Triangle(_) | Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => {
            return None;
        }
    };
    Some(match hit {
        Some((distance, normal)) if distance >= zero && distance <= speed => {
            Meeting::At { time: distance / speed, normal, point: center + way.scaled(distance) }
        }
        _ => Meeting::Never,
    })
}

/// Where a ray enters a box along the axes with round corners, in front of which it starts: the box with its sides moved outwards,
/// or the circle around the corner that it passes there. `None` where rounding hides which.
#[inline]
fn rounded<R: Real, const N: usize>(
    [min, max]: [Vector<R, N>; 2],
    radius: R,
    tolerance: R,
    way: Vector<R, N>,
) -> Option<Option<Hit<R, N>>> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let radii = Vector::splat(radius);
    let Some((axis, distance)) = slab_entry(min - radii, max + radii, way) else { return Some(None) };
    let at = way.scaled(distance);
    let near: Vector<R, N> = Vector(from_fn(|k| {
        let least = if at[k] < min[k] { min[k] } else { at[k] };
        if least > max[k] { max[k] } else { least }
    }));
    let beyond = (0..N).filter(|k| near[*k] != at[*k]).count();
    if beyond > 1 {
        let Some((distance, normal)) = ball_entry(near, radius, tolerance, way) else { return Some(None) };
        // No normal at a corner leans to the sides: beside a small radius, rounding may turn it by much.
        let leans = |k: usize| at[k] != near[k] && (normal[k] > zero) != (at[k] > near[k]);
        let outward = Vector(from_fn(|k| if leans(k) { zero } else { normal[k] }));
        let normal = if (0..N).any(leans) { unit(outward).unwrap_or(normal) } else { normal };
        return Some(Some((distance, normal)));
    }
    let axis = axis?;
    let normal = Vector::default().with(axis, if way[axis] > zero { -one } else { one });
    Some(Some((distance, normal)))
}
