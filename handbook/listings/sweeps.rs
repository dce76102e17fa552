use bumper::{Aabb, Relate, sweep};

fn main() {
    let wall = Aabb::new([100.0, 0.0], [108.0, 80.0]);
    let dot = Aabb::new([10.0, 30.0], [30.0, 50.0]);
    // Tested only at both ends of the step, the dot never meets the wall.
    assert!(!dot.intersects(&wall) && !dot.translated([150.0, 0.0]).intersects(&wall));
    // The sweep tests the whole way. The second displacement is that of the wall, which stays.
    let hit = sweep(dot, [150.0, 0.0], wall, [0.0, 0.0]).unwrap();
    assert_eq!((hit.time, hit.normal.0), (70.0 / 150.0, [1.0, 0.0]));
    assert!(sweep(dot, [-50.0, 0.0], wall, [0.0, 0.0]).is_none());
}
