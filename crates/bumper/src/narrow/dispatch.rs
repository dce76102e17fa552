//! The dispatch of the relation query. Every shape belongs to one of five classes; an exhaustive match selects the function for the two
//! classes of a pair.

use super::exact::{self, is_sharp, polygons};
use super::exact_plane::ExactPlane;
use super::fold_parts::strongest_relation;
use super::tolerance::GAP_ERROR;
use super::{ball_capsule, cylinders, oriented, pixels};
use crate::composite::tolerance::UNDERFLOW_LENGTH;
use crate::composite::{LeafKind, PartBuffer, are_far, gap_lower_bound};
use crate::scalar::{Real, Scalar, Zero};
use crate::view::ShapeView;
use crate::{
    Aabb, Ball, Capsule, Compound, Cylinder, Ellipse, HalfSpace, Hull, OrientedBox, OrientedCylinder,
    Polygon, PolygonBuf, Relate, Segment, Shape, Sprite, SquaredBall, Triangle, Vector, Verdict,
};
use core::ops::ControlFlow;

/// The class of a shape. Every kind of shape belongs to one class, and each class has its own algorithms.
enum Class<'s, S: Scalar, const N: usize> {
    /// Points, axis-aligned boxes, balls and axis-aligned cylinders. Pairs of them have closed forms.
    AxisAligned(AxisAlignedShape<'s, S, N>),
    /// Segments, capsules, triangles, polygons, hulls and oriented boxes. Most pairs are computed by separating axes in 2D, and by GJK in
    /// 3D.
    Straight,
    /// Ellipses and oriented cylinders, which are described by their support functions.
    Curved,
    /// Half-spaces, whose relation to a convex shape depends on the lowest point of that shape.
    HalfSpace(&'s HalfSpace<S, N>),
    /// Lists of parts, masks, concave polygons and shapes with a pose. Their relation is the strongest one of any two parts.
    Composite,
}

/// An axis-aligned shape of a known kind.
enum AxisAlignedShape<'s, S: Scalar, const N: usize> {
    Point(&'s Vector<S, N>),
    Aabb(&'s Aabb<S, N>),
    Ball(&'s Ball<S, N>),
    SquaredBall(&'s SquaredBall<S, N>),
    Cylinder(&'s Cylinder<S, N>),
}

impl<'s, S: Scalar, const N: usize> Class<'s, S, N> {
    #[inline]
    fn of(shape: &'s Shape<'_, S, N>) -> Self {
        match shape {
            Shape::Point(point) => Class::AxisAligned(AxisAlignedShape::Point(point)),
            Shape::Aabb(aabb) => Class::AxisAligned(AxisAlignedShape::Aabb(aabb)),
            Shape::Ball(ball) => Class::AxisAligned(AxisAlignedShape::Ball(ball)),
            Shape::SquaredBall(ball) => Class::AxisAligned(AxisAlignedShape::SquaredBall(ball)),
            Shape::Cylinder(cylinder) => Class::AxisAligned(AxisAlignedShape::Cylinder(cylinder)),
            Shape::Segment(_) | Shape::Capsule(_) | Shape::Triangle(_) => Class::Straight,
            Shape::OrientedBox(_) | Shape::Polygon(_) | Shape::Hull(_) => Class::Straight,
            Shape::Ellipse(_) | Shape::OrientedCylinder(_) => Class::Curved,
            Shape::HalfSpace(half_space) => Class::HalfSpace(half_space),
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => Class::Composite,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Group(_) => Class::Composite,
        }
    }
}

/// Binds `$typed` to the shape inside an [`AxisAlignedShape`], with the shape's own type such as `&Ball`, and evaluates `$body`.
macro_rules! typed {
    ($shape:expr, $typed:ident => $body:expr) => {
        match $shape {
            AxisAlignedShape::Point($typed) => $body,
            AxisAlignedShape::Aabb($typed) => $body,
            AxisAlignedShape::Ball($typed) => $body,
            AxisAlignedShape::SquaredBall($typed) => $body,
            AxisAlignedShape::Cylinder($typed) => $body,
        }
    };
}

impl<S: Scalar, const N: usize> Relate for Shape<'_, S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        // The arms for boxes and balls come first, and are inlined. The compiler turns them into selects, so a random mix of these kinds
        // causes no mispredicted branches.
        match (self, other) {
            (Shape::Aabb(a), Shape::Aabb(b)) => a.relate(b),
            (Shape::Aabb(a), Shape::Ball(b)) => a.relate(b),
            (Shape::Ball(a), Shape::Aabb(b)) => a.relate(b),
            (Shape::Ball(a), Shape::Ball(b)) => a.relate(b),
            _ => relate_outlined(self, other),
        }
    }
}

/// The relation of two shapes. Not inlined: the caller stays small, so that the compiler turns its arms for boxes and balls into selects.
#[inline(never)]
fn relate_outlined<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    relate(a, b)
}

/// The relation of two shapes: selects the function for the classes of the shapes.
#[inline]
fn relate<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    use Class::{AxisAligned, Composite, Curved, HalfSpace, Straight};
    match (Class::of(a), Class::of(b)) {
        (AxisAligned(p), AxisAligned(q)) => typed!(p, p => typed!(q, q => p.relate(q))),
        (AxisAligned(_) | Straight, Straight) | (Straight, AxisAligned(_)) => relate_straight(a, b),
        (AxisAligned(_) | Straight | Curved, Curved) | (Curved, AxisAligned(_) | Straight) => {
            relate_curved(a, b)
        }
        (HalfSpace(half_space), AxisAligned(_) | Straight | Curved | HalfSpace(_)) => {
            relate_half_space(half_space, b)
        }
        (AxisAligned(_) | Straight | Curved, HalfSpace(half_space)) => relate_half_space(half_space, a),
        (AxisAligned(_) | Straight | Curved | HalfSpace(_) | Composite, Composite)
        | (Composite, AxisAligned(_) | Straight | Curved | HalfSpace(_)) => relate_composite(a, b),
    }
}

/// The relation of a shape of the class [`Class::Straight`] and a shape that is of this class or axis-aligned.
#[inline]
fn relate_straight<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    if let Some(verdict) = ball_capsule::relate(a, b) {
        return verdict;
    }
    // The pairs of the first arms have closed forms that are faster than the comparison of bounding boxes in `are_far`.
    match (a, b) {
        (Shape::OrientedBox(a), Shape::OrientedBox(b)) => oriented::boxes(a, b),
        (Shape::OrientedBox(a), Shape::Aabb(b)) => oriented::against_aabb(a, b),
        (Shape::Aabb(a), Shape::OrientedBox(b)) => oriented::against_aabb(b, a),
        (Shape::OrientedBox(a), Shape::Point(b)) => oriented::ball(a, *b, S::ZERO),
        (Shape::Point(a), Shape::OrientedBox(b)) => oriented::ball(b, *a, S::ZERO),
        (Shape::OrientedBox(a), Shape::Ball(b)) => oriented::ball(a, b.center(), b.radius()),
        (Shape::Ball(a), Shape::OrientedBox(b)) => oriented::ball(b, a.center(), a.radius()),
        (Shape::Polygon(a), Shape::Polygon(b)) if const { N == 2 } && is_sharp(a) && is_sharp(b) => {
            polygons(a, b)
        }
        _ if are_far(a, b, S::Real::ZERO) => V::APART,
        _ => relate_near_straight(a, b),
    }
}

/// The relation of two shapes, as in [`relate_straight`], whose bounding boxes may touch. In 2D, exact predicates decide pairs of points,
/// segments, triangles, axis-aligned boxes, balls and polygons without a radius. For other pairs, the separation is computed.
#[inline(never)]
fn relate_near_straight<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    let exact = if const { N == 2 } { exact::relate(a, b) } else { None };
    exact.unwrap_or_else(|| relate_views(a, b))
}

/// The relation of two convex shapes, at least one of them an ellipse or an oriented cylinder.
#[inline]
fn relate_curved<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    if let (Shape::OrientedCylinder(p), Shape::OrientedCylinder(q)) = (a, b) {
        return cylinders::relate(p, q).unwrap_or_else(|| relate_views(a, b));
    }
    if are_far(a, b, S::Real::ZERO) { V::APART } else { relate_views(a, b) }
}

/// The relation of a half-space and a convex shape without a pose, which may be a half-space: exact for integers and fixed point.
#[inline(never)]
fn relate_half_space<S: Scalar, const N: usize, V: Verdict>(
    half_space: &HalfSpace<S, N>,
    other: &Shape<S, N>,
) -> V {
    let exact = if S::IS_FLOAT { None } else { ExactPlane::of(half_space).relate(other) };
    exact.unwrap_or_else(|| relate_views(&Shape::HalfSpace(*half_space), other))
}

/// The kinds of shapes that [`relate_composite`] distinguishes.
enum PartsKind<'s, 'a, S: Scalar, const N: usize> {
    /// A list of parts without a pose. Its relation to another shape is the strongest relation of any part.
    List,
    Mask(&'s Sprite<'a, S, N>),
    /// A concave polygon without a pose.
    #[cfg(feature = "alloc")]
    Region(&'s crate::Region<S, N>),
    /// A shape with a pose.
    Placed,
    Convex,
}

impl<'s, 'a, S: Scalar, const N: usize> PartsKind<'s, 'a, S, N> {
    fn of(shape: &'s Shape<'a, S, N>) -> Self {
        match shape {
            Shape::Compound(_) => PartsKind::List,
            #[cfg(feature = "alloc")]
            Shape::Mesh(_) | Shape::HeightField(_) => PartsKind::List,
            Shape::Mask(sprite) => PartsKind::Mask(sprite),
            Shape::Placed(..) => PartsKind::Placed,
            #[cfg(feature = "alloc")]
            Shape::Region(region) => PartsKind::Region(region),
            #[cfg(feature = "alloc")]
            Shape::Group(group) if group.pose().is_none() => PartsKind::List,
            #[cfg(feature = "alloc")]
            Shape::Group(_) => PartsKind::Placed,
            Shape::Point(_) | Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Aabb(_) => PartsKind::Convex,
            Shape::Segment(_) | Shape::Capsule(_) | Shape::Triangle(_) | Shape::Polygon(_) => {
                PartsKind::Convex
            }
            Shape::OrientedBox(_) | Shape::Hull(_) | Shape::Ellipse(_) => PartsKind::Convex,
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::HalfSpace(_) => PartsKind::Convex,
        }
    }
}

/// The relation of two shapes, at least one of them composite.
#[inline(never)]
fn relate_composite<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    use PartsKind::*;
    #[cfg(feature = "alloc")]
    if let Some(verdict) = super::fold_parts::of_ball(a, b) {
        return verdict;
    }
    if are_far(a, b, S::Real::ZERO) {
        return V::APART;
    }
    match (PartsKind::of(a), PartsKind::of(b)) {
        (List, List) => relate_lists(a, b),
        (List, Mask(_) | Placed | Convex) => relate_list(a, b),
        (Mask(_) | Placed | Convex, List) => relate_list(b, a),
        // The shape with a pose may have parts as well. `relate_views` splits both shapes, the mask into rectangles of pixels and the other
        // one into its parts, and searches pairs of them.
        (Mask(_), Placed) | (Placed, Mask(_)) => relate_views(a, b),
        (Mask(sprite), Mask(_) | Convex) => pixels::relate(sprite, b),
        (Convex, Mask(sprite)) => pixels::relate(sprite, a),
        (Placed | Convex, Placed | Convex) => relate_views(a, b),
        #[cfg(feature = "alloc")]
        (Region(_), Region(_)) => relate_lists(a, b),
        #[cfg(feature = "alloc")]
        (Region(_), List) => relate_list(b, a),
        #[cfg(feature = "alloc")]
        (List, Region(_)) => relate_list(a, b),
        #[cfg(feature = "alloc")]
        (Mask(sprite), Region(_)) => pixels::relate(sprite, b),
        #[cfg(feature = "alloc")]
        (Region(_), Mask(sprite)) => pixels::relate(sprite, a),
        #[cfg(feature = "alloc")]
        (Region(region), Placed | Convex) => relate_region(region, b),
        #[cfg(feature = "alloc")]
        (Placed | Convex, Region(region)) => relate_region(region, a),
    }
}

/// The strongest relation of any two convex parts of two shapes, computed in floats. Each shape is converted to its view first: a core with
/// a radius, or a list of parts.
#[inline(never)]
fn relate_views<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    if let Some(verdict) = super::relation_of_ball(a, b) {
        return verdict;
    }
    let p = a.view::<S::Real>(None);
    let q = b.view(None);
    if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (&p, &q) {
        return super::relate(p, q);
    }
    let (Some(p), Some(q)) = (p.non_empty(), q.non_empty()) else { return V::APART };
    strongest_relation([p, q])
}

/// Whether two parts may touch, given their AABBs. They may if the AABBs meet within rounding, or if the gap between the AABBs is so small
/// ([`UNDERFLOW_LENGTH`]) that the square of a distance may underflow to zero.
#[inline]
fn may_touch<R: Real, const N: usize>(a: &Aabb<R, N>, b: &Aabb<R, N>) -> bool {
    // The condition is also true if a coordinate is NaN.
    !(gap_lower_bound(a, b, R::EPSILON * R::from_f64(GAP_ERROR)) > R::from_f64(UNDERFLOW_LENGTH))
}

/// Whether the shape is a point, box or ball. The relation of two such shapes is computed as fast as a comparison of their bounding boxes,
/// so bounding boxes save no time.
fn is_cheap<S: Scalar, const N: usize>(shape: &Shape<S, N>) -> bool {
    matches!(shape, Shape::Point(_) | Shape::Aabb(_) | Shape::Ball(_))
}

/// The strongest relation of a shape and a part of a list. Parts that surely do not touch the shape are skipped.
fn relate_list<S: Scalar, const N: usize, V: Verdict>(list: &Shape<S, N>, other: &Shape<S, N>) -> V {
    let (Some(parts), Some(operand)) =
        (ShapeView::<S, S::Real, N>::new(list, None), ShapeView::new(other, None))
    else {
        return V::APART;
    };
    let (Some(count), Some(aabb)) = (parts.count(LeafKind::Convex), operand.bounds()) else {
        return V::APART;
    };
    let mut verdict = V::APART;
    if parts.stored_aabb().is_some() {
        let _ = parts.each_part_near(&aabb, &mut |index| {
            verdict = verdict.or(parts.shape_at(index).map_or(V::APART, |part| part.relate(other)));
            stop_if(verdict.is_final())
        });
        return verdict;
    }
    let is_other_cheap = is_cheap(other);
    let relate_part = |index: usize| {
        let part = parts.shape_at(index)?;
        let is_visited = is_other_cheap && is_cheap(&part)
            || parts.bounds_at(index).is_some_and(|bounds| may_touch(&bounds, &aabb));
        is_visited.then(|| part.relate(other))
    };
    strongest((0..count).filter_map(relate_part))
}

/// Ends a traversal if the condition is true.
fn stop_if(is_done: bool) -> ControlFlow<()> {
    if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The strongest relation of a part of one list and a part of another. Pairs that surely do not touch are skipped.
fn relate_lists<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    let (Some(p), Some(q)) = (ShapeView::<S, S::Real, N>::new(a, None), ShapeView::new(b, None)) else {
        return V::APART;
    };
    if q.stored_aabb().is_some() {
        return relate_list_and_hierarchy(&p, &q, |part, other| part.relate(other));
    }
    if p.stored_aabb().is_some() {
        return relate_list_and_hierarchy(&q, &p, |other, part| part.relate(other));
    }
    let Some(all) = q.bounds() else { return V::APART };
    let mut verdict = V::APART;
    let mut first_parts = PartBuffer::new();
    while first_parts.fill(&p, |part| may_touch(part, &all)) {
        let Some(aabb) = first_parts.aabb() else { break };
        let mut second_parts = PartBuffer::new();
        while second_parts.fill(&q, |part| may_touch(&aabb, part)) {
            for (i, bounds) in first_parts.entries() {
                let Some(part) = p.shape_at(i) else { continue };
                let near = second_parts.entries().filter(|(_, other)| may_touch(bounds, other));
                let pairs = near.filter_map(|(j, _)| Some(part.relate(&q.shape_at(j)?)));
                verdict = verdict.or(strongest(pairs));
                if verdict.is_final() {
                    return verdict;
                }
            }
        }
    }
    verdict
}

/// The strongest relation of a part of the list `one` and a part of the list `other`, which has a bounding volume hierarchy (BVH). `relate`
/// computes the relation of two parts. The BVH is searched for each part of `one`.
fn relate_list_and_hierarchy<S: Scalar, const N: usize, V: Verdict>(
    one: &ShapeView<'_, S, S::Real, N>,
    other: &ShapeView<'_, S, S::Real, N>,
    relate: impl Fn(&Shape<'_, S, N>, &Shape<'_, S, N>) -> V,
) -> V {
    let mut verdict = V::APART;
    let Some(all) = other.bounds() else { return verdict };
    let _ = one.each_part_near(&all, &mut |index| {
        let part =
            one.shape_at(index).zip(one.bounds_at(index)).filter(|(_, bounds)| may_touch(bounds, &all));
        let Some((part, bounds)) = part else { return ControlFlow::Continue(()) };
        other.each_part_near(&bounds, &mut |index| {
            verdict = verdict.or(other.shape_at(index).map_or(V::APART, |near| relate(&part, &near)));
            stop_if(verdict.is_final())
        })
    });
    verdict
}

/// The strongest relation of a shape and any part of a concave polygon. The polygon is cut into convex parts. A segment or point on a cut
/// only touches the parts on both sides, but it is inside the polygon, so the result is then overlapping.
#[cfg(feature = "alloc")]
fn relate_region<S: Scalar, const N: usize, V: Verdict>(
    region: &crate::Region<S, N>,
    other: &Shape<S, N>,
) -> V {
    let verdict: V = relate_list(&Shape::Region(region), other);
    if !verdict.is_final() && region.is_cut_by(other) { V::OVERLAPPING } else { verdict }
}

/// The strongest of several verdicts: relations, or booleans such as whether two shapes intersect. Stops at a verdict that no other one can
/// change, such as overlapping.
#[inline]
fn strongest<V: Verdict>(verdicts: impl Iterator<Item = V>) -> V {
    let mut strongest = V::APART;
    for verdict in verdicts {
        strongest = strongest.or(verdict);
        if strongest.is_final() {
            break;
        }
    }
    strongest
}

mod kind {
    /// Implemented by all shapes of this crate for which `relate_kinds` implements relations. [`Compound`](crate::Compound) and
    /// [`PolygonBuf`](crate::PolygonBuf) have implementations of their own.
    pub trait Kind {}
}
use kind::Kind;

impl<S: Scalar, const N: usize> Kind for Shape<'_, S, N> {}

/// Implements [`Relate`] for the pairs of typed shapes that are not both axis-aligned, and for pairs with a [`Shape`].
macro_rules! relate_kinds {
    ($axis_aligned:tt $other:tt) => {
        relate_kinds!(@pairs $axis_aligned $other);
        relate_kinds!(@pairs $other $axis_aligned);
        relate_kinds!(@pairs $other $other);
        relate_kinds!(@shapes $axis_aligned);
        relate_kinds!(@shapes $other);
    };
    (@pairs [$([$a:ty])*] $b:tt) => { $(relate_kinds!(@row [$a] $b);)* };
    (@row [$a:ty] [$([$b:ty])*]) => {$(
        impl<S: Scalar, const N: usize> Relate<$b> for $a {
            #[inline]
            fn relate<V: Verdict>(&self, other: &$b) -> V {
                relate(&Shape::from(*self), &Shape::from(*other))
            }
        }
    )*};
    (@shapes [$([$a:ty])*]) => {$(
        impl<S: Scalar, const N: usize> Kind for $a {}

        impl<S: Scalar, const N: usize> Relate<Shape<'_, S, N>> for $a {
            #[inline]
            fn relate<V: Verdict>(&self, other: &Shape<'_, S, N>) -> V {
                Shape::from(*self).relate(other)
            }
        }

        impl<S: Scalar, const N: usize> Relate<$a> for Shape<'_, S, N> {
            #[inline]
            fn relate<V: Verdict>(&self, other: &$a) -> V {
                self.relate(&Shape::from(*other))
            }
        }
    )*};
}

relate_kinds! {
    [[Vector<S, N>] [Aabb<S, N>] [Ball<S, N>] [SquaredBall<S, N>] [Cylinder<S, N>]]
    [[Segment<S, N>] [Triangle<S, N>] [Capsule<S, N>] [OrientedBox<S, N>] [OrientedCylinder<S, N>] [Ellipse<S, N>]
     [HalfSpace<S, N>]     [Polygon<'_, S, N>] [Hull<'_, S, N>] [Sprite<'_, S, N>]]
}

impl<A: Kind + Relate<T>, T> Relate<Compound<'_, T>> for A {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Compound<'_, T>) -> V {
        strongest(other.0.iter().map(|part| self.relate(part)))
    }
}

impl<T: Relate<B>, B: ?Sized> Relate<B> for Compound<'_, T> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &B) -> V {
        strongest(self.0.iter().map(|part| part.relate(other)))
    }
}

impl<A: Kind, S: Scalar, const CAP: usize> Relate<PolygonBuf<S, CAP>> for A
where
    A: for<'a> Relate<Polygon<'a, S, 2>>,
{
    #[inline]
    fn relate<V: Verdict>(&self, other: &PolygonBuf<S, CAP>) -> V {
        self.relate(&other.as_polygon())
    }
}

impl<S: Scalar, B: ?Sized, const CAP: usize> Relate<B> for PolygonBuf<S, CAP>
where
    for<'a> Polygon<'a, S, 2>: Relate<B>,
{
    #[inline]
    fn relate<V: Verdict>(&self, other: &B) -> V {
        self.as_polygon().relate(other)
    }
}
