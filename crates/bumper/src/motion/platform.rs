//! Moving platforms and groups of movers that stand on each other and push each other.
//!
//! A platform first pushes the movers in its way, and each pushed mover pushes others in its way. Then the riders, which stand on the
//! platform or on each other, move by its displacement, minus the distance that they have already been pushed. Finally, movers that stand
//! on pushed movers move with these. Riders that are carried push nobody: walls, and movers that do not ride, stop them.
//!
//! The movers are sorted first, so that the caller's order does not matter, except for movers with equal AABBs.

mod push;
mod riders;

use super::carry::carried_response;
use super::group_obstacles::{GroupId, GroupObstacles, GroupRules, SortedRules, sorted_order};
use super::hit::{Hit, HitTarget, Response};
use super::move_context::MoveContext;
use super::mover::Mover;
use super::obstacle_cache;
use super::obstacles::{Movable, Obstacle, Obstacles, aabb_of};
use crate::Vector;
use crate::scalar::Scalar;
use alloc::vec::Vec;

/// The effect of a platform on movers that are in its way but do not ride on it.
///
/// ```
/// use bumper::motion::{Mover, PushRule};
/// use bumper::world::{Collider, World};
/// use bumper::{Aabb, Vector};
/// let mut world = World::new();
/// let press = world.insert(Collider::new(Aabb::new([0, 0], [40, 10]))).unwrap();
/// let mut hero = Mover::new(Aabb::new([10, 15], [20, 40]));
/// let id = world.insert(Collider::new(*hero.shape())).unwrap();
/// let lowered = || [(press, Aabb::new([0, 10], [40, 20]).into())];
/// world.carry_to(lowered(), |_| Vector([0, 10]), PushRule::Never, [(&mut hero, id)]).unwrap();
/// assert_eq!(hero.position(), Vector([0, 0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PushRule {
    /// The platform pushes the movers in its way. If one of them has no room, nothing moves.
    Stop,
    /// The platform pushes the movers in its way. A mover that has no room does not move, and the platform passes into it.
    Crush,
    /// The platform does not push, and passes into the movers in its way. It only carries its riders.
    Never,
}

/// A step of a platform. `before` and `after` are its parts before and after the step. `by` has for each mover the displacement of the
/// platform at the place of this mover: if the platform rotates, these differ.
pub(crate) struct Platform<'a, S: Scalar, const N: usize> {
    pub(crate) before: Vec<Obstacle<'a, S, N>>,
    pub(crate) after: Vec<Obstacle<'a, S, N>>,
    pub(crate) by: Vec<Vector<S, N>>,
    /// A number that identifies the platform; `None` for conveyor belts, which move riders in addition to the platforms. If another
    /// platform has carried a rider since the last step of the rider, this platform moves the rider only by the rest of its displacement.
    /// So a rider on two lifts side by side is not moved twice.
    pub(crate) key: Option<u64>,
    pub(crate) rule: PushRule,
}

/// The movers that a platform may carry and push in a step, and the obstacles around them.
pub(crate) struct MoverGroup<'a, S: Scalar, const N: usize, M, O: Obstacles<S, N> + ?Sized> {
    movers: Vec<&'a mut Mover<S, N, M>>,
    /// The current shapes of the movers, as obstacles of the other movers.
    shapes: Vec<M>,
    /// The position and the velocity of each mover before the step.
    starts: Vec<(Vector<S, N>, Vector<S, N>)>,
    obstacles: &'a O,
    rules: &'a dyn GroupRules<O::Id>,
    /// Whether each mover has been crushed and therefore does not take part in the step.
    crushed: Vec<bool>,
    hits: GroupHits<O::Id, S::Real, N>,
}

/// Makes a step of a platform among obstacles: carries its riders and pushes the movers in its way. `obstacles` may include colliders of
/// the movers and of the platform if [`GroupRules::respond`] returns `None` for them. Returns whether each mover was crushed, and the hits
/// of the movers. If a mover was crushed and the push rule is [`PushRule::Stop`], no mover has moved. The order of `movers` matters only
/// for movers with equal AABBs.
pub(crate) fn carry_group<S: Scalar, const N: usize, M, O>(
    movers: Vec<&mut Mover<S, N, M>>,
    obstacles: &O,
    rules: &dyn GroupRules<O::Id>,
    mut platform: Platform<'_, S, N>,
) -> (Vec<bool>, GroupHits<O::Id, S::Real, N>)
where
    M: Movable<S, N> + Clone,
    O: Obstacles<S, N> + ?Sized,
{
    let aabbs: Vec<_> = movers.iter().map(|mover| aabb_of(mover.shape())).collect();
    let order = sorted_order(&aabbs, &platform.by);
    let mut listed: Vec<_> = movers.into_iter().map(Some).collect();
    let movers = order.iter().filter_map(|&index| listed[index].take()).collect();
    platform.by = order.iter().map(|&index| platform.by[index]).collect();
    let rules = SortedRules { rules, order: &order };
    let (sorted_crushed, mut hits) = MoverGroup::new(movers, obstacles, &rules).carry(&platform);
    let mut crushed = alloc::vec![false; order.len()];
    order.iter().zip(sorted_crushed).for_each(|(&index, is_crushed)| crushed[index] = is_crushed);
    for (index, hit) in &mut hits {
        *index = order[*index];
        if let HitTarget::Obstacle(GroupId::Mover(other)) = &mut hit.target {
            *other = order[*other];
        }
    }
    (crushed, hits)
}

/// The index of a mover in a group, and a hit of this mover. The index is that in the list of movers that the caller has passed.
pub(crate) type GroupHit<I, R, const N: usize> = (usize, Hit<GroupId<I>, R, N>);

pub(crate) type GroupHits<I, R, const N: usize> = Vec<GroupHit<I, R, N>>;

impl<'a, S: Scalar, const N: usize, M: Movable<S, N> + Clone, O: Obstacles<S, N> + ?Sized>
    MoverGroup<'a, S, N, M, O>
{
    /// Creates a group of movers at the start of a step. `obstacles` may include colliders of the movers if [`GroupRules::respond`] returns
    /// `None` for them.
    pub(crate) fn new(
        movers: Vec<&'a mut Mover<S, N, M>>,
        obstacles: &'a O,
        rules: &'a dyn GroupRules<O::Id>,
    ) -> Self {
        let shapes = movers.iter().map(|mover| mover.shape().clone()).collect();
        let starts = movers.iter().map(|mover| (mover.position(), mover.velocity)).collect();
        let crushed = alloc::vec![false; movers.len()];
        Self { movers, shapes, starts, obstacles, rules, crushed, hits: Vec::new() }
    }

    /// Makes a step of a platform with movers that are sorted already; see [`carry_group`].
    fn carry(mut self, platform: &Platform<'_, S, N>) -> (Vec<bool>, GroupHits<O::Id, S::Real, N>) {
        let mut riders = self.riders(platform);
        loop {
            match self.attempt(platform, &riders) {
                Ok(riders_of_pushed) => break riders.extend(riders_of_pushed),
                Err(crushed) => {
                    self.restore();
                    self.crushed[crushed] = true;
                    if platform.rule == PushRule::Stop {
                        return (self.crushed, Vec::new());
                    }
                }
            }
        }
        for &rider in riders.iter().filter(|&&rider| !self.crushed[rider]) {
            let start = self.starts[rider].0;
            let mover = &mut *self.movers[rider];
            mover.state.carried += mover.position() - start;
            mover.state.carrier = mover.state.carrier.or(platform.key);
        }
        (self.crushed, self.hits)
    }

    /// Makes a time step of a mover ([`Mover::step`]) among the obstacles and the other movers. Every obstacle that the mover hits is
    /// reported.
    pub(crate) fn step(&mut self, index: usize, time: S::Real) {
        let report_all = core::mem::replace(&mut self.movers[index].report_all, true);
        let solid: Vec<bool> =
            (0..self.movers.len()).map(|other| other != index && self.rules.interact(index, other)).collect();
        let obstacles = GroupObstacles {
            obstacles: self.obstacles,
            shapes: &self.shapes,
            solid: &solid,
            scalar: core::marker::PhantomData,
        };
        let rules = self.rules;
        let hits = &mut self.hits;
        let respond = |id: GroupId<O::Id>| match id {
            GroupId::Obstacle(id) => rules.respond(index, id),
            GroupId::Mover(_) => Some(Response::Slide),
        };
        self.movers[index].step(time, &obstacles, respond, |hit| hits.push((index, hit)));
        self.movers[index].report_all = report_all;
        self.shapes[index] = self.movers[index].shape().clone();
    }

    pub(crate) fn into_hits(self) -> GroupHits<O::Id, S::Real, N> {
        self.hits
    }

    /// Whether the mover `pusher`, or the platform if `pusher` is `None`, may carry and push the mover `index`: the rules allow it, and the
    /// mover has not been crushed. Positions are not tested.
    fn is_moved_by(&self, pusher: Option<usize>, index: usize) -> bool {
        !self.crushed[index]
            && match pusher {
                Some(pusher) => pusher != index && self.rules.interact(pusher, index),
                None => self.rules.is_carried(index),
            }
    }

    /// Tries to make the step of the platform with all movers that have not been crushed yet. Returns the movers that ride on pushed
    /// movers. If a mover has no room, returns its index as an error.
    fn attempt(&mut self, platform: &Platform<'_, S, N>, riders: &[usize]) -> Result<Vec<usize>, usize> {
        self.push_movers(platform)?;
        self.move_riders(platform, riders);
        let riders_of_pushed = self.move_riders_of_pushed(riders);
        self.check_overlaps(platform)?;
        Ok(riders_of_pushed)
    }

    /// The shape of a mover before the step of the platform.
    fn start_shape(&self, index: usize) -> Option<M> {
        self.movers[index].shape_at(self.starts[index].0)
    }

    /// Calls `motion`, which moves the mover `index`. Its obstacles are those outside the group (the movers on the platform), and the other
    /// movers of the group that are `solid` and that the rules let it interact with.
    fn run(&mut self, index: usize, solid: &[bool], motion: MoverAction<'_, S, N, M, O>) {
        let solid: Vec<bool> = (solid.iter().enumerate())
            .map(|(other, solid)| *solid && other != index && self.rules.interact(index, other))
            .collect();
        let obstacles = GroupObstacles {
            obstacles: self.obstacles,
            shapes: &self.shapes,
            solid: &solid,
            scalar: core::marker::PhantomData,
        };
        let rules = self.rules;
        let hits = &mut self.hits;
        let mut respond = |id: GroupId<O::Id>| match id {
            GroupId::Obstacle(id) => rules.respond(index, id).map(carried_response),
            GroupId::Mover(_) => Some(Response::Slide),
        };
        let mut hit = |hit: Hit<GroupId<O::Id>, S::Real, N>| hits.push((index, hit));
        let mut storage = obstacle_cache::empty_storage();
        let mover = &mut *self.movers[index];
        let mut context = MoveContext::new(mover, &obstacles, &mut respond, &mut hit, &mut storage);
        motion(&mut context);
        self.shapes[index] = self.movers[index].shape().clone();
    }

    /// Moves a mover to a position that it had before, and sets its velocity to the given one.
    fn put(&mut self, index: usize, position: Vector<S, N>, velocity: Vector<S, N>) {
        let mover = &mut *self.movers[index];
        mover.put(position);
        mover.velocity = velocity;
        self.shapes[index] = mover.shape().clone();
    }

    /// Moves all movers back to the start of the step.
    fn restore(&mut self) {
        for index in 0..self.movers.len() {
            let (position, velocity) = self.starts[index];
            self.put(index, position, velocity);
        }
        self.hits.clear();
    }

    /// The displacement of a mover since the start of the step.
    fn displacement(&self, index: usize) -> Vector<S, N> {
        self.movers[index].position() - self.starts[index].0
    }
}

/// A function that moves a mover. It gets a [`MoveContext`] with the mover and its obstacles; [`MoverGroup::run`] creates the context.
type MoverAction<'f, S, const N: usize, M, O> =
    &'f mut dyn FnMut(&mut MoveContext<'_, S, N, M, GroupObstacles<'_, S, N, M, O>>);
