//! Checks that owned shapes are equivalent to the shapes that they were made from, wherever they are placed.

use crate::motion::cases;
use bumper::motion::Movable;
use bumper::world::{Collider, ColliderError, World};
use bumper::{
    Aabb, AsShape, Ball, Capsule, HullBuf, MaskBuf, OrientedBox, PolygonBuf, Pose, Ray, Region, Relate,
    Relation, Rotation, Segment, Shape, ShapeBuf, Sprite, Vector, cast, contact,
};
use fastrand::Rng;

/// Calls `with` with a shape of a random kind near the origin.
pub fn lent<R>(rng: &mut Rng, with: impl FnOnce(Shape<'_, f64, 2>) -> R) -> R {
    let mut c = || f64::from(rng.i32(-40..40)) / 4.0;
    let (a, b) = ([c(), c()], [c(), c()]);
    let turn = Rotation::from_degrees(c() * 9.0);
    let size = [c().abs() + 0.5, c().abs() + 0.5];
    let triangle = PolygonBuf::<f64, 8>::new([a, [a[0] + 5.0, a[1]], [a[0] + 1.0, a[1] + 4.0]]).unwrap();
    let u = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [6.0, 9.0], [6.0, 3.0], [3.0, 3.0], [3.0, 9.0], [0.0, 9.0]];
    let u = Region::new(u.map(|[x, y]| [x + a[0], y + a[1]])).unwrap();
    let mask = MaskBuf::from_rows(["##..", ".##.", "#..#"]).unwrap();
    let parts = [Shape::from(&triangle), Ball::new(b, 1.5).into(), Shape::from(&u)];
    let compound = Shape::Compound(&parts);
    match rng.u8(0..9) {
        0 => with(Aabb::new(a, b).into()),
        1 => with(Ball::new(a, size[0]).into()),
        2 => with(OrientedBox::new(a, size, turn).into()),
        3 => with(Capsule::new(a, b, 1.0).into()),
        4 => with(Shape::from(triangle.rounded(0.5).as_polygon())),
        5 => with(Shape::from(&u)),
        6 => with(Sprite::new(mask.as_mask(), a, 1.5).flipped(0).into()),
        7 => with(compound),
        _ => with(compound.placed(&Pose::new(turn, b))),
    }
}

#[test]
fn owned_shape_queries_agree_with_borrowed_shape() {
    let (mut rng, mut seen) = (Rng::with_seed(1), [0; 3]);
    for _ in 0..cases(1500) {
        let other = lent(&mut rng, |shape| ShapeBuf::from(shape));
        let ray = Ray::new([-30.0, f64::from(rng.i32(-9..9))], [1.0, 0.1]).unwrap();
        lent(&mut rng, |shape| {
            let owned = ShapeBuf::from(shape);
            let (a, b) = (owned.as_shape(), other.as_shape());
            seen[shape.relation(&b) as usize] += 1;
            assert_eq!(a.relation(&b), shape.relation(&b), "{shape:?} {other:?}");
            assert_eq!(b.relation(&a), b.relation(&shape));
            assert_eq!(owned.relation(&other), shape.relation(&b));
            assert_eq!(contact(a, b).separation, contact(shape, b).separation);
            assert_eq!(cast(&ray, a).map(|hit| hit.distance), cast(&ray, shape).map(|hit| hit.distance));
            assert_eq!(a.bounds(), shape.bounds());
            assert_eq!(ShapeBuf::from(a), owned);
        });
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

#[test]
fn owned_shape_transforms_keep_contained_points() {
    let (mut rng, mut inside) = (Rng::with_seed(2), 0);
    for _ in 0..cases(1500) {
        let owned = lent(&mut rng, |shape| ShapeBuf::from(shape));
        let by = Vector([f64::from(rng.i32(-30..30)), f64::from(rng.i32(-30..30))]);
        let rotation = Rotation::from_degrees(f64::from(rng.i32(-180..180)));
        // A point that is not on the boundary stays inside or outside if it is moved with the shape.
        let point = Vector([rng.f64() * 20.0 - 10.0, rng.f64() * 20.0 - 10.0]);
        let near = bumper::distance(owned.as_shape(), point);
        let depth = contact(owned.as_shape(), point).separation.abs();
        if near.max(depth) < 1e-6 {
            continue;
        }
        let was = owned.as_shape().contains(point);
        inside += u32::from(was);
        let moved = owned.translated(by).unwrap();
        assert_eq!(moved.as_shape().contains(point + by), was, "{owned:?}");
        assert_eq!(owned.moved(by), Some(moved));
        let turned = owned.rotated(&rotation, by);
        assert_eq!(turned.as_shape().contains(by + rotation.apply(point - by)), was, "{owned:?}");
        let pose = Pose::new(rotation, by);
        let twice = owned.placed(&pose).placed(&pose);
        assert_eq!(twice.as_shape().contains(pose.apply(pose.apply(point))), was, "{owned:?}");
    }
    assert!(inside > 100);
}

#[test]
fn owned_integer_shapes_are_exact() {
    let ramp = PolygonBuf::<i16, 4>::new([[0, 0], [400, 0], [0, 300]]).unwrap();
    let parts = ShapeBuf::compound([ShapeBuf::from(ramp), Aabb::new([-50, -50], [-40, -40]).into()]);
    let parts = parts.translated([1000, 0]).unwrap();
    let touching = Shape::from(Ball::new([1203, 154], 5));
    assert_eq!(parts.relation(&touching), Relation::Touching);
    assert_eq!(touching.relation(&parts.as_shape()), Relation::Touching);
    assert_eq!(parts.as_shape().relation(&Shape::from(Ball::new([1203, 155], 5))), Relation::Apart);
    assert!(parts.translated([i16::MAX, 0]).is_none() && parts.translated([0, i16::MIN]).is_none());
    assert_eq!(parts.center(), Some(Vector([1175.0, 125.0])));
    let l = Region::new([[0i16, 0], [9, 0], [9, 4], [4, 4], [4, 9], [0, 9]]).unwrap();
    assert_eq!(l.relation(&Ball::new([6, 6], 2)), Relation::Touching);
    assert_eq!(Ball::new([6i16, 6], 2).relation(&l), Relation::Touching);
    assert!(l.overlaps(&l) && parts.overlaps(&l.translated([1000, 0]).unwrap()));
    let hull = HullBuf::new([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vector));
    let hull = ShapeBuf::from(hull.unwrap()).translated([5.0, 0.0, 0.0]).unwrap();
    assert!(hull.as_shape().contains([5.2, 0.2, 0.2]));
}

#[test]
fn world_moves_and_rotates_owned_shapes() {
    let mut world = World::new();
    let ramp = PolygonBuf::<f32, 4>::new([[0.0, 0.0], [40.0, 0.0], [0.0, 30.0]]).unwrap();
    let ramp = world.insert(Collider::new(ramp)).unwrap();
    let cave = Region::new([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [5.0, 4.0], [0.0, 9.0]]).unwrap();
    let cave = world.insert(Collider::new(cave)).unwrap();
    let pair = vec![Ball::new([0.0, 0.0], 1.0), Ball::new([4.0, 0.0], 1.0)];
    let pair = world.insert(Collider::new(pair)).unwrap();
    world.move_to(ramp, [120.0, 15.0]).unwrap();
    world.move_by(cave, [200.0, 0.0]).unwrap();
    world.move_to(pair, [300.0, 0.0]).unwrap();
    let at = |world: &World<f32, 2>, point| {
        let mut found = Vec::new();
        world.each_intersecting(Vector(point), |_, _| true, |id, _| found.push(id));
        found
    };
    assert_eq!(at(&world, [101.0, 1.0]), [ramp]);
    assert_eq!(at(&world, [201.0, 8.0]), [cave]);
    assert_eq!([at(&world, [300.0, 0.0]), at(&world, [302.0, 0.5])], [vec![], vec![pair]]);
    world.rotate(pair, &Rotation::from_degrees(90.0), [300.0, 0.0]).unwrap();
    assert_eq!([at(&world, [302.0, 0.5]), at(&world, [300.5, 2.0])], [vec![], vec![pair]]);
    assert_eq!(
        world.move_by(pair, [f32::MAX, 0.0]).and(world.move_by(pair, [f32::MAX, 0.0])),
        Err(ColliderError::OutOfRange)
    );
    world.remove(ramp);
    assert_eq!(world.move_to(ramp, [0.0, 0.0]), Err(ColliderError::NotFound));
    assert!(Segment::new([0.0f32, 0.0], [1.0, 1.0]).intersects(&Segment::new([0.0, 1.0], [1.0, 0.0])));
}

/// Equality does not depend on stored bounding boxes: a single placed polygon stores no boxes, a compound of it stores some.
#[test]
fn shape_equality_ignores_stored_bounding_boxes() {
    let pose = Pose::new(Rotation::from_degrees(30.0), [5.0, 7.0]);
    let corners = [[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]];
    let polygon = ShapeBuf::from(PolygonBuf::<f64, 3>::new(corners).unwrap());
    let compound = ShapeBuf::compound([polygon.clone()]);
    assert_eq!(polygon.placed(&pose), compound.placed(&pose));
    assert_ne!(polygon.placed(&pose), compound);
    assert_ne!(polygon.placed(&pose), ShapeBuf::compound([polygon.clone(), polygon]).placed(&pose));
}
