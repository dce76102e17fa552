//! Searches among the pixels of masks: of the halves of a frame the one that promises more first.

use super::slabs::Slabs;
use super::{Kind, Piece, Search, bounds, in_order, may_be_best};
use crate::form::{Form, real, reals};
use crate::mask::Frame;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Pose, Relate, Shape, Sprite, Vector};

/// How often a frame can be halved until it is a pixel, and one more: sizes have 16 bits on each of two axes.
const HALVINGS: usize = 33;

/// Looks at pixels of masks, or at what is no mask.
pub(super) fn descend<S: Scalar, R: Real, const N: usize>(
    a: &Piece<'_, S, R, N>,
    b: &Piece<'_, S, R, N>,
    search: &mut impl Search<S, R, N>,
) {
    match (&a.kind, &b.kind) {
        (Kind::Mask(p, frame, pose), Kind::Mask(q, other, turned)) => {
            let pixels = [Pixels::new(p, pose.as_ref()), Pixels::new(q, turned.as_ref())];
            two(pixels, [*frame, *other], [&a.bounds, &b.bounds], search);
        }
        (Kind::Mask(sprite, frame, pose), _) => {
            one(&Pixels::new(sprite, pose.as_ref()), *frame, b, true, search)
        }
        (_, Kind::Mask(sprite, frame, pose)) => {
            one(&Pixels::new(sprite, pose.as_ref()), *frame, a, false, search)
        }
        _ => search.look(&a.kind, &b.kind),
    }
}

/// The pixels of a mask in the float of a query.
struct Pixels<'p, 'a, S: Scalar, R, const N: usize> {
    sprite: &'p Sprite<'a, S, N>,
    pose: Option<&'p Pose<R, N>>,
    /// The length of an edge of a pixel, and the box around a pixel where it is placed.
    edge: R,
    size: Vector<R, N>,
}

impl<'p, 'a, S: Scalar, R: Real, const N: usize> Pixels<'p, 'a, S, R, N> {
    fn new(sprite: &'p Sprite<'a, S, N>, pose: Option<&'p Pose<R, N>>) -> Self {
        let edge = real(sprite.pixel());
        let size = pose.map_or(Vector::splat(edge), |pose| {
            let zero = R::default();
            pose.rotation
                .axes()
                .iter()
                .fold(Vector::default(), |sum, axis| sum + axis.map(|c| c.distance(zero) * edge))
        });
        Self { sprite, pose, edge, size }
    }

    /// The box of a frame before the mask is placed.
    #[inline]
    fn local(&self, frame: Frame) -> Aabb<R, N> {
        let area = self.sprite.box_of(frame);
        Aabb::ordered(reals(area.min()).0, reals(area.max()).0)
    }

    /// A box around a frame.
    #[inline]
    fn bounds(&self, frame: Frame) -> Aabb<R, N> {
        match self.pose {
            None => self.local(frame),
            Some(_) => match Shape::Aabb(self.sprite.box_of(frame)).form(self.pose) {
                Form::Convex(convex) => bounds::around::<S, R, N>(&convex),
                Form::Parts(..) => bounds::everything(),
            },
        }
    }

    fn pixel(&self, frame: Frame) -> Option<Kind<'a, S, R, N>> {
        Kind::new(&Shape::Aabb(self.sprite.box_of(frame)), self.pose)
    }

    fn any_in(&self, frame: Frame) -> bool {
        self.sprite.mask().any_in(frame)
    }

    /// What of a frame can be better than the best so far, as the other lies within a box.
    fn cut(&self, frame: Frame, other: &Aabb<R, N>, search: &impl Search<S, R, N>) -> Frame {
        let best = search.best();
        // Also true for NaN.
        if !has_gap::<S, R, N, _>(search) || self.pose.is_some() || !(best < R::from_f64(f32::MAX.into())) {
            return frame;
        }
        let zero = R::default();
        let size = |v: Vector<R, N>| v.0.iter().fold(zero, |sum, c| sum + c.distance(zero));
        let error = (size(other.min()) + size(other.max())) * R::EPSILON * R::from_f64(ERROR);
        let margin = Vector::splat(error + if best > zero { best } else { zero });
        self.sprite.part_in(frame, &Aabb::new(other.min() - margin, other.max() + margin))
    }
}

/// How many roundings of its coordinates the box around what matters may be off.
const ERROR: f64 = 64.0;

fn has_gap<S: Scalar, R: Real, const N: usize, T: Search<S, R, N>>(_: &T) -> bool {
    T::BY_GAP
}

/// The box of a pixel of a size within another box that is nearest to a third on each axis.
#[inline]
fn nearest<R: Real, const N: usize>(within: &Aabb<R, N>, size: Vector<R, N>, to: &Aabb<R, N>) -> Aabb<R, N> {
    let half = R::from_f64(0.5);
    let from: [R; N] = core::array::from_fn(|k| {
        let (least, most) = (within.min()[k], within.max()[k] - size[k]);
        let wanted = (to.min()[k] + to.max()[k] - size[k]) * half;
        let at = if wanted < most { wanted } else { most };
        // Also for NaN.
        if at > least { at } else { least }
    });
    Aabb::ordered(from, core::array::from_fn(|k| from[k] + size[k]))
}

/// The pixels of a mask against something else.
fn one<S: Scalar, R: Real, const N: usize>(
    pixels: &Pixels<'_, '_, S, R, N>,
    frame: Frame,
    other: &Piece<'_, S, R, N>,
    first: bool,
    search: &mut impl Search<S, R, N>,
) {
    let frame = pixels.cut(frame, &other.bounds, search);
    if !pixels.any_in(frame) {
        return;
    }
    let by_gap = has_gap::<S, R, N, _>(search);
    let slabs = by_gap.then(|| Slabs::new(other, pixels.pose));
    let bound = |search: &_, frame: Frame| -> R {
        let Some(slabs) = &slabs else {
            return in_order(search, first, &pixels.bounds(frame), &other.bounds);
        };
        let local = pixels.local(frame);
        let strips = Search::<S, R, N>::bound_of_gap(search, slabs.gap(&local, Vector::splat(pixels.edge)));
        if pixels.pose.is_some() {
            return strips;
        }
        let boxes = in_order(search, first, &nearest(&local, pixels.size, &other.bounds), &other.bounds);
        if strips > boxes { strips } else { boxes }
    };
    let mut later = [(R::default(), frame); HALVINGS];
    let (mut count, mut next) = (0, Some(frame));
    while let Some(frame) = next.take().or_else(|| pop(&mut count, &later, search)) {
        if frame.is_pixel() {
            if let Some(pixel) = pixels.pixel(frame) {
                if first { search.look(&pixel, &other.kind) } else { search.look(&other.kind, &pixel) }
            }
            continue;
        }
        let halves = frame.halves().map(|half| {
            let half = half?;
            let bound = bound(search, half);
            (may_be_best(search, bound) && pixels.any_in(half)).then_some((bound, half))
        });
        next = match halves {
            [Some(a), Some(b)] => {
                let (better, worse) = if b.0 < a.0 { (b, a) } else { (a, b) };
                later[count] = worse;
                count += 1;
                Some(better.1)
            }
            [a, b] => a.or(b).map(|(_, half)| half),
        };
    }
}

/// The last of those put off that may still be best.
#[inline]
fn pop<S: Scalar, R: Real, const N: usize, T: Copy>(
    count: &mut usize,
    later: &[(R, T)],
    search: &impl Search<S, R, N>,
) -> Option<T> {
    while *count > 0 {
        *count -= 1;
        let (bound, item) = later[*count];
        if may_be_best(search, bound) {
            return Some(item);
        }
    }
    None
}

/// The pixels of two masks.
fn two<S: Scalar, R: Real, const N: usize>(
    [p, q]: [Pixels<'_, '_, S, R, N>; 2],
    frames: [Frame; 2],
    boxes: [&Aabb<R, N>; 2],
    search: &mut impl Search<S, R, N>,
) {
    let by_gap = has_gap::<S, R, N, _>(search);
    let is_upright = p.pose.is_none() && q.pose.is_none();
    if by_gap && is_upright && p.sprite.matches(q.sprite) && matching(&p, &q, search) {
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
    let bound = |search: &_, [f, g]: [Frame; 2]| -> R {
        let (a, b) = (p.bounds(f), q.bounds(g));
        if !by_gap {
            return Search::<S, R, N>::bound(search, &a, &b);
        }
        // Where both can be at the same place, they are there.
        let near = nearest(&a, p.size, &nearest(&b, q.size, &a));
        Search::<S, R, N>::bound(search, &near, &nearest(&b, q.size, &near))
    };
    let enough =
        if by_gap && is_upright { deepest(&p, &q, [first, second]) } else { R::from_f64(f64::NEG_INFINITY) };
    let mut later = [(R::default(), [first, second]); 2 * HALVINGS];
    let (mut count, mut next) = (0, Some([first, second]));
    while let Some([f, g]) = next.take().or_else(|| pop(&mut count, &later, search)) {
        let is_first = match (f.is_pixel(), g.is_pixel()) {
            (true, true) => {
                if let (Some(pixel), Some(other)) = (p.pixel(f), q.pixel(g)) {
                    search.look(&pixel, &other);
                }
                if search.best() <= enough {
                    return;
                }
                continue;
            }
            (false, true) => true,
            (true, false) => false,
            (false, false) => {
                let long = |pixels: &Pixels<'_, '_, S, R, N>, frame: Frame| {
                    pixels.edge * R::from_f64(frame.width().max(frame.height()).into())
                };
                long(&p, f) >= long(&q, g)
            }
        };
        let halves = if is_first { f } else { g }.halves().map(|half| {
            let half = half?;
            let pair = if is_first { [half, g] } else { [f, half] };
            let bound = bound(search, pair);
            let any = || if is_first { p.any_in(half) } else { q.any_in(half) };
            (may_be_best(search, bound) && any()).then_some((bound, pair))
        });
        next = match halves {
            [Some(a), Some(b)] => {
                let (better, worse) = if b.0 < a.0 { (b, a) } else { (a, b) };
                later[count] = worse;
                count += 1;
                Some(better.1)
            }
            [a, b] => a.or(b).map(|(_, pair)| pair),
        };
    }
}

/// Two sprites of the same squares, by shifted words. Whether that is all.
///
/// Seen from a pixel of the first, the pixels of the second lie at one rest of an offset and so at one of at most four
/// places that overlap it; all pairs at one place are equally deep.
fn matching<S: Scalar, R: Real, const N: usize>(
    p: &Pixels<'_, '_, S, R, N>,
    q: &Pixels<'_, '_, S, R, N>,
    search: &mut impl Search<S, R, N>,
) -> bool {
    let mut found = false;
    p.sprite.each_overlap(q.sprite, |a, b| {
        found = true;
        if let (Some(pixel), Some(other)) = (p.pixel(Frame::of_pixel(a)), q.pixel(Frame::of_pixel(b))) {
            search.look(&pixel, &other);
        }
    });
    // Of what does not overlap, touching is known in the same way.
    found || (search.best() < p.edge * R::from_f64(0.25) && !p.sprite.intersects(q.sprite))
}

/// What no two pixels of two upright masks are deeper than, but for rounding: on each axis by how the columns or rows lie.
fn deepest<S: Scalar, R: Real, const N: usize>(
    p: &Pixels<'_, '_, S, R, N>,
    q: &Pixels<'_, '_, S, R, N>,
    frames: [Frame; 2],
) -> R {
    let (zero, half) = (R::default(), R::from_f64(0.5));
    let mut most = R::from_f64(f64::NEG_INFINITY);
    for axis in 0..N.min(2) {
        let [a, b] =
            [p.local(frames[0]), q.local(frames[1])].map(|area| (area.min()[axis], area.max()[axis]));
        // Below it the boxes around the frames keep them.
        if !(b.0 < a.1 && a.0 < b.1) {
            return R::from_f64(f64::NEG_INFINITY);
        }
        let lines = frames[0].max[axis] - frames[0].min[axis];
        let other = i32::from(frames[1].max[axis] - frames[1].min[axis]);
        let mut least = R::from_f64(f64::INFINITY);
        for k in 0..lines {
            let middle = a.0 + p.edge * (R::from_f64(k.into()) + half);
            let place = Scalar::to_f64((middle - b.0) / q.edge) as i32;
            for place in [place - 1, place, place + 1] {
                let place = R::from_f64(place.clamp(0, other - 1).into());
                let off = (b.0 + q.edge * (place + half)).distance(middle);
                least = if off < least { off } else { least };
            }
        }
        let size = [a.0, a.1, b.0, b.1].into_iter().fold(zero, |sum, end| sum + end.distance(zero));
        let gap = least - (p.edge + q.edge) * half + size * R::EPSILON * R::from_f64(ERROR);
        most = if gap > most { gap } else { most };
    }
    most
}
