//! Stored joints, and their preparation for the solver. A joint consists of a few constraint rows. Each row constrains the relative
//! velocity of the bodies along one direction or about the axis of rotation: it is locked, or subject to a spring, a motor or limits (E.
//! Catto, Modeling and Solving Constraints, Game Developers Conference 2009).

use super::Bodies;
use super::body::RigidBody;
use super::joint::{Drive, Hold, Joint, JointState, Motor, Spring};
use super::pins::Pin;
use super::rods::{Made, Pushed, Rod};
use super::row::{Pass, soft};
use super::turn::{V, num, quarter};
use crate::Vector;
use crate::scalar::Real;

/// A joint as it is stored between steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Link<R: Real> {
    pub(super) generation: u32,
    pub(super) alive: bool,
    pub(super) bodies: [u32; 2],
    pub(super) collide: bool,
    /// The target of a mouse joint, and its largest force.
    pub(super) target: Option<V<R>>,
    most: R,
    /// The anchors relative to the centers of mass, in the coordinates of each body; and the axis in those of the first body.
    arms: [V<R>; 2],
    axis: V<R>,
    /// The relative angle when the joint was added, and the rest length of a distance joint.
    start: R,
    rest: R,
    /// The rows that it consists of, and the springs of position and angle.
    made: Made,
    springs: [Option<Spring<R>>; 2],
    /// Limits, motor and spring of the translation and of the rotation.
    along: Option<Drive<R>>,
    turn: Option<Drive<R>>,
    /// The accumulated impulses of the last sub-step, and the duration of that sub-step.
    pub(super) pushed: Pushed<R>,
    step: R,
}

impl<R: Real> Link<R> {
    pub(super) fn new(joint: &Joint<R>, [a, b]: [&RigidBody<R>; 2]) -> Self {
        let local = |held: &RigidBody<R>, point: V<R>| held.turn.apply_inverse(point - held.center);
        let mut link = Self {
            alive: true,
            bodies: [joint.a.slot, joint.b.slot],
            collide: joint.collide,
            start: angle_of(b) - angle_of(a),
            ..Self::default()
        };
        let place = |at: V<R>| [local(a, at), local(b, at)];
        let direction = |axis: V<R>| a.turn.apply_inverse(crate::narrow::measure::unit(axis).unwrap_or(axis));
        match joint.hold {
            Hold::Distance { from, to, length, along } => {
                link.arms = [local(a, from), local(b, to)];
                let way = to - from;
                link.rest = length.unwrap_or(Real::sqrt(way.dot(way)));
                (link.made.distance, link.along) = (true, Some(along));
                link.made.rod = along == Drive::default();
            }
            Hold::Revolute { at, turn } => {
                (link.arms, link.made.pin, link.turn) = (place(at), true, Some(turn));
            }
            Hold::Prismatic { at, axis, along } => {
                (link.arms, link.axis) = (place(at), direction(axis));
                (link.made.rail, link.made.stiff, link.along) = (true, true, Some(along));
            }
            Hold::Weld { at, spring, turn } => {
                (link.arms, link.made.pin, link.made.stiff) = (place(at), true, true);
                link.springs = [spring, turn];
            }
            Hold::Wheel { at, axis, along, motor } => {
                (link.arms, link.axis) = (place(at), direction(axis));
                (link.made.rail, link.along) = (true, Some(along));
                link.turn = Some(Drive { motor, ..Drive::default() });
            }
            Hold::Mouse { at, spring, max_force } => {
                (link.arms, link.most) = (place(at), max_force);
                (link.made.pin, link.made.hand) = (true, true);
                (link.springs[0], link.target, link.collide) = (Some(spring), Some(at), true);
            }
        }
        for (spring, drive) in link.springs.iter_mut().zip([link.along, link.turn]) {
            *spring = spring.or(drive.and_then(|drive| drive.spring));
        }
        (link.made.along, link.made.turn) = (link.along.is_some(), link.turn.is_some());
        link
    }

    /// The two bodies; `None` for a removed joint, and for a mouse joint, which acts on one body only.
    pub(super) fn pair(&self) -> Option<[u32; 2]> {
        (self.alive && self.target.is_none()).then_some(self.bodies)
    }

    /// A number for the kind of the joint. It does not depend on the motor, which may be changed.
    pub(super) fn kind_bits(&self) -> u64 {
        let made = &self.made;
        [made.pin, made.rail, made.stiff, made.distance, made.hand, self.along.is_some(), self.turn.is_some()]
            .into_iter()
            .fold(0, |bits, bit| bits << 1 | u64::from(bit))
    }

    /// Whether it has a motor that can move its bodies. A motor with a speed of zero is a brake and does not count.
    pub(super) fn has_active_motor(&self) -> bool {
        let motors = [self.along, self.turn].into_iter().flatten().filter_map(|drive| drive.motor);
        motors.into_iter().any(|motor| motor.speed != R::default() && motor.max > R::default())
    }

    pub(super) fn ordered(&self) -> (u32, u32) {
        let [a, b] = self.bodies;
        (a.min(b), a.max(b))
    }

    pub(super) fn set_motor(&mut self, motor: Option<Motor<R>>) {
        // A wheel joint has two: this sets the one that rotates the wheel.
        let turns = self.turn.as_mut().map(|drive| (drive, &mut self.pushed.turn));
        let slides = self.along.as_mut().map(|drive| (drive, &mut self.pushed.along));
        if let Some((drive, pushed)) = turns.or(slides) {
            drive.motor = motor;
            if motor.is_none() {
                pushed[1] = R::default();
            }
            // A motor drives the length of a distance joint, which is otherwise fixed without limits and spring.
            let fixed = self.made.distance && *drive == Drive::default();
            if self.made.rod != fixed {
                (self.made.rod, pushed[0]) = (fixed, R::default());
            }
        }
    }

    /// Whether it is a revolute joint without limits, motor and spring.
    fn is_plain(&self) -> bool {
        self.made.pin && self.turn == Some(Drive::default())
    }

    /// The rotated anchors relative to the centers of mass, and the vector from the center of the first body (or the target) to that of the
    /// second.
    fn lie(&self, [a, b]: [&RigidBody<R>; 2]) -> ([V<R>; 2], V<R>) {
        let first = if self.made.hand { V::default() } else { a.turn.apply(self.arms[0]) };
        ([first, b.turn.apply(self.arms[1])], b.center - self.target.unwrap_or(a.center))
    }

    /// The angle of the second body relative to the first, minus the initial one.
    fn angle(&self, [a, b]: [&RigidBody<R>; 2]) -> R {
        angle_of(b) - angle_of(a) - self.start
    }

    /// The direction of the free translation, and the coordinate of the joint along it.
    fn free(&self, a: &RigidBody<R>, apart: V<R>) -> (V<R>, R) {
        if !self.made.distance {
            let axis = a.turn.apply(self.axis);
            return (axis, apart.dot(axis));
        }
        let unit = crate::narrow::measure::unit(apart).unwrap_or(Vector([num(1.0), R::default()]));
        (unit, Real::sqrt(apart.dot(apart)))
    }

    /// The state of the joint for the current poses of its bodies.
    pub(super) fn state(&self, [a, b]: [&RigidBody<R>; 2]) -> JointState<R> {
        let zero = R::default();
        let (arms, offset) = self.lie([a, b]);
        let (way, place) = self.free(a, offset + (arms[1] - arms[0]));
        let sum = |[spring, motor, low, high]: [R; 4]| spring + motor + low - high;
        let pushed = &self.pushed;
        let rate = if self.step > zero { num::<R>(1.0) / self.step } else { zero };
        let linear = pushed.pin + way.scaled(sum(pushed.along)) + quarter(way).scaled(pushed.rail);
        JointState {
            anchors: [self.target.unwrap_or(a.center) + arms[0], b.center + arms[1]],
            force: linear.scaled(rate),
            torque: (pushed.stiff + sum(pushed.turn)) * rate,
            along: if self.along.is_some() { place } else { zero },
            angle: self.angle([a, b]),
        }
    }
}

impl<R: Real> Bodies<R> {
    /// Prepares the joints of awake dynamic bodies for the solver.
    pub(super) fn prepare_links(&mut self, sub_step: R) {
        self.linked = false;
        for &place in &self.awake_links {
            let link = &mut self.links[place as usize];
            if !link.alive {
                continue;
            }
            let held = link.bodies.map(|body| &self.held[body as usize]);
            let moves = held.map(|held| held.is_dynamic() && held.is_awake());
            if !(moves[0] && !link.made.hand || moves[1]) {
                continue;
            }
            let mut bodies = self.solver.places_of(link.bodies);
            let mut light = held.map(|held| [held.inv_mass, held.inv_inertia]);
            if link.made.hand {
                // A mouse joint has no effect on its first body.
                (bodies[0], light[0]) = (self.solver.moved as u32, [R::default(); 2]);
            }
            self.solver.bind(bodies);
            (self.linked, link.step) = (true, sub_step);
            let (arms, offset) = link.lie(held);
            let pin = Pin { link: place, bodies, arms, offset, light, pushed: link.pushed.pin };
            if link.is_plain() {
                self.solver.hinges.add(&pin);
                continue;
            }
            let rod = Rod {
                pin,
                axis: held[0].turn.apply(link.axis),
                angle: if link.made.turn || link.made.stiff { link.angle(held) } else { R::default() },
                rest: link.rest,
                drives: [link.along, link.turn],
                softs: link.springs.map(|spring| spring.map(|spring| soft(spring, sub_step))),
                most: link.most,
                pushed: &link.pushed,
                step: sub_step,
            };
            self.solver.groups.add(link.made, &rod);
        }
    }

    /// Solves all joints once. With `corrects`, applies the warm-starting impulses first and corrects position errors by soft constraints;
    /// otherwise relaxes, that is, solves without position correction.
    pub(super) fn hold_links(&mut self, sub_step: R, corrects: bool) {
        if !self.linked {
            return;
        }
        self.solver.set_aside();
        let (groups, hinges, mut crowd) = self.solver.joints();
        if corrects {
            groups.warm_start(&mut crowd, sub_step);
            hinges.warm_start(&mut crowd, sub_step);
        }
        let pass = Pass::new(sub_step, corrects);
        groups.hold(&mut crowd, &pass);
        hinges.hold(&mut crowd, &pass.lock);
        self.solver.set_aside();
    }
}

fn angle_of<R: Real>(held: &RigidBody<R>) -> R {
    held.turn.angle() + num(f64::from(held.turns) * core::f64::consts::TAU)
}
