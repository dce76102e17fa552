//! Positions of a mover: up to an obstacle, out of one that it overlaps, and never into one.

use super::cast::{Block, Course};
use super::hit::{Response, With};
use super::mover::Mover;
use super::near::{self, Candidate};
use super::obstacles::{Movable, Obstacle, Obstacles, around, largest};
use super::tolerance::{BACK, BACK_SLACKS, OVERLAP};
use super::vectors::{away, cut, overlaps, push, room, rounded, roundings};
use crate::query::overlap_time::Entry;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// Makes a step if no obstacle is near it, which is the most frequent case. Returns `false` without moving if there may be one.
    pub(super) fn passes_freely(&mut self, step: Vector<S, N>) -> bool {
        let mover = &mut *self.mover;
        let Some(goal) = mover.position.checked_add(step) else { return false };
        let (Some(from), Some(moved)) = (self.own, mover.start.moved(goal)) else { return false };
        let Some(to) = around(&moved) else { return false };
        let ends = |bounds: &Aabb<S, N>, axis: usize, length: f64| {
            let sign = if length > 0.0 { -1.0 } else { 1.0 };
            mover.response == Response::Cross || room(bounds, &from, axis, sign).max(0.0) < length.abs()
        };
        let ends = |bounds| (0..N).any(|axis| ends(&bounds, axis, step[axis].to_f64()));
        let swept = from.union(&to).union(&from.translated(step.map(S::to_f64)));
        if mover.bounds.is_some_and(ends) || !self.near.is_free(&swept) {
            return false;
        }
        (mover.position, mover.now, self.own, self.fresh) = (goal, moved, Some(to), false);
        true
    }

    /// Moves up to a block, or to the end of the path, but never to a position at which the mover overlaps an obstacle that it did not
    /// overlap before. Returns the block that has stopped it, if any.
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
            let part = block.map_or(rest, |block| rest.scaled(block.entry.time));
            let across = block.map(|block| block.entry.normal);
            let Some(cut_part) = rounded::<S, N>(part, across) else { return block };
            let Some(goal) = start.checked_add(cut_part) else { break };
            let at = |goal| Some((goal, self.mover.start.moved(goal)?));
            let flush = at(self.flush(goal, part, across));
            let Some((goal, moved)) = flush.or_else(|| at(goal)) else { break };
            // Truncation to integers leads off the path by less than one unit, so the truncated path is tested as well.
            let cut_part = (goal - start).map(S::to_f64);
            if !S::IS_FLOAT && cut_part != part && attempt < 3 {
                match self.first(cut_part) {
                    None => {}
                    Some(nearer) => {
                        let time = nearer.entry.time * block.map_or(1.0, |block| block.entry.time);
                        block = Some(Block { entry: Entry { time, ..nearer.entry }, ..nearer });
                        continue;
                    }
                }
            }
            let is_known = self.exact && (cut_part == part || attempt < 3);
            let offender = if is_known { None } else { self.newly_overlapped(&moved, block) };
            let Some(offender) = offender else {
                self.put(goal, moved);
                return block;
            };
            let known = block.filter(|block| block.with == offender.with);
            if offender.response == Response::BackUp {
                let time = offender.entry.time * block.map_or(1.0, |block| block.entry.time);
                let late = Block { entry: Entry { time, ..offender.entry }, ..offender };
                return Some(known.unwrap_or(late));
            }
            let hit = known.unwrap_or(offender);
            if let Some((goal, moved)) = self.taken_back(goal, &moved, &hit.entry, block) {
                self.put(goal, moved);
            }
            // Otherwise the mover stays where it is, which counts as blocked.
            return block.or(Some(hit));
        }
        block
    }

    /// For floats, the position at which the original shape, moved there, ends exactly where the path does. Without this correction, the
    /// shape would end a rounding error beside an axis-aligned surface.
    fn flush(
        &self,
        goal: Vector<S, N>,
        part: Vector<f64, N>,
        normal: Option<Vector<f64, N>>,
    ) -> Vector<S, N> {
        let axis = normal.and_then(|normal| (0..N).find(|&axis| normal[axis].abs() == 1.0));
        let (true, Some(axis)) = (S::IS_FLOAT, axis) else { return goal };
        let (Some(made), Some(now)) = (around(&self.mover.start), self.own) else { return goal };
        let end = |b: &Aabb<f64, N>| if part[axis] > 0.0 { b.max()[axis] } else { b.min()[axis] };
        S::nearest(end(&now) + part[axis] - end(&made)).map_or(goal, |place| goal.with(axis, place))
    }

    /// The position nearest to `goal` along the normal that is free, after rounding has put the mover into an obstacle. `None` if no
    /// distance in the list suffices.
    fn taken_back(
        &mut self,
        goal: Vector<S, N>,
        moved: &M,
        entry: &Entry<N>,
        block: Option<Block<O::Id, N>>,
    ) -> Option<(Vector<S, N>, M)> {
        let (unit, slack) = (self.mover.unit(moved, entry.normal), entry.slack);
        let roundings = BACK[..if S::IS_FLOAT { BACK.len() } else { 2 }].iter().map(|count| unit * count);
        let most = unit * BACK[BACK.len() - 1];
        for length in
            roundings.chain(BACK_SLACKS.map(|count| slack * count).into_iter().filter(|c| *c > most))
        {
            let goal = goal.checked_add(away::<S, N>(entry.normal, length))?;
            let moved = self.mover.start.moved(goal)?;
            let part = (goal - self.mover.position).map(S::to_f64);
            if self.newly_overlapped(&moved, block).is_none() && self.first(part).is_none() {
                return Some((goal, moved));
            }
        }
        None
    }

    /// An obstacle that the mover overlaps at a position, and does not overlap now; with [`Response::BackUp`], any obstacle that it
    /// overlaps there. One-way obstacles count only if they have been hit.
    fn newly_overlapped(&mut self, moved: &M, hit: Option<Block<O::Id, N>>) -> Option<Block<O::Id, N>> {
        let around = around(moved)?;
        let (mut found, mover, is_box) = (None, &*self.mover, self.is_box);
        self.near.along(&around, Vector::default(), &mut |candidate| {
            let Candidate { id, obstacle, response, .. } = candidate;
            let before = |found: &Block<O::Id, N>| match &found.with {
                With::Obstacle(other) => (obstacle.order, id) < (found.order, other),
                With::Bounds => false,
            };
            let holds =
                || obstacle.one_way.is_none() || hit.is_some_and(|hit| hit.with == With::Obstacle(*id));
            if *response != Response::Cross
                && found.as_ref().is_none_or(before)
                && holds()
                && candidate.overlaps(moved, is_box.then_some(&around))
                && (*response == Response::BackUp || !overlaps(&mover.now, &obstacle.shape))
            {
                let normal = push(moved, &obstacle.shape).map_or(Vector::default(), |(_, normal)| normal);
                // With `BackUp`, the end of the path, except for obstacles that it overlaps from the start; the mover is moved out of other
                // obstacles again.
                let late = *response == Response::BackUp && !overlaps(&mover.now, &obstacle.shape);
                let (time, slack) = (f64::from(u8::from(late)), slack(&around, obstacle));
                let entry = Entry { time, normal, corner: false, slack };
                let with = With::Obstacle(*id);
                found = Some(Block { with, entry, response: *response, order: obstacle.order });
            }
            f64::INFINITY
        });
        found
    }
}

/// The error of the overlap test for a mover and an obstacle that are about to overlap: a few roundings of the largest coordinate of both
/// for floats, else zero.
fn slack<S: Scalar, const N: usize>(around: &Aabb<f64, N>, obstacle: &Obstacle<'_, S, N>) -> f64 {
    let (true, Some(extent)) = (S::IS_FLOAT, crate::composite::extent(&obstacle.shape)) else { return 0.0 };
    largest(&extent.union(around)) * S::Real::EPSILON.to_f64() * OVERLAP
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Replaces the shape, for a mover that crouches or grows. The new shape is given at its original position; the mover keeps its offset
    /// from there.
    ///
    /// Returns `false` and changes nothing if the new shape would overlap an obstacle that the mover does not overlap now (with
    /// [`Response::BackUp`], any obstacle; obstacles that it passes through and one-way obstacles do not count), if it would extend farther
    /// beyond the bounds, or if it would leave the range of the scalar. `respond` is the same as for the steps of the mover. The next step
    /// determines whether the mover is grounded.
    ///
    /// ```
    /// use bumper::{Aabb, Shape, motion::{Mover, Response}};
    /// let tunnel: [Shape<f32, 2>; 1] = [Aabb::new([20.0, 0.0], [60.0, 10.0]).into()];
    /// let (stands, crouches) = (Aabb::new([0.0, 0.0], [10.0, 20.0]), Aabb::new([0.0, 10.0], [10.0, 20.0]));
    /// let mut player = Mover::new(stands);
    /// let solid = |_| Some(Response::Slide);
    /// assert!(player.set_shape(crouches, &tunnel[..], solid));
    /// player.travel([30.0, 0.0], &tunnel[..], solid, |_| ());
    /// assert!(!player.set_shape(stands, &tunnel[..], solid));
    /// player.travel([30.0, 0.0], &tunnel[..], solid, |_| ());
    /// assert!(player.set_shape(stands, &tunnel[..], solid));
    /// ```
    pub fn set_shape<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        shape: M,
        obstacles: &O,
        mut respond: impl FnMut(O::Id) -> Option<Response>,
    ) -> bool {
        let Some(moved) = shape.moved(self.position) else { return false };
        let (Some(now), Some(then)) = (around(&self.now), around(&moved)) else { return false };
        let reaches = |bounds: Aabb<S, N>| {
            let sides = (0..N).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]);
            let farther =
                |own: &Aabb<f64, N>, (axis, sign): (usize, f64)| room(&bounds, own, axis, sign).min(0.0);
            self.response != Response::Cross
                && sides.into_iter().any(|side| farther(&then, side) < farther(&now, side))
        };
        if self.bounds.is_some_and(reaches) {
            return false;
        }
        let (mut kept, mut hit) = (near::none(), |_| ());
        let mut course = Course::new(self, obstacles, &mut respond, &mut hit, &mut kept);
        course.is_box &= near::is_one_box(&moved);
        if course.newly_overlapped(&moved, None).is_some() {
            return false;
        }
        (self.start, self.now) = (shape, moved);
        true
    }

    /// Changes the velocity if it points into a surface.
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

    /// The approximate rounding error of a position of the mover in a direction; for integers and fixed point, their smallest step.
    pub(super) fn unit(&self, moved: &M, direction: Vector<f64, N>) -> f64 {
        let place = self.position.map(|c| c.to_f64().abs()).dot(direction.map(f64::abs));
        let place = if S::IS_FLOAT { place * S::Real::EPSILON.to_f64() } else { S::QUANTUM };
        roundings(moved, direction).max(place)
    }
}
