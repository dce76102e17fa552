//! Boxes around shapes and their parts, and what they say about separations.

use super::{Kind, Leaf, Piece};
use crate::form::{Convex, Core, Turned, in_real, reals};
use crate::scalar::real;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::vector::from_fn;
use crate::{Aabb, Pose, Shape, Vector};

pub(super) fn everything<R: Real, const N: usize>() -> Aabb<R, N> {
    let infinity = R::from_f64(f64::INFINITY);
    Aabb::new(Vector::splat(-infinity), Vector::splat(infinity))
}

impl<S: Scalar, R: Real, const N: usize> Kind<'_, S, R, N> {
    /// A box around it; `None` for an empty compound.
    pub(crate) fn bounds(&self) -> Option<Aabb<R, N>> {
        match self {
            Kind::Convex(convex) => Some(around(convex)),
            Kind::Mask(sprite, frame, pose) => Some(placed(&sprite.box_of(*frame), pose.as_ref())),
            _ => {
                // What is placed has a smaller one than that of the boxes that are kept.
                let kept = if self.is_placed() { None } else { self.kept() };
                let parts = || {
                    (0..self.count(Leaf::Convex)?)
                        .filter_map(|place| self.bounds_at(place))
                        .reduce(|all, next| all.union(&next))
                };
                kept.or_else(parts).filter(|all| all.min()[0] <= all.max()[0])
            }
        }
    }
}

/// How much the boxes that say that two shapes are apart may be rounded, in roundings of their coordinates.
const APART: f64 = 16.0;

/// Whether the boxes around two shapes keep them surely more than a limit apart, or one has a NaN. What most pairs of a game need;
/// it costs a few comparisons, and for kinds that would cost more it is false.
#[cfg_attr(not(debug_assertions), inline(always))]
fn are_apart<S: Scalar, R: Real, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>, limit: R) -> bool {
    match (reach::<false, S, R, N>(a), reach::<false, S, R, N>(b)) {
        (Some((p, r)), Some((q, s))) => gap_of(p, q, r + s) > limit,
        _ => false,
    }
}

/// The same in a function of its own, before one that would copy the shapes or take them apart.
#[inline]
pub(crate) fn are_far<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> bool {
    are_apart(a, b, limit)
}

/// The same for a second shape on its way by a step: also apart are boxes that it passes by, seen along the step.
#[inline]
pub(crate) fn stay_apart<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    step: Vector<R, N>,
) -> bool {
    let (Some((p, r)), Some((q, s))) = (reach::<false, S, R, N>(a), reach::<false, S, R, N>(b)) else {
        return false;
    };
    let (zero, radii) = (R::default(), r + s);
    let ends = q.map(|end| end + step);
    let swept = [q[0].zip(ends[0], lesser::<false, R>), q[1].zip(ends[1], larger::<false, R>)];
    if gap_of(p, swept, radii) > zero {
        return true;
    }
    // Twice how far their middles are off, and twice how far they reach.
    let (off, wide) = (q[0] - p[1] + (q[1] - p[0]), p[1] - p[0] + (q[1] - q[0]));
    let size = (extent_of(p) + extent_of(q) + radii) * (R::EPSILON * R::from_f64(APART));
    let mut passed = false;
    for i in 0..N {
        for j in 0..i {
            let (u, v) = (step[i].distance(zero), step[j].distance(zero));
            let beside = (off[i] * step[j] - off[j] * step[i]).distance(zero);
            let reach = wide[i] * v + wide[j] * u + (radii + radii + size) * (u + v);
            passed |= beside > reach;
        }
    }
    passed
}

/// How far two boxes are surely apart along the axes, less a sum of radii.
#[cfg_attr(not(debug_assertions), inline(always))]
fn gap_of<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2], radii: R) -> R {
    let mut gap = R::from_f64(f64::NEG_INFINITY);
    for k in 0..N {
        let (forwards, backwards) = (q[0][k] - p[1][k], p[0][k] - q[1][k]);
        let next = if forwards > backwards { forwards } else { backwards };
        gap = if next > gap { next } else { gap };
    }
    gap - radii - (extent_of(p) + extent_of(q) + radii) * (R::EPSILON * R::from_f64(APART))
}

/// The sum of all coordinates, without their signs.
#[cfg_attr(not(debug_assertions), inline(always))]
fn extent_of<R: Real, const N: usize>([min, max]: [Vector<R, N>; 2]) -> R {
    let zero = R::default();
    (0..N).fold(zero, |sum, k| sum + (min[k].distance(zero) + max[k].distance(zero)))
}

/// A box that, with a radius around it, holds a shape; for some kinds it is larger than need be. That a NaN stays one costs time, and
/// is asked for by `SURE`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn reach<const SURE: bool, S: Scalar, R: Real, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Option<([Vector<R, N>; 2], R)> {
    if cfg!(bumper_small) {
        return None;
    }
    let zero = R::default();
    let with = with::<SURE, R, N>;
    let turned = |center, half, axes| of_box(&Turned { center: reals(center), half: reals(half), axes });
    Some(match shape {
        Shape::Point(point) => ([reals(*point); 2], zero),
        Shape::Ball(ball) => ([reals(ball.center()); 2], real(ball.radius())),
        Shape::Segment(segment) => (with([reals(segment.from()); 2], reals(segment.to())), zero),
        Shape::Capsule(capsule) => {
            let spine = capsule.spine();
            (with([reals(spine.from()); 2], reals(spine.to())), real(capsule.radius()))
        }
        Shape::Triangle(triangle) => {
            let [a, b, c] = triangle.corners().map(reals);
            (of_pairs::<SURE, R, N>(c, [[a, b]].into_iter()), zero)
        }
        Shape::Aabb(aabb) => ([reals(aabb.min()), reals(aabb.max())], zero),
        Shape::OrientedBox(shape) => {
            (turned(shape.center(), shape.half_size(), shape.rotation().cast().axes()), zero)
        }
        Shape::Ellipse(shape) => {
            (turned(shape.center(), shape.half_size(), shape.rotation().cast().axes()), zero)
        }
        Shape::Polygon(polygon) => (of_points::<SURE, S, R, N>(polygon.raw().0)?, real(polygon.radius())),
        Shape::Hull(hull) => (of_points::<SURE, S, R, N>(hull.points())?, zero),
        Shape::Cylinder(cylinder) => {
            let spine = cylinder.spine();
            ([reals(spine.min()), reals(spine.max())], real(cylinder.radius()))
        }
        Shape::OrientedCylinder(cylinder) => {
            let (center, half): (Vector<R, N>, R) = (reals(cylinder.center()), real(cylinder.half_height()));
            let reach = reals(cylinder.direction()).map(|c: R| c.distance(zero) * half);
            ([center - reach, center + reach], real(cylinder.radius()))
        }
        #[cfg(feature = "alloc")]
        Shape::Region(region) => return ends_of(region.boxes().all()),
        #[cfg(feature = "alloc")]
        Shape::Group(group) => {
            let all = ends_of(group.boxes().all())?;
            return Some(group.pose().map_or(all, |pose| reach_placed(all, &in_real(pose))));
        }
        Shape::Placed(shape, pose) => return reach_of_placed(shape, pose),
        Shape::SquaredBall(_) | Shape::Mask(_) | Shape::Compound(_) => return None,
    })
}

/// The same of a placed shape.
#[inline(never)]
fn reach_of_placed<S: Scalar, R: Real, const N: usize>(
    shape: &Shape<'_, S, N>,
    pose: &Pose<S, N>,
) -> Option<([Vector<R, N>; 2], R)> {
    Some(reach_placed(reach::<false, S, R, N>(shape)?, &in_real(pose)))
}

/// A box and a radius around it, placed. What rounding takes from that is the radius's.
#[inline]
fn reach_placed<R: Real, const N: usize>(
    ([min, max], radius): ([Vector<R, N>; 2], R),
    pose: &Pose<R, N>,
) -> ([Vector<R, N>; 2], R) {
    let half = (max - min).scaled(R::from_f64(0.5));
    let ends = of_box(&Turned { center: pose.apply(min + half), half, axes: pose.rotation.axes() });
    let size = extent_of([min, max]) + extent_of([pose.translation; 2]);
    (ends, radius + size * (R::EPSILON * R::from_f64(APART)))
}

/// A length whose square vanishes in `f32`: what is nearer may touch.
pub(crate) const LEAST: f64 = 1e-22;

/// The ends of a box that is kept around a list.
#[cfg(feature = "alloc")]
#[inline]
fn ends_of<T: Scalar, R: Real, const N: usize>(all: Option<&Aabb<T, N>>) -> Option<([Vector<R, N>; 2], R)> {
    all.map(|all| ([reals(all.min()), reals(all.max())], R::from_f64(LEAST)))
}

/// The box around some points.
#[inline(never)]
fn of_points<const SURE: bool, S: Scalar, R: Real, const N: usize>(
    points: &[Vector<S, N>],
) -> Option<[Vector<R, N>; 2]> {
    let first = reals(*points.first()?);
    let (pairs, last) = points.as_chunks::<2>();
    let last = last.first().map_or(first, |last| reals(*last));
    Some(of_pairs::<SURE, R, N>(last, pairs.iter().map(|pair| pair.map(reals))))
}

/// The box around a point and pairs of others: of two points on a plane all four coordinates are compared side by side.
#[inline]
fn of_pairs<const SURE: bool, R: Real, const N: usize>(
    first: Vector<R, N>,
    pairs: impl Iterator<Item = [Vector<R, N>; 2]>,
) -> [Vector<R, N>; 2] {
    let (mut low, mut high) = ([first; 2], [first; 2]);
    for pair in pairs {
        low = from_fn(|k| low[k].zip(pair[k], lesser::<SURE, R>));
        high = from_fn(|k| high[k].zip(pair[k], larger::<SURE, R>));
    }
    [low[0].zip(low[1], lesser::<SURE, R>), high[0].zip(high[1], larger::<SURE, R>)]
}

/// The smallest box around a shape, but for rounding; `None` where there is nothing, or a NaN.
pub(crate) fn extent<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Option<Aabb<f64, N>> {
    if let Shape::Mask(sprite) = shape {
        return extent(&Shape::Aabb(sprite.box_of(sprite.mask().tight()?)));
    }
    let mut all: Option<Aabb<f64, N>> = None;
    Kind::<S, f64, N>::new(shape, None)?.each_convex(&mut |part| {
        if let Some(extent) = tight(part) {
            all = Some(all.map_or(extent, |all| all.union(&extent)));
        }
    });
    all
}

/// A box around a shape as it lies, for the kinds that lists are mostly made of: without its form, which takes three times as
/// long. `None` for the other kinds.
#[inline]
pub(super) fn directly<S: Scalar, R: Real, const N: usize>(shape: &Shape<'_, S, N>) -> Option<Aabb<R, N>> {
    let is_exact = match shape {
        Shape::Point(_) | Shape::Segment(_) | Shape::Triangle(_) | Shape::Aabb(_) => true,
        Shape::Ball(ball) => ball.radius() <= S::default(),
        Shape::Capsule(capsule) => capsule.radius() <= S::default(),
        Shape::OrientedBox(_) => false,
        Shape::SquaredBall(_) | Shape::Ellipse(_) | Shape::Polygon(_) | Shape::Hull(_) => return None,
        Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Mask(_) => return None,
        Shape::Compound(_) | Shape::Placed(..) => return None,
        #[cfg(feature = "alloc")]
        Shape::Region(_) | Shape::Group(_) => return None,
    };
    let ([min, max], radius) = reach::<true, S, R, N>(shape)?;
    Some(grown(min, max, radius, is_exact).unwrap_or_else(everything))
}

/// A box moved outwards by a radius, and by what rounding may have taken from it; `None` where there is a NaN.
#[inline]
fn grown<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    radius: R,
    is_exact: bool,
) -> Option<Aabb<R, N>> {
    let radius = Vector::splat(radius);
    let (mut min, mut max) = (min - radius, max + radius);
    if !is_exact {
        let (zero, part) = (R::default(), R::EPSILON * R::from_f64(CORNER));
        let margin = max.zip(min, |a, b| (a.distance(zero) + b.distance(zero)) * part);
        (min, max) = (min - margin, max + margin);
    }
    (0..N).all(|axis| min[axis] <= max[axis]).then(|| Aabb::ordered(min.0, max.0))
}

#[inline]
fn is_nan<R: Real>(number: R) -> bool {
    number.partial_cmp(&number).is_none()
}

/// The lesser of two numbers; surely the NaN, if one is.
#[inline]
fn lesser<const SURE: bool, R: Real>(a: R, b: R) -> R {
    let is_second = if SURE { b < a || is_nan(b) && !is_nan(a) } else { b < a };
    if is_second { b } else { a }
}

/// The larger of two numbers; surely the NaN, if one is.
#[inline]
fn larger<const SURE: bool, R: Real>(a: R, b: R) -> R {
    let is_second = if SURE { b > a || is_nan(b) && !is_nan(a) } else { b > a };
    if is_second { b } else { a }
}

/// The ends with a point.
#[inline]
fn with<const SURE: bool, R: Real, const N: usize>(
    [min, max]: [Vector<R, N>; 2],
    point: Vector<R, N>,
) -> [Vector<R, N>; 2] {
    [min.zip(point, lesser::<SURE, R>), max.zip(point, larger::<SURE, R>)]
}

#[inline]
fn of_box<R: Real, const N: usize>(shape: &Turned<R, N>) -> [Vector<R, N>; 2] {
    let zero = R::default();
    let reach = Vector(from_fn(|k| {
        (0..N).fold(zero, |sum, j| sum + shape.axes[j][k].distance(zero) * shape.half[j])
    }));
    [shape.center - reach, shape.center + reach]
}

/// The box around a convex shape; `None` where there is a NaN.
#[inline]
fn tight<R: Real, const N: usize>(convex: &Convex<'_, R, N>) -> Option<Aabb<R, N>> {
    let [min, max] = ends(&convex.core);
    grown(min, max, convex.radius, true)
}

/// The least and the largest coordinates of a core; a NaN where there is one.
#[inline]
fn ends<R: Real, const N: usize>(core: &Core<'_, R, N>) -> [Vector<R, N>; 2] {
    match core {
        Core::Point(point) => [*point; 2],
        Core::Segment([from, to]) => with::<true, R, N>([*from; 2], *to),
        Core::Triangle([a, b, c]) => with::<true, R, N>(with::<true, R, N>([*a; 2], *b), *c),
        Core::Upright(ends) => *ends,
        Core::Box(shape) => of_box(shape),
        Core::Corners(corners) => {
            (1..corners.len()).fold([corners.at(0); 2], |ends, k| with::<true, R, N>(ends, corners.at(k)))
        }
        Core::Cylinder(_) | Core::Ellipse(_) => {
            let farthest =
                |k: usize, sign: f64| core.support(Vector::default().with(k, R::from_f64(sign)))[k];
            [Vector(from_fn(|k| farthest(k, -1.0))), Vector(from_fn(|k| farthest(k, 1.0)))]
        }
    }
}

/// A box in the float of a query; where it is placed, one around it, and what rounding may have taken from that.
#[inline]
pub(super) fn placed<S: Scalar, R: Real, const N: usize>(
    kept: &Aabb<S, N>,
    pose: Option<&Pose<R, N>>,
) -> Aabb<R, N> {
    let (min, max) = (reals(kept.min()), reals(kept.max()));
    match pose {
        None => Aabb::ordered(min.0, max.0),
        Some(pose) => around_placed(min, max, pose),
    }
}

#[inline]
fn around_placed<R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    pose: &Pose<R, N>,
) -> Aabb<R, N> {
    let half = (max - min).scaled(R::from_f64(0.5));
    let [min, max] = of_box(&Turned { center: pose.apply(min + half), half, axes: pose.rotation.axes() });
    grown(min, max, R::default(), false).unwrap_or_else(everything)
}

/// How much a corner that is a sum of products may be rounded, in roundings of its coordinates.
const CORNER: f64 = 4.0;

/// A box around a convex shape: the smallest, but for rounding, which makes it larger.
#[inline]
pub(crate) fn around<R: Real, const N: usize>(convex: &Convex<'_, R, N>) -> Aabb<R, N> {
    let is_exact = match convex.core {
        Core::Point(_) | Core::Segment(_) | Core::Triangle(_) | Core::Upright(_) => {
            convex.radius <= R::default()
        }
        Core::Box(_) | Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => false,
    };
    let [min, max] = ends(&convex.core);
    grown(min, max, convex.radius, is_exact).unwrap_or_else(everything)
}

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// A box around the shape, which may be larger than need be: everything where there is a NaN, and inside out where there is nothing.
    #[cfg(feature = "alloc")]
    pub(crate) fn around(&self) -> Aabb<S::Real, N> {
        let nothing = || {
            let all = everything::<S::Real, N>();
            Aabb::ordered(all.max().0, all.min().0)
        };
        Piece::<S, S::Real, N>::new(self).map_or_else(nothing, |piece| piece.bounds)
    }

    /// A box along the axes around the shape: the smallest, but for rounding, which makes it larger. `None` for an empty
    /// compound, and where there is a NaN.
    ///
    /// ```
    /// use bumper::{Aabb, OrientedBox, Rotation, Shape, Vector};
    /// let half = Rotation::from_complex(0.0, 1.0).unwrap();
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], half);
    /// let around = Shape::from(plank).bounds().unwrap();
    /// assert!((around.min() - Vector([4.0, 2.0])).length() < 1e-13);
    /// ```
    pub fn bounds(&self) -> Option<Aabb<S::Real, N>> {
        let bounds = match directly(self) {
            Some(bounds) => bounds,
            None => Piece::<S, S::Real, N>::new(self)?.bounds,
        };
        let zero = S::Real::default();
        // What is not finite has no size.
        (0..N).all(|k| (bounds.max()[k] - bounds.min()[k]) * zero == zero).then_some(bounds)
    }

    /// The middle of the smallest box along the axes around the shape, which need not be within it. `None` for what is empty,
    /// infinite or has a NaN.
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

/// How far two parts within boxes are at least apart along some axis, less so many roundings of their size: cheaper than
/// [`least_separation`], and below zero where that is.
#[inline]
pub(crate) fn least_gap<R: Real, const N: usize>(a: &Aabb<R, N>, b: &Aabb<R, N>, error: R) -> R {
    let gaps = (b.min() - a.max()).zip(a.min() - b.max(), larger::<false, R>);
    let gap = gaps.0.into_iter().fold(R::from_f64(f64::NEG_INFINITY), larger::<false, R>);
    let size = extent_of([a.min(), a.max()]) + extent_of([b.min(), b.max()]);
    let least = gap - size * error;
    if is_nan(least) { R::from_f64(f64::NEG_INFINITY) } else { least }
}

/// What the separation of two parts within boxes is at least: that of the boxes, less so many roundings of their size.
#[inline]
pub(crate) fn least_separation<R: Real, const N: usize>(a: &Aabb<R, N>, b: &Aabb<R, N>, error: R) -> R {
    let zero = R::default();
    let larger = larger::<false, R>;
    let (mut beyond, mut inside, mut size) = (zero, R::from_f64(f64::NEG_INFINITY), zero);
    for axis in 0..N {
        let gap = larger(b.min()[axis] - a.max()[axis], a.min()[axis] - b.max()[axis]);
        let positive = larger(zero, gap);
        beyond = beyond + positive * positive;
        inside = larger(inside, gap);
        let ends = [a.min(), a.max(), b.min(), b.max()].mapped(|end| end[axis].distance(zero));
        size = ends.into_iter().fold(size, larger);
    }
    let gap = if beyond > zero { Real::sqrt(beyond) } else { inside };
    let least = gap - size * error;
    if is_nan(least) { R::from_f64(f64::NEG_INFINITY) } else { least }
}
