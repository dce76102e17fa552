//! The numbers of a rect: whole ones, as pygame's `Rect` has, and floats.

use crate::reading::{number, whole};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

/// The numbers of a rect. Whole ones wrap around where they leave their range, as pygame's do.
pub trait Number: Copy + Default + PartialOrd + for<'py> IntoPyObject<'py> + 'static {
    /// How far the last place of a line in a rect is from its edge: a pixel.
    const PIXEL: Self;
    fn read(object: &Bound<'_, PyAny>) -> PyResult<Self>;
    /// The same of what takes no Python code.
    fn plain(object: &Bound<'_, PyAny>) -> Option<Self>;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Half of it, towards zero.
    fn half(self) -> Self;
    /// A start and a size, scaled about the middle, towards zero.
    fn scaled(from: Self, size: Self, factor: f64) -> [Self; 2];
    /// The ratio of two sizes.
    fn over(self, other: Self) -> f64;
    /// Divided by a ratio, towards zero.
    fn by(self, ratio: f64) -> Self;
    /// The nearest of them to a float, towards zero.
    fn of_float(float: f64) -> Self;
    fn of_whole(whole: i32) -> Self;
    /// What is looked for among the numbers of a rect, if it is of their type.
    fn coordinate(object: &Bound<'_, PyAny>) -> Option<Self>;
    /// `a * b / c` of lines in rects, towards zero, without a rounding between.
    fn part(a: Self, b: Self, c: Self) -> Self;
}

impl Number for i32 {
    const PIXEL: Self = 1;

    /// Fractions are dropped; what is beyond 32 bits is the nearest there is.
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
    fn plain(object: &Bound<'_, PyAny>) -> Option<Self> {
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

    /// The size in 32 bits, as pygame has it: 0.29 of 100 is 29, and not 28.
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
        // Lines are clipped where they are not parallel to the edge.
        (i64::from(a) * i64::from(b)).checked_div(c.into()).unwrap_or(0) as i32
    }
}

impl Number for f64 {
    const PIXEL: Self = 1.0;

    fn read(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        number(object)
    }

    #[inline]
    fn plain(object: &Bound<'_, PyAny>) -> Option<Self> {
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
        // In this order one times as large is the same.
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
