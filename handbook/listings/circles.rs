use bumper::{Ball, Relate};

/// Whether two circles have a point in common.
fn circles_meet(a: &Ball<i32, 2>, b: &Ball<i32, 2>) -> bool {
    let between = b.center() - a.center();
    let sum = a.radius() + b.radius();
    between.x() * between.x() + between.y() * between.y() <= sum * sum
}

fn main() {
    let a = Ball::new([0, 0], 10);
    let b = Ball::new([12, 9], 10); // 12² + 9² = 225 = 15², so the distance is 15
    let c = Ball::new([15, 20], 10); // the distance is 25
    assert!(circles_meet(&a, &b) && a.intersects(&b));
    assert!(!circles_meet(&a, &c) && !a.intersects(&c));
}
