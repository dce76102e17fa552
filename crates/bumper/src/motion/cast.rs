//! A mover on its course: what is in the way of it, and what it passes.

use super::hit::{Hit, Response, With};
use super::mover::{Footing, Mover};
use super::near::{Candidate, Kept, Near, is_one_box};
use super::obstacles::{Movable, Obstacle, Obstacles, around, longest, swept};
use super::tolerance::THERE_AND_BACK;
use super::vectors::{cut, overlaps, push, room};
use crate::query::entry::{Entry, entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// The first obstacle on a way.
#[derive(Clone, Copy)]
pub(super) struct Block<I, const N: usize> {
    pub(super) with: With<I>,
    pub(super) entry: Entry<N>,
    pub(super) response: Response,
    pub(super) order: u64,
}

/// Where a mover is.
#[derive(Clone, Copy)]
pub(super) struct Place<S, const N: usize> {
    pub(super) position: Vector<S, N>,
    /// The box around its shape there; `None` where there is none.
    around: Option<Aabb<f64, N>>,
}

/// A mover during a step, what is around it, and the user's two closures.
pub(super) struct Course<'a, S: Scalar, const N: usize, M, O: Obstacles<S, N> + ?Sized> {
    pub(super) mover: &'a mut Mover<S, N, M>,
    pub(super) near: Near<'a, S, N, O>,
    pub(super) hit: &'a mut dyn FnMut(Hit<O::Id, S::Real, N>),
    pub(super) footing: Footing<N>,
    /// Whether nothing has been made of the step yet: what is overlapped then, is told once.
    pub(super) fresh: bool,
    /// Whether the mover is a box along the axes.
    pub(super) is_box: bool,
    /// The box around the mover where it is; `None` where there is none.
    pub(super) own: Option<Aabb<f64, N>>,
    /// Whether what was found on that way is exact, as it is for boxes of whole numbers that are in none at the start.
    pub(super) exact: bool,
}

/// What is passed, in the order in which it is told: by time, then by its place in the list, the bounds last.
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

/// How many things that are passed are told after one look around; for more it is looked again.
const LISTED: usize = 8;

/// The first few of what is passed, in order.
struct Passes<I, const N: usize> {
    listed: [Option<Passed<I, N>>; LISTED],
    /// Only what comes after this one.
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

    /// Puts the mover to a place, with its shape there.
    pub(super) fn put(&mut self, position: Vector<S, N>, moved: M) {
        self.own = around(&moved);
        (self.mover.position, self.mover.now) = (position, moved);
    }

    /// Where the mover is.
    pub(super) fn place(&self) -> Place<S, N> {
        Place { position: self.mover.position, around: self.own }
    }

    /// How far it has come from a place.
    pub(super) fn made(&self, from: &Place<S, N>) -> Vector<f64, N> {
        (self.mover.position - from.position).map(S::to_f64)
    }

    /// Puts the mover back to where it has been.
    pub(super) fn put_back(&mut self, place: &Place<S, N>) {
        self.mover.put(place.position);
        self.own = place.around;
    }

    /// Looks once for all that a step may meet, by legs as well.
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

    /// The first obstacle in the way that is not passed.
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
                    // Of all that is the same, the lower id, and obstacles before the bounds.
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

    /// Tells of what is passed on a way that has been made, which is the part of the step from `passed` on that is `part`.
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

/// How a mover comes into what it passes, or is in it at the start, if that is to be told.
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
    /// The ends of its bounds that it leaves on a way, if it passes them.
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
                // Of ends at the same time, by axis.
                let order = u64::MAX - (N - axis) as u64;
                let entry = Entry { time, normal, corner: false, slack: 0.0 };
                passes.add(Passed { entry, order, with: With::Bounds });
            }
        }
    }

    /// The first end of the bounds in the way, or of the range of the scalar.
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

    /// How far it can go on an axis before a coordinate leaves the range of the scalar, if it does: a length of the scalar.
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
        // Less by some roundings, as it becomes a part of the way and a length again.
        fits(low).map(|most| most * (1.0 - THERE_AND_BACK))
    }
}
