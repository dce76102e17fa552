//! Checks invariants of all queries on all convex kinds: the separation is the largest over all directions, the push leaves the shapes
//! touching, contact points lie on both shapes, and sweeps and rays stop where shapes touch and not before. `BUMPER_CASES` sets the number
//! of cases of each test.

use bumper::query::contact::{contact, distance};
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, Hull, OrientedBox, OrientedCylinder, Polygon, Pose, Ray, Relate,
    Relation, Rotation, Segment, Shape, Triangle, Vector, cast, sweep,
};
use fastrand::Rng;

fn cases() -> u64 {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(60_000)
}

/// A shape as the data of its support function: points, a radius, and for a cylinder the discs around the two points.
#[derive(Clone, Debug)]
struct Raw<const N: usize> {
    kind: Kind,
    points: Vec<Vector<f64, N>>,
    radius: f64,
    /// The direction of a cylinder, whose discs are around the two points.
    axis: Option<Vector<f64, N>>,
    rotation: Option<Rotation<f64, N>>,
    half: Vector<f64, N>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Point,
    Segment,
    Triangle,
    Capsule,
    Ball,
    Aabb,
    OrientedBox,
    Polygon,
    Hull,
    Cylinder,
    OrientedCylinder,
}

const PLANE: [Kind; 8] = [
    Kind::Point,
    Kind::Segment,
    Kind::Triangle,
    Kind::Capsule,
    Kind::Ball,
    Kind::Aabb,
    Kind::OrientedBox,
    Kind::Polygon,
];

const SPACE: [Kind; 10] = [
    Kind::Point,
    Kind::Segment,
    Kind::Triangle,
    Kind::Capsule,
    Kind::Ball,
    Kind::Aabb,
    Kind::OrientedBox,
    Kind::Hull,
    Kind::Cylinder,
    Kind::OrientedCylinder,
];

/// A random number. If `whole`, an integer, so that ties are common.
fn number(rng: &mut Rng, whole: bool) -> f64 {
    if whole { rng.i32(-6..=6).into() } else { rng.f64() * 12.0 - 6.0 }
}

fn vector<const N: usize>(rng: &mut Rng, whole: bool) -> Vector<f64, N> {
    Vector(core::array::from_fn(|_| number(rng, whole)))
}

fn rotation<const N: usize>(rng: &mut Rng, whole: bool) -> Rotation<f64, N> {
    if N == 2 {
        let degrees = if whole { f64::from(rng.i32(0..8)) * 45.0 } else { rng.f64() * 360.0 };
        return Rotation::try_from_degrees(degrees).unwrap();
    }
    loop {
        let part = |rng: &mut Rng| if whole { rng.i32(-1..=1).into() } else { rng.f64() - 0.5 };
        if let Some(rotation) = Rotation::try_from_quaternion([part(rng), part(rng), part(rng), part(rng)]) {
            return rotation;
        }
    }
}

/// The convex hull of points in 2D, counterclockwise.
fn hull<const N: usize>(mut points: Vec<Vector<f64, N>>) -> Vec<Vector<f64, N>> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let chain = |points: &mut dyn Iterator<Item = &Vector<f64, N>>| {
        let mut corners: Vec<Vector<f64, N>> = Vec::new();
        for p in points {
            while let [.., a, b] = corners[..] {
                if (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-9 {
                    break;
                }
                corners.pop();
            }
            corners.push(*p);
        }
        corners.pop();
        corners
    };
    let mut corners = chain(&mut points.iter());
    corners.extend(chain(&mut points.iter().rev()));
    corners
}

impl<const N: usize> Raw<N> {
    fn new(rng: &mut Rng, kind: Kind, whole: bool) -> Self {
        let radius = if whole { rng.i32(0..5).into() } else { rng.f64() * 4.0 };
        let mut raw = Raw {
            kind,
            points: vec![vector(rng, whole)],
            radius: 0.0,
            axis: None,
            rotation: None,
            half: Vector::default(),
        };
        match kind {
            Kind::Point => {}
            Kind::Segment => raw.points.push(vector(rng, whole)),
            Kind::Triangle => raw.points.extend([vector(rng, whole), vector(rng, whole)]),
            Kind::Capsule => {
                raw.points.push(vector(rng, whole));
                raw.radius = radius;
            }
            Kind::Ball => raw.radius = radius,
            Kind::Aabb => raw.points.push(vector(rng, whole)),
            Kind::OrientedBox => {
                raw.rotation = Some(rotation(rng, whole));
                raw.half = vector::<N>(rng, whole).map(f64::abs);
            }
            Kind::Polygon => {
                for _ in 0..rng.usize(4..12) {
                    raw.points.push(vector(rng, whole));
                }
                raw.points = hull(raw.points);
                raw.radius = if rng.bool() { radius } else { 0.0 };
                if raw.points.len() < 3 {
                    return Self::new(rng, Kind::Ball, whole);
                }
            }
            Kind::Hull => {
                for _ in 0..rng.usize(0..12) {
                    raw.points.push(vector(rng, whole));
                }
            }
            Kind::Cylinder => {
                let axis = rng.usize(..3);
                let other = raw.points[0].with(axis, number(rng, whole));
                raw.points.push(other);
                (raw.radius, raw.axis) = (radius, Some(Vector::default().with(axis, 1.0)));
            }
            Kind::OrientedCylinder => {
                let way = vector::<N>(rng, whole);
                let way = if way.length() > 0.1 { way } else { Vector::default().with(0, 1.0) };
                let half = way.scaled(rng.f64() * 3.0 / way.length());
                let center = raw.points[0];
                raw.points = vec![center - half, center + half];
                (raw.radius, raw.axis) = (radius, Some(way.scaled(1.0 / way.length())));
            }
        }
        raw
    }

    fn moved(&self, offset: Vector<f64, N>) -> Self {
        Self { points: self.points.iter().map(|p| *p + offset).collect(), ..self.clone() }
    }

    fn shape(&self) -> Shape<'_, f64, N> {
        let p = &self.points;
        match self.kind {
            Kind::Point => Shape::Point(p[0]),
            Kind::Segment => Segment::new(p[0], p[1]).into(),
            Kind::Triangle => Triangle::new(p[0], p[1], p[2]).into(),
            Kind::Capsule => Capsule::new(p[0], p[1], self.radius).into(),
            Kind::Ball => Ball::new(p[0], self.radius).into(),
            Kind::Aabb => Aabb::new(p[0], p[1]).into(),
            Kind::OrientedBox => OrientedBox::new(p[0], self.half, self.rotation.unwrap()).into(),
            Kind::Polygon => {
                let polygon = Polygon::try_new(p).unwrap();
                polygon.rounded(self.radius).into()
            }
            Kind::Hull => Hull::new(p).unwrap().into(),
            Kind::Cylinder => {
                let axis = (0..N).find(|&k| self.axis.unwrap()[k] > 0.5).unwrap();
                Cylinder::try_new(Axis::ALL[axis], p[0], p[1][axis], self.radius).unwrap().into()
            }
            Kind::OrientedCylinder => {
                let center = p[0] + (p[1] - p[0]).scaled(0.5);
                let half = (p[1] - p[0]).length() / 2.0;
                OrientedCylinder::try_new(center, self.axis.unwrap(), half, self.radius).unwrap().into()
            }
        }
    }

    /// The support function of the shape, written from the definitions of the shapes.
    fn reach(&self, u: Vector<f64, N>) -> f64 {
        match self.kind {
            Kind::Aabb => (0..N).map(|k| (self.points[0][k] * u[k]).max(self.points[1][k] * u[k])).sum(),
            Kind::OrientedBox => {
                let axes = self.rotation.unwrap().axes();
                self.points[0].dot(u) + (0..N).map(|k| self.half[k] * axes[k].dot(u).abs()).sum::<f64>()
            }
            _ => {
                let core = self.points.iter().map(|p| p.dot(u)).fold(f64::NEG_INFINITY, f64::max);
                let across = self.axis.map_or(u, |axis| u - axis.scaled(axis.dot(u)));
                core + self.radius * across.length()
            }
        }
    }
}

fn unit<const N: usize>(rng: &mut Rng) -> Vector<f64, N> {
    loop {
        let v = Vector::<f64, N>(core::array::from_fn(|_| rng.f64() * 2.0 - 1.0));
        if (0.1..1.0).contains(&v.length()) {
            return v.scaled(1.0 / v.length());
        }
    }
}

/// An approximation from below of the separation: the largest gap over many directions. Tries random directions, and directions near the
/// best direction so far.
fn best_separation<const N: usize>(rng: &mut Rng, a: &Raw<N>, b: &Raw<N>, start: Vector<f64, N>) -> f64 {
    let along = |u: Vector<f64, N>| -b.reach(u.scaled(-1.0)) - a.reach(u);
    let (mut best, mut at) = (along(start), start);
    for step in 0..60 {
        let u = if step % 3 == 0 { unit(rng) } else { at + unit::<N>(rng).scaled(0.5f64.powi(step / 3)) };
        let u = u.scaled(1.0 / u.length());
        if along(u) > best {
            (best, at) = (along(u), u);
        }
    }
    best
}

/// The allowed error of lengths, for coordinates below ten.
const EXACT: f64 = 1e-9;

/// The allowed error of lengths if a shape has a curved rim.
const CURVED: f64 = 1e-6;

/// The allowed error of contact points of a shape with a curved rim. It is large, because the distance hardly changes along the rim.
const ALONG_A_RIM: f64 = 3e-3;

/// The allowed error of contact points of two shapes with rims, because the library represents a disc by eight points of its rim.
const TWO_RIMS: f64 = 0.3;

fn close_points<const N: usize>(a: &Raw<N>, b: &Raw<N>) -> f64 {
    match (a.axis, b.axis) {
        (None, None) => 1e-6,
        (Some(_), Some(_)) => TWO_RIMS,
        _ => ALONG_A_RIM,
    }
}

fn close<const N: usize>(a: &Raw<N>, b: &Raw<N>) -> f64 {
    if a.axis.is_some() || b.axis.is_some() { CURVED } else { EXACT }
}

fn check_contact<const N: usize>(rng: &mut Rng, a: &Raw<N>, b: &Raw<N>) -> f64 {
    let (p, q) = (a.shape(), b.shape());
    let near = close(a, b);
    let context = || format!("{a:?}\n{b:?}\n{:?}", contact(p, q));
    let found = contact(p, q);
    assert!((found.normal.length() - 1.0).abs() < near, "{}", context());
    let along = |u: Vector<f64, N>| -b.reach(u.scaled(-1.0)) - a.reach(u);
    assert!(
        (along(found.normal) - found.separation).abs() < near.max(1e-6),
        "not along its normal: {}",
        context()
    );
    let best = best_separation(rng, a, b, found.normal);
    assert!(best <= found.separation + near, "{best} is better: {}", context());
    match p.relation(&q) {
        Relation::Apart => assert!(found.separation > -near, "{}", context()),
        Relation::Touching => assert!(found.separation.abs() < near, "{}", context()),
        Relation::Overlapping => assert!(found.separation < near, "{}", context()),
    }
    if found.separation.abs() > near {
        let expected = if found.separation > 0.0 { Relation::Apart } else { Relation::Overlapping };
        assert_eq!(p.relation(&q), expected, "{}", context());
    }
    assert_eq!(p.intersects(&q), p.relation(&q) != Relation::Apart, "{}", context());
    assert_eq!(p.overlaps(&q), p.relation(&q) == Relation::Overlapping, "{}", context());
    if found.separation.abs() > near {
        assert_eq!(p.relation(&q), q.relation(&p), "mirrored: {}", context());
    }
    let moved = b.moved(found.normal.scaled(-found.separation));
    assert!(
        contact(p, moved.shape()).separation.abs() < 2.0 * near.max(1e-6),
        "the push leaves them {:?}: {}",
        contact(p, moved.shape()),
        context()
    );
    let back = contact(q, p);
    assert!((back.separation - found.separation).abs() < near, "{back:?} {}", context());
    let most = if N == 2 { 2 } else { 4 };
    assert!((1..=most).contains(&found.points().len()), "{}", context());
    for point in found.points() {
        let allowed = found.separation.abs() + close_points(a, b);
        let off = |shape: Shape<f64, N>| distance(shape, point.point);
        assert!(
            off(p) <= allowed && off(q) <= allowed,
            "{point:?} is {} and {} off: {}",
            off(p),
            off(q),
            context()
        );
        let near = close_points(a, b);
        assert!(point.separation >= found.separation - near, "{point:?} {}", context());
        assert!(point.separation <= found.separation.max(0.0) + near, "{point:?} {}", context());
    }
    let [on_a, on_b] = found.nearest();
    if found.separation > 0.0 {
        let near = close_points(a, b);
        assert!(
            distance(p, on_a) < near && distance(q, on_b) < near,
            "{} {} {on_a:?} {on_b:?} {}",
            distance(p, on_a),
            distance(q, on_b),
            context()
        );
    }
    // The triangle inequality holds for any third point.
    let third = vector::<N>(rng, false);
    assert!(found.separation <= distance(p, third) + distance(third, q) + near, "{third:?} {}", context());
    found.separation
}

fn pair<const N: usize>(rng: &mut Rng, kinds: &[Kind]) -> [Raw<N>; 2] {
    [(); 2].map(|()| {
        let (kind, whole) = (kinds[rng.usize(..kinds.len())], rng.bool());
        Raw::new(rng, kind, whole)
    })
}

fn contacts<const N: usize>(kinds: &[Kind]) {
    let mut rng = Rng::with_seed(1);
    let mut seen = [0u64; 2];
    for _ in 0..cases() {
        let [a, b] = pair::<N>(&mut rng, kinds);
        let separation = check_contact(&mut rng, &a, &b);
        seen[usize::from(separation < 0.0)] += 1;
    }
    assert!(seen.iter().all(|&count| count > cases() / 5), "{seen:?}");
}

#[test]
fn contact_invariants_hold_in_2d() {
    contacts::<2>(&PLANE);
}

#[test]
fn contact_invariants_hold_in_3d() {
    contacts::<3>(&SPACE);
}

fn sweeps<const N: usize>(kinds: &[Kind]) {
    let mut rng = Rng::with_seed(2);
    let mut hits = 0;
    for _ in 0..cases() / 4 {
        let [a, b] = pair::<N>(&mut rng, kinds);
        let [u, v] = [(); 2].map(|()| vector::<N>(&mut rng, true).scaled(2.0));
        let (p, q) = (a.shape(), b.shape());
        let hit = sweep(p, u, q, v);
        let near = close(&a, &b);
        let at = |time: f64| {
            let (a, b) = (a.moved(u.scaled(time)), b.moved(v.scaled(time)));
            contact(a.shape(), b.shape()).separation
        };
        let context = || format!("{a:?} by {u:?}\n{b:?} by {v:?}\n{hit:?}");
        let overlaps = p.overlaps(&q);
        let starts_near = at(0.0).abs() < near;
        if let Some(hit) = hit {
            hits += 1;
            assert_eq!(hit.starts_overlapping, overlaps, "{}", context());
            if !overlaps {
                assert!(at(hit.time).abs() < near, "{} {}", at(hit.time), context());
                for part in [0.2, 0.5, 0.9, 0.99] {
                    assert!(at(hit.time * part) > -near, "{} {}", at(hit.time * part), context());
                }
                let (a, b) = (a.moved(u.scaled(hit.time)), b.moved(v.scaled(hit.time)));
                assert!(
                    distance(a.shape(), hit.point) < 2.0 * close_points(&a, &b)
                        && distance(b.shape(), hit.point) < 2.0 * close_points(&a, &b),
                    "{} {} {}",
                    distance(a.shape(), hit.point),
                    distance(b.shape(), hit.point),
                    context()
                );
                // A sweep in the opposite direction, back to the start, is not blocked.
                if hit.time > 0.01 && (v - u).dot(hit.normal) < -0.1 {
                    let again =
                        sweep(a.shape(), u.scaled(-0.5 * hit.time), b.shape(), v.scaled(-0.5 * hit.time));
                    assert!(
                        again.is_none_or(|again| again.starts_overlapping
                            || contact(a.shape(), b.shape()).separation.abs() < near),
                        "{}",
                        context()
                    );
                }
            }
        } else {
            assert!(!overlaps, "{}", context());
            for step in 0..=40 {
                let separation = at(f64::from(step) / 40.0);
                assert!(
                    separation > -near || starts_near && separation > -1e-3,
                    "{separation} {}",
                    context()
                );
            }
        }
    }
    assert!(hits > cases() / 20, "{hits}");
}

#[test]
fn sweep_invariants_hold_in_2d() {
    sweeps::<2>(&PLANE);
}

#[test]
fn sweep_invariants_hold_in_3d() {
    sweeps::<3>(&SPACE);
}

fn rays<const N: usize>(kinds: &[Kind]) {
    let mut rng = Rng::with_seed(3);
    let mut hits = 0;
    for _ in 0..cases() / 2 {
        let whole = rng.bool();
        let kind = kinds[rng.usize(..kinds.len())];
        let raw = Raw::<N>::new(&mut rng, kind, whole);
        let from = vector::<N>(&mut rng, whole).scaled(2.0);
        let Some(ray) = Ray::new(from, vector::<N>(&mut rng, whole) - from) else { continue };
        let shape = raw.shape();
        let near = close(&raw, &raw);
        let context = || format!("{raw:?}\n{ray:?}\n{:?}", cast(&ray, shape));
        match cast(&ray, shape) {
            Some(hit) => {
                hits += 1;
                assert!(distance(shape, hit.point) < near, "{}", context());
                assert!((hit.normal.length() - 1.0).abs() < near, "{}", context());
                assert!(hit.normal.dot(ray.direction()) <= near, "{}", context());
                for part in [0.0, 0.3, 0.6, 0.9, 0.99] {
                    let before = contact(shape, ray.at(hit.distance * part)).separation;
                    assert!(hit.distance == 0.0 || before > -near, "{before} {}", context());
                }
                if hit.distance > near {
                    // The normal is the surface normal at the hit: the whole shape is behind the tangent plane at the hit.
                    assert!(raw.reach(hit.normal) - hit.point.dot(hit.normal) < 1e-5, "{}", context());
                }
            }
            None => {
                for step in 0..60 {
                    let point = ray.at(f64::from(step) * 0.5);
                    assert!(contact(shape, point).separation > -near, "{point:?} {}", context());
                }
            }
        }
    }
    assert!(hits > cases() / 50, "{hits}");
}

#[test]
fn ray_invariants_hold_in_2d() {
    rays::<2>(&PLANE);
}

#[test]
fn ray_invariants_hold_in_3d() {
    rays::<3>(&SPACE);
}

/// Placing both shapes at the same pose does not change the results of queries.
fn placed<const N: usize>(kinds: &[Kind]) {
    let mut rng = Rng::with_seed(4);
    for _ in 0..cases() / 4 {
        let [a, b] = pair::<N>(&mut rng, kinds);
        let pose = Pose::new(rotation(&mut rng, false), vector::<N>(&mut rng, false));
        let (p, q) = (a.shape(), b.shape());
        let parts = [q];
        let compound = Shape::Compound(&parts);
        let (found, near) = (contact(p, q), close(&a, &b));
        let there = contact(p.placed(&pose), compound.placed(&pose));
        assert!(
            (found.separation - there.separation).abs() < near,
            "{a:?}\n{b:?}\n{pose:?}\n{found:?}\n{there:?}"
        );
        if found.separation.abs() > near {
            assert_eq!(p.placed(&pose).relation(&compound.placed(&pose)), p.relation(&q));
        }
        // The placed shape is at the pose, and not merely unchanged.
        let point = vector::<N>(&mut rng, false);
        let (before, after) = (distance(p, point), distance(p.placed(&pose), pose.apply(point)));
        assert!((before - after).abs() < near, "{before} {after} {a:?} {pose:?} {point:?}");
        let around = p.placed(&pose).bounds().unwrap();
        for k in 0..N {
            let u = Vector::default().with(k, 1.0);
            let reach = a.reach(pose.rotation.apply_inverse(u)) + pose.translation[k];
            assert!((around.max()[k] - reach).abs() < near, "{a:?} {pose:?}");
        }
    }
}

#[test]
fn common_pose_keeps_query_results_in_2d() {
    placed::<2>(&PLANE);
}

#[test]
fn common_pose_keeps_query_results_in_3d() {
    placed::<3>(&SPACE);
}

/// Checks the penetration depth of a shape in a concave polygon with random translations: no translation shorter than the depth separates
/// the shapes, and the translation that the query found does.
#[test]
fn region_penetration_depth_is_minimal() {
    use bumper::Region;
    let mut rng = Rng::with_seed(6);
    let mut seen = 0;
    for _ in 0..cases() / 20 {
        let n = if rng.bool() { rng.usize(4..9) } else { rng.usize(9..40) };
        let points = (0..n).map(|k| {
            let (sine, cosine) = (k as f64 / n as f64 * std::f64::consts::TAU).sin_cos();
            let far = 1.0 + 5.0 * rng.f64();
            [far * cosine, far * sine]
        });
        let points: Vec<_> = points.collect();
        let Ok(region) = Region::new(points) else { continue };
        let kind = PLANE[rng.usize(1..PLANE.len())];
        let raw = Raw::<2>::new(&mut rng, kind, false);
        let (a, b) = (Shape::from(&region), raw.shape());
        let found = contact(a, b);
        if found.separation > -1e-3 {
            continue;
        }
        seen += 1;
        let apart = |push: Vector<f64, 2>| {
            let moved = raw.moved(push);
            let least = region.parts().map(|part| contact(part, moved.shape()).separation);
            least.fold(f64::INFINITY, f64::min)
        };
        let context = || format!("{region:?}\n{raw:?}\n{found:?}");
        let out = apart(found.normal.scaled(found.depth()));
        assert!(out.abs() < 1e-6, "{out} {}", context());
        for _ in 0..60 {
            let shorter = unit::<2>(&mut rng).scaled(found.depth() * rng.f64() * 0.999);
            assert!(apart(shorter) < 1e-6, "{shorter:?} {}", context());
        }
        for point in found.points() {
            let off = distance(a, point.point).max(distance(b, point.point));
            assert!(off <= found.depth() + 1e-6, "{off} {}", context());
        }
    }
    assert!(seen > cases() / 100, "{seen}");
}
