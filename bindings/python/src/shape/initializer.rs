//! The constructors of the classes of shapes: a class for each kind, with `Shape` as its base class.

use super::Shape;
use engine::ShapeBuf;
use pyo3::PyClass;
use pyo3::prelude::*;

/// The result of a constructor.
pub type Initializer<T> = PyResult<PyClassInitializer<T>>;

/// The object of a class with a shape.
pub fn initializer<T: PyClass<BaseType = Shape>>(
    kind: T,
    shape: impl Into<ShapeBuf<f64, 2>>,
) -> Initializer<T> {
    Ok(PyClassInitializer::from(Shape(shape.into())).add_subclass(kind))
}
