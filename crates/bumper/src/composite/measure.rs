//! Areas, volumes and centroids of shapes.

use crate::scalar::{Real, Scalar, Span, real};
use crate::view::reals;
use crate::{Pose, Shape, Sprite, Vector};
use core::cmp::Ordering;
use core::f64::consts::PI;

/// The area or volume of a shape, and its centroid.
#[derive(Clone, Copy)]
struct Mass<const N: usize> {
    area: f64,
    centroid: Vector<f64, N>,
}

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// The area of the shape in 2D, its volume in 3D, computed in `f64`. Zero for points, segments and flat shapes, and for meshes and
    /// height fields, which are surfaces. Where parts of a compound overlap, the area counts once for each part. `None` for empty shapes, for
    /// half-spaces, because they are infinite, and for hulls, because their faces are not known.
    /// Without the features `std` and `libm`, `None` for rounded polygons too.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, Shape};
    /// assert_eq!(Shape::from(Aabb::new([0i16, 0], [4, 5])).area(), Some(20.0));
    /// assert_eq!(Shape::from(Ball::new([0.0, 0.0], 2.0)).area(), Some(4.0 * std::f64::consts::PI));
    /// ```
    #[doc(alias("volume", "mass"))]
    pub fn area(&self) -> Option<f64> {
        self.mass().map(|mass| mass.area)
    }

    /// The centroid of the shape: its center of mass at uniform density. Parts of a compound with zero area have no weight. If all parts
    /// have zero area, the centroid is the mean of the centroids of the parts; that of a segment or a flat shape is its geometric center.
    /// `None` if [`area`](Shape::area) is `None`.
    ///
    /// ```
    /// use bumper::{Aabb, Shape, Triangle, Vector};
    /// let ramp = Triangle::new([0i16, 0], [9, 0], [0, 3]);
    /// assert_eq!(Shape::from(ramp).centroid(), Some(Vector([3.0, 1.0])));
    /// ```
    #[doc(alias("center_of_mass", "local_center"))]
    pub fn centroid(&self) -> Option<Vector<S::Real, N>> {
        self.mass().map(|mass| mass.centroid.map(S::Real::from_f64))
    }

    fn mass(&self) -> Option<Mass<N>> {
        let wide = |point: Vector<S, N>| reals::<S, f64, N>(point);
        let number = |c: S| real::<S, f64>(c);
        let (area, centroid) = match self {
            Shape::Point(point) => (0.0, wide(*point)),
            Shape::Segment(segment) => (0.0, (wide(segment.from()) + wide(segment.to())).scaled(0.5)),
            Shape::Aabb(aabb) => {
                let size = wide(aabb.max()) - wide(aabb.min());
                (size.0.iter().product(), wide(aabb.min()) + size.scaled(0.5))
            }
            Shape::Ball(ball) => (ball_area::<N>(number(ball.radius())), wide(ball.center())),
            Shape::SquaredBall(ball) => {
                let radius = Real::sqrt(S::Span::area_to_f64(ball.radius_squared()));
                (ball_area::<N>(radius), wide(ball.center()))
            }
            Shape::Capsule(capsule) => {
                let from = wide(capsule.spine().from());
                let to = wide(capsule.spine().to());
                let radius = number(capsule.radius());
                let across = if N == 2 { 2.0 * radius } else { PI * radius * radius };
                (ball_area::<N>(radius) + across * (to - from).length(), (from + to).scaled(0.5))
            }
            Shape::Triangle(triangle) => {
                let [a, b, c] = triangle.corners().map(wide);
                let size = if N == 2 { doubled_area(triangle.corners()).abs() * 0.5 } else { 0.0 };
                (size, a + ((b - a) + (c - a)).scaled(1.0 / 3.0))
            }
            Shape::OrientedBox(shape) => (box_area(wide(shape.half_size())), wide(shape.center())),
            Shape::Ellipse(shape) => (box_area(wide(shape.half_size())) * (PI / 4.0), wide(shape.center())),
            Shape::Cylinder(cylinder) => {
                let min = wide(cylinder.spine().min());
                let max = wide(cylinder.spine().max());
                let radius = number(cylinder.radius());
                (PI * radius * radius * (max - min).length(), (min + max).scaled(0.5))
            }
            Shape::OrientedCylinder(cylinder) => {
                let radius = number(cylinder.radius());
                (PI * radius * radius * 2.0 * number(cylinder.half_height()), wide(cylinder.center()))
            }
            Shape::Polygon(polygon) => {
                let inner = polygon_mass(polygon.corners());
                return rounded_polygon_mass(inner, polygon.corners().map(wide), number(polygon.radius()));
            }
            Shape::Hull(_) | Shape::HalfSpace(_) => return None,
            #[cfg(feature = "alloc")]
            Shape::Region(region) => return Some(polygon_mass(region.corners().iter().copied())),
            #[cfg(feature = "alloc")]
            Shape::Mesh(mesh) => {
                let triangles = (0..mesh.len()).filter_map(|index| mesh.triangle(index));
                return total_mass(triangles.map(|triangle| Shape::Triangle(triangle).mass()));
            }
            #[cfg(feature = "alloc")]
            Shape::HeightField(field) => {
                let faces = (0..field.face_count()).filter_map(|position| field.face(position));
                return total_mass(faces.map(|face| face.mass()));
            }
            Shape::Mask(sprite) => return mask_mass(sprite),
            Shape::Compound(parts) => return total_mass(parts.iter().map(Shape::mass)),
            #[cfg(feature = "alloc")]
            Shape::Group(group) => {
                let parts =
                    total_mass(group.parts().iter().map(|part| crate::AsShape::as_shape(part).mass()))?;
                return Some(group.pose().map_or(parts, |pose| parts.placed(pose)));
            }
            Shape::Placed(shape, pose) => return Some(shape.mass()?.placed(pose)),
        };
        Some(Mass { area, centroid })
    }
}

impl<const N: usize> Mass<N> {
    fn placed<S: Scalar>(self, pose: &Pose<S, N>) -> Self {
        Self { centroid: pose.cast::<f64>().apply(self.centroid), ..self }
    }
}

/// The area or volume of a box with the given half extents.
fn box_area<const N: usize>(half: Vector<f64, N>) -> f64 {
    half.0.iter().fold(1.0, |all, c| all * c * 2.0)
}

/// The area and centroid of the solid pixels of a mask; `None` if there are none.
fn mask_mass<S: Scalar, const N: usize>(sprite: &Sprite<'_, S, N>) -> Option<Mass<N>> {
    let pixel = real::<S, f64>(sprite.pixel());
    let middle = sprite.mask().centroid()?;
    let [w, h] = sprite.mask().size().map(f64::from);
    let [flip_x, flip_y] = sprite.flip();
    let x = if flip_x { w - middle.x() } else { middle.x() };
    let y = if flip_y { h - middle.y() } else { middle.y() };
    let corner = reals::<S, f64, N>(sprite.aabb().min());
    let centroid = corner + Vector::ZERO.with(0, x * pixel).with(1, y * pixel);
    Some(Mass { area: f64::from(sprite.mask().count()) * pixel * pixel, centroid })
}

/// The area of a circle or the volume of a sphere.
fn ball_area<const N: usize>(radius: f64) -> f64 {
    if N == 2 { PI * radius * radius } else { PI * (4.0 / 3.0) * (radius * radius * radius) }
}

#[cfg(any(feature = "std", feature = "libm"))]
fn cross<const N: usize>(a: Vector<f64, N>, b: Vector<f64, N>) -> f64 {
    a[0] * b[N - 1] - a[N - 1] * b[0]
}

/// Twice the signed area of a triangle in 2D, positive if its corners are counter-clockwise. Exact for integers except for the last
/// rounding. For floats, the relative error is a few times epsilon even for slivers, as long as nothing overflows or underflows.
fn doubled_area<S: Scalar, const N: usize>([o, a, b]: [Vector<S, N>; 3]) -> f64 {
    let in_plane = |corner: Vector<S, N>| [corner[0], corner[N - 1]];
    if S::IS_FLOAT {
        return cross_of_differences([o, a, b].map(|corner| in_plane(corner).map(S::to_f64)));
    }
    let [o, a, b] = [o, a, b].map(in_plane);
    let size = S::Span::area_to_f64(S::orient2d_area(o, a, b));
    match S::orient2d(o, a, b) {
        Some(Ordering::Greater) => size,
        Some(Ordering::Less) => -size,
        Some(Ordering::Equal) | None => 0.0,
    }
}

/// The cross product of a − o and b − o. The differences and their products are computed with their rounding errors (J. Shewchuk, Adaptive
/// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997), so that slivers keep their area.
fn cross_of_differences([o, a, b]: [[f64; 2]; 3]) -> f64 {
    let [left, right] = [[(a[0], o[0]), (b[1], o[1])], [(b[0], o[0]), (a[1], o[1])]].map(|[u, v]| {
        let (u, u_error) = two_diff(u);
        let (v, v_error) = two_diff(v);
        let (product, error) = two_product(u, v);
        (product, error + (u * v_error + u_error * v))
    });
    let (difference, error) = two_diff((left.0, right.0));
    let exact = difference + (error + (left.1 - right.1));
    // Splitting a number of more than about 1e300 overflows.
    if exact.is_finite() { exact } else { difference }
}

/// A difference and its rounding error (D. Knuth's algorithm).
fn two_diff((a, b): (f64, f64)) -> (f64, f64) {
    let difference = a - b;
    let b_part = a - difference;
    let a_part = difference + b_part;
    (difference, (a - a_part) + (b_part - b))
}

/// A product and its rounding error (T. Dekker's algorithm).
fn two_product(a: f64, b: f64) -> (f64, f64) {
    /// 2²⁷ + 1. Multiplication by it splits a number into two halves of 26 bits.
    const SPLITTER: f64 = 134_217_729.0;
    let split = |number: f64| {
        let scaled = SPLITTER * number;
        let high = scaled - (scaled - number);
        (high, number - high)
    };
    let product = a * b;
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    let rest = product - a_high * b_high - a_low * b_high - a_high * b_low;
    (product, a_low * b_low - rest)
}

/// The area and centroid of a polygon with counter-clockwise corners.
fn polygon_mass<S: Scalar, const N: usize>(corners: impl Iterator<Item = Vector<S, N>> + Clone) -> Mass<N> {
    let wide = |point: Vector<S, N>| reals::<S, f64, N>(point);
    let first = corners.clone().next().unwrap_or_default();
    let next = corners.clone().cycle().skip(1);
    let mut twice = 0.0;
    let mut sum = Vector::ZERO;
    for (p, q) in corners.clone().zip(next) {
        // Coordinates are relative to the first corner, so that polygons far from the origin keep their precision.
        let part = doubled_area([first, p, q]);
        twice += part;
        sum += (wide(p) - wide(first) + (wide(q) - wide(first))).scaled(part / 3.0);
    }
    let offset = sum.map(|c| c / twice);
    let is_known = twice > 0.0 && offset.0.iter().all(|c| c.is_finite());
    let centroid = if is_known { wide(first) + offset } else { outline_centroid(corners.map(wide)) };
    Mass { area: if twice > 0.0 { twice * 0.5 } else { 0.0 }, centroid }
}

/// The centroid of the outline of a polygon; for a flat polygon, the middle between its ends.
fn outline_centroid<const N: usize>(corners: impl Iterator<Item = Vector<f64, N>> + Clone) -> Vector<f64, N> {
    let first = corners.clone().next().unwrap_or_default();
    let edges = corners.clone().zip(corners.cycle().skip(1));
    let mut length = 0.0;
    let mut sum = Vector::ZERO;
    for (p, q) in edges {
        let part = (q - p).length();
        length += part;
        sum += (p - first + (q - first)).scaled(part * 0.5);
    }
    if length > 0.0 { first + sum.scaled(1.0 / length) } else { first }
}

/// The area and centroid of a polygon with rounded corners. It consists of the polygon itself, a strip along each edge, and a circular
/// sector at each corner. `inner` is the polygon without its radius. `None` if the radius is positive and there is no arctangent.
#[cfg(any(feature = "std", feature = "libm"))]
fn rounded_polygon_mass<const N: usize>(
    inner: Mass<N>,
    corners: impl Iterator<Item = Vector<f64, N>> + Clone,
    radius: f64,
) -> Option<Mass<N>> {
    if !(radius > 0.0) {
        return Some(inner);
    }
    let next = corners.clone().cycle().skip(1);
    let edges = corners.zip(next).filter(|(p, q)| p != q);
    let outward_normal = |(p, q): (Vector<f64, N>, Vector<f64, N>)| {
        let direction = (q - p).scaled(1.0 / (q - p).length());
        Vector::ZERO.with(0, direction[N - 1]).with(N - 1, -direction[0])
    };
    let mut area = inner.area;
    let mut sum = Vector::<f64, N>::ZERO;
    for (edge, after) in edges.clone().zip(edges.cycle().skip(1)) {
        let ((p, q), (m, n)) = (edge, (outward_normal(edge), outward_normal(after)));
        let strip = (q - p).length() * radius;
        let middle = (p + q).scaled(0.5) + m.scaled(radius * 0.5) - inner.centroid;
        // At the ends of a sliver, the outline turns by almost 180 degrees, and rounding may change the sign of the angle.
        let angle = libm::atan2(cross(m, n), m.dot(n));
        let angle = if angle < -0.5 * PI { angle + 2.0 * PI } else { angle };
        let sector = radius * radius * angle * 0.5;
        // The first moment of area of the sector, about its corner, is radius³ / 3 times an integral: that of the unit vectors over the
        // angles of the sector. These angles run from m, the normal of the edge before the corner, to n, the normal of the edge after it.
        // The integral is n − m, rotated by −90 degrees.
        let direction_difference = Vector::ZERO.with(0, n[N - 1] - m[N - 1]).with(N - 1, m[0] - n[0]);
        let sector_moment =
            (q - inner.centroid).scaled(sector) + direction_difference.scaled(radius * radius * radius / 3.0);
        area += strip + sector;
        sum += middle.scaled(strip) + sector_moment;
    }
    Some(Mass { area, centroid: inner.centroid + sum.scaled(1.0 / area) })
}

#[cfg(not(any(feature = "std", feature = "libm")))]
fn rounded_polygon_mass<const N: usize>(
    inner: Mass<N>,
    _: impl Iterator<Item = Vector<f64, N>>,
    radius: f64,
) -> Option<Mass<N>> {
    if radius > 0.0 { None } else { Some(inner) }
}

/// The total area and the centroid of several parts. `None` if the area of a part is unknown, or if there are no parts.
fn total_mass<const N: usize>(parts: impl Iterator<Item = Option<Mass<N>>> + Clone) -> Option<Mass<N>> {
    let count = parts.clone().count() as f64;
    let area = parts.clone().try_fold(0.0, |all, part| Some(all + part?.area))?;
    let weight = |part: Mass<N>| if area > 0.0 { part.area / area } else { 1.0 / count };
    let centroid = parts.clone().try_fold(Vector::ZERO, |all, part| {
        let part = part?;
        Some(all + part.centroid.scaled(weight(part)))
    })?;
    (count > 0.0).then_some(Mass { area, centroid })
}
