//! The relation of two boxes in any direction, by the fifteen directions that can keep them apart (S. Gottschalk, M. Lin,
//! D. Manocha, OBBTree, SIGGRAPH 1996). Those across two edges are not of length 1: they are plain or left to `axes`.

use crate::form::{Core, Turned};
use crate::narrow::roundings;
use crate::scalar::Real;
use crate::vector::from_fn;
use crate::{Vector, Verdict};

#[cfg_attr(not(debug_assertions), inline(always))]
fn turned<R: Real, const N: usize>(core: &Core<R, N>) -> Option<Turned<R, N>> {
    match core {
        Core::Box(shape) => Some(*shape),
        Core::Upright([min, max]) => {
            let half = (*max - *min).scaled(R::from_f64(0.5));
            let axes = from_fn(|k| Vector::default().with(k, R::from_f64(1.0)));
            Some(Turned { center: *min + half, half, axes })
        }
        _ => None,
    }
}

/// The relation of two boxes whose radii add up to nothing; `None` for others, and where rounding hides it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn relate<R: Real, const N: usize, V: Verdict>(a: &Core<R, N>, b: &Core<R, N>) -> Option<V> {
    let (a, b) = (turned(a)?, turned(b)?);
    let zero = R::default();
    let size = |c: R| c.distance(zero);
    let way = b.center - a.center;
    let cosines: [Vector<R, N>; N] = from_fn(|i| Vector(from_fn(|j| a.axes[i].dot(b.axes[j]))));
    let slopes = cosines.map(|row| row.map(size));
    let offset: Vector<R, N> = Vector(from_fn(|i| way.dot(a.axes[i])));
    let sum = (0..N).fold(zero, |sum, k| sum + a.half[k] + b.half[k] + size(offset[k]));
    let tolerance = roundings(sum);
    let mut most = R::from_f64(f64::NEG_INFINITY);
    let larger = |a: R, b: R| if b > a { b } else { a };
    for (i, slopes) in slopes.iter().enumerate() {
        let reach = (0..N).fold(a.half[i], |sum, j| sum + b.half[j] * slopes[j]);
        most = larger(most, size(offset[i]) - reach);
    }
    for (j, axis) in b.axes.iter().enumerate() {
        let reach = (0..N).fold(b.half[j], |sum, i| sum + a.half[i] * slopes[i][j]);
        most = larger(most, size(way.dot(*axis)) - reach);
    }
    if most > tolerance {
        return Some(V::APART);
    }
    let mut across = R::from_f64(f64::NEG_INFINITY);
    for i in 0..N {
        let (i1, i2) = ((i + 1) % N, (i + 2) % N);
        for j in 0..N {
            let (j1, j2) = ((j + 1) % N, (j + 2) % N);
            let gap = size(offset[i2] * cosines[i1][j] - offset[i1] * cosines[i2][j]);
            let reach = a.half[i1] * slopes[i2][j]
                + a.half[i2] * slopes[i1][j]
                + b.half[j1] * slopes[i][j2]
                + b.half[j2] * slopes[i][j1];
            across = larger(across, gap - reach);
        }
    }
    // A direction across two edges is at most as long as 1: what it tells beyond the tolerance is true.
    if across > tolerance {
        return Some(V::APART);
    }
    // A NaN leaves it open.
    let plain = across < -tolerance && most <= tolerance && tolerance < R::from_f64(f64::INFINITY);
    plain.then(|| V::within(if size(most) <= tolerance { zero } else { most }, zero))
}
