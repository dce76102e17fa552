//! The contact solver: constraints are prepared once per step and solved in each sub-step.
//!
//! Soft constraints follow E. Catto, Soft Constraints, Game Developers Conference 2011. Solving with a bias that is relaxed afterwards, and
//! restitution at the end of the step, follow his Solver2D, 2024. Graph colouring, with several contacts solved in SIMD lanes, follows his
//! SIMD Matters, 2024.

mod bounce;

use super::body::RigidBody;
use super::constraint::{Block, Known, Pass};
use super::contact::Contact;
use super::continuous::sunk;
use super::lanes::Lanes;
use super::moving::{Integration, Moving, Soft, SolverBodies, SolverBody};
use super::pins::Hinges;
use super::rods::Groups;
use super::seats::{Coloured, NONE, Seat};
use super::touch::{breadth, length, meeting};
use super::turn::num;
use super::{Bodies, Part};
use crate::Vector;
use crate::narrow::measure::{abs, larger, smaller};
use crate::scalar::Real;
use alloc::vec::Vec;

/// The frequency of soft contacts in cycles per sub-step, for the effective mass of the two bodies. The penetration under a load is
/// inversely proportional to its square, so that tall towers bend if it is low. Above about a sixth, the iterations no longer keep up:
/// squeezed bodies jitter, and heavy bodies do not rest on light ones.
const CONTACT_CYCLES: f64 = 0.15;

/// The damping ratio of soft contacts: overdamped, so that they never oscillate.
const CONTACT_DAMPING: f64 = 20.0;

/// The largest correction of penetration per step, as a fraction of the breadth of the smaller dynamic body.
const PUSH_OUT: f64 = 1.0 / 16.0;

/// The smallest rolling resistance of two shapes that are not balls and touch at one point: a lever arm as a fraction of the size. With
/// twice as much, wedged bodies jitter; with half as much, more piles stay awake.
const GRIP: f64 = 1.0 / 256.0;

/// A ball that rolls a shorter distance per step than this fraction of the size, on another dynamic body, gets that rolling resistance,
/// too, and comes to rest.
const ROLLING: f64 = 1.0 / 64.0;

/// A contact with restitution.
#[derive(Clone, Copy, Debug)]
struct Bounce<R> {
    seat: Seat,
    /// The index of the contact.
    place: u32,
    back: R,
    /// The relative velocity along the normal at each point when the surfaces meet; negative if they approach.
    speeds: [R; 2],
}

/// The working data of a step. It is rebuilt in each step, and kept only to reuse its memory.
#[derive(Debug, Default)]
pub(super) struct Solver<R: Real> {
    /// The bodies in the solver: the awake dynamic ones, then one entry that stands for all bodies at rest, then the moving kinematic ones.
    pub(super) moving: Vec<SolverBody<R>>,
    pub(super) moved: usize,
    pub(super) integrations: Vec<Integration<R>>,
    /// Whether each of them overlaps a body that is not dynamic so deeply that it could pass through it at any speed.
    pub(super) sunk: Vec<bool>,
    /// The slot of each body in the solver, and the index in the solver of each slot.
    pub(super) slots: Vec<u32>,
    pub(super) places: Vec<u32>,
    /// Contact constraints by colour. Each colour has a list for two points and a list for one point.
    contacts: Coloured<Block<R>>,
    pub(super) hinges: Hinges<R>,
    pub(super) groups: Groups<R>,
    bounces: Vec<Bounce<R>>,
}

impl<R: Real> Clone for Solver<R> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<R: Real> Solver<R> {
    /// Fills the solver with the awake bodies at the beginning of a step.
    pub(super) fn begin(&mut self, held: &[RigidBody<R>], awake: &[u32], gravity: Vector<R, 2>, sub_step: R) {
        let one = num::<R>(1.0);
        self.moving.clear();
        self.integrations.clear();
        for slot in self.slots.drain(..).filter(|slot| *slot != NONE) {
            self.places[slot as usize] = NONE;
        }
        self.places.resize(held.len(), NONE);
        for moves in [true, false] {
            for &slot in awake {
                let kept = &held[slot as usize];
                if kept.is_dynamic() != moves {
                    continue;
                }
                self.places[slot as usize] = self.moving.len() as u32;
                self.slots.push(slot);
                self.moving.push(Moving::new(kept.velocity, kept.spin).into());
                let slower = |damping: R| one / (one + sub_step * damping);
                let pull = gravity.scaled(kept.gravity_scale_if_free()) + kept.force.scaled(kept.inv_mass);
                let (gain, zero) = (pull.scaled(sub_step), R::default());
                let [way, turn] = match moves {
                    true => [slower(kept.linear_damping), slower(kept.angular_damping)],
                    false => [one; 2],
                };
                let lag = gain.scaled(sub_step * num(0.5));
                self.integrations.push(Integration {
                    gain: Lanes([gain[0], gain[1], kept.torque * kept.inv_inertia * sub_step, zero]),
                    slower: Lanes([way, way, turn, zero]),
                    lag: Lanes([lag[0], lag[1], zero, zero]),
                    pace: Lanes([kept.velocity[0], kept.velocity[1], kept.spin, zero]),
                });
            }
            if moves {
                self.moved = self.moving.len();
                self.slots.push(NONE);
                self.moving.push(Moving::new(Vector::default(), R::default()).into());
                self.integrations.push(Integration::none());
            }
        }
        self.sunk.clear();
        self.sunk.resize(self.moving.len(), false);
        self.contacts.begin(self.moving.len(), self.moved);
        self.hinges.begin(self.moving.len(), self.moved);
        self.groups.begin(self.moving.len(), self.moved);
        self.bounces.clear();
    }

    /// Records that constraints act on bodies, given by their indices in the solver: their positions are integrated without the correction
    /// for constant acceleration.
    pub(super) fn bind(&mut self, places: [u32; 2]) {
        for place in places {
            self.integrations[place as usize].lag = Lanes::zero();
        }
    }

    /// The indices of two bodies in the solver. A body at rest has that of the entry that stands for all of them.
    pub(super) fn places_of(&self, bodies: [u32; 2]) -> [u32; 2] {
        let place = |body: u32| self.places[body as usize];
        bodies.map(|body| if place(body) == NONE { self.moved as u32 } else { place(body) })
    }

    /// Adds a contact constraint to a block of its colour.
    fn add(&mut self, place: u32, contact: &Contact<R>, known: &Known<R>) -> Seat {
        self.bind(known.bodies);
        let seat = self.contacts.seat(known.bodies, usize::from(contact.count == 1), Block::empty);
        self.contacts.at(seat).set(seat.lane, place, contact, known);
        seat
    }

    /// Replaces the velocities without contact impulses by the velocity changes from contacts, or the other way round. Called before and
    /// after the joints are solved, so that joint impulses do not count as contact impulses.
    pub(super) fn set_aside(&mut self) {
        for (kept, integration) in self.moving.iter().zip(&mut self.integrations) {
            integration.pace = kept.pace - integration.pace;
        }
    }

    /// The contact constraints and the bodies, borrowed separately.
    fn parted(&mut self) -> (&mut Coloured<Block<R>>, SolverBodies<'_, R>) {
        (&mut self.contacts, SolverBodies { all: &mut self.moving, moved: self.moved })
    }

    /// The joint constraints and the bodies, borrowed separately.
    pub(super) fn joints(&mut self) -> (&mut Groups<R>, &mut Hinges<R>, SolverBodies<'_, R>) {
        (&mut self.groups, &mut self.hinges, SolverBodies { all: &mut self.moving, moved: self.moved })
    }

    /// Applies the impulses of the previous step (warm starting).
    pub(super) fn warm_start(&mut self) {
        let (contacts, mut crowd) = self.parted();
        contacts.each(false, |block| block.warm_start(&mut crowd));
    }

    /// Solves all contacts with bias: corrects penetration, prevents new penetration, and applies friction. The order is reversed in every
    /// other sub-step, so that a pile does not lean to one side.
    pub(super) fn push(&mut self, pass: &Pass<R>, back: bool) {
        let (contacts, mut crowd) = self.parted();
        contacts.each(back, |block| block.push(&mut crowd, pass));
    }

    /// Solves all contacts without bias (relaxation), which removes the velocity that the correction of penetration has added, and applies
    /// friction. The order is opposite to that of `push`, so that it is not always the same contact that is solved last.
    pub(super) fn relax(&mut self, pass: &Pass<R>, back: bool) {
        let (contacts, mut crowd) = self.parted();
        contacts.each(!back, |block| block.relax(&mut crowd, pass));
    }

    /// Stores the impulses in the contacts, for warm starting in the next step, and marks contacts that had an impulse as touching.
    pub(super) fn keep(&mut self, contacts: &mut [Contact<R>]) {
        self.contacts.each(false, |block| block.keep(contacts));
    }
}

impl<R: Real> Block<R> {
    /// Stores the impulses of each lane in its contact.
    fn keep(&self, contacts: &mut [Contact<R>]) {
        for (lane, place) in self.contacts.into_iter().enumerate() {
            let Some(contact) = contacts.get_mut(place as usize) else { continue };
            let count = usize::from(contact.count);
            for (point, knot) in contact.points[..count].iter_mut().zip(&self.knots) {
                (point.push, point.total) = (knot.push.0[lane], knot.total.0[lane]);
                contact.touches |= knot.most.0[lane] > R::default();
            }
            (contact.rub, contact.total_friction) = (self.rub.0[lane], self.total_friction.0[lane]);
        }
    }
}

impl<R: Real> Bodies<R> {
    /// The bias and the softness of contacts.
    pub(super) fn pass(per_step: R) -> Pass<R> {
        let swing = num(core::f64::consts::TAU * CONTACT_CYCLES);
        let soft = Soft::new(swing, num(CONTACT_DAMPING), per_step);
        Pass { per_step, bias: soft.bias, give: soft.give }
    }

    /// Adds a constraint for each contact that has a manifold and an awake body, and records contacts with restitution and deep
    /// penetration.
    pub(super) fn prepare(&mut self, step: R) {
        for (place, contact) in (0..).zip(&mut self.contacts) {
            if contact.count == 0 || contact.sensor {
                continue;
            }
            let held = contact.bodies.map(|body| &self.held[body as usize]);
            if !held.iter().any(|held| held.is_awake()) {
                continue;
            }
            let parts = contact.parts().map(|part| &self.parts[part]);
            let places = self.solver.places_of(contact.bodies);
            let known = know(held, parts, places, step);
            let mut speeds = [R::default(); 2];
            // The relative acceleration by gravity.
            let pull = self.gravity.scaled(held[1].gravity_scale_if_free() - held[0].gravity_scale_if_free());
            for (k, point) in contact.points().iter().enumerate() {
                for side in (0..2).filter(|side| contact.stands && point.gap < -sunk(held[*side].inner)) {
                    self.solver.sunk[places[side] as usize] = true;
                }
                let speed = meeting(held, contact.normal, point.arms);
                speeds[k] = at_surface(speed, -pull.dot(contact.normal), point.gap);
            }
            contact.speed = larger(R::default(), larger(-speeds[0], -speeds[1]));
            let seat = self.solver.add(place, contact, &known);
            let back = larger(parts[0].restitution, parts[1].restitution);
            if back > R::default() {
                self.solver.bounces.push(Bounce { seat, place, back, speeds });
            }
        }
        self.solver.contacts.each(false, Block::ready);
    }
}

/// The inputs of a contact constraint: inverse masses, mixed friction, push-out speed, rolling resistance.
fn know<R: Real>([a, b]: [&RigidBody<R>; 2], [p, q]: [&Part<R>; 2], bodies: [u32; 2], step: R) -> Known<R> {
    let length = length(a, b);
    let factor = larger(p.rolling_resistance, q.rolling_resistance);
    let radius = match (p.figure.is_round(), q.figure.is_round()) {
        (true, true) => Some(smaller(p.figure.radius, q.figure.radius)),
        (true, false) => Some(p.figure.radius),
        (false, true) => Some(q.figure.radius),
        (false, false) => None,
    };
    // Balls roll freely, except slow ones on other dynamic bodies: they would roll to and fro in a heap.
    let settles = radius.is_none_or(|radius| {
        let rolled = abs(b.spin - a.spin) * radius * step;
        a.is_dynamic() && b.is_dynamic() && rolled < length * num(ROLLING)
    });
    let least = if settles { length * num(GRIP) } else { R::default() };
    Known {
        bodies,
        light: [[a.inv_mass, a.inv_inertia], [b.inv_mass, b.inv_inertia]],
        friction: Real::sqrt(p.friction * q.friction),
        push_out: breadth(a, b) * num(PUSH_OUT) / step,
        grip: larger(factor * radius.unwrap_or(length), least),
        radii: [p.figure.radius, q.figure.radius],
    }
}

/// The relative velocity when the surfaces meet: gravity accelerates approaching bodies over the remaining gap.
fn at_surface<R: Real>(speed: R, fall: R, gap: R) -> R {
    let zero = R::default();
    if speed < zero && gap > zero && fall > zero {
        return -Real::sqrt(speed * speed + (fall + fall) * gap);
    }
    speed
}

#[cfg(all(test, feature = "std"))]
mod tests;
