//! The time at which a moving shape begins to overlap another one. Movers use this query instead of a sweep.
//!
//! An ordinary sweep ends at the first contact, but a mover that slides along a floor touches every tile of it. So this query ignores
//! contacts without penetration. It reports the first time when two shapes penetrate each other more deeply than at the start, by more than
//! the rounding error. For boxes, this time is computed axis by axis. Boxes of integers and fixed point need no tolerance. For other
//! shapes, [`advance`] finds the time.

mod flat;

use super::contact::contact_of_views;
use super::first_contact::FirstContact;
use super::one_sided::{PassingPart, meets_front};
use crate::composite::tolerance::{CLIPPED_BOX_DISTANCE, SHALLOW_SINE};
use crate::composite::{LeafKind, search};
use crate::narrow::half_space::HalfSpacePair;
use crate::narrow::{self, Accuracy, Separation, advance, measure};
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core, ShapeView};
use crate::{Aabb, NO_PART, Shape, Vector};

/// The hit of a moving shape that enters another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry<const N: usize> {
    /// The fraction of the motion at which the overlap begins, from 0 to 1.
    pub(crate) time: f64,
    /// The unit normal of the other shape at the entry, pointing out of it towards the moving shape.
    pub(crate) normal: Vector<f64, N>,
    /// Whether two boxes meet only at an edge or corner: the moving box reaches the other one on two axes at the same time. This happens if
    /// a shape slides along a row of boxes. A hit on a face at the same time takes precedence.
    pub(crate) corner: bool,
    /// The largest absolute separation of the two shapes that may be a rounding error. Up to it, they count as touching.
    pub(crate) slack: f64,
    /// The parts of the moving shape and of the other shape that meet, as in [`Contact::parts`](crate::Contact::parts).
    pub(crate) parts: [u32; 2],
}

/// When and how shape `a`, which moves by `step`, starts to overlap shape `b`. The time is a fraction of the step. If the shapes overlap
/// at the start, it is the time from which `a` penetrates `b` more deeply than at the start. `None` if there is no such time.
pub(crate) fn entry<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    step: Vector<f64, N>,
    b: &Shape<'_, S, N>,
) -> Option<Entry<N>> {
    // A fast path for two boxes, because most levels of games consist of boxes.
    if let (Shape::Aabb(p), Shape::Aabb(q)) = (a, b) {
        let to_f64_box =
            |aabb: &Aabb<S, N>| Aabb::ordered(aabb.min().map(S::to_f64).0, aabb.max().map(S::to_f64).0);
        if let Some(verdict) = of_boxes::<S, N>(&to_f64_box(p), step, &to_f64_box(q)) {
            return verdict;
        }
    }
    entry_of_view(&ShapeView::<S, f64, N>::new(a, None)?, step, b)
}

/// The first entry of a point, moving by `step`, into a shape. See [`entry`].
pub(crate) fn entry_of_point<S: Scalar, const N: usize>(
    point: Vector<f64, N>,
    step: Vector<f64, N>,
    b: &Shape<'_, S, N>,
) -> Option<Entry<N>> {
    entry_of_view(&ShapeView::<S, f64, N>::Convex(Convex::point(point)), step, b)
}

/// The first entry of the operand `p`, moving by `step`, into a shape. See [`entry`].
fn entry_of_view<S: Scalar, const N: usize>(
    p: &ShapeView<'_, S, f64, N>,
    step: Vector<f64, N>,
    b: &Shape<'_, S, N>,
) -> Option<Entry<N>> {
    let q = ShapeView::new(b, None)?;
    if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (p, &q) {
        return convex(p, step, q, Error::of::<S>());
    }
    let cast_pair = |p: &Convex<'_, f64, N>, q: &Convex<'_, f64, N>| {
        let entry = convex(p, step, q, Error::of::<S>())?;
        Some((entry.time, order(&entry, step), entry))
    };
    let counts_face = faces_against([p, &q], step);
    let mut first = FirstContact { hit: None, step: -step, margin: 0.0, cast_pair, counts_face };
    search(p, &q, LeafKind::Convex, &mut first);
    first.hit.map(|(.., found, entry)| {
        let parts = [p.reported_part(found[0], -entry.normal), q.reported_part(found[1], entry.normal)];
        let entry = Entry { parts, ..entry };
        if parts.contains(&NO_PART) { with_edges([p, &q], step, found, entry) } else { entry }
    })
}

/// The faces of one-sided meshes that stop the first of two operands, which moves by `step`: those whose front the motion meets, unless the
/// other operand is passing the mesh there. See [`PassingPart`].
fn faces_against<'v, S: Scalar, const N: usize>(
    [p, q]: [&'v ShapeView<'v, S, f64, N>; 2],
    step: Vector<f64, N>,
) -> impl Fn(&Convex<'_, f64, N>, &ShapeView<'_, S, f64, N>, bool) -> bool {
    move |face, other, first| {
        let (mesh, motion) = if first { (p, -step) } else { (q, step) };
        if !meets_front(motion, face) {
            return false;
        }
        let mut is_passing = false;
        let mut test = |part: &Convex<'_, f64, N>| {
            is_passing = is_passing || PassingPart::new::<S>(part).is_passing(face, mesh);
        };
        match other {
            ShapeView::Convex(part) => test(part),
            ShapeView::Parts(..) => other.each_convex(&mut test),
        }
        !is_passing
    }
}

/// Replaces the parts of an entry that lies at the end of a cut of a region. The operand `p`, which moves by `step`, has entered the
/// operand `q`. If it came from outside, it has hit an edge of the region: the one nearest to the contact point. `parts` are the parts that
/// the search has found.
#[cold]
fn with_edges<S: Scalar, const N: usize>(
    [p, q]: [&ShapeView<'_, S, f64, N>; 2],
    step: Vector<f64, N>,
    parts: [u32; 2],
    entry: Entry<N>,
) -> Entry<N> {
    let at_time = |time: f64| contact_of_views(p, step.scaled(time), q);
    let (Some(before), Some(after)) = (at_time(0.0), at_time(entry.time)) else { return entry };
    if before.separation < -entry.slack {
        return entry;
    }
    let point = after.point();
    let first = p.reported_part_at(parts[0], -entry.normal, point - step.scaled(entry.time));
    Entry { parts: [first, q.reported_part_at(parts[1], entry.normal, point)], ..entry }
}

/// A sort key for hits at the same time: hits on faces come before hits on corners. Among these, the hit whose normal opposes the motion
/// most comes first. The last two keys only make the order unambiguous.
fn order<const N: usize>(entry: &Entry<N>, step: Vector<f64, N>) -> (bool, f64, [f64; N], f64) {
    (entry.corner, entry.normal.dot(step), entry.normal.0, entry.slack)
}

/// The first entry of shape `a`, moving by `step`, into shape `b` as in [`entry`]: its time, and a point of `b` that `a` touches then.
pub(crate) fn entry_point<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    step: Vector<f64, N>,
    b: &Shape<'_, S, N>,
) -> Option<(f64, Vector<f64, N>)> {
    let p = ShapeView::<S, f64, N>::new(a, None)?;
    let q = ShapeView::new(b, None)?;
    let cast_pair = |p: &Convex<'_, f64, N>, q: &Convex<'_, f64, N>| {
        let entry = convex(p, step, q, Error::of::<S>())?;
        let contact = narrow::contact(q, &p.moved(step.scaled(entry.time)), f64::INFINITY)?;
        let [point, _] = contact.nearest();
        Some((entry.time, order(&entry, step), point))
    };
    let counts_face = faces_against([&p, &q], step);
    let mut first = FirstContact { hit: None, step: -step, margin: 0.0, cast_pair, counts_face };
    search(&p, &q, LeafKind::Convex, &mut first);
    first.hit.map(|(time, .., point)| (time, point))
}

/// The entry of a moving AABB into another one. `None` if they overlap at the start, so that the caller has to compare penetrations.
/// `Some(None)` if the moving box does not enter the other one. The corners of both boxes are exact values of the scalar `S`.
pub(crate) fn of_boxes<S: Scalar, const N: usize>(
    a: &Aabb<f64, N>,
    step: Vector<f64, N>,
    b: &Aabb<f64, N>,
) -> Option<Option<Entry<N>>> {
    let a = [a.min(), a.max()];
    let b = [b.min(), b.max()];
    match boxes(a, b, step, epsilon::<S>()) {
        Some(None) => Some(flat::boxes(a, b, step, Error::of::<S>())),
        verdict => verdict,
    }
}

/// The minimum and maximum corner of an axis-aligned box, a point or an axis-aligned segment; `None` for other shapes.
fn axis_aligned_corners<const N: usize>(convex: &Convex<'_, f64, N>) -> Option<[Vector<f64, N>; 2]> {
    match convex.core {
        _ if convex.radius > 0.0 => None,
        Core::Aabb(axis_aligned_corners) => Some(axis_aligned_corners),
        Core::Point(point) => Some([point; 2]),
        // A segment is accepted if it is parallel to a coordinate axis.
        Core::Segment([from, to]) => {
            let along = (0..N).filter(|&k| from[k] != to[k]).count() <= 1;
            let low = from.zip(to, f64::min);
            along.then(|| [low, from.zip(to, f64::max)])
        }
        // A half-space whose plane is perpendicular to an axis is an infinite box.
        Core::HalfSpace(half_space) => half_space.axis().map(|_| half_space.bounds()),
        Core::Triangle(_) | Core::Box(_) | Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => None,
    }
}

/// For each axis, a displacement of a moving box that brings one of its faces onto a face of another box, and the rounding error of this
/// displacement. There the two boxes begin or cease to overlap on that axis.
#[derive(Clone, Copy)]
struct Displacement<const N: usize> {
    displacement: Vector<f64, N>,
    slack: Vector<f64, N>,
}

impl<const N: usize> Displacement<N> {
    /// The displacements that bring the corner `from` of a box onto the corner `to` of another box. The rounding error on an axis depends
    /// only on the two coordinates on that axis, not on the size of the boxes.
    fn new(from: Vector<f64, N>, to: Vector<f64, N>, epsilon: f64) -> Self {
        let size = |c: f64| if c.is_finite() { c.abs() } else { 0.0 };
        let slack = if epsilon > 0.0 { epsilon.max(ERRORS[0]) } else { 0.0 };
        Self { displacement: to - from, slack: from.zip(to, |a, b| size(a).max(size(b)) * slack) }
    }
}

/// The entry of a moving box into another one. `None` if they overlap at the start, `Some(None)` if there is no entry. The boxes overlap
/// while, on every axis, the displacement is between two limits. Overlaps within the rounding error are ignored.
fn boxes<const N: usize>(
    [p_min, p_max]: [Vector<f64, N>; 2],
    [q_min, q_max]: [Vector<f64, N>; 2],
    step: Vector<f64, N>,
    epsilon: f64,
) -> Option<Option<Entry<N>>> {
    let near = Displacement::new(p_max, q_min, epsilon);
    let far = Displacement::new(p_min, q_max, epsilon);
    // Early out without a division. Most boxes are out of reach, or the mover slides along one of their faces.
    for axis in 0..N {
        let speed = step[axis];
        let is_out = if speed > 0.0 {
            near.displacement[axis] >= speed
        } else if speed < 0.0 {
            far.displacement[axis] <= speed
        } else {
            near.displacement[axis] >= -near.slack[axis] || far.displacement[axis] <= far.slack[axis]
        };
        if is_out {
            return Some(None);
        }
    }
    let mut enter = f64::NEG_INFINITY;
    let mut entry_axis = None;
    let mut corner = false;
    let mut slack = 0.0;
    // From the time `deep` to the time `leave`, the boxes penetrate each other on all axes by more than the rounding error.
    let mut deep = f64::NEG_INFINITY;
    let mut leave = f64::INFINITY;
    for axis in 0..N {
        let speed = step[axis].abs();
        let (first, last, sign) = if step[axis] < 0.0 { (&far, &near, -1.0) } else { (&near, &far, 1.0) };
        let from = first.displacement[axis] * sign;
        let to = last.displacement[axis] * sign;
        if from.is_nan() || to.is_nan() {
            return None;
        }
        if speed > 0.0 {
            let time = from / speed;
            // If the boxes begin to overlap on two axes at the same time, the axis with the smaller motion determines the normal.
            let slower = |entry_axis: usize| speed < step[entry_axis].abs();
            corner = time == enter || corner && time < enter;
            if time > enter || (time == enter && entry_axis.is_some_and(slower)) {
                enter = time;
                entry_axis = Some(axis);
                slack = first.slack[axis];
            }
            deep = deep.max((from + first.slack[axis]) / speed);
            leave = leave.min((to - last.slack[axis]) / speed);
        } else if from >= -first.slack[axis] || to <= last.slack[axis] {
            return Some(None);
        }
    }
    match entry_axis {
        Some(axis) if enter >= 0.0 => {
            let normal = Vector::ZERO.with(axis, if step[axis] > 0.0 { -1.0 } else { 1.0 });
            let entry = Entry { time: enter, normal, corner, slack, parts: [0; 2] };
            Some((deep < leave && deep < 1.0).then_some(entry))
        }
        // The moving box is already past the other one at the start.
        _ if leave <= 0.0 => Some(None),
        _ => None,
    }
}

/// The rounding error of the coordinates of a scalar.
#[derive(Clone, Copy)]
struct Error {
    /// The relative error of a difference of two coordinates, as a fraction of the larger coordinate.
    epsilon: f64,
    /// The smallest step of the scalar; zero for floats.
    quantum: f64,
}

impl Error {
    fn of<S: Scalar>() -> Self {
        Self { epsilon: epsilon::<S>(), quantum: S::QUANTUM }
    }
}

/// The error of the difference of two coordinates, as a fraction of the larger one: two rounding errors for floats, zero for scalars whose
/// differences are exact.
fn epsilon<S: Scalar>() -> f64 {
    if S::IS_FLOAT { S::Real::EPSILON.to_f64() * 2.0 } else { 0.0 }
}

/// The errors of computed separations, as fractions of the size of the shapes: in 2D, in 3D, and in 3D with a curved rim.
const ERRORS: [f64; 3] = [1e-12, 1e-10, 1e-6];

/// When and how a convex shape that moves by `step` starts to overlap another one.
fn convex<const N: usize>(
    a: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
    b: &Convex<'_, f64, N>,
    error: Error,
) -> Option<Entry<N>> {
    if let Some(p) = axis_aligned_corners(a)
        && let Some(q) = axis_aligned_corners(b)
        && let Some(verdict) = boxes(p, q, step, error.epsilon)
    {
        return verdict.or_else(|| flat::boxes(p, q, step, error));
    }
    if let Some(pair) = HalfSpacePair::new(a, b) {
        return into_half_space(&pair, [a, b], step, error);
    }
    // Differences of integers are exact. So the result must not depend on the place of both shapes, and neither must the tolerance.
    let offset = -middle_on_grid(a, error.quantum);
    let a = &a.moved(offset);
    let b = &b.moved(offset);
    let near_a = nearby(a, b, step);
    let near_b = nearby(b, a, step);
    // The shapes are moved so that the center of the first one is the origin, which makes all coordinates small.
    let middle = near_a.core.middle();
    let slack = slack(&near_a, &near_b, error.epsilon);
    let a = near_a.moved(-middle);
    let b = near_b.moved(-middle);
    deepens(&a, &b, step, slack).or_else(|| flat::convex(&a, &b, step, error.quantum + slack + slack))
}

/// The entry of one shape into another, one of which is a half-space. The height of the moving shape above the plane is a linear function of
/// time. The tolerance is that of a box as [`nearby`] clips it, so that a wide box instead of the half-space gives the same answer.
fn into_half_space<const N: usize>(
    pair: &HalfSpacePair<'_, '_, f64, N>,
    [a, b]: [&Convex<'_, f64, N>; 2],
    step: Vector<f64, N>,
    error: Error,
) -> Option<Entry<N>> {
    let is_second = matches!(b.core, Core::HalfSpace(_));
    let other = if is_second { a } else { b };
    // The motion of the other shape relative to the half-space.
    let [start, end] = pair.heights_along(if is_second { step } else { -step });
    let extent = other.core.bounding_radius() + other.radius;
    let size = if extent.is_finite() { extent } else { 0.0 };
    let size = (size + size + measure::l1_norm(step)) * CLIPPED_BOX_DISTANCE;
    let slack = size * error.epsilon.max(ERRORS[usize::from(N != 2)]);
    let limit = start.min(0.0) - slack;
    // The condition is also true if a height is NaN.
    if !(end < limit) {
        return None;
    }
    let normal = if is_second { pair.plane_normal() } else { -pair.plane_normal() };
    let time = (start.max(0.0) / (start - end)).clamp(0.0, 1.0);
    Some(Entry { time, normal, corner: false, slack, parts: [0; 2] })
}

/// The middle of a shape, rounded to a point whose coordinates are multiples of `quantum`. If the shape is moved by multiples of `quantum`,
/// the point moves with it exactly. Returns the origin if `quantum` is zero, as for floats.
fn middle_on_grid<const N: usize>(shape: &Convex<'_, f64, N>, quantum: f64) -> Vector<f64, N> {
    if quantum == 0.0 {
        return Vector::ZERO;
    }
    // A coordinate of the middle is a multiple of a half or of a third of `quantum`, except for a rounding error. After a quarter is added,
    // it is so far from the next integer that the rounding error has no influence on `floor`.
    shape.core.middle().map(|c| crate::scalar::round::floor(c / quantum + 0.25) * quantum)
}

/// A bound of the error of the separation of any two shapes, as a fraction of their size.
pub(crate) fn error<S: Scalar, const N: usize>() -> f64 {
    epsilon::<S>().max(ERRORS[if N == 2 { 0 } else { 2 }])
}

/// The largest absolute value that rounding may give to the computed separation of two shapes that touch.
fn slack<const N: usize>(a: &Convex<'_, f64, N>, b: &Convex<'_, f64, N>, epsilon: f64) -> f64 {
    // For shapes with a curved rim, the separation is found by iteration, unless the pair has a closed form. Iterations have a larger
    // error.
    let is_round = (a.core.is_curved() || b.core.is_curved()) && !narrow::is_closed(&a.core, &b.core);
    let error = ERRORS[if N == 2 { 0 } else { 1 + usize::from(is_round) }];
    a.magnitude().max(b.magnitude()) * epsilon.max(error)
}

/// Clips the box `own` to the neighbourhood of the shape `other`, which moves by `step`; other kinds of shapes are returned unchanged. The
/// distant ends of a box would increase the tolerance of the query. Without them, a small mover is as accurate on a wide ground as on a
/// narrow one.
fn nearby<'a, const N: usize>(
    own: &Convex<'a, f64, N>,
    other: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
) -> Convex<'a, f64, N> {
    let Core::Aabb([min, max]) = own.core else { return *own };
    let aabb = crate::composite::convex_aabb(other);
    let size = (aabb.max() - aabb.min()).zip(step, |size, step| size + step.abs());
    let margin = size.0.into_iter().fold(own.radius, f64::max) * CLIPPED_BOX_DISTANCE;
    // The condition is true if the other shape is a point and does not move. Then it gives no size for the neighbourhood.
    if margin <= 0.0 {
        return *own;
    }
    let low = aabb.min().map(|c| c - margin);
    let high = aabb.max().map(|c| c + margin);
    let clamped = |end: Vector<f64, N>| end.zip(low, f64::max).zip(high, f64::min);
    Convex { core: Core::Aabb([clamped(min), clamped(max)]), ..*own }
}

/// The entry of one shape into another by more than a tolerance. For shapes that are apart at the start, it is the time at which the
/// separation falls below zero. For shapes that overlap at the start, it is the time at which the separation falls below its initial value.
/// `None` if there is no such time.
fn deepens<const N: usize>(
    a: &Convex<'_, f64, N>,
    b: &Convex<'_, f64, N>,
    step: Vector<f64, N>,
    tolerance: f64,
) -> Option<Entry<N>> {
    let gap =
        |time: f64| narrow::separation(a, &b.moved(-step.scaled(time)), f64::INFINITY, Accuracy::Normal);
    let limit = gap(0.0)?.length.min(0.0) - tolerance;
    // `limit` is below the initial separation (at most zero) by the tolerance. `until` returns `None` if the separation never falls to this
    // limit.
    let (time, found) = advance::until(gap, -step, limit, tolerance * 0.5, [0.0, 1.0])?;
    // At `time`, the shapes overlap by the tolerance. They began to overlap earlier, when the separation was `limit + tolerance`: the speed
    // along the normal gives the difference in time.
    let start = time - extrapolation(limit + tolerance, &found, step);
    // A motion along a wall that the shape touches may have ended at an edge. The extrapolation along the wall then leads far back, to a time
    // at which the shapes are apart.
    let is_shallow = step.dot(found.normal) < step.length() * SHALLOW_SINE;
    let has_met = |start: f64| gap(start.max(0.0)).is_none_or(|met| met.length <= limit + tolerance * 3.0);
    if !is_shallow || has_met(start) {
        return Some(entry_at(start, &found, tolerance));
    }
    let half = limit + tolerance * 0.5;
    let interval = [start.max(0.0), time];
    // The overlap at `time` is at least as deep, so only rounding could hide the smaller one before it.
    let (time, found) = advance::until(gap, -step, half, tolerance * 0.25, interval).unwrap_or((time, found));
    Some(entry_at(time - extrapolation(limit + tolerance, &found, step), &found, tolerance))
}

/// The time that passes while the separation falls from `level` to that of `found`, if the normal stays the same. Zero if the shapes do not
/// approach.
fn extrapolation<const N: usize>(level: f64, found: &Separation<f64, N>, step: Vector<f64, N>) -> f64 {
    let speed = step.dot(found.normal);
    if speed > 0.0 { (level - found.length) / speed } else { 0.0 }
}

/// The entry at a time, which is limited to the motion.
fn entry_at<const N: usize>(time: f64, found: &Separation<f64, N>, slack: f64) -> Entry<N> {
    Entry { time: time.clamp(0.0, 1.0), normal: -found.normal, corner: false, slack, parts: [0; 2] }
}
