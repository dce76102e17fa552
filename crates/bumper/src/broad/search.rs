//! What a tree of boxes is asked.

use super::Tree;
use super::near::{self, Bound, Gauge, Line, Near, Spot, Way, signed_square};
use super::node::{Bits, Node};
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::{Aabb, Vector};

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// Calls `found` with the key of each box that touches or overlaps the given one, in an order that depends on nothing but
    /// what was done to the tree. Costs O(log n) and some for each box found; no memory.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let tree = Tree::from_iter([Aabb::new([0i16, 0], [1, 1])]);
    /// tree.intersect_all(&Aabb::new([1, 1], [2, 2]), |key| assert_eq!(key, 0));
    /// ```
    #[inline]
    pub fn intersect_all(&self, region: &Aabb<S, N>, mut found: impl FnMut(usize)) {
        self.each_leaf(region, &mut |leaf, hits| hits.for_each(|slot| found(leaf.entry(slot) as usize)));
    }

    /// The same, with the boxes, and whether these begin within one and end within another.
    #[inline]
    pub(crate) fn meeting(
        &self,
        region: &Aabb<S, N>,
        sure: [&Aabb<S, N>; 2],
        mut found: impl FnMut(u32, Aabb<S, N>, bool),
    ) {
        self.each_leaf(region, &mut |leaf, hits| {
            let sure = if hits == Bits(0) { hits } else { leaf.between(sure[0], sure[1]) };
            hits.for_each(|slot| found(leaf.entry(slot), leaf.get(slot), sure.has(slot)));
        });
    }

    /// Calls `each` with leaves and the places of their boxes that touch or overlap a given one.
    #[inline]
    fn each_leaf(&self, region: &Aabb<S, N>, each: &mut impl FnMut(&Node<S, N>, Bits)) {
        let root = &self.nodes[self.root as usize];
        if self.height == 0 {
            return each(root, root.meeting(region));
        }
        if !cfg!(bumper_small) && self.height == 1 && root.len() == FEW {
            let leaves = [0, 1].mapped(|slot| &self.nodes[root.entry(slot) as usize]);
            let hits = [leaves[0].meeting(region), leaves[1].meeting(region)];
            each(leaves[0], hits[0]);
            return each(leaves[1], hits[1]);
        }
        self.descend(root, self.height, region, each);
    }

    fn descend(
        &self,
        node: &Node<S, N>,
        level: u32,
        region: &Aabb<S, N>,
        each: &mut impl FnMut(&Node<S, N>, Bits),
    ) {
        for slot in node.meeting(region) {
            let below = &self.nodes[node.entry(slot) as usize];
            match level {
                1 => each(below, below.meeting(region)),
                _ => self.descend(below, level - 1, region, each),
            }
        }
    }

    /// Calls `found` with the key of each box that `wanted` accepts, if it accepts all boxes around it as well: it is asked
    /// about bounds of many boxes first, and may become stricter on the way.
    ///
    /// ```
    /// use bumper::{Aabb, Relate, broad::Tree};
    /// let tree = Tree::from_iter((0..100i16).map(|x| Aabb::new([x, 0], [x + 1, 1])));
    /// let mut hits = 0;
    /// tree.visit(|bounds| bounds.contains([50, 1]), |_| hits += 1);
    /// assert_eq!(hits, 2);
    /// ```
    pub fn visit(&self, mut wanted: impl FnMut(&Aabb<S, N>) -> bool, mut found: impl FnMut(usize)) {
        self.visit_below(self.root, self.height, &mut wanted, &mut found);
    }

    fn visit_below(
        &self,
        place: u32,
        level: u32,
        wanted: &mut impl FnMut(&Aabb<S, N>) -> bool,
        found: &mut impl FnMut(usize),
    ) {
        let node = &self.nodes[place as usize];
        for (slot, entry) in node.entries().iter().enumerate() {
            if wanted(&node.get(slot)) {
                match level {
                    0 => found(*entry as usize),
                    _ => self.visit_below(*entry, level - 1, wanted, found),
                }
            }
        }
    }

    /// Looks for what is nearest, in whatever sense: `bound` tells how near anything in a box may be at best, or infinity where
    /// nothing is there to find; `look` is called with the keys of boxes, the nearer ones sooner, and returns how near others
    /// have to be from then on. Boxes whose bound is above that, by more than a millionth, are left out, equal ones are not: who breaks ties
    /// by key sees all there are. Bounds of places where there is no box are asked for, too, and not used.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, broad::Tree};
    /// let tree = Tree::from_iter((0..100).map(|x| Aabb::point([x as f64, 3.0])));
    /// let (mut nearest, mut least) = (None, f64::INFINITY);
    /// let distance = |bounds: &Aabb<f64, 2>| (bounds.closest_point([70.4, 0.0]) - Vector([70.4, 0.0])).length();
    /// tree.search(distance, |key| {
    ///     let found = distance(&tree.get(key).unwrap());
    ///     if found < least {
    ///         (nearest, least) = (Some(key), found);
    ///     }
    ///     least
    /// });
    /// assert_eq!(nearest, Some(70));
    /// ```
    pub fn search(&self, bound: impl Fn(&Aabb<S, N>) -> f64, look: impl FnMut(usize) -> f64) {
        self.best_first(&Bound(bound), f64::INFINITY, look);
    }

    /// Looks for what a box comes to touch first while it moves by `step` times `end`, which may be infinite: `look` is called
    /// with the keys of boxes on the way, the sooner ones sooner, and returns after how many steps others do not matter any
    /// more. A ray is a point that moves. Times are taken in `f32`, with some room for rounding; what is decided is decided by
    /// `look`.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, broad::Tree};
    /// let tree = Tree::from_iter((10..20i16).map(|x| Aabb::new([x * 10, 0], [x * 10 + 5, 5])));
    /// let mut first = None;
    /// tree.sweep(&Aabb::new([0, 2], [1, 3]), Vector([1.0, 0.0]), f64::INFINITY, |key| {
    ///     first = first.or(Some(key));
    ///     0.0
    /// });
    /// assert_eq!(first, Some(0));
    /// ```
    pub fn sweep(
        &self,
        region: &Aabb<S, N>,
        step: impl Into<Vector<S::Real, N>>,
        end: f64,
        look: impl FnMut(usize) -> f64,
    ) {
        let wide = |v: Vector<S, N>| v.map(S::to_f64).0;
        let way = Way::new(wide(region.min()), wide(region.max()), step.into().map(S::Real::to_f64).0, end);
        self.best_first(&&way, f64::INFINITY, look);
    }

    /// The same for a point and a direction of length one, among boxes that hold all that their coordinates may be wrong by.
    pub(crate) fn cast(
        &self,
        from: [f32; N],
        direction: [f32; N],
        reach: f64,
        look: impl FnMut(usize) -> f64,
    ) {
        let line = Line::new(from, direction, reach as f32);
        self.best_first(&&line, f64::INFINITY, look);
    }

    /// Looks for what is nearest to a box, no farther than a reach: `look` is called with the keys of boxes, the nearer ones sooner,
    /// and returns how near others have to be from then on, as [`search`](Tree::search) has it. What overlaps is nearer the
    /// deeper it does. Distances are taken in `f32`, with some room for rounding.
    pub(crate) fn nearest(&self, region: &Aabb<S, N>, reach: f64, mut look: impl FnMut(usize) -> f64) {
        let [low, high] = [region.min(), region.max()].mapped(|end| end.map(|c| c.to_f64() as f32).0);
        let spot = Spot::new(low, high);
        let reach = signed_square(reach);
        let look = |key| {
            let square = signed_square(look(key));
            if square < reach { square } else { reach }
        };
        self.best_first(&&spot, reach, look);
    }

    /// Looks at entries by how near they are, the nearest first in each node, up to a limit.
    fn best_first(&self, gauge: &impl Gauge<S, N>, near: f64, mut look: impl FnMut(usize) -> f64) {
        let (root, mut limit) = (&self.nodes[self.root as usize], near::limit(near));
        if !cfg!(bumper_small) && self.height == 1 && root.len() == FEW {
            // Two leaves at once, which do not wait for each other.
            let leaves = [0, 1].mapped(|slot| &self.nodes[root.entry(slot) as usize]);
            let orders = [gauge.near(leaves[0]), gauge.near(leaves[1])];
            let first = usize::from(orders[1].least() < orders[0].least());
            for leaf in [first, 1 - first] {
                limit = self.best_of(leaves[leaf], orders[leaf], 0, gauge, &mut look, limit);
            }
            return;
        }
        self.best_below(self.root, self.height, gauge, &mut look, limit);
    }

    /// The limit after what is below a node.
    fn best_below(
        &self,
        place: u32,
        level: u32,
        gauge: &impl Gauge<S, N>,
        look: &mut impl FnMut(usize) -> f64,
        limit: f32,
    ) -> f32 {
        let node = &self.nodes[place as usize];
        self.best_of(node, gauge.near(node), level, gauge, look, limit)
    }

    /// The limit after the entries of a node.
    #[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
    fn best_of(
        &self,
        node: &Node<S, N>,
        mut order: Near,
        level: u32,
        gauge: &impl Gauge<S, N>,
        look: &mut impl FnMut(usize) -> f64,
        mut limit: f32,
    ) -> f32 {
        while let Some(slot) = order.next(limit) {
            let entry = node.entry(slot);
            limit = match level {
                0 => near::limit(look(entry as usize)),
                _ => self.best_below(entry, level - 1, gauge, look, limit),
            };
        }
        limit
    }

    /// Calls `each` with the keys of each two boxes that touch or overlap, the lower key first, each pair once, in an order that
    /// depends on nothing but what was done to the tree. No memory.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let tree = Tree::from_iter([Aabb::new([0i16, 0], [9, 9]), Aabb::new([50, 0], [59, 9]), Aabb::new([9, 9], [50, 20])]);
    /// let mut pairs = Vec::new();
    /// tree.pairs(|a, b| pairs.push((a, b)));
    /// pairs.sort();
    /// assert_eq!(pairs, [(0, 2), (1, 2)]);
    /// ```
    pub fn pairs(&self, mut each: impl FnMut(usize, usize)) {
        self.join_own(self.root, self.height, &mut |a, b| each(a.min(b) as usize, a.max(b) as usize));
    }

    /// Pairs of entries below a node.
    pub(super) fn join_own(&self, place: u32, level: u32, each: &mut impl FnMut(u32, u32)) {
        let node = &self.nodes[place as usize];
        for (slot, entry) in node.entries().iter().enumerate() {
            if level > 0 {
                self.join_own(*entry, level - 1, each);
            }
            if slot + 1 == node.len() {
                break;
            }
            let bounds = node.get(slot);
            for other in node.meeting(&bounds).after(slot) {
                match level {
                    0 => each(*entry, node.entry(other)),
                    _ => self.join(*entry, &bounds, node.entry(other), &node.get(other), level - 1, each),
                }
            }
        }
    }

    /// Pairs of an entry below one node and one below another on the same level.
    pub(super) fn join(
        &self,
        a: u32,
        around_a: &Aabb<S, N>,
        b: u32,
        around_b: &Aabb<S, N>,
        level: u32,
        each: &mut impl FnMut(u32, u32),
    ) {
        let (p, q) = (&self.nodes[a as usize], &self.nodes[b as usize]);
        let others = q.meeting(around_a);
        if others == Bits(0) {
            return;
        }
        for slot in p.meeting(around_b) {
            let bounds = p.get(slot);
            for other in q.meeting(&bounds).and(others) {
                match level {
                    0 => each(p.entry(slot), q.entry(other)),
                    _ => self.join(p.entry(slot), &bounds, q.entry(other), &q.get(other), level - 1, each),
                }
            }
        }
    }
}

/// Up to how many leaves are looked into without asking first whether that is needed: both at once take less time.
const FEW: usize = 2;
