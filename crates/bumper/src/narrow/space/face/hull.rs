//! The contact feature of a hull of points: of the faces that contain the support point, the one that is most nearly perpendicular to the
//! direction. A plane is rotated about the support point until it meets a face, and gift wrapping orders the corners of this face.

use super::{CORNERS, Face, FaceKind, perpendicular_to};
use crate::Vector;
use crate::narrow::measure::{l1_norm, unit};
use crate::narrow::rounding_error;
use crate::narrow::tolerance::STEEPER;
use crate::scalar::Real;
use crate::view::{Corners, HULL_BUFFER};

impl<R: Real> Face<R> {
    /// The feature of a hull, relative to `origin`, in a unit direction.
    pub(super) fn of_hull(points: &Corners<'_, R, 3>, origin: Vector<R, 3>, direction: Vector<R, 3>) -> Self {
        let mut face = Self::empty();
        let points_relative = points.iter().map(|point| point - origin);
        let mut support_point = (Vector::ZERO, R::NEG_INFINITY);
        for point in points_relative.clone() {
            let projection = point.dot(direction);
            let magnitude = l1_norm(point);
            support_point = if projection > support_point.1 { (point, projection) } else { support_point };
            face.magnitude = face.magnitude.max(magnitude);
        }
        let support_point = support_point.0;
        let thickness = rounding_error(face.magnitude);
        let Some((on_edge, normal)) =
            face_planes(points_relative.clone(), support_point, direction, thickness)
        else {
            face.push(support_point, 0);
            return face;
        };
        let plane = normal.unwrap_or(on_edge);
        let on_plane = points_relative
            .enumerate()
            .filter(|(_, point)| (*point - support_point).dot(plane) >= -thickness);
        // Gift wrapping visits all points on the plane for each corner of the face. If there are few of them, they are stored first.
        let mut stored = [(0, Vector::ZERO); HULL_BUFFER];
        let mut count = 0;
        for (slot, point) in stored.iter_mut().zip(on_plane.clone()) {
            *slot = point;
            count += 1;
        }
        match count {
            1..HULL_BUFFER => face.wrap(stored[..count].iter().copied(), plane, thickness),
            _ => face.wrap(on_plane, plane, thickness),
        }
        if face.len > 2 {
            face.kind = FaceKind::in_plane(normal, direction);
        }
        face
    }

    /// Adds the corners of the convex hull of coplanar points, in order, by gift wrapping (R. A. Jarvis, On the Identification of the
    /// Convex Hull of a Finite Set of Points in the Plane, 1973). If the hull has more than [`CORNERS`] corners, adds the support points in
    /// eight directions instead.
    fn wrap(
        &mut self,
        points: impl Iterator<Item = (usize, Vector<R, 3>)> + Clone,
        normal: Vector<R, 3>,
        thickness: R,
    ) {
        let u = perpendicular_to(normal);
        let v = normal.cross(u);
        let support = |delta: Vector<R, 3>| {
            points
                .clone()
                .reduce(|best, next| if next.1.dot(delta) > best.1.dot(delta) { next } else { best })
        };
        let Some(start) = support(u) else { return };
        let mut last = start;
        self.push(start.1, start.0 as u16);
        while self.len <= CORNERS {
            let mut next: Option<(usize, Vector<R, 3>)> = None;
            for point in points.clone().filter(|point| l1_norm(point.1 - last.1) > thickness) {
                let better = next.is_none_or(|best| {
                    let to_best = best.1 - last.1;
                    let to_point = point.1 - last.1;
                    let turn = to_best.cross(to_point).dot(normal);
                    let turn_tolerance = thickness * l1_norm(to_point);
                    // `turn` is negative if the new point lies clockwise from the best point so far, as seen from the last corner and
                    // against `normal`. The new point then replaces the best point. If both points lie in the same direction within
                    // rounding, the farther one is used.
                    turn < -turn_tolerance
                        || turn <= turn_tolerance && to_point.dot(to_point) > to_best.dot(to_best)
                });
                next = if better { Some(point) } else { next };
            }
            let Some(point) = next.filter(|point| l1_norm(point.1 - start.1) > thickness) else { return };
            if self.len == CORNERS {
                break;
            }
            self.push(point.1, point.0 as u16);
            last = point;
        }
        self.len = 0;
        let diagonals = [u, u + v, v, v - u];
        for delta in diagonals.into_iter().chain(diagonals.map(|delta| -delta)) {
            let Some((id, point)) = support(delta) else { return };
            let repeats = |index: usize| self.corners[index] == point;
            if self.len == 0 || !repeats(self.len - 1) && !repeats(0) {
                self.push(point, id as u16);
            }
        }
    }
}

/// The unit normals of two planes that touch a hull at a support point. The first plane contains an edge of the hull, the second one a
/// face. To find them, a plane through the support point, at first perpendicular to `direction`, is rotated about this point until it meets
/// a second point of the hull: this is the first plane. It is then rotated about the edge between both points until it meets a third point:
/// this is the second plane. `None` if there is no second point. The second normal is `None` if there is no third point.
#[inline]
fn face_planes<R: Real>(
    points: impl Iterator<Item = Vector<R, 3>> + Clone,
    support_point: Vector<R, 3>,
    direction: Vector<R, 3>,
    thickness: R,
) -> Option<(Vector<R, 3>, Option<Vector<R, 3>>)> {
    let mut first = PlaneRotation::start(thickness);
    for point in points.clone() {
        let delta = point - support_point;
        let drop = -delta.dot(direction);
        let in_plane = delta + direction.scaled(drop);
        let squared = in_plane.dot(in_plane);
        if first.may_be_best(squared, drop) {
            first.test(delta, squared.sqrt(), drop);
        }
    }
    let edge = first.best.and_then(|best| unit(best.0))?;
    let on_edge = unit(direction - edge.scaled(direction.dot(edge))).unwrap_or(direction);
    let side = edge.cross(on_edge);
    let mut second = PlaneRotation::start(thickness);
    for point in points {
        let delta = point - support_point;
        second.test(delta, delta.dot(side), -delta.dot(on_edge));
    }
    let normal = second.best.and_then(|(_, offset, drop)| {
        let signed_drop = if offset < R::ZERO { -drop } else { drop };
        unit(on_edge.scaled(offset.abs()) + side.scaled(signed_drop))
    });
    Some((on_edge, normal))
}

/// The search for the first point of a hull that a plane meets when it is rotated about a point or an edge of the hull. It is the point
/// with the smallest slope: its distance below the plane, divided by its distance along the plane from that point or edge.
struct PlaneRotation<R> {
    /// The best point so far: the vector to it from the support point, its distance along the plane from the point or edge of rotation
    /// (whose sign distinguishes the two sides of an edge), and its distance below the plane.
    best: Option<(Vector<R, 3>, R, R)>,
    /// The slope of the best point so far.
    slope: R,
    /// A point counts as lying on the plane if it is at most this far below it.
    thickness: R,
}

impl<R: Real> PlaneRotation<R> {
    fn start(thickness: R) -> Self {
        Self { best: None, slope: R::INFINITY, thickness }
    }

    /// Whether a point may have a smaller slope than the best one. `squared` is its squared distance along the plane from the point of
    /// rotation, `drop` its distance below the plane. For most points the answer is false, which saves the square root of `squared`.
    #[inline]
    fn may_be_best(&self, squared: R, drop: R) -> bool {
        let is_steeper = drop * drop > self.slope * self.slope * squared * R::from_f64(STEEPER);
        // The result is also true if `drop` is NaN.
        !(drop > self.thickness && is_steeper)
    }

    /// Makes a point the best one if its slope is smaller. `delta` is the vector to it from the support point, `offset` its distance along
    /// the plane from the point or edge of rotation, and `drop` its distance below the plane. If slopes are equal, the point with the
    /// larger `offset` is used, because its slope is more accurate.
    #[inline]
    fn test(&mut self, delta: Vector<R, 3>, offset: R, drop: R) {
        if offset.abs() <= self.thickness {
            return;
        }
        let drop = if drop > self.thickness { drop } else { R::ZERO };
        let slope = drop / offset.abs();
        if slope < self.slope
            || slope == self.slope && self.best.is_none_or(|best| offset.abs() > best.1.abs())
        {
            self.best = Some((delta, offset, drop));
            self.slope = slope;
        }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests;
