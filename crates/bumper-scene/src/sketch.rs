//! Converts shapes of any scalar to `f64` primitives that can be drawn.

use bumper::scalar::{Scalar, Span};
use bumper::{Aabb, AsShape, Ball, Cylinder, HeightField, Shape, Vector};

/// A part of a shape in a form that is easy to draw, for example as SVG: an axis-aligned shape, a polygon with rounded corners, or an
/// ellipse.
///
/// ```
/// use bumper::{Aabb, Ball, Shape};
/// use bumper_scene::Sketch;
/// let ball = Shape::from(Ball::new([7i16, 5], 3));
/// assert_eq!(Sketch::of(&ball)[0].bounds(), Aabb::new([4.0, 2.0], [10.0, 8.0]));
/// ```
#[derive(Clone, Debug)]
pub enum Sketch<const N: usize> {
    /// An axis-aligned shape: a point, a box, a ball or a cylinder.
    Upright(Shape<'static, f64, N>),
    /// A shape that is given by points and a radius. It is the convex hull of the points, or the polygon with these corners. Then it is
    /// expanded by the radius.
    Outline {
        /// The points that span the convex hull, or the corners of the polygon.
        points: Vec<Vector<f64, N>>,
        /// Whether the shape is the convex hull of the points (true), or the polygon with these corners (false).
        convex: bool,
        /// The expansion radius of the hull or polygon, whose corners become round.
        radius: f64,
    },
    /// An ellipse or ellipsoid.
    Ellipse {
        /// The center.
        center: Vector<f64, N>,
        /// The half-axes, as vectors from the center.
        ends: [Vector<f64, N>; N],
    },
    /// A surface without an inside: the segments of a height field in 2D; the triangles of a mesh or a height field in 3D. Each face is given
    /// by its corners.
    Surface(Vec<[Vector<f64, N>; N]>),
    /// A half-space. It is infinite, so whoever draws it has to clip it.
    HalfSpace {
        /// A point of its plane.
        point: Vector<f64, N>,
        /// The normal of its plane, out of the half-space: a unit vector.
        normal: Vector<f64, N>,
    },
}

/// The number of points that approximate the circle at each end of an oriented cylinder.
const RIM_POINTS: u32 = 48;

impl<const N: usize> Sketch<N> {
    /// The primitives of all parts of a shape. Parts with a pose of their own ([`Shape::Placed`], and a [`Shape::Group`] that was moved)
    /// are drawn as their AABB.
    ///
    /// ```
    /// use bumper::{Aabb, Shape, Vector};
    /// let parts = [Shape::from(Aabb::new([0, 0], [4, 4])), Shape::from(Vector([9, 9]))];
    /// assert_eq!(bumper_scene::Sketch::of(&Shape::Compound(&parts)).len(), 2);
    /// ```
    pub fn of<S: Scalar>(shape: &Shape<S, N>) -> Vec<Self> {
        let wide = |v: Vector<S, N>| v.map(S::to_f64);
        let hull = |points: Vec<Vector<f64, N>>, radius| Sketch::Outline { points, convex: true, radius };
        let one = match shape {
            Shape::Point(point) => Sketch::Upright(Shape::Point(wide(*point))),
            Shape::Aabb(aabb) => Sketch::Upright(Aabb::new(wide(aabb.min()), wide(aabb.max())).into()),
            Shape::Ball(ball) => {
                Sketch::Upright(Ball::new(wide(ball.center()), ball.radius().to_f64()).into())
            }
            Shape::SquaredBall(ball) => {
                let radius = S::Span::area_to_f64(ball.radius_squared()).sqrt();
                Sketch::Upright(Ball::new(wide(ball.center()), radius).into())
            }
            Shape::Cylinder(cylinder) => {
                let spine = cylinder.spine();
                let axis = cylinder.axis();
                let from = wide(spine.min());
                let to = wide(spine.max());
                let drawn = Cylinder::try_new(axis, from, to[axis.index()], cylinder.radius().to_f64());
                return drawn.map(|cylinder| Sketch::Upright(cylinder.into())).into_iter().collect();
            }
            Shape::Segment(segment) => hull(vec![wide(segment.from()), wide(segment.to())], 0.0),
            Shape::Capsule(capsule) => {
                let spine = capsule.spine();
                hull(vec![wide(spine.from()), wide(spine.to())], capsule.radius().to_f64())
            }
            Shape::Triangle(triangle) => hull(triangle.corners().map(wide).to_vec(), 0.0),
            Shape::Polygon(polygon) => hull(polygon.corners().map(wide).collect(), polygon.radius().to_f64()),
            Shape::Hull(points) => hull(points.points().iter().copied().map(wide).collect(), 0.0),
            Shape::Mesh(mesh) => {
                let corner = |triangle: [u32; 3], k: usize| wide(mesh.points()[triangle[k] as usize]);
                // A mesh has three dimensions, so a face has as many corners as there are axes.
                let face = |triangle: &[u32; 3]| core::array::from_fn(|k| corner(*triangle, k % 3));
                Sketch::Surface(mesh.triangles().iter().map(face).collect())
            }
            Shape::HeightField(field) => Sketch::Surface(faces(field)),
            Shape::Region(region) => {
                let points = region.corners().iter().copied().map(wide).collect();
                Sketch::Outline { points, convex: false, radius: 0.0 }
            }
            Shape::OrientedBox(shape) => {
                let center = wide(shape.center());
                let half = wide(shape.half_size());
                let axes = shape.rotation().axes().map(wide);
                let corner = |corner: usize| {
                    let side = |k: usize| if corner >> k & 1 == 1 { half[k] } else { -half[k] };
                    (0..N).fold(center, |point, k| point + axes[k].scaled(side(k)))
                };
                hull((0..1 << N).map(corner).collect(), 0.0)
            }
            Shape::OrientedCylinder(cylinder) => {
                let center = wide(cylinder.center());
                let axis = wide(cylinder.direction());
                let half = cylinder.half_height().to_f64();
                let radius = cylinder.radius().to_f64();
                // Compute two unit vectors, `u` and `v`, that are perpendicular to the axis of the cylinder and to each other. `u` is also
                // perpendicular to a coordinate axis. This is the one along which the cylinder's axis has its smallest component, so that
                // `across` is not nearly zero.
                let least = (0..N).fold(0, |best, k| if axis[k].abs() < axis[best].abs() { k } else { best });
                let i = (least + 1) % N;
                let j = (least + 2) % N;
                let across = Vector::ZERO.with(i, -axis[j]).with(j, axis[i]);
                let u = across.scaled(1.0 / across.length());
                let turned = |k: usize| {
                    let i = (k + 1) % N;
                    let j = (k + 2) % N;
                    axis[i] * u[j] - axis[j] * u[i]
                };
                let v = Vector(core::array::from_fn(turned));
                let rim_points = (0..2 * RIM_POINTS).map(|index| {
                    let (sine, cosine) =
                        (f64::from(index / 2) / f64::from(RIM_POINTS) * std::f64::consts::TAU).sin_cos();
                    let end = axis.scaled(if index % 2 == 0 { half } else { -half });
                    center + end + (u.scaled(cosine) + v.scaled(sine)).scaled(radius)
                });
                hull(rim_points.collect(), 0.0)
            }
            Shape::Ellipse(shape) => {
                let axes = shape.rotation().axes().map(wide);
                let half = wide(shape.half_size());
                let ends = core::array::from_fn(|k| axes[k].scaled(half[k]));
                Sketch::Ellipse { center: wide(shape.center()), ends }
            }
            Shape::HalfSpace(half_space) => {
                let normal = wide(half_space.normal());
                let point = wide(half_space.point());
                Sketch::HalfSpace { point, normal: normal.scaled(1.0 / normal.length()) }
            }
            Shape::Mask(sprite) => {
                let corner = |at: Vector<i32, 2>| [at[0] as u16, at[1] as u16];
                let strip = |area: Aabb<i32, 2>| {
                    let ([i, j], [k, l]) = (corner(area.min()), corner(area.max()));
                    let strip_box = sprite.pixel_box(i, j).union(&sprite.pixel_box(k - 1, l - 1));
                    Sketch::Upright(Aabb::new(wide(strip_box.min()), wide(strip_box.max())).into())
                };
                return sprite.mask().strips().into_iter().map(strip).collect();
            }
            Shape::Compound(parts) => return parts.iter().flat_map(Sketch::of).collect(),
            Shape::Group(group) if group.pose().is_none() => {
                return group.parts().iter().flat_map(|part| Sketch::of(&part.as_shape())).collect();
            }
            Shape::Placed(..) | Shape::Group(_) => {
                let aabb = shape.bounds();
                let number = |c: S::Real| Scalar::to_f64(c);
                let boxed = |b: Aabb<S::Real, N>| Aabb::new(b.min().map(number), b.max().map(number));
                return aabb.map(|b| Sketch::Upright(boxed(b).into())).into_iter().collect();
            }
        };
        vec![one]
    }

    /// The AABB of the primitive. That of a half-space, which is infinite, is the AABB of the point on its plane.
    ///
    /// ```
    /// use bumper::{Aabb, Segment, Shape};
    /// let segment = Shape::from(Segment::new([0.0f32, 3.0], [4.0, 0.0]));
    /// assert_eq!(bumper_scene::Sketch::of(&segment)[0].bounds(), Aabb::new([0.0, 0.0], [4.0, 3.0]));
    /// ```
    pub fn bounds(&self) -> Aabb<f64, N> {
        match self {
            Sketch::Upright(Shape::Aabb(aabb)) => *aabb,
            Sketch::Upright(Shape::Ball(ball)) => Aabb::centered(ball.center(), Vector::splat(ball.radius())),
            Sketch::Upright(Shape::Cylinder(cylinder)) => {
                let reach = Vector::splat(cylinder.radius()).with(cylinder.axis().index(), 0.0);
                Aabb::new(cylinder.spine().min() - reach, cylinder.spine().max() + reach)
            }
            Sketch::Upright(Shape::Point(point)) => Aabb::point(*point),
            Sketch::Upright(_) => Aabb::point(Vector::ZERO),
            Sketch::Surface(faces) => {
                let corners = faces.iter().flatten().map(|corner| Aabb::point(*corner));
                corners.reduce(|a, b| a.union(&b)).unwrap_or(Aabb::point(Vector::ZERO))
            }
            Sketch::HalfSpace { point, .. } => Aabb::point(*point),
            Sketch::Ellipse { center, ends } => {
                let reach = |k: usize| ends.iter().map(|end| end[k] * end[k]).sum::<f64>().sqrt();
                Aabb::centered(*center, Vector(core::array::from_fn(reach)))
            }
            Sketch::Outline { points, radius, .. } => {
                let aabb = points.iter().map(|p| Aabb::point(*p)).reduce(|a, b| a.union(&b));
                let aabb = aabb.unwrap_or(Aabb::point(Vector::ZERO));
                Aabb::new(aabb.min() - Vector::splat(*radius), aabb.max() + Vector::splat(*radius))
            }
        }
    }
}

/// The faces of a height field: segments in 2D, triangles in 3D. Holes have none.
fn faces<S: Scalar, const N: usize>(field: &HeightField<S, N>) -> Vec<[Vector<f64, N>; N]> {
    let rows = if N == 2 { 1 } else { field.rows() - 1 };
    let cells = (0..rows).flat_map(|row| (0..field.columns() - 1).map(move |column| [column, row]));
    let corners = |face: Shape<S, N>| match face {
        Shape::Segment(segment) => vec![segment.from(), segment.to()],
        Shape::Triangle(triangle) => triangle.corners().to_vec(),
        _ => Vec::new(),
    };
    let face = |face| corners(face).try_into().ok();
    let faces = cells.flat_map(|[column, row]| field.faces(column, row)).filter_map(face);
    faces.map(|face: [Vector<S, N>; N]| face.map(|corner| corner.map(S::to_f64))).collect()
}
