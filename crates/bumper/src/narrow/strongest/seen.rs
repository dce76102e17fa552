//! The parts that may touch, by boxes that the parts of one shape see.

use super::{ERROR, Strongest};
use crate::Verdict;
use crate::narrow::measure::extent;
use crate::pieces::kept::{self, Kept};
use crate::pieces::{Kind, Leaf, Seen};
use crate::scalar::{Real, Scalar};

/// Boxes are compared as the parts of one shape see them, where a tree of them is kept, and only those parts are placed and judged that may
/// be near each other; `None` for others.
pub(super) fn seen_by_parts<S: Scalar, R: Real, V: Verdict, const N: usize>(
    kinds: &[Kind<'_, S, R, N>; 2],
    strongest: &mut Strongest<V, R>,
) -> Option<()> {
    let seen = Seen::new(*kinds);
    let pose = seen.pose?;
    let kept = |k: usize| Some(Kept::new(&kinds[k])?.seen(seen.kinds[k].pose().copied()));
    let (p, q) = (kept(0), kept(1));
    let bounds = |list: &Option<Kept<'_, '_, S, R, N>>, seen: &Kind<'_, S, R, N>| match list {
        Some(list) => list.all(),
        None => seen.bounds(),
    };
    let all = [bounds(&p, &seen.kinds[0])?, bounds(&q, &seen.kinds[1])?];
    let ends = [all[0].min(), all[0].max(), all[1].min(), all[1].max(), pose.translation];
    let size = ends.into_iter().fold(R::default(), |sum, end| sum + extent(end));
    strongest.slack = size * R::EPSILON * R::from_f64(ERROR + ERROR);
    match (p, q) {
        (Some(p), Some(q)) => kept::search(&[p, q], Leaf::Convex, strongest),
        (Some(p), None) => kept::beside(&p, (&kinds[1], &all[1]), true, Leaf::Convex, strongest),
        (None, Some(q)) => kept::beside(&q, (&kinds[0], &all[0]), false, Leaf::Convex, strongest),
        (None, None) => return None,
    }
    Some(())
}
