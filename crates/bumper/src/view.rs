//! The one form in which queries see a shape: convex, as a core and a radius, or parts.
//!
//! [`Shape::show`] names every kind without a wildcard, so that the compiler leads to it when a kind is new. Where queries name some
//! pairs of cores, all others go to the general path, which knows every core by what [`Core`] tells of it. A form is in the float
//! that a query computes in, at the pose where the shape is placed.

mod convex;
mod corners;

#[cfg(feature = "alloc")]
use crate::AsShape;
use crate::scalar::{Real, Scalar, Span, real};
#[cfg(feature = "alloc")]
use crate::shape::bvh::Bvh;
use crate::shape::polygon::{ends_of_flat, flat};
use crate::{Pose, Rotation, Shape, Sprite, Vector};
pub(crate) use convex::{Convex, Core, CylinderCore, OrientedCore};
use convex::{is_flat, upright};
use core::cmp::Ordering;
pub(crate) use corners::{Corners, FEW, ROOM, SmallPolygon};

/// What a shape is to queries.
pub(crate) enum ShapeView<'a, S: Scalar, R: Real, const N: usize> {
    Convex(Convex<'a, R, N>),
    /// What is taken apart, and where it is placed.
    Parts(Parts<'a, S, N>, Option<Pose<R, N>>),
}

/// What is done with the form of a shape, whatever that is; `see` is best inlined.
pub(crate) trait ShapeVisitor<'a, S: Scalar, R: Real, const N: usize> {
    type Out;
    fn visit(self, form: ShapeView<'a, S, R, N>) -> Self::Out;
}

/// Keeps the form.
struct Same;

impl<'a, S: Scalar, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for Same {
    type Out = ShapeView<'a, S, R, N>;
    #[inline]
    fn visit(self, form: ShapeView<'a, S, R, N>) -> Self::Out {
        form
    }
}

/// Shapes that consist of others.
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
    /// The tree of boxes that are kept around the parts, before they are placed.
    #[inline]
    pub(crate) fn tree(&self) -> Option<&'a Bvh<S::Real, N>> {
        let boxes = match self {
            Parts::Compound(_) | Parts::Mask(_) => None,
            Parts::Group(group) => Some(group.bvh()),
            Parts::Region(region) => Some(region.bvh()),
        };
        boxes.filter(|boxes| boxes.root_aabb().is_some())
    }

    /// The part of a list at a place: among those boxes, if there are any.
    #[inline]
    pub(crate) fn part(&self, place: usize) -> Option<Shape<'a, S, N>> {
        match self {
            Parts::Compound(shapes) => shapes.get(place).copied(),
            Parts::Mask(_) => None,
            Parts::Group(group) => group.parts().get(group.bvh().part(place)).map(AsShape::as_shape),
            Parts::Region(region) => Some(Shape::Polygon(region.part(place))),
        }
    }
}

/// Each coordinate in the float of a query.
#[inline]
pub(crate) fn reals<S: Scalar, R: Real, const N: usize>(vector: Vector<S, N>) -> Vector<R, N> {
    vector.map(real)
}

/// A pose in the float of a query.
#[inline]
pub(crate) fn in_real<S: Scalar, R: Real, const N: usize>(pose: &Pose<S, N>) -> Pose<R, N> {
    Pose::new(pose.rotation.cast(), reals(pose.translation))
}

impl<'a, S: Scalar, const N: usize> Shape<'a, S, N> {
    /// What the shape is to queries, at a pose.
    #[inline(never)]
    pub(crate) fn view<R: Real>(&'a self, pose: Option<&Pose<R, N>>) -> ShapeView<'a, S, R, N> {
        self.visit_view(pose, Same)
    }

    /// Shows what the shape is to queries to a visitor, which is compiled once for each kind: no form is ever written to memory. To
    /// read it there again costs as much as the shorter answers do.
    #[inline(always)]
    pub(crate) fn visit_view<R: Real, V: ShapeVisitor<'a, S, R, N>>(
        &'a self,
        pose: Option<&Pose<R, N>>,
        visitor: V,
    ) -> V::Out {
        let zero = R::default();
        let at = |point: Vector<S, N>| pose.map_or(reals(point), |pose| pose.apply(reals(point)));
        let turned = |rotation: Rotation<R, N>| pose.map_or(rotation, |pose| rotation.before(&pose.rotation));
        let convex = |core, radius| ShapeView::Convex(Convex { core, radius });
        let parts = |parts| ShapeView::Parts(parts, pose.copied());
        match self {
            Shape::Point(point) => visitor.visit(convex(Core::Point(at(*point)), zero)),
            Shape::Ball(ball) => visitor.visit(convex(Core::Point(at(ball.center())), real(ball.radius()))),
            Shape::SquaredBall(ball) => {
                let radius = Real::sqrt(S::Span::area_to_f64(ball.radius_squared()));
                visitor.visit(convex(Core::Point(at(ball.center())), R::from_f64(radius)))
            }
            Shape::Segment(segment) => between(at(segment.from()), at(segment.to()), zero, visitor),
            Shape::Capsule(capsule) => {
                let spine = capsule.spine();
                between(at(spine.from()), at(spine.to()), real(capsule.radius()), visitor)
            }
            Shape::Triangle(triangle) => {
                let corners = triangle.corners();
                match counterclockwise(corners) {
                    Some([a, b, c]) => visitor.visit(convex(Core::Triangle([at(a), at(b), at(c)]), zero)),
                    None => {
                        let [from, to] = ends_of_flat(corners);
                        // A NaN stays, wherever it is.
                        let none = corners
                            .map(at)
                            .into_iter()
                            .fold(Vector::default(), |sum, c| sum + c.scaled(zero));
                        without_width(at(from) + none, at(to), visitor)
                    }
                }
            }
            Shape::Aabb(aabb) => {
                let (min, max) = (reals(aabb.min()), reals(aabb.max()));
                match pose {
                    _ if is_flat(max - min) => without_width(at(aabb.min()), at(aabb.max()), visitor),
                    None => visitor.visit(convex(Core::Upright([min, max]), zero)),
                    Some(pose) => visitor.visit(convex(upright(min, max, Some(pose)), zero)),
                }
            }
            Shape::OrientedBox(shape) => {
                let (half, axes) = (reals(shape.half_size()), turned(shape.rotation().cast()).axes());
                let shape = OrientedCore { center: at(shape.center()), half, axes };
                match shape.flattened() {
                    Some([from, to]) => without_width(from, to, visitor),
                    None => visitor.visit(convex(Core::Box(shape), zero)),
                }
            }
            Shape::Ellipse(ellipse) => {
                let (half, axes) = (reals(ellipse.half_size()), turned(ellipse.rotation().cast()).axes());
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
                of_rod(CylinderCore { center, axis, half, radius: real(cylinder.radius()) }, visitor)
            }
            Shape::OrientedCylinder(cylinder) => {
                let axis = reals(cylinder.direction());
                let axis = unit(pose.map_or(axis, |pose| pose.rotation.apply(axis)));
                let (half, radius) = (real(cylinder.half_height()), real(cylinder.radius()));
                of_rod(CylinderCore { center: at(cylinder.center()), axis, half, radius }, visitor)
            }
            Shape::Compound(shapes) => visitor.visit(parts(Parts::Compound(shapes))),
            #[cfg(feature = "alloc")]
            Shape::Region(region) => visitor.visit(parts(Parts::Region(region))),
            #[cfg(feature = "alloc")]
            Shape::Group(group) => {
                let own = group.pose().map(|own| in_real(own));
                let placed = own.map_or(pose.copied(), |own| Some(pose.map_or(own, |pose| own.before(pose))));
                visitor.visit(ShapeView::Parts(Parts::Group(group), placed))
            }
            Shape::Mask(sprite) => visitor.visit(parts(Parts::Mask(*sprite))),
            Shape::Placed(shape, own) => {
                let own = in_real(own);
                visitor.visit(shape.view(Some(&pose.map_or(own, |pose| own.before(pose)))))
            }
        }
    }

    /// The same for a shape as it lies, in a function for each kind: in one for all, what is in registers for one kind is moved through
    /// memory for the others. None of them keeps the shape beyond the call, so the compiler leaves out the copy that a caller makes
    /// of it: reading a copy that was just written was half the time of a ray.
    #[inline]
    pub(crate) fn visit_each_kind<R: Real, O, V>(&self, visitor: V) -> O
    where
        V: for<'s> ShapeVisitor<'s, S, R, N, Out = O>,
    {
        match self {
            Shape::Point(kind) => alone(kind, visitor),
            Shape::Ball(kind) => alone(kind, visitor),
            Shape::SquaredBall(kind) => alone(kind, visitor),
            Shape::Segment(kind) => alone(kind, visitor),
            Shape::Capsule(kind) => alone(kind, visitor),
            Shape::Triangle(kind) => alone(kind, visitor),
            Shape::Aabb(kind) => alone(kind, visitor),
            Shape::OrientedBox(kind) => alone(kind, visitor),
            Shape::Ellipse(kind) => alone(kind, visitor),
            Shape::Polygon(kind) => alone(kind, visitor),
            Shape::Hull(kind) => alone(kind, visitor),
            Shape::Cylinder(kind) => alone(kind, visitor),
            Shape::OrientedCylinder(kind) => alone(kind, visitor),
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => seldom(*self, visitor),
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Group(_) => seldom(*self, visitor),
        }
    }

    /// A list of parts, and where that is placed.
    #[cfg(feature = "alloc")]
    pub(crate) fn listed<R: Real>(&self) -> Option<(Parts<'_, S, N>, Option<Pose<R, N>>)> {
        match self {
            Shape::Group(group) => {
                let own = group.pose().map(|own| in_real(own));
                Some((Parts::Group(group), own))
            }
            Shape::Region(region) => Some((Parts::Region(region), None)),
            Shape::Compound(shapes) => Some((Parts::Compound(shapes), None)),
            Shape::Placed(shape, pose) => {
                let pose = in_real(pose);
                let (parts, own) = shape.listed()?;
                Some((parts, Some(own.map_or(pose, |own: Pose<R, N>| own.before(&pose)))))
            }
            Shape::Point(_) | Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Segment(_) => None,
            Shape::Capsule(_) | Shape::Triangle(_) | Shape::Aabb(_) | Shape::OrientedBox(_) => None,
            Shape::Ellipse(_) | Shape::Polygon(_) | Shape::Hull(_) => None,
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Mask(_) => None,
        }
    }

    /// Whether it is a point or a ball.
    #[inline]
    pub(crate) fn is_round(&self) -> bool {
        matches!(self, Shape::Point(_) | Shape::Ball(_))
    }

    /// Whether it is convex as it lies.
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

    /// Whether it is made of points, edges and a radius.
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

    /// The middle and the radius of a point or a ball.
    #[inline]
    pub(crate) fn as_ball<R: Real>(&self) -> Option<(Vector<R, N>, R)> {
        match self {
            Shape::Point(point) => Some((reals(*point), R::default())),
            Shape::Ball(ball) => Some((reals(ball.center()), real(ball.radius()))),
            _ => None,
        }
    }
}

/// Shows what is not told by itself to a visitor. As a copy, so that the compiler sees that nothing keeps the shape, which a caller
/// who gives a copy need not make then.
#[inline(never)]
fn seldom<S: Scalar, R: Real, O, V, const N: usize>(shape: Shape<'_, S, N>, visitor: V) -> O
where
    V: for<'s> ShapeVisitor<'s, S, R, N, Out = O>,
{
    visitor.visit(shape.view(None))
}

/// Shows one kind to a visitor.
#[inline(never)]
fn alone<'k, S: Scalar, R: Real, O, V, K, const N: usize>(kind: &K, visitor: V) -> O
where
    V: for<'s> ShapeVisitor<'s, S, R, N, Out = O>,
    K: Copy + Into<Shape<'k, S, N>>,
{
    let shape: Shape<'k, S, N> = (*kind).into();
    shape.visit_view(None, visitor)
}

/// What lies between two points, which may be one, with a radius.
#[inline(always)]
fn between<'a, S: Scalar, R: Real, V: ShapeVisitor<'a, S, R, N>, const N: usize>(
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

/// The same for a shape that seldom has no width, in a function of its own: what most shapes of its kind do is not mixed with this.
#[inline(never)]
fn without_width<'a, S: Scalar, R: Real, V: ShapeVisitor<'a, S, R, N>, const N: usize>(
    from: Vector<R, N>,
    to: Vector<R, N>,
    visitor: V,
) -> V::Out {
    between(from, to, R::default(), visitor)
}

/// A cylinder, which seldom has no radius.
#[inline(always)]
fn of_rod<'a, S: Scalar, R: Real, V: ShapeVisitor<'a, S, R, N>, const N: usize>(
    rod: CylinderCore<R, N>,
    visitor: V,
) -> V::Out {
    match rod.flattened() {
        Some([from, to]) => without_width(from, to, visitor),
        None => visitor.visit(ShapeView::Convex(Convex { core: Core::Cylinder(rod), radius: R::default() })),
    }
}

/// The axis of a cylinder with length 1: directions and rotations of the scalar need not have that in the float of the query.
#[inline]
fn unit<R: Real, const N: usize>(axis: Vector<R, N>) -> Vector<R, N> {
    axis.scaled(R::from_f64(1.0) / Real::sqrt(axis.dot(axis)))
}

/// How many rounding errors of its products twice the area of a triangle is above, to be known not to be flat.
const PLAIN: f64 = 8.0;

/// The corners of a triangle, on a plane counterclockwise; `None` for one that is flat there, or has a NaN.
#[inline]
fn counterclockwise<S: Scalar, const N: usize>([a, b, c]: [Vector<S, N>; 3]) -> Option<[Vector<S, N>; 3]> {
    if const { N != 2 } {
        return Some([a, b, c]);
    }
    if S::IS_FLOAT {
        // Nearly always plain: the exact way would be half of the time of a contact with a ball.
        let (u, v) = (flat(reals::<S, S::Real, N>(b) - reals(a)), flat(reals::<S, S::Real, N>(c) - reals(a)));
        let (left, right) = (u[0] * v[1], u[1] * v[0]);
        let size = left.distance(S::Real::default()) + right.distance(S::Real::default());
        if left - right > size * S::Real::EPSILON * S::Real::from_f64(PLAIN) {
            return Some([a, b, c]);
        }
    }
    match S::orient2d(flat(a), flat(b), flat(c)) {
        Some(Ordering::Greater) => Some([a, b, c]),
        Some(Ordering::Less) => Some([a, c, b]),
        Some(Ordering::Equal) | None => None,
    }
}
