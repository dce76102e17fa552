//! Connected components of a mask.

use super::{Frame, Mask, MaskBuf};
use crate::Aabb;
use alloc::vec;
use alloc::vec::Vec;

impl Mask<'_> {
    /// The connected components of the solid pixels, sorted by the row and then the column of their first pixel. The first pixel is the
    /// leftmost in the topmost row. Each component is trimmed to its bounding box and returned with the column and the row of its top
    /// left corner in this mask. With `diagonal`, pixels that share only a corner are connected.
    ///
    /// The time is nearly proportional to the number of runs: runs that touch runs of the row above are joined in a union-find structure
    /// (A. Rosenfeld and J. Pfaltz, Sequential Operations in Digital Picture Processing, 1966).
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mask = MaskBuf::from_rows(["##..", "..##"]).unwrap();
    /// assert_eq!(mask.as_mask().parts(false).len(), 2);
    /// assert_eq!(mask.as_mask().parts(true).len(), 1);
    /// ```
    #[must_use]
    pub fn parts(&self, diagonal: bool) -> Vec<(MaskBuf, [u16; 2])> {
        let mut runs: Vec<([u16; 2], u16)> = Vec::new();
        let mut owner: Vec<usize> = Vec::new();
        fn root(owner: &mut [usize], mut of: usize) -> usize {
            while owner[of] != of {
                owner[of] = owner[owner[of]];
                of = owner[of];
            }
            of
        }
        let mut above = 0..0;
        for j in 0..self.size()[1] {
            let start = runs.len();
            for run in self.runs(j) {
                owner.push(runs.len());
                runs.push((run, j));
            }
            // The runs of this row and of the row above are sorted, so one pass over both lists finds all pairs of runs that touch.
            let mut p = above.start;
            let mut q = start;
            let margin = u16::from(diagonal);
            while p < above.end && q < runs.len() {
                let ([a, b], [c, d]) = (runs[p].0, runs[q].0);
                if a < d + margin && c < b + margin {
                    let first = root(&mut owner, p);
                    let second = root(&mut owner, q);
                    owner[first.max(second)] = first.min(second);
                }
                if b < d { p += 1 } else { q += 1 }
            }
            above = start..runs.len();
        }
        let mut part_of_run: Vec<usize> = vec![usize::MAX; runs.len()];
        let mut frames: Vec<Frame> = Vec::new();
        for index in 0..runs.len() {
            let first = root(&mut owner, index);
            if first == index {
                part_of_run[index] = frames.len();
                frames.push(Frame::EMPTY);
            }
            part_of_run[index] = part_of_run[first];
            let ([from, to], j) = runs[index];
            let frame = &mut frames[part_of_run[index]];
            *frame = frame.union(Frame { min: [from, j], max: [to, j + 1] });
        }
        let mut parts: Vec<_> =
            frames.iter().map(|frame| (MaskBuf::new([frame.width(), frame.height()]), frame.min)).collect();
        for (&([from, to], j), &part) in runs.iter().zip(&part_of_run) {
            let (mask, at) = &mut parts[part];
            let [x, y] = at.map(i32::from);
            let j = i32::from(j);
            mask.fill(&Aabb::new([i32::from(from) - x, j - y], [i32::from(to) - x, j - y + 1]), true);
        }
        parts
    }
}
