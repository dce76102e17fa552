//! Lists whose parts are kept in a tree of boxes, beside each other or beside something that is no list: looked through from what seems to be
//! nearest, where it does not matter which of equals is looked at first.

use super::{Kind, Leaf, Piece, Search, descend, may_be_best};
use crate::Aabb;
use crate::scalar::{Real, Scalar};
use crate::shape::boxes::{Boxes, Node};
use crate::vector::Mapped;

/// What lies on one side of a search.
pub(super) enum Side<'k, 'a, S: Scalar, R: Real, const N: usize> {
    Piece(&'k Piece<'a, S, R, N>),
    List(&'k Kind<'a, S, R, N>, &'k Boxes<S::Real, N>),
}

/// A box of a list's tree, or a piece: a leaf.
#[derive(Clone, Copy)]
struct Seen<R, const N: usize> {
    node: Node,
    bounds: Aabb<R, N>,
}

/// Looks at the pairs of parts of two sides.
pub(super) fn search<S: Scalar, R: Real, const N: usize>(
    sides: [Side<'_, '_, S, R, N>; 2],
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    if let [Some(a), Some(b)] = sides.each_ref().map(Side::all)
        && may_be_best(search.best(), search.bound(&a.bounds, &b.bounds))
    {
        within(&sides, [a, b], leaf, search);
    }
}

impl<'k, 'a, S: Scalar, R: Real, const N: usize> Side<'k, 'a, S, R, N> {
    /// `None` for a list of which no boxes are kept.
    pub(super) fn of(kind: &'k Kind<'a, S, R, N>) -> Option<Self> {
        if cfg!(bumper_small) {
            return None;
        }
        let kept = kind.boxes().filter(|boxes| boxes.all().is_some());
        kept.map(|boxes| Self::List(kind, boxes))
    }

    fn all(&self) -> Option<Seen<R, N>> {
        Some(match self {
            Side::Piece(piece) => Seen { node: Node::default(), bounds: piece.bounds },
            Side::List(list, boxes) => Seen { node: boxes.root(), bounds: list.shown(boxes.all()?) },
        })
    }

    /// Calls `each` with the part that a leaf is around.
    #[inline]
    fn part(&self, seen: &Seen<R, N>, each: &mut dyn FnMut(&Piece<'_, S, R, N>)) {
        match self {
            Side::Piece(piece) => each(piece),
            Side::List(list, _) => {
                if let Some(shape) = seen.node.place().and_then(|place| list.shape_at(place))
                    && let Some(kind) = list.part(&shape)
                {
                    each(&Piece { kind, bounds: seen.bounds });
                }
            }
        }
    }
}

/// Looks at the parts in two boxes: in those of the larger, what seems to be nearest first.
fn within<S: Scalar, R: Real, const N: usize>(
    sides: &[Side<'_, '_, S, R, N>; 2],
    seen: [Seen<R, N>; 2],
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) {
    let size = |k: usize| (seen[k].bounds.max() - seen[k].bounds.min()).0.into_iter().reduce(|a, b| a + b);
    let opened = match seen.map(|seen| seen.node.place().is_some()) {
        [true, true] => {
            return sides[0]
                .part(&seen[0], &mut |p| sides[1].part(&seen[1], &mut |q| descend(p, q, leaf, search)));
        }
        [is_leaf, false] if is_leaf || size(1) > size(0) => 1,
        _ => 0,
    };
    let Side::List(list, boxes) = &sides[opened] else { return };
    let (mut near, mut count) = ([(R::default(), seen[opened]); 4], 0);
    for (node, around) in boxes.within(seen[opened].node) {
        let bounds = list.shown(around);
        let pair = [0, 1].mapped(|k| if k == opened { &bounds } else { &seen[k].bounds });
        let least = search.bound(pair[0], pair[1]);
        if may_be_best(search.best(), least) {
            let mut place = count;
            while place > 0 && least < near[place - 1].0 {
                near[place] = near[place - 1];
                place -= 1;
            }
            near[place] = (least, Seen { node, bounds });
            count += 1;
        }
    }
    for (least, next) in &near[..count] {
        if may_be_best(search.best(), *least) {
            let mut seen = seen;
            seen[opened] = *next;
            within(sides, seen, leaf, search);
        }
    }
}
