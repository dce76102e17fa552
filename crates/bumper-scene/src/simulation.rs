//! A scene as a simulation of a game: its bodies, its movers and its lifts.

use crate::fields::Fault;
use crate::model::Scene;
use crate::moves::{Motion, Moves};
use crate::number::Number;
use crate::stage::bodies::{BodySet, Masks, replace_masks};
use crate::world::SceneShape;
use crate::world::actor::mover_of;
use crate::world::at;
use crate::world::lifts::meeting::is_stopped;
use crate::world::path::PathPosition;
use bumper::dynamics::{BodyId, ColliderId, DynamicsError, JointId, MoverStep, QueryFilter, Simulation};
use bumper::motion::{Mover, Response};
use bumper::scalar::Real;
use bumper::{Aabb, AsShape, Pose, ShapeBuf, Vector};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A scene as a [`Simulation`] of a game, with its movers and lifts: the result of [`Scene::into_simulation`].
///
/// Each object of the scene has a body, whose user data is the index of the object: bodies as the scene defines them, static bodies for
/// obstacles, a dynamic body without rotation for each mover, and a kinematic body for each lift. The bounds of the scene become four walls.
/// Masks become boxes. [`step`](Self::step) moves everything.
///
/// Dynamic bodies and movers cannot stop a lift, unlike in a [`SceneWorld`](crate::SceneWorld); static and kinematic bodies and other lifts
/// turn it around. A lift that rests on another one stops it instead of riding on it. A mover that has no room is
/// [crushed](MoverStep::crushed). Movers slide along bodies, whatever their response in the scene is; those with the response `cross` pass
/// through everything and have no body.
///
/// ```
/// use bumper_scene::AnyScene;
/// let text = br#"{"bumper": 1, "gravity": [0, 900], "shapes": [
///     {"id": "floor", "box": {"min": [0, 100], "max": [300, 120]}},
///     {"id": "crate", "box": {"min": [60, 70], "max": [80, 90]}, "body": {}},
///     {"id": "hero", "box": {"min": [10, 60], "max": [20, 80]}, "move": {"jump": 40}},
///     {"id": "lift", "box": {"min": [200, 80], "max": [240, 90]}, "velocity": [0, 30], "move": {"response": "carry", "travel": [0, -60]}}
/// ]}"#;
/// let Ok(AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
/// let mut game = scene.into_simulation().unwrap();
/// let hero = game.object("hero").unwrap();
/// for _ in 0..120 {
///     game.mover_mut(hero).unwrap().velocity[0] = 60.0;
///     game.step(1.0 / 60.0).unwrap();
/// }
/// let pushed = game.simulation.get(game.body("crate").unwrap()).unwrap();
/// assert!(pushed.center[0] > 75.0 && game.mover(hero).unwrap().is_grounded());
/// ```
#[derive(Clone, Debug)]
pub struct SceneSimulation<R: Real + Number> {
    /// The simulation.
    pub simulation: Simulation<R>,
    objects: Vec<SimulationObject>,
    places: HashMap<String, usize>,
    joints: HashMap<String, JointId>,
    movers: Vec<SimulationMover<R>>,
    lifts: Vec<SimulationLift<R>>,
}

/// An object of a scene in a simulation.
#[derive(Clone, Debug)]
struct SimulationObject {
    name: String,
    body: Option<BodyId>,
    /// Its index in the list of movers if it is one.
    mover: Option<usize>,
}

/// A mover of a scene in a simulation.
#[derive(Clone, Debug)]
struct SimulationMover<R: Real + Number> {
    object: usize,
    moves: Moves<R, 2>,
    mover: Mover<R, 2, ShapeBuf<R, 2>>,
    /// Its body; `None` for movers that pass through everything.
    body: Option<BodyId>,
    step: MoverStep<R>,
}

/// A lift of a scene in a simulation.
#[derive(Clone, Debug)]
struct SimulationLift<R: Real + Number> {
    body: BodyId,
    /// The shape and position of the lift; its velocity is the planned one.
    lift: Mover<R, 2, ShapeBuf<R, 2>>,
    travel: Option<Vector<R, 2>>,
    path: PathPosition,
}

/// The state of a [`SceneSimulation`] for saving with `serde`. A state that was loaded continues with the same bits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "R: Serialize, Simulation<R>: Serialize, Mover<R, 2, ShapeBuf<R, 2>>: Serialize",
    deserialize = "R: Deserialize<'de>, Simulation<R>: Deserialize<'de>, Mover<R, 2, ShapeBuf<R, 2>>: Deserialize<'de>"
))]
pub struct SimulationState<R: Real + Number> {
    simulation: Simulation<R>,
    movers: Vec<Mover<R, 2, ShapeBuf<R, 2>>>,
    lifts: Vec<(Mover<R, 2, ShapeBuf<R, 2>>, PathPosition)>,
}

impl<R: Real + Number> Scene<R, 2> {
    /// Creates a simulation with the bodies, movers, lifts and joints of the scene.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if a body or a mover has no area, or if a joint belongs to an object that has no body.
    ///
    /// ```
    /// let text = br#"{"bumper": 1, "shapes": [{"id": "ball", "ball": {"center": [0, 5], "radius": 1}, "body": {}}]}"#;
    /// let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let game = scene.into_simulation().unwrap();
    /// let ball = game.body("ball").unwrap();
    /// assert_eq!(game.simulation.get(ball).unwrap().center, [0.0, 5.0].into());
    /// ```
    pub fn into_simulation(mut self) -> Result<SceneSimulation<R>, Fault> {
        replace_masks(&mut self, Masks::All);
        let (simulation, bodies, joints) = BodySet::new(&self)?.into_parts();
        let joints = self.joints.iter().map(|joint| joint.id.clone()).zip(joints).collect();
        let mut found = SceneSimulation {
            simulation,
            objects: Vec::new(),
            places: HashMap::new(),
            joints,
            movers: Vec::new(),
            lifts: Vec::new(),
        };
        for (place, (object, body)) in self.objects.iter().zip(bodies).enumerate() {
            let name = object.id.clone();
            found.places.insert(name.clone(), place);
            let mut mover = None;
            if let Motion::Mover(moves) = &object.motion {
                let shape = ShapeBuf::mover_of(ShapeBuf::colliders_of(self.parts_of(object)));
                let moving = mover_of(&self, place, moves, shape);
                match body {
                    None if moves.response != Response::Cross => {
                        return at(place, &object.id, "a mover in a simulation needs a shape with an area");
                    }
                    Some(body) if moves.carries => {
                        let path = PathPosition::default();
                        found.lifts.push(SimulationLift { body, lift: moving, travel: moves.travel, path });
                    }
                    Some(_) | None => {
                        mover = Some(found.movers.len());
                        let step = MoverStep { hits: Vec::new(), crushed: false };
                        let moves = (**moves).clone();
                        found.movers.push(SimulationMover {
                            object: place,
                            moves,
                            mover: moving,
                            body,
                            step,
                        });
                    }
                }
            }
            found.objects.push(SimulationObject { name, body, mover });
        }
        Ok(found)
    }
}

impl<R: Real + Number> SceneSimulation<R> {
    /// The index of the object with this id in the scene; `None` if there is none. For maps, this is the name of the object or the layer.
    pub fn object(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// The id of an object in the scene; `None` if there is no such object.
    pub fn name(&self, object: usize) -> Option<&str> {
        self.objects.get(object).map(|object| object.name.as_str())
    }

    /// The body of the object with this id in the scene; `None` if there is none, or if it has no body.
    pub fn body(&self, name: &str) -> Option<BodyId> {
        self.body_of(self.object(name)?)
    }

    /// The body of an object; `None` if it has none.
    pub fn body_of(&self, object: usize) -> Option<BodyId> {
        self.objects.get(object)?.body
    }

    /// The joint with this id in the scene; `None` if there is none.
    pub fn joint(&self, name: &str) -> Option<JointId> {
        self.joints.get(name).copied()
    }

    /// The object to which a collider belongs; `None` for the bounds of the scene and for a collider that the game has inserted. It is found
    /// by the user data of the body, so the game should not change that.
    pub fn object_of(&self, collider: ColliderId) -> Option<usize> {
        let body = self.simulation.body_of(collider)?;
        let object = usize::try_from(self.simulation.definition(body)?.data).ok()?;
        (self.body_of(object) == Some(body)).then_some(object)
    }

    /// The objects that are movers, in the order of the scene. Lifts are not listed.
    pub fn movers(&self) -> impl ExactSizeIterator<Item = usize> {
        self.movers.iter().map(|mover| mover.object)
    }

    fn moving(&self, object: usize) -> Option<&SimulationMover<R>> {
        self.objects.get(object)?.mover.map(|mover| &self.movers[mover])
    }

    /// The mover of an object; `None` if the object is not a mover.
    pub fn mover(&self, object: usize) -> Option<&Mover<R, 2, ShapeBuf<R, 2>>> {
        self.moving(object).map(|moving| &moving.mover)
    }

    /// The mover of an object, for changes of its velocity, for jumps and so on; `None` if the object is not a mover. Use
    /// [`set_position`](Self::set_position) to teleport it, because that also moves its body.
    pub fn mover_mut(&mut self, object: usize) -> Option<&mut Mover<R, 2, ShapeBuf<R, 2>>> {
        let mover = self.objects.get(object)?.mover?;
        Some(&mut self.movers[mover].mover)
    }

    /// The settings of a mover in the scene, such as the height of its jumps; `None` if the object is not a mover.
    pub fn settings(&self, object: usize) -> Option<&Moves<R, 2>> {
        self.moving(object).map(|moving| &moving.moves)
    }

    /// The hits of a mover in the last step, and whether it was crushed; `None` if the object is not a mover.
    pub fn mover_step(&self, object: usize) -> Option<&MoverStep<R>> {
        self.moving(object).map(|moving| &moving.step)
    }

    /// Moves a mover with its body to a position, which is the displacement from its place in the scene, regardless of obstacles. Returns
    /// false and changes nothing if the object is not a mover, if its body has been removed, or if a number is out of range.
    ///
    /// ```
    /// # let text = br#"{"bumper": 1, "shapes": [{"id": "hero", "box": {"min": [0, 0], "max": [1, 1]}, "move": {}}]}"#;
    /// # let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut game = scene.into_simulation().unwrap();
    /// assert!(game.set_position(0, [50.0, 0.0]));
    /// assert_eq!(game.simulation.get(game.body("hero").unwrap()).unwrap().center, [50.5, 0.5].into());
    /// ```
    pub fn set_position(&mut self, object: usize, position: impl Into<Vector<R, 2>>) -> bool {
        let Some(index) = self.objects.get(object).and_then(|object| object.mover) else { return false };
        let SimulationMover { mover, body, .. } = &mut self.movers[index];
        match body {
            Some(body) => self.simulation.set_mover_pose(mover, *body, position).unwrap_or(false),
            None => mover.set_position(position),
        }
    }

    /// Makes a time step: plans the steps of the lifts, moves the movers, and steps the simulation
    /// ([`Simulation::step_with_movers`]).
    ///
    /// # Errors
    ///
    /// The errors of [`Simulation::step_with_movers`], if the game has removed the body of a mover or changed it.
    pub fn step(&mut self, time: R) -> Result<(), DynamicsError> {
        for index in 0..self.lifts.len() {
            self.drive_lift(index, time);
        }
        let with_body = self.movers.iter_mut().filter_map(|moving| Some((&mut moving.mover, moving.body?)));
        let steps = self.simulation.step_with_movers(time, with_body)?;
        let with_body = self.movers.iter_mut().filter(|moving| moving.body.is_some());
        for (moving, step) in with_body.zip(steps) {
            moving.step = step;
        }
        for moving in self.movers.iter_mut().filter(|moving| moving.body.is_none()) {
            let nothing: &[ShapeBuf<R, 2>] = &[];
            moving.mover.step(time, nothing, |_: usize| None, |_| ());
        }
        Ok(())
    }

    /// Gives the body of a lift the velocity that moves it to its next position, or none if something is in the way; then the lift turns.
    fn drive_lift(&mut self, index: usize, time: R) {
        let SimulationLift { lift, travel, path, .. } = &self.lifts[index];
        let distance: f64 = (lift.velocity.length() * time).into();
        let (goal, next) = match travel {
            Some(travel) => {
                let length = travel.length().into();
                let next = path.advanced(length, distance);
                (travel.scaled(R::from_f64(next.fraction(length))), next)
            }
            None => (lift.position() + lift.velocity.scaled(time), *path),
        };
        let is_blocked = self.is_blocked(index, goal);
        let SimulationLift { body, lift, travel, path } = &mut self.lifts[index];
        if is_blocked {
            *path = path.turned();
            lift.velocity = if travel.is_some() { lift.velocity } else { Vector::ZERO - lift.velocity };
        } else {
            *path = next;
            lift.set_position(goal);
        }
        let pose = Pose::at(lift.position());
        // This fails only if the game has removed the body, or for numbers that are out of range.
        let _ = self.simulation.set_target_pose(*body, &pose, time);
    }

    /// Whether a static or kinematic body, such as another lift, is between a lift and a position.
    fn is_blocked(&self, index: usize, goal: Vector<R, 2>) -> bool {
        let SimulationLift { body, lift, .. } = &self.lifts[index];
        let Some(bounds) = lift.shape().as_shape().bounds() else { return false };
        let Some(own) = self.simulation.colliders_of(*body).next() else { return false };
        let Some(own) = self.simulation.get_collider(own) else { return false };
        let step = goal - lift.position();
        let filter = QueryFilter {
            layers: own.layers,
            filter: own.filter,
            dynamic_bodies: false,
            exclude_bodies: &[*body],
            ..QueryFilter::default()
        };
        let obstacles = self.simulation.obstacles(bounds.union(&bounds.translated(step)), &filter);
        let aabb = Aabb::new(bounds.min().map(Into::into), bounds.max().map(Into::into));
        is_stopped(lift, &aabb, step, &obstacles, |_| Some(Response::Stop))
    }

    /// The state for saving. The hits of the last step are not part of it.
    ///
    /// ```
    /// # let text = br#"{"bumper": 1, "gravity": [0, 9], "shapes": [{"id": "ball", "ball": {"center": [0, 5], "radius": 1}, "body": {}}]}"#;
    /// # let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
    /// let mut game = scene.clone().into_simulation().unwrap();
    /// game.step(0.1).unwrap();
    /// let saved = serde_json::to_string(&game.state()).unwrap();
    /// let mut loaded = scene.into_simulation().unwrap();
    /// assert!(loaded.set_state(serde_json::from_str(&saved).unwrap()));
    /// assert_eq!(loaded.simulation.state_hash(), game.simulation.state_hash());
    /// ```
    pub fn state(&self) -> SimulationState<R> {
        SimulationState {
            simulation: self.simulation.clone(),
            movers: self.movers.iter().map(|moving| moving.mover.clone()).collect(),
            lifts: self.lifts.iter().map(|lift| (lift.lift.clone(), lift.path)).collect(),
        }
    }

    /// Replaces the state by one that was saved from the same scene. Returns false and changes nothing if the state has another number of
    /// movers or lifts, so that it is of another scene.
    pub fn set_state(&mut self, state: SimulationState<R>) -> bool {
        if state.movers.len() != self.movers.len() || state.lifts.len() != self.lifts.len() {
            return false;
        }
        self.simulation = state.simulation;
        for (moving, mover) in self.movers.iter_mut().zip(state.movers) {
            moving.mover = mover;
            moving.step = MoverStep { hits: Vec::new(), crushed: false };
        }
        for (lift, (mover, path)) in self.lifts.iter_mut().zip(state.lifts) {
            (lift.lift, lift.path) = (mover, path);
        }
        true
    }
}
