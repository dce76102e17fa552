//! The time of impact of two cores in linear motion, by a variant of GJK that searches for the time and the closest points together. The
//! alternative, conservative advancement (`narrow/advance.rs`), would run GJK once for each of its steps.
//!
//! Every support direction gives a lower bound of the time of impact: the time at which the separation along that direction has fallen to
//! the sum of the radii. The search advances to that time and continues with the simplex it has (G. van den Bergen, Ray Casting against
//! General Convex Objects with Application to Continuous Collision Detection, 2004).

use super::{Feature, Simplex};
use crate::Vector;
use crate::narrow::measure::unit;
use crate::narrow::minkowski::SupportPoint;
use crate::narrow::tolerance::{
    GJK_PROGRESS, TIME_OF_IMPACT_AGREEMENT, TIME_OF_IMPACT_DETERMINATE, TIME_OF_IMPACT_OVERLAP,
};
use crate::scalar::Real;
use crate::view::Core;
use core::cmp::Ordering;

/// The largest number of iterations. Polyhedra need fewer. Searches on curved surfaces may reach this number; conservative advancement then
/// finishes them.
const MAX_ITERATIONS: usize = 32;

/// The result of a search for the time of impact.
#[derive(Clone, Copy)]
pub(crate) enum TimeOfImpact<R, const N: usize = 3> {
    /// The distance of the cores never becomes as small as the sum of the radii.
    Never,
    /// The search was not finished, but the cores stay apart at least until this time.
    NotBefore(R),
    /// The shapes touch or overlap at the start. The number is an upper bound of the signed distance of their cores. (The signed distance
    /// of overlapping cores is minus their penetration depth.)
    Initial(R),
    /// The time of impact, followed by the normal and the witness point on the first core.
    Hit(R, [Vector<R, N>; 2]),
}

/// The first time from 0 to 1 at which the distance of two cores is at most `radii`, the sum of their radii, up to `tolerance`. The second
/// core moves by `step` per unit of time. The caller has moved the cores near to the origin.
pub(crate) fn time_of_impact<R: Real>(
    a: &Core<R, 3>,
    b: &Core<R, 3>,
    step: Vector<R, 3>,
    [radii, tolerance]: [R; 2],
) -> TimeOfImpact<R> {
    let precision = R::EPSILON * R::from_f64(GJK_PROGRESS);
    let target = radii + tolerance * R::HALF;
    // If the distance of the cores at the start is below this number, the shapes overlap, and their depth is not needed.
    let overlap_distance = (radii - tolerance * R::from_f64(TIME_OF_IMPACT_OVERLAP)).max(R::ZERO);
    let first = SupportPoint::new(a, b, b.middle() - a.middle());
    let mut simplex = Simplex { vertices: [first; 4], len: 1 };
    let mut time = R::ZERO;
    let mut v = first.w;
    let mut last_direction = first.w;
    let mut squared_magnitude = first.squared_magnitude();
    for _ in 0..MAX_ITERATIONS {
        let squared = v.dot(v);
        if time > R::ZERO && squared <= target * target {
            let contact = simplex.contact(a, b, step.scaled(time), last_direction, radii, tolerance);
            return contact.map_or(TimeOfImpact::NotBefore(time), |contact| TimeOfImpact::Hit(time, contact));
        }
        if !squared.is_finite() || squared <= precision * precision * squared_magnitude {
            break;
        }
        let distance = squared.sqrt();
        if time <= R::ZERO && distance < overlap_distance {
            return TimeOfImpact::Initial(distance);
        }
        let next = SupportPoint::new(a, b, v).moved(step.scaled(time));
        let bound = v.dot(next.w);
        let remaining = bound - target * distance;
        let advances = remaining > R::ZERO;
        if advances {
            let Some(next_time) = advanced_time(time, remaining, -v.dot(step)) else {
                return TimeOfImpact::Never;
            };
            if next_time <= time {
                break;
            }
            time = next_time;
            last_direction = v;
        } else {
            squared_magnitude = squared_magnitude.max(next.squared_magnitude());
            let permitted = precision * precision * squared_magnitude * squared;
            if simplex.is_nearest(&next, squared - bound, permitted) {
                break;
            }
        }
        let motion = advances.then(|| step.scaled(time));
        let feature = match simplex.nearest_with(next, motion) {
            Ok(feature) => feature,
            Err(depth) if time <= R::ZERO => return TimeOfImpact::Initial(-depth),
            Err(_) => break,
        };
        if !advances && !matches!(feature.squared.partial_cmp(&squared), Some(Ordering::Less)) {
            break;
        }
        simplex.reduce_to(&feature);
        v = feature.nearest;
    }
    TimeOfImpact::NotBefore(time)
}

/// The time at which the distance `length` is covered at the given speed, beginning at `time`. `None` if that is later than 1 or never.
#[inline]
fn advanced_time<R: Real>(time: R, length: R, speed: R) -> Option<R> {
    let next_time = time + length / speed;
    // The condition is also false if the speed or the time is NaN.
    (speed > R::ZERO && next_time <= R::ONE).then_some(next_time)
}

impl<R: Real> Simplex<R> {
    /// The feature of the simplex nearest to the origin, after the vertex `next` is added. If the second core has just moved, `motion` is
    /// its offset. Fails as [`Simplex::nearest_feature`] does.
    #[inline]
    fn nearest_with(&mut self, next: SupportPoint<R>, motion: Option<Vector<R, 3>>) -> Result<Feature<R>, R> {
        self.vertices[self.len] = next;
        match motion {
            Some(offset) => self.nearest_feature_after_motion(offset),
            None => self.nearest_feature(),
        }
    }

    /// The feature of the simplex nearest to the origin after the second core has moved by `offset`. The motion changes all vertices. So in
    /// contrast to [`Simplex::nearest_feature`], features that do not contain the newest vertex are tested as well.
    fn nearest_feature_after_motion(&mut self, offset: Vector<R, 3>) -> Result<Feature<R>, R> {
        for vertex in &mut self.vertices[..=self.len] {
            vertex.w = vertex.b - vertex.a + offset;
        }
        let nearer = |p: Feature<R>, q: Feature<R>| if q.squared < p.squared { q } else { p };
        let newest = self.nearest_feature()?;
        let older = match self.len {
            1 => Feature { vertices: [0; 3], len: 1, nearest: self.w(0), squared: self.w(0).dot(self.w(0)) },
            2 => self.segment(0, 1),
            _ => nearer(self.segment(0, 1), self.triangle(0, 1, 2)),
        };
        Ok(nearer(older, newest))
    }

    /// The contact normal and the witness point of the first core, with the second core moved by `offset`: the first of two candidates that
    /// separates the cores by `radii`, the sum of their radii, within the tolerance. The candidates are the normal of the simplex, and the
    /// vector between the closest points of the cores, or the last search direction if that vector is too short. `None` if neither does, or
    /// if the closest points of the simplex are farther apart than `radii`.
    fn contact(
        &self,
        a: &Core<R, 3>,
        b: &Core<R, 3>,
        offset: Vector<R, 3>,
        last_direction: Vector<R, 3>,
        radii: R,
        tolerance: R,
    ) -> Option<[Vector<R, 3>; 2]> {
        let [on, other] = self.points();
        let delta = other - on + offset;
        if !(delta.dot(delta) <= (radii + tolerance) * (radii + tolerance)) {
            return None;
        }
        let gap = |normal: &Vector<R, 3>| (SupportPoint::new(a, b, *normal).w + offset).dot(*normal);
        let separates = |normal: &Vector<R, 3>| gap(normal) >= radii - tolerance;
        // The vector between two points that almost coincide does not determine a normal.
        let is_known = self.len == 3 || radii > tolerance * R::from_f64(TIME_OF_IMPACT_DETERMINATE);
        let simplex_normal = if is_known { unit(self.normal()) } else { None };
        let simplex_normal = simplex_normal.map(|simplex_normal| {
            if simplex_normal.dot(last_direction) < R::ZERO { -simplex_normal } else { simplex_normal }
        });
        let simplex_normal = simplex_normal.filter(separates);
        if radii <= tolerance * R::from_f64(TIME_OF_IMPACT_DETERMINATE) {
            return Some([simplex_normal.or_else(|| unit(last_direction).filter(separates))?, on]);
        }
        // The contact point is found by moving the closest point along the normal. So the normal has to point from one closest point to the
        // other. Other directions may also separate the cores within the tolerance, but do not point there. So the normal of the simplex
        // has to pass `agrees`, and the last search direction is not used.
        let agrees = |normal: &Vector<R, 3>| {
            let offset = normal.scaled(radii) - delta;
            offset.dot(offset)
                <= tolerance * tolerance * R::from_f64(TIME_OF_IMPACT_AGREEMENT * TIME_OF_IMPACT_AGREEMENT)
        };
        let least = radii - tolerance * R::from_f64(TIME_OF_IMPACT_AGREEMENT * TIME_OF_IMPACT_AGREEMENT);
        let between = || unit(delta).filter(|normal| gap(normal) >= least);
        let normal = simplex_normal.filter(agrees).or_else(between)?;
        Some([normal, on])
    }
}
