//! What is near a mover in a step: looked for once, and kept for all that the step asks.

use super::hit::Response;
use super::obstacles::{Movable, Obstacle, Obstacles, box_of, grown, largest, longest, swept};
use super::tolerance::EXTENT;
use super::vectors::{entry_of, overlaps};
use crate::query::entry::{self, Entry};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Relate, Shape, Vector};

/// How many obstacles are kept. Where there are more, each question goes to all obstacles.
const KEPT: usize = 12;

/// Up to how many times as long as the mover a region is looked at as a whole: a long way leads through a small part of the box around
/// it, and each question goes along the way.
const LONG: f64 = 16.0;

/// How much more than what is asked for is looked at, as a part of its longest side, so that the next question finds its answer.
const MORE: f64 = 1.0 / 16.0;

/// The same with whole numbers, in their steps.
const STEPS: f64 = 3.0;

/// An obstacle, and what the mover does at it.
pub(super) struct Candidate<'a, S: Scalar, const N: usize, I> {
    pub(super) id: I,
    pub(super) obstacle: Obstacle<'a, S, N>,
    pub(super) response: Response,
    /// The box around it, where that is had at once.
    extent: Option<Aabb<f64, N>>,
    /// Whether it is that box, to the last digit.
    is_box: bool,
}

impl<'a, S: Scalar, const N: usize, I> Candidate<'a, S, N, I> {
    fn new(id: I, obstacle: Obstacle<'a, S, N>, response: Response) -> Self {
        let response = if obstacle.sensor { Response::Cross } else { response };
        let is_box = is_box(&obstacle.shape);
        let extent = match &obstacle.shape {
            // Of these it takes a look at every part.
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

    /// How a mover first enters it; `own` is the mover where that is a box.
    pub(super) fn entry(
        &self,
        mover: &impl Movable<S, N>,
        own: Option<&Aabb<f64, N>>,
        step: Vector<f64, N>,
    ) -> Option<Entry<N>> {
        if let (true, None, Some(extent), Some(own)) = (self.is_box, self.obstacle.one_way, &self.extent, own)
            && let Some(verdict) = entry::of_boxes::<S, N>(own, step, extent)
        {
            return verdict;
        }
        entry_of(mover, step, &self.obstacle)
    }

    /// Whether a mover overlaps it; `own` is the mover where that is a box.
    pub(super) fn overlaps(&self, mover: &impl Movable<S, N>, own: Option<&Aabb<f64, N>>) -> bool {
        match (own, &self.extent) {
            (Some(own), Some(extent)) if self.is_box => own.overlaps(extent),
            _ => overlaps(mover, &self.obstacle.shape),
        }
    }

    /// Whether the sweep of a mover tells all of it: of whole numbers that `f64` tells all times of apart that matter, and boxes that are
    /// beside each other.
    pub(super) fn is_exact(&self, own: Option<&Aabb<f64, N>>) -> bool {
        match (own, &self.extent) {
            (Some(own), Some(extent)) => !S::IS_FLOAT && self.is_box && !own.overlaps(extent),
            _ => false,
        }
    }

    /// Whether it may touch what is in a box.
    fn is_near(&self, region: &Aabb<f64, N>) -> bool {
        self.extent.is_none_or(|extent| extent.intersects(region))
    }
}

/// Whether a shape is a box whose corners `f64` holds.
fn is_box<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> bool {
    (S::IS_FLOAT || size_of::<S>() <= 4) && matches!(shape, Shape::Aabb(_))
}

/// Whether a mover is such a box.
pub(super) fn is_one_box<S: Scalar, const N: usize>(mover: &impl Movable<S, N>) -> bool {
    let (mut parts, mut boxes) = (0, 0);
    mover.each_part(&mut |part| {
        parts += 1;
        boxes += u32::from(is_box(&part));
    });
    (parts, boxes) == (1, 1)
}

/// Room for those that are kept. It is not in [`Near`], which would move it about.
pub(super) type Kept<'a, S, const N: usize, I> = [Option<Candidate<'a, S, N, I>>; KEPT];

/// No obstacles yet.
pub(super) fn none<'a, S: Scalar, const N: usize, I>() -> Kept<'a, S, N, I> {
    // Written one by one: a constant array would be copied whole, and most of it holds nothing.
    core::array::from_fn(|_| None)
}

/// The obstacles in a region around a mover.
pub(super) struct Near<'a, S: Scalar, const N: usize, O: Obstacles<S, N> + ?Sized> {
    obstacles: &'a O,
    respond: &'a mut dyn FnMut(O::Id) -> Option<Response>,
    region: Option<Aabb<f64, N>>,
    kept: &'a mut Kept<'a, S, N, O::Id>,
    /// How many there are; more than can be kept, where there are too many.
    count: usize,
    /// The longest side of a region that is looked at as a whole.
    longest: f64,
}

/// What is called with an obstacle.
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

    /// Calls `each` with every obstacle that a box may come to touch on its way, and that has a say; it returns after which part of the
    /// way others do not matter.
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

    /// Whether there may be something on a way that is passed.
    pub(super) fn crosses(&mut self, around: &Aabb<f64, N>, step: Vector<f64, N>) -> bool {
        let crosses = |kept: &Candidate<'a, S, N, O::Id>| kept.response == Response::Cross;
        !self.knows(&swept(around, step)) || self.kept[..self.count].iter().flatten().any(crosses)
    }

    /// Whether it is known that nothing that has a say is in the region that was looked at last.
    pub(super) fn is_empty(&self) -> bool {
        self.region.is_some() && self.count == 0
    }

    /// Whether nothing at all that has a say is near a region.
    pub(super) fn is_free(&mut self, region: &Aabb<f64, N>) -> bool {
        self.knows(region)
            && (self.count == 0 || !self.kept[..self.count].iter().flatten().any(|kept| kept.is_near(region)))
    }

    /// Whether all that is in a region is kept; it is looked for, if that has not been done.
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

    /// Looks for all that is in a region, and a little around it: what rounding adds to a step is within.
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
