//! Benchmarks of rigid bodies in special worlds: mostly static or sleeping bodies, compounds, bodies that are added and removed, motors.
//! Also measures the time to save and restore a world.

use crate::bodies::comparison::{Scene, Table, compare, measure, without_changes};
use crate::bodies::{
    BodySpec, Bumper, Engine, Form, JointSpec, MIXED, STEP, World, dynamic_body, pile, static_box,
};
use crate::clock::seconds;

/// A scene of static tiles in rows with gaps, and bodies that fall among them.
fn tiles<E: Engine>(count: usize, falling: usize) -> Scene<E> {
    let mut engine = E::new(-10.0);
    let side = (count as f32).sqrt() as usize;
    for k in 0..count {
        engine.add(&static_box([(k % side) as f32, (k / side) as f32 * 4.0], [0.5; 2]));
    }
    for k in 0..falling {
        let at = [(k * 37 % side) as f32 + 0.3, (k * 11 % side) as f32 * 4.0 + 2.0];
        engine.add(&dynamic_body(at, MIXED[k % 3]));
    }
    without_changes(engine)
}

/// Adds a floor, and stacks of boxes beside each other on the floor.
fn add_stacks<E: Engine>(engine: &mut E, columns: usize, high: usize) {
    engine.add(&static_box([columns as f32, -1.0], [columns as f32 * 2.0 + 4.0, 1.0]));
    for k in 0..columns * high {
        engine.add(&dynamic_body([(k / high) as f32 * 2.0, (k % high) as f32 + 0.5], Form::Box([0.5; 2])));
    }
}

/// A scene of stacks beside each other, all asleep.
fn stacks<E: Engine>(columns: usize, high: usize, each: fn(&mut E, usize)) -> Scene<E> {
    let mut engine = E::new(-10.0);
    engine.let_sleep();
    add_stacks(&mut engine, columns, high);
    Scene { engine, settle: 200, each }
}

/// A scene of sleeping stacks, and beside them a bar that rotates among balls.
fn sleepers_and_movers<E: Engine>(columns: usize, high: usize) -> Scene<E> {
    let mut scene = stacks::<E>(columns, high, |_, _| ());
    for (x, y, w, h) in [(-30.0, -1.0, 12.0, 1.0), (-42.0, 8.0, 0.5, 10.0), (-18.0, 8.0, 0.5, 10.0)] {
        scene.engine.add(&static_box([x, y], [w, h]));
    }
    scene.engine.add(&BodySpec { spin: 2.0, ..static_box([-30.0, 4.0], [8.0, 0.3]) });
    for k in 0..200 {
        scene
            .engine
            .add(&dynamic_body([(k % 18) as f32 * 1.1 - 39.0, 6.0 + (k / 18) as f32 * 1.1], Form::Ball(0.4)));
    }
    scene
}

/// A scene of sleeping stacks, and beside them a box that is pushed, teleported or given a velocity in each step.
fn driven<E: Engine>(columns: usize, high: usize, each: fn(&mut E, usize)) -> Scene<E> {
    let mut engine = E::new(-10.0);
    engine.let_sleep();
    engine.add(&dynamic_body([-10.0, 3.0], Form::Box([0.5; 2])));
    add_stacks(&mut engine, columns, high);
    Scene { engine, settle: 400, each }
}

/// A scene of chains of hinged boxes that sleep on the ground, and beside them a box that is pushed in each step.
fn sleeping_joints<E: Engine>(chains: usize, long: usize, each: fn(&mut E, usize)) -> Scene<E> {
    let mut engine = E::new(-10.0);
    engine.let_sleep();
    engine.add(&dynamic_body([-10.0, 3.0], Form::Box([0.5; 2])));
    engine.add(&static_box([chains as f32, -1.0], [chains as f32 * 8.0 + 40.0, 1.0]));
    for k in 0..chains * long {
        let x = (k / long) as f32 * 8.0 + (k % long) as f32;
        engine.add(&dynamic_body([x, 0.25], Form::Box([0.5, 0.25])));
        if k % long > 0 {
            engine.join(1 + k, 2 + k, [x - 0.5, 0.25], JointSpec::Hinge);
        }
    }
    Scene { engine, settle: 400, each }
}

/// In every tenth step, pushes a body of one of the stacks.
fn strike<E: Engine>(engine: &mut E, step: usize) {
    if step.is_multiple_of(10) {
        engine.push(1 + step * 7 % 200 * 10, [0.0, 2.0]);
    }
}

fn compounds<E: Engine>(count: usize) -> Scene<E> {
    without_changes(pile(count, &[Form::Cells]))
}

fn hills<E: Engine>(count: usize) -> Scene<E> {
    let mut engine = E::new(-10.0);
    engine.add(&static_box([0.0; 2], [0.0; 2]).with(Form::Hills(40.0)));
    for k in 0..count {
        let form = MIXED[k % 3];
        engine.add(&dynamic_body([(k % 40) as f32 * 1.1 - 22.0, 16.0 + (k / 40) as f32 * 1.2], form));
    }
    without_changes(engine)
}

/// A scene of fast balls that move back and forth in a room among boxes.
fn bullets<E: Engine>(count: usize) -> Scene<E> {
    let mut engine = pile::<E>(count, &[Form::Box([0.4, 0.3])]);
    for k in 0..count {
        let velocity = [if k % 2 == 0 { 300.0 } else { -300.0 }, 20.0];
        engine.add(&BodySpec {
            velocity,
            bullet: true,
            ..dynamic_body([0.0, 20.0 + k as f32 * 0.3], Form::Ball(0.1))
        });
    }
    let each = |engine: &mut E, step: usize| {
        for k in (0..200).filter(|k| (step + k).is_multiple_of(20)) {
            engine.push(203 + k, [if (step / 20).is_multiple_of(2) { 300.0 } else { -300.0 }, 20.0]);
        }
    };
    Scene { engine, settle: 30, each }
}

fn sensors<E: Engine>(count: usize) -> Scene<E> {
    let mut engine = pile::<E>(count, &[Form::Box([0.4, 0.3]), Form::Ball(0.4)]);
    for k in 0..count {
        let at = [(k % 20) as f32 * 1.3 - 13.0, (k / 20) as f32 * 1.3];
        engine.add(&BodySpec { sensor: true, ..static_box(at, [0.6; 2]) });
    }
    without_changes(engine)
}

/// A scene that adds a body in each step and removes the oldest one.
fn come_and_go<E: Engine>(count: usize) -> Scene<E> {
    let each = |engine: &mut E, step: usize| {
        let at = [(step * 7 % 40) as f32 * 0.6 - 12.0, 24.0];
        engine.add(&dynamic_body(
            at,
            if step.is_multiple_of(2) { Form::Box([0.4, 0.3]) } else { Form::Ball(0.4) },
        ));
        engine.remove(3 + step);
    };
    Scene { engine: pile(count, &[Form::Box([0.4, 0.3]), Form::Ball(0.4)]), settle: 30, each }
}

/// A scene of chains of four bodies that are connected by joints of one kind.
fn joined<E: Engine>(count: usize, joint: JointSpec) -> Scene<E> {
    let mut engine = E::new(-10.0);
    engine.add(&static_box([0.0, -1.0], [count as f32 * 2.0, 1.0]));
    for k in 0..count {
        let x = k as f32 * 1.5 - count as f32 * 0.75;
        for part in 0..4 {
            let y = 1.0 + part as f32;
            engine.add(&dynamic_body([x, y], Form::Box([0.15, 0.4])));
            let body = 1 + k * 4 + part;
            if part > 0 {
                // A mouse joint attaches the body to a point in the world.
                let first = if matches!(joint, JointSpec::Mouse) { 0 } else { body - 1 };
                engine.join(first, body, [x, y - 0.5], joint);
            }
        }
    }
    without_changes(engine)
}

/// A scene of rotating bars, which carry the bodies that lie on them.
fn movers<E: Engine>(count: usize) -> Scene<E> {
    let mut engine = pile::<E>(500, &[Form::Box([0.4, 0.3]), Form::Ball(0.4)]);
    for k in 0..count {
        let at = [(k % 14) as f32 * 2.4 - 15.6, 1.2 + (k / 14) as f32 * 2.4];
        engine.add(&BodySpec { spin: 1.0, ..static_box(at, [0.7, 0.1]) });
    }
    without_changes(engine)
}

/// Runs the benchmark cases of this module whose names contain all words of the command line.
pub fn run(words: &[String]) {
    let mut table = Table::new(words, "bodies, ms a step");
    compare!(table, "standing: 50 fall among 10,000 tiles", measure(200), tiles(10_000, 50));
    compare!(table, "standing: 2,000 asleep", measure(500), stacks(200, 10, |_, _| ()));
    compare!(
        table,
        "standing: 2,000 asleep beside 200 that move",
        measure(300),
        sleepers_and_movers(200, 10)
    );
    compare!(
        table,
        "standing: of 2,000 asleep a stack wakes every tenth step",
        measure(300),
        stacks(200, 10, strike)
    );
    compare!(
        table,
        "standing: a force on one beside 10,000 asleep",
        measure(300),
        driven(1000, 10, |engine, _| engine.force(0, [0.0, 10.0]))
    );
    compare!(
        table,
        "standing: a velocity for one beside 10,000 asleep",
        measure(300),
        driven(1000, 10, |engine, _| engine.push(0, [0.0, 0.0]))
    );
    compare!(
        table,
        "standing: a pose for one beside 10,000 asleep",
        measure(300),
        driven(1000, 10, |engine, _| engine.teleport(0, [-10.0, 3.0]))
    );
    compare!(
        table,
        "standing: a force on one beside 5,000 joints asleep",
        measure(300),
        sleeping_joints(1250, 5, |engine, _| engine.force(0, [0.0, 10.0]))
    );
    compare!(
        table,
        "standing: a force on one beside no joints",
        measure(300),
        sleeping_joints(1, 1, |engine, _| engine.force(0, [0.0, 10.0]))
    );
    compare!(table, "standing: 200 compounds of 20", measure(100), compounds(200));
    compare!(table, "standing: 500 on a ground of 100 corners", measure(200), hills(500));
    compare!(table, "standing: 200 bullets among 200", measure(200), bullets(200));
    compare!(table, "standing: 500 in 500 sensors", measure(200), sensors(500));
    compare!(table, "standing: one of 500 comes and one goes each step", measure(300), come_and_go(500));
    compare!(
        table,
        "standing: 600 hinges with limits and springs",
        measure(200),
        joined(200, JointSpec::Driven { slides: false, motor: false })
    );
    compare!(
        table,
        "standing: 600 hinges with limits and motors",
        measure(200),
        joined(200, JointSpec::Driven { slides: false, motor: true })
    );
    compare!(
        table,
        "standing: 600 slides with limits and springs",
        measure(200),
        joined(200, JointSpec::Driven { slides: true, motor: false })
    );
    compare!(
        table,
        "standing: 600 slides with limits and motors",
        measure(200),
        joined(200, JointSpec::Driven { slides: true, motor: true })
    );
    compare!(
        table,
        "standing: 600 wheels with springs and motors",
        measure(200),
        joined(200, JointSpec::Wheel)
    );
    compare!(table, "standing: 600 welds", measure(200), joined(200, JointSpec::Weld));
    compare!(table, "standing: 600 hands", measure(200), joined(200, JointSpec::Mouse));
    compare!(table, "standing: 100 bars that turn among 500", measure(200), movers(100));
    let name = "standing: 1,000 kept and gone back to";
    if table.is_selected(name) {
        go_back(name);
    }
}

/// Measures the time to save and restore a world in bumper and in Box2D, and the number of bytes per body.
fn go_back(name: &str) {
    let mut ours = pile::<Bumper>(1000, &MIXED);
    let mut box2d = pile::<World>(1000, &MIXED);
    (0..300).for_each(|_| ours.step(STEP));
    (0..300).for_each(|_| box2d.step(STEP));
    let mut least = [f64::INFINITY; 4];
    let mut bytes = [0; 2];
    let mut timed = |place: usize, from: f64| least[place] = least[place].min((seconds() - from) * 1e3);
    for _ in 0..50 {
        let start = seconds();
        let saved = ours.0.save();
        timed(0, start);
        let start = seconds();
        ours.0.restore(&saved).expect("the same bodies");
        timed(1, start);
        let start = seconds();
        let image = box2d.save();
        timed(2, start);
        let start = seconds();
        box2d.restore(&image);
        timed(3, start);
        bytes = [saved.memory(), image.len()];
    }
    println!("\n| {name} | bumper | Box2D |\n| --- | ---: | ---: |");
    println!("| kept, ms | {:.3} | {:.3} |", least[0], least[2]);
    println!("| gone back to, ms | {:.3} | {:.3} |", least[1], least[3]);
    println!("| bytes a body | {} | {} |", bytes[0] / 1000, bytes[1] / 1000);
}
