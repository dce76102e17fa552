//! What can be kept in a world, and the box around it.

use super::Refusal;
use crate::gap::part::Part;
use crate::scalar::Scalar;
use crate::{
    Aabb, Ball, Capsule, Cylinder, OrientedBox, OrientedCylinder, PolygonBuf, Relate, Segment, Shape,
    SquaredBall, Triangle, Vector,
};

/// What can be seen as a shape.
///
/// ```
/// use bumper::{Aabb, Shape, world::{AsShape, Collider, World}};
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
/// let mut world = World::<i16, 2, Tile>::new();
/// world.insert(Collider::new(Tile(3, 4))).unwrap();
/// ```
pub trait AsShape<S: Scalar, const N: usize> {
    /// The shape.
    ///
    /// ```
    /// use bumper::{Ball, Shape, world::AsShape};
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

macro_rules! typed {
    ($($kind:ident: $typed:ty),*) => {$(
        impl<S: Scalar, const N: usize> AsShape<S, N> for $typed {
            #[inline]
            fn as_shape(&self) -> Shape<'_, S, N> {
                Shape::$kind(*self)
            }
        }
    )*};
}

typed! {
    Point: Vector<S, N>,
    Aabb: Aabb<S, N>,
    Ball: Ball<S, N>,
    SquaredBall: SquaredBall<S, N>,
    Cylinder: Cylinder<S, N>,
    Segment: Segment<S, N>,
    Triangle: Triangle<S, N>,
    Capsule: Capsule<S, N>,
    OrientedBox: OrientedBox<S, N>,
    OrientedCylinder: OrientedCylinder<S, N>
}

impl<S: Scalar, const CAP: usize> AsShape<S, 2> for PolygonBuf<S, CAP> {
    fn as_shape(&self) -> Shape<'_, S, 2> {
        Shape::Polygon(self.as_polygon())
    }
}

impl<S: Scalar> AsShape<S, 2> for crate::Region<S, 2> {
    fn as_shape(&self) -> Shape<'_, S, 2> {
        Shape::Region(self)
    }
}

/// How much more than a shape its box holds, as a part of its coordinates: what the relations of floats may be wrong by. A
/// curved rim is right to 10⁻⁶, a rounding of `f32` is 10⁻⁷. And as a length: the squares of smaller ones vanish.
const MARGIN: (f64, f64) = (2e-6, 1e-22);

/// A box of `f32` that surely holds a shape and whatever may count as touching it.
pub(super) fn around<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Result<Aabb<f32, N>, Refusal> {
    let (min, max) = match shape {
        Shape::Point(point) => (point.map(S::to_f64), point.map(S::to_f64)),
        Shape::Aabb(aabb) => (aabb.min().map(S::to_f64), aabb.max().map(S::to_f64)),
        Shape::Ball(ball) => {
            let (center, radius) = (ball.center().map(S::to_f64), Vector::splat(ball.radius().to_f64()));
            margins(center - radius, center + radius, S::IS_FLOAT)
        }
        _ => {
            let part = Part::new(*shape, None).ok_or(Refusal::Empty)?;
            let bounds = part.bounds;
            // What has a NaN somewhere is as large as can be.
            if (0..N).any(|axis| bounds.max()[axis] - bounds.min()[axis] == f64::INFINITY) {
                let mut known = true;
                part.each_convex(&mut |part| {
                    let (shape, pose) = part.placed();
                    let finite = pose.is_none_or(|pose| pose.translation.0.iter().all(|c| c.is_finite()));
                    known &= finite && shape.intersects(shape);
                });
                if !known {
                    return Err(Refusal::NotANumber);
                }
            }
            margins(bounds.min(), bounds.max(), S::IS_FLOAT)
        }
    };
    let known = |v: Vector<f64, N>| v.0.iter().all(|c| !c.is_nan());
    if !known(min) || !known(max) {
        return Err(Refusal::NotANumber);
    }
    let down = |c: f64| if f64::from(c as f32) > c { (c as f32).next_down() } else { c as f32 };
    let up = |c: f64| if f64::from(c as f32) < c { (c as f32).next_up() } else { c as f32 };
    Ok(Aabb::ordered(min.0.map(down), max.0.map(up)))
}

fn margins<const N: usize>(
    min: Vector<f64, N>,
    max: Vector<f64, N>,
    is_float: bool,
) -> (Vector<f64, N>, Vector<f64, N>) {
    // 64-bit whole numbers round as f64 does.
    let (part, least) = if is_float { MARGIN } else { (4.0 * f64::EPSILON, 0.0) };
    // The largest coordinate decides on all axes, as it does where lengths are compared.
    let largest = min.0.into_iter().chain(max.0).fold(0.0, |most: f64, c| most.max(c.abs()));
    let margin = Vector::splat(largest * part + least);
    (min - margin, max + margin)
}
