//! AABBs of shapes and their parts, and lower bounds of separations computed from AABBs.

use super::cheap_bounds::{cheap_aabb, extended, is_nan, l1_norm_of, larger, oriented_box_aabb};
use super::{BoundedView, LeafKind};
use crate::composite::tolerance::CORNER_ERROR;
use crate::scalar::{Real, Scalar, Zero};
use crate::vector::Mapped;
use crate::vector::from_fn;
use crate::view::{Convex, Core, OrientedCore, Parts, ShapeView, reals};
use crate::{Aabb, Pose, Shape, Vector};

/// The box that is infinite on all axes.
pub(super) fn infinite_aabb<R: Real, const N: usize>() -> Aabb<R, N> {
    Aabb::new(Vector::splat(R::NEG_INFINITY), Vector::splat(R::INFINITY))
}

impl<S: Scalar, R: Real, const N: usize> ShapeView<'_, S, R, N> {
    /// The AABB of the shape or part; `None` for an empty compound.
    pub(crate) fn bounds(&self) -> Option<Aabb<R, N>> {
        match self {
            ShapeView::Convex(convex) => Some(convex_aabb(convex)),
            ShapeView::Parts(Parts::Mask(sprite, frame), pose) => {
                Some(box_aabb(&sprite.box_of(*frame), pose.as_ref()))
            }
            _ => {
                // The stored AABB of a list is not used if the list has a pose. Transforming it would give a larger box than the union of
                // the AABBs of the transformed parts.
                let stored_aabb = if self.is_placed() { None } else { self.stored_aabb() };
                let parts = || {
                    (0..self.count(LeafKind::Convex)?)
                        .filter_map(|index| self.bounds_at(index))
                        .reduce(|all, next| all.union(&next))
                };
                stored_aabb.or_else(parts).filter(|all| all.min()[0] <= all.max()[0])
            }
        }
    }
}

/// The smallest AABB of a shape in `f64`, without a margin for rounding. `None` if the shape is empty or has a NaN; parts of a compound
/// that have a NaN are left out.
#[inline]
pub(crate) fn extent<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Option<Aabb<f64, N>> {
    // Boxes are handled separately, because they are frequent and need no computation. Inlined, so that the result is not read back from
    // memory: a mover needs it several times in a step.
    let Shape::Aabb(aabb) = shape else { return extent_of_parts(shape) };
    let min = aabb.min().map(S::to_f64);
    let max = aabb.max().map(S::to_f64);
    (0..N).all(|axis| min[axis] <= max[axis]).then(|| Aabb::ordered(min.0, max.0))
}

/// [`extent`] of a shape that is not a box.
#[inline(never)]
fn extent_of_parts<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Option<Aabb<f64, N>> {
    match shape {
        Shape::Mask(sprite) => return extent(&Shape::Aabb(sprite.box_of(sprite.mask().tight()?))),
        Shape::Compound(parts) => {
            return parts.iter().filter_map(extent).reduce(|all, next| all.union(&next));
        }
        _ => (),
    }
    let mut all: Option<Aabb<f64, N>> = None;
    ShapeView::<S, f64, N>::new(shape, None)?.each_convex(&mut |part| {
        if let Some(extent) = convex_tight_aabb(part) {
            all = Some(all.map_or(extent, |all| all.union(&extent)));
        }
    });
    all
}

/// An AABB of a shape in `f64`, which may be larger than [`extent`]: for a list of parts it is the stored AABB if there is one, because
/// visiting all parts of a long list takes time. `None` as for [`extent`].
pub(crate) fn stored_extent<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Option<Aabb<f64, N>> {
    let stored = ShapeView::<S, f64, N>::new(shape, None)?.stored_aabb();
    stored.or_else(|| extent(shape))
}

/// The AABB of a shape, for kinds that are frequent as parts of a list; `None` for other kinds. It is faster than computing the AABB from
/// the view of the shape.
#[inline]
pub(super) fn cheap_part_aabb<S: Scalar, R: Real, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Option<Aabb<R, N>> {
    let is_exact = match shape {
        Shape::Point(_) | Shape::Segment(_) | Shape::Triangle(_) | Shape::Aabb(_) => true,
        Shape::Ball(ball) => ball.radius() <= S::ZERO,
        Shape::Capsule(capsule) => capsule.radius() <= S::ZERO,
        Shape::OrientedBox(_) => false,
        Shape::SquaredBall(_) | Shape::Ellipse(_) | Shape::Polygon(_) | Shape::Hull(_) => return None,
        Shape::HalfSpace(_) => return None,
        Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Mask(_) => return None,
        Shape::Compound(_) | Shape::Placed(..) => return None,
        #[cfg(feature = "alloc")]
        Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Group(_) => return None,
    };
    let ([min, max], radius) = cheap_aabb::<true, S, R, N>(shape)?;
    Some(expanded(min, max, radius, is_exact).unwrap_or_else(infinite_aabb))
}

/// The AABB from `min` to `max`, extended by a radius. If `is_exact` is false, the corners have a rounding error, and the box is extended
/// by it too. `None` if a coordinate is NaN.
#[inline]
fn expanded<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    radius: R,
    is_exact: bool,
) -> Option<Aabb<R, N>> {
    let radius = Vector::splat(radius);
    let mut min = min - radius;
    let mut max = max + radius;
    if !is_exact {
        let part = R::EPSILON * R::from_f64(CORNER_ERROR);
        let margin = max.zip(min, |a, b| (a.distance(R::ZERO) + b.distance(R::ZERO)) * part);
        min -= margin;
        max += margin;
    }
    (0..N).all(|axis| min[axis] <= max[axis]).then(|| Aabb::ordered(min.0, max.0))
}

/// The smallest AABB of a convex shape, without a margin for rounding. `None` if a coordinate is NaN.
#[inline]
fn convex_tight_aabb<R: Real, const N: usize>(convex: &Convex<'_, R, N>) -> Option<Aabb<R, N>> {
    let [min, max] = core_aabb(&convex.core);
    expanded(min, max, convex.radius, true)
}

/// The smallest and the largest coordinates of the points of a core. NaN on an axis on which a coordinate is NaN.
#[inline]
fn core_aabb<R: Real, const N: usize>(core: &Core<'_, R, N>) -> [Vector<R, N>; 2] {
    match core {
        Core::Point(point) => [*point; 2],
        Core::Segment([from, to]) => extended::<true, R, N>([*from; 2], *to),
        Core::Triangle([a, b, c]) => extended::<true, R, N>(extended::<true, R, N>([*a; 2], *b), *c),
        Core::Aabb(corners) => *corners,
        Core::Box(shape) => oriented_box_aabb(shape),
        Core::Corners(corners) => {
            (1..corners.len()).fold([corners.at(0); 2], |aabb, k| extended::<true, R, N>(aabb, corners.at(k)))
        }
        Core::HalfSpace(half_space) => half_space.bounds(),
        Core::Cylinder(_) | Core::Ellipse(_) => {
            let support_coordinate =
                |k: usize, sign: f64| core.support(Vector::ZERO.with(k, R::from_f64(sign)))[k];
            [
                Vector(from_fn(|k| support_coordinate(k, -1.0))),
                Vector(from_fn(|k| support_coordinate(k, 1.0))),
            ]
        }
    }
}

/// Converts a box to the float type of a query. With a pose, the result is the AABB of the transformed box, extended by its rounding error.
#[inline]
pub(crate) fn box_aabb<S: Scalar, R: Real, const N: usize>(
    aabb: &Aabb<S, N>,
    pose: Option<&Pose<R, N>>,
) -> Aabb<R, N> {
    let min = reals(aabb.min());
    let max = reals(aabb.max());
    match pose {
        None => Aabb::ordered(min.0, max.0),
        Some(pose) => transformed_aabb(min, max, pose),
    }
}

/// The AABB of a box placed by a pose, extended by its rounding error. Infinite if a coordinate is NaN.
#[inline]
fn transformed_aabb<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    pose: &Pose<R, N>,
) -> Aabb<R, N> {
    let half = (max - min).scaled(R::HALF);
    let [min, max] =
        oriented_box_aabb(&OrientedCore { center: pose.apply(min + half), half, axes: pose.rotation.axes() });
    expanded(min, max, R::ZERO, false).unwrap_or_else(infinite_aabb)
}

/// The smallest AABB of a convex shape, extended by its rounding error. Infinite if a coordinate is NaN.
#[inline]
pub(crate) fn convex_aabb<R: Real, const N: usize>(convex: &Convex<'_, R, N>) -> Aabb<R, N> {
    let is_exact = match convex.core {
        Core::Point(_) | Core::Segment(_) | Core::Triangle(_) | Core::Aabb(_) => convex.radius <= R::ZERO,
        Core::Box(_) | Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => false,
        // Not extended by an error: it is proportional to both ends of an axis, so an infinite end would make the finite end infinite, too.
        Core::HalfSpace(_) => true,
    };
    let [min, max] = core_aabb(&convex.core);
    expanded(min, max, convex.radius, is_exact).unwrap_or_else(infinite_aabb)
}

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// An AABB of the shape, not necessarily the smallest. Infinite if a coordinate is NaN; inverted (`min` > `max`) if the shape is empty.
    #[cfg(feature = "alloc")]
    pub(crate) fn enclosing_aabb(&self) -> Aabb<S::Real, N> {
        let nothing = || {
            let all = infinite_aabb::<S::Real, N>();
            Aabb::ordered(all.max().0, all.min().0)
        };
        BoundedView::<S, S::Real, N>::new(self).map_or_else(nothing, |piece| piece.bounds)
    }

    /// The smallest axis-aligned bounding box (AABB) of the shape, extended by its rounding error. `None` if the shape is empty, infinite
    /// on an axis, or has a NaN. The box of a compound may contain holes of a height field in it.
    ///
    /// ```
    /// use bumper::{Aabb, OrientedBox, Rotation, Shape, Vector};
    /// let half = Rotation::from_complex(0.0, 1.0).unwrap();
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], half);
    /// let around = Shape::from(plank).bounds().unwrap();
    /// assert!((around.min() - Vector([4.0, 2.0])).length() < 1e-13);
    /// ```
    pub fn bounds(&self) -> Option<Aabb<S::Real, N>> {
        #[cfg(feature = "alloc")]
        if let Shape::HeightField(field) = self
            && !field.holes().is_empty()
        {
            return field.aabb_without_holes();
        }
        let bounds = match cheap_part_aabb(self) {
            Some(bounds) => bounds,
            None => BoundedView::<S, S::Real, N>::new(self)?.bounds,
        };
        // Tests whether all side lengths are finite: the product of an infinite or NaN length and zero is NaN.
        (0..N).all(|k| (bounds.max()[k] - bounds.min()[k]) * S::Real::ZERO == S::Real::ZERO).then_some(bounds)
    }

    /// Whether the shape extends to infinity: a half-space, or a compound with one. Costs O(n) for n parts of a compound.
    ///
    /// ```
    /// use bumper::{Ball, HalfSpace, Shape};
    /// let parts = [Ball::new([0, 0], 5).into(), HalfSpace::new([0, 0], [0, 1]).unwrap().into()];
    /// assert!(Shape::Compound(&parts).is_infinite() && !parts[0].is_infinite());
    /// ```
    pub fn is_infinite(&self) -> bool {
        match self {
            Shape::HalfSpace(_) => true,
            Shape::Compound(parts) => parts.iter().any(Shape::is_infinite),
            Shape::Placed(inner, _) => inner.is_infinite(),
            #[cfg(feature = "alloc")]
            Shape::Group(group) => {
                group.parts().iter().any(|part| crate::AsShape::as_shape(part).is_infinite())
            }
            Shape::Point(_) | Shape::Aabb(_) | Shape::Ball(_) | Shape::SquaredBall(_) => false,
            Shape::Segment(_) | Shape::Triangle(_) | Shape::Polygon(_) | Shape::Hull(_) => false,
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::OrientedBox(_) => false,
            Shape::Capsule(_) | Shape::Ellipse(_) | Shape::Mask(_) => false,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) => false,
        }
    }

    /// The center of the smallest AABB of the shape. It may lie outside the shape. `None` if the shape is empty, infinite on an axis, or
    /// has a NaN.
    ///
    /// ```
    /// use bumper::{Ball, Shape, Vector};
    /// let pair = [Ball::new([0i16, 0], 1).into(), Ball::new([9, 4], 1).into()];
    /// assert_eq!(Shape::Compound(&pair).center(), Some(Vector([4.5, 2.0])));
    /// ```
    pub fn center(&self) -> Option<Vector<S::Real, N>> {
        let center = extent(self)?.center();
        center.0.iter().all(|c| c.is_finite()).then(|| center.map(S::Real::from_f64))
    }
}

/// A lower bound of the separation of any part within `a` and any part within `b`: the largest gap between the boxes along an axis, minus a
/// margin for rounding. The margin is `error` (a small multiple of epsilon) times the sum of the absolute coordinates of both boxes. It is
/// cheaper than [`separation_lower_bound`], and negative whenever that bound is.
#[inline]
pub(crate) fn gap_lower_bound<R: Real, const N: usize>(a: &Aabb<R, N>, b: &Aabb<R, N>, error: R) -> R {
    let gaps = (b.min() - a.max()).zip(a.min() - b.max(), larger::<false, R>);
    let gap = gaps.0.into_iter().fold(R::NEG_INFINITY, larger::<false, R>);
    let size = l1_norm_of([a.min(), a.max()]) + l1_norm_of([b.min(), b.max()]);
    let bound = gap - size * error;
    if is_nan(bound) { R::NEG_INFINITY } else { bound }
}

/// A lower bound of the separation of any part within `a` and any part within `b`: the separation of these two boxes, minus a margin for
/// rounding. The margin is `error` (a small multiple of epsilon) times the largest absolute coordinate of both boxes.
#[inline]
pub(crate) fn separation_lower_bound<R: Real, const N: usize>(a: &Aabb<R, N>, b: &Aabb<R, N>, error: R) -> R {
    let larger = larger::<false, R>;
    let mut distance_squared = R::ZERO;
    let mut depth = R::NEG_INFINITY;
    let mut size = R::ZERO;
    for axis in 0..N {
        let gap = larger(b.min()[axis] - a.max()[axis], a.min()[axis] - b.max()[axis]);
        let positive = larger(R::ZERO, gap);
        distance_squared = distance_squared + positive * positive;
        depth = larger(depth, gap);
        let sizes = [a.min(), a.max(), b.min(), b.max()].mapped(|end| end[axis].distance(R::ZERO));
        size = sizes.into_iter().fold(size, larger);
    }
    let gap = if distance_squared > R::ZERO { Real::sqrt(distance_squared) } else { depth };
    let bound = gap - size * error;
    if is_nan(bound) { R::NEG_INFINITY } else { bound }
}
