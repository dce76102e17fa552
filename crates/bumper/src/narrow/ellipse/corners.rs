//! The separation of an ellipse and a core with corners: a point, segment or polygon.
//!
//! The boundary of their Minkowski difference consists of the polygon's edges, each offset by the ellipse's support, and of ellipse arcs
//! around the corners. At its point nearest to the origin, the normal is that of an edge, or a normal of the ellipse whose line passes
//! through a corner. So all candidate directions of the separating axis are known, and the best of them is the answer.

use super::oval::{Oval, Side, left, unit};
use super::{Asked, Found, rounding_error};
use crate::Vector;
use crate::narrow::measure::larger;
use crate::scalar::Real;
use crate::view::Core;

/// The number of corners of a core; zero if it is curved.
pub(super) fn len<R: Real, const N: usize>(core: &Core<'_, R, N>) -> usize {
    match core {
        Core::Point(_) => 1,
        Core::Segment(_) => 2,
        Core::Triangle(_) => 3,
        Core::Upright(_) | Core::Box(_) => 4,
        Core::Corners(corners) => corners.len(),
        Core::Cylinder(_) | Core::Ellipse(_) => 0,
    }
}

/// The corner of an index, counterclockwise.
fn corner<R: Real, const N: usize>(core: &Core<'_, R, N>, index: usize) -> Vector<R, 2> {
    // For boxes: whether the corner is at the upper end of each axis.
    let high = [index == 1 || index == 2, index >= 2];
    let last = N - 1;
    match core {
        Core::Point(point) => *point,
        Core::Segment(ends) => ends[index & 1],
        Core::Triangle(corners) => corners[index % 3],
        Core::Upright([min, max]) => {
            let ends = |k: usize, axis: usize| if high[k] { max[axis] } else { min[axis] };
            return Vector([ends(0, 0), ends(1, last)]);
        }
        Core::Box(shape) => {
            let along = |k: usize, axis: usize| {
                shape.axes[axis].scaled(if high[k] { shape.half[axis] } else { -shape.half[axis] })
            };
            shape.center + (along(0, 0) + along(1, last))
        }
        Core::Corners(corners) => corners.at(index),
        Core::Cylinder(_) | Core::Ellipse(_) => core.middle(),
    }
    .resized()
}

/// The edge that begins at a corner: its two ends.
pub(super) fn edge<R: Real, const N: usize>(core: &Core<'_, R, N>, index: usize) -> [Vector<R, 2>; 2] {
    let next = index + 1;
    [corner(core, index), corner(core, if next == len(core) { 0 } else { next })]
}

/// The inward unit normal of an edge; `None` if it has no length.
fn inwards<R: Real, const N: usize>(core: &Core<'_, R, N>, index: usize) -> Option<Vector<R, 2>> {
    let one = R::from_f64(1.0);
    let axes = match core {
        Core::Upright(_) => [Vector::default().with(0, one), Vector::default().with(1, one)],
        Core::Box(shape) => [shape.axes[0].resized(), shape.axes[N - 1].resized()],
        Core::Point(_) | Core::Cylinder(_) | Core::Ellipse(_) => return None,
        Core::Segment(_) | Core::Triangle(_) | Core::Corners(_) => {
            let [from, to] = edge(core, index);
            let way = to - from;
            let length = way.length();
            return (length > R::default()).then(|| left(way).map(|c| c / length));
        }
    };
    // The normals of boxes are known, however short an edge is.
    Some([axes[1], -axes[0], -axes[1], axes[0]][index & 3])
}

/// The separation of the ellipse and a core with corners, relative to the center of the ellipse. `None` if they are surely more than
/// `limit` apart.
pub(super) fn search<R: Real, const N: usize>(
    oval: &Oval<R>,
    core: &Core<'_, R, N>,
    limit: R,
    asked: Asked,
) -> Option<Found<R>> {
    let zero = R::default();
    let count = len(core);
    let mut search = Search::new(oval, core);
    // Early out along the direction of the core's center.
    if search.bound(core.middle().resized()) > limit {
        return None;
    }
    // The most promising edge first, so that few others have to be compared with all corners.
    let across = |index: usize| inwards(core, index).map(|inwards| (index, inwards));
    let hope = |(index, inwards): (usize, Vector<R, 2>)| {
        (edge(core, index)[0].dot(inwards) - oval.reach(inwards), index)
    };
    let most = |a: (R, usize), b: (R, usize)| if b.0 > a.0 { b } else { a };
    let likely = (0..count).filter_map(across).map(hope).reduce(most).map(|(_, index)| index);
    let mut nearest = 0;
    for (index, inwards) in likely.into_iter().chain(0..count).filter_map(across) {
        let before = search.best.gap;
        // A core that is flat within rounding may have its interior on either side.
        for normal in [inwards, -inwards] {
            search.try_edge(index, normal);
        }
        if search.best.gap > limit {
            return None;
        }
        // For disjoint shapes, the pair of closest points is unique.
        if search.is_beside && search.best.gap > search.slack {
            return Some(search.best);
        }
        nearest = if search.best.gap != before { index } else { nearest };
    }
    // If some direction separates the shapes, the separation has no other local maximum: times the length of the direction, it is concave.
    // The closest corner is then at an end of the best edge, or of the edges that continue it in a line.
    let is_near = search.is_top && search.best.gap > search.slack;
    let end = search.end;
    let near = [nearest, nearest + 1, end];
    let near = near.into_iter().take(if end == nearest || end == (nearest + 1) % count { 2 } else { 3 });
    for index in near.take(if is_near { 3 } else { 0 }).chain(0..if is_near { 0 } else { count }) {
        let index = if index < count { index } else { 0 };
        search.try_corner(index, Side::Near);
        if search.best.gap > limit {
            return None;
        }
        if asked == Asked::Depth && search.best.gap <= zero {
            search.try_corner(index, Side::Far);
        }
    }
    Some(search.best)
}

/// The search for the direction with the largest separation.
struct Search<'s, 'a, R, const N: usize> {
    oval: &'s Oval<R>,
    core: &'s Core<'a, R, N>,
    /// The rounding error of a separation.
    slack: R,
    best: Found<R>,
    /// Whether the best direction is a local maximum of the separation, not just a lower bound.
    is_top: bool,
    /// Whether the best direction is the normal of an edge and the closest point of the ellipse is in front of that edge.
    is_beside: bool,
    /// The index of the nearest corner, if `is_beside` is false.
    end: usize,
}

impl<'s, 'a, R: Real, const N: usize> Search<'s, 'a, R, N> {
    fn new(oval: &'s Oval<R>, core: &'s Core<'a, R, N>) -> Self {
        let size = (0..len(core)).map(|k| corner(core, k).length()).fold(Vector(oval.half).length(), larger);
        let gap = R::from_f64(f64::NEG_INFINITY);
        let best = Found { gap, normal: Vector::default(), on: [Vector::default(); 2] };
        Self { oval, core, slack: rounding_error(size), best, is_top: false, is_beside: false, end: 0 }
    }

    /// The separation along a direction of any length, minus the rounding error: a lower bound.
    fn bound(&self, way: Vector<R, 2>) -> R {
        let normal = unit(way);
        begin(self.core, normal).0 - self.oval.reach(normal) - self.slack
    }

    /// Tests a direction. It is a local maximum if no corner of the core is closer along it than `first`. If another corner is closer by
    /// more than rounding, its separation is only a lower bound and must be better by more than the rounding error to count.
    fn offer(
        &mut self,
        normal: Vector<R, 2>,
        first: Vector<R, 2>,
        nearest: impl FnOnce(&Self) -> (Vector<R, 2>, Option<usize>),
    ) {
        let reach = self.oval.reach(normal);
        let hoped = first.dot(normal) - reach;
        if !(hoped > self.best.gap || !self.is_top && hoped + self.slack > self.best.gap) {
            return;
        }
        let (begin, place) = begin(self.core, normal);
        let gap = begin - reach;
        let is_top = first.dot(normal) - begin <= self.slack;
        let better = match (is_top, self.is_top) {
            (true, false) => gap + self.slack > self.best.gap,
            (false, true) => gap > self.best.gap + self.slack,
            _ => gap > self.best.gap,
        };
        if better {
            let (on, end) = if is_top { nearest(self) } else { (place, Some(self.end)) };
            self.best = Found { gap, normal, on: [on - normal.scaled(gap), on] };
            (self.is_top, self.is_beside, self.end) = (is_top, end.is_none(), end.unwrap_or(self.end));
        }
    }

    fn try_edge(&mut self, index: usize, normal: Vector<R, 2>) {
        let [from, _] = edge(self.core, index);
        self.offer(normal, from, |search| search.beside(index, normal));
    }

    /// The point of an edge, or of one that continues it in a line, in front of the ellipse's support point; beyond their ends, the nearest
    /// corner and its index.
    fn beside(&self, index: usize, normal: Vector<R, 2>) -> (Vector<R, 2>, Option<usize>) {
        let (rim, ..) = self.oval.rim(normal);
        let count = len(self.core);
        let [from, to] = edge(self.core, index);
        let forwards = (rim - from).dot(to - from) > (to - from).dot(to - from);
        let (mut from, mut to) = (from, to);
        let mut end = if forwards && index + 1 < count {
            index + 1
        } else if forwards {
            0
        } else {
            index
        };
        for _ in 0..count {
            let way = to - from;
            let (place, whole) = ((rim - from).dot(way), way.dot(way));
            if place >= R::default() && place <= whole && whole > R::default() {
                return (from + way.scaled(place / whole), None);
            }
            let next = match forwards {
                true if end + 1 < count => end + 1,
                true => 0,
                false if end > 0 => end - 1,
                false => count - 1,
            };
            let beyond = corner(self.core, next);
            let at = corner(self.core, end);
            let is_on_line = (beyond - at).dot(normal).distance(R::default()) <= self.slack;
            if !is_on_line || (beyond - at).dot(rim - at) < R::default() {
                break;
            }
            (from, to, end) = if forwards { (at, beyond, next) } else { (beyond, at, next) };
        }
        (corner(self.core, end), Some(end))
    }

    fn try_corner(&mut self, index: usize, side: Side) {
        let point = corner(self.core, index);
        if let Some(normal) = self.oval.normal_through(point, side) {
            self.offer(normal, point, |_| (point, Some(index)));
        }
    }
}

/// The smallest projection of the core onto a direction, and the corner that has it.
fn begin<R: Real, const N: usize>(core: &Core<'_, R, N>, normal: Vector<R, 2>) -> (R, Vector<R, 2>) {
    let at = |k: usize| {
        let corner = corner(core, k);
        (corner.dot(normal), corner)
    };
    (1..len(core)).map(at).fold(at(0), |a, b| if b.0 < a.0 { b } else { a })
}

/// The distance of a core from the center in coordinates in which the ellipse is the unit circle: zero if the core contains the center.
pub(super) fn distance_circled<R: Real, const N: usize>(oval: &Oval<R>, core: &Core<'_, R, N>) -> R {
    let (zero, count) = (R::default(), len(core));
    let mut nearest = oval.circled(corner(core, 0)).length();
    let (mut inside, mut around) = (count > 2, zero);
    for index in 0..if count > 1 { count } else { 0 } {
        let [from, to] = edge(core, index).map(|end| oval.circled(end));
        let way = to - from;
        let squared = way.dot(way);
        inside &= way.dot(left(from)) < zero;
        around = around + way.length();
        let place = if squared > zero { -from.dot(way) / squared } else { zero };
        let one = R::from_f64(1.0);
        let place = if place > one { one } else { if place > zero { place } else { zero } };
        let distance = (from + way.scaled(place)).length();
        if distance < nearest {
            nearest = distance;
        }
    }
    // A small core far away cannot contain the center, whatever rounding says.
    if inside && around > nearest { zero } else { nearest }
}
