//! Boxes in any direction.
//!
//! Method: separating axes. Two boxes on a plane are apart along one of their four axes or not at all; in space there
//! are also the nine directions across an axis of each (S. Gottschalk, M. Lin, D. Manocha, OBBTree, SIGGRAPH 1996).

use crate::scalar::{Real, Scalar, Span};
use crate::{Aabb, OrientedBox, Relate, Rotation, Vector, Verdict};
use core::array::from_fn;

/// Two axes with a sine whose square is below this are parallel: what is across both is not known, and the axes
/// themselves tell as much within as many roundings.
const PARALLEL: f64 = 1e-14;

/// The relation of two boxes. In space it is computed in `f64`.
#[inline]
pub(super) fn boxes<S: Scalar, const N: usize, V: Verdict>(
    a: &OrientedBox<S, N>,
    b: &OrientedBox<S, N>,
) -> V {
    if N == 3 {
        in_space(&Frame::new(a, S::to_f64), &Frame::new(b, S::to_f64))
    } else {
        along_axes(&Frame::new(a, S::to_real), &Frame::new(b, S::to_real)).0
    }
}

/// The relation of a box and one along the axes.
#[inline]
pub(super) fn against_upright<S: Scalar, const N: usize, V: Verdict>(
    a: &OrientedBox<S, N>,
    b: &Aabb<S, N>,
) -> V {
    if N == 3 {
        in_space(&Frame::new(a, S::to_f64), &Frame::upright(b, S::to_f64))
    } else {
        along_axes(&Frame::new(a, S::to_real), &Frame::upright(b, S::to_real)).0
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
#[inline]
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
    for j in 0..N {
        let reach = (0..N).fold(b.half[j], |sum, i| sum + a.half[i] * size(cosines[i][j]));
        all = all.and(V::within(size(way.dot(b.axes[j])), reach));
    }
    (all, offset, cosines)
}

#[inline]
fn in_space<const N: usize, V: Verdict>(a: &Frame<f64, N>, b: &Frame<f64, N>) -> V {
    let (mut all, offset, cosines) = along_axes::<f64, N, V>(a, b);
    if all.is_weakest() {
        return all;
    }
    for i in 0..N {
        let (i1, i2) = ((i + 1) % N, (i + 2) % N);
        for j in 0..N {
            let (j1, j2) = ((j + 1) % N, (j + 2) % N);
            let (own, other) = (cosines[i1][j], cosines[i2][j]);
            let squared = own * own + other * other;
            let gap = (offset[i2] * own - offset[i1] * other).distance(0.0);
            let reach = a.half[i1] * other.distance(0.0)
                + a.half[i2] * own.distance(0.0)
                + b.half[j1] * cosines[i][j2].distance(0.0)
                + b.half[j2] * cosines[i][j1].distance(0.0);
            let across = V::within(gap, reach);
            all = if squared > PARALLEL { all.and(across) } else { all };
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
