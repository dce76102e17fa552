//! What stops lifts: obstacles that do not yield, the bounds of the scene, and other lifts.

use super::super::{SceneShape, SceneWorld, StageHit};
use super::{Lift, displacement};
use crate::number::Number;
use bumper::motion::{Hit, HitTarget, Movable, Mover, Obstacle, Obstacles, Response};
use bumper::scalar::{Real, Zero};
use bumper::{Aabb, Relate, Side, Vector};

/// Two lifts that may meet in this frame, given by their indices in the list of lifts.
pub(super) type Near = [usize; 2];

/// The rounding error of the position of a lift, in ulps of its largest coordinate. A step that is shorter than planned by no more than
/// this counts as complete.
const STEP_TOLERANCE_ULPS: f64 = 16.0;

/// The margin within which a lift is tested whether it rests on another one, as a fraction of its longest side.
const REST_MARGIN: f64 = 1.0 / 16.0;

/// The parts of a lift, as obstacles of another lift. The ids are the indices of the parts.
struct LiftParts<'a, M> {
    shape: &'a M,
    one_way: Option<Side>,
}

impl<S: Number, const N: usize, M: Movable<S, N>> Obstacles<S, N> for LiftParts<'_, M> {
    type Id = usize;

    fn each_along<'a>(
        &'a self,
        _aabb: &Aabb<f64, N>,
        _step: Vector<f64, N>,
        each: &mut dyn FnMut(usize, Obstacle<'a, S, N>) -> f64,
    ) {
        let mut index = 0;
        self.shape.each_part(&mut |part| {
            each(index, Obstacle { one_way: self.one_way, ..Obstacle::new(part) });
            index += 1;
        });
    }
}

/// The end of the step of a lift among obstacles.
enum StepEnd<S, const N: usize> {
    /// Nothing stops the lift.
    Free,
    /// An obstacle stops the lift at this position, which differs from the end of the step only by a rounding error.
    Rounded(Vector<S, N>),
    /// An obstacle stops the lift, or the lift would leave the range of the scalar.
    Stopped,
}

/// The result of a step of a lift among obstacles: its end, and its hits.
struct Swept<S: Number, I, const N: usize> {
    end: StepEnd<S, N>,
    hits: Vec<Hit<I, S::Real, N>>,
}

/// Moves a copy of a lift by a step among obstacles. It is not moved out of obstacles that it overlaps at the start; it may
/// leave these, but not penetrate them more deeply. `aabb` is the AABB of the lift.
fn sweep<S: Number, const N: usize, M: Movable<S, N> + Clone, O: Obstacles<S, N> + ?Sized>(
    lift: &Mover<S, N, M>,
    aabb: &Aabb<f64, N>,
    step: Vector<S, N>,
    obstacles: &O,
    respond: impl FnMut(O::Id) -> Option<Response>,
) -> Swept<S, O::Id, N> {
    let mut probe = lift.clone();
    probe.bounds = None;
    probe.response = Response::Cross;
    let mut hits = Vec::new();
    probe.travel(step, obstacles, respond, |hit| hits.push(hit));
    let missing = (lift.position() + step - probe.position()).map(|c| c.to_f64().abs());
    let end = if !hits.iter().any(|hit| hit.response != Response::Cross) {
        StepEnd::Free
    } else if missing.0.iter().all(|c| *c <= tolerance::<S, N>(aabb)) {
        StepEnd::Rounded(probe.position())
    } else {
        StepEnd::Stopped
    };
    Swept { end, hits }
}

/// Whether an obstacle stops a lift before the end of a step, by more than a rounding error. `aabb` is the AABB of the lift.
pub(crate) fn is_stopped<S: Number, const N: usize, M: Movable<S, N> + Clone, O: Obstacles<S, N> + ?Sized>(
    lift: &Mover<S, N, M>,
    aabb: &Aabb<f64, N>,
    step: Vector<S, N>,
    obstacles: &O,
    respond: impl FnMut(O::Id) -> Option<Response>,
) -> bool {
    matches!(sweep(lift, aabb, step, obstacles, respond).end, StepEnd::Stopped)
}

/// The rounding error of the position of a lift with the given AABB; zero for integers and fixed point.
fn tolerance<S: Number, const N: usize>(aabb: &Aabb<f64, N>) -> f64 {
    let ends = aabb.min().0.into_iter().chain(aabb.max().0);
    let epsilon: f64 = if S::IS_FLOAT { <S::Real as Real>::EPSILON.into() } else { 0.0 };
    ends.fold(0.0, |most: f64, c| most.max(c.abs())) * epsilon * STEP_TOLERANCE_ULPS
}

/// The pairs of lifts whose paths in this frame are near each other, in ascending order.
pub(super) fn near_pairs<S: Number, const N: usize>(lifts: &[Lift<S, N>]) -> Vec<Near> {
    let swept: Vec<Aabb<f64, N>> = (0..lifts.len())
        .map(|index| {
            let aabb = lifts[index].aabb;
            let margin = Vector::splat(tolerance::<S, N>(&aabb));
            aabb.union(&aabb.translated(lifts[lifts[index].root].step.map(S::to_f64))).inflated(margin)
        })
        .collect();
    let mut order: Vec<usize> = (0..lifts.len()).collect();
    order.sort_by(|&a, &b| swept[a].min()[0].total_cmp(&swept[b].min()[0]));
    let mut pairs = Vec::new();
    for (place, &a) in order.iter().enumerate() {
        let later = order[place + 1..].iter().take_while(|b| swept[**b].min()[0] <= swept[a].max()[0]);
        let near = later.filter(|&&b| lifts[a].root != lifts[b].root && swept[a].intersects(&swept[b]));
        pairs.extend(near.map(|&b| [a.min(b), a.max(b)]));
    }
    pairs.sort_unstable();
    pairs
}

impl<S: Number, const N: usize, T: SceneShape<S, N>> SceneWorld<S, N, T> {
    /// The parts of a lift at its current position, as obstacles of other lifts.
    fn lift_parts(&self, lift: &Lift<S, N>) -> LiftParts<'_, T::Mover> {
        let actor = &self.actors[lift.actor];
        LiftParts { shape: actor.mover.shape(), one_way: self.objects[actor.object].one_way }
    }

    /// Finds the lifts without a motion of their own that rest on a lift that moves, or on a lift that rests on such a lift.
    pub(super) fn find_carriers(&self, lifts: &mut [Lift<S, N>]) {
        if self.gravity == Vector::ZERO {
            return;
        }
        let mut resting: Vec<usize> = (0..lifts.len()).filter(|&index| !lifts[index].moves).collect();
        let mut carriers: Vec<usize> =
            (0..lifts.len()).filter(|&index| lifts[index].step != Vector::ZERO).collect();
        while !carriers.is_empty() {
            let carrier_of =
                |index: usize| carriers.iter().copied().find(|&carrier| self.rests_on(lifts, index, carrier));
            let found: Vec<Near> =
                resting.iter().filter_map(|&index| Some([index, carrier_of(index)?])).collect();
            for &[index, carrier] in &found {
                lifts[index].root = lifts[carrier].root;
            }
            carriers = found.iter().map(|found| found[0]).collect();
            resting.retain(|index| !carriers.contains(index));
        }
    }

    /// Whether the lift `index` rests on the lift `carrier`.
    fn rests_on(&self, lifts: &[Lift<S, N>], index: usize, carrier: usize) -> bool {
        let aabb = lifts[index].aabb;
        let size = (aabb.max() - aabb.min()).0.into_iter().fold(0.0, f64::max);
        let margin = Vector::splat(size * REST_MARGIN + 2.0 * S::QUANTUM);
        if !aabb.inflated(margin).intersects(&lifts[carrier].aabb) {
            return false;
        }
        let mut probe = Mover::new(self.actors[lifts[index].actor].mover.shape().clone());
        probe.gravity = self.gravity;
        probe.step(S::Real::ZERO, &self.lift_parts(&lifts[carrier]), |_| Some(Response::Slide), |_| ());
        probe.is_grounded()
    }

    /// Blocks the lifts that something other than a lift stops before the end of their step. Movers and dynamic bodies yield to lifts.
    pub(super) fn stop_at_obstacles(&mut self, lifts: &mut [Lift<S, N>]) {
        for index in 0..lifts.len() {
            let root = lifts[index].root;
            let step = lifts[root].step;
            if step == Vector::ZERO {
                continue;
            }
            let actor = &self.actors[lifts[index].actor];
            let own = actor.ids.first().and_then(|id| self.world.get(*id));
            let respond = |id| {
                let other = self.world.get(id)?;
                let object = self.object_of(id).map(|object| &self.objects[object]);
                let yields = object.is_some_and(|object| object.actor.is_some() || object.is_pushed_body);
                (!yields && own.is_none_or(|own| own.collides_with(other))).then_some(Response::Stop)
            };
            let Swept { end, hits } = sweep(&actor.mover, &lifts[index].aabb, step, &self.world, respond);
            let mut hits: Vec<StageHit<N>> = hits.into_iter().map(|hit| self.hit_of(hit)).collect();
            let at_bounds = self.hit_of_bounds(&lifts[index].aabb, step.map(S::to_f64));
            lifts[root].is_blocked |= at_bounds.is_some();
            match end {
                StepEnd::Free => {}
                StepEnd::Rounded(goal) if index == root => lifts[index].goal = goal,
                StepEnd::Rounded(_) => {}
                StepEnd::Stopped => lifts[root].is_blocked = true,
            }
            hits.extend(at_bounds);
            self.actors[lifts[index].actor].hits.extend(hits);
        }
        for lift in lifts.iter_mut().filter(|lift| lift.moves) {
            lift.step = lift.goal - self.actors[lift.actor].mover.position();
        }
    }

    /// The first hit of a lift with the bounds of the scene while it moves by `step`. A lift that is outside of them may move back.
    fn hit_of_bounds(&self, aabb: &Aabb<f64, N>, step: Vector<f64, N>) -> Option<StageHit<N>> {
        let bounds = self.bounds?;
        let mut first: Option<StageHit<N>> = None;
        for axis in (0..N).filter(|&axis| step[axis] != 0.0) {
            let sign = if step[axis] > 0.0 { -1.0 } else { 1.0 };
            let distance = if step[axis] > 0.0 {
                bounds.max()[axis].to_f64() - aabb.max()[axis]
            } else {
                aabb.min()[axis] - bounds.min()[axis].to_f64()
            };
            let length = step[axis].abs();
            let time = distance.max(0.0) / length;
            if length > distance + tolerance::<S, N>(aabb) && first.is_none_or(|first| time < first.time) {
                first = Some(StageHit {
                    with: None,
                    collider: None,
                    normal: Vector::ZERO.with(axis, sign),
                    time,
                });
            }
        }
        first
    }

    /// Blocks the lifts that would meet other lifts, and those that would meet these because they stay. Each lift that moves towards the
    /// other one is blocked. `changed` contains, for each lift, whether its displacement has changed since the last call.
    pub(super) fn stop_at_lifts(&mut self, lifts: &mut [Lift<S, N>], pairs: &[Near], mut changed: Vec<bool>) {
        loop {
            let mut blocked = Vec::new();
            for &[a, b] in pairs.iter().filter(|[a, b]| changed[*a] || changed[*b]) {
                let (Some(hit_of_a), Some(hit_of_b)) =
                    (self.hit_of_lift(lifts, a, b), self.hit_of_lift(lifts, b, a))
                else {
                    continue;
                };
                for (index, other, hit) in [(a, b, hit_of_a), (b, a, hit_of_b)] {
                    let normal: Vector<f64, N> = hit.normal.map(Into::into);
                    if displacement(lifts, index).map(S::to_f64).dot(normal) < 0.0 {
                        let other = &self.actors[lifts[other].actor];
                        let (with, collider) = (Some(other.object), other.ids.first().copied());
                        let hit = StageHit { with, collider, normal, time: hit.time.into() };
                        self.report_lift_hit(lifts[index].actor, hit);
                        blocked.push(lifts[index].root);
                    }
                }
            }
            changed = lifts.iter().map(|lift| blocked.contains(&lift.root)).collect();
            if blocked.is_empty() {
                return;
            }
            blocked.into_iter().for_each(|root| lifts[root].is_blocked = true);
        }
    }

    /// The hit of the lift `a` with the lift `b` while both make their steps; `None` if they do not meet.
    fn hit_of_lift(&self, lifts: &[Lift<S, N>], a: usize, b: usize) -> Option<Hit<usize, S::Real, N>> {
        let step = displacement(lifts, a).checked_sub(displacement(lifts, b))?;
        if step == Vector::ZERO {
            return None;
        }
        let mover = &self.actors[lifts[a].actor].mover;
        let others = self.lift_parts(&lifts[b]);
        let aabb = lifts[a].aabb.union(&lifts[b].aabb);
        let Swept { end, hits } = sweep(mover, &aabb, step, &others, |_| Some(Response::Stop));
        let of_lift = |hit: &Hit<usize, S::Real, N>| matches!(hit.target, HitTarget::Obstacle(_));
        match end {
            StepEnd::Stopped => hits.into_iter().find(of_lift),
            StepEnd::Free | StepEnd::Rounded(_) => None,
        }
    }
}
