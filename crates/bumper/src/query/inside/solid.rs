//! Convex shapes within convex ones in floats, whatever their kinds.
//!
//! A convex shape contains what lies between points that it contains: corners are asked one by one. A corner with a radius is
//! a ball, and in a shape where it is as deep in it as its radius. A curved rim lies between its points and where their tangents meet.

use crate::composite::Operand;
use crate::narrow::{self, Accuracy};
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core, CylinderCore};
use crate::{Relation, Shape, Vector};

/// How deep a round corner is, is right to this part of the size: where the other is round too, it is searched for.
const ERROR: f64 = 1e-6;

/// How often the quarter of a rim is halved at most: its tangents then meet within 10⁻⁷ of its radius from it.
const HALVED: u32 = 11;

/// Whether each convex part of a shape is in a convex part of another.
pub(super) fn holds<S: Scalar, const N: usize>(outer: &Shape<'_, S, N>, inner: &Shape<'_, S, N>) -> bool {
    let (Some(outer), Some(inner)) = (Operand::<S, S::Real, N>::new(outer, None), Operand::new(inner, None))
    else {
        return false;
    };
    let (mut any, mut all) = (false, true);
    inner.each_convex(&mut |part| {
        let mut held = false;
        if all {
            outer.each_convex(&mut |convex| held = held || holds_convex(convex, part));
        }
        (any, all) = (true, all && held);
    });
    any && all
}

fn holds_convex<R: Real, const N: usize>(outer: &Convex<'_, R, N>, inner: &Convex<'_, R, N>) -> bool {
    let has = |point: Vector<R, N>| has_ball(outer, point, inner.radius);
    match &inner.core {
        Core::Point(point) => has(*point),
        Core::Segment(ends) => ends.iter().all(|end| has(*end)),
        Core::Triangle(corners) => corners.iter().all(|corner| has(*corner)),
        Core::Upright([min, max]) => (0..1u32 << N).all(|bits| {
            let end = |axis: usize| if bits >> axis & 1 == 0 { min[axis] } else { max[axis] };
            has(Vector(crate::vector::from_fn(end)))
        }),
        Core::Box(shape) => (0..1u32 << N).all(|bits| {
            let way = |axis: usize| if bits >> axis & 1 == 0 { -shape.half[axis] } else { shape.half[axis] };
            has((0..N).fold(shape.center, |corner, axis| corner + shape.axes[axis].scaled(way(axis))))
        }),
        Core::Corners(corners) => (0..corners.len()).all(|index| has(corners.at(index))),
        Core::Cylinder(rod) => {
            let way = rod.axis.scaled(rod.half);
            let axes = across(rod);
            [rod.center - way, rod.center + way].into_iter().all(|end| has_rim(outer, end, axes))
        }
        Core::Ellipse(shape) => {
            let axes = [0, N - 1].map(|k| shape.axes[k].scaled(shape.half[k]));
            has_rim(outer, shape.center, axes)
        }
    }
}

/// Whether a ball, or a point, is in a convex shape.
fn has_ball<R: Real, const N: usize>(outer: &Convex<'_, R, N>, center: Vector<R, N>, radius: R) -> bool {
    let ball = Convex { core: Core::Point(center), radius };
    let is_near: Relation = narrow::relate(outer, &Convex { radius: R::default(), ..ball });
    if radius == R::default() || is_near == Relation::Apart {
        return is_near != Relation::Apart;
    }
    let size = outer.magnitude() + ball.magnitude();
    let point = Convex { radius: R::default(), ..ball };
    let gap = narrow::gap(outer, &point, R::from_f64(f64::INFINITY), Accuracy::Length);
    gap.is_some_and(|gap| gap.length + radius <= size * R::from_f64(ERROR))
}

/// Two radii of a cylinder square to each other.
fn across<R: Real, const N: usize>(rod: &CylinderCore<R, N>) -> [Vector<R, N>; 2] {
    // Of the coordinate axes, the one of which most is left.
    let most = |others: &[Vector<R, N>]| {
        let left = |k: usize| {
            let unit = Vector::default().with(k, R::from_f64(1.0));
            others.iter().fold(unit, |left, other| left - other.scaled(left.dot(*other)))
        };
        let longer = |a: Vector<R, N>, b: Vector<R, N>| if a.dot(a) < b.dot(b) { b } else { a };
        let most = (1..N).fold(left(0), |most, k| longer(most, left(k)));
        most.scaled(R::from_f64(1.0) / most.length())
    };
    let first = most(&[rod.axis]);
    [first, most(&[rod.axis, first])].map(|unit| unit.scaled(rod.radius))
}

/// Whether all of a circle, or an ellipse, is in a convex shape.
fn has_rim<R: Real, const N: usize>(
    outer: &Convex<'_, R, N>,
    center: Vector<R, N>,
    axes: [Vector<R, N>; 2],
) -> bool {
    let has =
        |at: [R; 2]| has_ball(outer, center + axes[0].scaled(at[0]) + axes[1].scaled(at[1]), R::default());
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let quarters = [[one, zero], [zero, one], [-one, zero], [zero, -one]];
    quarters.iter().all(|at| has(*at))
        && (0..4).all(|k| has_arc(&has, [quarters[k], quarters[(k + 1) % 4]], HALVED))
}

/// The same for an arc of the unit circle, whose ends are in it.
fn has_arc<R: Real>(has: &impl Fn([R; 2]) -> bool, [from, to]: [[R; 2]; 2], halved: u32) -> bool {
    let (from, to) = (Vector(from), Vector(to));
    let sum = from + to;
    let tangents = sum.scaled(R::from_f64(1.0) / (R::from_f64(1.0) + from.dot(to)));
    if halved == 0 || has(tangents.0) {
        return true;
    }
    let middle = sum.scaled(R::from_f64(1.0) / sum.length()).0;
    has(middle) && has_arc(has, [from.0, middle], halved - 1) && has_arc(has, [middle, to.0], halved - 1)
}
