//! The plugin: its systems and their order.

use super::character::{
    Character, CharacterCrushed, CharacterHit, CharacterInput, CharacterStatus, update_characters,
};
use super::collider::{Collider, Layers, OneWay, Sensor};
use super::dimension;
use super::events::{CollisionChanges, CollisionEnd, CollisionStart, find_collisions, report_collisions};
use super::motion::{Interpolate, restore_exact, show_interpolated, write_transforms};
use super::movement::{move_platforms, step_characters};
use super::physics_world::{
    PhysicsWorld, adopt, disable_collider, enable_collider, orphan, update_colliders,
};
use super::platform::{Platform, find_goals, set_back};
use bevy_app::{App, FixedFirst, FixedPostUpdate, Plugin, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::schedule::{IntoScheduleConfigs, SystemSet};

/// The steps of the plugin in `FixedPostUpdate`, in this order. Systems of a game that set inputs, velocities or transforms run before them,
/// for example in `FixedUpdate`; systems that use the results run after them, for example in `FixedLast` or `Update`.
///
/// ```
/// use bevy_app::{App, FixedPostUpdate};
/// use bevy_bumper::prelude::*;
/// use bevy_ecs::schedule::IntoScheduleConfigs;
/// fn count(queries: SpatialQuery) {
///     let _ = queries;
/// }
/// App::new().add_plugins(BumperPlugin).add_systems(FixedPostUpdate, count.after(BumperSystems::Report));
/// ```
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BumperSystems {
    /// Reads the components and the transforms that have changed.
    Read,
    /// Moves platforms, characters and rigid bodies.
    Step,
    /// Writes the transforms.
    Write,
    /// Sends messages and triggers events.
    Report,
}

/// The plugin: collisions, characters and rigid bodies, in fixed time steps.
///
/// It steps in `FixedPostUpdate`, so `Time<Fixed>` sets the length of a step, `Time<Virtual>` pauses and slows it down. It needs
/// `TimePlugin`, which `DefaultPlugins` and `MinimalPlugins` contain.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// let mut app = App::new();
/// app.add_plugins((bevy_time::TimePlugin, BumperPlugin));
/// app.update();
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BumperPlugin;

impl Plugin for BumperPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PhysicsWorld>()
            .init_resource::<CollisionChanges>()
            .add_message::<CollisionStart>()
            .add_message::<CollisionEnd>()
            .add_message::<CharacterHit>()
            .add_message::<CharacterCrushed>()
            .register_type::<Collider>()
            .register_type::<Sensor>()
            .register_type::<Layers>()
            .register_type::<OneWay>()
            .register_type::<Character>()
            .register_type::<CharacterInput>()
            .register_type::<CharacterStatus>()
            .register_type::<Platform>()
            .register_type::<Interpolate>()
            .add_observer(disable_collider)
            .add_observer(enable_collider)
            .add_observer(adopt)
            .add_observer(orphan);
        use BumperSystems::{Read, Report, Step, Write};
        app.configure_sets(FixedPostUpdate, (Read, Step, Write, Report).chain())
            .add_systems(FixedFirst, restore_exact)
            .add_systems(
                FixedPostUpdate,
                (
                    (update_colliders, update_characters, find_goals).chain().in_set(Read),
                    (move_platforms, step_characters)
                        .chain()
                        .run_if(dimension::steps_without_bodies)
                        .in_set(Step),
                    (set_back, write_transforms).chain().in_set(Write),
                    (find_collisions, report_collisions).chain().in_set(Report),
                ),
            )
            .add_systems(
                RunFixedMainLoop,
                show_interpolated.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            );
        dimension::build(app);
    }
}
