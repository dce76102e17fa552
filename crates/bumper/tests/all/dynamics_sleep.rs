//! Tests of sleeping: bodies that must stay awake, when bodies fall asleep, and what wakes them.

use bumper::dynamics::{
    Bodies, BodyDef, BodyId, BodyKind, Collider, DynamicsError, JointAxis, JointDef, JointKind, Motor,
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

fn world<R: Real>(gravity: f64) -> Bodies<R> {
    Bodies::new(v(0.0, -gravity))
}

fn fixed<R: Real>(kind: BodyKind) -> BodyDef<R> {
    BodyDef { kind, ..BodyDef::default() }
}

/// Adds a body whose shape is a box around a point, with this half-size.
fn add<R: Real>(bodies: &mut Bodies<R>, body: &BodyDef<R>, [x, y]: [f64; 2], half: [f64; 2]) -> BodyId {
    let shape: Shape<R, 2> = Aabb::new(v(x - half[0], y - half[1]), v(x + half[0], y + half[1])).into();
    bodies.insert(body, &[Collider::new(shape)]).unwrap()
}

fn ground<R: Real>(bodies: &mut Bodies<R>, size: f64) -> BodyId {
    add(bodies, &fixed(BodyKind::Static), [0.0, -size], [100.0 * size, size])
}

fn run<R: Real>(bodies: &mut Bodies<R>, seconds: f64, rate: f64) {
    (0..(seconds * rate).round() as usize).for_each(|_| bodies.step(n(1.0 / rate)));
}

fn at<R: Real + Into<f64>>(bodies: &Bodies<R>, id: BodyId) -> [f64; 3] {
    let state = bodies.get(id).unwrap();
    [state.center.x().into(), state.center.y().into(), state.angle.into()]
}

fn sleeps<R: Real>(bodies: &Bodies<R>, id: BodyId) -> bool {
    bodies.get(id).unwrap().asleep
}

fn count_asleep<R: Real>(bodies: &Bodies<R>) -> usize {
    bodies.iter().filter(|(_, state)| state.asleep).count()
}

fn falls_as_it_should<R: Real + Into<f64>>() {
    for size in SIZES {
        for gravity in [1.0, 10.0, 900.0] {
            for rate in RATES {
                // The body is dropped, or thrown upwards so that it turns back after half a second.
                for speed in [0.0, 0.5 * gravity] {
                    let mut bodies = world::<R>(gravity);
                    let body = BodyDef { velocity: v(0.0, speed), ..BodyDef::default() };
                    let id = add(&mut bodies, &body, [0.0, 0.0], [size / 2.0; 2]);
                    let mut time = 0.0;
                    for seconds in [0.5, 0.5, 1.0] {
                        run(&mut bodies, seconds, rate);
                        time += (seconds * rate).round() / rate;
                        let right = speed * time - 0.5 * gravity * time * time;
                        let [_, y, _] = at(&bodies, id);
                        assert!(
                            (y - right).abs() < 1e-3 * gravity && !sleeps(&bodies, id),
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
            let mut bodies = world::<f64>(10.0);
            ground(&mut bodies, size);
            let id = add(&mut bodies, &BodyDef::default(), [0.0, size], [size / 2.0; 2]);
            // Wait for a fall by half of the size, and two more seconds for settling.
            run(&mut bodies, (size / 10.0).sqrt() + 2.0, rate);
            let [_, y, _] = at(&bodies, id);
            // Contacts are softer if steps are longer.
            let sinks = 0.01 * size + 1.1 / (rate * rate);
            assert!((y - size / 2.0).abs() < sinks && sleeps(&bodies, id), "{size} {rate}: {y}");
        }
    }
}

#[test]
fn a_falling_body_with_a_slow_terminal_velocity_stays_awake() {
    let mut bodies = world::<f64>(10.0);
    let body = BodyDef { linear_damping: 400.0, ..BodyDef::default() };
    let [a, b, c] = [0.0, 5.0, 5.9].map(|x| add(&mut bodies, &body, [x, 0.0], [0.5; 2]));
    let weld = JointKind::Weld { anchor: v(5.5, 0.0), linear_spring: None, angular_spring: None };
    bodies.insert_joint(&JointDef { a: b, b: c, kind: weld, collide_connected: false }).unwrap();
    run(&mut bodies, 5.0, 240.0);
    for id in [a, b, c] {
        let [_, y, _] = at(&bodies, id);
        assert!(!sleeps(&bodies, id) && y < -0.05, "{y}");
    }
}

fn drifts<R: Real + Into<f64>>(gravity: f64) {
    for size in SIZES {
        for rate in RATES {
            for part in [1e-3, 2.5e-2] {
                let mut bodies = world::<R>(gravity);
                let body = BodyDef {
                    velocity: v(size * part, 0.0),
                    angular_velocity: n(part),
                    gravity_scale: n(if gravity == 0.0 { 1.0 } else { 0.0 }),
                    ..BodyDef::default()
                };
                let id = add(&mut bodies, &body, [0.0, 0.0], [size / 2.0; 2]);
                run(&mut bodies, 4.0, rate);
                let [x, _, angle] = at(&bodies, id);
                let right = 4.0 * part;
                assert!(
                    (x / size - right).abs() < 0.02 * right && (angle - right).abs() < 0.02 * right,
                    "{size} {rate} {part}: {x} {angle}"
                );
                assert!(!sleeps(&bodies, id));
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
    let mut bodies = world::<f32>(0.0);
    let still = add(&mut bodies, &BodyDef::default(), [0.0, 0.0], [0.5; 2]);
    let body = BodyDef {
        velocity: v(3.0, 0.0),
        angular_velocity: 2.0,
        linear_damping: 2.0,
        angular_damping: 1.0,
        ..BodyDef::default()
    };
    let damped = add(&mut bodies, &body, [0.0, 5.0], [0.5; 2]);
    run(&mut bodies, 0.6, 60.0);
    assert!(sleeps(&bodies, still) && !sleeps(&bodies, damped));
    run(&mut bodies, 9.0, 60.0);
    assert!(sleeps(&bodies, damped));
    // Before the body fell asleep, it had moved nearly as far as it would have without sleeping: its velocity divided by the damping.
    let [x, _, angle] = at(&bodies, damped);
    assert!((x - 1.5).abs() < 0.05 && (angle - 2.0).abs() < 0.05, "{x} {angle}");
}

fn rolls<R: Real + Into<f64>>() {
    for rate in RATES {
        for speed in [0.1, 0.3] {
            let mut bodies = world::<R>(10.0);
            ground(&mut bodies, 10.0);
            let body =
                BodyDef { velocity: v(speed, 0.0), angular_velocity: n(-2.0 * speed), ..BodyDef::default() };
            let ball = bodies.insert(&body, &[Collider::new(Ball::new(v(0.0, 0.5), n(0.5)))]).unwrap();
            run(&mut bodies, 3.0, rate);
            let [x, _, _] = at(&bodies, ball);
            assert!((x - 3.0 * speed).abs() < 0.03 * speed && !sleeps(&bodies, ball), "{rate} {speed}: {x}");
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
            let mut bodies = world::<f64>(gravity);
            let post = add(&mut bodies, &fixed(BodyKind::Static), [-1.0, 0.0], [0.5, 0.5]);
            let door = add(&mut bodies, &BodyDef::default(), [5.0, 0.0], [5.0, 0.1]);
            let turn = JointAxis { motor: Some(Motor { speed, max_force: 1e6 }), ..JointAxis::default() };
            let hinge = JointKind::Revolute { anchor: v(0.0, 0.0), rotation: turn };
            let joint = bodies
                .insert_joint(&JointDef { a: post, b: door, kind: hinge, collide_connected: false })
                .unwrap();
            run(&mut bodies, 4.0, rate);
            let [_, _, angle] = at(&bodies, door);
            assert!(!sleeps(&bodies, door), "{rate} {speed}");
            assert!((angle - 4.0 * speed).abs() < 0.1 * speed + 1e-3, "{rate} {speed}: {angle}");
            // A motor with a speed of zero is a brake, so the door falls asleep.
            bodies.set_motor(joint, Some(Motor { speed: 0.0, max_force: 1e6 })).unwrap();
            run(&mut bodies, 2.0, rate);
            assert!(sleeps(&bodies, door), "{rate} {speed}");
        }
    }
}

#[test]
fn a_small_force_in_each_step_keeps_a_body_awake() {
    for gravity in [0.0, 10.0] {
        for rate in RATES {
            let mut bodies = world::<f64>(gravity);
            let ice = Collider { friction: 0.0, ..Collider::new(Aabb::new(v(-50.0, -1.0), v(50.0, 0.0))) };
            bodies.insert(&fixed(BodyKind::Static), &[ice]).unwrap();
            let id = add(&mut bodies, &BodyDef::default(), [0.0, 0.5], [0.5; 2]);
            for _ in 0..(4.0 * rate) as usize {
                let center = bodies.get(id).unwrap().center;
                bodies.apply_force(id, [0.001, 0.0], center).unwrap();
                bodies.step(1.0 / rate);
            }
            let [x, _, _] = at(&bodies, id);
            assert!(!sleeps(&bodies, id) && (x - 0.008).abs() < 1e-3, "{gravity} {rate}: {x}");
        }
    }
}

#[test]
fn a_slow_kinematic_neighbour_keeps_bodies_awake() {
    for rate in RATES {
        for velocity in [[0.0, 0.01], [0.01, 0.0], [0.0, -0.01]] {
            let mut bodies = world::<f64>(10.0);
            let lift = BodyDef { velocity: v(velocity[0], velocity[1]), ..fixed(BodyKind::Kinematic) };
            let lift = add(&mut bodies, &lift, [0.0, -0.5], [5.0, 0.5]);
            let crates = [0.5, 1.5].map(|y| add(&mut bodies, &BodyDef::default(), [0.0, y], [0.5; 2]));
            run(&mut bodies, 4.0, rate);
            for (id, y) in crates.into_iter().zip([0.5, 1.5]) {
                let place = at(&bodies, id);
                let right = [4.0 * velocity[0], y + 4.0 * velocity[1]];
                assert!(!sleeps(&bodies, id), "{rate} {velocity:?}");
                assert!(
                    (place[0] - right[0]).abs() < 0.01 && (place[1] - right[1]).abs() < 0.01,
                    "{place:?}"
                );
            }
            // The crates fall asleep when the platform stops, and wake up when it starts again.
            bodies.set_velocity(lift, [0.0, 0.0], 0.0).unwrap();
            run(&mut bodies, 2.0, rate);
            assert_eq!(count_asleep(&bodies), 2, "{rate} {velocity:?}");
            bodies.set_velocity(lift, [0.0, 0.02], 0.0).unwrap();
            bodies.step(1.0 / rate);
            assert_eq!(count_asleep(&bodies), 0, "{rate} {velocity:?}");
        }
    }
}

#[test]
fn a_hanging_body_at_rest_sleeps() {
    let mut bodies = world::<f32>(10.0);
    let roof = add(&mut bodies, &fixed(BodyKind::Static), [0.0, 5.0], [20.0, 1.0]);
    let hung = add(&mut bodies, &BodyDef::default(), [0.0, 0.0], [0.5; 2]);
    let rope = JointKind::Distance {
        anchor_a: v(0.0, 4.0),
        anchor_b: v(0.0, 0.5),
        length: None,
        translation: JointAxis::default(),
    };
    bodies.insert_joint(&JointDef { a: roof, b: hung, kind: rope, collide_connected: false }).unwrap();
    let held = add(&mut bodies, &BodyDef::default(), [5.0, 0.0], [0.5; 2]);
    let spring = Spring { hertz: 5.0, damping_ratio: 1.0 };
    let hand = JointKind::Mouse { anchor: v(5.0, 0.0), spring, max_force: 1e4 };
    bodies.insert_joint(&JointDef { a: roof, b: held, kind: hand, collide_connected: false }).unwrap();
    run(&mut bodies, 6.0, 60.0);
    assert!(sleeps(&bodies, hung) && sleeps(&bodies, held));
}

#[test]
fn sleep_settings_apply_at_any_step_rate() {
    for rate in RATES {
        for time in [0.3, 0.5, 2.0] {
            let mut bodies = world::<f32>(0.0);
            bodies.sleep_settings = SleepSettings { speed: Some(0.1), time: n(time) };
            let drifter = |speed: f32| BodyDef { velocity: [speed, 0.0].into(), ..BodyDef::default() };
            let slow = add(&mut bodies, &drifter(0.09), [0.0, 0.0], [0.5; 2]);
            let fast = add(&mut bodies, &drifter(0.11), [0.0, 9.0], [0.5; 2]);
            let turns = add(
                &mut bodies,
                &BodyDef { angular_velocity: 0.2, ..BodyDef::default() },
                [0.0, 18.0],
                [0.5; 2],
            );
            let right = (time * rate).max(8.0).round() as i64;
            let steps = (1..right + 9).find(|_| {
                bodies.step(n(1.0 / rate));
                sleeps(&bodies, slow)
            });
            assert!((steps.unwrap_or(0) - right).abs() <= 1, "{rate} {time}: {steps:?}");
            run(&mut bodies, time, rate);
            assert!(!sleeps(&bodies, fast) && !sleeps(&bodies, turns));
        }
    }
    for settings in [
        SleepSettings { speed: Some(-1.0), ..SleepSettings::default() },
        SleepSettings { speed: Some(f32::NAN), ..SleepSettings::default() },
        SleepSettings { time: f32::NAN, ..SleepSettings::default() },
        SleepSettings { time: f32::INFINITY, ..SleepSettings::default() },
    ] {
        let mut bodies = world::<f32>(0.0);
        bodies.sleep_settings = settings;
        let id = add(&mut bodies, &BodyDef::default(), [0.0, 0.0], [0.5; 2]);
        run(&mut bodies, 2.0, 60.0);
        assert!(!sleeps(&bodies, id), "{settings:?}");
    }
}

#[test]
fn sleep_can_be_disabled_for_a_body() {
    let mut bodies = world::<f32>(10.0);
    ground(&mut bodies, 10.0);
    let body = BodyDef { can_sleep: false, ..BodyDef::default() };
    let restless = add(&mut bodies, &body, [0.0, 0.5], [0.5; 2]);
    let above = add(&mut bodies, &BodyDef::default(), [0.0, 1.5], [0.5; 2]);
    let other = add(&mut bodies, &BodyDef::default(), [5.0, 0.5], [0.5; 2]);
    run(&mut bodies, 3.0, 60.0);
    assert!(!sleeps(&bodies, restless) && !sleeps(&bodies, above) && sleeps(&bodies, other));
    bodies.set_can_sleep(other, false).unwrap();
    assert!(!sleeps(&bodies, other));
    bodies.set_can_sleep(restless, true).unwrap();
    run(&mut bodies, 3.0, 60.0);
    assert!(sleeps(&bodies, restless) && sleeps(&bodies, above) && !sleeps(&bodies, other));
    bodies.remove(other);
    assert_eq!(bodies.set_can_sleep(other, true), Err(DynamicsError::NotFound));
}

/// Stacks of three boxes on one static floor. All boxes are asleep.
fn stacks(count: usize) -> (Bodies<f32>, BodyId, Vec<[BodyId; 3]>) {
    let mut bodies = world::<f32>(10.0);
    let floor = add(&mut bodies, &fixed(BodyKind::Static), [1000.0, -1.0], [1100.0, 1.0]);
    let stack = |k: usize| {
        [0.5, 1.5, 2.5].map(|y| add(&mut bodies, &BodyDef::default(), [3.0 * k as f64, y], [0.5; 2]))
    };
    let ids = (0..count).map(stack).collect();
    run(&mut bodies, 4.0, 60.0);
    assert_eq!(count_asleep(&bodies), 3 * count);
    (bodies, floor, ids)
}

#[test]
fn an_impulse_wakes_only_its_own_stack() {
    let (bodies, _, ids) = stacks(700);
    let all = 3 * ids.len();
    for (k, stack) in ids.iter().enumerate().step_by(97) {
        let mut bodies = bodies.clone();
        bodies.apply_impulse(stack[k % 3], [0.01, 0.0], [3.0 * k as f32, 0.5]).unwrap();
        assert_eq!(count_asleep(&bodies), all - 3);
        assert!(stack.iter().all(|id| !sleeps(&bodies, *id)));
        // Each step reports all contacts as `Stay`, also those of sleeping bodies.
        for _ in 0..20 {
            bodies.step(n(1.0 / 60.0));
            let stays = bodies.events().filter(|event| event.change == Change::Stay).count();
            assert_eq!((stays, bodies.events().count()), (all, all));
        }
        assert_eq!(count_asleep(&bodies), all - 3);
        run(&mut bodies, 4.0, 60.0);
        assert_eq!(count_asleep(&bodies), all);
    }
}

#[test]
fn sleeping_bodies_wake_when_their_support_is_removed_or_moved() {
    let (bodies, floor, ids) = stacks(20);
    let wakes = |change: &dyn Fn(&mut Bodies<f32>), least: usize| {
        let mut bodies = bodies.clone();
        change(&mut bodies);
        let awake = 60 - count_asleep(&bodies);
        assert!(awake >= least, "{awake}");
        run(&mut bodies, 0.5, 60.0);
        bodies
    };
    let gone = wakes(&|bodies| assert!(bodies.remove(floor)), 60);
    assert!(gone.iter().all(|(_, state)| state.center.y() < 2.0));
    assert!(gone.events().all(|event| event.a != floor && event.b != floor));
    let moved = Pose::new(Rotation::identity(), [0.0, -50.0]);
    let moved = wakes(&|bodies| bodies.set_pose(floor, &moved).unwrap(), 60);
    assert!(moved.iter().filter(|(id, _)| *id != floor).all(|(_, state)| state.center.y() < 2.0));
    let lower = wakes(&|bodies| assert!(bodies.remove(ids[7][0])), 2);
    assert!(at(&lower, ids[7][1])[1] < 1.0 && count_asleep(&lower) == 57);
}

#[test]
fn changes_of_an_awake_body_wake_others_only_on_contact() {
    let (mut bodies, _, ids) = stacks(50);
    let player = add(&mut bodies, &BodyDef::default(), [-20.0, 0.5], [0.5; 2]);
    for step in 0..60 {
        bodies.set_velocity(player, [1.0, 0.0], 0.0).unwrap();
        bodies.apply_torque(player, 0.1).unwrap();
        let pose = Pose::new(Rotation::identity(), [0.01 * step as f32, 0.0]);
        bodies.set_pose(player, &pose).unwrap();
        bodies.step(n(1.0 / 60.0));
        assert_eq!(count_asleep(&bodies), 150);
    }
    // A body that is placed in contact with a sleeping stack wakes it.
    bodies.set_pose(player, &Pose::new(Rotation::identity(), [20.0 - 0.9, 0.0])).unwrap();
    bodies.step(n(1.0 / 60.0));
    assert!(ids[0].iter().all(|id| !sleeps(&bodies, *id)) && count_asleep(&bodies) == 147);
}
