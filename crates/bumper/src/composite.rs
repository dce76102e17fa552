//! Queries of composite shapes: compounds, groups (compounds that own their parts), regions (concave polygons) and masks, with or without a
//! pose. Other modules define each query for two convex shapes. This module applies it to pairs of parts: a part (or pixel) of one shape
//! and a part (or pixel) of the other.
//!
//! A search visits the pairs of parts that may be better than the best pair so far (branch and bound). Parts of a list are pruned by their
//! AABBs; masks are halved recursively ([`pixels`]). Searches allocate nothing and keep no state between calls.

mod bounds;
#[cfg(feature = "alloc")]
pub(crate) mod bvh_query;
mod cheap_bounds;
mod cost;
mod early_out;
mod grid;
mod lists;
mod measure;
#[cfg(feature = "alloc")]
pub(crate) mod node_cost;
mod part_index;
#[cfg(feature = "alloc")]
pub(crate) mod part_tree;
mod pixels;
mod slabs;
pub(crate) mod tolerance;

use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Parts, ShapeView};
use crate::{Aabb, Pose, Shape, Vector};
pub(crate) use bounds::{
    box_aabb, convex_aabb, extent, gap_lower_bound, separation_lower_bound, stored_extent,
};
pub(crate) use cost::Cost;
pub(crate) use early_out::{are_far, stay_apart};
pub(crate) use lists::PartBuffer;
use lists::{visit_list, visit_lists};

/// A shape or a part of a shape in a query, with its AABB.
#[derive(Clone, Copy)]
pub(crate) struct BoundedView<'a, S: Scalar, R: Real, const N: usize> {
    pub(crate) view: ShapeView<'a, S, R, N>,
    /// The AABB of the shape or part; infinite on all axes if a coordinate is NaN.
    pub(crate) bounds: Aabb<R, N>,
    /// The index of the part in the whole shape, as in [`PartIndices`].
    pub(crate) part: Option<u32>,
}

/// For each of two shapes, the index of a part in the shape (see [`Parts::part_index`]), or `None` for the whole shape. A part of a part has
/// the index of the outermost part.
pub(crate) type PartIndices = [Option<u32>; 2];

/// The kinds of operands that a search passes to the query as a whole, without splitting them into parts.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum LeafKind {
    /// Only convex shapes.
    Convex,
    /// Convex shapes, and regions without a pose. Used by contact queries, because the contact of a concave region is not that of one of
    /// its parts.
    Region,
}

/// A branch-and-bound search for the pair of parts with the smallest value, such as the smallest separation. The result must not depend on
/// the traversal order, even if several pairs have equal values. The traversal takes a trait object, so that it is compiled only once for
/// all queries.
pub(crate) trait Search<S: Scalar, R: Real, const N: usize> {
    /// Whether a larger separation of two parts never gives a smaller value. Often the value is the separation itself.
    fn orders_by_separation(&self) -> bool;

    /// A lower bound of the value of all pairs of a part within the AABB `a` and a part within the AABB `b`.
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R;

    /// How to compute a lower bound of the value of a pair from the bounding boxes of its two parts. Hierarchies use it for their nodes. For
    /// the same two boxes, it gives the same number as [`bound`](Search::bound).
    #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "only lists with a hierarchy use it"))]
    fn cost(&self) -> Cost<R, N>;

    /// A lower bound of the value of two parts whose separation is at least `separation`. Called only if
    /// [`orders_by_separation`](Search::orders_by_separation) returns true.
    #[inline]
    fn bound_of_separation(&self, separation: R) -> R {
        separation
    }

    /// The smallest value so far or, before a pair has been found, the limit of the search. Pairs whose lower bound is at least this number
    /// are skipped.
    fn best(&self) -> R;

    /// Whether the search has to visit the pairs of a part within the AABB `a` and a part within the AABB `b`. It compares their lower
    /// bound with the best value so far.
    #[inline]
    fn may_improve(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> bool {
        may_be_best(self.best(), self.bound(a, b))
    }

    /// Whether the search has found a pair. If not, [`best`](Search::best) is only the limit of the search.
    #[inline]
    fn has_found(&self) -> bool {
        false
    }

    /// Whether a face of a one-sided mesh takes part in the search. `first` says whether the mesh belongs to the first operand; `other` is
    /// the other operand, or a part of it. By default all faces do: only queries of moving shapes pass the backs of faces.
    #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "only lists with a hierarchy use it"))]
    fn counts_face(&self, face: &Convex<'_, R, N>, other: &ShapeView<'_, S, R, N>, first: bool) -> bool {
        let _ = (face, other, first);
        true
    }

    /// Visits a pair of parts: computes its value and, if this is the smallest so far, stores it. `parts` are the indices of the parts in
    /// the two whole shapes.
    fn visit_pair(&mut self, a: &ShapeView<'_, S, R, N>, b: &ShapeView<'_, S, R, N>, parts: PartIndices);
}

/// Whether a search has to visit pairs with the lower bound `bound`, if `best` is the smallest value so far. Always true if `best` is
/// infinite. So if the search has no limit, no pair is skipped before one has been found.
#[inline]
fn may_be_best<R: Real>(best: R, bound: R) -> bool {
    // The negation makes the result true if `bound` or `best` is NaN.
    !(bound >= best && best < R::INFINITY)
}

impl<'a, S: Scalar, R: Real, const N: usize> ShapeView<'a, S, R, N> {
    /// The view of a shape, placed by an optional pose; `None` for an empty mask.
    #[inline]
    pub(crate) fn new(shape: &'a Shape<'a, S, N>, pose: Option<&Pose<R, N>>) -> Option<Self> {
        shape.view(pose).non_empty()
    }

    /// The view itself; `None` for an empty mask.
    #[inline]
    pub(crate) fn non_empty(self) -> Option<Self> {
        match self {
            ShapeView::Parts(Parts::Mask(_, frame), _) if frame.width() == 0 || frame.height() == 0 => None,
            view => Some(view),
        }
    }

    /// Replaces the pose of a composite shape. A convex shape is returned unchanged, because its pose is already applied.
    fn with_pose(self, pose: Option<Pose<R, N>>) -> Self {
        match self {
            ShapeView::Convex(_) => self,
            ShapeView::Parts(parts, _) => ShapeView::Parts(parts, pose),
        }
    }

    /// The shape transformed from world space to the local space of a pose.
    fn relative_to(self, pose: &Pose<R, N>) -> Self {
        match self {
            ShapeView::Convex(convex) => ShapeView::Convex(convex.relative_to(pose)),
            ShapeView::Parts(parts, own) => {
                let own = own.unwrap_or(Pose::at(Vector::ZERO));
                ShapeView::Parts(parts, Some(own.relative_to(pose)))
            }
        }
    }

    /// The shape translated by an offset.
    pub(crate) fn moved(&self, offset: Vector<R, N>) -> Self {
        match self {
            ShapeView::Convex(convex) => ShapeView::Convex(convex.moved(offset)),
            ShapeView::Parts(parts, pose) => {
                let own = pose.unwrap_or(Pose::at(Vector::ZERO));
                ShapeView::Parts(*parts, Some(Pose { translation: own.translation + offset, ..own }))
            }
        }
    }

    /// Calls `each` with every convex part; for a mask, with every solid pixel.
    pub(crate) fn each_convex(&self, each: &mut dyn FnMut(&Convex<'_, R, N>)) {
        match self {
            ShapeView::Convex(convex) => each(convex),
            ShapeView::Parts(Parts::Mask(sprite, frame), pose) => {
                for j in frame.min[1]..frame.max[1] {
                    for i in (frame.min[0]..frame.max[0]).filter(|&i| sprite.mask().get(i, j)) {
                        each(&Convex::of_box(&sprite.pixel_box(i, j), pose.as_ref()));
                    }
                }
            }
            _ => {
                let count = self.count(LeafKind::Convex).unwrap_or(0);
                for shape in (0..count).filter_map(|index| self.shape_at(index)) {
                    self.part(&shape).into_iter().for_each(|part| part.each_convex(each));
                }
            }
        }
    }

    /// Whether the operand is a leaf of the search: whether it is not split into parts.
    #[inline]
    pub(crate) fn is_leaf(&self, leaf: LeafKind) -> bool {
        self.count(leaf).is_none() && !matches!(self, ShapeView::Parts(Parts::Mask(..), _))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> BoundedView<'a, S, R, N> {
    /// The operand of a shape, with its AABB. `None` for an empty compound or mask.
    pub(crate) fn new(shape: &'a Shape<'a, S, N>) -> Option<Self> {
        let view = match ShapeView::new(shape, None)? {
            ShapeView::Parts(Parts::Mask(sprite, _), pose) => {
                ShapeView::Parts(Parts::Mask(sprite, sprite.mask().tight()?), pose)
            }
            view => view,
        };
        Some(Self { view, bounds: view.bounds()?, part: None })
    }

    /// A shape or part as an operand of a search, with its AABB. Lists get an infinite AABB, which costs nothing to compute: a search
    /// compares the AABBs of the parts of a list, but not that of the list itself.
    #[inline]
    fn of(view: &ShapeView<'a, S, R, N>, part: Option<u32>, leaf: LeafKind) -> Option<Self> {
        let bounds = if view.count(leaf).is_some() { bounds::infinite_aabb() } else { view.bounds()? };
        Some(Self { view: *view, bounds, part })
    }
}

/// The two operands of a search for pairs of parts, in a common space: usually in the local space of an operand that has both parts and a
/// pose, so that its parts and their AABBs need no transformation. The operands stay in world space in two cases: if neither has a pose, or
/// if the parts of the other operand are already in world space.
pub(crate) struct InLocalSpace<'a, S: Scalar, R: Real, const N: usize> {
    pub(crate) views: [ShapeView<'a, S, R, N>; 2],
    /// The pose of the local space of the operands; `None` if they are in world space.
    pub(crate) pose: Option<Pose<R, N>>,
}

impl<'a, S: Scalar, R: Real, const N: usize> InLocalSpace<'a, S, R, N> {
    pub(crate) fn new([a, b]: [ShapeView<'a, S, R, N>; 2]) -> Self {
        let local_pose_of = |view: &ShapeView<'_, S, R, N>, other: &ShapeView<'_, S, R, N>| {
            // Local space saves nothing if the other operand is a list without a pose. One of the two lists has to be transformed in either
            // space.
            view.pose().filter(|_| matches!(other, ShapeView::Convex(_)) || other.pose().is_some()).copied()
        };
        let (views, pose) = match (local_pose_of(&a, &b), local_pose_of(&b, &a)) {
            (None, None) => ([a, b], None),
            (Some(pose), _) => ([a.with_pose(None), b.relative_to(&pose)], Some(pose)),
            (None, Some(pose)) => ([a.relative_to(&pose), b.with_pose(None)], Some(pose)),
        };
        Self { views, pose }
    }
}

/// Visits the pairs of parts of two whole shapes that may be better than the best pair so far.
#[inline]
pub(crate) fn search<S: Scalar, R: Real, const N: usize>(
    a: &ShapeView<'_, S, R, N>,
    b: &ShapeView<'_, S, R, N>,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    search_parts(a, b, [None; 2], leaf, search);
}

/// Visits the pairs of parts of two operands that may be better than the best pair so far. `parts` are the indices of the operands in the
/// two whole shapes.
#[inline]
pub(crate) fn search_parts<S: Scalar, R: Real, const N: usize>(
    a: &ShapeView<'_, S, R, N>,
    b: &ShapeView<'_, S, R, N>,
    parts: PartIndices,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    // If neither operand is split into parts, there is only one pair. Their AABBs are not needed then.
    if a.is_leaf(leaf) && b.is_leaf(leaf) {
        return search.visit_pair(a, b, parts);
    }
    if let (Some(p), Some(q)) = (BoundedView::of(a, parts[0], leaf), BoundedView::of(b, parts[1], leaf)) {
        descend(&p, &q, leaf, search);
    }
}

fn descend<S: Scalar, R: Real, const N: usize>(
    a: &BoundedView<'_, S, R, N>,
    b: &BoundedView<'_, S, R, N>,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    match (a.view.count(leaf), b.view.count(leaf)) {
        (Some(_), Some(_)) => visit_lists(a, b, leaf, search),
        (Some(_), None) => visit_list(a, b, true, leaf, search),
        (None, Some(_)) => visit_list(b, a, false, leaf, search),
        (None, None) => pixels::descend(a, b, search),
    }
}

/// The lower bound that `search` computes for a part of one operand and the whole other operand. `first` says whether the part belongs to
/// the first operand, because [`Search::bound`] takes the AABBs in the order of the operands.
#[inline]
fn bound_in_order<S: Scalar, R: Real, const N: usize>(
    search: &dyn Search<S, R, N>,
    first: bool,
    part: &Aabb<R, N>,
    other: &Aabb<R, N>,
) -> R {
    if first { search.bound(part, other) } else { search.bound(other, part) }
}

#[cfg(all(test, feature = "std"))]
mod tests;
