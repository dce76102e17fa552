//! Clips lines to rects, edge by edge, with the region codes of D. Cohen and I. Sutherland (J. Foley and others, Computer Graphics, chapter
//! 3.12). The order of the edges and the rounding are those of pygame, so that integers give the same results.

use super::Number;
use engine::Vector;

/// The interval of a rect on one axis, with a size that is not negative.
#[derive(Clone, Copy)]
pub struct Side<N> {
    pub from: N,
    pub end: N,
    /// The coordinate to which an end of a line beyond `end` is clipped: one pixel before `end`, because `end` itself does not belong to
    /// the rect.
    pub last: N,
}

impl<N: Number> Side<N> {
    /// Returns the coordinate to which `c` has to be clipped, or `None` if `c` is inside the interval. A coordinate between `last` and
    /// `end`, which only floats can have, is inside.
    fn beyond(self, c: N) -> Option<N> {
        if c < self.from { Some(self.from) } else { (c >= self.end).then_some(self.last) }
    }

    fn clamped(self, c: N) -> N {
        if c < self.from {
            self.from
        } else if c > self.last {
            self.last
        } else {
            c
        }
    }
}

type Line<N> = [Vector<N, 2>; 2];

/// Whether both ends of a line are beyond the same edge of a rect. `after` decides whether a coordinate is beyond the right or lower edge.
fn apart<N: Number>(sides: &[Side<N>; 2], [p, q]: &Line<N>, after: impl Fn(Side<N>, N) -> bool) -> bool {
    (0..2).any(|axis| {
        let side = sides[axis];
        let a = p.0[axis];
        let b = q.0[axis];
        a < side.from && b < side.from || after(side, a) && after(side, b)
    })
}

/// Returns the part of a line that is inside the rect, or `None` if there is none.
pub fn clipped<N: Number>(sides: [Side<N>; 2], mut line: Line<N>) -> Option<Line<N>> {
    if apart(&sides, &line, |side, c| c > side.last) {
        return None;
    }
    // A line that is parallel to an axis needs no division.
    for along in [0, 1] {
        if line[0].0[1 - along] == line[1].0[1 - along] {
            line.iter_mut().for_each(|end| end.0[along] = sides[along].clamped(end.0[along]));
            return Some(line);
        }
    }
    // Without rounding, each end would be clipped at most once per axis. Rounding may move an end outside of an edge again, so there are a
    // few more rounds.
    for _ in 0..8 {
        if apart(&sides, &line, |side, c| c >= side.end) {
            return None;
        }
        // Clip the first end before the second, and each end first at the upper or lower edge, then at the left or right edge, as pygame
        // does.
        let out = [(0, 1), (0, 0), (1, 1), (1, 0)]
            .into_iter()
            .find_map(|(end, axis)| sides[axis].beyond(line[end].0[axis]).map(|edge| (end, axis, edge)));
        let Some((end, axis, edge)) = out else { return Some(line) };
        let ([p, q], other) = (line, 1 - axis);
        let direction = [q.0[0].minus(p.0[0]), q.0[1].minus(p.0[1])];
        line[end].0[axis] = edge;
        line[end].0[other] =
            p.0[other].plus(N::part(direction[other], edge.minus(p.0[axis]), direction[axis]));
    }
    None
}
