//! How far pixels are from a convex shape at least, by strips around it: a box along the axes says little of what lies slanted.

use super::{Kind, Piece};
use crate::form::{Convex, Core};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Pose, Vector};

/// How many strips are looked at: more cost more than they leave out.
const MOST: usize = 8;

/// How many roundings of its ends a strip may be off.
const ERROR: f64 = 32.0;

/// Strips that each hold all of a shape, in the coordinates of a mask before it is placed.
pub(super) struct Slabs<R> {
    slabs: [Slab<R>; MOST],
    count: usize,
}

#[derive(Clone, Copy)]
struct Slab<R> {
    /// A unit vector across the strip.
    across: [R; 2],
    middle: R,
    half: R,
    error: R,
}

impl<R: Real> Slabs<R> {
    /// Along the edges of a shape, and along the rows and columns of a mask that is turned.
    pub(super) fn new<S: Scalar, const N: usize>(
        shape: &Piece<'_, S, R, N>,
        pose: Option<&Pose<R, N>>,
    ) -> Self {
        let none =
            Slab { across: [R::default(); 2], middle: R::default(), half: R::default(), error: R::default() };
        let mut slabs = Self { slabs: [none; MOST], count: 0 };
        if N != 2 {
            return slabs;
        }
        let one = R::from_f64(1.0);
        if pose.is_some() {
            (0..N).for_each(|axis| slabs.add(shape, pose, Vector::default().with(axis, one)));
        }
        let mut across = |normal: Vector<R, N>| {
            let length = normal.length();
            if length > R::default() && length < R::from_f64(f64::INFINITY) {
                let normal = normal.scaled(one / length);
                let local = pose.map_or(normal, |pose| pose.rotation.apply_inverse(normal));
                slabs.add(shape, pose, local);
            }
        };
        if let Kind::Convex(Convex { core, .. }) = &shape.kind {
            each_normal(core, &mut across);
        }
        slabs
    }

    /// Adds the strip across a direction that is given in the coordinates of the mask.
    fn add<S: Scalar, const N: usize>(
        &mut self,
        shape: &Piece<'_, S, R, N>,
        pose: Option<&Pose<R, N>>,
        local: Vector<R, N>,
    ) {
        let Some(slab) = self.slabs.get_mut(self.count) else { return };
        let normal = pose.map_or(local, |pose| pose.rotation.apply(local));
        let (zero, half) = (R::default(), R::from_f64(0.5));
        let [from, to] = match &shape.kind {
            Kind::Convex(Convex { core, radius }) => {
                [core.support(-normal).dot(normal) - *radius, core.support(normal).dot(normal) + *radius]
            }
            _ => {
                let end = |sign: R| -> R {
                    let pick = |k: usize| {
                        if normal[k] * sign < zero { shape.bounds.min()[k] } else { shape.bounds.max()[k] }
                    };
                    (0..N).fold(zero, |sum, k| sum + normal[k] * pick(k))
                };
                [end(-R::from_f64(1.0)), end(R::from_f64(1.0))]
            }
        };
        let origin = pose.map_or(zero, |pose| pose.translation.dot(normal));
        let size = from.distance(zero) + to.distance(zero) + origin.distance(zero);
        let (middle, width) = (from + (to - from) * half - origin, to - from);
        // Also false for NaN.
        if size < R::from_f64(f64::INFINITY) {
            let error = size * R::EPSILON * R::from_f64(ERROR);
            *slab = Slab { across: [local[0], local[1]], middle, half: width * half, error };
            self.count += 1;
        }
    }

    /// What the separation of the shape and a pixel of a size, somewhere in a box, is at least.
    #[inline]
    pub(super) fn gap<const N: usize>(&self, within: &Aabb<R, N>, size: Vector<R, N>) -> R {
        let (zero, half) = (R::default(), R::from_f64(0.5));
        let (min, max) = (within.min(), within.max());
        // Where the middle of a pixel may be.
        let center: [R; 2] = core::array::from_fn(|k| (min[k] + max[k]) * half);
        let reach: [R; 2] = core::array::from_fn(|k| (max[k] - min[k] - size[k]) * half);
        let mut most = R::from_f64(f64::NEG_INFINITY);
        for slab in &self.slabs[..self.count] {
            let [u, v] = slab.across;
            let (a, b) = (u.distance(zero), v.distance(zero));
            let at = u * center[0] + v * center[1];
            let off = (at - slab.middle).distance(zero) - (a * reach[0] + b * reach[1]);
            let off = if off > zero { off } else { zero };
            let pixel = (a * size[0] + b * size[1]) * half;
            let error = slab.error + at.distance(zero) * R::EPSILON * R::from_f64(ERROR);
            let gap = off - slab.half - pixel - error;
            most = if gap > most { gap } else { most };
        }
        most
    }
}

/// Calls `each` with directions across the edges of a core, of any length.
fn each_normal<S: Scalar, R: Real, const N: usize>(
    core: &Core<'_, S, R, N>,
    each: &mut impl FnMut(Vector<R, N>),
) {
    let across = |way: Vector<R, N>| -> Vector<R, N> { Vector([way[1], -way[0]]).resized() };
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
            for k in (0..edges).step_by(edges.div_ceil(MOST)) {
                each(across(corners.at((k + 1) % edges) - corners.at(k)));
            }
        }
    }
}
