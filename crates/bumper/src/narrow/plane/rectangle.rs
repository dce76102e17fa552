//! Boxes and segments on a plane in closed form: a segment is a box without width. By separating axes (S. Gottschalk, M. C. Lin and
//! D. Manocha, OBBTree, SIGGRAPH 1996), of which two boxes have four.

use super::FAVOUR;
use super::face::{Face, clip};
use super::outline::Point;
use crate::Vector;
use crate::narrow::manifold::Contact;
use crate::narrow::measure::extent;
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::{Mapped, from_fn};
use crate::view::Core;

/// A box in any direction.
pub(super) struct Rectangle<R> {
    pub(super) center: Point<R>,
    pub(super) half: [R; 2],
    /// The second is the first turned left.
    pub(super) axes: [Point<R>; 2],
}

impl<R: Real> Rectangle<R> {
    /// `None` for other cores, and for a segment so short that it has no direction.
    #[inline]
    pub(super) fn of<const N: usize>(core: &Core<'_, R, N>) -> Option<Self> {
        let (zero, one, middle) = (R::default(), R::from_f64(1.0), R::from_f64(0.5));
        let new = |center: Point<R>, half: [R; 2], x: Point<R>| Self {
            center,
            half,
            axes: [x, Vector([-x[1], x[0]])],
        };
        match core {
            Core::Box(shape) => {
                let [center, half, x] = [shape.center, shape.half, shape.axes[0]].mapped(flat);
                Some(new(Vector(center), half, Vector(x)))
            }
            Core::Upright([min, max]) => {
                let half = flat((*max - *min).scaled(middle));
                Some(new(Vector(flat(*min)) + Vector(half), half, Vector([one, zero])))
            }
            Core::Segment([from, to]) => {
                let (from, way) = (Vector(flat(*from)), Vector(flat(*to - *from)));
                let length = Real::sqrt(way.dot(way));
                let x = way.scaled(one / length);
                (length > zero).then(|| new(from + way.scaled(middle), [length * middle, zero], x))
            }
            Core::Point(_) | Core::Triangle(_) | Core::Corners(_) | Core::Ellipse(_) | Core::Cylinder(_) => {
                None
            }
        }
    }

    /// The edge out along an axis, or against it, with its middle at a place.
    #[inline]
    fn face(&self, axis: usize, is_along: bool, center: Point<R>) -> Face<R> {
        let sign = R::from_f64(if is_along { 1.0 } else { -1.0 });
        let (own, across) = (self.half[axis], self.half[1 - axis]);
        let out = self.axes[axis].scaled(sign);
        let (middle, side) = (center + out.scaled(own), Vector([-out[1], out[0]]).scaled(across));
        // Edges are counted from below, counterclockwise.
        let first = match (axis, is_along) {
            (0, true) => 1,
            (0, false) => 3,
            (_, true) => 2,
            (_, false) => 0,
        };
        Face {
            ends: [middle - side, middle + side],
            corners: [first, (first + 1) & 3],
            length: across + across,
        }
    }

    /// The edge that lies most across a direction, on that side.
    #[inline]
    fn facing(&self, direction: Point<R>, center: Point<R>) -> Face<R> {
        let along: [R; 2] = from_fn(|k| direction.dot(self.axes[k]));
        let axis = usize::from(along[1].distance(R::default()) > along[0].distance(R::default()));
        self.face(axis, along[axis] >= R::default(), center)
    }
}

/// How far two boxes are apart along an axis of one.
#[derive(Clone, Copy)]
struct Apart<R> {
    gap: R,
    axis: usize,
    /// Whether the second box lies along the axis, not against it.
    is_along: bool,
}

impl<R: Real> Apart<R> {
    /// The axis of a box along which another is farthest: the other is off by so much, and reaches as far along each.
    #[inline]
    fn most(of: &Rectangle<R>, off: Point<R>, reach: [R; 2], limit: R) -> Option<Self> {
        let along: [R; 2] = from_fn(|k| off.dot(of.axes[k]));
        let gaps: [R; 2] = from_fn(|k| along[k].distance(R::default()) - (of.half[k] + reach[k]));
        let axis = usize::from(gaps[1] > gaps[0]);
        // Also false for NaN.
        let is_near = gaps[0] <= limit && gaps[1] <= limit;
        is_near.then(|| Self { gap: gaps[axis], axis, is_along: along[axis] >= R::default() })
    }
}

/// The contact of two boxes with radii, or none where they are more than `limit` apart. `None` where it has no closed form here: corner
/// against corner, or within rounding of touching.
#[inline]
pub(super) fn rectangles<R: Real, const N: usize>(
    p: &Rectangle<R>,
    q: &Rectangle<R>,
    radii: [R; 2],
    limit: R,
) -> Option<Option<Contact<R, N>>> {
    let (zero, limit) = (R::default(), limit + radii[0] + radii[1]);
    let off = q.center - p.center;
    let shares: [[R; 2]; 2] = from_fn(|i| from_fn(|j| p.axes[i].dot(q.axes[j]).distance(zero)));
    let reach = from_fn(|i| q.half[0] * shares[i][0] + q.half[1] * shares[i][1]);
    let Some(own) = Apart::most(p, off, reach, limit) else { return Some(None) };
    let reach = from_fn(|j| p.half[0] * shares[0][j] + p.half[1] * shares[1][j]);
    let Some(other) = Apart::most(q, off, reach, limit) else { return Some(None) };
    // Of axes as good but for rounding that of the first.
    let second = other.gap - other.gap.distance(zero) * (R::EPSILON * R::from_f64(FAVOUR)) > own.gap;
    let (best, of) = if second { (other, q) } else { (own, p) };
    let size = extent(off) + (p.half[0] + p.half[1]) + (q.half[0] + q.half[1]);
    let tolerance = rounding_error(size);
    // Also true for NaN and infinities.
    if !(best.gap.distance(zero) > tolerance) {
        return None;
    }
    let axis = of.axes[best.axis];
    let normal = if best.is_along { axis } else { -axis };
    // Seen from the middle of the first.
    let here = Vector::default();
    let faces = match second {
        false => [p.face(best.axis, best.is_along, here), q.facing(-normal, off)],
        true => [p.facing(normal, here), q.face(best.axis, !best.is_along, off)],
    };
    let [own, other] = if second { [&faces[1], &faces[0]] } else { [&faces[0], &faces[1]] };
    if best.gap > zero && !own.has_before(other) {
        return None;
    }
    clip(&faces, normal, (best.gap, radii), tolerance, p.center).map(Some)
}
