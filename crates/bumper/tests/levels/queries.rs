//! The queries of one surface against the brute force.

use crate::brute_force::{self, Face};
use crate::surfaces::Point;
use bumper::query::contact::distance;
use bumper::scalar::{Real, Scalar};
use bumper::{Ball, Capsule, Pose, Ray, Relate, Rotation, Shape, Vector, cast, contact, sweep};
use fastrand::Rng;

/// A surface in a query: the shape, its triangles in `f64`, and a length that its answers may differ by.
pub struct Subject<'a, R: Scalar> {
    pub name: &'static str,
    pub shape: Shape<'a, R, 3>,
    pub faces: Vec<Face>,
    pub tolerance: f64,
}

/// How often each query found something, so that a test can demand that it did.
#[derive(Default, Debug)]
pub struct Found {
    pub rays: usize,
    pub balls: usize,
    pub overlaps: usize,
}

impl<R: Real> Subject<'_, R> {
    /// A point near the surface, or on one of its triangles, edges or corners.
    fn target(&self, rng: &mut Rng) -> Point {
        let [a, b, c] = self.faces[rng.usize(..self.faces.len())];
        match rng.u32(..4) {
            0 => a,
            1 => a + (b - a).scaled(rng.f64()),
            _ => {
                let [u, v] = [rng.f64(), rng.f64()];
                let [u, v] = if u + v > 1.0 { [1.0 - u, 1.0 - v] } else { [u, v] };
                a + (b - a).scaled(u) + (c - a).scaled(v)
            }
        }
    }

    /// A random point within 14 of the origin on each axis.
    fn anywhere(rng: &mut Rng) -> Point {
        Vector([0; 3].map(|_| 28.0 * (rng.f64() - 0.5)))
    }

    /// A ray that is aimed at a point of the surface hits it there or before; every hit is on the surface; nothing is hit too late.
    pub fn check_ray(&self, rng: &mut Rng, found: &mut Found) {
        let from = Self::anywhere(rng).map(R::from_f64);
        let target = self.target(rng).map(R::from_f64);
        let Some(ray) = Ray::between(from, target) else { return };
        let ray = ray.with_max_distance(R::INFINITY);
        let [from, target] = [from, target].map(|point| point.map(Scalar::to_f64));
        let hit = cast(&ray, self.shape);
        let Some(hit) = hit else { panic!("{}: a ray from {from:?} misses {target:?}", self.name) };
        found.rays += 1;
        let reached = hit.distance.to_f64();
        let aim = (target - from).length();
        // The target is rounded, and may lie beside the surface. A ray that is nearly parallel to the face then hits it much later.
        let sine = ray.direction().map(Scalar::to_f64).dot(hit.normal.map(Scalar::to_f64)).abs();
        let late = reached - aim;
        let is_late = late > self.tolerance && late * sine > self.tolerance / 50.0;
        assert!(!is_late, "{}: {reached} is beyond {aim}", self.name);
        let at = hit.point.map(Scalar::to_f64);
        let gap = brute_force::distance_of_point(at, &self.faces);
        assert!(gap <= self.tolerance, "{}: hit at {at:?}, {gap} from the surface", self.name);
        let certain = |&face: &Face| brute_force::certain_crossing(from, target, face, self.tolerance);
        let first = self.faces.iter().filter_map(certain).fold(f64::INFINITY, f64::min) * aim;
        assert!(reached <= first + self.tolerance, "{}: {reached} is after {first}", self.name);
    }

    /// The distance and the closest point of a ball.
    pub fn check_distance(&self, rng: &mut Rng) {
        let center = Self::anywhere(rng).map(R::from_f64);
        let ball = Shape::from(Ball::new(center, R::from_f64(0.1)));
        let center = center.map(Scalar::to_f64);
        let right = (brute_force::distance_of_point(center, &self.faces) - 0.1).max(0.0);
        let answer = distance(ball, self.shape).to_f64();
        assert!((answer - right).abs() <= self.tolerance, "{}: {answer} instead of {right}", self.name);
        if right > self.tolerance {
            let contact = contact(self.shape, ball);
            assert!(
                (contact.separation.to_f64() - right).abs() <= self.tolerance,
                "{}: {contact:?}",
                self.name
            );
        }
    }

    /// The time at which a moving ball meets the surface.
    pub fn check_ball(&self, rng: &mut Rng, found: &mut Found) {
        let radius = R::from_f64(0.05 + rng.f64());
        let start = Self::anywhere(rng).map(R::from_f64);
        let step = (self.target(rng) - start.map(Scalar::to_f64)).scaled(1.5 * rng.f64()).map(R::from_f64);
        let hit = sweep(Ball::new(start, radius), step, self.shape, Vector::ZERO);
        let [start, step] = [start, step].map(|v| v.map(Scalar::to_f64));
        let radius = radius.to_f64();
        let right = brute_force::cast_ball(start, radius, step, &self.faces, self.tolerance * 0.1);
        let length = step.length();
        match (hit, right) {
            (Some(hit), Some(_)) if hit.starts_overlapping => {
                let gap = brute_force::distance_of_point(start, &self.faces) - radius;
                assert!(gap <= self.tolerance, "{}: {gap} apart at the start", self.name);
            }
            (Some(hit), Some(time)) => {
                found.balls += 1;
                // The gap closes slowly if the ball grazes the surface, so the gap at the time of impact is compared.
                let at = start + step.scaled(hit.time.to_f64());
                let gap = brute_force::distance_of_point(at, &self.faces) - radius;
                let early = (time - hit.time.to_f64()) * length;
                assert!(gap.abs() <= self.tolerance, "{}: a gap of {gap}", self.name);
                assert!(early > -self.tolerance * 1e3, "{}: {hit:?} instead of {time}", self.name);
            }
            (None, None) => {}
            (Some(hit), None) => {
                let at = start + step.scaled(hit.time.to_f64());
                let gap = brute_force::distance_of_point(at, &self.faces) - radius;
                assert!(gap <= self.tolerance, "{}: {hit:?} with a gap of {gap}", self.name);
            }
            (None, Some(time)) => {
                let closest = (0..1000)
                    .map(|k| start + step.scaled(f64::from(k) / 999.0))
                    .map(|at| brute_force::distance_of_point(at, &self.faces) - radius)
                    .fold(f64::INFINITY, f64::min);
                assert!(closest > -self.tolerance, "{}: no hit instead of {time}", self.name);
            }
        }
    }

    /// Whether a capsule overlaps the surface.
    pub fn check_overlap(&self, rng: &mut Rng, found: &mut Found) {
        let from = self.target(rng) + Self::anywhere(rng).scaled(0.1);
        let ends = [from, from + Self::anywhere(rng).scaled(0.1)].map(|end| end.map(R::from_f64));
        let radius = R::from_f64(rng.f64());
        let answer = Capsule::new(ends[0], ends[1], radius).intersects(&self.shape);
        let [from, to] = ends.map(|end| end.map(Scalar::to_f64));
        let gap = brute_force::distance(from, to, &self.faces) - radius.to_f64();
        found.overlaps += usize::from(answer);
        assert!(answer == (gap <= 0.0) || gap.abs() <= self.tolerance, "{}: {answer} at {gap}", self.name);
    }

    /// Runs all checks.
    pub fn check(&self, rng: &mut Rng, cases: usize, found: &mut Found) {
        for _ in 0..cases {
            self.check_ray(rng, found);
            self.check_distance(rng);
            self.check_ball(rng, found);
            self.check_overlap(rng, found);
        }
    }
}

/// A random pose with a translation of up to 2 on each axis.
pub fn random_pose<R: Real>(rng: &mut Rng) -> Pose<R, 3> {
    let numbers = [0; 4].map(|_| rng.f64() - 0.5);
    let rotation = Rotation::from_quaternion(numbers.map(R::from_f64)).expect("the quaternion is not zero");
    Pose::new(rotation, [0; 3].map(|_| R::from_f64(4.0 * (rng.f64() - 0.5))))
}

/// The triangles of a shape after a pose.
pub fn placed<R: Real>(faces: &[Face], pose: &Pose<R, 3>) -> Vec<Face> {
    let axes = pose.rotation.axes().map(|axis| axis.map(Scalar::to_f64));
    let translation = pose.translation.map(Scalar::to_f64);
    let place = |corner: Point| (0..3).fold(translation, |sum, k| sum + axes[k].scaled(corner[k]));
    faces.iter().map(|face| face.map(place)).collect()
}
