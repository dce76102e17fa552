//! Sweeps (shape casts): the time of impact of two shapes that move along straight lines, in floats.
//!
//! In 2D, a sweep is a ray cast against the Minkowski difference of the two shapes. In 3D, it finds the time at which the separation, a
//! convex function of time, falls to zero: by a variant of GJK or by Newton's method. The contact position is accurate to a few rounding
//! errors of the largest coordinate, size or motion. The error of the time is the error of the position divided by the relative speed.
//!
//! ```
//! use bumper::{Aabb, Ball, Vector, query::sweep::sweep};
//!
//! // A fast dot does not tunnel through a thin wall.
//! let (dot, wall) = (Ball::new([0.0, 5.0], 1.0), Aabb::new([100.0, 0.0], [100.5, 10.0]));
//! let hit = sweep(dot, [1000.0, 0.0], wall, [0.0, 0.0]).unwrap();
//! assert_eq!((hit.time, hit.normal), (0.099, Vector([1.0, 0.0])));
//! ```

mod unbounded;

use self::unbounded::{cut_off, is_unbounded};
#[cfg(feature = "alloc")]
use super::contact::faces::{ContactOfFaces, contact_of_faces};
use super::contact::{contact, overlap};
use super::first_contact::FirstContact;
use super::one_sided::fronts_against;
#[cfg(feature = "alloc")]
use crate::Pose;
use crate::composite::tolerance::{DEEP_CURVED_OVERLAP, DEEP_OVERLAP};
use crate::composite::{InLocalSpace, LeafKind, search, stay_apart};
use crate::narrow::gjk::TimeOfImpact;
use crate::narrow::half_space::HalfSpacePair;
use crate::narrow::manifold::Contact;
use crate::narrow::measure::{dot, l1_norm};
use crate::narrow::plane::{self, SweepResult};
use crate::narrow::ray::ball_entry;
use crate::narrow::tolerance::PARALLEL_SPEED;
use crate::narrow::{self, Accuracy, Separation, advance, rounding_error};
use crate::scalar::{Real, Scalar, Zero};
use crate::vector::Mapped;
use crate::view::{BallView, Convex, Core, Parts, ShapeView};
use crate::{Relate, Relation, Shape, Vector};

/// The first contact of two moving shapes: its time, normal and point.
///
/// ```
/// use bumper::{Aabb, Vector, query::sweep::sweep};
/// let step = Aabb::new([0.0, 0.0], [1.0, 1.0]);
/// let hit = sweep(step, [4.0, 0.0], step.translated([3.0, 0.0]), [0.0, 0.0]).unwrap();
/// assert_eq!((hit.time, hit.point.x(), hit.starts_overlapping), (0.5, 3.0, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ShapeCastHit", "b2CastOutput"))]
pub struct SweepHit<R, const N: usize> {
    /// The time of impact, as a fraction of the motion: 0 at the start, 1 at the end.
    pub time: R,
    /// The unit normal of the contact, from the first shape to the second.
    pub normal: Vector<R, N>,
    /// The contact point at the time of impact, in world coordinates.
    pub point: Vector<R, N>,
    /// Whether the shapes overlap before they move. If so, `time` is zero, and `normal` and `point` describe the contact at the start.
    pub starts_overlapping: bool,
    /// The parts of the two shapes that meet first; 0 for shapes without parts. [`Contact::parts`](crate::Contact::parts) describes them. Of
    /// several pairs with the same hit, the pair with the lowest parts.
    pub parts: [u32; 2],
}

/// The first contact of shapes `a` and `b` while both move in the same time, `a` by the offset `a_moves` and `b` by `b_moves`. `None` if
/// they do not meet. Shapes that touch at the start hit at time 0 if they move towards each other; otherwise that contact is ignored.
///
/// For compounds and concave polygons, the result is the first contact of any two parts. If the shapes overlap at the start, it is the
/// contact of the two parts that penetrate each other most deeply. A face of a [one-sided mesh](crate::Mesh::one_sided) counts only if the
/// relative motion runs against its front, also if the shapes overlap at the start.
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
    let a = a.into();
    let b = b.into();
    let moves = [a_moves.into(), b_moves.into()];
    let step = moves[1] - moves[0];
    let never_meet = match (a.as_ball(), b.as_ball()) {
        (Some(a), Some(b)) => balls_pass(a, b, step),
        _ => stay_apart(&a, &b, step),
    };
    if never_meet {
        return None;
    }
    // The shapes are passed by value. If they were passed by reference, callers would have to store them in memory before the early out.
    sweep_shapes(a, b, moves)
}

#[inline(never)]
fn sweep_shapes<S: Scalar, const N: usize>(
    a: Shape<'_, S, N>,
    b: Shape<'_, S, N>,
    moves: [Vector<S::Real, N>; 2],
) -> Option<SweepHit<S::Real, N>> {
    let step = moves[1] - moves[0];
    if let (Some(p), Some(q)) = (a.as_ball(), b.as_ball()) {
        return hit_of(balls([p.center, q.center], [p.radius, q.radius], step), [a, b], moves, || SweepHit {
            starts_overlapping: a.relation(&b) == Relation::Overlapping,
            ..overlapping(contact(a, b))
        });
    }
    let p = a.view(None);
    let q = b.view(None);
    if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (&p, &q) {
        return hit_of(time_of_impact(p, q, step), [a, b], moves, || overlapping_hit([&a, &b], [p, q]));
    }
    sweep_parts([&a, &b], moves)
}

/// The sweep of composite shapes, computed in the local space of one of the shapes.
fn sweep_parts<S: Scalar, const N: usize>(
    [a, b]: [&Shape<'_, S, N>; 2],
    moves: [Vector<S::Real, N>; 2],
) -> Option<SweepHit<S::Real, N>> {
    let views = [ShapeView::new(a, None)?, ShapeView::new(b, None)?];
    // If the shapes overlap at the start, no cast is needed. For a mask without a pose, this is tested first, because the relation compares
    // whole words of pixels and is much faster than casts of single pixels.
    if views.iter().any(|view| matches!(view, ShapeView::Parts(Parts::Mask(_, _), None)))
        && a.relation(b) == Relation::Overlapping
    {
        return Some(overlapping(overlap(a, b)));
    }
    let InLocalSpace { views: [p, q], pose } = InLocalSpace::new(views);
    let moves = moves.mapped(|step| pose.map_or(step, |pose| pose.rotation.apply_inverse(step)));
    let step = moves[1] - moves[0];
    let before = S::Real::NEG_INFINITY;
    // `touch` becomes true if any two parts touch at the start. If no two parts touch or overlap, the shapes do not overlap either.
    let mut touch = false;
    let cast_pair = |p: &Convex<'_, S::Real, N>, q: &Convex<'_, S::Real, N>| {
        let (time, normal, point) = match time_of_impact(p, q, step) {
            SweepResult::Never => return None,
            SweepResult::At { time, normal, point } => (time, normal, point),
            SweepResult::Touching { is_approaching, normal, point } => {
                touch = true;
                is_approaching.then_some((S::Real::ZERO, normal, point))?
            }
            // Two parts overlap at the start. The time `before` makes this hit the first of all.
            SweepResult::Inside => (before, Vector::ZERO, Vector::ZERO),
        };
        let hit = hit_at(time, normal, point, moves);
        Some((time, hit.order(step), hit))
    };
    let counts_face = fronts_against(step);
    let mut first = FirstContact { hit: None, step, margin: S::Real::ZERO, cast_pair, counts_face };
    search(&p, &q, LeafKind::Convex, &mut first);
    let hit = first.hit;
    let starts_inside = hit.as_ref().is_some_and(|(time, ..)| *time == before);
    let has_one_sided_faces =
        (starts_inside || touch) && (a.has_one_sided_faces() || b.has_one_sided_faces());
    #[cfg(feature = "alloc")]
    if starts_inside && has_one_sided_faces {
        let found = contact_of_faces([&p, &q], S::Real::INFINITY, &counts_face)?;
        return Some(overlapping_faces(found, pose));
    }
    if starts_inside {
        return Some(overlapping_parts([a, b], [&p, &q]));
    }
    if touch && !has_one_sided_faces && a.relation(b) == Relation::Overlapping {
        return Some(overlapping(overlap(a, b)));
    }
    let (.., parts, hit) = hit?;
    let hit = hit.with_parts([&p, &q], parts, moves);
    Some(match pose {
        Some(pose) => {
            SweepHit { normal: pose.rotation.apply(hit.normal), point: pose.apply(hit.point), ..hit }
        }
        None => hit,
    })
}

/// The hit of two composite shapes, of which two parts penetrate each other at the start by more than rounding. `p` and `q` are their views
/// in a common space.
fn overlapping_parts<S: Scalar, const N: usize>(
    [a, b]: [&Shape<'_, S, N>; 2],
    [p, q]: [&ShapeView<'_, S, S::Real, N>; 2],
) -> SweepHit<S::Real, N> {
    let found = overlap(a, b);
    // If the penetration is deep compared to the size of the AABBs, the shapes surely overlap. Only a small one may be a rounding
    // error, and the exact relation has to decide.
    let size = |view: &ShapeView<'_, S, S::Real, N>| {
        let all = if view.count(LeafKind::Convex).is_some() { view.stored_aabb() } else { view.bounds() };
        all.map(|all| l1_norm(all.min()) + l1_norm(all.max()))
    };
    let deep = size(p).zip(size(q)).map(|(p, q)| (p + q) * S::Real::from_f64(DEEP_CURVED_OVERLAP));
    let is_deep = deep.is_some_and(|deep| found.separation < -deep);
    let overlaps = is_deep || a.relation(b) == Relation::Overlapping;
    SweepHit { starts_overlapping: overlaps, ..overlapping(found) }
}

/// The hit of two composite shapes that overlap at the start, if only some faces of one-sided meshes count. `pose` is that of the
/// space in which the contact was computed.
#[cfg(feature = "alloc")]
fn overlapping_faces<R: Real, const N: usize>(
    ContactOfFaces { contact, overlaps }: ContactOfFaces<R, N>,
    pose: Option<Pose<R, N>>,
) -> SweepHit<R, N> {
    let contact = pose.map_or(contact, |pose| contact.placed(&pose));
    SweepHit { starts_overlapping: overlaps, ..overlapping(contact) }
}

/// Converts the result of a sweep to a hit. `a` and `b` are the shapes at their start positions. `overlapping_hit` computes the hit if they
/// overlap there.
#[inline]
fn hit_of<S: Scalar, const N: usize>(
    result: SweepResult<S::Real, N>,
    [a, b]: [Shape<'_, S, N>; 2],
    moves: [Vector<S::Real, N>; 2],
    overlapping_hit: impl FnOnce() -> SweepHit<S::Real, N>,
) -> Option<SweepHit<S::Real, N>> {
    match result {
        SweepResult::Never => None,
        SweepResult::At { time, normal, point } => Some(hit_at(time, normal, point, moves)),
        SweepResult::Inside => Some(overlapping_hit()),
        SweepResult::Touching { .. } if a.relation(&b) == Relation::Overlapping => {
            Some(overlapping(contact(a, b)))
        }
        SweepResult::Touching { is_approaching, normal, point } => {
            is_approaching.then(|| hit_at(S::Real::ZERO, normal, point, moves))
        }
    }
}

/// The hit of two shapes that penetrate each other at the start by more than rounding. Not inlined, so that the code for shapes that are
/// apart reserves no stack for it.
#[inline(never)]
fn overlapping_hit<S: Scalar, const N: usize>(
    [a, b]: [&Shape<'_, S, N>; 2],
    [p, q]: [&Convex<'_, S::Real, N>; 2],
) -> SweepHit<S::Real, N> {
    // If one of the shapes is a ball, the function `contact` is called, because it has closed forms for balls.
    let is_round = a.is_round() || b.is_round();
    if (is_unbounded(p) || is_unbounded(q))
        && let Some([p, q]) = cut_off([p, q], Vector::ZERO)
        && let Some(found) = narrow::contact(&p, &q, S::Real::INFINITY)
    {
        return overlapping(found);
    }
    let known = if is_round { None } else { narrow::contact(p, q, S::Real::INFINITY) };
    let found = known.unwrap_or_else(|| contact(*a, *b));
    // If the penetration is deep, the shapes surely overlap. Only a small one may be a rounding error, and the exact relation has to
    // decide.
    let is_curved = p.core.is_curved() || q.core.is_curved();
    let part = if is_curved {
        S::Real::from_f64(DEEP_CURVED_OVERLAP)
    } else {
        rounding_error(S::Real::from_f64(DEEP_OVERLAP))
    };
    let is_deep = found.separation < -(p.magnitude() + q.magnitude()) * part;
    let overlaps = is_deep || a.relation(b) == Relation::Overlapping;
    SweepHit { starts_overlapping: overlaps, ..overlapping(found) }
}

/// The hit of two shapes at `time`. `point` is the contact point on the first shape before the motion.
fn hit_at<R: Real, const N: usize>(
    time: R,
    normal: Vector<R, N>,
    point: Vector<R, N>,
    [first, _]: [Vector<R, N>; 2],
) -> SweepHit<R, N> {
    SweepHit { time, normal, point: point + first.scaled(time), starts_overlapping: false, parts: [0; 2] }
}

/// The result of a sweep of two convex shapes. The second shape moves by `step`.
fn time_of_impact<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    step: Vector<R, N>,
) -> SweepResult<R, N> {
    if let Some(pair) = HalfSpacePair::new(a, b) {
        return pair.sweep(step);
    }
    if is_unbounded(a) || is_unbounded(b) {
        return match cut_off([a, b], step) {
            Some([a, b]) => bounded_time_of_impact(&a, &b, step),
            None => SweepResult::Never,
        };
    }
    bounded_time_of_impact(a, b, step)
}

/// The result of a sweep of two convex shapes without infinite coordinates.
fn bounded_time_of_impact<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    step: Vector<R, N>,
) -> SweepResult<R, N> {
    if let (Core::Point(p), Core::Point(q)) = (&a.core, &b.core) {
        return balls([*p, *q], [a.radius, b.radius], step);
    }
    if const { N == 2 }
        && let Some(result) = plane::ball_cast(a, b, step).or_else(|| plane::convex_cast(a, b, step, R::ONE))
    {
        return result;
    }
    // The computation is relative to the center of the first shape, for precision.
    let middle = a.core.middle();
    let p = a.moved(-middle);
    let q = b.moved(-middle);
    let tolerance = rounding_error(p.magnitude() + q.magnitude());
    let mut gap =
        |time: R| narrow::separation(&p, &q.moved(step.scaled(time)), R::INFINITY, Accuracy::Length);
    let searched = N == 3 && !narrow::is_closed(&p.core, &q.core);
    let ahead = if searched {
        narrow::time_of_impact(&p, &q, step, tolerance)
    } else {
        TimeOfImpact::NotBefore(R::ZERO)
    };
    let from = match ahead {
        TimeOfImpact::Never => return SweepResult::Never,
        TimeOfImpact::Hit(time, [normal, point]) => {
            return SweepResult::At { time, normal, point: middle + point };
        }
        // The shapes surely overlap at the start. The caller computes their contact.
        TimeOfImpact::Initial(most) if most < -tolerance => return SweepResult::Inside,
        TimeOfImpact::Initial(_) => R::ZERO,
        TimeOfImpact::NotBefore(time) => time,
    };
    if from <= R::ZERO {
        let Some(start) = gap(R::ZERO) else { return SweepResult::Never };
        if start.length < -tolerance {
            return SweepResult::Inside;
        }
        if start.length <= tolerance {
            let is_approaching = is_approaching(&mut gap, &start, step, tolerance);
            let (normal, point) = touching_point(&p, &q, &start, tolerance);
            return SweepResult::Touching { is_approaching, normal, point: middle + point };
        }
    }
    match advance::until(&mut gap, step, R::ZERO, tolerance, [from, R::ONE]) {
        Some((time, found)) => {
            let (normal, point) = touching_point(&p, &q.moved(step.scaled(time)), &found, tolerance);
            SweepResult::At { time, normal, point: middle + point }
        }
        None => SweepResult::Never,
    }
}

/// The result of a sweep of two balls: a ray cast against a ball with the sum of the radii. The second ball moves by `step`.
#[inline]
fn balls<R: Real, const N: usize>(
    [p, q]: [Vector<R, N>; 2],
    radii: [R; 2],
    step: Vector<R, N>,
) -> SweepResult<R, N> {
    let from = q - p;
    let sum = radii[0] + radii[1];
    let speed = step.length();
    let length = from.length();
    let tolerance = rounding_error(l1_norm(from) + sum);
    // The condition is true if a coordinate is infinite or NaN.
    if !(length + sum + speed < R::INFINITY) {
        return SweepResult::Never;
    }
    if length < sum - tolerance {
        return SweepResult::Inside;
    }
    if length <= sum + tolerance {
        // The balls are two points at the same position, so the normal is not defined. The opposite of the motion is used.
        let normal = match length > tolerance {
            true => from.scaled(R::ONE / length),
            false if speed > R::ZERO => step.scaled(-R::ONE / speed),
            false => Vector::ZERO.with(0, R::ONE),
        };
        // Two points (balls with a radius of zero) never overlap, so they never approach each other in this sense.
        let is_approaching =
            sum > tolerance && normal.dot(step) < -speed * R::EPSILON * R::from_f64(PARALLEL_SPEED);
        return SweepResult::Touching { is_approaching, normal, point: p + normal.scaled(radii[0]) };
    }
    let direction = step.scaled(R::ONE / speed);
    match ball_entry(-from, sum, tolerance, direction) {
        Some((distance, normal)) if distance >= R::ZERO && distance <= speed => {
            SweepResult::At { time: distance / speed, normal, point: p + normal.scaled(radii[0]) }
        }
        _ => SweepResult::Never,
    }
}

/// Whether the second of two balls, which moves by `step`, surely does not reach the first one. Tests only the point of the path that is
/// closest to the first ball, so that there is a single branch.
#[inline]
fn balls_pass<R: Real, const N: usize>(p: BallView<R, N>, q: BallView<R, N>, step: Vector<R, N>) -> bool {
    let from = q.center - p.center;
    let sum = p.radius + q.radius;
    // Without motion, the quotient is NaN; `max` and `min` then turn it into a number, and any parameter is right.
    let parameter = R::ZERO.max(-dot(from, step) / dot(step, step)).min(R::ONE);
    let near = from + step.scaled(parameter);
    let max = sum + rounding_error(l1_norm(from) + sum) * R::TWO;
    dot(near, near) > max * max
}

/// The normal and the contact point of two shapes that touch. `found` is their separation. Its normal and witness points are used if one of
/// the shapes is curved. They are also used if they agree: if the vector between the witness points is parallel to the normal within
/// rounding. Otherwise, as often for a long and a small shape, a contact query computes both.
fn touching_point<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    found: &Separation<R, N>,
    tolerance: R,
) -> (Vector<R, N>, Vector<R, N>) {
    if let Some([p, q]) = found.witnesses {
        let offset = q - p - found.normal.scaled(found.length + a.radius + b.radius);
        let limit = tolerance + tolerance;
        if a.core.is_curved() || b.core.is_curved() || offset.dot(offset) <= limit * limit {
            return (found.normal, p + found.normal.scaled(a.radius));
        }
    }
    match narrow::contact(a, b, R::INFINITY) {
        Some(contact) => (contact.normal, contact.point()),
        None => (found.normal, a.core.middle()),
    }
}

/// The largest number of iterations of [`is_approaching`]. If they do not suffice, its answer is false.
const STEPS: usize = 64;

/// Whether two shapes that touch will overlap during the motion. The separation is a convex function of time, so it lies above its
/// tangents. One tangent falls and one rises; the separation is never below their intersection. Each iteration evaluates the separation at
/// the time of the intersection, which gives a new tangent. The answer is true as soon as an evaluated separation is clearly negative. It
/// is false as soon as the intersection is not clearly negative (cutting-plane method: J. Kelley, The Cutting-Plane Method for Solving
/// Convex Programs, 1960).
fn is_approaching<R: Real, const N: usize>(
    gap: &mut impl FnMut(R) -> Option<Separation<R, N>>,
    start: &Separation<R, N>,
    step: Vector<R, N>,
    tolerance: R,
) -> bool {
    let level = -(tolerance + tolerance);
    // Each tangent is a time, the separation at that time, and its slope.
    let mut fall = (R::ZERO, start.length, start.normal.dot(step));
    let mut rise: Option<(R, R, R)> = None;
    // The condition is also true if the slope is NaN.
    if !(fall.2 < R::ZERO) {
        return false;
    }
    for _ in 0..STEPS {
        let time = match rise {
            None => R::ONE,
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
        match next.2 > R::ZERO {
            true => rise = Some(next),
            // No time at which the separation rises has been found, so `time` is the end of the motion. The separation is lowest there, and it
            // is not clearly negative.
            false if rise.is_none() => return false,
            false => fall = next,
        }
    }
    false
}

impl<R: Real, const N: usize> SweepHit<R, N> {
    /// The hit of two shapes with the parts that it reports: edges instead of convex parts of regions. `parts` are those that the search has
    /// found.
    fn with_parts<S: Scalar>(
        self,
        views: [&ShapeView<'_, S, R, N>; 2],
        parts: [u32; 2],
        moves: [Vector<R, N>; 2],
    ) -> Self {
        // The views are those of the shapes before the motion.
        let before = |k: usize| self.point - moves[k].scaled(self.time);
        let first = views[0].reported_part_at(parts[0], self.normal, before(0));
        let second = views[1].reported_part_at(parts[1], -self.normal, before(1));
        Self { parts: [first, second], ..self }
    }

    /// The sort key of hits at the same time: the hit with the smallest key comes first. Its normal opposes the motion most. The other
    /// parts of the key make the result independent of the traversal order of the parts.
    pub(super) fn order(&self, step: Vector<R, N>) -> impl PartialOrd + use<R, N> {
        (self.normal.dot(step), self.normal.0, self.point.0)
    }
}

/// The hit of two shapes that overlap before they move.
pub(super) fn overlapping<R: Real, const N: usize>(found: Contact<R, N>) -> SweepHit<R, N> {
    let Contact { normal, parts, .. } = found;
    SweepHit { time: R::ZERO, normal, point: found.point(), starts_overlapping: true, parts }
}
