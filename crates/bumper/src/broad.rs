//! The broad phase: which of many shapes may meet, by their bounding boxes. Needs the feature `alloc`.
//!
//! ```
//! use bumper::{Aabb, broad::Tree};
//!
//! let boxes = [Aabb::new([0i16, 0], [9, 9]), Aabb::new([50, 0], [59, 9]), Aabb::new([8, 8], [20, 20])];
//! let tree = Tree::from_iter(boxes);
//! let mut found = Vec::new();
//! tree.intersect_all(&Aabb::new([7, 7], [10, 10]), |key| found.push(key));
//! found.sort();
//! assert_eq!(found, [0, 2]);
//! ```

mod batch;
mod build;
mod moves;
mod near;
mod node;
mod pairs;
#[cfg(feature = "rayon")]
mod parallel;
mod row;
mod search;
mod sort;
mod tree;

pub use batch::{Batch, Lanes};
pub use pairs::AllPairs;
pub use tree::{NotANumber, Tree};
pub(crate) use {sort::sort, sort::sort_by_upper, tree::reserve};
