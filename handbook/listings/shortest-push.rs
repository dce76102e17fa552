use bumper::{Aabb, contact};

fn main() {
    let room = Aabb::new([0.0, 0.0], [100.0, 60.0]);
    // A small box within a large one: the shortest way out is to the right, 15 to the edge and 10 for its own width.
    let inside = Aabb::new([75.0, 20.0], [85.0, 30.0]);
    let found = contact(room, inside);
    assert_eq!((found.depth(), found.normal.0), (25.0, [1.0, 0.0]));
}
