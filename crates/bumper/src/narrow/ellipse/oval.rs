//! An ellipse around the origin: its support, the normals through a point, and rays.

use crate::Vector;
use crate::narrow::measure::larger;
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::OrientedCore;

/// An ellipse around the origin, with an inside.
#[derive(Clone, Copy)]
pub(super) struct Oval<R> {
    pub(super) half: [R; 2],
    axes: [Vector<R, 2>; 2],
}

/// Which of the two points of an ellipse where the distance to a point of the plane is least of all near it: seen from the longer
/// axis, the one on the point's side, or the other.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Side {
    Near,
    Far,
}

/// More steps than Newton's method needs: each at least halves the distance to the root, and soon squares it.
const STEPS: usize = 64;

/// A quarter turn counterclockwise.
#[inline]
pub(super) fn left<R: Real>(v: Vector<R, 2>) -> Vector<R, 2> {
    Vector([-v[1], v[0]])
}

/// Made of length 1.
#[inline]
pub(super) fn unit<R: Real>(v: Vector<R, 2>) -> Vector<R, 2> {
    let length = v.length();
    v.map(|c| c / length)
}

impl<R: Real> Oval<R> {
    #[inline]
    pub(super) fn new<const N: usize>(turned: &OrientedCore<R, N>) -> Self {
        let axes = [turned.axes[0].resized(), turned.axes[N - 1].resized()];
        Self { half: [turned.half[0], turned.half[N - 1]], axes }
    }

    /// The shorter of the half axes.
    #[inline]
    pub(super) fn least(&self) -> R {
        if self.half[0] < self.half[1] { self.half[0] } else { self.half[1] }
    }

    #[inline]
    fn local(&self, v: Vector<R, 2>) -> Vector<R, 2> {
        Vector(self.axes.mapped(|axis| axis.dot(v)))
    }

    #[inline]
    pub(super) fn world(&self, v: Vector<R, 2>) -> Vector<R, 2> {
        self.axes[0].scaled(v[0]) + self.axes[1].scaled(v[1])
    }

    /// Where the map takes a point that makes the ellipse the unit circle.
    #[inline]
    pub(super) fn circled(&self, point: Vector<R, 2>) -> Vector<R, 2> {
        self.local(point).zip(Vector(self.half), |c, half| c / half)
    }

    /// How far it reaches in a direction of length 1.
    #[inline]
    pub(super) fn reach(&self, normal: Vector<R, 2>) -> R {
        self.local(normal).zip(Vector(self.half), |c, half| c * half).length()
    }

    /// The point that reaches farthest in a direction of length 1, how far that is, and the radius of curvature there.
    #[inline]
    pub(super) fn rim(&self, normal: Vector<R, 2>) -> (Vector<R, 2>, R, R) {
        let [a, b] = self.half;
        let across = self.local(normal).zip(Vector(self.half), |c, half| c * half);
        let reach = across.length();
        let on = across.map(|c| c / reach);
        // a² b² / h³, in factors that stay in range.
        let curve = (a / reach) * (b / reach) * (a * (b / reach));
        (self.world(on.zip(Vector(self.half), |c, half| c * half)), reach, curve)
    }

    /// The normal of length 1 of a point of the ellipse whose normal leads through a point: the nearest of the ellipse to it, or on
    /// the other side of its longer axis the one that is nearest of all near it, if there is one.
    ///
    /// In quarters where the point (y₀, y₁) has no sign, and half axes e₀ > e₁, the point of the ellipse is (e₀² y₀ / (t + e₀²),
    /// e₁² y₁ / (t + e₁²)) for a root t of a function that is convex between its poles (D. Eberly, Distance from a Point to an
    /// Ellipse, 2013, section 2.9). Here u = |t / e₁² + 1| is sought, which loses nothing near the pole where the point lies
    /// on the longer axis. Left of the root nearest to it the function falls, so that Newton's method from there never passes it.
    pub(super) fn normal_through(&self, point: Vector<R, 2>, side: Side) -> Option<Vector<R, 2>> {
        let (zero, one, two) = (R::default(), R::from_f64(1.0), R::from_f64(2.0));
        let local = self.local(point);
        let size = local.map(|c| c.distance(zero));
        let long = if self.half[0] < self.half[1] { 1 } else { 0 };
        let [e0, e1] = [self.half[long], self.half[1 - long]];
        // On the longer axis the normal has a limit, which a point so near to it has as well.
        let (y0, y1) = (size[long], larger(size[1 - long], e1 * R::EPSILON * R::EPSILON));
        let (z1, w) = (y1 / e1, (e0 / e1) * (y0 / e1));
        let k = ((e0 - e1) / e1) * ((e0 + e1) / e1);
        let (sign, mut u) = match side {
            Side::Near => (one, larger(z1, w - k)),
            Side::Far => (-one, z1),
        };
        for _ in 0..STEPS {
            let d = k + sign * u;
            if d <= zero {
                return None;
            }
            let (over_d, over_u) = (one / d, one / u);
            let (s, t) = (w * over_d, z1 * over_u);
            let height = s * s + t * t - one;
            let fall = sign * (s * s * over_d) + t * t * over_u;
            if fall <= zero {
                return None;
            }
            let next = u + height / (two * fall);
            // Not where rounding has it pass the root, nor for NaN.
            if next > u { u = next } else { break }
        }
        let signed = |k: usize, c: R| if local[k] < zero { -c } else { c };
        let across = signed(long, y0 / (k + sign * u));
        let normal = unit(Vector([across, signed(1 - long, sign * (y1 / u))]));
        let normal = if long == 0 { normal } else { Vector([normal[1], normal[0]]) };
        Some(self.world(normal))
    }

    /// Where a ray first meets the ellipse: how far along a direction of length 1, and the normal there; `Some(None)` where it
    /// starts within.
    pub(super) fn cast(
        &self,
        from: Vector<R, 2>,
        way: Vector<R, 2>,
        limit: R,
    ) -> Option<Option<(R, Vector<R, 2>)>> {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        let [a, b] = self.half;
        let (y, w) = (self.local(from), self.local(way));
        let tolerance = rounding_error(y.length() + Vector(self.half).length());
        // As the map to the circle has the way, times a b; its length is how far the ellipse reaches across the way.
        let along = Vector([w[0] * b, w[1] * a]);
        let reach = along.length();
        let off = w[0] * y[1] - w[1] * y[0];
        if off.distance(zero) > reach + tolerance {
            return None;
        }
        let circled = y.zip(Vector(self.half), |c, half| c / half);
        let slope = circled.zip(Vector(self.half), |c, half| c / half);
        // To first order the separation; near the rim, which is where it counts, that is all of it.
        let excess = circled.dot(circled) - one;
        let margin = slope.length() * tolerance * R::from_f64(2.0);
        let normal_at = |on: Vector<R, 2>| self.world(unit(Vector([on[0] * b, on[1] * a])));
        if excess < -margin {
            return Some(None);
        }
        if excess <= margin {
            let normal = normal_at(circled);
            return Some((normal.dot(way) <= zero).then_some((zero, normal)));
        }
        let (d, height) = (along.map(|c| c / reach), off / reach);
        let height = if height > one { one } else { if height < -one { -one } else { height } };
        let middle = -(y[0] * (b / reach) * d[0] + y[1] * (a / reach) * d[1]);
        // Also false for NaN.
        let is_ahead = middle > zero;
        if !is_ahead {
            return None;
        }
        let chord = Real::sqrt((one - height) * (one + height));
        let distance = larger(middle - a * (b / reach) * chord, zero);
        let on = left(d).scaled(height) - d.scaled(chord);
        (distance <= limit).then(|| Some((distance, normal_at(on))))
    }
}
