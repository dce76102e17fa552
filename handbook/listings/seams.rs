use bumper::motion::{Mover, Response};
use bumper::{Aabb, Relate, Shape, Vector};

fn main() {
    // A floor of twenty tiles.
    let tiles: [Aabb<f64, 2>; 20] = std::array::from_fn(|k| {
        let x = 16.0 * k as f64;
        Aabb::new([x, 150.0], [x + 16.0, 166.0])
    });

    // By the oldest rule, a hero who has sunk into the floor by a hair overlaps a tile wherever it goes.
    let mut sunk = Aabb::new([30.0, 126.001], [44.0, 150.001]);
    for _ in 0..60 {
        let moved = sunk.translated(Vector([2.0, 0.0]));
        if !tiles.iter().any(|tile| moved.overlaps(tile)) {
            sunk = moved;
        }
    }
    assert_eq!(sunk.min().x(), 30.0);

    // A mover in the same place runs across the seams.
    let level = tiles.map(Shape::from);
    let mut hero = Mover::new(sunk);
    hero.gravity = Vector([0.0, 900.0]);
    for _ in 0..60 {
        hero.velocity[0] = 120.0;
        hero.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| ());
    }
    assert_eq!(hero.position().x().round(), 120.0);
}
