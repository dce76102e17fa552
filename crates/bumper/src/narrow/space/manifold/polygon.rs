//! Polygons in a plane onto which the faces of two shapes are projected along the contact normal, and the clipping of these polygons.

use super::ContactFrame;
use crate::narrow::measure::clamped;
use crate::narrow::space::face::{CORNERS, Face, FaceKind};
use crate::narrow::tolerance::{STEEP_SQUARED_COSINE, THIN_POLYGON};
use crate::scalar::Real;
use crate::vector::Mapped;

/// The largest number of corners of a polygon: a face that is clipped against another face has at most as many corners as both faces
/// together.
const MAX_CORNERS: usize = 2 * CORNERS;

/// The largest number of candidate contact points of a disc and a polygon: the corners of the polygon, two points on each of its sides, and
/// four points on the rim of the disc.
pub(super) const MAX_POINTS: usize = 3 * MAX_CORNERS + 4;

/// The bit of a feature id that marks a corner created by clipping.
const CLIPPED: u16 = 0x8000;

/// The number of the clip `clip_below` in the feature ids of the corners that it creates. The number of a clip against a side of a polygon
/// is the index of that side, which is always smaller.
const HEIGHT_CLIP: u16 = 0x7f;

/// The number in the feature ids of the corners that the first clip of `clip_to_ends` creates. The second clip has the next number.
const END_CLIP: u16 = 0x7d;

/// A list of points with their feature ids. A point has three numbers: two coordinates on a plane, and either its height above the plane or
/// its separation from the other shape.
#[derive(Clone, Copy)]
pub(super) struct PointList<R, const CAPACITY: usize> {
    pub(super) points: [[R; 3]; CAPACITY],
    pub(super) ids: [u16; CAPACITY],
    pub(super) len: usize,
}

/// The corners of a polygon, in order.
pub(super) type FacePolygon<R> = PointList<R, MAX_CORNERS>;

impl<R: Real, const CAPACITY: usize> PointList<R, CAPACITY> {
    #[inline]
    pub(super) fn empty() -> Self {
        Self { points: [[R::ZERO; 3]; CAPACITY], ids: [0; CAPACITY], len: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, point: [R; 3], id: u16) {
        if let (Some(slot), Some(id_slot)) = (self.points.get_mut(self.len), self.ids.get_mut(self.len)) {
            (*slot, *id_slot) = (point, id);
            self.len += 1;
        }
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = ([R; 3], u16)> {
        self.points.into_iter().zip(self.ids).take(self.len)
    }

    /// The points as candidates for contact points. Their separations are measured from `plane`, which belongs to the shape with the index
    /// `base`.
    pub(super) fn patch(&self, base: usize, plane: Plane<R>) -> Patch<'_, R> {
        Patch { points: &self.points[..self.len], ids: &self.ids[..self.len], base, plane }
    }
}

impl<R: Real> FacePolygon<R> {
    #[inline]
    pub(super) fn of(face: &Face<R>, frame: &ContactFrame<R>) -> Self {
        let mut polygon = Self::empty();
        for index in 0..face.len.min(CORNERS) {
            polygon.push(frame.coordinates(face.corners[index]), face.ids[index]);
        }
        polygon
    }

    /// The index of the corner after `index`; the first corner follows the last one.
    #[inline]
    pub(super) fn next(&self, index: usize) -> usize {
        if index + 1 < self.len { index + 1 } else { 0 }
    }

    /// Replaces the height of each corner by its separation from a plane of the other shape. `above` says that the plane is above the
    /// polygon, which is true if the polygon belongs to the first shape.
    #[inline]
    pub(super) fn measure_from(&mut self, plane: &Plane<R>, above: bool) {
        for [x, y, height] in self.points.iter_mut().take(self.len) {
            let base = plane.height(*x, *y);
            *height = if above { base - *height } else { *height - base };
        }
    }

    /// The orientation of the polygon: 1 if counterclockwise, −1 if clockwise. `None` if the polygon is no wider than rounding.
    pub(super) fn orientation(&self, tolerance: R) -> Option<R> {
        let [from_x, from_y, _] = self.points[0];
        let mut twice = R::ZERO;
        let mut perimeter = R::ZERO;
        for index in 1..self.len.max(1) {
            let p = self.points[index];
            let q = self.points[self.next(index)];
            twice = twice + ((p[0] - from_x) * (q[1] - from_y) - (p[1] - from_y) * (q[0] - from_x));
            perimeter = perimeter + (p[0] - from_x).abs() + (p[1] - from_y).abs();
        }
        (twice.abs() > tolerance * perimeter).then(|| R::from_f64(if twice > R::ZERO { 1.0 } else { -1.0 }))
    }

    /// Clips the polygon against the given side of another polygon, `outline`. `orientation` is that of `outline`: 1 if counterclockwise,
    /// −1 if clockwise.
    #[inline]
    pub(super) fn clip_to_side(&mut self, outline: &Self, side: usize, orientation: R, tolerance: R) {
        let from = outline.points[side];
        let to = outline.points[outline.next(side)];
        let dx = (to[0] - from[0]) * orientation;
        let dy = (to[1] - from[1]) * orientation;
        self.clip(tolerance * (dx.abs() + dy.abs()), side as u16, |[x, y, _]| {
            (x - from[0]) * dy - (y - from[1]) * dx
        });
    }

    /// If the polygon `outline` is thin, cuts off what lies beyond its two ends. At a narrow corner, clipping against the two adjacent
    /// sides is not enough: points far beyond the corner are outside these sides by less than the tolerance.
    pub(super) fn clip_to_ends(&mut self, outline: &Self, tolerance: R) {
        let delta = |from: usize, to: usize| {
            let from = outline.points[from];
            let to = outline.points[to];
            [to[0] - from[0], to[1] - from[1]]
        };
        let squared = |[x, y]: [R; 2]| x * x + y * y;
        let farthest = |from: usize| {
            let farther = |best: usize, k: usize| {
                if squared(delta(from, k)) > squared(delta(from, best)) { k } else { best }
            };
            (0..outline.len).fold(from, farther)
        };
        let end = farthest(0);
        let long = delta(end, farthest(end));
        let width_at = |k: usize| {
            let [x, y] = delta(end, k);
            (x * long[1] - y * long[0]).abs()
        };
        let width = (0..outline.len).map(width_at).fold(R::ZERO, R::max);
        if self.len == 0 || width * R::from_f64(THIN_POLYGON) > squared(long) {
            return;
        }
        let tolerance = tolerance * (long[0].abs() + long[1].abs());
        let origin = outline.points[end];
        let along = |[x, y, _]: [R; 3]| (x - origin[0]) * long[0] + (y - origin[1]) * long[1];
        self.clip(tolerance, END_CLIP, |point| -along(point));
        self.clip(tolerance, END_CLIP + 1, |point| along(point) - squared(long));
    }

    /// Keeps the corners whose distance from a side of another polygon, `outline`, is at most `limit`. Called after clipping with a
    /// tolerance, which may keep corners far beyond a narrow corner of `outline`. None of the remaining corners is inside `outline`.
    pub(super) fn retain_near(&mut self, outline: &Self, limit: R) {
        let all = core::mem::take(&mut self.len);
        for index in 0..all {
            let point = self.points[index];
            let is_near = |side: usize| {
                let from = outline.points[side];
                let to = outline.points[outline.next(side)];
                let (x, y, dx, dy) =
                    (point[0] - from[0], point[1] - from[1], to[0] - from[0], to[1] - from[1]);
                // For a side of length zero the quotient is NaN, which `max` turns into zero.
                let t = R::ZERO.max(clamped((x * dx + y * dy) / (dx * dx + dy * dy)));
                let x = x - dx * t;
                let y = y - dy * t;
                x * x + y * y <= limit * limit
            };
            if (0..outline.len).any(is_near) {
                self.push(point, self.ids[index]);
            }
        }
    }

    /// Clips the polygon to the points whose height is at most `limit`.
    pub(super) fn clip_below(&mut self, limit: R) {
        self.clip(R::ZERO, HEIGHT_CLIP, |[_, _, height]| height - limit);
    }

    /// Keeps the corners whose height is at most `limit`, without adding corners between them.
    pub(super) fn retain_below(&mut self, limit: R) {
        let all = core::mem::take(&mut self.len);
        for index in 0..all {
            if self.points[index][2] <= limit {
                self.push(self.points[index], self.ids[index]);
            }
        }
    }

    /// Clips the polygon against a line. `distance_beyond` returns how far a corner is beyond the line, up to a positive factor. An edge is
    /// only cut if it crosses the line by more than `tolerance` on both sides, so no new corner is created next to an existing one.
    #[inline]
    fn clip(&mut self, tolerance: R, clip_id: u16, distance_beyond: impl Fn([R; 3]) -> R) {
        let mut distances = [R::ZERO; MAX_CORNERS];
        let mut any_beyond = false;
        for (distance, point) in distances.iter_mut().zip(&self.points).take(self.len) {
            *distance = distance_beyond(*point);
            any_beyond |= *distance > tolerance;
        }
        if !any_beyond {
            return;
        }
        let input = *self;
        self.len = 0;
        for index in 0..input.len {
            let next = input.next(index);
            let start = distances[index];
            let end = distances[next];
            if start <= tolerance {
                self.push(input.points[index], input.ids[index]);
            }
            // A polygon of two corners has only one edge.
            let has_edge = input.len > 2 || index == 0 && input.len == 2;
            if has_edge && (start > tolerance && end < -tolerance || start < -tolerance && end > tolerance) {
                let t = start / (start - end);
                let from = input.points[index];
                let to = input.points[next];
                let point = crate::vector::from_fn(|k| from[k] + (to[k] - from[k]) * t);
                self.push(point, CLIPPED | clip_id << 8 | input.ids[index] & 0xff);
            }
        }
    }

    /// Whether a point is inside the polygon, whose orientation is `orientation`.
    pub(super) fn contains(&self, x: R, y: R, orientation: R) -> bool {
        (0..self.len).all(|side| {
            let from = self.points[side];
            let to = self.points[self.next(side)];
            let dx = (to[0] - from[0]) * orientation;
            let dy = (to[1] - from[1]) * orientation;
            (x - from[0]) * dy - (y - from[1]) * dx <= R::ZERO
        })
    }
}

/// A plane as a graph of heights over two coordinates: one of its points, and its slopes along both coordinates.
#[derive(Clone, Copy)]
pub(super) struct Plane<R> {
    point: [R; 3],
    rise: [R; 2],
}

impl<R: Real> Plane<R> {
    /// A plane of constant height.
    pub(super) fn level(height: R) -> Self {
        Self { point: [R::ZERO, R::ZERO, height], rise: [R::ZERO; 2] }
    }

    #[inline]
    pub(super) fn height(&self, x: R, y: R) -> R {
        self.point[2] + self.rise[0] * (x - self.point[0]) + self.rise[1] * (y - self.point[1])
    }

    /// The plane of a face with the given outline. `None` for an edge or corner, or if the plane is too steep for accurate heights.
    pub(super) fn of(face: &Face<R>, outline: &FacePolygon<R>, frame: &ContactFrame<R>) -> Option<Self> {
        let normal = match face.kind {
            FaceKind::Polygon { normal, .. } if outline.len > 2 => normal,
            FaceKind::Polygon { .. } | FaceKind::Thin | FaceKind::Disc { .. } => return None,
        };
        let cosine = normal.dot(frame.normal);
        let rise = [frame.x, frame.y].mapped(|axis| -normal.dot(axis) / cosine);
        (cosine * cosine > R::from_f64(STEEP_SQUARED_COSINE))
            .then_some(Self { point: outline.points[0], rise })
    }

    /// The plane as a graph of separations from a level plane instead of heights. Only the slopes are changed: `FacePolygon::measure_from`
    /// has already replaced the height of the plane's point. `above` says that the level plane is above the outline of the face. A higher
    /// point then has a smaller separation, so the slopes change their sign.
    pub(super) fn measured(self, above: bool) -> Self {
        Self { rise: if above { self.rise.map(|c| -c) } else { self.rise }, ..self }
    }
}

/// Candidate contact points on a plane of one of the shapes. The third number of a point is the separation of the two cores there.
pub(super) struct Patch<'p, R> {
    pub(super) points: &'p [[R; 3]],
    pub(super) ids: &'p [u16],
    /// The index of the shape to which `plane` belongs: 0 or 1.
    pub(super) base: usize,
    plane: Plane<R>,
}

impl<R: Real> Patch<'_, R> {
    pub(super) fn height(&self, x: R, y: R) -> R {
        self.plane.height(x, y)
    }

    /// The index of the point with the smallest separation; on a tie, the first one.
    pub(super) fn deepest(&self) -> usize {
        (1..self.points.len())
            .fold(0, |best, k| if self.points[k][2] < self.points[best][2] { k } else { best })
    }

    /// Calls `each` with the indices of up to four points: the index `first`, and then repeatedly the index of the point farthest from the
    /// points already chosen. Stops if all other points are within rounding of the chosen points.
    pub(super) fn spread(&self, first: usize, tolerance: R, mut each: impl FnMut(usize)) {
        let mut squared_distances = [R::INFINITY; MAX_POINTS];
        let mut chosen = first;
        for _ in 0..4 {
            each(chosen);
            let [x, y, _] = self.points[chosen];
            let mut farthest = chosen;
            let mut max_squared = tolerance * tolerance;
            for (index, (point, squared_distance)) in
                self.points.iter().zip(&mut squared_distances).enumerate()
            {
                let dx = point[0] - x;
                let dy = point[1] - y;
                let squared = dx * dx + dy * dy;
                *squared_distance = if squared < *squared_distance { squared } else { *squared_distance };
                (farthest, max_squared) = if *squared_distance > max_squared {
                    (index, *squared_distance)
                } else {
                    (farthest, max_squared)
                };
            }
            if farthest == chosen {
                return;
            }
            chosen = farthest;
        }
    }
}
