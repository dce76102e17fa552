//! A total order of shapes. Queries whose result must not depend on the order of their two shapes, such as the distance, sort them in this
//! order first.

use super::Shape;
use crate::scalar::{Real, Scalar, real};
use crate::{Cylinder, Pose, Sprite, Vector};
use core::cmp::Ordering;

/// A vector that gives shapes of the same kind an order: by the dot products of their positions with this vector. It is perpendicular to no
/// axis and no diagonal. So two shapes side by side or on top of each other have clearly different products, and keep their order while
/// they move slightly.
const WEIGHTS: [f64; 3] = [1.0, 0.625, 0.28125];

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// Whether a query that must not depend on the order of its shapes has to exchange them: true if this shape comes after `other`. Shapes
    /// are ordered by kind, then by position, then by all of their numbers. False for equal shapes.
    #[inline]
    pub(crate) fn is_after(&self, other: &Self) -> bool {
        match self.rank().cmp(&other.rank()) {
            Ordering::Equal => {
                let weight = self.weight();
                let other_weight = other.weight();
                // If a weight is NaN, `!=` is true and `>` is false, so the shapes are not exchanged.
                if weight != other_weight { weight > other_weight } else { order(self, other).is_gt() }
            }
            order => order.is_gt(),
        }
    }

    /// The rank of the shape's kind in the order. Compounds, groups and placed shapes have the same rank, because a `ShapeBuf` may store a
    /// copy of a compound or a placed shape as a group. The copy must have the same order relative to shapes of all other kinds.
    #[inline]
    fn rank(&self) -> u8 {
        match self {
            Shape::Point(_) => 0,
            Shape::Aabb(_) => 1,
            Shape::Ball(_) => 2,
            Shape::SquaredBall(_) => 3,
            Shape::Cylinder(_) => 4,
            Shape::Segment(_) => 5,
            Shape::Triangle(_) => 6,
            Shape::Capsule(_) => 7,
            Shape::OrientedBox(_) => 8,
            Shape::Hull(_) => 9,
            Shape::OrientedCylinder(_) => 10,
            Shape::Ellipse(_) => 11,
            Shape::Polygon(_) => 12,
            #[cfg(feature = "alloc")]
            Shape::Region(_) => 13,
            Shape::Mask(_) => 14,
            Shape::Compound(_) | Shape::Placed(..) => 15,
            #[cfg(feature = "alloc")]
            Shape::Group(_) => 15,
            Shape::HalfSpace(_) => 16,
            #[cfg(feature = "alloc")]
            Shape::Mesh(_) => 17,
            #[cfg(feature = "alloc")]
            Shape::HeightField(_) => 18,
        }
    }

    /// Whether the shape consists of parts: a compound, group, mask or region, with or without a pose.
    pub(crate) fn is_composite(&self) -> bool {
        match self {
            Shape::Placed(inner, _) => inner.is_composite(),
            Shape::Compound(_) | Shape::Mask(_) => true,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Group(_) => true,
            Shape::Point(_) | Shape::Aabb(_) | Shape::Ball(_) | Shape::SquaredBall(_) => false,
            Shape::Cylinder(_) | Shape::Segment(_) | Shape::Triangle(_) | Shape::Capsule(_) => false,
            Shape::OrientedBox(_) | Shape::OrientedCylinder(_) | Shape::Ellipse(_) => false,
            Shape::HalfSpace(_) | Shape::Polygon(_) | Shape::Hull(_) => false,
        }
    }

    /// Whether the shape is a one-sided mesh or has one among its parts.
    pub(crate) fn has_one_sided_faces(&self) -> bool {
        match self {
            Shape::Placed(inner, _) => inner.has_one_sided_faces(),
            Shape::Compound(parts) => parts.iter().any(Self::has_one_sided_faces),
            #[cfg(feature = "alloc")]
            Shape::Mesh(mesh) => mesh.is_one_sided(),
            #[cfg(feature = "alloc")]
            Shape::Group(group) => group.has_one_sided_faces(),
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::HeightField(_) => false,
            Shape::Mask(_) | Shape::Point(_) | Shape::Aabb(_) | Shape::Ball(_) | Shape::SquaredBall(_) => {
                false
            }
            Shape::Cylinder(_) | Shape::Segment(_) | Shape::Triangle(_) | Shape::Capsule(_) => false,
            Shape::OrientedBox(_) | Shape::OrientedCylinder(_) | Shape::Ellipse(_) => false,
            Shape::HalfSpace(_) | Shape::Polygon(_) | Shape::Hull(_) => false,
        }
    }

    /// A number by which two shapes are ordered: the dot product of `anchor` with [`WEIGHTS`].
    #[inline]
    fn weight(&self) -> S::Real {
        let anchor = self.anchor();
        let term = |k: usize| real::<S, S::Real>(anchor[k]) * S::Real::from_f64(WEIGHTS[k % WEIGHTS.len()]);
        (1..N).fold(term(0), |sum, k| sum + term(k))
    }

    /// A point of the shape, such as its center, for ordering shapes. For a compound without a pose, which stores no such point, it is the
    /// origin of the world.
    #[inline]
    fn anchor(&self) -> Vector<S, N> {
        match self {
            Shape::Point(point) => *point,
            Shape::Aabb(aabb) => aabb.min(),
            Shape::Ball(ball) => ball.center(),
            Shape::SquaredBall(ball) => ball.center(),
            Shape::Cylinder(cylinder) => cylinder.spine().min(),
            Shape::Segment(segment) => segment.from(),
            Shape::Triangle(triangle) => triangle.corners()[0],
            Shape::Capsule(capsule) => capsule.spine().from(),
            Shape::OrientedBox(shape) => shape.center(),
            Shape::OrientedCylinder(cylinder) => cylinder.center(),
            Shape::Ellipse(ellipse) => ellipse.center(),
            Shape::HalfSpace(half_space) => half_space.point(),
            Shape::Polygon(polygon) => polygon.corner(0),
            Shape::Hull(hull) => hull.points()[0],
            #[cfg(feature = "alloc")]
            Shape::Region(region) => region.corners()[0],
            #[cfg(feature = "alloc")]
            Shape::Mesh(mesh) => mesh.points().first().copied().unwrap_or(Vector::ZERO),
            #[cfg(feature = "alloc")]
            Shape::HeightField(field) => field.origin(),
            Shape::Mask(sprite) => sprite.corner(),
            Shape::Compound(_) => Vector::ZERO,
            #[cfg(feature = "alloc")]
            Shape::Group(group) => group.pose().map_or(Vector::ZERO, |pose| pose.translation),
            Shape::Placed(_, pose) => pose.translation,
        }
    }
}

/// If the shape `$b` has the kind `$kind`, evaluates `$order`. There, `$b` is the typed shape, such as the [`Ball`](crate::Ball). Otherwise
/// the result is `Equal`. This happens only for kinds of equal rank, because [`order`] is called only for such shapes.
macro_rules! same_kind {
    ($kind:ident, $b:ident, $order:expr) => {
        if let Shape::$kind($b) = $b { $order } else { Ordering::Equal }
    };
}

/// The order of two shapes of the same kind by their coordinates, sizes and angles, one after the other. A NaN counts as equal to every
/// number.
fn order<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> Ordering {
    match a {
        Shape::Point(a) => same_kind!(Point, b, vectors([*a], [*b])),
        Shape::Aabb(a) => same_kind!(Aabb, b, vectors([a.min(), a.max()], [b.min(), b.max()])),
        Shape::Ball(a) => {
            same_kind!(Ball, b, vectors([a.center()], [b.center()]).then(numbers(&a.radius(), &b.radius())))
        }
        Shape::SquaredBall(a) => same_kind!(SquaredBall, b, {
            vectors([a.center()], [b.center()]).then(numbers(&a.radius_squared(), &b.radius_squared()))
        }),
        Shape::Cylinder(a) => same_kind!(Cylinder, b, cylinders(a, b)),
        Shape::Segment(a) => same_kind!(Segment, b, vectors([a.from(), a.to()], [b.from(), b.to()])),
        Shape::Triangle(a) => same_kind!(Triangle, b, vectors(a.corners(), b.corners())),
        Shape::Capsule(a) => same_kind!(Capsule, b, {
            let ([p, q], radii) = ([a.spine(), b.spine()], numbers(&a.radius(), &b.radius()));
            vectors([p.from(), p.to()], [q.from(), q.to()]).then(radii)
        }),
        Shape::OrientedBox(a) => same_kind!(OrientedBox, b, {
            let axes = vectors(a.rotation().axes(), b.rotation().axes());
            vectors([a.center(), a.half_size()], [b.center(), b.half_size()]).then(axes)
        }),
        Shape::OrientedCylinder(a) => same_kind!(OrientedCylinder, b, {
            let sizes = numbers(&[a.half_height(), a.radius()], &[b.half_height(), b.radius()]);
            vectors([a.center(), a.direction()], [b.center(), b.direction()]).then(sizes)
        }),
        Shape::Ellipse(a) => same_kind!(Ellipse, b, {
            let axes = vectors(a.rotation().axes(), b.rotation().axes());
            vectors([a.center(), a.half_size()], [b.center(), b.half_size()]).then(axes)
        }),
        Shape::HalfSpace(a) => {
            same_kind!(HalfSpace, b, vectors([a.point(), a.normal()], [b.point(), b.normal()]))
        }
        Shape::Polygon(a) => {
            same_kind!(Polygon, b, vectors(a.corners(), b.corners()).then(numbers(&a.radius(), &b.radius())))
        }
        Shape::Hull(a) => {
            same_kind!(Hull, b, vectors(a.points().iter().copied(), b.points().iter().copied()))
        }
        #[cfg(feature = "alloc")]
        Shape::Region(a) => {
            same_kind!(Region, b, vectors(a.corners().iter().copied(), b.corners().iter().copied()))
        }
        #[cfg(feature = "alloc")]
        Shape::HeightField(a) => same_kind!(HeightField, b, height_fields(a, b)),
        #[cfg(feature = "alloc")]
        Shape::Mesh(a) => same_kind!(Mesh, b, {
            let points = vectors(a.points().iter().copied(), b.points().iter().copied());
            let triangles = || a.triangles().cmp(b.triangles());
            points.then_with(triangles).then(a.is_one_sided().cmp(&b.is_one_sided()))
        }),
        Shape::Mask(a) => same_kind!(Mask, b, sprites(a, b)),
        Shape::Compound(_) | Shape::Placed(..) => composites(a, b),
        #[cfg(feature = "alloc")]
        Shape::Group(_) => composites(a, b),
    }
}

fn cylinders<S: Scalar, const N: usize>(a: &Cylinder<S, N>, b: &Cylinder<S, N>) -> Ordering {
    let ([p, q], axes) = ([a.spine(), b.spine()], a.axis().index().cmp(&b.axis().index()));
    let radii = numbers(&a.radius(), &b.radius());
    vectors([p.min(), p.max()], [q.min(), q.max()]).then(axes).then(radii)
}

#[cfg(feature = "alloc")]
fn height_fields<S: Scalar, const N: usize>(
    a: &crate::HeightField<S, N>,
    b: &crate::HeightField<S, N>,
) -> Ordering {
    let heights = numbers(&a.heights(), &b.heights());
    let grids = numbers(&a.cell(), &b.cell()).then(a.columns().cmp(&b.columns()));
    vectors([a.origin()], [b.origin()]).then(grids).then(heights).then_with(|| a.holes().cmp(b.holes()))
}

fn sprites<S: Scalar, const N: usize>(a: &Sprite<'_, S, N>, b: &Sprite<'_, S, N>) -> Ordering {
    let pixels = numbers(&a.pixel(), &b.pixel()).then(a.flip().cmp(&b.flip()));
    vectors([a.corner()], [b.corner()]).then(pixels).then(masks(&a.mask(), &b.mask()))
}

/// The order of two composite shapes: compounds, groups and placed shapes. Placed shapes come before compounds and groups.
fn composites<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> Ordering {
    let by_all = |a: &Shape<'_, S, N>, b: &Shape<'_, S, N>| a.rank().cmp(&b.rank()).then_with(|| order(a, b));
    if let (Shape::Placed(a, p), Shape::Placed(b, q)) = (a, b) {
        return poses(Some(p), Some(q)).then(by_all(a, b));
    }
    let (Some(p), Some(q)) = (PartList::of(a), PartList::of(b)) else {
        return PartList::of(a).is_some().cmp(&PartList::of(b).is_some());
    };
    let m = p.len();
    let n = q.len();
    let parts = (0..m.min(n)).map(|k| match (p.get(k), q.get(k)) {
        (Some(a), Some(b)) => by_all(&a, &b),
        // Not reached: `k` is less than both lengths.
        (None, _) | (_, None) => Ordering::Equal,
    });
    poses(p.pose(), q.pose()).then(first(parts)).then(m.cmp(&n))
}

/// The parts of a compound or group.
#[derive(Clone, Copy)]
enum PartList<'a, S: Scalar, const N: usize> {
    Compound(&'a [Shape<'a, S, N>]),
    #[cfg(feature = "alloc")]
    Group(&'a crate::Group<S, N>),
}

impl<'a, S: Scalar, const N: usize> PartList<'a, S, N> {
    /// The parts of a shape; `None` if it is neither a compound nor a group.
    fn of(shape: &Shape<'a, S, N>) -> Option<Self> {
        match shape {
            Shape::Compound(parts) => Some(Self::Compound(parts)),
            #[cfg(feature = "alloc")]
            Shape::Group(group) => Some(Self::Group(group)),
            Shape::Point(_) | Shape::Aabb(_) | Shape::Ball(_) | Shape::SquaredBall(_) => None,
            Shape::Cylinder(_) | Shape::Segment(_) | Shape::Triangle(_) | Shape::Capsule(_) => None,
            Shape::OrientedBox(_) | Shape::OrientedCylinder(_) | Shape::Ellipse(_) => None,
            Shape::HalfSpace(_) => None,
            Shape::Polygon(_) | Shape::Hull(_) | Shape::Mask(_) | Shape::Placed(..) => None,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) => None,
        }
    }

    fn pose(&self) -> Option<&'a Pose<S, N>> {
        match self {
            Self::Compound(_) => None,
            #[cfg(feature = "alloc")]
            Self::Group(group) => group.pose(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Compound(parts) => parts.len(),
            #[cfg(feature = "alloc")]
            Self::Group(group) => group.parts().len(),
        }
    }

    fn get(&self, index: usize) -> Option<Shape<'a, S, N>> {
        match self {
            Self::Compound(parts) => parts.get(index).copied(),
            #[cfg(feature = "alloc")]
            Self::Group(group) => group.parts().get(index).map(crate::AsShape::as_shape),
        }
    }
}

/// The order of two numbers. A NaN counts as equal to every number.
fn numbers<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

/// The lexicographic order of two lists of vectors. A NaN counts as equal to every number.
fn vectors<S: Scalar, const N: usize>(
    a: impl IntoIterator<Item = Vector<S, N>>,
    b: impl IntoIterator<Item = Vector<S, N>>,
) -> Ordering {
    let a = a.into_iter().map(|v| v.0);
    let b = b.into_iter().map(|v| v.0);
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

/// The order of two optional poses, by their numbers. `None` comes first.
fn poses<S: Scalar, const N: usize>(a: Option<&Pose<S, N>>, b: Option<&Pose<S, N>>) -> Ordering {
    let of = |pose: Option<&Pose<S, N>>| pose.map(|pose| (pose.translation, pose.rotation.axes()));
    match (of(a), of(b)) {
        (Some((p, u)), Some((q, v))) => vectors([p], [q]).then(vectors(u, v)),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

/// The order of two masks by size, then by the solid pixels of each row.
fn masks(a: &crate::Mask<'_>, b: &crate::Mask<'_>) -> Ordering {
    let rows = (0..a.size()[1].min(b.size()[1])).map(|j| a.runs(j).cmp(b.runs(j)));
    a.size().cmp(&b.size()).then(first(rows))
}

/// The first ordering that is not `Equal`; `Equal` if there is none.
fn first(mut all: impl Iterator<Item = Ordering>) -> Ordering {
    all.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
