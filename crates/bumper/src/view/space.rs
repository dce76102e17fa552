//! The views of shapes in 3D. The public types are generic in the number of axes `N`, but the algorithms in `narrow/space/` are written for
//! three axes. A query converts its shapes where it enters these algorithms, and the result where it leaves them. The conversion changes
//! only the types that the compiler sees: it copies the values, and they have the same type before and after it.

use super::{Convex, Core};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::Mapped;
use core::any::Any;

/// The same value, with its type written as `U`; `None` if `T` is another type. It converts between types with `N` axes and types with
/// three axes, in functions that are generic in `N`. The compiler decides the comparison of the types.
#[inline(always)]
pub(crate) fn retyped<T: Copy + 'static, U: Copy + 'static>(value: T) -> Option<U> {
    (&value as &dyn Any).downcast_ref().copied()
}

impl<'a, R: Real, const N: usize> Convex<'a, R, N> {
    /// The shape as one in 3D; `None` if `N` is not 3.
    #[inline(always)]
    pub(crate) fn in_space(&self) -> Option<Convex<'a, R, 3>> {
        Some(Convex { core: self.core.in_space()?, radius: self.radius })
    }
}

impl<'a, R: Real, const N: usize> Core<'a, R, N> {
    /// The core as one in 3D; `None` if `N` is not 3.
    #[inline(always)]
    pub(crate) fn in_space(&self) -> Option<Core<'a, R, 3>> {
        if const { N != 3 } {
            return None;
        }
        // Points are copied coordinate by coordinate. A copy of whole points would read several coordinates at once while they are still
        // being written (a store-forwarding stall).
        let point = |point: Vector<R, N>| point.resized();
        Some(match self {
            Core::Point(center) => Core::Point(point(*center)),
            Core::Segment(ends) => Core::Segment(ends.mapped(point)),
            Core::Triangle(corners) => Core::Triangle(corners.mapped(point)),
            Core::Aabb(ends) => Core::Aabb(ends.mapped(point)),
            Core::Box(shape) => Core::Box(retyped(*shape)?),
            Core::Corners(corners) => Core::Corners(corners.in_space()?),
            Core::Cylinder(cylinder) => Core::Cylinder(retyped(*cylinder)?),
            Core::Ellipse(shape) => Core::Ellipse(retyped(*shape)?),
        })
    }
}
