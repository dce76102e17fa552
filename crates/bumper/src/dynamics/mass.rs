//! Mass, centre and inertia of what has an area, in closed form.

use super::turn::{V, arc, cross, num};
use crate::Vector;
use crate::scalar::Real;

/// What an area weighs, as sums that add up: of 1, of the place, and of its square, each times density, about one origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments<R> {
    pub(super) mass: R,
    first: V<R>,
    second: R,
}

impl<R: Real> Moments<R> {
    pub(super) fn none() -> Self {
        Self { mass: R::default(), first: Vector::default(), second: R::default() }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            mass: self.mass + other.mass,
            first: self.first + other.first,
            second: self.second + other.second,
        }
    }

    pub(super) fn times(self, density: R) -> Self {
        Self { mass: self.mass * density, first: self.first.scaled(density), second: self.second * density }
    }

    /// A piece with this area around its own centre, there.
    fn at(mass: R, center: V<R>, own: R) -> Self {
        Self { mass, first: center.scaled(mass), second: own + mass * center.dot(center) }
    }

    /// Seen from an origin that lies at `−by`.
    fn moved(self, by: V<R>) -> Self {
        Self {
            mass: self.mass,
            first: self.first + by.scaled(self.mass),
            second: self.second + (self.first + self.first + by.scaled(self.mass)).dot(by),
        }
    }

    /// The centre of mass, where there is a mass.
    pub(super) fn center(&self) -> V<R> {
        self.first.scaled(num::<R>(1.0) / self.mass)
    }

    /// The inertia about the centre of mass.
    pub(super) fn inertia(&self) -> R {
        self.second - self.first.dot(self.center())
    }

    pub(super) fn ellipse(center: V<R>, half: V<R>) -> Self {
        let area = half[0] * half[1] * num(core::f64::consts::PI);
        Self::at(area, center, area * half.dot(half) * num(0.25))
    }

    /// Corners counterclockwise with a radius around them: the polygon, a rectangle on each edge, a sector at each corner. One
    /// corner is a disc, two are a capsule.
    pub(super) fn rounded(corners: &[V<R>], radius: R) -> Self {
        let (half, twelfth) = (num::<R>(0.5), num::<R>(1.0 / 12.0));
        let Some(&origin) = corners.first() else { return Self::none() };
        let n = corners.len();
        // Seen from a corner, so that what is far away loses nothing.
        let at = |k: usize| corners[k % n] - origin;
        let mut sum = Self::none();
        for (a, b) in (0..n).map(|k| (at(k), at(k + 1))) {
            let area = cross(a, b) * half;
            let first = (a + b).scaled(area * num(1.0 / 3.0));
            let second = area * (a.dot(a) + a.dot(b) + b.dot(b)) * num(1.0 / 6.0);
            sum = sum.plus(Self { mass: area, first, second });
        }
        if !(radius > R::default()) {
            return sum.moved(origin);
        }
        let normal = |k: usize| {
            let way = at(k + 1) - at(k);
            Vector([way[1], -way[0]]).scaled(num::<R>(1.0) / Real::sqrt(way.dot(way)))
        };
        for k in 0..n {
            if n > 1 {
                let (way, middle) = (at(k + 1) - at(k), (at(k) + at(k + 1)).scaled(half));
                let area = Real::sqrt(way.dot(way)) * radius;
                let own = area * (way.dot(way) + radius * radius) * twelfth;
                sum = sum.plus(Self::at(area, middle + normal(k).scaled(radius * half), own));
            }
            let normals = (n > 1).then(|| [normal(k + n - 1), normal(k)]);
            sum = sum.plus(sector(at(k), normals, radius));
        }
        sum.moved(origin)
    }
}

/// What is around a corner, from one normal to the next; all around without normals.
fn sector<R: Real>(corner: V<R>, normals: Option<[V<R>; 2]>, radius: R) -> Moments<R> {
    let (zero, pi) = (R::default(), num::<R>(core::f64::consts::PI));
    let (angle, sum) = match normals {
        None => (pi + pi, Vector::default()),
        Some([from, to]) => {
            let turned = arc(from.dot(to), cross(from, to));
            let straight = from.dot(to) > zero;
            let angle = if turned < zero && straight { zero } else { turned.distance(zero) };
            // The integral of the unit vectors between the two.
            (angle, Vector([to[1] - from[1], from[0] - to[0]]))
        }
    };
    let square = radius * radius;
    let own = Moments {
        mass: angle * square * num(0.5),
        first: sum.scaled(square * radius * num(1.0 / 3.0)),
        second: angle * square * square * num(0.25),
    };
    own.moved(corner)
}
