//! Closed forms of the separation of cores that are aligned with each other's axes: two axis-aligned boxes, which may be infinite; two
//! cylinders with parallel axes; or a cylinder and a box with an axis parallel to it. The Minkowski difference of such a pair is a prism: a
//! flat outline perpendicular to the common axis, extruded along this axis.

use super::closest_point::{ClosestPoint, to_cylinder};
use crate::Vector;
use crate::narrow::Separation;
use crate::narrow::measure::{largest, norm};
use crate::narrow::tolerance::PARALLEL_AXES_SINE;
use crate::scalar::Real;
use crate::view::{Core, CylinderCore, OrientedCore};

/// The separation of two intervals on an axis (negative if they overlap), and the sign of the contact normal along the axis: 1 if the
/// second interval lies in the positive direction, else −1.
type AxisInterval<R> = (R, R);

/// The separation of two cores that are aligned with each other's axes; `None` for other cores.
#[inline]
pub(super) fn separation<R: Real>(a: &Core<R, 3>, b: &Core<R, 3>) -> Option<Separation<R, 3>> {
    // A segment along a coordinate axis is treated as a box with two side lengths of zero.
    let ends = |ends: &[Vector<R, 3>; 2]| {
        let [from, to] = *ends;
        let is_along = (0..3).filter(|&k| from[k] != to[k]).count() == 1;
        is_along.then(|| [from.zip(to, R::min), from.zip(to, R::max)])
    };
    match (a, b) {
        (Core::Segment(line), Core::Cylinder(cylinder)) => aabb_and_cylinder(&ends(line)?, cylinder),
        (Core::Cylinder(cylinder), Core::Segment(line)) => {
            aabb_and_cylinder(&ends(line)?, cylinder).map(flipped)
        }
        (Core::Aabb(p), Core::Aabb(q)) => Some(boxes(p, q)),
        (Core::Cylinder(p), Core::Cylinder(q)) => cylinders(p, q),
        (Core::Aabb(ends), Core::Cylinder(cylinder)) => aabb_and_cylinder(ends, cylinder),
        (Core::Cylinder(cylinder), Core::Aabb(ends)) => aabb_and_cylinder(ends, cylinder).map(flipped),
        (Core::Box(shape), Core::Cylinder(cylinder)) => box_and_cylinder(shape, cylinder),
        (Core::Cylinder(cylinder), Core::Box(shape)) => box_and_cylinder(shape, cylinder).map(flipped),
        _ => None,
    }
}

fn flipped<R: Real>(separation: Separation<R, 3>) -> Separation<R, 3> {
    Separation { normal: -separation.normal, ..separation }
}

fn boxes<R: Real>(a: &[Vector<R, 3>; 2], b: &[Vector<R, 3>; 2]) -> Separation<R, 3> {
    let axes = crate::vector::from_fn(|k| interval(b[0][k] - a[1][k], a[0][k] - b[1][k]));
    let (length, normal) = box_separation(&axes, None);
    Separation { length, normal, witnesses: None }
}

/// The separation of two cylinders with parallel axes. It equals the separation of the center of the second cylinder from a cylinder around
/// the center of the first one, whose half height is the sum of both half heights, and whose radius is the sum of both radii.
#[inline]
fn cylinders<R: Real>(a: &CylinderCore<R, 3>, b: &CylinderCore<R, 3>) -> Option<Separation<R, 3>> {
    if !are_parallel(a.axis, b.axis) {
        return None;
    }
    let sum = CylinderCore { half: a.half + b.half, radius: a.radius + b.radius, ..*a };
    let ClosestPoint { length, normal, .. } = to_cylinder(b.center, &sum);
    Some(Separation { length, normal: -normal, witnesses: None })
}

#[inline]
fn are_parallel<R: Real>(a: Vector<R, 3>, b: Vector<R, 3>) -> bool {
    let sine = a.cross(b);
    let tolerance = R::EPSILON * R::from_f64(PARALLEL_AXES_SINE);
    sine.dot(sine) <= tolerance * tolerance
}

/// The index of the coordinate axis to which a unit vector is parallel. Tests whether the other components are zero, because rounding hides
/// a small tilt in the largest component.
#[inline]
pub(super) fn coordinate_axis<R: Real>(axis: Vector<R, 3>) -> Option<usize> {
    let tolerance = R::EPSILON * R::from_f64(PARALLEL_AXES_SINE);
    (0..3).find(|&k| largest(axis.with(k, R::ZERO)) <= tolerance)
}

fn aabb_and_cylinder<R: Real>(
    ends: &[Vector<R, 3>; 2],
    cylinder: &CylinderCore<R, 3>,
) -> Option<Separation<R, 3>> {
    let axis = coordinate_axis(cylinder.axis)?;
    let p = cylinder.center;
    let half = |k: usize| if k == axis { cylinder.half } else { R::ZERO };
    let axes = crate::vector::from_fn(|k| interval(p[k] - ends[1][k] - half(k), ends[0][k] - p[k] - half(k)));
    let (length, normal) = prism_separation(&axes, axis, cylinder.radius);
    Some(Separation { length, normal, witnesses: None })
}

fn box_and_cylinder<R: Real>(
    shape: &OrientedCore<R, 3>,
    cylinder: &CylinderCore<R, 3>,
) -> Option<Separation<R, 3>> {
    let axis = (0..3).find(|&k| are_parallel(shape.axes[k], cylinder.axis))?;
    let offset = cylinder.center - shape.center;
    let axes = crate::vector::from_fn(|k| {
        let center = offset.dot(shape.axes[k]);
        let half = shape.half[k];
        let half = if k == axis { half + cylinder.half } else { half };
        interval(center - half, -center - half)
    });
    let (length, local): (R, Vector<R, 3>) = prism_separation(&axes, axis, cylinder.radius);
    let normal = (0..3).fold(Vector::ZERO, |sum, k| sum + shape.axes[k].scaled(local[k]));
    Some(Separation { length, normal, witnesses: None })
}

#[inline]
fn interval<R: Real>(forwards: R, backwards: R) -> AxisInterval<R> {
    if backwards > forwards { (backwards, -R::ONE) } else { (forwards, R::ONE) }
}

/// The separation of the origin from a prism, and its normal. The prism extends along the axis with the index `axis`. Its base is a
/// rectangle whose outline is rounded by `radius`. `axes` are the separations of the origin from the prism without this radius, along each
/// coordinate axis.
fn prism_separation<R: Real>(axes: &[AxisInterval<R>; 3], axis: usize, radius: R) -> (R, Vector<R, 3>) {
    let (radial, radial_normal) = box_separation(axes, Some(axis));
    let radial = radial - radius;
    let (axial, sign) = axes[axis];
    let axial_normal = Vector::ZERO.with(axis, sign);
    if radial > R::ZERO && axial > R::ZERO {
        let length = norm(Vector([radial, axial]));
        return (length, radial_normal.scaled(radial / length) + axial_normal.scaled(axial / length));
    }
    if axial > radial { (axial, axial_normal) } else { (radial, radial_normal) }
}

/// The separation of two boxes and its normal, given the separation along each axis. The axis `skipped_axis`, if any, is left out, which
/// gives the separation of the projections of the boxes along that axis.
fn box_separation<R: Real>(axes: &[AxisInterval<R>; 3], skipped_axis: Option<usize>) -> (R, Vector<R, 3>) {
    let used = |k: &usize| Some(*k) != skipped_axis;
    let mut delta = Vector::ZERO;
    for k in (0..3).filter(used) {
        let (separation, sign) = axes[k];
        delta[k] = if separation > R::ZERO { sign * separation } else { R::ZERO };
    }
    let length = norm(delta);
    if length > R::ZERO {
        return (length, delta.map(|c| c / length));
    }
    let deepest = |a: usize, b: usize| if axes[b].0 > axes[a].0 { b } else { a };
    let axis = (0..3).filter(used).reduce(deepest).unwrap_or(0);
    (axes[axis].0, Vector::ZERO.with(axis, axes[axis].1))
}
