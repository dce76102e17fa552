//! Spawning, despawning, changed shapes, hierarchies, disabled entities and several worlds.

use crate::support::{app, at, entities_at, move_to, run};
use bevy_bumper::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::hierarchy::ChildOf;
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;

#[test]
fn spawned_collider_is_found_until_it_is_despawned() {
    let mut app = app();
    let wall = app.world_mut().spawn((Collider::rectangle(10.0, 20.0), at(100.0, 0.0))).id();
    assert!(entities_at(&mut app, 104.0, 9.0).is_empty(), "no step has been made");
    app.update();
    assert_eq!(entities_at(&mut app, 104.0, 9.0), [wall]);
    assert!(entities_at(&mut app, 106.0, 9.0).is_empty());
    app.world_mut().despawn(wall);
    assert!(entities_at(&mut app, 104.0, 9.0).is_empty());
    app.update();
    assert!(app.world().resource::<PhysicsWorld>().colliders().is_empty());
}

#[test]
fn removed_collider_leaves_the_world_and_comes_back() {
    let mut app = app();
    let wall = app.world_mut().spawn((Collider::circle(5.0), at(0.0, 0.0))).id();
    app.update();
    app.world_mut().entity_mut(wall).remove::<Collider>();
    app.update();
    assert!(entities_at(&mut app, 0.0, 0.0).is_empty());
    app.world_mut().entity_mut(wall).insert(Collider::circle(3.0));
    app.update();
    assert_eq!(entities_at(&mut app, 2.9, 0.0), [wall]);
    assert!(entities_at(&mut app, 3.1, 0.0).is_empty());
}

#[test]
fn moved_and_reshaped_colliders_follow_their_components() {
    let mut app = app();
    let ball = app.world_mut().spawn((Collider::circle(5.0), at(0.0, 0.0))).id();
    app.update();
    move_to(&mut app, ball, 50.0, 0.0);
    app.update();
    assert_eq!((entities_at(&mut app, 0.0, 0.0), entities_at(&mut app, 54.0, 0.0)), (vec![], vec![ball]));
    *app.world_mut().get_mut::<Collider>(ball).unwrap() = Collider::rectangle(40.0, 2.0);
    app.update();
    assert_eq!((entities_at(&mut app, 50.0, 4.0), entities_at(&mut app, 69.0, 0.0)), (vec![], vec![ball]));
    app.world_mut().get_mut::<Transform>(ball).unwrap().rotation = Quat::from_rotation_z(90f32.to_radians());
    app.update();
    assert_eq!((entities_at(&mut app, 69.0, 0.0), entities_at(&mut app, 50.0, 19.0)), (vec![], vec![ball]));
}

#[test]
fn options_change_and_return_to_their_defaults() {
    let mut app = app();
    let wall = app.world_mut().spawn((Collider::circle(5.0), Layers::new(4, 8), Sensor, OneWay::Up)).id();
    app.update();
    let stored = |app: &bevy_app::App| {
        let id = app.world().get::<Placement>(wall).unwrap().id().unwrap();
        let collider = app.world().resource::<PhysicsWorld>().colliders().get(id).unwrap();
        (collider.layers, collider.filter, collider.sensor, collider.one_way.is_some())
    };
    assert_eq!(stored(&app), (4, 8, true, true));
    app.world_mut().get_mut::<Layers>(wall).unwrap().members = 16;
    app.update();
    assert_eq!(stored(&app), (16, 8, true, true));
    app.world_mut().entity_mut(wall).remove::<(Layers, Sensor, OneWay)>();
    app.update();
    assert_eq!(stored(&app), (1, u32::MAX, false, false));
}

#[test]
fn hierarchy_rotates_and_scales_colliders() {
    let mut app = app();
    let turned = Transform::from_xyz(100.0, 0.0, 0.0)
        .with_rotation(Quat::from_rotation_z(90f32.to_radians()))
        .with_scale(Vec3::new(2.0, 2.0, 1.0));
    let ship = app.world_mut().spawn(turned).id();
    let mast = app.world_mut().spawn((at(10.0, 0.0), ChildOf(ship))).id();
    let flag = app.world_mut().spawn((Collider::rectangle(8.0, 2.0), at(5.0, 0.0), ChildOf(mast))).id();
    app.update();
    // The flag is at (15, 0) of the ship: at (100, 30) in the world, 4 wide and 16 high.
    assert_eq!(entities_at(&mut app, 101.9, 37.9), [flag]);
    assert!(entities_at(&mut app, 102.1, 30.0).is_empty() && entities_at(&mut app, 100.0, 38.1).is_empty());
    // The ship moves; the transform of the flag has not changed.
    move_to(&mut app, ship, 0.0, 0.0);
    app.update();
    assert_eq!((entities_at(&mut app, 100.0, 30.0), entities_at(&mut app, 0.0, 30.0)), (vec![], vec![flag]));
    app.world_mut().entity_mut(flag).remove::<ChildOf>();
    app.update();
    assert_eq!((entities_at(&mut app, 0.0, 30.0), entities_at(&mut app, 8.0, 0.0)), (vec![], vec![flag]));
}

#[test]
fn unequal_and_negative_scales_deform_shapes() {
    let mut app = app();
    let wide = at(0.0, 0.0).with_scale(Vec3::new(3.0, 1.0, 1.0));
    let ball = app.world_mut().spawn((Collider::circle(2.0), wide)).id();
    let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0)].map(|(x, y)| bevy_math::Vec2::new(x, y));
    let mirrored = at(100.0, 0.0).with_scale(Vec3::new(-2.0, 1.0, 1.0));
    let ramp = app.world_mut().spawn((Collider::polygon(corners).unwrap(), mirrored)).id();
    app.update();
    assert_eq!((entities_at(&mut app, 5.9, 0.0), entities_at(&mut app, 4.0, 1.9)), (vec![ball], vec![]));
    assert_eq!((entities_at(&mut app, 92.5, 1.5), entities_at(&mut app, 101.0, 0.1)), (vec![ramp], vec![]));
}

#[test]
fn disabled_entity_leaves_the_world_until_it_is_enabled() {
    let mut app = app();
    let wall = app.world_mut().spawn((Collider::circle(5.0), at(0.0, 0.0))).id();
    app.update();
    app.world_mut().entity_mut(wall).insert(Disabled);
    assert!(entities_at(&mut app, 0.0, 0.0).is_empty());
    run(&mut app, 3);
    assert!(entities_at(&mut app, 0.0, 0.0).is_empty());
    app.world_mut().entity_mut(wall).remove::<Disabled>();
    app.update();
    assert_eq!(entities_at(&mut app, 0.0, 0.0), [wall]);
}

#[test]
fn worlds_of_two_apps_are_independent() {
    let (mut first, mut second) = (app(), app());
    first.world_mut().spawn((Collider::circle(5.0), at(0.0, 0.0)));
    run(&mut first, 2);
    run(&mut second, 2);
    assert_eq!((entities_at(&mut first, 0.0, 0.0).len(), entities_at(&mut second, 0.0, 0.0).len()), (1, 0));
}

#[test]
fn collider_without_points_is_ignored_until_it_has_some() {
    let mut app = app();
    let nothing = app.world_mut().spawn((Collider::compound([]), at(0.0, 0.0))).id();
    run(&mut app, 2);
    assert_eq!(app.world().get::<Placement>(nothing).unwrap().id(), None);
    app.world_mut().entity_mut(nothing).insert(Collider::circle(1.0));
    app.update();
    assert_eq!(entities_at(&mut app, 0.0, 0.0), [nothing]);
}

#[test]
fn ten_thousand_sprites_move_and_are_found() {
    let mut app = app();
    let mut sprites = Vec::new();
    for k in 0..10_000 {
        let (x, y) = ((k % 100) as f32 * 20.0, (k / 100) as f32 * 20.0);
        sprites.push(app.world_mut().spawn((Collider::circle(4.0), at(x, y))).id());
    }
    app.update();
    for (k, sprite) in sprites.iter().enumerate() {
        let (x, y) = ((k % 100) as f32 * 20.0, (k / 100) as f32 * 20.0);
        move_to(&mut app, *sprite, x + 10.0, y + 10.0);
    }
    app.update();
    for k in (0..10_000).step_by(997) {
        let (x, y) = ((k % 100) as f32 * 20.0, (k / 100) as f32 * 20.0);
        assert_eq!(entities_at(&mut app, x + 10.0, y + 13.0), [sprites[k]]);
        assert!(entities_at(&mut app, x, y).is_empty());
    }
}

#[test]
fn outlines_follow_the_colliders() {
    let mut app = app();
    let wall = app.world_mut().spawn((Collider::rectangle(10.0, 20.0), at(100.0, 0.0))).id();
    app.update();
    let mut length = 0f32;
    app.world().resource::<PhysicsWorld>().outlines(|entity, from, to| {
        assert!(entity == wall && from.x > 94.9 && to.x < 105.1);
        length += from.distance(to);
    });
    assert!((length - 60.0).abs() < 0.1, "{length}");
}
