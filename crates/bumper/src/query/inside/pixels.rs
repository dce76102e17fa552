//! Containment of a shape in a mask, which is the union of its solid pixels.

use super::contains_shape;
use super::flat::flattened;
use crate::mask::Frame;
use crate::scalar::Scalar;
use crate::{Aabb, Relate, Shape, Sprite, Vector};

/// Calls `each` with a box for each row of a sprite that has solid pixels. The box extends from the first solid pixel of the row to the
/// last one.
pub(super) fn each_row<S: Scalar, const N: usize>(
    sprite: &Sprite<'_, S, N>,
    each: &mut dyn FnMut(Aabb<S, N>),
) {
    let mask = sprite.mask();
    for j in 0..mask.size()[1] {
        let first = mask.runs(j).next();
        let last = mask.runs(j).last();
        if let (Some([from, _]), Some([_, to])) = (first, last) {
            each(sprite.box_of(Frame { min: [from, j], max: [to, j + 1] }));
        }
    }
}

/// Whether a shape is inside a sprite: it is inside the AABB of the sprite and overlaps none of the empty pixels.
pub(super) fn in_mask<S: Scalar, const N: usize>(sprite: &Sprite<'_, S, N>, inner: &Shape<'_, S, N>) -> bool {
    let mask = sprite.mask();
    let area = sprite.aabb();
    let line = flattened(inner);
    if let Some([from, to]) = line
        && from == to
    {
        return sprite.contains(from);
    }
    let Some(bounds) = inner.bounds() else { return false };
    if !contains_shape(&area.into(), inner) {
        return false;
    }
    let frame = sprite.part_in(Frame { min: [0; 2], max: mask.size() }, &bounds);
    let mut empty = (frame.min[1]..frame.max[1])
        .flat_map(|j| (frame.min[0]..frame.max[0]).map(move |i| [i, j]))
        .filter(|[i, j]| !mask.get(*i, *j));
    empty.all(|at| {
        let is_on_free_edge = || line.is_some_and(|line| lies_on_free_edge(sprite, at, line));
        !sprite.pixel_box(at[0], at[1]).overlaps(inner) && !is_on_free_edge()
    })
}

/// Whether a part of an axis-aligned segment lies on an edge of an empty pixel without a solid pixel on the other side. Such a part of the
/// segment is not inside the mask.
fn lies_on_free_edge<S: Scalar, const N: usize>(
    sprite: &Sprite<'_, S, N>,
    [i, j]: [u16; 2],
    [from, to]: [Vector<S, N>; 2],
) -> bool {
    let Some(normal_axis) = (0..N).find(|&axis| from[axis] == to[axis]) else { return false };
    let line_axis = N - 1 - normal_axis;
    let pixel = sprite.pixel_box(i, j);
    let spans = |aabb: &Aabb<S, N>| {
        aabb.min()[normal_axis] <= from[normal_axis] && from[normal_axis] <= aabb.max()[normal_axis]
    };
    let (low, high) = if from[line_axis] < to[line_axis] { (from, to) } else { (to, from) };
    if !spans(&pixel) || high[line_axis] <= pixel.min()[line_axis] || pixel.max()[line_axis] <= low[line_axis]
    {
        return false;
    }
    let beyond = |step: i32| {
        let mut at = [i32::from(i), i32::from(j)];
        at[normal_axis] += step;
        let inside = (0..2).all(|axis| (0..i32::from(sprite.mask().size()[axis])).contains(&at[axis]));
        inside.then_some([at[0] as u16, at[1] as u16])
    };
    !([-1, 1].into_iter().filter_map(beyond))
        .any(|[i, j]| sprite.mask().get(i, j) && spans(&sprite.pixel_box(i, j)))
}
