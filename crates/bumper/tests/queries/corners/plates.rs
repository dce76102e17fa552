//! Contacts and distances of flat boxes, narrow triangles and flat cylinders in 3D.

use super::*;
use crate::reference::draw;
use bumper::{Triangle, distance};

/// A flat oriented box by its center, half sizes and small angles of rotation.
fn plate<R: Real>(center: [f64; 3], half: [f64; 3], angles: [f64; 3]) -> Spec<R, 3> {
    let [x, y, z] = angles.map(|angle| angle / 2.0);
    let axes = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z), 2.0 * (x * z - y)],
        [2.0 * (x * y - z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x)],
        [2.0 * (x * z + y), 2.0 * (y * z - x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let rotation = Rotation::from_axes(axes.map(|axis| Vector(axis.map(R::from_f64)))).unwrap();
    let vector = |v: [f64; 3]| Vector(v.map(R::from_f64));
    Spec { half: vector(half), rotation, ..spec(Kind::OrientedBox, vec![vector(center)], R::default()) }
}

/// Places a corner of one plate some rounding errors away from a point on an edge of the other plate, in any direction. The point is often
/// an end of the edge.
fn check<R: Real>() {
    let mut rng = reference::random(21);
    for _ in 0..reference::cases(CASES) {
        let far = draw::decades(&mut rng, (0.0, 2.0));
        let angles: [f64; 3] = std::array::from_fn(|_| {
            if rng.u8(..3) == 0 {
                0.0
            } else {
                draw::decades(&mut rng, (-7.0, -1.0)) * if rng.bool() { 1.0 } else { -1.0 }
            }
        });
        let flat = |rng: &mut Rng, k: usize| {
            std::array::from_fn(|i| if i == k { 0.0 } else { draw::decades(rng, (-1.0, 1.0)) })
        };
        let (first, second) = (rng.usize(..3), rng.usize(..3));
        let half = flat(&mut rng, first);
        let a = plate::<R>(numbers(&mut rng, far), half, angles);
        let center = numbers(&mut rng, far);
        let half = flat(&mut rng, second);
        let b = plate::<R>(center, half, [0.0; 3]);
        let (p, q) = (a.body(), b.body());
        let corner = p.points[rng.usize(..8)];
        let edge = q.edges[rng.usize(..q.edges.len())].map(|k| q.points[k]);
        let part = [0.0, rng.f64()][rng.usize(..2)];
        let size = p.largest.max(q.largest) * epsilon::<R>();
        let offset = std::array::from_fn(|k| {
            let on_edge = edge[0][k].value() + (edge[1][k] - edge[0][k]).value() * part;
            let roundings = draw::decades(&mut rng, (0.0, 3.0)) * if rng.bool() { 1.0 } else { -1.0 };
            (corner[k].value() - on_edge) + roundings * size
        });
        let b = b.moved(offset);
        assert_contact(&a, &b);
        assert_contact(&b, &a);
    }
}

#[test]
fn corner_of_a_plate_meets_the_edge_of_another() {
    check::<f64>();
    check::<f32>();
}

/// Corners and points on the edges of triangles without area, of needles, and of triangles as wide as long.
#[test]
fn point_on_a_narrow_triangle_has_no_distance() {
    let triangle = Triangle::new(
        [7.432799f32, -1.3660827, -0.7952815],
        [6.6837044, -0.7807107, -0.48512444],
        [7.3285227, -1.2845972, -0.7521067],
    );
    assert_eq!(distance(triangle.corners()[1], triangle), 0.0);
    fn check<R: Real>() {
        let mut rng = reference::random(9);
        for _ in 0..reference::cases(CASES) {
            let far = draw::decades(&mut rng, (-1.0, 2.0));
            let (from, way) = (Vector(numbers::<3>(&mut rng, far)), Vector(numbers::<3>(&mut rng, 1.0)));
            let aside = Vector(numbers::<3>(&mut rng, 1.0)).scaled(draw::decades(&mut rng, (-10.0, 0.0)));
            let part = [0.0, 1.0, rng.f64(), draw::decades(&mut rng, (-9.0, 0.0))][rng.usize(..4)];
            let mut corners = [from, from + way, from + way.scaled(part) + aside];
            rng.shuffle(&mut corners);
            let triangle = spec(Kind::Triangle, corners.map(|c| c.map(R::from_f64)).to_vec(), R::default());
            let [p, q] = [(); 2].map(|()| triangle.points[rng.usize(..3)]);
            let at = [p, p + (q - p).map(|c| c * R::from_f64(0.5))][rng.usize(..2)];
            let near = at
                + Vector(numbers::<3>(&mut rng, 1.0))
                    .scaled(draw::decades(&mut rng, (-9.0, 1.0)))
                    .map(R::from_f64);
            for at in [at, near] {
                let found = assert_contact(&triangle, &spec(Kind::Point, vec![at], R::default()));
                let base = triangle.base().unwrap();
                let off = Scalar::to_f64(distance(base, at)) - Scalar::to_f64(found.separation);
                assert!(off.abs() <= 1e-5 * (1.0 + far), "{triangle:?} {at:?} {found:?}");
            }
        }
    }
    check::<f32>();
    check::<f64>();
}

/// Cylinders whose axes are tilted against the coordinate axes by less than the root of a rounding error, which leaves the largest
/// component of the axis at one.
#[test]
fn tilt_of_a_cylinder_is_not_lost() {
    fn check<R: Real>() {
        let mut rng = reference::random(22);
        for _ in 0..reference::cases(SLOW_CASES / 4) {
            let far = draw::decades(&mut rng, (0.0, 1.0));
            let tilted = |rng: &mut Rng| {
                let center = Vector(numbers::<3>(rng, far).map(R::from_f64));
                let mut made =
                    spec(Kind::OrientedCylinder, vec![center], R::from_f64(far * (rng.f64() + 0.1)));
                let tilt = numbers::<3>(rng, epsilon::<R>().sqrt() * 0.5);
                let axis = rng.usize(..3);
                made.direction =
                    Vector(std::array::from_fn(|k| R::from_f64(if k == axis { 1.0 } else { tilt[k] })));
                made.half = Vector([R::from_f64(far * rng.f64() * 2.0), R::default(), R::default()]);
                made
            };
            let a = tilted(&mut rng);
            let b = match rng.u8(..3) {
                0 => {
                    let ends = [(); 2].map(|()| Vector(numbers::<3>(&mut rng, far).map(R::from_f64)));
                    spec(Kind::Aabb, ends.to_vec(), R::default())
                }
                _ => tilted(&mut rng),
            };
            let bodies = [a.body(), b.body()];
            let normal = separation::<3>(&bodies[0], &bodies[1]).normal();
            let gap = far * draw::decades(&mut rng, (-2.0, 0.5));
            let middle = separation::<3>(&bodies[0], &bodies[1]).middle();
            let b = b.moved(reference::number::scale(normal, gap - middle));
            let (p, q) = (a.base().unwrap(), b.base().unwrap());
            let expected = separation::<3>(&bodies[0], &b.body());
            let rounding = epsilon::<R>() * a.body().largest.max(b.body().largest);
            for found in [contact(p, q).separation, contact(q, p).separation, distance(p, q)] {
                let off = expected.miss(Scalar::to_f64(found));
                assert!(
                    off <= 32.0 * rounding + 1e-11 * far,
                    "{off:e} {rounding:e} {p:?}\n{q:?}\n{expected:?} {found:?}"
                );
            }
        }
    }
    check::<f32>();
    check::<f64>();
}

/// Tests the reference itself: a small flat cylinder almost touches the rim of a large disc. The best direction lies on a ridge, along
/// which the separation rises to a proof that they do not overlap.
#[test]
fn reference_climbs_along_a_ridge() {
    let made = |center: [f64; 3], direction: [f64; 3], half: f64, radius: f64| {
        let cylinder = spec(Kind::OrientedCylinder, vec![Vector(center)], radius);
        Spec { direction: Vector(direction), half: Vector([half, 0.0, 0.0]), ..cylinder }
    };
    let disc = made(
        [-258.644324154652, 82.15487707918427, 48.50178101380581],
        [0.7682169972889364, 0.29128672607888784, -0.5700830538497115],
        0.0,
        231.53203172357973,
    );
    let coin = made(
        [-134.32644743843395, 126.6434924280295, 238.71652241083908],
        [-0.09516577204236018, -0.9949714431311898, -0.031229844460374873],
        0.0354369545437759,
        0.016596297318792537,
    );
    let found = separation::<3>(&disc.body(), &coin.body());
    let direction = Vector([0.9352068340390821, 0.34738058903240737, 0.0686651580504584]).map(Double::from);
    let proven = reference::gap_along(&disc.body(), &coin.body(), direction.0).value();
    assert!(proven > 0.0 && found.low() > -1e-9, "{proven:e} {found:?}");
}
