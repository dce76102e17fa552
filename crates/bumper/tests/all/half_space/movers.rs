//! Movers on half-spaces, against wide boxes and slopes.

use bumper::motion::{Mover, Response, WalkSettings};
use bumper::world::{Collider, World};
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, HalfSpace, OrientedBox, Polygon, Rotation, ShapeBuf, Vector, contact,
};
use fastrand::Rng;

/// Walks a mover over a floor and returns its positions.
fn walk<const N: usize>(shape: ShapeBuf<f64, N>, floor: &World<f64, N>, seed: u64) -> Vec<Vector<f64, N>> {
    let mut rng = Rng::with_seed(seed);
    let mut mover = Mover::new(shape);
    mover.gravity = Vector([0.0; N]).with(1, -20.0);
    mover.walk_settings = Some(WalkSettings { stair_height: 0.25, snap_distance: 0.25 });
    (0..100)
        .map(|_| {
            mover.velocity[0] = rng.f64() * 8.0 - 4.0;
            if mover.is_grounded() && rng.u8(..10) == 0 {
                mover.jump(1.5);
            }
            mover.step(1.0 / 60.0, floor, |_| Some(Response::Slide), |hit| assert!(hit.normal[1] > 0.1));
            mover.position()
        })
        .collect()
}

fn movers_walk_on<const N: usize>(shapes: &[ShapeBuf<f64, N>]) {
    let unit = Vector([0.0; N]).with(1, 1.0);
    let flat = HalfSpace::new(Vector([0.0; N]), unit).unwrap();
    let wide = Aabb::new(Vector([-1e3; N]), Vector([1e3; N]).with(1, 0.0));
    for (index, shape) in shapes.iter().enumerate() {
        let [mut a, mut b] = [(); 2].map(|()| World::<f64, N>::new());
        a.insert(Collider::new(flat)).unwrap();
        b.insert(Collider::new(wide)).unwrap();
        let [p, q] = [&a, &b].map(|floor| walk(shape.clone(), floor, 9));
        for (p, q) in p.iter().zip(&q) {
            // A box moves with the same bits.
            assert!(if index == 0 { p == q } else { (*p - *q).length() < 1e-9 }, "{shape:?} {p:?} {q:?}");
        }
        assert!(p.iter().any(|at| at[1] > -0.2), "{shape:?}: it never jumped");
        // A slope: the mover never sinks into it.
        let slope = HalfSpace::new(Vector([0.0; N]), Vector([0.0; N]).with(0, -0.5).with(1, 1.0)).unwrap();
        let mut hill = World::<f64, N>::new();
        hill.insert(Collider::new(slope)).unwrap();
        let path = walk(shape.clone(), &hill, 10);
        let bottom = shape.translated(path[path.len() - 1]).unwrap();
        assert!(path.iter().all(|at| {
            let moved = shape.translated(*at).unwrap();
            contact(slope, &moved).separation > -1e-9
        }));
        assert!(contact(slope, &bottom).separation < 2.0, "{shape:?}: it left the slope");
    }
}

#[test]
fn movers_walk_on_half_spaces_as_on_wide_boxes() {
    let axis = |k: f64| Vector([0.0, 0.5 + k]);
    movers_walk_on::<2>(&[
        Aabb::new([-0.3, 0.2], [0.3, 1.4]).into(),
        Ball::new([0.0, 1.0], 0.5).into(),
        Capsule::new(axis(0.0), axis(1.0), 0.4).into(),
        OrientedBox::new([0.0, 1.2], [0.4, 0.6], Rotation::from_degrees(30.0)).into(),
        Polygon::try_new(&[Vector([-0.4, 0.2]), Vector([0.4, 0.2]), Vector([0.0, 1.2])]).unwrap().into(),
    ]);
    movers_walk_on::<3>(&[
        Aabb::new([-0.3, 0.2, -0.3], [0.3, 1.4, 0.3]).into(),
        Ball::new([0.0, 1.0, 0.0], 0.5).into(),
        Capsule::new([0.0, 0.6, 0.0], [0.0, 1.6, 0.0], 0.4).into(),
        Cylinder::new(Axis::Y, [0.0, 0.2, 0.0], 1.2, 0.4).into(),
    ]);
}
