//! Hulls without thickness, cylinders along one line, and gaps of rounding errors in 3D.

use super::*;
use crate::reference::gap_along;
use bumper::{Hull, Pose, Ray, Relate, cast, distance};

#[test]
fn distance_of_box_to_parallel_flat_hull_is_not_zero() {
    // All support points lie in one plane except for the rounding error of their coordinates.
    let axes = [
        [0.9189420713841424, -0.12257050584463887, -0.3748625621974152],
        [0.20217044111129762, 0.9624998587394687, 0.18088984124976737],
        [0.3386334038175871, -0.24201341496597256, 0.9092617471308375],
    ];
    let rotation = Rotation::from_axes(axes.map(Vector)).unwrap();
    let pose = Some(Pose::new(rotation, [5037.203645510703, -1432.2027852365702, -4505.0400152831735]));
    let min = Vector([6762672.142351306, -5385033.176751813, 5472422.910010897]);
    let max = Vector([6763807.609924688, -5379945.79218601, 5473780.715209528]);
    let mut first = spec(Kind::Aabb, vec![min, max], 0.0);
    let points = [
        [6759450.132126296, -5382489.484468911, 5464622.253676665],
        [6761993.824409197, -5386728.971607082, 5464622.253676664],
        [6763689.619264465, -5384185.279324179, 5464622.253676664],
        [6764537.516692102, -5381641.587041277, 5464622.253676664],
        [6759450.132126298, -5388424.7664623475, 5464622.253676665],
        [6765385.414119734, -5387576.869034715, 5464622.253676664],
        [6762841.7218368305, -5383337.381896546, 5464622.253676665],
        [6762841.721836832, -5385033.176751814, 5464622.253676665],
        [6762841.721836832, -5384185.27932418, 5464622.253676664],
    ];
    let mut second = spec(Kind::Hull, points.map(Vector).to_vec(), 0.0);
    (first.pose, second.pose) = (pose, pose);
    let (p, q) = (first.base().unwrap(), second.base().unwrap());
    let (p, q) = (first.placed(&p), second.placed(&q));
    let expected = 7800.6563342316085;
    let lengths: [f64; 3] = [distance(p, q), distance(q, p), contact(p, q).separation];
    for found in lengths {
        assert!((found - expected).abs() < 1e-7, "{found}");
    }
}

#[test]
fn contact_point_of_hulls_of_collinear_points_far_from_the_origin_lies_on_both() {
    let points = [
        [0.06009327392376401, -0.05100032475034563, -0.008902033445076077],
        [-0.060946881760126886, 0.08200574727593254, -0.06784754400237475],
        [0.013628742877026756, 5.7646285394480357e-5, -0.03152985881328069],
        [0.030691540726586697, -0.01869196376695309, -0.02322042360894258],
        [0.006133792031442403, 0.008293540946705452, -0.03517983515128721],
    ];
    let axes = [
        [0.13822065497461256, 0.9851201580670097, -0.10214364742077164],
        [-0.45805073588042, -0.02785597666820827, -0.8884894866700821],
        [-0.8781142146086662, 0.16959457165219072, 0.4473847419931922],
    ];
    let rotation = Rotation::from_axes(axes.map(Vector)).unwrap();
    let placed = |translation: [f64; 3]| Spec {
        pose: Some(Pose::new(rotation, translation)),
        ..spec(Kind::Hull, points.map(Vector).to_vec(), 0.0)
    };
    // The second hull begins where the first hull ends.
    let first = placed([8326.88232351924, 287.15380243306294, 13486.640266657592]);
    let second = placed([8326.856430631182, 287.0208614831103, 13486.508084321886]);
    assert_contact(&first, &second);
    assert_contact(&second, &first);
}

/// Asserts that the normal of a contact separates the shapes.
fn assert_normal(a: &Spec<f64, 3>, b: &Spec<f64, 3>) {
    let found = assert_contact(a, b);
    let along = gap_along(&a.body(), &b.body(), vector(found.normal)).value();
    assert!((along - found.separation).abs() < 1e-9, "{along:e} {found:?}");
}

#[test]
fn normal_of_cylinders_on_one_line_is_perpendicular_to_it() {
    let cylinder = |center: [f64; 3], direction: [f64; 3], half: f64, radius: f64| Spec {
        direction: Vector(direction),
        half: Vector([half, 0.0, 0.0]),
        ..spec(Kind::OrientedCylinder, vec![Vector(center)], radius)
    };
    let diagonal = [0.5773502691896258, 0.5773502691896258, -0.5773502691896258];
    let (half, radius) = (13.76051539614677, 0.08919656103849301);
    let first = cylinder([33.33690892028698, -49.22618345659364, -33.33690892028698], diagonal, half, radius);
    let second =
        cylinder([41.28154618844031, -41.28154618844031, -41.28154618844031], diagonal, half, radius);
    assert_normal(&first, &second);
    let mut rng = reference::random(24);
    for _ in 0..reference::cases(SLOW_CASES / 10) {
        let (center, direction) = (Vector(numbers::<3>(&mut rng, 50.0)), numbers::<3>(&mut rng, 1.0));
        let unit = Vector(direction).normalized().unwrap();
        let other = center + unit.scaled(rng.f64() * 20.0);
        assert_normal(&cylinder(center.0, direction, 14.0, 0.1), &cylinder(other.0, direction, 14.0, 0.1));
    }
}

#[test]
fn normal_across_a_gap_whose_square_underflows_has_unit_length() {
    for gap in [1e-12f32, 1e-21, 1e-30, 1e-38] {
        let point = Vector([gap, 0.5, 0.5]);
        let shapes: [Shape<f32, 3>; 3] = [
            bumper::Aabb::new([-1.0, 0.0, 0.0], [0.0, 1.0, 1.0]).into(),
            bumper::OrientedBox::new([-0.5, 0.5, 0.5], [0.5; 3], Rotation::identity()).into(),
            Shape::Point(Vector([0.0, 0.5, 0.5])),
        ];
        for shape in shapes {
            let found = contact(point, shape);
            assert!((found.normal.length() - 1.0).abs() < 1e-6, "{gap:e} {shape:?} {found:?}");
        }
    }
}

#[test]
fn hit_of_ray_that_grazes_a_hull_lies_on_it() {
    let thin = [
        [-2826.6123f32, -6740.017, -5940.7686],
        [-2759.09, -6829.276, -5981.9487],
        [-2781.6497, -6739.45, -5935.037],
        [-2748.3708, -6740.205, -5917.925],
    ];
    let thick = [
        [-0.0027558631f32, -0.010380787, -0.004237452],
        [-0.0014276864, -0.010380785, -0.01220651],
        [-0.008068571, -0.0098109115, -0.0069476417],
        [-0.0027558631, -0.010380787, -0.010878335],
        [-0.0047481284, -0.011708964, -0.0035733646],
        [0.00089662266, -0.013037137, -0.0065617613],
        [0.0018927552, -0.009052608, -0.0075578946],
        [-0.00408404, -0.010238318, -0.004914999],
        [-0.0014276864, -0.003739903, -0.0055656293],
        [0.002556844, -0.014365315, -0.008221982],
        [-0.0027558631, -0.012088113, -0.0075848126],
        [-0.0067403936, -0.013037137, -0.0042374525],
        [-0.008068571, -0.005068079, -0.0042374516],
        [0.00020967325, -0.01260494, -0.009395568],
        [-0.008068571, -0.0073923892, -0.0055656284],
        [-0.00806857, -0.014365317, -0.009550157],
    ];
    let (thin, thick) = (thin.map(Vector), thick.map(Vector));
    let (thin, thick) = (Hull::new(&thin).unwrap(), Hull::new(&thick).unwrap());
    let rays = [
        (
            [1842.7754, 3643.4011, -178.50096],
            [-0.34784067, -0.820246, -0.45409635],
            [119.25681, -119.25681, -59.628407],
        ),
        ([-0.0026563534, -0.00398453, -0.005312707], [-0.9625681, -0.19256805, 0.19073586], [0.0; 3]),
    ];
    for (hull, (from, direction, offset)) in [thin, thick].into_iter().zip(rays) {
        let pose = Pose::new(Rotation::identity(), offset);
        let shape = Shape::from(hull);
        let shape = shape.placed(&pose);
        let near = f64::from(f32::EPSILON) * f64::from(Vector::<f32, 3>(from).length()) * 64.0;
        // The ray passes so near to the hull that rounding decides whether it hits. If it does, the hit lies on the hull.
        let hit = cast(&Ray::new(from, direction).unwrap(), shape);
        let off = hit.map_or(0.0, |hit| f64::from(distance(shape, hit.point)));
        assert!(off <= near, "{off:e} off: {hit:?}");
    }
}

#[test]
fn triangles_apart_by_many_rounding_errors_do_not_touch() {
    let triangle = |corners: [[f32; 3]; 3]| spec(Kind::Triangle, corners.map(Vector).to_vec(), 0.0);
    let first = triangle([
        [0.004405854, 0.008811688, -0.013217704],
        [-0.013217657, -0.0132177, 0.013217561],
        [0.013217608, -0.0132177, 0.004405806],
    ]);
    let second = triangle([
        [0.0044058776, 0.008811755, -0.013217633],
        [-0.013217633, -0.013217633, 0.013217633],
        [0.013217633, -0.013217633, 0.0044058776],
    ]);
    assert_contact(&first, &second);
    let (p, q) = (first.base().unwrap(), second.base().unwrap());
    assert_eq!([p.relation(&q), q.relation(&p)], [Relation::Apart; 2]);
}
