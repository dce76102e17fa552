//! The constructors of the classes of shapes: a class for each kind, with `Shape3` as its base class.

use super::Shape3;
use engine::ShapeBuf;
use pyo3::PyClass;
use pyo3::prelude::*;

/// The result of a constructor.
pub type Initializer<T> = PyResult<PyClassInitializer<T>>;

/// The object of a class with a shape.
pub fn initializer<T: PyClass<BaseType = Shape3>>(
    kind: T,
    shape: impl Into<ShapeBuf<f64, 3>>,
) -> Initializer<T> {
    Ok(PyClassInitializer::from(Shape3(shape.into())).add_subclass(kind))
}
