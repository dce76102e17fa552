//! The rigid bodies of a scene, in the float type of the scene.

use super::joints::joint_kind_of;
use super::parts::placed;
use super::{BodyState, Touching};
use crate::fields::{Fault, Read, quoted};
use crate::model::{Object, Part, Scene};
use crate::moves::Motion;
use crate::number::Number;
use crate::world::at;
use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, JointDef, JointId, JointKind, MoverMotion, Simulation,
    SleepSettings, Spring,
};
use bumper::motion::Response;
use bumper::scalar::{Real, Scalar};
use bumper::world::Change;
use bumper::{Aabb, Pose, Rotation, Vector};
use serde::{Deserialize, Serialize};

/// The user data of the static body that forms the walls around the bounds of the scene. All other bodies have the index of their object as
/// user data.
const BOUNDS: u64 = u64::MAX;

/// The bodies of a scene, with the objects to which they belong.
#[derive(Clone, Debug)]
pub(crate) struct BodySet<R: Real + Number> {
    bodies: Simulation<R>,
    /// The body of each object; `None` for objects without a body.
    ids: Vec<Option<BodyId>>,
    /// For each dynamic or kinematic body, its initial state and its pose before the last step; `None` for other objects. The index is that
    /// of the object.
    movable: Vec<Option<MovableBody<R>>>,
    /// For each mover, its position before and after the last step of the bodies. They differ if a body has carried or pushed the mover in
    /// this step. The index is that of the object; the values of objects that are not movers are not used.
    mover_positions: Vec<[Vector<f64, 2>; 2]>,
    /// The objects that are conveyor belts, with the velocities of their surfaces.
    belts: Vec<(usize, Vector<R, 2>)>,
    step: R,
    /// The mouse joint that drags the grabbed body; `None` if no body is grabbed.
    mouse_joint: Option<JointId>,
    /// A static body without collisions, to which the mouse joint is attached; `None` before the first use.
    anchor: Option<BodyId>,
    /// The joints of the scene, in its order.
    joints: Vec<JointId>,
}

/// The initial state of a dynamic or kinematic body, and its pose before the last step.
#[derive(Clone, Debug)]
struct MovableBody<R: Number> {
    center: Vector<R, 2>,
    /// The pose before the last step.
    previous_pose: Pose<R, 2>,
    parts: Vec<Part<R, 2>>,
}

/// The state of a [`BodySet`] for saving: the fields that change after the start.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "Simulation<R>: Serialize", deserialize = "Simulation<R>: Deserialize<'de>"))]
pub(crate) struct BodySetState<R: Real> {
    bodies: Simulation<R>,
    mover_positions: Vec<[Vector<f64, 2>; 2]>,
    mouse_joint: Option<JointId>,
    anchor: Option<BodyId>,
}

impl<R: Real + Number> BodySet<R> {
    pub(crate) fn new(scene: &Scene<R, 2>) -> Read<Self> {
        let mut bodies = Simulation::new(scene.gravity);
        bodies.sleep_settings =
            SleepSettings { speed: scene.sleep.speed.map(R::from_f64), time: R::from_f64(scene.sleep.time) };
        let count = scene.objects.len();
        let mut set = Self {
            bodies,
            ids: vec![None; count],
            movable: vec![None; count],
            mover_positions: vec![[Vector::ZERO; 2]; count],
            belts: Vec::new(),
            step: R::from_f64(scene.time_step),
            mouse_joint: None,
            anchor: None,
            joints: Vec::new(),
        };
        if let Some(bounds) = scene.bounds {
            set.add_walls(&bounds);
        }
        for (place, object) in scene.objects.iter().enumerate() {
            set.add(scene, place, object).or_else(|reason| at(place, &object.id, &reason))?;
        }
        for (place, joint) in scene.joints.iter().enumerate() {
            let ids = [joint.a, joint.b].map(|object| set.ids[object]);
            let joined = match ids {
                [Some(a), Some(b)] => {
                    let joint =
                        JointDef { a, b, kind: joint_kind_of(&joint.kind), collide_connected: joint.collide };
                    set.bodies.insert_joint(&joint).map_err(|refusal| refusal.to_string())
                }
                _ => Err("a shape that it joins passes through all others".into()),
            };
            let joined = joined.map_err(|reason| Fault {
                place: format!("joints[{place}] {}", quoted(&joint.id)),
                reason,
            })?;
            set.joints.push(joined);
        }
        Ok(set)
    }

    pub(super) fn to_state(&self) -> BodySetState<R> {
        // The previous poses in `movable` are set in each step before they are used.
        let Self { bodies, mover_positions, mouse_joint, anchor, .. } = self;
        BodySetState {
            bodies: bodies.clone(),
            mover_positions: mover_positions.clone(),
            mouse_joint: *mouse_joint,
            anchor: *anchor,
        }
    }

    /// Whether a state has the number of objects of these bodies.
    pub(super) fn fits(&self, state: &BodySetState<R>) -> bool {
        state.mover_positions.len() == self.mover_positions.len()
    }

    pub(super) fn set_state(&mut self, state: BodySetState<R>) {
        let BodySetState { bodies, mover_positions, mouse_joint, anchor } = state;
        (self.bodies, self.mover_positions) = (bodies, mover_positions);
        (self.mouse_joint, self.anchor) = (mouse_joint, anchor);
    }

    /// Adds four static walls around the bounds of the scene. They are as thick as the longer side of the bounds.
    fn add_walls(&mut self, bounds: &Aabb<R, 2>) {
        let low = bounds.min();
        let high = bounds.max();
        let size = high - low;
        let thick = Vector::splat(if size[0] < size[1] { size[1] } else { size[0] });
        let outer_low = low - thick;
        let outer_high = high + thick;
        let walls = [
            Aabb::new([outer_low[0], outer_low[1]], [outer_high[0], low[1]]),
            Aabb::new([outer_low[0], high[1]], [outer_high[0], outer_high[1]]),
            Aabb::new([outer_low[0], low[1]], [low[0], high[1]]),
            Aabb::new([high[0], low[1]], [outer_high[0], high[1]]),
        ];
        let wall_body = BodyDef { kind: BodyKind::Static, data: BOUNDS, ..BodyDef::default() };
        // Bounds whose area is zero get no walls.
        let _ = self.bodies.insert(&wall_body, &walls.map(ColliderDef::new));
    }

    /// Creates the body of an object, if it has one. If the body is dynamic or kinematic, stores its initial state in `movable`.
    fn add(&mut self, scene: &Scene<R, 2>, place: usize, object: &Object<R, 2>) -> Result<(), String> {
        let degree = R::from_f64(std::f64::consts::PI / 180.0);
        let parts = scene.parts_of(object);
        let shapes: Vec<_> = parts.iter().map(Part::shape).collect();
        let mut colliders: Vec<_> = shapes
            .iter()
            .map(|shape| ColliderDef { one_way: object.one_way, ..ColliderDef::new(*shape) })
            .collect();
        let mut body = BodyDef { data: place as u64, ..BodyDef::default() };
        match &object.motion {
            Motion::Still => body.kind = BodyKind::Static,
            Motion::Mover(moves) => {
                if moves.response == Response::Cross {
                    return Ok(());
                }
                // A mover also has a body, so that it has weight and can push other bodies. In each step, this body follows the mover. The
                // body of a lift is kinematic, because no body can stop a lift.
                body.kind = if moves.carries { BodyKind::Kinematic } else { BodyKind::Dynamic };
                body.fixed_rotation = true;
                if !moves.carries {
                    colliders.iter_mut().for_each(|collider| collider.friction = R::ZERO);
                }
            }
            Motion::Body(rigid) => {
                if rigid.surface_velocity != Vector::ZERO {
                    self.belts.push((place, rigid.surface_velocity));
                }
                body = BodyDef {
                    kind: rigid.kind,
                    velocity: if rigid.kind == BodyKind::Static { Vector::ZERO } else { object.velocity },
                    angular_velocity: rigid.spin * degree,
                    gravity_scale: rigid.gravity_scale,
                    linear_damping: rigid.linear_damping,
                    angular_damping: rigid.angular_damping,
                    fixed_rotation: rigid.fixed_rotation,
                    can_sleep: rigid.sleeps,
                    bullet: rigid.bullet,
                    ..body
                };
                for collider in &mut colliders {
                    collider.density = rigid.density;
                    collider.friction = rigid.friction;
                    collider.restitution = rigid.restitution;
                    collider.rolling_resistance = rigid.rolling_resistance;
                    (collider.sensor, collider.layers, collider.filter) =
                        (rigid.sensor, rigid.layers, rigid.filter);
                    collider.surface_velocity = rigid.surface_velocity;
                }
            }
        }
        let id = match self.bodies.insert(&body, &colliders) {
            Ok(id) => id,
            // A shape without an area cannot be a body. A mover with such a shape gets none, so it pushes no bodies.
            Err(_) if matches!(object.motion, Motion::Mover(_)) => return Ok(()),
            Err(refusal) => return Err(refusal.to_string()),
        };
        self.ids[place] = Some(id);
        if matches!(object.motion, Motion::Body(_)) && body.kind != BodyKind::Static {
            let state = self.bodies.get(id);
            let center = state.map(|state| state.center).unwrap_or_default();
            let previous_pose =
                state.map_or(Pose::new(Rotation::identity(), [R::ZERO; 2]), |state| state.pose);
            self.movable[place] = Some(MovableBody { center, previous_pose, parts: parts.to_vec() });
        }
        Ok(())
    }

    fn state(&self, object: usize) -> Option<(bumper::dynamics::BodyState<R>, &MovableBody<R>)> {
        let start = self.movable.get(object)?.as_ref()?;
        Some((self.bodies.get(self.ids[object]?)?, start))
    }

    pub(super) fn body_state(&self, object: usize) -> Option<BodyState> {
        let (state, start) = self.state(object)?;
        let degrees = R::from_f64(180.0 / std::f64::consts::PI);
        Some(BodyState {
            moved: (state.center - start.center).map(Scalar::to_f64).0,
            angle: Scalar::to_f64(state.angle * degrees),
            velocity: state.velocity.map(Scalar::to_f64).0,
            spin: Scalar::to_f64(state.angular_velocity * degrees),
            asleep: state.asleep,
        })
    }

    /// Whether the scene defines an object as a dynamic body. False for movers, although the body that follows a mover may be dynamic.
    fn is_dynamic(&self, object: usize) -> bool {
        self.state(object).is_some_and(|(state, _)| state.kind == BodyKind::Dynamic)
    }

    /// Prepares the body that follows a mover for the next step of the bodies. Sets its pose and its velocity such that it arrives in this
    /// step at `now`, the current position of the mover. If this body is dynamic, it also pushes the dynamic bodies that the mover has hit
    /// in this frame. `desired_velocity` is the velocity that the mover would have without these hits. `hits` are the indices of the
    /// objects that were hit, each with the normal.
    pub(super) fn drive(
        &mut self,
        mover: usize,
        now: Vector<f64, 2>,
        desired_velocity: Vector<f64, 2>,
        hits: impl Iterator<Item = (usize, Vector<f64, 2>)>,
    ) {
        let Some(id) = self.ids[mover] else { return };
        let Some(state) = self.bodies.get(id) else { return };
        let real = |v: Vector<f64, 2>| v.map(R::from_f64);
        let [before, start] = core::mem::replace(&mut self.mover_positions[mover], [now; 2]);
        // These calls fail only for numbers that are out of range, and the positions and velocities of the mover are in range.
        let _ = if state.kind == BodyKind::Dynamic {
            let bodies = hits.filter(|(object, _)| self.is_dynamic(*object));
            let bodies: Vec<_> =
                bodies.filter_map(|(object, normal)| Some((self.ids[object]?, real(normal)))).collect();
            let motion = MoverMotion {
                start: real(start),
                end: real(now),
                carried: real(start - before),
                desired_velocity: real(desired_velocity),
            };
            self.bodies.drive_mover(id, self.step, &motion, bodies)
        } else {
            let velocity = real(now - before).map(|c| c / self.step);
            if velocity == state.velocity && velocity == Vector::ZERO {
                return;
            }
            let posed = self.bodies.set_pose(id, &Pose::new(Rotation::identity(), real(start)));
            posed.and_then(|()| self.bodies.set_velocity(id, velocity, R::ZERO))
        };
    }

    /// Stores the current poses of all bodies as their previous poses, then steps the bodies.
    pub(super) fn step(&mut self) {
        for (id, start) in self.ids.iter().zip(&mut self.movable) {
            if let (Some(start), Some(state)) = (start, id.and_then(|id| self.bodies.get(id))) {
                start.previous_pose = state.pose;
            }
        }
        self.bodies.step(self.step);
    }

    /// Stores the position of a mover after the step of the bodies, which may have carried it.
    pub(super) fn record_carried(&mut self, mover: usize, now: Vector<f64, 2>) {
        self.mover_positions[mover][1] = now;
    }

    /// Moves the body of an object by an offset, without giving it a velocity. Does nothing if the object has no body, or if it is a
    /// dynamic body.
    pub(super) fn drag(&mut self, object: usize, by: Vector<f64, 2>) {
        let Some(id) = self.ids.get(object).copied().flatten() else { return };
        let Some(state) = self.bodies.get(id).filter(|_| !self.is_dynamic(object)) else { return };
        let pose = Pose::new(state.pose.rotation, state.pose.translation + by.map(R::from_f64));
        // The caller has checked that the moved shape is within the range of the scalar, so this does not fail.
        let _ = self.bodies.set_pose(id, &pose);
        self.mover_positions[object].iter_mut().for_each(|at| *at += by);
    }

    /// Returns how far the last step has moved a point of a body. `at` is the position of the point before the step. `None` if the object
    /// is not a dynamic or kinematic body.
    pub(super) fn displacement(&self, object: usize, at: Vector<f64, 2>) -> Option<Vector<f64, 2>> {
        let (state, start) = self.state(object)?;
        let at = at.map(R::from_f64);
        Some((state.pose.apply(start.previous_pose.apply_inverse(at)) - at).map(Scalar::to_f64))
    }

    /// The conveyor belts, given by their objects, with the displacements of their surfaces in a frame.
    pub(super) fn belts(&self) -> Vec<(usize, Vector<f64, 2>)> {
        let step_of = |&(object, velocity): &(usize, Vector<R, 2>)| {
            let rotation = self.bodies.get(self.ids[object]?)?.pose.rotation;
            Some((object, rotation.apply(velocity).scaled(self.step).map(Scalar::to_f64)))
        };
        self.belts.iter().filter_map(step_of).collect()
    }

    /// The parts of a body at its current pose; `None` if the body is asleep or static.
    pub(super) fn parts_of(&self, object: usize) -> Option<Vec<Part<R, 2>>> {
        let (state, start) = self.state(object)?;
        (!state.asleep).then(|| start.parts.iter().map(|part| placed(part, &state.pose)).collect())
    }

    pub(super) fn touching(&self) -> Vec<Touching> {
        let touch = |event: bumper::dynamics::ContactEvent<R>| {
            let normal = event.normal.map(Scalar::to_f64).0;
            let objects = event.data.map(|place| (place != BOUNDS).then_some(place as usize));
            if !objects.iter().flatten().any(|object| self.is_dynamic(*object)) {
                // Movers have dynamic bodies, too. Skip their contacts with each other and with obstacles.
                return Vec::new();
            }
            let began = event.change == Change::Enter;
            let touch = move |touch: bumper::dynamics::ManifoldPoint<R>| Touching {
                objects,
                point: touch.point.map(Scalar::to_f64).0,
                normal,
                impulse: Scalar::to_f64(touch.normal_impulse),
                began,
            };
            event.points().map(touch).collect::<Vec<_>>()
        };
        self.bodies.events().flat_map(touch).collect()
    }

    pub(super) fn grab(&mut self, object: usize, at: [f64; 2]) -> bool {
        self.let_go();
        let at: Vector<R, 2> = Vector(at).map(R::from_f64);
        let Some((state, _)) = self.state(object).filter(|(state, _)| state.kind == BodyKind::Dynamic) else {
            return false;
        };
        let Some(b) = self.ids[object] else { return false };
        let Some(anchor) = self.anchor() else { return false };
        let gravity = self.bodies.gravity;
        // The largest force of the mouse joint is a hundred times the weight of the body. Without gravity, there would be no force. So add
        // another acceleration: the radius of gyration (which grows with the size of the body) divided by the square of the time step.
        let weight = Real::sqrt(gravity.dot(gravity))
            + Real::sqrt(state.inertia / state.mass) / (self.step * self.step);
        let spring = Spring { hertz: R::from_f64(0.08) / self.step, damping_ratio: R::from_f64(0.7) };
        let max_force = state.mass * weight * R::from_f64(100.0);
        let kind = JointKind::Mouse { anchor: at, spring, max_force };
        self.mouse_joint =
            self.bodies.insert_joint(&JointDef { a: anchor, b, kind, collide_connected: true }).ok();
        self.mouse_joint.is_some()
    }

    /// The body to which the mouse joint is attached. It must not collide with anything, so it has no layers and an empty filter.
    fn anchor(&mut self) -> Option<BodyId> {
        if self.anchor.is_none() {
            let shape = Aabb::new([R::ZERO; 2], [R::ONE; 2]);
            let collider = ColliderDef { layers: 0, filter: 0, ..ColliderDef::new(shape) };
            let body = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
            self.anchor = self.bodies.insert(&body, &[collider]).ok();
        }
        self.anchor
    }

    /// The simulation, the body of each object (`None` for objects without a body), and the joints of the scene.
    pub(crate) fn into_parts(self) -> (Simulation<R>, Vec<Option<BodyId>>, Vec<JointId>) {
        (self.bodies, self.ids, self.joints)
    }

    pub(super) fn simulation(&self) -> &Simulation<R> {
        &self.bodies
    }

    pub(super) fn body_of(&self, object: usize) -> Option<BodyId> {
        self.ids.get(object).copied().flatten()
    }

    pub(super) fn pull(&mut self, to: [f64; 2]) {
        if let Some(mouse_joint) = self.mouse_joint {
            let _ = self.bodies.set_target(mouse_joint, Vector(to).map(R::from_f64));
        }
    }

    pub(super) fn let_go(&mut self) {
        if let Some(mouse_joint) = self.mouse_joint.take() {
            self.bodies.remove_joint(mouse_joint);
        }
    }
}
