use bumper::dynamics::{BodyDef, BodyKind, ColliderDef, JointAxis, JointDef, JointKind, Simulation};
use bumper::{Ball, Pose, Rotation};

fn main() {
    let mut simulation = Simulation::new([0.0f32, 900.0]); // y points down
    let fixed = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    let ceiling = simulation.insert(&fixed, &[ColliderDef::new(Ball::new([0.0, 0.0], 5.0))]).unwrap();
    let def = BodyDef { pose: Pose::new(Rotation::identity(), [100.0, 0.0]), ..BodyDef::default() };
    let bob = simulation.insert(&def, &[ColliderDef::new(Ball::new([0.0, 0.0], 10.0))]).unwrap();
    let hinge = JointKind::Revolute { anchor: [0.0, 0.0].into(), rotation: JointAxis::default() };
    simulation.insert_joint(&JointDef { a: ceiling, b: bob, kind: hinge, collide_connected: false }).unwrap();
    for _ in 0..60 {
        simulation.step(1.0 / 60.0);
        let center = simulation.get(bob).unwrap().center;
        assert!((center.x().hypot(center.y()) - 100.0).abs() < 1.0); // the hinge holds
    }
}
