//! The penetration depth of two convex cores in 3D, by the expanding polytope algorithm (EPA).
//!
//! A polytope inside the Minkowski difference of the cores is expanded: its face nearest to the origin either is a face of the difference,
//! whose distance is then the depth, or the support point along its normal is added to the polytope (G. van den Bergen, Collision Detection
//! in Interactive 3D Environments, 2003, section 4.3.8). The first polytope is any tetrahedron inside the difference. If it does not
//! contain the origin, some of its faces have a negative distance from the origin; these are the nearest ones and are expanded first. So
//! the algorithm also works for cores that only touch. It ends at a face of the difference. If the polytope has no room left, the
//! directions are divided into windows, and a polytope is expanded for each ([`windows`]).

mod windows;

use super::Separation;
use super::gjk::Corner;
use super::measure::{any_perpendicular, is_finite, is_well_shaped, larger, normalized, triangle_normal};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::Core;
use windows::Window;

/// The capacity for corners and faces: more than most pairs of hulls need.
const CORNERS: usize = 48;
const FACES: usize = 2 * CORNERS;

/// The distance up to which a point counts as on a face, in rounding errors of the size.
const TINY: f64 = 4.0;

/// A point of the Minkowski difference a − b, and the points of the cores that it comes from.
#[derive(Clone, Copy)]
pub(super) struct Point<R> {
    pub(super) p: Vector<R, 3>,
    pub(super) a: Vector<R, 3>,
    pub(super) b: Vector<R, 3>,
}

impl<R: Real> Point<R> {
    /// The support point of the difference in a direction.
    #[inline]
    pub(super) fn new<const N: usize>(a: &Core<R, N>, b: &Core<R, N>, direction: Vector<R, 3>) -> Self {
        let way: Vector<R, N> = direction.resized();
        let (a, b): (Vector<R, 3>, Vector<R, 3>) = (a.support(way).resized(), b.support(-way).resized());
        Self { p: a - b, a, b }
    }

    #[inline]
    fn of<const N: usize>(corner: Corner<R, N>) -> Self {
        let (a, b): (Vector<R, 3>, Vector<R, 3>) = (corner.a.resized(), corner.b.resized());
        Self { p: a - b, a, b }
    }
}

#[derive(Clone, Copy)]
struct Face<R> {
    corners: [u8; 3],
    /// The outward unit normal; zero if the face has no area.
    normal: Vector<R, 3>,
    /// The depth of the origin behind the face's plane; infinite if the face has no area.
    depth: R,
}

struct Polytope<R> {
    corners: [Point<R>; CORNERS],
    count: usize,
    faces: [Face<R>; FACES],
    len: usize,
    /// An interior point.
    middle: Vector<R, 3>,
    tiny: R,
}

/// The separation of two intersecting cores (negative or zero, except for rounding) and its normal from `a` to `b`. Starts from `around`, a
/// tetrahedron around the origin, if one is given that is not flat.
pub(crate) fn penetration<R: Real, const N: usize>(
    a: &Core<R, N>,
    b: &Core<R, N>,
    around: Option<[Corner<R, N>; 4]>,
) -> Separation<R, N> {
    let support = |direction: Vector<R, 3>| Point::new(a, b, direction);
    let around = around.map(|corners| corners.mapped(Point::of));
    let mut polytope = match around.and_then(given).map_or_else(|| start(&support), Ok) {
        Ok((corners, tiny)) => Polytope::new(corners, tiny),
        // The difference has no volume, so the origin is on its boundary.
        Err(normal) => {
            let (forwards, backwards) = (support(normal).p.dot(normal), support(-normal).p.dot(-normal));
            let (depth, normal) =
                if forwards <= backwards { (forwards, normal) } else { (backwards, -normal) };
            return Separation { length: -depth, normal: normal.resized(), on: None };
        }
    };
    let mut least = Least::start();
    let ended = polytope.expand(&support, None, &mut least);
    least.on = polytope.nearest_on(&least);
    if ended == Ended::Full {
        windows::search(&support, polytope.first(), &mut least);
    }
    let on = least.on.map(|on| on.mapped(|on| on.resized()));
    Separation { length: -least.depth, normal: least.normal.resized(), on }
}

/// The least depth of the origin along the directions tried so far.
struct Least<R> {
    depth: R,
    normal: Vector<R, 3>,
    /// Witness points: points of the two cores whose difference is the boundary point along the normal. `None` if no face of the polytope
    /// lies on the boundary there.
    on: Option<[Vector<R, 3>; 2]>,
}

impl<R: Real> Least<R> {
    fn start() -> Self {
        Self { depth: R::from_f64(f64::INFINITY), normal: Vector::default(), on: None }
    }
}

/// The result of adding a point to a polytope.
enum Growth {
    Done,
    /// There is no room for the point.
    Full,
    /// Because of rounding, the faces that are visible from the point have no valid horizon.
    Flat,
}

/// The reason why an expansion ended.
#[derive(Clone, Copy, PartialEq)]
enum Ended {
    /// The least depth is known: no face is nearer to the origin.
    Known,
    /// There is no room for another point.
    Full,
}

/// A tetrahedron inside the difference, and the tolerance of lengths.
type Start<R> = ([Point<R>; 4], R);

/// The given tetrahedron, if it is not flat.
fn given<R: Real>(corners: [Point<R>; 4]) -> Option<Start<R>> {
    let size = corners.iter().fold(R::default(), |size, p| larger(size, larger(p.a.dot(p.a), p.b.dot(p.b))));
    let tiny = Real::sqrt(size) * R::EPSILON * R::from_f64(TINY);
    is_well_shaped(corners.mapped(|point| point.p)).then_some((corners, tiny))
}

/// Finds a tetrahedron inside the difference. The error is a normal of the difference, if that is flat.
fn start<R: Real>(support: &impl Fn(Vector<R, 3>) -> Point<R>) -> Result<Start<R>, Vector<R, 3>> {
    let zero = R::default();
    let length = |v: Vector<R, 3>| Real::sqrt(v.dot(v));
    let axis = |k: usize| Vector::default().with(k, R::from_f64(1.0));
    // The support points along both directions of the axis on which they are farthest apart.
    let ends = |direction: Vector<R, 3>| [support(direction), support(-direction)];
    let apart = |ends: &[Point<R>; 2]| length(ends[0].p - ends[1].p);
    let [first, second, third] = [0, 1, 2].mapped(|k| ends(axis(k)));
    let farther = if apart(&second) > apart(&first) { second } else { first };
    let [p, q] = if apart(&third) > apart(&farther) { third } else { farther };
    let size = [p, q].iter().fold(zero, |size, p| larger(size, larger(length(p.a), length(p.b))));
    let tiny = size * R::EPSILON * R::from_f64(TINY);
    let line = p.p - q.p;
    let long = length(line);
    if long <= tiny || !is_finite(long) {
        return Err(axis(0));
    }
    let line = line.map(|c| c / long);
    // The rounding error of projections onto the line.
    let thin = larger(tiny, long * R::EPSILON * R::from_f64(TINY));
    // The support point farthest from the line, among directions perpendicular to it.
    let side: Vector<R, 3> = any_perpendicular(line);
    let other = line.cross(side);
    let off_line = |point: &Point<R>| {
        let way = point.p - q.p;
        length(way - line.scaled(way.dot(line)))
    };
    let mut r = p;
    for direction in [side, other, side + other, side - other] {
        for point in ends(direction) {
            if off_line(&point) > off_line(&r) {
                r = point;
            }
        }
    }
    if off_line(&r) <= thin {
        return Err(across_line(support, side, other));
    }
    let normal = normalized(triangle_normal([p.p, q.p, r.p])).unwrap_or(side);
    let [above, below] = ends(normal);
    let height = |point: &Point<R>| (point.p - q.p).dot(normal).distance(zero);
    let s = if height(&below) > height(&above) { below } else { above };
    if height(&s) <= thin {
        return Err(normal);
    }
    Ok(([p, q, r, s], tiny))
}

/// Among some directions perpendicular to a line, the one along which the origin is least deep.
fn across_line<R: Real>(
    support: &impl Fn(Vector<R, 3>) -> Point<R>,
    side: Vector<R, 3>,
    other: Vector<R, 3>,
) -> Vector<R, 3> {
    let depth = |way: &Vector<R, 3>| {
        let (forwards, backwards) = (support(*way).p.dot(*way), support(-*way).p.dot(-*way));
        if forwards < backwards { forwards } else { backwards }
    };
    let ways =
        [side, side + other, other, other - side].mapped(|way| way.map(|c| c / Real::sqrt(way.dot(way))));
    let least =
        |best: Vector<R, 3>, next: Vector<R, 3>| if depth(&next) < depth(&best) { next } else { best };
    ways.into_iter().reduce(least).unwrap_or(side)
}

impl<R: Real> Polytope<R> {
    #[inline]
    fn new(corners: [Point<R>; 4], tiny: R) -> Self {
        let middle = corners
            .iter()
            .fold(Vector::default(), |sum: Vector<R, 3>, c| sum + c.p.scaled(R::from_f64(0.25)));
        let none = Face { corners: [0; 3], normal: Vector::default(), depth: R::default() };
        let mut polytope =
            Self { corners: [corners[0]; CORNERS], count: 4, faces: [none; FACES], len: 0, middle, tiny };
        polytope.corners[..4].copy_from_slice(&corners);
        for corners in [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] {
            polytope.face(corners);
        }
        polytope
    }

    /// The initial tetrahedron.
    fn first(&self) -> Start<R> {
        ([self.corners[0], self.corners[1], self.corners[2], self.corners[3]], self.tiny)
    }

    /// Expands the nearest face until the least depth is known; with a window, the nearest of the faces that meet it.
    fn expand(
        &mut self,
        support: &impl Fn(Vector<R, 3>) -> Point<R>,
        window: Option<&Window<R>>,
        least: &mut Least<R>,
    ) -> Ended {
        while let Some(face) = self.lowest(window) {
            let next = support(face.normal);
            let depth = next.p.dot(face.normal);
            if depth < least.depth {
                (least.depth, least.normal) = (depth, face.normal);
            }
            let is_corner = face.corners.iter().any(|k| self.corners[usize::from(*k)].p == next.p);
            if is_corner || depth - face.depth <= self.tiny || least.depth <= face.depth {
                break;
            }
            if self.count == CORNERS {
                return Ended::Full;
            }
            match self.grow(next) {
                Growth::Done => {}
                Growth::Full => return Ended::Full,
                Growth::Flat => break,
            }
        }
        Ended::Known
    }

    /// The face nearest to the origin; with a window, among the faces that meet it. The first of equals.
    fn lowest(&self, window: Option<&Window<R>>) -> Option<Face<R>> {
        // Until the polytope contains the origin, faces with a negative depth must be expanded first, whatever the window.
        let is_in = |face: &Face<R>| {
            face.depth < R::default() || window.is_none_or(|window| window.meets(self.points(face)))
        };
        let nearer = |best: Option<&Face<R>>, face: &Face<R>| best.is_none_or(|best| face.depth < best.depth);
        let mut best = None;
        for face in &self.faces[..self.len] {
            if nearer(best, face) && is_in(face) {
                best = Some(face);
            }
        }
        best.copied()
    }

    fn points(&self, face: &Face<R>) -> [Point<R>; 3] {
        face.corners.mapped(|k| self.corners[usize::from(k)])
    }

    /// Witness points: points of the two cores whose difference is the boundary point along the normal of the least depth. Among the faces
    /// that lie on the boundary there, except for rounding, the one that the normal from the origin passes is used.
    fn nearest_on(&self, least: &Least<R>) -> Option<[Vector<R, 3>; 2]> {
        let level = least.depth - self.tiny - self.tiny;
        let is_there = |face: &&Face<R>| {
            face.normal.dot(least.normal) > R::default()
                && self.points(face).iter().all(|point| point.p.dot(least.normal) >= level)
        };
        let inside = |shares: &[R; 3]| shares.iter().fold(shares[0], |a, b| if *b < a { *b } else { a });
        let (face, shares) = self.faces[..self.len]
            .iter()
            .filter(is_there)
            .map(|face| (face, self.shares(face)))
            .reduce(|best, next| if inside(&next.1) > inside(&best.1) { next } else { best })?;
        let shares = shares.map(|share| if share > R::default() { share } else { R::default() });
        let whole = shares[0] + shares[1] + shares[2];
        let points = self.points(face);
        let sum = |of: fn(&Point<R>) -> Vector<R, 3>| {
            let first = of(&points[0]);
            (1..3).fold(first, |sum, k| sum + (of(&points[k]) - first).scaled(shares[k] / whole))
        };
        Some([sum(|point| point.a), sum(|point| point.b)])
    }

    /// The barycentric coordinates of the origin's projection onto a face: negative for a corner if the projection is beyond the opposite
    /// edge.
    fn shares(&self, face: &Face<R>) -> [R; 3] {
        let [p, q, r] = self.points(face).map(|point| point.p - face.normal.scaled(face.depth));
        let area = |u: Vector<R, 3>, v: Vector<R, 3>| u.cross(v).dot(face.normal);
        let areas = [area(q, r), area(r, p), area(p, q)];
        let whole = areas[0] + areas[1] + areas[2];
        areas.map(|area| area / whole)
    }

    /// Adds the face of three corners. The caller makes sure that there is room.
    fn face(&mut self, corners: [u8; 3]) {
        let points = corners.mapped(|k| self.corners[usize::from(k)].p);
        let mut face = Face { corners, normal: Vector::default(), depth: R::from_f64(f64::INFINITY) };
        if let Some(normal) = normalized(triangle_normal(points)) {
            let outwards = if normal.dot(points[0] - self.middle) < R::default() { -normal } else { normal };
            let depth = points.map(|point| point.dot(outwards));
            face.normal = outwards;
            face.depth = larger(larger(depth[0], depth[1]), depth[2]);
        }
        self.faces[self.len] = face;
        self.len += 1;
    }

    /// Whether a face is visible from a point, which then lies beyond the face.
    #[inline]
    fn sees(&self, face: &Face<R>, point: &Point<R>) -> bool {
        point.p.dot(face.normal) - face.depth > self.tiny
    }

    /// Adds a point to the polytope, if there is room: replaces the faces that are visible from it.
    fn grow(&mut self, point: Point<R>) -> Growth {
        // The horizon: edges of visible faces, except those between two visible faces.
        let mut rim = [[0u8; 2]; CORNERS];
        let mut edges = 0;
        let mut seen = 0;
        for face in &self.faces[..self.len] {
            if !self.sees(face, &point) {
                continue;
            }
            seen += 1;
            let [i, j, k] = face.corners;
            for edge in [[i, j], [j, k], [k, i]] {
                let same = |other: &[u8; 2]| *other == edge || *other == [edge[1], edge[0]];
                if let Some(twin) = rim[..edges].iter().position(same) {
                    edges -= 1;
                    rim[twin] = rim[edges];
                } else if edges == rim.len() {
                    return Growth::Full;
                } else {
                    rim[edges] = edge;
                    edges += 1;
                }
            }
        }
        if edges < 3 {
            return Growth::Flat;
        }
        if self.len - seen + edges > FACES {
            return Growth::Full;
        }
        let mut place = 0;
        while place < self.len {
            if self.sees(&self.faces[place], &point) {
                self.len -= 1;
                self.faces[place] = self.faces[self.len];
            } else {
                place += 1;
            }
        }
        let apex = self.count as u8;
        self.corners[self.count] = point;
        self.count += 1;
        for [i, j] in &rim[..edges] {
            self.face([*i, *j, apex]);
        }
        Growth::Done
    }
}
