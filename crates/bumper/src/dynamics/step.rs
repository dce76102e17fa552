//! The simulation step: the order of its phases, integration of velocities and positions, and write-back to the bodies.

use super::body::RigidBody;
use super::lanes::{Lanes, WIDE, Wide, columns, rows};
use super::moving::{Integration, Moving, SolverBody};
use super::seats::NONE;
use super::solve::Solver;
use super::time_of_impact::MAX_TURN;
use super::turn::{between, num};
use super::{Bodies, SUB_STEPS};
use crate::Vector;
use crate::narrow::measure::abs;
use crate::scalar::Real;
use crate::vector::from_fn;

/// The largest rotation per sub-step in radians.
const MOST_TURN: f64 = MAX_TURN / SUB_STEPS as f64;

impl<R: Real> Bodies<R> {
    /// Advances the simulation by a time step. Does nothing if `step` is not positive and finite. Use the same step every time: stacks that
    /// are at rest then stay at rest.
    ///
    /// Costs O(n) for awake bodies and their contacts, and O(n log n) if bodies move to new neighbours. Allocates if lists grow, and for
    /// short-lived lists of the narrow phase and of sleep.
    pub fn step(&mut self, step: R) {
        if !(step > R::default() && step < num(f64::INFINITY)) {
            return;
        }
        let sub_step = step * num(1.0 / f64::from(SUB_STEPS));
        self.gone.drain(..self.told);
        let woken = self.list_awake();
        self.find_pairs(step);
        let mut contacts = core::mem::take(&mut self.contacts);
        let touched = self.touch_all(&mut contacts, step);
        self.contacts = contacts;
        self.wake_touched(touched, woken, step);
        self.join_seams();

        self.solver.begin(&self.held, &self.awake, self.gravity, sub_step);
        self.prepare(step);
        self.prepare_links(sub_step);
        let pass = Self::pass(num::<R>(1.0) / sub_step);
        for k in 0..SUB_STEPS {
            self.solver.accelerate();
            if k == 0 {
                self.solver.warm_start();
            }
            self.hold_links(sub_step, true);
            self.solver.push(&pass, k % 2 == 1);
            self.solver.move_on(sub_step);
            self.hold_links(sub_step, false);
            self.solver.relax(&pass, k % 2 == 1);
        }
        self.bounce(step);
        self.solver.keep(&mut self.contacts);
        self.keep_pins();
        self.keep_rods();
        self.finish();
        self.fall_asleep(step);
        self.told = self.gone.len();
    }

    /// Applies continuous collision, finds sensors that were crossed within the step, and writes the final state back to the bodies.
    fn finish(&mut self) {
        self.sweep_fast();
        self.note_crossings();
        for place in 0..self.solver.moving.len() {
            let (slot, moved) = (self.solver.slots[place], self.solver.moving[place].get());
            // The entry that stands for all bodies at rest has no body.
            if slot != NONE {
                self.held[slot as usize].arrive(&moved);
            }
        }
    }
}

impl<R: Real> Solver<R> {
    /// Integrates forces, gravity and implicit damping, and warm-starts the contacts.
    ///
    /// The lever arms of contacts are fixed during a step, so the impulses of the previous sub-step would change the velocity by the same
    /// amount again. Adding that change, the difference from the velocity without contacts, warm-starts every contact without visiting it.
    fn accelerate(&mut self) {
        for (kept, integration) in self.moving.iter_mut().zip(&mut self.integrations) {
            let given = kept.pace - integration.pace;
            integration.pace = (kept.pace + integration.gain) * integration.slower;
            kept.pace = integration.pace + given;
        }
    }

    /// Integrates the positions of all bodies, several at a time.
    fn move_on(&mut self, sub_step: R) {
        let (several, last) = self.moving.as_chunks_mut::<WIDE>();
        let (integrations, last_urges) = self.integrations.as_chunks_mut::<WIDE>();
        several
            .iter_mut()
            .zip(integrations)
            .for_each(|(kept, integrations)| move_several(kept, integrations, sub_step));
        let (last, last_urges) = (last.as_chunks_mut::<1>().0, last_urges.as_chunks_mut::<1>().0);
        last.iter_mut()
            .zip(last_urges)
            .for_each(|(kept, integration)| move_several(kept, integration, sub_step));
    }
}

/// Integrates the positions of several bodies over a sub-step. Angular velocities are clamped to [`MOST_TURN`] per sub-step.
fn move_several<R: Real, const W: usize>(
    kept: &mut [SolverBody<R>; W],
    integrations: &mut [Integration<R>; W],
    sub_step: R,
) {
    let (most, step) = (Lanes::of(MOST_TURN), Lanes::all(sub_step));
    let [x, y, mut spin, angle] = columns::<R, W>(&from_fn(|k| kept[k].pace.0));
    let [right, up, cos, sin] = columns::<R, W>(&from_fn(|k| kept[k].place.0));
    let [lag_x, lag_y, ..] = columns::<R, W>(&from_fn(|k| integrations[k].lag.0));
    let swing = spin * step;
    let by = swing.larger(-most).smaller(most);
    if swing.0 != by.0 {
        for (k, integration) in integrations.iter_mut().enumerate() {
            if abs(swing.0[k]) > num(MOST_TURN) {
                let slower = by.0[k] / sub_step;
                integration.pace.0[2] = integration.pace.0[2] + (slower - spin.0[k]);
                spin.0[k] = slower;
            }
        }
    }
    let Wide([next_cos, next_sin]) = Wide::turn(by);
    let paces = rows([&x, &y, &spin, &(angle + by)]);
    let places = rows([
        &(right + (x * step - lag_x)),
        &(up + (y * step - lag_y)),
        &(next_cos * cos - next_sin * sin),
        &(next_sin * cos + next_cos * sin),
    ]);
    for k in 0..W {
        kept[k] = SolverBody { pace: Lanes(paces[k]), place: Lanes(places[k]) };
    }
}

impl<R: Real> RigidBody<R> {
    /// Stores the pose and the velocities at the end of the step, clears forces, and counts full turns.
    fn arrive(&mut self, moved: &Moving<R>) {
        let limit = R::MAX_RADIUS;
        let known = |number: R| abs(number) <= limit;
        let within = |number: R| between(number, -limit, limit);
        (self.force, self.torque) = (Vector::default(), R::default());
        let shift = moved.shift;
        let numbers = [moved.velocity[0], moved.velocity[1], moved.spin, shift[0], shift[1], moved.turn.cos];
        if !numbers.into_iter().all(known) {
            // Out of range or NaN: the body keeps its pose and stops.
            (self.velocity, self.spin) = (Vector::default(), R::default());
            return;
        }
        self.velocity = moved.velocity;
        self.spin = moved.spin;
        self.center = (self.center + shift).map(within);
        let way = moved.turn;
        let next = self.turn.then(way).mended();
        let (was, is) = (self.turn.sin < R::default(), next.sin < R::default());
        match way.sin > R::default() {
            true if !was && is => self.turns = self.turns.wrapping_add(1),
            false if was && !is => self.turns = self.turns.wrapping_sub(1),
            _ => {}
        }
        self.turn = next;
    }

    /// The gravity scale of a dynamic body; zero for others.
    pub(super) fn gravity_scale_if_free(&self) -> R {
        if self.is_dynamic() { self.gravity_scale } else { R::default() }
    }
}
