//! The feature of a core in a direction, from which contact points are computed. It is a face, edge or corner that contains the support
//! point in that direction. If several faces or edges meet there, it is the one that is most nearly perpendicular to the direction.

use crate::Vector;
use crate::narrow::measure::{l1_norm, unit};
use crate::narrow::rounding_error;
use crate::narrow::tolerance::{MAX_FEATURE_TILT, STEEPER};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::{Core, Corners, CylinderCore, HULL_BUFFER};

/// The largest number of corners of a face. From a face with more corners, only the support points in eight directions are kept.
pub(super) const CORNERS: usize = 8;

/// The square of the largest permitted tilt, see [`MAX_FEATURE_TILT`].
#[inline]
pub(super) fn max_squared_tilt<R: Real>() -> R {
    R::EPSILON * R::from_f64(MAX_FEATURE_TILT * MAX_FEATURE_TILT)
}

/// A contact feature: a face given by its corners in order, an edge, a corner, or a disc.
pub(super) struct Face<R> {
    pub(super) corners: [Vector<R, 3>; CORNERS],
    /// The feature ids of the corners, which identify contact points in successive time steps.
    pub(super) ids: [u16; CORNERS],
    pub(super) len: usize,
    /// The disc if the feature is the end of a cylinder. The only corner is then the center of the disc.
    pub(super) disc: Option<Disc<R>>,
    /// The unit normal of the plane of the face; `None` if the feature has no plane or the normal is not accurate.
    pub(super) normal: Option<Vector<R, 3>>,
    /// Whether the feature is a face or disc that is perpendicular to the direction, up to the permitted tilt ([`MAX_FEATURE_TILT`]).
    pub(super) is_perpendicular: bool,
    /// An upper bound of the absolute values of the core's coordinates, relative to the origin of the feature.
    pub(super) magnitude: R,
}

#[derive(Clone, Copy)]
pub(super) struct Disc<R> {
    /// The unit normal of the disc, pointing out of the cylinder.
    pub(super) axis: Vector<R, 3>,
    pub(super) radius: R,
}

impl<R: Real> Face<R> {
    /// The feature of a core in a unit direction. Coordinates are relative to `origin`.
    #[inline]
    pub(super) fn new(core: &Core<'_, R, 3>, origin: Vector<R, 3>, direction: Vector<R, 3>) -> Self {
        let relative = |point: Vector<R, 3>| point - origin;
        match core {
            Core::Point(point) => Self::of(&[relative(*point)]),
            Core::Segment([p, q]) => Self::of(&[relative(*p), relative(*q)]),
            Core::Triangle([p, q, r]) => {
                Self::of_triangle([relative(*p), relative(*q), relative(*r)], direction)
            }
            Core::Aabb([min, max]) => {
                let unit = |k: usize| Vector::ZERO.with(k, R::ONE);
                let half = (*max - *min).scaled(R::HALF);
                Self::of_box(relative(*min) + half, half, [unit(0), unit(1), unit(2)], direction)
            }
            Core::Box(shape) => Self::of_box(relative(shape.center), shape.half, shape.axes, direction),
            Core::Corners(corners) => Self::of_hull(corners, origin, direction),
            Core::Cylinder(cylinder) => Self::of_cylinder(cylinder, relative(cylinder.center), direction),
            // Ellipses exist only in 2D.
            Core::Ellipse(shape) => Self::of(&[relative(shape.center)]),
        }
    }

    #[inline]
    fn empty() -> Self {
        Self {
            corners: [Vector::ZERO; CORNERS],
            ids: [0; CORNERS],
            len: 0,
            disc: None,
            normal: None,
            is_perpendicular: false,
            magnitude: R::ZERO,
        }
    }

    #[inline]
    pub(super) fn push(&mut self, corner: Vector<R, 3>, id: u16) {
        if let (Some(slot), Some(id_slot)) = (self.corners.get_mut(self.len), self.ids.get_mut(self.len)) {
            (*slot, *id_slot) = (corner, id);
            self.len += 1;
        }
    }

    /// The support point of the feature in a direction; for a disc, it is on the rim.
    pub(super) fn support_point(&self, direction: Vector<R, 3>) -> Vector<R, 3> {
        let higher = |best: Vector<R, 3>, next: Vector<R, 3>| {
            if next.dot(direction) > best.dot(direction) { next } else { best }
        };
        let corner = self.corners.into_iter().take(self.len).reduce(higher).unwrap_or_default();
        let Some(disc) = self.disc else { return corner };
        let side = direction - disc.axis.scaled(disc.axis.dot(direction));
        let length = side.dot(side).sqrt();
        if length > R::ZERO { corner + side.scaled(disc.radius / length) } else { corner }
    }

    #[inline]
    fn of(points: &[Vector<R, 3>]) -> Self {
        let mut face = Self::empty();
        for (id, point) in points.iter().enumerate() {
            face.push(*point, id as u16);
            face.magnitude = face.magnitude + l1_norm(*point);
        }
        face
    }

    /// The feature of a triangle is always its face, whatever the direction.
    #[inline]
    fn of_triangle(corners: [Vector<R, 3>; 3], direction: Vector<R, 3>) -> Self {
        let mut face = Self::of(&corners);
        let [p, q, r] = longest_first(corners);
        face.normal = unit(q - p).and_then(|long| unit(long.cross(perpendicular_part(long, r - p))));
        face.is_perpendicular = face.normal.is_some_and(|normal| is_along(normal, direction));
        face
    }

    /// The face of a box that is most nearly perpendicular to the direction. If the box has a side length of zero there, the face is only
    /// an edge or a corner.
    #[inline]
    fn of_box(
        center: Vector<R, 3>,
        half: Vector<R, 3>,
        axes: [Vector<R, 3>; 3],
        direction: Vector<R, 3>,
    ) -> Self {
        let slopes = axes.mapped(|axis| axis.dot(direction));
        let steeper = |best: usize, k: usize| if slopes[k].abs() > slopes[best].abs() { k } else { best };
        let k = steeper(steeper(0, 1), 2);
        let i = (k + 1) % 3;
        let j = (k + 2) % 3;
        let mut face = Self::empty();
        let ahead = slopes[k] >= R::ZERO;
        let normal = if ahead { axes[k] } else { -axes[k] };
        let middle = center + normal.scaled(half[k]);
        let u = axes[i].scaled(half[i]);
        let v = axes[j].scaled(half[j]);
        face.magnitude = l1_norm(center) + half[0] + half[1] + half[2];
        face.normal = Some(normal);
        // The id of a corner has one bit for each axis of the box: 1 if the corner is on the positive side.
        let id = |on_u: u16, on_v: u16| on_u << i | on_v << j | u16::from(ahead) << k;
        match (half[i] > R::ZERO, half[j] > R::ZERO) {
            (true, true) => {
                face.push(middle - u - v, id(0, 0));
                face.push(middle + u - v, id(1, 0));
                face.push(middle + u + v, id(1, 1));
                face.push(middle - u + v, id(0, 1));
                face.is_perpendicular = slopes[i] * slopes[i] + slopes[j] * slopes[j] <= max_squared_tilt();
            }
            (false, false) => face.push(middle, id(0, 0)),
            (along_u, _) => {
                let (delta, on_u, on_v) = if along_u { (u, 1, 0) } else { (v, 0, 1) };
                face.push(middle - delta, id(0, 0));
                face.push(middle + delta, id(on_u, on_v));
            }
        }
        face
    }

    /// The feature of a cylinder: one of its ends if the direction is closer to the axis than to its perpendicular, otherwise the line on
    /// its side through the support point.
    #[inline]
    fn of_cylinder(cylinder: &CylinderCore<R, 3>, center: Vector<R, 3>, direction: Vector<R, 3>) -> Self {
        let axis = cylinder.axis;
        let along = axis.dot(direction);
        let side = direction - axis.scaled(along);
        let squared_sine = side.dot(side);
        let mut face = Self::empty();
        face.magnitude = l1_norm(center) + cylinder.half + cylinder.radius;
        if squared_sine * R::TWO < R::ONE {
            let axis = if along < R::ZERO { -axis } else { axis };
            face.push(center + axis.scaled(cylinder.half), u16::from(along < R::ZERO));
            face.disc = Some(Disc { axis, radius: cylinder.radius });
            face.is_perpendicular = squared_sine <= max_squared_tilt();
            return face;
        }
        let line = center + side.scaled(cylinder.radius / squared_sine.sqrt());
        face.push(line - axis.scaled(cylinder.half), 2);
        if cylinder.half > R::ZERO {
            face.push(line + axis.scaled(cylinder.half), 3);
        }
        face
    }

    /// The feature of a hull: of the faces that contain the support point, the one that is most nearly perpendicular to the direction.
    fn of_hull(points: &Corners<'_, R, 3>, origin: Vector<R, 3>, direction: Vector<R, 3>) -> Self {
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
        face.normal = normal;
        face.is_perpendicular = face.len > 2 && normal.is_some_and(|normal| is_along(normal, direction));
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
            let id_slot = |index: usize| self.corners[index] == point;
            if self.len == 0 || !id_slot(self.len - 1) && !id_slot(0) {
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

/// Whether two unit vectors are parallel, up to the permitted tilt ([`MAX_FEATURE_TILT`]).
#[inline]
fn is_along<R: Real>(normal: Vector<R, 3>, direction: Vector<R, 3>) -> bool {
    let sine = normal.cross(direction);
    sine.dot(sine) <= max_squared_tilt()
}

/// Whether a vector is perpendicular to a unit vector, up to the permitted tilt ([`MAX_FEATURE_TILT`]).
#[inline]
pub(super) fn is_perpendicular_to<R: Real>(delta: Vector<R, 3>, direction: Vector<R, 3>) -> bool {
    let along = delta.dot(direction);
    along * along <= delta.dot(delta) * max_squared_tilt()
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

/// The corners of a triangle in cyclic order, starting with the longest edge, whose direction is the most accurate.
pub(super) fn longest_first<R: Real>([a, b, c]: [Vector<R, 3>; 3]) -> [Vector<R, 3>; 3] {
    let squared = |v: Vector<R, 3>| v.dot(v);
    let ab = squared(b - a);
    let bc = squared(c - b);
    let ca = squared(a - c);
    if ab >= bc && ab >= ca {
        [a, b, c]
    } else if bc >= ca {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

/// The component of a vector perpendicular to a unit vector.
#[inline]
pub(super) fn perpendicular_part<R: Real>(unit: Vector<R, 3>, v: Vector<R, 3>) -> Vector<R, 3> {
    let part = v - unit.scaled(v.dot(unit));
    // The second projection removes the component along `unit` that rounding has left.
    part - unit.scaled(part.dot(unit))
}

/// A unit vector perpendicular to the given unit vector; a coordinate axis if possible.
#[inline]
pub(super) fn perpendicular_to<R: Real>(delta: Vector<R, 3>) -> Vector<R, 3> {
    let smallest = (1..3).fold(0, |best, k| if delta[k].abs() < delta[best].abs() { k } else { best });
    let perpendicular = Vector::ZERO.with(smallest, R::ONE) - delta.scaled(delta[smallest]);
    perpendicular.scaled(R::ONE / perpendicular.dot(perpendicular).sqrt())
}

#[cfg(all(test, feature = "std"))]
mod tests;
