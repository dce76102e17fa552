//! The fixed step of rigid bodies, with the characters and platforms among them.

use super::bodies::{BodyData, RigidBodies};
use super::body_link::BodyLink;
use super::character::{
    Character, CharacterCrushed, CharacterHit, CharacterInput, CharacterMover, CharacterStatus,
};
use super::collider::Placement;
use super::dimension::pose_of;
use super::motion::{Motion, Written};
use super::movement::character_hit;
use super::physics_world::{Ancestors, PhysicsWorld, global_transform};
use super::platform::PlatformMotion;
use super::rigid_body::{
    AngularDamping, AngularVelocity, BodyState, Bullet, CenterOfMass, ConstantForce, GravityScale,
    LinearDamping, LinearVelocity, LockedAxes, Mass, RigidBody,
};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, MessageWriter, Or, Query, Res, ResMut, With, Without};
use bevy_ecs::query::Changed;
use bevy_time::Time;
use bevy_transform::components::Transform;
use bumper::dynamics::ColliderId;
use bumper::motion::HitTarget;

/// The bodies of which a component may have changed.
type ChangedBodies = Or<(
    Changed<RigidBody>,
    Changed<LinearVelocity>,
    Changed<AngularVelocity>,
    Changed<GravityScale>,
    Changed<LinearDamping>,
    Changed<AngularDamping>,
    Changed<Mass>,
    Changed<CenterOfMass>,
    Changed<LockedAxes>,
    Changed<Bullet>,
)>;

/// The bodies that the game may have moved.
type MayHaveMoved = Or<(Changed<Transform>, With<ChildOf>)>;

/// Moves the bodies whose transforms, or those of their parents, the game has changed.
pub(super) fn teleport_bodies(
    mut bodies: ResMut<RigidBodies>,
    mut moved: Query<BodyData, MayHaveMoved>,
    ancestors: Ancestors,
) {
    let Some(simulation) = &mut bodies.simulation else { return };
    for mut data in &mut moved {
        let Some(id) = data.state.id else { continue };
        let now = Some(Written::new(data.transform, data.parent, &ancestors));
        if data.motion.written != now {
            let pose = pose_of(&global_transform(data.transform, data.parent, &ancestors));
            data.motion.written = now;
            data.motion.pose = Some(pose);
            let _ = simulation.set_pose(id, &pose);
        }
    }
}

/// Applies the velocities and settings that the game has changed.
pub(super) fn update_settings(mut bodies: ResMut<RigidBodies>, mut changed: Query<BodyData, ChangedBodies>) {
    let Some(simulation) = &mut bodies.simulation else { return };
    for mut data in &mut changed {
        let Some(id) = data.state.id else { continue };
        let kind = data.kind.kind();
        // Refused settings, such as a negative mass, leave the body as it is.
        let _ = simulation.modify(id, |def| {
            def.kind = kind;
            data.settings.apply(def);
        });
        let velocity = (data.linear.0, data.angular.0);
        if data.state.velocity != velocity {
            data.state.velocity = velocity;
            let _ = simulation.set_velocity(id, velocity.0, velocity.1);
        }
    }
}

/// Applies the constant forces.
pub(super) fn apply_forces(mut bodies: ResMut<RigidBodies>, forces: Query<(&BodyState, &ConstantForce)>) {
    let Some(simulation) = &mut bodies.simulation else { return };
    for (state, force) in &forces {
        if let Some((id, body)) = state.id.and_then(|id| Some((id, simulation.get(id)?))) {
            // Fails for a force that is not finite, which then does not act.
            let _ = simulation.apply_force(id, force.0, body.center);
        }
    }
}

/// The components of a character that a step reads and changes.
type SteppedCharacter<'a> = (
    Entity,
    &'a mut Character,
    &'a mut CharacterInput,
    &'a mut CharacterStatus,
    &'a mut CharacterMover,
    &'a mut Motion,
    &'a Placement,
    &'a BodyLink,
);

/// Makes the step of the simulation, with all characters and platforms.
pub(super) fn step_bodies(
    mut bodies: ResMut<RigidBodies>,
    mut physics: ResMut<PhysicsWorld>,
    time: Res<Time>,
    mut platforms: Query<(&mut PlatformMotion, &BodyLink, &mut Placement), Without<Character>>,
    mut characters: Query<SteppedCharacter>,
    mut hits: MessageWriter<CharacterHit>,
    mut crushed: MessageWriter<CharacterCrushed>,
) {
    let Some(simulation) = &mut bodies.simulation else { return };
    let seconds = time.delta_secs();
    for (mut motion, link, mut placement) in &mut platforms {
        let Some(body) = link.body else { continue };
        if let Some(goal) = motion.bypass_change_detection().goal.take() {
            let _ = simulation.set_target_pose(body, &goal, seconds);
            placement.bypass_change_detection().pose = Some(goal);
        } else if simulation
            .get(body)
            .is_some_and(|state| state.velocity.length() + state.angular_velocity.abs() > 0.0)
        {
            let _ = simulation.set_velocity(body, [0.0, 0.0], 0.0);
        }
    }
    let mut order = Vec::new();
    let mut movers = Vec::new();
    for (entity, character, mut input, _, mover, _, _, link) in &mut characters {
        let mover = mover.into_inner();
        mover.prepare(&character, &mut input, seconds);
        if let (Some(body), Some(mover)) = (link.body, mover.mover.as_mut()) {
            order.push(entity);
            movers.push((mover, body));
        }
    }
    // Fails only if a body of a character has been removed; then nothing moves in this step.
    let steps = simulation.step_with_movers(seconds, movers).unwrap_or_default();
    for (entity, step) in order.into_iter().zip(steps) {
        if step.crushed {
            crushed.write(CharacterCrushed { character: entity });
        }
        for hit in &step.hits {
            if let HitTarget::Obstacle(other) = hit.target
                && let Some(other) = entity_of(simulation, other)
            {
                hits.write(character_hit(entity, other, hit));
            }
        }
        let Ok((_, mut character, _, mut status, mover, mut motion, placement, _)) =
            characters.get_mut(entity)
        else {
            continue;
        };
        mover.finish(&mut character, &mut status, &mut motion);
        if let (Some(id), Some(mover)) = (placement.id(), &mover.mover) {
            let _ = physics.world.set_shape(id, mover.shape().clone());
        }
    }
}

/// The entity of a collider of the simulation.
fn entity_of(simulation: &bumper::dynamics::Simulation<f32>, id: ColliderId) -> Option<Entity> {
    simulation.get_collider(id).and_then(|collider| Entity::try_from_bits(collider.data))
}

/// The components of a body that a step changes.
type SteppedBody<'a> = (&'a mut BodyState, &'a mut Motion, &'a mut LinearVelocity, &'a mut AngularVelocity);

/// Copies the results of a step to the components of the bodies, and to their colliders in the world.
pub(super) fn push_bodies(
    bodies: Res<RigidBodies>,
    mut physics: ResMut<PhysicsWorld>,
    mut moved: Query<SteppedBody>,
    mut links: Query<(&mut BodyLink, &mut Placement)>,
) {
    let Some(simulation) = &bodies.simulation else { return };
    for (mut state, mut motion, mut linear, mut angular) in &mut moved {
        let Some(body) = state.id.and_then(|id| simulation.get(id)) else { continue };
        Motion::moved_to(&mut motion, body.pose);
        let velocity = (body.velocity.into(), body.angular_velocity);
        if state.velocity != velocity {
            state.bypass_change_detection().velocity = velocity;
            linear.set_if_neq(LinearVelocity(velocity.0));
            angular.set_if_neq(AngularVelocity(velocity.1));
        }
    }
    for (mut link, mut placement) in &mut links {
        let (Some(body), Some(collider), Some(id)) = (link.body, link.collider, placement.id) else {
            continue;
        };
        let Some(state) = simulation.get(body) else { continue };
        let drives = link.is_part() || state.kind == bumper::dynamics::BodyKind::Kinematic;
        if drives
            && link.pose != Some(state.pose)
            && let Some(shape) = simulation.shape_of(collider)
        {
            link.bypass_change_detection().pose = Some(state.pose);
            if link.is_part() {
                placement.bypass_change_detection().pose = Some(state.pose);
            }
            let _ = physics.world.set_shape(id, shape);
        }
    }
}
