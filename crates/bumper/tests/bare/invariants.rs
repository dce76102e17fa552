//! Invariants that hold for all numbers, and common mistakes of tutorials, each with a test that would detect it.

use crate::solids::each_case;
use bumper::{
    Aabb, Axis, Ball, Compound, Cylinder, MinimumTranslation, Relate, Relation, SquaredBall, Vector, YAxis,
};
use fastrand::Rng;

/// A random box. Half of the coordinates are small, so that many boxes touch.
fn aabb<const N: usize>(rng: &mut Rng) -> Aabb<i8, N> {
    let mut corner =
        || -> [i8; N] { core::array::from_fn(|_| if rng.bool() { rng.i8(..) } else { rng.i8(-5..=5) }) };
    Aabb::new(corner(), corner())
}

/// Random numbers, with a higher probability of the ends of the range.
fn any<T: Copy, const N: usize>(rng: &mut Rng, ends: [T; 2], number: impl Fn(&mut Rng) -> T) -> [T; N] {
    core::array::from_fn(|_| if rng.u8(0..16) == 0 { ends[usize::from(rng.bool())] } else { number(rng) })
}

fn bytes<const N: usize>(rng: &mut Rng) -> [i8; N] {
    any(rng, [i8::MIN, i8::MAX], |rng| rng.i8(..))
}

fn words<const N: usize>(rng: &mut Rng) -> [i16; N] {
    any(rng, [i16::MIN, i16::MAX], |rng| rng.i16(..))
}

/// Converts a box to a wider integer type, and moves it along an axis.
fn moved<const N: usize>(shape: &Aabb<i8, N>, axis: usize, by: i32) -> Aabb<i32, N> {
    let offset = Vector::default().with(axis, by);
    Aabb::new(shape.min().map(i32::from), shape.max().map(i32::from)).translated(offset)
}

/// Checks that the push separates the boxes, and that a push that is shorter by one, in any direction, does not.
fn assert_minimum_translation<const N: usize>(a: Aabb<i8, N>, b: Aabb<i8, N>) {
    let still = moved(&a, 0, 0);
    let Some(MinimumTranslation { axis, negative: backwards, length }) = a.minimum_translation(&b) else {
        assert_eq!(a.relation(&b), Relation::Apart);
        return;
    };
    let length = i32::from(length);
    let after = moved(&b, axis, if backwards { -length } else { length });
    assert_eq!(still.relation(&after), Relation::Touching);
    assert_eq!(length == 0, a.relation(&b) == Relation::Touching);
    for axis in 0..N {
        for shorter in [1 - length, length - 1] {
            assert!(length == 0 || still.relation(&moved(&b, axis, shorter)) == Relation::Overlapping);
        }
    }
}

fn assert_intersection<const N: usize>(a: Aabb<i8, N>, b: Aabb<i8, N>, p: [i8; N]) {
    let both = a.contains(p) && b.contains(p);
    assert_eq!(a.intersection(&b).is_some_and(|shared| shared.contains(p)), both);
    assert_eq!(a.intersection(&b), b.intersection(&a));
    assert!(!(a.contains(p) || b.contains(p)) || a.union(&b).contains(p));
}

#[test]
fn minimum_translation_separates_boxes_and_is_shortest() {
    each_case(20_000, |rng| {
        let (a, b, c, d) = (aabb::<2>(rng), aabb(rng), aabb::<3>(rng), aabb(rng));
        assert_minimum_translation(a, b);
        assert_minimum_translation(c, d);
    });
}

#[test]
fn box_intersection_contains_common_points() {
    each_case(20_000, |rng| {
        let (a, b, c, d) = (aabb(rng), aabb(rng), aabb(rng), aabb(rng));
        let (p, q): ([i8; 2], [i8; 3]) = (bytes(rng), bytes(rng));
        assert_intersection(a, b, p);
        assert_intersection(c, d, q);
    });
}

#[test]
fn closest_point_of_box_is_nearest() {
    each_case(20_000, |rng| {
        let (a, p, other): (_, [i8; 2], [i8; 2]) = (aabb::<2>(rng), bytes(rng), bytes(rng));
        let closest = a.closest_point(p);
        assert!(a.contains(closest));
        let gap = |q: Vector<i8, 2>| q.map(i32::from).distance_squared(Vector(p).map(i32::from));
        assert!(!a.contains(other) || gap(closest) <= gap(Vector(other)));
    });
}

#[test]
fn relation_is_invariant_under_translation() {
    each_case(20_000, |rng| {
        let (c, d, [r], p): ([i16; 3], [i16; 3], [i16; 1], u64) =
            (words(rng), words(rng), words(rng), rng.u64(0..1000));
        let offset: [i32; 3] = core::array::from_fn(|_| rng.i32(-1_000_000..1_000_000));
        let wide = |v: [i16; 3]| Vector(v).map(i32::from);
        let ball = Ball::new(wide(c), r.into());
        let squared = SquaredBall::new(wide(d), p);
        let pillar = Cylinder::new(Axis::Y, wide(d), c[0].into(), r.into());
        let block = Aabb::new(wide(c), wide(d));
        assert_eq!(ball.relation(&squared), ball.translated(offset).relation(&squared.translated(offset)));
        assert_eq!(
            pillar.relation(&squared),
            pillar.translated(offset).relation(&squared.translated(offset))
        );
        assert_eq!(block.relation(&pillar), block.translated(offset).relation(&pillar.translated(offset)));
    });
}

#[test]
fn relation_is_invariant_under_axis_permutation() {
    each_case(20_000, |rng| {
        let (c, d, e): ([i16; 3], [i16; 3], [i16; 3]) = (words(rng), words(rng), words(rng));
        let [r, s] = words(rng);
        let turn = |v: [i16; 3]| [v[2], v[0], v[1]];
        let next = |axis: Axis| Axis::ALL[(axis.index() + 1) % 3];
        for (first, second) in [(Axis::X, Axis::X), (Axis::X, Axis::Y), (Axis::Z, Axis::X)] {
            let before = Cylinder::new(first, c, e[first.index()], r).relation(&Cylinder::new(
                second,
                d,
                e[second.index()],
                s,
            ));
            let (c, d) = (turn(c), turn(d));
            let (first, second) = (next(first), next(second));
            let e = turn(e);
            let after = Cylinder::new(first, c, e[first.index()], r).relation(&Cylinder::new(
                second,
                d,
                e[second.index()],
                s,
            ));
            assert_eq!(before, after);
        }
    });
}

#[test]
fn relation_grows_with_shape_and_compound_takes_maximum() {
    each_case(20_000, |rng| {
        let (c, d, r): ([i8; 3], [i8; 3], i8) = (bytes(rng), bytes(rng), rng.i8(0..=126));
        let (a, b) = (aabb::<3>(rng), aabb(rng));
        let (small, large) = (Ball::new(c, r), Ball::new(c, r + 1));
        let pillar = |r| Cylinder::new(Axis::Z, d, c[2], r);
        assert!(small.relation(&a) <= large.relation(&a));
        assert!(small.relation(&pillar(r)) <= large.relation(&pillar(r + 1)));
        assert!(a.relation(&pillar(r)) <= a.union(&b).relation(&pillar(r)));
        let parts = [a, b];
        assert_eq!(Compound(&parts).relation(&small), a.relation(&small).max(b.relation(&small)));
        assert_eq!(pillar(r).relation(&Compound(&parts)), a.relation(&pillar(r)).max(b.relation(&pillar(r))));
    });
}

#[test]
fn balls_with_squared_radii_compare_sum_of_radii() {
    // 15² is less than (10 + 10)², but more than 10² + 10²: summing the squares of radii is a common mistake.
    let (a, b) = (Ball::new([0i16, 0], 10), Ball::new([15, 0], 10));
    assert_eq!(a.relation(&b), Relation::Overlapping);
    assert_eq!(a.squared().relation(&b.squared()), Relation::Overlapping);
}

#[test]
fn i16_distances_do_not_overflow() {
    assert!(!Ball::new([0i16, 0], 1).intersects(&Ball::new([256, 0], 1)));
    assert!(!Ball::new([-30000i16, -30000], 1).intersects(&Ball::new([30000, 30000], 1)));
    assert_eq!(
        Ball::new([-32767i16, 0, 0], 32767).relation(&Ball::new([32767, 0, 0], 32767)),
        Relation::Touching
    );
    assert!(!Ball::new([i16::MIN; 3], 32767).intersects(&Ball::new([i16::MAX; 3], 32767)));
}

#[test]
fn pixel_box_beside_edge_touches_like_point() {
    let room = Aabb::new([0i16, 0], [10, 10]);
    assert_eq!(room.relation(&Vector([10, 5])), Relation::Touching);
    // The pixel from 10 to 11 touches the room, and the pixel from 9 to 10 is inside of it.
    let pixel = |x| Aabb::from_top_left([x, 5], [1, 1], YAxis::Down);
    assert_eq!(room.relation(&pixel(10)), Relation::Touching);
    assert_eq!(room.relation(&pixel(9)), Relation::Overlapping);
    assert_eq!(room.relation(&pixel(11)), Relation::Apart);
}

#[test]
fn contains_rejects_points_on_either_side() {
    let room = Aabb::new([0i16, 0], [10, 10]);
    assert!(!room.contains([-1, 5]) && !room.contains([11, 5]) && room.contains([0, 0]));
}

#[test]
fn circle_at_box_corner_compares_distance_with_radius() {
    let room = Aabb::new([0i16, 0], [10, 10]);
    assert!(room.overlaps(&Ball::new([13, 14], 6)));
    assert_eq!(room.relation(&Ball::new([13, 14], 5)), Relation::Touching);
    assert!(!room.intersects(&Ball::new([13, 14], 4)));
}

#[test]
fn cylinders_apart_along_or_across_axis_do_not_intersect() {
    let pillar = Cylinder::new(Axis::Y, [0i16, 0, 0], 100, 10);
    assert!(!pillar.intersects(&Cylinder::new(Axis::Y, [0, 101, 0], 200, 10)));
    assert!(!pillar.intersects(&Cylinder::new(Axis::Y, [21, 0, 0], 100, 10)));
    assert_eq!(pillar.relation(&Cylinder::new(Axis::Y, [0, 100, 0], 200, 10)), Relation::Touching);
}

#[test]
fn nested_circles_overlap() {
    let large = Ball::new([0i16, 0], 10);
    assert_eq!(large.relation(&Ball::new([5, 0], 5)), Relation::Overlapping);
    assert_eq!(large.relation(&Ball::new([1, 0], 5)), Relation::Overlapping);
    assert_eq!(large.relation(&large), Relation::Overlapping);
}

#[test]
fn degenerate_shapes_overlap_only_if_inseparable() {
    let point = Vector([3i16, 4]);
    assert_eq!(point.relation(&point), Relation::Touching);
    assert_eq!(Ball::new(point, 0).relation(&point), Relation::Touching);
    // Two walls without thickness that cross cannot be separated by a small translation. If they only meet end to end, they can.
    let (across, down) = (Aabb::new([0i16, 5], [10, 5]), Aabb::new([5, 0], [5, 10]));
    assert_eq!(across.relation(&down), Relation::Overlapping);
    assert_eq!(across.relation(&across.translated([10, 0])), Relation::Touching);
    assert_eq!(across.relation(&Aabb::new([0, 0], [10, 10])), Relation::Overlapping);
    let rods = [Cylinder::new(Axis::X, [-5i16, 0, 0], 5, 0), Cylinder::new(Axis::Y, [0, -5, 0], 5, 0)];
    assert_eq!(rods[0].relation(&rods[1]), Relation::Touching);
    assert_eq!(rods[0].relation(&Cylinder::new(Axis::Y, [0, -5, 1], 5, 1)), Relation::Touching);
    assert_eq!(rods[0].relation(&Cylinder::new(Axis::Y, [0, -5, 1], 5, 2)), Relation::Overlapping);
}
