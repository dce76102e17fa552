//! Sweeps that graze, that meet an edge whose direction is wrong because of rounding, or that start where the shapes touch.

use super::*;
use crate::reference::draw;
use bumper::{
    Aabb, Ball, Capsule, Contact, Hull, Motion, OrientedBox, OrientedCylinder, Polygon, Pose, Rotation,
    Segment, Shape, Vector, contact, distance, sweep, sweep_turning,
};

#[test]
fn thin_box_meets_edge_that_continues_a_short_one() {
    // The first edge of the polygon is collinear with the next edge, which is 30,000 times as long.
    let corners = [
        [-0.7466046253142611, 3.6380627056199155],
        [-0.7464884203467934, 3.638266064312984],
        [1.9510852775278529, 4.537457296937866],
        [1.0518940449029708, -2.6560725640611906],
        [-4.343253350846322, -2.6560725640611906],
    ]
    .map(Vector);
    let polygon = Polygon::new(&corners).unwrap();
    let wall =
        Aabb::new([-2.6975731978545447, 1.7983824652497642], [-2.6975731978545447, 3.5967649304995284]);
    let hit = sweep(wall, [0.0, 0.0], polygon, [-1.8005763696386787, 0.0]).unwrap();
    assert!((hit.normal - Vector([0.868243142, -0.496138938])).length() < 1e-8, "{hit:?}");
    assert!((hit.point - wall.min()).length() < 1e-12, "{hit:?}");
}

#[test]
fn ball_meets_edge_that_continues_a_short_one() {
    let corners = [
        [39676.19996663668, 29096.064816909966],
        [39676.26445508146, 29096.150801503005],
        [39676.26445508146, -16388.179255972274],
        [20182.980144734916, -22885.940692754455],
        [689.6958343883671, -22885.940692754455],
    ]
    .map(Vector);
    let polygon = Polygon::new(&corners).unwrap();
    let ball = Ball::new([-2634.263035182877, 22598.389364720824], 25991.04574712873);
    let steps = [[60149.08716343536, 6989.395846795627], [30196.68373825132, 21300.209187028428]].map(Vector);
    let hit = sweep(ball, steps[0], polygon, steps[1]).unwrap();
    let pose = Pose::new(Rotation::identity(), steps[1].scaled(hit.time));
    let found: Contact<f64, 2> =
        contact(ball.translated(steps[0].scaled(hit.time)), Shape::from(polygon).placed(&pose));
    assert!(found.separation.abs() < 1e-9, "{hit:?} {found:?}");
}

#[test]
fn edge_below_rounding_error_gives_no_normal() {
    // Two corners of the polygon are equal within the rounding error of its size.
    let corners = [
        [-2733.34013846905, -4010.1018562759064],
        [-1729.9202443843496, -1490.6889199242469],
        [0.020725089631014274, -0.018122227407729955],
        [0.020725089631014274, -0.018122227407729948],
        [5549.221477887008, -368.5015721086565],
        [6994.9170190297455, -1949.5668407841913],
        [-2748.3565566264538, -5099.525876402433],
    ]
    .map(Vector);
    let polygon = Polygon::new(&corners).unwrap();
    let ends = [[0.010748329397049757, 0.014944135136822058], [0.020725089630796903, -0.018122227408535346]];
    let found = contact(Capsule::new(ends[0], ends[1], 0.010429327639652812), polygon);
    assert!((found.normal - Vector([0.652774402283681, -0.757552361043897])).length() < 1e-9, "{found:?}");
}

#[test]
fn hit_beyond_the_end_of_a_flat_side_lies_on_both_shapes() {
    let capsule = Capsule::new([0.0f64, 0.0], [-60.0, -20.0], 80.0);
    // The point is slightly beyond the end of the spine: the normal is the normal of the flat side, but the nearest point is the end.
    for beside in [1e-7, 1e-6, 1e-5] {
        let end = Vector([-25.298221281347036, 75.89466384404111]) + Vector([0.9, 0.3]).scaled(beside);
        let wall = Segment::new(end + Vector([0.0, 300.0]), end + Vector([0.0, 340.0]));
        let hit = sweep(capsule, [0.0, 0.0], wall, [0.0, -600.0]).unwrap();
        let moved = wall.translated([0.0, -600.0 * hit.time]);
        let off: f64 = distance(capsule, hit.point);
        assert!(off.max(distance(moved, hit.point)) < 1e-11, "{beside} {hit:?}");
    }
}

#[test]
fn normal_of_two_corners_that_meet_separates_the_segments() {
    let fixed = Segment::new([-35815.066f32, -58096.27], [-47652.176, -68362.95]);
    let fast = Segment::new([-33094.563f32, -59384.7], [-35815.074, -58096.258]);
    let hit = sweep(fixed, [0.0, 0.0], fast, [-1_108_379.0, -3_313_008.5]).unwrap();
    let low = hit.normal.dot(fast.from() - fixed.from());
    let high = hit.normal.dot(fixed.to() - fixed.from());
    assert!(low > -0.1 && high < 0.1, "{low} {high} {hit:?}");
}

#[test]
fn normal_of_a_small_ball_at_the_end_of_a_segment_separates_them() {
    let ball = Ball::new([-145.46341f32, 250.74942], 0.0031823467);
    let segment = Segment::new([679.7364f32, -3274.4941], [792.2076, -3400.6838]);
    let hit = sweep(ball, [49.137062, 64.263916], segment, [-1232.1847, 5053.9097]).unwrap();
    let along = hit.normal.dot(segment.from() - segment.to());
    assert!(along > -1e-3, "{along} {hit:?}");
}

#[test]
fn hit_of_a_long_segment_on_a_tiny_hull_lies_on_the_hull() {
    let points = [
        [-5249.431389121998, 23653.332142199553, -34128.787156826125],
        [-5256.119408709766, 23651.1905915838, -34132.63331231536],
        [-5255.252135175016, 23652.794858239107, -34133.48972762495],
        [-5253.086043805325, 23648.51249163785, -34131.89534758165],
        [-5251.59172978252, 23654.455491077544, -34130.023652312644],
        [-5251.9103283660725, 23652.519950056667, -34134.84686983852],
        [-5254.193885287732, 23652.06218068382, -34134.641523653954],
        [-5249.3192704561925, 23648.849475453957, -34131.29633679755],
        [-5250.736955065705, 23654.109642591364, -34134.757216074104],
        [-5254.376741945018, 23649.56943692479, -34132.59307688479],
        [-5252.6491031659725, 23652.389052532795, -34128.6753904742],
    ]
    .map(Vector);
    let hull = Hull::new(&points).unwrap();
    let segment = Segment::new(
        [-18912.878609080173, 89853.65197210746, 13839.719973560668],
        [8413.534202113573, -42555.751137609084, -82116.71213530592],
    );
    let hit = sweep(segment, [0.0; 3], hull, [0.0, 705928.187239094, 0.0]).unwrap();
    assert!(hit.time == 0.0 && distance(hull, hit.point) < 1e-9, "{} {hit:?}", distance(hull, hit.point));
}

/// Conservative advancement took a thousand steps while the far end of the segment rotated fast, and gave up.
#[test]
fn point_that_leaves_the_end_of_a_turning_segment_is_not_stopped_before_it_returns() {
    let at = [-24.579561525166536, 21.022894069750887];
    let u = Motion::new([-0.05685003101825714, -0.040107082575559616])
        .turning([-24.34634780883789, 21.867408752441406], 42.24856948852539_f64.to_radians());
    let segment = Segment::new(at, [-30.378760697893398, 12.893158155576849]);
    let v = Motion::new([-0.015659993514418602, 0.11480849981307983])
        .turning([-24.218242645263672, 22.002599716186523], 33.56328582763672_f64.to_radians());
    let hit = sweep_turning(Vector(at), &u, segment, &v);
    let gap = |time: f64| {
        let segment = Shape::from(segment);
        distance(u.pose_at(time).apply(Vector(at)), segment.placed(&v.pose_at(time)))
    };
    let end = hit.map_or(1.0, |hit| hit.time);
    assert!(hit.is_none_or(|hit| gap(hit.time) < 1e-5), "{hit:?}");
    assert!((1..100).all(|k| gap(end * f64::from(k) / 100.0) > 0.0), "{hit:?}");
}

#[test]
fn contact_with_a_placed_cylinder_of_f32_lies_on_both_shapes() {
    // Neither the direction of the cylinder nor the rotation is orthonormal in f64.
    let axes = [
        [1.0f32, 5.288411e-7, -1.0994023e-5],
        [-5.288392e-7, 1.0, 1.699738e-7],
        [1.0994023e-5, -1.6996799e-7, 1.0],
    ];
    let half = [0.00044369683, 0.0024471525, 0.00043752263];
    let center = [0.011366655, -0.010992169, 0.011731138];
    let shape = OrientedBox::new(center, half, Rotation::from_axes(axes.map(Vector)).unwrap());
    let direction = Vector([-0.038855027, -0.998858, -0.027803242]);
    let middle = Vector([0.016352613, 0.015602886, -0.002656489]);
    let drum = Shape::from(OrientedCylinder::try_new(middle, direction, 0.005244114, 0.00045955158).unwrap());
    let axes = [
        [0.99999946, 4.9841206e-6, -0.0010575555],
        [-4.9557693e-6, 1.0, 2.6810982e-5],
        [0.0010575557, -2.6805725e-5, 0.99999946],
    ];
    let translation = Vector([-0.0043354733, -0.018909933, 0.014987748]);
    let drum = drum.placed(&Pose::new(Rotation::from_axes(axes.map(Vector)).unwrap(), translation));
    let still = Motion::new([0.0f32; 3]);
    let moves = Motion::new([0.051034838, -0.042162716, -0.06222351]);
    let hit = sweep_turning(shape, &still, drum, &moves).unwrap();
    let off = distance(shape, hit.point).max(distance(drum, hit.point));
    assert!(hit.time == 0.0 && off < 1e-8, "{off:e} {hit:?}");
}

/// Four points of the hull coincide except for rounding, and the ball hits the hull there.
#[test]
fn ball_hits_corner_that_is_several_points() {
    let points = [
        [53284.68843064583, 70804.30884185225, 97853.94120127149],
        [54126.90363126604, 71136.5547746054, 99383.95631513263],
        [53295.86721047482, 71956.70126765122, 99204.89417882478],
        [54147.227897498764, 71281.63622014101, 98329.2587894849],
        [52163.63482298274, 70863.96627177851, 98545.6878550075],
        [52163.63482298274, 70863.96627177848, 98545.68785500748],
        [52163.63482298273, 70863.96627177851, 98545.68785500748],
        [52375.96144280076, 72207.5444979653, 97438.71152698921],
        [53295.86721047483, 71956.70126765124, 99204.89417882483],
        [53795.50997532802, 70883.12498372312, 98140.43477873085],
        [53988.8489783345, 71559.1371883403, 99044.50430141766],
        [53284.688430645816, 70804.30884185225, 97853.9412012715],
        [52375.96144280076, 72207.5444979653, 97438.7115269892],
        [52518.71764606551, 71457.67464414935, 99432.88818785953],
        [53284.68843064583, 70804.30884185224, 97853.94120127147],
        [52163.634822982756, 70863.9662717785, 98545.68785500753],
    ]
    .map(Vector);
    let axes = [
        [0.2726580157083477, 0.9211084228834095, 0.2778792539273573],
        [-0.8056733763508847, 0.060726830881589366, 0.5892390539080425],
        [0.5258783291878004, -0.38454066794594977, 0.7586701902581453],
    ];
    let rotation = Rotation::from_axes(axes.map(Vector)).unwrap();
    let ball: Shape<f64, 3> =
        Ball::new([52435.22497998555, 71350.47566262353, 99360.73565263287], 64.17273983512023).into();
    let hull = Shape::Hull(Hull::new(&points).unwrap());
    let poses = [
        [-19.226883070274056, 60.503827801960554, 19.32448992904102],
        [-88.71930880409143, -107.79008601307565, -226.82750417977056],
    ]
    .map(|translation| Pose::new(rotation, Vector(translation)));
    let step = Vector([44.447235375565405, 107.64049636523069, 157.43838993657383]);
    let still = Vector([0.0; 3]);
    let hit = sweep(ball.placed(&poses[0]), still, hull.placed(&poses[1]), step).unwrap();
    let moved = Pose::new(Rotation::identity(), step.scaled(hit.time));
    let there = hull.placed(&poses[1]);
    assert!(distance(hit.point, there.placed(&moved)) < 1e-8, "{hit:?}");
    let back = sweep(hull.placed(&poses[1]), step, ball.placed(&poses[0]), still).unwrap();
    assert!(distance(back.point, there.placed(&moved)) < 1e-8, "{back:?}");
}

/// Hulls whose corners are several points that coincide except for rounding, hit by balls and capsules at these corners.
#[test]
fn rounded_shapes_hit_corners_that_are_several_points() {
    let mut rng = reference::random(61);
    let mut hits = 0;
    for _ in 0..reference::cases(CASES) {
        let size = draw::decades(&mut rng, (0.0, 4.0));
        let middle = numbers::<3>(&mut rng, size * 50.0);
        let mut points = vec![];
        for _ in 0..rng.usize(3..7) {
            let corner: [f64; 3] = numbers(&mut rng, size);
            for _ in 0..rng.usize(1..5) {
                let rounding = |rng: &mut Rng| f64::from(rng.i8(-2..=2)) * f64::EPSILON * size * 50.0;
                points.push(Vector(std::array::from_fn(|k| middle[k] + corner[k] + rounding(&mut rng))));
            }
        }
        let hull = Hull::new(&points).unwrap();
        let radius = size * draw::decades(&mut rng, (-3.0, 0.0));
        let step = Vector(numbers::<3>(&mut rng, size * 4.0));
        // Aimed at a corner.
        let aside = Vector(numbers::<3>(&mut rng, radius * 0.5));
        let from = points[rng.usize(..points.len())] - step.scaled(0.7) + aside;
        let round: Shape<f64, 3> = match rng.bool() {
            true => Ball::new(from, radius).into(),
            false => Capsule::new(from, from - Vector(numbers::<3>(&mut rng, size)), radius).into(),
        };
        let Some(hit) = sweep(round, step, hull, [0.0; 3]).filter(|hit| !hit.starts_overlapping) else {
            continue;
        };
        hits += 1;
        let near = 64.0 * f64::EPSILON * size * 60.0;
        let moved = Pose::new(Rotation::identity(), step.scaled(hit.time));
        let off = [distance(hit.point, hull), distance(hit.point, round.placed(&moved))];
        assert!(off[0] <= near && off[1] <= near, "{off:?} {near:e} {round:?} {step:?} {hull:?} {hit:?}");
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn contact_point_of_segment_that_meets_a_rotating_disc_lies_on_both() {
    // The rotation about an axis that is normalized in `f32` must not scale the disc, to which the segment is almost parallel.
    let segment = Segment::new([-3022.6538f32, 4391.877, 3417.9824], [-2780.4397, 4391.877, 3539.0894]);
    let direction = Vector([0.48507127f32, 0.7276069, -0.48507127]);
    let center = Vector([-3022.6536, 4391.877, 3417.982]);
    let disc = OrientedCylinder::try_new(center, direction, 0.0, 363.32123).unwrap();
    let straight = Motion::new([-4.746_319f32, -25.968_725, 19.000_587]);
    let turning = Motion::new([7.820_791, 21.121_681, -4.854_552]).turning(
        [-2_869.339_6, 4_420.993, 3_447.047_6],
        [-0.163_773_51, 0.410_693_91, 0.381_720_1],
        151.464_8,
    );
    let hit = sweep_turning(segment, &straight, disc, &turning).unwrap();
    let (segment, disc) = (Shape::from(segment), Shape::from(disc));
    let poses = [straight.pose_at(hit.time), turning.pose_at(hit.time)];
    for (shape, pose) in [segment, disc].iter().zip(&poses) {
        let off: f32 = distance(shape.placed(pose), hit.point);
        assert!(off < 0.1, "{off:e} off: {hit:?}");
    }
}
