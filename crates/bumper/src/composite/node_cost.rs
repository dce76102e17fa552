//! Lower bounds of searches for eight boxes of a hierarchy at once.

use super::cost::Cost;
use crate::box_tree::{BoxDistance, CastTime, EntryBounds, LowerBound, Node, RayTime};
use crate::composite::bounds::box_aabb;
use crate::composite::tolerance::RAY_START_ERROR;
use crate::scalar::Real;
use crate::shape::bvh::{coordinate_sum, rounded_outwards};
use crate::vector::Mapped;
use crate::{Aabb, Pose, Vector};

/// A cost between the parts of a list and one other part. It gives a lower bound for each entry of a node of the list's hierarchy.
pub(crate) enum NodeCost<const N: usize> {
    /// The cost is a distance. Its bounds are signed squares of the distances of boxes.
    Distance(BoxDistance<N>),
    /// The cost is the time of the first contact, from 0 to 1, while the other part moves.
    Time(CastTime<N>),
    /// The cost is the distance along a ray.
    Ray(RayTime<N>),
    /// No lower bound, because the other part is too large for `f32` or infinite. All entries are visited.
    Unbounded,
}

/// The largest coordinate of the other part for which the rounding error of the bounds does not overflow in `f32`.
const MAX_COORDINATE: f64 = f32::MAX as f64 / 16.0;

/// The rounding error of a region in `f32`, as a fraction of the coordinates: about a hundred times the actual error.
const REGION_ERROR: f32 = 1e-5;

impl<const N: usize> NodeCost<N> {
    /// The cost for parts of a list and another part within the box `other`. `first` says whether the list is the first of the two operands
    /// of the search, and `pose` is the pose of the list. The boxes of the list are in local space, so the other box is transformed into it.
    pub(crate) fn new<R: Real>(
        cost: &Cost<R, N>,
        other: &Aabb<R, N>,
        first: bool,
        pose: Option<&Pose<R, N>>,
    ) -> Self {
        let toward = |step: Vector<R, N>| if first { step } else { -step };
        match *cost {
            Cost::Distance => Self::separation(other, pose),
            Cost::Separation { offset, tolerance } => {
                let offset = toward(offset);
                let [min, max] = [other.min() + offset, other.max() + offset];
                Self::separation(&inflated(&Aabb::ordered(min.0, max.0), tolerance), pose)
            }
            Cost::Time { step, margin } => {
                let local = local_aabb(&inflated(other, margin), pose);
                let step = pose.map_or(toward(step), |pose| pose.rotation.apply_inverse(toward(step)));
                let wide = |corner: Vector<f32, N>| corner.0.mapped(f64::from);
                let step = step.0.mapped(R::to_f64);
                if !is_in_range(&local) || !step.iter().all(|c| c.abs() < MAX_COORDINATE) {
                    return Self::Unbounded;
                }
                Self::Time(CastTime::new(wide(local.min()), wide(local.max()), step, 1.0))
            }
            Cost::Ray { from, direction, max_distance } if first => {
                let size = |point| coordinate_sum(&Aabb::point(point));
                let size = pose.map_or(0.0, |pose| size(from) + size(pose.translation));
                let from = pose.map_or(from, |pose| pose.apply_inverse(from));
                let direction = pose.map_or(direction, |pose| pose.rotation.apply_inverse(direction));
                Self::ray(from, direction, max_distance, size)
            }
            Cost::Ray { .. } => Self::Unbounded,
        }
    }

    /// The distance from parts in the box `other`.
    #[inline]
    pub(crate) fn separation<R: Real>(other: &Aabb<R, N>, pose: Option<&Pose<R, N>>) -> Self {
        Self::from_box(&local_aabb(other, pose))
    }

    /// The distance from a point.
    #[inline]
    pub(crate) fn distance_from<R: Real>(point: Vector<R, N>) -> Self {
        let point = point.0.mapped(|c| c.to_f64() as f32);
        Self::from_box(&Aabb::ordered(point, point))
    }

    #[inline]
    fn from_box(local: &Aabb<f32, N>) -> Self {
        if is_in_range(local) {
            Self::Distance(BoxDistance::new(local.min().0, local.max().0))
        } else {
            Self::Unbounded
        }
    }

    /// A box that contains everything inside `bounds` whose cost is at most `limit`. `None` if there is no lower bound. The limit is that of
    /// [`Cost::limit`].
    pub(crate) fn region(&self, limit: f64, bounds: &Aabb<f32, N>) -> Option<Aabb<f32, N>> {
        let region = match self {
            Self::Distance(distance) => distance.region(limit),
            Self::Time(time) => time.region(limit),
            Self::Ray(ray) => ray.region(limit, bounds),
            Self::Unbounded => return None,
        };
        let margin = (coordinate_sum(&region) + coordinate_sum(bounds)) as f32 * REGION_ERROR;
        Some(inflated(&region, margin))
    }

    /// The distance along a ray. The rounding errors of its start are proportional to its coordinates, plus `size`.
    #[inline]
    pub(crate) fn ray<R: Real>(
        from: Vector<R, N>,
        direction: Vector<R, N>,
        max_distance: R,
        size: f64,
    ) -> Self {
        let size = (coordinate_sum(&Aabb::point(from)) + size) * RAY_START_ERROR;
        if !(size < MAX_COORDINATE) {
            return Self::Unbounded;
        }
        let [from, direction] = [from, direction].mapped(|v| v.0.mapped(|c| c.to_f64() as f32));
        Self::Ray(RayTime::new(from, direction, max_distance.to_f64() as f32, size as f32))
    }
}

impl<const N: usize> LowerBound<f32, N> for &NodeCost<N> {
    #[inline]
    fn bounds_of(&self, node: &Node<f32, N>) -> EntryBounds {
        match self {
            NodeCost::Distance(distance) => distance.bounds_of(node),
            NodeCost::Time(time) => time.bounds_of(node),
            NodeCost::Ray(time) => time.bounds_of(node),
            NodeCost::Unbounded => EntryBounds::least(node.len()),
        }
    }
}

/// A box that contains `aabb` after the inverse of a pose is applied to it, rounded to `f32`. It has a margin for the rounding errors of
/// queries.
pub(crate) fn local_aabb<R: Real, const N: usize>(
    aabb: &Aabb<R, N>,
    pose: Option<&Pose<R, N>>,
) -> Aabb<f32, N> {
    let Some(pose) = pose else { return rounded_outwards(aabb, 0.0) };
    let inverse = Pose::at(Vector::ZERO).relative_to(pose);
    // In world space, the coordinates and their rounding errors may be larger than in local space.
    let size = coordinate_sum(aabb) + coordinate_sum(&Aabb::point(pose.translation));
    rounded_outwards(&box_aabb(aabb, Some(&inverse)), size)
}

/// A box extended by a margin on all sides.
#[inline]
fn inflated<R: Real, const N: usize>(aabb: &Aabb<R, N>, margin: R) -> Aabb<R, N> {
    let margin = Vector::splat(margin);
    Aabb::ordered((aabb.min() - margin).0, (aabb.max() + margin).0)
}

/// Whether the bounds of a part in a box do not overflow in `f32`. False for a NaN.
#[inline]
fn is_in_range<const N: usize>(aabb: &Aabb<f32, N>) -> bool {
    let limit = MAX_COORDINATE as f32;
    (0..N).all(|axis| aabb.min()[axis].abs() < limit && aabb.max()[axis].abs() < limit)
}
