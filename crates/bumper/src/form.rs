//! The one form in which queries see a shape: convex, as a core and a radius, or parts.
//!
//! [`Shape::form`] names every kind, and everything behind it matches on what it gives without a wildcard, so that the compiler
//! leads through what a new kind needs. A form is in the float that a query computes in, at the pose where the shape is placed.

use crate::scalar::{Real, Scalar, Span};
use crate::shape::polygon::{ends_of_flat, flat};
use crate::{Pose, Rotation, Shape, Sprite, Vector};
use core::cmp::Ordering;

/// What a shape is to queries.
pub(crate) enum Form<'a, S: Scalar, R: Real, const N: usize> {
    Convex(Convex<'a, S, R, N>),
    /// What is taken apart, and where it is placed.
    Parts(Parts<'a, S, N>, Option<Pose<R, N>>),
}

/// Shapes that consist of others.
#[allow(
    dead_code,
    reason = "ellipses ask only whether there are parts; what they are is for the other queries"
)]
#[derive(Clone, Copy)]
pub(crate) enum Parts<'a, S: Scalar, const N: usize> {
    Compound(&'a [Shape<'a, S, N>]),
    #[cfg(feature = "alloc")]
    Region(&'a crate::Region<S, N>),
    Mask(Sprite<'a, S, N>),
}

/// A convex shape: all points at most a radius from its core.
#[derive(Clone, Copy)]
pub(crate) struct Convex<'a, S, R, const N: usize> {
    pub(crate) core: Core<'a, S, R, N>,
    pub(crate) radius: R,
}

/// What is rounded.
#[derive(Clone, Copy)]
pub(crate) enum Core<'a, S, R, const N: usize> {
    Point(Vector<R, N>),
    /// Of two different points.
    Segment([Vector<R, N>; 2]),
    /// On a plane counterclockwise, and never flat.
    Triangle([Vector<R, N>; 3]),
    /// A box along the axes, which may be infinite. On a plane it has an inside.
    Upright([Vector<R, N>; 2]),
    /// A box in any direction. On a plane it has an inside.
    Box(Turned<R, N>),
    /// The corners of a polygon on a plane, or the points of a hull in space.
    Corners(Corners<'a, S, R, N>),
    /// A cylinder in space, of a radius above zero.
    Cylinder(Rod<R, N>),
    /// An ellipse on a plane, with an inside.
    Ellipse(Turned<R, N>),
}

/// What has a centre, half sizes and axes of its own.
#[derive(Clone, Copy)]
pub(crate) struct Turned<R, const N: usize> {
    pub(crate) center: Vector<R, N>,
    pub(crate) half: Vector<R, N>,
    /// Square to each other, of length 1 but for rounding.
    pub(crate) axes: [Vector<R, N>; N],
}

/// A cylinder: a disc moved along its axis.
#[derive(Clone, Copy)]
pub(crate) struct Rod<R, const N: usize> {
    pub(crate) center: Vector<R, N>,
    /// Of length 1 but for rounding.
    pub(crate) axis: Vector<R, N>,
    pub(crate) half: R,
    pub(crate) radius: R,
}

/// Points of another type, read where they are needed.
#[derive(Clone, Copy)]
pub(crate) struct Corners<'a, S, R, const N: usize> {
    points: &'a [Vector<S, N>],
    clockwise: bool,
    pose: Option<Pose<R, N>>,
    shift: Vector<R, N>,
}

/// A number in the float of a query: exact but for 64-bit numbers.
#[inline]
pub(crate) fn real<S: Scalar, R: Real>(number: S) -> R {
    R::from_f64(number.to_f64())
}

/// Each coordinate in the float of a query.
#[inline]
pub(crate) fn reals<S: Scalar, R: Real, const N: usize>(vector: Vector<S, N>) -> Vector<R, N> {
    vector.map(real)
}

impl<'a, S: Scalar, const N: usize> Shape<'a, S, N> {
    /// What the shape is to queries, at a pose.
    #[inline]
    pub(crate) fn form<R: Real>(&self, pose: Option<&Pose<R, N>>) -> Form<'a, S, R, N> {
        let zero = R::default();
        let at = |point: Vector<S, N>| pose.map_or(reals(point), |pose| pose.apply(reals(point)));
        let turned = |rotation: Rotation<R, N>| pose.map_or(rotation, |pose| rotation.then(&pose.rotation));
        let convex = |core, radius| Form::Convex(Convex { core, radius });
        let parts = |parts| Form::Parts(parts, pose.copied());
        match *self {
            Shape::Point(point) => convex(Core::Point(at(point)), zero),
            Shape::Ball(ball) => convex(Core::Point(at(ball.center())), real(ball.radius())),
            Shape::SquaredBall(ball) => {
                let radius = Real::sqrt(S::Span::area_to_f64(ball.radius_squared()));
                convex(Core::Point(at(ball.center())), R::from_f64(radius))
            }
            Shape::Segment(segment) => convex(Core::between(at(segment.from()), at(segment.to())), zero),
            Shape::Capsule(capsule) => {
                let spine = capsule.spine();
                convex(Core::between(at(spine.from()), at(spine.to())), real(capsule.radius()))
            }
            Shape::Triangle(triangle) => convex(triangle_at(triangle.corners(), at), zero),
            Shape::Aabb(aabb) => {
                let (min, max) = (reals(aabb.min()), reals(aabb.max()));
                convex(upright(min, max, pose), zero)
            }
            Shape::OrientedBox(shape) => {
                let (half, axes) = (reals(shape.half_size()), turned(shape.rotation().cast()).axes());
                convex(Turned { center: at(shape.center()), half, axes }.as_box(), zero)
            }
            Shape::Ellipse(ellipse) => {
                let (half, axes) = (reals(ellipse.half_size()), turned(ellipse.rotation().cast()).axes());
                Form::Convex(Turned { center: at(ellipse.center()), half, axes }.as_ellipse())
            }
            Shape::Polygon(polygon) => {
                let (points, clockwise) = polygon.raw();
                let corners = Corners { points, clockwise, pose: pose.copied(), shift: Vector::default() };
                convex(Core::Corners(corners), real(polygon.radius()))
            }
            Shape::Hull(hull) => {
                let points = hull.points();
                let corners =
                    Corners { points, clockwise: false, pose: pose.copied(), shift: Vector::default() };
                convex(Core::Corners(corners), zero)
            }
            Shape::Cylinder(cylinder) => {
                let k = cylinder.axis().index().min(N - 1);
                let (min, max): (Vector<R, N>, Vector<R, N>) =
                    (reals(cylinder.spine().min()), reals(cylinder.spine().max()));
                let half = (max[k] - min[k]) * R::from_f64(0.5);
                let (center, axis) =
                    (min.with(k, min[k] + half), Vector::default().with(k, R::from_f64(1.0)));
                let center = pose.map_or(center, |pose| pose.apply(center));
                let axis = pose.map_or(axis, |pose| pose.rotation.apply(axis));
                convex(Rod { center, axis, half, radius: real(cylinder.radius()) }.as_cylinder(), zero)
            }
            Shape::OrientedCylinder(cylinder) => {
                let axis = reals(cylinder.direction());
                let axis = pose.map_or(axis, |pose| pose.rotation.apply(axis));
                let (half, radius) = (real(cylinder.half_height()), real(cylinder.radius()));
                convex(Rod { center: at(cylinder.center()), axis, half, radius }.as_cylinder(), zero)
            }
            Shape::Compound(shapes) => parts(Parts::Compound(shapes)),
            #[cfg(feature = "alloc")]
            Shape::Region(region) => parts(Parts::Region(region)),
            Shape::Mask(sprite) => parts(Parts::Mask(sprite)),
            Shape::Placed(shape, own) => {
                let own = Pose::new(own.rotation.cast(), reals(own.translation));
                shape.form(Some(&pose.map_or(own, |pose| own.then(pose))))
            }
        }
    }
}

fn triangle_at<'a, S: Scalar, R: Real, const N: usize>(
    [a, b, c]: [Vector<S, N>; 3],
    at: impl Fn(Vector<S, N>) -> Vector<R, N>,
) -> Core<'a, S, R, N> {
    if N != 2 {
        return Core::Triangle([at(a), at(b), at(c)]);
    }
    match S::turn(flat(a), flat(b), flat(c)) {
        Some(Ordering::Greater) => Core::Triangle([at(a), at(b), at(c)]),
        Some(Ordering::Less) => Core::Triangle([at(a), at(c), at(b)]),
        // A flat one is the segment between its ends; a NaN stays one.
        Some(Ordering::Equal) | None => {
            let [from, to] = ends_of_flat([a, b, c]);
            Core::between(at(from), at(to))
        }
    }
}

/// A box along the axes, at a pose. On a plane one without width is a segment, or a point: there it has an end, but no edge.
#[inline]
fn upright<'a, S, R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    pose: Option<&Pose<R, N>>,
) -> Core<'a, S, R, N> {
    if N == 2 && flat(min).iter().zip(flat(max)).any(|(a, b)| *a == b) {
        let at = |point| pose.map_or(point, |pose: &Pose<R, N>| pose.apply(point));
        return Core::between(at(min), at(max));
    }
    let Some(pose) = pose else { return Core::Upright([min, max]) };
    let half = (max - min).scaled(R::from_f64(0.5));
    Core::Box(Turned { center: pose.apply(min + half), half, axes: pose.rotation.axes() })
}

impl<R: Real, const N: usize> Turned<R, N> {
    /// As a box; on a plane what has no width is a segment or a point.
    #[inline]
    fn as_box<'a, S>(self) -> Core<'a, S, R, N> {
        self.flattened().unwrap_or(Core::Box(self))
    }

    /// As an ellipse; a circle is a point with a radius, and what has no width is a segment.
    #[inline]
    fn as_ellipse<'a, S>(self) -> Convex<'a, S, R, N> {
        let zero = R::default();
        if self.half.0.iter().all(|half| *half == self.half[0]) {
            return Convex { core: Core::Point(self.center), radius: self.half[0] };
        }
        Convex { core: self.flattened().unwrap_or(Core::Ellipse(self)), radius: zero }
    }

    /// On a plane, what has no width as a segment or a point.
    #[inline]
    pub(crate) fn flattened<'a, S>(&self) -> Option<Core<'a, S, R, N>> {
        let zero = R::default();
        if N != 2 || !self.half.0.contains(&zero) {
            return None;
        }
        let along = self.axes[0].scaled(self.half[0]) + self.axes[N - 1].scaled(self.half[N - 1]);
        Some(Core::between(self.center - along, self.center + along))
    }

    /// The point that reaches farthest, of a box.
    #[inline]
    pub(crate) fn corner(&self, direction: Vector<R, N>) -> Vector<R, N> {
        self.axes.iter().zip(self.half.0).fold(self.center, |corner, (axis, half)| {
            corner + axis.scaled(if axis.dot(direction) < R::default() { -half } else { half })
        })
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    /// The point of an ellipse at two coordinates of the unit circle.
    #[inline]
    pub(crate) fn around(&self, circle: Vector<R, 2>) -> Vector<R, N> {
        let reach = |k: usize, c: R| self.axes[k].scaled(self.half[k] * c);
        self.center + (reach(0, circle[0]) + reach(N - 1, circle[1]))
    }

    /// The point that reaches farthest, of an ellipse.
    #[inline]
    pub(crate) fn rim(&self, direction: Vector<R, N>) -> Vector<R, N> {
        let local: Vector<R, N> =
            Vector(core::array::from_fn(|k| self.axes[k].dot(direction) * self.half[k]));
        let length = Real::sqrt(local.dot(local));
        if length <= R::default() {
            return self.center;
        }
        let reach = |k: usize| self.axes[k].scaled(self.half[k] * (local[k] / length));
        (0..N).fold(self.center, |rim, k| rim + reach(k))
    }
}

impl<R: Real, const N: usize> Rod<R, N> {
    /// As a cylinder; without a radius it is a segment, or a point.
    #[inline]
    fn as_cylinder<'a, S>(self) -> Core<'a, S, R, N> {
        let way = self.axis.scaled(self.half);
        match self.radius > R::default() {
            true => Core::Cylinder(self),
            false => Core::between(self.center - way, self.center + way),
        }
    }

    /// The point that reaches farthest. Along the axis all of an end does: then its middle.
    #[inline]
    fn support(&self, direction: Vector<R, N>) -> Vector<R, N> {
        let along = self.axis.dot(direction);
        let across = direction - self.axis.scaled(along);
        // Twice is enough: what rounding left along the axis is gone.
        let across = across - self.axis.scaled(self.axis.dot(across));
        let length = Real::sqrt(across.dot(across));
        let end = self.center + self.axis.scaled(if along < R::default() { -self.half } else { self.half });
        // Shorter than this it is what rounding left, in no direction.
        let least = along.distance(R::default()) * R::EPSILON * R::from_f64(4.0);
        if length > least { end + across.scaled(self.radius / length) } else { end }
    }
}

impl<S: Scalar, R: Real, const N: usize> Corners<'_, S, R, N> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// On a plane they run counterclockwise.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> Vector<R, N> {
        let index = if self.clockwise { self.points.len() - 1 - index } else { index };
        let point = reals(self.points[index]);
        self.pose.as_ref().map_or(point, |pose| pose.apply(point)) + self.shift
    }

    /// The place of the one that reaches farthest: the first of equals.
    #[inline]
    fn farthest(&self, direction: Vector<R, N>) -> usize {
        let local = self.pose.as_ref().map_or(direction, |pose| pose.rotation.apply_inverse(direction));
        let (mut best, mut most) = (0, R::from_f64(f64::NEG_INFINITY));
        for (index, point) in self.points.iter().enumerate() {
            let reach = reals::<S, R, N>(*point).dot(local);
            if reach > most {
                (best, most) = (index, reach);
            }
        }
        if self.clockwise { self.points.len() - 1 - best } else { best }
    }
}

impl<'a, S, R: Real, const N: usize> Core<'a, S, R, N> {
    /// What lies between two points, which may be one.
    #[inline]
    pub(crate) fn between(from: Vector<R, N>, to: Vector<R, N>) -> Self {
        if from == to { Core::Point(from) } else { Core::Segment([from, to]) }
    }
}

impl<'a, S: Scalar, R: Real, const N: usize> Core<'a, S, R, N> {
    /// The same core elsewhere.
    #[inline]
    pub(crate) fn moved(&self, offset: Vector<R, N>) -> Self {
        match *self {
            Core::Point(point) => Core::Point(point + offset),
            Core::Segment(ends) => Core::Segment(ends.map(|end| end + offset)),
            Core::Triangle(corners) => Core::Triangle(corners.map(|corner| corner + offset)),
            Core::Upright(ends) => Core::Upright(ends.map(|end| end + offset)),
            Core::Box(shape) => Core::Box(Turned { center: shape.center + offset, ..shape }),
            Core::Corners(corners) => Core::Corners(Corners { shift: corners.shift + offset, ..corners }),
            Core::Cylinder(rod) => Core::Cylinder(Rod { center: rod.center + offset, ..rod }),
            Core::Ellipse(shape) => Core::Ellipse(Turned { center: shape.center + offset, ..shape }),
        }
    }

    /// A point of it, somewhere in the middle.
    #[inline]
    pub(crate) fn middle(&self) -> Vector<R, N> {
        let half = R::from_f64(0.5);
        match self {
            Core::Point(point) => *point,
            Core::Segment([from, to]) | Core::Upright([from, to]) => *from + (*to - *from).scaled(half),
            Core::Triangle([a, b, c]) => *a + (*b - *a + (*c - *a)).scaled(R::from_f64(1.0 / 3.0)),
            Core::Box(shape) | Core::Ellipse(shape) => shape.center,
            Core::Cylinder(rod) => rod.center,
            Core::Corners(corners) => {
                let first = corners.at(0);
                first + (corners.at(corners.len() / 2) - first).scaled(half)
            }
        }
    }

    /// The point that reaches farthest in a direction of any length: the first of equals.
    #[inline]
    pub(crate) fn support(&self, direction: Vector<R, N>) -> Vector<R, N> {
        let farther = |a: Vector<R, N>, b: Vector<R, N>| {
            if (b - a).dot(direction) > R::default() { b } else { a }
        };
        match self {
            Core::Point(point) => *point,
            Core::Segment([from, to]) => farther(*from, *to),
            Core::Triangle([a, b, c]) => farther(farther(*a, *b), *c),
            Core::Upright([min, max]) => {
                Vector(core::array::from_fn(|k| if direction[k] < R::default() { min[k] } else { max[k] }))
            }
            Core::Box(shape) => shape.corner(direction),
            Core::Corners(corners) => corners.at(corners.farthest(direction)),
            Core::Cylinder(rod) => rod.support(direction),
            Core::Ellipse(shape) => shape.rim(direction),
        }
    }

    /// How far from its middle it reaches at most.
    #[inline]
    pub(crate) fn reach(&self) -> R {
        let middle = self.middle();
        let larger = |a: R, b: R| if a < b { b } else { a };
        let farthest = |points: &[Vector<R, N>]| {
            points.iter().map(|p| (*p - middle).length()).fold(R::default(), larger)
        };
        match self {
            Core::Point(_) => R::default(),
            Core::Segment(ends) | Core::Upright(ends) => farthest(ends),
            Core::Triangle(corners) => farthest(corners),
            Core::Box(shape) | Core::Ellipse(shape) => shape.half.length(),
            Core::Cylinder(rod) => Vector([rod.half, rod.radius]).length(),
            Core::Corners(corners) => {
                (0..corners.len()).map(|k| (corners.at(k) - middle).length()).fold(R::default(), larger)
            }
        }
    }
}

impl<S: Scalar, R: Real, const N: usize> Convex<'_, S, R, N> {
    /// A point.
    #[inline]
    pub(crate) fn point(at: Vector<R, N>) -> Self {
        Self { core: Core::Point(at), radius: R::default() }
    }

    /// The same shape elsewhere.
    #[inline]
    pub(crate) fn moved(&self, offset: Vector<R, N>) -> Self {
        Self { core: self.core.moved(offset), radius: self.radius }
    }

    /// The largest magnitude that enters computations with the shape: of its coordinates, and its size. NaN or infinite
    /// where one is.
    #[inline]
    pub(crate) fn magnitude(&self) -> R {
        let larger = |most: R, c: R| {
            let c = c.distance(R::default());
            if most >= c { most } else { c }
        };
        let of = |v: Vector<R, N>| v.0.into_iter().fold(R::default(), larger);
        self.radius + of(self.core.middle()) + self.core.reach()
    }
}
