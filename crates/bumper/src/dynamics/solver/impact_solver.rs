//! The impulses of simultaneous impacts: Newton's law of restitution at each contact point, with Coulomb friction, solved by projected
//! Gauss-Seidel iterations until they converge.
//!
//! The work of the impulses of an impact is half the impulse times the sum of the relative velocities before and after it (Thomson and
//! Tait). So an impact without friction never gains energy, and loses none with a restitution of 1. With friction, Newton's law can gain
//! energy (Kane's paradox). Then all restitution coefficients are reduced until the impulses do no positive work.

use crate::dynamics::graph_coloring::ConstraintSlot;
use crate::dynamics::math::{V, num};
use crate::dynamics::solver_body::{Integration, SolverBody};
use crate::dynamics::tolerance::IMPACT_SPEED_TOLERANCE;
use crate::scalar::Real;

/// The limits of the number of iterations. Large groups of contacts get fewer iterations: at most `MAX_SOLVED_CONTACTS` contacts are solved
/// in a round, but each at least `MIN_ITERATIONS` times. What remains of the approach velocities is left to the contact solver.
const MIN_ITERATIONS: usize = 8;
const MAX_ITERATIONS: usize = 200;
const MAX_SOLVED_CONTACTS: usize = 8192;

/// The number of bisection steps that reduce the restitution if the impulses would add energy.
const BISECTIONS: usize = 6;

/// The state of a body during the impacts of a sub-step. Linear and angular numbers have the order x, y, angle.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImpactBody<R> {
    /// The inverse masses along x and y, and the inverse inertia. They are zero for locked axes and bodies that impacts do not move.
    pub(super) inv_masses: [R; 3],
    /// The velocities at the beginning of the round.
    start: [R; 3],
    /// The displacement that the body has to be given after the sub-step is integrated. Positions are integrated with the velocities after
    /// all impacts, but until an impact the body moves with the velocities before it.
    pub(super) shift: [R; 3],
    /// The last round that has changed the velocities of the body, from 1; zero if none has.
    pub(super) last_round: u32,
    /// Whether the contacts of the body take part in the current round.
    pub(super) takes_part: bool,
}

impl<R: Real> ImpactBody<R> {
    pub(super) fn new(inv_masses: [R; 3]) -> Self {
        let zeros = [R::ZERO; 3];
        Self { inv_masses, start: zeros, shift: zeros, last_round: 0, takes_part: false }
    }

    /// Whether impulses can move the body.
    pub(super) fn is_movable(&self) -> bool {
        self.inv_masses != [R::ZERO; 3]
    }

    /// Adds the displacement that corrects for the time of an impulse. The integration moves the body with the changed velocity during the
    /// whole sub-step, but before `time`, the body has moved without the change.
    fn add_shift(&mut self, side: usize, along: &ImpactDirection<R>, impulse: R, time: R) {
        let change = along.change(side, self, impulse);
        (0..3).for_each(|k| self.shift[k] = self.shift[k] - change[k] * time);
    }
}

/// The direction of an impulse of a contact on the second body: the normal or the tangent, with its lever arms on both bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImpactDirection<R> {
    pub(super) direction: V<R>,
    pub(super) levers: [R; 2],
}

impl<R: Real> ImpactDirection<R> {
    /// The relative speed of the contact point along this direction: that of the second body minus that of the first. `a` and `b` are the
    /// velocities of the bodies: x, y and angular velocity.
    pub(super) fn speed(&self, a: [R; 3], b: [R; 3]) -> R {
        let [x, y] = self.direction.0;
        x * (b[0] - a[0]) + y * (b[1] - a[1]) + (self.levers[1] * b[2] - self.levers[0] * a[2])
    }

    /// The change of the velocities of a body by an impulse.
    fn change(&self, side: usize, body: &ImpactBody<R>, impulse: R) -> [R; 3] {
        let signed = if side == 0 { -impulse } else { impulse };
        let [a, b, i] = body.inv_masses;
        let [x, y] = self.direction.0;
        [signed * x * a, signed * y * b, signed * self.levers[side] * i]
    }

    /// The change of the speed along this direction per unit of impulse.
    fn response(&self, bodies: [&ImpactBody<R>; 2]) -> R {
        self.speed(self.change(0, bodies[0], R::ONE), self.change(1, bodies[1], R::ONE))
    }
}

/// A contact point of an impact.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImpactPoint<R> {
    /// The index of the point in its contact constraint.
    pub(super) index: usize,
    pub(super) normal: ImpactDirection<R>,
    /// The time from the beginning of the sub-step until the surfaces meet; `None` for a support, whose impulse is a response to those of
    /// other points.
    pub(super) time: Option<R>,
    /// The relative velocity along the normal before the round.
    pub(super) speed: R,
    /// The change of the relative velocity by gravity and forces in the rest of the sub-step after the impact, which `speed` includes.
    pub(super) later_change: R,
    /// The smallest relative velocity along the normal after the round: the sum of `rebound_speed`, which may be scaled down, and
    /// `least_speed`.
    pub(super) rebound_speed: R,
    pub(super) least_speed: R,
    pub(super) impulse: R,
}

/// A contact of an impact.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImpactContact<R> {
    /// The place of the contact constraint in the solver, and its bodies.
    pub(super) slot: ConstraintSlot,
    pub(super) bodies: [u32; 2],
    pub(super) friction: R,
    pub(super) tangent: ImpactDirection<R>,
    /// The speed of the second surface relative to the first along the tangent, as on conveyor belts.
    pub(super) surface_speed: R,
    pub(super) tangent_impulse: R,
    pub(super) points: [Option<ImpactPoint<R>>; 2],
}

impl<R: Real> ImpactContact<R> {
    /// A contact without points and impulses.
    pub(super) fn new(slot: ConstraintSlot, bodies: [u32; 2], normal: V<R>, tangent_levers: [R; 2]) -> Self {
        Self {
            slot,
            bodies,
            friction: R::ZERO,
            tangent: ImpactDirection { direction: normal.perp(), levers: tangent_levers },
            surface_speed: R::ZERO,
            tangent_impulse: R::ZERO,
            points: [None; 2],
        }
    }

    /// The largest approach speed of its points.
    pub(super) fn approach_speed(&self) -> R {
        self.points.iter().flatten().fold(R::ZERO, |speed, point| speed.max(-point.speed))
    }
}

/// The states of all bodies of the solver during impacts.
pub(super) struct ImpactBodies<'r, R> {
    pub(super) states: &'r mut [SolverBody<R>],
    pub(super) bodies: &'r mut [ImpactBody<R>],
}

impl<R: Real> ImpactBodies<'_, R> {
    /// The linear and the angular velocity of a body.
    pub(super) fn velocity(&self, body: u32) -> [R; 3] {
        let [x, y, angular, _] = self.states[body as usize].velocity.0;
        [x, y, angular]
    }

    fn set_velocity(&mut self, body: u32, velocity: [R; 3]) {
        self.states[body as usize].velocity.0[..3].copy_from_slice(&velocity);
    }

    fn speed(&self, bodies: [u32; 2], along: &ImpactDirection<R>) -> R {
        along.speed(self.velocity(bodies[0]), self.velocity(bodies[1]))
    }

    fn response(&self, bodies: [u32; 2], along: &ImpactDirection<R>) -> R {
        along.response(bodies.map(|body| &self.bodies[body as usize]))
    }

    fn apply(&mut self, bodies: [u32; 2], along: &ImpactDirection<R>, impulse: R) {
        for (side, body) in bodies.into_iter().enumerate() {
            let change = along.change(side, &self.bodies[body as usize], impulse);
            let velocity = self.velocity(body);
            self.set_velocity(body, [0, 1, 2].map(|k| velocity[k] + change[k]));
        }
    }

    /// Solves a round of simultaneous impacts. The velocities of the bodies and the impulses of the contacts are its results.
    pub(super) fn solve_round(&mut self, contacts: &mut [ImpactContact<R>]) {
        for body in contacts.iter().flat_map(|contact| contact.bodies) {
            self.bodies[body as usize].start = self.velocity(body);
        }
        self.iterate(contacts, R::ONE);
        if !self.gains_energy(contacts) {
            return;
        }
        let mut low = R::ZERO;
        let mut high = R::ONE;
        for _ in 0..BISECTIONS {
            let middle = (low + high) * R::HALF;
            self.iterate(contacts, middle);
            if self.gains_energy(contacts) {
                high = middle;
            } else {
                low = middle;
            }
        }
        self.iterate(contacts, low);
    }

    /// Iterates from impulses of zero until the impulses converge. `scale` is a factor of all restitution coefficients.
    fn iterate(&mut self, contacts: &mut [ImpactContact<R>], scale: R) {
        for contact in &mut *contacts {
            for body in contact.bodies {
                self.set_velocity(body, self.bodies[body as usize].start);
            }
            contact.tangent_impulse = R::ZERO;
            contact.points.iter_mut().flatten().for_each(|point| point.impulse = R::ZERO);
        }
        let largest_speed =
            contacts.iter().fold(R::ZERO, |speed, contact| speed.max(contact.approach_speed()));
        let limit = (MAX_SOLVED_CONTACTS / contacts.len().max(1)).clamp(MIN_ITERATIONS, MAX_ITERATIONS);
        for iteration in 0..limit {
            let mut change = R::ZERO;
            let mut solve = |contact: &mut ImpactContact<R>| {
                change = change.max(self.solve_contact(contact, scale));
            };
            // The order alternates, so that no contact has an advantage.
            if iteration % 2 == 0 {
                contacts.iter_mut().for_each(&mut solve);
            } else {
                contacts.iter_mut().rev().for_each(&mut solve);
            }
            if !(change > largest_speed * num(IMPACT_SPEED_TOLERANCE)) {
                break;
            }
        }
    }

    /// Solves the points and the friction of a contact once. Returns the largest change of a relative velocity.
    fn solve_contact(&mut self, contact: &mut ImpactContact<R>, scale: R) -> R {
        let bodies = contact.bodies;
        let mut largest_change = R::ZERO;
        let mut total_impulse = R::ZERO;
        for point in contact.points.iter_mut().flatten() {
            let response = self.response(bodies, &point.normal);
            if !(response > R::ZERO) {
                continue;
            }
            let missing = point.rebound_speed * scale + point.least_speed - self.speed(bodies, &point.normal);
            let impulse = (point.impulse + missing / response).max(R::ZERO);
            let change = impulse - point.impulse;
            point.impulse = impulse;
            total_impulse = total_impulse + impulse;
            self.apply(bodies, &point.normal, change);
            largest_change = largest_change.max(change.abs() * response);
        }
        let response = self.response(bodies, &contact.tangent);
        if contact.friction > R::ZERO && response > R::ZERO {
            let speed = self.speed(bodies, &contact.tangent) + contact.surface_speed;
            let limit = contact.friction * total_impulse;
            let impulse = (contact.tangent_impulse - speed / response).clamp(-limit, limit);
            let change = impulse - contact.tangent_impulse;
            contact.tangent_impulse = impulse;
            self.apply(bodies, &contact.tangent, change);
            largest_change = largest_change.max(change.abs() * response);
        }
        largest_change
    }

    /// Whether the impulses of the contacts do positive work, by more than rounding errors.
    fn gains_energy(&self, contacts: &[ImpactContact<R>]) -> bool {
        let mut work = R::ZERO;
        let mut scale = R::ZERO;
        let start = |body: u32| self.bodies[body as usize].start;
        for contact in contacts {
            let [a, b] = contact.bodies;
            for point in contact.points.iter().flatten() {
                let speed = self.speed(contact.bodies, &point.normal);
                let later_change = point.later_change + point.later_change;
                work = work + point.impulse * (point.speed + speed - later_change);
                scale = scale + point.impulse * point.speed.abs();
            }
            let tangent = &contact.tangent;
            let speed = self.speed(contact.bodies, tangent) + tangent.speed(start(a), start(b));
            work = work + contact.tangent_impulse * (speed + contact.surface_speed + contact.surface_speed);
        }
        work > scale * num(IMPACT_SPEED_TOLERANCE * 4.0)
    }

    /// Finishes a round: records the changes of the velocities as part of the free velocities, because they must not be repeated as warm
    /// starts in later sub-steps, and the displacements of the bodies until their impacts.
    pub(super) fn finish_round(
        &mut self,
        contacts: &[ImpactContact<R>],
        integrations: &mut [Integration<R>],
        round: u32,
    ) {
        let mean_time = mean_time(contacts);
        for contact in contacts {
            for (side, index) in contact.bodies.into_iter().enumerate() {
                let body = &mut self.bodies[index as usize];
                let mut latest = None;
                for point in contact.points.iter().flatten() {
                    body.add_shift(side, &point.normal, point.impulse, point.time.unwrap_or(mean_time));
                    latest = point.time.or(latest);
                }
                let time = latest.unwrap_or(mean_time);
                body.add_shift(side, &contact.tangent, contact.tangent_impulse, time);
            }
        }
        for index in contacts.iter().flat_map(|contact| contact.bodies) {
            let velocity = self.velocity(index);
            let body = &mut self.bodies[index as usize];
            let free_velocity = &mut integrations[index as usize].free_velocity.0;
            for k in 0..3 {
                free_velocity[k] = free_velocity[k] + (velocity[k] - body.start[k]);
            }
            if velocity != body.start {
                body.last_round = round;
            }
            body.start = velocity;
            body.takes_part = false;
        }
    }
}

/// The mean time of the impacts of a round, weighted by their impulses.
fn mean_time<R: Real>(contacts: &[ImpactContact<R>]) -> R {
    let mut sum = R::ZERO;
    let mut impulses = R::ZERO;
    for point in contacts.iter().flat_map(|contact| contact.points.iter().flatten()) {
        if let Some(time) = point.time {
            sum = sum + point.impulse * time;
            impulses = impulses + point.impulse;
        }
    }
    if impulses > R::ZERO { sum / impulses } else { R::ZERO }
}

/// The time from the beginning of a sub-step until two surfaces meet, at most `sub_dt`. `speed` is their relative velocity along the
/// normal, negative if they approach.
pub(super) fn time_until_contact<R: Real>(separation: R, speed: R, sub_dt: R) -> R {
    if separation > R::ZERO && speed < R::ZERO { (separation / -speed).min(sub_dt) } else { R::ZERO }
}
