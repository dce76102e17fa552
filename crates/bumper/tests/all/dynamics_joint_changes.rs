//! Changes of joints after they were added: each has the effect that it would have had from the beginning.

use super::dynamics_changes::{STEP, boxed, center, run};
use bumper::dynamics::{
    Bodies, BodyDef, BodyId, Collider, DynamicsError, JointAxis, JointDef, JointId, JointKind, Motor, Spring,
};
use bumper::{Aabb, Vector};

/// A rod, whose joint to a post is of the given kind.
fn joined(kind: JointKind<f64>, at: Vector<f64, 2>) -> (Bodies<f64>, BodyId, JointId) {
    let mut bodies = Bodies::new([0.0, -10.0]);
    let post = bodies.insert_static(&Collider::new(boxed(0.0, 0.0, 0.1))).unwrap();
    let a = bodies.body_of(post).unwrap();
    let b = bodies
        .insert(
            &BodyDef::default(),
            &[Collider::new(Aabb::new(at - Vector([0.5; 2]), at + Vector([0.5; 2])))],
        )
        .unwrap();
    let joint = bodies.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    (bodies, b, joint)
}

#[test]
fn limits_motors_springs_lengths_and_anchors_can_be_changed() {
    let none = JointAxis::default();
    let (zero, below) = (Vector([0.0; 2]), Vector([0.0, -2.0]));
    let rod = JointKind::Distance { anchor_a: zero, anchor_b: below, length: None, translation: none };
    let (mut bodies, ball, joint) = joined(rod, below);
    run(&mut bodies, 240);
    bodies
        .modify_joint(joint, |kind| {
            let JointKind::Distance { length, .. } = kind else { panic!() };
            assert_eq!(length.replace(3.0), Some(2.0));
        })
        .unwrap();
    run(&mut bodies, 60);
    assert!((center(&bodies, ball).y() + 3.0).abs() < 0.02);
    // A spring sags by g / ω².
    let spring = Spring { hertz: 1.0, damping_ratio: 1.0 };
    bodies
        .modify_joint(joint, |kind| {
            let JointKind::Distance { translation, .. } = kind else { panic!() };
            translation.spring = Some(spring);
        })
        .unwrap();
    run(&mut bodies, 300);
    let sag = 10.0 / (2.0 * std::f64::consts::PI).powi(2);
    assert!((center(&bodies, ball).y() + 3.0 + sag).abs() < 0.05, "{:?}", center(&bodies, ball));
    bodies
        .modify_joint(joint, |kind| {
            let JointKind::Distance { translation, .. } = kind else { panic!() };
            (translation.spring, translation.limits) = (None, Some([0.0, 4.0]));
        })
        .unwrap();
    run(&mut bodies, 120);
    assert!((center(&bodies, ball).y() + 4.0).abs() < 0.05);
    assert_eq!(
        bodies.modify_joint(joint, |kind| *kind = JointKind::Revolute { anchor: zero, rotation: none }),
        Err(DynamicsError::JointParameter)
    );

    let hinge = JointKind::Revolute { anchor: zero, rotation: none };
    let (mut bodies, arm, joint) = joined(hinge, Vector([1.0, 0.0]));
    let set = |bodies: &mut Bodies<f64>, axis: JointAxis<f64>| {
        let change = |kind: &mut JointKind<f64>| *kind = JointKind::Revolute { anchor: zero, rotation: axis };
        bodies.modify_joint(joint, change).unwrap();
    };
    set(&mut bodies, JointAxis { limits: Some([-0.5, 0.5]), ..none });
    run(&mut bodies, 120);
    assert!((bodies.get_joint(joint).unwrap().angle + 0.5).abs() < 0.02);
    set(&mut bodies, JointAxis { motor: Some(Motor { speed: 2.0, max_force: 1e3 }), ..none });
    run(&mut bodies, 60);
    assert!((bodies.get_joint(joint).unwrap().angle - 1.5).abs() < 0.05);
    // Hung up at its corner, the box hangs below that.
    let corner = bodies.get(arm).unwrap().pose.apply(Vector([0.5, -0.5]));
    bodies.modify(arm, |def| (def.angular_damping, def.linear_damping) = (4.0, 1.0)).unwrap();
    bodies
        .modify_joint(joint, |kind| *kind = JointKind::Revolute { anchor: corner, rotation: none })
        .unwrap();
    let JointKind::Revolute { anchor, .. } = bodies.joint_definition(joint).unwrap().kind else { panic!() };
    assert!((anchor - corner).length() < 1e-12);
    run(&mut bodies, 900);
    assert!((center(&bodies, arm) - corner - Vector([0.0, -0.5f64.sqrt()])).length() < 0.05);
}

#[test]
fn joint_breaks_at_its_limits_and_can_be_disabled() {
    let hinge = JointKind::Revolute { anchor: [0.0; 2].into(), rotation: JointAxis::default() };
    let (mut bodies, ball, joint) = joined(hinge, Vector([0.0, -2.0]));
    run(&mut bodies, 240);
    bodies.set_joint_enabled(joint, false).unwrap();
    run(&mut bodies, 10);
    let fallen = center(&bodies, ball).y();
    assert!(fallen < -2.1 && bodies.is_joint_enabled(joint) == Some(false));
    bodies.set_joint_enabled(joint, true).unwrap();
    run(&mut bodies, 120);
    assert!((center(&bodies, ball).y() + 2.0).abs() < 0.05);
    bodies.set_break_limits(joint, 20.0, f64::INFINITY).unwrap();
    // Swinging with a large speed pulls with m v² / r and the weight.
    bodies.set_velocity(ball, [4.0, 0.0], 2.0).unwrap();
    run(&mut bodies, 60);
    assert!(bodies.get_joint(joint).is_some() && bodies.broken_joints().is_empty());
    bodies.set_velocity(ball, [12.0, 0.0], 6.0).unwrap();
    bodies.step(STEP);
    assert_eq!(bodies.broken_joints()[0].0, joint);
    assert!(bodies.joints_of(ball).next().is_none());
    bodies.step(STEP);
    assert!(bodies.broken_joints().is_empty());
}

#[test]
fn joined_bodies_collide_if_joint_is_disabled_or_allows_it() {
    let hinge = JointKind::Revolute { anchor: [0.0; 2].into(), rotation: JointAxis::default() };
    let (mut bodies, ball, joint) = joined(hinge, Vector([0.3, 0.0]));
    run(&mut bodies, 10);
    assert_eq!(bodies.contacts_of(ball).count(), 0);
    bodies.set_collide_connected(joint, true).unwrap();
    run(&mut bodies, 2);
    assert_eq!(bodies.contacts_of(ball).count(), 1);
    bodies.set_collide_connected(joint, false).unwrap();
    run(&mut bodies, 2);
    assert_eq!(bodies.contacts_of(ball).count(), 0);
    bodies.set_joint_enabled(joint, false).unwrap();
    run(&mut bodies, 2);
    assert_eq!(bodies.contacts_of(ball).count(), 1);
}
