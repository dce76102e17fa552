//! The time of impact of two convex shapes that move along straight lines and rotate at constant angular velocities during a step.
//!
//! Conservative advancement (B. Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996): the separation divided by an upper
//! bound of the approach speed is a time within which the shapes cannot meet.

use super::Figure;
use super::body::RigidBody;
use super::turn::{Turn, V, between, cross, num, quarter};
use crate::Vector;
use crate::narrow::{self, manifold::Contact, measure::abs};
use crate::scalar::Real;
use alloc::vec::Vec;

/// The largest rotation per step in radians: less than half a turn, so that full turns can be counted.
pub(super) const MAX_TURN: f64 = 3.0;

/// Iteration cap. Pairs that need more rotate fast while they slide along each other within the tolerance.
const MAX_ITERATIONS: u32 = 64;

/// Two shapes that approach by less than this fraction of the tolerance until the end of the step slide along each other.
const SLIDES: f64 = 1.0 / 8.0;

/// The motion of a body during a step, at constant velocities after a given time. Times are fractions of the step, velocities are per step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion<R> {
    /// The center of mass and the rotation at the beginning of the step.
    center: V<R>,
    rotation: Turn<R>,
    /// The time after which the velocities below are valid, and the displacement and the angle until then.
    from: R,
    moved: V<R>,
    turned: R,
    /// The velocity of the center of mass and the angular velocity, per step.
    pub(super) velocity: V<R>,
    pub(super) spin: R,
}

impl<R: Real> Motion<R> {
    /// The motion of a body at constant velocities during the whole step.
    pub(super) fn new(body: &RigidBody<R>, velocity: V<R>, spin: R) -> Self {
        let zero = R::default();
        let limit = num::<R>(MAX_TURN);
        Self {
            center: body.center,
            rotation: body.turn,
            from: zero,
            moved: Vector::default(),
            turned: zero,
            velocity,
            spin: between(spin, -limit, limit),
        }
    }

    /// The displacement of the center and the angle in radians since the beginning of the step, at a time.
    fn progress(&self, time: R) -> (V<R>, R) {
        let passed = time - self.from;
        (self.moved + self.velocity.scaled(passed), self.turned + self.spin * passed)
    }

    /// The displacement, the rotation and the angle of the whole step.
    pub(super) fn end(&self) -> (V<R>, Turn<R>, R) {
        let (moved, turned) = self.progress(num(1.0));
        (moved, rotation(turned), turned)
    }

    /// The center and the rotation of the body at a time.
    pub(super) fn pose(&self, time: R) -> (V<R>, Turn<R>) {
        let (moved, turned) = self.progress(time);
        (self.center + moved, self.rotation.then(rotation(turned)))
    }

    /// Changes the velocities after a time.
    pub(super) fn deflect(&mut self, time: R, velocity: V<R>, spin: R) {
        (self.moved, self.turned) = self.progress(time);
        self.from = time;
        (self.velocity, self.spin) = (velocity, spin);
    }

    /// Whether an angular velocity after a time rotates the body by at most [`MAX_TURN`] in the whole step.
    pub(super) fn may_turn(&self, time: R, spin: R) -> bool {
        let turned = self.progress(time).1 + spin * (num::<R>(1.0) - time);
        abs(turned) <= num(MAX_TURN)
    }

    /// The velocity of a point of the body, given by its offset from the center.
    fn velocity_at(&self, arm: V<R>) -> V<R> {
        self.velocity + quarter(arm).scaled(self.spin)
    }
}

/// The rotation by an angle of at most [`MAX_TURN`], composed of four quarters, because [`Turn::by`] takes small angles.
fn rotation<R: Real>(angle: R) -> Turn<R> {
    let quarter = Turn::by(angle * num(0.25));
    let half = quarter.then(quarter);
    half.then(half)
}

/// The relative pose at a time: the offset from the center of the first body to that of the second, and both rotations.
pub(super) fn relative<R: Real>([a, b]: [&Motion<R>; 2], time: R) -> (V<R>, [Turn<R>; 2]) {
    let [(p, u), (q, v)] = [a.progress(time), b.progress(time)];
    // Differences first: coordinates may be large.
    ((b.center - a.center) + (q - p), [a.rotation.then(rotation(u)), b.rotation.then(rotation(v))])
}

/// The time, point and normal at which two shapes meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impact<R> {
    pub(super) time: R,
    /// The unit normal from the first shape to the second.
    pub(super) normal: V<R>,
    /// The offset of the point of impact from the center of each body.
    pub(super) arms: [V<R>; 2],
    /// The relative velocity at the point along the normal, per step; negative if the shapes approach.
    pub(super) rate: R,
}

/// The result of [`time_of_impact`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome<R> {
    /// The shapes do not meet.
    Miss,
    /// The separation falls below the tolerance while the shapes approach.
    Hit(Impact<R>),
    /// The iteration cap was reached: the shapes do not meet before this time, but perhaps after it.
    Unknown(Impact<R>),
    /// The shapes overlap at the beginning.
    Overlap,
}

/// The first time, from `from` to the end of the step, at which two moving shapes are within a tolerance of each other and approach. The
/// shapes are still apart at that time, by half the tolerance or more if they were so at the beginning.
pub(super) fn time_of_impact<R: Real>(
    figures: [&Figure<R>; 2],
    motions: [&Motion<R>; 2],
    from: R,
    tolerance: R,
) -> Outcome<R> {
    let (zero, one, half) = (R::default(), num::<R>(1.0), num::<R>(0.5));
    let (mut time, mut rooms) = (from, [Vec::new(), Vec::new()]);
    // A radius around the core does not move when the shape rotates.
    let [p, q] = [0, 1].map(|k| abs(motions[k].spin) * (figures[k].reach() - figures[k].radius));
    let mut last = None;
    for _ in 0..MAX_ITERATIONS {
        let (offset, turns) = relative(motions, time);
        let [first, second] = &mut rooms;
        let a = figures[0].at(Vector::default(), turns[0], first);
        let b = figures[1].at(offset, turns[1], second);
        let Some(found) = narrow::contact(&a.convex(), &b.convex(), num(f64::MAX)) else {
            return Outcome::Miss;
        };
        let gap = found.separation;
        if gap <= zero && time == from {
            return Outcome::Overlap;
        }
        // The gap along a fixed normal is a lower bound of the distance at all later times.
        let closing = (motions[0].velocity - motions[1].velocity).dot(found.normal) + p + q;
        if !(closing > zero) || closing * (one - time) < gap - tolerance {
            return Outcome::Miss;
        }
        let near = gap <= tolerance;
        if near || last.is_none() {
            let impact = approach(&found, motions, time, offset, tolerance);
            if near && impact.rate * (one - time) < -tolerance * num(SLIDES) {
                return Outcome::Hit(impact);
            }
            last = Some(impact);
        }
        let step = if near { tolerance * num(0.25) } else { gap - tolerance * half };
        time = time + step / closing;
        // Also false for NaN.
        if !(time < one) {
            return Outcome::Miss;
        }
    }
    last.map_or(Outcome::Miss, |impact| Outcome::Unknown(Impact { time, ..impact }))
}

/// The impact of two shapes within the tolerance. Its point is the average of the approaching contact points, weighted by their approach
/// speeds.
fn approach<R: Real>(
    found: &Contact<R, 2>,
    motions: [&Motion<R>; 2],
    time: R,
    offset: V<R>,
    tolerance: R,
) -> Impact<R> {
    let zero = R::default();
    let parting = |point: V<R>| {
        let [u, v] = [motions[0].velocity_at(point), motions[1].velocity_at(point - offset)];
        (v - u).dot(found.normal)
    };
    let (mut sum, mut weights) = (Vector::default(), zero);
    for point in found.points().iter().take(2) {
        let rate = parting(point.point);
        if rate < zero && point.separation <= found.separation + tolerance {
            (sum, weights) = (sum + point.point.scaled(-rate), weights - rate);
        }
    }
    let first = found.points().first().map_or(Vector::default(), |point| point.point);
    let point = if weights > zero { sum.scaled(num::<R>(1.0) / weights) } else { first };
    Impact { time, normal: found.normal, arms: [point, point - offset], rate: parting(point) }
}

/// The impact, at a time, of two shapes that overlap and penetrate deeper: by more than a fraction of the tolerance until the end of the
/// step. `None` if they do not.
pub(super) fn deepening<R: Real>(
    figures: [&Figure<R>; 2],
    motions: [&Motion<R>; 2],
    time: R,
    tolerance: R,
) -> Option<Impact<R>> {
    let (offset, turns) = relative(motions, time);
    let [mut first, mut second] = [Vec::new(), Vec::new()];
    let a = figures[0].at(Vector::default(), turns[0], &mut first);
    let b = figures[1].at(offset, turns[1], &mut second);
    let found = narrow::contact(&a.convex(), &b.convex(), R::default())?;
    let impact = approach(&found, motions, time, offset, tolerance);
    (impact.rate * (num::<R>(1.0) - time) < -tolerance * num(SLIDES)).then_some(impact)
}

impl<R: Real> Impact<R> {
    /// The inverse effective mass at the point of impact along the normal, given the inverse masses and inverse inertias of the two bodies.
    pub(super) fn inverse_mass(&self, [[a, i], [b, j]]: [[R; 2]; 2]) -> R {
        let [u, v] = self.levers();
        a + b + i * u * u + j * v * v
    }

    /// The lever arms of an impulse along the normal.
    pub(super) fn levers(&self) -> [R; 2] {
        self.arms.map(|arm| cross(arm, self.normal))
    }

    /// The relative velocity along the normal at the point of impact, given the velocities and angular velocities of the two bodies;
    /// positive if they separate.
    pub(super) fn parting(&self, velocities: [(V<R>, R); 2]) -> R {
        let [u, v] = self.levers();
        let [(p, spin), (q, other)] = velocities;
        (q - p).dot(self.normal) + (other * v - spin * u)
    }
}
