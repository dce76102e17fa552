use bumper::{Aabb, Relate, Vector};

fn main() {
    let wall = Aabb::new([300i16, 40], [340, 440]);
    // Moves a dot along x and undoes it if it collides, then the same along y. Returns where the dot is after 50 frames.
    let run = |speed_x, speed_y| {
        let mut dot = Aabb::new([0i16, 100], [20, 120]);
        for _ in 0..50 {
            for step in [Vector([speed_x, 0]), Vector([0, speed_y])] {
                let moved = dot.translated(step);
                if !moved.overlaps(&wall) {
                    dot = moved;
                }
            }
        }
        dot.min()
    };
    assert_eq!(run(10, 2), Vector([280, 200]));
    assert_eq!(run(30, 2), Vector([270, 200]));
    assert_eq!(run(70, 2), Vector([3500, 200]));
}
