//! The end of a motion of a mover. The mover moves to a position that the scalar can represent: up to an obstacle, but never into it. If
//! rounding would make it overlap the obstacle, it stops a little before.

use super::hit::{HitTarget, Response};
use super::move_context::{MoveContext, NearestHit};
use super::mover::Mover;
use super::obstacle_cache::{self, Candidate};
use super::obstacle_entry::{DeepestParts, distance_to_side, rounding_error};
use super::obstacles::{Movable, Obstacles, aabb_of, largest_coordinate};
use super::tolerance::{BACK_OFF_ERRORS, BACK_OFF_ULPS, OVERLAP_ERROR};
use super::vectors::{round_away_from_zero, round_step, to_scalar};
use crate::query::overlap_time::Entry;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// The largest number of times that the path to a rounded position is tested again, because rounding has changed its direction.
const MAX_RETESTS: usize = 3;

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> MoveContext<'_, S, N, M, O> {
    /// Moves the mover by a whole step if neither an obstacle nor a side of the bounds is near the path, which is the most frequent case.
    /// Otherwise returns `false` without moving.
    pub(super) fn move_if_free(&mut self, step: Vector<S, N>) -> bool {
        let mover = &mut *self.mover;
        let Some(goal) = mover.position().checked_add(step) else { return false };
        let (Some(from), Some(moved)) = (self.aabb, mover.shape_at(goal)) else { return false };
        let Some(to) = aabb_of(&moved) else { return false };
        // A mover that crosses the sides (`Response::Cross`) reports them as events, so it always takes the slow path.
        let may_meet_side = |bounds: &Aabb<S, N>, axis: usize, length: f64| {
            let sign = if length > 0.0 { -1.0 } else { 1.0 };
            mover.response == Response::Cross
                || distance_to_side(bounds, &from, axis, sign).max(0.0) < length.abs()
        };
        let may_meet_sides = |bounds| (0..N).any(|axis| may_meet_side(&bounds, axis, step[axis].to_f64()));
        let swept = from.union(&to).union(&from.translated(step.map(S::to_f64)));
        if mover.bounds.is_some_and(may_meet_sides) || !self.cache.is_free(&swept) {
            return false;
        }
        mover.placement.position = goal;
        mover.placement.shape = moved;
        self.aabb = Some(to);
        self.at_start = false;
        true
    }

    /// Moves the mover by `remaining` up to `first_hit`, or by all of `remaining` if `first_hit` is `None`. The mover never moves to a
    /// position at which it overlaps an obstacle that it did not overlap before. Returns the hit that has stopped the mover, if any.
    ///
    /// 1. The end of the path is rounded to a position that the scalar can represent, for floats flush with an axis-aligned surface.
    /// 2. For integers and fixed point, the path to the rounded position is tested again. An earlier hit replaces `first_hit`, and step 1
    ///    begins again with the shorter path, at most three times.
    /// 3. If the mover overlaps an obstacle at the end, it backs off along the normal of the surface; if it cannot, it stays at the start.
    ///    If the obstacle asks for [`Response::BackUp`], the mover stays at the start, and the caller undoes the motion.
    pub(super) fn move_until(
        &mut self,
        remaining: Vector<f64, N>,
        mut first_hit: Option<NearestHit<O::Id, N>>,
    ) -> Option<NearestHit<O::Id, N>> {
        if remaining == Vector::ZERO {
            return first_hit;
        }
        let start = self.mover.position();
        for attempt in 0..=MAX_RETESTS {
            let partial_step =
                first_hit.map_or(remaining, |first_hit| remaining.scaled(first_hit.entry.time));
            let surface_normal = first_hit.map(|first_hit| first_hit.entry.normal);
            let Some(scalar_part) = round_step::<S, N>(partial_step, surface_normal) else {
                return first_hit;
            };
            let Some(goal) = start.checked_add(scalar_part) else { break };
            let at = |goal| Some((goal, self.mover.shape_at(goal)?));
            let flush = at(self.end_flush_with_surface(goal, partial_step, surface_normal));
            let Some((goal, moved)) = flush.or_else(|| at(goal)) else { break };
            // For integers and fixed point, the end of the path is truncated to a position that the scalar can represent, less than one
            // unit away. The path to that position differs a little from the original one, so it is tested for hits, too.
            let scalar_part = (goal - start).map(S::to_f64);
            if !S::IS_FLOAT && scalar_part != partial_step && attempt < MAX_RETESTS {
                match self.first_hit(scalar_part) {
                    None => {}
                    Some(nearer) => {
                        // The times of `nearer` are fractions of the shortened path.
                        let time =
                            nearer.entry.time * first_hit.map_or(1.0, |first_hit| first_hit.entry.time);
                        first_hit = Some(NearestHit { entry: Entry { time, ..nearer.entry }, ..nearer });
                        continue;
                    }
                }
            }
            let is_exact = self.is_exact && (scalar_part == partial_step || attempt < MAX_RETESTS);
            let overlapped = if is_exact { None } else { self.newly_overlapped(&moved, first_hit) };
            let Some(overlapped) = overlapped else {
                self.put(goal, moved);
                return first_hit;
            };
            let same = first_hit.filter(|first_hit| first_hit.target == overlapped.target);
            if overlapped.response == Response::BackUp {
                let time = overlapped.entry.time * first_hit.map_or(1.0, |first_hit| first_hit.entry.time);
                let at_end = NearestHit { entry: Entry { time, ..overlapped.entry }, ..overlapped };
                return Some(same.unwrap_or(at_end));
            }
            let hit = same.unwrap_or(overlapped);
            if let Some((goal, moved)) = self.back_off(goal, &moved, &hit.entry, first_hit) {
                self.put(goal, moved);
            }
            // Without a long enough distance back, the mover still overlaps the obstacle. Then it stays at the start of this motion and
            // counts as blocked.
            return first_hit.or(Some(hit));
        }
        first_hit
    }

    /// For floats and an axis-aligned surface: the position `goal`, corrected so that the shape ends exactly at the surface. The correction
    /// is needed because a position is an offset from the original shape: after rounding, the shape could end a little before or beyond the
    /// surface. Otherwise returns `goal` itself. Integers and fixed point are exact, and an oblique surface is usually not met exactly in
    /// any case.
    fn end_flush_with_surface(
        &self,
        goal: Vector<S, N>,
        partial_step: Vector<f64, N>,
        normal: Option<Vector<f64, N>>,
    ) -> Vector<S, N> {
        let axis = normal.and_then(|normal| (0..N).find(|&axis| normal[axis].abs() == 1.0));
        let (true, Some(axis)) = (S::IS_FLOAT, axis) else { return goal };
        let (Some(original), Some(now)) = (aabb_of(self.mover.original()), self.aabb) else {
            return goal;
        };
        let end = |b: &Aabb<f64, N>| if partial_step[axis] > 0.0 { b.max()[axis] } else { b.min()[axis] };
        S::nearest(end(&now) + partial_step[axis] - end(&original)).map_or(goal, |end| goal.with(axis, end))
    }

    /// A position near `goal` at which the mover overlaps no obstacle that it did not overlap before. It is used if rounding makes the
    /// mover overlap an obstacle at `goal`. The mover is moved back from `goal` along the normal of the surface, by the distances
    /// [`BACK_OFF_ULPS`] and [`BACK_OFF_ERRORS`] in turn, until one is long enough. `None` if none is.
    fn back_off(
        &mut self,
        goal: Vector<S, N>,
        moved: &M,
        entry: &Entry<N>,
        first_hit: Option<NearestHit<O::Id, N>>,
    ) -> Option<(Vector<S, N>, M)> {
        let error = self.mover.position_error(moved, entry.normal);
        let slack = entry.slack;
        let roundings = BACK_OFF_ULPS[..if S::IS_FLOAT { BACK_OFF_ULPS.len() } else { 2 }]
            .iter()
            .map(|count| error * count);
        // At a steep slope, the mover goes back sideways, so that rounding does not lift it.
        let outward = self.rounding_normal((goal - self.mover.position()).map(S::to_f64), entry.normal);
        let last = error * BACK_OFF_ULPS[BACK_OFF_ULPS.len() - 1];
        for length in
            roundings.chain(BACK_OFF_ERRORS.map(|count| slack * count).into_iter().filter(|c| *c > last))
        {
            let goal = goal.checked_add(round_away_from_zero::<S, N>(outward, length))?;
            let moved = self.mover.shape_at(goal)?;
            let partial_step = (goal - self.mover.position()).map(S::to_f64);
            if self.newly_overlapped(&moved, first_hit).is_none() && self.first_hit(partial_step).is_none() {
                return Some((goal, moved));
            }
        }
        None
    }

    /// The obstacle that the mover would overlap with the shape `moved`. If there are several, returns that with the lowest
    /// [`Obstacle::order`], then the lowest id. Two kinds of obstacles are left out. The first are obstacles that the mover overlaps
    /// already, unless the response to them is [`Response::BackUp`], which undoes the motion. The second are one-way obstacles, except the
    /// target of `hit`, the hit at the end of the path: they stop movers from one side only, so an overlap does not mean that they block.
    /// For the same reason, a face of a one-sided mesh is left out unless the mover is in front of it now.
    fn newly_overlapped(
        &mut self,
        moved: &M,
        hit: Option<NearestHit<O::Id, N>>,
    ) -> Option<NearestHit<O::Id, N>> {
        let aabb = aabb_of(moved)?;
        let mut found = None;
        let now = self.mover.shape();
        let is_box = self.is_box;
        self.cache.each_along(&aabb, Vector::ZERO, &mut |candidate| {
            let Candidate { id, obstacle, response, .. } = candidate;
            let before = |found: &NearestHit<O::Id, N>| match &found.target {
                HitTarget::Obstacle(other) => (obstacle.order, id) < (found.order, other),
                HitTarget::Bounds => false,
            };
            let blocks = || {
                obstacle.one_way.is_none() || hit.is_some_and(|hit| hit.target == HitTarget::Obstacle(*id))
            };
            if *response != Response::Cross
                && found.as_ref().is_none_or(before)
                && blocks()
                && candidate.overlaps(moved, is_box.then_some(&aabb), Some(now))
                && (*response == Response::BackUp || !candidate.overlaps(now, None, Some(now)))
            {
                let none = DeepestParts { depth: 0.0, normal: Vector::ZERO, parts: [0; 2] };
                let DeepestParts { normal, parts, .. } =
                    candidate.deepest_parts(moved, Some(now)).unwrap_or(none);
                let parts = candidate.whole_parts(parts);
                // Only the response `BackUp`, which undoes the motion, uses the time of the returned hit. It is 1, the end of the path, or
                // 0 if the mover overlaps the obstacle from the start.
                let at_end = *response == Response::BackUp && !candidate.overlaps(now, None, Some(now));
                let time = f64::from(u8::from(at_end));
                let slack = slack(&aabb, candidate);
                let entry = Entry { time, normal, corner: false, slack, parts };
                let target = HitTarget::Obstacle(*id);
                found = Some(NearestHit { target, entry, response: *response, order: obstacle.order });
            }
            f64::INFINITY
        });
        found
    }
}

/// The distance below which the overlap test of a mover and an obstacle may be wrong because of rounding. `aabb` is the AABB of the mover.
/// For floats the distance is [`OVERLAP_ERROR`] times the rounding error of the largest coordinate of both; otherwise it is zero.
fn slack<S: Scalar, const N: usize, I>(aabb: &Aabb<f64, N>, obstacle: &Candidate<'_, S, N, I>) -> f64 {
    let (true, Some(extent)) = (S::IS_FLOAT, obstacle.extent()) else { return 0.0 };
    largest_coordinate(&extent.union(aabb)) * S::Real::EPSILON.to_f64() * OVERLAP_ERROR
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Replaces the shape of the mover, for example when it crouches or grows. The mover keeps its position, which is its displacement
    /// since it was created. `shape` is given without this displacement, as in [`Mover::new`]; the mover then has `shape` displaced by its
    /// position.
    ///
    /// Returns `false` and changes nothing in three cases: if the new shape would overlap an obstacle that the mover does not overlap now;
    /// if it would extend farther beyond the [bounds](Mover::bounds) of the level than the present shape; or if it would leave the range of
    /// the scalar.
    ///
    /// `respond` returns the response to an obstacle, as in [`travel`](Mover::travel). One-way obstacles and obstacles that the mover
    /// passes through are ignored. If the response to an obstacle is [`Response::BackUp`], the new shape must not overlap it even if the
    /// mover overlaps it now. The next step determines whether the mover is grounded.
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
        let Some(moved) = shape.moved(self.position()) else { return false };
        let (Some(now), Some(then)) = (aabb_of(self.shape()), aabb_of(&moved)) else { return false };
        let extends_beyond = |bounds: Aabb<S, N>| {
            let sides = (0..N).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]);
            let farther = |aabb: &Aabb<f64, N>, (axis, sign): (usize, f64)| {
                distance_to_side(&bounds, aabb, axis, sign).min(0.0)
            };
            self.response != Response::Cross
                && sides.into_iter().any(|side| farther(&then, side) < farther(&now, side))
        };
        if self.bounds.is_some_and(extends_beyond) {
            return false;
        }
        let mut storage = obstacle_cache::empty_storage();
        let mut hit = |_| ();
        let mut context = MoveContext::new(self, obstacles, &mut respond, &mut hit, &mut storage);
        context.is_box &= obstacle_cache::is_single_box(&moved);
        if context.newly_overlapped(&moved, None).is_some() {
            return false;
        }
        self.placement.original_shape = shape;
        self.placement.shape = moved;
        true
    }

    /// If the velocity v of the mover points into a surface with this normal, replaces it by `change(v)`.
    pub(super) fn deflect(
        &mut self,
        normal: Vector<f64, N>,
        change: impl FnOnce(Vector<f64, N>) -> Vector<f64, N>,
    ) {
        let velocity = self.velocity.map(S::to_f64);
        if velocity.dot(normal) < 0.0 {
            self.velocity = to_scalar(change(velocity)).unwrap_or_default();
        }
    }

    /// The approximate distance by which rounding can displace the mover along `direction`. For integers and fixed point, at least the
    /// smallest step of the scalar. `moved` is the shape of the mover at its current position.
    pub(super) fn position_error(&self, moved: &M, direction: Vector<f64, N>) -> f64 {
        let error = self.position().map(|c| c.to_f64().abs()).dot(direction.map(f64::abs));
        let error = if S::IS_FLOAT { error * S::Real::EPSILON.to_f64() } else { S::QUANTUM };
        rounding_error(moved, direction).max(error)
    }
}
