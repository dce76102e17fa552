//! Converts the joints of a scene to the float type of its bodies.

use bumper::Vector;
use bumper::dynamics::{JointAxis, JointKind, Motor, Spring};
use bumper::scalar::Real;

/// Converts a joint to the float type of the scene, and its angles from degrees to radians.
pub(super) fn joint_kind_of<R: Real>(kind: &JointKind<f64>) -> JointKind<R> {
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
    let joint_axis = |axis: JointAxis<f64>, unit: f64| JointAxis {
        limits: axis.limits.map(|limits| limits.map(|limit| number(limit * unit))),
        motor: motor(axis.motor, unit),
        spring: spring(axis.spring),
        spring_target: number(axis.spring_target * unit),
        spring_force: axis.spring_force,
    };
    match *kind {
        JointKind::Distance { anchor_a, anchor_b, length, translation } => JointKind::Distance {
            anchor_a: vector(anchor_a),
            anchor_b: vector(anchor_b),
            length: length.map(number),
            translation: joint_axis(translation, 1.0),
        },
        JointKind::Revolute { anchor, rotation } => {
            JointKind::Revolute { anchor: vector(anchor), rotation: joint_axis(rotation, DEGREE) }
        }
        JointKind::Prismatic { anchor, axis, translation } => JointKind::Prismatic {
            anchor: vector(anchor),
            axis: vector(axis),
            translation: joint_axis(translation, 1.0),
        },
        JointKind::Weld { anchor, linear_spring, angular_spring } => JointKind::Weld {
            anchor: vector(anchor),
            linear_spring: spring(linear_spring),
            angular_spring: spring(angular_spring),
        },
        JointKind::Wheel { anchor, axis, translation, motor: turning } => JointKind::Wheel {
            anchor: vector(anchor),
            axis: vector(axis),
            translation: joint_axis(translation, 1.0),
            motor: motor(turning, DEGREE),
        },
        JointKind::Mouse { anchor, spring: pull, max_force } => JointKind::Mouse {
            anchor: vector(anchor),
            spring: Spring { hertz: number(pull.hertz), damping_ratio: number(pull.damping_ratio) },
            max_force: number(max_force),
        },
    }
}
