//! Ground detection: the single test for being grounded, used by jumps and moving platforms as well.

use super::cast::Course;
use super::hit::Response;
use super::mover::{Footing, Mover};
use super::obstacles::{Movable, Obstacle, Obstacles, around, longest};
use super::tolerance::{ABOVE, FAR, LEAST, NEAR};
use super::vectors::entry_of;
use crate::query::overlap_time::{self, Entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// A probe for a floor below a shape.
pub(super) struct Probe<const N: usize> {
    footing: Footing<N>,
    up: Vector<f64, N>,
    /// The length of the probe, downwards.
    length: f64,
    /// The rounding error of a position of the shape, and the longest side of its AABB.
    error: f64,
    size: f64,
}

impl<const N: usize> Probe<N> {
    fn down(&self) -> Vector<f64, N> {
        self.up.scaled(-self.length)
    }

    /// Whether an obstacle found on the way down is a floor, and no farther away than rounding may have put it. Integers are truncated on
    /// each axis, so the gap to a slope may be up to one unit, plus the rise of the slope over one unit.
    fn holds<S: Scalar>(&self, found: &Entry<N>) -> bool {
        let (gap, height) = (found.time * self.length, found.normal.dot(self.up));
        if !self.footing.holds(found.normal) {
            return false;
        }
        if !S::IS_FLOAT {
            let steep = Real::sqrt((1.0 - height * height).max(0.0)) / height;
            return gap < S::QUANTUM * (1.0 + steep);
        }
        let error = found.slack.max(self.error);
        gap <= (NEAR * error).min(self.size * FAR).max(ABOVE * error)
    }
}

/// The normal of a floor, and the order and id of its obstacle; `None` for the bounds.
type Held<I, const N: usize> = (Vector<f64, N>, Option<(u64, I)>);

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// The normal of the floor that the mover stands on, the most level one; `None` in the air.
    pub(super) fn standing(&mut self) -> Option<Vector<f64, N>> {
        let (mover, around) = (&*self.mover, self.own?);
        let probe = mover.probe(&mover.now, &around, self.footing)?;
        let (down, own) = (probe.down(), self.is_box.then_some(&around));
        let bounds = mover.bounds_in_the_way::<O::Id>(&around, down);
        let bounds = bounds.filter(|block| probe.holds::<S>(&block.entry));
        // Ties go to the lower order and id; the bounds come last.
        let mut best: Option<Held<O::Id, N>> = bounds.map(|block| (block.entry.normal, None));
        self.near.along(&around, down, &mut |candidate| {
            if candidate.response != Response::Cross
                && let Some(found) = candidate.entry(&mover.now, own, down)
                && probe.holds::<S>(&found)
            {
                let (height, place) = (found.normal.dot(probe.up), (candidate.obstacle.order, candidate.id));
                let better = |(normal, other): Held<O::Id, N>| {
                    let best = normal.dot(probe.up);
                    height > best || height == best && other.is_none_or(|other| place < other)
                };
                if best.is_none_or(better) {
                    best = Some((found.normal, Some(place)));
                }
            }
            f64::INFINITY
        });
        best.map(|(normal, _)| normal)
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Whether the mover, with the given shape, would stand on any of some obstacles.
    pub(super) fn rests_on(&self, shape: &M, obstacles: &[Obstacle<'_, S, N>], footing: Footing<N>) -> bool {
        let probe = around(shape).and_then(|around| self.probe(shape, &around, footing));
        probe.is_some_and(|probe| {
            let found = |obstacle| entry_of(shape, probe.down(), obstacle);
            obstacles.iter().filter_map(found).any(|found| probe.holds::<S>(&found))
        })
    }

    /// The floor probe for the given shape of the mover; `None` without gravity.
    fn probe(&self, shape: &M, around: &Aabb<f64, N>, footing: Footing<N>) -> Option<Probe<N>> {
        let up = footing.up?;
        let size = longest(around);
        if !S::IS_FLOAT {
            let length = S::QUANTUM * (1.0 + footing.rise);
            return Some(Probe { footing, up, length, error: 0.0, size });
        }
        let widest = self.unit(shape, Vector::splat(1.0)) / S::Real::EPSILON.to_f64();
        let length = (size * FAR).max(2.0 * ABOVE * widest * overlap_time::error::<S, N>()).max(LEAST);
        Some(Probe { footing, up, length, error: self.unit(shape, up), size })
    }

    /// The largest distance of the surface below a mover that stands on it, due to the rounding of its position.
    pub(super) fn near(&self, up: Vector<f64, N>) -> f64 {
        self.unit(&self.now, up) * if S::IS_FLOAT { NEAR } else { 1.0 }
    }
}
