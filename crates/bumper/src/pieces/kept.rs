//! Lists of which a tree of boxes is kept, gone through from what seems to be nearest, where it does not matter which of equals is looked
//! at first.

use super::{Kind, Leaf, Search, in_order, may_be_best};
use crate::scalar::{Real, Scalar};
use crate::shape::boxes::{Boxes, InOrder, Look, Node};
use crate::vector::Mapped;
use crate::{Aabb, Pose};

/// A list, the boxes around its parts, and where these are seen.
pub(crate) struct Kept<'k, 'a, S: Scalar, R: Real, const N: usize> {
    list: &'k Kind<'a, S, R, N>,
    boxes: &'a Boxes<S::Real, N>,
    pose: Option<Pose<R, N>>,
}

impl<'k, 'a, S: Scalar, R: Real, const N: usize> Kept<'k, 'a, S, R, N> {
    /// `None` where no boxes are kept.
    #[inline]
    pub(crate) fn new(list: &'k Kind<'a, S, R, N>) -> Option<Self> {
        Some(Self { list, boxes: list.tree()?, pose: list.pose().copied() })
    }

    /// The boxes seen elsewhere than where the parts are: what is compared with them has to be seen from there, too.
    #[cfg(not(bumper_small))]
    pub(crate) fn seen(self, pose: Option<Pose<R, N>>) -> Self {
        Self { pose, ..self }
    }

    /// A box where it is seen.
    #[inline]
    fn shown(&self, kept: &Aabb<S::Real, N>) -> Aabb<R, N> {
        super::bounds::placed(kept, self.pose.as_ref())
    }

    /// The box around all.
    #[inline]
    pub(crate) fn all(&self) -> Option<Aabb<R, N>> {
        self.boxes.all().map(|all| self.shown(all))
    }
}

/// Looks at the parts of a list beside something that lies within bounds; whether the list is the first of both.
pub(crate) fn beside<S: Scalar, R: Real, const N: usize>(
    list: &Kept<'_, '_, S, R, N>,
    (other, bounds): (&Kind<'_, S, R, N>, &Aabb<R, N>),
    first: bool,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    list.boxes.nearest_first(&mut Beside { list, other, bounds, first, leaf, search });
}

struct Beside<'s, 'k, 'a, 'b, S: Scalar, R: Real, const N: usize> {
    list: &'s Kept<'k, 'a, S, R, N>,
    other: &'s Kind<'b, S, R, N>,
    bounds: &'s Aabb<R, N>,
    first: bool,
    leaf: Leaf,
    search: &'s mut dyn Search<S, R, N>,
}

impl<S: Scalar, R: Real, const N: usize> Look<S::Real, R, N> for Beside<'_, '_, '_, '_, S, R, N> {
    #[inline]
    fn bound(&self, around: &Aabb<S::Real, N>) -> R {
        in_order(self.search, self.first, &self.list.shown(around), self.bounds)
    }
    #[inline]
    fn wants(&self, bound: R) -> bool {
        may_be_best(self.search.best(), bound)
    }
    fn part(&mut self, place: usize) {
        let list = self.list.list;
        if let Some(shape) = list.shape_at(place)
            && let Some(part) = list.part(&shape)
        {
            let pair = if self.first { [&part, self.other] } else { [self.other, &part] };
            super::search(pair[0], pair[1], self.leaf, self.search);
        }
    }
}

/// A box of a list's tree.
#[derive(Clone, Copy)]
struct Seen<R, const N: usize> {
    node: Node,
    bounds: Aabb<R, N>,
}

/// Looks at the pairs of parts of two lists.
pub(crate) fn search<S: Scalar, R: Real, const N: usize>(
    lists: &[Kept<'_, '_, S, R, N>; 2],
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    let all = [0, 1].mapped(|k| lists[k].all().map(|bounds| Seen { node: lists[k].boxes.root(), bounds }));
    if let [Some(a), Some(b)] = all
        && may_be_best(search.best(), search.bound(&a.bounds, &b.bounds))
    {
        within(lists, [a, b], leaf, search);
    }
}

/// Looks at the parts in two boxes: in those of the larger, what seems to be nearest first.
fn within<S: Scalar, R: Real, const N: usize>(
    lists: &[Kept<'_, '_, S, R, N>; 2],
    seen: [Seen<R, N>; 2],
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    if let Some((k, place)) = (0..2).find_map(|k| Some((k, seen[k].node.place()?))) {
        return alone(lists, seen, (k, place), leaf, search);
    }
    let size = |k: usize| (seen[k].bounds.max() - seen[k].bounds.min()).0.into_iter().reduce(|a, b| a + b);
    let opened = usize::from(size(1) > size(0));
    let mut near = InOrder::new((R::default(), seen[opened]));
    for (node, around) in lists[opened].boxes.within(seen[opened].node) {
        let bounds = lists[opened].shown(around);
        let least = in_order(search, opened == 0, &bounds, &seen[1 - opened].bounds);
        if may_be_best(search.best(), least) {
            near.put((least, Seen { node, bounds }));
        }
    }
    for (least, next) in near.list() {
        if may_be_best(search.best(), *least) {
            let mut seen = seen;
            seen[opened] = *next;
            within(lists, seen, leaf, search);
        }
    }
}

/// Looks at one part of one of the lists, placed once, beside those in a box of the other.
fn alone<S: Scalar, R: Real, const N: usize>(
    lists: &[Kept<'_, '_, S, R, N>; 2],
    seen: [Seen<R, N>; 2],
    (k, place): (usize, usize),
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    if let Some(shape) = lists[k].list.shape_at(place)
        && let Some(other) = lists[k].list.part(&shape)
    {
        let list = &lists[1 - k];
        let mut beside = Beside { list, other: &other, bounds: &seen[k].bounds, first: k == 1, leaf, search };
        list.boxes.nearest_within(seen[1 - k].node, &mut beside);
    }
}
