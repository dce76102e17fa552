//! Ground detection: whether a mover is grounded. Jumps and moving platforms use this test as well.

use super::hit::Response;
use super::move_context::MoveContext;
use super::mover::{FloorTest, Mover};
use super::obstacle_entry::entry_of;
use super::obstacles::{Movable, Obstacle, Obstacles, aabb_of, longest_side};
use super::tolerance::{
    INTEGER_TOLERANCE, MAX_GAP_FRACTION, MAX_GAP_ULPS, MIN_GAP_ULPS, MIN_PROBE_LENGTH, allowed_gap,
};
use crate::query::overlap_time::{self, Entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// A probe for a floor below a shape: a short sweep downwards.
pub(super) struct Probe<const N: usize> {
    floor_test: FloorTest<N>,
    up: Vector<f64, N>,
    /// The length of the sweep downwards.
    length: f64,
    /// The rounding error of the position of the shape (`error`) and the longest side of its AABB (`size`). For floats, the largest
    /// accepted gap below the shape depends on both.
    error: f64,
    size: f64,
}

impl<const N: usize> Probe<N> {
    /// The displacement of the shape during the sweep, downwards.
    fn down(&self) -> Vector<f64, N> {
        self.up.scaled(-self.length)
    }

    /// Whether the mover stands on the surface that the sweep has found: the surface is a floor, and the gap below the mover is small
    /// enough to be an effect of rounding. For integers, each coordinate of a position is truncated, so the gap may be up to one unit.
    /// Above a slope, it may be larger by the rise of the slope over a horizontal distance of one unit.
    fn accepts<S: Scalar>(&self, found: &Entry<N>) -> bool {
        let gap = found.time * self.length;
        let height = found.normal.dot(self.up);
        if !self.floor_test.is_floor(found.normal) {
            return false;
        }
        if !S::IS_FLOAT {
            let steep = Real::sqrt((1.0 - height * height).max(0.0)) / height;
            // The gap between a corner of the mover and a slope may be exactly as large as the limit. Such a gap is too large, so the limit
            // is reduced by more than the rounding error. Otherwise the answer would depend on the place of the slope.
            return gap < S::QUANTUM * (1.0 + steep) * (1.0 - INTEGER_TOLERANCE);
        }
        gap <= allowed_gap(found.slack.max(self.error), self.size)
    }
}

/// The normal of a floor, and the rank ([`Obstacle::order`]) and the id of the obstacle that has this floor. Rank and id are `None` if the
/// floor is a side of the bounds.
type FloorKey<I, const N: usize> = (Vector<f64, N>, Option<(u64, I)>);

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> MoveContext<'_, S, N, M, O> {
    /// The normal of the floor on which the mover stands; `None` if it stands on no floor. If the mover stands on several floors, returns
    /// the normal of the most level one.
    pub(super) fn find_floor(&mut self) -> Option<Vector<f64, N>> {
        let mover = &*self.mover;
        let aabb = self.aabb?;
        let probe = mover.probe(mover.shape(), &aabb, self.floor_test)?;
        let down = probe.down();
        let mover_box = self.is_box.then_some(&aabb);
        let bounds = mover.hit_bounds::<O::Id>(&aabb, down);
        let bounds = bounds.filter(|first_hit| probe.accepts::<S>(&first_hit.entry));
        // Among floors that are equally level, the obstacle with the lower [`Obstacle::order`] is used, then that with the lower id. The
        // bounds of the mover are used only if no obstacle is as level.
        let mut best: Option<FloorKey<O::Id, N>> = bounds.map(|first_hit| (first_hit.entry.normal, None));
        self.cache.each_along(&aabb, down, &mut |candidate| {
            if candidate.response != Response::Cross
                && let Some(found) = candidate.entry(mover.shape(), mover_box, down)
                && probe.accepts::<S>(&found)
            {
                let height = found.normal.dot(probe.up);
                let key = (candidate.obstacle.order, candidate.id);
                let better = |(normal, other): FloorKey<O::Id, N>| {
                    let best = normal.dot(probe.up);
                    height > best || height == best && other.is_none_or(|other| key < other)
                };
                if best.is_none_or(better) {
                    best = Some((found.normal, Some(key)));
                }
            }
            f64::INFINITY
        });
        best.map(|(normal, _)| normal)
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Whether the mover, if it had the given shape, would stand on any of the given obstacles.
    pub(super) fn stands_on_any<'p>(
        &self,
        shape: &M,
        mut obstacles: impl Iterator<Item = &'p Obstacle<'p, S, N>>,
        floor_test: FloorTest<N>,
    ) -> bool {
        let probe = aabb_of(shape).and_then(|aabb| self.probe(shape, &aabb, floor_test));
        probe.is_some_and(|probe| {
            let found = |obstacle| entry_of(shape, probe.down(), obstacle);
            obstacles.any(|obstacle| found(obstacle).is_some_and(|found| probe.accepts::<S>(&found)))
        })
    }

    /// The floor probe for a shape of the mover: a short cast of the shape downwards. `aabb` is the AABB of the shape. `None` without
    /// gravity.
    fn probe(&self, shape: &M, aabb: &Aabb<f64, N>, floor_test: FloorTest<N>) -> Option<Probe<N>> {
        let up = floor_test.up?;
        let size = longest_side(aabb);
        if !S::IS_FLOAT {
            let length = S::QUANTUM * (1.0 + floor_test.max_slope);
            return Some(Probe { floor_test, up, length, error: 0.0, size });
        }
        let largest = self.position_error(shape, Vector::splat(1.0)) / S::Real::EPSILON.to_f64();
        let length = (size * MAX_GAP_FRACTION)
            .max(2.0 * MIN_GAP_ULPS * largest * overlap_time::error::<S, N>())
            .max(MIN_PROBE_LENGTH);
        Some(Probe { floor_test, up, length, error: self.position_error(shape, up), size })
    }

    /// The largest gap between a standing mover and the surface below it that rounding of its position may cause.
    pub(super) fn standing_tolerance(&self, up: Vector<f64, N>) -> f64 {
        self.position_error(self.shape(), up) * if S::IS_FLOAT { MAX_GAP_ULPS } else { 1.0 }
    }
}
