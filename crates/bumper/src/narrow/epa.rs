//! The penetration depth of two convex cores in 3D, by the expanding polytope algorithm (EPA).
//!
//! A polytope inside the Minkowski difference of the cores is expanded. Each iteration takes the face of the polytope that is nearest to
//! the origin. If this face lies on the boundary of the difference, its distance from the origin is the depth, and the expansion ends.
//! Otherwise the support point along the normal of the face becomes a new vertex of the polytope (G. van den Bergen, Collision Detection in
//! Interactive 3D Environments, 2003, section 4.3.8).
//!
//! The first polytope is any tetrahedron inside the difference. If it does not contain the origin, some of its faces have a negative
//! distance from the origin. These count as nearest and are expanded first, so the algorithm also works for cores that only touch. If the
//! polytope needs more vertices than its arrays can hold, the set of all directions is divided into spherical triangles, and one polytope
//! is expanded for each triangle ([`branch_and_bound`]).

mod branch_and_bound;

use super::Separation;
use super::measure::{any_perpendicular, is_well_shaped, norm, normalized, triangle_normal};
use super::minkowski::SupportPoint;
use crate::Vector;
use crate::narrow::tolerance::{EPA_CURVED_ERROR, EPA_ON_FACE};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::Core;
use branch_and_bound::SphericalTriangle;

/// The capacity of the polytope of two polyhedra, in vertices. Most pairs of hulls need fewer. A polytope has up to twice as many faces as
/// vertices.
const MAX_VERTICES: usize = 48;

/// The capacity of the polytope if a core is curved, in vertices. A larger capacity would make the depth more accurate, but take longer.
const MAX_CURVED_VERTICES: usize = 112;

/// The largest number of gradient descent steps for curved cores.
const MAX_DESCENT_STEPS: usize = 48;

#[derive(Clone, Copy)]
struct PolytopeFace<R> {
    vertices: [u8; 3],
    /// The outward unit normal; zero if the face has no area.
    normal: Vector<R, 3>,
    /// The distance from the origin to the plane of the face, positive if the origin is behind the face. Infinite if the face has no area.
    depth: R,
}

struct Polytope<R, const V: usize, const F: usize> {
    vertices: [SupportPoint<R>; V],
    vertex_count: usize,
    faces: [PolytopeFace<R>; F],
    face_count: usize,
    /// The centroid of the first tetrahedron. It is inside the polytope, so the outward normals point away from it.
    middle: Vector<R, 3>,
    tolerance: R,
}

/// The separation of two intersecting polyhedra and its normal from `a` to `b`. The length is negative or zero, except for rounding.
/// `tetrahedron` is inside the Minkowski difference and contains the origin. If it is given and not flat, the search starts from it.
pub(crate) fn penetration<R: Real>(
    a: &Core<R, 3>,
    b: &Core<R, 3>,
    tetrahedron: Option<[SupportPoint<R>; 4]>,
) -> Separation<R, 3> {
    const V: usize = MAX_VERTICES;
    let support = |direction: Vector<R, 3>| SupportPoint::new(a, b, direction).reversed();
    let min_width = R::EPSILON * R::from_f64(EPA_ON_FACE);
    let start = tetrahedron.and_then(checked).map_or_else(|| initial_tetrahedron(&support, min_width), Ok);
    let (vertices, tolerance) = match start {
        Ok(start) => start,
        Err(normal) => return of_flat_difference(&support, normal),
    };
    let mut polytope = Polytope::<R, V, { 2 * V }>::new(vertices, tolerance);
    let mut best = BestPenetration::unknown(R::ZERO);
    let outcome = polytope.expand(&support, None, &mut best);
    best.witnesses = polytope.witness_points(&best);
    if outcome == Outcome::Full {
        branch_and_bound::search::<R, V, { 2 * V }>(&support, (vertices, tolerance), &mut best);
    }
    best.separation()
}

/// The separation of two intersecting cores, at least one of them with a curved rim, and its normal from `a` to `b`; without witness
/// points. `error` is the permitted error of the length. If the expansion of the polytope does not reach it, gradient descent follows.
pub(crate) fn curved_penetration<R: Real>(
    a: &Core<R, 3>,
    b: &Core<R, 3>,
    tetrahedron: Option<[SupportPoint<R>; 4]>,
    error: R,
) -> Separation<R, 3> {
    const V: usize = MAX_CURVED_VERTICES;
    let support = |direction: Vector<R, 3>| SupportPoint::new(a, b, direction).reversed();
    // The rounding error of face normals is inversely proportional to the width of the Minkowski difference. So a difference counts as flat
    // if its width divided by its length is below `min_width`.
    let min_width = R::EPSILON.sqrt();
    let start = tetrahedron.and_then(checked).map_or_else(|| initial_tetrahedron(&support, min_width), Ok);
    let (vertices, tolerance) = match start {
        Ok(start) => start,
        Err(normal) => return of_flat_difference(&support, normal),
    };
    let mut polytope = Polytope::<R, V, { 2 * V }>::new(vertices, tolerance);
    let radius = |size: R, point: &SupportPoint<R>| size.max(norm(point.w - polytope.middle));
    let size = vertices.iter().fold(R::ZERO, radius);
    let mut best = BestPenetration::unknown(error.max(size * R::from_f64(EPA_CURVED_ERROR) + tolerance));
    polytope.expand(&support, None, &mut best);
    if best.depth - best.bound > error {
        best.descend(&support, error);
    }
    best.separation()
}

/// The separation of two cores whose Minkowski difference is flat and contains the origin. `normal` is the normal of the difference.
fn of_flat_difference<R: Real>(
    support: &impl Fn(Vector<R, 3>) -> SupportPoint<R>,
    normal: Vector<R, 3>,
) -> Separation<R, 3> {
    let forwards = support(normal).w.dot(normal);
    let backwards = support(-normal).w.dot(-normal);
    let (depth, normal) = if forwards <= backwards { (forwards, normal) } else { (backwards, -normal) };
    Separation { length: -depth, normal, witnesses: None }
}

/// The smallest penetration depth found so far, with its normal and witness points.
struct BestPenetration<R> {
    depth: R,
    normal: Vector<R, 3>,
    /// The two points, one of each core, whose difference is the point of the Minkowski difference that is farthest along `normal`. `None`
    /// if no face of the polytope contains that point.
    witnesses: Option<[Vector<R, 3>; 2]>,
    /// A lower bound of the depth: the distance from the origin to the last face that was expanded.
    bound: R,
    /// The permitted error of the depth: the expansion ends as soon as `depth` exceeds `bound` by at most this error.
    error: R,
}

impl<R: Real> BestPenetration<R> {
    fn unknown(error: R) -> Self {
        Self { depth: R::INFINITY, normal: Vector::ZERO, witnesses: None, bound: R::NEG_INFINITY, error }
    }

    fn separation(self) -> Separation<R, 3> {
        Separation { length: -self.depth, normal: self.normal, witnesses: self.witnesses }
    }

    /// Lowers the depth by gradient descent over the unit normals. It is needed if the whole boundary of the Minkowski difference is
    /// curved, because the faces of a polytope do not approximate it well enough. Ends when no step can lower the depth by more than
    /// `error`.
    fn descend(&mut self, support: &impl Fn(Vector<R, 3>) -> SupportPoint<R>, error: R) {
        let mut step = R::HALF;
        for _ in 0..MAX_DESCENT_STEPS {
            let gradient = support(self.normal).w - self.normal.scaled(self.depth);
            let length = norm(gradient);
            let angle = step / (length + self.depth.abs());
            // The condition is always true if the gradient is zero.
            if length * length * angle <= error {
                break;
            }
            let next = self.normal - gradient.scaled(angle);
            let next = next.scaled(R::ONE / norm(next));
            let depth = support(next).w.dot(next);
            if depth < self.depth {
                self.depth = depth;
                self.normal = next;
                step = step * R::from_f64(1.5);
            } else {
                step = step * R::from_f64(0.25);
            }
        }
    }
}

/// The result of adding a vertex to a polytope.
enum Growth {
    Added,
    /// The capacity of the polytope is exhausted.
    Full,
    /// Because of rounding, the edges around the faces that are visible from the new vertex do not form a closed loop.
    Flat,
}

/// The reason why an expansion ended.
#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    /// The depth is accurate: no face is nearer to the origin by more than the permitted error.
    Converged,
    /// The capacity of the polytope is exhausted.
    Full,
}

/// A tetrahedron inside the Minkowski difference, and the distance up to which a point counts as lying on a face.
type Tetrahedron<R> = ([SupportPoint<R>; 4], R);

/// The given tetrahedron with its tolerance; `None` if it is flat.
fn checked<R: Real>(vertices: [SupportPoint<R>; 4]) -> Option<Tetrahedron<R>> {
    let vertices = vertices.mapped(SupportPoint::reversed);
    let size = vertices.iter().fold(R::ZERO, |size, point| size.max(point.squared_magnitude()));
    let tolerance = size.sqrt() * R::EPSILON * R::from_f64(EPA_ON_FACE);
    is_well_shaped(vertices.mapped(|point| point.w)).then_some((vertices, tolerance))
}

/// Finds a tetrahedron inside the Minkowski difference. The difference counts as flat if its width or its height is below the fraction
/// `min_width` of its length. `Err` then returns its normal.
fn initial_tetrahedron<R: Real>(
    support: &impl Fn(Vector<R, 3>) -> SupportPoint<R>,
    min_width: R,
) -> Result<Tetrahedron<R>, Vector<R, 3>> {
    let length = |v: Vector<R, 3>| v.dot(v).sqrt();
    let axis = |k: usize| Vector::ZERO.with(k, R::ONE);
    // The first two vertices are support points in opposite directions. Of the pairs along the three coordinate axes, the pair that is
    // farthest apart is used.
    let ends = |direction: Vector<R, 3>| [support(direction), support(-direction)];
    let length_between = |ends: &[SupportPoint<R>; 2]| length(ends[0].w - ends[1].w);
    let [first, second, third] = [0, 1, 2].mapped(|k| ends(axis(k)));
    let farther = if length_between(&second) > length_between(&first) { second } else { first };
    let [p, q] = if length_between(&third) > length_between(&farther) { third } else { farther };
    let size = [p, q].iter().fold(R::ZERO, |size, p| size.max(length(p.a).max(length(p.b))));
    let tolerance = size * R::EPSILON * R::from_f64(EPA_ON_FACE);
    let line = p.w - q.w;
    let span = length(line);
    if span <= tolerance || !span.is_finite() {
        return Err(axis(0));
    }
    let line = line.map(|c| c / span);
    // `min_width` is converted from a fraction to a length, which is at least the rounding error.
    let min_width = tolerance.max(span * min_width);
    // The third vertex is a support point in a direction perpendicular to the line through the first two vertices. Of the support points in
    // eight such directions, the one that is farthest from this line is used.
    let side: Vector<R, 3> = any_perpendicular(line);
    let other = line.cross(side);
    let distance_from_line = |point: &SupportPoint<R>| {
        let delta = point.w - q.w;
        length(delta - line.scaled(delta.dot(line)))
    };
    let mut r = p;
    for direction in [side, other, side + other, side - other] {
        for point in ends(direction) {
            if distance_from_line(&point) > distance_from_line(&r) {
                r = point;
            }
        }
    }
    if distance_from_line(&r) <= min_width {
        return Err(shallowest_perpendicular(support, side, other));
    }
    let normal = normalized(triangle_normal([p.w, q.w, r.w])).unwrap_or(side);
    let [above, below] = ends(normal);
    let height = |point: &SupportPoint<R>| (point.w - q.w).dot(normal).abs();
    let s = if height(&below) > height(&above) { below } else { above };
    if height(&s) <= min_width {
        return Err(normal);
    }
    Ok(([p, q, r, s], tolerance))
}

/// The direction along which the shortest translation separates the cores, among four directions: `side`, `other` and the two diagonals
/// between them. It is the normal of a Minkowski difference that is almost a line. `side` and `other` are perpendicular to that line and to
/// each other.
fn shallowest_perpendicular<R: Real>(
    support: &impl Fn(Vector<R, 3>) -> SupportPoint<R>,
    side: Vector<R, 3>,
    other: Vector<R, 3>,
) -> Vector<R, 3> {
    let depth = |direction: &Vector<R, 3>| {
        let (forwards, backwards) =
            (support(*direction).w.dot(*direction), support(-*direction).w.dot(-*direction));
        backwards.min(forwards)
    };
    let directions = [side, side + other, other, other - side]
        .mapped(|direction| direction.map(|c| c / direction.dot(direction).sqrt()));
    let best = |best: Vector<R, 3>, next: Vector<R, 3>| if depth(&next) < depth(&best) { next } else { best };
    directions.into_iter().reduce(best).unwrap_or(side)
}

impl<R: Real, const V: usize, const F: usize> Polytope<R, V, F> {
    #[inline]
    fn new(vertices: [SupportPoint<R>; 4], tolerance: R) -> Self {
        let middle =
            vertices.iter().fold(Vector::ZERO, |sum: Vector<R, 3>, c| sum + c.w.scaled(R::from_f64(0.25)));
        let none = PolytopeFace { vertices: [0; 3], normal: Vector::ZERO, depth: R::ZERO };
        let mut polytope = Self {
            vertices: [vertices[0]; V],
            vertex_count: 4,
            faces: [none; F],
            face_count: 0,
            middle,
            tolerance,
        };
        polytope.vertices[..4].copy_from_slice(&vertices);
        for vertices in [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] {
            polytope.add_face(vertices);
        }
        polytope
    }

    /// Expands the face nearest to the origin, again and again, until the depth in `best` is accurate or the capacity is exhausted. If
    /// `directions` is given, faces that no ray from the origin in one of these directions can hit are left out.
    fn expand(
        &mut self,
        support: &impl Fn(Vector<R, 3>) -> SupportPoint<R>,
        directions: Option<&SphericalTriangle<R>>,
        best: &mut BestPenetration<R>,
    ) -> Outcome {
        while let Some(face) = self.nearest_face(directions) {
            let next = support(face.normal);
            let depth = next.w.dot(face.normal);
            if depth < best.depth {
                best.depth = depth;
                best.normal = face.normal;
            }
            let is_vertex = face.vertices.iter().any(|k| self.vertices[usize::from(*k)].w == next.w);
            best.bound = face.depth;
            if is_vertex || depth - face.depth <= self.tolerance || best.depth - face.depth <= best.error {
                break;
            }
            if self.vertex_count == V {
                return Outcome::Full;
            }
            match self.grow(next) {
                Growth::Added => {}
                Growth::Full => return Outcome::Full,
                Growth::Flat => break,
            }
        }
        Outcome::Converged
    }

    /// The face nearest to the origin; on a tie, the first one. If `directions` is given, faces that no ray from the origin in one of these
    /// directions can hit are left out.
    fn nearest_face(&self, directions: Option<&SphericalTriangle<R>>) -> Option<PolytopeFace<R>> {
        // Faces with a negative depth are never left out, because the polytope does not contain the origin before they are expanded.
        let is_in = |face: &PolytopeFace<R>| {
            face.depth < R::ZERO
                || directions.is_none_or(|directions| directions.may_intersect(self.points(face)))
        };
        let nearer = |best: Option<&PolytopeFace<R>>, face: &PolytopeFace<R>| {
            best.is_none_or(|best| face.depth < best.depth)
        };
        let mut best = None;
        for face in &self.faces[..self.face_count] {
            if nearer(best, face) && is_in(face) {
                best = Some(face);
            }
        }
        best.copied()
    }

    fn points(&self, face: &PolytopeFace<R>) -> [SupportPoint<R>; 3] {
        face.vertices.mapped(|k| self.vertices[usize::from(k)])
    }

    /// The witness points of the depth in `best`: two points, one of each core, whose difference is a point of the Minkowski difference
    /// that is farthest along the normal. `None` if no face of the polytope contains such a point. If several faces do, the face that
    /// contains the projection of the origin is used.
    fn witness_points(&self, best: &BestPenetration<R>) -> Option<[Vector<R, 3>; 2]> {
        let level = best.depth - self.tolerance - self.tolerance;
        let is_on_boundary = |face: &&PolytopeFace<R>| {
            face.normal.dot(best.normal) > R::ZERO
                && self.points(face).iter().all(|point| point.w.dot(best.normal) >= level)
        };
        let inside = |weights: &[R; 3]| weights.iter().fold(weights[0], |a, b| if *b < a { *b } else { a });
        let (face, weights) = self.faces[..self.face_count]
            .iter()
            .filter(is_on_boundary)
            .map(|face| (face, self.barycentric(face)))
            .reduce(|best, next| if inside(&next.1) > inside(&best.1) { next } else { best })?;
        let weights = weights.map(|weight| R::ZERO.max(weight));
        let total = weights[0] + weights[1] + weights[2];
        let points = self.points(face);
        let combined = |of: fn(&SupportPoint<R>) -> Vector<R, 3>| {
            let origin = of(&points[0]);
            (1..3).fold(origin, |point, k| point + (of(&points[k]) - origin).scaled(weights[k] / total))
        };
        Some([combined(|point| point.a), combined(|point| point.b)])
    }

    /// The barycentric coordinates of the projection of the origin onto the plane of a face, one for each vertex of the face. The
    /// coordinate of a vertex is negative if the projection is beyond the opposite edge.
    fn barycentric(&self, face: &PolytopeFace<R>) -> [R; 3] {
        let [p, q, r] = self.points(face).map(|point| point.w - face.normal.scaled(face.depth));
        let area = |u: Vector<R, 3>, v: Vector<R, 3>| u.cross(v).dot(face.normal);
        let areas = [area(q, r), area(r, p), area(p, q)];
        let total = areas[0] + areas[1] + areas[2];
        areas.map(|area| area / total)
    }

    /// Adds a face with the given vertices, as indices. The caller has checked the capacity.
    fn add_face(&mut self, vertices: [u8; 3]) {
        let points = vertices.mapped(|k| self.vertices[usize::from(k)].w);
        let mut face = PolytopeFace { vertices, normal: Vector::ZERO, depth: R::INFINITY };
        if let Some(normal) = normalized(triangle_normal(points)) {
            let outwards = if normal.dot(points[0] - self.middle) < R::ZERO { -normal } else { normal };
            let depth = points.map(|point| point.dot(outwards));
            face.normal = outwards;
            face.depth = depth[0].max(depth[1]).max(depth[2]);
        }
        self.faces[self.face_count] = face;
        self.face_count += 1;
    }

    /// Whether a face is visible from a point: the point lies in front of the plane of the face.
    #[inline]
    fn is_visible(&self, face: &PolytopeFace<R>, point: &SupportPoint<R>) -> bool {
        point.w.dot(face.normal) - face.depth > self.tolerance
    }

    /// Adds a vertex to the polytope if the capacity suffices. The faces that are visible from the vertex are replaced by faces between the
    /// vertex and the horizon.
    fn grow(&mut self, point: SupportPoint<R>) -> Growth {
        // The horizon is the loop of edges between visible and other faces. An edge that belongs to two visible faces is found twice, and
        // is removed again.
        let mut horizon = [[0u8; 2]; F];
        let mut edges = 0;
        let mut visible = 0;
        for face in &self.faces[..self.face_count] {
            if !self.is_visible(face, &point) {
                continue;
            }
            visible += 1;
            let [i, j, k] = face.vertices;
            for edge in [[i, j], [j, k], [k, i]] {
                let same = |other: &[u8; 2]| *other == edge || *other == [edge[1], edge[0]];
                if let Some(shared) = horizon[..edges].iter().position(same) {
                    edges -= 1;
                    horizon[shared] = horizon[edges];
                } else if edges == horizon.len() {
                    return Growth::Full;
                } else {
                    horizon[edges] = edge;
                    edges += 1;
                }
            }
        }
        if edges < 3 {
            return Growth::Flat;
        }
        if self.face_count - visible + edges > F {
            return Growth::Full;
        }
        let mut index = 0;
        while index < self.face_count {
            if self.is_visible(&self.faces[index], &point) {
                self.face_count -= 1;
                self.faces[index] = self.faces[self.face_count];
            } else {
                index += 1;
            }
        }
        let apex = self.vertex_count as u8;
        self.vertices[self.vertex_count] = point;
        self.vertex_count += 1;
        for [i, j] in &horizon[..edges] {
            self.add_face([*i, *j, apex]);
        }
        Growth::Added
    }
}
