//! Tests of ellipses in all queries with all other kinds.

use bumper::scalar::Real;
use bumper::{
    Aabb, Ball, Capsule, Compound, Ellipse, Mask, OrientedBox, Pose, Ray, Relate, Relation, Rotation,
    Segment, Shape, Sprite, Triangle, Vector, cast, contact, contact_within, distance, sweep,
};

/// An ellipse around the origin with a half-width of 10 and a half-height of 5.
fn pond() -> Ellipse<f64> {
    Ellipse::new([0.0, 0.0], [10.0, 5.0], Rotation::identity())
}

/// The rotation that maps the x axis to a direction.
fn turned<R: Real>(x: R, y: R) -> Rotation<R, 2> {
    Rotation::from_complex(x, y).unwrap()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-13
}

#[test]
fn ellipse_touches_each_kind_at_its_boundary() {
    let shapes: [Shape<f64, 2>; 7] = [
        Shape::Point(Vector([10.0, 0.0])),
        Aabb::new([10.0, -1.0], [12.0, 1.0]).into(),
        Ball::new([12.0, 0.0], 2.0).into(),
        Segment::new([10.0, -3.0], [10.0, 3.0]).into(),
        Capsule::new([12.0, 0.0], [20.0, 9.0], 2.0).into(),
        Triangle::new([10.0, 0.0], [12.0, 1.0], [12.0, -1.0]).into(),
        OrientedBox::new([12.0, 0.0], [1.0, 2.0], turned(0.0, 1.0)).into(),
    ];
    let ellipse = Ellipse::new([15.0, 0.0], [5.0, 2.0], Rotation::identity());
    for shape in shapes.into_iter().chain([ellipse.into()]) {
        assert_eq!(pond().relation(&shape), Relation::Touching, "{shape:?}");
        assert_eq!(shape.relation(&pond()), Relation::Touching, "{shape:?}");
        assert!(pond().intersects(&shape) && !pond().overlaps(&shape), "{shape:?}");
        for (by, expected) in [(0.5, Relation::Apart), (-0.5, Relation::Overlapping)] {
            let pose = Pose::new(Rotation::identity(), [by, 0.0]);
            let moved = shape.placed(&pose);
            assert_eq!(moved.relation(&pond()), expected, "{shape:?}");
            let found = contact(pond(), moved);
            assert!(near(found.separation, by) && near(found.normal.x(), 1.0), "{shape:?} {found:?}");
            assert!(
                (found.points()[0].point - Vector([10.0 + by / 2.0, 0.0])).length() < 1e-7,
                "{shape:?} {found:?}"
            );
            assert_eq!(contact_within(pond(), moved, 0.25).is_none(), by > 0.25, "{shape:?}");
            assert!(near(distance(moved, pond()), f64::max(by, 0.0)), "{shape:?}");
        }
        let hit = sweep(shape, [-4.0, 0.0], pond().translated([-2.0, 0.0]), [0.0, 0.0]).unwrap();
        assert!(near(hit.time, 0.5) && near(hit.normal.x(), -1.0), "{shape:?} {hit:?}");
    }
}

#[test]
fn ellipse_relates_to_compounds_balls_and_sprites() {
    let parts: [Shape<f64, 2>; 2] = [Ball::new([0.0, 7.0], 1.0).into(), Ball::new([0.0, 6.0], 1.5).into()];
    assert_eq!(pond().relation(&Compound(&parts)), Relation::Overlapping);
    assert_eq!(pond().relation(&Ball::new([0.0, 7.0], 2.0).squared()), Relation::Touching);
    assert_eq!(Ball::new([0.0, 7.0], 1.9).relation(&pond()), Relation::Apart);
    let words = [1u64];
    let mask = Mask::new([1, 1], &words).unwrap();
    assert_eq!(pond().relation(&Sprite::new(mask, [-0.5, 5.0], 1.0)), Relation::Touching);
    assert_eq!(pond().relation(&Sprite::new(mask, [-0.5, 4.0], 1.0)), Relation::Overlapping);
}

#[test]
fn circular_ellipse_acts_as_ball_and_flat_one_as_segment() {
    let circle = Ellipse::new([1.0, 2.0], [3.0, 3.0], turned(4.0, 3.0));
    let (ball, dot) = (Ball::new([1.0, 2.0], 3.0), Ball::new([7.0, 2.0], 3.0));
    assert_eq!(contact(circle, dot), contact(ball, dot));
    assert_eq!(circle.relation(&dot), Relation::Touching);
    let flat = Ellipse::new([0.0, 0.0], [3.0, 0.0], Rotation::identity());
    assert_eq!(flat.relation(&Vector([2.0, 0.0])), Relation::Touching);
    assert_eq!(flat.relation(&Segment::new([0.0, -1.0], [0.0, 1.0])), Relation::Overlapping);
    assert!(!flat.contains([2.0, 0.1]) && flat.contains([3.0, 0.0]));
    assert_eq!(distance(flat, Vector([0.0, 4.0])), 4.0);
}

#[test]
fn rotated_ellipse_agrees_with_placed_ellipse() {
    for step in 0..36 {
        let rotation = turned(17.0 - f64::from(step), 5.0 - f64::from(step * step % 11));
        let (whole, flat) = (
            Ellipse::new([3.0, 4.0], [5.0, 2.0], rotation),
            Ellipse::new([0.0; 2], [5.0, 2.0], Rotation::identity()),
        );
        let (shape, pose) = (Shape::from(flat), Pose::new(rotation, [3.0, 4.0]));
        let other = OrientedBox::new([8.0, 1.0], [3.0, 1.0], turned(12.0, 5.0));
        let (p, q) = (contact(whole, other), contact(shape.placed(&pose), other));
        assert!(near(p.separation, q.separation) && (p.normal - q.normal).length() < 1e-12, "{step}");
    }
}

#[test]
fn ellipse_aabb_is_tight() {
    let bounds = Shape::from(Ellipse::new([1.0, 1.0], [5.0, 2.0], turned(0.0, 1.0))).bounds().unwrap();
    assert!((bounds.min() - Vector([-1.0, -4.0])).length() < 1e-13);
    let diagonal = Shape::from(Ellipse::new([0.0, 0.0], [4.0, 3.0], turned(1.0, 1.0))).bounds();
    assert!((diagonal.unwrap().max() - Vector([12.5f64.sqrt(); 2])).length() < 1e-13);
}

#[test]
fn ray_hits_ellipse_boundary() {
    let ray = |from: [f64; 2], way: [f64; 2]| cast(&Ray::new(from, way).unwrap(), pond());
    let hit = ray([-20.0, 0.0], [1.0, 0.0]).unwrap();
    assert_eq!((hit.distance, hit.normal, hit.point), (10.0, Vector([-1.0, 0.0]), Vector([-10.0, 0.0])));
    let hit = ray([6.0, 9.0], [0.0, -1.0]).unwrap();
    assert!(near(hit.distance, 5.0) && near(hit.normal.y() / hit.normal.x(), 16.0 / 6.0), "{hit:?}");
    assert_eq!(ray([1.0, 1.0], [0.0, 1.0]).unwrap().distance, 0.0);
    assert!(ray([-20.0, 5.1], [1.0, 0.0]).is_none() && ray([20.0, 0.0], [1.0, 0.0]).is_none());
    assert!(near(ray([-20.0, 5.0], [1.0, 0.0]).unwrap().distance, 20.0));
}

#[cfg(feature = "alloc")]
#[test]
fn world_query_tests_ellipse_and_not_only_its_aabb() {
    use bumper::world::{Collider, World};
    let mut world = World::<f32, 2>::new();
    let pond = Ellipse::new([0.0f32, 0.0], [10.0, 5.0], turned(4.0, 3.0));
    let id = world.insert(Collider::new(pond)).unwrap();
    let found = world.intersecting(Ball::new([9.0f32, 5.0], 1.0), |_, _| true);
    assert_eq!(found.iter().map(|found| found.collider).collect::<Vec<_>>(), [id]);
    // The ball is in the corner of the bounding box, outside of the ellipse.
    assert!(world.intersecting(Ball::new([9.0f32, -5.0], 1.0), |_, _| true).is_empty());
}
