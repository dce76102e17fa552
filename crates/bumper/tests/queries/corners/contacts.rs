//! Tests of the separations and points of contacts, and of relations.

use super::*;
use crate::reference::draw;
use crate::reference::kinds::Kind;
use bumper::scalar::Real;
use bumper::{
    Aabb, Ball, Capsule, OrientedBox, OrientedCylinder, Polygon, Pose, Relate, Relation, Rotation, Segment,
    Shape, Triangle, Vector, contact, distance,
};
use fastrand::Rng;

#[test]
fn separation_of_f32_cylinder_ends_is_accurate() {
    let found = contact(
        Vector([1f32, 5.0, 6.0]),
        OrientedCylinder::new([0f32; 3], [1.0, 1.0, 1.0], 1.0, 4.0).unwrap(),
    );
    // The expected separation is (1 + 5 + 6) / √3 - 1.
    assert!((found.separation - 5.928_203).abs() < 1e-5, "{found:?}");
    let mut rng = reference::random(1);
    for _ in 0..reference::cases(CASES) {
        let cylinder = oriented_cylinder(&mut rng);
        let axis: Vector<f64, 3> = cylinder.direction.map(f64::from);
        let axis = axis.scaled(1.0 / axis.length());
        // The point is anywhere around the cylinder, or in front of its flat end.
        let beside = [10.0, 0.5][rng.usize(..2)];
        let part = numbers::<3>(&mut rng, beside);
        let along = axis.scaled(4.0 + 3.0 * rng.f64());
        let at: [f32; 3] =
            std::array::from_fn(|k| (f64::from(cylinder.points[0][k]) + along[k] + part[k]) as f32);
        assert_contact(&cylinder, &spec(Kind::Point, vec![Vector(at)], 0.0));
    }
}

#[test]
fn a_ball_on_a_segment_is_not_apart_from_it() {
    let ball = Ball::new([0.55, 0.600_000_000_000_000_1], 0.1);
    let segment = Segment::new([0.1, 0.1], [1.0, 1.1]);
    assert_eq!(ball.relation(&segment), Relation::Overlapping);
    assert_eq!(met(&segment.into(), ball.into()), Some(Relation::Overlapping));
    let mut rng = reference::random(2);
    for _ in 0..reference::cases(CASES) {
        let reach = draw::decades(&mut rng, (-3.0, 5.0));
        let [from, to] = [(); 2].map(|()| Vector(numbers::<2>(&mut rng, reach)));
        let on = from + (to - from).scaled(rng.f64());
        // The radius is larger than the rounding error of the center.
        let radius = reach * draw::decades(&mut rng, (-10.0, 0.0));
        let (ball, point) = (Ball::new(on, radius), Shape::Point(on));
        let (segment, capsule) = (Segment::new(from, to), Capsule::new(from, to, radius));
        for [a, b] in [[ball.into(), segment.into()], [point, capsule.into()], [ball.into(), capsule.into()]]
        {
            let (a, b): (Shape<f64, 2>, Shape<f64, 2>) = (a, b);
            assert_eq!(a.relation(&b), Relation::Overlapping, "{a:?} {b:?}");
            assert_eq!(b.relation(&a), Relation::Overlapping, "{a:?} {b:?}");
            assert_eq!(met(&a, b), Some(Relation::Overlapping), "{a:?} {b:?}");
            assert!(contact(a, b).separation < 0.0, "{a:?} {b:?}");
        }
    }
}

#[test]
fn a_contact_of_a_triangle_seen_edge_on_has_its_deepest_point() {
    let triangle = spec(
        Kind::Triangle,
        [[38., 1., -38.], [40., 3., -32.], [35., -2., -37.]].map(Vector::<f64, 3>).to_vec(),
        0.0,
    );
    let aabb = spec(Kind::Aabb, [[-3., -25., -66.], [57., 23., -22.]].map(Vector).to_vec(), 0.0);
    assert_eq!(assert_contact(&triangle, &aabb).separation, -16.0);
    let mut rng = reference::random(3);
    for _ in 0..reference::cases(CASES) {
        let whole = |rng: &mut Rng, most: i8| Vector([(); 3].map(|()| f64::from(rng.i8(-most..=most))));
        let middle = whole(&mut rng, 20);
        let flat = if rng.bool() {
            spec(Kind::Triangle, (0..3).map(|_| middle + whole(&mut rng, 6)).collect(), 0.0)
        } else {
            // A hull that is flat, too: all its points are in one plane.
            let (u, v) = (whole(&mut rng, 3), whole(&mut rng, 3));
            let mut part = || f64::from(rng.i8(-2..=2));
            let points = (0..6).map(|_| middle + u.scaled(part()) + v.scaled(part())).collect();
            spec(Kind::Hull, points, 0.0)
        };
        let (low, high) = (whole(&mut rng, 20), whole(&mut rng, 20));
        let aabb = spec(Kind::Aabb, vec![low.zip(high, f64::min), low.zip(high, f64::max)], 0.0);
        assert_contact(&flat, &aabb);
        assert_contact(&aabb, &flat);
    }
}

#[test]
fn depth_in_cylinder_is_symmetric() {
    let mut rng = reference::random(4);
    for _ in 0..reference::cases(SLOW_CASES) {
        let low = Vector(numbers::<3>(&mut rng, 1.0));
        let axis = rng.usize(..3);
        let high = low[axis] + 1.0 + rng.f64() * 4.0;
        let mut cylinder = spec(Kind::Cylinder, vec![low, low.with(axis, high)], 1.0 + rng.f64() * 3.0);
        cylinder.axis = axis;
        // A small box or segment inside of the cylinder.
        let center = low.with(axis, low[axis] + (high - low[axis]) * rng.f64());
        let center = center + Vector(numbers(&mut rng, 0.6));
        let size = draw::decades(&mut rng, (-3.0, 0.0));
        let inner = if rng.bool() {
            spec(Kind::Aabb, vec![center, center + Vector(numbers(&mut rng, size).map(f64::abs))], 0.0)
        } else {
            spec(Kind::Segment, vec![center, center + Vector(numbers(&mut rng, size))], 0.0)
        };
        assert_contact(&cylinder, &inner);
        assert_contact(&inner, &cylinder);
    }
}

#[test]
fn contact_points_of_edges_on_one_line_but_for_rounding_lie_on_both() {
    let mut rng = reference::random(6);
    for _ in 0..reference::cases(CASES) {
        // Two boxes whose edges lie on a common slanted line, so that they share a part of an edge.
        let angle = Rotation::from_degrees(rng.f64() * 360.0);
        let size = draw::decades(&mut rng, (-3.0, 5.0));
        let [a, b] = [(); 2].map(|()| [(); 2].map(|()| size * (0.1 + rng.f64())));
        let beside = Vector([(rng.f64() * 2.0 - 1.0) * (a[0] + b[0]), a[1] + b[1]]);
        let center = Vector(numbers(&mut rng, size * 10.0));
        let corners = |center: Vector<f64, 2>, half: [f64; 2]| {
            let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            signs.map(|[s, t]| center + angle.apply(Vector([s * half[0], t * half[1]]))).to_vec()
        };
        let first = spec(Kind::Polygon, corners(center, a), 0.0);
        let second = spec(Kind::Polygon, corners(center + angle.apply(beside), b), 0.0);
        assert_contact(&first, &second);
        // Two triangles whose edges lie on a common line, so that they have collinear corners at both ends.
        let far = Vector(numbers(&mut rng, size * 10.0));
        let way = Vector(numbers(&mut rng, size));
        let across = Vector([-way[1], way[0]]);
        let on = |part: f64| far + way.scaled(part);
        let [s, t, u, v] = [(); 4].map(|()| rng.f64() * 2.0 - 1.0);
        let over = spec(Kind::Triangle, vec![on(s), on(t), on(0.0) + across], 0.0);
        let under = spec(Kind::Triangle, vec![on(u), on(v), on(0.0) - across], 0.0);
        assert_contact(&over, &under);
    }
}

#[test]
fn a_point_computed_on_a_slanted_triangle_is_within_a_tolerance_of_it() {
    let mut rng = reference::random(9);
    for _ in 0..reference::cases(CASES) {
        let size = draw::decades(&mut rng, (-3.0, 5.0));
        let [a, b, c] = [(); 3].map(|()| Vector(numbers::<3>(&mut rng, size).map(|c| c as f32)));
        let (s, t) = (rng.f32(), rng.f32());
        let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
        let point = a + (b - a).scaled(s) + (c - a).scaled(t);
        let near = reference::allowed::SPACE * f64::from(f32::EPSILON) * size;
        let found = f64::from(distance(Triangle::new(a, b, c), point));
        assert!(found <= near, "{found:e}: {a:?} {b:?} {c:?} {point:?}");
    }
}

/// Movers whose distance from the floor is zero or a few rounding errors of their own size or of the size of the floor. Returns the number
/// of movers that touch the floor.
fn beside_a_floor<R: Real>(rng: &mut Rng) -> usize {
    let number = |c: f64| R::from_f64(c);
    let corners =
        [[-1000.0, -1.0], [1000.0, -1.0], [1000.0, 0.0], [-1000.0, 0.0]].map(|p| Vector(p.map(number)));
    let (x, radius) = ((rng.f64() * 2.0 - 1.0) * 900.0, rng.f64() + 0.01);
    let size = [radius, 100.0, 2000.0][rng.usize(..3)];
    let height = radius + rng.f64() * 16.0 * epsilon::<R>() * size;
    let quarter = [Vector([number(0.0), number(1.0)]), Vector([number(-1.0), number(0.0)])];
    let rotation = Rotation::from_axes(quarter).unwrap();
    let (left, right) = (Vector([x, height].map(number)), Vector([x + 1.0, height].map(number)));
    let half = number(radius);
    let movers: [Shape<R, 2>; 5] = [
        Ball::new(left, half).into(),
        Capsule::new(left, right, half).into(),
        OrientedBox::new(left, Vector([half, half]), rotation).into(),
        Aabb::new([x, height - radius].map(number), right).into(),
        Segment::new([x, height - radius].map(number), right).into(),
    ];
    let middle = Vector([number(0.0), number(-0.5)]);
    let turned = OrientedBox::new(middle, Vector([number(0.5), number(1000.0)]), rotation);
    let rounded = Capsule::new([-1000.0, -1.0].map(number), [1000.0, -1.0].map(number), number(1.0));
    let floors: [Shape<R, 2>; 6] = [
        Aabb::new(corners[0], corners[2]).into(),
        turned.into(),
        Polygon::new(&corners).unwrap().into(),
        Polygon::new(&corners).unwrap().rounded(number(1e-3)).into(),
        Segment::new(corners[3], corners[2]).into(),
        rounded.into(),
    ];
    let mut touching = 0;
    for floor in floors {
        for mover in movers {
            let relation = mover.relation(&floor);
            touching += usize::from(relation == Relation::Touching);
            let expected = Some(relation).filter(|relation| *relation != Relation::Apart);
            assert_eq!(met(&floor, mover), expected, "{floor:?} {mover:?}");
            assert_eq!(met(&mover, floor), expected, "{mover:?} {floor:?}");
        }
    }
    touching
}

#[test]
fn world_agrees_with_relation_beside_wide_floor() {
    let (mut rng, mut touching) = (reference::random(12), 0);
    for _ in 0..reference::cases(CASES) {
        touching += beside_a_floor::<f32>(&mut rng) + beside_a_floor::<f64>(&mut rng);
    }
    assert!(touching > 100, "{touching}");
}

#[test]
fn distance_of_tiny_box_to_far_polygon_is_accurate() {
    let rotation = Rotation::from_complex(0.88924885f32, 0.45742378).unwrap();
    let sliver = OrientedBox::new([3680.6467f32, 9762.292], [0.0030353463, 0.0], rotation);
    let corners = [[3986870.8f32, -1334608.4], [3987374.3, -1338777.6], [3992734.8, -1333759.3]].map(Vector);
    let far = Polygon::new(&corners).unwrap();
    for found in [distance(sliver, far), distance(far, sliver)] {
        assert!((found - 4.203_943e6).abs() < 2.0, "{found}");
    }
}

#[test]
fn short_edge_far_from_origin_counts_as_face() {
    let wall = Aabb::new([-58.453342623392444, 1542.6654445209672], [-24.57663975396848, 1807.5953011068511]);
    let rotation = Rotation::from_complex(0.2272459450416663, -0.9738373993958745).unwrap();
    let half = [2.5129796839721275, 0.15980180476221606];
    let plank = OrientedBox::new([-24.16152953541554, 1540.2026893407826], half, rotation);
    let [on_wall, _] = contact(wall, plank).nearest();
    let corner = Vector([wall.max()[0], wall.min()[1]]);
    assert!((on_wall - corner).length() < 1e-9, "{on_wall:?}");
}

#[test]
fn normal_of_parallel_capsules_far_from_origin_is_accurate() {
    let capsule = |from: [f64; 2], to: [f64; 2]| Capsule::new(from, to, 12.443029755385398);
    let a = capsule([-52131151.4864111, -47038134.88550465], [-52146427.81558983, -47113112.27706989]);
    let b = capsule([-52131116.09742596, -47038142.095861994], [-52146392.42660469, -47113119.487427235]);
    let right = Vector([0.9798684787288185, -0.1996440943120309]);
    assert!((contact(a, b).normal - right).length() < 1e-11, "{:?}", contact(a, b).normal);
}

#[test]
fn contact_points_at_edge_of_flat_box_lie_on_it() {
    // Rounding cuts the corner off at the side of the box, and leaves points far below it.
    let corners = [
        [-347.4482f32, -1389.7928, 2084.6895],
        [-1563.517, -1737.2411, 2084.6895],
        [-694.8964, -1737.2411, 1737.2411],
    ];
    let axes = [
        [1.0f32, 2.5288394e-9, -4.2540145e-5],
        [-2.5220144e-9, 1.0, 1.604403e-7],
        [4.2540145e-5, -1.6044018e-7, 1.0],
    ];
    let pose = |up: f32| {
        Pose::new(Rotation::from_axes(axes.map(Vector)).unwrap(), [-0.47169065, 2683.6877, -1407.8591 + up])
    };
    let triangle = Shape::from(Triangle::new(corners[0], corners[1], corners[2]));
    let axes = [
        [0.99999994f32, 0.00032337222, -2.3662567e-7],
        [-0.00032337222, 0.99999994, 2.8890287e-7],
        [2.3671907e-7, -2.8882633e-7, 1.0],
    ];
    let rotation = Rotation::from_axes(axes.map(Vector)).unwrap();
    let flat = OrientedBox::new([-1598.679, 598.9868, 676.8965], [694.8964, 347.4482, 0.0], rotation);
    for step in -20i8..20 {
        let contact = contact(triangle.placed(&pose(f32::from(step) * 6e-5)), flat);
        for point in contact.points() {
            assert!(distance(flat, point.point) < 0.02, "{step}: {contact:?}");
        }
    }
}

/// The second shape is moved so that its first corner is next to the first edge of the first shape, at the distance `gap` in the plane z =
/// 0.
fn beside_the_first_edge(rng: &mut Rng, gap: f64) -> [Spec<f64, 3>; 2] {
    let whole = |rng: &mut Rng| Vector(std::array::from_fn(|_| f64::from(rng.i8(-4..=4))));
    let flat = |v: Vector<f64, 3>| v.with(2, 0.0);
    loop {
        let [p, q, r] = [(); 3].map(|()| whole(rng));
        let (p, q, other) = (flat(p), flat(q), flat(whole(rng)));
        let along = q - p;
        let normal = Vector([along[1], -along[0], 0.0]);
        let side = normal.dot(other);
        if along.length() == 0.0 || side == 0.0 {
            continue;
        }
        let normal = normal.scaled(side.signum() / along.length());
        let start = p + along.scaled([0.0, 1e-9, 0.5][rng.usize(..3)]) + normal.scaled(gap);
        let ends = vec![start, start + other, start + other + whole(rng)];
        let scale = draw::decades(rng, (-3.0, 3.0));
        let scaled = |points: Vec<Vector<f64, 3>>| points.into_iter().map(|v| v.scaled(scale)).collect();
        return [vec![p, q, r], ends].map(|points| spec(Kind::Triangle, scaled(points), 0.0));
    }
}

#[test]
fn edges_at_a_small_gap_and_angle_have_their_exact_separation() {
    // GJK terminates before its normal is accurate.
    let a = [
        [0.010102410549004823, 0.013780866678131286, -0.00789361105713995],
        [0.011260686019684609, 0.01493914214881108, -0.002102233703741004],
        [0.006627584136965455, 0.007989489324732344, -0.0021022337037410036],
    ];
    let b = [
        [0.0066275848446187245, 0.007989487909425802, -0.002102233703741004],
        [0.008944135785978304, 0.007989487909425802, -0.002102233703741004],
        [0.008944135785978304, 0.00914776338010559, -0.0032605091744207938],
    ];
    let [a, b] = [a, b].map(|corners| spec(Kind::Triangle, corners.map(Vector).to_vec(), 0.0));
    assert_contact(&a, &b);
    let mut rng = reference::random(13);
    for _ in 0..reference::cases(CASES) {
        let gap = draw::decades(&mut rng, (-10.0, -4.0));
        let [a, b] = beside_the_first_edge(&mut rng, gap);
        assert_contact(&a, &b);
    }
}

/// An axis-aligned box.
fn upright<R: Real>([min, max]: [[R; 3]; 2]) -> Spec<R, 3> {
    spec(Kind::Aabb, vec![Vector(min), Vector(max)], R::from_f64(0.0))
}

#[test]
fn corner_on_edge_of_nearly_parallel_face_is_contact_point() {
    let large = upright([
        [0.34927303326374926, -128.14812974299005, -107.10856661252058],
        [128.71690823300287, 0.30413161649141784, -0.19879954813040968],
    ]);
    let mut small = upright([
        [0.3240089029940071, 0.3041316027752325, -0.2128957876520775],
        [0.34927304160764344, 0.9513977562266653, -0.18308229514036048],
    ]);
    let axes = [
        [0.9999999999999992, 2.3470970052994262e-9, -3.838070115870803e-8],
        [-2.3470945154876833e-9, 0.9999999999999979, 6.487145009961099e-8],
        [3.838070131096754e-8, -6.487145000952781e-8, 0.9999999999999971],
    ];
    small.pose = Some(Pose::new(Rotation::from_axes(axes.map(Vector)).unwrap(), [0.0; 3]));
    assert_contact(&large, &small);
    // Boxes that are rotated by a small angle, and moved so that a corner of the large one is on an edge of a face of the small one.
    let mut rng = reference::random(14);
    for _ in 0..reference::cases(CASES) {
        let size = draw::decades(&mut rng, (0.0, 3.0));
        let large = upright([[0.0, -size, -size], [size, 0.0, 0.0]]);
        let [width, below, above] = [(); 3].map(|()| 0.01 + rng.f64());
        let mut small = upright([[-width, 0.0, -below], [0.0, width, above]]);
        let angle = draw::decades(&mut rng, (-9.0, -6.5));
        let turn = Vector(numbers::<3>(&mut rng, angle));
        let rotation = Rotation::from_quaternion([turn[0], turn[1], turn[2], 1.0]).unwrap();
        let off = numbers::<3>(&mut rng, size * f64::EPSILON);
        small.pose = Some(Pose::new(rotation, [off[0], off[1], 0.0]));
        assert_contact(&large, &small);
        assert_contact(&small, &large);
    }
}

#[test]
fn contact_of_box_below_rounding_error_is_accurate() {
    let mut rng = reference::random(15);
    for case in 0..reference::cases(CASES) {
        let small = upright([
            [-0.0005530702f32, -0.0011477461, -0.0014049425],
            [-0.00055229594, -0.0011456513, -0.00077913195],
        ]);
        let mut flat = spec(Kind::OrientedBox, vec![Vector([14.9283495f32, -0.001147746, -16726.463])], 0.0);
        flat.half = Vector([14.9289, 0.0, 32215.662]);
        if case > 0 {
            flat.half = flat.half.scaled(rng.f32() * 0.5 + 0.75);
            flat.points[0][0] = flat.half[0] - 0.000553;
        }
        assert_contact(&small, &flat);
        assert_contact(&flat, &small);
    }
}

#[test]
fn a_point_beside_an_edge_at_its_end_has_a_normal_perpendicular_to_it() {
    // Because of rounding, it is unclear which of the two edges at the corner is the closest.
    let axes = [
        [0.33333333333333315, -0.6666666666666669, 0.6666666666666669],
        [-0.6666666666666669, 0.33333333333333315, 0.6666666666666669],
        [-0.6666666666666669, -0.6666666666666669, -0.3333333333333337],
    ];
    let corners = [
        [-0.0661487225012607, -0.05537286689550226, 0.11437131706701939],
        [-0.12120802691822234, -0.046196316159341985, 0.12354786780317965],
        [-0.05697217176510043, -0.046196316159341985, 0.10519476633085911],
    ];
    let mut triangle = spec(Kind::Triangle, corners.map(Vector).to_vec(), 0.0);
    let point = Vector([-0.06614065689239529, -0.05538093250436767, 0.11437131706701939]);
    let mut point = spec(Kind::Point, vec![point], 0.0);
    let pose = Pose::new(Rotation::from_axes(axes.map(Vector)).unwrap(), [0.0; 3]);
    (triangle.pose, point.pose) = (Some(pose), Some(pose));
    for [a, b] in [[&point, &triangle], [&triangle, &point]] {
        let found = assert_contact(a, b);
        let along = reference::gap_along(&a.body(), &b.body(), vector(found.normal)).value();
        assert!((along - found.separation).abs() < 1e-15, "{along:e} {found:?}");
    }
}

#[test]
fn edges_that_end_before_they_cross_do_not_define_the_contact_point() {
    let axes = [
        [0.9999999999999929, 3.8173820252805775e-8, -1.1331019312826947e-7],
        [-3.817240954434797e-8, 0.9999999999224988, 1.2449943474739145e-5],
        [1.1331066838139214e-7, -1.2449943470413734e-5, 0.999999999922493],
    ];
    let min = [0.0005250857453574699; 3];
    let mut a = upright([min, [0.0015752572360724095, 0.0015752572360724095, 0.004725771708217229]]);
    a.pose = Some(Pose::new(Rotation::from_axes(axes.map(Vector)).unwrap(), [0.0; 3]));
    let center = Vector([-0.001575257196618371, -0.00105017800799888, 6.477749659589138e-9]);
    let mut b = spec(Kind::OrientedBox, vec![center], 0.0);
    b.half = Vector([0.0021003429814298795, 0.0015752572360724095, 0.0005250857453574699]);
    assert_contact(&a, &b);
    assert_contact(&b, &a);
}
