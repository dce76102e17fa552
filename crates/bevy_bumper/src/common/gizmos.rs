//! Drawing of colliders, contacts and the boxes of the broad phase with the gizmos of Bevy.

use super::dimension::{N, Vector, in_space};
use super::physics_world::PhysicsWorld;
use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::Res;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::gizmos::Gizmos;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bumper::debug::outline;

/// Draws the colliders as they are at the end of the last fixed step. It needs `GizmoPlugin`, which `DefaultPlugins` contains.
/// [`BumperGizmos`] has the colors.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// let mut app = App::new();
/// app.add_plugins((BumperPlugin, bevy_asset::AssetPlugin::default(), bevy_gizmos::GizmoPlugin, BumperGizmoPlugin));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BumperGizmoPlugin;

impl Plugin for BumperGizmoPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<BumperGizmos>();
        let systems = (draw_boxes, draw_colliders, draw_contacts).chain();
        app.add_systems(PostUpdate, systems.run_if(is_enabled));
    }
}

/// What [`BumperGizmoPlugin`] draws, and in which colors; `None` draws nothing. It is a group of gizmos: the `GizmoConfigStore` has it
/// together with the width of its lines, and turns it on and off.
///
/// ```
/// use bevy_bumper::prelude::*;
/// use bevy_ecs::prelude::ResMut;
/// use bevy_gizmos::config::GizmoConfigStore;
/// /// Switches the drawing on and off.
/// fn toggle(mut store: ResMut<GizmoConfigStore>) {
///     let (config, _) = store.config_mut::<BumperGizmos>();
///     config.enabled ^= true;
/// }
/// /// Draws the boxes of the broad phase, too.
/// fn draw_all(mut store: ResMut<GizmoConfigStore>) {
///     let (_, gizmos) = store.config_mut::<BumperGizmos>();
///     gizmos.boxes = Some(bevy_color::Color::WHITE);
/// }
/// # let _ = (toggle, draw_all);
/// ```
#[derive(Clone, Debug, PartialEq, Reflect)]
#[reflect(Default, Clone, Debug, PartialEq)]
pub struct BumperGizmos {
    /// The color of the outlines of colliders. Green by default.
    pub colliders: Option<Color>,
    /// The color of the outlines of sensors. Blue by default.
    pub sensors: Option<Color>,
    /// The color of contacts, each drawn as a line along its normal. Orange by default.
    pub contacts: Option<Color>,
    /// The length of the lines of contacts. 8 by default in 2D, 0.3 in 3D.
    pub contact_length: f32,
    /// The color of the boxes in the tree of the broad phase. `None` by default.
    pub boxes: Option<Color>,
}

impl GizmoConfigGroup for BumperGizmos {}

impl Default for BumperGizmos {
    fn default() -> Self {
        Self {
            colliders: Some(Color::srgb(0.3, 0.9, 0.4)),
            sensors: Some(Color::srgb(0.3, 0.6, 1.0)),
            contacts: Some(Color::srgb(1.0, 0.6, 0.1)),
            contact_length: if N == 2 { 8.0 } else { 0.3 },
            boxes: None,
        }
    }
}

fn is_enabled(store: Option<Res<GizmoConfigStore>>) -> bool {
    store.is_some_and(|store| store.config::<BumperGizmos>().0.enabled)
}

fn draw_colliders(physics: Res<PhysicsWorld>, mut gizmos: Gizmos<BumperGizmos>) {
    let [solid, sensor] = [gizmos.config_ext.colliders, gizmos.config_ext.sensors];
    for (_, collider) in physics.world.iter() {
        let Some(color) = (if collider.sensor { sensor } else { solid }) else { continue };
        outline(&collider.shape, &mut |from, to| gizmos.line(point(from), point(to), color));
    }
}

fn draw_contacts(physics: Res<PhysicsWorld>, mut gizmos: Gizmos<BumperGizmos>) {
    let Some(color) = gizmos.config_ext.contacts else { return };
    let length = gizmos.config_ext.contact_length;
    physics.contacts(length, |from, to| gizmos.line(in_space(from), in_space(to), color));
}

fn draw_boxes(physics: Res<PhysicsWorld>, mut gizmos: Gizmos<BumperGizmos>) {
    let Some(color) = gizmos.config_ext.boxes else { return };
    physics.world.each_aabb(|bounds| {
        outline(*bounds, &mut |from, to| gizmos.line(point(from), point(to), color));
    });
}

/// The point of the screen or of space for the end of an outline.
fn point(end: bumper::Vector<f64, N>) -> bevy_math::Vec3 {
    in_space(Vector::from(end.map(|coordinate| coordinate as f32)))
}
