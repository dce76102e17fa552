//! Ray casts against hulls of points.
//!
//! A portal is a triangle of points of the hull through which the line of the ray passes. The line enters the hull at or before the portal.
//! In each iteration, one corner of the portal is replaced by the support point along the normal of the portal, until the portal is a face.
//! This follows G. Snethen, XenoCollide: Complex Collision Made Simple (Game Programming Gems 7, 2008), with the line of the ray in place
//! of the line to the origin. The line meets each portal before it meets the previous one, so no portal repeats. Rounding could break this
//! rule, so the number of iterations is limited.

use super::{RawHit, TriangleFrame, TriangleHit, triangle, triangle_robust};
use crate::Vector;
use crate::narrow::measure::{l1_norm, unit};
use crate::narrow::rounding_error;
use crate::narrow::space::face::{longest_first, perpendicular_to};
use crate::narrow::space::{self, FINE_EPSILON};
use crate::narrow::tolerance::{GIVEN_HULL_ERROR, SLOW_RAY};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::view::{Convex, Core};

/// The largest number of iterations. Approximations of balls with ten thousand points need fewer than twenty.
const MAX_ITERATIONS: usize = 64;

/// A hull in coordinates relative to a point on the line of the ray: the point closest to the center of the hull.
struct LocalHull<'a, 'c, R> {
    core: &'a Core<'c, R, 3>,
    from: Vector<R, 3>,
    direction: Vector<R, 3>,
    /// The distance along the ray of the point on its line to which coordinates are relative.
    offset: R,
    /// The largest absolute coordinate of the support points so far.
    magnitude: R,
    /// The rounding error of the input (the ray and the hull), divided by the rounding error of this computation. Above 1 if the input was
    /// given in `f32` and the computation is in `f64`, otherwise 1.
    coarseness: R,
    /// Whether the hit may be wrong by more than a few rounding errors, because the line meets a face almost edge-on or close to an edge.
    is_unsure: bool,
}

/// The hit of a ray and a hull. If rounding may have moved the hit noticeably in `f32`, it is computed again in `f64`.
pub(super) fn cast<R: Real>(
    core: &Core<'_, R, 3>,
    from: Vector<R, 3>,
    direction: Vector<R, 3>,
) -> Option<RawHit<R, 3>> {
    let (hit, is_unsure) = cast_once(core, from, direction, R::ONE)?;
    match is_unsure && R::EPSILON.to_f64() > FINE_EPSILON {
        true => cast_in_f64(core, from, direction, hit),
        false => Some(hit),
    }
}

/// The hit of a ray and a hull, computed again in `f64`. If the ray misses in `f64`, the result `hit` in `f32` is returned, but only if its
/// point is on the hull within rounding.
#[cold]
#[inline(never)]
fn cast_in_f64<R: Real>(
    core: &Core<'_, R, 3>,
    from: Vector<R, 3>,
    direction: Vector<R, 3>,
    hit: RawHit<R, 3>,
) -> Option<RawHit<R, 3>> {
    let core = core.wide();
    let from = from.map(Scalar::to_f64);
    let ray = direction.map(Scalar::to_f64);
    if let Some(((distance, normal), _)) =
        cast_once(&core, from, ray, R::EPSILON.to_f64() / f64::EPSILON * GIVEN_HULL_ERROR)
    {
        return Some((R::from_f64(distance), normal.map(R::from_f64)));
    }
    let point = from + ray.scaled(hit.0.to_f64());
    let tolerance =
        rounding_error(hit.0 + R::from_f64(l1_norm(core.middle() - from) + core.bounding_radius()));
    let [hull, point] = [core, Core::Point(point)].mapped(|core| Convex { core, radius: 0.0 });
    (space::distance(&hull, &point) <= tolerance.to_f64()).then_some(hit)
}

/// The hit of a ray and a hull, and whether rounding may have moved it noticeably ([`LocalHull::is_unsure`]).
fn cast_once<R: Real>(
    core: &Core<'_, R, 3>,
    from: Vector<R, 3>,
    direction: Vector<R, 3>,
    coarseness: R,
) -> Option<(RawHit<R, 3>, bool)> {
    let middle = core.middle() - from;
    let offset = middle.dot(direction);
    let mut hull =
        LocalHull { core, from, direction, offset, magnitude: offset.abs(), coarseness, is_unsure: false };
    let middle = hull.relative(core.middle());
    hull.magnitude = offset.abs() + l1_norm(middle);
    let found = hull.portal(middle)?;
    let hit = hull.enter(&found, direction)?;
    if hit.0 > R::ZERO {
        return Some((hit, hull.is_unsure));
    }
    // The line enters the hull behind the start of the ray. So the start is inside the hull, or the whole hull is behind the start.
    let exit = hull.enter(&found, -direction)?.0;
    let tolerance = rounding_error(hull.magnitude);
    let on_surface = hit.0 * hit.1.dot(direction) <= tolerance;
    let normal = if on_surface { hit.1 } else { -direction };
    (exit >= -tolerance).then_some(((R::ZERO, normal), hull.is_unsure))
}

enum LineHit<R> {
    /// A portal: a triangle of points of the hull through which the line passes. They are counterclockwise as seen along the ray.
    Portal([Vector<R, 3>; 3]),
    /// The line only touches the hull, within rounding. Seen along the line, the hull lies on one side of it; the vector is the normal of
    /// the hull there.
    Edge(Vector<R, 3>),
}

impl<R: Real> LocalHull<'_, '_, R> {
    #[inline]
    fn relative(&self, point: Vector<R, 3>) -> Vector<R, 3> {
        point - self.from - self.direction.scaled(self.offset)
    }

    #[inline]
    fn support(&mut self, direction: Vector<R, 3>) -> Vector<R, 3> {
        let point = self.relative(self.core.support(direction));
        let magnitude = self.offset.abs() + l1_norm(point);
        if magnitude > self.magnitude {
            self.magnitude = magnitude;
        }
        point
    }

    /// On which side of the edge from `p` to `q` the line of the ray passes: positive on the inner side if the edge belongs to a portal. It
    /// is the triple product of the ray's direction, `p` and `q`.
    #[inline]
    fn side(&self, p: Vector<R, 3>, q: Vector<R, 3>) -> R {
        self.direction.dot(p.cross(q))
    }

    /// Finds a portal, or the normal of the hull if the line of the ray only touches it; `None` if the line misses the hull. The search is
    /// GJK in 2D: the hull is projected along the ray, and the first point is `middle`, a point inside the hull.
    fn portal(&mut self, middle: Vector<R, 3>) -> Option<LineHit<R>> {
        let direction = self.direction;
        let in_plane = middle - direction.scaled(middle.dot(direction));
        let squared_offset = in_plane.dot(in_plane);
        let min_length = rounding_error(self.magnitude);
        let toward =
            if squared_offset > min_length * min_length { -in_plane } else { perpendicular_to(direction) };
        let mut p = middle;
        let mut q = self.support(toward);
        let projection = q.dot(toward);
        if projection < R::ZERO {
            let tolerance = rounding_error(self.magnitude);
            if projection * projection > tolerance * tolerance * toward.dot(toward) {
                return None;
            }
        }
        for _ in 0..MAX_ITERATIONS {
            let normal = direction.cross(q - p);
            let length = normal.dot(normal);
            let error = rounding_error(self.magnitude);
            let tolerance = error * error * length;
            if length <= error * error {
                return unit(toward).map(LineHit::Edge);
            }
            let normal = if normal.dot(p) > R::ZERO { -normal } else { normal };
            let next = self.support(normal);
            let projection = next.dot(normal);
            let progress = (next - p).dot(normal);
            if projection < R::ZERO && projection * projection > tolerance {
                return None;
            }
            if progress <= R::ZERO || progress * progress <= tolerance {
                return unit(normal).map(LineHit::Edge);
            }
            let pq = self.side(p, q);
            let qn = self.side(q, next);
            let np = self.side(next, p);
            let forwards = pq + qn + np > R::ZERO;
            // The line counts as outside of an edge of the triangle only if it is outside by more than rounding. Otherwise an edge might be
            // tested again and again.
            let outside = |side: R, from: Vector<R, 3>, to: Vector<R, 3>| {
                (if forwards { -side } else { side }) > error * l1_norm(to - from)
            };
            if outside(qn, q, next) {
                p = next;
            } else if outside(np, next, p) {
                q = next;
            } else {
                return Some(LineHit::Portal(if forwards { [p, q, next] } else { [q, p, next] }));
            }
        }
        None
    }

    /// The hit of the line of the ray on the hull. If `direction` is the direction of the ray, it is the point at which the line enters the
    /// hull; if it is the opposite direction, the point at which the line leaves the hull.
    #[inline]
    fn enter(&mut self, found: &LineHit<R>, direction: Vector<R, 3>) -> Option<RawHit<R, 3>> {
        let forwards = direction.dot(self.direction) > R::ZERO;
        let (t, normal) = match *found {
            LineHit::Portal(portal) => self.through_portal(portal, direction),
            LineHit::Edge(outwards) => self.along_side(outwards, direction)?,
        };
        Some((self.offset + if forwards { t } else { -t }, normal))
    }

    /// The hit of the line on the hull, found by replacing corners of a portal until the portal is a face of the hull.
    fn through_portal(
        &mut self,
        [mut a, mut b, mut c]: [Vector<R, 3>; 3],
        direction: Vector<R, 3>,
    ) -> RawHit<R, 3> {
        for _ in 0..MAX_ITERATIONS {
            let normal = (b - a).cross(c - a);
            let normal = if normal.dot(direction) > R::ZERO { -normal } else { normal };
            let next = self.support(normal);
            let progress = (next - a).dot(normal);
            let tolerance = rounding_error(self.magnitude);
            let known = next == a || next == b || next == c;
            if known
                || progress <= R::ZERO
                || progress * progress <= tolerance * tolerance * normal.dot(normal)
            {
                break;
            }
            // The support point forms a triangle with each edge of the portal. The triangle through which the line passes is the next
            // portal.
            let sides = [a, b, c].mapped(|corner| self.side(next, corner));
            let mut is_right = sides.mapped(|side| side >= R::ZERO);
            if is_right == [is_right[0]; 3] {
                // Because of rounding, the line seems to pass through none of the three triangles. It then passes close to a corner of the
                // portal, the one with the smallest triple product.
                let nearer =
                    |best: usize, k: usize| if sides[k].abs() < sides[best].abs() { k } else { best };
                let nearest = (1..3).fold(0, nearer);
                is_right[nearest] = !is_right[nearest];
            }
            match is_right {
                [true, false, _] => c = next,
                [_, true, false] => a = next,
                _ => b = next,
            }
        }
        let min_t = R::NEG_INFINITY;
        if let TriangleHit::Yes(hit) = triangle(a, [b - a, c - a], self.magnitude, min_t, direction) {
            if -hit.1.dot(direction) >= R::from_f64(SLOW_RAY) {
                return hit;
            }
            return self.hit_along_side(hit, direction);
        }
        let hit = self.through_thin_portal([a, b, c], direction);
        self.hit_along_side(hit, direction)
    }

    /// The hit of a line on a hull, given the hit on a face that is almost parallel to the line, or that the line meets close to an edge.
    /// If the line runs along a side of the hull within rounding, the hit is at the near end of that side, because rounding may have put
    /// `hit` anywhere on the side.
    #[cold]
    #[inline(never)]
    fn hit_along_side(&mut self, hit: RawHit<R, 3>, direction: Vector<R, 3>) -> RawHit<R, 3> {
        let side = unit(hit.1 - direction.scaled(hit.1.dot(direction))).filter(|side| self.is_along(*side));
        self.is_unsure = true;
        let Some(side) = side.or_else(|| self.silhouette().filter(|side| self.is_along(*side))) else {
            return hit;
        };
        let near_end = self.along_side(side, direction);
        near_end.filter(|end| end.0 < hit.0 - self.side_tolerance()).unwrap_or(hit)
    }

    /// Whether no point of the hull lies clearly beyond the line in the direction of a unit vector perpendicular to the line.
    fn is_along(&mut self, outwards: Vector<R, 3>) -> bool {
        self.support(outwards).dot(outwards) <= self.side_tolerance()
    }

    /// The distance from a plane at which a point counts as being in it.
    fn side_tolerance(&self) -> R {
        rounding_error(self.magnitude) * self.coarseness
    }

    /// The hit of the line on a portal that is a face of the hull, if rounding may change the result of the fast test of a triangle.
    fn through_thin_portal(&mut self, [a, b, c]: [Vector<R, 3>; 3], direction: Vector<R, 3>) -> RawHit<R, 3> {
        let min_t = R::NEG_INFINITY;
        let portal_normal =
            TriangleFrame::new(longest_first([a, b, c]), R::ZERO).map_or(-direction, |frame| frame.normal);
        let portal_normal =
            if portal_normal.dot(direction) > R::ZERO { -portal_normal } else { portal_normal };
        let slope = portal_normal.dot(direction);
        let (t, edge) = triangle_robust([a, b, c], self.magnitude, min_t, direction).unwrap_or_else(|| {
            (if slope == R::ZERO { R::ZERO } else { a.dot(portal_normal) / slope }, portal_normal)
        });
        // Neither candidate for the normal is certain: the portal may be parallel to the ray, and its edges need not be edges of the hull.
        // So a normal is only used if no point of the hull lies in front of it.
        let outwards =
            [edge, portal_normal].into_iter().find(|normal| self.is_outwards(*normal, direction.scaled(t)));
        (t, outwards.or_else(|| self.silhouette()).unwrap_or(portal_normal))
    }

    /// Whether no point of the hull lies beyond `point` in the direction of `normal`.
    fn is_outwards(&mut self, normal: Vector<R, 3>, point: Vector<R, 3>) -> bool {
        let beyond = (self.support(normal) - point).dot(normal);
        beyond <= rounding_error(self.magnitude + self.magnitude)
    }

    /// The normal for a ray through a corner of the hull. It is the normal of a plane that touches the hull at the corner and is parallel
    /// to the ray. Seen along the ray, the hull lies between two directions from the corner. The normal points away from the hull, along
    /// the bisector of these directions.
    fn silhouette(&mut self) -> Option<Vector<R, 3>> {
        let Core::Corners(corners) = self.core else { return None };
        let tolerance = self.side_tolerance();
        let direction = self.direction;
        let toward = |point: Vector<R, 3>| {
            let in_plane = point - direction.scaled(point.dot(direction));
            unit(in_plane).filter(|_| in_plane.dot(in_plane) > tolerance * tolerance)
        };
        // All angles are measured from the direction to the middle of the hull, so that those of opposite corners, which may be almost
        // 180 degrees apart, are not confused.
        let inwards =
            toward(self.relative(self.core.middle())).unwrap_or_else(|| perpendicular_to(direction));
        let mut left = inwards;
        let mut right = inwards;
        for toward in (0..corners.len()).filter_map(|index| toward(self.relative(corners.at(index)))) {
            let outermost = if self.side(inwards, toward) > R::ZERO { &mut left } else { &mut right };
            if toward.dot(inwards) < outermost.dot(inwards) {
                *outermost = toward;
            }
        }
        // The bisector of the unit vectors `left` and `right` is perpendicular to the ray and to their difference. It could also be
        // computed from their sum, but if the vectors are opposite, the sum is mostly rounding error.
        let normal = unit(self.direction.cross(right - left)).unwrap_or(-left);
        [normal, -normal, -left].into_iter().find(|normal| self.is_outwards(*normal, Vector::ZERO))
    }

    /// The hit of a line that runs along a side of the hull within rounding. All points of the hull near the plane of that side form a
    /// polygon, and the line enters this polygon. The search is the same as in 3D, but portals are segments.
    #[inline(never)]
    fn along_side(&mut self, outwards: Vector<R, 3>, direction: Vector<R, 3>) -> Option<RawHit<R, 3>> {
        let Core::Corners(corners) = self.core else { return None };
        let along = direction.cross(outwards);
        let tolerance = self.side_tolerance();
        let min_height = -(tolerance + tolerance);
        let points = |hull: &Self, each: &mut dyn FnMut(R, R)| {
            for index in 0..corners.len() {
                let point = hull.relative(corners.at(index));
                if point.dot(outwards) >= min_height {
                    each(point.dot(along), point.dot(direction));
                }
            }
        };
        // The first portal: on each side of the line, the first point along the ray. Points on the line belong to both sides.
        let mut left: Option<(R, R)> = None;
        let mut right: Option<(R, R)> = None;
        points(self, &mut |position, depth| {
            let first = |found: Option<(R, R)>| found.is_none_or(|found| depth < found.1);
            if position <= tolerance && first(left) {
                left = Some((position, depth));
            }
            if position >= -tolerance && first(right) {
                right = Some((position, depth));
            }
        });
        let mut left = left?;
        let mut right = right?;
        for _ in 0..MAX_ITERATIONS {
            let run = right.0 - left.0;
            let rise = right.1 - left.1;
            // How far a point lies in front of the line through `left` and `right`, against the ray, multiplied by the distance of `left`
            // and `right`.
            let height_above_line =
                |position: R, depth: R| (position - left.0) * rise - (depth - left.1) * run;
            let mut best = (R::ZERO, left);
            points(self, &mut |position, depth| {
                let height_above_line = height_above_line(position, depth);
                best = if height_above_line > best.0 { (height_above_line, (position, depth)) } else { best };
            });
            if best.0 <= tolerance * (run.abs() + rise.abs()) {
                break;
            }
            if best.1.0 < R::ZERO { left = best.1 } else { right = best.1 }
        }
        let run = right.0 - left.0;
        let rise = right.1 - left.1;
        let depth = match run > tolerance {
            true => {
                let share = -left.0 / run;
                left.1 + rise * share.max(R::ZERO)
            }
            false if right.1 < left.1 => right.1,
            false => left.1,
        };
        // The normal of the edge from `left` to `right`, if no point of the hull is beyond it. Otherwise the line meets a corner of the
        // polygon, and the normal of the side is used.
        let normal = unit(along.scaled(rise) - direction.scaled(run)).unwrap_or(outwards);
        let is_valid = normal.dot(direction) < R::ZERO && self.is_outwards(normal, direction.scaled(depth));
        Some((depth, if is_valid { normal } else { outwards }))
    }
}
