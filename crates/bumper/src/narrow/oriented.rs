//! Boxes in any direction.
//!
//! Method: separating axes. Two boxes on a plane are apart along one of their four axes or not at all; in space there
//! are also the nine directions across an axis of each (S. Gottschalk, M. Lin, D. Manocha, OBBTree, SIGGRAPH 1996).

use crate::scalar::{Real, Scalar, Span};
use crate::vector::from_fn;
use crate::{Aabb, OrientedBox, Relate, Rotation, Vector, Verdict};

/// Two axes with a sine whose square is below this are parallel: what is across both is not known, and the axes
/// themselves tell as much within as many rounding errors.
const PARALLEL: f64 = 1e-14;

/// The relation of two boxes. The directions across two axes, which rounding moves most, are classified in `f64` where they are
/// not plain.
#[inline]
pub(super) fn boxes<S: Scalar, const N: usize, V: Verdict>(
    a: &OrientedBox<S, N>,
    b: &OrientedBox<S, N>,
) -> V {
    let (p, q) = (Frame::new(a, S::to_real), Frame::new(b, S::to_real));
    classify(&p, &q, || (Frame::new(a, S::to_f64), Frame::new(b, S::to_f64)))
}

/// The relation of a box and one along the axes.
#[inline]
pub(super) fn against_upright<S: Scalar, const N: usize, V: Verdict>(
    a: &OrientedBox<S, N>,
    b: &Aabb<S, N>,
) -> V {
    let (p, q) = (Frame::new(a, S::to_real), Frame::upright(b, S::to_real));
    classify(&p, &q, || (Frame::new(a, S::to_f64), Frame::upright(b, S::to_f64)))
}

#[inline(always)]
fn classify<R: Real, const N: usize, V: Verdict>(
    a: &Frame<R, N>,
    b: &Frame<R, N>,
    wide: impl FnOnce() -> (Frame<f64, N>, Frame<f64, N>),
) -> V {
    let (own, offset, cosines) = along_axes::<R, N, V>(a, b);
    if N != 3 || V::is_weakest(own) {
        return own;
    }
    match across_axes(a, b, &offset, &cosines) {
        Some(true) => V::APART,
        Some(false) => own,
        None => {
            let (a, b) = wide();
            own.and(in_space(&a, &b))
        }
    }
}

/// Whether a direction across an axis of each keeps two boxes apart, where that is plain: where none is within rounding.
#[inline(always)]
fn across_axes<R: Real, const N: usize>(
    a: &Frame<R, N>,
    b: &Frame<R, N>,
    offset: &Vector<R, N>,
    cosines: &[Vector<R, N>; N],
) -> Option<bool> {
    let (zero, none) = (R::default(), R::from_f64(f64::NEG_INFINITY));
    let size = |c: R| c.distance(zero);
    let sum = (0..N).fold(zero, |sum, k| sum + a.half[k] + b.half[k] + size(offset[k]));
    // A dozen rounding errors of products of lengths and cosines.
    let error = sum * R::EPSILON * R::from_f64(16.0);
    let mut most = none;
    let mut unsure = false;
    for i in 0..N {
        let (i1, i2) = ((i + 1) % N, (i + 2) % N);
        for j in 0..N {
            let (j1, j2) = ((j + 1) % N, (j + 2) % N);
            let (own, other) = (cosines[i1][j], cosines[i2][j]);
            let gap = size(offset[i2] * own - offset[i1] * other);
            let reach = a.half[i1] * size(other)
                + a.half[i2] * size(own)
                + b.half[j1] * size(cosines[i][j2])
                + b.half[j2] * size(cosines[i][j1]);
            let beyond = gap - reach;
            unsure |= size(beyond) <= error;
            most = if beyond > most { beyond } else { most };
        }
    }
    // A NaN leaves it open.
    match (most > error, most < zero && !unsure) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// A box in the float it is computed in.
struct Frame<R, const N: usize> {
    center: Vector<R, N>,
    half: Vector<R, N>,
    axes: [Vector<R, N>; N],
}

impl<R: Real, const N: usize> Frame<R, N> {
    #[inline]
    fn new<S: Scalar>(shape: &OrientedBox<S, N>, number: impl Fn(S) -> R + Copy) -> Self {
        Self {
            center: shape.center().map(number),
            half: shape.half_size().map(number),
            axes: shape.rotation().axes().map(|axis| axis.map(number)),
        }
    }

    #[inline]
    fn upright<S: Scalar>(shape: &Aabb<S, N>, number: impl Fn(S) -> R + Copy) -> Self {
        let (min, max) = (shape.min().map(number), shape.max().map(number));
        let half = (max - min).map(|c| c * R::from_f64(0.5));
        Self { center: min + half, half, axes: Rotation::identity().axes() }
    }
}

/// The relation along the axes of both, with the offset in the first one's frame, and the cosines between the axes.
#[inline(always)]
fn along_axes<R: Real, const N: usize, V: Verdict>(
    a: &Frame<R, N>,
    b: &Frame<R, N>,
) -> (V, Vector<R, N>, [Vector<R, N>; N]) {
    let way = b.center - a.center;
    let size = |c: R| c.distance(R::default());
    let cosines: [Vector<R, N>; N] = from_fn(|i| Vector(from_fn(|j| a.axes[i].dot(b.axes[j]))));
    let offset = Vector(from_fn(|i| way.dot(a.axes[i])));
    let mut all = V::OVERLAPPING;
    for i in 0..N {
        let reach = (0..N).fold(a.half[i], |sum, j| sum + b.half[j] * size(cosines[i][j]));
        all = all.and(V::within(size(offset[i]), reach));
    }
    for (j, axis) in b.axes.iter().enumerate() {
        let reach = (0..N).fold(b.half[j], |sum, i| sum + a.half[i] * size(cosines[i][j]));
        all = all.and(V::within(size(way.dot(*axis)), reach));
    }
    (all, offset, cosines)
}

/// The relation along all directions. Those across two axes by what each box spans there, not by the cosines between axes:
/// the axes of `f32` are square but for rounding, and of axes that are all but parallel nothing else is left.
#[inline(never)]
fn in_space<const N: usize, V: Verdict>(a: &Frame<f64, N>, b: &Frame<f64, N>) -> V {
    let (mut all, _, _) = along_axes::<f64, N, V>(a, b);
    let way = b.center - a.center;
    let span = |frame: &Frame<f64, N>, direction: Vector<f64, N>| {
        (0..N).fold(0.0, |sum: f64, k| sum + frame.half[k] * frame.axes[k].dot(direction).abs())
    };
    for u in a.axes {
        for v in b.axes {
            let direction: Vector<f64, N> = Vector(from_fn(|k| {
                let (i, j) = ((k + 1) % N, (k + 2) % N);
                u[i] * v[j] - u[j] * v[i]
            }));
            if direction.dot(direction) > PARALLEL {
                let reach = span(a, direction) + span(b, direction);
                all = all.and(V::within(way.dot(direction).abs(), reach));
            }
        }
    }
    all
}

/// The relation of a box and a ball, or a point: seen in the frame of the box, that of a box along the axes.
#[inline]
pub(super) fn round<S: Scalar, const N: usize, V: Verdict>(
    shape: &OrientedBox<S, N>,
    center: Vector<S, N>,
    radius: S,
) -> V {
    let frame = Frame::new(shape, S::to_real);
    let way = center.map(S::to_real) - frame.center;
    let local = Vector(from_fn(|axis| way.dot(frame.axes[axis])));
    let upright = Aabb::new(frame.half.map(|c| -c), frame.half);
    let (radius, gaps) = (radius.to_real(), upright.gaps_to(local));
    V::within_or(gaps.norm_squared(), radius.square(), || upright.relate(&local))
}
