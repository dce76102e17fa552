//! Calls every query with random shapes made of random numbers. No query may panic or loop forever, results may contain a NaN only if some
//! number is extreme, and the queries must agree with each other.
#![no_main]

use arbitrary::Arbitrary;
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, Ellipse, HalfSpace, HeightField, Hull, MaskBuf, Mesh, Motion,
    OrientedBox, OrientedCylinder, Polygon, PolygonBuf, Pose, Ray, Region, Relate, Relation, Rotation,
    Segment, Shape, Sprite, Triangle, Vector, cast, contact, sweep, sweep_turning,
};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Given {
    kinds: [u8; 2],
    numbers: [[Number; 16]; 2],
    moves: [Number; 8],
    space: bool,
}

/// A random number. All magnitudes are equally frequent, and so is a float of arbitrary bits.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Number {
    Small(i8),
    Part(i16),
    Tiny(i8),
    Large(i32),
    Any(f64),
}

impl Number {
    fn get(self) -> f64 {
        match self {
            Number::Small(n) => n.into(),
            Number::Part(n) => f64::from(n) / 256.0,
            Number::Tiny(n) => f64::from(n) * 1e-9,
            Number::Large(n) => n.into(),
            Number::Any(n) => n,
        }
    }
}

/// Calls `each` with a shape of the given kind made of these numbers, unless the numbers are invalid for that kind.
fn with_shape<const N: usize>(kind: u8, n: &[f64; 16], each: &mut dyn FnMut(Shape<f64, N>)) {
    let v = |at: usize| Vector::<f64, N>(core::array::from_fn(|k| n[(at * N + k) % 16]));
    let rotation = match N {
        2 => Rotation::try_from_degrees(n[9]),
        _ => Rotation::try_from_quaternion([n[9], n[10], n[11], n[12]]),
    };
    let rotation = rotation.unwrap_or(Rotation::identity());
    match kind % 16 {
        0 => each(Shape::Point(v(0))),
        1 => each(Aabb::new(v(0), v(1)).into()),
        2 => each(Ball::new(v(0), n[4]).into()),
        3 => each(Segment::new(v(0), v(1)).into()),
        4 => each(Triangle::new(v(0), v(1), v(2)).into()),
        5 => each(Capsule::new(v(0), v(1), n[8]).into()),
        6 => each(OrientedBox::new(v(0), v(1), rotation).into()),
        7 => {
            let points: Vec<_> = (0..5).map(v).collect();
            if let Some(polygon) = Polygon::try_new(&points) {
                each(polygon.rounded(n[11]).into());
            }
            if let Some(hull) = Hull::new(&points) {
                each(hull.into());
            }
        }
        8 => {
            if let Some(cylinder) = Cylinder::try_new(Axis::ALL[kind as usize / 16 % 3], v(0), n[4], n[5]) {
                each(cylinder.into());
            }
        }
        9 => {
            if let Some(cylinder) = OrientedCylinder::try_new(v(0), v(1), n[7], n[8]) {
                each(cylinder.into());
            }
        }
        10 => {
            let points: Vec<_> = (0..7).map(v).collect();
            if let Ok(region) = Region::try_new(points) {
                each((&region).into());
            }
            let flat = (0..7).map(|k| Vector([n[2 * k], n[2 * k + 1]]));
            let _ = PolygonBuf::<f64, 8>::new(flat);
        }
        11 => {
            if let Some(ellipse) = Ellipse::try_new(v(0), v(1).map(f64::abs), &rotation) {
                each(ellipse.into());
            }
        }
        12 if kind >= 16 => {
            let mask =
                MaskBuf::from_fn([7, 9], |i, j| n[usize::from(i + 7 * j) % 16].to_bits() >> (i + j) & 1 == 1);
            // Skips empty masks, because they are infinitely far from everything.
            let sprite = Sprite::try_new(mask.as_mask(), v(0), n[4]);
            if let Some(sprite) = sprite.filter(|_| !mask.as_mask().is_empty()) {
                let sprite = Shape::Mask(if kind % 32 == 28 { sprite.flipped(0) } else { sprite });
                each(if kind % 64 < 32 { sprite } else { sprite.placed(&Pose::new(rotation, v(4))) });
            }
        }
        13 => {
            if let Some(half_space) = HalfSpace::new(v(0), v(1)) {
                each(half_space.into());
            }
        }
        14 => {
            let columns = if N == 2 { 12 } else { 4 };
            if let Ok(mut field) = HeightField::try_new(v(0), [n[12], n[13]], columns, n[..12].to_vec()) {
                let _ = field.set_hole(usize::from(kind / 16) % 4, 0, kind >= 128);
                each(Shape::HeightField(&field));
                each(Shape::HeightField(&field).placed(&Pose::new(rotation, v(4))));
            }
        }
        15 => {
            let points = (0..5).map(v).collect();
            if let Ok(mesh) = Mesh::try_new(points, vec![[0, 1, 2], [2, 1, 3], [0, 2, 4]]) {
                let mesh = if kind >= 128 { mesh.one_sided() } else { mesh };
                // Skips meshes without faces, because they are infinitely far from everything.
                if mesh.degenerate() < mesh.len() {
                    each(Shape::Mesh(&mesh));
                    each(Shape::Mesh(&mesh).placed(&Pose::new(rotation, v(4))));
                }
            }
        }
        _ => {
            let inner = [Aabb::new(v(0), v(1)).into(), Ball::new(v(2), n[8]).into()];
            each(Shape::Compound(&inner).placed(&Pose::new(rotation, v(4))));
        }
    }
}

fn check<const N: usize>(given: &Given) {
    let numbers = given.numbers.map(|side| side.map(Number::get));
    let moves = given.moves.map(Number::get);
    let ordinary =
        numbers.as_flattened().iter().chain(&moves).all(|n| n.abs() < 1e6 && (n.abs() > 1e-12 || *n == 0.0));
    let v = |at: usize| Vector::<f64, N>(core::array::from_fn(|k| moves[at + k]));
    with_shape::<N>(given.kinds[0], &numbers[0], &mut |a| {
        with_shape::<N>(given.kinds[1], &numbers[1], &mut |b| {
            let relation = a.relation(&b);
            assert_eq!(a.intersects(&b), relation != Relation::Apart, "{a:?} {b:?}");
            assert_eq!(a.overlaps(&b), relation == Relation::Overlapping, "{a:?} {b:?}");
            let found = contact(a, b);
            let hit = sweep(a, v(0), b, v(4));
            let ray = Ray::new(v(0), v(4)).and_then(|ray| cast(&ray, a));
            let _ = a.bounds();
            // Two half-spaces may overlap without bound; then their contact has no points.
            if !ordinary || found.separation == f64::NEG_INFINITY {
                return;
            }
            assert!(found.separation.is_finite() && !found.points().is_empty(), "{a:?} {b:?} {found:?}");
            assert!((found.normal.length() - 1.0).abs() < 1e-6, "{a:?} {b:?} {found:?}");
            assert!(
                found.points().iter().flat_map(|p| p.point.0).all(f64::is_finite),
                "{a:?} {b:?} {found:?}"
            );
            // Contacts are compared with a tolerance relative to the largest number, because shapes within rounding error of touching may
            // have any relation.
            let close = 1e-6 * numbers.as_flattened().iter().fold(1.0, |most: f64, n| most.max(n.abs()));
            match relation {
                Relation::Apart => assert!(found.separation > -close, "{a:?} {b:?} {found:?}"),
                Relation::Touching => assert!(found.separation.abs() < close, "{a:?} {b:?} {found:?}"),
                Relation::Overlapping => assert!(found.separation < close, "{a:?} {b:?} {found:?}"),
            }
            if let Some(hit) = hit {
                assert!(
                    (0.0..=1.0).contains(&hit.time) && hit.normal.0.iter().all(|c| c.is_finite()),
                    "{hit:?}"
                );
            }
            if let Some(hit) = ray {
                assert!(hit.distance >= 0.0 && hit.normal.0.iter().all(|c| c.is_finite()), "{hit:?}");
            }
            if N == 2 && given.kinds[0] < 40 {
                let turn = Motion::new(v(0));
                let _ = sweep_turning(a, &turn, b, &Motion::new(v(4)));
            }
        });
    });
}

fuzz_target!(|given: Given| if given.space { check::<3>(&given) } else { check::<2>(&given) });
