use bumper::motion::{Mover, Response, WalkSettings};
use bumper::{Aabb, AsShape, Region, Shape, Vector};

/// Runs to the right for three seconds. Returns how far the hero gets, and whether it was ever in the air.
fn run(walk_settings: Option<WalkSettings<f64>>) -> (f64, bool) {
    // Level ground, a slope down, level ground, and a stair of height 8.
    let corners =
        [[0, 100], [100, 100], [200, 150], [260, 150], [260, 142], [400, 142], [400, 200], [0, 200]];
    let ground = Region::<f64, 2>::new(corners.map(|point| Vector(point.map(f64::from)))).unwrap();
    let level: [Shape<f64, 2>; 1] = [ground.as_shape()];
    let mut hero = Mover::new(Aabb::new([20.0, 76.0], [34.0, 100.0]));
    hero.gravity = Vector([0.0, 900.0]);
    hero.walk_settings = walk_settings;
    let mut flies = false;
    for _ in 0..180 {
        hero.velocity[0] = 120.0;
        hero.step(1.0 / 60.0, &level[..], |_| Some(Response::Slide), |_| ());
        flies |= !hero.is_grounded();
    }
    (hero.position().x().round(), flies)
}

fn main() {
    assert_eq!(run(None), (226.0, true));
    assert_eq!(run(Some(WalkSettings { stair_height: 9.0, snap_distance: 6.0 })), (360.0, false));
}
