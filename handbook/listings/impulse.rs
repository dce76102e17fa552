use bumper::dynamics::{BodyDef, ColliderDef, Simulation};
use bumper::{Ball, Pose, Rotation};

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

    // A bounce in the library, without gravity: they part at half of the speed at which they met.
    let mut simulation = Simulation::new([0.0f64, 0.0]);
    let shape = ColliderDef { restitution: 0.5, ..ColliderDef::new(Ball::new([0.0, 0.0], 10.0)) };
    let moving = BodyDef { mass: Some(2.0), velocity: [300.0, 0.0].into(), ..BodyDef::default() };
    let pose = Pose::new(Rotation::identity(), [60.0, 0.0]);
    let resting = BodyDef { mass: Some(1.0), pose, ..BodyDef::default() };
    let [a, b] = [moving, resting].map(|def| simulation.insert(&def, &[shape]).unwrap());
    for _ in 0..60 {
        simulation.step(1.0 / 60.0);
    }
    let [a, b] = [a, b].map(|id| simulation.get(id).unwrap().velocity.x());
    assert!((a - 150.0).abs() < 0.5 && (b - 300.0).abs() < 0.5);
}
