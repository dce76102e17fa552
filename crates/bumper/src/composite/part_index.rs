//! The index of the part of a shape that a hit reports.

use crate::Vector;
use crate::scalar::{Real, Scalar};
#[cfg(feature = "alloc")]
use crate::view::Parts;
use crate::view::ShapeView;
#[cfg(feature = "alloc")]
use crate::{AsShape, shape::NO_PART};

impl<S: Scalar, R: Real, const N: usize> ShapeView<'_, S, R, N> {
    /// The index of the part at a position of a list, as in [`PartIndices`](super::PartIndices). `list` is the index of the list itself: if
    /// the list is a part of another one, all its parts have its index.
    #[inline]
    pub(crate) fn part_index(&self, list: Option<u32>, position: usize) -> Option<u32> {
        match self {
            ShapeView::Convex(_) => list,
            ShapeView::Parts(parts, _) => list.or_else(|| parts.part_index(position)),
        }
    }

    /// The index that a hit on this shape reports. `part` is the index that a search has found. For a region, this is a convex part, and the
    /// result is the index of the edge whose normal the hit has; see [`Region::edge_of_part`](crate::Region::edge_of_part). Other shapes
    /// report `part`. `normal` is the normal of the hit, pointing out of this shape.
    #[inline]
    #[cfg_attr(not(feature = "alloc"), expect(unused_variables, reason = "there are no regions"))]
    pub(crate) fn reported_part(&self, part: u32, normal: Vector<R, N>) -> u32 {
        #[cfg(feature = "alloc")]
        if let ShapeView::Parts(parts @ (Parts::Region(_) | Parts::Group(_)), pose) = self {
            let local = pose.map_or(normal, |pose| pose.rotation.apply_inverse(normal));
            return edge_of_parts(parts, part, local.map(Scalar::to_f64));
        }
        part
    }

    /// The index that a hit inside this shape reports: [`NO_PART`](crate::NO_PART) for a region, otherwise `part`.
    pub(crate) fn part_inside(&self, part: u32) -> u32 {
        // A region has no edge whose normal is zero.
        self.reported_part(part, Vector::ZERO)
    }

    /// The index that a hit at a point on the outside of this shape reports. It is that of [`reported_part`](Self::reported_part), except
    /// at the end of a cut between two convex parts of a region: there the normal of the hit may be that of the cut, which is no edge. Then
    /// the result is the edge nearest to the point.
    #[cfg_attr(not(feature = "alloc"), expect(unused_variables, reason = "there are no regions"))]
    pub(crate) fn reported_part_at(&self, part: u32, normal: Vector<R, N>, point: Vector<R, N>) -> u32 {
        let found = self.reported_part(part, normal);
        #[cfg(feature = "alloc")]
        if found == NO_PART
            && let ShapeView::Parts(parts, pose) = self
        {
            let local = pose.map_or(point, |pose| pose.apply_inverse(point));
            return edge_near(parts, local.map(Scalar::to_f64));
        }
        found
    }
}

/// The index of the edge at which a region is hit, given the index `part` of the convex part that is hit. The region may also be the only
/// member of a group that is a placed shape. Returns `part` itself for other lists.
#[cfg(feature = "alloc")]
fn edge_of_parts<S: Scalar, const N: usize>(
    parts: &Parts<'_, S, N>,
    part: u32,
    normal: Vector<f64, N>,
) -> u32 {
    match parts {
        Parts::Region(region) => region.edge_of_part(part as usize, normal),
        Parts::Group(group) => match group.parts().first() {
            Some(inner) if group.is_placed_shape() => {
                let shape = inner.as_shape();
                shape.view::<f64>(None).reported_part(part, normal)
            }
            _ => part,
        },
        Parts::Compound(_) | Parts::Mesh(_) | Parts::HeightField(_) | Parts::Mask(..) => part,
    }
}

/// The edge nearest to a point of a region, or of a region in a group that is a placed shape. [`NO_PART`] for other lists.
#[cfg(feature = "alloc")]
#[cold]
fn edge_near<S: Scalar, const N: usize>(parts: &Parts<'_, S, N>, point: Vector<f64, N>) -> u32 {
    match parts {
        Parts::Region(region) => region.edge_near(point),
        Parts::Group(group) => match group.parts().first() {
            Some(inner) if group.is_placed_shape() => {
                let shape = inner.as_shape();
                match shape.view::<f64>(None) {
                    ShapeView::Parts(parts, pose) => {
                        edge_near(&parts, pose.map_or(point, |pose| pose.apply_inverse(point)))
                    }
                    ShapeView::Convex(_) => NO_PART,
                }
            }
            _ => NO_PART,
        },
        Parts::Compound(_) | Parts::Mesh(_) | Parts::HeightField(_) | Parts::Mask(..) => NO_PART,
    }
}
