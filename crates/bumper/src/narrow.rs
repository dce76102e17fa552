//! What the queries ask of two convex shapes, and the relations of all pairs of kinds.
//!
//! [`plane`] and [`space`] answer for two convex forms, each by the means of its dimension, in the float that is asked for; [`advance`]
//! finds when a shape that moves comes near another, from nothing but the separation. Relations that are exact are told by the kinds
//! themselves: [`relation`] has what lies along the axes, [`exact`] polygons, [`oriented`] turned boxes, and [`kinds`] chooses.

pub(crate) mod advance;
mod cylinders;
pub(crate) mod ellipse;
mod epa;
pub(crate) mod exact;
pub(crate) mod gjk;
mod kinds;
pub(crate) mod manifold;
pub(crate) mod measure;
mod oriented;
mod pixels;
pub(crate) mod plane;
pub(crate) mod ray;
mod relation;
pub(crate) mod space;
mod spine;
mod strongest;

use crate::form::{Convex, Core, Form, Visit};
use crate::scalar::{Real, Scalar};
use crate::{Shape, Vector, Verdict};
use manifold::Contact;

/// How two convex shapes lie: the separation that a contact tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap<R, const N: usize> {
    /// The length of the gap; below zero of the shortest push. Radii are counted in.
    pub(crate) length: R,
    /// The unit direction of the gap or the push, from the first shape to the second.
    pub(crate) normal: Vector<R, N>,
    /// Points of the two cores (without the radii) that are nearest to each other, where they are known.
    pub(crate) on: Option<[Vector<R, N>; 2]>,
}

/// How many roundings a computation of a separation may add up: so near to touching, shapes touch.
const ROUNDINGS: f64 = 4.0;

/// What sums of products of numbers of this size may be wrong by.
#[inline]
pub(crate) fn roundings<R: Real>(size: R) -> R {
    size * R::EPSILON * R::from_f64(ROUNDINGS)
}

/// Touching, where a length is nothing but for a tolerance. A NaN and what has no finite tolerance are apart.
#[inline]
pub(crate) fn judged<R: Real, V: Verdict>(length: R, tolerance: R) -> V {
    if !(tolerance < R::from_f64(f64::INFINITY) && length <= tolerance) {
        V::APART
    } else if length < -tolerance {
        V::OVERLAPPING
    } else {
        V::within(0, 0)
    }
}

/// What is sought of a gap: where a rim is round, a search knows the length long before the normal.
#[derive(Clone, Copy)]
pub(crate) enum Sought {
    /// All of it, as well as rounding lets it be known.
    Normal,
    /// The length; the normal is right within the root of a rounding.
    Length,
}

/// The signed separation; `None` where it is surely above `limit`, and where there is a NaN or an infinity.
#[inline]
pub(crate) fn gap<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
    sought: Sought,
) -> Option<Gap<R, N>> {
    if const { N == 2 } { plane::gap(a, b, limit) } else { space::gap(a, b, limit, sought) }
}

/// The length of the gap: zero where they meet, infinite where there is a NaN.
#[inline]
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    if const { N == 2 } { plane::distance(a, b) } else { space::distance(a, b) }
}

/// A signed length as a distance: zero below zero, infinite where it is NaN or there is none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn far<R: Real>(length: Option<R>) -> R {
    let infinity = R::from_f64(f64::INFINITY);
    match length {
        Some(length) if length <= R::default() => R::default(),
        Some(length) if length < infinity => length,
        _ => infinity,
    }
}

/// A ball, or a point, and another shape that are measured by a closed form.
pub(crate) struct Ball<R, const N: usize> {
    /// From the first to the second.
    pub(crate) gap: Gap<R, N>,
    /// Half-way between the two surfaces.
    at: Vector<R, N>,
    /// The sum of the sizes that enter.
    size: R,
}

/// Measures from a shape to a ball, up to a limit, and makes what is asked of that.
struct ToBall<const SIZED: bool, R, F, const N: usize> {
    center: Vector<R, N>,
    radius: R,
    limit: R,
    /// Whether the ball is the second of the two.
    second: bool,
    answer: F,
}

impl<'a, const SIZED: bool, S: Scalar, R: Real, T, F, const N: usize> Visit<'a, S, R, N>
    for ToBall<SIZED, R, F, N>
where
    F: Fn(Ball<R, N>) -> T,
{
    type Out = Option<Option<T>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn see(self, form: Form<'a, S, R, N>) -> Self::Out {
        let Form::Convex(convex) = form else { return None };
        let radii = self.radius + convex.radius;
        let found = if const { N == 2 } {
            if convex.core.is_curved() {
                return None;
            }
            match plane::from_point(&convex.core, self.center, radii + self.limit) {
                Some(found) => found,
                None => return Some(None),
            }
        } else {
            space::from_point(&convex, self.center)?
        };
        let length = found.length - radii;
        let mut size = found.length.distance(R::default()) + radii;
        if SIZED {
            size = size + convex.core.extent();
        }
        // Also true for NaN.
        if !(size < R::from_f64(f64::INFINITY)) {
            return None;
        }
        if !(length <= self.limit) {
            return Some(None);
        }
        let at = self.center - found.normal.scaled(self.radius + length * R::from_f64(0.5));
        let gap = match self.second {
            true => Gap { length, ..found },
            false => Gap { length, normal: -found.normal, on: found.on.map(|[p, q]| [q, p]) },
        };
        Some(Some((self.answer)(Ball { gap, at, size })))
    }
}

/// The signed length from a shape to a ball on a plane, by its middle and radius; its depth is not told.
struct OffBall<R, const N: usize>((Vector<R, N>, R));

impl<'a, S: Scalar, R: Real, const N: usize> Visit<'a, S, R, N> for OffBall<R, N> {
    type Out = Option<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn see(self, form: Form<'a, S, R, N>) -> Self::Out {
        let Form::Convex(convex) = form else { return None };
        let (center, radius) = self.0;
        // No closure here: what it borrows is kept in memory.
        match convex.core.is_curved() {
            true => None,
            false => Some(plane::off(&convex.core, center) - (radius + convex.radius)),
        }
    }
}

/// The middle and the radius of a ball or a point, the other of two shapes, and whether the ball is the second.
type WithBall<'s, S, R, const N: usize> = ((Vector<R, N>, R), &'s Shape<'s, S, N>, bool);

/// Two shapes of which one is a ball or a point; `None` for others.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_ball<'s, 'a, 'b, S: Scalar, R: Real, const N: usize>(
    a: &'s Shape<'a, S, N>,
    b: &'s Shape<'b, S, N>,
) -> Option<WithBall<'s, S, R, N>> {
    Some(match b.as_ball() {
        Some(ball) => (ball, a, true),
        None => (a.as_ball()?, b, false),
    })
}

/// The length of the gap between two shapes of which one is a ball or a point, by a closed form: `None` for others.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn distance_of_ball<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<R> {
    let (ball, other, second) = with_ball(a, b)?;
    distance_from(ball, other, second)
}

/// The same of a ball by its middle and radius.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn distance_from<S: Scalar, R: Real, const N: usize>(
    ball: (Vector<R, N>, R),
    other: &Shape<'_, S, N>,
    second: bool,
) -> Option<R> {
    if const { N == 2 } {
        return other.show_each(OffBall(ball)).map(|length| far(Some(length)));
    }
    let ball = (ball, other, second);
    let length = of_ball::<false, S, R, R, N>(ball, R::from_f64(f64::INFINITY), |ball| ball.gap.length)??;
    Some(far(Some(length)))
}

/// What is asked of a ball or a point, by its middle and radius, and another shape, by a closed form: `None` for others, and where there
/// is a NaN or an infinity; nothing in it where they are more than `limit` apart. The sizes are summed up if asked for.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_ball<const SIZED: bool, S: Scalar, R: Real, T, const N: usize>(
    ((center, radius), other, second): WithBall<'_, S, R, N>,
    limit: R,
    answer: impl Fn(Ball<R, N>) -> T,
) -> Option<Option<T>> {
    other.show_each(ToBall::<SIZED, R, _, N> { center, radius, limit, second, answer })
}

/// Whether two balls are surely more than a limit apart, by squares alone.
#[cfg_attr(not(debug_assertions), inline(always))]
fn are_balls_apart<R: Real, const N: usize>(
    (p, r): (Vector<R, N>, R),
    (q, s): (Vector<R, N>, R),
    limit: R,
) -> bool {
    let (way, most) = (q - p, (r + s) + limit);
    let most = most + roundings(most);
    (most > R::default()) & (way.dot(way) > most * most)
}

/// The contact of a ball with another shape on a plane: one point, half-way between the two surfaces.
struct MeetsBall<R, const N: usize> {
    center: Vector<R, N>,
    radius: R,
    limit: R,
    /// Whether the ball is the second of the two.
    second: bool,
}

impl<'a, S: Scalar, R: Real, const N: usize> Visit<'a, S, R, N> for MeetsBall<R, N> {
    type Out = Option<Contact<R, N>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn see(self, form: Form<'a, S, R, N>) -> Self::Out {
        // Others are not shown to it.
        let Form::Convex(convex) = form else { return None };
        if let Core::Point(core) = convex.core {
            // What is a ball by its form only.
            let ball = (self.center, self.radius);
            return contact_of_balls((core, convex.radius), ball, self.limit, self.second, false);
        }
        plane::contact_of_ball(&convex, (self.center, self.radius), self.limit, self.second)
    }
}

/// Whether a contact on a plane is one of a ball or a point and of what is straight: that is [`contact_of_ball`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn is_of_ball<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> bool {
    N == 2 && (a.is_round() && b.is_straight() || b.is_round() && a.is_straight())
}

/// The contact on a plane of a ball or a point with what is straight: `None` where they are more than `limit` apart, and where there
/// is a NaN.
#[inline]
pub(crate) fn contact_of_ball<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    let (ball, other, second) = with_ball(a, b)?;
    contact_with(ball, other, limit, second)
}

/// The same of a ball by its middle and radius. It is written once, where the caller has its place: a copy waits for what was just written.
#[inline(never)]
fn contact_with<S: Scalar, R: Real, const N: usize>(
    (center, radius): (Vector<R, N>, R),
    other: &Shape<'_, S, N>,
    limit: R,
    second: bool,
) -> Option<Contact<R, N>> {
    match other.as_ball() {
        Some(core) => contact_of_balls(core, (center, radius), limit, second, is_point(other)),
        None => {
            let mut found = other.show_each(MeetsBall { center, radius, limit, second });
            if found.as_ref().is_some_and(|found| !found.is_sound()) {
                found = None;
            }
            found
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn is_point<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> bool {
    matches!(shape, Shape::Point(_))
}

/// The contact of two balls or points, of which the first may be a point by its kind; `None` where they are more than `limit` apart, and where there is a NaN. In the other order it is
/// the same mirrored, to the last bit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn contact_of_balls<R: Real, const N: usize>(
    (p, r): (Vector<R, N>, R),
    (q, s): (Vector<R, N>, R),
    limit: R,
    second: bool,
    is_point: bool,
) -> Option<Contact<R, N>> {
    if are_balls_apart((p, r), (q, s), limit) {
        return None;
    }
    let (way, half) = (q - p, R::from_f64(0.5));
    let core = way.length();
    let length = core - (r + s);
    // Also false for NaN and infinities.
    if !(length <= limit && core < R::from_f64(f64::INFINITY)) {
        return None;
    }
    let normal = match core > R::default() {
        true => way.scaled(R::from_f64(1.0) / core),
        // Around one centre any direction will do: out of the larger one along x, out of a point before a ball without a radius.
        false => Vector::default().with(0, R::from_f64(if r > s || r == s && is_point { 1.0 } else { -1.0 })),
    };
    let at = p.scaled(half) + q.scaled(half) + normal.scaled((r - s) * half);
    Some(Contact::of_one(length, if second { normal } else { -normal }, at))
}

/// The contact in space, and what is in it `None` for those without a closed form: see [`of_ball`].
#[inline]
pub(crate) fn contact_in_space<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> Option<Option<Contact<R, N>>> {
    let (ball, other, second) = with_ball(a, b)?;
    contact_with_in_space(ball, other, limit, second)
}

#[inline]
fn contact_with_in_space<S: Scalar, R: Real, const N: usize>(
    ball: (Vector<R, N>, R),
    other: &Shape<'_, S, N>,
    limit: R,
    second: bool,
) -> Option<Option<Contact<R, N>>> {
    if let Some(core) = other.as_ball() {
        return Some(contact_of_balls(core, ball, limit, second, is_point(other)));
    }
    of_ball::<false, S, R, _, N>((ball, other, second), limit, |ball| {
        Contact::of_one(ball.gap.length, ball.gap.normal, ball.at)
    })
}

/// The contact of a ball, by its middle and radius, with another shape by a closed form: `None` for others.
#[cfg(all(feature = "alloc", not(bumper_small)))]
pub(crate) fn contact_from<S: Scalar, R: Real, const N: usize>(
    ball: (Vector<R, N>, R),
    other: &Shape<'_, S, N>,
    limit: R,
    second: bool,
) -> Option<Option<Contact<R, N>>> {
    match const { N == 2 } {
        true => other.is_straight().then(|| contact_with(ball, other, limit, second)),
        false => contact_with_in_space(ball, other, limit, second),
    }
}

/// The relation of two shapes of which one is a ball or a point; `None` for those without a closed form.
#[inline]
pub(crate) fn relation_of_ball<S: Scalar, V: Verdict, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<V> {
    let infinity = S::Real::from_f64(f64::INFINITY);
    let answer = |ball: Ball<S::Real, N>| judged(ball.gap.length, roundings(ball.size));
    of_ball::<true, S, S::Real, V, N>(with_ball(a, b)?, infinity, answer)?
}

/// The relation: they touch where the separation is within a few roundings of nothing.
pub(crate) fn relate<R: Real, const N: usize, V: Verdict>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> V {
    // In one order, whichever way it is asked: what is within rounding is then the same both ways.
    let (p, q) = (a.core.middle(), b.core.middle());
    let ordered = (0..N).find(|&k| p[k] != q[k]).is_none_or(|k| p[k] < q[k]);
    let (a, b) = if ordered { (a, b) } else { (b, a) };
    if const { N == 2 } { plane::relate(a, b) } else { space::relate(a, b) }
}

/// The contact; `None` where they are more than `limit` apart, and where there is a NaN or an infinity.
#[inline]
pub(crate) fn contact<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    if const { N == 2 } {
        return plane::contact(a, b, limit);
    }
    let found = space::gap(a, b, limit, Sought::Normal)?;
    Some(space::manifold(a, b, &found))
}

/// How far a point goes along a unit vector until it meets the shape, and the normal there: at most `reach`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn cast<R: Real, const N: usize>(
    shape: &Convex<'_, R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
    reach: R,
) -> Option<(R, Vector<R, N>)> {
    if const { N == 2 } {
        return plane::cast(shape, from, way, reach);
    }
    let (distance, normal) = space::cast(shape, from, way)?;
    // One that starts on the boundary, but for rounding, meets the shape right there: nearly always a sum that is larger says not.
    let zero = R::default();
    let is_near = distance > zero && !space::is_far(shape, from, distance);
    let distance = if is_near && is_rounding(*shape, from, distance) { zero } else { distance };
    // Also false for NaN.
    (distance <= reach).then_some((distance, normal))
}

/// Whether a distance is nothing but rounding, seen from a point. The shape is taken as a copy: what is lent is kept in memory.
#[inline(never)]
fn is_rounding<R: Real, const N: usize>(shape: Convex<'_, R, N>, from: Vector<R, N>, distance: R) -> bool {
    !(distance > roundings(shape.moved(-from).magnitude()))
}
