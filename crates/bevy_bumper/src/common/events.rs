//! Messages and events for pairs of colliders that begin or stop to touch.

use super::physics_world::PhysicsWorld;
use bevy_ecs::prelude::{Commands, Entity, EntityEvent, Message, MessageWriter, ResMut, Resource};
use bevy_ecs::system::Local;
use bevy_ecs::world::World;
use bumper::world::Change;

/// Two colliders have begun to touch or overlap. It is a message, sent once for each pair, and an event, triggered for each of the two
/// entities: for observers of all colliders or of one.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// use bevy_ecs::prelude::{Commands, On};
/// let mut app = App::new();
/// app.add_plugins(BumperPlugin);
/// app.world_mut().spawn((Collider::circle(6.0), Sensor)).observe(|start: On<CollisionStart>, mut commands: Commands| {
///     commands.entity(start.entity).despawn(); // a coin
/// });
/// ```
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionStart {
    /// The entity of the collider: for observers, the one that is observed.
    #[event_target]
    pub entity: Entity,
    /// The entity of the other collider.
    pub other: Entity,
    /// Whether at least one of the two is a sensor.
    pub sensor: bool,
}

/// Two colliders no longer touch, or one of them has been removed. It is a message, sent once for each pair, and an event, triggered for
/// each of the two entities that still exists.
///
/// ```
/// use bevy_bumper::prelude::*;
/// use bevy_ecs::prelude::MessageReader;
/// fn leave(mut ends: MessageReader<CollisionEnd>) {
///     for end in ends.read() {
///         println!("{} has left {}", end.entity, end.other);
///     }
/// }
/// # let _ = leave;
/// ```
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionEnd {
    /// The entity of the collider: for observers, the one that is observed.
    #[event_target]
    pub entity: Entity,
    /// The entity of the other collider. It may no longer exist.
    pub other: Entity,
}

/// The pairs that have begun or ceased to touch in a step.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct CollisionChanges {
    pub(super) starts: Vec<CollisionStart>,
    pub(super) ends: Vec<CollisionEnd>,
}

/// Finds the pairs that have begun or ceased to touch.
pub(super) fn find_collisions(mut physics: ResMut<PhysicsWorld>, mut changes: ResMut<CollisionChanges>) {
    let PhysicsWorld { world } = &mut *physics;
    world.update();
    for event in world.events() {
        let [Some(entity), Some(other)] = event.data.map(Entity::try_from_bits) else { continue };
        match event.intersection() {
            Change::Enter => {
                let sensor =
                    [event.a, event.b].iter().any(|id| world.get(*id).is_some_and(|found| found.sensor));
                changes.starts.push(CollisionStart { entity, other, sensor });
            }
            Change::Leave => changes.ends.push(CollisionEnd { entity, other }),
            Change::Stay => {}
        }
    }
}

/// Sends the messages and triggers the events.
pub(super) fn report_collisions(
    mut changes: ResMut<CollisionChanges>,
    mut starts: MessageWriter<CollisionStart>,
    mut ends: MessageWriter<CollisionEnd>,
    mut commands: Commands,
    mut queue: Local<CollisionChanges>,
) {
    if changes.starts.is_empty() && changes.ends.is_empty() {
        return;
    }
    core::mem::swap(&mut *queue, &mut *changes);
    starts.write_batch(queue.starts.iter().copied());
    ends.write_batch(queue.ends.iter().copied());
    let mut triggered = core::mem::take(&mut *queue);
    commands.queue(move |world: &mut World| {
        for end in &triggered.ends {
            let swapped = CollisionEnd { entity: end.other, other: end.entity };
            trigger_for(world, *end, end.entity);
            trigger_for(world, swapped, swapped.entity);
        }
        for start in &triggered.starts {
            let swapped = CollisionStart { entity: start.other, other: start.entity, ..*start };
            trigger_for(world, *start, start.entity);
            trigger_for(world, swapped, swapped.entity);
        }
        triggered.starts.clear();
        triggered.ends.clear();
        // The lists are used again, so that a step allocates nothing.
        if let Some(mut changes) = world.get_resource_mut::<CollisionChanges>()
            && changes.starts.is_empty()
            && changes.ends.is_empty()
        {
            *changes = triggered;
        }
    });
}

/// Triggers an event if its entity still exists.
fn trigger_for<'a, E>(world: &mut World, event: E, entity: Entity)
where
    E: EntityEvent,
    E::Trigger<'a>: Default,
{
    if world.get_entity(entity).is_ok() {
        world.trigger(event);
    }
}
