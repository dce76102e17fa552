//! Moving platforms: they carry movers that stand on them, and push movers that are in their way.

use super::hit::{Hit, Response};
use super::move_context::MoveContext;
use super::mover::Mover;
use super::obstacle_cache;
use super::obstacles::{Movable, Obstacle, Obstacles};
use super::vectors::{entry_of, overlaps, penetration, round_away_from_surface};
use crate::Vector;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Carries the mover along with an object that moves by `by`, if the mover stands on the object, and otherwise pushes the mover out of
    /// the path of the object. Call this for each mover that may be affected, before the object itself is moved. `parts` are the shapes of
    /// the object at its new position. `respond` has to ignore the object; responses other than [`Response::Cross`] are replaced by
    /// [`Response::Slide`]. The velocity of the mover changes only where it hits obstacles.
    ///
    /// Returns whether the mover is clear of the object at its new position. If not, an obstacle blocks the mover, and the object would
    /// crush it: the mover then keeps its position and velocity.
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
        let Some(first) = self.relative_shape(by) else { return true };
        let (start, velocity) = (self.position, self.velocity);
        // A mover that has not made a step yet counts as grounded here, because this is not known yet.
        let may_ride = self.is_grounded() || self.air_time.is_none();
        let floor_test = self.floor_test();
        let rides = may_ride && self.stands_on_any(&first, parts, floor_test);
        let mut storage = obstacle_cache::empty_storage();
        let mut context = MoveContext::new(self, obstacles, &mut slide, &mut hit, &mut storage);
        if rides {
            context.move_along(step);
        }
        for roundings in [1.0, 2.0, 4.0, 8.0, 16.0] {
            let Some((length, normal)) = context.mover.push_out(&first, parts, by) else { return true };
            let more = if S::IS_FLOAT {
                context.mover.position_error(&context.mover.current_shape, normal) * roundings
            } else {
                0.0
            };
            let before = context.mover.position;
            context.move_along(round_away_from_surface::<S, N>(normal.scaled(length + more), normal));
            if context.mover.position == before {
                break;
            }
        }
        self.put(start);
        self.velocity = velocity;
        false
    }

    /// The shape of the mover, displaced by the step `by` of an object. Relative to the object at its new position, this is where the mover
    /// was before the object moved.
    fn relative_shape(&self, by: Vector<S, N>) -> Option<M> {
        self.original_shape.moved(self.position.checked_add(by)?)
    }

    /// The distance and direction by which the parts of an object that moves by `by` push the mover; `None` if they do not push it. `first`
    /// is the result of `relative_shape` before the mover has moved.
    fn push_out(
        &self,
        first: &M,
        parts: &[Obstacle<'_, S, N>],
        by: Vector<S, N>,
    ) -> Option<(f64, Vector<f64, N>)> {
        let (from, step) = (self.relative_shape(by)?, by.map(S::to_f64));
        let swept = parts.iter().filter_map(|part| entry_of(&from, step.scaled(-1.0), part));
        let swept = swept.min_by(|a, b| a.time.total_cmp(&b.time));
        let swept = swept.map(|entry| (step.scaled(1.0 - entry.time).dot(entry.normal), entry.normal));
        // If the object has not hit the mover on its path, the two may still overlap at the new position of the object by a rounding error.
        // A mover that was deep inside the object before may stay there.
        let deep = |part: &Obstacle<'_, S, N>| {
            penetration(first, &part.shape)
                .is_some_and(|(depth, normal)| depth > self.standing_tolerance(normal))
        };
        let within = |part: &&Obstacle<'_, S, N>| {
            part.one_way.is_none() && overlaps(&self.current_shape, &part.shape) && !deep(part)
        };
        swept.or_else(|| penetration(&self.current_shape, &parts.iter().find(within)?.shape))
    }
}
