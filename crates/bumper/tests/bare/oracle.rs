//! The oracle: shapes as plain lists of big integers, and their relation from the definition, without any arithmetic of the library. It is
//! slow and naive on purpose.

#![allow(dead_code)] // Each test file uses its part.

use bumper::{Aabb, AreaOf, Axis, Ball, Cylinder, Relation, Shape, SquaredBall, Vector, scalar::Scalar};
use dashu_int::{IBig, ops::*};

/// A shape with integer coordinates. In 2D the third coordinate is ignored.
#[derive(Clone, Debug, PartialEq)]
pub enum Raw {
    Point([i128; 3]),
    Box([i128; 3], [i128; 3]),
    Ball([i128; 3], i128),
    Squared([i128; 3], i128),
    Cylinder(Axis, [i128; 3], i128, i128),
}

/// A scalar that can be made from an integer: the integer itself, the bits of a fixed-point number, or a float with an integer value.
pub trait Whole: Scalar {
    const LEAST: i128;
    const MOST: i128;
    fn whole(raw: i128) -> Self;
    fn area(raw: i128) -> AreaOf<Self>;
}

macro_rules! whole {
    ($($scalar:ty, $area:ty, $bits:expr);*) => {$(
        impl Whole for $scalar {
            const LEAST: i128 = -(1 << $bits);
            const MOST: i128 = (1 << $bits) - 1;
            fn whole(raw: i128) -> Self {
                raw as $scalar
            }
            fn area(raw: i128) -> $area {
                raw as $area
            }
        }
    )*};
}

whole!(i8, u16, 7; i16, u32, 15; i32, u64, 31; i64, u128, 63; f32, f32, 24; f64, f64, 53);

#[cfg(feature = "fixed")]
impl Whole for fixed::types::I16F16 {
    const LEAST: i128 = i32::MIN as i128;
    const MOST: i128 = i32::MAX as i128;
    fn whole(raw: i128) -> Self {
        Self::from_bits(raw as i32)
    }
    fn area(raw: i128) -> u64 {
        raw as u64
    }
}

impl Raw {
    pub fn shape<S: Whole, const N: usize>(&self) -> Shape<'static, S, N> {
        let v = |p: &[i128; 3]| Vector(core::array::from_fn(|k| S::whole(p[k])));
        match self {
            Raw::Point(p) => Shape::Point(v(p)),
            Raw::Box(a, b) => Aabb::new(v(a), v(b)).into(),
            Raw::Ball(c, r) => Ball::new(v(c), S::whole(*r)).into(),
            Raw::Squared(c, p) => SquaredBall::new(v(c), S::area(*p)).into(),
            Raw::Cylinder(axis, from, to, r) => {
                Cylinder::try_new(*axis, v(from), S::whole(*to), S::whole(*r)).unwrap().into()
            }
        }
    }

    /// The shape with all coordinates and lengths multiplied by a factor.
    pub fn scaled(&self, factor: i128) -> Raw {
        let v = |p: &[i128; 3]| p.map(|c| c * factor);
        match self {
            Raw::Point(p) => Raw::Point(v(p)),
            Raw::Box(a, b) => Raw::Box(v(a), v(b)),
            Raw::Ball(c, r) => Raw::Ball(v(c), r * factor),
            Raw::Squared(c, p) => Raw::Squared(v(c), p * factor * factor),
            Raw::Cylinder(axis, from, to, r) => Raw::Cylinder(*axis, v(from), to * factor, r * factor),
        }
    }

    pub fn moved(&self, by: [i128; 3]) -> Raw {
        let v = |p: &[i128; 3]| core::array::from_fn(|k| p[k] + by[k]);
        match self {
            Raw::Point(p) => Raw::Point(v(p)),
            Raw::Box(a, b) => Raw::Box(v(a), v(b)),
            Raw::Ball(c, r) => Raw::Ball(v(c), *r),
            Raw::Squared(c, p) => Raw::Squared(v(c), *p),
            Raw::Cylinder(axis, from, to, r) => Raw::Cylinder(*axis, v(from), to + by[axis.index()], *r),
        }
    }
}

/// The relation in exact arithmetic.
pub fn relation(a: &Raw, b: &Raw, n: usize) -> Relation {
    match (a, b) {
        (Raw::Cylinder(..), Raw::Cylinder(..)) => cylinders(a, b),
        (Raw::Cylinder(axis, from, to, r), _) => cylinder_and(*axis, from, *to, *r, b),
        (_, Raw::Cylinder(..)) => relation(b, a, n),
        (Raw::Ball(..) | Raw::Squared(..), Raw::Ball(..) | Raw::Squared(..)) => {
            let (p, q) = (ball(a), ball(b));
            let d2 = (0..n).map(|k| square(&p.0[k] - &q.0[k])).sum();
            compare_roots(d2, &[p.1, q.1])
        }
        (Raw::Ball(..) | Raw::Squared(..), _) => {
            let ((center, squared), (low, high)) = (ball(a), corners(b));
            ball_and_box(&center, &squared, &low, &high, &(0..n).collect::<Vec<_>>())
        }
        (_, Raw::Ball(..) | Raw::Squared(..)) => relation(b, a, n),
        _ => {
            let ((a0, a1), (b0, b1)) = (corners(a), corners(b));
            (0..n).map(|k| intervals(&a0[k], &a1[k], &b0[k], &b1[k])).min().unwrap()
        }
    }
}

type Big = [IBig; 3];

fn big(p: &[i128; 3]) -> Big {
    p.map(IBig::from)
}

fn square(x: IBig) -> IBig {
    &x * &x
}

fn by_sign(below: bool, equal: bool) -> Relation {
    if below {
        Relation::Overlapping
    } else if equal {
        Relation::Touching
    } else {
        Relation::Apart
    }
}

fn corners(shape: &Raw) -> (Big, Big) {
    match shape {
        Raw::Point(p) => (big(p), big(p)),
        Raw::Box(a, b) => {
            (big(&core::array::from_fn(|k| a[k].min(b[k]))), big(&core::array::from_fn(|k| a[k].max(b[k]))))
        }
        other => panic!("{other:?} is no box"),
    }
}

/// The center and the squared radius of a ball.
fn ball(shape: &Raw) -> (Big, IBig) {
    match shape {
        Raw::Ball(c, r) => (big(c), square((*r).into())),
        Raw::Squared(c, p) => (big(c), (*p).into()),
        other => panic!("{other:?} is no ball"),
    }
}

/// The relation of two intervals, by the position of zero relative to their difference [b0 − a1, b1 − a0].
fn intervals(a0: &IBig, a1: &IBig, b0: &IBig, b1: &IBig) -> Relation {
    let (low, high) = (b0 - a1, b1 - a0);
    let zero = IBig::ZERO;
    by_sign(low < zero && zero < high, low <= zero && zero <= high)
}

/// The relation of a ball and a box, from the closest point of the box. Only the given axes are considered.
fn ball_and_box(center: &Big, squared: &IBig, low: &Big, high: &Big, axes: &[usize]) -> Relation {
    let closest = |k: usize| center[k].clone().clamp(low[k].clone(), high[k].clone());
    let d2: IBig = axes.iter().map(|&k| square(&center[k] - closest(k))).sum();
    if *squared == IBig::ZERO {
        return axes.iter().map(|&k| intervals(&center[k], &center[k], &low[k], &high[k])).min().unwrap();
    }
    by_sign(d2 < *squared, d2 == *squared)
}

/// Compares √d2 with the sum of the square roots, with enough digits. The difference of up to three such roots, if not zero, is above
/// 2^−(3/2 · bits + 6), because the product of its conjugates is an integer.
fn compare_roots(d2: IBig, squares: &[IBig]) -> Relation {
    let bits = squares.iter().map(IBig::bit_len).chain([d2.bit_len()]).max().unwrap();
    let digits = 2 * bits + 16;
    let root = |x: &IBig| (x << (2 * digits)).sqrt();
    let gap = root(&d2) - squares.iter().map(root).sum::<IBig>();
    let doubt = IBig::from(4);
    by_sign(gap < -&doubt, gap <= doubt)
}

fn cylinder_and(axis: Axis, from: &[i128; 3], to: i128, r: i128, other: &Raw) -> Relation {
    let k = axis.index();
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let foot = big(from);
    let (low, high) = (IBig::from(from[k].min(to)), IBig::from(from[k].max(to)));
    let radius = IBig::from(r);
    if let Raw::Point(_) | Raw::Box(..) = other {
        let (b0, b1) = corners(other);
        let disc = ball_and_box(&foot, &square(radius), &b0, &b1, &[i, j]);
        return disc.min(intervals(&low, &high, &b0[k], &b1[k]));
    }
    // Compare the squared distance of the closest point of the cylinder to the center, (ρ − r)² + h², with R², where ρ is a square root.
    let (center, squared) = ball(other);
    let h2 = square(&center[k] - center[k].clone().clamp(low.clone(), high.clone()));
    let rho2 = square(&center[i] - &foot[i]) + square(&center[j] - &foot[j]);
    if squared == IBig::ZERO {
        let disc = compare_roots(rho2, &[square(radius)]);
        return disc.min(intervals(&low, &high, &center[k], &center[k]));
    }
    if rho2 <= square(radius.clone()) {
        // The center is straight above or below the cylinder, or inside. On the rim only the height matters. A cylinder of radius zero has
        // only a rim.
        return by_sign(h2 < squared, h2 == squared);
    }
    // This is equivalent to comparing ρ² + r² + h² − R² with 2rρ.
    let left = &rho2 + square(radius.clone()) + h2 - squared;
    let right = IBig::from(4) * square(radius) * rho2;
    if left < IBig::ZERO {
        return Relation::Overlapping;
    }
    let left = square(left);
    by_sign(left < right, left == right)
}

fn cylinders(a: &Raw, b: &Raw) -> Relation {
    let (Raw::Cylinder(k, a_from, a_to, a_r), Raw::Cylinder(l, b_from, b_to, b_r)) = (a, b) else { panic!() };
    let span = |axis: &Axis, from: &[i128; 3], to: i128| {
        let end = from[axis.index()];
        (IBig::from(end.min(to)), IBig::from(end.max(to)))
    };
    let ((a0, a1), (b0, b1)) = (span(k, a_from, *a_to), span(l, b_from, *b_to));
    let (p, q) = (big(a_from), big(b_from));
    let (k, l) = (k.index(), l.index());
    let (ra, rb) = (square((*a_r).into()), square((*b_r).into()));
    if k == l {
        let d2 = (0..3).filter(|&axis| axis != k).map(|axis| square(&p[axis] - &q[axis])).sum();
        return compare_roots(d2, &[ra, rb]).min(intervals(&a0, &a1, &b0, &b1));
    }
    // On axis l, the first cylinder has the extent of its disc, and the second cylinder is an interval; on axis k, it is the other way
    // round. On the third axis, each cylinder is as wide as the slice of its disc at the point of the other cylinder's interval that is
    // nearest to the center of the disc.
    let nearest = |c: &IBig, low: &IBig, high: &IBig| square(c - c.clone().clamp(low.clone(), high.clone()));
    let (da, db) = (nearest(&p[l], &b0, &b1), nearest(&q[k], &a0, &a1));
    if da > ra || db > rb {
        return Relation::Apart;
    }
    let disc = |c: &IBig, r: i128, low: &IBig, high: &IBig| intervals(&(c - r), &(c + r), low, high);
    let first = disc(&p[l], *a_r, &b0, &b1);
    let second = disc(&q[k], *b_r, &a0, &a1);
    let third = 3 - k - l;
    compare_roots(square(&p[third] - &q[third]), &[ra - da, rb - db]).min(first).min(second)
}
