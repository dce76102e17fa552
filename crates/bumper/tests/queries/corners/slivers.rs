//! Tests of slivers, short edges and nearly parallel faces in 2D.

use super::*;
use crate::reference::gap_along;
use crate::reference::kinds::Kind;
use bumper::{Pose, Relate, Relation, contact_within, distance};

/// Asserts that contact, distance and contact within a margin agree with the reference.
pub(super) fn assert_queries<R: Real>(a: &Spec<R, 2>, b: &Spec<R, 2>) {
    let found = assert_contact(a, b);
    let bodies = [a.body(), b.body()];
    let (Some(p), Some(q)) = (a.base(), b.base()) else { panic!("no shape: {a:?} {b:?}") };
    let (p, q) = (a.placed(&p), b.placed(&q));
    let near = tolerance::<2>(&bodies[0], &bodies[1], epsilon::<R>());
    let (low, high) = {
        let expected = separation::<2>(&bodies[0], &bodies[1]);
        (expected.low(), expected.high())
    };
    let context = || format!("{p:?}\n{q:?}\n{low:e}\n{found:?}");
    let along = gap_along(&bodies[0], &bodies[1], vector(found.normal)).value();
    assert!(low - along <= near, "the normal: {}", context());
    let least = Scalar::to_f64(found.separation).max(0.0);
    for point in found.points() {
        assert!(Scalar::to_f64(point.separation) - least <= near, "no point is there: {}", context());
    }
    for found in [distance(p, q), distance(q, p)].map(Scalar::to_f64) {
        assert!(found >= low.max(0.0) - near && found <= high.max(0.0) + near, "{found:e} {}", context());
    }
    let margin = R::from_f64(high.max(0.0) + 100.0 * near);
    assert!(
        contact_within(p, q, margin).is_some() && contact_within(q, p, margin).is_some(),
        "{}",
        context()
    );
}

fn points<R: Real>(points: &[[f64; 2]]) -> Vec<Vector<R, 2>> {
    points.iter().map(|point| Vector(point.map(R::from_f64))).collect()
}

fn placed<R: Real>(spec: Spec<R, 2>, rotation: [f64; 2], translation: [f64; 2]) -> Spec<R, 2> {
    let rotation =
        Rotation::from_complex(R::from_f64(rotation[0]), R::from_f64(rotation[1])).expect("a rotation");
    Spec { pose: Some(Pose { rotation, translation: Vector(translation.map(R::from_f64)) }), ..spec }
}

fn angle(rng: &mut Rng) -> [f64; 2] {
    let angle = rng.f64() * core::f64::consts::TAU;
    [angle.cos(), angle.sin()]
}

/// A random number between two powers of ten, with uniformly distributed magnitude.
fn decades(rng: &mut Rng, from: f64, to: f64) -> f64 {
    10f64.powf(from + (to - from) * rng.f64())
}

#[test]
fn points_between_nearly_parallel_faces_have_their_own_separations() {
    let face = spec::<f32, 2>(Kind::Aabb, points(&[[2077.0825, -519.2706], [6231.2476, 519.2706]]), 0.0);
    let capsule = points(&[[-2077.0825, -519.2706], [-4154.165, -519.2706]]);
    let capsule = spec(Kind::Capsule, capsule, 846.13354);
    assert_queries(&face, &placed(capsule, [1.0, 6.036_037_6e-6], [4361.864, 1557.8307]));
    let mut rng = reference::random(30);
    for _ in 0..reference::cases(CASES) {
        let size = decades(&mut rng, -2.0, 5.0);
        let [from, to] = [(); 2].map(|()| [(rng.f64() - 0.5) * size, size * 0.5]);
        let corners = [[-size * rng.f64(), -size], [size * rng.f64(), 0.0]];
        let (radius, tilt) = ([0.0, size * 0.6][rng.usize(..2)], decades(&mut rng, -8.0, -4.0));
        let a = spec::<f32, 2>(Kind::Aabb, points(&corners), 0.0);
        let b = spec(Kind::Capsule, points(&[from, to]), radius as f32);
        assert_queries(&a, &placed(b, [1.0, tilt], [0.0, 0.0]));
    }
}

#[test]
fn corner_beyond_the_end_of_a_face_by_rounding_is_the_deepest_point() {
    let capsule = points(&[[-121_414.375, 49_348.164], [-167_550.39, 49_348.164]]);
    let capsule = spec::<f32, 2>(Kind::Capsule, capsule, 291.478_82);
    let mut plank = spec(Kind::OrientedBox, points(&[[46_136.01, 15_378.671]]), 0.0);
    plank.half = Vector([15_378.671, 502.279_45]);
    plank.rotation = Rotation::from_complex(1.0, 1.242_840_6e-8).unwrap();
    assert_queries(&capsule, &placed(plank, [1.0, 8.619_136e-6], [-229_064.94, 33_466.684]));
    // Within rounding, an edge of the polygon continues the edge that has the normal.
    let tip = [[0.434_953_48, 0.036_130_79], [0.216_702_86, 0.042_364_296], [-0.225_127_41, -0.633_955_6]];
    let big = [
        [-3752.0884, 5582.1353],
        [-23.926_619, 116.549_32],
        [0.434_953_48, 0.036_130_79],
        [2231.9104, -10_672.503],
        [-35_257.477, -26_850.605],
    ];
    assert_queries(
        &spec::<f32, 2>(Kind::Triangle, points(&tip), 0.0),
        &spec(Kind::Polygon, points(&big), 17_082.03),
    );
    let mut rng = reference::random(31);
    for _ in 0..reference::cases(CASES) {
        // A spike that points at the end of an edge.
        let size = decades(&mut rng, -2.0, 5.0);
        let beyond = size * (rng.f64() - 0.5) * 2e-6;
        let spike = [[beyond, 0.0], [size * rng.f64(), size], [size * rng.f64(), size]];
        let face = [[-size * 0.1, -size], [0.0, -size * 1e-5 * (rng.f64() - 0.5)]];
        let spike = spec::<f32, 2>(Kind::Triangle, points(&spike), 0.0);
        assert_queries(&spike, &spec(Kind::Aabb, points(&face), size as f32 * 1e-4));
    }
}

#[test]
fn placing_a_sliver_does_not_turn_it_inside_out() {
    let sliver = [[190.410_78, -1.222_317], [8.746_246, 277.491_55], [29.991_999, 244.895_81]];
    let sliver =
        placed(spec::<f32, 2>(Kind::Triangle, points(&sliver), 0.0), [-1.0, 0.0], [16_610.785, 5785.6294]);
    let small = [[16_477.713, 5698.8975], [16_477.7, 5698.9023], [16_477.729, 5698.8784]];
    assert_queries(&sliver, &spec(Kind::Triangle, points(&small), 0.0));
    let sliver = [[559.9942, -258.026_25], [378.919_04, -189.6537], [559.489_87, -257.835_82]];
    let sliver = spec::<f32, 2>(Kind::Triangle, points(&sliver), 0.0);
    let sliver = placed(sliver, [0.951_536_95, -0.307_534_43], [59.167_645, 181.405_01]);
    assert_queries(&spec(Kind::Point, points(&[[512.670_84, -236.333_98]]), 0.0), &sliver);
    let mut rng = reference::random(32);
    for _ in 0..reference::cases(CASES) {
        let (size, far) = (decades(&mut rng, -1.0, 3.0), decades(&mut rng, 0.0, 4.0));
        let [p, q] = [numbers::<2>(&mut rng, size), numbers::<2>(&mut rng, size)];
        let part = rng.f64();
        let third = [0, 1].map(|k| p[k] + (q[k] - p[k]) * part + (rng.f64() - 0.5) * size * 1e-6);
        let sliver = spec::<f32, 2>(Kind::Triangle, points(&[p, q, third]), 0.0);
        let turn = angle(&mut rng);
        let at = [0, 1].map(|k| p[k] + (q[k] - p[k]) * 0.3);
        let at = [at[0] * turn[0] - at[1] * turn[1] + far, at[0] * turn[1] + at[1] * turn[0] - far];
        let near = |rng: &mut Rng| [0, 1].map(|k| at[k] + (rng.f64() - 0.5) * size * 1e-3);
        let other = match rng.bool() {
            true => spec(Kind::Triangle, points(&[near(&mut rng), near(&mut rng), near(&mut rng)]), 0.0),
            false => spec(Kind::Point, points(&[at]), 0.0),
        };
        assert_queries(&placed(sliver, turn, [far, -far]), &other);
    }
}

#[test]
fn point_in_line_with_a_sliver_is_not_in_it() {
    let sliver = [
        [-0.002_954_093_958_287_389_6, 0.005_908_187_916_574_783],
        [-0.005_908_187_916_574_783, 0.008_862_281_874_862_172],
        [-0.005_908_187_916_574_783, 0.008_862_281_874_862_17],
    ];
    let sliver = placed(
        spec::<f64, 2>(Kind::Triangle, points(&sliver), 0.0),
        [1.0, 0.0],
        [-1.503_497_844_213_200_8, -2.408_618_398_815_095_8],
    );
    let point = points(&[[-1.500_543_750_254_913_3, -2.408_618_398_815_095_8]]);
    assert_queries(&spec(Kind::Point, point, 0.0), &sliver);
    let mut rng = reference::random(33);
    for _ in 0..reference::cases(CASES) {
        let size = decades(&mut rng, -3.0, 3.0);
        let [p, q] = [numbers::<2>(&mut rng, size), numbers::<2>(&mut rng, size)];
        let beside = |q: [f64; 2], rng: &mut Rng| q.map(|c| c + c * f64::EPSILON * (rng.f64() * 4.0 - 2.0));
        let part = rng.f64() * 4.0 - 2.0;
        let on = [0, 1].map(|k| p[k] + (q[k] - p[k]) * part);
        let corners = [p, q, beside(q, &mut rng)];
        let sliver = spec::<f64, 2>(Kind::Triangle, points(&corners), 0.0);
        let ball = spec(Kind::Ball, points(&[on]), size * [0.0, 1e-3][rng.usize(..2)]);
        assert_queries(&ball, &sliver);
    }
}

#[test]
fn short_edge_in_line_with_a_long_one_does_not_separate() {
    // A polygon with edges as short as two rounding errors, and one with an edge of 0.002 between edges of 40.
    let corners = [
        [0.002_549_253_619_955_343_6, -0.005_300_405_779_666_423],
        [0.003_856_144_443_433_438_6, -0.008_192_669_125_232_407],
        [0.009_181_979_547_770_888, -0.006_588_687_964_367_237],
        [0.009_141_351_373_838_919, -0.004_306_352_487_784_896],
        [0.004_709_241_279_047_736, -0.002_331_051_601_468_611_2],
        [0.004_709_241_279_047_734, -0.002_331_051_601_468_610_4],
        [0.003_516_337_515_603_590_2, -0.003_120_112_818_626_390_6],
        [0.002_712_026_766_102_166_3, -0.004_445_109_958_434_854],
    ];
    let rounded = spec::<f64, 2>(Kind::Polygon, points(&corners), 0.0);
    let rounded =
        placed(rounded, [1.0, 8.587_279_692_575_681e-9], [25.752_140_669_175_652, -17.261_335_761_919_64]);
    let ball = points(&[[25.761_281_090_646_31, -17.262_925_555_750_165]]);
    assert_queries(&spec(Kind::Ball, ball, 6.154_891_235_067_714e-6f64.sqrt()), &rounded);
    let corners = [
        [-24.899_859_838_299_292, 100.920_007_852_191_36],
        [2.389_072_304_307_219_5, 143.304_430_582_304_8],
        [170.544_863_916_749_4, 103.276_966_463_232_42],
        [170.544_863_916_749_4, 103.276_966_463_232_42],
        [168.458_209_794_721_54, 26.888_322_923_827_275],
        [106.752_532_623_327_94, -30.320_197_673_679_11],
        [44.436_516_537_373_32, -31.807_402_684_580_403],
        [-11.686_812_305_476_797, 8.371_004_856_239_939],
        [-11.688_812_380_909_141, 8.372_436_700_136_05],
        [-25.145_293_719_614_8, 35.238_794_160_072_59],
        [-29.220_582_029_157_74, 83.075_891_732_032_09],
    ];
    let segment = [
        [-0.002_501_490_103_069_295, 0.006_265_781_545_737_046],
        [-0.002_801_061_118_293_365_6, -0.008_529_417_578_415_998],
    ];
    assert_queries(
        &spec::<f64, 2>(Kind::Segment, points(&segment), 0.0),
        &spec(Kind::Polygon, points(&corners), 0.0),
    );
    // A placed triangle that has a short edge.
    let sliver = [[-2.515_287, -21.742_071], [-2.515_501_7, -21.742_332], [3.445_326_8, -14.508_543]];
    let sliver = spec::<f32, 2>(Kind::Triangle, points(&sliver), 0.0);
    let sliver = placed(sliver, [0.982_506_9, 0.186_226_25], [15.297_627, -4.171_281_3]);
    let ball = spec(Kind::Ball, points(&[[21.384_556, -17.784_414]]), 0.015_326_176);
    assert_queries(&ball, &sliver);
    let mut rng = reference::random(34);
    for _ in 0..reference::cases(CASES) {
        let size = decades(&mut rng, -1.0, 2.0);
        let [p, q] = [numbers::<2>(&mut rng, size), numbers::<2>(&mut rng, size)];
        let short = decades(&mut rng, -5.0, -3.0);
        let third = [0, 1].map(|k| p[k] + (q[k] - p[k]) * short);
        let sliver = spec::<f32, 2>(Kind::Triangle, points(&[p, third, q]), 0.0);
        let (turn, part) = (angle(&mut rng), rng.f64());
        let at = [0, 1].map(|k| p[k] + (q[k] - p[k]) * part);
        let at = [at[0] * turn[0] - at[1] * turn[1] + size, at[0] * turn[1] + at[1] * turn[0] - size];
        let ball = spec(Kind::Ball, points(&[at]), (size * decades(&mut rng, -4.0, -2.0)) as f32);
        assert_queries(&ball, &placed(sliver, turn, [size, -size]));
    }
}

#[test]
fn parallel_segments_that_begin_side_by_side_have_the_normal_of_their_sides() {
    let p =
        [[8_903_406.889_764_598, -4_325_495.525_464_057], [8_903_206.867_676_698, -4_326_499.982_526_673]];
    let q =
        [[8_903_407.086_604_388, -4_325_495.564_661_656_5], [8_903_207.064_516_487, -4_326_500.021_724_273]];
    assert_queries(
        &spec::<f64, 2>(Kind::Segment, points(&p), 0.0),
        &spec::<f64, 2>(Kind::Segment, points(&q), 0.0),
    );
    let mut rng = reference::random(35);
    for _ in 0..reference::cases(CASES) {
        let size = decades(&mut rng, -1.0, 3.0);
        let ([x, y], far) = (angle(&mut rng), size * decades(&mut rng, 0.0, 4.0));
        let (start, gap) = (numbers::<2>(&mut rng, far), size * decades(&mut rng, -4.0, -1.0));
        let end = [start[0] + x * size, start[1] + y * size];
        let beside = |point: [f64; 2]| [point[0] - y * gap, point[1] + x * gap];
        let p = spec::<f64, 2>(Kind::Segment, points(&[start, end]), 0.0);
        let q = [[beside(start), beside(end)], [beside(end), beside(start)]][rng.usize(..2)];
        assert_queries(&p, &spec(Kind::Segment, points(&q), 0.0));
    }
}

/// Asserts that the relation agrees with the sign of the separation of the reference, unless this separation is within the rounding error.
fn assert_relation<R: Real>(a: &Spec<R, 2>, b: &Spec<R, 2>) {
    let bodies = [a.body(), b.body()];
    let near = tolerance::<2>(&bodies[0], &bodies[1], epsilon::<R>());
    let expected = separation::<2>(&bodies[0], &bodies[1]);
    let (Some(p), Some(q)) = (a.base(), b.base()) else { panic!("no shape: {a:?} {b:?}") };
    for (first, second) in [(p, q), (q, p)] {
        let found = first.relation(&second);
        let context = || format!("{first:?}\n{second:?}\n{:e} {near:e} {found:?}", expected.low());
        assert!(expected.low() <= near || found == Relation::Apart, "{}", context());
        assert!(expected.high() >= -near || found == Relation::Overlapping, "{}", context());
    }
}

#[test]
fn edge_that_is_all_rounding_separates_nothing() {
    let aabb =
        [[-1.29056478641717, -1.29056478641717], [9.033953504920191, 3.87169435925151]].map(Vector::<f64, 2>);
    let corners = [
        [-3.871694359251509, -2.5811295728332353],
        [-3.871694359251511, -2.5811295728332353],
        [-2.4297821882761457, -6.906866085759331],
        [-1.2905647864171699, -10.324518291336254],
        [0.0, -10.324518291336254],
        [5.162259145668681, -1.290564786416065],
    ];
    assert_relation(
        &spec(Kind::Aabb, aabb.to_vec(), 0.0),
        &spec(Kind::Polygon, corners.map(Vector).to_vec(), 0.0),
    );
    let needle = [
        [-25.43866643254424, 4.086324288683975],
        [4.864518595438017, -0.8843346978253914],
        [4.864518595438015, -0.8843346978253914],
    ];
    let triangle = [
        [0.0395014709176241, 0.04288926495062741],
        [-0.03154822249453011, -0.08077964402377416],
        [0.0024752190956166074, -0.08680930308650231],
    ];
    let [needle, triangle] =
        [needle, triangle].map(|corners| spec(Kind::Triangle, corners.map(Vector).to_vec(), 0.0));
    assert_relation(&needle, &triangle);
}

/// Polygons and triangles with corners that coincide except for rounding, against shapes that they overlap or touch near these corners.
#[test]
fn relations_of_shapes_with_almost_repeated_corners() {
    fn check<R: Real>() {
        let mut rng = reference::random(71);
        let mut overlapping = 0;
        for _ in 0..reference::cases(CASES) {
            let kind = [Kind::Triangle, Kind::Polygon][rng.usize(..2)];
            let other = [Kind::Triangle, Kind::Polygon, Kind::Aabb, Kind::Segment, Kind::Point, Kind::Ball]
                [rng.usize(..6)];
            let [a, b] = reference::draw::pair::<R, 2>(&mut rng, [kind, other]);
            let [mut a, b] = if a.kind == kind { [a, b] } else { [b, a] };
            let far = Scalar::to_f64(a.points[0].x()).abs().max(Scalar::to_f64(a.points[0].y()).abs());
            let k = rng.usize(..a.points.len());
            let ulps: [f64; 2] = std::array::from_fn(|_| f64::from(rng.i8(-2..=2)) * far * epsilon::<R>());
            let twin = a.points[k] + Vector(ulps.map(R::from_f64));
            if kind == Kind::Triangle {
                a.points[(k + 1) % 3] = twin;
            } else {
                a.points.insert(k, twin);
            }
            a.radius = R::default();
            let (a, b) = (Spec { pose: None, ..a }, Spec { pose: None, ..b });
            if a.base().is_none() || b.base().is_none() {
                continue;
            }
            assert_relation(&a, &b);
            // Moved so that they overlap by little.
            let (p, q) = (a.body(), b.body());
            let found = separation::<2>(&p, &q);
            let depth =
                p.largest.max(q.largest) * epsilon::<R>() * reference::draw::decades(&mut rng, (2.0, 5.0));
            let b = b.moved(reference::number::scale(found.normal(), -found.middle() - depth));
            if b.base().is_some() {
                assert_relation(&a, &b);
                overlapping += 1;
            }
        }
        assert!(overlapping > 100, "{overlapping}");
    }
    check::<f64>();
    check::<f32>();
}

/// Boxes whose faces are parallel except for some rounding errors, one beyond the other at an end.
#[test]
fn almost_parallel_faces_of_boxes_meet_where_both_are() {
    fn boxed<R: Real>(center: [f64; 2], half: [f64; 2], axis: [f64; 2]) -> Spec<R, 2> {
        let axes = [axis, [-axis[1], axis[0]]].map(|axis| Vector(axis.map(R::from_f64)));
        let rotation = Rotation::from_axes(axes).unwrap();
        let [center, half] = [center, half].map(|v| Vector(v.map(R::from_f64)));
        Spec { half, rotation, ..spec(Kind::OrientedBox, vec![center], R::default()) }
    }
    let a = boxed::<f32>([0.001294092, 0.000431364], [0.001294092; 2], [1.0, 6.38936e-6]);
    let b = boxed::<f32>([0.000862728, 0.000431364], [0.000862728; 2], [2.220446e-16, -1.0]);
    assert_eq!(assert_contact(&a, &b).points().len(), 2);
    assert_contact(&b, &a);
    fn check<R: Real>() {
        let mut rng = reference::random(91);
        for _ in 0..reference::cases(CASES) {
            let turns = [(); 2].map(|()| epsilon::<R>() * reference::draw::decades(&mut rng, (-1.0, 4.0)));
            let half = |rng: &mut Rng| [rng.f64() + 0.05, rng.f64() + 0.05];
            let (p, q) = (half(&mut rng), half(&mut rng));
            let a = boxed::<R>(numbers(&mut rng, 0.2), p, [1.0, turns[0]]);
            let axis = if rng.bool() { [1.0, turns[1]] } else { [turns[1], -1.0] };
            let b = boxed::<R>(numbers(&mut rng, 1.0), q, axis);
            assert_queries(&a, &b);
            assert_queries(&b, &a);
        }
    }
    check::<f32>();
    check::<f64>();
}
