//! Sweeps: when two shapes that move along straight lines first touch, on floats.
//!
//! On a plane that is where a ray meets the difference of the two shapes. In space Newton's method finds it on their separation,
//! which is a convex function of time. The place where they touch is right within a few roundings of the largest magnitude that
//! enters: of the coordinates, the sizes and the motion. The time is right within that, divided by the speed.
//!
//! ```
//! use bumper::{Aabb, Ball, Vector, query::sweep::sweep};
//!
//! // A fast dot does not jump over a thin wall.
//! let (dot, wall) = (Ball::new([0.0, 5.0], 1.0), Aabb::new([100.0, 0.0], [100.5, 10.0]));
//! let hit = sweep(dot, [1000.0, 0.0], wall, [0.0, 0.0]).unwrap();
//! assert_eq!((hit.time, hit.normal), (0.099, Vector([1.0, 0.0])));
//! ```

use super::contact::{contact, overlap};
use crate::form::{Convex, Core, Form};
use crate::narrow::gjk::Ahead;
use crate::narrow::manifold::Contact;
use crate::narrow::measure::{extent, inner, larger, smaller};
use crate::narrow::plane::{self, Meeting};
use crate::narrow::ray::ball_entry;
use crate::narrow::{self, Gap, Sought, advance, roundings, space};
use crate::pieces::{Kind, Leaf, Search, Seen, search, stay_apart};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
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
/// touches at the start counts only if it moves closer. Of compounds and concave polygons, the first touch of any two parts; where they
/// overlap at the start, that of the two that are deepest in each other.
///
/// ```
/// use bumper::{Ball, query::sweep::sweep};
/// let (a, b) = (Ball::new([0.0, 0.0], 1.0), Ball::new([2.0, 0.0], 1.0));
/// assert!(sweep(a, [1.0, 0.0], b, [0.0, 0.0]).is_some());
/// assert!(sweep(a, [0.0, 1.0], b, [0.0, 0.0]).is_none());
/// ```
#[doc(alias("shape_cast", "cast_shapes", "b2ShapeCast", "time_of_impact", "swept"))]
#[inline]
pub fn sweep<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    a_moves: impl Into<Vector<S::Real, N>>,
    b: impl Into<Shape<'b, S, N>>,
    b_moves: impl Into<Vector<S::Real, N>>,
) -> Option<SweepHit<S::Real, N>> {
    let (a, b, moves) = (a.into(), b.into(), [a_moves.into(), b_moves.into()]);
    let step = moves[1] - moves[0];
    let never = match (a.as_ball(), b.as_ball()) {
        (Some(a), Some(b)) => balls_pass(a, b, step),
        _ => stay_apart(&a, &b, step),
    };
    if never {
        return None;
    }
    // As copies: what is lent here would be copied by every caller that has no place for it, before anything is asked.
    of_any(a, b, moves)
}

#[inline(never)]
fn of_any<S: Scalar, const N: usize>(
    a: Shape<'_, S, N>,
    b: Shape<'_, S, N>,
    moves: [Vector<S::Real, N>; 2],
) -> Option<SweepHit<S::Real, N>> {
    let step = moves[1] - moves[0];
    if let (Some((p, r)), Some((q, s))) = (a.as_ball(), b.as_ball()) {
        return told(balls([p, q], [r, s], step), [a, b], moves, || SweepHit {
            starts_overlapping: a.relation(&b) == Relation::Overlapping,
            ..overlapping(contact(a, b))
        });
    }
    let (p, q) = (a.form(None), b.form(None));
    if let (Form::Convex(p), Form::Convex(q)) = (&p, &q) {
        return told(way(p, q, step), [a, b], moves, || inside([&a, &b], [p, q]));
    }
    of_parts([&a, &b], moves)
}

/// Of shapes of parts: they are asked where those of one of them lie.
fn of_parts<S: Scalar, const N: usize>(
    [a, b]: [&Shape<'_, S, N>; 2],
    moves: [Vector<S::Real, N>; 2],
) -> Option<SweepHit<S::Real, N>> {
    let kinds = [Kind::new(a, None)?, Kind::new(b, None)?];
    // Of a mask that is told by its words, long before its pixels are looked at.
    if kinds.iter().any(|kind| matches!(kind, Kind::Mask(_, _, None)))
        && a.relation(b) == Relation::Overlapping
    {
        return Some(overlapping(overlap(a, b)));
    }
    let Seen { kinds: [p, q], pose } = Seen::new(kinds);
    let moves = moves.mapped(|step| pose.map_or(step, |pose| pose.rotation.apply_inverse(step)));
    let step = moves[1] - moves[0];
    let (zero, before) = (S::Real::default(), S::Real::from_f64(f64::NEG_INFINITY));
    // Whether any two parts touch at the start: else the shapes do not overlap there.
    let mut touch = false;
    let look = |p: &Convex<'_, S::Real, N>, q: &Convex<'_, S::Real, N>| {
        let (time, normal, point) = match way(p, q, step) {
            Meeting::Never => return None,
            Meeting::At { time, normal, point } => (time, normal, point),
            Meeting::Touching { closes, normal, point } => {
                touch = true;
                closes.then_some((zero, normal, point))?
            }
            // Then nothing else is to be known.
            Meeting::Inside => (before, Vector::default(), Vector::default()),
        };
        let hit = hit(time, normal, point, moves);
        Some((time, hit.order(step), hit))
    };
    let mut first = First { hit: None, step, swing: zero, in_any_order: true, look };
    search(&p, &q, Leaf::Convex, &mut first);
    let hit = first.hit;
    let starts_inside = hit.as_ref().is_some_and(|(time, ..)| *time == before);
    if starts_inside {
        let found = overlap(a, b);
        // So deep that the relation need not be asked for, beside boxes that are known.
        let size = |kind: &Kind<'_, S, S::Real, N>| {
            let all = if kind.count(Leaf::Convex).is_some() { kind.kept() } else { kind.bounds() };
            all.map(|all| extent(all.min()) + extent(all.max()))
        };
        let deep = size(&p).zip(size(&q)).map(|(p, q)| (p + q) * S::Real::from_f64(CURVED));
        let is_deep = cfg!(not(bumper_small)) && deep.is_some_and(|deep| found.separation < -deep);
        let overlaps = is_deep || a.relation(b) == Relation::Overlapping;
        return Some(SweepHit { starts_overlapping: overlaps, ..overlapping(found) });
    }
    if touch && a.relation(b) == Relation::Overlapping {
        return Some(overlapping(overlap(a, b)));
    }
    let (.., hit) = hit?;
    Some(match pose {
        Some(pose) => {
            SweepHit { normal: pose.rotation.apply(hit.normal), point: pose.apply(hit.point), ..hit }
        }
        None => hit,
    })
}

/// What a meeting tells of two shapes as they are at the start; `inside` that they overlap there.
#[inline]
fn told<S: Scalar, const N: usize>(
    meeting: Meeting<S::Real, N>,
    [a, b]: [Shape<'_, S, N>; 2],
    moves: [Vector<S::Real, N>; 2],
    inside: impl FnOnce() -> SweepHit<S::Real, N>,
) -> Option<SweepHit<S::Real, N>> {
    match meeting {
        Meeting::Never => None,
        Meeting::At { time, normal, point } => Some(hit(time, normal, point, moves)),
        Meeting::Inside => Some(inside()),
        Meeting::Touching { .. } if a.relation(&b) == Relation::Overlapping => {
            Some(overlapping(contact(a, b)))
        }
        Meeting::Touching { closes, normal, point } => {
            closes.then(|| hit(S::Real::default(), normal, point, moves))
        }
    }
}

/// How many of the tolerances of [`roundings`] two shapes are deep in each other whose relation need not be asked for.
const DEEP: f64 = 16.0;

/// The same with a rim, as a part of the magnitudes: those of lengths are right within a tenth of that.
const CURVED: f64 = 1e-5;

/// Two shapes that overlap at the start, by more than rounding: where they meet, and whether they overlap by their relation. In a
/// function of its own, so that those that are apart make no room for it.
#[inline(never)]
fn inside<S: Scalar, const N: usize>(
    [a, b]: [&Shape<'_, S, N>; 2],
    [p, q]: [&Convex<'_, S::Real, N>; 2],
) -> SweepHit<S::Real, N> {
    // A ball has its closed form.
    let is_round = a.is_round() || b.is_round();
    let known = if is_round { None } else { narrow::contact(p, q, S::Real::from_f64(f64::INFINITY)) };
    let found = known.unwrap_or_else(|| contact(*a, *b));
    // So deep that the relation need not be asked for, however that is rounded.
    let is_curved = p.core.is_curved() || q.core.is_curved();
    let part = if is_curved { S::Real::from_f64(CURVED) } else { roundings(S::Real::from_f64(DEEP)) };
    let is_deep = found.separation < -(p.magnitude() + q.magnitude()) * part;
    let overlaps = is_deep || a.relation(b) == Relation::Overlapping;
    SweepHit { starts_overlapping: overlaps, ..overlapping(found) }
}

/// A hit from where the first shape is met, as it is at the start.
fn hit<R: Real, const N: usize>(
    time: R,
    normal: Vector<R, N>,
    point: Vector<R, N>,
    [first, _]: [Vector<R, N>; 2],
) -> SweepHit<R, N> {
    SweepHit { time, normal, point: point + first.scaled(time), starts_overlapping: false }
}

/// How the second of two convex shapes, moving by `step`, meets the first.
pub(crate) fn way<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    step: Vector<R, N>,
) -> Meeting<R, N> {
    if let (Core::Point(p), Core::Point(q)) = (&a.core, &b.core) {
        return balls([*p, *q], [a.radius, b.radius], step);
    }
    if const { N == 2 }
        && let Some(meeting) =
            plane::thrown(a, b, step).or_else(|| plane::meeting(a, b, step, R::from_f64(1.0)))
    {
        return meeting;
    }
    // Seen from the middle of the first.
    let middle = a.core.middle();
    let (p, q) = (a.moved(-middle), b.moved(-middle));
    let tolerance = roundings(p.magnitude() + q.magnitude());
    let infinity = R::from_f64(f64::INFINITY);
    let mut gap = |time: R| narrow::gap(&p, &q.moved(step.scaled(time)), infinity, Sought::Length);
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let searched = N == 3 && !space::is_closed(&p.core, &q.core);
    let ahead = if searched { space::approach(&p, &q, step, tolerance) } else { Ahead::From(zero) };
    let from = match ahead {
        Ahead::Never => return Meeting::Never,
        Ahead::At(time, [normal, point]) => return Meeting::At { time, normal, point: middle + point },
        // How deep is asked for once, by the contact.
        Ahead::Start(most) if most < -tolerance => return Meeting::Inside,
        Ahead::Start(_) => zero,
        Ahead::From(time) => time,
    };
    if from <= zero {
        let Some(start) = gap(zero) else { return Meeting::Never };
        if start.length < -tolerance {
            return Meeting::Inside;
        }
        if start.length <= tolerance {
            let closes = closes(&mut gap, &start, step, tolerance);
            let (normal, point) = touch(&p, &q, &start);
            return Meeting::Touching { closes, normal, point: middle + point };
        }
    }
    match advance::until(&mut gap, step, zero, tolerance, [from, one]) {
        Some((time, found)) => {
            let (normal, point) = touch(&p, &q.moved(step.scaled(time)), &found);
            Meeting::At { time, normal, point: middle + point }
        }
        None => Meeting::Never,
    }
}

/// How slow along a normal is still along the surface, in roundings of the whole step.
const ALONG: f64 = 8.0;

/// Two balls, of which the second moves: a ray against a ball with both radii.
#[inline]
fn balls<R: Real, const N: usize>(
    [p, q]: [Vector<R, N>; 2],
    radii: [R; 2],
    step: Vector<R, N>,
) -> Meeting<R, N> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let (from, sum, speed) = (q - p, radii[0] + radii[1], step.length());
    let (length, tolerance) = (from.length(), roundings(extent(from) + sum));
    // Also true for NaN.
    if !(length + sum + speed < R::from_f64(f64::INFINITY)) {
        return Meeting::Never;
    }
    if length < sum - tolerance {
        return Meeting::Inside;
    }
    if length <= sum + tolerance {
        // Without a radius there is no normal but the way.
        let normal = match length > tolerance {
            true => from.scaled(one / length),
            false if speed > zero => step.scaled(-one / speed),
            false => Vector::default().with(0, one),
        };
        // Points never overlap.
        let closes = sum > tolerance && normal.dot(step) < -speed * R::EPSILON * R::from_f64(ALONG);
        return Meeting::Touching { closes, normal, point: p + normal.scaled(radii[0]) };
    }
    let way = step.scaled(one / speed);
    match ball_entry(-from, sum, tolerance, way) {
        Some((distance, normal)) if distance >= zero && distance <= speed => {
            Meeting::At { time: distance / speed, normal, point: p + normal.scaled(radii[0]) }
        }
        _ => Meeting::Never,
    }
}

/// Whether the second of two balls surely passes the first by, or does not come to it: by the nearest point of its way, with one jump.
#[cfg_attr(not(debug_assertions), inline(always))]
fn balls_pass<R: Real, const N: usize>(
    (p, r): (Vector<R, N>, R),
    (q, s): (Vector<R, N>, R),
    step: Vector<R, N>,
) -> bool {
    let (from, sum) = (q - p, r + s);
    // Without a step it is no number, which becomes zero.
    let place = smaller(larger(R::default(), -inner(from, step) / inner(step, step)), R::from_f64(1.0));
    let near = from + step.scaled(place);
    let most = sum + roundings(extent(from) + sum) * R::from_f64(2.0);
    inner(near, near) > most * most
}

/// The normal where two shapes touch, and the point: one of those that are nearest, where they are known.
fn touch<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    found: &Gap<R, N>,
) -> (Vector<R, N>, Vector<R, N>) {
    if let Some([point, _]) = found.on {
        return (found.normal, point + found.normal.scaled(a.radius));
    }
    match narrow::contact(a, b, R::from_f64(f64::INFINITY)) {
        Some(contact) => (contact.normal, contact.point()),
        None => (found.normal, a.core.middle()),
    }
}

/// More steps than the search for the deepest place needs: each leaves out one of the two tangents.
const STEPS: usize = 64;

/// Whether two shapes that touch come to overlap on the way. The separation is a convex function of time, which lies above its tangents:
/// where two of them meet it is asked for, until it is deep there, or they meet too high (J. Kelley, The Cutting-Plane Method
/// for Solving Convex Programs, 1960).
fn closes<R: Real, const N: usize>(
    gap: &mut impl FnMut(R) -> Option<Gap<R, N>>,
    start: &Gap<R, N>,
    step: Vector<R, N>,
    tolerance: R,
) -> bool {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let level = -(tolerance + tolerance);
    // A time, the separation there and its slope.
    let mut fall = (zero, start.length, start.normal.dot(step));
    let mut rise: Option<(R, R, R)> = None;
    // Also true for NaN.
    if !(fall.2 < zero) {
        return false;
    }
    for _ in 0..STEPS {
        let time = match rise {
            None => one,
            Some(rise) => {
                let down = (rise.1 - fall.1 + fall.2 * fall.0 - rise.2 * rise.0) / (fall.2 - rise.2);
                if !(fall.1 + fall.2 * (down - fall.0) < level && down > fall.0 && down < rise.0) {
                    return false;
                }
                down
            }
        };
        let Some(found) = gap(time) else { return false };
        if found.length < level {
            return true;
        }
        let next = (time, found.length, found.normal.dot(step));
        match next.2 > zero {
            true => rise = Some(next),
            // It falls until the end.
            false if rise.is_none() => return false,
            false => fall = next,
        }
    }
    false
}

impl<R: Real, const N: usize> SweepHit<R, N> {
    /// Of several at the same time the one with the least of this is told, whatever is looked at first: whose normal is most against
    /// the motion.
    pub(super) fn order(&self, step: Vector<R, N>) -> impl PartialOrd + use<R, N> {
        (self.normal.dot(step), self.normal.0, self.point.0)
    }
}

/// The search for the first touch.
pub(super) struct First<R, O, H, const N: usize, F> {
    /// Its time, and what tells which of several at the same time it is: the least.
    pub(super) hit: Option<(R, O, H)>,
    /// How the second moves, seen from the first, and how far its parts may be from there on the way.
    pub(super) step: Vector<R, N>,
    pub(super) swing: R,
    /// Whether no two are told that are the same by that.
    pub(super) in_any_order: bool,
    pub(super) look: F,
}

/// How many roundings of the coordinates a box may be off on its way, and of the whole way its time.
const ERROR: f64 = 32.0;

impl<S: Scalar, R: Real, O: PartialOrd, H, const N: usize, F> Search<S, R, N> for First<R, O, H, N, F>
where
    F: FnMut(&Convex<'_, R, N>, &Convex<'_, R, N>) -> Option<(R, O, H)>,
{
    fn by_gap(&self) -> bool {
        false
    }
    fn in_any_order(&self) -> bool {
        self.in_any_order
    }

    /// When the boxes touch first.
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        let (zero, one, infinity) = (R::default(), R::from_f64(1.0), R::from_f64(f64::INFINITY));
        let larger = |s: R, t: R| if s < t { t } else { s };
        let error = R::EPSILON * R::from_f64(ERROR);
        let (mut from, mut to) = (zero, one);
        for axis in 0..N {
            let ends = [a.min(), a.max(), b.min(), b.max(), self.step].mapped(|end| end[axis].distance(zero));
            let margin = ends.into_iter().fold(zero, larger) * error + self.swing;
            // From where to where the second may move so that the two touch.
            let near = a.min()[axis] - b.max()[axis] - margin;
            let far = a.max()[axis] - b.min()[axis] + margin;
            let step = self.step[axis];
            let inverse = one / step;
            let (enter, leave) = match step.partial_cmp(&zero) {
                Some(Ordering::Greater) => (near * inverse, far * inverse),
                Some(Ordering::Less) => (far * inverse, near * inverse),
                _ if near > zero || far < zero => return infinity,
                _ => continue,
            };
            // Like this a NaN of infinite ends leaves the interval as it is.
            from = if enter > from { enter } else { from };
            to = if leave < to { leave } else { to };
        }
        if from <= to { from - error } else { infinity }
    }
    fn best(&self) -> R {
        self.hit.as_ref().map_or(R::from_f64(f32::MAX.into()), |hit| hit.0)
    }
    fn look(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>) {
        let (Kind::Convex(p), Kind::Convex(q)) = (a, b) else { return };
        if let Some(hit) = (self.look)(p, q)
            && self.hit.as_ref().is_none_or(|first| (hit.0, &hit.1) < (first.0, &first.1))
        {
            self.hit = Some(hit);
        }
    }
}

/// A pair that overlaps before it moves.
pub(super) fn overlapping<R: Real, const N: usize>(found: Contact<R, N>) -> SweepHit<R, N> {
    SweepHit { time: R::default(), normal: found.normal, point: found.point(), starts_overlapping: true }
}
