//! Lifts: movers that ride on what moves, and are pushed by it.

use super::cast::Course;
use super::hit::{Hit, Response};
use super::mover::Mover;
use super::near;
use super::obstacles::{Movable, Obstacle, Obstacles};
use super::vectors::{entry_of, outward, overlaps, push};
use crate::Vector;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
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
        let step = by.map(S::to_f64);
        let mut slide = |id| {
            respond(id).map(|response| if response == Response::Cross { response } else { Response::Slide })
        };
        let Some(first) = self.seen(by) else { return true };
        let (start, velocity) = (self.position, self.velocity);
        // Before its first step it may stand there as well.
        let may_ride = self.is_grounded() || self.air.is_none();
        let footing = self.footing();
        let rides = may_ride && self.rests_on(&first, parts, footing);
        let mut kept = near::none();
        let mut course = Course::new(self, obstacles, &mut slide, &mut hit, &mut kept);
        if rides {
            course.go(step);
        }
        for roundings in [1.0, 2.0, 4.0, 8.0, 16.0] {
            let Some((length, normal)) = course.mover.pushed(&first, parts, by) else { return true };
            let more =
                if S::IS_FLOAT { course.mover.unit(&course.mover.now, normal) * roundings } else { 0.0 };
            let before = course.mover.position;
            course.go(outward::<S, N>(normal.scaled(length + more), normal));
            if course.mover.position == before {
                break;
            }
        }
        self.put(start);
        self.velocity = velocity;
        false
    }

    /// The mover as it is seen from a thing that moves by a step: the thing stays, and the mover comes.
    fn seen(&self, by: Vector<S, N>) -> Option<M> {
        self.start.moved(self.position.checked_add(by)?)
    }

    /// How far and which way it is pushed by the parts of a thing that moves by a step; `first` is how it was seen before anything was
    /// done.
    fn pushed(
        &self,
        first: &M,
        parts: &[Obstacle<'_, S, N>],
        by: Vector<S, N>,
    ) -> Option<(f64, Vector<f64, N>)> {
        let (from, step) = (self.seen(by)?, by.map(S::to_f64));
        let swept = parts.iter().filter_map(|part| entry_of(&from, step.scaled(-1.0), part));
        let swept = swept.min_by(|a, b| a.time.total_cmp(&b.time));
        let swept = swept.map(|entry| (step.scaled(1.0 - entry.time).dot(entry.normal), entry.normal));
        // What rounding leaves is told by the thing's new place alone; who was well within it before, may stay so.
        let deep = |part: &Obstacle<'_, S, N>| {
            push(first, &part.shape).is_some_and(|(depth, normal)| depth > self.near(normal))
        };
        let within = |part: &&Obstacle<'_, S, N>| {
            part.one_way.is_none() && overlaps(&self.now, &part.shape) && !deep(part)
        };
        swept.or_else(|| push(&self.now, &parts.iter().find(within)?.shape))
    }
}
