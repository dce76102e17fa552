//! The parts that may touch, by boxes that the parts of one shape see.

use super::{ERROR, Strongest};
use crate::composite::bvh_query::{self, BvhOperand};
use crate::composite::{LeafKind, Operand, Seen, around, search};
use crate::narrow::measure::extent;
use crate::scalar::{Real, Scalar};
use crate::shape::bvh::BvhVisitor;
use crate::view::{Convex, Core, in_real, reals};
use crate::{Aabb, Pose, Shape, Vector, Verdict};

/// Boxes are compared as the parts of one shape see them, where a tree of them is kept and placed as a whole, and only those parts are
/// placed and classified that may be near each other, or near something convex. `None` for others.
pub(super) fn seen_by_parts<S: Scalar, R: Real, V: Verdict, const N: usize>(
    kinds: &[Operand<'_, S, R, N>; 2],
    fold_parts: &mut Strongest<V, R>,
) -> Option<()> {
    let beside = |list: &Operand<'_, S, R, N>, other, convex: &Convex<'_, R, N>, first, fold_parts| {
        let pose = list.pose()?;
        BvhQuery { list, other, bounds: around(&convex.seen_from(pose)), first, fold_parts }.visit_pair(pose)
    };
    match kinds {
        [list, other @ Operand::Convex(convex)] => return beside(list, other, convex, true, fold_parts),
        [other @ Operand::Convex(convex), list] => return beside(list, other, convex, false, fold_parts),
        _ => {}
    }
    let Seen { kinds: seen, pose } = Seen::new(*kinds);
    let kept = |k: usize| Some(BvhOperand::new(&kinds[k])?.seen(seen[k].pose().copied()));
    let lists = [kept(0)?, kept(1)?];
    fold_parts.slack = slack([lists[0].all()?, lists[1].all()?], &pose?);
    bvh_query::search(&lists, LeafKind::Convex, fold_parts);
    Some(())
}

/// The same for a ball or a point and a group, which then need no forms.
pub(crate) fn of_ball<S: Scalar, V: Verdict, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<V> {
    let (ball, group, first) = match (a, b) {
        (Shape::Group(group), ball) => (ball, group, true),
        (ball, Shape::Group(group)) => (ball, group, false),
        _ => return None,
    };
    let (center, radius) = ball.as_ball()?;
    let pose = in_real(group.pose()?);
    let (seen, reach) = (pose.apply_inverse(center), Vector::splat(radius));
    let bounds = Aabb::ordered((seen - reach).0, (seen + reach).0);
    let mut fold_parts = Strongest { verdict: V::APART, slack: S::Real::default() };
    let list = Operand::Group(group, Some(pose));
    let other = Operand::Convex(Convex { core: Core::Point(center), radius });
    BvhQuery { list: &list, other: &other, bounds, first, fold_parts: &mut fold_parts }.visit_pair(&pose)?;
    Some(fold_parts.verdict)
}

/// What rounding takes at most from boxes within these, and from what they are around where it is placed.
fn slack<R: Real, const N: usize>(all: [Aabb<R, N>; 2], pose: &Pose<R, N>) -> R {
    let ends = [all[0].min(), all[0].max(), all[1].min(), all[1].max(), pose.translation];
    let size = ends.into_iter().fold(R::default(), |sum, end| sum + extent(end));
    size * R::EPSILON * R::from_f64(ERROR + ERROR)
}

/// The parts of a placed list beside something convex; whether the list is the first of both.
struct BvhQuery<'s, 'a, 'b, S: Scalar, R: Real, V, const N: usize> {
    list: &'s Operand<'a, S, R, N>,
    other: &'s Operand<'b, S, R, N>,
    bounds: Aabb<R, N>,
    first: bool,
    fold_parts: &'s mut Strongest<V, R>,
}

impl<S: Scalar, R: Real, V: Verdict, const N: usize> BvhQuery<'_, '_, '_, S, R, V, N> {
    /// Looks at the parts. `None` where no boxes are kept.
    #[inline]
    fn visit_pair(&mut self, pose: &Pose<R, N>) -> Option<()> {
        let boxes = self.list.tree()?;
        let all = boxes.root_aabb()?;
        self.fold_parts.slack =
            slack([Aabb::ordered(reals(all.min()).0, reals(all.max()).0), self.bounds], pose);
        boxes.nearest_first(self);
        Some(())
    }
}

impl<S: Scalar, R: Real, V: Verdict, const N: usize> BvhVisitor<S::Real, R, N>
    for BvhQuery<'_, '_, '_, S, R, V, N>
{
    #[inline]
    fn bound(&self, kept: &Aabb<S::Real, N>) -> R {
        // What rounding takes from all boxes is in the slack.
        let (min, max): (Vector<R, N>, Vector<R, N>) = (reals(kept.min()), reals(kept.max()));
        (0..N).fold(R::from_f64(f64::NEG_INFINITY), |most, k| {
            let (forwards, backwards) = (self.bounds.min()[k] - max[k], min[k] - self.bounds.max()[k]);
            let gap = if forwards > backwards { forwards } else { backwards };
            if gap > most { gap } else { most }
        })
    }
    #[inline]
    fn should_visit(&self, gap: R) -> bool {
        // Also true for NaN.
        !(gap > self.fold_parts.slack) && !self.fold_parts.verdict.is_final()
    }
    fn visit_part(&mut self, place: usize) {
        if let Some(shape) = self.list.shape_at(place)
            && let Some(part) = self.list.part(&shape)
        {
            let pair = if self.first { [&part, self.other] } else { [self.other, &part] };
            search(pair[0], pair[1], LeafKind::Convex, self.fold_parts);
        }
    }
}
