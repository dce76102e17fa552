//! Shapes taken apart: what several shapes, or thousands of pixels, ask of a query that is written for two convex ones.

use crate::form::{Convex, Core, Form, Parts};
use crate::mask::Frame;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Pose, Shape, Sprite, Vector};
use core::array::from_fn;

/// A shape or a part of one, in the float of a query, and a box around it.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a, S: Scalar, R: Real, const N: usize> {
    pub(crate) kind: Kind<'a, S, R, N>,
    /// Everything, where there is a NaN.
    pub(crate) bounds: Aabb<R, N>,
}

#[derive(Clone, Copy)]
pub(crate) enum Kind<'a, S: Scalar, R: Real, const N: usize> {
    Convex(Convex<'a, S, R, N>),
    Compound(&'a [Shape<'a, S, N>], Option<Pose<R, N>>),
    #[cfg(feature = "alloc")]
    Region(&'a crate::Region<S, N>, Option<Pose<R, N>>),
    /// Those pixels of a mask that are in a frame.
    Mask(Sprite<'a, S, N>, Frame, Option<Pose<R, N>>),
}

/// What of a shape is not taken apart.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Leaf {
    Convex,
    /// Also a region that is not placed.
    Region,
}

/// A search among pairs of parts for the one with the least of something.
pub(crate) trait Search<S: Scalar, R: Real, const N: usize> {
    /// What no two parts within these boxes can be below.
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R;
    /// The least so far: parts with a bound that is not below it are not looked at.
    fn best(&self) -> R;
    /// Looks at two parts.
    fn look(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>);
}

impl<'a, S: Scalar, R: Real, const N: usize> Kind<'a, S, R, N> {
    /// `None` where there is nothing: for an empty mask.
    #[inline]
    pub(crate) fn new(shape: &Shape<'a, S, N>, pose: Option<&Pose<R, N>>) -> Option<Self> {
        Some(match shape.form(pose) {
            Form::Convex(convex) => Kind::Convex(convex),
            Form::Parts(Parts::Compound(shapes), pose) => Kind::Compound(shapes, pose),
            #[cfg(feature = "alloc")]
            Form::Parts(Parts::Region(region), pose) => Kind::Region(region, pose),
            Form::Parts(Parts::Mask(sprite), pose) => Kind::Mask(sprite, sprite.mask().tight()?, pose),
        })
    }

    #[inline]
    pub(crate) fn is_leaf(&self, leaf: Leaf) -> bool {
        match self {
            Kind::Convex(_) => true,
            Kind::Compound(..) | Kind::Mask(..) => false,
            #[cfg(feature = "alloc")]
            Kind::Region(_, pose) => leaf == Leaf::Region && pose.is_none(),
        }
    }

    /// The parts that it consists of, in order; the halves of a mask.
    fn each(&self, mut each: impl FnMut(Self)) {
        match *self {
            Kind::Convex(_) => each(*self),
            Kind::Compound(shapes, pose) => {
                shapes.iter().filter_map(|shape| Kind::new(shape, pose.as_ref())).for_each(each);
            }
            #[cfg(feature = "alloc")]
            Kind::Region(region, pose) => {
                let parts = region.parts().map(Shape::Polygon);
                parts.filter_map(|part| Kind::new(&part, pose.as_ref())).for_each(each);
            }
            Kind::Mask(sprite, frame, pose) => {
                for half in frame.halves().into_iter().flatten().filter(|half| sprite.mask().any_in(*half)) {
                    if half.is_pixel() {
                        Kind::new(&Shape::Aabb(sprite.box_of(half)), pose.as_ref())
                            .into_iter()
                            .for_each(&mut each);
                    } else {
                        each(Kind::Mask(sprite, half, pose));
                    }
                }
            }
        }
    }

    /// Calls `each` with every convex part.
    pub(crate) fn each_convex(&self, each: &mut dyn FnMut(&Convex<'a, S, R, N>)) {
        match self {
            Kind::Convex(convex) => each(convex),
            _ => self.each(|part| part.each_convex(each)),
        }
    }

    /// A box around it; `None` for an empty compound.
    fn bounds(&self) -> Option<Aabb<R, N>> {
        match self {
            Kind::Convex(convex) => Some(around(convex)),
            Kind::Mask(sprite, frame, pose) => match Shape::Aabb(sprite.box_of(*frame)).form(pose.as_ref()) {
                Form::Convex(convex) => Some(around(&convex)),
                Form::Parts(..) => None,
            },
            _ => {
                let mut all: Option<Aabb<R, N>> = None;
                self.each(|part| {
                    if let Some(bounds) = part.bounds() {
                        all = Some(all.map_or(bounds, |all| all.union(&bounds)));
                    }
                });
                all
            }
        }
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> Piece<'a, S, R, N> {
    /// `None` where there is nothing: for an empty compound or mask.
    pub(crate) fn new(shape: &Shape<'a, S, N>) -> Option<Self> {
        Self::of(Kind::new(shape, None)?)
    }

    fn of(kind: Kind<'a, S, R, N>) -> Option<Self> {
        Some(Self { kind, bounds: kind.bounds()? })
    }

    fn extent(&self) -> R {
        let size = self.bounds.max() - self.bounds.min();
        size.0.into_iter().fold(R::default(), |a, b| if a < b { b } else { a })
    }
}

/// Looks at the pairs of parts of two shapes that may be better than the best so far.
#[inline]
pub(crate) fn search<S: Scalar, R: Real, const N: usize>(
    a: &Kind<'_, S, R, N>,
    b: &Kind<'_, S, R, N>,
    leaf: Leaf,
    search: &mut impl Search<S, R, N>,
) {
    // What is not taken apart needs no boxes.
    if a.is_leaf(leaf) && b.is_leaf(leaf) {
        return search.look(a, b);
    }
    if let (Some(p), Some(q)) = (Piece::of(*a), Piece::of(*b)) {
        descend(&p, &q, leaf, search);
    }
}

fn descend<S: Scalar, R: Real, const N: usize>(
    a: &Piece<'_, S, R, N>,
    b: &Piece<'_, S, R, N>,
    leaf: Leaf,
    search: &mut impl Search<S, R, N>,
) {
    let first = match (a.kind.is_leaf(leaf), b.kind.is_leaf(leaf)) {
        (true, true) => return search.look(&a.kind, &b.kind),
        (false, true) => true,
        (true, false) => false,
        (false, false) => a.extent() >= b.extent(),
    };
    let (split, other) = if first { (a, b) } else { (b, a) };
    // Of the halves of a mask the better one first; all other parts in their order.
    let halves = matches!(split.kind, Kind::Mask(..));
    let mut later: Option<(R, Piece<'_, S, R, N>)> = None;
    split.kind.each(|part| {
        let Some(part) = Piece::of(part) else { return };
        let bound = match first {
            true => search.bound(&part.bounds, &other.bounds),
            false => search.bound(&other.bounds, &part.bounds),
        };
        let mut next = (bound, part);
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

fn enter<S: Scalar, R: Real, const N: usize>(
    (bound, part): &(R, Piece<'_, S, R, N>),
    other: &Piece<'_, S, R, N>,
    first: bool,
    leaf: Leaf,
    search: &mut impl Search<S, R, N>,
) {
    let best = search.best();
    // Nothing is left out before something is found: not even what is infinitely far.
    if *bound >= best && best < R::from_f64(f64::INFINITY) {
        return;
    }
    if first { descend(part, other, leaf, search) } else { descend(other, part, leaf, search) }
}

fn everything<R: Real, const N: usize>() -> Aabb<R, N> {
    let infinity = R::from_f64(f64::INFINITY);
    Aabb::new(Vector::splat(-infinity), Vector::splat(infinity))
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

/// The box around a convex shape; `None` where there is a NaN.
fn tight<S: Scalar, R: Real, const N: usize>(convex: &Convex<'_, S, R, N>) -> Option<Aabb<R, N>> {
    let axis = |k: usize, sign: f64| Vector::default().with(k, R::from_f64(sign));
    let max: Vector<R, N> = Vector(from_fn(|k| convex.core.support(axis(k, 1.0))[k] + convex.radius));
    let min: Vector<R, N> = Vector(from_fn(|k| convex.core.support(axis(k, -1.0))[k] - convex.radius));
    (0..N).all(|axis| min[axis] <= max[axis]).then(|| Aabb::new(min, max))
}

/// How much a corner that is a sum of products may be rounded, in roundings of its coordinates.
const CORNER: f64 = 4.0;

/// A box around a convex shape: the smallest, but for rounding, which makes it larger.
fn around<S: Scalar, R: Real, const N: usize>(convex: &Convex<'_, S, R, N>) -> Aabb<R, N> {
    let Some(bounds) = tight(convex) else { return everything() };
    let is_exact = match convex.core {
        Core::Point(_) | Core::Segment(_) | Core::Triangle(_) | Core::Upright(_) => {
            convex.radius <= R::default()
        }
        Core::Box(_) | Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => false,
    };
    if is_exact {
        return bounds;
    }
    let (zero, part) = (R::default(), R::EPSILON * R::from_f64(CORNER));
    let margin = bounds.max().zip(bounds.min(), |a, b| (a.distance(zero) + b.distance(zero)) * part);
    Aabb::new(bounds.min() - margin, bounds.max() + margin)
}

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
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
        let bounds = Piece::<S, S::Real, N>::new(self)?.bounds;
        let zero = S::Real::default();
        // What is not finite has no size.
        (0..N).all(|k| (bounds.max()[k] - bounds.min()[k]) * zero == zero).then_some(bounds)
    }
}

/// What the separation of two parts within boxes is at least: that of the boxes, less so many roundings of their size.
pub(crate) fn least_separation<R: Real, const N: usize>(a: &Aabb<R, N>, b: &Aabb<R, N>, error: R) -> R {
    let zero = R::default();
    let larger = |s: R, t: R| if s < t { t } else { s };
    let (mut beyond, mut inside, mut size) = (zero, R::from_f64(f64::NEG_INFINITY), zero);
    for axis in 0..N {
        let gap = larger(b.min()[axis] - a.max()[axis], a.min()[axis] - b.max()[axis]);
        if gap > zero {
            beyond = beyond + gap * gap;
        }
        inside = larger(inside, gap);
        let ends = [a.min(), a.max(), b.min(), b.max()].map(|end| end[axis].distance(zero));
        size = ends.into_iter().fold(size, larger);
    }
    let gap = if beyond > zero { Real::sqrt(beyond) } else { inside };
    let least = gap - size * error;
    if least >= least { least } else { R::from_f64(f64::NEG_INFINITY) }
}
