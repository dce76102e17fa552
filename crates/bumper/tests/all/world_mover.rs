//! Checks that movers which have a collider in their world move in the same way as movers without a collider.

use crate::motion::cases;
use bumper::motion::{HitTarget, Mover, Obstacles, PushRule, Response, WorldMover};
use bumper::world::{Collider, ColliderError, Id, World};
use bumper::{Aabb, AsShape, Ball, Relate, ShapeBuf, Vector};
use fastrand::Rng;

#[test]
fn mover_with_collider_moves_like_mover_without() {
    let (mut rng, mut hits) = (Rng::with_seed(1), 0);
    for _ in 0..cases(200) {
        let mut without = World::<i32, 2>::new();
        let mut with = World::<i32, 2>::new();
        let body = Aabb::new([0, 0], [10, 10]);
        let hero = with.insert(Collider { layers: 2, filter: 1, ..Collider::new(body) }).unwrap();
        for _ in 0..rng.usize(1..12) {
            let at = [rng.i32(12..90), rng.i32(-40..40)];
            let wall = Collider::new(Aabb::new(at, [at[0] + rng.i32(1..20), at[1] + rng.i32(1..20)]));
            without.insert(wall.clone()).unwrap();
            with.insert(wall.clone()).unwrap();
            // Add shapes that the hero ignores, because they are on no layer of its filter.
            with.insert(Collider { layers: 4, ..wall }).unwrap();
            with.insert(Collider { layers: 4, ..Collider::new(Ball::new([rng.i32(0..90), 0], 30)) }).unwrap();
        }
        let mut mover = Mover::new(body);
        let mut stepped = Mover::new(body);
        stepped.gravity = Vector([1, 1]);
        let mut free = stepped.clone();
        let mut other = with.clone();
        for _ in 0..20 {
            let step = [rng.i32(-20..30), rng.i32(-20..20)];
            let before = mover.position();
            mover.travel(step, &without, |_| Some(Response::Slide), |_| hits += 1);
            let way = with.travel(
                hero,
                step,
                |_, _| Some(Response::Slide),
                |hit| {
                    assert_ne!(hit.target, HitTarget::Obstacle(hero));
                },
            );
            assert_eq!(way, Ok(mover.position() - before));
            assert_eq!(with.get(hero).unwrap().shape, (*mover.shape()).into());
            free.step(1.0, &without, |_| Some(Response::Bounce), |_| ());
            stepped.step_in(1.0, &mut other, hero, |_| Some(Response::Bounce), |_| ()).unwrap();
            assert_eq!((free.position(), free.velocity), (stepped.position(), stepped.velocity));
            assert_eq!(other.get(hero).unwrap().shape, (*free.shape()).into());
        }
    }
    assert!(hits > 500);
}

#[test]
fn travel_filter_receives_collider_that_is_hit() {
    let mut world = World::<f32, 2>::new();
    let hero = world.insert(Collider::new(Ball::new([0.0, 0.0], 1.0))).unwrap();
    let coin = Collider { data: 7, ..Collider::new(Ball::new([5.0, 0.0], 1.0)) };
    let coin = world.insert(coin).unwrap();
    let wall = world.insert(Collider::new(Aabb::new([9.0, -9.0], [10.0, 9.0]))).unwrap();
    let mut met = Vec::new();
    let respond =
        |_, thing: &Collider<_>| Some(if thing.data == 7 { Response::Cross } else { Response::Stop });
    let way = world.travel(hero, [50.0, 0.0], respond, |hit| met.push(hit.target)).unwrap();
    assert_eq!((way, met), (Vector([8.0, 0.0]), vec![HitTarget::Obstacle(coin), HitTarget::Obstacle(wall)]));
    let (hero_now, wall_now) = (world.get(hero).unwrap(), world.get(wall).unwrap());
    assert!(!hero_now.shape.as_shape().overlaps(&wall_now.shape.as_shape()));
    world.remove(hero);
    let gone = world.travel(hero, [1.0, 0.0], |_, _| Some(Response::Stop), |_| ());
    assert_eq!(gone, Err(ColliderError::NotFound));
}

#[test]
fn vec_and_array_obstacles_act_like_slices() {
    let walls = vec![Aabb::new([20.0, 0.0], [30.0, 10.0])];
    let array = [walls[0]];
    for reach in [5.0f64, 50.0] {
        let [mut a, mut b, mut c] = [0; 3].map(|_| Mover::new(Aabb::new([0.0, 0.0], [10.0, 10.0])));
        a.travel([reach, 0.0], &walls, |_| Some(Response::Stop), |_| ());
        b.travel([reach, 0.0], &array, |_| Some(Response::Stop), |_| ());
        c.travel([reach, 0.0], &walls[..], |_| Some(Response::Stop), |_| ());
        assert_eq!((a.position(), b.position()), (c.position(), c.position()));
        assert_eq!(a.position().x(), reach.min(10.0));
    }
}

/// A mover with any number of colliders, which have its shape.
struct Actor {
    mover: Mover<i32, 2, Aabb<i32, 2>>,
    colliders: Vec<Id>,
}

impl WorldMover<i32, 2, ShapeBuf<i32, 2>> for Actor {
    type Shape = Aabb<i32, 2>;

    fn mover(&mut self) -> &mut Mover<i32, 2, Aabb<i32, 2>> {
        &mut self.mover
    }
    fn colliders(&self) -> &[Id] {
        &self.colliders
    }
    fn collider_shape(&mut self, _index: usize) -> Option<ShapeBuf<i32, 2>> {
        Some((*self.mover.shape()).into())
    }
}

#[test]
fn mover_without_collider_stops_platform() {
    let press = Aabb::new([0, 0], [40, 10]);
    let mut world = World::new();
    let id = world.insert(Collider::new(press)).unwrap();
    world.insert(Collider::new(Aabb::new([0, 40], [40, 50]))).unwrap();
    let mut hero = Actor { mover: Mover::new(Aabb::new([10, 20], [20, 40])), colliders: Vec::new() };
    assert_eq!(world.carry(id, [0, 10], [&mut hero]), Ok(None));
    assert_eq!(world.carry(id, [0, 10], [&mut hero]), Ok(Some(id)));
    let lowered = press.translated([0, 20]);
    let to = [(id, lowered.into())];
    assert_eq!(world.carry_to(to, |_| Vector([0, 10]), PushRule::Stop, [&mut hero]), Ok(vec![id]));
    assert_eq!(world.get(id).unwrap().shape, press.translated([0, 10]).into());
    assert_eq!(world.carry_and_crush(id, [0, 10], [&mut hero]), Ok(vec![id]));
    assert_eq!(world.get(id).unwrap().shape, lowered.into());
    assert_eq!(hero.mover.position(), Vector([0, 0]));
}

#[test]
fn failed_step_of_platform_moves_nothing() {
    let mut world = World::new();
    let lift = Aabb::new([0, 50], [40, 60]);
    let hero = Aabb::new([10, 40], [20, 50]);
    let [id, own, removed] = [lift, hero, hero].map(|shape| world.insert(Collider::new(shape)).unwrap());
    world.remove(removed);
    // The platform is a mover itself. One of the two colliders of its rider has been removed.
    for colliders in [vec![removed], vec![own, removed]] {
        let mut actors = [(lift, vec![id]), (hero, colliders)]
            .map(|(shape, colliders)| Actor { mover: Mover::new(shape), colliders });
        actors[1].mover.gravity = Vector([0, 1]);
        assert_eq!(world.carry(id, [0, -5], &mut actors), Err(ColliderError::NotFound));
        assert_eq!(world.carry_and_crush(id, [0, -5], &mut actors), Err(ColliderError::NotFound));
        assert!(actors.iter().all(|actor| actor.mover.position() == Vector([0, 0])));
        assert_eq!(world.get(id).unwrap().shape, lift.into());
        assert_eq!(world.get(own).unwrap().shape, hero.into());
    }
}

#[test]
fn world_visits_no_obstacles_after_negative_infinity() {
    let mut world = World::<i32, 2>::new();
    for k in 0..100 {
        world.insert(Collider::new(Aabb::new([k, 0], [k + 2, 2]))).unwrap();
    }
    let aabb = Aabb::new([0.0, 0.0], [100.0, 2.0]);
    for (step, wanted) in [([0.0, 0.0], 3), ([50.0, 0.0], 3)] {
        let (mut all, mut visited) = (0, 0);
        Obstacles::each_along(&world, &aabb, step.into(), &mut |_, _| {
            all += 1;
            f64::INFINITY
        });
        Obstacles::each_along(&world, &aabb, step.into(), &mut |_, _| {
            visited += 1;
            if visited < wanted { 0.0 } else { f64::NEG_INFINITY }
        });
        assert_eq!((all, visited), (100, wanted), "{step:?}");
    }
}
