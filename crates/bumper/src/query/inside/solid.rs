//! Containment of a convex shape of any kind in another convex shape, computed in floats.
//!
//! A convex shape contains the convex hull of all points that it contains, so it is enough to test the corners. A rounded corner is a ball:
//! it is inside if the depth of its center is at least its radius. A curved rim is divided into arcs. An arc is inside if both ends and the
//! intersection of the tangents at the ends are inside, because their triangle contains the arc. Otherwise the arc is halved.

use crate::composite::tolerance::ROUND_INSIDE_ERROR;
use crate::narrow::{self, Accuracy};
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core, CylinderCore, ShapeView};
use crate::{Relation, Shape, Vector};

/// The largest number of times that a quarter of a rim is halved. The smallest arcs count as inside if their ends are: the tangents at
/// their ends intersect at most 10⁻⁷ times the radius beyond the rim.
const MAX_HALVINGS: u32 = 11;

/// Whether each convex part of `inner` is inside one convex part of `outer`.
pub(super) fn contains_shape<S: Scalar, const N: usize>(
    outer: &Shape<'_, S, N>,
    inner: &Shape<'_, S, N>,
) -> bool {
    let (Some(outer), Some(inner)) =
        (ShapeView::<S, S::Real, N>::new(outer, None), ShapeView::new(inner, None))
    else {
        return false;
    };
    let mut has_parts = false;
    let mut all_contained = true;
    inner.each_convex(&mut |part| {
        let mut is_contained = false;
        if all_contained {
            outer.each_convex(&mut |convex| is_contained = is_contained || contains_convex(convex, part));
        }
        has_parts = true;
        all_contained = all_contained && is_contained;
    });
    has_parts && all_contained
}

/// Whether a convex shape contains another one. A half-space contains a shape that does not overlap the half-space on the other side of the
/// plane; a shape with a NaN overlaps neither of them.
fn contains_convex<R: Real, const N: usize>(outer: &Convex<'_, R, N>, inner: &Convex<'_, R, N>) -> bool {
    if let Core::HalfSpace(half_space) = &outer.core {
        let flipped = Convex { core: Core::HalfSpace(half_space.flipped()), radius: -outer.radius };
        let inside: Relation = narrow::relate(outer, inner);
        return inside != Relation::Apart
            && narrow::relate::<R, N, Relation>(&flipped, inner) != Relation::Overlapping;
    }
    let has = |point: Vector<R, N>| has_ball(outer, point, inner.radius);
    match &inner.core {
        Core::Point(point) => has(*point),
        Core::Segment(ends) => ends.iter().all(|end| has(*end)),
        Core::Triangle(corners) => corners.iter().all(|corner| has(*corner)),
        Core::Aabb([min, max]) => (0..1u32 << N).all(|bits| {
            let end = |axis: usize| if bits >> axis & 1 == 0 { min[axis] } else { max[axis] };
            has(Vector(crate::vector::from_fn(end)))
        }),
        Core::Box(shape) => (0..1u32 << N).all(|bits| {
            let offset =
                |axis: usize| if bits >> axis & 1 == 0 { -shape.half[axis] } else { shape.half[axis] };
            has((0..N).fold(shape.center, |corner, axis| corner + shape.axes[axis].scaled(offset(axis))))
        }),
        Core::Corners(corners) => (0..corners.len()).all(|index| has(corners.at(index))),
        Core::Cylinder(cylinder) => {
            let offset = cylinder.axis.scaled(cylinder.half);
            let axes = perpendicular_radii(cylinder);
            [cylinder.center - offset, cylinder.center + offset]
                .into_iter()
                .all(|end| has_rim(outer, end, axes))
        }
        Core::Ellipse(shape) => {
            let axes = [0, N - 1].map(|k| shape.axes[k].scaled(shape.half[k]));
            has_rim(outer, shape.center, axes)
        }
        // Only a half-space contains another one.
        Core::HalfSpace(_) => false,
    }
}

/// Whether a ball or a point is inside a convex shape.
fn has_ball<R: Real, const N: usize>(outer: &Convex<'_, R, N>, center: Vector<R, N>, radius: R) -> bool {
    let ball = Convex { core: Core::Point(center), radius };
    let is_near: Relation = narrow::relate(outer, &Convex { radius: R::ZERO, ..ball });
    if radius == R::ZERO || is_near == Relation::Apart {
        return is_near != Relation::Apart;
    }
    let size = outer.magnitude() + ball.magnitude();
    let point = Convex { radius: R::ZERO, ..ball };
    let gap = narrow::separation(outer, &point, R::INFINITY, Accuracy::Length);
    gap.is_some_and(|gap| gap.length + radius <= size * R::from_f64(ROUND_INSIDE_ERROR))
}

/// Two perpendicular vectors that lead from the axis of a cylinder to its side; their length is the radius.
fn perpendicular_radii<R: Real, const N: usize>(cylinder: &CylinderCore<R, N>) -> [Vector<R, N>; 2] {
    // `best` returns a unit vector perpendicular to the given unit vectors. It is the longest of the projections of the coordinate axes,
    // because the direction of a short projection would be inaccurate.
    let best = |normals: &[Vector<R, N>]| {
        let rejected = |k: usize| {
            let unit = Vector::ZERO.with(k, R::ONE);
            normals.iter().fold(unit, |rejected, other| rejected - other.scaled(rejected.dot(*other)))
        };
        let longer = |a: Vector<R, N>, b: Vector<R, N>| if a.dot(a) < b.dot(b) { b } else { a };
        let best = (1..N).fold(rejected(0), |best, k| longer(best, rejected(k)));
        best.scaled(R::ONE / best.length())
    };
    let first = best(&[cylinder.axis]);
    [first, best(&[cylinder.axis, first])].map(|unit| unit.scaled(cylinder.radius))
}

/// Whether the circle or ellipse with the semi-axes `axes` is inside a convex shape.
fn has_rim<R: Real, const N: usize>(
    outer: &Convex<'_, R, N>,
    center: Vector<R, N>,
    axes: [Vector<R, N>; 2],
) -> bool {
    let has = |at: [R; 2]| has_ball(outer, center + axes[0].scaled(at[0]) + axes[1].scaled(at[1]), R::ZERO);
    let quarters = [[R::ONE, R::ZERO], [R::ZERO, R::ONE], [-R::ONE, R::ZERO], [R::ZERO, -R::ONE]];
    quarters.iter().all(|at| has(*at))
        && (0..4).all(|k| has_arc(&has, [quarters[k], quarters[(k + 1) % 4]], MAX_HALVINGS))
}

/// Whether the part of a rim that belongs to an arc of the unit circle is inside a shape. `has` tells whether the image of a point is
/// inside the shape; the image of the unit circle is the rim. The caller has checked both ends. If the intersection of their tangents is
/// inside, too, so is the arc, because the shape is convex. `remaining` is the number of times that the arc may still be halved.
fn has_arc<R: Real>(has: &impl Fn([R; 2]) -> bool, [from, to]: [[R; 2]; 2], remaining: u32) -> bool {
    let from = Vector(from);
    let to = Vector(to);
    let sum = from + to;
    let tangents = sum.scaled(R::ONE / (R::ONE + from.dot(to)));
    if remaining == 0 || has(tangents.0) {
        return true;
    }
    let middle = sum.scaled(R::ONE / sum.length()).0;
    has(middle)
        && has_arc(has, [from.0, middle], remaining - 1)
        && has_arc(has, [middle, to.0], remaining - 1)
}
