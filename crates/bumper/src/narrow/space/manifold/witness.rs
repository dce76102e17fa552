//! Witness points: the points of two shapes that are nearest to each other, or deepest in each other. They are checked against the shapes
//! where a search is known to lose digits: on long thin simplices, and beside rims.

use super::Meeting;
use crate::Vector;
use crate::form::{Convex, Core};
use crate::narrow::Sought;
use crate::narrow::gjk::{Asked, Nearest, nearest};
use crate::narrow::measure::{extent, larger};
use crate::narrow::space::{curved, gap};
use crate::scalar::Real;
use crate::vector::Mapped;

/// The gap that is left between cores whose nearest points are looked for: in roundings of the size, and as a part of it beside a rim,
/// where the separation is known no better.
const SMALL: f64 = 16.0;
const SMALL_CURVED: f64 = 2e-7;

impl<R: Real, const N: usize> Meeting<'_, R, N> {
    /// Witness points by what the faces show; checked where one of the shapes has a rim or many edges, whose faces do not show all.
    pub(super) fn witnesses_of_faces(&self) -> [Vector<R, 3>; 2] {
        let found = self.nearest();
        let is_sure = self.cores.iter().all(|core| !core.has_many_edges());
        if is_sure || self.off(found) <= self.allowed.to_f64() { found } else { self.best_witnesses(found) }
    }

    /// Of some witness points and others the ones that are least off the shapes.
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

    /// A core as it is seen from the origin.
    fn wide(&self, shape: usize) -> Core<'_, f64, N> {
        self.cores[shape].moved(-self.origin).wide()
    }

    /// How far the surfaces' points half the separation before and behind the point between two witness points are off the cores.
    fn off(&self, [p, q]: [Vector<R, 3>; 2]) -> f64 {
        let half = self.normal.scaled(self.core * R::from_f64(0.5));
        let middle = p + (q - p).scaled(R::from_f64(0.5));
        let off = |shape: usize, point: Vector<R, 3>| {
            let core = Convex { core: self.wide(shape), radius: 0.0 };
            let point = Convex::point(point.map(|c| c.to_f64()).resized());
            gap(&core, &point, f64::INFINITY, Sought::Length).map_or(f64::INFINITY, |gap| gap.length)
        };
        larger(off(0, middle - half), off(1, middle + half))
    }

    /// Nearest points of the cores, moved along the normal until a small gap is left. Across a gap nearest points are known only to the root of
    /// what the gap is known to: across a small one they are known better.
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
