//! The pair table: every pair of kinds, once.
//!
//! Here are the closed forms of what lies along the axes; [`exact`](super::exact) has the polygons, [`oriented`](super::oriented) the turned
//! boxes, and [`kinds`](super::kinds) chooses among them and what is computed in floats.
//!
//! A shape along the axes is a core and a roundness. The core is a box ([`Aabb`]), perhaps without extent: a point, or a segment along
//! an axis. The roundness is none (point, box), a ball's (all axes) or a disc's (cylinder: all axes but its own). Two
//! cores give a gap on each axis; each routine compares those gaps with the radii. What is not written here follows
//! from what is: a point is a box, a ball by its radius is one by its square, and the mirrored order is the same.
//!
//! Method: products and Minkowski sums of convex sets. The relation of products is the weakest of their factors'; a
//! rounded core's is that of the cores' distance to the radius.

use crate::scalar::{Area, AreaOf, Scalar, Span};
use crate::{Aabb, Ball, Cylinder, Relate, SquaredBall, Vector, Verdict};
use core::cmp::Ordering;

/// The weakest verdict of all axes.
#[inline]
fn all<V: Verdict, const N: usize>(axes: Vector<V, N>) -> V {
    axes.0.into_iter().fold(V::OVERLAPPING, V::and)
}

/// The verdict on d against √p + √q, from d², p and q.
#[inline]
fn within_roots<V: Verdict, A: Area>(d2: A, p: A, q: A) -> V {
    d2.compare_roots(p, q).map_or(V::APART, |ordering| V::within(ordering, Ordering::Equal))
}

// Box against box: degree 1, comparisons only.
impl<S: Scalar, const N: usize> Relate for Aabb<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        // By the number of the axis: the compiler packs a vector of verdicts into a word, and that costs a tenth.
        (0..N).fold(V::OVERLAPPING, |verdict, axis| {
            let before = V::within(self.min()[axis], other.max()[axis]);
            verdict.and(before).and(V::within(other.min()[axis], self.max()[axis]))
        })
    }
}

// Ball against point and box: degree 2.
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

// Ball against ball: degree 2 by radii, degree 4 by their squares.
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

// Cylinder against box: its disc against the box seen along the axis, and its interval against the box's. Degree 2.
impl<S: Scalar, const N: usize> Relate<Aabb<S, N>> for Cylinder<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Aabb<S, N>) -> V {
        let axis = self.axis().index();
        let (gaps, axes) = (self.spine().gaps(other), self.spine().axes(other));
        let across = gaps.with(axis, S::Span::default()).norm_squared();
        let disc = V::within_or(across, self.radius_squared(), || all(axes.with(axis, V::OVERLAPPING)));
        disc.and(axes[axis])
    }
}

// Cylinder against ball: at the height h of the ball's centre beyond an end, the ball is √(R² − h²) wide, so the
// distance across is compared with r + √(R² − h²). Degree 4.
impl<S: Scalar, const N: usize> Relate<SquaredBall<S, N>> for Cylinder<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, ball: &SquaredBall<S, N>) -> V {
        let axis = self.axis().index();
        let center = Aabb::point(ball.center());
        let gaps = self.spine().gaps_to(ball.center());
        let (along, across) = (gaps[axis].square(), gaps.with(axis, S::Span::default()).norm_squared());
        let interval = V::within_or(along, ball.radius_squared(), || self.spine().axes(&center)[axis]);
        interval.and(within_roots(across, self.radius_squared(), ball.radius_squared().minus(along)))
    }
}

// Cylinder against cylinder. On parallel axes both factors are classified alone, by degree 2. On crossing axes, each
// disc is classified against the other's interval, and on the axes that both discs span the gap is compared with the
// widths that are left at the nearest point, √(r² − gap²) each: degree 4. Where the radii are not zero the difference
// of the shapes is the region between two continuous functions over the product of those two intervals, so its
// interior is where all three are strict.
impl<S: Scalar, const N: usize> Relate for Cylinder<S, N> {
    #[inline]
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        let (i, j) = (self.axis().index(), other.axis().index());
        let zero = S::Span::default();
        if i == j {
            // Across the axis both spines are points.
            let (a, b) = (self.spine(), other.spine());
            let across = a.min().zip(b.min(), S::distance).with(i, zero).norm_squared();
            let radii = self.radius().radius().plus(other.radius().radius());
            let along = V::within(a.min()[i], b.max()[i]).and(V::within(b.min()[i], a.max()[i]));
            return V::within(across, radii.square()).and(along);
        }
        let (gaps, axes) = (self.spine().gaps(&other.spine()), self.spine().axes(&other.spine()));
        // What is left of a disc's squared radius at the gap along another cylinder's axis, and how they lie there.
        let slice = |cylinder: &Self, along: usize| -> (AreaOf<S>, V) {
            let (gap, radius) = (gaps[along].square(), cylinder.radius_squared());
            (radius.minus(gap), V::within_or(gap, radius, || axes[along]))
        };
        let ((p, first), (q, second)) = (slice(self, j), slice(other, i));
        let shared = gaps.with(i, zero).with(j, zero).norm_squared();
        first.and(second).and(within_roots(shared, p, q))
    }
}

/// The pairs that follow from those above by seeing the first shape as another.
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

/// The pairs that follow from those above by changing sides.
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
