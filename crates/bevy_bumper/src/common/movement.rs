//! The fixed step of characters and platforms in the world of colliders.

use super::character::{
    Character, CharacterCrushed, CharacterHit, CharacterInput, CharacterMover, CharacterStatus,
};
use super::collider::{Collider, Placement};
use super::dimension::{N, Shape, Vector};
use super::motion::Motion;
use super::physics_world::PhysicsWorld;
use super::platform::{Platform, PlatformMotion};
use bevy_ecs::prelude::{Entity, Local, MessageWriter, Query, Res, ResMut, With, Without};
use bevy_time::Time;
use bumper::motion::{Hit, HitTarget, PushRule, Response};
use bumper::world::Id;

/// Characters that are no platforms.
type CharactersOnly = (With<Character>, Without<Platform>);

/// Moves the platforms whose transforms have changed, together with the characters that stand on them or are in their way.
pub(super) fn move_platforms(
    mut physics: ResMut<PhysicsWorld>,
    mut platforms: Query<(&Platform, &Collider, &mut Placement, &mut PlatformMotion)>,
    mut characters: Query<(&mut CharacterMover, &Placement), CharactersOnly>,
    mut crushed: MessageWriter<CharacterCrushed>,
) {
    for (platform, collider, mut placement, mut motion) in &mut platforms {
        let (Some(id), Some(before), Some(after)) = (placement.id, placement.pose, motion.goal.take()) else {
            continue;
        };
        let Some(shape) = collider.placed(placement.scale, &after) else { continue };
        let movers = characters
            .iter_mut()
            .filter_map(|(mover, placement)| Some((mover.into_inner().mover.as_mut()?, placement.id?)));
        let rule = if platform.crush { PushRule::Crush } else { PushRule::Stop };
        let displacement = |at| after.apply(before.apply_inverse(at)) - at;
        let result = physics.world.carry_to([(id, shape)], displacement, rule, movers);
        let ids = result.unwrap_or_default();
        for id in &ids {
            if let Some(character) = entity_of(&physics, *id) {
                crushed.write(CharacterCrushed { character });
            }
        }
        if ids.is_empty() || platform.crush {
            placement.pose = Some(after);
        } else {
            motion.blocked = Some(before);
        }
    }
}

/// Moves the characters.
pub(super) fn step_characters(
    mut physics: ResMut<PhysicsWorld>,
    time: Res<Time>,
    mut characters: Query<(
        Entity,
        &mut Character,
        &mut CharacterInput,
        &mut CharacterStatus,
        &mut CharacterMover,
        &mut Motion,
        &Placement,
    )>,
    mut hits: MessageWriter<CharacterHit>,
    mut found: Local<Vec<Hit<Id, f32, N>>>,
) {
    let seconds = time.delta_secs();
    for (entity, mut character, mut input, mut status, mut mover, mut motion, placement) in &mut characters {
        mover.prepare(&character, &mut input, seconds);
        let (Some(id), Some(body)) = (placement.id, mover.mover.as_mut()) else { continue };
        // Cannot fail: the collider exists, and its shape is finite.
        let _ = body.step_in::<Shape>(
            seconds,
            &mut physics.world,
            id,
            |_| Some(Response::Slide),
            |hit| found.push(hit),
        );
        mover.finish(&mut character, &mut status, &mut motion);
        for hit in found.drain(..) {
            if let HitTarget::Obstacle(other) = hit.target
                && let Some(other) = entity_of(&physics, other)
            {
                hits.write(character_hit(entity, other, &hit));
            }
        }
    }
}

/// The message for a hit of a character.
pub(super) fn character_hit<I>(character: Entity, other: Entity, hit: &Hit<I, f32, N>) -> CharacterHit {
    let normal: Vector = hit.normal.into();
    CharacterHit { character, other, normal, part: hit.parts[1], sensor: hit.response == Response::Cross }
}

/// The entity of a collider.
pub(super) fn entity_of(physics: &PhysicsWorld, id: Id) -> Option<Entity> {
    physics.world.get(id).and_then(|collider| Entity::try_from_bits(collider.data))
}
