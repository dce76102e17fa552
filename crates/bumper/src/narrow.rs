//! The narrow phase: separations, contacts, ray casts and relations of two convex shapes.
//!
//! [`plane`] (2D) and [`space`] (3D) compute separations, contacts and casts in the float type that the caller requests. [`advance`] finds
//! the time of impact of moving shapes from their separation alone. The relations of some pairs are computed without a separation: of
//! axis-aligned shapes in [`relation`], of polygons in [`exact`], and of oriented boxes in [`oriented`]. [`dispatch`] selects the function
//! that computes the relation of two shapes.

pub(crate) mod advance;
mod ball;
mod ball_capsule;
pub(crate) mod convex_polygon;
mod cylinders;
mod dispatch;
pub(crate) mod ellipse;
mod epa;
pub(crate) mod exact;
pub(crate) mod exact_plane;
mod fold_parts;
pub(crate) mod gjk;
pub(crate) mod half_space;
pub(crate) mod manifold;
pub(crate) mod measure;
mod minkowski;
mod oriented;
mod pixels;
pub(crate) mod plane;
pub(crate) mod ray;
mod relation;
pub(crate) mod space;
pub(crate) mod tolerance;

use crate::scalar::Real;
use crate::view::{Convex, Core};
use crate::{Vector, Verdict};
#[cfg(feature = "alloc")]
pub(crate) use ball::{contact_from, distance_from};
pub(crate) use ball::{
    contact_in_space, contact_of_ball, contact_of_balls, distance_of_ball, has_ball_contact, relation_of_ball,
};
use core::any::Any;
use gjk::TimeOfImpact;
use half_space::HalfSpacePair;
use manifold::Contact;

/// The signed separation of two convex shapes, with its normal and witness points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation<R, const N: usize> {
    /// The distance of the shapes, radii included; if they overlap, minus the penetration depth.
    pub(crate) length: R,
    /// The unit normal, from the first shape to the second.
    pub(crate) normal: Vector<R, N>,
    /// The witness points: the closest points of the two cores, radii not included; `None` if they are not known.
    pub(crate) witnesses: Option<[Vector<R, N>; 2]>,
}

/// The error bound of a computed separation, as a multiple of epsilon times the largest coordinate. Shapes whose separation is zero within
/// this error count as touching.
const SEPARATION_ERROR: f64 = 4.0;

/// A bound of the rounding error of a separation, whose computation adds a few products of coordinates and direction cosines. `size` is the
/// largest coordinate that the computation uses.
#[inline]
pub(crate) fn rounding_error<R: Real>(size: R) -> R {
    size * R::EPSILON * R::from_f64(SEPARATION_ERROR)
}

/// The relation of two shapes with the signed separation `length`: touching if `length` is within `tolerance` of zero. Apart if `length` is
/// NaN or `tolerance` is infinite.
#[inline]
pub(crate) fn classify<R: Real, V: Verdict>(length: R, tolerance: R) -> V {
    if !(tolerance < R::INFINITY && length <= tolerance) {
        V::APART
    } else if length < -tolerance {
        V::OVERLAPPING
    } else {
        V::within(0, 0)
    }
}

/// The required accuracy of a separation. For shapes with a curved rim, GJK and EPA need few iterations for an accurate length, but many
/// more for an accurate normal. So callers that need only the length save time.
#[derive(Clone, Copy)]
pub(crate) enum Accuracy {
    /// The length and the normal are as accurate as rounding permits.
    Normal,
    /// The length is as accurate as rounding permits. The error of the normal may be as large as the square root of epsilon.
    Length,
}

/// The signed separation of two shapes. `None` if it is above `limit`, or if a coordinate is infinite or NaN. `sought` is the required
/// accuracy. Minus infinity if a half-space and an infinitely large shape overlap infinitely deeply.
#[inline]
pub(crate) fn separation<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
    sought: Accuracy,
) -> Option<Separation<R, N>> {
    if let Some(pair) = HalfSpacePair::new(a, b) {
        return pair.separation(limit);
    }
    if const { N == 2 } {
        return plane::separation(a, b, limit);
    }
    type Function<R, const N: usize> =
        fn(&Convex<'_, R, N>, &Convex<'_, R, N>, R, Accuracy) -> Option<Separation<R, N>>;
    retyped::<Function<R, 3>, Function<R, N>>(space::separation)?(a, b, limit, sought)
}

/// The distance of two shapes: zero if they touch or overlap, infinite if a coordinate is NaN.
#[inline]
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    if let Some(pair) = HalfSpacePair::new(a, b) {
        return distance_or_infinity(Some(pair.length()));
    }
    if const { N == 2 } {
        return plane::distance(a, b);
    }
    type Function<R, const N: usize> = fn(&Convex<'_, R, N>, &Convex<'_, R, N>) -> R;
    retyped::<Function<R, 3>, Function<R, N>>(space::distance).map_or(R::INFINITY, |distance| distance(a, b))
}

/// Converts an optional signed separation to a distance: zero if it is negative, infinite if it is NaN or `None`.
#[inline]
pub(crate) fn distance_or_infinity<R: Real>(length: Option<R>) -> R {
    match length {
        Some(length) if length <= R::ZERO => R::ZERO,
        Some(length) if length < R::INFINITY => length,
        _ => R::INFINITY,
    }
}

/// The relation of two shapes: touching if the separation is within a few rounding errors of zero.
pub(crate) fn relate<R: Real, const N: usize, V: Verdict>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> V {
    if let Some(pair) = HalfSpacePair::new(a, b) {
        return pair.relate();
    }
    // The shape with the smaller center (compared by coordinates) comes first, so that swapping the arguments does not change the rounding.
    let p = a.core.middle();
    let q = b.core.middle();
    let ordered = (0..N).find(|&k| p[k] != q[k]).is_none_or(|k| p[k] < q[k]);
    let (a, b) = if ordered { (a, b) } else { (b, a) };
    if const { N == 2 } {
        return plane::relate(a, b);
    }
    type Function<R, V, const N: usize> = fn(&Convex<'_, R, N>, &Convex<'_, R, N>) -> V;
    retyped::<Function<R, V, 3>, Function<R, V, N>>(space::relate).map_or(V::APART, |relate| relate(a, b))
}

/// The contact of two shapes. `None` if they are more than `limit` apart, or if a coordinate is infinite or NaN.
#[inline]
pub(crate) fn contact<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    if let Some(pair) = HalfSpacePair::new(a, b) {
        return pair.contact(limit);
    }
    if const { N == 2 } {
        return plane::contact(a, b, limit);
    }
    type Function<R, const N: usize> =
        fn(&Convex<'_, R, N>, &Convex<'_, R, N>, &Separation<R, N>) -> Contact<R, N>;
    let found = separation(a, b, limit, Accuracy::Normal)?;
    let manifold = retyped::<Function<R, 3>, Function<R, N>>(space::manifold)?;
    Some(manifold(a, b, &found))
}

/// Whether the separation of two cores in 3D has a closed form. False in 2D.
#[inline]
pub(crate) fn is_closed<R: Real, const N: usize>(a: &Core<'_, R, N>, b: &Core<'_, R, N>) -> bool {
    type Function<R, const N: usize> = fn(&Core<'_, R, N>, &Core<'_, R, N>) -> bool;
    retyped::<Function<R, 3>, Function<R, N>>(space::is_closed).is_some_and(|is_closed| is_closed(a, b))
}

/// The time of impact in 3D of two shapes near the origin, by [`space::time_of_impact`].
#[inline]
pub(crate) fn time_of_impact<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    step: Vector<R, N>,
    tolerance: R,
) -> TimeOfImpact<R, N> {
    type Function<R, const N: usize> =
        fn(&Convex<'_, R, N>, &Convex<'_, R, N>, Vector<R, N>, R) -> TimeOfImpact<R, N>;
    retyped::<Function<R, 3>, Function<R, N>>(space::time_of_impact)
        .map_or(TimeOfImpact::NotBefore(R::ZERO), |search| search(a, b, step, tolerance))
}

/// Casts a ray in 2D or 3D: the distance from `from` along a unit vector to the shape, and the normal there. `None` if the ray misses the
/// shape or hits it beyond `max_distance`.
#[inline(always)]
pub(crate) fn cast<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    direction: Vector<R, N>,
    max_distance: R,
) -> Option<(R, Vector<R, N>)> {
    if const { N == 2 } {
        return plane::cast(shape, from, direction, max_distance);
    }
    type Function<R, const N: usize> =
        fn(&Convex<'_, R, N>, &Vector<R, N>, &Vector<R, N>, R) -> Option<(R, Vector<R, N>)>;
    retyped::<Function<R, 3>, Function<R, N>>(space::cast)?(shape, &from, &direction, max_distance)
}

/// The signed separation in 3D of a point and the core of a shape, by [`space::from_point`]; `None` in 2D.
#[inline(always)]
fn separation_from_point<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    point: Vector<R, N>,
) -> Option<Separation<R, N>> {
    type Function<R, const N: usize> = fn(&Convex<'_, R, N>, &Vector<R, N>) -> Option<Separation<R, N>>;
    retyped::<Function<R, 3>, Function<R, N>>(space::from_point)?(shape, &point)
}

/// The distance in 3D of a point and the core of a shape, by [`space::distance_to_point`]; `None` in 2D.
#[inline(always)]
fn distance_to_point<R: Real, const N: usize>(shape: &Convex<'_, R, N>, point: Vector<R, N>) -> Option<R> {
    type Function<R, const N: usize> = fn(&Convex<'_, R, N>, &Vector<R, N>) -> Option<R>;
    retyped::<Function<R, 3>, Function<R, N>>(space::distance_to_point)?(shape, &point)
}

/// The same value, with its type written as `U`; `None` if `T` is another type. The public types are generic in the number of axes `N`, but
/// the functions in [`space`] are written for three axes. In 3D, both have the same type. So a function of shapes with three axes becomes a
/// function of shapes with `N` axes. The compiler decides the comparison of the types, and the call costs nothing more.
#[inline(always)]
fn retyped<T: Copy + 'static, U: Copy + 'static>(value: T) -> Option<U> {
    (&value as &dyn Any).downcast_ref().copied()
}
