//! Converts the joints of a scene to the float type of its bodies.

use bumper::Vector;
use bumper::dynamics::{JointAxis, JointKind, Motor, Spring};
use bumper::scalar::Real;

/// A joint in the float type of the scene, with angles in radians instead of degrees.
pub(super) fn joint_kind_of<R: Real>(hold: &JointKind<f64>) -> JointKind<R> {
    const DEGREE: f64 = std::f64::consts::PI / 180.0;
    let number = R::from_f64;
    let vector = |v: Vector<f64, 2>| v.map(number);
    let spring = |spring: Option<Spring<f64>>| {
        spring
            .map(|spring| Spring { hertz: number(spring.hertz), damping_ratio: number(spring.damping_ratio) })
    };
    let motor = |motor: Option<Motor<f64>>, unit: f64| {
        motor.map(|motor| Motor { speed: number(motor.speed * unit), max_force: number(motor.max_force) })
    };
    let drive = |drive: JointAxis<f64>, unit: f64| JointAxis {
        limits: drive.limits.map(|limits| limits.map(|limit| number(limit * unit))),
        motor: motor(drive.motor, unit),
        spring: spring(drive.spring),
    };
    match *hold {
        JointKind::Distance { anchor_a: from, anchor_b: to, length, translation: along } => {
            JointKind::Distance {
                anchor_a: vector(from),
                anchor_b: vector(to),
                length: length.map(number),
                translation: drive(along, 1.0),
            }
        }
        JointKind::Revolute { anchor: at, rotation: turn } => {
            JointKind::Revolute { anchor: vector(at), rotation: drive(turn, DEGREE) }
        }
        JointKind::Prismatic { anchor: at, axis, translation: along } => {
            JointKind::Prismatic { anchor: vector(at), axis: vector(axis), translation: drive(along, 1.0) }
        }
        JointKind::Weld { anchor: at, linear_spring: place, angular_spring: turn } => {
            JointKind::Weld { anchor: vector(at), linear_spring: spring(place), angular_spring: spring(turn) }
        }
        JointKind::Wheel { anchor: at, axis, translation: along, motor: turning } => JointKind::Wheel {
            anchor: vector(at),
            axis: vector(axis),
            translation: drive(along, 1.0),
            motor: motor(turning, DEGREE),
        },
        JointKind::Mouse { anchor: at, spring: pull, max_force } => JointKind::Mouse {
            anchor: vector(at),
            spring: Spring { hertz: number(pull.hertz), damping_ratio: number(pull.damping_ratio) },
            max_force: number(max_force),
        },
    }
}
