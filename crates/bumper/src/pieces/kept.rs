//! Lists whose parts are kept in a tree of boxes, beside something that is no list: looked through from what seems to be nearest, where it
//! does not matter which of equals is looked at first.

use super::{Kind, Leaf, Piece, Search, descend, in_order, may_be_best};
use crate::Aabb;
use crate::scalar::{Real, Scalar};
use crate::shape::boxes::{Boxes, Node};

/// Looks at the parts of a list, if boxes are kept around them. Whether they are.
pub(super) fn list<S: Scalar, R: Real, const N: usize>(
    list: &Kind<'_, S, R, N>,
    other: &Piece<'_, S, R, N>,
    first: bool,
    leaf: Leaf,
    search: &mut dyn Search<S, R, N>,
) -> bool {
    let Some(boxes) = list.boxes() else { return false };
    let Some(all) = boxes.all() else { return false };
    let bounds = list.shown(all);
    if may_be_best(search.best(), in_order(search, first, &bounds, &other.bounds)) {
        Kept { list, boxes, other, first, leaf }.within(boxes.root(), &bounds, search);
    }
    true
}

/// A list with the boxes that are kept around its parts, and something that is no list.
struct Kept<'k, 'a, 'b, S: Scalar, R: Real, const N: usize> {
    list: &'k Kind<'a, S, R, N>,
    boxes: &'k Boxes<S::Real, N>,
    other: &'k Piece<'b, S, R, N>,
    first: bool,
    leaf: Leaf,
}

impl<S: Scalar, R: Real, const N: usize> Kept<'_, '_, '_, S, R, N> {
    /// Looks at the parts in a box, what seems to be nearest first.
    fn within(&self, node: Node, bounds: &Aabb<R, N>, search: &mut dyn Search<S, R, N>) {
        let Self { list, boxes, other, first, leaf } = *self;
        if let Some(place) = node.place() {
            if let Some(shape) = list.shape_at(place)
                && let Some(kind) = list.part(&shape)
            {
                let part = Piece { kind, bounds: *bounds };
                if first { descend(&part, other, leaf, search) } else { descend(other, &part, leaf, search) }
            }
            return;
        }
        let nothing = (R::default(), Node::default(), *bounds);
        let (mut near, mut count) = ([nothing; 4], 0);
        for (node, around) in boxes.within(node) {
            let bounds = list.shown(around);
            let least = in_order(search, first, &bounds, &other.bounds);
            if may_be_best(search.best(), least) {
                let mut place = count;
                while place > 0 && least < near[place - 1].0 {
                    near[place] = near[place - 1];
                    place -= 1;
                }
                near[place] = (least, node, bounds);
                count += 1;
            }
        }
        for (least, node, bounds) in &near[..count] {
            if may_be_best(search.best(), *least) {
                self.within(*node, bounds, search);
            }
        }
    }
}
