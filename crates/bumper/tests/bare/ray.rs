//! Checks invariants of rays: before the hit the ray does not touch the shape, the hit lies on the shape, and a ray that misses is never
//! inside. Shapes and rays have small integer coordinates, so that rays often graze, and start on boundaries.

use crate::solids::{each_case, shape, whole};
use bumper::{Aabb, Ball, Ray, Shape, Vector, cast, contact};

/// The signed distance of a point from the shape; negative inside.
fn off(shape: Shape<'static, f64, 3>, point: Vector<f64, 3>) -> f64 {
    contact(shape, point).separation
}

#[test]
fn ray_hit_is_first_point_of_shape() {
    let mut hits = 0;
    each_case(50_000, |rng| {
        let shape = shape(rng);
        let Some(ray) = Ray::new(whole(rng, 9), whole(rng, 4)) else { return };
        let hit = cast(&ray, shape);
        let free = hit.map_or(40.0, |hit| hit.distance);
        let starts_within = off(shape, ray.from()) <= 0.0;
        assert!(!starts_within || free == 0.0, "{hit:?}");
        for _ in 0..20 {
            let at = rng.f64() * free;
            assert!(starts_within || off(shape, ray.at(at)) > -1e-9, "within at {at} of {hit:?}");
        }
        if let Some(hit) = hit {
            hits += 1;
            assert!(off(shape, hit.point).abs() < 1e-9 || starts_within, "{hit:?}");
            assert!((hit.normal.length() - 1.0).abs() < 1e-9, "{hit:?}");
            assert!(hit.normal.dot(ray.direction()) < 1e-9, "{hit:?}");
            // A point just outside, along the normal, is outside of the shape by that distance.
            let outside = off(shape, hit.point + hit.normal.scaled(1e-4));
            assert!(starts_within || (outside - 1e-4).abs() < 1e-7, "{outside} from {hit:?}");
            assert_eq!(cast(&ray.with_max_distance(hit.distance), shape), Some(hit));
            assert!(
                hit.distance == 0.0 || cast(&ray.with_max_distance(hit.distance * 0.999), shape).is_none()
            );
        }
    });
    assert!(hits > 0, "no ray hits a shape");
}

#[test]
fn ray_aimed_at_point_hits_it() {
    each_case(50_000, |rng| {
        let mut far = || Vector([0; 3].map(|_| (rng.f32() * 2.0 - 1.0) * 1e6));
        let (from, to) = (far(), far());
        let direction = to - from;
        let ray = Ray::new(from, direction).unwrap();
        let hit = cast(&ray, to);
        let right =
            |distance: f32| (distance - direction.length()).abs() <= 1e-6 * direction.length().max(1e6);
        assert!(hit.is_some_and(|hit| right(hit.distance)), "{from:?} {to:?}");
    });
}

#[test]
fn ray_hit_on_large_box_is_accurate() {
    let ground = Aabb::new([-250.0f32, -500.0, -250.0], [250.0, 0.0, 250.0]);
    for height in 1..100 {
        let from = [(height * 7 % 40) as f32, height as f32, 3.0];
        let hit = cast(&Ray::new(from, [0.3, -1.0, 0.2]).unwrap(), ground).unwrap();
        assert!(hit.point.y().abs() < 1e-3 && hit.normal == Vector([0.0, 1.0, 0.0]), "{hit:?}");
    }
}

#[test]
fn ray_hit_on_small_far_ball_is_accurate() {
    let ball = Ball::new([1e6f64, 0.0], 1e-3);
    let hit = cast(&Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap(), ball).unwrap();
    assert!((hit.distance - (1e6 - 1e-3)).abs() < 1e-9, "{hit:?}");
    assert_eq!(cast(&Ray::new([0.0, 2e-3], [1.0, 0.0]).unwrap(), ball), None);
}

#[test]
fn nan_and_infinity_give_no_ray_or_hit() {
    assert_eq!(Ray::new([0.0, 0.0], [f64::NAN, 1.0]), None);
    assert_eq!(Ray::new([0.0, 0.0], [f64::INFINITY, 1.0]), None);
    assert_eq!(Ray::new([f64::NAN, 0.0], [1.0, 0.0]), None);
    assert_eq!(cast(&Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap(), Ball::new([f64::NAN, 0.0], 1.0)), None);
}
