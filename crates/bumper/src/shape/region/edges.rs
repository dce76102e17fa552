//! The edges of a region that hits report, found from a convex part and the normal of a hit.

use super::Region;
use crate::scalar::Scalar;
use crate::shape::NO_PART;
use crate::vector::Mapped;
use crate::{Vector, shape::polygon::xy};

type Point = Vector<f64, 2>;

/// The sine of the largest angle between a normal and the normal of an edge at which the two count as equal. It is far above rounding
/// errors. With half of it or twice of it, the answer is the same except at a corner, where the normal decides between its two edges in
/// either case.
const EDGE_SINE: f64 = 1e-4;

/// The tolerance of a comparison of two edges at a corner: which of their normals is nearer to the normal of a hit. If the cosines of the
/// two angles differ by at most this number, a few rounding errors of `f32`, the first edge is reported. With half or twice of it, another
/// edge at a corner may be reported if the normal lies in the middle between them.
const SAME_COSINE: f64 = 1e-6;

/// A convex part of a region, as the search for an edge of the region reads it. The corners are counter-clockwise.
pub(crate) trait OutlinePart {
    /// The number of corners of the part.
    fn count(&self) -> usize;
    /// The position of a corner of the part.
    fn position(&self, corner: usize) -> Point;
    /// The index of a corner of the part among the corners of the region.
    fn index(&self, corner: usize) -> u32;
    /// The outward normals, of any length, of the edges of the region that end and begin at a corner of the part.
    fn normals(&self, corner: usize) -> [Point; 2];
    /// The number of corners of the region.
    fn outline_len(&self) -> u32;
}

/// The edge of a region that is hit if a convex part of it is hit with an outward normal: the index of its first corner. If the normal lies
/// between those of the two edges at a corner, the edge whose normal is nearer to it, and the first one on a tie. [`NO_PART`] if the normal is
/// that of a cut, which lies inside the region, and if it is zero. Costs O(n) for the n corners of the part.
pub(crate) fn edge_of_part(part: &impl OutlinePart, normal: Point) -> u32 {
    let count = part.count();
    let next = |corner: usize| if corner + 1 < count { corner + 1 } else { 0 };
    let mut facing = None;
    let mut least = f64::INFINITY;
    for corner in 0..count {
        let edge = part.position(next(corner)) - part.position(corner);
        let along = edge.dot(normal).abs() / edge.length();
        if outward(edge).dot(normal) > 0.0 && along < least {
            least = along;
            facing = Some(corner);
        }
    }
    if let Some(corner) = facing
        && least <= EDGE_SINE
    {
        let index = part.index(corner);
        let end = if index + 1 < part.outline_len() { index + 1 } else { 0 };
        return if part.index(next(corner)) == end { index } else { NO_PART };
    }
    let farther = |best: usize, corner: usize| {
        if part.position(corner).dot(normal) > part.position(best).dot(normal) { corner } else { best }
    };
    let Some(corner) = (0..count).reduce(farther).filter(|_| normal != Point::ZERO) else { return NO_PART };
    let after = part.index(corner);
    let before = after.checked_sub(1).unwrap_or(part.outline_len().saturating_sub(1));
    let cosines = part.normals(corner).map(|edge| edge.dot(normal) / edge.length());
    let is_tie = (cosines[0] - cosines[1]).abs() <= SAME_COSINE;
    let is_before = if is_tie { before < after } else { cosines[0] > cosines[1] };
    if is_before { before } else { after }
}

/// The outward normal of an edge of a counter-clockwise polygon, with the length of the edge.
pub(crate) fn outward(edge: Point) -> Point {
    Vector([edge[1], -edge[0]])
}

/// A convex part of a region in its own coordinates.
struct OwnPart<'r, S: Scalar, const N: usize> {
    region: &'r Region<S, N>,
    corners: &'r [u32],
}

impl<S: Scalar, const N: usize> OutlinePart for OwnPart<'_, S, N> {
    fn count(&self) -> usize {
        self.corners.len()
    }
    fn position(&self, corner: usize) -> Point {
        self.region.corner(self.corners[corner] as usize)
    }
    fn index(&self, corner: usize) -> u32 {
        self.corners[corner]
    }
    fn normals(&self, corner: usize) -> [Point; 2] {
        self.region.edge_normals(self.corners[corner])
    }
    fn outline_len(&self) -> u32 {
        self.region.corners.len() as u32
    }
}

impl<S: Scalar, const N: usize> Region<S, N> {
    /// The edge that is hit if a convex part, given by its index, is hit with an outward normal: the index of its first corner. [`NO_PART`]
    /// as for [`edge_of_part`].
    pub(crate) fn edge_of_part(&self, part: usize, normal: Vector<f64, N>) -> u32 {
        let Some(range) = self.parts.get(part) else { return NO_PART };
        edge_of_part(&OwnPart { region: self, corners: &self.split_indices[range.clone()] }, normal.resized())
    }

    /// The edge nearest to a point: the index of its first corner, the lowest one on a tie. Costs O(n).
    #[cold]
    pub(crate) fn edge_near(&self, point: Vector<f64, N>) -> u32 {
        let count = self.corners.len();
        let mut nearest = NO_PART;
        let mut least = f64::INFINITY;
        for corner in 0..count {
            let ends = [corner, (corner + 1) % count].mapped(|corner| self.corner(corner));
            let squared = super::squared_distance(ends, point.resized());
            if squared < least {
                least = squared;
                nearest = corner as u32;
            }
        }
        nearest
    }

    /// The corners of a convex part, given by its position in [`parts`](Self::parts), as indices in [`corners`](Self::corners).
    pub(crate) fn part_corners(&self, part: usize) -> &[u32] {
        self.parts.get(part).map_or(&[], |range| &self.split_indices[range.clone()])
    }

    /// The outward normals of the two edges that end and begin at a corner. Their lengths are those of the edges.
    pub(crate) fn edge_normals(&self, corner: u32) -> [Point; 2] {
        let count = self.corners.len();
        let corner = corner as usize;
        let at = self.corner(corner);
        let before = self.corner((corner + count - 1) % count);
        let after = self.corner((corner + 1) % count);
        [outward(at - before), outward(after - at)]
    }

    fn corner(&self, corner: usize) -> Point {
        Vector(xy(self.corners[corner]).mapped(Scalar::to_f64))
    }
}
