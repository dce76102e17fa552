//! Contact manifolds in 2D by reference edge clipping (E. Catto, Contact Manifolds, Game Developers Conference 2007). The edge that is
//! perpendicular to the normal is the reference edge. The edge of the other shape that faces it, the incident edge, is clipped to the
//! length of the reference edge.

use super::edges::{Point, PolygonEdges};
use crate::Vector;
use crate::narrow::manifold::{Contact, ContactPoint};
use crate::narrow::rounding_error;
use crate::narrow::tolerance::{FIRST_SHAPE_BIAS, LONGER_EDGE, PERPENDICULAR_SINE};
use crate::scalar::Real;
use crate::vector::{Mapped, from_fn};

/// The edge of a shape that faces a direction. Its ends are in counterclockwise order.
pub(super) struct FacingEdge<R> {
    pub(super) ends: [Point<R>; 2],
    /// The indices of the ends of the edge, which are corners of the shape.
    pub(super) corners: [usize; 2],
    pub(super) length: R,
}

impl<R: Real> FacingEdge<R> {
    /// The edge of a polygon that faces a direction: the edge that is most nearly perpendicular to the direction.
    #[inline]
    pub(super) fn new(polygon: &(impl PolygonEdges<R> + ?Sized), direction: Point<R>) -> Self {
        let corners = polygon.facing(direction);
        let ends = corners.mapped(|corner| polygon.at(corner));
        let edge = ends[1] - ends[0];
        Self { ends, corners, length: edge.dot(edge).sqrt() }
    }

    /// A segment as an edge, with its ends in the order that makes it face a direction.
    #[inline]
    pub(super) fn of_segment([from, to]: [Point<R>; 2], direction: Point<R>) -> Self {
        let edge = to - from;
        let is_turned = edge[1] * direction[0] < edge[0] * direction[1];
        let (ends, corners) = if is_turned { ([to, from], [1, 0]) } else { ([from, to], [0, 1]) };
        Self { ends, corners, length: edge.dot(edge).sqrt() }
    }

    /// Whether the edge is perpendicular to a normal. The projections of its ends onto the normal may differ by [`PERPENDICULAR_SINE`]
    /// epsilon times its length, plus `tolerance`, the rounding error of the ends. `tolerance` matters most for a short edge far from the
    /// origin.
    #[inline]
    fn is_perpendicular_to(&self, normal: Point<R>, tolerance: R) -> bool {
        let deviation = (self.ends[1] - self.ends[0]).dot(normal).abs();
        self.length > R::ZERO
            && deviation <= self.length * R::EPSILON * R::from_f64(PERPENDICULAR_SINE) + tolerance
    }

    /// The feature identifier of the edge: twice the index of its first corner, plus one. Identifiers of corners are even.
    fn edge_id(&self) -> u32 {
        2 * self.corners[0] as u32 + 1
    }

    /// The feature identifier of the corner at the given end.
    pub(super) fn corner_id(&self, end: usize) -> u32 {
        2 * self.corners[end] as u32
    }
}

/// The radii of two shapes, and the tolerances of the contact of an edge of each.
pub(super) struct ClipSettings<R> {
    /// The radii of both shapes.
    pub(super) radii: [R; 2],
    /// The rounding error of the ends of both edges, which are relative to `origin`.
    pub(super) tolerance: R,
    /// The rounding error of the stored corners. An edge may consist of several edges that are collinear within this error.
    pub(super) collinear_tolerance: R,
    pub(super) origin: Point<R>,
}

/// Whether the edge of the second shape is the reference edge; `None` if neither edge is perpendicular to the normal within `tolerance`.
/// The longer edge is the more accurate one. If both are about equally long, the first shape's edge is used, so that the choice is the same
/// in successive time steps.
#[inline(always)]
fn is_second_reference<R: Real>(
    [first, second]: [&FacingEdge<R>; 2],
    normal: Point<R>,
    tolerance: R,
) -> Option<bool> {
    let is_perpendicular = [first, second].mapped(|face| face.is_perpendicular_to(normal, tolerance));
    if !(is_perpendicular[0] || is_perpendicular[1]) {
        return None;
    }
    let is_longer = second.length > first.length * R::from_f64(LONGER_EDGE);
    Some(is_perpendicular[1] && (!is_perpendicular[0] || is_longer))
}

/// The feature identifier of the contact point at the end `k` of the clipped incident edge. If the end has been cut off, the point is at a
/// corner of the reference edge, otherwise at a corner of the incident edge. The feature of the first shape is in the upper 16 bits.
#[inline(always)]
fn feature_id<R: Real>(
    [reference, incident]: [&FacingEdge<R>; 2],
    k: usize,
    is_cut: bool,
    swap: bool,
) -> u32 {
    let [own, other] = match is_cut {
        true => [reference.corner_id(k), incident.edge_id()],
        false => [reference.edge_id(), incident.corner_id(1 - k)],
    };
    if swap { other << 16 | own & 0xffff } else { own << 16 | other & 0xffff }
}

/// The contact of two edges that face each other, one of each shape. The contact points come from the ends of the incident edge, clipped to
/// the part in front of the reference edge. `None` if neither edge is perpendicular to the normal within the tolerance. Also `None` if
/// clipping cuts off the deepest corner of the incident edge, because it is not in front of the reference edge. Also `None` if the shapes
/// overlap by more than `core` says, because rounding has rotated the normal.
///
/// `core` is the separation of the cores, without their radii, along `normal`.
#[inline(always)]
pub(super) fn clip_edges<R: Real, const N: usize>(
    [first, second]: &[FacingEdge<R>; 2],
    core: R,
    normal: Point<R>,
    settings: &ClipSettings<R>,
) -> Option<Contact<R, N>> {
    let ClipSettings { radii, tolerance, collinear_tolerance, origin } = *settings;
    let swap = is_second_reference([first, second], normal, collinear_tolerance)?;
    let [reference, incident] = if swap { [second, first] } else { [first, second] };
    let [own, other] = if swap { [radii[1], radii[0]] } else { radii };
    let outwards = if swap { -normal } else { normal };
    // Both polygons are counterclockwise. So `tangent`, the direction of the reference edge, is the outward normal rotated by a quarter
    // turn counterclockwise. The incident edge runs in the opposite direction.
    let tangent = Vector([-outwards[1], outwards[0]]);
    let start = reference.ends[0];
    let length = reference.length;
    let [from, to] = incident.ends;
    let low = (to - start).dot(tangent);
    let high = (from - start).dot(tangent);
    let radii = own + other;
    // An end that is beyond the reference edge only by rounding is not clipped. If the two edges are almost perpendicular to each other,
    // clipping by a small length along the reference edge would move the end by a large one along the incident edge.
    let overhang = tolerance + tolerance;
    if low > length + overhang || high < -overhang {
        return None;
    }
    // The code computes the clipped ends even if nothing is clipped, which avoids a branch.
    let has_width = high > low;
    let step = (from - to).scaled(if has_width { R::ONE / (high - low) } else { R::ZERO });
    let is_cut = [low < -overhang, high > length + overhang];
    let cuts =
        [if is_cut[0] { high.min(R::ZERO) } else { low }, if is_cut[1] { low.max(length) } else { high }];
    let ends = [to + step.scaled(cuts[0] - low), from - step.scaled(high - cuts[1])];
    // The height of an end is its distance from the line of the reference edge, along the normal. The edge is perpendicular to the normal
    // only within the tolerance, so the height of its line changes by `slope` along the edge.
    let slope = (reference.ends[1] - start).dot(outwards) / length;
    let heights: [R; 2] = from_fn(|k| (ends[k] - start).dot(outwards) - cuts[k] * slope);
    let span = (ends[1] - ends[0]).dot(tangent).abs();
    // If no end is as deep as `core`, clipping has cut off the deepest corner. The tolerance accepts a deepest corner that is slightly
    // beyond the end of the reference edge, in front of another edge that is almost collinear with it.
    let height_tolerance = collinear_tolerance.max(rounding_error(length + core.abs() + radii));
    // If the separations along an edge of each shape are almost equal, `normal` is that of the first shape's edge, even if the other
    // separation is slightly larger. The deepest corner may then be beyond the end of the first shape's edge. `bias` is the largest
    // difference of the two separations, so adding it to the tolerance accepts this corner.
    let bias = core.abs() * R::EPSILON * R::from_f64(FIRST_SHAPE_BIAS);
    let deepest = heights[0].min(heights[1]);
    if deepest > core + height_tolerance + bias {
        return None;
    }
    // No end is deeper than `core`, unless `normal` is that of a short edge which rounding has rotated, and the reference edge consists of
    // this edge and a long one that continues it.
    if deepest < core - height_tolerance - bias && core < R::ZERO {
        return None;
    }
    let is_cut = is_cut.mapped(|is_cut| has_width & is_cut);
    let features: [u32; 2] = from_fn(|k| feature_id([reference, incident], k, is_cut[k], swap));
    let points = from_fn(|k| ContactPoint {
        point: (ends[k] + outwards.scaled((own - other - heights[k]) * R::HALF) + origin).resized(),
        separation: heights[k] - radii,
        feature: features[k],
        parts: [0; 2],
    });
    let is_second = heights[0].max(heights[1]) <= core.max(radii) + height_tolerance && span > overhang;
    Some(Contact::of_two(core - radii, normal.resized(), points, is_second))
}
