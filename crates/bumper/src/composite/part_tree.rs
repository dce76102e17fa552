//! The tree of the boxes of the parts of a shape, which searches traverse.

use super::node_cost::NodeCost;
use crate::Aabb;
use crate::box_tree::{Hierarchy, Node, Nodes};
use crate::scalar::{Real, Scalar};
use crate::shape::bvh::{Bvh, rounded_outwards};
use crate::shape::height_field::HeightFieldTree;
use crate::view::{Parts, ShapeView};
use core::ops::Deref;

/// The bounding volume hierarchy (BVH) of the parts of a shape, in local space. The keys of its leaves are positions of parts. Its boxes have
/// a margin for the rounding errors of queries.
#[derive(Clone, Copy)]
pub(crate) enum PartTree<'a, S: Scalar, const N: usize> {
    Stored {
        nodes: Nodes<'a, f32, N>,
        /// The bounding box of all parts, without a margin.
        bounds: &'a Aabb<S::Real, N>,
    },
    /// The faces of a height field, whose boxes are computed.
    HeightField(HeightFieldTree<'a, S, N>),
}

impl<'a, S: Scalar, const N: usize> PartTree<'a, S, N> {
    /// The tree with stored nodes; `None` if no boxes are stored.
    #[inline]
    fn stored(bvh: &'a Bvh<S::Real, N>) -> Option<Self> {
        Some(Self::Stored { nodes: bvh.nodes()?, bounds: bvh.root_aabb()? })
    }

    /// The bounding box of all parts.
    #[inline]
    pub(crate) fn bounds(&self) -> Aabb<S::Real, N> {
        match self {
            Self::Stored { bounds, .. } => **bounds,
            Self::HeightField(tree) => tree.bounds(),
        }
    }

    /// The tree for a search of the parts whose cost is at most `limit`. For a height field, it covers only the cells where such parts can
    /// be, so that the search descends through fewer levels.
    #[inline]
    pub(crate) fn near(self, cost: &NodeCost<N>, limit: f64) -> Self {
        match self {
            Self::Stored { .. } => self,
            Self::HeightField(tree) => {
                let bounds = rounded_outwards(&tree.bounds(), 0.0);
                cost.region(limit, &bounds).map_or(self, |region| self.within(&region))
            }
        }
    }

    /// The tree for a search of the parts whose boxes meet `region`. For a height field, it covers only the cells there.
    #[inline]
    pub(crate) fn within(self, region: &Aabb<f32, N>) -> Self {
        match self {
            Self::Stored { .. } => self,
            Self::HeightField(tree) => Self::HeightField(tree.near(region)),
        }
    }
}

/// A stored node, or one that was computed for this visit.
pub(crate) enum PartNode<'a, const N: usize> {
    Stored(&'a Node<f32, N>),
    Computed(Node<f32, N>),
}

impl<const N: usize> Deref for PartNode<'_, N> {
    type Target = Node<f32, N>;
    #[inline]
    fn deref(&self) -> &Node<f32, N> {
        match self {
            Self::Stored(node) => node,
            Self::Computed(node) => node,
        }
    }
}

impl<'a, S: Scalar, const N: usize> Hierarchy<f32, N> for PartTree<'a, S, N> {
    type Node = PartNode<'a, N>;

    #[inline]
    fn root(&self) -> u32 {
        match self {
            Self::Stored { nodes, .. } => nodes.root(),
            Self::HeightField(tree) => tree.root(),
        }
    }

    #[inline]
    fn height(&self) -> u32 {
        match self {
            Self::Stored { nodes, .. } => nodes.height(),
            Self::HeightField(tree) => tree.height(),
        }
    }

    #[inline]
    fn node(&self, index: u32, level: u32) -> PartNode<'a, N> {
        match self {
            Self::Stored { nodes, .. } => PartNode::Stored(nodes.node(index, level)),
            Self::HeightField(tree) => PartNode::Computed(tree.node(index, level)),
        }
    }
}

impl<'a, S: Scalar, const N: usize> Parts<'a, S, N> {
    /// The tree of the parts. `None` for masks, for shapes that do not own their parts, and for a group with a pose and a single part, whose
    /// tree would prune nothing.
    #[inline]
    pub(crate) fn tree(&self) -> Option<PartTree<'a, S, N>> {
        match self {
            Parts::Compound(_) | Parts::Mask(..) => None,
            Parts::Group(group) => PartTree::stored(group.bvh()),
            Parts::Region(region) => PartTree::stored(region.bvh()),
            Parts::Mesh(mesh) => PartTree::stored(mesh.bvh()),
            Parts::HeightField(field) => Some(PartTree::HeightField(HeightFieldTree::new(field))),
        }
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> ShapeView<'a, S, R, N> {
    /// The tree of the parts, see [`Parts::tree`].
    #[inline]
    pub(crate) fn tree(&self) -> Option<PartTree<'a, S, N>> {
        match self {
            ShapeView::Convex(_) => None,
            ShapeView::Parts(parts, _) => parts.tree(),
        }
    }
}
