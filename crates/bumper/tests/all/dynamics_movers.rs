//! Movers among bodies: they move as among the same shapes in a world.

use super::dynamics_queries::{all_colliders, insert_any};
use bumper::dynamics::{BodyDef, BodyKind, ColliderDef, DynamicsError, QueryFilter, Simulation};
use bumper::motion::{HitTarget, Mover, Response};
use bumper::world::World;
use bumper::{Aabb, AsShape, Pose, Rotation, Side, Vector};
use fastrand::Rng;

const STEP: f64 = 1.0 / 60.0;

#[test]
fn mover_among_bodies_moves_like_mover_in_world() {
    let mut hits = 0;
    for seed in 0..60 {
        let rng = &mut Rng::with_seed(seed);
        let mut simulation = Simulation::new([0.0, -10.0]);
        (0..16).for_each(|_| _ = insert_any(rng, &mut simulation));
        (0..rng.usize(0..40)).for_each(|_| simulation.step(STEP));
        let filter = QueryFilter { sensors: true, ..QueryFilter::default() };
        let mut world = World::<f64, 2>::new();
        for (order, (id, _)) in (0..).zip(all_colliders(&simulation)) {
            let collider = simulation.get_collider(id).unwrap();
            if collider.filter == 0 {
                // A collider with an empty filter interacts with nothing.
                continue;
            }
            let shape = simulation.shape_of(id).unwrap();
            world
                .insert(bumper::world::Collider {
                    sensor: collider.sensor,
                    data: order,
                    ..bumper::world::Collider::new(shape)
                })
                .unwrap();
        }
        let [mut among_bodies, mut in_world] = [0, 1].map(|_| Mover::new(Aabb::new([-0.2, 9.0], [0.2, 9.5])));
        for _ in 0..20 {
            let step = Vector([rng.f64() * 4.0 - 2.0, rng.f64() * 4.0 - 2.5]);
            let region = among_bodies.shape().inflated([5.0, 5.0]);
            let obstacles = simulation.obstacles(region, &filter);
            among_bodies.travel(step, &obstacles, |_| Some(Response::Slide), |_| hits += 1);
            in_world.travel(step, &world, |_| Some(Response::Slide), |_| ());
            let apart = among_bodies.position() - in_world.position();
            assert!(apart.length() < 1e-6, "{seed} {apart:?}");
        }
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn mover_stands_on_bodies_and_jumps_through_one_way_planks() {
    let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    simulation.insert_static(&ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))).unwrap();
    let crate_ = simulation
        .insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([1.0, 0.0], [2.0, 1.0]))])
        .unwrap();
    let up = Some(Side { axis: bumper::Axis::Y, negative: false });
    // The plank is turned by half a turn, so its lower side becomes the upper one.
    let down = up.map(|side| Side { negative: true, ..side });
    let plank = ColliderDef { one_way: down, ..ColliderDef::new(Aabb::new([-3.0, -2.2], [-1.0, -2.0])) };
    let pose = Pose::new(Rotation::from_degrees(180.0), [-4.0, 0.0]);
    simulation
        .insert(&BodyDef { kind: bumper::dynamics::BodyKind::Static, pose, ..BodyDef::default() }, &[plank])
        .unwrap();
    let fall = |x: f64, y: f64, speed: f64| {
        let mut hero = Mover::new(Aabb::new([x, y], [x + 0.5, y + 1.0]));
        (hero.gravity, hero.velocity) = (Vector([0.0, -10.0]), Vector([0.0, speed]));
        let mut stands_on = None;
        for _ in 0..120 {
            let obstacles = simulation.obstacles(hero.shape().inflated([1.0, 1.0]), &QueryFilter::default());
            hero.step(
                STEP,
                &obstacles,
                |_| Some(Response::Slide),
                |hit| {
                    if let HitTarget::Obstacle(id) = hit.target {
                        stands_on = simulation.body_of(id);
                    }
                },
            );
        }
        (hero.shape().min().y(), stands_on)
    };
    let (height, on) = fall(1.2, 3.0, 0.0);
    assert!((height - 1.0).abs() < 0.01 && on == Some(crate_), "{height}");
    assert!((fall(-2.5, 0.0, 8.0).0 - 2.2).abs() < 0.01);
    assert!(fall(-2.5, 0.0, 4.0).0.abs() < 0.01);
    assert_eq!(
        simulation.obstacles(Aabb::new([1.2, 0.5], [1.3, 0.6]), &QueryFilter::default()).colliders().count(),
        1
    );
    assert!(
        simulation
            .shape_of(simulation.colliders_of(crate_).next().unwrap())
            .unwrap()
            .as_shape()
            .contains([1.5, 0.5])
    );
}

/// Only a dynamic body with fixed rotation can be the body of a mover, and only of one mover.
#[test]
fn unsuitable_bodies_of_movers_are_rejected() {
    let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    let shape = Aabb::new([0.0, 0.0], [1.0, 1.0]);
    let mut hero = Mover::new(shape);
    let crate_ = simulation.insert(&BodyDef::default(), &[ColliderDef::new(shape)]).unwrap();
    assert_eq!(
        simulation.step_with_movers(STEP, [(&mut hero, crate_)]).err(),
        Some(DynamicsError::MoverBody)
    );
    let body = simulation.insert_mover(&hero, 1.0).unwrap();
    assert!(simulation.step_with_movers(STEP, [(&mut hero, body)]).is_ok());
    let mut twin = hero.clone();
    let (before, hash) = (hero.clone(), simulation.state_hash());
    assert_eq!(
        simulation.step_with_movers(STEP, [(&mut hero, body), (&mut twin, body)]).err(),
        Some(DynamicsError::SharedMoverBody)
    );
    assert!(hero == before && twin == before && simulation.state_hash() == hash);
    simulation.modify(body, |def| def.kind = BodyKind::Kinematic).unwrap();
    assert_eq!(simulation.step_with_movers(STEP, [(&mut hero, body)]).err(), Some(DynamicsError::MoverBody));
}
