//! Characters: entities that walk, jump, climb stairs and ride on lifts.

use super::collider::{Collider, Placement, mark_collider_changed};
use super::dimension::{DEFAULT_GRAVITY, N, Pose, Shape, UP, Vector, pose_of, scale_of};
use super::motion::{Motion, Written};
use super::physics_world::{Ancestors, ColliderOptions, PhysicsWorld, global_transform, replace};
use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut, Mut};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Component, Entity, Message, Query, Ref, ReflectComponent, ResMut, With};
use bevy_ecs::query::QueryData;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;
use bumper::motion::{Mover, Response, WalkSettings};
use bumper::world::World;

/// The angle of the steepest slope on which a character stands by default, in radians: 60 degrees.
const DEFAULT_FLOOR_ANGLE: f32 = core::f32::consts::FRAC_PI_3;

/// A character: it slides along obstacles, climbs stairs, follows slopes, jumps, drops through one-way planks, and rides on
/// [`Platform`](super::Platform)s and on rigid bodies. It needs a [`Collider`]. The game writes [`CharacterInput`]; each fixed step reads
/// it, moves the character, and updates [`CharacterStatus`].
///
/// Lengths are in units of the world (usually pixels), times in seconds.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// use bevy_transform::components::Transform;
///
/// let mut app = App::new();
/// app.add_plugins(BumperPlugin);
/// let settings = Character { coyote_time: 0.1, buffer_time: 0.1, ..Character::platformer(120.0, 40.0) };
/// app.world_mut().spawn((settings, Collider::rectangle(12.0, 20.0), Transform::from_xyz(0.0, 60.0, 0.0)));
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[require(Transform, Motion, CharacterInput, CharacterStatus, CharacterMover)]
#[component(on_insert = mark_collider_changed, on_remove = mark_collider_changed)]
pub struct Character {
    /// The velocity. The plugin changes it by gravity, input and obstacles; the game may change it, for example to knock the character back.
    pub velocity: Vector,
    /// The acceleration by gravity. Zero for games seen from above; then the character never stands and does not jump.
    pub gravity: Vector,
    /// The speed at which the character walks in the direction of its input.
    pub speed: f32,
    /// The acceleration of walking. By default infinite: the speed follows the input at once.
    pub acceleration: f32,
    /// The height of a jump.
    pub jump_height: f32,
    /// The height of the highest stair that the character climbs. Zero by default.
    pub stair_height: f32,
    /// The largest step down that the character takes without falling. Zero by default.
    pub snap_distance: f32,
    /// The angle of the steepest slope on which the character stands, in radians from level. π/3 by default.
    pub floor_angle: f32,
    /// The time during which the character can still jump after it has left the ground. Zero by default.
    pub coyote_time: f32,
    /// The time during which a jump that was requested in the air stays pending. Zero by default.
    pub buffer_time: f32,
    /// Whether a jump adds the velocity of the lift on which the character stands. `false` by default.
    pub keep_platform_velocity: bool,
    /// The mass with which the character pushes rigid bodies and weighs on them. 1 by default.
    pub mass: f32,
}

impl Default for Character {
    fn default() -> Self {
        Self {
            velocity: Vector::ZERO,
            gravity: Vector::ZERO,
            speed: 0.0,
            acceleration: f32::INFINITY,
            jump_height: 0.0,
            stair_height: 0.0,
            snap_distance: 0.0,
            floor_angle: DEFAULT_FLOOR_ANGLE,
            coyote_time: 0.0,
            buffer_time: 0.0,
            keep_platform_velocity: false,
            mass: 1.0,
        }
    }
}

impl Character {
    /// A character that gravity pulls down: by 900 units per second² in 2D, by 20 in 3D.
    ///
    /// ```
    /// use bevy_bumper::prelude::*;
    /// let hero = Character { stair_height: 8.0, snap_distance: 8.0, ..Character::platformer(120.0, 40.0) };
    /// assert_eq!(hero.gravity.y, -900.0);
    /// ```
    #[must_use]
    pub fn platformer(speed: f32, jump_height: f32) -> Self {
        Self { gravity: UP * -DEFAULT_GRAVITY, speed, jump_height, ..Self::default() }
    }

    /// A character without gravity, for games seen from above.
    ///
    /// ```
    /// use bevy_bumper::prelude::*;
    /// assert_eq!(Character::top_down(90.0).gravity.length(), 0.0);
    /// ```
    #[must_use]
    pub fn top_down(speed: f32) -> Self {
        Self { speed, ..Self::default() }
    }

    /// The velocity after the input has acted for a time: the part that is not along gravity approaches the speed of walking.
    fn driven_velocity(&self, direction: Vector, time: f32) -> Vector {
        let up = self.gravity.normalize_or_zero();
        let level = |v: Vector| v - up * v.dot(up);
        let now = level(self.velocity);
        let goal = level(direction).clamp_length_max(1.0) * self.speed;
        let change = (goal - now).clamp_length_max(self.acceleration * time);
        if self.acceleration == f32::INFINITY { self.velocity - now + goal } else { self.velocity + change }
    }
}

/// What a character shall do. The game writes it, usually in `Update`.
///
/// ```
/// use bevy_bumper::prelude::*;
/// fn run_right_and_jump(mut input: bevy_ecs::prelude::Single<&mut CharacterInput>) {
///     input.direction.x = 1.0;
///     input.jump = true;
/// }
/// # let _ = run_right_and_jump;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct CharacterInput {
    /// The direction in which the character walks, with a length from 0 to 1. With gravity, only the part across it counts.
    pub direction: Vector,
    /// Requests a jump. The next fixed step sets it to `false`, so a key that was pressed between two steps is not lost.
    pub jump: bool,
    /// Whether the character passes through one-way colliders, so that it drops through the plank on which it stands.
    pub drop: bool,
}

/// The state of a character after the last fixed step.
///
/// ```
/// use bevy_bumper::prelude::*;
/// assert!(!CharacterStatus::default().grounded);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct CharacterStatus {
    /// Whether the character stands on a floor.
    pub grounded: bool,
    /// The normal of the floor, pointing up; zero in the air.
    pub ground_normal: Vector,
}

/// A hit of a character in a fixed step: an obstacle has stopped it, or it has passed a sensor. The floor on which it walks is no hit,
/// except in the step in which it lands.
///
/// ```
/// use bevy_bumper::prelude::*;
/// use bevy_ecs::prelude::MessageReader;
/// fn footsteps(mut hits: MessageReader<CharacterHit>) {
///     for hit in hits.read().filter(|hit| hit.normal.y > 0.7) {
///         println!("{} has landed on part {} of {:?}", hit.character, hit.part, hit.other);
///     }
/// }
/// # let _ = footsteps;
/// ```
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct CharacterHit {
    /// The character.
    pub character: Entity,
    /// The collider that the character has hit.
    pub other: Entity,
    /// The normal of the surface, towards the character.
    pub normal: Vector,
    /// The part of the other collider, such as a tile: see [`Collider::tile`].
    pub part: u32,
    /// Whether the other collider has only been touched, because it is a sensor.
    pub sensor: bool,
}

/// A character that a platform would crush: it has no room. Sent in every step in which this is so.
///
/// ```
/// use bevy_bumper::prelude::*;
/// use bevy_ecs::prelude::{Commands, MessageReader};
/// fn die(mut crushed: MessageReader<CharacterCrushed>, mut commands: Commands) {
///     for event in crushed.read() {
///         commands.entity(event.character).despawn();
///     }
/// }
/// # let _ = die;
/// ```
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterCrushed {
    /// The character.
    pub character: Entity,
}

/// The mover of a character. `None` before its first step, and while its collider has no shape.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct CharacterMover {
    pub(super) mover: Option<Mover<f32, N, Shape>>,
    /// A new shape that had no room yet, so that it has to be tried again.
    pending: bool,
}

impl CharacterMover {
    /// Copies the settings and the velocity of a character to its mover, and applies the input.
    pub(super) fn prepare(&mut self, character: &Character, input: &mut CharacterInput, time: f32) {
        let Some(mover) = &mut self.mover else { return };
        mover.velocity = character.driven_velocity(input.direction, time).into();
        mover.gravity = character.gravity.into();
        let walks = character.stair_height > 0.0 || character.snap_distance > 0.0;
        mover.walk_settings = walks.then_some(WalkSettings {
            stair_height: character.stair_height,
            snap_distance: character.snap_distance,
        });
        mover.floor_angle = character.floor_angle;
        mover.coyote_time = character.coyote_time;
        mover.buffer_time = character.buffer_time;
        mover.keep_platform_velocity = character.keep_platform_velocity;
        mover.drop_through = input.drop;
        mover.report_all = true;
        if input.jump {
            input.jump = false;
            mover.jump(character.jump_height);
        }
    }

    /// Copies the result of a step to the components of the character.
    pub(super) fn finish(
        &self,
        character: &mut Character,
        status: &mut Mut<CharacterStatus>,
        motion: &mut Mut<Motion>,
    ) {
        let Some(mover) = &self.mover else { return };
        character.velocity = mover.velocity.into();
        let normal = mover.ground_normal().map_or(Vector::ZERO, |n| n.map(|c| c as f32).into());
        let new = CharacterStatus { grounded: mover.is_grounded(), ground_normal: normal };
        status.set_if_neq(new);
        let rotation = motion.pose.map_or(bumper::Rotation::identity(), |pose| pose.rotation);
        Motion::moved_to(motion, Pose::new(rotation, mover.position()));
    }
}

/// The components of a character that decide where it is.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct CharacterData {
    options: ColliderOptions,
    collider: Ref<'static, Collider>,
    transform: &'static Transform,
    parent: Option<&'static ChildOf>,
    placement: &'static mut Placement,
    mover: &'static mut CharacterMover,
    motion: &'static mut Motion,
}

/// Inserts new characters into the world, and updates those whose shape or options have changed or which the game has moved.
pub(super) fn update_characters(
    mut physics: ResMut<PhysicsWorld>,
    mut characters: Query<CharacterData, With<Character>>,
    ancestors: Ancestors,
) {
    for mut data in &mut characters {
        let now = Written::new(data.transform, data.parent, &ancestors);
        let moved = data.motion.written != Some(now);
        if moved || data.placement.id.is_none() || data.collider.is_changed() || data.mover.pending {
            let global = global_transform(data.transform, data.parent, &ancestors);
            data.update(&mut physics.world, &global, Some(now).filter(|_| moved));
        } else if let Some(id) = data.placement.id
            && data.options.apply(&mut physics.world, id)
        {
            data.placement.set_changed();
        }
    }
}

impl CharacterDataItem<'_, '_> {
    /// Updates the mover of this character and its collider in the world. `moved` are its transforms if the game has moved it.
    fn update(&mut self, world: &mut World<f32, N>, global: &Transform, moved: Option<Written>) {
        let (pose, scale) = (pose_of(global), scale_of(global));
        let turned = Pose::new(pose.rotation, [0.0; N]);
        let is_new = self.mover.mover.is_none() || self.placement.id.is_none();
        let reshaped = self.collider.is_changed()
            || self.mover.pending
            || self.placement.scale != scale
            || self.placement.pose.is_none_or(|old| old.rotation != pose.rotation);
        let local = if is_new || reshaped { self.collider.placed(scale, &turned) } else { None };
        match (&mut self.mover.mover, local, self.placement.id) {
            (Some(mover), Some(shape), Some(id)) => {
                let done = mover.set_shape(shape, &world.except(id), |_| Some(Response::Slide));
                self.mover.pending = !done;
            }
            (mover, Some(shape), _) => {
                let old = mover.take();
                let mut new = Mover::new(shape);
                new.set_position(old.map_or(pose.translation, |old| old.position()));
                *mover = Some(new);
            }
            (_, None, _) => {}
        }
        let Some(mover) = &mut self.mover.mover else { return };
        if let Some(written) = moved {
            mover.set_position(pose.translation);
            self.motion.written = Some(written);
        }
        self.motion.pose = Some(Pose::new(pose.rotation, mover.position()));
        let id = replace(world, self.placement.id, Some(mover.shape().clone()), &self.options);
        *self.placement = Placement { id, pose: Some(pose), scale };
    }
}
