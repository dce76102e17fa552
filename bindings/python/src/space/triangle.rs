//! The class `Triangle3`.

use super::Shape3;
use super::initializer::{Initializer, initializer};
use crate::reading::Triple;
use pyo3::prelude::*;

/// A triangle: Triangle3(a, b, c).
///
/// >>> import bumper
/// >>> bumper.Triangle3((0, 0, 0), (10, 0, 0), (0, 10, 0)).cast((1, 1, 9), (0, 0, -1)).distance
/// 9.0
#[pyclass(module = "bumper", extends = Shape3, subclass, frozen)]
pub struct Triangle3;

#[pymethods]
impl Triangle3 {
    #[new]
    fn new(a: Triple, b: Triple, c: Triple) -> Initializer<Self> {
        initializer(Self, engine::Triangle::new(a.finite("a")?, b.finite("b")?, c.finite("c")?))
    }
}
