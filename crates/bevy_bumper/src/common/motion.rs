//! The way back from the world to the transforms of the entities that the plugin moves, and their interpolation between fixed steps.

use super::dimension::{Pose, pose_of, set_pose, set_translation};
use super::physics_world::{Ancestors, global_transform};
use super::platform::Platform;
use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut, Mut};
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Component, Entity, Has, Local, ParamSet, Query, ReflectComponent, Res};
use bevy_ecs::query::Changed;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_time::{Fixed, Time};
use bevy_transform::components::{GlobalTransform, Transform};

/// The pose of an entity that the plugin moves, in the world, and the transform that the plugin has given to the entity. If the entity has
/// another transform at the next step, the game has moved it.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct Motion {
    pub(super) pose: Option<Pose>,
    pub(super) written: Option<Written>,
}

/// The transform of an entity, and the transform of its parent in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Written {
    transform: Transform,
    /// The identity if there is no parent, or if the plugin moves an ancestor: only the game's own changes of parents move an entity.
    parent: Transform,
}

impl Written {
    pub(super) fn new(transform: &Transform, parent: Option<&ChildOf>, ancestors: &Ancestors) -> Self {
        Self { transform: *transform, parent: game_parent(parent, ancestors) }
    }
}

/// The transform of a parent in the world; the identity if there is no parent, or if the plugin moves an ancestor.
fn game_parent(parent: Option<&ChildOf>, ancestors: &Ancestors) -> Transform {
    let mut next = parent;
    while let Some(ancestor) = next.and_then(|parent| ancestors.get(parent.parent()).ok()) {
        if ancestor.moves {
            return Transform::IDENTITY;
        }
        next = ancestor.parent;
    }
    global_transform(&Transform::IDENTITY, parent, ancestors)
}

impl Motion {
    /// Sets the pose after a step.
    pub(super) fn moved_to(motion: &mut Mut<'_, Self>, pose: Pose) {
        if motion.pose != Some(pose) {
            motion.pose = Some(pose);
        }
    }
}

/// Draws an entity that moves in fixed steps between its last two poses, so that it moves smoothly at every frame rate. Its transform is
/// half a step behind on average; at the beginning of the next fixed step it is exact again.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let player = (Character::platformer(120.0, 40.0), Collider::rectangle(12.0, 20.0), Interpolate::default());
/// # let _ = player;
/// ```
#[derive(Component, Clone, Debug, Default, Reflect)]
#[reflect(Component, Default, Clone, Debug)]
pub struct Interpolate {
    /// The transforms after the step before the last one and after the last one; `None` before the first step and after a teleport.
    steps: Option<[Transform; 2]>,
    /// The transform that is shown now; `None` while it is exact.
    shown: Option<Transform>,
}

/// Replaces the interpolated transforms by the exact ones, before a fixed step. A transform that the game has changed stays.
pub(super) fn restore_exact(mut entities: Query<(&mut Transform, &mut Interpolate)>) {
    for (mut transform, mut interpolate) in &mut entities {
        let Some(shown) = interpolate.shown.take() else { continue };
        match interpolate.steps {
            Some([_, last]) if *transform == shown => *transform = last,
            Some(_) | None => interpolate.steps = None,
        }
    }
}

/// Shows transforms between the last two steps, after the fixed steps of a frame.
pub(super) fn show_interpolated(
    mut entities: Query<(&mut Transform, &mut Interpolate)>,
    time: Res<Time<Fixed>>,
) {
    let part = time.overstep_fraction();
    for (mut transform, mut interpolate) in &mut entities {
        let current = *transform;
        let is_exact = |last| interpolate.shown.unwrap_or(last) == current;
        let Some([first, last]) = interpolate.steps.filter(|[_, last]| is_exact(*last)) else { continue };
        if first == last && interpolate.shown.is_none() {
            continue;
        }
        let between = Transform {
            translation: first.translation.lerp(last.translation, part),
            rotation: first.rotation.slerp(last.rotation, part),
            scale: last.scale,
        };
        if between != current {
            *transform = between;
        }
        interpolate.shown = Some(between);
    }
}

/// The components of an entity that the plugin moves.
type Moved<'w, 's> = Query<
    'w,
    's,
    (Entity, &'static mut Transform, &'static mut Motion, Option<&'static mut Interpolate>, Has<Platform>),
>;

/// Entities with a parent that have moved.
type MovedChildren<'w, 's> = Query<'w, 's, (Entity, &'static ChildOf), Changed<Motion>>;

/// The transform of the parent of an entity in the world, and the part of it that the game decides: see [`Written`].
pub(super) struct ParentTransforms {
    global: GlobalTransform,
    game: Transform,
}

/// Writes the poses of characters and bodies to their transforms.
pub(super) fn write_transforms(
    mut parents: Local<EntityHashMap<ParentTransforms>>,
    mut queries: ParamSet<((MovedChildren, Ancestors), Moved)>,
) {
    parents.clear();
    let (children, ancestors) = queries.p0();
    for (entity, parent) in &children {
        let global = global_transform(&Transform::IDENTITY, Some(parent), &ancestors).into();
        parents.insert(entity, ParentTransforms { global, game: game_parent(Some(parent), &ancestors) });
    }
    for (entity, mut transform, mut motion, interpolate, is_platform) in &mut queries.p1() {
        let before = *transform;
        if let Some(pose) = motion.pose.filter(|_| motion.is_changed()) {
            let parent = parents.get(&entity);
            let after = at_pose(&before, &pose, parent.map(|parent| &parent.global));
            if after != before {
                *transform = after;
            }
            let parent = parent.map_or(Transform::IDENTITY, |parent| parent.game);
            motion.bypass_change_detection().written = Some(Written { transform: after, parent });
        }
        if let Some(mut interpolate) = interpolate {
            // The game moves platforms, so they start where they were after the last step.
            let last = interpolate.steps.filter(|_| is_platform).map(|[_, last]| last);
            let steps = Some([last.unwrap_or(before), *transform]);
            if interpolate.steps != steps {
                interpolate.steps = steps;
            }
        }
    }
}

/// A transform moved to a pose in the world. Its scale stays, and in 2D its translation along z.
fn at_pose(transform: &Transform, pose: &Pose, parent: Option<&GlobalTransform>) -> Transform {
    let mut global = parent.map_or(*transform, |parent| (*parent * *transform).compute_transform());
    if pose.rotation == pose_of(&global).rotation {
        set_translation(&mut global, pose.translation.into());
    } else {
        set_pose(&mut global, pose);
    }
    parent.map_or(global, |parent| GlobalTransform::from(global).reparented_to(parent))
}
