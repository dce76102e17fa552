//! Compares the test whether a shape contains another shape, and the points where rays enter shapes from outside, with tests of many single
//! points in `f64`.

use bumper::scalar::Scalar;
use bumper::*;
use fastrand::Rng;
#[cfg(feature = "fixed")]
use fixed::types::I16F16;

type Point = [f64; 2];

/// A shape with integer coordinates.
#[derive(Clone, Debug)]
enum Raw {
    Point([i32; 2]),
    Box([i32; 2], [i32; 2]),
    Ball([i32; 2], i32),
    Squared([i32; 2], u32),
    Segment([i32; 2], [i32; 2]),
    Triangle([[i32; 2]; 3]),
    /// A convex polygon.
    Polygon(Vec<[i32; 2]>),
    Region(Vec<[i32; 2]>),
    /// A mask: its corner, the size of a pixel, and five rows of five pixels.
    Mask([i32; 2], i32, [u64; 5]),
}

fn cross(o: Point, a: Point, b: Point) -> f64 {
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
}

fn wide(p: [i32; 2]) -> Point {
    p.map(f64::from)
}

fn far(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (d, length) = ([b[0] - a[0], b[1] - a[1]], far(a, b).powi(2));
    let t = if length == 0.0 { 0.0 } else { ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / length };
    far(p, [0, 1].map(|k| a[k] + d[k] * t.clamp(0.0, 1.0)))
}

fn to_box(p: Point, low: Point, high: Point) -> f64 {
    far(p, [0, 1].map(|k| p[k].clamp(low[k].min(high[k]), low[k].max(high[k]))))
}

/// The distance of a point from a polygon; zero inside. Uses the even-odd rule with a ray to the right.
fn to_corners(p: Point, corners: &[[i32; 2]]) -> f64 {
    let edges = || (0..corners.len()).map(|k| (wide(corners[k]), wide(corners[(k + 1) % corners.len()])));
    let crossed = edges().filter(|(a, b)| {
        (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
    });
    if crossed.count() % 2 == 1 {
        0.0
    } else {
        edges().map(|(a, b)| to_segment(p, a, b)).fold(f64::MAX, f64::min)
    }
}

fn pixels(corner: &[i32; 2], size: i32, rows: &[u64; 5]) -> Vec<(Point, Point)> {
    let solid = |i: usize, j: usize| rows[j] >> (4 - i) & 1 == 1;
    let all = (0..25).map(|k| (k % 5, k / 5)).filter(|(i, j)| solid(*i, *j));
    let low = |(i, j): (usize, usize)| [corner[0] + i as i32 * size, corner[1] + j as i32 * size];
    all.map(|at| (wide(low(at)), wide(low(at).map(|c| c + size)))).collect()
}

impl Raw {
    /// The distance of a point from the shape; zero inside.
    fn away(&self, p: Point) -> f64 {
        match self {
            Raw::Point(a) => far(p, wide(*a)),
            Raw::Box(a, b) => to_box(p, wide(*a), wide(*b)),
            Raw::Ball(c, r) => (far(p, wide(*c)) - f64::from(*r)).max(0.0),
            Raw::Squared(c, r) => (far(p, wide(*c)) - f64::from(*r).sqrt()).max(0.0),
            Raw::Segment(a, b) => to_segment(p, wide(*a), wide(*b)),
            Raw::Triangle(corners) => to_corners(p, corners),
            Raw::Polygon(corners) | Raw::Region(corners) => to_corners(p, corners),
            Raw::Mask(corner, size, rows) => {
                pixels(corner, *size, rows).iter().map(|(a, b)| to_box(p, *a, *b)).fold(f64::MAX, f64::min)
            }
        }
    }

    /// Points of the shape: all corners, and enough other points that no point of the shape is far from all of them.
    fn points(&self) -> Vec<Point> {
        let line = |a: Point, b: Point, count: u32| {
            (0..=count).map(move |k| {
                [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * f64::from(k) / f64::from(count))
            })
        };
        let grid = |a: Point, b: Point, count| {
            line(a, [b[0], a[1]], count).flat_map(move |p| line(p, [p[0], b[1]], count))
        };
        let circle = |c: Point, r: f64| {
            let at = move |k: u32, r: f64| {
                let (sine, cosine) = (f64::from(k) * std::f64::consts::TAU / 2000.0).sin_cos();
                [c[0] + cosine * r, c[1] + sine * r]
            };
            (0..2000).map(move |k| at(k, r)).chain((0..8).map(move |k| at(k * 250, r * 0.5))).chain([c])
        };
        let within = |corners: &[[i32; 2]]| -> Vec<Point> {
            let (low, high) = (
                [0, 1].map(|k| corners.iter().map(|c| c[k]).min()),
                [0, 1].map(|k| corners.iter().map(|c| c[k]).max()),
            );
            let all = grid(wide(low.map(Option::unwrap)), wide(high.map(Option::unwrap)), 40);
            let rim = (0..corners.len())
                .flat_map(|k| line(wide(corners[k]), wide(corners[(k + 1) % corners.len()]), 300));
            all.filter(|p| to_corners(*p, corners) == 0.0).chain(rim).collect()
        };
        match self {
            Raw::Point(a) => vec![wide(*a)],
            Raw::Box(a, b) => grid(wide(*a), wide(*b), 60).collect(),
            Raw::Ball(c, r) => circle(wide(*c), f64::from(*r)).collect(),
            Raw::Squared(c, r) => circle(wide(*c), f64::from(*r).sqrt()).collect(),
            Raw::Segment(a, b) => line(wide(*a), wide(*b), 840).collect(),
            Raw::Triangle(corners) => within(corners),
            Raw::Polygon(corners) | Raw::Region(corners) => within(corners),
            Raw::Mask(corner, size, rows) => {
                pixels(corner, *size, rows).into_iter().flat_map(|(a, b)| grid(a, b, 8)).collect()
            }
        }
    }

    /// The corners of a shape that may be concave; empty for the other kinds.
    fn corners(&self) -> Vec<Point> {
        match self {
            Raw::Region(corners) => corners.iter().copied().map(wide).collect(),
            Raw::Mask(corner, size, _) => {
                (0..36).map(|k| wide([corner[0] + k % 6 * size, corner[1] + k / 6 * size])).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether all points of another shape are inside this shape. The tolerance is too small to matter for integer coordinates.
    fn holds(&self, inner: &Raw) -> bool {
        let beside = self.corners().into_iter().flat_map(|corner| {
            (0..16).map(move |k| {
                let (sine, cosine) = (f64::from(k) * std::f64::consts::TAU / 16.0 + 0.1).sin_cos();
                [corner[0] + cosine * 1e-3, corner[1] + sine * 1e-3]
            })
        });
        let beside = beside.filter(|p| inner.away(*p) == 0.0);
        inner.points().into_iter().chain(beside).all(|p| self.away(p) <= 1e-5)
    }

    /// Converts the shape to a shape of the library, moved by `shift` on each axis. `None` if the result is out of range.
    fn built<S: Scalar>(&self, shift: i64) -> Option<ShapeBuf<S, 2>> {
        let number = |c: i32| {
            S::nearest(f64::from(c) + shift as f64).filter(|n| n.to_f64() == f64::from(c) + shift as f64)
        };
        let at = |p: [i32; 2]| Some(Vector([number(p[0])?, number(p[1])?]));
        let length = |c: i32| S::nearest(f64::from(c));
        let all = |points: &[[i32; 2]]| points.iter().map(|p| at(*p)).collect::<Option<Vec<_>>>();
        Some(match self {
            Raw::Point(a) => Shape::Point(at(*a)?).into(),
            Raw::Box(a, b) => Aabb::new(at(*a)?, at(*b)?).into(),
            Raw::Ball(c, r) => Ball::new(at(*c)?, length(*r)?).into(),
            Raw::Squared(c, r) => {
                // The squared ball is built from a radius, so this is possible only for square numbers.
                let root = r.isqrt();
                (root * root == *r).then(|| Some(Ball::new(at(*c)?, length(root as i32)?).squared()))??.into()
            }
            Raw::Segment(a, b) => Segment::new(at(*a)?, at(*b)?).into(),
            Raw::Triangle([a, b, c]) => Triangle::new(at(*a)?, at(*b)?, at(*c)?).into(),
            Raw::Polygon(corners) => ShapeBuf::from(PolygonBuf::<S, 8>::new(all(corners)?).ok()?),
            Raw::Region(corners) => Region::new(all(corners)?).ok()?.into(),
            Raw::Mask(corner, size, rows) => {
                // Pixels must be in the range of the scalar.
                at(corner.map(|c| c + 5 * size))?;
                let mask = MaskBuf::from_fn([5, 5], |i, j| rows[usize::from(j)] >> (4 - i) & 1 == 1);
                ShapeBuf::from(Shape::from(Sprite::new(mask.as_mask(), at(*corner)?, length(*size)?)))
            }
        })
    }
}

/// The convex hull of points, counterclockwise (A. M. Andrew, 1979).
fn hull(mut points: Vec<[i32; 2]>) -> Vec<[i32; 2]> {
    points.sort_unstable();
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = [i32; 2]>| {
        let mut chain: Vec<[i32; 2]> = Vec::new();
        for p in points {
            while chain.len() > 1
                && cross(wide(chain[chain.len() - 2]), wide(chain[chain.len() - 1]), wide(p)) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let lower = half(&mut points.iter().copied());
    lower.into_iter().chain(half(&mut points.iter().rev().copied())).collect()
}

/// A random shape of a kind. Its points lie in a square of side `size`, moved by `shift` on each axis.
fn raw(rng: &mut Rng, kind: u8, size: i32, shift: i32) -> Raw {
    let mut at = || [rng.i32(0..=size) + shift, rng.i32(0..=size) + shift];
    match kind {
        0 => Raw::Point(at()),
        1 => Raw::Box(at(), at()),
        2 => Raw::Ball(at(), rng.i32(0..=size / 2)),
        3 => Raw::Squared(at(), rng.u32(0..=size as u32 / 2).pow(2)),
        4 => Raw::Segment(at(), at()),
        5 => Raw::Triangle([at(), at(), at()]),
        6 => Raw::Polygon(hull((0..6).map(|_| at()).collect())),
        7 => {
            let corners = (0..7).map(|_| at()).collect();
            if let Ok(region) = Region::<i32>::new(Vec::clone(&corners)) {
                return Raw::Region(region.corners().iter().map(|c| c.0).collect());
            }
            raw(rng, 7, size, shift)
        }
        _ => Raw::Mask(
            at(),
            rng.i32(1..=(size / 5).max(1)),
            [0; 5].map(|_: u64| rng.u64(0..32) | rng.u64(0..32)),
        ),
    }
}

fn assert_contains<S: Scalar>(seed: u64, outer: &Raw, inner: &Raw, shift: i64, expected: bool) {
    let (Some(p), Some(q)) = (outer.built::<S>(shift), inner.built::<S>(shift)) else { return };
    let found = p.as_shape().contains_shape(q.as_shape());
    assert_eq!(
        found,
        expected,
        "{seed}: {outer:?} and {inner:?} moved by {shift}, {}",
        core::any::type_name::<S>()
    );
}

#[test]
fn contains_shape_agrees_with_sampled_points_in_2d() {
    let cases: u64 = std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(5000);
    let (mut held, mut flat_in_concave) = ([[0; 2]; 9], 0);
    for seed in 0..cases {
        let mut rng = Rng::with_seed(seed);
        let (size, kind, other) = (rng.i32(1..=6), rng.u8(0..9), rng.u8(0..9));
        let shift = rng.i32(0..=12 - size);
        let outer = raw(&mut rng, kind, 12, 0);
        let mut inner = raw(&mut rng, other, size, shift);
        // In half of the cases, the inner shape is a segment between corners of the outer shape, so that it lies along the outline, or a
        // copy of the outer shape.
        let corners = outer.corners();
        if !corners.is_empty() && rng.bool() {
            let mut one = || corners[rng.usize(..corners.len())].map(|c| c as i32);
            inner = Raw::Segment(one(), one());
        } else if rng.u8(..20) == 0 {
            inner = outer.clone();
        }
        if inner.points().is_empty() || outer.away([0.0; 2]) == f64::MAX {
            continue;
        }
        let expected = outer.holds(&inner);
        held[usize::from(kind)][usize::from(expected)] += 1;
        flat_in_concave += u32::from(kind > 6 && expected && matches!(inner, Raw::Segment(..)));
        assert_contains::<i16>(seed, &outer, &inner, 0, expected);
        assert_contains::<f32>(seed, &outer, &inner, 0, expected);
        #[cfg(feature = "fixed")]
        assert_contains::<I16F16>(seed, &outer, &inner, -7, expected);
        // At the ends of the range, sums of coordinates overflow.
        assert_contains::<i8>(seed, &outer, &inner, 115, expected);
        assert_contains::<i16>(seed, &outer, &inner, -32768, expected);
        assert_contains::<i32>(seed, &outer, &inner, i64::from(i32::MAX) - 30, expected);
        assert_contains::<f64>(seed, &outer, &inner, 1 << 20, expected);
    }
    assert!(held[1..].iter().flatten().all(|count| *count > 5), "{held:?}");
    assert!(flat_in_concave > 30, "{flat_in_concave}");
}

/// The largest signed distance of points on the two rims of a cylinder from a shape.
fn rims(axis: usize, center: [f64; 3], half: f64, radius: f64, away: &dyn Fn([f64; 3]) -> f64) -> f64 {
    let [u, v] = [[1, 2], [0, 2], [0, 1]][axis];
    let at = |k: u32, end: f64| {
        let (sine, cosine) = (f64::from(k) * std::f64::consts::TAU / 720.0).sin_cos();
        let mut p = center;
        p[axis] += end;
        p[u] += cosine * radius;
        p[v] += sine * radius;
        away(p)
    };
    (0..720).flat_map(|k| [at(k, -half), at(k, half)]).fold(f64::MIN, f64::max)
}

#[test]
fn contains_shape_of_axis_aligned_3d_shapes_is_exact() {
    let mut held = [[[0; 2]; 3]; 3];
    for seed in 0..30_000 {
        let mut rng = Rng::with_seed(seed);
        let mut one = |size: i32| {
            let c: [i32; 3] = core::array::from_fn(|_| rng.i32(-4..=4));
            let e: [i32; 3] = core::array::from_fn(|_| rng.i32(1..=size));
            (c, e, rng.usize(..3), rng.usize(..3))
        };
        let ((c, e, p, axis), (d, f, q, own)) = (one(9), one(4));
        // The signed distance of a point from the first shape; negative inside.
        let away = |x: [f64; 3]| {
            let gap: [f64; 3] = core::array::from_fn(|k| (x[k] - f64::from(c[k])).abs());
            let [u, v] = [[1, 2], [0, 2], [0, 1]][axis];
            match p {
                0 => (0..3).map(|k| gap[k] - f64::from(e[k])).fold(f64::MIN, f64::max),
                1 => gap.iter().map(|g| g * g).sum::<f64>().sqrt() - f64::from(e[0]),
                _ => (gap[axis] - f64::from(e[0])).max(gap[u].hypot(gap[v]) - f64::from(e[1])),
            }
        };
        let middle = d.map(f64::from);
        let out = match q {
            0 => (0..8)
                .map(|bits| {
                    let sign = |k: usize| if bits >> k & 1 == 0 { -1.0 } else { 1.0 };
                    away(core::array::from_fn(|k| middle[k] + sign(k) * f64::from(f[k])))
                })
                .fold(f64::MIN, f64::max),
            // A convex shape contains a ball if its center is inside by at least the radius.
            1 => away(middle) + f64::from(f[0]),
            _ => rims(own, middle, f64::from(f[0]), f64::from(f[1]), &away),
        };
        // Rims are sampled. Shapes with integer coordinates are farther from a tie than the sampling error.
        let expected = out <= 1e-4;
        let build = |c: [i32; 3], e: [i32; 3], kind: usize, axis: usize| -> Shape<'static, i16, 3> {
            let (c, e) = (c.map(|c| c as i16), e.map(|c| c as i16));
            let mut low = c;
            low[axis] -= e[0];
            match kind {
                0 => Aabb::centered(c, e).into(),
                1 => Ball::new(c, e[0]).into(),
                _ => Cylinder::new(Axis::ALL[axis], low, c[axis] + e[0], e[1]).into(),
            }
        };
        let (outer, inner) = (build(c, e, p, axis), build(d, f, q, own));
        assert_eq!(outer.contains_shape(inner), expected, "{seed}: {outer:?} {inner:?} {out}");
        if let (Shape::Ball(a), Shape::Ball(b)) = (outer, inner) {
            assert_eq!(Shape::from(a.squared()).contains_shape(b.squared()), expected);
        }
        held[p][q][usize::from(expected)] += 1;
    }
    assert!(held.as_flattened().as_flattened().iter().all(|count| *count > 5), "{held:?}");
}

/// A round or rotated shape in 2D, and points on its boundary.
fn solid(rng: &mut Rng, size: f64) -> (ShapeBuf<f64, 2>, Vec<Point>) {
    let at = [rng.f64() * 4.0 - 2.0, rng.f64() * 4.0 - 2.0];
    let (a, b) = (size * (0.3 + rng.f64()), size * (0.3 + rng.f64()));
    let turn = Rotation::from_degrees(rng.f64() * 360.0);
    let circle = |c: Point, r: f64| {
        (0..200).map(move |k| {
            let (sine, cosine) = (f64::from(k) * std::f64::consts::TAU / 200.0).sin_cos();
            [c[0] + cosine * r, c[1] + sine * r]
        })
    };
    let local = |p: Point| (turn.apply(Vector(p)) + Vector(at)).0;
    match rng.u8(..4) {
        0 => (
            Capsule::new(at, local([a, 0.0]), b).into(),
            circle(at, b).chain(circle(local([a, 0.0]), b)).collect(),
        ),
        1 => {
            let corners = [[a, b], [-a, b], [-a, -b], [a, -b]].map(local);
            (OrientedBox::new(at, [a, b], turn).into(), corners.into())
        }
        2 => (
            Ellipse::new(at, [a, b], turn).into(),
            circle([0.0; 2], 1.0).map(|p| local([p[0] * a, p[1] * b])).collect(),
        ),
        _ => {
            let corners = [[a, b], [-a, b], [-a, -b]].map(local);
            let polygon = PolygonBuf::<f64, 4>::new(corners).unwrap().rounded(b * 0.5);
            (polygon.into(), corners.into_iter().flat_map(|c| circle(c, b * 0.5)).collect())
        }
    }
}

#[test]
fn contains_shape_of_rotated_2d_shapes_is_within_tolerance() {
    let mut held = [0; 2];
    for seed in 0..800 {
        let mut rng = Rng::with_seed(seed);
        let ((outer, _), (inner, points)) = (solid(&mut rng, 3.0), solid(&mut rng, 1.0));
        let out = |p: &Point| contact(outer.as_shape(), Vector(*p)).separation;
        let most = points.iter().map(out).fold(f64::MIN, f64::max);
        let found = outer.as_shape().contains_shape(inner.as_shape());
        // Between the sampled points, the inner shape extends at most a thousandth farther out than at these points.
        assert!(if found { most < 1e-5 } else { most > -1e-3 }, "{seed}: {outer:?} {inner:?} {most}");
        assert!(outer.as_shape().contains_shape(outer.as_shape()), "{outer:?}");
        // The result is the same if both shapes are placed at a pose, and for the shape as part of a compound.
        let pose = Pose::new(Rotation::from_degrees(33.0), [5.0, -2.0]);
        let placed = (outer.placed(&pose), inner.placed(&pose));
        if most.abs() > 1e-2 {
            assert_eq!(placed.0.as_shape().contains_shape(placed.1.as_shape()), found, "{seed}");
            let both = [inner.as_shape(), outer.as_shape()];
            assert_eq!(outer.as_shape().contains_shape(Shape::Compound(&both)), found);
            assert!(Shape::Compound(&both).contains_shape(inner.as_shape()));
        }
        held[usize::from(found)] += 1;
    }
    assert!(held.iter().all(|count| *count > 80), "{held:?}");
}

#[test]
fn contains_shape_of_rotated_cylinders_is_within_tolerance() {
    let mut held = [0; 2];
    for seed in 0..600 {
        let mut rng = Rng::with_seed(seed);
        let mut one = |size: f64| {
            let at: [f64; 3] = core::array::from_fn(|_| rng.f64() - 0.5);
            let way: [f64; 3] = core::array::from_fn(|_| rng.f64() - 0.5);
            let unit = Vector(way).scaled(1.0 / Vector(way).length());
            (Vector(at), unit, size * (0.3 + rng.f64()), size * (0.3 + rng.f64()), rng.bool())
        };
        let ((c, axis, half, radius, is_capsule), (d, way, h, r, _)) = (one(2.0), one(0.8));
        let outer: Shape<f64, 3> = match is_capsule {
            true => Capsule::new(c - axis.scaled(half), c + axis.scaled(half), radius).into(),
            false => OrientedCylinder::new(c, axis, half, radius).unwrap().into(),
        };
        let inner = OrientedCylinder::new(d, way, h, r).unwrap();
        let flat = Vector([way[1], -way[0], 0.0]);
        let u = flat.scaled(1.0 / flat.length());
        let v = Vector([
            way[1] * u[2] - way[2] * u[1],
            way[2] * u[0] - way[0] * u[2],
            way[0] * u[1] - way[1] * u[0],
        ]);
        let on_rim = |k: u32, end: f64| {
            let (sine, cosine) = (f64::from(k) * std::f64::consts::TAU / 360.0).sin_cos();
            d + way.scaled(end) + u.scaled(cosine * r) + v.scaled(sine * r)
        };
        let most = (0..360).flat_map(|k| [on_rim(k, -h), on_rim(k, h)]);
        let most = most.map(|p| contact(outer, p).separation).fold(f64::MIN, f64::max);
        let found = outer.contains_shape(inner);
        assert!(if found { most < 1e-5 } else { most > -1e-3 }, "{seed}: {outer:?} {inner:?} {most}");
        assert!(outer.contains_shape(outer));
        held[usize::from(found)] += 1;
    }
    assert!(held.iter().all(|count| *count > 60), "{held:?}");
}

#[test]
fn contains_shape_is_false_for_empty_and_nan_shapes() {
    let room = Shape::from(Aabb::new([0.0, 0.0], [9.0, 9.0]));
    let nothing = MaskBuf::new([3, 3]);
    assert!(!room.contains_shape(Shape::Compound(&[])));
    assert!(!room.contains_shape(Sprite::new(nothing.as_mask(), [1.0, 1.0], 1.0)));
    assert!(!room.contains_shape(Ball::new([f64::NAN, 1.0], 1.0)));
    assert!(!room.contains_shape(Vector([f64::NAN, 1.0])));
    assert!(!Shape::from(Ball::new([f64::NAN, 1.0], 5.0)).contains_shape(Vector([1.0, 1.0])));
}

/// The distance at which a point that moves along a ray first enters a shape, found with small steps. `None` if the result is uncertain.
fn first_inside(shape: &Raw, from: Point, way: Point) -> Option<Option<f64>> {
    const STEP: f64 = 1.0 / 64.0;
    let at = |k: u32| [0, 1].map(|axis| from[axis] + way[axis] * f64::from(k) * STEP);
    let inside: Vec<bool> = (0..64 * 26).map(|k| shape.away(at(k)) == 0.0).collect();
    // Two changes within a few steps are too close to be certain.
    let changes: Vec<usize> = (1..inside.len()).filter(|k| inside[*k] != inside[k - 1]).collect();
    if changes.windows(2).any(|pair| pair[1] - pair[0] < 4) || changes.first().is_some_and(|k| *k < 4) {
        return None;
    }
    Some(changes.into_iter().find(|k| inside[*k]).map(|k| k as f64 * STEP))
}

#[test]
fn ray_entering_finds_first_entry_from_outside() {
    let (mut started_within, mut hits, mut sure) = (0, 0, 0);
    for seed in 0..1000 {
        let mut rng = Rng::with_seed(seed);
        let kind = [1, 2, 5, 6, 7, 7, 8, 8][rng.usize(..8)];
        let shape = raw(&mut rng, kind, 12, 0);
        let from = [rng.f64() * 16.0 - 2.0, rng.f64() * 16.0 - 2.0];
        let (sine, cosine) = (rng.f64() * std::f64::consts::TAU).sin_cos();
        let way = [cosine, sine];
        let Some(built) = shape.built::<f64>(0) else { continue };
        // Small steps do not detect shapes without an area.
        if built.as_shape().area() == Some(0.0) {
            continue;
        }
        let Some(expected) = first_inside(&shape, from, way) else { continue };
        // If the ray only grazes the shape, either result is allowed.
        let side = |shift: f64| first_inside(&shape, [from[0] - sine * shift, from[1] + cosine * shift], way);
        if [-0.02, 0.02].map(side).iter().any(|other| other.map(|o| o.is_some()) != Some(expected.is_some()))
        {
            continue;
        }
        let ray = Ray::new(from, way).unwrap();
        let found = ray.entering(built.as_shape());
        let agrees = match (found, expected) {
            (Some(hit), Some(distance)) => {
                let outer = shape.away([0, 1].map(|k| hit.point[k] + hit.normal[k] * 1e-3)) > 0.0;
                (hit.distance - distance).abs() < 0.1 && hit.normal.dot(ray.direction()) < 1e-9 && outer
            }
            (found, expected) => found.is_none() && expected.is_none(),
        };
        assert!(agrees, "{seed}: {shape:?} {from:?} {way:?} {found:?} {expected:?}");
        // The result is the same at a pose.
        let pose = Pose::new(Rotation::from_degrees(70.0), [3.0, 4.0]);
        let turned = Ray::new(pose.apply(Vector(from)), pose.rotation.apply(Vector(way))).unwrap();
        let placed = turned.entering(built.placed(&pose).as_shape());
        assert!(
            placed.map(|hit| (hit.distance * 100.0).round())
                == found.map(|hit| (hit.distance * 100.0).round())
                || placed.zip(found).is_some_and(|(a, b)| (a.distance - b.distance).abs() < 1e-6),
            "{seed} {placed:?} {found:?}"
        );
        sure += 1;
        hits += u32::from(found.is_some());
        started_within += u32::from(found.is_some() && shape.away(from) == 0.0);
    }
    assert!(sure > 300 && hits > 80 && started_within > 8, "{sure} {hits} {started_within}");
}

#[test]
fn ray_entering_skips_parts_that_contain_its_origin() {
    let parts = [Shape::from(Ball::new([0.0, 0.0], 5.0)), Aabb::new([4.0, -1.0], [9.0, 1.0]).into()];
    let ray = Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap();
    assert_eq!(ray.entering(Shape::Compound(&parts)).map(|hit| hit.distance), Some(4.0));
    // The ray starts on the boundary, so it does not enter the shape from outside.
    assert_eq!(Ray::new([5.0, 0.0], [-1.0, 0.0]).unwrap().entering(parts[0]), None);
    assert_eq!(ray.with_max_distance(3.0).entering(Shape::Compound(&parts)), None);
}
