//! Sets of boxes that cover the solid pixels of a mask, exactly or within a tolerance.

use super::tile_counts::TileCounts;
use super::{Frame, Mask, MaskBuf};
use crate::Aabb;
use alloc::collections::{BTreeMap, BinaryHeap};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

impl Mask<'_> {
    /// Disjoint boxes that cover exactly the solid pixels. Each box is a run of solid pixels in a row, extended downwards while the next
    /// row has a run in exactly the same columns. The boxes are sorted by top, then left. The time is proportional to the number of runs.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// assert_eq!(plus.as_mask().strips().len(), 3);
    /// ```
    #[must_use]
    pub fn strips(&self) -> Vec<Aabb<i32, 2>> {
        self.strip_frames().into_iter().map(Frame::to_box).collect()
    }

    /// The boxes of [`strips`](Self::strips) as frames.
    pub(crate) fn strip_frames(&self) -> Vec<Frame> {
        let mut strips: Vec<Frame> = Vec::new();
        let mut open: BTreeMap<[u16; 2], usize> = BTreeMap::new();
        for j in self.solid().min[1]..self.solid().max[1] {
            let mut next = BTreeMap::new();
            for [from, to] in self.runs(j) {
                let strip = open.remove(&[from, to]).unwrap_or_else(|| {
                    strips.push(Frame { min: [from, j], max: [to, j] });
                    strips.len() - 1
                });
                strips[strip].max[1] = j + 1;
                next.insert([from, to], strip);
            }
            open = next;
        }
        strips
    }

    /// A small set of boxes that covers exactly the solid pixels. The boxes may overlap. Sorted by top, then left.
    ///
    /// The algorithm is greedy. Its candidates are all maximal boxes: boxes of solid pixels that cannot be extended on any side. It
    /// repeatedly chooses the candidate that covers the most pixels not yet covered (V. Chvátal, A Greedy Heuristic for the Set-Covering
    /// Problem, 1979). Finally it drops boxes whose pixels are all covered by others. If a connected part has at most as many
    /// [`strips`](Mask::strips) as chosen boxes, the strips are returned for this part, because they are disjoint. The result is not always
    /// the smallest set, which is NP-hard to find: on masks of up to 5 by 5 pixels, it has one box too many in about one of 500 cases.
    ///
    /// Costs about 1 ms for a sprite of 64 by 64 pixels. Each connected part is covered separately, so the cost of a mask is the sum of the
    /// costs of its parts.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// let boxes = plus.as_mask().boxes();
    /// assert_eq!(boxes, [Aabb::new([1, 0], [2, 3]), Aabb::new([0, 1], [3, 2])]);
    /// ```
    #[must_use]
    pub fn boxes(&self) -> Vec<Aabb<i32, 2>> {
        self.boxes_within(0)
    }

    /// The boxes that [`boxes`](Mask::boxes) returns for a mask that is a single connected part, in no particular order.
    fn part_boxes(&self) -> Vec<Frame> {
        let mut left = TileCounts::new(self);
        let mut chosen: Vec<Frame> = Vec::new();
        // The heap contains the candidates, ordered by the number of uncovered pixels that each had when it was pushed. This number may be
        // too large by now, but never too small, because pixels only become covered. So the number of a popped candidate is counted again;
        // if the candidate is no longer the best, it is pushed back. Of candidates with equal numbers, the one with the smaller `min` (then
        // `max`) comes first.
        let key = |gain: u32, frame: &Frame| (gain, Reverse(frame.min), Reverse(frame.max));
        let mut heap: BinaryHeap<_> =
            self.maximal_frames().into_iter().map(|frame| key(frame.area(), &frame)).collect();
        while let Some((bound, min, max)) = heap.pop() {
            let frame = Frame { min: min.0, max: max.0 };
            let gain = left.count_in(frame);
            if gain == 0 {
                continue;
            }
            if gain < bound && heap.peek().is_some_and(|next| *next > key(gain, &frame)) {
                heap.push(key(gain, &frame));
                continue;
            }
            left.clear(frame);
            chosen.push(frame);
        }
        self.drop_redundant(&mut chosen, 0);
        let strips = self.strips();
        if strips.len() <= chosen.len() {
            return strips.iter().map(Frame::of_box).collect();
        }
        chosen
    }

    /// A small set of boxes that covers the solid pixels within a tolerance: every solid pixel outside all boxes is at most `tolerance`
    /// pixels from a box, and every empty pixel inside a box is at most `tolerance` pixels from a solid pixel, straight or diagonally. With
    /// a tolerance of zero, returns the result of [`boxes`](Mask::boxes). The boxes are sorted by top, then left.
    ///
    /// The algorithm starts with the exact boxes. It repeatedly replaces two neighbouring boxes by the box around both, first the pair that
    /// adds the fewest empty pixels. Two boxes are neighbours if the gap between them is at most 2 · `tolerance` pixels on each axis. Then
    /// it drops boxes, the smallest area first, as long as the result stays within the tolerance. Each of the
    /// [`box_parts`](Mask::box_parts) is covered separately. Costs O(b² w) for a part with b exact boxes, where w is the number of 64-pixel
    /// words that the box around a pair of boxes covers.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// assert_eq!(plus.as_mask().boxes_within(1), [Aabb::new([0, 0], [3, 3])]);
    /// ```
    #[must_use]
    pub fn boxes_within(&self, tolerance: u16) -> Vec<Aabb<i32, 2>> {
        let mut boxes = Vec::new();
        for (part, at) in self.box_parts(tolerance) {
            let part = part.as_mask();
            let found = if tolerance == 0 { part.part_boxes() } else { part.part_boxes_within(tolerance) };
            boxes.extend(found.into_iter().map(|frame| frame.moved(at)));
        }
        boxes.sort_by_key(|frame| (frame.min[1], frame.min[0], frame.max[1], frame.max[0]));
        boxes.into_iter().map(Frame::to_box).collect()
    }

    /// The parts of this mask that [`boxes_within`](Mask::boxes_within) covers separately, to cover them yourself, for example in parallel.
    /// Each element is a part as a mask, and the column and the row of its top left corner in this mask. The boxes that `boxes_within`
    /// finds for different parts never overlap. The rectangles of the part masks may overlap: a part may lie, for example, inside a ring
    /// that is another part. Each part mask contains only the solid pixels of that part.
    ///
    /// With a tolerance of zero, the parts are the connected [`parts`](Mask::parts). With a larger tolerance, connected parts with at most
    /// 2 · `tolerance` empty pixels between them, straight or diagonally, form one part. The mask of each part then has a margin of
    /// `tolerance` pixels around its solid pixels, except where it would extend beyond this mask.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let dots = MaskBuf::from_rows(["#.#...#"]).unwrap();
    /// assert_eq!(dots.as_mask().box_parts(0).len(), 3);
    /// let parts = dots.as_mask().box_parts(1);
    /// assert_eq!(parts[0].0.to_rows(), ["#.#."]);
    /// assert_eq!((parts.len(), parts[1].1), (2, [5, 0]));
    /// ```
    #[must_use]
    pub fn box_parts(&self, tolerance: u16) -> Vec<(MaskBuf, [u16; 2])> {
        if tolerance == 0 {
            return self.parts(false);
        }
        // The parts are the connected components of this mask dilated by `tolerance`. They can be covered separately for two reasons.
        // First, a box never extends beyond the dilated mask, so never into another part. Second, dropping a box is safe: every solid pixel
        // stays within the tolerance of a box of the pixel's part.
        let cut = |(part, at): (MaskBuf, [u16; 2])| {
            (part.as_mask().overlap_mask(self, at.map(|c| -i32::from(c))), at)
        };
        self.dilated(tolerance).as_mask().parts(true).into_iter().map(cut).collect()
    }

    /// The boxes that [`boxes_within`](Mask::boxes_within) returns for a mask that is one of the [`box_parts`](Mask::box_parts), in no
    /// particular order.
    fn part_boxes_within(&self, tolerance: u16) -> Vec<Frame> {
        // The pixels that boxes may cover: those at most `tolerance` pixels from a solid pixel.
        let allowed = self.dilated(tolerance);
        let mut boxes: Vec<Option<Frame>> =
            self.boxes().iter().map(|area| Some(Frame::of_box(area))).collect();
        let mut heap = BinaryHeap::new();
        let push_pair = |heap: &mut BinaryHeap<_>, boxes: &[Option<Frame>], p: usize, q: usize| {
            if let (Some(first), Some(second)) = (boxes[p], boxes[q]) {
                let joined = first.union(second);
                // A pair with a larger gap need not be tried: it can only be merged if other boxes lie in the gap, and the pair is tried
                // again after these have been merged with one of its boxes.
                let adjacent = (0..2).all(|k| {
                    let gap = first.min[k].max(second.min[k]).saturating_sub(first.max[k].min(second.max[k]));
                    gap <= tolerance.saturating_mul(2)
                });
                if adjacent && allowed.as_mask().is_full(joined) {
                    heap.push(Reverse((joined.area() - self.count_in(joined), p, q)));
                }
            }
        };
        for p in 0..boxes.len() {
            (p + 1..boxes.len()).for_each(|q| push_pair(&mut heap, &boxes, p, q));
        }
        while let Some(Reverse((_, p, q))) = heap.pop() {
            let (Some(first), Some(second)) = (boxes[p], boxes[q]) else { continue };
            let joined = first.union(second);
            // Remove the boxes that the merged box contains.
            boxes
                .iter_mut()
                .filter(|frame| frame.is_some_and(|f| f.union(joined) == joined))
                .for_each(|f| *f = None);
            boxes.push(Some(joined));
            (0..boxes.len() - 1).for_each(|other| push_pair(&mut heap, &boxes, other, boxes.len() - 1));
        }
        let mut boxes: Vec<Frame> = boxes.into_iter().flatten().collect();
        self.drop_redundant(&mut boxes, tolerance);
        boxes
    }

    /// All maximal rectangles of solid pixels: rectangles that cannot be extended on any side.
    ///
    /// Applies the algorithm for the largest rectangle in a histogram to each row. The height of a column in the histogram is the number of
    /// consecutive solid pixels in this column from this row upwards. A stack holds the rectangles that may still grow to the right, each
    /// as its first column and its height; lower rectangles are below higher ones. When the next column is lower than a rectangle, the
    /// rectangle cannot grow and is taken from the stack. It is maximal unless it could be extended downwards.
    fn maximal_frames(&self) -> Vec<Frame> {
        let Some(solid) = self.tight() else { return Vec::new() };
        let left = solid.min[0];
        let right = solid.max[0];
        let mut heights = vec![0u16; usize::from(right - left)];
        let mut frames = Vec::new();
        let mut stack: Vec<(u16, u16)> = Vec::new();
        for j in solid.min[1]..solid.max[1] {
            for (i, height) in (left..right).zip(&mut heights) {
                *height = if self.get(i, j) { *height + 1 } else { 0 };
            }
            // The rightmost column so far whose pixel in the row below is not solid. A rectangle that contains this column cannot be
            // extended downwards.
            let mut gap: Option<u16> = None;
            stack.clear();
            for i in left..=right {
                let height = if i < right { heights[usize::from(i - left)] } else { 0 };
                let mut start = i;
                while let Some(&(from, tall)) = stack.last().filter(|(_, tall)| *tall > height) {
                    stack.pop();
                    if gap.is_some_and(|gap| gap >= from) {
                        frames.push(Frame { min: [from, j + 1 - tall], max: [i, j + 1] });
                    }
                    start = from;
                }
                if height > 0 && stack.last().is_none_or(|(_, tall)| *tall < height) {
                    stack.push((start, height));
                }
                if i < right && !self.get(i, j + 1) {
                    gap = Some(i);
                }
            }
        }
        frames
    }

    /// Drops boxes, the smallest area first, as long as every solid pixel stays at most `tolerance` pixels, straight or diagonally, from a
    /// box.
    fn drop_redundant(&self, boxes: &mut Vec<Frame>, tolerance: u16) {
        let [width, height] = self.size();
        let dilated_frame = |frame: &Frame| Frame {
            min: frame.min.map(|end| end.saturating_sub(tolerance)),
            max: [0, 1].map(|k| frame.max[k].saturating_add(tolerance).min([width, height][k])),
        };
        // For each pixel, the number of boxes that are at most `tolerance` pixels away from it.
        let mut counts = vec![0u32; usize::from(width) * usize::from(height)];
        let row = |j: u16, frame: &Frame| {
            let start = usize::from(j) * usize::from(width);
            start + usize::from(frame.min[0])..start + usize::from(frame.max[0])
        };
        let rows = |frame: &Frame| frame.min[1]..frame.max[1];
        for frame in boxes.iter().map(dilated_frame) {
            rows(&frame).for_each(|j| counts[row(j, &frame)].iter_mut().for_each(|count| *count += 1));
        }
        boxes.sort_by_key(Frame::area);
        boxes.retain(|frame| {
            let frame = dilated_frame(frame);
            let needed = rows(&frame).any(|j| {
                let columns = frame.min[0]..frame.max[0];
                columns.zip(&counts[row(j, &frame)]).any(|(i, count)| *count == 1 && self.get(i, j))
            });
            if !needed {
                rows(&frame).for_each(|j| counts[row(j, &frame)].iter_mut().for_each(|count| *count -= 1));
            }
            needed
        });
    }

    /// The number of solid pixels in a rectangle.
    pub(super) fn count_in(&self, frame: Frame) -> u32 {
        self.words_in(frame).map(|(word, columns)| (word & columns).count_ones()).sum()
    }

    /// Whether all pixels of a rectangle are solid.
    pub(super) fn is_full(&self, frame: Frame) -> bool {
        self.words_in(frame).all(|(word, columns)| word & columns == columns)
    }

    /// Returns each word of the mask that contains pixels of a rectangle, together with a word whose set bits are exactly those inside the
    /// rectangle.
    fn words_in(&self, frame: Frame) -> impl Iterator<Item = (u64, u64)> {
        let rows = usize::from(frame.min[1])..usize::from(frame.max[1]);
        frame.stripes().flat_map(move |k| {
            self.stripe(k)[rows.clone()].iter().map(move |word| (*word, frame.columns_of(k)))
        })
    }

    /// The dilation of the mask: all pixels that are at most `radius` pixels from a solid pixel, straight or diagonally.
    pub(super) fn dilated(&self, radius: u16) -> MaskBuf {
        let mut mask = self.to_buf();
        for axis in 0..2 {
            let previous = mask.clone();
            for step in 1..=i32::from(radius) {
                for step in [step, -step] {
                    let mut at = [0, 0];
                    at[axis] = step;
                    mask.draw(&previous.as_mask(), at);
                }
            }
        }
        mask
    }
}
