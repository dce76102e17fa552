//! A step of a mover, and its responses to the obstacles in its way.

use super::cast::Course;
use super::hit::{Hit, Response};
use super::mover::Mover;
use super::near;
use super::obstacles::{Movable, Obstacles};
use super::vectors::{along, outward};
use crate::Vector;
use crate::scalar::Scalar;

/// The largest number of hits per step. The rest of the step is dropped then.
const HITS: usize = 96;

/// The largest number of bounces per step. The rest of the step slides then, so that in a gap that is hardly wider than itself, a mover
/// gets as far as in a gap of exactly its width.
const BOUNCES: usize = 64;

/// The number of surfaces that constrain a step: those that were met last.
const SURFACES: usize = 8;

/// The normals of the surfaces that the rest of a step must not move into.
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
    /// Moves the mover by a step among obstacles, as far as they allow.
    ///
    /// `respond` returns the response to an obstacle, or `None` to ignore it. It is called for all obstacles nearby, usually once, and must
    /// be consistent throughout a step. `hit` is called with every hit. If the mover's own [`response`](Mover::response) is
    /// [`Response::BackUp`], the step is made axis by axis. The mover's own response also applies at its bounds.
    ///
    /// Hits are reported by time. Ties are sorted by [`Obstacle::order`](super::Obstacle::order), then by id; obstacles that are passed
    /// through come before the one that stops the mover, and the bounds come last. With `BackUp`, times refer to the step on one axis.
    ///
    /// A step has at most 96 hits; the rest of it is dropped then. From the 65th hit on, the mover slides instead of bouncing. In a gap of
    /// exactly its width, a bouncing mover moves along the gap.
    ///
    /// After the step the mover overlaps no obstacle that it did not overlap before. If it overlaps obstacles at the start, it is first
    /// moved out of them (except with `BackUp` and `Cross`), by the shortest of several translations that separates it from all of them; if
    /// there is none, it gets no deeper. A step that is NaN or infinite is ignored.
    ///
    /// ```
    /// use bumper::{Aabb, Shape, Vector, motion::{Mover, Response}};
    /// // The dot passes through the coin and stops at the wall.
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
    /// A whole step; with [`Response::BackUp`], axis by axis.
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

    /// A step, or its part on one axis.
    pub(super) fn go(&mut self, step: Vector<f64, N>) {
        let (start, mut rest, mut passed) = (self.place(), step, 0.0);
        let mut surfaces = Surfaces { normals: [Vector::default(); SURFACES], count: 0 };
        for index in 0..HITS {
            let block = self.first(rest);
            let from = self.place();
            // A step that will be undone entirely needs no approach to the obstacle, if the sweep was exact.
            let is_undone = self.exact && block.is_some_and(|block| block.response == Response::BackUp);
            let stopped = if is_undone { block } else { self.approach(rest, block) };
            let part = (1.0 - passed) * stopped.map_or(1.0, |block| block.entry.time);
            let mut made = self.made(&from);
            // A step that is undone passes no obstacles.
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
                    // Surfaces that were met before are behind the mover, unless it has hardly moved since: in a gap of exactly its width.
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
