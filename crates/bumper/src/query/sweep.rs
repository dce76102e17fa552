//! Sweeps: when two shapes that move along straight lines first touch, on floats.
//!
//! While two convex shapes are apart, the gap between them is a convex function of time, and its slope is the speed
//! along the normal. So Newton's method from the start never steps past the first touch, and it ends: where the shapes
//! meet head on in a few steps, where they graze with a quarter of the gap left after each (conservative advancement:
//! B. Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996, section 2.3). Shapes that come no closer than a few
//! roundings of the coordinates involved touch.
//!
//! ```
//! use bumper::{Aabb, Ball, Vector, query::sweep::sweep};
//!
//! // A fast dot does not jump over a thin wall.
//! let (dot, wall) = (Ball::new([0.0, 5.0], 1.0), Aabb::new([100.0, 0.0], [100.5, 10.0]));
//! let hit = sweep(dot, [1000.0, 0.0], wall, [0.0, 0.0]).unwrap();
//! assert_eq!((hit.time, hit.normal), (0.099, Vector([1.0, 0.0])));
//! ```

use super::contact::{Contact, Placed, contact, crossing};
use super::rounded::{Round, Rounded};
use crate::gap::gjk::rounding;
use crate::gap::part::{Leaf, Part, Search, search};
use crate::gap::solid::{Solid, relate};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Relate, Relation, Shape, Vector};
use core::cmp::Ordering;

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
pub fn sweep<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    a_moves: impl Into<Vector<S::Real, N>>,
    b: impl Into<Shape<'b, S, N>>,
    b_moves: impl Into<Vector<S::Real, N>>,
) -> Option<SweepHit<S::Real, N>> {
    let (a, b, a_moves, b_moves) = (a.into(), b.into(), a_moves.into(), b_moves.into());
    if a.relation(&b) == Relation::Overlapping {
        return Some(overlapping(contact(a, b)));
    }
    let relative = (b_moves - a_moves).map(Scalar::to_f64);
    let look = |p: &Part<'_, S, N>, q: &Part<'_, S, N>| {
        let hit = convex(p.placed(), a_moves, q.placed(), b_moves)?;
        Some(((hit.time.to_f64(), false), hit))
    };
    let mut first = First { hit: None, step: relative, swing: 0.0, look };
    search(a, b, Leaf::Convex, &mut first);
    first.hit.map(|(_, hit)| hit)
}

/// The search for the first touch.
pub(super) struct First<H, const N: usize, F> {
    /// By its time; of several at the same time, one that is no mere corner.
    pub(super) hit: Option<((f64, bool), H)>,
    /// How the second moves, seen from the first, and how far its parts may be from there on the way.
    pub(super) step: Vector<f64, N>,
    pub(super) swing: f64,
    pub(super) look: F,
}

impl<S: Scalar, H, const N: usize, F> Search<S, N> for First<H, N, F>
where
    F: FnMut(&Part<'_, S, N>, &Part<'_, S, N>) -> Option<((f64, bool), H)>,
{
    /// When the boxes touch first.
    fn bound(&self, a: &Aabb<f64, N>, b: &Aabb<f64, N>) -> f64 {
        let (mut from, mut to) = (0.0f64, 1.0f64);
        for axis in 0..N {
            let ends = [a.min(), a.max(), b.min(), b.max(), self.step].map(|end| end[axis].abs());
            let size = ends.into_iter().fold(0.0, f64::max);
            let margin = size * 16.0 * S::Real::EPSILON.to_f64() + self.swing;
            // From where to where the second may move so that the two touch.
            let near = a.min()[axis] - b.max()[axis] - margin;
            let far = a.max()[axis] - b.min()[axis] + margin;
            let step = self.step[axis];
            let inverse = 1.0 / step;
            let (enter, leave) = match step.partial_cmp(&0.0) {
                Some(Ordering::Greater) => (near * inverse, far * inverse),
                Some(Ordering::Less) => (far * inverse, near * inverse),
                _ if near > 0.0 || far < 0.0 => return f64::INFINITY,
                _ => continue,
            };
            // Like this a NaN of infinite ends leaves the interval as it is.
            from = if enter > from { enter } else { from };
            to = if leave < to { leave } else { to };
        }
        if from <= to { from - 1e-6 } else { f64::INFINITY }
    }
    fn best(&self) -> f64 {
        self.hit.as_ref().map_or(f64::MAX, |hit| hit.0.0)
    }
    fn look(&mut self, a: &Part<'_, S, N>, b: &Part<'_, S, N>) {
        if let Some(hit) = (self.look)(a, b)
            && self.hit.as_ref().is_none_or(|first| hit.0 < first.0)
        {
            self.hit = Some(hit);
        }
    }
}

/// A pair that overlaps before it moves.
pub(super) fn overlapping<R: Real, const N: usize>(found: Contact<R, N>) -> SweepHit<R, N> {
    SweepHit { time: R::default(), normal: found.normal, point: found.point(), starts_overlapping: true }
}

fn convex<S: Scalar, const N: usize>(
    a: Placed<S, N>,
    a_moves: Vector<S::Real, N>,
    b: Placed<S, N>,
    b_moves: Vector<S::Real, N>,
) -> Option<SweepHit<S::Real, N>> {
    let zero = S::Real::default();
    let hit = |time, found: Contact<S::Real, N>| {
        Some(SweepHit { time, normal: found.normal, point: found.point(), starts_overlapping: false })
    };
    if let (Some(first), Some(second)) = (Rounded::placed(a), Rounded::placed(b)) {
        let relative = b_moves - a_moves;
        let time = if a.0.relation(b.0) == Relation::Touching {
            first.closes_in(&second, relative).then_some(zero)?
        } else {
            first.time_of_touch(&second, relative)?
        };
        return hit(time, first.moved(a_moves.scaled(time)).contact(&second.moved(b_moves.scaled(time))));
    }
    let (first, second) = (Solid::new(a.0, a.1)?, Solid::new(b.0, b.1)?);
    let [u, v] = [a_moves, b_moves].map(|step| step.map(Scalar::to_f64));
    let start = if a.1.is_none() && b.1.is_none() { a.0.relation(b.0) } else { relate(&first, &second) };
    let time = if start == Relation::Touching {
        first.closes_in(&second, v - u).then_some(0.0)?
    } else {
        first.time_of_touch(&second, v - u)?
    };
    let found = first.moved(u.scaled(time)).contact(&second.moved(v.scaled(time)));
    hit(S::Real::from_f64(time), found.cast())
}

impl<S: Scalar, const N: usize> Solid<'_, S, N> {
    /// The time at which `other`, moving by `step`, first touches.
    fn time_of_touch(&self, other: &Self, step: Vector<f64, N>) -> Option<f64> {
        // Seen from the middle of the first.
        let origin = self.middle().scaled(-1.0);
        let (a, b) = (self.moved(origin), other.moved(origin));
        let tolerance = rounding(a.largest() + b.largest());
        let mut time = 0.0;
        for _ in 0..STEPS {
            let (gap, normal) = a.gap(&b.moved(step.scaled(time)));
            if gap <= tolerance {
                break;
            }
            let speed = -step.dot(normal);
            // Also true for NaN. A convex function that does not fall any more never does.
            if !matches!(speed.partial_cmp(&0.0), Some(core::cmp::Ordering::Greater)) {
                return None;
            }
            time += gap / speed;
            if time > 1.0 + 4.0 * f64::EPSILON {
                return None;
            }
        }
        Some(time.min(1.0))
    }

    /// Whether `other`, which touches, comes to overlap at once.
    ///
    /// The places where it overlaps are a convex set, so the way leads into it, or it never does: a few small steps tell.
    fn closes_in(&self, other: &Self, step: Vector<f64, N>) -> bool {
        let origin = self.middle().scaled(-1.0);
        let (a, b) = (self.moved(origin), other.moved(origin));
        let (length, size) = (step.length(), a.reach() + b.reach());
        let tolerance = rounding(a.largest() + b.largest()) * 4.0;
        length > 0.0
            && [1e-2, 1e-4, 1e-6].into_iter().any(|part| {
                let way = step.scaled((size * part).min(length) / length);
                a.gap(&b.moved(way)).0 < -tolerance
            })
    }
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
