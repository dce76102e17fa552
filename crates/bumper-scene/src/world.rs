//! A scene as a world of a game: its colliders, its movers and its lifts.

pub(crate) mod actor;
pub(crate) mod lifts;
pub(crate) mod path;
mod shape;

pub use shape::SceneShape;

use crate::fields::{Fault, Read, fault, quoted};
use crate::model::Scene;
use crate::moves::{Motion, Moves};
use crate::number::Number;
use actor::Actor;
use bumper::dynamics::BodyKind;
use bumper::motion::{Hit, HitTarget, Mover};
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, ShapeBuf, Side, Vector};
use path::PathPosition;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;

/// A hit of a mover during a frame.
///
/// ```
/// use bumper_scene::{AnyScene, Keys, Stage};
/// let text = br#"{"bumper": 1, "time_step": 1, "shapes": [
///     {"id": "wall", "box": {"min": [20, 0], "max": [30, 10]}},
///     {"id": "dot", "box": {"min": [0, 0], "max": [10, 10]}, "velocity": [40, 0], "move": {}}
/// ]}"#;
/// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
/// let mut stage = Stage::new(scene).unwrap();
/// stage.step(Keys::default());
/// let hit = stage.hits(1)[0];
/// assert_eq!((hit.with, hit.normal, hit.time), (Some(0), [-1.0, 0.0].into(), 0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageHit<const N: usize> {
    /// The index of the object that was hit; `None` if the mover hit the bounds of the scene, or a collider that does not belong to it.
    pub with: Option<usize>,
    /// The collider of the world that was hit; `None` for the bounds of the scene.
    pub collider: Option<Id>,
    /// The normal of the surface that was hit, pointing towards the mover.
    pub normal: Vector<f64, N>,
    /// The time of the hit, as a fraction of the frame from 0 to 1.
    pub time: f64,
}

/// A scene as a [`World`] of a game, with its movers and lifts: the result of [`Scene::into_world`].
///
/// Each object of the scene is a collider, whose user data is the index of the object. The game may add colliders and remove those of the
/// scene. [`step`](Self::step) moves the lifts along their paths, with the movers that they carry and push, and then the movers.
///
/// ```
/// use bumper_scene::AnyScene;
/// let text = br#"{"bumper": 1, "gravity": [0, 900], "shapes": [
///     {"id": "floor", "box": {"min": [0, 100], "max": [300, 120]}},
///     {"id": "hero", "box": {"min": [10, 60], "max": [20, 80]}, "move": {"jump": 40}},
///     {"id": "lift", "box": {"min": [200, 90], "max": [240, 100]}, "velocity": [0, 30], "move": {"response": "carry", "travel": [0, -60]}}
/// ]}"#;
/// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
/// let mut game = scene.into_world().unwrap();
/// let hero = game.object("hero").unwrap();
/// for _ in 0..60 {
///     game.mover_mut(hero).unwrap().velocity[0] = 60.0;
///     game.step(1.0 / 60.0);
/// }
/// assert!(game.mover(hero).unwrap().is_grounded());
/// let floor = game.id("floor").unwrap();
/// assert_eq!(game.hits(hero)[0].collider, Some(floor));
/// assert!(game.world.get(floor).is_some());
/// ```
#[derive(Clone, Debug)]
pub struct SceneWorld<S: Number, const N: usize, T: SceneShape<S, N> = ShapeBuf<S, N>> {
    /// The world. It has one collider for each object of the scene.
    pub world: World<S, N, T>,
    /// The ids of all colliders that belong to objects, in ascending order.
    pub(crate) ids: Vec<Id>,
    pub(crate) objects: Vec<WorldObject>,
    pub(crate) actors: Vec<Actor<S, N, T>>,
    places: HashMap<String, usize>,
    gravity: Vector<S, N>,
    bounds: Option<Aabb<S, N>>,
}

/// The state of a [`SceneWorld`] for saving with `serde`: all colliders, movers and lifts. A state that was loaded continues with the same
/// bits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "S: Serialize, World<S, N, T>: Serialize, Mover<S, N, T::Mover>: Serialize",
    deserialize = "S: Deserialize<'de>, World<S, N, T>: Deserialize<'de>, Mover<S, N, T::Mover>: Deserialize<'de>"
))]
pub struct WorldState<S: Number, const N: usize, T: SceneShape<S, N> = ShapeBuf<S, N>> {
    world: World<S, N, T>,
    movers: Vec<MoverState<S, N, T>>,
}

/// The state of a mover or lift in a [`WorldState`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "S: Serialize, Mover<S, N, T::Mover>: Serialize",
    deserialize = "S: Deserialize<'de>, Mover<S, N, T::Mover>: Deserialize<'de>"
))]
struct MoverState<S: Number, const N: usize, T: SceneShape<S, N>> {
    mover: Mover<S, N, T::Mover>,
    path: PathPosition,
    base: Vector<S, N>,
}

/// An object of a scene in a world.
#[derive(Clone, Debug)]
pub(crate) struct WorldObject {
    /// The range of its colliders in [`SceneWorld::ids`].
    pub(crate) colliders: Range<usize>,
    /// Its index in [`SceneWorld::actors`] if it is a mover.
    pub(crate) actor: Option<usize>,
    /// Whether it is a dynamic body, which movers push.
    pub(crate) is_pushed_body: bool,
    one_way: Option<Side>,
    name: String,
}

impl<S: Number, const N: usize> Scene<S, N> {
    /// Creates a world with one collider for each object of the scene, in their order, and with its movers and lifts.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the scene has dynamic or kinematic bodies, for which [`into_simulation`](Scene::into_simulation) exists, or a
    /// shape that the world rejects.
    ///
    /// ```
    /// let text = br#"{"bumper": 1, "shapes": [{"id": "door", "box": {"min": [0, 0], "max": [9, 20]}}]}"#;
    /// let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut game = scene.into_world().unwrap();
    /// let door = game.id("door").unwrap();
    /// assert!(game.world.remove(door).is_some() && game.world.is_empty());
    /// ```
    pub fn into_world(self) -> Result<SceneWorld<S, N>, Fault> {
        for (place, object) in self.objects.iter().enumerate() {
            if matches!(&object.motion, Motion::Body(body) if body.kind != BodyKind::Static) {
                return at(place, &object.id, "a body moves only in a simulation: use into_simulation");
            }
        }
        SceneWorld::new(&self)
    }
}

impl<S: Number, const N: usize, T: SceneShape<S, N>> SceneWorld<S, N, T> {
    /// Creates a world with the colliders of all objects of a scene, and with its movers. Bodies are obstacles.
    pub(crate) fn new(scene: &Scene<S, N>) -> Read<Self> {
        let mut found = Self {
            world: World::default(),
            ids: Vec::new(),
            objects: Vec::new(),
            actors: Vec::new(),
            places: HashMap::new(),
            gravity: scene.gravity,
            bounds: scene.bounds,
        };
        for (place, object) in scene.objects.iter().enumerate() {
            let (sensor, layers, filter) = match &object.motion {
                Motion::Body(body) => (body.sensor, body.layers, body.filter),
                Motion::Still | Motion::Mover(_) => (false, 1, u32::MAX),
            };
            let shapes = T::colliders_of(scene.parts_of(object));
            let start = found.ids.len();
            for shape in shapes.iter().cloned() {
                let one_way = object.one_way;
                let collider =
                    Collider { data: place as u64, one_way, sensor, layers, filter, ..Collider::new(shape) };
                let id = found.world.insert(collider);
                found.ids.push(id.or_else(|refusal| at(place, &object.id, &refusal.to_string()))?);
            }
            let colliders = start..found.ids.len();
            let (actor, is_pushed_body) = match &object.motion {
                Motion::Still => (None, false),
                Motion::Body(body) => (None, body.kind == BodyKind::Dynamic),
                Motion::Mover(moves) => {
                    let ids = found.ids[colliders.clone()].to_vec();
                    found.actors.push(Actor::new(scene, place, moves, T::mover_of(shapes), ids));
                    (Some(found.actors.len() - 1), false)
                }
            };
            let (name, one_way) = (object.id.clone(), object.one_way);
            found.places.insert(name.clone(), place);
            found.objects.push(WorldObject { colliders, actor, is_pushed_body, one_way, name });
        }
        Ok(found)
    }

    /// The index of the object with this id in the scene; `None` if there is none. For maps, this is the name of the object or the layer.
    ///
    /// ```
    /// # let text = br#"{"bumper": 1, "shapes": [{"id": "door", "point": [0, 0]}]}"#;
    /// # let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let game = scene.into_world().unwrap();
    /// assert_eq!((game.object("door"), game.object("wall")), (Some(0), None));
    /// ```
    pub fn object(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// The id of an object in the scene; `None` if there is no such object.
    pub fn name(&self, object: usize) -> Option<&str> {
        self.objects.get(object).map(|object| object.name.as_str())
    }

    /// The collider of the object with this id in the scene; `None` if there is none. If the game has removed the collider, the id is still
    /// returned, and the world no longer knows it.
    pub fn id(&self, name: &str) -> Option<Id> {
        self.id_of(self.object(name)?)
    }

    /// The collider of an object, as for [`id`](Self::id).
    pub fn id_of(&self, object: usize) -> Option<Id> {
        self.ids_of(object).first().copied()
    }

    /// The colliders of an object. Empty if there is no such object.
    pub(crate) fn ids_of(&self, object: usize) -> &[Id] {
        self.objects.get(object).map_or(&[], |object| &self.ids[object.colliders.clone()])
    }

    /// The object to which a collider belongs; `None` for a collider that the game has inserted. It is found by the user data of the
    /// collider, so the game should not change that.
    pub fn object_of(&self, id: Id) -> Option<usize> {
        let object = self.world.get(id)?.data as usize;
        self.ids_of(object).binary_search(&id).is_ok().then_some(object)
    }

    /// The objects that are movers or lifts, in the order of the scene.
    pub fn movers(&self) -> impl ExactSizeIterator<Item = usize> {
        self.actors.iter().map(|actor| actor.object)
    }

    fn actor(&self, object: usize) -> Option<&Actor<S, N, T>> {
        self.objects.get(object)?.actor.map(|actor| &self.actors[actor])
    }

    /// The mover of an object; `None` if the object is not a mover.
    pub fn mover(&self, object: usize) -> Option<&Mover<S, N, T::Mover>> {
        self.actor(object).map(|actor| &actor.mover)
    }

    /// The mover of an object, for changes of its velocity, for jumps and so on; `None` if the object is not a mover. Use
    /// [`set_position`](Self::set_position) to teleport it, because that also moves its collider.
    pub fn mover_mut(&mut self, object: usize) -> Option<&mut Mover<S, N, T::Mover>> {
        let actor = self.objects.get(object)?.actor?;
        Some(&mut self.actors[actor].mover)
    }

    /// The settings of a mover in the scene, such as the height of its jumps; `None` if the object is not a mover.
    pub fn settings(&self, object: usize) -> Option<&Moves<S, N>> {
        self.actor(object).map(|actor| &actor.moves)
    }

    /// The hits of a mover in the last step, sorted by time; empty for objects that are not movers.
    pub fn hits(&self, object: usize) -> &[StageHit<N>] {
        self.actor(object).map_or(&[], |actor| &actor.hits)
    }

    /// Moves a mover with its collider to a position, which is the displacement from its place in the scene, regardless of obstacles. The
    /// path of a lift moves with it. Returns false and changes nothing if the object is not a mover, or if it would leave the range of the
    /// scalar.
    ///
    /// ```
    /// # let text = br#"{"bumper": 1, "shapes": [{"id": "hero", "point": [1, 1], "move": {}}]}"#;
    /// # let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut game = scene.into_world().unwrap();
    /// assert!(game.set_position(0, [50.0, 0.0]));
    /// assert!(game.world.get(game.id("hero").unwrap()).unwrap().shape.as_shape().contains([51.0, 1.0]));
    /// # use bumper::AsShape;
    /// ```
    pub fn set_position(&mut self, object: usize, position: impl Into<Vector<S, N>>) -> bool {
        let Some(actor) = self.objects.get(object).and_then(|object| object.actor) else { return false };
        let actor = &mut self.actors[actor];
        let before = actor.mover.position();
        let done = actor.mover.set_position(position);
        actor.base += actor.mover.position() - before;
        // The world has accepted shapes of these kinds before, so this fails only if the game has removed the collider.
        let _ = self.world.update_colliders(actor);
        done
    }

    /// Makes a time step: first all lifts move together, with the movers that they carry and push; then the other movers, one after the
    /// other, in the order of the scene. In a world of integers, `time` should be 1, and velocities are displacements per step.
    pub fn step(&mut self, time: S::Real) {
        self.clear_hits();
        self.move_lifts(time.into());
        for index in 0..self.actors.len() {
            if !self.actors[index].moves.carries {
                self.step_mover(index, time);
            }
        }
    }

    /// The state for saving. The hits of the last step are not part of it.
    ///
    /// ```
    /// # let text = br#"{"bumper": 1, "shapes": [{"id": "hero", "point": [1, 1], "velocity": [60, 0], "move": {}}]}"#;
    /// # let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut game = scene.clone().into_world().unwrap();
    /// game.step(1.0);
    /// let saved = serde_json::to_string(&game.state()).unwrap();
    /// let mut loaded = scene.into_world().unwrap();
    /// assert!(loaded.set_state(serde_json::from_str(&saved).unwrap()));
    /// assert_eq!(loaded.mover(0), game.mover(0));
    /// ```
    pub fn state(&self) -> WorldState<S, N, T> {
        let state_of = |actor: &Actor<S, N, T>| MoverState {
            mover: actor.mover.clone(),
            path: actor.path,
            base: actor.base,
        };
        WorldState { world: self.world.clone(), movers: self.actors.iter().map(state_of).collect() }
    }

    /// Replaces the state by one that was saved from the same scene. Returns false and changes nothing if the state has another number of
    /// movers, so that it is of another scene.
    pub fn set_state(&mut self, state: WorldState<S, N, T>) -> bool {
        if state.movers.len() != self.actors.len() {
            return false;
        }
        self.world = state.world;
        for (actor, MoverState { mover, path, base }) in self.actors.iter_mut().zip(state.movers) {
            (actor.mover, actor.path, actor.base) = (mover, path, base);
            actor.hits.clear();
        }
        true
    }

    pub(crate) fn clear_hits(&mut self) {
        self.actors.iter_mut().for_each(|actor| actor.hits.clear());
    }

    /// Makes the own step of a mover. `index` is its index in `actors`.
    pub(crate) fn step_mover(&mut self, index: usize, time: S::Real) {
        let actor = &mut self.actors[index];
        actor.desired_velocity = actor.mover.velocity;
        let mut hits = Vec::new();
        let Actor { moves, mover, ids, .. } = actor;
        let world = &self.world;
        let response = moves.response;
        let first = ids.first().and_then(|id| world.get(*id));
        let meets = |id: Id, other: &Collider<T>| {
            !ids.contains(&id) && first.is_none_or(|first| first.collides_with(other))
        };
        let respond = |id| world.get(id).filter(|other| meets(id, other)).map(|_| response);
        mover.step(time, world, respond, |hit| hits.push(hit));
        let hits: Vec<_> = hits.into_iter().map(|hit| self.hit_of(hit)).collect();
        let actor = &mut self.actors[index];
        actor.hits.extend(hits);
        actor.sort_hits();
        // The world has accepted shapes of these kinds before, so this fails only if the game has removed the collider.
        let _ = self.world.update_colliders(actor);
    }

    /// Adds to the hits of each mover in this step those that happened while a platform carried or pushed it. They are in `carry_hits`,
    /// which is emptied.
    pub(crate) fn collect_carry_hits(&mut self) {
        for index in 0..self.actors.len() {
            let carried = std::mem::take(&mut self.actors[index].carry_hits);
            let carried: Vec<_> = carried.into_iter().map(|hit| self.hit_of(hit)).collect();
            self.actors[index].hits.extend(carried);
        }
    }

    fn hit_of(&self, hit: Hit<Id, S::Real, N>) -> StageHit<N> {
        let collider = match hit.target {
            HitTarget::Bounds => None,
            HitTarget::Obstacle(id) => Some(id),
        };
        let with = collider.and_then(|id| self.object_of(id));
        StageHit { with, collider, normal: hit.normal.map(Into::into), time: hit.time.into() }
    }

    /// The AABB of an object at its current position; `None` if it has no AABB.
    pub(crate) fn aabb(&self, object: usize) -> Option<Aabb<f64, N>> {
        let colliders = self.ids_of(object).iter().filter_map(|id| self.world.get(*id));
        let boxes = colliders.filter_map(|collider| collider.shape.as_shape().bounds());
        boxes.map(|b| Aabb::new(b.min().map(Into::into), b.max().map(Into::into))).reduce(|a, b| a.union(&b))
    }
}

pub(crate) fn at<T>(place: usize, id: &str, reason: &str) -> Read<T> {
    fault(reason).map_err(|fault: Fault| Fault { place: format!("shapes[{place}] {}", quoted(id)), ..fault })
}
