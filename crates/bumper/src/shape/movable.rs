//! The trait [`Movable`] of shapes that can be translated.

use crate::scalar::Scalar;
use crate::{
    Aabb, AsShape, Ball, Capsule, Cylinder, Ellipse, HalfSpace, OrientedBox, OrientedCylinder, PolygonBuf,
    Segment, Shape, Sprite, SquaredBall, Triangle, Vector,
};

/// A shape that can be translated.
///
/// Implemented for all shapes that own their data, for [`Sprite`]s, and for a `Vec` of such shapes, which moves as a whole.
/// It is also implemented for [`Shape`], but kinds that borrow their data cannot be moved: see [`moved`](Movable::moved).
///
/// ```
/// use bumper::{Aabb, motion::Movable};
/// let dot = Aabb::new([0i16, 0], [20, 20]);
/// assert_eq!(dot.moved([5, 0].into()), Some(Aabb::new([5, 0], [25, 20])));
/// assert_eq!(dot.moved([i16::MAX, 0].into()), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be moved in {N} dimensions by coordinates of `{S}`",
    note = "what borrows its parts is moved as a copy that owns them: `ShapeBuf::from(shape)`"
)]
pub trait Movable<S: Scalar, const N: usize>: Sized {
    /// The shape moved by an offset. `None` if a coordinate would leave the range of the scalar or become infinite or NaN. Also `None`
    /// for a [`Shape`] that borrows its data: a polygon, hull, region, compound, group or placed shape.
    ///
    /// ```
    /// use bumper::{Ball, motion::Movable};
    /// assert_eq!(Ball::new([0.0, 0.0], 2.0).moved([f32::NAN, 0.0].into()), None);
    /// ```
    fn moved(&self, by: Vector<S, N>) -> Option<Self>;

    /// Calls `each` with the shape itself or, for a list of shapes, with every element.
    ///
    /// ```
    /// use bumper::{Ball, motion::Movable};
    /// let mut parts = 0;
    /// vec![Ball::new([0, 0], 2), Ball::new([9, 0], 2)].each_part(&mut |_| parts += 1);
    /// assert_eq!(parts, 2);
    /// ```
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>));
}

/// `Some(())` if the sum of each point and `by` is in the range of the scalar, otherwise `None`.
#[inline]
fn fits<S: Scalar, const N: usize>(points: &[Vector<S, N>], by: Vector<S, N>) -> Option<()> {
    for point in points {
        point.checked_add(by)?;
    }
    Some(())
}

macro_rules! movable {
    ($($typed:ty: $shape:ident => $points:expr;)*) => {$(
        impl<S: Scalar, const N: usize> Movable<S, N> for $typed {
            #[inline]
            fn moved(&self, by: Vector<S, N>) -> Option<Self> {
                let $shape = self;
                fits(&$points, by)?;
                Some($shape.translated(by))
            }
            #[inline]
            fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
                each((*self).into());
            }
        }
    )*};
}

movable! {
    Aabb<S, N>: shape => [shape.min(), shape.max()];
    Ball<S, N>: shape => [shape.center()];
    SquaredBall<S, N>: shape => [shape.center()];
    Cylinder<S, N>: shape => [shape.spine().min(), shape.spine().max()];
    Segment<S, N>: shape => [shape.from(), shape.to()];
    Triangle<S, N>: shape => shape.corners();
    Capsule<S, N>: shape => [shape.spine().from(), shape.spine().to()];
    OrientedBox<S, N>: shape => [shape.center()];
    OrientedCylinder<S, N>: shape => [shape.center()];
    Ellipse<S, N>: shape => [shape.center()];
    HalfSpace<S, N>: shape => [shape.point()];
    Sprite<'_, S, N>: shape => [shape.aabb().min(), shape.aabb().max()];
}

impl<S: Scalar, const N: usize> Movable<S, N> for Vector<S, N> {
    #[inline]
    fn moved(&self, by: Vector<S, N>) -> Option<Self> {
        self.checked_add(by)
    }
    #[inline]
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
        each(Shape::Point(*self));
    }
}

impl<S: Scalar, const CAP: usize> Movable<S, 2> for PolygonBuf<S, CAP> {
    fn moved(&self, by: Vector<S, 2>) -> Option<Self> {
        self.translated(by)
    }
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, 2>)) {
        each(self.as_shape());
    }
}

impl<'a, S: Scalar, const N: usize> Movable<S, N> for Shape<'a, S, N> {
    fn moved(&self, by: Vector<S, N>) -> Option<Self> {
        Some(match self {
            Self::Point(shape) => Self::Point(shape.moved(by)?),
            Self::Aabb(shape) => Self::Aabb(shape.moved(by)?),
            Self::Ball(shape) => Self::Ball(shape.moved(by)?),
            Self::SquaredBall(shape) => Self::SquaredBall(shape.moved(by)?),
            Self::Cylinder(shape) => Self::Cylinder(shape.moved(by)?),
            Self::Segment(shape) => Self::Segment(shape.moved(by)?),
            Self::Triangle(shape) => Self::Triangle(shape.moved(by)?),
            Self::Capsule(shape) => Self::Capsule(shape.moved(by)?),
            Self::OrientedBox(shape) => Self::OrientedBox(shape.moved(by)?),
            Self::OrientedCylinder(shape) => Self::OrientedCylinder(shape.moved(by)?),
            Self::Ellipse(shape) => Self::Ellipse(shape.moved(by)?),
            Self::HalfSpace(shape) => Self::HalfSpace(shape.moved(by)?),
            Self::Mask(shape) => Self::Mask(shape.moved(by)?),
            // These kinds borrow their corners or parts, so a moved copy cannot be stored.
            Self::Polygon(_) | Self::Hull(_) | Self::Compound(_) | Self::Placed(..) => return None,
            #[cfg(feature = "alloc")]
            Self::Region(_) | Self::Mesh(_) | Self::HeightField(_) | Self::Group(_) => return None,
        })
    }
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
        each(*self);
    }
}

#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize> Movable<S, N> for crate::Region<S, N> {
    fn moved(&self, by: Vector<S, N>) -> Option<Self> {
        self.translated(by)
    }
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
        each(self.as_shape());
    }
}

#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize> Movable<S, N> for crate::Mesh<S, N> {
    fn moved(&self, by: Vector<S, N>) -> Option<Self> {
        self.translated(by)
    }
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
        each(self.as_shape());
    }
}

#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize> Movable<S, N> for crate::HeightField<S, N> {
    fn moved(&self, by: Vector<S, N>) -> Option<Self> {
        self.translated(by)
    }
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
        each(self.as_shape());
    }
}

#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize> Movable<S, N> for crate::HullBuf<S, N> {
    fn moved(&self, by: Vector<S, N>) -> Option<Self> {
        self.translated(by)
    }
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
        each(self.as_shape());
    }
}

#[cfg(feature = "alloc")]
impl<S: Scalar, const N: usize, M: Movable<S, N>> Movable<S, N> for alloc::vec::Vec<M> {
    fn moved(&self, by: Vector<S, N>) -> Option<Self> {
        self.iter().map(|part| part.moved(by)).collect()
    }
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
        self.iter().for_each(|part| part.each_part(each));
    }
}
