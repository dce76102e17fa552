//! The relation of two boxes in any direction, by the fifteen directions that can keep them apart (S. Gottschalk, M. Lin,
//! D. Manocha, OBBTree, SIGGRAPH 1996). Those across two edges are not of length 1: they are plain or left to `axes`.

use super::axes::{Edged, SatResult, Widest, off};
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::vector::from_fn;
use crate::view::{Core, OrientedCore};
use crate::{Vector, Verdict};

#[inline]
fn turned<R: Real, const N: usize>(core: &Core<R, N>) -> Option<OrientedCore<R, N>> {
    match core {
        Core::Box(shape) => Some(*shape),
        Core::Upright([min, max]) => {
            let half = (*max - *min).scaled(R::from_f64(0.5));
            let axes = from_fn(|k| Vector::default().with(k, R::from_f64(1.0)));
            Some(OrientedCore { center: *min + half, half, axes })
        }
        _ => None,
    }
}

/// How far two boxes are apart along each direction, negative where they overlap along it: times its length, which is 1 for faces, and
/// the sine between the two edges for what is across them.
struct Lengths<R, const N: usize> {
    faces: [[R; N]; 2],
    across: [[R; N]; N],
    /// Of the angle between two edges.
    cosines: [Vector<R, N>; N],
    /// What rounding may do to a length.
    tolerance: R,
}

impl<R: Real, const N: usize> Lengths<R, N> {
    #[inline]
    fn of_faces(a: &OrientedCore<R, N>, b: &OrientedCore<R, N>) -> (Self, Vector<R, N>) {
        let zero = R::default();
        let way = b.center - a.center;
        let cosines: [Vector<R, N>; N] = from_fn(|i| Vector(from_fn(|j| a.axes[i].dot(b.axes[j]))));
        let offset: Vector<R, N> = Vector(from_fn(|i| way.dot(a.axes[i])));
        let sum = (0..N).fold(zero, |sum, k| sum + a.half[k] + b.half[k] + abs(offset[k]));
        let own = from_fn(|i| {
            abs(offset[i]) - (0..N).fold(a.half[i], |sum, j| sum + b.half[j] * abs(cosines[i][j]))
        });
        let other = from_fn(|j| {
            let reach = (0..N).fold(b.half[j], |sum, i| sum + a.half[i] * abs(cosines[i][j]));
            abs(way.dot(b.axes[j])) - reach
        });
        (
            Self { faces: [own, other], across: [[zero; N]; N], cosines, tolerance: rounding_error(sum) },
            offset,
        )
    }

    #[inline]
    fn look_across(&mut self, a: &OrientedCore<R, N>, b: &OrientedCore<R, N>, offset: Vector<R, N>) {
        let cosines = &self.cosines;
        let slopes = cosines.map(|row| row.map(abs));
        for i in 0..N {
            let (i1, i2) = ((i + 1) % N, (i + 2) % N);
            for j in 0..N {
                let (j1, j2) = ((j + 1) % N, (j + 2) % N);
                let gap = abs(offset[i2] * cosines[i1][j] - offset[i1] * cosines[i2][j]);
                let reach = a.half[i1] * slopes[i2][j]
                    + a.half[i2] * slopes[i1][j]
                    + b.half[j1] * slopes[i][j2]
                    + b.half[j2] * slopes[i][j1];
                self.across[i][j] = gap - reach;
            }
        }
    }

    #[inline]
    fn most_of_faces(&self) -> R {
        self.faces.as_flattened().iter().fold(R::from_f64(f64::NEG_INFINITY), |most, gap| larger(most, *gap))
    }

    #[inline]
    fn most_across(&self) -> R {
        self.across.as_flattened().iter().fold(R::from_f64(f64::NEG_INFINITY), |most, gap| larger(most, *gap))
    }
}

fn abs<R: Real>(c: R) -> R {
    c.distance(R::default())
}

fn larger<R: Real>(a: R, b: R) -> R {
    if b > a { b } else { a }
}

/// The relation of two boxes whose radii add up to nothing; `None` for others, and where rounding hides it.
#[inline]
pub(super) fn relate<R: Real, const N: usize, V: Verdict>(a: &Core<R, N>, b: &Core<R, N>) -> Option<V> {
    let (a, b) = (turned(a)?, turned(b)?);
    let zero = R::default();
    let (mut lengths, offset) = Lengths::of_faces(&a, &b);
    let (most, tolerance) = (lengths.most_of_faces(), lengths.tolerance);
    if most > tolerance {
        return Some(V::APART);
    }
    lengths.look_across(&a, &b, offset);
    let across = lengths.most_across();
    // A direction across two edges is at most as long as 1: what it tells beyond the tolerance is true.
    if across > tolerance {
        return Some(V::APART);
    }
    // A NaN leaves it open.
    let plain = across < -tolerance && most <= tolerance && tolerance < R::from_f64(f64::INFINITY);
    plain.then(|| V::within(if abs(most) <= tolerance { zero } else { most }, zero))
}

/// Whether two boxes are more than `limit` apart or overlap, and how deep; `None` for others. Only directions that may be the one
/// along which they are least deep are measured closely; of these, as of all, the first of equals is told.
#[inline(never)]
pub(super) fn said<R: Real, const N: usize>(
    a: &Core<R, N>,
    b: &Core<R, N>,
    limit: R,
) -> Option<SatResult<R, N>> {
    let (p, q) = (turned(a)?, turned(b)?);
    let (mut lengths, offset) = Lengths::of_faces(&p, &q);
    let (most, tolerance) = (lengths.most_of_faces(), lengths.tolerance);
    let far = limit + tolerance;
    if most > far {
        return Some(SatResult::Beyond);
    }
    lengths.look_across(&p, &q, offset);
    let across = lengths.most_across();
    if across > far && limit >= R::default() {
        return Some(SatResult::Beyond);
    }
    // Also false for NaN.
    if !(most < -tolerance && across < -tolerance && tolerance < R::from_f64(f64::INFINITY)) {
        return Some(SatResult::Open);
    }
    let (a, b) = (Edged::new(a)?, Edged::new(b)?);
    let mut widest = Widest { a: &a, b: &b, best: None, off: off(tolerance) };
    for (gaps, faces) in lengths.faces.iter().zip([&a.faces, &b.faces]) {
        for (gap, face) in gaps.iter().zip(faces) {
            if *gap >= most - widest.off {
                widest.offer(*face);
            }
        }
    }
    let one = R::from_f64(1.0);
    for i in 0..N {
        for j in 0..N {
            let cosine = lengths.cosines[i][j];
            if widest.may_be_best(lengths.across[i][j], (one - cosine) * (one + cosine)) {
                widest.offer_edges(a.faces[i], b.faces[j]);
            }
        }
    }
    Some(SatResult::Deep(widest.gap()))
}
