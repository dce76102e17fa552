//! Contacts of two sharp shapes of at most eight corners on a plane, where they overlap: what games ask most.
//!
//! The same method as in `flat`, in the float that the answer is given in, on corners padded to four or eight, so that
//! all edges are judged at once by wide instructions, and on squares, so that one root is taken for all.

use super::flat::{Edge, clip, lift};
use super::{Contact, Gap};
use crate::gap::oriented;
use crate::scalar::{Real, Scalar};
use crate::shape::polygon::flat;
use crate::{Shape, Vector};
use core::array::from_fn;

/// What is known of two shapes.
pub(super) enum Quick<R, const N: usize> {
    /// They are farther apart than was asked.
    Beyond,
    Contact(Contact<R, N>),
    /// They are apart, but near, or of other kinds.
    Unknown,
}

/// Up to `M` corners, counterclockwise; the last is repeated.
struct Padded<R, const M: usize> {
    x: [R; M],
    y: [R; M],
    len: usize,
}

/// The contact of two shapes, or that they are more than `margin` apart.
#[inline]
pub(super) fn contact<S: Scalar, const N: usize>(
    a: &Shape<S, N>,
    b: &Shape<S, N>,
    margin: S::Real,
) -> Quick<S::Real, N> {
    if N != 2 {
        return Quick::Unknown;
    }
    match (a, b) {
        (Shape::OrientedBox(p), Shape::OrientedBox(q)) if oriented::are_beyond(p, q, margin) => Quick::Beyond,
        (Shape::OrientedBox(_) | Shape::Aabb(_), Shape::OrientedBox(_) | Shape::Aabb(_)) => {
            match (Padded::<S::Real, 4>::new(a), Padded::new(b)) {
                (Some(a), Some(b)) => a.contact(b, margin),
                _ => Quick::Unknown,
            }
        }
        _ => match (Padded::<S::Real, 8>::new(a), Padded::new(b)) {
            (Some(a), Some(b)) => a.contact(b, margin),
            _ => Quick::Unknown,
        },
    }
}

impl<R: Real, const M: usize> Padded<R, M> {
    #[inline]
    fn new<S: Scalar<Real = R>, const N: usize>(shape: &Shape<S, N>) -> Option<Self> {
        match shape {
            Shape::OrientedBox(shape) => {
                let (center, half) = (flat(shape.center()), flat(shape.half_size()));
                let [center, half] = [center, half].map(|v| Vector(v.map(S::to_real)));
                let u = Vector(flat(shape.rotation().axes()[0]).map(S::to_real));
                let (u, v) = (u.scaled(half[0]), Vector([-u[1], u[0]]).scaled(half[1]));
                let corners = [center - u - v, center + u - v, center + u + v, center - u + v];
                (half[0] > R::default() && half[1] > R::default()).then(|| Self::of(4, |k| corners[k & 3]))
            }
            Shape::Aabb(aabb) => {
                let [min, max] = [aabb.min(), aabb.max()].map(|v| flat(v).map(S::to_real));
                let corners = [min, [max[0], min[1]], max, [min[0], max[1]]];
                let thick = max[0] > min[0] && max[1] > min[1];
                thick.then(|| Self::of(4, |k| Vector(corners[k & 3])))
            }
            Shape::Polygon(polygon) if polygon.len() <= M && polygon.radius() == S::default() => {
                let last = polygon.len() - 1;
                let corner = |k: usize| Vector(flat(polygon.corner(k.min(last))).map(S::to_real));
                Some(Self::of(polygon.len(), corner))
            }
            _ => None,
        }
    }

    #[inline]
    fn of(len: usize, corner: impl Fn(usize) -> Vector<R, 2>) -> Self {
        let corners: [Vector<R, 2>; M] = from_fn(corner);
        Self { x: from_fn(|k| corners[k][0]), y: from_fn(|k| corners[k][1]), len }
    }

    /// The same corners seen from a point.
    #[inline]
    fn seen_from(self, [x, y]: [R; 2]) -> Self {
        Self { x: self.x.map(|c| c - x), y: self.y.map(|c| c - y), ..self }
    }

    #[inline]
    fn at(&self, k: usize) -> Vector<R, 2> {
        Vector([self.x[k], self.y[k]])
    }

    /// The normals of the edges, outwards, as long as the edges. Between the repeated corners they are nothing.
    #[inline]
    fn normals(&self) -> [[R; M]; 2] {
        let next = |k: usize| (k + 1) % M;
        [from_fn(|k| self.y[next(k)] - self.y[k]), from_fn(|k| self.x[k] - self.x[next(k)])]
    }

    /// The largest separation along the normals of the edges: negated and squared, with that edge. `None` where it is
    /// above the margin. All edges at once, a corner of the other after the other.
    #[inline(always)]
    fn depth(&self, other: &Self, margin: R) -> Option<Depth<R>> {
        let zero = R::default();
        let [u, v] = self.normals();
        let mut least: [R; M] = from_fn(|k| other.x[0] * u[k] + other.y[0] * v[k]);
        for corner in 1..M {
            let reach: [R; M] = from_fn(|k| other.x[corner] * u[k] + other.y[corner] * v[k]);
            least = from_fn(|k| if reach[k] < least[k] { reach[k] } else { least[k] });
        }
        let gap: [R; M] = from_fn(|k| least[k] - (self.x[k] * u[k] + self.y[k] * v[k]));
        let length: [R; M] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
        let squared: [R; M] = from_fn(|k| gap[k] * gap[k]);
        let beyond: [bool; M] = from_fn(|k| (gap[k] > zero) & (squared[k] > margin * margin * length[k]));
        if beyond.iter().fold(false, |any, beyond| any | beyond) {
            return None;
        }
        let depth: [R; M] = from_fn(|k| squared[k] / length[k]);
        let mut best = Depth {
            squared: R::from_f64(f64::INFINITY),
            gap: zero,
            apart: false,
            edge: 0,
            normal: Vector([zero; 2]),
        };
        for k in 0..M {
            best.apart |= gap[k] > zero;
            // Not for an edge without length, whose depth is NaN.
            if depth[k] < best.squared {
                (best.squared, best.gap, best.edge) = (depth[k], gap[k], k);
            }
        }
        best.normal = Vector([u[best.edge], v[best.edge]]);
        Some(best)
    }

    /// The edge between two neighbouring corners.
    #[inline]
    fn edge(&self, from: usize, to: usize) -> Edge<R> {
        let place = |k: usize| if k < self.len { k } else { self.len - 1 };
        Edge { ends: [self.at(from), self.at(to)], corners: [place(from), place(to)], slope: R::default() }
    }

    /// The edge that looks most in a direction.
    #[inline(always)]
    fn facing(&self, direction: Vector<R, 2>) -> Edge<R> {
        let zero = R::default();
        let [u, v] = self.normals();
        // The cosines with their signs, squared: nothing for edges that look away.
        let along: [R; M] = from_fn(|k| u[k] * direction[0] + v[k] * direction[1]);
        let cosine: [R; M] = from_fn(|k| {
            let ahead = if along[k] > zero { along[k] } else { zero };
            ahead * ahead
        });
        let length: [R; M] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
        // Compared crosswise, without a division.
        let mut best = 0;
        for k in 1..M {
            if cosine[k] * length[best] > cosine[best] * length[k] {
                best = k;
            }
        }
        self.edge(best, (best + 1) % M)
    }

    #[inline(always)]
    fn contact<const N: usize>(self, other: Self, margin: R) -> Quick<R, N> {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        // Seen from a corner of one, nothing is far away.
        let origin = [self.x[0], self.y[0]];
        let (a, b) = (self.seen_from(origin), other.seen_from(origin));
        let Some(own) = a.depth(&b, margin) else { return Quick::Beyond };
        let Some(others) = b.depth(&a, margin) else { return Quick::Beyond };
        if own.apart || others.apart {
            return Quick::Unknown;
        }
        // Where both are as deep, always the first, so that the reference stays.
        let swap = others.squared < own.squared * (one - R::EPSILON * R::from_f64(16.0));
        let (reference, incident, best) = if swap { (&b, &a, others) } else { (&a, &b, own) };
        let squared = best.normal.dot(best.normal);
        let unit = one / Real::sqrt(squared);
        let outwards = best.normal.scaled(unit);
        let away = outwards.map(|c| -c);
        let edge = reference.edge(best.edge, (best.edge + 1) % M);
        let normal = if swap { away } else { outwards };
        let core: Gap<R, N> = (best.gap * unit, lift(normal));
        let mut found =
            clip((&edge, squared * unit), &incident.facing(away), swap, core, [zero; 2], R::EPSILON);
        if found.count == 0 {
            return Quick::Unknown;
        }
        for point in &mut found.points[..usize::from(found.count)] {
            point.at = point.at + lift(Vector(origin));
        }
        Quick::Contact(found)
    }
}

/// How deep one shape is behind the edge of another that it is least deep behind.
struct Depth<R> {
    squared: R,
    /// Below zero, times the length of the edge.
    gap: R,
    /// Whether it is in front of any.
    apart: bool,
    edge: usize,
    /// Of that edge, outwards, as long as the edge.
    normal: Vector<R, 2>,
}
