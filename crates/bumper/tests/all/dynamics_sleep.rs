//! Tests of sleeping: bodies that must stay awake, when bodies fall asleep, and what wakes them.

use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, DynamicsError, JointAxis, JointDef, JointKind, Motor, Simulation,
    SleepSettings, Spring,
};
use bumper::scalar::Real;
use bumper::world::Change;
use bumper::{Aabb, Ball, Pose, Rotation, Shape, Vector};

const RATES: [f64; 4] = [30.0, 60.0, 240.0, 1000.0];

const SIZES: [f64; 6] = [0.01, 0.1, 1.0, 20.0, 500.0, 1e4];

fn n<R: Real>(number: f64) -> R {
    R::from_f64(number)
}

fn v<R: Real>(x: f64, y: f64) -> Vector<R, 2> {
    Vector([n(x), n(y)])
}

fn world<R: Real>(gravity: f64) -> Simulation<R> {
    Simulation::new(v(0.0, -gravity))
}

fn fixed<R: Real>(kind: BodyKind) -> BodyDef<R> {
    BodyDef { kind, ..BodyDef::default() }
}

/// Adds a body whose shape is a box around a point, with this half-size.
fn add<R: Real>(
    simulation: &mut Simulation<R>,
    body: &BodyDef<R>,
    [x, y]: [f64; 2],
    half: [f64; 2],
) -> BodyId {
    let shape: Shape<R, 2> = Aabb::new(v(x - half[0], y - half[1]), v(x + half[0], y + half[1])).into();
    simulation.insert(body, &[ColliderDef::new(shape)]).unwrap()
}

fn ground<R: Real>(simulation: &mut Simulation<R>, size: f64) -> BodyId {
    add(simulation, &fixed(BodyKind::Static), [0.0, -size], [100.0 * size, size])
}

fn run<R: Real>(simulation: &mut Simulation<R>, seconds: f64, rate: f64) {
    (0..(seconds * rate).round() as usize).for_each(|_| simulation.step(n(1.0 / rate)));
}

fn at<R: Real + Into<f64>>(simulation: &Simulation<R>, id: BodyId) -> [f64; 3] {
    let state = simulation.get(id).unwrap();
    [state.center.x().into(), state.center.y().into(), state.angle.into()]
}

fn sleeps<R: Real>(simulation: &Simulation<R>, id: BodyId) -> bool {
    simulation.get(id).unwrap().asleep
}

fn count_asleep<R: Real>(simulation: &Simulation<R>) -> usize {
    simulation.iter().filter(|(_, state)| state.asleep).count()
}

fn falls_as_it_should<R: Real + Into<f64>>() {
    for size in SIZES {
        for gravity in [1.0, 10.0, 900.0] {
            for rate in RATES {
                // The body is dropped, or thrown upwards so that it turns back after half a second.
                for speed in [0.0, 0.5 * gravity] {
                    let mut simulation = world::<R>(gravity);
                    let body = BodyDef { velocity: v(0.0, speed), ..BodyDef::default() };
                    let id = add(&mut simulation, &body, [0.0, 0.0], [size / 2.0; 2]);
                    let mut time = 0.0;
                    for seconds in [0.5, 0.5, 1.0] {
                        run(&mut simulation, seconds, rate);
                        time += (seconds * rate).round() / rate;
                        let right = speed * time - 0.5 * gravity * time * time;
                        let [_, y, _] = at(&simulation, id);
                        assert!(
                            (y - right).abs() < 1e-3 * gravity && !sleeps(&simulation, id),
                            "{size} {gravity} {rate} {speed} {time}: {y}, {right}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn free_fall_follows_the_parabola_at_any_size_gravity_and_rate() {
    falls_as_it_should::<f32>();
    falls_as_it_should::<f64>();
}

#[test]
fn boxes_of_any_size_reach_the_ground_and_sleep_there() {
    for size in SIZES {
        for rate in RATES {
            let mut simulation = world::<f64>(10.0);
            ground(&mut simulation, size);
            let id = add(&mut simulation, &BodyDef::default(), [0.0, size], [size / 2.0; 2]);
            // Wait for a fall by half of the size, and two more seconds for settling.
            run(&mut simulation, (size / 10.0).sqrt() + 2.0, rate);
            let [_, y, _] = at(&simulation, id);
            // Contacts are softer if steps are longer.
            let sinks = 0.01 * size + 1.1 / (rate * rate);
            assert!((y - size / 2.0).abs() < sinks && sleeps(&simulation, id), "{size} {rate}: {y}");
        }
    }
}

#[test]
fn a_falling_body_with_a_slow_terminal_velocity_stays_awake() {
    let mut simulation = world::<f64>(10.0);
    let body = BodyDef { linear_damping: 400.0, ..BodyDef::default() };
    let [a, b, c] = [0.0, 5.0, 5.9].map(|x| add(&mut simulation, &body, [x, 0.0], [0.5; 2]));
    let weld = JointKind::Weld { anchor: v(5.5, 0.0), linear_spring: None, angular_spring: None };
    simulation.insert_joint(&JointDef { a: b, b: c, kind: weld, collide_connected: false }).unwrap();
    run(&mut simulation, 5.0, 240.0);
    for id in [a, b, c] {
        let [_, y, _] = at(&simulation, id);
        assert!(!sleeps(&simulation, id) && y < -0.05, "{y}");
    }
}

fn drifts<R: Real + Into<f64>>(gravity: f64) {
    for size in SIZES {
        for rate in RATES {
            for part in [1e-3, 2.5e-2] {
                let mut simulation = world::<R>(gravity);
                let body = BodyDef {
                    velocity: v(size * part, 0.0),
                    angular_velocity: n(part),
                    gravity_scale: n(if gravity == 0.0 { 1.0 } else { 0.0 }),
                    ..BodyDef::default()
                };
                let id = add(&mut simulation, &body, [0.0, 0.0], [size / 2.0; 2]);
                run(&mut simulation, 4.0, rate);
                let [x, _, angle] = at(&simulation, id);
                let right = 4.0 * part;
                assert!(
                    (x / size - right).abs() < 0.02 * right && (angle - right).abs() < 0.02 * right,
                    "{size} {rate} {part}: {x} {angle}"
                );
                assert!(!sleeps(&simulation, id));
            }
        }
    }
}

#[test]
fn slow_bodies_without_gravity_keep_moving() {
    drifts::<f32>(0.0);
    drifts::<f32>(10.0);
    drifts::<f64>(0.0);
    drifts::<f64>(10.0);
}

#[test]
fn bodies_without_gravity_sleep_if_at_rest_or_stopped_by_damping() {
    let mut simulation = world::<f32>(0.0);
    let still = add(&mut simulation, &BodyDef::default(), [0.0, 0.0], [0.5; 2]);
    let body = BodyDef {
        velocity: v(3.0, 0.0),
        angular_velocity: 2.0,
        linear_damping: 2.0,
        angular_damping: 1.0,
        ..BodyDef::default()
    };
    let damped = add(&mut simulation, &body, [0.0, 5.0], [0.5; 2]);
    run(&mut simulation, 0.6, 60.0);
    assert!(sleeps(&simulation, still) && !sleeps(&simulation, damped));
    run(&mut simulation, 9.0, 60.0);
    assert!(sleeps(&simulation, damped));
    // Before the body fell asleep, it had moved nearly as far as it would have without sleeping: its velocity divided by the damping.
    let [x, _, angle] = at(&simulation, damped);
    assert!((x - 1.5).abs() < 0.05 && (angle - 2.0).abs() < 0.05, "{x} {angle}");
}

fn rolls<R: Real + Into<f64>>() {
    for rate in RATES {
        for speed in [0.1, 0.3] {
            let mut simulation = world::<R>(10.0);
            ground(&mut simulation, 10.0);
            let body =
                BodyDef { velocity: v(speed, 0.0), angular_velocity: n(-2.0 * speed), ..BodyDef::default() };
            let ball = simulation.insert(&body, &[ColliderDef::new(Ball::new(v(0.0, 0.5), n(0.5)))]).unwrap();
            run(&mut simulation, 3.0, rate);
            let [x, _, _] = at(&simulation, ball);
            assert!(
                (x - 3.0 * speed).abs() < 0.03 * speed && !sleeps(&simulation, ball),
                "{rate} {speed}: {x}"
            );
        }
    }
}

#[test]
fn a_slowly_rolling_ball_keeps_rolling() {
    rolls::<f32>();
    rolls::<f64>();
}

#[test]
fn a_slow_motor_keeps_a_door_awake() {
    for rate in RATES {
        for (speed, gravity) in [(0.03, 0.0), (0.001, 0.0), (0.01, 10.0)] {
            let mut simulation = world::<f64>(gravity);
            let post = add(&mut simulation, &fixed(BodyKind::Static), [-1.0, 0.0], [0.5, 0.5]);
            let door = add(&mut simulation, &BodyDef::default(), [5.0, 0.0], [5.0, 0.1]);
            let turn = JointAxis { motor: Some(Motor { speed, max_force: 1e6 }), ..JointAxis::default() };
            let hinge = JointKind::Revolute { anchor: v(0.0, 0.0), rotation: turn };
            let joint = simulation
                .insert_joint(&JointDef { a: post, b: door, kind: hinge, collide_connected: false })
                .unwrap();
            run(&mut simulation, 4.0, rate);
            let [_, _, angle] = at(&simulation, door);
            assert!(!sleeps(&simulation, door), "{rate} {speed}");
            assert!((angle - 4.0 * speed).abs() < 0.1 * speed + 1e-3, "{rate} {speed}: {angle}");
            // A motor with a speed of zero is a brake, so the door falls asleep.
            simulation.set_motor(joint, Some(Motor { speed: 0.0, max_force: 1e6 })).unwrap();
            run(&mut simulation, 2.0, rate);
            assert!(sleeps(&simulation, door), "{rate} {speed}");
        }
    }
}

#[test]
fn a_small_force_in_each_step_keeps_a_body_awake() {
    for gravity in [0.0, 10.0] {
        for rate in RATES {
            let mut simulation = world::<f64>(gravity);
            let ice =
                ColliderDef { friction: 0.0, ..ColliderDef::new(Aabb::new(v(-50.0, -1.0), v(50.0, 0.0))) };
            simulation.insert(&fixed(BodyKind::Static), &[ice]).unwrap();
            let id = add(&mut simulation, &BodyDef::default(), [0.0, 0.5], [0.5; 2]);
            for _ in 0..(4.0 * rate) as usize {
                let center = simulation.get(id).unwrap().center;
                simulation.apply_force(id, [0.001, 0.0], center).unwrap();
                simulation.step(1.0 / rate);
            }
            let [x, _, _] = at(&simulation, id);
            assert!(!sleeps(&simulation, id) && (x - 0.008).abs() < 1e-3, "{gravity} {rate}: {x}");
        }
    }
}

#[test]
fn a_slow_kinematic_neighbour_keeps_bodies_awake() {
    for rate in RATES {
        for velocity in [[0.0, 0.01], [0.01, 0.0], [0.0, -0.01]] {
            let mut simulation = world::<f64>(10.0);
            let lift = BodyDef { velocity: v(velocity[0], velocity[1]), ..fixed(BodyKind::Kinematic) };
            let lift = add(&mut simulation, &lift, [0.0, -0.5], [5.0, 0.5]);
            let crates = [0.5, 1.5].map(|y| add(&mut simulation, &BodyDef::default(), [0.0, y], [0.5; 2]));
            run(&mut simulation, 4.0, rate);
            for (id, y) in crates.into_iter().zip([0.5, 1.5]) {
                let place = at(&simulation, id);
                let right = [4.0 * velocity[0], y + 4.0 * velocity[1]];
                assert!(!sleeps(&simulation, id), "{rate} {velocity:?}");
                assert!(
                    (place[0] - right[0]).abs() < 0.01 && (place[1] - right[1]).abs() < 0.01,
                    "{place:?}"
                );
            }
            // The crates fall asleep when the platform stops, and wake up when it starts again.
            simulation.set_velocity(lift, [0.0, 0.0], 0.0).unwrap();
            run(&mut simulation, 2.0, rate);
            assert_eq!(count_asleep(&simulation), 2, "{rate} {velocity:?}");
            simulation.set_velocity(lift, [0.0, 0.02], 0.0).unwrap();
            simulation.step(1.0 / rate);
            assert_eq!(count_asleep(&simulation), 0, "{rate} {velocity:?}");
        }
    }
}

#[test]
fn a_hanging_body_at_rest_sleeps() {
    let mut simulation = world::<f32>(10.0);
    let roof = add(&mut simulation, &fixed(BodyKind::Static), [0.0, 5.0], [20.0, 1.0]);
    let hung = add(&mut simulation, &BodyDef::default(), [0.0, 0.0], [0.5; 2]);
    let rope = JointKind::Distance {
        anchor_a: v(0.0, 4.0),
        anchor_b: v(0.0, 0.5),
        length: None,
        translation: JointAxis::default(),
    };
    simulation.insert_joint(&JointDef { a: roof, b: hung, kind: rope, collide_connected: false }).unwrap();
    let held = add(&mut simulation, &BodyDef::default(), [5.0, 0.0], [0.5; 2]);
    let spring = Spring { hertz: 5.0, damping_ratio: 1.0 };
    let hand = JointKind::Mouse { anchor: v(5.0, 0.0), spring, max_force: 1e4 };
    simulation.insert_joint(&JointDef { a: roof, b: held, kind: hand, collide_connected: false }).unwrap();
    run(&mut simulation, 6.0, 60.0);
    assert!(sleeps(&simulation, hung) && sleeps(&simulation, held));
}

#[test]
fn sleep_settings_apply_at_any_step_rate() {
    for rate in RATES {
        for time in [0.3, 0.5, 2.0] {
            let mut simulation = world::<f32>(0.0);
            simulation.sleep_settings = SleepSettings { speed: Some(0.1), time: n(time) };
            let drifter = |speed: f32| BodyDef { velocity: [speed, 0.0].into(), ..BodyDef::default() };
            let slow = add(&mut simulation, &drifter(0.09), [0.0, 0.0], [0.5; 2]);
            let fast = add(&mut simulation, &drifter(0.11), [0.0, 9.0], [0.5; 2]);
            let turns = add(
                &mut simulation,
                &BodyDef { angular_velocity: 0.2, ..BodyDef::default() },
                [0.0, 18.0],
                [0.5; 2],
            );
            let right = (time * rate).max(8.0).round() as i64;
            let steps = (1..right + 9).find(|_| {
                simulation.step(n(1.0 / rate));
                sleeps(&simulation, slow)
            });
            assert!((steps.unwrap_or(0) - right).abs() <= 1, "{rate} {time}: {steps:?}");
            run(&mut simulation, time, rate);
            assert!(!sleeps(&simulation, fast) && !sleeps(&simulation, turns));
        }
    }
    for settings in [
        SleepSettings { speed: Some(-1.0), ..SleepSettings::default() },
        SleepSettings { speed: Some(f32::NAN), ..SleepSettings::default() },
        SleepSettings { time: f32::NAN, ..SleepSettings::default() },
        SleepSettings { time: f32::INFINITY, ..SleepSettings::default() },
    ] {
        let mut simulation = world::<f32>(0.0);
        simulation.sleep_settings = settings;
        let id = add(&mut simulation, &BodyDef::default(), [0.0, 0.0], [0.5; 2]);
        run(&mut simulation, 2.0, 60.0);
        assert!(!sleeps(&simulation, id), "{settings:?}");
    }
}

#[test]
fn sleep_can_be_disabled_for_a_body() {
    let mut simulation = world::<f32>(10.0);
    ground(&mut simulation, 10.0);
    let body = BodyDef { can_sleep: false, ..BodyDef::default() };
    let restless = add(&mut simulation, &body, [0.0, 0.5], [0.5; 2]);
    let above = add(&mut simulation, &BodyDef::default(), [0.0, 1.5], [0.5; 2]);
    let other = add(&mut simulation, &BodyDef::default(), [5.0, 0.5], [0.5; 2]);
    run(&mut simulation, 3.0, 60.0);
    assert!(!sleeps(&simulation, restless) && !sleeps(&simulation, above) && sleeps(&simulation, other));
    simulation.set_can_sleep(other, false).unwrap();
    assert!(!sleeps(&simulation, other));
    simulation.set_can_sleep(restless, true).unwrap();
    run(&mut simulation, 3.0, 60.0);
    assert!(sleeps(&simulation, restless) && sleeps(&simulation, above) && !sleeps(&simulation, other));
    simulation.remove(other);
    assert_eq!(simulation.set_can_sleep(other, true), Err(DynamicsError::NotFound));
}

/// Stacks of three boxes on one static floor. All boxes are asleep.
fn stacks(count: usize) -> (Simulation<f32>, BodyId, Vec<[BodyId; 3]>) {
    let mut simulation = world::<f32>(10.0);
    let floor = add(&mut simulation, &fixed(BodyKind::Static), [1000.0, -1.0], [1100.0, 1.0]);
    let stack = |k: usize| {
        [0.5, 1.5, 2.5].map(|y| add(&mut simulation, &BodyDef::default(), [3.0 * k as f64, y], [0.5; 2]))
    };
    let ids = (0..count).map(stack).collect();
    run(&mut simulation, 4.0, 60.0);
    assert_eq!(count_asleep(&simulation), 3 * count);
    (simulation, floor, ids)
}

#[test]
fn an_impulse_wakes_only_its_own_stack() {
    let (simulation, _, ids) = stacks(700);
    let all = 3 * ids.len();
    for (k, stack) in ids.iter().enumerate().step_by(97) {
        let mut simulation = simulation.clone();
        simulation.apply_impulse(stack[k % 3], [0.01, 0.0], [3.0 * k as f32, 0.5]).unwrap();
        assert_eq!(count_asleep(&simulation), all - 3);
        assert!(stack.iter().all(|id| !sleeps(&simulation, *id)));
        // Each step reports all contacts as `Stay`, including the contacts of sleeping bodies.
        for _ in 0..20 {
            simulation.step(n(1.0 / 60.0));
            let stays = simulation.events().filter(|event| event.change == Change::Stay).count();
            assert_eq!((stays, simulation.events().count()), (all, all));
        }
        assert_eq!(count_asleep(&simulation), all - 3);
        run(&mut simulation, 4.0, 60.0);
        assert_eq!(count_asleep(&simulation), all);
    }
}

#[test]
fn sleeping_bodies_wake_when_their_support_is_removed_or_moved() {
    let (simulation, floor, ids) = stacks(20);
    let wakes = |change: &dyn Fn(&mut Simulation<f32>), least: usize| {
        let mut simulation = simulation.clone();
        change(&mut simulation);
        let awake = 60 - count_asleep(&simulation);
        assert!(awake >= least, "{awake}");
        run(&mut simulation, 0.5, 60.0);
        simulation
    };
    let gone = wakes(&|simulation| assert!(simulation.remove(floor)), 60);
    assert!(gone.iter().all(|(_, state)| state.center.y() < 2.0));
    assert!(gone.events().all(|event| event.a != floor && event.b != floor));
    let moved = Pose::new(Rotation::identity(), [0.0, -50.0]);
    let moved = wakes(&|simulation| simulation.set_pose(floor, &moved).unwrap(), 60);
    assert!(moved.iter().filter(|(id, _)| *id != floor).all(|(_, state)| state.center.y() < 2.0));
    let lower = wakes(&|simulation| assert!(simulation.remove(ids[7][0])), 2);
    assert!(at(&lower, ids[7][1])[1] < 1.0 && count_asleep(&lower) == 57);
}

#[test]
fn changes_of_an_awake_body_wake_others_only_on_contact() {
    let (mut simulation, _, ids) = stacks(50);
    let player = add(&mut simulation, &BodyDef::default(), [-20.0, 0.5], [0.5; 2]);
    for step in 0..60 {
        simulation.set_velocity(player, [1.0, 0.0], 0.0).unwrap();
        simulation.apply_torque(player, 0.1).unwrap();
        let pose = Pose::new(Rotation::identity(), [0.01 * step as f32, 0.0]);
        simulation.set_pose(player, &pose).unwrap();
        simulation.step(n(1.0 / 60.0));
        assert_eq!(count_asleep(&simulation), 150);
    }
    // A body that is placed in contact with a sleeping stack wakes it.
    simulation.set_pose(player, &Pose::new(Rotation::identity(), [20.0 - 0.9, 0.0])).unwrap();
    simulation.step(n(1.0 / 60.0));
    assert!(ids[0].iter().all(|id| !sleeps(&simulation, *id)) && count_asleep(&simulation) == 147);
}
