//! Every build gives the same results to the last bit: with the square root of the hardware or in integers, with a heap or without. In
//! every build, each pair of kinds has the expected relation, and the hash of random results is a constant.

use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, Ellipse, Hull, Mask, OrientedBox, OrientedCylinder, Polygon,
    PolygonBuf, Pose, Ray, Relate, Relation, Rotation, Segment, Shape, Sprite, SquaredBall, Triangle, Vector,
    cast, contact, distance, sweep,
};
use fastrand::Rng;

/// Calls `look` with a shape of every kind in 2D, around the origin.
fn on_plane<R>(look: impl FnOnce(&[Shape<'_, f64, 2>]) -> R) -> R {
    let quad = PolygonBuf::<f64, 4>::new([[-2.0, -1.0], [2.0, -1.5], [2.0, 1.0], [-1.0, 1.5]]).unwrap();
    let rounded = Polygon::new(quad.corners()).unwrap().rounded(0.5);
    let mask = Mask::new([3, 2], &[0b111, 0b111]).unwrap();
    let turned = Rotation::from_complex(0.8, 0.6).unwrap();
    let parts = [Ball::new([0.5, 0.0], 1.0).into(), Aabb::new([-1.0, -1.0], [0.5, 0.5]).into()];
    let box_ = Shape::from(Aabb::new([-1.0, -1.0], [1.0, 1.0]));
    look(&[
        box_,
        Ball::new([0.0, 0.0], 1.5).into(),
        SquaredBall::new([0.0, 0.0], 2.0).into(),
        Triangle::new([-2.0, -2.0], [2.0, -1.0], [0.0, 2.0]).into(),
        Capsule::new([-1.0, 0.0], [1.0, 1.0], 0.5).into(),
        OrientedBox::new([0.0, 0.0], [1.5, 1.0], turned).into(),
        Ellipse::new([0.0, 0.0], [2.0, 1.0], turned).into(),
        Shape::Polygon(quad.as_polygon()),
        rounded.into(),
        Sprite::new(mask, [-1.5, -1.0], 1.0).into(),
        Shape::Compound(&parts),
        box_.placed(&Pose::new(turned, [0.25, 0.25])),
    ])
}

/// Calls `look` with a shape of every kind in 3D that has a volume, around the origin.
fn in_space<R>(look: impl FnOnce(&[Shape<'_, f64, 3>]) -> R) -> R {
    let corners = [[-2.0, -2.0, -2.0], [2.0, -1.0, -1.0], [0.0, 2.0, -1.0], [0.0, 0.0, 2.0]].map(Vector);
    let turned = Rotation::from_quaternion([0.2, 0.3, 0.4, 1.0]).unwrap();
    let box_ = Shape::from(Aabb::new([-1.0; 3], [1.0; 3]));
    let parts = [box_, Ball::new([0.0; 3], 1.5).into()];
    look(&[
        box_,
        Ball::new([0.0; 3], 1.0).into(),
        SquaredBall::new([0.0; 3], 2.0).into(),
        Cylinder::new(Axis::Y, [0.0, -1.0, 0.0], 1.0, 1.5).into(),
        OrientedCylinder::new([0.0; 3], [1.0, 2.0, 3.0], 1.5, 1.0).unwrap().into(),
        Capsule::new([-1.0, 0.0, 0.0], [1.0, 1.0, 1.0], 0.75).into(),
        OrientedBox::new([0.0; 3], [1.5, 1.0, 2.0], turned).into(),
        Shape::Hull(Hull::new(&corners).unwrap()),
        Shape::Compound(&parts),
        box_.placed(&Pose::new(turned, [0.25; 3])),
    ])
}

fn every_pair<const N: usize>(shapes: &[Shape<'_, f64, N>]) {
    let away = Pose::new(Rotation::identity(), Vector::default().with(0, 20.0));
    for a in shapes {
        for b in shapes {
            assert_eq!(a.relation(b), Relation::Overlapping, "{a:?}\n{b:?}");
            assert!(a.intersects(b) && a.overlaps(b) && contact(*a, *b).separation < 0.0, "{a:?}\n{b:?}");
            let far = b.placed(&away);
            assert_eq!(a.relation(&far), Relation::Apart, "{a:?}\n{far:?}");
            assert!(distance(*a, far) > 5.0 && contact(*a, far).separation > 5.0, "{a:?}\n{far:?}");
            let back = Vector::default().with(0, -40.0);
            assert!(sweep(*a, Vector::default(), far, back).is_some(), "{a:?}\n{far:?}");
        }
        let ray = Ray::new(Vector::default().with(0, -20.0), Vector::default().with(0, 1.0)).unwrap();
        assert!(cast(&ray, *a).is_some(), "{a:?}");
    }
}

#[test]
fn every_pair_has_expected_relation_in_2d() {
    on_plane(every_pair);
}

#[test]
fn every_pair_has_expected_relation_in_3d() {
    in_space(every_pair);
}

/// Flat shapes in 3D that cross. Builds without a square root once reported them as apart.
#[test]
fn crossing_flat_shapes_overlap_in_3d() {
    let segment = Segment::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    let triangle = Triangle::new([0.0, -1.0, -1.0], [0.0, 1.0, -1.0], [0.0, 0.0, 1.0]);
    assert_eq!(segment.relation(&triangle), Relation::Overlapping);
    assert_eq!(
        Capsule::new([0.0, -2.0, 0.0], [0.0, 2.0, 0.0], 0.5).relation(&segment),
        Relation::Overlapping
    );
}

fn mix(hash: &mut u64, number: f64) {
    *hash = (*hash ^ number.to_bits()).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
}

fn answers<const N: usize>(shapes: &[Shape<'_, f64, N>], hash: &mut u64) {
    let mut rng = Rng::with_seed(N as u64);
    for _ in 0..4 {
        for a in shapes {
            for b in shapes {
                let offset = Vector(core::array::from_fn(|_| rng.f64() * 6.0 - 3.0));
                let b = b.placed(&Pose::new(Rotation::identity(), offset));
                mix(hash, f64::from(a.relation(&b) as u8));
                let found = contact(*a, b);
                found.normal.0.into_iter().chain([found.separation]).for_each(|c| mix(hash, c));
                let hit = sweep(*a, Vector::default(), b, offset.map(|c| -2.0 * c));
                mix(hash, hit.map_or(-1.0, |hit| hit.time));
            }
        }
    }
}

#[test]
fn results_match_pinned_hash_in_every_build() {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    on_plane(|shapes| answers(shapes, &mut hash));
    in_space(|shapes| answers(shapes, &mut hash));
    assert_eq!(hash, 0x9022_ecd6_b275_3f8e, "{hash:#x}");
}
