//! All pairs of boxes that meet, at once.

use crate::scalar::Scalar;
use crate::{Aabb, Relate, Vector};
use alloc::vec::Vec;
use core::ops::Range;

/// Finds all pairs of many boxes that touch or overlap. It keeps its memory, so that a second search of as many boxes
/// allocates nothing.
///
/// Boxes are cut into size classes, each at most twice as large as the one before, and each class into strips as wide as its
/// boxes may be, along the first axis. A strip is sorted by the lower ends of its boxes and swept; a box meets others of its
/// class in its own strip and the next ones only, and those of smaller classes in the strips that it lies across. Costs O(n)
/// for a radix sort, and some tests more than there are pairs, however boxes are spread; about 45 bytes and a copy a box in
/// space, some less on a plane. (Sort and sweep: D. Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992; classes
/// of sizes as in the hierarchical grid of C. Ericson, Real-Time Collision Detection, 2005, section 7.2.1.)
///
/// ```
/// use bumper::{Aabb, broad::AllPairs};
/// let boxes = [Aabb::new([0i16, 0], [9, 9]), Aabb::new([50, 0], [59, 9]), Aabb::new([9, 9], [50, 20])];
/// let mut pairs = Vec::new();
/// AllPairs::new().find(&boxes, |a, b| pairs.push((a, b)));
/// pairs.sort();
/// assert_eq!(pairs, [(0, 2), (1, 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct AllPairs<S, const N: usize> {
    /// The boxes in the order of their keys: class, strip, lower end.
    items: Vec<Item<S, N>>,
    keys: Vec<(u64, u32)>,
    spare: Vec<(u64, u32)>,
    strips: Vec<Strip>,
}

#[derive(Clone, Copy, Debug)]
struct Item<S, const N: usize> {
    bounds: Aabb<S, N>,
    /// The lower and upper end along the strip, rounded to the grid of the keys: never out of order.
    ends: [u32; 2],
    index: u32,
}

/// The boxes of one class in one strip.
#[derive(Clone, Copy, Debug)]
struct Strip {
    /// Class and strip, as in the keys.
    key: u32,
    start: u32,
}

/// Up to how many boxes a look at each two costs less than any order.
const FEW: usize = 24;

/// How many bits of a key say where the box begins in its strip, which strip it is in, and its class.
const ALONG: u32 = 22;
const ACROSS: u32 = 22;
const CLASSES: usize = 32;

/// How keys come from places.
struct Grid<const N: usize> {
    low: Vector<f64, N>,
    /// Steps a unit along the strips.
    along: f64,
    /// The width of the strips of each class, and strips a unit.
    widths: [f64; CLASSES],
    strips: [f64; CLASSES],
    /// How many strips there are at most on each axis across.
    most: u32,
}

impl<const N: usize> Grid<N> {
    fn along(&self, place: f64) -> u32 {
        // Rounded down, and never out of order: what lies beyond either end is at the end. A cast does both.
        ((place - self.low[0]) * self.along) as u32
    }

    /// The strip on one of the axes across that a place lies in.
    fn strip(&self, class: usize, axis: usize, place: f64) -> u32 {
        (((place - self.low[axis]) * self.strips[class]) as u32).min(self.most)
    }

    /// Class and strip of a box that begins at a place.
    fn key(class: usize, strips: [u32; 2]) -> u32 {
        let [first, second] = strips;
        (class as u32) << ACROSS | if N > 2 { first << (ACROSS / 2) | second } else { first }
    }

    fn key_at(&self, class: usize, min: Vector<f64, N>) -> u32 {
        let strip = |axis: usize| if axis < N { self.strip(class, axis, min[axis]) } else { 0 };
        Self::key(class, [strip(1), strip(2)])
    }
}

impl<S: Scalar, const N: usize> AllPairs<S, N> {
    /// Nothing yet.
    ///
    /// ```
    /// use bumper::{Aabb, broad::AllPairs};
    /// AllPairs::<f32, 3>::new().find(&[], |_, _| panic!());
    /// ```
    pub fn new() -> Self {
        Self { items: Vec::new(), keys: Vec::new(), spare: Vec::new(), strips: Vec::new() }
    }

    /// Calls `each` with the places of each two boxes that touch or overlap, the lower place first, each pair once. The order
    /// of the pairs depends on the boxes alone. Boxes with a NaN meet nothing; of more than 2³² the rest is left out.
    ///
    /// ```
    /// use bumper::{Aabb, broad::AllPairs};
    /// let mut pairs = 0;
    /// AllPairs::new().find(&[Aabb::new([0.0, 0.0], [1.0, 1.0]); 3], |a, b| {
    ///     assert!(a < b);
    ///     pairs += 1;
    /// });
    /// assert_eq!(pairs, 3);
    /// ```
    pub fn find(&mut self, boxes: &[Aabb<S, N>], mut each: impl FnMut(usize, usize)) {
        if boxes.len() <= FEW {
            for (b, other) in boxes.iter().enumerate() {
                let meeting = (0..b).filter(|a| boxes[*a].intersects(other));
                meeting.for_each(|a| each(a, b));
            }
            return;
        }
        let Some(grid) = self.arrange(boxes) else { return };
        let mut each = |a: &Item<S, N>, b: &Item<S, N>| {
            let (a, b) = (a.index as usize, b.index as usize);
            each(a.min(b), a.max(b));
        };
        // Where each class begins among the strips.
        let mut classes = [0; CLASSES + 1];
        for strip in &self.strips {
            classes[(strip.key >> ACROSS) as usize + 1] += 1;
        }
        (0..CLASSES).for_each(|class| classes[class + 1] += classes[class]);
        for (place, strip) in self.strips.iter().enumerate() {
            let own = self.range(place);
            self.sweep(own.clone(), &mut each);
            // The next strip, and in space the three of the next row. None of them where the row ends: keys differ by more.
            if self.strips.get(place + 1).is_some_and(|next| next.key == strip.key + 1) {
                self.sweep_both(own.clone(), self.range(place + 1), &mut each);
            }
            if N > 2 {
                let row = strip.key + (1 << (ACROSS / 2));
                let from = self.strips[place..].partition_point(|next| next.key + 1 < row) + place;
                for (next, beside) in self.strips.iter().enumerate().skip(from) {
                    if beside.key > row + 1 || beside.key >> ACROSS != strip.key >> ACROSS {
                        break;
                    }
                    self.sweep_both(own.clone(), self.range(next), &mut each);
                }
            }
            let class = (strip.key >> ACROSS) as usize;
            for smaller in (0..class).filter(|class| classes[*class] < classes[class + 1]) {
                for item in &self.items[own.clone()] {
                    self.smaller(item, smaller, classes[smaller]..classes[smaller + 1], &grid, &mut each);
                }
            }
        }
    }

    /// The boxes of a strip.
    fn range(&self, strip: usize) -> Range<usize> {
        let end = self.strips.get(strip + 1).map_or(self.items.len(), |next| next.start as usize);
        self.strips[strip].start as usize..end
    }

    /// Pairs within a strip.
    #[inline]
    fn sweep(&self, strip: Range<usize>, each: &mut impl FnMut(&Item<S, N>, &Item<S, N>)) {
        let items = &self.items[strip];
        for (place, item) in items.iter().enumerate() {
            for next in &items[place + 1..] {
                if next.ends[0] > item.ends[1] {
                    break;
                }
                if item.bounds.intersects(&next.bounds) {
                    each(item, next);
                }
            }
        }
    }

    /// Pairs of a box of one strip and one of another.
    #[inline]
    fn sweep_both(&self, a: Range<usize>, b: Range<usize>, each: &mut impl FnMut(&Item<S, N>, &Item<S, N>)) {
        let (mut a, mut b) = (&self.items[a], &self.items[b]);
        while let (Some(p), Some(q)) = (a.first(), b.first()) {
            let (item, others) = if p.ends[0] <= q.ends[0] { (p, b) } else { (q, a) };
            for next in others {
                if next.ends[0] > item.ends[1] {
                    break;
                }
                if item.bounds.intersects(&next.bounds) {
                    each(item, next);
                }
            }
            if p.ends[0] <= q.ends[0] { a = &a[1..] } else { b = &b[1..] }
        }
    }

    /// Pairs of a box and those of a smaller class, which are some of the strips.
    fn smaller(
        &self,
        item: &Item<S, N>,
        class: usize,
        strips: Range<usize>,
        grid: &Grid<N>,
        each: &mut impl FnMut(&Item<S, N>, &Item<S, N>),
    ) {
        let (min, max) = (place(item.bounds.min()), place(item.bounds.max()));
        let width = grid.widths[class];
        // A box that reaches this far begins at most its width before.
        let across = |axis: usize| {
            if axis >= N {
                return [0, 0];
            }
            [grid.strip(class, axis, min[axis] - width), grid.strip(class, axis, max[axis])]
        };
        let (rows, columns) = if N > 2 { (across(1), across(2)) } else { ([0, 0], across(1)) };
        let from = grid.along(min[0] - width);
        let all = &self.strips[strips.clone()];
        for row in rows[0]..=rows[1] {
            let key = |column: u32| Grid::<N>::key(class, if N > 2 { [row, column] } else { [column, 0] });
            let first = all.partition_point(|strip| strip.key < key(columns[0]));
            for place in (first..all.len()).take_while(|place| all[*place].key <= key(columns[1])) {
                let others = &self.items[self.range(strips.start + place)];
                let start = first_from(others, from);
                for other in others[start..].iter().take_while(|other| other.ends[0] <= item.ends[1]) {
                    if item.bounds.intersects(&other.bounds) {
                        each(item, other);
                    }
                }
            }
        }
    }

    /// Sorts the boxes by their keys.
    fn arrange(&mut self, boxes: &[Aabb<S, N>]) -> Option<Grid<N>> {
        self.items.clear();
        self.strips.clear();
        self.keys.clear();
        let boxes = &boxes[..boxes.len().min(u32::MAX as usize)];
        let known = |bounds: &Aabb<S, N>| bounds.intersects(bounds);
        let extent = |bounds: &Aabb<S, N>| {
            let size = place(bounds.max()) - place(bounds.min());
            // A little more, so that rounding moves no box beyond the next strip.
            size.0.into_iter().fold(0.0, f64::max) * (1.0 + 1e-6)
        };
        let (mut low, mut high) = (Vector::splat(f64::MAX), Vector::splat(f64::MIN));
        let (mut count, mut sum) = (0u32, 0.0);
        for bounds in boxes.iter().filter(|bounds| known(bounds)) {
            let min = place(bounds.min());
            (low, high) = (low.zip(min, f64::min), high.zip(min, f64::max));
            (count, sum) = (count + 1, sum + extent(bounds).min(FARTHEST));
        }
        if count < 2 {
            return None;
        }
        let spread = (high - low).map(|c| c.max(1e-300));
        let most = if N > 2 { (1 << (ACROSS / 2)) - 2 } else { (1 << ACROSS) - 2 };
        let widest = (1..N).map(|axis| spread[axis]).fold(0.0, f64::max);
        // As wide as most boxes, or so that there are some boxes a strip's square.
        let room = spacing(&spread.0, f64::from(count));
        let base = (sum / f64::from(count) * 1.5).max(room).max(widest / f64::from(most)).max(1e-300);
        let mut widths = [base; CLASSES];
        (1..CLASSES).for_each(|class| widths[class] = widths[class - 1] * 2.0);
        // All that is larger.
        widths[CLASSES - 1] = f64::INFINITY;
        let steps = f64::from((1u32 << ALONG) - 1);
        let grid = Grid { low, along: steps / spread[0], widths, strips: widths.map(f64::recip), most };
        for (index, bounds) in boxes.iter().enumerate().filter(|(_, bounds)| known(bounds)) {
            let (size, min) = (extent(bounds), place(bounds.min()));
            let class = if size <= base {
                0
            } else {
                (1..CLASSES - 1).find(|class| size <= widths[*class]).unwrap_or(CLASSES - 1)
            };
            let key = u64::from(grid.key_at(class, min)) << ALONG
                | u64::from(grid.along(min[0]).min((1 << ALONG) - 1));
            self.keys.push((key, index as u32));
        }
        sort(&mut self.keys, &mut self.spare);
        self.items.reserve(self.keys.len());
        for (start, &(key, index)) in self.keys.iter().enumerate() {
            let bounds = boxes[index as usize];
            let strip = (key >> ALONG) as u32;
            if self.strips.last().is_none_or(|last| last.key != strip) {
                self.strips.push(Strip { key: strip, start: start as u32 });
            }
            let ends = [(key & ((1 << ALONG) - 1)) as u32, grid.along(place(bounds.max())[0])];
            self.items.push(Item { bounds, ends, index });
        }
        Some(grid)
    }
}

/// The largest coordinate that the grid tells apart, so that differences stay finite.
const FARTHEST: f64 = 1e300;

/// A place on the grid. What lies farther out than any game is at its edge, which costs time, not pairs: boxes that meet still do.
fn place<S: Scalar, const N: usize>(v: Vector<S, N>) -> Vector<f64, N> {
    v.map(|c| c.to_f64().clamp(-FARTHEST, FARTHEST))
}

/// The place of the first item of a strip that begins at or beyond a place. Looked for where it were if all were spread evenly,
/// then in ever larger steps: that touches less memory than halving does.
fn first_from<S, const N: usize>(items: &[Item<S, N>], from: u32) -> usize {
    let before = |place: usize| items[place].ends[0] < from;
    let (mut low, mut high) = (0, items.len());
    let mut guess = ((items.len() as u64 * u64::from(from)) >> ALONG).min(items.len() as u64) as usize;
    let mut step = 1;
    while low < high && guess < high {
        if before(guess) {
            low = guess + 1;
            guess = low + step;
        } else {
            high = guess;
            if high - low <= step {
                break;
            }
            guess = high - step;
        }
        step *= 2;
    }
    items[low..high].partition_point(|item| item.ends[0] < from) + low
}

/// How far apart so many points are, about, that are spread evenly in a box: halved until there are enough.
fn spacing(spread: &[f64], count: f64) -> f64 {
    let largest = spread.iter().fold(0.0, |most: f64, c| most.max(*c));
    let mut side = largest;
    // Each halving doubles the number of cells on every axis that is still longer.
    for _ in 0..64 {
        let cells = spread.iter().fold(1.0, |cells: f64, c| cells * (c / side).max(1.0));
        if cells >= count {
            break;
        }
        side /= 2.0;
    }
    side
}

/// A radix sort from the lowest digit, which keeps the order of equals. Digits that all keys share are left out.
pub(crate) fn sort(keys: &mut Vec<(u64, u32)>, spare: &mut Vec<(u64, u32)>) {
    const DIGIT: u32 = 11;
    if keys.len() < 400 {
        return keys.sort_unstable();
    }
    let used = keys.iter().fold(0, |used, (key, _)| used | key ^ keys[0].0);
    spare.clear();
    spare.resize(keys.len(), (0, 0));
    let digit = |key: u64, shift: u32| (key >> shift) as usize & ((1 << DIGIT) - 1);
    for shift in (0..64).step_by(DIGIT as usize).filter(|shift| digit(used, *shift) != 0) {
        let mut starts = [0u32; 1 << DIGIT];
        keys.iter().for_each(|(key, _)| starts[digit(*key, shift)] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += core::mem::replace(start, sum);
        }
        for item in keys.iter() {
            let place = &mut starts[digit(item.0, shift)];
            spare[*place as usize] = *item;
            *place += 1;
        }
        core::mem::swap(keys, spare);
    }
}
