//! What is within masks: all of their solid pixels together.

use super::flat::flattened;
use super::holds;
use crate::mask::Frame;
use crate::scalar::Scalar;
use crate::{Aabb, Relate, Shape, Sprite, Vector};

/// Calls `each` with a box for each row of a sprite, from its first solid pixel to its last.
pub(super) fn each_row<S: Scalar, const N: usize>(
    sprite: &Sprite<'_, S, N>,
    each: &mut dyn FnMut(Aabb<S, N>),
) {
    let mask = sprite.mask();
    for j in 0..mask.size()[1] {
        let (first, last) = (mask.runs(j).next(), mask.runs(j).last());
        if let (Some([from, _]), Some([_, to])) = (first, last) {
            each(sprite.box_of(Frame { min: [from, j], max: [to, j + 1] }));
        }
    }
}

/// Whether a shape is in a sprite: in its area, and in none of its empty pixels.
pub(super) fn in_mask<S: Scalar, const N: usize>(sprite: &Sprite<'_, S, N>, inner: &Shape<'_, S, N>) -> bool {
    let (mask, area) = (sprite.mask(), sprite.aabb());
    let line = flattened(inner);
    if let Some([from, to]) = line
        && from == to
    {
        return sprite.contains(from);
    }
    let Some(bounds) = inner.bounds() else { return false };
    if !holds(&area.into(), inner) {
        return false;
    }
    let near = sprite.part_in(Frame { min: [0; 2], max: mask.size() }, &bounds);
    let mut empty = (near.min[1]..near.max[1])
        .flat_map(|j| (near.min[0]..near.max[0]).map(move |i| [i, j]))
        .filter(|[i, j]| !mask.get(*i, *j));
    empty.all(|at| {
        let is_beside = || line.is_some_and(|line| lies_beside(sprite, at, line));
        !sprite.pixel_box(at[0], at[1]).overlaps(inner) && !is_beside()
    })
}

/// Whether a line along an axis lies on an edge of an empty pixel, and what is beyond that edge is no solid one.
fn lies_beside<S: Scalar, const N: usize>(
    sprite: &Sprite<'_, S, N>,
    [i, j]: [u16; 2],
    [from, to]: [Vector<S, N>; 2],
) -> bool {
    let Some(across) = (0..N).find(|&axis| from[axis] == to[axis]) else { return false };
    let (along, pixel) = (N - 1 - across, sprite.pixel_box(i, j));
    let on = |aabb: &Aabb<S, N>| aabb.min()[across] <= from[across] && from[across] <= aabb.max()[across];
    let (low, high) = if from[along] < to[along] { (from, to) } else { (to, from) };
    if !on(&pixel) || high[along] <= pixel.min()[along] || pixel.max()[along] <= low[along] {
        return false;
    }
    let beyond = |step: i32| {
        let mut at = [i32::from(i), i32::from(j)];
        at[across] += step;
        let inside = (0..2).all(|axis| (0..i32::from(sprite.mask().size()[axis])).contains(&at[axis]));
        inside.then_some([at[0] as u16, at[1] as u16])
    };
    !([-1, 1].into_iter().filter_map(beyond))
        .any(|[i, j]| sprite.mask().get(i, j) && on(&sprite.pixel_box(i, j)))
}
