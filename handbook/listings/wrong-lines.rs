use bumper::{Aabb, Ball, Relate, contact};

fn main() {
    // Two circles of radius 10 at a distance of 15: 225 is more than 100 + 100, but less than (10 + 10)².
    assert!(Ball::new([0i16, 0], 10).intersects(&Ball::new([15, 0], 10)));

    // A circle whose center is inside a box: the contact tells how to get out. By 3 to the left edge, and by the radius of 2.
    let found = contact(Aabb::new([0.0, 0.0], [20.0, 20.0]), Ball::new([3.0, 10.0], 2.0));
    assert_eq!((found.depth(), found.normal.0), (5.0, [-1.0, 0.0]));
}
