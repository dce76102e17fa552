use bumper::{Aabb, Ball, Relate, Relation};

fn main() {
    let a = Aabb::new([0, 0], [20, 20]);
    let b = Aabb::new([20, 5], [40, 25]); // begins where a ends
    assert_eq!(a.relation(&b), Relation::Touching);
    assert!(a.intersects(&b));
    assert!(!a.overlaps(&b));

    // A circle within another one, rim to rim.
    let (outer, inner) = (Ball::new([0, 0], 30), Ball::new([20, 0], 10));
    assert_eq!(outer.relation(&inner), Relation::Overlapping);
}
