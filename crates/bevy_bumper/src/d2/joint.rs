//! Joints between rigid bodies.

use super::bodies::RigidBodies;
use super::rigid_body::BodyState;
use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut};
use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::{Component, Entity, Query, Ref, ReflectComponent, ResMut};
use bevy_ecs::reflect::ReflectMapEntities;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bumper::dynamics::{BodyId, JointDef, JointFrame, JointId, JointKind, Simulation};
pub use bumper::dynamics::{JointAxis, Motor, Spring, SpringForce};

/// A joint between two rigid bodies. It is a component of an entity of its own, or of one of the two bodies. If one of the bodies is
/// despawned, the joint does nothing.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// let mut app = App::new();
/// app.add_plugins(BumperPlugin);
/// let post = app.world_mut().spawn((RigidBody::Static, Collider::circle(2.0))).id();
/// let arm = app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(40.0, 4.0))).id();
/// // A hinge at the left end of the arm, with a motor.
/// let motor = JointAxis { motor: Some(Motor { speed: 2.0, max_force: 1e6 }), ..JointAxis::default() };
/// app.world_mut().spawn(Joint::revolute(post, arm, motor).with_anchors([0.0, 0.0].into(), [-20.0, 0.0].into()));
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, MapEntities, Clone, Debug, PartialEq)]
#[require(JointLink)]
#[component(map_entities, on_remove = forget_joint)]
pub struct Joint {
    /// The first body.
    pub a: Entity,
    /// The second body. Motors and limits measure its motion relative to the first one.
    pub b: Entity,
    /// The point of the joint on the first body, in the coordinates of that body.
    pub anchor_a: Vec2,
    /// The point of the joint on the second body, in the coordinates of that body.
    pub anchor_b: Vec2,
    /// The relative motion that the joint allows.
    pub motion: JointMotion,
    /// Whether the two bodies collide with each other. `false` by default.
    pub collide: bool,
}

/// The relative motion that a joint allows.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let rope = JointMotion::Distance { length: None, axis: JointAxis { limits: Some([0.0, 60.0]), ..JointAxis::default() } };
/// # let _ = rope;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(opaque)]
#[reflect(Clone, Debug, PartialEq)]
pub enum JointMotion {
    /// The anchors keep their distance: `length`, or the distance at the beginning. With limits only, the joint is a rope.
    Distance {
        /// The rest length.
        length: Option<f32>,
        /// The limits, the motor and the spring of the distance.
        axis: JointAxis<f32>,
    },
    /// The anchors stay together, and the bodies rotate about them: a hinge. Angles are measured from the angle at the beginning.
    Revolute(JointAxis<f32>),
    /// The second body slides along a line of the first one, and does not rotate relative to it.
    Prismatic {
        /// The direction of the line in the coordinates of the first body.
        direction: Vec2,
        /// The limits, the motor and the spring along the line.
        axis: JointAxis<f32>,
    },
    /// The bodies keep their relative position and angle, rigidly or with springs.
    Weld {
        /// The spring of the position; rigid if `None`.
        linear: Option<Spring<f32>>,
        /// The spring of the angle; rigid if `None`.
        angular: Option<Spring<f32>>,
    },
    /// The second body slides along a line of the first one and rotates freely: a wheel with its suspension.
    Wheel {
        /// The direction of the suspension in the coordinates of the first body.
        direction: Vec2,
        /// The limits, the motor and the spring of the suspension.
        axis: JointAxis<f32>,
        /// The motor that rotates the wheel.
        motor: Option<Motor<f32>>,
    },
}

impl MapEntities for Joint {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        self.a = mapper.get_mapped(self.a);
        self.b = mapper.get_mapped(self.b);
    }
}

impl Joint {
    /// A joint with a motion, whose anchors are the origins of the two bodies.
    #[must_use]
    pub fn new(a: Entity, b: Entity, motion: JointMotion) -> Self {
        Self { a, b, anchor_a: Vec2::ZERO, anchor_b: Vec2::ZERO, motion, collide: false }
    }

    /// A hinge.
    #[must_use]
    pub fn revolute(a: Entity, b: Entity, axis: JointAxis<f32>) -> Self {
        Self::new(a, b, JointMotion::Revolute(axis))
    }

    /// A rod of constant length.
    #[must_use]
    pub fn distance(a: Entity, b: Entity, length: f32) -> Self {
        Self::new(a, b, JointMotion::Distance { length: Some(length), axis: JointAxis::default() })
    }

    /// A rigid connection.
    #[must_use]
    #[doc(alias = "fixed")]
    pub fn weld(a: Entity, b: Entity) -> Self {
        Self::new(a, b, JointMotion::Weld { linear: None, angular: None })
    }

    /// The joint with other anchors, each in the coordinates of its body.
    #[must_use]
    pub fn with_anchors(self, anchor_a: Vec2, anchor_b: Vec2) -> Self {
        Self { anchor_a, anchor_b, ..self }
    }
}

/// The id of a joint in the simulation.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct JointLink(Option<JointId>);

/// Adds joints to the simulation, and changes those whose component has changed.
pub(super) fn update_joints(
    mut bodies: ResMut<RigidBodies>,
    mut joints: Query<(Ref<Joint>, &mut JointLink)>,
    states: Query<&BodyState>,
) {
    let Some(simulation) = &mut bodies.simulation else { return };
    for (joint, mut link) in &mut joints {
        let exists = link.0.is_some_and(|id| simulation.get_joint(id).is_some());
        if exists && !joint.is_changed() {
            continue;
        }
        let [a, b] = [joint.a, joint.b].map(|entity| states.get(entity).ok().and_then(|state| state.id));
        let bodies = a.zip(b).map(|(a, b)| [a, b]);
        if let (Some(id), Some(bodies)) = (link.0, bodies)
            && joint.modify(simulation, id, bodies).is_some()
        {
            continue;
        }
        if let Some(old) = link.bypass_change_detection().0.take() {
            simulation.remove_joint(old);
        }
        if let Some(bodies) = bodies {
            link.0 = joint.insert(simulation, bodies);
        }
    }
}

impl Joint {
    /// Adds the joint to the simulation. `None` if a number is out of range, or if neither body is dynamic.
    fn insert(&self, simulation: &mut Simulation<f32>, [a, b]: [BodyId; 2]) -> Option<JointId> {
        let kind = self.kind(simulation, [a, b])?;
        let id = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: self.collide }).ok()?;
        self.set_anchors(simulation, id)?;
        Some(id)
    }

    /// Changes a joint of the simulation. Its limits and angles stay relative to the poses when it was added. `None` if it has other bodies
    /// or is of another kind, so that it has to be made anew, or if a number is out of range.
    fn modify(&self, simulation: &mut Simulation<f32>, id: JointId, [a, b]: [BodyId; 2]) -> Option<()> {
        let old = simulation.joint_definition(id).filter(|old| (old.a, old.b) == (a, b))?;
        let kind = self.kind(simulation, [a, b])?;
        if std::mem::discriminant(&old.kind) != std::mem::discriminant(&kind) {
            return None;
        }
        simulation.modify_joint(id, |old| *old = kind).ok()?;
        simulation.set_collide_connected(id, self.collide).ok()?;
        self.set_anchors(simulation, id)
    }

    /// The joint for the current poses of its bodies.
    fn kind(&self, simulation: &Simulation<f32>, [a, b]: [BodyId; 2]) -> Option<JointKind<f32>> {
        let [pose_a, pose_b] = [simulation.get(a)?.pose, simulation.get(b)?.pose];
        let anchor = pose_a.apply(self.anchor_a.into());
        let direction = |direction: Vec2| pose_a.rotation.apply(direction.into());
        Some(match self.motion {
            JointMotion::Distance { length, axis } => {
                let anchor_b = pose_b.apply(self.anchor_b.into());
                JointKind::Distance { anchor_a: anchor, anchor_b, length, translation: axis }
            }
            JointMotion::Revolute(rotation) => JointKind::Revolute { anchor, rotation },
            JointMotion::Prismatic { direction: along, axis } => {
                JointKind::Prismatic { anchor, axis: direction(along), translation: axis }
            }
            JointMotion::Weld { linear, angular } => {
                JointKind::Weld { anchor, linear_spring: linear, angular_spring: angular }
            }
            JointMotion::Wheel { direction: along, axis, motor } => {
                JointKind::Wheel { anchor, axis: direction(along), translation: axis, motor }
            }
        })
    }

    /// Sets the anchors of a joint of the simulation on both bodies.
    fn set_anchors(&self, simulation: &mut Simulation<f32>, id: JointId) -> Option<()> {
        // The simulation takes one anchor in the world for both bodies. The second body may not be there yet.
        let [first, second] = simulation.joint_frames(id)?;
        let frame = |frame: JointFrame<f32>, anchor: Vec2| JointFrame { anchor: anchor.into(), ..frame };
        let frames = [frame(first, self.anchor_a), frame(second, self.anchor_b)];
        simulation.set_joint_frames(id, frames).ok()
    }
}

/// Removes a joint from the simulation: the hook for removed joints and despawned entities.
fn forget_joint(mut world: DeferredWorld<'_>, context: HookContext) {
    let id = world.get_mut::<JointLink>(context.entity).and_then(|mut link| link.0.take());
    if let (Some(id), Some(mut bodies)) = (id, world.get_resource_mut::<RigidBodies>())
        && let Some(simulation) = &mut bodies.simulation
    {
        simulation.remove_joint(id);
    }
}
