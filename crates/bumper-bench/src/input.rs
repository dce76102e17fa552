//! Random shapes, the same in every run.

/// How many shapes of a kind there are: with both kinds of a pair they stay in the first-level cache.
pub const SHAPES: usize = 512;

/// With how many of the other list each shape is tested.
pub const NEIGHBOURS: usize = 16;

/// A source of random numbers: the SplitMix64 generator (Steele, Lea and Flood 2014).
///
/// ```
/// use bumper_bench::input::Random;
/// assert!((0.0..5.0).contains(&Random(1).below(5.0)));
/// ```
pub struct Random(pub u64);

impl Random {
    /// A number from zero to less than `end`, of 24 random bits.
    ///
    /// ```
    /// use bumper_bench::input::Random;
    /// assert_ne!(Random(1).below(1.0), Random(2).below(1.0));
    /// ```
    pub fn below(&mut self, end: f32) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1 << 24) as f32 * end
    }
}

/// Random coordinates of a shape: its centre and its half size on each axis (a ball's radius is the first).
pub type Placement<const N: usize> = ([f32; N], [f32; N]);

/// Shapes of 20 to 100 across whose centres lie within `reach` on each axis.
///
/// ```
/// use bumper_bench::input::{SHAPES, placements};
/// assert_eq!(placements::<2>(1, 100.0).len(), SHAPES);
/// ```
pub fn placements<const N: usize>(seed: u64, reach: f32) -> Vec<Placement<N>> {
    let mut random = Random(seed);
    let mut placement = || {
        let center = std::array::from_fn(|_| random.below(reach).round());
        (center, std::array::from_fn(|_| 10.0 + random.below(40.0).round()))
    };
    (0..SHAPES + NEIGHBOURS).map(|_| placement()).collect()
}
