//! Contacts of two sharp shapes of at most eight corners on a plane, where they overlap: what games ask most.
//!
//! The same method as in `flat`, in the float that the answer is given in, on corners padded to four or eight, so that
//! all edges are judged at once by wide instructions, and on squares, so that one root is taken for all.

use super::flat::{Edge, clip, lift};
use super::{Contact, Gap};
use crate::scalar::{Real, Scalar};
use crate::shape::polygon::flat;
use crate::{OrientedBox, Shape, Vector};
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
        (Shape::OrientedBox(a), Shape::OrientedBox(b)) => boxes(a, b, margin),
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

/// A turned box as its centre, half its size and its axes.
struct Frame<R> {
    center: Vector<R, 2>,
    half: [R; 2],
    axes: [Vector<R, 2>; 2],
}

impl<R: Real> Frame<R> {
    #[inline(always)]
    fn new<S: Scalar<Real = R>, const N: usize>(shape: &OrientedBox<S, N>) -> Self {
        let x = Vector(flat(shape.rotation().axes()[0]).map(S::to_real));
        Self {
            center: Vector(flat(shape.center()).map(S::to_real)),
            half: flat(shape.half_size()).map(S::to_real),
            axes: [x, Vector([-x[1], x[0]])],
        }
    }

    /// The edge that an axis, forwards or backwards, leads to; its corners are numbered as those of [`Solid`] are.
    ///
    /// [`Solid`]: crate::gap::solid::Solid
    #[inline(always)]
    fn edge(&self, axis: usize, forwards: bool, outwards: Vector<R, 2>) -> (Edge<R>, R) {
        let (reach, half) = (self.half[axis], self.half[1 - axis]);
        let middle = self.center + outwards.scaled(reach);
        let along = Vector([-outwards[1], outwards[0]]).scaled(half);
        let first = match (axis, forwards) {
            (0, true) => 1,
            (0, false) => 3,
            (_, true) => 2,
            (_, false) => 0,
        };
        let corners = [first, (first + 1) & 3];
        (Edge { ends: [middle - along, middle + along], corners, slope: R::default() }, half + half)
    }
}

/// Two turned boxes: along their four axes, which are the normals of their edges.
#[inline]
fn boxes<S: Scalar, const N: usize>(
    a: &OrientedBox<S, N>,
    b: &OrientedBox<S, N>,
    margin: S::Real,
) -> Quick<S::Real, N> {
    let (zero, one) = (S::Real::default(), S::Real::from_f64(1.0));
    let (mut a, mut b) = (Frame::new(a), Frame::new(b));
    // Seen from the centre of one, nothing is far away.
    let origin = a.center;
    (b.center, a.center) = (b.center - origin, Vector([zero; 2]));
    let size = |c: S::Real| c.distance(zero);
    let cosines = a.axes.map(|u| b.axes.map(|v| u.dot(v)));
    let offsets =
        [b.center.dot(a.axes[0]), b.center.dot(a.axes[1]), b.center.dot(b.axes[0]), b.center.dot(b.axes[1])];
    let across = |half: [S::Real; 2], own: S::Real, p: S::Real, q: S::Real| {
        own + half[0] * size(p) + half[1] * size(q)
    };
    let gaps = [
        size(offsets[0]) - across(b.half, a.half[0], cosines[0][0], cosines[0][1]),
        size(offsets[1]) - across(b.half, a.half[1], cosines[1][0], cosines[1][1]),
        size(offsets[2]) - across(a.half, b.half[0], cosines[0][0], cosines[1][0]),
        size(offsets[3]) - across(a.half, b.half[1], cosines[0][1], cosines[1][1]),
    ];
    if gaps.iter().fold(false, |any, &gap| any | (gap > margin)) {
        return Quick::Beyond;
    }
    // The second box's axes only where they are clearly the less deep, so that the reference stays.
    let mut best = if gaps[1] > gaps[0] { 1 } else { 0 };
    let favour = one - S::Real::EPSILON * S::Real::from_f64(16.0);
    for k in 2..4 {
        best = if gaps[k] > gaps[best] * favour { k } else { best };
    }
    let flat_box = |shape: &Frame<S::Real>| shape.half[0] <= zero || shape.half[1] <= zero;
    // Also true for NaN.
    let overlap = gaps.iter().fold(true, |all, &gap| all & (gap <= zero));
    if !overlap || flat_box(&a) || flat_box(&b) {
        return Quick::Unknown;
    }
    let swap = best > 1;
    let (reference, incident, axis) = if swap { (&b, &a, best - 2) } else { (&a, &b, best) };
    // From the reference's box towards the other.
    let forwards = (offsets[best] < zero) == swap;
    let outwards = if forwards { reference.axes[axis] } else { reference.axes[axis].map(|c| -c) };
    let slopes = incident.axes.map(|axis| axis.dot(outwards));
    let facing = if size(slopes[1]) > size(slopes[0]) { 1 } else { 0 };
    let ahead = slopes[facing] < zero;
    let inwards = if ahead { incident.axes[facing] } else { incident.axes[facing].map(|c| -c) };
    let (edge, length) = reference.edge(axis, forwards, outwards);
    let (other, _) = incident.edge(facing, ahead, inwards);
    let normal = if swap { outwards.map(|c| -c) } else { outwards };
    let gap = (gaps[best], lift(normal));
    let mut found = clip((&edge, length), &other, swap, gap, [zero; 2], S::Real::EPSILON);
    if found.count == 0 {
        return Quick::Unknown;
    }
    for point in &mut found.points[..usize::from(found.count)] {
        point.at = point.at + lift(origin);
    }
    Quick::Contact(found)
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
