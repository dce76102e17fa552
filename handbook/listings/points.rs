use bumper::{Aabb, Ball, Relate, Relation, Vector};

fn main() {
    let button = Aabb::new([10, 10], [90, 40]);
    assert!(button.intersects(&Vector([50, 20])));
    assert!(!button.intersects(&Vector([50, 60])));

    let circle = Ball::new([0, 0], 25);
    assert_eq!(circle.relation(&Vector([15, 20])), Relation::Touching);
    assert_eq!(circle.relation(&Vector([16, 20])), Relation::Apart);
}
