//! Tests of one shape against a list of many shapes of one kind.

use crate::scalar::Scalar;
use crate::wide::wide;
use crate::{Aabb, Ball, Relate, Vector};
use alloc::vec::Vec;

/// The number of shapes in a block: one for each bit of the `u64` that holds the hits of the block.
const WIDTH: usize = 64;

/// The number of rows of a block, and of shapes in each row. A block is a matrix of 8 by 8 shapes.
const SIDE: usize = 8;

/// The number of blocks that [`each_intersecting`](Batch::each_intersecting) tests before it reports hits. The instruction set of the CPU
/// is detected once for this number of blocks, which is enough to make the cost of the detection negligible.
const BLOCKS_AT_ONCE: usize = 32;

/// A list of boxes or balls in structure-of-arrays layout, for particles, bullets, or the tiles around a hero. Testing one shape against
/// the whole list takes about as long as reading the list from memory. If the list has more than a few thousand shapes, or if only few of
/// them are near the tested shape, a [`Tree`](super::Tree) is faster.
///
/// ```
/// use bumper::{Ball, broad_phase::Batch};
/// let mut bullets: Batch<Ball<i16, 2>> = (0..100).map(|k| Ball::new([k * 10, 0], 2)).collect();
/// let hero = Ball::new([500, 3], 10);
/// let mut hits = Vec::new();
/// bullets.each_intersecting(&hero, |index| hits.push(index));
/// assert_eq!(hits, [49, 50, 51]);
/// // The last shape moves into the slot of the removed one.
/// bullets.swap_remove(50);
/// assert_eq!((bullets.len(), bullets.get(50)), (99, Some(Ball::new([990, 0], 2))));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batch<T: BatchShape> {
    blocks: Vec<T::Block>,
    len: usize,
}

/// The types of shapes that a [`Batch`] can store: [`Aabb`] and [`Ball`]. The trait is sealed.
///
/// ```
/// use bumper::{Aabb, broad_phase::{Batch, BatchShape}};
/// fn last<T: BatchShape>(batch: &Batch<T>) -> Option<T> {
///     batch.get(batch.len().checked_sub(1)?)
/// }
/// let tile = Aabb::new([0, 0], [8, 8]);
/// assert_eq!(last(&Batch::from_iter([tile])), Some(tile));
/// ```
pub trait BatchShape: Copy + sealed::Sealed {
    /// The storage of the 64 shapes of a block.
    #[doc(hidden)]
    type Block: Clone + core::fmt::Debug;
    #[doc(hidden)]
    fn block() -> Self::Block;
    #[doc(hidden)]
    fn get(block: &Self::Block, transposed: usize) -> Self;
    #[doc(hidden)]
    fn put(&self, block: &mut Self::Block, transposed: usize);
}

impl<S: Scalar, const N: usize> BatchShape for Aabb<S, N> {
    type Block = [[[S; WIDTH]; N]; 2];

    fn block() -> Self::Block {
        [[[S::ZERO; WIDTH]; N]; 2]
    }
    #[inline(always)]
    fn get(block: &Self::Block, transposed: usize) -> Self {
        Aabb::ordered(
            crate::vector::from_fn(|k| block[0][k][transposed]),
            crate::vector::from_fn(|k| block[1][k][transposed]),
        )
    }
    fn put(&self, block: &mut Self::Block, transposed: usize) {
        let [low, high] = block;
        for axis in 0..N {
            (low[axis][transposed], high[axis][transposed]) = (self.min()[axis], self.max()[axis]);
        }
    }
}

impl<S: Scalar, const N: usize> BatchShape for Ball<S, N> {
    type Block = ([[S; WIDTH]; N], [S; WIDTH]);

    fn block() -> Self::Block {
        ([[S::ZERO; WIDTH]; N], [S::ZERO; WIDTH])
    }
    #[inline(always)]
    fn get(block: &Self::Block, transposed: usize) -> Self {
        Ball::known(Vector(crate::vector::from_fn(|k| block.0[k][transposed])), block.1[transposed])
    }
    fn put(&self, block: &mut Self::Block, transposed: usize) {
        for k in 0..N {
            block.0[k][transposed] = self.center()[k];
        }
        block.1[transposed] = self.radius();
    }
}

mod sealed {
    pub trait Sealed {}
    impl<S: super::Scalar, const N: usize> Sealed for super::Aabb<S, N> {}
    impl<S: super::Scalar, const N: usize> Sealed for super::Ball<S, N> {}
}

impl<T: BatchShape> FromIterator<T> for Batch<T> {
    fn from_iter<I: IntoIterator<Item = T>>(shapes: I) -> Self {
        let mut batch = Self::new();
        shapes.into_iter().for_each(|shape| batch.push(shape));
        batch
    }
}

impl<T: BatchShape> Batch<T> {
    /// Creates an empty batch.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Batch};
    /// assert!(Batch::<Aabb<i16, 2>>::new().is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }

    /// The number of shapes.
    ///
    /// ```
    /// # use bumper::{Aabb, broad_phase::Batch};
    /// assert_eq!(Batch::<Aabb<i16, 2>>::new().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the batch has no shapes.
    ///
    /// ```
    /// # use bumper::{Aabb, broad_phase::Batch};
    /// assert!(!Batch::from_iter([Aabb::new([0, 0], [1, 1])]).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a shape to the end of the list.
    ///
    /// ```
    /// # use bumper::{Ball, broad_phase::Batch};
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

    /// The shape at an index, or `None` if the index is not below the length.
    ///
    /// ```
    /// # use bumper::{Ball, broad_phase::Batch};
    /// assert_eq!(Batch::<Ball<i16, 2>>::new().get(0), None);
    /// ```
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        (index < self.len).then(|| T::get(&self.blocks[index / WIDTH], transposed(index)))
    }

    /// Replaces the shape at an index. Does nothing if the index is not below the length.
    ///
    /// ```
    /// # use bumper::{Ball, broad_phase::Batch};
    /// let mut batch = Batch::from_iter([Ball::new([1, 2], 3)]);
    /// batch.set(0, Ball::new([9, 2], 3));
    /// assert_eq!(batch.get(0), Some(Ball::new([9, 2], 3)));
    /// ```
    pub fn set(&mut self, index: usize, shape: T) {
        if index < self.len {
            shape.put(&mut self.blocks[index / WIDTH], transposed(index));
        }
    }

    /// Removes and returns the shape at an index, and moves the last shape to this index. Returns `None` if the index is not below the
    /// length.
    ///
    /// ```
    /// # use bumper::{Ball, broad_phase::Batch};
    /// let mut batch = Batch::from_iter([Ball::new([1, 2], 3)]);
    /// assert!(batch.swap_remove(0).is_some() && batch.swap_remove(0).is_none());
    /// ```
    pub fn swap_remove(&mut self, index: usize) -> Option<T> {
        let removed = self.get(index)?;
        if let Some(last) = self.get(self.len - 1) {
            self.set(index, last);
        }
        self.len -= 1;
        if self.len.is_multiple_of(WIDTH) {
            self.blocks.pop();
        }
        Some(removed)
    }

    /// Clears `bits` and fills it with one bit per shape of the list, which is set if that shape touches or overlaps `shape`. The first
    /// shape is the lowest bit of the first word; unused bits are zero. A `shape` with a NaN intersects nothing.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, broad_phase::Batch};
    /// let tiles = Batch::from_iter((0..70i16).map(|x| Aabb::new([x * 8, 0], [x * 8 + 8, 8])));
    /// let mut bits = Vec::new();
    /// tiles.mask(&Vector([16, 4]), &mut bits);
    /// assert_eq!(bits, [0b110, 0]);
    /// ```
    #[inline]
    pub fn mask<Q: Relate<T>>(&self, shape: &Q, bits: &mut Vec<u64>) {
        bits.clear();
        bits.resize(self.blocks.len(), 0);
        self.test_blocks(0, shape, bits);
    }

    /// Calls `found` with the index of each shape of the list that touches or overlaps `shape`, in ascending order. A `shape` with a NaN
    /// intersects nothing.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, broad_phase::Batch};
    /// let tiles = Batch::from_iter((0..70i16).map(|x| Aabb::new([x * 8, 0], [x * 8 + 8, 8])));
    /// let mut count = 0;
    /// tiles.each_intersecting(&Ball::new([102, 10], 3), |_| count += 1);
    /// assert_eq!(count, 2);
    /// ```
    #[inline]
    pub fn each_intersecting<Q: Relate<T>>(&self, shape: &Q, mut found: impl FnMut(usize)) {
        let mut words = [0; BLOCKS_AT_ONCE];
        for start in (0..self.blocks.len()).step_by(BLOCKS_AT_ONCE) {
            let count = BLOCKS_AT_ONCE.min(self.blocks.len() - start);
            self.test_blocks(start, shape, &mut words[..count]);
            for (block, word) in (start..).zip(&words[..count]) {
                let mut word = *word;
                while word != 0 {
                    found(block * WIDTH + word.trailing_zeros() as usize);
                    word &= word - 1;
                }
            }
        }
    }

    /// Tests `shape` against the blocks with the indices `start`, `start + 1` and so on, one for each element of `words`. Writes one bit
    /// for each shape of a block.
    fn test_blocks<Q: Relate<T>>(&self, start: usize, shape: &Q, words: &mut [u64]) {
        let blocks = &self.blocks[start..];
        wide(
            #[inline(always)]
            || {
                for (word, block) in words.iter_mut().zip(blocks) {
                    *word = overlap_bits::<T, Q>(shape, block);
                }
            },
        );
        let rest = self.len - start * WIDTH;
        if let Some(last) = words.get_mut(rest / WIDTH) {
            // Clears the bits after the end of the list, because the last block may still contain removed shapes there.
            *last &= (1 << (rest % WIDTH)) - 1;
        }
    }
}

/// A word with one bit for each shape of a block. The bit is set if the shape touches or overlaps `shape`.
#[inline(always)]
fn overlap_bits<T: BatchShape, Q: Relate<T>>(shape: &Q, block: &T::Block) -> u64 {
    let mut hits = [0u8; WIDTH];
    for (transposed, hit) in hits.iter_mut().enumerate() {
        *hit = u8::from(shape.intersects(&T::get(block, transposed)));
    }
    // Without `black_box` around the results, the compiler does not vectorize the loop. The results are read in rows of eight bytes:
    // reading all 64 bytes at once would cause a store-forwarding stall, because they were just written one by one.
    let rows = core::hint::black_box(&hits).as_chunks::<SIDE>().0;
    rows.iter().rev().fold(0, |word, row| word << 1 | u64::from_le_bytes(*row))
}

/// The position within its block at which the shape with the given index is stored. [`overlap_bits`] computes a byte for each position, and
/// combines the bytes so that byte `8 * r + c` becomes bit `8 * c + r` of its result. Bit k of the result has to belong to the shape with
/// index k, so this shape is stored at the position whose byte becomes bit k.
#[inline(always)]
fn transposed(index: usize) -> usize {
    index % WIDTH % SIDE * SIDE + index % WIDTH / SIDE
}
