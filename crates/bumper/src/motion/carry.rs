//! Moving platforms and one mover: a platform carries a mover that stands on it, and pushes a mover that is in its way.

use super::hit::{Hit, Response};
use super::move_context::MoveContext;
use super::mover::Mover;
use super::obstacle_cache;
use super::obstacle_entry::{entry_of, overlaps, penetration};
use super::obstacles::{Movable, Obstacle, Obstacles, aabb_of, longest_side};
use super::tolerance::allowed_gap;
use super::vectors::round_away_from_surface;
use crate::scalar::Scalar;
use crate::{Side, Vector};

/// The extra lengths of a push that make up for rounding, in multiples of the rounding error of the position of the mover. Each is tried
/// after the one before has left the mover in the way of the object.
const PUSH_ERRORS: [f64; 5] = [1.0, 2.0, 4.0, 8.0, 16.0];

/// An object that moves and may push a mover.
pub(super) struct Push<'p, S: Scalar, const N: usize, M> {
    /// The shapes of the object at its new position.
    pub(super) parts: &'p [Obstacle<'p, S, N>],
    /// The displacement of the object in this step relative to the mover. If the mover has moved in the same step, because it rides on the
    /// object or others have pushed it, its own displacement is subtracted.
    pub(super) by: Vector<S, N>,
    /// The shapes of the object, and the shape of the mover, before the step. Only their position relative to each other is used, so both
    /// may be displaced by the same vector.
    pub(super) before: &'p [Obstacle<'p, S, N>],
    pub(super) first: &'p M,
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Carries the mover along with an object that moves by `displacement`, if the mover stands on the object. Otherwise pushes the mover
    /// out of the path of the object, if it is in the way. The velocity of the mover changes only where it hits obstacles.
    ///
    /// `parts` are the shapes of the object at its new position. The method does not move the object among the `obstacles`; the caller does
    /// so afterwards. `respond` must return `None` for the object, so that the object is no obstacle. If it returns a response other than
    /// [`Response::Cross`], the mover slides.
    ///
    /// This method moves one mover among any obstacles and allocates nothing. In a world, [`World::carry`](crate::world::World::carry)
    /// moves a platform with all its movers, which may stand on each other.
    ///
    /// Returns true if the object has room: the mover then does not overlap the object at its new position, except by a rounding error if
    /// the mover fills the gap between the object and an obstacle exactly. Returns false if an obstacle blocks the mover, so that the
    /// object would crush it. The mover then keeps its position and velocity.
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
        displacement: impl Into<Vector<S, N>>,
        obstacles: &O,
        mut respond: impl FnMut(O::Id) -> Option<Response>,
        mut hit: impl FnMut(Hit<O::Id, S::Real, N>),
    ) -> bool {
        let by = displacement.into();
        let mut slide = |id| respond(id).map(carried_response);
        let Some(first) = self.relative_shape(by) else { return true };
        let start = self.position();
        let velocity = self.velocity;
        let rides = self.rides_on(&first, parts);
        let mut storage = obstacle_cache::empty_storage();
        let mut context = MoveContext::new(self, obstacles, &mut slide, &mut hit, &mut storage);
        if rides {
            context.move_along(by.map(S::to_f64));
        }
        let by = by - (context.mover.position() - start);
        let is_clear = context.make_clear(&Push { parts, by, first: &first, before: parts });
        if is_clear && rides {
            self.state.carried += self.position() - start;
        }
        if !is_clear {
            self.put(start);
            self.velocity = velocity;
        }
        is_clear
    }

    /// Whether the mover, with the given shape, stands on any part of an object. False if the mover is known to be in the air. Before its
    /// first step and after a teleport this is not known; then only the gap to the object decides.
    pub(super) fn rides_on(&mut self, shape: &M, parts: &[Obstacle<'_, S, N>]) -> bool {
        let may_ride = self.is_grounded() || self.state.air_time.is_none();
        let floor_test = self.floor_test();
        may_ride && self.stands_on_any(shape, self.solid_parts(parts), floor_test)
    }

    /// The parts of an object that stop the mover: all parts, except one-way parts if the mover drops through one-way obstacles
    /// (`drop_through`).
    fn solid_parts<'p>(
        &self,
        parts: &'p [Obstacle<'p, S, N>],
    ) -> impl Iterator<Item = &'p Obstacle<'p, S, N>> + use<'p, S, N, M> {
        let drops = self.drop_through;
        parts.iter().filter(move |part| part.one_way.is_none() || !drops)
    }

    /// The shape of the mover, displaced by the step `by` of an object. Relative to the object at its new position, this is where the mover
    /// was before the object moved.
    fn relative_shape(&self, by: Vector<S, N>) -> Option<M> {
        self.shape_at(self.position().checked_add(by)?)
    }

    /// The distance and the direction of the push of an object on the mover; `None` if the object does not push the mover.
    pub(super) fn push_out(&self, push: &Push<'_, S, N, M>) -> Option<(f64, Vector<f64, N>)> {
        let &Push { parts, by, first, before } = push;
        let from = self.relative_shape(by)?;
        let step = by.map(S::to_f64);
        let swept = self.solid_parts(parts).filter_map(|part| entry_of(&from, step.scaled(-1.0), part));
        let swept = swept.min_by(|a, b| a.time.total_cmp(&b.time));
        let swept = swept.map(|entry| (step.scaled(1.0 - entry.time).dot(entry.normal), entry.normal));
        // If the object has not hit the mover on its path, the two may still overlap at the new position of the object, because of a
        // rounding error or because the object rotates. Then the object pushes the mover, too. But a mover that was already deep inside the
        // object before its motion is not pushed out.
        let was_inside = |part: &Obstacle<'_, S, N>| {
            penetration(first, &part.shape)
                .is_some_and(|(depth, normal)| depth > self.standing_tolerance(normal))
        };
        // A one-way part pushes a mover only if the mover stands on it. While a platform carries a mover, rounding may move the mover
        // slightly into the part; a deeper penetration is not pushed out.
        let stands_on = |part: &Obstacle<'_, S, N>, side: Side| {
            !self.drop_through
                && penetration(self.shape(), &part.shape).is_some_and(|(depth, normal)| {
                    side.faces(normal) && depth <= self.standing_tolerance(normal)
                })
        };
        // A part with one-sided faces is left out here: it pushes only a mover that its motion hits.
        let within = |(part, before): &(&Obstacle<'_, S, N>, &Obstacle<'_, S, N>)| {
            !part.shape.has_one_sided_faces()
                && overlaps(self.shape(), &part.shape)
                && part.one_way.is_none_or(|side| stands_on(part, side))
                && !was_inside(before)
        };
        swept.or_else(|| penetration(self.shape(), &parts.iter().zip(before).find(within)?.0.shape))
    }

    /// Whether an object does not push the mover, or only by a distance that rounding may cause. Without this tolerance, a mover that
    /// exactly fills the gap between an object and a wall would have no room. The whole penetration is compared with the tolerance, not
    /// only its increase in this step, so it does not grow over many steps.
    fn is_almost_clear(&self, push: &Push<'_, S, N, M>) -> bool {
        self.push_out(push).is_none_or(|(length, normal)| {
            length <= self.rounding_depth(normal)
                && self.solid_parts(push.parts).all(|part| part.admits_movers() || !self.penetrates(part))
        })
    }

    /// Whether the mover overlaps an obstacle by more than rounding may cause.
    pub(super) fn penetrates(&self, obstacle: &Obstacle<'_, S, N>) -> bool {
        overlaps(self.shape(), &obstacle.shape)
            && penetration(self.shape(), &obstacle.shape)
                .is_none_or(|(depth, normal)| depth > self.rounding_depth(normal))
    }

    /// The largest penetration depth of the mover along `normal` that rounding may cause; zero for integers and fixed point. It is as large
    /// as the gap that is allowed below a standing mover.
    pub(super) fn rounding_depth(&self, normal: Vector<f64, N>) -> f64 {
        let (true, Some(aabb)) = (S::IS_FLOAT, aabb_of(self.shape())) else { return 0.0 };
        allowed_gap(self.position_error(self.shape(), normal), longest_side(&aabb))
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> MoveContext<'_, S, N, M, O> {
    /// Pushes the mover out of the path of an object, as far as obstacles allow. Returns whether the mover then no longer overlaps the
    /// object or its path. If it does, it stays where the push ended, and the caller has to restore its position.
    pub(super) fn make_clear(&mut self, push: &Push<'_, S, N, M>) -> bool {
        self.is_pushed = true;
        let mut shortest = f64::INFINITY;
        let mut best = self.save_position();
        for errors in PUSH_ERRORS {
            let Some((length, normal)) = self.mover.push_out(push) else { return true };
            if length < shortest {
                shortest = length;
                best = self.save_position();
            }
            let more = if S::IS_FLOAT {
                self.mover.position_error(self.mover.shape(), normal) * errors
            } else {
                0.0
            };
            let before = self.mover.position();
            self.move_along(round_away_from_surface::<S, N>(normal.scaled(length + more), normal));
            if self.mover.position() == before {
                break;
            }
        }
        // An obstacle is in the way, and the last attempts may have ended farther inside the object than an earlier one.
        if self.mover.push_out(push).is_some_and(|(length, _)| shortest < length) {
            self.restore_position(&best);
        }
        self.mover.is_almost_clear(push)
    }
}

/// The response to an obstacle while an object carries or pushes the mover. `response` is the response to this obstacle in the mover's own
/// steps. If the mover passes through the obstacle in these, it also does so here. Otherwise it slides.
pub(super) fn carried_response(response: Response) -> Response {
    if response == Response::Cross { response } else { Response::Slide }
}
