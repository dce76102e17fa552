//! The views of shapes: the representation in queries. A view is either a convex core with a radius, in world space and in
//! the float type of the query, or a list of parts in local space with a pose.
//!
//! [`Shape::visit_view`] matches every kind without a wildcard arm, so that the compiler reports a missing arm for a new kind. Queries have
//! special cases for some pairs of cores; the general algorithms use the support functions of [`Core`].

mod convex;
mod corners;

#[cfg(feature = "alloc")]
use crate::AsShape;
use crate::scalar::{Real, Scalar, Span, real};
#[cfg(feature = "alloc")]
use crate::shape::bvh::Bvh;
use crate::shape::polygon::{ends_of_flat, xy};
use crate::{Pose, Rotation, Shape, Sprite, Vector};
pub(crate) use convex::{Convex, Core, CylinderCore, OrientedCore};
use convex::{axis_aligned_core, counterclockwise_again, is_flat};
use core::cmp::Ordering;
pub(crate) use corners::{Corners, HULL_BUFFER, SMALL_POLYGON, SmallPolygon};

/// The representation of a shape in queries.
pub(crate) enum ShapeView<'a, S: Scalar, R: Real, const N: usize> {
    /// A convex shape.
    Convex(Convex<'a, R, N>),
    /// A shape with several parts, and its pose. The parts are in local space: the pose is not applied to them.
    Parts(Parts<'a, S, N>, Option<Pose<R, N>>),
}

/// A computation with the view of a shape. Implementations of [`visit`](Self::visit) should be inlined.
pub(crate) trait ShapeVisitor<'a, S: Scalar, R: Real, const N: usize> {
    type Out;
    fn visit(self, view: ShapeView<'a, S, R, N>) -> Self::Out;
}

/// The visitor that returns the view itself.
struct Identity;

impl<'a, S: Scalar, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for Identity {
    type Out = ShapeView<'a, S, R, N>;
    #[inline]
    fn visit(self, view: ShapeView<'a, S, R, N>) -> Self::Out {
        view
    }
}

/// The parts of a composite shape.
#[derive(Clone, Copy)]
pub(crate) enum Parts<'a, S: Scalar, const N: usize> {
    Compound(&'a [Shape<'a, S, N>]),
    #[cfg(feature = "alloc")]
    Group(&'a crate::Group<S, N>),
    #[cfg(feature = "alloc")]
    Region(&'a crate::Region<S, N>),
    Mask(Sprite<'a, S, N>),
}

#[cfg(feature = "alloc")]
impl<'a, S: Scalar, const N: usize> Parts<'a, S, N> {
    /// The bounding volume hierarchy (BVH) of the parts in local space. `None` if no boxes are stored.
    #[inline]
    pub(crate) fn stored_bvh(&self) -> Option<&'a Bvh<S::Real, N>> {
        let boxes = match self {
            Parts::Compound(_) | Parts::Mask(_) => None,
            Parts::Group(group) => Some(group.bvh()),
            Parts::Region(region) => Some(region.bvh()),
        };
        boxes.filter(|boxes| boxes.root_aabb().is_some())
    }

    /// The part at an index. If there is a BVH, the index is a position in its order. `None` for masks, and if the index is out of range.
    #[inline]
    pub(crate) fn part(&self, index: usize) -> Option<Shape<'a, S, N>> {
        match self {
            Parts::Compound(shapes) => shapes.get(index).copied(),
            Parts::Mask(_) => None,
            Parts::Group(group) => group.parts().get(group.bvh().part(index)).map(AsShape::as_shape),
            Parts::Region(region) => Some(Shape::Polygon(region.part(index))),
        }
    }
}

/// Converts a vector to the float type of a query.
#[inline]
pub(crate) fn reals<S: Scalar, R: Real, const N: usize>(vector: Vector<S, N>) -> Vector<R, N> {
    vector.map(real)
}

/// Converts a pose to the float type of a query.
#[inline]
pub(crate) fn in_real<S: Scalar, R: Real, const N: usize>(pose: &Pose<S, N>) -> Pose<R, N> {
    Pose::new(pose.rotation.cast(), reals(pose.translation))
}

impl<'a, S: Scalar, const N: usize> Shape<'a, S, N> {
    /// The view of the shape, placed by an optional pose.
    #[inline(never)]
    pub(crate) fn view<R: Real>(&'a self, pose: Option<&Pose<R, N>>) -> ShapeView<'a, S, R, N> {
        self.visit_view(pose, Identity)
    }

    /// Passes the view of the shape, placed by an optional pose, to a visitor. The visitor is compiled once for each kind of shape, so that
    /// the view stays in registers: storing and reloading it costs as much as a short query.
    #[inline(always)]
    pub(crate) fn visit_view<R: Real, V: ShapeVisitor<'a, S, R, N>>(
        &'a self,
        pose: Option<&Pose<R, N>>,
        visitor: V,
    ) -> V::Out {
        let zero = R::default();
        let at = |point: Vector<S, N>| pose.map_or(reals(point), |pose| pose.apply(reals(point)));
        let rotated = |rotation: Rotation<R, N>| {
            pose.map_or(rotation, |pose| rotation.then_unnormalized(&pose.rotation))
        };
        let convex = |core, radius| ShapeView::Convex(Convex { core, radius });
        let parts = |parts| ShapeView::Parts(parts, pose.copied());
        match self {
            Shape::Point(point) => visitor.visit(convex(Core::Point(at(*point)), zero)),
            Shape::Ball(ball) => visitor.visit(convex(Core::Point(at(ball.center())), real(ball.radius()))),
            Shape::SquaredBall(ball) => {
                let radius = Real::sqrt(S::Span::area_to_f64(ball.radius_squared()));
                visitor.visit(convex(Core::Point(at(ball.center())), R::from_f64(radius)))
            }
            Shape::Segment(segment) => visit_segment(at(segment.from()), at(segment.to()), zero, visitor),
            Shape::Capsule(capsule) => {
                let segment = capsule.spine();
                visit_segment(at(segment.from()), at(segment.to()), real(capsule.radius()), visitor)
            }
            Shape::Triangle(triangle) => {
                let corners = triangle.corners();
                match counterclockwise(corners) {
                    Some([a, b, c]) => {
                        let placed = [at(a), at(b), at(c)];
                        let is_rounded = pose.is_some() || !S::IS_FLOAT;
                        let placed = if is_rounded { counterclockwise_again(placed) } else { placed };
                        visitor.visit(convex(Core::Triangle(placed), zero))
                    }
                    None => {
                        let [from, to] = ends_of_flat(corners);
                        // Zero for finite corners, NaN if a coordinate is NaN: the sum of all corners times zero. It keeps a NaN of the
                        // corner that is left out.
                        let none = corners
                            .map(at)
                            .into_iter()
                            .fold(Vector::default(), |sum, c| sum + c.scaled(zero));
                        visit_flat(at(from) + none, at(to), visitor)
                    }
                }
            }
            Shape::Aabb(aabb) => {
                let (min, max) = (reals(aabb.min()), reals(aabb.max()));
                match pose {
                    _ if is_flat(max - min) => visit_flat(at(aabb.min()), at(aabb.max()), visitor),
                    None => visitor.visit(convex(Core::Aabb([min, max]), zero)),
                    Some(pose) => visitor.visit(convex(axis_aligned_core(min, max, Some(pose)), zero)),
                }
            }
            Shape::OrientedBox(shape) => {
                let (half, axes) = (reals(shape.half_size()), rotated(shape.rotation().cast()).axes());
                let shape = OrientedCore { center: at(shape.center()), half, axes };
                match shape.flattened() {
                    Some([from, to]) => visit_flat(from, to, visitor),
                    None => visitor.visit(convex(Core::Box(shape), zero)),
                }
            }
            Shape::Ellipse(ellipse) => {
                let (half, axes) = (reals(ellipse.half_size()), rotated(ellipse.rotation().cast()).axes());
                visitor.visit(ShapeView::Convex(
                    OrientedCore { center: at(ellipse.center()), half, axes }.as_ellipse(),
                ))
            }
            Shape::Polygon(polygon) => {
                visitor.visit(convex(Core::Corners(Corners::new(polygon, pose)), real(polygon.radius())))
            }
            Shape::Hull(hull) => visitor.visit(convex(Core::Corners(Corners::new(hull, pose)), zero)),
            Shape::Cylinder(cylinder) => {
                let k = cylinder.axis().index().min(N - 1);
                let (min, max): (Vector<R, N>, Vector<R, N>) =
                    (reals(cylinder.spine().min()), reals(cylinder.spine().max()));
                let half = (max[k] - min[k]) * R::from_f64(0.5);
                let (center, axis) =
                    (min.with(k, min[k] + half), Vector::default().with(k, R::from_f64(1.0)));
                let center = pose.map_or(center, |pose| pose.apply(center));
                let axis = pose.map_or(axis, |pose| unit(pose.rotation.apply(axis)));
                visit_cylinder(CylinderCore { center, axis, half, radius: real(cylinder.radius()) }, visitor)
            }
            Shape::OrientedCylinder(cylinder) => {
                let axis = reals(cylinder.direction());
                let axis = unit(pose.map_or(axis, |pose| pose.rotation.apply(axis)));
                let (half, radius) = (real(cylinder.half_height()), real(cylinder.radius()));
                visit_cylinder(CylinderCore { center: at(cylinder.center()), axis, half, radius }, visitor)
            }
            Shape::Compound(shapes) => visitor.visit(parts(Parts::Compound(shapes))),
            #[cfg(feature = "alloc")]
            Shape::Region(region) => visitor.visit(parts(Parts::Region(region))),
            #[cfg(feature = "alloc")]
            Shape::Group(group) => {
                let own = group.pose().map(|own| in_real(own));
                let placed = own
                    .map_or(pose.copied(), |own| Some(pose.map_or(own, |pose| own.then_unnormalized(pose))));
                visitor.visit(ShapeView::Parts(Parts::Group(group), placed))
            }
            Shape::Mask(sprite) => visitor.visit(parts(Parts::Mask(*sprite))),
            Shape::Placed(shape, own) => {
                let own = in_real(own);
                visitor.visit(shape.view(Some(&pose.map_or(own, |pose| own.then_unnormalized(pose)))))
            }
        }
    }

    /// Passes the view of the shape to a visitor. The code for each kind is a function of its own, because a single function for all kinds
    /// would spill registers to the stack. None of these functions keeps a reference to the shape, so the compiler can omit the copy that
    /// the caller has made.
    #[inline]
    pub(crate) fn visit_each_kind<R: Real, O, V>(&self, visitor: V) -> O
    where
        V: for<'s> ShapeVisitor<'s, S, R, N, Out = O>,
    {
        match self {
            Shape::Point(kind) => visit_kind(kind, visitor),
            Shape::Ball(kind) => visit_kind(kind, visitor),
            Shape::SquaredBall(kind) => visit_kind(kind, visitor),
            Shape::Segment(kind) => visit_kind(kind, visitor),
            Shape::Capsule(kind) => visit_kind(kind, visitor),
            Shape::Triangle(kind) => visit_kind(kind, visitor),
            Shape::Aabb(kind) => visit_kind(kind, visitor),
            Shape::OrientedBox(kind) => visit_kind(kind, visitor),
            Shape::Ellipse(kind) => visit_kind(kind, visitor),
            Shape::Polygon(kind) => visit_kind(kind, visitor),
            Shape::Hull(kind) => visit_kind(kind, visitor),
            Shape::Cylinder(kind) => visit_kind(kind, visitor),
            Shape::OrientedCylinder(kind) => visit_kind(kind, visitor),
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => visit_composite(*self, visitor),
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Group(_) => visit_composite(*self, visitor),
        }
    }

    /// The parts of a compound, group or region, and the pose of the shape. `None` for convex shapes and masks.
    #[cfg(feature = "alloc")]
    pub(crate) fn as_parts<R: Real>(&self) -> Option<(Parts<'_, S, N>, Option<Pose<R, N>>)> {
        match self {
            Shape::Group(group) => {
                let own = group.pose().map(|own| in_real(own));
                Some((Parts::Group(group), own))
            }
            Shape::Region(region) => Some((Parts::Region(region), None)),
            Shape::Compound(shapes) => Some((Parts::Compound(shapes), None)),
            Shape::Placed(shape, pose) => {
                let pose = in_real(pose);
                let (parts, own) = shape.as_parts()?;
                Some((parts, Some(own.map_or(pose, |own: Pose<R, N>| own.then_unnormalized(&pose)))))
            }
            Shape::Point(_) | Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Segment(_) => None,
            Shape::Capsule(_) | Shape::Triangle(_) | Shape::Aabb(_) | Shape::OrientedBox(_) => None,
            Shape::Ellipse(_) | Shape::Polygon(_) | Shape::Hull(_) => None,
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Mask(_) => None,
        }
    }

    /// Whether the shape is a point or a ball stored by its radius.
    #[inline]
    pub(crate) fn is_round(&self) -> bool {
        matches!(self, Shape::Point(_) | Shape::Ball(_))
    }

    /// Whether the shape is of a convex kind; false for placed shapes.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn is_convex(&self) -> bool {
        match self {
            Shape::Point(_) | Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Segment(_) => true,
            Shape::Capsule(_) | Shape::Triangle(_) | Shape::Aabb(_) | Shape::OrientedBox(_) => true,
            Shape::Polygon(_) | Shape::Hull(_) | Shape::Ellipse(_) => true,
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) => true,
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => false,
            Shape::Region(_) | Shape::Group(_) => false,
        }
    }

    /// Whether the shape is of a convex kind whose core has only straight edges; false for placed shapes.
    #[inline]
    pub(crate) fn is_straight(&self) -> bool {
        match self {
            Shape::Point(_) | Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Segment(_) => true,
            Shape::Capsule(_) | Shape::Triangle(_) | Shape::Aabb(_) | Shape::OrientedBox(_) => true,
            Shape::Polygon(_) | Shape::Hull(_) => true,
            Shape::Ellipse(_) | Shape::Cylinder(_) | Shape::OrientedCylinder(_) => false,
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => false,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Group(_) => false,
        }
    }

    /// The center and radius of a point or of a ball stored by its radius; `None` for other kinds.
    #[inline]
    pub(crate) fn as_ball<R: Real>(&self) -> Option<(Vector<R, N>, R)> {
        match self {
            Shape::Point(point) => Some((reals(*point), R::default())),
            Shape::Ball(ball) => Some((reals(ball.center()), real(ball.radius()))),
            _ => None,
        }
    }
}

/// Passes the view of a composite or placed shape to a visitor. The shape is passed by value, so that the compiler can omit the caller's
/// copy.
#[inline(never)]
fn visit_composite<S: Scalar, R: Real, O, V, const N: usize>(shape: Shape<'_, S, N>, visitor: V) -> O
where
    V: for<'s> ShapeVisitor<'s, S, R, N, Out = O>,
{
    visitor.visit(shape.view(None))
}

/// Passes the view of a shape whose kind is known at compile time to a visitor.
#[inline(never)]
fn visit_kind<'k, S: Scalar, R: Real, O, V, K, const N: usize>(kind: &K, visitor: V) -> O
where
    V: for<'s> ShapeVisitor<'s, S, R, N, Out = O>,
    K: Copy + Into<Shape<'k, S, N>>,
{
    let shape: Shape<'k, S, N> = (*kind).into();
    shape.visit_view(None, visitor)
}

/// Passes a segment with a radius to a visitor; a ball if both ends are equal.
#[inline(always)]
fn visit_segment<'a, S: Scalar, R: Real, V: ShapeVisitor<'a, S, R, N>, const N: usize>(
    from: Vector<R, N>,
    to: Vector<R, N>,
    radius: R,
    visitor: V,
) -> V::Out {
    match from == to {
        true => visitor.visit(ShapeView::Convex(Convex { core: Core::Point(from), radius })),
        false => visitor.visit(ShapeView::Convex(Convex { core: Core::Segment([from, to]), radius })),
    }
}

/// Passes a degenerate shape, which is a segment or a point, to a visitor. Not inlined, to keep this rare case off the path of ordinary
/// shapes.
#[inline(never)]
fn visit_flat<'a, S: Scalar, R: Real, V: ShapeVisitor<'a, S, R, N>, const N: usize>(
    from: Vector<R, N>,
    to: Vector<R, N>,
    visitor: V,
) -> V::Out {
    visit_segment(from, to, R::default(), visitor)
}

/// Passes a cylinder to a visitor; a segment if its radius is zero.
#[inline(always)]
fn visit_cylinder<'a, S: Scalar, R: Real, V: ShapeVisitor<'a, S, R, N>, const N: usize>(
    cylinder_core: CylinderCore<R, N>,
    visitor: V,
) -> V::Out {
    match cylinder_core.flattened() {
        Some([from, to]) => visit_flat(from, to, visitor),
        None => visitor
            .visit(ShapeView::Convex(Convex { core: Core::Cylinder(cylinder_core), radius: R::default() })),
    }
}

/// The axis of a cylinder, normalized in the float type of the query. Directions and rotations are accurate only to the rounding error of
/// the scalar, which may be coarser.
#[inline]
fn unit<R: Real, const N: usize>(axis: Vector<R, N>) -> Vector<R, N> {
    axis.scaled(R::from_f64(1.0) / Real::sqrt(axis.dot(axis)))
}

/// The rounding error of twice the area of a triangle, as a multiple of epsilon times the sum of the absolute products. A triangle with a
/// larger computed area is surely not degenerate.
const AREA_ERROR: f64 = 8.0;

/// The corners of a triangle, in counter-clockwise order in 2D. `None` if the triangle is degenerate in 2D or has a NaN.
#[inline]
fn counterclockwise<S: Scalar, const N: usize>([a, b, c]: [Vector<S, N>; 3]) -> Option<[Vector<S, N>; 3]> {
    if const { N != 2 } {
        return Some([a, b, c]);
    }
    if S::IS_FLOAT {
        // A floating-point filter: the exact predicate would take half of the time of a contact with a ball.
        let (u, v) = (xy(reals::<S, S::Real, N>(b) - reals(a)), xy(reals::<S, S::Real, N>(c) - reals(a)));
        let (left, right) = (u[0] * v[1], u[1] * v[0]);
        let size = left.distance(S::Real::default()) + right.distance(S::Real::default());
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
