//! One shape against many of one kind that lie in a row.

use crate::scalar::Scalar;
use crate::wide::wide;
use crate::{Aabb, Ball, Relate, Vector};
use alloc::vec::Vec;

/// How many shapes lie side by side, coordinate by coordinate: a bit of a word each.
const WIDTH: usize = 64;

/// How many rows of so many shapes these are.
const SIDE: usize = 8;

/// How many words are looked at before what is found is told: enough that the choice of registers costs nothing.
const AT_ONCE: usize = 32;

/// Many boxes or balls, stored coordinate by coordinate, so that a shape is tested against all of them as fast as they can be
/// read: particles, bullets, the tiles around a hero. For more than some thousands, or where few of them are near, a
/// [`Tree`](super::Tree) does less.
///
/// ```
/// use bumper::{Ball, broad::Batch};
/// let mut bullets: Batch<Ball<i16, 2>> = (0..100).map(|k| Ball::new([k * 10, 0], 2)).collect();
/// let hero = Ball::new([500, 3], 10);
/// let mut hits = Vec::new();
/// bullets.intersect_all(&hero, |index| hits.push(index));
/// assert_eq!(hits, [49, 50, 51]);
/// // The last one takes the place of one that is taken out.
/// bullets.swap_remove(50);
/// assert_eq!((bullets.len(), bullets.get(50)), (99, Some(Ball::new([990, 0], 2))));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batch<T: Lanes> {
    blocks: Vec<T::Block>,
    len: usize,
}

/// Kinds of shapes that can be stored coordinate by coordinate: [`Aabb`] and [`Ball`].
///
/// ```
/// use bumper::{Aabb, broad::{Batch, Lanes}};
/// fn last<T: Lanes>(batch: &Batch<T>) -> Option<T> {
///     batch.get(batch.len().checked_sub(1)?)
/// }
/// let tile = Aabb::new([0, 0], [8, 8]);
/// assert_eq!(last(&Batch::from_iter([tile])), Some(tile));
/// ```
pub trait Lanes: Copy + sealed::Sealed {
    /// So many of them as a word has bits.
    #[doc(hidden)]
    type Block: Clone + core::fmt::Debug;
    #[doc(hidden)]
    fn block() -> Self::Block;
    #[doc(hidden)]
    fn get(block: &Self::Block, lane: usize) -> Self;
    #[doc(hidden)]
    fn put(&self, block: &mut Self::Block, lane: usize);
}

impl<S: Scalar, const N: usize> Lanes for Aabb<S, N> {
    type Block = [[[S; WIDTH]; N]; 2];

    fn block() -> Self::Block {
        [[[S::default(); WIDTH]; N]; 2]
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(block: &Self::Block, lane: usize) -> Self {
        Aabb::ordered(
            crate::vector::from_fn(|k| block[0][k][lane]),
            crate::vector::from_fn(|k| block[1][k][lane]),
        )
    }
    fn put(&self, block: &mut Self::Block, lane: usize) {
        let [low, high] = block;
        for axis in 0..N {
            (low[axis][lane], high[axis][lane]) = (self.min()[axis], self.max()[axis]);
        }
    }
}

impl<S: Scalar, const N: usize> Lanes for Ball<S, N> {
    type Block = ([[S; WIDTH]; N], [S; WIDTH]);

    fn block() -> Self::Block {
        ([[S::default(); WIDTH]; N], [S::default(); WIDTH])
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(block: &Self::Block, lane: usize) -> Self {
        Ball::known(Vector(crate::vector::from_fn(|k| block.0[k][lane])), block.1[lane])
    }
    fn put(&self, block: &mut Self::Block, lane: usize) {
        for k in 0..N {
            block.0[k][lane] = self.center()[k];
        }
        block.1[lane] = self.radius();
    }
}

mod sealed {
    pub trait Sealed {}
    impl<S: super::Scalar, const N: usize> Sealed for super::Aabb<S, N> {}
    impl<S: super::Scalar, const N: usize> Sealed for super::Ball<S, N> {}
}

impl<T: Lanes> FromIterator<T> for Batch<T> {
    fn from_iter<I: IntoIterator<Item = T>>(shapes: I) -> Self {
        let mut batch = Self::new();
        shapes.into_iter().for_each(|shape| batch.push(shape));
        batch
    }
}

impl<T: Lanes> Batch<T> {
    /// No shapes.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Batch};
    /// assert!(Batch::<Aabb<i16, 2>>::new().is_empty());
    /// ```
    pub fn new() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }

    /// How many there are.
    ///
    /// ```
    /// # use bumper::{Aabb, broad::Batch};
    /// assert_eq!(Batch::<Aabb<i16, 2>>::new().len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    ///
    /// ```
    /// # use bumper::{Aabb, broad::Batch};
    /// assert!(!Batch::from_iter([Aabb::new([0, 0], [1, 1])]).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a shape at the end.
    ///
    /// ```
    /// # use bumper::{Ball, broad::Batch};
    /// let mut batch = Batch::new();
    /// batch.push(Ball::new([1, 2], 3));
    /// assert_eq!(batch.get(0), Some(Ball::new([1, 2], 3)));
    /// ```
    pub fn push(&mut self, shape: T) {
        if self.len.is_multiple_of(WIDTH) {
            self.blocks.push(T::block());
        }
        self.len += 1;
        self.set(self.len - 1, shape);
    }

    /// The shape at a place, if there is one.
    ///
    /// ```
    /// # use bumper::{Ball, broad::Batch};
    /// assert_eq!(Batch::<Ball<i16, 2>>::new().get(0), None);
    /// ```
    pub fn get(&self, index: usize) -> Option<T> {
        (index < self.len).then(|| T::get(&self.blocks[index / WIDTH], lane(index)))
    }

    /// Puts a shape in the place of another. Nothing happens beyond the end.
    ///
    /// ```
    /// # use bumper::{Ball, broad::Batch};
    /// let mut batch = Batch::from_iter([Ball::new([1, 2], 3)]);
    /// batch.set(0, Ball::new([9, 2], 3));
    /// assert_eq!(batch.get(0), Some(Ball::new([9, 2], 3)));
    /// ```
    pub fn set(&mut self, index: usize, shape: T) {
        if index < self.len {
            shape.put(&mut self.blocks[index / WIDTH], lane(index));
        }
    }

    /// Takes a shape out; the last one takes its place.
    ///
    /// ```
    /// # use bumper::{Ball, broad::Batch};
    /// let mut batch = Batch::from_iter([Ball::new([1, 2], 3)]);
    /// assert!(batch.swap_remove(0).is_some() && batch.swap_remove(0).is_none());
    /// ```
    pub fn swap_remove(&mut self, index: usize) -> Option<T> {
        let taken = self.get(index)?;
        if let Some(last) = self.get(self.len - 1) {
            self.set(index, last);
        }
        self.len -= 1;
        if self.len.is_multiple_of(WIDTH) {
            self.blocks.pop();
        }
        Some(taken)
    }

    /// Whether each shape touches or overlaps a given one: a bit each, the first the lowest of the first word. The list is
    /// emptied first.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, broad::Batch};
    /// let tiles = Batch::from_iter((0..70i16).map(|x| Aabb::new([x * 8, 0], [x * 8 + 8, 8])));
    /// let mut bits = Vec::new();
    /// tiles.mask(&Vector([16, 4]), &mut bits);
    /// assert_eq!(bits, [0b110, 0]);
    /// ```
    #[inline]
    pub fn mask<Q: Relate<T>>(&self, shape: &Q, bits: &mut Vec<u64>) {
        bits.clear();
        bits.resize(self.blocks.len(), 0);
        self.look(0, shape, bits);
    }

    /// Calls `found` with the place of each shape that touches or overlaps a given one, in order.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, broad::Batch};
    /// let tiles = Batch::from_iter((0..70i16).map(|x| Aabb::new([x * 8, 0], [x * 8 + 8, 8])));
    /// let mut count = 0;
    /// tiles.intersect_all(&Ball::new([102, 10], 3), |_| count += 1);
    /// assert_eq!(count, 2);
    /// ```
    #[inline]
    pub fn intersect_all<Q: Relate<T>>(&self, shape: &Q, mut found: impl FnMut(usize)) {
        let mut words = [0; AT_ONCE];
        for start in (0..self.blocks.len()).step_by(AT_ONCE) {
            let count = AT_ONCE.min(self.blocks.len() - start);
            self.look(start, shape, &mut words[..count]);
            for (place, word) in (start..).zip(&words[..count]) {
                let mut word = *word;
                while word != 0 {
                    found(place * WIDTH + word.trailing_zeros() as usize);
                    word &= word - 1;
                }
            }
        }
    }

    /// A word of bits for each block from one on.
    fn look<Q: Relate<T>>(&self, start: usize, shape: &Q, words: &mut [u64]) {
        let blocks = &self.blocks[start..];
        wide(
            #[inline(always)]
            || {
                for (word, block) in words.iter_mut().zip(blocks) {
                    *word = meeting::<T, Q>(shape, block);
                }
            },
        );
        let rest = self.len - start * WIDTH;
        if let Some(last) = words.get_mut(rest / WIDTH) {
            // Beyond the end is what was there before.
            *last &= (1 << (rest % WIDTH)) - 1;
        }
    }
}

/// Which of a block touch or overlap a shape, a bit each.
#[cfg_attr(not(debug_assertions), inline(always))]
fn meeting<T: Lanes, Q: Relate<T>>(shape: &Q, block: &T::Block) -> u64 {
    let mut hits = [0u8; WIDTH];
    for (lane, hit) in hits.iter_mut().enumerate() {
        *hit = u8::from(shape.intersects(&T::get(block, lane)));
    }
    // The compiler must not see what becomes of the bytes, or it takes the loop apart. One shift after the other: what has just been
    // written in parts cannot be read as a whole without waiting for it.
    let rows = core::hint::black_box(&hits).as_chunks::<SIDE>().0;
    rows.iter().rev().fold(0, |word, row| word << 1 | u64::from_le_bytes(*row))
}

/// Where a shape of a block lies in it, in rows of eight: it is as if a square were turned over, so that each row of yes and no, a
/// byte each, only has to be shifted to become bits in order.
#[cfg_attr(not(debug_assertions), inline(always))]
fn lane(index: usize) -> usize {
    index % WIDTH % SIDE * SIDE + index % WIDTH / SIDE
}
