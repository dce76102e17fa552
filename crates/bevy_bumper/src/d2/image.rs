//! Colliders from the images of sprites.

use super::collider::Collider;
use bevy_app::{App, PreUpdate};
use bevy_asset::Assets;
use bevy_asset::prelude::AssetChanged;
use bevy_color::Alpha;
use bevy_ecs::prelude::{Commands, Component, Entity, Or, Query, ReflectComponent, Res};
use bevy_ecs::query::Changed;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::schedule::common_conditions::resource_exists;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{URect, Vec2};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_sprite::{Anchor, Sprite};

/// Gives an entity with a `Sprite` the collider of the solid pixels of its image, as soon as the image is loaded, and again whenever the
/// sprite or the image changes, such as the frame of a texture atlas. The collider lies where the sprite is drawn: its region, anchor,
/// size and flips count. A `custom_size` must have the proportions of the image; otherwise the sprite gets no collider.
///
/// The image must be kept in the main world, which it is by default. A change costs time in proportion to the number of pixels.
///
/// ```
/// use bevy_bumper::prelude::*;
/// use bevy_sprite::Sprite;
/// let ghost = (Sprite::default(), ImageCollider { threshold: 0.1 });
/// # let _ = ghost;
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct ImageCollider {
    /// The opacity from 0 to 1 above which a pixel is solid. 0.5 by default.
    pub threshold: f32,
}

impl Default for ImageCollider {
    fn default() -> Self {
        Self { threshold: 0.5 }
    }
}

/// Adds the system that makes colliders from images.
pub(super) fn build(app: &mut App) {
    app.register_type::<ImageCollider>()
        .add_systems(PreUpdate, update_image_colliders.run_if(resource_exists::<Assets<Image>>));
}

/// The sprites whose pixels may have changed.
type ChangedSprites = Or<(Changed<ImageCollider>, Changed<Sprite>, Changed<Anchor>, AssetChanged<Sprite>)>;

/// Inserts the colliders of new and changed sprites.
fn update_image_colliders(
    mut commands: Commands,
    images: Res<Assets<Image>>,
    layouts: Option<Res<Assets<TextureAtlasLayout>>>,
    sprites: Query<(Entity, &Sprite, &Anchor, &ImageCollider, Option<&Collider>), ChangedSprites>,
) {
    for (entity, sprite, anchor, settings, old) in &sprites {
        let Some(image) = images.get(&sprite.image) else { continue };
        let Some(region) = region(sprite, image, layouts.as_deref()) else { continue };
        match collider(sprite, image, region, anchor.0, settings.threshold) {
            Some(new) if old == Some(&new) => {}
            Some(new) => _ = commands.entity(entity).insert(new),
            None => _ = commands.entity(entity).remove::<Collider>(),
        }
    }
}

/// The region of the image that a sprite shows; `None` while its texture atlas is not loaded.
fn region(sprite: &Sprite, image: &Image, layouts: Option<&Assets<TextureAtlasLayout>>) -> Option<URect> {
    let whole = URect::from_corners([0, 0].into(), image.size());
    let frame = match &sprite.texture_atlas {
        Some(atlas) => layouts?.get(&atlas.layout)?.textures.get(atlas.index).copied()?,
        None => whole,
    };
    let part = sprite.rect.map_or(frame, |rect| {
        let part = rect.as_urect();
        URect { min: part.min + frame.min, max: part.max + frame.min }
    });
    Some(part.intersect(whole))
}

/// The collider of the solid pixels of a region. `None` if the region is empty or has too many pixels, or if the size of the sprite has
/// other proportions.
fn collider(sprite: &Sprite, image: &Image, region: URect, anchor: Vec2, threshold: f32) -> Option<Collider> {
    let pixels = region.size();
    let columns = u16::try_from(pixels.x).ok().filter(|columns| *columns > 0)?;
    let rows = u16::try_from(pixels.y).ok().filter(|rows| *rows > 0)?;
    let size = sprite.custom_size.unwrap_or(pixels.as_vec2());
    let pixel = size / pixels.as_vec2();
    if (pixel.x - pixel.y).abs() > pixel.x.abs() * 1e-3 {
        return None;
    }
    let is_solid = |x: u16, y: u16| {
        let x = if sprite.flip_x { columns - 1 - x } else { x };
        let y = if sprite.flip_y { rows - 1 - y } else { y };
        let color = image.get_color_at(region.min.x + u32::from(x), region.min.y + u32::from(y));
        color.is_ok_and(|color| color.alpha() > threshold)
    };
    let top_left = size * (Vec2::new(-0.5, 0.5) - anchor);
    Some(Collider::pixels_from([columns, rows], top_left, pixel.x, is_solid))
}
