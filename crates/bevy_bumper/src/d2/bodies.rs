//! The simulation of rigid bodies beside the world of colliders: which bodies and colliders it has.

use super::character::{Character, CharacterMover};
use super::collider::{Collider, Layers, OneWay, Placement, Sensor};
use super::dimension::{Pose, Shape, pose_of};
use super::motion::Motion;
use super::physics_world::{Ancestors, global_transform, mark_subtree_changed};
use super::platform::Platform;
use super::rigid_body::{
    AngularDamping, AngularVelocity, BodyState, Bullet, ConstantForce, Density, Friction, Gravity,
    GravityScale, LinearDamping, LinearVelocity, LockedAxes, Mass, Restitution, RigidBody,
};
use super::simulation::{apply_forces, push_bodies, step_bodies, update_settings};
use super::{joint, plugin::BumperSystems};
use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::{Component, Entity, Has, Query, Ref, Res, ResMut, Resource, With};
use bevy_ecs::query::QueryData;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::world::DeferredWorld;
use bevy_transform::components::Transform;
use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Simulation};
use bumper::{AsShape, Side, Vector};

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

/// The collider of an entity in the simulation.
#[derive(Component, Clone, Debug, Default)]
pub(crate) struct BodyLink {
    /// The rigid body to which the collider belongs; `None` if the collider has a body of its own, which is static, a platform or a
    /// character.
    pub(super) owner: Option<Entity>,
    pub(super) body: Option<BodyId>,
    pub(super) collider: Option<ColliderId>,
    /// The pose of the rigid body for which the world has the shape of the collider.
    pub(super) pose: Option<Pose>,
}

impl BodyLink {
    /// Whether the collider moves with a rigid body.
    pub(crate) fn is_owned(&self) -> bool {
        self.owner.is_some()
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
        .register_type::<Friction>()
        .register_type::<Restitution>()
        .register_type::<Density>()
        .register_type::<ConstantForce>()
        .register_type::<LockedAxes>()
        .register_type::<Bullet>()
        .add_systems(
            FixedPostUpdate,
            (
                update_bodies.run_if(needs_bodies),
                (update_settings, apply_forces, joint::update_joints, step_bodies, push_bodies)
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
        def.fixed_rotation = locked.rotation;
        def.locked_axes = [locked.x, locked.y];
        def.bullet = self.bullet;
    }
}

/// The components of a collider that decide what it is in the simulation.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct LinkData {
    entity: Entity,
    collider: Ref<'static, Collider>,
    placement: Ref<'static, Placement>,
    transform: Ref<'static, Transform>,
    parent: Option<Ref<'static, ChildOf>>,
    link: &'static mut BodyLink,
    sensor: Has<Sensor>,
    layers: Option<&'static Layers>,
    one_way: Option<&'static OneWay>,
    friction: Option<Ref<'static, Friction>>,
    restitution: Option<Ref<'static, Restitution>>,
    density: Option<Ref<'static, Density>>,
    character: Option<&'static Character>,
    mover: Option<&'static CharacterMover>,
    platform: Has<Platform>,
}

/// Adds bodies and colliders to the simulation, and changes those whose components have changed. Ends the simulation after the last rigid
/// body.
pub(super) fn update_bodies(
    mut bodies: ResMut<RigidBodies>,
    gravity: Res<Gravity>,
    mut owners: Query<BodyData>,
    mut links: Query<LinkData>,
    ancestors: Ancestors,
) {
    if owners.is_empty() {
        bodies.simulation = None;
        links.iter_mut().for_each(|mut data| *data.link = BodyLink::default());
        return;
    }
    let simulation = bodies.simulation.get_or_insert_with(|| Simulation::new(gravity.0));
    simulation.gravity = gravity.0.into();
    for mut data in &mut links {
        let exists = data.link.collider.is_some_and(|id| simulation.get_collider(id).is_some());
        if data.placement.id().is_none() || (exists && !data.has_changed()) {
            continue;
        }
        let owner = data.owner(&owners, &ancestors);
        if owner != data.link.owner {
            data.link.collider.take().map(|id| simulation.remove_collider(id));
        }
        data.link.owner = owner;
        data.link.pose = None;
        match owner.and_then(|owner| owners.get_mut(owner).ok()) {
            Some(body) => data.attach(simulation, body, &ancestors),
            None => data.update_own_body(simulation),
        }
    }
}

impl LinkDataItem<'_, '_> {
    /// Whether a component has changed that the simulation depends on.
    fn has_changed(&self) -> bool {
        let material = |changed: Option<bool>| changed == Some(true);
        let child = self.parent.as_ref();
        self.placement.is_changed()
            || self.collider.is_changed()
            || child.is_some_and(|parent| parent.is_changed() || self.transform.is_changed())
            || material(self.friction.as_ref().map(DetectChanges::is_changed))
            || material(self.restitution.as_ref().map(DetectChanges::is_changed))
            || material(self.density.as_ref().map(DetectChanges::is_changed))
    }

    /// The rigid body to which the collider belongs: the first one among its entity and the ancestors of its entity. Characters belong to none.
    fn owner(&self, owners: &Query<BodyData>, ancestors: &Ancestors) -> Option<Entity> {
        if self.character.is_some() {
            return None;
        }
        let mut next = Some(self.entity);
        while let Some(entity) = next {
            if owners.contains(entity) {
                return Some(entity);
            }
            next = ancestors.get(entity).ok().and_then(|(_, parent)| parent.map(ChildOf::parent));
        }
        None
    }

    /// The definition of the collider with a shape in the coordinates of a body that has this pose.
    fn definition<'s>(&self, shape: &'s Shape, pose: &Pose) -> ColliderDef<'s, f32> {
        let layers = self.layers.copied().unwrap_or_default();
        ColliderDef {
            friction: self.friction.as_deref().copied().unwrap_or_default().0,
            restitution: self.restitution.as_deref().copied().unwrap_or_default().0,
            density: self.density.as_deref().copied().unwrap_or_default().0,
            one_way: self.one_way.map(|one_way| side_of_body(one_way.side(), pose)),
            layers: layers.members,
            filter: layers.filter,
            sensor: self.sensor,
            data: self.entity.to_bits(),
            ..ColliderDef::new(shape.as_shape())
        }
    }

    /// Adds the collider to a rigid body, or changes it.
    fn attach(
        &mut self,
        simulation: &mut Simulation<f32>,
        mut body: BodyDataItem<'_, '_>,
        ancestors: &Ancestors,
    ) {
        let body_pose = pose_of(&global_transform(body.transform, body.parent, ancestors));
        let pose = if self.entity == body.entity {
            Pose::new(bumper::Rotation::identity(), [0.0, 0.0])
        } else {
            let global = global_transform(&self.transform, self.parent.as_deref(), ancestors);
            pose_of(&global).then(&body_pose.inverse())
        };
        let Some(shape) = self.collider.placed(self.placement.scale, &pose) else { return };
        let exists = body.state.id.is_some_and(|id| simulation.get(id).is_some());
        if !exists {
            let mut def = BodyDef {
                kind: body.kind.kind(),
                pose: body_pose,
                velocity: body.linear.0.into(),
                angular_velocity: body.angular.0,
                data: body.entity.to_bits(),
                ..BodyDef::default()
            };
            body.settings.apply(&mut def);
            body.state.id = simulation.insert(&def, &[self.definition(&shape, &body_pose)]).ok();
            body.state.velocity = (body.linear.0, body.angular.0);
            body.motion.written = Some(*body.transform);
            let first = body.state.id.and_then(|id| simulation.colliders_of(id).next());
            self.link.collider = first;
        } else if let Some(id) = body.state.id {
            self.set_collider(simulation, id, &shape, &body_pose);
        }
        self.link.body = body.state.id;
    }

    /// Adds a body for a collider that belongs to no rigid body, or changes it.
    fn update_own_body(&mut self, simulation: &mut Simulation<f32>) {
        let (Some(shape), Some(pose)) = self.own_shape() else { return };
        if let Some(body) = self.link.body.filter(|id| simulation.get(*id).is_some()) {
            self.set_collider(simulation, body, &shape, &pose);
            if !self.platform && self.character.is_none() {
                // Cannot fail: the body exists, and the pose is that of a collider of the world.
                let _ = simulation.set_pose(body, &pose);
            }
            return;
        }
        let mass = self.character.map(|character| character.mass);
        let kind = match (mass, self.platform) {
            (Some(_), _) => BodyKind::Dynamic,
            (None, true) => BodyKind::Kinematic,
            (None, false) => BodyKind::Static,
        };
        let weightless = self.character.is_some_and(|character| character.gravity == bevy_math::Vec2::ZERO);
        let def = BodyDef {
            kind,
            pose,
            mass,
            fixed_rotation: mass.is_some(),
            gravity_scale: if weightless { 0.0 } else { 1.0 },
            data: self.entity.to_bits(),
            ..BodyDef::default()
        };
        let mut collider = self.definition(&shape, &pose);
        if mass.is_some() {
            collider.friction = 0.0;
        }
        let body = simulation.insert(&def, &[collider]).ok();
        self.link.collider = body.and_then(|body| simulation.colliders_of(body).next());
        self.link.body = body;
    }

    /// The shape in the coordinates of the collider's own body, and the pose of that body. A character does not rotate, so its shape is
    /// rotated instead.
    fn own_shape(&self) -> (Option<Shape>, Option<Pose>) {
        let Some(pose) = self.placement.pose else { return (None, None) };
        let origin = Pose::new(bumper::Rotation::identity(), [0.0, 0.0]);
        match self.mover.filter(|_| self.character.is_some()).and_then(|mover| mover.mover.as_ref()) {
            Some(mover) => {
                let turned = Pose::new(pose.rotation, [0.0, 0.0]);
                let at = Pose::new(origin.rotation, mover.position());
                (self.collider.placed(self.placement.scale, &turned), Some(at))
            }
            None => (self.collider.placed(self.placement.scale, &origin), Some(pose)),
        }
    }

    /// Changes the collider of this entity, or adds it to a body.
    fn set_collider(&mut self, simulation: &mut Simulation<f32>, body: BodyId, shape: &Shape, pose: &Pose) {
        let new = self.definition(shape, pose);
        let old = self.link.collider.and_then(|id| Some((id, simulation.get_collider(id)?)));
        let Some((id, old)) = old else {
            self.link.collider = simulation.insert_collider(body, &new).ok();
            return;
        };
        let friction = if self.character.is_some() { 0.0 } else { new.friction };
        if old.shape != new.shape {
            // A shape without an area is refused; the body then keeps its old shape.
            let _ = simulation.set_shape(id, shape.clone());
        }
        let _ = simulation.modify_collider(id, |old| {
            (old.layers, old.filter, old.sensor, old.one_way) =
                (new.layers, new.filter, new.sensor, new.one_way);
            (old.friction, old.restitution, old.density) = (friction, new.restitution, new.density);
        });
    }
}

/// The side of a body that faces the same way as a side of the world, if the body has this pose.
fn side_of_body(side: Side, pose: &Pose) -> Side {
    let sign = if side.negative { -1.0 } else { 1.0 };
    let normal = Vector([0.0, 0.0]).with(side.axis.index(), sign);
    let turned = pose.rotation.apply_inverse(normal);
    let axis = if turned[0].abs() > turned[1].abs() { bumper::Axis::X } else { bumper::Axis::Y };
    Side { axis, negative: turned[axis.index()] < 0.0 }
}

/// Removes the collider of an entity from the simulation.
pub(crate) fn forget_body_collider(world: &mut DeferredWorld<'_>, entity: Entity) {
    let Some(mut link) = world.get_mut::<BodyLink>(entity) else { return };
    let BodyLink { collider, .. } = core::mem::take(&mut *link);
    if let (Some(id), Some(mut bodies)) = (collider, world.get_resource_mut::<RigidBodies>())
        && let Some(simulation) = &mut bodies.simulation
    {
        simulation.remove_collider(id);
    }
}

/// Removes a rigid body from the simulation. Its colliders become colliders without a rigid body in the next step.
pub(super) fn forget_body(mut world: DeferredWorld<'_>, context: HookContext) {
    let id = world.get_mut::<BodyState>(context.entity).and_then(|mut state| state.id.take());
    if let (Some(id), Some(mut bodies)) = (id, world.get_resource_mut::<RigidBodies>())
        && let Some(simulation) = &mut bodies.simulation
    {
        simulation.remove(id);
    }
    mark_subtree_changed(&mut world, context.entity);
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
