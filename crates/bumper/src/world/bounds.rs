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
#[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
pub(super) fn around<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Result<Aabb<f32, N>, Refusal> {
    let (min, max) = ends(shape)?;
    Ok(outward(min, max))
}

/// The ends of a shape, without a NaN.
#[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
fn ends<S: Scalar, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Result<(Vector<f64, N>, Vector<f64, N>), Refusal> {
    let (min, max) = match shape {
        Shape::Point(point) => (point.map(S::to_f64), point.map(S::to_f64)),
        Shape::Aabb(aabb) => (aabb.min().map(S::to_f64), aabb.max().map(S::to_f64)),
        Shape::Ball(ball) => {
            let (center, radius) = (ball.center().map(S::to_f64), Vector::splat(ball.radius().to_f64()));
            (center - radius, center + radius)
        }
        _ => extent(shape)?,
    };
    let known = |v: Vector<f64, N>| v.0.iter().all(|c| !c.is_nan());
    if known(min) && known(max) { Ok((min, max)) } else { Err(Refusal::NotANumber) }
}

/// The ends of a shape of any kind.
#[inline(never)]
fn extent<S: Scalar, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Result<(Vector<f64, N>, Vector<f64, N>), Refusal> {
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
    Ok((bounds.min(), bounds.max()))
}

/// Whether a shape is the box around it.
pub(super) fn is_box<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> bool {
    matches!(shape, Shape::Point(_) | Shape::Aabb(_))
}

/// A box that a world is asked for, and what surely overlaps it, by boxes alone.
pub(super) struct Region<const N: usize> {
    /// Around whatever may count as touching it.
    pub around: Aabb<f32, N>,
    /// If what is asked for is a box, and what a world keeps a box around is one, too: they surely overlap if that begins within
    /// the first and ends within the second of these. No numbers for other shapes.
    pub sure: [Aabb<f32, N>; 2],
}

/// How far the side of a box may be from that of the box of `f32` around it, as parts of coordinates and as a length: the margin, as
/// much again for the sums of those who compare, and some rounding.
const DOUBT: (f32, f32) = (5e-6, 1e-21);

/// How many times as far out as what is asked for a box may reach to be surely met: so far it need not be asked what the
/// coordinates of each may be wrong by.
const REACH: f32 = 4.0;

impl<const N: usize> Region<N> {
    #[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
    pub fn new<S: Scalar>(shape: &Shape<'_, S, N>) -> Result<Self, Refusal> {
        let (min, max) = ends(shape)?;
        let around = outward(min, max);
        let far = largest(min.map(|c| c as f32), max.map(|c| c as f32));
        let far = if is_box(shape) { far } else { f32::NAN };
        let (reach, (low, high)) = (far * REACH, (around.min(), around.max()));
        let doubt = (far + reach) * DOUBT.0 + 2.0 * DOUBT.1;
        let begins = Aabb::ordered([-reach; N], high.0.mapped(|c| c - doubt));
        let ends = Aabb::ordered(low.0.mapped(|c| c + doubt), [reach; N]);
        Ok(Self { around, sure: [begins, ends] })
    }

    /// Whether a box surely lies within the shape.
    #[inline]
    pub fn holds(&self, bounds: &Aabb<f32, N>) -> bool {
        let (low, high) = (self.sure[1].min(), self.sure[0].max());
        (0..N).all(|axis| low[axis] < bounds.min()[axis] && bounds.max()[axis] < high[axis])
    }
}

/// Up to which coordinates `f32` rounds as it does near one.
const FARTHEST: f32 = 1e37;

/// The largest coordinate of a box, without its sign. It decides on all axes, as it does where lengths are compared.
#[inline]
fn largest<const N: usize>(min: Vector<f32, N>, max: Vector<f32, N>) -> f32 {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    (0..N).fold(0.0, |most, axis| larger(larger(-min[axis], max[axis]), most))
}

/// A box of `f32` around one that is moved, and whatever may count as touching it: with whole numbers, whose relations are exact, more
/// than need be.
#[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
pub(super) fn outward<const N: usize>(min: Vector<f64, N>, max: Vector<f64, N>) -> Aabb<f32, N> {
    let (near_min, near_max) = (min.map(|c| c as f32), max.map(|c| c as f32));
    let largest = largest(near_min, near_max);
    if largest < FARTHEST {
        // A tenth more than the margin is some roundings.
        let margin = largest * (MARGIN.0 * 1.1) as f32 + MARGIN.1 as f32;
        return Aabb::ordered(near_min.0.mapped(|c| c - margin), near_max.0.mapped(|c| c + margin));
    }
    let (min, max) = margins(min, max);
    let down = |c: f64| if f64::from(c as f32) > c { (c as f32).next_down() } else { c as f32 };
    let up = |c: f64| if f64::from(c as f32) < c { (c as f32).next_up() } else { c as f32 };
    Aabb::ordered(min.0.mapped(down), max.0.mapped(up))
}

#[inline(never)]
fn margins<const N: usize>(min: Vector<f64, N>, max: Vector<f64, N>) -> (Vector<f64, N>, Vector<f64, N>) {
    // The largest coordinate decides on all axes, as it does where lengths are compared.
    let ends = min.0.into_iter().chain(max.0).filter(|c| c.is_finite());
    let largest = ends.fold(0.0, |most: f64, c| most.max(c.abs()));
    let margin = Vector::splat(largest * MARGIN.0 + MARGIN.1);
    (min - margin, max + margin)
}
