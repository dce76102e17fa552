//! Closed forms of what lies along one another's axes: boxes along the axes, which may be infinite; cylinders with parallel axes;
//! a cylinder along an axis of a box. Their difference is the product of an outline across the axis and an interval along it.

use super::near::{Near, to_cylinder};
use crate::Vector;
use crate::narrow::Separation;
use crate::narrow::measure::norm;
use crate::scalar::Real;
use crate::view::{Core, CylinderCore, OrientedCore};

/// Axes with a sine below so many rounding errors are parallel: over a length of the shapes' size that is as much as is lost anyway.
const PARALLEL: f64 = 2.0;

/// The separation along an axis, below zero where the intervals overlap, and the way the second lies: 1 or −1.
type Interval<R> = (R, R);

/// The separation of two boxes, two cylinders or one of each that lie along one another's axes; `None` for others.
#[inline]
pub(super) fn separation<R: Real, const N: usize>(
    a: &Core<R, N>,
    b: &Core<R, N>,
) -> Option<Separation<R, N>> {
    // What goes along an axis is a box without width.
    let ends = |ends: &[Vector<R, N>; 2]| {
        let [from, to] = *ends;
        let is_along = (0..N).filter(|&k| from[k] != to[k]).count() == 1;
        is_along.then(|| {
            [from.zip(to, |p, q| if q < p { q } else { p }), from.zip(to, |p, q| if q > p { q } else { p })]
        })
    };
    match (a, b) {
        (Core::Segment(line), Core::Cylinder(rod)) => in_upright(&ends(line)?, rod),
        (Core::Cylinder(rod), Core::Segment(line)) => in_upright(&ends(line)?, rod).map(turned_round),
        (Core::Upright(p), Core::Upright(q)) => Some(boxes(p, q)),
        (Core::Cylinder(p), Core::Cylinder(q)) => cylinders(p, q),
        (Core::Upright(ends), Core::Cylinder(rod)) => in_upright(ends, rod),
        (Core::Cylinder(rod), Core::Upright(ends)) => in_upright(ends, rod).map(turned_round),
        (Core::Box(shape), Core::Cylinder(rod)) => in_box(shape, rod),
        (Core::Cylinder(rod), Core::Box(shape)) => in_box(shape, rod).map(turned_round),
        _ => None,
    }
}

fn turned_round<R: Real, const N: usize>(gap: Separation<R, N>) -> Separation<R, N> {
    Separation { normal: -gap.normal, ..gap }
}

fn boxes<R: Real, const N: usize>(a: &[Vector<R, N>; 2], b: &[Vector<R, N>; 2]) -> Separation<R, N> {
    let axes = crate::vector::from_fn(|k| interval(b[0][k] - a[1][k], a[0][k] - b[1][k]));
    let (length, normal) = outline(&axes, None);
    Separation { length, normal, on: None }
}

/// The second cylinder's middle and a cylinder as long and wide as both together.
#[inline]
fn cylinders<R: Real, const N: usize>(
    a: &CylinderCore<R, N>,
    b: &CylinderCore<R, N>,
) -> Option<Separation<R, N>> {
    if !parallel(a.axis, b.axis) {
        return None;
    }
    let both = CylinderCore { half: a.half + b.half, radius: a.radius + b.radius, ..*a };
    let Near { length, normal, .. } = to_cylinder(b.center, &both);
    Some(Separation { length, normal: -normal, on: None })
}

#[inline]
fn parallel<R: Real, const N: usize>(a: Vector<R, N>, b: Vector<R, N>) -> bool {
    let sine = a.resized::<3>().cross(b.resized());
    let least = R::EPSILON * R::from_f64(PARALLEL);
    sine.dot(sine) <= least * least
}

fn in_upright<R: Real, const N: usize>(
    ends: &[Vector<R, N>; 2],
    rod: &CylinderCore<R, N>,
) -> Option<Separation<R, N>> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let axis = (0..N).find(|&k| rod.axis[k].distance(zero) == one)?;
    let p = rod.center;
    let half = |k: usize| if k == axis { rod.half } else { zero };
    let axes = crate::vector::from_fn(|k| interval(p[k] - ends[1][k] - half(k), ends[0][k] - p[k] - half(k)));
    let (length, normal) = product(&axes, axis, rod.radius);
    Some(Separation { length, normal, on: None })
}

fn in_box<R: Real, const N: usize>(
    shape: &OrientedCore<R, N>,
    rod: &CylinderCore<R, N>,
) -> Option<Separation<R, N>> {
    let axis = (0..N).find(|&k| parallel(shape.axes[k], rod.axis))?;
    let way = rod.center - shape.center;
    let axes = crate::vector::from_fn(|k| {
        let (at, half) = (way.dot(shape.axes[k]), shape.half[k]);
        let half = if k == axis { half + rod.half } else { half };
        interval(at - half, -at - half)
    });
    let (length, local): (R, Vector<R, N>) = product(&axes, axis, rod.radius);
    let normal = (0..N).fold(Vector::default(), |sum, k| sum + shape.axes[k].scaled(local[k]));
    Some(Separation { length, normal, on: None })
}

#[inline]
fn interval<R: Real>(forwards: R, backwards: R) -> Interval<R> {
    let one = R::from_f64(1.0);
    if backwards > forwards { (backwards, -one) } else { (forwards, one) }
}

/// Of an outline across an axis, rounded by a disc, and an interval along it.
fn product<R: Real, const N: usize>(axes: &[Interval<R>; N], axis: usize, radius: R) -> (R, Vector<R, N>) {
    let (across, side) = outline(axes, Some(axis));
    let across = across - radius;
    let (along, sign) = axes[axis];
    let zero = R::default();
    let end = Vector::default().with(axis, sign);
    if across > zero && along > zero {
        let length = norm(Vector([across, along]));
        return (length, side.scaled(across / length) + end.scaled(along / length));
    }
    if along > across { (along, end) } else { (across, side) }
}

/// Of two boxes, perhaps without one of their axes.
fn outline<R: Real, const N: usize>(axes: &[Interval<R>; N], without: Option<usize>) -> (R, Vector<R, N>) {
    let zero = R::default();
    let used = |k: &usize| Some(*k) != without;
    let mut gap = Vector::default();
    for k in (0..N).filter(used) {
        let (separation, sign) = axes[k];
        gap[k] = if separation > zero { sign * separation } else { zero };
    }
    let length = norm(gap);
    if length > zero {
        return (length, gap.map(|c| c / length));
    }
    let deepest = |a: usize, b: usize| if axes[b].0 > axes[a].0 { b } else { a };
    let axis = (0..N).filter(used).reduce(deepest).unwrap_or(0);
    (axes[axis].0, Vector::default().with(axis, axes[axis].1))
}
