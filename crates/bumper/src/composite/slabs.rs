//! Lower bounds of the distance between the pixels of a mask and a convex shape. A slab is the region between two parallel lines. The
//! bounds are the distances of pixels from slabs that contain the core of the shape. For a shape that is not axis-aligned, they are much
//! better than bounds from its AABB.

use super::BoundedView;
use super::grid::PixelGrid;
use crate::composite::tolerance::SLAB_ERROR;
use crate::mask::Frame;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::view::{Convex, Core, ShapeView};
use crate::{Pose, Vector};

/// The largest number of slabs that are not parallel to the rows or columns of the mask. More slabs would take more time than they save.
const MAX_SLABS: usize = 6;

/// Slabs (regions between two parallel lines) in the local space of a mask. Each slab contains the core of the convex shape.
pub(super) struct Slabs<R> {
    /// The slabs whose normals are the coordinate axes.
    axis_aligned: [Slab<R>; 2],
    /// The slabs with other normals. Only the first `count` are used.
    oblique: [Slab<R>; MAX_SLABS],
    count: usize,
    /// The radius of the shape around its core.
    radius: R,
    /// A bound of the rounding error of [`separation_bound`](Slabs::separation_bound): its result may be too large by this length.
    pub(super) error: R,
}

/// A slab: the points between two parallel lines.
#[derive(Clone, Copy)]
struct Slab<R> {
    /// The unit normal of both lines.
    normal: [R; 2],
    /// The signed distance, along the normal, from the origin to the center line of the slab.
    center_offset: R,
    /// Half of the width of the slab, plus half of the extent of a pixel along the normal. The pixel is included because distances are
    /// measured from pixel centers.
    half: R,
}

impl<R: Real> Slabs<R> {
    pub(super) fn new<S: Scalar, const N: usize>(
        shape: &BoundedView<'_, S, R, N>,
        pose: Option<&Pose<R, N>>,
        grid: &PixelGrid<R>,
    ) -> Self {
        let (core, radius) = match &shape.view {
            // The part of a half-space near the mask is a box.
            ShapeView::Convex(Convex { core: Core::HalfSpace(half_space), radius }) => {
                let center = Vector(grid.origin()).resized();
                let center = pose.map_or(center, |pose| pose.apply(center));
                (Core::Box(half_space.near(center, grid.reach() + *radius)), *radius)
            }
            ShapeView::Convex(Convex { core, radius }) => (*core, *radius),
            // An operand that is not convex, such as another mask, is represented by its AABB.
            _ => (Core::Aabb([shape.bounds.min(), shape.bounds.max()]), R::ZERO),
        };
        let mut error = grid.size();
        let mut slab = |local: Vector<R, N>| {
            let normal = pose.map_or(local, |pose| pose.rotation.apply(local));
            let origin = pose.map_or(R::ZERO, |pose| pose.translation.dot(normal));
            let [from, to] =
                [-normal, normal].mapped(|direction| core.support(direction).dot(normal) - origin);
            let normal = [local[0], local[N - 1]];
            let pixel = (normal[0].abs() + normal[1].abs()) * grid.edge;
            error = error + from.abs() + to.abs() + origin.abs();
            Slab { normal, center_offset: from + (to - from) * R::HALF, half: (to - from + pixel) * R::HALF }
        };
        let axis_aligned = [0, N - 1].mapped(|axis| slab(Vector::ZERO.with(axis, R::ONE)));
        let mut oblique = [axis_aligned[0]; MAX_SLABS];
        let mut count = 0;
        each_normal(&core, &mut |normal| {
            let length = normal.length();
            if count < MAX_SLABS && length > R::ZERO {
                let normal = normal.scaled(R::ONE / length);
                oblique[count] = slab(pose.map_or(normal, |pose| pose.rotation.apply_inverse(normal)));
                count += 1;
            }
        });
        let error = (error + radius) * R::from_f64(S::Real::EPSILON.to_f64() * SLAB_ERROR);
        Self { axis_aligned, oblique, count, radius, error }
    }

    /// A lower bound of the separation of the shape and any pixel in a frame. Because of rounding, it may be too large by up to `error`.
    #[inline]
    pub(super) fn separation_bound(&self, grid: &PixelGrid<R>, frame: Frame) -> R {
        // The center of the frame, and half of the distance between its outermost pixel centers on each axis.
        let center = grid.center(frame);
        let half_extent = grid.half_extent(frame);
        let distance = |k: usize| {
            let slab = &self.axis_aligned[k];
            let distance = (center[k] - slab.center_offset).abs() - half_extent[k];
            R::ZERO.max(distance) - slab.half
        };
        let x = distance(0);
        let y = distance(1);
        let mut bound = if x > R::ZERO && y > R::ZERO {
            (x * x + y * y).sqrt()
        } else if x > y {
            x
        } else {
            y
        };
        for slab in &self.oblique[..self.count] {
            let [u, v] = slab.normal;
            let distance = (u * center[0] + v * center[1] - slab.center_offset).abs()
                - (u.abs() * half_extent[0] + v.abs() * half_extent[1]);
            let gap = R::ZERO.max(distance) - slab.half;
            bound = bound.max(gap);
        }
        bound - self.radius
    }
}

/// Calls `each` with the directions, of any length, along which the core may be narrow: normals of edges, the axes of a box or ellipse, and
/// for a segment also the direction along it.
fn each_normal<R: Real, const N: usize>(core: &Core<'_, R, N>, each: &mut impl FnMut(Vector<R, N>)) {
    let normal =
        |direction: Vector<R, N>| -> Vector<R, N> { Vector([direction[N - 1], -direction[0]]).resized() };
    match core {
        Core::Point(_) | Core::Aabb(_) | Core::Cylinder(_) | Core::HalfSpace(_) => {}
        Core::Segment([from, to]) => {
            each(normal(*to - *from));
            each(*to - *from);
        }
        Core::Triangle([a, b, c]) => {
            [*b - *a, *c - *b, *a - *c].into_iter().for_each(|direction| each(normal(direction)))
        }
        Core::Box(shape) | Core::Ellipse(shape) => shape.axes.into_iter().for_each(each),
        Core::Corners(corners) => {
            let edges = corners.len();
            for k in (0..edges).step_by(edges.div_ceil(MAX_SLABS).max(1)) {
                each(normal(corners.at((k + 1) % edges) - corners.at(k)));
            }
        }
    }
}
