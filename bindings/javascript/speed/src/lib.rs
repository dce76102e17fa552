//! The parts of the module that are optimised for speed, while the rest is optimised for size. Only what is called for thousands of
//! objects in a frame belongs here. Nothing here is generic, because the crate that uses a generic function compiles it.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "bodies")]
pub mod bodies;

use engine::broad_phase::AllPairs;
use engine::world::{ColliderError, Id, IntersectionEvent, World};
use engine::{Aabb, PolygonBuf, PolygonError, Relate, ShapeBuf};

/// The buffers of a search for pairs of boxes, which are kept for the next one.
#[derive(Debug, Default)]
pub struct BoxPairs {
    /// The boxes of a search.
    pub boxes: Vec<Aabb<f64, 2>>,
    all_pairs: AllPairs<f64, 2>,
}

impl BoxPairs {
    /// Reads boxes of four words each: x, y, width, height. Returns false if a number is NaN or infinite or a size is negative.
    #[must_use]
    pub fn read(&mut self, words: &[[f64; 4]]) -> bool {
        self.boxes.clear();
        self.boxes.extend(words.iter().map(|[x, y, width, height]| {
            let max = [x + width, y + height];
            Aabb::new([*x, *y], max)
        }));
        // Zero times a number is NaN if the number is NaN or infinite.
        let is_valid = |[x, y, width, height]: &[f64; 4]| {
            (x + width) * 0.0 == 0.0 && (y + height) * 0.0 == 0.0 && *width >= 0.0 && *height >= 0.0
        };
        words.iter().all(is_valid)
    }

    /// Appends the indices of all pairs of boxes that touch or overlap, or only overlap: two for each pair, the smaller one first.
    pub fn find(&mut self, touching: bool, pairs: &mut Vec<u32>) {
        let Self { boxes, all_pairs } = self;
        all_pairs.find(boxes, |a, b| {
            if touching || boxes[a].overlaps(&boxes[b]) {
                pairs.extend([a.min(b) as u32, a.max(b) as u32]);
            }
        });
    }
}

/// Convex polygons with at most this number of corners are stored without the heap.
pub const FEW_CORNERS: usize = 16;

/// Makes a convex polygon from its corners.
///
/// # Errors
/// [`PolygonError`] if the corners do not form a convex polygon, or if there are more than [`FEW_CORNERS`].
pub fn polygon(corners: &[[f64; 2]]) -> Result<PolygonBuf<f64, FEW_CORNERS>, PolygonError> {
    PolygonBuf::new(corners.iter().copied())
}

/// The items of a world.
pub type Items = World<f64, 2, ShapeBuf<f64, 2>>;

/// Updates the events of a world: see [`World::update`].
pub fn update(items: &mut Items) -> &[IntersectionEvent] {
    items.update()
}

/// Replaces the shape of an item: see [`World::set_shape`].
///
/// # Errors
/// The errors of [`World::set_shape`].
pub fn set_shape(items: &mut Items, id: Id, shape: ShapeBuf<f64, 2>) -> Result<(), ColliderError> {
    items.set_shape(id, shape)
}

/// Moves an item: see [`World::move_by`].
///
/// # Errors
/// The errors of [`World::move_by`].
pub fn move_by(items: &mut Items, id: Id, offset: [f64; 2]) -> Result<(), ColliderError> {
    items.move_by(id, offset)
}
