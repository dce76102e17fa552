//! Relations of composite shapes with a BVH and a pose, in the local space of the BVH.

use super::StrongestRelation;
use crate::box_tree::Hierarchy;
use crate::composite::bvh_query::{self, BvhView};
use crate::composite::node_cost::NodeCost;
use crate::composite::{Cost, InLocalSpace, LeafKind, Search, convex_aabb, search};
use crate::narrow::measure::l1_norm;
use crate::narrow::tolerance::GAP_ERROR;
use crate::scalar::{Real, Scalar, Zero};
use crate::view::{BallView, Convex, Core, Parts, ShapeView, in_real, reals};
use crate::{Aabb, Pose, Shape, Vector, Verdict};

/// Replaces `relation` by the strongest of itself and the relations of all pairs of parts that may touch. `None` for pairs of other kinds
/// than these: a list of parts with a bounding volume hierarchy (BVH) and a pose, and a second such list or a convex shape.
///
/// AABBs are compared in the local space of the list (of the first one if there are two). Only parts whose AABBs meet are transformed.
pub(super) fn in_local_space<S: Scalar, R: Real, V: Verdict, const N: usize>(
    views: &[ShapeView<'_, S, R, N>; 2],
    relation: &mut StrongestRelation<V, R>,
) -> Option<()> {
    let query_bvh = |list: &ShapeView<'_, S, R, N>, other, convex: &Convex<'_, R, N>, first, relation| {
        let pose = list.pose()?;
        RelationQuery { list, other, bounds: convex_aabb(&convex.relative_to(pose)), first, relation }
            .visit_pair(pose)
    };
    match views {
        [list, other @ ShapeView::Convex(convex)] => return query_bvh(list, other, convex, true, relation),
        [other @ ShapeView::Convex(convex), list] => return query_bvh(list, other, convex, false, relation),
        _ => {}
    }
    let InLocalSpace { views: local, pose } = InLocalSpace::new(*views);
    let bvh_of = |k: usize| Some(BvhView::new(&views[k])?.with_tree_pose(local[k].pose().copied()));
    let lists = [bvh_of(0)?, bvh_of(1)?];
    relation.tolerance = tolerance([lists[0].all(), lists[1].all()], &pose?);
    bvh_query::search(lists, LeafKind::Convex, relation);
    Some(())
}

/// The relation of a ball or point and a group with a pose. A group is a compound that owns its parts and their BVH. `None` for other
/// pairs. Faster than [`in_local_space`], because the shapes are not converted to views (cores or parts in floats) first.
pub(crate) fn of_ball<S: Scalar, V: Verdict, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<V> {
    let (ball, group, first) = match (a, b) {
        (Shape::Group(group), ball) => (ball, group, true),
        (ball, Shape::Group(group)) => (ball, group, false),
        _ => return None,
    };
    let BallView { center, radius } = ball.as_ball()?;
    let pose = in_real(group.pose()?);
    let local = pose.apply_inverse(center);
    let extent_vector = Vector::splat(radius);
    let bounds = Aabb::ordered((local - extent_vector).0, (local + extent_vector).0);
    let mut relation = StrongestRelation { verdict: V::APART, tolerance: S::Real::ZERO };
    let list = ShapeView::Parts(Parts::Group(group), Some(pose));
    let other = ShapeView::Convex(Convex { core: Core::Point(center), radius });
    RelationQuery { list: &list, other: &other, bounds, first, relation: &mut relation }.visit_pair(&pose)?;
    Some(relation.verdict)
}

/// The largest gap between the AABBs of two parts at which the parts may touch. It contains the rounding error of the gap and that of the
/// transformation by `pose`. `all` contains the AABBs of the two whole shapes.
fn tolerance<R: Real, const N: usize>(all: [Aabb<R, N>; 2], pose: &Pose<R, N>) -> R {
    let ends = [all[0].min(), all[0].max(), all[1].min(), all[1].max(), pose.translation];
    let size = ends.into_iter().fold(R::ZERO, |sum, end| sum + l1_norm(end));
    size * R::EPSILON * R::from_f64(GAP_ERROR + GAP_ERROR)
}

/// A visitor of the BVH of a list with a pose. It computes the relations of the visited parts to a convex shape.
struct RelationQuery<'s, 'a, 'b, S: Scalar, R: Real, V, const N: usize> {
    list: &'s ShapeView<'a, S, R, N>,
    other: &'s ShapeView<'b, S, R, N>,
    bounds: Aabb<R, N>,
    first: bool,
    relation: &'s mut StrongestRelation<V, R>,
}

impl<S: Scalar, R: Real, V: Verdict, const N: usize> RelationQuery<'_, '_, '_, S, R, V, N> {
    /// Visits the parts that may touch the other shape. `None` if the list has no BVH.
    #[inline]
    fn visit_pair(&mut self, pose: &Pose<R, N>) -> Option<()> {
        let tree = self.list.tree()?;
        let all = tree.bounds();
        self.relation.tolerance =
            tolerance([Aabb::ordered(reals(all.min()).0, reals(all.max()).0), self.bounds], pose);
        let bound = NodeCost::new(&self.relation_cost(), &self.bounds, true, None);
        let limit = self.limit();
        tree.near(&bound, limit).branch_and_bound(&&bound, limit, |position| {
            if let Some(shape) = self.list.shape_at(position)
                && let Some(part) = self.list.part(&shape)
            {
                let pair = if self.first { [&part, self.other] } else { [self.other, &part] };
                search(pair[0], pair[1], LeafKind::Convex, self.relation);
            }
            self.limit()
        });
        Some(())
    }

    fn relation_cost(&self) -> Cost<R, N> {
        Search::<S, R, N>::cost(self.relation)
    }

    /// The limit of lower bounds. Parts are visited until no part can change the relation.
    fn limit(&self) -> f64 {
        self.relation_cost().limit(Search::<S, R, N>::best(self.relation))
    }
}
