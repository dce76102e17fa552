//! Minkowski differences of pairs of convex parts, one part of each shape. Such a difference is the set of translations of the second part
//! after which the two parts overlap.

use super::frame::EllipseFrame;
use super::{PlaneBox, Point, least_separation_after};
use crate::composite::tolerance::DEEPER_PAIR;
use crate::composite::{Cost, LeafKind, PartIndices, Search, search};
use crate::narrow::convex_polygon::ConvexPolygon;
use crate::narrow::{self, Accuracy, rounding_error};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::view::{Convex, Core, Parts, ShapeView};
use crate::{Aabb, Vector};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

/// The Minkowski differences of pairs of parts that have been needed so far. They are in the local coordinates of [`EllipseFrame`].
pub(super) struct Differences {
    pub(super) frame: EllipseFrame,
    each: Vec<Difference>,
    pub(super) radius: f64,
    /// The largest depth at which a point inside a difference still counts as outside.
    pub(super) tolerance: f64,
    /// The largest distance from a cut at which a shape is tested against the bridge across the cut. `None` if neither shape is thin; then
    /// bridges are not needed.
    bridge_range: Option<f64>,
    /// Buffers for the corners of two parts, whose difference is then computed.
    parts: [Vec<Point>; 2],
    /// The corners of the cores of all differences, one difference after another, each counterclockwise. An edge in `edges` begins at the
    /// corner with the same index.
    corners: Vec<Point>,
    edges: Vec<DifferenceEdge>,
}

/// The Minkowski difference of two convex parts. It is a convex polygon, the core, with a radius.
#[derive(Clone)]
pub(super) struct Difference {
    /// The bounding box, including the radius.
    area: PlaneBox,
    corners: Range<usize>,
}

/// An edge of the core of a Minkowski difference: of the polygon without its radius.
#[derive(Clone, Copy)]
pub(super) struct DifferenceEdge {
    /// The outward unit normal. An edge of length zero has a zero normal and an infinite offset, so that every point counts as behind it.
    pub(super) normal: Point,
    /// The signed distance, along the normal, of the edge's line from the origin.
    pub(super) offset: f64,
}

impl Differences {
    /// Creates an empty set of differences.
    pub(super) fn new(frame: EllipseFrame, radius: f64, tolerance: f64, bridge_range: Option<f64>) -> Self {
        Self {
            frame,
            each: Vec::new(),
            radius,
            tolerance,
            bridge_range,
            parts: Default::default(),
            corners: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// A known difference that contains a point more deeply than the tolerance; `None` if there is none. The difference is moved to the end
    /// of the list, where the next search begins, because the next point is often close to this one.
    pub(super) fn containing(&mut self, point: Point) -> Option<Difference> {
        let contains = |of: &Difference| of.area.contains(point) && self.exit(of, point).is_some();
        let index = self.each.iter().rposition(contains)?;
        let last = self.each.len() - 1;
        self.each.swap(index, last);
        self.each.last().cloned()
    }

    /// The shortest translation that moves a point out of a Minkowski difference: its direction as a unit vector (zero if the direction is
    /// not known) and its length. The caller has checked that the point is in the bounding box of the difference. `None` if the point is
    /// outside, or inside by no more than the tolerance.
    pub(super) fn exit(&self, of: &Difference, point: Point) -> Option<(Point, f64)> {
        let mut inner = (Point::ZERO, f64::INFINITY);
        for edge in &self.edges[of.corners.clone()] {
            let margin = edge.offset - edge.normal.dot(point);
            if margin < inner.1 {
                inner = (edge.normal, margin);
            }
            if margin + self.radius <= self.tolerance {
                return None;
            }
        }
        // If the core is a point or a segment, no point is inside it.
        if inner.1 >= 0.0 && of.corners.len() > 2 {
            return Some((inner.0, inner.1 + self.radius));
        }
        let mut nearest = (Point::ZERO, f64::INFINITY);
        for (_, [from, to]) in self.edges(of) {
            let direction = to - from;
            let offset = point - from;
            let squared = direction.dot(direction);
            let along = if squared > 0.0 { (offset.dot(direction) / squared).clamp(0.0, 1.0) } else { 0.0 };
            let from_edge = offset - direction.scaled(along);
            let squared = from_edge.dot(from_edge);
            if squared < nearest.1 {
                nearest = (from_edge, squared);
            }
        }
        let distance = nearest.1.sqrt();
        let normal = if distance > 0.0 { nearest.0.scaled(1.0 / distance) } else { inner.0 };
        (self.radius - distance > self.tolerance).then_some((normal, self.radius - distance))
    }

    /// Searches for the deepest pair of parts after the second shape is translated by `point`. The pair found may be less deep than the
    /// deepest one by a factor of about [`DEEPER_PAIR`]. Its difference is added if it contains `point`. Only pairs whose separation is
    /// less than `limit` count as overlapping. Returns whether a difference was added.
    pub(super) fn find<S: Scalar, R: Real, const N: usize>(
        &mut self,
        a: &ShapeView<'_, S, R, N>,
        b: &ShapeView<'_, S, R, N>,
        point: Point,
        limit: R,
    ) -> bool {
        let translation = self.frame.world(point).resized().map(R::from_f64);
        let mut parts = core::mem::take(&mut self.parts);
        parts.iter_mut().for_each(Vec::clear);
        let mut find = DeepestPair { translation, separation: limit, frame: self.frame, parts: &mut parts };
        search(a, b, LeafKind::Convex, &mut find);
        parts.iter_mut().for_each(tidy);
        let is_new = self.add([&parts[0], &parts[1]], point)
            || self.find_bridge(a, b, point, 1.0)
            || self.find_bridge(b, a, point, -1.0);
        self.parts = parts;
        is_new
    }

    /// Searches for a cut of `region` on which the thin convex shape `thin` lies, after the second shape of the query is translated by
    /// `point`. A cut is the common edge of two convex parts. Its bridge is a convex polygon inside the region that extends to both sides
    /// of the cut. Adds the Minkowski difference of the bridge and `thin` if it contains `point`, and returns whether it was added. `sign`
    /// is 1 if `region` is the first shape, otherwise −1.
    fn find_bridge<S: Scalar, R: Real, const N: usize>(
        &mut self,
        region: &ShapeView<'_, S, R, N>,
        thin: &ShapeView<'_, S, R, N>,
        point: Point,
        sign: f64,
    ) -> bool {
        let (ShapeView::Parts(Parts::Region(region), None), ShapeView::Convex(thin)) = (region, thin) else {
            return false;
        };
        let Some(range) = self.bridge_range else { return false };
        let mut corners = Vec::new();
        read(thin, &self.frame, -sign, &mut corners);
        tidy(&mut corners);
        let Some(thin_area) = PlaneBox::of_points(&corners) else { return false };
        let frame = self.frame;
        let local = |corner: Vector<f64, N>| frame.local(corner.resized()).scaled(sign);
        region.cuts().iter().any(|cut| {
            // Farther away from the cut, one of the parts on its sides is found to overlap.
            let [from, to] = cut.ends.mapped(|end| local(end.map(S::to_f64)));
            let area = PlaneBox::of_two(from, to).minkowski_sum(&thin_area, self.radius + range);
            if !area.contains(point) {
                return false;
            }
            let mut bridge = region.bridge(cut).mapped(local).to_vec();
            tidy(&mut bridge);
            match sign > 0.0 {
                true => self.add([&bridge, &corners], point),
                false => self.add([&corners, &bridge], point),
            }
        })
    }

    /// The shortest translation that separates the convex hulls of two outlines, which overlap; the second outline is already reflected
    /// through the origin. `None` for an ellipse, because then local and world lengths differ.
    pub(super) fn exit_from_hulls(&mut self, outlines: [&[Point]; 2]) -> Option<Point> {
        if !self.frame.is_identity() {
            return None;
        }
        let start = self.corners.len();
        self.sum(&convex_hull(outlines[0]), &convex_hull(outlines[1]));
        let nearest = self.edges[start..].iter().min_by(|a, b| a.offset.total_cmp(&b.offset)).copied();
        self.corners.truncate(start);
        self.edges.truncate(start);
        nearest
            .filter(|edge| edge.offset.is_finite())
            .map(|edge| edge.normal.scaled(edge.offset + self.radius))
    }

    /// Adds the difference of two convex parts if it contains a point. The second part is already reflected through the origin. Returns
    /// whether the difference was added.
    fn add(&mut self, [p, q]: [&[Point]; 2], point: Point) -> bool {
        let (Some(first), Some(second)) = (PlaneBox::of_points(p), PlaneBox::of_points(q)) else {
            return false;
        };
        let start = self.corners.len();
        self.sum(p, q);
        let area = first.minkowski_sum(&second, self.radius);
        let one = Difference { area, corners: start..self.corners.len() };
        let contains = self.exit(&one, point).is_some();
        if contains {
            self.each.push(one);
        } else {
            self.corners.truncate(start);
            self.edges.truncate(start);
        }
        contains
    }

    /// Appends the Minkowski sum of two convex polygons to `corners` and `edges`. Merges the edges of both polygons in the order of
    /// direction (M. de Berg and others, Computational Geometry, 2008, section 13.3). Each polygon begins at its lowest corner.
    fn sum(&mut self, p: &[Point], q: &[Point]) {
        let start = self.corners.len();
        let mut i = 0;
        let mut j = 0;
        let n = if p.len() > 1 { p.len() } else { 0 };
        let m = if q.len() > 1 { q.len() } else { 0 };
        loop {
            let from = p[i % p.len()];
            let other = q[j % q.len()];
            self.corners.push(from + other);
            let order = by_direction(p[(i + 1) % p.len()] - from, q[(j + 1) % q.len()] - other);
            let first = i < n && (j == m || order != Ordering::Greater);
            let second = j < m && (i == n || order != Ordering::Less);
            i += usize::from(first);
            j += usize::from(second);
            // Every iteration except the last one moves on by at least one edge, so the loop ends.
            if !first && !second || i == n && j == m {
                break;
            }
        }
        let count = self.corners.len() - start;
        for k in 0..count {
            let from = self.corners[start + k];
            let to = self.corners[start + (k + 1) % count];
            let direction = to - from;
            let length = direction.length();
            let normal = Vector([direction[1], -direction[0]]).scaled(1.0 / length);
            let none = DifferenceEdge { normal: Point::ZERO, offset: f64::INFINITY };
            self.edges.push(if length > 0.0 {
                DifferenceEdge { normal, offset: normal.dot(from) }
            } else {
                none
            });
        }
    }

    /// The edges of the core of a difference, each with its two corners.
    pub(super) fn edges(&self, of: &Difference) -> impl Iterator<Item = (DifferenceEdge, [Point; 2])> + '_ {
        let Range { start, end } = of.corners;
        let next = move |k: usize| if k + 1 < end { k + 1 } else { start };
        (start..end).map(move |k| (self.edges[k], [self.corners[k], self.corners[next(k)]]))
    }

    /// The largest parameter at which a line is inside a difference: the distance, along the unit vector `direction`, from the point `from`
    /// of the line.
    pub(super) fn exit_parameter(&self, of: &Difference, from: Point, direction: Point) -> f64 {
        let radius = self.radius;
        let behind = |outwards: f64| self.behind(of, from, direction, outwards).map(|[_, exit]| exit);
        if radius == 0.0 {
            return behind(0.0).unwrap_or(f64::NEG_INFINITY);
        }
        let core = if of.corners.len() > 2 { behind(0.0) } else { None };
        self.edges(of).fold(core.unwrap_or(f64::NEG_INFINITY), |last, (edge, [start, end])| {
            let round = in_disc(start - from, radius, direction);
            let [round, straight] = [round, in_front_of_edge(edge, [start, end], radius, from, direction)]
                .mapped(|span| span.map_or(last, |[_, exit]| exit));
            last.max(round).max(straight)
        })
    }

    /// The interval of a line that lies inside the core of a difference, if the edges of the core are moved outwards by `outwards`. `None`
    /// if it is empty.
    fn behind(&self, of: &Difference, from: Point, direction: Point, outwards: f64) -> Option<[f64; 2]> {
        let mut enter = f64::NEG_INFINITY;
        let mut exit = f64::INFINITY;
        for k in of.corners.clone() {
            let DifferenceEdge { normal, offset } = self.edges[k];
            let margin = offset + outwards - normal.dot(from);
            let speed = normal.dot(direction);
            if speed > 0.0 {
                exit = exit.min(margin / speed);
            } else if speed < 0.0 {
                enter = enter.max(margin / speed);
            } else if margin <= 0.0 {
                return None;
            }
        }
        (enter < exit).then_some([enter, exit])
    }
}

/// The search for a pair of parts that overlap about as deeply as the deepest pair, after the second shape has moved by `translation`. The
/// Minkowski difference of such a pair contains not only this translation, but also many translations near it. So few differences are
/// needed.
struct DeepestPair<'p, R, const N: usize> {
    translation: Vector<R, N>,
    /// The separation of the deepest pair so far. At first, it is the limit below which parts count as overlapping.
    separation: R,
    frame: EllipseFrame,
    /// The corners of the deepest pair of parts so far. Those of the second part are reflected through the origin.
    parts: &'p mut [Vec<Point>; 2],
}

impl<S: Scalar, R: Real, const N: usize> Search<S, R, N> for DeepestPair<'_, R, N> {
    fn orders_by_separation(&self) -> bool {
        false
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        least_separation_after(self.translation, a, b)
    }
    fn cost(&self) -> Cost<R, N> {
        Cost::Separation { offset: self.translation, tolerance: R::ZERO }
    }

    #[inline]
    fn best(&self) -> R {
        // Pairs that are only slightly deeper than the best pair so far are skipped, to save time.
        if self.separation < R::ZERO { self.separation * R::from_f64(DEEPER_PAIR) } else { self.separation }
    }

    fn visit_pair(&mut self, a: &ShapeView<'_, S, R, N>, b: &ShapeView<'_, S, R, N>, _: PartIndices) {
        if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (a, b)
            && let best = Search::<S, R, N>::best(self)
            && let Some(gap) = narrow::separation(p, &q.moved(self.translation), best, Accuracy::Length)
            && gap.length < best
        {
            self.separation = gap.length;
            self.parts.iter_mut().for_each(Vec::clear);
            read(p, &self.frame, 1.0, &mut self.parts[0]);
            read(q, &self.frame, -1.0, &mut self.parts[1]);
        }
    }
}

/// Appends the corners of a convex shape to `corners`, counterclockwise and in the local coordinates of [`EllipseFrame`]. For an ellipse,
/// appends only its center. The points are multiplied by `sign`; −1 reflects them through the origin. Returns whether the shape has corners
/// or is an ellipse. Of a flat shape, only the two ends.
pub(super) fn read<R: Real, const N: usize>(
    convex: &Convex<'_, R, N>,
    frame: &EllipseFrame,
    sign: f64,
    corners: &mut Vec<Point>,
) -> bool {
    let mut corner =
        |corner: Vector<R, 2>| corners.push(frame.local(corner.map(Scalar::to_f64)).scaled(sign));
    if let Core::Ellipse(shape) = &convex.core {
        corner(shape.center.resized());
        return true;
    }
    (0..convex.core.len()).for_each(|k| corner(convex.core.at(k)));
    let count = corners.len();
    if count > 2 && width(corners) <= rounding_error(extent(corners)) {
        *corners = Vec::from(ends(corners));
    }
    count > 0
}

/// Two corners of a convex polygon that are far from each other; if the polygon is flat, its two ends. If there are no corners, both points
/// are the origin.
fn ends(corners: &[Point]) -> [Point; 2] {
    let farthest = |from: Point| {
        let squared = |to: &Point| (*to - from).dot(*to - from);
        corners
            .iter()
            .copied()
            .fold(from, |best, next| if squared(&next) > squared(&best) { next } else { best })
    };
    let first = farthest(corners.first().copied().unwrap_or_default());
    [first, farthest(first)]
}

/// The largest distance of a corner from the line through two corners that are far from each other: at least about half of the smallest
/// width of a convex polygon, and zero for points and segments.
pub(super) fn width(corners: &[Point]) -> f64 {
    let [from, to] = ends(corners);
    let direction = to - from;
    let length = direction.length();
    if length <= 0.0 {
        return 0.0;
    }
    let across = |corner: &Point| {
        let offset = *corner - from;
        (direction[0] * offset[1] - direction[1] * offset[0]).abs() / length
    };
    corners.iter().map(across).fold(0.0, f64::max)
}

/// The largest sum of the absolute coordinates of a corner.
fn extent(corners: &[Point]) -> f64 {
    corners.iter().map(|corner| corner[0].abs() + corner[1].abs()).fold(0.0, f64::max)
}

/// Rotates a list of corners so that the lowest one comes first (of several lowest ones, the leftmost), and removes repeated corners.
pub(super) fn tidy(corners: &mut Vec<Point>) {
    let lower = |a: &Point, b: &Point| (a[1], a[0]) < (b[1], b[0]);
    let lowest =
        (1..corners.len()).fold(0, |best, k| if lower(&corners[k], &corners[best]) { k } else { best });
    corners.rotate_left(lowest);
    corners.dedup();
    while corners.len() > 1 && corners.last() == corners.first() {
        corners.pop();
    }
}

/// The convex hull of points, counterclockwise, beginning with the lowest (then leftmost) point (A. Andrew, Another efficient algorithm for
/// convex hulls in two dimensions, 1979).
fn convex_hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable_by(|a, b| a[1].total_cmp(&b[1]).then(a[0].total_cmp(&b[0])));
    sorted.dedup();
    let mut hull: Vec<Point> = Vec::with_capacity(sorted.len() + 1);
    // From the lowest point up along the right side, then down along the left side.
    let up = sorted.iter().copied();
    let down = sorted.iter().rev().skip(1).copied();
    let mut chain = |points: &mut dyn Iterator<Item = Point>| {
        let start = hull.len().saturating_sub(1);
        for point in points {
            while hull.len() > start + 1 {
                let p = hull[hull.len() - 2];
                let q = hull[hull.len() - 1];
                let u = q - p;
                let v = point - q;
                if u[0] * v[1] - u[1] * v[0] > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(point);
        }
    };
    chain(&mut up.into_iter());
    chain(&mut down.into_iter());
    if hull.len() > 1 {
        hull.pop();
    }
    hull
}

/// Compares two directions by their counterclockwise angle from the x axis.
fn by_direction(u: Point, v: Point) -> Ordering {
    let is_down = |direction: Point| direction[1] < 0.0 || direction[1] == 0.0 && direction[0] < 0.0;
    let turn = u[0] * v[1] - u[1] * v[0];
    is_down(u).cmp(&is_down(v)).then(0.0f64.total_cmp(&(turn + 0.0)))
}

/// The interval of a line through the origin that is inside a disc, as distances along the line; `None` if it is empty.
fn in_disc(center: Point, radius: f64, direction: Point) -> Option<[f64; 2]> {
    let middle = center.dot(direction);
    let perpendicular = center - direction.scaled(middle);
    let squared = radius * radius - perpendicular.dot(perpendicular);
    if squared <= 0.0 {
        return None;
    }
    let half = crate::scalar::Real::sqrt(squared);
    Some([middle - half, middle + half])
}

/// The interval of a line that lies in the rectangle of width `radius` in front of an edge; `None` if it is empty.
fn in_front_of_edge(
    edge: DifferenceEdge,
    [start, end]: [Point; 2],
    radius: f64,
    from: Point,
    direction: Point,
) -> Option<[f64; 2]> {
    let along = Vector([-edge.normal[1], edge.normal[0]]);
    let strips =
        [(edge.normal, edge.offset, edge.offset + radius), (along, along.dot(start), along.dot(end))];
    let mut enter = f64::NEG_INFINITY;
    let mut exit = f64::INFINITY;
    for (axis, low, high) in strips {
        let at = axis.dot(from);
        let speed = axis.dot(direction);
        if speed != 0.0 {
            let a = (low - at) / speed;
            let b = (high - at) / speed;
            enter = enter.max(a.min(b));
            exit = exit.min(a.max(b));
        } else if !(low < at && at < high) {
            return None;
        }
    }
    (enter < exit).then_some([enter, exit])
}
