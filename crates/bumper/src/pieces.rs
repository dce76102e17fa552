//! Composite shapes: queries for two convex shapes, applied to shapes with several parts or thousands of pixels.
//!
//! A search visits the pairs of parts that may be better than the best so far (branch and bound). Parts of a list are pruned by their
//! AABBs; masks are halved recursively ([`pixels`]). Searches store nothing beyond a call, and allocate nothing.

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

/// A shape or a part of one, in the float type of a query, with its AABB.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a, S: Scalar, R: Real, const N: usize> {
    pub(crate) kind: Kind<'a, S, R, N>,
    /// Infinite on all axes if there is a NaN.
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
    /// The pixels of a mask that are in a rectangle.
    Mask(Sprite<'a, S, N>, Frame, Option<Pose<R, N>>),
}

/// The kinds of operands that a search does not split into parts.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Leaf {
    Convex,
    /// Also a region without a pose.
    Region,
}

/// A branch-and-bound search for the pair of parts with the smallest value of something. The traversal uses it as a trait object, so that
/// it is compiled once for all queries.
pub(crate) trait Search<S: Scalar, R: Real, const N: usize> {
    /// Whether the value is the separation, or grows with it.
    fn by_gap(&self) -> bool;

    /// Whether the result does not depend on the order of visits, not even for ties.
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "no boxes are kept"))]
    fn in_any_order(&self) -> bool {
        false
    }

    /// A lower bound of the value for any two parts within these AABBs.
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R;

    /// A lower bound for parts with at least this separation, if the value goes by the separation.
    #[inline]
    fn bound_of_gap(&self, gap: R) -> R {
        gap
    }

    /// The smallest value so far. Parts whose bound is not below it are pruned.
    fn best(&self) -> R;

    /// Whether two parts within these AABBs have to be visited: `bound` and `best` in one call.
    #[inline]
    fn wants(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> bool {
        may_be_best(self.best(), self.bound(a, b))
    }

    /// Whether the smallest value is that of two parts, not an initial limit.
    #[inline]
    fn has_found(&self) -> bool {
        false
    }

    /// Visits two parts.
    fn look(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>);

    /// Visits two parts early, because they seem to be close. They will be visited again.
    #[inline]
    fn hint(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>) {
        self.look(a, b);
    }
}

/// Whether parts with a bound have to be visited. Nothing is pruned before something is found, not even parts at an infinite distance.
#[inline]
fn may_be_best<R: Real>(best: R, bound: R) -> bool {
    // Also true for NaN.
    !(bound >= best && best < R::from_f64(f64::INFINITY))
}

impl<'a, S: Scalar, R: Real, const N: usize> Kind<'a, S, R, N> {
    /// The operand of a shape; `None` for an empty mask.
    #[inline]
    pub(crate) fn new(shape: &'a Shape<'a, S, N>, pose: Option<&Pose<R, N>>) -> Option<Self> {
        Self::of(shape.form(pose))
    }

    /// The operand of a form; `None` for an empty mask.
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

    /// The operand with another pose. Convex shapes are unchanged, because their pose is already applied.
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

    /// The operand in the local space of a pose.
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

    /// Whether a search does not split the operand into parts.
    #[inline]
    fn is_leaf(&self, leaf: Leaf) -> bool {
        self.count(leaf).is_none() && !matches!(self, Kind::Mask(..))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> Piece<'a, S, R, N> {
    /// A shape with its AABB; `None` for an empty compound or mask.
    pub(crate) fn new(shape: &'a Shape<'a, S, N>) -> Option<Self> {
        let kind = match Kind::new(shape, None)? {
            Kind::Mask(sprite, _, pose) => Kind::Mask(sprite, sprite.mask().tight()?, pose),
            kind => kind,
        };
        Some(Self { kind, bounds: kind.bounds()? })
    }

    /// An operand with its AABB. For a list it is not computed, but infinite.
    #[inline]
    fn of(kind: &Kind<'a, S, R, N>, leaf: Leaf) -> Option<Self> {
        let bounds = if kind.count(leaf).is_some() { bounds::everything() } else { kind.bounds()? };
        Some(Self { kind: *kind, bounds })
    }
}

/// A pair of operands in the local space of one of them, if that one is a list with a pose: its parts and their AABBs need no
/// transformation there.
pub(crate) struct Seen<'a, S: Scalar, R: Real, const N: usize> {
    pub(crate) kinds: [Kind<'a, S, R, N>; 2],
    /// The pose of this local space; `None` if the operands are in world space.
    pub(crate) pose: Option<Pose<R, N>>,
}

impl<'a, S: Scalar, R: Real, const N: usize> Seen<'a, S, R, N> {
    pub(crate) fn new([a, b]: [Kind<'a, S, R, N>; 2]) -> Self {
        let sees = |kind: &Kind<'_, S, R, N>, other: &Kind<'_, S, R, N>| {
            // If the other one is a list without a pose, one of the two has to be transformed in any case.
            kind.pose().filter(|_| matches!(other, Kind::Convex(_)) || other.pose().is_some()).copied()
        };
        let (kinds, pose) = match (sees(&a, &b), sees(&b, &a)) {
            (None, None) => ([a, b], None),
            (Some(pose), _) => ([a.with_pose(None), b.seen_from(&pose)], Some(pose)),
            (None, Some(pose)) => ([a.seen_from(&pose), b.with_pose(None)], Some(pose)),
        };
        Self { kinds, pose }
    }
}

/// Visits the pairs of parts of two shapes that may be better than the best so far.
#[inline]
pub(crate) fn search<S: Scalar, R: Real, const N: usize>(
    a: &Kind<'_, S, R, N>,
    b: &Kind<'_, S, R, N>,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    // Operands that are not split need no AABBs.
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
