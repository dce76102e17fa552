//! Shapes taken apart: what several shapes, or thousands of pixels, ask of a query that is written for two convex ones.
//!
//! A search looks at pairs of parts that may be better than the best so far. Of a list the parts are kept whose boxes say that
//! they may be; of a mask, halves are looked into ([`pixels`]). Nothing is kept beyond a call, and nothing on a heap.

mod apart;
mod bounds;
mod grid;
#[cfg(feature = "alloc")]
pub(crate) mod kept;
mod lists;
mod measure;
mod pixels;
mod reach;
mod slabs;

use crate::form::{Convex, Form, Parts};
use crate::mask::Frame;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Pose, Rotation, Shape, Sprite, Vector};
pub(crate) use apart::{are_far, stay_apart};
pub(crate) use bounds::{around, extent, least_gap, least_separation};
pub(crate) use lists::Near;
use lists::{list, lists};
pub(crate) use reach::LEAST;

/// A shape or a part of one, in the float of a query, and a box around it.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a, S: Scalar, R: Real, const N: usize> {
    pub(crate) kind: Kind<'a, S, R, N>,
    /// Everything, where there is a NaN.
    pub(crate) bounds: Aabb<R, N>,
}

#[derive(Clone, Copy)]
pub(crate) enum Kind<'a, S: Scalar, R: Real, const N: usize> {
    Convex(Convex<'a, R, N>),
    Compound(&'a [Shape<'a, S, N>], Option<Pose<R, N>>),
    #[cfg(feature = "alloc")]
    Group(&'a crate::Group<S, N>, Option<Pose<R, N>>),
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

/// A search among pairs of parts for the one with the least of something. What takes shapes apart sees it as an object, so that
/// it is compiled once for all queries.
pub(crate) trait Search<S: Scalar, R: Real, const N: usize> {
    /// Whether it is the separation, or something that grows with it.
    fn by_gap(&self) -> bool;

    /// Whether it finds the same, whatever it looks at first: also where several are equal.
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "no boxes are kept"))]
    fn in_any_order(&self) -> bool {
        false
    }

    /// What no two parts within these boxes can be below.
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R;

    /// The same for parts with at least this separation, where it goes by that.
    #[inline]
    fn bound_of_gap(&self, gap: R) -> R {
        gap
    }

    /// The least so far: parts with a bound that is not below it are not looked at.
    fn best(&self) -> R;

    /// Whether two parts within these boxes are to be looked at: both of the above in one call.
    #[inline]
    fn wants(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> bool {
        may_be_best(self.best(), self.bound(a, b))
    }

    /// Whether the best is that of two parts, no limit that was set.
    #[inline]
    fn has_found(&self) -> bool {
        false
    }

    /// Looks at two parts.
    fn look(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>);

    /// Looks at two parts before their turn, because they seem to be near: they will be looked at again.
    #[inline]
    fn hint(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>) {
        self.look(a, b);
    }
}

/// Whether parts with a bound are to be looked at. Nothing is left out before something is found: not even what is
/// infinitely far.
#[inline]
fn may_be_best<R: Real>(best: R, bound: R) -> bool {
    // Also true for NaN.
    !(bound >= best && best < R::from_f64(f64::INFINITY))
}

impl<'a, S: Scalar, R: Real, const N: usize> Kind<'a, S, R, N> {
    /// `None` where there is nothing: for an empty mask.
    #[inline]
    pub(crate) fn new(shape: &'a Shape<'a, S, N>, pose: Option<&Pose<R, N>>) -> Option<Self> {
        Self::of(shape.form(pose))
    }

    /// The same of a form.
    #[inline]
    pub(crate) fn of(form: Form<'a, S, R, N>) -> Option<Self> {
        Some(match form {
            Form::Convex(convex) => Kind::Convex(convex),
            Form::Parts(Parts::Compound(shapes), pose) => Kind::Compound(shapes, pose),
            #[cfg(feature = "alloc")]
            Form::Parts(Parts::Group(group), pose) => Kind::Group(group, pose),
            #[cfg(feature = "alloc")]
            Form::Parts(Parts::Region(region), pose) => Kind::Region(region, pose),
            Form::Parts(Parts::Mask(sprite), pose) => {
                let solid = sprite.mask().solid();
                let is_empty = solid.width() == 0 || solid.height() == 0;
                (!is_empty).then_some(Kind::Mask(sprite, solid, pose))?
            }
        })
    }

    /// The same, placed as a whole by another pose; what is convex stays.
    fn with_pose(self, pose: Option<Pose<R, N>>) -> Self {
        match self {
            Kind::Convex(convex) => Kind::Convex(convex),
            Kind::Compound(shapes, _) => Kind::Compound(shapes, pose),
            #[cfg(feature = "alloc")]
            Kind::Group(group, _) => Kind::Group(group, pose),
            #[cfg(feature = "alloc")]
            Kind::Region(region, _) => Kind::Region(region, pose),
            Kind::Mask(sprite, frame, _) => Kind::Mask(sprite, frame, pose),
        }
    }

    /// The same as what lies at a pose sees it.
    fn seen_from(self, pose: &Pose<R, N>) -> Self {
        match self {
            Kind::Convex(convex) => Kind::Convex(convex.seen_from(pose)),
            list => {
                let own = list.pose().copied().unwrap_or(Pose::new(Rotation::identity(), Vector::default()));
                list.with_pose(Some(own.seen_from(pose)))
            }
        }
    }

    /// Calls `each` with every convex part.
    pub(crate) fn each_convex(&self, each: &mut dyn FnMut(&Convex<'_, R, N>)) {
        match self {
            Kind::Convex(convex) => each(convex),
            Kind::Mask(sprite, frame, pose) => {
                for j in frame.min[1]..frame.max[1] {
                    for i in (frame.min[0]..frame.max[0]).filter(|&i| sprite.mask().get(i, j)) {
                        each(&Convex::of_box(&sprite.pixel_box(i, j), pose.as_ref()));
                    }
                }
            }
            _ => {
                let count = self.count(Leaf::Convex).unwrap_or(0);
                for shape in (0..count).filter_map(|place| self.shape_at(place)) {
                    self.part(&shape).into_iter().for_each(|part| part.each_convex(each));
                }
            }
        }
    }

    /// What no search takes apart.
    #[inline]
    fn is_leaf(&self, leaf: Leaf) -> bool {
        self.count(leaf).is_none() && !matches!(self, Kind::Mask(..))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> Piece<'a, S, R, N> {
    /// `None` where there is nothing: for an empty compound or mask.
    pub(crate) fn new(shape: &'a Shape<'a, S, N>) -> Option<Self> {
        let kind = match Kind::new(shape, None)? {
            Kind::Mask(sprite, _, pose) => Kind::Mask(sprite, sprite.mask().tight()?, pose),
            kind => kind,
        };
        Some(Self { kind, bounds: kind.bounds()? })
    }

    /// Of a list the box is not asked for.
    #[inline]
    fn of(kind: &Kind<'a, S, R, N>, leaf: Leaf) -> Option<Self> {
        let bounds = if kind.count(leaf).is_some() { bounds::everything() } else { kind.bounds()? };
        Some(Self { kind: *kind, bounds })
    }
}

/// Two shapes as the parts of one of them see both, where that is placed as a whole: there its parts and their boxes need not be placed.
pub(crate) struct Seen<'a, S: Scalar, R: Real, const N: usize> {
    pub(crate) kinds: [Kind<'a, S, R, N>; 2],
    /// Where they see it from; `None` where the shapes are as they lie.
    pub(crate) pose: Option<Pose<R, N>>,
}

impl<'a, S: Scalar, R: Real, const N: usize> Seen<'a, S, R, N> {
    #[cfg_attr(bumper_small, inline(always))]
    pub(crate) fn new([a, b]: [Kind<'a, S, R, N>; 2]) -> Self {
        let sees = |kind: &Kind<'_, S, R, N>, other: &Kind<'_, S, R, N>| {
            // Where the other lies as it is, one of the two is placed anyhow.
            kind.pose().filter(|_| matches!(other, Kind::Convex(_)) || other.pose().is_some()).copied()
        };
        let (kinds, pose) = match (sees(&a, &b), sees(&b, &a)) {
            _ if cfg!(bumper_small) => ([a, b], None),
            (None, None) => ([a, b], None),
            (Some(pose), _) => ([a.with_pose(None), b.seen_from(&pose)], Some(pose)),
            (None, Some(pose)) => ([a.seen_from(&pose), b.with_pose(None)], Some(pose)),
        };
        Self { kinds, pose }
    }
}

/// Looks at the pairs of parts of two shapes that may be better than the best so far.
#[inline]
pub(crate) fn search<S: Scalar, R: Real, const N: usize>(
    a: &Kind<'_, S, R, N>,
    b: &Kind<'_, S, R, N>,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    // What is not taken apart needs no boxes.
    if a.is_leaf(leaf) && b.is_leaf(leaf) {
        return search.look(a, b);
    }
    if let (Some(p), Some(q)) = (Piece::of(a, leaf), Piece::of(b, leaf)) {
        descend(&p, &q, leaf, search);
    }
}

fn descend<S: Scalar, R: Real, const N: usize>(
    a: &Piece<'_, S, R, N>,
    b: &Piece<'_, S, R, N>,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    match (a.kind.count(leaf), b.kind.count(leaf)) {
        (Some(_), Some(_)) => lists(&a.kind, &b.kind, leaf, search),
        (Some(_), None) => list(&a.kind, b, true, leaf, search),
        (None, Some(_)) => list(&b.kind, a, false, leaf, search),
        (None, None) => pixels::descend(a, b, search),
    }
}

#[inline]
fn in_order<S: Scalar, R: Real, const N: usize>(
    search: &dyn Search<S, R, N>,
    first: bool,
    part: &Aabb<R, N>,
    other: &Aabb<R, N>,
) -> R {
    if first { search.bound(part, other) } else { search.bound(other, part) }
}
