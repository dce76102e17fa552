//! The colliders in the simulation of rigid bodies: what each of them is there, and how it gets there.

use super::bodies::{BodyData, BodyDataItem, RigidBodies};
use super::character::{Character, CharacterMover};
use super::collider::{Collider, Layers, OneWay, Placement, Sensor};
use super::dimension::{Pose, Shape, pose_of};
use super::motion::Written;
use super::physics_world::{Ancestors, global_transform};
use super::platform::Platform;
use super::rigid_body::{Density, Friction, Gravity, Restitution, RigidBody};
use bevy_ecs::change_detection::DetectChanges;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Component, Entity, Has, Query, Ref, Res, ResMut, With};
use bevy_ecs::query::QueryData;
use bevy_ecs::world::DeferredWorld;
use bevy_transform::components::Transform;
use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Simulation};
use bumper::{AsShape, Side, Vector};

/// What a collider is in the simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// An obstacle, with a static body of its own.
    #[default]
    Obstacle,
    /// A platform, with a kinematic body of its own.
    Platform,
    /// A character, with a dynamic body of its own.
    Character,
    /// A part of the rigid body of this entity.
    Part(Entity),
}

/// The collider of an entity in the simulation.
#[derive(Component, Clone, Debug, Default)]
pub(crate) struct BodyLink {
    pub(super) role: Role,
    /// The transform of the collider relative to the entity of its rigid body; `None` if it is not a part of one.
    offset: Option<Transform>,
    pub(super) body: Option<BodyId>,
    pub(super) collider: Option<ColliderId>,
    /// The pose of the rigid body for which the world has the shape of the collider.
    pub(super) pose: Option<Pose>,
}

impl BodyLink {
    /// Whether the collider moves with a rigid body.
    pub(crate) fn is_part(&self) -> bool {
        matches!(self.role, Role::Part(_))
    }

    /// Removes the collider from the simulation, with its body if that is its own.
    fn remove_from(&mut self, simulation: &mut Simulation<f32>) {
        let Self { role, body, collider, .. } = core::mem::take(self);
        match role {
            Role::Part(_) => _ = collider.map(|id| simulation.remove_collider(id)),
            Role::Obstacle | Role::Platform | Role::Character => _ = body.map(|id| simulation.remove(id)),
        }
    }
}

/// The components of a collider that decide its role.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct RoleData {
    entity: Entity,
    collider: Ref<'static, Collider>,
    parent: Option<&'static ChildOf>,
    link: &'static mut BodyLink,
    is_character: Has<Character>,
    is_platform: Has<Platform>,
}

impl RoleDataItem<'_, '_> {
    /// The role of the collider. It is a part of the first rigid body among its entity and the ancestors of its entity; only characters are
    /// never parts.
    fn role(&self, owners: &Query<(), With<RigidBody>>, ancestors: &Ancestors) -> Role {
        if self.is_character {
            return Role::Character;
        }
        if owners.contains(self.entity) {
            return Role::Part(self.entity);
        }
        let mut next = self.parent;
        while let Some(parent) = next.map(ChildOf::parent) {
            if owners.contains(parent) {
                return Role::Part(parent);
            }
            next = ancestors.get(parent).ok().and_then(|ancestor| ancestor.parent);
        }
        if self.is_platform { Role::Platform } else { Role::Obstacle }
    }
}

/// Decides the roles of new and changed colliders, before the world of colliders places them: where a part is follows from its body, where
/// other colliders are from their transforms. Colliders count as changed when they, their ancestors or their bodies change.
pub(super) fn update_roles(
    mut bodies: ResMut<RigidBodies>,
    owners: Query<(), With<RigidBody>>,
    mut links: Query<RoleData>,
    ancestors: Ancestors,
) {
    for mut data in &mut links {
        if data.link.collider.is_some() && !data.collider.is_changed() {
            continue;
        }
        let role = data.role(&owners, &ancestors);
        if role != data.link.role {
            if let Some(simulation) = &mut bodies.simulation {
                data.link.remove_from(simulation);
            }
            data.link.role = role;
        }
    }
}

/// The components of a collider that the simulation depends on.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct LinkData {
    entity: Entity,
    collider: Ref<'static, Collider>,
    placement: Ref<'static, Placement>,
    transform: &'static Transform,
    parent: Option<&'static ChildOf>,
    link: &'static mut BodyLink,
    sensor: Has<Sensor>,
    layers: Option<&'static Layers>,
    one_way: Option<&'static OneWay>,
    friction: Option<Ref<'static, Friction>>,
    restitution: Option<Ref<'static, Restitution>>,
    density: Option<Ref<'static, Density>>,
    character: Option<&'static Character>,
    mover: Option<&'static CharacterMover>,
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
        if data.placement.id().is_none() {
            // The collider has no shape, such as an empty compound.
            if data.link.collider.is_some() {
                data.link.remove_from(simulation);
            }
            continue;
        }
        let exists = data.link.collider.is_some_and(|id| simulation.get_collider(id).is_some());
        if exists && !data.has_changed(&ancestors) {
            continue;
        }
        data.link.offset = data.offset(&ancestors);
        data.link.pose = None;
        match data.link.role {
            Role::Part(owner) => {
                if let Ok(body) = owners.get_mut(owner) {
                    data.attach(simulation, body, &ancestors);
                }
            }
            Role::Obstacle | Role::Platform | Role::Character => data.update_own_body(simulation),
        }
    }
}

impl LinkDataItem<'_, '_> {
    /// Whether a component has changed that the simulation depends on.
    fn has_changed(&self, ancestors: &Ancestors) -> bool {
        let material = |changed: Option<bool>| changed == Some(true);
        self.placement.is_changed()
            || self.collider.is_changed()
            || self.link.offset != self.offset(ancestors)
            || material(self.friction.as_ref().map(DetectChanges::is_changed))
            || material(self.restitution.as_ref().map(DetectChanges::is_changed))
            || material(self.density.as_ref().map(DetectChanges::is_changed))
    }

    /// The transform of the collider relative to the entity of its rigid body; `None` if it is not a part of one.
    fn offset(&self, ancestors: &Ancestors) -> Option<Transform> {
        let Role::Part(owner) = self.link.role else { return None };
        let mut offset = Transform::IDENTITY;
        let mut entity = self.entity;
        while entity != owner {
            let ancestor = ancestors.get(entity).ok()?;
            offset = *ancestor.transform * offset;
            entity = ancestor.parent?.parent();
        }
        Some(offset)
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
            let global = global_transform(self.transform, self.parent, ancestors);
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
            body.motion.written = Some(Written::new(body.transform, body.parent, ancestors));
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
            if self.link.role == Role::Obstacle {
                // Cannot fail: the body exists, and the pose is that of a collider of the world.
                let _ = simulation.set_pose(body, &pose);
            }
            return;
        }
        let mass = self.character.map(|character| character.mass);
        let kind = match self.link.role {
            Role::Character => BodyKind::Dynamic,
            Role::Platform => BodyKind::Kinematic,
            Role::Obstacle | Role::Part(_) => BodyKind::Static,
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
    let mut link = core::mem::take(&mut *link);
    if let Some(mut bodies) = world.get_resource_mut::<RigidBodies>()
        && let Some(simulation) = &mut bodies.simulation
    {
        link.remove_from(simulation);
    }
}
