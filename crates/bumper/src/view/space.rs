//! The views of shapes in 3D. The public types are generic in the number of axes `N`, but the algorithms in `narrow/space/` are written for
//! three axes. The methods here convert a view where a query enters these algorithms. If `N` is 3, all coordinates stay as they are.

use super::{Convex, Core, CylinderCore, OrientedCore};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::{Mapped, from_fn};

impl<'a, R: Real, const N: usize> Convex<'a, R, N> {
    /// The shape with three axes.
    #[inline(always)]
    pub(crate) fn in_space(&self) -> Convex<'a, R, 3> {
        Convex { core: self.core.in_space(), radius: self.radius }
    }
}

impl<'a, R: Real, const N: usize> Core<'a, R, N> {
    /// The core with three axes.
    #[inline(always)]
    pub(crate) fn in_space(&self) -> Core<'a, R, 3> {
        let point = |point: Vector<R, N>| point.resized();
        match self {
            Core::Point(center) => Core::Point(point(*center)),
            Core::Segment(ends) => Core::Segment(ends.mapped(point)),
            Core::Triangle(corners) => Core::Triangle(corners.mapped(point)),
            Core::Aabb(ends) => Core::Aabb(ends.mapped(point)),
            Core::Box(shape) => Core::Box(shape.in_space()),
            Core::Corners(corners) => Core::Corners(corners.in_space()),
            Core::Cylinder(cylinder) => Core::Cylinder(cylinder.in_space()),
            Core::Ellipse(shape) => Core::Ellipse(shape.in_space()),
        }
    }
}

impl<R: Real, const N: usize> OrientedCore<R, N> {
    #[inline(always)]
    fn in_space(&self) -> OrientedCore<R, 3> {
        let axis = |k: usize| self.axes.get(k).map_or(Vector::ZERO, |axis| axis.resized());
        OrientedCore { center: self.center.resized(), half: self.half.resized(), axes: from_fn(axis) }
    }
}

impl<R: Real, const N: usize> CylinderCore<R, N> {
    #[inline(always)]
    fn in_space(&self) -> CylinderCore<R, 3> {
        let center = self.center.resized();
        CylinderCore { center, axis: self.axis.resized(), half: self.half, radius: self.radius }
    }
}
