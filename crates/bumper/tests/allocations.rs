//! Checks that queries do not allocate memory once their buffers are large enough.
#![cfg(feature = "alloc")]

use allocation_counter::measure;
use bumper::broad_phase::{AllPairs, Batch, Tree};
use bumper::world::{Collider, World};
use bumper::{Aabb, Ball, Ray, Vector};

#[test]
fn warm_world_queries_do_not_allocate() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut at = move || Vector([random.f32() * 100.0, random.f32() * 100.0]);
    let mut world = World::<f32, 2>::new();
    let ids: Vec<_> = (0..2000).map(|_| world.insert(Collider::new(Ball::new(at(), 1.0))).unwrap()).collect();
    // Counts the allocations of the queries in a frame. Moving shapes may allocate.
    let mut frame = |frame: usize| {
        // Moves alternate in direction, so that no list grows after the first frames.
        for (k, id) in ids.iter().enumerate().take(300) {
            let shift = if (k + frame).is_multiple_of(2) { 0.5 } else { -0.5 };
            world.move_by(*id, [shift, shift]).unwrap();
        }
        let mut found = 0;
        let counted = measure(|| {
            found += world.update().len();
            let ray = Ray::new([-1.0, 50.0], [1.0, 0.1]).unwrap();
            found += usize::from(world.cast(&ray, |_, _| true).is_some());
            world.each_on_ray(&ray, |_, _| true, |_, _| found += 1);
            found +=
                usize::from(world.sweep(Ball::new([-9.0, 50.0], 2.0), [50.0, 0.0], |_, _| true).is_some());
            world.each_intersecting(Aabb::new([10.0, 10.0], [20.0, 20.0]), |_, _| true, |_, _| found += 1);
            world.each_on_sweep(Ball::new([-9.0, 50.0], 2.0), [50.0, 0.0], |_, _| true, |_, _| found += 1);
            found += usize::from(world.nearest(Vector([500.0, 50.0]), 1e9, |_, _| true).is_some());
        });
        assert!(found > 100);
        counted.count_total
    };
    assert!(frame(0) > 0);
    assert_eq!((1..12).map(frame).skip(4).sum::<u64>(), 0);
}

#[test]
fn warm_broad_phase_queries_do_not_allocate() {
    let boxes: Vec<_> = (0..1000i16).map(|k| Aabb::new([k, k % 7], [k + 2, k % 7 + 2])).collect();
    let (mut finder, tree) = (AllPairs::new(), Tree::from_iter(boxes.iter().copied()));
    let batch: Batch<_> = boxes.iter().copied().collect();
    let mut bits = Vec::new();
    let mut found = 0;
    let mut once = || {
        finder.find(&boxes, |_, _| found += 1);
        tree.pairs(|_, _| found += 1);
        batch.mask(&Vector([500, 3]), &mut bits);
        tree.sweep(&boxes[0], [1.0, 0.0], 1e9, |_| f64::INFINITY);
    };
    once();
    assert_eq!(measure(once).count_total, 0);
    assert!(found > 1000);
}
