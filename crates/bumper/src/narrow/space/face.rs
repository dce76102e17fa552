//! What a core shows in a direction: the face, edge or corner that looks there most.

use crate::Vector;
use crate::narrow::measure::{abs, extent, unit};
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::{Core, Corners, CylinderCore, OrientedCore, ROOM};

/// The most corners that a face shows. One with more shows those that are farthest in as many directions.
pub(super) const CORNERS: usize = 8;

/// How far from across the normal a face or an edge may lie and still be what meets, as the sine of the angle, in roots of
/// EPSILON: beside a curved rim a separation is right within rounding errors when its normal is within their root. Squares of such
/// sines are rounding again, so that what lies across need not be turned.
const TILT: f64 = 16.0;

/// The square of that sine.
#[inline]
pub(super) fn tilt<R: Real>() -> R {
    R::EPSILON * R::from_f64(TILT * TILT)
}

/// A face by its corners in order, an edge by two, a corner by one; or a disc.
pub(super) struct Face<R> {
    pub(super) corners: [Vector<R, 3>; CORNERS],
    /// What a solver may know the corners by.
    pub(super) names: [u16; CORNERS],
    pub(super) len: usize,
    /// The end of a cylinder, around the only corner.
    pub(super) disc: Option<Disc<R>>,
    /// The normal of its plane, where that is known better than from the corners.
    pub(super) normal: Option<Vector<R, 3>>,
    /// Whether it is a face, and lies across the direction but for [`TILT`].
    pub(super) is_across: bool,
    /// The largest magnitude of its numbers, or a little more.
    pub(super) magnitude: R,
}

#[derive(Clone, Copy)]
pub(super) struct Disc<R> {
    /// Of length 1, outwards.
    pub(super) axis: Vector<R, 3>,
    pub(super) radius: R,
}

impl<R: Real> Face<R> {
    /// What a core shows in a direction of length 1. Everything is seen from an origin.
    #[inline]
    pub(super) fn new<const N: usize>(
        core: &Core<'_, R, N>,
        origin: Vector<R, N>,
        direction: Vector<R, 3>,
    ) -> Self {
        let seen = |point: Vector<R, N>| (point - origin).resized::<3>();
        match core {
            Core::Point(point) => Self::of(&[seen(*point)]),
            Core::Segment([p, q]) => Self::of(&[seen(*p), seen(*q)]),
            Core::Triangle([p, q, r]) => Self::of_triangle([seen(*p), seen(*q), seen(*r)], direction),
            Core::Upright([min, max]) => {
                let unit = |k: usize| Vector::default().with(k, R::from_f64(1.0));
                let half = (*max - *min).scaled(R::from_f64(0.5)).resized();
                Self::of_box(seen(*min) + half, half, [unit(0), unit(1), unit(2)], direction)
            }
            Core::Box(shape) => Self::of_turned(shape, origin, direction),
            Core::Corners(corners) => Self::of_hull(corners, origin, direction),
            Core::Cylinder(rod) => Self::of_rod(rod, seen(rod.center), direction),
            // There is none in space.
            Core::Ellipse(shape) => Self::of(&[seen(shape.center)]),
        }
    }

    #[inline]
    fn empty() -> Self {
        Self {
            corners: [Vector::default(); CORNERS],
            names: [0; CORNERS],
            len: 0,
            disc: None,
            normal: None,
            is_across: false,
            magnitude: R::default(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, corner: Vector<R, 3>, name: u16) {
        if let (Some(place), Some(known)) = (self.corners.get_mut(self.len), self.names.get_mut(self.len)) {
            (*place, *known) = (corner, name);
            self.len += 1;
        }
    }

    /// The point that reaches farthest: of a disc on its rim.
    pub(super) fn top(&self, direction: Vector<R, 3>) -> Vector<R, 3> {
        let higher = |best: Vector<R, 3>, next: Vector<R, 3>| {
            if next.dot(direction) > best.dot(direction) { next } else { best }
        };
        let corner = self.corners.into_iter().take(self.len).reduce(higher).unwrap_or_default();
        let Some(disc) = self.disc else { return corner };
        let side = direction - disc.axis.scaled(disc.axis.dot(direction));
        let length = Real::sqrt(side.dot(side));
        if length > R::default() { corner + side.scaled(disc.radius / length) } else { corner }
    }

    #[inline]
    fn of(points: &[Vector<R, 3>]) -> Self {
        let mut face = Self::empty();
        for (name, point) in points.iter().enumerate() {
            face.push(*point, name as u16);
            face.magnitude = face.magnitude + extent(*point);
        }
        face
    }

    /// All of a triangle, however slanted.
    #[inline]
    fn of_triangle(corners: [Vector<R, 3>; 3], direction: Vector<R, 3>) -> Self {
        let mut face = Self::of(&corners);
        let [p, q, r] = longest_first(corners);
        face.normal = unit(q - p).and_then(|long| unit(long.cross(height(long, r - p))));
        face.is_across = face.normal.is_some_and(|normal| is_along(normal, direction));
        face
    }

    #[inline]
    fn of_turned<const N: usize>(
        shape: &OrientedCore<R, N>,
        origin: Vector<R, N>,
        direction: Vector<R, 3>,
    ) -> Self {
        let axis = |k: usize| shape.axes[k.min(N - 1)].resized();
        let center = (shape.center - origin).resized();
        Self::of_box(center, shape.half.resized(), [axis(0), axis(1), axis(2)], direction)
    }

    /// The face of a box that looks most in the direction, however slanted; an edge where that has no width.
    #[inline]
    fn of_box(
        center: Vector<R, 3>,
        half: Vector<R, 3>,
        axes: [Vector<R, 3>; 3],
        direction: Vector<R, 3>,
    ) -> Self {
        let zero = R::default();
        let slopes = axes.mapped(|axis| axis.dot(direction));
        let steeper = |best: usize, k: usize| if abs(slopes[k]) > abs(slopes[best]) { k } else { best };
        let k = steeper(steeper(0, 1), 2);
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let mut face = Self::empty();
        let ahead = slopes[k] >= zero;
        let normal = if ahead { axes[k] } else { -axes[k] };
        let middle = center + normal.scaled(half[k]);
        let (u, v) = (axes[i].scaled(half[i]), axes[j].scaled(half[j]));
        face.magnitude = extent(center) + half[0] + half[1] + half[2];
        face.normal = Some(normal);
        // A corner is known by its sides.
        let name = |on_u: u16, on_v: u16| on_u << i | on_v << j | u16::from(ahead) << k;
        match (half[i] > zero, half[j] > zero) {
            (true, true) => {
                face.push(middle - u - v, name(0, 0));
                face.push(middle + u - v, name(1, 0));
                face.push(middle + u + v, name(1, 1));
                face.push(middle - u + v, name(0, 1));
                face.is_across = slopes[i] * slopes[i] + slopes[j] * slopes[j] <= tilt();
            }
            (false, false) => face.push(middle, name(0, 0)),
            (flat, _) => {
                let (way, on_u, on_v) = if flat { (u, 1, 0) } else { (v, 0, 1) };
                face.push(middle - way, name(0, 0));
                face.push(middle + way, name(on_u, on_v));
            }
        }
        face
    }

    /// A cylinder's end where that looks more in the direction than its side; else the line of its side that does.
    #[inline]
    fn of_rod<const N: usize>(
        rod: &CylinderCore<R, N>,
        center: Vector<R, 3>,
        direction: Vector<R, 3>,
    ) -> Self {
        let axis = rod.axis.resized::<3>();
        let along = axis.dot(direction);
        let side = direction - axis.scaled(along);
        let across = side.dot(side);
        let mut face = Self::empty();
        face.magnitude = extent(center) + rod.half + rod.radius;
        if across * R::from_f64(2.0) < R::from_f64(1.0) {
            let axis = if along < R::default() { -axis } else { axis };
            face.push(center + axis.scaled(rod.half), u16::from(along < R::default()));
            face.disc = Some(Disc { axis, radius: rod.radius });
            face.is_across = across <= tilt();
            return face;
        }
        let line = center + side.scaled(rod.radius / Real::sqrt(across));
        face.push(line - axis.scaled(rod.half), 2);
        if rod.half > R::default() {
            face.push(line + axis.scaled(rod.half), 3);
        }
        face
    }

    /// The face of a hull of points around the corner that reaches farthest: of those there, about the one that looks most in
    /// the direction.
    fn of_hull<const N: usize>(
        points: &Corners<'_, R, N>,
        origin: Vector<R, N>,
        direction: Vector<R, 3>,
    ) -> Self {
        let mut face = Self::empty();
        // Read once, where there is room: they are looked at again and again.
        let mut room = [Vector::default(); ROOM];
        let read = points.all(&mut room);
        let at = |index: usize| read.map_or_else(|| points.at(index), |read| read[index]);
        let all = (0..points.len()).map(|index| (at(index) - origin).resized::<3>());
        let mut top = (Vector::default(), R::from_f64(f64::NEG_INFINITY));
        for point in all.clone() {
            let (reach, magnitude) = (point.dot(direction), extent(point));
            top = if reach > top.1 { (point, reach) } else { top };
            face.magnitude = if magnitude > face.magnitude { magnitude } else { face.magnitude };
        }
        let (top, thick) = (top.0, rounding_error(face.magnitude));
        // A plane across the direction is turned about the top until it meets a point, and about both until it meets a third.
        let mut first = Turn::start(thick);
        for point in all.clone() {
            let way = point - top;
            let fall = -way.dot(direction);
            let flat = way + direction.scaled(fall);
            let squared = flat.dot(flat);
            if first.may_be_best(squared, fall) {
                first.offer(way, Real::sqrt(squared), fall);
            }
        }
        let Some(edge) = first.best.and_then(|best| unit(best.0)) else {
            face.push(top, 0);
            return face;
        };
        let on_edge = unit(direction - edge.scaled(direction.dot(edge))).unwrap_or(direction);
        let side = edge.cross(on_edge);
        let mut second = Turn::start(thick);
        for point in all.clone() {
            let way = point - top;
            second.offer(way, way.dot(side), -way.dot(on_edge));
        }
        let normal = second.best.and_then(|(_, across, fall)| {
            let lean = if across < R::default() { -fall } else { fall };
            unit(on_edge.scaled(abs(across)) + side.scaled(lean))
        });
        let plane = normal.unwrap_or(on_edge);
        let on_plane = all.enumerate().filter(|(_, point)| (*point - top).dot(plane) >= -thick);
        // Few points are stored, because gift wrapping visits all of them for each corner.
        let (mut kept, mut count) = ([(0, Vector::default()); ROOM], 0);
        for (place, point) in kept.iter_mut().zip(on_plane.clone()) {
            *place = point;
            count += 1;
        }
        match count {
            1..ROOM => face.wrap(kept[..count].iter().copied(), plane, thick),
            _ => face.wrap(on_plane, plane, thick),
        }
        face.normal = normal;
        face.is_across = face.len > 2 && normal.is_some_and(|normal| is_along(normal, direction));
        face
    }

    /// The corners of points on a plane, in order: by gift wrapping (R. A. Jarvis, On the Identification of the Convex Hull of a
    /// Finite Set of Points in the Plane, 1973); where there are many, those that are farthest in eight directions.
    fn wrap(
        &mut self,
        points: impl Iterator<Item = (usize, Vector<R, 3>)> + Clone,
        normal: Vector<R, 3>,
        thick: R,
    ) {
        let u = across(normal);
        let v = normal.cross(u);
        let farthest = |way: Vector<R, 3>| {
            points.clone().reduce(|best, next| if next.1.dot(way) > best.1.dot(way) { next } else { best })
        };
        let Some(start) = farthest(u) else { return };
        let mut last = start;
        self.push(start.1, start.0 as u16);
        while self.len <= CORNERS {
            let mut next: Option<(usize, Vector<R, 3>)> = None;
            for point in points.clone().filter(|point| extent(point.1 - last.1) > thick) {
                let better = next.is_none_or(|best| {
                    let (to_best, to_point) = (best.1 - last.1, point.1 - last.1);
                    let turn = to_best.cross(to_point).dot(normal);
                    let flat = thick * extent(to_point);
                    // To the right of the best so far; on the same line, the farther.
                    turn < -flat || turn <= flat && to_point.dot(to_point) > to_best.dot(to_best)
                });
                next = if better { Some(point) } else { next };
            }
            let Some(point) = next.filter(|point| extent(point.1 - start.1) > thick) else { return };
            if self.len == CORNERS {
                break;
            }
            self.push(point.1, point.0 as u16);
            last = point;
        }
        self.len = 0;
        let diagonals = [u, u + v, v, v - u];
        for way in diagonals.into_iter().chain(diagonals.map(|way| -way)) {
            let Some((name, point)) = farthest(way) else { return };
            let known = |index: usize| self.corners[index] == point;
            if self.len == 0 || !known(self.len - 1) && !known(0) {
                self.push(point, name as u16);
            }
        }
    }
}

/// Whether a unit vector goes along another, forwards or backwards, but for [`TILT`].
#[inline]
fn is_along<R: Real>(normal: Vector<R, 3>, direction: Vector<R, 3>) -> bool {
    let lean = normal.cross(direction);
    lean.dot(lean) <= tilt()
}

/// Whether a way lies across a direction, but for [`TILT`].
#[inline]
pub(super) fn lies_across<R: Real>(way: Vector<R, 3>, direction: Vector<R, 3>) -> bool {
    let along = way.dot(direction);
    along * along <= way.dot(way) * tilt()
}

/// How much steeper than the best, by its square, is surely steeper, however both are rounded.
const STEEP: f64 = 1.0001;

/// A search for the point that a plane meets first as it turns about another point, or about an edge.
struct Turn<R> {
    /// The way to it, how far that goes across what the plane turns about, and how far it falls.
    best: Option<(Vector<R, 3>, R, R)>,
    /// The slope of that way.
    slope: R,
    /// What falls less is on the plane already.
    thick: R,
}

impl<R: Real> Turn<R> {
    fn start(thick: R) -> Self {
        Self { best: None, slope: R::from_f64(f64::INFINITY), thick }
    }

    /// Whether a point may be turned to before the best, by the square of how far it is across: most are not, and need no root.
    #[inline]
    fn may_be_best(&self, squared: R, fall: R) -> bool {
        let far = fall * fall > self.slope * self.slope * squared * R::from_f64(STEEP);
        // Nothing is left out for a NaN.
        !(fall > self.thick && far)
    }

    /// Of those that fall the same, the one that is farther across says more.
    #[inline]
    fn offer(&mut self, way: Vector<R, 3>, across: R, fall: R) {
        if abs(across) <= self.thick {
            return;
        }
        let fall = if fall > self.thick { fall } else { R::default() };
        let slope = fall / abs(across);
        if slope < self.slope || slope == self.slope && self.best.is_none_or(|best| abs(across) > abs(best.1))
        {
            (self.best, self.slope) = (Some((way, across, fall)), slope);
        }
    }
}

/// The corners in order, from those of the longest edge: rounding turns it least.
pub(super) fn longest_first<R: Real>([a, b, c]: [Vector<R, 3>; 3]) -> [Vector<R, 3>; 3] {
    let squared = |v: Vector<R, 3>| v.dot(v);
    let (ab, bc, ca) = (squared(b - a), squared(c - b), squared(a - c));
    if ab >= bc && ab >= ca {
        [a, b, c]
    } else if bc >= ca {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

/// What of a vector is across a unit vector.
#[inline]
pub(super) fn height<R: Real>(unit: Vector<R, 3>, v: Vector<R, 3>) -> Vector<R, 3> {
    let up = v - unit.scaled(v.dot(unit));
    // Twice is enough: what rounding left along it is gone.
    up - unit.scaled(up.dot(unit))
}

/// Some direction across a unit vector: along an axis, where that is.
#[inline]
pub(super) fn across<R: Real>(way: Vector<R, 3>) -> Vector<R, 3> {
    let least = (1..3).fold(0, |best, k| if abs(way[k]) < abs(way[best]) { k } else { best });
    let across = Vector::default().with(least, R::from_f64(1.0)) - way.scaled(way[least]);
    across.scaled(R::from_f64(1.0) / Real::sqrt(across.dot(across)))
}

#[cfg(all(test, feature = "std"))]
mod tests;
