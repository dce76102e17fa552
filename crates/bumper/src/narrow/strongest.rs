//! The strongest relation of the parts of two shapes.

#[cfg(all(feature = "alloc", not(bumper_small)))]
use crate::narrow::measure::extent;
#[cfg(all(feature = "alloc", not(bumper_small)))]
use crate::pieces::as_parts_see;
#[cfg(all(feature = "alloc", not(bumper_small)))]
use crate::pieces::kept::{self, Kept};
use crate::pieces::{Kind, LEAST, Leaf, Search, least_gap, search};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Shape, Verdict};

/// The search for the strongest relation.
struct Strongest<V, R> {
    verdict: V,
    /// How far boxes may seem apart around parts that touch, beyond what rounding takes from themselves.
    slack: R,
}

/// How many roundings of the coordinates what touches may be apart by, and its boxes.
pub(super) const ERROR: f64 = 64.0;

impl<S: Scalar, R: Real, const N: usize, V: Verdict> Search<S, R, N> for Strongest<V, R> {
    fn by_gap(&self) -> bool {
        true
    }
    fn in_any_order(&self) -> bool {
        true
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        least_gap(a, b, R::EPSILON * R::from_f64(ERROR)) - self.slack
    }
    fn best(&self) -> R {
        R::from_f64(if self.verdict.is_final() { f64::NEG_INFINITY } else { LEAST })
    }
    fn look(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>) {
        if let (Kind::Convex(p), Kind::Convex(q)) = (a, b) {
            self.verdict = self.verdict.or(super::relate(p, q));
        }
    }
}

/// The strongest relation of the convex parts of two shapes.
pub(super) fn of_parts<S: Scalar, R: Real, V: Verdict, const N: usize>(
    a: (&Shape<'_, S, N>, Kind<'_, S, R, N>),
    b: (&Shape<'_, S, N>, Kind<'_, S, R, N>),
) -> V {
    let mut strongest = Strongest { verdict: V::APART, slack: R::default() };
    if seen_by_parts(a, b, &mut strongest).is_none() {
        search(&a.1, &b.1, Leaf::Convex, &mut strongest);
    }
    strongest.verdict
}

/// Boxes are compared as the parts of one shape see them, where a tree of them is kept, and only those parts are placed and judged that may
/// be near each other; `None` for others.
#[cfg(all(feature = "alloc", not(bumper_small)))]
fn seen_by_parts<S: Scalar, R: Real, V: Verdict, const N: usize>(
    a: (&Shape<'_, S, N>, Kind<'_, S, R, N>),
    b: (&Shape<'_, S, N>, Kind<'_, S, R, N>),
    strongest: &mut Strongest<V, R>,
) -> Option<()> {
    let (p, q, pose) = as_parts_see(a, b)?;
    let kept = |kind, seen: &Kind<'_, S, R, N>| Some(Kept::new(kind)?.seen(seen.pose().copied()));
    let lists = (kept(&a.1, &p), kept(&b.1, &q));
    let bounds = |list: &Option<Kept<'_, '_, S, R, N>>, seen: &Kind<'_, S, R, N>| match list {
        Some(list) => list.all(),
        None => seen.bounds(),
    };
    let all = [bounds(&lists.0, &p)?, bounds(&lists.1, &q)?];
    let ends = [all[0].min(), all[0].max(), all[1].min(), all[1].max(), pose?.translation];
    let size = ends.into_iter().fold(R::default(), |sum, end| sum + extent(end));
    strongest.slack = size * R::EPSILON * R::from_f64(ERROR + ERROR);
    match lists {
        (Some(p), Some(q)) => kept::search(&[p, q], Leaf::Convex, strongest),
        (Some(p), None) => kept::beside(&p, (&b.1, &all[1]), true, Leaf::Convex, strongest),
        (None, Some(q)) => kept::beside(&q, (&a.1, &all[0]), false, Leaf::Convex, strongest),
        (None, None) => return None,
    }
    Some(())
}

/// None are kept.
#[cfg(not(all(feature = "alloc", not(bumper_small))))]
fn seen_by_parts<S: Scalar, R: Real, V: Verdict, const N: usize>(
    _: (&Shape<'_, S, N>, Kind<'_, S, R, N>),
    _: (&Shape<'_, S, N>, Kind<'_, S, R, N>),
    _: &mut Strongest<V, R>,
) -> Option<()> {
    None
}
