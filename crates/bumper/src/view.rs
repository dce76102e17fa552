//! The views of shapes. A view is the form in which queries see a shape: either a convex core that is extended by a radius, in world space
//! and in the float type of the query, or a list of parts in local space with a pose. For example, a capsule is a segment with a radius.
//!
//! [`Shape::view`] matches every kind of shape without a wildcard arm, so that the compiler reports a missing arm for a new kind. The kinds
//! of cores are the variants of [`Core`]. Queries have special cases for some pairs of them. For all other pairs, they use general
//! algorithms, which need only the support function of each core.

mod convex;
mod corners;
mod kinds;

#[cfg(feature = "alloc")]
use crate::AsShape;
use crate::mask::Frame;
use crate::scalar::{Real, Scalar, real};
use crate::{Pose, Shape, Sprite, Vector};
pub(crate) use convex::{Convex, Core, CylinderCore, HalfSpaceCore, OrientedCore};
pub(crate) use corners::{Corners, HULL_BUFFER, SMALL_POLYGON, SmallPolygon};
use kinds::ConvexKind;

/// A ball in the float type of a query; a point has a radius of zero.
#[derive(Clone, Copy)]
pub(crate) struct BallView<R, const N: usize> {
    pub(crate) center: Vector<R, N>,
    pub(crate) radius: R,
}

/// The form in which queries see a shape or a part of a shape.
#[derive(Clone, Copy)]
pub(crate) enum ShapeView<'a, S: Scalar, R: Real, const N: usize> {
    /// A convex shape, with its pose applied.
    Convex(Convex<'a, R, N>),
    /// A shape with several parts, and its pose. The parts are in local space: the pose is not applied to them.
    Parts(Parts<'a, S, N>, Option<Pose<R, N>>),
}

/// A computation that takes the view of a shape. Implementations should inline [`visit`](Self::visit), so that the view stays in registers.
pub(crate) trait ShapeVisitor<'a, S: Scalar, R: Real, const N: usize> {
    type Out;
    fn visit(self, view: ShapeView<'a, S, R, N>) -> Self::Out;
}

/// The visitor that returns the view unchanged.
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
    #[cfg(feature = "alloc")]
    Mesh(&'a crate::Mesh<S, N>),
    #[cfg(feature = "alloc")]
    HeightField(&'a crate::HeightField<S, N>),
    /// The solid pixels of a sprite inside a rectangle.
    Mask(Sprite<'a, S, N>, Frame),
}

impl<'a, S: Scalar, const N: usize> Parts<'a, S, N> {
    /// The number of parts; `None` for the pixels of a mask, which are not a list.
    #[inline]
    pub(crate) fn count(&self) -> Option<usize> {
        match self {
            Parts::Compound(shapes) => Some(shapes.len()),
            Parts::Mask(..) => None,
            #[cfg(feature = "alloc")]
            Parts::Group(group) => Some(group.bvh().count()),
            #[cfg(feature = "alloc")]
            Parts::Region(region) => Some(region.bvh().count()),
            #[cfg(feature = "alloc")]
            Parts::Mesh(mesh) => Some(mesh.bvh().count()),
            #[cfg(feature = "alloc")]
            Parts::HeightField(field) => Some(field.face_count()),
        }
    }

    /// The part at an index; `None` for masks, and if the index is out of range. If the parts have a BVH, they are numbered in the order of
    /// its leaves.
    #[inline]
    pub(crate) fn part(&self, index: usize) -> Option<Shape<'a, S, N>> {
        match self {
            Parts::Compound(shapes) => shapes.get(index).copied(),
            Parts::Mask(..) => None,
            #[cfg(feature = "alloc")]
            Parts::Group(group) => group.parts().get(group.bvh().part(index)).map(AsShape::as_shape),
            #[cfg(feature = "alloc")]
            Parts::Region(region) => Some(Shape::Polygon(region.part(index))),
            #[cfg(feature = "alloc")]
            Parts::Mesh(mesh) => mesh.triangle(mesh.index_at(index)).map(Shape::Triangle),
            #[cfg(feature = "alloc")]
            Parts::HeightField(field) => field.face(index),
        }
    }

    /// The index that hits report for the part at a position: its place in the compound, or in [`parts`](crate::Group::parts) of a group.
    /// `None` for a group that is a placed shape, whose only part keeps its own indices, and for masks, whose pixels have their own indices.
    /// For a region, the index of the convex part, which [`ShapeView::reported_part`] replaces by that of an edge.
    #[inline]
    pub(crate) fn part_index(&self, position: usize) -> Option<u32> {
        match self {
            Parts::Compound(_) => Some(position as u32),
            Parts::Mask(..) => None,
            #[cfg(feature = "alloc")]
            Parts::Group(group) if group.is_placed_shape() => None,
            #[cfg(feature = "alloc")]
            Parts::Group(group) => Some(group.bvh().part(position) as u32),
            #[cfg(feature = "alloc")]
            Parts::Region(region) => Some(region.bvh().part(position) as u32),
            #[cfg(feature = "alloc")]
            Parts::Mesh(mesh) => Some(mesh.index_at(position) as u32),
            #[cfg(feature = "alloc")]
            Parts::HeightField(field) => Some(field.cell_of_face(position) as u32),
        }
    }

    /// Whether successive parts may be equal.
    pub(crate) fn may_repeat(&self) -> bool {
        match self {
            Parts::Compound(_) => true,
            Parts::Mask(..) => false,
            #[cfg(feature = "alloc")]
            Parts::Group(group) => group.has_repeated_parts(),
            #[cfg(feature = "alloc")]
            Parts::Region(_) | Parts::Mesh(_) | Parts::HeightField(_) => false,
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
    /// The view of the shape, placed by an optional pose, in the float type `R` of a query.
    #[inline(never)]
    pub(crate) fn view<R: Real>(&'a self, pose: Option<&Pose<R, N>>) -> ShapeView<'a, S, R, N> {
        let parts = |parts| ShapeView::Parts(parts, pose.copied());
        match self {
            Shape::Point(kind) => kind.visit_view(pose, Identity),
            Shape::Ball(kind) => kind.visit_view(pose, Identity),
            Shape::SquaredBall(kind) => kind.visit_view(pose, Identity),
            Shape::Segment(kind) => kind.visit_view(pose, Identity),
            Shape::Capsule(kind) => kind.visit_view(pose, Identity),
            Shape::Triangle(kind) => kind.visit_view(pose, Identity),
            Shape::Aabb(kind) => kind.visit_view(pose, Identity),
            Shape::OrientedBox(kind) => kind.visit_view(pose, Identity),
            Shape::Ellipse(kind) => kind.visit_view(pose, Identity),
            Shape::HalfSpace(kind) => kind.visit_view(pose, Identity),
            Shape::Polygon(kind) => kind.visit_view(pose, Identity),
            Shape::Hull(kind) => kind.visit_view(pose, Identity),
            Shape::Cylinder(kind) => kind.visit_view(pose, Identity),
            Shape::OrientedCylinder(kind) => kind.visit_view(pose, Identity),
            Shape::Compound(shapes) => parts(Parts::Compound(shapes)),
            #[cfg(feature = "alloc")]
            Shape::Region(region) => parts(Parts::Region(region)),
            #[cfg(feature = "alloc")]
            Shape::Mesh(mesh) => parts(Parts::Mesh(mesh)),
            #[cfg(feature = "alloc")]
            Shape::HeightField(field) => parts(Parts::HeightField(field)),
            #[cfg(feature = "alloc")]
            Shape::Group(group) => {
                let own = group.pose().map(|own| in_real(own));
                let placed = own
                    .map_or(pose.copied(), |own| Some(pose.map_or(own, |pose| own.then_unnormalized(pose))));
                ShapeView::Parts(Parts::Group(group), placed)
            }
            Shape::Mask(sprite) => parts(Parts::Mask(*sprite, sprite.mask().solid())),
            Shape::Placed(shape, own) => {
                let own = in_real(own);
                shape.view(Some(&pose.map_or(own, |pose| own.then_unnormalized(pose))))
            }
        }
    }

    /// Passes the view of the shape to a visitor. Each kind of shape calls its own function, with a copy of the visitor's code, so
    /// that the view stays in registers. Storing a view in memory and reloading it would cost as much as a short query. A single function
    /// for all kinds would need too many registers and spill them to the stack.
    #[inline]
    pub(crate) fn visit_view<R: Real, O, V>(&self, visitor: V) -> O
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
            Shape::HalfSpace(kind) => visit_kind(kind, visitor),
            Shape::Polygon(kind) => visit_kind(kind, visitor),
            Shape::Hull(kind) => visit_kind(kind, visitor),
            Shape::Cylinder(kind) => visit_kind(kind, visitor),
            Shape::OrientedCylinder(kind) => visit_kind(kind, visitor),
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => visit_composite(*self, visitor),
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Group(_) => {
                visit_composite(*self, visitor)
            }
        }
    }

    /// The parts of a compound, group or region, and the pose that has to be applied to them. `None` for convex shapes and masks.
    #[cfg(feature = "alloc")]
    pub(crate) fn as_parts<R: Real>(&self) -> Option<(Parts<'_, S, N>, Option<Pose<R, N>>)> {
        match self {
            Shape::Group(group) => {
                let own = group.pose().map(|own| in_real(own));
                Some((Parts::Group(group), own))
            }
            Shape::Region(region) => Some((Parts::Region(region), None)),
            Shape::Mesh(mesh) => Some((Parts::Mesh(mesh), None)),
            Shape::HeightField(field) => Some((Parts::HeightField(field), None)),
            Shape::Compound(shapes) => Some((Parts::Compound(shapes), None)),
            Shape::Placed(shape, pose) => {
                let pose = in_real(pose);
                let (parts, own) = shape.as_parts()?;
                Some((parts, Some(own.map_or(pose, |own: Pose<R, N>| own.then_unnormalized(&pose)))))
            }
            Shape::Point(_) | Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Segment(_) => None,
            Shape::Capsule(_) | Shape::Triangle(_) | Shape::Aabb(_) | Shape::OrientedBox(_) => None,
            Shape::Ellipse(_) | Shape::HalfSpace(_) | Shape::Polygon(_) | Shape::Hull(_) => None,
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Mask(_) => None,
        }
    }

    /// Whether the shape is a point, or a ball given by its radius ([`Ball`](crate::Ball), not [`SquaredBall`](crate::SquaredBall)).
    #[inline]
    pub(crate) fn is_round(&self) -> bool {
        matches!(self, Shape::Point(_) | Shape::Ball(_))
    }

    /// Whether the shape is of a convex kind. False for every [`Shape::Placed`], even if the shape inside is convex.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn is_convex(&self) -> bool {
        match self {
            Shape::Point(_) | Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Segment(_) => true,
            Shape::Capsule(_) | Shape::Triangle(_) | Shape::Aabb(_) | Shape::OrientedBox(_) => true,
            Shape::Polygon(_) | Shape::Hull(_) | Shape::Ellipse(_) | Shape::HalfSpace(_) => true,
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) => true,
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => false,
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Group(_) => false,
        }
    }

    /// Whether the shape is of a convex kind whose core has no curved boundary. False for every [`Shape::Placed`], even if the shape inside
    /// is straight.
    #[inline]
    pub(crate) fn is_straight(&self) -> bool {
        match self {
            Shape::Point(_) | Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Segment(_) => true,
            Shape::Capsule(_) | Shape::Triangle(_) | Shape::Aabb(_) | Shape::OrientedBox(_) => true,
            Shape::Polygon(_) | Shape::Hull(_) | Shape::HalfSpace(_) => true,
            Shape::Ellipse(_) | Shape::Cylinder(_) | Shape::OrientedCylinder(_) => false,
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => false,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Group(_) => false,
        }
    }

    /// The view of a point, or of a ball given by its radius; `None` for other kinds.
    #[inline]
    pub(crate) fn as_ball<R: Real>(&self) -> Option<BallView<R, N>> {
        match self {
            Shape::Point(point) => Some(BallView { center: reals(*point), radius: R::ZERO }),
            Shape::Ball(ball) => Some(BallView { center: reals(ball.center()), radius: real(ball.radius()) }),
            _ => None,
        }
    }
}

/// Passes the view of a composite or placed shape to a visitor. Takes the shape by value. If it took a reference, the compiler would have
/// to assume that the view keeps this reference after the call. The caller would then have to store its shape in memory on every path.
#[inline(never)]
fn visit_composite<S: Scalar, R: Real, O, V, const N: usize>(shape: Shape<'_, S, N>, visitor: V) -> O
where
    V: for<'s> ShapeVisitor<'s, S, R, N, Out = O>,
{
    visitor.visit(shape.view(None))
}

/// Passes the view of a shape of a known kind to a visitor. The view borrows a copy of the shape that is made here. If it borrowed the
/// caller's shape, the compiler would have to assume that the view keeps this reference after the call. The caller would then have to store
/// its shape in memory on every path.
#[inline(never)]
fn visit_kind<S: Scalar, R: Real, O, V, K, const N: usize>(kind: &K, visitor: V) -> O
where
    V: for<'s> ShapeVisitor<'s, S, R, N, Out = O>,
    K: Copy + for<'s> ConvexKind<'s, S, R, N>,
{
    let kind = *kind;
    kind.visit_view(None, visitor)
}
