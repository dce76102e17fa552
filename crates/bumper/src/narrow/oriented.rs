//! Relations of oriented boxes, by separating axes: the axes of both boxes and, in 3D, the nine cross products of an axis of one box and an
//! axis of the other (S. Gottschalk, M. Lin, D. Manocha, OBBTree, SIGGRAPH 1996).

use crate::narrow::tolerance::MIN_CROSS_SQUARED_SINE;
use crate::scalar::{Real, Scalar, Span};
use crate::vector::from_fn;
use crate::{Aabb, OrientedBox, Relate, Rotation, Vector, Verdict};

/// The relation of two boxes. Cross products of axes have the largest rounding error; if rounding may change the result, the cross products
/// are computed in `f64`.
#[inline]
pub(super) fn boxes<S: Scalar, const N: usize, V: Verdict>(
    a: &OrientedBox<S, N>,
    b: &OrientedBox<S, N>,
) -> V {
    let p = RealBox::new(a, S::to_real);
    let q = RealBox::new(b, S::to_real);
    classify(&p, &q, || (RealBox::new(a, S::to_f64), RealBox::new(b, S::to_f64)))
}

/// The relation of an oriented and an axis-aligned box.
#[inline]
pub(super) fn against_aabb<S: Scalar, const N: usize, V: Verdict>(
    a: &OrientedBox<S, N>,
    b: &Aabb<S, N>,
) -> V {
    let p = RealBox::new(a, S::to_real);
    let q = RealBox::aabb(b, S::to_real);
    classify(&p, &q, || (RealBox::new(a, S::to_f64), RealBox::aabb(b, S::to_f64)))
}

/// The relation of two boxes. If rounding may change the result, `in_f64` is called; it returns the same two boxes in `f64`.
#[inline(always)]
fn classify<R: Real, const N: usize, V: Verdict>(
    a: &RealBox<R, N>,
    b: &RealBox<R, N>,
    in_f64: impl FnOnce() -> (RealBox<f64, N>, RealBox<f64, N>),
) -> V {
    let AxesResult { verdict: by_face_normals, offset, cosines } = relate_along_axes::<R, N, V>(a, b);
    if N != 3 || V::is_weakest(by_face_normals) {
        return by_face_normals;
    }
    match separated_by_cross_products(a, b, &offset, &cosines) {
        Some(true) => V::APART,
        Some(false) => by_face_normals,
        None => {
            let (a, b) = in_f64();
            by_face_normals.and(relate_in_3d(&a, &b))
        }
    }
}

/// Whether a cross product of an axis of `a` and an axis of `b` separates the boxes; `None` if rounding may change the result.
#[inline(always)]
fn separated_by_cross_products<R: Real, const N: usize>(
    a: &RealBox<R, N>,
    b: &RealBox<R, N>,
    offset: &Vector<R, N>,
    cosines: &[Vector<R, N>; N],
) -> Option<bool> {
    let lowest = R::NEG_INFINITY;
    let size = |c: R| c.abs();
    let sum = (0..N).fold(R::ZERO, |sum, k| sum + a.half[k] + b.half[k] + size(offset[k]));
    // `distance` and `radius` are sums of about a dozen products of a length and a cosine, and each operation rounds. `error` bounds the
    // error of these sums.
    let error = sum * R::EPSILON * R::from_f64(16.0);
    let mut max_gap = lowest;
    let mut unsure = false;
    for i in 0..N {
        let i1 = (i + 1) % N;
        let i2 = (i + 2) % N;
        for j in 0..N {
            let j1 = (j + 1) % N;
            let j2 = (j + 2) % N;
            let p = cosines[i1][j];
            let q = cosines[i2][j];
            let distance = size(offset[i2] * p - offset[i1] * q);
            let radius = a.half[i1] * size(q)
                + a.half[i2] * size(p)
                + b.half[j1] * size(cosines[i][j2])
                + b.half[j2] * size(cosines[i][j1]);
            let gap = distance - radius;
            unsure |= size(gap) <= error;
            max_gap = max_gap.max(gap);
        }
    }
    // If a coordinate is NaN, the result is `None`.
    match (max_gap > error, max_gap < R::ZERO && !unsure) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// An oriented or axis-aligned box, converted to a float type.
struct RealBox<R, const N: usize> {
    center: Vector<R, N>,
    half: Vector<R, N>,
    axes: [Vector<R, N>; N],
}

impl<R: Real, const N: usize> RealBox<R, N> {
    #[inline]
    fn new<S: Scalar>(shape: &OrientedBox<S, N>, number: impl Fn(S) -> R + Copy) -> Self {
        Self {
            center: shape.center().map(number),
            half: shape.half_size().map(number),
            axes: shape.rotation().axes().map(|axis| axis.map(number)),
        }
    }

    #[inline]
    fn aabb<S: Scalar>(shape: &Aabb<S, N>, number: impl Fn(S) -> R + Copy) -> Self {
        let min = shape.min().map(number);
        let max = shape.max().map(number);
        let half = (max - min).map(|c| c * R::HALF);
        Self { center: min + half, half, axes: Rotation::identity().axes() }
    }
}

/// The relation of two boxes along their axes, and the lengths and cosines that were computed for it.
struct AxesResult<R, V, const N: usize> {
    /// The relation of the boxes along the axes of both.
    verdict: V,
    /// The vector between the centers in the local space of the first box.
    offset: Vector<R, N>,
    /// The cosines of the angles between the axes of the first box and those of the second one.
    cosines: [Vector<R, N>; N],
}

/// Compares two boxes along the axes of both.
#[inline(always)]
fn relate_along_axes<R: Real, const N: usize, V: Verdict>(
    a: &RealBox<R, N>,
    b: &RealBox<R, N>,
) -> AxesResult<R, V, N> {
    let delta = b.center - a.center;
    let size = |c: R| c.abs();
    let cosines: [Vector<R, N>; N] = from_fn(|i| Vector(from_fn(|j| a.axes[i].dot(b.axes[j]))));
    let offset = Vector(from_fn(|i| delta.dot(a.axes[i])));
    let mut all = V::OVERLAPPING;
    for i in 0..N {
        let radius = (0..N).fold(a.half[i], |sum, j| sum + b.half[j] * size(cosines[i][j]));
        all = all.and(V::within(size(offset[i]), radius));
    }
    for (j, axis) in b.axes.iter().enumerate() {
        let radius = (0..N).fold(b.half[j], |sum, i| sum + a.half[i] * size(cosines[i][j]));
        all = all.and(V::within(size(delta.dot(*axis)), radius));
    }
    AxesResult { verdict: all, offset, cosines }
}

/// The relation of two boxes in 3D along their axes and all cross products of an axis of `a` and an axis of `b`.
///
/// The boxes are projected onto each cross product. The usual formula computes these projections faster, from the cosines between axes, but
/// assumes that the axes of a box are perpendicular. Axes in `f32` are perpendicular only within rounding. If two axes are almost parallel,
/// this error is large compared with their short cross product.
#[inline(never)]
fn relate_in_3d<const N: usize, V: Verdict>(a: &RealBox<f64, N>, b: &RealBox<f64, N>) -> V {
    let mut all = relate_along_axes::<f64, N, V>(a, b).verdict;
    let delta = b.center - a.center;
    let span = |frame: &RealBox<f64, N>, direction: Vector<f64, N>| {
        (0..N).fold(0.0, |sum: f64, k| sum + frame.half[k] * frame.axes[k].dot(direction).abs())
    };
    for u in a.axes {
        for v in b.axes {
            let direction: Vector<f64, N> = Vector(from_fn(|k| {
                let i = (k + 1) % N;
                let j = (k + 2) % N;
                u[i] * v[j] - u[j] * v[i]
            }));
            if direction.dot(direction) > MIN_CROSS_SQUARED_SINE {
                let radius = span(a, direction) + span(b, direction);
                all = all.and(V::within(delta.dot(direction).abs(), radius));
            }
        }
    }
    all
}

/// The relation of an oriented box and a ball or point, computed in the local space of the box.
#[inline]
pub(super) fn ball<S: Scalar, const N: usize, V: Verdict>(
    shape: &OrientedBox<S, N>,
    center: Vector<S, N>,
    radius: S,
) -> V {
    let frame = RealBox::new(shape, S::to_real);
    let delta = center.map(S::to_real) - frame.center;
    let local = Vector(from_fn(|axis| delta.dot(frame.axes[axis])));
    let aabb = Aabb::new(frame.half.map(|c| -c), frame.half);
    let radius = radius.to_real();
    let gaps = aabb.gaps_to(local);
    V::within_or(gaps.norm_squared(), radius.square(), || aabb.relate(&local))
}
