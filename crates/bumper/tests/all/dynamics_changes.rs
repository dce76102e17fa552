//! Changes of bodies and colliders after they were added: each change has the effect that it would have had from the beginning.

use super::dynamics_queries::{all_colliders, any_shape, check_queries, insert_any};
use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, DynamicsError, Simulation};
use bumper::world::Change;
use bumper::{Aabb, AsShape, Ball, OrientedBox, Pose, Rotation, Vector};
use fastrand::Rng;

pub const STEP: f64 = 1.0 / 60.0;

pub fn boxed(x: f64, y: f64, half: f64) -> Aabb<f64, 2> {
    Aabb::new([x - half, y - half], [x + half, y + half])
}

/// An empty world with gravity and a floor with its top at zero, and the floor.
fn world() -> (Simulation<f64>, ColliderId) {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let floor = simulation.insert_static(&ColliderDef::new(Aabb::new([-90.0, -1.0], [90.0, 0.0]))).unwrap();
    (simulation, floor)
}

fn add(simulation: &mut Simulation<f64>, x: f64, y: f64) -> BodyId {
    simulation.insert(&BodyDef::default(), &[ColliderDef::new(boxed(x, y, 0.5))]).unwrap()
}

pub fn run(simulation: &mut Simulation<f64>, steps: usize) {
    (0..steps).for_each(|_| simulation.step(STEP));
}

fn collider(simulation: &Simulation<f64>, body: BodyId) -> ColliderId {
    simulation.colliders_of(body).next().unwrap()
}

pub fn center(simulation: &Simulation<f64>, body: BodyId) -> Vector<f64, 2> {
    simulation.get(body).unwrap().center
}

/// A world in which a box sleeps on the floor.
fn asleep() -> (Simulation<f64>, ColliderId, BodyId) {
    let (mut simulation, floor) = world();
    let id = add(&mut simulation, 0.0, 0.5);
    run(&mut simulation, 120);
    assert!(simulation.get(id).unwrap().asleep);
    (simulation, floor, id)
}

#[test]
fn sleeping_body_wakes_on_each_change_of_definition() {
    let moved = |change: fn(&mut BodyDef<f64>)| {
        let (mut simulation, _, id) = asleep();
        simulation.modify(id, change).unwrap();
        run(&mut simulation, 30);
        center(&simulation, id) - Vector([0.0, 0.5])
    };
    // Half a second of free fall upwards.
    assert!((moved(|def| def.gravity_scale = -1.0).y() - 1.25).abs() < 0.01);
    assert!((moved(|def| def.velocity = [0.0, 5.0].into()).y() - 1.25).abs() < 0.02);
    assert!((moved(|def| def.pose.translation = [7.0, 3.0].into()) - Vector([7.0, 1.75])).length() < 0.01);
    assert!(moved(|def| def.angular_velocity = 9.0).length() > 0.01);
    assert_eq!(moved(|def| def.kind = BodyKind::Static).length(), moved(|_| ()).length());
    let lift = |def: &mut BodyDef<f64>| (def.kind, def.velocity) = (BodyKind::Kinematic, [0.0, 2.0].into());
    assert!((moved(lift) - Vector([0.0, 1.0])).length() < 1e-3);
}

#[test]
fn change_of_user_data_wakes_nothing() {
    let (mut simulation, floor, id) = asleep();
    simulation.modify(id, |def| (def.data, def.bullet) = (5, true)).unwrap();
    let on_body = collider(&simulation, id);
    simulation.modify_collider(on_body, |collider| collider.data = 6).unwrap();
    simulation.modify_collider(floor, |collider| collider.data = 7).unwrap();
    assert!(simulation.get(id).unwrap().asleep && simulation.get(id).unwrap().data == 5);
    assert_eq!(
        (simulation.get_collider(on_body).unwrap().data, simulation.get_collider(floor).unwrap().data),
        (6, 7)
    );
    simulation.modify(id, |def| def.can_sleep = false).unwrap();
    run(&mut simulation, 120);
    assert!(!simulation.get(id).unwrap().asleep);
}

#[test]
fn damping_and_axis_locks_act_from_next_step() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let id = add(&mut simulation, 0.0, 0.0);
    simulation.modify(id, |def| (def.velocity, def.angular_velocity) = ([1.0, 1.0].into(), 1.0)).unwrap();
    simulation.modify(id, |def| (def.linear_damping, def.angular_damping) = (5.0, 10.0)).unwrap();
    run(&mut simulation, 60);
    let state = simulation.get(id).unwrap();
    assert!(state.velocity.length() < 0.02 && state.angular_velocity < 0.001, "{state:?}");

    let (mut simulation, _) = world();
    let (id, other) = (add(&mut simulation, 0.0, 5.0), add(&mut simulation, -4.0, 5.0));
    simulation.modify(id, |def| (def.locked_axes, def.fixed_rotation) = ([true, false], true)).unwrap();
    simulation.set_velocity(other, [20.0, 0.0], 0.0).unwrap();
    let mut hit = false;
    for _ in 0..120 {
        simulation.step(STEP);
        hit |= simulation.contacts_of(id).any(|contact| contact.a == other || contact.b == other);
        let state = simulation.get(id).unwrap();
        assert_eq!((state.center.x(), state.velocity.x(), state.angle), (0.0, 0.0, 0.0));
    }
    assert!(
        hit && center(&simulation, id).y() < 3.0 && center(&simulation, other).x() < 0.0,
        "{hit} {:?}",
        center(&simulation, other)
    );
    // Without the locks it can be pushed.
    simulation.modify(id, |def| def.locked_axes = [false; 2]).unwrap();
    simulation.apply_impulse(id, [5.0, 0.0], center(&simulation, id)).unwrap();
    run(&mut simulation, 10);
    assert!(center(&simulation, id).x() > 0.1);
    // With both axes locked it hangs in the air.
    simulation
        .modify(id, |def| (def.locked_axes, def.pose.translation) = ([true; 2], [0.0, 9.0].into()))
        .unwrap();
    let before = center(&simulation, id);
    run(&mut simulation, 60);
    assert_eq!(center(&simulation, id), before);
}

#[test]
fn mass_override_replaces_mass_of_areas_until_cleared() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let id = add(&mut simulation, 0.0, 0.0);
    let light = simulation.get(id).unwrap();
    simulation.modify(id, |def| def.mass = Some(8.0)).unwrap();
    let heavy = simulation.get(id).unwrap();
    assert_eq!((heavy.mass, heavy.inertia), (8.0, 8.0 * light.inertia));
    simulation.apply_impulse(id, [4.0, 0.0], [0.0, 0.5]).unwrap();
    simulation.step(STEP);
    let speed = simulation.get(id).unwrap().velocity.x();
    simulation.modify(id, |def| def.mass = None).unwrap();
    assert_eq!((speed, simulation.get(id).unwrap().mass), (0.5, 1.0));
    assert_eq!(simulation.modify(id, |def| def.mass = Some(0.0)), Err(DynamicsError::Mass));
    assert_eq!(simulation.modify(id, |def| def.gravity_scale = f64::NAN), Err(DynamicsError::NotFinite));
    assert_eq!(simulation.definition(id).unwrap().gravity_scale, 1.0);
}

#[test]
fn change_of_kind_starts_and_stops_falling() {
    let (mut simulation, _) = world();
    let def = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    let shelf = simulation.insert(&def, &[ColliderDef::new(Aabb::new([-2.0, 3.0], [2.0, 3.2]))]).unwrap();
    let crate_ = add(&mut simulation, 0.0, 3.7);
    run(&mut simulation, 120);
    assert!(simulation.get(crate_).unwrap().asleep);
    simulation.modify(shelf, |def| def.kind = BodyKind::Dynamic).unwrap();
    run(&mut simulation, 150);
    assert!(
        (center(&simulation, shelf).y() - 0.1).abs() < 0.01
            && (center(&simulation, crate_).y() - 0.7).abs() < 0.01
    );
    simulation
        .modify(crate_, |def| (def.kind, def.pose.translation) = (BodyKind::Static, [0.0, 4.0].into()))
        .unwrap();
    run(&mut simulation, 60);
    assert_eq!(
        (simulation.get(crate_).unwrap().velocity, simulation.definition(crate_).unwrap().kind),
        (Vector([0.0; 2]), BodyKind::Static)
    );
    // A line has no area, so it can only be static.
    let line =
        simulation.insert_static(&ColliderDef::new(bumper::Segment::new([0.0, 9.0], [1.0, 9.0]))).unwrap();
    let line = simulation.body_of(line).unwrap();
    assert_eq!(simulation.modify(line, |def| def.kind = BodyKind::Dynamic), Err(DynamicsError::NoArea));
}

#[test]
fn body_put_to_sleep_waits_for_contact() {
    let (mut simulation, _) = world();
    let (id, other) = (add(&mut simulation, 0.0, 5.0), add(&mut simulation, 0.2, 9.0));
    assert!(simulation.sleep(id));
    run(&mut simulation, 20);
    assert!(simulation.get(id).unwrap().asleep && center(&simulation, id).y() == 5.0);
    run(&mut simulation, 200);
    assert!(center(&simulation, id).y() < 1.0 && center(&simulation, other).y() < 2.0);
    simulation.remove(id);
    assert!(!simulation.sleep(id));
}

#[test]
fn gravity_change_wakes_only_bodies_with_gravity() {
    let (mut simulation, _, id) = asleep();
    let floats = simulation
        .insert(
            &BodyDef { gravity_scale: 0.0, ..BodyDef::default() },
            &[ColliderDef::new(Ball::new([9.0, 9.0], 1.0))],
        )
        .unwrap();
    simulation.sleep(floats);
    simulation.gravity = [0.0, 10.0].into();
    simulation.step(STEP);
    assert!(!simulation.get(id).unwrap().asleep && simulation.get(floats).unwrap().asleep);
    run(&mut simulation, 30);
    assert!(center(&simulation, id).y() > 1.0);
}

#[test]
fn angular_impulse_rotates_and_target_pose_is_reached() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let id = add(&mut simulation, 0.0, 0.0);
    simulation.apply_angular_impulse(id, 1.0 / 6.0).unwrap();
    run(&mut simulation, 60);
    assert!((simulation.get(id).unwrap().angle - 1.0).abs() < 1e-9);
    simulation.modify(id, |def| def.kind = BodyKind::Kinematic).unwrap();
    let other = add(&mut simulation, 1.5, 1.0);
    let target = Pose::new(Rotation::from_degrees(30.0), [1.0, 1.0]);
    // The target is set again in each step, so that the pose is reached after 30 steps.
    for k in (1..=30).rev() {
        simulation.set_target_pose(id, &target, STEP * f64::from(k)).unwrap();
        simulation.step(STEP);
    }
    let state = simulation.get(id).unwrap();
    assert!((state.pose.translation - Vector([1.0, 1.0])).length() < 1e-9, "{state:?}");
    assert!((state.angle.to_degrees() - 30.0).abs() < 1e-6 && center(&simulation, other).x() > 1.9);
    assert!(simulation.set_target_pose(id, &target, 0.0).is_err());
}

#[test]
fn friction_restitution_and_rolling_resistance_can_be_changed() {
    let slid = |friction: f64| {
        let (mut simulation, floor, id) = asleep();
        let own = collider(&simulation, id);
        simulation.modify_collider(own, |collider| collider.friction = friction).unwrap();
        simulation.modify_collider(floor, |collider| collider.friction = friction).unwrap();
        assert!(!simulation.get(id).unwrap().asleep);
        simulation.set_velocity(id, [4.0, 0.0], 0.0).unwrap();
        run(&mut simulation, 120);
        center(&simulation, id).x()
    };
    // The stopping distance is v² / (2 μ g).
    assert!((slid(0.4) - 2.0).abs() < 0.05 && (slid(0.8) - 1.0).abs() < 0.05 && slid(0.0) > 7.9);

    let (mut simulation, floor) = world();
    let ball =
        simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 2.5], 0.5))]).unwrap();
    simulation.modify_collider(floor, |collider| collider.restitution = 1.0).unwrap();
    let highest = (0..120)
        .map(|_| {
            simulation.step(STEP);
            center(&simulation, ball).y()
        })
        .skip(60)
        .fold(0.0, f64::max);
    assert!((highest - 2.5).abs() < 0.1, "{highest}");

    let (mut simulation, _) = world();
    let ball =
        simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.5], 0.5))]).unwrap();
    simulation.set_velocity(ball, [2.0, 0.0], -4.0).unwrap();
    run(&mut simulation, 60);
    assert!(simulation.get(ball).unwrap().velocity.x() > 1.9);
    let own = collider(&simulation, ball);
    simulation.modify_collider(own, |collider| collider.rolling_resistance = 0.5).unwrap();
    run(&mut simulation, 60);
    assert!(simulation.get(ball).unwrap().velocity.x() < 0.01);
}

#[test]
fn density_moves_center_of_mass_and_keeps_contacts() {
    let (mut simulation, _) = world();
    let pair = [-1.0, 1.0].map(|x| ColliderDef::new(boxed(x, 0.5, 0.5)));
    let id = simulation.insert(&BodyDef::default(), &pair).unwrap();
    run(&mut simulation, 60);
    let heavy = simulation.colliders_of(id).nth(1).unwrap();
    simulation.modify_collider(heavy, |collider| collider.density = 3.0).unwrap();
    let state = simulation.get(id).unwrap();
    assert!(state.mass == 4.0 && (state.center.x() - 0.5).abs() < 1e-4, "{state:?}");
    simulation.step(STEP);
    assert!(
        simulation.events().all(|event| event.change == Change::Stay) && simulation.events().count() == 2
    );
    run(&mut simulation, 60);
    assert!(
        (center(&simulation, id) - Vector([0.5, 0.5])).length() < 0.01
            && simulation.get(id).unwrap().angle.abs() < 1e-3
    );
}

#[test]
fn changed_layers_filters_and_sensors_apply_to_contacts() {
    let changes: [fn(&mut ColliderDef<'_, f64>); 3] =
        [|collider| collider.layers = 2, |collider| collider.filter = 2, |collider| collider.sensor = true];
    for (k, change) in changes.into_iter().enumerate() {
        let (mut simulation, floor, id) = asleep();
        simulation.modify_collider(floor, |collider| collider.filter = 1).unwrap();
        run(&mut simulation, 120);
        let own = collider(&simulation, id);
        simulation.modify_collider(own, change).unwrap();
        simulation.step(STEP);
        assert_eq!(simulation.events().filter(|event| event.change == Change::Leave).count(), 1);
        run(&mut simulation, 30);
        assert!(center(&simulation, id).y() < -0.5, "{k}");
        let sensed = simulation.events().any(|event| event.sensor);
        assert_eq!(sensed, k == 2);
        simulation.modify(id, |def| def.pose.translation = [0.0, 4.0].into()).unwrap();
        simulation
            .modify_collider(own, |collider| {
                (collider.layers, collider.filter, collider.sensor) = (1, 1, false)
            })
            .unwrap();
        run(&mut simulation, 120);
        assert!((center(&simulation, id).y() - 0.5).abs() < 0.01, "{k}");
    }
}

#[test]
fn body_settles_on_replaced_shape() {
    let (mut simulation, _, id) = asleep();
    let own = collider(&simulation, id);
    simulation.set_shape(own, boxed(0.0, 0.5, 1.0)).unwrap();
    run(&mut simulation, 120);
    assert!((center(&simulation, id).y() - 1.0).abs() < 0.05);
    // A quarter turn of the shape in the body makes a plank stand up.
    simulation.set_shape(own, Aabb::new([-1.0, -0.3], [1.0, 0.3])).unwrap();
    run(&mut simulation, 120);
    assert!((center(&simulation, id).y() - 0.3).abs() < 0.01);
    let upright = Pose::new(Rotation::from_degrees(90.0), [0.0, 0.0]);
    let shape = bumper::ShapeBuf::from(simulation.get_collider(own).unwrap().shape).placed(&upright);
    simulation.set_shape(own, shape).unwrap();
    assert_eq!(
        simulation.get_collider(own).unwrap().shape,
        OrientedBox::new([0.0, 0.0], [1.0, 0.3], upright.rotation).into()
    );
    simulation.modify(id, |def| def.pose.translation = [0.0, 1.0].into()).unwrap();
    run(&mut simulation, 60);
    assert!((center(&simulation, id).y() - 1.0).abs() < 0.01);
    // Any other shape can be assigned, too.
    simulation.modify_collider(own, |collider| collider.shape = Ball::new([0.0, 0.0], 0.25).into()).unwrap();
    run(&mut simulation, 120);
    assert!((center(&simulation, id).y() - 0.25).abs() < 0.01);
    let segment = bumper::Segment::new([0.0, 0.0], [1.0, 0.0]);
    assert_eq!(simulation.set_shape(own, segment), Err(DynamicsError::NoArea));
    assert_eq!(simulation.get_collider(own).unwrap().shape, Ball::new([0.0, 0.0], 0.25).into());
}

#[test]
fn added_collider_supports_body_and_removed_one_does_not() {
    let (mut simulation, _) = world();
    let id = add(&mut simulation, 0.0, 0.5);
    let leg = simulation.insert_collider(id, &ColliderDef::new(boxed(0.0, -0.5, 0.5))).unwrap();
    simulation.modify(id, |def| def.pose.translation = [0.0, 1.0].into()).unwrap();
    run(&mut simulation, 120);
    assert!((center(&simulation, id).y() - 1.0).abs() < 0.01 && simulation.get(id).unwrap().asleep);
    assert!(simulation.remove_collider(leg));
    run(&mut simulation, 120);
    assert!((center(&simulation, id).y() - 0.5).abs() < 0.01);
    assert!(simulation.events().all(|event| event.change == Change::Stay));
}

/// Makes a random change to a body or a collider.
pub fn change_any(rng: &mut Rng, simulation: &mut Simulation<f64>, ids: &[BodyId]) {
    let id = ids[rng.usize(0..ids.len())];
    let colliders = all_colliders(simulation);
    let number = rng.f64();
    let some = (!colliders.is_empty()).then(|| colliders[rng.usize(0..colliders.len())].0);
    match (rng.u32(0..12), some) {
        (0, _) => {
            let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][rng.usize(0..3)];
            _ = simulation.modify(id, |def| def.kind = kind);
        }
        (1, _) => {
            let center = Vector([number - 0.5, number * 0.5]);
            _ = simulation.modify(id, |def| match number < 0.5 {
                true => def.mass = Some(number + 0.1),
                false => def.center_of_mass = def.center_of_mass.is_none().then_some(center),
            });
        }
        (2, _) => _ = simulation.modify(id, |def| def.locked_axes = [number < 0.3, number > 0.7]),
        (3, _) => _ = simulation.modify(id, |def| (def.gravity_scale, def.linear_damping) = (number, number)),
        (4, _) => _ = simulation.modify(id, |def| def.pose.translation = [number * 8.0 - 4.0, 3.0].into()),
        (5, Some(collider)) => {
            _ = simulation.modify_collider(collider, |collider| {
                (collider.density, collider.friction) = (number + 0.1, number)
            });
        }
        (6, Some(collider)) => {
            _ = simulation.modify_collider(collider, |collider| collider.sensor = !collider.sensor)
        }
        (7, Some(collider)) => {
            _ = simulation.modify_collider(collider, |collider| collider.filter = (number * 8.0) as u32);
        }
        (8, Some(collider)) => {
            _ = simulation.set_shape(collider, any_shape(rng, Vector([0.0, 0.0]), number + 0.1))
        }
        (9, Some(collider)) if simulation.len() > 6 => _ = simulation.remove_collider(collider),
        (10, _) => {
            let shape = any_shape(rng, Vector([0.5, 0.0]), number + 0.1);
            _ = simulation.insert_collider(id, &ColliderDef::new(shape.as_shape()));
        }
        _ => _ = simulation.sleep(id),
    }
}

#[test]
fn random_changes_keep_queries_events_and_clones_consistent() {
    for seed in 0..20 {
        let rng = &mut Rng::with_seed(seed);
        let mut simulation = Simulation::new([0.0, -10.0]);
        simulation.insert_static(&ColliderDef::new(Aabb::new([-20.0, -9.0], [20.0, -8.0]))).unwrap();
        let mut ids: Vec<BodyId> = (0..10).map(|_| insert_any(rng, &mut simulation)).collect();
        // The number of touching pairs of convex parts of each pair of colliders.
        let mut touching = std::collections::BTreeMap::new();
        for _ in 0..150 {
            if rng.u32(0..8) == 0 {
                ids.push(insert_any(rng, &mut simulation));
            }
            for _ in 0..rng.u32(0..3) {
                change_any(rng, &mut simulation, &ids);
            }
            let mut clone = simulation.clone();
            simulation.step(STEP);
            clone.step(STEP);
            assert_eq!(
                format!("{:?}", simulation.iter().collect::<Vec<_>>()),
                format!("{:?}", clone.iter().collect::<Vec<_>>())
            );
            for event in simulation.events() {
                let mut pair = event.colliders;
                pair.sort_unstable();
                let count: &mut i32 = touching.entry(pair).or_default();
                *count += match event.change {
                    Change::Enter => 1,
                    Change::Stay => 0,
                    Change::Leave => -1,
                };
                let is_open = *count > 0 || event.change == Change::Leave && *count == 0;
                assert!(is_open, "{count} {event:?}");
                if event.change != Change::Leave {
                    let [a, b] = event.colliders.map(|id| simulation.get_collider(id).unwrap());
                    assert!(a.filter & b.layers != 0 && b.filter & a.layers != 0 && !(a.sensor && b.sensor));
                    assert_eq!(event.sensor, a.sensor || b.sensor);
                    assert_eq!(
                        [Some(event.a), Some(event.b)],
                        event.colliders.map(|id| simulation.body_of(id))
                    );
                }
            }
            for (id, state) in simulation.iter() {
                assert!(state.center.0.iter().all(|c| c.is_finite()), "{state:?}");
                let fresh = simulation
                    .colliders_of(id)
                    .map(|id| simulation.get_collider(id).unwrap())
                    .collect::<Vec<_>>();
                let mut other = Simulation::new([0.0, 0.0]);
                let other_id = other.insert(&simulation.definition(id).unwrap(), &fresh).unwrap();
                let other = other.get(other_id).unwrap();
                assert!(
                    (other.mass - state.mass).abs() < 1e-12 && (other.inertia - state.inertia).abs() < 1e-9
                );
                assert!((other.center - state.center).length() < 1e-9, "{other:?} {state:?}");
            }
            check_queries(rng, &simulation);
        }
    }
}

#[test]
fn forces_on_static_and_kinematic_bodies_are_ignored() {
    for kind in [BodyKind::Static, BodyKind::Kinematic] {
        let mut simulation = Simulation::new([0.0, 0.0]);
        let id = add(&mut simulation, 0.0, 0.0);
        simulation.modify(id, |def| def.kind = kind).unwrap();
        simulation.apply_force(id, [9.0, 0.0], [0.0, 1.0]).unwrap();
        simulation.apply_torque(id, 5.0).unwrap();
        let motion = |simulation: &mut Simulation<f64>| {
            simulation.step(STEP);
            let state = simulation.get(id).unwrap();
            (state.velocity, state.angular_velocity, state.center, state.angle)
        };
        let still = (Vector([0.0; 2]), 0.0, Vector([0.0; 2]), 0.0);
        assert_eq!(motion(&mut simulation), still, "{kind:?}");
        // Nor do the forces act later, when the body is dynamic.
        simulation.modify(id, |def| def.kind = BodyKind::Dynamic).unwrap();
        assert_eq!(motion(&mut simulation), still, "{kind:?}");
    }
}
