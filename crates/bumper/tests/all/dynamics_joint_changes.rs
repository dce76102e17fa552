//! Changes of joints after they were added: each change has the effect that it would have had from the beginning.

use super::dynamics_changes::{STEP, boxed, center, run};
use bumper::dynamics::{
    BodyDef, BodyId, Collider, DynamicsError, JointAxis, JointDef, JointId, JointKind, Motor, Simulation,
    Spring,
};
use bumper::{Aabb, Vector};

/// A box of side 1 around a point, with a joint of the given kind to a post at the origin.
fn joined(kind: JointKind<f64>, at: Vector<f64, 2>) -> (Simulation<f64>, BodyId, JointId) {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let post = simulation.insert_static(&Collider::new(boxed(0.0, 0.0, 0.1))).unwrap();
    let a = simulation.body_of(post).unwrap();
    let b = simulation
        .insert(
            &BodyDef::default(),
            &[Collider::new(Aabb::new(at - Vector([0.5; 2]), at + Vector([0.5; 2])))],
        )
        .unwrap();
    let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    (simulation, b, joint)
}

#[test]
fn limits_motors_springs_lengths_and_anchors_can_be_changed() {
    let none = JointAxis::default();
    let (zero, below) = (Vector([0.0; 2]), Vector([0.0, -2.0]));
    let rod = JointKind::Distance { anchor_a: zero, anchor_b: below, length: None, translation: none };
    let (mut simulation, ball, joint) = joined(rod, below);
    run(&mut simulation, 240);
    simulation
        .modify_joint(joint, |kind| {
            let JointKind::Distance { length, .. } = kind else { panic!() };
            assert_eq!(length.replace(3.0), Some(2.0));
        })
        .unwrap();
    run(&mut simulation, 60);
    assert!((center(&simulation, ball).y() + 3.0).abs() < 0.02);
    // A spring sags by g / ω².
    let spring = Spring { hertz: 1.0, damping_ratio: 1.0 };
    simulation
        .modify_joint(joint, |kind| {
            let JointKind::Distance { translation, .. } = kind else { panic!() };
            translation.spring = Some(spring);
        })
        .unwrap();
    run(&mut simulation, 300);
    let sag = 10.0 / (2.0 * std::f64::consts::PI).powi(2);
    assert!((center(&simulation, ball).y() + 3.0 + sag).abs() < 0.05, "{:?}", center(&simulation, ball));
    simulation
        .modify_joint(joint, |kind| {
            let JointKind::Distance { translation, .. } = kind else { panic!() };
            (translation.spring, translation.limits) = (None, Some([0.0, 4.0]));
        })
        .unwrap();
    run(&mut simulation, 120);
    assert!((center(&simulation, ball).y() + 4.0).abs() < 0.05);
    assert_eq!(
        simulation.modify_joint(joint, |kind| *kind = JointKind::Revolute { anchor: zero, rotation: none }),
        Err(DynamicsError::JointParameter)
    );

    let hinge = JointKind::Revolute { anchor: zero, rotation: none };
    let (mut simulation, arm, joint) = joined(hinge, Vector([1.0, 0.0]));
    let set = |simulation: &mut Simulation<f64>, axis: JointAxis<f64>| {
        let change = |kind: &mut JointKind<f64>| *kind = JointKind::Revolute { anchor: zero, rotation: axis };
        simulation.modify_joint(joint, change).unwrap();
    };
    set(&mut simulation, JointAxis { limits: Some([-0.5, 0.5]), ..none });
    run(&mut simulation, 120);
    assert!((simulation.get_joint(joint).unwrap().angle + 0.5).abs() < 0.02);
    set(&mut simulation, JointAxis { motor: Some(Motor { speed: 2.0, max_force: 1e3 }), ..none });
    run(&mut simulation, 60);
    assert!((simulation.get_joint(joint).unwrap().angle - 1.5).abs() < 0.05);
    // After the hinge is moved to a corner of the box, the box hangs below that corner.
    let corner = simulation.get(arm).unwrap().pose.apply(Vector([0.5, -0.5]));
    simulation.modify(arm, |def| (def.angular_damping, def.linear_damping) = (4.0, 1.0)).unwrap();
    simulation
        .modify_joint(joint, |kind| *kind = JointKind::Revolute { anchor: corner, rotation: none })
        .unwrap();
    let JointKind::Revolute { anchor, .. } = simulation.joint_definition(joint).unwrap().kind else {
        panic!()
    };
    assert!((anchor - corner).length() < 1e-12);
    run(&mut simulation, 900);
    assert!((center(&simulation, arm) - corner - Vector([0.0, -0.5f64.sqrt()])).length() < 0.05);
}

#[test]
fn joint_breaks_at_its_limits_and_can_be_disabled() {
    let hinge = JointKind::Revolute { anchor: [0.0; 2].into(), rotation: JointAxis::default() };
    let (mut simulation, ball, joint) = joined(hinge, Vector([0.0, -2.0]));
    run(&mut simulation, 240);
    simulation.set_joint_enabled(joint, false).unwrap();
    run(&mut simulation, 10);
    let fallen = center(&simulation, ball).y();
    assert!(fallen < -2.1 && simulation.is_joint_enabled(joint) == Some(false));
    simulation.set_joint_enabled(joint, true).unwrap();
    run(&mut simulation, 120);
    assert!((center(&simulation, ball).y() + 2.0).abs() < 0.05);
    simulation.set_break_limits(joint, 20.0, f64::INFINITY).unwrap();
    // The swinging box exerts its weight and m v² / r: less than the limit at a speed of 4, more at 12.
    simulation.set_velocity(ball, [4.0, 0.0], 2.0).unwrap();
    run(&mut simulation, 60);
    assert!(simulation.get_joint(joint).is_some() && simulation.broken_joints().is_empty());
    simulation.set_velocity(ball, [12.0, 0.0], 6.0).unwrap();
    simulation.step(STEP);
    assert_eq!(simulation.broken_joints()[0].0, joint);
    assert!(simulation.joints_of(ball).next().is_none());
    simulation.step(STEP);
    assert!(simulation.broken_joints().is_empty());
}

#[test]
fn joined_bodies_collide_if_joint_is_disabled_or_allows_it() {
    let hinge = JointKind::Revolute { anchor: [0.0; 2].into(), rotation: JointAxis::default() };
    let (mut simulation, ball, joint) = joined(hinge, Vector([0.3, 0.0]));
    run(&mut simulation, 10);
    assert_eq!(simulation.contacts_of(ball).count(), 0);
    simulation.set_collide_connected(joint, true).unwrap();
    run(&mut simulation, 2);
    assert_eq!(simulation.contacts_of(ball).count(), 1);
    simulation.set_collide_connected(joint, false).unwrap();
    run(&mut simulation, 2);
    assert_eq!(simulation.contacts_of(ball).count(), 0);
    simulation.set_joint_enabled(joint, false).unwrap();
    run(&mut simulation, 2);
    assert_eq!(simulation.contacts_of(ball).count(), 1);
}

#[test]
fn springs_rest_at_their_target() {
    let spring = Some(Spring { hertz: 2.0, damping_ratio: 1.0 });
    let pulled = |spring_target| JointAxis { spring, spring_target, ..JointAxis::default() };
    let (zero, below) = (Vector([0.0; 2]), Vector([0.0, -2.0]));
    let kinds: [fn(JointAxis<f64>) -> JointKind<f64>; 4] = [
        |rotation| JointKind::Revolute { anchor: Vector([0.0, -2.0]), rotation },
        |translation| JointKind::Prismatic {
            anchor: Vector([0.0; 2]),
            axis: Vector([1.0, 0.0]),
            translation,
        },
        |translation| JointKind::Wheel {
            anchor: Vector([0.0, -2.0]),
            axis: Vector([1.0, 0.0]),
            translation,
            motor: None,
        },
        |translation| JointKind::Distance {
            anchor_a: Vector([0.0; 2]),
            anchor_b: Vector([0.0, -2.0]),
            length: None,
            translation,
        },
    ];
    for (index, kind) in kinds.into_iter().enumerate() {
        let (mut simulation, body, joint) = joined(kind(pulled(0.75)), below);
        simulation.gravity = zero;
        run(&mut simulation, 300);
        let reached = |simulation: &Simulation<f64>| {
            let state = simulation.get(body).unwrap();
            match index {
                0 => state.angle,
                1 | 2 => state.center.x(),
                _ => -2.0 - state.center.y(),
            }
        };
        assert!((reached(&simulation) - 0.75).abs() < 1e-3, "{index}: {}", reached(&simulation));
        let mut made = simulation.joint_definition(joint).unwrap().kind;
        assert_eq!(axis_of(&mut made).spring_target, 0.75);
        simulation.modify_joint(joint, |kind| axis_of(kind).spring_target = -0.25).unwrap();
        run(&mut simulation, 300);
        assert!((reached(&simulation) + 0.25).abs() < 1e-3, "{index}: {}", reached(&simulation));
        let refused = simulation.modify_joint(joint, |kind| axis_of(kind).spring_target = f64::NAN);
        assert_eq!(refused, Err(DynamicsError::NotFinite));
    }
}

/// The axis of a joint that has one.
fn axis_of(kind: &mut JointKind<f64>) -> &mut JointAxis<f64> {
    match kind {
        JointKind::Revolute { rotation: axis, .. }
        | JointKind::Prismatic { translation: axis, .. }
        | JointKind::Wheel { translation: axis, .. }
        | JointKind::Distance { translation: axis, .. } => axis,
        JointKind::Weld { .. } | JointKind::Mouse { .. } => panic!("no axis"),
    }
}
