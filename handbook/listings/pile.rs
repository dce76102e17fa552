use bumper::Aabb;
use bumper::dynamics::{BodyDef, ColliderDef, Simulation};
use bumper::{Pose, Rotation};

fn main() {
    let mut simulation = Simulation::new([0.0f32, 900.0]); // y points down
    simulation.insert_static(&ColliderDef::new(Aabb::new([-200.0, 340.0], [840.0, 440.0]))).unwrap();
    // The shape of a body is relative to its position. This box has its middle there.
    let shape = ColliderDef { friction: 0.6, ..ColliderDef::new(Aabb::new([-20.0, -20.0], [20.0, 20.0])) };
    let mut top = None;
    for row in 0..6 {
        for k in 0..6 - row {
            let at = [340.0 + 42.0 * k as f32 + 21.0 * row as f32, 320.0 - 40.0 * row as f32];
            let def = BodyDef { pose: Pose::new(Rotation::identity(), at), ..BodyDef::default() };
            top = Some(simulation.insert(&def, &[shape]).unwrap());
        }
    }
    for _ in 0..120 {
        simulation.step(1.0 / 60.0);
    }
    let state = simulation.get(top.unwrap()).unwrap();
    assert!((state.center.y() - 120.0).abs() < 2.0); // it still stands on the top
}
