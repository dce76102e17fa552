//! Tests of continuous collision detection, in `f32` and `f64`: closed rooms, thin dynamic and kinematic bodies, rods on hinges, and
//! sensors that bodies cross within one step.

use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, JointAxis, JointDef, JointKind, Simulation};
use bumper::world::Change;
use bumper::{Aabb, Ball, Capsule, Pose, Rotation, Segment, Shape, Triangle, Vector};
use fastrand::Rng;

/// The number of rooms for each speed: `BUMPER_CASES`, or else `usual`.
fn cases(usual: u64) -> u64 {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

macro_rules! tests {
    ($float:ident) => {
        mod $float {
            use super::*;

            type F = $float;

            const STEP: F = 1.0 / 60.0;

            /// The half-size of the inside of a room.
            const ROOM: [F; 2] = [4.0, 3.0];

            fn still() -> BodyDef<F> {
                BodyDef { kind: BodyKind::Static, ..BodyDef::default() }
            }

            fn at(x: F, y: F) -> Pose<F, 2> {
                Pose::new(Rotation::identity(), [x, y])
            }

            fn between(rng: &mut Rng, low: F, high: F) -> F {
                low + (high - low) * rng.f64() as F
            }

            #[test]
            fn thrown_box_does_not_stick_to_a_wall() {
                let mut simulation = Simulation::<F>::new([0.0, -10.0]);
                simulation
                    .insert(&still(), &[ColliderDef::new(Aabb::new([10.0, -500.0], [11.0, 500.0]))])
                    .unwrap();
                let pose = Pose::new(Rotation::from_degrees(30.0), [8.0, 0.0]);
                let thrown = BodyDef {
                    pose,
                    velocity: [10.0, -10.0].into(),
                    angular_velocity: -30.0,
                    ..BodyDef::default()
                };
                let collider = ColliderDef::new(Aabb::new([-0.4, -0.15], [0.4, 0.15]));
                let id = simulation.insert(&thrown, &[collider]).unwrap();
                (0..300).for_each(|_| simulation.step(STEP));
                let state = simulation.get(id).unwrap();
                // In a free fall of five seconds with this initial velocity, the body would reach y = -175.
                assert!(state.center.y() < -100.0 && state.center.x() < 10.0, "{state:?}");
            }

            /// Adds the four walls of the room. They have the thickness `thick`, outwards.
            fn walls(simulation: &mut Simulation<F>, thick: F, body: &BodyDef<F>) -> [BodyId; 4] {
                let ([w, h], t) = (ROOM, thick);
                let boxes = [
                    ([-w - t, -h - t], [w + t, -h]),
                    ([-w - t, h], [w + t, h + t]),
                    ([-w - t, -h], [-w, h]),
                    ([w, -h], [w + t, h]),
                ];
                boxes.map(|(min, max)| {
                    let wall =
                        ColliderDef { density: 1e6, friction: 0.0, ..ColliderDef::new(Aabb::new(min, max)) };
                    simulation.insert(body, &[wall]).unwrap()
                })
            }

            fn thrown(rng: &mut Rng, simulation: &mut Simulation<F>, speed: F, spin: F) -> (BodyId, F) {
                let size = between(rng, 0.1, 0.6);
                let half = Vector([size, size * between(rng, 0.1, 1.0)]);
                let shape: Shape<F, 2> = match rng.u32(0..5) {
                    0 => Ball::new([0.0, 0.0], size).into(),
                    1 | 2 => Aabb::new(-half, half).into(),
                    3 => Capsule::new([-half[0], 0.0], [half[0], 0.0], half[1] * 0.5).into(),
                    _ => Triangle::new(-half, [half[0], -half[1]], [0.0, half[1]]).into(),
                };
                let restitution = if rng.bool() { 0.0 } else { between(rng, 0.0, 1.0) };
                let angle = between(rng, 0.0, 6.3);
                let velocity = Vector([angle.cos() * speed, angle.sin() * speed]);
                let body =
                    BodyDef { velocity, angular_velocity: between(rng, -spin, spin), ..BodyDef::default() };
                (
                    simulation
                        .insert(&body, &[ColliderDef { restitution, ..ColliderDef::new(shape) }])
                        .unwrap(),
                    size,
                )
            }

            /// Throws one body through each of several rooms, which may contain crates. Asserts that nothing leaves the room, and that the
            /// body does not get stuck while it has a velocity. Returns the number of contacts that began.
            fn throw(speed: F, spin: F, dynamic: bool, crates: u32) -> usize {
                let mut met = 0;
                for seed in 0..cases(25) {
                    let mut rng = Rng::with_seed(seed);
                    let thick = [0.02, 0.1, 1.0][rng.usize(0..3)];
                    let gravity = if dynamic || rng.bool() { 0.0 } else { -10.0 };
                    let mut simulation = Simulation::<F>::new([0.0, gravity]);
                    let wall = if dynamic { BodyDef::default() } else { still() };
                    let walls = walls(&mut simulation, thick, &wall);
                    for k in 0..crates {
                        let [x, y] = [k as F * 0.9 - 2.5, 2.0 - (k % 2) as F * 4.0];
                        let collider = ColliderDef::new(Aabb::new([x - 0.3, y - 0.3], [x + 0.3, y + 0.3]));
                        simulation.insert(&BodyDef::default(), &[collider]).unwrap();
                    }
                    let (id, size) = thrown(&mut rng, &mut simulation, speed, spin);
                    let (mut last, mut stands) = (simulation.get(id).unwrap(), 0);
                    for step in 0..200 {
                        simulation.step(STEP);
                        met += simulation.events().filter(|event| event.change == Change::Enter).count();
                        for (other, state) in simulation.iter().filter(|(other, _)| !walls.contains(other)) {
                            let out =
                                (state.center.x().abs() - ROOM[0]).max(state.center.y().abs() - ROOM[1]);
                            assert!(out < 0.01, "{speed} {seed}, {other:?}, step {step}: {state:?}");
                        }
                        let now = simulation.get(id).unwrap();
                        let moved =
                            (now.center - last.center).length() + (now.angle - last.angle).abs() * size;
                        let would = (now.velocity.length() + now.angular_velocity.abs() * size) * STEP;
                        stands = if would > 0.02 && moved < 0.05 * would { stands + 1 } else { 0 };
                        assert!(stands < 12, "{speed} {seed}, step {step}: stands with a velocity: {now:?}");
                        last = now;
                    }
                }
                met
            }

            #[test]
            fn fast_bodies_stay_in_closed_rooms_and_keep_moving() {
                for (speed, spin) in
                    [(10.0, 240.0), (60.0, 30.0), (300.0, 240.0), (300.0, 0.0), (1500.0, 100.0)]
                {
                    for (dynamic, crates) in [(false, 0), (false, 6), (true, 0)] {
                        // Known limitation: at 300 m/s and more, a thin body that hits two dynamic walls in a corner at once can be pushed
                        // out between them.
                        if !(dynamic && speed > 100.0) {
                            assert!(throw(speed, spin, dynamic, crates) > 25);
                        }
                    }
                }
            }

            /// Shoots a body at a target, and returns whether it passes through. `target` contains the half-size and the kind of the target
            /// body, the speed of the shot, and the velocity of the target body.
            fn passes(shooter: usize, x: F, bullet: bool, target: (Vector<F, 2>, BodyKind, F, F)) -> bool {
                let (half, kind, speed, moves) = target;
                let mut simulation = Simulation::<F>::new([0.0, 0.0]);
                let (from, y) = (if moves < 0.0 { 3.0 } else { 0.0 }, 0.03);
                let body = BodyDef {
                    kind,
                    velocity: [moves, 0.0].into(),
                    pose: at(from, 0.0),
                    ..BodyDef::default()
                };
                let plate = simulation
                    .insert(
                        &body,
                        &[ColliderDef { density: 5.0, ..ColliderDef::new(Aabb::new(-half, half)) }],
                    )
                    .unwrap();
                let shape: Shape<F, 2> = match shooter {
                    0 => Ball::new([x, y], 0.05).into(),
                    1 => Aabb::new([x - 0.05, y - 0.05], [x + 0.05, y + 0.05]).into(),
                    _ => Capsule::new([x - 0.1, y], [x + 0.1, y], 0.04).into(),
                };
                let shot = BodyDef { velocity: [speed, 0.0].into(), bullet, ..BodyDef::default() };
                let shot = simulation.insert(&shot, &[ColliderDef::new(shape)]).unwrap();
                // Stop shortly after the collision, because later the bodies may rotate around each other.
                let steps = (3.5 / ((speed - moves) * STEP)) as usize + 2;
                (0..steps + usize::from(moves < 0.0) * steps).any(|_| {
                    simulation.step(STEP);
                    let [a, b] = [shot, plate].map(|id| simulation.get(id).unwrap().center);
                    // The shot is behind the target, and has not passed beside it.
                    a.x() > b.x() + 0.01 && (a.y() - b.y()).abs() < half[1]
                })
            }

            #[test]
            fn fast_bodies_do_not_tunnel_through_thin_ones() {
                let (crate_, plate) = (Vector([0.1, 0.1]), Vector([0.025, 0.5]));
                let targets = [
                    (crate_, BodyKind::Dynamic, 60.0, 0.0),
                    (plate, BodyKind::Dynamic, 60.0, 0.0),
                    (plate, BodyKind::Dynamic, 200.0, 0.0),
                    (plate, BodyKind::Dynamic, 60.0, -60.0),
                    (plate, BodyKind::Kinematic, 30.0, -30.0),
                    (plate, BodyKind::Kinematic, 0.0, -60.0),
                    (plate, BodyKind::Static, 60.0, 0.0),
                ];
                for target in targets {
                    for shooter in 0..3 {
                        for bullet in [false, true] {
                            let passed = (0..100)
                                .filter(|phase| passes(shooter, -3.0 + *phase as F * 0.011, bullet, target))
                                .count();
                            assert_eq!(passed, 0, "{target:?}, {shooter}, {bullet}");
                        }
                    }
                }
            }

            #[test]
            fn bullet_hits_a_corner_that_other_bodies_pass() {
                let deflected = |bullet: bool| {
                    (0..40).filter(move |phase| {
                        let mut simulation = Simulation::<F>::new([0.0, 0.0]);
                        simulation
                            .insert(&still(), &[ColliderDef::new(Aabb::new([-0.1, -0.1], [0.1, 0.1]))])
                            .unwrap();
                        let body = BodyDef { velocity: [120.0, 0.0].into(), bullet, ..BodyDef::default() };
                        // The ball overlaps the top edge of the box by a twentieth of its radius.
                        let ball = Ball::new([-5.0 + *phase as F * 0.05, 0.1475], 0.05);
                        let id = simulation.insert(&body, &[ColliderDef::new(ball)]).unwrap();
                        (0..10).for_each(|_| simulation.step(STEP));
                        simulation.get(id).unwrap().velocity.y() != 0.0
                    })
                };
                // Bullets are deflected in all phases except those where a step begins next to the box.
                assert!(deflected(true).count() >= 36);
                assert!(deflected(false).count() < 20);
            }

            #[test]
            fn bullet_flag_can_be_read_and_set() {
                let mut simulation = Simulation::<F>::new([0.0, 0.0]);
                let body = BodyDef { bullet: true, ..BodyDef::default() };
                let id = simulation.insert(&body, &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
                assert_eq!(simulation.is_bullet(id), Some(true));
                simulation.set_bullet(id, false).unwrap();
                assert_eq!(simulation.is_bullet(id), Some(false));
                simulation.remove(id);
                assert!(simulation.is_bullet(id).is_none() && simulation.set_bullet(id, true).is_err());
            }

            #[test]
            fn hinged_rod_does_not_tunnel_through_a_post() {
                for (degrees, hinge) in [(500.0, 0.0), (2000.0, 0.0), (4000.0, 0.0), (2000.0, -90.0)] {
                    for phase in 0..20 {
                        let mut simulation = Simulation::<F>::new([0.0, 0.0]);
                        let pin = simulation
                            .insert(
                                &still(),
                                &[ColliderDef::new(Aabb::new([hinge - 1.0, -1.0], [hinge + 1.0, 1.0]))],
                            )
                            .unwrap();
                        let spin = (degrees as F).to_radians();
                        // The rod rotates about the hinge.
                        let body = BodyDef {
                            angular_velocity: spin,
                            velocity: [0.0, -hinge * spin].into(),
                            ..BodyDef::default()
                        };
                        let rod = simulation
                            .insert(&body, &[ColliderDef::new(Aabb::new([-100.0, -2.0], [100.0, 2.0]))])
                            .unwrap();
                        let angle = 1.2 + phase as F * 0.03;
                        let post = [hinge + angle.cos() * 80.0, angle.sin() * 80.0];
                        simulation.insert(&still(), &[ColliderDef::new(Ball::new(post, 5.0))]).unwrap();
                        let hold = JointKind::Revolute {
                            anchor: Vector([hinge, 0.0]),
                            rotation: JointAxis::default(),
                        };
                        simulation
                            .insert_joint(&JointDef { a: pin, b: rod, kind: hold, collide_connected: false })
                            .unwrap();
                        let mut reached = 0.0;
                        for step in 0..10 {
                            simulation.step(STEP);
                            let turned = simulation.get(rod).unwrap().angle;
                            reached = turned.max(reached);
                            assert!(
                                turned < angle && turned > angle - 3.2,
                                "{degrees} {hinge} {phase} {step}: {turned}"
                            );
                        }
                        // The rod has come near the post. A fast rod then bounces off.
                        assert!(reached > 0.5 * angle, "{degrees} {hinge} {phase}: {reached}");
                    }
                }
            }

            /// Counts the enter and the leave events when a sensor and a body pass each other at a relative speed, with a vertical offset
            /// `y` between their centers. `kinds` are the kinds of the sensor and of the body.
            fn crossed(kinds: [BodyKind; 2], speed: F, y: F) -> [usize; 2] {
                let mut simulation = Simulation::<F>::new([0.0, 0.0]);
                let shares = match kinds.map(|kind| kind != BodyKind::Static) {
                    [true, true] => [-0.25, 0.75],
                    [true, false] => [-1.0, 0.0],
                    [false, _] => [0.0, 1.0],
                };
                let moving = |k: usize, x: F, y: F| BodyDef {
                    kind: kinds[k],
                    velocity: [shares[k] * speed, 0.0].into(),
                    pose: at(x, y),
                    ..BodyDef::default()
                };
                let sensor =
                    ColliderDef { sensor: true, ..ColliderDef::new(Aabb::new([-0.1, -0.5], [0.1, 0.5])) };
                simulation.insert(&moving(0, 2.05, 0.0), &[sensor]).unwrap();
                simulation
                    .insert(&moving(1, 0.0, y), &[ColliderDef::new(Ball::new([0.0, 0.0], 0.1))])
                    .unwrap();
                let mut counts = [0, 0];
                for _ in 0..120 {
                    simulation.step(STEP);
                    for event in simulation.events() {
                        assert!(event.sensor && event.points().count() == 0);
                        counts[0] += usize::from(event.change == Change::Enter);
                        counts[1] += usize::from(event.change == Change::Leave);
                    }
                }
                counts
            }

            #[test]
            fn sensors_detect_all_pairs_except_two_static_bodies_at_any_speed() {
                let kinds = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic];
                for sensor in kinds {
                    for body in kinds.into_iter().filter(|body| [sensor, *body] != [BodyKind::Static; 2]) {
                        for speed in [3.0, 30.0, 120.0, 400.0] {
                            assert_eq!(
                                crossed([sensor, body], speed, 0.1),
                                [1, 1],
                                "{sensor:?} {body:?} {speed}"
                            );
                            // The body passes above the sensor.
                            assert_eq!(
                                crossed([sensor, body], speed, 0.65),
                                [0, 0],
                                "{sensor:?} {body:?} {speed}"
                            );
                        }
                    }
                }
            }

            #[test]
            fn thin_sensors_and_thin_bodies_detect_each_other() {
                let line =
                    ColliderDef { sensor: true, ..ColliderDef::new(Segment::new([-50.0, 0.0], [50.0, 0.0])) };
                let ball = ColliderDef::new(Ball::new([0.0, 0.0], 0.1));
                let blade = ColliderDef::new(Aabb::new([-0.5, -0.001], [0.5, 0.001]));
                // `way` is the distance that the body moves in a step. For the ball, it is large. For the blade, it is less than the length
                // of the blade, but more than its thickness.
                for (collider, kind, way) in
                    [(ball, BodyKind::Kinematic, 1.0), (blade, BodyKind::Dynamic, 0.01)]
                {
                    for body_first in [true, false] {
                        let mut simulation = Simulation::<F>::new([0.0, 0.0]);
                        let velocity = Vector([0.0, way / STEP]);
                        let body =
                            BodyDef { kind, pose: at(0.0, -2.45 * way), velocity, ..BodyDef::default() };
                        if body_first {
                            simulation.insert(&body, &[collider]).unwrap();
                        }
                        simulation.insert(&still(), core::slice::from_ref(&line)).unwrap();
                        if !body_first {
                            simulation.insert(&body, &[collider]).unwrap();
                        }
                        let mut changes = Vec::new();
                        for _ in 0..6 {
                            simulation.step(STEP);
                            changes.extend(simulation.events().map(|event| event.change));
                        }
                        assert_eq!(changes, [Change::Enter, Change::Leave], "{kind:?} {body_first}");
                    }
                }
            }

            #[test]
            fn sensors_on_a_body_do_not_make_it_thin() {
                // A strip that lies on the crate does not change how the crate is pushed out of the floor.
                let fall = |strip: bool| {
                    let mut simulation = Simulation::<F>::new([0.0, -10.0]);
                    simulation
                        .insert(&still(), &[ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))])
                        .unwrap();
                    let crate_ = ColliderDef::new(Aabb::new([-0.5, -0.5], [0.5, 0.5]));
                    let strip_at = Aabb::new([0.2, -0.3], [0.4, -0.299]);
                    let feeler = ColliderDef { sensor: true, density: 1e-9, ..ColliderDef::new(strip_at) };
                    let colliders = if strip { vec![crate_, feeler] } else { vec![crate_] };
                    let velocity = Vector([6.0, -30.0]);
                    let body =
                        BodyDef { pose: at(0.0, 3.0), velocity, angular_velocity: 9.0, ..BodyDef::default() };
                    let id = simulation.insert(&body, &colliders).unwrap();
                    (0..40).for_each(|_| simulation.step(STEP));
                    simulation.get(id).unwrap().center
                };
                let apart = (fall(true) - fall(false)).length();
                assert!(apart < 1e-3, "{apart}");
            }

            #[test]
            fn sensors_detect_sleeping_and_teleported_bodies() {
                let mut simulation = Simulation::<F>::new([0.0, -10.0]);
                simulation
                    .insert(&still(), &[ColliderDef::new(Aabb::new([-5.0, -1.0], [5.0, 0.0]))])
                    .unwrap();
                simulation
                    .insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([-0.5, 0.0], [0.5, 1.0]))])
                    .unwrap();
                (0..120).for_each(|_| simulation.step(STEP));
                // The crate is asleep when the sensor is added. A kinematic body is then teleported into the sensor, and out of it.
                let sensor =
                    ColliderDef { sensor: true, ..ColliderDef::new(Aabb::new([-1.0, 0.1], [1.0, 3.0])) };
                simulation.insert(&still(), &[sensor]).unwrap();
                let lift = BodyDef { kind: BodyKind::Kinematic, pose: at(9.0, 9.0), ..BodyDef::default() };
                let lift =
                    simulation.insert(&lift, &[ColliderDef::new(Ball::new([0.0, 0.0], 0.25))]).unwrap();
                let count = |simulation: &mut Simulation<F>| {
                    simulation.step(STEP);
                    simulation.events().filter(|event| event.sensor && event.change != Change::Leave).count()
                };
                assert_eq!(count(&mut simulation), 1);
                simulation.set_pose(lift, &at(0.0, 2.0)).unwrap();
                assert_eq!([count(&mut simulation), count(&mut simulation)], [2, 2]);
                simulation.set_pose(lift, &at(9.0, 9.0)).unwrap();
                assert_eq!([count(&mut simulation), count(&mut simulation)], [1, 1]);
            }

            #[test]
            fn fast_bodies_and_sensors_are_deterministic_after_clone_and_restore() {
                for seed in 0..20 {
                    let mut rng = Rng::with_seed(seed);
                    let mut simulation = Simulation::<F>::new([0.0, -10.0]);
                    walls(&mut simulation, 0.1, &still());
                    let sensor =
                        ColliderDef { sensor: true, ..ColliderDef::new(Aabb::new([-1.0, -0.1], [1.0, 0.1])) };
                    simulation.insert(&still(), &[sensor]).unwrap();
                    let speed = [5.0, 60.0, 300.0][rng.usize(0..3)];
                    (0..8).for_each(|_| _ = thrown(&mut rng, &mut simulation, speed, 100.0));
                    let run = |simulation: &mut Simulation<F>| {
                        let step = |_| {
                            simulation.step(STEP);
                            let events = simulation.events().collect::<Vec<_>>();
                            format!("{:?} {events:?}", simulation.iter().collect::<Vec<_>>())
                        };
                        (0..10).map(step).collect::<Vec<_>>()
                    };
                    for _ in 0..20 {
                        let (mut clone, saved) = (simulation.clone(), simulation.save());
                        let seen = run(&mut simulation);
                        assert!(run(&mut clone) == seen, "{seed}: a clone");
                        simulation.restore(&saved).unwrap();
                        assert!(run(&mut simulation) == seen, "{seed}: restored");
                    }
                }
            }
        }
    };
}

tests!(f32);
tests!(f64);
