//! Running a scene: its movers and its bodies, frame by frame.

mod bodies;

pub use bodies::{BodyState, Touching};

mod keys;

pub use keys::{KeyTrack, Keys};

use crate::fields::{Fault, Read, fault, quoted};
use crate::model::{Part, Scene};
use crate::moves::{Motion, Moves};
use crate::number::Number;
use bodies::Physics;
use bumper::motion::{Hit, Mover, Obstacle, Response, With};
use bumper::scalar::Real;
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, AsShape, Vector, YAxis};

/// A hit of a mover in a frame.
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
    /// The place of the object in the scene; `None` for the bounds.
    pub with: Option<usize>,
    /// The normal of its surface there, towards the mover.
    pub normal: Vector<f64, N>,
    /// After which part of the frame.
    pub time: f64,
}

/// A scene that runs. Movers go in the order of the file, and each sees the others where they are at that moment.
///
/// ```
/// use bumper_scene::{AnyScene, Keys, Stage};
/// let text = br#"{"bumper": 1, "scalar": "i16", "time_step": 1, "bounds": {"min": [0, 0], "max": [100, 100]}, "shapes": [
///     {"id": "dot", "box": {"min": [0, 0], "max": [20, 20]}, "move": {"response": "back-up", "arrows": 10}}
/// ]}"#;
/// let Ok(AnyScene::I16x2(scene)) = bumper_scene::read(text) else { panic!() };
/// let mut stage = Stage::new(scene).unwrap();
/// for _ in 0..20 {
///     stage.step(Keys::read("right up").unwrap());
/// }
/// assert_eq!(stage.moved(0), Some([80, 0].into()));
/// ```
#[derive(Clone, Debug)]
pub struct Stage<S: Number, const N: usize> {
    scene: Scene<S, N>,
    /// Every part of every object, with the place of the object as its data.
    world: World<S, N, Part<S, N>>,
    /// The ids of the parts, in the order of [`Scene::parts`].
    ids: Vec<Id>,
    actors: Vec<Actor<S, N>>,
    /// Which actor an object is.
    actor_of: Vec<Option<usize>>,
    physics: Option<Physics>,
    frame: u64,
}

/// An object that moves.
#[derive(Clone, Debug)]
struct Actor<S: Number, const N: usize> {
    object: usize,
    moves: Moves<S, N>,
    mover: Mover<S, N, Vec<Part<S, N>>>,
    hits: Vec<StageHit<N>>,
    /// The velocity before it ran into anything in this frame.
    wanted: Vector<S, N>,
    /// Whether a traveller is on its way back.
    returns: bool,
}

impl<S: Number, const N: usize> Stage<S, N> {
    /// The scene as it begins.
    ///
    /// # Errors
    ///
    /// A [`Fault`] where the scene cannot be run: a whole scalar with another time step than 1, or a body without an area.
    ///
    /// ```
    /// use bumper_scene::{AnyScene, Stage};
    /// let text = br#"{"bumper": 1, "scalar": "i16", "shapes": [{"point": [0, 0], "move": {}}]}"#;
    /// let Ok(AnyScene::I16x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// assert_eq!(Stage::new(scene).unwrap_err().to_string(), "time_step: movers of i16 need a time_step of 1");
    /// ```
    pub fn new(mut scene: Scene<S, N>) -> Result<Self, Fault> {
        bodies::unmask(&mut scene);
        let (mut world, mut actors, mut ids) = (World::default(), Vec::new(), Vec::new());
        let mut actor_of = vec![None; scene.objects.len()];
        for (place, object) in scene.objects.iter().enumerate() {
            let parts = scene.parts_of(object);
            for part in parts {
                let collider =
                    Collider { data: place as u64, one_way: object.one_way, ..Collider::new(part.clone()) };
                ids.push(
                    world.insert(collider).or_else(|refusal| at(place, &object.id, &refusal.to_string()))?,
                );
            }
            let moves = match &object.motion {
                Motion::Still => continue,
                Motion::Body(_) => continue,
                Motion::Mover(moves) => (**moves).clone(),
            };
            let mut mover = Mover::new(parts.to_vec());
            mover.velocity = object.velocity;
            mover.response = moves.response;
            mover.bounds = scene.bounds;
            mover.legs = moves.legs;
            mover.floor_angle = S::Real::from_f64(moves.floor_angle);
            mover.coyote_time = S::Real::from_f64(moves.coyote_time);
            mover.buffer_time = S::Real::from_f64(moves.buffer_time);
            if !moves.carries {
                mover.gravity = scene.gravity;
            }
            actor_of[place] = Some(actors.len());
            actors.push(Actor {
                object: place,
                moves,
                mover,
                hits: Vec::new(),
                wanted: Vector::default(),
                returns: false,
            });
        }
        if S::QUANTUM == 1.0 && !actors.is_empty() && scene.time_step != 1.0 {
            let reason = format!("movers of {} need a time_step of 1", S::NAME);
            return Err(Fault { place: "time_step".into(), reason });
        }
        let physics = Physics::new(&scene)?;
        Ok(Self { scene, world, ids, actors, actor_of, physics, frame: 0 })
    }

    /// The scene as it began.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(br#"{"bumper": 1, "shapes": []}"#) else { panic!() };
    /// assert!(Stage::new(scene).unwrap().scene().objects.is_empty());
    /// ```
    pub fn scene(&self) -> &Scene<S, N> {
        &self.scene
    }

    /// The world that the movers move in: a collider for each part, with the place of its object as data.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(br#"{"bumper": 1, "shapes": []}"#) else { panic!() };
    /// assert!(Stage::new(scene).unwrap().world().is_empty());
    /// ```
    pub fn world(&self) -> &World<S, N, Part<S, N>> {
        &self.world
    }

    /// How many frames have been made.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Keys, Stage};
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(br#"{"bumper": 1, "shapes": []}"#) else { panic!() };
    /// let mut stage = Stage::new(scene).unwrap();
    /// stage.step(Keys::default());
    /// assert_eq!(stage.frame(), 1);
    /// ```
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The places of the objects that move, in the order of the file.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// assert_eq!(Stage::new(scene).unwrap().movers().collect::<Vec<_>>(), [1]);
    /// ```
    pub fn movers(&self) -> impl ExactSizeIterator<Item = usize> {
        self.actors.iter().map(|actor| actor.object)
    }

    /// The mover that an object is.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert!(stage.mover(0).is_none() && !stage.mover(1).unwrap().is_grounded());
    /// ```
    pub fn mover(&self, object: usize) -> Option<&Mover<S, N, Vec<Part<S, N>>>> {
        self.actor_of.get(object).copied().flatten().map(|actor| &self.actors[actor].mover)
    }

    /// How far an object has moved from its start, if it can.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert_eq!((stage.moved(0), stage.moved(1)), (None, Some([0.0, 0.0].into())));
    /// ```
    pub fn moved(&self, object: usize) -> Option<Vector<S, N>> {
        self.mover(object).map(Mover::position)
    }

    /// What an object has hit in the last frame, in the order of time.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert!(stage.hits(1).is_empty());
    /// ```
    pub fn hits(&self, object: usize) -> &[StageHit<N>] {
        self.actor_of.get(object).copied().flatten().map_or(&[], |actor| &self.actors[actor].hits)
    }

    /// The parts of an object where they are now.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert_eq!(stage.parts(1).count(), 1);
    /// ```
    pub fn parts(&self, object: usize) -> impl Iterator<Item = &Part<S, N>> {
        let parts = self.scene.objects.get(object).map_or(0..0, |object| object.parts.clone());
        self.ids[parts].iter().filter_map(|id| self.world.get(*id)).map(|collider| &collider.shape)
    }

    /// The middle of the box around an object where it is now; `None` where it has none.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert_eq!(stage.center(1), Some([9.0, 9.0].into()));
    /// ```
    pub fn center(&self, object: usize) -> Option<Vector<f64, N>> {
        // Halved first: the sum of two ends may be beyond the range.
        self.around(object).map(|around| around.min().zip(around.max(), |a, b| a * 0.5 + b * 0.5))
    }

    /// The box around an object where it is now; `None` where it has none.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert!(stage.around(1).unwrap().contains([9.0, 9.0]));
    /// ```
    pub fn around(&self, object: usize) -> Option<Aabb<f64, N>> {
        let boxes = self.parts(object).filter_map(|part| part.shape().bounds());
        boxes.map(|b| Aabb::new(b.min().map(Into::into), b.max().map(Into::into))).reduce(|a, b| a.union(&b))
    }

    /// What there is to see: the bounds, or else the box around all objects where they are now.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert!(stage.extent().contains([4.0, 4.0]));
    /// ```
    pub fn extent(&self) -> Aabb<f64, N> {
        if let Some(bounds) = self.scene.bounds {
            return Aabb::new(bounds.min().map(S::to_f64), bounds.max().map(S::to_f64));
        }
        let all = (0..self.scene.objects.len()).filter_map(|object| self.around(object));
        all.reduce(|a, b| a.union(&b)).unwrap_or(Aabb::point(Vector::default()))
    }

    /// Puts an object elsewhere, by an offset from where it is now, whatever is there: what a hand does. False where that would
    /// leave the range of the scalar.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let mut stage = Stage::new(scene).unwrap();
    /// assert!(stage.drag(1, [2.0, 3.0].into()));
    /// assert_eq!(stage.moved(1), Some([2.0, 3.0].into()));
    /// ```
    pub fn drag(&mut self, object: usize, by: Vector<S, N>) -> bool {
        if let Some(Some(actor)) = self.actor_of.get(object) {
            let mover = &mut self.actors[*actor].mover;
            let Some(goal) = mover.position().checked_add(by) else { return false };
            let done = mover.set_position(goal);
            self.settle(*actor);
            return done;
        }
        let moved: Option<Vec<_>> =
            self.parts(object).map(|part| bumper::motion::Movable::moved(part, by)).collect();
        let Some(moved) = moved else { return false };
        let first = self.scene.objects[object].parts.start;
        for (part, id) in moved.into_iter().zip(&self.ids[first..]) {
            // It was in the world before, and is of the same kind.
            let _ = self.world.set_shape(*id, part);
        }
        true
    }

    /// Makes a frame with these keys held. Costs for each mover O(log n) and what it meets; still objects cost nothing.
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
        self.note_movers();
        for index in 0..self.actors.len() {
            let actor = &mut self.actors[index];
            actor.obey(keys, self.scene.y);
            actor.wanted = actor.mover.velocity;
            if actor.moves.carries {
                self.carry(index);
                continue;
            }
            let Actor { object, moves, mover, hits, .. } = actor;
            let (world, own, response) = (&self.world, *object as u64, moves.response);
            let respond = |id| world.get(id).filter(|other| other.data != own).map(|_| response);
            mover.step(S::Real::from_f64(self.scene.time_step), world, respond, |hit| {
                hits.push(told(world, hit))
            });
            actor.sort_hits();
            self.settle(index);
        }
        self.step_bodies();
    }

    /// The frame of an actor that carries others: they make room first, or it turns back.
    fn carry(&mut self, index: usize) {
        let step = self.scene.time_step;
        let (world, actor) = (&self.world, &self.actors[index]);
        let (own, velocity, travel) = (actor.object as u64, actor.mover.velocity, actor.moves.travel);
        if velocity == Vector::default() {
            return;
        }
        let (mut ahead, mut returns, mut hits) = (actor.mover.clone(), actor.returns, Vec::new());
        if let Some(travel) = travel {
            // Straight on to the end of its way, and no farther.
            let goal = if returns { Vector::default() } else { travel };
            let left = (goal - ahead.position()).map(S::to_f64);
            let (length, speed) = (left.length(), velocity.map(S::to_f64).length());
            if length <= speed * step {
                returns = !returns;
            }
            let part = if length > 0.0 { (1.0 / step).min(speed / length) } else { 0.0 };
            ahead.velocity = left.map(|c| S::nearest(c * part).unwrap_or_default());
        }
        // What yields is carried; all else is in its way.
        let yields = |data: u64| {
            self.is_pushed(data as usize)
                || self.actor_of[data as usize].is_some_and(|other| !self.actors[other].moves.carries)
        };
        let respond = |id| {
            world.get(id).filter(|other| other.data != own && !yields(other.data)).map(|_| Response::Bounce)
        };
        ahead.step(S::Real::from_f64(step), world, respond, |hit| hits.push(told(world, hit)));
        let by = ahead.position() - actor.mover.position();
        let turned = !hits.is_empty();
        let room = by == Vector::default() || self.make_room(index, ahead.shape(), by);
        let actor = &mut self.actors[index];
        actor.hits = hits;
        if room {
            actor.mover = ahead;
            actor.returns = returns;
        } else {
            actor.mover.velocity = Vector::default() - velocity;
        }
        if travel.is_some() {
            // It goes by its own speed, whichever way.
            actor.mover.velocity = velocity;
            actor.returns ^= turned || !room;
        }
        actor.sort_hits();
        self.settle(index);
    }

    /// Moves all that is carried or in the way of an actor's step; if something cannot yield, nothing is moved.
    fn make_room(&mut self, index: usize, parts: &[Part<S, N>], by: Vector<S, N>) -> bool {
        let carrier = &self.actors[index];
        let (own, one_way) = (carrier.object as u64, self.scene.objects[carrier.object].one_way);
        let shapes: Vec<_> =
            parts.iter().map(|part| Obstacle { one_way, ..Obstacle::new(part.as_shape()) }).collect();
        let mut moved = Vec::new();
        for other in (0..self.actors.len()).filter(|&other| other != index) {
            let Actor { object, moves, mover, hits, .. } = &mut self.actors[other];
            if moves.response == Response::Cross || moves.carries {
                continue;
            }
            let (world, rider, before) = (&self.world, *object as u64, mover.position());
            let respond =
                |id| world.get(id).filter(|met| met.data != rider && met.data != own).map(|_| moves.response);
            let room = mover.carry(&shapes, by, world, respond, |hit| hits.push(told(world, hit)));
            if mover.position() != before {
                moved.push((other, before));
                self.settle(other);
            }
            if !room {
                for (other, position) in moved {
                    self.actors[other].mover.set_position(position);
                    self.settle(other);
                }
                return false;
            }
        }
        true
    }

    /// Puts an actor's parts to where it is.
    fn settle(&mut self, actor: usize) {
        let Actor { object, mover, .. } = &self.actors[actor];
        let first = self.scene.objects[*object].parts.start;
        for (part, id) in mover.shape().iter().zip(&self.ids[first..]) {
            // It was in the world before, and is of the same kind.
            let _ = self.world.set_shape(*id, part.clone());
        }
    }
}

impl<S: Number, const N: usize> Actor<S, N> {
    /// Sets the velocity on the axes that the keys drive, and asks for a jump.
    fn obey(&mut self, keys: Keys, y: YAxis) {
        let zero = S::default();
        let down = if y == YAxis::Down { [keys.up, keys.down] } else { [keys.down, keys.up] };
        for axis in 0..N {
            let speed = self.moves.arrows[axis];
            if speed != zero {
                let held = [[keys.left, keys.right], down].get(axis).copied().unwrap_or([false; 2]);
                self.mover.velocity[axis] = match held {
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

    /// Hits in the order of time, each once.
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

fn told<S: Number, const N: usize>(world: &World<S, N, Part<S, N>>, hit: Hit<Id, S::Real, N>) -> StageHit<N> {
    let with = match hit.with {
        With::Bounds => None,
        With::Obstacle(id) => world.get(id).map(|collider| collider.data as usize),
    };
    StageHit { with, normal: hit.normal.map(Into::into), time: hit.time.into() }
}

fn at<T>(place: usize, id: &str, reason: &str) -> Read<T> {
    fault(reason).map_err(|fault: Fault| Fault { place: format!("shapes[{place}] {}", quoted(id)), ..fault })
}
