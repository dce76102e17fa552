//! The shapes: a file each, and [`Shape`] for those who mix them.
//!
//! ```
//! use bumper::{Aabb, Ball, Relate, Shape};
//!
//! let level = [Shape::from(Aabb::new([0i16, 0], [40, 400])), Shape::from(Ball::new([50, 50], 10))];
//! assert!(level[0].intersects(&level[1]));
//! ```

pub(crate) mod aabb;
pub(crate) mod ball;
pub(crate) mod compound;
pub(crate) mod cylinder;

use crate::scalar::Scalar;
use crate::{Aabb, Ball, Compound, Cylinder, Relate, SquaredBall, Vector, Verdict};

/// Any shape. Tests between two of them choose the typed test by a match: no heap, no function pointers.
///
/// ```
/// use bumper::{Aabb, Ball, Relate, Relation, Shape};
/// let shapes: [Shape<i16, 2>; 2] = [Aabb::new([0, 0], [9, 9]).into(), Ball::new([12, 5], 3).into()];
/// assert_eq!(shapes[0].relation(&shapes[1]), Relation::Touching);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape<'a, S: Scalar, const N: usize> {
    /// A point.
    Point(Vector<S, N>),
    /// A box along the axes.
    Aabb(Aabb<S, N>),
    /// A ball by its radius.
    Ball(Ball<S, N>),
    /// A ball by the square of its radius.
    SquaredBall(SquaredBall<S, N>),
    /// A cylinder along an axis.
    Cylinder(Cylinder<S, N>),
    /// Several shapes that count as one. Each level of nesting costs a stack frame.
    Compound(&'a [Shape<'a, S, N>]),
}

/// Runs an expression with the typed value of a [`Shape`] under a name.
macro_rules! with_typed {
    ($shape:expr, $typed:ident => $body:expr) => {
        match $shape {
            Shape::Point($typed) => $body,
            Shape::Aabb($typed) => $body,
            Shape::Ball($typed) => $body,
            Shape::SquaredBall($typed) => $body,
            Shape::Cylinder($typed) => $body,
            Shape::Compound(parts) => {
                let $typed = &Compound(parts);
                $body
            }
        }
    };
}

impl<S: Scalar, const N: usize> Relate for Shape<'_, S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        // Boxes and balls first: these four the compiler turns into selects, so that no jump can be mispredicted. Where
        // they come mixed at random that takes a fifth to a seventh of the time of two jump tables.
        match (self, other) {
            (Shape::Aabb(a), Shape::Aabb(b)) => a.relate(b),
            (Shape::Aabb(a), Shape::Ball(b)) => a.relate(b),
            (Shape::Ball(a), Shape::Aabb(b)) => a.relate(b),
            (Shape::Ball(a), Shape::Ball(b)) => a.relate(b),
            _ => relate_any(self, other),
        }
    }
}

/// Every pair. Not inlined, or it would cost the four above their form.
#[inline(never)]
fn relate_any<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    with_typed!(a, shape => shape.relate(b))
}

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// Whether a point is in the shape, its boundary included.
    ///
    /// ```
    /// use bumper::{Ball, Shape};
    /// assert!(Shape::from(Ball::new([0i16, 0], 5)).contains([3, 4]));
    /// ```
    #[inline]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}

/// For a typed shape: itself against a [`Shape`], the mirrored order, and the conversion into one.
macro_rules! typed {
    ($($kind:ident: $typed:ident),*) => {$(
        impl<S: Scalar, const N: usize> Relate<Shape<'_, S, N>> for $typed<S, N> {
            #[inline]
            fn relate<V: Verdict>(&self, other: &Shape<'_, S, N>) -> V {
                with_typed!(other, shape => self.relate(shape))
            }
        }

        impl<S: Scalar, const N: usize> Relate<$typed<S, N>> for Shape<'_, S, N> {
            #[inline]
            fn relate<V: Verdict>(&self, other: &$typed<S, N>) -> V {
                with_typed!(self, shape => shape.relate(other))
            }
        }

        impl<S: Scalar, const N: usize> From<$typed<S, N>> for Shape<'_, S, N> {
            #[inline]
            fn from(shape: $typed<S, N>) -> Self {
                Shape::$kind(shape)
            }
        }
    )*};
}

typed!(Point: Vector, Aabb: Aabb, Ball: Ball, SquaredBall: SquaredBall, Cylinder: Cylinder);

impl<'a, S: Scalar, const N: usize> From<&'a [Shape<'a, S, N>]> for Shape<'a, S, N> {
    fn from(parts: &'a [Shape<'a, S, N>]) -> Self {
        Shape::Compound(parts)
    }
}
