//! Edges in 2D that are collinear or almost parallel except for rounding, and points beside their ends.

use super::*;
use crate::reference::kinds::largest;
use crate::reference::number::scale;
use crate::reference::{at_most, gap_along};
use bumper::{Pose, distance, sweep};

/// A rotation by its two axes, and a translation.
pub(super) fn pose(axes: [[f32; 2]; 2], translation: [f32; 2]) -> Option<Pose<f32, 2>> {
    Some(Pose::new(Rotation::from_axes(axes.map(Vector)).unwrap(), translation))
}

pub(super) const IDENTITY: [[f32; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];

pub(super) fn polygon<R: Real>(corners: &[[R; 2]], radius: R) -> Spec<R, 2> {
    spec(Kind::Polygon, corners.iter().copied().map(Vector).collect(), radius)
}

/// Asserts that the normal separates the shapes, and that the contact is correct in both orders.
pub(super) fn assert_normal<R: Real>(a: &Spec<R, 2>, b: &Spec<R, 2>) {
    let bodies = [a.body(), b.body()];
    let near = tolerance::<2>(&bodies[0], &bodies[1], epsilon::<R>());
    let expected = separation::<2>(&bodies[0], &bodies[1]).low();
    for (a, b) in [(a, b), (b, a)] {
        let found = assert_contact(a, b);
        let along = gap_along(&a.body(), &b.body(), vector(found.normal)).value();
        assert!(expected - along <= near, "{along:e} instead of {expected:e}: {a:?}\n{b:?}\n{found:?}");
    }
}

/// Asserts that two moving shapes meet, that they touch at that time, and that the contact point lies on both.
pub(super) fn assert_hit<R: Real>(a: &Spec<R, 2>, u: [R; 2], b: &Spec<R, 2>, v: [R; 2]) {
    let (Some(p), Some(q)) = (a.base(), b.base()) else { panic!("no shape: {a:?} {b:?}") };
    let (p, q) = (a.placed(&p), b.placed(&q));
    let hit = sweep(p, u, q, v).unwrap_or_else(|| panic!("{p:?} by {u:?}\n{q:?} by {v:?}"));
    let time = Scalar::to_f64(hit.time);
    let moved = |spec: &Spec<R, 2>, step: [R; 2]| {
        let body = spec.body().moved(scale(vector(Vector(step)), Double::from(time)));
        body.at_least_as_large(largest(Vector(step)) * time)
    };
    let bodies = [moved(a, u), moved(b, v)];
    let near = tolerance::<2>(&bodies[0], &bodies[1], epsilon::<R>());
    let gap = at_most::<2>(&bodies[0], &bodies[1]);
    assert!(gap.abs() <= near, "{gap:e} apart, {near:e} is allowed: {p:?} by {u:?}\n{q:?} by {v:?}\n{hit:?}");
    let along = gap_along(&bodies[0], &bodies[1], vector(hit.normal)).value();
    assert!(gap.min(0.0) - along <= near, "{along:e} along the normal: {hit:?}");
    for body in &bodies {
        let off = separation::<2>(&Body::ring(vec![vector(hit.point)]), body).low();
        assert!(off <= near, "{off:e} off: {hit:?}");
    }
}

#[test]
fn nearest_points_across_a_wide_gap_are_opposite_each_other() {
    // The squared distances of the corner and of the nearest point of its edge are equal except for rounding.
    let mut tilted =
        spec(Kind::Aabb, vec![Vector([0.005913631, 0.0043008225]), Vector([0.006988837, 0.0053760284])], 0.0);
    let axes = [[0.9999999, 0.00047680052], [-0.00047680052, 0.9999999]];
    tilted.pose = pose(axes, [-0.004836887, -0.0032279235]);
    let ends = [[0.0010754622f32, -0.0026885262], [0.0010754622, -5.122037e-7]].map(Vector);
    assert_normal(&tilted, &spec(Kind::Segment, ends.to_vec(), 0.0));
    let mut plank = spec(Kind::OrientedBox, vec![Vector([582.8468f32, 2331.3872])], 0.0);
    plank.half = Vector([582.8468, 0.0]);
    plank.rotation =
        Rotation::from_axes([Vector([1.0, 1.1081214e-5]), Vector([-1.1081214e-5, 1.0])]).unwrap();
    let corners = [[-2331.3584f32, 2331.3872], [-2331.3584, -2331.3872], [-3497.052, -582.8468]];
    assert_normal(&plank, &polygon(&corners, 0.0));
    // A segment beside a wall, so far away that both of its ends are equally near except for rounding.
    let mut rng = reference::random(21);
    for _ in 0..reference::cases(CASES) {
        let size = 10f64.powf(rng.f64() * 8.0 - 3.0);
        let number = |c: f64| (c * size) as f32;
        let (height, slope) = (rng.f64(), 10f64.powf(-3.0 - 3.0 * rng.f64()));
        let wall = [[0.0, 0.0], [0.0, -1.0], [-1.0, -0.5]].map(|p| p.map(number));
        let ends = [[1.0, height * slope], [1.5, (height + rng.f64() - 0.5) * slope]];
        let ends = ends.map(|end| Vector(end.map(number))).to_vec();
        assert_normal(&spec(Kind::Segment, ends, 0.0), &polygon(&wall, 0.0));
    }
}

#[test]
fn a_point_beside_the_end_of_an_edge_has_the_normal_of_that_edge() {
    // The position of the point along the edge differs from the length of the edge by less than the rounding error of that length.
    let corners = [
        [-18.267826f32, -18.270683],
        [-6.08991, -24.35964],
        [6.0880055, -18.270683],
        [24.35488, 18.263065],
        [-0.0009524678, 24.352022],
        [-18.267826, 18.263065],
    ];
    let point = |x, y| spec(Kind::Point, vec![Vector([x, y])], 0.0);
    assert_normal(&point(0.0, 24.355831), &polygon(&corners, 0.0));
    let corners = [
        [-2192.594f32, 1096.297],
        [-1096.297, 2192.594],
        [2192.594, 0.0],
        [2192.594, -2192.594],
        [-527.0041, -1104.7548],
        [-548.1485, -1096.297],
        [-623.5593, -1020.88617],
        [-2192.594, 548.1485],
    ];
    let mut placed = polygon(&corners, 0.0);
    placed.pose = pose(IDENTITY, [-3322.0146, 2466.9255]);
    assert_normal(&point(-1129.4208, 274.33154), &placed);
    let mut rng = reference::random(22);
    for _ in 0..reference::cases(CASES) {
        // A point above the right end of the upper edge, which is long or followed by a short collinear edge.
        let slope = rng.f32() - 0.5;
        let short = if rng.bool() { 1.0 } else { 0.99 + 0.01 * rng.f32() };
        let corners =
            [[100.0, 100.0 * slope], [100.0 * short, 100.0 * slope * short], [0.0, 0.0], [50.0, -100.0]];
        let (beside, above) = (rng.f32() * 1e-4, rng.f32() * 10f32.powf(-5.0 * rng.f32()));
        let at = [100.0 - beside - above * slope, (100.0 - beside) * slope + above];
        if bumper::Polygon::try_new(&corners.map(Vector)).is_some() {
            assert_normal(&point(at[0], at[1]), &polygon(&corners, 0.0));
        }
    }
}

#[test]
fn deepest_points_of_slivers_lie_on_both() {
    let triangle = |corners: [[f32; 2]; 3]| spec(Kind::Triangle, corners.map(Vector).to_vec(), 0.0);
    let pairs = [
        [
            [[-3143408.3, -3161382.0], [-3143104.3, -3161334.0], [-3142324.8, -3161210.8]],
            [[-3142902.0, -3161302.0], [-3142598.0, -3161254.0], [-3141818.5, -3161130.8]],
        ],
        [
            [[9810649.0, -17997852.0], [9804294.0, -18010562.0], [9809967.0, -17999216.0]],
            [[9813826.0, -17991496.0], [9813144.0, -17992860.0], [9807472.0, -18004208.0]],
        ],
        [
            [[8562.854, -3277.1907], [8562.855, -3277.202], [8562.855, -3277.1863]],
            [[8566.656, -3273.1477], [8558.777, -3281.5264], [8562.688, -3277.3677]],
        ],
    ];
    for [a, b] in pairs {
        assert_normal(&triangle(a), &triangle(b));
    }
    // Two slivers along the same line that overlap partly.
    let mut rng = reference::random(23);
    for _ in 0..reference::cases(CASES) {
        let origin = [(); 2].map(|()| (rng.f32() - 0.5) * 10f32.powf(7.0 * rng.f32()));
        let along = [(); 2].map(|()| (rng.f32() - 0.5) * 10f32.powf(4.0 * rng.f32()));
        let mut sliver = |from: f32| {
            [0.0, 0.1 + 0.8 * rng.f32(), 1.0].map(|part| [0, 1].map(|k| origin[k] + along[k] * (from + part)))
        };
        let (a, b) = (sliver(0.0), sliver(0.3));
        assert_normal(&triangle(a), &triangle(b));
    }
}

#[test]
fn depth_of_polygon_with_a_short_edge_is_that_of_the_long_edge_it_continues() {
    let first = [
        [-0.16548259029958956, 2.5371890464780797],
        [1.7662568900223772, 2.8131518293812183],
        [2.0422196729255155, 3.089114612284356],
        [2.0422196729255155, 3.917002960993771],
        [0.11048019260354836, 3.089114612284356],
        [-0.027501198848020714, 2.8131518293812183],
        [-0.09649189457380514, 2.675170437929649],
        [-0.09649189457380514, 2.675170437929649],
    ];
    let second = [
        [-1.7713951172063467, 3.008512796473925],
        [-1.2194695514000704, 1.9046616648613726],
        [-0.5295625941422251, 1.9046616648613726],
        [0.16034436311562028, 1.9046616648613726],
        [-0.3533105009175126, 3.445626256960771],
        [-0.35332815226323067, 3.4456792109979255],
        [-0.391581202690656, 3.5604383622802014],
        [-1.7713951172063467, 3.2844755793770632],
    ];
    assert_normal(&polygon(&first, 0.27596278290313814), &polygon(&second, 0.5519255658062763));
}

#[test]
fn distance_of_segment_that_touches_a_box_is_zero() {
    let wall = spec(Kind::Aabb, vec![Vector([191.08278f32, 30.703953]), Vector([192.05731, 30.703953])], 0.0);
    let mut post = spec(Kind::OrientedBox, vec![Vector([191.57025, 30.54153])], 0.0);
    post.half = Vector([0.00020085764, 0.16242257]);
    post.rotation = Rotation::from_axes([Vector([-1.0, 0.0]), Vector([0.0, -1.0])]).unwrap();
    assert_normal(&wall, &post);
    let (wall, post) = (wall.base().unwrap(), post.base().unwrap());
    assert!(distance(wall, post).max(distance(post, wall)) < 1e-5, "{}", distance(wall, post));
}

#[test]
fn contact_point_of_hit_on_an_edge_that_continues_a_short_one_lies_on_both() {
    let ends = vec![Vector([-0.30557066f32, 1.2222826]), Vector([-0.22917798, 0.6111413])];
    let mut capsule = spec(Kind::Capsule, ends, 0.30557066);
    capsule.pose = pose(IDENTITY, [0.8916672, -1.7151953]);
    let corners = [
        [0.8916672, 23.149157],
        [0.8916672, 23.149157],
        [0.96805984, 22.91998],
        [0.7388819, 22.690802],
        [0.6910233, 22.690802],
        [0.6624892, 22.690802],
        [0.43331122, 23.149157],
    ];
    let other = polygon(&corners, 0.001200236);
    assert_hit(&capsule, [-0.5897662, 0.32139143], &other, [-0.86086375, -39.907448]);
    // A polygon that is smaller than the rounding error of its position.
    let mut ball = spec(Kind::Ball, vec![Vector([-94350.56f32, 85560.98])], 2602.6035);
    ball.pose = pose([[0.9405597, -0.33962837], [0.33962837, 0.9405597]], [-270099.2, 328201.75]);
    let corners = [
        [-0.009546252, 0.007300932],
        [-0.009319398, 0.007594079],
        [-0.004925115, 0.008298818],
        [-0.0044420604, 0.007948901],
        [-0.0044046757, 0.007916078],
        [-0.004103147, 0.007611944],
        [-0.0038285013, 0.0072534373],
        [-0.004510735, 0.0026640226],
        [-0.007926595, 0.0021029783],
        [-0.009104421, 0.0028494182],
        [-0.010104886, 0.0059478777],
    ];
    let mut other = polygon(&corners, 0.0);
    other.pose = pose([[0.6155372, -0.7881078], [0.7881078, 0.6155372]], [-669541.1, 440721.06]);
    assert_hit(&ball, [566.66986, -1772.5564], &other, [694002.75, -1803.0333]);
}

#[test]
fn sweep_hits_beside_a_short_edge_far_from_the_origin() {
    // The search for the nearest points begins at the short edge and must not leave the line of the edge that continues it.
    let corners = [
        [7115.963f32, 24905.87],
        [10673.194, 28463.102],
        [10673.944, 28463.852],
        [21347.889, 35579.813],
        [28463.852, 35579.813],
        [28463.852, 28463.852],
        [7123.4336, 21350.379],
        [7115.963, 21347.889],
        [7115.963, 21347.889],
    ];
    let mut first = polygon(&corners, 0.0);
    first.pose = pose(IDENTITY, [13511318.0, 11617908.0]);
    let corners = [
        [13478312.0, 11663099.0],
        [13478578.0, 11664162.0],
        [13499926.0, 11646372.0],
        [13498824.0, 11645270.0],
        [13496368.0, 11642814.0],
        [13478578.0, 11639256.0],
        [13475020.0, 11649930.0],
    ];
    let second = polygon(&corners, 0.0);
    assert_hit(&first, [11530640.0, -23997654.0], &second, [11575814.0, -24002534.0]);
    // The short edge is below the rounding error of the translation, which reverses it.
    let ball = spec(Kind::Ball, vec![Vector([18.991293f32, 140.33484])], 71.61667);
    let corners = [
        [-72.81244, 24.270811],
        [-24.270811, -48.541622],
        [-24.267591, -48.543232],
        [72.81244, -97.083244],
        [90.937386, 11.666443],
        [97.083244, 48.541622],
        [0.0, 97.083244],
        [-29.368778, 67.71447],
    ];
    let mut far = polygon(&corners, 0.0);
    far.pose = pose(IDENTITY, [104311.77, 60759.0]);
    assert_hit(&ball, [0.0, 0.0], &far, [-136337.36, -79112.2]);
}

#[test]
fn separation_of_point_beside_a_sliver_with_a_tiny_end_is_positive() {
    let corners = [
        [0.08564283027102625, -0.006776494847712589],
        [-0.1577500201773769, 0.013632018745307558],
        [-0.15775002017737694, 0.013632018745307561],
    ];
    let point = spec(Kind::Point, vec![Vector([0.0004833351128059756, 0.0003304112013634477])], 0.0);
    assert_normal(&point, &spec(Kind::Triangle, corners.map(Vector).to_vec(), 0.0));
}

#[test]
fn distance_of_box_inside_a_polygon_with_a_tiny_edge_is_zero() {
    let corners = [
        [-0.0952531217978202, -0.02163156293932917],
        [0.06394257346835566, -0.07384056490623882],
        [0.07047314506626795, -0.06763591909553146],
        [-0.03345370008829271, 0.0917710830154635],
        [-0.03345370008829271, 0.09177108301546351],
        [-0.07038368702772252, 0.06772900654676794],
        [-0.07952379875827235, 0.05671901937165634],
        [-0.0942435556728292, 0.025675551436549],
    ]
    .map(Vector);
    let polygon = Shape::from(bumper::Polygon::new(&corners).unwrap());
    let offset = Vector([0.01145440634250011, 0.00963338308007484]);
    let half = Vector([0.027825411851828824, 0.02876589674914165]);
    let shapes: [Shape<f64, 2>; 4] = [
        bumper::OrientedBox::new(offset, half, Rotation::identity()).into(),
        bumper::Aabb::new(offset - half, offset + half).into(),
        bumper::Segment::new(offset - half, offset + half).into(),
        offset.into(),
    ];
    for shape in shapes {
        let found: [f64; 2] = [distance(shape, polygon), distance(polygon, shape)];
        assert_eq!(found, [0.0; 2], "{shape:?}");
    }
}
