//! An ellipse around the origin: its support function, its normals through a point, and ray casts against it.

use crate::Vector;
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::OrientedCore;

/// An ellipse around the origin. Both half axes are positive.
#[derive(Clone, Copy)]
pub(super) struct CenteredEllipse<R> {
    pub(super) half: [R; 2],
    axes: [Vector<R, 2>; 2],
}

/// Selects one of two points of an ellipse, given a point in the plane. The distance from the given point has at most one local minimum on
/// each side of the longer axis. `Near` is the minimum on the side of the given point, which is the closest point of the ellipse; `Far` is
/// the one on the other side.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ClosestSide {
    Near,
    Far,
}

/// The largest number of iterations of Newton's method. Each iteration at least halves the distance to the root, and near the root,
/// convergence is quadratic. So few iterations suffice in most cases.
const STEPS: usize = 64;

/// The vector rotated by a quarter turn counterclockwise.
#[inline]
pub(super) fn left<R: Real>(v: Vector<R, 2>) -> Vector<R, 2> {
    Vector([-v[1], v[0]])
}

/// The vector scaled to length 1.
#[inline]
pub(super) fn unit<R: Real>(v: Vector<R, 2>) -> Vector<R, 2> {
    let length = v.length();
    v.map(|c| c / length)
}

/// The support point of an ellipse for a unit vector.
pub(super) struct EllipseSupport<R> {
    pub(super) point: Vector<R, 2>,
    /// Its projection onto the vector.
    pub(super) extent: R,
    /// The radius of curvature at the point.
    pub(super) radius_of_curvature: R,
}

impl<R: Real> CenteredEllipse<R> {
    #[inline]
    pub(super) fn new<const N: usize>(core: &OrientedCore<R, N>) -> Self {
        let axes = [core.axes[0].resized(), core.axes[N - 1].resized()];
        Self { half: [core.half[0], core.half[N - 1]], axes }
    }

    /// The shorter of the half axes.
    #[inline]
    pub(super) fn min_half_axis(&self) -> R {
        self.half[1].min(self.half[0])
    }

    #[inline]
    fn local(&self, v: Vector<R, 2>) -> Vector<R, 2> {
        Vector(self.axes.mapped(|axis| axis.dot(v)))
    }

    #[inline]
    pub(super) fn world(&self, v: Vector<R, 2>) -> Vector<R, 2> {
        self.axes[0].scaled(v[0]) + self.axes[1].scaled(v[1])
    }

    /// The point in circle coordinates, in which the ellipse is the unit circle.
    #[inline]
    pub(super) fn to_circle_frame(self, point: Vector<R, 2>) -> Vector<R, 2> {
        self.local(point).zip(Vector(self.half), |c, half| c / half)
    }

    /// The support function: the largest projection of the ellipse onto a unit vector.
    #[inline]
    pub(super) fn extent(&self, normal: Vector<R, 2>) -> R {
        self.local(normal).zip(Vector(self.half), |c, half| c * half).length()
    }

    /// The support point for a unit vector.
    #[inline]
    pub(super) fn support(&self, normal: Vector<R, 2>) -> EllipseSupport<R> {
        let [a, b] = self.half;
        let scaled = self.local(normal).zip(Vector(self.half), |c, half| c * half);
        let extent = scaled.length();
        let on = scaled.map(|c| c / extent);
        // With the half axes a and b and h = `extent`, the radius of curvature is a² b² / h³. The factors are grouped so that none of them
        // overflows or underflows.
        let radius_of_curvature = (a / extent) * (b / extent) * (a * (b / extent));
        let point = self.world(on.zip(Vector(self.half), |c, half| c * half));
        EllipseSupport { point, extent, radius_of_curvature }
    }

    /// The unit normal at a point of the ellipse whose distance from the given point is a local minimum. `side` selects one of two such
    /// points. The line along this normal contains the given point. `None` if there is no such point on that side.
    ///
    /// By symmetry, the given point (y₀, y₁) may be assumed to be in the first quadrant. Let the half axes be e₀ > e₁. The closest point is
    /// (e₀² y₀ / (t + e₀²), e₁² y₁ / (t + e₁²)), where t is a root of a function that is convex between its poles (D. Eberly, Distance from
    /// a Point to an Ellipse, 2013, section 2.9).
    ///
    /// If the given point is close to the longer axis, the root lies near the pole at t = −e₁², where t + e₁² loses digits. So the unknown
    /// here is u = |t / e₁² + 1| instead of t. The function is convex in u as well. Newton's method starts at a value of u below the root,
    /// where the function is positive and decreases, so it never steps past the root.
    pub(super) fn normal_through(&self, point: Vector<R, 2>, side: ClosestSide) -> Option<Vector<R, 2>> {
        let local = self.local(point);
        let size = local.map(|c| c.abs());
        let long = if self.half[0] < self.half[1] { 1 } else { 0 };
        let [e0, e1] = [self.half[long], self.half[1 - long]];
        // A point on the longer axis is moved off it, because u would be zero otherwise. The step is smaller than the rounding error, so it
        // changes the normal by no more than rounding.
        let y0 = size[long];
        let y1 = size[1 - long].max(e1 * R::EPSILON * R::EPSILON);
        let z1 = y1 / e1;
        let w = (e0 / e1) * (y0 / e1);
        let k = ((e0 - e1) / e1) * ((e0 + e1) / e1);
        let (sign, mut u) = match side {
            ClosestSide::Near => (R::ONE, z1.max(w - k)),
            ClosestSide::Far => (-R::ONE, z1),
        };
        for _ in 0..STEPS {
            let d = k + sign * u;
            if d <= R::ZERO {
                return None;
            }
            let over_d = R::ONE / d;
            let over_u = R::ONE / u;
            let s = w * over_d;
            let t = z1 * over_u;
            let height = s * s + t * t - R::ONE;
            let fall = sign * (s * s * over_d) + t * t * over_u;
            if fall <= R::ZERO {
                return None;
            }
            let next = u + height / (R::TWO * fall);
            // The condition is false if rounding has led past the root, or if `next` is NaN.
            if next > u { u = next } else { break }
        }
        let signed = |k: usize, c: R| if local[k] < R::ZERO { -c } else { c };
        let scaled = signed(long, y0 / (k + sign * u));
        let normal = unit(Vector([scaled, signed(1 - long, sign * (y1 / u))]));
        let normal = if long == 0 { normal } else { Vector([normal[1], normal[0]]) };
        Some(self.world(normal))
    }

    /// Casts a ray against the ellipse: the distance along a unit vector, and the normal at the hit. `Some(None)` if the ray starts inside,
    /// or starts on the boundary and leaves the ellipse. `None` if it misses or the distance is above `limit`.
    pub(super) fn cast(
        &self,
        from: Vector<R, 2>,
        direction: Vector<R, 2>,
        limit: R,
    ) -> Option<Option<(R, Vector<R, 2>)>> {
        let [a, b] = self.half;
        let y = self.local(from);
        let w = self.local(direction);
        let tolerance = rounding_error(y.length() + Vector(self.half).length());
        // The direction of the ray in circle coordinates is (w₀ / a, w₁ / b). `along` is this vector times a and b. Its length √(w₀² b² +
        // w₁² a²) is the support function of the ellipse in the direction (−w₁, w₀), which is perpendicular to the ray. So it is half the
        // width of the ellipse across the ray.
        let along = Vector([w[0] * b, w[1] * a]);
        let half_width = along.length();
        let cross = w[0] * y[1] - w[1] * y[0];
        if cross.abs() > half_width + tolerance {
            return None;
        }
        let in_circle = y.zip(Vector(self.half), |c, half| c / half);
        let slope = in_circle.zip(Vector(self.half), |c, half| c / half);
        // `slope` is half the gradient of `excess` at the start of the ray. So close to the boundary, the separation of the start from the
        // ellipse is about `excess` divided by twice the length of `slope`.
        let excess = in_circle.dot(in_circle) - R::ONE;
        let margin = slope.length() * tolerance * R::TWO;
        let normal_at = |on: Vector<R, 2>| self.world(unit(Vector([on[0] * b, on[1] * a])));
        if excess < -margin {
            return Some(None);
        }
        if excess <= margin {
            let normal = normal_at(in_circle);
            return Some((normal.dot(direction) <= R::ZERO).then_some((R::ZERO, normal)));
        }
        let d = along.map(|c| c / half_width);
        let height = cross / half_width;
        let height = if height > R::ONE { R::ONE } else { if height < -R::ONE { -R::ONE } else { height } };
        let middle = -(y[0] * (b / half_width) * d[0] + y[1] * (a / half_width) * d[1]);
        // The comparison is also false if a coordinate is NaN.
        let is_ahead = middle > R::ZERO;
        if !is_ahead {
            return None;
        }
        let chord = ((R::ONE - height) * (R::ONE + height)).sqrt();
        let distance = (middle - a * (b / half_width) * chord).max(R::ZERO);
        let on = left(d).scaled(height) - d.scaled(chord);
        (distance <= limit).then(|| Some((distance, normal_at(on))))
    }
}
