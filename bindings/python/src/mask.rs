//! The class `Mask`. Its methods are in `mask_methods.rs`; its submodules read masks and surfaces.

pub mod pygame_bits;
pub mod reading;
pub mod surface;
pub mod words;

use crate::guarded::{Guarded, Read};
use engine::MaskBuf;
use pyo3::prelude::*;
pub use reading::{Given, with_mask};

/// A pixel mask: the solid pixels of a picture. It has the methods of pygame.Mask and additional methods.
///
/// >>> import bumper
/// >>> plus = bumper.Mask.from_rows([".#.", "###", ".#."])
/// >>> plus.count(), plus.overlap(plus, (1, 1)), plus.overlap_area(plus, (1, 1))
/// (5, (2, 1), 2)
/// >>> plus.boxes()
/// [(1, 0, 1, 3), (0, 1, 3, 1)]
#[pyclass(module = "bumper", subclass, frozen, weakref)]
pub struct Mask(pub Guarded<MaskBuf>);

impl Mask {
    pub fn new_of(mask: MaskBuf) -> Self {
        Self(Guarded::new(mask))
    }

    #[inline]
    pub fn read<'a>(&'a self, py: Python<'a>) -> PyResult<Read<'a, MaskBuf>> {
        self.0.read(py)
    }
}
