//! One step of a mover: what it does at the obstacles in its way.

use super::Mover;
use super::obstacles::{Movable, Obstacle, Obstacles, around};
use crate::query::contact::contact;
use crate::query::entry::{Entry, entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Relate, Shape, Side, Vector};

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
    with: With<I>,
    pub(super) entry: Entry<N>,
    response: Response,
    order: u64,
}

/// The surroundings of a mover during a step, and the user's two closures.
pub(super) struct Course<'a, S: Scalar, const N: usize, O: Obstacles<S, N> + ?Sized> {
    pub(super) obstacles: &'a O,
    pub(super) respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
    pub(super) hit: &'a mut dyn FnMut(Hit<O::Id, S::Real, N>),
}

impl<S: Scalar, const N: usize, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, O> {
    fn response(&mut self, id: O::Id, obstacle: &Obstacle<'_, S, N>) -> Option<Response> {
        let response = (self.respond)(id)?;
        Some(if obstacle.sensor { Response::Cross } else { response })
    }

    pub(super) fn tell_block(&mut self, block: &Block<O::Id, N>) {
        self.tell(block.with, block.entry.normal, 1.0, block.response);
    }

    fn tell(&mut self, with: With<O::Id>, normal: Vector<f64, N>, time: f64, response: Response) {
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
    fn turn(&mut self, normal: Vector<f64, N>, change: impl FnOnce(Vector<f64, N>) -> Vector<f64, N>) {
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

    /// Goes up to a block, or to the end of the way, but never to where the mover overlaps what it did not overlap. Returns what
    /// has stopped it.
    pub(super) fn make<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        rest: Vector<f64, N>,
        mut block: Option<Block<O::Id, N>>,
        course: &mut Course<'_, S, N, O>,
    ) -> Option<Block<O::Id, N>> {
        let start = self.position;
        for attempt in 0..4 {
            let way = block.map_or(rest, |block| rest.scaled(block.entry.time));
            let across = block.map(|block| block.entry.normal);
            let Some(cut_way) = rounded::<S, N>(way, across) else { return block };
            let goal = start.checked_add(cut_way).map(|goal| self.flush(goal, way, across));
            let Some((goal, moved)) = goal.and_then(|goal| Some((goal, self.start.moved(goal)?))) else {
                break;
            };
            // Whole numbers are cut off, which leads off the way by less than a step: that is looked at like any other.
            let cut_way = (goal - start).map(S::to_f64);
            if !S::IS_FLOAT && cut_way != way && attempt < 3 {
                match self.first(cut_way, course, &mut false) {
                    None => {}
                    Some(nearer) => {
                        let time = nearer.entry.time * block.map_or(1.0, |block| block.entry.time);
                        block = Some(Block { entry: Entry { time, ..nearer.entry }, ..nearer });
                        continue;
                    }
                }
            }
            let Some(offender) = self.newly_overlapped(&moved, block, course) else {
                (self.position, self.now) = (goal, moved);
                return block;
            };
            if offender.response == Response::BackUp {
                return Some(offender);
            }
            // Rounding has put it into something: it is taken back along the normal, as little as it takes.
            let hit = block.filter(|block| block.with == offender.with).unwrap_or(offender);
            let unit = self.unit(&moved);
            for k in 0..12 {
                let back = away::<S, N>(hit.entry.normal, unit * f64::from(1u16 << k));
                let Some(goal) = goal.checked_add(back) else { break };
                let Some(moved) = self.start.moved(goal) else { break };
                if self.newly_overlapped(&moved, block, course).is_none() {
                    (self.position, self.now) = (goal, moved);
                    return block.or(Some(hit));
                }
            }
            block = block.or(Some(hit));
            break;
        }
        // It stays where it is, and that counts as blocked.
        block
    }

    /// With floats, the place at which the shape as it was made, moved there, ends where the way does: up to a surface that is square
    /// to an axis the place alone would end beside it by a rounding.
    fn flush(&self, goal: Vector<S, N>, way: Vector<f64, N>, normal: Option<Vector<f64, N>>) -> Vector<S, N> {
        let axis = normal.and_then(|normal| (0..N).find(|&axis| normal[axis].abs() == 1.0));
        let (true, Some(axis)) = (S::IS_FLOAT, axis) else { return goal };
        let (Some(made), Some(now)) = (around(&self.start), around(&self.now)) else { return goal };
        let end = |b: &Aabb<f64, N>| if way[axis] > 0.0 { b.max()[axis] } else { b.min()[axis] };
        S::nearest(end(&now) + way[axis] - end(&made)).map_or(goal, |place| goal.with(axis, place))
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

    /// An obstacle that a place of the mover overlaps, and its present one does not; or, with the tutorials' rule, any. One-way sides
    /// count where they have been hit.
    fn newly_overlapped<O: Obstacles<S, N> + ?Sized>(
        &self,
        moved: &M,
        hit: Option<Block<O::Id, N>>,
        course: &mut Course<'_, S, N, O>,
    ) -> Option<Block<O::Id, N>> {
        let around = around(moved)?;
        let mut found = None;
        let obstacles = course.obstacles;
        obstacles.along(&around, Vector::default(), &mut |id, obstacle| {
            if found.is_none()
                && let Some(response) =
                    course.response(id, &obstacle).filter(|response| *response != Response::Cross)
                && (obstacle.one_way.is_none() || hit.is_some_and(|hit| hit.with == With::Obstacle(id)))
                && overlaps(moved, &obstacle.shape)
                && (response == Response::BackUp || !overlaps(&self.now, &obstacle.shape))
            {
                let normal = push(moved, &obstacle.shape).map_or(Vector::default(), |(_, normal)| normal);
                let entry = Entry { time: 0.0, normal, corner: false };
                found = Some(Block { with: With::Obstacle(id), entry, response, order: 0 });
            }
            f64::INFINITY
        });
        found
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

    /// Puts a mover that overlaps obstacles beside them, by the shortest of the ways that lead out of all.
    pub(super) fn leave<O: Obstacles<S, N> + ?Sized>(&mut self, course: &mut Course<'_, S, N, O>) {
        if matches!(self.response, Response::BackUp | Response::Cross) {
            return;
        }
        // A place has been left once for each obstacle at most; what is left then, stays.
        for _ in 0..8 {
            let Some(own) = around(&self.now) else { return };
            let unit = self.unit(&self.now);
            // The deepest of the ways out of one obstacle each, and the box around all of them.
            let mut deepest: Option<(f64, Vector<f64, N>, O::Id, Response)> = None;
            let mut all: Option<Aabb<f64, N>> = None;
            let obstacles = course.obstacles;
            obstacles.along(&own, Vector::default(), &mut |id, obstacle| {
                if obstacle.one_way.is_none()
                    && let Some(response) =
                        course.response(id, &obstacle).filter(|response| *response != Response::Cross)
                    && overlaps(&self.now, &obstacle.shape)
                    && let Some((depth, normal)) = push(&self.now, &obstacle.shape)
                {
                    let deeper = |(most, _, other, _): &(f64, _, O::Id, _)| {
                        depth > *most || depth == *most && id < *other
                    };
                    if deepest.as_ref().is_none_or(deeper) {
                        deepest = Some((depth, normal, id, response));
                    }
                    let extent = crate::gap::part::extent(&obstacle.shape);
                    all = extent.map(|extent| all.map_or(extent, |all| all.union(&extent)));
                }
                f64::INFINITY
            });
            let Some((depth, normal, id, response)) = deepest else { return };
            let mut ways = [Vector::default(); 7];
            ways[0] = normal.scaled(depth + unit);
            let mut count = 1;
            for (axis, sign) in (0..N.min(3)).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]) {
                let Some(all) = all else { continue };
                let length = if sign < 0.0 {
                    own.max()[axis] - all.min()[axis]
                } else {
                    all.max()[axis] - own.min()[axis]
                };
                ways[count] = Vector::default().with(axis, sign * length);
                count += 1;
            }
            ways[..count].sort_unstable_by(|a, b| a.length().total_cmp(&b.length()));
            let place = |way: Vector<f64, N>| {
                let goal = self.position.checked_add(away::<S, N>(way, 1.0))?;
                Some((goal, self.start.moved(goal)?))
            };
            let free = ways[..count].iter().find_map(|way| {
                let (goal, moved) = place(*way)?;
                let way = (goal - self.position).map(S::to_f64);
                let clear = self.first(way, course, &mut false).is_none() && self.is_clear(&moved, course);
                clear.then_some((goal, moved))
            });
            let done = free.is_some();
            if let Some((goal, moved)) = free.or_else(|| place(normal.scaled(depth + unit))) {
                if !done && self.first((goal - self.position).map(S::to_f64), course, &mut false).is_some() {
                    return;
                }
                (self.position, self.now) = (goal, moved);
                let surfaces = [normal];
                self.turn(normal, |velocity| along(velocity, &surfaces));
                course.tell(With::Obstacle(id), normal, 0.0, response);
            }
            if done {
                return;
            }
        }
    }

    /// Whether nothing that blocks is overlapped at a place.
    fn is_clear<O: Obstacles<S, N> + ?Sized>(&self, moved: &M, course: &mut Course<'_, S, N, O>) -> bool {
        let Some(around) = around(moved) else { return false };
        let mut clear = true;
        let obstacles = course.obstacles;
        obstacles.along(&around, Vector::default(), &mut |id, obstacle| {
            clear &= obstacle.one_way.is_some()
                || matches!(course.response(id, &obstacle), None | Some(Response::Cross))
                || !overlaps(moved, &obstacle.shape);
            if clear { f64::INFINITY } else { f64::NEG_INFINITY }
        });
        clear
    }

    /// About what rounding does to a place of the mover, or the step of whole numbers.
    pub(super) fn unit(&self, moved: &M) -> f64 {
        let Some(around) = around(moved) else { return 0.0 };
        let ends = around.min().0.into_iter().chain(around.max().0).chain(self.position.0.map(S::to_f64));
        let largest = ends.fold(0.0, |most: f64, c| most.max(c.abs()));
        S::QUANTUM.max(if S::IS_FLOAT { largest * S::Real::EPSILON.to_f64() } else { 0.0 })
    }
}

/// How far a box is from the end of its bounds that an inward normal on an axis belongs to.
fn room<S: Scalar, const N: usize>(
    bounds: &Aabb<S, N>,
    around: &Aabb<f64, N>,
    axis: usize,
    sign: f64,
) -> f64 {
    match sign {
        -1.0 => bounds.max()[axis].to_f64() - around.max()[axis],
        _ => around.min()[axis] - bounds.min()[axis].to_f64(),
    }
}

/// The first entry of any part of a mover.
pub(super) fn entry_of<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    rest: Vector<f64, N>,
    obstacle: &Obstacle<'_, S, N>,
) -> Option<Entry<N>> {
    if obstacle.one_way.is_some_and(|side| !side.faces(rest.scaled(-1.0))) {
        return None;
    }
    let mut first: Option<Entry<N>> = None;
    mover.each_part(&mut |part| {
        if let Some(entry) = entry(&part, rest, &obstacle.shape)
            && first.is_none_or(|first| (entry.time, entry.corner) < (first.time, first.corner))
        {
            first = Some(entry);
        }
    });
    // A one-way side lets out what is within, and holds only what comes to that side.
    let holds =
        |side: Side| first.is_some_and(|first| side.faces(first.normal)) && !overlaps(mover, &obstacle.shape);
    first.filter(|_| obstacle.one_way.is_none_or(holds))
}

/// Whether any part of a mover overlaps a shape.
pub(super) fn overlaps<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    shape: &Shape<'_, S, N>,
) -> bool {
    let mut found = false;
    mover.each_part(&mut |part| found = found || part.overlaps(shape));
    found
}

/// How far and which way the deepest part of a mover gets out of a shape.
pub(super) fn push<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    shape: &Shape<'_, S, N>,
) -> Option<(f64, Vector<f64, N>)> {
    let mut deepest: Option<(f64, Vector<f64, N>)> = None;
    mover.each_part(&mut |part| {
        let found = contact(*shape, part);
        let depth = -found.separation.to_f64();
        if depth.is_finite() && deepest.is_none_or(|deepest| depth > deepest.0) {
            deepest = Some((depth, found.normal.map(Scalar::to_f64)));
        }
    });
    deepest
}

/// What of a vector is left when it goes into none of some surfaces: the nearest vector that does not.
pub(super) fn along<const N: usize>(v: Vector<f64, N>, surfaces: &[Vector<f64, N>]) -> Vector<f64, N> {
    let tolerance = v.length() * 1e-9;
    let free = |v: &Vector<f64, N>| surfaces.iter().all(|normal| v.dot(*normal) >= -tolerance);
    let flat = |v: Vector<f64, N>, normal: Vector<f64, N>| v - normal.scaled(v.dot(normal));
    if free(&v) {
        return v;
    }
    let longer = |a: &Vector<f64, N>, b: &Vector<f64, N>| a.dot(*a).total_cmp(&b.dot(*b));
    // On one surface; else along the edge of two. Flat on both is flat on one and on what of the other lies in it.
    let on_one = surfaces.iter().map(|normal| flat(v, *normal)).filter(free).max_by(longer);
    let edges = || {
        let pairs =
            surfaces.iter().enumerate().flat_map(|(k, p)| surfaces[..k].iter().map(move |q| (*p, *q)));
        let edge = |(p, q): (Vector<f64, N>, Vector<f64, N>)| {
            let within = flat(q, p);
            let length = within.length();
            (length > 1e-9).then(|| flat(flat(v, p), within.scaled(1.0 / length)))
        };
        pairs.filter_map(edge).filter(free).max_by(longer)
    };
    on_one.or_else(|| if N > 2 { edges() } else { None }).unwrap_or_default()
}

/// A number in steps of the scalar, if it is within a hair of whole ones.
fn steps<S: Scalar>(number: f64) -> (f64, bool) {
    let steps = number / S::QUANTUM;
    let whole = libm::round(steps);
    if (steps - whole).abs() < 1e-9 { (whole, true) } else { (steps, false) }
}

/// Made of values of the scalar: to the nearest for floats, else cut off towards zero.
pub(super) fn cut<S: Scalar, const N: usize>(v: Vector<f64, N>) -> Option<Vector<S, N>> {
    let value = |number: f64| {
        S::nearest(if S::IS_FLOAT { number } else { libm::trunc(steps::<S>(number).0) * S::QUANTUM })
    };
    v.map(value).all_some()
}

/// The same for a way up to a surface: square to it to the nearest, as the distance of two values is one.
fn rounded<S: Scalar, const N: usize>(
    way: Vector<f64, N>,
    normal: Option<Vector<f64, N>>,
) -> Option<Vector<S, N>> {
    let nearest = way.map(S::nearest).all_some()?;
    let cut = cut(way)?;
    let square = |axis: usize| normal.is_some_and(|normal| normal[axis].abs() == 1.0);
    Some(Vector(core::array::from_fn(|axis| if square(axis) { nearest[axis] } else { cut[axis] })))
}

/// For whole numbers, a way along a surface made of whole ones that lead away from it, where it does not lie along an axis.
pub(super) fn outward<S: Scalar, const N: usize>(
    way: Vector<f64, N>,
    normal: Vector<f64, N>,
) -> Vector<f64, N> {
    if S::IS_FLOAT || normal.0.iter().any(|c| c.abs() == 1.0) {
        return way;
    }
    way.zip(normal, |c, n| {
        let (count, is_whole) = steps::<S>(c);
        let count = match n {
            _ if is_whole => count,
            n if n > 0.0 => libm::ceil(count),
            n if n < 0.0 => libm::floor(count),
            _ => libm::trunc(count),
        };
        count * S::QUANTUM
    })
}

/// A way of at least this length in a direction, on each axis.
fn away<S: Scalar, const N: usize>(direction: Vector<f64, N>, length: f64) -> Vector<S, N> {
    let value = |c: f64| {
        let number = c * length;
        if S::IS_FLOAT {
            return S::nearest(number).unwrap_or_default();
        }
        let (count, _) = steps::<S>(number);
        S::nearest(if count > 0.0 { libm::ceil(count) } else { libm::floor(count) } * S::QUANTUM)
            .unwrap_or_default()
    };
    direction.map(value)
}
