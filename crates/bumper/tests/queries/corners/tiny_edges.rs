//! Polygons in 2D with an edge so short that rounding rotates it, next to much longer edges.

use super::edges::{assert_hit, assert_normal, polygon, pose};
use super::slivers::assert_queries;
use super::*;
use crate::reference::draw::decades;
use bumper::{
    Ball, Motion, Polygon, Pose, Relate, Relation, Segment, contact_within, distance, sweep_turning,
};
use core::array::from_fn;

/// A polygon around a position, with corners on a circle, and with additional corners on its edges, close to other corners.
fn polygon_with_tiny_edges<R: Real>(rng: &mut Rng, size: f64, place: [f64; 2]) -> Spec<R, 2> {
    loop {
        let mut angles: Vec<f64> = (0..rng.usize(3..8)).map(|_| rng.f64() * core::f64::consts::TAU).collect();
        angles.sort_by(f64::total_cmp);
        let at = |angle: f64| {
            Vector([place[0] + size * angle.cos(), place[1] + size * angle.sin()].map(R::from_f64))
        };
        let mut corners: Vec<Vector<R, 2>> = angles.into_iter().map(at).collect();
        for _ in 0..rng.usize(1..3) {
            let k = rng.usize(..corners.len());
            let (from, to) = (corners[k], corners[(k + 1) % corners.len()]);
            let least = [-17.0, -7.0][rng.usize(..2)];
            let part = decades(rng, (least, -1.0));
            let part = R::from_f64(if rng.bool() { part } else { 1.0 - part });
            corners.insert(k + 1, from + (to - from).map(|c| c * part));
        }
        if Polygon::try_new(&corners).is_some() {
            return spec(Kind::Polygon, corners, R::default());
        }
    }
}

/// A shape of a random kind near a point.
fn small_shape<R: Real>(rng: &mut Rng, size: f64, at: [f64; 2]) -> Spec<R, 2> {
    let mut near = |reach: f64| Vector(at.map(|c| R::from_f64(c + (rng.f64() * 2.0 - 1.0) * reach)));
    let [p, q, r] = [near(0.0), near(size), near(size)];
    let (radius, none) = (R::from_f64(rng.f64() * size), R::default());
    match rng.u8(..6) {
        0 => spec(Kind::Point, vec![p], none),
        1 => spec(Kind::Ball, vec![p], radius),
        2 => spec(Kind::Segment, vec![p, q], none),
        3 => spec(Kind::Capsule, vec![p, q], radius),
        4 => spec(Kind::Triangle, vec![p, q, r], none),
        _ => spec(Kind::Aabb, vec![p, q], none),
    }
}

/// Shapes that touch a polygon with tiny edges, almost touch it or overlap it by little.
fn beside_tiny_edges<R: Real>(rng: &mut Rng) -> Relation {
    let size = decades(rng, (-3.0, 5.0));
    let far = size * [0.0, 1.0, 100.0][rng.usize(..3)];
    let place = numbers(rng, far);
    let large = polygon_with_tiny_edges::<R>(rng, size, place);
    let small = size * decades(rng, (-4.0, 0.0));
    let small = small_shape::<R>(rng, small, place);
    let [p, q] = [&large, &small].map(Spec::body);
    let expected = separation::<2>(&p, &q);
    // Moves the small shape to the surface of the large one, or near it.
    let gap = size * [0.0, epsilon::<R>() * 8.0, decades(rng, (-14.0, -2.0))][rng.usize(..3)];
    let gap = if rng.bool() { gap } else { -gap };
    let to = reference::number::scale(expected.normal, Double::from(gap - expected.middle()));
    let small = small.moved(reference::number::rounded(to));
    assert_queries(&large, &small);
    let near = tolerance::<2>(&p, &small.body(), epsilon::<R>());
    let expected = separation::<2>(&p, &small.body());
    let (Some(p), Some(q)) = (large.base(), small.base()) else { panic!("no shape: {large:?} {small:?}") };
    let found = p.relation(&q);
    assert_eq!(found, q.relation(&p));
    assert!(
        expected.low() <= near || found == Relation::Apart,
        "{p:?}\n{q:?}\n{found:?} {:e}",
        expected.low()
    );
    let overlaps = expected.high() < -near;
    assert!(!overlaps || found == Relation::Overlapping, "{p:?}\n{q:?}\n{found:?} {:e}", expected.high());
    found
}

#[test]
fn queries_beside_tiny_edges_are_accurate() {
    let (mut rng, mut seen) = (reference::random(70), [0; 3]);
    for _ in 0..reference::cases(CASES) {
        for found in [beside_tiny_edges::<f32>(&mut rng), beside_tiny_edges::<f64>(&mut rng)] {
            seen[found as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&seen| seen > CASES / 100), "{seen:?}");
}

/// Sweeps a shape towards a random point of a polygon with tiny edges that moves, too.
fn sweep_to_tiny_edges<R: Real>(rng: &mut Rng) {
    let size = decades(rng, (-3.0, 5.0));
    let mut large = polygon_with_tiny_edges::<R>(rng, size, [0.0; 2]);
    if rng.bool() {
        let angle = decades(rng, (-7.0, 0.5));
        let turn = Rotation::from_complex(R::from_f64(angle.cos()), R::from_f64(angle.sin()));
        large.pose = turn.map(|turn| Pose::new(turn, numbers::<2>(rng, size * 100.0).map(R::from_f64)));
    }
    // Towards a point inside the polygon, near a corner.
    let body = large.body().short();
    let [p, q] = [(); 2].map(|()| body.points[rng.usize(..body.points.len())]);
    let middle: [f64; 2] =
        from_fn(|k| body.points.iter().map(|point| point[k]).sum::<f64>() / body.points.len() as f64);
    let (part, deep) = (rng.f64() * [0.0, 1.0][rng.usize(..2)], decades(rng, (-3.0, 0.0)));
    let target: [f64; 2] = from_fn(|k| {
        let edge = p[k] + (q[k] - p[k]) * part;
        edge + (middle[k] - edge) * deep
    });
    let away = numbers::<2>(rng, size * 200.0);
    let small = size * decades(rng, (-4.0, -1.0));
    let small = small_shape::<R>(rng, small, [target[0] + away[0], target[1] + away[1]]);
    // At the end of the sweep, the shapes surely overlap.
    let body = large.body();
    let end = separation::<2>(&body, &small.moved([-away[0], -away[1], 0.0]).body()).high();
    let near = tolerance::<2>(&body, &small.body(), epsilon::<R>());
    if separation::<2>(&body, &small.body()).low() > size && end < -4.0 * near {
        assert_hit(&small, away.map(|c| R::from_f64(-c)), &large, [R::default(); 2]);
    }
}

#[test]
fn sweeps_to_tiny_edges_stop_at_them() {
    let mut rng = reference::random(71);
    for _ in 0..reference::cases(CASES) {
        sweep_to_tiny_edges::<f32>(&mut rng);
        sweep_to_tiny_edges::<f64>(&mut rng);
    }
}

#[test]
fn ball_at_a_corner_is_not_measured_from_the_other_end_of_an_edge() {
    let center = Vector([-0.0006425027549821145, -0.0014714871452951542]);
    let mut ball = spec(Kind::SquaredBall, vec![center], 4.099881528407487e-7f64.sqrt());
    let corners = [
        [-8.250025988250558, 2.3316250751304333],
        [-4.865800720414552, -1.53456234027119],
        [-0.0006425027549821216, -0.0014714871452952138],
        [1.0373150901668788, 3.515012192023212],
        [0.04940099583136259, 5.8921846736736985],
        [-0.6671141660289575, 6.614621072795384],
        [-5.477633897297077, 7.27044035055297],
        [-7.492396528011431, 5.596867532623049],
        [-7.64078479531677, 5.3625308123576225],
    ];
    let far = polygon(&corners, 0.0);
    assert_normal(&ball, &far);
    ball.kind = Kind::Ball;
    assert_normal(&ball, &far);
}

#[test]
fn short_edge_in_line_with_a_long_one_does_not_determine_the_normal() {
    let point = spec(Kind::Point, vec![Vector([-71958.47434593897, 2339.968597293966])], 0.0);
    let corners = [
        [-76330.1308534581, 15562.240967351681],
        [-71958.48152575185, 2339.990312961985],
        [-71958.47434593897, 2339.9685972939624],
        [-71914.20274143605, 1657.8209671907898],
        [-71889.45375354563, -838.7063910358411],
        [-86049.13050071565, -24786.643189588314],
        [-112181.81393797358, -26540.875157191083],
        [-113187.08799946355, -26090.7566811219],
        [-116403.38235834573, -24319.441321115373],
        [-127618.64708040866, -10953.575130156016],
        [-129789.69689176093, -1189.286768026017],
    ];
    assert_normal(&point, &polygon(&corners, 0.0));
}

#[test]
fn short_edge_in_line_with_a_long_one_does_not_determine_the_depth() {
    let point = spec(Kind::Point, vec![Vector([-27181.066864781977, -2443.892847933053])], 0.0);
    let corners = [
        [-43536.087845889866, -1099.637346822386],
        [-10830.426358536237, -3787.6674650358254],
        [-10826.859273959972, -3787.960638460216],
        [-13021.462528697819, -13415.393774976888],
        [-13609.678125500825, -14355.50381242923],
        [-17012.886691803127, -18051.46676136204],
        [-35631.8296658668, -19512.099511217686],
        [-42908.61823326698, -11045.876792848012],
        [-43709.83965351982, -8262.027292665236],
        [-43870.32187899007, -7287.884241911224],
        [-43928.97492140072, -3352.9423995496586],
    ];
    assert_normal(&point, &polygon(&corners, 0.0));
}

#[test]
fn separation_of_contact_is_not_that_of_a_short_edge_in_line_with_a_long_one() {
    let corners = [
        [716.7768788657082, 1123.9878494941079],
        [-761.591340636873, 1094.1190107816358],
        [-782.7010397043912, 1079.1185580521355],
        [-1199.6245683551583, -581.3937348179417],
        [-708.3232745704888, -1129.3342811535454],
        [-568.1073959130766, -1205.973368941337],
        [1286.826175721245, -323.9385910846381],
        [1293.975461893721, -320.5390520728891],
    ];
    let ends = [[362.93077644115203, -763.2998251562044], [363.28508833677546, -763.2493619309171]];
    let small = spec(Kind::Aabb, ends.map(Vector).to_vec(), 0.0);
    assert_queries(&polygon(&corners, 0.0), &small);
    assert_queries(&small, &polygon(&corners, 0.0));
}

#[test]
fn segment_inside_a_polygon_is_not_apart_from_it_along_a_tiny_edge() {
    let corners = [
        [43708.19536727068, 41548.632189273616],
        [-7527.090767068614, 59833.41945474415],
        [45085.68212296764, -40049.674737345405],
        [45085.68212297837, -40049.67473736577],
    ];
    let ends = [[18783.878256175154, 9894.286202083855], [19193.721108854843, 6982.665136385336]];
    let small = spec(Kind::Segment, ends.map(Vector).to_vec(), 0.0);
    assert_queries(&polygon(&corners, 0.0), &small);
    assert_queries(&small, &polygon(&corners, 0.0));
}

/// The edge is the only one in its group of four edges.
#[test]
fn polygon_whose_fifth_edge_is_tiny_is_not_apart_along_it() {
    let corners = [
        [1.1472097788929547, 0.256290189154281],
        [-1.1312099060884757, 0.3195920621850005],
        [-1.1641832552445617, 0.16264158770909407],
        [-1.1590219847536274, -0.19606880604043503],
        [1.1472097788929545, 0.256290189154281],
    ];
    let ends =
        [[0.0059061029303362905, -0.030656934340982333], [0.005948185996908983, -0.030110691556923006]];
    let small = spec(Kind::Aabb, ends.map(Vector).to_vec(), 0.0);
    assert_queries(&polygon(&corners, 0.0), &small);
    assert_queries(&small, &polygon(&corners, 0.0));
}

/// Rounding has rotated the edge by several degrees.
#[test]
fn polygon_whose_ninth_edge_is_tiny_is_not_beyond_a_margin_along_it() {
    let corners = [
        [-1967.513594437814, 1795.2462638053225],
        [-2389.1945201763233, -1177.1866618187637],
        [-333.16011769573754, -2642.5410551175055],
        [-264.02118175210325, -2650.3418095767947],
        [-160.73266784802394, -2658.6056310575723],
        [397.73695510228106, -2633.5953004496614],
        [962.2572014388526, -2482.26247249406],
        [972.9217364166473, -2479.40359498259],
        [-1967.5135944378128, 1795.2462638053203],
    ];
    let triangle = [
        [-481.01398829846113, -330.87868540163043],
        [-484.99929655304373, -324.16018139089726],
        [-488.6527477234063, -338.9243854286625],
    ];
    let small = spec(Kind::Triangle, triangle.map(Vector).to_vec(), 0.0);
    assert_queries(&polygon(&corners, 0.0), &small);
    assert_queries(&small, &polygon(&corners, 0.0));
}

#[test]
fn polygons_at_a_distance_with_a_tiny_edge() {
    let corners = [
        [-0.0011418716865948734, -0.0011418716865948739],
        [0.0008564037649461552, -0.0005709358432974368],
        [0.0002592657266494401, 2.6202194999278244e-5],
        [0.0002592657266494401, 2.620219499927825e-5],
        [0.00014273396082435923, 0.00014273396082435913],
        [-0.0005709358432974369, 0.000856403764946155],
        [-0.0008564037649461554, 0.0],
    ];
    let mut a = polygon(&corners, 0.0002854679216487184);
    a.pose = Some(Pose::new(Rotation::identity(), [-0.0006851230119569242, -0.0013702460239138484]));
    let corners = [
        [-0.0005709358432974368, 0.0011418716865948737],
        [-0.0005709358432974368, 0.0011418716865948737],
        [-0.0002854679216487184, -0.0005709358432974368],
        [-0.0002854679216487184, -0.0005709358432974368],
        [0.0, -0.0011418716865948737],
        [0.0002854679216487184, -0.0008564037649461552],
        [0.0005709358432974368, 0.0],
        [0.0, 0.0011418716865948737],
    ];
    assert_normal(&a, &polygon(&corners, 0.0));
}

#[test]
fn overlap_with_a_tiny_edge() {
    let ends = [[0.30019917683435704, 5.245996769522684], [-0.31558248795115373, 5.430053855210964]];
    let mut capsule = spec(Kind::Capsule, ends.map(Vector).to_vec(), 0.8824192141904171);
    let axes = [[0.9999999999999992, 3.904731509142267e-8], [-3.904731509142267e-8, 0.9999999999999992]];
    let translation = [-1.5648188486389618, -4.761286443333694];
    capsule.pose = Some(Pose::new(Rotation::from_axes(axes.map(Vector)).unwrap(), translation));
    let corners = [
        [-29.317737308149873, -30.3759534758544],
        [55.201866151762296, -82.84179426137038],
        [74.59441398283451, -67.70130864637028],
        [85.47821877333718, -11.86739461151144],
        [82.7489282882199, -4.943644191094261],
        [26.83173867995206, 28.82636045900718],
        [26.33669241011018, 28.304398603376125],
        [-9.348946588297657, -9.32146282759351],
        [-9.349007215616748, -9.321526751210154],
    ];
    let far = polygon(&corners, 0.0);
    assert_normal(&capsule, &far);
    let (p, q) = (capsule.base().unwrap(), far.base().unwrap());
    assert_eq!(capsule.placed(&p).relation(&q), Relation::Overlapping);
    assert_eq!(q.relation(&capsule.placed(&p)), Relation::Overlapping);
}

#[test]
fn overlap_of_point_segment() {
    let end = [-0.014154007917609944, -0.004135247460875354];
    let mut point = spec(Kind::Segment, vec![Vector(end); 2], 0.0);
    let axes = [[0.576300674834713, -0.8172377452033492], [0.8172377452033492, 0.576300674834713]];
    point.pose = Some(Pose::new(Rotation::from_axes(axes.map(Vector)).unwrap(), [0.0, -0.0]));
    let corners = [
        [-42522.50727206278, 1588.8820723070348],
        [-42407.13964480568, 1715.0352919168363],
        [-9032.430088039213, 15443.101055051895],
        [-0.011536444624653086, 0.00918404361436842],
        [1422.1352983437919, -2431.4928658501995],
        [27193.499215101758, -46493.837666891326],
        [1249.5507492917295, -68216.63181883325],
        [-10599.552842631127, -70001.43239186204],
        [-19123.057825876967, -69220.10869699021],
        [-28644.059962613188, -66182.1541166317],
        [-42637.874899319875, 1462.7288526972297],
    ];
    let far = polygon(&corners, 34974.91167388494);
    assert_normal(&point, &far);
    let (p, q) = (point.base().unwrap(), far.base().unwrap());
    assert_eq!(point.placed(&p).relation(&q), Relation::Overlapping);
    assert_eq!(q.relation(&point.placed(&p)), Relation::Overlapping);
}

#[test]
fn ball_hits_corner() {
    let ball = spec(Kind::Ball, vec![Vector([0.00082914275f32, 0.006350129])], 2.27745e-6);
    let corners = [
        [-0.020896921, -0.018785898],
        [-0.016128752, -0.02300988],
        [0.0037221343, -0.027852055],
        [0.0037221343, -0.027852055],
        [0.012444413, -0.025193805],
        [0.012445167, -0.025193142],
        [0.023424415, -0.015520569],
        [0.027843555, -0.0037851925],
        [0.024166036, 0.014338547],
        [0.020035388, 0.019702144],
        [-0.007605348, 0.027050877],
    ];
    let mut far = polygon(&corners, 0.0);
    far.pose = pose([[0.8736301, -0.4865906], [0.4865906, 0.8736301]], [-7.907525, 12.249754]);
    assert_hit(&ball, [-0.03121037, -0.041885152], &far, [10.85921, -16.860409]);
}

#[test]
fn point_hits_polygon() {
    let point = spec(Kind::Point, vec![Vector([0.027630817f32, 0.009112946])], 0.0);
    let corners = [
        [-55075.16, 15591.402],
        [-44393.94, -36132.297],
        [-40337.457, -40611.016],
        [14778.184, -55298.918],
        [26579.371, -50694.203],
        [29917.104, -48798.895],
        [56619.957, -8399.1455],
        [23720.89, 52093.04],
        [7963.969, 56682.805],
        [-50174.387, 27548.068],
    ];
    let mut far = polygon(&corners, 0.0);
    far.pose = pose([[0.57219356, -0.8201186], [0.8201186, 0.57219356]], [-21682.336, -41830.605]);
    assert_hit(&point, [0.0, 0.0], &far, [-1611455.0, 2283284.8]);
}

#[test]
fn point_hits_polygon_with_tiny_edge() {
    let ball = spec(Kind::Ball, vec![Vector([-0.10103534470198226; 2])], 0.0);
    let corners = [
        [-0.20207068940396453, 0.10103534470198226],
        [-0.050517672350991125, 0.0757765085264867],
        [-0.050517672350991125, 0.0757765085264867],
        [-0.050517672350991125, 0.0757765085264867],
        [-0.07577629092052851, -0.05051658432120022],
        [-0.0757765085264867, -0.05051767235099113],
        [-0.12629418087747782, -0.025258836175495566],
        [-0.22732952557946007, 0.05051767235099113],
    ];
    let mut far = polygon(&corners, 0.0);
    let axes = [[0.9999999999815707, 6.071123003846234e-6], [-6.071123003846234e-6, 0.9999999999815707]];
    let translation = [-0.10166317757129732, -0.05051721230341807];
    far.pose = Some(Pose::new(Rotation::from_axes(axes.map(Vector)).unwrap(), translation));
    assert_hit(&ball, [0.0, 0.0], &far, [0.1398646498905057, 0.0]);
}

#[test]
fn box_touches_polygon_with_tiny_edge() {
    let ends = [[0.9508217264782997, -0.13522298958061474], [0.9594755119128702, -0.0035773275053410936]];
    let wall = spec(Kind::Aabb, ends.map(Vector).to_vec(), 0.0);
    let corners = [
        [0.5769480461845301, 0.30184060850928984],
        [1.1035306944856245, 0.3018406085092899],
        [0.9060639108888565, -0.09309295868424615],
        [0.9060622013727141, -0.09309637771653105],
        [0.5769480461845303, -0.02727354667889425],
    ];
    let far = polygon(&corners, 0.0);
    assert_normal(&wall, &far);
    let (p, q) = (wall.base().unwrap(), far.base().unwrap());
    assert_eq!([distance(p, q), distance(q, p)], [0.0; 2]);
    assert!(contact_within(p, q, 0.0).is_some());
    assert!(contact_within(q, p, 0.0).is_some());
}

#[test]
fn rotating_segment_without_length_hits_ball() {
    let ball = Ball::new([-20765.057193024135, 10774.227483077124], 6594.791800736013);
    let still = Motion::new([-239.63572692871094, 247.9741668701172]);
    let turning = Motion::new([802.3016357421875, -292.1217041015625])
        .turning([-12680.44921875, 13444.2314453125], 314.9801025390625_f64.to_radians());
    let from = Vector([-7135.820804836374, 19127.630430676072]);
    let point = sweep_turning(ball, &still, from, &turning).unwrap();
    for step in 0..40 {
        let length = f64::from(step) * 5e-13;
        for end in [Vector([length, 0.0]), Vector([0.0, length]), Vector([length, -length])] {
            let hit = sweep_turning(ball, &still, Segment::new(from, from + end), &turning).unwrap();
            assert!((hit.time - point.time).abs() < 1e-9, "{hit:?} {point:?}");
        }
    }
}
