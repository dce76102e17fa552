//! The separation of two ellipses.
//!
//! The separation of two ellipses along a direction is a function of the angle of this direction, and the separation of the ellipses is its
//! largest maximum. At a local maximum the derivative is zero. If it is positive at a sample and negative at the next one, Newton's method
//! finds the maximum between them.
//!
//! The samples are the normals at sixteen points of each ellipse, spread evenly in the coordinates in which that ellipse is a circle. So
//! the samples are dense where the boundary is flat. This is where they are needed if the ellipses overlap: at a maximum the second
//! derivative is negative, so the sum of both radii of curvature is larger than the depth.

use super::centered::{CenteredEllipse, left, unit};
use super::{CoreSeparation, rounding_error};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::Mapped;

/// Directions in the first quadrant, about 22.5 degrees apart, as vectors (x, y) with small integer coordinates; their lengths do not
/// matter. The direction of the y axis is left out, because it is the first direction of the next quadrant.
const DIRECTIONS: [[f64; 2]; 4] = [[1.0, 0.0], [12.0, 5.0], [1.0, 1.0], [5.0, 12.0]];

/// The largest number of iterations of Newton's method. If a step would leave the interval between two directions, the interval is
/// bisected. After this many bisections, both directions are equal in `f64`.
const STEPS: usize = 64;

/// Two ellipses: the first around the origin, the second around `center`.
struct EllipsePair<'a, R> {
    first: &'a CenteredEllipse<R>,
    second: &'a CenteredEllipse<R>,
    center: Vector<R, 2>,
    /// The rounding error of a separation and of its derivative.
    rounding: R,
}

/// The separation along one direction.
#[derive(Clone, Copy)]
struct Sample<R> {
    normal: Vector<R, 2>,
    gap: R,
    /// The derivative of the separation with respect to the angle of the direction, counterclockwise.
    slope: R,
    /// For both ellipses, the radius of curvature at the support point.
    radii_of_curvature: [R; 2],
}

/// The separation of two ellipses, the first around the origin, the second around `center`. `None` if they are surely more than `limit`
/// apart.
pub(super) fn search<R: Real>(
    first: &CenteredEllipse<R>,
    second: &CenteredEllipse<R>,
    center: Vector<R, 2>,
    limit: R,
) -> Option<CoreSeparation<R>> {
    let pair = EllipsePair { first, second, center, rounding: rounding(first, second, center) };
    // Early out: tests the direction of the line through both centers.
    let mut best = pair.sample_along(if center.dot(center) > R::ZERO {
        unit(center)
    } else {
        sample_direction(first, 0)
    });
    if best.gap > limit + pair.rounding {
        return None;
    }
    for ellipse in [first, second] {
        let mut previous: Option<Sample<R>> = None;
        let mut from = sample_direction(ellipse, 0);
        for index in 1..=4 * DIRECTIONS.len() {
            let to = sample_direction(ellipse, index);
            // If a direction points away from the center of the second ellipse, the separation along the opposite direction is larger. So
            // two neighbouring directions that both point away are skipped.
            if from.dot(center) < R::ZERO && to.dot(center) < R::ZERO {
                from = to;
                previous = None;
                continue;
            }
            let next = pair.sample_along(to);
            let (maximum, is_maximum) =
                pair.maximum(previous.unwrap_or_else(|| pair.sample_along(from)), next);
            if maximum.gap > best.gap {
                best = maximum;
            }
            if maximum.gap > limit {
                return None;
            }
            // A maximum with a positive separation is the only local maximum, because the ellipses are disjoint. So the search ends.
            if is_maximum && maximum.gap > pair.rounding {
                return Some(pair.separation(&maximum));
            }
            from = to;
            previous = Some(next);
        }
    }
    Some(pair.separation(&best))
}

/// The rounding error of a separation of two ellipses.
fn rounding<R: Real>(first: &CenteredEllipse<R>, second: &CenteredEllipse<R>, center: Vector<R, 2>) -> R {
    rounding_error(center.length() + Vector(first.half).length() + Vector(second.half).length())
}

/// The normal of an ellipse at one of sixteen points; the index increases counterclockwise.
fn sample_direction<R: Real>(ellipse: &CenteredEllipse<R>, index: usize) -> Vector<R, 2> {
    let [x, y] = DIRECTIONS[index % DIRECTIONS.len()].mapped(R::from_f64);
    let [x, y] = match index / DIRECTIONS.len() % 4 {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    };
    // The normal at the point (a x, b y) has the direction (x / a, y / b).
    unit(ellipse.world(Vector([x * ellipse.half[1], y * ellipse.half[0]])))
}

impl<R: Real> EllipsePair<'_, R> {
    fn sample_along(&self, normal: Vector<R, 2>) -> Sample<R> {
        let p = self.first.support(normal);
        let q = self.second.support(normal);
        let gap = self.center.dot(normal) - (p.extent + q.extent);
        let slope = (self.center - (p.point + q.point)).dot(left(normal));
        Sample { normal, gap, slope, radii_of_curvature: [p.radius_of_curvature, q.radius_of_curvature] }
    }

    /// Searches the directions from `from` to `to` for a local maximum of the separation. Returns the best direction found, and whether a
    /// local maximum lies between them. `to` is less than half a turn counterclockwise from `from`.
    fn maximum(&self, mut from: Sample<R>, mut to: Sample<R>) -> (Sample<R>, bool) {
        let better = |a: Sample<R>, b: Sample<R>| if b.gap > a.gap { b } else { a };
        let mut best = better(from, to);
        if !(from.slope > R::ZERO && to.slope < R::ZERO) {
            return (best, false);
        }
        // The search ends at a slope that is within rounding of zero.
        let tolerance = self.rounding * R::from_f64(1.0 / 16.0);
        for _ in 0..STEPS {
            // `fall` is minus the second derivative of the separation with respect to the angle: the sum of the separation and both radii
            // of curvature.
            let fall = best.gap + (best.radii_of_curvature[0] + best.radii_of_curvature[1]);
            let slope = best.slope.abs();
            if slope <= tolerance || slope <= fall * R::EPSILON {
                break;
            }
            let newton = unit(best.normal + left(best.normal).scaled(best.slope / fall));
            let between = |n: Vector<R, 2>| {
                left(from.normal).dot(n) > R::ZERO && left(n).dot(to.normal) > R::ZERO && fall > R::ZERO
            };
            let normal = if between(newton) { newton } else { unit(from.normal + to.normal) };
            if !(left(from.normal).dot(normal) > R::ZERO && left(normal).dot(to.normal) > R::ZERO) {
                break;
            }
            let next = self.sample_along(normal);
            if next.slope > R::ZERO {
                from = next
            } else {
                to = next
            }
            best = better(best, next);
        }
        (best, true)
    }

    fn separation(&self, sample: &Sample<R>) -> CoreSeparation<R> {
        let Sample { normal, gap, radii_of_curvature, .. } = *sample;
        // The support point on the ellipse with the smaller radius of curvature is the more accurate one, because an error of the direction
        // moves it less. The other witness point is computed from it.
        let witnesses = if radii_of_curvature[0] <= radii_of_curvature[1] {
            let p = self.first.support(normal).point;
            [p, p + normal.scaled(gap)]
        } else {
            let q = self.center - self.second.support(normal).point;
            [q - normal.scaled(gap), q]
        };
        CoreSeparation { gap, normal, witnesses }
    }
}
