//! Separations, contacts, casts and sweeps of convex shapes in 2D.
//!
//! The Minkowski difference of two convex cores with corners is a convex polygon. Each of its edges has the normal of an edge of one core.
//! Each of its corners is the difference of a corner of one core and a corner of the other. The radii of the shapes move its edges outwards
//! and round its corners. Separations and contacts follow from the position of the origin relative to this extended polygon, casts from a
//! ray that starts at the origin.
//!
//! Pairs with a point, and two segments, have closed forms ([`point`], [`segments`]). Pairs with an ellipse are in [`ellipse`]. All
//! other pairs use the separating axis test ([`sat`]). Slivers and edges that are hardly longer than their rounding error need corrections,
//! which are in [`degenerate`].

mod ball_cast;
mod closest_points;
mod convex_cast;
mod degenerate;
mod distance;
mod edges;
mod face;
mod half_space;
mod manifold;
mod point;
mod point_separation;
mod polygon_distance;
mod polygon_view;
mod ray;
mod sat;
mod segments;
mod small_polygons;
mod sweep_result;
mod touching;

use super::{Separation, classify, ellipse, rounding_error};
use crate::Verdict;
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::{Convex, Core};
pub(crate) use ball_cast::ball_cast;
pub(crate) use convex_cast::convex_cast;
pub(crate) use distance::{distance, distance_to_point};
use edges::PolygonEdges;
pub(crate) use half_space::contact_of_half_space;
pub(crate) use manifold::{contact, contact_of_ball};
pub(crate) use point::separation_from_point;
use point::separation_of_aabbs;
use polygon_view::{PolygonView, polygons};
pub(crate) use ray::cast;
use sat::separation_of_polygons;
use segments::separation_of_segments;
pub(crate) use sweep_result::SweepResult;

/// The signed separation of two shapes. `None` if it is above `limit`, or if a coordinate is infinite or NaN.
pub(crate) fn separation<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Separation<R, N>> {
    let radii = a.radius + b.radius;
    let found = match (&a.core, &b.core) {
        (Core::Ellipse(_), _) | (_, Core::Ellipse(_)) => return ellipse::separation(a, b, limit),
        (Core::Aabb(p), Core::Aabb(q)) => separation_of_aabbs(*p, *q),
        (Core::Point(p), core) => separation_from_point(core, *p, limit + radii)?.point_to_core(*p),
        (core, Core::Point(q)) => separation_from_point(core, *q, limit + radii)?.core_to_point(*q),
        (Core::Segment(p), Core::Segment(q)) => separation_of_segments(*p, *q, limit + radii)?,
        (p, q) => core_separation(p, q, limit + radii)?,
    };
    let length = found.length - radii;
    // The comparison is also false if the length is NaN.
    (length <= limit).then_some(Separation { length, ..found })
}

/// The relation of two shapes: touching if the separation is within a few rounding errors of zero.
pub(crate) fn relate<R: Real, const N: usize, V: Verdict>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> V {
    if matches!(a.core, Core::Ellipse(_)) || matches!(b.core, Core::Ellipse(_)) {
        return ellipse::relate(a, b);
    }
    let radii = a.radius + b.radius;
    let closed_form = match (&a.core, &b.core) {
        (Core::Point(p), core) => separation_from_point(core, *p, R::INFINITY).map(|found| found.length),
        (core, Core::Point(q)) => separation_from_point(core, *q, R::INFINITY).map(|found| found.length),
        (Core::Segment(p), Core::Segment(q)) => {
            separation_of_segments(*p, *q, R::INFINITY).map(|found| found.length)
        }
        _ => None,
    };
    if let Some(length) = closed_form {
        let size = a.core.extent() + b.core.extent() + length.abs() + radii;
        return classify(length - radii, rounding_error(size));
    }
    let middle = a.core.middle();
    let p = PolygonView::new(&a.core, middle);
    let q = PolygonView::new(&b.core, middle);
    polygons!(p, q, a, b => relation_of_polygons(a, b, radii), V::APART)
}

#[inline]
fn relation_of_polygons<R: Real, V: Verdict>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    radii: R,
) -> V {
    let tolerance = rounding_error(a.magnitude() + b.magnitude() + radii);
    match separation_of_polygons(a, b, radii + tolerance) {
        Some(found) => classify(found.length - radii, tolerance),
        None => V::APART,
    }
}

/// The signed separation of two cores by the separating axis test, in coordinates relative to the center of the first core. `None` if it is
/// above `limit`.
fn core_separation<R: Real, const N: usize>(
    a: &Core<'_, R, N>,
    b: &Core<'_, R, N>,
    limit: R,
) -> Option<Separation<R, N>> {
    let middle = a.middle();
    let p = PolygonView::new(a, middle);
    let q = PolygonView::new(b, middle);
    let found = polygons!(p, q, a, b => separation_of_polygons(a, b, limit)?, return None);
    let witnesses = found.witnesses.map(|points| points.mapped(|point| point.resized() + middle));
    Some(Separation { length: found.length, normal: found.normal.resized(), witnesses })
}
