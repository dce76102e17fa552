//! The distance of two convex cores in 3D, by the Gilbert-Johnson-Keerthi algorithm (GJK).
//!
//! The search maintains a simplex of points of the Minkowski difference B − A of the cores. [`SupportPoint::new`] returns the point of this
//! difference with the smallest projection onto a vector. Every iteration finds the point of the simplex that is nearest to the origin, and
//! adds the support point for this point, which lies in the direction to the origin (E. Gilbert, D. Johnson, S. Keerthi, A Fast Procedure
//! for Computing the Distance Between Complex Objects in Three-Dimensional Space, IEEE Journal of Robotics and Automation 4, 1988). The
//! nearest point lies on a vertex, edge or face that contains the newest vertex, so only these are tested (G. van den Bergen, A Fast and Robust GJK Implementation, Journal of Graphics Tools 4, 1999). The search ends if an iteration comes nearer to the origin by
//! no more than rounding, or after the largest number of iterations.
//!
//! The distance has an upper and a lower bound. The upper bound is the distance of the nearest point found from the origin. The lower bound
//! is the smallest projection of the Minkowski difference onto the direction of that point. At the end, the normal is computed again, as a
//! vector perpendicular to the last simplex (an edge or a triangle).

mod simplex;
mod time_of_impact;

use crate::Vector;
use crate::narrow::minkowski::SupportPoint;
use crate::narrow::tolerance::{GJK_ACCURATE, GJK_CURVED_PROGRESS, GJK_PROGRESS, GJK_SHORT_DISTANCE};
use crate::scalar::Real;
use crate::view::Core;
pub(crate) use time_of_impact::{TimeOfImpact, time_of_impact};

/// The largest number of iterations: more than shapes with corners need. Pairs whose curved rims graze each other reach this number.
const MAX_ITERATIONS: usize = 96;

/// The distances at which a GJK search may end early, and its required accuracy.
#[derive(Clone, Copy)]
pub(crate) struct GjkOptions<R> {
    /// The search ends as soon as the distance is known to be above this limit.
    pub(crate) max_distance: R,
    /// The search ends as soon as the distance is at most this limit. The caller then computes the separation by another method.
    pub(crate) min_distance: R,
    /// The permitted absolute error of the distance; `relative_error` is the permitted relative error. The larger one applies. If both are
    /// zero, the search ends at the rounding error; for curved rims, that takes many iterations.
    pub(crate) error: R,
    pub(crate) relative_error: R,
    /// Whether the caller needs only the length. If the length is accurate at the end of the search, the normal and the witness points are
    /// then not computed.
    pub(crate) length_only: bool,
}

impl<R: Real> GjkOptions<R> {
    /// Options for a search for distances up to a limit, as accurate as rounding permits, with normal and witness points.
    #[inline]
    pub(crate) fn up_to(max_distance: R) -> Self {
        Self {
            max_distance,
            min_distance: R::ZERO,
            error: R::ZERO,
            relative_error: R::ZERO,
            length_only: false,
        }
    }

    /// The permitted absolute error if the result is the given distance.
    #[inline]
    fn error_of(&self, distance: R) -> R {
        self.error.max(self.relative_error * distance)
    }
}

/// The result of a GJK search.
pub(crate) enum GjkResult<R> {
    Separated(GjkDistance<R>),
    /// The distance is above `max_distance`, or a coordinate is infinite or NaN.
    BeyondMax,
    /// The distance is at most `min_distance`.
    BelowMin,
    /// The cores intersect, as far as this can be decided in spite of rounding. The first value is a lower bound of the penetration depth.
    /// The second value is a tetrahedron in the Minkowski difference that contains the origin, if one was found.
    Intersecting(R, Option<[SupportPoint<R>; 4]>),
}

/// The distance of two cores, with its normal and witness points.
#[derive(Clone, Copy)]
pub(crate) struct GjkDistance<R> {
    /// A lower bound of the distance: the separation of the cores along `normal`. `upper` is an upper bound of it.
    pub(crate) length: R,
    pub(crate) upper: R,
    /// The unit normal, from the first core to the second.
    pub(crate) normal: Vector<R, 3>,
    pub(crate) points: [Vector<R, 3>; 2],
    /// The largest distance of a support point of a core from the origin. Rounding errors are proportional to it.
    pub(crate) magnitude: R,
}

/// The simplex of GJK. The first `len` elements of the array, at most three, are its vertices. The newest vertex, which is not yet part of
/// the simplex, follows them.
struct Simplex<R> {
    vertices: [SupportPoint<R>; 4],
    len: usize,
}

/// The feature of a simplex (a vertex, edge or triangle) that is nearest to the origin: the indices of its vertices, and its point nearest
/// to the origin.
struct Feature<R> {
    vertices: [usize; 3],
    len: usize,
    nearest: Vector<R, 3>,
    squared: R,
}

/// The distance of two cores. They have to be near the origin, so that rounding errors are small.
pub(crate) fn closest_points<R: Real>(
    a: &Core<R, 3>,
    b: &Core<R, 3>,
    options: GjkOptions<R>,
) -> GjkResult<R> {
    // The search starts at the point of B − A with the smallest projection onto the vector between the centers.
    let mut delta = b.middle() - a.middle();
    if delta.dot(delta) <= R::ZERO {
        delta = Vector::ZERO.with(0, R::ONE);
    }
    let vertex = SupportPoint::new(a, b, delta);
    let found = Simplex { vertices: [vertex; 4], len: 1 }.descend(a, b, vertex.w, options);
    let GjkResult::Separated(first) = found else { return found };
    if first.is_known() || first.upper - first.length <= options.error_of(first.upper) {
        return found;
    }
    // The bounds of the distance differ by more than the permitted error. The reason is a narrow simplex: rounding has hidden the next
    // search direction. The search is restarted once, from the last normal.
    let vertex = SupportPoint::new(a, b, first.normal);
    let mut simplex = Simplex { vertices: [vertex; 4], len: 1 };
    match simplex.descend(a, b, vertex.w, options) {
        GjkResult::Separated(second) if second.upper - second.length > first.upper - first.length => found,
        second => second,
    }
}

impl<R: Real> GjkDistance<R> {
    /// Whether the lower and the upper bound of the distance agree within rounding.
    #[inline]
    pub(crate) fn is_known(&self) -> bool {
        self.upper.distance(self.length) <= self.magnitude * R::EPSILON * R::from_f64(GJK_ACCURATE)
    }

    /// Verifies the normal by the separation of the cores along it, computed from a new support point. If it is smaller than `length`, it
    /// becomes the length. However, if the separation `lower` along the last search direction is at least as large, that direction becomes
    /// the normal, and `lower` the length.
    #[cold]
    fn verified(self, a: &Core<R, 3>, b: &Core<R, 3>, lower: DistanceBound<R>) -> Self {
        let proven = SupportPoint::new(a, b, self.normal).w.dot(self.normal);
        let proven = self.length.min(proven);
        if proven > lower.length {
            Self { length: proven, ..self }
        } else {
            Self { length: lower.length, normal: lower.direction, ..self }
        }
    }
}

/// A lower bound of the distance: the separation along the last search direction.
#[derive(Clone, Copy)]
struct DistanceBound<R> {
    length: R,
    direction: Vector<R, 3>,
}

impl<R: Real> Simplex<R> {
    /// Runs the iterations of GJK, starting with the present simplex. `v` is the point of this simplex that is nearest to the origin.
    #[inline]
    fn descend(
        &mut self,
        a: &Core<R, 3>,
        b: &Core<R, 3>,
        mut v: Vector<R, 3>,
        options: GjkOptions<R>,
    ) -> GjkResult<R> {
        let is_curved = a.is_curved() || b.is_curved();
        let tolerance = R::EPSILON * R::from_f64(if is_curved { GJK_CURVED_PROGRESS } else { GJK_PROGRESS });
        let mut squared = v.dot(v);
        // A square that is not finite is caused by an infinite or NaN coordinate.
        if !squared.is_finite() {
            return GjkResult::BeyondMax;
        }
        let mut squared_magnitude =
            (0..self.len).fold(R::ZERO, |largest, k| largest.max(self.vertices[k].squared_magnitude()));
        let mut bound = R::ZERO;
        let mut last = self.vertices[0];
        for _ in 0..MAX_ITERATIONS {
            if squared <= tolerance * tolerance * squared_magnitude {
                return GjkResult::Intersecting(R::ZERO, None);
            }
            if squared <= options.min_distance * options.min_distance && options.min_distance > R::ZERO {
                return GjkResult::BelowMin;
            }
            let next = SupportPoint::new(a, b, v);
            bound = v.dot(next.w);
            last = next;
            if bound > R::ZERO && bound * bound > options.max_distance * options.max_distance * squared {
                return GjkResult::BeyondMax;
            }
            squared_magnitude = squared_magnitude.max(next.squared_magnitude());
            let error = options.error;
            let relative = options.relative_error;
            let squared_error = (error * error).max(relative * relative * squared);
            let squared_error = (tolerance * tolerance * squared_magnitude).max(squared_error);
            if self.is_nearest(&next, squared - bound, squared_error * squared) {
                break;
            }
            self.vertices[self.len] = next;
            let feature = match self.nearest_feature() {
                Ok(feature) => feature,
                Err(depth) => return GjkResult::Intersecting(depth, Some(self.vertices)),
            };
            if !matches!(feature.squared.partial_cmp(&squared), Some(core::cmp::Ordering::Less)) {
                break;
            }
            self.reduce_to(&feature);
            v = feature.nearest;
            squared = feature.squared;
        }
        let upper = squared.sqrt();
        let lower = DistanceBound { length: bound / upper, direction: v.scaled(R::ONE / upper) };
        if options.length_only
            && let Some(distance) = self.length_along_search(v, lower, upper, squared_magnitude)
        {
            return GjkResult::Separated(distance);
        }
        GjkResult::Separated(self.verified_distance(a, b, lower, &last, squared_magnitude.sqrt()))
    }

    /// The distance after the last iteration, with its normal and witness points. The normal is verified if it may be inaccurate.
    #[inline]
    fn verified_distance(
        &self,
        a: &Core<R, 3>,
        b: &Core<R, 3>,
        lower: DistanceBound<R>,
        last: &SupportPoint<R>,
        magnitude: R,
    ) -> GjkDistance<R> {
        let distance = self.distance(lower, last, magnitude);
        // The recomputed normal needs no verification if the lower bound along the last search direction agrees with the upper bound within
        // rounding, and the distance is long. At a short distance, rounding may have rotated the recomputed normal far.
        let proven = GjkDistance { length: lower.length, ..distance }.is_known();
        let is_far = distance.length * R::from_f64(GJK_SHORT_DISTANCE) >= distance.magnitude;
        if proven && is_far { distance } else { distance.verified(a, b, lower) }
    }

    /// The result for callers that need only the length: the separation along the last search direction. The witness points are those of
    /// any vertex. `None` if the length is not accurate.
    #[inline]
    fn length_along_search(
        &self,
        v: Vector<R, 3>,
        lower: DistanceBound<R>,
        upper: R,
        magnitude: R,
    ) -> Option<GjkDistance<R>> {
        let DistanceBound { length, direction: normal } = lower;
        let first = self.vertices[0];
        let distance =
            GjkDistance { length, upper, normal, points: [first.a, first.b], magnitude: magnitude.sqrt() };
        // If the simplex is so narrow that rounding dominates, `v` is possibly not its point nearest to the origin. It is that point if all
        // vertices of the simplex have the same projection onto `v`, within rounding.
        let tolerance = distance.magnitude * R::EPSILON * R::from_f64(GJK_ACCURATE) * upper;
        let is_level = (0..self.len).all(|k| self.w(k).dot(v).distance(upper * upper) <= tolerance);
        (is_level && distance.is_known()).then_some(distance)
    }

    /// Whether the support point `next` brings the simplex no nearer to the origin. This is so if it is a vertex already, or if the upper
    /// and the lower bound of the distance differ by no more than the permitted error. `progress` is this difference times the upper bound,
    /// and may be negative because of rounding. `limit` is the square of the permitted error times the squared upper bound.
    #[inline]
    fn is_nearest(&self, next: &SupportPoint<R>, progress: R, limit: R) -> bool {
        (0..self.len).any(|k| self.vertices[k].w == next.w)
            || progress <= R::ZERO
            || progress * progress <= limit
    }

    /// The distance after the last iteration. `last` is the last support point.
    fn distance(&self, lower: DistanceBound<R>, last: &SupportPoint<R>, magnitude: R) -> GjkDistance<R> {
        let n = self.normal();
        let distance = n.dot(n).sqrt();
        let unit_normal = n.scaled(R::ONE / distance);
        let proven = |length: R, w: Vector<R, 3>| length.min(w.dot(unit_normal));
        let length = (0..self.len).map(|k| self.w(k)).fold(last.w.dot(unit_normal), proven);
        let (length, normal) = if length > lower.length && distance > R::ZERO {
            (length, unit_normal)
        } else {
            (lower.length, lower.direction)
        };
        let points = self.points();
        let delta = points[1] - points[0];
        GjkDistance { length, upper: delta.dot(delta).sqrt(), normal, points, magnitude }
    }
}
