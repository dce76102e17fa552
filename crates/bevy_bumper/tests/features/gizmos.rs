//! The lines that the gizmos draw.

use crate::support::{app, at};
use bevy_app::App;
use bevy_asset::{AssetPlugin, Assets};
use bevy_bumper::prelude::*;
use bevy_color::{Color, LinearRgba};
use bevy_gizmos::config::GizmoConfigStore;
use bevy_gizmos::{GizmoAsset, GizmoHandles, GizmoPlugin};
use bevy_math::Vec3;
use core::any::TypeId;

/// A segment and its color.
struct Line {
    from: Vec3,
    to: Vec3,
    color: LinearRgba,
}

/// The lines of the last frame.
fn lines(app: &App) -> Vec<Line> {
    let handles = app.world().resource::<GizmoHandles>().handles();
    let Some(Some(handle)) = handles.get(&TypeId::of::<BumperGizmos>()) else { return Vec::new() };
    let buffer = app.world().resource::<Assets<GizmoAsset>>().get(handle).unwrap().buffer();
    let ends = buffer.list_positions.chunks(2).zip(buffer.list_colors.chunks(2));
    ends.map(|(ends, colors)| Line { from: ends[0], to: ends[1], color: colors[0] }).collect()
}

/// The lines of one color.
fn of_color(app: &App, color: Option<Color>) -> Vec<Line> {
    let color = LinearRgba::from(color.unwrap());
    lines(app).into_iter().filter(|line| line.color == color).collect()
}

/// An app with a box on the ground, and a sensor.
fn drawing_app() -> App {
    let mut app = app();
    app.add_plugins((AssetPlugin::default(), GizmoPlugin, BumperGizmoPlugin));
    app.world_mut().spawn((Collider::rectangle(100.0, 20.0), at(0.0, -10.0)));
    app.world_mut().spawn((Collider::rectangle(10.0, 10.0), at(20.0, 5.0)));
    app.world_mut().spawn((Collider::rectangle(4.0, 4.0), Sensor, at(0.0, 50.0)));
    app
}

#[test]
fn colliders_sensors_and_contacts_are_drawn() {
    let mut app = drawing_app();
    let colors = BumperGizmos::default();
    app.update();
    let length = |lines: &[Line]| lines.iter().map(|line| line.from.distance(line.to)).sum::<f32>();
    let outlines = of_color(&app, colors.colliders);
    assert!((length(&outlines) - 280.0).abs() < 0.1, "{}", length(&outlines));
    let sensors = of_color(&app, colors.sensors);
    assert!((length(&sensors) - 16.0).abs() < 0.1);
    assert!(sensors.iter().all(|line| line.from.y > 47.9 && line.to.y < 52.1));
    let contacts = of_color(&app, colors.contacts);
    assert_eq!(contacts.len(), 2, "the box stands on two corners");
    for line in contacts {
        assert!(line.from.y.abs() < 0.1 && (line.to - line.from).x.abs() < 0.01, "{} {}", line.from, line.to);
        assert!((line.from.distance(line.to) - colors.contact_length).abs() < 0.01);
    }
}

#[test]
fn boxes_are_drawn_when_they_have_a_color_and_nothing_when_disabled() {
    let mut app = drawing_app();
    app.update();
    let before = lines(&app).len();
    let white = Some(Color::WHITE);
    app.world_mut().resource_mut::<GizmoConfigStore>().config_mut::<BumperGizmos>().1.boxes = white;
    app.update();
    let boxes = of_color(&app, white).len();
    assert!(boxes >= 12 && lines(&app).len() == before + boxes, "{boxes}");
    app.world_mut().resource_mut::<GizmoConfigStore>().config_mut::<BumperGizmos>().0.enabled = false;
    app.update();
    assert!(lines(&app).is_empty());
}
