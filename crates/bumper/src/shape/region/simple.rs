//! A sweep line test for self-intersections of a polygon.
//!
//! A vertical line sweeps over the polygon from left to right. The active edges are the edges that cross this line, ordered from bottom to
//! top. Each edge is tested only against its neighbours in this order: the first two edges that meet are neighbours just before they meet
//! (M. I. Shamos and D. Hoey, *Geometric intersection problems*, 1976). The order of the active edges does not change before that, so an
//! orientation test finds the place of a new edge. Costs O(n log n) for n corners.

use crate::scalar::Scalar;
use crate::shape::polygon::xy;
use crate::vector::Mapped;
use crate::{Relate, Relation, Segment, Vector};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How two edges of a polygon meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// They cross in their interiors.
    Cross,
    /// They touch or overlap.
    Touch,
}

/// How the first two edges of a polygon meet that the sweep finds; `None` if the polygon is simple. The corner that two consecutive edges
/// share is ignored.
pub(super) fn meeting<S: Scalar, const N: usize>(corners: &[Vector<S, N>]) -> Option<Meeting> {
    let n = corners.len();
    let corner = |k: usize| xy(corners[k % n]);
    // Two consecutive edges share a corner. They have more points in common only if they are collinear and the second edge runs back along
    // the first. All collinear consecutive edges run back here, because the caller has removed the corners in the middle of a straight
    // line.
    let turns_back = |k| S::orient2d(corner(k), corner(k + 1), corner(k + 2)) == Some(Ordering::Equal);
    if n < 3 || (0..n).any(turns_back) {
        return Some(Meeting::Touch);
    }
    let edge = |index: usize| {
        let p = corner(index);
        let q = corner(index + 1);
        SweepEdge { ends: if before(&p, &q) == Ordering::Greater { [q, p] } else { [p, q] }, index }
    };
    let mut events: Vec<(usize, SweepEdge<S>)> = (0..n).flat_map(|k| [(0, edge(k)), (1, edge(k))]).collect();
    // If an edge begins where another one ends, the first is inserted before the other is removed. So the two are compared, and found even
    // if they only touch.
    let place = |(end, edge): &(usize, SweepEdge<S>)| edge.ends[*end];
    events
        .sort_unstable_by(|a, b| before(&place(a), &place(b)).then((a.0, a.1.index).cmp(&(b.0, b.1.index))));
    let mut active = BTreeSet::new();
    events.into_iter().find_map(|(end, edge)| {
        // With float scalars, rounding may change the place of an edge in the order, so that it is not found there. Then all active edges
        // are searched.
        if end == 1 && !active.remove(&edge) {
            active.retain(|other: &SweepEdge<S>| other.index != edge.index);
        }
        let below = active.range(..edge).next_back();
        let above = active.range(edge..).next();
        let meeting = match end {
            0 => [below, above].into_iter().flatten().find_map(|other| edge.meeting(other, n)),
            _ => below.zip(above).and_then(|(below, above)| below.meeting(above, n)),
        };
        if end == 0 {
            active.insert(edge);
        }
        meeting
    })
}

/// The order of points in the sweep: by x, then by y.
fn before<S: Scalar>(p: &[S; 2], q: &[S; 2]) -> Ordering {
    // All coordinates are finite, so they are comparable.
    p.partial_cmp(q).unwrap_or(Ordering::Equal)
}

/// An edge of a polygon, with its ends in the order of the sweep. The active edges are ordered from bottom to top.
#[derive(Clone, Copy)]
struct SweepEdge<S> {
    ends: [[S; 2]; 2],
    index: usize,
}

impl<S: Scalar> SweepEdge<S> {
    /// How two edges of a polygon with `n` corners meet. `None` for consecutive edges, which share a corner.
    fn meeting(&self, other: &Self, n: usize) -> Option<Meeting> {
        let [first, second]: [Segment<S, 2>; 2] =
            [self, other].mapped(|edge| Segment::new(Vector(edge.ends[0]), Vector(edge.ends[1])));
        let neighbours = (self.index + 1) % n == other.index || (other.index + 1) % n == self.index;
        if neighbours || first.relation(&second) == Relation::Apart {
            return None;
        }
        let separates = |edge: &Self, other: &Self| {
            let [left, right] = edge.ends;
            let sides = other.ends.mapped(|end| S::orient2d(left, right, end));
            matches!(
                sides,
                [Some(Ordering::Less), Some(Ordering::Greater)]
                    | [Some(Ordering::Greater), Some(Ordering::Less)]
            )
        };
        Some(if separates(self, other) && separates(other, self) { Meeting::Cross } else { Meeting::Touch })
    }
}

impl<S: Scalar> Ord for SweepEdge<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        if before(&self.ends[0], &other.ends[0]) == Ordering::Greater {
            return other.cmp(self).reverse();
        }
        // `other` is above this edge if its beginning is. If it begins on this edge, its end decides.
        let [left, right] = self.ends;
        let sides = other.ends.mapped(|end| S::orient2d(left, right, end));
        let side = sides.into_iter().flatten().find(|side| *side != Ordering::Equal);
        side.map_or(self.index.cmp(&other.index), Ordering::reverse)
    }
}

impl<S: Scalar> PartialOrd for SweepEdge<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: Scalar> PartialEq for SweepEdge<S> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<S: Scalar> Eq for SweepEdge<S> {}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// A slow reference test that compares every pair of edges.
    fn naive<S: Scalar>(corners: &[Vector<S, 2>]) -> bool {
        let n = corners.len();
        let edge = |k: usize| Segment::new(corners[k], corners[(k + 1) % n]);
        let turns_back = |k: usize| {
            let [a, b, c] = [k, (k + 1) % n, (k + 2) % n].map(|k| corners[k].0);
            S::orient2d(a, b, c) == Some(Ordering::Equal)
        };
        let touch = |i: usize, j: usize| (j + 1) % n != i && edge(i).relation(&edge(j)) != Relation::Apart;
        (0..n).any(turns_back) || (0..n).any(|i| (i + 2..n).any(|j| touch(i, j)))
    }

    /// Asserts that the sweep and the naive test agree, and returns the result.
    fn agreed<S: Scalar>(corners: &[[i16; 2]]) -> bool {
        let corners: Vec<Vector<S, 2>> =
            corners.iter().map(|c| Vector(c.map(|c| S::nearest(f64::from(c)).unwrap()))).collect();
        let crossing = naive(&corners);
        assert_eq!(meeting(&corners).is_some(), crossing, "{corners:?}");
        crossing
    }

    #[test]
    fn sweep_line_agrees_with_brute_force() {
        let mut state = 1u64;
        let mut below = |end: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            ((state >> 33) % end) as i16
        };
        let mut seen = [0; 2];
        for case in 0..40_000u64 {
            // Corners lie on a coarse grid, so that they often coincide with other corners or lie on edges.
            let count = 3 + below(7);
            let size = 3 + u64::from(case % 5 == 0) * 20 + case % 4;
            let mut corners: Vec<[i16; 2]> = (0..count).map(|_| [below(size), below(size)]).collect();
            let places: HashSet<_> = corners.iter().copied().collect();
            if case % 3 > 0 && places.len() < corners.len() {
                continue;
            }
            if case % 2 == 0 {
                // Sorts the corners by their angle around a center, which makes most polygons simple.
                let middle = size as f64 / 2.0 - 0.6;
                let angle = |c: &[i16; 2]| (f64::from(c[1]) - middle).atan2(f64::from(c[0]) - middle - 0.03);
                corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
            }
            let crossing = agreed::<i16>(&corners);
            assert_eq!(agreed::<i32>(&corners), crossing);
            assert_eq!(agreed::<f32>(&corners), crossing);
            assert_eq!(agreed::<f64>(&corners), crossing);
            seen[usize::from(crossing)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 3000), "{seen:?}");
    }

    #[test]
    fn slits_and_pinch_points_touch_and_bow_ties_cross() {
        let cases: [(&[[i16; 2]], Meeting); 5] = [
            // A square with a hole that a slit connects to the outside.
            (
                &[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0], [3, 3], [3, 6], [6, 6], [6, 3], [3, 3]],
                Meeting::Touch,
            ),
            // Two triangles that meet in a corner.
            (&[[0, 0], [4, 4], [8, 0], [8, 9], [4, 4], [0, 9]], Meeting::Touch),
            // A corner on an edge, and a spike.
            (&[[0, 0], [9, 0], [9, 9], [5, 0], [0, 9]], Meeting::Touch),
            (&[[0, 0], [9, 0], [4, 0], [4, 9]], Meeting::Touch),
            (&[[0, 0], [9, 9], [9, 0], [0, 9]], Meeting::Cross),
        ];
        for (corners, expected) in cases {
            for turn in 0..corners.len() {
                let mut turned: Vec<_> = corners.iter().copied().map(Vector).collect();
                turned.rotate_left(turn);
                assert_eq!(meeting(&turned), Some(expected), "{turned:?}");
                turned.reverse();
                assert_eq!(meeting(&turned), Some(expected), "{turned:?}");
            }
        }
    }
}
