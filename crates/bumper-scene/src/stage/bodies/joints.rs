//! Converts the joints of a scene to the float type of its bodies.

use bumper::Vector;
use bumper::dynamics::{Drive, Hold, Motor, Spring};
use bumper::scalar::Real;

/// A joint in the float type of the scene, with angles in radians instead of degrees.
pub(super) fn hold_of<R: Real>(hold: &Hold<f64>) -> Hold<R> {
    const DEGREE: f64 = std::f64::consts::PI / 180.0;
    let number = R::from_f64;
    let vector = |v: Vector<f64, 2>| v.map(number);
    let spring = |spring: Option<Spring<f64>>| {
        spring.map(|spring| Spring { hertz: number(spring.hertz), damping: number(spring.damping) })
    };
    let motor = |motor: Option<Motor<f64>>, unit: f64| {
        motor.map(|motor| Motor { speed: number(motor.speed * unit), max: number(motor.max) })
    };
    let drive = |drive: Drive<f64>, unit: f64| Drive {
        limits: drive.limits.map(|limits| limits.map(|limit| number(limit * unit))),
        motor: motor(drive.motor, unit),
        spring: spring(drive.spring),
    };
    match *hold {
        Hold::Distance { from, to, length, along } => Hold::Distance {
            from: vector(from),
            to: vector(to),
            length: length.map(number),
            along: drive(along, 1.0),
        },
        Hold::Revolute { at, turn } => Hold::Revolute { at: vector(at), turn: drive(turn, DEGREE) },
        Hold::Prismatic { at, axis, along } => {
            Hold::Prismatic { at: vector(at), axis: vector(axis), along: drive(along, 1.0) }
        }
        Hold::Weld { at, spring: place, turn } => {
            Hold::Weld { at: vector(at), spring: spring(place), turn: spring(turn) }
        }
        Hold::Wheel { at, axis, along, motor: turning } => Hold::Wheel {
            at: vector(at),
            axis: vector(axis),
            along: drive(along, 1.0),
            motor: motor(turning, DEGREE),
        },
        Hold::Mouse { at, spring: pull, max_force } => Hold::Mouse {
            at: vector(at),
            spring: Spring { hertz: number(pull.hertz), damping: number(pull.damping) },
            max_force: number(max_force),
        },
    }
}
