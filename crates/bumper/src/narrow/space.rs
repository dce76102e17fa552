//! Separations, distances and relations of convex shapes in 3D.
//!
//! Some pairs have closed forms: a point and a core without many corners, two segments, and two cores that are aligned with each other's
//! axes. Other pairs are computed by GJK if they are apart. If they intersect, they are computed by separating axes if both cores have few
//! edges, and by EPA otherwise.

mod axes;
mod axis_aligned;
mod boxes;
mod closest_features;
mod closest_point;
mod curved;
pub(crate) mod face;
#[cfg(feature = "alloc")]
mod hull;
mod manifold;
#[cfg(all(test, feature = "std"))]
mod random_shapes;
mod ray;

use super::gjk::{GjkDistance, GjkOptions, GjkResult, TimeOfImpact, closest_points};
use super::measure::largest;
use super::minkowski::SupportPoint;
use super::{Accuracy, Separation, classify, rounding_error};
use crate::narrow::tolerance::{DETERMINATE_DISTANCE, FINE_EPSILON};
use crate::scalar::Real;
use crate::view::{Convex, Core};
use crate::{Vector, Verdict};
use axes::{SatCore, SatResult};
use closest_point::{
    ClosestPoint, distance_to_triangle, to_aabb, to_box, to_cylinder, to_point, to_segment, to_triangle,
};

pub(crate) use manifold::manifold;
pub(crate) use ray::cast;

/// The separation of two cores by a closed form. Closed forms exist for a point and a core without many corners, for two segments, and for
/// two cores that are aligned with each other's axes. `None` for other pairs.
#[inline]
fn closed_form<R: Real>(a: &Core<R, 3>, b: &Core<R, 3>) -> Option<Separation<R, 3>> {
    if let Core::Point(p) = a {
        let closest = closest_point_to(*p, b)?;
        return Some(Separation {
            length: closest.length,
            normal: closest.normal,
            witnesses: Some([*p, closest.point]),
        });
    }
    if let Core::Point(p) = b {
        let closest = closest_point_to(*p, a)?;
        return Some(Separation {
            length: closest.length,
            normal: -closest.normal,
            witnesses: Some([closest.point, *p]),
        });
    }
    match (a, b) {
        (Core::Segment(p), Core::Segment(q)) => {
            let found = closest_point::segments(*p, *q);
            Some(Separation { length: found.distance, normal: found.normal, witnesses: Some(found.points) })
        }
        _ => axis_aligned::separation(a, b),
    }
}

/// The closest point of a core to the point `p`; `None` for cores with many corners and for ellipses.
#[inline(always)]
fn closest_point_to<R: Real>(p: Vector<R, 3>, core: &Core<R, 3>) -> Option<ClosestPoint<R>> {
    match core {
        Core::Point(q) => Some(to_point(p, *q)),
        Core::Segment(ends) => Some(to_segment(p, *ends)),
        Core::Triangle(corners) => Some(to_triangle(p, *corners)),
        Core::Aabb(ends) => Some(to_aabb(p, *ends)),
        Core::Box(shape) => Some(to_box(p, shape)),
        Core::Cylinder(cylinder) => Some(to_cylinder(p, cylinder)),
        Core::HalfSpace(half_space) => {
            let length = half_space.height(p);
            let point = p - half_space.normal.scaled(length);
            Some(ClosestPoint { length, normal: -half_space.normal, point })
        }
        Core::Corners(_) | Core::Ellipse(_) => None,
    }
}

/// The distance of a point and the core of a shape, for shapes for which it takes less time than [`from_point`]. `None` for other shapes, and
/// if rounding could make it inaccurate.
#[inline(always)]
pub(crate) fn distance_to_point<R: Real>(shape: &Convex<'_, R, 3>, point: &Vector<R, 3>) -> Option<R> {
    match &shape.core {
        Core::Triangle(corners) => distance_to_triangle(*point, *corners),
        Core::Point(_)
        | Core::Segment(_)
        | Core::Aabb(_)
        | Core::Box(_)
        | Core::Cylinder(_)
        | Core::HalfSpace(_)
        | Core::Corners(_)
        | Core::Ellipse(_) => None,
    }
}

/// The signed separation of a point and the core of a shape, with the normal from the core to the point. `None` for cores with many
/// corners, and if a coordinate is infinite or NaN.
#[inline(always)]
pub(crate) fn from_point<R: Real>(
    shape: &Convex<'_, R, 3>,
    point: &Vector<R, 3>,
) -> Option<Separation<R, 3>> {
    if !are_sound(shape, &Convex::point(*point)) {
        return None;
    }
    let closest = closest_point_to(*point, &shape.core)?;
    Some(Separation {
        length: closest.length,
        normal: -closest.normal,
        witnesses: Some([closest.point, *point]),
    })
}

/// Whether both shapes have valid coordinates (see [`is_sound`]): no NaN, and no infinity except in axis-aligned boxes. If both cores are
/// points or segments, no coordinate is tested, because their closed forms turn a NaN into a separation of NaN.
#[inline]
fn are_sound<R: Real>(a: &Convex<'_, R, 3>, b: &Convex<'_, R, 3>) -> bool {
    let propagates_nan = |core: &Core<R, 3>| matches!(core, Core::Point(_) | Core::Segment(_));
    propagates_nan(&a.core) && propagates_nan(&b.core) || is_sound(a) && is_sound(b)
}

/// Whether all coordinates of a shape are finite; the ends of an axis-aligned box may be infinite but not NaN. Cores with many corners were
/// checked when they were created.
#[inline]
fn is_sound<R: Real>(shape: &Convex<'_, R, 3>) -> bool {
    let sum = |v: Vector<R, 3>| v.0.into_iter().fold(shape.radius, |sum, c| sum + c);
    let sum = match &shape.core {
        Core::Point(p) => sum(*p),
        Core::Segment([p, q]) => sum(*p) + sum(*q),
        Core::Triangle([p, q, r]) => sum(*p) + sum(*q) + sum(*r),
        Core::Aabb([min, max]) => return (0..3).all(|k| min[k] <= max[k]) && shape.radius.is_finite(),
        Core::Box(turned) | Core::Ellipse(turned) => sum(turned.center) + sum(turned.half),
        Core::HalfSpace(half_space) => sum(half_space.point) + sum(half_space.normal),
        Core::Corners(_) => shape.radius,
        Core::Cylinder(cylinder) => {
            sum(cylinder.center) + sum(cylinder.axis) + cylinder.half + cylinder.radius
        }
    };
    sum.is_finite()
}

/// The signed separation, its normal from `a` to `b`, and witness points. `None` if it is above `limit`, or if a coordinate is infinite or
/// NaN.
pub(crate) fn separation<R: Real>(
    a: &Convex<'_, R, 3>,
    b: &Convex<'_, R, 3>,
    limit: R,
    accuracy: Accuracy,
) -> Option<Separation<R, 3>> {
    if !are_sound(a, b) {
        return None;
    }
    let radii = a.radius + b.radius;
    let found = match closed_form(&a.core, &b.core) {
        Some(found) => found,
        None => iterative_separation(a, b, limit + radii, accuracy)?,
    };
    let length = found.length - radii;
    (length.is_finite() && length <= limit).then_some(Separation { length, ..found })
}

/// Whether the separation of two cores has a closed form. If so, conservative advancement computes the time of impact faster than GJK does,
/// because it evaluates the separation only a few times.
#[inline]
pub(crate) fn is_closed<R: Real>(a: &Core<R, 3>, b: &Core<R, 3>) -> bool {
    match (a, b) {
        (Core::Point(_), core) | (core, Core::Point(_)) => {
            !matches!(core, Core::Corners(_) | Core::Ellipse(_))
        }
        (Core::Segment(_), Core::Segment(_)) => true,
        (Core::HalfSpace(_), _) | (_, Core::HalfSpace(_)) => true,
        _ => axis_aligned::separation(a, b).is_some(),
    }
}

/// The time of impact of two shapes near the origin: the first time from 0 to 1 at which their separation is zero, up to a tolerance. The
/// second shape moves by `step` per unit of time.
pub(crate) fn time_of_impact<R: Real>(
    a: &Convex<'_, R, 3>,
    b: &Convex<'_, R, 3>,
    step: Vector<R, 3>,
    tolerance: R,
) -> TimeOfImpact<R> {
    let radii = a.radius + b.radius;
    if !are_sound(a, b) {
        return TimeOfImpact::NotBefore(R::ZERO);
    }
    match super::gjk::time_of_impact(&a.core, &b.core, step, [radii, tolerance]) {
        TimeOfImpact::Initial(length) => TimeOfImpact::Initial(length - radii),
        TimeOfImpact::Hit(time, [normal, witnesses]) => {
            TimeOfImpact::Hit(time, [normal, witnesses + normal.scaled(a.radius)])
        }
        other @ (TimeOfImpact::Never | TimeOfImpact::NotBefore(_)) => other,
    }
}

/// Two cores in coordinates relative to `origin`.
struct LocalCores<'a, 'b, R> {
    a: Core<'a, R, 3>,
    b: Core<'b, R, 3>,
    origin: Vector<R, 3>,
}

/// Moves both cores so that the center of the first core is the origin, which makes their coordinates small. Returns the two cores and this
/// center.
#[inline]
fn in_local_space<'a, 'b, R: Real>(a: &Core<'a, R, 3>, b: &Core<'b, R, 3>) -> LocalCores<'a, 'b, R> {
    let origin = a.middle();
    LocalCores { a: a.moved(-origin), b: b.moved(-origin), origin }
}

/// The separation of the cores of two shapes without a closed form, by separating axes, GJK and EPA. `None` if it is above `limit`.
fn iterative_separation<R: Real>(
    a: &Convex<'_, R, 3>,
    b: &Convex<'_, R, 3>,
    limit: R,
    accuracy: Accuracy,
) -> Option<Separation<R, 3>> {
    let LocalCores { a: p, b: q, origin } = in_local_space(&a.core, &b.core);
    if p.is_curved() || q.is_curved() {
        let found = curved::separation(&p, &q, limit, accuracy)?;
        return Some(Separation {
            witnesses: found.witnesses.map(|witnesses| witnesses.map(|point| point + origin)),
            ..found
        });
    }
    match separating_axes(&p, &q, limit, a.radius + b.radius) {
        SatResult::Separated => return None,
        SatResult::Penetrating(found) => return Some(found),
        SatResult::Undecided => {}
    }
    let found = match closest_points(&p, &q, GjkOptions::up_to(limit)) {
        GjkResult::BeyondMax => return None,
        GjkResult::Separated(distance) if is_accurate(&distance) => separation_of(&distance),
        GjkResult::Separated(_) => in_f64(&p, &q),
        GjkResult::BelowMin => penetration(&p, &q, None),
        GjkResult::Intersecting(_, tetrahedron) => penetration(&p, &q, tetrahedron),
    };
    Some(Separation {
        witnesses: found.witnesses.map(|witnesses| witnesses.map(|point| point + origin)),
        ..found
    })
}

/// Tests separating axes, which is faster than GJK and decides many pairs. If the shapes have radii, only boxes are tested: the cores of
/// rounded shapes rarely intersect, so the test would rarely decide.
#[inline]
fn separating_axes<R: Real>(a: &Core<R, 3>, b: &Core<R, 3>, limit: R, radii: R) -> SatResult<R> {
    match boxes::separating_axis_test(a, b, limit) {
        Some(result) => result,
        None if radii > R::ZERO => SatResult::Undecided,
        None => axes::separating_axis_test(a, b, limit),
    }
}

/// The separation of two cores, computed in `f64`. Used if the cores almost touch, or if the result in the caller's float type is
/// inaccurate.
#[cold]
fn in_f64<R: Real>(a: &Core<R, 3>, b: &Core<R, 3>) -> Separation<R, 3> {
    let a = a.wide();
    let b = b.wide();
    let found = match closest_points(&a, &b, GjkOptions::up_to(f64::INFINITY)) {
        GjkResult::Separated(distance) if is_accurate(&distance) => separation_of(&distance),
        GjkResult::Separated(distance) => match closest_features::refined(&a, &b, distance) {
            distance if is_accurate(&distance) => separation_of(&distance),
            distance => {
                let penetrating = penetration(&a, &b, None);
                if distance.length > penetrating.length + rounding_error(distance.magnitude) {
                    separation_of(&distance)
                } else {
                    penetrating
                }
            }
        },
        GjkResult::Intersecting(_, tetrahedron) => penetration(&a, &b, tetrahedron),
        GjkResult::BeyondMax | GjkResult::BelowMin => penetration(&a, &b, None),
    };
    Separation {
        length: R::from_f64(found.length),
        normal: found.normal.map(R::from_f64),
        witnesses: found.witnesses.map(|witnesses| witnesses.map(|point| point.map(R::from_f64))),
    }
}

/// Whether a distance and its normal are accurate within rounding.
#[inline]
fn is_accurate<R: Real>(distance: &GjkDistance<R>) -> bool {
    distance.is_known()
        && distance.length > distance.magnitude * R::EPSILON * R::from_f64(DETERMINATE_DISTANCE)
}

#[inline]
fn separation_of<R: Real>(distance: &GjkDistance<R>) -> Separation<R, 3> {
    Separation { length: distance.length, normal: distance.normal, witnesses: Some(distance.points) }
}

/// The separation of two cores near the origin that intersect or almost intersect. `tetrahedron` is a tetrahedron in the Minkowski
/// difference that contains the origin, if one was found.
fn penetration<R: Real>(
    a: &Core<R, 3>,
    b: &Core<R, 3>,
    tetrahedron: Option<[SupportPoint<R>; 4]>,
) -> Separation<R, 3> {
    if let (Some(p), Some(q)) = (SatCore::new(a), SatCore::new(b)) {
        return axes::separation(&p, &q);
    }
    super::epa::penetration(a, b, tetrahedron)
}

/// The distance of two shapes: zero if they intersect, infinite if a coordinate is NaN.
pub(crate) fn distance<R: Real>(a: &Convex<'_, R, 3>, b: &Convex<'_, R, 3>) -> R {
    if !are_sound(a, b) {
        return R::INFINITY;
    }
    let radii = a.radius + b.radius;
    if let Some(found) = closed_form(&a.core, &b.core) {
        return positive(found.length - radii);
    }
    if boxes::relate(&a.core, &b.core) == Some(crate::Relation::Overlapping) {
        return R::ZERO;
    }
    let LocalCores { a: p, b: q, .. } = in_local_space(&a.core, &b.core);
    let is_curved = p.is_curved() || q.is_curved();
    if is_curved && R::EPSILON.to_f64() < FINE_EPSILON {
        return positive(curved::distance(&p, &q) - radii);
    }
    let options = GjkOptions { min_distance: radii, length_only: true, ..GjkOptions::up_to(R::INFINITY) };
    match closest_points(&p, &q, options) {
        GjkResult::Separated(distance) if distance.is_known() => positive(distance.length - radii),
        GjkResult::BelowMin => R::ZERO,
        GjkResult::Intersecting(depth, _) if depth > R::ZERO => R::ZERO,
        // Rounding may make long and thin cores seem to intersect although they are apart, so their distance is computed again.
        GjkResult::Separated(_) | GjkResult::Intersecting(..) if is_curved => {
            positive(curved::distance(&p, &q) - radii)
        }
        GjkResult::Separated(_) | GjkResult::Intersecting(..) => positive(in_f64(&p, &q).length - radii),
        GjkResult::BeyondMax => R::INFINITY,
    }
}

/// The length as a distance: zero if it is negative, infinite if it is NaN.
#[inline]
fn positive<R: Real>(length: R) -> R {
    if length > R::ZERO {
        length
    } else if length <= R::ZERO {
        R::ZERO
    } else {
        R::INFINITY
    }
}

/// The relation of two shapes: touching if the separation is within rounding of zero.
pub(crate) fn relate<R: Real, V: Verdict>(a: &Convex<'_, R, 3>, b: &Convex<'_, R, 3>) -> V {
    if !are_sound(a, b) {
        return V::APART;
    }
    let radii = a.radius + b.radius;
    if let Some(found) = closed_form(&a.core, &b.core) {
        let length = found.length;
        // If the separation is infinite, it is left out of `size`, because it would make the tolerance infinite.
        let magnitude = if length.is_finite() { length.abs() } else { R::ZERO };
        let size = a.core.extent() + b.core.extent() + magnitude + radii;
        return classify(found.length - radii, rounding_error(size));
    }
    if let (true, Some(relation)) = (radii <= R::ZERO, boxes::relate::<R, V>(&a.core, &b.core)) {
        return relation;
    }
    let LocalCores { a: p, b: q, .. } = in_local_space(&a.core, &b.core);
    let offset = largest(q.middle());
    let tolerance = rounding_error(p.extent() + q.extent() + offset + radii);
    if !tolerance.is_finite() {
        return V::APART;
    }
    // For curved cores, GJK in the caller's float type decides only pairs whose separation or depth is above twice the tolerance.
    // [`curved`], which computes in `f64`, decides the others.
    let is_curved = p.is_curved() || q.is_curved();
    let undecided = if is_curved { tolerance + tolerance } else { tolerance };
    let options = GjkOptions {
        min_distance: radii - undecided,
        length_only: true,
        ..GjkOptions::up_to(radii + undecided)
    };
    match closest_points(&p, &q, options) {
        GjkResult::BeyondMax => V::APART,
        GjkResult::BelowMin => V::OVERLAPPING,
        GjkResult::Intersecting(depth, _) if depth > undecided => V::OVERLAPPING,
        GjkResult::Intersecting(..) if radii > undecided => V::OVERLAPPING,
        _ if is_curved => curved::relate(&p, &q, radii, tolerance),
        GjkResult::Separated(distance) if is_accurate(&distance) => {
            classify(distance.length - radii, tolerance)
        }
        GjkResult::Separated(_) => classify(in_f64(&p, &q).length - radii, tolerance),
        GjkResult::Intersecting(_, tetrahedron) => V::within_or(R::ZERO, R::ZERO, || {
            classify(penetration(&p, &q, tetrahedron).length - radii, tolerance)
        }),
    }
}
