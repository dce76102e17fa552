//! The shapes, one file for each, and the enum [`Shape`] of all kinds.
//!
//! ```
//! use bumper::{Aabb, Ball, Relate, Shape};
//!
//! let level = [Shape::from(Aabb::new([0i16, 0], [40, 400])), Shape::from(Ball::new([50, 50], 10))];
//! assert!(level[0].intersects(&level[1]));
//! ```

pub(crate) mod aabb;
pub(crate) mod ball;
#[cfg(feature = "alloc")]
pub(crate) mod bvh;
pub(crate) mod capsule;
pub(crate) mod compound;
pub(crate) mod cylinder;
pub(crate) mod ellipse;
pub(crate) mod half_space;
#[cfg(feature = "alloc")]
pub(crate) mod height_field;
pub(crate) mod hull;
#[cfg(feature = "alloc")]
pub(crate) mod mesh;
pub(crate) mod movable;
mod order;
pub(crate) mod oriented;
#[cfg(feature = "alloc")]
pub(crate) mod owned;
#[cfg(feature = "alloc")]
mod owned_relations;
pub(crate) mod polygon;
#[cfg(feature = "alloc")]
pub(crate) mod region;
pub(crate) mod segment;
pub(crate) mod triangle;

use crate::scalar::Scalar;
use crate::{
    Aabb, Ball, Capsule, Cylinder, Ellipse, HalfSpace, Hull, OrientedBox, OrientedCylinder, Polygon,
    PolygonBuf, Pose, Relate, Segment, Sprite, SquaredBall, Triangle, Vector,
};

/// The index of no part, the largest `u32`: a query has hit a region (a concave polygon) inside, where there is no edge. Hits of other shapes
/// always have a part.
///
/// ```
/// use bumper::{NO_PART, Ray, Region, Shape, cast};
/// let roof = Region::new([[0.0, 0.0], [8.0, 0.0], [4.0, 1.0], [4.0, 5.0]]).unwrap();
/// let part = |from: [f64; 2]| cast(&Ray::new(from, [0.0, 1.0]).unwrap(), &roof).map(|hit| hit.part);
/// assert_eq!((part([3.0, -1.0]), part([3.0, 0.25])), (Some(0), Some(NO_PART)));
/// ```
pub const NO_PART: u32 = u32::MAX;

/// A shape of any kind. Queries match on the kinds of both shapes, so they need neither a heap nor function pointers.
///
/// Other crates may match on the kinds without a wildcard arm, because a new kind counts as a breaking change. Such a crate has to enable
/// the feature `alloc`: the kinds `Region`, `Mesh`, `HeightField` and `Group` exist only with this feature, and any other crate in the build may enable it.
///
/// ```
/// use bumper::{Aabb, Ball, Relate, Relation, Shape};
/// let shapes: [Shape<i16, 2>; 2] = [Aabb::new([0, 0], [9, 9]).into(), Ball::new([12, 5], 3).into()];
/// assert_eq!(shapes[0].relation(&shapes[1]), Relation::Touching);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape<'a, S: Scalar, const N: usize> {
    /// A point.
    Point(Vector<S, N>),
    /// An axis-aligned box.
    Aabb(Aabb<S, N>),
    /// A ball, stored by its radius: a circle in 2D, a sphere in 3D.
    Ball(Ball<S, N>),
    /// A ball, stored by its squared radius.
    SquaredBall(SquaredBall<S, N>),
    /// A cylinder parallel to a coordinate axis (3D).
    Cylinder(Cylinder<S, N>),
    /// A line segment.
    Segment(Segment<S, N>),
    /// A filled triangle.
    Triangle(Triangle<S, N>),
    /// A capsule: all points within a radius of a segment.
    Capsule(Capsule<S, N>),
    /// A box with a rotation.
    OrientedBox(OrientedBox<S, N>),
    /// A cylinder in any direction (3D).
    OrientedCylinder(OrientedCylinder<S, N>),
    /// An ellipse (2D).
    Ellipse(Ellipse<S, N>),
    /// Everything behind a line in 2D or a plane in 3D: an infinitely large shape.
    HalfSpace(HalfSpace<S, N>),
    /// A convex polygon (2D), which may have rounded corners.
    Polygon(Polygon<'a, S, N>),
    /// The convex hull of points (3D).
    Hull(Hull<'a, S, N>),
    /// A simple polygon that may be concave (2D).
    #[cfg(feature = "alloc")]
    Region(&'a crate::Region<S, N>),
    /// A surface of triangles (3D).
    #[cfg(feature = "alloc")]
    Mesh(&'a crate::Mesh<S, N>),
    /// A surface of heights over a regular grid.
    #[cfg(feature = "alloc")]
    HeightField(&'a crate::HeightField<S, N>),
    /// The solid pixels of a mask (2D).
    Mask(Sprite<'a, S, N>),
    /// Several shapes that act as one shape. Each query computes the bounding boxes of all parts; for many parts, a
    /// [`ShapeBuf`](crate::ShapeBuf) is faster, because it stores a bounding volume hierarchy. Compounds may be nested; each level of
    /// nesting uses some stack.
    Compound(&'a [Shape<'a, S, N>]),
    /// Several owned shapes that act as one shape, with an optional pose. It is borrowed from a [`ShapeBuf`](crate::ShapeBuf).
    #[cfg(feature = "alloc")]
    Group(&'a crate::Group<S, N>),
    /// A borrowed shape with a pose; see [`Shape::placed`].
    Placed(&'a Shape<'a, S, N>, Pose<S, N>),
}

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// Whether a point is in the shape or on its boundary.
    ///
    /// ```
    /// use bumper::{Ball, Shape};
    /// assert!(Shape::from(Ball::new([0i16, 0], 5)).contains([3, 4]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}

impl<'a, R: crate::scalar::Real, const N: usize> Shape<'a, R, N> {
    /// This shape placed by a pose: rotated about the origin, then translated. The result borrows the shape. A compound is transformed as a
    /// whole.
    ///
    /// ```
    /// use bumper::{Aabb, Pose, Relate, Rotation, Shape, Vector};
    /// let parts = [Aabb::new([0.0, 0.0], [4.0, 1.0]).into(), Aabb::new([0.0, 0.0], [1.0, 4.0]).into()];
    /// let l = Shape::Compound(&parts);
    /// let turned = l.placed(&Pose::new(Rotation::from_degrees(180.0), [10.0, 10.0]));
    /// assert!(turned.contains([6.5, 9.5]) && turned.contains([9.5, 6.5]) && !turned.contains([7.0, 7.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn placed(&'a self, pose: &Pose<R, N>) -> Shape<'a, R, N> {
        Shape::Placed(self, *pose)
    }
}

/// A type that can be borrowed as a [`Shape`]. A [`World`](crate::world::World) accepts any such type, so implement it for shapes of your
/// own.
///
/// ```
/// use bumper::{Aabb, AsShape, Shape};
///
/// /// A tile by its column and row.
/// #[derive(Clone)]
/// struct Tile(i16, i16);
///
/// impl AsShape<i16, 2> for Tile {
///     fn as_shape(&self) -> Shape<'_, i16, 2> {
///         let corner = [self.0 * 16, self.1 * 16];
///         Aabb::new(corner, [corner[0] + 16, corner[1] + 16]).into()
///     }
/// }
///
/// assert!(Tile(3, 4).as_shape().contains([50, 70]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of {N} dimensions with coordinates of `{S}`",
    note = "a world of shapes of every kind is `World::<f32, 2>::new()`; of one kind, `World::<f32, 2, Ball<f32, 2>>::default()`"
)]
pub trait AsShape<S: Scalar, const N: usize> {
    /// Borrows the value as a shape.
    ///
    /// ```
    /// use bumper::{AsShape, Ball, Shape};
    /// assert_eq!(Ball::new([0, 0], 5).as_shape(), Shape::Ball(Ball::new([0, 0], 5)));
    /// ```
    fn as_shape(&self) -> Shape<'_, S, N>;
}

impl<S: Scalar, const N: usize> AsShape<S, N> for Shape<'_, S, N> {
    #[inline]
    fn as_shape(&self) -> Shape<'_, S, N> {
        *self
    }
}

macro_rules! from_typed {
    ($($kind:ident: $typed:ty),*) => {$(
        impl<'a, S: Scalar, const N: usize> From<$typed> for Shape<'a, S, N> {
            #[inline]
            fn from(shape: $typed) -> Self {
                Shape::$kind(shape)
            }
        }

        impl<'a, S: Scalar, const N: usize> AsShape<S, N> for $typed {
            #[inline]
            fn as_shape(&self) -> Shape<'_, S, N> {
                Shape::$kind(*self)
            }
        }
    )*};
}

from_typed! {
    Point: Vector<S, N>,
    Aabb: Aabb<S, N>,
    Ball: Ball<S, N>,
    SquaredBall: SquaredBall<S, N>,
    Cylinder: Cylinder<S, N>,
    Segment: Segment<S, N>,
    Triangle: Triangle<S, N>,
    Capsule: Capsule<S, N>,
    OrientedBox: OrientedBox<S, N>,
    OrientedCylinder: OrientedCylinder<S, N>,
    Ellipse: Ellipse<S, N>,
    HalfSpace: HalfSpace<S, N>,
    Polygon: Polygon<'a, S, N>,
    Hull: Hull<'a, S, N>,
    Mask: Sprite<'a, S, N>,
    Compound: &'a [Shape<'a, S, N>]
}

#[cfg(feature = "alloc")]
from_typed!(Region: &'a crate::Region<S, N>, Mesh: &'a crate::Mesh<S, N>, HeightField: &'a crate::HeightField<S, N>);

#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize> AsShape<S, N> for crate::Region<S, N> {
    fn as_shape(&self) -> Shape<'_, S, N> {
        Shape::Region(self)
    }
}

#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize> AsShape<S, N> for crate::HullBuf<S, N> {
    fn as_shape(&self) -> Shape<'_, S, N> {
        Shape::Hull(self.as_hull())
    }
}

impl<S: Scalar, const CAP: usize> AsShape<S, 2> for PolygonBuf<S, CAP> {
    fn as_shape(&self) -> Shape<'_, S, 2> {
        Shape::Polygon(self.as_polygon())
    }
}

/// Borrows an owned shape as a [`Shape`]; see [`AsShape::as_shape`].
#[cfg(feature = "alloc")]
impl<'a, S: Scalar, const N: usize> From<&'a crate::ShapeBuf<S, N>> for Shape<'a, S, N> {
    fn from(shape: &'a crate::ShapeBuf<S, N>) -> Self {
        shape.as_shape()
    }
}

#[cfg(feature = "alloc")]
impl<'a, S: Scalar, const N: usize> From<&'a alloc::vec::Vec<Shape<'a, S, N>>> for Shape<'a, S, N> {
    fn from(parts: &'a alloc::vec::Vec<Shape<'a, S, N>>) -> Self {
        Shape::Compound(parts)
    }
}

impl<'a, S: Scalar, const N: usize, const K: usize> From<&'a [Shape<'a, S, N>; K]> for Shape<'a, S, N> {
    fn from(parts: &'a [Shape<'a, S, N>; K]) -> Self {
        Shape::Compound(parts)
    }
}

impl<'a, S: Scalar, const CAP: usize> From<&'a PolygonBuf<S, CAP>> for Shape<'a, S, 2> {
    fn from(polygon: &'a PolygonBuf<S, CAP>) -> Self {
        Shape::Polygon(polygon.as_polygon())
    }
}
