//! The search for all overlapping pairs of a tree on several threads.

use super::Tree;
use crate::Aabb;
use crate::scalar::Scalar;
use alloc::vec::Vec;
use rayon::prelude::*;

/// A part of the search for pairs that one thread carries out.
enum Task<S, const N: usize> {
    /// The search for pairs of boxes below one node, given by its index and level.
    WithinNode(u32, u32),
    /// The search for pairs that consist of a box below one node and a box below another node. Holds the indices and the boxes of both
    /// nodes, and their common level.
    BetweenNodes([(u32, Aabb<S, N>); 2], u32),
}

/// The search is split into at least this number of tasks, if the tree is large enough. The tasks take unequal times. With many times more
/// tasks than cores, no core waits long for the others at the end.
const MIN_TASKS: usize = 256;

impl<S: Scalar + Send + Sync, const N: usize> Tree<S, N> {
    /// Calls `keep` with the keys of every pair of boxes that touch or overlap, the lower key first, and returns the results of `keep`
    /// that are not `None`. Runs on all threads of the pool of `rayon`. The results are in the order of [`pairs`](Tree::pairs), whatever
    /// the number of threads. Needs the feature `rayon`.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Tree};
    /// let tree = Tree::from_iter((0..1000).map(|x| Aabb::new([x, 0], [x + 1, 1])));
    /// let mut pairs = Vec::new();
    /// tree.pairs(|a, b| pairs.push((a, b)));
    /// assert_eq!(tree.pairs_in_parallel(|a, b| Some((a, b))), pairs);
    /// ```
    #[must_use]
    pub fn pairs_in_parallel<K: Send>(&self, keep: impl Fn(usize, usize) -> Option<K> + Sync) -> Vec<K> {
        let mut tasks = alloc::vec![Task::WithinNode(self.root, self.height)];
        while tasks.len() < MIN_TASKS && tasks.iter().any(|task| self.level(task) > 0) {
            let mut smaller = Vec::new();
            tasks.iter().for_each(|task| self.split(task, &mut smaller));
            tasks = smaller;
        }
        let run = |task: &Task<S, N>| {
            let mut kept = Vec::new();
            let mut each = |a: u32, b: u32| kept.extend(keep(a.min(b) as usize, a.max(b) as usize));
            match task {
                Task::WithinNode(node_index, level) => self.pairs_within(*node_index, *level, &mut each),
                Task::BetweenNodes([(a, p), (b, q)], level) => {
                    self.pairs_between(*a, p, *b, q, *level, &mut each)
                }
            }
            kept
        };
        let parts: Vec<Vec<K>> = tasks.par_iter().map(run).collect();
        parts.into_iter().flatten().collect()
    }

    /// The level of the nodes at which a task starts to search for pairs.
    fn level(&self, task: &Task<S, N>) -> u32 {
        let (Task::WithinNode(_, level) | Task::BetweenNodes(_, level)) = task;
        *level
    }

    /// Splits a task into tasks on the level below and appends them to `smaller`, in the processing order of [`pairs`](Tree::pairs). A task
    /// on level 0 is appended unchanged.
    fn split(&self, task: &Task<S, N>, smaller: &mut Vec<Task<S, N>>) {
        match task {
            Task::WithinNode(node_index, 0) => smaller.push(Task::WithinNode(*node_index, 0)),
            Task::BetweenNodes(nodes, 0) => smaller.push(Task::BetweenNodes(*nodes, 0)),
            Task::WithinNode(node_index, level) => {
                let node = &self.nodes[*node_index as usize];
                for (slot, entry) in node.entries().iter().enumerate() {
                    smaller.push(Task::WithinNode(*entry, level - 1));
                    let bounds = node.get(slot);
                    for other in node.intersecting(&bounds).after(slot) {
                        let nodes = [(*entry, bounds), (node.entry(other), node.get(other))];
                        smaller.push(Task::BetweenNodes(nodes, level - 1));
                    }
                }
            }
            Task::BetweenNodes([(a, bounds_a), (b, bounds_b)], level) => {
                let p = &self.nodes[*a as usize];
                let q = &self.nodes[*b as usize];
                let others = q.intersecting(bounds_a);
                for slot in p.intersecting(bounds_b) {
                    let bounds = p.get(slot);
                    for other in q.intersecting(&bounds).and(others) {
                        let nodes = [(p.entry(slot), bounds), (q.entry(other), q.get(other))];
                        smaller.push(Task::BetweenNodes(nodes, level - 1));
                    }
                }
            }
        }
    }
}
