//! Lengths and directions of vectors.

use crate::Vector;
use crate::narrow::tolerance::MIN_TETRAHEDRON_HEIGHT;
use crate::scalar::Real;
use crate::vector::Mapped;

/// The L1 norm of a vector: the sum of the absolute coordinates. It is an upper bound of the length.
#[inline]
pub(crate) fn l1_norm<R: Real, const N: usize>(v: Vector<R, N>) -> R {
    v.0.into_iter().fold(R::ZERO, |sum, c| sum + c.abs())
}

/// The dot product. It may differ from [`Vector::dot`] in the sign of a zero, because it needs one addition less. In ray casts, this
/// addition is measurable.
#[inline]
pub(crate) fn dot<R: Real, const N: usize>(a: Vector<R, N>, b: Vector<R, N>) -> R {
    let mut sum = a[0] * b[0];
    for axis in 1..N {
        sum = sum + a[axis] * b[axis];
    }
    sum
}

/// The largest absolute coordinate.
#[inline]
pub(crate) fn largest<R: Real, const N: usize>(v: Vector<R, N>) -> R {
    v.0.into_iter().fold(R::ZERO, |max, c| max.max(c.abs()))
}

/// The number clamped to the range from 0 to 1. NaN stays NaN.
#[inline]
pub(crate) fn clamped<R: Real>(parameter: R) -> R {
    if parameter > R::ONE {
        R::ONE
    } else if parameter <= R::ZERO {
        R::ZERO
    } else {
        parameter
    }
}

/// The length of a vector, if its square neither overflows nor underflows.
#[inline]
pub(crate) fn norm<R: Real, const N: usize>(v: Vector<R, N>) -> R {
    v.dot(v).sqrt()
}

/// The unit vector of a direction; `None` if its length is zero or not finite.
#[inline]
pub(crate) fn unit<R: Real, const N: usize>(v: Vector<R, N>) -> Option<Vector<R, N>> {
    let squared = v.dot(v);
    if !is_well_scaled(squared) {
        return scaled_unit(v);
    }
    Some(v.scaled(R::ONE / squared.sqrt()))
}

/// The vector divided by its length; `None` if the length is zero or not finite. More accurate than [`unit()`], because each coordinate is
/// rounded once less.
#[inline]
pub(crate) fn normalized<R: Real, const N: usize>(v: Vector<R, N>) -> Option<Vector<R, N>> {
    let squared = v.dot(v);
    if !is_well_scaled(squared) {
        return scaled_unit(v);
    }
    let length = squared.sqrt();
    Some(v.map(|c| c / length))
}

/// The unit vector of a direction whose squared length overflows or underflows.
#[cold]
fn scaled_unit<R: Real, const N: usize>(v: Vector<R, N>) -> Option<Vector<R, N>> {
    let max = largest(v);
    if !(max > R::ZERO && max.is_finite()) {
        return None;
    }
    // The coordinates are divided instead of multiplied by the reciprocal, which may be infinite for a very small `max`.
    let v = v.map(|c| c / max);
    Some(v.scaled(R::ONE / v.dot(v).sqrt()))
}

/// The limits of squared lengths that have full accuracy in `f32` and in `f64`. Smaller ones may have lost digits near zero, larger ones
/// may have overflowed.
const SQUARES: [f64; 2] = [1e-30, 1e37];

/// Whether a squared length has neither overflowed nor lost digits near zero. False for NaN.
#[inline]
pub(crate) fn is_well_scaled<R: Real>(squared: R) -> bool {
    squared > R::from_f64(SQUARES[0]) && squared < R::from_f64(SQUARES[1])
}

/// A unit vector perpendicular to the given vector.
pub(crate) fn any_perpendicular<R: Real, const N: usize>(v: Vector<R, N>) -> Vector<R, N> {
    let smallest = (1..N).fold(0, |best, k| if v[k].abs() < v[best].abs() { k } else { best });
    let whole = v.dot(v);
    let unit = Vector::ZERO.with(smallest, R::ONE);
    if whole <= R::ZERO {
        return unit;
    }
    let across = |u: Vector<R, N>| u - v.scaled(u.dot(v) / whole);
    let across = across(across(unit));
    let length = norm(across);
    across.map(|c| c / length)
}

/// A normal of a triangle, of any length. It is perpendicular to the longest edge, whose direction is the most accurate one, so it is
/// accurate for narrow triangles too.
pub(crate) fn triangle_normal<R: Real>([p, q, r]: [Vector<R, 3>; 3]) -> Vector<R, 3> {
    let edges = [q - p, r - q, p - r];
    let squares = edges.mapped(|e| e.dot(e));
    let longest = (1..3).fold(0, |best, k| if squares[k] > squares[best] { k } else { best });
    let e = edges[longest];
    let f = edges[(longest + 1) % 3];
    let across = |f: Vector<R, 3>| f - e.scaled(f.dot(e) / squares[longest]);
    e.cross(across(across(f)))
}

/// Whether a tetrahedron is high enough over each of its faces for accurate face normals; see [`MIN_TETRAHEDRON_HEIGHT`].
pub(crate) fn is_well_shaped<R: Real>([p, q, r, s]: [Vector<R, 3>; 4]) -> bool {
    let max = |squares: &[R]| squares.iter().fold(R::ZERO, |max, next| max.max(*next));
    let u = q - p;
    let v = r - p;
    let w = s - p;
    let [base, other, third] = [u.cross(v), v.cross(w), w.cross(u)];
    let front = (r - q).cross(s - q);
    let areas = [base, other, third, front].mapped(|area| area.dot(area));
    let edges = [u, v, w, r - q, s - q, s - r].mapped(|edge| edge.dot(edge));
    let volume = base.dot(w).distance(R::ZERO);
    // The comparison is also false if a coordinate is NaN or infinite.
    volume > Real::sqrt(max(&areas)) * Real::sqrt(max(&edges)) * R::from_f64(MIN_TETRAHEDRON_HEIGHT)
}
