//! A tree of boxes that come, move and go.

use super::node::{Node, WIDTH, girth};
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::{Aabb, Relate};
use alloc::vec::Vec;
use core::fmt;

/// How many entries a node is left with at least when others go; fewer find another home.
pub(super) const LEAST: usize = 3;

/// No node, or no box of this key.
pub(super) const NONE: u32 = u32::MAX;

/// Boxes by their keys, arranged so that those in a region are found without looking at all; they come, move and go at any
/// time.
///
/// A key is a small number of the caller's, the place in an array, say: the tree keeps four bytes for each key up to the
/// largest.
///
/// A balanced tree of nodes of up to eight boxes, each box around a node below; all leaves are on one level. A box that comes
/// goes down where the boxes grow least; a node that is full is cut in two (A. Guttman, R-trees: a dynamic index structure for
/// spatial searching, 1984; cut along the axis and at the place where the boxes of the halves are smallest, as N. Beckmann and
/// others do for the R*-tree, 1990). A box that moves stays in its leaf, which grows with it, as long as it is within the node
/// above. Where that has made the leaves of a node half as large again as they were, those are made anew, and nothing else: no
/// frame is much longer than others. Insertion, removal and moves cost O(log n) on average; about 45 bytes a box of `f32` on a plane, 60 in space.
///
/// ```
/// use bumper::{Aabb, broad::Tree};
/// let mut tree = Tree::new();
/// tree.set(7, Aabb::new([0i16, 0], [9, 9])).unwrap();
/// tree.set(7, Aabb::new([50, 0], [59, 9])).unwrap();
/// assert_eq!((tree.len(), tree.get(7)), (1, Some(Aabb::new([50, 0], [59, 9]))));
/// assert_eq!(tree.remove(7), Some(Aabb::new([50, 0], [59, 9])));
/// assert!(tree.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Tree<S, const N: usize> {
    pub(super) nodes: Vec<Node<S, N>>,
    /// The leaf that the box of each key is in.
    pub(super) homes: Vec<u32>,
    /// The first of the nodes that are not in use.
    pub(super) free: u32,
    pub(super) root: u32,
    /// How many levels there are above the leaves.
    pub(super) height: u32,
    len: usize,
}

/// A box or shape with a NaN, which has no place.
///
/// ```
/// use bumper::{Aabb, broad::{NotANumber, Tree}};
/// let nowhere = Aabb::point([f32::NAN, 0.0]);
/// assert_eq!(Tree::new().set(0, nowhere), Err(NotANumber));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a coordinate is not a number")
    }
}

impl core::error::Error for NotANumber {}

impl<S: Scalar, const N: usize> Default for Tree<S, N> {
    fn default() -> Self {
        Self::new()
    }
}

/// A tree of boxes by their places, made at once: better than one by one, and faster. Boxes with a NaN are left out. Costs
/// O(n log n).
///
/// ```
/// use bumper::{Aabb, broad::Tree};
/// let tree: Tree<i16, 2> = (0..100).map(|x| Aabb::new([x, 0], [x + 1, 1])).collect();
/// assert_eq!(tree.bounds(), Some(Aabb::new([0, 0], [100, 1])));
/// ```
impl<S: Scalar, const N: usize> FromIterator<Aabb<S, N>> for Tree<S, N> {
    fn from_iter<I: IntoIterator<Item = Aabb<S, N>>>(boxes: I) -> Self {
        let mut tree = Self::new();
        let mut items: Vec<(Aabb<S, N>, u32)> = boxes.into_iter().zip(0..NONE).collect();
        tree.homes.resize(items.len(), NONE);
        items.retain(|item| is_known(&item.0));
        tree.len = items.len();
        tree.arrange(&items);
        tree
    }
}

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// A tree without boxes.
    ///
    /// ```
    /// use bumper::broad::Tree;
    /// assert_eq!(Tree::<i16, 2>::new().bounds(), None);
    /// ```
    pub fn new() -> Self {
        let nodes = [Node::new(NONE)].into();
        Self { nodes, homes: Vec::new(), free: NONE, root: 0, height: 0, len: 0 }
    }

    /// How many boxes there are.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// assert_eq!(Tree::from_iter([Aabb::point([0i16, 0]); 9]).len(), 9);
    /// ```
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    ///
    /// ```
    /// use bumper::broad::Tree;
    /// assert!(Tree::<f32, 3>::new().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The box of a key, if there is one.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let tree = Tree::from_iter([Aabb::point([3i16, 4])]);
    /// assert_eq!((tree.get(0), tree.get(1)), (Some(Aabb::point([3, 4])), None));
    /// ```
    pub fn get(&self, key: usize) -> Option<Aabb<S, N>> {
        let leaf = &self.nodes[self.home(key)? as usize];
        Some(leaf.get(leaf.slot(key as u32)))
    }

    /// A box around all boxes, the smallest unless some have moved or gone; `None` where there are none.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let tree = Tree::from_iter([Aabb::new([0i16, 0], [1, 1]), Aabb::new([5, 5], [6, 6])]);
    /// assert_eq!(tree.bounds(), Some(Aabb::new([0, 0], [6, 6])));
    /// ```
    pub fn bounds(&self) -> Option<Aabb<S, N>> {
        (self.len > 0).then(|| self.nodes[self.root as usize].bounds())
    }

    /// The bytes that the tree has allocated.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let tree = Tree::from_iter((0..10_000).map(|x| Aabb::point([x as f32, 0.0])));
    /// assert!(tree.memory() < 48 * tree.len());
    /// ```
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<S, N>>() + self.homes.capacity() * 4
    }

    /// Gives the box of a key, whether it has one already or not. A box with a NaN is refused, and nothing changes. Keys end
    /// before 2³² − 1: those beyond are taken for that one.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let mut tree = Tree::new();
    /// tree.set(3, Aabb::point([1.0, 2.0])).unwrap();
    /// assert!(tree.set(3, Aabb::point([f64::NAN, 2.0])).is_err());
    /// assert_eq!(tree.get(3), Some(Aabb::point([1.0, 2.0])));
    /// ```
    pub fn set(&mut self, key: usize, bounds: Aabb<S, N>) -> Result<(), NotANumber> {
        if !is_known(&bounds) {
            return Err(NotANumber);
        }
        let key = key.min(NONE as usize - 1);
        if let Some(home) = self.home(key) {
            self.shift(home, key as u32, &bounds);
            return Ok(());
        }
        if key >= self.homes.len() {
            let more = key + 1 - self.homes.len();
            reserve(&mut self.homes, more);
            self.homes.resize(key + 1, NONE);
        }
        self.insert(&bounds, key as u32, 0);
        self.len += 1;
        Ok(())
    }

    /// Takes out the box of a key; returns it.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let mut tree = Tree::from_iter([Aabb::point([3i16, 4])]);
    /// assert_eq!(tree.remove(0), Some(Aabb::point([3, 4])));
    /// assert_eq!(tree.remove(0), None);
    /// ```
    pub fn remove(&mut self, key: usize) -> Option<Aabb<S, N>> {
        let home = self.home(key)?;
        let slot = self.nodes[home as usize].slot(key as u32);
        let bounds = self.nodes[home as usize].get(slot);
        self.take(home, slot, 0);
        self.homes[key] = NONE;
        self.len -= 1;
        Some(bounds)
    }

    fn home(&self, key: usize) -> Option<u32> {
        self.homes.get(key).copied().filter(|home| *home != NONE)
    }

    /// Makes the tree anew of all its boxes.
    pub(crate) fn rebuild(&mut self) {
        let boxes = (0..self.homes.len()).filter_map(|key| Some((self.get(key)?, key as u32)));
        let items: Vec<_> = boxes.collect();
        self.arrange(&items);
    }

    /// Puts an entry into a node of a level; of the leaves, level 0, it is a key.
    pub(super) fn insert(&mut self, bounds: &Aabb<S, N>, entry: u32, level: u32) {
        self.insert_below(self.root, self.height, bounds, entry, level);
    }

    /// The same below a node of a level, whose box holds the entry.
    pub(super) fn insert_below(
        &mut self,
        mut place: u32,
        from: u32,
        bounds: &Aabb<S, N>,
        entry: u32,
        level: u32,
    ) {
        for _ in level..from {
            let node = &mut self.nodes[place as usize];
            let slot = node.closest(bounds);
            let larger = node.get(slot).union(bounds);
            node.put(slot, &larger);
            place = node.entries()[slot];
        }
        self.push(place, bounds, entry, level);
    }

    /// Puts an entry into a node, which is cut in two where it is full. The boxes above hold the entry already.
    fn push(&mut self, place: u32, bounds: &Aabb<S, N>, entry: u32, level: u32) {
        let node = &mut self.nodes[place as usize];
        if node.len() < WIDTH {
            let seat = node.len();
            node.push(bounds, entry);
            return self.settle(entry, place, seat, level);
        }
        let mut items: [_; WIDTH + 1] = crate::vector::from_fn(|slot| match slot {
            WIDTH => (*bounds, entry),
            _ => (node.get(slot), node.entries()[slot]),
        });
        let (parent, seat) = (node.parent, node.seat);
        let cut = cut(&mut items);
        let halves = [place, self.claim()];
        for (half, items) in halves.into_iter().zip([&items[..cut], &items[cut..]]) {
            let mut node = Node::new(parent);
            node.seat = seat;
            for (seat, (bounds, entry)) in items.iter().enumerate() {
                node.push(bounds, *entry);
                self.settle(*entry, half, seat, level);
            }
            node.refresh();
            self.nodes[half as usize] = node;
        }
        let [first, second] = halves.mapped(|half| self.nodes[half as usize].bounds());
        if parent == NONE {
            let root = self.claim();
            self.nodes[root as usize] = Node::new(NONE);
            self.root = root;
            self.height += 1;
            self.push(root, &first, halves[0], self.height);
            return self.push(root, &second, halves[1], self.height);
        }
        let above = &mut self.nodes[parent as usize];
        above.put(seat.into(), &first);
        self.push(parent, &second, halves[1], level + 1);
    }

    /// Takes an entry out of a node. A node that is left with few goes itself, and they find other homes.
    pub(super) fn take(&mut self, place: u32, slot: usize, level: u32) {
        let node = &mut self.nodes[place as usize];
        node.take(slot);
        let node = *node;
        if level > 0 && slot < node.len() {
            self.nodes[node.entry(slot) as usize].seat = slot as u8;
        }
        if place == self.root {
            if node.len() == 1 && self.height > 0 {
                self.root = node.entries()[0];
                self.nodes[self.root as usize].parent = NONE;
                self.height -= 1;
                self.release(place);
            }
        } else if node.len() >= LEAST {
            self.tighten(place, self.root);
        } else {
            self.release(place);
            self.take(node.parent, node.seat.into(), level + 1);
            for (slot, entry) in node.entries().iter().enumerate() {
                self.insert(&node.get(slot), *entry, level);
            }
        }
    }

    /// Notes which node an entry is in, and where.
    fn settle(&mut self, entry: u32, place: u32, seat: usize, level: u32) {
        if level == 0 {
            self.homes[entry as usize] = place;
        } else {
            let node = &mut self.nodes[entry as usize];
            (node.parent, node.seat) = (place, seat as u8);
        }
    }

    /// A node for use.
    pub(super) fn claim(&mut self) -> u32 {
        if self.free == NONE {
            reserve(&mut self.nodes, 1);
            self.nodes.push(Node::new(NONE));
            return self.nodes.len() as u32 - 1;
        }
        let next = self.nodes[self.free as usize].parent;
        core::mem::replace(&mut self.free, next)
    }

    pub(super) fn release(&mut self, place: u32) {
        self.nodes[place as usize].parent = core::mem::replace(&mut self.free, place);
    }
}

/// Whether a box has a place: one with a NaN does not even meet itself.
fn is_known<S: Scalar, const N: usize>(bounds: &Aabb<S, N>) -> bool {
    bounds.intersects(bounds)
}

/// Twice the middle of a box on an axis.
pub(super) fn middle<S: Scalar, const N: usize>(bounds: &Aabb<S, N>, axis: usize) -> f64 {
    bounds.min()[axis].to_f64() + bounds.max()[axis].to_f64()
}

/// Numbers in the order of the middles of boxes on an axis, with the place of each box in the last bits, put in order.
fn order<S: Scalar, const N: usize>(items: &[(Aabb<S, N>, u32); WIDTH + 1], axis: usize) -> [u64; WIDTH + 1] {
    let mut keys = crate::vector::from_fn(|place| {
        let bits = (middle(&items[place].0, axis) as f32).to_bits();
        // Of negative numbers, the larger the number, the lower the bits.
        let ordered = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
        u64::from(ordered) << 32 | place as u64
    });
    keys.sort_unstable();
    keys
}

/// Sorts the entries of a full node so that those before the returned place and those from there on have the smallest boxes.
fn cut<S: Scalar, const N: usize>(items: &mut [(Aabb<S, N>, u32); WIDTH + 1]) -> usize {
    let as_they_are = crate::vector::from_fn(|place| place as u64);
    let (mut best, mut least) = ((as_they_are, LEAST), f64::INFINITY);
    for axis in 0..N {
        let keys = order(items, axis);
        let boxes = keys.mapped(|key| items[key as u32 as usize].0);
        // The boxes around all that come after a place, by the place.
        let mut after = boxes;
        for place in (0..WIDTH).rev() {
            after[place] = after[place].union(&after[place + 1]);
        }
        let mut before = boxes[0];
        for place in 1..=WIDTH + 1 - LEAST {
            let cost = girth(&before) + girth(&after[place]);
            if place >= LEAST && cost < least {
                (best, least) = ((keys, place), cost);
            }
            before = before.union(&boxes[place]);
        }
    }
    *items = best.0.mapped(|key| items[key as u32 as usize]);
    best.1
}

/// Makes room in a list, for a quarter more than need be: doubling would leave half of the memory unused.
pub(crate) fn reserve<T>(list: &mut Vec<T>, more: usize) {
    if list.len() + more > list.capacity() {
        list.reserve_exact(more + list.len() / 4 + 4);
    }
}
