//! Where a mover may be put: up to an obstacle, beside one that it is in, and never into one.

use super::cast::{Block, Course};
use super::hit::{Response, With};
use super::mover::Mover;
use super::obstacles::{Movable, Obstacle, Obstacles, around};
use super::vectors::{away, cut, overlaps, push, rounded, roundings};
use crate::query::entry::Entry;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// Goes up to a block, or to the end of the way, but never to where the mover overlaps what it did not overlap. Returns what
    /// has stopped it.
    pub(super) fn approach(
        &mut self,
        rest: Vector<f64, N>,
        mut block: Option<Block<O::Id, N>>,
    ) -> Option<Block<O::Id, N>> {
        if rest == Vector::default() {
            return block;
        }
        let start = self.mover.position;
        for attempt in 0..4 {
            let way = block.map_or(rest, |block| rest.scaled(block.entry.time));
            let across = block.map(|block| block.entry.normal);
            let Some(cut_way) = rounded::<S, N>(way, across) else { return block };
            let Some(goal) = start.checked_add(cut_way) else { break };
            let at = |goal| Some((goal, self.mover.start.moved(goal)?));
            let flush = at(self.mover.flush(goal, way, across));
            let Some((goal, moved)) = flush.or_else(|| at(goal)) else { break };
            // Whole numbers are cut off, which leads off the way by less than a step: that is looked at like any other.
            let cut_way = (goal - start).map(S::to_f64);
            if !S::IS_FLOAT && cut_way != way && attempt < 3 {
                match self.first(cut_way) {
                    None => {}
                    Some(nearer) => {
                        let time = nearer.entry.time * block.map_or(1.0, |block| block.entry.time);
                        block = Some(Block { entry: Entry { time, ..nearer.entry }, ..nearer });
                        continue;
                    }
                }
            }
            let is_known = self.exact && (cut_way == way || attempt < 3);
            let offender = if is_known { None } else { self.newly_overlapped(&moved, block) };
            let Some(offender) = offender else {
                (self.mover.position, self.mover.now) = (goal, moved);
                return block;
            };
            if offender.response == Response::BackUp {
                return Some(offender);
            }
            let hit = block.filter(|block| block.with == offender.with).unwrap_or(offender);
            if let Some((goal, moved)) = self.taken_back(goal, &moved, &hit.entry, block) {
                (self.mover.position, self.mover.now) = (goal, moved);
            }
            // Else it stays where it is, and that counts as blocked.
            return block.or(Some(hit));
        }
        block
    }

    /// Where rounding has put the mover into something: the place that is as little before it along a normal as it takes.
    fn taken_back(
        &mut self,
        goal: Vector<S, N>,
        moved: &M,
        entry: &Entry<N>,
        block: Option<Block<O::Id, N>>,
    ) -> Option<(Vector<S, N>, M)> {
        let (unit, slack) = (self.mover.unit(moved, entry.normal), entry.slack);
        let roundings = (0..if S::IS_FLOAT { 7 } else { 2 }).map(|k| unit * f64::from(1u16 << k));
        let more = [slack, 4.0 * slack, 16.0 * slack].into_iter().filter(|c| *c > 64.0 * unit);
        for length in roundings.chain(more) {
            let goal = goal.checked_add(away::<S, N>(entry.normal, length))?;
            let moved = self.mover.start.moved(goal)?;
            let way = (goal - self.mover.position).map(S::to_f64);
            if self.newly_overlapped(&moved, block).is_none() && self.first(way).is_none() {
                return Some((goal, moved));
            }
        }
        None
    }

    /// An obstacle that a place of the mover overlaps, and its present one does not; or, with the tutorials' rule, any. One-way sides
    /// count where they have been hit.
    fn newly_overlapped(&mut self, moved: &M, hit: Option<Block<O::Id, N>>) -> Option<Block<O::Id, N>> {
        let around = around(moved)?;
        let mut found = None;
        self.obstacles.along(&around, Vector::default(), &mut |id, obstacle| {
            let before = |found: &Block<O::Id, N>| match found.with {
                With::Obstacle(other) => (obstacle.order, id) < (found.order, other),
                With::Bounds => false,
            };
            if found.as_ref().is_none_or(before)
                && let Some(response) =
                    self.response(id, &obstacle).filter(|response| *response != Response::Cross)
                && (obstacle.one_way.is_none() || hit.is_some_and(|hit| hit.with == With::Obstacle(id)))
                && overlaps(moved, &obstacle.shape)
                && (response == Response::BackUp || !overlaps(&self.mover.now, &obstacle.shape))
            {
                let normal = push(moved, &obstacle.shape).map_or(Vector::default(), |(_, normal)| normal);
                let entry = Entry { time: 0.0, normal, corner: false, slack: slack(&around, &obstacle) };
                found = Some(Block { with: With::Obstacle(id), entry, response, order: obstacle.order });
            }
            f64::INFINITY
        });
        found
    }
}

/// How far the relation of floats may be wrong where a mover and an obstacle are about to overlap: some roundings of the farthest
/// coordinate of either.
fn slack<S: Scalar, const N: usize>(around: &Aabb<f64, N>, obstacle: &Obstacle<'_, S, N>) -> f64 {
    let (true, Some(extent)) = (S::IS_FLOAT, crate::pieces::extent(&obstacle.shape)) else { return 0.0 };
    let all = extent.union(around);
    let ends = all.min().0.into_iter().chain(all.max().0).filter(|c| c.is_finite());
    ends.fold(0.0, |most: f64, c| most.max(c.abs())) * S::Real::EPSILON.to_f64() * 2.0
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// With floats, the place at which the shape as it was made, moved there, ends where the way does: up to a surface that is square
    /// to an axis the place alone would end beside it by a rounding.
    fn flush(&self, goal: Vector<S, N>, way: Vector<f64, N>, normal: Option<Vector<f64, N>>) -> Vector<S, N> {
        let axis = normal.and_then(|normal| (0..N).find(|&axis| normal[axis].abs() == 1.0));
        let (true, Some(axis)) = (S::IS_FLOAT, axis) else { return goal };
        let (Some(made), Some(now)) = (around(&self.start), around(&self.now)) else { return goal };
        let end = |b: &Aabb<f64, N>| if way[axis] > 0.0 { b.max()[axis] } else { b.min()[axis] };
        S::nearest(end(&now) + way[axis] - end(&made)).map_or(goal, |place| goal.with(axis, place))
    }

    /// Changes the velocity if it goes into a surface.
    pub(super) fn turn(
        &mut self,
        normal: Vector<f64, N>,
        change: impl FnOnce(Vector<f64, N>) -> Vector<f64, N>,
    ) {
        let velocity = self.velocity.map(S::to_f64);
        if velocity.dot(normal) < 0.0 {
            self.velocity = cut(change(velocity)).unwrap_or_default();
        }
    }

    /// About what rounding does to a place of the mover in a direction, or the step of whole numbers.
    pub(super) fn unit(&self, moved: &M, direction: Vector<f64, N>) -> f64 {
        let place = self.position.map(|c| c.to_f64().abs()).dot(direction.map(f64::abs));
        let place = if S::IS_FLOAT { place * S::Real::EPSILON.to_f64() } else { S::QUANTUM };
        roundings(moved, direction).max(place)
    }
}
