//! The obstacles near a mover during a step: gathered once, and cached for all queries of the step.

use super::hit::Response;
use super::obstacles::{Movable, Obstacle, Obstacles, box_of, grown, largest, longest, swept};
use super::tolerance::EXTENT;
use super::vectors::{entry_of, overlaps};
use crate::query::overlap_time::{self, Entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Relate, Shape, Vector};

/// The largest number of obstacles that are cached. If there are more, each query visits all obstacles.
const KEPT: usize = 12;

/// The largest size of a region that is gathered as a whole, in sizes of the mover. A longer path covers only a small part of its AABB, so
/// each query follows the path instead.
const LONG: f64 = 16.0;

/// The margin of a gathered region, as a fraction of its longest side, so that the next query finds its answer in the cache.
const MORE: f64 = 1.0 / 16.0;

/// The additional margin for integers and fixed point, in their smallest steps.
const STEPS: f64 = 3.0;

/// An obstacle, and the mover's response to it.
pub(super) struct Candidate<'a, S: Scalar, const N: usize, I> {
    pub(super) id: I,
    pub(super) obstacle: Obstacle<'a, S, N>,
    pub(super) response: Response,
    /// The AABB of the obstacle, if it is cheap to compute.
    extent: Option<Aabb<f64, N>>,
    /// Whether the obstacle is exactly that box.
    is_box: bool,
}

impl<'a, S: Scalar, const N: usize, I> Candidate<'a, S, N, I> {
    fn new(id: I, obstacle: Obstacle<'a, S, N>, response: Response) -> Self {
        let response = if obstacle.sensor { Response::Cross } else { response };
        let is_box = is_box(&obstacle.shape);
        let extent = match &obstacle.shape {
            // The AABB of these would require a visit of every part.
            Shape::Compound(_) | Shape::Mask(_) | Shape::Placed(..) => None,
            #[cfg(feature = "alloc")]
            Shape::Region(_) => None,
            shape => box_of(shape).map(|extent| match shape {
                Shape::Aabb(_) => extent,
                _ => grown(&extent, largest(&extent) * S::Real::EPSILON.to_f64() * EXTENT),
            }),
        };
        Self { id, obstacle, response, extent, is_box }
    }

    /// The first entry of a mover into the obstacle; `own` is the mover if it is a box.
    pub(super) fn entry(
        &self,
        mover: &impl Movable<S, N>,
        own: Option<&Aabb<f64, N>>,
        step: Vector<f64, N>,
    ) -> Option<Entry<N>> {
        if let (true, None, Some(extent), Some(own)) = (self.is_box, self.obstacle.one_way, &self.extent, own)
            && let Some(verdict) = overlap_time::of_boxes::<S, N>(own, step, extent)
        {
            return verdict;
        }
        entry_of(mover, step, &self.obstacle)
    }

    /// Whether a mover overlaps the obstacle; `own` is the mover if it is a box.
    pub(super) fn overlaps(&self, mover: &impl Movable<S, N>, own: Option<&Aabb<f64, N>>) -> bool {
        match (own, &self.extent) {
            (Some(own), Some(extent)) if self.is_box => own.overlaps(extent),
            _ => overlaps(mover, &self.obstacle.shape),
        }
    }

    /// Whether the sweep of a mover against the obstacle is exact: for boxes of integers that do not overlap at the start, and whose
    /// coordinates and times of impact `f64` distinguishes.
    pub(super) fn is_exact(&self, own: Option<&Aabb<f64, N>>) -> bool {
        match (own, &self.extent) {
            (Some(own), Some(extent)) => !S::IS_FLOAT && self.is_box && !own.overlaps(extent),
            _ => false,
        }
    }

    /// Whether the obstacle may touch the contents of a box.
    fn is_near(&self, region: &Aabb<f64, N>) -> bool {
        self.extent.is_none_or(|extent| extent.intersects(region))
    }
}

/// Whether a shape is an AABB whose corners `f64` represents exactly.
fn is_box<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> bool {
    (S::IS_FLOAT || size_of::<S>() <= 4) && matches!(shape, Shape::Aabb(_))
}

/// Whether a mover is a single AABB whose corners `f64` represents exactly.
pub(super) fn is_one_box<S: Scalar, const N: usize>(mover: &impl Movable<S, N>) -> bool {
    let (mut parts, mut boxes) = (0, 0);
    mover.each_part(&mut |part| {
        parts += 1;
        boxes += u32::from(is_box(&part));
    });
    (parts, boxes) == (1, 1)
}

/// The storage of the cache. It is not part of [`Near`], so that moving that does not copy it.
pub(super) type Kept<'a, S, const N: usize, I> = [Option<Candidate<'a, S, N, I>>; KEPT];

/// An empty cache.
pub(super) fn none<'a, S: Scalar, const N: usize, I>() -> Kept<'a, S, N, I> {
    // Initialized element by element: a constant array would be copied as a whole, although most of it is unused.
    core::array::from_fn(|_| None)
}

/// The obstacles in a region around a mover.
pub(super) struct Near<'a, S: Scalar, const N: usize, O: Obstacles<S, N> + ?Sized> {
    obstacles: &'a O,
    respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
    region: Option<Aabb<f64, N>>,
    kept: &'a mut Kept<'a, S, N, O::Id>,
    /// The number of obstacles; larger than the capacity if they do not fit.
    count: usize,
    /// The longest side of a region that is gathered as a whole.
    longest: f64,
}

/// A callback for an obstacle. It returns the time after which other obstacles do not matter.
type Each<'c, 'a, S, const N: usize, I> = &'c mut dyn FnMut(&Candidate<'a, S, N, I>) -> f64;

impl<'a, S: Scalar, const N: usize, O: Obstacles<S, N> + ?Sized> Near<'a, S, N, O> {
    pub(super) fn new(
        obstacles: &'a O,
        respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
        kept: &'a mut Kept<'a, S, N, O::Id>,
        size: f64,
    ) -> Self {
        Self { obstacles, respond, region: None, kept, count: 0, longest: size * LONG }
    }

    /// Calls `each` with every obstacle that is not ignored and that a box may touch on its path. `each` returns the fraction of the path
    /// after which other obstacles do not matter.
    pub(super) fn along(
        &mut self,
        around: &Aabb<f64, N>,
        step: Vector<f64, N>,
        each: Each<'_, 'a, S, N, O::Id>,
    ) {
        let swept = swept(around, step);
        if self.knows(&swept) {
            let near = self.kept[..self.count].iter().flatten().filter(|candidate| candidate.is_near(&swept));
            near.for_each(|candidate| _ = each(candidate));
            return;
        }
        let (respond, mut limit) = (&mut *self.respond, f64::INFINITY);
        self.obstacles.along(around, step, &mut |id, obstacle| {
            if let Some(response) = respond(id) {
                limit = each(&Candidate::new(id, obstacle, response));
            }
            limit
        });
    }

    /// Whether there may be an obstacle on a path that the mover passes through.
    pub(super) fn crosses(&mut self, around: &Aabb<f64, N>, step: Vector<f64, N>) -> bool {
        let crosses = |kept: &Candidate<'a, S, N, O::Id>| kept.response == Response::Cross;
        !self.knows(&swept(around, step)) || self.kept[..self.count].iter().flatten().any(crosses)
    }

    /// Whether the last gathered region contains no obstacle, except ignored ones. False if it was too large to gather.
    pub(super) fn is_empty(&self) -> bool {
        self.region.is_some() && self.count == 0
    }

    /// Whether no obstacle, except ignored ones, is near a region.
    pub(super) fn is_free(&mut self, region: &Aabb<f64, N>) -> bool {
        self.knows(region)
            && (self.count == 0 || !self.kept[..self.count].iter().flatten().any(|kept| kept.is_near(region)))
    }

    /// Whether all obstacles in a region are cached. Gathers them if necessary.
    fn knows(&mut self, region: &Aabb<f64, N>) -> bool {
        let (low, high) = (region.min(), region.max());
        let holds = |all: &Aabb<f64, N>| {
            (0..N).all(|axis| all.min()[axis] <= low[axis] && high[axis] <= all.max()[axis])
        };
        if !self.region.as_ref().is_some_and(holds) {
            self.gather(region);
        }
        self.count <= KEPT
    }

    /// Caches all obstacles in a region and in a margin around it, which covers the rounding of steps.
    pub(super) fn gather(&mut self, region: &Aabb<f64, N>) {
        let size = longest(region);
        let steps = if S::IS_FLOAT { 0.0 } else { STEPS * S::QUANTUM };
        let region = grown(region, size * MORE + steps);
        self.region = Some(region);
        self.count = if size > self.longest { KEPT + 1 } else { 0 };
        if self.count > 0 {
            return;
        }
        let Self { obstacles, respond, kept, count, .. } = self;
        obstacles.along(&region, Vector::default(), &mut |id, obstacle| {
            if *count <= KEPT
                && let Some(response) = respond(id)
            {
                if let Some(place) = kept.get_mut(*count) {
                    *place = Some(Candidate::new(id, obstacle, response));
                }
                *count += 1;
            }
            if *count > KEPT { f64::NEG_INFINITY } else { f64::INFINITY }
        });
    }
}
