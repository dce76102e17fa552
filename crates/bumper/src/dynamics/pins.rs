//! Revolute joints without limits, motors and springs, which are most joints: solved in SIMD lanes.

use super::Bodies;
use super::lanes::{Lanes, WIDE, Wide};
use super::moving::{Places, Soft, SolverBodies, Velocities, worth};
use super::row::{Light, Softs};
use super::seats::{Coloured, NONE};
use super::turn::V;
use crate::Vector;
use crate::scalar::Real;

/// Revolute constraints in SIMD lanes, for one solver block. No dynamic body is in two lanes of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pins<R> {
    links: [u32; WIDE],
    pub(super) bodies: [[u32; WIDE]; 2],
    /// The anchors relative to the centers of mass, and the vector from the first center to the second, at the beginning of the step.
    arms: [Wide<R>; 2],
    offset: Wide<R>,
    /// The inverse mass and the inverse inertia of each body.
    pub(super) light: Light<R>,
    pub(super) pushed: Wide<R>,
}

/// A revolute constraint before it is put into a block.
pub(super) struct Pin<R> {
    pub(super) link: u32,
    pub(super) bodies: [u32; 2],
    pub(super) arms: [V<R>; 2],
    pub(super) offset: V<R>,
    pub(super) light: [[R; 2]; 2],
    pub(super) pushed: V<R>,
}

/// The plain revolute constraints of a step, with their graph colouring.
#[derive(Debug, Default)]
pub(super) struct Hinges<R: Real>(Coloured<Pins<R>>);

impl<R: Real> Hinges<R> {
    /// Removes all constraints, for a step with this number of bodies in the solver. The first `moved` of them are dynamic.
    pub(super) fn begin(&mut self, bodies: usize, moved: usize) {
        self.0.begin(bodies, moved);
    }

    pub(super) fn add(&mut self, pin: &Pin<R>) {
        let seat = self.0.seat(pin.bodies, 0, Pins::empty);
        self.0.at(seat).put(seat.lane, pin);
    }

    /// Applies the impulses of the previous sub-step, except for bodies that rotated too far: see [`worth`].
    pub(super) fn warm_start(&mut self, crowd: &mut SolverBodies<R>, sub_step: R) {
        self.0.each(false, |pins| pins.warm_start(crowd, sub_step));
    }

    /// Solves all constraints once.
    pub(super) fn hold(&mut self, crowd: &mut SolverBodies<R>, soft: &Soft<R>) {
        self.0.each(false, |pins| pins.hold(crowd, soft));
    }
}

impl<R: Real> Pins<R> {
    pub(super) fn empty(still: u32) -> Self {
        let (none, zero) = (Wide::zero(), Lanes::zero());
        Self {
            links: [NONE; WIDE],
            bodies: [[still; WIDE]; 2],
            arms: [none; 2],
            offset: none,
            light: [[zero; 2]; 2],
            pushed: none,
        }
    }

    pub(super) fn put(&mut self, lane: usize, pin: &Pin<R>) {
        self.links[lane] = pin.link;
        for side in 0..2 {
            self.bodies[side][lane] = pin.bodies[side];
            self.arms[side].put(lane, pin.arms[side]);
            for k in 0..2 {
                self.light[side][k].0[lane] = pin.light[side][k];
            }
        }
        self.offset.put(lane, pin.offset);
        self.pushed.put(lane, pin.pushed);
    }

    /// The current anchors relative to the centers of mass, and the vector from the first anchor to the second.
    #[inline]
    pub(super) fn lie(&self, m: &Places<R>, n: &Places<R>) -> ([Wide<R>; 2], Wide<R>) {
        let (r, s) = (self.arms[0].turned(m.cos, m.sin), self.arms[1].turned(n.cos, n.sin));
        ([r, s], self.offset + (n.shift - m.shift) + (s - r))
    }

    #[inline]
    pub(super) fn apply(&self, [p, q]: [&mut Velocities<R>; 2], [r, s]: [Wide<R>; 2], impulse: Wide<R>) {
        let [[a, i], [b, j]] = self.light;
        p.velocity = p.velocity - impulse.scaled(a);
        p.spin = p.spin - r.cross(impulse) * i;
        q.velocity = q.velocity + impulse.scaled(b);
        q.spin = q.spin + s.cross(impulse) * j;
    }

    #[inline]
    fn warm_start(&mut self, crowd: &mut SolverBodies<R>, sub_step: R) {
        let (m, n) = (crowd.places(&self.bodies[0]), crowd.places(&self.bodies[1]));
        let [mut p, mut q] = [crowd.paces(&self.bodies[0]), crowd.paces(&self.bodies[1])];
        let (arms, _) = self.lie(&m, &n);
        let worth =
            |side: usize, spin: Lanes<R>| worth(spin * Lanes::all(sub_step), arms[side], self.light[side]);
        self.pushed = self.pushed.scaled(worth(0, p.spin) * worth(1, q.spin));
        self.apply([&mut p, &mut q], arms, self.pushed);
        crowd.take(&self.bodies[0], &p);
        crowd.take(&self.bodies[1], &q);
    }

    #[inline]
    fn hold(&mut self, crowd: &mut SolverBodies<R>, soft: &Soft<R>) {
        let (m, n) = (crowd.places(&self.bodies[0]), crowd.places(&self.bodies[1]));
        let [mut p, mut q] = [crowd.paces(&self.bodies[0]), crowd.paces(&self.bodies[1])];
        let (arms, apart) = self.lie(&m, &n);
        let next = self.held([&p, &q], (arms, apart), &Softs::all(soft));
        self.change([&mut p, &mut q], arms, next);
        crowd.take(&self.bodies[0], &p);
        crowd.take(&self.bodies[1], &q);
    }

    /// The matrix K, which maps an impulse at the anchors to the change of their relative velocity. It is symmetric: entries xx, yy and xy.
    #[inline]
    fn matrix(&self, [r, s]: [Wide<R>; 2]) -> [Lanes<R>; 3] {
        let [[a, i], [b, j]] = self.light;
        let (sum, [rx, ry], [sx, sy]) = (a + b, r.0, s.0);
        let (xx, yy) = (sum + i * ry * ry + j * sy * sy, sum + i * rx * rx + j * sx * sx);
        [xx, yy, -(i * rx * ry + j * sx * sy)]
    }

    /// The change of the relative angular velocity per unit of angular impulse that the point constraint cancels (the Schur complement of
    /// its matrix).
    #[inline]
    pub(super) fn response(&self, [r, s]: [Wide<R>; 2]) -> Lanes<R> {
        let [[_, i], [_, j]] = self.light;
        let [xx, yy, xy] = self.matrix([r, s]);
        let (whole, zero) = (xx * yy - xy * xy, Lanes::zero());
        // The relative velocity of the anchors after an angular impulse of 1.
        let Wide([x, y]) = r.quarter().scaled(i) + s.quarter().scaled(j);
        let taken = yy * x * x - (xy + xy) * x * y + xx * y * y;
        whole.above(zero, [taken / whole, zero])
    }

    /// The accumulated impulses after one iteration. Both coordinates are solved together, with the inverse of the matrix K.
    #[inline]
    pub(super) fn held(
        &self,
        [p, q]: [&Velocities<R>; 2],
        ([r, s], apart): ([Wide<R>; 2], Wide<R>),
        soft: &Softs<R>,
    ) -> Wide<R> {
        let [xx, yy, xy] = self.matrix([r, s]);
        let whole = xx * yy - xy * xy;
        // No impulse if neither body can be moved.
        let scale = whole.above(Lanes::zero(), [soft.mass / whole, Lanes::zero()]);
        let at = |paces: &Velocities<R>, arm: Wide<R>| paces.velocity + arm.quarter().scaled(paces.spin);
        let Wide([x, y]) = at(q, s) - at(p, r) + apart.scaled(soft.bias);
        let solved = Wide([yy * x - xy * y, xx * y - xy * x]).scaled(scale);
        self.pushed - (solved + self.pushed.scaled(soft.impulse))
    }

    /// Sets the accumulated impulses and applies the difference from the old ones.
    #[inline]
    pub(super) fn change(&mut self, paces: [&mut Velocities<R>; 2], arms: [Wide<R>; 2], next: Wide<R>) {
        let impulse = next - self.pushed;
        self.pushed = next;
        self.apply(paces, arms, impulse);
    }

    /// Calls `each` with the lane, the index of the joint and the accumulated impulse of each constraint.
    pub(super) fn each(&self, mut each: impl FnMut(usize, usize, V<R>)) {
        for (lane, link) in self.links.into_iter().enumerate().filter(|(_, link)| *link != NONE) {
            let [x, y] = self.pushed.0;
            each(lane, link as usize, Vector([x.0[lane], y.0[lane]]));
        }
    }
}

impl<R: Real> Bodies<R> {
    /// Stores the impulses for warm starting in the next step.
    pub(super) fn keep_pins(&mut self) {
        let links = &mut self.links;
        self.solver.hinges.0.each(false, |pins| pins.each(|_, link, pushed| links[link].pushed.pin = pushed));
    }
}
