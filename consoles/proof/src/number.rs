//! The two number types of the console header, and random numbers.

use bumper::AreaOf;
use bumper::scalar::{Scalar, Span};

/// A coordinate of the header: 16 or 32 bits.
pub trait Number: Scalar<Span: Into<u64>> + Ord + Into<i64> {
    const BITS: u32;
    /// Converts the lowest bits of an integer to a number.
    fn cut(bits: i64) -> Self;
    /// Returns the squared length with this upper and lower half.
    fn area(high: Self, low: Self) -> AreaOf<Self>;
    /// Returns the upper and the lower half of a squared length.
    fn halves(area: AreaOf<Self>) -> [Self; 2];
}

macro_rules! number {
    ($number:ty, $span:ty, $area:ty, $bits:literal) => {
        impl Number for $number {
            const BITS: u32 = $bits;
            fn cut(bits: i64) -> Self {
                bits as Self
            }
            fn area(high: Self, low: Self) -> $area {
                <$area>::from(high as $span) << $bits | <$area>::from(low as $span)
            }
            fn halves(area: $area) -> [Self; 2] {
                [(area >> $bits) as Self, area as Self]
            }
        }
    };
}
number!(i16, u16, u32, 16);
number!(i32, u32, u64, 32);

/// The random number generator of `cases.h` (Marsaglia 2003, "Xorshift RNGs", shifts 13, 17, 5).
pub struct Random(pub u32);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    pub fn below(&mut self, limit: u32) -> u32 {
        (self.next() >> 8) % limit
    }

    /// Returns a random number: tiny (mode 0), small (1), from the whole range (2) or near the ends of the range (3).
    pub fn number<S: Number>(&mut self, mode: u32) -> S {
        let random = self.next();
        let (sign, bits) = (-i64::from(random >> 16 & 1), i64::from(random >> 8));
        let end = (1 << (S::BITS - 1)) - 1;
        match mode {
            0 => S::cut((bits & 7) - 3),
            1 => S::cut((bits & 127) - 64),
            2 if S::BITS == 16 => S::cut(bits),
            2 => S::cut(i64::from(random)),
            _ => S::cut((end - (bits & 3)) ^ sign),
        }
    }
}

/// The square of a length.
pub fn square<S: Number>(length: S) -> AreaOf<S> {
    length.radius().square()
}
