//! Closed forms of the queries between a half-space and another convex shape. All of them follow from the lowest point of the other shape:
//! its support point against the normal of the plane. The height of this point above the plane is the separation.
//!
//! Two half-spaces overlap infinitely deeply, unless their normals are opposite. Then they are the two sides of a slab (a gap between them,
//! or their overlap), and the separation is the width of the slab.

use super::manifold::Contact;
use super::measure::l1_norm;
use super::plane::{self, SweepResult};
use super::tolerance::{OPPOSITE_NORMALS, PARALLEL_SPEED};
use super::{Separation, classify, retyped, rounding_error, space};
use crate::scalar::Real;
use crate::view::{Convex, Core, HalfSpaceCore};
use crate::{Vector, Verdict};

/// A half-space and another convex shape, which may be a half-space, too.
pub(crate) struct HalfSpacePair<'s, 'a, R, const N: usize> {
    half_space: HalfSpaceCore<R, N>,
    /// The radius of the half-space: how far its surface is in front of the plane.
    radius: R,
    other: &'s Convex<'a, R, N>,
    /// Whether the half-space is the second shape of the pair.
    is_second: bool,
}

/// The lowest point of the core of the other shape.
struct Lowest<R, const N: usize> {
    point: Vector<R, N>,
    /// Its height above the plane of the half-space, radii not included. Minus infinity if the other shape is infinitely deep in the
    /// half-space, NaN if a coordinate is NaN.
    height: R,
    /// The sum of the lengths that enter the computation of `height`, to which its rounding error is proportional.
    size: R,
}

impl<'s, 'a, R: Real, const N: usize> HalfSpacePair<'s, 'a, R, N> {
    /// The pair of two shapes; `None` if neither of them is a half-space.
    #[inline(always)]
    pub(crate) fn new(a: &'s Convex<'a, R, N>, b: &'s Convex<'a, R, N>) -> Option<Self> {
        match (&a.core, &b.core) {
            (Core::HalfSpace(half_space), _) => {
                Some(Self { half_space: *half_space, radius: a.radius, other: b, is_second: false })
            }
            (_, Core::HalfSpace(half_space)) => {
                Some(Self { half_space: *half_space, radius: b.radius, other: a, is_second: true })
            }
            _ => None,
        }
    }

    /// The sum of both radii.
    fn radii(&self) -> R {
        self.radius + self.other.radius
    }

    /// The normal of the pair, from its first shape to its second.
    fn normal(&self) -> Vector<R, N> {
        if self.is_second { -self.half_space.normal } else { self.half_space.normal }
    }

    fn lowest(&self) -> Lowest<R, N> {
        let half_space = &self.half_space;
        let point = match &self.other.core {
            Core::Aabb([min, max]) => self.corner_of_box(*min, *max),
            core => core.support(-half_space.normal),
        };
        let height = match &self.other.core {
            Core::HalfSpace(second) if !self.is_opposite(second) => {
                // Zero, or NaN if a coordinate is NaN.
                half_space.height(point) * R::ZERO + R::NEG_INFINITY
            }
            _ => half_space.height(point),
        };
        let terms = half_space.normal.zip(point - half_space.point, |n, c| {
            if n == R::ZERO || !c.is_finite() { R::ZERO } else { (n * c).abs() }
        });
        let turned = match &self.other.core {
            Core::Box(_) | Core::Cylinder(_) | Core::Ellipse(_) => self.other.core.extent(),
            Core::Point(_) | Core::Segment(_) | Core::Triangle(_) | Core::Aabb(_) => R::ZERO,
            Core::Corners(_) | Core::HalfSpace(_) => R::ZERO,
        };
        let height = if is_sound(self.other) { height } else { R::NAN };
        Lowest { point, height, size: l1_norm(terms) + turned + self.radii() }
    }

    /// The lowest corner of a box, which may be infinite. On an axis on which the normal is zero, every coordinate is equally low, and a
    /// finite one is chosen.
    fn corner_of_box(&self, min: Vector<R, N>, max: Vector<R, N>) -> Vector<R, N> {
        let HalfSpaceCore { point, normal } = self.half_space;
        Vector(crate::vector::from_fn(|k| {
            if normal[k] > R::ZERO || normal[k] == R::ZERO && !max[k].is_finite() && min[k].is_finite() {
                min[k]
            } else if normal[k] < R::ZERO || max[k].is_finite() {
                max[k]
            } else {
                point[k]
            }
        }))
    }

    /// Whether the normals of two half-spaces are opposite, within rounding.
    fn is_opposite(&self, second: &HalfSpaceCore<R, N>) -> bool {
        let sum = self.half_space.normal + second.normal;
        l1_norm(sum) <= R::EPSILON * R::from_f64(OPPOSITE_NORMALS)
    }

    /// Whether the height of the lowest point needs no tolerance, because it is a difference of two given coordinates.
    fn is_exact(&self) -> bool {
        let has_given_corners = match &self.other.core {
            Core::Point(_) | Core::Segment(_) | Core::Triangle(_) | Core::Aabb(_) => true,
            Core::Corners(corners) => corners.is_as_given(),
            Core::Box(_) | Core::Cylinder(_) | Core::Ellipse(_) | Core::HalfSpace(_) => false,
        };
        has_given_corners && self.half_space.axis().is_some()
    }

    /// The relation of the shapes: exact for given corners and a plane perpendicular to an axis, otherwise touching within a few rounding
    /// errors.
    pub(crate) fn relate<V: Verdict>(&self) -> V {
        let lowest = self.lowest();
        let tolerance = if self.is_exact() { R::ZERO } else { rounding_error(lowest.size) };
        classify(lowest.height - self.radii(), tolerance)
    }

    /// The signed separation; minus infinity if the overlap is infinitely deep, NaN if a coordinate is NaN.
    pub(crate) fn length(&self) -> R {
        self.lowest().height - self.radii()
    }

    /// The separation; `None` if it is above `limit` or a coordinate is NaN. Its length is minus infinity if the overlap is infinitely deep.
    pub(crate) fn separation(&self, limit: R) -> Option<Separation<R, N>> {
        let lowest = self.lowest();
        let length = lowest.height - self.radii();
        // The comparison is also false if the length is NaN.
        if !(length <= limit) {
            return None;
        }
        let below = lowest.point - self.half_space.normal.scaled(lowest.height);
        let witnesses = if self.is_second { [lowest.point, below] } else { [below, lowest.point] };
        let witnesses = length.is_finite().then_some(witnesses);
        Some(Separation { length, normal: self.normal(), witnesses })
    }

    /// The contact: the corners of the face or edge of the other shape that faces the plane. `None` if the shapes are more than `limit`
    /// apart, or if a coordinate is NaN. If the overlap is infinitely deep, the separation is minus infinity, and there are no points.
    pub(crate) fn contact(&self, limit: R) -> Option<Contact<R, N>> {
        let separation = self.separation(limit)?;
        if !separation.length.is_finite() {
            return Some(Contact::new(separation.length, separation.normal));
        }
        let is_bounded = match &self.other.core {
            Core::Point(_) | Core::HalfSpace(_) | Core::Ellipse(_) => false,
            Core::Aabb([min, max]) => (l1_norm(*min) + l1_norm(*max)).is_finite(),
            Core::Segment(_) | Core::Triangle(_) | Core::Box(_) => true,
            Core::Corners(_) | Core::Cylinder(_) => true,
        };
        let several = if is_bounded { self.manifold(&separation) } else { None };
        Some(several.unwrap_or_else(|| self.contact_of_one(&separation)))
    }

    /// The contact of one point: halfway between the lowest point of the other shape and the surface of the half-space.
    fn contact_of_one(&self, separation: &Separation<R, N>) -> Contact<R, N> {
        let [p, q] = separation.witnesses.unwrap_or([self.half_space.point; 2]);
        let lowest = if self.is_second { p } else { q };
        let way = self.other.radius + separation.length * R::HALF;
        Contact::of_one(separation.length, separation.normal, lowest - self.half_space.normal.scaled(way))
    }

    /// The contact of a shape with corners or flat ends.
    fn manifold(&self, separation: &Separation<R, N>) -> Option<Contact<R, N>> {
        let core = Core::HalfSpace(self.half_space);
        let half_space = Convex { core, radius: self.radius };
        let (a, b) = if self.is_second { (self.other, &half_space) } else { (&half_space, self.other) };
        if const { N == 2 } {
            return plane::contact_of_half_space(&self.half_space, [a, b], self.is_second, separation);
        }
        type Function<R, const N: usize> =
            fn(&Convex<'_, R, N>, &Convex<'_, R, N>, &Separation<R, N>) -> Contact<R, N>;
        let manifold = retyped::<Function<R, 3>, Function<R, N>>(space::manifold)?;
        Some(manifold(a, b, separation))
    }

    /// The result of a sweep in which the second shape of the pair moves by `step`. The height of the lowest point is a linear function of
    /// time.
    pub(crate) fn sweep(&self, step: Vector<R, N>) -> SweepResult<R, N> {
        let start = self.lowest();
        let length = start.height - self.radii();
        let normal = self.normal();
        // The speed at which the gap grows.
        let speed = normal.dot(step);
        let tolerance = rounding_error(start.size);
        if length < -tolerance {
            return SweepResult::Inside;
        }
        if !(length < R::INFINITY && speed.is_finite()) {
            return SweepResult::Never;
        }
        let time = if length <= tolerance { R::ZERO } else { -length / speed };
        let point = |time: R| {
            let moved = step.scaled(if self.is_second { R::ZERO } else { time });
            let other = self.other.moved(moved);
            let back = step.scaled(if self.is_second { time } else { R::ZERO });
            let half_space = HalfSpaceCore { point: self.half_space.point + back, ..self.half_space };
            let found = HalfSpacePair { half_space, other: &other, ..*self }.contact(R::INFINITY);
            found.map(|found| found.point()).unwrap_or(start.point)
        };
        if length <= tolerance {
            let slow = l1_norm(step) * R::EPSILON * R::from_f64(PARALLEL_SPEED);
            return SweepResult::Touching { is_approaching: speed < -slow, normal, point: point(R::ZERO) };
        }
        if speed < R::ZERO && time <= R::ONE {
            SweepResult::At { time, normal, point: point(time) }
        } else {
            SweepResult::Never
        }
    }

    /// The height above the surface of the half-space that the other shape has at the start of a motion by `step` relative to the
    /// half-space, and its height at the end.
    pub(crate) fn heights_along(&self, step: Vector<R, N>) -> [R; 2] {
        let start = self.length();
        [start, start + self.half_space.normal.dot(step)]
    }

    /// The normal of the plane, out of the half-space.
    pub(crate) fn plane_normal(&self) -> Vector<R, N> {
        self.half_space.normal
    }
}

/// Whether no coordinate of a shape is NaN, and only those of axis-aligned boxes are infinite. Cores with many corners were checked when
/// they were created.
fn is_sound<R: Real, const N: usize>(shape: &Convex<'_, R, N>) -> bool {
    let sum = |v: &Vector<R, N>| v.0.into_iter().fold(shape.radius, |sum, c| sum + c);
    let sum = match &shape.core {
        Core::Point(p) => sum(p),
        Core::Segment([p, q]) => sum(p) + sum(q),
        Core::Triangle([p, q, r]) => sum(p) + sum(q) + sum(r),
        Core::Aabb([min, max]) => return (0..N).all(|k| min[k] <= max[k]) && shape.radius.is_finite(),
        Core::Box(shape) | Core::Ellipse(shape) => sum(&shape.center) + sum(&shape.half),
        Core::Corners(corners) => sum(&corners.at(0)),
        Core::Cylinder(cylinder) => {
            sum(&cylinder.center) + sum(&cylinder.axis) + cylinder.half + cylinder.radius
        }
        Core::HalfSpace(half_space) => sum(&half_space.point) + sum(&half_space.normal),
    };
    sum.is_finite()
}
