use bumper::motion::{Mover, Response};
use bumper::{Aabb, Shape};

fn main() {
    let walls: [Shape<f64, 2>; 1] = [Aabb::new([300.0, 40.0], [310.0, 440.0]).into()];
    let mut dot = Mover::new(Aabb::new([0.0, 200.0], [20.0, 220.0]));
    for _ in 0..50 {
        // The first closure chooses the response to each obstacle, the second one gets the hits.
        dot.travel([60.0, 0.0], &walls[..], |_| Some(Response::Stop), |_| ());
    }
    assert_eq!(dot.position().x(), 280.0);
}
