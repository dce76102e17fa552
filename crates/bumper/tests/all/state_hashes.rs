//! Hashes of the states of worlds and movers.

use super::dynamics_queries::any_shape;
use bumper::motion::{Mover, Response};
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, Ball, Shape, ShapeBuf, Vector};
use fastrand::Rng;

const STEP: f64 = 1.0 / 60.0;

/// Inserts, changes, removes, or updates at random.
fn act(rng: &mut Rng, world: &mut World<f64, 2>, ids: &mut Vec<Id>) {
    let at = Vector([rng.f64() * 9.0, 0.0]);
    let shape = any_shape(rng, at, 0.3);
    match (rng.u32(0..5), ids.is_empty()) {
        (1, false) => _ = world.remove(ids.swap_remove(rng.usize(0..ids.len()))),
        (2, false) => world.set_shape(ids[rng.usize(0..ids.len())], shape).unwrap(),
        (3, _) => _ = world.update(),
        _ => ids.push(world.insert(Collider::new(shape)).unwrap()),
    }
}

#[test]
fn worlds_with_equal_histories_have_equal_hashes_and_changes_are_noticed() {
    for seed in 0..30 {
        let rng = &mut Rng::with_seed(seed);
        let (mut world, mut ids) = (World::<f64, 2>::new(), Vec::new());
        let mut peer_rng = rng.clone();
        let (mut peer, mut peer_ids) = (world.clone(), Vec::new());
        for _ in 0..40 {
            act(rng, &mut world, &mut ids);
            act(&mut peer_rng, &mut peer, &mut peer_ids);
            assert_eq!(world.state_hash(), peer.state_hash(), "seed {seed}");
            let bytes = postcard::to_stdvec(&world).unwrap();
            let loaded: World<f64, 2> = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(loaded.state_hash(), world.state_hash(), "seed {seed}");
        }
        let Some(&id) = ids.first() else { continue };
        let hash = world.state_hash();
        let changes: [fn(&mut World<f64, 2>, Id); 5] = [
            |world, id| world.set_shape(id, Ball::new([1e-9, 0.0], 1.0)).unwrap(),
            |world, id| world.modify(id, |collider| collider.data += 1).unwrap(),
            |world, id| world.modify(id, |collider| collider.filter ^= 1).unwrap(),
            |world, id| _ = world.remove(id),
            |world, _| _ = world.insert(Collider::new(Aabb::new([0.0, 0.0], [1.0, 1.0]))).unwrap(),
        ];
        for (index, change) in changes.into_iter().enumerate() {
            let mut changed = world.clone();
            change(&mut changed, id);
            assert_ne!(changed.state_hash(), hash, "seed {seed}, change {index}");
        }
    }
}

#[test]
fn hash_of_a_world_distinguishes_integers_and_fixed_point() {
    fn hashes<S: bumper::scalar::Scalar + serde::Serialize>(numbers: [S; 3]) -> Vec<u64>
    where
        bumper::scalar::AreaOf<S>: serde::Serialize,
    {
        let hash = |x: S| {
            let mut world = World::<S, 2, Aabb<S, 2>>::default();
            world.insert(Collider::new(Aabb::new([x, x], [x, x]))).unwrap();
            world.state_hash()
        };
        numbers.map(hash).to_vec()
    }
    let all = [
        hashes([-1i16, 0, 1]),
        hashes([-1i32, 0, i32::MAX]),
        // These two are one number in f64.
        hashes([0i64, i64::MAX, i64::MAX - 1]),
        hashes([0.0f32, -0.0, 1e-45]),
        hashes([fixed::types::I16F16::from_bits(1), fixed::types::I16F16::ZERO, fixed::types::I16F16::MAX]),
    ];
    for hashes in all {
        assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2], "{hashes:?}");
    }
}

#[test]
fn hash_of_a_mover_contains_what_the_next_steps_need() {
    let floor = [Shape::from(Aabb::new([-9.0, 1.0], [9.0, 2.0]))];
    let mut hero = Mover::new(Ball::new([0.0, 0.0], 0.5));
    hero.gravity = [0.0, 10.0].into();
    let mut peer = hero.clone();
    for step in 0..60 {
        hero.velocity[0] = 1.0;
        peer.velocity[0] = 1.0;
        hero.step(STEP, &floor[..], |_| Some(Response::Slide), |_| ());
        peer.step(STEP, &floor[..], |_| Some(Response::Slide), |_| ());
        assert_eq!(hero.state_hash(), peer.state_hash(), "step {step}");
        let bytes = postcard::to_stdvec(&hero).unwrap();
        let loaded: Mover<f64, 2, Ball<f64, 2>> = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(loaded.state_hash(), hero.state_hash(), "step {step}");
    }
    assert!(hero.is_grounded());
    peer.jump(2.0);
    assert_ne!(hero.state_hash(), peer.state_hash());
    let mut moved = hero.clone();
    assert!(moved.set_position(hero.position() + Vector([1e-12, 0.0])));
    assert_ne!(hero.state_hash(), moved.state_hash());
}

#[test]
fn hash_of_shapes_that_are_nested_too_deeply_is_that_of_what_comes_before() {
    let deep = |radius: f64| {
        let mut shape = ShapeBuf::from(Shape::Ball(Ball::new([0.0, 0.0], radius)));
        for _ in 0..70 {
            shape = ShapeBuf::compound([shape]);
        }
        let mut world = World::<f64, 2>::new();
        world.insert(Collider::new(shape)).unwrap();
        world
    };
    assert_eq!(deep(1.0).state_hash(), deep(1.0).state_hash());
    assert!(postcard::to_stdvec(&deep(1.0)).is_err());
}
