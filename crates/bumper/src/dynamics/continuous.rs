//! Continuous collision: after the solver, fast bodies are swept along their motion, and stop at bodies that they would pass through.
//!
//! The narrow phase finds contacts that exist at the beginning of a step or follow from the velocities at that time. The sweep finds those
//! that it misses: of bodies that a collision has accelerated, that turn a corner into another body, or that are pulled by joints. Impacts
//! of all bodies are resolved in order of time. Each one removes the approach speed of the two bodies from their motion for the rest of the
//! step. Their velocities stay unchanged, so that the contact of the next step applies restitution and friction, unless the impact is so
//! early that the body would hardly move: then it changes the velocities, too, because the next step would start from the same situation.

use super::seats::NONE;
use super::time_of_impact::{Impact, Motion, Outcome, deepening, time_of_impact};
use super::touch::{margin, overlap};
use super::turn::{V, num};
use super::{Bodies, Figure, part::Kind};
use crate::narrow::measure::{abs, larger, smaller};
use crate::scalar::Real;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// A body is fast if it moves farther in a step than this fraction of half its thickness. Slower bodies cannot pass through others unless
/// they overlap deeply.
pub(super) const FAST: f64 = 0.5;

/// The inset of the swept shapes, as a fraction of half the thickness of the thinner body: the depth to which bodies may overlap and slide
/// along each other.
const INSET: f64 = 0.25;

/// The factor on [`INSET`] if the inset shapes overlap at the beginning: bodies that are not fast may sink in so far in a step.
const DEEPER: f64 = 3.0;

/// The separation at which swept shapes stop, as a fraction of their inset.
const TOLERANCE: f64 = 0.25;

/// The radius of the core of a part, as a fraction of half the thickness. The core is swept if the inset shapes overlap at the beginning.
const CORE: f64 = 1.0 / 16.0;

/// The fraction of the step before which an impact changes the velocities, too.
const PROGRESS: f64 = 1.0 / 8.0;

/// The number of impacts in a step after which only the core of a body is swept, because a body that overlaps several others deeply may
/// have no way out of all of them; and the number after which the body stops for the rest of the step.
const MAX_IMPACTS: [u32; 2] = [8, 16];

/// The smallest penetration depth at which a body of this half thickness is swept at any speed.
pub(super) fn sunk<R: Real>(inner: R) -> R {
    inner * num(INSET)
}

/// The motion of a body in the solver during the step, as changed by impacts.
struct Flight<R> {
    motion: Motion<R>,
    /// The velocities at the end of the step.
    velocity: V<R>,
    spin: R,
    /// The inverse mass and inverse inertia: zero for bodies that impacts do not move.
    light: [R; 2],
    impacts: u32,
}

/// A pending impact. It is outdated once either body has had another impact.
struct Event<R> {
    key: u64,
    impact: Impact<R>,
    impacts: [u32; 2],
}

/// The motions of all bodies in the solver, and the pending impacts, the earliest last.
struct Sweep<R> {
    flights: Vec<Flight<R>>,
    events: Vec<Event<R>>,
}

impl<R: Real> Bodies<R> {
    /// Sweeps all fast bodies: stops them at the time of impact with bodies that they would pass through, and lets them slide on.
    pub(super) fn sweep_fast(&mut self) {
        let movers: Vec<usize> = (0..self.solver.moving.len()).filter(|place| self.is_fast(*place)).collect();
        if movers.is_empty() {
            return;
        }
        let mut sweep = self.start_sweep();
        for &place in &movers {
            self.cover_motion(place, &sweep.flights[place].motion, R::default());
        }
        for &place in &movers {
            self.find_impacts(place, R::default(), &mut sweep);
        }
        while let Some(event) = sweep.events.pop() {
            self.resolve_impact(&event, &mut sweep);
        }
        for (moving, flight) in self.solver.moving.iter_mut().zip(&sweep.flights) {
            if flight.impacts > 0 {
                let mut moved = moving.get();
                (moved.shift, moved.turn, moved.angle) = flight.motion.end();
                (moved.velocity, moved.spin) = (flight.velocity, flight.spin);
                *moving = moved.into();
            }
        }
    }

    /// Whether a body in the solver moves so far that it has to be swept.
    fn is_fast(&self, place: usize) -> bool {
        let slot = self.solver.slots[place];
        if slot == NONE {
            return false;
        }
        let (held, moved) = (&self.held[slot as usize], self.solver.moving[place].get());
        let swing = (Vector([moved.turn.cos, moved.turn.sin]) - Vector([num(1.0), R::default()])).map(abs);
        let far = Real::sqrt(moved.shift.dot(moved.shift)) + (swing[0] + swing[1]) * held.reach;
        let always = held.bullet || self.solver.sunk[place];
        (far > held.inner * num(FAST) || always && far > R::default()) && far < R::MAX_RADIUS
    }

    /// The motions of all bodies as the solver left them, without impacts.
    fn start_sweep(&self) -> Sweep<R> {
        let flight = |(moving, slot): (&super::moving::SolverBody<R>, &u32)| {
            let (moved, none) = (moving.get(), [R::default(); 2]);
            // The entry that stands for all bodies at rest is never used here.
            let held = &self.held[if *slot == NONE { 0 } else { *slot as usize }];
            Flight {
                motion: Motion::new(held, moved.shift, moved.angle),
                velocity: moved.velocity,
                spin: moved.spin,
                light: if *slot == NONE { none } else { [held.inv_mass, held.inv_inertia] },
                impacts: 0,
            }
        };
        let flights = self.solver.moving.iter().zip(&self.solver.slots).map(flight).collect();
        Sweep { flights, events: Vec::new() }
    }

    /// The AABB of a part's motion from a time to the end of the step.
    fn swept_bounds(&self, key: u32, motion: &Motion<R>, time: R) -> Aabb<R, 2> {
        let part = &self.parts[key as usize];
        let left = num::<R>(1.0) - time;
        let (center, turn) = motion.pose(time);
        let tight = part.figure.bounds(center, turn);
        let (way, zero) = (motion.velocity.scaled(left), Vector::default());
        // Rotation moves a point by at most twice its distance from the center.
        let swing = smaller(abs(motion.spin) * left, num(2.0)) * self.held[part.body as usize].reach;
        let around = Vector::splat(swing);
        Aabb::new(tight.min() + way.zip(zero, smaller) - around, tight.max() + way.zip(zero, larger) + around)
    }

    /// Extends the AABBs of a body, also in the tree, to its motion, so that queries of other bodies find it.
    fn cover_motion(&mut self, place: usize, motion: &Motion<R>, time: R) {
        let slot = self.solver.slots[place] as usize;
        for k in 0..self.held[slot].parts.len() {
            let key = self.held[slot].parts[k];
            let swept = self.swept_bounds(key, motion, time);
            let part = &mut self.parts[key as usize];
            part.reach = part.reach.union(&swept);
            let all = part.room.union(&part.reach);
            if all.min() != part.room.min() || all.max() != part.room.max() {
                part.room = all;
                let _ = self.tree.set(key as usize, all);
                self.left.push(key);
            }
        }
    }

    /// Adds the first impact of a body with each other part after a time to the pending impacts.
    fn find_impacts(&self, place: usize, time: R, sweep: &mut Sweep<R>) {
        let slot = self.solver.slots[place];
        for &key in &self.held[slot as usize].parts {
            if self.parts[key as usize].sensor {
                continue;
            }
            let swept = self.swept_bounds(key, &sweep.flights[place].motion, time);
            let mut found = Vec::new();
            self.tree.intersect_all(&swept, |other| {
                let met = &self.parts[other];
                let [a, b] = [other.min(key as usize), other.max(key as usize)];
                // Most nearby parts are not in the way.
                if !met.sensor
                    && overlap(&met.reach, &swept)
                    && self.reaches(met, &swept)
                    && self.may_meet(a, b)
                {
                    found.push((a as u64) << 32 | b as u64);
                }
            });
            for key in found {
                if let Some(event) = self.next_impact(key, time, &sweep.flights) {
                    // Ties in time are ordered by key, so that the result does not depend on the tree.
                    let later = |other: &Event<R>| {
                        let (t, u) = (other.impact.time, event.impact.time);
                        t > u || t == u && other.key > event.key
                    };
                    let place = sweep.events.partition_point(later);
                    sweep.events.insert(place, event);
                }
            }
        }
    }

    /// The index of a body in the solver, if it has one.
    fn place_in_solver(&self, slot: u32) -> Option<usize> {
        let place = self.solver.places[slot as usize];
        (place != NONE).then_some(place as usize)
    }

    /// The first impact of two parts after a time.
    fn next_impact(&self, key: u64, time: R, flights: &[Flight<R>]) -> Option<Event<R>> {
        let keys = [(key >> 32) as usize, (key & 0xffff_ffff) as usize];
        let slots = keys.map(|key| self.parts[key].body);
        let places = slots.map(|slot| self.place_in_solver(slot));
        let still = [0, 1].map(|k| self.stands(slots[k]));
        let motions = [0, 1].map(|k| places[k].map_or(&still[k], |place| &flights[place].motion));
        let light = places.map(|place| place.map_or([R::default(); 2], |place| flights[place].light));
        // Early out if neither body can be moved by an impact.
        let moves = light.iter().any(|light| light[0] > R::default());
        let fast = || self.is_fast_pair(slots, motions, self.safe_motion(slots)) || self.is_sunk(slots);
        if !moves || !fast() {
            return None;
        }
        let impacts = places.map(|place| place.map_or(0, |place| flights[place].impacts));
        let many = impacts.into_iter().any(|impacts| impacts >= MAX_IMPACTS[0]);
        let impact = match many {
            true => self.core_impact(keys, motions, time),
            false => self.part_impact(keys, motions, time),
        }?;
        Some(Event { key, impact, impacts })
    }

    /// The motion of a body that is at rest in this step.
    pub(super) fn stands(&self, slot: u32) -> Motion<R> {
        Motion::new(&self.held[slot as usize], Vector::default(), R::default())
    }

    /// Whether one of two bodies overlaps the other, which is not dynamic, so deeply that it could pass through it at any speed.
    fn is_sunk(&self, slots: [u32; 2]) -> bool {
        let sunk = |slot: u32| self.place_in_solver(slot).is_some_and(|place| self.solver.sunk[place]);
        let [a, b] = slots.map(|slot| self.held[slot as usize].is_dynamic());
        sunk(slots[0]) && !b || sunk(slots[1]) && !a
    }

    /// Which of two bodies are dynamic.
    fn dynamic(&self, slots: [u32; 2]) -> [bool; 2] {
        slots.map(|slot| self.held[slot as usize].is_dynamic())
    }

    /// The smaller half thickness of those of two bodies for which `counts` is set.
    pub(super) fn inner(&self, slots: [u32; 2], counts: [bool; 2]) -> R {
        let [a, b] =
            [0, 1].map(|k| if counts[k] { self.held[slots[k] as usize].inner } else { num(f64::INFINITY) });
        smaller(a, b)
    }

    /// The relative motion up to which two bodies cannot pass through each other in a step: a fraction of the thickness of the dynamic
    /// ones. Bodies that move less than the speculative margin have a contact already, however thin they are.
    pub(super) fn safe_motion(&self, slots: [u32; 2]) -> R {
        let [a, b] = slots.map(|slot| &self.held[slot as usize]);
        larger(self.inner(slots, self.dynamic(slots)) * num(FAST), margin(a, b))
    }

    /// Whether the relative motion of two bodies in a step is larger than `safe`. Always true for bullets that move relative to the other
    /// body.
    pub(super) fn is_fast_pair(&self, slots: [u32; 2], motions: [&Motion<R>; 2], safe: R) -> bool {
        let held = slots.map(|slot| &self.held[slot as usize]);
        let way = motions[1].velocity - motions[0].velocity;
        let swing = abs(motions[0].spin) * held[0].reach + abs(motions[1].spin) * held[1].reach;
        let far = Real::sqrt(way.dot(way)) + swing;
        let always = (held[0].bullet || held[1].bullet) && far > R::default();
        always || far > safe
    }

    /// The inset shapes of two parts and the tolerance for their time of impact. The inset is `part` times the depth to which bodies with a
    /// half thickness of `inner` may overlap; if both bodies count, each shape gets half of it.
    pub(super) fn inset_pair(
        &self,
        keys: [usize; 2],
        counts: [bool; 2],
        inner: R,
        part: f64,
    ) -> ([Figure<R>; 2], R) {
        let depth = inner * num(INSET * part);
        let own = if counts[0] && counts[1] { depth * num(0.5) } else { depth };
        let figures = [0, 1].map(|k| {
            let figure = &self.parts[keys[k]].figure;
            if counts[k] { figure.inset(own) } else { figure.clone() }
        });
        (figures, inner * num(INSET * TOLERANCE * part.min(1.0)))
    }

    /// The first impact of two parts of moving bodies: of their inset shapes or, if these overlap already, of the core of the smaller body
    /// with the other part.
    fn part_impact(&self, keys: [usize; 2], motions: [&Motion<R>; 2], time: R) -> Option<Impact<R>> {
        let counts = self.dynamic(keys.map(|key| self.parts[key].body));
        // Bodies with a contact in the solver may sink in farther. A body that is thinner than the speculative margin may do so by more
        // than its thickness; then only its core is swept.
        let slots = keys.map(|key| self.parts[key].body);
        let [p, q] = slots.map(|slot| &self.held[slot as usize]);
        let inner = self.inner(slots, counts);
        let thin = counts == [true, true] && inner < margin(p, q);
        let stages: &[f64] = match (self.has_contact(keys), thin) {
            (false, _) => &[1.0, DEEPER],
            (true, false) => &[DEEPER],
            (true, true) => &[],
        };
        for &part in stages {
            let ([a, b], tolerance) = self.inset_pair(keys, counts, inner, part);
            match time_of_impact([&a, &b], motions, time, tolerance) {
                Outcome::Miss => return None,
                Outcome::Hit(impact) | Outcome::Unknown(impact) => return Some(impact),
                Outcome::Overlap => {}
            }
        }
        self.core_impact(keys, motions, time)
    }

    /// Whether the solver had a contact of two parts in this step. It handles that contact, and the parts may sink into each other.
    fn has_contact(&self, keys: [usize; 2]) -> bool {
        let key = (keys[0] as u64) << 32 | keys[1] as u64;
        let found = self.contacts.binary_search_by_key(&key, |contact| contact.key);
        found.is_ok_and(|place| self.contacts[place].count > 0)
    }

    /// The first impact of the core of the smaller body with the other part, or of the only dynamic body.
    fn core_impact(&self, keys: [usize; 2], motions: [&Motion<R>; 2], time: R) -> Option<Impact<R>> {
        let parts = keys.map(|key| &self.parts[key]);
        let slots = parts.map(|part| part.body);
        let dynamic = self.dynamic(slots);
        let [p, q] = slots.map(|slot| &self.held[slot as usize]);
        let smaller = match dynamic {
            [true, true] => usize::from(q.reach < p.reach),
            [first, _] => usize::from(!first),
        };
        let radius = [p, q][smaller].inner * num(CORE);
        let core = Figure { kind: Kind::Point(parts[smaller].middle), radius };
        let figures = [0, 1].map(|k| if k == smaller { &core } else { &parts[k].figure });
        let tolerance = radius * num(TOLERANCE);
        match time_of_impact(figures, motions, time, tolerance) {
            Outcome::Miss => None,
            Outcome::Hit(impact) | Outcome::Unknown(impact) => Some(impact),
            // If it overlaps already, it may not go deeper.
            Outcome::Overlap => deepening(figures, motions, time, tolerance),
        }
    }

    /// Resolves an impact: removes the approach speed of the two bodies, and finds their next impacts.
    fn resolve_impact(&mut self, event: &Event<R>, sweep: &mut Sweep<R>) {
        let keys = [event.key >> 32, event.key & 0xffff_ffff];
        let places = keys.map(|key| self.place_in_solver(self.parts[key as usize].body));
        let impacts = places.map(|place| place.map_or(0, |place| sweep.flights[place].impacts));
        if impacts != event.impacts {
            return;
        }
        let impact = &event.impact;
        let light = places.map(|place| place.map_or([R::default(); 2], |place| sweep.flights[place].light));
        let scale = |light| num::<R>(1.0) / impact.inverse_mass(light);
        let velocities = places.map(|place| {
            place.map_or((Vector::default(), R::default()), |place| {
                let flight = &sweep.flights[place];
                (flight.velocity, flight.spin)
            })
        });
        let early = impact.time < num(PROGRESS);
        // One impulse for the motion during the step (`push`) and one for the velocities (`blow`); neither pulls. Two dynamic bodies stop
        // until the end of the step; the solver distributes the rest of the motion in the next step.
        let both = light.iter().all(|light| light[0] > R::default());
        let approach = larger(-impact.rate, R::default());
        let mut turns = light;
        for (k, lever) in impact.levers().into_iter().enumerate() {
            let Some(place) = places[k] else { continue };
            let spin = approach * scale(light) * lever * light[k][1];
            let spin = sweep.flights[place].motion.spin + if k == 0 { -spin } else { spin };
            if !sweep.flights[place].motion.may_turn(impact.time, spin) {
                turns[k][1] = R::default();
            }
        }
        let push = approach * scale(turns);
        let blow = larger(-impact.parting(velocities), R::default()) * scale(light);
        let blow = if early { blow } else { R::default() };
        for (k, lever) in impact.levers().into_iter().enumerate() {
            let Some(place) = places[k].filter(|_| light[k][0] > R::default()) else { continue };
            let flight = &mut sweep.flights[place];
            let sign = if k == 0 { num::<R>(-1.0) } else { num(1.0) };
            let change = |impulse: R, light: [R; 2]| {
                let impulse = sign * impulse;
                (impact.normal.scaled(impulse * light[0]), lever * impulse * light[1])
            };
            let ((way, turn), (velocity, spin)) = (change(push, turns[k]), change(blow, light[k]));
            flight.impacts += 1;
            (flight.velocity, flight.spin) = (flight.velocity + velocity, flight.spin + spin);
            let zero = (Vector::default(), R::default());
            let stops = both && !early || flight.impacts >= MAX_IMPACTS[1];
            let next = if stops { zero } else { (flight.motion.velocity + way, flight.motion.spin + turn) };
            flight.motion.deflect(impact.time, next.0, next.1);
            if stops {
                flight.light = [R::default(); 2];
            }
        }
        for place in places.into_iter().flatten() {
            if sweep.flights[place].impacts > 0 {
                self.cover_motion(place, &sweep.flights[place].motion, impact.time);
            }
        }
        for place in places.into_iter().flatten() {
            self.find_impacts(place, impact.time, sweep);
        }
    }
}
