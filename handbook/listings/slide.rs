use bumper::motion::{Mover, Response};
use bumper::{Aabb, Shape, Vector, sweep};

fn main() {
    let hero = Aabb::new([50.0f64, 40.0], [70.0, 60.0]);
    let wall = Aabb::new([100.0, 0.0], [120.0, 200.0]);
    let step = Vector([60.0, 40.0]);

    // By hand: move up to the wall, and then by the rest of the step without the part that leads into the wall.
    let hit = sweep(hero, step, wall, [0.0, 0.0]).unwrap();
    assert_eq!((hit.time, hit.normal.0), (0.5, [1.0, 0.0]));
    let rest = step * (1.0 - hit.time);
    let along = rest - hit.normal * rest.dot(hit.normal);
    assert_eq!(hero.center() + step * hit.time + along, Vector([90.0, 90.0]));

    // A mover does it with any number of obstacles.
    let walls: [Shape<f64, 2>; 1] = [wall.into()];
    for (response, end) in [(Response::Slide, [90.0, 90.0]), (Response::Stop, [90.0, 70.0])] {
        let mut mover = Mover::new(hero);
        mover.travel(step, &walls[..], |_| Some(response), |_| ());
        assert_eq!(mover.shape().center(), Vector(end));
    }
}
