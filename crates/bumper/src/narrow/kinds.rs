//! Which routine answers for which pair of kinds, by the kinds' names or by those of [`Shape`].

use super::exact::{self, is_sharp, outlines};
use super::fold_parts::{ERROR, of_parts};
use super::{ball_capsule, cylinders, oriented, pixels};
use crate::composite::{LEAST, LeafKind, Near, Operand, are_far, least_gap};
use crate::scalar::{Real, Scalar};
use crate::view::ShapeView;
use crate::{
    Aabb, Ball, Capsule, Compound, Cylinder, Ellipse, Hull, OrientedBox, OrientedCylinder, Polygon,
    PolygonBuf, Relate, Segment, Shape, Sprite, SquaredBall, Triangle, Vector, Verdict,
};

/// Every pair of one of these and one of those, by [`slanted`].
macro_rules! pairs {
    (@ [$a:ty] [$([$b:ty])*]) => {$(
        impl<S: Scalar, const N: usize> Relate<$b> for $a {
            #[inline]
            fn relate<V: Verdict>(&self, other: &$b) -> V {
                slanted(&Shape::from(*self), &Shape::from(*other))
            }
        }
    )*};
    ([$([$a:ty])*] $b:tt) => { $(pairs!(@ [$a] $b);)* };
}

/// The macro `pairs` with the kinds that lie along the axes, and with all others.
macro_rules! tables {
    ($upright:tt $slanted:tt) => {
        pairs!($slanted $upright);
        pairs!($upright $slanted);
        pairs!($slanted $slanted);
    };
}

tables! {
    [[Vector<S, N>] [Aabb<S, N>] [Ball<S, N>] [SquaredBall<S, N>] [Cylinder<S, N>]]
    [[Segment<S, N>] [Triangle<S, N>] [Capsule<S, N>] [OrientedBox<S, N>] [OrientedCylinder<S, N>] [Ellipse<S, N>]
     [Polygon<'_, S, N>] [Hull<'_, S, N>] [Sprite<'_, S, N>]]
}

/// Every pair with a kind that does not lie along the axes. Where the kinds are known when this is compiled, nothing is
/// left of the choice.
#[inline]
fn slanted<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    ball_capsule::relate(a, b).unwrap_or_else(|| unball_capsuled(a, b))
}

/// The same but for those.
#[inline]
fn unball_capsuled<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    match (a, b) {
        (Shape::OrientedBox(a), Shape::OrientedBox(b)) => oriented::boxes(a, b),
        (Shape::OrientedBox(a), Shape::Aabb(b)) => oriented::against_upright(a, b),
        (Shape::Aabb(a), Shape::OrientedBox(b)) => oriented::against_upright(b, a),
        (Shape::OrientedBox(a), Shape::Point(b)) => oriented::round(a, *b, S::default()),
        (Shape::Point(a), Shape::OrientedBox(b)) => oriented::round(b, *a, S::default()),
        (Shape::OrientedBox(a), Shape::Ball(b)) => oriented::round(a, b.center(), b.radius()),
        (Shape::Ball(a), Shape::OrientedBox(b)) => oriented::round(b, a.center(), a.radius()),
        (Shape::OrientedCylinder(p), Shape::OrientedCylinder(q)) => {
            cylinders::relate(p, q).unwrap_or_else(|| others(a, b))
        }
        (Shape::Polygon(a), Shape::Polygon(b)) if const { N == 2 } && is_sharp(a) && is_sharp(b) => {
            outlines(a, b)
        }
        #[cfg(feature = "alloc")]
        (Shape::Group(_), Shape::Ball(_) | Shape::Point(_))
        | (Shape::Ball(_) | Shape::Point(_), Shape::Group(_)) => {
            super::fold_parts::of_ball(a, b).unwrap_or_else(|| rest(a, b))
        }
        _ => rest(a, b),
    }
}

/// What boxes may say of.
#[inline]
fn rest<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    if are_far(a, b, S::Real::default()) { V::APART } else { others(a, b) }
}

/// The pairs that take so long that a choice more does not matter.
#[inline(never)]
fn others<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    match (a, b) {
        _ if is_list(a) && is_list(b) => return of_lists(a, b),
        _ if is_list(a) => return of_list(a, b),
        _ if is_list(b) => return of_list(b, a),
        // Both are halved in turn, not one for each half of the other.
        (Shape::Mask(_), Shape::Placed(..)) | (Shape::Placed(..), Shape::Mask(_)) => return solids(a, b),
        #[cfg(feature = "alloc")]
        (Shape::Mask(_), Shape::Group(_)) | (Shape::Group(_), Shape::Mask(_)) => return solids(a, b),
        (Shape::Mask(sprite), _) => return pixels::relate(sprite, b),
        (_, Shape::Mask(sprite)) => return pixels::relate(sprite, a),
        #[cfg(feature = "alloc")]
        (Shape::Region(_), Shape::Region(_)) => return of_lists(a, b),
        #[cfg(feature = "alloc")]
        (Shape::Region(region), _) => return of_region(region, b),
        #[cfg(feature = "alloc")]
        (_, Shape::Region(region)) => return of_region(region, a),
        _ => {}
    }
    if const { N != 2 } {
        return solids(a, b);
    }
    exact::relate(a, b).unwrap_or_else(|| solids(a, b))
}

/// What is the strongest of its parts, each as it lies.
fn is_list<S: Scalar, const N: usize>(shape: &Shape<S, N>) -> bool {
    match shape {
        Shape::Compound(_) => true,
        #[cfg(feature = "alloc")]
        Shape::Group(group) => group.pose().is_none(),
        _ => false,
    }
}

/// The relation of two shapes in floats: the strongest of their convex parts.
fn solids<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    if let Some(verdict) = super::relation_of_ball(a, b) {
        return verdict;
    }
    let (p, q) = (a.view::<S::Real>(None), b.view(None));
    if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (&p, &q) {
        return super::relate(p, q);
    }
    let (Some(p), Some(q)) = (Operand::of(p), Operand::of(q)) else { return V::APART };
    of_parts([p, q])
}

/// Whether parts within boxes may touch. What is nearer than the least length may touch, too.
#[inline]
fn may_touch<R: Real, const N: usize>(a: &Aabb<R, N>, b: &Aabb<R, N>) -> bool {
    // Also true for NaN.
    !(least_gap(a, b, R::EPSILON * R::from_f64(ERROR)) > R::from_f64(LEAST))
}

/// The kinds for which a test costs as little as that of two boxes.
fn is_quick<S: Scalar, const N: usize>(shape: &Shape<S, N>) -> bool {
    matches!(shape, Shape::Point(_) | Shape::Aabb(_) | Shape::Ball(_))
}

/// The strongest of the parts of a list that may touch a shape.
fn of_list<S: Scalar, const N: usize, V: Verdict>(list: &Shape<S, N>, other: &Shape<S, N>) -> V {
    let (Some(parts), Some(kind)) = (Operand::<S, S::Real, N>::new(list, None), Operand::new(other, None))
    else {
        return V::APART;
    };
    let (Some(count), Some(around)) = (parts.count(LeafKind::Convex), kind.bounds()) else { return V::APART };
    let is_quick_other = is_quick(other);
    let near = |place: usize| {
        let part = parts.shape_at(place)?;
        let looked = is_quick_other && is_quick(&part)
            || parts.bounds_at(place).is_some_and(|bounds| may_touch(&bounds, &around));
        looked.then(|| part.relate(other))
    };
    let mut next = 0;
    let places = core::iter::from_fn(|| {
        let place = parts.next_kept(next, |bounds| may_touch(bounds, &around));
        next = place + 1;
        (place < count).then_some(place)
    });
    fold_parts(places.filter_map(near))
}

/// The strongest of the pairs of parts of two lists that may touch.
fn of_lists<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    let (Some(p), Some(q)) = (Operand::<S, S::Real, N>::new(a, None), Operand::new(b, None)) else {
        return V::APART;
    };
    let Some(all) = q.bounds() else { return V::APART };
    let (mut verdict, mut these) = (V::APART, Near::few(&p));
    while these.fill(&p, |part| may_touch(part, &all)) {
        let Some(around) = these.around() else { break };
        let mut those = Near::new();
        while those.fill(&q, |part| may_touch(&around, part)) {
            for (i, near) in these.held() {
                let Some(part) = p.shape_at(i) else { continue };
                let others = those.held().filter(|(_, other)| may_touch(near, other));
                let pairs = others.filter_map(|(j, _)| Some(part.relate(&q.shape_at(j)?)));
                verdict = verdict.or(fold_parts(pairs));
                if verdict.is_final() {
                    return verdict;
                }
            }
        }
    }
    verdict
}

/// The strongest of the parts; but a shape without an inside overlaps where it only touches two of them between them.
#[cfg(feature = "alloc")]
fn of_region<S: Scalar, const N: usize, V: Verdict>(region: &crate::Region<S, N>, other: &Shape<S, N>) -> V {
    let verdict: V = of_list(&Shape::Region(region), other);
    if !verdict.is_final() && region.is_cut_by(other) { V::OVERLAPPING } else { verdict }
}

impl<S: Scalar, const N: usize> Relate for Shape<'_, S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        // Boxes and balls first: these four the compiler turns into selects, so that no jump can be mispredicted. Where
        // they come mixed at random that takes a fifth to a seventh of the time of two jump tables.
        match (self, other) {
            (Shape::Aabb(a), Shape::Aabb(b)) => a.relate(b),
            (Shape::Aabb(a), Shape::Ball(b)) => a.relate(b),
            (Shape::Ball(a), Shape::Aabb(b)) => a.relate(b),
            (Shape::Ball(a), Shape::Ball(b)) => a.relate(b),
            _ => any(self, other),
        }
    }
}

/// Runs an expression with the typed value of a [`Shape`] along the axes under a name; another for the rest.
macro_rules! upright {
    ($shape:expr, $typed:ident => $body:expr, _ => $rest:expr) => {
        match $shape {
            Shape::Point($typed) => $body,
            Shape::Aabb($typed) => $body,
            Shape::Ball($typed) => $body,
            Shape::SquaredBall($typed) => $body,
            Shape::Cylinder($typed) => $body,
            _ => $rest,
        }
    };
}

/// Every pair. Not inlined, or it would cost the four above their form.
#[inline(never)]
fn any<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    match ball_capsule::relate(a, b) {
        Some(verdict) => verdict,
        None => other(a, b),
    }
}

/// The others. Not inlined: what they need would be put aside for those that are known by now.
#[inline(never)]
fn other<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    upright!(a, p => upright!(b, q => p.relate(q), _ => unball_capsuled(a, b)), _ => unball_capsuled(a, b))
}

/// A typed shape against a [`Shape`], and the mirrored order.
macro_rules! typed {
    ($([$typed:ty])*) => {$(
        impl<S: Scalar, const N: usize> Relate<Shape<'_, S, N>> for $typed {
            #[inline]
            fn relate<V: Verdict>(&self, other: &Shape<'_, S, N>) -> V {
                Shape::from(*self).relate(other)
            }
        }

        impl<S: Scalar, const N: usize> Relate<$typed> for Shape<'_, S, N> {
            #[inline]
            fn relate<V: Verdict>(&self, other: &$typed) -> V {
                self.relate(&Shape::from(*other))
            }
        }
    )*};
}

/// Anything against a compound.
macro_rules! against_compound {
    ($([$a:ty])*) => {$(
        impl<T, S: Scalar, const N: usize> Relate<Compound<'_, T>> for $a
        where
            Self: Relate<T>,
        {
            #[inline]
            fn relate<V: Verdict>(&self, other: &Compound<'_, T>) -> V {
                fold_parts(other.0.iter().map(|part| self.relate(part)))
            }
        }
    )*};
}

/// Anything against a polygon that holds its corners.
macro_rules! against_polygon {
    ($([$a:ty])*) => {$(
        impl<S: Scalar, const CAP: usize> Relate<PolygonBuf<S, CAP>> for $a {
            #[inline]
            fn relate<V: Verdict>(&self, other: &PolygonBuf<S, CAP>) -> V {
                self.relate(&other.as_polygon())
            }
        }
    )*};
}

typed! {
    [Vector<S, N>] [Aabb<S, N>] [Ball<S, N>] [SquaredBall<S, N>] [Cylinder<S, N>] [Segment<S, N>] [Triangle<S, N>]
    [Capsule<S, N>] [OrientedBox<S, N>] [OrientedCylinder<S, N>] [Ellipse<S, N>] [Polygon<'_, S, N>] [Hull<'_, S, N>]
    [Sprite<'_, S, N>]
}

against_compound! {
    [Vector<S, N>] [Aabb<S, N>] [Ball<S, N>] [SquaredBall<S, N>] [Cylinder<S, N>] [Segment<S, N>] [Triangle<S, N>]
    [Capsule<S, N>] [OrientedBox<S, N>] [OrientedCylinder<S, N>] [Ellipse<S, N>] [Polygon<'_, S, N>] [Hull<'_, S, N>]
    [Sprite<'_, S, N>] [Shape<'_, S, N>]
}

against_polygon! {
    [Vector<S, 2>] [Aabb<S, 2>] [Ball<S, 2>] [SquaredBall<S, 2>] [Segment<S, 2>] [Triangle<S, 2>] [Capsule<S, 2>]
    [OrientedBox<S, 2>] [Ellipse<S, 2>] [Polygon<'_, S, 2>] [Sprite<'_, S, 2>] [Shape<'_, S, 2>]
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

// A compound against anything: the strongest of its parts.
impl<T: Relate<B>, B: ?Sized> Relate<B> for Compound<'_, T> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &B) -> V {
        fold_parts(self.0.iter().map(|part| part.relate(other)))
    }
}

/// Looks no further once the answer cannot change.
#[inline]
fn fold_parts<V: Verdict>(parts: impl Iterator<Item = V>) -> V {
    let mut verdict = V::APART;
    for part in parts {
        verdict = verdict.or(part);
        if verdict.is_final() {
            break;
        }
    }
    verdict
}
