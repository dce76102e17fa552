//! An ellipse against an ellipse.
//!
//! Where the separation is largest of all directions near one, its slope is zero. The directions are split where each ellipse
//! has its ends, and at points between that are spread evenly along its rim: there the normals are dense where it is flat, and only
//! where a rim is flatter than the depth can a push be shortest. Between two of them where the slope falls from above zero to
//! below, Newton's method finds the place.

use super::oval::{Oval, left, unit};
use super::{Found, rounding_error};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::Mapped;

/// Points of a quarter of the unit circle as (x, y) of any length, the last left to the next quarter: every 22.5 degrees, but for
/// what makes them short numbers.
const FAN: [[f64; 2]; 4] = [[1.0, 0.0], [12.0, 5.0], [1.0, 1.0], [5.0, 12.0]];

/// More steps than halving the angle between two directions takes until they are neighbours in `f64`.
const STEPS: usize = 64;

/// Two ellipses, the second with its centre at a place, the first around the origin.
struct Pair<'a, R> {
    first: &'a Oval<R>,
    second: &'a Oval<R>,
    place: Vector<R, 2>,
    /// What rounding may do to a gap or a slope.
    noise: R,
}

/// What a direction gives.
#[derive(Clone, Copy)]
struct Look<R> {
    normal: Vector<R, 2>,
    gap: R,
    /// How the gap changes as the direction turns left.
    slope: R,
    /// The radii of curvature where the ellipses are cut off.
    curves: [R; 2],
}

/// How two ellipses lie, the second around a place seen from the centre of the first. `None` where they are surely more than a
/// limit apart.
pub(super) fn search<R: Real>(
    first: &Oval<R>,
    second: &Oval<R>,
    place: Vector<R, 2>,
    limit: R,
) -> Option<Found<R>> {
    let zero = R::default();
    let pair = Pair { first, second, place, noise: noise(first, second, place) };
    // What is far away is so in the direction of its centre.
    let mut best = pair.visit_pair(if place.dot(place) > zero { unit(place) } else { fan(first, 0) });
    if best.gap > limit + pair.noise {
        return None;
    }
    for oval in [first, second] {
        let mut known: Option<Look<R>> = None;
        let mut from = fan(oval, 0);
        for index in 1..=4 * FAN.len() {
            let to = fan(oval, index);
            // What leads away from the second is worse than its opposite.
            if from.dot(place) < zero && to.dot(place) < zero {
                (from, known) = (to, None);
                continue;
            }
            let next = pair.visit_pair(to);
            let (top, is_top) = pair.top(known.unwrap_or_else(|| pair.visit_pair(from)), next);
            if top.gap > best.gap {
                best = top;
            }
            if top.gap > limit {
                return None;
            }
            // Of two that are apart the separation has one top.
            if is_top && top.gap > pair.noise {
                return Some(pair.found(&top));
            }
            (from, known) = (to, Some(next));
        }
    }
    Some(pair.found(&best))
}

/// A few rounding errors of the largest number.
fn noise<R: Real>(first: &Oval<R>, second: &Oval<R>, place: Vector<R, 2>) -> R {
    rounding_error(place.length() + Vector(first.half).length() + Vector(second.half).length())
}

/// One of sixteen normals of an ellipse, counterclockwise.
fn fan<R: Real>(oval: &Oval<R>, index: usize) -> Vector<R, 2> {
    let [x, y] = FAN[index % FAN.len()].mapped(R::from_f64);
    let [x, y] = match index / FAN.len() % 4 {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    };
    // The normal at (a x, b y) is that of (x / a, y / b).
    unit(oval.world(Vector([x * oval.half[1], y * oval.half[0]])))
}

impl<R: Real> Pair<'_, R> {
    fn visit_pair(&self, normal: Vector<R, 2>) -> Look<R> {
        let (p, own, p_curve) = self.first.rim(normal);
        let (q, other, q_curve) = self.second.rim(normal);
        let gap = self.place.dot(normal) - (own + other);
        let slope = (self.place - (p + q)).dot(left(normal));
        Look { normal, gap, slope, curves: [p_curve, q_curve] }
    }

    /// The best direction from one to another that is less than half a turn to the left, and whether there is a top between.
    fn top(&self, mut from: Look<R>, mut to: Look<R>) -> (Look<R>, bool) {
        let zero = R::default();
        let better = |a: Look<R>, b: Look<R>| if b.gap > a.gap { b } else { a };
        let mut best = better(from, to);
        if !(from.slope > zero && to.slope < zero) {
            return (best, false);
        }
        // As near as a slope is known.
        let flat = self.noise * R::from_f64(1.0 / 16.0);
        for _ in 0..STEPS {
            // The slope's own slope is the gap and both radii of curvature, below zero.
            let fall = best.gap + (best.curves[0] + best.curves[1]);
            let slope = best.slope.distance(zero);
            if slope <= flat || slope <= fall * R::EPSILON {
                break;
            }
            let newton = unit(best.normal + left(best.normal).scaled(best.slope / fall));
            let between = |n: Vector<R, 2>| {
                left(from.normal).dot(n) > zero && left(n).dot(to.normal) > zero && fall > zero
            };
            let normal = if between(newton) { newton } else { unit(from.normal + to.normal) };
            if !(left(from.normal).dot(normal) > zero && left(normal).dot(to.normal) > zero) {
                break;
            }
            let next = self.visit_pair(normal);
            if next.slope > zero {
                from = next
            } else {
                to = next
            }
            best = better(best, next);
        }
        (best, true)
    }

    fn found(&self, look: &Look<R>) -> Found<R> {
        let Look { normal, gap, curves, .. } = *look;
        // Of two rims the rounder one knows best where it is cut off.
        let on = if curves[0] <= curves[1] {
            let (p, ..) = self.first.rim(normal);
            [p, p + normal.scaled(gap)]
        } else {
            let (q, ..) = self.second.rim(normal);
            let q = self.place - q;
            [q - normal.scaled(gap), q]
        };
        Found { gap, normal, on }
    }
}
