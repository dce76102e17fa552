//! The search for the single box, circle or capsule that fits a mask best.

use super::{Frame, Mask};
use crate::scalar::Real;
use crate::{Aabb, Ball, Capsule, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// The largest number of cells per side of the grid on which [`Mask::best_box`] searches. A cell is a square of one or more pixels.
const CELLS: u16 = 128;

impl Mask<'_> {
    /// The box with the fewest errors. An error is a solid pixel outside the box or an empty pixel inside it. `None` if no pixel is solid.
    ///
    /// The result is optimal if the bounding box of the solid pixels has at most 128 by 128 pixels (maximum sum of a submatrix: J. Bentley,
    /// Programming Pearls, 1984). A larger bounding box is first divided into a grid of square cells of several pixels, at most 128 per
    /// side, and the best box along the lines of this grid is found. Then each side of this box is moved by whole pixels as long as this
    /// reduces the number of errors. Costs O(n³), where n is the number of pixels or cells per side of the bounding box.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let mask = MaskBuf::from_rows(["...#", "###.", "###.", "##.."]).unwrap();
    /// assert_eq!(mask.as_mask().best_box(), Some(Aabb::new([0, 1], [3, 4])));
    /// ```
    #[must_use]
    pub fn best_box(&self) -> Option<Aabb<i32, 2>> {
        let solid = self.tight()?;
        let cell = solid.width().max(solid.height()).div_ceil(CELLS);
        let [columns, rows] = [solid.width(), solid.height()].map(|size| usize::from(size.div_ceil(cell)));
        let line = |axis: usize, k: usize| {
            let end = u32::from(solid.min[axis]) + k as u32 * u32::from(cell);
            end.min(solid.max[axis].into()) as u16
        };
        let frame = |[left, top, right, bottom]: [usize; 4]| Frame {
            min: [line(0, left), line(1, top)],
            max: [line(0, right), line(1, bottom)],
        };
        // The score of a rectangle: the number of its solid pixels minus the number of its other pixels.
        let score = |frame: Frame| 2 * i64::from(self.count_in(frame)) - i64::from(frame.area());
        let cells: Vec<i64> = (0..rows)
            .flat_map(|j| (0..columns).map(move |i| [i, j, i + 1, j + 1]))
            .map(|cell| score(frame(cell)))
            .collect();
        let mut best = (i64::MIN, frame([0, 0, columns, rows]));
        let mut sums = vec![0; columns];
        for top in 0..rows {
            sums.fill(0);
            for bottom in top..rows {
                let mut run = 0;
                let mut left = 0;
                for i in 0..columns {
                    sums[i] += cells[bottom * columns + i];
                    if run <= 0 {
                        run = 0;
                        left = i;
                    }
                    run += sums[i];
                    if run > best.0 {
                        best = (run, frame([left, top, i + 1, bottom + 1]));
                    }
                }
            }
        }
        // The grid lines are `cell` pixels apart. Move each side of the box by up to that distance, as long as a move improves the score.
        let mut previous = i64::MIN;
        while cell > 1 && best.0 > previous {
            previous = best.0;
            for side in 0..4 {
                for step in -i32::from(cell)..=i32::from(cell) {
                    let mut next = best.1;
                    let axis = side % 2;
                    let end = if side < 2 { &mut next.min[axis] } else { &mut next.max[axis] };
                    *end =
                        (i32::from(*end) + step).clamp(solid.min[axis].into(), solid.max[axis].into()) as u16;
                    if next.min[axis] < next.max[axis] && score(next) > best.0 {
                        best = (score(next), next);
                    }
                }
            }
        }
        Some(best.1.to_box())
    }

    /// A circle with few errors, in pixels from the top left corner of the mask, with y down. An error is a solid pixel whose center is
    /// outside the circle or an empty pixel whose center is inside it. `None` if no pixel is solid.
    ///
    /// A local search runs from two circles, and the result with fewer errors is returned. The first circle has the centroid and the area
    /// of the solid pixels; the second one is inscribed in the largest square of solid pixels. The search changes the center and the radius
    /// as long as this reduces the number of errors, in steps that shrink to a sixteenth of a pixel. Then it tries all circles near the one
    /// it has found: their centers are up to one pixel away on each axis, in steps of half a pixel, and their radii differ by up to one
    /// pixel, in steps of an eighth. If one of these has fewer errors, the search continues from there.
    ///
    /// The result always has fewer errors than an empty circle, whose errors are all solid pixels. A circle with even fewer errors may
    /// exist, but this is rare for masks of up to 32 by 32 pixels.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let disc = MaskBuf::from_fn([16, 16], |i, j| (2 * i32::from(i) - 15).pow(2) + (2 * i32::from(j) - 15).pow(2) < 200);
    /// let circle = disc.as_mask().best_circle().unwrap();
    /// assert_eq!(disc.as_mask().errors(circle), [0, 0]);
    /// ```
    #[must_use]
    pub fn best_circle(&self) -> Option<Ball<f64, 2>> {
        let rows = PrefixSums::new(self)?;
        let ([x, y], [deepest_x, deepest_y, depth]) = (rows.moments().0.0, rows.deepest());
        let radius = Real::sqrt(f64::from(self.count()) / core::f64::consts::PI);
        let starts = [[x, y, x, y, radius], [deepest_x, deepest_y, deepest_x, deepest_y, depth]];
        let found = starts.map(|start| rows.try_neighbours(rows.descend(start, &CIRCLE)));
        let [x, y, _, _, radius] = best_of(found);
        Some(Ball::new([x, y], radius))
    }

    /// A capsule with few errors, in pixels from the top left corner of the mask, with y down. An error is a solid pixel whose center is
    /// outside the capsule or an empty pixel whose center is inside it. `None` if no pixel is solid.
    ///
    /// A local search runs from two capsules, and the result with fewer errors is returned. The first capsule lies along the principal axis
    /// and is as long and as wide as the spread of the solid pixels; the second one is the result of [`best_circle`](Mask::best_circle).
    /// The search moves the ends and changes the radius as long as this reduces the number of errors, in steps that shrink to a sixteenth
    /// of a pixel.
    ///
    /// Reads every pixel of the bounding box of the solid pixels once. Then it counts the errors of some thousand circles and capsules;
    /// each count costs time proportional to the number of rows that the shape covers.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let bar = MaskBuf::from_rows([".######.", "########", "########", ".######."]).unwrap();
    /// let capsule = bar.as_mask().best_capsule().unwrap();
    /// assert_eq!(bar.as_mask().errors(capsule), [0, 0]);
    /// ```
    #[must_use]
    pub fn best_capsule(&self) -> Option<Capsule<f64, 2>> {
        let rows = PrefixSums::new(self)?;
        let (middle, [xx, xy, yy]) = rows.moments();
        // Half of the length and of the width of the capsule: the semi-axes of the ellipse that has the same second moments of area as the
        // solid pixels.
        let half = (xx + yy) / 2.0;
        let spread = Real::sqrt((xx - yy) * (xx - yy) / 4.0 + xy * xy);
        let [long, short] = [half + spread, half - spread].map(|moment| 2.0 * Real::sqrt(moment.max(0.0)));
        let axis = if xy != 0.0 {
            Vector([xy, half + spread - xx])
        } else if xx >= yy {
            Vector([1.0, 0.0])
        } else {
            Vector([0.0, 1.0])
        };
        let axis = axis.scaled((long - short).max(0.0) / axis.length());
        let circle = self.best_circle()?;
        let from = middle - axis;
        let to = middle + axis;
        let center = circle.center();
        let starts = [
            [from[0], from[1], to[0], to[1], short.max(0.5)],
            [center[0], center[1], center[0], center[1], circle.radius()],
        ];
        let [from_x, from_y, to_x, to_y, radius] = best_of(starts.map(|start| rows.descend(start, &CAPSULE)));
        Some(Capsule::new([from_x, from_y], [to_x, to_y], radius))
    }
}

/// The smallest step of the search, in pixels. Smaller steps would add or remove hardly any pixel centers.
const MIN_STEP: f64 = 1.0 / 16.0;

/// The largest absolute row number that is visited when the errors of a circle or capsule are counted. It bounds the loop over the rows. No
/// useful circle is that large.
const MAX_ROW: f64 = 1_000_000.0;

/// The search directions for a circle: x, y and radius. The search stores a circle as a capsule with two equal ends, as the five numbers x,
/// y, x, y, radius. So a direction for x or y moves both ends together.
const CIRCLE: [[f64; 5]; 3] =
    [[1.0, 0.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0]];
/// The search directions for a capsule: the directions of [`CIRCLE`], which move both ends together, and each coordinate of each end alone.
const CAPSULE: [[f64; 5]; 7] = [
    CIRCLE[0],
    CIRCLE[1],
    CIRCLE[2],
    [1.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 1.0, 0.0],
];

/// Prefix sums of the solid pixels of each row. The number of solid pixels in an interval of a row is the difference of two of them.
struct PrefixSums<'m, 'a> {
    mask: &'m Mask<'a>,
    solid: Frame,
    total: u32,
    /// For each row of the rectangle `solid`, one number more than the rectangle has columns. The number for a column is the count of solid
    /// pixels of the row to the left of that column; the last number is the count of all solid pixels of the row.
    prefix_counts: Vec<u16>,
}

impl<'m, 'a> PrefixSums<'m, 'a> {
    /// The prefix sums of a mask; `None` if no pixel is solid.
    fn new(mask: &'m Mask<'a>) -> Option<Self> {
        let solid = mask.tight()?;
        let mut prefix_counts = Vec::new();
        for j in solid.min[1]..solid.max[1] {
            let mut count = 0;
            prefix_counts.push(0);
            for i in solid.min[0]..solid.max[0] {
                count += u16::from(mask.get(i, j));
                prefix_counts.push(count);
            }
        }
        Some(Self { mask, solid, total: mask.count(), prefix_counts })
    }

    /// The centroid of the solid pixels, and their second moments of area xx, xy and yy about the centroid, divided by the number of
    /// pixels.
    fn moments(&self) -> (Vector<f64, 2>, [f64; 3]) {
        let middles = || {
            let rows = self.solid.min[1]..self.solid.max[1];
            let runs = rows.flat_map(|j| self.mask.runs(j).map(move |run| (run, j)));
            runs.flat_map(|([from, to], j)| (from..to).map(move |i| [i, j].map(|c| f64::from(c) + 0.5)))
        };
        let count = f64::from(self.total);
        let [x, y] = middles().fold([0.0; 2], |[x, y], [u, v]| [x + u, y + v]).map(|sum| sum / count);
        let square = |[xx, xy, yy]: [f64; 3], [u, v]: [f64; 2]| {
            [xx + (u - x) * (u - x), xy + (u - x) * (v - y), yy + (v - y) * (v - y)]
        };
        // The sums contain only the centers of the pixels. Each pixel is a unit square, with the second moments 1/12, 0 and 1/12 about its
        // own center. Adding these to the mean moments of the centers gives the moments of the area (parallel axis theorem).
        let [xx, xy, yy] = middles().fold([0.0; 3], square).map(|sum| sum / count);
        (Vector([x, y]), [xx + 1.0 / 12.0, xy, yy + 1.0 / 12.0])
    }

    /// The center of the largest square of solid pixels with an odd side, and half of that side.
    ///
    /// Computed by a distance transform in two passes (A. Rosenfeld and J. Pfaltz, Sequential Operations in Digital Picture Processing,
    /// 1966). The depth of a solid pixel is one more than the smallest depth of its eight neighbours; empty pixels have the depth zero. The
    /// first pass goes down and uses the neighbours above and to the left; the second pass goes up and reduces the depth where the other
    /// neighbours require it. A pixel of depth d is the middle of a solid square with the side 2 d − 1.
    fn deepest(&self) -> [f64; 3] {
        let [width, height] = [self.solid.width(), self.solid.height()].map(usize::from);
        // The array of depths has a border of empty pixels, so that every pixel has eight neighbours in it.
        let line = width + 2;
        let mut depth = vec![0u16; line * (height + 2)];
        let is_solid = |x: usize, y: usize| {
            let row = &self.prefix_counts[(y - 1) * (width + 1)..];
            row[x] > row[x - 1]
        };
        for y in 1..=height {
            for x in (1..=width).filter(|&x| is_solid(x, y)) {
                let at = y * line + x;
                let neighbours = [at - 1, at - line - 1, at - line, at - line + 1].map(|k| depth[k]);
                depth[at] = neighbours.into_iter().fold(u16::MAX - 1, u16::min) + 1;
            }
        }
        let mut deepest = (0, [0; 2]);
        for y in (1..=height).rev() {
            for x in (1..=width).rev() {
                let at = y * line + x;
                let neighbours = [at + 1, at + line - 1, at + line, at + line + 1].map(|k| depth[k]);
                depth[at] =
                    neighbours.into_iter().fold(u16::MAX - 1, u16::min).saturating_add(1).min(depth[at]);
                deepest = deepest.max((depth[at], [x, y]));
            }
        }
        let [x, y] = [0, 1].map(|k| f64::from(self.solid.min[k]) + deepest.1[k] as f64 - 0.5);
        [x, y, f64::from(deepest.0) - 0.5]
    }

    /// The number of errors of a capsule, given by its two ends and its radius. An error is a solid pixel whose center is outside the
    /// capsule or an empty pixel whose center is inside it.
    fn errors(&self, &[ax, ay, bx, by, radius]: &[f64; 5]) -> u32 {
        let direction = [bx - ax, by - ay];
        let length = Vector([bx - ax, by - ay]).length();
        let low = ay.min(by) - radius;
        let high = ay.max(by) + radius;
        // The rows whose pixel centers may be inside the capsule.
        let row = |line: f64| line.clamp(-MAX_ROW, MAX_ROW) as i64;
        let (first, last) =
            (row(crate::scalar::round::ceil(low - 0.5)), row(crate::scalar::round::floor(high - 0.5)));
        let mut inside = 0u32;
        let mut pixels = 0u32;
        for j in first..=last {
            let y = j as f64 + 0.5;
            let mut from = f64::INFINITY;
            let mut to = f64::NEG_INFINITY;
            let mut add = |u: f64, v: f64| {
                if u <= v {
                    from = from.min(u);
                    to = to.max(v);
                }
            };
            for [x, height] in [[ax, y - ay], [bx, y - by]] {
                let chord = radius * radius - height * height;
                if chord >= 0.0 {
                    add(x - Real::sqrt(chord), x + Real::sqrt(chord));
                }
            }
            if length > 0.0 {
                let [u, v] = direction.map(|c| c / length);
                // The part of the row inside the capsule without its two round caps. Its points satisfy two conditions: their projection
                // onto the axis lies between the ends (`along`), and their distance from the axis is at most the radius (`across`).
                let along = between(u, (y - ay) * v, 0.0, length);
                let across = between(-v, (y - ay) * u, -radius, radius);
                add(ax + along[0].max(across[0]), ax + along[1].min(across[1]));
            }
            if from > to {
                continue;
            }
            // The first column whose pixel center is inside the capsule, and the column after the last such column.
            let (first, last) =
                (crate::scalar::round::ceil(from - 0.5), crate::scalar::round::floor(to - 0.5) + 1.0);
            if first >= last {
                continue;
            }
            pixels += (last - first) as u32;
            let Ok(j) = u16::try_from(j) else { continue };
            if (self.solid.min[1]..self.solid.max[1]).contains(&j) {
                let width = usize::from(self.solid.width()) + 1;
                let row = &self.prefix_counts[usize::from(j - self.solid.min[1]) * width..][..width];
                let column =
                    |c: f64| (c - f64::from(self.solid.min[0])).clamp(0.0, (width - 1) as f64) as usize;
                inside += u32::from(row[column(last)] - row[column(first)]);
            }
        }
        self.total - inside + (pixels - inside)
    }

    /// Improves a circle by trying circles nearby. If one of them has fewer errors, the local search continues from that circle, and then
    /// the circles near its result are tried.
    fn try_neighbours(&self, mut best: CapsuleCandidate) -> CapsuleCandidate {
        loop {
            let CapsuleCandidate { errors, numbers: [x, y, _, _, radius] } = best;
            // The tried centers are the corners, edge midpoints and centers of pixels near the center of the circle. The local search
            // cannot replace them: many pixel centers are equally far from such a point, so a small change of the radius includes or
            // excludes all of them at once.
            let [x, y] = [x, y].map(|c| crate::scalar::round::round(c * 2.0) / 2.0);
            for (i, j) in
                (-2..=2).flat_map(|i| (-2..=2).map(move |j| (f64::from(i) / 2.0, f64::from(j) / 2.0)))
            {
                for radius in (-8..=8).map(|k| radius + f64::from(k) / 8.0).filter(|radius| *radius >= 0.0) {
                    let next = [x + i, y + j, x + i, y + j, radius];
                    let errors = self.errors(&next);
                    if errors < best.errors {
                        best = CapsuleCandidate { errors, numbers: next };
                    }
                }
            }
            if best.errors == errors {
                return best;
            }
            best = self.descend(best.numbers, &CIRCLE);
        }
    }

    /// Local search: adds or subtracts a step along each of the given directions to the five numbers of a capsule, as long as this reduces
    /// its number of errors. When no direction helps, halves the step, down to [`MIN_STEP`].
    ///
    /// All coordinates are multiples of a sixteenth of a pixel. So it is decided without rounding whether a pixel center lies on the
    /// boundary, and a few decimal digits represent the result exactly.
    fn descend(&self, start: [f64; 5], directions: &[[f64; 5]]) -> CapsuleCandidate {
        let start = start.map(|c| crate::scalar::round::round(c / MIN_STEP) * MIN_STEP);
        let mut best = CapsuleCandidate { errors: self.errors(&start), numbers: start };
        let size = u32::from(self.solid.width().max(self.solid.height()));
        let mut step = f64::from(size.next_power_of_two()) / 4.0;
        while step >= MIN_STEP {
            let previous = best.errors;
            for direction in directions {
                for sign in [1.0, -1.0] {
                    let mut next = best.numbers;
                    next.iter_mut()
                        .zip(direction)
                        .for_each(|(column, direction)| *column += direction * sign * step);
                    if next[4] >= 0.0 {
                        let errors = self.errors(&next);
                        if errors < best.errors {
                            best = CapsuleCandidate { errors, numbers: next };
                        }
                    }
                }
            }
            if best.errors == previous {
                step /= 2.0;
            }
        }
        best
    }
}

/// A capsule of the search.
#[derive(Clone, Copy)]
struct CapsuleCandidate {
    /// The number of pixels that belong to only one of the capsule and the mask.
    errors: u32,
    /// The coordinates of both ends and the radius.
    numbers: [f64; 5],
}

/// The numbers of the capsule with fewer errors; those of the first one if the errors are equal.
fn best_of([first, second]: [CapsuleCandidate; 2]) -> [f64; 5] {
    if second.errors < first.errors { second.numbers } else { first.numbers }
}

/// The interval of all x such that `factor` · x + `offset` lies between `low` and `high`; from +∞ to −∞ if there is no such x.
fn between(factor: f64, offset: f64, low: f64, high: f64) -> [f64; 2] {
    let [p, q] = [(low - offset) / factor, (high - offset) / factor];
    match factor == 0.0 {
        true if low <= offset && offset <= high => [f64::NEG_INFINITY, f64::INFINITY],
        true => [f64::INFINITY, f64::NEG_INFINITY],
        false => [p.min(q), p.max(q)],
    }
}
