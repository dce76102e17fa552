//! Bounding boxes in `f32` that certainly contain a shape, and a test that finds shapes that certainly overlap by their boxes alone.

use super::ColliderError;
use crate::composite::BoundedView;
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::{Aabb, Shape, Vector};

/// The margin of a conservative bounding box around the shape: a fraction of the largest coordinate, plus a length. It is as large as the
/// tolerance of `relation` for floats. So if two shapes touch according to `relation`, their boxes touch as well. The fraction covers the
/// errors of relations of curved shapes (10⁻⁶) and of rounding to `f32` (10⁻⁷). The length matters only near the origin: the square of a
/// shorter length underflows in `f32`, so two shapes at such a distance may count as touching.
const MARGIN: (f64, f64) = (2e-6, 1e-22);

/// A conservative AABB of a shape: everything that touches the shape touches this box. Fails if the shape is empty or has a NaN.
#[inline]
pub(super) fn conservative_aabb<S: Scalar, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Result<Aabb<f32, N>, ColliderError> {
    let (min, max) = corners(shape)?;
    Ok(round_outwards(min, max))
}

/// The corners of the exact AABB of a shape, before rounding to `f32`, or an error if the shape is empty or has a NaN.
#[inline]
fn corners<S: Scalar, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Result<(Vector<f64, N>, Vector<f64, N>), ColliderError> {
    let (min, max) = match shape {
        Shape::Point(point) => (point.map(S::to_f64), point.map(S::to_f64)),
        Shape::Aabb(aabb) => (aabb.min().map(S::to_f64), aabb.max().map(S::to_f64)),
        Shape::Ball(ball) => {
            let center = ball.center().map(S::to_f64);
            let radius = Vector::splat(ball.radius().to_f64());
            (center - radius, center + radius)
        }
        _ => corners_of_any(shape)?,
    };
    let no_nan = |v: Vector<f64, N>| v.0.iter().all(|c| !c.is_nan());
    if no_nan(min) && no_nan(max) { Ok((min, max)) } else { Err(ColliderError::NotANumber) }
}

/// The corners of the AABB of a shape of any kind.
fn corners_of_any<S: Scalar, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Result<(Vector<f64, N>, Vector<f64, N>), ColliderError> {
    let view = BoundedView::<S, f64, N>::new(shape).ok_or(ColliderError::Empty)?;
    let bounds = view.bounds;
    // An AABB is infinite if the shape is infinite or has a NaN. The convex parts of the shape show which of the two is true.
    if (0..N).any(|axis| bounds.max()[axis] - bounds.min()[axis] == f64::INFINITY) {
        let mut no_nan = true;
        view.view.each_convex(&mut |part| no_nan &= !part.magnitude().to_f64().is_nan());
        if !no_nan {
            return Err(ColliderError::NotANumber);
        }
    }
    Ok((bounds.min(), bounds.max()))
}

/// Whether a shape is a point or an axis-aligned box, and thus equal to its AABB.
pub(super) fn is_box<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> bool {
    matches!(shape, Shape::Point(_) | Shape::Aabb(_))
}

/// A query shape, prepared for a search in the tree of a world: its box, and a test that finds colliders that certainly overlap it. For
/// these, `relation` need not be called.
pub(super) struct QueryRegion<const N: usize> {
    /// The conservative AABB of the query shape.
    pub conservative_aabb: Aabb<f32, N>,
    /// Two boxes for a test of colliders that are boxes. If the query shape is a box, too, such a collider certainly overlaps it if the
    /// collider's conservative AABB has its lower corner in the first box and its upper corner in the second one. NaN for other query
    /// shapes, so that the test fails.
    pub certain: [Aabb<f32, N>; 2],
}

/// The uncertainty of the sides of a conservative AABB: a fraction of the largest coordinate, and a length. Two boxes certainly overlap if
/// their conservative AABBs overlap by more than the sum of their uncertainties. An uncertainty is twice the margin, and some rounding: it
/// contains the margin of the AABB, and the tolerance of `relation`, which is as large.
const UNCERTAINTY: (f32, f32) = (5e-6, 1e-21);

/// A box counts as certain to overlap the query shape only if its coordinates are at most this many times the largest coordinate of the
/// query shape. The uncertainty is computed for coordinates of that size; for larger ones, it would be larger.
const MAX_RELATIVE_DISTANCE: f32 = 4.0;

impl<const N: usize> QueryRegion<N> {
    /// Prepares the search for a query shape. Fails if the shape is empty or has a NaN.
    #[inline]
    pub fn new<S: Scalar>(shape: &Shape<'_, S, N>) -> Result<Self, ColliderError> {
        let (min, max) = corners(shape)?;
        let conservative_aabb = round_outwards(min, max);
        let largest_abs = largest(min.map(|c| c as f32), max.map(|c| c as f32));
        let largest_abs = if is_box(shape) { largest_abs } else { f32::NAN };
        let (limit, (low, high)) =
            (largest_abs * MAX_RELATIVE_DISTANCE, (conservative_aabb.min(), conservative_aabb.max()));
        let uncertainty = (largest_abs + limit) * UNCERTAINTY.0 + 2.0 * UNCERTAINTY.1;
        let lower = Aabb::ordered([-limit; N], high.0.mapped(|c| c - uncertainty));
        let upper = Aabb::ordered(low.0.mapped(|c| c + uncertainty), [limit; N]);
        Ok(Self { conservative_aabb, certain: [lower, upper] })
    }

    /// Whether a shape that is inside the box `bounds` is certainly inside the query shape, and so overlaps it. Because of rounding, the
    /// answer is `false` for boxes close to the border of the query shape. It is also `false` if the query shape is not a box.
    #[inline]
    #[must_use]
    pub fn contains(&self, bounds: &Aabb<f32, N>) -> bool {
        let low = self.certain[1].min();
        let high = self.certain[0].max();
        (0..N).all(|axis| low[axis] < bounds.min()[axis] && bounds.max()[axis] < high[axis])
    }
}

/// The largest coordinate for which the margin certainly does not overflow in `f32`.
const MAX_INSERTED_COORDINATE: f32 = 1e37;

/// The largest absolute coordinate of a box on any axis. The margin of the box is proportional to it on all axes, as the tolerance of
/// `relation` is.
#[inline]
fn largest<const N: usize>(min: Vector<f32, N>, max: Vector<f32, N>) -> f32 {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    (0..N).fold(0.0, |most, axis| larger(larger(-min[axis], max[axis]), most))
}

/// Rounds a box outwards to `f32` and adds the margin. Integers and fixed point would not need the margin, because their relations are
/// exact.
#[inline]
pub(super) fn round_outwards<const N: usize>(min: Vector<f64, N>, max: Vector<f64, N>) -> Aabb<f32, N> {
    let rounded_min = min.map(|c| c as f32);
    let rounded_max = max.map(|c| c as f32);
    let largest = largest(rounded_min, rounded_max);
    if largest < MAX_INSERTED_COORDINATE {
        // The margin is enlarged by a tenth to cover the rounding of this computation.
        let margin = largest * (MARGIN.0 * 1.1) as f32 + MARGIN.1 as f32;
        return Aabb::ordered(rounded_min.0.mapped(|c| c - margin), rounded_max.0.mapped(|c| c + margin));
    }
    let (min, max) = with_margin(min, max);
    let down = |c: f64| if f64::from(c as f32) > c { (c as f32).next_down() } else { c as f32 };
    let up = |c: f64| if f64::from(c as f32) < c { (c as f32).next_up() } else { c as f32 };
    Aabb::ordered(min.0.mapped(down), max.0.mapped(up))
}

/// Adds the margin to a box with coordinates above [`MAX_INSERTED_COORDINATE`], which may be infinite. It is computed in `f64` and from the
/// finite coordinates.
fn with_margin<const N: usize>(min: Vector<f64, N>, max: Vector<f64, N>) -> (Vector<f64, N>, Vector<f64, N>) {
    let corners = min.0.into_iter().chain(max.0).filter(|c| c.is_finite());
    let largest = corners.fold(0.0, |max: f64, c| max.max(c.abs()));
    let margin = Vector::splat(largest * MARGIN.0 + MARGIN.1);
    (min - margin, max + margin)
}
