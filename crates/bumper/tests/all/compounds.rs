//! Compares owned shapes with many parts, which store a tree of bounding boxes, with lists of the same parts, which are searched linearly.

use crate::motion::cases;
use crate::owned_shapes::lent;
use bumper::{
    Aabb, Ball, Contact, Pose, Ray, RayHit, Region, Relate, Relation, Rotation, Shape, ShapeBuf, Triangle,
    Vector, cast, contact_within, distance, sweep,
};
use fastrand::Rng;

/// Random parts of all kinds, including compounds and empty shapes. The area grows with their number.
fn random_parts(count: usize, rng: &mut Rng) -> Vec<ShapeBuf<f64, 2>> {
    let side = 12.0 * (count as f64).sqrt();
    let part = |_| {
        let at = Vector([rng.f64() * side, rng.f64() * side]);
        match rng.u8(0..20) {
            0 => ShapeBuf::compound([] as [ShapeBuf<f64, 2>; 0]),
            _ => lent(rng, |shape| ShapeBuf::from(shape)).translated(at).unwrap(),
        }
    };
    (0..count).map(part).collect()
}

/// Compares all queries of a stored shape and of a list against another shape. Returns whether the stored shape and the list intersect it.
fn assert_same_results(
    kept: Shape<'_, f64, 2>,
    list: Shape<'_, f64, 2>,
    other: Shape<'_, f64, 2>,
    rng: &mut Rng,
) -> bool {
    let far = |hit: Option<RayHit<f64, 2>>| hit.map(|hit| hit.distance);
    let deep = |contact: Option<Contact<f64, 2>>| contact.map(|contact| contact.separation);
    assert_eq!(kept.relation(&other), list.relation(&other));
    assert_eq!(other.relation(&kept), other.relation(&list));
    assert_eq!(distance(kept, other), distance(list, other));
    assert_eq!(distance(other, kept), distance(other, list));
    for limit in [0.0, 5.0] {
        assert_eq!(deep(contact_within(kept, other, limit)), deep(contact_within(list, other, limit)));
    }
    let step = Vector([rng.f64() * 60.0 - 30.0, rng.f64() * 60.0 - 30.0]);
    let time = |shape| sweep(other, step, shape, [0.0; 2]).map(|hit| hit.time);
    assert_eq!(time(kept), time(list));
    let from = other.center().unwrap_or_default() - step;
    if let Some(ray) = Ray::new(from, step) {
        assert_eq!(far(cast(&ray, kept)), far(cast(&ray, list)));
        assert_eq!(far(ray.entering(kept)), far(ray.entering(list)));
    }
    kept.intersects(&other)
}

#[test]
fn compound_with_bvh_agrees_with_linear_search() {
    let (mut rng, mut met) = (Rng::with_seed(3), [0; 2]);
    for count in [0, 1, 2, 4, 5, 15, 16, 17, 33, 64, 65, 150].into_iter().cycle().take(cases(120) as usize) {
        let owned = random_parts(count, &mut rng);
        let lent: Vec<_> = owned.iter().map(Shape::from).collect();
        let (kept, list) = (ShapeBuf::compound(owned.clone()), Shape::Compound(&lent));
        let pose = Pose::new(Rotation::from_degrees(rng.f64() * 360.0), [rng.f64() * 9.0, 3.0]);
        let (turned, placed) = (kept.placed(&pose), list.placed(&pose));
        assert_eq!((Shape::from(&kept)).bounds(), list.bounds());
        let moved = kept.translated([64.0, 0.0]).unwrap();
        assert_eq!(moved, ShapeBuf::compound(owned.iter().map(|part| part.translated([64.0, 0.0]).unwrap())));
        for _ in 0..6 {
            let side = 12.0 * (count as f64).sqrt() + 8.0;
            let ball = Ball::new([rng.f64() * side, rng.f64() * side], 1.5);
            met[usize::from(assert_same_results((&kept).into(), list, ball.into(), &mut rng))] += 1;
            met[usize::from(assert_same_results((&turned).into(), placed, ball.into(), &mut rng))] += 1;
        }
        let other = ShapeBuf::compound(random_parts(rng.usize(0..40), &mut rng));
        met[usize::from(assert_same_results((&kept).into(), list, (&other).into(), &mut rng))] += 1;
        met[usize::from(assert_same_results((&other).into(), (&other).into(), placed, &mut rng))] += 1;
    }
    assert!(met.iter().all(|count| *count > 200), "{met:?}");
}

#[test]
fn region_queries_agree_with_compound_of_its_parts() {
    let (mut rng, mut met) = (Rng::with_seed(4), [0; 2]);
    for _ in 0..cases(60) {
        let corners = rng.usize(3..120);
        let corner = |k: usize| {
            let (sine, cosine) = (k as f64 / corners as f64 * std::f64::consts::TAU).sin_cos();
            let radius = 30.0 - 15.0 * rng.f64();
            [radius * cosine, radius * sine]
        };
        let region = Region::new((0..corners).map(corner).collect::<Vec<_>>()).unwrap();
        let (whole, moved) = (ShapeBuf::from(&region), region.translated([100.0, 0.0]).unwrap());
        let parts: Vec<Shape<f64, 2>> = region.parts().map(Shape::from).collect();
        for _ in 0..9 {
            let at = [rng.f64() * 80.0 - 40.0, rng.f64() * 80.0 - 40.0];
            let ball = Shape::from(Ball::new(at, 1.0));
            let (whole, list) = (Shape::from(&whole), Shape::Compound(&parts));
            met[usize::from(whole.intersects(&ball))] += 1;
            assert_eq!(whole.relation(&ball), list.relation(&ball));
            assert_eq!(distance(whole, ball), distance(list, ball));
            let ray = Ray::new(at, [-at[0] + 0.1, 3.0 - at[1]]).unwrap();
            let far = |shape| cast(&ray, shape).map(|hit| hit.distance);
            assert_eq!(far(whole), far(list));
            let away = Ball::new([at[0] + 100.0, at[1]], 1.0);
            assert_eq!(moved.relation(&away), whole.relation(&ball));
        }
    }
    assert!(met.iter().all(|count| *count > 100), "{met:?}");
}

#[test]
fn ray_hit_on_equally_near_parts_has_most_opposed_normal() {
    let ramp = Shape::from(Triangle::new([4.0, 0.0], [8.0, 0.0], [8.0, 4.0]));
    let crate_ = Shape::from(Aabb::new([4.0, -2.0], [6.0, 0.0]));
    let far = Shape::from(Ball::new([20.0, 0.0], 1.0));
    let ray = Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap();
    let face = cast(&ray, crate_).unwrap();
    let corner = cast(&ray, ramp).unwrap();
    assert_eq!((face.distance, face.normal), (4.0, Vector([-1.0, 0.0])));
    assert_eq!(corner.distance, 4.0);
    assert!(corner.normal[0] > -0.9, "{corner:?}");
    for parts in [[ramp, crate_, far], [crate_, ramp, far], [far, ramp, crate_]] {
        let owned = ShapeBuf::compound(parts.map(ShapeBuf::from));
        let part = parts.iter().position(|part| *part == crate_).unwrap() as u32;
        let expected = Some(RayHit { part, ..face });
        assert_eq!(cast(&ray, Shape::Compound(&parts)), expected);
        assert_eq!(cast(&ray, &owned), expected);
    }
}

/// The convex hull of points, counterclockwise (Andrew's monotone chain).
fn convex_hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let chain = |points: &mut dyn Iterator<Item = &[f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for &[x, y] in points {
            while let [.., a, b] = chain[..]
                && (b[0] - a[0]) * (y - a[1]) <= (b[1] - a[1]) * (x - a[0])
            {
                chain.pop();
            }
            chain.push([x, y]);
        }
        chain.pop();
        chain
    };
    let lower = chain(&mut points.iter());
    [lower, chain(&mut points.iter().rev())].concat()
}

/// The penetration depth of two regions. Candidates are the crossings of edges of any two Minkowski differences of parts, and the points of
/// edges nearest to the origin. The result is the distance of the nearest candidate that is in no difference.
fn slow_depth(a: &Region<f64>, b: &Region<f64>) -> f64 {
    let corners = |region: &Region<f64>| -> Vec<Vec<[f64; 2]>> {
        region.parts().map(|part| part.corners().map(|corner| corner.0).collect()).collect()
    };
    let mut differences = Vec::new();
    for p in corners(a) {
        for q in corners(b) {
            let sums = p.iter().flat_map(|p| q.iter().map(|q| [p[0] - q[0], p[1] - q[1]]));
            differences.push(convex_hull(sums.collect()));
        }
    }
    let edges = |hull: &Vec<[f64; 2]>| -> Vec<[Vector<f64, 2>; 2]> {
        (0..hull.len()).map(|k| [Vector(hull[k]), Vector(hull[(k + 1) % hull.len()])]).collect()
    };
    let cross = |u: Vector<f64, 2>, v: Vector<f64, 2>| u[0] * v[1] - u[1] * v[0];
    let hulls: Vec<_> = differences.iter().map(edges).collect();
    let holds = |hull: &Vec<[Vector<f64, 2>; 2]>, place: Vector<f64, 2>| {
        hull.iter().all(|[from, to]| cross(*to - *from, place - *from) > 1e-9 * (*to - *from).length())
    };
    let all: Vec<_> = hulls.concat();
    let mut places = Vec::new();
    for [from, to] in &all {
        let way = *to - *from;
        places.push(*from + way.scaled((-from.dot(way) / way.dot(way)).clamp(0.0, 1.0)));
        for [start, end] in &all {
            let other = *end - *start;
            let (along, beside) = (cross(*start - *from, other), cross(*start - *from, way));
            let across = cross(way, other);
            if across != 0.0
                && (0.0..=1.0).contains(&(along / across))
                && (0.0..=1.0).contains(&(beside / across))
            {
                places.push(*from + way.scaled(along / across));
            }
        }
    }
    let free = |place: &&Vector<f64, 2>| !hulls.iter().any(|hull| holds(hull, **place));
    places.sort_by(|a, b| a.dot(*a).total_cmp(&b.dot(*b)));
    places.iter().find(free).unwrap().length()
}

#[test]
fn penetration_depth_of_two_regions_is_minimal() {
    let (mut rng, mut met) = (Rng::with_seed(5), 0);
    for _ in 0..cases(300) {
        let mut star = |at: [f64; 2]| {
            let n = rng.usize(4..10);
            let corner = |k: usize| {
                let (sine, cosine) = (k as f64 / n as f64 * std::f64::consts::TAU).sin_cos();
                let far = 1.0 + 5.0 * rng.f64();
                [at[0] + far * cosine, at[1] + far * sine]
            };
            Region::new((0..n).map(corner).collect::<Vec<_>>())
        };
        let (Ok(a), Ok(b)) = (star([0.0; 2]), star([4.0, 1.0])) else { continue };
        let b = b.translated([rng.f64() * 4.0, rng.f64() * 4.0]).unwrap();
        if let Some(found) = contact_within(&a, &b, 0.0).filter(|found| found.separation < -1e-6) {
            let slow = slow_depth(&a, &b);
            assert!((found.depth() - slow).abs() < 1e-6, "{} {slow} {a:?} {b:?}", found.depth());
            met += 1;
        }
    }
    assert!(met > 100, "{met}");
}

#[test]
fn placed_compounds_far_from_origin_keep_precision() {
    let mut rng = Rng::with_seed(9);
    let part = |rng: &mut Rng| Ball::new([rng.f32() * 8.0, rng.f32() * 8.0], 0.5 + rng.f32());
    let (mut apart, mut deep) = (0, 0);
    for _ in 0..cases(300) {
        let [a, b] = [0, 1].map(|_| ShapeBuf::compound((0..6).map(|_| part(&mut rng)).collect::<Vec<_>>()));
        let (turn, other) = (rng.f32() * 360.0, rng.f32() * 360.0);
        let offset = Vector([rng.i32(-8..9) as f32, rng.i32(-8..9) as f32]);
        let at = |corner: Vector<f32, 2>| {
            let first = a.placed(&Pose::new(Rotation::from_degrees(turn), corner));
            (first, b.placed(&Pose::new(Rotation::from_degrees(other), corner + offset)))
        };
        // All coordinates are integers, so that only intermediate results are rounded.
        let ((p, q), (r, s)) = (at(Vector([0.0; 2])), at(Vector([3_000_000.0, -5_000_000.0])));
        let near = distance(&p, &q);
        assert!((near - distance(&r, &s)).abs() < 2e-5, "{near}");
        let (near, far) = (contact_within(&p, &q, 0.0), contact_within(&r, &s, 0.0));
        assert_eq!(near.is_some(), far.is_some());
        match near.zip(far) {
            Some((near, far)) => {
                deep += 1;
                assert!((near.separation - far.separation).abs() < 2e-5, "{near:?} {far:?}");
            }
            None => apart += 1,
        }
        let ball = Ball::new(offset, 1.0);
        let (near, far) = (distance(ball, &p), distance(ball.translated([3_000_000.0, -5_000_000.0]), &r));
        assert!((near - far).abs() < 2e-5, "{near} {far}");
    }
    assert!(apart > 50 && deep > 50, "{apart} {deep}");
}

/// The coordinates are so large that their rounding error is 0.25. Bounding boxes that are apart in local space then do not prove that the
/// placed parts are apart.
#[test]
fn relation_of_far_placed_compound_agrees_with_its_parts() {
    let (mut rng, mut seen) = (Rng::with_seed(10), [0; 3]);
    let strongest =
        |parts: &[ShapeBuf<f32, 2>], pose: &Pose<f32, 2>, other: &dyn Fn(&Shape<'_, f32, 2>) -> Relation| {
            parts.iter().map(|part| other(&Shape::from(part).placed(pose))).max()
        };
    for _ in 0..cases(3000) {
        let [a, b] = [0, 1].map(|_| {
            let part =
                |_| ShapeBuf::from(Aabb::from_center_size([rng.f32() * 8.0, rng.f32() * 8.0], [1.0, 2.0]));
            (0..5).map(part).collect::<Vec<_>>()
        });
        let corner = Vector([3_000_000.0, -5_000_000.0]);
        let pose = Pose::new(Rotation::from_degrees(rng.f32() * 360.0), corner);
        let offset = Vector([rng.i32(-30..31) as f32 * 0.25, rng.i32(-30..31) as f32 * 0.5]);
        let other = Pose::new(Rotation::from_degrees(rng.f32() * 360.0), corner + offset);
        let ball = Ball::new(corner + offset, 0.5);
        let (list, second) =
            (ShapeBuf::compound(a.clone()).placed(&pose), ShapeBuf::compound(b.clone()).placed(&other));
        let expected = strongest(&a, &pose, &|part| part.relation(&Shape::from(ball))).unwrap();
        assert_eq!(Shape::from(&list).relation(&Shape::from(ball)), expected);
        let pairs = |part: &Shape<'_, f32, 2>| strongest(&b, &other, &|q| part.relation(q)).unwrap();
        let expected = strongest(&a, &pose, &pairs).unwrap();
        assert_eq!(Shape::from(&list).relation(&Shape::from(&second)), expected);
        seen[expected as usize] += 1;
    }
    assert!(seen[0] > 100 && seen[2] > 100, "{seen:?}");
}

/// Two shapes that overlap by one rounding error at the start: a sweep reports the same for a list as for its only part, no matter which of
/// the two shapes moves.
#[test]
fn sweep_of_slightly_overlapping_compound_agrees_with_part() {
    let (left, step) = (Aabb::new([0.0, 0.0], [1.0, 1.0]), [3.0, 0.0]);
    let right = Aabb::new([1.0 - f64::EPSILON / 2.0, 0.0], [2.0, 1.0]);
    assert_eq!(left.relation(&right), Relation::Overlapping);
    let list = ShapeBuf::compound([ShapeBuf::from(left)]);
    for (step, back) in [(step, [0.0; 2]), ([0.0; 2], step)] {
        let (one, all) = (sweep(left, step, right, back), sweep(&list, step, right, back));
        assert!(one.is_some_and(|hit| hit.starts_overlapping), "{one:?}");
        assert!(all.is_some_and(|hit| hit.starts_overlapping), "{all:?}");
    }
}
