//! Any convex shape as a core and a radius, in `f64`: what the general queries work on.
//!
//! The core is known by its support function (the point that reaches farthest in a direction) and, on a plane, by its
//! corners. Numbers of other types are converted when they are read, which is exact for all but 64-bit ones.

use super::epa::penetration;
use super::gjk::{Nearest, nearest, rounding};
use super::part::{Leaf, Part, Search, least_separation, search};
use super::plane::{Outline, ball, outlines};
use crate::form::{self, Convex, Form, Turned};
use crate::narrow::ellipse;
use crate::scalar::{Real, Scalar, Span};
use crate::shape::polygon::{ends_of_flat, flat};
use crate::{Aabb, Pose, Rotation, Shape, Vector, Verdict};
use core::array::from_fn;
use core::cmp::Ordering;

/// A convex shape: all points at most a radius from its core.
#[derive(Clone, Copy)]
pub(crate) struct Solid<'a, S, const N: usize> {
    pub(crate) core: Core<'a, S, N>,
    pub(crate) radius: f64,
    /// Added to every point of the core.
    shift: Vector<f64, N>,
    /// The same by its form, for what asks about ellipses.
    form: Convex<'a, S, f64, N>,
}

#[derive(Clone, Copy)]
pub(crate) enum Core<'a, S, const N: usize> {
    /// A point, a segment or a triangle; on a plane also a box, counterclockwise.
    Few([Vector<f64, N>; 4], usize),
    /// A box in space.
    Box { center: Vector<f64, N>, half: Vector<f64, N>, axes: [Vector<f64, N>; N] },
    /// A polygon (counterclockwise, or clockwise where it says so) or the points of a hull.
    Many { points: &'a [Vector<S, N>], clockwise: bool, pose: Option<Pose<f64, N>> },
    /// A cylinder around its centre.
    Cylinder { center: Vector<f64, N>, axis: Vector<f64, N>, half: f64, radius: f64 },
    /// An ellipse on a plane.
    Ellipse(Turned<f64, N>),
}

impl<'a, S: Scalar, const N: usize> Solid<'a, S, N> {
    /// The shape at a pose; `None` for what is not convex, and where there is a NaN or an infinity.
    pub(crate) fn new(shape: &Shape<'a, S, N>, pose: Option<&Pose<f64, N>>) -> Option<Self> {
        let Form::Convex(form) = shape.form::<f64>(pose) else { return None };
        let point = |v: Vector<S, N>| {
            let v = v.map(S::to_f64);
            pose.map_or(v, |pose| pose.apply(v))
        };
        let direction = |v: Vector<f64, N>| pose.map_or(v, |pose| pose.rotation.apply(v));
        let few = |points: &[Vector<S, N>]| {
            let last = points.len() - 1;
            Core::Few(from_fn(|index| point(points[index.min(last)])), points.len())
        };
        // Without width it is a segment, or a point: there it has an end, but no edge.
        let rectangle = |corners: [Vector<f64, N>; 4]| {
            let same = |a: Vector<f64, N>, b: Vector<f64, N>| a == b;
            match (same(corners[0], corners[1]), same(corners[1], corners[2])) {
                (true, true) => Core::Few(corners, 1),
                (true, false) => Core::Few([corners[0], corners[2], corners[2], corners[2]], 2),
                (false, true) => Core::Few(corners, 2),
                (false, false) => Core::Few(corners, 4),
            }
        };
        // Without radius it is a segment, or a point.
        let cylinder_of = |center: Vector<f64, N>, axis: Vector<f64, N>, half: f64, radius: f64| {
            let (from, to) = (center - axis.scaled(half), center + axis.scaled(half));
            match radius > 0.0 {
                true => Core::Cylinder { center, axis, half, radius },
                false => Core::Few([from, to, to, to], if half > 0.0 { 2 } else { 1 }),
            }
        };
        let boxed = |center: Vector<f64, N>, half: Vector<f64, N>, rotation: Rotation<f64, N>| {
            let axes = rotation.axes();
            if N != 2 {
                return Core::Box { center, half, axes };
            }
            let (u, v) = (axes[0].scaled(half[0]), axes[N - 1].scaled(half[N - 1]));
            rectangle([center - u - v, center + u - v, center + u + v, center - u + v])
        };
        let identity = Rotation::<f64, N>::identity();
        let turned = |rotation: Rotation<f64, N>| pose.map_or(rotation, |pose| rotation.then(&pose.rotation));
        let (core, radius) = match *shape {
            Shape::Point(p) => (few(&[p]), 0.0),
            Shape::Ball(ball) => (few(&[ball.center()]), ball.radius().to_f64()),
            Shape::SquaredBall(ball) => {
                let squared = S::Span::area_to_f64(ball.radius_squared());
                (few(&[ball.center()]), Real::sqrt(squared))
            }
            Shape::Aabb(aabb) => {
                let (min, max) = (aabb.min().map(S::to_f64), aabb.max().map(S::to_f64));
                if N == 2 && pose.is_none() {
                    // By its corners as they are: a centre would round them.
                    (rectangle([min, min.with(0, max[0]), max, max.with(0, min[0])]), 0.0)
                } else {
                    let half = (max - min).scaled(0.5);
                    let center = min + half;
                    let center = pose.map_or(center, |pose| pose.apply(center));
                    (boxed(center, half, turned(identity)), 0.0)
                }
            }
            Shape::OrientedBox(shape) => {
                let half = shape.half_size().map(S::to_f64);
                (boxed(point(shape.center()), half, turned(shape.rotation().to_f64())), 0.0)
            }
            Shape::Segment(segment) => (few(&[segment.from(), segment.to()]), 0.0),
            Shape::Capsule(capsule) => {
                (few(&[capsule.spine().from(), capsule.spine().to()]), capsule.radius().to_f64())
            }
            Shape::Triangle(triangle) => {
                let [a, b, c] = triangle.corners();
                // A flat one on a plane is the segment between its ends.
                let is_flat = N == 2 && S::turn(flat(a), flat(b), flat(c)) == Some(Ordering::Equal);
                let core = if is_flat { few(&ends_of_flat([a, b, c])) } else { few(&[a, b, c]) };
                (core, 0.0)
            }
            Shape::Polygon(polygon) => {
                let (points, clockwise) = polygon.raw();
                (Core::Many { points, clockwise, pose: pose.copied() }, polygon.radius().to_f64())
            }
            Shape::Hull(hull) => {
                (Core::Many { points: hull.points(), clockwise: false, pose: pose.copied() }, 0.0)
            }
            Shape::Cylinder(cylinder) => {
                let (min, max) =
                    (cylinder.spine().min().map(S::to_f64), cylinder.spine().max().map(S::to_f64));
                let k = cylinder.axis().index().min(N - 1);
                let half = (max[k] - min[k]) * 0.5;
                let center = min.with(k, min[k] + half);
                let center = pose.map_or(center, |pose| pose.apply(center));
                let axis = direction(identity.axes()[k]);
                (cylinder_of(center, axis, half, cylinder.radius().to_f64()), 0.0)
            }
            Shape::OrientedCylinder(cylinder) => {
                let (half, radius) = (cylinder.half_height().to_f64(), cylinder.radius().to_f64());
                let axis = direction(cylinder.direction().map(S::to_f64));
                (cylinder_of(point(cylinder.center()), axis, half, radius), 0.0)
            }
            Shape::Ellipse(_) => match form.core {
                form::Core::Ellipse(shape) => (Core::Ellipse(shape), 0.0),
                form::Core::Segment([from, to]) => (Core::Few([from, to, to, to], 2), 0.0),
                _ => (Core::Few([form.core.middle(); 4], 1), form.radius),
            },
            _ => return None,
        };
        let solid = Self { core, radius, shift: Vector::default(), form };
        // Polygons and hulls were looked at when they were made; a sum with a pose can still overflow.
        solid.largest().is_finite().then_some(solid)
    }

    /// A point.
    pub(crate) fn point_at(point: Vector<f64, N>) -> Self {
        let form = Convex::point(point);
        Self { core: Core::Few([point; 4], 1), radius: 0.0, shift: Vector::default(), form }
    }

    /// The same shape elsewhere.
    pub(crate) fn moved(&self, offset: Vector<f64, N>) -> Self {
        Self { shift: self.shift + offset, form: self.form.moved(offset), ..*self }
    }

    /// The same shape without its radius.
    pub(crate) fn bare(&self) -> Self {
        Self { radius: 0.0, form: Convex { radius: 0.0, ..self.form }, ..*self }
    }

    /// Whether the core has a curved rim.
    pub(crate) fn is_curved(&self) -> bool {
        matches!(self.core, Core::Cylinder { .. } | Core::Ellipse(_))
    }

    /// Whether the core is an ellipse.
    pub(crate) fn is_elliptic(&self) -> bool {
        matches!(self.core, Core::Ellipse(_))
    }

    /// The same by its form.
    pub(crate) fn form(&self) -> &Convex<'a, S, f64, N> {
        &self.form
    }

    /// A point of the core, somewhere in the middle.
    pub(crate) fn middle(&self) -> Vector<f64, N> {
        self.shift
            + match &self.core {
                Core::Few(points, len) => {
                    let sum = points[..*len].iter().fold(Vector::default(), |sum, p| sum + p.scaled(0.25));
                    sum.scaled(4.0 / *len as f64)
                }
                Core::Box { center, .. } | Core::Cylinder { center, .. } => *center,
                Core::Ellipse(shape) => shape.center,
                Core::Many { points, .. } => {
                    let (first, middle) = (self.raw(0), self.raw(points.len() / 2));
                    first + (middle - first).scaled(0.5)
                }
            }
    }

    /// The largest coordinate of what is around the core, about; NaN or infinite where one is.
    pub(crate) fn largest(&self) -> f64 {
        let larger = |most: f64, c: f64| if c.abs() > most || c.is_nan() { c.abs() } else { most };
        let size = |v: Vector<f64, N>| v.0.into_iter().fold(0.0, larger);
        let core = match &self.core {
            Core::Few(..) | Core::Many { .. } => {
                (0..self.len()).map(|index| size(self.raw(index))).fold(0.0, larger)
            }
            Core::Box { center, half, .. } => size(*center) + size(*half),
            Core::Cylinder { center, half, radius, .. } => size(*center) + half + radius,
            Core::Ellipse(shape) => size(shape.center) + size(shape.half),
        };
        core + size(self.shift) + self.radius
    }

    /// How far from its middle the shape reaches at most.
    pub(crate) fn reach(&self) -> f64 {
        let middle = self.middle();
        let core = match &self.core {
            Core::Box { half, .. } => half.length(),
            Core::Cylinder { half, radius, .. } => Vector([*half, *radius]).length(),
            Core::Ellipse(shape) => shape.half.length(),
            _ => (0..self.len()).fold(0.0, |far: f64, index| far.max((self.point(index) - middle).length())),
        };
        core + self.radius
    }

    /// Whether its ends are sums and products, which are rounded.
    pub(super) fn is_rounded_off(&self) -> bool {
        match &self.core {
            Core::Few(..) => self.radius > 0.0 || N == 2,
            Core::Many { pose, .. } => self.radius > 0.0 || pose.is_some(),
            Core::Box { .. } | Core::Cylinder { .. } | Core::Ellipse(_) => true,
        }
    }

    /// How many points the core has: zero for boxes in space and cylinders.
    pub(crate) fn len(&self) -> usize {
        match &self.core {
            Core::Few(_, len) => *len,
            Core::Many { points, .. } => points.len(),
            Core::Box { .. } | Core::Cylinder { .. } | Core::Ellipse(_) => 0,
        }
    }

    /// A point of the core that has points.
    #[inline]
    pub(crate) fn point(&self, index: usize) -> Vector<f64, N> {
        self.raw(index) + self.shift
    }

    #[inline]
    fn raw(&self, index: usize) -> Vector<f64, N> {
        match &self.core {
            Core::Few(points, _) => points[index & 3],
            Core::Many { points, clockwise, pose } => {
                let index = if *clockwise { points.len() - 1 - index } else { index };
                let point = points[index].map(S::to_f64);
                pose.as_ref().map_or(point, |pose| pose.apply(point))
            }
            Core::Box { center, .. } | Core::Cylinder { center, .. } => *center,
            Core::Ellipse(shape) => shape.center,
        }
    }

    /// The point of the core that reaches farthest in a direction of any length: the first of equals.
    #[inline]
    pub(crate) fn support(&self, direction: Vector<f64, N>) -> Vector<f64, N> {
        match &self.core {
            Core::Few(points, len) => {
                let mut best = points[0];
                for point in &points[1..*len] {
                    if point.dot(direction) > best.dot(direction) {
                        best = *point;
                    }
                }
                best + self.shift
            }
            Core::Box { center, half, axes } => {
                let mut point = *center + self.shift;
                for (axis, half) in axes.iter().zip(half.0) {
                    let side = if axis.dot(direction) < 0.0 { -half } else { half };
                    point = point + axis.scaled(side);
                }
                point
            }
            Core::Many { points, clockwise, pose } => {
                let local = pose.as_ref().map_or(direction, |pose| pose.rotation.apply_inverse(direction));
                let (mut best, mut most) = (0, f64::NEG_INFINITY);
                for (index, point) in points.iter().enumerate() {
                    let reach = point.map(S::to_f64).dot(local);
                    if reach > most {
                        (best, most) = (index, reach);
                    }
                }
                self.point(if *clockwise { points.len() - 1 - best } else { best })
            }
            Core::Cylinder { center, axis, half, radius } => {
                let along = axis.dot(direction);
                let across = direction - axis.scaled(along);
                // Twice is enough: what rounding left along the axis is gone.
                let across = across - axis.scaled(axis.dot(across));
                let length = Real::sqrt(across.dot(across));
                let end = *center + self.shift + axis.scaled(if along < 0.0 { -*half } else { *half });
                // Along the axis all of the end is as far; what is left across is rounding, in no direction.
                if length > along.abs() * 1e-14 { end + across.scaled(radius / length) } else { end }
            }
            Core::Ellipse(shape) => shape.rim(direction) + self.shift,
        }
    }
}

impl<S: Scalar, const N: usize> Outline<f64> for Solid<'_, S, N> {
    #[inline]
    fn len(&self) -> usize {
        Solid::len(self)
    }
    #[inline]
    fn at(&self, index: usize) -> [f64; 2] {
        flat(self.point(index))
    }
}

impl<S: Scalar, const N: usize> Shape<'_, S, N> {
    /// A box along the axes around the shape: the smallest, but for rounding, which makes it larger. `None` for an empty
    /// compound, and where there is a NaN.
    ///
    /// ```
    /// use bumper::{Aabb, OrientedBox, Rotation, Shape};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(90.0));
    /// let around = Shape::from(plank).bounds().unwrap();
    /// assert!((around.min() - Aabb::new([4.0, 2.0], [6.0, 8.0]).min()).length() < 1e-13);
    /// ```
    pub fn bounds(&self) -> Option<Aabb<S::Real, N>> {
        let bounds = Part::new(*self, None)?.bounds;
        let known = (0..N).all(|axis| (bounds.max()[axis] - bounds.min()[axis]).is_finite());
        known.then(|| Aabb::new(bounds.min().map(S::Real::from_f64), bounds.max().map(S::Real::from_f64)))
    }
}

/// The relation of two shapes: the strongest of their convex parts.
pub(super) fn solids<S: Scalar, const N: usize, V: Verdict>(a: &Shape<S, N>, b: &Shape<S, N>) -> V {
    let mut strongest = Strongest(V::APART);
    search(*a, *b, Leaf::Convex, &mut strongest);
    strongest.0
}

struct Strongest<V>(V);

impl<S: Scalar, const N: usize, V: Verdict> Search<S, N> for Strongest<V> {
    fn bound(&self, a: &Aabb<f64, N>, b: &Aabb<f64, N>) -> f64 {
        // As much as a curved rim may be wrong.
        least_separation(a, b, 1e-4)
    }
    fn best(&self) -> f64 {
        if self.0.is_final() { f64::NEG_INFINITY } else { f64::MIN_POSITIVE }
    }
    fn look(&mut self, a: &Part<'_, S, N>, b: &Part<'_, S, N>) {
        if let (Some(p), Some(q)) =
            (Solid::new(&a.shape, a.pose.as_ref()), Solid::new(&b.shape, b.pose.as_ref()))
        {
            self.0 = self.0.or(relate(&p, &q));
        }
    }
}

/// The relation of two convex shapes. Sharp ones on a plane, and a ball and a sharp one, are compared by their corners;
/// others touch where the gap or the depth is within a few roundings of nothing.
pub(crate) fn relate<S: Scalar, const N: usize, V: Verdict>(a: &Solid<S, N>, b: &Solid<S, N>) -> V {
    let radii = a.radius + b.radius;
    if a.is_elliptic() || b.is_elliptic() {
        return ellipse::relate(&a.form, &b.form);
    }
    if N == 2 {
        match (a.len(), b.len()) {
            _ if radii <= 0.0 => return outlines(a, b),
            (1, _) => return ball(a.at(0), radii * radii, b),
            (_, 1) => return ball(b.at(0), radii * radii, a),
            _ => {}
        }
    }
    // Seen from the middle of one, nothing is far away.
    let origin = a.middle().scaled(-1.0);
    let (a, b) = (a.moved(origin), b.moved(origin));
    let tolerance = rounding(a.largest() + b.largest());
    let judged = |gap: f64| V::within(if gap.abs() <= tolerance { 0.0 } else { gap }, 0.0);
    match nearest(&a, &b, radii + tolerance) {
        Nearest::Beyond => V::APART,
        Nearest::Apart { distance, sure, .. }
            if distance > if sure { tolerance } else { tolerance * 1e9 } =>
        {
            judged(distance - radii)
        }
        // The separation of what all but touches is surer by the faces of the difference.
        Nearest::Apart { .. } if N == 3 => judged(penetration(&a, &b).0 - radii),
        Nearest::Apart { distance, .. } if distance > tolerance => judged(distance - radii),
        _ if radii > tolerance => V::OVERLAPPING,
        _ if N == 2 => outlines(&a.bare(), &b.bare()),
        _ => V::within_or(0.0, 0.0, || judged(penetration(&a, &b).0 - radii)),
    }
}
