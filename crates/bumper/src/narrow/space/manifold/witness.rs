//! Witness points: the closest points of two shapes, or the deepest points if they overlap. GJK and EPA lose digits if their simplex is
//! long and thin or if a shape has a curved rim. In these cases, the distances of the witness points from the shapes are checked.

use super::FeaturePair;
use crate::Vector;
use crate::narrow::Accuracy;
use crate::narrow::gjk::{GjkOptions, GjkResult, closest_points};
use crate::narrow::measure::l1_norm;
use crate::narrow::space::{curved, separation};
use crate::narrow::tolerance::{CURVED_WITNESS_SEPARATION, WITNESS_SEPARATION};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::{Convex, Core};

impl<R: Real> FeaturePair<'_, R> {
    /// Witness points computed from the features of the shapes. Their distances from the cores are checked if the points do not lie on the
    /// features. They are also checked if a core has a curved rim or many edges, because the true witness points may then lie beside the
    /// features.
    pub(super) fn witnesses_of_faces(&self) -> [Vector<R, 3>; 2] {
        let (found, is_on_features) = self.feature_witnesses();
        let is_exact = is_on_features && self.cores.iter().all(|core| !core.has_many_edges());
        if is_exact || self.witness_error(found) <= self.witness_tolerance.to_f64() {
            found
        } else {
            self.best_witnesses(found)
        }
    }

    /// The most accurate of three pairs of witness points: the given pair `found`, the pair computed from the features of the shapes, and
    /// the pair computed after the shapes have been moved almost into contact.
    #[cold]
    #[inline(never)]
    pub(super) fn best_witnesses(&self, found: [Vector<R, 3>; 2]) -> [Vector<R, 3>; 2] {
        let better = |best: (f64, _), next: [Vector<R, 3>; 2]| {
            let witness_error = self.witness_error(next);
            if witness_error < best.0 { (witness_error, next) } else { best }
        };
        let alternatives = [Some(self.feature_witnesses().0), self.witnesses_across_small_gap()];
        alternatives.into_iter().flatten().fold((self.witness_error(found), found), better).1
    }

    /// A core relative to the origin of the manifold, in `f64`.
    fn wide(&self, shape: usize) -> Core<'_, f64, 3> {
        self.cores[shape].moved(-self.origin).wide()
    }

    /// The error of a pair of witness points. The point halfway between them is moved along the normal by half the separation: backwards to
    /// the first core, and forwards to the second one. The error is the larger distance of a moved point from its core.
    fn witness_error(&self, [p, q]: [Vector<R, 3>; 2]) -> f64 {
        let half = self.normal.scaled(self.core_separation * R::HALF);
        let middle = p + (q - p).scaled(R::HALF);
        let witness_error = |shape: usize, point: Vector<R, 3>| {
            let core = Convex { core: self.wide(shape), radius: 0.0 };
            let point = Convex::point(point.map(|c| c.to_f64()));
            separation(&core, &point, f64::INFINITY, Accuracy::Length)
                .map_or(f64::INFINITY, |separation| separation.length)
        };
        witness_error(0, middle - half).max(witness_error(1, middle + half))
    }

    /// The closest points of the cores, computed after one core has been moved along the normal until only a small separation is left. The
    /// shift is undone in the result. Closest points are more accurate if the separation is small.
    fn witnesses_across_small_gap(&self) -> Option<[Vector<R, 3>; 2]> {
        let a = self.wide(0);
        let b = self.wide(1);
        let is_curved = a.is_curved() || b.is_curved();
        let normal: Vector<f64, 3> = self.normal.map(|c| c.to_f64());
        let size = a.extent() + b.extent() + l1_norm(b.middle());
        let small =
            size * if is_curved { CURVED_WITNESS_SEPARATION } else { f64::EPSILON * WITNESS_SEPARATION };
        let shift = normal.scaled(self.core_separation.to_f64() / normal.dot(normal) - small);
        let moved = b.moved(-shift);
        let [p, q] = match is_curved {
            true => curved::closest(&a, &moved)?,
            false => match closest_points(&a, &moved, GjkOptions::up_to(f64::INFINITY)) {
                GjkResult::Separated(distance) => distance.points,
                GjkResult::BeyondMax | GjkResult::BelowMin | GjkResult::Intersecting(..) => return None,
            },
        };
        Some([p, q + shift].mapped(|point| point.map(R::from_f64)))
    }
}
