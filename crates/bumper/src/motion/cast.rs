//! A mover on its course: what is in the way of it, and what it passes.

use super::hit::{Hit, Response, With};
use super::mover::Mover;
use super::obstacles::{Movable, Obstacle, Obstacles, around};
use super::vectors::{cut, entry_of, overlaps, push, room};
use crate::query::entry::{Entry, entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Relate, Shape, Vector};

/// The first obstacle on a way.
#[derive(Clone, Copy)]
pub(super) struct Block<I, const N: usize> {
    pub(super) with: With<I>,
    pub(super) entry: Entry<N>,
    pub(super) response: Response,
    pub(super) order: u64,
}

/// A mover during a step, what is around it, and the user's two closures.
pub(super) struct Course<'a, S: Scalar, const N: usize, M, O: Obstacles<S, N> + ?Sized> {
    pub(super) mover: &'a mut Mover<S, N, M>,
    pub(super) obstacles: &'a O,
    pub(super) respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
    pub(super) hit: &'a mut dyn FnMut(Hit<O::Id, S::Real, N>),
    /// Whether nothing has been made of the step yet: what is overlapped then, is told once.
    pub(super) fresh: bool,
    /// Whether anything near the last way that was looked at is passed.
    pub(super) crossing: bool,
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
    ) -> Self {
        Self { mover, obstacles, respond, hit, fresh: true, crossing: false, exact: false }
    }

    pub(super) fn response(&mut self, id: O::Id, obstacle: &Obstacle<'_, S, N>) -> Option<Response> {
        let response = (self.respond)(id)?;
        Some(if obstacle.sensor { Response::Cross } else { response })
    }

    pub(super) fn tell(&mut self, with: With<O::Id>, normal: Vector<f64, N>, time: f64, response: Response) {
        let normal = normal.map(S::Real::from_f64);
        (self.hit)(Hit { with, normal, time: S::Real::from_f64(time), response });
    }

    /// The first obstacle in the way that is not passed.
    pub(super) fn first(&mut self, way: Vector<f64, N>) -> Option<Block<O::Id, N>> {
        (self.crossing, self.exact) = (false, is_narrow::<S>());
        if way == Vector::default() && !self.fresh {
            return None;
        }
        let around = around(&self.mover.now)?;
        let mut best = self.mover.bounds_in_the_way(&around, way);
        self.obstacles.along(&around, way, &mut |id, obstacle| {
            let limit = |best: &Option<Block<O::Id, N>>| best.map_or(f64::INFINITY, |best| best.entry.time);
            let response = match self.response(id, &obstacle) {
                None => return limit(&best),
                Some(Response::Cross) => {
                    self.crossing = true;
                    return limit(&best);
                }
                Some(response) => response,
            };
            self.exact &= is_exact(&self.mover.now, &obstacle.shape);
            if let Some(entry) = entry_of(&self.mover.now, way, &obstacle) {
                let key = |block: &Block<O::Id, N>| (block.entry.time, block.entry.corner, block.order);
                let block = Block { with: With::Obstacle(id), entry, response, order: obstacle.order };
                let before = |best: &Block<O::Id, N>| match (key(&block), key(best)) {
                    (a, b) if a != b => a < b,
                    // Of all that is the same, the lower id, and obstacles before the bounds.
                    _ => !matches!(best.with, With::Obstacle(best) if best <= id),
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
    pub(super) fn tell_passed(&mut self, from: Vector<S, N>, way: Vector<f64, N>, passed: f64, part: f64) {
        let fresh = core::mem::take(&mut self.fresh);
        if !self.crossing && self.mover.response != Response::Cross {
            return;
        }
        let Some(before) = self.mover.start.moved(from) else { return };
        let Some(around) = around(&before) else { return };
        let mut after = None;
        loop {
            let mut passes = Passes { listed: [None; LISTED], after };
            self.mover.leaves(&around, way, &mut passes);
            self.obstacles.along(&around, way, &mut |id, obstacle| {
                if self.response(id, &obstacle) == Some(Response::Cross)
                    && let Some(entry) = passes_through(&before, way, &obstacle, fresh)
                {
                    passes.add(Passed { entry, order: obstacle.order, with: With::Obstacle(id) });
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

/// Whether a scalar is of whole numbers so small that `f64` tells all times of them apart that matter.
fn is_narrow<S: Scalar>() -> bool {
    !S::IS_FLOAT && size_of::<S>() <= 4
}

/// Whether the sweep of a mover among whole numbers tells all of an obstacle: of boxes that are beside each other.
fn is_exact<S: Scalar, const N: usize>(mover: &impl Movable<S, N>, shape: &Shape<'_, S, N>) -> bool {
    let mut exact = is_narrow::<S>();
    mover.each_part(&mut |part| {
        exact = exact
            && matches!((&part, shape), (Shape::Aabb(part), Shape::Aabb(other)) if !part.overlaps(other));
    });
    exact
}

/// How a mover comes into what it passes, or is in it at the start, if that is to be told.
fn passes_through<S: Scalar, const N: usize>(
    before: &impl Movable<S, N>,
    way: Vector<f64, N>,
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
        first = entry(&part, way, &obstacle.shape).filter(sooner).or(first);
    });
    first
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// The ends of its bounds that it leaves on a way, if it passes them.
    fn leaves<I: Copy + PartialOrd>(
        &self,
        around: &Aabb<f64, N>,
        way: Vector<f64, N>,
        passes: &mut Passes<I, N>,
    ) {
        let Some(bounds) = self.bounds.filter(|_| self.response == Response::Cross) else { return };
        for axis in 0..N {
            let sign = if way[axis] > 0.0 { -1.0 } else { 1.0 };
            let time = room(&bounds, around, axis, sign).max(0.0) / way[axis].abs();
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
        way: Vector<f64, N>,
    ) -> Option<Block<I, N>> {
        let goal = cut::<S, N>(way).and_then(|way| self.start.moved(self.position.checked_add(way)?));
        let mut first: Option<Entry<N>> = None;
        for axis in 0..N {
            let sign = if way[axis] > 0.0 { -1.0 } else { 1.0 };
            let bounded = self.bounds.filter(|_| self.response != Response::Cross);
            let bounded = bounded.map(|bounds| room(&bounds, around, axis, sign));
            let reach = if goal.is_none() { self.reach(axis, way[axis]) } else { None };
            let Some(room) = [bounded, reach].into_iter().flatten().reduce(f64::min) else { continue };
            let time = room.max(0.0) / way[axis].abs();
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
            let way = cut::<S, N>(Vector::default().with(axis, length))?;
            self.start.moved(self.position.checked_add(way)?).map(|_| way[axis].to_f64().abs())
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
        fits(low).map(|most| most * (1.0 - 4.0 * f64::EPSILON))
    }
}
