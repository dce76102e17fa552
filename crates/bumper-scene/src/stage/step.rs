//! Runs one frame (time step) of a scene: its movers one after the other, then its bodies.

use super::{Actor, Keys, Stage, StageHit};
use crate::model::Part;
use crate::number::Number;
use bumper::motion::{Hit, HitTarget, Mover, Response, WorldMover};
use bumper::scalar::Real;
use bumper::world::{Collider, Id, World};
use bumper::{Vector, YAxis};

impl<S: Number, const N: usize> Stage<S, N> {
    /// Runs one frame (time step) while the player holds the keys `keys`. A mover costs O(log n) for n parts in the scene, plus the cost of
    /// the objects near its path. Objects that do not move cost nothing.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Keys, Stage};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [9, 9], "move": {"arrows": 60}}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut stage = Stage::new(scene).unwrap();
    /// stage.step(Keys { right: true, ..Keys::default() });
    /// assert_eq!(stage.moved(0), Some([1.0, 0.0].into()));
    /// ```
    pub fn step(&mut self, keys: Keys) {
        self.frame += 1;
        for actor in &mut self.actors {
            actor.hits.clear();
        }
        for index in 0..self.actors.len() {
            let actor = &mut self.actors[index];
            actor.apply_keys(keys, self.scene.y);
            actor.desired_velocity = actor.mover.velocity;
            if actor.moves.carries {
                self.carry(index);
                continue;
            }
            let Actor { object, moves, mover, hits, ids, .. } = actor;
            let (world, own_object, response) = (&self.world, *object as u64, moves.response);
            let first = ids.first().and_then(|id| world.get(*id));
            let meets = |other: &Collider<Part<S, N>>| {
                other.data != own_object && first.is_none_or(|first| first.collides_with(other))
            };
            let respond = |id| world.get(id).filter(|other| meets(other)).map(|_| response);
            mover.step(S::Real::from_f64(self.scene.time_step), world, respond, |hit| {
                hits.push(events_of(world, hit))
            });
            actor.sort_hits();
            // The world has accepted parts of these kinds before, so this does not fail.
            let _ = self.world.update_colliders(actor);
        }
        self.step_bodies();
    }

    /// Moves a lift, and with it the movers that it carries. The lift moves only if all movers that it carries or pushes have room.
    /// Otherwise it reverses its direction.
    fn carry(&mut self, index: usize) {
        let step = self.scene.time_step;
        let (world, actor) = (&self.world, &self.actors[index]);
        let (own_object, velocity, travel) = (actor.object as u64, actor.mover.velocity, actor.moves.travel);
        if velocity == Vector::default() {
            return;
        }
        let (mut moved, mut returns, mut hits) = (actor.mover.clone(), actor.returns, Vec::new());
        if let Some(travel) = travel {
            // If the lift would reach the end of its path in this frame, let it stop exactly there.
            let goal = if returns { Vector::default() } else { travel };
            let remaining = (goal - moved.position()).map(S::to_f64);
            let (length, speed) = (remaining.length(), velocity.map(S::to_f64).length());
            if length <= speed * step {
                returns = !returns;
            }
            let factor = if length > 0.0 { (1.0 / step).min(speed / length) } else { 0.0 };
            moved.velocity = remaining.map(|c| S::nearest(c * factor).unwrap_or_default());
        }
        // A lift can push movers, except other lifts, and dynamic bodies. It turns around at all other objects.
        let yields = |data: u64| {
            self.is_pushed_body(data as usize)
                || self.actor_of[data as usize].is_some_and(|other| !self.actors[other].moves.carries)
        };
        let respond = |id| {
            world
                .get(id)
                .filter(|other| other.data != own_object && !yields(other.data))
                .map(|_| Response::Bounce)
        };
        moved.step(S::Real::from_f64(step), world, respond, |hit| hits.push(events_of(world, hit)));
        let (by, ids) = (moved.position() - actor.mover.position(), actor.ids.clone());
        let turned = !hits.is_empty();
        let is_free = by == Vector::default() || {
            let movers = self
                .actors
                .iter_mut()
                .filter(|other| other.object == own_object as usize || !other.moves.carries);
            self.world.carry(&ids, by, movers) == Ok(None)
        };
        self.collect_carry_hits();
        let actor = &mut self.actors[index];
        actor.hits = hits;
        if is_free {
            actor.mover.velocity = moved.velocity;
            actor.returns = returns;
        } else {
            actor.mover.velocity = Vector::default() - velocity;
        }
        if travel.is_some() {
            // The direction of a lift with `travel` is stored only in `returns`. So restore its velocity, which has to stay the same.
            actor.mover.velocity = velocity;
            actor.returns ^= turned || !is_free;
        }
        actor.sort_hits();
    }

    /// Adds to the hits of each mover in this frame those that happened while a platform carried or pushed it. They are in `carry_hits`,
    /// which is emptied.
    pub(super) fn collect_carry_hits(&mut self) {
        for Actor { hits, carry_hits, .. } in &mut self.actors {
            hits.extend(carry_hits.drain(..).map(|hit| events_of(&self.world, hit)));
        }
    }
}

/// The functions that the world calls to move platforms, and the movers that platforms carry or push. Movers with the response
/// [`Response::Cross`] pass through everything, so they are not carried.
impl<S: Number, const N: usize> WorldMover<S, N, Part<S, N>> for Actor<S, N> {
    type Shape = Vec<Part<S, N>>;

    fn mover(&mut self) -> &mut Mover<S, N, Vec<Part<S, N>>> {
        &mut self.mover
    }
    fn colliders(&self) -> &[Id] {
        &self.ids
    }
    fn collider_shape(&mut self, index: usize) -> Option<Part<S, N>> {
        self.mover.shape().get(index).cloned()
    }
    fn response(&self) -> Response {
        self.moves.response
    }
    fn hit(&mut self, hit: Hit<Id, S::Real, N>) {
        self.carry_hits.push(hit);
    }
}

impl<S: Number, const N: usize> Actor<S, N> {
    /// Applies the held keys to a mover: sets its velocity on the axes that the keys control, and requests a jump.
    fn apply_keys(&mut self, keys: Keys, y: YAxis) {
        let zero = S::default();
        let down = if y == YAxis::Down { [keys.up, keys.down] } else { [keys.down, keys.up] };
        for axis in 0..N {
            let speed = self.moves.arrows[axis];
            if speed != zero {
                let pressed = [[keys.left, keys.right], down].get(axis).copied().unwrap_or([false; 2]);
                self.mover.velocity[axis] = match pressed {
                    [true, false] => zero.minus(speed),
                    [false, true] => speed,
                    _ => zero,
                };
            }
        }
        if let Some(height) = self.moves.jump.filter(|_| keys.jump) {
            self.mover.jump(height);
        }
    }

    /// Sorts the hits of the frame by time, and removes repeated hits of the same object with the same normal.
    fn sort_hits(&mut self) {
        self.hits.sort_by(|a, b| {
            a.time.total_cmp(&b.time).then(a.with.is_none().cmp(&b.with.is_none())).then(a.with.cmp(&b.with))
        });
        let mut kept: Vec<StageHit<N>> = Vec::with_capacity(self.hits.len());
        for hit in &self.hits {
            if !kept.iter().any(|other| other.with == hit.with && other.normal == hit.normal) {
                kept.push(*hit);
            }
        }
        self.hits = kept;
    }
}

pub(super) fn events_of<S: Number, const N: usize>(
    world: &World<S, N, Part<S, N>>,
    hit: Hit<Id, S::Real, N>,
) -> StageHit<N> {
    let with = match hit.target {
        HitTarget::Bounds => None,
        HitTarget::Obstacle(id) => world.get(id).map(|collider| collider.data as usize),
    };
    StageHit { with, normal: hit.normal.map(Into::into), time: hit.time.into() }
}
