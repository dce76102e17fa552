//! The distance of two convex cores in 3D, by the Gilbert-Johnson-Keerthi algorithm (GJK).
//!
//! The search maintains a simplex of points of the cores' Minkowski difference. Every iteration finds the simplex's point nearest to the
//! origin and adds the support point in the direction from it to the origin (E. Gilbert, D. Johnson, S. Keerthi, A Fast Procedure for
//! Computing the Distance Between Complex Objects in Three-Dimensional Space, IEEE Journal of Robotics and Automation 4, 1988). Only
//! features that contain the newest point need testing (G. van den Bergen, A Fast and Robust GJK Implementation, Journal of Graphics Tools
//! 4, 1999). The search ends if an iteration comes no nearer by more than rounding, or at an iteration cap.
//!
//! Two numbers bound the distance: the length of the nearest point found from above, and the smallest projection of the difference onto the
//! normal from below. At the end, the normal is recomputed from the simplex: perpendicular to its edge or triangle.

mod approach;
mod simplex;

use super::measure::{is_finite, larger};
use crate::Vector;
use crate::scalar::Real;
use crate::view::Core;
pub(crate) use approach::{Ahead, approach};

/// Iteration cap: more than shapes with corners need. Curved rims that graze reach it.
const STEPS: usize = 64;

/// The search ends if the length of the nearest point exceeds its lower bound by less than this, in rounding errors of the magnitudes involved.
/// Below such a length, the cores count as intersecting.
const PROGRESS: f64 = 2.0;

/// The termination threshold for curved rims, along which every iteration can come slightly nearer.
const ALONG_RIMS: f64 = 6.0;

/// The largest difference of the two bounds of a distance, in rounding errors, for the distance to count as known.
const PROVEN: f64 = 8.0;

/// A gap shorter than the size divided by this counts as close: its normal is verified against both cores.
const CLOSE: f64 = 64.0;

/// The accuracy that is needed of a search.
#[derive(Clone, Copy)]
pub(crate) struct Asked<R> {
    /// A distance above this need not be computed.
    pub(crate) beyond: R,
    /// A distance below this need not be computed.
    pub(crate) within: R,
    /// Whether only the length is needed. The normal and the witness points are then not computed if the length is known without them.
    pub(crate) length_alone: bool,
}

/// The result of a search.
pub(crate) enum Nearest<R, const N: usize> {
    Apart(Apart<R, N>),
    /// The cores are farther apart than `beyond`.
    Beyond,
    /// The cores are at most `within` apart.
    Within,
    /// The cores intersect, as far as rounding lets one tell. A ball of this radius around the origin lies in their Minkowski difference,
    /// inside the tetrahedron of these corners, if there is one.
    Meeting(R, Option<[Corner<R, N>; 4]>),
}

/// The distance of two cores, with its normal and witness points.
#[derive(Clone, Copy)]
pub(crate) struct Apart<R, const N: usize> {
    /// The separation along the normal. The true distance is between this and `most`.
    pub(crate) length: R,
    pub(crate) most: R,
    /// The unit normal, from the first core to the second.
    pub(crate) normal: Vector<R, N>,
    pub(crate) on: [Vector<R, N>; 2],
    /// The largest magnitude involved.
    pub(crate) size: R,
}

/// A point of the Minkowski difference of two cores, and the two points it comes from.
#[derive(Clone, Copy)]
pub(crate) struct Corner<R, const N: usize> {
    /// The point of the difference: b − a.
    pub(crate) w: Vector<R, N>,
    pub(crate) a: Vector<R, N>,
    pub(crate) b: Vector<R, N>,
}

impl<R: Real, const N: usize> Corner<R, N> {
    /// The support point of the difference b − a against a direction: the one with the smallest projection onto it.
    #[inline]
    pub(crate) fn new(a: &Core<R, N>, b: &Core<R, N>, along: Vector<R, N>) -> Self {
        let (a, b) = (a.support(along), b.support(-along));
        Self { w: b - a, a, b }
    }

    /// The squared length of the longer one of the cores' points.
    #[inline]
    fn seen(&self) -> R {
        larger(self.a.dot(self.a), self.b.dot(self.b))
    }
}

/// The simplex: up to three corners that span the nearest point, and the newest one.
struct Simplex<R, const N: usize> {
    corners: [Corner<R, N>; 4],
    len: usize,
}

/// The corners to keep, and the point nearest to the origin that they span.
struct BvhOperand<R, const N: usize> {
    corners: [usize; 3],
    len: usize,
    nearest: Vector<R, N>,
    squared: R,
}

/// The distance of two cores near the origin.
pub(crate) fn nearest<R: Real, const N: usize>(
    a: &Core<R, N>,
    b: &Core<R, N>,
    asked: Asked<R>,
) -> Nearest<R, N> {
    // Starts at the support point along the vector between the centers.
    let mut way = b.middle() - a.middle();
    if way.dot(way) <= R::default() {
        way = Vector::default().with(0, R::from_f64(1.0));
    }
    let corner = Corner::new(a, b, way);
    let found = Simplex { corners: [corner; 4], len: 1 }.descend(a, b, corner.w, asked);
    let Nearest::Apart(first) = found else { return found };
    if first.is_known() {
        return found;
    }
    // The simplex was so narrow that rounding hid the next direction. Restart once, from the last normal.
    let corner = Corner::new(a, b, first.normal);
    let mut simplex = Simplex { corners: [corner; 4], len: 1 };
    match simplex.descend(a, b, corner.w, asked) {
        Nearest::Apart(second) if second.most - second.length > first.most - first.length => found,
        second => second,
    }
}

impl<R: Real, const N: usize> Apart<R, N> {
    /// Whether the two bounds agree within rounding.
    #[inline]
    pub(crate) fn is_known(&self) -> bool {
        self.most.distance(self.length) <= self.size * R::EPSILON * R::from_f64(PROVEN)
    }

    /// Limits the length to the separation that the support points prove along the normal, or replaces both by the last search direction,
    /// if its lower bound is larger.
    #[cold]
    fn held(self, a: &Core<R, N>, b: &Core<R, N>, (lower, plain): (R, Vector<R, N>)) -> Self {
        let least = Corner::new(a, b, self.normal).w.dot(self.normal);
        let least = if least < self.length { least } else { self.length };
        if least > lower {
            Self { length: least, ..self }
        } else {
            Self { length: lower, normal: plain, ..self }
        }
    }
}

impl<R: Real, const N: usize> Simplex<R, N> {
    /// Runs the iterations, from the nearest point `v` of the simplex.
    #[inline]
    fn descend(
        &mut self,
        a: &Core<R, N>,
        b: &Core<R, N>,
        mut v: Vector<R, N>,
        asked: Asked<R>,
    ) -> Nearest<R, N> {
        let zero = R::default();
        let is_curved = a.is_curved() || b.is_curved();
        let few = R::EPSILON * R::from_f64(if is_curved { ALONG_RIMS } else { PROGRESS });
        let mut squared = v.dot(v);
        // A NaN or an infinity.
        if !is_finite(squared) {
            return Nearest::Beyond;
        }
        let mut size = (0..self.len).fold(zero, |size, k| larger(size, self.corners[k].seen()));
        let (mut bound, mut last) = (zero, self.corners[0]);
        for _ in 0..STEPS {
            if squared <= few * few * size {
                return Nearest::Meeting(zero, None);
            }
            if squared <= asked.within * asked.within && asked.within > zero {
                return Nearest::Within;
            }
            let next = Corner::new(a, b, v);
            (bound, last) = (v.dot(next.w), next);
            if bound > zero && bound * bound > asked.beyond * asked.beyond * squared {
                return Nearest::Beyond;
            }
            size = larger(size, next.seen());
            if self.is_nearest(&next, squared - bound, few * few * size * squared) {
                break;
            }
            self.corners[self.len] = next;
            let kept = match self.with_newest() {
                Ok(kept) => kept,
                Err(depth) => return Nearest::Meeting(depth, Some(self.corners)),
            };
            if !matches!(kept.squared.partial_cmp(&squared), Some(core::cmp::Ordering::Less)) {
                break;
            }
            self.keep(&kept);
            (v, squared) = (kept.nearest, kept.squared);
        }
        let long = Real::sqrt(squared);
        let lower = (bound / long, v.scaled(R::from_f64(1.0) / long));
        if let Some(plain) = asked.length_alone.then(|| self.plain(v, lower, long, size)).flatten() {
            return Nearest::Apart(plain);
        }
        let apart = self.apart(lower, &last, Real::sqrt(size));
        // If the last search direction proves the distance, the recomputed normal is as good within rounding. Across a short gap, however,
        // rounding may have rotated it far, so it is verified.
        let proven = Apart { length: lower.0, ..apart }.is_known();
        let is_far = apart.length * R::from_f64(CLOSE) >= apart.size;
        Nearest::Apart(if proven && is_far { apart } else { apart.held(a, b, lower) })
    }

    /// The distance with the last search direction as its normal and arbitrary witness points, for callers that need only the length;
    /// `None` if it is not known within rounding.
    #[inline]
    fn plain(
        &self,
        v: Vector<R, N>,
        (length, normal): (R, Vector<R, N>),
        most: R,
        size: R,
    ) -> Option<Apart<R, N>> {
        let first = self.corners[0];
        let apart = Apart { length, most, normal, on: [first.a, first.b], size: Real::sqrt(size) };
        // If the projections of all corners onto the vector equal its length, within rounding, the nearest point is the end of the vector.
        let few = apart.size * R::EPSILON * R::from_f64(PROVEN) * most;
        let is_level = (0..self.len).all(|k| self.w(k).dot(v).distance(most * most) <= few);
        (is_level && apart.is_known()).then_some(apart)
    }

    /// Whether a corner brings the simplex no nearer: it is already one of its corners, or the remaining improvement `left` is within
    /// rounding, given the square `most` of that.
    #[inline]
    fn is_nearest(&self, next: &Corner<R, N>, left: R, most: R) -> bool {
        (0..self.len).any(|k| self.corners[k].w == next.w) || left * left <= most
    }

    /// The distance after the last iteration. `lower` is its lower bound along the last search direction.
    fn apart(&self, (lower, plain): (R, Vector<R, N>), last: &Corner<R, N>, size: R) -> Apart<R, N> {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        let n = self.normal();
        let long = Real::sqrt(n.dot(n));
        let exact = n.scaled(one / long);
        let least = |length: R, w: Vector<R, N>| {
            let along = w.dot(exact);
            if along < length { along } else { length }
        };
        let length = (0..self.len).map(|k| self.w(k)).fold(last.w.dot(exact), least);
        let (length, normal) = if length > lower && long > zero { (length, exact) } else { (lower, plain) };
        let on = self.points();
        let way = on[1] - on[0];
        Apart { length, most: Real::sqrt(way.dot(way)), normal, on, size }
    }
}
