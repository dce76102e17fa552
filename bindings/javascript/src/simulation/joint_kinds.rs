//! The definitions of joints as words.

use crate::Status;
use engine::Vector;
use engine::dynamics::{JointAxis, JointKind, Motor, Spring, SpringForce};

/// The number of words of the definition of a joint, beside its bodies.
pub const JOINT_WORDS: usize = 20;

/// The definition of a joint as JavaScript passes it: kind, whether the bodies collide, flags, then the anchor, the anchor on the second
/// body, the axis, the length, the limits, the speed and the largest force of the motor, the frequency and the damping ratio of the spring
/// and of the angular spring, the position at which the spring rests, and the number of its [`SpringForce`]. Each kind ignores what it does
/// not have. The order is repeated in `src/simulation/joint_options.ts`.
#[derive(Clone, Copy, Default)]
pub struct JointWords {
    pub kind: f64,
    pub collide_connected: f64,
    /// The sum of the [`flag`]s of what the joint has.
    pub flags: f64,
    pub anchor: [f64; 2],
    pub anchor_b: [f64; 2],
    pub axis: [f64; 2],
    pub length: f64,
    pub limits: [f64; 2],
    pub motor: [f64; 2],
    pub spring: [f64; 2],
    pub angular_spring: [f64; 2],
    pub spring_target: f64,
    pub spring_force: f64,
}

/// What a joint has.
pub mod flag {
    pub const LENGTH: u32 = 1;
    pub const LIMITS: u32 = 1 << 1;
    pub const MOTOR: u32 = 1 << 2;
    pub const SPRING: u32 = 1 << 3;
    pub const ANGULAR_SPRING: u32 = 1 << 4;
}

/// The numbers of the kinds of joints.
mod kind {
    pub const DISTANCE: u32 = 0;
    pub const REVOLUTE: u32 = 1;
    pub const PRISMATIC: u32 = 2;
    pub const WELD: u32 = 3;
    pub const WHEEL: u32 = 4;
    pub const MOUSE: u32 = 5;
}

fn spring([hertz, damping_ratio]: [f64; 2]) -> Spring<f64> {
    Spring { hertz, damping_ratio }
}

impl JointWords {
    /// Reads the words of a joint.
    pub fn read(words: &[f64; JOINT_WORDS]) -> Self {
        let two = |at: usize| [words[at], words[at + 1]];
        Self {
            kind: words[0],
            collide_connected: words[1],
            flags: words[2],
            anchor: two(3),
            anchor_b: two(5),
            axis: two(7),
            length: words[9],
            limits: two(10),
            motor: two(12),
            spring: two(14),
            angular_spring: two(16),
            spring_target: words[18],
            spring_force: words[19],
        }
    }

    /// The words of this definition.
    pub fn words(&self) -> Vec<f64> {
        let mut words = vec![self.kind, self.collide_connected, self.flags];
        words.extend(self.anchor.into_iter().chain(self.anchor_b).chain(self.axis));
        words.push(self.length);
        words.extend(self.limits.into_iter().chain(self.motor).chain(self.spring).chain(self.angular_spring));
        words.push(self.spring_target);
        words.push(self.spring_force);
        words
    }

    fn has(&self, flag: u32) -> bool {
        self.flags as u32 & flag != 0
    }

    fn motor(&self) -> Option<Motor<f64>> {
        let [speed, max_force] = self.motor;
        self.has(flag::MOTOR).then_some(Motor { speed, max_force })
    }

    fn spring(&self) -> Option<Spring<f64>> {
        self.has(flag::SPRING).then_some(spring(self.spring))
    }

    fn joint_axis(&self) -> JointAxis<f64> {
        JointAxis {
            limits: self.has(flag::LIMITS).then_some(self.limits),
            motor: self.motor(),
            spring: self.spring(),
            spring_target: self.spring_target,
            spring_force: match self.spring_force as u32 {
                0 => SpringForce::Both,
                1 => SpringForce::Pull,
                _ => SpringForce::Push,
            },
        }
    }

    /// The kind of joint with these settings.
    pub fn joint_kind(&self) -> Result<JointKind<f64>, Status> {
        let anchor = Vector(self.anchor);
        let axis = Vector(self.axis);
        Ok(match self.kind as u32 {
            kind::DISTANCE => JointKind::Distance {
                anchor_a: anchor,
                anchor_b: Vector(self.anchor_b),
                length: self.has(flag::LENGTH).then_some(self.length),
                translation: self.joint_axis(),
            },
            kind::REVOLUTE => JointKind::Revolute { anchor, rotation: self.joint_axis() },
            kind::PRISMATIC => JointKind::Prismatic { anchor, axis, translation: self.joint_axis() },
            kind::WELD => JointKind::Weld {
                anchor,
                linear_spring: self.spring(),
                angular_spring: self.has(flag::ANGULAR_SPRING).then_some(spring(self.angular_spring)),
            },
            kind::WHEEL => {
                // The motor rotates the wheel.
                let translation = JointAxis { motor: None, ..self.joint_axis() };
                JointKind::Wheel { anchor, axis, translation, motor: self.motor() }
            }
            kind::MOUSE => JointKind::Mouse { anchor, spring: spring(self.spring), max_force: self.motor[1] },
            _ => return Err(Status::Malformed),
        })
    }

    /// The words of a kind of joint.
    pub fn of(joint: &JointKind<f64>) -> Self {
        let words = Self { axis: [1.0, 0.0], motor: [0.0, f64::INFINITY], ..Self::default() };
        match *joint {
            JointKind::Distance { anchor_a, anchor_b, length, translation } => {
                let words = Self { kind: f64::from(kind::DISTANCE), anchor: anchor_a.0, ..words };
                let words = Self { anchor_b: anchor_b.0, length: length.unwrap_or(0.0), ..words };
                words.with(flag::LENGTH, length.is_some()).with_axis(translation)
            }
            JointKind::Revolute { anchor, rotation } => {
                Self { kind: f64::from(kind::REVOLUTE), anchor: anchor.0, ..words }.with_axis(rotation)
            }
            JointKind::Prismatic { anchor, axis, translation } => {
                let words =
                    Self { kind: f64::from(kind::PRISMATIC), anchor: anchor.0, axis: axis.0, ..words };
                words.with_axis(translation)
            }
            JointKind::Weld { anchor, linear_spring, angular_spring } => {
                let words = Self { kind: f64::from(kind::WELD), anchor: anchor.0, ..words };
                let Spring { hertz, damping_ratio } = angular_spring.unwrap_or(spring([0.0; 2]));
                let words = Self { angular_spring: [hertz, damping_ratio], ..words };
                words.with(flag::ANGULAR_SPRING, angular_spring.is_some()).with_spring(linear_spring)
            }
            JointKind::Wheel { anchor, axis, translation, motor } => {
                let words = Self { kind: f64::from(kind::WHEEL), anchor: anchor.0, axis: axis.0, ..words };
                words.with_axis(JointAxis { motor, ..translation })
            }
            JointKind::Mouse { anchor, spring, max_force } => {
                let words = Self { kind: f64::from(kind::MOUSE), anchor: anchor.0, ..words };
                Self { motor: [0.0, max_force], ..words }.with_spring(Some(spring))
            }
        }
    }

    fn with(self, flag: u32, is_set: bool) -> Self {
        Self { flags: self.flags + if is_set { f64::from(flag) } else { 0.0 }, ..self }
    }

    fn with_spring(self, of: Option<Spring<f64>>) -> Self {
        let Spring { hertz, damping_ratio } = of.unwrap_or(spring([0.0; 2]));
        Self { spring: [hertz, damping_ratio], ..self }.with(flag::SPRING, of.is_some())
    }

    fn with_axis(self, of: JointAxis<f64>) -> Self {
        let Motor { speed, max_force } = of.motor.unwrap_or(Motor { speed: 0.0, max_force: f64::INFINITY });
        let words = Self { limits: of.limits.unwrap_or_default(), motor: [speed, max_force], ..self };
        let spring_force = match of.spring_force {
            SpringForce::Both => 0.0,
            SpringForce::Pull => 1.0,
            SpringForce::Push => 2.0,
        };
        let words = Self { spring_target: of.spring_target, spring_force, ..words };
        words
            .with(flag::LIMITS, of.limits.is_some())
            .with(flag::MOTOR, of.motor.is_some())
            .with_spring(of.spring)
    }
}
