//! The distance of two convex cores, in space, by Gilbert, Johnson and Keerthi.
//!
//! The cores' difference is explored from the inside: a simplex of its points is kept, the nearest to the origin that they
//! span is found, and the point that reaches farthest against it joins (E. Gilbert, D. Johnson, S. Keerthi, A Fast Procedure
//! for Computing the Distance Between Complex Objects in Three-Dimensional Space, IEEE Journal of Robotics and Automation 4,
//! 1988). Only what has the newest point needs looking at (G. van den Bergen, A Fast and Robust GJK Implementation, Journal of
//! Graphics Tools 4, 1999). Each step comes nearer by more than rounding, or it is the last; a count ends what would not.
//!
//! Two numbers hold the distance between them: the nearest point is at least as far, and no point lies less far along the
//! normal. The normal is made anew from what the simplex is at last: across its edge, or its triangle.

mod approach;
mod simplex;

use super::measure::{is_finite, larger};
use crate::Vector;
use crate::form::Core;
use crate::scalar::Real;
pub(crate) use approach::{Ahead, approach};

/// More steps than shapes with corners need; curved rims that graze stop here.
const STEPS: usize = 64;

/// How much nearer than the lower bound a step must be able to come, in roundings of the size of what was seen.
const PROGRESS: f64 = 2.0;

/// The same along a rim, where every step can come a little nearer.
const ALONG_RIMS: f64 = 6.0;

/// How many roundings the two bounds of a distance may differ by, for it to be known.
const PROVEN: f64 = 8.0;

/// A gap that is shorter than the size by this factor is close: its normal is checked against both cores.
const CLOSE: f64 = 64.0;

/// What a search need not know more than.
#[derive(Clone, Copy)]
pub(crate) struct Asked<R> {
    /// Farther apart than this is far enough.
    pub(crate) beyond: R,
    /// As near as this is near enough.
    pub(crate) within: R,
    /// Whether the length is all that is sought: where it is known without the normal and the points, these are not made.
    pub(crate) length_alone: bool,
}

/// How two cores lie.
pub(crate) enum Nearest<R, const N: usize> {
    Apart(Apart<R, N>),
    /// They are farther apart than was asked.
    Beyond,
    /// They are as near as was asked.
    Within,
    /// They meet, as far as rounding lets one tell; a ball of this radius around the origin lies in their difference, in the tetrahedron
    /// of these corners.
    Meeting(R, Option<[Corner<R, N>; 4]>),
}

/// The distance of two cores.
#[derive(Clone, Copy)]
pub(crate) struct Apart<R, const N: usize> {
    /// Along the normal; the true distance is between this and `most`.
    pub(crate) length: R,
    pub(crate) most: R,
    /// From the first to the second.
    pub(crate) normal: Vector<R, N>,
    pub(crate) on: [Vector<R, N>; 2],
    /// The largest magnitude that was seen.
    pub(crate) size: R,
}

/// A point of the difference of two cores, and the two points it comes from.
#[derive(Clone, Copy)]
pub(crate) struct Corner<R, const N: usize> {
    /// b − a.
    pub(crate) w: Vector<R, N>,
    pub(crate) a: Vector<R, N>,
    pub(crate) b: Vector<R, N>,
}

impl<R: Real, const N: usize> Corner<R, N> {
    /// The point of the difference b − a that reaches least far along a direction.
    #[inline]
    pub(crate) fn new(a: &Core<R, N>, b: &Core<R, N>, along: Vector<R, N>) -> Self {
        let (a, b) = (a.support(along), b.support(-along));
        Self { w: b - a, a, b }
    }

    /// The square of the largest length that it is made of.
    #[inline]
    fn seen(&self) -> R {
        larger(self.a.dot(self.a), self.b.dot(self.b))
    }
}

/// Up to three corners that span the nearest point, and the newest.
struct Simplex<R, const N: usize> {
    corners: [Corner<R, N>; 4],
    len: usize,
}

/// Corners that are kept, and the point of what they span that is nearest to the origin.
struct Kept<R, const N: usize> {
    corners: [usize; 3],
    len: usize,
    nearest: Vector<R, N>,
    squared: R,
}

/// The distance of two cores that lie near the origin.
pub(crate) fn nearest<R: Real, const N: usize>(
    a: &Core<R, N>,
    b: &Core<R, N>,
    asked: Asked<R>,
) -> Nearest<R, N> {
    // From the corner that looks from one middle to the other.
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
    // The simplex was so narrow that rounding hid where to go on: once more, from its last direction.
    let corner = Corner::new(a, b, first.normal);
    let mut simplex = Simplex { corners: [corner; 4], len: 1 };
    match simplex.descend(a, b, corner.w, asked) {
        Nearest::Apart(second) if second.most - second.length > first.most - first.length => found,
        second => second,
    }
}

impl<R: Real, const N: usize> Apart<R, N> {
    /// Whether the two bounds leave nothing but rounding.
    #[inline]
    pub(crate) fn is_known(&self) -> bool {
        self.most.distance(self.length) <= self.size * R::EPSILON * R::from_f64(PROVEN)
    }

    /// No more than what is sure along its normal, or another that is so far apart.
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
    /// Comes nearer to the origin, from the nearest point of the simplex on.
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
        // Where the last direction proves it, one that is right but for rounding is as good; but across a short gap rounding turns it far.
        let proven = Apart { length: lower.0, ..apart }.is_known();
        let is_far = apart.length * R::from_f64(CLOSE) >= apart.size;
        Nearest::Apart(if proven && is_far { apart } else { apart.held(a, b, lower) })
    }

    /// The distance alone, where it is known: with the normal that the search went along at last, and whatever points.
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
        // Where all corners lie as far along the vector as that is long, but for rounding, their nearest point is there.
        let few = apart.size * R::EPSILON * R::from_f64(PROVEN) * most;
        let is_level = (0..self.len).all(|k| self.w(k).dot(v).distance(most * most) <= few);
        (is_level && apart.is_known()).then_some(apart)
    }

    /// Whether a corner brings the simplex no nearer: it is there already, or what it leaves is all rounding, by its square.
    #[inline]
    fn is_nearest(&self, next: &Corner<R, N>, left: R, most: R) -> bool {
        (0..self.len).any(|k| self.corners[k].w == next.w) || left * left <= most
    }

    /// The distance, when no step comes nearer. Along the last direction it is at least so much.
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
