//! Relations of floats are exact for boxes and points, and within the documented error for other shapes, from the smallest to the largest
//! numbers.

use crate::oracle::{Raw, relation};
use bumper::{
    Aabb, AsShape, Axis, Ball, Capsule, Cylinder, OrientedBox, PolygonBuf, Pose, Ray, Relate, Relation,
    Rotation, Segment, Shape, SquaredBall, Triangle, Vector, cast, contact, distance,
};
use fastrand::Rng;

/// A random shape with small integer coordinates, so that ties are common.
fn shape(rng: &mut Rng, n: usize, most: i128) -> Raw {
    let mut point = || -> [i128; 3] { core::array::from_fn(|_| rng.i128(-most..=most)) };
    let (a, b) = (point(), point());
    let radius = rng.i128(0..=most);
    match rng.u8(..if n == 2 { 4 } else { 6 }) {
        0 => Raw::Point(a),
        1 => Raw::Box(a, b),
        2 => Raw::Ball(a, radius),
        3 => Raw::Squared(a, radius * rng.i128(0..=most)),
        _ => Raw::Cylinder(Axis::ALL[rng.usize(..3)], a, b[0], radius),
    }
}

fn scaled<const N: usize>(shape: &Shape<'static, f32, N>, factor: f32) -> Shape<'static, f32, N> {
    let v = |p: Vector<f32, N>| p.map(|c| c * factor);
    match shape {
        Shape::Point(p) => Shape::Point(v(*p)),
        Shape::Aabb(b) => Aabb::new(v(b.min()), v(b.max())).into(),
        Shape::Ball(b) => Ball::new(v(b.center()), b.radius() * factor).into(),
        Shape::SquaredBall(b) => SquaredBall::new(v(b.center()), b.radius_squared() * factor * factor).into(),
        Shape::Cylinder(c) => {
            let (from, to) = (v(c.spine().min()), v(c.spine().max()));
            Cylinder::try_new(c.axis(), from, to[c.axis().index()], c.radius() * factor).unwrap().into()
        }
        other => panic!("{other:?}"),
    }
}

fn separation<const N: usize>(a: &Raw, b: &Raw) -> f64 {
    contact(a.shape::<f64, N>(), b.shape::<f64, N>()).separation
}

fn radius(shape: &Raw) -> f64 {
    match shape {
        Raw::Ball(_, r) | Raw::Cylinder(_, _, _, r) => *r as f64,
        Raw::Squared(_, p) => (*p as f64).sqrt(),
        _ => 0.0,
    }
}

/// Sets the radius of a ball so that the ball touches the other shape, or nearly touches it.
fn nearly_touching<const N: usize>(rng: &mut Rng, a: &Raw, b: &mut Raw, most: i128) {
    let gap = separation::<N>(a, b).round() as i128 + rng.i128(-2..=2);
    match b {
        Raw::Ball(_, r) => *r = (*r + gap).clamp(0, 2 * most),
        Raw::Squared(_, p) => {
            let r = (p.isqrt() + gap).clamp(0, 2 * most);
            *p = r * r;
        }
        _ => {}
    }
}

/// The number of relations that differ from exact arithmetic. Asserts that the differences are within the documented error.
fn count_errors<const N: usize>(most: i128) -> u32 {
    let mut rng = Rng::with_seed(N as u64);
    let mut seen = [0; 3];
    let mut wrong = 0;
    for case in 0..300_000 {
        let (a, mut b) = (shape(&mut rng, N, most), shape(&mut rng, N, most));
        if case % 2 == 0 {
            nearly_touching::<N>(&mut rng, &a, &mut b, most);
        }
        // The oracle uses the same rounded squared radius as the float.
        if let Raw::Squared(_, p) = &mut b {
            *p = *p as f32 as i128;
        }
        let a = if let Raw::Squared(c, p) = a { Raw::Squared(c, p as f32 as i128) } else { a };
        let (p, q): (Shape<f32, N>, Shape<f32, N>) = (a.shape(), b.shape());
        let (found, expected) = (p.relation(&q), relation(&a, &b, N));
        // Scaling by a power of two does not change the relation.
        let factor = f32::exp2(rng.i32(-36..=36) as f32);
        assert_eq!(scaled(&p, factor).relation(&scaled(&q, factor)), found, "{factor} {a:?} {b:?}");
        assert_eq!(p.intersects(&q), found != Relation::Apart);
        assert_eq!(p.overlaps(&q), found == Relation::Overlapping);
        seen[expected as usize] += 1;
        if found != expected {
            // The error is due to rounding: the true distance or depth is within what rounding errors of coordinates and radii can cause.
            let (gap, largest) = (separation::<N>(&a, &b), 2.0 * radius(&a).max(radius(&b)));
            assert!(gap.abs() <= 8.0 * f64::from(f32::EPSILON) * largest, "{gap} of {largest}: {a:?} {b:?}");
            wrong += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
    wrong
}

#[test]
fn f32_relations_are_exact_for_small_integers() {
    assert_eq!((count_errors::<2>(6), count_errors::<3>(6)), (0, 0));
    assert_eq!((count_errors::<2>(40), count_errors::<3>(40)), (0, 0));
}

#[test]
fn f32_relation_errors_stay_within_documented_bound() {
    // Some relations must differ, otherwise this test would be pointless.
    assert!(count_errors::<2>(1 << 22) > 100 && count_errors::<3>(1 << 22) > 100);
}

#[test]
fn f64_relations_are_exact_for_moderate_integers() {
    let mut rng = Rng::with_seed(64);
    let mut seen = [0; 3];
    for _ in 0..300_000 {
        // Products of four lengths stay below 2⁵³.
        let (a, b) = (shape(&mut rng, 3, 700), shape(&mut rng, 3, 700));
        let expected = relation(&a, &b, 3);
        assert_eq!(a.shape::<f64, 3>().relation(&b.shape()), expected, "{a:?} {b:?}");
        seen[expected as usize] += 1;
    }
    for _ in 0..300_000 {
        let (a, b) = (shape(&mut rng, 2, 6), shape(&mut rng, 2, 6));
        let expected = relation(&a, &b, 2);
        assert_eq!(a.shape::<f64, 2>().relation(&b.shape()), expected, "{a:?} {b:?}");
        seen[expected as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}

#[test]
fn relations_of_extreme_numbers_are_correct() {
    let (huge, tiny) = (f32::MAX, f32::MIN_POSITIVE);
    // The square of the gap overflows, the squares of the radii do not.
    let (left, right) = (Ball::new([-huge, 0.0], 1e18), Ball::new([huge, 0.0], 1e18));
    assert_eq!(left.relation(&right), Relation::Apart);
    assert_eq!(left.relation(&left), Relation::Overlapping);
    assert_eq!(left.squared().relation(&right.squared()), Relation::Apart);
    assert_eq!(left.relation(&Aabb::new([0.0, 0.0], [huge, huge])), Relation::Apart);
    // Larger radii are clamped to the largest radius.
    assert_eq!(Ball::new([0.0, 0.0], huge).radius(), 4.611_686e18);
    assert_eq!(Ball::new([0.0, 0.0], huge).relation(&Ball::new([9.3e18, 0.0], huge)), Relation::Apart);
    assert_eq!(Ball::new([0.0, 0.0], huge).relation(&Ball::new([9.2e18, 0.0], huge)), Relation::Overlapping);
    // Boxes only compare coordinates, so the smallest numbers are not lost.
    let thin = Aabb::new([0.0, 0.0], [tiny, tiny]);
    assert_eq!(thin.relation(&Aabb::point([tiny, 0.0])), Relation::Touching);
    assert_eq!(thin.relation(&Aabb::new([2.0 * tiny, 0.0], [1.0, 1.0])), Relation::Apart);
    // The squares of small distances underflow: shapes at a distance of less than 10⁻²² touch.
    assert_eq!(Ball::new([0.0f32, 0.0], 0.0).relation(&Vector([1e-30, 0.0])), Relation::Touching);
    assert_eq!(Ball::new([0.0f32, 0.0], 0.0).relation(&Vector([1e-20, 0.0])), Relation::Apart);
    // An infinite box is a half-plane.
    let below = Aabb::new([f32::NEG_INFINITY, f32::NEG_INFINITY], [f32::INFINITY, 0.0]);
    assert_eq!(below.relation(&Ball::new([5.0, 3.0], 3.0)), Relation::Touching);
}

#[test]
fn axis_aligned_shapes_with_nan_are_apart() {
    fn apart<A: Relate<B>, B: Relate<A>>(a: &A, b: &B) {
        assert_eq!((a.relation(b), b.relation(a)), (Relation::Apart, Relation::Apart));
        assert!(!a.intersects(b) && !a.overlaps(b) && !b.intersects(a) && !b.overlaps(a));
    }
    let mut shapes: Vec<(Shape<f32, 3>, bool)> = Vec::new();
    for at in 0..8 {
        // The number with this index is NaN. In the last round there is none.
        let number = |place: usize, value: f32| if place == at { f32::NAN } else { value };
        let p = [number(0, 1.0), number(1, 1.0), number(2, 1.0)];
        let q = [number(3, 2.0), number(4, 2.0), number(5, 2.0)];
        let bad = at < 3;
        shapes.push((Shape::Point(Vector(p)), bad));
        shapes.push((Aabb::new(p, q).into(), at < 6));
        for radius in [number(6, 3.0), number(6, 0.0)] {
            shapes.push((Ball::new(p, radius).into(), bad || at == 6));
            shapes.push((SquaredBall::new(p, radius).into(), bad || at == 6));
            for axis in Axis::ALL {
                shapes
                    .push((Cylinder::new(axis, p, number(3, 2.0), radius).into(), bad || at == 3 || at == 6));
            }
        }
    }
    for (a, bad) in &shapes {
        for (b, worse) in &shapes {
            if *bad || *worse {
                apart(a, b);
            }
        }
    }
    assert!(shapes.iter().any(|(_, bad)| !bad));
}

#[test]
fn ball_centred_on_segment_overlaps_it() {
    use bumper::Segment;
    let segment = Segment::new([0.1, 0.1], [1.0, 1.1]);
    assert_eq!(Ball::new([0.55, 0.600_000_000_000_000_1], 0.1).relation(&segment), Relation::Overlapping);
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..100_000 {
        let ends = [0, 1].map(|_| Vector([rng.f64() * 4.0 - 2.0, rng.f64() * 4.0 - 2.0]));
        let center = ends[0] + (ends[1] - ends[0]).scaled(rng.f64());
        let ball = Ball::new(center, 1e-3 + rng.f64());
        assert_eq!(
            ball.relation(&Segment::new(ends[0], ends[1])),
            Relation::Overlapping,
            "{ball:?} {ends:?}"
        );
    }
}

/// Shapes of the kinds that are not axis-aligned. The number with index `at` is NaN; if `at` is beyond the last number, no number is NaN.
/// The `bool` says whether the NaN makes the shape invalid.
fn slanted<const N: usize>(at: usize) -> Vec<(Shape<'static, f32, N>, bool)> {
    let number = |place: usize, value: f32| if place == at { f32::NAN } else { value };
    let point =
        |first: usize, value: f32| Vector(core::array::from_fn(|k| number(first + k, value + k as f32)));
    let [p, q, r] = [point(0, 1.0), point(N, 2.5), point(2 * N, -1.0)];
    let r = r.with(0, number(2 * N, 4.0));
    vec![
        (Segment::new(p, q).into(), at < 2 * N),
        (Capsule::new(p, q, 0.5).into(), at < 2 * N),
        (Triangle::new(p, q, r).into(), at < 3 * N),
        (OrientedBox::new(p, q, Rotation::identity()).into(), at < 2 * N),
        (Ball::new(p, 1.0).into(), at < N),
        (Shape::Point(p), at < N),
        (Aabb::new(p, q).into(), at < 2 * N),
    ]
}

#[test]
fn oriented_shapes_with_nan_are_infinitely_far_apart() {
    fn tried<const N: usize>() {
        let ray = Ray::new(Vector::splat(-20.0f32), Vector::splat(1.0)).unwrap();
        for (shape, bad) in (0..3 * N).flat_map(slanted::<N>) {
            assert!(!bad || cast(&ray, shape).is_none(), "{shape:?}");
        }
        for places in 0..(3 * N + 1) * (3 * N + 1) {
            for (a, bad) in slanted::<N>(places % (3 * N + 1)) {
                for (b, worse) in slanted::<N>(places / (3 * N + 1)) {
                    if bad || worse {
                        assert_eq!(a.relation(&b), Relation::Apart, "{a:?} {b:?}");
                        assert_eq!(distance(a, b), f32::INFINITY, "{a:?} {b:?}");
                        assert_eq!(contact(a, b).separation, f32::INFINITY, "{a:?} {b:?}");
                    }
                }
            }
        }
    }
    tried::<2>();
    tried::<3>();
}

#[test]
fn tiny_shape_placed_far_from_origin_keeps_its_position() {
    let corners = [[0.0016f32, 0.0016], [-0.0033, 0.0016], [0.0025, -0.0016]].map(Vector);
    let triangle = Triangle::new(corners[0], corners[1], corners[2]);
    let polygon = PolygonBuf::<f32, 3>::new(corners).unwrap();
    let pose = Pose::new(Rotation::identity(), [373_019.47f32, -236_337.89]);
    // Rounding reduces the triangle to a point. A polygon is evaluated relative to its pose, and keeps its size.
    for (shape, reach) in [(Shape::from(triangle), 0.0), (Shape::Polygon(polygon.as_polygon()), 0.0025)] {
        let shape = shape.placed(&pose);
        let center = pose.translation;
        assert_eq!(Ball::new(center, 100.0).as_shape().relation(&shape), Relation::Overlapping);
        assert_eq!(distance(shape, center), 0.0);
        let is_near = |found: f32, expected: f32| (found - (expected - reach)).abs() <= 1e-5;
        let found = distance(center + Vector([64.0, 0.0]), shape);
        assert!(is_near(found, 64.0), "{found} {shape:?}");
        let found = contact(Ball::new(center + Vector([64.0, 0.0]), 2.0), shape).separation;
        assert!(is_near(found, 62.0), "{found} {shape:?}");
    }
}
