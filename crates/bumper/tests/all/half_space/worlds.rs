//! Worlds with half-spaces, against the same worlds with huge boxes.

use super::shapes::{Plain, Space, float_shape, real_vector};
use bumper::world::{Change, Collider, World};
use bumper::{Aabb, Ball, HalfSpace, Ray, Relate, ShapeBuf, Vector, contact};
use fastrand::Rng;

/// A world with a half-space gives the answers of the same world with a huge box, after any changes.
fn worlds_agree_with_huge_box<const N: usize>()
where
    Plain: Space<f64, N>,
{
    let mut rng = Rng::with_seed(8);
    let mut events = 0;
    for _ in 0..40 {
        let axis = rng.usize(..N);
        let top = f64::from(rng.i32(-8..=8));
        let unit = Vector([0.0; N]).with(axis, 1.0);
        let plane = HalfSpace::new(unit.map(|c| c * top), unit).unwrap();
        let box_ = Aabb::new(Vector([-1e4; N]), Vector([1e4; N]).with(axis, top));
        let [mut a, mut b] = [(); 2].map(|()| World::<f64, N>::new());
        let mut ids = Vec::new();
        let insert = |rng: &mut Rng, a: &mut World<f64, N>, b: &mut World<f64, N>| {
            let shapes = match rng.u8(..8) {
                0 => Some((ShapeBuf::from(plane), ShapeBuf::from(box_))),
                1 => Some((ShapeBuf::compound([plane]), ShapeBuf::compound([box_]))),
                _ => float_shape::<f64, N>(rng).map(|(shape, _)| (shape.clone(), shape)),
            };
            let (p, q) = shapes.unwrap_or((plane.into(), box_.into()));
            let ids = [a.insert(Collider::new(p)).unwrap(), b.insert(Collider::new(q)).unwrap()];
            assert_eq!(ids[0], ids[1]);
            ids[0]
        };
        for _ in 0..rng.usize(2..30) {
            ids.push(insert(&mut rng, &mut a, &mut b));
        }
        for _ in 0..10 {
            match rng.u8(..4) {
                0 if ids.len() > 1 => {
                    let id = ids.swap_remove(rng.usize(..ids.len()));
                    assert_eq!(a.remove(id).is_some(), b.remove(id).is_some());
                }
                1 => {
                    let id = ids[rng.usize(..ids.len())];
                    let shapes = if rng.bool() {
                        [plane.into(), box_.into()]
                    } else {
                        [(); 2].map(|()| ShapeBuf::from(unit))
                    };
                    let [p, q] = shapes;
                    a.set_shape(id, p).unwrap();
                    b.set_shape(id, q).unwrap();
                }
                _ => ids.push(insert(&mut rng, &mut a, &mut b)),
            }
            let [p, q] = [a.update().to_vec(), b.update().to_vec()];
            events += p.iter().filter(|event| event.intersection() != Change::Stay).count();
            assert_eq!(p, q);
            let Some((shape, _)) = float_shape::<f64, N>(&mut rng) else { continue };
            assert_eq!(a.intersecting(&shape, |_, _| true), b.intersecting(&shape, |_, _| true), "{shape:?}");
            let step = real_vector::<f64, N>(&mut rng);
            // Curved shapes meet a huge box in 3D with a tolerance proportional to the box.
            let error = if N == 2 { 1e-8 } else { 1e-2 };
            let near = |x: f64, y: f64| (x - y).abs() < error;
            let [p, q] = [&a, &b].map(|world| world.sweep(&shape, step, |_, _| true));
            assert!(p.is_some() == q.is_some(), "{shape:?} {step:?} {p:?} {q:?}");
            if let (Some(p), Some(q)) = (p, q) {
                assert!(near(p.hit.time, q.hit.time), "{shape:?} {step:?} {p:?} {q:?}");
            }
            let nearest = a.nearest(&shape, 1e3, |_, _| true).map(|found| found.hit.separation);
            let all = a.iter().map(|(_, collider)| contact(&shape, &collider.shape).separation);
            assert_eq!(nearest, all.reduce(f64::min), "{shape:?}");
            let Some(ray) = Ray::new(real_vector::<f64, N>(&mut rng), real_vector(&mut rng)) else {
                continue;
            };
            let [p, q] = [&a, &b].map(|world| world.cast_all(&ray, |_, _| true));
            assert_eq!(p.len(), q.len(), "{ray:?}");
            assert!(
                p.iter().zip(&q).all(|(p, q)| near(p.hit.distance, q.hit.distance)),
                "{ray:?} {p:?} {q:?}"
            );
            // A half-space as the query.
            let water = ShapeBuf::from(plane.translated(step));
            let found = a.intersecting(&water, |_, _| true);
            let expected = a.iter().filter(|(_, collider)| water.intersects(&collider.shape)).count();
            assert_eq!(found.len(), expected, "{water:?}");
            let nearest = a.nearest(&water, 1e3, |_, _| true).map(|found| found.hit.separation);
            let all = a.iter().map(|(_, collider)| contact(&water, &collider.shape).separation);
            assert_eq!(nearest, all.reduce(f64::min), "{water:?}");
            let first = a.cast(&ray, |_, _| true).map(|found| found.hit.distance);
            assert_eq!(first, p.first().map(|found| found.hit.distance));
        }
        #[cfg(feature = "serde")]
        {
            let loaded: World<f64, N> = serde_json::from_str(&serde_json::to_string(&a).unwrap()).unwrap();
            let all = Ball::new(Vector([0.0; N]), 50.0);
            assert_eq!(loaded.intersecting(all, |_, _| true), a.intersecting(all, |_, _| true));
        }
    }
    assert!(events > 200, "{events}");
}

#[test]
fn world_with_half_space_answers_like_world_with_huge_box() {
    worlds_agree_with_huge_box::<2>();
    worlds_agree_with_huge_box::<3>();
}
