//! Runs a scene with its movers and its rigid bodies, one frame (time step) after the other.

pub(crate) mod bodies;
mod step;

pub use bodies::{BodyState, Touching};

use crate::fields::Fault;
use crate::keys::Keys;
use crate::model::{Part, Scene};
use crate::number::Number;
use crate::world::{SceneWorld, StageHit, WorldState};
use bodies::{Masks, Physics, PhysicsState};
use bumper::motion::Mover;
use bumper::world::World;
use bumper::{Aabb, Shape, Vector};
use serde::{Deserialize, Serialize};

/// A running scene. In each frame, all lifts move together; their order in the file has no influence. Then the other movers move one after
/// the other, in the order of the file. Each mover collides with the other objects at their current positions.
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
    /// The world of the movers. It has a collider for each part of each object, whose user data is the index of the object.
    level: SceneWorld<S, N, Part<S, N>>,
    physics: Option<Physics>,
    frame: u64,
}

/// The state of a [`Stage`] for saving with `serde`. A state that was loaded continues with the same bits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "WorldState<S, N, Part<S, N>>: Serialize",
    deserialize = "WorldState<S, N, Part<S, N>>: Deserialize<'de>"
))]
pub struct StageState<S: Number, const N: usize> {
    frame: u64,
    level: WorldState<S, N, Part<S, N>>,
    physics: Option<PhysicsState>,
}

impl<S: Number, const N: usize> Stage<S, N> {
    /// Creates a running scene from a scene, in its initial state.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the scene cannot be run: if it has movers of an integer scalar and a time step other than 1, a body without
    /// an area, a joint of an object that has no body, or a shape that the world rejects.
    ///
    /// ```
    /// use bumper_scene::{AnyScene, Stage};
    /// let text = br#"{"bumper": 1, "scalar": "i16", "shapes": [{"point": [0, 0], "move": {}}]}"#;
    /// let Ok(AnyScene::I16x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// assert_eq!(Stage::new(scene).unwrap_err().to_string(), "time_step: movers of i16 need a time_step of 1");
    /// ```
    pub fn new(mut scene: Scene<S, N>) -> Result<Self, Fault> {
        bodies::replace_masks(&mut scene, Masks::OfBodies);
        let level = SceneWorld::new(&scene)?;
        if S::QUANTUM == 1.0 && !level.actors.is_empty() && scene.time_step != 1.0 {
            let reason = format!("movers of {} need a time_step of 1", S::NAME);
            return Err(Fault { place: "time_step".into(), reason });
        }
        let physics = Physics::new(&scene)?;
        Ok(Self { scene, level, physics, frame: 0 })
    }

    /// The state for saving. The hits of the last frame are not part of it.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Keys, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [9, 9], "move": {"arrows": 60}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut stage = Stage::new(scene.clone()).unwrap();
    /// stage.step(Keys::read("right").unwrap());
    /// let saved = serde_json::to_string(&stage.state()).unwrap();
    /// let mut loaded = Stage::new(scene).unwrap();
    /// assert!(loaded.set_state(serde_json::from_str(&saved).unwrap()));
    /// assert_eq!((loaded.frame(), loaded.moved(0)), (1, Some([1.0, 0.0].into())));
    /// ```
    pub fn state(&self) -> StageState<S, N> {
        StageState {
            frame: self.frame,
            level: self.level.state(),
            physics: self.physics.as_ref().map(Physics::state),
        }
    }

    /// Replaces the state by one that was saved from the same scene. Returns false and changes nothing if the state has another number of
    /// movers or objects, or bodies of another float type, so that it is of another scene.
    pub fn set_state(&mut self, state: StageState<S, N>) -> bool {
        let fits = match (&self.physics, &state.physics) {
            (Some(physics), Some(saved)) => physics.fits(saved),
            (physics, saved) => physics.is_none() && saved.is_none(),
        };
        if !fits || !self.level.set_state(state.level) {
            return false;
        }
        if let (Some(physics), Some(saved)) = (&mut self.physics, state.physics) {
            physics.set_state(saved);
        }
        self.frame = state.frame;
        true
    }

    /// The scene in its initial state.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(br#"{"bumper": 1, "shapes": []}"#) else { panic!() };
    /// assert!(Stage::new(scene).unwrap().scene().objects.is_empty());
    /// ```
    pub fn scene(&self) -> &Scene<S, N> {
        &self.scene
    }

    /// The world of the movers. It has a collider for each part of each object. The user data of a collider is the index of its object.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(br#"{"bumper": 1, "shapes": []}"#) else { panic!() };
    /// assert!(Stage::new(scene).unwrap().world().is_empty());
    /// ```
    pub fn world(&self) -> &World<S, N, Part<S, N>> {
        &self.level.world
    }

    /// The number of frames that have been run.
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

    /// The indices of the movers, in the order of the file.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// assert_eq!(Stage::new(scene).unwrap().movers().collect::<Vec<_>>(), [1]);
    /// ```
    pub fn movers(&self) -> impl ExactSizeIterator<Item = usize> {
        self.level.movers()
    }

    /// The mover of an object; `None` if the object is not a mover.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert!(stage.mover(0).is_none() && !stage.mover(1).unwrap().is_grounded());
    /// ```
    pub fn mover(&self, object: usize) -> Option<&Mover<S, N, Vec<Part<S, N>>>> {
        self.level.mover(object)
    }

    /// The displacement of a mover from its initial position; `None` if the object is not a mover.
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

    /// The hits of a mover in the last frame, sorted by time; empty for objects that are not movers.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert!(stage.hits(1).is_empty());
    /// ```
    pub fn hits(&self, object: usize) -> &[StageHit<N>] {
        self.level.hits(object)
    }

    /// The parts of an object at its current position.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert_eq!(stage.parts(1).count(), 1);
    /// ```
    pub fn parts(&self, object: usize) -> impl Iterator<Item = &Part<S, N>> {
        let ids = self.level.ids_of(object).iter();
        ids.filter_map(|id| self.level.world.get(*id)).map(|collider| &collider.shape)
    }

    /// The center of the AABB of an object at its current position; `None` if it has no AABB. A half-space counts as the point that is given
    /// for it.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert_eq!(stage.center(1), Some([9.0, 9.0].into()));
    /// ```
    pub fn center(&self, object: usize) -> Option<Vector<f64, N>> {
        // The sum of two large corners may overflow. So halve them before adding them.
        self.finite_aabb(object).map(|aabb| aabb.min().zip(aabb.max(), |a, b| a * 0.5 + b * 0.5))
    }

    /// The AABB of an object at its current position; `None` if it has no AABB. That of a half-space is infinite.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let stage = Stage::new(scene).unwrap();
    /// assert!(stage.aabb(1).unwrap().contains([9.0, 9.0]));
    /// ```
    pub fn aabb(&self, object: usize) -> Option<Aabb<f64, N>> {
        self.level.aabb(object)
    }

    /// The AABB of an object in which a half-space counts as its point.
    fn finite_aabb(&self, object: usize) -> Option<Aabb<f64, N>> {
        let bounds = |part: &Part<S, N>| match part.shape() {
            Shape::HalfSpace(half_space) => Some(Aabb::point(half_space.point().map(S::to_f64))),
            shape => shape.bounds().map(|b| Aabb::new(b.min().map(Into::into), b.max().map(Into::into))),
        };
        self.parts(object).filter_map(bounds).reduce(|a, b| a.union(&b))
    }

    /// The area to display: the bounds of the scene. If it has no bounds, the AABB of all objects at their current positions. A half-space
    /// counts as the point that is given for it.
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
        let all = (0..self.scene.objects.len()).filter_map(|object| self.finite_aabb(object));
        all.reduce(|a, b| a.union(&b)).unwrap_or(Aabb::point(Vector::ZERO))
    }

    /// Moves an object by an offset from its current position and ignores collisions, as when the object is dragged with the mouse. Returns
    /// false and changes nothing if there is no such object, if it is a dynamic body, or if it would leave the range of the scalar.
    ///
    /// To drag a dynamic body, use [`grab`](Self::grab).
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [9, 9], "move": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let mut stage = Stage::new(scene).unwrap();
    /// assert!(stage.drag(1, [2.0, 3.0].into()));
    /// assert_eq!(stage.moved(1), Some([2.0, 3.0].into()));
    /// assert!(!stage.drag(2, [2.0, 3.0].into()));
    /// ```
    pub fn drag(&mut self, object: usize, by: Vector<S, N>) -> bool {
        if let Some(position) = self.moved(object) {
            let Some(goal) = position.checked_add(by) else { return false };
            let done = self.level.set_position(object, goal);
            if done {
                self.drag_body(object, by);
            }
            return done;
        }
        if self.is_pushed_body(object) {
            return false;
        }
        let moved: Option<Vec<_>> =
            self.parts(object).map(|part| bumper::motion::Movable::moved(part, by)).collect();
        let Some(moved) = moved else { return false };
        if object >= self.scene.objects.len() {
            return false;
        }
        for (part, id) in moved.into_iter().zip(self.level.ids_of(object).to_vec()) {
            // The world has accepted a part of this kind before, so this does not fail.
            let _ = self.level.world.set_shape(id, part);
        }
        self.drag_body(object, by);
        true
    }
}
