//! A tree of finite boxes, and a list of infinite ones beside it.
//!
//! An infinite box would make the boxes of all nodes above it infinite, so queries would visit everything below. There are few infinite
//! shapes, such as half-spaces, so every query compares its region with all of them.

use super::Tree;
use super::tree::NotANumber;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Relate, Vector};
use alloc::vec::Vec;

/// The boxes of a world or simulation by key, like a [`Tree`]. Boxes that are infinite on an axis are in a list.
#[derive(Clone, Debug)]
pub(crate) struct MixedTree<S, const N: usize> {
    tree: Tree<S, N>,
    /// The infinite boxes, in ascending order of their keys.
    unbounded: Vec<Unbounded<S, N>>,
}

/// An infinite box.
#[derive(Clone, Copy, Debug)]
struct Unbounded<S, const N: usize> {
    key: u32,
    bounds: Aabb<S, N>,
}

impl<S: Scalar, const N: usize> MixedTree<S, N> {
    pub(crate) fn new() -> Self {
        Self { tree: Tree::new(), unbounded: Vec::new() }
    }

    /// Builds the tree of boxes whose keys are their positions in the list. A box with a NaN is left out.
    #[cfg(feature = "serde")]
    pub(crate) fn of_boxes(mut boxes: Vec<Aabb<S, N>>) -> Self {
        let mut unbounded = Vec::new();
        // The tree leaves out a box with a NaN.
        let none = Aabb::point(Vector::splat(S::from_real(S::Real::NAN).unwrap_or(S::ZERO)));
        for (key, bounds) in (0..).zip(&mut boxes) {
            if is_unbounded(bounds) {
                unbounded.push(Unbounded { key, bounds: core::mem::replace(bounds, none) });
            }
        }
        Self { tree: Tree::from_iter(boxes), unbounded }
    }

    pub(crate) fn len(&self) -> usize {
        self.tree.len() + self.unbounded.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of bytes on the heap.
    pub(crate) fn memory(&self) -> usize {
        self.tree.memory() + self.unbounded.capacity() * size_of::<Unbounded<S, N>>()
    }

    /// The index of a key in the list of infinite boxes. If the list does not have the key, the index at which it would be inserted, as the
    /// error.
    fn place(&self, key: usize) -> Result<usize, usize> {
        self.unbounded.binary_search_by_key(&key, |entry| entry.key as usize)
    }

    pub(crate) fn get(&self, key: usize) -> Option<Aabb<S, N>> {
        match self.place(key) {
            Ok(place) => Some(self.unbounded[place].bounds),
            Err(_) => self.tree.get(key),
        }
    }

    /// Adds or replaces the box of a key; see [`Tree::set`].
    pub(crate) fn set(&mut self, key: usize, bounds: Aabb<S, N>) -> Result<(), NotANumber> {
        if self.unbounded.is_empty() && !is_unbounded(&bounds) {
            return self.tree.set(key, bounds);
        }
        if !is_unbounded(&bounds) {
            self.tree.set(key, bounds)?;
            if let Ok(place) = self.place(key) {
                self.unbounded.remove(place);
            }
            return Ok(());
        }
        self.tree.remove(key);
        let entry = Unbounded { key: key as u32, bounds };
        match self.place(key) {
            Ok(place) => self.unbounded[place] = entry,
            Err(place) => self.unbounded.insert(place, entry),
        }
        Ok(())
    }

    /// Removes the box of a key and returns it.
    pub(crate) fn remove(&mut self, key: usize) -> Option<Aabb<S, N>> {
        match self.place(key) {
            Ok(place) => Some(self.unbounded.remove(place).bounds),
            Err(_) => self.tree.remove(key),
        }
    }

    /// Rebuilds the tree; see [`Tree::rebuild`].
    pub(crate) fn rebuild(&mut self) {
        self.tree.rebuild();
    }

    /// The infinite boxes that touch or overlap a region.
    fn unbounded_in(&self, region: &Aabb<S, N>) -> impl Iterator<Item = &Unbounded<S, N>> {
        self.unbounded.iter().filter(|entry| entry.bounds.intersects(region))
    }

    /// Calls `found` with the key of each box that touches or overlaps `region`.
    #[inline]
    pub(crate) fn each_intersecting(&self, region: &Aabb<S, N>, mut found: impl FnMut(usize)) {
        self.unbounded_in(region).for_each(|entry| found(entry.key as usize));
        self.tree.each_intersecting(region, found);
    }

    /// Calls `found` as [`Tree::intersecting`] does. An infinite box never counts as certain.
    #[inline]
    pub(crate) fn intersecting(
        &self,
        region: &Aabb<S, N>,
        certain: [&Aabb<S, N>; 2],
        mut found: impl FnMut(u32, Aabb<S, N>, bool),
    ) {
        self.unbounded_in(region).for_each(|entry| found(entry.key, entry.bounds, false));
        self.tree.intersecting(region, certain, found);
    }

    /// Calls `each` with all boxes, those of inner nodes included.
    pub(crate) fn each_box(&self, mut each: impl FnMut(&Aabb<S, N>)) {
        self.unbounded.iter().for_each(|entry| each(&entry.bounds));
        let draw = |bounds: &Aabb<S, N>| {
            each(bounds);
            true
        };
        self.tree.visit(draw, |_| ());
    }

    /// Calls `visit` with the keys of all infinite boxes, and returns the limit of the cost after them. Stops when the limit is negative.
    fn visit_unbounded(&self, visit: &mut impl FnMut(usize) -> f64) -> f64 {
        let mut limit = f64::INFINITY;
        for entry in &self.unbounded {
            if limit < 0.0 {
                break;
            }
            limit = visit(entry.key as usize);
        }
        limit
    }

    /// Finds the boxes that a moving box may hit; see [`Tree::sweep`].
    pub(crate) fn sweep(
        &self,
        region: &Aabb<S, N>,
        step: impl Into<Vector<S::Real, N>>,
        end: f64,
        mut visit: impl FnMut(usize) -> f64,
    ) {
        let limit = self.visit_unbounded(&mut visit);
        if !(limit < 0.0) {
            self.tree.sweep(region, step, beyond(end, limit), visit);
        }
    }

    /// Finds the boxes that a ray may hit; see [`Tree::cast`].
    pub(crate) fn cast(
        &self,
        from: [f32; N],
        direction: [f32; N],
        max_distance: f64,
        mut visit: impl FnMut(usize) -> f64,
    ) {
        let limit = self.visit_unbounded(&mut visit);
        self.tree.cast(from, direction, beyond(max_distance, limit), visit);
    }

    /// Finds the boxes that are closest to `region`; see [`Tree::nearest`].
    pub(crate) fn nearest(
        &self,
        region: &Aabb<S, N>,
        max_distance: f64,
        mut visit: impl FnMut(usize) -> f64,
    ) {
        if max_distance == f64::NEG_INFINITY {
            return;
        }
        // Depths are negative distances, so a negative limit does not end the search.
        let limit = self.unbounded.iter().fold(f64::INFINITY, |_, entry| visit(entry.key as usize));
        self.tree.nearest(region, max_distance.min(limit), visit);
    }

    /// Calls `each` once with the keys of every pair of boxes that touch or overlap, the lower key first.
    pub(crate) fn pairs(&self, mut each: impl FnMut(usize, usize)) {
        self.unbounded_pairs(&mut each);
        self.tree.pairs(each);
    }

    /// Calls `each` with the pairs of boxes that touch or overlap, and of which at least one is infinite.
    fn unbounded_pairs(&self, each: &mut impl FnMut(usize, usize)) {
        for (index, entry) in self.unbounded.iter().enumerate() {
            let key = entry.key as usize;
            let later = self.unbounded[index + 1..].iter();
            later.filter(|other| other.bounds.intersects(&entry.bounds)).for_each(|other| {
                each(key, other.key as usize);
            });
            self.tree.each_intersecting(&entry.bounds, |other| each(key.min(other), key.max(other)));
        }
    }

    /// Does what [`pairs`](Self::pairs) does, with the tree on several threads; see [`Tree::pairs_in_parallel`].
    #[cfg(feature = "rayon")]
    pub(crate) fn pairs_in_parallel<K: Send>(&self, keep: impl Fn(usize, usize) -> Option<K> + Sync) -> Vec<K>
    where
        S: Send + Sync,
    {
        let mut kept = Vec::new();
        self.unbounded_pairs(&mut |a, b| kept.extend(keep(a, b)));
        kept.extend(self.tree.pairs_in_parallel(keep));
        kept
    }
}

/// The cost at which a search in the tree ends, after the infinite boxes have lowered the limit of the cost from `end` to `limit`. It is a
/// little larger than the limit, so that a box with the same cost is visited in spite of rounding to `f32`.
fn beyond(end: f64, limit: f64) -> f64 {
    let limit = limit + limit.abs() * 1e-6 + 1e-38;
    if limit < end { limit } else { end }
}

/// Whether a box is infinite on an axis. False for a box with a NaN.
fn is_unbounded<S: Scalar, const N: usize>(bounds: &Aabb<S, N>) -> bool {
    S::IS_FLOAT
        && (0..N).any(|axis| {
            let infinity = S::Real::INFINITY;
            bounds.min()[axis].to_real() == -infinity || bounds.max()[axis].to_real() == infinity
        })
        && bounds.intersects(bounds)
}
