//! Separations, distances and relations of convex shapes in 3D.
//!
//! A point and any core without many corners, and two segments, have closed forms. Other pairs that are apart are measured by GJK;
//! intersecting ones by separating axes, if both have few edges, or by EPA.

mod axes;
mod boxes;
mod curved;
pub(crate) mod face;
#[cfg(all(test, feature = "std"))]
mod figures;
#[cfg(feature = "alloc")]
mod hull;
mod manifold;
mod near;
mod ray;
mod upright;

use super::gjk::{Ahead, Apart, Asked, Corner, Nearest, nearest};
use super::measure::{is_finite, largest};
use super::{Accuracy, Separation, classify, rounding_error};
use crate::scalar::Real;
use crate::view::{Convex, Core};
use crate::{Vector, Verdict};
use axes::{Edged, SatResult};
use near::{Near, to_box, to_cylinder, to_point, to_segment, to_triangle, to_upright};

pub(crate) use manifold::manifold;
pub(crate) use ray::{cast, is_far};

/// A distance below this number of rounding errors does not determine its normal: faces and edges are used instead.
const NEAR: f64 = 64.0;

/// GJK for a curved rim runs in the float itself if its EPSILON is larger than this: then full accuracy takes few iterations. For more
/// precise floats there is a specialized search.
const FINE: f64 = 1e-9;

/// The separation of two cores in closed form: a point and another core, two segments, or cores that are aligned with each other's axes
/// (`upright`). `None` for other pairs.
#[inline]
fn closed<R: Real, const N: usize>(a: &Core<R, N>, b: &Core<R, N>) -> Option<Separation<R, N>> {
    if let Core::Point(p) = a {
        let near = to(*p, b)?;
        return Some(Separation { length: near.length, normal: near.normal, on: Some([*p, near.on]) });
    }
    if let Core::Point(p) = b {
        let near = to(*p, a)?;
        return Some(Separation { length: near.length, normal: -near.normal, on: Some([near.on, *p]) });
    }
    match (a, b) {
        (Core::Segment(p), Core::Segment(q)) => {
            let (length, normal, on) = near::segments(*p, *q);
            Some(Separation { length, normal, on: Some(on) })
        }
        _ => upright::separation(a, b),
    }
}

/// The closest point of a core to a point; `None` for cores with many corners and ellipses.
#[inline(always)]
fn to<R: Real, const N: usize>(p: Vector<R, N>, core: &Core<R, N>) -> Option<Near<R, N>> {
    match core {
        Core::Point(q) => Some(to_point(p, *q)),
        Core::Segment(ends) => Some(to_segment(p, *ends)),
        Core::Triangle(corners) => Some(to_triangle(p, *corners)),
        Core::Upright(ends) => Some(to_upright(p, *ends)),
        Core::Box(shape) => Some(to_box(p, shape)),
        Core::Cylinder(rod) => Some(to_cylinder(p, rod)),
        Core::Corners(_) | Core::Ellipse(_) => None,
    }
}

/// The signed separation of the core of a shape and a point, with the normal from the core to the point. `None` for cores with many
/// corners, and if there is a NaN or infinity.
#[inline(always)]
pub(crate) fn from_point<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    point: Vector<R, N>,
) -> Option<Separation<R, N>> {
    if !are_sound(shape, &Convex::point(point)) {
        return None;
    }
    let near = to(point, &shape.core)?;
    Some(Separation { length: near.length, normal: -near.normal, on: Some([near.on, point]) })
}

/// Whether both shapes are [`is_sound`]. For points and segments the test is skipped, because the result of a closed form is NaN if they
/// have a NaN.
#[inline]
fn are_sound<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> bool {
    let poisons = |core: &Core<R, N>| matches!(core, Core::Point(_) | Core::Segment(_));
    poisons(&a.core) && poisons(&b.core) || is_sound(a) && is_sound(b)
}

/// Whether a shape has neither a NaN nor an infinity, except in the ends of an axis-aligned box. Cores with many corners were checked when
/// they were created.
#[inline]
fn is_sound<R: Real, const N: usize>(shape: &Convex<'_, R, N>) -> bool {
    let sum = |v: Vector<R, N>| v.0.into_iter().fold(shape.radius, |sum, c| sum + c);
    let sum = match &shape.core {
        Core::Point(p) => sum(*p),
        Core::Segment([p, q]) => sum(*p) + sum(*q),
        Core::Triangle([p, q, r]) => sum(*p) + sum(*q) + sum(*r),
        Core::Upright([min, max]) => return (0..N).all(|k| min[k] <= max[k]) && is_finite(shape.radius),
        Core::Box(turned) | Core::Ellipse(turned) => sum(turned.center) + sum(turned.half),
        Core::Corners(_) => shape.radius,
        Core::Cylinder(rod) => sum(rod.center) + sum(rod.axis) + rod.half + rod.radius,
    };
    is_finite(sum)
}

/// The signed separation, its normal from `a` to `b`, and witness points. `None` if it is above `limit`, or if there is a NaN or infinity.
pub(crate) fn gap<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
    sought: Accuracy,
) -> Option<Separation<R, N>> {
    if !are_sound(a, b) {
        return None;
    }
    let radii = a.radius + b.radius;
    let found = match closed(&a.core, &b.core) {
        Some(found) => found,
        None => general(a, b, limit + radii, sought)?,
    };
    let length = found.length - radii;
    (is_finite(length) && length <= limit).then_some(Separation { length, ..found })
}

/// Whether two cores have a closed form, so that GJK-based continuous collision is not worth its cost.
#[inline]
pub(crate) fn is_closed<R: Real, const N: usize>(a: &Core<R, N>, b: &Core<R, N>) -> bool {
    match (a, b) {
        (Core::Point(_), core) | (core, Core::Point(_)) => {
            !matches!(core, Core::Corners(_) | Core::Ellipse(_))
        }
        (Core::Segment(_), Core::Segment(_)) => true,
        _ => upright::separation(a, b).is_some(),
    }
}

/// The time at which two shapes near the origin touch, within a tolerance, if the second one moves by `step` per unit of time; at most 1.
pub(crate) fn approach<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    step: Vector<R, N>,
    tolerance: R,
) -> Ahead<R, N> {
    let radii = a.radius + b.radius;
    if !are_sound(a, b) {
        return Ahead::From(R::default());
    }
    match super::gjk::approach(&a.core, &b.core, step, [radii, tolerance]) {
        Ahead::Start(most) => Ahead::Start(most - radii),
        Ahead::At(time, [normal, on]) => Ahead::At(time, [normal, on + normal.scaled(a.radius)]),
        other @ (Ahead::Never | Ahead::From(_)) => other,
    }
}

/// Both cores relative to the center of the first, so that no coordinates are large, and that center.
#[inline]
fn seen<'a, 'b, R: Real, const N: usize>(
    a: &Core<'a, R, N>,
    b: &Core<'b, R, N>,
) -> (Core<'a, R, N>, Core<'b, R, N>, Vector<R, N>) {
    let origin = a.middle();
    (a.moved(-origin), b.moved(-origin), origin)
}

fn general<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
    sought: Accuracy,
) -> Option<Separation<R, N>> {
    let (p, q, origin) = seen(&a.core, &b.core);
    if p.is_curved() || q.is_curved() {
        let found = curved::separation(&p, &q, limit, sought)?;
        return Some(Separation { on: found.on.map(|on| on.map(|point| point + origin)), ..found });
    }
    match said(&p, &q, limit, a.radius + b.radius) {
        SatResult::Beyond => return None,
        SatResult::Deep(found) => return Some(found),
        SatResult::Open => {}
    }
    let found = match nearest(&p, &q, Asked { beyond: limit, within: R::default(), length_alone: false }) {
        Nearest::Beyond => return None,
        Nearest::Apart(apart) if is_sure(&apart) => of(&apart),
        Nearest::Apart(_) => widest(&p, &q),
        Nearest::Within => meeting(&p, &q, None),
        Nearest::Meeting(_, around) => meeting(&p, &q, around),
    };
    Some(Separation { on: found.on.map(|on| on.map(|point| point + origin)), ..found })
}

/// Early out by separating axes, before any iterative search. The cores of rounded shapes rarely intersect, so only boxes are tested for
/// these.
#[inline]
fn said<R: Real, const N: usize>(a: &Core<R, N>, b: &Core<R, N>, limit: R, radii: R) -> SatResult<R, N> {
    match boxes::said(a, b, limit) {
        Some(said) => said,
        None if radii > R::default() => SatResult::Open,
        None => axes::said(a, b, limit),
    }
}

/// The separation of cores that almost touch, or whose distance is hidden by rounding: computed in `f64`.
#[cold]
fn widest<R: Real, const N: usize>(a: &Core<R, N>, b: &Core<R, N>) -> Separation<R, N> {
    let (a, b) = (a.wide(), b.wide());
    let asked = Asked { beyond: f64::INFINITY, within: 0.0, length_alone: false };
    let found = match nearest(&a, &b, asked) {
        Nearest::Apart(apart) if is_sure(&apart) => of(&apart),
        Nearest::Apart(apart) => {
            let met = meeting(&a, &b, None);
            if apart.length > met.length + rounding_error(apart.size) { of(&apart) } else { met }
        }
        Nearest::Meeting(_, around) => meeting(&a, &b, around),
        Nearest::Beyond | Nearest::Within => meeting(&a, &b, None),
    };
    Separation {
        length: R::from_f64(found.length),
        normal: found.normal.map(R::from_f64),
        on: found.on.map(|on| on.map(|point| point.map(R::from_f64))),
    }
}

/// Whether a distance and its normal are known within rounding.
#[inline]
fn is_sure<R: Real, const N: usize>(apart: &Apart<R, N>) -> bool {
    apart.is_known() && apart.length > apart.size * R::EPSILON * R::from_f64(NEAR)
}

#[inline]
fn of<R: Real, const N: usize>(apart: &Apart<R, N>) -> Separation<R, N> {
    Separation { length: apart.length, normal: apart.normal, on: Some(apart.on) }
}

/// The separation of two cores near the origin that intersect or almost do, given a tetrahedron of their Minkowski difference around the
/// origin, if known.
fn meeting<R: Real, const N: usize>(
    a: &Core<R, N>,
    b: &Core<R, N>,
    around: Option<[Corner<R, N>; 4]>,
) -> Separation<R, N> {
    if let (Some(p), Some(q)) = (Edged::new(a), Edged::new(b)) {
        return axes::separation(&p, &q);
    }
    super::epa::penetration(a, b, around)
}

/// The distance of two shapes: zero if they intersect, infinite if there is a NaN.
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
    if !are_sound(a, b) {
        return infinity;
    }
    let radii = a.radius + b.radius;
    if let Some(found) = closed(&a.core, &b.core) {
        return positive(found.length - radii);
    }
    if boxes::relate(&a.core, &b.core) == Some(crate::Relation::Overlapping) {
        return zero;
    }
    let (p, q, _) = seen(&a.core, &b.core);
    let is_curved = p.is_curved() || q.is_curved();
    if is_curved && R::EPSILON.to_f64() < FINE {
        return positive(curved::distance(&p, &q) - radii);
    }
    let asked = Asked { beyond: infinity, within: radii, length_alone: true };
    match nearest(&p, &q, asked) {
        Nearest::Apart(apart) if apart.is_known() => positive(apart.length - radii),
        Nearest::Within => zero,
        Nearest::Meeting(depth, _) if depth > zero => zero,
        // Rounding may make long and thin cores seem to intersect.
        Nearest::Apart(_) | Nearest::Meeting(..) if is_curved => positive(curved::distance(&p, &q) - radii),
        Nearest::Apart(_) | Nearest::Meeting(..) => positive(widest(&p, &q).length - radii),
        Nearest::Beyond => infinity,
    }
}

/// The length, or zero if it is negative; infinite for NaN.
#[inline]
fn positive<R: Real>(length: R) -> R {
    let zero = R::default();
    if length > zero {
        length
    } else if length <= zero {
        zero
    } else {
        R::from_f64(f64::INFINITY)
    }
}

/// The relation of two shapes: touching if the separation is within rounding of zero.
pub(crate) fn relate<R: Real, const N: usize, V: Verdict>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> V {
    if !are_sound(a, b) {
        return V::APART;
    }
    let zero = R::default();
    let radii = a.radius + b.radius;
    if let Some(found) = closed(&a.core, &b.core) {
        let length = found.length;
        // An infinite separation needs no tolerance.
        let far = if is_finite(length) { length.distance(zero) } else { zero };
        let size = a.core.extent() + b.core.extent() + far + radii;
        return classify(found.length - radii, rounding_error(size));
    }
    if let (true, Some(plain)) = (radii <= zero, boxes::relate::<R, N, V>(&a.core, &b.core)) {
        return plain;
    }
    let (p, q, _) = seen(&a.core, &b.core);
    let away = largest(q.middle());
    let tolerance = rounding_error(p.extent() + q.extent() + away + radii);
    if !is_finite(tolerance) {
        return V::APART;
    }
    // With a curved rim, only clear cases are decided here.
    let is_curved = p.is_curved() || q.is_curved();
    let doubt = if is_curved { tolerance + tolerance } else { tolerance };
    let asked = Asked { beyond: radii + doubt, within: radii - doubt, length_alone: true };
    match nearest(&p, &q, asked) {
        Nearest::Beyond => V::APART,
        Nearest::Within => V::OVERLAPPING,
        Nearest::Meeting(depth, _) if depth > doubt => V::OVERLAPPING,
        Nearest::Meeting(..) if radii > doubt => V::OVERLAPPING,
        _ if is_curved => curved::relate(&p, &q, (radii, tolerance)),
        Nearest::Apart(apart) if is_sure(&apart) => classify(apart.length - radii, tolerance),
        Nearest::Apart(_) => classify(widest(&p, &q).length - radii, tolerance),
        Nearest::Meeting(_, around) => {
            V::within_or(zero, zero, || classify(meeting(&p, &q, around).length - radii, tolerance))
        }
    }
}
