//! Closed forms of the queries between a ball or point and another shape.

use super::manifold::Contact;
use super::{
    classify, distance_or_infinity, distance_to_point, plane, rounding_error, separation_from_point,
};
use crate::scalar::{Real, Scalar};
use crate::view::{BallView, Core, ShapeView, ShapeVisitor};
use crate::{Shape, Vector, Verdict};

/// The result of a closed form: the separation of a ball or point and another shape.
pub(crate) struct BallSeparation<R, const N: usize> {
    /// The signed separation.
    length: R,
    /// The unit normal, from the first shape of the pair to the second.
    normal: Vector<R, N>,
    /// The contact point, halfway between the two surfaces.
    at: Vector<R, N>,
    /// The sum of the lengths that enter the computation of `length`: the distance of the ball's center from the other core, both radii
    /// and, in relation queries, the extent of the other core. The rounding error of `length` is proportional to this sum.
    size: R,
}

/// A visitor of the view of a shape (its core and radius). It computes the separation of a ball and that shape, passes it to the function
/// `answer`, and returns the result of `answer`.
///
/// Returns `Some(None)` if the separation is above `limit`, and `None` if there is no closed form or a coordinate is infinite or NaN.
/// `SIZED` says whether [`BallSeparation::size`] includes the extent of the visited core. Only relation queries need it, because their tolerance
/// depends on it.
struct SeparationVisitor<const SIZED: bool, R, F, const N: usize> {
    center: Vector<R, N>,
    radius: R,
    limit: R,
    /// Whether the ball is the second shape of the pair.
    second: bool,
    answer: F,
}

impl<'a, const SIZED: bool, S: Scalar, R: Real, T, F, const N: usize> ShapeVisitor<'a, S, R, N>
    for SeparationVisitor<SIZED, R, F, N>
where
    F: Fn(BallSeparation<R, N>) -> T,
{
    type Out = Option<Option<T>>;

    #[inline]
    fn visit(self, view: ShapeView<'a, S, R, N>) -> Self::Out {
        let ShapeView::Convex(convex) = &view else { return None };
        // The error of the height above a plane also depends on how far the ball is from the given point of the plane.
        if SIZED && matches!(convex.core, Core::HalfSpace(_)) {
            return None;
        }
        let radii = self.radius + convex.radius;
        let (core_length, normal) = if const { N == 2 } {
            if convex.core.is_curved() {
                return None;
            }
            match plane::separation_from_point(&convex.core, self.center, radii + self.limit) {
                Some(found) => (found.length, found.normal),
                None => return Some(None),
            }
        } else {
            let found = separation_from_point(convex, self.center)?;
            (found.length, found.normal)
        };
        let length = core_length - radii;
        let mut size = core_length.abs() + radii;
        if SIZED {
            size = size + convex.core.extent();
        }
        // The condition is also true if a coordinate is NaN.
        if !(size < R::INFINITY) {
            return None;
        }
        if !(length <= self.limit) {
            return Some(None);
        }
        let at = self.center - normal.scaled(self.radius + length * R::HALF);
        let normal = if self.second { normal } else { -normal };
        Some(Some((self.answer)(BallSeparation { length, normal, at, size })))
    }
}

/// A visitor of the view of a shape. It computes the distance of that shape from a ball. If the shapes overlap, the result is zero or any
/// negative number. `None` if another closed form has to be used.
struct DistanceVisitor<R, const N: usize>(BallView<R, N>);

impl<'a, S: Scalar, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for DistanceVisitor<R, N> {
    type Out = Option<R>;

    #[inline]
    fn visit(self, view: ShapeView<'a, S, R, N>) -> Self::Out {
        let ShapeView::Convex(convex) = view else { return None };
        let BallView { center, radius } = self.0;
        if const { N == 3 } {
            return Some(distance_to_point(&convex, center)? - (radius + convex.radius));
        }
        // A `match` on a boolean is used instead of `bool::then`, because the variables that a closure captures would be stored on the
        // stack.
        match convex.core.is_curved() {
            true => None,
            false => Some(plane::distance_to_point(&convex.core, center) - (radius + convex.radius)),
        }
    }
}

/// A pair of a ball or point and another shape.
struct BallPair<'s, S: Scalar, R, const N: usize> {
    ball: BallView<R, N>,
    other: &'s Shape<'s, S, N>,
    /// Whether the ball is the second shape of the pair.
    second: bool,
}

/// The two shapes as a [`BallPair`]; `None` if neither of them is a ball or a point.
#[inline]
fn as_ball_pair<'s, 'a, 'b, S: Scalar, R: Real, const N: usize>(
    a: &'s Shape<'a, S, N>,
    b: &'s Shape<'b, S, N>,
) -> Option<BallPair<'s, S, R, N>> {
    Some(match b.as_ball() {
        Some(ball) => BallPair { ball, other: a, second: true },
        None => BallPair { ball: a.as_ball()?, other: b, second: false },
    })
}

/// The distance of two shapes by a closed form. `None` if neither of them is a ball or a point, or if there is no closed form.
#[inline]
pub(crate) fn distance_of_ball<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<R> {
    let BallPair { ball, other, second } = as_ball_pair(a, b)?;
    distance_from(ball, other, second)
}

/// The distance of a ball and a shape. `None` if there is no closed form. `second` says whether the ball is
/// the second shape of the pair.
#[inline]
pub(crate) fn distance_from<S: Scalar, R: Real, const N: usize>(
    ball: BallView<R, N>,
    other: &Shape<'_, S, N>,
    second: bool,
) -> Option<R> {
    let length = other.visit_view(DistanceVisitor(ball));
    if const { N == 2 } || length.is_some() {
        return length.map(|length| distance_or_infinity(Some(length)));
    }
    let pair = BallPair { ball, other, second };
    let length = of_ball::<false, S, R, R, N>(pair, R::INFINITY, |ball| ball.length)??;
    Some(distance_or_infinity(Some(length)))
}

/// Computes the separation of a ball or point and another shape, passes it to `answer`, and returns the result of `answer`. `None` if there
/// is no closed form, or if a coordinate is infinite or NaN; `Some(None)` if the shapes are more than `limit` apart. [`BallSeparation::size`]
/// includes the extent of the other core only if `SIZED`: relation queries need it for their tolerance, other queries save its computation.
#[inline]
fn of_ball<const SIZED: bool, S: Scalar, R: Real, T, const N: usize>(
    pair: BallPair<'_, S, R, N>,
    limit: R,
    answer: impl Fn(BallSeparation<R, N>) -> T,
) -> Option<Option<T>> {
    let BallPair { ball, other, second } = pair;
    let BallView { center, radius } = ball;
    other.visit_view(SeparationVisitor::<SIZED, R, _, N> { center, radius, limit, second, answer })
}

/// Whether two balls are surely more than `limit` apart. Compares squared distances and needs no square
/// root.
#[inline]
fn are_balls_apart<R: Real, const N: usize>(p: BallView<R, N>, q: BallView<R, N>, limit: R) -> bool {
    let delta = q.center - p.center;
    let max_distance = (p.radius + q.radius) + limit;
    let max_distance = max_distance + rounding_error(max_distance);
    (max_distance > R::ZERO) & (delta.dot(delta) > max_distance * max_distance)
}

/// A visitor of the view of a shape. It computes the contact in 2D of a ball and that shape: one point halfway between the two surfaces.
struct ContactVisitor<R, const N: usize> {
    ball: BallView<R, N>,
    limit: R,
    /// Whether the ball is the second shape of the pair.
    second: bool,
}

impl<'a, S: Scalar, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for ContactVisitor<R, N> {
    type Out = Option<Contact<R, N>>;

    #[inline(always)]
    fn visit(self, view: ShapeView<'a, S, R, N>) -> Self::Out {
        // The view is always that of a convex shape, because the callers pass only convex shapes.
        let ShapeView::Convex(convex) = view else { return None };
        if let Core::Point(core) = convex.core {
            // The visited shape has a point as its core, such as a capsule whose ends coincide.
            let core = BallView { center: core, radius: convex.radius };
            return contact_of_balls(core, self.ball, self.limit, self.second);
        }
        plane::contact_of_ball(&convex, self.ball, self.limit, self.second)
    }
}

/// Whether [`contact_of_ball`] computes the contact of these shapes: in 2D, a ball or a point and a shape with straight edges.
#[inline]
pub(crate) fn has_ball_contact<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> bool {
    N == 2 && (a.is_round() && b.is_straight() || b.is_round() && a.is_straight())
}

/// The contact in 2D of a ball or point and a shape with straight edges. `None` if they are more than `limit` apart, or if a coordinate is
/// NaN.
#[inline]
pub(crate) fn contact_of_ball<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    let BallPair { ball, other, second } = as_ball_pair(a, b)?;
    contact_with(ball, other, limit, second)
}

/// The contact in 2D of a ball and another shape: a ball or a shape with straight edges. `second` says whether
/// the given ball is the second shape of the pair.
///
/// Not inlined, so that the contact is written directly into the memory of the caller. To copy it right after it was written would stall
/// the processor (a failed store-to-load forwarding).
#[inline(never)]
fn contact_with<S: Scalar, R: Real, const N: usize>(
    ball: BallView<R, N>,
    other: &Shape<'_, S, N>,
    limit: R,
    second: bool,
) -> Option<Contact<R, N>> {
    match other.as_ball() {
        Some(core) => contact_of_balls(core, ball, limit, second),
        None => other.visit_view(ContactVisitor { ball, limit, second }),
    }
}

/// The contact of two balls or points. The normal points from p to q if `second` is true,
/// otherwise from q to p. `None` if the shapes are more than `limit` apart, or if a coordinate is NaN.
///
/// If the two shapes are swapped, the normal is negated, and no other bit of the contact changes, unless they have the same center and
/// radius.
#[inline]
pub(crate) fn contact_of_balls<R: Real, const N: usize>(
    p: BallView<R, N>,
    q: BallView<R, N>,
    limit: R,
    second: bool,
) -> Option<Contact<R, N>> {
    if are_balls_apart(p, q, limit) {
        return None;
    }
    let BallView { center: p, radius: r } = p;
    let BallView { center: q, radius: s } = q;
    let delta = q - p;
    let core = delta.length();
    let length = core - (r + s);
    // The result is also `None` if `length` is NaN or a coordinate is infinite.
    if !(length <= limit && core < R::INFINITY) {
        return None;
    }
    let normal = match core > R::ZERO {
        true => delta.scaled(R::ONE / core),
        // If the centers coincide, every direction is a valid normal. If the radii differ, +x is taken as the direction from the larger
        // ball to the smaller one. If they are equal, the normal of the contact is −x, also if p and q are swapped.
        false => {
            let from_p = if r == s { !second } else { r > s };
            Vector::ZERO.with(0, if from_p { R::ONE } else { -R::ONE })
        }
    };
    let at = p.scaled(R::HALF) + q.scaled(R::HALF) + normal.scaled((r - s) * R::HALF);
    Some(Contact::of_one(length, if second { normal } else { -normal }, at))
}

/// The contact in 3D of a ball or point and another shape. `None` if there is no closed form, `Some(None)` if they are more than `limit`
/// apart.
#[inline]
pub(crate) fn contact_in_space<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> Option<Option<Contact<R, N>>> {
    let BallPair { ball, other, second } = as_ball_pair(a, b)?;
    contact_with_in_space(ball, other, limit, second)
}

#[inline]
fn contact_with_in_space<S: Scalar, R: Real, const N: usize>(
    ball: BallView<R, N>,
    other: &Shape<'_, S, N>,
    limit: R,
    second: bool,
) -> Option<Option<Contact<R, N>>> {
    if let Some(core) = other.as_ball() {
        return Some(contact_of_balls(core, ball, limit, second));
    }
    of_ball::<false, S, R, _, N>(BallPair { ball, other, second }, limit, |ball| {
        Contact::of_one(ball.length, ball.normal, ball.at)
    })
}

/// The contact of a ball and another shape. `second` says whether the ball is the second shape of the pair.
/// `None` if there is no closed form, `Some(None)` if they are more than `limit` apart.
#[cfg(feature = "alloc")]
pub(crate) fn contact_from<S: Scalar, R: Real, const N: usize>(
    ball: BallView<R, N>,
    other: &Shape<'_, S, N>,
    limit: R,
    second: bool,
) -> Option<Option<Contact<R, N>>> {
    match const { N == 2 } {
        true => other.is_straight().then(|| contact_with(ball, other, limit, second)),
        false => contact_with_in_space(ball, other, limit, second),
    }
}

/// The relation of two shapes by a closed form. `None` if neither of them is a ball or a point, or if there is no closed form.
#[inline]
pub(crate) fn relation_of_ball<S: Scalar, V: Verdict, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<V> {
    let answer = |ball: BallSeparation<S::Real, N>| classify(ball.length, rounding_error(ball.size));
    of_ball::<true, S, S::Real, V, N>(as_ball_pair(a, b)?, S::Real::INFINITY, answer)?
}
