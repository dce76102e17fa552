//! Tests of areas, centroids, intersections, ray exits, and conversions of polygons and masks, compared with naive implementations.

use crate::motion::cases;
use crate::owned_shapes::lent;
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, Ellipse, MaskBuf, OrientedBox, Polygon, PolygonBuf, Ray, Relate,
    Rotation, Segment, Shape, ShapeBuf, SquaredBall, Triangle, Vector, cast,
};
use fastrand::Rng;

/// The area and the centroid of a shape, from the points of a fine grid that it contains.
fn by_grid(shape: &Shape<'_, f64, 2>) -> (f64, Vector<f64, 2>) {
    let around = shape.bounds().unwrap().inflated([0.1, 0.1]);
    let (count, mut inside, mut sum) = (200, 0.0, Vector([0.0, 0.0]));
    let cell = around.size() / f64::from(count);
    for k in 0..count * count {
        let at = [f64::from(k % count) + 0.5, f64::from(k / count) + 0.5];
        let at = around.min() + Vector([at[0] * cell.x(), at[1] * cell.y()]);
        if shape.contains(at) {
            inside += 1.0;
            sum += at;
        }
    }
    (inside * cell.x() * cell.y(), sum / inside)
}

#[test]
fn area_and_centroid_agree_with_grid_sampling() {
    let turn = Rotation::from_degrees(37.0);
    let wedge = [[0.0, 0.0], [6.0, 0.0], [0.0, 2.0]].map(Vector);
    let wedge = Polygon::new(&wedge).unwrap();
    let mask = MaskBuf::from_rows(["##..", "#...", "####"]).unwrap();
    let sprite = bumper::Sprite::new(mask.as_mask(), [3.0, 4.0], 1.5);
    let apart = [Ball::new([0.0, 0.0], 1.0).into(), Aabb::new([4.0, 0.0], [9.0, 1.0]).into()];
    let mut shapes: Vec<ShapeBuf<f64, 2>> = vec![
        Aabb::new([1.0, 2.0], [4.0, 9.0]).into(),
        Ball::new([3.0, 3.0], 2.0).into(),
        SquaredBall::new([3.0, 3.0], 5.0).into(),
        Capsule::new([0.0, 0.0], [5.0, 3.0], 1.0).into(),
        Triangle::new([0.0, 0.0], [1.0, 5.0], [4.0, 0.0]).into(),
        OrientedBox::new([2.0, 2.0], [3.0, 1.0], turn).into(),
        Ellipse::new([2.0, 2.0], [3.0, 1.0], turn).into(),
        wedge.into(),
        wedge.rounded(1.0).into(),
        sprite.into(),
        sprite.flipped(0).into(),
        sprite.flipped(1).into(),
        Shape::Compound(&apart).into(),
    ];
    let mut rng = Rng::with_seed(1);
    shapes.push(lent(&mut rng, |shape| shape.into()));
    for shape in shapes.iter().flat_map(|shape| [shape.clone(), shape.rotated(&turn, [9.0, -3.0])]) {
        let (area, middle) = by_grid(&bumper::AsShape::as_shape(&shape));
        let shape_ = bumper::AsShape::as_shape(&shape);
        let Some(found) = shape_.area() else { panic!("{shape:?}") };
        assert!((found - area).abs() < 0.02 * area, "{shape:?}: {found} {area}");
        let off = (shape_.centroid().unwrap() - middle).length();
        assert!(off < 0.02 * area.sqrt(), "{shape:?}: {off}");
    }
    let pillar = Shape::from(Cylinder::new(Axis::Y, [1i16, 2, 3], 12, 2));
    assert_eq!(pillar.area(), Some(std::f64::consts::PI * 40.0));
    assert_eq!(pillar.centroid(), Some(Vector([1.0, 7.0, 3.0])));
    assert_eq!(Shape::<i16, 2>::Compound(&[]).centroid(), None);
}

#[test]
fn segment_crossing_lies_on_both_segments() {
    let (mut rng, mut crossings, mut on_one_line) = (Rng::with_seed(2), 0, 0);
    for _ in 0..cases(20_000) {
        let mut c = || Vector([rng.i16(-4..4), rng.i16(-4..4)]);
        let (a, b) = (Segment::new(c(), c()), Segment::new(c(), c()));
        let Some(point) = a.crossing(&b) else {
            assert!(!a.intersects(&b));
            continue;
        };
        crossings += 1;
        let far = |segment: &Segment<i16, 2>| {
            let real = |v: Vector<i16, 2>| v.map(f64::from);
            bumper::distance(Segment::new(real(segment.from()), real(segment.to())), point)
        };
        assert!(far(&a) < 1e-9 && far(&b) < 1e-9, "{a:?} {b:?} {point:?}");
        let (way, side) = ((a.to() - a.from()).map(f64::from), (b.to() - b.from()).map(f64::from));
        if way.cross(side) == 0.0 && way.length() > 0.0 {
            on_one_line += 1;
            // No earlier point of the segment is on both.
            let before = point - way * 1e-6;
            let start = a.from().map(f64::from);
            let other = Segment::new(b.from().map(f64::from), b.to().map(f64::from));
            assert!(point == start || bumper::distance(other, before) > 1e-7);
        }
    }
    assert!(crossings > 1000 && on_one_line > 20, "{crossings} {on_one_line}");
}

#[test]
fn ray_exit_is_last_point_of_shape() {
    let (mut rng, mut hits, mut within) = (Rng::with_seed(3), 0, 0);
    for _ in 0..cases(1500) {
        let shape = lent(&mut rng, |shape| ShapeBuf::from(shape));
        let shape = bumper::AsShape::as_shape(&shape);
        let mut c = || rng.f64() * 40.0 - 20.0;
        let Some(ray) = Ray::new([c(), c()], [c(), c()]) else { continue };
        let found = ray.through(shape);
        assert_eq!(found.is_some(), cast(&ray, shape).is_some());
        let Some((enter, Some(leave))) = found else { continue };
        hits += 1;
        within += u32::from(enter.distance == 0.0);
        assert!(leave.distance >= enter.distance);
        assert!(bumper::distance(shape, leave.point) < 1e-9);
        assert!(leave.normal.dot(ray.direction()) > -1e-9);
        // Behind the exit the ray hits nothing, and a ray that ends before the exit does not report it.
        let beyond = Ray::new(ray.at(leave.distance + 1e-6), ray.direction()).unwrap();
        assert!(cast(&beyond, shape).is_none(), "{shape:?} {ray:?}");
        assert!(
            ray.with_max_distance(leave.distance - 1e-6).through(shape).is_none_or(|found| found.1.is_none())
        );
    }
    assert!(hits > 100 && within > 10, "{hits} {within}");
}

fn polygon(rng: &mut Rng) -> PolygonBuf<f64, 8> {
    let (x, y, r) = (rng.f64() * 8.0, rng.f64() * 8.0, 1.0 + rng.f64() * 6.0);
    let count = rng.u32(3..8);
    let start = rng.f64();
    let corner = |k: u32| {
        let turn = Rotation::from_degrees(360.0 / f64::from(count) * (f64::from(k) + start));
        Vector([x, y]) + turn.apply(Vector([r, 0.0]))
    };
    PolygonBuf::new((0..count).map(corner)).unwrap()
}

#[test]
fn polygon_intersection_and_offset_agree_with_points() {
    let (mut rng, mut shared, mut apart) = (Rng::with_seed(4), 0, 0);
    for _ in 0..cases(1000) {
        let (a, b) = (polygon(&mut rng), polygon(&mut rng));
        let both = a.as_polygon().intersection(&b.as_polygon());
        let whole = PolygonBuf::<f64, 16>::new(both.iter().copied());
        let by = rng.f64() * 3.0 - 1.5;
        let grown = PolygonBuf::<f64, 16>::new(a.as_polygon().offset(by));
        for _ in 0..30 {
            let point = Vector([rng.f64() * 20.0 - 6.0, rng.f64() * 20.0 - 6.0]);
            let sure = |shape: &PolygonBuf<f64, 8>| bumper::contact(shape, point).separation.abs() > 1e-6;
            if sure(&a) && sure(&b) {
                let wanted = a.contains(point) && b.contains(point);
                assert_eq!(whole.as_ref().is_ok_and(|whole| whole.contains(point)), wanted);
                shared += u32::from(wanted);
                apart += u32::from(!wanted);
            }
            // The signed distance of the point from the line of an edge, negative inside. The largest over all edges is the least offset of
            // the polygon that contains the point.
            let corners = a.corners();
            let out = |k: usize| {
                let way = (corners[(k + 1) % corners.len()] - corners[k]).normalized().unwrap();
                (point - corners[k]).cross(way)
            };
            let most = (0..corners.len()).map(out).fold(f64::NEG_INFINITY, f64::max);
            if (most - by).abs() > 1e-6 {
                assert_eq!(grown.as_ref().is_ok_and(|grown| grown.contains(point)), most < by, "{a:?} {by}");
            }
        }
    }
    assert!(shared > 500 && apart > 500);
}

#[test]
fn mask_centroid_axis_resize_and_convolution_match_pixels() {
    let mut rng = Rng::with_seed(5);
    // The numbers of masks without pixels, of masks with a principal axis, and of pixels of convolutions that are set and not set.
    let (mut empty, mut with_axis, mut convolved) = (0, 0, [0; 2]);
    for _ in 0..cases(200) {
        let density = if rng.u8(..20) == 0 { 0.0 } else { rng.f64() };
        let mut random = |most: u16| {
            let size = [rng.u16(1..most), rng.u16(1..most)];
            MaskBuf::from_fn(size, |_, _| rng.f64() < density)
        };
        let (a, b) = (random(150), random(8));
        let (mask, other) = (a.as_mask(), b.as_mask());
        let [w, h] = mask.size();
        let pixels: Vec<Vector<f64, 2>> = (0..h)
            .flat_map(|j| (0..w).map(move |i| [i, j]))
            .filter(|[i, j]| mask.get(*i, *j))
            .map(|[i, j]| Vector([f64::from(i) + 0.5, f64::from(j) + 0.5]))
            .collect();
        let Some(centroid) = mask.centroid() else {
            assert!(
                pixels.is_empty() && mask.principal_axis().is_none() && mask.boundary_pixels().is_empty()
            );
            empty += 1;
            continue;
        };
        let mean = pixels.iter().fold(Vector([0.0, 0.0]), |sum, p| sum + *p) / pixels.len() as f64;
        // Sums of halves are exact in floats.
        assert_eq!(centroid, mean);
        let spread = |way: Vector<f64, 2>| pixels.iter().map(|p| (*p - mean).dot(way).powi(2)).sum::<f64>();
        if let Some(axis) = mask.principal_axis() {
            with_axis += 1;
            for k in 0..36 {
                let way = Rotation::from_degrees(f64::from(k) * 5.0).apply(Vector([1.0, 0.0]));
                assert!(spread(way) <= spread(axis) * (1.0 + 1e-9) + 1e-9);
            }
            let products = |k: usize, l: usize| pixels.iter().map(|p| p[k] * p[l]).sum::<f64>();
            let of = |k: usize, l: usize| products(k, l) - mean[k] * mean[l] * pixels.len() as f64;
            // The axis is an eigenvector of the matrix of second moments.
            let [along, across] =
                [of(0, 0) * axis[0] + of(0, 1) * axis[1], of(0, 1) * axis[0] + of(1, 1) * axis[1]];
            let most = of(0, 0) + of(1, 1);
            assert!((along * axis[1] - across * axis[0]).abs() <= 1e-11 * most, "{axis:?}");
        }
        let size = [w / 2 + 1, h * 2 - 1];
        let resized = mask.resized(size);
        for (i, j) in (0..size[0]).flat_map(|i| (0..size[1]).map(move |j| (i, j))) {
            let from =
                |k: u16, new: u16, old: u16| ((f64::from(k) + 0.5) * f64::from(old) / f64::from(new)) as u16;
            assert_eq!(resized.as_mask().get(i, j), mask.get(from(i, size[0], w), from(j, size[1], h)));
        }
        let all = mask.convolved(&other).unwrap();
        let [ow, oh] = other.size();
        let (i, j) = (rng.u16(0..w + ow - 1), rng.u16(0..h + oh - 1));
        let overlap = (0..ow).any(|x| {
            (0..oh).any(|y| {
                let (x2, y2) = (
                    i32::from(i) - i32::from(ow) + 1 + i32::from(x),
                    i32::from(j) - i32::from(oh) + 1 + i32::from(y),
                );
                other.get(x, y) && x2 >= 0 && y2 >= 0 && mask.get(x2 as u16, y2 as u16)
            })
        });
        assert_eq!(all.as_mask().get(i, j), overlap);
        convolved[usize::from(overlap)] += 1;
    }
    let least = cases(200) / 100;
    assert!(empty >= least && with_axis > least, "{empty} {with_axis}");
    assert!(convolved.iter().all(|count| *count > least), "{convolved:?}");
}

#[test]
fn centroid_of_largest_masks_is_exact() {
    let mut long = MaskBuf::new([65535, 3]);
    long.fill_all(true);
    assert_eq!(long.as_mask().centroid(), Some(Vector([32767.5, 1.5])));
    assert_eq!(long.as_mask().principal_axis(), Some(Vector([1.0, 0.0])));
    let mut high = MaskBuf::new([3, 65535]);
    high.fill_all(true);
    assert_eq!(high.as_mask().centroid(), Some(Vector([1.5, 32767.5])));
    assert_eq!(high.as_mask().principal_axis(), Some(Vector([0.0, 1.0])));
    assert_eq!(MaskBuf::new([70, 0]).as_mask().centroid(), None);
}

#[test]
fn boundary_pixels_of_part_are_listed_in_order() {
    let (mut rng, mut seen) = (Rng::with_seed(6), 0);
    for _ in 0..cases(300) {
        // In some cases, the width is near a multiple of the word size.
        let size = [rng.u16(1..14) + 60 * u16::from(rng.u8(0..4) == 0), rng.u16(1..14)];
        let density = 0.4 + rng.f64() * 0.6;
        let random = MaskBuf::from_fn(size, |_, _| rng.f64() < density);
        let Some((part, _)) = random.as_mask().parts(true).into_iter().next() else { continue };
        let mask = part.as_mask();
        let rim = mask.boundary_pixels();
        let [w, h] = mask.size().map(i32::from);
        let solid =
            |x: i32, y: i32| (0..w).contains(&x) && (0..h).contains(&y) && mask.get(x as u16, y as u16);
        // Find the pixels outside of the part with a flood fill from the corner of a frame around it.
        let mut outside = vec![vec![false; (h + 2) as usize]; (w + 2) as usize];
        let mut list = vec![[-1, -1]];
        while let Some([x, y]) = list.pop() {
            let there = (-1..=w).contains(&x) && (-1..=h).contains(&y);
            if !there
                || solid(x, y)
                || std::mem::replace(&mut outside[(x + 1) as usize][(y + 1) as usize], true)
            {
                continue;
            }
            list.extend([[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]);
        }
        let out = |x: i32, y: i32| outside[(x + 1) as usize][(y + 1) as usize];
        let mut wanted: Vec<[u16; 2]> = Vec::new();
        for (x, y) in (0..w).flat_map(|x| (0..h).map(move |y| (x, y))) {
            if solid(x, y) && (out(x + 1, y) || out(x - 1, y) || out(x, y + 1) || out(x, y - 1)) {
                wanted.push([x as u16, y as u16]);
            }
        }
        let mut walked = rim.clone();
        walked.sort();
        walked.dedup();
        wanted.sort();
        assert_eq!(walked, wanted, "{:?}", part.to_rows());
        let near = |a: [u16; 2], b: [u16; 2]| a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])) <= 1;
        assert!((0..rim.len()).all(|k| near(rim[k], rim[(k + 1) % rim.len()])));
        seen += 1;
    }
    assert!(seen > 100);
}

#[test]
fn area_and_centroid_of_sliver_are_accurate() {
    let corners = [
        [0.37213441947500175, 0.2763408688637402],
        [0.3241476711050991, 0.7767133945124455],
        [0.31922649940288794, 0.8280279594170094],
    ]
    .map(Vector);
    let sliver = Polygon::new(&corners).unwrap();
    let area = Shape::from(sliver).area().unwrap();
    // Computed with rational numbers.
    assert!((area / 1.4543531643796557e-18 - 1.0).abs() < 1e-12, "{area:e}");
    let mut rng = Rng::with_seed(8);
    for _ in 0..cases(2000) {
        // Three points that are collinear within a few units of `i64`, or within rounding of `f64`.
        let mut any = || rng.f64() * 2.0 - 1.0;
        let (from, way, share) = ([any(), any()], [any(), any()], any());
        let at = |share: f64| [0, 1].map(|k| from[k] + way[k] * share);
        let points = [at(0.0), at(1.0), at(share)];
        let whole = points.map(|point| Vector(point.map(|c| (c * 2e18) as i64)));
        let real = points.map(Vector);
        let (p, q) = (Polygon::new(&whole), Polygon::new(&real));
        for shape in [
            p.ok().map(|p| (Shape::from(p).area(), Shape::from(p).centroid())),
            q.ok().map(|q| {
                let rounded = Shape::from(q.rounded(0.5));
                let length =
                    [[0, 1], [1, 2], [2, 0]].map(|[a, b]| (real[a] - real[b]).length()).iter().sum::<f64>();
                let right = 0.5 * length + std::f64::consts::PI * 0.25;
                assert!((rounded.area().unwrap() - right).abs() < 1e-9, "{rounded:?}");
                (Shape::from(q).area(), Shape::from(q).centroid())
            }),
        ]
        .into_iter()
        .flatten()
        {
            let (area, centroid) = (shape.0.unwrap(), shape.1.unwrap());
            assert!(area >= 0.0 && centroid.0.iter().all(|c| c.is_finite()), "{area} {centroid:?}");
        }
    }
}

#[test]
fn offset_of_polygon_moves_tiny_edges_exactly() {
    let mut rng = Rng::with_seed(9);
    let mut tiny = 0u64;
    for _ in 0..cases(2000) {
        let center = [0, 1].map(|_| 1000.0 * rng.f32());
        let count = rng.usize(3..8);
        let corners: Vec<Vector<f32, 2>> = (0..count)
            .flat_map(|k| {
                let (sine, cosine) = (k as f32 * std::f32::consts::TAU / count as f32).sin_cos();
                let at = [center[0] + 100.0 * cosine, center[1] + 100.0 * sine];
                let step = 3e-4 * rng.f32();
                [Vector(at), Vector([at[0] - step * sine, at[1] + step * cosine])]
            })
            .collect();
        let Ok(polygon) = Polygon::new(&corners) else { continue };
        let moved = polygon.offset(100.0);
        // The same with the same corners in `f64`, in which the moved ends of the edges are accurate.
        let wide: Vec<Vector<f64, 2>> = polygon.corners().map(|corner| corner.map(f64::from)).collect();
        let right = Polygon::new(&wide).unwrap().offset(100.0);
        assert_eq!(moved.len(), right.len());
        for (corner, right) in moved.iter().zip(&right) {
            let error = (corner.map(f64::from) - *right).length();
            assert!(error < 0.01, "{error} {corner:?} {right:?} {corners:?}");
        }
        tiny += u64::from(moved.len() > count);
    }
    assert!(tiny > cases(100), "{tiny}");
}
