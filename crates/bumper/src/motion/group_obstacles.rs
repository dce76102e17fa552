//! The obstacles of movers that move as a group, for example on a platform: obstacles outside the group, and the other movers of the group.

use super::hit::{Hit, HitTarget, Response};
use super::obstacles::{
    Movable, Obstacle, Obstacles, aabb_of, inflated, largest_coordinate, shape_aabb, swept_aabb,
};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Relate, Vector};
use alloc::vec::Vec;

/// The margin of the AABB of a platform or a mover, in ulps of its largest coordinate. It covers the rounding of positions.
const AABB_MARGIN_ULPS: f64 = 64.0;

/// The target of a hit of a mover in a group (the movers that a platform may carry and push). It is an obstacle outside the group, given by
/// its id, or another mover of the group, given by its index.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) enum GroupId<I> {
    Obstacle(I),
    Mover(usize),
}

/// The obstacles of one mover of a group (the movers that a platform may carry and push). They are the obstacles outside the group, and the
/// shapes of some of the other movers.
pub(super) struct GroupObstacles<'a, S: Scalar, const N: usize, M, O: ?Sized> {
    pub(super) obstacles: &'a O,
    pub(super) shapes: &'a [M],
    /// For each mover of the group, whether it is an obstacle.
    pub(super) solid: &'a [bool],
    pub(super) scalar: core::marker::PhantomData<S>,
}

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Obstacles<S, N>
    for GroupObstacles<'_, S, N, M, O>
{
    type Id = GroupId<O::Id>;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        each: &mut dyn FnMut(Self::Id, Obstacle<'a, S, N>) -> f64,
    ) {
        let mut limit = f64::INFINITY;
        self.obstacles.each_along(aabb, step, &mut |id, obstacle| {
            limit = each(GroupId::Obstacle(id), obstacle);
            limit
        });
        let swept = swept_aabb(aabb, step);
        for (index, shape) in self.shapes.iter().enumerate().filter(|(index, _)| self.solid[*index]) {
            if limit == f64::NEG_INFINITY {
                return;
            }
            if aabb_of(shape).is_some_and(|aabb| aabb.intersects(&swept)) {
                shape.each_part(&mut |part| {
                    let obstacle = Obstacle { order: u64::MAX, ..Obstacle::new(part) };
                    limit = each(GroupId::Mover(index), obstacle);
                });
            }
        }
    }
}

impl<I, R, const N: usize> Hit<GroupId<I>, R, N> {
    /// Converts a hit of a mover in a group to a hit with the ids of the caller. If the target is another mover, `mover_id` returns the id
    /// for its index. If it returns `None`, because that mover has no id, the result is `None`.
    pub(crate) fn with_mover_id(self, mover_id: impl FnOnce(usize) -> Option<I>) -> Option<Hit<I, R, N>> {
        let target = match self.target {
            HitTarget::Bounds => HitTarget::Bounds,
            HitTarget::Obstacle(GroupId::Obstacle(id)) => HitTarget::Obstacle(id),
            HitTarget::Obstacle(GroupId::Mover(index)) => HitTarget::Obstacle(mover_id(index)?),
        };
        let Self { normal, time, response, parts, .. } = self;
        Some(Hit { target, normal, time, response, parts })
    }
}

/// The rules that decide which movers of a group, which obstacles and which platform interact in a step. Movers are given by their indices
/// in the group.
pub(crate) trait GroupRules<I> {
    /// The response of a mover to an obstacle outside the group, or `None` to ignore the obstacle. It must be `None` for the platform that
    /// makes the step: the platform carries and pushes the movers, but does not stop them.
    fn respond(&self, mover: usize, obstacle: I) -> Option<Response>;
    /// Whether the platform carries and pushes a mover.
    fn is_carried(&self, mover: usize) -> bool;
    /// Whether two movers stop, carry and push each other.
    fn interact(&self, a: usize, b: usize) -> bool;
}

/// Translates the indices of movers that have been sorted for a step. `rules` are the rules of the caller, and use the indices before
/// sorting. The mover with the index k after sorting had the index `order[k]` before.
pub(super) struct SortedRules<'a, I> {
    pub(super) rules: &'a dyn GroupRules<I>,
    pub(super) order: &'a [usize],
}

impl<I> GroupRules<I> for SortedRules<'_, I> {
    fn respond(&self, mover: usize, obstacle: I) -> Option<Response> {
        self.rules.respond(self.order[mover], obstacle)
    }
    fn is_carried(&self, mover: usize) -> bool {
        self.rules.is_carried(self.order[mover])
    }
    fn interact(&self, a: usize, b: usize) -> bool {
        self.rules.interact(self.order[a], self.order[b])
    }
}

/// The indices of movers, sorted from the rear to the front: by the coordinates of their centers along the displacement of the platform.
/// `by` contains the displacement of the platform at the place of each mover. Movers with equal coordinates are sorted by the corners of
/// their AABBs. So the caller's order of the movers matters only for movers with equal AABBs.
pub(super) fn sorted_order<S: Scalar, const N: usize>(
    aabbs: &[Option<Aabb<f64, N>>],
    by: &[Vector<S, N>],
) -> Vec<usize> {
    let key = |index: usize| {
        let (min, max) = aabbs[index].map_or_else(Default::default, |aabb| (aabb.min(), aabb.max()));
        let progress = (min + max).dot(by[index].map(S::to_f64));
        core::iter::once(progress).chain(min.0).chain(max.0)
    };
    let mut order: Vec<usize> = (0..aabbs.len()).collect();
    order.sort_by(|&a, &b| {
        let mut sides = key(a).zip(key(b)).map(|(a, b)| a.total_cmp(&b));
        sides.find(|ordering| ordering.is_ne()).unwrap_or(core::cmp::Ordering::Equal)
    });
    order
}

/// The parts of a mover as obstacles.
pub(super) fn parts_of<S: Scalar, const N: usize, M: Movable<S, N>>(shape: &M) -> Vec<Obstacle<'_, S, N>> {
    let mut parts = Vec::new();
    shape.each_part(&mut |part| parts.push(Obstacle::new(part)));
    parts
}

/// The AABB of all parts, enlarged by a margin for rounding errors; `None` if a part has no AABB.
pub(super) fn region_of<S: Scalar, const N: usize>(parts: &[Obstacle<'_, S, N>]) -> Option<Aabb<f64, N>> {
    let boxes = parts.iter().map(|part| shape_aabb(&part.shape));
    let region = boxes.reduce(|a, b| Some(a?.union(&b?)))??;
    Some(inflated(&region, largest_coordinate(&region) * S::Real::EPSILON.to_f64() * AABB_MARGIN_ULPS))
}

/// The part of the displacement `step` that is left after the displacement `done`, on each axis. It is the difference if both have the same
/// direction, but zero if `done` is longer than `step`. If `done` has the opposite direction, all of `step` is left.
pub(super) fn remaining<S: Scalar, const N: usize>(step: Vector<S, N>, done: Vector<S, N>) -> Vector<S, N> {
    step.zip(done, |step, done| match step {
        step if step > S::ZERO && done > S::ZERO => {
            if done < step {
                step.minus(done)
            } else {
                S::ZERO
            }
        }
        step if step < S::ZERO && done < S::ZERO => {
            if done > step {
                step.minus(done)
            } else {
                S::ZERO
            }
        }
        step => step,
    })
}
