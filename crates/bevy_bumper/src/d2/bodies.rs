//! The simulation of rigid bodies beside the world of colliders, and the systems that keep it up to date.

use super::body_link::{BodyLink, update_bodies, update_roles};
use super::collider::{Collider, Placement};
use super::motion::Motion;
use super::physics_world::{mark_subtree_changed, update_colliders};
use super::rigid_body::{
    AngularDamping, AngularVelocity, BodyState, Bullet, CenterOfMass, ConstantForce, Density, Friction,
    Gravity, GravityScale, LinearDamping, LinearVelocity, LockedAxes, Mass, Restitution, RigidBody,
};
use super::simulation::{apply_forces, push_bodies, step_bodies, teleport_bodies, update_settings};
use super::{joint, plugin::BumperSystems};
use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::{Entity, Has, Query, Ref, Res, Resource, With};
use bevy_ecs::query::QueryData;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::world::DeferredWorld;
use bevy_transform::components::Transform;
use bumper::dynamics::{BodyDef, BodyId, Simulation};

/// The simulation of all rigid bodies. The user data of its bodies and colliders are the bits of their entities.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// let mut app = App::new();
/// app.add_plugins(BumperPlugin);
/// assert!(app.world().resource::<RigidBodies>().simulation().is_none());
/// ```
#[derive(Resource, Clone, Debug, Default)]
pub struct RigidBodies {
    pub(super) simulation: Option<Simulation<f32>>,
}

impl RigidBodies {
    /// The simulation, for its events with impulses and for further queries. `None` while there is no rigid body.
    #[must_use]
    pub fn simulation(&self) -> Option<&Simulation<f32>> {
        self.simulation.as_ref()
    }

    /// The simulation, for forces and impulses. The id of a body is that of its entity: [`body`](Self::body).
    pub fn simulation_mut(&mut self) -> Option<&mut Simulation<f32>> {
        self.simulation.as_mut()
    }

    /// The id in the simulation of the rigid body of an entity. Costs O(n) for n bodies.
    #[must_use]
    pub fn body(&self, entity: Entity) -> Option<BodyId> {
        let mut bodies = self.simulation.as_ref()?.iter();
        bodies.find(|(_, state)| state.data == entity.to_bits()).map(|(id, _)| id)
    }
}

/// Adds the resources and systems of rigid bodies.
pub(crate) fn build(app: &mut App) {
    app.init_resource::<RigidBodies>()
        .init_resource::<Gravity>()
        .register_required_components::<Collider, BodyLink>()
        .register_type::<RigidBody>()
        .register_type::<Gravity>()
        .register_type::<LinearVelocity>()
        .register_type::<AngularVelocity>()
        .register_type::<GravityScale>()
        .register_type::<LinearDamping>()
        .register_type::<AngularDamping>()
        .register_type::<Mass>()
        .register_type::<CenterOfMass>()
        .register_type::<Friction>()
        .register_type::<Restitution>()
        .register_type::<Density>()
        .register_type::<ConstantForce>()
        .register_type::<LockedAxes>()
        .register_type::<Bullet>()
        .register_type::<joint::Joint>()
        .add_systems(
            FixedPostUpdate,
            update_roles.run_if(needs_bodies).in_set(BumperSystems::Read).before(update_colliders),
        )
        .add_systems(
            FixedPostUpdate,
            (
                update_bodies.run_if(needs_bodies),
                (
                    teleport_bodies,
                    update_settings,
                    apply_forces,
                    joint::update_joints,
                    step_bodies,
                    push_bodies,
                )
                    .chain()
                    .run_if(steps_with_bodies),
            )
                .chain()
                .in_set(BumperSystems::Step)
                .after(super::movement::step_characters),
        );
}

/// Whether there is no rigid body, so that characters and platforms need only the world of colliders.
pub(crate) fn steps_without_bodies(bodies: Query<(), With<RigidBody>>) -> bool {
    bodies.is_empty()
}

fn steps_with_bodies(bodies: Res<RigidBodies>) -> bool {
    bodies.simulation.is_some()
}

fn needs_bodies(bodies: Res<RigidBodies>, any: Query<(), With<RigidBody>>) -> bool {
    bodies.simulation.is_some() || !any.is_empty()
}

/// The components of a rigid body that decide about its definition.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct BodyData {
    pub(super) entity: Entity,
    pub(super) kind: Ref<'static, RigidBody>,
    pub(super) transform: &'static Transform,
    pub(super) parent: Option<&'static ChildOf>,
    pub(super) motion: &'static mut Motion,
    pub(super) state: &'static mut BodyState,
    pub(super) linear: &'static LinearVelocity,
    pub(super) angular: &'static AngularVelocity,
    pub(super) settings: BodySettings,
}

/// The optional components of a rigid body.
#[derive(QueryData)]
pub(super) struct BodySettings {
    pub(super) gravity_scale: Option<&'static GravityScale>,
    pub(super) linear_damping: Option<&'static LinearDamping>,
    pub(super) angular_damping: Option<&'static AngularDamping>,
    pub(super) mass: Option<&'static Mass>,
    pub(super) center: Option<&'static CenterOfMass>,
    pub(super) locked: Option<&'static LockedAxes>,
    pub(super) bullet: Has<Bullet>,
}

impl BodySettingsItem<'_, '_> {
    /// Sets the fields of a definition that these components decide.
    pub(super) fn apply(&self, def: &mut BodyDef<f32>) {
        let locked = self.locked.copied().unwrap_or_default();
        def.gravity_scale = self.gravity_scale.copied().unwrap_or_default().0;
        def.linear_damping = self.linear_damping.copied().unwrap_or_default().0;
        def.angular_damping = self.angular_damping.copied().unwrap_or_default().0;
        def.mass = self.mass.map(|mass| mass.0);
        def.center_of_mass = self.center.map(|center| center.0.into());
        def.fixed_rotation = locked.rotation;
        def.locked_axes = [locked.x, locked.y];
        def.bullet = self.bullet;
    }
}

/// Removes a rigid body from the simulation. Its colliders become colliders without a rigid body in the next step.
pub(super) fn forget_body(mut world: DeferredWorld<'_>, context: HookContext) {
    forget_rigid_body(&mut world, context.entity);
}

/// Removes the rigid body of an entity from the simulation, and marks its colliders as changed.
pub(crate) fn forget_rigid_body(world: &mut DeferredWorld<'_>, entity: Entity) {
    let id = world.get_mut::<BodyState>(entity).and_then(|mut state| state.id.take());
    if let (Some(id), Some(mut bodies)) = (id, world.get_resource_mut::<RigidBodies>())
        && let Some(simulation) = &mut bodies.simulation
    {
        simulation.remove(id);
    }
    mark_subtree_changed(world, entity);
}

/// Marks the colliders of an entity and of its descendants as changed: the hook for added rigid bodies.
pub(super) fn mark_colliders_changed(mut world: DeferredWorld<'_>, context: HookContext) {
    mark_subtree_changed(&mut world, context.entity);
}

/// Marks a rigid body as changed, so that the next step reads its optional components again.
pub(super) fn mark_body_changed(mut world: DeferredWorld<'_>, context: HookContext) {
    if let Some(mut body) = world.get_mut::<RigidBody>(context.entity) {
        body.set_changed();
    }
}

/// Marks a collider as changed, so that the next step reads its material again.
pub(super) fn mark_collider_changed(mut world: DeferredWorld<'_>, context: HookContext) {
    if let Some(mut placement) = world.get_mut::<Placement>(context.entity) {
        placement.set_changed();
    }
}
