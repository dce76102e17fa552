//! Lines clipped by rects, edge by edge: by the regions around a rect of D. Cohen and I. Sutherland (J. Foley and others, Computer
//! Graphics, chapter 3.12), with the order of edges and the rounding of pygame, so that whole numbers come out the same.

use super::Number;
use engine::Vector;

/// A side of a rect without sizes below zero.
#[derive(Clone, Copy)]
pub struct Side<N> {
    pub from: N,
    pub end: N,
    /// The last place that a clipped line may end at: a pixel before the end.
    pub last: N,
}

impl<N: Number> Side<N> {
    /// The edge that a place is beyond: what is between the last place and the end is not.
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

/// Whether both points are beyond the same edge, the upper one being so or so far.
fn apart<N: Number>(sides: &[Side<N>; 2], [p, q]: &Line<N>, after: impl Fn(Side<N>, N) -> bool) -> bool {
    (0..2).any(|axis| {
        let (side, a, b) = (sides[axis], p.0[axis], q.0[axis]);
        a < side.from && b < side.from || after(side, a) && after(side, b)
    })
}

/// A line as far as it lies between the sides, or `None`.
pub fn clipped<N: Number>(sides: [Side<N>; 2], mut line: Line<N>) -> Option<Line<N>> {
    if apart(&sides, &line, |side, c| c > side.last) {
        return None;
    }
    // Along an axis nothing is divided.
    for along in [0, 1] {
        if line[0].0[1 - along] == line[1].0[1 - along] {
            line.iter_mut().for_each(|end| end.0[along] = sides[along].clamped(end.0[along]));
            return Some(line);
        }
    }
    // Each end crosses an edge an axis at most, and rounding may bring it back over one.
    for _ in 0..8 {
        if apart(&sides, &line, |side, c| c >= side.end) {
            return None;
        }
        // The first end first, and upper and lower edges before the others.
        let out = [(0, 1), (0, 0), (1, 1), (1, 0)]
            .into_iter()
            .find_map(|(end, axis)| sides[axis].beyond(line[end].0[axis]).map(|edge| (end, axis, edge)));
        let Some((end, axis, edge)) = out else { return Some(line) };
        let ([p, q], other) = (line, 1 - axis);
        let way = [q.0[0].minus(p.0[0]), q.0[1].minus(p.0[1])];
        line[end].0[axis] = edge;
        line[end].0[other] = p.0[other].plus(N::part(way[other], edge.minus(p.0[axis]), way[axis]));
    }
    None
}
