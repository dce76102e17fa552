//! The part of a snapshot that rigid bodies need.

use super::bodies::RigidBodies;
use super::body_link::BodyLink;
use super::joint::JointLink;
use super::rigid_body::{AngularVelocity, BodyState, LinearVelocity};
use super::snapshot::set;
use bevy_ecs::entity::Entity;
use bevy_ecs::world::World;

/// The simulation, and the components that refer to it.
#[derive(Clone, Debug)]
pub(crate) struct BodySnapshot {
    bodies: RigidBodies,
    states: Vec<(Entity, BodyState, LinearVelocity, AngularVelocity)>,
    links: Vec<(Entity, BodyLink)>,
    joints: Vec<(Entity, JointLink)>,
}

impl BodySnapshot {
    pub(crate) fn take(world: &mut World) -> Self {
        let mut states = world.query::<(Entity, &BodyState, &LinearVelocity, &AngularVelocity)>();
        let states = states
            .iter(world)
            .map(|(entity, state, linear, angular)| (entity, state.clone(), *linear, *angular));
        let states = states.collect();
        let links = world
            .query::<(Entity, &BodyLink)>()
            .iter(world)
            .map(|(entity, link)| (entity, link.clone()))
            .collect();
        let joints = world
            .query::<(Entity, &JointLink)>()
            .iter(world)
            .map(|(entity, link)| (entity, link.clone()))
            .collect();
        Self { bodies: world.resource::<RigidBodies>().clone(), states, links, joints }
    }

    /// Restores the simulation. Colliders and joints of entities that are not in the snapshot are added in the next step.
    pub(crate) fn restore(&self, world: &mut World) {
        let mut bodies = self.bodies.clone();
        world.query::<&mut BodyLink>().iter_mut(world).for_each(|mut link| *link = BodyLink::default());
        world.query::<&mut BodyState>().iter_mut(world).for_each(|mut state| *state = BodyState::default());
        world.query::<&mut JointLink>().iter_mut(world).for_each(|mut link| *link = JointLink::default());
        for (entity, link) in &self.links {
            let exists = world.get::<BodyLink>(*entity).is_some();
            if let (false, Some(id), Some(simulation)) = (exists, link.collider, &mut bodies.simulation) {
                simulation.remove_collider(id);
            }
            set(world, *entity, Some(link));
        }
        for (entity, state, linear, angular) in &self.states {
            set(world, *entity, Some(state));
            set(world, *entity, Some(linear));
            set(world, *entity, Some(angular));
        }
        for (entity, link) in &self.joints {
            set(world, *entity, Some(link));
        }
        world.insert_resource(bodies);
    }

    /// A hash of the state of the simulation.
    pub(crate) fn hash(&self) -> u64 {
        self.bodies.simulation.as_ref().map_or(0, bumper::dynamics::Simulation::state_hash)
    }
}
