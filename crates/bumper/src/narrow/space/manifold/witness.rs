//! Witness points: the closest points of two shapes, or those deepest in each other. They are verified against the shapes in cases in which
//! a search is known to lose digits: long thin simplices and curved rims.

use super::Meeting;
use crate::Vector;
use crate::narrow::Accuracy;
use crate::narrow::gjk::{Asked, Nearest, nearest};
use crate::narrow::measure::{extent, larger};
use crate::narrow::space::{curved, gap};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::{Convex, Core};

/// The gap that is left between cores whose closest points are computed: in rounding errors of the size and, with a curved rim, as a fraction of
/// it, because the separation is no more accurate there.
const SMALL: f64 = 16.0;
const SMALL_CURVED: f64 = 2e-7;

impl<R: Real, const N: usize> Meeting<'_, R, N> {
    /// Witness points computed from the features that the shapes present. They are verified if one of the shapes has a rim or many edges,
    /// because its feature does not contain all candidates.
    pub(super) fn witnesses_of_faces(&self) -> [Vector<R, 3>; 2] {
        let found = self.nearest();
        let is_sure = self.cores.iter().all(|core| !core.has_many_edges());
        if is_sure || self.off(found) <= self.allowed.to_f64() { found } else { self.best_witnesses(found) }
    }

    /// The most accurate of the given witness points and two alternatives.
    #[cold]
    #[inline(never)]
    pub(super) fn best_witnesses(&self, found: [Vector<R, 3>; 2]) -> [Vector<R, 3>; 2] {
        let better = |best: (f64, _), next: [Vector<R, 3>; 2]| {
            let off = self.off(next);
            if off < best.0 { (off, next) } else { best }
        };
        let others = [Some(self.nearest()), self.witnesses_across_small_gap()];
        others.into_iter().flatten().fold((self.off(found), found), better).1
    }

    /// A core relative to the origin of the manifold, in `f64`.
    fn wide(&self, shape: usize) -> Core<'_, f64, N> {
        self.cores[shape].moved(-self.origin).wide()
    }

    /// The error of witness points: of the two points that lie half the separation before and behind their midpoint, the larger distance
    /// from the respective core.
    fn off(&self, [p, q]: [Vector<R, 3>; 2]) -> f64 {
        let half = self.normal.scaled(self.core * R::from_f64(0.5));
        let middle = p + (q - p).scaled(R::from_f64(0.5));
        let off = |shape: usize, point: Vector<R, 3>| {
            let core = Convex { core: self.wide(shape), radius: 0.0 };
            let point = Convex::point(point.map(|c| c.to_f64()).resized());
            gap(&core, &point, f64::INFINITY, Accuracy::Length).map_or(f64::INFINITY, |gap| gap.length)
        };
        larger(off(0, middle - half), off(1, middle + half))
    }

    /// The closest points of the cores after one is moved along the normal until only a small gap is left. The error of closest points is
    /// about the square root of that of the gap, and smaller across a small gap.
    fn witnesses_across_small_gap(&self) -> Option<[Vector<R, 3>; 2]> {
        let (a, b) = (self.wide(0), self.wide(1));
        let is_curved = a.is_curved() || b.is_curved();
        let normal: Vector<f64, N> = self.normal.map(|c| c.to_f64()).resized();
        let size = a.extent() + b.extent() + extent(b.middle());
        let small = size * if is_curved { SMALL_CURVED } else { f64::EPSILON * SMALL };
        let shift = normal.scaled(self.core.to_f64() / normal.dot(normal) - small);
        let moved = b.moved(-shift);
        let asked = Asked { beyond: f64::INFINITY, within: 0.0, length_alone: false };
        let [p, q] = match is_curved {
            true => curved::nearest_points(&a, &moved)?,
            false => match nearest(&a, &moved, asked) {
                Nearest::Apart(apart) => apart.on,
                Nearest::Beyond | Nearest::Within | Nearest::Meeting(..) => return None,
            },
        };
        Some([p, q + shift].mapped(|point| point.map(R::from_f64).resized()))
    }
}
