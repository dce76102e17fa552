//! One step of a mover: what it does at the obstacles in its way.

use super::cast::Course;
use super::hit::{Hit, Response};
use super::mover::Mover;
use super::near;
use super::obstacles::{Movable, Obstacles};
use super::vectors::{along, outward};
use crate::Vector;
use crate::scalar::Scalar;

/// How many hits a step may have. What is left of it then is not made.
const HITS: usize = 96;

/// How many of them may bounce. From then on the rest of the step slides, so that in a gap that is hardly wider than itself a mover
/// comes as far as in one that is as wide.
const BOUNCES: usize = 64;

/// How many surfaces a step heeds, the last ones that it met.
const SURFACES: usize = 8;

/// The surfaces that the rest of a step must not go into.
struct Surfaces<const N: usize> {
    normals: [Vector<f64, N>; SURFACES],
    count: usize,
}

impl<const N: usize> Surfaces<N> {
    fn get(&self) -> &[Vector<f64, N>] {
        &self.normals[..self.count]
    }

    fn add(&mut self, normal: Vector<f64, N>) {
        if self.count == SURFACES {
            self.normals.rotate_left(1);
            self.count -= 1;
        }
        self.normals[self.count] = normal;
        self.count += 1;
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Moves by a step among obstacles, as far as they let it.
    ///
    /// `respond` tells for each obstacle what to do at it; `None` leaves it out. It is asked about all that is near, mostly once, and has to
    /// say the same throughout a step. `hit` is called with every hit. Where the mover's
    /// own [`response`](Mover::response) is [`Response::BackUp`], the step is made axis by axis. At its bounds it does what that
    /// says.
    ///
    /// Hits are told by time, at the same time by place in the list: [`Obstacle::order`](super::Obstacle::order), then the id; what is
    /// passed goes before what holds the mover, and the bounds come last. With `BackUp`, times are those of the step on its axis.
    ///
    /// A step has at most 96 hits; what would be left of it then is not made. From the 65th on it slides where it would bounce. In a gap
    /// as wide as itself, what bounces goes on along the gap.
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
        let (step, mut kept) = (step.into(), near::none());
        let mut course = Course::new(self, obstacles, &mut respond, &mut hit, &mut kept);
        course.look_around(step.map(S::to_f64));
        course.come_out();
        course.advance(step);
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// A whole step: with the tutorials' rule axis by axis.
    pub(super) fn advance(&mut self, step: Vector<S, N>) {
        if self.passes_freely(step) {
            return;
        }
        if self.mover.response != Response::BackUp {
            return self.go(step.map(S::to_f64));
        }
        for part in (0..N).map(|axis| Vector::default().with(axis, step[axis])) {
            if !self.passes_freely(part) {
                self.go(part.map(S::to_f64));
            }
        }
    }

    /// A step, or the part of one on an axis.
    pub(super) fn go(&mut self, step: Vector<f64, N>) {
        let (start, mut rest, mut passed) = (self.place(), step, 0.0);
        let mut surfaces = Surfaces { normals: [Vector::default(); SURFACES], count: 0 };
        for index in 0..HITS {
            let block = self.first(rest);
            let from = self.place();
            // What is undone whole needs no place up to which it goes, where that is not looked at again.
            let is_undone = self.exact && block.is_some_and(|block| block.response == Response::BackUp);
            let stopped = if is_undone { block } else { self.approach(rest, block) };
            let part = (1.0 - passed) * stopped.map_or(1.0, |block| block.entry.time);
            let mut made = self.made(&from);
            // What is undone has passed nothing.
            if stopped.is_some_and(|block| block.response == Response::BackUp) {
                self.put_back(&start);
                made = Vector::default();
            }
            self.tell_passed(&from, made, passed, part);
            let Some(block) = stopped else { return };
            passed += part;
            let mut normal = block.entry.normal;
            rest -= made;
            if block.response == Response::Slide
                && let Some(part) = self.climb(&mut rest, normal, passed)
            {
                passed += part;
                continue;
            }
            self.tell(block.with, normal, passed, block.response);
            match block.response {
                Response::BackUp => return,
                Response::Slide if self.walks_on(normal) => {
                    let landed = self.landed(self.mover.velocity.map(S::to_f64));
                    self.mover.turn(normal, |_| landed);
                    rest = self.on_floor(rest, normal, surfaces.get());
                }
                Response::Stop | Response::Slide => {
                    normal = self.as_wall(normal);
                    surfaces.add(normal);
                    self.mover.turn(normal, |velocity| along(velocity, surfaces.get()));
                    if block.response == Response::Stop {
                        return;
                    }
                    rest = outward::<S, N>(along(self.at_wall(rest), surfaces.get()), normal);
                }
                Response::Bounce | Response::Cross => {
                    let mirror = |v: Vector<f64, N>| v - normal.scaled(v.dot(normal).min(0.0) * 2.0);
                    self.mover.turn(normal, mirror);
                    // What was met before is behind, unless it is where the mover still is: a gap as wide as itself.
                    let still = if S::IS_FLOAT { self.mover.near(normal) } else { 0.0 };
                    if made.length() > still {
                        surfaces.count = 0;
                    }
                    surfaces.add(normal);
                    let turned = if index < BOUNCES { mirror(rest) } else { rest };
                    rest = along(turned, surfaces.get());
                }
            }
        }
    }
}
