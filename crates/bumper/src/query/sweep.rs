//! Sweeps: when two shapes that move along straight lines first touch, on floats.
//!
//! While two convex shapes are apart, the gap between them is a convex function of time, and its slope is the speed
//! along the normal. So Newton's method from the start never steps past the first touch, and it ends: where the shapes
//! meet head on in a few steps, where they graze with a quarter of the gap left after each (conservative advancement:
//! B. Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996, section 2.3). Shapes that come no closer than a few
//! roundings of the coordinates involved touch.
//!
//! Needs the feature `std` or `libm`.
//!
//! ```
//! use bumper::{Aabb, Ball, Vector, query::sweep::sweep};
//!
//! // A fast dot does not jump over a thin wall.
//! let (dot, wall) = (Ball::new([0.0, 5.0], 1.0), Aabb::new([100.0, 0.0], [100.5, 10.0]));
//! let hit = sweep(dot, [1000.0, 0.0], wall, [0.0, 0.0]).unwrap();
//! assert_eq!((hit.time, hit.normal), (0.099, Vector([1.0, 0.0])));
//! ```

use super::contact::{contact, crossing};
use super::rounded::{Round, Rounded};
use crate::scalar::Real;
use crate::{Relate, Relation, Shape, Vector};

/// When and where two moving shapes touch.
///
/// ```
/// use bumper::{Aabb, Vector, query::sweep::sweep};
/// let step = Aabb::new([0.0, 0.0], [1.0, 1.0]);
/// let hit = sweep(step, [4.0, 0.0], step.translated([3.0, 0.0]), [0.0, 0.0]).unwrap();
/// assert_eq!((hit.time, hit.point.x(), hit.starts_overlapping), (0.5, 3.0, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit<R, const N: usize> {
    /// The part of the motion after which they touch: from 0 to 1.
    pub time: R,
    /// The unit normal there, from the first shape to the second.
    pub normal: Vector<R, N>,
    /// Where they meet at that time.
    pub point: Vector<R, N>,
    /// Whether they overlap before they move; then `time` is zero.
    pub starts_overlapping: bool,
}

/// The first touch of two shapes that move by these offsets in the same time; `None` where there is none. A pair that
/// touches at the start counts only if it moves closer. Of compounds, the first touch of any two parts.
///
/// ```
/// use bumper::{Ball, query::sweep::sweep};
/// let (a, b) = (Ball::new([0.0, 0.0], 1.0), Ball::new([2.0, 0.0], 1.0));
/// assert!(sweep(a, [1.0, 0.0], b, [0.0, 0.0]).is_some());
/// assert!(sweep(a, [0.0, 1.0], b, [0.0, 0.0]).is_none());
/// ```
pub fn sweep<'a, R: Real, const N: usize>(
    a: impl Into<Shape<'a, R, N>>,
    a_moves: impl Into<Vector<R, N>>,
    b: impl Into<Shape<'a, R, N>>,
    b_moves: impl Into<Vector<R, N>>,
) -> Option<SweepHit<R, N>> {
    let (a, b) = (a.into(), b.into());
    sweep_from(&a, a_moves.into(), &b, b_moves.into(), a.relation(&b))
}

/// [`sweep`] for those who know the relation at the start better than floats do.
///
/// ```
/// use bumper::{Aabb, Relation, Shape, Vector, query::sweep::sweep_from};
/// let (a, b) = (Shape::from(Aabb::new([0.0, 0.0], [1.0, 1.0])), Shape::from(Aabb::new([1.0, 0.0], [2.0, 1.0])));
/// let still = Vector([0.0, 0.0]);
/// assert!(sweep_from(&a, still, &b, still, Relation::Touching).is_none());
/// ```
pub fn sweep_from<R: Real, const N: usize>(
    a: &Shape<'_, R, N>,
    a_moves: Vector<R, N>,
    b: &Shape<'_, R, N>,
    b_moves: Vector<R, N>,
    start: Relation,
) -> Option<SweepHit<R, N>> {
    let zero = R::default();
    if start == Relation::Overlapping {
        let found = contact(*a, *b);
        let point = found.points().first().copied().unwrap_or_default();
        return Some(SweepHit { time: zero, normal: found.normal, point, starts_overlapping: true });
    }
    let earlier =
        |best: SweepHit<R, N>, next: SweepHit<R, N>| if next.time < best.time { next } else { best };
    let of_parts =
        |a: &Shape<'_, R, N>, b: &Shape<'_, R, N>| sweep_from(a, a_moves, b, b_moves, a.relation(b));
    match (a, b) {
        (Shape::Compound(parts), _) => {
            return parts.iter().filter_map(|part| of_parts(part, b)).reduce(earlier);
        }
        (_, Shape::Compound(parts)) => {
            return parts.iter().filter_map(|part| of_parts(a, part)).reduce(earlier);
        }
        _ => {}
    }
    let (first, second) = (Rounded::new(a)?, Rounded::new(b)?);
    let relative = b_moves - a_moves;
    let time = if start == Relation::Touching {
        first.closes_in(&second, relative).then_some(zero)?
    } else {
        first.time_of_touch(&second, relative)?
    };
    let (a, b) = (first.moved(a_moves.scaled(time)), second.moved(b_moves.scaled(time)));
    let found = a.contact(&b);
    let point = found.points().first().copied().unwrap_or_default();
    Some(SweepHit { time, normal: found.normal, point, starts_overlapping: false })
}

/// More steps than any pair needs: each leaves at most a quarter of a grazing gap, of which an `f64` holds 2100 halves,
/// the tolerance far fewer.
const STEPS: usize = 128;

impl<R: Real, const N: usize> Rounded<R, N> {
    /// The time at which `other`, moving by `step`, first touches.
    fn time_of_touch(&self, other: &Self, step: Vector<R, N>) -> Option<R> {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        // What rounding may do to a place at a time: nothing at the start, where the places are those given.
        let larger = |a: R, b: R| if a < b { b } else { a };
        let corners = [self.core.min(), self.core.max(), other.core.min(), other.core.max()];
        let place = corners.map(|v| v.length()).into_iter().fold(zero, larger);
        let (radii, speed) = (self.radius + other.radius, step.length());
        let tolerance = |time: R| {
            let place = if time > zero { larger(place, speed * time) } else { zero };
            larger(radii, place) * R::EPSILON * R::from_f64(8.0)
        };
        let mut time = zero;
        for _ in 0..STEPS {
            let (gap, normal) = self.gap(&other.moved(step.scaled(time)));
            if gap <= tolerance(time) {
                break;
            }
            let speed = -step.dot(normal);
            // Also false for NaN. A convex function that does not fall any more never does.
            if !matches!(speed.partial_cmp(&zero), Some(core::cmp::Ordering::Greater)) {
                return None;
            }
            time = time + gap / speed;
            if time > one + R::EPSILON * R::from_f64(4.0) {
                return None;
            }
        }
        Some(if time > one { one } else { time })
    }

    /// Whether `other`, which touches, moves closer along every direction that separates the two.
    fn closes_in(&self, other: &Self, step: Vector<R, N>) -> bool {
        let zero = R::default();
        let radii = self.radius + other.radius;
        let tolerance = step.length() * R::EPSILON * R::from_f64(8.0);
        let closes = |normal: Vector<R, N>| step.dot(normal) < -tolerance;
        let length = |shape: &Self| (shape.core.max() - shape.core.min()).length();
        let size = radii + length(self) + length(other);
        let touches = |gap: R| gap >= -(size * R::EPSILON * R::from_f64(16.0));
        // Intervals that touch must close; a point in a point opens whatever it does.
        let interval = |axis: usize| {
            let forwards = other.core.min()[axis] - self.core.max()[axis];
            let backwards = self.core.min()[axis] - other.core.max()[axis];
            (forwards < zero || step[axis] < -tolerance) && (backwards < zero || step[axis] > tolerance)
        };
        let along = match (self.round, other.round) {
            _ if radii <= zero => return (0..N).all(interval),
            (Round::Disc(i), Round::Disc(j)) if i != j => {
                // A disc without radius is a point on its own axes, on both sides of which the other may lie.
                let points = (self.radius > zero || interval(j)) && (other.radius > zero || interval(i));
                let mut all = points;
                crossing::each_candidate(self, other, i, j, |gap, normal| {
                    all &= !touches(gap) || closes(normal)
                });
                return all;
            }
            (Round::Disc(i), Round::Disc(_)) => i,
            (Round::Disc(axis), Round::Ball) if other.radius <= zero => axis,
            (Round::Ball, Round::Disc(axis)) if self.radius <= zero => axis,
            // A ball has one normal.
            _ => return closes(self.gap(other).1),
        };
        let (across, side) = self.gap_across(other, along);
        interval(along) && (!touches(across) || closes(side))
    }
}
