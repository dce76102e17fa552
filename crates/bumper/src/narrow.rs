//! The narrow phase: separations, contacts, ray casts and relations of two convex shapes.
//!
//! [`plane`] (2D) and [`space`] (3D) compute separations, contacts and casts in the float type that the caller requests. [`advance`] finds
//! the time of impact of moving shapes from their separation alone. Exact relations are computed per kind: [`relation`] has those of
//! axis-aligned shapes, [`exact`] those of polygons, [`oriented`] those of oriented boxes, and [`kinds`] dispatches.

pub(crate) mod advance;
mod ball_capsule;
mod cylinders;
pub(crate) mod ellipse;
mod epa;
pub(crate) mod exact;
mod fold_parts;
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

use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core, ShapeView, ShapeVisitor};
use crate::{Shape, Vector, Verdict};
use manifold::Contact;

/// The signed separation of two convex shapes, with its normal and witness points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation<R, const N: usize> {
    /// The length of the gap; if negative, minus the penetration depth. Includes the radii.
    pub(crate) length: R,
    /// The unit normal, from the first shape to the second.
    pub(crate) normal: Vector<R, N>,
    /// Witness points: the closest points of the two cores (without the radii), if known.
    pub(crate) on: Option<[Vector<R, N>; 2]>,
}

/// The error of a computed separation, in rounding errors of the magnitudes involved. Shapes that are closer than that to touching count as
/// touching.
const ROUNDINGS: f64 = 4.0;

/// The rounding error of sums of products of numbers of this size.
#[inline]
pub(crate) fn rounding_error<R: Real>(size: R) -> R {
    size * R::EPSILON * R::from_f64(ROUNDINGS)
}

/// Classifies a separation: touching if it is within the tolerance of zero. A NaN and an infinite tolerance count as apart.
#[inline]
pub(crate) fn classify<R: Real, V: Verdict>(length: R, tolerance: R) -> V {
    if !(tolerance < R::from_f64(f64::INFINITY) && length <= tolerance) {
        V::APART
    } else if length < -tolerance {
        V::OVERLAPPING
    } else {
        V::within(0, 0)
    }
}

/// The accuracy that is needed of a separation. With a curved rim, a search knows the length long before the normal.
#[derive(Clone, Copy)]
pub(crate) enum Accuracy {
    /// The length and the normal as accurately as rounding permits.
    Normal,
    /// The length. The error of the normal may be as large as the square root of a rounding.
    Length,
}

/// The signed separation of two shapes; `None` if it is surely above `limit`, or if there is a NaN or infinity.
#[inline]
pub(crate) fn gap<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
    sought: Accuracy,
) -> Option<Separation<R, N>> {
    if const { N == 2 } { plane::gap(a, b, limit) } else { space::separation(a, b, limit, sought) }
}

/// The distance of two shapes: zero if they intersect, infinite if there is a NaN.
#[inline]
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    if const { N == 2 } { plane::distance(a, b) } else { space::distance(a, b) }
}

/// A signed separation as a distance: zero if it is negative, infinite if it is NaN or `None`.
#[inline]
pub(crate) fn far<R: Real>(length: Option<R>) -> R {
    let infinity = R::from_f64(f64::INFINITY);
    match length {
        Some(length) if length <= R::default() => R::default(),
        Some(length) if length < infinity => length,
        _ => infinity,
    }
}

/// The separation of a ball or a point and another shape, by a closed form.
pub(crate) struct Ball<R, const N: usize> {
    /// The separation, from the first shape of the pair to the second.
    pub(crate) gap: Separation<R, N>,
    /// The contact point, halfway between the two surfaces.
    at: Vector<R, N>,
    /// The sum of the magnitudes involved, from which the rounding error follows.
    size: R,
}

/// The visitor that computes the separation of a shape and a ball, and passes it to `answer` if it is at most `limit`. `SIZED` says whether
/// [`Ball::size`] includes the size of the shape.
struct ToBall<const SIZED: bool, R, F, const N: usize> {
    center: Vector<R, N>,
    radius: R,
    limit: R,
    /// Whether the ball is the second shape of the pair.
    second: bool,
    answer: F,
}

impl<'a, const SIZED: bool, S: Scalar, R: Real, T, F, const N: usize> ShapeVisitor<'a, S, R, N>
    for ToBall<SIZED, R, F, N>
where
    F: Fn(Ball<R, N>) -> T,
{
    type Out = Option<Option<T>>;

    #[inline(always)]
    fn visit(self, form: ShapeView<'a, S, R, N>) -> Self::Out {
        let ShapeView::Convex(convex) = form else { return None };
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
            true => Separation { length, ..found },
            false => Separation { length, normal: -found.normal, on: found.on.map(|[p, q]| [q, p]) },
        };
        Some(Some((self.answer)(Ball { gap, at, size })))
    }
}

/// The visitor that computes the signed distance of a shape and a ball (center and radius) in 2D. It does not compute the penetration
/// depth.
struct OffBall<R, const N: usize>((Vector<R, N>, R));

impl<'a, S: Scalar, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for OffBall<R, N> {
    type Out = Option<R>;

    #[inline(always)]
    fn visit(self, form: ShapeView<'a, S, R, N>) -> Self::Out {
        let ShapeView::Convex(convex) = form else { return None };
        let (center, radius) = self.0;
        // Not a closure, because its captured variables would be spilled to the stack.
        match convex.core.is_curved() {
            true => None,
            false => Some(plane::off(&convex.core, center) - (radius + convex.radius)),
        }
    }
}

/// The center and radius of a ball or a point, the other shape of the pair, and whether the ball is the second one.
type WithBall<'s, S, R, const N: usize> = ((Vector<R, N>, R), &'s Shape<'s, S, N>, bool);

/// The ball or point of a pair and the other shape; `None` if neither is one.
#[inline(always)]
fn with_ball<'s, 'a, 'b, S: Scalar, R: Real, const N: usize>(
    a: &'s Shape<'a, S, N>,
    b: &'s Shape<'b, S, N>,
) -> Option<WithBall<'s, S, R, N>> {
    Some(match b.as_ball() {
        Some(ball) => (ball, a, true),
        None => (a.as_ball()?, b, false),
    })
}

/// The distance of two shapes, one of which is a ball or a point, by a closed form: `None` for other pairs.
#[inline]
pub(crate) fn distance_of_ball<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<R> {
    let (ball, other, second) = with_ball(a, b)?;
    distance_from(ball, other, second)
}

/// The distance of a ball, given by center and radius, and a shape, by a closed form: `None` if there is none.
#[inline(always)]
pub(crate) fn distance_from<S: Scalar, R: Real, const N: usize>(
    ball: (Vector<R, N>, R),
    other: &Shape<'_, S, N>,
    second: bool,
) -> Option<R> {
    if const { N == 2 } {
        return other.visit_each_kind(OffBall(ball)).map(|length| far(Some(length)));
    }
    let ball = (ball, other, second);
    let length = of_ball::<false, S, R, R, N>(ball, R::from_f64(f64::INFINITY), |ball| ball.gap.length)??;
    Some(far(Some(length)))
}

/// The `answer` for the separation of a ball or a point and another shape, by a closed form. `None` if there is no closed form, or if there
/// is a NaN or infinity; `Some(None)` if they are more than `limit` apart. The size of the other shape is computed only if `SIZED`.
#[inline(always)]
fn of_ball<const SIZED: bool, S: Scalar, R: Real, T, const N: usize>(
    ((center, radius), other, second): WithBall<'_, S, R, N>,
    limit: R,
    answer: impl Fn(Ball<R, N>) -> T,
) -> Option<Option<T>> {
    other.visit_each_kind(ToBall::<SIZED, R, _, N> { center, radius, limit, second, answer })
}

/// Whether two balls are surely more than a limit apart, by squared distances.
#[inline]
fn are_balls_apart<R: Real, const N: usize>(
    (p, r): (Vector<R, N>, R),
    (q, s): (Vector<R, N>, R),
    limit: R,
) -> bool {
    let (way, most) = (q - p, (r + s) + limit);
    let most = most + rounding_error(most);
    (most > R::default()) & (way.dot(way) > most * most)
}

/// The visitor that computes the contact of a ball and another shape in 2D: one point, halfway between the two surfaces.
struct MeetsBall<R, const N: usize> {
    center: Vector<R, N>,
    radius: R,
    limit: R,
    /// Whether the ball is the second shape of the pair.
    second: bool,
}

impl<'a, S: Scalar, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for MeetsBall<R, N> {
    type Out = Option<Contact<R, N>>;

    #[inline(always)]
    fn visit(self, form: ShapeView<'a, S, R, N>) -> Self::Out {
        // It is called for convex shapes only.
        let ShapeView::Convex(convex) = form else { return None };
        if let Core::Point(core) = convex.core {
            // A shape whose core is a point, such as a capsule without length.
            let ball = (self.center, self.radius);
            return contact_of_balls((core, convex.radius), ball, self.limit, self.second, false);
        }
        plane::contact_of_ball(&convex, (self.center, self.radius), self.limit, self.second)
    }
}

/// Whether [`contact_of_ball`] computes the contact of these shapes: in 2D, a ball or a point and a shape with straight edges.
#[inline]
pub(crate) fn is_of_ball<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> bool {
    N == 2 && (a.is_round() && b.is_straight() || b.is_round() && a.is_straight())
}

/// The contact in 2D of a ball or a point and a shape with straight edges; `None` if they are more than `limit` apart, or if there is a
/// NaN.
#[inline]
pub(crate) fn contact_of_ball<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    let (ball, other, second) = with_ball(a, b)?;
    contact_with(ball, other, limit, second)
}

/// The 2D contact of a ball, given by center and radius, and a shape with straight edges or a ball. Not inlined, so that it writes the
/// contact directly into the caller's place: copying it would suffer a store-forwarding stall.
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
            let mut found = other.visit_each_kind(MeetsBall { center, radius, limit, second });
            if found.as_ref().is_some_and(|found| !found.is_sound()) {
                found = None;
            }
            found
        }
    }
}

#[inline]
fn is_point<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> bool {
    matches!(shape, Shape::Point(_))
}

/// The contact of two balls or points, the first of which may be a point shape (`is_point`). `None` if they are more than `limit` apart, or
/// if there is a NaN. Swapping the balls mirrors the contact to the last bit.
#[inline]
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
        // If the centers coincide, every direction is a valid normal. The result does not depend on the order of the shapes: from the
        // larger ball along x; for equal radii, from a point shape to a ball of radius zero.
        false => Vector::default().with(0, R::from_f64(if r > s || r == s && is_point { 1.0 } else { -1.0 })),
    };
    let at = p.scaled(half) + q.scaled(half) + normal.scaled((r - s) * half);
    Some(Contact::of_one(length, if second { normal } else { -normal }, at))
}

/// The contact in 3D of a ball or a point and another shape, by a closed form: `None` if there is none, `Some(None)` if they are more than
/// `limit` apart (see [`of_ball`]).
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

/// The contact of a ball, given by center and radius, and another shape, by a closed form: `None` if there is none, `Some(None)` if they
/// are more than `limit` apart.
#[cfg(feature = "alloc")]
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

/// The relation of two shapes, one of which is a ball or a point; `None` if there is no closed form.
#[inline]
pub(crate) fn relation_of_ball<S: Scalar, V: Verdict, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<V> {
    let infinity = S::Real::from_f64(f64::INFINITY);
    let answer = |ball: Ball<S::Real, N>| classify(ball.gap.length, rounding_error(ball.size));
    of_ball::<true, S, S::Real, V, N>(with_ball(a, b)?, infinity, answer)?
}

/// The relation of two shapes: touching if the separation is within a few rounding errors of zero.
pub(crate) fn relate<R: Real, const N: usize, V: Verdict>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> V {
    // Computed in a fixed order of the shapes, so that rounding affects both argument orders in the same way.
    let (p, q) = (a.core.middle(), b.core.middle());
    let ordered = (0..N).find(|&k| p[k] != q[k]).is_none_or(|k| p[k] < q[k]);
    let (a, b) = if ordered { (a, b) } else { (b, a) };
    if const { N == 2 } { plane::relate(a, b) } else { space::relate(a, b) }
}

/// The contact of two shapes; `None` if they are more than `limit` apart, or if there is a NaN or infinity.
#[inline]
pub(crate) fn contact<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    if const { N == 2 } {
        return plane::contact(a, b, limit);
    }
    let found = space::separation(a, b, limit, Accuracy::Normal)?;
    Some(space::manifold(a, b, &found))
}

/// A ray cast: the distance along a unit vector to the shape, at most `reach`, and the normal there.
#[inline(always)]
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
    // A ray that starts on the boundary, except for rounding, hits at distance zero. Usually a cheap bound rules this out.
    let zero = R::default();
    let is_near = distance > zero && !space::is_beyond_rounding(shape, from, distance);
    let distance = if is_near && is_rounding(*shape, from, distance) { zero } else { distance };
    // Also false for NaN.
    (distance <= reach).then_some((distance, normal))
}

/// Whether a distance from a point is within its rounding error. Takes the shape by value: the caller would have to spill a borrowed one to
/// the stack.
#[inline(never)]
fn is_rounding<R: Real, const N: usize>(shape: Convex<'_, R, N>, from: Vector<R, N>, distance: R) -> bool {
    !(distance > rounding_error(shape.moved(-from).magnitude()))
}
