//! Snapshots of the physical state, for rollback.

use super::character::{Character, CharacterInput, CharacterMover, CharacterStatus};
use super::collider::{Collider, Placement};
use super::dimension::{self, BodySnapshot};
use super::motion::{Interpolate, Motion};
use super::physics_world::PhysicsWorld;
use super::platform::PlatformMotion;
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;
use bevy_transform::components::Transform;

/// The state of all colliders, characters and rigid bodies at the end of a step: for rollback in network games.
///
/// A world that is restored and makes the same steps with the same input computes the same bits. A snapshot contains what the plugin
/// changes: transforms, velocities and the states of the simulation. It does not contain which entities exist. An entity that was spawned
/// after the snapshot gets a new collider in the next step; the collider of an entity that was despawned is removed.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// let mut app = App::new();
/// app.add_plugins((bevy_time::TimePlugin, BumperPlugin));
/// let ball = app.world_mut().spawn(Collider::circle(4.0)).id();
/// app.update();
/// let snapshot = PhysicsSnapshot::take(app.world_mut());
/// app.world_mut().get_mut::<bevy_transform::components::Transform>(ball).unwrap().translation.x = 9.0;
/// snapshot.restore(app.world_mut());
/// assert_eq!(PhysicsSnapshot::take(app.world_mut()).hash(), snapshot.hash());
/// ```
#[derive(Clone, Debug)]
pub struct PhysicsSnapshot {
    physics: PhysicsWorld,
    entities: Vec<(Entity, EntityState)>,
    bodies: BodySnapshot,
}

/// The components of an entity that a snapshot contains.
#[derive(Clone, Debug)]
struct EntityState {
    transform: Transform,
    placement: Option<Placement>,
    character: Option<(Character, CharacterInput, CharacterStatus, CharacterMover)>,
    motion: Option<Motion>,
    platform: Option<PlatformMotion>,
    interpolate: Option<Interpolate>,
}

impl PhysicsSnapshot {
    /// Copies the state. Costs time and memory in proportion to the number of colliders and bodies.
    #[must_use]
    pub fn take(world: &mut World) -> Self {
        type Optional<'a> = (
            Entity,
            &'a Transform,
            Option<&'a Placement>,
            Option<(&'a Character, &'a CharacterInput, &'a CharacterStatus, &'a CharacterMover)>,
            Option<&'a Motion>,
            Option<&'a PlatformMotion>,
            Option<&'a Interpolate>,
        );
        let mut query = world.query::<Optional>();
        let states = query.iter(world).filter(|found| found.2.is_some() || found.4.is_some());
        let mut entities: Vec<(Entity, EntityState)> = states
            .map(|(entity, transform, placement, character, motion, platform, interpolate)| {
                let state = EntityState {
                    transform: *transform,
                    placement: placement.cloned(),
                    character: character.map(|(a, b, c, d)| (a.clone(), *b, *c, d.clone())),
                    motion: motion.cloned(),
                    platform: platform.cloned(),
                    interpolate: interpolate.cloned(),
                };
                (entity, state)
            })
            .collect();
        entities.sort_unstable_by_key(|(entity, _)| *entity);
        let physics = world.resource::<PhysicsWorld>().clone();
        Self { physics, entities, bodies: BodySnapshot::take(world) }
    }

    /// Restores the state.
    pub fn restore(&self, world: &mut World) {
        // Colliders of entities that are not in the snapshot get new ids.
        let mut all = world.query::<(&mut Placement, &mut Collider)>();
        for (mut placement, mut collider) in all.iter_mut(world) {
            placement.id = None;
            collider.set_changed();
        }
        let mut physics = self.physics.clone();
        for (entity, state) in &self.entities {
            if world.get_entity(*entity).is_err() || world.get::<Collider>(*entity).is_none() {
                state
                    .placement
                    .as_ref()
                    .and_then(|placement| placement.id)
                    .map(|id| physics.world.remove(id));
            }
            set(world, *entity, Some(&state.transform));
            set(world, *entity, state.placement.as_ref());
            set(world, *entity, state.motion.as_ref());
            set(world, *entity, state.platform.as_ref());
            set(world, *entity, state.interpolate.as_ref());
            if let Some((character, input, status, mover)) = &state.character {
                set(world, *entity, Some(character));
                set(world, *entity, Some(input));
                set(world, *entity, Some(status));
                set(world, *entity, Some(mover));
            }
        }
        world.insert_resource(physics);
        self.bodies.restore(world);
    }

    /// A hash of the positions and velocities of all entities of the snapshot: equal for equal states, also on other machines.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut add = |bits: u64| hash = (hash ^ bits).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
        for (_, state) in &self.entities {
            let transform = &state.transform;
            transform.translation.to_array().iter().for_each(|c| add(c.to_bits().into()));
            transform.rotation.to_array().iter().for_each(|c| add(c.to_bits().into()));
            if let Some((character, ..)) = &state.character {
                dimension::components(character.velocity).iter().for_each(|c| add(c.to_bits().into()));
            }
        }
        add(self.bodies.hash());
        hash
    }
}

/// Sets a component of an entity that has it.
pub(super) fn set<C: Component<Mutability = Mutable> + Clone>(
    world: &mut World,
    entity: Entity,
    value: Option<&C>,
) {
    if let (Some(mut component), Some(value)) = (world.get_mut::<C>(entity), value) {
        *component = value.clone();
    }
}
