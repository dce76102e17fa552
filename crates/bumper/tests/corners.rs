//! Wrong answers that were found in corners of the general path, each named by what was seen, as they were found and by
//! random cases of their class. `BUMPER_CASES` sets the cases of each.
#![cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]

#[path = "queries/reference/mod.rs"]
mod reference;

use bumper::scalar::{Real, Scalar};
use bumper::world::{Collider, World};
use bumper::{
    Aabb, AsShape, Axis, Ball, Capsule, Contact, Cylinder, Hull, Motion, OrientedBox, OrientedCylinder,
    Polygon, Pose, Ray, Relate, Relation, Rotation, Segment, Shape, SweepHit, Triangle, Vector, cast,
    contact, distance, sweep, sweep_turning,
};
use fastrand::Rng;
use reference::body::Body;
use reference::draw;
use reference::kinds::{Kind, Spec, vector};
use reference::number::Double;
use reference::{gap_along, separation, tolerance};

/// Of each class.
const CASES: usize = 2_000;

/// Where the reference is slow.
const SLOW_CASES: usize = 100;

fn numbers<const N: usize>(rng: &mut Rng, reach: f64) -> [f64; N] {
    std::array::from_fn(|_| (rng.f64() * 2.0 - 1.0) * reach)
}

/// A shape of a kind by its points, and what else it has none of.
fn spec<R: Real, const N: usize>(kind: Kind, points: Vec<Vector<R, N>>, radius: R) -> Spec<R, N> {
    let (half, direction) = (Vector::default(), Vector::default());
    Spec { kind, points, radius, half, rotation: Rotation::identity(), direction, axis: 0, pose: None }
}

fn epsilon<R: Real>() -> f64 {
    Scalar::to_f64(R::EPSILON)
}

/// The separation is right, in either order, and there is a point that is as deep.
fn assert_contact<R: Real, const N: usize>(a: &Spec<R, N>, b: &Spec<R, N>) -> Contact<R, N> {
    let bodies = [a.body(), b.body()];
    let (Some(p), Some(q)) = (a.base(), b.base()) else { panic!("no shape: {a:?} {b:?}") };
    let (p, q) = (a.placed(&p), b.placed(&q));
    let near = tolerance::<N>(&bodies[0], &bodies[1], epsilon::<R>());
    let expected = separation::<N>(&bodies[0], &bodies[1]);
    let (found, back) = (contact(p, q), contact(q, p));
    let context = || format!("{p:?}\n{q:?}\n{:e}\n{found:?}\n{back:?}", expected.low());
    assert!(expected.miss(Scalar::to_f64(found.separation)) <= near, "{}", context());
    assert!(expected.miss(Scalar::to_f64(back.separation)) <= near, "the other way round: {}", context());
    let deepest = found.points().iter().map(|point| Scalar::to_f64(point.separation));
    let deepest = deepest.fold(f64::INFINITY, f64::min);
    assert!((deepest - Scalar::to_f64(found.separation)).abs() <= near, "no point is as deep: {}", context());
    for point in found.points() {
        let half = Double::from(Scalar::to_f64(point.separation) / 2.0);
        for (body, side) in bodies.iter().zip([-1.0, 1.0]) {
            let to = reference::number::scale(vector(found.normal), half * Double::from(side));
            let surface = Body::ring(vec![reference::number::add(vector(point.point), to)]);
            let off = separation::<N>(&surface, body).low();
            assert!(off <= near, "{off:e} off, {near:e} is allowed: {point:?} {}", context());
        }
    }
    found
}

fn oriented_cylinder(rng: &mut Rng) -> Spec<f32, 3> {
    let center = Vector(numbers(rng, 10.0).map(|c| c as f32));
    let mut made = spec(Kind::OrientedCylinder, vec![center], rng.f32() * 4.0 + 0.1);
    made.direction = Vector(numbers(rng, 1.0).map(|c| c as f32));
    made.half = Vector([rng.f32() * 3.0, 0.0, 0.0]);
    made
}

#[test]
fn flat_ends_of_f32_cylinders_are_as_far_as_they_are() {
    let found = contact(
        Vector([1f32, 5.0, 6.0]),
        OrientedCylinder::new([0f32; 3], [1.0, 1.0, 1.0], 1.0, 4.0).unwrap(),
    );
    // (1 + 5 + 6) / √3 - 1
    assert!((found.separation - 5.928_203).abs() < 1e-5, "{found:?}");
    let mut rng = Rng::with_seed(1);
    for _ in 0..reference::cases(CASES) {
        let cylinder = oriented_cylinder(&mut rng);
        let axis: Vector<f64, 3> = cylinder.direction.map(f64::from);
        let axis = axis.scaled(1.0 / axis.length());
        // Somewhere, or before the flat end.
        let beside = [10.0, 0.5][rng.usize(..2)];
        let part = numbers::<3>(&mut rng, beside);
        let along = axis.scaled(4.0 + 3.0 * rng.f64());
        let at: [f32; 3] =
            std::array::from_fn(|k| (f64::from(cylinder.points[0][k]) + along[k] + part[k]) as f32);
        assert_contact(&cylinder, &spec(Kind::Point, vec![Vector(at)], 0.0));
    }
}

/// What a world of the first says about the second.
fn met<'a, const N: usize, R: Real>(first: &'a Shape<'a, R, N>, second: Shape<'_, R, N>) -> Option<Relation> {
    #[derive(Clone)]
    struct Held<'a, R: Real, const N: usize>(&'a Shape<'a, R, N>);
    impl<R: Real, const N: usize> AsShape<R, N> for Held<'_, R, N> {
        fn as_shape(&self) -> Shape<'_, R, N> {
            *self.0
        }
    }
    let mut world = World::<R, N, Held<'_, R, N>>::default();
    world.insert(Collider::new(Held(first))).expect("a shape that a world takes");
    world.update();
    let mut found = None;
    world.intersect_all(second, |_, _| true, |_, relation| found = Some(relation));
    found
}

#[test]
fn a_ball_on_a_segment_is_not_apart_from_it() {
    let ball = Ball::new([0.55, 0.600_000_000_000_000_1], 0.1);
    let segment = Segment::new([0.1, 0.1], [1.0, 1.1]);
    assert_eq!(ball.relation(&segment), Relation::Overlapping);
    assert_eq!(met(&segment.into(), ball.into()), Some(Relation::Overlapping));
    let mut rng = Rng::with_seed(2);
    for _ in 0..reference::cases(CASES) {
        let reach = draw::decades(&mut rng, (-3.0, 5.0));
        let [from, to] = [(); 2].map(|()| Vector(numbers::<2>(&mut rng, reach)));
        let on = from + (to - from).scaled(rng.f64());
        // Larger than what rounding may have moved the centre by.
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
    let mut rng = Rng::with_seed(3);
    for _ in 0..reference::cases(CASES) {
        let whole = |rng: &mut Rng, most: i8| Vector([(); 3].map(|()| f64::from(rng.i8(-most..=most))));
        let middle = whole(&mut rng, 20);
        let flat = if rng.bool() {
            spec(Kind::Triangle, (0..3).map(|_| middle + whole(&mut rng, 6)).collect(), 0.0)
        } else {
            // Flat, too: all in one plane.
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
fn the_depth_in_a_cylinder_is_one_in_either_order() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..reference::cases(SLOW_CASES) {
        let low = Vector(numbers::<3>(&mut rng, 1.0));
        let axis = rng.usize(..3);
        let high = low[axis] + 1.0 + rng.f64() * 4.0;
        let mut cylinder = spec(Kind::Cylinder, vec![low, low.with(axis, high)], 1.0 + rng.f64() * 3.0);
        cylinder.axis = axis;
        // A small box or segment within.
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
fn a_flat_end_that_sweeps_onto_a_round_side_meets_it_on_both() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..reference::cases(CASES) {
        let radii: [f64; 2] = [(); 2].map(|()| 0.5 + rng.f64() * 3.0);
        let heights: [f64; 2] = [(); 2].map(|()| 0.5 + rng.f64() * 3.0);
        // One lies, the other comes down on it, upright.
        let log = Cylinder::new(Axis::X, [-heights[0], 0.0, 0.0], heights[0], radii[0]);
        let turned_log = OrientedCylinder::new([0.0; 3], [1.0, 0.0, 0.0], heights[0], radii[0]).unwrap();
        let (x, z) = (rng.f64() * 2.0 - 1.0, (rng.f64() * 2.0 - 1.0) * (radii[0] + radii[1]) * 0.9);
        let base = radii[0] + 1.0 + rng.f64();
        let post = Cylinder::new(Axis::Y, [x, base, z], base + heights[1], radii[1]);
        let middle = [x, base + heights[1] / 2.0, z];
        let turned_post = OrientedCylinder::new(middle, [0.0, 1.0, 0.0], heights[1] / 2.0, radii[1]).unwrap();
        let logs: [Shape<f64, 3>; 2] = [log.into(), turned_log.into()];
        let way = Vector([0.0, -10.0, 0.0]);
        for log in logs {
            for is_turned in [false, true] {
                let there = |time: f64| -> Shape<f64, 3> {
                    let offset = way.scaled(time);
                    if is_turned {
                        turned_post.translated(offset).into()
                    } else {
                        post.translated(offset).into()
                    }
                };
                let hit = sweep(there(0.0), way, log, [0.0; 3]).expect("it comes down on it");
                let near = reference::allowed::RIM * f64::EPSILON * 20.0;
                let off = distance(there(hit.time), hit.point).max(distance(log, hit.point));
                assert!(off <= near, "{off:e}: {log:?} {post:?} {hit:?}");
            }
        }
    }
}

#[test]
fn contact_points_of_edges_on_one_line_but_for_rounding_lie_on_both() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..reference::cases(CASES) {
        // Two boxes side by side along a turned line: what they share is a part of an edge.
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
        // The same with corners on one line at both ends: two triangles with a side in common.
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

fn assert_found<R: Real, const N: usize>(from: [f64; N], to: [f64; N], way: [f64; N], size: f64) {
    let number = |v: [f64; N]| Vector(v.map(R::from_f64));
    let (from, to, end) = (number(from), number(to), number(way));
    let Some(ray) = Ray::new(from, to - from) else { return };
    let radius = R::from_f64(size);
    // Without length, or seen from the end: along their own line.
    let shapes: [Shape<R, N>; 8] = [
        Shape::Point(to),
        Segment::new(to, to).into(),
        Triangle::new(to, to, to).into(),
        Capsule::new(to, to, R::default()).into(),
        Capsule::new(to, to, radius).into(),
        Ball::new(to, R::default()).into(),
        Segment::new(to, to + end).into(),
        Triangle::new(to, to + end, to).into(),
    ];
    for shape in shapes {
        let found = cast(&ray, shape);
        assert!(found.is_some(), "{ray:?} misses {shape:?}");
    }
}

#[test]
fn a_ray_finds_what_it_is_aimed_at_though_that_has_no_length() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..reference::cases(CASES) {
        let reach = draw::decades(&mut rng, (-3.0, 5.0));
        let size = reach * draw::decades(&mut rng, (-4.0, 0.0));
        assert_found::<f32, 2>(
            numbers(&mut rng, reach),
            numbers(&mut rng, reach),
            numbers(&mut rng, size),
            size,
        );
        assert_found::<f64, 2>(
            numbers(&mut rng, reach),
            numbers(&mut rng, reach),
            numbers(&mut rng, size),
            size,
        );
        assert_found::<f32, 3>(
            numbers(&mut rng, reach),
            numbers(&mut rng, reach),
            numbers(&mut rng, size),
            size,
        );
        assert_found::<f64, 3>(
            numbers(&mut rng, reach),
            numbers(&mut rng, reach),
            numbers(&mut rng, size),
            size,
        );
    }
}

fn common_motion<R: Real, const N: usize>(rng: &mut Rng) {
    let kinds: Vec<Kind> = Kind::all_in(N).into_iter().filter(|kind| !kind.has_rim()).collect();
    for _ in 0..reference::cases(CASES / 4) {
        let [p, q] = [(); 2].map(|()| kinds[rng.usize(..kinds.len())]);
        let [a, b] = draw::pair::<R, N>(rng, [p, q]);
        let (p, q) = (a.body(), b.body());
        let found = separation::<N>(&p, &q);
        let (Some(first), Some(second)) = (a.base(), b.base()) else { panic!("no shape") };
        // Together a thousand times the size, and a little onto each other.
        let size = reference::kinds::size(&p).max(reference::kinds::size(&q));
        let together = numbers::<N>(rng, size * 1000.0);
        let onto = found.normal().map(|c| -c * (found.low().max(0.0) * 1.5 + size * 0.1));
        let u = Vector(together.map(R::from_f64));
        let v = Vector(std::array::from_fn(|k| R::from_f64(together[k] + onto[k])));
        let Some(hit) = sweep(a.placed(&first), u, b.placed(&second), v) else { continue };
        if hit.starts_overlapping {
            continue;
        }
        let time = Double::from(Scalar::to_f64(hit.time));
        let moved =
            |body: &Body<Double>, by: Vector<R, N>| body.moved(reference::number::scale(vector(by), time));
        let (p, q) = (moved(&p, u), moved(&q, v));
        let largest = reference::kinds::largest(u).max(reference::kinds::largest(v));
        let near = tolerance::<N>(&p.clone().at_least_as_large(largest), &q, epsilon::<R>());
        let along = gap_along(&p, &q, vector(hit.normal)).value();
        assert!(along >= -near, "{along:e}, {near:e} is allowed: {a:?} by {u:?}\n{b:?} by {v:?}\n{hit:?}");
    }
}

#[test]
fn normals_of_sweeps_do_not_worsen_with_the_motion_in_common() {
    let mut rng = Rng::with_seed(8);
    common_motion::<f32, 2>(&mut rng);
    common_motion::<f64, 2>(&mut rng);
    common_motion::<f32, 3>(&mut rng);
    common_motion::<f64, 3>(&mut rng);
}

#[test]
fn a_point_computed_on_a_slanted_triangle_is_within_a_tolerance_of_it() {
    let mut rng = Rng::with_seed(9);
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

#[test]
fn a_ray_almost_along_a_wide_cylinder_does_not_hit_it_where_it_starts() {
    let mut rng = Rng::with_seed(10);
    for _ in 0..reference::cases(CASES) {
        let radius = 500_000f32 * (0.5 + rng.f32());
        // A few roundings beside the round side, or more.
        let start = radius * (1.0 + draw::decades(&mut rng, (-8.0, 0.0)) as f32);
        let height = radius * draw::decades(&mut rng, (-2.0, 2.0)) as f32;
        let slope = draw::decades(&mut rng, (-7.0, -1.0)) as f32;
        // Beside it, or before its end.
        let before = [0.0, -height * (1.0 + 3.0 * rng.f32())][rng.usize(..2)];
        let (from, way) = ([before, start, 0.0], [1.0, -slope, slope * (rng.f32() - 0.5)]);
        let ray = Ray::new(from, way).unwrap();
        let upright = Cylinder::new(Axis::X, [-height, 0.0, 0.0], height, radius);
        let turned = OrientedCylinder::new([0.0; 3], [1.0, 0.0, 0.0], height, radius).unwrap();
        for shape in [Shape::from(upright), turned.into()] {
            let Some(hit) = cast(&ray, shape) else { continue };
            let reached = Vector::<f64, 3>(std::array::from_fn(|k| {
                f64::from(ray.from()[k]) + f64::from(ray.direction()[k]) * f64::from(hit.distance)
            }));
            let largest = radius.max(height).max(hit.distance).max(-before);
            let near = reference::allowed::RIM * f64::from(f32::EPSILON) * f64::from(largest);
            let round = reached.y().hypot(reached.z()) - f64::from(radius);
            let off = round.max(reached.x().abs() - f64::from(height));
            assert!(off <= near, "{off} off: {ray:?} {shape:?} {hit:?}");
        }
    }
}

fn far_from_tiny<R: Real>(rng: &mut Rng) {
    let number = |v: [f64; 3]| Vector(v.map(R::from_f64));
    let tiny = 1e-11 * (0.1 + rng.f64());
    let far = 486_000.0 * (0.1 + rng.f64());
    let (axis, way) = (rng.usize(..3), Vector(numbers::<3>(rng, 1.0)));
    let from = Vector([0.0; 3]).with(axis, far);
    // It passes by far away, or comes nearer but not near.
    let passes = rng.bool();
    let step = if passes { way.with(axis, 0.0).scaled(far * 4.0) } else { from.scaled(-0.9 * rng.f64()) };
    let from = if passes { from - step.scaled(0.5) } else { from };
    let (from, step) = (number(from.0), number(step.0));
    let mut axes = [Vector([R::default(); 3]); 3];
    let quarter = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
    for k in 0..3 {
        axes[k] = number(quarter[k]);
    }
    let (rotation, size) = (Rotation::from_axes(axes).unwrap(), R::from_f64(tiny));
    let corners: Vec<_> = (0..8).map(|_| number(numbers(rng, tiny))).collect();
    let zero = Vector([R::default(); 3]);
    let shapes: [Shape<R, 3>; 6] = [
        Aabb::centered(zero, Vector([size; 3])).into(),
        OrientedBox::new(zero, Vector([size; 3]), rotation).into(),
        Cylinder::new(Axis::X, zero, size, size).into(),
        Hull::new(&corners).unwrap().into(),
        Triangle::new(corners[0], corners[1], corners[2]).into(),
        Capsule::new(corners[0], corners[1], size).into(),
    ];
    for shape in shapes {
        assert_eq!(Shape::Point(from).relation(&shape), Relation::Apart, "{from:?} {shape:?}");
        assert_eq!(sweep(from, step, shape, zero), None, "{from:?} by {step:?}, {shape:?}");
        assert_eq!(sweep(shape, zero, from, step), None, "{shape:?}, {from:?} by {step:?}");
        let away = Scalar::to_f64(distance(from, shape));
        let expected = Scalar::to_f64(from.length());
        let near = reference::allowed::SPACE * epsilon::<R>() * expected;
        assert!((away - expected).abs() <= near, "{away} {from:?} {shape:?}");
        if let Some(ray) = Ray::new(from, step).map(|ray| ray.with_reach(step.length())) {
            assert_eq!(cast(&ray, shape), None, "{ray:?} {shape:?}");
        }
    }
}

#[test]
fn a_tiny_box_is_not_hit_by_what_is_far_away() {
    let mut rng = Rng::with_seed(11);
    for _ in 0..reference::cases(CASES) {
        far_from_tiny::<f32>(&mut rng);
        far_from_tiny::<f64>(&mut rng);
    }
}

/// Movers on a floor, as high as they are round but for a few roundings of their own or of the floor; how many touch.
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
fn a_world_says_what_the_relation_says_beside_a_wide_floor() {
    let (mut rng, mut touching) = (Rng::with_seed(12), 0);
    for _ in 0..reference::cases(CASES) {
        touching += beside_a_floor::<f32>(&mut rng) + beside_a_floor::<f64>(&mut rng);
    }
    assert!(touching > 100, "{touching}");
}

#[test]
fn a_box_that_is_a_point_from_afar_has_a_distance() {
    let rotation = Rotation::from_complex(0.88924885f32, 0.45742378).unwrap();
    let sliver = OrientedBox::new([3680.6467f32, 9762.292], [0.0030353463, 0.0], rotation);
    let corners = [[3986870.8f32, -1334608.4], [3987374.3, -1338777.6], [3992734.8, -1333759.3]].map(Vector);
    let far = Polygon::new(&corners).unwrap();
    for found in [distance(sliver, far), distance(far, sliver)] {
        assert!((found - 4.2039428e6).abs() < 2.0, "{found}");
    }
}

#[test]
fn a_short_edge_far_from_the_origin_is_a_face() {
    let wall = Aabb::new([-58.453342623392444, 1542.6654445209672], [-24.57663975396848, 1807.5953011068511]);
    let rotation = Rotation::from_complex(0.2272459450416663, -0.9738373993958745).unwrap();
    let half = [2.5129796839721275, 0.15980180476221606];
    let plank = OrientedBox::new([-24.16152953541554, 1540.2026893407826], half, rotation);
    let [on_wall, _] = contact(wall, plank).nearest();
    let corner = Vector([wall.max()[0], wall.min()[1]]);
    assert!((on_wall - corner).length() < 1e-9, "{on_wall:?}");
}

#[test]
fn nearest_points_that_rounding_makes_two_have_the_normal_that_parts() {
    let capsule = |from: [f64; 2], to: [f64; 2]| Capsule::new(from, to, 12.443029755385398);
    let a = capsule([-52131151.4864111, -47038134.88550465], [-52146427.81558983, -47113112.27706989]);
    let b = capsule([-52131116.09742596, -47038142.095861994], [-52146392.42660469, -47113119.487427235]);
    let right = Vector([0.9798684787288185, -0.1996440943120309]);
    assert!((contact(a, b).normal - right).length() < 1e-11, "{:?}", contact(a, b).normal);
}

#[test]
fn rays_meet_what_is_thin_across_it() {
    let from = Vector([0.2270766f32, -0.14023343]);
    let to = Vector([0.23886448, -0.19168307]);
    let ray = Ray::new([0.21414213f32, -0.29780588], [0.0818097, 0.9966479]).unwrap();
    let hit = cast(&ray, Capsule::new(from, to, 1.0273756e-5)).unwrap();
    assert!(hit.normal.dot(to - from).abs() < 1e-7, "{hit:?}");
    // Its first corner is where the ray passes, and rounding turns it over.
    let corners = [
        [-0.011040167832121743, -0.029440447552324646],
        [-0.018400279720202906, -0.03312050349636523],
        [-0.010781611537819612, -0.02931116940517358],
    ];
    let pose = Pose::new(Rotation::identity(), [0.03342606291317858, -0.320860686260638]);
    let sliver = Shape::from(Triangle::new(corners[0], corners[1], corners[2]));
    let ray =
        Ray::new([-0.01662269792577332, -0.37532551423243865], [0.8416940822656762, 0.5399546942836417]);
    let hit = cast(&ray.unwrap(), sliver.placed(&pose)).unwrap();
    let across = Vector([0.4472135954999579, -0.8944271909999159]);
    assert!((hit.normal - across).length() < 1e-9, "{hit:?}");
}

#[test]
fn what_turns_past_without_touching_misses() {
    let blade = Aabb::new([0.0, -0.1], [4.0, 0.1]);
    let farthest = f64::hypot(4.0, 0.1);
    let (still, turns) = (Motion::new([0.0, 0.0]), Motion::new([0.0, 0.0]).turning([0.0, 0.0], 90.0));
    for (gap, hits) in [(1e-6, false), (1e-3, false), (-1e-6, true)] {
        let ball = Ball::new(Vector([3.0, 4.0]).scaled((farthest + 0.5 + gap) / 5.0), 0.5);
        assert_eq!(sweep_turning(blade, &turns, ball, &still).is_some(), hits, "{gap}");
    }
}

#[test]
fn what_touches_and_turns_away_slowly_misses() {
    let (door, stop) = (Aabb::new([0.0f64, 0.0], [4.0, 0.25]), Ball::new([3.5, 0.75], 0.5));
    let still = Motion::new([0.0, 0.0]);
    for degrees in [-0.001, -0.5, -90.0] {
        let opens = Motion::new([0.0, 0.0]).turning([2.0, 0.0], degrees);
        assert_eq!(sweep_turning(door, &opens, stop, &still), None, "{degrees}");
        let closes = Motion::new([0.0, 0.0]).turning([2.0, 0.0], -degrees);
        assert!(sweep_turning(door, &closes, stop, &still).is_some_and(|hit| hit.time < 1e-3), "{degrees}");
    }
    assert!(sweep_turning(door, &still, stop, &still).is_some_and(|hit| hit.time == 0.0));
}

/// A triangle that is a segment but for some roundings, and that segment: another shape meets both alike.
fn beside_a_sliver<R: Real>(rng: &mut Rng) -> bool {
    let number = |c: [f64; 2]| Vector(c.map(R::from_f64));
    let mut near = |reach: f64| [(); 2].map(|()| (rng.f64() * 2.0 - 1.0) * reach);
    let (at, half, step) = (near(5.0), near(2.0), number(near(8.0)));
    let around = [near(5.0), near(2.0), near(2.0), near(2.0)];
    let (share, thick) = (rng.f64(), Scalar::to_f64(R::EPSILON) * 10f64.powf(rng.f64() * 2.0));
    let [from, to] = [-1.0, 1.0].map(|sign| [at[0] + half[0] * sign, at[1] + half[1] * sign]);
    let between = [0, 1].map(|k| from[k] + (to[k] - from[k]) * share + half[1 - k] * [-thick, thick][k]);
    let corners = [[from, to, between], [from, between, to], [between, from, to]][rng.usize(..3)].map(number);
    let sliver = Triangle::new(corners[0], corners[1], corners[2]);
    let spine = Segment::new(number(from), number(to));
    let corner = |k: usize| number([around[0][0] + around[k][0], around[0][1] + around[k][1]]);
    let other = Triangle::new(corner(1), corner(2), corner(3));
    let tolerance = Scalar::to_f64(R::EPSILON) * 4096.0;
    let off = |a: R, b: R| (Scalar::to_f64(a) - Scalar::to_f64(b)).abs();
    let (found, right) = (contact(sliver, other).separation, contact(spine, other).separation);
    assert!(off(found, right) < tolerance, "{sliver:?} {other:?}: {found:?}, {right:?}");
    let still = Vector([R::default(); 2]);
    let time = |hit: Option<SweepHit<R, 2>>| hit.map(|hit| hit.time);
    match (time(sweep(sliver, still, other, step)), time(sweep(spine, still, other, step))) {
        (Some(found), Some(right)) => {
            let depth = off(found, right) * Scalar::to_f64(step.length());
            assert!(depth < tolerance * 64.0, "{sliver:?} {other:?} {step:?}: {found:?}, {right:?}");
            true
        }
        (found, right) => {
            // What only grazes may be missed.
            let time = found.or(right).unwrap_or_default();
            let deep = Scalar::to_f64(time) < 1.0 && {
                let past = |shape: Shape<'_, R, 2>| {
                    (1..64).any(|k| {
                        let place =
                            step.scaled(time + (R::from_f64(1.0) - time) * R::from_f64(f64::from(k) / 64.0));
                        let there = Triangle::new(corner(1) + place, corner(2) + place, corner(3) + place);
                        Scalar::to_f64(contact(shape, there).separation) < -tolerance * 64.0
                    })
                };
                (found.is_some() || right.is_some()) && past(spine.into())
            };
            assert!(!deep, "{sliver:?} {other:?} {step:?}: {found:?}, {right:?}");
            false
        }
    }
}

#[test]
fn a_sliver_is_met_as_the_segment_that_it_is_but_for_rounding() {
    let mut rng = Rng::with_seed(11);
    let hits = (0..40_000).filter(|k| {
        if k % 2 == 0 { beside_a_sliver::<f64>(&mut rng) } else { beside_a_sliver::<f32>(&mut rng) }
    });
    assert!(hits.count() > 4000);
    // It came through the sliver: of the two short edges in one line the wrong one was taken for the one that is met.
    let sliver = Triangle::new(
        [3.456340674419077f64, 0.14885788812532397],
        [-0.323352884914881, 2.4243930681741137],
        [0.6800920952641986, 1.8202768037742456],
    );
    let other = Triangle::new(
        [2.224202959310281, -4.845540060276524],
        [0.9354065962506919, -2.039406145959433],
        [0.39883101977757596, -3.4726327237430668],
    );
    let hit = sweep(sliver, [0.0, 0.0], other, [-0.5149374602541474, 7.860604829252365]).unwrap();
    assert!((hit.time - 0.49081892656327497).abs() < 1e-9, "{hit:?}");
}

#[test]
fn a_corner_at_the_rim_of_a_flat_box_is_where_they_meet() {
    // Rounding cuts the corner off at the side of the box, and leaves what lies far below it.
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
