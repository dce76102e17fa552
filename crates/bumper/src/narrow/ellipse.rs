//! Ellipses on a plane against every convex shape of one.
//!
//! The separation of two shapes a and b is the largest that any direction n gives: what b begins at along n, less where a ends.
//! The search for that direction looks at candidates, [`corners`] for polygons and [`pair`] for another ellipse, but what is told
//! is always the value of the direction found, in which an error of the direction counts by its square. So lengths are right
//! within a few rounding errors of the largest number involved, however thin the ellipse; directions and points as those of so near an
//! input are.
//!
//! A map that stretches the plane makes an ellipse the unit circle and keeps what meets: so overlapping is seen without a
//! depth, and a ray against an ellipse is one against a circle.

mod corners;
mod oval;
mod pair;
#[cfg(all(test, feature = "std"))]
mod tests;

use super::{Separation, classify, rounding_error};
use crate::narrow::manifold::Contact;
use crate::scalar::Real;
use crate::view::{Convex, Core};
use crate::{Vector, Verdict};
use oval::Oval;

/// How an ellipse and another core lie, seen from the centre of the ellipse.
#[derive(Clone, Copy)]
struct Found<R> {
    /// The gap of the cores, below zero the push.
    gap: R,
    /// From the ellipse to the other, of length 1.
    normal: Vector<R, 2>,
    /// The points of the cores that are nearest to each other.
    on: [Vector<R, 2>; 2],
}

/// How much of the answer is asked.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    /// The gap; of shapes that meet any push will do.
    Distance,
    /// The shortest push too.
    Depth,
}

/// The signed separation, radii counted in. `None` where it is surely above `limit`, and where there is a NaN or an infinity.
pub(crate) fn gap<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Separation<R, N>> {
    finite_magnitude(a, b)?;
    search(a, b, limit, Asked::Depth)
}

/// The length of the gap: zero where they meet, infinite where there is a NaN or an infinity.
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
    let Some(magnitude) = finite_magnitude(a, b) else { return infinity };
    if least_depth(a, b) > rounding_error(magnitude) {
        return zero;
    }
    let found = search(a, b, infinity, Asked::Distance);
    found.map_or(infinity, |found| if found.length > zero { found.length } else { zero })
}

/// The relation: touching where the separation is within a few rounding errors of nothing.
pub(crate) fn relate<R: Real, const N: usize, V: Verdict>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> V {
    let Some(magnitude) = finite_magnitude(a, b) else { return V::APART };
    let (zero, tolerance) = (R::default(), rounding_error(magnitude));
    let surely = least_depth(a, b);
    if surely > tolerance {
        return V::OVERLAPPING;
    }
    let searched = || {
        let asked = if a.radius + b.radius > tolerance { Asked::Distance } else { Asked::Depth };
        search(a, b, tolerance, asked).map_or(V::APART, |found| classify(found.length, tolerance))
    };
    // What is known to meet needs no depth where touching counts as well.
    if surely >= zero { V::within_or(zero, zero, searched) } else { searched() }
}

/// The contact with its one point: an ellipse has no flat side.
pub(crate) fn manifold<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    gap: &Separation<R, N>,
) -> Contact<R, N> {
    let mut contact = Contact::new(gap.length, gap.normal);
    let [p, q] = gap.on.unwrap_or_else(|| [a.core.support(gap.normal), b.core.support(-gap.normal)]);
    let (p, q) = (p + gap.normal.scaled(a.radius), q - gap.normal.scaled(b.radius));
    contact.offer(p + (q - p).scaled(R::from_f64(0.5)), gap.length, 0);
    contact
}

/// How far a point goes along a unit vector until it meets the ellipse, and the outward normal there; where it starts within,
/// nothing and against the way.
pub(crate) fn cast<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
    reach: R,
) -> Option<(R, Vector<R, N>)> {
    let Core::Ellipse(turned) = &shape.core else { return None };
    let oval = Oval::new(turned);
    let hit = oval.cast((from - turned.center).resized(), way.resized(), reach)?;
    Some(hit.map_or((R::default(), -way), |(distance, normal)| (distance, normal.resized())))
}

/// The largest magnitude of both shapes, if all numbers are finite.
fn finite_magnitude<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> Option<R> {
    let origin = -a.core.middle();
    let magnitude = a.moved(origin).magnitude() + b.moved(origin).magnitude();
    magnitude.to_f64().is_finite().then_some(magnitude)
}

/// The separation, from whichever of the two is an ellipse; `None` if neither is.
fn search<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
    asked: Asked,
) -> Option<Separation<R, N>> {
    let radii = a.radius + b.radius;
    let (turned, other, swapped) = match (&a.core, &b.core) {
        (Core::Ellipse(turned), _) => (turned, b, false),
        (_, Core::Ellipse(turned)) => (turned, a, true),
        _ => return None,
    };
    let (oval, other) = (Oval::new(turned), other.core.moved(-turned.center));
    let limit = limit + radii;
    let found = match &other {
        Core::Ellipse(second) => pair::search(&oval, &Oval::new(second), second.center.resized(), limit),
        polygon => corners::search(&oval, polygon, limit, asked),
    }?;
    // Nothing is known of what has left the range of the type on the way.
    let is_known = found.gap.to_f64().is_finite() && found.gap <= limit;
    if !is_known {
        return None;
    }
    let on = found.on.map(|point| turned.center + point.resized());
    let normal = found.normal.resized();
    let length = found.gap - radii;
    Some(match swapped {
        false => Separation { length, normal, on: Some(on) },
        true => Separation { length, normal: -normal, on: Some([on[1], on[0]]) },
    })
}

/// A depth that two shapes surely have, from the map that makes an ellipse the unit circle: if the other's core comes to d < 1
/// of its centre, then it meets the ellipse made smaller by that factor, and any push must be as long as what is left around
/// that. Below zero where this does not tell.
fn least_depth<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    let (one, radii) = (R::from_f64(1.0), a.radius + b.radius);
    let within = |of: &Convex<'_, R, N>, other: &Convex<'_, R, N>| {
        let Core::Ellipse(turned) = &of.core else { return -one };
        let oval = Oval::new(turned);
        let near = match &other.core {
            Core::Ellipse(second) => oval.circled((second.center - turned.center).resized()).length(),
            polygon => corners::distance_circled(&oval, &polygon.moved(-turned.center)),
        };
        (one - near) * oval.least()
    };
    let (p, q) = (within(a, b), within(b, a));
    let core = if p > q { p } else { q };
    if core >= R::default() { core + radii } else { -one }
}
