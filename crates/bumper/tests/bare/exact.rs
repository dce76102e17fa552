//! Relations of integers and fixed point agree with exact arithmetic for every input. Random cases, most of them near a tie or at the ends
//! of the range, are compared with the oracle. `BUMPER_CASES` sets the number of cases for each scalar and dimension.

use crate::oracle::{Raw, Whole, relation};
use bumper::{Axis, Compound, Relate, Relation, Shape};
use fastrand::Rng;

fn cases() -> u64 {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1_000_000)
}

/// A random number between two ends, often at one of them.
fn number(rng: &mut Rng, least: i128, most: i128) -> i128 {
    match rng.u8(..8) {
        0 => (least + rng.i128(0..3)).min(most),
        1 => (most - rng.i128(0..3)).max(least),
        2 | 3 => rng.i128(least..=most),
        _ => rng.i128(-12..=12).clamp(least, most),
    }
}

fn point<S: Whole>(rng: &mut Rng) -> [i128; 3] {
    core::array::from_fn(|_| number(rng, S::LEAST, S::MOST))
}

fn root(square: i128) -> i128 {
    square.isqrt()
}

/// Vectors with integer lengths, and their lengths.
const TRIPLES: [([i128; 3], i128); 6] =
    [([3, 4, 0], 5), ([5, 12, 0], 13), ([8, 15, 0], 17), ([1, 2, 2], 3), ([2, 3, 6], 7), ([1, 0, 0], 1)];

/// A random shape near the first shape. It often just touches the first shape or misses it by one unit.
fn neighbour<S: Whole>(rng: &mut Rng, first: &Raw, n: usize) -> Raw {
    let (center, reach) = match first {
        Raw::Point(p) => (*p, 0),
        Raw::Box(a, b) => (if rng.bool() { *a } else { *b }, 0),
        Raw::Ball(c, r) => (*c, *r),
        Raw::Squared(c, p) => (*c, root(*p)),
        Raw::Cylinder(axis, from, to, r) => {
            let mut end = *from;
            end[axis.index()] = if rng.bool() { *to } else { end[axis.index()] };
            (end, *r)
        }
    };
    let (mut direction, length) = TRIPLES[rng.usize(..if n == 2 { 3 } else { 6 })];
    rng.shuffle(&mut direction[..n]);
    let largest = if rng.bool() { 1 << 20 } else { 8 };
    let times = rng.i128(0..=largest.min(S::MOST / 16));
    let place = core::array::from_fn(|k| {
        let sign = if rng.bool() { 1 } else { -1 };
        (center[k] + sign * direction[k] * times).clamp(S::LEAST, S::MOST)
    });
    // Place the surface in the middle of the gap, at its end, or one unit away.
    let gap = (length * times - reach).max(0) + rng.i128(-1..=1);
    let mut second = shape::<S>(rng, n);
    match &mut second {
        Raw::Point(p) => *p = place,
        Raw::Box(a, b) => {
            *a = place;
            *b = core::array::from_fn(|k| {
                if rng.bool() { b[k] } else { (place[k] + rng.i128(-3..=3)).clamp(S::LEAST, S::MOST) }
            });
        }
        Raw::Ball(c, r) => (*c, *r) = (place, gap.clamp(0, S::MOST)),
        Raw::Squared(c, p) => {
            let gap = gap.clamp(0, S::MOST);
            (*c, *p) = (place, (gap * gap + rng.i128(-1..=1)).clamp(0, S::MOST * S::MOST));
        }
        Raw::Cylinder(axis, from, to, r) => {
            let far = (place[axis.index()] + rng.i128(-9..=9)).clamp(S::LEAST, S::MOST);
            (*from, *r) = (place, gap.clamp(0, S::MOST));
            *to = if rng.bool() { *to } else { far };
        }
    }
    second
}

fn shape<S: Whole>(rng: &mut Rng, n: usize) -> Raw {
    match rng.u8(..if n == 2 { 4 } else { 6 }) {
        0 => Raw::Point(point::<S>(rng)),
        1 => Raw::Box(point::<S>(rng), point::<S>(rng)),
        2 => Raw::Ball(point::<S>(rng), number(rng, 0, S::MOST)),
        3 => {
            let r = number(rng, 0, S::MOST);
            Raw::Squared(point::<S>(rng), (r * r + rng.i128(-3..=3)).clamp(0, S::MOST * S::MOST))
        }
        _ => {
            let (axis, r) = (Axis::ALL[rng.usize(..3)], number(rng, 0, S::MOST));
            Raw::Cylinder(axis, point::<S>(rng), number(rng, S::LEAST, S::MOST), r)
        }
    }
}

fn kind(shape: &Raw) -> usize {
    match shape {
        Raw::Point(_) => 0,
        Raw::Box(..) => 1,
        Raw::Ball(..) => 2,
        Raw::Squared(..) => 3,
        Raw::Cylinder(..) => 4,
    }
}

/// Checks that the relation is `expected`, and that all other forms of the query agree with it.
fn assert_relations<S: Whole, const N: usize>(a: &Raw, b: &Raw, expected: Relation) {
    let (p, q): (Shape<S, N>, Shape<S, N>) = (a.shape(), b.shape());
    let context = || format!("{} {a:?} {b:?}", std::any::type_name::<S>());
    assert_eq!(p.relation(&q), expected, "{}", context());
    assert_eq!(q.relation(&p), expected, "mirrored: {}", context());
    assert_eq!(p.intersects(&q), expected != Relation::Apart, "{}", context());
    assert_eq!(p.overlaps(&q), expected == Relation::Overlapping, "{}", context());
    if let Shape::Point(point) = q {
        assert_eq!(p.contains(point), expected != Relation::Apart, "{}", context());
    }
}

fn random_cases<S: Whole, const N: usize>() {
    let mut rng = Rng::with_seed(N as u64);
    let mut seen = [[[0u32; 3]; 5]; 5];
    for _ in 0..cases() {
        let a = shape::<S>(&mut rng, N);
        let b = if rng.u8(..4) == 0 { shape::<S>(&mut rng, N) } else { neighbour::<S>(&mut rng, &a, N) };
        let expected = relation(&a, &b, N);
        assert_relations::<S, N>(&a, &b, expected);
        let (k, l) = (kind(&a).min(kind(&b)), kind(&a).max(kind(&b)));
        seen[k][l][expected as usize] += 1;
    }
    // Each pair of kinds was apart, touching and overlapping. The exception is two points, which never overlap.
    let kinds = if N == 2 { 4 } else { 5 };
    for (k, row) in seen.iter().enumerate().take(kinds) {
        for (l, outcomes) in row.iter().enumerate().take(kinds).skip(k) {
            let possible = if l == 0 { 2 } else { 3 };
            assert!(
                outcomes[..possible].iter().all(|&count| u64::from(count) > cases() / 5000),
                "{k} {l} {outcomes:?}"
            );
        }
    }
}

/// A compound has the strongest relation of its parts, at any position and for any nesting.
fn compounds<S: Whole, const N: usize>() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..cases() / 10 {
        let parts: Vec<Raw> = (0..rng.usize(..4)).map(|_| shape::<S>(&mut rng, N)).collect();
        let other = match parts.first() {
            Some(first) => neighbour::<S>(&mut rng, first, N),
            None => shape::<S>(&mut rng, N),
        };
        let expected = parts.iter().map(|part| relation(part, &other, N)).max().unwrap_or(Relation::Apart);
        let shapes: Vec<Shape<S, N>> = parts.iter().map(Raw::shape).collect();
        let nested = [Shape::Compound(&shapes)];
        let other: Shape<S, N> = other.shape();
        for compound in [Shape::Compound(&shapes), Shape::Compound(&nested)] {
            assert_eq!(compound.relation(&other), expected, "{parts:?} {other:?}");
            assert_eq!(other.relation(&compound), expected, "{parts:?} {other:?}");
            assert_eq!(other.intersects(&compound), expected != Relation::Apart, "{parts:?} {other:?}");
            assert_eq!(compound.overlaps(&other), expected == Relation::Overlapping, "{parts:?} {other:?}");
        }
        assert_eq!(Compound(&shapes).relation(&other), expected);
    }
}

macro_rules! scalars {
    ($($name:ident: $scalar:ty),*) => {$(
        #[test]
        fn $name() {
            random_cases::<$scalar, 2>();
            random_cases::<$scalar, 3>();
            compounds::<$scalar, 2>();
            compounds::<$scalar, 3>();
        }
    )*};
}

scalars!(relations_are_exact_in_i8: i8, relations_are_exact_in_i16: i16, relations_are_exact_in_i32: i32);

#[cfg(feature = "fixed")]
scalars!(relations_are_exact_in_fixed_point: fixed::types::I16F16);

/// At the ends of `i64`, the numbers of the oracle itself would overflow, but the numbers of the library must not.
#[test]
fn relations_are_exact_in_i64() {
    // Shapes in `i32` have the same relation in `i64`, and so have shapes that are 2³¹ times as large.
    let mut rng = Rng::with_seed(64);
    for _ in 0..cases() {
        let a = shape::<i32>(&mut rng, 3);
        let b = neighbour::<i32>(&mut rng, &a, 3);
        let expected = relation(&a, &b, 3);
        assert_relations::<i64, 3>(&a, &b, expected);
        assert_relations::<i64, 3>(&a.scaled(1 << 31), &b.scaled(1 << 31), expected);
    }
}
