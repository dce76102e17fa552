//! Full turns of bodies that are teleported: the angles of joints do not jump, so that limits, springs and welds do not unwind
//! turns that the bodies have made.

use super::dynamics_changes::{STEP, run};
use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, JointAxis, JointDef, JointId, JointKind, Motor, Simulation,
    Spring,
};
use bumper::{Aabb, Pose, Rotation};
use std::f64::consts::{PI, TAU};

/// A box that rotates about its end on a static post, without gravity.
fn hinge(rotation: JointAxis<f64>) -> (Simulation<f64>, BodyId, JointId) {
    let mut simulation = Simulation::new([0.0, 0.0]);
    simulation.sleep_enabled = false;
    let post = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    let a = simulation.insert(&post, &[ColliderDef::new(Aabb::new([-0.1; 2], [0.1; 2]))]).unwrap();
    let b = simulation
        .insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, -0.2], [1.0, 0.2]))])
        .unwrap();
    let kind = JointKind::Revolute { anchor: [0.0; 2].into(), rotation };
    let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    (simulation, b, joint)
}

fn angle(simulation: &Simulation<f64>, joint: JointId) -> f64 {
    simulation.get_joint(joint).unwrap().angle
}

/// Sets each body to the pose that it already has.
fn teleport_in_place(simulation: &mut Simulation<f64>, bodies: &[BodyId]) {
    for id in bodies {
        let pose = simulation.get(*id).unwrap().pose;
        simulation.set_pose(*id, &pose).unwrap();
    }
}

/// A hinge that a motor has turned by a number of turns, and then stopped.
fn turned(turns: f64, rotation: JointAxis<f64>) -> (Simulation<f64>, BodyId, JointId) {
    let motor = Some(Motor { speed: turns * TAU, max_force: 1e6 });
    let (mut simulation, b, joint) = hinge(JointAxis { motor, ..rotation });
    run(&mut simulation, 60);
    simulation.set_motor(joint, None).unwrap();
    simulation.set_velocity(b, [0.0; 2], 0.0).unwrap();
    assert!((angle(&simulation, joint) - turns * TAU).abs() < 0.01, "{}", angle(&simulation, joint));
    (simulation, b, joint)
}

#[test]
fn body_that_is_set_to_its_own_pose_keeps_its_turns() {
    for turns in [1.5, 2.5, -3.2, 0.49, -0.5, 1.0, -2.0] {
        let limits = Some([-4.0 * TAU, 4.0 * TAU]);
        let spring = Some(Spring { hertz: 5.0, damping_ratio: 1.0 });
        let spring_target = turns * TAU;
        for axis in [
            JointAxis::default(),
            JointAxis { limits, ..JointAxis::default() },
            JointAxis { limits: Some([spring_target - 1.0, spring_target + 1.0]), ..JointAxis::default() },
            JointAxis { spring, spring_target, ..JointAxis::default() },
        ] {
            let (mut simulation, b, joint) = turned(turns, JointAxis { limits, ..JointAxis::default() });
            simulation
                .modify_joint(joint, |kind| {
                    let JointKind::Revolute { rotation, .. } = kind else { panic!() };
                    *rotation = axis;
                })
                .unwrap();
            let before = angle(&simulation, joint);
            teleport_in_place(&mut simulation, &[b]);
            assert!((angle(&simulation, joint) - before).abs() < 1e-12, "{turns}");
            let state = simulation.get(b).unwrap();
            let (cos, sin) = state.pose.rotation.complex();
            assert!((state.angle - sin.atan2(cos)).abs() < 1e-12, "{turns}");
            // Snapshots and copies contain the turns.
            let (saved, mut all) = (simulation.save(), vec![simulation.clone()]);
            #[cfg(feature = "serde")]
            all.push(postcard::from_bytes(&postcard::to_stdvec(&simulation).unwrap()).unwrap());
            run(&mut simulation, 10);
            simulation.restore(&saved).unwrap();
            all.push(simulation);
            for simulation in &mut all {
                for _ in 0..30 {
                    simulation.step(STEP);
                    assert!((angle(simulation, joint) - before).abs() < 0.02, "{turns} {axis:?}");
                }
            }
            assert!(all.iter().all(|other| other.get_joint(joint) == all[0].get_joint(joint)));
        }
    }
}

/// A chain of three bodies that welds and a prismatic joint hold together, rotating about its middle.
fn rotating_chain(speed: f64) -> (Simulation<f64>, Vec<BodyId>, Vec<JointId>) {
    let mut simulation = Simulation::new([0.0, 0.0]);
    simulation.sleep_enabled = false;
    let bodies: Vec<_> = [-1.0, 0.0, 1.0]
        .into_iter()
        .map(|x| {
            let velocity = [0.0, speed * x].into();
            let def = BodyDef { angular_velocity: speed, velocity, ..BodyDef::default() };
            simulation.insert(&def, &[ColliderDef::new(Aabb::new([x - 0.5, -0.5], [x + 0.5, 0.5]))]).unwrap()
        })
        .collect();
    let weld = JointKind::Weld { anchor: [-0.5, 0.0].into(), linear_spring: None, angular_spring: None };
    let limits = Some([-0.001, 0.001]);
    let slider = JointKind::Prismatic {
        anchor: [0.5, 0.0].into(),
        axis: [1.0, 0.0].into(),
        translation: JointAxis { limits, ..JointAxis::default() },
    };
    let joints = [weld, slider].into_iter().enumerate().map(|(k, kind)| {
        let def = JointDef { a: bodies[k], b: bodies[k + 1], kind, collide_connected: false };
        simulation.insert_joint(&def).unwrap()
    });
    let joints = joints.collect();
    (simulation, bodies, joints)
}

/// The largest angle of any joint, and the fastest rotation of any body, in the next steps.
fn disturbance(simulation: &mut Simulation<f64>, joints: &[JointId], steps: usize) -> [f64; 2] {
    (0..steps).fold([0.0f64; 2], |[angles, speeds], _| {
        simulation.step(STEP);
        let spin = simulation.iter().map(|(_, state)| state.angular_velocity.abs());
        [
            joints.iter().map(|joint| angle(simulation, *joint).abs()).fold(angles, f64::max),
            spin.fold(speeds, f64::max),
        ]
    })
}

#[test]
fn chain_of_which_some_bodies_are_teleported_in_place_stays_together() {
    for turns in [1.5, 2.5, -3.2] {
        for teleported in [&[0][..], &[1], &[2], &[0, 1], &[2, 1, 0]] {
            let (mut simulation, bodies, joints) = rotating_chain(turns * TAU);
            run(&mut simulation, 60);
            let ids: Vec<_> = teleported.iter().map(|k| bodies[*k]).collect();
            teleport_in_place(&mut simulation, &ids);
            let [angles, speed] = disturbance(&mut simulation, &joints, 30);
            assert!(
                angles < 0.01 && speed < turns.abs() * TAU * 1.05,
                "{turns} {teleported:?}: {angles} {speed}"
            );
        }
    }
}

#[test]
fn joined_bodies_that_are_teleported_by_half_a_turn_stay_together() {
    // Half a turn has two directions, and rounding errors must not choose different ones for different bodies.
    for k in 0..200 {
        let (mut simulation, bodies, joints) = rotating_chain(1.0);
        run(&mut simulation, k);
        for round in 0..2 {
            for (index, id) in bodies.iter().enumerate() {
                let error = 1e-9 * ((k + round + index) % 3) as f64 - 1e-9;
                let half_turn = Pose::new(Rotation::from_radians(PI + error), [3.0, 1.0]);
                let pose = simulation.get(*id).unwrap().pose;
                let rotation = pose.rotation.then(&half_turn.rotation);
                simulation.set_pose(*id, &Pose::new(rotation, half_turn.apply(pose.translation))).unwrap();
            }
        }
        for id in &bodies {
            simulation.set_velocity(*id, [0.0; 2], 0.0).unwrap();
        }
        let [angles, speed] = disturbance(&mut simulation, &joints, 5);
        assert!(angles < 0.01 && speed < 0.1, "{k}: {angles} {speed}");
    }
}

#[test]
fn joint_of_teleported_body_turns_by_at_most_half_a_turn() {
    let (mut simulation, b, joint) = hinge(JointAxis::default());
    // Steps of two degrees to three turns, then back to minus two turns in larger steps.
    let there = (0..540).map(|k| 2.0 * f64::from(k));
    let back = (0..20).map(|k| 1080.0 - 90.0 * f64::from(k));
    let wide = (0..20).map(|k| -630.0 + 170.0 * f64::from(k));
    for degrees in there.chain(back).chain(wide) {
        simulation.set_pose(b, &Pose::new(Rotation::from_degrees(degrees), [0.0; 2])).unwrap();
        let turns = (simulation.get(b).unwrap().angle.to_degrees() - degrees) / 360.0;
        assert!(
            (turns - turns.round()).abs() < 1e-9 && simulation.get(b).unwrap().angle.abs() <= PI,
            "{degrees}"
        );
        assert!((angle(&simulation, joint).to_degrees() - degrees).abs() < 1e-9, "{degrees}");
    }
}

#[test]
fn weld_of_bodies_that_have_made_many_turns_is_exact() {
    let mut simulation = Simulation::<f32>::new([0.0, 0.0]);
    let ids = [0.0, 1.0].map(|x| {
        let shape = Aabb::new([x, 0.0], [x + 1.0, 1.0]);
        simulation.insert(&BodyDef::default(), &[ColliderDef::new(shape)]).unwrap()
    });
    let weld = JointKind::Weld { anchor: [1.0, 0.5].into(), linear_spring: None, angular_spring: None };
    let def = JointDef { a: ids[0], b: ids[1], kind: weld, collide_connected: false };
    let joint = simulation.insert_joint(&def).unwrap();
    // Ten thousand turns in quarters. In `f32`, such a large angle would have an error of several thousandths.
    for quarter in 1..=40_000 {
        let pose = Pose::new(Rotation::from_degrees(90.0 * (quarter % 4) as f32), [0.0; 2]);
        ids.into_iter().for_each(|id| simulation.set_pose(id, &pose).unwrap());
    }
    assert!(simulation.get_joint(joint).unwrap().angle.abs() < 1e-6);
}
