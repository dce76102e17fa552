//! The context of a step of a mover. It finds the first obstacle on the path of the mover, and reports the obstacles that the mover passes
//! through.

use super::hit::{Hit, HitTarget, Response};
use super::mover::{FloorTest, Mover};
use super::obstacle_cache::{CacheStorage, Candidate, ObstacleCache, is_single_box};
use super::obstacle_entry::{DeepestParts, deepest_parts, distance_to_side, first_entry, overlaps};
use super::obstacles::{Movable, Obstacle, Obstacles, aabb_of, longest_side, swept_aabb};
use super::tolerance::{FRACTION_ERROR, MAX_GAP_FRACTION, MAX_GAP_ULPS};
use super::vectors::{lowest_height, to_scalar};
use crate::query::overlap_time::Entry;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// The first hit on a path: the obstacle or the bounds, the time and the normal of the entry, the response of the mover, and the rank of
/// the obstacle ([`Obstacle::order`]).
#[derive(Clone, Copy)]
pub(super) struct NearestHit<I, const N: usize> {
    pub(super) target: HitTarget<I>,
    pub(super) entry: Entry<N>,
    pub(super) response: Response,
    pub(super) order: u64,
}

/// A saved position of a mover, and its AABB there.
#[derive(Clone, Copy)]
pub(super) struct SavedPosition<S, const N: usize> {
    pub(super) position: Vector<S, N>,
    /// The AABB of the shape at the saved position; `None` if the shape is empty or has a NaN.
    aabb: Option<Aabb<f64, N>>,
}

/// The data of a step of a mover: the mover, the obstacles near it with its responses to them, and the closure that is called with every
/// hit.
pub(super) struct MoveContext<'a, S: Scalar, const N: usize, M, O: Obstacles<S, N> + ?Sized> {
    pub(super) mover: &'a mut Mover<S, N, M>,
    pub(super) cache: ObstacleCache<'a, S, N, O>,
    /// The closure of the user that is called with every hit.
    pub(super) hit: &'a mut dyn FnMut(Hit<O::Id, S::Real, N>),
    pub(super) floor_test: FloorTest<N>,
    /// Whether an object pushes the mover out of its path. Then the mover slides up on steep slopes, too.
    pub(super) is_pushed: bool,
    /// The normal of the floor on which a walk has ended, if the mover does not stand on a face of it: it rests on the edge of the floor,
    /// or rounding at a wall keeps it from reaching the floor.
    pub(super) floor_below: Option<Vector<f64, N>>,
    /// True until the mover moves for the first time in this step. An obstacle that the mover already overlaps at the start, and passes
    /// through, is reported only while this is true.
    pub(super) at_start: bool,
    /// Whether the mover is a single AABB that `f64` represents exactly.
    pub(super) is_box: bool,
    /// The AABB of the mover at its current position; `None` if the shape is empty or has a NaN.
    pub(super) aabb: Option<Aabb<f64, N>>,
    /// Whether the time of the last hit that `first_hit` returned was computed without rounding. This is the case for integers and fixed
    /// point, if the mover and all obstacles near the path are boxes, and if the mover overlaps none of these at the start of the path.
    pub(super) is_exact: bool,
}

/// An obstacle that the mover passes through, or a side of the bounds that it crosses. These are reported in the order of time. At the same
/// time, obstacles come in the order of [`Obstacle::order`], then of their ids; sides of the bounds come last.
#[derive(Clone, Copy)]
struct CrossedObstacle<I, const N: usize> {
    entry: Entry<N>,
    order: u64,
    target: HitTarget<I>,
}

impl<S, const N: usize> SavedPosition<S, N> {
    /// The smallest height of a corner of the AABB; `None` if there is no AABB.
    pub(super) fn lowest_height(&self, up: Vector<f64, N>) -> Option<f64> {
        self.aabb.map(|aabb| lowest_height(&aabb, up))
    }
}

impl<I: Copy + PartialOrd, const N: usize> CrossedObstacle<I, N> {
    /// Whether this obstacle is reported before the obstacle `other`.
    fn before(&self, other: &Self) -> bool {
        let key = |crossed: &Self| (crossed.entry.time, crossed.order);
        match (self.target, other.target) {
            _ if key(self) != key(other) => key(self) < key(other),
            (HitTarget::Obstacle(a), HitTarget::Obstacle(b)) => a < b,
            (a, b) => a != b && b == HitTarget::Bounds,
        }
    }
}

/// The length of the list of obstacles that the mover has crossed. If the mover has crossed more, the list is reported, and the obstacles
/// are queried again for the next ones.
const MAX_CROSSED: usize = 8;

/// The next obstacles that the mover has crossed, at most [`MAX_CROSSED`], in the order of reporting. Obstacles that have been reported
/// already are left out.
struct CrossedList<I, const N: usize> {
    listed: [Option<CrossedObstacle<I, N>>; MAX_CROSSED],
    /// The obstacle that was reported last: only obstacles that are reported after it are listed. `None` if none was reported yet.
    after: Option<CrossedObstacle<I, N>>,
}

impl<I: Copy + PartialOrd, const N: usize> CrossedList<I, N> {
    /// Inserts an obstacle into the list, at its place in the order of reports. If the list was full, the last obstacle drops out of it.
    /// Does nothing if this obstacle has been reported already, or if the list is full of obstacles that are reported before it.
    fn add(&mut self, crossed: CrossedObstacle<I, N>) {
        if self.after.is_some_and(|after| !after.before(&crossed)) {
            return;
        }
        let is_later =
            |listed: &Option<CrossedObstacle<I, N>>| listed.is_none_or(|listed| crossed.before(&listed));
        if let Some(index) = self.listed.iter().position(is_later) {
            self.listed[index..].rotate_right(1);
            self.listed[index] = Some(crossed);
        }
    }
}

impl<'a, S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized>
    MoveContext<'a, S, N, M, O>
{
    /// Creates the context of a step of a mover. The mover has not moved yet, and no obstacles are cached.
    pub(super) fn new(
        mover: &'a mut Mover<S, N, M>,
        obstacles: &'a O,
        respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
        hit: &'a mut dyn FnMut(Hit<O::Id, S::Real, N>),
        storage: &'a mut CacheStorage<'a, S, N, O::Id>,
    ) -> Self {
        let (floor_test, is_box, aabb) =
            (mover.floor_test(), is_single_box(mover.shape()), aabb_of(mover.shape()));
        let size = aabb.map_or(0.0, |aabb| longest_side(&aabb));
        let cache = ObstacleCache::new(obstacles, respond, storage, size, mover.drop_through);
        Self {
            mover,
            cache,
            hit,
            floor_test,
            is_pushed: false,
            floor_below: None,
            at_start: true,
            is_exact: false,
            is_box,
            aabb,
        }
    }

    /// Moves the mover to a position. `moved` is its shape at that position.
    pub(super) fn put(&mut self, position: Vector<S, N>, moved: M) {
        self.aabb = aabb_of(&moved);
        self.mover.placement.position = position;
        self.mover.placement.shape = moved;
    }

    /// Saves the current position of the mover, to restore or compare it later.
    pub(super) fn save_position(&self) -> SavedPosition<S, N> {
        SavedPosition { position: self.mover.position(), aabb: self.aabb }
    }

    /// The displacement of the mover from an earlier position.
    pub(super) fn displacement_from(&self, from: &SavedPosition<S, N>) -> Vector<f64, N> {
        (self.mover.position() - from.position).map(S::to_f64)
    }

    /// Moves the mover back to an earlier position.
    pub(super) fn restore_position(&mut self, saved: &SavedPosition<S, N>) {
        self.mover.put(saved.position);
        self.aabb = saved.aabb;
    }

    /// Fills the cache with all obstacles that the mover may meet in a step. These include obstacles that only step climbing or ground
    /// following would reach. Inlined, so that the AABB, which has just been computed, is not read
    /// back from memory: the processor waits until it is stored, a fifth of the time of a short step.
    #[inline]
    pub(super) fn gather_obstacles(&mut self, step: Vector<f64, N>) {
        let Some(mut region) = self.aabb else { return };
        region = swept_aabb(&region, step);
        if let (Some(walk_settings), Some(up)) = (self.mover.walk_settings, self.floor_test.up) {
            let drop = walk_settings.snap_distance.to_f64() + step.length() * self.floor_test.max_slope;
            region = swept_aabb(&region, up.scaled(walk_settings.stair_height.to_f64()));
            region = swept_aabb(&region, up.scaled(-drop));
        }
        self.cache.gather(&region);
    }

    /// Calls the closure of the user with a hit.
    pub(super) fn report(
        &mut self,
        target: HitTarget<O::Id>,
        normal: Vector<f64, N>,
        time: f64,
        response: Response,
        parts: [u32; 2],
    ) {
        let normal = normal.map(S::Real::from_f64);
        (self.hit)(Hit { target, normal, time: S::Real::from_f64(time), response, parts });
    }

    /// Reports the hit with the surface that stops the mover. With [`report_all`](Mover::report_all), also reports every other obstacle
    /// that the mover touches on the side of its shape that faces this surface.
    pub(super) fn report_stop(
        &mut self,
        target: HitTarget<O::Id>,
        normal: Vector<f64, N>,
        time: f64,
        response: Response,
        parts: [u32; 2],
    ) {
        self.report(target, normal, time, response, parts);
        if self.mover.report_all {
            self.report_touched(target, normal, time);
        }
    }

    /// Reports the other obstacles that the mover touches on the same side as the surface that it has hit. `normal` is the normal of that
    /// surface, so the side is opposite to it. `target` has been reported already and is left out. Not inlined, because most steps report
    /// only one obstacle at a time.
    #[cold]
    fn report_touched(&mut self, target: HitTarget<O::Id>, normal: Vector<f64, N>, time: f64) {
        let Some(aabb) = self.aabb else { return };
        let size = longest_side(&aabb);
        let error = self.mover.position_error(self.mover.shape(), normal) * MAX_GAP_ULPS;
        let length = if S::IS_FLOAT { 2.0 * error + size * MAX_GAP_FRACTION } else { S::QUANTUM };
        let step = normal.scaled(-length);
        let mover_box = self.is_box.then_some(&aabb);
        let Self { mover, cache, hit, .. } = self;
        let mut touched = |candidate: &Candidate<'_, S, N, O::Id>| {
            if candidate.response == Response::Cross || target == HitTarget::Obstacle(candidate.id) {
                return;
            }
            let Some(entry) = candidate.entry(mover.shape(), mover_box, step) else { return };
            let gap = if S::IS_FLOAT { error.max(entry.slack * MAX_GAP_ULPS) } else { length };
            if entry.time * length <= gap && entry.normal.dot(normal) > 0.0 {
                let normal = entry.normal.map(S::Real::from_f64);
                let time = S::Real::from_f64(time);
                let target = HitTarget::Obstacle(candidate.id);
                let response = candidate.response;
                hit(Hit { target, normal, time, response, parts: entry.parts });
            }
        };
        cache.each_along(&aabb, step, &mut |candidate| {
            touched(candidate);
            f64::INFINITY
        });
    }

    /// The first hit of the mover while it moves by `step`, among the obstacles and bounds that block it. If several hits have the same
    /// time, a hit on a face comes before a hit of two corners (see [`Entry`]). Then the hit with the lower [`Obstacle::order`] is taken,
    /// then that with the lower id. The bounds come last.
    pub(super) fn first_hit(&mut self, step: Vector<f64, N>) -> Option<NearestHit<O::Id, N>> {
        self.is_exact = !S::IS_FLOAT;
        if step == Vector::ZERO && !self.at_start {
            return None;
        }
        let aabb = self.aabb?;
        let Self { mover, cache, is_exact, is_box, .. } = self;
        let mover_box = is_box.then_some(&aabb);
        let mut best = mover.hit_bounds(&aabb, step);
        cache.each_along(&aabb, step, &mut |candidate| {
            let Candidate { id, obstacle, response, .. } = candidate;
            let limit =
                |best: &Option<NearestHit<O::Id, N>>| best.map_or(f64::INFINITY, |best| best.entry.time);
            if *response == Response::Cross {
                return limit(&best);
            }
            *is_exact = *is_exact && candidate.is_exact(mover_box);
            if let Some(entry) = candidate.entry(mover.shape(), mover_box, step) {
                let key = |first_hit: &NearestHit<O::Id, N>| {
                    (first_hit.entry.time, first_hit.entry.corner, first_hit.order)
                };
                let target = HitTarget::Obstacle(*id);
                let order = obstacle.order;
                let first_hit = NearestHit { target, entry, response: *response, order };
                let before = |best: &NearestHit<O::Id, N>| match (key(&first_hit), key(best)) {
                    (a, b) if a != b => a < b,
                    // The two hits are equal in time, in `order` and in whether corners meet. Then the obstacle with the lower id is taken,
                    // and an obstacle rather than the bounds.
                    _ => !matches!(&best.target, HitTarget::Obstacle(best) if best <= id),
                };
                if best.as_ref().is_none_or(before) {
                    best = Some(first_hit);
                }
            }
            limit(&best)
        });
        best
    }

    /// Reports the obstacles and bounds through which the mover has passed during a motion by `step` from the position `from`. The motion
    /// began at the time `elapsed` and took the time `part`; both are fractions of the time step.
    pub(super) fn report_crossed(
        &mut self,
        from: &SavedPosition<S, N>,
        step: Vector<f64, N>,
        elapsed: f64,
        part: f64,
    ) {
        let at_start = core::mem::take(&mut self.at_start);
        let Some(aabb) = from.aabb else { return };
        if self.mover.response != Response::Cross && !self.cache.may_pass_through(&aabb, step) {
            return;
        }
        let Some(before) = self.mover.shape_at(from.position) else { return };
        let mut after = None;
        loop {
            let mut crossed = CrossedList { listed: [None; MAX_CROSSED], after };
            self.mover.add_crossed_bounds(&aabb, step, &mut crossed);
            self.cache.each_along(&aabb, step, &mut |candidate| {
                let Candidate { id, obstacle, response, .. } = candidate;
                if *response == Response::Cross
                    && let Some(entry) = entry_into_crossed(&before, step, obstacle, at_start)
                {
                    let entry = Entry { parts: candidate.whole_parts(entry.parts), ..entry };
                    crossed.add(CrossedObstacle {
                        entry,
                        order: obstacle.order,
                        target: HitTarget::Obstacle(*id),
                    });
                }
                f64::INFINITY
            });
            for found in crossed.listed.into_iter().flatten() {
                self.report(
                    found.target,
                    found.entry.normal,
                    elapsed + part * found.entry.time,
                    Response::Cross,
                    found.entry.parts,
                );
            }
            after = crossed.listed[MAX_CROSSED - 1];
            if after.is_none() {
                return;
            }
        }
    }
}

/// The first entry of the shape `before` into an obstacle that the mover passes through, while the shape moves by `step`. If the two
/// already overlap at the start, the result is an entry at time 0 if `at_start` is true, otherwise `None`.
fn entry_into_crossed<S: Scalar, const N: usize>(
    before: &impl Movable<S, N>,
    step: Vector<f64, N>,
    obstacle: &Obstacle<'_, S, N>,
    at_start: bool,
) -> Option<Entry<N>> {
    if overlaps(before, &obstacle.shape) {
        let none = DeepestParts { depth: 0.0, normal: Vector::ZERO, parts: [0; 2] };
        let DeepestParts { normal, parts, .. } = deepest_parts(before, &obstacle.shape).unwrap_or(none);
        return at_start.then_some(Entry { time: 0.0, normal, corner: false, slack: 0.0, parts });
    }
    first_entry(before, step, &obstacle.shape, |entry, first| entry.time < first.time)
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// If the response of the mover to its bounds is [`Response::Cross`], adds the sides of the bounds that it crosses while it moves by
    /// `step`.
    fn add_crossed_bounds<I: Copy + PartialOrd>(
        &self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        crossed: &mut CrossedList<I, N>,
    ) {
        let Some(bounds) = self.bounds.filter(|_| self.response == Response::Cross) else { return };
        for axis in 0..N {
            let sign = if step[axis] > 0.0 { -1.0 } else { 1.0 };
            let time = distance_to_side(&bounds, aabb, axis, sign).max(0.0) / step[axis].abs();
            if time < 1.0 {
                let normal = Vector::ZERO.with(axis, sign);
                // Sides of the bounds that are crossed at the same time are sorted by axis.
                let order = u64::MAX - (N - axis) as u64;
                let entry = Entry { time, normal, corner: false, slack: 0.0, parts: [0; 2] };
                crossed.add(CrossedObstacle { entry, order, target: HitTarget::Bounds });
            }
        }
    }

    /// The first hit of the mover with its bounds while it moves by `step`: with a side that stops it, or with the end of the range of the
    /// scalar.
    pub(super) fn hit_bounds<I>(
        &self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
    ) -> Option<NearestHit<I, N>> {
        let goal = to_scalar::<S, N>(step).and_then(|step| self.shape_at(self.position().checked_add(step)?));
        let bounds = self.bounds.filter(|_| self.response != Response::Cross);
        if goal.is_some() && bounds.is_none() {
            return None;
        }
        let mut first: Option<Entry<N>> = None;
        for axis in 0..N {
            let sign = if step[axis] > 0.0 { -1.0 } else { 1.0 };
            let bounded = bounds.map(|bounds| distance_to_side(&bounds, aabb, axis, sign));
            let in_range = if goal.is_none() { self.distance_in_range(axis, step[axis]) } else { None };
            let Some(distance) = [bounded, in_range].into_iter().flatten().reduce(f64::min) else {
                continue;
            };
            let time = distance.max(0.0) / step[axis].abs();
            if time < 1.0 && first.is_none_or(|first| time < first.time) {
                let normal = Vector::ZERO.with(axis, sign);
                first = Some(Entry { time, normal, corner: false, slack: 0.0, parts: [0; 2] });
            }
        }
        let response = if self.response == Response::Cross { Response::Stop } else { self.response };
        first.map(|entry| NearestHit { target: HitTarget::Bounds, entry, response, order: u64::MAX })
    }

    /// The distance that the mover can move on an axis before a coordinate leaves the range of the scalar. `length` is the signed
    /// displacement that it has to make on this axis; if all of it is possible, the result is `None`. The distance is found by bisection.
    fn distance_in_range(&self, axis: usize, length: f64) -> Option<f64> {
        let fits = |length: f64| {
            let step = to_scalar::<S, N>(Vector::ZERO.with(axis, length))?;
            self.shape_at(self.position().checked_add(step)?).map(|_| step[axis].to_f64().abs())
        };
        if fits(length).is_some() {
            return None;
        }
        let mut low = 0.0;
        let mut high = length;
        for _ in 0..64 {
            let middle = (low + high) * 0.5;
            *(if fits(middle).is_some() { &mut low } else { &mut high }) = middle;
        }
        // The caller divides the distance by the length of the path and multiplies the quotient by that length again. The distance is
        // shortened by a few rounding errors, so that the rounded product does not leave the range.
        fits(low).map(|most| most * (1.0 - FRACTION_ERROR))
    }
}
