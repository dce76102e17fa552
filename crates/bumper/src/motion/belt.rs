//! Conveyor belts: obstacles that stay where they are, and whose surfaces move the movers that stand on them.

use super::group_obstacles::{GroupRules, parts_of};
use super::mover::Mover;
use super::obstacles::{Movable, Obstacle, Obstacles, aabb_of, inflated, longest_side, shape_aabb};
use super::platform::{GroupHits, Platform, PushRule, carry_group};
use super::vectors::to_scalar;
use crate::scalar::Scalar;
use crate::{Relate, Vector};
use alloc::vec::Vec;

/// A conveyor belt.
pub(crate) struct Belt<'a, S: Scalar, const N: usize> {
    pub(crate) obstacle: Obstacle<'a, S, N>,
    /// The displacement of the surface in a step.
    pub(crate) by: Vector<S, N>,
}

/// Moves the movers that stand on belts, and those that stand on these movers, along with the surfaces of the belts. Obstacles stop them;
/// the belts are obstacles, too. `meets` returns whether a mover collides with a belt, both given by their indices. Returns the hits of the
/// movers.
pub(crate) fn carry_on_belts<S: Scalar, const N: usize, M, O>(
    mut movers: Vec<&mut Mover<S, N, M>>,
    obstacles: &O,
    rules: &dyn GroupRules<O::Id>,
    belts: &[Belt<'_, S, N>],
    meets: &dyn Fn(usize, usize) -> bool,
) -> GroupHits<O::Id, S::Real, N>
where
    M: Movable<S, N> + Clone,
    O: Obstacles<S, N> + ?Sized,
{
    let mut by: Vec<Vector<S, N>> = (0..movers.len())
        .map(|index| {
            let mut under = Vec::new();
            for (place, belt) in belts.iter().enumerate() {
                if meets(index, place) && stands_on(movers[index], &[belt.obstacle]) {
                    under.push(belt.by);
                }
            }
            surface_step(movers[index], &combined(&under))
        })
        .collect();
    if by.iter().all(|by| *by == Vector::ZERO) {
        return Vec::new();
    }
    carry_along(&mut movers, rules, &mut by);
    let parts: Vec<Obstacle<'_, S, N>> = belts.iter().map(|belt| belt.obstacle).collect();
    let platform = Platform { before: parts.clone(), after: parts, by, key: None, rule: PushRule::Never };
    carry_group(movers, obstacles, rules, platform).1
}

/// Sets the displacements in `by` of movers that stand on other movers, and on no belt, to those of the movers below them.
fn carry_along<S: Scalar, const N: usize, M: Movable<S, N> + Clone, I>(
    movers: &mut [&mut Mover<S, N, M>],
    rules: &dyn GroupRules<I>,
    by: &mut [Vector<S, N>],
) {
    let mut below: Vec<usize> = (0..by.len()).filter(|&index| by[index] != Vector::ZERO).collect();
    while let Some(lower) = below.pop() {
        let shape = movers[lower].shape().clone();
        for upper in 0..movers.len() {
            let is_free = upper != lower && by[upper] == Vector::ZERO && rules.interact(lower, upper);
            if is_free && stands_on(movers[upper], &parts_of(&shape)) {
                by[upper] = by[lower];
                below.push(upper);
            }
        }
    }
}

/// Whether a mover stands on one of the given parts.
fn stands_on<S: Scalar, const N: usize, M: Movable<S, N> + Clone>(
    mover: &mut Mover<S, N, M>,
    parts: &[Obstacle<'_, S, N>],
) -> bool {
    let shape = mover.shape().clone();
    let aabb = aabb_of(&shape);
    let near = |part: &Obstacle<'_, S, N>| {
        aabb.zip(shape_aabb(&part.shape))
            .is_none_or(|(own, part)| inflated(&own, longest_side(&own) + 2.0 * S::QUANTUM).intersects(&part))
    };
    parts.iter().any(near) && mover.rides_on(&shape, parts)
}

/// The displacement of a mover that stands on several belts: on each axis, the longest one in each direction. So a mover on two belts that
/// move alike moves once, and a mover on two belts that move against each other stays.
fn combined<S: Scalar, const N: usize>(under: &[Vector<S, N>]) -> Vector<S, N> {
    let axis = |axis: usize| {
        let on_axis = || under.iter().map(|by| by[axis]);
        let forward = on_axis().fold(S::ZERO, |most, by| if by > most { by } else { most });
        let backward = on_axis().fold(S::ZERO, |most, by| if by < most { by } else { most });
        forward.minus(S::ZERO.minus(backward))
    };
    (0..N).fold(Vector::ZERO, |by, k| by.with(k, axis(k)))
}

/// The component of a displacement along the ground on which a mover stands.
fn surface_step<S: Scalar, const N: usize, M>(mover: &Mover<S, N, M>, by: &Vector<S, N>) -> Vector<S, N> {
    let normal = mover.state.ground_normal;
    let step = by.map(S::to_f64);
    let across = step.dot(normal);
    if across == 0.0 { *by } else { to_scalar(step - normal.scaled(across)).unwrap_or_default() }
}
