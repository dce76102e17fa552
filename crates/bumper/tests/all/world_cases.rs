//! Tests of single properties of worlds: ids, rejected shapes, order, memory, and sizes far from 1.

use crate::world::{cases, place, turned};
use bumper::world::{Collider, ColliderError, ColliderHit, Id, IntersectionEvent, World};
use bumper::{
    Aabb, AsShape, Axis, Ball, OrientedBox, Ray, Relation, Segment, Shape, Side, Vector, cast, contact,
};

#[test]
fn removed_ids_are_never_reused() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut world = World::<i16, 2, Vector<i16, 2>>::default();
    // The live ids, and some of those that have been removed.
    let (mut live, mut gone) = (Vec::new(), Vec::new());
    let mut next = 0u64;
    for step in 0..cases(1_000_000) {
        if live.len() < 1000 && (live.len() < 10 || random.bool()) {
            let at = Vector([random.i16(..), random.i16(..)]);
            live.push((world.insert(Collider { data: next, ..Collider::new(at) }).unwrap(), next));
            next += 1;
        } else {
            let (id, data) = live.swap_remove(random.usize(0..live.len()));
            assert_eq!(world.remove(id).unwrap().data, data);
            if gone.len() < 5000 {
                gone.push(id);
            } else {
                gone[step % 5000] = id;
            }
        }
        let (id, data) = live[random.usize(0..live.len())];
        assert_eq!(world.get(id).unwrap().data, data);
        if let Some(id) = gone.get(random.usize(0..gone.len().max(1))) {
            assert!(world.get(*id).is_none());
        }
    }
}

#[test]
fn nan_and_empty_shapes_are_refused_with_reason() {
    let mut world = World::<f32, 2>::new();
    let id = world.insert(Collider::new(Vector([1.0, 2.0]))).unwrap();
    let nan = [Shape::from(Vector([f32::NAN, 0.0])), Ball::new([0.0, f32::NAN], 1.0).into()];
    for shape in nan.into_iter().chain([Segment::new([0.0, 0.0], [f32::NAN, 1.0]).into()]) {
        assert_eq!(world.insert(Collider::new(shape)), Err(ColliderError::NotANumber), "{shape:?}");
        assert_eq!(world.set_shape(id, shape), Err(ColliderError::NotANumber));
    }
    let parts = [Vector([0.0, 0.0]).into(), Vector([0.0, f32::NAN]).into()];
    assert_eq!(
        World::<f32, 2, Shape<f32, 2>>::default().insert(Collider::new(&parts[..])),
        Err(ColliderError::NotANumber)
    );
    assert_eq!(world.insert(Collider::new(&[][..])), Err(ColliderError::Empty));
    assert_eq!((world.len(), &world.get(id).unwrap().shape), (1, &Vector([1.0, 2.0]).into()));
    // An infinite floor does not lead to NaN.
    let floor = Aabb::new([f32::NEG_INFINITY, -1.0], [f32::INFINITY, 0.0]);
    world.insert(Collider::new(floor)).unwrap();
    world.insert(Collider::new(Ball::new([1e9, 0.5], 1.0))).unwrap();
    assert_eq!(world.update().len(), 1);
}

/// The gap is so small that its square underflows to zero.
#[test]
fn ball_of_zero_radius_is_found_at_underflowing_distance() {
    let mut world = World::<f32, 2>::new();
    world.insert(Collider::new(Vector([-6328.0, 0.0]))).unwrap();
    let mut relations = Vec::new();
    world.each_intersecting(
        Ball::new([-6328.0, 1.8e-38], 0.0),
        |_, _| true,
        |_, relation| relations.push(relation),
    );
    assert_eq!(relations, [Relation::Touching]);
}

#[test]
fn one_way_platform_blocks_only_from_above() {
    let mut world = World::<f64, 2, Aabb<f64, 2>>::default();
    let side = Side { axis: Axis::Y, negative: true };
    let platform = Collider { one_way: Some(side), ..Collider::new(Aabb::new([0.0, 100.0], [50.0, 104.0])) };
    let id = world.insert(platform).unwrap();
    let mover = |x: f64, y: f64| Aabb::new([x, y], [x + 10.0, y + 10.0]);
    let hit = |x: f64, y: f64, moves: [f64; 2]| {
        world.sweep(mover(x, y), moves, |_, _| true).map(|found| found.hit.time)
    };
    assert_eq!(hit(20.0, 50.0, [0.0, 80.0]), Some(0.5), "falls onto it");
    assert_eq!(hit(20.0, 90.0, [0.0, 5.0]), Some(0.0), "stands on it");
    assert_eq!(hit(20.0, 90.0, [5.0, 0.0]), None, "walks on it");
    assert_eq!(hit(20.0, 130.0, [0.0, -80.0]), None, "jumps through it");
    assert_eq!(hit(20.0, 97.0, [0.0, 5.0]), None, "falls while within");
    assert_eq!(hit(-30.0, 98.0, [60.0, 3.0]), None, "comes from the side");
    assert_eq!(world.sweep(mover(20.0, 50.0), [0.0, 80.0], |other, _| other != id), None);
}

#[test]
fn order_by_data_is_independent_of_insertion_order() {
    let mut random = fastrand::Rng::with_seed(4);
    let shapes: Vec<_> =
        (0..60u64).map(|data| (data, place::<i16, 2>(&mut random, "uniform", |c| c as i16))).collect();
    let build = |random: &mut fastrand::Rng| {
        let mut world = World::<i16, 2, Ball<i16, 2>>::default();
        let mut order = shapes.clone();
        random.shuffle(&mut order);
        for (data, at) in order {
            // Add another shape, and remove it before or after the real one, so that the two worlds use different ids.
            let passing = world.insert(Collider::new(Ball::new(at, 3))).unwrap();
            if random.bool() {
                world.remove(passing);
            }
            world.insert(Collider { data, ..Collider::new(Ball::new(at, 12)) }).unwrap();
            if world.get(passing).is_some() {
                world.remove(passing);
            }
        }
        let mut events = world.update().to_vec();
        IntersectionEvent::sort(&mut events);
        let events: Vec<_> = events.iter().map(|event| (event.data, event.now)).collect();
        let here = world.intersecting(Ball::new([60, 60], 30), |_, _| true);
        let here: Vec<_> = here.iter().map(|found| world.get(found.collider).unwrap().data).collect();
        (events, here)
    };
    let (first, second) = (build(&mut random), build(&mut random));
    assert!(first.0.len() > 20 && first.1.len() > 3);
    assert_eq!(first, second);
}

/// The hash of a run of a world, which is the same on every machine.
#[test]
fn world_run_matches_pinned_hash() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut world = World::<f32, 2>::new();
    let ids: Vec<_> = (0..400)
        .map(|_| {
            let at = place(&mut random, "uniform", |c| c as f32);
            world.insert(Collider::new(turned(&mut random, at, 4.0))).unwrap()
        })
        .collect();
    let mut hash = 0u64;
    let mut mix = |number: u64| hash = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    for _ in 0..60 {
        for id in &ids {
            if let Shape::OrientedBox(shape) = world.get(*id).unwrap().shape.as_shape() {
                let moves = Vector([random.f32() - 0.5, random.f32() - 0.5]);
                let moved = OrientedBox::new(shape.center() + moves, shape.half_size(), shape.rotation());
                world.set_shape(*id, moved).unwrap();
            }
        }
        for event in world.update() {
            mix(event.a.to_bits() ^ event.b.to_bits().rotate_left(7) ^ event.now as u64);
        }
        world.each_intersecting(
            Aabb::new([20.0, 20.0], [80.0, 80.0]),
            |_, _| true,
            |id, _| mix(id.to_bits()),
        );
    }
    assert_eq!(hash, 0x3891_c3fe_ae7c_4a12, "{hash:#x}");
}

#[test]
fn memory_stays_within_documented_limit() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut world = World::<f32, 2, Aabb<f32, 2>>::default();
    let mut space = World::<f32, 3, Aabb<f32, 3>>::default();
    let count = 100_000;
    for _ in 0..count {
        let mut at = || random.f32() * 1000.0;
        let at = [at(), at(), at()];
        world.insert(Collider::new(Aabb::point([at[0], at[1]]))).unwrap();
        space.insert(Collider::new(Aabb::point(at))).unwrap();
    }
    let plane = world.memory() as f64 / f64::from(count) - size_of::<Collider<Aabb<f32, 2>>>() as f64;
    let space = space.memory() as f64 / f64::from(count) - size_of::<Collider<Aabb<f32, 3>>>() as f64;
    println!("bytes beyond the collider: {plane} in 2D, {space} in 3D");
    assert!(plane < 66.0 && space < 82.0, "{plane} {space}");
}

#[test]
fn world_stores_user_defined_shapes() {
    #[derive(Clone)]
    struct Hero {
        feet: [i32; 2],
    }
    impl AsShape<i32, 2> for Hero {
        fn as_shape(&self) -> Shape<'_, i32, 2> {
            Aabb::new(self.feet, [self.feet[0] + 8, self.feet[1] + 16]).into()
        }
    }
    let mut world = World::<i32, 2, Hero>::default();
    let id = world.insert(Collider::new(Hero { feet: [0, 0] })).unwrap();
    let found = world.intersecting(Vector([8, 16]), |_, _| true);
    assert_eq!(found, [ColliderHit { collider: id, hit: Relation::Touching }]);
}

#[test]
fn each_intersecting_finds_each_collider_once() {
    let mut world = World::<f64, 2, Aabb<f64, 2>>::default();
    for count in 0..150u64 {
        let mut found = vec![0; count as usize];
        let seen = |id, world: &World<f64, 2, Aabb<f64, 2>>| world.get(id).unwrap().data as usize;
        world.each_intersecting(
            Aabb::new([0.0, 0.0], [1.0, 1.0]),
            |_, _| true,
            |id, _| found[seen(id, &world)] += 1,
        );
        assert!(found.iter().all(|times| *times == 1), "{count}");
        let at = count as f64 / 1000.0;
        world
            .insert(Collider { data: count, ..Collider::new(Aabb::new([at, at], [at + 0.5, at + 0.1])) })
            .unwrap();
    }
}

#[test]
fn nearest_query_is_exact_at_any_scale() {
    let mut rng = fastrand::Rng::with_seed(43);
    for power in [-300, -40, -25, -20, -12, 0, 12, 18, 19, 37, 38, 150, 300] {
        let unit = 10f64.powi(power);
        let mut world = World::<f64, 2, Ball<f64, 2>>::default();
        let balls: Vec<_> = (0..60)
            .map(|_| Ball::new([rng.f64() * unit, rng.f64() * unit], rng.f64() * 0.05 * unit))
            .collect();
        for (data, ball) in (0..).zip(&balls) {
            world.insert(Collider { data, ..Collider::new(*ball) }).unwrap();
        }
        for _ in 0..40 {
            let point = Vector([rng.f64() * unit, rng.f64() * unit]);
            let apart = |ball: &Ball<f64, 2>| contact(point, *ball).separation;
            let least = balls.iter().map(apart).fold(f64::INFINITY, f64::min);
            assert_eq!(
                world.nearest(point, f64::INFINITY, |_, _| true).unwrap().hit.separation,
                least,
                "10^{power}"
            );
            assert!(world.nearest(point, least - unit * 0.01, |_, _| true).is_none());
        }
    }
}

#[test]
fn nearest_within_minus_infinity_visits_no_collider() {
    let mut world = World::<f64, 2>::new();
    for x in 0..100 {
        world.insert(Collider::new(Ball::new([f64::from(x), 0.0], 5.0))).unwrap();
    }
    let mut visits = 0;
    for (limit, expected) in [(f64::NEG_INFINITY, 0), (-100.0, 0), (f64::INFINITY, 1)] {
        let count = |_: Id, _: &Collider<_>| {
            visits += 1;
            true
        };
        let found = world.nearest(Vector([50.0, 0.0]), limit, count);
        assert_eq!((found.is_some(), visits.min(1)), (expected > 0, expected), "{limit}");
    }
}

#[test]
fn ray_cast_finds_first_hit_at_any_scale() {
    let mut rng = fastrand::Rng::with_seed(44);
    let mut hits = 0;
    for power in [-300, -40, -25, -12, 0, 12, 19, 27, 29, 37, 38, 39, 150, 300] {
        let unit = 10f64.powi(power);
        let mut place = || Vector([(rng.f64() - 0.5) * unit, (rng.f64() - 0.5) * unit]);
        for count in [7, 16, 60] {
            let mut world = World::<f64, 2, Shape<'static, f64, 2>>::default();
            let boxes: Vec<_> = (0..count).map(|_| (place(), place().scaled(0.1))).collect();
            let boxes: Vec<_> = boxes.iter().map(|(at, size)| Aabb::new(*at, *at + *size)).collect();
            for (k, shape) in boxes.iter().enumerate() {
                let ball = Ball::new(shape.min(), shape.max()[0] - shape.min()[0]).into();
                world.insert(Collider::new(if k % 3 == 0 { ball } else { Shape::from(*shape) })).unwrap();
            }
            for k in 0..80 {
                // Rays past corners, along an axis, and nearly along an axis.
                let (from, corner) = (place(), boxes[k % count].min());
                let slow = [0.0, 1e-9, -1e-12, 1e-31][k / 4 % 4];
                let (from, way) = match k % 4 {
                    0 => (from, corner - from),
                    1 => (from.with(1, corner[1]), Vector([1.0, slow])),
                    2 => (from.with(0, corner[0]), Vector([slow, -1.0])),
                    _ => (from, place()),
                };
                let Some(ray) = Ray::new(from, way) else { continue };
                let far = place()[0].abs();
                let ray = if k % 5 == 0 { ray.with_max_distance(far) } else { ray };
                let distance = |hit: Option<bumper::RayHit<f64, 2>>| hit.map(|hit| hit.distance);
                let all = world.iter().filter_map(|(_, held)| distance(cast(&ray, held.shape)));
                let first = all.min_by(f64::total_cmp);
                assert_eq!(
                    distance(world.cast(&ray, |_, _| true).map(|found| found.hit)),
                    first,
                    "10^{power}"
                );
                hits += usize::from(first.is_some());
            }
        }
    }
    assert!(hits > 1000, "{hits}");
}
