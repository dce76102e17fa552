//! Tests of a mover against a single obstacle: the first entry on a path, which takes one-way sides into account; overlaps; and the
//! penetration depth.

use super::obstacles::{Movable, Obstacle, aabb_of};
use super::tolerance::ONE_WAY_DEPTH;
use crate::narrow::manifold::Contact;
use crate::query::contact::contact;
#[cfg(feature = "alloc")]
use crate::query::contact::faces::contact_of_faces;
#[cfg(feature = "alloc")]
use crate::query::one_sided::PassingPart;
use crate::query::overlap_time::{Entry, entry};
use crate::scalar::{Real, Scalar};
#[cfg(feature = "alloc")]
use crate::view::{Convex, ShapeView};
use crate::{Aabb, Relate, Relation, Shape, Side, Vector};

/// The distance on an axis from a side of the bounds of a mover to the AABB `aabb` of the mover. The side is the upper one if `sign` is -1,
/// otherwise the lower one. The distance is negative if the AABB extends beyond that side.
pub(super) fn distance_to_side<S: Scalar, const N: usize>(
    bounds: &Aabb<S, N>,
    aabb: &Aabb<f64, N>,
    axis: usize,
    sign: f64,
) -> f64 {
    match sign {
        -1.0 => bounds.max()[axis].to_f64() - aabb.max()[axis],
        _ => aabb.min()[axis] - bounds.min()[axis].to_f64(),
    }
}

/// The first entry of any part of a mover into an obstacle while the mover moves by `remaining`. `None` if the mover does not hit the
/// obstacle, or hits it on a side that lets movers through (see [`Obstacle::one_way`]).
pub(super) fn entry_of<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    remaining: Vector<f64, N>,
    obstacle: &Obstacle<'_, S, N>,
) -> Option<Entry<N>> {
    if obstacle.one_way.is_some_and(|side| !side.faces(remaining.scaled(-1.0))) {
        return None;
    }
    let sooner = |entry: &Entry<N>, first: &Entry<N>| (entry.time, entry.corner) < (first.time, first.corner);
    let first = first_entry(mover, remaining, &obstacle.shape, sooner);
    // A one-way obstacle does not block a mover that is inside it, unless the penetration is as small as a rounding error.
    let within = || {
        overlaps(mover, &obstacle.shape)
            && penetration(mover, &obstacle.shape)
                .is_none_or(|(depth, normal)| depth > ONE_WAY_DEPTH * rounding_error(mover, normal))
    };
    let holds = |side: Side| first.is_some_and(|first| side.faces(first.normal)) && !within();
    first.filter(|_| obstacle.one_way.is_none_or(holds))
}

/// The first entry of any part of a mover into a shape. `sooner` says whether an entry is before another one.
pub(super) fn first_entry<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    step: Vector<f64, N>,
    shape: &Shape<'_, S, N>,
    sooner: impl Fn(&Entry<N>, &Entry<N>) -> bool,
) -> Option<Entry<N>> {
    let mut first: Option<Entry<N>> = None;
    let mut list = ShapeList::default();
    mover.each_part(&mut |part| {
        if let Some(entry) = entry(&part, step, shape)
            && first.is_none_or(|first| sooner(&entry, &first))
        {
            first = Some(entry);
            list.best = list.count;
        }
        list.count += 1;
    });
    first.map(|entry| Entry { parts: [list.part_of_mover(entry.parts[0]), entry.parts[1]], ..entry })
}

/// A counter of the shapes of which a mover consists. It also records the shape with the best result.
#[derive(Default)]
struct ShapeList {
    count: u32,
    /// The index of the shape that was found.
    best: u32,
}

impl ShapeList {
    /// The part of the mover: the index of the shape that was found, or `own`, the part of that shape, if there is only one shape.
    fn part_of_mover(&self, own: u32) -> u32 {
        if self.count > 1 { self.best } else { own }
    }
}

/// The approximate rounding error of the position of a mover along a direction; zero for integers and fixed point. Coordinates on axes
/// orthogonal to the direction do not contribute.
pub(super) fn rounding_error<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    direction: Vector<f64, N>,
) -> f64 {
    let (true, Some(aabb)) = (S::IS_FLOAT, aabb_of(mover)) else { return 0.0 };
    let farthest = aabb.min().zip(aabb.max(), |low, high| low.abs().max(high.abs()));
    farthest.dot(direction.map(f64::abs)) * S::Real::EPSILON.to_f64()
}

/// Whether any part of a mover overlaps a shape.
pub(super) fn overlaps<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    shape: &Shape<'_, S, N>,
) -> bool {
    let mut found = false;
    // `overlaps` would do, but it would be compiled anew for every type of mover. All other code of movers already uses `relation`.
    mover.each_part(&mut |part| found = found || part.relation(shape) == Relation::Overlapping);
    found
}

/// Whether any part of a mover has faces of a one-sided mesh.
pub(super) fn has_one_sided_faces<S: Scalar, const N: usize>(mover: &impl Movable<S, N>) -> bool {
    let mut found = false;
    mover.each_part(&mut |part| found = found || part.has_one_sided_faces());
    found
}

/// The deepest overlap of a mover with a shape, without those faces of one-sided meshes that let the mover through: faces of the mover
/// itself, and faces of the shape unless the mover was in front of their planes when it had the shape `before`. Without `before`, all faces
/// let the mover through. `None` if the two do not overlap.
pub(super) fn overlap_in_front<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    shape: &Shape<'_, S, N>,
    before: Option<&impl Movable<S, N>>,
) -> Option<DeepestParts<N>> {
    #[cfg(feature = "alloc")]
    {
        let was_in_front = |face: &Convex<'_, f64, N>, _: &ShapeView<'_, S, f64, N>, is_of_shape: bool| {
            is_of_shape && before.is_some_and(|before| is_in_front::<S, N>(before, face))
        };
        let view = ShapeView::<S, f64, N>::new(shape, None)?;
        deepest_by(mover, |part| {
            let part = ShapeView::new(part, None)?;
            let found = contact_of_faces([&view, &part], 0.0, &was_in_front)?;
            found.overlaps.then_some(found.contact)
        })
    }
    #[cfg(not(feature = "alloc"))]
    {
        let _ = before;
        overlaps(mover, shape).then(|| deepest_parts(mover, shape)).flatten()
    }
}

/// Whether all parts of a mover are in front of the plane of a face, within rounding.
#[cfg(feature = "alloc")]
fn is_in_front<S: Scalar, const N: usize>(mover: &impl Movable<S, N>, face: &Convex<'_, f64, N>) -> bool {
    let mut all = true;
    mover.each_part(&mut |part| {
        let view = ShapeView::<S, f64, N>::new(&part, None);
        view.into_iter().for_each(|view| {
            view.each_convex(&mut |part| all = all && PassingPart::new::<S>(part).is_in_front(face));
        });
    });
    all
}

/// The penetration depth of the deepest part of a mover in a shape, and the normal there, which points out of the shape. The depth is
/// negative if the mover and the shape are apart. `None` if no part has a finite depth: if the shape is empty, or if coordinates are
/// infinite or NaN.
pub(super) fn penetration<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    shape: &Shape<'_, S, N>,
) -> Option<(f64, Vector<f64, N>)> {
    deepest_parts(mover, shape).map(|DeepestParts { depth, normal, .. }| (depth, normal))
}

/// The deepest penetration of a mover into a shape: its depth, its normal, and the pair of parts that has it.
#[derive(Clone, Copy)]
pub(super) struct DeepestParts<const N: usize> {
    /// The depth and the normal, as [`penetration`] returns them.
    pub(super) depth: f64,
    pub(super) normal: Vector<f64, N>,
    /// The parts of the mover and of the shape.
    pub(super) parts: [u32; 2],
}

/// The deepest part of a mover in a shape; see [`penetration`].
pub(super) fn deepest_parts<S: Scalar, const N: usize>(
    mover: &impl Movable<S, N>,
    shape: &Shape<'_, S, N>,
) -> Option<DeepestParts<N>> {
    deepest_by(mover, |part| Some(contact(*shape, *part)))
}

/// The deepest part of a mover in a shape, among the contacts of the shape with the parts of the mover.
fn deepest_by<S: Scalar, R: Real, const N: usize>(
    mover: &impl Movable<S, N>,
    mut contact_of: impl FnMut(&Shape<'_, S, N>) -> Option<Contact<R, N>>,
) -> Option<DeepestParts<N>> {
    let mut deepest: Option<DeepestParts<N>> = None;
    let mut list = ShapeList::default();
    mover.each_part(&mut |part| {
        if let Some(found) = contact_of(&part) {
            let depth = -Scalar::to_f64(found.separation);
            if depth.is_finite() && deepest.is_none_or(|deepest| depth > deepest.depth) {
                let [other, own] = found.parts;
                let normal = found.normal.map(Scalar::to_f64);
                deepest = Some(DeepestParts { depth, normal, parts: [own, other] });
                list.best = list.count;
            }
        }
        list.count += 1;
    });
    deepest.map(|found| DeepestParts { parts: [list.part_of_mover(found.parts[0]), found.parts[1]], ..found })
}
