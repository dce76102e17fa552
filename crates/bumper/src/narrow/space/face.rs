//! The feature of a core in a direction, from which contact points are computed. It is a face, edge or corner that contains the support
//! point in that direction. If several faces or edges meet there, it is the one that is most nearly perpendicular to the direction.

mod hull;

use crate::Vector;
use crate::narrow::measure::{l1_norm, unit};
use crate::narrow::tolerance::MAX_FEATURE_TILT;
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::{Core, CylinderCore};

/// The largest number of corners of a face. From a face with more corners, only the support points in eight directions are kept.
pub(super) const CORNERS: usize = 8;

/// The square of the largest permitted tilt, see [`MAX_FEATURE_TILT`].
#[inline]
pub(super) fn max_squared_tilt<R: Real>() -> R {
    R::EPSILON * R::from_f64(MAX_FEATURE_TILT * MAX_FEATURE_TILT)
}

/// A contact feature: a corner, an edge, a polygon or a disc.
pub(super) struct Face<R> {
    /// The corners in order; of a disc, only its center.
    pub(super) corners: [Vector<R, 3>; CORNERS],
    /// The feature ids of the corners, which identify contact points in successive time steps.
    pub(super) ids: [u16; CORNERS],
    pub(super) len: usize,
    pub(super) kind: FaceKind<R>,
    /// An upper bound of the absolute values of the core's coordinates, relative to the origin of the feature.
    pub(super) magnitude: R,
}

/// The kind of a contact feature. A face is perpendicular to the direction up to the permitted tilt ([`MAX_FEATURE_TILT`]).
#[derive(Clone, Copy)]
pub(super) enum FaceKind<R> {
    /// A corner, an edge, or a polygon that is too thin for an accurate normal.
    Thin,
    /// A polygon with the unit normal of its plane.
    Polygon { normal: Vector<R, 3>, is_perpendicular: bool },
    /// The end of a cylinder.
    Disc { disc: Disc<R>, is_perpendicular: bool },
}

impl<R: Real> FaceKind<R> {
    /// The kind of a polygon whose plane has the given normal. Without a normal, the polygon is too thin for an accurate one.
    #[inline]
    fn in_plane(normal: Option<Vector<R, 3>>, direction: Vector<R, 3>) -> Self {
        match normal {
            Some(normal) => Self::Polygon { normal, is_perpendicular: is_along(normal, direction) },
            None => Self::Thin,
        }
    }
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
            // Ellipses exist only in 2D. The callers replace a half-space by a box.
            Core::Ellipse(shape) => Self::of(&[relative(shape.center)]),
            Core::HalfSpace(half_space) => Self::of(&[relative(half_space.point)]),
        }
    }

    #[inline]
    fn empty() -> Self {
        Self {
            corners: [Vector::ZERO; CORNERS],
            ids: [0; CORNERS],
            len: 0,
            kind: FaceKind::Thin,
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

    /// The disc, if the feature is one.
    #[inline]
    pub(super) fn disc(&self) -> Option<Disc<R>> {
        match self.kind {
            FaceKind::Disc { disc, .. } => Some(disc),
            FaceKind::Thin | FaceKind::Polygon { .. } => None,
        }
    }

    /// Whether the feature is a polygon or disc that is perpendicular to the direction in which it was searched.
    #[inline]
    pub(super) fn is_perpendicular(&self) -> bool {
        match self.kind {
            FaceKind::Polygon { is_perpendicular, .. } | FaceKind::Disc { is_perpendicular, .. } => {
                is_perpendicular
            }
            FaceKind::Thin => false,
        }
    }

    /// The support point of the feature in a direction; for a disc, it is on the rim.
    pub(super) fn support_point(&self, direction: Vector<R, 3>) -> Vector<R, 3> {
        let higher = |best: Vector<R, 3>, next: Vector<R, 3>| {
            if next.dot(direction) > best.dot(direction) { next } else { best }
        };
        let corner = self.corners.into_iter().take(self.len).reduce(higher).unwrap_or_default();
        let Some(disc) = self.disc() else { return corner };
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
        let normal = unit(q - p).and_then(|long| unit(long.cross(perpendicular_part(long, r - p))));
        face.kind = FaceKind::in_plane(normal, direction);
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
        // The id of a corner has one bit for each axis of the box: 1 if the corner is on the positive side.
        let id = |on_u: u16, on_v: u16| on_u << i | on_v << j | u16::from(ahead) << k;
        match (half[i] > R::ZERO, half[j] > R::ZERO) {
            (true, true) => {
                face.push(middle - u - v, id(0, 0));
                face.push(middle + u - v, id(1, 0));
                face.push(middle + u + v, id(1, 1));
                face.push(middle - u + v, id(0, 1));
                let squared_tilt = slopes[i] * slopes[i] + slopes[j] * slopes[j];
                face.kind =
                    FaceKind::Polygon { normal, is_perpendicular: squared_tilt <= max_squared_tilt() };
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
            let disc = Disc { axis, radius: cylinder.radius };
            face.kind = FaceKind::Disc { disc, is_perpendicular: squared_sine <= max_squared_tilt() };
            return face;
        }
        let line = center + side.scaled(cylinder.radius / squared_sine.sqrt());
        face.push(line - axis.scaled(cylinder.half), 2);
        if cylinder.half > R::ZERO {
            face.push(line + axis.scaled(cylinder.half), 3);
        }
        face
    }
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
