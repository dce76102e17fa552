//! What a tree of boxes is asked.

use super::Tree;
use super::node::{Bits, Node, Spot, WIDTH, Way, signed_square};
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
        self.meeting(region, |key, _| found(key as usize));
    }

    /// The same, with the boxes.
    #[inline]
    pub(crate) fn meeting(&self, region: &Aabb<S, N>, mut found: impl FnMut(u32, Aabb<S, N>)) {
        let root = &self.nodes[self.root as usize];
        if self.height == 1 && root.len() <= FEW {
            return root.entries().iter().for_each(|leaf| self.descend(*leaf, 0, region, &mut found));
        }
        self.descend(self.root, self.height, region, &mut found);
    }

    fn descend(&self, place: u32, level: u32, region: &Aabb<S, N>, found: &mut impl FnMut(u32, Aabb<S, N>)) {
        let node = &self.nodes[place as usize];
        for slot in node.meeting(region) {
            match level {
                0 => found(node.entry(slot), node.get(slot)),
                _ => self.descend(node.entry(slot), level - 1, region, found),
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
    /// have to be from then on. Boxes whose bound is above that are left out, equal ones are not: who breaks ties by key sees
    /// all there are.
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
        let bounds = |node: &Node<S, N>, limit: f64, order: &mut Order<f64>| {
            let mut near = [f64::INFINITY; WIDTH];
            (0..node.len()).for_each(|slot| near[slot] = bound(&node.get(slot)));
            for (near, entry) in near.into_iter().zip(node.entries()) {
                if near < f64::INFINITY && near <= limit {
                    order.insert(near, *entry);
                }
            }
        };
        self.best_first(bounds, look);
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
        let times = |node: &Node<S, N>, limit: f64, order: &mut Order<f32>| {
            let (times, hits) = node.entered(&way, above(limit));
            hits.for_each(|slot| order.insert(times[slot], node.entry(slot)));
        };
        self.best_first(times, look);
    }

    /// Looks for what is nearest to a box, no farther than a reach: `look` is called with the keys of boxes, the nearer ones sooner,
    /// and returns how near others have to be from then on, as [`search`](Tree::search) has it. What overlaps is nearer the
    /// deeper it does. Distances are taken in `f32`, with some room for rounding.
    pub(crate) fn nearest(&self, region: &Aabb<S, N>, reach: f64, mut look: impl FnMut(usize) -> f64) {
        let [low, high] = [region.min(), region.max()].mapped(|end| end.map(|c| c.to_f64() as f32).0);
        let spot = Spot::new(low, high);
        let reach = above(signed_square(reach));
        let away = |node: &Node<S, N>, limit: f64, order: &mut Order<f32>| {
            let limit = above(limit);
            order.put_all(node.away(&spot, if limit < reach { limit } else { reach }), node.slots());
        };
        self.best_first(away, |key| signed_square(look(key)));
    }

    /// Looks at entries by how near they are, the nearer first in each node. `bounds` puts those of a node that are within a limit
    /// in order.
    fn best_first<B: Near>(
        &self,
        bounds: impl Fn(&Node<S, N>, f64, &mut Order<B>),
        mut look: impl FnMut(usize) -> f64,
    ) {
        let mut limit = f64::INFINITY;
        self.best_below(self.root, self.height, &bounds, &mut look, &mut limit);
    }

    fn best_below<B: Near>(
        &self,
        place: u32,
        level: u32,
        bounds: &impl Fn(&Node<S, N>, f64, &mut Order<B>),
        look: &mut impl FnMut(usize) -> f64,
        limit: &mut f64,
    ) {
        let mut order = Order { items: [(B::default(), 0); WIDTH], count: 0 };
        bounds(&self.nodes[place as usize], *limit, &mut order);
        for (near, entry) in &order.items[..order.count] {
            let near: f64 = (*near).into();
            if near == f64::INFINITY {
                return;
            }
            // The next may be nearer by the last bits.
            if near > *limit {
                continue;
            }
            match level {
                0 => *limit = look(*entry as usize),
                _ => self.best_below(*entry, level - 1, bounds, look, limit),
            }
        }
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

/// How near something is.
trait Near: Copy + Default + PartialOrd + Into<f64> {}

impl Near for f32 {}
impl Near for f64 {}

/// Entries of a node, the nearest first. What is infinitely far is none.
struct Order<B> {
    items: [(B, u32); WIDTH],
    count: usize,
}

impl<B: Near> Order<B> {
    /// One by one: a ray meets few.
    #[inline]
    fn insert(&mut self, near: B, entry: u32) {
        // Insertion keeps them in order: there are eight at most.
        let mut at = self.count;
        while at > 0 && self.items[at - 1].0 > near {
            self.items[at] = self.items[at - 1];
            at -= 1;
        }
        self.items[at] = (near, entry);
        self.count += 1;
    }
}

impl Order<f32> {
    /// All at once, each at the place that tells how many are nearer: where many are near, no branch on which of two is nearer can be
    /// guessed. Those that differ in the last bits alone may stand the other way round.
    #[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
    fn put_all(&mut self, near: [f32; WIDTH], entries: &[u32; WIDTH]) {
        let mut keys = [0i32; WIDTH];
        for (slot, (key, near)) in (1..).zip(keys.iter_mut().zip(near)) {
            let bits = near.to_bits().cast_signed();
            // As whole numbers they are in the order of the floats, and their slots make each another.
            *key = (bits ^ ((bits >> 31) & i32::MAX)) & !(2 * WIDTH as i32 - 1) | slot;
        }
        // Were the compiler to see where lists come from or go to, it would take them apart, and compare one by one.
        let keys = core::hint::black_box(keys);
        let mut places = [0i32; WIDTH];
        for other in keys {
            for (place, key) in places.iter_mut().zip(&keys) {
                *place += i32::from(other < *key);
            }
        }
        let places = core::hint::black_box(places);
        for (place, item) in places.into_iter().zip(near.into_iter().zip(entries)) {
            self.items[place as usize % WIDTH] = (item.0, *item.1);
        }
        self.count = WIDTH;
    }
}

/// The least `f32` that is not below a number.
#[inline]
fn above(c: f64) -> f32 {
    let near = c as f32;
    if f64::from(near) < c { near.next_up() } else { near }
}
