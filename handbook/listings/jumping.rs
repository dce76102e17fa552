use bumper::motion::{Mover, Response};
use bumper::{Aabb, Shape, Vector};

const STEP: f64 = 1.0 / 60.0; // seconds

/// Runs to the right, presses jump once in some frame, and returns how high the hero rose above the ledge.
fn jump_at(pressed: usize, coyote_time: f64) -> f64 {
    let ledge: [Shape<f64, 2>; 1] = [Aabb::new([0.0, 100.0], [100.0, 120.0]).into()];
    let mut hero = Mover::new(Aabb::new([80.0, 76.0], [94.0, 100.0]));
    hero.gravity = Vector([0.0, 900.0]);
    hero.coyote_time = coyote_time;
    let mut highest = 0.0f64;
    for frame in 0..60 {
        hero.velocity[0] = 120.0;
        if frame == pressed {
            hero.jump(60.0);
        }
        hero.step(STEP, &ledge[..], |_| Some(Response::Slide), |_| ());
        highest = highest.min(hero.position().y());
    }
    (-highest * 10.0).round() / 10.0
}

fn main() {
    assert_eq!(jump_at(5, 0.0), 60.0);
    assert_eq!(jump_at(14, 0.0), 0.0);
    assert_eq!(jump_at(14, 0.1), 57.5);
}
