//! A total order of shapes. Symmetric queries sort their two operands by it, so that swapping the operands cannot change the result.

use super::Shape;
use crate::scalar::{Real, Scalar, real};
use crate::{Pose, Vector};
use core::cmp::Ordering;

/// The direction along which shapes of one kind are ordered, by the dot product with their positions. It is not parallel to an axis or a
/// diagonal, so that shapes that rest on or beside each other keep their order while they move slightly.
const WEIGHTS: [f64; 3] = [1.0, 0.625, 0.28125];

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// Whether a symmetric query computes with the other shape first. Shapes are ordered by kind, then by position, then by all of their
    /// numbers. False for equal shapes.
    #[inline]
    pub(crate) fn is_after(&self, other: &Self) -> bool {
        match self.rank().cmp(&other.rank()) {
            Ordering::Equal => {
                let (own, others) = (self.weight(), other.weight());
                // False if one of them is NaN.
                if own != others { own > others } else { order(self, other).is_gt() }
            }
            order => order.is_gt(),
        }
    }

    /// The rank of the shape's kind. Compounds, groups and placed shapes share one, so that a shape and its copy in a `ShapeBuf` have the
    /// same order.
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
        }
    }

    /// Whether the shape consists of parts: a compound, group, mask or region, placed or not.
    pub(crate) fn is_list(&self) -> bool {
        match self {
            Shape::Placed(inner, _) => inner.is_list(),
            Shape::Compound(_) | Shape::Mask(_) => true,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Group(_) => true,
            Shape::Point(_) | Shape::Aabb(_) | Shape::Ball(_) | Shape::SquaredBall(_) => false,
            Shape::Cylinder(_) | Shape::Segment(_) | Shape::Triangle(_) | Shape::Capsule(_) => false,
            Shape::OrientedBox(_) | Shape::OrientedCylinder(_) | Shape::Ellipse(_) => false,
            Shape::Polygon(_) | Shape::Hull(_) => false,
        }
    }

    /// The dot product of the shape's position with the direction `WEIGHTS`.
    #[inline]
    fn weight(&self) -> S::Real {
        let at = self.anchor();
        let one = |k: usize| real::<S, S::Real>(at[k]) * S::Real::from_f64(WEIGHTS[k % WEIGHTS.len()]);
        (1..N).fold(one(0), |sum, k| sum + one(k))
    }

    /// A point that moves with the shape; the origin for a compound, which has no position of its own.
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
            Shape::Polygon(polygon) => polygon.corner(0),
            Shape::Hull(hull) => hull.points()[0],
            #[cfg(feature = "alloc")]
            Shape::Region(region) => region.corners()[0],
            Shape::Mask(sprite) => sprite.corner(),
            Shape::Compound(_) => Vector::default(),
            #[cfg(feature = "alloc")]
            Shape::Group(group) => group.pose().map_or(Vector::default(), |pose| pose.translation),
            Shape::Placed(_, pose) => pose.translation,
        }
    }
}

/// The order of two shapes by all of their numbers. Comparisons with a NaN count as equal.
#[inline(never)]
fn order<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> Ordering {
    match (a, b) {
        (Shape::Point(a), Shape::Point(b)) => vectors([*a], [*b]),
        (Shape::Aabb(a), Shape::Aabb(b)) => vectors([a.min(), a.max()], [b.min(), b.max()]),
        (Shape::Ball(a), Shape::Ball(b)) => {
            vectors([a.center()], [b.center()]).then(numbers(&a.radius(), &b.radius()))
        }
        (Shape::SquaredBall(a), Shape::SquaredBall(b)) => {
            vectors([a.center()], [b.center()]).then(numbers(&a.radius_squared(), &b.radius_squared()))
        }
        (Shape::Cylinder(a), Shape::Cylinder(b)) => {
            let ([p, q], axes) = ([a.spine(), b.spine()], a.axis().index().cmp(&b.axis().index()));
            let radii = numbers(&a.radius(), &b.radius());
            vectors([p.min(), p.max()], [q.min(), q.max()]).then(axes).then(radii)
        }
        (Shape::Segment(a), Shape::Segment(b)) => vectors([a.from(), a.to()], [b.from(), b.to()]),
        (Shape::Triangle(a), Shape::Triangle(b)) => vectors(a.corners(), b.corners()),
        (Shape::Capsule(a), Shape::Capsule(b)) => {
            let ([p, q], radii) = ([a.spine(), b.spine()], numbers(&a.radius(), &b.radius()));
            vectors([p.from(), p.to()], [q.from(), q.to()]).then(radii)
        }
        (Shape::OrientedBox(a), Shape::OrientedBox(b)) => {
            let turns = vectors(a.rotation().axes(), b.rotation().axes());
            vectors([a.center(), a.half_size()], [b.center(), b.half_size()]).then(turns)
        }
        (Shape::OrientedCylinder(a), Shape::OrientedCylinder(b)) => {
            let sizes = numbers(&[a.half_height(), a.radius()], &[b.half_height(), b.radius()]);
            vectors([a.center(), a.direction()], [b.center(), b.direction()]).then(sizes)
        }
        (Shape::Ellipse(a), Shape::Ellipse(b)) => {
            let turns = vectors(a.rotation().axes(), b.rotation().axes());
            vectors([a.center(), a.half_size()], [b.center(), b.half_size()]).then(turns)
        }
        (Shape::Polygon(a), Shape::Polygon(b)) => {
            vectors(a.corners(), b.corners()).then(numbers(&a.radius(), &b.radius()))
        }
        (Shape::Hull(a), Shape::Hull(b)) => vectors(a.points().iter().copied(), b.points().iter().copied()),
        #[cfg(feature = "alloc")]
        (Shape::Region(a), Shape::Region(b)) => {
            vectors(a.corners().iter().copied(), b.corners().iter().copied())
        }
        (Shape::Mask(a), Shape::Mask(b)) => {
            let pixels = numbers(&a.pixel(), &b.pixel()).then(a.flip().cmp(&b.flip()));
            vectors([a.corner()], [b.corner()]).then(pixels).then(masks(&a.mask(), &b.mask()))
        }
        (Shape::Placed(a, p), Shape::Placed(b, q)) => {
            let inner = a.rank().cmp(&b.rank()).then_with(|| order(a, b));
            poses(Some(p), Some(q)).then(inner)
        }
        (a, b) => match (listed(a), listed(b)) {
            (Some((p, m)), Some((q, n))) => {
                let parts = (0..m.min(n)).map(|k| match (part(a, k), part(b, k)) {
                    (Some(a), Some(b)) => a.rank().cmp(&b.rank()).then_with(|| order(&a, &b)),
                    _ => Ordering::Equal,
                });
                poses(p, q).then(first(parts)).then(m.cmp(&n))
            }
            (p, q) => a.rank().cmp(&b.rank()).then(p.is_some().cmp(&q.is_some())),
        },
    }
}

/// The pose, if any, and the number of parts of a compound or group; `None` for other shapes.
fn listed<'s, S: Scalar, const N: usize>(
    shape: &'s Shape<'_, S, N>,
) -> Option<(Option<&'s Pose<S, N>>, usize)> {
    match shape {
        Shape::Compound(parts) => Some((None, parts.len())),
        #[cfg(feature = "alloc")]
        Shape::Group(group) => Some((group.pose(), group.parts().len())),
        _ => None,
    }
}

fn part<'s, S: Scalar, const N: usize>(shape: &Shape<'s, S, N>, place: usize) -> Option<Shape<'s, S, N>> {
    match shape {
        Shape::Compound(parts) => parts.get(place).copied(),
        #[cfg(feature = "alloc")]
        Shape::Group(group) => group.parts().get(place).map(crate::AsShape::as_shape),
        _ => None,
    }
}

fn numbers<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

fn vectors<S: Scalar, const N: usize>(
    a: impl IntoIterator<Item = Vector<S, N>>,
    b: impl IntoIterator<Item = Vector<S, N>>,
) -> Ordering {
    let (a, b) = (a.into_iter().map(|v| v.0), b.into_iter().map(|v| v.0));
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

fn poses<S: Scalar, const N: usize>(a: Option<&Pose<S, N>>, b: Option<&Pose<S, N>>) -> Ordering {
    let of = |pose: Option<&Pose<S, N>>| pose.map(|pose| (pose.translation, pose.rotation.axes()));
    match (of(a), of(b)) {
        (Some((p, u)), Some((q, v))) => vectors([p], [q]).then(vectors(u, v)),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

fn masks(a: &crate::Mask<'_>, b: &crate::Mask<'_>) -> Ordering {
    let rows = (0..a.size()[1].min(b.size()[1])).map(|j| a.runs(j).cmp(b.runs(j)));
    a.size().cmp(&b.size()).then(first(rows))
}

/// The first ordering that is not `Equal`; `Equal` if there is none.
fn first(mut all: impl Iterator<Item = Ordering>) -> Ordering {
    all.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
