//! Definitions of joints, their motors, limits and springs, and the state of a joint.

use super::body::BodyId;
use super::error::DynamicsError;
use crate::Vector;
use crate::narrow::measure::abs;
use crate::scalar::Real;

/// The definition of a joint between two bodies. Anchors and axes are in world coordinates at the time when the joint is added.
///
/// ```
/// use bumper::{Aabb, dynamics::{Bodies, BodyDef, JointKind, JointDef, BodyKind, Collider}};
/// let mut bodies = Bodies::<f64>::new([0.0, -10.0]);
/// let post = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
/// let post = bodies.insert(&post, &[Collider::new(Aabb::new([-0.1, 0.0], [0.1, 0.2]))]).unwrap();
/// let arm = bodies.insert(&BodyDef::default(), &[Collider::new(Aabb::new([0.0, 0.0], [2.0, 0.2]))]).unwrap();
/// let hinge = JointKind::Revolute { anchor: [0.0, 0.1].into(), rotation: Default::default() };
/// bodies.insert_joint(&JointDef { a: post, b: arm, kind: hinge, collide_connected: false }).unwrap();
/// (0..40).for_each(|_| bodies.step(1.0 / 60.0));
/// assert!(bodies.get(arm).unwrap().angle < -0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ImpulseJoint", "b2JointDef", "Joint2D", "Constraint"))]
pub struct JointDef<R> {
    /// The first body. Angles, translations and motor speeds are those of the second body relative to it.
    pub a: BodyId,
    /// The second body.
    pub b: BodyId,
    /// The kind of joint, with its anchors, limits, motor and springs.
    pub kind: JointKind<R>,
    /// Whether the two bodies may collide with each other. A [`JointKind::Mouse`] ignores this: its bodies always may.
    pub collide_connected: bool,
}

/// The kind of a joint: the relative motion that it constrains.
///
/// ```
/// use bumper::dynamics::{JointAxis, JointKind};
/// let rope = JointAxis { limits: Some([0.0f32, 3.0]), ..JointAxis::default() };
/// let rope = JointKind::Distance { anchor_a: [0.0, 0.0].into(), anchor_b: [0.0, -2.0].into(), length: None, translation: rope };
/// assert!(matches!(rope, JointKind::Distance { length: None, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias(
    "RevoluteJoint",
    "PrismaticJoint",
    "HingeJoint2D",
    "PinJoint2D",
    "SliderJoint2D",
    "SpringJoint2D",
    "RopeJoint",
    "WheelJoint2D"
))]
pub enum JointKind<R> {
    /// A distance joint between an anchor on each body. Without limits, spring and motor the length is fixed; with a spring it is elastic;
    /// with limits only it is a rope or a strut. A motor changes the length, within the limits if there are any.
    Distance {
        /// The anchor on the first body.
        anchor_a: Vector<R, 2>,
        /// The anchor on the second body.
        anchor_b: Vector<R, 2>,
        /// The rest length. `None`: the distance of the anchors when the joint is added.
        length: Option<R>,
        /// Limits, motor and spring along the line between the anchors. Limits are lengths.
        translation: JointAxis<R>,
    },
    /// A revolute joint (hinge): keeps a point in common and lets the bodies rotate.
    Revolute {
        /// The anchor of the hinge.
        anchor: Vector<R, 2>,
        /// Limits, motor and spring of the rotation. Limits are relative angles in radians; 0 is the relative angle when the joint is
        /// added.
        rotation: JointAxis<R>,
    },
    /// A prismatic joint (slider): keeps the relative angle and lets the second body slide along a line.
    Prismatic {
        /// A point of the line.
        anchor: Vector<R, 2>,
        /// The direction of the line, of any length except zero. It rotates with the first body.
        axis: Vector<R, 2>,
        /// Limits, motor and spring along the line. Limits are lengths; 0 is the position when the joint is added.
        translation: JointAxis<R>,
    },
    /// A weld joint: keeps the relative position and angle, rigidly or with springs.
    Weld {
        /// The anchor at which the bodies are joined.
        anchor: Vector<R, 2>,
        /// The spring of the position; `None`: rigid.
        linear_spring: Option<Spring<R>>,
        /// The spring of the angle; `None`: rigid.
        angular_spring: Option<Spring<R>>,
    },
    /// A wheel joint: the second body slides along a line and rotates freely, like a wheel with a suspension.
    Wheel {
        /// The anchor: the hub of the wheel.
        anchor: Vector<R, 2>,
        /// The direction of the suspension, of any length except zero. It rotates with the first body.
        axis: Vector<R, 2>,
        /// Limits, motor and spring of the suspension. Limits are lengths; 0 is the position when the joint is added.
        translation: JointAxis<R>,
        /// The motor that rotates the wheel.
        motor: Option<Motor<R>>,
    },
    /// A mouse joint: pulls an anchor of the second body to a target, which [`Bodies::set_target`](super::Bodies::set_target) moves. The
    /// first body has no effect, but must be another one.
    Mouse {
        /// The anchor on the second body, which is also the first target.
        anchor: Vector<R, 2>,
        /// The spring that pulls the anchor to the target.
        spring: Spring<R>,
        /// The largest force.
        max_force: R,
    },
}

/// Limits, motor and spring of the free axis of a joint. Default: none of these.
///
/// ```
/// use bumper::dynamics::{JointAxis, Motor};
/// let motor = JointAxis { motor: Some(Motor { speed: 2.0f32, max_force: 50.0 }), ..JointAxis::default() };
/// assert!(motor.limits.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointAxis<R> {
    /// The lower and the upper limit: lengths, or angles in radians.
    pub limits: Option<[R; 2]>,
    /// The motor along or about the axis.
    pub motor: Option<Motor<R>>,
    /// The spring towards the position when the joint was added, or, for a distance joint, towards the rest length.
    pub spring: Option<Spring<R>>,
}

impl<R> Default for JointAxis<R> {
    fn default() -> Self {
        Self { limits: None, motor: None, spring: None }
    }
}

/// A motor: a target speed, and the largest force or torque by which it is reached.
///
/// ```
/// use bumper::dynamics::Motor;
/// let brake = Motor { speed: 0.0f32, max_force: 100.0 };
/// assert_eq!(brake.speed, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor<R> {
    /// The target speed: a length or an angle in radians per unit of time. Zero makes a brake.
    pub speed: R,
    /// The largest force or torque, not negative. It may be infinite.
    pub max_force: R,
}

/// A damped spring, given by frequency and damping ratio. Its behaviour does not depend on the masses.
///
/// ```
/// use bumper::dynamics::Spring;
/// let car = Spring { hertz: 4.0f32, damping_ratio: 0.7 };
/// assert!(car.damping_ratio < 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring<R> {
    /// The frequency of the oscillation in cycles per unit of time, not negative. At zero the spring exerts no force.
    pub hertz: R,
    /// The damping ratio, not negative: below 1 the spring oscillates, at 1 it is critically damped.
    pub damping_ratio: R,
}

/// The state of a joint: its anchors, the force that it exerts, and its coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointState<R> {
    /// The anchors on both bodies, in the world. For revolute and weld joints they coincide, up to springs and the error of the solver. The
    /// first one of a mouse joint is its target.
    pub anchors: [Vector<R, 2>; 2],
    /// The force of the joint on the second body in the last sub-step of the last step, in world coordinates. The force on the first body is
    /// opposite.
    pub force: Vector<R, 2>,
    /// The torque on the second body in that sub-step.
    pub torque: R,
    /// The translation along the axis, or the length of a distance joint; zero for joints that have neither.
    pub translation: R,
    /// The angle of the second body relative to the first, minus that when the joint was added, in radians. Full turns are included.
    pub angle: R,
}

pub(super) fn finite<R: Real>(numbers: &[R]) -> Result<(), DynamicsError> {
    let known = numbers.iter().all(|number| abs(*number) <= R::MAX_RADIUS);
    if known { Ok(()) } else { Err(DynamicsError::NotFinite) }
}

pub(super) fn check_motor<R: Real>(motor: Option<Motor<R>>) -> Result<(), DynamicsError> {
    let Some(motor) = motor else { return Ok(()) };
    finite(&[motor.speed])?;
    // An infinite force is allowed: nothing stops such a motor.
    if motor.max_force >= R::default() { Ok(()) } else { Err(DynamicsError::JointParameter) }
}

fn check_spring<R: Real>(spring: Option<Spring<R>>) -> Result<(), DynamicsError> {
    let Some(Spring { hertz, damping_ratio }) = spring else { return Ok(()) };
    finite(&[hertz, damping_ratio])?;
    if hertz >= R::default() && damping_ratio >= R::default() {
        Ok(())
    } else {
        Err(DynamicsError::JointParameter)
    }
}

fn check_drive<R: Real>(drive: &JointAxis<R>) -> Result<(), DynamicsError> {
    if let Some([low, high]) = drive.limits {
        finite(&[low, high])?;
        if low > high {
            return Err(DynamicsError::JointParameter);
        }
    }
    check_motor(drive.motor)?;
    check_spring(drive.spring)
}

fn check_axis<R: Real>(axis: &Vector<R, 2>) -> Result<(), DynamicsError> {
    finite(&axis.0)?;
    crate::narrow::measure::unit(*axis).map(|_| ()).ok_or(DynamicsError::ZeroAxis)
}

pub(super) fn check<R: Real>(kind: &JointKind<R>) -> Result<(), DynamicsError> {
    let zero = R::default();
    match kind {
        JointKind::Distance { anchor_a, anchor_b, length, translation } => {
            finite(&[anchor_a[0], anchor_a[1], anchor_b[0], anchor_b[1], length.unwrap_or(zero)])?;
            let lengths = [*length, translation.limits.map(|[_, high]| high)];
            if lengths.into_iter().flatten().any(|length| length < zero) {
                return Err(DynamicsError::JointParameter);
            }
            check_drive(translation)
        }
        JointKind::Revolute { anchor, rotation } => finite(&anchor.0).and_then(|()| check_drive(rotation)),
        JointKind::Prismatic { anchor, axis, translation } => {
            finite(&anchor.0)?;
            check_axis(axis)?;
            check_drive(translation)
        }
        JointKind::Weld { anchor, linear_spring, angular_spring } => {
            finite(&anchor.0)?;
            check_spring(*linear_spring)?;
            check_spring(*angular_spring)
        }
        JointKind::Wheel { anchor, axis, translation, motor } => {
            finite(&anchor.0)?;
            check_axis(axis)?;
            check_motor(*motor)?;
            check_drive(translation)
        }
        JointKind::Mouse { anchor, spring, max_force } => {
            finite(&anchor.0)?;
            check_spring(Some(*spring))?;
            check_motor(Some(Motor { speed: zero, max_force: *max_force }))
        }
    }
}
