//! What is convex: a core and a radius around it, and what queries ask of any core.

use super::{Corners, ROOM, reals};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::{Aabb, Pose, Vector};

/// A convex shape: all points at most a radius from its core.
#[derive(Clone, Copy)]
pub(crate) struct Convex<'a, R, const N: usize> {
    pub(crate) core: Core<'a, R, N>,
    pub(crate) radius: R,
}

/// What is rounded.
#[derive(Clone, Copy)]
pub(crate) enum Core<'a, R, const N: usize> {
    Point(Vector<R, N>),
    /// Of two different points.
    Segment([Vector<R, N>; 2]),
    /// On a plane counterclockwise, and never flat.
    Triangle([Vector<R, N>; 3]),
    /// A box along the axes, which may be infinite. On a plane it has an inside.
    Upright([Vector<R, N>; 2]),
    /// A box in any direction. On a plane it has an inside.
    Box(OrientedCore<R, N>),
    /// The corners of a polygon on a plane, or the points of a hull in space.
    Corners(Corners<'a, R, N>),
    /// A cylinder in space, of a radius above zero.
    Cylinder(CylinderCore<R, N>),
    /// An ellipse on a plane, with an inside.
    Ellipse(OrientedCore<R, N>),
}

/// What has a centre, half sizes and axes of its own.
#[derive(Clone, Copy)]
pub(crate) struct OrientedCore<R, const N: usize> {
    pub(crate) center: Vector<R, N>,
    pub(crate) half: Vector<R, N>,
    /// Square to each other, of length 1 but for rounding.
    pub(crate) axes: [Vector<R, N>; N],
}

/// A cylinder: a disc moved along its axis.
#[derive(Clone, Copy)]
pub(crate) struct CylinderCore<R, const N: usize> {
    pub(crate) center: Vector<R, N>,
    /// Of length 1 but for rounding.
    pub(crate) axis: Vector<R, N>,
    pub(crate) half: R,
    pub(crate) radius: R,
}

/// The larger of two; a NaN, where one is.
#[inline]
fn larger<R: Real>(most: R, next: R) -> R {
    if next > most || next.partial_cmp(&next).is_none() { next } else { most }
}

/// One or the other, number by number: what is copied as a whole is read again before a processor has written it.
#[inline]
fn chosen<R: Real, const N: usize>(first: bool, a: &Vector<R, N>, b: &Vector<R, N>) -> Vector<R, N> {
    Vector(crate::vector::from_fn(|k| if first { a[k] } else { b[k] }))
}

/// How far the farthest corner is from a point: one root, where squares of lengths neither overflow nor vanish.
fn farthest_corner<R: Real, const N: usize>(corners: &Corners<'_, R, N>, from: Vector<R, N>) -> R {
    let mut room = [Vector::default(); ROOM];
    let read = corners.all(&mut room);
    let at = |k: usize| read.map_or_else(|| corners.at(k), |read| read[k]);
    let ways = || (0..corners.len()).map(|k| at(k) - from);
    let square = ways().map(|way| way.dot(way)).fold(R::default(), larger);
    if square > R::from_f64(1e-30) && square < R::from_f64(1e30) {
        return Real::sqrt(square);
    }
    ways().map(Vector::length).fold(R::default(), larger)
}

/// Whether a box of this size has no inside, on a plane.
#[inline]
pub(super) fn is_flat<R: Real, const N: usize>(size: Vector<R, N>) -> bool {
    N == 2 && size.0.contains(&R::default())
}

/// A box along the axes, at a pose. On a plane one without width is a segment, or a point: there it has an end, but no edge.
#[inline]
pub(super) fn upright<'a, R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    pose: Option<&Pose<R, N>>,
) -> Core<'a, R, N> {
    if is_flat(max - min) {
        let at = |point| pose.map_or(point, |pose: &Pose<R, N>| pose.apply(point));
        return Core::between(at(min), at(max));
    }
    let Some(pose) = pose else { return Core::Upright([min, max]) };
    let half = (max - min).scaled(R::from_f64(0.5));
    Core::Box(OrientedCore { center: pose.apply(min + half), half, axes: pose.rotation.axes() })
}

impl<R: Real, const N: usize> OrientedCore<R, N> {
    /// As an ellipse; a circle is a point with a radius, and what has no width is a segment.
    #[inline]
    pub(super) fn as_ellipse<'a>(self) -> Convex<'a, R, N> {
        let zero = R::default();
        if self.half.0.iter().all(|half| *half == self.half[0]) {
            return Convex { core: Core::Point(self.center), radius: self.half[0] };
        }
        let flat = self.flattened().map(|[from, to]| Core::between(from, to));
        Convex { core: flat.unwrap_or(Core::Ellipse(self)), radius: zero }
    }

    /// On a plane, the ends of what has no width.
    #[inline]
    pub(crate) fn flattened(&self) -> Option<[Vector<R, N>; 2]> {
        if !is_flat(self.half) {
            return None;
        }
        let along = self.axes[0].scaled(self.half[0]) + self.axes[N - 1].scaled(self.half[N - 1]);
        Some([self.center - along, self.center + along])
    }

    /// The point that reaches farthest, of a box.
    #[inline]
    pub(crate) fn corner(&self, direction: Vector<R, N>) -> Vector<R, N> {
        self.axes.iter().zip(self.half.0).fold(self.center, |corner, (axis, half)| {
            // Looked up: a jump would be foretold wrongly half of the time.
            let reach = [half, -half][usize::from(axis.dot(direction) < R::default())];
            corner + axis.scaled(reach)
        })
    }

    /// The point of an ellipse at two coordinates of the unit circle.
    #[cfg(any(feature = "std", feature = "libm"))]
    #[inline]
    pub(crate) fn around(&self, circle: Vector<R, 2>) -> Vector<R, N> {
        let reach = |k: usize, c: R| self.axes[k].scaled(self.half[k] * c);
        self.center + (reach(0, circle[0]) + reach(N - 1, circle[1]))
    }

    /// The point that reaches farthest, of an ellipse.
    #[inline]
    pub(crate) fn rim(&self, direction: Vector<R, N>) -> Vector<R, N> {
        let local: Vector<R, N> =
            Vector(crate::vector::from_fn(|k| self.axes[k].dot(direction) * self.half[k]));
        let length = Real::sqrt(local.dot(local));
        if length <= R::default() {
            return self.center;
        }
        let reach = |k: usize| self.axes[k].scaled(self.half[k] * (local[k] / length));
        (0..N).fold(self.center, |rim, k| rim + reach(k))
    }
}

impl<R: Real, const N: usize> CylinderCore<R, N> {
    /// The ends of what has no radius.
    #[inline]
    pub(super) fn flattened(&self) -> Option<[Vector<R, N>; 2]> {
        if self.radius > R::default() {
            return None;
        }
        let way = self.axis.scaled(self.half);
        Some([self.center - way, self.center + way])
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

impl<'a, R: Real, const N: usize> Core<'a, R, N> {
    /// What lies between two points, which may be one.
    #[inline]
    pub(crate) fn between(from: Vector<R, N>, to: Vector<R, N>) -> Self {
        if from == to { Core::Point(from) } else { Core::Segment([from, to]) }
    }
}

impl<'a, R: Real, const N: usize> Core<'a, R, N> {
    /// The same core elsewhere.
    #[inline]
    pub(crate) fn moved(&self, offset: Vector<R, N>) -> Self {
        match *self {
            Core::Point(point) => Core::Point(point + offset),
            Core::Segment(ends) => Core::Segment(ends.mapped(|end| end + offset)),
            Core::Triangle(corners) => Core::Triangle(corners.mapped(|corner| corner + offset)),
            Core::Upright(ends) => Core::Upright(ends.mapped(|end| end + offset)),
            Core::Box(shape) => Core::Box(OrientedCore { center: shape.center + offset, ..shape }),
            Core::Corners(corners) => Core::Corners(corners.moved(offset)),
            Core::Cylinder(rod) => Core::Cylinder(CylinderCore { center: rod.center + offset, ..rod }),
            Core::Ellipse(shape) => Core::Ellipse(OrientedCore { center: shape.center + offset, ..shape }),
        }
    }

    /// The same core in the wider float.
    pub(crate) fn wide(&self) -> Core<'a, f64, N> {
        let point = |v: Vector<R, N>| v.map(Scalar::to_f64);
        let turned = |shape: &OrientedCore<R, N>| OrientedCore {
            center: point(shape.center),
            half: point(shape.half),
            axes: shape.axes.mapped(point),
        };
        match self {
            Core::Point(p) => Core::Point(point(*p)),
            Core::Segment(ends) => Core::Segment(ends.mapped(point)),
            Core::Triangle(corners) => Core::Triangle(corners.mapped(point)),
            Core::Upright(ends) => Core::Upright(ends.mapped(point)),
            Core::Box(shape) => Core::Box(turned(shape)),
            Core::Ellipse(shape) => Core::Ellipse(turned(shape)),
            Core::Cylinder(rod) => {
                // Its axis has the length 1 there, too: in what is left across it, a flat end shows.
                let (center, axis) = (point(rod.center), point(rod.axis));
                let axis = axis.scaled(1.0 / axis.length());
                Core::Cylinder(CylinderCore {
                    center,
                    axis,
                    half: rod.half.to_f64(),
                    radius: rod.radius.to_f64(),
                })
            }
            Core::Corners(corners) => Core::Corners(corners.wide()),
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
        match self {
            Core::Point(point) => *point,
            Core::Segment([from, to]) => chosen((*to - *from).dot(direction) > R::default(), to, from),
            // Both are seen from the first, so that neither waits for the other.
            Core::Triangle([a, b, c]) => {
                let (second, third) = ((*b - *a).dot(direction), (*c - *a).dot(direction));
                let (is_second, is_third) = (second > R::default(), third > R::default());
                chosen(is_third & !(is_second & (second >= third)), c, &chosen(is_second, b, a))
            }
            Core::Upright([min, max]) => {
                Vector(crate::vector::from_fn(|k| if direction[k] < R::default() { min[k] } else { max[k] }))
            }
            Core::Box(shape) => shape.corner(direction),
            Core::Corners(corners) => corners.at(corners.farthest(direction)),
            Core::Cylinder(rod) => rod.support(direction),
            Core::Ellipse(shape) => shape.rim(direction),
        }
    }

    /// How far it reaches from its middle, about, from above. What is infinite does not count.
    #[inline]
    pub(crate) fn extent(&self) -> R {
        let zero = R::default();
        let sum = |v: Vector<R, N>| v.0.into_iter().fold(zero, |sum, c| sum + c.distance(zero));
        match self {
            Core::Point(_) => zero,
            Core::Segment([a, b]) => sum(*b - *a),
            Core::Triangle([a, b, c]) => sum(*b - *a) + sum(*c - *a),
            Core::Upright([min, max]) => {
                sum((*max - *min).map(|c| if c.distance(c) == zero { c } else { zero }))
            }
            Core::Box(shape) | Core::Ellipse(shape) => sum(shape.half),
            Core::Cylinder(rod) => rod.half + rod.radius,
            Core::Corners(corners) => {
                let first = corners.at(0);
                (1..corners.len()).fold(zero, |most, k| larger(most, sum(corners.at(k) - first)))
            }
        }
    }

    /// Whether it has a curved rim.
    pub(crate) fn is_curved(&self) -> bool {
        match self {
            Core::Cylinder(_) | Core::Ellipse(_) => true,
            Core::Point(_) | Core::Segment(_) | Core::Triangle(_) => false,
            Core::Upright(_) | Core::Box(_) | Core::Corners(_) => false,
        }
    }

    /// Whether it has more edges than a box, or curved ones.
    pub(crate) fn has_many_edges(&self) -> bool {
        match self {
            Core::Point(_) | Core::Segment(_) | Core::Triangle(_) | Core::Upright(_) | Core::Box(_) => false,
            Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => true,
        }
    }

    /// How far from its middle it reaches at most.
    #[inline]
    pub(crate) fn reach(&self) -> R {
        let middle = self.middle();
        let farthest = |points: &[Vector<R, N>]| {
            points.iter().map(|p| (*p - middle).length()).fold(R::default(), larger)
        };
        match self {
            Core::Point(_) => R::default(),
            Core::Segment(ends) | Core::Upright(ends) => farthest(ends),
            Core::Triangle(corners) => farthest(corners),
            Core::Box(shape) | Core::Ellipse(shape) => shape.half.length(),
            Core::Cylinder(rod) => Vector([rod.half, rod.radius]).length(),
            Core::Corners(corners) => farthest_corner(corners, middle),
        }
    }
}

impl<'a, R: Real, const N: usize> Convex<'a, R, N> {
    /// The same shape as what lies at a pose sees it: moved near the origin first, so that what is far from there keeps its digits.
    pub(crate) fn seen_from(&self, pose: &Pose<R, N>) -> Self {
        let turn = Pose { translation: Vector::default(), rotation: pose.rotation.inverse() };
        self.moved(-pose.translation).placed(&turn)
    }

    /// The same shape at a pose.
    pub(crate) fn placed(&self, pose: &Pose<R, N>) -> Self {
        let turned = |shape: &OrientedCore<R, N>| OrientedCore {
            center: pose.apply(shape.center),
            half: shape.half,
            axes: shape.axes.mapped(|axis| pose.rotation.apply(axis)),
        };
        let core = match &self.core {
            Core::Point(point) => Core::Point(pose.apply(*point)),
            Core::Segment(ends) => Core::Segment(ends.mapped(|end| pose.apply(end))),
            Core::Triangle(corners) => Core::Triangle(corners.mapped(|corner| pose.apply(corner))),
            Core::Upright([min, max]) => upright(*min, *max, Some(pose)),
            Core::Box(shape) => Core::Box(turned(shape)),
            Core::Ellipse(shape) => Core::Ellipse(turned(shape)),
            Core::Cylinder(rod) => {
                let (center, axis) = (pose.apply(rod.center), pose.rotation.apply(rod.axis));
                Core::Cylinder(CylinderCore { center, axis, ..*rod })
            }
            Core::Corners(corners) => Core::Corners(corners.placed(pose)),
        };
        Self { core, radius: self.radius }
    }

    /// A box along the axes, at a pose.
    #[inline]
    pub(crate) fn of_box<S: Scalar>(aabb: &Aabb<S, N>, pose: Option<&Pose<R, N>>) -> Self {
        Self { core: upright(reals(aabb.min()), reals(aabb.max()), pose), radius: R::default() }
    }

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
        let of =
            |v: Vector<R, N>| v.0.iter().fold(R::default(), |most, c| larger(most, c.distance(R::default())));
        self.radius + of(self.core.middle()) + self.core.reach()
    }
}
