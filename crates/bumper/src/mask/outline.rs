//! Outlines of masks: polylines along the edges of pixels, and simplified polygons.

mod simplify;

use super::{Mask, MaskBuf};
use crate::{Region, Vector};
use alloc::vec::Vec;
use simplify::ClosedPolyline;

type Point = Vector<f64, 2>;

/// The corners of a polygon, in pixels.
type CornerList = Vec<Point>;

/// A closed polyline along the edges of pixels. It surrounds a connected part of solid pixels, or a hole in such a part.
///
/// ```
/// use bumper::MaskBuf;
/// let ring = MaskBuf::from_rows(["###", "#.#", "###"]).unwrap();
/// let outlines = ring.as_mask().outlines();
/// assert_eq!(outlines.iter().map(|outline| (outline.corners.len(), outline.is_hole)).collect::<Vec<_>>(), [(4, false), (4, true)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The corners at which the line turns. They are listed clockwise on the screen around solid pixels, and counterclockwise around a
    /// hole.
    pub corners: Vec<Vector<i32, 2>>,
    /// Whether the outline surrounds a hole.
    pub is_hole: bool,
}

impl Mask<'_> {
    /// The outlines of all connected parts and of their holes. They are sorted by their first pixel, by row, then by column: the first
    /// pixel whose upper edge lies on the outline. Pixels that share only a corner are not connected, so an outline may pass such a corner
    /// twice. Costs O(p + l), where p is the number of pixels of the mask and l the total length of the outlines.
    ///
    /// ```
    /// use bumper::{MaskBuf, Vector};
    /// let l = MaskBuf::from_rows(["#.", "##"]).unwrap();
    /// let corners = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [0, 2]].map(Vector);
    /// assert_eq!(l.as_mask().outlines()[0].corners, corners);
    /// ```
    #[must_use]
    pub fn outlines(&self) -> Vec<Outline> {
        let solid = |x: i32, y: i32| match (u16::try_from(x), u16::try_from(y)) {
            (Ok(x), Ok(y)) => self.get(x, y),
            _ => false,
        };
        let mut outlines = Vec::new();
        // Every outline contains the upper edge of some solid pixel, so tracing starts at upper edges. `visited` marks the pixels whose
        // upper edge lies on an outline that has already been traced.
        let mut visited = MaskBuf::new(self.size());
        for j in self.solid().min[1]..self.solid().max[1] {
            for i in self.runs(j).flat_map(|[from, to]| from..to) {
                let x = i32::from(i);
                let y = i32::from(j);
                if solid(x, y - 1) || visited.as_mask().get(i, j) {
                    continue;
                }
                let start = (Vector([x, y]), [1, 0]);
                let (mut at, mut direction) = start;
                let mut corners = Vec::new();
                let mut turns = 0;
                loop {
                    if direction == [1, 0] {
                        visited.set(at[0] as u16, at[1] as u16, true);
                    }
                    at += Vector(direction);
                    // The walk follows the edges of pixels and keeps the solid part on its right. `ahead` returns whether one of the two
                    // pixels in front of the walk is solid: the right one if `side` is 1, the left one if `side` is −1.
                    let ahead = |side: i32| {
                        let [u, v] = [direction[0] - side * direction[1], direction[1] + side * direction[0]];
                        solid(at[0] + (u - 1) / 2, at[1] + (v - 1) / 2)
                    };
                    let turn = match (ahead(1), ahead(-1)) {
                        (false, _) => 1,
                        (true, true) => -1,
                        (true, false) => 0,
                    };
                    if turn != 0 {
                        corners.push(at);
                        direction = [-turn * direction[1], turn * direction[0]];
                        turns += turn;
                    }
                    if (at, direction) == start {
                        break;
                    }
                }
                corners.rotate_right(1);
                outlines.push(Outline { corners, is_hole: turns < 0 });
            }
        }
        outlines
    }

    /// The holes of the mask: connected regions of empty pixels that do not extend to the edge of the mask. Empty pixels that share only a
    /// corner are connected. Each hole is trimmed to its bounding box and returned with the column and the row of its top left corner in
    /// this mask.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let ring = MaskBuf::from_rows(["####", "#..#", "####"]).unwrap();
    /// let holes = ring.as_mask().holes();
    /// assert_eq!((holes.len(), holes[0].0.to_rows(), holes[0].1), (1, vec!["##".to_string()], [1, 1]));
    /// ```
    #[must_use]
    pub fn holes(&self) -> Vec<(MaskBuf, [u16; 2])> {
        let [width, height] = self.size();
        let mut holes = self.to_buf().inverted().as_mask().parts(true);
        holes.retain(|(part, [x, y])| {
            let [w, h] = part.as_mask().size();
            *x > 0 && *y > 0 && x + w < width && y + h < height
        });
        holes
    }

    /// Simple polygons without holes that together approximate the mask. Every point of an outline is within `tolerance` pixels of its
    /// polygon, and every point of the polygon is within `tolerance` pixels of the outline. Pixels that share only a corner are not
    /// connected.
    ///
    /// Holes whose width or height is at most 2 · `tolerance` are filled. A part with larger holes is cut along horizontal or vertical
    /// lines, each through a hole, until no piece has a hole. The polygons on the two sides of such a line share their edges on it exactly,
    /// so no gap opens.
    ///
    /// The corners of a polygon are chosen from the corners and edge midpoints of its outline. The algorithm takes one of these points as
    /// the start. Of all polygons with a corner at the start, it finds the one with the fewest corners; of several, the one that changes
    /// the area least (after H. Imai and M. Iri, Polygonal Approximations of a Curve, 1988). An edge may skip points of the outline if it
    /// passes close to all of them. This is decided by the range of directions, seen from the beginning of the edge, that pass close to all
    /// skipped points (M. Chan and W. Chin, 1996). If a polygon would cross itself, its tolerance is halved. With a tolerance of zero, the
    /// polygons follow the outlines exactly. The time is proportional to c · p, where c is the number of corners of the outlines and p is
    /// the average number of points of the outline between two corners of the result.
    ///
    /// A negative or NaN tolerance is replaced by zero. For an outline whose bounding box is narrower or lower than 2 · `tolerance`, the
    /// tolerance is reduced to half of the shorter side, so that a small part does not collapse. An infinite tolerance fills every hole.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let stairs = MaskBuf::from_fn([16, 16], |i, j| i <= j);
    /// assert_eq!(stairs.as_mask().polygons(0.0)[0].len(), 34);
    /// assert_eq!(stairs.as_mask().polygons(0.75)[0].len(), 3);
    /// ```
    #[must_use]
    pub fn polygons(&self, tolerance: f64) -> Vec<Vec<Vector<f64, 2>>> {
        let mut polygons = Vec::new();
        // `max` replaces a negative tolerance by zero, and also NaN.
        let tolerance = tolerance.max(0.0);
        for (part, at) in self.filled(2.0 * tolerance).as_mask().parts(false) {
            trace_part(part, at.map(i32::from), &mut Vec::new(), tolerance, &mut polygons);
        }
        polygons
    }

    /// A copy of the mask with small holes filled. A hole is small if its width or height is at most `width` pixels.
    /// [`polygons`](Mask::polygons) fills holes in this way and then traces each connected part. Use this function to trace the parts
    /// yourself, for example in parallel.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let rings = MaskBuf::from_rows(["###.####", "#.#.#..#", "###.#..#", "....####"]).unwrap();
    /// assert_eq!(rings.as_mask().filled(1.0).to_rows(), ["###.####", "###.#..#", "###.#..#", "....####"]);
    /// ```
    #[must_use]
    pub fn filled(&self, width: f64) -> MaskBuf {
        let mut filled = self.to_buf();
        for (hole, at) in self.holes() {
            let [w, h] = hole.as_mask().size();
            if f64::from(w.min(h)) <= width {
                filled.draw(&hole.as_mask(), at.map(i32::from));
            }
        }
        filled
    }

    /// The [`polygons`](Mask::polygons) of the mask, split into convex polygons with at most `most_corners` corners each. A
    /// `most_corners` below 3 is replaced by 3.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let l = MaskBuf::from_rows(["#.", "##"]).unwrap();
    /// let parts = l.as_mask().convex_polygons(0.0, 4);
    /// assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    /// ```
    #[must_use]
    pub fn convex_polygons(&self, tolerance: f64, most_corners: usize) -> Vec<Vec<Vector<f64, 2>>> {
        let max_corners = most_corners.max(3);
        let mut convex = Vec::new();
        for polygon in self.polygons(tolerance) {
            // The polygon is simple, so `Region::new` never fails.
            let Ok(region) = Region::new(polygon) else { continue };
            for part in region.parts() {
                let mut remaining: CornerList = part.corners().collect();
                while remaining.len() > max_corners {
                    let remainder = remaining.split_off(max_corners);
                    let next =
                        [remaining[0], remaining[max_corners - 1]].into_iter().chain(remainder).collect();
                    convex.push(core::mem::replace(&mut remaining, next));
                }
                convex.push(remaining);
            }
        }
        convex
    }
}

/// Traces the outlines of `mask`, a connected part of the original mask with its top left corner at `at`. Appends the simplified polygons
/// to `polygons`. A part with holes, or with an outline that touches itself, is cut in two along a line, and both halves are traced
/// recursively. `cuts` contains the lines along which the original mask has been cut, each as an axis and the coordinate of the line on
/// that axis.
fn trace_part(
    mask: MaskBuf,
    at: [i32; 2],
    cuts: &mut Vec<(usize, i32)>,
    tolerance: f64,
    polygons: &mut Vec<CornerList>,
) {
    let outlines = mask.as_mask().outlines();
    let Some((axis, position)) = find_cut(&mask.as_mask(), &outlines) else {
        for outline in outlines {
            let moved: Vec<_> = outline.corners.iter().map(|corner| *corner + Vector(at)).collect();
            polygons.push(polygon(&moved, cuts, tolerance));
        }
        return;
    };
    let size = mask.as_mask().size();
    cuts.push((axis, position + at[axis]));
    let mut first = mask.clone();
    let mut second = mask;
    let [width, height] = size.map(i32::from);
    let mut low = [width, height];
    let mut high = [0, 0];
    (low[axis], high[axis]) = (position, position);
    first.fill(&crate::Aabb::new(high, [width, height]), false);
    second.fill(&crate::Aabb::new([0, 0], low), false);
    for half in [first, second] {
        let parts = half.as_mask().parts(false);
        drop(half);
        for (part, inner) in parts {
            let position = [at[0] + i32::from(inner[0]), at[1] + i32::from(inner[1])];
            trace_part(part, position, cuts, tolerance, polygons);
        }
    }
    cuts.pop();
}

/// Finds a line along which a mask is cut, so that every piece can be traced as a polygon: through the largest hole or, without holes,
/// through a corner at which an outline touches itself. Returns the axis and the coordinate of the line on that axis. `None` if there is
/// neither a hole nor such a corner.
fn find_cut(mask: &Mask, outlines: &[Outline]) -> Option<(usize, i32)> {
    let holes = outlines.iter().filter(|outline| outline.is_hole);
    let Some(hole) = holes.max_by_key(|outline| doubled_area(&outline.corners)) else {
        let mut corners: Vec<_> =
            outlines.iter().flat_map(|outline| &outline.corners).map(|corner| corner.0).collect();
        corners.sort_unstable();
        let repeated = corners.windows(2).filter(|pair| pair[0] == pair[1]);
        // The mask is cut vertically through a corner at which an outline touches itself. Of these corners, the one nearest to the middle
        // column is chosen, so that the halves are of similar size.
        let nearest = repeated.min_by_key(|pair| (2 * pair[0][0] - i32::from(mask.size()[0])).abs())?;
        return Some((0, nearest[0][0]));
    };
    // The mask is cut vertically or horizontally through the center of the largest hole. Of the two lines, the one that crosses fewer solid
    // pixels is chosen, because it adds shorter edges to the polygons.
    let position = |axis: usize| {
        let all = hole.corners.iter().map(|corner| corner[axis]);
        let low = all.clone().min().unwrap_or(0);
        let high = all.max().unwrap_or(0);
        // The center, rounded down to whole pixels, but at least one pixel from the left (or upper) side of the hole: a line along that
        // side would not cut the hole.
        low.midpoint(high).max(low + 1)
    };
    let [width, height] = mask.size();
    let solid_counts = [
        (0..height).filter(|&j| mask.get((position(0) - 1) as u16, j)).count(),
        (0..width).filter(|&i| mask.get(i, (position(1) - 1) as u16)).count(),
    ];
    let axis = usize::from(solid_counts[1] < solid_counts[0]);
    Some((axis, position(axis)))
}

/// Twice the area inside an outline.
fn doubled_area(corners: &[Vector<i32, 2>]) -> i64 {
    let n = corners.len();
    let cross = |k: usize| {
        let p = corners[k].map(i64::from);
        let q = corners[(k + 1) % n].map(i64::from);
        p[0] * q[1] - p[1] * q[0]
    };
    (0..n).map(cross).sum::<i64>().abs()
}

/// A simple polygon that deviates from an outline by at most a tolerance. Corners of the outline on one of the lines `cuts`, along which
/// the mask was cut, stay corners of the polygon.
fn polygon(outline: &[Vector<i32, 2>], cuts: &[(usize, i32)], tolerance: f64) -> CornerList {
    let exact = || outline.iter().map(|corner| corner.map(f64::from)).collect();
    let size = |axis: usize| {
        let all = || outline.iter().map(|corner| corner[axis]);
        f64::from(all().max().unwrap_or(0) - all().min().unwrap_or(0))
    };
    let mut tolerance = tolerance.min(size(0).min(size(1)) / 2.0);
    // With a tolerance of less than about a third of a pixel, no corner can be dropped, and the outline itself is the result. The shortest
    // edge that skips a corner joins the midpoints of the two edges beside it. If these edges are one pixel long, the corner is √2 / 4 =
    // 0.35 pixels from it.
    while tolerance > 0.3 {
        let corners = ClosedPolyline::new(outline, cuts).simplified(tolerance);
        if corners.len() >= 3 && Region::is_simple(&corners) {
            return corners;
        }
        tolerance /= 2.0;
    }
    exact()
}
