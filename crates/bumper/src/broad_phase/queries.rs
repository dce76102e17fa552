//! The queries of a tree: overlaps, nearest box, ray casts, shape casts and pairs.

use super::Tree;
use crate::box_tree::{
    BoxDistance, CastTime, ClosureBound, EntrySet, Hierarchy, Node, Nodes, RayTime, signed_square,
};
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::{Aabb, Vector};
use core::ops::ControlFlow;

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// Calls `found` with the key of each box that touches or overlaps `region`. The order of the keys depends only on the insertions,
    /// moves and removals so far. Typically costs O(log n) plus a constant for each box found. Allocates nothing. A region with a NaN
    /// intersects nothing.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Tree};
    /// let tree = Tree::from_iter([Aabb::new([0i16, 0], [1, 1])]);
    /// tree.each_intersecting(&Aabb::new([1, 1], [2, 2]), |key| assert_eq!(key, 0));
    /// ```
    #[inline]
    pub fn each_intersecting(&self, region: &Aabb<S, N>, mut found: impl FnMut(usize)) {
        self.each_leaf(region, &mut |leaf, hits| hits.for_each(|slot| found(leaf.entry(slot) as usize)));
    }

    /// Calls `found` with the key and the box of each entry that touches or overlaps `region`. The last argument of `found` is true if the
    /// lower corner of the box lies in `certain[0]` and its upper corner in `certain[1]`. A world chooses these two boxes so that its
    /// collider then surely overlaps the shape of the query, and no exact test is necessary.
    #[inline]
    pub(crate) fn intersecting(
        &self,
        region: &Aabb<S, N>,
        certain: [&Aabb<S, N>; 2],
        mut found: impl FnMut(u32, Aabb<S, N>, bool),
    ) {
        self.each_leaf(region, &mut |leaf, hits| {
            let certain =
                if hits == EntrySet(0) { hits } else { leaf.with_corners_in(certain[0], certain[1]) };
            hits.for_each(|slot| found(leaf.entry(slot), leaf.get(slot), certain.has(slot)));
        });
    }

    /// Calls `each` with leaves and with the slots of the boxes in them that touch or overlap `region`. Leaves that are certainly apart
    /// from `region` are left out.
    #[inline]
    fn each_leaf(&self, region: &Aabb<S, N>, each: &mut impl FnMut(&Node<S, N>, EntrySet)) {
        let _: ControlFlow<()> = self.all_nodes().each_leaf(region, &mut |leaf, hits| {
            each(leaf, hits);
            ControlFlow::Continue(())
        });
    }

    /// The nodes of the tree for a search.
    #[inline]
    fn all_nodes(&self) -> Nodes<'_, S, N> {
        Nodes { list: &self.nodes, root: self.root, height: self.height }
    }

    /// Traverses the tree depth first: calls `predicate` with the boxes of nodes and of keys, and calls `found` with a key if `predicate`
    /// returns true for its box and for the boxes of all nodes that contain it. Nothing below a rejected node is visited. So if `predicate`
    /// accepts the box of a key, it must accept every larger box around it. `predicate` may accept fewer boxes as the traversal proceeds.
    ///
    /// ```
    /// use bumper::{Aabb, Relate, broad_phase::Tree};
    /// let tree = Tree::from_iter((0..100i16).map(|x| Aabb::new([x, 0], [x + 1, 1])));
    /// let mut hits = 0;
    /// tree.visit(|bounds| bounds.contains([50, 1]), |_| hits += 1);
    /// assert_eq!(hits, 2);
    /// ```
    pub fn visit(&self, mut predicate: impl FnMut(&Aabb<S, N>) -> bool, mut found: impl FnMut(usize)) {
        self.visit_below(self.root, self.height, &mut predicate, &mut found);
    }

    /// Does what [`visit`](Self::visit) does, but only for the boxes below the given node. `level` is the level of that node.
    fn visit_below(
        &self,
        node_index: u32,
        level: u32,
        predicate: &mut impl FnMut(&Aabb<S, N>) -> bool,
        found: &mut impl FnMut(usize),
    ) {
        let node = &self.nodes[node_index as usize];
        for (slot, entry) in node.entries().iter().enumerate() {
            if predicate(&node.get(slot)) {
                match level {
                    0 => found(*entry as usize),
                    _ => self.visit_below(*entry, level - 1, predicate, found),
                }
            }
        }
    }

    /// Finds the boxes that minimize a cost of the caller's choice, by branch and bound.
    ///
    /// `bound` returns a lower bound of the cost of everything inside a box, or infinity if nothing in it qualifies. `visit` is called with
    /// keys, roughly in ascending order of their bounds. It returns the limit of the cost for the rest of the search, usually the lowest
    /// cost found so far. Boxes whose bound is above the limit by more than a relative 10⁻⁶ are skipped. A box whose bound equals the limit
    /// is visited, so the caller can choose, for example, the lowest of several keys with the same cost. `bound` must accept any box: for
    /// speed, it is also evaluated for boxes that have been removed, and the result is ignored.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, broad_phase::Tree};
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
    pub fn search(&self, bound: impl Fn(&Aabb<S, N>) -> f64, visit: impl FnMut(usize) -> f64) {
        self.all_nodes().branch_and_bound(&ClosureBound(bound), f64::INFINITY, visit);
    }

    /// Finds the boxes that the box `region` may hit while it moves along `step`. At the time t, `region` has moved by t times `step`; the
    /// sweep ends at the time `end`, which may be infinite.
    ///
    /// `visit` is called with the key of each box of the tree in the path, roughly in the order of the times at which the boxes are hit. It
    /// returns the time after which hits are no longer of interest: `f64::INFINITY` to see all boxes up to `end`, or a negative time to
    /// stop. Each returned time replaces the one before, so a search for the first hit returns the earliest hit so far in every call.
    /// Boxes that are hit after `end` are never visited.
    ///
    /// Times are computed in `f32` and rounded down. So no box is missed, but boxes close to the path may be visited, too: `visit` has to
    /// make the exact test. A ray is the sweep of a point.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, broad_phase::Tree};
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
        visit: impl FnMut(usize) -> f64,
    ) {
        let wide = |v: Vector<S, N>| v.map(S::to_f64).0;
        let time =
            CastTime::new(wide(region.min()), wide(region.max()), step.into().map(S::Real::to_f64).0, end);
        self.all_nodes().branch_and_bound(&&time, f64::INFINITY, visit);
    }

    /// Finds the boxes that a ray may hit: calls `visit` as [`sweep`](Tree::sweep) does, but measures time as the distance along the ray.
    /// `direction` has length one. The boxes of the tree must be large enough to contain their objects in spite of rounding to `f32`;
    /// otherwise the ray could miss an object.
    pub(crate) fn cast(
        &self,
        from: [f32; N],
        direction: [f32; N],
        max_distance: f64,
        visit: impl FnMut(usize) -> f64,
    ) {
        let time = RayTime::new(from, direction, max_distance as f32, 0.0);
        self.all_nodes().branch_and_bound(&&time, f64::INFINITY, visit);
    }

    /// Finds the boxes that are closest to `region` and at most `max_distance` away: calls `visit` as [`search`](Tree::search) does, with
    /// the distance as the cost. If a box overlaps `region`, its distance is negative: the penetration depth with a minus sign. Distances
    /// are computed in `f32` and rounded down.
    pub(crate) fn nearest(
        &self,
        region: &Aabb<S, N>,
        max_distance: f64,
        mut visit: impl FnMut(usize) -> f64,
    ) {
        let [low, high] = [region.min(), region.max()].mapped(|end| end.map(|c| c.to_f64() as f32).0);
        let distance = BoxDistance::new(low, high);
        let max_distance = signed_square(max_distance);
        let visit = |key| {
            let square = signed_square(visit(key));
            if square < max_distance { square } else { max_distance }
        };
        self.all_nodes().branch_and_bound(&&distance, max_distance, visit);
    }

    /// Calls `each` once with the keys of every pair of boxes that touch or overlap, the lower key first. The order of the pairs depends
    /// only on the insertions, moves and removals so far. Allocates nothing.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Tree};
    /// let tree = Tree::from_iter([Aabb::new([0i16, 0], [9, 9]), Aabb::new([50, 0], [59, 9]), Aabb::new([9, 9], [50, 20])]);
    /// let mut pairs = Vec::new();
    /// tree.pairs(|a, b| pairs.push((a, b)));
    /// pairs.sort();
    /// assert_eq!(pairs, [(0, 2), (1, 2)]);
    /// ```
    pub fn pairs(&self, mut each: impl FnMut(usize, usize)) {
        self.pairs_within(self.root, self.height, &mut |a, b| each(a.min(b) as usize, a.max(b) as usize));
    }

    /// Calls `each` with the pairs of keys whose boxes touch or overlap, among the keys below the given node. `level` is the level of
    /// that node.
    pub(super) fn pairs_within(&self, node_index: u32, level: u32, each: &mut impl FnMut(u32, u32)) {
        let node = &self.nodes[node_index as usize];
        for (slot, entry) in node.entries().iter().enumerate() {
            if level > 0 {
                self.pairs_within(*entry, level - 1, each);
            }
            if slot + 1 == node.len() {
                break;
            }
            let bounds = node.get(slot);
            for other in node.intersecting(&bounds).after(slot) {
                match level {
                    0 => each(*entry, node.entry(other)),
                    _ => self.pairs_between(
                        *entry,
                        &bounds,
                        node.entry(other),
                        &node.get(other),
                        level - 1,
                        each,
                    ),
                }
            }
        }
    }

    /// Calls `each` with the pairs of a key below the node `a` and a key below the node `b` whose boxes touch or overlap. Both nodes are on
    /// `level`, and `bounds_a` and `bounds_b` are their boxes.
    pub(super) fn pairs_between(
        &self,
        a: u32,
        bounds_a: &Aabb<S, N>,
        b: u32,
        bounds_b: &Aabb<S, N>,
        level: u32,
        each: &mut impl FnMut(u32, u32),
    ) {
        let p = &self.nodes[a as usize];
        let q = &self.nodes[b as usize];
        let others = q.intersecting(bounds_a);
        if others == EntrySet(0) {
            return;
        }
        for slot in p.intersecting(bounds_b) {
            let bounds = p.get(slot);
            for other in q.intersecting(&bounds).and(others) {
                match level {
                    0 => each(p.entry(slot), q.entry(other)),
                    _ => self.pairs_between(
                        p.entry(slot),
                        &bounds,
                        q.entry(other),
                        &q.get(other),
                        level - 1,
                        each,
                    ),
                }
            }
        }
    }
}
