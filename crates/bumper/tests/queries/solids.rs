//! Contacts in 3D in cases that random pairs rarely produce.

use crate::reference::kinds::{Kind, Spec};
use crate::reference::separation;
use bumper::scalar::{Real, Scalar};
use bumper::{
    Aabb, Axis, Contact, Cylinder, Hull, OrientedBox, OrientedCylinder, Pose, Ray, Rotation, Segment, Shape,
    ShapeBuf, Triangle, Vector, cast, contact, contact_within, distance, sweep,
};
use fastrand::Rng;

type Point = Vector<f64, 3>;

fn length(v: Point) -> f64 {
    v.dot(v).sqrt()
}

fn somewhere(rng: &mut Rng, reach: f64) -> Point {
    Vector([(); 3].map(|()| (rng.f64() * 2.0 - 1.0) * reach))
}

fn direction(rng: &mut Rng) -> Point {
    loop {
        let v = somewhere(rng, 1.0);
        if (0.1..1.0).contains(&length(v)) {
            return v.map(|c| c / length(v));
        }
    }
}

fn rotation(rng: &mut Rng) -> Rotation<f64, 3> {
    loop {
        let [x, y, z, w] = [(); 4].map(|()| rng.f64() * 2.0 - 1.0);
        if (0.1..1.0).contains(&(x * x + y * y + z * z + w * w)) {
            return Rotation::from_quaternion([x, y, z, w]).expect("a turn");
        }
    }
}

/// The largest error of the contact points: each is moved along the normal to the surface of each shape, and its distance from that shape
/// is measured.
fn off<R: Real>(a: Shape<'_, R, 3>, b: Shape<'_, R, 3>, found: &Contact<R, 3>) -> f64 {
    assert!(!found.points().is_empty(), "no points: {a:?}\n{b:?}\n{found:?}");
    let mut most: f64 = 0.0;
    for point in found.points() {
        for (shape, part) in [(a, -0.5), (b, 0.5)] {
            let half = point.separation * R::from_f64(part);
            let on = Vector(std::array::from_fn(|k| point.point[k] + found.normal[k] * half));
            most = most.max(Scalar::to_f64(distance(on, shape)));
        }
    }
    most
}

/// A cylinder in any direction, at a pose.
fn barrel(center: Point, axis: Point, [half, radius]: [f64; 2], pose: Pose<f64, 3>) -> Spec<f64, 3> {
    Spec {
        kind: Kind::OrientedCylinder,
        points: vec![center],
        radius,
        half: Vector([half, 0.0, 0.0]),
        rotation: Rotation::identity(),
        direction: axis,
        axis: 0,
        pose: Some(pose),
    }
}

#[test]
fn contact_of_placed_cylinders_has_the_separation_of_the_reference() {
    let mut rng = crate::reference::random(7);
    let (mut seen, mut compared) = ([0; 2], 0);
    for round in 0..1_500 {
        let (center, axis, size) =
            (somewhere(&mut rng, 2.0), direction(&mut rng), [0.2 + rng.f64(), 0.2 + rng.f64()]);
        let first = OrientedCylinder::try_new(center, axis, size[0], size[1]).expect("a cylinder");
        let (foot, height, radius) = (somewhere(&mut rng, 2.0), rng.f64() * 2.0, 0.1 + rng.f64());
        let pillar = Cylinder::try_new(Axis::Y, foot, foot.y() + height, radius).expect("a cylinder");
        let found = contact(first, pillar);
        // Depending on the round, the shapes are at the random distance, nearly touch, or overlap.
        let gap = [found.separation, 1e-8, -0.1][round % 3];
        let center = center + found.normal.map(|c| c * (found.separation - gap));
        let pose = Pose::new(rotation(&mut rng), somewhere(&mut rng, 2.0));
        let middle = foot + Vector([0.0, height * 0.5, 0.0]);
        let specs = [
            barrel(center, axis, size, pose),
            barrel(middle, Vector([0.0, 1.0, 0.0]), [height * 0.5, radius], pose),
        ];
        let first = OrientedCylinder::try_new(center, axis, size[0], size[1]).expect("a cylinder");
        let (a, b) = (ShapeBuf::from(first).placed(&pose), ShapeBuf::from(pillar).placed(&pose));
        let found = contact(&a, &b);
        let within = contact_within(&a, &b, 100.0).expect("the separation is less than 100");
        assert!((found.separation - within.separation).abs() <= 1e-6, "{found:?} {within:?}");
        seen[usize::from(found.separation < 0.0)] += 1;
        // Compare only some rounds, because the reference is slow.
        if round % 50 < 3 {
            let [p, q] = [specs[0].body(), specs[1].body()];
            let expected = separation::<3>(&p, &q);
            let off = expected.miss(found.separation);
            assert!(off <= 1e-6 * p.largest.max(q.largest), "{off:e}: {expected:?} {found:?} {specs:?}");
            compared += 1;
        }
    }
    assert!(seen.iter().all(|&seen| seen > 300) && compared == 90, "{seen:?} {compared}");
}

/// Points on the unit sphere: random, or evenly distributed on a Fibonacci spiral.
fn round_points(rng: &mut Rng, count: usize, even: bool) -> Vec<Point> {
    let turn = rotation(rng);
    let even_point = |k: usize| {
        let z = 1.0 - 2.0 * (k as f64 + 0.5) / count as f64;
        let (sin, cos) = (k as f64 * 2.399_963_229_728_653).sin_cos();
        turn.apply(Vector([(1.0 - z * z).sqrt() * cos, (1.0 - z * z).sqrt() * sin, z]))
    };
    (0..count).map(|k| if even { even_point(k) } else { direction(rng) }).collect()
}

/// The support value and the support point of the Minkowski difference of two hulls in a direction.
fn reach(a: &[Point], b: &[Point], u: Point) -> (f64, Point) {
    let far = |points: &[Point], u: Point| {
        points.iter().copied().reduce(|best, next| if next.dot(u) > best.dot(u) { next } else { best })
    };
    let (p, q) = (far(a, u).expect("points"), far(b, u.map(|c| -c)).expect("points"));
    ((p - q).dot(u), p - q)
}

/// The smallest support value that gradient descent finds from a start direction.
fn descended(a: &[Point], b: &[Point], mut u: Point) -> f64 {
    let ((mut least, mut point), mut step) = (reach(a, b, u), 0.5);
    for _ in 0..100 {
        let slope = Vector(std::array::from_fn::<_, 3, _>(|k| point[k] - u[k] * least));
        let turn = step / (length(slope) + least.abs());
        let next: Point = Vector(std::array::from_fn(|k| u[k] - slope[k] * turn));
        let next = next.map(|c| c / length(next));
        let found = reach(a, b, next);
        if found.0 < least {
            ((least, point), u, step) = (found, next, step * 1.3);
        } else {
            step *= 0.5;
        }
    }
    least
}

#[test]
fn depth_of_round_hulls_is_minimal() {
    let mut rng = crate::reference::random(3);
    for (n, m) in [(30, 80), (100, 100), (200, 100), (300, 300)] {
        for even in [false, true] {
            let (a, b) = (round_points(&mut rng, n, even), round_points(&mut rng, m, even));
            let aside = direction(&mut rng).map(|c| c * 0.3 * rng.f64());
            let b: Vec<Point> = b.into_iter().map(|p| p + aside).collect();
            let [p, q] = [&a, &b].map(|points| Hull::new(points).expect("points"));
            let found = contact(p, q);
            let along = reach(&a, &b, found.normal).0;
            assert!((along + found.separation).abs() <= 1e-13, "{n} {m} {even}: {found:?} {along}");
            let starts = (0..60).map(|_| direction(&mut rng));
            let least = starts.map(|u| descended(&a, &b, u)).fold(f64::INFINITY, f64::min);
            assert!(-found.separation <= least + 1e-13, "{n} {m} {even}: {found:?} {least}");
            assert!(off(p.into(), q.into(), &found) <= 1e-12, "{n} {m} {even}: {found:?}");
        }
    }
}

#[test]
fn contact_points_of_lattice_boxes_and_hulls_lie_on_both_shapes() {
    let mut rng = crate::reference::random(5);
    let lattice = |rng: &mut Rng| Vector([(); 3].map(|()| f64::from(rng.i32(-4..=4)) * 0.25));
    let mut cases = vec![(
        [Vector([-0.75, -0.25, -1.0]), Vector([0.75, 0.25, 1.0])],
        [[-0.25, -0.75, -0.25], [0.0, 0.75, -0.25], [1.0, 0.5, -0.5], [0.25, 0.75, 0.0]].map(Vector),
    )];
    for _ in 0..8_000 {
        let (p, q) = (lattice(&mut rng), lattice(&mut rng));
        cases.push(([p, p + q.map(f64::abs)], [(); 4].map(|()| lattice(&mut rng))));
    }
    for ([min, max], points) in cases {
        let hull = Hull::new(&points).expect("points");
        let half = (max - min).map(|c| c * 0.5);
        let boxes: [Shape<'_, f64, 3>; 2] =
            [Aabb::new(min, max).into(), OrientedBox::new(min + half, half, Rotation::identity()).into()];
        for shape in boxes {
            for (a, b) in [(shape, hull.into()), (hull.into(), shape)] {
                let found = contact(a, b);
                assert!(off(a, b, &found) <= 1e-13, "{a:?}\n{b:?}\n{found:?}");
            }
        }
    }
}

#[test]
fn contact_points_of_cylinders_lie_on_both_shapes() {
    let mut rng = crate::reference::random(9);
    for _ in 0..600 {
        let [a, b] = [(); 2].map(|()| {
            let axis = direction(&mut rng);
            let cylinder =
                OrientedCylinder::try_new(somewhere(&mut rng, 1.5), axis, rng.f64(), 0.1 + rng.f64());
            Shape::from(cylinder.expect("a cylinder"))
        });
        let found = contact(a, b);
        assert!(off(a, b, &found) <= 2e-6, "{a:?}\n{b:?}\n{found:?}");
    }
}

#[test]
fn triangle_without_area_touches_segment_at_common_end() {
    let mut rng = crate::reference::random(13);
    for _ in 0..500 {
        let (from, way) = (somewhere(&mut rng, 10.0), direction(&mut rng));
        let at = |part: f64| (from + way.map(|c| c * part)).map(|c| c as f32);
        let flat = Triangle::new(at(0.0), at(1.0), at(rng.f64()));
        let segment = Segment::new(at(1.0), at(2.0));
        for (a, b) in [(flat.into(), Shape::from(segment)), (segment.into(), Shape::from(flat))] {
            let found = contact(a, b);
            assert!(found.separation.abs() <= 1e-5 && off(a, b, &found) <= 1e-5, "{a:?} {b:?} {found:?}");
        }
    }
}

fn is_unit<R: Real>(v: Vector<R, 3>) -> bool {
    let v = v.map(|c| Scalar::to_f64(c));
    (length(v) - 1.0).abs() < 1e-5
}

/// A random polyhedral shape made of the given points, often degenerate.
fn cornered(rng: &mut Rng, points: &[Vector<f32, 3>]) -> Shape<'static, f32, 3> {
    let at = |rng: &mut Rng| points[rng.usize(..points.len())];
    let (p, q, r) = (at(rng), at(rng), at(rng));
    match rng.u8(..5) {
        0 => Shape::Point(p),
        1 => Segment::new(p, q).into(),
        2 => Triangle::new(p, q, r).into(),
        3 => {
            let aside = q.map(f32::abs);
            Aabb::new(p, Vector(std::array::from_fn(|k| p[k] + aside[k]))).into()
        }
        _ => OrientedBox::new(p, q.map(f32::abs), Rotation::identity()).into(),
    }
}

#[test]
fn normals_have_unit_length_at_any_scale() {
    let mut rng = crate::reference::random(17);
    for exponent in -9..=38 {
        let size = 10f64.powi(exponent);
        for _ in 0..60 {
            let mut points: Vec<Vector<f32, 3>> =
                (0..6).map(|_| somewhere(&mut rng, size).map(|c| c as f32)).collect();
            // One point repeats another, and one is the midpoint of two others.
            points[1] = points[0];
            points[2] = Vector(std::array::from_fn(|k| (points[3][k] + points[4][k]) * 0.5));
            let hull: Shape<'_, f32, 3> = Hull::new(&points[..rng.usize(1..6)]).expect("points").into();
            let (a, b) = (cornered(&mut rng, &points), cornered(&mut rng, &points));
            for (a, b) in [(a, b), (a, hull), (hull, b)] {
                let found = contact(a, b);
                assert!(is_unit(found.normal) && !found.separation.is_nan(), "{a:?}\n{b:?}\n{found:?}");
                let step = somewhere(&mut rng, 4.0 * size).map(|c| c as f32);
                if let Some(hit) = sweep(a, step, b, Vector::default()) {
                    assert!(is_unit(hit.normal) && !hit.time.is_nan(), "{a:?} by {step:?}\n{b:?}\n{hit:?}");
                }
                let from = somewhere(&mut rng, 3.0 * size).map(|c| c as f32);
                let hit = Ray::new(from, from.map(|c| -c)).and_then(|ray| cast(&ray, b));
                if let Some(hit) = hit {
                    assert!(is_unit(hit.normal) && !hit.distance.is_nan(), "{from:?}\n{b:?}\n{hit:?}");
                }
            }
        }
    }
}

#[test]
fn contact_of_single_point_hull_with_segment_has_unit_normal() {
    let [from, to] =
        [[-126.303_66, -22.195_797, -134.682_77], [-113.776_45, -32.865_66, -135.168_58]].map(Vector);
    let points = [Vector([-120.040_054_f32, -27.530_73, -134.925_67]); 4];
    let (segment, hull) = (Segment::new(from, to), Hull::new(&points).expect("points"));
    let found = contact(segment, hull);
    assert!(is_unit(found.normal) && found.separation.abs() < 1e-4, "{found:?}");
}

#[test]
fn long_segment_does_not_touch_a_small_box_beside_it() {
    let segment =
        Segment::new([9_490.284_f32, -27_970.604, -13_088.016], [-13_454.397, 28_829.207, -23_550.969]);
    let (center, half) = ([-11_794.313, 24_720.588, -22_795.059], [0.422_601_58, 0.319_895_68, 0.410_332_86]);
    let shape = OrientedBox::new(center, half, Rotation::identity());
    // The exact distance is 0.46. The rounding error of a coordinate is 0.003.
    assert!((distance(segment, shape) - 0.46).abs() < 0.05, "{}", distance(segment, shape));
}

#[test]
fn ball_hits_capsule_with_nearly_equal_ends() {
    use bumper::{Ball, Capsule};
    let ball =
        Ball::new([0.0, -0.011_061_682_888_616_215, -0.022_123_365_777_232_43], 0.042_804_013_156_871_53);
    let (x, z) = (0.014_624_101_766_271_536, 0.050_997_143_054_125_24);
    let capsule = Capsule::new(
        [x, -0.025_685_784_654_887_75, z],
        [x, -0.025_685_784_654_887_76, z],
        0.033_185_048_665_848_65,
    );
    let step = [-0.273_350_258_161_35, -3.006_628_658_142_835, -1.979_614_005_297_149_8];
    assert!(sweep(ball, [0.0; 3], capsule, step).is_some());
    assert!(distance(ball, capsule) < 1e-9);
}
