//! The separation of an ellipse and a core with corners: a point, segment or polygon.
//!
//! The boundary of the Minkowski difference of a polygon and an ellipse consists of straight edges and elliptic arcs. The edges are those
//! of the polygon, each moved outwards by the extent of the ellipse along its normal. The arcs are around the corners of the polygon.
//!
//! At the boundary point nearest to the origin, the normal is either the normal of an edge, or a normal of the ellipse whose line contains
//! a corner. So all candidates for the separating axis are known, and the best of them is the result.

use super::centered::{CenteredEllipse, ClosestSide, left, unit};
use super::{CoreSeparation, Measure, rounding_error};
use crate::Vector;
use crate::narrow::convex_polygon::ConvexPolygon;
use crate::scalar::Real;
use crate::view::Core;

/// The two ends of the edge that begins at the corner with the given index.
pub(super) fn edge<R: Real, const N: usize>(core: &Core<'_, R, N>, index: usize) -> [Vector<R, 2>; 2] {
    [core.at(index), core.at(core.next(index))]
}

/// The inward unit normal of an edge; `None` if the edge has no length.
fn inward_normal<R: Real, const N: usize>(core: &Core<'_, R, N>, index: usize) -> Option<Vector<R, 2>> {
    let axes = match core {
        Core::Aabb(_) => [Vector::ZERO.with(0, R::ONE), Vector::ZERO.with(1, R::ONE)],
        Core::Box(shape) => [shape.axes[0].resized(), shape.axes[N - 1].resized()],
        Core::Point(_) | Core::Cylinder(_) | Core::Ellipse(_) | Core::HalfSpace(_) => return None,
        Core::Segment(_) | Core::Triangle(_) | Core::Corners(_) => {
            let [from, to] = edge(core, index);
            let delta = to - from;
            let length = delta.length();
            return (length > R::ZERO).then(|| left(delta).map(|c| c / length));
        }
    };
    // The edges of a box get their normals from its axes, which are accurate however short an edge is.
    Some([axes[1], -axes[0], -axes[1], axes[0]][index & 3])
}

/// The separation of an ellipse around the origin and a core with corners. `None` if they are surely more than `limit` apart.
pub(super) fn search<R: Real, const N: usize>(
    ellipse: &CenteredEllipse<R>,
    core: &Core<'_, R, N>,
    limit: R,
    query: Measure,
) -> Option<CoreSeparation<R>> {
    let count = core.len();
    let mut search = PolygonSearch::new(ellipse, core);
    // Most shapes that are far apart are separated along the direction from the center of the ellipse to the center of the core.
    if search.bound(core.middle().resized()) > limit {
        return None;
    }
    // The edge whose line is farthest from the ellipse is tried first. After it, `try_direction` rejects most other edges at once: if the
    // line of an edge is nearer to the ellipse than the best separation so far, the corners need not be projected onto its normal.
    let with_normal = |index: usize| inward_normal(core, index).map(|inward_normal| (index, inward_normal));
    let edge_gap = |(index, inward_normal): (usize, Vector<R, 2>)| {
        (edge(core, index)[0].dot(inward_normal) - ellipse.extent(inward_normal), index)
    };
    let larger_gap = |a: (R, usize), b: (R, usize)| if b.0 > a.0 { b } else { a };
    let best_edge =
        (0..count).filter_map(with_normal).map(edge_gap).reduce(larger_gap).map(|(_, index)| index);
    let mut nearest_edge = 0;
    for (index, inward_normal) in best_edge.into_iter().chain(0..count).filter_map(with_normal) {
        let before = search.best.gap;
        // If a core is so flat that it is a line within rounding, the sign of an edge normal is uncertain, so both normals of the edge are
        // tried.
        for normal in [inward_normal, -inward_normal] {
            search.try_edge(index, normal);
        }
        if search.best.gap > limit {
            return None;
        }
        // The closest point is between the ends of an edge, and the shapes are disjoint. Then the pair of closest points is unique, so no
        // other direction is better, and the search ends.
        if search.is_on_edge && search.best.gap > search.tolerance {
            return Some(search.best);
        }
        nearest_edge = if search.best.gap != before { index } else { nearest_edge };
    }
    // If the shapes are disjoint, the separation has a single local maximum over all directions, because the separation times the length of
    // the direction vector is a concave function. No edge has it between its ends, so the closest point of the core is a corner. It is an
    // end of `nearest_edge`, the edge that gave the largest separation, or of collinear edges that continue it.
    let is_disjoint = search.is_maximum && search.best.gap > search.tolerance;
    let closest = search.closest_corner;
    let corners = [nearest_edge, nearest_edge + 1, closest];
    let is_repeated = closest == nearest_edge || closest == (nearest_edge + 1) % count;
    let corners = corners.into_iter().take(if is_repeated { 2 } else { 3 });
    for index in corners.take(if is_disjoint { 3 } else { 0 }).chain(0..if is_disjoint { 0 } else { count }) {
        let index = if index < count { index } else { 0 };
        search.try_corner(index, ClosestSide::Near);
        if search.best.gap > limit {
            return None;
        }
        if query == Measure::Depth && search.best.gap <= R::ZERO {
            search.try_corner(index, ClosestSide::Far);
        }
    }
    Some(search.best)
}

/// The search for the direction with the largest separation.
struct PolygonSearch<'s, 'a, R, const N: usize> {
    ellipse: &'s CenteredEllipse<R>,
    core: &'s Core<'a, R, N>,
    /// The rounding error of a computed separation.
    tolerance: R,
    best: CoreSeparation<R>,
    /// Whether the separation along the normal of `best` is a local maximum over all directions. If not, it is only a lower bound of the
    /// largest separation.
    is_maximum: bool,
    /// Whether the closest point of the core is between the ends of an edge, not at a corner.
    is_on_edge: bool,
    /// If `is_on_edge` is false, the index of the closest corner.
    closest_corner: usize,
}

impl<'s, 'a, R: Real, const N: usize> PolygonSearch<'s, 'a, R, N> {
    fn new(ellipse: &'s CenteredEllipse<R>, core: &'s Core<'a, R, N>) -> Self {
        let size = (0..core.len()).map(|k| core.at(k).length()).fold(Vector(ellipse.half).length(), R::max);
        let gap = R::NEG_INFINITY;
        let best = CoreSeparation { gap, normal: Vector::ZERO, witnesses: [Vector::ZERO; 2] };
        Self {
            ellipse,
            core,
            tolerance: rounding_error(size),
            best,
            is_maximum: false,
            is_on_edge: false,
            closest_corner: 0,
        }
    }

    /// A lower bound of the separation: the separation along a direction of any length, minus the rounding error.
    fn bound(&self, delta: Vector<R, 2>) -> R {
        let normal = unit(delta);
        min_projection(self.core, normal).0 - self.ellipse.extent(normal) - self.tolerance
    }

    /// Tests the unit vector `normal` as the direction of the largest separation. `first` is a corner of the core that `normal` was
    /// computed from.
    ///
    /// The separation along `normal` is a local maximum if no other corner is closer to the ellipse along `normal` than `first`, within
    /// rounding. Otherwise it is a lower bound of the largest separation. It replaces `best` if it is larger; but a lower bound replaces a
    /// local maximum only if it is larger by more than the rounding error. For a local maximum, `nearest` gives the closest point of the
    /// core, and its index if it is a corner.
    fn try_direction(
        &mut self,
        normal: Vector<R, 2>,
        first: Vector<R, 2>,
        nearest: impl FnOnce(&Self) -> (Vector<R, 2>, Option<usize>),
    ) {
        let extent = self.ellipse.extent(normal);
        let upper_bound = first.dot(normal) - extent;
        if !(upper_bound > self.best.gap || !self.is_maximum && upper_bound + self.tolerance > self.best.gap)
        {
            return;
        }
        let (min_projection, support) = min_projection(self.core, normal);
        let gap = min_projection - extent;
        let is_maximum = first.dot(normal) - min_projection <= self.tolerance;
        let better = match (is_maximum, self.is_maximum) {
            (true, false) => gap + self.tolerance > self.best.gap,
            (false, true) => gap > self.best.gap + self.tolerance,
            _ => gap > self.best.gap,
        };
        if better {
            let (closest, closest_corner) =
                if is_maximum { nearest(self) } else { (support, Some(self.closest_corner)) };
            self.best = CoreSeparation { gap, normal, witnesses: [closest - normal.scaled(gap), closest] };
            (self.is_maximum, self.is_on_edge, self.closest_corner) =
                (is_maximum, closest_corner.is_none(), closest_corner.unwrap_or(self.closest_corner));
        }
    }

    fn try_edge(&mut self, index: usize, normal: Vector<R, 2>) {
        let [from, _] = edge(self.core, index);
        self.try_direction(normal, from, |search| search.closest_on_edge(index, normal));
    }

    /// The closest point of the core if the closest part of its boundary is an edge: the projection of the support point of the ellipse
    /// onto the edge, or onto collinear edges that continue it. If the projection is beyond the ends of these edges, the result is the
    /// nearest corner, with its index.
    fn closest_on_edge(&self, index: usize, normal: Vector<R, 2>) -> (Vector<R, 2>, Option<usize>) {
        let support = self.ellipse.support(normal).point;
        let count = self.core.len();
        let [from, to] = edge(self.core, index);
        let forwards = (support - from).dot(to - from) > (to - from).dot(to - from);
        let mut from = from;
        let mut to = to;
        let mut closest_corner = if forwards && index + 1 < count {
            index + 1
        } else if forwards {
            0
        } else {
            index
        };
        for _ in 0..count {
            let delta = to - from;
            let parameter = (support - from).dot(delta);
            let squared = delta.dot(delta);
            if parameter >= R::ZERO && parameter <= squared && squared > R::ZERO {
                return (from + delta.scaled(parameter / squared), None);
            }
            let next = match forwards {
                true if closest_corner + 1 < count => closest_corner + 1,
                true => 0,
                false if closest_corner > 0 => closest_corner - 1,
                false => count - 1,
            };
            let next_corner = self.core.at(next);
            let at = self.core.at(closest_corner);
            let is_on_line = (next_corner - at).dot(normal).abs() <= self.tolerance;
            if !is_on_line || (next_corner - at).dot(support - at) < R::ZERO {
                break;
            }
            (from, to, closest_corner) =
                if forwards { (at, next_corner, next) } else { (next_corner, at, next) };
        }
        (self.core.at(closest_corner), Some(closest_corner))
    }

    fn try_corner(&mut self, index: usize, side: ClosestSide) {
        let point = self.core.at(index);
        if let Some(normal) = self.ellipse.normal_through(point, side) {
            self.try_direction(normal, point, |_| (point, Some(index)));
        }
    }
}

/// The smallest projection of the corners of a core onto a direction, and the corner that has it.
fn min_projection<R: Real, const N: usize>(core: &Core<'_, R, N>, normal: Vector<R, 2>) -> (R, Vector<R, 2>) {
    let at = |k: usize| {
        let corner = core.at(k);
        (corner.dot(normal), corner)
    };
    (1..core.len()).map(at).fold(at(0), |a, b| if b.0 < a.0 { b } else { a })
}

/// The distance of a core from the center of the ellipse, in the coordinates in which the ellipse is the unit circle. Zero if the core
/// contains the center.
pub(super) fn distance_in_circle_frame<R: Real, const N: usize>(
    ellipse: &CenteredEllipse<R>,
    core: &Core<'_, R, N>,
) -> R {
    let count = core.len();
    let mut nearest = ellipse.to_circle_frame(core.at(0)).length();
    let mut is_inside = count > 2;
    let mut perimeter = R::ZERO;
    for index in 0..if count > 1 { count } else { 0 } {
        let [from, to] = edge(core, index).map(|end| ellipse.to_circle_frame(end));
        let delta = to - from;
        let squared = delta.dot(delta);
        is_inside &= delta.dot(left(from)) < R::ZERO;
        perimeter = perimeter + delta.length();
        let parameter = if squared > R::ZERO { -from.dot(delta) / squared } else { R::ZERO };
        let parameter = if parameter > R::ONE {
            R::ONE
        } else if parameter > R::ZERO {
            parameter
        } else {
            R::ZERO
        };
        let distance = (from + delta.scaled(parameter)).length();
        if distance < nearest {
            nearest = distance;
        }
    }
    // If a core contains the center, the distance of its boundary from the center is less than its perimeter. Without this test, rounding
    // could put the center inside a small core that is far away.
    if is_inside && perimeter > nearest { R::ZERO } else { nearest }
}
