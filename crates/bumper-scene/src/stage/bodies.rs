//! The rigid bodies of a running scene, and how they interact with its movers.

mod carry;
mod joints;
mod parts;
mod set;

pub(crate) use parts::{Masks, replace_masks};
pub(crate) use set::BodySet;

use super::{Part, Stage};
use crate::fields::{Read, fault};
use crate::model::{Object, Scene};
use crate::moves::Motion;
use crate::number::Number;
use bumper::Vector;
use bumper::dynamics::{BodyId, BodyKind, Simulation};
use serde::{Deserialize, Serialize};
use set::BodySetState;
use std::any::Any;

/// The state of a rigid body after a frame.
///
/// ```
/// use bumper_scene::{AnyScene, Keys, Stage};
/// let text = br#"{"bumper": 1, "scalar": "f64", "shapes": [
///     {"ball": {"center": [0, 8], "radius": 1}, "body": {"spin": 90}}
/// ]}"#;
/// let Ok(AnyScene::F64x2(scene)) = bumper_scene::read(text) else { panic!() };
/// let mut stage = Stage::new(scene).unwrap();
/// (0..300).for_each(|_| stage.step(Keys::default()));
/// assert!((stage.body(0).unwrap().angle - 450.0).abs() < 0.001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// The displacement of the center of mass from its initial position.
    pub moved: [f64; 2],
    /// The rotation since the start of the run, in degrees. It includes full turns, so it may exceed 360.
    pub angle: f64,
    /// The velocity of the center of mass, in units of length per second.
    pub velocity: [f64; 2],
    /// The angular velocity, in degrees per second.
    pub spin: f64,
    /// Whether the body is asleep.
    pub asleep: bool,
}

/// A contact point of two bodies, or of a body and the bounds of the scene.
///
/// ```
/// use bumper_scene::Touching;
/// let touch = Touching { objects: [Some(0), None], point: [0.0, 0.0], normal: [0.0, 1.0], impulse: 2.0, began: true };
/// assert!(touch.impulse > 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touching {
    /// The indices of the two objects; `None` stands for the bounds of the scene.
    pub objects: [Option<usize>; 2],
    /// The position of the contact point.
    pub point: [f64; 2],
    /// The contact normal, pointing from the first object to the second.
    pub normal: [f64; 2],
    /// The normal impulse in the last frame.
    pub impulse: f64,
    /// Whether the contact is new: the two objects did not touch in the previous frame.
    pub began: bool,
}

/// The rigid bodies of a scene. They compute in the float type of the scene. Scenes of other scalars have no bodies.
#[derive(Clone, Debug)]
pub(super) enum Physics {
    #[cfg(feature = "single")]
    Single(Box<BodySet<f32>>),
    #[cfg(any(feature = "double", not(feature = "single")))]
    Double(Box<BodySet<f64>>),
}

/// The state of a [`Physics`] for saving.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum PhysicsState {
    #[cfg(feature = "single")]
    Single(Box<BodySetState<f32>>),
    #[cfg(any(feature = "double", not(feature = "single")))]
    Double(Box<BodySetState<f64>>),
}

/// Evaluates an expression with a name for the [`BodySet`] in a [`Physics`], whichever float type it has.
macro_rules! with_set {
    ($physics:expr, $set:ident => $body:expr) => {
        match $physics {
            #[cfg(feature = "single")]
            Physics::Single($set) => $body,
            #[cfg(any(feature = "double", not(feature = "single")))]
            Physics::Double($set) => $body,
        }
    };
}

impl Physics {
    /// Creates the bodies of a scene. Returns `None` if the scene has no bodies. Fails if the scene has bodies but is not in 2D or not of
    /// floats.
    pub(super) fn new<S: Number, const N: usize>(scene: &Scene<S, N>) -> Read<Option<Self>> {
        if !scene.objects.iter().any(|object| matches!(object.motion, Motion::Body(_))) {
            return Ok(None);
        }
        let scene: &dyn Any = scene;
        #[cfg(feature = "single")]
        if let Some(scene) = scene.downcast_ref::<Scene<f32, 2>>() {
            return BodySet::new(scene).map(|set| Some(Self::Single(Box::new(set))));
        }
        #[cfg(any(feature = "double", not(feature = "single")))]
        if let Some(scene) = scene.downcast_ref::<Scene<f64, 2>>() {
            return BodySet::new(scene).map(|set| Some(Self::Double(Box::new(set))));
        }
        fault("bodies are for 2 dimensions and the scalars f32 and f64")
    }

    pub(super) fn state(&self) -> PhysicsState {
        match self {
            #[cfg(feature = "single")]
            Self::Single(set) => PhysicsState::Single(Box::new(set.to_state())),
            #[cfg(any(feature = "double", not(feature = "single")))]
            Self::Double(set) => PhysicsState::Double(Box::new(set.to_state())),
        }
    }

    /// Whether a state has the float type and the number of objects of these bodies.
    pub(super) fn fits(&self, state: &PhysicsState) -> bool {
        match (self, state) {
            #[cfg(feature = "single")]
            (Self::Single(set), PhysicsState::Single(state)) => set.fits(state),
            #[cfg(any(feature = "double", not(feature = "single")))]
            (Self::Double(set), PhysicsState::Double(state)) => set.fits(state),
            #[cfg(all(feature = "single", feature = "double"))]
            (Self::Single(_), PhysicsState::Double(_)) | (Self::Double(_), PhysicsState::Single(_)) => false,
        }
    }

    /// Replaces the state by one that [fits](Self::fits); does nothing for another one.
    pub(super) fn set_state(&mut self, state: PhysicsState) {
        match (self, state) {
            #[cfg(feature = "single")]
            (Self::Single(set), PhysicsState::Single(state)) => set.set_state(*state),
            #[cfg(any(feature = "double", not(feature = "single")))]
            (Self::Double(set), PhysicsState::Double(state)) => set.set_state(*state),
            #[cfg(all(feature = "single", feature = "double"))]
            (Self::Single(_), PhysicsState::Double(_)) | (Self::Double(_), PhysicsState::Single(_)) => {}
        }
    }
}

impl<S: Number, const N: usize> Stage<S, N> {
    /// The indices of the objects that are dynamic or kinematic bodies, in the order of the file.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// let text = br#"{"bumper": 1, "shapes": [
    ///     {"box": {"min": [0, 9], "max": [9, 10]}}, {"ball": {"center": [5, 5], "radius": 1}, "body": {}}
    /// ]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// assert_eq!(Stage::new(scene).unwrap().bodies().collect::<Vec<_>>(), [1]);
    /// ```
    pub fn bodies(&self) -> impl Iterator<Item = usize> {
        let moves = |object: &Object<S, N>| matches!(&object.motion, Motion::Body(body) if body.kind != BodyKind::Static);
        self.scene.objects.iter().enumerate().filter(move |(_, object)| moves(object)).map(|(place, _)| place)
    }

    /// The simulation of the bodies, for queries, contacts and joints; `None` if the scene has no bodies. The user data of a body is the index
    /// of its object. Movers and obstacles have bodies as well.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// let text = br#"{"bumper": 1, "shapes": [{"ball": {"center": [5, 5], "radius": 1}, "body": {}}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let stage = Stage::new(scene).unwrap();
    /// let body = stage.body_id(0).unwrap();
    /// assert_eq!(stage.simulation().unwrap().get(body).unwrap().center, [5.0, 5.0].into());
    /// ```
    pub fn simulation(&self) -> Option<&Simulation<S::Real>> {
        let simulation: &dyn Any = with_set!(self.physics.as_ref()?, set => set.simulation());
        simulation.downcast_ref()
    }

    /// The body of an object in the [simulation](Self::simulation); `None` if it has none.
    pub fn body_id(&self, object: usize) -> Option<BodyId> {
        with_set!(self.physics.as_ref()?, set => set.body_of(object))
    }

    /// The state of a dynamic or kinematic body; `None` for other objects.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Keys, Stage};
    /// let text = br#"{"bumper": 1, "gravity": [0, 10], "time_step": 0.5, "shapes": [
    ///     {"ball": {"center": [5, 5], "radius": 1}, "body": {}}
    /// ]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut stage = Stage::new(scene).unwrap();
    /// stage.step(Keys::default());
    /// assert_eq!(stage.body(0).unwrap().velocity, [0.0, 5.0]);
    /// ```
    pub fn body(&self, object: usize) -> Option<BodyState> {
        with_set!(self.physics.as_ref()?, set => set.body_state(object))
    }

    /// The contact points of all touching bodies after the last frame.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Stage};
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(br#"{"bumper": 1, "shapes": []}"#) else { panic!() };
    /// assert!(Stage::new(scene).unwrap().touching().is_empty());
    /// ```
    pub fn touching(&self) -> Vec<Touching> {
        self.physics.as_ref().map_or(Vec::new(), |physics| with_set!(physics, set => set.touching()))
    }

    /// Attaches a mouse joint to a point of a dynamic body. A body that was grabbed before is released first. Returns false if the object
    /// is not a dynamic body.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Keys, Stage};
    /// # let text = br#"{"bumper": 1, "shapes": [{"ball": {"center": [5, 5], "radius": 1}, "body": {}}]}"#;
    /// # let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// # let mut stage = Stage::new(scene).unwrap();
    /// assert!(stage.grab(0, [5.0, 5.0]));
    /// stage.pull([9.0, 5.0]);
    /// (0..120).for_each(|_| stage.step(Keys::default()));
    /// assert!((stage.body(0).unwrap().moved[0] - 4.0).abs() < 0.1);
    /// stage.let_go();
    /// ```
    pub fn grab(&mut self, object: usize, at: [f64; 2]) -> bool {
        self.physics.as_mut().is_some_and(|physics| with_set!(physics, set => set.grab(object, at)))
    }

    /// Sets the point to which the mouse joint pulls the grabbed body.
    pub fn pull(&mut self, to: [f64; 2]) {
        if let Some(physics) = &mut self.physics {
            with_set!(physics, set => set.pull(to));
        }
    }

    /// Releases the grabbed body by removing the mouse joint.
    pub fn let_go(&mut self) {
        if let Some(physics) = &mut self.physics {
            with_set!(physics, set => set.let_go());
        }
    }

    /// Moves the body of an object by an offset. Does nothing if the object is a dynamic body or has no body.
    pub(super) fn drag_body(&mut self, object: usize, by: Vector<S, N>) {
        let by = Vector([by[0].to_f64(), by[N - 1].to_f64()]);
        if let Some(physics) = &mut self.physics {
            with_set!(physics, set => set.drag(object, by));
        }
    }

    /// Whether an object is a dynamic body, which movers push.
    pub(super) fn is_pushed_body(&self, object: usize) -> bool {
        let motion = self.scene.objects.get(object).map(|object| &object.motion);
        matches!(motion, Some(Motion::Body(body)) if body.kind == BodyKind::Dynamic)
    }

    /// Runs the bodies for one frame, after the movers. Movers push bodies. A body carries the movers that stand on it, a kinematic body
    /// pushes the movers that are in its way, and a conveyor belt moves the movers that stand on its surface.
    pub(super) fn step_bodies(&mut self) {
        let Some(mut physics) = self.physics.take() else { return };
        let flat = |v: Vector<S, N>| Vector([v[0].to_f64(), v[N - 1].to_f64()]);
        for actor in &self.level.actors {
            let hits = actor.hits.iter().filter_map(|hit| Some((hit.with?, hit.normal)));
            let hits = hits.map(|(object, normal)| (object, Vector([normal[0], normal[N - 1]])));
            let now = flat(actor.mover.position());
            let desired_velocity = flat(actor.desired_velocity);
            with_set!(&mut physics, set => set.drive(actor.object, now, desired_velocity, hits));
        }
        with_set!(&mut physics, set => set.step());
        for object in self.bodies().collect::<Vec<_>>() {
            let parts: Vec<Part<S, N>> = with_set!(&physics, set => {
                // The bodies of a scene have its float type and dimension, so `Part<R, 2>` and `Part<S, N>` are the same type and the
                // downcast does not fail.
                let same = |part| (Box::new(part) as Box<dyn Any>).downcast::<Part<S, N>>();
                let parts = set.parts_of(object).into_iter().flatten();
                parts.filter_map(|part| same(part).ok()).map(|part| *part).collect()
            });
            if parts.is_empty() {
                continue;
            }
            self.move_body(object, parts, |at| with_set!(&physics, set => set.displacement(object, at)));
        }
        self.carry_on_belts(with_set!(&physics, set => set.belts()));
        for actor in &self.level.actors {
            let now = flat(actor.mover.position());
            with_set!(&mut physics, set => set.record_carried(actor.object, now));
        }
        self.physics = Some(physics);
    }
}
