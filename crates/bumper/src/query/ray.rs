//! Rays: where a ray first meets a shape, on floats.
//!
//! A shape is a product of intervals and discs: a box of one interval an axis, a ball of one disc on all axes, a cylinder
//! of a disc and an interval. A ray is within each factor from one distance to another, and within the shape where it is
//! within all of them (the slab method). A ray that grazes a shape hits it; grazing is judged with the tolerance of a few
//! roundings of the distances involved, so that a ray aimed at a point finds it.
//!
//! ```
//! use bumper::{Aabb, Ray, Vector, cast};
//!
//! let ray = Ray::new([0.0, 5.0], [3.0, 0.0]).unwrap();
//! let hit = cast(&ray, Aabb::new([10.0, 0.0], [20.0, 10.0])).unwrap();
//! assert_eq!((hit.distance, hit.normal), (10.0, Vector([-1.0, 0.0])));
//! ```

use super::contact::Placed;
use super::rounded::{Round, Rounded};
use crate::gap::gjk::rounding;
use crate::gap::part::{Leaf, Part, Search, search};
use crate::gap::solid::Solid;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Axis, Cylinder, Pose, Rotation, Shape, Vector};

/// A ray: a start, a unit direction and a reach.
///
/// ```
/// use bumper::{Ray, Vector};
/// let ray = Ray::new([1.0, 2.0], [0.0, -8.0]).unwrap();
/// assert_eq!(ray.direction(), Vector([0.0, -1.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<R, const N: usize> {
    from: Vector<R, N>,
    direction: Vector<R, N>,
    reach: R,
}

/// Where a ray meets a shape.
///
/// ```
/// use bumper::{Ball, Ray, Vector, cast};
/// let hit = cast(&Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap(), Ball::new([9.0, 0.0], 2.0)).unwrap();
/// assert_eq!((hit.distance, hit.point, hit.normal), (7.0, Vector([7.0, 0.0]), Vector([-1.0, 0.0])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<R, const N: usize> {
    /// How far the ray goes until it meets the shape: zero where it starts within.
    pub distance: R,
    /// Where it meets the shape.
    pub point: Vector<R, N>,
    /// The unit normal of the shape there, out of the shape; against the ray where that starts within.
    pub normal: Vector<R, N>,
}

impl<R: Real, const N: usize> Ray<R, N> {
    /// A ray without end. The direction may have any length but zero: `None` for that, and for an infinity or a NaN.
    ///
    /// ```
    /// use bumper::Ray;
    /// assert_eq!(Ray::new([0.0, 0.0], [0.0, 0.0]), None);
    /// ```
    pub fn new(from: impl Into<Vector<R, N>>, direction: impl Into<Vector<R, N>>) -> Option<Self> {
        let (from, direction) = (from.into(), direction.into());
        let finite = from.0.into_iter().chain(direction.0).all(|c| Scalar::to_f64(c).is_finite());
        let zero = R::default();
        let largest =
            direction.map(|c| c.distance(zero)).0.into_iter().fold(zero, |a, b| if a < b { b } else { a });
        // Divided by its largest coordinate first, a direction of any length keeps its digits.
        let unit = direction.map(|c| c / largest);
        let length = unit.length();
        let reach = R::from_f64(f64::INFINITY);
        (finite && length > zero).then(|| Self { from, direction: unit.map(|c| c / length), reach })
    }

    /// The same ray, but no longer than this.
    ///
    /// ```
    /// use bumper::{Ray, Vector, cast};
    /// let ray = Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap().with_reach(5.0);
    /// assert!(cast(&ray, Vector([5.0, 0.0])).is_some());
    /// assert!(cast(&ray, Vector([6.0, 0.0])).is_none());
    /// ```
    pub fn with_reach(self, reach: R) -> Self {
        Self { reach, ..self }
    }

    /// Where it starts.
    ///
    /// ```
    /// use bumper::{Ray, Vector};
    /// assert_eq!(Ray::new([1.0, 2.0], [1.0, 0.0]).unwrap().from(), Vector([1.0, 2.0]));
    /// ```
    pub fn from(&self) -> Vector<R, N> {
        self.from
    }

    /// Where it goes: a vector of length 1.
    ///
    /// ```
    /// use bumper::{Ray, Vector};
    /// assert_eq!(Ray::new([0.0, 0.0], [3.0, 4.0]).unwrap().direction(), Vector([0.6, 0.8]));
    /// ```
    pub fn direction(&self) -> Vector<R, N> {
        self.direction
    }

    /// How far it goes; infinity where it has no end.
    ///
    /// ```
    /// use bumper::Ray;
    /// assert_eq!(Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap().reach(), f64::INFINITY);
    /// ```
    pub fn reach(&self) -> R {
        self.reach
    }

    /// The point at a distance.
    ///
    /// ```
    /// use bumper::{Ray, Vector};
    /// assert_eq!(Ray::new([1.0, 2.0], [1.0, 0.0]).unwrap().at(3.0), Vector([4.0, 2.0]));
    /// ```
    pub fn at(&self, distance: R) -> Vector<R, N> {
        self.from + self.direction.scaled(distance)
    }
}

/// The first point where a ray meets a shape, its boundary included; of a compound, the first of all parts. `None`
/// where the ray misses or does not reach it, and where there is a NaN.
///
/// ```
/// use bumper::{Axis, Cylinder, Ray, Vector, cast};
/// let pillar = Cylinder::new(Axis::Y, [0.0, 0.0, 0.0], 10.0, 2.0);
/// let down = Ray::new([1.0, 15.0, 0.0], [0.0, -1.0, 0.0]).unwrap();
/// let hit = cast(&down, pillar).unwrap();
/// assert_eq!((hit.distance, hit.normal), (5.0, Vector([0.0, 1.0, 0.0])));
/// ```
pub fn cast<'a, S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    shape: impl Into<Shape<'a, S, N>>,
) -> Option<RayHit<S::Real, N>> {
    let shape = shape.into();
    #[cfg(feature = "alloc")]
    if let Shape::Region(region) = shape
        && region.is_cut_at(ray.from.map(Scalar::to_f64))
    {
        // Between two parts it starts within.
        let zero = S::Real::default();
        return Some(RayHit { distance: zero, point: ray.from, normal: ray.direction.map(|c| -c) });
    }
    let mut first = First { ray, hit: None };
    // The start of the ray, as the other of the pairs: it is never taken apart.
    search(shape, Shape::Point(Vector::default()), Leaf::Convex, &mut first);
    first.hit
}

/// The search for the first hit of a ray.
struct First<'r, R, const N: usize> {
    ray: &'r Ray<R, N>,
    hit: Option<RayHit<R, N>>,
}

impl<S: Scalar, const N: usize> Search<S, N> for First<'_, S::Real, N> {
    /// How far the ray goes until it meets a box.
    fn bound(&self, bounds: &Aabb<f64, N>, _: &Aabb<f64, N>) -> f64 {
        let (from, way) = (self.ray.from.map(Scalar::to_f64), self.ray.direction.map(Scalar::to_f64));
        let far = from.zip(bounds.min(), |a, b| (a - b).abs()).length()
            + from.zip(bounds.max(), |a, b| (a - b).abs()).length();
        let margin = Vector::splat(far * 64.0 * S::Real::EPSILON.to_f64());
        let grown = Aabb::new(bounds.min() - margin, bounds.max() + margin);
        if !far.is_finite() {
            return f64::NEG_INFINITY;
        }
        let wide = Ray { from, direction: way, reach: f64::INFINITY };
        let hit = Rounded::placed::<f64>((&Shape::Aabb(grown), None)).and_then(|shape| within(&wide, &shape));
        hit.map_or(f64::INFINITY, |hit| hit.distance)
    }
    fn best(&self) -> f64 {
        self.hit.map_or(f64::MAX, |hit| hit.distance.to_f64())
    }
    fn look(&mut self, part: &Part<'_, S, N>, _: &Part<'_, S, N>) {
        let hit = convex(self.ray, part.placed());
        if let Some(hit) = hit.filter(|hit| self.hit.is_none_or(|first| hit.distance < first.distance)) {
            self.hit = Some(hit);
        }
    }
}

fn convex<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    shape: Placed<S, N>,
) -> Option<RayHit<S::Real, N>> {
    if let Some(rounded) = Rounded::placed(shape) {
        return within(ray, &rounded);
    }
    if let Some((pose, upright)) = upright(&shape) {
        // In the frame of the shape it lies along the axes.
        let local = Ray {
            from: pose.apply_inverse(ray.from),
            direction: pose.rotation.apply_inverse(ray.direction),
            reach: ray.reach,
        };
        let hit = within(&local, &Rounded::placed((&upright, None))?)?;
        let normal = pose.rotation.apply(hit.normal);
        return Some(RayHit { distance: hit.distance, point: ray.at(hit.distance), normal });
    }
    let solid = Solid::new(shape.0, shape.1)?;
    let (from, way) = (ray.from.map(Scalar::to_f64), ray.direction.map(Scalar::to_f64));
    let (distance, normal) = solid.ray(from, way, ray.reach.to_f64())?;
    let distance = S::Real::from_f64(distance);
    Some(RayHit { distance, point: ray.at(distance), normal: normal.map(S::Real::from_f64) })
}

/// A turned box or cylinder as one along the axes, and the pose that turns it.
fn upright<R: Real, S: Scalar<Real = R>, const N: usize>(
    &(shape, placed): &Placed<S, N>,
) -> Option<(Pose<R, N>, Shape<'static, R, N>)> {
    let real = |v: Vector<S, N>| v.map(S::to_real);
    let identity = Pose::new(Rotation::identity(), Vector::default());
    let (pose, upright) = match shape {
        Shape::Aabb(aabb) => (identity, Shape::Aabb(Aabb::new(real(aabb.min()), real(aabb.max())))),
        Shape::Cylinder(cylinder) => {
            let (axis, end) =
                (cylinder.axis(), real(cylinder.spine().max())[cylinder.axis().index().min(N - 1)]);
            let radius = cylinder.radius().to_real();
            (identity, Cylinder::in_space(axis, real(cylinder.spine().min()), end, radius)?.into())
        }
        Shape::OrientedBox(turned) => {
            let half = real(turned.half_size());
            let pose = Pose::new(turned.rotation().to_real(), real(turned.center()));
            (pose, Aabb::new(half.map(|c| -c), half).into())
        }
        Shape::OrientedCylinder(turned) => {
            let (half, radius) = (turned.half_height().to_real(), turned.radius().to_real());
            let pose = Pose::new(Rotation::onto(real(turned.direction())), real(turned.center()));
            (pose, Cylinder::in_space(Axis::X, Vector::default().with(0, -half), half, radius)?.into())
        }
        _ => return None,
    };
    match placed {
        Some(placed) => Some((pose.then(&placed.cast()), upright)),
        None => Some((pose, upright)),
    }
}

impl<S: Scalar, const N: usize> Solid<'_, S, N> {
    /// How far a point goes along a unit vector until it meets the shape, and the normal there.
    ///
    /// While the point is outside, the gap is a convex function of the way, so that Newton's method from the start never
    /// passes the first touch.
    fn ray(&self, from: Vector<f64, N>, way: Vector<f64, N>, reach: f64) -> Option<(f64, Vector<f64, N>)> {
        // Seen from the start of the ray.
        if self.is_elliptic() {
            return crate::narrow::ellipse::cast(self.form(), from, way, reach);
        }
        let shape = self.moved(from.scaled(-1.0));
        // Far away nothing is lost but digits: start where the shape can begin.
        let middle = shape.middle();
        let (near, size) = (middle.dot(way) - shape.reach() * 1.001, shape.reach());
        let start = if near > 0.0 { near } else { 0.0 };
        let shape = shape.moved(way.scaled(-start));
        let tolerance = rounding(size + (middle - way.scaled(start)).length());
        let mut place = 0.0;
        let mut before: Option<Vector<f64, N>> = None;
        for _ in 0..STEPS {
            if start + place > reach {
                return None;
            }
            let point = Solid::<S, N>::point_at(way.scaled(place));
            let (gap, normal) = point.gap(&shape);
            let normal = normal.scaled(-1.0);
            let speed = -way.dot(normal);
            if gap <= tolerance {
                // Something flat has a normal on either side: that of the side from which the point came.
                let normal = match before {
                    None if gap < -tolerance || speed <= 0.0 => way.scaled(-1.0),
                    Some(before) if speed <= 0.0 => before,
                    _ => normal,
                };
                return Some((start + place, normal));
            }
            before = Some(normal);
            // Also true for NaN. A convex function that does not fall any more never does.
            if !matches!(speed.partial_cmp(&0.0), Some(core::cmp::Ordering::Greater)) {
                return None;
            }
            place += gap / speed;
        }
        Some((start + place, way.scaled(-1.0)))
    }
}

/// More steps than any shape needs: a grazing gap falls to a quarter in each.
const STEPS: usize = 128;

fn within<R: Real, const N: usize>(ray: &Ray<R, N>, rounded: &Rounded<R, N>) -> Option<RayHit<R, N>> {
    let inside = Within::product(ray, rounded)?;
    let zero = R::default();
    if inside.exit + inside.exit_error < zero {
        return None;
    }
    // A ray that starts on the boundary, but for rounding, meets the shape right there.
    let (distance, normal) = if inside.enter < -inside.enter_error {
        (zero, ray.direction.map(|c| -c))
    } else if inside.enter <= inside.enter_error {
        (zero, inside.normal)
    } else {
        (inside.enter, inside.normal)
    };
    (distance <= ray.reach).then(|| RayHit { distance, point: ray.at(distance), normal })
}

/// From where to where a ray is within a factor, and how wrong rounding may have made that.
#[derive(Clone, Copy)]
struct Within<R, const N: usize> {
    enter: R,
    enter_error: R,
    exit: R,
    exit_error: R,
    /// The normal where it enters.
    normal: Vector<R, N>,
}

impl<R: Real, const N: usize> Within<R, N> {
    fn always() -> Self {
        let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
        Self {
            enter: -infinity,
            enter_error: zero,
            exit: infinity,
            exit_error: zero,
            normal: Vector::default(),
        }
    }

    /// Within all factors of a shape.
    fn product(ray: &Ray<R, N>, shape: &Rounded<R, N>) -> Option<Self> {
        let ball = shape.radius > R::default();
        let along = |axis: usize| match shape.round {
            Round::Ball => !ball,
            Round::Disc(own) => axis == own,
        };
        let mut all = Self::always();
        if let (true, _) | (_, Round::Disc(_)) = (ball, shape.round) {
            all = all.and(Self::disc(ray, shape, |axis| !along(axis))?)?;
        }
        (0..N)
            .filter(|&axis| along(axis))
            .try_fold(all, |all, axis| all.and(Self::interval(ray, shape, axis)?))
    }

    fn and(self, other: Self) -> Option<Self> {
        let (enter, enter_error, normal) = if other.enter > self.enter {
            (other.enter, other.enter_error, other.normal)
        } else {
            (self.enter, self.enter_error, self.normal)
        };
        let (exit, exit_error) = if other.exit < self.exit {
            (other.exit, other.exit_error)
        } else {
            (self.exit, self.exit_error)
        };
        (enter <= exit + (enter_error + exit_error)).then_some(Self {
            enter,
            enter_error,
            exit,
            exit_error,
            normal,
        })
    }

    /// Between the two ends of the core on one axis.
    fn interval(ray: &Ray<R, N>, shape: &Rounded<R, N>, axis: usize) -> Option<Self> {
        let (from, speed) = (ray.from[axis], ray.direction[axis]);
        let (low, high) = (shape.core.min()[axis], shape.core.max()[axis]);
        let zero = R::default();
        if speed == zero {
            return (from >= low && from <= high).then(Self::always);
        }
        let (near, far) = if speed > zero { (low, high) } else { (high, low) };
        let at = |end: R| (end - from) / speed;
        let error = |end: R| roundings(at(end).distance(zero));
        let against = if speed > zero { R::from_f64(-1.0) } else { R::from_f64(1.0) };
        Some(Self {
            enter: at(near),
            enter_error: error(near),
            exit: at(far),
            exit_error: error(far),
            normal: Vector::default().with(axis, against),
        })
    }

    /// Within the radius around the core, a point when only some axes are looked at.
    fn disc(ray: &Ray<R, N>, shape: &Rounded<R, N>, across: impl Fn(usize) -> bool) -> Option<Self> {
        let zero = R::default();
        let only =
            |v: Vector<R, N>| Vector(core::array::from_fn(|axis| if across(axis) { v[axis] } else { zero }));
        let (start, step) = (only(ray.from - shape.core.min()), only(ray.direction));
        let (radius, speed) = (shape.radius, step.length());
        let error = roundings(start.length() + radius);
        if speed <= zero {
            return (start.length() <= radius).then(Self::always);
        }
        // From the point of the ray that is nearest to the centre half a chord back and forth: unlike the quadratic
        // formula, that subtracts no squares of large numbers.
        let unit = step.map(|c| c / speed);
        let middle = -start.dot(unit);
        let nearest = (start + unit.scaled(middle)).length();
        if nearest > radius + error {
            return None;
        }
        let chord = (radius - nearest) * (radius + nearest);
        let half = if chord > zero { Real::sqrt(chord) } else { zero };
        let rim = start + unit.scaled(middle - half);
        let length = rim.length();
        // A disc without radius, but for rounding, has no normal of its own.
        let normal = if length > error { rim.map(|c| c / length) } else { unit.map(|c| -c) };
        let (enter, exit, error) = ((middle - half) / speed, (middle + half) / speed, error / speed);
        Some(Self { enter, enter_error: error, exit, exit_error: error, normal })
    }
}

/// A few roundings of a number of this size.
fn roundings<R: Real>(size: R) -> R {
    size * R::EPSILON * R::from_f64(4.0)
}
