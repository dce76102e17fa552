//! Scaled colliders of all kinds contain the scaled points of the original.

use crate::support::{app, ask};
use bevy_bumper::bumper::{AsShape, Rotation};
use bevy_bumper::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;

/// Colliders that any scale deforms exactly.
fn exact() -> Vec<Collider> {
    let corners = |list: &[[f32; 2]]| Collider::polygon(list.iter().copied().map(Vec2::from)).unwrap();
    vec![
        Collider::circle(5.0),
        Collider::rectangle(8.0, 3.0),
        Collider::ellipse(6.0, 3.0),
        corners(&[[-5.0, -2.0], [6.0, -3.0], [1.0, 5.0]]),
        corners(&[[-6.0, -5.0], [6.0, -5.0], [6.0, 5.0], [3.0, -1.0], [-6.0, 5.0]]),
        Collider::half_space(Vec2::new(0.6, 0.8)).unwrap(),
        Collider::compound([(Collider::rectangle(8.0, 3.0), Vec2::new(1.0, 2.0), 0.5)]),
        Collider::compound([
            (Collider::circle(2.0), Vec2::new(4.0, 1.0), 0.0),
            (Collider::rectangle(3.0, 4.0), Vec2::new(-4.0, 0.0), 0.0),
        ]),
    ]
}

/// Colliders that only equal factors scale exactly.
fn uniform() -> Vec<Collider> {
    let turned = bevy_bumper::bumper::Ellipse::new([1.0, 0.0], [6.0, 2.0], Rotation::from_degrees(30.0));
    vec![
        Collider::capsule(2.0, 6.0),
        Collider::new(turned),
        Collider::tiles([4, 3], 3.0, |column, row| (column + row) % 3 != 0),
        Collider::pixels([5, 4], 2.0, |column, row| column * 3 != row),
    ]
}

/// The number of points that a collider contains.
fn compare(collider: &Collider, scale: Vec2) -> usize {
    let mut app = app();
    let place = Transform::from_xyz(0.0, 0.0, 0.0).with_scale(Vec3::new(scale.x, scale.y, 1.0));
    app.world_mut().spawn((collider.clone(), place));
    app.update();
    let points =
        (0..32 * 32).map(|k| Vec2::new((k % 32) as f32 * 0.619 - 9.58, (k / 32) as f32 * 0.617 - 9.57));
    let points: Vec<Vec2> = points.collect();
    ask(&mut app, |queries| {
        let contains = |point: &&Vec2| {
            let now =
                !queries.point_intersections(**point * scale, &SpatialQueryFilter::default()).is_empty();
            assert_eq!(
                now,
                collider.shape().as_shape().contains(**point),
                "{collider:?} at {point} by {scale}"
            );
            now
        };
        points.iter().filter(contains).count()
    })
}

#[test]
fn scaled_colliders_contain_scaled_points() {
    let scales = [[2.0, 2.0], [-2.0, 2.0], [2.0, -2.0], [-0.5, -0.5]].map(Vec2::from);
    for collider in exact().iter().chain(&uniform()) {
        for scale in scales {
            let inside = compare(collider, scale);
            assert!(inside > 30 && inside < 900, "{inside} points of {collider:?}");
        }
    }
    for collider in &exact() {
        for scale in [[3.0, 1.0], [-1.0, 2.0], [0.5, -4.0]].map(Vec2::from) {
            assert!(compare(collider, scale) > 30);
        }
    }
}
