//! Relations of a half-space and a convex shape, exact for integers and fixed point.
//!
//! The lowest point of the other shape decides. The heights of corners are dot products of a normal and a difference of coordinates, whose
//! signs are exact. A ball around a corner is compared by squares: its height h·|n| above the plane with r·|n|, where |n|² is an integer.

use crate::scalar::{Area, AreaOf, Scalar, Span, Zero};
use crate::vector::{Mapped, from_fn};
use crate::{Aabb, Cylinder, HalfSpace, Shape, Vector, Verdict};
use core::cmp::Ordering;

/// The plane of a half-space, and the side of it that counts as inside.
pub(crate) struct ExactPlane<S, const N: usize> {
    point: Vector<S, N>,
    normal: Vector<S, N>,
    /// Whether the inside is in front of the plane instead of behind it. A flag, because the opposite of a normal of integers may be out of
    /// range.
    is_inside_in_front: bool,
}

impl<S: Scalar, const N: usize> ExactPlane<S, N> {
    /// The plane of a half-space.
    pub(crate) fn of(half_space: &HalfSpace<S, N>) -> Self {
        Self { point: half_space.point(), normal: half_space.normal(), is_inside_in_front: false }
    }

    /// The same plane with the inside on its other side.
    pub(crate) fn flipped(self) -> Self {
        Self { is_inside_in_front: !self.is_inside_in_front, ..self }
    }

    /// The relation of the half-space and a convex shape without a pose. `None` for kinds that need floats, and for shapes with parts.
    pub(crate) fn relate<V: Verdict>(&self, other: &Shape<'_, S, N>) -> Option<V> {
        let zero = AreaOf::<S>::ZERO;
        let square = |radius: S| radius.radius().square();
        Some(match other {
            Shape::Point(point) => self.ball(*point, zero),
            Shape::Aabb(aabb) => self.ball(self.lowest_corner(aabb), zero),
            Shape::Ball(ball) => self.ball(ball.center(), square(ball.radius())),
            Shape::SquaredBall(ball) => self.ball(ball.center(), ball.radius_squared()),
            Shape::Segment(segment) => self.balls([segment.from(), segment.to()], zero),
            Shape::Triangle(triangle) => self.balls(triangle.corners(), zero),
            Shape::Capsule(capsule) => {
                let spine = capsule.spine();
                self.balls([spine.from(), spine.to()], square(capsule.radius()))
            }
            Shape::Polygon(polygon) => self.balls(polygon.corners(), square(polygon.radius())),
            Shape::Hull(hull) => self.balls(hull.points().iter().copied(), zero),
            Shape::Cylinder(cylinder) => self.cylinder(cylinder),
            Shape::HalfSpace(half_space) => self.half_space(half_space),
            Shape::OrientedBox(_) | Shape::OrientedCylinder(_) | Shape::Ellipse(_) => return None,
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => return None,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Group(_) => return None,
        })
    }

    /// The side of a point: `Less` inside, `Greater` outside.
    fn side(&self, point: Vector<S, N>) -> Option<Ordering> {
        let sign = S::height_sign(self.normal.0, self.point.0, point.0);
        if self.is_inside_in_front { sign.map(Ordering::reverse) } else { sign }
    }

    /// The strongest relation of any of several balls with the same squared radius. It is also the relation of their convex hull.
    fn balls<V: Verdict>(&self, centers: impl IntoIterator<Item = Vector<S, N>>, square: AreaOf<S>) -> V {
        centers.into_iter().fold(V::APART, |verdict, center| {
            if verdict.is_final() { verdict } else { verdict.or(self.ball(center, square)) }
        })
    }

    /// The relation of a ball, given by its squared radius, or of a point.
    fn ball<V: Verdict>(&self, center: Vector<S, N>, square: AreaOf<S>) -> V {
        let squares = self.normal.0.mapped(|c| c.distance(S::ZERO).square());
        let all = squares.iter().fold(AreaOf::<S>::ZERO, |sum, square| sum.plus(*square));
        self.disc(center, square, [all, AreaOf::<S>::ZERO])
    }

    /// The relation of a cylinder, which is the stronger relation of its two end discs.
    fn cylinder<V: Verdict>(&self, cylinder: &Cylinder<S, N>) -> V {
        let axis = cylinder.axis().index();
        let square = |k: usize| self.normal[k].distance(S::ZERO).square();
        // Only the components of the normal perpendicular to the axis of the cylinder tilt its discs.
        let across: [AreaOf<S>; 2] = from_fn(|k| square((axis + 1 + k) % N));
        let spine = cylinder.spine();
        let disc = |center: Vector<S, N>| self.disc::<V>(center, cylinder.radius_squared(), across);
        disc(spine.min()).or(disc(spine.max()))
    }

    /// The relation of a disc or ball around `center` with the squared radius `square`. `across` are two numbers whose sum is the squared
    /// length of the normal n, projected onto the plane of the disc (not projected for a ball). The lowest point is below the center by the
    /// radius times the root of this sum, divided by |n|.
    fn disc<V: Verdict>(&self, center: Vector<S, N>, square: AreaOf<S>, across: [AreaOf<S>; 2]) -> V {
        let zero = AreaOf::<S>::ZERO;
        let is_flat = square == zero || across.iter().all(|square| *square == zero);
        match self.side(center) {
            None => V::APART,
            Some(Ordering::Less) => V::OVERLAPPING,
            Some(Ordering::Equal) if is_flat => V::within(0, 0),
            Some(Ordering::Equal) => V::OVERLAPPING,
            Some(Ordering::Greater) if is_flat => V::APART,
            Some(Ordering::Greater) => {
                let height = S::height_area(self.normal.0, self.point.0, center.0);
                let order = height.compare_scaled(square, across[0], across[1]);
                order.map_or(V::APART, |order| V::within(order, Ordering::Equal))
            }
        }
    }

    /// The corner of a box that is deepest inside.
    fn lowest_corner(&self, aabb: &Aabb<S, N>) -> Vector<S, N> {
        Vector(from_fn(|k| {
            let is_upper = (self.normal[k] < S::ZERO) != self.is_inside_in_front;
            if is_upper { aabb.max()[k] } else { aabb.min()[k] }
        }))
    }

    /// The relation of two half-spaces: overlapping, unless their normals are opposite. Then the plane of the second one decides.
    fn half_space<V: Verdict>(&self, second: &HalfSpace<S, N>) -> V {
        if !self.is_parallel(second.normal()) || self.is_along(second.normal()) {
            return V::OVERLAPPING;
        }
        self.ball(second.point(), AreaOf::<S>::ZERO)
    }

    /// Whether a vector is parallel to the normal: all of their cross products are zero.
    fn is_parallel(&self, vector: Vector<S, N>) -> bool {
        let zero = [S::ZERO; 2];
        let in_plane = |v: Vector<S, N>, i: usize, j: usize| [v[i], v[j]];
        (0..N).all(|i| {
            (0..i).all(|j| {
                let turn = S::orient2d(zero, in_plane(self.normal, i, j), in_plane(vector, i, j));
                turn == Some(Ordering::Equal)
            })
        })
    }

    /// Whether a vector that is parallel to the outward normal has its direction.
    fn is_along(&self, vector: Vector<S, N>) -> bool {
        let sign = S::height_sign(self.normal.0, [S::ZERO; N], vector.0);
        let along = if self.is_inside_in_front { Ordering::Less } else { Ordering::Greater };
        sign == Some(along)
    }
}
