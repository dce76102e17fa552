//! Lists of parts, pruned by their AABBs. Shapes that own their parts keep a BVH, so that most distant parts are never visited; the AABBs
//! of the parts of borrowed lists are computed during the traversal.

#[cfg(feature = "alloc")]
use super::bvh_query::{self, BvhOperand};
use super::{BoundedOperand, LeafKind, Operand, Search, bounds, descend, in_order};
use crate::scalar::{Real, Scalar};
#[cfg(feature = "alloc")]
use crate::shape::bvh::Bvh;
#[cfg(feature = "alloc")]
use crate::view::Parts;
use crate::{Aabb, Pose, Shape, Vector};

impl<'a, S: Scalar, R: Real, const N: usize> Operand<'a, S, R, N> {
    /// The number of parts of a list; `None` for other operands.
    #[inline]
    #[cfg_attr(not(feature = "alloc"), expect(unused_variables, reason = "there are no regions"))]
    pub(crate) fn count(&self, leaf: LeafKind) -> Option<usize> {
        match self {
            Operand::Convex(_) | Operand::Mask(..) => None,
            Operand::Compound(shapes, _) => Some(shapes.len()),
            #[cfg(feature = "alloc")]
            Operand::Group(group, _) => Some(group.bvh().count()),
            #[cfg(feature = "alloc")]
            Operand::Region(_, None) if leaf == LeafKind::Region => None,
            #[cfg(feature = "alloc")]
            Operand::Region(region, _) => Some(region.bvh().count()),
        }
    }

    /// The part of a list at an index, as a shape without the pose of the list.
    #[inline]
    pub(crate) fn shape_at(&self, place: usize) -> Option<Shape<'a, S, N>> {
        match self {
            Operand::Convex(_) | Operand::Mask(..) => None,
            Operand::Compound(shapes, _) => shapes.get(place).copied(),
            #[cfg(feature = "alloc")]
            Operand::Group(group, _) => Parts::Group(group).part(place),
            #[cfg(feature = "alloc")]
            Operand::Region(region, _) => Parts::Region(region).part(place),
        }
    }

    /// The operand of a part that [`Operand::shape_at`] returns, with the pose of the list.
    #[inline]
    pub(crate) fn part<'s>(&self, shape: &'s Shape<'s, S, N>) -> Option<Operand<'s, S, R, N>> {
        Operand::new(shape, self.pose())
    }

    /// Whether the operand has a pose.
    pub(super) fn is_placed(&self) -> bool {
        self.pose().is_some()
    }

    /// The pose of the operand, if it is not already applied to its coordinates.
    #[inline]
    pub(crate) fn pose(&self) -> Option<&Pose<R, N>> {
        match self {
            Operand::Convex(_) => None,
            Operand::Compound(_, pose) | Operand::Mask(_, _, pose) => pose.as_ref(),
            #[cfg(feature = "alloc")]
            Operand::Region(_, pose) | Operand::Group(_, pose) => pose.as_ref(),
        }
    }

    /// The stored AABBs of the parts of a list, if it owns its parts.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) fn boxes(&self) -> Option<&'a Bvh<S::Real, N>> {
        match self {
            Operand::Convex(_) | Operand::Mask(..) | Operand::Compound(..) => None,
            Operand::Group(group, _) => Some(group.bvh()),
            Operand::Region(region, _) => Some(region.bvh()),
        }
    }

    /// The BVH of a list, if it has one.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn tree(&self) -> Option<&'a Bvh<S::Real, N>> {
        self.boxes().filter(|boxes| boxes.root_aabb().is_some())
    }

    /// The AABB of a stored box in the float type of a query. With a pose, it is larger than necessary.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) fn shown(&self, kept: &Aabb<S::Real, N>) -> Aabb<R, N> {
        bounds::placed(kept, self.pose())
    }

    /// The AABB of a part of a list.
    #[inline]
    pub(crate) fn bounds_at(&self, place: usize) -> Option<Aabb<R, N>> {
        let kept = match self {
            _ if self.is_placed() => None,
            Operand::Compound(shapes, _) => bounds::directly(shapes.get(place)?),
            #[cfg(feature = "alloc")]
            _ => self.boxes().and_then(|boxes| boxes.aabb(place)).map(|kept| self.shown(kept)),
            #[cfg(not(feature = "alloc"))]
            _ => None,
        };
        kept.or_else(|| self.part(&self.shape_at(place)?)?.bounds())
    }
}

/// The use of stored AABBs.
#[cfg(feature = "alloc")]
impl<S: Scalar, R: Real, const N: usize> Operand<'_, S, R, N> {
    /// The AABB of the whole list, if it is stored.
    #[inline]
    pub(crate) fn kept(&self) -> Option<Aabb<R, N>> {
        Some(self.shown(self.boxes()?.root_aabb()?))
    }

    /// The next index, from `place` on, of a part that the AABBs of subtrees do not exclude.
    #[inline]
    pub(crate) fn next_kept(&self, mut place: usize, keep: impl Fn(&Aabb<R, N>) -> bool) -> usize {
        if let Some(boxes) = self.boxes() {
            while let Some(next) = boxes.skip_rejected(place, |kept| keep(&self.shown(kept))) {
                place = next;
            }
        }
        place
    }

    /// The index of a part that probably has the smallest value of something: a heuristic.
    fn likely(&self, of: &dyn Fn(&Aabb<R, N>) -> R) -> Option<usize> {
        self.boxes()?.most_promising(|kept| of(&self.shown(kept)))
    }
}

/// Without a heap, no AABBs are stored.
#[cfg(not(feature = "alloc"))]
impl<S: Scalar, R: Real, const N: usize> Operand<'_, S, R, N> {
    pub(crate) fn kept(&self) -> Option<Aabb<R, N>> {
        None
    }

    pub(crate) fn next_kept(&self, place: usize, _: impl Fn(&Aabb<R, N>) -> bool) -> usize {
        place
    }

    fn likely(&self, _: &dyn Fn(&Aabb<R, N>) -> R) -> Option<usize> {
        None
    }
}

/// The number of parts of a list that are buffered at once, by index and AABB: limited by the stack of small machines.
const HELD: usize = 32;

/// The number of parts that share a node of the BVH.
const FEW: usize = 4;

/// A buffer of the indices and AABBs of some parts of a list.
pub(crate) struct Near<R, const N: usize> {
    held: [(u32, Aabb<R, N>); HELD],
    count: usize,
    /// The index at which the list continues.
    next: usize,
    /// The capacity in use.
    room: usize,
}

impl<R: Real, const N: usize> Near<R, N> {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { held: [(0, Aabb::point(Vector::default())); HELD], count: 0, next: 0, room: HELD }
    }

    /// A buffer for parts that are close to each other, if the list has stored AABBs: few parts of another list are close to the AABB of
    /// these.
    #[inline]
    pub(crate) fn few<S: Scalar>(list: &Operand<'_, S, R, N>) -> Self {
        Self { room: list.kept().map_or(HELD, |_| FEW), ..Self::new() }
    }

    /// Fills the buffer with the next parts of a list that satisfy `keep`. Returns whether there are any.
    #[inline]
    pub(crate) fn fill<S: Scalar>(
        &mut self,
        list: &Operand<'_, S, R, N>,
        keep: impl Fn(&Aabb<R, N>) -> bool,
    ) -> bool {
        let end = list.count(LeafKind::Convex).unwrap_or(0);
        self.count = 0;
        while self.count < self.room {
            self.next = list.next_kept(self.next, &keep);
            if self.next >= end {
                break;
            }
            if let Some(bounds) = list.bounds_at(self.next).filter(&keep) {
                self.held[self.count] = (self.next as u32, bounds);
                self.count += 1;
            }
            self.next += 1;
        }
        self.count > 0
    }

    /// The indices and AABBs of the buffered parts.
    #[inline]
    pub(crate) fn held(&self) -> impl Iterator<Item = (usize, &Aabb<R, N>)> + Clone {
        self.held[..self.count].iter().map(|(place, bounds)| (*place as usize, bounds))
    }

    /// The AABB of all buffered parts.
    #[inline]
    pub(crate) fn around(&self) -> Option<Aabb<R, N>> {
        self.held().map(|(_, bounds)| *bounds).reduce(|all, next| all.union(&next))
    }

    /// The index of the buffered part with the smallest value of something.
    fn least(&self, of: impl Fn(&Aabb<R, N>) -> R) -> Option<usize> {
        let bounds = self.held().map(|(place, bounds)| (of(bounds), place));
        bounds.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, place)| place)
    }
}

/// Visits the parts of a list against an operand that is not a list.
pub(super) fn list<S: Scalar, R: Real, const N: usize>(
    list: &Operand<'_, S, R, N>,
    other: &BoundedOperand<'_, S, R, N>,
    first: bool,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    #[cfg(feature = "alloc")]
    if search.is_order_independent()
        && let Some(list) = BvhOperand::new(list)
    {
        return bvh_query::beside(&list, (&other.kind, &other.bounds), first, leaf, search);
    }
    if list.kept().is_some_and(|all| !wants(search, first, &all, &other.bounds)) {
        return;
    }
    if knows_nothing(search)
        && let Some(place) = list.likely(&|part| in_order(search, first, part, &other.bounds))
    {
        hint(list, place, other, first, leaf, search);
    }
    let mut near = Near::new();
    while near.fill(list, |part| wants(search, first, part, &other.bounds)) {
        if knows_nothing(search)
            && near.count > 1
            && let Some(place) = near.least(|part| in_order(search, first, part, &other.bounds))
        {
            hint(list, place, other, first, leaf, search);
        }
        for (place, bounds) in near.held() {
            if wants(search, first, bounds, &other.bounds)
                && let Some(shape) = list.shape_at(place)
                && let Some(kind) = list.part(&shape)
            {
                let part = BoundedOperand { kind, bounds: *bounds };
                if first { descend(&part, other, leaf, search) } else { descend(other, &part, leaf, search) }
            }
        }
    }
}

/// Visits a part early that seems to be close, so that distant parts are pruned from the start.
fn hint<S: Scalar, R: Real, const N: usize>(
    list: &Operand<'_, S, R, N>,
    place: usize,
    other: &BoundedOperand<'_, S, R, N>,
    first: bool,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    if let Some(shape) = list.shape_at(place)
        && let Some(part) = list.part(&shape)
        && part.is_leaf(leaf)
        && other.kind.is_leaf(leaf)
    {
        if first { search.visit_early(&part, &other.kind) } else { search.visit_early(&other.kind, &part) }
    }
}

/// Visits the pairs of parts of two lists: filters the parts of each by the AABB of the other, then the pairs by their AABBs.
pub(super) fn lists<S: Scalar, R: Real, const N: usize>(
    a: &Operand<'_, S, R, N>,
    b: &Operand<'_, S, R, N>,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    #[cfg(feature = "alloc")]
    if search.is_order_independent() {
        // A borrowed list is traversed part by part, each against the BVH of the other list.
        match (BvhOperand::new(a), BvhOperand::new(b)) {
            (Some(p), Some(q)) => return bvh_query::search(&[p, q], leaf, search),
            (None, Some(_)) => return beside(a, b, true, leaf, search),
            (Some(_), None) => return beside(b, a, false, leaf, search),
            (None, None) => {}
        }
    }
    let Some(all) = b.kept().or_else(|| b.bounds()) else { return };
    if knows_nothing(search)
        && let Some(i) = a.likely(&|part| search.bound(part, &all))
        && let Some(next) = a.bounds_at(i)
        && let Some(j) = b.likely(&|part| search.bound(&next, part))
    {
        hint_at_pair(a, b, [i, j], leaf, search);
    }
    let (mut these, mut those) = (Near::few(a), Near::new());
    while these.fill(a, |part| search.may_improve(part, &all)) {
        let Some(around) = these.around() else { return };
        those.next = 0;
        while those.fill(b, |part| search.may_improve(&around, part)) {
            if knows_nothing(search)
                && let Some(j) = those.least(|part| search.bound(&around, part))
                && let Some((_, next)) = those.held().find(|(place, _)| *place == j)
                && let Some(i) = these.least(|part| search.bound(part, next))
            {
                hint_at_pair(a, b, [i, j], leaf, search);
            }
            for (i, p) in these.held() {
                let Some(shape) = a.shape_at(i) else { continue };
                let mut kind = None;
                for (j, q) in those.held() {
                    if !search.may_improve(p, q) {
                        continue;
                    }
                    kind = kind.or_else(|| a.part(&shape));
                    let Some(other) = b.shape_at(j) else { continue };
                    if let (Some(kind), Some(other)) = (kind, b.part(&other)) {
                        let (p, q) =
                            (BoundedOperand { kind, bounds: *p }, BoundedOperand { kind: other, bounds: *q });
                        descend(&p, &q, leaf, search);
                    }
                }
            }
        }
    }
}

/// Visits the parts of a list against another list as a whole.
#[cfg(feature = "alloc")]
fn beside<S: Scalar, R: Real, const N: usize>(
    one: &Operand<'_, S, R, N>,
    other: &Operand<'_, S, R, N>,
    first: bool,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    if let Some(bounds) = other.bounds() {
        list(one, &BoundedOperand { kind: *other, bounds }, first, leaf, search);
    }
}

/// Visits one part of each of two lists early.
fn hint_at_pair<S: Scalar, R: Real, const N: usize>(
    a: &Operand<'_, S, R, N>,
    b: &Operand<'_, S, R, N>,
    [i, j]: [usize; 2],
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    if let (Some(p), Some(q)) = (a.shape_at(i), b.shape_at(j))
        && let (Some(p), Some(q)) = (a.part(&p), b.part(&q))
        && p.is_leaf(leaf)
        && q.is_leaf(leaf)
    {
        search.visit_early(&p, &q);
    }
}

/// Whether nothing has been found yet, and there is no limit (the best value is at least `f32::MAX`). Only then do hints pay off.
#[inline]
fn knows_nothing<S: Scalar, R: Real, const N: usize>(search: &dyn Search<S, R, N>) -> bool {
    search.best() >= R::from_f64(f32::MAX.into())
}

#[inline]
fn wants<S: Scalar, R: Real, const N: usize>(
    search: &dyn Search<S, R, N>,
    first: bool,
    part: &Aabb<R, N>,
    other: &Aabb<R, N>,
) -> bool {
    if first { search.may_improve(part, other) } else { search.may_improve(other, part) }
}
