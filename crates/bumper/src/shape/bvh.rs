//! The static bounding volume hierarchy (BVH) of the parts of an owned shape, a tree with up to eight boxes per node.

use crate::box_tree::{self, Node, NodeStore, Nodes, WIDTH};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// A bounding volume hierarchy of the parts of a shape. The parts are sorted, so that parts close to each other in space are close in the
/// list. In this file, a *part* is an index in the original list, and a *position* an index in the sorted list.
///
/// Its boxes are in `f32` and contain a margin, see [`rounded_outwards`]. They take up to 40 bytes per part in 3D and 30 in 2D, of which
/// four are the order of the parts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bvh<T, const N: usize> {
    /// For each position in the sorted order, the index of the part. Empty if the sorted order is the original order.
    order: Vec<u32>,
    /// The nodes of the tree, the root first. The entries of its leaves are positions of parts in the sorted order. Empty for a shape whose
    /// parts are visited without a hierarchy.
    nodes: Vec<Node<f32, N>>,
    /// The level of the root. Leaves are on level 0.
    height: u32,
    /// The bounding box of all parts, without a margin; `None` if no boxes are stored.
    root_aabb: Option<Aabb<T, N>>,
    /// The number of parts.
    count: usize,
}

impl<T: Scalar, const N: usize> Bvh<T, N> {
    /// Builds the hierarchy of `count` parts with the boxes `aabb(part)`, which have no NaN. Costs O(n log n).
    pub(crate) fn new(count: usize, aabb: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let mut bvh = Self::empty(count);
        if count <= WIDTH {
            let mut root = Node::new(u32::MAX);
            for part in 0..count {
                root.push(&bvh.with_part(&aabb(part)), part as u32);
            }
            bvh.nodes.extend((count > 0).then_some(root));
            return bvh;
        }
        let items: Vec<_> = (0..count).map(|part| (bvh.with_part(&aabb(part)), part as u32)).collect();
        let leaves = count.div_ceil(WIDTH);
        bvh.nodes.reserve_exact(leaves + leaves / 5 + 4);
        bvh.order.reserve_exact(count);
        bvh.height = box_tree::build_tree(&mut bvh, &items).height;
        bvh.nodes.shrink_to_fit();
        bvh
    }

    /// The parts without boxes, for a shape whose parts are visited one by one.
    pub(crate) fn empty(count: usize) -> Self {
        Self { order: Vec::new(), nodes: Vec::new(), height: 0, root_aabb: None, count }
    }

    /// A hierarchy with the same order of the parts and with the new boxes `aabb(part)`. Costs O(n).
    pub(crate) fn refitted(&self, aabb: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let mut bvh = Self { root_aabb: None, ..self.clone() };
        if !bvh.nodes.is_empty() {
            bvh.refit(0, bvh.height, &aabb);
        }
        bvh
    }

    /// Computes the boxes of the node with the given index and of all nodes below it again. Returns the box of the node.
    fn refit(&mut self, index: u32, level: u32, aabb: &impl Fn(usize) -> Aabb<T, N>) -> Aabb<f32, N> {
        for slot in 0..self.nodes[index as usize].len() {
            let entry = self.nodes[index as usize].entry(slot);
            let bounds = match level {
                0 => {
                    let part = self.part(entry as usize);
                    self.with_part(&aabb(part))
                }
                _ => self.refit(entry, level - 1, aabb),
            };
            self.nodes[index as usize].set(slot, &bounds);
        }
        self.nodes[index as usize].bounds()
    }

    /// Extends the bounding box of all parts by the box of a part, and returns the box of the part in the form in which nodes store it.
    fn with_part(&mut self, aabb: &Aabb<T, N>) -> Aabb<f32, N> {
        self.root_aabb = Some(self.root_aabb.map_or(*aabb, |all| all.union(aabb)));
        rounded_outwards(aabb, 0.0)
    }

    /// The number of parts.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The index, in the original list, of the part at a position in the sorted order.
    #[inline]
    pub(crate) fn part(&self, position: usize) -> usize {
        self.order.get(position).map_or(position, |&part| part as usize)
    }

    /// The bounding box of all parts; `None` if no boxes are stored.
    #[inline]
    pub(crate) fn root_aabb(&self) -> Option<&Aabb<T, N>> {
        self.root_aabb.as_ref()
    }

    /// The nodes for a search; `None` if no boxes are stored. The keys of the search are positions.
    #[inline]
    pub(crate) fn nodes(&self) -> Option<Nodes<'_, f32, N>> {
        (!self.nodes.is_empty()).then_some(Nodes { list: &self.nodes, root: 0, height: self.height })
    }
}

/// Nodes are full, because nothing is inserted later.
impl<T: Scalar, const N: usize> NodeStore<f32, N> for Bvh<T, N> {
    const BOXES_PER_LEAF: usize = WIDTH;
    const CHILDREN: usize = WIDTH;

    fn allocate(&mut self) -> u32 {
        self.nodes.push(Node::new(u32::MAX));
        self.nodes.len() as u32 - 1
    }
    fn node_mut(&mut self, index: u32) -> &mut Node<f32, N> {
        &mut self.nodes[index as usize]
    }
    fn store(&mut self, index: u32, node: Node<f32, N>) {
        self.nodes[index as usize] = node;
    }
    fn place(&mut self, part: u32, _: u32) -> u32 {
        self.order.push(part);
        self.order.len() as u32 - 1
    }
}

/// Rounding errors of queries, in multiples of the epsilon of their float type times the coordinates. It is as large as the largest
/// tolerance of lists of parts. With half of it, parts that touch may be skipped; with twice as much, more parts are tested.
const QUERY_ERROR: f64 = 64.0;

/// Rounding errors of the boxes and of their lower bounds in `f32`, in multiples of the epsilon of `f32` times the coordinates.
const BOX_ERROR: f64 = 6.0;

/// The smallest margin. Distances below it may underflow in `f32`, so that shapes that are apart by less count as touching.
const MIN_MARGIN: f64 = 2e-22;

/// The largest coordinate for which the margin certainly does not overflow in `f32`.
const MAX_ROUNDED_COORDINATE: f32 = 1e36;

/// The sum of the absolute coordinates of both corners of a box.
#[inline]
pub(crate) fn coordinate_sum<T: Scalar, const N: usize>(aabb: &Aabb<T, N>) -> f64 {
    let absolute = |corner: Vector<T, N>, axis: usize| corner[axis].to_f64().abs();
    (0..N).fold(0.0, |sum, axis| sum + absolute(aabb.min(), axis) + absolute(aabb.max(), axis))
}

/// Converts a box to `f32`, and adds a margin, so that neither the conversion nor the rounding errors of queries hide a part inside the
/// box. The margin is proportional to the coordinates of the box, plus `size`, the sum of other coordinates from which the box has been
/// computed. Coordinates beyond the range of `f32` become infinite.
#[inline]
pub(crate) fn rounded_outwards<T: Scalar, const N: usize>(aabb: &Aabb<T, N>, size: f64) -> Aabb<f32, N> {
    let part = T::Real::EPSILON.to_f64() * QUERY_ERROR + f64::from(f32::EPSILON) * BOX_ERROR;
    let min = aabb.min().0.mapped(|c| c.to_f64() as f32);
    let max = aabb.max().0.mapped(|c| c.to_f64() as f32);
    let size = (0..N).fold(size as f32, |sum, axis| sum + min[axis].abs() + max[axis].abs());
    if size < MAX_ROUNDED_COORDINATE {
        let margin = size * part as f32 + MIN_MARGIN as f32;
        return Aabb::ordered(min.mapped(|c| c - margin), max.mapped(|c| c + margin));
    }
    rounded_outwards_if_large(aabb, part)
}

/// Rounds a box outwards to `f32` and adds a margin, as [`rounded_outwards`] does. Used for coordinates that are so large that sums of them
/// could overflow in `f32`, and for infinite ones.
#[cold]
fn rounded_outwards_if_large<T: Scalar, const N: usize>(aabb: &Aabb<T, N>, part: f64) -> Aabb<f32, N> {
    let min = aabb.min().map(T::to_f64);
    let max = aabb.max().map(T::to_f64);
    let finite = min.0.into_iter().chain(max.0).filter(|c| c.is_finite());
    let margin = finite.fold(MIN_MARGIN, |sum, c| sum + c.abs() * part);
    let down = |c: f64| if f64::from(c as f32) > c { (c as f32).next_down() } else { c as f32 };
    let up = |c: f64| if f64::from(c as f32) < c { (c as f32).next_up() } else { c as f32 };
    Aabb::ordered(min.0.mapped(|c| down(c - margin)), max.0.mapped(|c| up(c + margin)))
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::Relate;
    use crate::box_tree::Hierarchy;
    use core::ops::ControlFlow;
    use fastrand::Rng;

    fn random_boxes(count: usize) -> Vec<Aabb<f64, 3>> {
        let mut rng = Rng::with_seed(count as u64);
        let mut point = |reach: f64| Vector([0; 3].map(|_| rng.f64() * reach));
        (0..count)
            .map(|_| {
                let corner = point(100.0);
                Aabb::new(corner, corner + point(2.0))
            })
            .collect()
    }

    /// The parts whose stored boxes meet a region, in ascending order.
    fn parts_in(bvh: &Bvh<f64, 3>, region: &Aabb<f64, 3>) -> Vec<usize> {
        let mut found = Vec::new();
        if let Some(nodes) = bvh.nodes() {
            let _ = nodes.each_intersecting(&rounded_outwards(region, 0.0), |position| {
                found.push(bvh.part(position));
                ControlFlow::Continue(())
            });
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn each_part_is_stored_once_and_found_where_it_is() {
        for count in [0, 1, 7, 8, 9, 16, 17, 63, 64, 65, 512, 513, 3000] {
            let boxes = random_boxes(count);
            let moved: Vec<_> = boxes.iter().map(|aabb| aabb.translated([300.0, 0.0, 0.0])).collect();
            let bvh = Bvh::new(count, |part| boxes[part]);
            let refitted = bvh.refitted(|part| moved[part]);
            assert_eq!(bvh.count(), count);
            for (bvh, boxes) in [(&bvh, &boxes), (&refitted, &moved)] {
                let all = boxes.iter().copied().reduce(|all, next| all.union(&next));
                assert_eq!(bvh.root_aabb(), all.as_ref());
                let whole = all.map_or(Vec::new(), |all| parts_in(bvh, &all));
                assert_eq!(whole, (0..count).collect::<Vec<_>>());
                for region in boxes.iter().step_by(7) {
                    let near: Vec<_> = (0..count).filter(|&part| boxes[part].intersects(region)).collect();
                    let found = parts_in(bvh, region);
                    assert!(near.iter().all(|part| found.contains(part)), "{near:?} {found:?}");
                    assert!(found.len() <= near.len() + 1, "{near:?} {found:?}");
                }
            }
        }
    }

    #[test]
    fn trees_take_at_most_40_bytes_per_part() {
        for count in [2_000, 4_097, 10_000] {
            let boxes = random_boxes(count);
            let bvh = Bvh::new(count, |part| boxes[part]);
            let bytes = bvh.nodes.capacity() * size_of::<Node<f32, 3>>() + bvh.order.capacity() * 4;
            assert!(bytes <= 40 * count, "{count} {bytes}");
        }
    }

    #[test]
    fn rounded_boxes_contain_the_boxes() {
        let numbers = [0.0, 1e-300, 0.1, 1.0 / 3.0, 16_777_217.0, 1e9 + 1.0 / 3.0, 1e30, 1e37, 3.5e38, 1e300];
        for low in numbers.map(|c: f64| -c).into_iter().chain(numbers).chain([f64::NEG_INFINITY]) {
            for high in numbers.into_iter().chain([f64::INFINITY]).filter(|high| *high >= low) {
                let rounded = rounded_outwards(&Aabb::<f64, 1>::new([low], [high]), 0.0);
                let [min, max] = [rounded.min(), rounded.max()].map(|corner| f64::from(corner[0]));
                assert!(min < low || min == f64::NEG_INFINITY, "{low} {min}");
                assert!(max > high || max == f64::INFINITY, "{high} {max}");
            }
        }
    }
}
