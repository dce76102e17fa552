//! A mask against what is neither a box along the axes nor made of the same squares: by halves.

use crate::composite::Operand;
use crate::mask::Frame;
use crate::scalar::Scalar;
use crate::{Aabb, Relate, Shape, Sprite, Verdict};

/// The relation to any shape that is not a compound.
pub(super) fn relate<S: Scalar, V: Verdict, const N: usize>(
    sprite: &Sprite<'_, S, N>,
    other: &Shape<'_, S, N>,
) -> V {
    match other {
        Shape::Point(point) => sprite.relate_box(&Aabb::point(*point)),
        Shape::Aabb(shape) => sprite.relate_box(shape),
        Shape::Mask(other) if sprite.matches(other) => sprite.relate_matching(other),
        _ => relate_frame(sprite, near(sprite, other), other),
    }
}

fn relate_frame<S: Scalar, V: Verdict, const N: usize>(
    sprite: &Sprite<'_, S, N>,
    frame: Frame,
    other: &Shape<'_, S, N>,
) -> V {
    if !sprite.mask().any_in(frame) {
        return V::APART;
    }
    let whole: V = Shape::Aabb(sprite.box_of(frame)).relate(other);
    if whole.is_weakest() || frame.is_pixel() {
        return whole;
    }
    let halves = frame.halves().into_iter().flatten();
    let parts = halves.fold(V::APART, |verdict, half| {
        if verdict.is_final() { verdict } else { verdict.or(relate_frame(sprite, half, other)) }
    });
    // Never stronger than that of the box around them, whatever rounding says, in every form of the answer.
    parts.and(whole)
}

/// What of the mask may touch a shape; in floats, which small machines do without, only for those.
fn near<S: Scalar, const N: usize>(sprite: &Sprite<'_, S, N>, other: &Shape<'_, S, N>) -> Frame {
    let solid = sprite.mask().solid();
    let around = || Operand::<S, S::Real, N>::new(other, None)?.bounds();
    let bounds = if S::IS_FLOAT { around() } else { None };
    bounds.map_or(solid, |bounds| sprite.part_in(solid, &bounds))
}
