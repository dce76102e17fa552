//! Tests of ray casts and of sweeps, with and without rotation.

use super::*;
use crate::reference::body::Body;
use crate::reference::draw;
use crate::reference::kinds::{Kind, vector};
use crate::reference::number::Double;
use crate::reference::{gap_along, separation, tolerance};
use bumper::scalar::{Real, Scalar};
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, Hull, Motion, OrientedBox, OrientedCylinder, Pose, Ray, Relate,
    Relation, Rotation, Segment, Shape, SweepHit, Triangle, Vector, cast, contact, distance, sweep,
    sweep_turning,
};
use fastrand::Rng;

#[test]
fn sweep_hit_of_flat_end_on_round_side_lies_on_both() {
    let mut rng = reference::random(5);
    for _ in 0..reference::cases(CASES) {
        let radii: [f64; 2] = [(); 2].map(|()| 0.5 + rng.f64() * 3.0);
        let heights: [f64; 2] = [(); 2].map(|()| 0.5 + rng.f64() * 3.0);
        // A lying cylinder, onto which an upright cylinder moves down.
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
                let hit = sweep(there(0.0), way, log, [0.0; 3])
                    .expect("the upright cylinder falls onto the lying one");
                let near = reference::allowed::RIM * f64::EPSILON * 20.0;
                let off = distance(there(hit.time), hit.point).max(distance(log, hit.point));
                assert!(off <= near, "{off:e}: {log:?} {post:?} {hit:?}");
            }
        }
    }
}

fn assert_found<R: Real, const N: usize>(from: [f64; N], to: [f64; N], way: [f64; N], size: f64) {
    let number = |v: [f64; N]| Vector(v.map(R::from_f64));
    let (from, to, end) = (number(from), number(to), number(way));
    let Some(ray) = Ray::new(from, to - from) else { return };
    let radius = R::from_f64(size);
    // Degenerate shapes, and a segment and a flat triangle that begin at the point to which the ray is aimed.
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
fn ray_aimed_at_degenerate_shape_hits_it() {
    let mut rng = reference::random(7);
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
    let mut hits = 0;
    for _ in 0..reference::cases(CASES / 4) {
        let [p, q] = [(); 2].map(|()| kinds[rng.usize(..kinds.len())]);
        let [a, b] = draw::pair::<R, N>(rng, [p, q]);
        let (p, q) = (a.body(), b.body());
        let found = separation::<N>(&p, &q);
        let (Some(first), Some(second)) = (a.base(), b.base()) else { panic!("no shape") };
        // Both shapes move by a thousand times their size, and slightly towards each other.
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
        hits += 1;
    }
    assert!(hits > reference::cases(CASES / 4) / 4, "{hits}");
}

#[test]
fn sweep_normals_are_accurate_despite_common_motion() {
    let mut rng = reference::random(8);
    common_motion::<f32, 2>(&mut rng);
    common_motion::<f64, 2>(&mut rng);
    common_motion::<f32, 3>(&mut rng);
    common_motion::<f64, 3>(&mut rng);
}

#[test]
fn ray_nearly_parallel_to_wide_cylinder_hits_its_surface() {
    let mut rng = reference::random(10);
    let mut hits = 0;
    for _ in 0..reference::cases(CASES) {
        let radius = 500_000f32 * (0.5 + rng.f32());
        // The ray starts a few rounding errors away from the curved side, or farther.
        let start = radius * (1.0 + draw::decades(&mut rng, (-8.0, 0.0)) as f32);
        let height = radius * draw::decades(&mut rng, (-2.0, 2.0)) as f32;
        let slope = draw::decades(&mut rng, (-7.0, -1.0)) as f32;
        // The ray starts beside the cylinder, or before its end.
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
            hits += 1;
        }
    }
    assert!(hits > reference::cases(CASES) / 2, "{hits}");
}

fn far_from_tiny<R: Real>(rng: &mut Rng) {
    let number = |v: [f64; 3]| Vector(v.map(R::from_f64));
    let tiny = 1e-11 * (0.1 + rng.f64());
    let far = 486_000.0 * (0.1 + rng.f64());
    let (axis, way) = (rng.usize(..3), Vector(numbers::<3>(rng, 1.0)));
    let from = Vector([0.0; 3]).with(axis, far);
    // The point passes by at a great distance, or comes nearer but not close.
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
        if let Some(ray) = Ray::new(from, step).map(|ray| ray.with_max_distance(step.length())) {
            assert_eq!(cast(&ray, shape), None, "{ray:?} {shape:?}");
        }
    }
}

/// Rounding of the corners relative to the point rotates the triangle.
#[test]
fn distance_of_point_from_far_tiny_triangle_is_that_from_its_corner() {
    let corners = [
        [7.290776172465584e-12, 9.622425495315827e-13, -9.140958157060703e-12],
        [-6.223444717506795e-13, 7.932650614488365e-12, 9.083096867927448e-12],
        [1.7091033150451196e-12, 1.062317634024994e-12, 1.4384095421886559e-12],
    ];
    let from = Vector([-96525.67718084026, 76266.33323137378, -100859.20773286425]);
    let away: f64 = distance(from, Triangle::new(corners[0], corners[1], corners[2]));
    assert!((away - from.length()).abs() < 1e-9, "{away}");
}

#[test]
fn tiny_box_is_not_hit_by_far_shape() {
    let mut rng = reference::random(11);
    for _ in 0..reference::cases(CASES) {
        far_from_tiny::<f32>(&mut rng);
        far_from_tiny::<f64>(&mut rng);
    }
}

#[test]
fn ray_hit_on_thin_shape_has_perpendicular_normal() {
    let from = Vector([0.2270766f32, -0.14023343]);
    let to = Vector([0.23886448, -0.19168307]);
    let ray = Ray::new([0.21414213f32, -0.29780588], [0.0818097, 0.9966479]).unwrap();
    let hit = cast(&ray, Capsule::new(from, to, 1.0273756e-5)).unwrap();
    assert!(hit.normal.dot(to - from).abs() < 1e-7, "{hit:?}");
    // The ray passes through its first corner, and rounding reverses its winding.
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
fn turning_sweep_past_ball_misses() {
    let blade = Aabb::new([0.0, -0.1], [4.0, 0.1]);
    let farthest = f64::hypot(4.0, 0.1);
    let (still, turns) =
        (Motion::new([0.0, 0.0]), Motion::new([0.0, 0.0]).turning([0.0, 0.0], std::f64::consts::FRAC_PI_2));
    for (gap, hits) in [(1e-6, false), (1e-3, false), (-1e-6, true)] {
        let ball = Ball::new(Vector([3.0, 4.0]).scaled((farthest + 0.5 + gap) / 5.0), 0.5);
        assert_eq!(sweep_turning(blade, &turns, ball, &still).is_some(), hits, "{gap}");
    }
}

#[test]
fn touching_shape_that_turns_away_slowly_misses() {
    let (door, stop) = (Aabb::new([0.0f64, 0.0], [4.0, 0.25]), Ball::new([3.5, 0.75], 0.5));
    let still = Motion::new([0.0, 0.0]);
    for degrees in [-0.001_f64, -0.5, -90.0] {
        let opens = Motion::new([0.0, 0.0]).turning([2.0, 0.0], degrees.to_radians());
        assert_eq!(sweep_turning(door, &opens, stop, &still), None, "{degrees}");
        let closes = Motion::new([0.0, 0.0]).turning([2.0, 0.0], -degrees.to_radians());
        assert!(sweep_turning(door, &closes, stop, &still).is_some_and(|hit| hit.time < 1e-3), "{degrees}");
    }
    assert!(sweep_turning(door, &still, stop, &still).is_some_and(|hit| hit.time == 0.0));
}

/// Checks that a sliver (a triangle that is a segment except for some rounding errors) gives the same results as that segment.
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
            // A shape that only grazes may be missed.
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
fn sweep_against_sliver_agrees_with_segment() {
    let mut rng = reference::random(11);
    let hits = (0..40_000).filter(|k| {
        if k % 2 == 0 { beside_a_sliver::<f64>(&mut rng) } else { beside_a_sliver::<f32>(&mut rng) }
    });
    assert!(hits.count() > 4000);
    // This shape passed through the sliver: of two short edges on one line, the wrong edge was taken for the edge that is hit.
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
fn normal_of_tiny_distant_shape_does_not_point_along_the_ray() {
    let ray = Ray::new([24.247818f32, -18.790773], [-0.8873476, -0.46110123]).unwrap();
    let capsule: Capsule<f32, 2> =
        Capsule::new([-4693046.0, -2438711.5], [-4693027.0, -2438682.0], 11.693724);
    let end = [137221.25, 157986.53];
    let other = Ray::new([137181.2f32, 157069.48], [0.043628994, 0.9990478]).unwrap();
    let point = Capsule::new(end, end, 0.0006759452);
    for (ray, shape) in [(ray, capsule), (other, point)] {
        let hit = cast(&ray, shape).expect("the ray hits the shape");
        assert!(hit.normal.dot(ray.direction()) <= 1e-6, "{hit:?}");
        assert!((hit.normal.length() - 1.0).abs() < 1e-6, "{hit:?}");
    }
}
