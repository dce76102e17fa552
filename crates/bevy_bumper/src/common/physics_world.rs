//! The world of all colliders, and the functions that keep it up to date with the entities.

use super::character::Character;
use super::collider::{Collider, Layers, OneWay, Placement, Sensor};
use super::dimension::{self, N, Pose, Shape, Vector, pose_of, scale_of};
use super::motion::Motion;
use super::platform::Platform;
use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::lifecycle::{HookContext, Insert, Remove};
use bevy_ecs::prelude::{Allow, Entity, Has, On, Or, Query, Ref, ResMut, Resource, With, Without};
use bevy_ecs::query::{Changed, QueryData};
use bevy_ecs::world::DeferredWorld;
use bevy_transform::components::{GlobalTransform, Transform};
use bumper::AsShape;
use bumper::world::{Id, World};

/// All colliders, in world coordinates. [`SpatialQuery`](super::SpatialQuery) asks it. The user data of a collider are the bits of its
/// entity.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// let mut app = App::new();
/// app.add_plugins(BumperPlugin);
/// assert!(app.world().resource::<PhysicsWorld>().colliders().is_empty());
/// ```
#[derive(Resource, Clone, Debug, Default)]
pub struct PhysicsWorld {
    pub(super) world: World<f32, N>,
}

impl PhysicsWorld {
    /// The colliders with their ids, as `bumper` stores them.
    #[must_use]
    pub fn colliders(&self) -> &World<f32, N> {
        &self.world
    }

    /// Calls `line` with each segment of the outlines of all colliders, and with the entity of the collider: to draw them with the gizmos of
    /// Bevy, without a dependency on them here.
    ///
    /// ```
    /// use bevy_bumper::prelude::*;
    /// use bevy_ecs::prelude::Res;
    /// fn draw(physics: Res<PhysicsWorld>) {
    ///     physics.outlines(|_entity, _from, _to| {
    ///         // gizmos.line_2d(_from, _to, Color::WHITE)
    ///     });
    /// }
    /// # let _ = draw;
    /// ```
    pub fn outlines(&self, mut line: impl FnMut(Entity, Vector, Vector)) {
        for (_, collider) in self.world.iter() {
            let Some(entity) = Entity::try_from_bits(collider.data) else { continue };
            bumper::debug::outline(collider.shape.as_shape(), &mut |from: Corner, to: Corner| {
                let [from, to] = [from, to].map(|end| end.map(|c| c as f32).into());
                line(entity, from, to);
            });
        }
    }

    /// Calls `line` with a line for each point where two colliders touch, as they were at the end of the last fixed step. The line starts
    /// at the point and has this length along the normal. Pairs with sensors have no contacts.
    ///
    /// ```
    /// use bevy_app::App;
    /// use bevy_bumper::prelude::*;
    /// let mut app = App::new();
    /// app.add_plugins(BumperPlugin);
    /// app.world().resource::<PhysicsWorld>().contacts(8.0, |from, to| println!("{from} {to}"));
    /// ```
    pub fn contacts(&self, length: f32, mut line: impl FnMut(Vector, Vector)) {
        for event in self.world.events() {
            let (Some(a), Some(b)) = (self.world.get(event.a), self.world.get(event.b)) else { continue };
            if a.sensor || b.sensor {
                continue;
            }
            let (a, b) = (a.shape.as_shape(), b.shape.as_shape());
            bumper::debug::contact(a, b, length.into(), &mut |from: Corner, to: Corner| {
                let [from, to] = [from, to].map(|end| end.map(|c| c as f32).into());
                line(from, to);
            });
        }
    }
}

/// The end of a segment of an outline.
type Corner = bumper::Vector<f64, N>;

/// The components that set the options of a collider.
#[derive(QueryData)]
pub(super) struct ColliderOptions {
    entity: Entity,
    sensor: Has<Sensor>,
    layers: Option<&'static Layers>,
    one_way: Option<&'static OneWay>,
}

impl ColliderOptionsItem<'_, '_> {
    /// The collider with a shape in world coordinates, as the world stores it.
    pub(super) fn stored(&self, shape: Shape) -> bumper::world::Collider<Shape> {
        let layers = self.layers.copied().unwrap_or_default();
        bumper::world::Collider {
            shape,
            layers: layers.members,
            filter: layers.filter,
            sensor: self.sensor,
            one_way: self.one_way.map(|one_way| one_way.side()),
            data: self.entity.to_bits(),
        }
    }

    /// Replaces the options of a collider of the world. Returns whether they have changed.
    pub(super) fn apply(&self, world: &mut World<f32, N>, id: Id) -> bool {
        let Some(old) = world.get(id) else { return false };
        let layers = self.layers.copied().unwrap_or_default();
        let side = self.one_way.map(|one_way| one_way.side());
        let new = (layers.members, layers.filter, self.sensor, side);
        let changed = new != (old.layers, old.filter, old.sensor, old.one_way);
        if changed {
            // Cannot fail, because the shape stays the same.
            let _ = world.modify(id, |old| (old.layers, old.filter, old.sensor, old.one_way) = new);
        }
        changed
    }
}

/// The components of a collider that decide where it is in the world.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct ColliderData {
    options: ColliderOptions,
    collider: Ref<'static, Collider>,
    transform: &'static Transform,
    parent: Option<&'static ChildOf>,
    placement: &'static mut Placement,
    is_platform: Has<Platform>,
    owner: Option<&'static dimension::BodyLink>,
}

/// Colliders without a parent that may have changed since the last fixed step. Characters have a system of their own.
type ChangedRoots = (
    Without<ChildOf>,
    Without<Character>,
    Or<(Changed<Collider>, Changed<Transform>, Changed<Sensor>, Changed<Layers>, Changed<OneWay>)>,
);

/// The components of an ancestor, for global transforms.
#[derive(QueryData)]
pub(super) struct AncestorData {
    pub(super) transform: &'static Transform,
    pub(super) parent: Option<&'static ChildOf>,
    /// Whether the plugin moves the entity.
    pub(super) moves: Has<Motion>,
}

/// All entities with a transform, also disabled ones: a child stays in its place when its parent is disabled.
pub(super) type Ancestors<'w, 's> = Query<'w, 's, AncestorData, Allow<Disabled>>;

/// Inserts new colliders into the world, and moves and changes those whose components have changed.
pub(super) fn update_colliders(
    mut physics: ResMut<PhysicsWorld>,
    mut roots: Query<ColliderData, ChangedRoots>,
    mut children: Query<ColliderData, (With<ChildOf>, Without<Character>)>,
    ancestors: Ancestors,
) {
    for mut data in &mut roots {
        let global = *data.transform;
        data.update(&mut physics.world, &global);
    }
    for mut data in &mut children {
        let global = global_transform(data.transform, data.parent, &ancestors);
        data.update(&mut physics.world, &global);
    }
}

/// The transform of an entity in the world. Unlike [`GlobalTransform`], it is current in the middle of a fixed step.
pub(super) fn global_transform(
    transform: &Transform,
    parent: Option<&ChildOf>,
    ancestors: &Ancestors,
) -> Transform {
    let Some(parent) = parent else { return *transform };
    let mut global = GlobalTransform::from(*transform);
    let mut next = Some(parent.parent());
    while let Some(ancestor) = next.and_then(|parent| ancestors.get(parent).ok()) {
        global = GlobalTransform::from(*ancestor.transform) * global;
        next = ancestor.parent.map(ChildOf::parent);
    }
    global.compute_transform()
}

impl ColliderDataItem<'_, '_> {
    /// Updates the collider of this entity in the world.
    fn update(&mut self, world: &mut World<f32, N>, global: &Transform) {
        let (pose, scale) = (pose_of(global), scale_of(global));
        let placed = self.placement.id.zip(self.placement.pose).filter(|_| self.placement.scale == scale);
        let pose = match placed {
            Some((id, old)) => {
                // Platforms and bodies move by steps of their own. Until then, their colliders stay where they are.
                let is_driven = self.is_platform || self.owner.is_some_and(|link| link.is_part());
                if !self.collider.is_changed() && (is_driven || old == pose) {
                    if self.options.apply(world, id) {
                        self.placement.set_changed();
                    }
                    return;
                }
                if is_driven { old } else { pose }
            }
            None => pose,
        };
        let shape = self.collider.placed(scale, &pose);
        let id = replace(world, self.placement.id, shape, &self.options);
        *self.placement = Placement { id, pose: Some(pose), scale };
    }
}

/// Inserts a collider into the world, or replaces the one with the given id. Without a shape, removes it. Returns its id.
pub(super) fn replace(
    world: &mut World<f32, N>,
    id: Option<Id>,
    shape: Option<Shape>,
    options: &ColliderOptionsItem<'_, '_>,
) -> Option<Id> {
    let done = match (id, shape) {
        (Some(id), Some(shape)) => world.set_shape(id, shape).ok().map(|()| {
            options.apply(world, id);
            id
        }),
        (None, Some(shape)) => world.insert(options.stored(shape)).ok(),
        (_, None) => None,
    };
    if let (Some(old), None) = (id, done) {
        world.remove(old);
    }
    done
}

/// Removes a collider from the world: the hook for removed colliders and despawned entities.
pub(super) fn forget_collider(mut world: DeferredWorld<'_>, context: HookContext) {
    forget(&mut world, context.entity);
}

/// Removes the collider of an entity from the world. The next fixed step inserts it again if the entity still has it.
fn forget(world: &mut DeferredWorld<'_>, entity: Entity) {
    dimension::forget_body_collider(world, entity);
    let Some(mut placement) = world.get_mut::<Placement>(entity) else { return };
    let Some(id) = placement.bypass_change_detection().id.take() else { return };
    if let Some(mut physics) = world.get_resource_mut::<PhysicsWorld>() {
        physics.world.remove(id);
    }
}

/// Removes the collider and the rigid body of a disabled entity.
pub(super) fn disable_collider(event: On<Insert, Disabled>, mut world: DeferredWorld<'_>) {
    forget(&mut world, event.entity);
    dimension::forget_rigid_body(&mut world, event.entity);
}

/// Marks the colliders of an entity that is no longer disabled, and of its descendants, as changed, so that the next fixed step inserts
/// them again.
pub(super) fn enable_collider(event: On<Remove, Disabled>, mut world: DeferredWorld<'_>) {
    mark_subtree_changed(&mut world, event.entity);
}

/// Marks the colliders of an entity and of its descendants as changed after the entity has got another parent or none.
pub(super) fn adopt(event: On<Insert, ChildOf>, mut world: DeferredWorld<'_>) {
    mark_subtree_changed(&mut world, event.entity);
}

/// Marks the colliders of an entity and of its descendants as changed when the entity loses its parent.
pub(super) fn orphan(event: On<Remove, ChildOf>, mut world: DeferredWorld<'_>) {
    mark_subtree_changed(&mut world, event.entity);
}

/// Marks the colliders of an entity and of its descendants as changed. Costs nothing for entities without colliders and children.
pub(super) fn mark_subtree_changed(world: &mut DeferredWorld<'_>, root: Entity) {
    let mut entities = vec![root];
    while let Some(entity) = entities.pop() {
        if let Some(mut collider) = world.get_mut::<Collider>(entity) {
            collider.set_changed();
        }
        if let Some(children) = world.get::<Children>(entity) {
            entities.extend(children);
        }
    }
}

/// The pose of an entity in the world.
pub(super) fn global_pose(transform: &Transform, parent: Option<&ChildOf>, ancestors: &Ancestors) -> Pose {
    pose_of(&global_transform(transform, parent, ancestors))
}
