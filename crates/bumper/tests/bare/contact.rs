//! Checks invariants of contacts: the separation is the largest over all directions, the push leaves the shapes touching, and the contact
//! points lie on both shapes. Shapes have small integer coordinates, so that ties and touching shapes are common.

use crate::solids::{directions, each_case};
use bumper::query::contact::{contact, distance};
use bumper::{Aabb, Axis, Ball, Cylinder, Relate, Relation, Segment, Shape, SquaredBall, Vector};
use fastrand::Rng;

const CLOSE: f64 = 1e-9;

fn vector<const N: usize>(rng: &mut Rng) -> [i16; N] {
    core::array::from_fn(|_| rng.i16(-6..=6))
}

fn box_or_ball<const N: usize>(rng: &mut Rng) -> Shape<'static, i16, N> {
    match rng.u8(0..4) {
        0 => Shape::Point(vector(rng).into()),
        1 => Aabb::new(vector(rng), vector(rng)).into(),
        2 => Ball::new(vector(rng), rng.i16(0..6)).into(),
        _ => SquaredBall::new(vector(rng), rng.u32(0..30)).into(),
    }
}

fn any_solid(rng: &mut Rng) -> Shape<'static, i16, 3> {
    match rng.u8(0..5) {
        0 | 1 => box_or_ball(rng),
        _ => {
            let axis = Axis::ALL[rng.usize(0..3)];
            Cylinder::new(axis, vector(rng), rng.i16(-6..=6), rng.i16(0..6)).into()
        }
    }
}

fn real<const N: usize>(shape: &Shape<'static, i16, N>, offset: Vector<f64, N>) -> Shape<'static, f64, N> {
    let place = |v: Vector<i16, N>| v.map(f64::from) + offset;
    let aabb = |b: &Aabb<i16, N>| Aabb::new(place(b.min()), place(b.max()));
    match shape {
        Shape::Point(p) => Shape::Point(place(*p)),
        Shape::Aabb(b) => aabb(b).into(),
        Shape::Ball(b) => Ball::new(place(b.center()), b.radius().into()).into(),
        Shape::SquaredBall(b) => SquaredBall::new(place(b.center()), b.radius_squared().into()).into(),
        other => panic!("{other:?} is made by `solid`"),
    }
}

fn solid(shape: &Shape<'static, i16, 3>, offset: Vector<f64, 3>) -> Shape<'static, f64, 3> {
    let Shape::Cylinder(c) = shape else { return real(shape, offset) };
    let (from, to) = (c.spine().min().map(f64::from) + offset, c.spine().max().map(f64::from) + offset);
    Cylinder::new(c.axis(), from, to[c.axis().index()], c.radius().into()).into()
}

/// The support function of the shape, written from the definitions of the shapes.
fn reach<const N: usize>(shape: &Shape<'static, f64, N>, u: Vector<f64, N>) -> f64 {
    let corner = |b: &Aabb<f64, N>| (0..N).map(|k| (b.min()[k] * u[k]).max(b.max()[k] * u[k])).sum::<f64>();
    match shape {
        Shape::Point(p) => p.dot(u),
        Shape::Aabb(b) => corner(b),
        Shape::Ball(b) => b.center().dot(u) + b.radius(),
        Shape::SquaredBall(b) => b.center().dot(u) + b.radius_squared().sqrt(),
        Shape::Cylinder(c) => corner(&c.spine()) + c.radius() * u.with(c.axis().index(), 0.0).length(),
        other => panic!("{other:?}"),
    }
}

/// The distance of a shape from a point, as the library computes it.
fn off<const N: usize>(shape: Shape<'static, f64, N>, point: Vector<f64, N>) -> f64 {
    distance(shape, point)
}

fn check<const N: usize>(
    relation: Relation,
    place: impl Fn(Vector<f64, N>) -> (Shape<'static, f64, N>, Shape<'static, f64, N>),
    directions: &[[f64; N]],
) {
    let (a, b) = place(Vector::default());
    let found = contact(a, b);
    let along = |u: Vector<f64, N>| -reach(&b, u.map(|c| -c)) - reach(&a, u);
    assert!((found.normal.length() - 1.0).abs() < CLOSE, "{found:?}");
    assert!((along(found.normal) - found.separation).abs() < CLOSE, "not along its normal: {found:?}");
    for &direction in directions {
        let length = Vector(direction).length();
        if length > 1e-3 {
            let u = Vector(direction).scaled(1.0 / length);
            assert!(along(u) <= found.separation + CLOSE, "{u:?} is better than {found:?}");
        }
    }
    match relation {
        Relation::Apart => assert!(found.separation > CLOSE, "{found:?}"),
        Relation::Touching => assert!(found.separation.abs() < CLOSE, "{found:?}"),
        Relation::Overlapping => assert!(found.separation < -CLOSE, "{found:?}"),
    }
    let (a, moved) = place(found.normal.scaled(-found.separation));
    assert!(contact(a, moved).separation.abs() < CLOSE, "the push of {found:?} does not leave them touching");
    let back = contact(b, a);
    assert!((back.separation - found.separation).abs() < CLOSE, "{found:?} and {back:?}");
    let most = if N == 2 { 2 } else { 4 };
    assert!((1..=most).contains(&found.points().len()), "{found:?}");
    for point in found.points() {
        let point = point.point;
        let allowed = found.separation.abs() + CLOSE;
        assert!(off(a, point) <= allowed && off(b, point) <= allowed, "{point:?} of {found:?} is far off");
    }
}

#[test]
fn contact_invariants_hold_in_2d() {
    each_case(20_000, |rng| {
        let (a, b) = (box_or_ball::<2>(rng), box_or_ball::<2>(rng));
        let place = |offset| (real(&a, Vector::default()), real(&b, offset));
        check(a.relation(&b), place, &directions(rng, 30));
    });
}

#[test]
fn contact_invariants_hold_in_3d() {
    each_case(20_000, |rng| {
        let (a, b) = (any_solid(rng), any_solid(rng));
        let place = |offset| (solid(&a, Vector::default()), solid(&b, offset));
        check(a.relation(&b), place, &directions(rng, 60));
    });
}

#[test]
fn boxes_touching_at_face_have_corners_of_shared_area() {
    let found =
        contact(Aabb::new([0.0, 0.0, 0.0], [4.0, 4.0, 4.0]), Aabb::new([1.0, 4.0, 2.0], [9.0, 9.0, 9.0]));
    assert_eq!((found.separation, found.normal), (0.0, Vector([0.0, 1.0, 0.0])));
    let mut points: Vec<_> = found.points().iter().map(|p| p.point.0.map(|c| c as i32)).collect();
    points.sort();
    assert_eq!(points, [[1, 4, 2], [1, 4, 4], [4, 4, 2], [4, 4, 4]]);
}

#[test]
fn cylinder_standing_on_box_has_four_points_on_rim() {
    let pillar = Cylinder::new(Axis::Z, [0.0, 0.0, 5.0], 9.0, 2.0);
    let found = contact(Aabb::new([-10.0, -10.0, 0.0], [10.0, 10.0, 5.0]), pillar);
    assert_eq!((found.separation, found.normal), (0.0, Vector([0.0, 0.0, 1.0])));
    assert_eq!(found.points().len(), 4);
    for point in found.points() {
        assert_eq!(Vector([point.point.x(), point.point.y()]).length(), 2.0);
    }
}

#[test]
fn stacked_cylinders_have_points_around_shared_area() {
    let a = Cylinder::new(Axis::Z, [0.0f64, 0.0, 0.0], 5.0, 5.0);
    let b = Cylinder::new(Axis::Z, [6.0, 0.0, 5.0], 9.0, 5.0);
    let found = contact(a, b);
    let mut points: Vec<_> = found.points().iter().map(|p| p.point.0.map(|c| c.round() as i32)).collect();
    points.sort();
    assert_eq!(points, [[1, 0, 5], [3, -4, 5], [3, 4, 5], [5, 0, 5]]);
}

#[test]
fn lying_cylinder_touches_floor_along_line() {
    let log = Cylinder::new(Axis::X, [0.0, 2.0, 0.0], 10.0, 2.0);
    let found = contact(Aabb::new([-5.0, -1.0, -5.0], [7.0, 0.0, 5.0]), log);
    let points: Vec<_> = found.points().iter().map(|point| point.point).collect();
    assert_eq!(points, [Vector([0.0, 0.0, 0.0]), Vector([7.0, 0.0, 0.0])]);
}

#[test]
fn contact_with_infinite_separation_has_finite_normal() {
    let (a, b) = (Vector([-1.7e308, 0.0]), Vector([1.7e308, 0.0]));
    let found = contact(a, b);
    assert_eq!((found.separation, found.normal), (f64::INFINITY, Vector([1.0, 0.0])));
}

#[test]
fn nan_cylinder_has_infinite_separation() {
    let bad = Cylinder::new(Axis::X, [f64::NAN, 0.0, 0.0], 1.0, 1.0);
    for other in [Cylinder::new(Axis::Z, [0.0, 0.0, 0.0], 1.0, 1.0), bad] {
        assert_eq!(contact(bad, other).separation, f64::INFINITY);
    }
}

#[test]
fn normal_beside_long_segment_is_perpendicular() {
    let segment = Segment::new([12138.493f32, 20842.838, 9560.082], [-19542.432, -33563.457, -15390.5]);
    let along = (segment.to() - segment.from()).scaled(1.0 / (segment.to() - segment.from()).length());
    for place in 1..200u16 {
        let on = segment.from() + (segment.to() - segment.from()).scaled(f32::from(place) / 200.0);
        let found = contact(on + Vector([0.0, 0.01, 0.02]), segment);
        assert!(
            (found.normal.length() - 1.0).abs() < 1e-6 && found.normal.dot(along).abs() < 1e-6,
            "{found:?}"
        );
    }
}
