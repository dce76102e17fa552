//! A tree made of many boxes at once.

use super::Tree;
use super::node::{Node, WIDTH};
use super::tree::{LEAST, NONE, middle};
use crate::Aabb;
use crate::scalar::Scalar;

/// How many boxes a leaf gets: some room is left for those that come.
const FILL: usize = 6;

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// Makes the tree anew of all its boxes, whose keys have homes.
    pub(super) fn arrange(&mut self, items: &[(Aabb<S, N>, u32)]) {
        // What fits into one leaf is searched in one go.
        let leaves = if items.len() <= WIDTH { 1 } else { items.len().div_ceil(FILL) };
        let mut room = 1;
        self.height = 0;
        while room < leaves {
            room *= WIDTH - 1;
            self.height += 1;
        }
        self.nodes.clear();
        self.nodes.reserve_exact(leaves + leaves / 5 + 8);
        self.free = NONE;
        let mut seeds = alloc::vec![Seed::default(); items.len()];
        sow(items, &mut seeds);
        self.root = self.build(items, &mut seeds, leaves, self.height, NONE);
    }

    /// Puts the boxes of the leaves below a node into others, which are smaller. There are 64 at most, and no other node is touched
    /// but for the boxes around this one.
    pub(super) fn regroup(&mut self, place: u32) {
        let old = self.nodes[place as usize];
        let mut items = [(old.get(0), NONE); WIDTH * WIDTH];
        let mut count = 0;
        for &below in old.entries() {
            let node = &self.nodes[below as usize];
            for (slot, key) in node.entries().iter().enumerate() {
                items[count] = (node.get(slot), *key);
                count += 1;
            }
            self.release(below);
        }
        let items = &items[..count];
        let mut seeds = [Seed::default(); WIDTH * WIDTH];
        let seeds = &mut seeds[..count];
        sow(items, seeds);
        let nodes = count.div_ceil(FILL).clamp(old.len().min(LEAST), WIDTH);
        let mut node = Node::new(old.parent);
        node.seat = old.seat;
        self.spread(items, seeds, nodes, nodes, 0, (place, &mut node));
        node.refresh();
        self.nodes[place as usize] = node;
        self.tighten(place, self.root);
    }

    /// Makes a node of boxes, which get so many leaves below it.
    fn build(
        &mut self,
        items: &[(Aabb<S, N>, u32)],
        seeds: &mut [Seed<N>],
        leaves: usize,
        level: u32,
        parent: u32,
    ) -> u32 {
        let place = self.claim();
        let mut node = Node::new(parent);
        if level == 0 {
            for seed in seeds {
                let (bounds, key) = &items[seed.item as usize];
                node.push(bounds, *key);
                self.homes[*key as usize] = place;
            }
        } else {
            let below = (WIDTH - 1).pow(level - 1);
            let nodes = leaves.div_ceil(below);
            self.spread(items, seeds, leaves, nodes, level - 1, (place, &mut node));
        }
        node.refresh();
        self.nodes[place as usize] = node;
        place
    }

    /// Makes so many nodes below a node, halving along the axis on which the boxes spread most.
    fn spread(
        &mut self,
        items: &[(Aabb<S, N>, u32)],
        seeds: &mut [Seed<N>],
        leaves: usize,
        nodes: usize,
        level: u32,
        parent: (u32, &mut Node<S, N>),
    ) {
        if nodes <= 1 {
            let node = self.build(items, seeds, leaves, level, parent.0);
            let made = &mut self.nodes[node as usize];
            made.seat = parent.1.len() as u8;
            return parent.1.push(&made.bounds(), node);
        }
        let axis = widest(seeds);
        let first = nodes / 2;
        let first_leaves = leaves * first / nodes;
        let middle = seeds.len() * first_leaves / leaves;
        // By the place, then by the item: nothing else decides.
        seeds
            .select_nth_unstable_by_key(middle, |seed| u64::from(seed.at[axis]) << 32 | u64::from(seed.item));
        let (low, high) = seeds.split_at_mut(middle);
        self.spread(items, low, first_leaves, first, level, (parent.0, &mut *parent.1));
        self.spread(items, high, leaves - first_leaves, nodes - first, level, parent);
    }
}

/// The middle of a box, in steps of a fine grid, and which box it is.
#[derive(Clone, Copy)]
struct Seed<const N: usize> {
    at: [u32; N],
    item: u32,
}

impl<const N: usize> Default for Seed<N> {
    fn default() -> Self {
        Self { at: [0; N], item: 0 }
    }
}

fn sow<S: Scalar, const N: usize>(items: &[(Aabb<S, N>, u32)], seeds: &mut [Seed<N>]) {
    // What lies farther out than any game is at the edge of the grid.
    let middle = |bounds: &Aabb<S, N>, axis: usize| middle(bounds, axis).clamp(-1e300, 1e300);
    let (mut low, mut high) = ([f64::MAX; N], [f64::MIN; N]);
    for (bounds, _) in items {
        for axis in 0..N {
            let at = middle(bounds, axis);
            (low[axis], high[axis]) = (low[axis].min(at), high[axis].max(at));
        }
    }
    // The same steps on all axes, so that they compare.
    let widest = (0..N).map(|axis| high[axis] - low[axis]).fold(1e-300, f64::max);
    let steps = f64::from(u32::MAX) / widest;
    let at = |bounds: &Aabb<S, N>| {
        crate::vector::from_fn(|axis| ((middle(bounds, axis) - low[axis]) * steps) as u32)
    };
    for ((item, (bounds, _)), seed) in (0..).zip(items).zip(seeds) {
        *seed = Seed { at: at(bounds), item };
    }
}

/// The axis on which places spread most.
fn widest<const N: usize>(seeds: &[Seed<N>]) -> usize {
    let (mut low, mut high) = ([u32::MAX; N], [0; N]);
    for seed in seeds {
        for axis in 0..N {
            (low[axis], high[axis]) = (low[axis].min(seed.at[axis]), high[axis].max(seed.at[axis]));
        }
    }
    let spread = |axis: usize| high[axis].saturating_sub(low[axis]);
    (1..N).fold(0, |best, axis| if spread(axis) > spread(best) { axis } else { best })
}
