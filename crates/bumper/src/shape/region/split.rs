//! Convex decomposition of a simple polygon without new corners: ear clipping, then merging of neighbouring parts whose union is convex.

use crate::Vector;
use crate::scalar::Scalar;
use crate::shape::polygon::xy;
use crate::vector::Mapped;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The index that stands for "no corner", "no edge" or "no cut".
const NONE: usize = usize::MAX;

/// The convex parts of a polygon, each as a list of corners, and the cuts between them. Corners are given by their indices in the polygon.
pub(super) struct Split {
    pub(super) parts: Vec<Vec<usize>>,
    pub(super) cuts: Vec<PartCut>,
}

/// A cut between two parts: its two ends, and the indices of the parts on its sides.
pub(super) struct PartCut {
    pub(super) ends: [usize; 2],
    pub(super) sides: [usize; 2],
}

impl Split {
    /// Decomposes a simple polygon with counter-clockwise corners.
    pub(super) fn new<S: Scalar, const N: usize>(corners: &[Vector<S, N>]) -> Self {
        let mut clipper = EarClipper::new(corners);
        while clipper.len > 3 && clipper.reflex_count > 0 {
            clipper.cut_ear();
        }
        clipper.into_pieces().merged()
    }
}

/// The state of ear clipping, which repeatedly cuts off an ear: a corner whose triangle with its two neighbours contains no other corner.
/// The corners that have not been cut off form a doubly linked ring.
struct EarClipper<'c, S, const N: usize> {
    corners: &'c [Vector<S, N>],
    next: Vec<usize>,
    previous: Vec<usize>,
    len: usize,
    /// The corner at which the ring begins when it is traversed.
    first: usize,
    /// The corner at which the search for the next ear starts. It is beside the last ear, because the next ear is probably near it.
    cursor: usize,
    /// For each corner, whether it is reflex or straight.
    is_reflex: Vec<bool>,
    /// The number of corners that are reflex or straight.
    reflex_count: usize,
    /// The positions of the reflex and straight corners, in the order of their indices, for searching the corners in a box.
    reflex: SegmentTree<S>,
    /// For each corner, a reason why it is not an ear: a reflex corner that was found inside its triangle (its blocker), or [`NONE`]. As
    /// long as the blocker is reflex, the corner need not be tested again. If a neighbour of the corner changes, the blocker is reset.
    blocker: Vec<usize>,
    /// For each corner of the ring, the index of the cut that leads from it to the next corner; [`NONE`] if an edge of the polygon does.
    cut_after: Vec<usize>,
    pieces: Pieces<'c, S, N>,
}

impl<'c, S: Scalar, const N: usize> EarClipper<'c, S, N> {
    fn new(corners: &'c [Vector<S, N>]) -> Self {
        let n = corners.len();
        let mut clipper = Self {
            corners,
            next: (1..n).chain([0]).collect(),
            previous: [n - 1].into_iter().chain(0..n - 1).collect(),
            len: n,
            first: 0,
            cursor: 0,
            is_reflex: vec![false; n],
            reflex_count: 0,
            reflex: SegmentTree::new(n),
            blocker: vec![NONE; n],
            cut_after: vec![NONE; n],
            pieces: Pieces { corners, edges: Vec::new(), cuts: Vec::new(), ears: 0 },
        };
        (0..n).for_each(|corner| clipper.update_corner(corner));
        clipper
    }

    fn at(&self, corner: usize) -> [S; 2] {
        xy(self.corners[corner])
    }

    /// Recomputes whether a corner is reflex. Called after its neighbours have changed.
    fn update_corner(&mut self, corner: usize) {
        let [a, c] = [self.previous[corner], self.next[corner]].mapped(|corner| self.at(corner));
        let is_reflex = S::orient2d(a, self.at(corner), c) != Some(Ordering::Greater);
        self.set_reflex(corner, is_reflex);
        self.blocker[corner] = NONE;
    }

    fn set_reflex(&mut self, corner: usize, is_reflex: bool) {
        if self.is_reflex[corner] != is_reflex {
            self.is_reflex[corner] = is_reflex;
            self.reflex_count = if is_reflex { self.reflex_count + 1 } else { self.reflex_count - 1 };
            self.reflex.set(corner, is_reflex.then_some(xy(self.corners[corner])));
        }
    }

    /// Whether a corner is an ear: it turns left, and no reflex corner lies in the triangle that it forms with its neighbours.
    fn is_ear(&mut self, corner: usize) -> bool {
        if self.is_reflex[corner] {
            return false;
        }
        if self.blocker[corner] != NONE && self.is_reflex[self.blocker[corner]] {
            return false;
        }
        let ear = [self.previous[corner], corner, self.next[corner]];
        let [a, b, c] = ear.map(|corner| self.at(corner));
        let left = |from, to, point| {
            matches!(S::orient2d(from, to, point), Some(Ordering::Greater | Ordering::Equal))
        };
        let blocks = |index: usize, point: [S; 2]| {
            !ear.contains(&index) && left(a, b, point) && left(b, c, point) && left(c, a, point)
        };
        let bounds = Bounds::point(a).with(Bounds::point(b)).with(Bounds::point(c));
        self.blocker[corner] = self.reflex.find(&bounds, blocks).unwrap_or(NONE);
        self.blocker[corner] == NONE
    }

    /// Cuts off the first ear of the ring that is found from `cursor` on.
    fn cut_ear(&mut self) {
        let mut corner = self.cursor;
        let mut tries = self.len;
        while tries > 0 && !self.is_ear(corner) {
            corner = self.next[corner];
            tries -= 1;
        }
        // Because of rounding, there may be no ear. Then the corner at `cursor` is cut off.
        if tries == 0 {
            corner = self.cursor;
        }
        let a = self.previous[corner];
        let c = self.next[corner];
        self.pieces.add([(a, self.cut_after[a]), (corner, self.cut_after[corner]), (c, NONE)]);
        self.pieces.ears += 1;
        self.cut_after[a] = self.pieces.cuts.len();
        // The cut has an edge on both sides. `inside` is the last edge of the ear, from `c` back to `a`. `beyond` is the opposite edge,
        // from `a` to `c`; it is set when the part that contains it is added.
        self.pieces.cuts.push(EarCut { ends: [a, c], beyond: NONE, inside: self.pieces.edges.len() - 1 });

        (self.next[a], self.previous[c]) = (c, a);
        self.len -= 1;
        self.set_reflex(corner, false);
        self.cursor = if c == self.first { a } else { c };
        if corner == self.first {
            self.first = c;
        }
        self.update_corner(a);
        self.update_corner(c);
    }

    /// Returns all parts: the ears, then what remains of the polygon as the last part.
    fn into_pieces(mut self) -> Pieces<'c, S, N> {
        let mut ring = Vec::with_capacity(self.len);
        let mut corner = self.first;
        for _ in 0..self.len {
            ring.push((corner, self.cut_after[corner]));
            corner = self.next[corner];
        }
        self.pieces.add(ring);
        self.pieces
    }
}

/// An edge of a part: the corner at which it begins, and the next and previous edges of the part.
struct PieceEdge {
    corner: usize,
    next: usize,
    previous: usize,
}

/// A cut between two corners of the polygon. It is an edge of the two parts on its sides: `inside` is the edge of the ear that was cut off,
/// `beyond` the edge of the other part.
struct EarCut {
    ends: [usize; 2],
    beyond: usize,
    inside: usize,
}

/// The parts of the polygon: first the ears, with three edges each, then the rest of the polygon.
struct Pieces<'c, S, const N: usize> {
    corners: &'c [Vector<S, N>],
    edges: Vec<PieceEdge>,
    cuts: Vec<EarCut>,
    ears: usize,
}

impl<S: Scalar, const N: usize> Pieces<'_, S, N> {
    /// Adds a part to the list. `ring` are its corners, each with the index of the cut that leads to the next corner, or [`NONE`].
    fn add(&mut self, ring: impl IntoIterator<Item = (usize, usize)>) {
        let start = self.edges.len();
        for (corner, cut) in ring {
            let index = self.edges.len();
            if cut != NONE {
                self.cuts[cut].beyond = index;
            }
            self.edges.push(PieceEdge { corner, next: index + 1, previous: index.saturating_sub(1) });
        }
        let last = self.edges.len() - 1;
        (self.edges[start].previous, self.edges[last].next) = (last, start);
    }

    /// Visits the cuts from the first to the last, and removes each cut between two parts whose union is convex.
    fn merged(mut self) -> Split {
        // For each part: `Ok` with one of its edges, or `Err` with the index of the part into which it has been merged.
        let mut pieces: Vec<Result<usize, usize>> = (0..=self.ears).map(|piece| Ok(piece * 3)).collect();
        let mut cuts = core::mem::take(&mut self.cuts);
        cuts.retain(|cut| {
            if !self.is_convex_without(cut) {
                return true;
            }
            let [first, second] =
                [cut.beyond, cut.inside].mapped(|edge| owner(&mut pieces, (edge / 3).min(self.ears)));
            pieces[first] = Ok(self.edges[cut.beyond].next);
            pieces[second] = Err(first);
            self.remove_cut(cut);
            false
        });
        let bounds = |start: usize| {
            let next = |&edge: &usize| Some(self.edges[edge].next).filter(|&next| next != start);
            core::iter::successors(Some(start), next).map(|edge| self.edges[edge].corner).collect()
        };
        let parts = pieces.iter().flatten().map(|&start| bounds(start)).collect();
        // The index of each piece among the pieces that remain.
        let remaining = pieces.iter().scan(0, |count, piece| {
            let index = *count;
            *count += usize::from(piece.is_ok());
            Some(index)
        });
        let remaining: Vec<usize> = remaining.collect();
        let ears = self.ears;
        let part_cut = |cut: EarCut| {
            let sides =
                [cut.beyond, cut.inside].mapped(|edge| remaining[owner(&mut pieces, (edge / 3).min(ears))]);
            PartCut { ends: cut.ends, sides }
        };
        let cuts = cuts.into_iter().map(part_cut).collect();
        Split { parts, cuts }
    }

    /// Whether the union of the parts on both sides of a cut is convex.
    fn is_convex_without(&self, cut: &EarCut) -> bool {
        let turns = |edge: usize, other: usize| {
            let previous = self.edges[self.edges[edge].previous].corner;
            let after = self.edges[self.edges[self.edges[other].next].next].corner;
            let [p, q, r] = [previous, self.edges[edge].corner, after].mapped(|k| xy(self.corners[k]));
            S::orient2d(p, q, r) == Some(Ordering::Greater)
        };
        turns(cut.beyond, cut.inside) && turns(cut.inside, cut.beyond)
    }

    /// Removes a cut: links the edges of the two parts on its sides to one ring.
    fn remove_cut(&mut self, cut: &EarCut) {
        for (edge, other) in [(cut.beyond, cut.inside), (cut.inside, cut.beyond)] {
            let previous = self.edges[edge].previous;
            let after = self.edges[other].next;
            self.edges[previous].next = after;
            self.edges[after].previous = previous;
        }
    }
}

/// The part that now contains the corners of the given part: the one into which it has been merged, or the part itself (union-find with
/// path halving).
fn owner(pieces: &mut [Result<usize, usize>], mut piece: usize) -> usize {
    while let Err(parent) = pieces[piece] {
        if let Err(further) = pieces[parent] {
            pieces[piece] = Err(further);
        }
        piece = parent;
    }
    piece
}

/// An axis-aligned bounding box.
#[derive(Clone, Copy)]
struct Bounds<S> {
    min: [S; 2],
    max: [S; 2],
}

impl<S: Scalar> Bounds<S> {
    fn point(point: [S; 2]) -> Self {
        Self { min: point, max: point }
    }

    fn with(self, other: Self) -> Self {
        let min = |k: usize| if other.min[k] < self.min[k] { other.min[k] } else { self.min[k] };
        let max = |k: usize| if other.max[k] > self.max[k] { other.max[k] } else { self.max[k] };
        Self { min: [min(0), min(1)], max: [max(0), max(1)] }
    }

    fn intersects(&self, other: &Self) -> bool {
        (0..2).all(|k| self.min[k] <= other.max[k] && other.min[k] <= self.max[k])
    }
}

/// A segment tree: a hierarchy of bounding boxes over points in the order of their indices. Corners with similar indices are mostly close
/// to each other, so the boxes are small.
struct SegmentTree<S> {
    /// The nodes: the root has the index 1, and node k has the children 2k and 2k + 1. `None` for nodes without points.
    nodes: Vec<Option<Bounds<S>>>,
    leaves: usize,
}

impl<S: Scalar> SegmentTree<S> {
    fn new(points: usize) -> Self {
        let leaves = points.next_power_of_two();
        Self { nodes: vec![None; 2 * leaves], leaves }
    }

    fn set(&mut self, index: usize, point: Option<[S; 2]>) {
        let mut node = self.leaves + index;
        self.nodes[node] = point.map(Bounds::point);
        while node > 1 {
            node /= 2;
            self.nodes[node] = match (self.nodes[2 * node], self.nodes[2 * node + 1]) {
                (Some(first), Some(second)) => Some(first.with(second)),
                (first, second) => first.or(second),
            };
        }
    }

    /// The index of the first point in the box `within` that `accept` accepts; `None` if there is none.
    fn find(&self, within: &Bounds<S>, accept: impl Fn(usize, [S; 2]) -> bool) -> Option<usize> {
        // Traverse the tree depth first, in the order of the points, and skip nodes that do not touch the box `within`.
        let mut node = 1;
        loop {
            let hit = self.nodes[node].filter(|bounds| bounds.intersects(within));
            if hit.is_some() && node < self.leaves {
                node *= 2;
                continue;
            }
            if hit.is_some_and(|point| accept(node - self.leaves, point.min)) {
                return Some(node - self.leaves);
            }
            // Go up as long as the node is a second child, then continue with the sibling of the node.
            while node % 2 == 1 {
                node /= 2;
                if node <= 1 {
                    return None;
                }
            }
            node += 1;
        }
    }
}
