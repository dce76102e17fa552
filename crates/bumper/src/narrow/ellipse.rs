//! Separations, contacts and ray casts of an ellipse and any convex shape in 2D.
//!
//! The signed separation of two shapes is the maximum, over all unit vectors n, of the separation of their projections onto n. If the other
//! shape is a polygon, the candidates for the maximum are known ([`polygon`]). If it is an ellipse, Newton's method finds the maximum
//! ([`pair`]).
//!
//! The result is the separation along the direction found, even if the direction is not exact. A small error of the direction changes this
//! separation only by the square of the error. So lengths are accurate within a few rounding errors of the largest coordinate, however thin
//! the ellipse is. Normals and points are less accurate: they are exact for shapes that differ from the given ones by rounding errors.
//!
//! An affine map turns the ellipse into the unit circle. It preserves whether shapes intersect, but not distances. In these circle
//! coordinates, an overlap can be proved without computing its depth, and a ray cast against the ellipse becomes a ray cast against a
//! circle.

mod centered;
mod pair;
mod polygon;
#[cfg(all(test, feature = "std"))]
mod tests;

use super::{Separation, classify, rounding_error};
use crate::narrow::manifold::Contact;
use crate::scalar::Real;
use crate::view::{Convex, Core};
use crate::{Vector, Verdict};
use centered::CenteredEllipse;

/// The separation of an ellipse core and another core, relative to the center of the ellipse.
#[derive(Clone, Copy)]
struct CoreSeparation<R> {
    /// The signed separation of the cores.
    gap: R,
    /// The unit normal, from the ellipse to the other core.
    normal: Vector<R, 2>,
    /// The witness points on the two cores.
    witnesses: [Vector<R, 2>; 2],
}

/// What the caller of [`search`] needs: only the distance, or also the penetration depth.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    /// The distance. If the shapes overlap, the result may be any negative number.
    Distance,
    /// The distance or, if the shapes overlap, the penetration depth.
    Depth,
}

/// The signed separation of two shapes, radii included. `None` if it is above `limit`, or if a coordinate is infinite or NaN.
pub(crate) fn separation<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Separation<R, N>> {
    finite_magnitude(a, b)?;
    search(a, b, limit, Measure::Depth)
}

/// The distance of two shapes: zero if they intersect, infinite if a coordinate is infinite or NaN.
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    let Some(magnitude) = finite_magnitude(a, b) else { return R::INFINITY };
    if lower_bound_of_depth(a, b) > rounding_error(magnitude) {
        return R::ZERO;
    }
    let found = search(a, b, R::INFINITY, Measure::Distance);
    found.map_or(R::INFINITY, |found| R::ZERO.max(found.length))
}

/// The relation of two shapes: touching if the separation is within a few rounding errors of zero.
pub(crate) fn relate<R: Real, const N: usize, V: Verdict>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> V {
    let Some(magnitude) = finite_magnitude(a, b) else { return V::APART };
    let tolerance = rounding_error(magnitude);
    let depth = lower_bound_of_depth(a, b);
    if depth > tolerance {
        return V::OVERLAPPING;
    }
    let searched = || {
        let query = if a.radius + b.radius > tolerance { Measure::Distance } else { Measure::Depth };
        search(a, b, tolerance, query).map_or(V::APART, |found| classify(found.length, tolerance))
    };
    // If `depth` is at least zero, the shapes surely intersect. A caller that does not distinguish touching from overlapping then needs no
    // separation, so `within_or` does not call `searched`.
    if depth >= R::ZERO { V::within_or(R::ZERO, R::ZERO, searched) } else { searched() }
}

/// The contact of an ellipse and another shape. It has one point, because an ellipse has no straight edge.
pub(crate) fn manifold<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    gap: &Separation<R, N>,
) -> Contact<R, N> {
    let mut contact = Contact::new(gap.length, gap.normal);
    let [p, q] = gap.witnesses.unwrap_or_else(|| [a.core.support(gap.normal), b.core.support(-gap.normal)]);
    let p = p + gap.normal.scaled(a.radius);
    let q = q - gap.normal.scaled(b.radius);
    contact.push_point(p + (q - p).scaled(R::HALF), gap.length, 0);
    contact
}

/// Casts a ray against an ellipse: the distance along a unit vector, and the outward normal there. If the ray starts inside, the distance
/// is zero and the normal is the opposite of the direction. `None` if the ray misses the ellipse or hits it beyond `max_distance`.
pub(crate) fn cast<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    direction: Vector<R, N>,
    max_distance: R,
) -> Option<(R, Vector<R, N>)> {
    let Core::Ellipse(core) = &shape.core else { return None };
    let ellipse = CenteredEllipse::new(core);
    let hit = ellipse.cast((from - core.center).resized(), direction.resized(), max_distance)?;
    Some(hit.map_or((R::ZERO, -direction), |(distance, normal)| (distance, normal.resized())))
}

/// The sum of the largest coordinates of both shapes, relative to the center of the first one. Rounding errors are proportional to it.
/// `None` if a coordinate is not finite.
fn finite_magnitude<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> Option<R> {
    let origin = -a.core.middle();
    let magnitude = a.moved(origin).magnitude() + b.moved(origin).magnitude();
    magnitude.to_f64().is_finite().then_some(magnitude)
}

/// The separation of two shapes; `None` if neither is an ellipse, or if the separation is above `limit`.
fn search<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
    query: Measure,
) -> Option<Separation<R, N>> {
    let radii = a.radius + b.radius;
    let (core, other, swapped) = match (&a.core, &b.core) {
        (Core::Ellipse(core), _) => (core, b, false),
        (_, Core::Ellipse(core)) => (core, a, true),
        _ => return None,
    };
    let ellipse = CenteredEllipse::new(core);
    let other = other.core.moved(-core.center);
    let limit = limit + radii;
    let found = match &other {
        Core::Ellipse(second) => {
            pair::search(&ellipse, &CenteredEllipse::new(second), second.center.resized(), limit)
        }
        polygon => polygon::search(&ellipse, polygon, limit, query),
    }?;
    // `is_valid` is also false if an intermediate result has overflowed.
    let is_valid = found.gap.to_f64().is_finite() && found.gap <= limit;
    if !is_valid {
        return None;
    }
    let witnesses = found.witnesses.map(|point| core.center + point.resized());
    let normal = found.normal.resized();
    let length = found.gap - radii;
    Some(match swapped {
        false => Separation { length, normal, witnesses: Some(witnesses) },
        true => Separation { length, normal: -normal, witnesses: Some([witnesses[1], witnesses[0]]) },
    })
}

/// A lower bound of the penetration depth, or −1 if the shapes may be apart.
///
/// Let d be the distance of the other core from the center, in the coordinates in which the ellipse is the unit circle. If d < 1, the other
/// core has a point in a smaller ellipse: the ellipse scaled by d about its center. A translation that separates the shapes moves this
/// point out of the ellipse. So its length is at least the smallest distance of the two boundaries: (1 − d) times the shorter half axis.
fn lower_bound_of_depth<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    let radii = a.radius + b.radius;
    let core_depth = |of: &Convex<'_, R, N>, other: &Convex<'_, R, N>| {
        let Core::Ellipse(core) = &of.core else { return -R::ONE };
        let ellipse = CenteredEllipse::new(core);
        let distance = match &other.core {
            Core::Ellipse(second) => {
                ellipse.to_circle_frame((second.center - core.center).resized()).length()
            }
            polygon => polygon::distance_in_circle_frame(&ellipse, &polygon.moved(-core.center)),
        };
        (R::ONE - distance) * ellipse.min_half_axis()
    };
    let p = core_depth(a, b);
    let q = core_depth(b, a);
    let depth = q.max(p);
    if depth >= R::ZERO { depth + radii } else { -R::ONE }
}
