//! Shapes taken apart: what several shapes, or thousands of pixels, ask of a query that is written for two convex ones.

use super::solid::Solid;
use crate::mask::Frame;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Pose, Shape, Vector};
use core::array::from_fn;

/// A shape or a part of one, where it is placed, and a box around that.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a, S: Scalar, const N: usize> {
    pub(crate) shape: Shape<'a, S, N>,
    pub(crate) pose: Option<Pose<f64, N>>,
    /// Everything, where there is a NaN.
    pub(crate) bounds: Aabb<f64, N>,
    /// Of a mask, which pixels.
    frame: Frame,
}

/// What of a shape is not taken apart.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Leaf {
    Convex,
    /// Also a region that is not placed.
    Region,
}

/// A search among pairs of parts for the one with the least of something.
pub(crate) trait Search<S: Scalar, const N: usize> {
    /// What no two parts within these boxes can be below.
    fn bound(&self, a: &Aabb<f64, N>, b: &Aabb<f64, N>) -> f64;
    /// The least so far: parts with a bound that is not below it are not looked at.
    fn best(&self) -> f64;
    /// Looks at two parts.
    fn look(&mut self, a: &Part<'_, S, N>, b: &Part<'_, S, N>);
}

impl<'a, S: Scalar, const N: usize> Part<'a, S, N> {
    /// `None` where there is nothing: for an empty compound or mask.
    pub(crate) fn new(shape: Shape<'a, S, N>, pose: Option<Pose<f64, N>>) -> Option<Self> {
        let frame = match &shape {
            Shape::Mask(sprite) => sprite.mask().tight()?,
            _ => Frame { min: [0; 2], max: [0; 2] },
        };
        let mut part = Self { shape, pose, bounds: everything(), frame };
        part.bounds = part.around()?;
        Some(part)
    }

    fn around(&self) -> Option<Aabb<f64, N>> {
        if let Shape::Mask(sprite) = &self.shape {
            return Some(bounds(&Shape::Aabb(sprite.box_of(self.frame)), self.pose.as_ref()));
        }
        let mut all: Option<Aabb<f64, N>> = None;
        if self.is_leaf(Leaf::Convex) {
            return Some(bounds(&self.shape, self.pose.as_ref()));
        }
        self.each(|part| all = Some(all.map_or(part.bounds, |all| all.union(&part.bounds))));
        all
    }

    #[cfg_attr(not(feature = "alloc"), allow(unused_variables))]
    pub(crate) fn is_leaf(&self, leaf: Leaf) -> bool {
        match self.shape {
            Shape::Compound(_) | Shape::Placed(..) | Shape::Mask(_) => false,
            #[cfg(feature = "alloc")]
            Shape::Region(_) => leaf == Leaf::Region && self.pose.is_none(),
            _ => true,
        }
    }

    /// The parts that it consists of, in order; the halves of a mask.
    fn each(&self, mut each: impl FnMut(Self)) {
        let mut own = |shape, pose| Part::new(shape, pose).into_iter().for_each(&mut each);
        match self.shape {
            Shape::Compound(parts) => parts.iter().for_each(|part| own(*part, self.pose)),
            Shape::Placed(shape, inner) => {
                let inner = inner.to_f64();
                own(*shape, Some(self.pose.map_or(inner, |pose| inner.then(&pose))));
            }
            #[cfg(feature = "alloc")]
            Shape::Region(region) => region.parts().for_each(|part| own(Shape::Polygon(part), self.pose)),
            Shape::Mask(sprite) => {
                for half in self.frame.halves().into_iter().flatten() {
                    if sprite.mask().any_in(half) {
                        let shape =
                            if half.is_pixel() { Shape::Aabb(sprite.box_of(half)) } else { self.shape };
                        let mut part = Self { shape, frame: half, ..*self };
                        part.bounds = part.around().unwrap_or(self.bounds);
                        each(part);
                    }
                }
            }
            _ => each(*self),
        }
    }

    /// Every convex part.
    pub(crate) fn each_convex(&self, each: &mut dyn FnMut(&Self)) {
        if self.is_leaf(Leaf::Convex) {
            each(self);
        } else {
            self.each(|part| part.each_convex(each));
        }
    }

    /// The shape and where it is placed.
    pub(crate) fn placed(&self) -> (&Shape<'a, S, N>, Option<&Pose<f64, N>>) {
        (&self.shape, self.pose.as_ref())
    }

    fn extent(&self) -> f64 {
        (self.bounds.max() - self.bounds.min()).0.into_iter().fold(0.0, f64::max)
    }
}

/// Looks at the pairs of parts of two shapes that may be better than the best so far.
pub(crate) fn search<S: Scalar, const N: usize>(
    a: Shape<'_, S, N>,
    b: Shape<'_, S, N>,
    leaf: Leaf,
    search: &mut impl Search<S, N>,
) {
    // What is not taken apart needs no boxes.
    let bare =
        |shape| Part { shape, pose: None, bounds: everything(), frame: Frame { min: [0; 2], max: [0; 2] } };
    let (p, q) = (bare(a), bare(b));
    if p.is_leaf(leaf) && q.is_leaf(leaf) {
        return search.look(&p, &q);
    }
    if let (Some(p), Some(q)) = (Part::new(a, None), Part::new(b, None)) {
        descend(&p, &q, leaf, search);
    }
}

fn descend<S: Scalar, const N: usize>(
    a: &Part<'_, S, N>,
    b: &Part<'_, S, N>,
    leaf: Leaf,
    search: &mut impl Search<S, N>,
) {
    let first = match (a.is_leaf(leaf), b.is_leaf(leaf)) {
        (true, true) => return search.look(a, b),
        (false, true) => true,
        (true, false) => false,
        (false, false) => a.extent() >= b.extent(),
    };
    let (split, other) = if first { (a, b) } else { (b, a) };
    // Of the halves of a mask the better one first; all other parts in their order.
    let halves = matches!(split.shape, Shape::Mask(_));
    let mut later: Option<(f64, Part<'_, S, N>)> = None;
    split.each(|part| {
        let bound = |search: &mut dyn FnMut(&Aabb<f64, N>, &Aabb<f64, N>) -> f64| match first {
            true => search(&part.bounds, &other.bounds),
            false => search(&other.bounds, &part.bounds),
        };
        let mut next = (bound(&mut |a, b| search.bound(a, b)), part);
        if halves {
            match later {
                None => {
                    later = Some(next);
                    return;
                }
                Some(held) if held.0 <= next.0 => {
                    later = Some(next);
                    next = held;
                }
                Some(_) => {}
            }
        }
        enter(&next, other, first, leaf, search);
    });
    if let Some(part) = later {
        enter(&part, other, first, leaf, search);
    }
}

fn enter<S: Scalar, const N: usize>(
    (bound, part): &(f64, Part<'_, S, N>),
    other: &Part<'_, S, N>,
    first: bool,
    leaf: Leaf,
    search: &mut impl Search<S, N>,
) {
    let best = search.best();
    // Nothing is left out before something is found: not even what is infinitely far.
    if *bound >= best && best < f64::INFINITY {
        return;
    }
    if first { descend(part, other, leaf, search) } else { descend(other, part, leaf, search) }
}

fn everything<const N: usize>() -> Aabb<f64, N> {
    Aabb::new(Vector::splat(f64::NEG_INFINITY), Vector::splat(f64::INFINITY))
}

/// The smallest box around a shape, but for the rounding of `f64`; `None` where there is nothing, or a NaN.
pub(crate) fn extent<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Option<Aabb<f64, N>> {
    match shape {
        Shape::Mask(sprite) => tight(&Shape::Aabb(sprite.box_of(sprite.mask().tight()?)), None),
        Shape::Aabb(_) | Shape::Ball(_) => tight(shape, None),
        _ => {
            let mut all: Option<Aabb<f64, N>> = None;
            Part::new(*shape, None)?.each_convex(&mut |part| {
                let (shape, pose) = part.placed();
                if let Some(extent) = tight(shape, pose) {
                    all = Some(all.map_or(extent, |all| all.union(&extent)));
                }
            });
            all
        }
    }
}

/// The box around a convex shape.
fn tight<S: Scalar, const N: usize>(
    shape: &Shape<'_, S, N>,
    pose: Option<&Pose<f64, N>>,
) -> Option<Aabb<f64, N>> {
    if let (Shape::Aabb(aabb), None) = (shape, pose) {
        let bounds = Aabb::new(aabb.min().map(S::to_f64), aabb.max().map(S::to_f64));
        return (0..N).all(|axis| bounds.min()[axis] <= bounds.max()[axis]).then_some(bounds);
    }
    let solid = Solid::new(shape, pose)?;
    let axis = |k: usize, sign: f64| Vector::default().with(k, sign);
    let max = Vector(from_fn(|k| solid.support(axis(k, 1.0))[k] + solid.radius));
    let min = Vector(from_fn(|k| solid.support(axis(k, -1.0))[k] - solid.radius));
    Some(Aabb::new(min, max))
}

/// A box around a convex shape: the smallest, but for rounding, which makes it larger.
fn bounds<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>, pose: Option<&Pose<f64, N>>) -> Aabb<f64, N> {
    let Some(bounds) = tight(shape, pose) else { return everything() };
    if matches!(shape, Shape::Aabb(_)) && pose.is_none()
        || !Solid::new(shape, pose).is_some_and(|solid| solid.is_rounded_off())
    {
        return bounds;
    }
    let epsilon = Scalar::to_f64(S::Real::EPSILON) * 4.0;
    let margin = bounds.max().zip(bounds.min(), |a, b| (a.abs() + b.abs()) * epsilon);
    Aabb::new(bounds.min() - margin, bounds.max() + margin)
}

/// What the separation of two parts within boxes is at least: that of the boxes, less what rounding in a float of this
/// precision may do.
pub(crate) fn least_separation<const N: usize>(a: &Aabb<f64, N>, b: &Aabb<f64, N>, epsilon: f64) -> f64 {
    let (mut beyond, mut inside, mut size) = (0.0, f64::NEG_INFINITY, 0.0f64);
    for axis in 0..N {
        let gap = (b.min()[axis] - a.max()[axis]).max(a.min()[axis] - b.max()[axis]);
        if gap > 0.0 {
            beyond += gap * gap;
        }
        inside = gap.max(inside);
        let ends = [a.min(), a.max(), b.min(), b.max()].map(|end| end[axis].abs());
        size = ends.into_iter().fold(size, f64::max);
    }
    let gap = if beyond > 0.0 { Real::sqrt(beyond) } else { inside };
    let least = gap - size * epsilon;
    if least.is_nan() { f64::NEG_INFINITY } else { least }
}
