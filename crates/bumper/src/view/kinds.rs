//! The views of the convex kinds of shapes: the core and radius that queries see. Each kind implements a trait, so that a query for one
//! kind does not compile the code of all others.

use super::convex::{axis_aligned_core, counterclockwise_again, is_flat};
use super::{
    Convex, Core, Corners, CylinderCore, HalfSpaceCore, OrientedCore, ShapeView, ShapeVisitor, reals,
};
use crate::scalar::{Real, Scalar, Span, real};
use crate::shape::polygon::{ends_of_flat, xy};
use crate::{
    Aabb, Ball, Capsule, Cylinder, Ellipse, HalfSpace, Hull, OrientedBox, OrientedCylinder, Polygon, Pose,
    Rotation, Segment, SquaredBall, Triangle, Vector,
};
use core::cmp::Ordering;

/// A shape of a convex kind, such as a ball or a polygon.
pub(super) trait ConvexKind<'a, S: Scalar, R: Real, const N: usize> {
    /// Passes the view of the shape, placed by an optional pose, to a visitor. All implementations are `#[inline(always)]`. Otherwise the
    /// view would be copied, which makes contacts and distances in 2D up to 1.6 times as slow.
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out;
}

/// Converts a point to the float type of a query and applies an optional pose to it.
#[inline(always)]
fn at<S: Scalar, R: Real, const N: usize>(point: Vector<S, N>, pose: Option<&Pose<R, N>>) -> Vector<R, N> {
    pose.map_or(reals(point), |pose| pose.apply(reals(point)))
}

/// The core of a rotated box or of an ellipse. If there is a pose, it is applied to the center and to the rotation.
#[inline(always)]
fn oriented_core<S: Scalar, R: Real, const N: usize>(
    center: Vector<S, N>,
    half_size: Vector<S, N>,
    rotation: Rotation<S, N>,
    pose: Option<&Pose<R, N>>,
) -> OrientedCore<R, N> {
    let rotation = rotation.cast();
    let axes = pose.map_or(rotation, |pose| rotation.then_unnormalized(&pose.rotation)).axes();
    OrientedCore { center: at(center, pose), half: reals(half_size), axes }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Vector<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        visitor.visit(convex(Core::Point(at(*self, pose)), R::ZERO))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Ball<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        visitor.visit(convex(Core::Point(at(self.center(), pose)), real(self.radius())))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for SquaredBall<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        let radius = S::Span::area_to_f64(self.radius_squared()).sqrt();
        visitor.visit(convex(Core::Point(at(self.center(), pose)), R::from_f64(radius)))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Segment<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        visit_segment(at(self.from(), pose), at(self.to(), pose), R::ZERO, visitor)
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Capsule<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        let segment = self.spine();
        visit_segment(at(segment.from(), pose), at(segment.to(), pose), real(self.radius()), visitor)
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Triangle<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        let corners = self.corners();
        match counterclockwise(corners) {
            Some(corners) => {
                let placed = corners.map(|corner| at(corner, pose));
                let is_rounded = pose.is_some() || !S::IS_FLOAT;
                let placed = if is_rounded { counterclockwise_again(placed) } else { placed };
                visitor.visit(convex(Core::Triangle(placed), R::ZERO))
            }
            None => {
                let [from, to] = ends_of_flat(corners);
                // The degenerate triangle is replaced by the segment between its outer two corners, and the third corner is dropped. A NaN
                // in the dropped corner must not be lost. So all corners times zero are added up: `zero` is the zero vector, or has a NaN
                // if any corner has one. It is added to both ends.
                let add = |sum: Vector<R, N>, corner| sum + at(corner, pose).scaled(R::ZERO);
                let zero = corners.into_iter().fold(Vector::ZERO, add);
                visit_flat(at(from, pose) + zero, at(to, pose), visitor)
            }
        }
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Aabb<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        let min = reals(self.min());
        let max = reals(self.max());
        match pose {
            _ if is_flat(max - min) => visit_flat(at(self.min(), pose), at(self.max(), pose), visitor),
            None => visitor.visit(convex(Core::Aabb([min, max]), R::ZERO)),
            Some(pose) => visitor.visit(convex(axis_aligned_core(min, max, Some(pose)), R::ZERO)),
        }
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for OrientedBox<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        let core = oriented_core(self.center(), self.half_size(), self.rotation(), pose);
        match core.flattened() {
            Some([from, to]) => visit_flat(from, to, visitor),
            None => visitor.visit(convex(Core::Box(core), R::ZERO)),
        }
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Ellipse<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        let core = oriented_core(self.center(), self.half_size(), self.rotation(), pose);
        visitor.visit(ShapeView::Convex(core.as_ellipse()))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for HalfSpace<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        let given: Vector<R, N> = reals(self.normal());
        // Normals of integers have any length. A unit vector of floats is one up to the rounding error of its type, which may be coarser than
        // that of the query.
        let is_unit = S::IS_FLOAT && S::Real::EPSILON.to_f64() <= R::EPSILON.to_f64();
        let normal = if is_unit { given } else { given.normalized().unwrap_or(given) };
        let normal = pose.map_or(normal, |pose| pose.rotation.apply(normal));
        visitor
            .visit(convex(Core::HalfSpace(HalfSpaceCore { point: at(self.point(), pose), normal }), R::ZERO))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Polygon<'_, S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        visitor.visit(convex(Core::Corners(Corners::new(self, pose)), real(self.radius())))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Hull<'_, S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        visitor.visit(convex(Core::Corners(Corners::new(self, pose)), R::ZERO))
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for Cylinder<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        let k = self.axis().index().min(N - 1);
        let min: Vector<R, N> = reals(self.spine().min());
        let max: Vector<R, N> = reals(self.spine().max());
        let half = (max[k] - min[k]) * R::HALF;
        let center = min.with(k, min[k] + half);
        let axis = Vector::ZERO.with(k, R::ONE);
        let center = pose.map_or(center, |pose| pose.apply(center));
        let axis = pose.map_or(axis, |pose| unit(pose.rotation.apply(axis)));
        visit_cylinder(CylinderCore { center, axis, half, radius: real(self.radius()) }, visitor)
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ConvexKind<'a, S, R, N> for OrientedCylinder<S, N> {
    #[inline(always)]
    fn visit_view<V: ShapeVisitor<'a, S, R, N>>(&'a self, pose: Option<&Pose<R, N>>, visitor: V) -> V::Out {
        let axis = reals(self.direction());
        let axis = unit(pose.map_or(axis, |pose| pose.rotation.apply(axis)));
        let half = real(self.half_height());
        let radius = real(self.radius());
        visit_cylinder(CylinderCore { center: at(self.center(), pose), axis, half, radius }, visitor)
    }
}

/// The view of a convex shape with the given core and radius.
#[inline(always)]
fn convex<'a, S: Scalar, R: Real, const N: usize>(core: Core<'a, R, N>, radius: R) -> ShapeView<'a, S, R, N> {
    ShapeView::Convex(Convex { core, radius })
}

/// Passes a segment with a radius to a visitor. If both ends are equal, passes a ball.
#[inline(always)]
fn visit_segment<'a, S: Scalar, R: Real, V: ShapeVisitor<'a, S, R, N>, const N: usize>(
    from: Vector<R, N>,
    to: Vector<R, N>,
    radius: R,
    visitor: V,
) -> V::Out {
    match from == to {
        true => visitor.visit(convex(Core::Point(from), radius)),
        false => visitor.visit(convex(Core::Segment([from, to]), radius)),
    }
}

/// Passes a degenerate shape, which is a segment or a point, to a visitor. Not inlined, so that this rare case does not enlarge the code of
/// ordinary shapes.
#[inline(never)]
fn visit_flat<'a, S: Scalar, R: Real, V: ShapeVisitor<'a, S, R, N>, const N: usize>(
    from: Vector<R, N>,
    to: Vector<R, N>,
    visitor: V,
) -> V::Out {
    visit_segment(from, to, R::ZERO, visitor)
}

/// Passes a cylinder to a visitor. If its radius is zero, passes a segment.
#[inline(always)]
fn visit_cylinder<'a, S: Scalar, R: Real, V: ShapeVisitor<'a, S, R, N>, const N: usize>(
    cylinder_core: CylinderCore<R, N>,
    visitor: V,
) -> V::Out {
    match cylinder_core.flattened() {
        Some([from, to]) => visit_flat(from, to, visitor),
        None => visitor.visit(convex(Core::Cylinder(cylinder_core), R::ZERO)),
    }
}

/// Normalizes the axis of a cylinder in the float type of the query. The stored axis is a unit vector only within the precision of the
/// shape's scalar, which may be coarser.
#[inline]
fn unit<R: Real, const N: usize>(axis: Vector<R, N>) -> Vector<R, N> {
    axis.scaled(R::ONE / axis.dot(axis).sqrt())
}

/// The rounding error of the doubled area of a triangle, as a multiple of epsilon times the sum of the absolute values of two products. The
/// doubled area is the difference of these products (the cross product of two edges). If the computed area is larger than the error, the
/// triangle is surely not degenerate.
const AREA_ERROR: f64 = 8.0;

/// The corners of a triangle; in 2D, in counter-clockwise order. `None` in 2D if the triangle is degenerate or has a NaN.
#[inline]
fn counterclockwise<S: Scalar, const N: usize>([a, b, c]: [Vector<S, N>; 3]) -> Option<[Vector<S, N>; 3]> {
    if const { N != 2 } {
        return Some([a, b, c]);
    }
    if S::IS_FLOAT {
        // Most triangles are decided by their area in floats. The exact predicate would take half of the time of a contact with a ball.
        let u = xy(reals::<S, S::Real, N>(b) - reals(a));
        let v = xy(reals::<S, S::Real, N>(c) - reals(a));
        let left = u[0] * v[1];
        let right = u[1] * v[0];
        let size = left.abs() + right.abs();
        if left - right > size * S::Real::EPSILON * S::Real::from_f64(AREA_ERROR) {
            return Some([a, b, c]);
        }
    }
    match S::orient2d(xy(a), xy(b), xy(c)) {
        Some(Ordering::Greater) => Some([a, b, c]),
        Some(Ordering::Less) => Some([a, c, b]),
        Some(Ordering::Equal) | None => None,
    }
}
