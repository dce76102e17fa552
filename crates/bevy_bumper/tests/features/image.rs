//! Colliders from the images of sprites.

use crate::support::{app, at, entities_at};
use bevy_app::App;
use bevy_asset::{AssetApp, AssetPlugin, Assets, Handle, RenderAssetUsages};
use bevy_bumper::prelude::*;
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout, TextureFormatPixelInfo, ToExtents};
use bevy_math::{Rect, URect, UVec2, Vec2};
use bevy_sprite::{Anchor, Sprite};

/// An image of 4 x 2 pixels. The letters are solid pixels, `-` is half transparent.
fn picture(rows: [&str; 2]) -> Image {
    let mut image = Image::default();
    image.resize(UVec2::new(4, 2).to_extents());
    assert_eq!(image.texture_descriptor.format.pixel_size().unwrap(), 4);
    image.asset_usage = RenderAssetUsages::default();
    for (y, row) in (0..).zip(rows) {
        for (x, pixel) in (0..).zip(row.bytes()) {
            let alpha = match pixel {
                b'#' => 1.0,
                b'-' => 0.3,
                _ => 0.0,
            };
            image.set_color_at(x, y, Color::srgba(1.0, 1.0, 1.0, alpha)).unwrap();
        }
    }
    image
}

/// An app with an image whose only solid pixel is the top left one; the pixel below is half transparent.
fn painting_app() -> (App, Handle<Image>) {
    let mut app = app();
    app.add_plugins(AssetPlugin::default()).init_asset::<Image>().init_asset::<TextureAtlasLayout>();
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(picture(["#...", "-..."]));
    (app, image)
}

fn spawn(app: &mut App, sprite: Sprite, x: f32) -> Entity {
    app.world_mut().spawn((sprite, ImageCollider::default(), at(x, 0.0))).id()
}

/// Whether a point of the world is in a collider.
fn solid(app: &mut App, x: f32, y: f32) -> bool {
    !entities_at(app, x, y).is_empty()
}

#[test]
fn solid_pixels_are_solid_where_the_sprite_is_drawn() {
    let (mut app, image) = painting_app();
    let sprite = || Sprite::from_image(image.clone());
    let plain = spawn(&mut app, sprite(), 0.0);
    spawn(&mut app, Sprite { flip_x: true, flip_y: true, ..sprite() }, 100.0);
    spawn(&mut app, Sprite { custom_size: Some(Vec2::new(40.0, 20.0)), ..sprite() }, 200.0);
    let hung = spawn(&mut app, sprite(), 300.0);
    app.world_mut().entity_mut(hung).insert(Anchor::TOP_LEFT);
    app.update();
    assert_eq!(entities_at(&mut app, -1.5, 0.5), [plain]);
    assert!(!solid(&mut app, -0.5, 0.5) && !solid(&mut app, -1.5, -0.5));
    assert!(solid(&mut app, 101.5, -0.5) && !solid(&mut app, 98.5, 0.5), "flipped");
    assert!(solid(&mut app, 181.0, 9.0) && solid(&mut app, 189.0, 1.0) && !solid(&mut app, 191.0, 1.0));
    assert!(solid(&mut app, 300.5, -0.5) && !solid(&mut app, 298.5, 0.5), "at its anchor");
}

#[test]
fn threshold_and_changes_of_the_image_count() {
    let (mut app, image) = painting_app();
    let sprite = spawn(&mut app, Sprite::from_image(image.clone()), 0.0);
    app.update();
    assert!(solid(&mut app, -1.5, 0.5) && !solid(&mut app, -1.5, -0.5));
    app.world_mut().entity_mut(sprite).insert(ImageCollider { threshold: 0.1 });
    app.update();
    assert!(solid(&mut app, -1.5, -0.5));
    *app.world_mut().resource_mut::<Assets<Image>>().get_mut(&image).unwrap() = picture(["....", "...#"]);
    app.update();
    app.update();
    assert!(!solid(&mut app, -1.5, 0.5) && !solid(&mut app, -1.5, -0.5) && solid(&mut app, 1.5, -0.5));
}

#[test]
fn image_that_is_loaded_later_gives_a_collider_then() {
    let (mut app, _) = painting_app();
    let handle = app.world().resource::<Assets<Image>>().reserve_handle();
    spawn(&mut app, Sprite::from_image(handle.clone()), 0.0);
    app.update();
    app.update();
    assert!(app.world().resource::<PhysicsWorld>().colliders().is_empty());
    let image = picture(["####", "####"]);
    app.world_mut().resource_mut::<Assets<Image>>().insert(&handle, image).unwrap();
    app.update();
    app.update();
    assert!(solid(&mut app, 1.5, -0.5));
}

#[test]
fn frames_of_an_atlas_and_regions_have_shapes_of_their_own() {
    let (mut app, image) = painting_app();
    let mut layout = TextureAtlasLayout::new_empty([4, 2].into());
    let frames = [0, 2].map(|x| layout.add_texture(URect::new(x, 0, x + 2, 2)));
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let atlas = |index| TextureAtlas { layout: layout.clone(), index };
    let sprite = spawn(&mut app, Sprite::from_atlas_image(image.clone(), atlas(frames[0])), 0.0);
    let region = Sprite { rect: Some(Rect::new(0.0, 0.0, 1.0, 1.0)), ..Sprite::from_image(image) };
    spawn(&mut app, region, 100.0);
    app.update();
    assert!(solid(&mut app, -0.5, 0.5) && !solid(&mut app, 0.5, 0.5));
    assert!(solid(&mut app, 100.4, -0.4) && !solid(&mut app, 100.6, 0.0));
    app.world_mut().get_mut::<Sprite>(sprite).unwrap().texture_atlas = Some(atlas(frames[1]));
    app.update();
    assert!(!solid(&mut app, -0.5, 0.5));
}

#[test]
fn stretched_sprite_has_no_collider() {
    let (mut app, image) = painting_app();
    let stretched = Sprite { custom_size: Some(Vec2::new(40.0, 40.0)), ..Sprite::from_image(image) };
    let sprite = spawn(&mut app, stretched, 0.0);
    app.update();
    assert!(app.world().get::<Collider>(sprite).is_none());
}
