//! Lower bounds of the distance between the pixels of a mask and a convex shape by slabs around its core: an AABB is a poor bound for a
//! slanted shape.

use super::grid::Grid;
use super::{BoundedOperand, Operand};
use crate::mask::Frame;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::view::{Convex, Core};
use crate::{Pose, Vector};

/// The largest number of slabs in addition to those along rows and columns: more of them cost more than they prune.
const MOST: usize = 6;

/// The rounding error of a slab, in rounding errors of the coordinates.
const ERROR: f64 = 16.0;

/// Slabs that each contain a core, in the local space of a mask.
pub(super) struct Slabs<R> {
    /// The slabs along the rows and columns.
    upright: [Slab<R>; 2],
    slanted: [Slab<R>; MOST],
    count: usize,
    radius: R,
    /// The largest error of a bound: it may be too large by this.
    pub(super) error: R,
}

#[derive(Clone, Copy)]
struct Slab<R> {
    /// The unit normal of the slab.
    across: [R; 2],
    middle: R,
    /// Half the width of the slab, plus half the extent of a pixel along the normal.
    half: R,
}

impl<R: Real> Slabs<R> {
    pub(super) fn new<S: Scalar, const N: usize>(
        shape: &BoundedOperand<'_, S, R, N>,
        pose: Option<&Pose<R, N>>,
        grid: &Grid<R>,
    ) -> Self {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        let (core, radius) = match &shape.kind {
            Operand::Convex(Convex { core, radius }) => (*core, *radius),
            // Other operands are represented by their AABB.
            _ => (Core::Upright([shape.bounds.min(), shape.bounds.max()]), zero),
        };
        let mut error = grid.size();
        let mut slab = |local: Vector<R, N>| {
            let normal = pose.map_or(local, |pose| pose.rotation.apply(local));
            let origin = pose.map_or(zero, |pose| pose.translation.dot(normal));
            let [from, to] = [-normal, normal].mapped(|way| core.support(way).dot(normal) - origin);
            let across = [local[0], local[N - 1]];
            let pixel = (across[0].distance(zero) + across[1].distance(zero)) * grid.edge;
            error = error + from.distance(zero) + to.distance(zero) + origin.distance(zero);
            let half = R::from_f64(0.5);
            Slab { across, middle: from + (to - from) * half, half: (to - from + pixel) * half }
        };
        let upright = [0, N - 1].mapped(|axis| slab(Vector::default().with(axis, one)));
        let (mut slanted, mut count) = ([upright[0]; MOST], 0);
        each_normal(&core, &mut |normal| {
            let length = normal.length();
            if count < MOST && length > zero {
                let normal = normal.scaled(one / length);
                slanted[count] = slab(pose.map_or(normal, |pose| pose.rotation.apply_inverse(normal)));
                count += 1;
            }
        });
        let error = (error + radius) * R::from_f64(S::Real::EPSILON.to_f64() * ERROR);
        Self { upright, slanted, count, radius, error }
    }

    /// A lower bound of the separation of the shape and a pixel in a frame, up to the error.
    #[inline]
    pub(super) fn gap(&self, grid: &Grid<R>, frame: Frame) -> R {
        let zero = R::default();
        // The range of the centers of the pixels.
        let (center, reach) = (grid.center(frame), grid.reach(frame));
        let off = |k: usize| {
            let slab = &self.upright[k];
            let off = (center[k] - slab.middle).distance(zero) - reach[k];
            (if off > zero { off } else { zero }) - slab.half
        };
        let (x, y) = (off(0), off(1));
        let mut most = if x > zero && y > zero {
            Real::sqrt(x * x + y * y)
        } else if x > y {
            x
        } else {
            y
        };
        for slab in &self.slanted[..self.count] {
            let [u, v] = slab.across;
            let off = (u * center[0] + v * center[1] - slab.middle).distance(zero)
                - (u.distance(zero) * reach[0] + v.distance(zero) * reach[1]);
            let gap = (if off > zero { off } else { zero }) - slab.half;
            most = if gap > most { gap } else { most };
        }
        most - self.radius
    }
}

/// Calls `each` with the normals of those edges of a core that are not axis-aligned, of any length.
fn each_normal<R: Real, const N: usize>(core: &Core<'_, R, N>, each: &mut impl FnMut(Vector<R, N>)) {
    let across = |way: Vector<R, N>| -> Vector<R, N> { Vector([way[N - 1], -way[0]]).resized() };
    match core {
        Core::Point(_) | Core::Upright(_) | Core::Cylinder(_) => {}
        Core::Segment([from, to]) => {
            each(across(*to - *from));
            each(*to - *from);
        }
        Core::Triangle([a, b, c]) => {
            [*b - *a, *c - *b, *a - *c].into_iter().for_each(|way| each(across(way)))
        }
        Core::Box(shape) | Core::Ellipse(shape) => shape.axes.into_iter().for_each(each),
        Core::Corners(corners) => {
            let edges = corners.len();
            for k in (0..edges).step_by(edges.div_ceil(MOST).max(1)) {
                each(across(corners.at((k + 1) % edges) - corners.at(k)));
            }
        }
    }
}
