//! [`Relate`] for the shapes that own their data: both operands are borrowed as [`Shape`]s.

use crate::scalar::Scalar;
use crate::{
    Aabb, AsShape, Ball, Capsule, Cylinder, Ellipse, HalfSpace, HeightField, Hull, HullBuf, Mesh,
    OrientedBox, OrientedCylinder, Polygon, Region, Relate, Segment, Shape, ShapeBuf, Sprite, SquaredBall,
    Triangle, Vector, Verdict,
};

macro_rules! as_shapes {
    ($([$owned:ident [$([$kind:ty])*]])*) => {$(
        $(
            impl<S: Scalar, const N: usize> Relate<$kind> for $owned<S, N> {
                #[inline]
                fn relate<V: Verdict>(&self, other: &$kind) -> V {
                    self.as_shape().relate(&other.as_shape())
                }
            }

            impl<S: Scalar, const N: usize> Relate<$owned<S, N>> for $kind {
                #[inline]
                fn relate<V: Verdict>(&self, other: &$owned<S, N>) -> V {
                    self.as_shape().relate(&other.as_shape())
                }
            }
        )*

        impl<S: Scalar, const N: usize> Relate for $owned<S, N> {
            #[inline]
            fn relate<V: Verdict>(&self, other: &Self) -> V {
                self.as_shape().relate(&other.as_shape())
            }
        }
    )*};
}

macro_rules! both {
    ($kinds:tt) => {
        as_shapes! { [Region $kinds] [ShapeBuf $kinds] [HullBuf $kinds] [Mesh $kinds] [HeightField $kinds] }
    };
}

both! {
    [[Vector<S, N>] [Aabb<S, N>] [Ball<S, N>] [SquaredBall<S, N>] [Cylinder<S, N>] [Segment<S, N>] [Triangle<S, N>]
     [Capsule<S, N>] [OrientedBox<S, N>] [OrientedCylinder<S, N>] [Ellipse<S, N>] [HalfSpace<S, N>] [Polygon<'_, S, N>] [Hull<'_, S, N>]
     [Sprite<'_, S, N>] [Shape<'_, S, N>]]
}

macro_rules! pairs {
    ([$($a:ident)*] $b:tt) => { $(pairs!(@row $a $b);)* };
    (@row $a:ident [$($b:ident)*]) => {$(
        impl<S: Scalar, const N: usize> Relate<$b<S, N>> for $a<S, N> {
            #[inline]
            fn relate<V: Verdict>(&self, other: &$b<S, N>) -> V {
                self.as_shape().relate(&other.as_shape())
            }
        }
    )*};
}

pairs! { [Region] [ShapeBuf HullBuf Mesh HeightField] }
pairs! { [ShapeBuf] [Region HullBuf Mesh HeightField] }
pairs! { [HullBuf] [Region ShapeBuf Mesh HeightField] }
pairs! { [Mesh] [Region ShapeBuf HullBuf HeightField] }
pairs! { [HeightField] [Region ShapeBuf HullBuf Mesh] }
