//! Trees of boxes with up to eight entries per node: the nodes, the lower bounds of eight boxes at once, bulk loading and searches. The
//! dynamic [`Tree`](crate::broad_phase::Tree) of the broad phase and the static [`Bvh`](crate::shape::bvh::Bvh) of the parts of a shape
//! share them.

mod bulk_load;
mod lower_bound;
mod node;
mod search;

pub(crate) use bulk_load::{NodeStore, build_leaves, build_tree, leaf_count, twice_center};
pub(crate) use lower_bound::{
    BoxDistance, CastTime, ClosureBound, EntryBounds, LowerBound, RayTime, limit, signed_square,
};
pub(crate) use node::{EntrySet, Node, WIDTH, side_sum};
pub(crate) use search::{Hierarchy, Nodes};
