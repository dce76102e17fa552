//! Lengths and directions of vectors, as the searches and closed forms need them.

use crate::Vector;
use crate::scalar::Real;
use crate::vector::Mapped;

/// A number without its sign.
#[inline]
pub(crate) fn size<R: Real>(c: R) -> R {
    c.distance(R::default())
}

/// The sum of the magnitudes of the coordinates: the length or a little more.
#[inline]
pub(crate) fn extent<R: Real, const N: usize>(v: Vector<R, N>) -> R {
    v.0.into_iter().fold(R::default(), |sum, c| sum + size(c))
}

/// The sum of the products of the coordinates: [`Vector::dot`] but for the sign of a zero, which costs an addition to know. Where rays
/// are short of time that is much.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn inner<R: Real, const N: usize>(a: Vector<R, N>, b: Vector<R, N>) -> R {
    let mut sum = a[0] * b[0];
    for axis in 1..N {
        sum = sum + a[axis] * b[axis];
    }
    sum
}

/// The largest coordinate, without its sign.
#[inline]
pub(crate) fn largest<R: Real, const N: usize>(v: Vector<R, N>) -> R {
    v.0.into_iter().fold(R::default(), |most, c| larger(most, size(c)))
}

#[inline]
pub(crate) fn larger<R: Real>(a: R, b: R) -> R {
    if a < b { b } else { a }
}

#[inline]
pub(crate) fn smaller<R: Real>(a: R, b: R) -> R {
    if b < a { b } else { a }
}

/// False for a NaN, too.
#[inline]
pub(crate) fn is_finite<R: Real>(number: R) -> bool {
    number.distance(number) == R::default()
}

/// Brought between zero and one; a NaN stays one.
#[inline]
pub(crate) fn clamped<R: Real>(place: R) -> R {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    if place > one {
        one
    } else if place <= zero {
        zero
    } else {
        place
    }
}

/// The length, where its square neither overflows nor vanishes.
#[inline]
pub(crate) fn norm<R: Real, const N: usize>(v: Vector<R, N>) -> R {
    Real::sqrt(v.dot(v))
}

/// The vector that is as long as 1, where it has a finite length.
#[inline]
pub(crate) fn unit<R: Real, const N: usize>(v: Vector<R, N>) -> Option<Vector<R, N>> {
    let squared = v.dot(v);
    if !is_plain(squared) {
        return scaled_unit(v);
    }
    Some(v.scaled(R::from_f64(1.0) / Real::sqrt(squared)))
}

/// The vector divided by its length, where that is finite and not zero: rounded once less than [`unit`].
#[inline]
pub(crate) fn normalized<R: Real, const N: usize>(v: Vector<R, N>) -> Option<Vector<R, N>> {
    let squared = v.dot(v);
    if !is_plain(squared) {
        return scaled_unit(v);
    }
    let length = Real::sqrt(squared);
    Some(v.map(|c| c / length))
}

/// The unit vector of one whose square overflows or vanishes.
#[cold]
fn scaled_unit<R: Real, const N: usize>(v: Vector<R, N>) -> Option<Vector<R, N>> {
    let most = largest(v);
    if !(most > R::default() && is_finite(most)) {
        return None;
    }
    // Divided, as the reciprocal of what is so small may be infinite.
    let v = v.map(|c| c / most);
    Some(v.scaled(R::from_f64(1.0) / Real::sqrt(v.dot(v))))
}

/// The least and the largest square of a length that has all its digits, in both floats.
const SQUARES: [f64; 2] = [1e-30, 1e37];

/// Whether the square of a length has neither overflowed nor lost digits near zero. False for a NaN, too.
#[inline]
pub(crate) fn is_plain<R: Real>(squared: R) -> bool {
    squared > R::from_f64(SQUARES[0]) && squared < R::from_f64(SQUARES[1])
}

/// A unit vector square to another, of no particular side.
pub(crate) fn square_to<R: Real, const N: usize>(v: Vector<R, N>) -> Vector<R, N> {
    let least = (1..N).fold(0, |best, k| if size(v[k]) < size(v[best]) { k } else { best });
    let whole = v.dot(v);
    let unit = Vector::default().with(least, R::from_f64(1.0));
    if whole <= R::default() {
        return unit;
    }
    let across = |u: Vector<R, N>| u - v.scaled(u.dot(v) / whole);
    let across = across(across(unit));
    let length = norm(across);
    across.map(|c| c / length)
}

/// A vector across a triangle. Along its longest edge it is surest, and what it may lean the other way matters least.
pub(crate) fn plane_of<R: Real>([p, q, r]: [Vector<R, 3>; 3]) -> Vector<R, 3> {
    let edges = [q - p, r - q, p - r];
    let squares = edges.mapped(|e| e.dot(e));
    let longest = (1..3).fold(0, |best, k| if squares[k] > squares[best] { k } else { best });
    let (e, f) = (edges[longest], edges[(longest + 1) % 3]);
    let across = |f: Vector<R, 3>| f - e.scaled(f.dot(e) / squares[longest]);
    e.cross(across(across(f)))
}

/// How flat a tetrahedron may be for its faces to be known: its least height, as a part of its longest edge.
const FLAT: f64 = 1.0 / 16.0;

/// Whether a tetrahedron is so high over each of its faces that their normals are known.
pub(crate) fn is_solid<R: Real>([p, q, r, s]: [Vector<R, 3>; 4]) -> bool {
    let most = |squares: &[R]| squares.iter().fold(R::default(), |most, next| larger(most, *next));
    let (u, v, w) = (q - p, r - p, s - p);
    let [base, other, third] = [u.cross(v), v.cross(w), w.cross(u)];
    let front = (r - q).cross(s - q);
    let areas = [base, other, third, front].mapped(|area| area.dot(area));
    let edges = [u, v, w, r - q, s - q, s - r].mapped(|edge| edge.dot(edge));
    let volume = base.dot(w).distance(R::default());
    // Also false for NaN and for what is infinite.
    volume > Real::sqrt(most(&areas)) * Real::sqrt(most(&edges)) * R::from_f64(FLAT)
}
