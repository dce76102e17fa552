//! Numbers for the reference: `f64`, and pairs of `f64` with twice the digits.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number type in which the formulas of the reference can be evaluated.
pub trait Number:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + From<f64>
{
    fn sqrt(self) -> Self;
    fn abs(self) -> Self {
        if self < Self::from(0.0) { -self } else { self }
    }
    fn least(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
    fn most(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Number for f64 {
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
}

/// A number as the unevaluated sum of two floats. The second float is at most half a unit in the last place of the first. The sum has about
/// 32 digits (T. J. Dekker, A floating-point technique for extending the available precision, 1971).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Double(f64, f64);

/// The sum of two floats, and its rounding error (D. E. Knuth, TAOCP 2, 4.2.2).
fn two_sum(a: f64, b: f64) -> Double {
    let sum = a + b;
    let part = sum - a;
    Double(sum, (a - (sum - part)) + (b - part))
}

/// The sum of two floats, and its rounding error, if the first float is the larger one.
fn quick_sum(a: f64, b: f64) -> Double {
    let sum = a + b;
    Double(sum, b - (sum - a))
}

/// The product of two floats, and its rounding error. Splits each float into halves of 26 bits, which multiply exactly.
fn two_product(a: f64, b: f64) -> Double {
    const SPLIT: f64 = 134_217_729.0; // 2²⁷ + 1
    let halves = |x: f64| {
        let c = SPLIT * x;
        let high = c - (c - x);
        (high, x - high)
    };
    let (product, (a1, a2), (b1, b2)) = (a * b, halves(a), halves(b));
    Double(product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
}

impl Double {
    pub fn value(self) -> f64 {
        self.0 + self.1
    }
}

impl From<f64> for Double {
    fn from(number: f64) -> Self {
        Double(number, 0.0)
    }
}

impl Add for Double {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (two_sum(self.0, other.0), two_sum(self.1, other.1));
        let sum = quick_sum(high.0, high.1 + low.0);
        quick_sum(sum.0, sum.1 + low.1)
    }
}

impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Double(-self.0, -self.1)
    }
}

impl Sub for Double {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = two_product(self.0, other.0);
        quick_sum(product.0, product.1 + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Div for Double {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        // Long division, where each digit is a float.
        let first = self.0 / other.0;
        let rest = self - other * first.into();
        let second = rest.0 / other.0;
        let rest = rest - other * second.into();
        quick_sum(first, second) + (rest.0 / other.0).into()
    }
}

impl Number for Double {
    fn sqrt(self) -> Self {
        if self.0 <= 0.0 {
            return Double(0.0, 0.0);
        }
        // A step of Newton's method doubles the number of correct digits. Start from the root in `f64`.
        let root = Double::from(self.0.sqrt());
        let half = Double::from(0.5);
        let root = (root + self / root) * half;
        (root + self / root) * half
    }
}

/// A 3D vector. In 2D the last coordinate is zero.
pub type V<T> = [T; 3];

pub fn add<T: Number>(a: V<T>, b: V<T>) -> V<T> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub<T: Number>(a: V<T>, b: V<T>) -> V<T> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn scale<T: Number>(a: V<T>, factor: T) -> V<T> {
    a.map(|c| c * factor)
}

pub fn dot<T: Number>(a: V<T>, b: V<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross<T: Number>(a: V<T>, b: V<T>) -> V<T> {
    let minor = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// The length of a vector. Also accurate for tiny vectors.
pub fn length<T: Number>(a: V<T>) -> T {
    let largest = a[0].abs().most(a[1].abs()).most(a[2].abs());
    if largest <= T::from(0.0) {
        return largest;
    }
    let part = a.map(|c| c / largest);
    largest * dot(part, part).sqrt()
}

pub fn unit<T: Number>(a: V<T>) -> Option<V<T>> {
    let length = length(a);
    (length > T::from(0.0)).then(|| a.map(|c| c / length))
}

pub fn rounded(a: V<Double>) -> V<f64> {
    a.map(Double::value)
}

pub fn wide(a: V<f64>) -> V<Double> {
    a.map(Double::from)
}
