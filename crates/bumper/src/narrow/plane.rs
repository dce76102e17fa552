//! Convex shapes on a plane: how far apart, how deep, when they meet.
//!
//! The difference of two convex cores is a convex polygon, whose edges have the normals of theirs, and its corners are differences of
//! their corners. All questions are about the origin, or a ray from it, and that polygon with a rounded rim: the edge that the origin is farthest in front
//! of has the nearest point, or one of its ends is that. (Of the directions from the nearest corner to the origin the nearest normals are those of its two
//! edges, and there the corner is the one that reaches farthest.) So one look at all edges answers, without a search: separating axes, as in C. Ericson,
//! Real-Time Collision Detection, 2005, section 5.2.1, and the nearest features with them.

mod manifold;
mod outline;
mod way;

use super::{Gap, ellipse, roundings};
use crate::form::{Convex, Core, Turned};
use crate::scalar::{Real, Scalar};
use crate::shape::polygon::flat;
use crate::{Vector, Verdict};
pub(crate) use manifold::contact;
use outline::{Outline, Point, Read, outlines};
pub(crate) use way::{Meeting, meeting};

/// The edge that keeps two outlines apart most, or that they are least deep behind.
#[derive(Clone, Copy)]
struct Edge<R> {
    /// How far the other outline is in front of it.
    gap: R,
    /// Of length 1, out of its outline.
    normal: Point<R>,
    /// The place of its first corner.
    index: usize,
    /// Whether it is of the second outline.
    second: bool,
}

/// Of two edges as good but for this many roundings the one of the first outline, so that it stays the same from frame to frame.
const FAVOUR: f64 = 16.0;

/// The signed separation; `None` where it is above `limit`, and where there is a NaN or an infinity.
pub(crate) fn gap<S: Scalar, R: Real, const N: usize>(
    a: &Convex<'_, S, R, N>,
    b: &Convex<'_, S, R, N>,
    limit: R,
) -> Option<Gap<R, N>> {
    let radii = a.radius + b.radius;
    let found = match (&a.core, &b.core) {
        (Core::Ellipse(_), _) | (_, Core::Ellipse(_)) => return ellipse::gap(a, b, limit),
        (Core::Upright(p), Core::Upright(q)) => intervals(*p, *q),
        (Core::Point(p), core) => {
            let Gap { length, normal, on } = from_point(core, *p)?;
            Gap { length, normal: -normal, on: on.map(|[near, point]| [point, near]) }
        }
        (core, Core::Point(q)) => from_point(core, *q)?,
        (p, q) => between(p, q, limit + radii)?,
    };
    let length = found.length - radii;
    // Also false for NaN.
    (length <= limit).then_some(Gap { length, ..found })
}

/// The length of the gap: zero where they meet, infinite where there is a NaN.
#[inline]
pub(crate) fn distance<S: Scalar, R: Real, const N: usize>(
    a: &Convex<'_, S, R, N>,
    b: &Convex<'_, S, R, N>,
) -> R {
    if matches!(a.core, Core::Ellipse(_)) || matches!(b.core, Core::Ellipse(_)) {
        return ellipse::distance(a, b);
    }
    let infinity = R::from_f64(f64::INFINITY);
    match gap(a, b, infinity) {
        Some(found) if found.length > R::default() => found.length,
        Some(_) => R::default(),
        None => infinity,
    }
}

/// The relation: they touch where the separation is within a few roundings of nothing.
pub(crate) fn relate<S: Scalar, R: Real, const N: usize, V: Verdict>(
    a: &Convex<'_, S, R, N>,
    b: &Convex<'_, S, R, N>,
) -> V {
    if matches!(a.core, Core::Ellipse(_)) || matches!(b.core, Core::Ellipse(_)) {
        return ellipse::relate(a, b);
    }
    let middle = a.core.middle();
    let (a, b) = (a.moved(-middle), b.moved(-middle));
    let tolerance = roundings(a.magnitude() + b.magnitude());
    match gap(&a, &b, tolerance) {
        Some(found) if found.length < -tolerance => V::OVERLAPPING,
        Some(_) => V::within(0, 0),
        None => V::APART,
    }
}

/// Two boxes along the axes: exact but for one rounding, and also where they have no end.
#[inline]
fn intervals<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2]) -> Gap<R, N> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let mut beyond = Vector::<R, N>::default();
    let mut best = (R::from_f64(f64::NEG_INFINITY), Vector::default());
    let mut on = [Vector::<R, N>::default(); 2];
    for axis in 0..N {
        let (forwards, backwards) = (q[0][axis] - p[1][axis], p[0][axis] - q[1][axis]);
        let (gap, sign) = if backwards > forwards { (backwards, -one) } else { (forwards, one) };
        if gap > zero {
            beyond[axis] = gap * sign;
        }
        // Also true for NaN, which stays.
        if !(gap <= best.0) {
            best = (gap, Vector::default().with(axis, sign));
        }
        let low = if p[0][axis] > q[0][axis] { p[0][axis] } else { q[0][axis] };
        let high = if p[1][axis] < q[1][axis] { p[1][axis] } else { q[1][axis] };
        let middle = low + (high - low) * R::from_f64(0.5);
        let ends = if sign > zero { [p[1][axis], q[0][axis]] } else { [p[0][axis], q[1][axis]] };
        let both = if gap > zero { ends } else { [middle, middle] };
        (on[0][axis], on[1][axis]) = (both[0], both[1]);
    }
    let length = beyond.length();
    if best.0 > zero {
        return Gap { length, normal: beyond.scaled(one / length), on: Some(on) };
    }
    Gap { length: best.0, normal: best.1, on: (best.0 > zero).then_some(on) }
}

/// A point against a core: signed, with the normal from the core to the point.
#[inline]
fn from_point<S: Scalar, R: Real, const N: usize>(
    core: &Core<'_, S, R, N>,
    point: Vector<R, N>,
) -> Option<Gap<R, N>> {
    match core {
        Core::Point(center) => {
            let any = Vector::default().with(0, R::from_f64(1.0));
            Some(off_point(*center, point, R::default(), any))
        }
        Core::Segment(ends) => Some(off_segment(*ends, point)),
        Core::Upright(ends) => Some(intervals(*ends, [point, point])),
        Core::Box(shape) => Some(off_box(shape, point)),
        Core::Triangle(_) | Core::Corners(_) => {
            between(core, &Core::Point(point), R::from_f64(f64::INFINITY))
        }
        Core::Ellipse(_) | Core::Cylinder(_) => None,
    }
}

/// A distance below so many roundings of the coordinates says nothing about its direction.
const NEAR: f64 = 4.0;

/// The gap from a point of a core to another; where they are one, but for the rounding of coordinates of a size, it has a normal
/// that is given.
#[inline]
fn off_point<R: Real, const N: usize>(
    near: Vector<R, N>,
    point: Vector<R, N>,
    size: R,
    otherwise: Vector<R, N>,
) -> Gap<R, N> {
    let way = point - near;
    let length = way.length();
    let is_known = length > size * R::EPSILON * R::from_f64(NEAR);
    let normal = if is_known { way.scaled(R::from_f64(1.0) / length) } else { otherwise };
    Gap { length, normal, on: Some([near, point]) }
}

/// The sum of the sizes of the coordinates.
#[inline]
fn sum<R: Real, const N: usize>(v: Vector<R, N>) -> R {
    v.0.into_iter().fold(R::default(), |sum, c| sum + c.distance(R::default()))
}

#[inline]
fn off_segment<R: Real, const N: usize>([from, to]: [Vector<R, N>; 2], point: Vector<R, N>) -> Gap<R, N> {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let (way, off) = (to - from, point - from);
    let (squared, along) = (way.dot(way), off.dot(way));
    let size = sum(way);
    if along <= zero {
        return off_point(from, point, size, way.scaled(-one / Real::sqrt(squared)));
    }
    if along >= squared {
        return off_point(to, point, size, way.scaled(one / Real::sqrt(squared)));
    }
    // Beside it the height is the better length: near the segment little is left of the way to its nearest point.
    let [x, y] = flat(way);
    let scale = one / Real::sqrt(squared);
    let across: Vector<R, N> = Vector([y * scale, -x * scale]).resized();
    let height = off.dot(across);
    let near = from + way.scaled(along / squared);
    match height < zero {
        true => Gap { length: -height, normal: -across, on: Some([near, point]) },
        false => Gap { length: height, normal: across, on: Some([near, point]) },
    }
}

/// In its own frame the box lies along the axes.
#[inline]
fn off_box<R: Real, const N: usize>(shape: &Turned<R, N>, point: Vector<R, N>) -> Gap<R, N> {
    let way = point - shape.center;
    let local: Vector<R, N> = Vector(core::array::from_fn(|k| way.dot(shape.axes[k])));
    let found = intervals([-shape.half, shape.half], [local, local]);
    let turn = |v: Vector<R, N>| (0..N).fold(Vector::default(), |sum, k| sum + shape.axes[k].scaled(v[k]));
    Gap {
        length: found.length,
        normal: turn(found.normal),
        on: found.on.map(|[near, _]| [shape.center + turn(near), point]),
    }
}

/// Two cores by their edges, seen from the middle of the first. `None` where they are more than `limit` apart.
fn between<S: Scalar, R: Real, const N: usize>(
    a: &Core<'_, S, R, N>,
    b: &Core<'_, S, R, N>,
    limit: R,
) -> Option<Gap<R, N>> {
    let middle = a.middle();
    let (p, q) = (a.moved(-middle), b.moved(-middle));
    let (p, q) = (Read::new(&p), Read::new(&q));
    let (length, normal, on) = outlines!(p, q, a, b => separation(a, b, limit)?, return None);
    let on = on.map(|on| on.map(|on| on.resized() + middle));
    Some(Gap { length, normal: normal.resized(), on })
}

/// The signed separation of two outlines, its normal from `a` to `b`, and their nearest points where they are apart.
#[inline(always)]
fn separation<R: Real>(
    a: &impl Outline<R>,
    b: &impl Outline<R>,
    limit: R,
) -> Option<(R, Point<R>, Option<[Point<R>; 2]>)> {
    let edge = deepest(a, b, limit)?;
    let tolerance = roundings(magnitude(a) + magnitude(b));
    // Also true for NaN.
    if !(tolerance < R::from_f64(f64::INFINITY)) {
        return None;
    }
    let normal = if edge.second { -edge.normal } else { edge.normal };
    let has_edges = edge.gap > R::from_f64(f64::NEG_INFINITY);
    if edge.gap < -tolerance && has_edges {
        return Some((edge.gap, normal, None));
    }
    // Within rounding of nothing the nearest corners and edges say whether the outlines meet: the edges of slivers do not, and
    // points have none.
    if edge.gap <= tolerance {
        let (squared, on) = closest(a, b);
        let length = Real::sqrt(squared);
        if length > tolerance {
            return Some((length, (on[1] - on[0]).scaled(R::from_f64(1.0) / length), Some(on)));
        }
        let one = R::from_f64(1.0);
        let (gap, normal) =
            if has_edges { (edge.gap, normal) } else { (length, Vector([one, R::default()])) };
        return Some((gap, normal, Some(on)));
    }
    let (squared, on) = if edge.second {
        let (squared, [q, p]) = nearest(b, a, &edge);
        (squared, [p, q])
    } else {
        nearest(a, b, &edge)
    };
    let length = Real::sqrt(squared);
    // In front of the edge, or so near to its end that rounding hides which, the edge knows the length and the normal best.
    let way = on[1] - on[0];
    let aside = (normal[0] * way[1] - normal[1] * way[0]).distance(R::default());
    if aside <= tolerance + tolerance {
        return Some((edge.gap, normal, Some(on)));
    }
    Some((length, way.scaled(R::from_f64(1.0) / length), Some(on)))
}

/// The largest separation along the normals of the edges of both; `None` where one is above `limit`. The corners have one
/// edge at least.
#[inline(always)]
fn deepest<R: Real>(a: &impl Outline<R>, b: &impl Outline<R>, limit: R) -> Option<Edge<R>> {
    let nothing = R::from_f64(f64::NEG_INFINITY);
    let mut best = Edge { gap: nothing, normal: Vector::default(), index: 0, second: false };
    offer(a, b, limit, false, R::default(), &mut best)?;
    offer(b, a, limit, true, R::EPSILON * R::from_f64(FAVOUR), &mut best)?;
    Some(best)
}

/// Takes an edge of `a` that is better than the best by more than a favour, as a part of it.
#[inline(always)]
fn offer<R: Real>(
    a: &impl Outline<R>,
    b: &impl Outline<R>,
    limit: R,
    second: bool,
    favour: R,
    best: &mut Edge<R>,
) -> Option<()> {
    a.each_edges(|edges, first| {
        let gaps = edges.gaps(b);
        // Also true for NaN.
        if gaps.iter().fold(false, |any, gap| any | !(*gap <= limit)) {
            return None;
        }
        let mut lane = 0;
        for k in 1..4 {
            lane = if gaps[k] > gaps[lane] { k } else { lane };
        }
        if gaps[lane] - gaps[lane].distance(R::default()) * favour > best.gap {
            *best = Edge { gap: gaps[lane], normal: edges.normal(lane), index: first + lane, second };
        }
        Some(())
    })
}

/// A bound of the coordinates; NaN where one is not finite.
#[inline(always)]
fn magnitude<R: Real>(outline: &impl Outline<R>) -> R {
    let zero = R::default();
    let larger = |most: R, c: R| if most < c { c } else { most };
    // What is not finite makes the sum of these differences NaN.
    let (most, none) = (0..outline.len()).fold((zero, zero), |(most, none), k| {
        let [x, y] = outline.at(k).0;
        let most = larger(larger(most, x.distance(zero)), y.distance(zero));
        (most, none + (x - x) + (y - y))
    });
    most + none
}

/// The square of the distance of the nearest points of `a` and `b`, which lie in front of an edge of `a`, and those points.
#[inline(always)]
fn nearest<R: Real>(a: &impl Outline<R>, b: &impl Outline<R>, edge: &Edge<R>) -> (R, [Point<R>; 2]) {
    let index = if edge.index < a.len() { edge.index } else { 0 };
    let (from, to) = (a.at(index), a.at(a.next(index)));
    let deepest = b.farthest(-edge.normal);
    let corner = b.at(deepest);
    let (squared, near) = on_edge(from, to, corner);
    let mut best = (squared, [near, corner]);
    // Its neighbours, where an edge of `b` is all but parallel, or the nearest corner of `a` has an edge of `b` beside it.
    let end = if (near - from).dot(near - from) > (near - to).dot(near - to) { to } else { from };
    for other in [b.next(deepest), b.before(deepest)] {
        let (squared, near) = on_edge(corner, b.at(other), end);
        if squared < best.0 {
            best = (squared, [end, near]);
        }
    }
    best
}

/// The point of an edge that is nearest to a point, and the square of the distance.
#[inline(always)]
fn on_edge<R: Real>(from: Point<R>, to: Point<R>, point: Point<R>) -> (R, Point<R>) {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let (way, off) = (to - from, point - from);
    let (squared, along) = (way.dot(way), off.dot(way));
    let place = if along <= zero {
        zero
    } else if along >= squared {
        one
    } else {
        along / squared
    };
    let near = if place >= one { to } else { from + way.scaled(place) };
    let gap = point - near;
    (gap.dot(gap), near)
}

/// The nearest points of the rims of two outlines by all corners and edges, for the few that all but touch.
#[inline(never)]
fn closest<R: Real>(a: &impl Outline<R>, b: &impl Outline<R>) -> (R, [Point<R>; 2]) {
    let mut best = (R::from_f64(f64::INFINITY), [a.at(0), b.at(0)]);
    for i in 0..a.len() {
        for j in 0..b.len() {
            let (squared, near) = on_edge(a.at(i), a.at(a.next(i)), b.at(j));
            if squared < best.0 {
                best = (squared, [near, b.at(j)]);
            }
            let (squared, near) = on_edge(b.at(j), b.at(b.next(j)), a.at(i));
            if squared < best.0 {
                best = (squared, [a.at(i), near]);
            }
        }
    }
    best
}

/// How far a point goes along a unit vector until it meets the shape, and the normal there: at most `reach`.
pub(crate) fn cast<S: Scalar, R: Real, const N: usize>(
    shape: &Convex<'_, S, R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
    reach: R,
) -> Option<(R, Vector<R, N>)> {
    let zero = R::default();
    if let Core::Ellipse(_) = shape.core {
        return ellipse::cast(shape, from, way, reach);
    }
    match meeting(shape, &Convex::point(from), way, reach)? {
        Meeting::Never => None,
        Meeting::At { time, normal, .. } => Some((time, normal)),
        // One that starts on the boundary, but for rounding, meets the shape right there.
        Meeting::Touching { normal, .. } if reach >= zero && normal.dot(way) < zero => Some((zero, normal)),
        Meeting::Inside | Meeting::Touching { .. } => (reach >= zero).then(|| (zero, -way)),
    }
}

/// Calls `each` with the corners of a core, counterclockwise, some perhaps twice; `None` for one that has none.
#[cfg(feature = "alloc")]
pub(crate) fn each_corner<S: Scalar, R: Real, const N: usize>(
    core: &Core<'_, S, R, N>,
    mut each: impl FnMut(Point<R>),
) -> Option<()> {
    let read = Read::new(core);
    let (len, at): (usize, &dyn Fn(usize) -> Point<R>) = match &read {
        Read::Point(point) => (1, &|_| *point),
        Read::Few(few) => (few.len(), &|k| few.at(k)),
        Read::Several(several) => (several.len(), &|k| several.at(k)),
        Read::Many(corners) => (corners.len(), &|k| Outline::at(corners, k)),
        Read::Curved => return None,
    };
    (0..len).for_each(|k| each(at(k)));
    Some(())
}
