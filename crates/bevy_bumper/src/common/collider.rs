//! Colliders and the components that set their options.

use super::dimension::{Pose, Shape, Vector};
#[cfg(doc)]
use super::physics_world::PhysicsWorld;
use super::physics_world::forget_collider;
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_ecs::world::DeferredWorld;
use bevy_math::UVec2;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;
use bumper::world::Id;
use bumper::{AsShape, Axis, Side};

/// The shape of an entity, in the coordinates of its transform. The transform places, rotates and scales it.
///
/// Without other components the collider is an obstacle: characters and rigid bodies stop at it, and queries find it. Its entity may be a
/// child of other entities. A collider on a rigid body or on a child of one moves with that body.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// use bevy_transform::components::Transform;
///
/// let mut app = App::new();
/// app.add_plugins(BumperPlugin);
/// app.world_mut().spawn((Collider::rectangle(200.0, 20.0), Transform::from_xyz(0.0, -50.0, 0.0)));
/// app.world_mut().spawn((Collider::circle(8.0), Sensor, Layers::new(2, 1)));
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[require(Transform, Placement)]
#[component(on_remove = forget_collider)]
pub struct Collider {
    shape: Shape,
    /// The number of tiles in a row; 0 if the collider is not made of tiles.
    columns: u32,
}

impl Collider {
    /// The collider with a shape of `bumper`, for shapes that have no constructor of their own here.
    ///
    /// ```
    /// use bevy_bumper::{bumper, prelude::*};
    /// let triangle = Collider::new(bumper::Triangle::new([0.0, 0.0], [4.0, 0.0], [0.0, 3.0]));
    /// assert!(triangle.shape().center().is_some());
    /// ```
    #[must_use]
    pub fn new(shape: impl Into<Shape>) -> Self {
        Self { shape: shape.into(), columns: 0 }
    }

    /// The collider of tiles in rows, whose parts are numbered row by row.
    pub(super) fn of_tiles(shape: impl Into<Shape>, columns: u16) -> Self {
        Self { shape: shape.into(), columns: columns.into() }
    }

    /// The shape in the coordinates of the entity.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The column and the row of the tile that a part of `Collider::tiles` is; queries and hits report the part. `None` for other
    /// colliders.
    ///
    /// ```
    /// use bevy_bumper::prelude::*;
    /// let ground = Collider::tiles([10, 2], 16.0, |column, row| row == 0 || column == 9);
    /// assert_eq!(ground.tile(19).unwrap().to_array(), [9, 1]);
    /// ```
    #[must_use]
    pub fn tile(&self, part: u32) -> Option<UVec2> {
        let row = part.checked_div(self.columns)?;
        Some(UVec2::new(part % self.columns, row))
    }

    /// The shape scaled by a transform, and placed at a pose. `None` if the scaled shape is degenerate or infinite.
    pub(super) fn placed(&self, scale: Vector, pose: &Pose) -> Option<Shape> {
        if scale == super::dimension::UNIT_SCALE {
            return placed(&self.shape, pose);
        }
        placed(&super::scale::scaled(&self.shape, scale)?, pose)
    }
}

/// A shape at a pose. Without a rotation it is only moved, so that a box stays axis-aligned.
pub(super) fn placed(shape: &Shape, pose: &Pose) -> Option<Shape> {
    if pose.rotation == bumper::Rotation::identity() {
        return shape.translated(pose.translation);
    }
    Some(shape.placed(pose)).filter(|shape| shape.as_shape().bounds().is_some())
}

/// Marks a collider as a sensor: it stops nothing, and [`CollisionStart`](super::CollisionStart) and
/// [`CollisionEnd`](super::CollisionEnd) report what enters and leaves it.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let coin = (Collider::circle(6.0), Sensor);
/// # let _ = coin;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[component(on_remove = mark_collider_changed)]
pub struct Sensor;

/// The layers of a collider, one bit each, and the layers with which it collides. Two colliders collide if each of them accepts a layer of
/// the other. Without this component a collider is in the first layer and collides with all layers.
///
/// ```
/// use bevy_bumper::prelude::*;
/// const PLAYER: u32 = 1;
/// const ENEMY: u32 = 2;
/// const BULLET: u32 = 4;
/// let bullet_of_player = Layers::new(BULLET, !(PLAYER | BULLET));
/// assert!(bullet_of_player.collides_with(Layers::new(ENEMY, u32::MAX)));
/// assert!(!bullet_of_player.collides_with(bullet_of_player));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[component(on_remove = mark_collider_changed)]
pub struct Layers {
    /// The layers to which the collider belongs.
    pub members: u32,
    /// The layers with which the collider collides.
    pub filter: u32,
}

impl Default for Layers {
    fn default() -> Self {
        Self { members: 1, filter: u32::MAX }
    }
}

impl Layers {
    /// The layers to which a collider belongs, and those with which it collides.
    #[must_use]
    pub const fn new(members: u32, filter: u32) -> Self {
        Self { members, filter }
    }

    /// Whether each of the two accepts a layer of the other.
    #[must_use]
    pub const fn collides_with(self, other: Self) -> bool {
        self.filter & other.members != 0 && other.filter & self.members != 0
    }
}

/// The only side of a collider that stops characters, rigid bodies and shape casts, in the directions of the world. They pass through all
/// other sides: a plank with the side `Up` can be jumped onto from below, and [`CharacterInput::drop`](super::CharacterInput::drop) drops
/// through it.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let plank = (Collider::rectangle(48.0, 4.0), OneWay::Up);
/// # let _ = plank;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[component(on_remove = mark_collider_changed)]
pub enum OneWay {
    /// The side towards +y.
    #[default]
    Up,
    /// The side towards −y.
    Down,
    /// The side towards −x.
    Left,
    /// The side towards +x.
    Right,
}

impl OneWay {
    pub(super) fn side(self) -> Side {
        let (axis, negative) = match self {
            Self::Up => (Axis::Y, false),
            Self::Down => (Axis::Y, true),
            Self::Left => (Axis::X, true),
            Self::Right => (Axis::X, false),
        };
        Side { axis, negative }
    }
}

/// Where a collider is in the [`PhysicsWorld`]: its id and its pose after the last fixed step. Added and updated by the plugin.
///
/// ```
/// use bevy_bumper::prelude::*;
/// assert_eq!(Placement::default().id(), None);
/// ```
#[derive(Component, Clone, Debug, Default)]
pub struct Placement {
    pub(super) id: Option<Id>,
    pub(super) pose: Option<Pose>,
    pub(super) scale: Vector,
}

impl Placement {
    /// The id of the collider in [`PhysicsWorld::colliders`]; `None` before the first fixed step, and for a shape without a point.
    #[must_use]
    pub fn id(&self) -> Option<Id> {
        self.id
    }
}

/// Marks the collider of an entity as changed, so that the next fixed step reads its options again.
pub(super) fn mark_collider_changed(mut world: DeferredWorld<'_>, context: HookContext) {
    if let Some(mut collider) = world.get_mut::<Collider>(context.entity) {
        collider.set_changed();
    }
}
