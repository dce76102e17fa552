//! Rules for pairs of colliders: combination of coefficients, moving surfaces, one-way sides, and contacts that the user disables.

use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, CombineRule, Simulation};
use bumper::world::Change;
use bumper::{Aabb, Ball, Capsule, PolygonBuf, Pose, Rotation, Shape, Side, Vector};

const STEP: f64 = 1.0 / 60.0;

fn center(simulation: &Simulation<f64>, body: BodyId) -> Vector<f64, 2> {
    simulation.get(body).unwrap().center
}

fn run(simulation: &mut Simulation<f64>, steps: usize) {
    (0..steps).for_each(|_| simulation.step(STEP));
}

fn boxed(x: f64, y: f64, half: f64) -> Aabb<f64, 2> {
    Aabb::new([x - half, y - half], [x + half, y + half])
}

/// A world with a floor whose top is at zero.
fn floored(floor: ColliderDef<'_, f64>) -> Simulation<f64> {
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation
        .insert_static(&ColliderDef { shape: Aabb::new([-50.0, -1.0], [50.0, 0.0]).into(), ..floor })
        .unwrap();
    simulation
}

fn plain() -> ColliderDef<'static, f64> {
    ColliderDef::new(Ball::new([0.0, 0.0], 0.5))
}

#[test]
fn later_combine_rule_of_both_colliders_applies() {
    use CombineRule::{Average, GeometricMean, Maximum, Minimum, Product};
    // The coefficients of the floor and of the box, both rules, and the resulting friction.
    let cases = [
        (0.2, 0.8, None, None, 0.4),
        (0.2, 0.8, None, Some(Average), 0.5),
        (0.2, 0.8, Some(Minimum), Some(Average), 0.2),
        (0.2, 0.8, Some(Minimum), Some(Product), 0.16),
        (0.2, 0.8, Some(Maximum), Some(Product), 0.8),
        (0.2, 0.8, Some(GeometricMean), None, 0.4),
    ];
    for (a, b, p, q, friction) in cases {
        let mut simulation = floored(ColliderDef { friction: a, friction_rule: p, ..plain() });
        let shape = ColliderDef {
            friction: b,
            friction_rule: q,
            ..ColliderDef::new(Aabb::new([-1.0, 0.0], [1.0, 0.5]))
        };
        let def = BodyDef { velocity: [4.0, 0.0].into(), ..BodyDef::default() };
        let id = simulation.insert(&def, &[shape]).unwrap();
        run(&mut simulation, 360);
        let distance = center(&simulation, id).x();
        assert!((distance - 0.8 / friction).abs() < 0.05 * distance, "{distance} {friction}");
    }
    for (rule, restitution) in
        [(None, 1.0f64), (Some(Average), 0.5), (Some(Minimum), 0.0), (Some(Maximum), 1.0)]
    {
        let mut simulation = floored(ColliderDef { restitution: 1.0, restitution_rule: rule, ..plain() });
        let def = BodyDef { pose: Pose::new(Rotation::identity(), [0.0, 4.5]), ..BodyDef::default() };
        let id = simulation.insert(&def, &[plain()]).unwrap();
        let heights = (0..150).map(|_| {
            simulation.step(STEP);
            center(&simulation, id).y() - 0.5
        });
        let bounce = heights.skip(60).fold(0.0, f64::max);
        assert!((bounce - 4.0 * restitution * restitution).abs() < 0.15, "{bounce} {restitution}");
    }
}

#[test]
fn conveyor_belt_carries_bodies() {
    for degrees in [0.0, 180.0] {
        let mut simulation = Simulation::new([0.0, -10.0]);
        let belt = ColliderDef {
            surface_velocity: [2.0, 0.0].into(),
            ..ColliderDef::new(Aabb::new([-50.0, -1.0], [50.0, 1.0]))
        };
        let pose = Pose::new(Rotation::from_degrees(degrees), [0.0, -1.0]);
        let belt = simulation
            .insert(&BodyDef { kind: BodyKind::Static, pose, ..BodyDef::default() }, &[belt])
            .unwrap();
        let id = simulation.insert(&BodyDef::default(), &[ColliderDef::new(boxed(0.0, 0.5, 0.5))]).unwrap();
        let ball =
            simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([4.0, 0.5], 0.5))]).unwrap();
        run(&mut simulation, 300);
        let speed = if degrees == 0.0 { 2.0 } else { -2.0 };
        assert!((simulation.get(id).unwrap().velocity.x() - speed).abs() < 1e-3);
        // A ball is set in rotation until its lowest point moves with the belt.
        let rolling = simulation.get(ball).unwrap();
        assert!((rolling.velocity.x() - rolling.angular_velocity * -0.5 - speed).abs() < 0.05, "{rolling:?}");
        // However slow the belt is, nothing falls asleep on it.
        let collider = simulation.colliders_of(belt).next().unwrap();
        simulation
            .modify_collider(collider, |collider| collider.surface_velocity = [0.01, 0.0].into())
            .unwrap();
        run(&mut simulation, 300);
        assert!((simulation.get(id).unwrap().velocity.x() - speed / 200.0).abs() < 1e-4);
        simulation
            .modify_collider(collider, |collider| collider.surface_velocity = [0.0, 0.0].into())
            .unwrap();
        run(&mut simulation, 300);
        assert!(simulation.get(id).unwrap().asleep);
    }
}

#[test]
fn belt_on_dynamic_body_pushes_it_backwards() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let ice = ColliderDef { friction: 0.0, ..ColliderDef::new(Aabb::new([-50.0, -1.0], [50.0, 0.0])) };
    simulation.insert_static(&ColliderDef { friction_rule: Some(CombineRule::Minimum), ..ice }).unwrap();
    let belt = ColliderDef {
        surface_velocity: [2.0, 0.0].into(),
        ..ColliderDef::new(Aabb::new([-5.0, 0.0], [5.0, 1.0]))
    };
    let belt = simulation.insert(&BodyDef::default(), &[belt]).unwrap();
    let load = ColliderDef { density: 10.0, ..ColliderDef::new(boxed(0.0, 1.5, 0.5)) };
    let load = simulation.insert(&BodyDef::default(), &[load]).unwrap();
    run(&mut simulation, 60);
    let [v, w] = [belt, load].map(|id| simulation.get(id).unwrap().velocity.x());
    assert!((v + w).abs() < 0.01 && (w - v - 2.0).abs() < 0.01, "{v} {w}");
}

/// Shapes with the center at the origin, about one unit large.
fn shapes() -> [Shape<'static, f64, 2>; 3] {
    [
        boxed(0.0, 0.0, 0.5).into(),
        Ball::new([0.0, 0.0], 0.5).into(),
        Capsule::new([0.0, -0.5], [0.0, 0.5], 0.3).into(),
    ]
}

/// A world without gravity, with a plank of a thickness around the origin that is turned by an angle and solid on its upper side.
fn plank(degrees: f64, thickness: f64, kind: BodyKind) -> Simulation<f64> {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let shape = Aabb::new([-5.0, -0.5 * thickness], [5.0, 0.5 * thickness]);
    let side = Side { axis: bumper::Axis::Y, negative: false };
    let plank = ColliderDef { one_way: Some(side), density: 1000.0, ..ColliderDef::new(shape) };
    let pose = Pose::new(Rotation::from_degrees(degrees), [0.0, 0.0]);
    simulation.insert(&BodyDef { kind, pose, ..BodyDef::default() }, &[plank]).unwrap();
    simulation
}

#[test]
fn one_way_plank_stops_from_one_side_only() {
    for kind in [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic] {
        for degrees in [0.0, 90.0, 200.0] {
            for thickness in [0.05, 0.4, 2.0] {
                for speed in [0.5, 3.0, 20.0, 150.0] {
                    for (k, shape) in shapes().into_iter().enumerate() {
                        let up = Rotation::from_degrees(degrees).apply(Vector([0.0, 1.0]));
                        let across = |sign: f64| {
                            let mut simulation = plank(degrees, thickness, kind);
                            let start = up.scaled(sign * 4.0) + Vector([0.2, 0.1]);
                            let def = BodyDef {
                                pose: Pose::new(Rotation::from_degrees(degrees), start),
                                velocity: up.scaled(-sign * speed),
                                fixed_rotation: true,
                                ..BodyDef::default()
                            };
                            let id = simulation.insert(&def, &[ColliderDef::new(shape)]).unwrap();
                            run(&mut simulation, (8.0 / speed / STEP) as usize + 2);
                            assert!(sign > 0.0 || simulation.contacts_of(id).next().is_none());
                            let state = simulation.get(id).unwrap();
                            (state.center.dot(up), state.velocity.dot(up))
                        };
                        let what = format!("{kind:?} {degrees} {thickness} {speed} {k}");
                        let (from_above, from_below) = (across(1.0), across(-1.0));
                        assert!(from_above.0 > 0.5 * thickness + 0.4, "{what}: {from_above:?}");
                        assert!((from_above.1).abs() < 0.1 * speed, "{what}: {from_above:?}");
                        assert!((from_below.1 - speed).abs() < 1e-9, "{what}: {from_below:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn crate_jumps_through_one_way_plank_and_rests_on_it() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let side = Some(Side { axis: bumper::Axis::Y, negative: false });
    simulation.insert_static(&ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))).unwrap();
    let plank = ColliderDef { one_way: side, ..ColliderDef::new(Aabb::new([-4.0, 2.0], [4.0, 2.2])) };
    let plank = simulation.insert_static(&plank).unwrap();
    let add = |simulation: &mut Simulation<f64>, x: f64, speed: f64| {
        let def = BodyDef { velocity: [0.0, speed].into(), ..BodyDef::default() };
        simulation.insert(&def, &[ColliderDef::new(boxed(x, 0.5, 0.5))]).unwrap()
    };
    // The boxes rise by v² / 2 g: the first by 5, the second by 2, which is too low, and the third to just above the plank.
    let [high, low, just] = [(-2.0, 10.0), (0.0, 6.0), (2.0, 6.75)].map(|(x, v)| add(&mut simulation, x, v));
    run(&mut simulation, 240);
    let heights = [high, low, just].map(|id| center(&simulation, id).y());
    assert!((heights[0] - 2.7).abs() < 0.02 && (heights[1] - 0.5).abs() < 0.02, "{heights:?}");
    assert!((heights[2] - 2.7).abs() < 0.02, "{heights:?}");
    assert!([high, low, just].iter().all(|id| simulation.get(*id).unwrap().asleep));
    // A box that is inserted inside the plank falls out of it.
    let stuck = simulation.insert(&BodyDef::default(), &[ColliderDef::new(boxed(3.4, 2.3, 0.5))]).unwrap();
    run(&mut simulation, 120);
    assert!((center(&simulation, stuck).y() - 0.5).abs() < 0.02);
    // If the filter of the plank is cleared, the boxes on it fall to the ground.
    simulation.modify_collider(plank, |plank| plank.filter = 0).unwrap();
    run(&mut simulation, 120);
    assert!((center(&simulation, high).y() - 0.5).abs() < 0.02);
}

#[test]
fn pre_solve_hook_sees_and_disables_every_contact() {
    for speed in [2.0, 30.0, 400.0] {
        let wall = |disabled: bool| {
            let mut simulation = Simulation::new([0.0, 0.0]);
            let wall =
                simulation.insert_static(&ColliderDef::new(Aabb::new([0.0, -5.0], [0.1, 5.0]))).unwrap();
            let def = BodyDef {
                velocity: [speed, 0.0].into(),
                pose: Pose::new(Rotation::identity(), [-2.0, 0.0]),
                ..BodyDef::default()
            };
            let id = simulation.insert(&def, &[plain()]).unwrap();
            let mut asked: Vec<(ColliderId, f64)> = Vec::new();
            for _ in 0..(6.0 / speed / STEP) as usize + 2 {
                simulation.step_with(STEP, |contact| {
                    assert!(contact.colliders.contains(&wall));
                    asked.push((contact.colliders[0], contact.approach_speed));
                    !disabled
                });
                assert!(!disabled || simulation.events().next().is_none());
            }
            assert!(!asked.is_empty() && (asked[0].1 - speed).abs() < 1e-9, "{speed} {asked:?}");
            simulation.get(id).unwrap()
        };
        assert_eq!(wall(true).velocity, [speed, 0.0].into());
        assert!(wall(false).center.x() < -0.4 && wall(false).velocity.x() < 0.1 * speed);
    }
}

#[test]
fn pair_rules_scale_by_powers_of_two_and_survive_restore() {
    let world = |scale: f32| {
        let v = |x: f32, y: f32| Vector([x * scale, y * scale]);
        let mut simulation = Simulation::<f32>::new(v(0.0, -10.0));
        let belt = ColliderDef {
            surface_velocity: v(3.0, 0.0),
            ..ColliderDef::new(Aabb::new(v(-9.0, -1.0), v(9.0, 0.0)))
        };
        simulation.insert_static(&belt).unwrap();
        let side = Some(Side { axis: bumper::Axis::Y, negative: false });
        let plank = ColliderDef {
            one_way: side,
            restitution_rule: Some(CombineRule::Average),
            ..ColliderDef::new(Aabb::new(v(-3.0, 2.0), v(3.0, 2.1)))
        };
        simulation.insert_static(&ColliderDef { restitution: 1.0, ..plank }).unwrap();
        for k in 0..8 {
            let x = k as f32 - 4.0;
            let corners = [[x, 0.1], [x + 0.6, 0.2], [x + 0.5, 0.8], [x + 0.1, 0.7]].map(|[x, y]| v(x, y).0);
            let shape = PolygonBuf::<f32, 4>::new(corners).unwrap();
            let def = BodyDef {
                velocity: v(0.3, 4.0 + k as f32),
                locked_axes: [k == 7, false],
                ..BodyDef::default()
            };
            simulation.insert(&def, &[ColliderDef::new(&shape)]).unwrap();
        }
        simulation
    };
    let (mut simulation, mut large) = (world(1.0), world(1024.0));
    for step in 0..400 {
        simulation.step(1.0 / 60.0);
        large.step(1.0 / 60.0);
        for ((_, a), (_, b)) in simulation.iter().zip(large.iter()) {
            assert_eq!((a.center.scaled(1024.0), a.angle), (b.center, b.angle), "{step}");
        }
        if step % 16 == 0 {
            let saved = simulation.save();
            let mut other = world(1.0);
            other.restore(&saved).unwrap();
            for _ in 0..24 {
                other.step(1.0 / 60.0);
            }
            let mut clone = simulation.clone();
            for _ in 0..24 {
                clone.step(1.0 / 60.0);
            }
            assert!(other.iter().eq(clone.iter()), "{step}");
        }
    }
    assert!(simulation.events().any(|event| event.change != Change::Leave));
}
