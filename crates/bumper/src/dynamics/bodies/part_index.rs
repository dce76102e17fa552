//! The indices that events report for the convex parts of a collider: which part of its shape a contact belongs to.

use crate::dynamics::math::V;
use crate::mask::Frame;
use crate::scalar::Real;
use crate::shape::region::edges::{OutlinePart, edge_of_part};
use crate::vector::Mapped;
use crate::view::reals;
use crate::{Pose, Region, Sprite, Vector};
use alloc::boxed::Box;

/// The data from which an event finds the part of the shape that it reports, given a convex part of a collider.
#[derive(Clone, Debug)]
pub(in crate::dynamics) enum PartIndex<R> {
    /// The convex part belongs to one part of the shape, or the shape has no parts.
    Fixed(u32),
    /// The convex part belongs to a region, whose parts are edges.
    Region(Box<RegionPart>),
    /// The convex part is a box of pixels of a mask.
    Pixels(Box<PixelBox<R>>),
}

/// The corners of a convex part of a region. Their coordinates are rotated like those of the body, but not translated, because only
/// differences of them matter.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct RegionPart {
    corners: Box<[RegionCorner]>,
    outline_len: u32,
}

/// A corner of a convex part of a region.
#[derive(Clone, Copy, Debug)]
struct RegionCorner {
    position: Vector<f64, 2>,
    /// The index of the corner in the region.
    index: u32,
    /// The outward normals of the edges of the region that end and begin at the corner.
    normals: [Vector<f64, 2>; 2],
}

/// A rectangle of pixels of a mask, in body coordinates.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct PixelBox<R> {
    /// The corner at which the numbers of columns and rows begin.
    origin: V<R>,
    /// The offsets from one column to the next and from one row to the next.
    steps: [V<R>; 2],
    frame: Frame,
    /// The number of columns of the whole mask.
    width: u16,
}

impl RegionPart {
    /// A convex part of a region, given by its position in [`Region::parts`].
    pub(in crate::dynamics) fn new<R: Real>(
        region: &Region<R, 2>,
        part: usize,
        pose: Option<&Pose<R, 2>>,
    ) -> Self {
        let pose = pose.map(|pose| pose.cast::<f64>());
        let turned =
            |v: Vector<f64, 2>| pose.as_ref().map_or(v, |pose: &Pose<f64, 2>| pose.rotation.apply(v));
        let corner = |index: &u32| RegionCorner {
            position: turned(reals(region.corners()[*index as usize])),
            index: *index,
            normals: region.edge_normals(*index).mapped(turned),
        };
        let corners = region.part_corners(part).iter().map(corner).collect();
        Self { corners, outline_len: region.corners().len() as u32 }
    }
}

impl OutlinePart for RegionPart {
    fn count(&self) -> usize {
        self.corners.len()
    }
    fn position(&self, corner: usize) -> Vector<f64, 2> {
        self.corners[corner].position
    }
    fn index(&self, corner: usize) -> u32 {
        self.corners[corner].index
    }
    fn normals(&self, corner: usize) -> [Vector<f64, 2>; 2] {
        self.corners[corner].normals
    }
    fn outline_len(&self) -> u32 {
        self.outline_len
    }
}

impl<R: Real> PixelBox<R> {
    /// The pixels of a sprite in a frame of its mask.
    pub(in crate::dynamics) fn new(
        sprite: &Sprite<'_, R, 2>,
        frame: Frame,
        pose: Option<&Pose<R, 2>>,
    ) -> Self {
        let aabb = sprite.aabb();
        let flip = sprite.flip();
        let end = |k: usize| if flip[k] { aabb.max()[k] } else { aabb.min()[k] };
        let step = |k: usize| {
            let length = if flip[k] { -sprite.pixel() } else { sprite.pixel() };
            let step = Vector::ZERO.with(k, length);
            pose.map_or(step, |pose| pose.rotation.apply(step))
        };
        let origin = Vector([end(0), end(1)]);
        let origin = pose.map_or(origin, |pose| pose.apply(origin));
        Self { origin, steps: [step(0), step(1)], frame, width: sprite.mask().size()[0] }
    }

    /// The index of the pixel nearest to a point.
    fn pixel_at(&self, point: V<R>) -> u32 {
        let offset = point - self.origin;
        let line = |k: usize| {
            let position = (offset.dot(self.steps[k]) / self.steps[k].dot(self.steps[k])).to_f64();
            // The conversion saturates, and it turns NaN into zero.
            (position as u16).clamp(self.frame.min[k], self.frame.max[k].saturating_sub(1))
        };
        u32::from(line(1)) * u32::from(self.width) + u32::from(line(0))
    }
}

impl<R: Real> PartIndex<R> {
    /// The index translated with its convex part.
    pub(in crate::dynamics) fn translated(mut self, offset: V<R>) -> Self {
        match &mut self {
            Self::Fixed(_) | Self::Region(_) => {}
            Self::Pixels(pixels) => pixels.origin += offset,
        }
        self
    }

    /// The part of the shape at a contact: the edge of a region that has the normal of the contact, or the pixel of a mask nearest to the
    /// contact point. `normal` points out of the shape. Both are in body coordinates relative to the center of mass.
    pub(in crate::dynamics) fn at(&self, normal: V<R>, point: V<R>) -> u32 {
        match self {
            Self::Fixed(part) => *part,
            Self::Region(part) => edge_of_part(&**part, reals(normal)),
            Self::Pixels(pixels) => pixels.pixel_at(point),
        }
    }
}
