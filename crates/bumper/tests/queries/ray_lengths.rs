//! Rays of negative, zero and NaN length that start inside shapes of every kind.

use bumper::scalar::{Real, Scalar};
use bumper::world::{Collider, World};
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, Ellipse, Hull, MaskBuf, OrientedBox, OrientedCylinder, Polygon,
    Pose, Ray, Region, Rotation, Segment, Shape, ShapeBuf, Sprite, SquaredBall, Triangle, Vector, cast,
};

/// A shape around the origin of each kind that every scalar supports, in 2D and in 3D.
macro_rules! shapes {
    ($s:ty, $area:ty) => {{
        let at = |x: i8, y: i8| Vector([x as $s, y as $s]);
        let corners = [at(-8, -8), at(8, -8), at(0, 8)];
        let mask = MaskBuf::from_fn([16, 16], |_, _| true);
        let region = [at(-8, -8), at(8, -8), at(8, 8), at(0, 1), at(-8, 8)];
        let planar: Vec<ShapeBuf<$s, 2>> = vec![
            Shape::Point(at(0, 0)).into(),
            Shape::from(Aabb::new(at(-4, -3), at(5, 6))).into(),
            Shape::from(Ball::new(at(1, 0), 5 as $s)).into(),
            Shape::from(SquaredBall::new(at(1, 0), 26 as $area)).into(),
            Shape::from(Segment::new(at(-4, 0), at(4, 0))).into(),
            Shape::from(Triangle::new(corners[0], corners[1], corners[2])).into(),
            Shape::from(Polygon::new(&corners).unwrap()).into(),
            Shape::from(&Region::new(region).unwrap()).into(),
            Shape::from(Sprite::new(mask.as_mask(), at(-8, -8), 1 as $s)).into(),
        ];
        let at = |x: i8, y: i8, z: i8| Vector([x as $s, y as $s, z as $s]);
        let spatial: Vec<ShapeBuf<$s, 3>> = vec![
            Shape::Point(at(0, 0, 0)).into(),
            Shape::from(Aabb::new(at(-4, -3, -1), at(5, 6, 1))).into(),
            Shape::from(Ball::new(at(1, 0, 0), 5 as $s)).into(),
            Shape::from(SquaredBall::new(at(1, 0, 0), 26 as $area)).into(),
            Shape::from(Cylinder::new(Axis::Y, at(0, -5, 0), 5 as $s, 3 as $s)).into(),
        ];
        (planar, spatial)
    }};
}

/// The shapes of a float scalar: those that every scalar supports, those that need floats, and all of them placed at a pose.
macro_rules! float_shapes {
    ($s:ty) => {{
        let (mut planar, mut spatial) = shapes!($s, $s);
        let turn = Rotation::from_degrees(30.0 as $s);
        planar.push(Shape::from(OrientedBox::new([0.0, 0.0], [4.0, 3.0], turn)).into());
        planar.push(Shape::from(Capsule::new([-4.0, 0.0], [4.0, 0.0], 2.0)).into());
        planar.push(Shape::from(Ellipse::new([0.0, 0.0], [4.0, 3.0], turn)).into());
        let turn = Rotation::from_axis_degrees(Vector([0.0, 0.0, 1.0]), 30.0 as $s).unwrap();
        spatial.push(Shape::from(OrientedBox::new([0.0; 3], [4.0, 3.0, 2.0], turn)).into());
        spatial.push(Shape::from(Segment::new([-4.0, 0.0, 0.0], [4.0, 0.0, 0.0])).into());
        let flat = Triangle::new([-8.0, -8.0, 0.0], [8.0, -8.0, 0.0], [0.0, 8.0, 0.0]);
        spatial.push(Shape::from(flat).into());
        let corners = [[-8.0, -8.0, -8.0], [8.0, -8.0, -8.0], [0.0, 8.0, -8.0], [0.0, 0.0, 8.0]].map(Vector);
        spatial.push(Shape::from(Hull::new(&corners).unwrap()).into());
        spatial.push(Shape::from(Capsule::new([-4.0, 0.0, 0.0], [4.0, 0.0, 0.0], 2.0)).into());
        let drum = OrientedCylinder::new([0.0; 3], [1.0, 2.0, 2.0], 4.0 as $s, 3.0).unwrap();
        spatial.push(Shape::from(drum).into());
        let placed: Vec<_> = planar
            .iter()
            .map(|shape| shape.placed(&Pose::new(Rotation::identity(), Vector([0.0; 2]))))
            .collect();
        planar.extend(placed);
        let placed: Vec<_> = spatial
            .iter()
            .map(|shape| shape.placed(&Pose::new(Rotation::identity(), Vector([0.0; 3]))))
            .collect();
        spatial.extend(placed);
        (planar, spatial)
    }};
}

fn negative_length_meets_nothing<S: Scalar, const N: usize>(mut shapes: Vec<ShapeBuf<S, N>>) {
    let real = S::Real::from_f64;
    let groups: Vec<_> =
        shapes.iter().map(|shape| ShapeBuf::compound([shape.clone(), shape.clone()])).collect();
    shapes.extend(groups);
    let mut hits = 0;
    for shape in &shapes {
        for direction in (0..2 * N).map(|k| {
            let mut direction = [0.0; N];
            direction[k / 2] = if k % 2 == 0 { 1.0 } else { -1.0 };
            direction.map(real)
        }) {
            let ray = Ray::new(Vector([real(0.0); N]), Vector(direction)).unwrap();
            for reach in [-1e-30, -1.0, -1e30, f64::NEG_INFINITY, f64::NAN] {
                let ray = ray.with_max_distance(real(reach));
                assert_eq!(cast(&ray, shape), None, "{reach} {shape:?}");
                assert!(ray.through(shape).is_none(), "{reach} {shape:?}");
                let mut world = World::<S, N>::new();
                world.insert(Collider::new(shape.clone())).unwrap();
                assert!(world.cast(&ray, |_, _| true).is_none(), "{reach} {shape:?}");
                assert_eq!(world.cast_all(&ray, |_, _| true), [], "{reach} {shape:?}");
            }
            // Rays of positive length hit at once. Without this check, the assertions above would prove nothing.
            for reach in [1.0, 1e30, f64::INFINITY] {
                let ray = ray.with_max_distance(real(reach));
                let hit = cast(&ray, shape).expect("a ray that starts inside hits");
                assert_eq!(hit.distance, real(0.0), "{reach} {shape:?}");
                assert!(ray.through(shape).is_some(), "{reach} {shape:?}");
                let mut world = World::<S, N>::new();
                world.insert(Collider::new(shape.clone())).unwrap();
                let found = world.cast(&ray, |_, _| true).expect("a ray that starts inside hits");
                assert_eq!(found.hit.distance, real(0.0), "{reach} {shape:?}");
                assert_eq!(world.cast_all(&ray, |_, _| true), [found], "{reach} {shape:?}");
            }
            // A ray of length zero is a single point.
            for reach in [0.0, -0.0] {
                let hit =
                    cast(&ray.with_max_distance(real(reach)), shape).expect("a ray that starts inside hits");
                assert_eq!(hit.distance, real(0.0), "{shape:?}");
                hits += 1;
            }
        }
    }
    assert_eq!(hits, shapes.len() * 4 * N);
}

#[test]
fn rays_of_negative_or_nan_length_hit_nothing() {
    let (planar, spatial) = float_shapes!(f32);
    negative_length_meets_nothing(planar);
    negative_length_meets_nothing(spatial);
    let (planar, spatial) = float_shapes!(f64);
    negative_length_meets_nothing(planar);
    negative_length_meets_nothing(spatial);
    let (planar, spatial) = shapes!(i8, u16);
    negative_length_meets_nothing(planar);
    negative_length_meets_nothing(spatial);
    let (planar, spatial) = shapes!(i16, u32);
    negative_length_meets_nothing(planar);
    negative_length_meets_nothing(spatial);
    let (planar, spatial) = shapes!(i32, u64);
    negative_length_meets_nothing(planar);
    negative_length_meets_nothing(spatial);
}
