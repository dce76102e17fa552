//! Runs one frame (time step) of a scene: its lifts together, then its other movers one after the other, then its bodies.

use super::{Actor, Keys, Stage, StageHit};
use crate::model::Part;
use crate::number::Number;
use bumper::YAxis;
use bumper::motion::{Hit, HitTarget, Mover, Response, WorldMover};
use bumper::scalar::Real;
use bumper::world::{Collider, Id, World};

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
        for actor in self.actors.iter_mut().filter(|actor| actor.moves.carries) {
            actor.apply_keys(keys, self.scene.y);
        }
        self.move_lifts();
        for actor in self.actors.iter_mut().filter(|actor| !actor.moves.carries) {
            actor.apply_keys(keys, self.scene.y);
            actor.desired_velocity = actor.mover.velocity;
            let Actor { object, moves, mover, hits, ids, .. } = actor;
            let world = &self.world;
            let own_object = *object as u64;
            let response = moves.response;
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
        let down = if y == YAxis::Down { [keys.up, keys.down] } else { [keys.down, keys.up] };
        for axis in 0..N {
            let speed = self.moves.arrows[axis];
            if speed != S::ZERO {
                let pressed = [[keys.left, keys.right], down].get(axis).copied().unwrap_or([false; 2]);
                self.mover.velocity[axis] = match pressed {
                    [true, false] => S::ZERO.minus(speed),
                    [false, true] => speed,
                    _ => S::ZERO,
                };
            }
        }
        if let Some(height) = self.moves.jump.filter(|_| keys.jump) {
            self.mover.jump(height);
        }
    }

    /// Sorts the hits of the frame by time, and removes repeated hits of the same object with the same normal.
    pub(super) fn sort_hits(&mut self) {
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
