//! The broad phase: finds the shapes that may touch by comparing their bounding boxes. Needs the feature `alloc`.
//!
//! [`Tree`] is a dynamic bounding volume hierarchy, [`AllPairs`] finds all overlapping pairs of a list of boxes, and [`Batch`] tests one
//! shape against a list of many.
//!
//! ```
//! use bumper::{Aabb, broad_phase::Tree};
//!
//! let boxes = [Aabb::new([0i16, 0], [9, 9]), Aabb::new([50, 0], [59, 9]), Aabb::new([8, 8], [20, 20])];
//! let tree = Tree::from_iter(boxes);
//! let mut found = Vec::new();
//! tree.each_intersecting(&Aabb::new([7, 7], [10, 10]), |key| found.push(key));
//! found.sort();
//! assert_eq!(found, [0, 2]);
//! ```

mod all_pairs;
mod batch;
pub(crate) mod best;
mod bulk_load;
mod cell_sweep;
mod mixed_tree;
#[cfg(feature = "rayon")]
mod parallel;
mod queries;
mod radix_sort;
mod tree;
mod updates;

pub use all_pairs::AllPairs;
pub use batch::{Batch, BatchShape};
pub(crate) use mixed_tree::MixedTree;
pub(crate) use radix_sort::{sort, sort_by_upper};
pub(crate) use tree::reserve_quarter;
pub use tree::{NotANumber, Tree};
