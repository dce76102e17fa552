//! Polygons with redundant corners, degenerate triangles, and shapes of size zero.

use super::*;
use bumper::{
    Mask, Motion, Polygon, Ray, Relate, Segment, Sprite, Triangle, cast, distance, sweep, sweep_turning,
};

#[test]
fn repeated_corner_does_not_hide_the_nearest_edge_from_a_point() {
    let corners = [[-12.0, 8.0], [-20.0, -10.0], [0.0, 2.0], [0.0, 2.0], [20.0, 14.0]].map(Vector);
    let polygon = Polygon::new(&corners).unwrap();
    let found = contact(polygon, Vector([26.0, 16.0]));
    assert_eq!(found.separation, 40f64.sqrt());
    assert_eq!(distance(polygon, Vector([26.0, 16.0])), 40f64.sqrt());
}

#[test]
fn corner_on_an_edge_does_not_hide_the_nearest_corner_from_a_segment() {
    let corners = [[2i8, 0], [2, 1], [2, 2], [3, 3]].map(Vector);
    let (polygon, segment) = (Polygon::new(&corners).unwrap(), Segment::new([0, 0], [1, 0]));
    assert_eq!((contact(segment, polygon).separation, distance(segment, polygon)), (1.0, 1.0));
}

#[test]
fn collinear_corners_on_a_parallel_edge_do_not_hide_the_nearest_point() {
    let corners = [[15i32, 19], [12, 20], [-21, 6], [-21, -17], [-12, -8], [-3, 1], [6, 10]].map(Vector);
    let triangle = [[-12i32, -19], [21, -2], [-4, -11]].map(Vector);
    let triangle = Polygon::new(&triangle).unwrap();
    let expected = 11.0 / 2f64.sqrt();
    for first in 0..corners.len() {
        let mut corners = corners;
        corners.rotate_left(first);
        let polygon = Polygon::new(&corners).unwrap();
        for found in [contact(polygon, triangle).separation, contact(triangle, polygon).separation] {
            assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        }
    }
}

/// The corners of the convex hull of points, counterclockwise and without redundant corners.
fn hull<S: Scalar>(mut points: Vec<Vector<S, 2>>) -> Vec<Vector<S, 2>> {
    points.sort_by(|a, b| a.0.partial_cmp(&b.0).expect("numbers"));
    points.dedup();
    let mut corners: Vec<Vector<S, 2>> = vec![];
    for upper in [false, true] {
        let start = corners.len();
        let all: Vec<_> = if upper { points.iter().rev().collect() } else { points.iter().collect() };
        for &point in all {
            while let [.., a, b] = corners[start..] {
                if S::orient2d(a.0, b.0, point.0) == Some(std::cmp::Ordering::Greater) {
                    break;
                }
                corners.pop();
            }
            corners.push(point);
        }
        corners.pop();
    }
    corners
}

/// The polygon with repeated corners and with lattice points on its edges, in random winding and from a random first corner.
fn with_redundant_corners<S: Scalar>(rng: &mut Rng, corners: &[Vector<S, 2>]) -> Vec<Vector<S, 2>> {
    let mut all = vec![];
    for (k, &from) in corners.iter().enumerate() {
        let to = corners[(k + 1) % corners.len()];
        all.extend(std::iter::repeat_n(from, 1 + rng.usize(..3)));
        let [(x, u), (y, v)] = [0, 1].map(|k| (from[k].to_f64(), to[k].to_f64() - from[k].to_f64()));
        for part in 1..4 {
            let at = [x + u * f64::from(part) / 4.0, y + v * f64::from(part) / 4.0];
            if rng.bool() && at.iter().all(|c| c.fract() == 0.0) {
                all.push(Vector(at.map(|c| S::nearest(c).expect("between two others"))));
            }
        }
    }
    if rng.bool() {
        all.reverse();
    }
    let start = rng.usize(..all.len());
    all.rotate_left(start);
    all
}

fn answers_are_those_of_the_clean_polygon<S: Scalar>() {
    let mut rng = reference::random(1);
    let number = |rng: &mut Rng| S::nearest(f64::from(rng.i32(-24..=24))).expect("small");
    let point = |rng: &mut Rng| Vector([number(rng), number(rng)]);
    let near = 64.0 * Scalar::to_f64(S::Real::EPSILON) * 64.0;
    let real = |c: S::Real| Scalar::to_f64(c);
    let (mut apart, mut overlapping) = (0, 0);
    for _ in 0..reference::cases(CASES / 4) {
        let corners = hull::<S>((0..rng.usize(3..12)).map(|_| point(&mut rng)).collect());
        let Ok(clean) = Polygon::new(&corners) else { continue };
        let redundant = with_redundant_corners(&mut rng, &corners);
        let redundant = Polygon::new(&redundant).expect("a convex polygon");
        let [a, b, c] = [(); 3].map(|()| point(&mut rng));
        let others = hull(vec![a, b, c, point(&mut rng)]);
        let others = if rng.bool() { with_redundant_corners(&mut rng, &others) } else { others };
        let mut shapes: Vec<Shape<'_, S, 2>> = vec![
            a.into(),
            Segment::new(a, b).into(),
            Segment::new(a, a).into(),
            Triangle::new(a, b, c).into(),
            Triangle::new(a, b, b).into(),
            Triangle::new(a, a, a).into(),
        ];
        shapes.extend(Polygon::new(&others).map(Shape::from));
        for shape in shapes {
            let context = || format!("{redundant:?}\n{shape:?}");
            let (expected, found) = (contact(clean, shape), contact(redundant, shape));
            let off = (real(expected.separation) - real(found.separation)).abs();
            assert!(
                off <= near,
                "{} {}\n{}",
                expected.separation.to_f64(),
                found.separation.to_f64(),
                context()
            );
            let length = real(distance(redundant, shape));
            assert!((length - real(expected.separation).max(0.0)).abs() <= near, "{length} {}", context());
            let (p, q) = (Shape::from(clean), Shape::from(redundant));
            assert_eq!(p.relation(&shape), q.relation(&shape), "{}", context());
            assert_eq!(p.contains_shape(shape), q.contains_shape(shape), "{}", context());
            apart += usize::from(real(expected.separation) > near);
            overlapping += usize::from(real(expected.separation) < -near);
            // Not a multiple of the lattice spacing, so that the motion does not graze anything.
            let step = Vector(numbers::<2>(&mut rng, 40.0).map(S::Real::from_f64));
            let still = Vector::default();
            let times = [p, q].map(|polygon| sweep(polygon, still, shape, step).map(|hit| real(hit.time)));
            let is_same = match times {
                [Some(a), Some(b)] => (a - b).abs() <= near,
                [a, b] => a == b,
            };
            assert!(is_same, "{times:?} by {step:?} {}", context());
            let turns =
                Motion::new(step).turning(still, S::Real::from_f64(f64::from(rng.i8(-90..=90)).to_radians()));
            let still = Motion::new(still);
            let times =
                [p, q].map(|polygon| sweep_turning(polygon, &still, shape, &turns).map(|hit| real(hit.time)));
            let is_same = match times {
                [Some(a), Some(b)] => (a - b).abs() <= 1e-4,
                [a, b] => a.or(b).is_none_or(|time| time > 0.999),
            };
            assert!(is_same, "{times:?} turning {turns:?} {}", context());
        }
        let way = Vector(numbers::<2>(&mut rng, 1.0).map(S::Real::from_f64));
        let from = a.map(|c| S::Real::from_f64(c.to_f64()));
        if let Some(ray) = Ray::new(from, way) {
            let hits = [clean, redundant].map(|polygon| cast(&ray, polygon).map(|hit| real(hit.distance)));
            let is_same = match hits {
                [Some(a), Some(b)] => (a - b).abs() <= near,
                [a, b] => a == b,
            };
            assert!(is_same, "{hits:?} {ray:?} {redundant:?}");
        }
    }
    assert!(apart > 0 && overlapping > 0, "{apart} {overlapping}");
}

#[test]
fn redundant_corners_do_not_change_results_on_integers() {
    answers_are_those_of_the_clean_polygon::<i8>();
    answers_are_those_of_the_clean_polygon::<i32>();
}

#[test]
fn redundant_corners_do_not_change_results_on_floats() {
    answers_are_those_of_the_clean_polygon::<f64>();
    answers_are_those_of_the_clean_polygon::<f32>();
}

/// The distance of a point from an edge. The products are computed exactly.
fn off_edge(p: [i32; 2], a: [i32; 2], b: [i32; 2]) -> f64 {
    let between = |from: [i32; 2], to: [i32; 2]| [0, 1].map(|k| i128::from(to[k]) - i128::from(from[k]));
    let length = |v: [i128; 2]| ((v[0] * v[0] + v[1] * v[1]) as f64).sqrt();
    let (way, off) = (between(a, b), between(a, p));
    let (squared, along) = (way[0] * way[0] + way[1] * way[1], way[0] * off[0] + way[1] * off[1]);
    if squared == 0 || along <= 0 {
        length(off)
    } else if along >= squared {
        length(between(b, p))
    } else {
        (way[0] * off[1] - way[1] * off[0]).abs() as f64 / (squared as f64).sqrt()
    }
}

#[test]
fn distance_of_needle_triangles_on_i32_matches_exact_arithmetic() {
    let mut rng = reference::random(1);
    let mut apart = 0;
    for _ in 0..reference::cases(CASES * 10) {
        let needle = |rng: &mut Rng| {
            let far = 1 << rng.u32(4..29);
            let [p, q] = [(); 2].map(|()| [(); 2].map(|()| rng.i32(-far..=far)));
            let part = rng.f64();
            let beside = match rng.bool() {
                true => p.map(|c| c + rng.i32(-9..=9)),
                false => [0, 1].map(|k| {
                    (f64::from(p[k]) + (f64::from(q[k]) - f64::from(p[k])) * part) as i32 + rng.i32(-1..=1)
                }),
            };
            [p, q, beside]
        };
        let (a, mut b) = (needle(&mut rng), needle(&mut rng));
        // Move a corner of the second triangle near a corner of the first.
        let (to, from) = (a[rng.usize(..3)], b[rng.usize(..3)]);
        let by = [0, 1].map(|k| to[k] - from[k] + rng.i32(-30..=30));
        b.iter_mut().for_each(|corner| *corner = [0, 1].map(|k| corner[k] + by[k]));
        let [p, q] = [a, b].map(|[a, b, c]| Triangle::new(a, b, c));
        let corners = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
        let exact = corners.flat_map(|(i, j)| {
            let k = (j + 1) % 3;
            [off_edge(a[i], b[j], b[k]), off_edge(b[i], a[j], a[k])]
        });
        let is_apart = p.relation(&q) == Relation::Apart;
        let expected = if is_apart { exact.fold(f64::INFINITY, f64::min) } else { 0.0 };
        // The tolerance is a few rounding errors of the largest coordinates.
        let near = 1e-6;
        let (length, found) = (distance(p, q), contact(p, q).separation);
        assert!((length - expected).abs() <= near, "{length} {expected} {a:?} {b:?}");
        let off = if is_apart { (found - expected).abs() } else { found };
        assert!(off <= near, "{found} {expected} {a:?} {b:?}");
        apart += usize::from(is_apart);
    }
    assert!(apart > 0);
}

#[test]
fn sprite_with_pixels_of_size_zero_acts_as_a_point() {
    let words = [0b111, 0b001, 0b111];
    let mask = Mask::new([3, 3], &words).unwrap();
    for pixel in [0.0, 1.0] {
        for at in [[2.0, 2.0], [3.0, 3.0], [0.0, 0.0], [1.0, 1.5]] {
            let (dot, sprite) = (Sprite::new(mask, at, 0.0), Sprite::new(mask, [0.0, 0.0], pixel));
            let expected = distance(Vector(at), sprite);
            assert_eq!(distance(dot, sprite), expected, "{pixel} {at:?}");
            assert_eq!(distance(sprite, dot), expected, "{pixel} {at:?}");
        }
    }
}

/// A side with collinear corners, far from the origin: rounding moves the corners by more than the rounding error of the polygon's own
/// size.
#[test]
fn shape_meets_a_distant_side_with_collinear_corners() {
    fn check<R: Real>() {
        let mut rng = reference::random(81);
        for _ in 0..reference::cases(CASES) {
            let far = reference::draw::decades(&mut rng, (0.0, 3.0));
            let at = numbers::<2>(&mut rng, far);
            let turn = |x: f64, y: f64| Vector([at[0] + x, at[1] + y].map(R::from_f64));
            let mut inner: Vec<f64> = (0..rng.usize(1..4)).map(|_| rng.f64() * 2.0 - 1.0).collect();
            inner.sort_by(f64::total_cmp);
            let mut corners = vec![turn(-1.0, 0.0)];
            corners.extend(inner.iter().map(|x| turn(*x, 0.0)));
            corners.extend([turn(1.0, 0.0), turn(0.8, 1.0), turn(-0.5, 1.0)]);
            let radius = [0.0, 0.1][rng.usize(..2)];
            let polygon = spec(Kind::Polygon, corners, R::from_f64(radius));
            let gap = reference::draw::decades(&mut rng, (-4.0, -0.5));
            let x = [rng.f64() * 2.0 - 1.0, inner[0] + gap * 0.1][rng.usize(..2)];
            let (near, other) = (turn(x, -gap), turn(x + rng.f64() - 0.5, -gap - rng.f64()));
            let shape = match rng.u8(..4) {
                0 => spec(Kind::Segment, vec![near, other], R::default()),
                1 => spec(Kind::Capsule, vec![near, other], R::from_f64(gap * rng.f64())),
                2 => spec(Kind::Triangle, vec![near, other, turn(x + 0.5, -gap - 0.5)], R::default()),
                _ => spec(
                    Kind::Polygon,
                    vec![turn(x - 0.4, -gap - 0.3), near, turn(x + 0.4, -gap - 0.5), turn(x, -1.0 - gap)],
                    R::default(),
                ),
            };
            if polygon.base().is_none() || shape.base().is_none() {
                continue;
            }
            // Also placed by a pose, which rounds the corners again.
            let (sine, cosine) = (rng.f64() * 6.3).sin_cos();
            let axes = [[cosine, sine], [-sine, cosine]].map(|axis| Vector(axis.map(R::from_f64)));
            let rotation = Rotation::from_axes(axes).unwrap();
            let pose = bumper::Pose::new(rotation, Vector(numbers::<2>(&mut rng, far).map(R::from_f64)));
            for pose in [None, Some(pose)] {
                let [polygon, shape] = [&polygon, &shape].map(|spec| Spec { pose, ..spec.clone() });
                let found = assert_contact(&polygon, &shape);
                let (p, q) = (polygon.base().unwrap(), shape.base().unwrap());
                let (p, q) = (polygon.placed(&p), shape.placed(&q));
                let off = Scalar::to_f64(bumper::distance(p, q)) - Scalar::to_f64(found.separation).max(0.0);
                assert!(
                    off.abs() <= 32.0 * epsilon::<R>() * (far * 2.0 + 2.0),
                    "{off:e} {p:?} {q:?} {found:?}"
                );
            }
        }
    }
    check::<f64>();
    check::<f32>();
}

#[test]
fn rotating_segment_hits_a_side_with_collinear_corners() {
    let corners = [
        [115.24541, -379.63553],
        [117.88672, -379.63553],
        [117.88672, -380.29584],
        [116.56606, -384.2578],
        [114.915245, -384.2578],
        [113.26443, -384.2578],
        [112.604095, -382.93716],
    ]
    .map(|corner: [f32; 2]| Vector(corner.map(f64::from)));
    let polygon = Polygon::new(&corners).unwrap();
    let axes = [Vector([1.0f32, 7.791706e-7]), Vector([-7.791706e-7, 1.0])];
    let pose = bumper::Pose::new(Rotation::from_axes(axes).unwrap(), Vector([107.32148f32, -380.95618]));
    let ends = [[7.2635984, -5.942944], [7.9239254, -3.3016355]]
        .map(|end: [f32; 2]| pose.apply(Vector(end)).map(f64::from));
    let segment = Segment::new(ends[0], ends[1]);
    let still = Motion::new([-2.875948667526245, -2.650073528289795]);
    let turning = Motion::new([0.058141376823186874, -0.025057965889573097])
        .turning([115.16085052490234, -379.7322082519531], -326.11431884765625_f64.to_radians());
    let (a, b): (bumper::Shape<'_, f64, 2>, bumper::Shape<'_, f64, 2>) = (segment.into(), polygon.into());
    // They are apart by some thousandths, and overlap later.
    for k in 1..300 {
        let time = f64::from(k) * 1e-5;
        let (p, q) = (still.pose_at(time), turning.pose_at(time));
        let (p, q) = (a.placed(&p), b.placed(&q));
        let (found, expected) = (contact(p, q).separation, distance(p, q));
        assert!((found - expected).abs() < 1e-9, "{time}: {found} instead of {expected}");
    }
    let hit = sweep_turning(segment, &still, polygon, &turning);
    assert!(hit.is_some_and(|hit| hit.time < 0.05), "{hit:?}");
}
