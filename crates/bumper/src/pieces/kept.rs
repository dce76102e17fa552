//! Lists whose parts are kept in trees of boxes, beside each other or beside something that is no list: looked through from what seems to be
//! nearest, where it does not matter which of equals is looked at first.

use super::{Kind, Leaf, Piece, Search, descend, in_order, may_be_best};
use crate::Aabb;
use crate::scalar::{Real, Scalar};
use crate::shape::boxes::{Boxes, InOrder, Look, Node};
use crate::vector::Mapped;

/// A list and the boxes around its parts.
type Kept<'k, 'a, S, R, const N: usize> = (&'k Kind<'a, S, R, N>, &'k Boxes<<S as Scalar>::Real, N>);

/// Looks at the parts of a list beside something that is none; whether the list is the first of both.
pub(super) fn beside<S: Scalar, R: Real, const N: usize>(
    list: Kept<'_, '_, S, R, N>,
    other: &Piece<'_, S, R, N>,
    first: bool,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    list.1.nearest_first(&mut Beside { list, other, first, leaf, search });
}

struct Beside<'s, 'a, 'b, S: Scalar, R: Real, const N: usize> {
    list: Kept<'s, 'a, S, R, N>,
    other: &'s Piece<'b, S, R, N>,
    first: bool,
    leaf: Leaf,
    search: &'s mut dyn Search<S, R, N>,
}

impl<S: Scalar, R: Real, const N: usize> Look<S::Real, R, N> for Beside<'_, '_, '_, S, R, N> {
    fn bound(&self, around: &Aabb<S::Real, N>) -> R {
        in_order(self.search, self.first, &self.list.0.shown(around), &self.other.bounds)
    }
    fn wants(&self, bound: R) -> bool {
        may_be_best(self.search.best(), bound)
    }
    fn part(&mut self, place: usize) {
        let (list, boxes) = self.list;
        if let Some(shape) = list.shape_at(place)
            && let Some(kind) = list.part(&shape)
            && let Some(around) = boxes.around(place)
        {
            let (part, other) = (Piece { kind, bounds: list.shown(around) }, self.other);
            let pair = if self.first { [&part, other] } else { [other, &part] };
            descend(pair[0], pair[1], self.leaf, self.search);
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
pub(super) fn search<S: Scalar, R: Real, const N: usize>(
    lists: [Kept<'_, '_, S, R, N>; 2],
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    let all = lists
        .mapped(|(list, boxes)| boxes.all().map(|all| Seen { node: boxes.root(), bounds: list.shown(all) }));
    if let [Some(a), Some(b)] = all
        && may_be_best(search.best(), search.bound(&a.bounds, &b.bounds))
    {
        within(&lists, [a, b], leaf, search);
    }
}

/// Looks at the parts in two boxes: in those of the larger, what seems to be nearest first.
fn within<S: Scalar, R: Real, const N: usize>(
    lists: &[Kept<'_, '_, S, R, N>; 2],
    seen: [Seen<R, N>; 2],
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    let size = |k: usize| (seen[k].bounds.max() - seen[k].bounds.min()).0.into_iter().reduce(|a, b| a + b);
    let opened = match seen.mapped(|seen| seen.node.place()) {
        [Some(i), Some(j)] => return look(lists.mapped(|(list, _)| list), [i, j], seen, leaf, search),
        [first, None] if first.is_some() || size(1) > size(0) => 1,
        _ => 0,
    };
    let (list, boxes) = lists[opened];
    let mut near = InOrder::new((R::default(), seen[opened]));
    for (node, around) in boxes.within(seen[opened].node) {
        let bounds = list.shown(around);
        let pair = [0, 1].mapped(|k| if k == opened { &bounds } else { &seen[k].bounds });
        let least = search.bound(pair[0], pair[1]);
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

/// Looks at a part of each.
fn look<S: Scalar, R: Real, const N: usize>(
    [a, b]: [&Kind<'_, S, R, N>; 2],
    [i, j]: [usize; 2],
    seen: [Seen<R, N>; 2],
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    if let (Some(p), Some(q)) = (a.shape_at(i), b.shape_at(j))
        && let (Some(p), Some(q)) = (a.part(&p), b.part(&q))
    {
        let [p, q] = [(p, seen[0]), (q, seen[1])].mapped(|(kind, seen)| Piece { kind, bounds: seen.bounds });
        descend(&p, &q, leaf, search);
    }
}
