//! Regression tests for problems that users of other libraries reported. Each test is named after the symptom and refers to the report.

use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, Hull, OrientedBox, OrientedCylinder, Polygon, PolygonBuf, Ray,
    Region, Relate, Relation, Rotation, Segment, Shape, SquaredBall, Triangle, Vector, cast, contact,
    distance, sweep,
};

/// parry #315: two unit boxes that touch at a face had no contact, or a wrong normal.
#[test]
fn boxes_touching_at_face_have_face_points_and_normal() {
    let turns = [Rotation::identity(), Rotation::from_axis_degrees([0.0, 0.0, 1.0], 90.0).unwrap()];
    for rotation in turns {
        let a = OrientedBox::<f64, 3>::new([0.0, 0.0, 0.0], [0.5, 0.5, 0.5], Rotation::identity());
        let b = OrientedBox::new([0.0, 1.0, 0.0], [0.5, 0.5, 0.5], rotation);
        assert_eq!(a.relation(&b), Relation::Touching);
        let found = contact(a, b);
        assert!(found.separation.abs() < 1e-15, "{found:?}");
        assert!((found.normal - Vector([0.0, 1.0, 0.0])).length() < 1e-12, "{found:?}");
        let mut corners: Vec<_> =
            found.points().iter().map(|p| p.point.0.map(|c| (c * 2.0).round() as i32)).collect();
        corners.sort();
        assert_eq!(corners, [[-1, 1, -1], [-1, 1, 1], [1, 1, -1], [1, 1, 1]], "{found:?}");
    }
}

/// parry #429: a ray cast against a box of 500 units was wrong by metres.
#[test]
fn casts_on_large_box_are_accurate() {
    for degrees in [0.0, 17.0, 45.0] {
        let rotation = Rotation::from_axis_degrees([0.0f32, 1.0, 0.0], degrees).unwrap();
        let room = OrientedBox::new([0.0f32, 0.0, 0.0], [500.0, 500.0, 500.0], rotation);
        let ray = Ray::new([0.3, 900.0, -0.7], [0.0, -1.0, 0.0]).unwrap();
        let hit = cast(&ray, room).unwrap();
        assert!((hit.distance - 400.0).abs() < 1e-3, "{hit:?}");
        // A ball that is swept onto the box is correct, too.
        let ball = Ball::new([0.3f32, 900.0, -0.7], 0.5);
        let hit = sweep(ball, [0.0, -1000.0, 0.0], room, [0.0, 0.0, 0.0]).unwrap();
        assert!((hit.time * 1000.0 - 399.5).abs() < 1e-3, "{hit:?}");
    }
}

/// parry #378: contact points of penetrating shapes were outside of the shapes.
#[test]
fn contact_points_of_penetrating_boxes_lie_inside_both() {
    for step in 0..60 {
        let rotation = Rotation::from_degrees(f64::from(step) * 6.0);
        let a = OrientedBox::new([0.0, 0.0], [2.0, 1.0], Rotation::identity());
        let b = OrientedBox::new([1.0, 1.2], [1.0, 1.0], rotation);
        let found = contact(a, b);
        for point in found.points() {
            let off = distance(a, point.point).max(distance(b, point.point));
            assert!(off <= found.depth() / 2.0 + 1e-12, "{off} {found:?}");
        }
    }
}

/// cute_headers #160 and #256: results were wrong for sizes of 100 to 10,000 units, which are common in pixels.
#[test]
fn polygon_queries_are_accurate_at_pixel_scale() {
    let octagon: [[f64; 2]; 8] =
        core::array::from_fn(|k| [f64::cos(k as f64 * 0.785), f64::sin(k as f64 * 0.785)]);
    for scale in [0.01, 1.0, 100.0, 1_000.0, 10_000.0] {
        let at = |offset: f64| octagon.map(|[x, y]| Vector([x * scale + offset * scale, y * scale]));
        let (a, near, far) = (at(0.0), at(1.5), at(2.5));
        let [a, near, far] = [&a, &near, &far].map(|corners| Polygon::new(corners).unwrap());
        assert!(a.overlaps(&near) && !a.intersects(&far));
        let relative = |found: f64| found / scale;
        // The push is perpendicular to an edge of each shape: half a unit at an angle of 22.5 degrees.
        assert!((relative(contact(a, near).separation) + 0.5 * 0.9239).abs() < 2e-3);
        assert!((relative(distance(a, far)) - 0.5).abs() < 2e-3);
        let hit = sweep(a, [scale, 0.0], far, [0.0, 0.0]).unwrap();
        assert!((hit.time - 0.5).abs() < 2e-3, "{hit:?}");
    }
}

/// cute_headers #366, and Box2D: polygons with the other winding, or with repeated or collinear points, collided wrongly without any error.
#[test]
fn clockwise_and_redundant_polygons_have_same_contact() {
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]];
    let mut clockwise = corners;
    clockwise.reverse();
    let untidy = [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [0.0, 3.0]];
    let other = Ball::new([5.0, 1.0], 2.0);
    let expected = contact(Aabb::new([0.0, 0.0], [4.0, 3.0]), other);
    for found in [
        contact(&PolygonBuf::<f64, 8>::new(corners).unwrap(), other),
        contact(&PolygonBuf::<f64, 8>::new(clockwise).unwrap(), other),
        contact(&PolygonBuf::<f64, 8>::new(untidy).unwrap(), other),
        contact(Polygon::new(&clockwise.map(Vector)).unwrap(), other),
        contact(Polygon::new(&untidy.map(Vector)).unwrap(), other),
    ] {
        assert!((found.separation - expected.separation).abs() < 1e-12, "{found:?}");
        assert!((found.normal - expected.normal).length() < 1e-12, "{found:?}");
    }
}

/// bevy_rapier and parry: a circle of 240 corners was rejected, or made queries fail.
#[test]
fn polygon_of_240_corners_is_supported() {
    let circle = |x: f64| -> Vec<Vector<f64, 2>> {
        (0..240)
            .map(|k| {
                let (sine, cosine) = (f64::from(k) / 240.0 * std::f64::consts::TAU).sin_cos();
                Vector([x + 100.0 * cosine, 100.0 * sine])
            })
            .collect()
    };
    let (a, b) = (circle(0.0), circle(150.0));
    let (p, q) = (Polygon::new(&a).unwrap(), Polygon::new(&b).unwrap());
    let found = contact(p, q);
    assert!((found.separation + 50.0).abs() < 0.02, "{found:?}");
    assert!(found.normal.x() > 0.999);
    let far = circle(250.0);
    let hit = sweep(p, [100.0, 0.0], Polygon::new(&far).unwrap(), [0.0, 0.0]).unwrap();
    assert!((hit.time - 0.5).abs() < 1e-3, "{hit:?}");
    let inside = Ray::new([-500.0, 1.0], [1.0, 0.0]).unwrap();
    assert!((cast(&inside, p).unwrap().distance - 400.0).abs() < 0.1);
    assert_eq!(Region::new(a.iter().copied()).unwrap().parts().count(), 1);
}

/// parry #206: after a shape was moved to its first impact, the next cast passed through the obstacle.
#[test]
fn sweep_after_impact_does_not_pass_obstacle() {
    let floor = OrientedBox::new([0.0f32, 10.0], [100.0, 1.0], Rotation::from_degrees(12.0));
    let mut hero = Capsule::new([0.0f32, 0.0], [0.0, 2.0], 0.5);
    for _ in 0..20 {
        let hit = sweep(hero, [0.0, 30.0], floor, [0.0, 0.0]);
        let moved = hit.map_or(30.0, |hit| hit.time * 30.0);
        hero = hero.translated([0.0, moved]);
        assert!(contact(hero, floor).separation > -1e-4, "{hit:?}");
        // Along the floor nothing blocks the shape.
        let (cosine, sine) = Rotation::<f32, 2>::from_degrees(12.0).complex();
        assert!(contact(hero.translated([cosine * 3.0, sine * 3.0]), floor).separation > -1e-4);
    }
}

/// parry #274: some pairs of kinds returned the error `Unsupported`.
#[test]
fn every_pair_of_kinds_is_supported() {
    let points = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]].map(Vector);
    let inner = [Shape::from(Ball::new([0.5, 0.5, 0.5], 1.0))];
    let turned = Rotation::from_axis_degrees([1.0, 2.0, 3.0], 40.0).unwrap();
    let kinds: [Shape<f64, 3>; 13] = [
        Shape::Point(Vector([0.5, 0.5, 0.5])),
        Aabb::new([0.0, 0.0, 0.0], [2.0, 2.0, 2.0]).into(),
        Ball::new([1.0, 1.0, 1.0], 1.0).into(),
        SquaredBall::new([1.0, 1.0, 1.0], 2.0).into(),
        Cylinder::new(Axis::Y, [0.0, 0.0, 0.0], 2.0, 1.0).into(),
        Segment::new([-1.0, -1.0, -1.0], [2.0, 2.0, 2.0]).into(),
        Triangle::new([0.0, 0.0, 0.0], [2.0, 0.0, 1.0], [0.0, 2.0, 1.0]).into(),
        Capsule::new([0.0, 0.0, 0.0], [2.0, 2.0, 2.0], 0.5).into(),
        OrientedBox::new([0.5, 0.5, 0.5], [1.0, 1.0, 1.0], turned).into(),
        OrientedCylinder::new([0.5, 0.5, 0.5], [1.0, 1.0, 1.0], 1.0, 0.7).unwrap().into(),
        Hull::new(&points).unwrap().into(),
        Shape::Compound(&inner),
        inner[0].placed(&bumper::Pose::new(turned, [0.0, 0.0, 0.0])),
    ];
    let far = Vector([50.0, 0.0, 0.0]);
    for a in &kinds {
        for b in &kinds {
            let pose = bumper::Pose::new(Rotation::identity(), far);
            let there = b.placed(&pose);
            assert_ne!(a.relation(b), Relation::Apart, "{a:?} {b:?}");
            assert_eq!(a.relation(&there), Relation::Apart, "{a:?} {b:?}");
            assert!(contact(*a, *b).separation < 1e-9 && !contact(*a, *b).points().is_empty(), "{a:?} {b:?}");
            assert!((distance(*a, there) - 50.0).abs() < 6.0, "{a:?} {b:?}");
            let hit = sweep(*a, [100.0, 0.0, 0.0], there, [0.0, 0.0, 0.0]);
            assert!(hit.is_some(), "{a:?} {b:?}");
        }
        let ray = Ray::new([-50.0, 0.5, 0.5], [1.0, 0.0, 0.0]).unwrap();
        assert!(cast(&ray, *a).is_some(), "{a:?}");
        assert!(a.bounds().is_some());
    }
}

/// Coordinates of a million with sizes of a thousandth, and all kinds of degenerate shapes: results are within a stated tolerance.
#[test]
fn far_and_degenerate_shapes_have_valid_results() {
    let far = 1e6;
    let v = |x: f64, y: f64| Vector([far + x * 1e-3, far + y * 1e-3]);
    let a = PolygonBuf::<f64, 4>::new([v(0.0, 0.0), v(1.0, 0.0), v(1.0, 1.0), v(0.0, 1.0)]).unwrap();
    let b = Triangle::new(v(3.0, 0.0), v(4.0, 0.0), v(3.0, 1.0));
    // The relative precision of coordinates in f64 leaves an error of at most 10⁻⁹ here.
    assert!((distance(&a, b) - 2e-3).abs() < 1e-9);
    let hit = sweep(&a, [4e-3, 0.0], b, [0.0, 0.0]).unwrap();
    assert!((hit.time - 0.5).abs() < 1e-6, "{hit:?}");
    let same = Vector([1.0, 2.0]);
    let degenerate: [Shape<f64, 2>; 6] = [
        Segment::new(same, same).into(),
        Triangle::new(same, same, same).into(),
        Triangle::new([0.0, 1.0], [1.0, 2.0], [2.0, 3.0]).into(),
        Capsule::new(same, same, 0.0).into(),
        OrientedBox::new(same, [0.0, 0.0], Rotation::from_degrees(30.0)).into(),
        Ball::new(same, 0.0).into(),
    ];
    for p in &degenerate {
        for q in &degenerate {
            let found = contact(*p, *q);
            assert!(
                found.separation.abs() < 1e-12 && (found.normal.length() - 1.0).abs() < 1e-12,
                "{p:?} {q:?} {found:?}"
            );
            assert_eq!(p.relation(q), Relation::Touching, "{p:?} {q:?}");
        }
    }
    let flat = [[0.0f64, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]].map(Vector);
    let sheet = Hull::new(&flat).unwrap();
    let found = contact(sheet, Ball::new([2.0, 2.0, 0.5], 1.0));
    assert!((found.separation + 0.5).abs() < 1e-12, "{found:?}");
    let upright = [[2.0, 2.0, -1.0], [2.0, 2.0, 3.0], [3.0, 2.0, 1.0]].map(Vector);
    assert_eq!(sheet.relation(&Hull::new(&upright).unwrap()), Relation::Overlapping);
    assert_eq!(sheet.relation(&sheet), Relation::Touching);
}

/// Found by fuzzing: a ball far beyond the end of a rotated segment was computed to be on the inner side of both of its edges, because of
/// rounding.
#[test]
fn ball_beyond_end_of_rotated_segment_is_apart() {
    let (cosine, sine) = (1.0, 2.042_035_224_833_365_5e-9);
    let rotation = Rotation::from_axes([Vector([cosine, sine]), Vector([-sine, cosine])]).unwrap();
    let pose = bumper::Pose::new(rotation, [1.17e-7, 1.17e-7]);
    let ball = Shape::from(Ball::new([-36.0, 0.0], 1.17e-7));
    let edge = Shape::from(Aabb::new([1.359_375, 0.0], [36.0, 0.0]));
    assert_eq!(ball.placed(&pose).relation(&edge.placed(&pose)), Relation::Apart);
}
