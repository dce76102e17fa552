//! The number types of rects: integers, as in pygame's `Rect`, and floats.

use crate::reading::{number, whole};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

/// A number type of rects. Integers wrap around on overflow, like pygame's.
pub trait Number: Copy + Default + PartialOrd + for<'py> IntoPyObject<'py> + 'static {
    /// The size of a pixel: the distance from the edge of a rect to the last coordinate at which a clipped line may end.
    const PIXEL: Self;
    fn read(object: &Bound<'_, PyAny>) -> PyResult<Self>;
    /// Reads a number without running Python code. Returns `None` if the object is not a plain int or float that can be read this way.
    fn read_fast(object: &Bound<'_, PyAny>) -> Option<Self>;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Half of the number. For integers, the result is rounded towards zero.
    fn half(self) -> Self;
    /// Scales an interval about its middle by a factor, and returns its start and size. For integers, they are rounded towards zero.
    fn scaled(from: Self, size: Self, factor: f64) -> [Self; 2];
    /// Returns `self / other`, the ratio of two sizes.
    fn over(self, other: Self) -> f64;
    /// Returns the number divided by a ratio. For integers, the result is rounded towards zero.
    fn by(self, ratio: f64) -> Self;
    /// Converts a float to this type. For integers, it is rounded towards zero.
    fn of_float(float: f64) -> Self;
    fn of_whole(whole: i32) -> Self;
    /// Reads the left operand of `in`, which searches for a number among the four numbers of a rect. Returns `None` if the object is not a
    /// number of this type.
    fn coordinate(object: &Bound<'_, PyAny>) -> Option<Self>;
    /// Computes `a * b / c` for clipping. Integers are multiplied in 64 bits, and the result is rounded towards zero.
    fn part(a: Self, b: Self, c: Self) -> Self;
}

impl Number for i32 {
    const PIXEL: Self = 1;

    /// Truncates the fraction, and clamps the number to 32 bits.
    #[inline]
    fn read(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(whole) = whole(object) {
            return Ok(whole);
        }
        if let Ok(whole) = object.extract::<i64>() {
            return Ok(whole.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        }
        Ok(number(object)? as i32)
    }

    #[inline]
    fn read_fast(object: &Bound<'_, PyAny>) -> Option<Self> {
        whole(object)
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    fn half(self) -> Self {
        self / 2
    }

    /// Multiplies in 32-bit floats, as pygame does. Then 0.29 times 100 is 29, not 28.
    fn scaled(from: Self, size: Self, factor: f64) -> [Self; 2] {
        let scaled = f64::from(size as f32 * factor as f32);
        let middle = f64::from(from.plus(size.half()));
        [(middle - scaled / 2.0) as i32, scaled as i32]
    }

    fn over(self, other: Self) -> f64 {
        f64::from(self as f32 / other as f32)
    }

    fn by(self, ratio: f64) -> Self {
        (self as f32 / ratio as f32) as i32
    }

    fn of_float(float: f64) -> Self {
        float as i32
    }

    fn of_whole(whole: i32) -> Self {
        whole
    }

    fn coordinate(object: &Bound<'_, PyAny>) -> Option<Self> {
        object.cast::<PyInt>().ok()?;
        Self::read(object).ok()
    }

    fn part(a: Self, b: Self, c: Self) -> Self {
        // `c` is zero only for a line that is parallel to an edge of the rect. Such a line is never clipped at that edge, so the result is
        // not used.
        (i64::from(a) * i64::from(b)).checked_div(c.into()).unwrap_or(0) as i32
    }
}

impl Number for f64 {
    const PIXEL: Self = 1.0;

    fn read(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        number(object)
    }

    #[inline]
    fn read_fast(object: &Bound<'_, PyAny>) -> Option<Self> {
        match object.cast_exact::<PyFloat>() {
            Ok(float) => Some(float.value()),
            Err(_) => whole(object).map(f64::from),
        }
    }

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn minus(self, other: Self) -> Self {
        self - other
    }

    fn half(self) -> Self {
        self / 2.0
    }

    fn scaled(from: Self, size: Self, factor: f64) -> [Self; 2] {
        let scaled = size * factor;
        // With these parentheses, a factor of one gives exactly the old start, because the difference is zero.
        [from + (size / 2.0 - scaled / 2.0), scaled]
    }

    fn over(self, other: Self) -> f64 {
        self / other
    }

    fn by(self, ratio: f64) -> Self {
        self / ratio
    }

    fn of_float(float: f64) -> Self {
        float
    }

    fn of_whole(whole: i32) -> Self {
        whole.into()
    }

    fn coordinate(object: &Bound<'_, PyAny>) -> Option<Self> {
        Some(object.cast::<PyFloat>().ok()?.value())
    }

    fn part(a: Self, b: Self, c: Self) -> Self {
        a * b / c
    }
}
