//! The cache of the obstacles near a mover. It is filled once, and used by all queries of a step.

use super::hit::Response;
use super::near_parts::{NearList, NearParts, with_parts};
use super::obstacle_entry::{
    DeepestParts, deepest_parts, entry_of, has_one_sided_faces, overlap_in_front, overlaps,
};
use super::obstacles::{
    Movable, Obstacle, Obstacles, inflated, largest_coordinate, longest_side, shape_aabb, swept_aabb,
};
use super::tolerance::AABB_ERROR;
use crate::composite::stored_extent;
use crate::query::overlap_time::{self, Entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Relate, Shape, Vector};
use core::cell::OnceCell;
use core::ops::Range;

/// The largest number of obstacles in the cache. If there are more near the mover, the cache is not used, and each query asks the caller's
/// world or slice of obstacles.
const CAPACITY: usize = 12;

/// The longest side of a region whose obstacles are cached, as a multiple of the longest side of the mover. The region is the AABB of the
/// path of the mover. A long oblique path passes through only a small part of its AABB, so the cache would contain many obstacles that are
/// not needed. Then each query visits only the obstacles along its own path instead.
const MAX_REGION: f64 = 16.0;

/// The margin of a cached region, as a fraction of its longest side. A step of a mover makes several queries: for each slide and bounce,
/// and for the floor. With the margin, most of them stay inside the region and find their obstacles in the cache.
const REGION_MARGIN: f64 = 1.0 / 16.0;

/// An additional margin of a cached region for integers and fixed point, in units of the smallest number of the scalar. Positions are
/// rounded to whole units, so queries may reach a few units beyond the computed path.
const EXTRA_QUANTA: f64 = 3.0;

/// An obstacle that the mover may hit, and the response of the mover to it.
pub(super) struct Candidate<'a, S: Scalar, const N: usize, I> {
    pub(super) id: I,
    pub(super) obstacle: Obstacle<'a, S, N>,
    pub(super) response: Response,
    /// The AABB of the obstacle; `None` for a composite shape, whose AABB is expensive to compute.
    aabb: Option<Aabb<f64, N>>,
    /// Whether the obstacle is a one-sided mesh or has one among its parts.
    pub(super) has_one_sided_faces: bool,
    /// Whether the obstacle is a box that `f64` represents exactly. If so, `aabb` is this box.
    is_box: bool,
    /// For a compound in the cache: the indices of its parts near the mover, in [`CacheStorage::parts`].
    near: Option<Range<usize>>,
    /// The candidate with the whole compound, if `obstacle` is only its parts near the mover.
    whole: Option<&'a Candidate<'a, S, N, I>>,
    /// For each part in `obstacle`, its index in the whole compound. Empty if `obstacle` is whole.
    part_indices: &'a [u32],
    /// The value of [`extent`](Self::extent) after it has been computed.
    extent: OnceCell<Option<Aabb<f64, N>>>,
}

impl<'a, S: Scalar, const N: usize, I> Candidate<'a, S, N, I> {
    /// Wraps an obstacle, with the id and the response of the user. If the obstacle is a sensor, the response is replaced by
    /// [`Response::Cross`].
    fn new(id: I, obstacle: Obstacle<'a, S, N>, response: Response) -> Self {
        let response = if obstacle.sensor { Response::Cross } else { response };
        let is_box = is_box(&obstacle.shape);
        let aabb = match &obstacle.shape {
            // The AABB of a composite shape is not computed, because that would visit every part of the shape.
            Shape::Compound(_) | Shape::Mask(_) | Shape::Placed(..) => None,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) => None,
            Shape::Aabb(_) => shape_aabb(&obstacle.shape),
            shape => stored_extent(shape).map(|aabb| {
                inflated(&aabb, largest_coordinate(&aabb) * S::Real::EPSILON.to_f64() * AABB_ERROR)
            }),
        };
        let extent = OnceCell::new();
        let has_one_sided_faces = obstacle.shape.has_one_sided_faces();
        Self {
            id,
            obstacle,
            response,
            aabb,
            has_one_sided_faces,
            is_box,
            near: None,
            whole: None,
            part_indices: &[],
            extent,
        }
    }

    /// An AABB of the whole obstacle; see [`stored_extent`]. Computed only once, because it may visit every part of a compound.
    pub(super) fn extent(&self) -> Option<Aabb<f64, N>> {
        let whole = self.whole.unwrap_or(self);
        *whole.extent.get_or_init(|| stored_extent(&whole.obstacle.shape))
    }

    /// Calls `each` with a compound that has only the given parts of this obstacle.
    #[cold]
    fn with_parts(&self, parts: NearList<'_, '_, S, N>, each: Visit<'_, S, N, I>) -> f64
    where
        I: Copy,
    {
        with_parts(&self.obstacle.shape, parts.shapes, |shape| {
            let obstacle = Obstacle { shape, ..self.obstacle };
            let Self { id, response, aabb, has_one_sided_faces, is_box, .. } = *self;
            let extent = OnceCell::new();
            let whole = Some(self);
            let part_indices = parts.indices;
            each(&Candidate {
                id,
                obstacle,
                response,
                aabb,
                has_one_sided_faces,
                is_box,
                near: None,
                whole,
                part_indices,
                extent,
            })
        })
    }

    /// The first entry of a mover into the obstacle while the mover moves by `step`. If the mover is a single box, `mover_box` is this box,
    /// and a faster test of two boxes is used where possible.
    pub(super) fn entry(
        &self,
        mover: &impl Movable<S, N>,
        mover_box: Option<&Aabb<f64, N>>,
        step: Vector<f64, N>,
    ) -> Option<Entry<N>> {
        if let (true, None, Some(aabb), Some(mover_box)) =
            (self.is_box, self.obstacle.one_way, &self.aabb, mover_box)
            && let Some(verdict) = overlap_time::of_boxes::<S, N>(mover_box, step, aabb)
        {
            return verdict;
        }
        let entry = entry_of(mover, step, &self.obstacle)?;
        Some(Entry { parts: self.whole_parts(entry.parts), ..entry })
    }

    /// The parts of a mover and of the whole obstacle. `parts` are those of the mover and of `obstacle`, which may be only the parts of a
    /// compound near the mover.
    pub(super) fn whole_parts(&self, [own, part]: [u32; 2]) -> [u32; 2] {
        [own, self.part_indices.get(part as usize).copied().unwrap_or(part)]
    }

    /// Whether a mover overlaps the obstacle. If the mover is a single box, `mover_box` is this box, and two boxes are compared where
    /// possible. Faces of one-sided meshes count as in [`overlap_in_front`].
    pub(super) fn overlaps<M: Movable<S, N>>(
        &self,
        mover: &M,
        mover_box: Option<&Aabb<f64, N>>,
        before: Option<&M>,
    ) -> bool {
        match (mover_box, &self.aabb) {
            (Some(mover_box), Some(aabb)) if self.is_box => mover_box.overlaps(aabb),
            _ if self.may_pass(mover) => overlap_in_front(mover, &self.obstacle.shape, before).is_some(),
            _ => overlaps(mover, &self.obstacle.shape),
        }
    }

    /// The deepest part of a mover in the obstacle. Faces of one-sided meshes count as in [`overlap_in_front`].
    pub(super) fn deepest_parts<M: Movable<S, N>>(
        &self,
        mover: &M,
        before: Option<&M>,
    ) -> Option<DeepestParts<N>> {
        match self.may_pass(mover) {
            true => overlap_in_front(mover, &self.obstacle.shape, before),
            false => deepest_parts(mover, &self.obstacle.shape),
        }
    }

    /// Whether the mover or the obstacle has faces of a one-sided mesh, which may let the mover through.
    fn may_pass(&self, mover: &impl Movable<S, N>) -> bool {
        self.has_one_sided_faces || has_one_sided_faces(mover)
    }

    /// Whether the entry of a mover into the obstacle is computed without a tolerance. This is the case if both are boxes of integers or
    /// fixed point: `f64` represents their coordinates and distances exactly. Boxes that overlap at the start are an exception, because
    /// another test, which has a tolerance, computes their entry.
    pub(super) fn is_exact(&self, mover_box: Option<&Aabb<f64, N>>) -> bool {
        match (mover_box, &self.aabb) {
            (Some(mover_box), Some(aabb)) => !S::IS_FLOAT && self.is_box && !mover_box.overlaps(aabb),
            _ => false,
        }
    }

    /// Whether the obstacle may touch a region. True if the AABB of the obstacle touches the region or is unknown.
    fn is_near(&self, region: &Aabb<f64, N>) -> bool {
        self.aabb.is_none_or(|aabb| aabb.intersects(region))
    }
}

/// Whether a shape is an AABB whose corners `f64` represents exactly.
fn is_box<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> bool {
    (S::IS_FLOAT || size_of::<S>() <= 4) && matches!(shape, Shape::Aabb(_))
}

/// Whether a mover is a single AABB whose corners `f64` represents exactly.
pub(super) fn is_single_box<S: Scalar, const N: usize>(mover: &impl Movable<S, N>) -> bool {
    let mut parts = 0;
    let mut boxes = 0;
    mover.each_part(&mut |part| {
        parts += 1;
        boxes += u32::from(is_box(&part));
    });
    (parts, boxes) == (1, 1)
}

/// The storage of the cache. It is separate from [`ObstacleCache`], so that moving the cache in memory does not copy the storage.
pub(super) struct CacheStorage<'a, S: Scalar, const N: usize, I> {
    candidates: [Option<Candidate<'a, S, N, I>>; CAPACITY],
    /// The parts of compounds near the mover. Queries visit only these parts.
    parts: NearParts<'a, S, N>,
}

/// The storage of an empty cache.
pub(super) fn empty_storage<'a, S: Scalar, const N: usize, I>() -> CacheStorage<'a, S, N, I> {
    // Each element is initialized by a closure. A constant array would be copied as a whole, although most elements of the cache are never
    // used.
    CacheStorage { candidates: core::array::from_fn(|_| None), parts: NearParts::new() }
}

/// The obstacles in a region around a mover, with the responses to them. Obstacles that the mover ignores are left out.
pub(super) struct ObstacleCache<'a, S: Scalar, const N: usize, O: Obstacles<S, N> + ?Sized> {
    obstacles: &'a O,
    respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
    /// The region whose obstacles are cached; `None` if nothing has been cached yet.
    region: Option<Aabb<f64, N>>,
    storage: &'a mut CacheStorage<'a, S, N, O::Id>,
    /// The number of cached obstacles. A number larger than [`CAPACITY`] means that the cache is not used: there are too many obstacles, or
    /// the region is too large.
    count: usize,
    /// The longest side of a region whose obstacles are cached. If a region is larger, nothing is cached, and each query visits the
    /// obstacles on its own path.
    max_region: f64,
    /// Whether the mover ignores one-way obstacles, because it drops through them.
    drop_through: bool,
}

/// A function that is called with each obstacle. It returns a fraction of the path: obstacles that the mover reaches later need not be
/// visited.
type Visit<'c, S, const N: usize, I> = &'c mut dyn FnMut(&Candidate<'_, S, N, I>) -> f64;

impl<'a, S: Scalar, const N: usize, O: Obstacles<S, N> + ?Sized> ObstacleCache<'a, S, N, O> {
    /// Creates an empty cache. `size` is the longest side of the mover. If `drop_through` is true, one-way obstacles are ignored.
    pub(super) fn new(
        obstacles: &'a O,
        respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
        storage: &'a mut CacheStorage<'a, S, N, O::Id>,
        size: f64,
        drop_through: bool,
    ) -> Self {
        let max_region = size * MAX_REGION;
        Self { obstacles, respond, region: None, storage, count: 0, max_region, drop_through }
    }

    /// Calls `each` with every obstacle that the box `aabb` may touch while it moves by `step`, except obstacles that the mover ignores.
    /// `each` returns a fraction of the step; obstacles that are reached later may be skipped.
    pub(super) fn each_along(
        &mut self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        each: Visit<'_, S, N, O::Id>,
    ) {
        let swept = swept_aabb(aabb, step);
        if self.covers(&swept) {
            for candidate in self.candidates().filter(|candidate| candidate.is_near(&swept)) {
                match &candidate.near {
                    Some(near) => candidate.with_parts(self.storage.parts.list(near.clone()), each),
                    None => each(candidate),
                };
            }
            return;
        }
        let Self { obstacles, respond, storage, drop_through, .. } = self;
        let mut limit = f64::INFINITY;
        obstacles.each_along(aabb, step, &mut |id, obstacle| {
            if !(*drop_through && obstacle.one_way.is_some())
                && let Some(response) = respond(id)
            {
                let candidate = Candidate::new(id, obstacle, response);
                limit = match storage.parts.replace(&candidate.obstacle.shape, &swept) {
                    Some(parts) => candidate.with_parts(parts, each),
                    None => each(&candidate),
                };
            }
            limit
        });
    }

    /// The cached obstacles.
    fn candidates(&self) -> impl Iterator<Item = &Candidate<'a, S, N, O::Id>> {
        self.storage.candidates[..self.count].iter().flatten()
    }

    /// Whether there may be an obstacle on the path of the box `aabb` whose response is [`Response::Cross`], so that the mover passes
    /// through it. The result may be true although there is none.
    pub(super) fn may_pass_through(&mut self, aabb: &Aabb<f64, N>, step: Vector<f64, N>) -> bool {
        let passes = |candidate: &Candidate<'a, S, N, O::Id>| candidate.response == Response::Cross;
        !self.covers(&swept_aabb(aabb, step)) || self.candidates().any(passes)
    }

    /// Whether the cached region contains no obstacles, apart from those that the mover ignores. False if the region was too large to
    /// cache.
    pub(super) fn is_empty(&self) -> bool {
        self.region.is_some() && self.count == 0
    }

    /// Whether certainly no obstacle touches a region. Obstacles that the mover ignores do not count. May be false although the region is
    /// free.
    pub(super) fn is_free(&mut self, region: &Aabb<f64, N>) -> bool {
        self.covers(region)
            && (self.count == 0 || !self.candidates().any(|candidate| candidate.is_near(region)))
    }

    /// Whether the cache contains all obstacles in a region. If the region is not inside the cached one, fills the cache first.
    fn covers(&mut self, region: &Aabb<f64, N>) -> bool {
        let low = region.min();
        let high = region.max();
        let holds = |all: &Aabb<f64, N>| {
            (0..N).all(|axis| all.min()[axis] <= low[axis] && high[axis] <= all.max()[axis])
        };
        if !self.region.as_ref().is_some_and(holds) {
            self.gather(region);
        }
        self.count <= CAPACITY
    }

    /// Fills the cache with all obstacles in a region and in a margin around it ([`REGION_MARGIN`] and [`EXTRA_QUANTA`]).
    pub(super) fn gather(&mut self, region: &Aabb<f64, N>) {
        let size = longest_side(region);
        let steps = if S::IS_FLOAT { 0.0 } else { EXTRA_QUANTA * S::QUANTUM };
        let region = inflated(region, size * REGION_MARGIN + steps);
        self.region = Some(region);
        self.count = if size > self.max_region { CAPACITY + 1 } else { 0 };
        if self.count > 0 {
            return;
        }
        let Self { obstacles, respond, storage, count, drop_through, .. } = self;
        storage.parts.truncate(0);
        obstacles.each_along(&region, Vector::ZERO, &mut |id, obstacle| {
            if *count <= CAPACITY
                && !(*drop_through && obstacle.one_way.is_some())
                && let Some(response) = respond(id)
            {
                if let Some(entry) = storage.candidates.get_mut(*count) {
                    let near = storage.parts.add(&obstacle.shape, &region);
                    *entry = Some(Candidate { near, ..Candidate::new(id, obstacle, response) });
                }
                *count += 1;
            }
            if *count > CAPACITY { f64::NEG_INFINITY } else { f64::INFINITY }
        });
    }
}
