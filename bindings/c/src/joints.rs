//! Joints: what two bodies keep of how they lie to each other.

use crate::bodies::bumper_bodies;
use crate::bumper_status::{self, *};
use crate::query::point;
use crate::typed::{bumper_point_f32, Shaped};
use crate::{change, give, guard, read};
use engine::dynamics::{Drive, Hold, Joint, Motor, Spring};

/// What a joint keeps of how its bodies lie to each other.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_joint_kind {
    /// The distance of `at` on the first and `to` on the second: rigid; with a spring springy; with limits only a rope or a strut.
    BUMPER_DISTANCE = 0,
    /// A point: a hinge. Limits are degrees from how the two lie at the start.
    BUMPER_REVOLUTE = 1,
    /// The angle and a line along `axis`, on which the second slides. Limits are lengths from where it is at the start.
    BUMPER_PRISMATIC = 2,
    /// All: the two are one, or with springs nearly so.
    BUMPER_WELD = 3,
    /// A line along `axis`, on which the second slides and turns freely: a wheel and its suspension. The motor turns it.
    BUMPER_WHEEL = 4,
    /// A point of the second body is drawn to a target by a spring: what a hand does. The first body counts for nothing.
    BUMPER_MOUSE = 5,
}
use bumper_joint_kind::*;

/// A joint of two bodies, to be added. Begin with bumper_joint_default. Points and the axis are those of the world at that moment;
/// angles and motors are of the second body, seen from the first.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_joint {
    /// A bumper_joint_kind.
    pub kind: u32,
    /// Whether the two may collide with each other; 0 or 1.
    pub collide: u32,
    pub a: u64,
    pub b: u64,
    pub at: bumper_point_f32,
    /// Of a distance: on the second body.
    pub to: bumper_point_f32,
    /// Of any length but zero.
    pub axis: bumper_point_f32,
    /// Of a distance: the length at rest; below zero for that at the start.
    pub length: f32,
    /// Whether it has limits, a motor, a spring, a spring that keeps the angle of a weld; 0 or 1 each. What has none leaves the
    /// numbers of that alone.
    pub limited: u32,
    pub motored: u32,
    pub sprung: u32,
    pub turn_sprung: u32,
    /// From where to where it may go.
    pub lower: f32,
    pub upper: f32,
    /// The speed of the motor, in degrees a unit of time where it turns, and its largest force or torque.
    pub speed: f32,
    pub max: f32,
    /// How often the spring swings in a unit of time, and its damping ratio: at 1 it just does not swing.
    pub hertz: f32,
    pub damping: f32,
    pub turn_hertz: f32,
    pub turn_damping: f32,
}

/// What a joint does.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_joint_state {
    /// The places on both bodies, which should be one for all but distances.
    pub anchors: [bumper_point_f32; 2],
    /// The force and the torque on the second body in the last step.
    pub force: bumper_point_f32,
    pub torque: f32,
    /// How far it is along its line or its length; zero for what has neither.
    pub along: f32,
    /// The angle of the second, seen from the first, from what it was at the start.
    pub degrees: f32,
}

fn turns(kind: u32) -> bool {
    kind == BUMPER_REVOLUTE as u32 || kind == BUMPER_WHEEL as u32
}

impl bumper_joint {
    fn motor(&self) -> Option<Motor<f32>> {
        let speed = if turns(self.kind) { self.speed.to_radians() } else { self.speed };
        (self.motored != 0).then_some(Motor { speed, max: self.max })
    }

    fn drive(&self) -> Drive<f32> {
        let limits = [self.lower, self.upper];
        let limits = if self.kind == BUMPER_REVOLUTE as u32 { limits.map(f32::to_radians) } else { limits };
        Drive {
            limits: (self.limited != 0).then_some(limits),
            // The motor of a wheel joint rotates the wheel and does not act along the axis.
            motor: self.motor().filter(|_| self.kind != BUMPER_WHEEL as u32),
            spring: self.spring(),
        }
    }

    fn spring(&self) -> Option<Spring<f32>> {
        (self.sprung != 0).then_some(Spring { hertz: self.hertz, damping: self.damping })
    }

    fn hold(&self) -> Result<Hold<f32>, bumper_status> {
        let (at, axis) = (self.at.shape(), self.axis.shape());
        Ok(match self.kind {
            k if k == BUMPER_DISTANCE as u32 => {
                if self.length.is_nan() {
                    return Err(BUMPER_NOT_A_NUMBER);
                }
                let length = (self.length >= 0.0).then_some(self.length);
                Hold::Distance { from: at, to: self.to.shape(), length, along: self.drive() }
            }
            k if k == BUMPER_REVOLUTE as u32 => Hold::Revolute { at, turn: self.drive() },
            k if k == BUMPER_PRISMATIC as u32 => Hold::Prismatic { at, axis, along: self.drive() },
            k if k == BUMPER_WELD as u32 => {
                let turn = Spring { hertz: self.turn_hertz, damping: self.turn_damping };
                let turn = (self.turn_sprung != 0).then_some(turn);
                Hold::Weld { at, spring: self.spring(), turn }
            }
            k if k == BUMPER_WHEEL as u32 => {
                Hold::Wheel { at, axis, along: self.drive(), motor: self.motor() }
            }
            k if k == BUMPER_MOUSE as u32 => {
                let spring = Spring { hertz: self.hertz, damping: self.damping };
                Hold::Mouse { at, spring, max_force: self.max }
            }
            _ => return Err(BUMPER_UNKNOWN),
        })
    }
}

/// A joint of a kind without limits, motor and springs, of bodies that do not collide with each other: at the origin, its axis along
/// x, and its spring, if it is sprung, of 5 swings a unit of time and a damping ratio of 0.7, of any force.
#[no_mangle]
pub extern "C" fn bumper_joint_default(kind: u32, a: u64, b: u64) -> bumper_joint {
    let zero = bumper_point_f32 { x: 0.0, y: 0.0 };
    bumper_joint {
        kind,
        collide: 0,
        a,
        b,
        at: zero,
        to: zero,
        axis: bumper_point_f32 { x: 1.0, y: 0.0 },
        length: -1.0,
        limited: 0,
        motored: 0,
        sprung: 0,
        turn_sprung: 0,
        lower: 0.0,
        upper: 0.0,
        speed: 0.0,
        max: f32::INFINITY,
        hertz: 5.0,
        damping: 0.7,
        turn_hertz: 5.0,
        turn_damping: 0.7,
    }
}

/// Joins two bodies. They wake.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_join(
    bodies: *mut bumper_bodies,
    joint: *const bumper_joint,
    id: *mut u64,
) -> bumper_status {
    guard(|| {
        if id.is_null() {
            return Err(BUMPER_NULL);
        }
        let (bodies, joint) = (change(bodies)?, read(joint)?);
        let (a, b) = (bodies.body(joint.a)?, bodies.body(joint.b)?);
        let of = Joint { a, b, hold: joint.hold()?, collide: joint.collide != 0 };
        let joined = bodies.of.join(&of)?;
        let Some(number) = bodies.owner.joint_number(joined.to_bits()) else {
            bodies.of.unjoin(joined);
            return Err(BUMPER_FULL);
        };
        if turns(joint.kind) {
            bodies.turning.insert(number);
        }
        give(id, number)
    })
}

/// Takes a joint out; its bodies wake.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_unjoin(bodies: *mut bumper_bodies, joint: u64) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.joint(joint)?;
        bodies.turning.remove(&joint);
        bodies.of.unjoin(id).then_some(()).ok_or(BUMPER_GONE)
    })
}

/// What a joint does.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_joint(
    bodies: *const bumper_bodies,
    joint: u64,
    state: *mut bumper_joint_state,
) -> bumper_status {
    guard(|| {
        let bodies = read(bodies)?;
        let of = bodies.of.joint(bodies.joint(joint)?).ok_or(BUMPER_GONE)?;
        let anchors = of.anchors.map(point);
        let (force, degrees) = (point(of.force), of.angle.to_degrees());
        give(state, bumper_joint_state { anchors, force, torque: of.torque, along: of.along, degrees })
    })
}

/// Gives a joint another motor: its speed, in degrees a unit of time for a hinge or a wheel, and its largest force or torque. What
/// has no motor has a largest one of 0.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_set_motor(
    bodies: *mut bumper_bodies,
    joint: u64,
    speed: f32,
    max: f32,
) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.joint(joint)?;
        let turns = bodies.turning.contains(&joint);
        let speed = if turns { speed.to_radians() } else { speed };
        let motor = if max == 0.0 { None } else { Some(Motor { speed, max }) };
        Ok(bodies.of.set_motor(id, motor)?)
    })
}

/// Moves the target of a BUMPER_MOUSE.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_set_target(
    bodies: *mut bumper_bodies,
    joint: u64,
    target: bumper_point_f32,
) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.joint(joint)?;
        Ok(bodies.of.set_target(id, target.shape())?)
    })
}
