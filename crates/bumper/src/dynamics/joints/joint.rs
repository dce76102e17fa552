//! Definitions of joints, their motors, limits and springs, and the state of a joint.

use crate::Vector;
use crate::dynamics::bodies::body::BodyId;
use crate::dynamics::error::DynamicsError;
use crate::scalar::Real;

/// The definition of a joint between two bodies. Anchors and axes are in world coordinates, for the poses of the bodies when the joint is
/// added. [`Simulation::set_joint_frames`](crate::dynamics::Simulation::set_joint_frames) sets them in the coordinates of the bodies.
///
/// ```
/// use bumper::{Aabb, dynamics::{BodyDef, BodyKind, ColliderDef, JointDef, JointKind, Simulation}};
/// let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
/// let post = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
/// let post = simulation.insert(&post, &[ColliderDef::new(Aabb::new([-0.1, 0.0], [0.1, 0.2]))]).unwrap();
/// let arm = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, 0.0], [2.0, 0.2]))]).unwrap();
/// let hinge = JointKind::Revolute { anchor: [0.0, 0.1].into(), rotation: Default::default() };
/// simulation.insert_joint(&JointDef { a: post, b: arm, kind: hinge, collide_connected: false }).unwrap();
/// (0..40).for_each(|_| simulation.step(1.0 / 60.0));
/// assert!(simulation.get(arm).unwrap().angle < -0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ImpulseJoint", "b2JointDef", "Joint2D", "Constraint"))]
pub struct JointDef<R> {
    /// The first body. Angles, translations and motor speeds of the second body are measured relative to the first.
    pub a: BodyId,
    /// The second body. The joint measures its motion relative to the first body.
    pub b: BodyId,
    /// The kind of joint, with its anchors, limits, motor and springs.
    pub kind: JointKind<R>,
    /// Whether the two bodies may collide with each other. Ignored by a [`JointKind::Mouse`], whose bodies may always collide.
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
    /// A distance joint between an anchor on each body. Without limits, spring and motor it keeps the distance of the anchors constant.
    /// With a spring the distance is elastic. With limits only, the joint is a rope or a strut; with a spring that only
    /// [pulls](SpringForce::Pull), it is an elastic rope. A motor changes the distance, within the limits if there are any.
    Distance {
        /// The anchor on the first body.
        anchor_a: Vector<R, 2>,
        /// The anchor on the second body.
        anchor_b: Vector<R, 2>,
        /// The rest length; if `None`, the distance of the anchors when the joint is added.
        length: Option<R>,
        /// The limits, the motor and the spring of the distance. Limits are distances between the anchors, so they must not be negative.
        translation: JointAxis<R>,
    },
    /// A revolute joint (hinge): keeps the anchors of both bodies together and lets the bodies rotate.
    Revolute {
        /// The point about which the bodies rotate.
        anchor: Vector<R, 2>,
        /// The limits, the motor and the spring of the rotation. Limits are angles in radians, relative to the angle between the bodies
        /// when the joint is added.
        rotation: JointAxis<R>,
    },
    /// A prismatic joint (slider): keeps the relative angle of the bodies and lets the second body slide along a line.
    Prismatic {
        /// A point on the line along which the second body slides.
        anchor: Vector<R, 2>,
        /// The direction of the line, of any length except zero. The line rotates with the first body.
        axis: Vector<R, 2>,
        /// The limits, the motor and the spring along the line. Limits are translations from the position when the joint is added.
        translation: JointAxis<R>,
    },
    /// A weld joint: keeps the relative position and the relative angle of the bodies, rigidly or with springs.
    Weld {
        /// The point at which the bodies are joined.
        anchor: Vector<R, 2>,
        /// The spring that holds the relative position; if `None`, the position is rigid.
        linear_spring: Option<Spring<R>>,
        /// The spring that holds the relative angle; if `None`, the angle is rigid.
        angular_spring: Option<Spring<R>>,
    },
    /// A wheel joint: lets the second body slide along a line and rotate freely, like a wheel with a suspension.
    Wheel {
        /// The hub of the wheel.
        anchor: Vector<R, 2>,
        /// The direction of the suspension, of any length except zero. It rotates with the first body.
        axis: Vector<R, 2>,
        /// The limits, the motor and the spring of the suspension. Limits are translations from the position when the joint is added.
        translation: JointAxis<R>,
        /// The motor that rotates the wheel.
        motor: Option<Motor<R>>,
    },
    /// A mouse joint: pulls an anchor of the second body towards a target, which
    /// [`Simulation::set_target`](crate::dynamics::Simulation::set_target) moves. The first body has no effect, but must be another body.
    Mouse {
        /// The anchor on the second body, and the initial target.
        anchor: Vector<R, 2>,
        /// The spring that pulls the anchor to the target.
        spring: Spring<R>,
        /// The largest force of the spring, which must not be negative. It may be infinite.
        max_force: R,
    },
}

/// The limits, the motor and the spring of a motion that a joint leaves free: a translation along an axis, a distance or a rotation.
/// Default: none of them.
///
/// ```
/// use bumper::dynamics::{JointAxis, Motor};
/// let motor = JointAxis { motor: Some(Motor { speed: 2.0f32, max_force: 50.0 }), ..JointAxis::default() };
/// assert!(motor.limits.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "R: Real + serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
pub struct JointAxis<R> {
    /// The lower and the upper limit, in this order: lengths for a translation, angles in radians for a rotation. The limits of a distance
    /// joint must not be negative.
    pub limits: Option<[R; 2]>,
    /// The motor that moves the second body along the axis or rotates it.
    pub motor: Option<Motor<R>>,
    /// The spring that pulls the joint towards `spring_target`.
    pub spring: Option<Spring<R>>,
    /// The rest position of the spring. For a translation or rotation, it is relative to the position when the joint was added, in length
    /// or radians. For a distance joint, it is added to the rest length. Default: 0. Without a `spring` it has no effect.
    pub spring_target: R,
    /// The directions in which the spring may exert a force. Default: [`SpringForce::Both`]. Without a `spring` it has no effect.
    pub spring_force: SpringForce,
}

impl<R> JointAxis<R> {
    /// Whether the axis has neither limits nor a motor nor a spring.
    pub(in crate::dynamics) fn is_free(&self) -> bool {
        self.limits.is_none() && self.motor.is_none() && self.spring.is_none()
    }
}

impl<R: Default> Default for JointAxis<R> {
    fn default() -> Self {
        Self {
            limits: None,
            motor: None,
            spring: None,
            spring_target: R::default(),
            spring_force: SpringForce::Both,
        }
    }
}

/// A motor: a target speed, and the largest force or torque to reach it.
///
/// ```
/// use bumper::dynamics::Motor;
/// let brake = Motor { speed: 0.0f32, max_force: 100.0 };
/// assert_eq!(brake.speed, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "R: Real + serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
pub struct Motor<R> {
    /// The target speed, in length or radians per unit of time. A motor with speed zero is a brake.
    pub speed: R,
    /// The largest force or torque, which must not be negative. It may be infinite.
    #[cfg_attr(feature = "serde", serde(with = "crate::dynamics::finite_or_none"))]
    pub max_force: R,
}

/// A damped spring, given by its frequency and its damping ratio. Its oscillation does not depend on the masses of the bodies, because its
/// stiffness follows from the frequency and the effective mass of the joint.
///
/// ```
/// use bumper::dynamics::Spring;
/// let car = Spring { hertz: 4.0f32, damping_ratio: 0.7 };
/// assert!(car.damping_ratio < 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Spring<R> {
    /// The frequency of the undamped oscillation in cycles per unit of time. It must not be negative. With zero the spring exerts no force.
    pub hertz: R,
    /// The damping ratio. It must not be negative. Below 1 the spring oscillates; with 1 it is critically damped.
    pub damping_ratio: R,
}

/// The directions in which the spring of a [`JointAxis`] may exert a force.
///
/// ```
/// use bumper::dynamics::{JointAxis, JointKind, Spring, SpringForce};
/// let elastic = Spring { hertz: 2.0f32, damping_ratio: 0.1 };
/// let rope = JointAxis { spring: Some(elastic), spring_force: SpringForce::Pull, ..JointAxis::default() };
/// let (anchor_a, anchor_b) = ([0.0, 0.0].into(), [0.0, -2.0].into());
/// let bungee = JointKind::Distance { anchor_a, anchor_b, length: Some(5.0), translation: rope };
/// assert!(matches!(bungee, JointKind::Distance { length: Some(5.0), .. }));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("lower_force", "lowerSpringForce", "upperSpringForce"))]
pub enum SpringForce {
    /// The spring acts in both directions.
    #[default]
    Both,
    /// The spring only pulls: it exerts a force only while the distance, translation or angle is above the rest position, and only towards
    /// smaller values. A distance joint with such a spring is an elastic rope.
    Pull,
    /// The spring only pushes: it exerts a force only while the distance, translation or angle is below the rest position, and only towards
    /// larger values, like a buffer.
    Push,
}

/// The state of a joint: its anchors, the force and the torque that it exerts, and the relative translation and rotation of its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointState<R> {
    /// The anchors on the first and the second body, in world coordinates. For revolute and weld joints they coincide, apart from the
    /// stretch of springs and the error of the solver. The first anchor of a mouse joint is its target.
    pub anchors: [Vector<R, 2>; 2],
    /// The force that the joint exerted on the second body in the last sub-step of the last step, in world coordinates. The first body
    /// received the opposite force.
    pub force: Vector<R, 2>,
    /// The torque that the joint exerted on the second body in the last sub-step of the last step.
    pub torque: R,
    /// The translation along the axis of a prismatic or wheel joint, or the distance between the anchors of a distance joint. Zero for
    /// other joints.
    pub translation: R,
    /// The angle of the second body relative to the first, in radians, minus the angle at which the joint's angle is zero: the one when
    /// the joint was added, or that of its [frames](crate::dynamics::Simulation::set_joint_frames). Full turns are included.
    pub angle: R,
}

/// Checks that no number is NaN or exceeds the largest allowed magnitude.
pub(in crate::dynamics) fn finite<R: Real>(numbers: &[R]) -> Result<(), DynamicsError> {
    let known = numbers.iter().all(|number| (*number).abs() <= R::MAX_RADIUS);
    if known { Ok(()) } else { Err(DynamicsError::NotFinite) }
}

/// Checks the numbers of a motor.
pub(in crate::dynamics) fn check_motor<R: Real>(motor: Option<Motor<R>>) -> Result<(), DynamicsError> {
    let Some(motor) = motor else { return Ok(()) };
    finite(&[motor.speed])?;
    // An infinite force is allowed: nothing stops such a motor.
    if motor.max_force >= R::ZERO { Ok(()) } else { Err(DynamicsError::JointParameter) }
}

/// Checks the numbers of a spring.
fn check_spring<R: Real>(spring: Option<Spring<R>>) -> Result<(), DynamicsError> {
    let Some(Spring { hertz, damping_ratio }) = spring else { return Ok(()) };
    finite(&[hertz, damping_ratio])?;
    if hertz >= R::ZERO && damping_ratio >= R::ZERO { Ok(()) } else { Err(DynamicsError::JointParameter) }
}

/// Checks the limits, the motor and the spring of an axis.
fn check_joint_axis<R: Real>(axis: &JointAxis<R>) -> Result<(), DynamicsError> {
    let [low, high] = axis.limits.unwrap_or_default();
    finite(&[low, high, axis.spring_target])?;
    if low > high {
        return Err(DynamicsError::JointParameter);
    }
    check_motor(axis.motor)?;
    check_spring(axis.spring)
}

/// Checks that an axis is finite and not zero.
fn check_axis<R: Real>(axis: &Vector<R, 2>) -> Result<(), DynamicsError> {
    finite(&axis.0)?;
    crate::narrow::measure::unit(*axis).map(|_| ()).ok_or(DynamicsError::ZeroAxis)
}

/// Checks all numbers of the definition of a joint.
pub(in crate::dynamics) fn check<R: Real>(kind: &JointKind<R>) -> Result<(), DynamicsError> {
    match kind {
        JointKind::Distance { anchor_a, anchor_b, length, translation } => {
            finite(&[anchor_a[0], anchor_a[1], anchor_b[0], anchor_b[1], length.unwrap_or(R::ZERO)])?;
            let lengths = [*length, translation.limits.map(|[low, _]| low)];
            if lengths.into_iter().flatten().any(|length| length < R::ZERO) {
                return Err(DynamicsError::JointParameter);
            }
            check_joint_axis(translation)
        }
        JointKind::Revolute { anchor, rotation } => {
            finite(&anchor.0).and_then(|()| check_joint_axis(rotation))
        }
        JointKind::Prismatic { anchor, axis, translation } => {
            finite(&anchor.0)?;
            check_axis(axis)?;
            check_joint_axis(translation)
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
            check_joint_axis(translation)
        }
        JointKind::Mouse { anchor, spring, max_force } => {
            finite(&anchor.0)?;
            check_spring(Some(*spring))?;
            check_motor(Some(Motor { speed: R::ZERO, max_force: *max_force }))
        }
    }
}
