//! The box around a shape in a world.

use super::Refusal;
use crate::pieces::Piece;
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::{Aabb, Shape, Vector};

/// How much more than a shape its box holds, as a part of its coordinates: what the relations of floats may be wrong by. A
/// curved rim is right to 10⁻⁶, a rounding to `f32`, which is one of these, to 10⁻⁷. And as a length: the squares of smaller ones vanish.
const MARGIN: (f64, f64) = (2e-6, 1e-22);

/// A box of `f32` that surely holds a shape and whatever may count as touching it.
pub(super) fn around<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Result<Aabb<f32, N>, Refusal> {
    let (min, max) = match shape {
        Shape::Point(point) => (point.map(S::to_f64), point.map(S::to_f64)),
        Shape::Aabb(aabb) => (aabb.min().map(S::to_f64), aabb.max().map(S::to_f64)),
        Shape::Ball(ball) => {
            let (center, radius) = (ball.center().map(S::to_f64), Vector::splat(ball.radius().to_f64()));
            (center - radius, center + radius)
        }
        _ => {
            let piece = Piece::<S, f64, N>::new(shape).ok_or(Refusal::Empty)?;
            let bounds = piece.bounds;
            // What has a NaN somewhere is as large as can be.
            if (0..N).any(|axis| bounds.max()[axis] - bounds.min()[axis] == f64::INFINITY) {
                let mut known = true;
                piece.kind.each_convex(&mut |part| known &= !part.magnitude().to_f64().is_nan());
                if !known {
                    return Err(Refusal::NotANumber);
                }
            }
            (bounds.min(), bounds.max())
        }
    };
    let known = |v: Vector<f64, N>| v.0.iter().all(|c| !c.is_nan());
    if !known(min) || !known(max) {
        return Err(Refusal::NotANumber);
    }
    Ok(outward::<S, N>(min, max))
}

/// Up to which coordinates `f32` rounds as it does near one.
const FARTHEST: f64 = 1e37;

/// A box of `f32` around one that is moved, and whatever may count as touching it.
#[inline]
pub(super) fn outward<S: Scalar, const N: usize>(min: Vector<f64, N>, max: Vector<f64, N>) -> Aabb<f32, N> {
    let larger = |most: f64, c: &f64| if most < c.abs() { c.abs() } else { most };
    // The largest coordinate decides on all axes, as it does where lengths are compared.
    let largest = min.0.iter().chain(&max.0).fold(0.0, larger);
    if S::IS_FLOAT && largest < FARTHEST {
        // The margin is some roundings of its own.
        let margin = largest * MARGIN.0 + MARGIN.1;
        return Aabb::ordered(min.0.mapped(|c| (c - margin) as f32), max.0.mapped(|c| (c + margin) as f32));
    }
    let (min, max) = margins(min, max, S::IS_FLOAT);
    let down = |c: f64| if f64::from(c as f32) > c { (c as f32).next_down() } else { c as f32 };
    let up = |c: f64| if f64::from(c as f32) < c { (c as f32).next_up() } else { c as f32 };
    Aabb::ordered(min.0.mapped(down), max.0.mapped(up))
}

fn margins<const N: usize>(
    min: Vector<f64, N>,
    max: Vector<f64, N>,
    is_float: bool,
) -> (Vector<f64, N>, Vector<f64, N>) {
    // 64-bit whole numbers round as f64 does.
    let (part, least) = if is_float { MARGIN } else { (4.0 * f64::EPSILON, 0.0) };
    // The largest coordinate decides on all axes, as it does where lengths are compared.
    let ends = min.0.into_iter().chain(max.0).filter(|c| c.is_finite());
    let largest = ends.fold(0.0, |most: f64, c| most.max(c.abs()));
    let margin = Vector::splat(largest * part + least);
    (min - margin, max + margin)
}
