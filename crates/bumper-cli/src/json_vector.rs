//! A vector of two or three `f64`, for the output code. Because of this type, the output code is compiled once, and not for each scalar and
//! dimension.

use bumper::Vector;

/// A vector of two or three numbers.
#[derive(Clone, Copy, Default)]
pub struct JsonVector {
    numbers: [f64; 3],
    count: usize,
}

impl JsonVector {
    pub fn new<R: Into<f64>, const N: usize>(v: Vector<R, N>) -> Self {
        let mut numbers = [0.0; 3];
        for (number, c) in numbers.iter_mut().zip(v.0) {
            *number = c.into();
        }
        Self { numbers, count: N }
    }

    pub fn numbers(&self) -> &[f64] {
        &self.numbers[..self.count]
    }
}
