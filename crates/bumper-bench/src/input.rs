//! Random shapes for the benchmarks. Every run and every measured implementation gets the same shapes.

use bumper::scalar::Scalar;
use bumper::{Aabb, Ball, Shape};
use std::array::from_fn;

/// The number of shapes that are tested. Each is tested against `NEIGHBOURS` shapes of a second list. Both lists together fit into the L1
/// cache.
pub const SHAPES: usize = 512;

/// The number of shapes of the second list against which each shape of the first list is tested.
pub const NEIGHBOURS: usize = 16;

/// A source of random numbers: the SplitMix64 generator (Steele, Lea and Flood 2014).
///
/// ```
/// use bumper_bench::input::Random;
/// assert!((0..5).contains(&Random(1).below(5)));
/// ```
pub struct Random(pub u64);

impl Random {
    /// A pseudorandom number from 0 to `end` − 1.
    ///
    /// ```
    /// use bumper_bench::input::Random;
    /// assert_ne!(Random(1).below(200), Random(2).below(200));
    /// ```
    pub fn below(&mut self, end: u8) -> i16 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(end)) as i16
    }
}

/// The position and the size of a shape. All numbers are integers that are exact in every scalar. So the benchmark cases find the same hits
/// in every scalar.
///
/// ```
/// use bumper::Aabb;
/// use bumper_bench::input::Placement;
/// let placement = Placement { center: [5, 5], half: [2, 1], round: false };
/// assert_eq!(placement.aabb(), Aabb::new([3i16, 4], [7, 6]));
/// assert_eq!(placement.shape(), Aabb::new([3.0, 4.0], [7.0, 6.0]).into());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Placement<const N: usize> {
    /// The center of the shape.
    pub center: [i16; N],
    /// Half of the size of the shape on each axis. For a ball, the first number is the radius.
    pub half: [i16; N],
    /// Whether the shape is a ball (true) or a box, in benchmarks that mix both.
    pub round: bool,
}

impl<const N: usize> Placement<N> {
    /// The box with this center and these half extents.
    ///
    /// ```
    /// let placement = bumper_bench::input::placements::<2>(1, 100)[0];
    /// assert!(placement.aabb::<i16>().contains(placement.center));
    /// ```
    pub fn aabb<S: Scalar + From<i16>>(self) -> Aabb<S, N> {
        Aabb::centered(self.center.map(S::from), self.half.map(S::from))
    }

    /// The ball with this center. Its radius is the first half extent.
    ///
    /// ```
    /// let placement = bumper_bench::input::placements::<2>(1, 100)[0];
    /// assert_eq!(placement.ball::<i16>().radius(), placement.half[0]);
    /// ```
    pub fn ball<S: Scalar + From<i16>>(self) -> Ball<S, N> {
        Ball::new(self.center.map(S::from), S::from(self.half[0]))
    }

    /// A ball if `round` is true, else a box.
    ///
    /// ```
    /// let placements = bumper_bench::input::placements::<2>(1, 100);
    /// assert!(placements.iter().any(|placement| matches!(placement.shape::<f32>(), bumper::Shape::Ball(_))));
    /// ```
    pub fn shape<S: Scalar + From<i16>>(self) -> Shape<'static, S, N> {
        if self.round { self.ball().into() } else { self.aabb().into() }
    }
}

/// Creates shapes with a width of 20 to 100, whose centers lie between 0 and `reach` on each axis. There are `SHAPES + NEIGHBOURS` of them:
/// shape k of the first list is tested against the shapes from k to k + `NEIGHBOURS` − 1 of the second list.
///
/// ```
/// use bumper_bench::input::{NEIGHBOURS, SHAPES, placements};
/// assert_eq!(placements::<2>(1, 100).len(), SHAPES + NEIGHBOURS);
/// ```
pub fn placements<const N: usize>(seed: u64, reach: u8) -> Vec<Placement<N>> {
    let mut random = Random(seed);
    let placement = |_| Placement {
        center: from_fn(|_| random.below(reach)),
        half: from_fn(|_| 10 + random.below(41)),
        round: random.below(2) == 0,
    };
    (0..SHAPES + NEIGHBOURS).map(placement).collect()
}
