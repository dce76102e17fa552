//! Joints that connect two bodies: hinges, sliders, springs and others.

use crate::bumper_status::{self, *};
use crate::simulation::bumper_simulation;
use crate::typed::{bumper_point_f32, point, Shaped};
use crate::{change, give, guard, read};
use engine::dynamics::{JointAxis, JointDef, JointKind, Motor, Spring, SpringForce};

/// The kind of a joint: which relative motion it prevents.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_joint_kind {
    /// A distance joint between `anchor` on the first body and `anchor_b` on the second. Without limits, spring and motor, the joint keeps
    /// its length. With a spring, the joint is elastic; with only limits, it is a rope or a strut. A motor changes the length, within the
    /// limits if there are any. Limits are distances between the anchors, which must not be negative.
    BUMPER_DISTANCE = 0,
    /// A revolute joint (hinge) at `anchor`. Its limits are angles of the second body relative to the first; the angle is 0 when the joint
    /// is added.
    BUMPER_REVOLUTE = 1,
    /// A prismatic joint (slider): fixes the relative angle, and lets the second body slide along `axis`. Its limits are distances along
    /// the axis; the distance is 0 when the joint is added.
    BUMPER_PRISMATIC = 2,
    /// A weld joint: fixes the relative position and angle, either rigidly or with springs.
    BUMPER_WELD = 3,
    /// A wheel joint: the second body slides along `axis` on a spring and rotates freely, like a wheel with a suspension. The motor rotates
    /// the wheel.
    BUMPER_WHEEL = 4,
    /// A mouse joint: a spring pulls the point `anchor` of the second body to a target. The first body is ignored.
    BUMPER_MOUSE = 5,
}
use bumper_joint_kind::*;

/// The directions in which the spring of a BUMPER_DISTANCE, BUMPER_REVOLUTE, BUMPER_PRISMATIC or BUMPER_WHEEL may exert a force.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_spring_force {
    BUMPER_SPRING_BOTH = 0,
    /// Only towards smaller lengths or angles, and only above the rest position, like an elastic rope.
    BUMPER_SPRING_PULL = 1,
    /// Only towards larger lengths or angles, and only below the rest position, like a buffer.
    BUMPER_SPRING_PUSH = 2,
}
use bumper_spring_force::*;

/// The definition of a joint between two bodies. Start from bumper_joint_def_default. Anchors and the axis are in world coordinates, at the
/// time when the joint is added; bumper_simulation_set_joint_frames sets them in the coordinates of the bodies. Angles, translations and
/// motor speeds are those of the second body relative to the first.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_joint_def {
    /// A bumper_joint_kind.
    pub kind: u32,
    /// Whether the two bodies may collide with each other; 0 or 1. The bodies of a BUMPER_MOUSE may always collide.
    pub collide_connected: u32,
    pub a: u64,
    pub b: u64,
    pub anchor: bumper_point_f32,
    /// The anchor on the second body; used only by BUMPER_DISTANCE.
    pub anchor_b: bumper_point_f32,
    /// The axis of a BUMPER_PRISMATIC or BUMPER_WHEEL, of any length except zero.
    pub axis: bumper_point_f32,
    /// The rest length of a BUMPER_DISTANCE. If negative, the rest length is the distance between the anchors when the joint is added.
    pub length: f32,
    /// Whether the joint has limits, a motor, a spring, and (for a BUMPER_WELD) a spring for the angle; 0 or 1 each. If a flag is 0, the
    /// corresponding members below are ignored. A BUMPER_MOUSE always has its spring.
    pub has_limits: u32,
    pub has_motor: u32,
    pub has_spring: u32,
    pub has_angular_spring: u32,
    /// The lower and the upper limit: angles for BUMPER_REVOLUTE, lengths for other joints. Limits of a BUMPER_DISTANCE must not be
    /// negative.
    pub lower: f32,
    pub upper: f32,
    /// The target speed of the motor, and its largest force or torque. The speed is in radians per unit of time for BUMPER_REVOLUTE and
    /// BUMPER_WHEEL, and in length per unit of time for other joints. `max_force` is also the largest force of a BUMPER_MOUSE.
    pub motor_speed: f32,
    pub max_force: f32,
    /// The frequency of each spring in cycles per unit of time, and its damping ratio. A spring with a ratio below 1 oscillates; with 1 it
    /// is critically damped.
    pub hertz: f32,
    pub damping_ratio: f32,
    pub angular_hertz: f32,
    pub angular_damping_ratio: f32,
    /// The position at which the spring rests, relative to the position when the joint was added: an angle for BUMPER_REVOLUTE, a length
    /// for other joints. For BUMPER_DISTANCE it is added to the rest length; BUMPER_WELD and BUMPER_MOUSE ignore it.
    pub spring_target: f32,
    /// A bumper_spring_force.
    pub spring_force: u32,
}

/// The state of a joint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_joint_state {
    /// The anchors on the two bodies, in world coordinates. For BUMPER_REVOLUTE and BUMPER_WELD they are equal, up to the error of the
    /// solver and the deflection of springs. For BUMPER_MOUSE the first anchor is the target.
    pub anchors: [bumper_point_f32; 2],
    /// The force and the torque that the joint exerted on the second body in the last step.
    pub force: bumper_point_f32,
    pub torque: f32,
    /// The translation along the axis of the joint, or the current length of a BUMPER_DISTANCE. Zero for all other joints.
    pub translation: f32,
    /// The angle of the second body relative to the first. It is 0 when the joint is added, or if the frames of
    /// bumper_simulation_set_joint_frames have the same angle in the world. Full turns are included.
    pub angle: f32,
    /// Whether the joint acts.
    pub enabled: bool,
}

/// The bumper_joint_kind of a joint.
fn kind_number(kind: &JointKind<f32>) -> u32 {
    let kind = match kind {
        JointKind::Distance { .. } => BUMPER_DISTANCE,
        JointKind::Revolute { .. } => BUMPER_REVOLUTE,
        JointKind::Prismatic { .. } => BUMPER_PRISMATIC,
        JointKind::Weld { .. } => BUMPER_WELD,
        JointKind::Wheel { .. } => BUMPER_WHEEL,
        JointKind::Mouse { .. } => BUMPER_MOUSE,
    };
    kind as u32
}

impl bumper_joint_def {
    fn motor(&self) -> Option<Motor<f32>> {
        (self.has_motor != 0).then_some(Motor { speed: self.motor_speed, max_force: self.max_force })
    }

    fn axis_settings(&self) -> Result<JointAxis<f32>, bumper_status> {
        let spring_force = match self.spring_force {
            force if force == BUMPER_SPRING_BOTH as u32 => SpringForce::Both,
            force if force == BUMPER_SPRING_PULL as u32 => SpringForce::Pull,
            force if force == BUMPER_SPRING_PUSH as u32 => SpringForce::Push,
            _ => return Err(BUMPER_UNKNOWN),
        };
        Ok(JointAxis {
            limits: (self.has_limits != 0).then_some([self.lower, self.upper]),
            motor: self.motor(),
            spring: self.spring(),
            spring_target: self.spring_target,
            spring_force,
        })
    }

    fn spring(&self) -> Option<Spring<f32>> {
        (self.has_spring != 0).then_some(Spring { hertz: self.hertz, damping_ratio: self.damping_ratio })
    }

    /// Converts the kind of a joint from C.
    pub fn joint_kind(&self) -> Result<JointKind<f32>, bumper_status> {
        let anchor = self.anchor.shape();
        let axis = self.axis.shape();
        Ok(match self.kind {
            k if k == BUMPER_DISTANCE as u32 => {
                if self.length.is_nan() {
                    return Err(BUMPER_NOT_A_NUMBER);
                }
                let length = (self.length >= 0.0).then_some(self.length);
                let anchor_b = self.anchor_b.shape();
                JointKind::Distance { anchor_a: anchor, anchor_b, length, translation: self.axis_settings()? }
            }
            k if k == BUMPER_REVOLUTE as u32 => {
                JointKind::Revolute { anchor, rotation: self.axis_settings()? }
            }
            k if k == BUMPER_PRISMATIC as u32 => {
                JointKind::Prismatic { anchor, axis, translation: self.axis_settings()? }
            }
            k if k == BUMPER_WELD as u32 => {
                let turn = Spring { hertz: self.angular_hertz, damping_ratio: self.angular_damping_ratio };
                let turn = (self.has_angular_spring != 0).then_some(turn);
                JointKind::Weld { anchor, linear_spring: self.spring(), angular_spring: turn }
            }
            k if k == BUMPER_WHEEL as u32 => {
                // The motor of a wheel joint does not act along the axis: it rotates the wheel.
                let translation = JointAxis { motor: None, ..self.axis_settings()? };
                JointKind::Wheel { anchor, axis, translation, motor: self.motor() }
            }
            k if k == BUMPER_MOUSE as u32 => {
                let spring = Spring { hertz: self.hertz, damping_ratio: self.damping_ratio };
                JointKind::Mouse { anchor, spring, max_force: self.max_force }
            }
            _ => return Err(BUMPER_UNKNOWN),
        })
    }

    /// Converts a definition to C. `a` and `b` are the ids of the bodies for C.
    pub fn of(def: &JointDef<f32>, a: u64, b: u64) -> Self {
        let kind = kind_number(&def.kind);
        let collide_connected = u32::from(def.collide_connected);
        let mut to = Self { collide_connected, ..bumper_joint_def_default(kind, a, b) };
        match def.kind {
            JointKind::Distance { anchor_a, anchor_b, length, translation } => {
                to.anchor = point(anchor_a);
                to.anchor_b = point(anchor_b);
                to.length = length.unwrap_or(-1.0);
                to.set_axis_settings(translation);
            }
            JointKind::Revolute { anchor, rotation } => {
                to.anchor = point(anchor);
                to.set_axis_settings(rotation);
            }
            JointKind::Prismatic { anchor, axis, translation } => {
                to.anchor = point(anchor);
                to.axis = point(axis);
                to.set_axis_settings(translation);
            }
            JointKind::Weld { anchor, linear_spring, angular_spring } => {
                to.anchor = point(anchor);
                to.set_spring(linear_spring);
                if let Some(Spring { hertz, damping_ratio }) = angular_spring {
                    to.has_angular_spring = 1;
                    to.angular_hertz = hertz;
                    to.angular_damping_ratio = damping_ratio;
                }
            }
            JointKind::Wheel { anchor, axis, translation, motor } => {
                to.anchor = point(anchor);
                to.axis = point(axis);
                to.set_axis_settings(JointAxis { motor, ..translation });
            }
            JointKind::Mouse { anchor, spring, max_force } => {
                to.anchor = point(anchor);
                to.max_force = max_force;
                to.set_spring(Some(spring));
            }
        }
        to
    }

    fn set_axis_settings(&mut self, of: JointAxis<f32>) {
        self.spring_target = of.spring_target;
        let force = match of.spring_force {
            SpringForce::Both => BUMPER_SPRING_BOTH,
            SpringForce::Pull => BUMPER_SPRING_PULL,
            SpringForce::Push => BUMPER_SPRING_PUSH,
        };
        self.spring_force = force as u32;
        self.set_spring(of.spring);
        if let Some([lower, upper]) = of.limits {
            self.has_limits = 1;
            self.lower = lower;
            self.upper = upper;
        }
        if let Some(Motor { speed, max_force }) = of.motor {
            self.has_motor = 1;
            self.motor_speed = speed;
            self.max_force = max_force;
        }
    }

    fn set_spring(&mut self, of: Option<Spring<f32>>) {
        if let Some(Spring { hertz, damping_ratio }) = of {
            self.has_spring = 1;
            self.hertz = hertz;
            self.damping_ratio = damping_ratio;
        }
    }
}

/// Returns the definition of a joint between two bodies that do not collide with each other. The anchor is the origin, the axis is along x,
/// and there are no limits, motor or springs. If a spring is enabled, its frequency is 5 cycles per unit of time and its damping ratio 0.7.
/// The largest force is infinite.
#[no_mangle]
pub extern "C" fn bumper_joint_def_default(kind: u32, a: u64, b: u64) -> bumper_joint_def {
    let zero = bumper_point_f32 { x: 0.0, y: 0.0 };
    bumper_joint_def {
        kind,
        collide_connected: 0,
        a,
        b,
        anchor: zero,
        anchor_b: zero,
        axis: bumper_point_f32 { x: 1.0, y: 0.0 },
        length: -1.0,
        has_limits: 0,
        has_motor: 0,
        has_spring: 0,
        has_angular_spring: 0,
        lower: 0.0,
        upper: 0.0,
        motor_speed: 0.0,
        max_force: f32::INFINITY,
        hertz: 5.0,
        damping_ratio: 0.7,
        angular_hertz: 5.0,
        angular_damping_ratio: 0.7,
        spring_target: 0.0,
        spring_force: BUMPER_SPRING_BOTH as u32,
    }
}

/// Adds a joint between two bodies, writes its id and wakes the bodies. BUMPER_NO_JOINT if both bodies are the same,
/// neither is dynamic, or the axis has no length.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_insert_joint(
    simulation: *mut bumper_simulation,
    def: *const bumper_joint_def,
    joint: *mut u64,
) -> bumper_status {
    guard(|| {
        if joint.is_null() {
            return Err(BUMPER_NULL);
        }
        let simulation = change(simulation)?;
        let def = read(def)?;
        let a = simulation.body(def.a)?;
        let b = simulation.body(def.b)?;
        let of = JointDef { a, b, kind: def.joint_kind()?, collide_connected: def.collide_connected != 0 };
        let joined = simulation.of.insert_joint(&of)?;
        let Some(number) = simulation.owner.joint_number(joined.to_bits()) else {
            simulation.of.remove_joint(joined);
            return Err(BUMPER_FULL);
        };
        give(joint, number)
    })
}

/// Removes a joint and wakes its bodies.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_remove_joint(
    simulation: *mut bumper_simulation,
    joint: u64,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.joint(joint)?;
        simulation.of.remove_joint(id).then_some(()).ok_or(BUMPER_GONE)
    })
}

/// Gets the state of a joint.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_get_joint(
    simulation: *const bumper_simulation,
    joint: u64,
    state: *mut bumper_joint_state,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let id = simulation.joint(joint)?;
        let of = simulation.of.get_joint(id).ok_or(BUMPER_GONE)?;
        give(
            state,
            bumper_joint_state {
                anchors: of.anchors.map(point),
                force: point(of.force),
                torque: of.torque,
                translation: of.translation,
                angle: of.angle,
                enabled: simulation.of.is_joint_enabled(id).unwrap_or(false),
            },
        )
    })
}

/// Sets the motor of a joint, and wakes its bodies. The target speed is in radians per unit of time for a hinge or a wheel. If the largest
/// force or torque is 0, the motor is removed. Has no effect on joints that cannot have a motor.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_motor(
    simulation: *mut bumper_simulation,
    joint: u64,
    motor_speed: f32,
    max_force: f32,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.joint(joint)?;
        let motor = if max_force == 0.0 { None } else { Some(Motor { speed: motor_speed, max_force }) };
        Ok(simulation.of.set_motor(id, motor)?)
    })
}

/// Sets the target of a BUMPER_MOUSE, in world coordinates, and wakes the bodies of the joint.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_target(
    simulation: *mut bumper_simulation,
    joint: u64,
    target: bumper_point_f32,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.joint(joint)?;
        Ok(simulation.of.set_target(id, target.shape())?)
    })
}
