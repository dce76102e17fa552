//! Definitions of joints, their motors, limits and springs, and the state of a joint.

use super::body::{BodyId, Refusal};
use crate::Vector;
use crate::narrow::measure::abs;
use crate::scalar::Real;

/// The definition of a joint between two bodies. Anchors and axes are in world coordinates at the time when the joint is added.
///
/// ```
/// use bumper::{Aabb, dynamics::{Bodies, Body, Hold, Joint, Kind, Solid}};
/// let mut bodies = Bodies::<f64>::new([0.0, -10.0]);
/// let post = Body { kind: Kind::Static, ..Body::default() };
/// let post = bodies.add(&post, &[Solid::new(Aabb::new([-0.1, 0.0], [0.1, 0.2]))]).unwrap();
/// let arm = bodies.add(&Body::default(), &[Solid::new(Aabb::new([0.0, 0.0], [2.0, 0.2]))]).unwrap();
/// let hinge = Hold::Revolute { at: [0.0, 0.1].into(), turn: Default::default() };
/// bodies.join(&Joint { a: post, b: arm, hold: hinge, collide: false }).unwrap();
/// (0..40).for_each(|_| bodies.step(1.0 / 60.0));
/// assert!(bodies.state(arm).unwrap().angle < -0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint<R> {
    /// The first body. Angles, translations and motor speeds are those of the second body relative to it.
    pub a: BodyId,
    /// The second body.
    pub b: BodyId,
    /// The kind of joint, with its anchors, limits, motor and springs.
    pub hold: Hold<R>,
    /// Whether the two bodies may collide with each other. A [`Hold::Mouse`] ignores this: its bodies always may.
    pub collide: bool,
}

/// The kind of a joint: the relative motion that it constrains.
///
/// ```
/// use bumper::dynamics::{Drive, Hold};
/// let rope = Drive { limits: Some([0.0f32, 3.0]), ..Drive::default() };
/// let rope = Hold::Distance { from: [0.0, 0.0].into(), to: [0.0, -2.0].into(), length: None, along: rope };
/// assert!(matches!(rope, Hold::Distance { length: None, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold<R> {
    /// A distance joint between an anchor on each body. Without limits and spring the length is fixed; with a spring it is elastic; with
    /// limits only it is a rope or a strut. A motor acts only if there are limits or a spring.
    Distance {
        /// The anchor on the first body.
        from: Vector<R, 2>,
        /// The anchor on the second body.
        to: Vector<R, 2>,
        /// The rest length. `None`: the distance of the anchors when the joint is added.
        length: Option<R>,
        /// Limits, motor and spring along the line between the anchors. Limits are lengths.
        along: Drive<R>,
    },
    /// A revolute joint (hinge): keeps a point in common and lets the bodies rotate.
    Revolute {
        /// The anchor of the hinge.
        at: Vector<R, 2>,
        /// Limits, motor and spring of the rotation. Limits are relative angles in radians; 0 is the relative angle when the joint is
        /// added.
        turn: Drive<R>,
    },
    /// A prismatic joint (slider): keeps the relative angle and lets the second body slide along a line.
    Prismatic {
        /// A point of the line.
        at: Vector<R, 2>,
        /// The direction of the line, of any length except zero. It rotates with the first body.
        axis: Vector<R, 2>,
        /// Limits, motor and spring along the line. Limits are lengths; 0 is the position when the joint is added.
        along: Drive<R>,
    },
    /// A weld joint: keeps the relative position and angle, rigidly or with springs.
    Weld {
        /// The anchor at which the bodies are joined.
        at: Vector<R, 2>,
        /// The spring of the position; `None`: rigid.
        spring: Option<Spring<R>>,
        /// The spring of the angle; `None`: rigid.
        turn: Option<Spring<R>>,
    },
    /// A wheel joint: the second body slides along a line and rotates freely, like a wheel with a suspension.
    Wheel {
        /// The anchor: the hub of the wheel.
        at: Vector<R, 2>,
        /// The direction of the suspension, of any length except zero. It rotates with the first body.
        axis: Vector<R, 2>,
        /// Limits, motor and spring of the suspension. Limits are lengths; 0 is the position when the joint is added.
        along: Drive<R>,
        /// The motor that rotates the wheel.
        motor: Option<Motor<R>>,
    },
    /// A mouse joint: pulls an anchor of the second body to a target, which [`Bodies::set_target`](super::Bodies::set_target) moves. The
    /// first body has no effect, but must be another one.
    Mouse {
        /// The anchor on the second body, which is also the first target.
        at: Vector<R, 2>,
        /// The spring that pulls the anchor to the target.
        spring: Spring<R>,
        /// The largest force.
        max_force: R,
    },
}

/// Limits, motor and spring of the free axis of a joint. Default: none of these.
///
/// ```
/// use bumper::dynamics::{Drive, Motor};
/// let motor = Drive { motor: Some(Motor { speed: 2.0f32, max: 50.0 }), ..Drive::default() };
/// assert!(motor.limits.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive<R> {
    /// The lower and the upper limit: lengths, or angles in radians.
    pub limits: Option<[R; 2]>,
    /// The motor along or about the axis.
    pub motor: Option<Motor<R>>,
    /// The spring towards the position when the joint was added, or, for a distance joint, towards the rest length.
    pub spring: Option<Spring<R>>,
}

impl<R> Default for Drive<R> {
    fn default() -> Self {
        Self { limits: None, motor: None, spring: None }
    }
}

/// A motor: a target speed, and the largest force or torque by which it is reached.
///
/// ```
/// use bumper::dynamics::Motor;
/// let brake = Motor { speed: 0.0f32, max: 100.0 };
/// assert_eq!(brake.speed, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor<R> {
    /// The target speed: a length or an angle in radians per unit of time. Zero makes a brake.
    pub speed: R,
    /// The largest force or torque, not negative. It may be infinite.
    pub max: R,
}

/// A damped spring, given by frequency and damping ratio. Its behaviour does not depend on the masses.
///
/// ```
/// use bumper::dynamics::Spring;
/// let car = Spring { hertz: 4.0f32, damping: 0.7 };
/// assert!(car.damping < 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring<R> {
    /// The frequency of the oscillation in cycles per unit of time, not negative. At zero the spring exerts no force.
    pub hertz: R,
    /// The damping ratio, not negative: below 1 the spring oscillates, at 1 it is critically damped.
    pub damping: R,
}

/// The state of a joint: its anchors, the force that it exerts, and its coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointState<R> {
    /// The anchors on both bodies, in the world. For revolute and weld joints they coincide, up to springs and the error of the solver. The
    /// first one of a mouse joint is its target.
    pub anchors: [Vector<R, 2>; 2],
    /// The force on the second body in the last sub-step of the last step.
    pub force: Vector<R, 2>,
    /// The torque on the second body in that sub-step.
    pub torque: R,
    /// The translation along the axis, or the length of a distance joint; zero for joints that have neither.
    pub along: R,
    /// The angle of the second body relative to the first, minus that when the joint was added, in radians. Full turns are included.
    pub angle: R,
}

pub(super) fn finite<R: Real>(numbers: &[R]) -> Result<(), Refusal> {
    let known = numbers.iter().all(|number| abs(*number) <= R::MAX_RADIUS);
    if known { Ok(()) } else { Err(Refusal::NotFinite) }
}

pub(super) fn check_motor<R: Real>(motor: Option<Motor<R>>) -> Result<(), Refusal> {
    let Some(motor) = motor else { return Ok(()) };
    finite(&[motor.speed])?;
    // An infinite force is allowed: nothing stops such a motor.
    if motor.max >= R::default() { Ok(()) } else { Err(Refusal::Limits) }
}

fn check_spring<R: Real>(spring: Option<Spring<R>>) -> Result<(), Refusal> {
    let Some(Spring { hertz, damping }) = spring else { return Ok(()) };
    finite(&[hertz, damping])?;
    if hertz >= R::default() && damping >= R::default() { Ok(()) } else { Err(Refusal::Limits) }
}

fn check_drive<R: Real>(drive: &Drive<R>) -> Result<(), Refusal> {
    if let Some([low, high]) = drive.limits {
        finite(&[low, high])?;
        if low > high {
            return Err(Refusal::Limits);
        }
    }
    check_motor(drive.motor)?;
    check_spring(drive.spring)
}

fn check_axis<R: Real>(axis: &Vector<R, 2>) -> Result<(), Refusal> {
    finite(&axis.0)?;
    crate::narrow::measure::unit(*axis).map(|_| ()).ok_or(Refusal::NoAxis)
}

pub(super) fn check<R: Real>(hold: &Hold<R>) -> Result<(), Refusal> {
    let zero = R::default();
    match hold {
        Hold::Distance { from, to, length, along } => {
            finite(&[from[0], from[1], to[0], to[1], length.unwrap_or(zero)])?;
            let lengths = [*length, along.limits.map(|[_, high]| high)];
            if lengths.into_iter().flatten().any(|length| length < zero) {
                return Err(Refusal::Limits);
            }
            check_drive(along)
        }
        Hold::Revolute { at, turn } => finite(&at.0).and_then(|()| check_drive(turn)),
        Hold::Prismatic { at, axis, along } => {
            finite(&at.0)?;
            check_axis(axis)?;
            check_drive(along)
        }
        Hold::Weld { at, spring, turn } => {
            finite(&at.0)?;
            check_spring(*spring)?;
            check_spring(*turn)
        }
        Hold::Wheel { at, axis, along, motor } => {
            finite(&at.0)?;
            check_axis(axis)?;
            check_motor(*motor)?;
            check_drive(along)
        }
        Hold::Mouse { at, spring, max_force } => {
            finite(&at.0)?;
            check_spring(Some(*spring))?;
            check_motor(Some(Motor { speed: zero, max: *max_force }))
        }
    }
}
