//! The motion of a mover by a given displacement, and its responses to the obstacles in its way.

use super::hit::{Hit, Response};
use super::move_context::{MoveContext, NearestHit};
use super::mover::Mover;
use super::obstacle_cache;
use super::obstacles::{Movable, Obstacles};
use super::tolerance::{MIN_TILT, SAME_SURFACE};
use super::vectors::{MAX_SURFACES, level_normal, project_onto_surfaces, round_away_from_surface};
use crate::Vector;
use crate::scalar::Scalar;
use core::ops::ControlFlow;

/// The largest number of hits per step. If there are more, the rest of the step is dropped.
const MAX_HITS: usize = 96;

/// The largest number of bounces per step. If there are more, the mover slides for the rest of the step. A mover that bounces to and fro in
/// a narrow gap could otherwise reach [`MAX_HITS`] and lose the rest of its motion along the gap.
const MAX_BOUNCES: usize = 64;

/// The largest number of hits without any motion, on surfaces along which the mover slides. If there are more, the rest of the step is
/// dropped: the mover is wedged.
const MAX_STALLS: usize = 6;

/// The normals of the surfaces that the mover has hit in this step. The rest of the step must not move into any of these surfaces.
struct Surfaces<const N: usize> {
    normals: [Vector<f64, N>; MAX_SURFACES],
    count: usize,
    /// Half of the tilt at the next repeated hit on a surface, see [`Self::add`].
    tilt: f64,
}

impl<const N: usize> Surfaces<N> {
    fn new() -> Self {
        Self { normals: [Vector::ZERO; MAX_SURFACES], count: 0, tilt: MIN_TILT }
    }

    /// The normals in the order of the hits.
    fn get(&self) -> &[Vector<f64, N>] {
        &self.normals[..self.count]
    }

    /// Adds a normal. If the list is full, removes the oldest normal first.
    ///
    /// If the list has a normal of the same surface already, that normal is replaced. Returns the tangent of the angle that the rest of the
    /// step must have to this surface. Without this angle, the step would hit the surface again and again, because normals of the same
    /// surface differ by rounding. Zero for another surface.
    fn add(&mut self, normal: Vector<f64, N>) -> f64 {
        let same = self.get().iter().position(|other| (*other - normal).length() < SAME_SURFACE);
        if let Some(index) = same {
            let difference = (self.normals[index] - normal).length();
            self.normals[index] = normal;
            self.tilt *= 2.0;
            return self.tilt + difference * 4.0;
        }
        if self.count == MAX_SURFACES {
            self.normals.rotate_left(1);
            self.count -= 1;
        }
        self.normals[self.count] = normal;
        self.count += 1;
        0.0
    }
}

/// The rest of a step, and the surfaces that limit it.
struct RestOfStep<const N: usize> {
    remaining: Vector<f64, N>,
    /// The walls, steep slopes and other surfaces that the mover has hit.
    surfaces: Surfaces<N>,
    /// The floors that the mover walks on.
    floors: Surfaces<N>,
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Moves the mover by `displacement`, as far as the obstacles allow. The velocity does not affect the motion, but collisions change the
    /// velocity.
    ///
    /// `respond` returns the response to an obstacle, or `None` to ignore the obstacle. It is called for all obstacles nearby, usually once
    /// for each, and must return the same response for an obstacle throughout a call. `hit` is called with every hit. At the sides of its
    /// [`bounds`](Mover::bounds), the mover responds with its own [`response`](Mover::response); if that is [`Response::BackUp`], the
    /// motion is made axis by axis.
    ///
    /// Hits are reported in the order of time, then of [`Obstacle::order`](super::Obstacle::order), then of id. Among hits at the same
    /// time, obstacles that the mover passes through come before the obstacle that stops it, and the bounds come last. If the motion is
    /// made axis by axis, times refer to the motion on one axis.
    ///
    /// A call has at most 96 hits; the rest of the motion is dropped after that. From the 65th hit on, the mover slides instead of
    /// bouncing. A mover between two walls that touch it on both sides cannot bounce, and moves along the walls.
    ///
    /// Afterwards, the mover overlaps no obstacle that it did not overlap before, except those that it passes through. A
    /// displacement that is NaN or infinite is ignored.
    ///
    /// If the mover overlaps obstacles at the start, it is first moved out of them, unless its own response is [`Response::BackUp`] or
    /// [`Response::Cross`]. The candidates are a translation along the normal of the deepest penetration, and translations along the axes
    /// in both directions, all at most twice as long as this penetration is deep. The shortest candidate that separates the mover from all
    /// obstacles is used. If none does, the mover is moved out of the deepest obstacle only. But if another obstacle is in the way, as for
    /// a mover that is pinned between two obstacles, the mover stays and penetrates no deeper.
    ///
    /// ```
    /// use bumper::{Aabb, Shape, Vector, motion::{Mover, Response}};
    /// // The dot passes through the coin and stops at the wall.
    /// let things: [Shape<i16, 2>; 2] = [Aabb::new([15, 0], [18, 9]).into(), Aabb::new([30, 0], [40, 40]).into()];
    /// let mut dot = Mover::new(Aabb::new([0i16, 0], [10, 10]));
    /// let mut met = Vec::new();
    /// let respond = |id| Some(if id == 0 { Response::Cross } else { Response::Stop });
    /// dot.travel([1000, 0], &things[..], respond, |hit| met.push(hit.target));
    /// assert_eq!((dot.position(), met.len()), (Vector([20, 0]), 2));
    /// ```
    pub fn travel<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        displacement: impl Into<Vector<S, N>>,
        obstacles: &O,
        mut respond: impl FnMut(O::Id) -> Option<Response>,
        mut hit: impl FnMut(Hit<O::Id, S::Real, N>),
    ) {
        let displacement = displacement.into();
        let mut storage = obstacle_cache::empty_storage();
        let mut context = MoveContext::new(self, obstacles, &mut respond, &mut hit, &mut storage);
        context.gather_obstacles(displacement.map(S::to_f64));
        context.depenetrate();
        context.advance(displacement);
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> MoveContext<'_, S, N, M, O> {
    /// Makes a step. If the response of the mover to its bounds is [`Response::BackUp`], the step is made on one axis after the other.
    pub(super) fn advance(&mut self, step: Vector<S, N>) {
        if self.move_if_free(step) {
            return;
        }
        if self.mover.response != Response::BackUp {
            return self.move_along(step.map(S::to_f64));
        }
        for part in (0..N).map(|axis| Vector::ZERO.with(axis, step[axis])) {
            if !self.move_if_free(part) {
                self.move_along(part.map(S::to_f64));
            }
        }
    }

    /// Makes a step, or its component on one axis, and responds to the obstacles on the path.
    pub(super) fn move_along(&mut self, step: Vector<f64, N>) {
        let start = self.save_position();
        let mut rest = RestOfStep { remaining: step, surfaces: Surfaces::new(), floors: Surfaces::new() };
        let mut elapsed = 0.0;
        let mut stalls = 0;
        for index in 0..MAX_HITS {
            let first_hit = self.first_hit(rest.remaining);
            let from = self.save_position();
            // The response `BackUp` undoes the whole step. So if the time of the hit is exact, the mover need not move to the obstacle
            // first. Otherwise it moves there, because rounding may make it overlap yet another obstacle, which is then the one to report.
            let is_undone =
                self.is_exact && first_hit.is_some_and(|first_hit| first_hit.response == Response::BackUp);
            let stopped = if is_undone { first_hit } else { self.move_until(rest.remaining, first_hit) };
            let part = (1.0 - elapsed) * stopped.map_or(1.0, |first_hit| first_hit.entry.time);
            let mut displacement = self.displacement_from(&from);
            // A mover whose step is undone has not passed through any obstacle.
            if stopped.is_some_and(|first_hit| first_hit.response == Response::BackUp) {
                self.restore_position(&start);
                displacement = Vector::ZERO;
            }
            self.report_crossed(&from, displacement, elapsed, part);
            let Some(first_hit) = stopped else { return };
            stalls += usize::from(displacement == Vector::ZERO && first_hit.response == Response::Slide);
            if stalls > MAX_STALLS {
                return;
            }
            elapsed += part;
            let mut normal = first_hit.entry.normal;
            rest.remaining -= displacement;
            if first_hit.response == Response::Slide
                && let Some(part) = self.climb(&mut rest.remaining, normal, elapsed)
            {
                elapsed += part;
                continue;
            }
            if first_hit.response == Response::Slide
                && self.walks_on(normal)
                && self.is_stopped_by_edge(rest.remaining, &first_hit)
            {
                normal = self.floor_test.up.and_then(|up| level_normal(normal, up)).unwrap_or(normal);
            }
            let NearestHit { target, response, entry, .. } = first_hit;
            self.report_stop(target, normal, elapsed, response, entry.parts);
            let may_bounce = index < MAX_BOUNCES;
            if self.deflect(first_hit.response, normal, displacement, may_bounce, &mut rest).is_break() {
                return;
            }
        }
    }

    /// Whether the mover has moved since the last hit by so much that it has left the surfaces of earlier hits behind. If it has hardly
    /// moved, as between two walls that touch it on both sides, they still limit the rest of the step.
    fn has_left_surface(&self, displacement: Vector<f64, N>, normal: Vector<f64, N>) -> bool {
        let contact_tolerance = if S::IS_FLOAT { self.mover.standing_tolerance(normal) } else { 0.0 };
        displacement.length() > contact_tolerance
    }

    /// Changes the velocity and the rest of the step at a hit on a surface with the given normal. `displacement` is the motion since the
    /// last hit. `Break` if the step ends there.
    fn deflect(
        &mut self,
        response: Response,
        normal: Vector<f64, N>,
        displacement: Vector<f64, N>,
        may_bounce: bool,
        rest: &mut RestOfStep<N>,
    ) -> ControlFlow<()> {
        let RestOfStep { remaining, surfaces, floors } = rest;
        match response {
            Response::BackUp => return ControlFlow::Break(()),
            Response::Slide if self.walks_on(normal) => {
                let tilt = floors.add(normal);
                let landed = self.without_fall(self.mover.velocity.map(S::to_f64));
                self.mover.deflect(normal, |_| landed);
                *remaining = self.along_floor(*remaining, normal, surfaces.get());
                *remaining += self.lift_off(*remaining, normal, tilt);
            }
            Response::Stop | Response::Slide => {
                let tilt = surfaces.add(normal);
                let slid = self.slide_along(self.mover.velocity.map(S::to_f64), surfaces.get());
                self.mover.deflect(normal, |_| slid);
                if response == Response::Stop {
                    return ControlFlow::Break(());
                }
                *remaining = self.slide_along(self.without_rise(*remaining), surfaces.get());
                let rounding_normal = self.rounding_normal(*remaining, normal);
                *remaining = round_away_from_surface::<S, N>(*remaining, rounding_normal);
                if S::IS_FLOAT {
                    *remaining += normal.scaled(remaining.length() * tilt);
                }
            }
            Response::Bounce | Response::Cross => {
                let mirror = |v: Vector<f64, N>| v - normal.scaled(v.dot(normal).min(0.0) * 2.0);
                self.mover.deflect(normal, mirror);
                if self.has_left_surface(displacement, normal) {
                    surfaces.count = 0;
                }
                surfaces.add(normal);
                let mirrored = if may_bounce { mirror(*remaining) } else { *remaining };
                *remaining = project_onto_surfaces(mirrored, surfaces.get());
            }
        }
        ControlFlow::Continue(())
    }
}
