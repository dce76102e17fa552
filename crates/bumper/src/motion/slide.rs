//! One step of a mover: what it does at the obstacles in its way.

use super::cast::Course;
use super::hit::{Hit, Response};
use super::mover::Mover;
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
    /// `respond` tells for each obstacle what to do at it; `None` leaves it out. `hit` is called with every hit. Where the mover's
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
        let mut course = Course::new(self, obstacles, &mut respond, &mut hit);
        course.come_out();
        course.advance(step.into());
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// A whole step: with the tutorials' rule axis by axis.
    pub(super) fn advance(&mut self, step: Vector<S, N>) {
        if self.mover.response != Response::BackUp {
            return self.go(step.map(S::to_f64));
        }
        for axis in 0..N {
            self.go(Vector::default().with(axis, step[axis].to_f64()));
        }
    }

    /// A step, or the part of one on an axis.
    pub(super) fn go(&mut self, step: Vector<f64, N>) {
        let (start, mut rest, mut passed) = (self.mover.position, step, 0.0);
        let mut surfaces = Surfaces { normals: [Vector::default(); SURFACES], count: 0 };
        for index in 0..HITS {
            let block = self.first(rest);
            let (crossing, from) = (self.crossing, self.mover.position);
            let stopped = self.approach(rest, block);
            let part = (1.0 - passed) * stopped.map_or(1.0, |block| block.entry.time);
            let mut way = (self.mover.position - from).map(S::to_f64);
            // What is undone has passed nothing.
            if stopped.is_some_and(|block| block.response == Response::BackUp) {
                self.mover.put(start);
                way = Vector::default();
            }
            self.crossing = crossing;
            self.tell_passed(from, way, passed, part);
            let Some(block) = stopped else { return };
            passed += part;
            let mut normal = block.entry.normal;
            rest -= way;
            if block.response == Response::Slide
                && let Some(part) = self.climb(&mut rest, normal, passed)
            {
                passed += part;
                continue;
            }
            self.tell(block.with, normal, passed, block.response);
            let mover = &mut *self.mover;
            match block.response {
                Response::BackUp => return,
                Response::Slide if mover.walks_on(normal) => {
                    let landed = mover.landed();
                    mover.turn(normal, landed);
                    rest = mover.on_floor(rest, normal, surfaces.get());
                }
                Response::Stop | Response::Slide => {
                    normal = mover.as_wall(normal);
                    surfaces.add(normal);
                    mover.turn(normal, |velocity| along(velocity, surfaces.get()));
                    if block.response == Response::Stop {
                        return;
                    }
                    rest = outward::<S, N>(along(mover.at_wall(rest), surfaces.get()), normal);
                }
                Response::Bounce | Response::Cross => {
                    let mirror = |v: Vector<f64, N>| v - normal.scaled(v.dot(normal).min(0.0) * 2.0);
                    mover.turn(normal, mirror);
                    // What was met before is behind, unless it is where the mover still is: a gap as wide as itself.
                    let still = if S::IS_FLOAT { mover.near(normal) } else { 0.0 };
                    if way.length() > still {
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
