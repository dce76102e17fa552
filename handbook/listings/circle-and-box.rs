use bumper::{Aabb, Ball, Relate, Relation};

fn circle_meets_box(circle: &Ball<i32, 2>, of: &Aabb<i32, 2>) -> bool {
    // The point of the box that is closest to the center of the circle.
    let x = circle.center().x().clamp(of.min().x(), of.max().x());
    let y = circle.center().y().clamp(of.min().y(), of.max().y());
    let (dx, dy) = (circle.center().x() - x, circle.center().y() - y);
    dx * dx + dy * dy <= circle.radius() * circle.radius()
}

fn main() {
    let of = Aabb::new([0, 0], [60, 40]);
    let corner = Ball::new([75, 55], 15); // the closest point is (60, 40), and 15² + 15² is more than 15²
    let side = Ball::new([75, 20], 15); // the closest point is (60, 20)
    assert!(!circle_meets_box(&corner, &of));
    assert_eq!(corner.relation(&of), Relation::Apart);
    assert!(circle_meets_box(&side, &of));
    assert_eq!(side.relation(&of), Relation::Touching);
}
