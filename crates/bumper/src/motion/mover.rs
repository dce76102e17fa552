//! The mover: a shape with a velocity, under gravity, that walks, jumps and rides.

use super::obstacles::{Movable, Obstacle, Obstacles};
use super::travel::{Course, Hit, Response};
use super::ways::{cosine, cut, entry_of, outward, overlaps, push};
use super::{Ballistic, Integrator, Legs};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

/// A shape that moves among obstacles.
///
/// A bullet or a ball uses [`travel`](Mover::travel) alone, or [`step`](Mover::step) for its velocity and gravity. A character adds
/// [`legs`](Mover::legs) for slopes and stairs, and [`jump`](Mover::jump).
///
/// Its position is an offset from where its shape was made, so that nothing adds up in the shape. Everything is computed with
/// operations that round alike on every machine: the same input gives the same bits. Nothing is allocated, but for shapes that
/// own lists.
///
/// ```
/// use bumper::motion::{Mover, Response};
/// use bumper::{Aabb, Shape, Vector};
///
/// // 16-bit numbers, one unit of time a frame.
/// let level: [Shape<i16, 2>; 2] = [Aabb::new([0, 100], [300, 120]).into(), Aabb::new([200, 0], [220, 100]).into()];
/// let mut player = Mover::new(Aabb::new([0i16, 80], [16, 100]));
/// player.gravity = Vector([0, 1]);
/// player.velocity = Vector([3, 0]);
/// let (mut highest, mut frames) = (0, 0);
/// while player.position().x() < 184 {
///     // It jumps as soon as it can.
///     player.jump(30);
///     player.step(1.0, &level[..], |_| Some(Response::Slide), |_| ());
///     highest = highest.min(player.position().y());
///     frames += 1;
///     assert!(frames < 100);
/// }
/// // 28 = 1 + 2 + … + 7 is the sum of steps that is nearest to 30.
/// assert_eq!(highest, -28);
/// ```
#[derive(Clone, Debug)]
pub struct Mover<S: Scalar, const N: usize, M> {
    pub(super) start: M,
    pub(super) now: M,
    pub(super) position: Vector<S, N>,
    /// The way in a unit of time.
    pub velocity: Vector<S, N>,
    /// What is added to the velocity in a unit of time; at first nothing.
    pub gravity: Vector<S, N>,
    /// What it does at its bounds; with [`Response::BackUp`] steps are made axis by axis. At first [`Response::Slide`].
    pub response: Response,
    /// The box that it does not leave, if any.
    pub bounds: Option<Aabb<S, N>>,
    /// How it walks, if it does.
    pub legs: Option<Legs<S>>,
    /// How steep a surface may be, in degrees from level, to stand on: at first 60.
    pub floor: S::Real,
    /// For how long after it left the ground it can still jump: at first zero. In the unit of the time steps.
    pub coyote: S::Real,
    /// For how long a jump that was asked for in the air is kept: at first zero.
    pub buffer: S::Real,
    /// The normal of what it stood on last; nothing before.
    pub(super) ground: Vector<f64, N>,
    /// Since when it is in the air; not known before the first step.
    air: Option<S::Real>,
    /// The height of the jump that was asked for, and how long ago.
    wanted: Option<(S, S::Real)>,
}

impl<S: Scalar, const N: usize, M: Movable<S, N> + Clone> Mover<S, N, M> {
    /// A mover at rest, where the shape is.
    ///
    /// ```
    /// use bumper::{Ball, Vector, motion::Mover};
    /// let ball = Mover::new(Ball::new([5.0, 5.0], 1.0));
    /// assert_eq!((ball.position(), ball.velocity), (Vector([0.0, 0.0]), Vector([0.0, 0.0])));
    /// ```
    pub fn new(shape: M) -> Self {
        let zero = S::Real::default();
        Self {
            now: shape.clone(),
            start: shape,
            position: Vector::default(),
            velocity: Vector::default(),
            gravity: Vector::default(),
            response: Response::Slide,
            bounds: None,
            legs: None,
            floor: S::Real::from_f64(60.0),
            coyote: zero,
            buffer: zero,
            ground: Vector::default(),
            air: None,
            wanted: None,
        }
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// The shape where it is now.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// let mut ball = Mover::new(Ball::new([5, 5], 1));
    /// ball.set_position([2, 0]);
    /// assert_eq!(ball.shape(), &Ball::new([7, 5], 1));
    /// ```
    pub fn shape(&self) -> &M {
        &self.now
    }

    /// How far it is from where its shape was made.
    ///
    /// ```
    /// use bumper::{Ball, Vector, motion::Mover};
    /// assert_eq!(Mover::new(Ball::new([5, 5], 1)).position(), Vector([0, 0]));
    /// ```
    pub fn position(&self) -> Vector<S, N> {
        self.position
    }

    /// Puts it elsewhere, whatever is there; false, and nothing changes, where its shape would leave the range of the scalar.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// assert!(!Mover::new(Ball::new([5i16, 5], 1)).set_position([i16::MAX, 0]));
    /// ```
    pub fn set_position(&mut self, position: impl Into<Vector<S, N>>) -> bool {
        let position = position.into();
        let Some(moved) = self.start.moved(position) else { return false };
        (self.position, self.now) = (position, moved);
        true
    }

    pub(super) fn put(&mut self, position: Vector<S, N>) {
        self.set_position(position);
    }

    /// Whether it stood on something, against gravity, at the end of its last step.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// assert!(!Mover::new(Ball::new([5, 5], 1)).is_grounded());
    /// ```
    pub fn is_grounded(&self) -> bool {
        self.air == Some(S::Real::default())
    }

    /// Asks for a jump of a height: the next step launches it if the mover stands, or has stood up to [`coyote`](Mover::coyote)
    /// ago, or as soon as it lands within [`buffer`](Mover::buffer). The speed is the one with which the discrete steps rise exactly
    /// that high; with whole numbers and fixed point, as near as they can.
    ///
    /// ```
    /// use bumper::motion::{Mover, Response};
    /// use bumper::{Aabb, Shape, Vector};
    /// let floor: [Shape<f64, 2>; 1] = [Aabb::new([0.0, 10.0], [9.0, 11.0]).into()];
    /// let mut player = Mover::new(Aabb::new([0.0, 9.0], [1.0, 10.0]));
    /// player.gravity = Vector([0.0, 30.0]);
    /// player.jump(3.0);
    /// let mut highest = 0.0f64;
    /// for _ in 0..60 {
    ///     player.step(1.0 / 60.0, &floor[..], |_| Some(Response::Slide), |_| ());
    ///     highest = highest.max(-player.position().y());
    /// }
    /// assert!((highest - 3.0).abs() < 1e-9);
    /// ```
    pub fn jump(&mut self, height: S) {
        self.wanted = Some((height, S::Real::default()));
    }

    /// The direction against gravity.
    pub(super) fn up(&self) -> Option<Vector<f64, N>> {
        let gravity = self.gravity.map(S::to_f64);
        let length = gravity.length();
        (length > 0.0 && length.is_finite()).then(|| gravity.scaled(-1.0 / length))
    }

    /// Whether a surface can be stood on, as gravity is now.
    pub(super) fn floors(&self) -> impl Fn(Vector<f64, N>) -> bool + use<S, N, M> {
        let least = cosine(self.floor.to_f64().clamp(0.0, 90.0)) - 1e-6;
        let up = self.up();
        move |normal| up.is_some_and(|up| up.dot(normal) > least.max(1e-9))
    }

    /// Makes one step of time: a jump that was asked for, gravity, and the way by the velocity, as [`travel`](Mover::travel) does.
    /// Semi-implicit: the velocity changes before the place. Whole numbers need a time of 1, or what is lost by rounding is lost.
    ///
    /// ```
    /// use bumper::motion::{Mover, Response};
    /// use bumper::{Aabb, Shape, Vector};
    /// let mut stone = Mover::new(Vector([0, 0]));
    /// stone.gravity = Vector([0, 2]);
    /// for _ in 0..3 {
    ///     stone.step(1.0, &[] as &[Shape<i32, 2>], |_| Some(Response::Stop), |_| ());
    /// }
    /// assert_eq!((stone.position(), stone.velocity), (Vector([0, 2 + 4 + 6]), Vector([0, 6])));
    /// ```
    pub fn step<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        time: S::Real,
        obstacles: &O,
        mut respond: impl FnMut(O::Id) -> Option<Response>,
        mut hit: impl FnMut(Hit<O::Id, S::Real, N>),
    ) {
        let mut standing = None;
        let floor = self.floors();
        let mut note = |found: Hit<O::Id, S::Real, N>| {
            let normal = found.normal.map(Scalar::to_f64);
            if found.response != Response::Cross && floor(normal) {
                standing = Some(normal);
            }
            hit(found);
        };
        let mut course = Course { obstacles, respond: &mut respond, hit: &mut note };
        self.leave(&mut course);
        if self.air.is_none() {
            self.air = Some(if self.stands(&mut course) { S::Real::default() } else { self.coyote + time });
        }
        let was_grounded = self.is_grounded();
        let leaps = self.leap(time);
        let seconds = time.to_f64();
        let change = self.gravity.map(|g| g.to_f64() * seconds).map(S::nearest).all_some();
        self.velocity = self.velocity + change.unwrap_or_default();
        let way = self.velocity.map(|v| v.to_f64() * seconds).map(S::nearest).all_some().unwrap_or_default();
        let walked = if was_grounded && !leaps { self.walk(way, &mut course) } else { None };
        if walked.is_none() {
            self.advance(way, &mut course);
        }
        let zero = S::Real::default();
        self.ground = standing.unwrap_or(self.ground);
        self.air = Some(match self.air {
            _ if walked.unwrap_or(standing.is_some()) => zero,
            Some(air) => air + time,
            None => time,
        });
        self.wanted =
            self.wanted.map(|(height, age)| (height, age + time)).filter(|(_, age)| *age <= self.buffer);
    }

    /// Launches the jump that was asked for, if it can.
    fn leap(&mut self, time: S::Real) -> bool {
        let (Some((height, _)), Some(up), Some(air)) = (self.wanted, self.up(), self.air) else {
            return false;
        };
        if air > self.coyote {
            return false;
        }
        let speed = self.launch_speed(height, time.to_f64());
        let velocity = self.velocity.map(S::to_f64);
        let level = velocity - up.scaled(velocity.dot(up));
        self.velocity = cut(level + up.scaled(speed)).unwrap_or(self.velocity);
        self.wanted = None;
        // It does not leap again before it has stood.
        self.air = Some(self.coyote + time);
        true
    }

    /// The speed whose steps rise to a height, as [`step`](Self::step) makes them.
    fn launch_speed(&self, height: S, time: f64) -> f64 {
        let fall = self.gravity.map(|g| g.to_f64() * time);
        let change = fall.map(|c| S::nearest(c).unwrap_or_default().to_f64()).length();
        let exact = height.to_f64().launch(change * time, Integrator::SemiImplicit) / time;
        if S::IS_FLOAT || !exact.is_finite() {
            return exact;
        }
        // The neighbours in the scalar, by trial: a step of fixed point is rounded too.
        let rise = |speed: f64| {
            let (mut speed, mut height) = (speed, 0.0);
            for _ in 0..RISE {
                speed -= change;
                match S::nearest(speed * time).map_or(0.0, S::to_f64) {
                    step if step > 0.0 => height += step,
                    _ => break,
                }
            }
            height
        };
        let least = crate::scalar::round::floor(exact / S::QUANTUM);
        let speeds = [-1.0, 0.0, 1.0, 2.0].map(|more| (least + more) * S::QUANTUM);
        let miss = |speed: &f64| (rise(*speed) - height.to_f64()).abs();
        speeds.into_iter().min_by(|a, b| miss(a).total_cmp(&miss(b))).unwrap_or(exact)
    }

    /// Whether it stands on something.
    pub(super) fn stands<O: Obstacles<S, N> + ?Sized>(&self, course: &mut Course<'_, S, N, O>) -> bool {
        let Some(up) = self.up() else { return false };
        self.first(up.scaled(-self.hair()), course, &mut false)
            .is_some_and(|block| self.floors()(block.entry.normal))
    }

    /// How far a surface may be below a mover that stands on it: more than what sweeps take for rounding.
    pub(super) fn hair(&self) -> f64 {
        let roundings = if N == 2 { 1e-9 } else { 1e-5 } / S::Real::EPSILON.to_f64();
        if S::IS_FLOAT { self.unit(&self.now) * roundings.max(64.0) } else { S::QUANTUM }
    }

    /// Makes room for something that moves by a step, and goes along if it stands on it: for each mover that may be concerned, before
    /// the thing itself is put to its new place. `parts` are the shapes of the thing there. `respond` has to leave the thing out.
    ///
    /// Returns whether there is room now. If not, something holds the mover in the way; it stays where it is, and a thing that goes on
    /// crushes it.
    ///
    /// ```
    /// use bumper::motion::{Mover, Obstacle, Response};
    /// use bumper::{Aabb, Shape, Vector};
    /// let lift = Aabb::new([0.0, 10.0], [9.0, 11.0]);
    /// let level = [Shape::from(lift), Aabb::new([0.0, 0.0], [9.0, 1.0]).into()];
    /// let mut player = Mover::new(Aabb::new([4.0, 9.0], [5.0, 10.0]));
    /// player.gravity = Vector([0.0, 0.5]);
    /// player.step(1.0, &level[..], |_| Some(Response::Slide), |_| ());
    /// // To the right, not at all, and then into the ceiling.
    /// let others = |id| (id != 0).then_some(Response::Slide);
    /// let mut ride = |way: [f64; 2]| {
    ///     player.carry(&[Obstacle::new(lift.translated(way))], way, &level[..], others, |_| ())
    /// };
    /// assert!(ride([2.0, 0.0]));
    /// assert!(ride([0.0, 0.0]));
    /// assert!(!ride([0.0, -20.0]));
    /// assert_eq!(player.position(), Vector([2.0, 0.0]));
    /// ```
    pub fn carry<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        parts: &[Obstacle<'_, S, N>],
        by: impl Into<Vector<S, N>>,
        obstacles: &O,
        mut respond: impl FnMut(O::Id) -> Option<Response>,
        mut hit: impl FnMut(Hit<O::Id, S::Real, N>),
    ) -> bool {
        let by = by.into();
        let way = by.map(S::to_f64);
        let mut slide = |id| {
            respond(id).map(|response| if response == Response::Cross { response } else { Response::Slide })
        };
        let mut course = Course { obstacles, respond: &mut slide, hit: &mut hit };
        // The thing stays, and the mover comes: that is how it looks from there.
        let seen = |mover: &Self| mover.start.moved(mover.position.checked_add(by)?);
        let Some(first) = seen(self) else { return true };
        let below = self.up().map(|up| up.scaled(-self.hair()));
        let floors = self.floors();
        let under = |part: &Obstacle<'_, S, N>| {
            let found = below.and_then(|below| entry_of(&first, below, part));
            found.is_some_and(|entry| floors(entry.normal))
        };
        let (start, velocity) = (self.position, self.velocity);
        // Before its first step it may stand there as well.
        if (self.is_grounded() || self.air.is_none()) && parts.iter().any(under) {
            self.go(way, &mut course);
        }
        for hairs in [1.0, 2.0, 4.0, 8.0, 16.0] {
            let Some(from) = seen(self) else { return true };
            let towards = way.scaled(-1.0);
            let swept = parts.iter().filter_map(|part| entry_of(&from, towards, part));
            let swept = swept.min_by(|a, b| a.time.total_cmp(&b.time));
            let swept = swept.map(|entry| (way.scaled(1.0 - entry.time).dot(entry.normal), entry.normal));
            // What rounding leaves is told by the thing's new place alone; who was well within it before, may stay so.
            let deep = |part: &Obstacle<'_, S, N>| {
                push(&first, &part.shape).is_some_and(|push| push.0 > self.hair())
            };
            let within = |part: &&Obstacle<'_, S, N>| {
                part.one_way.is_none() && overlaps(&self.now, &part.shape) && !deep(part)
            };
            let pushed = swept.or_else(|| push(&self.now, &parts.iter().find(within)?.shape));
            let Some((length, normal)) = pushed else { return true };
            let hair = if S::IS_FLOAT { self.unit(&self.now) * hairs } else { 0.0 };
            let before = self.position;
            self.go(outward::<S, N>(normal.scaled(length + hair), normal), &mut course);
            if self.position == before {
                break;
            }
        }
        self.put(start);
        self.velocity = velocity;
        false
    }
}

/// How many steps of a rise are tried at most.
const RISE: usize = 1 << 20;
