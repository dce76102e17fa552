//! A mover of a scene and its state.

use super::path::PathPosition;
use super::{SceneShape, StageHit};
use crate::keys::Keys;
use crate::model::Scene;
use crate::moves::Moves;
use crate::number::Number;
use bumper::motion::{Hit, Mover, Response, WorldMover};
use bumper::scalar::Real;
use bumper::world::Id;
use bumper::{Vector, YAxis};

/// A mover of the scene and its state.
#[derive(Clone, Debug)]
pub(crate) struct Actor<S: Number, const N: usize, T: SceneShape<S, N>> {
    pub(crate) object: usize,
    pub(crate) moves: Moves<S, N>,
    pub(crate) mover: Mover<S, N, T::Mover>,
    /// The ids of the colliders in the world that belong to the mover.
    pub(super) ids: Vec<Id>,
    pub(crate) hits: Vec<StageHit<N>>,
    /// The hits of the mover that happened while a platform carried or pushed it in this frame. [`collect_carry_hits`] moves them to `hits`.
    ///
    /// [`collect_carry_hits`]: super::SceneWorld::collect_carry_hits
    pub(super) carry_hits: Vec<Hit<Id, S::Real, N>>,
    /// The velocity at the start of the current frame, before collisions changed it.
    pub(crate) desired_velocity: Vector<S, N>,
    /// For a lift with a path (`travel`): its position on the path.
    pub(super) path: PathPosition,
    /// For a lift: the position of the start of its path. It is zero until another lift carries this one, or it is teleported.
    pub(crate) base: Vector<S, N>,
}

/// The mover of an object of a scene, with the settings of the scene.
pub(crate) fn mover_of<S: Number, const N: usize, M: bumper::motion::Movable<S, N> + Clone>(
    scene: &Scene<S, N>,
    object: usize,
    moves: &Moves<S, N>,
    shape: M,
) -> Mover<S, N, M> {
    let mut mover = Mover::new(shape);
    mover.velocity = scene.objects[object].velocity;
    mover.response = moves.response;
    mover.bounds = scene.bounds;
    mover.walk_settings = moves.walk_settings;
    mover.floor_angle = S::Real::from_f64(moves.floor_angle.to_radians());
    mover.coyote_time = S::Real::from_f64(moves.coyote_time);
    mover.buffer_time = S::Real::from_f64(moves.buffer_time);
    mover.report_all = true;
    if !moves.carries {
        mover.gravity = scene.gravity;
    }
    mover
}

impl<S: Number, const N: usize, T: SceneShape<S, N>> Actor<S, N, T> {
    pub(super) fn new(
        scene: &Scene<S, N>,
        object: usize,
        moves: &Moves<S, N>,
        shape: T::Mover,
        ids: Vec<Id>,
    ) -> Self {
        Self {
            object,
            mover: mover_of(scene, object, moves, shape),
            moves: moves.clone(),
            ids,
            hits: Vec::new(),
            carry_hits: Vec::new(),
            desired_velocity: Vector::ZERO,
            path: PathPosition::default(),
            base: Vector::ZERO,
        }
    }

    /// Applies the held keys to a mover: sets its velocity on the axes that the keys control, and requests a jump.
    pub(crate) fn apply_keys(&mut self, keys: Keys, y: YAxis) {
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

/// The functions that the world calls to move platforms, and the movers that platforms carry or push. Movers with the response
/// [`Response::Cross`] pass through everything, so they are not carried.
impl<S: Number, const N: usize, T: SceneShape<S, N>> WorldMover<S, N, T> for Actor<S, N, T> {
    type Shape = T::Mover;

    fn mover(&mut self) -> &mut Mover<S, N, T::Mover> {
        &mut self.mover
    }
    fn colliders(&self) -> &[Id] {
        &self.ids
    }
    fn collider_shape(&mut self, index: usize) -> Option<T> {
        T::collider_of(self.mover.shape(), index)
    }
    fn response(&self) -> Response {
        self.moves.response
    }
    fn hit(&mut self, hit: Hit<Id, S::Real, N>) {
        self.carry_hits.push(hit);
    }
}
