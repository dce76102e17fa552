//! A branch-and-bound search for the smallest penetration depth over all directions. EPA uses it for pairs that exceed the capacity of a
//! single polytope.
//!
//! The sphere of directions is divided into spherical triangles, and each triangle is searched with its own polytope. A search expands
//! only the faces of its polytope that rays from the origin in this triangle intersect. This suffices: the ray along the normal of the
//! smallest depth leaves the polytope through a face that is no farther away than the boundary of the Minkowski difference. If a search
//! exceeds the capacity of the polytope, its triangle is divided into four.

use super::{BestPenetration, Outcome, Polytope, Tetrahedron};
use crate::Vector;
use crate::narrow::minkowski::SupportPoint;
use crate::scalar::Real;
use crate::vector::Mapped;

/// The maximum depth of the subdivision of an octant of directions; each level divides a spherical triangle into four. A triangle of the
/// last level is not divided, even if its search exceeds the capacity of the polytope.
const MAX_SUBDIVISIONS: u8 = 5;

/// The capacity of the stack of triangles: eight octants, and three more triangles for each level of subdivision.
const STACK_SIZE: usize = 8 + 3 * MAX_SUBDIVISIONS as usize;

/// A spherical triangle of directions, counterclockwise as seen from outside.
#[derive(Clone, Copy)]
pub(super) struct SphericalTriangle<R> {
    vertices: [Vector<R, 3>; 3],
    /// For each edge, the normal of the plane through the edge and the origin. It points to the third vertex.
    sides: [Vector<R, 3>; 3],
    subdivisions: u8,
}

impl<R: Real> SphericalTriangle<R> {
    fn new(vertices: [Vector<R, 3>; 3], subdivisions: u8) -> Self {
        let [p, q, r] = vertices;
        Self { vertices, sides: [p.cross(q), q.cross(r), r.cross(p)], subdivisions }
    }

    fn octant(signs: usize) -> Self {
        let axis = |k: usize| {
            let sign = if signs >> k & 1 == 1 { -1.0 } else { 1.0 };
            Vector::ZERO.with(k, R::from_f64(sign))
        };
        let is_mirrored = signs.count_ones() % 2 == 1;
        Self::new([axis(0), axis(if is_mirrored { 2 } else { 1 }), axis(if is_mirrored { 1 } else { 2 })], 0)
    }

    /// Divides the triangle into four at the midpoints of its sides.
    fn subdivided(&self) -> [Self; 4] {
        let [p, q, r] = self.vertices;
        let between = |p: Vector<R, 3>, q: Vector<R, 3>| {
            let sum = p + q;
            sum.scaled(R::ONE / sum.dot(sum).sqrt())
        };
        let x = between(p, q);
        let y = between(q, r);
        let z = between(r, p);
        [[p, x, z], [x, q, y], [z, y, r], [x, y, z]]
            .mapped(|vertices| Self::new(vertices, self.subdivisions + 1))
    }

    /// Whether a ray from the origin, in a direction of this spherical triangle, may intersect the triangle of three given points. False
    /// only if all three points are on the outer side of one of the planes in `sides`. So it may be true although no ray intersects.
    pub(super) fn may_intersect(&self, triangle: [SupportPoint<R>; 3]) -> bool {
        let is_beyond = |side: &Vector<R, 3>| triangle.iter().all(|point| point.w.dot(*side) < R::ZERO);
        !self.sides.iter().any(is_beyond)
    }
}

/// Lowers `best` to the smallest depth over all directions. The polytope of every spherical triangle starts from the given tetrahedron.
#[cold]
#[inline(never)]
pub(super) fn search<R: Real, const V: usize, const F: usize>(
    support: &impl Fn(Vector<R, 3>) -> SupportPoint<R>,
    (tetrahedron, tolerance): Tetrahedron<R>,
    best: &mut BestPenetration<R>,
) {
    let mut stack = [SphericalTriangle::octant(0); STACK_SIZE];
    let mut count = 0;
    for directions in (0..8).map(SphericalTriangle::octant) {
        stack[count] = directions;
        count += 1;
    }
    while count > 0 {
        count -= 1;
        let directions = stack[count];
        let before = best.depth;
        let mut polytope = Polytope::<R, V, F>::new(tetrahedron, tolerance);
        let outcome = polytope.expand(support, Some(&directions), best);
        if best.depth < before {
            best.witnesses = polytope.witness_points(best);
        }
        if outcome == Outcome::Full && directions.subdivisions < MAX_SUBDIVISIONS {
            for part in directions.subdivided() {
                stack[count] = part;
                count += 1;
            }
        }
    }
}
