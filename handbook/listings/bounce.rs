use bumper::motion::{Mover, Response};
use bumper::{Aabb, Shape, Vector, sweep};

fn main() {
    let ball = Aabb::new([50.0f64, 40.0], [70.0, 60.0]);
    let wall = Aabb::new([100.0, 0.0], [120.0, 200.0]);
    let velocity = Vector([60.0, 40.0]);

    // By hand: take away twice the part of the velocity that leads into the wall.
    let hit = sweep(ball, velocity, wall, [0.0, 0.0]).unwrap();
    let turned = velocity - hit.normal * (2.0 * velocity.dot(hit.normal));
    assert_eq!(turned, Vector([-60.0, 40.0]));

    // A mover also moves by the rest of the step, in the new direction.
    let walls: [Shape<f64, 2>; 1] = [wall.into()];
    let mut mover = Mover::new(ball);
    mover.velocity = velocity;
    mover.step(1.0, &walls[..], |_| Some(Response::Bounce), |_| ());
    assert_eq!(mover.velocity, turned);
    assert_eq!(mover.shape().center(), Vector([60.0, 90.0]));
}
