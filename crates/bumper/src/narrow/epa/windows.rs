//! A branch-and-bound search for the least depth over all directions, if one polytope does not have enough room.
//!
//! The ray from the origin along the normal of the least depth leaves every polytope inside the difference through a face that is no
//! farther away than the boundary of the difference. So the least depth of the directions in a window needs only the expansion of faces
//! that rays of the window pass. A window that needs more room than a polytope has is divided into four.

use super::{Ended, Least, Point, Polytope, Start};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::Mapped;

/// The largest number of times that an octant is divided into four.
const DIVISIONS: u8 = 5;

/// The capacity of the stack of windows: eight octants, and three more for each division.
const ROOM: usize = 8 + 3 * DIVISIONS as usize;

/// A window of directions: a spherical triangle, counterclockwise seen from outside.
#[derive(Clone, Copy)]
pub(super) struct Window<R> {
    corners: [Vector<R, 3>; 3],
    /// Inward normals of the planes through the origin and two corners.
    sides: [Vector<R, 3>; 3],
    divisions: u8,
}

impl<R: Real> Window<R> {
    fn new(corners: [Vector<R, 3>; 3], divisions: u8) -> Self {
        let [p, q, r] = corners;
        Self { corners, sides: [p.cross(q), q.cross(r), r.cross(p)], divisions }
    }

    fn octant(signs: usize) -> Self {
        let axis = |k: usize| {
            let sign = if signs >> k & 1 == 1 { -1.0 } else { 1.0 };
            Vector::default().with(k, R::from_f64(sign))
        };
        let is_mirrored = signs.count_ones() % 2 == 1;
        Self::new([axis(0), axis(if is_mirrored { 2 } else { 1 }), axis(if is_mirrored { 1 } else { 2 })], 0)
    }

    /// Splits the window into four at the midpoints of its sides.
    fn divided(&self) -> [Self; 4] {
        let [p, q, r] = self.corners;
        let between = |p: Vector<R, 3>, q: Vector<R, 3>| {
            let sum = p + q;
            sum.scaled(R::from_f64(1.0) / Real::sqrt(sum.dot(sum)))
        };
        let (x, y, z) = (between(p, q), between(q, r), between(r, p));
        [[p, x, z], [x, q, y], [z, y, r], [x, y, z]].mapped(|corners| Self::new(corners, self.divisions + 1))
    }

    /// Whether a ray of the window may pass through a triangle. Conservative: false only if the whole triangle is beyond one side of the
    /// window.
    pub(super) fn meets(&self, triangle: [Point<R>; 3]) -> bool {
        let is_out = |side: &Vector<R, 3>| triangle.iter().all(|point| point.p.dot(*side) < R::default());
        !self.sides.iter().any(is_out)
    }
}

/// Lowers `least` to the least depth over all directions. Every polytope starts from the given tetrahedron.
#[cold]
#[inline(never)]
pub(super) fn search<R: Real>(
    support: &impl Fn(Vector<R, 3>) -> Point<R>,
    (first, tiny): Start<R>,
    least: &mut Least<R>,
) {
    let mut waiting = [Window::octant(0); ROOM];
    let mut count = 0;
    for window in (0..8).map(Window::octant) {
        waiting[count] = window;
        count += 1;
    }
    while count > 0 {
        count -= 1;
        let window = waiting[count];
        let before = least.depth;
        let mut polytope = Polytope::new(first, tiny);
        let ended = polytope.expand(support, Some(&window), least);
        if least.depth < before {
            least.on = polytope.nearest_on(least);
        }
        if ended == Ended::Full && window.divisions < DIVISIONS {
            for part in window.divided() {
                waiting[count] = part;
                count += 1;
            }
        }
    }
}
