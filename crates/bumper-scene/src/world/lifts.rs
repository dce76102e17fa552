//! The lifts of a scene. All lifts move together at the start of a frame, before the other movers, so that their order in the file has no
//! influence.
//!
//! First, each lift plans its step along its path. Then the lifts are found that cannot make it ([`meeting`]): because something that does
//! not yield is in the way, because they would meet another lift, given the steps of both, or because a mover that they carry or push has
//! no room. Such a lift stays where it is in this frame, and turns. A lift that stays may be in the way of others, so this is repeated
//! until no more lifts turn.

pub(crate) mod meeting;

use super::actor::Actor;
use super::path::PathPosition;
use super::{SceneShape, SceneWorld, StageHit};
use crate::number::Number;
use bumper::motion::Mover;
use bumper::{Aabb, Vector};
use meeting::Near;

/// A lift in a frame.
pub(super) struct Lift<S: Number, const N: usize> {
    /// The index of the actor.
    actor: usize,
    /// The AABB at the start of the frame.
    aabb: Aabb<f64, N>,
    /// Whether the lift has a motion of its own.
    moves: bool,
    /// The planned displacement in this frame, and the position to which it leads.
    step: Vector<S, N>,
    goal: Vector<S, N>,
    /// For a lift with `travel`: its position on the path after the step.
    path: PathPosition,
    /// The index, in the list of lifts, of the lift with whose step this one moves: a lift that carries it, or itself.
    root: usize,
    /// Whether the lift does not make its step, but turns.
    is_blocked: bool,
}

/// The displacement of a lift in this frame.
fn displacement<S: Number, const N: usize>(lifts: &[Lift<S, N>], index: usize) -> Vector<S, N> {
    let root = &lifts[lifts[index].root];
    if root.is_blocked { Vector::ZERO } else { root.step }
}

impl<S: Number, const N: usize, T: SceneShape<S, N>> SceneWorld<S, N, T> {
    /// Moves all lifts by a time step, and with them the movers that they carry and push.
    pub(crate) fn move_lifts(&mut self, time: f64) {
        let mut lifts = self.plan_lifts(time);
        self.find_carriers(&mut lifts);
        self.stop_at_obstacles(&mut lifts);
        let pairs = meeting::near_pairs(&lifts);
        let all = vec![true; lifts.len()];
        self.stop_at_lifts(&mut lifts, &pairs, all);
        self.carry_with_lifts(&mut lifts, &pairs);
        self.collect_carry_hits();
        for lift in &lifts {
            let actor = &mut self.actors[lift.actor];
            if lift.is_blocked && actor.moves.travel.is_some() {
                actor.path = actor.path.turned();
            } else if lift.is_blocked {
                actor.mover.velocity = Vector::ZERO - actor.mover.velocity;
            } else if lift.moves {
                actor.path = lift.path;
            }
            actor.sort_hits();
        }
    }

    /// The lifts with their planned steps, sorted by their AABBs, so that the file order of lifts has no influence.
    fn plan_lifts(&self, time: f64) -> Vec<Lift<S, N>> {
        let lifts = self.actors.iter().enumerate().filter(|(_, actor)| actor.moves.carries);
        let mut lifts: Vec<Lift<S, N>> = lifts
            .map(|(index, actor)| {
                let aabb = self.aabb(actor.object).unwrap_or(Aabb::point(Vector::ZERO));
                actor.plan_lift(index, aabb, time)
            })
            .collect();
        lifts.sort_by(|a, b| {
            let key = |lift: &Lift<S, N>| {
                [lift.aabb.min(), lift.aabb.max(), lift.step.map(S::to_f64)].map(|corner| corner.0)
            };
            let pairs = key(a).into_iter().flatten().zip(key(b).into_iter().flatten());
            pairs
                .map(|(a, b)| a.total_cmp(&b))
                .find(|order| order.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        (0..lifts.len()).for_each(|index| lifts[index].root = index);
        lifts
    }

    /// Moves the lifts that are not blocked, one after the other, each with the lifts that rest on it and with the movers that it carries
    /// and pushes. A lift whose movers have no room is blocked. If lifts that have already moved would meet it, all lifts start anew.
    fn carry_with_lifts(&mut self, lifts: &mut [Lift<S, N>], pairs: &[Near]) {
        let mut order: Vec<usize> = (0..lifts.len()).filter(|&index| lifts[index].root == index).collect();
        // Among lifts with the same step, the foremost moves first, so that the movers on the others find the space ahead free.
        let steps: Vec<Vector<f64, N>> = lifts.iter().map(|lift| lift.step.map(S::to_f64)).collect();
        let progress = |index: usize| (lifts[index].aabb.min() + lifts[index].aabb.max()).dot(steps[index]);
        order.sort_by(|&a, &b| {
            let axes = steps[a].0.iter().zip(&steps[b].0).map(|(a, b)| a.total_cmp(b));
            let by_step = axes.into_iter().find(|order| order.is_ne());
            by_step.unwrap_or_else(|| progress(b).total_cmp(&progress(a)))
        });
        order.retain(|&index| lifts[index].step != Vector::ZERO);
        let starts: Vec<Mover<S, N, _>> = if order.len() > 1 {
            self.actors.iter().map(|actor| actor.mover.clone()).collect()
        } else {
            Vec::new()
        };
        loop {
            let mut moved = vec![false; lifts.len()];
            for &index in &order {
                if lifts[index].is_blocked {
                    continue;
                }
                moved[index] = self.carry_with_lift(lifts, index);
                if !moved[index] {
                    lifts[index].is_blocked = true;
                    let changed = lifts.iter().map(|lift| lift.root == index).collect();
                    self.stop_at_lifts(lifts, pairs, changed);
                }
            }
            if !(0..lifts.len()).any(|index| moved[index] && lifts[index].is_blocked) {
                return;
            }
            for (actor, start) in self.actors.iter_mut().zip(&starts) {
                actor.carry_hits.clear();
                if actor.mover.position() != start.position() {
                    actor.mover = start.clone();
                    // The world has accepted parts of these kinds before, so this does not fail.
                    let _ = self.world.update_colliders(actor);
                }
            }
        }
    }

    /// Moves a lift, the lifts that rest on it, and the movers that they carry and push. Returns false, and moves nothing, if one of the
    /// movers has no room.
    fn carry_with_lift(&mut self, lifts: &[Lift<S, N>], root: usize) -> bool {
        let members = || lifts.iter().enumerate().filter(|(_, lift)| lift.root == root);
        let ids: Vec<_> =
            members().flat_map(|(_, lift)| self.actors[lift.actor].ids.iter().copied()).collect();
        let by = lifts[root].step;
        let movers = self.actors.iter_mut().filter(|actor| !actor.moves.carries);
        if self.world.carry(&ids, by, movers) != Ok(None) {
            return false;
        }
        for (index, lift) in members() {
            let actor = &mut self.actors[lift.actor];
            let goal = if index == root { lift.goal } else { actor.mover.position() + by };
            if index != root {
                actor.base += by;
            }
            actor.mover.set_position(goal);
            // The world has accepted parts of these kinds before, so this does not fail.
            let _ = self.world.update_colliders(actor);
        }
        true
    }

    /// Adds a hit to a lift.
    fn report_lift_hit(&mut self, actor: usize, hit: StageHit<N>) {
        self.actors[actor].hits.push(hit);
    }
}

impl<S: Number, const N: usize, T: SceneShape<S, N>> Actor<S, N, T> {
    /// Plans the step of a lift. `index` is the index of the actor.
    fn plan_lift(&self, index: usize, aabb: Aabb<f64, N>, time_step: f64) -> Lift<S, N> {
        let position = self.mover.position();
        let velocity = self.mover.velocity.map(S::to_f64);
        let mut lift = Lift {
            actor: index,
            aabb,
            moves: velocity != Vector::ZERO,
            step: Vector::ZERO,
            goal: position,
            path: self.path,
            root: index,
            is_blocked: false,
        };
        let goal = match self.moves.travel {
            Some(travel) => self.plan_travel(&mut lift, travel.map(S::to_f64), velocity.length() * time_step),
            None => {
                let step = velocity.map(|c| S::nearest(c * time_step).unwrap_or_default());
                position.checked_add(step)
            }
        };
        if let Some(goal) = goal.filter(|_| lift.moves) {
            lift.goal = goal;
            lift.step = goal - position;
        }
        lift
    }

    /// Plans the step of a lift along its path `travel`, by the distance `distance`. Sets the values after the step in `lift`. Returns the
    /// position there: the point on the path after the way that the lift has travelled, rounded to numbers of the scalar. It does not
    /// depend on earlier positions, so rounding errors do not accumulate.
    fn plan_travel(
        &self,
        lift: &mut Lift<S, N>,
        travel: Vector<f64, N>,
        distance: f64,
    ) -> Option<Vector<S, N>> {
        let length = travel.length();
        lift.moves &= length > 0.0;
        lift.path = self.path.advanced(length, distance);
        let fraction = lift.path.fraction(length);
        let offset = travel.map(|c| S::nearest(c * fraction).unwrap_or_default());
        self.base.checked_add(offset)
    }
}
