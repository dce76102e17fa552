//! The solver for all joints except plain revolute joints. Joints with the same rows are solved together in SIMD lanes.

use super::Bodies;
use super::joint::Drive;
use super::lanes::{Lanes, Wide};
use super::moving::{Places, Soft, SolverBodies, worth};
use super::pins::{Pin, Pins};
use super::row::{Drives, Pass, Row, Softs};
use super::seats::Coloured;
use super::turn::V;
use crate::Vector;
use crate::scalar::Real;
use crate::vector::from_fn;
use alloc::vec::Vec;

/// The rows that a joint consists of: a point constraint (`pin`), a locked direction (`rail`), a locked angle (`stiff`), and a translation
/// (`along`) and rotation (`turn`) with spring, motor or limits. Groups of joints are solved in the order of these values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Made {
    pub(super) pin: bool,
    pub(super) rail: bool,
    pub(super) stiff: bool,
    pub(super) along: bool,
    pub(super) turn: bool,
    /// Whether the direction is that from one anchor to the other, and whether their distance is fixed.
    pub(super) distance: bool,
    pub(super) rod: bool,
    /// Whether it is a mouse joint, with a largest force.
    pub(super) hand: bool,
}

/// The accumulated impulses of a joint, one member per row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pushed<R: Real> {
    pub(super) pin: V<R>,
    pub(super) rail: R,
    pub(super) stiff: R,
    /// The impulses of spring, motor, lower limit and upper limit, of the translation and of the rotation.
    pub(super) along: [R; 4],
    pub(super) turn: [R; 4],
}

impl<R: Real> Pushed<R> {
    pub(super) fn to_array(self) -> [R; 12] {
        let ([s, m, l, h], [t, n, j, k]) = (self.along, self.turn);
        [self.pin[0], self.pin[1], self.rail, self.stiff, s, m, l, h, t, n, j, k]
    }

    pub(super) fn take(&mut self, from: &[R; 12]) {
        let [x, y, rail, stiff, s, m, l, h, t, n, j, k] = *from;
        *self = Self { pin: Vector([x, y]), rail, stiff, along: [s, m, l, h], turn: [t, n, j, k] };
    }
}

/// A joint before it is put into a block.
pub(super) struct Rod<'r, R: Real> {
    pub(super) pin: Pin<R>,
    /// The axis in the world, the angle of the joint, and the rest length of a distance joint.
    pub(super) axis: V<R>,
    pub(super) angle: R,
    pub(super) rest: R,
    /// Limits, motor and spring of the translation and of the rotation, and the springs of position and angle as soft constraints.
    pub(super) drives: [Option<Drive<R>>; 2],
    pub(super) softs: [Option<Soft<R>>; 2],
    pub(super) most: R,
    pub(super) pushed: &'r Pushed<R>,
    pub(super) step: R,
}

/// Joints with the same rows in SIMD lanes, for one solver block. No dynamic body is in two lanes of a block.
#[derive(Clone, Copy, Debug)]
struct Rods<R> {
    pins: Pins<R>,
    axis: Wide<R>,
    angle: Lanes<R>,
    rest: Lanes<R>,
    along: Drives<R>,
    turn: Drives<R>,
    softs: [Softs<R>; 2],
    /// Above zero if the joint has no such spring: the row is then rigid.
    firm: [Lanes<R>; 2],
    most: Lanes<R>,
    rail: Lanes<R>,
    stiff: Lanes<R>,
}

/// The joints that have the same rows, with their graph colouring.
type Group<R> = (Made, Coloured<Rods<R>>);

/// The joints of a step, grouped by their rows and sorted.
#[derive(Debug, Default)]
pub(super) struct Groups<R: Real> {
    all: Vec<Group<R>>,
    /// The number of bodies in the solver, and the number of dynamic ones.
    counts: [usize; 2],
}

impl<R: Real> Groups<R> {
    /// Removes all joints, for a step with this number of bodies in the solver. The first `moved` of them are dynamic.
    pub(super) fn begin(&mut self, bodies: usize, moved: usize) {
        self.counts = [bodies, moved];
        self.all.iter_mut().for_each(|(_, group)| group.begin(bodies, moved));
    }

    pub(super) fn add(&mut self, made: Made, rod: &Rod<'_, R>) {
        // Groups are sorted, so that the order of solving does not depend on earlier steps.
        let place = self.all.binary_search_by_key(&made, |(other, _)| *other).unwrap_or_else(|place| {
            let mut group = Coloured::default();
            group.begin(self.counts[0], self.counts[1]);
            self.all.insert(place, (made, group));
            place
        });
        let group = &mut self.all[place].1;
        let seat = group.seat(rod.pin.bodies, 0, Rods::empty);
        group.at(seat).put(seat.lane, rod);
    }

    /// Applies the impulses of the previous sub-step, except for bodies that rotated too far: see [`worth`].
    pub(super) fn warm_start(&mut self, crowd: &mut SolverBodies<R>, sub_step: R) {
        for (made, group) in &mut self.all {
            group.each(false, |rods| rods.warm_start(*made, crowd, sub_step));
        }
    }

    /// Solves all joints once.
    pub(super) fn hold(&mut self, crowd: &mut SolverBodies<R>, pass: &Pass<R>) {
        for (made, group) in &mut self.all {
            group.each(false, |rods| rods.hold(*made, crowd, pass));
        }
    }
}

impl<R: Real> Rods<R> {
    fn empty(still: u32) -> Self {
        let (zero, one) = (Lanes::zero(), Lanes::of(1.0));
        let none = Softs { bias: zero, mass: zero, impulse: zero };
        Self {
            pins: Pins::empty(still),
            axis: Wide::zero(),
            angle: zero,
            rest: zero,
            along: Drives::none(),
            turn: Drives::none(),
            softs: [none; 2],
            firm: [one; 2],
            most: zero,
            rail: zero,
            stiff: zero,
        }
    }

    fn put(&mut self, lane: usize, rod: &Rod<'_, R>) {
        self.pins.put(lane, &rod.pin);
        self.axis.put(lane, rod.axis);
        (self.angle.0[lane], self.rest.0[lane], self.most.0[lane]) =
            (rod.angle, rod.rest, rod.most * rod.step);
        let pushed = [rod.pushed.along, rod.pushed.turn];
        for ((drives, drive), pushed) in
            [&mut self.along, &mut self.turn].into_iter().zip(&rod.drives).zip(pushed)
        {
            if let Some(drive) = drive {
                drives.put(lane, drive, rod.step, pushed);
            }
        }
        for (k, soft) in rod.softs.iter().enumerate() {
            if let Some(soft) = soft {
                self.softs[k].put(lane, *soft);
                self.firm[k].0[lane] = R::default();
            }
        }
        (self.rail.0[lane], self.stiff.0[lane]) = (rod.pushed.rail, rod.pushed.stiff);
    }

    /// The direction of the free translation, and the coordinate of the joint along it.
    #[inline]
    fn free(&self, made: Made, m: &Places<R>, apart: Wide<R>) -> (Wide<R>, Lanes<R>) {
        if !made.distance {
            let axis = self.axis.turned(m.cos, m.sin);
            return (axis, apart.dot(axis));
        }
        let (zero, one, length) = (Lanes::zero(), Lanes::of(1.0), root(apart.dot(apart)));
        // If the anchors coincide, any direction will do.
        let Wide([x, y]) = apart.scaled(one / length);
        (Wide([length.above(zero, [x, one]), length.above(zero, [y, zero])]), length)
    }

    #[inline]
    fn warm_start(&mut self, made: Made, crowd: &mut SolverBodies<R>, sub_step: R) {
        let (bodies, light) = (self.pins.bodies, self.pins.light);
        let (m, n) = (crowd.places(&bodies[0]), crowd.places(&bodies[1]));
        let (mut p, mut q) = (crowd.paces(&bodies[0]), crowd.paces(&bodies[1]));
        let ([r, s], apart) = self.pins.lie(&m, &n);
        // The lever arm of the first body in a prismatic or wheel joint ends at the current anchor of the second one.
        let lever = if made.rail { r + apart } else { r };
        let step = Lanes::all(sub_step);
        self.times(worth(p.spin * step, lever, light[0]) * worth(q.spin * step, s, light[1]));
        if made.along {
            let (way, levers) = (self.free(made, &m, apart).0, [apart + r, s]);
            Row::along(way, levers, light).push(&mut p, &mut q, self.along.sum());
            if made.rail {
                Row::along(way.quarter(), levers, light).push(&mut p, &mut q, self.rail);
            }
        }
        if made.stiff || made.turn {
            Row::turning(light).push(&mut p, &mut q, self.stiff + self.turn.sum());
        }
        if made.pin {
            self.pins.apply([&mut p, &mut q], [r, s], self.pins.pushed);
        }
        crowd.take(&bodies[0], &p);
        crowd.take(&bodies[1], &q);
    }

    /// Multiplies all impulses by a factor.
    #[inline]
    fn times(&mut self, by: Lanes<R>) {
        self.pins.pushed = self.pins.pushed.scaled(by);
        let drives = [&mut self.along.pushed, &mut self.turn.pushed];
        let others = [&mut self.rail, &mut self.stiff];
        drives.into_iter().flatten().chain(others).for_each(|pushed| *pushed = *pushed * by);
    }

    /// Solves the rows: motors, limits and springs first and locked rows last, so that these have the smallest error.
    #[inline]
    fn hold(&mut self, made: Made, crowd: &mut SolverBodies<R>, pass: &Pass<R>) {
        let (bodies, light) = (self.pins.bodies, self.pins.light);
        let (m, n) = (crowd.places(&bodies[0]), crowd.places(&bodies[1]));
        let (mut p, mut q) = (crowd.paces(&bodies[0]), crowd.paces(&bodies[1]));
        let lock = Softs::all(&pass.lock);
        let ([r, s], apart) = self.pins.lie(&m, &n);
        let (turning, angle) = (Row::turning(light), self.angle + q.angle - p.angle);
        if made.turn {
            // A soft point constraint cancels only a part.
            let held = if made.pin { self.pins.response([r, s]) * lock.mass } else { Lanes::zero() };
            turning.drive([&mut p, &mut q], &mut self.turn, [angle; 2], &self.softs[1], (held, pass));
        }
        if made.stiff {
            let soft = self.softs[1].or(&lock, self.firm[1]);
            turning.lock([&mut p, &mut q], angle, &soft, &mut self.stiff);
        }
        if made.along {
            let ((way, place), levers) = (self.free(made, &m, apart), [apart + r, s]);
            let (row, off) = (Row::along(way, levers, light), place - self.rest);
            if made.rod {
                row.lock([&mut p, &mut q], off, &lock, &mut self.along.pushed[0]);
            } else {
                let none = Lanes::zero();
                row.drive([&mut p, &mut q], &mut self.along, [place, off], &self.softs[0], (none, pass));
            }
            if made.rail {
                let (across, row) = (way.quarter(), Row::along(way.quarter(), levers, light));
                row.lock([&mut p, &mut q], apart.dot(across), &lock, &mut self.rail);
            }
        }
        if made.pin {
            let next = self.pins.held([&p, &q], ([r, s], apart), &self.softs[0].or(&lock, self.firm[0]));
            self.pins.change([&mut p, &mut q], [r, s], if made.hand { self.at_most(next) } else { next });
        }
        crowd.take(&bodies[0], &p);
        crowd.take(&bodies[1], &q);
    }

    /// An impulse, clamped to the largest force of a mouse joint.
    #[inline]
    fn at_most(&self, next: Wide<R>) -> Wide<R> {
        let length = root(next.dot(next));
        next.scaled(length.above(self.most, [self.most / length, Lanes::of(1.0)]))
    }

    /// Calls `each` with the index of the joint and the accumulated impulses of each joint.
    fn each(&self, mut each: impl FnMut(usize, Pushed<R>)) {
        self.pins.each(|lane, link, pin| {
            let four = |pushed: &[Lanes<R>; 4]| from_fn(|k| pushed[k].0[lane]);
            let (along, turn) = (four(&self.along.pushed), four(&self.turn.pushed));
            each(link, Pushed { pin, rail: self.rail.0[lane], stiff: self.stiff.0[lane], along, turn });
        });
    }
}

/// Square roots, lane by lane: correctly rounded, so that all builds give the same bits.
#[inline]
fn root<R: Real>(squares: Lanes<R>) -> Lanes<R> {
    Lanes(from_fn(|k| Real::sqrt(squares.0[k])))
}

impl<R: Real> Bodies<R> {
    /// Stores the impulses for warm starting in the next step.
    pub(super) fn keep_rods(&mut self) {
        let links = &mut self.links;
        for (_, group) in &mut self.solver.groups.all {
            group.each(false, |rods| rods.each(|link, pushed| links[link].pushed = pushed));
        }
    }
}
