//! The relation of a mask and another shape, by recursive halving of the mask.

use crate::mask::Frame;
use crate::scalar::Scalar;
use crate::view::ShapeView;
use crate::{Aabb, Relate, Shape, Sprite, Verdict};

/// The relation of a mask and a shape that is not a list of parts. For boxes, points and masks with the same pixel size, the bits of the
/// mask are tested as whole words. For other shapes, rectangles of pixels are halved recursively.
pub(super) fn relate<S: Scalar, V: Verdict, const N: usize>(
    sprite: &Sprite<'_, S, N>,
    other: &Shape<'_, S, N>,
) -> V {
    match other {
        Shape::Point(point) => sprite.relate_box(&Aabb::point(*point)),
        Shape::Aabb(shape) => sprite.relate_box(shape),
        Shape::Mask(other) if sprite.matches(other) => sprite.relate_matching(other),
        _ => relate_frame(sprite, frame_near(sprite, other), other),
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
    // The solid pixels of a rectangle cannot have a stronger relation than the rectangle itself. Rounding could make it stronger, so `and`
    // limits it.
    parts.and(whole)
}

/// The rectangle of pixels that may touch a shape. For integer scalars, all solid pixels: to find a smaller rectangle, the bounds of the
/// shape would be needed in floats, which this function avoids.
fn frame_near<S: Scalar, const N: usize>(sprite: &Sprite<'_, S, N>, other: &Shape<'_, S, N>) -> Frame {
    let solid = sprite.mask().solid();
    let aabb = || ShapeView::<S, S::Real, N>::new(other, None)?.bounds();
    let bounds = if S::IS_FLOAT { aabb() } else { None };
    bounds.map_or(solid, |bounds| sprite.part_in(solid, &bounds))
}
