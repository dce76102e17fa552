//! Searches among the pixels of masks. Rectangles of pixels (frames) are halved again and again, down to single pixels. Of two halves, the
//! one with the smaller lower bound of the searched value is visited first.

mod deepest;

use self::deepest::{RotatedGrids, part_near};
use super::grid::PixelGrid;
use super::slabs::Slabs;
use super::{BoundedView, Search, bound_in_order, bounds, may_be_best};
use crate::composite::tolerance::{PIXEL_BOUND_ERROR, UNDERFLOW_LENGTH};
use crate::mask::Frame;
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Parts, ShapeView};
use crate::{Aabb, Pose, Relate, Sprite, Vector};

/// The capacity of a stack of frames of one mask. Each halving pushes one frame. A frame can be halved 32 times, because the width and the
/// height of a mask have 16 bits each.
const HALVINGS: usize = 33;

/// Visits the pairs of pixels of two operands. Neither operand is a list. An operand that is not a mask is visited as a whole.
pub(super) fn descend<S: Scalar, R: Real, const N: usize>(
    a: &BoundedView<'_, S, R, N>,
    b: &BoundedView<'_, S, R, N>,
    search: &mut dyn Search<S, R, N>,
) {
    match (&a.view, &b.view) {
        (ShapeView::Parts(Parts::Mask(p, frame), pose), ShapeView::Parts(Parts::Mask(q, other), turned)) => {
            let pixels = [Pixels::new(p, pose.as_ref(), a.part), Pixels::new(q, turned.as_ref(), b.part)];
            visit_masks(pixels, [*frame, *other], [&a.bounds, &b.bounds], search);
        }
        (ShapeView::Parts(Parts::Mask(sprite, frame), pose), _) => {
            visit_mask(&Pixels::new(sprite, pose.as_ref(), a.part), *frame, b, true, search)
        }
        (_, ShapeView::Parts(Parts::Mask(sprite, frame), pose)) => {
            visit_mask(&Pixels::new(sprite, pose.as_ref(), b.part), *frame, a, false, search)
        }
        _ => search.visit_pair(&a.view, &b.view, [a.part, b.part]),
    }
}

/// A mask whose pixels are searched, and its pose.
struct Pixels<'p, 'a, S: Scalar, R, const N: usize> {
    sprite: &'p Sprite<'a, S, N>,
    pose: Option<&'p Pose<R, N>>,
    grid: PixelGrid<R>,
    /// The index of the mask in the whole shape, as in [`PartIndices`](super::PartIndices).
    part: Option<u32>,
}

impl<'p, 'a, S: Scalar, R: Real, const N: usize> Pixels<'p, 'a, S, R, N> {
    fn new(sprite: &'p Sprite<'a, S, N>, pose: Option<&'p Pose<R, N>>, part: Option<u32>) -> Self {
        Self { sprite, pose, grid: PixelGrid::new(sprite), part }
    }

    /// The AABB of a rectangle of pixels after the pose of the mask is applied.
    #[inline]
    fn bounds(&self, frame: Frame) -> Aabb<R, N> {
        bounds::box_aabb(&self.sprite.box_of(frame), self.pose)
    }

    fn pixel(&self, frame: Frame) -> ShapeView<'a, S, R, N> {
        ShapeView::Convex(Convex::of_box(&self.sprite.box_of(frame), self.pose))
    }

    /// The index of the pixel in a frame of one pixel: that of the mask if it is a part of a shape, otherwise that in the mask.
    fn part_index(&self, frame: Frame) -> Option<u32> {
        let [x, y] = frame.min;
        self.part.or_else(|| Some(self.sprite.mask().pixel_index(x, y)))
    }

    #[inline]
    fn any_in(&self, frame: Frame) -> bool {
        self.sprite.mask().any_in(frame)
    }

    /// Cuts off the pixels of `frame` that are farther from the other operand than the best pair so far. `other` is the AABB of the other
    /// operand. Returns the whole frame if the mask has a pose, or if the search does not order pairs by their separation.
    fn cut(&self, frame: Frame, other: &Aabb<R, N>, search: &dyn Search<S, R, N>) -> Frame {
        let best = search.best();
        // The condition `!(best < …)` is also true if `best` is NaN. `best >= …` would not be.
        if !search.orders_by_separation() || self.pose.is_some() || !(best < R::from_f64(f32::MAX.into())) {
            return frame;
        }
        let size = |v: Vector<R, N>| v.0.iter().fold(R::ZERO, |sum, c| sum + c.abs());
        let error = (size(other.min()) + size(other.max())) * R::EPSILON * R::from_f64(PIXEL_BOUND_ERROR);
        let margin = Vector::splat(error + R::ZERO.max(best));
        self.sprite.part_in(frame, &Aabb::new(other.min() - margin, other.max() + margin))
    }
}

/// A stack of postponed frames (or pairs of frames) with their lower bounds.
struct FrameStack<R, T, const M: usize> {
    frames: [(R, T); M],
    count: usize,
}

impl<R: Real, T: Copy, const M: usize> FrameStack<R, T, M> {
    #[inline]
    fn new(any: T) -> Self {
        Self { frames: [(R::ZERO, any); M], count: 0 }
    }

    /// Chooses the half of a frame that the search visits next: the one with the smaller lower bound. The other half is pushed on the
    /// stack. `halves` are the two halves with their lower bounds; a pruned half is `None`.
    #[inline]
    fn better(&mut self, halves: [Option<(R, T)>; 2]) -> Option<T> {
        match halves {
            [Some(a), Some(b)] => {
                let (better, worse) = if b.0 < a.0 { (b, a) } else { (a, b) };
                if let Some(position) = self.frames.get_mut(self.count) {
                    *position = worse;
                    self.count += 1;
                }
                Some(better.1)
            }
            [a, b] => a.or(b).map(|(_, half)| half),
        }
    }

    /// Pops the top of the stack, skipping entries that can no longer contain a better pair of pixels. `None` if no entry is left.
    #[inline]
    fn pop<S: Scalar, const N: usize>(&mut self, search: &dyn Search<S, R, N>) -> Option<T> {
        while self.count > 0 {
            self.count -= 1;
            let (bound, item) = self.frames[self.count];
            if may_be_best(search.best(), bound) {
                return Some(item);
            }
        }
        None
    }
}

/// A lower bound of the searched value for all pairs of pixels in two frames. `gap` is the computed lower bound of the separation of such
/// pixels. Rounding may have made it too large by `error`, so `error` is subtracted. After the search has found a first pair, `error` is
/// not subtracted any more. The search may then miss a pair that is better by less than `error`. But it skips the many pairs of pixels that
/// are equally good.
#[inline]
fn bound_with_error<S: Scalar, R: Real, const N: usize>(search: &dyn Search<S, R, N>, gap: R, error: R) -> R {
    search.bound_of_separation(if search.has_found() { gap } else { gap - error })
}

/// Visits the pairs of a pixel of a mask and the whole other operand. `first` says whether the mask is the first of the two operands.
fn visit_mask<S: Scalar, R: Real, const N: usize>(
    pixels: &Pixels<'_, '_, S, R, N>,
    frame: Frame,
    other: &BoundedView<'_, S, R, N>,
    first: bool,
    search: &mut dyn Search<S, R, N>,
) {
    let frame = pixels.cut(frame, &other.bounds, search);
    if !pixels.any_in(frame) {
        return;
    }
    let slabs = search.orders_by_separation().then(|| Slabs::new(other, pixels.pose, &pixels.grid));
    let bound = |search: &dyn Search<S, R, N>, frame: Frame| match &slabs {
        Some(slabs) => {
            bound_with_error::<S, R, N>(search, slabs.separation_bound(&pixels.grid, frame), slabs.error)
        }
        None => bound_in_order(search, first, &pixels.bounds(frame), &other.bounds),
    };
    let mut postponed = FrameStack::<_, _, HALVINGS>::new(frame);
    let mut next = Some(frame);
    while let Some(frame) = next.take().or_else(|| postponed.pop(search)) {
        if frame.is_pixel() {
            let pixel = pixels.pixel(frame);
            let part = pixels.part_index(frame);
            if first {
                search.visit_pair(&pixel, &other.view, [part, other.part])
            } else {
                search.visit_pair(&other.view, &pixel, [other.part, part])
            }
            continue;
        }
        next = postponed.better(frame.halves().map(|half| {
            let half = half?;
            let bound = bound(search, half);
            (may_be_best(search.best(), bound) && pixels.any_in(half)).then_some((bound, half))
        }));
    }
}

/// Visits the pairs of a pixel of one mask and a pixel of another.
fn visit_masks<S: Scalar, R: Real, const N: usize>(
    [p, q]: [Pixels<'_, '_, S, R, N>; 2],
    frames: [Frame; 2],
    boxes: [&Aabb<R, N>; 2],
    search: &mut dyn Search<S, R, N>,
) {
    let is_upright = p.pose.is_none() && q.pose.is_none();
    let orders_by_separation = search.orders_by_separation();
    if orders_by_separation
        && is_upright
        && p.sprite.matches(q.sprite)
        && visit_overlapping_pixels(&p, &q, search)
    {
        return;
    }
    let first = p.cut(frames[0], boxes[1], search);
    if !p.any_in(first) {
        return;
    }
    let second = q.cut(frames[1], &p.bounds(first), search);
    if !q.any_in(second) {
        return;
    }
    let error = (p.grid.size() + q.grid.size()) * R::from_f64(S::Real::EPSILON.to_f64() * PIXEL_BOUND_ERROR);
    let bound = |search: &dyn Search<S, R, N>, [f, g]: [Frame; 2]| match orders_by_separation && is_upright {
        true => bound_with_error::<S, R, N>(search, separation_bound(&p.grid, f, &q.grid, g), error),
        false => search.bound(&p.bounds(f), &q.bounds(g)),
    };
    let deepest_possible = match orders_by_separation && is_upright {
        true => penetration_bound(&p.grid, first, &q.grid, second) + error,
        false => R::NEG_INFINITY,
    };
    let rotated = (orders_by_separation && !is_upright).then(|| RotatedGrids::new([&p, &q]));
    let mut postponed = FrameStack::<_, _, { 2 * HALVINGS }>::new([first, second]);
    let mut next = Some([first, second]);
    while let Some([f, g]) = next.take().or_else(|| postponed.pop(search)) {
        if f.is_pixel() && g.is_pixel() {
            search.visit_pair(&p.pixel(f), &q.pixel(g), [p.part_index(f), q.part_index(g)]);
            if search.has_found() && search.best() <= deepest_possible {
                return;
            }
            if let Some(grids) = &rotated
                && search.has_found()
                && search.best() < R::from_f64(grids.limit()) - error
            {
                visit_deepest_pixels([&p, &q], [first, second], grids, search);
                return;
            }
            continue;
        }
        let is_first = g.is_pixel() || !f.is_pixel() && p.grid.longer_side(f) >= q.grid.longer_side(g);
        next = postponed.better(if is_first { f } else { g }.halves().map(|half| {
            let half = half?;
            let pair = if is_first { [half, g] } else { [f, half] };
            let bound = bound(search, pair);
            let any = || if is_first { p.any_in(half) } else { q.any_in(half) };
            (may_be_best(search.best(), bound) && any()).then_some((bound, pair))
        }));
    }
}

/// Visits the deepest pair of pixels of two rotated masks, after the search has found a pair so deep that in all deeper pairs the pixels
/// contain each other's centers.
fn visit_deepest_pixels<S: Scalar, R: Real, const N: usize>(
    masks: [&Pixels<'_, '_, S, R, N>; 2],
    frames: [Frame; 2],
    grids: &RotatedGrids,
    search: &mut dyn Search<S, R, N>,
) {
    if let Some([f, g]) = grids.deepest(masks, part_near(masks, frames)) {
        let parts = [masks[0].part_index(f), masks[1].part_index(g)];
        search.visit_pair(&masks[0].pixel(f), &masks[1].pixel(g), parts);
    }
}

/// A lower bound of the separation of any pixel in frame `f` and any pixel in frame `g`. `a` and `b` are the grids of the two masks, which
/// have no pose.
#[inline]
fn separation_bound<R: Real>(a: &PixelGrid<R>, f: Frame, b: &PixelGrid<R>, g: Frame) -> R {
    let pixels = (a.edge + b.edge) * R::HALF;
    let ([p, q], [r, s]) = ([a.center(f), b.center(g)], [a.half_extent(f), b.half_extent(g)]);
    let distance = |k: usize| {
        let distance = (p[k] - q[k]).abs() - (r[k] + s[k]);
        R::ZERO.max(distance) - pixels
    };
    let x = distance(0);
    let y = distance(1);
    if x > R::ZERO && y > R::ZERO {
        (x * x + y * y).sqrt()
    } else if x > y {
        x
    } else {
        y
    }
}

/// Visits pairs of overlapping pixels of two sprites with the same pixel size. The pairs are found by comparing shifted words of bits.
/// Returns true if no other pairs need to be visited. This is the case if pixels overlap. It is also the case if no pixels touch and the
/// search ignores pixels that are apart.
///
/// Two overlapping pixels have one of at most four relative positions, because both grids have the same pixel size. All pairs in the same
/// relative position have the same depth. So one pair for each position is visited.
fn visit_overlapping_pixels<S: Scalar, R: Real, const N: usize>(
    p: &Pixels<'_, '_, S, R, N>,
    q: &Pixels<'_, '_, S, R, N>,
    search: &mut dyn Search<S, R, N>,
) -> bool {
    let mut found = false;
    p.sprite.each_overlap(q.sprite, |a, b| {
        found = true;
        let [f, g] = [Frame::of_pixel(a), Frame::of_pixel(b)];
        search.visit_pair(&p.pixel(f), &q.pixel(g), [p.part_index(f), q.part_index(g)]);
    });
    // No pixels overlap. If the search ignores positive separations, pairs matter only if pixels touch.
    found || (search.best() <= R::from_f64(UNDERFLOW_LENGTH) && !p.sprite.intersects(q.sprite))
}

/// A lower bound of the separation of any pixel in frame `f` and any pixel in frame `g`. It says how deep two pixels can overlap at most.
/// When the search has found a pair with this separation, no pair is deeper, and the search can end. The bound is computed on each axis
/// from the two columns (or rows) of both frames that are closest to each other. It may have a rounding error. Negative infinity if the
/// frames do not overlap. `a` and `b` are the grids of the two masks, which have no pose.
fn penetration_bound<R: Real>(a: &PixelGrid<R>, f: Frame, b: &PixelGrid<R>, g: Frame) -> R {
    let unbounded = R::NEG_INFINITY;
    if !(separation_bound(a, f, b, g) < R::ZERO) {
        return unbounded;
    }
    let ([p, q], [r, s]) = ([a.center(f), b.center(g)], [a.half_extent(f), b.half_extent(g)]);
    let lines = |frame: Frame| [frame.width(), frame.height()];
    (0..2).fold(unbounded, |max, axis| {
        let start = p[axis] - r[axis];
        let other = q[axis] - s[axis];
        let last = R::from_f64(lines(g)[axis].into()) - R::ONE;
        let mut min = R::INFINITY;
        for line in 0..lines(f)[axis] {
            // The position of a pixel column (or row) of the first mask, relative to the first pixel column (or row) of the second mask.
            // Measured in pixels of the second mask, its columns (or rows) are at whole numbers. So the distance to the nearest of them is
            // the distance to the nearest whole number.
            let position = start + a.edge * R::from_f64(line.into()) - other;
            // Pixels of the second mask may have size zero. Then all its columns (or rows) coincide.
            let distance = if b.edge > R::ZERO {
                let position = position / b.edge;
                let whole = R::from_f64(f64::from((position + R::HALF).to_f64() as i32));
                let whole = last.min(whole);
                position.distance(whole) * b.edge
            } else {
                position.abs()
            };
            min = min.min(distance);
        }
        let gap = min - (a.edge + b.edge) * R::HALF;
        max.max(gap)
    })
}
