//! Containment: whether one shape lies inside another.
//!
//! ```
//! use bumper::{Aabb, Ball, Shape};
//!
//! let room = Shape::from(Aabb::new([0i16, 0], [20, 20]));
//! assert!(room.contains_shape(Ball::new([10, 10], 10))); // the ball touches all four walls
//! assert!(!room.contains_shape(Ball::new([10, 11], 10)));
//! ```

mod exact;
mod flat;
mod pixels;
#[cfg(feature = "alloc")]
mod region;
mod solid;

#[cfg(feature = "alloc")]
use crate::AsShape;
use crate::narrow::exact_plane::ExactPlane;
use crate::scalar::Scalar;
use crate::{HalfSpace, Relate, Relation, Shape, Vector};

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// Whether this shape contains `other`: every point of `other` is in this shape or on its boundary. So a shape contains itself, and a
    /// contained shape may touch the boundary from inside.
    ///
    /// With integers and fixed point, the answer is exact for every input. With floats, it is accurate within the tolerance of
    /// [`relation`](crate::query::relation), for curved shapes within 10⁻⁶ of the size. A shape that is empty or has a NaN is not contained
    /// in any shape.
    ///
    /// A mask or concave polygon contains a shape if the union of its pixels or parts covers it. Compounds, and masks and concave polygons
    /// that were placed with a [`Pose`](crate::Pose), are stricter: each part of `other` has to be contained in one of their parts. The
    /// result is false if only several parts together cover it.
    ///
    /// Costs one test per corner of `other`. If `self` is a concave polygon, it costs one test per edge of `self`; if `self` is a mask, one
    /// test per empty pixel near `other`.
    ///
    /// ```
    /// use bumper::{Aabb, Capsule, PolygonBuf, Shape, Triangle};
    /// let ramp = PolygonBuf::<i16, 4>::new([[0, 0], [40, 0], [40, 30], [0, 30]]).unwrap();
    /// assert!(Shape::from(&ramp).contains_shape(Triangle::new([0, 0], [40, 0], [40, 30])));
    /// let pill = Shape::from(Capsule::new([0.0, 0.0], [9.0, 0.0], 2.0));
    /// assert!(pill.contains_shape(Aabb::new([0.0, -2.0], [9.0, 2.0])));
    /// assert!(!pill.contains_shape(Aabb::new([-1.0, -2.0], [9.0, 2.0])));
    /// ```
    #[doc(alias("encloses", "covers", "within", "contains_box"))]
    pub fn contains_shape<'b>(&self, other: impl Into<Shape<'b, S, N>>) -> bool {
        contains_shape(self, &other.into())
    }
}

/// Whether the shape `outer` contains the shape `inner`; see [`Shape::contains_shape`].
fn contains_shape<S: Scalar, const N: usize>(outer: &Shape<'_, S, N>, inner: &Shape<'_, S, N>) -> bool {
    match inner {
        Shape::Compound(parts) => {
            return !parts.is_empty() && parts.iter().all(|part| contains_shape(outer, part));
        }
        #[cfg(feature = "alloc")]
        Shape::Group(group) if group.pose().is_none() => {
            let parts = group.parts();
            return !parts.is_empty() && parts.iter().all(|part| contains_shape(outer, &part.as_shape()));
        }
        _ => {}
    }
    match outer {
        Shape::HalfSpace(half_space) => in_half_space(half_space, inner),
        Shape::Compound(parts) => parts.iter().any(|part| contains_shape(part, inner)),
        #[cfg(feature = "alloc")]
        Shape::Group(group) if group.pose().is_none() => {
            group.parts().iter().any(|part| contains_shape(&part.as_shape(), inner))
        }
        #[cfg(feature = "alloc")]
        Shape::Region(corners) if is_connected(inner) => region::in_region(corners, inner),
        Shape::Mask(sprite) => pixels::in_mask(sprite, inner),
        #[cfg(feature = "alloc")]
        Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Group(_) => {
            solid::contains_shape(outer, inner)
        }
        Shape::Placed(..) => solid::contains_shape(outer, inner),
        _ => in_convex(outer, inner),
    }
}

/// Whether a half-space contains another shape: whether the shape does not overlap the half-space on the other side of the plane. Exact for
/// integers and fixed point. A shape that is empty or has a NaN overlaps neither half-space.
fn in_half_space<S: Scalar, const N: usize>(half_space: &HalfSpace<S, N>, inner: &Shape<'_, S, N>) -> bool {
    let outer = Shape::HalfSpace(*half_space);
    let protrudes = if S::IS_FLOAT {
        let normal = half_space.normal().map(|c| S::ZERO.minus(c));
        HalfSpace::new(half_space.point(), normal).map(|front| front.relation(inner))
    } else {
        ExactPlane::of(half_space).flipped().relate(inner)
    };
    match protrudes {
        Some(protrudes) => protrudes != Relation::Overlapping && outer.intersects(inner),
        None => in_convex(&outer, inner),
    }
}

/// Whether a convex shape without a pose contains another shape. If the inner shape is the convex hull of its corners, only the corners are
/// tested: a convex shape that contains points also contains their convex hull.
fn in_convex<S: Scalar, const N: usize>(outer: &Shape<'_, S, N>, inner: &Shape<'_, S, N>) -> bool {
    let mut count = 0;
    let mut all = true;
    let mut each = |corner: Vector<S, N>| {
        count += 1;
        all = all && outer.contains(corner);
    };
    if each_corner(inner, &mut each) {
        return count > 0 && all;
    }
    let exact = match inner {
        Shape::Ball(ball) => exact::of_ball(outer, ball.center(), ball.squared().radius_squared()),
        Shape::SquaredBall(ball) => exact::of_ball(outer, ball.center(), ball.radius_squared()),
        Shape::Cylinder(cylinder) => exact::of_cylinder(outer, cylinder),
        _ => None,
    };
    exact.unwrap_or_else(|| solid::contains_shape(outer, inner))
}

/// Calls `each` with points of a shape, usually its corners. A convex shape that contains these points contains the whole shape. Returns
/// false for kinds of shapes that have no such points, such as balls.
fn each_corner<S: Scalar, const N: usize>(
    shape: &Shape<'_, S, N>,
    each: &mut dyn FnMut(Vector<S, N>),
) -> bool {
    let mut of_box = |min: Vector<S, N>, max: Vector<S, N>| {
        for bits in 0..1u32 << N {
            each(Vector(crate::vector::from_fn(
                |axis| if bits >> axis & 1 == 0 { min[axis] } else { max[axis] },
            )));
        }
    };
    match shape {
        Shape::Point(point) => each(*point),
        Shape::Aabb(aabb) => of_box(aabb.min(), aabb.max()),
        Shape::Segment(segment) => [segment.from(), segment.to()].into_iter().for_each(each),
        Shape::Triangle(triangle) => triangle.corners().into_iter().for_each(each),
        Shape::Polygon(polygon) if polygon.radius() == S::ZERO => polygon.corners().for_each(each),
        Shape::Hull(hull) => hull.points().iter().copied().for_each(each),
        #[cfg(feature = "alloc")]
        Shape::Region(region) => region.corners().iter().copied().for_each(each),
        #[cfg(feature = "alloc")]
        Shape::Mesh(mesh) => mesh.each_corner(each),
        #[cfg(feature = "alloc")]
        Shape::HeightField(field) => {
            let faces = (0..field.face_count()).filter_map(|position| field.face(position));
            faces.for_each(|face| {
                each_corner(&face, each);
            });
        }
        Shape::Mask(sprite) => pixels::each_row(sprite, &mut |row| of_box(row.min(), row.max())),
        _ => return false,
    }
    true
}

/// Whether `region::in_region` can test a shape of this kind as a whole. False for shapes that may have separate parts: compounds, and
/// masks with a pose. True for masks without a pose, whose runs of pixels `in_region` tests one by one.
#[cfg(feature = "alloc")]
fn is_connected<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> bool {
    match shape {
        Shape::Placed(shape, _) => !matches!(shape, Shape::Mask(_)) && is_connected(shape),
        Shape::Compound(_) | Shape::Group(_) => false,
        _ => true,
    }
}
