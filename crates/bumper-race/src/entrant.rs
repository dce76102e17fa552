//! The types of the entrants in the benchmarks of boxes, and the checksum of the pairs that an entrant finds.

use bumper::Aabb;

/// The number of pairs, and a checksum of their indices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum(usize, u64);

impl Sum {
    pub fn add(&mut self, a: usize, b: usize) {
        self.0 += 1;
        let key = (a.min(b) as u64) << 32 | a.max(b) as u64;
        self.1 = self.1.wrapping_add(key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    }
}

/// The name of a library, and a closure that finds all pairs of a list of boxes.
pub type PairEntrant = (&'static str, Box<dyn FnMut() -> Sum>);

/// An entrant that finds the pairs of boxes in a frame. `moved` contains the indices of the boxes that have moved.
pub trait Frames<const N: usize> {
    fn frame(&mut self, boxes: &[Aabb<f32, N>], moved: &[usize]) -> Sum;
}

/// The name of an entrant, and a closure that runs all queries. The closure returns the sum of the results (keys or distances), unless
/// documented otherwise.
pub type QueryEntrant<T = f64> = (&'static str, Box<dyn Fn() -> T>);
