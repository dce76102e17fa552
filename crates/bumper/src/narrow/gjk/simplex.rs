//! Operations on the simplex of GJK: the point nearest to the origin, the vertices that span it, and witness points.

use super::{Feature, Simplex};
use crate::Vector;
use crate::narrow::measure::{l1_norm, triangle_normal};
use crate::narrow::minkowski::SupportPoint;
use crate::narrow::tolerance::FLAT_TETRAHEDRON_SINE;
use crate::scalar::Real;
use crate::vector::Mapped;

impl<R: Real> Simplex<R> {
    #[inline]
    pub(super) fn reduce_to(&mut self, feature: &Feature<R>) {
        // The vertex indices of a feature are in increasing order, so no vertex is overwritten before it is moved.
        for index in 0..feature.len {
            self.vertices[index] = self.vertices[feature.vertices[index]];
        }
        self.len = feature.len;
    }

    #[inline]
    pub(super) fn w(&self, k: usize) -> Vector<R, 3> {
        self.vertices[k].w
    }

    /// The vertex, edge or face of the simplex that is nearest to the origin, after the newest vertex is added. The newest vertex is stored
    /// behind the others. If the origin is inside the simplex, returns a lower bound of its depth as the error.
    #[inline]
    pub(super) fn nearest_feature(&self) -> Result<Feature<R>, R> {
        match self.len {
            1 => Ok(self.segment(0, 1)),
            2 => Ok(self.triangle(0, 1, 2)),
            _ => self.tetrahedron(),
        }
    }

    /// The point nearest to the origin on the segment from an older vertex to the newest vertex.
    #[inline]
    pub(super) fn segment(&self, old: usize, new: usize) -> Feature<R> {
        let n = self.w(new);
        let edge = self.w(old) - n;
        let along = -n.dot(edge);
        let squared = edge.dot(edge);
        if along <= R::ZERO || squared <= R::ZERO {
            return Feature { vertices: [new; 3], len: 1, nearest: n, squared: n.dot(n) };
        }
        if along >= squared {
            let nearest = self.w(old);
            return Feature { vertices: [old; 3], len: 1, nearest, squared: nearest.dot(nearest) };
        }
        let nearest = n + edge.scaled(along / squared);
        Feature { vertices: [old, new, new], len: 2, nearest, squared: nearest.dot(nearest) }
    }

    /// The point nearest to the origin on the triangle of two older vertices and the newest vertex. The edge between the older vertices is
    /// left out, because an earlier iteration has tested it already.
    #[inline]
    pub(super) fn triangle(&self, i: usize, j: usize, new: usize) -> Feature<R> {
        let n = self.w(new);
        let e = self.w(i) - n;
        let f = self.w(j) - n;
        let normal = e.cross(f);
        let squared = normal.dot(normal);
        // How far the origin is outside of the two edges at the newest vertex, up to a positive factor.
        let beyond = [normal.cross(e).dot(n), f.cross(normal).dot(n)];
        let nearer = |p: Feature<R>, q: Feature<R>| if q.squared < p.squared { q } else { p };
        match (beyond[0] >= R::ZERO, beyond[1] >= R::ZERO) {
            (true, false) => self.segment(i, new),
            (false, true) => self.segment(j, new),
            // The origin is inside the two edges at the newest vertex. It is also inside the third edge, unless an earlier iteration was
            // wrong because of rounding.
            (false, false) if squared + beyond[0] + beyond[1] >= R::ZERO && squared > R::ZERO => {
                let nearest = normal.scaled(normal.dot(n) / squared);
                Feature { vertices: [i, j, new], len: 3, nearest, squared: nearest.dot(nearest) }
            }
            _ => nearer(self.segment(i, new), self.segment(j, new)),
        }
    }

    /// The point nearest to the origin on the three faces at the newest vertex. If the origin is inside the tetrahedron, returns a lower
    /// bound of its depth as the error.
    fn tetrahedron(&self) -> Result<Feature<R>, R> {
        let at = self.w(3);
        let edges = [0, 1, 2].mapped(|k| self.w(k) - at);
        let normals = [edges[1].cross(edges[2]), edges[2].cross(edges[0]), edges[0].cross(edges[1])];
        let volume = normals[2].dot(edges[2]);
        // `is_flat` is true if rounding makes it uncertain on which side of the opposite face the newest vertex lies.
        let flat = R::EPSILON * R::from_f64(FLAT_TETRAHEDRON_SINE);
        let lost = flat * flat * normals[2].dot(normals[2]) * edges[2].dot(edges[2]);
        let is_flat = volume * volume <= lost;
        let mut best: Option<Feature<R>> = None;
        for (k, normal) in normals.iter().enumerate() {
            let outside = normal.dot(at);
            let inside = if volume < R::ZERO { outside >= R::ZERO } else { outside <= R::ZERO };
            if inside && !is_flat {
                continue;
            }
            let (i, j) = [(1, 2), (0, 2), (0, 1)][k];
            let feature = self.triangle(i, j, 3);
            if best.as_ref().is_none_or(|best| feature.squared < best.squared) {
                best = Some(feature);
            }
        }
        best.ok_or_else(|| self.depth(&edges, &normals, at))
    }

    /// A lower bound of the distance of the origin from the faces of the tetrahedron that contains it. Zero if the rounding error of the
    /// normals is larger, as in a very thin tetrahedron.
    fn depth(&self, edges: &[Vector<R, 3>; 3], normals: &[Vector<R, 3>; 3], at: Vector<R, 3>) -> R {
        let [p, q, r] = [0, 1, 2].mapped(|k| self.w(k));
        let tolerance = R::EPSILON * R::from_f64(FLAT_TETRAHEDRON_SINE);
        let depth = |normal: Vector<R, 3>, on: Vector<R, 3>, sides: [Vector<R, 3>; 2]| {
            let error = l1_norm(sides[0]) * l1_norm(sides[1]) * l1_norm(on) * tolerance;
            (normal.dot(on).abs() - error).max(R::ZERO) / normal.dot(normal).sqrt()
        };
        let sides = [q - p, r - p];
        let base = depth(sides[0].cross(sides[1]), p, sides);
        (0..3).map(|k| depth(normals[k], at, [edges[(k + 1) % 3], edges[(k + 2) % 3]])).fold(base, R::min)
    }

    /// A normal of the simplex, of any length, computed from its longest edges, whose directions are the most accurate.
    pub(super) fn normal(&self) -> Vector<R, 3> {
        let perpendicular = |v: Vector<R, 3>, e: Vector<R, 3>| v - e.scaled(v.dot(e) / e.dot(e));
        match self.len {
            1 => self.w(0),
            2 => {
                let edge = self.w(1) - self.w(0);
                perpendicular(perpendicular(self.w(0), edge), edge)
            }
            _ => {
                let n = triangle_normal([0, 1, 2].mapped(|k| self.w(k)));
                if n.dot(self.w(0)) < R::ZERO { -n } else { n }
            }
        }
    }

    /// The witness points: the points of the two cores whose difference is the point of the simplex that is nearest to the origin.
    pub(super) fn points(&self) -> [Vector<R, 3>; 2] {
        let weights = self.weights();
        let sum = |point: fn(&SupportPoint<R>) -> Vector<R, 3>| {
            let first = point(&self.vertices[0]);
            // The sum is relative to the first vertex, so that coordinates that all vertices share stay exact.
            (1..self.len).fold(first, |sum, k| sum + (point(&self.vertices[k]) - first).scaled(weights[k]))
        };
        [sum(|vertex| vertex.a), sum(|vertex| vertex.b)]
    }

    /// The barycentric coordinates of the point of the simplex that is nearest to the origin. They are clamped, so that rounding makes none
    /// of them negative.
    fn weights(&self) -> [R; 3] {
        let fraction = |part: R, squared: R| {
            let fraction = part / squared;
            if fraction > R::ONE {
                R::ONE
            } else if fraction > R::ZERO {
                fraction
            } else {
                R::ZERO
            }
        };
        match self.len {
            1 => [R::ONE, R::ZERO, R::ZERO],
            2 => {
                let edge = self.w(1) - self.w(0);
                let second = fraction(-self.w(0).dot(edge), edge.dot(edge));
                [R::ONE - second, second, R::ZERO]
            }
            _ => {
                let [p, q, r] = [0, 1, 2].mapped(|k| self.w(k));
                let n = triangle_normal([p, q, r]);
                let area = |u: Vector<R, 3>, v: Vector<R, 3>| u.cross(v).dot(n);
                let squared = area(q - p, r - p);
                let second = fraction(area(r, p), squared);
                let third = fraction(area(p, q), squared);
                let sum = second + third;
                let (second, third) =
                    if sum > R::ONE { (second / sum, third / sum) } else { (second, third) };
                [R::ONE - second - third, second, third]
            }
        }
    }
}
