//! Changes of joints after they were added: each change has the effect that it would have had from the beginning.

use super::dynamics_changes::{STEP, boxed, center, run};
use super::dynamics_joint_frames::{direction, states, wrapped};
use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, DynamicsError, JointAxis, JointDef, JointFrame, JointId,
    JointKind, JointState, Motor, Simulation, Spring,
};
use bumper::{Aabb, Pose, Rotation, Vector};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A box of side 1 around a point, with a joint of the given kind to a post at the origin.
fn joined(kind: JointKind<f64>, at: Vector<f64, 2>) -> (Simulation<f64>, BodyId, JointId) {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let post = simulation.insert_static(&ColliderDef::new(boxed(0.0, 0.0, 0.1))).unwrap();
    let a = simulation.body_of(post).unwrap();
    let b = simulation
        .insert(
            &BodyDef::default(),
            &[ColliderDef::new(Aabb::new(at - Vector([0.5; 2]), at + Vector([0.5; 2])))],
        )
        .unwrap();
    let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    (simulation, b, joint)
}

#[test]
fn spring_target_without_spring_has_no_effect() {
    let (zero, below) = (Vector([0.0; 2]), Vector([0.0, -2.0]));
    let kinds = |spring_target| {
        let free = JointAxis { spring_target, ..JointAxis::default() };
        [
            JointKind::Distance { anchor_a: zero, anchor_b: below, length: None, translation: free },
            JointKind::Revolute { anchor: zero, rotation: free },
            JointKind::Prismatic { anchor: below, axis: Vector([1.0, 1.0]), translation: free },
            JointKind::Wheel { anchor: below, axis: Vector([1.0, 1.0]), translation: free, motor: None },
        ]
    };
    for (with, without) in kinds(3.0).into_iter().zip(kinds(0.0)) {
        let [found, expected] = [with, without].map(|kind| {
            let (mut simulation, ball, _) = joined(kind, below);
            run(&mut simulation, 60);
            center(&simulation, ball)
        });
        assert_eq!(found, expected, "{with:?}");
    }
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

/// A bar of length 2 that begins at the origin, hinged there to a post, without gravity.
fn hinged(rotation: JointAxis<f64>) -> (Simulation<f64>, BodyId, JointId) {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let post = simulation.insert_static(&ColliderDef::new(Aabb::new([-0.1, -0.1], [0.1, 0.1]))).unwrap();
    let a = simulation.body_of(post).unwrap();
    let b = simulation
        .insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, -0.1], [2.0, 0.1]))])
        .unwrap();
    let kind = JointKind::Revolute { anchor: [0.0; 2].into(), rotation };
    let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    (simulation, b, joint)
}

fn angled(angles: [f64; 2]) -> [JointFrame<f64>; 2] {
    angles.map(|angle| JointFrame { angle, ..JointFrame::default() })
}

fn state(simulation: &Simulation<f64>, joint: JointId) -> JointState<f64> {
    simulation.get_joint(joint).unwrap()
}

#[test]
fn reference_angle_moves_limits_of_hinge() {
    let limited = JointAxis { limits: Some([-0.5, 0.25]), ..JointAxis::default() };
    for (angles, rest) in [([0.0, 0.0], -0.5), ([0.4, 0.0], -0.1), ([0.0, 0.4], -0.9), ([-0.5, 0.5], -1.5)] {
        let (mut simulation, bar, joint) = hinged(limited);
        simulation.gravity = [0.0, -10.0].into();
        simulation.modify(bar, |def| def.angular_damping = 2.0).unwrap();
        simulation.set_joint_frames(joint, angled(angles)).unwrap();
        run(&mut simulation, 300);
        // The bar falls onto the lower limit.
        let angle = simulation.get(bar).unwrap().angle;
        assert!((angle - rest).abs() < 0.02, "{angles:?} {angle}");
        assert!((state(&simulation, joint).angle - (angle + angles[1] - angles[0])).abs() < 1e-12);
    }
}

#[test]
fn axis_of_slider_turns_with_first_frame() {
    for angle in [0.0, FRAC_PI_2, 2.5, -1.0] {
        let mut simulation = Simulation::new([0.0, 0.0]);
        let rotation = Rotation::from_radians(0.7);
        let rail = Pose::new(rotation, [3.0, 2.0]);
        let boxed = ColliderDef::new(Aabb::new([0.5, 0.0], [1.5, 1.0]));
        let rail = BodyDef { kind: BodyKind::Static, pose: rail, ..BodyDef::default() };
        let a = simulation.insert(&rail, &[boxed]).unwrap();
        let b = simulation.insert(&BodyDef { kind: BodyKind::Dynamic, ..rail }, &[boxed]).unwrap();
        let kind = JointKind::Prismatic {
            anchor: [0.0; 2].into(),
            axis: [1.0, 0.0].into(),
            translation: JointAxis::default(),
        };
        let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
        simulation.set_joint_frames(joint, angled([angle; 2])).unwrap();
        simulation.set_velocity(b, direction(0.7 + angle).scaled(2.0), 0.0).unwrap();
        run(&mut simulation, 60);
        let [first, second] = states(&simulation, [a, b]);
        let moved = second.pose.translation - first.pose.translation;
        assert!((moved - direction(0.7 + angle).scaled(2.0)).length() < 1e-9, "{angle} {moved:?}");
        assert!((state(&simulation, joint).translation - 2.0).abs() < 1e-9);
    }
}

#[test]
fn full_turns_of_hinge_are_kept_and_those_of_frames_ignored() {
    let motor = Some(Motor { speed: 10.0, max_force: 1e6 });
    let (mut simulation, _, joint) = hinged(JointAxis { motor, ..JointAxis::default() });
    run(&mut simulation, 120);
    let turned = state(&simulation, joint).angle;
    assert!((turned - 20.0).abs() < 0.5);
    let set = |simulation: &mut Simulation<f64>, angles: [f64; 2]| {
        simulation.set_joint_frames(joint, angled(angles)).unwrap();
        state(simulation, joint).angle
    };
    assert!((set(&mut simulation, [0.25, 0.0]) - (turned - 0.25)).abs() < 1e-12);
    assert!((set(&mut simulation, [0.25, 3.0]) - (turned + 2.75)).abs() < 1e-12);
    assert!((set(&mut simulation, [0.25, 3.0 + 5.0 * TAU]) - (turned + 2.75)).abs() < 1e-12);
    assert!((set(&mut simulation, [0.5 - 1e6 * TAU, 3.0]) - (turned + 2.5)).abs() < 1e-8);
    // Each change turns the shorter way, so four thirds of a turn add up to more than a full turn.
    let [third, before] = [TAU / 3.0, set(&mut simulation, [0.0, 0.0])];
    for k in 1..=4 {
        let angle = set(&mut simulation, [0.0, wrapped(third * f64::from(k))]);
        assert!((angle - before - third * f64::from(k)).abs() < 1e-8);
    }
    // Huge angles have no meaningful remainder, but the result stays near the old angle.
    for angle in [1e18, -1e18, 1e30] {
        let before = state(&simulation, joint).angle;
        assert!((set(&mut simulation, [angle, 0.0]) - before).abs() <= PI + 1e-9);
    }
}

#[test]
fn joint_of_body_that_has_turned_takes_short_way_to_its_frames() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let [a, b] = [0.0, 5.0].map(|x| {
        let def = BodyDef { angular_velocity: 2.0 * x, ..BodyDef::default() };
        simulation.insert(&def, &[ColliderDef::new(Aabb::new([x, 0.0], [x + 1.0, 1.0]))]).unwrap()
    });
    run(&mut simulation, 150);
    let angle = simulation.get(b).unwrap().angle;
    assert!(angle > 20.0);
    simulation.set_velocity(b, [0.0; 2], 0.0).unwrap();
    let anchor = Vector([3.0, 0.5]);
    let weld = JointKind::Weld { anchor, linear_spring: None, angular_spring: None };
    let joint = simulation.insert_joint(&JointDef { a, b, kind: weld, collide_connected: false }).unwrap();
    assert!((simulation.joint_frames(joint).unwrap()[0].angle - wrapped(angle)).abs() < 1e-9);
    simulation.set_joint_frames(joint, angled([0.0, 0.0])).unwrap();
    assert!((state(&simulation, joint).angle - wrapped(angle)).abs() < 1e-9);
    run(&mut simulation, 200);
    let [first, second] = states(&simulation, [a, b]);
    assert!(state(&simulation, joint).angle.abs() < 1e-3 && wrapped(second.angle - first.angle).abs() < 1e-3);
    // Neither body has made another turn.
    assert!(first.angle.abs() < PI && (second.angle - angle).abs() < PI);
}

#[test]
fn negative_limits_of_distance_joint_are_refused() {
    let (anchor_a, anchor_b, axis) = (Vector([0.0; 2]), Vector([0.0, -2.0]), Vector([0.0, 1.0]));
    let with = |limits| JointAxis { limits: Some(limits), ..JointAxis::default() };
    let rope = |limits| JointKind::Distance { anchor_a, anchor_b, length: None, translation: with(limits) };
    let (mut simulation, b, joint) = joined(rope([0.0, 3.0]), anchor_b);
    let a = simulation.joint_definition(joint).unwrap().a;
    let hash = simulation.state_hash();
    for limits in [[-1e-9, 3.0], [-2.0, -1.0], [-2.0, 0.0]] {
        let refused = Err(DynamicsError::JointParameter);
        let def = JointDef { a, b, kind: rope(limits), collide_connected: false };
        assert_eq!(simulation.insert_joint(&def).map(|_| ()), refused, "{limits:?}");
        let change = |kind: &mut JointKind<f64>| *kind = rope(limits);
        assert_eq!(simulation.modify_joint(joint, change), refused, "{limits:?}");
    }
    assert_eq!((simulation.joints().count(), simulation.state_hash()), (1, hash));
    for limits in [[0.0, 0.0], [-0.0, 3.0], [1.0, 3.0]] {
        simulation.modify_joint(joint, |kind| *kind = rope(limits)).unwrap();
    }
    // Translations may be negative.
    let slider = JointKind::Prismatic { anchor: anchor_b, axis, translation: with([-2.0, -1.0]) };
    simulation.insert_joint(&JointDef { a, b, kind: slider, collide_connected: false }).unwrap();
}
