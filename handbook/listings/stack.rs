use bumper::Aabb;
use bumper::dynamics::{BodyDef, ColliderDef, Simulation};

fn main() {
    // A gravity that makes everything faster by 1 in a step of 1 / 60, and two crates of mass 1. y points down.
    let mut simulation = Simulation::new([0.0f64, 60.0]);
    simulation.insert_static(&ColliderDef::new(Aabb::new([-5.0, 0.0], [5.0, 1.0]))).unwrap();
    let def = BodyDef { can_sleep: false, ..BodyDef::default() };
    for y in [-1.0, -2.0] {
        simulation.insert(&def, &[ColliderDef::new(Aabb::new([-0.5, y], [0.5, y + 1.0]))]).unwrap();
    }
    for _ in 0..60 {
        simulation.step(1.0 / 60.0);
    }
    // The ground carries both crates, the lower crate one.
    let mut impulses: Vec<_> = simulation.events().map(|event| event.normal_impulse()).collect();
    impulses.sort_by(f64::total_cmp);
    assert!((impulses[0] - 1.0).abs() < 0.01 && (impulses[1] - 2.0).abs() < 0.01, "{impulses:?}");
}
