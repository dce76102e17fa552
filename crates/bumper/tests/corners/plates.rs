//! Contacts of flat boxes, triangles and cylinders whose corners and edges almost touch.

use super::*;
use crate::reference::draw;

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

/// A corner of one plate lies within some rounding errors of an edge of the other, beyond both its ends and its plane.
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
