//! Half-spaces as static colliders of simulations.

use bumper::dynamics::{BodyDef, BodyKind, ColliderDef, DynamicsError, QueryFilter, Simulation};
use bumper::{
    Aabb, AsShape, Axis, Ball, Capsule, Ellipse, HalfSpace, OrientedBox, Pose, Ray, Rotation, Shape,
    ShapeBuf, Side, Triangle, Vector, contact,
};
use fastrand::Rng;

/// The shapes of bodies, all around the origin.
fn bodies() -> Vec<ShapeBuf<f64, 2>> {
    vec![
        Aabb::new([-0.5, -0.4], [0.5, 0.4]).into(),
        Ball::new([0.0, 0.0], 0.5).into(),
        Capsule::new([-0.4, 0.0], [0.4, 0.0], 0.3).into(),
        OrientedBox::new([0.0, 0.0], [0.5, 0.3], Rotation::from_degrees(20.0)).into(),
        Ellipse::new([0.0, 0.0], [0.6, 0.4], Rotation::identity()).into(),
        Triangle::new([-0.5, -0.3], [0.5, -0.3], [0.0, 0.5]).into(),
        ShapeBuf::compound([Aabb::new([-0.6, -0.2], [0.0, 0.2]), Aabb::new([0.0, -0.2], [0.6, 0.5])]),
    ]
}

#[test]
fn bodies_rest_on_half_spaces_as_on_wide_boxes() {
    for gravity in [[0.0, -10.0], [0.0, 10.0]] {
        let up = -gravity[1] / 10.0;
        let plane = HalfSpace::new([0.0, 0.0], [0.0, up]).unwrap();
        let wide = Aabb::new([-1e3, 0.0], [1e3, -1e3 * up]);
        let [mut a, mut b] = [ColliderDef::new(plane), ColliderDef::new(wide)].map(|floor| {
            let mut simulation = Simulation::<f64>::new(gravity);
            simulation.insert_static(&floor).unwrap();
            for (shape, k) in bodies().iter().zip(0..) {
                let pose =
                    Pose::new(Rotation::from_degrees(f64::from(k) * 3.0), [f64::from(k) * 3.0, 1.5 * up]);
                let def = BodyDef { pose, velocity: Vector([0.2, 0.0]), ..BodyDef::default() };
                simulation.insert(&def, &[ColliderDef::new(shape.as_shape())]).unwrap();
            }
            simulation
        });
        for _ in 0..600 {
            a.step(1.0 / 60.0);
            b.step(1.0 / 60.0);
            let copy = a.clone();
            assert_eq!(copy.state_hash(), a.state_hash());
        }
        for ((id, p), (_, q)) in a.iter().zip(b.iter()) {
            let [x, y] = [p.pose.translation, q.pose.translation];
            assert!((x - y).length() < 5e-3, "{x:?} {y:?}");
            assert_eq!(p.asleep, q.asleep, "{x:?}");
            for collider in a.colliders_of(id) {
                let shape = a.shape_of(collider).unwrap();
                if p.kind == BodyKind::Dynamic {
                    let gap = contact(plane, &shape).separation;
                    assert!(gap.abs() < 0.02, "{shape:?} {gap}");
                }
            }
        }
        assert!(a.iter().filter(|(_, state)| state.asleep).count() > 3);
        #[cfg(feature = "serde")]
        {
            let bytes = postcard::to_stdvec(&a).unwrap();
            let mut loaded: Simulation<f64> = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(loaded.state_hash(), a.state_hash());
            loaded.step(1.0 / 60.0);
            a.step(1.0 / 60.0);
            assert_eq!(loaded.state_hash(), a.state_hash());
        }
        // Queries find the floor, and a point below it.
        let ray = Ray::new([50.0, 4.0 * up], [0.0, -up]).unwrap();
        assert_eq!(a.cast(&ray, &QueryFilter::default()).unwrap().hit.distance, 4.0);
        assert_eq!(a.intersecting(Vector([1e6, -up]), &QueryFilter::default()).len(), 1);
        // A half-space as the query: everything below a height, and a flood that rises.
        let below = plane.translated([0.0, up]);
        assert_eq!(a.intersecting(below, &QueryFilter::default()).len(), bodies().len() + 1);
        assert!(a.nearest(below.translated([0.0, -9.0 * up]), 1e3, &QueryFilter::default()).is_some());
    }
}

#[test]
fn fast_bodies_never_pass_half_spaces() {
    let mut rng = Rng::with_seed(11);
    let mut hits = 0;
    for round in 0..60 {
        let normal = [rng.f64() - 0.5, 1.0];
        let plane = HalfSpace::new([1.0, -2.0], normal).unwrap();
        let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
        simulation.insert_static(&ColliderDef::new(plane)).unwrap();
        let shape = bodies().swap_remove(round % bodies().len());
        let speed = 10f64.powf(rng.f64() * 3.0 + 1.0);
        let velocity = Vector([rng.f64() - 0.5, -1.0]).map(|c| c * speed);
        let def = BodyDef {
            pose: Pose::new(Rotation::from_degrees(rng.f64() * 360.0), [0.0, 3.0 + rng.f64() * 9.0]),
            velocity,
            angular_velocity: rng.f64() * 20.0 - 10.0,
            bullet: rng.bool(),
            ..BodyDef::default()
        };
        let body = simulation.insert(&def, &[ColliderDef::new(shape.as_shape())]).unwrap();
        for _ in 0..120 {
            simulation.step(1.0 / 60.0);
            let at = simulation.get(body).unwrap().pose.translation;
            assert!(plane.height(at) > 0.05, "{plane:?} {shape:?} {velocity:?}: {at:?}");
        }
        hits += usize::from(plane.height(simulation.get(body).unwrap().pose.translation) < 2.0);
    }
    assert!(hits > 20, "{hits}");
}

#[test]
fn half_spaces_are_refused_in_bodies_that_are_not_static() {
    let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    let plane = HalfSpace::new([0.0, 0.0], [0.0, 1.0]).unwrap();
    for kind in [BodyKind::Dynamic, BodyKind::Kinematic] {
        let def = BodyDef { kind, ..BodyDef::default() };
        let refused = simulation.insert(&def, &[ColliderDef::new(plane)]);
        assert_eq!(refused, Err(DynamicsError::HalfSpace));
        let parts = [Shape::from(plane), Ball::new([0.0, 0.0], 1.0).into()];
        assert_eq!(simulation.insert(&def, &[ColliderDef::new(&parts)]), Err(DynamicsError::HalfSpace));
    }
    let up = Some(Side { axis: Axis::Y, negative: false });
    let one_way = ColliderDef { one_way: up, ..ColliderDef::new(plane) };
    assert!(simulation.insert_static(&one_way).is_err());
    let collider = simulation.insert_static(&ColliderDef::new(plane)).unwrap();
    let changed = simulation.modify_collider(collider, |collider| collider.one_way = up);
    assert_eq!(changed, Err(DynamicsError::HalfSpace));
    // Parts of the ground beside a half-space: a body rolls from it onto a level tile and back.
    simulation.insert_static(&ColliderDef::new(Aabb::new([2.0, -1.0], [4.0, 0.0]))).unwrap();
    let def = BodyDef {
        pose: Pose::new(Rotation::identity(), [0.0, 0.5]),
        velocity: Vector([3.0, 0.0]),
        ..BodyDef::default()
    };
    let crate_ = ColliderDef { friction: 0.0, ..ColliderDef::new(Aabb::new([-0.5, -0.5], [0.5, 0.5])) };
    let body = simulation.insert(&def, &[crate_]).unwrap();
    for _ in 0..120 {
        simulation.step(1.0 / 60.0);
        let state = simulation.get(body).unwrap();
        assert!(
            (state.velocity.x() - 3.0).abs() < 1e-3 && (state.pose.translation.y() - 0.5).abs() < 0.01,
            "{state:?}"
        );
    }
}
