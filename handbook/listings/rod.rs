use bumper::dynamics::{BodyDef, BodyKind, ColliderDef, JointAxis, JointDef, JointKind, Simulation};
use bumper::{Ball, Pose, Rotation};

/// A ball of mass 2 on a rod of length 100, whose other end is held at (0, 0). y points down.
struct Pendulum {
    x: f64,
    y: f64,
    velocity_x: f64,
    velocity_y: f64,
    mass: f64,
}

impl Pendulum {
    fn step(&mut self, dt: f64) {
        self.velocity_y += 900.0 * dt; // gravity
        let length = self.x.hypot(self.y);
        let (dx, dy) = (self.x / length, self.y / length); // along the rod, away from the hinge
        let speed = self.velocity_x * dx + self.velocity_y * dy;
        let target = -0.2 * (length - 100.0) / dt;
        // The hinge does not move, so the effective mass is that of the ball.
        let impulse = self.mass * (target - speed);
        self.velocity_x += impulse / self.mass * dx;
        self.velocity_y += impulse / self.mass * dy;
        self.x += self.velocity_x * dt;
        self.y += self.velocity_y * dt;
    }
}

fn main() {
    let mut ball = Pendulum { x: 100.0, y: 0.0, velocity_x: 0.0, velocity_y: 0.0, mass: 2.0 };

    // The same pendulum in the library.
    let mut simulation = Simulation::new([0.0f64, 900.0]);
    let fixed = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    let ceiling = simulation.insert(&fixed, &[ColliderDef::new(Ball::new([0.0, 0.0], 5.0))]).unwrap();
    let pose = Pose::new(Rotation::identity(), [100.0, 0.0]);
    let def = BodyDef { pose, mass: Some(2.0), fixed_rotation: true, ..BodyDef::default() };
    let bob = simulation.insert(&def, &[ColliderDef::new(Ball::new([0.0, 0.0], 10.0))]).unwrap();
    let kind = JointKind::Distance {
        anchor_a: [0.0, 0.0].into(),
        anchor_b: [100.0, 0.0].into(),
        length: None,
        translation: JointAxis::default(),
    };
    simulation.insert_joint(&JointDef { a: ceiling, b: bob, kind, collide_connected: false }).unwrap();
    for _ in 0..600 {
        ball.step(1.0 / 600.0);
        simulation.step(1.0 / 600.0);
        assert!((ball.x.hypot(ball.y) - 100.0).abs() < 0.1);
    }
    let center = simulation.get(bob).unwrap().center;
    assert!((center.x() - ball.x).hypot(center.y() - ball.y) < 2.0);
}
