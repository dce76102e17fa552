//! Platforms: colliders that the game moves and that take characters along.

use super::collider::{Placement, mark_collider_changed};
use super::dimension::Pose;
use super::motion::Motion;
use super::physics_world::{Ancestors, global_pose};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Component, Query, ReflectComponent};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;

/// A lift, a door or another collider that the game moves by its transform, in `FixedUpdate`. It carries the characters that stand on it,
/// and pushes those in its way. The [`Collider`](super::Collider) is on the same entity, which may be a child.
///
/// If a character has no room, the platform stops and its transform is set back, unless it crushes. With rigid bodies in the world a
/// platform moves like a kinematic body: it always crushes.
///
/// ```
/// use bevy_bumper::prelude::*;
/// use bevy_ecs::prelude::{Query, Res, With};
/// use bevy_time::Time;
/// use bevy_transform::components::Transform;
/// // A system in `FixedUpdate`.
/// fn ride(mut lifts: Query<&mut Transform, With<Platform>>, time: Res<Time>) {
///     for mut lift in &mut lifts {
///         lift.translation.y = 40.0 * time.elapsed_secs().sin();
///     }
/// }
/// let lift = (Platform::default(), Collider::rectangle(48.0, 8.0));
/// # let _ = (lift, ride);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[require(Transform, Motion, PlatformMotion)]
#[component(on_insert = mark_collider_changed, on_remove = mark_collider_changed)]
pub struct Platform {
    /// Whether the platform moves on if a character has no room. [`CharacterCrushed`](super::CharacterCrushed) reports it in both cases.
    pub crush: bool,
}

/// Where a platform goes in the next step.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct PlatformMotion {
    /// The pose that the game has chosen; `None` if the platform does not move.
    pub(super) goal: Option<Pose>,
    /// The pose at which a character without room has stopped the platform.
    pub(super) blocked: Option<Pose>,
}

/// Finds the platforms that the game has moved.
pub(super) fn find_goals(
    mut platforms: Query<(&Transform, Option<&ChildOf>, &Placement, &mut PlatformMotion)>,
    ancestors: Ancestors,
) {
    for (transform, parent, placement, mut motion) in &mut platforms {
        let goal = global_pose(transform, parent, &ancestors);
        let moves = placement.pose.is_some_and(|pose| pose != goal);
        if moves {
            motion.goal = Some(goal);
        }
    }
}

/// Sets the transforms of stopped platforms back, by way of [`Motion`].
pub(super) fn set_back(mut platforms: Query<(&mut PlatformMotion, &mut Motion)>) {
    for (mut platform, mut motion) in &mut platforms {
        if let Some(pose) = platform.bypass_change_detection().blocked.take() {
            motion.pose = Some(pose);
        }
    }
}
