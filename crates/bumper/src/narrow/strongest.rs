//! The strongest relation of the parts of two shapes.

#[cfg(all(feature = "alloc", not(bumper_small)))]
use crate::form::{Convex, Core, reals};
#[cfg(all(feature = "alloc", not(bumper_small)))]
use crate::narrow::measure::extent;
use crate::pieces::{Kind, Search, least_separation};
#[cfg(all(feature = "alloc", not(bumper_small)))]
use crate::pieces::{Leaf, around, search};
use crate::scalar::{Real, Scalar};
#[cfg(all(feature = "alloc", not(bumper_small)))]
use crate::shape::boxes::Look;
use crate::{Aabb, Verdict};
#[cfg(all(feature = "alloc", not(bumper_small)))]
use crate::{Pose, Vector};

/// The search for the strongest relation.
pub(super) struct Strongest<V>(pub(super) V);

/// How many roundings of the coordinates what touches may be apart by, and its boxes.
pub(super) const ERROR: f64 = 64.0;

impl<S: Scalar, R: Real, const N: usize, V: Verdict> Search<S, R, N> for Strongest<V> {
    fn by_gap(&self) -> bool {
        true
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        least_separation(a, b, R::EPSILON * R::from_f64(ERROR))
    }
    fn best(&self) -> R {
        R::from_f64(if self.0.is_final() { f64::NEG_INFINITY } else { f32::MIN_POSITIVE.into() })
    }
    fn look(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>) {
        if let (Kind::Convex(p), Kind::Convex(q)) = (a, b) {
            self.0 = self.0.or(super::relate(p, q));
        }
    }
}

/// The relation of a placed list of parts to something convex: that is seen from where the parts lie, and only those whose boxes it may
/// reach are placed and judged. `None` for others, and where no boxes are kept.
#[cfg(all(feature = "alloc", not(bumper_small)))]
pub(super) fn of_placed<S: Scalar, R: Real, V: Verdict, const N: usize>(
    a: &Kind<'_, S, R, N>,
    b: &Kind<'_, S, R, N>,
) -> Option<V> {
    let (list, other, first) = match (a, b) {
        (list, Kind::Convex(other)) => (list, other, true),
        (Kind::Convex(other), list) => (list, other, false),
        _ => return None,
    };
    let (pose, boxes) = (list.pose()?, list.tree()?);
    let rotation = pose.rotation.inverse();
    let back = Pose { translation: -rotation.apply(pose.translation), rotation };
    let bounds = around(other);
    let local = match other.core {
        Core::Point(center) => {
            around(&Convex { core: Core::Point(back.apply(center)), radius: other.radius })
        }
        _ => around(&Convex::of_box(&bounds, Some(&back))),
    };
    let sizes = [bounds.min(), bounds.max(), local.min(), local.max(), pose.translation].map(extent);
    let size = sizes.into_iter().fold(R::default(), |sum, size| sum + size);
    // With an infinity or a NaN nothing is left out.
    let slack = size * R::EPSILON * R::from_f64(ERROR + ERROR);
    let mut placed = Placed { list, other, first, local, slack, strongest: Strongest(V::APART) };
    boxes.nearest_first(&mut placed);
    Some(placed.strongest.0)
}

#[cfg(all(feature = "alloc", not(bumper_small)))]
struct Placed<'s, 'a, 'b, S: Scalar, R: Real, V, const N: usize> {
    list: &'s Kind<'a, S, R, N>,
    other: &'s Convex<'b, R, N>,
    /// Whether the list is the first of both.
    first: bool,
    /// The box around the other, as the parts see it.
    local: Aabb<R, N>,
    slack: R,
    strongest: Strongest<V>,
}

#[cfg(all(feature = "alloc", not(bumper_small)))]
impl<S: Scalar, R: Real, V: Verdict, const N: usize> Look<S::Real, R, N> for Placed<'_, '_, '_, S, R, V, N> {
    /// How far the boxes are apart along some axis.
    #[inline]
    fn bound(&self, kept: &Aabb<S::Real, N>) -> R {
        let (min, max): (Vector<R, N>, Vector<R, N>) = (reals(kept.min()), reals(kept.max()));
        let rounding = (extent(min) + extent(max)) * R::EPSILON * R::from_f64(ERROR + ERROR);
        (0..N).fold(R::from_f64(f64::NEG_INFINITY), |most, k| {
            let (forwards, backwards) = (self.local.min()[k] - max[k], min[k] - self.local.max()[k]);
            let gap = (if forwards > backwards { forwards } else { backwards }) - rounding;
            if gap > most { gap } else { most }
        })
    }
    #[inline]
    fn wants(&self, gap: R) -> bool {
        // Also true for NaN.
        !(gap > self.slack) && !self.strongest.0.is_final()
    }
    fn part(&mut self, place: usize) {
        if let Some(shape) = self.list.shape_at(place)
            && let Some(part) = self.list.part(&shape)
        {
            let other = Kind::Convex(*self.other);
            let pair = if self.first { [&part, &other] } else { [&other, &part] };
            search(pair[0], pair[1], Leaf::Convex, &mut self.strongest);
        }
    }
}
