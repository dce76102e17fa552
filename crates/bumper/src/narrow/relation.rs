//! Relations of axis-aligned shapes by closed forms, exact for integers and fixed point.
//!
//! The relations of polygons are in [`exact`](super::exact), the relations of oriented boxes in [`oriented`](super::oriented).
//! [`dispatch`](super::dispatch) calls all of them.
//!
//! An axis-aligned shape is the Minkowski sum of a core and a round set. The core is a box ([`Aabb`]) that may be degenerate: a point, or a
//! segment along an axis. The round set is a single point for points and boxes, a ball for balls, and a disc perpendicular to the cylinder
//! axis for cylinders. Two cores have a gap on each coordinate axis. Each function below compares these gaps with the radii.
//!
//! Some shapes are products of sets: a box is a product of intervals, a cylinder a product of a disc and an interval. The relation of two
//! products with the same axes is the weakest relation of any two corresponding factors. For rounded cores, the distance of the cores is
//! compared with the sum of the radii.

use crate::scalar::{Area, AreaOf, Scalar, Span, Zero};
use crate::{Aabb, Ball, Cylinder, Relate, SquaredBall, Vector, Verdict};
use core::cmp::Ordering;

/// The weakest of the relations on all axes.
#[inline]
fn weakest<V: Verdict, const N: usize>(axes: Vector<V, N>) -> V {
    axes.0.into_iter().fold(V::OVERLAPPING, V::and)
}

/// Compares a distance d with the sum √p + √q, given d², p and q: overlapping if d is smaller, touching if both are equal, apart if d is
/// larger. p and q are the squared radii of two round sets, or the squared half widths of sections through them.
#[inline]
fn within_roots<V: Verdict, A: Area>(d2: A, p: A, q: A) -> V {
    d2.compare_roots(p, q).map_or(V::APART, |ordering| V::within(ordering, Ordering::Equal))
}

// Two boxes: only comparisons of coordinates, degree 1. Here and below, the degree is that of the compared polynomials in the coordinates.
// For a degree of n, integers of about n times the width of the scalar compute the result exactly.
impl<S: Scalar, const N: usize> Relate for Aabb<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        // A loop over the axes. For a vector of verdicts, the compiler would generate slower code, because it would pack them into a word.
        (0..N).fold(V::OVERLAPPING, |verdict, axis| {
            let before = V::within(self.min()[axis], other.max()[axis]);
            verdict.and(before).and(V::within(other.min()[axis], self.max()[axis]))
        })
    }
}

// A ball and a point, and a ball and a box: degree 2.
impl<S: Scalar, const N: usize> Relate<Vector<S, N>> for SquaredBall<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, point: &Vector<S, N>) -> V {
        V::within(self.center().distance_squared(*point), self.radius_squared())
    }
}

impl<S: Scalar, const N: usize> Relate<Aabb<S, N>> for SquaredBall<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Aabb<S, N>) -> V {
        let gaps = other.gaps_to(self.center());
        V::within_or(gaps.norm_squared(), self.radius_squared(), || other.relate(&self.center()))
    }
}

// Two balls. The compared polynomials have degree 2 if the radii are given, and degree 4 if the squared radii are given.
impl<S: Scalar, const N: usize> Relate for Ball<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        let radii = self.radius().radius().plus(other.radius().radius());
        V::within(self.center().distance_squared(other.center()), radii.square())
    }
}

impl<S: Scalar, const N: usize> Relate for SquaredBall<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        let d2 = self.center().distance_squared(other.center());
        within_roots(d2, self.radius_squared(), other.radius_squared())
    }
}

// A cylinder and a box. Perpendicular to the cylinder axis, the disc is compared with the projection of the box. Along the axis, the
// interval of the cylinder is compared with that of the box. Degree 2.
impl<S: Scalar, const N: usize> Relate<Aabb<S, N>> for Cylinder<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Aabb<S, N>) -> V {
        let axis = self.axis().index();
        let gaps = self.spine().gaps(other);
        let axes = self.spine().axes(other);
        let across = gaps.with(axis, S::Span::ZERO).norm_squared();
        let disc = V::within_or(across, self.radius_squared(), || weakest(axes.with(axis, V::OVERLAPPING)));
        disc.and(axes[axis])
    }
}

// A cylinder of radius r and a ball of radius R. If the center of the ball is at the height h beyond an end of the cylinder, the plane of
// that end cuts a disc of radius √(R² − h²) out of the ball. Otherwise, h is zero. So the distance of the ball's center from the cylinder
// axis is compared with r + √(R² − h²). Degree 4.
impl<S: Scalar, const N: usize> Relate<SquaredBall<S, N>> for Cylinder<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, ball: &SquaredBall<S, N>) -> V {
        let axis = self.axis().index();
        let center = Aabb::point(ball.center());
        let gaps = self.spine().gaps_to(ball.center());
        let along = gaps[axis].square();
        let across = gaps.with(axis, S::Span::ZERO).norm_squared();
        let interval = V::within_or(along, ball.radius_squared(), || self.spine().axes(&center)[axis]);
        interval.and(within_roots(across, self.radius_squared(), ball.radius_squared().minus(along)))
    }
}

// Two cylinders. If their axes are parallel, the discs are compared with each other, and so are the intervals along the axis: degree 2.
//
// If the axes are perpendicular, there are three comparisons. Two of them compare the disc of one cylinder with the interval of the other
// one, along the axis of the other one. The third one is along the coordinate axis that lies in the planes of both discs. It compares the
// gap of the cores with the sum of two half widths, one of each disc: √(r² − g²), where r is the radius of the disc and g the gap between
// its center and the interval of the other cylinder. This comparison has degree 4.
//
// If all three comparisons are strict, the cylinders overlap. To see this for radii that are not zero: the Minkowski difference is the
// region between two continuous functions on a rectangle. The first two comparisons say that the origin is inside the rectangle, the third
// one that it is between the functions. So the origin is in the interior of the difference.
impl<S: Scalar, const N: usize> Relate for Cylinder<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        let i = self.axis().index();
        let j = other.axis().index();
        let zero = S::Span::ZERO;
        if i == j {
            // In the projection along the common axis, both cores are points.
            let a = self.spine();
            let b = other.spine();
            let across = a.min().zip(b.min(), S::distance).with(i, zero).norm_squared();
            let radii = self.radius().radius().plus(other.radius().radius());
            let along = V::within(a.min()[i], b.max()[i]).and(V::within(b.min()[i], a.max()[i]));
            return V::within(across, radii.square()).and(along);
        }
        let gaps = self.spine().gaps(&other.spine());
        let axes = self.spine().axes(&other.spine());
        // Compares the disc of `cylinder` with the interval of the other cylinder along `along`, the axis of the other one. Returns the
        // squared half width of the disc at the nearest point of the interval, and the relation of the disc and the interval.
        let slice = |cylinder: &Self, along: usize| -> (AreaOf<S>, V) {
            let gap = gaps[along].square();
            let radius = cylinder.radius_squared();
            (radius.minus(gap), V::within_or(gap, radius, || axes[along]))
        };
        let (p, first) = slice(self, j);
        let (q, second) = slice(other, i);
        let shared = gaps.with(i, zero).with(j, zero).norm_squared();
        first.and(second).and(within_roots(shared, p, q))
    }
}

/// Implements relations by converting the first shape to another kind, whose relations are implemented above.
macro_rules! reduce {
    ($($a:ident against $($b:ident),+ as $view:expr;)*) => {$($(
        impl<S: Scalar, const N: usize> Relate<$b<S, N>> for $a<S, N> {
            #[inline]
            fn relate<V: Verdict>(&self, other: &$b<S, N>) -> V {
                let view: fn(&Self) -> _ = $view;
                view(self).relate(other)
            }
        }
    )+)*};
}

reduce! {
    Vector against Vector, Aabb as |point| Aabb::point(*point);
    Ball against Vector, Aabb, SquaredBall, Cylinder as Ball::squared;
}

/// Implements relations by swapping the two shapes. The relations of the swapped pairs are implemented above.
macro_rules! mirror {
    ($($a:ident against $($b:ident),+;)*) => {$($(
        impl<S: Scalar, const N: usize> Relate<$b<S, N>> for $a<S, N> {
            #[inline]
            fn relate<V: Verdict>(&self, other: &$b<S, N>) -> V {
                other.relate(self)
            }
        }
    )+)*};
}

mirror! {
    Vector against Ball, SquaredBall, Cylinder;
    Aabb against Ball, SquaredBall, Cylinder;
    SquaredBall against Ball, Cylinder;
    Cylinder against Ball;
}

impl<S: Scalar, const N: usize> Relate<Vector<S, N>> for Aabb<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, point: &Vector<S, N>) -> V {
        self.relate(&Aabb::point(*point))
    }
}

impl<S: Scalar, const N: usize> Relate<Vector<S, N>> for Cylinder<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, point: &Vector<S, N>) -> V {
        self.relate(&Aabb::point(*point))
    }
}
