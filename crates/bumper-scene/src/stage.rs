//! Running a scene: its movers and its bodies, frame by frame.

mod bodies;
mod keys;
mod step;

pub use bodies::{BodyState, Touching};
pub use keys::{KeyTrack, Keys};

use crate::fields::{Fault, Read, fault, quoted};
use crate::model::{Part, Scene};
use crate::moves::{Motion, Moves};
use crate::number::Number;
use bodies::Physics;
use bumper::motion::Mover;
use bumper::scalar::Real;
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, Vector};

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
}

fn at<T>(place: usize, id: &str, reason: &str) -> Read<T> {
    fault(reason).map_err(|fault: Fault| Fault { place: format!("shapes[{place}] {}", quoted(id)), ..fault })
}
