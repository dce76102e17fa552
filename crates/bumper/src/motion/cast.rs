//! The context of a moving shape during a step: the first obstacle on its path, and the obstacles that it passes through.

use super::hit::{Hit, Response, With};
use super::mover::{Footing, Mover};
use super::near::{Candidate, Kept, Near, is_one_box};
use super::obstacles::{Movable, Obstacle, Obstacles, around, longest, swept};
use super::tolerance::THERE_AND_BACK;
use super::vectors::{cut, overlaps, push, room};
use crate::query::overlap_time::{Entry, entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// The first obstacle that is hit on a path.
#[derive(Clone, Copy)]
pub(super) struct Block<I, const N: usize> {
    pub(super) with: With<I>,
    pub(super) entry: Entry<N>,
    pub(super) response: Response,
    pub(super) order: u64,
}

/// A position of a mover and its AABB there.
#[derive(Clone, Copy)]
pub(super) struct Place<S, const N: usize> {
    pub(super) position: Vector<S, N>,
    /// The AABB of its shape there; `None` if it has none (if the shape is empty or has a NaN).
    around: Option<Aabb<f64, N>>,
}

/// The context of a step: the mover, the obstacles near it, and the user's two closures.
pub(super) struct Course<'a, S: Scalar, const N: usize, M, O: Obstacles<S, N> + ?Sized> {
    pub(super) mover: &'a mut Mover<S, N, M>,
    pub(super) near: Near<'a, S, N, O>,
    pub(super) hit: &'a mut dyn FnMut(Hit<O::Id, S::Real, N>),
    pub(super) footing: Footing<N>,
    /// Whether the mover has not moved in this step yet. Obstacles that it passes through and overlaps at the start are reported once, at
    /// that time.
    pub(super) fresh: bool,
    /// Whether the mover is a single AABB that `f64` represents exactly.
    pub(super) is_box: bool,
    /// The AABB of the mover at its current position; `None` if it has none.
    pub(super) own: Option<Aabb<f64, N>>,
    /// Whether the last result of `first` was exact: true for boxes of integers that do not overlap at the start.
    pub(super) exact: bool,
}

/// An obstacle that the mover passes through. These are reported by time, then by order and id, the bounds last.
#[derive(Clone, Copy)]
struct Passed<I, const N: usize> {
    entry: Entry<N>,
    order: u64,
    with: With<I>,
}

impl<I: Copy + PartialOrd, const N: usize> Passed<I, N> {
    fn before(&self, other: &Self) -> bool {
        let key = |passed: &Self| (passed.entry.time, passed.order);
        match (self.with, other.with) {
            _ if key(self) != key(other) => key(self) < key(other),
            (With::Obstacle(a), With::Obstacle(b)) => a < b,
            (a, b) => a != b && b == With::Bounds,
        }
    }
}

/// The number of passed obstacles that are reported after one query. If there are more, the obstacles are queried again.
const LISTED: usize = 8;

/// The first few passed obstacles, sorted.
struct Passes<I, const N: usize> {
    listed: [Option<Passed<I, N>>; LISTED],
    /// Only obstacles after this one are listed.
    after: Option<Passed<I, N>>,
}

impl<I: Copy + PartialOrd, const N: usize> Passes<I, N> {
    fn add(&mut self, passed: Passed<I, N>) {
        if self.after.is_some_and(|after| !after.before(&passed)) {
            return;
        }
        let later = |listed: &Option<Passed<I, N>>| listed.is_none_or(|listed| passed.before(&listed));
        if let Some(place) = self.listed.iter().position(later) {
            self.listed[place..].rotate_right(1);
            self.listed[place] = Some(passed);
        }
    }
}

impl<'a, S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'a, S, N, M, O> {
    pub(super) fn new(
        mover: &'a mut Mover<S, N, M>,
        obstacles: &'a O,
        respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
        hit: &'a mut dyn FnMut(Hit<O::Id, S::Real, N>),
        kept: &'a mut Kept<'a, S, N, O::Id>,
    ) -> Self {
        let (footing, is_box, own) = (mover.footing(), is_one_box(&mover.now), around(&mover.now));
        let near = Near::new(obstacles, respond, kept, own.map_or(0.0, |own| longest(&own)));
        Self { mover, near, hit, footing, fresh: true, exact: false, is_box, own }
    }

    /// Moves the mover to a position; `moved` is its shape there.
    pub(super) fn put(&mut self, position: Vector<S, N>, moved: M) {
        self.own = around(&moved);
        (self.mover.position, self.mover.now) = (position, moved);
    }

    /// The current position of the mover.
    pub(super) fn place(&self) -> Place<S, N> {
        Place { position: self.mover.position, around: self.own }
    }

    /// The displacement of the mover from an earlier position.
    pub(super) fn made(&self, from: &Place<S, N>) -> Vector<f64, N> {
        (self.mover.position - from.position).map(S::to_f64)
    }

    /// Moves the mover back to an earlier position.
    pub(super) fn put_back(&mut self, place: &Place<S, N>) {
        self.mover.put(place.position);
        self.own = place.around;
    }

    /// Gathers all obstacles that a step may meet, including the range of step climbing and ground following.
    pub(super) fn look_around(&mut self, step: Vector<f64, N>) {
        let Some(mut region) = self.own else { return };
        region = swept(&region, step);
        if let (Some(legs), Some(up)) = (self.mover.legs, self.footing.up) {
            let drop = legs.snap_distance.to_f64() + step.length() * self.footing.rise;
            region = swept(&region, up.scaled(legs.step_height.to_f64()));
            region = swept(&region, up.scaled(-drop));
        }
        self.near.gather(&region);
    }

    pub(super) fn tell(&mut self, with: With<O::Id>, normal: Vector<f64, N>, time: f64, response: Response) {
        let normal = normal.map(S::Real::from_f64);
        (self.hit)(Hit { with, normal, time: S::Real::from_f64(time), response });
    }

    /// The first obstacle in the way that the mover does not pass through.
    pub(super) fn first(&mut self, step: Vector<f64, N>) -> Option<Block<O::Id, N>> {
        self.exact = !S::IS_FLOAT;
        if step == Vector::default() && !self.fresh {
            return None;
        }
        let around = self.own?;
        let Self { mover, near, exact, is_box, .. } = self;
        let own = is_box.then_some(&around);
        let mut best = mover.bounds_in_the_way(&around, step);
        near.along(&around, step, &mut |candidate| {
            let Candidate { id, obstacle, response, .. } = candidate;
            let limit = |best: &Option<Block<O::Id, N>>| best.map_or(f64::INFINITY, |best| best.entry.time);
            if *response == Response::Cross {
                return limit(&best);
            }
            *exact = *exact && candidate.is_exact(own);
            if let Some(entry) = candidate.entry(&mover.now, own, step) {
                let key = |block: &Block<O::Id, N>| (block.entry.time, block.entry.corner, block.order);
                let (with, order) = (With::Obstacle(*id), obstacle.order);
                let block = Block { with, entry, response: *response, order };
                let before = |best: &Block<O::Id, N>| match (key(&block), key(best)) {
                    (a, b) if a != b => a < b,
                    // Ties go to the lower id, and obstacles come before the bounds.
                    _ => !matches!(&best.with, With::Obstacle(best) if best <= id),
                };
                if best.as_ref().is_none_or(before) {
                    best = Some(block);
                }
            }
            limit(&best)
        });
        best
    }

    /// Reports the obstacles that the mover passed through on a path that it has made. The path takes the fraction `part` of the whole
    /// step, from the time `passed` on.
    pub(super) fn tell_passed(&mut self, from: &Place<S, N>, step: Vector<f64, N>, passed: f64, part: f64) {
        let fresh = core::mem::take(&mut self.fresh);
        let Some(around) = from.around else { return };
        if self.mover.response != Response::Cross && !self.near.crosses(&around, step) {
            return;
        }
        let Some(before) = self.mover.start.moved(from.position) else { return };
        let mut after = None;
        loop {
            let mut passes = Passes { listed: [None; LISTED], after };
            self.mover.leaves(&around, step, &mut passes);
            self.near.along(&around, step, &mut |Candidate { id, obstacle, response, .. }| {
                if *response == Response::Cross
                    && let Some(entry) = passes_through(&before, step, obstacle, fresh)
                {
                    passes.add(Passed { entry, order: obstacle.order, with: With::Obstacle(*id) });
                }
                f64::INFINITY
            });
            for found in passes.listed.into_iter().flatten() {
                self.tell(found.with, found.entry.normal, passed + part * found.entry.time, Response::Cross);
            }
            after = passes.listed[LISTED - 1];
            if after.is_none() {
                return;
            }
        }
    }
}

/// The first entry of a mover into an obstacle that it passes through. If they overlap at the start, an entry at time 0 if `fresh`, else
/// `None`.
fn passes_through<S: Scalar, const N: usize>(
    before: &impl Movable<S, N>,
    step: Vector<f64, N>,
    obstacle: &Obstacle<'_, S, N>,
    fresh: bool,
) -> Option<Entry<N>> {
    if overlaps(before, &obstacle.shape) {
        let normal = push(before, &obstacle.shape).map_or(Vector::default(), |(_, normal)| normal);
        return fresh.then_some(Entry { time: 0.0, normal, corner: false, slack: 0.0 });
    }
    let mut first: Option<Entry<N>> = None;
    before.each_part(&mut |part| {
        let sooner = |entry: &Entry<N>| first.is_none_or(|first| entry.time < first.time);
        first = entry(&part, step, &obstacle.shape).filter(sooner).or(first);
    });
    first
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Adds the sides of its bounds that the mover crosses on a path, if it passes through them.
    fn leaves<I: Copy + PartialOrd>(
        &self,
        around: &Aabb<f64, N>,
        step: Vector<f64, N>,
        passes: &mut Passes<I, N>,
    ) {
        let Some(bounds) = self.bounds.filter(|_| self.response == Response::Cross) else { return };
        for axis in 0..N {
            let sign = if step[axis] > 0.0 { -1.0 } else { 1.0 };
            let time = room(&bounds, around, axis, sign).max(0.0) / step[axis].abs();
            if time < 1.0 {
                let normal = Vector::default().with(axis, sign);
                // Sides that are crossed at the same time are sorted by axis.
                let order = u64::MAX - (N - axis) as u64;
                let entry = Entry { time, normal, corner: false, slack: 0.0 };
                passes.add(Passed { entry, order, with: With::Bounds });
            }
        }
    }

    /// The first side of the bounds in the way, or the end of the range of the scalar, which is reported as the bounds.
    pub(super) fn bounds_in_the_way<I>(
        &self,
        around: &Aabb<f64, N>,
        step: Vector<f64, N>,
    ) -> Option<Block<I, N>> {
        let goal = cut::<S, N>(step).and_then(|step| self.start.moved(self.position.checked_add(step)?));
        let bounds = self.bounds.filter(|_| self.response != Response::Cross);
        if goal.is_some() && bounds.is_none() {
            return None;
        }
        let mut first: Option<Entry<N>> = None;
        for axis in 0..N {
            let sign = if step[axis] > 0.0 { -1.0 } else { 1.0 };
            let bounded = bounds.map(|bounds| room(&bounds, around, axis, sign));
            let reach = if goal.is_none() { self.reach(axis, step[axis]) } else { None };
            let Some(room) = [bounded, reach].into_iter().flatten().reduce(f64::min) else { continue };
            let time = room.max(0.0) / step[axis].abs();
            if time < 1.0 && first.is_none_or(|first| time < first.time) {
                let normal = Vector::default().with(axis, sign);
                first = Some(Entry { time, normal, corner: false, slack: 0.0 });
            }
        }
        let response = if self.response == Response::Cross { Response::Stop } else { self.response };
        first.map(|entry| Block { with: With::Bounds, entry, response, order: u64::MAX })
    }

    /// The distance that the mover can move on an axis before a coordinate leaves the range of the scalar; `None` if it stays within the
    /// range for the whole length. Found by bisection among displacements that the scalar can represent.
    fn reach(&self, axis: usize, length: f64) -> Option<f64> {
        let fits = |length: f64| {
            let step = cut::<S, N>(Vector::default().with(axis, length))?;
            self.start.moved(self.position.checked_add(step)?).map(|_| step[axis].to_f64().abs())
        };
        if fits(length).is_some() {
            return None;
        }
        let (mut low, mut high) = (0.0, length);
        for _ in 0..64 {
            let middle = (low + high) * 0.5;
            *(if fits(middle).is_some() { &mut low } else { &mut high }) = middle;
        }
        // Shortened by a few roundings, because it is converted to a fraction of the path and back.
        fits(low).map(|most| most * (1.0 - THERE_AND_BACK))
    }
}
