//! Contacts of two shapes in either order.

use super::*;
use crate::reference::draw;
use crate::reference::kinds::size;
use crate::reference::number::scale;
use bumper::{Ball, Relate};

/// The number of random pairs for each pair of kinds.
const PAIRS: usize = 20;

/// Asserts that exchanging the two shapes gives the same separation and points to the last bit, the opposite normal, and feature ids with
/// their halves exchanged.
fn assert_mirrored<R: Real, const N: usize>(a: &Shape<'_, R, N>, b: &Shape<'_, R, N>) -> Contact<R, N> {
    let (found, back) = (contact(*a, *b), contact(*b, *a));
    let context = || format!("{a:?}\n{b:?}\n{found:?}\n{back:?}");
    assert!(found.separation == back.separation, "separations differ: {}", context());
    assert!(found.normal == -back.normal, "normals differ: {}", context());
    assert_eq!(found.points().len(), back.points().len(), "{}", context());
    for (p, q) in found.points().iter().zip(back.points()) {
        let same = p.point == q.point && p.separation == q.separation;
        assert!(same && p.feature == q.feature.rotate_left(16), "points differ: {}", context());
    }
    found
}

/// Whether one shape is a ball, and the other one a ball of squared radius that is the same set of points after rounding.
fn are_equal_balls<R: Real, const N: usize>(a: &Shape<'_, R, N>, b: &Shape<'_, R, N>) -> bool {
    if let (Shape::Ball(ball), Shape::SquaredBall(squared))
    | (Shape::SquaredBall(squared), Shape::Ball(ball)) = (a, b)
    {
        let radius = Real::sqrt(squared.radius_squared());
        return ball.center() == squared.center() && ball.radius() == radius;
    }
    false
}

/// Whether a body without radius is a single point in a float type, because rounding unites its corners.
fn is_rounded_to_point<R: Real>(body: &Body<Double>) -> bool {
    let short = body.short();
    let corner = |k: usize| short.points[k].map(R::from_f64);
    let is_sharp = short.radius <= 0.0 && short.round.is_none();
    is_sharp && (1..short.points.len()).all(|k| corner(k) == corner(0))
}

/// Calls `check` with random pairs of all kinds without a rim: as they are drawn, and moved so that they overlap by a few rounding errors.
/// Asserts that nearly all pairs are checked, and that enough of them are apart, touch, and overlap.
fn each_pair<R: Real, const N: usize>(check: impl Fn(&Shape<'_, R, N>, &Shape<'_, R, N>)) {
    let (mut seen, mut drawn) = ([0; 3], 0);
    let mut rng = reference::random(1);
    let kinds: Vec<_> = Kind::all_in(N).into_iter().filter(|kind| !kind.has_rim()).collect();
    for (k, &first) in kinds.iter().enumerate() {
        for &second in &kinds[k..] {
            for _ in 0..reference::cases(PAIRS) {
                let [a, b] = draw::pair::<R, N>(&mut rng, [first, second]);
                let depth = [4.0, 16.0][rng.usize(..2)] * epsilon::<R>();
                let (p, q) = (a.body(), b.body());
                let found = separation::<N>(&p, &q);
                let moved = b.moved(scale(found.normal(), -found.middle() - depth * size(&p).max(size(&q))));
                for b in [&b, &moved] {
                    drawn += 1;
                    let (Some(p), Some(q)) = (a.base(), b.base()) else { continue };
                    let (p, q) = (a.placed(&p), b.placed(&q));
                    // Equal shapes, and shapes that shrink to one point, have the same contact in either order.
                    let are_points =
                        is_rounded_to_point::<R>(&a.body()) && is_rounded_to_point::<R>(&b.body());
                    if p != q && !are_equal_balls(&p, &q) && !are_points {
                        check(&p, &q);
                        seen[p.relation(&q) as usize] += 1;
                    }
                }
            }
        }
    }
    let checked: usize = seen.iter().sum();
    assert!(checked * 10 > drawn * 9, "{seen:?} of {drawn}");
    assert!(seen.iter().all(|&seen| seen * 20 > drawn), "{seen:?} of {drawn}");
}

#[test]
fn contacts_are_symmetric_in_2d() {
    each_pair::<f64, 2>(|a, b| {
        assert_mirrored(a, b);
    });
    each_pair::<f32, 2>(|a, b| {
        assert_mirrored(a, b);
    });
}

#[test]
fn contacts_are_symmetric_in_3d() {
    each_pair::<f64, 3>(|a, b| {
        assert_mirrored(a, b);
    });
    each_pair::<f32, 3>(|a, b| {
        assert_mirrored(a, b);
    });
}

/// Pairs with a ball or a point are excluded: their relation compares squared distances, whose rounding may differ from the rounding of the
/// contact.
#[test]
fn sign_of_the_separation_agrees_with_the_relation() {
    fn check<R: Real>(a: &Shape<'_, R, 2>, b: &Shape<'_, R, 2>) {
        let is_round = |shape: &Shape<'_, R, 2>| {
            matches!(shape, Shape::Point(_) | Shape::Ball(_) | Shape::SquaredBall(_))
        };
        let found = contact(*a, *b);
        let agrees = match a.relation(b) {
            Relation::Apart => found.separation > R::default(),
            Relation::Overlapping => found.separation < R::default(),
            Relation::Touching => true,
        };
        assert!(agrees || is_round(a) || is_round(b), "{a:?}\n{b:?}\n{:?}\n{found:?}", a.relation(b));
    }
    each_pair::<f64, 2>(check);
    each_pair::<f32, 2>(check);
}

#[test]
fn contacts_of_concentric_balls_are_symmetric() {
    let (small, large, point) = (Ball::new([1.0, 2.0], 0.5), Ball::new([1.0, 2.0], 2.0), Vector([1.0, 2.0]));
    assert_mirrored(&small.into(), &large.into());
    assert_mirrored(&small.into(), &point.into());
    let dot = Ball::new([1.0, 2.0], 0.0);
    assert_eq!(contact(dot, point), contact(point, dot));
    assert_eq!(contact(dot, point).normal, Vector([-1.0, 0.0]));
    let found = assert_mirrored(&large.into(), &small.into());
    assert_eq!(found.separation, -2.5);
    assert_mirrored(&small.squared().into(), &large.into());
    assert_mirrored(&small.into(), &large.squared().into());
}

/// A box that is smaller than the rounding error of its corners has the contact of a point.
#[test]
fn contact_of_point_and_box_without_size_is_the_same_in_either_order() {
    let (point, half) = (Vector([-2444.6477f32, 270.56955]), [0.0, 1.5798739e-7]);
    let mut shrunk = spec(Kind::OrientedBox, vec![point], 0.0);
    shrunk.half = Vector(half);
    assert!(is_rounded_to_point::<f32>(&shrunk.body()) && !is_rounded_to_point::<f64>(&shrunk.body()));
    let shrunk = bumper::OrientedBox::new(point, half, Rotation::identity());
    assert_eq!(contact(point, shrunk), contact(shrunk, point));
}

/// Two equal sets of points have the same contact in either order, so their normals are not opposite.
#[test]
fn contact_of_ball_and_equal_ball_of_squared_radius_is_the_same_in_either_order() {
    let ball = Ball::new([0.0006628926f32, -0.0013257852], 0.0013257852);
    for ball in [ball, Ball::new([1.0, 2.0], 0.5)] {
        assert!(are_equal_balls(&ball.into(), &ball.squared().into()));
        let found = contact(ball, ball.squared());
        assert_eq!(found, contact(ball.squared(), ball));
        assert_eq!((found.separation, found.normal), (-2.0 * ball.radius(), Vector([-1.0, 0.0])));
    }
}

#[test]
fn touching_balls_of_squared_radius_have_symmetric_relations() {
    fn check<R: Real, const N: usize>(number: impl Fn(f64) -> R) {
        let mut rng = reference::random(4);
        for _ in 0..reference::cases(CASES) {
            let [r, s] = [(); 2].map(|()| rng.f64() * 10f64.powi(rng.i32(-3..4)));
            let from: [f64; N] = numbers(&mut rng, 10.0);
            let direction = Vector::<f64, N>(numbers(&mut rng, 1.0)).normalized().unwrap_or_default();
            let to = Vector(from) + direction.scaled(r + s);
            let [a, b] = [(Vector(from), r), (to, s)]
                .map(|(center, radius)| Ball::new(center.map(&number), number(radius)).squared());
            assert_eq!(a.relation(&b), b.relation(&a), "{a:?} {b:?}");
            assert_mirrored::<R, N>(&a.into(), &b.into());
        }
    }
    check::<f32, 2>(|c| c as f32);
    check::<f64, 2>(|c| c);
    check::<f32, 3>(|c| c as f32);
    check::<f64, 3>(|c| c);
}

#[test]
fn contact_has_a_unit_normal_at_any_scale() {
    let mut rng = reference::random(3);
    let mut far = 0;
    for _ in 0..reference::cases(CASES) {
        let size = 10f32.powf(38.0 * rng.f32());
        let at = |rng: &mut Rng| Vector(numbers(rng, 1.0).map(|c| c as f32 * size));
        let [a, b, c, d] = [(); 4].map(|()| at(&mut rng));
        let turned = Rotation::from_degrees(rng.f32() * 360.0);
        let shapes: [Shape<'_, f32, 2>; 4] = [
            Ball::new(a, size * rng.f32()).into(),
            bumper::Segment::new(b, c).into(),
            bumper::Triangle::new(b, c, d).into(),
            bumper::OrientedBox::new(d, (a - c).0.map(f32::abs), turned).into(),
        ];
        for (k, a) in shapes.iter().enumerate() {
            for b in &shapes[k + 1..] {
                let found = contact(*a, *b);
                let length = f64::from(found.normal.0[0]).hypot(found.normal.0[1].into());
                assert!((length - 1.0).abs() < 1e-5 && !found.separation.is_nan(), "{a:?}\n{b:?}\n{found:?}");
                far += usize::from(size > 1e19);
            }
        }
    }
    assert!(far > 0);
}
