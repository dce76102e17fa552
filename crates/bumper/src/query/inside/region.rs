//! Containment of a shape in a concave polygon, which is the union of its convex parts.

use super::flat::flattened;
use crate::mask::Frame;
use crate::scalar::Scalar;
use crate::shape::polygon::{between, xy};
use crate::{Region, Relate, Relation, Segment, Shape, Vector};
use core::cmp::Ordering;

/// Whether a shape is inside a concave polygon. This is true if they overlap and no edge of the polygon overlaps the shape. The shape has
/// to be connected; of a mask, each run of pixels is tested separately.
pub(super) fn in_region<S: Scalar, const N: usize>(region: &Region<S, N>, inner: &Shape<'_, S, N>) -> bool {
    if let Shape::Mask(sprite) = inner {
        let mask = sprite.mask();
        let frame = |j: u16, [from, to]: [u16; 2]| Frame { min: [from, j], max: [to, j + 1] };
        let mut runs = (0..mask.size()[1]).flat_map(|j| mask.runs(j).map(move |run| frame(j, run)));
        return !mask.is_empty() && runs.all(|run| in_region(region, &sprite.box_of(run).into()));
    }
    if let Some([from, to]) = flattened(inner) {
        return if from == to { region.contains(from) } else { has_line(region, from, to) };
    }
    Shape::from(region).relation(inner) == Relation::Overlapping
        && !edges(region).any(|edge| edge.overlaps(inner))
}

fn edges<S: Scalar, const N: usize>(region: &Region<S, N>) -> impl Iterator<Item = Segment<S, N>> {
    let corners = region.corners();
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).filter_map(|(from, to)| Segment::try_new(*from, *to))
}

/// Whether the segment between two different points of a concave polygon is inside the polygon. No edge may cross it. Wherever it touches a
/// corner or starts on an edge, it has to continue towards the interior.
fn has_line<S: Scalar, const N: usize>(region: &Region<S, N>, from: Vector<S, N>, to: Vector<S, N>) -> bool {
    let (corners, Some(line)) = (region.corners(), Segment::try_new(from, to)) else { return false };
    if !region.contains(from) || !region.contains(to) || edges(region).any(|edge| edge.overlaps(&line)) {
        return false;
    }
    let turn = |a: Vector<S, N>, b, c| S::orient2d(xy(a), xy(b), xy(c));
    let is_left = |a, b| turn(a, b, to) != Some(Ordering::Less);
    let count = corners.len();
    (0..count).all(|k| {
        let before = corners[(k + count - 1) % count];
        let at = corners[k];
        let after = corners[(k + 1) % count];
        let on_edge = at != from && after != from && between(at, from, after);
        if on_edge && !is_left(at, after) {
            return false;
        }
        if at == to || !between(from, at, to) {
            return true;
        }
        // The corners of the polygon are counterclockwise, so its interior is to the left of every edge. At a convex corner, the segment
        // has to run to the left of both edges; at a reflex corner, to the left of at least one of them.
        let first = is_left(before, at);
        let second = is_left(at, after);
        if turn(before, at, after) == Some(Ordering::Less) { first || second } else { first && second }
    })
}
