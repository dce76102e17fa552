//! Boxes of a tree that move, and the boxes above them.

use super::Tree;
use super::tree::LEAST;
use crate::Aabb;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// Moves a box to another place.
    pub(super) fn shift(&mut self, home: u32, key: u32, bounds: &Aabb<S, N>) {
        let leaf = &self.nodes[home as usize];
        let (slot, above, place) = (leaf.slot(key), leaf.parent, leaf.seat.into());
        if home == self.root {
            return self.nodes[home as usize].put(slot, bounds);
        }
        let parent = &self.nodes[above as usize];
        let around = parent.get(place);
        if holds(&around, bounds) {
            return self.nodes[home as usize].put(slot, bounds);
        }
        if above != self.root {
            let next = &self.nodes[parent.parent as usize];
            if !holds(&next.get(parent.seat.into()), bounds) {
                return self.resettle(home, slot, key, bounds);
            }
        }
        self.nodes[home as usize].put(slot, bounds);
        let parent = &mut self.nodes[above as usize];
        parent.put(place, &around.union(bounds));
        if parent.is_worn() {
            self.regroup(above);
        }
    }

    /// Moves a box to another leaf, below the nearest node that holds it: what lies above that stays as it is.
    fn resettle(&mut self, home: u32, slot: usize, key: u32, bounds: &Aabb<S, N>) {
        if self.nodes[home as usize].len() <= LEAST {
            self.take(home, slot, 0);
            return self.insert(bounds, key, 0);
        }
        let (mut top, mut level) = (self.nodes[home as usize].parent, 1);
        while top != self.root {
            let node = &self.nodes[top as usize];
            if holds(&self.nodes[node.parent as usize].get(node.seat.into()), bounds) {
                break;
            }
            (top, level) = (node.parent, level + 1);
        }
        self.nodes[home as usize].take(slot);
        self.tighten(home, top);
        self.insert_below(top, level, bounds, key, 0);
    }

    /// Makes the boxes above a node as small as they may be, up to those of another node.
    pub(super) fn tighten(&mut self, mut place: u32, top: u32) {
        while place != top {
            let node = &self.nodes[place as usize];
            let (bounds, parent, seat) = (node.bounds(), node.parent, node.seat.into());
            let above = &mut self.nodes[parent as usize];
            if above.get(seat) == bounds {
                return;
            }
            above.put(seat, &bounds);
            place = parent;
        }
    }
}

/// Whether a box holds another, which may share its border.
fn holds<S: Scalar, const N: usize>(outer: &Aabb<S, N>, inner: &Aabb<S, N>) -> bool {
    (0..N).all(|axis| outer.min()[axis] <= inner.min()[axis] && inner.max()[axis] <= outer.max()[axis])
}
