//! The types of the entrants (the measured implementations) in the benchmarks of boxes, and the checksum of the pairs that an entrant
//! finds.

use bumper::Aabb;

/// A summary of the set of pairs that an implementation has found: the number of pairs, and a checksum of the indices of their boxes. The
/// order of the pairs does not matter. If two implementations find the same pairs, their summaries are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum(usize, u64);

impl Sum {
    pub fn add(&mut self, a: usize, b: usize) {
        self.0 += 1;
        let key = (a.min(b) as u64) << 32 | a.max(b) as u64;
        self.1 = self.1.wrapping_add(key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    }
}

/// The name of a library, and a closure that finds all intersecting pairs of a list of boxes.
pub type PairEntrant = (&'static str, Box<dyn FnMut() -> Sum>);

/// An implementation that finds the intersecting pairs of boxes in each frame. `moved` contains the indices of the boxes that have moved
/// since the previous frame.
pub trait Frames<const N: usize> {
    fn frame(&mut self, boxes: &[Aabb<f32, N>], moved: &[usize]) -> Sum;
}

/// The name of an implementation, and a closure that runs all queries. The closure returns the sum of the results, so that the results of
/// all libraries can be compared. Unless documented otherwise, it is the sum of the indices of the boxes found, or of distances.
pub type QueryEntrant<T = f64> = (&'static str, Box<dyn Fn() -> T>);
