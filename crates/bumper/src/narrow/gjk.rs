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

use super::measure::{is_finite, larger, plane_of};
use crate::Vector;
use crate::form::Core;
use crate::scalar::Real;
use crate::vector::Mapped;
pub(crate) use approach::approach;

/// More steps than shapes with corners need; curved rims that graze stop here.
const STEPS: usize = 64;

/// How much nearer than the lower bound a step must be able to come, in roundings of the size of what was seen.
const PROGRESS: f64 = 2.0;

/// How many roundings the two bounds of a distance may differ by, for it to be known.
const PROVEN: f64 = 8.0;

/// How flat a tetrahedron may be to tell its inside: the sine of the angle at its newest corner, in roundings.
const FLAT: f64 = 16.0;

/// What a search need not know more than.
#[derive(Clone, Copy)]
pub(crate) struct Asked<R> {
    /// Farther apart than this is far enough.
    pub(crate) beyond: R,
    /// As near as this is near enough.
    pub(crate) within: R,
}

/// How two cores lie.
pub(crate) enum Nearest<R, const N: usize> {
    Apart(Apart<R, N>),
    /// They are farther apart than was asked.
    Beyond,
    /// They are as near as was asked.
    Within,
    /// They meet, as far as rounding lets one tell; a ball of this radius around the origin lies in their difference.
    Meeting(R),
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
        let few = R::EPSILON * R::from_f64(PROGRESS);
        let mut squared = v.dot(v);
        // A NaN or an infinity.
        if !is_finite(squared) {
            return Nearest::Beyond;
        }
        let mut size = (0..self.len).fold(zero, |size, k| larger(size, self.seen(k)));
        let (mut bound, mut last) = (zero, self.corners[0]);
        for _ in 0..STEPS {
            if squared <= few * few * size {
                return Nearest::Meeting(zero);
            }
            if squared <= asked.within * asked.within && asked.within > zero {
                return Nearest::Within;
            }
            let next = Corner::new(a, b, v);
            (bound, last) = (v.dot(next.w), next);
            if bound > zero && bound * bound > asked.beyond * asked.beyond * squared {
                return Nearest::Beyond;
            }
            let left = squared - bound;
            let known = (0..self.len).any(|k| self.corners[k].w == next.w);
            size = larger(size, larger(next.a.dot(next.a), next.b.dot(next.b)));
            if known || left * left <= few * few * size * squared {
                break;
            }
            self.corners[self.len] = next;
            let kept = match self.with_newest() {
                Ok(kept) => kept,
                Err(depth) => return Nearest::Meeting(depth),
            };
            if !matches!(kept.squared.partial_cmp(&squared), Some(core::cmp::Ordering::Less)) {
                break;
            }
            self.keep(&kept);
            (v, squared) = (kept.nearest, kept.squared);
        }
        let long = Real::sqrt(squared);
        let lower = (bound / long, v.scaled(R::from_f64(1.0) / long));
        let apart = self.apart(lower, &last, Real::sqrt(size));
        // Where the last direction proves it, one that is right but for rounding is as good.
        let proven = Apart { length: lower.0, ..apart }.is_known();
        Nearest::Apart(if proven { apart } else { apart.held(a, b, lower) })
    }

    /// The square of the largest length that a corner is made of.
    #[inline]
    fn seen(&self, k: usize) -> R {
        let corner = &self.corners[k];
        larger(corner.a.dot(corner.a), corner.b.dot(corner.b))
    }

    #[inline]
    fn keep(&mut self, kept: &Kept<R, N>) {
        // They are in rising order, so none is overwritten before it is moved.
        for place in 0..kept.len {
            self.corners[place] = self.corners[kept.corners[place]];
        }
        self.len = kept.len;
    }

    #[inline]
    fn w(&self, k: usize) -> Vector<R, N> {
        self.corners[k].w
    }

    /// What to keep with the newest corner, which stands behind the others. The error is how deep the origin is within.
    #[inline]
    fn with_newest(&self) -> Result<Kept<R, N>, R> {
        match self.len {
            1 => Ok(self.segment(0, 1)),
            2 => Ok(self.triangle(0, 1, 2)),
            _ => self.tetrahedron(),
        }
    }

    /// The nearest point from an older corner to the newest.
    #[inline]
    fn segment(&self, old: usize, new: usize) -> Kept<R, N> {
        let zero = R::default();
        let n = self.w(new);
        let edge = self.w(old) - n;
        let (along, whole) = (-n.dot(edge), edge.dot(edge));
        if along <= zero || whole <= zero {
            return Kept { corners: [new; 3], len: 1, nearest: n, squared: n.dot(n) };
        }
        if along >= whole {
            let nearest = self.w(old);
            return Kept { corners: [old; 3], len: 1, nearest, squared: nearest.dot(nearest) };
        }
        let nearest = n + edge.scaled(along / whole);
        Kept { corners: [old, new, new], len: 2, nearest, squared: nearest.dot(nearest) }
    }

    /// The nearest point of the triangle of two older corners and the newest, but for their edge.
    #[inline]
    fn triangle(&self, i: usize, j: usize, new: usize) -> Kept<R, N> {
        let zero = R::default();
        let n = self.w(new);
        let (e, f, at) = ((self.w(i) - n).resized::<3>(), (self.w(j) - n).resized::<3>(), n.resized::<3>());
        let normal = e.cross(f);
        let whole = normal.dot(normal);
        // How far the origin is beyond each of the two edges.
        let beyond = [normal.cross(e).dot(at), f.cross(normal).dot(at)];
        let nearer = |p: Kept<R, N>, q: Kept<R, N>| if q.squared < p.squared { q } else { p };
        match (beyond[0] >= zero, beyond[1] >= zero) {
            (true, false) => self.segment(i, new),
            (false, true) => self.segment(j, new),
            // Not beyond the third either, unless rounding hid it before.
            (false, false) if whole + beyond[0] + beyond[1] >= zero && whole > zero => {
                let nearest = normal.scaled(normal.dot(at) / whole).resized();
                Kept { corners: [i, j, new], len: 3, nearest, squared: nearest.dot(nearest) }
            }
            _ => nearer(self.segment(i, new), self.segment(j, new)),
        }
    }

    /// The nearest point of the three faces with the newest corner.
    fn tetrahedron(&self) -> Result<Kept<R, N>, R> {
        let zero = R::default();
        let at = self.w(3).resized::<3>();
        let edges = [0, 1, 2].mapped(|k| self.w(k).resized::<3>() - at);
        let normals = [edges[1].cross(edges[2]), edges[2].cross(edges[0]), edges[0].cross(edges[1])];
        let volume = normals[2].dot(edges[2]);
        // So flat that rounding hides on which side the fourth corner is.
        let flat = R::EPSILON * R::from_f64(FLAT);
        let lost = flat * flat * normals[2].dot(normals[2]) * edges[2].dot(edges[2]);
        let is_flat = volume * volume <= lost;
        let mut best: Option<Kept<R, N>> = None;
        for (k, normal) in normals.iter().enumerate() {
            let outside = normal.dot(at);
            let inside = if volume < zero { outside >= zero } else { outside <= zero };
            if inside && !is_flat {
                continue;
            }
            let (i, j) = [(1, 2), (0, 2), (0, 1)][k];
            let kept = self.triangle(i, j, 3);
            if best.as_ref().is_none_or(|best| kept.squared < best.squared) {
                best = Some(kept);
            }
        }
        best.ok_or_else(|| self.depth_in_space(&normals, at))
    }

    /// How deep the origin is in the tetrahedron.
    fn depth_in_space(&self, normals: &[Vector<R, 3>; 3], at: Vector<R, 3>) -> R {
        let zero = R::default();
        let [p, q, r] = [0, 1, 2].mapped(|k| self.w(k).resized::<3>());
        let base = (q - p).cross(r - p);
        let depth = |normal: Vector<R, 3>, on: Vector<R, 3>| {
            normal.dot(on).distance(zero) / Real::sqrt(normal.dot(normal))
        };
        normals
            .iter()
            .map(|normal| depth(*normal, at))
            .fold(depth(base, p), |least, next| if next < least { next } else { least })
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

    /// The direction across the simplex, by what of its edges is surest.
    fn normal(&self) -> Vector<R, N> {
        let across = |v: Vector<R, N>, e: Vector<R, N>| v - e.scaled(v.dot(e) / e.dot(e));
        match self.len {
            1 => self.w(0),
            2 => {
                let e = self.w(1) - self.w(0);
                across(across(self.w(0), e), e)
            }
            _ => {
                let n = plane_of([0, 1, 2].mapped(|k| self.w(k).resized()));
                let n = if n.dot(self.w(0).resized()) < R::default() { -n } else { n };
                n.resized()
            }
        }
    }

    /// The points of the two cores that the nearest point of the simplex comes from.
    fn points(&self) -> [Vector<R, N>; 2] {
        let weights = self.weights();
        let sum = |point: fn(&Corner<R, N>) -> Vector<R, N>| {
            let first = point(&self.corners[0]);
            // From one corner on, so that what corners share stays as it is.
            (1..self.len).fold(first, |sum, k| sum + (point(&self.corners[k]) - first).scaled(weights[k]))
        };
        [sum(|corner| corner.a), sum(|corner| corner.b)]
    }

    /// How much each corner counts for the nearest point.
    fn weights(&self) -> [R; 3] {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        let share = |part: R, whole: R| {
            let share = part / whole;
            if share > one {
                one
            } else if share > zero {
                share
            } else {
                zero
            }
        };
        match self.len {
            1 => [one, zero, zero],
            2 => {
                let e = self.w(1) - self.w(0);
                let second = share(-self.w(0).dot(e), e.dot(e));
                [one - second, second, zero]
            }
            _ => {
                let [p, q, r] = [0, 1, 2].mapped(|k| self.w(k).resized::<3>());
                let n = plane_of([p, q, r]);
                let area = |u: Vector<R, 3>, v: Vector<R, 3>| u.cross(v).dot(n);
                let whole = area(q - p, r - p);
                let (second, third) = (share(area(r, p), whole), share(area(p, q), whole));
                let over = second + third;
                let (second, third) =
                    if over > one { (second / over, third / over) } else { (second, third) };
                [one - second - third, second, third]
            }
        }
    }
}
