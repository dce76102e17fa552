//! Relations of segments, triangles, polygons and regions in 2D agree with exact arithmetic. Random cases, most of them near a tie or at
//! the ends of the range, are compared with the Minkowski difference of the two shapes, built from big integers. `BUMPER_CASES` sets the
//! number of cases for each scalar.

use crate::oracle::Whole;
use bumper::{
    Aabb, Ball, Polygon, PolygonBuf, PolygonError, Region, Relate, Relation, Segment, Shape, SquaredBall,
    Triangle, Vector,
};
use dashu_int::IBig;
use fastrand::Rng;

fn cases() -> u64 {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(200_000)
}

type Point = [i128; 2];
type Big = [IBig; 2];

/// A shape: its corners, or for a ball the center and the square of the radius.
#[derive(Clone, Debug)]
enum Raw {
    Corners(Vec<Point>),
    Box(Point, Point),
    Ball(Point, i128),
    Squared(Point, i128),
}

fn turn(a: &Big, b: &Big, c: &Big) -> IBig {
    (&b[0] - &a[0]) * (&c[1] - &a[1]) - (&b[1] - &a[1]) * (&c[0] - &a[0])
}

fn sign(x: &IBig) -> i32 {
    if *x > IBig::ZERO { 1 } else { -i32::from(*x < IBig::ZERO) }
}

/// The corners of the convex hull, counterclockwise; two for a segment, one for a point (Andrew's monotone chain).
fn hull(mut points: Vec<Big>) -> Vec<Big> {
    points.sort();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = &Big>| {
        let mut corners: Vec<Big> = Vec::new();
        for p in points {
            while corners.len() > 1
                && sign(&turn(&corners[corners.len() - 2], &corners[corners.len() - 1], p)) <= 0
            {
                corners.pop();
            }
            corners.push(p.clone());
        }
        corners.pop();
        corners
    };
    let mut corners = chain(&mut points.iter());
    corners.extend(chain(&mut points.iter().rev()));
    corners
}

/// The relation of a point and a convex hull.
fn place(point: &Big, corners: &[Big]) -> Relation {
    let n = corners.len();
    if n == 1 {
        return if *point == corners[0] { Relation::Touching } else { Relation::Apart };
    }
    let sides = (0..n).map(|k| sign(&turn(&corners[k], &corners[(k + 1) % n], point))).min().unwrap();
    if n == 2 {
        let between = (0..2).all(|k| {
            let (low, high) = (
                corners[0][k].clone().min(corners[1][k].clone()),
                corners[0][k].clone().max(corners[1][k].clone()),
            );
            (low..=high).contains(&point[k])
        });
        return if sides == 0 && between { Relation::Touching } else { Relation::Apart };
    }
    [Relation::Apart, Relation::Touching, Relation::Overlapping][(sides + 1) as usize]
}

/// The relation of a convex hull and a ball around a point, with the squared radius `squared`.
fn near(point: &Big, corners: &[Big], squared: &IBig) -> Relation {
    if place(point, corners) == Relation::Overlapping {
        return Relation::Overlapping;
    }
    let n = corners.len();
    let verdict = |left: IBig, right: IBig| match left.cmp(&right) {
        std::cmp::Ordering::Less => Relation::Overlapping,
        std::cmp::Ordering::Equal => Relation::Touching,
        std::cmp::Ordering::Greater => Relation::Apart,
    };
    let dot =
        |a: &Big, b: &Big, c: &Big| (&b[0] - &a[0]) * (&c[0] - &a[0]) + (&b[1] - &a[1]) * (&c[1] - &a[1]);
    let mut best = Relation::Apart;
    for k in 0..n {
        let (a, b) = (&corners[k], &corners[(k + 1) % n]);
        best = best.max(verdict(dot(a, point, point), squared.clone()));
        if a != b && dot(a, b, point) >= IBig::ZERO && dot(b, a, point) >= IBig::ZERO {
            let height = turn(a, b, point);
            best = best.max(verdict(&height * &height, squared * dot(a, b, b)));
        }
    }
    best
}

impl Raw {
    fn corners(&self) -> Vec<Big> {
        let big = |p: &Point| p.map(IBig::from);
        match self {
            Raw::Corners(points) => points.iter().map(big).collect(),
            Raw::Box(a, b) => [*a, [a[0], b[1]], *b, [b[0], a[1]]].iter().map(big).collect(),
            Raw::Ball(c, _) | Raw::Squared(c, _) => vec![big(c)],
        }
    }

    fn squared(&self) -> Option<IBig> {
        match self {
            Raw::Ball(_, r) => Some(IBig::from(*r) * *r),
            Raw::Squared(_, p) => Some((*p).into()),
            _ => None,
        }
    }
}

/// The exact relation, from the definition: the position of the origin relative to the Minkowski difference.
fn relation(a: &Raw, b: &Raw) -> Relation {
    match (a.squared(), b.squared()) {
        (None, None) => {
            let (p, q) = (a.corners(), b.corners());
            let difference =
                p.iter().flat_map(|p| q.iter().map(|q| [&q[0] - &p[0], &q[1] - &p[1]])).collect();
            place(&[IBig::ZERO, IBig::ZERO], &hull(difference))
        }
        (Some(squared), None) => near(&a.corners()[0], &hull(b.corners()), &squared),
        (None, Some(_)) => relation(b, a),
        (Some(_), Some(_)) => panic!("two balls are another test's"),
    }
}

/// Calls `each` with the shape of the library.
fn with_shape<S: Whole>(raw: &Raw, each: &mut dyn FnMut(Shape<S, 2>)) {
    let v = |p: &Point| Vector(p.map(S::whole));
    match raw {
        Raw::Corners(points) => match points.as_slice() {
            [p] => each(Shape::Point(v(p))),
            [p, q] => each(Segment::new(v(p), v(q)).into()),
            [p, q, r] => each(Triangle::new(v(p), v(q), v(r)).into()),
            all => {
                let corners: Vec<_> = all.iter().map(v).collect();
                each(Polygon::new(&corners).unwrap().into());
                each((&PolygonBuf::<S, 16>::new(corners.iter().copied()).unwrap()).into());
                each((&Region::new(corners).unwrap()).into());
            }
        },
        Raw::Box(a, b) => each(Aabb::new(v(a), v(b)).into()),
        Raw::Ball(c, r) => each(Ball::new(v(c), S::whole(*r)).into()),
        Raw::Squared(c, p) => each(SquaredBall::new(v(c), S::area(*p)).into()),
    }
}

fn number<S: Whole>(rng: &mut Rng) -> i128 {
    match rng.u8(..8) {
        0 => S::LEAST + rng.i128(0..3),
        1 => S::MOST - rng.i128(0..3),
        2 | 3 => rng.i128(S::LEAST..=S::MOST),
        _ => rng.i128(-12..=12),
    }
}

fn point<S: Whole>(rng: &mut Rng) -> Point {
    [number::<S>(rng), number::<S>(rng)]
}

/// The convex hull of random points, if it has at least four corners.
fn polygon(rng: &mut Rng, mut one: impl FnMut(&mut Rng) -> Point) -> Option<Vec<Point>> {
    let points = (0..rng.usize(4..10)).map(|_| one(rng).map(IBig::from)).collect();
    let mut corners: Vec<Point> =
        hull(points).iter().map(|p| [0, 1].map(|k| i128::try_from(&p[k]).unwrap())).collect();
    if rng.bool() {
        corners.reverse();
    }
    (corners.len() > 3).then_some(corners)
}

fn shape<S: Whole>(rng: &mut Rng) -> Raw {
    match rng.u8(..8) {
        0 => Raw::Corners(vec![point::<S>(rng)]),
        1 => Raw::Corners(vec![point::<S>(rng), point::<S>(rng)]),
        2 | 3 => Raw::Corners(vec![point::<S>(rng), point::<S>(rng), point::<S>(rng)]),
        4 => Raw::Box(point::<S>(rng), point::<S>(rng)),
        _ => polygon(rng, point::<S>).map_or(Raw::Box([0, 0], [3, 4]), Raw::Corners),
    }
}

/// A corner of the first shape, a point on one of its edges, or a point next to one of these.
fn near_point<S: Whole>(rng: &mut Rng, first: &[Point]) -> Point {
    let (p, q) = (first[rng.usize(..first.len())], first[rng.usize(..first.len())]);
    let steps = rng.i128(1..=4);
    let part = rng.i128(0..=steps);
    let off = if rng.bool() { 0 } else { 1 };
    core::array::from_fn(|k| {
        (p[k] + (q[k] - p[k]) * part / steps + rng.i128(-off..=off)).clamp(S::LEAST, S::MOST)
    })
}

/// A random shape near the first shape, with corners on the boundary of the first shape or next to it.
fn neighbour<S: Whole>(rng: &mut Rng, first: &Raw) -> Raw {
    let corners: Vec<Point> = match first {
        Raw::Corners(points) => points.clone(),
        Raw::Box(a, b) => vec![*a, [a[0], b[1]], *b, [b[0], a[1]]],
        Raw::Ball(c, _) | Raw::Squared(c, _) => vec![*c],
    };
    let one = |rng: &mut Rng| if rng.bool() { near_point::<S>(rng, &corners) } else { point::<S>(rng) };
    match rng.u8(..8) {
        0 => Raw::Corners(vec![one(rng)]),
        1 => Raw::Corners(vec![one(rng), one(rng)]),
        2 => Raw::Corners(vec![one(rng), one(rng), one(rng)]),
        3 => Raw::Box(one(rng), one(rng)),
        4 | 5 => {
            // A ball whose radius is approximately the distance of its center from a corner or an edge.
            let (c, p, q) = (one(rng), corners[0], corners[corners.len() - 1]);
            let (dx, dy) = ((q[0] - p[0]) as f64, (q[1] - p[1]) as f64);
            let cross = dx * (c[1] - p[1]) as f64 - dy * (c[0] - p[0]) as f64;
            let far = ((c[0] - p[0]) as f64).hypot((c[1] - p[1]) as f64);
            let height = if rng.bool() { far } else { cross.abs() / dx.hypot(dy).max(1.0) };
            let r = (height as i128 + rng.i128(-1..=1)).clamp(0, S::MOST);
            let p = ((height * height) as i128).saturating_add(rng.i128(-1..=1));
            if rng.bool() { Raw::Ball(c, r) } else { Raw::Squared(c, p.clamp(0, S::MOST * S::MOST)) }
        }
        _ => polygon(rng, one).map_or(Raw::Corners(vec![corners[0]]), Raw::Corners),
    }
}

fn random_cases<S: Whole>() {
    let mut rng = Rng::with_seed(3);
    let mut seen = [0u64; 3];
    for _ in 0..cases() {
        let a = shape::<S>(&mut rng);
        let b = if rng.u8(..4) == 0 { shape::<S>(&mut rng) } else { neighbour::<S>(&mut rng, &a) };
        let expected = relation(&a, &b);
        seen[expected as usize] += 1;
        with_shape::<S>(&a, &mut |p| {
            with_shape::<S>(&b, &mut |q| {
                let context = || format!("{} {p:?} {q:?}", std::any::type_name::<S>());
                assert_eq!(p.relation(&q), expected, "{}", context());
                assert_eq!(q.relation(&p), expected, "mirrored: {}", context());
                assert_eq!(p.intersects(&q), expected != Relation::Apart, "{}", context());
                assert_eq!(p.overlaps(&q), expected == Relation::Overlapping, "{}", context());
            });
        });
    }
    assert!(seen.iter().all(|&count| count > cases() / 10), "{seen:?}");
}

#[test]
fn relations_are_exact_in_i8() {
    random_cases::<i8>();
}

#[test]
fn relations_are_exact_in_i16() {
    random_cases::<i16>();
}

#[test]
fn relations_are_exact_in_i32() {
    random_cases::<i32>();
}

#[test]
fn relations_are_exact_in_i64() {
    random_cases::<i64>();
}

#[cfg(feature = "fixed")]
#[test]
fn relations_are_exact_in_fixed_point() {
    random_cases::<fixed::types::I16F16>();
}

/// Integer coordinates of up to 24 bits. Except for balls, `f32` is then as exact as integers.
#[test]
fn relations_without_balls_are_exact_in_f32() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..cases() {
        let a = shape::<f32>(&mut rng);
        let b = neighbour::<f32>(&mut rng, &a);
        if b.squared().is_none() {
            let expected = relation(&a, &b);
            with_shape::<f32>(&a, &mut |p| {
                with_shape::<f32>(&b, &mut |q| assert_eq!(p.relation(&q), expected, "{p:?} {q:?}"));
            });
        }
    }
}

/// A random simple polygon.
fn simple(rng: &mut Rng) -> Vec<[i16; 2]> {
    loop {
        let n = rng.usize(3..12);
        let mut points: Vec<[i16; 2]> = (0..n).map(|_| [rng.i16(-15..=15), rng.i16(-15..=15)]).collect();
        // Sorted by angle around a point, the corners rarely give a polygon that crosses itself.
        let angle = |p: &[i16; 2]| f64::from(p[1]).atan2(f64::from(p[0]) + 0.25);
        points.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        if Region::new(points.iter().copied()).is_ok() {
            return points;
        }
    }
}

/// Twice the signed area of a polygon.
fn doubled_area(points: impl Iterator<Item = [i16; 2]> + Clone) -> i64 {
    let next = points.clone().cycle().skip(1);
    points.zip(next).map(|(a, b)| i64::from(a[0]) * i64::from(b[1]) - i64::from(a[1]) * i64::from(b[0])).sum()
}

/// The relation of a point and a polygon, with the even-odd rule and a test of each edge.
fn by_crossings(points: &[Point], p: Point) -> Relation {
    let mut inside = false;
    for (k, &[ax, ay]) in points.iter().enumerate() {
        let ([bx, by], [px, py]) = (points[(k + 1) % points.len()], p);
        let turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
        let within = (px - ax) * (px - bx) + (py - ay) * (py - by) <= 0;
        if turn == 0 && within {
            return Relation::Touching;
        }
        if (ay > py) != (by > py) && (turn > 0) == (by > ay) {
            inside = !inside;
        }
    }
    if inside { Relation::Overlapping } else { Relation::Apart }
}

/// Whether a segment has a point in the interior of a polygon. Tests the points halfway between the positions at which it crosses lines of
/// edges.
fn enters(points: &[Point], p: Point, q: Point) -> bool {
    let way = [q[0] - p[0], q[1] - p[1]];
    // Positions on the segment, as fractions of its length.
    let mut places: Vec<(i128, i128)> = vec![(0, 1), (1, 1)];
    for (k, a) in points.iter().enumerate() {
        let b = points[(k + 1) % points.len()];
        let edge = [b[0] - a[0], b[1] - a[1]];
        let below = way[0] * edge[1] - way[1] * edge[0];
        let above = (a[0] - p[0]) * edge[1] - (a[1] - p[1]) * edge[0];
        if below != 0 && (0..=below.abs()).contains(&(above * below.signum())) {
            places.push((above * below.signum(), below.abs()));
        }
    }
    places.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    places.windows(2).any(|pair| {
        let ((n, d), (m, e)) = (pair[0], pair[1]);
        let (above, below) = (n * e + m * d, 2 * d * e);
        let scaled: Vec<Point> = points.iter().map(|c| c.map(|c| c * below)).collect();
        let middle = [0, 1].map(|k| p[k] * below + way[k] * above);
        by_crossings(&scaled, middle) == Relation::Overlapping
    })
}

#[test]
fn region_relations_ignore_internal_cuts() {
    let mut rng = Rng::with_seed(11);
    let mut seen = [0; 3];
    for _ in 0..cases() / 50 {
        let points = simple(&mut rng);
        let region = Region::new(points.iter().copied()).unwrap();
        let sum: i64 = region.parts().map(|part| doubled_area(part.corners().map(|c| c.0))).sum();
        assert_eq!(sum, doubled_area(points.iter().copied()).abs(), "{points:?}");
        assert!(region.parts().all(|part| PolygonBuf::<i16, 16>::new(part.corners()).is_ok()), "{points:?}");
        let shape = Shape::from(&region);
        let wide: Vec<Point> = points.iter().map(|p| p.map(i128::from)).collect();
        for _ in 0..40 {
            let (p, q) = ([rng.i16(-16..=16), rng.i16(-16..=16)], [rng.i16(-16..=16), rng.i16(-16..=16)]);
            let expected = by_crossings(&wide, p.map(i128::from));
            seen[expected as usize] += 1;
            assert_eq!(shape.relation(&Vector(p)), expected, "{points:?} {p:?}");
            let found = shape.relation(&Segment::new(p, q));
            let enters = enters(&wide, p.map(i128::from), q.map(i128::from));
            assert_eq!(found == Relation::Overlapping, enters, "{points:?} {p:?} {q:?}");
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn polygon_constructor_normalizes_or_refuses_corners() {
    let square = [[0, 0], [9, 0], [9, 9], [0, 9]];
    let right = PolygonBuf::<i16, 8>::new(square).unwrap();
    let mut clockwise = square;
    clockwise.reverse();
    assert!(Shape::from(&PolygonBuf::<i16, 8>::new(clockwise).unwrap()).contains([4, 4]));
    let untidy = [[0, 0], [0, 0], [4, 0], [9, 0], [9, 9], [9, 9], [0, 9], [0, 3]];
    let tidied = PolygonBuf::<i16, 8>::new(untidy).unwrap();
    assert_eq!(tidied.corners().len(), 4);
    for p in [[0, 3], [4, 0], [9, 9], [10, 4], [5, 5]] {
        assert_eq!(right.relation(&Vector(p)), tidied.relation(&Vector(p)));
        let lent = untidy.map(Vector);
        assert_eq!(right.relation(&Vector(p)), Polygon::new(&lent).unwrap().relation(&Vector(p)));
    }
    let refused = |points: &[[i16; 2]]| {
        let lent: Vec<_> = points.iter().copied().map(Vector).collect();
        let borrowed = Polygon::new(&lent).err();
        assert_eq!(PolygonBuf::<i16, 8>::new(points.iter().copied()).err().is_some(), borrowed.is_some());
        borrowed
    };
    assert_eq!(refused(&[]), Some(PolygonError::TooFew));
    assert_eq!(refused(&[[1, 1], [1, 1], [2, 2]]), Some(PolygonError::TooFew));
    assert_eq!(refused(&[[1, 1], [2, 2], [3, 3]]), Some(PolygonError::Flat));
    assert_eq!(refused(&[[0, 0], [9, 0], [1, 1], [0, 9]]), Some(PolygonError::NotConvex));
    assert_eq!(refused(&[[0, 6], [4, -5], [-6, 2], [6, 2], [-4, -5]]), Some(PolygonError::NotConvex));
    // A polygon with a spike, and a square whose corners are listed twice.
    assert_eq!(refused(&[[0, 0], [9, 0], [9, 9], [9, 20], [9, 9], [0, 9]]), Some(PolygonError::NotConvex));
    let twice: Vec<_> = square.iter().chain(&square).copied().collect();
    assert_eq!(refused(&twice), Some(PolygonError::NotConvex));
    assert_eq!(PolygonBuf::<i16, 3>::new(square).err(), Some(PolygonError::TooMany));
}

#[test]
fn ball_is_apart_from_segment_or_triangle_with_nan_corner() {
    let ball = Ball::new([0.0f32, 19.0], 59.0);
    let nan = f32::NAN;
    assert_eq!(ball.relation(&Segment::new([0.0, 51.0], [3.0, nan])), Relation::Apart);
    assert_eq!(ball.relation(&Segment::new([nan, 51.0], [3.0, 9.0])), Relation::Apart);
    assert_eq!(ball.relation(&Triangle::new([0.0, 51.0], [3.0, 9.0], [nan, 0.0])), Relation::Apart);
}
