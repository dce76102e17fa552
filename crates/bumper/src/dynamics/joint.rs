//! Joints: what two bodies keep of how they lie to each other.

use super::body::{BodyId, Refusal};
use crate::Vector;
use crate::narrow::measure::size;
use crate::scalar::Real;

/// A joint of two bodies, to be added. Places and the axis are those of the world at that moment.
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
    /// The first body; angles and motors are of the second, seen from it.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// What it keeps.
    pub hold: Hold<R>,
    /// Whether the two may collide with each other.
    pub collide: bool,
}

/// What a joint keeps.
///
/// ```
/// use bumper::dynamics::{Drive, Hold};
/// let rope = Drive { limits: Some([0.0f32, 3.0]), ..Drive::default() };
/// let rope = Hold::Distance { from: [0.0, 0.0].into(), to: [0.0, -2.0].into(), length: None, along: rope };
/// assert!(matches!(rope, Hold::Distance { length: None, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold<R> {
    /// The distance of a point of the first and one of the second: rigid; with a spring springy; with limits only a rope or a
    /// strut. The length is what it is at the start unless given.
    Distance {
        /// On the first body.
        from: Vector<R, 2>,
        /// On the second.
        to: Vector<R, 2>,
        /// The length at rest.
        length: Option<R>,
        /// Limits are lengths.
        along: Drive<R>,
    },
    /// A point: a hinge. Limits are angles in radians from how the two lie at the start.
    Revolute {
        /// Where the hinge is.
        at: Vector<R, 2>,
        /// Limits are angles in radians from how the two lie at the start.
        turn: Drive<R>,
    },
    /// The angle and a line, on which the second slides. Limits are lengths along it from where it is at the start.
    Prismatic {
        /// A point of the line.
        at: Vector<R, 2>,
        /// The way of the line, of any length but zero.
        axis: Vector<R, 2>,
        /// Limits are lengths from where it is at the start.
        along: Drive<R>,
    },
    /// All: the two are one, or with springs nearly so.
    Weld {
        /// Where they are joined.
        at: Vector<R, 2>,
        /// Keeps the place.
        spring: Option<Spring<R>>,
        /// Keeps the angle.
        turn: Option<Spring<R>>,
    },
    /// A line, on which the second slides and turns freely: a wheel and its suspension.
    Wheel {
        /// The hub.
        at: Vector<R, 2>,
        /// The way of the suspension, of any length but zero.
        axis: Vector<R, 2>,
        /// Limits are lengths from where it is at the start.
        along: Drive<R>,
        /// Turns the wheel.
        motor: Option<Motor<R>>,
    },
    /// A point of the second body is drawn to a target, which can be moved: what a hand does. The first counts for nothing, but must
    /// be another body.
    Mouse {
        /// On the second body, and where it is drawn to at first.
        at: Vector<R, 2>,
        /// How it is drawn.
        spring: Spring<R>,
        /// The largest force.
        max_force: R,
    },
}

/// What is left free by a joint, and what moves it.
///
/// ```
/// use bumper::dynamics::{Drive, Motor};
/// let motor = Drive { motor: Some(Motor { speed: 2.0f32, max: 50.0 }), ..Drive::default() };
/// assert!(motor.limits.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive<R> {
    /// From where to where it may go.
    pub limits: Option<[R; 2]>,
    /// What moves it.
    pub motor: Option<Motor<R>>,
    /// What draws it back to where it was at the start.
    pub spring: Option<Spring<R>>,
}

impl<R> Default for Drive<R> {
    fn default() -> Self {
        Self { limits: None, motor: None, spring: None }
    }
}

/// A motor: a speed, in radians where it turns, and the largest force or torque for it.
///
/// ```
/// use bumper::dynamics::Motor;
/// let brake = Motor { speed: 0.0f32, max: 100.0 };
/// assert_eq!(brake.speed, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor<R> {
    /// The speed that it wants.
    pub speed: R,
    /// The largest force or torque that it takes.
    pub max: R,
}

/// A damped spring, whatever the masses.
///
/// ```
/// use bumper::dynamics::Spring;
/// let car = Spring { hertz: 4.0f32, damping: 0.7 };
/// assert!(car.damping < 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring<R> {
    /// How often it swings in a unit of time.
    pub hertz: R,
    /// Its damping ratio: at 1 it just does not swing.
    pub damping: R,
}

/// What a joint does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointState<R> {
    /// The places on both bodies, which should be one for all but distances.
    pub anchors: [Vector<R, 2>; 2],
    /// The force on the second body in the last step.
    pub force: Vector<R, 2>,
    /// The torque on the second body.
    pub torque: R,
    /// How far it is along its line or its length; zero for what has neither.
    pub along: R,
    /// The angle of the second, seen from the first, from what it was at the start; in radians.
    pub angle: R,
}

pub(super) fn finite<R: Real>(numbers: &[R]) -> Result<(), Refusal> {
    let known = numbers.iter().all(|number| size(*number) <= R::MAX_RADIUS);
    if known { Ok(()) } else { Err(Refusal::NotFinite) }
}

pub(super) fn check_motor<R: Real>(motor: Option<Motor<R>>) -> Result<(), Refusal> {
    let Some(motor) = motor else { return Ok(()) };
    finite(&[motor.speed])?;
    // A force without end is one that nothing stops.
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
