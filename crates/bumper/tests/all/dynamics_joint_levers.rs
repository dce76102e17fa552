//! Motors, springs and limits of joints whose anchor is far from the centers of mass, so that each impulse of the joint both moves and
//! rotates the bodies.

use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, JointAxis, JointDef, JointId, JointKind, Motor, Simulation,
    Spring,
};
use bumper::scalar::Real;
use bumper::{Aabb, Pose, Rotation, Vector};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Prismatic,
    Wheel,
    Distance,
    Revolute,
}

/// A unit box B at the origin, joined to a unit box A. Lengths are in a frame that is rotated by `angle`: the axis of the joint is its x
/// axis, and `lever` is the anchor of B.
#[derive(Clone, Copy, Debug)]
struct Scene {
    kind: Kind,
    angle: f64,
    lever: [f64; 2],
    /// The kind and the mass of A. The mass of B is 1.
    base: (BodyKind, f64),
    /// Gravity along the axis.
    gravity: f64,
    angular_damping: f64,
}

/// The coordinate of a joint (its translation or angle), its speed in the last step, and the largest errors in the second half of the
/// steps: the first impulse of a strong motor may pull the anchors apart for a moment, because the locked rows are soft.
#[derive(Clone, Copy, Debug, Default)]
struct Motion {
    coordinate: f64,
    speed: f64,
    /// The largest distance of the anchor of B from the axis of a prismatic or wheel joint, or from the anchor of A of a revolute
    /// joint.
    position_error: f64,
    /// The largest relative angle of the bodies of a prismatic joint.
    angle_error: f64,
}

impl Scene {
    fn rotated<R: Real>(&self, [x, y]: [f64; 2]) -> Vector<R, 2> {
        let (sin, cos) = self.angle.sin_cos();
        Vector([cos * x - sin * y, sin * x + cos * y].map(R::from_f64))
    }

    fn build<R: Real>(&self, axis: JointAxis<R>) -> (Simulation<R>, BodyId, JointId) {
        let mut simulation = Simulation::new(self.rotated::<R>([self.gravity, 0.0]));
        simulation.sleep_enabled = false;
        let unit_box = ColliderDef::new(Aabb::new([R::from_f64(-0.5); 2], [R::from_f64(0.5); 2]));
        let mut insert = |at, kind, mass| {
            let def = BodyDef {
                pose: Pose::new(Rotation::identity(), self.rotated(at)),
                kind,
                mass: Some(R::from_f64(mass)),
                angular_damping: R::from_f64(self.angular_damping),
                ..BodyDef::default()
            };
            simulation.insert(&def, &[unit_box]).unwrap()
        };
        let (a, b) =
            (insert([0.0, -1.5], self.base.0, self.base.1), insert([0.0, 0.0], BodyKind::Dynamic, 1.0));
        let (anchor, direction) = (self.rotated(self.lever), self.rotated([1.0, 0.0]));
        let kind = match self.kind {
            Kind::Prismatic => JointKind::Prismatic { anchor, axis: direction, translation: axis },
            Kind::Wheel => JointKind::Wheel { anchor, axis: direction, translation: axis, motor: None },
            Kind::Distance => {
                let anchor_a = self.rotated([self.lever[0] - 3.0, self.lever[1]]);
                JointKind::Distance { anchor_a, anchor_b: anchor, length: None, translation: axis }
            }
            Kind::Revolute => JointKind::Revolute { anchor, rotation: axis },
        };
        let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
        (simulation, a, joint)
    }

    /// The motion of the joint in some steps of 1/60. The coordinate of a distance joint is the increase of its length.
    fn run<R: Real>(&self, axis: JointAxis<R>, steps: u32) -> Motion {
        let rest = if self.kind == Kind::Distance { 3.0 } else { 0.0 };
        let limits = axis.limits.map(|limits| limits.map(|limit| limit + R::from_f64(rest)));
        let (mut simulation, a, joint) = self.build(JointAxis { limits, ..axis });
        let mut motion = Motion::default();
        for step in 0..steps {
            simulation.step(R::from_f64(1.0 / 60.0));
            let state = simulation.get_joint(joint).unwrap();
            let turn = simulation.get(a).unwrap().angle.to_f64();
            let tangent = Scene { angle: self.angle + turn, ..*self }.rotated::<f64>([0.0, 1.0]);
            let separation = Vector((state.anchors[1] - state.anchors[0]).0.map(|x| x.to_f64()));
            let (coordinate, position_error) = match self.kind {
                Kind::Prismatic | Kind::Wheel => (state.translation, separation.dot(tangent).abs()),
                Kind::Distance => (state.translation, 0.0),
                Kind::Revolute => (state.angle, separation.length()),
            };
            let coordinate = coordinate.to_f64() - rest;
            motion.speed = (coordinate - motion.coordinate) * 60.0;
            motion.coordinate = coordinate;
            if step < steps / 2 {
                continue;
            }
            motion.position_error = motion.position_error.max(position_error);
            if self.kind == Kind::Prismatic {
                motion.angle_error = motion.angle_error.max(state.angle.to_f64().abs());
            }
        }
        motion
    }
}

/// Calls `check` for many scenes without gravity.
fn for_each_scene(check: impl Fn(Scene)) {
    let masses = [0.01, 0.1, 1.0, 10.0, 100.0].map(|mass| (BodyKind::Dynamic, mass));
    let bases = [(BodyKind::Static, 1.0), (BodyKind::Kinematic, 1.0)].into_iter().chain(masses);
    for base in bases {
        for kind in [Kind::Prismatic, Kind::Wheel, Kind::Distance, Kind::Revolute] {
            for angle in [0.0, 0.3, 1.6, 4.0] {
                for y in [0.0, 0.25, 0.5, -1.2, 3.0, 8.0, 400.0] {
                    // Only prismatic joints hold the orientation of the body, so that a very long lever does not make the anchor fast.
                    if y > 10.0 && kind != Kind::Prismatic {
                        continue;
                    }
                    for x in [0.0, -1.0] {
                        check(Scene { kind, angle, lever: [x, y], base, gravity: 0.0, angular_damping: 0.0 });
                    }
                }
            }
        }
    }
}

/// Checks the coordinate and the speed, and that the locked rows hold.
fn check_motion(scene: &Scene, motion: Motion, [coordinate, speed]: [f64; 2], tolerance: f64) {
    assert!(
        (motion.coordinate - coordinate).abs() < tolerance && (motion.speed - speed).abs() < tolerance,
        "{scene:?}: {motion:?} instead of {coordinate} and {speed}"
    );
    // A strong motor of a hinge reaches its speed within a sub-step. The soft point constraint then yields by up to 0.04 at a lever of 8.
    let max_error = if scene.kind == Kind::Revolute { 0.05 } else { 0.03 };
    assert!(motion.position_error < max_error && motion.angle_error < 0.01, "{scene:?}: {motion:?}");
}

#[test]
fn motors_beside_the_center_of_mass_reach_their_speed() {
    fn check<R: Real>(scene: Scene) {
        // Such a motor reaches its speed in the first step.
        let motor = Motor { speed: R::from_f64(2.0), max_force: R::from_f64(1e6) };
        let motion = scene.run(JointAxis { motor: Some(motor), ..JointAxis::default() }, 60);
        // The bodies of a wheel or distance joint rotate, so their anchors move on arcs during a sub-step.
        let tolerance = match scene.kind {
            Kind::Prismatic | Kind::Revolute => 0.005,
            Kind::Wheel => 0.04,
            Kind::Distance => 0.1,
        };
        check_motion(&scene, motion, [2.0, 2.0], tolerance);
    }
    for_each_scene(check::<f32>);
    for_each_scene(check::<f64>);
}

#[test]
fn strong_motor_does_not_tear_a_hinge_with_a_long_lever_apart() {
    fn check<R: Real>() {
        for (lever, speed) in [(20.0, 12.0), (40.0, 3.0), (100.0, 1.0)] {
            let scene = Scene {
                kind: Kind::Revolute,
                angle: 0.3,
                lever: [lever, 0.0],
                base: (BodyKind::Static, 1.0),
                gravity: 0.0,
                angular_damping: 0.0,
            };
            let motor = Motor { speed: R::from_f64(speed), max_force: R::from_f64(1e9) };
            let motion = scene.run(JointAxis { motor: Some(motor), ..JointAxis::default() }, 240);
            // The motor accelerates the body to full speed within a sub-step. The point constraint is soft, so it yields at first.
            assert!((motion.speed - speed).abs() < 0.01 * speed, "{scene:?} {motion:?}");
            assert!(motion.position_error < 0.03 * lever, "{scene:?} {motion:?}");
        }
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn stiff_springs_beside_the_center_of_mass_come_to_rest_at_their_target() {
    fn check<R: Real>(scene: Scene) {
        let [two, one, hertz] = [2.0, 1.0, 5.0].map(R::from_f64);
        let spring = Some(Spring { hertz, damping_ratio: one });
        // A spring does not stop the rotation of the bodies of a wheel or distance joint.
        let scene = Scene { angular_damping: 8.0, ..scene };
        let steps = if [Kind::Prismatic, Kind::Revolute].contains(&scene.kind) { 90 } else { 300 };
        let motion = scene.run(JointAxis { spring, spring_target: two, ..JointAxis::default() }, steps);
        check_motion(&scene, motion, [2.0, 0.0], 0.02);
    }
    for_each_scene(check::<f32>);
    for_each_scene(check::<f64>);
}

#[test]
fn limits_beside_the_center_of_mass_stop_motors_and_falling_bodies() {
    fn check<R: Real>(scene: Scene) {
        let limits = Some([R::from_f64(-0.5), R::from_f64(0.5)]);
        let motor = Motor { speed: R::from_f64(2.0), max_force: R::from_f64(1e6) };
        let driven = JointAxis { limits, motor: Some(motor), ..JointAxis::default() };
        check_motion(&scene, scene.run(driven, 90), [0.5, 0.0], 0.01);
        if scene.base.0 != BodyKind::Dynamic && scene.kind != Kind::Revolute {
            // A distance joint is not pushed together: it would swing to the other side.
            let both = [10.0, -10.0].into_iter().filter(|side| *side > 0.0 || scene.kind != Kind::Distance);
            for gravity in both {
                // A limit does not stop the rotation of the body of a wheel or distance joint, which swings like a pendulum.
                let falling = Scene { gravity, angular_damping: 8.0, ..scene };
                let steps = if scene.kind == Kind::Prismatic { 90 } else { 1200 };
                let motion = falling.run(JointAxis { limits, ..JointAxis::default() }, steps);
                check_motion(&falling, motion, [0.05 * gravity, 0.0], 0.01);
            }
        }
    }
    for_each_scene(check::<f32>);
    for_each_scene(check::<f64>);
}

#[test]
fn torque_of_a_slider_balances_the_lever_of_its_force() {
    for is_first in [false, true] {
        for lever in [[0.0, 0.0], [1.5, 0.5], [-4.0, 2.0]] {
            let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
            let unit_box = ColliderDef::new(Aabb::new([-0.5; 2], [0.5; 2]));
            let rail = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
            let rail = simulation.insert(&rail, &[unit_box]).unwrap();
            let body = simulation.insert(&BodyDef::default(), &[unit_box]).unwrap();
            let [a, b] = if is_first { [body, rail] } else { [rail, body] };
            let (axis, translation) = (Vector([1.0, 0.0]), JointAxis::default());
            let kind = JointKind::Prismatic { anchor: lever.into(), axis, translation };
            let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
            (0..120).for_each(|_| simulation.step(1.0 / 60.0));
            // The joint carries the weight 10 at the lever. Force and torque are those on the second body.
            let (state, sign) = (simulation.get_joint(joint).unwrap(), if is_first { -1.0 } else { 1.0 });
            assert!((state.force - Vector([0.0, 10.0 * sign])).length() < 0.01, "{state:?}");
            assert!((state.torque + sign * 10.0 * lever[0]).abs() < 0.01, "{lever:?} {state:?}");
        }
    }
}
