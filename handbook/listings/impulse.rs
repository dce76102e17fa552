use bumper::Aabb;
use bumper::dynamics::{BodyDef, ColliderDef, Simulation};

struct Particle {
    mass: f64,
    velocity: f64,
}

/// Applies the impulse after which `b` moves away from `a` at the speed `target`, and returns it.
fn collide(a: &mut Particle, b: &mut Particle, target: f64) -> f64 {
    let missing = target - (b.velocity - a.velocity);
    let effective_mass = 1.0 / (1.0 / a.mass + 1.0 / b.mass);
    let impulse = effective_mass * missing;
    a.velocity -= impulse / a.mass;
    b.velocity += impulse / b.mass;
    impulse
}

fn main() {
    let (mut clay, mut box_) = (Particle { mass: 2.0, velocity: 3.0 }, Particle { mass: 1.0, velocity: 0.0 });
    assert_eq!(collide(&mut clay, &mut box_, 0.0), 2.0);
    assert_eq!((clay.velocity, box_.velocity), (2.0, 2.0));

    // A plank of mass 4 and length 6 that floats. An impulse of 2 at its right end moves that end as if it had the mass 1.
    let mut simulation = Simulation::new([0.0f64, 0.0]);
    let def = BodyDef { mass: Some(4.0), ..BodyDef::default() };
    let shape = ColliderDef::new(Aabb::new([-3.0, -0.005], [3.0, 0.005]));
    let plank = simulation.insert(&def, &[shape]).unwrap();
    simulation.apply_impulse(plank, [0.0, 2.0], [3.0, 0.0]).unwrap();
    let state = simulation.get(plank).unwrap();
    assert!((state.velocity.y() + 3.0 * state.angular_velocity - 2.0).abs() < 1e-4);
}
