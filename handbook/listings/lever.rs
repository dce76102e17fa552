use bumper::dynamics::{BodyDef, ColliderDef, Simulation};
use bumper::{Aabb, Ball, Pose, Rotation};

fn main() {
    // A plank of mass 4 and length 6 that floats. An impulse of 2 at its right end moves that end as if it had the mass 1.
    let mut simulation = Simulation::new([0.0f64, 0.0]);
    let def = BodyDef { mass: Some(4.0), ..BodyDef::default() };
    let shape = ColliderDef::new(Aabb::new([-3.0, -0.005], [3.0, 0.005]));
    let plank = simulation.insert(&def, &[shape]).unwrap();
    simulation.apply_impulse(plank, [0.0, 2.0], [3.0, 0.0]).unwrap();
    let state = simulation.get(plank).unwrap();
    assert!((state.velocity.y() + 3.0 * state.angular_velocity - 2.0).abs() < 1e-4);

    // A ball of mass 1 falls onto the right end of such a plank at the speed 2.
    let mut simulation = Simulation::new([0.0f64, 0.0]);
    let pose = Pose::new(Rotation::identity(), [3.0, -1.02]);
    let above = BodyDef { pose, velocity: [0.0, 2.0].into(), mass: Some(1.0), ..BodyDef::default() };
    let ball = simulation.insert(&above, &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    let plank = simulation.insert(&def, &[shape]).unwrap();
    for _ in 0..6 {
        simulation.step(1.0 / 120.0);
    }
    let [a, b] = [ball, plank].map(|id| simulation.get(id).unwrap());
    assert!((a.velocity.y() - 1.0).abs() < 0.05, "{:?}", a.velocity);
    assert!((b.velocity.y() - 0.25).abs() < 0.005 && (b.angular_velocity - 0.25).abs() < 0.005, "{b:?}");
}
