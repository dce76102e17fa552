//! Mass, center of mass and moment of inertia of areas, in closed form.

use crate::Vector;
use crate::dynamics::math::{V, num, vector_angle};
use crate::scalar::Real;

/// Three moments of an area about the origin, multiplied by the density. The zeroth moment is the mass, the first moment is the mass times
/// the center of mass, and the polar second moment is the moment of inertia. The moments of several areas can be added.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Moments<R> {
    pub(in crate::dynamics) mass: R,
    first: V<R>,
    second: R,
}

impl<R: Real> Moments<R> {
    /// The moments of an empty area: zero.
    pub(in crate::dynamics) fn zero() -> Self {
        Self { mass: R::ZERO, first: Vector::ZERO, second: R::ZERO }
    }

    /// The moments of the union of two disjoint areas: their sums.
    pub(in crate::dynamics) fn add(self, other: Self) -> Self {
        Self {
            mass: self.mass + other.mass,
            first: self.first + other.first,
            second: self.second + other.second,
        }
    }

    /// The moments of the area if its density is multiplied by a factor.
    pub(in crate::dynamics) fn scaled_by(self, density: R) -> Self {
        Self { mass: self.mass * density, first: self.first.scaled(density), second: self.second * density }
    }

    /// The moments of an area with the given mass, the given center of mass, and the moment of inertia `about_center` about that center.
    fn at(mass: R, center: V<R>, about_center: R) -> Self {
        Self { mass, first: center.scaled(mass), second: about_center + mass * center.dot(center) }
    }

    /// The moments after the area is translated by `offset`.
    fn translated(self, offset: V<R>) -> Self {
        Self {
            mass: self.mass,
            first: self.first + offset.scaled(self.mass),
            second: self.second + (self.first + self.first + offset.scaled(self.mass)).dot(offset),
        }
    }

    /// The center of mass. Not finite if the mass is zero.
    pub(in crate::dynamics) fn center(&self) -> V<R> {
        self.first.scaled(R::ONE / self.mass)
    }

    /// The moment of inertia about the center of mass.
    pub(in crate::dynamics) fn inertia(&self) -> R {
        self.second - self.first.dot(self.center())
    }

    /// The moments of an ellipse for a density of 1. `half` are its half axes.
    pub(in crate::dynamics) fn ellipse(center: V<R>, half: V<R>) -> Self {
        let area = half[0] * half[1] * num(core::f64::consts::PI);
        Self::at(area, center, area * half.dot(half) * num(0.25))
    }

    /// The moments of a rounded polygon for a density of 1: those of the polygon, of a rectangle along each edge and of a circular sector
    /// at each corner. The corners are counterclockwise. One corner gives a disc, two corners give a capsule.
    pub(in crate::dynamics) fn rounded(corners: &[V<R>], radius: R) -> Self {
        let twelfth = num::<R>(1.0 / 12.0);
        let Some(&origin) = corners.first() else { return Self::zero() };
        let n = corners.len();
        // The sums use corners relative to the first corner, so that areas far from the origin lose no accuracy.
        let at = |k: usize| corners[k % n] - origin;
        let mut sum = Self::zero();
        for (a, b) in (0..n).map(|k| (at(k), at(k + 1))) {
            let area = a.cross(b) * R::HALF;
            let first = (a + b).scaled(area * num(1.0 / 3.0));
            let second = area * (a.dot(a) + a.dot(b) + b.dot(b)) * num(1.0 / 6.0);
            sum = sum.add(Self { mass: area, first, second });
        }
        if !(radius > R::ZERO) {
            return sum.translated(origin);
        }
        let normal = |k: usize| {
            let edge = at(k + 1) - at(k);
            Vector([edge[1], -edge[0]]).scaled(R::ONE / edge.dot(edge).sqrt())
        };
        for k in 0..n {
            if n > 1 {
                let edge = at(k + 1) - at(k);
                let midpoint = (at(k) + at(k + 1)).scaled(R::HALF);
                let area = edge.dot(edge).sqrt() * radius;
                let about_center = area * (edge.dot(edge) + radius * radius) * twelfth;
                sum = sum.add(Self::at(area, midpoint + normal(k).scaled(radius * R::HALF), about_center));
            }
            let normals = (n > 1).then(|| [normal(k + n - 1), normal(k)]);
            sum = sum.add(sector(at(k), normals, radius));
        }
        sum.translated(origin)
    }
}

/// The moments of the circular sector that rounds a corner of a polygon, for a density of 1. The sector reaches from the normal of one edge
/// at the corner to the normal of the other. If `normals` is `None`, the moments of the whole disc.
fn sector<R: Real>(corner: V<R>, normals: Option<[V<R>; 2]>, radius: R) -> Moments<R> {
    let pi = num::<R>(core::f64::consts::PI);
    let (angle, sum) = match normals {
        None => (pi + pi, Vector::ZERO),
        Some([from, to]) => {
            let signed_angle = vector_angle(from.dot(to), from.cross(to));
            let acute = from.dot(to) > R::ZERO;
            let angle = if signed_angle < R::ZERO && acute { R::ZERO } else { signed_angle.abs() };
            // The integral of all unit vectors from the first normal to the second, for the center of mass of the sector.
            (angle, Vector([to[1] - from[1], from[0] - to[0]]))
        }
    };
    let square = radius * radius;
    let about_center = Moments {
        mass: angle * square * R::HALF,
        first: sum.scaled(square * radius * num(1.0 / 3.0)),
        second: angle * square * square * num(0.25),
    };
    about_center.translated(corner)
}
