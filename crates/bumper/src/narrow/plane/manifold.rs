//! Contact manifolds in 2D: one point for a ball or an ellipse, closed forms for segments and axis-aligned boxes, reference edge clipping
//! for other pairs.

use super::degenerate::deeper_overlap;
use super::edges::{Point, PolygonEdges};
use super::face::{ClipSettings, FacingEdge, clip_edges};
use super::polygon_view::{PolygonView, polygons};
use super::sat::separation_of_polygons;
use super::segments::separation_of_segments;
use super::touching::squared_distance_to_boundary;
use super::{separation_from_point, separation_of_aabbs};
use crate::Vector;
use crate::narrow::manifold::Contact;
use crate::narrow::measure::l1_norm;
use crate::narrow::{Separation, ellipse, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::vector::{Mapped, from_fn};
use crate::view::{BallView, Convex, Core};
use core::cmp::Ordering;

/// The contact of two convex shapes. `None` if they are more than `limit` apart, or if a coordinate is infinite or NaN.
pub(crate) fn contact<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    match (&a.core, &b.core) {
        (Core::Ellipse(_), _) | (_, Core::Ellipse(_)) => {
            ellipse::separation(a, b, limit).map(|found| ellipse::manifold(a, b, &found))
        }
        (Core::Point(center), _) => {
            contact_of_any_ball(b, BallView { center: *center, radius: a.radius }, limit, false)
        }
        (_, Core::Point(center)) => {
            contact_of_any_ball(a, BallView { center: *center, radius: b.radius }, limit, true)
        }
        (Core::Aabb(p), Core::Aabb(q)) => aabb_contact(*p, *q, limit),
        (Core::Segment(p), Core::Segment(q)) => segment_contact([*p, *q], [a.radius, b.radius], limit)
            .unwrap_or_else(|| polygon_contact(a, b, limit)),
        _ => polygon_contact(a, b, limit),
    }
}

/// The contact of a shape and a ball: one point, halfway between the two surfaces.
///
/// Always inlined into the shape visitors. There the kind of the core is known at compile time, so the matches over kinds disappear.
#[inline(always)]
pub(crate) fn contact_of_ball<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    ball: BallView<R, N>,
    limit: R,
    is_second: bool,
) -> Option<Contact<R, N>> {
    let BallView { center, radius } = ball;
    let radii = radius + shape.radius;
    let found = separation_from_point(&shape.core, center, radii + limit)?;
    let length = found.length - radii;
    // The condition also holds if a coordinate is NaN, or if the normal is not a unit vector because numbers have left the range of the
    // float.
    if !(length <= limit && found.normal.dot(found.normal) > R::HALF) {
        return None;
    }
    let at = center - found.normal.scaled(radius + length * R::HALF);
    Some(Contact::of_one(length, if is_second { found.normal } else { -found.normal }, at))
}

/// The contact of a ball and a shape whose core has a kind that is known only at run time; see [`contact_of_ball`].
fn contact_of_any_ball<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    ball: BallView<R, N>,
    limit: R,
    is_second: bool,
) -> Option<Contact<R, N>> {
    contact_of_ball(shape, ball, limit, is_second)
}

/// The contact of two axis-aligned boxes. Its points are the ends of the overlap of the two facing sides.
fn aabb_contact<R: Real, const N: usize>(
    p: [Vector<R, N>; 2],
    q: [Vector<R, N>; 2],
    limit: R,
) -> Option<Contact<R, N>> {
    let found = separation_of_aabbs(p, q);
    // The condition is also true if the length is NaN.
    if !(found.length <= limit) {
        return None;
    }
    let mut contact = Contact::new(found.length, found.normal);
    let low = p[0].zip(q[0], R::max);
    let high = p[1].zip(q[1], R::min);
    // On the axis of the normal, `middle` is halfway between the two facing sides. On the other axis, it is in the middle of the overlap.
    let middle: Vector<R, N> = Vector(from_fn(|k| {
        let (from, to) = match found.normal[k].partial_cmp(&R::ZERO) {
            Some(Ordering::Greater) => (p[1][k], q[0][k]),
            Some(Ordering::Less) => (p[0][k], q[1][k]),
            _ => (low[k], high[k]),
        };
        from + (to - from) * R::HALF
    }));
    let shared = (0..N).find(|&k| found.normal[k] == R::ZERO && low[k] < high[k]);
    match shared {
        Some(k) => {
            contact.push_point(middle.with(k, low[k]), found.length, 0);
            contact.push_point(middle.with(k, high[k]), found.length, 1);
        }
        None => contact.push_point(middle, found.length, 0),
    }
    Some(contact)
}

/// The contact of two segments with radii, computed relative to an end of the first one. `Some(None)` if they are more than `limit` apart.
/// `None` if rounding makes this method unreliable: if the segments almost touch, or if an end may be beside the other segment or beyond
/// its end.
#[inline]
fn segment_contact<R: Real, const N: usize>(
    [p, q]: [[Vector<R, N>; 2]; 2],
    radii: [R; 2],
    limit: R,
) -> Option<Option<Contact<R, N>>> {
    let origin = p[0];
    let sum = radii[0] + radii[1];
    let [p, q] = [p, q].mapped(|ends| ends.mapped(|end| Vector(xy(end - origin))));
    let Some(found) = separation_of_segments(p, q, limit + sum) else { return Some(None) };
    let tolerance = rounding_error(l1_norm(p[1]) + l1_norm(q[0]) + l1_norm(q[1]));
    // If the segments almost touch, their normal is mostly rounding error. The comparison is also true for NaN and infinities.
    if !(found.length.abs() > tolerance) {
        return None;
    }
    if !(found.length - sum <= limit) {
        return Some(None);
    }
    let faces = [FacingEdge::of_segment(p, found.normal), FacingEdge::of_segment(q, -found.normal)];
    let settings =
        ClipSettings { radii, tolerance, collinear_tolerance: tolerance, origin: Vector(xy(origin)) };
    if let Some(contact) = clip_edges(&faces, found.length, found.normal, &settings) {
        return Some(Some(contact));
    }
    // `clip_edges` finds a contact if a segment is perpendicular to the normal. This is so if the segments cross, or if an end of one is
    // beside the other one. Here it has found none, so the closest points are two ends. If rounding hides whether an end is beside the
    // other segment, the result is `None`.
    let witnesses = found.witnesses?;
    let delta = witnesses[1] - witnesses[0];
    if faces.iter().any(|face| {
        let edge = face.ends[1] - face.ends[0];
        delta.dot(edge).abs() <= (tolerance + tolerance) * face.length
    }) {
        return None;
    }
    let witnesses =
        [witnesses[0] + found.normal.scaled(radii[0]), witnesses[1] - found.normal.scaled(radii[1])];
    let middle = witnesses[0] + (witnesses[1] - witnesses[0]).scaled(R::HALF);
    let mut contact = Contact::new(found.length - sum, found.normal.resized());
    contact.push_point(middle.resized() + origin, contact.separation, 0);
    Some(Some(contact))
}

/// The contact of two polygons with radii, computed relative to the center of the first one. `None` if they are more than `limit` apart.
fn polygon_contact<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    let middle = a.core.middle();
    let p = PolygonView::new(&a.core, middle);
    let q = PolygonView::new(&b.core, middle);
    let radii = [a.radius, b.radius];
    polygons!(p, q, a, b => clip_polygons(a, b, radii, limit, Vector(xy(middle))), None)
}

/// The deepest points of two overlapping polygons, one of each. One of them is a corner: the deepest one along the normal. The other one is
/// this corner moved back along the normal by the depth. Except for rounding, it lies on the boundary of the other polygon. Each polygon
/// has a deepest corner. The one is used whose moved point is nearer to the boundary of the other polygon.
#[cold]
fn deepest_points<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    normal: Point<R>,
    core: R,
) -> [Point<R>; 2] {
    let p = a.at(a.support(normal));
    let q = b.at(b.support(-normal));
    let opposite = [q - normal.scaled(core), p + normal.scaled(core)];
    if squared_distance_to_boundary(a, opposite[0]) <= squared_distance_to_boundary(b, opposite[1]) {
        [opposite[0], q]
    } else {
        [p, opposite[1]]
    }
}

/// The contact of two faces; see [`clip_edges`]. Kept out of line, because few contacts need it.
#[cold]
#[inline(never)]
fn clip_out_of_line<R: Real, const N: usize>(
    faces: &[FacingEdge<R>; 2],
    core: R,
    normal: Point<R>,
    settings: &ClipSettings<R>,
) -> Option<Contact<R, N>> {
    clip_edges(faces, core, normal, settings)
}

/// A contact of one point. Each witness point is moved from its core to the rounded surface, by the radius along the normal; the contact
/// point is halfway between the two.
#[inline]
fn corner_contact<R: Real, const N: usize>(
    faces: &[FacingEdge<R>; 2],
    core: R,
    normal: Point<R>,
    [p, q]: [Point<R>; 2],
    settings: &ClipSettings<R>,
) -> Contact<R, N> {
    let ClipSettings { radii, origin, .. } = *settings;
    let p = p + normal.scaled(radii[0]);
    let q = q - normal.scaled(radii[1]);
    let id = faces[0].corner_id(0) << 16 | faces[1].corner_id(0) & 0xffff;
    let mut contact = Contact::new(core - (radii[0] + radii[1]), normal.resized());
    contact.push_point((p + (q - p).scaled(R::HALF) + origin).resized(), contact.separation, id);
    contact
}

/// The contact of two overlapping polygons if [`clip_edges`] has found none. If the reason is an edge that rounding has rotated, the faces
/// are clipped again along the corrected normal.
#[cold]
fn overlap_at_corner<R: Real, const N: usize>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    faces: &[FacingEdge<R>; 2],
    found: &Separation<R, 2>,
    settings: &ClipSettings<R>,
) -> Contact<R, N> {
    let at_corner = |faces: &[FacingEdge<R>; 2], core: R, normal: Point<R>| {
        corner_contact(faces, core, normal, deepest_points(a, b, normal, core), settings)
    };
    match deeper_overlap(a, b, found, settings.tolerance) {
        Some(Separation { length: core, normal, .. }) => {
            let faces = [FacingEdge::new(a, normal), FacingEdge::new(b, -normal)];
            clip_out_of_line(&faces, core, normal, settings)
                .unwrap_or_else(|| at_corner(&faces, core, normal))
        }
        None => at_corner(faces, found.length, found.normal),
    }
}

#[inline]
fn clip_polygons<R: Real, const N: usize>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    radii: [R; 2],
    limit: R,
    origin: Point<R>,
) -> Option<Contact<R, N>> {
    let sum = radii[0] + radii[1];
    let separation = separation_of_polygons(a, b, limit + sum)?;
    let Separation { length: core, normal, witnesses } = separation;
    // The condition is also true if the separation is NaN.
    if !(core - sum <= limit) {
        return None;
    }
    let faces = [FacingEdge::new(a, normal), FacingEdge::new(b, -normal)];
    let tolerance = rounding_error(a.magnitude() + b.magnitude());
    // A face may consist of several collinear edges. Their corners lie on a line only within the rounding error of the stored corners.
    let collinear_tolerance = tolerance + rounding_error(a.origin_distance() + b.origin_distance());
    let settings = ClipSettings { radii, tolerance, collinear_tolerance, origin };
    // `clip_edges` returns `None` if the closest points are two corners, if the deepest corner is beyond the end of the reference edge, or
    // if rounding has rotated the normal.
    let found = clip_edges(&faces, core, normal, &settings).unwrap_or_else(|| match witnesses {
        Some(witnesses) => corner_contact(&faces, core, normal, witnesses, &settings),
        None => overlap_at_corner(a, b, &faces, &separation, &settings),
    });
    Some(found.within(tolerance))
}
