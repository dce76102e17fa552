//! Fixed steps, pause, slow motion, interpolation, and the order of systems.

use crate::support::{STEP, app, component, position, run, set_input};
use bevy_app::{FixedFirst, FixedPostUpdate};
use bevy_bumper::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, LogLevel, ScheduleBuildSettings, ScheduleLabel};
use bevy_time::{Time, TimeUpdateStrategy, Virtual};
use bevy_transform::components::Transform;
use std::time::Duration;

fn walker(app: &mut bevy_app::App) -> bevy_ecs::entity::Entity {
    let hero = app.world_mut().spawn((Character::top_down(64.0), Collider::circle(5.0))).id();
    set_input(app, hero, |input| input.direction.x = 1.0);
    hero
}

#[test]
fn pause_stops_the_world() {
    let mut app = app();
    let hero = walker(&mut app);
    run(&mut app, 10);
    let before = position(&app, hero);
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    run(&mut app, 10);
    assert_eq!(position(&app, hero), before);
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    run(&mut app, 10);
    assert_eq!(position(&app, hero).x, before.x + 10.0);
}

#[test]
fn slow_motion_makes_fewer_steps() {
    let mut app = app();
    let hero = walker(&mut app);
    app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.25);
    run(&mut app, 40);
    assert_eq!(position(&app, hero).x, 10.0);
}

#[test]
fn interpolation_moves_smoothly_at_four_frames_per_step() {
    let mut app = app();
    let hero = walker(&mut app);
    app.world_mut().entity_mut(hero).insert(Interpolate::default());
    run(&mut app, 4);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(STEP / 4.0)));
    run(&mut app, 8);
    let mut last = position(&app, hero).x;
    for _ in 0..40 {
        app.update();
        let now = position(&app, hero).x;
        assert!((now - last - 0.25).abs() < 1e-3, "from {last} to {now}");
        last = now;
    }
}

#[test]
fn teleport_in_a_frame_is_not_undone_by_interpolation() {
    let mut app = app();
    let hero = walker(&mut app);
    app.world_mut().entity_mut(hero).insert(Interpolate::default());
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(STEP / 4.0)));
    run(&mut app, 22);
    app.world_mut().get_mut::<Transform>(hero).unwrap().translation.x = 500.0;
    run(&mut app, 8);
    let now = position(&app, hero).x;
    assert!((500.0..503.0).contains(&now), "{now}");
}

#[test]
fn systems_have_no_ambiguities() {
    let mut app = app();
    walker(&mut app);
    let mut settings = |label: InternedScheduleLabel| {
        app.edit_schedule(label, |schedule| {
            schedule.set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                ..ScheduleBuildSettings::default()
            });
        });
    };
    settings(FixedPostUpdate.intern());
    settings(FixedFirst.intern());
    run(&mut app, 2);
}

#[test]
fn long_frame_makes_a_limited_number_of_steps() {
    let mut app = app();
    let hero = walker(&mut app);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(10)));
    app.update();
    // The virtual clock advances by a quarter of a second at most.
    assert_eq!(position(&app, hero).x, 16.0);
    assert!(!component::<CharacterStatus>(&app, hero).grounded);
}
