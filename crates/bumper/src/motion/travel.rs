//! One step of a mover: what it does at the obstacles in its way.

use super::Mover;
use super::obstacles::{Movable, Obstacle, Obstacles, around};
use super::ways::{along, cut, entry_of, outward, overlaps, push, room};
use crate::query::entry::{Entry, entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// What a mover does at an obstacle: only at one that it would come to overlap.
///
/// ```
/// use bumper::{Aabb, Shape, Vector, motion::{Mover, Response}};
/// let wall: [Shape<i16, 2>; 1] = [Aabb::new([30, 0], [40, 40]).into()];
/// let after = |response| {
///     let mut dot = Mover::new(Aabb::new([0i16, 0], [10, 10]));
///     dot.velocity = Vector([30, 4]);
///     dot.response = response;
///     dot.travel([30, 4], &wall[..], |_| Some(response), |_| ());
///     (dot.position().0, dot.velocity.0)
/// };
/// assert_eq!(after(Response::BackUp), ([0, 4], [30, 4]));
/// assert_eq!(after(Response::Stop), ([20, 2], [0, 4]));
/// assert_eq!(after(Response::Slide), ([20, 4], [0, 4]));
/// assert_eq!(after(Response::Bounce), ([10, 4], [-30, 4]));
/// assert_eq!(after(Response::Cross), ([30, 4], [30, 4]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Response {
    /// The tutorials' rule: the step is made axis by axis, and what it makes on an axis is undone whole if the mover would come
    /// to overlap an obstacle on the way.
    BackUp,
    /// It moves up to the obstacle and stays there, touching. The velocity into the surface becomes zero.
    Stop,
    /// It moves up to the obstacle and goes on along its surface. The velocity into the surface becomes zero.
    Slide,
    /// It moves up to the obstacle; the rest of the step, and the velocity, are mirrored at the surface.
    Bounce,
    /// It passes through; the hit is told in every step in which they overlap.
    Cross,
}

/// What a mover has run into.
///
/// ```
/// use bumper::motion::With;
/// assert_ne!(With::Obstacle(3), With::Bounds);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum With<I> {
    /// An obstacle.
    Obstacle(I),
    /// The bounds of the mover, or the end of the range of its scalar.
    Bounds,
}

/// A hit of a mover.
///
/// ```
/// use bumper::{Aabb, Shape, Vector, motion::{Mover, Response, With}};
/// let wall: [Shape<f32, 2>; 1] = [Aabb::new([30.0, 0.0], [40.0, 40.0]).into()];
/// let mut dot = Mover::new(Aabb::new([0.0, 0.0], [10.0, 10.0]));
/// dot.travel([40.0, 0.0], &wall[..], |_| Some(Response::Stop), |hit| {
///     assert_eq!((hit.with, hit.normal, hit.time), (With::Obstacle(0), Vector([-1.0, 0.0]), 0.5));
/// });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<I, R, const N: usize> {
    /// What it has hit.
    pub with: With<I>,
    /// The unit normal of the surface there, out of the obstacle and towards the mover.
    pub normal: Vector<R, N>,
    /// The part of the step after which it did: from 0 to 1.
    pub time: R,
    /// What it did there.
    pub response: Response,
}

/// The first obstacle on a way.
#[derive(Clone, Copy)]
pub(super) struct Block<I, const N: usize> {
    pub(super) with: With<I>,
    pub(super) entry: Entry<N>,
    pub(super) response: Response,
    pub(super) order: u64,
}

/// The surroundings of a mover during a step, and the user's two closures.
pub(super) struct Course<'a, S: Scalar, const N: usize, O: Obstacles<S, N> + ?Sized> {
    pub(super) obstacles: &'a O,
    pub(super) respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
    pub(super) hit: &'a mut dyn FnMut(Hit<O::Id, S::Real, N>),
}

impl<S: Scalar, const N: usize, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, O> {
    pub(super) fn response(&mut self, id: O::Id, obstacle: &Obstacle<'_, S, N>) -> Option<Response> {
        let response = (self.respond)(id)?;
        Some(if obstacle.sensor { Response::Cross } else { response })
    }

    pub(super) fn tell_block(&mut self, block: &Block<O::Id, N>) {
        self.tell(block.with, block.entry.normal, 1.0, block.response);
    }

    pub(super) fn tell(&mut self, with: With<O::Id>, normal: Vector<f64, N>, time: f64, response: Response) {
        let normal = normal.map(S::Real::from_f64);
        (self.hit)(Hit { with, normal, time: S::Real::from_f64(time), response });
    }
}

/// How many hits a step may have. What is left of it then is not made.
const HITS: usize = 32;

/// How many surfaces a step slides along at most before it counts as cornered.
const SURFACES: usize = 8;

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Moves by a step among obstacles, as far as they let it.
    ///
    /// `respond` tells for each obstacle what to do at it; `None` leaves it out. `hit` is called with every hit. Where the mover's
    /// own [`response`](Mover::response) is [`Response::BackUp`], the step is made axis by axis. At its bounds it does what that
    /// says.
    ///
    /// After the step the mover overlaps nothing that it did not overlap before. One that overlaps an obstacle at the start is
    /// first put beside it, by the shortest way that leads out of all of them (`BackUp` and `Cross` aside); if there is none, it
    /// gets no deeper. A step that is NaN or infinite is not made.
    ///
    /// ```
    /// use bumper::{Aabb, Shape, Vector, motion::{Mover, Response}};
    /// // A coin is passed, the wall stops.
    /// let things: [Shape<i16, 2>; 2] = [Aabb::new([15, 0], [18, 9]).into(), Aabb::new([30, 0], [40, 40]).into()];
    /// let mut dot = Mover::new(Aabb::new([0i16, 0], [10, 10]));
    /// let mut met = Vec::new();
    /// let respond = |id| Some(if id == 0 { Response::Cross } else { Response::Stop });
    /// dot.travel([1000, 0], &things[..], respond, |hit| met.push(hit.with));
    /// assert_eq!((dot.position(), met.len()), (Vector([20, 0]), 2));
    /// ```
    pub fn travel<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        step: impl Into<Vector<S, N>>,
        obstacles: &O,
        mut respond: impl FnMut(O::Id) -> Option<Response>,
        mut hit: impl FnMut(Hit<O::Id, S::Real, N>),
    ) {
        let mut course = Course { obstacles, respond: &mut respond, hit: &mut hit };
        self.leave(&mut course);
        self.advance(step.into(), &mut course);
    }

    pub(super) fn advance<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        step: Vector<S, N>,
        course: &mut Course<'_, S, N, O>,
    ) {
        if self.response != Response::BackUp {
            return self.go(step.map(S::to_f64), course);
        }
        for axis in 0..N {
            self.go(Vector::default().with(axis, step[axis].to_f64()), course);
        }
    }

    /// A step, or the part of one on an axis.
    pub(super) fn go<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        step: Vector<f64, N>,
        course: &mut Course<'_, S, N, O>,
    ) {
        let (start, mut rest, mut passed) = (self.position, step, 0.0);
        let (mut surfaces, mut count) = ([Vector::default(); SURFACES], 0);
        for index in 0..HITS {
            let mut crossing = false;
            let block = self.first(rest, course, &mut crossing);
            let from = self.position;
            let stopped = self.make(rest, block, course);
            let way = (self.position - from).map(S::to_f64);
            if crossing || self.response == Response::Cross {
                self.tell_crossed(from, way, index == 0, [passed, 1.0 - passed], course);
            }
            let Some(block) = stopped else { return };
            passed += (1.0 - passed) * block.entry.time;
            let mut normal = block.entry.normal;
            rest = rest - way;
            if block.response == Response::Slide && self.climb(&mut rest, normal, course) {
                continue;
            }
            course.tell(block.with, normal, passed, block.response);
            match block.response {
                Response::BackUp => return self.put(start),
                Response::Slide if self.walks_on(normal) => {
                    let landed = self.landed();
                    self.turn(normal, landed);
                    rest = self.on_floor(rest, normal, &surfaces[..count]);
                }
                Response::Stop | Response::Slide => {
                    normal = self.as_wall(normal);
                    if count < SURFACES {
                        surfaces[count] = normal;
                        count += 1;
                    } else {
                        rest = Vector::default();
                    }
                    let surfaces = &surfaces[..count];
                    self.turn(normal, |velocity| along(velocity, surfaces));
                    if block.response == Response::Stop {
                        return;
                    }
                    rest = outward::<S, N>(along(self.at_wall(rest), surfaces), normal);
                }
                Response::Bounce | Response::Cross => {
                    let mirror = |v: Vector<f64, N>| v - normal.scaled(v.dot(normal).min(0.0) * 2.0);
                    self.turn(normal, mirror);
                    rest = mirror(rest);
                    // What was slid along before may be behind now.
                    count = 0;
                }
            }
        }
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

    /// The first obstacle in the way that is not passed, and whether some are.
    pub(super) fn first<O: Obstacles<S, N> + ?Sized>(
        &self,
        rest: Vector<f64, N>,
        course: &mut Course<'_, S, N, O>,
        crossing: &mut bool,
    ) -> Option<Block<O::Id, N>> {
        let around = around(&self.now)?;
        let mut best = self.bounds_in_the_way(&around, rest);
        let obstacles = course.obstacles;
        obstacles.along(&around, rest, &mut |id, obstacle| {
            let limit = |best: &Option<Block<O::Id, N>>| best.map_or(f64::INFINITY, |best| best.entry.time);
            let response = match course.response(id, &obstacle) {
                None => return limit(&best),
                Some(Response::Cross) => {
                    *crossing = true;
                    return limit(&best);
                }
                Some(response) => response,
            };
            if let Some(entry) = entry_of(&self.now, rest, &obstacle) {
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

    /// The first end of the bounds in the way, or of the range of the scalar.
    fn bounds_in_the_way<I>(&self, around: &Aabb<f64, N>, rest: Vector<f64, N>) -> Option<Block<I, N>> {
        let goal = cut::<S, N>(rest).and_then(|way| self.start.moved(self.position.checked_add(way)?));
        let mut first: Option<Entry<N>> = None;
        for axis in 0..N {
            let sign = if rest[axis] > 0.0 { -1.0 } else { 1.0 };
            let bounded = self.bounds.filter(|_| self.response != Response::Cross);
            let bounded = bounded.map(|bounds| room(&bounds, around, axis, sign));
            let reach = if goal.is_none() { self.reach(axis, rest[axis]) } else { None };
            let Some(room) = [bounded, reach].into_iter().flatten().reduce(f64::min) else { continue };
            let time = room.max(0.0) / rest[axis].abs();
            if time < 1.0 && first.is_none_or(|first| time < first.time) {
                first = Some(Entry { time, normal: Vector::default().with(axis, sign), corner: false });
            }
        }
        let response = if self.response == Response::Cross { Response::Stop } else { self.response };
        first.map(|entry| Block { with: With::Bounds, entry, response, order: u64::MAX })
    }

    /// How far it can go on an axis before a coordinate leaves the range of the scalar, if it does.
    fn reach(&self, axis: usize, step: f64) -> Option<f64> {
        let fits = |length: f64| {
            let way = cut::<S, N>(Vector::default().with(axis, length))?;
            self.start.moved(self.position.checked_add(way)?).map(|_| ())
        };
        if fits(step).is_some() {
            return None;
        }
        let (mut low, mut high) = (0.0, step);
        for _ in 0..64 {
            let middle = (low + high) * 0.5;
            *(if fits(middle).is_some() { &mut low } else { &mut high }) = middle;
        }
        Some(low.abs())
    }

    /// Tells of what is passed on a way.
    fn tell_crossed<O: Obstacles<S, N> + ?Sized>(
        &self,
        from: Vector<S, N>,
        way: Vector<f64, N>,
        is_first: bool,
        [passed, left]: [f64; 2],
        course: &mut Course<'_, S, N, O>,
    ) {
        let Some(before) = self.start.moved(from) else { return };
        let Some(around) = around(&before) else { return };
        for axis in 0..N {
            let Some(bounds) = self.bounds.filter(|_| self.response == Response::Cross) else { break };
            let sign = if way[axis] > 0.0 { -1.0 } else { 1.0 };
            let time = room(&bounds, &around, axis, sign).max(0.0) / way[axis].abs();
            if time < 1.0 {
                let normal = Vector::default().with(axis, sign);
                course.tell(With::Bounds, normal, passed + left * time, Response::Cross);
            }
        }
        let obstacles = course.obstacles;
        obstacles.along(&around, way, &mut |id, obstacle| {
            if course.response(id, &obstacle) == Some(Response::Cross) {
                let mut first: Option<Entry<N>> = None;
                if overlaps(&before, &obstacle.shape) {
                    let normal =
                        push(&before, &obstacle.shape).map_or(Vector::default(), |(_, normal)| normal);
                    first = is_first.then_some(Entry { time: 0.0, normal, corner: false });
                } else {
                    before.each_part(&mut |part| {
                        let entry = entry(&part, way, &obstacle.shape);
                        let sooner = |entry: &Entry<N>| first.is_none_or(|first| entry.time < first.time);
                        first = entry.filter(sooner).or(first);
                    });
                }
                if let Some(entry) = first {
                    course.tell(
                        With::Obstacle(id),
                        entry.normal,
                        passed + left * entry.time,
                        Response::Cross,
                    );
                }
            }
            f64::INFINITY
        });
    }
}
