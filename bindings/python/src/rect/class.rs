//! The classes `Rect`, with integers, and `FRect`, with floats. Their methods are in `methods.rs`.

use super::Area;
use crate::guarded::Slot;
use pyo3::prelude::*;

macro_rules! classes {
    ($($(#[$about:meta])* $Name:ident of $Number:ty;)*) => {$(
        $(#[$about])*
        #[pyclass(module = "bumper", subclass, sequence, frozen, weakref)]
        pub struct $Name(pub(super) Slot<Area<$Number>>);

        impl $Name {
            pub const fn of(area: Area<$Number>) -> Self {
                Self(Slot::new(area))
            }

            #[inline]
            pub fn area(&self, py: Python<'_>) -> Area<$Number> {
                self.0.get(py)
            }

            /// Changes the rect by the function `change`. The arguments of the Python call must have been read before. Reading them may run
            /// Python code that changes this rect, and such a change would be lost.
            #[inline]
            pub(super) fn change(&self, py: Python<'_>, change: impl FnOnce(&mut Area<$Number>)) {
                let mut area = self.area(py);
                change(&mut area);
                self.0.set(py, area);
            }

            /// Creates a rect of the class of `slf`, which may be a subclass, without calling `__init__`.
            pub(super) fn like<'py>(slf: &Bound<'py, Self>, area: Area<$Number>) -> PyResult<Bound<'py, PyAny>> {
                if slf.is_exact_instance_of::<Self>() {
                    return Ok(Bound::new(slf.py(), Self::of(area))?.into_any());
                }
                let class = slf.get_type();
                let made = class.call_method1("__new__", (&class,))?;
                made.cast::<Self>()?.get().0.set(slf.py(), area);
                Ok(made)
            }
        }
    )*};
}

classes! {
    /// A rect of integers, with the methods and rules of pygame.Rect. All functions of this package accept it as a shape.
    ///
    /// >>> import bumper
    /// >>> player = bumper.Rect(0, 0, 10, 20)
    /// >>> player.midbottom = (50, 100)
    /// >>> player, player.colliderect((54, 90, 5, 5)), player.clip((50, 90, 99, 99))
    /// (Rect(45, 80, 10, 20), True, Rect(50, 90, 5, 10))
    /// >>> bumper.overlaps(player, (60, 90, 6))
    /// True
    Rect of i32;
    /// A rect of 64-bit floats, with the methods and rules of pygame.FRect.
    ///
    /// >>> import bumper
    /// >>> bumper.FRect(0, 0, 10, 20).move(0.5, 0.25).center
    /// (5.5, 10.25)
    FRect of f64;
}
