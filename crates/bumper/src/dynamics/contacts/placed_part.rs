//! A convex part at a pose, read corner by corner: its edges with their normals, and clipping of segments by them.

use crate::Vector;
use crate::dynamics::bodies::convex_parts::{ConvexPart, PartCore};
use crate::dynamics::math::{Rot, V, num};
use crate::dynamics::tolerance::{UPPER_COS, UPPER_TOLERANCE};
use crate::scalar::Real;

/// A convex part at a pose. Its corners are in counterclockwise order, without the radius of the part.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct PlacedPart<'a, R: Real> {
    pub(in crate::dynamics) shape: &'a ConvexPart<R>,
    /// The position of the center of mass of the body.
    pub(in crate::dynamics) position: V<R>,
    pub(in crate::dynamics) rotation: Rot<R>,
    len: usize,
    is_clockwise: bool,
}

/// An edge of a part, with the part on its left side. A segment has two edges, one for each side.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct PartEdge<R: Real> {
    pub(in crate::dynamics) index: usize,
    pub(in crate::dynamics) start: V<R>,
    pub(in crate::dynamics) tangent: V<R>,
    /// The outward unit normal.
    pub(in crate::dynamics) normal: V<R>,
    pub(in crate::dynamics) length: R,
}

/// A range of positions along an edge, as distances from its start.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct Interval<R> {
    pub(in crate::dynamics) low: R,
    pub(in crate::dynamics) high: R,
}

impl<'a, R: Real> PlacedPart<'a, R> {
    pub(in crate::dynamics) fn new(shape: &'a ConvexPart<R>, position: V<R>, rotation: Rot<R>) -> Self {
        // A triangle may have its corners in clockwise order, all other polygons have them counterclockwise.
        let (len, is_clockwise) = match &shape.core {
            PartCore::Point(_) => (1, false),
            PartCore::Segment(_) => (2, false),
            PartCore::Triangle([a, b, c]) => (3, (*b - *a).cross(*c - *a) < R::ZERO),
            PartCore::Box { .. } => (4, false),
            PartCore::Ellipse { .. } | PartCore::HalfSpace { .. } => (0, false),
            PartCore::Corners(corners) => (corners.len(), false),
        };
        Self { shape, position, rotation, len, is_clockwise }
    }

    /// The number of corners: 1 for a point, 2 for a segment, 0 for an ellipse or a half-space.
    pub(in crate::dynamics) fn len(&self) -> usize {
        self.len
    }

    pub(in crate::dynamics) fn place(&self, point: V<R>) -> V<R> {
        self.rotation.rotate(point) + self.position
    }

    /// The corner with the given index, taken modulo the number of corners. The position of the body for an ellipse.
    pub(in crate::dynamics) fn corner(&self, index: usize) -> V<R> {
        if self.len == 0 {
            return self.position;
        }
        let index = index % self.len;
        self.place(match &self.shape.core {
            PartCore::Point(point) => *point,
            PartCore::Segment(ends) => ends[index],
            PartCore::Triangle(corners) => corners[if self.is_clockwise { 2 - index } else { index }],
            PartCore::Box { center, half, rotation } => {
                let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][index];
                *center + rotation.rotate(Vector([half[0] * num(signs[0]), half[1] * num(signs[1])]))
            }
            PartCore::Ellipse { center, .. } => *center,
            PartCore::HalfSpace { point, .. } => *point,
            PartCore::Corners(corners) => corners[index],
        })
    }

    /// The edges with a length above zero.
    pub(in crate::dynamics) fn edges(&self) -> impl Iterator<Item = PartEdge<R>> {
        let count = if self.len < 2 { 0 } else { self.len };
        let part = *self;
        (0..count).filter_map(move |index| {
            let start = part.corner(index);
            let vector = part.corner(index + 1) - start;
            let length = vector.dot(vector).sqrt();
            let tangent = vector.scaled(R::ONE / length);
            let normal = Vector([tangent[1], -tangent[0]]);
            (length > R::ZERO).then_some(PartEdge { index, start, tangent, normal, length })
        })
    }

    /// The edges with a length above zero. The line of a half-space is an edge around the projection of `center`, as far as `reach`.
    pub(in crate::dynamics) fn edges_near(
        &self,
        center: V<R>,
        reach: R,
    ) -> impl Iterator<Item = PartEdge<R>> {
        let line = match &self.shape.core {
            PartCore::HalfSpace { point, normal } => {
                let normal = self.rotation.rotate(*normal);
                let tangent = Vector([-normal[1], normal[0]]);
                let height = (center - self.place(*point)).dot(normal);
                let start = center - normal.scaled(height) - tangent.scaled(reach);
                Some(PartEdge { index: 0, start, tangent, normal, length: reach + reach })
            }
            PartCore::Point(_) | PartCore::Segment(_) | PartCore::Triangle(_) => None,
            PartCore::Box { .. } | PartCore::Ellipse { .. } | PartCore::Corners(_) => None,
        };
        self.edges().chain(line)
    }

    /// The largest coordinate of any point of the part along a unit vector.
    pub(in crate::dynamics) fn support(&self, direction: V<R>) -> R {
        self.position.dot(direction) + self.shape.support(self.rotation.inv_rotate(direction))
    }

    /// Whether a point is in the part, or at most `tolerance` outside. At sharp corners of the part, a point may be farther outside. Always
    /// false for ellipses.
    pub(in crate::dynamics) fn contains(&self, point: V<R>, tolerance: R) -> bool {
        let reach = self.shape.radius + tolerance;
        if let PartCore::HalfSpace { point: origin, normal } = &self.shape.core {
            return (point - self.place(*origin)).dot(self.rotation.rotate(*normal)) <= reach;
        }
        match self.len {
            0 => false,
            1 | 2 => {
                let start = self.corner(0);
                let vector = self.corner(1) - start;
                let offset = point - start;
                let along = offset.dot(vector);
                let square = vector.dot(vector);
                let fraction = if along > R::ZERO { (along / square).min(R::ONE) } else { R::ZERO };
                let rejection = offset - vector.scaled(fraction);
                rejection.dot(rejection) <= reach * reach
            }
            _ => self.edges().all(|edge| (point - edge.start).dot(edge.normal) <= reach),
        }
    }

    /// The range of an edge of another part that the core of this part covers. No body can touch the other part there, so this range gives
    /// no contact (it is an internal edge of a compound surface). The edge is clipped by the half-planes of the edges of this part (Cyrus
    /// and Beck): it is covered where it is inside the core, or at most `tolerance` outside, provided that the core rises above it by more
    /// than `tolerance` somewhere. So a part with a surface at the same level covers nothing, and neither does a core without an area. Edges
    /// of this part whose normals are less than about 90 degrees ([`UPPER_COS`]) from that of the covered edge get a smaller tolerance
    /// ([`UPPER_TOLERANCE`]), because they decide whether this part is above the edge at all.
    pub(in crate::dynamics) fn covered_interval(
        &self,
        covered: &PartEdge<R>,
        tolerance: R,
    ) -> Option<Interval<R>> {
        if self.len < 3 && !self.shape.is_half_space() {
            return None;
        }
        let mut range = Interval { low: R::ZERO, high: covered.length };
        for edge in self.edges_near(covered.start, covered.length) {
            // The edge to be covered is inside the half-plane of this edge where `height + slope * distance` is not positive.
            let is_upper = edge.normal.dot(covered.normal) > num(UPPER_COS);
            let gap = if is_upper { tolerance * num(UPPER_TOLERANCE) } else { tolerance };
            let height = (covered.start - edge.start).dot(edge.normal) - gap;
            let slope = covered.tangent.dot(edge.normal);
            if slope > R::ZERO {
                range.high = range.high.min(-height / slope);
            } else if slope < R::ZERO {
                range.low = range.low.max(-height / slope);
            } else if height > R::ZERO {
                return None;
            }
            if range.low > range.high {
                return None;
            }
        }
        let middle = (range.low + range.high) * R::HALF;
        let rises = |along: R| self.height_above(covered, along) > tolerance;
        (rises(middle) || rises(range.low) || rises(range.high)).then_some(range)
    }

    /// The distance from a point on an edge of another part to those edges of this part that face the same way: how far the core of this
    /// part rises above the edge there.
    fn height_above(&self, covered: &PartEdge<R>, along: R) -> R {
        let point = covered.start + covered.tangent.scaled(along);
        let edges = self.edges_near(covered.start, covered.length);
        let upper = edges.filter(|edge| edge.normal.dot(covered.normal) > num(UPPER_COS));
        let heights = upper.map(|edge| (edge.start - point).dot(edge.normal));
        heights.fold(R::INFINITY, R::min)
    }
}
